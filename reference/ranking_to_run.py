"""Turn a ranking file into answers to a reranking task: a TREC run, a BEIR result, or a ranking file of system1-rerank-bench.

Example: python3 reference/ranking_to_run.py rerank_scifact run.trec cache --out runs/bm25
The form is seen from the content: lines `query Q0 document rank score tag`, one JSON object {query: {document: score}}, or JSON lines {arm, query_id,
ranking}, of which --arm names the one to take. Where there are scores they make the order, and equal scores tie; ranks of a TREC run are not read.
The higher a candidate stands, the more of the probability goes to the highest level. Candidates that the ranking does not hold tie behind all that it
holds; a query without any ranked candidate is answered with errors. CACHE and --source hold the files the items were built from, which name the documents.
Exit code 0: every query is ranked; 1: some are not; 2: nothing was written, also where the ranking holds no candidate of the task.
"""
from __future__ import annotations

import argparse
import gzip
import json
import math
import re
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, english, items
from reference import building, cases, readers, sources, store
from runner import answers
from scoring import runs

TASKS = ("rerank_nfcorpus", "rerank_scifact")
RUNNER = "ranking_to_run.py"
TREC_COLUMNS = 6
NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?")
ARM_FIELDS = ("arm", "query_id", "ranking")
FORMS = "a TREC run, a JSON object {query: {document: score}}, or JSON lines with " + ", ".join(ARM_FIELDS)
AS_TEXT = "give it as text in UTF-8, plain or, with a name that ends in .gz, as gz"
NOT_RANKED = "the ranking holds no candidate of this query"


class RankingError(ValueError):
    """A ranking file that cannot be used; the message says where and why."""


# Ranking files: {query: {document: score}}, the higher the better

def text_of(data: bytes, name: str) -> str:
    """The text of a ranking file's bytes, unpacked where its name ends in .gz. Raises RankingError."""
    try:
        text = (gzip.decompress(data) if name.endswith(".gz") else data).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RankingError(f"{name}: is not UTF-8 at byte {error.start:,}; {AS_TEXT}") from None
    except readers.DAMAGE as error:
        raise RankingError(f"{name}: is no whole gz file, cut or damaged ({error}); make or copy it again") from None
    if "\0" in text:
        raise RankingError(f"{name}:{text.count(chr(10), 0, text.index(chr(0))) + 1}: holds a zero byte; {AS_TEXT}")
    return text


def finite(value, number, where: str) -> float:
    """A finite score; `number` is what it is read as, None where it is of the wrong type. Raises RankingError."""
    try:
        score = math.nan if number is None else float(number)
    except (ValueError, OverflowError):
        score = math.nan
    if not math.isfinite(score):
        raise RankingError(f"{where}: score {value!r:.60} is no finite number")
    return score


def enter(found: dict, query: str, document: str, score: float, where: str) -> None:
    """Put a score in its place. Raises RankingError for a document that its query has already."""
    scores = found.setdefault(query, {})
    if document in scores:
        raise RankingError(f"{where}: document {document} stands twice in the ranking of query {query}")
    scores[document] = score


def from_trec(lines, name: str) -> dict:
    """The ranking of the lines of a TREC run."""
    found = {}
    for number, line in enumerate(lines, 1):
        parts, where = line.split(), f"{name}:{number}"
        if parts and len(parts) != TREC_COLUMNS:
            raise RankingError(f"{where}: {len(parts)} columns, expected the {TREC_COLUMNS} of a TREC run: query Q0 document rank score tag")
        if parts:
            enter(found, parts[0], parts[2], finite(parts[4], parts[4] if NUMBER.fullmatch(parts[4]) else None, where), where)
    return found


def from_beir(value: dict, name: str) -> dict:
    """The ranking of a BEIR result."""
    found = {}
    for query, scores in value.items():
        if not isinstance(scores, dict):
            raise RankingError(f"{name}: query {query}: is not an object {{document: score}}")
        found[query] = {document: finite(score, score if type(score) in (int, float) else None, f"{name}: query {query}: document {document}")
                        for document, score in scores.items()}
    return found


