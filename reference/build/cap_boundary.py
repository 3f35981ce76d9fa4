"""Sampled answers of chat models, for the tasks cap_boundary_card and cap_boundary_record: collect questions, sample replies, count right ones.

Example: python3 reference/build/cap_boundary.py questions cache questions.jsonl --source files --offline
         python3 reference/build/cap_boundary.py sample questions.jsonl cap_boundary_answers.jsonl --url http://127.0.0.1:8000/v1 --model gemma-3-4b-it --name "Gemma 3 4B"
         python3 reference/build/cap_boundary.py rates cap_boundary_answers.jsonl
A file of answers holds one JSON object a line: id, set, group, rule, question, gold (the question, and how replies to it are judged), model, about,
served, temperature, max_tokens (who was asked, and how), replies (a list of texts). Lines of one model and question add up.
The file goes into <source>/cap_boundary_card/ under its own name; both tasks are built from it. Exit code 0: all done; 1: some replies are missing;
2: could not run, or stopped; 130: interrupted.
"""
from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
from generators import cards, console, draws, items
from reference import cases, grading, pools, readers, replies, store
from reference.sources import DERIVED, File, Form, Source, SourceError
from runner import keys, running, transport, work

PROGRAM = "cap_boundary.py"
NAME = "cap_boundary"
FILE = "cap_boundary_answers.jsonl"
ASKED = ("id", "set", "group", "rule", "question", "gold")
FIELDS = (*ASKED, "model", "about", "replies")
SETTINGS = ("about", "served", "temperature", "max_tokens")
MIN_REPLIES = 5
"""A success rate over fewer replies is too coarse to be a label."""
HISTORY_PART = (1, 3)
"""This part of the questions is never asked about: the record of a model is taken from them."""
RELATED = 4
MODELS = {
    "Gemma 3 4B": "an open chat model of Google with 4 billion parameters, tuned to follow instructions, published in March 2025",
    "Gemma 3 12B": "an open chat model of Google with 12 billion parameters, tuned to follow instructions, published in March 2025",
    "Phi-4-mini": "an open chat model of Microsoft with 3.8 billion parameters, tuned to follow instructions, published in February 2025",
    "Phi-4": "an open chat model of Microsoft with 14 billion parameters, tuned to follow instructions, published in December 2024",
}
"""{name: description} of the four models of the publication; --about describes any other."""

SOURCES = (
    Source("answers", (
        Form(DERIVED, (File(FILE),), readers.json_lines(FIELDS), "a file of answers that its user sampled; the published labels rest on other samples"),
    ), how="sample answers with reference/build/cap_boundary.py (its --help shows the three steps) and put the file there", folder="cap_boundary_card"),
)
CITATION = "Questions of public sets, named by the domain of each item and under their own licences; replies and success rates of the user who sampled them."
QUESTION = items.noul("Will the model answer the question correctly?", "its reply will be judged right", "its reply will be judged wrong")


# The answers file

class Pair(NamedTuple):
    """What one model did with one question: `right` of `n` replies were right. unit: what is dropped and resampled together."""

    id: str
    set: str
    unit: str
    rule: str
    question: str
    model: str
    about: str
    right: int
    n: int


def check_row(row: dict, where: str) -> None:
    """Raises SourceError for a line whose fields have another form."""
    cases.label(grading.RULES, row["rule"], where)
    wrong = next((name for name in ("id", "set", "question", "model", "about") if not isinstance(row[name], str) or not row[name].strip()), None)
    if wrong is not None:
        raise SourceError(f"{where}: {wrong} is no text")
    if not isinstance(row["group"], (str, type(None))):
        raise SourceError(f"{where}: group is neither a text nor null")
    if not isinstance(row["replies"], list) or not all(isinstance(reply, str) for reply in row["replies"]):
        raise SourceError(f"{where}: replies is no list of texts")
    fault = grading.fault_of(row["rule"], row["gold"])
    if fault is not None:
        raise SourceError(f"{where}: gold {fault}")


def pair_of(row: dict) -> Pair:
    """The graded line."""
    right = sum(grading.is_right(row["rule"], reply, row["gold"]) for reply in row["replies"])
    unit = row["id"] if row["group"] is None else f"{row['set']}/{row['group']}"
    return Pair(row["id"], row["set"], unit, row["rule"], row["question"], row["model"], row["about"], right, len(row["replies"]))


