"""Turn a ranking file into answers to a reranking task: a TREC run, a BEIR result, or a ranking file of system1-rerank-bench.

Example: python3 reference/ranking_to_run.py rerank_scifact run.trec cache --out runs/bm25
The form is seen from the content: lines `query Q0 document rank score tag`, one JSON object {query: {document: score}}, or JSON lines {arm, query_id,
ranking}, of which --arm names the one to take. Where there are scores they make the order, and equal scores tie; ranks of a TREC run are not read.
The higher a candidate stands, the more of the probability goes to the highest level. Candidates that the ranking does not hold tie behind all that it
holds; a query without any ranked candidate is answered with errors. CACHE and --source hold the files the items were built from, which name the documents.
Exit code 0: every query is ranked; 1: some are not; 2: nothing could be written.
"""
from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, items
from reference import building, cases, ranking, readers, sources, store
from runner import answers

TASKS = ("rerank_nfcorpus", "rerank_scifact")
RUNNER = "ranking_to_run.py"
TREC_COLUMNS = 6
NOT_RANKED = "the ranking holds no candidate of this query"


class RankingError(ValueError):
    """A ranking file that cannot be used; the message says where and why."""


# Ranking files: {query: {document: score}}, the higher the better

def score_of(value, where: str) -> float:
    """A finite score. Raises RankingError."""
    try:
        score = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
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
            enter(found, parts[0], parts[2], score_of(parts[4], where), where)
    return found


def from_beir(value: dict, name: str) -> dict:
    """The ranking of a BEIR result."""
    found = {}
    for query, scores in value.items():
        if not isinstance(scores, dict):
            raise RankingError(f"{name}: query {query}: is not an object {{document: score}}")
        found[query] = {document: score_of(score, f"{name}: query {query}: {document}") for document, score in scores.items()}
    return found


def chosen_arm(rows, arm, name: str) -> str:
    """The arm to take. Raises RankingError where it is not there, or not named although there are several."""
    arms = list(dict.fromkeys(row["arm"] for row in rows))
    if arm is None and len(arms) > 1 or arm is not None and arm not in arms:
        raise RankingError(f"{name}: choose one of the arms with --arm: {', '.join(map(str, arms))}")
    return arms[0] if arm is None else arm


def from_arms(rows, arm, name: str) -> dict:
    """The ranking of one arm of a ranking file."""
    taken, found = chosen_arm(rows, arm, name), {}
    for row in rows:
        query, listed = row["query_id"], row["ranking"]
        where = f"{name}: arm {taken}: query {query}"
        if row["arm"] == taken:
            if query in found or not isinstance(listed, list) or not all(isinstance(document, str) for document in listed):
                raise RankingError(f"{where}: comes twice, or its ranking is no list of document ids")
            found[query] = {}
            for place, document in enumerate(listed):
                enter(found, query, document, -place, where)
    return found


def read_ranking(path: Path, arm) -> dict:
    """The ranking of a file, gzipped or not, in any of the three forms. Raises RankingError or SourceError."""
    found = parse_ranking(path, arm)
    if not any(found.values()):
        raise RankingError(f"{path}: ranks no document")
    return found


def parse_ranking(path: Path, arm) -> dict:
    """What a ranking file holds, also where that is nothing."""
    content = readers.Content(str(path), store.opener(path, path.name[:-len(".gz")] if path.name.endswith(".gz") else path.name))
    text = readers.text_of(content)
    if not text.lstrip().startswith("{"):
        return from_trec(text.split("\n"), content.name)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict) and "ranking" not in value:
        return from_beir(value, content.name)
    return from_arms(list(ranking.LISTS(content)), arm, content.name)


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
    made = queries_of(cases.converted(builder.records(building.find_files(builder, stock)), builder.convert)[0])
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
    return unranked, (f"{task}: {len(listed) - unranked:,} of {len(listed):,} queries ranked; {behind:,} candidates of theirs not in the ranking, put behind; "
                      f"{others:,} ranked documents are no items, passed over")


def write_run(out: Path, task: str, data: bytes, records, source: dict) -> None:
    """Write the answers, `_items.json` and `_run.json`. Raises AnswersError for a folder that another runner wrote."""
    run = answers.read_run(out)
    if (run or (out / f"{task}.jsonl").exists()) and run.get("runner") != RUNNER:
        raise answers.AnswersError(f"{out}: holds a run that was not made from rankings; choose another folder with --out")
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    items.write_bytes(out / f"{task}.jsonl", lines.encode("utf-8"))
    items.write_json(out / answers.ITEMS_FILE, {**answers.read_marks(out), task: {**items.fingerprint(data), "items": len(records)}})
    items.write_json(out / answers.RUN_FILE, {"format": 1, "runner": RUNNER, "rankings": {**run.get("rankings", {}), task: source}})


def run(args) -> int:
    """Write the answers to a task; returns the exit code."""
    path = items.task_folder(args.root, args.task) / "items.jsonl"
    data = items.read_bytes(path)
    rows = items.parse_items(data, path)
    stock = store.Store(Path(args.cache), tuple(map(Path, args.source)), args.offline)
    documents, found = documents_of(args.task, rows, stock, path), read_ranking(Path(args.ranking), args.arm)
    mark = items.fingerprint(Path(args.ranking).read_bytes())
    write_run(Path(args.out), args.task, data, answers_to(rows, documents, found), {"file": Path(args.ranking).name, "arm": args.arm, **mark})
    unranked, text = summary(args.task, rows, documents, found)
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
    parser.add_argument("--out", required=True, metavar="DIR", help="run folder to write to; answers to the task that are there are replaced")
    args = parser.parse_args(argv)
    failures = (RankingError, sources.SourceError, answers.AnswersError, items.ItemsError)
    return console.guarded(RUNNER, lambda: run(args), failures)


if __name__ == "__main__":
    sys.exit(main())