def unrepeated(pairs) -> dict:
    """The object of its (key, value) pairs. Raises RankingError for a key that comes twice, of which JSON readers keep the last alone."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise RankingError(f"{twice!r:.60} stands twice in one object; a query, document or field has one value")
    return found


def json_value(text: str, name: str, line: int = 1):
    """The JSON value of a text that begins in a line of a file. Raises RankingError with the line, but for a key that comes twice in a text of several."""
    try:
        return json.loads(text, object_pairs_hook=unrepeated)
    except RankingError as error:
        raise RankingError(f"{name}: {error}" if "\n" in text.rstrip() else f"{name}:{line}: {error}") from None
    except json.JSONDecodeError as error:
        raise RankingError(f"{name}:{line + error.lineno - 1}: is not JSON ({error.msg}); the file may be cut") from None
    except (ValueError, RecursionError) as error:
        raise RankingError(f"{name}:{line}: is not JSON that can be read ({error})") from None


def arm_row(line: str, name: str, number: int) -> tuple:
    """(where, arm, query, documents) of a line of a ranking file. Raises RankingError."""
    row, where = json_value(line, name, number), f"{name}:{number}"
    if not isinstance(row, dict) or not set(ARM_FIELDS) <= set(row):
        raise RankingError(f"{where}: is no object with the fields {', '.join(ARM_FIELDS)}")
    for field in ("arm", "query_id"):
        if not isinstance(row[field], str):
            raise RankingError(f"{where}: {field} {row[field]!r:.60} is no text; write it in quotation marks")
    if not isinstance(row["ranking"], list) or not all(isinstance(document, str) for document in row["ranking"]):
        raise RankingError(f"{where}: ranking is no list of document ids, each a text in quotation marks")
    return where, row["arm"], row["query_id"], row["ranking"]


def chosen_arm(rows, arm, name: str) -> str:
    """The arm to take. Raises RankingError where it is not there, or not named although there are several."""
    arms = list(dict.fromkeys(row[1] for row in rows))
    if arm is None and len(arms) > 1 or arm is not None and arm not in arms:
        problem = "holds several arms" if arm is None else f"holds no arm {arm}"
        raise RankingError(f"{name}: {problem}; choose one of the arms with --arm: {', '.join(arms)}")
    return arms[0] if arm is None else arm


def from_arms(rows, arm, name: str) -> dict:
    """The ranking of one arm of a ranking file."""
    taken, found = chosen_arm(rows, arm, name), {}
    for where, named, query, listed in rows:
        if named == taken:
            if query in found:
                raise RankingError(f"{where}: query {query} comes twice in arm {taken}")
            found[query] = {}
            for place, document in enumerate(listed):
                enter(found, query, document, -place, where)
    return found


def ranking_of(data: bytes, arm, name: str) -> dict:
    """The ranking of a file's bytes, gzipped or not, in any of the three forms. Raises RankingError."""
    text = text_of(data, name)
    found = parsed(text, arm, name)
    if not any(found.values()):
        raise RankingError(f"{name}: ranks no document; expected {FORMS}")
    return found


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def parsed(text: str, arm, name: str) -> dict:
    """What the text of a ranking file holds, also where that is nothing."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    start = text.lstrip()[:1]
    if start == "[":
        raise RankingError(f"{name}:{lines[0][0]}: begins with a JSON list, expected {FORMS}")
    value = json_value(text, name) if start == "{" and (len(lines) == 1 or not is_json(lines[0][1])) else None
    if start == "{" and (value is None or "ranking" in value):
        return from_arms([arm_row(line, name, number) for number, line in lines], arm, name)
    if arm is not None and lines:
        raise RankingError(f"{name}: is a {'TREC run' if value is None else 'BEIR result'}, which has no arms; leave --arm out")
    return from_trec(text.split("\n"), name) if value is None else from_beir(value, name)


# The documents of items

def queries_of(rows) -> dict:
    """{query: its members in their order} of items or cases."""
    found = {}
    for row in rows:
        found.setdefault(row.query, []).append(row)
    return found


def documents_of(task: str, rows, stock: store.Store, path) -> dict:
    """{item id: document id}, from the sources. Raises RankingError where they do not give these items, SourceError where they cannot be had."""
    builder, found = building.load(task), {}
    files = building.find_files(builder, stock)
    with building.naming(files):
        made = queries_of(cases.converted(builder.records(files), builder.convert)[0])
    for query, members in queries_of(rows).items():
        given = made.get(query, [])
        if [item.state for item in members] != [case.state for case in given]:
            raise RankingError(f"{path}: query {query}: its items are not those that the source files give; rebuild the task from the same files")
        found.update((item.id, case.key[len(query) + 1:]) for item, case in zip(members, given))
    return found


# Answers

def shares_of(documents, scores: dict) -> dict:
    """{document: share of the probability that goes to the highest level}: 1 for the best, equal steps down, 0 for what is not ranked.

    >>> shares_of(["a", "b", "c", "d"], {"b": 7.5, "a": 2.0, "d": 2.0, "z": 9.0})
    {'a': 0.5, 'b': 1.0, 'c': 0.0, 'd': 0.5}
    """
    steps = sorted({scores[document] for document in documents if document in scores})
    return {document: (steps.index(scores[document]) + 1) / len(steps) if document in scores else 0.0 for document in documents}


def answers_to(rows, documents: dict, found: dict) -> list:
    """The answer records of all items, in their order."""
    records = []
    for query, members in queries_of(rows).items():
        shares = shares_of([documents[item.id] for item in members], found.get(query, {}))
        is_ranked = any(shares.values())
        for item in members:
            share = shares[documents[item.id]]
            lowest, highest = item.options[0], item.options[-1]
            records.append({"id": item.id, "p": {lowest: 1 - share, highest: share}} if is_ranked else {"id": item.id, "error": NOT_RANKED})
    return records


def summary(task: str, rows, documents: dict, found: dict) -> tuple:
    """(number of queries without a ranked candidate, what to say about the ranking)."""
    listed = {query: [documents[item.id] for item in members] for query, members in queries_of(rows).items()}
    ranked = {query: sum(document in found.get(query, {}) for document in names) for query, names in listed.items()}
    unranked = sum(count == 0 for count in ranked.values())
    behind = sum(len(listed[query]) - count for query, count in ranked.items() if count)
    others = sum(len(scores) for scores in found.values()) - sum(ranked.values())
    strangers = english.counted(len(found.keys() - listed.keys()), "query", "queries")
    return unranked, (f"{task}: {len(listed) - unranked:,} of {len(listed):,} queries ranked; {english.counted(behind, 'candidate')} of theirs not in the ranking, "
                      f"put behind; passed over what the task does not hold: {english.counted(others, 'ranked document')}, {strangers}")


def read_folder(out: Path) -> tuple:
    """(`_run.json`, `_items.json`) of a run folder that this program made, both empty for one that holds no answers. Raises AnswersError for any other."""
    if out.exists() and not out.is_dir():
        raise answers.AnswersError(f"{out}: is no folder; name a run folder with --out")
    run, marks = answers.read_run(out), answers.read_marks(out)
    if (out / answers.RUN_FILE).exists() and (run.get("runner") != RUNNER or not isinstance(run.get("rankings"), dict)):
        raise answers.AnswersError(f"{out}: holds a run that was not made from rankings; choose another folder with --out")
    others = sorted({*(runs.answered_tasks(out) if out.is_dir() else ()), *marks} - run.get("rankings", {}).keys())
    if others:
        raise answers.AnswersError(f"{out}: holds answers to {', '.join(others)} that were not made from rankings; choose another folder with --out")
    return run, marks


def write_run(out: Path, task: str, data: bytes, records, source: dict) -> None:
    """Write the answers, `_items.json` and `_run.json`. Raises AnswersError for a folder that another runner wrote."""
    run, marks = read_folder(out)
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    items.write_files({out / f"{task}.jsonl": lines.encode("utf-8"),
                       out / answers.ITEMS_FILE: items.to_json({**marks, task: {**items.fingerprint(data), "items": len(records)}}),
                       out / answers.RUN_FILE: items.to_json({"format": 1, "runner": RUNNER, "rankings": {**run.get("rankings", {}), task: source}})})


def run(args) -> int:
    """Write the answers to a task; returns the exit code."""
    path, file = items.task_folder(args.root, args.task) / "items.jsonl", Path(args.ranking)
    if not path.is_file():
        raise RankingError(f"{path}: is not there; rebuild the task with reference/rebuild.py {args.task}, or name the data root that holds it with --root")
    read_folder(Path(args.out))
    ranked = items.read_bytes(file)
    found = ranking_of(ranked, args.arm, str(file))
    data = items.read_bytes(path)
    rows = items.parse_items(data, path)
    if not found.keys() & {item.query for item in rows}:
        raise RankingError(f"{file}: holds no query of {args.task} ({english.counted(len(found), 'query', 'queries')}, {next(iter(found))!r:.60} the first); "
                           "give a ranking of this task")
    documents = documents_of(args.task, rows, store.Store(Path(args.cache), tuple(map(Path, args.source)), args.offline), path)
    unranked, text = summary(args.task, rows, documents, found)
    if unranked == len(queries_of(rows)):
        raise RankingError(f"{file}: ranks no candidate of any query of {args.task}; give a ranking of this task, with the document ids of its source")
    write_run(Path(args.out), args.task, data, answers_to(rows, documents, found), {"file": file.name, "arm": args.arm, **items.fingerprint(ranked)})
    print(text)
    return 1 if unranked else 0


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog=RUNNER, **console.about(__doc__))
    parser.add_argument("task", choices=TASKS, help="the reranking task")
    parser.add_argument("ranking", metavar="RANKING", help="the ranking file, plain or gz")
    parser.add_argument("cache", metavar="CACHE", help="the cache folder that the task was rebuilt with")
    parser.add_argument("--arm", help="which arm of a ranking file of system1-rerank-bench (default: the only one)")
    parser.add_argument("--root", default="data", help="data root with the items (default: %(default)s)")
    parser.add_argument("--source", action="append", default=[], metavar="DIR", help="folder with source files, as for rebuild.py (default: none)")
    parser.add_argument("--offline", action="store_true", help="fetch nothing (default: fetch what is missing)")
    parser.add_argument("--out", required=True, metavar="DIR",
                        help="run folder to write to; answers to the task that a ranking gave are replaced, a folder with other answers is refused")
    args = parser.parse_args(argv)
    failures = (RankingError, sources.SourceError, answers.AnswersError, items.ItemsError)
    return console.guarded(RUNNER, lambda: run(args), failures)


if __name__ == "__main__":
    sys.exit(main())