def pairs_of(rows) -> list:
    """The pairs of the lines of an answers file, lines of one model and question added up. Raises SourceError."""
    found, asked = {}, {}
    for number, row in enumerate(rows, 1):
        where = f"{FILE}: record {number}"
        check_row(row, where)
        pair = pair_of(row)
        if asked.setdefault(pair.id, {name: row[name] for name in ASKED}) != {name: row[name] for name in ASKED}:
            raise SourceError(f"{where}: question {pair.id} has another text or answer than before; sample it again into a file of its own")
        before = found.get((pair.id, pair.model))
        if before is not None and before.about != pair.about:
            raise SourceError(f"{where}: {pair.model} is described in two ways; give each description a name of its own")
        found[pair.id, pair.model] = pair if before is None else before._replace(right=before.right + pair.right, n=before.n + pair.n)
    return list(found.values())


# Related questions

def is_history(pair: Pair) -> bool:
    """Whether a question is kept for records; decided for all that hangs together, and for all models alike."""
    return draws.stream(draws.PUBLISHED, NAME, "history", pair.set, pair.unit).chance(*HISTORY_PART)


def words_of(pair: Pair) -> frozenset:
    """The words of a question and its id of at least four letters or digits; shorter ones say little, and an id may name a sub-task."""
    return frozenset(re.findall(r"\w{4,}", f"{pair.id} {pair.question}".lower()))


def likeness(one: frozenset, other: frozenset) -> float:
    """The share of words that two questions have in common, of those that either has."""
    return len(one & other) / (len(one | other) or 1)


def related(pair: Pair, known) -> list:
    """The RELATED pairs of `known` (words, pair) whose questions are most like this one's, best first."""
    words = words_of(pair)
    return [other for _, _, other in sorted((-likeness(words, theirs), other.id, other) for theirs, other in known)[:RELATED]]


def records(files):
    """(pair, its related pairs) of every pair of an answers file; a pair kept for records has None."""
    found = pairs_of(files["answers"].read())
    history = defaultdict(list)
    for pair in found:
        if is_history(pair) and pair.n >= MIN_REPLIES:
            history[pair.set, pair.model].append((words_of(pair), pair))
    for pair in found:
        yield pair, None if is_history(pair) else related(pair, history[pair.set, pair.model])


# Cases

def refuse(pair: Pair, others) -> None:
    """Raises LeftOut for a pair that is not asked about."""
    if others is None:
        raise cases.LeftOut("a question kept for the record of models")
    if pair.n < MIN_REPLIES:
        raise cases.LeftOut(f"fewer than {MIN_REPLIES} replies")


def case_of(pair: Pair, *more) -> cases.Case:
    """The item of a pair, with further (heading, text) parts before the question."""
    state = cases.sections(("Model", f"{pair.model}: {pair.about}"), *more, ("Question put to the model", pair.question),
                           ("How its reply is judged", grading.RULES[pair.rule].judged))
    return cases.Case(f"{pair.model}/{pair.id}", state, QUESTION, rate=pair.right / pair.n, group=pair.unit, domain=pair.set)


# Steps of the command

def say(text: str) -> None:
    running.say(PROGRAM, text)


def chosen_pools(args, stock: store.Store) -> list:
    """(pool, Given) of the sets that --set names, or of all that are on disk. Raises SourceError."""
    strangers = set(args.set) - {pool.name for pool in pools.POOLS}
    if strangers:
        raise SourceError(f"no set {', '.join(sorted(strangers))}; there are {', '.join(pool.name for pool in pools.POOLS)}")
    found = []
    for pool in pools.POOLS:
        if pool.name in args.set or not args.set and any(store.is_there(stock, pool.source.folder, form) for form in pool.source.forms):
            found.append((pool, store.find(stock, pools.FOLDER, pool.source)))
    if not found:
        raise SourceError(f"no question set is in {', '.join([*args.source, args.cache])}; name sets with --set to fetch them")
    return found


def write_questions(args) -> int:
    """Write a drawn number of questions of each set to a file."""
    stock = store.Store(Path(args.cache), tuple(map(Path, args.source)), args.offline)
    lines = []
    for pool, given in chosen_pools(args, stock):
        there = {record["id"]: record for record in pools.questions_of(pool, given)}
        rng = draws.stream(draws.PUBLISHED, NAME, "questions", pool.name)
        lines += [there[name] for name in rng.sample(sorted(there), min(args.per_set, len(there)))]
        print(f"{pool.name}: {min(args.per_set, len(there)):,} of {len(there):,} questions" + (f", {given.form.note}" if given.form.note else ""))
    temporary = Path(f"{args.questions}.tmp")
    temporary.write_bytes(b"".join(map(replies.to_line, lines)))
    os.replace(temporary, args.questions)
    return 0


def read_lines(path, fields, optional=()) -> list:
    """The records of a file of JSON lines; a last line that a crash cut is passed over. Raises SourceError."""
    data = Path(path).read_bytes()
    whole = data[:data.rfind(b"\n") + 1] if b"\n" in data else data
    return list(readers.json_lines(fields, optional)(readers.Content(Path(path).name, lambda: io.BytesIO(whole))))


def standing(path, own: dict) -> dict:
    """{question id: number of replies} that a file of answers holds of a model. Raises SourceError where they were sampled in another way."""
    found = defaultdict(int)
    if Path(path).exists():
        for row in read_lines(path, FIELDS, SETTINGS):
            if row["model"] == own["model"]:
                changed = [f"{name} was {row.get(name)!r}, now {own[name]!r}" for name in SETTINGS if row.get(name) != own[name]]
                if changed:
                    raise SourceError(f"{path}: holds replies of {own['model']} sampled in another way ({'; '.join(changed)}); choose another file or --name")
                found[row["id"]] += len(row["replies"])
    return found


def about_of(args) -> str:
    """The description of the model that is asked. Raises SourceError where none is known."""
    about = args.about or MODELS.get(args.name)
    if about is None:
        raise SourceError(f"no description of {args.name} is known ({', '.join(MODELS)} have one); give one with --about")
    return about


def sample(args) -> int:
    """Sample the replies that a file lacks; the exit code comes back."""
    secrets, address = keys.read_keys(args.api_key_env, args.header), replies.address_of(args.url)
    sampling = replies.Sampling(args.model, args.samples, args.temperature, args.max_tokens)
    own = {"model": args.name, "about": about_of(args), "served": args.model, "temperature": args.temperature, "max_tokens": args.max_tokens}
    asked = read_lines(args.questions, ASKED)
    for number, record in enumerate(asked, 1):
        check_row({**record, **own, "replies": []}, f"{args.questions}: record {number}")
    there = standing(args.answers, own)
    jobs = [(record, args.samples - there[record["id"]]) for record in asked if there[record["id"]] < args.samples]
    say(f"asking {address.shown()} for {sum(missing for _, missing in jobs):,} replies to {len(jobs):,} of {len(asked):,} questions")
    if secrets.headers and address.scheme == "http" and not transport.is_loopback(address.host):
        say("warning: the key is sent without encryption (http)")
    halt = work.Halt()
    work.stop_on_signals(halt)
    with replies.Lines(args.answers) as lines:
        tally = replies.sample(sampling, [address], secrets, jobs, lines, own, replies.Speed(args.concurrency, args.max_wait), halt, say)
    return report(tally, sum(missing for _, missing in jobs), halt)


def report(tally, wanted: int, halt: work.Halt) -> int:
    """Say what came of sampling; the exit code comes back."""
    failures = "".join(f", {n:,} questions failed ({kind})" for kind, n in sorted(tally.failures.items()))
    print(f"{tally.answered:,} of {wanted:,} replies{failures}")
    if halt.reason is not None:
        say("interrupted; the same command goes on from here" if halt.reason == work.INTERRUPTED else f"stopped: {halt.reason}")
        return 130 if halt.reason == work.INTERRUPTED else 2
    return 0 if tally.answered == wanted else 1


def print_rates(args) -> int:
    """Print how many replies of each model are right, set by set."""
    counts = defaultdict(lambda: [0, 0, 0, 0])
    for pair in pairs_of(read_lines(args.answers, FIELDS)):
        counts[pair.model, pair.set] = [old + new for old, new in zip(counts[pair.model, pair.set], (1, pair.right, pair.n, 0 < pair.right < pair.n))]
    lines = [[model, name, asked, n, f"{right / n:.3f}" if n else "", mixed] for (model, name), (asked, right, n, mixed) in sorted(counts.items())]
    print(cards.table(["model", "set", "questions", "replies", "share right", "right now and then"], lines), end="")
    return 0


# Command line

QUESTIONS = """Draw questions from the public sets and write them to one file.
Example: python3 reference/build/cap_boundary.py questions cache questions.jsonl --source files --offline"""
SAMPLE = """Sample replies of a model behind an OpenAI-compatible endpoint to every question.
Example: python3 reference/build/cap_boundary.py sample questions.jsonl answers.jsonl --url http://127.0.0.1:8000/v1 --model gemma-3-4b-it --name Gemma"""
RATES = """Print how many replies to each question are right.
Example: python3 reference/build/cap_boundary.py rates answers.jsonl"""


def add_questions(steps) -> None:
    step = steps.add_parser("questions", help="draw questions from the public sets", **console.about(QUESTIONS))
    step.add_argument("cache", help="folder that fetched files go to")
    step.add_argument("questions", help="file to write")
    step.add_argument("--source", action="append", default=[], metavar="DIR",
                      help=f"folder with files already on disk, as DIR/{pools.FOLDER}/pool/<file>[.gz]; may be repeated (default: none)")
    step.add_argument("--set", action="append", default=[], metavar="NAME",
                      help="a set to take, fetched if need be; may be repeated (default: all that are on disk)")
    step.add_argument("--per-set", type=running.count, default=150, metavar="N", help="at most N questions of each set (default: 150)")
    step.add_argument("--offline", action="store_true", help="fetch nothing (default: fetch the sets that --set names)")
    step.set_defaults(run=write_questions)


def add_sample(steps) -> None:
    step = steps.add_parser("sample", help="sample replies of a model behind an OpenAI-compatible endpoint", **console.about(SAMPLE))
    step.add_argument("questions", help="file of questions")
    step.add_argument("answers", help="file of answers to begin or to go on with")
    step.add_argument("--url", required=True, help="base URL of the endpoint, such as http://127.0.0.1:8000/v1")
    step.add_argument("--model", required=True, help="model name to send")
    step.add_argument("--name", required=True, help="name of the model in the items")
    step.add_argument("--about", metavar="TEXT", help="description of the model in the items (default: known for the four models of the publication)")
    step.add_argument("--samples", type=running.count, default=10, metavar="N", help="replies to each question (default: 10)")
    step.add_argument("--temperature", type=running.not_negative, default=1.0, metavar="T", help="temperature to send (default: 1)")
    step.add_argument("--max-tokens", type=running.count, default=1024, metavar="N", help="longest reply in tokens (default: 1024)")
    step.add_argument("--concurrency", type=running.count, default=8, metavar="N", help="requests under way at once (default: 8)")
    step.add_argument("--max-wait", type=running.positive, default=60.0, metavar="S",
                      help="longest Retry-After that is waited for; a longer one stops the run (default: 60)")
    step.add_argument("--api-key-env", metavar="VAR", help="environment variable that holds the key, sent as a bearer token (default: no key)")
    step.add_argument("--header", action="append", default=[], metavar="NAME=VAR",
                      help="send the header NAME with the value of the environment variable VAR; may be repeated (default: none)")
    step.set_defaults(run=sample)


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog=PROGRAM, **console.about(__doc__), allow_abbrev=False)
    steps = parser.add_subparsers(dest="step", required=True)
    add_questions(steps)
    add_sample(steps)
    step = steps.add_parser("rates", help="print how many replies are right", **console.about(RATES))
    step.add_argument("answers", help="file of answers")
    step.set_defaults(run=print_rates)
    args = parser.parse_args(argv)
    return console.guarded(PROGRAM, lambda: args.run(args), (SourceError, keys.KeysError, transport.TransportError))


if __name__ == "__main__":
    sys.exit(main())
