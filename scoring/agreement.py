"""How far several runs of one system agree, and what their majority and their mean probabilities would score.

Example: python3 scoring/agreement.py first=runs/think second=runs/think-again third=runs/think-third --out runs/think-votes
"""
from __future__ import annotations

import argparse
import itertools
import json
import math
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, items
from scoring import call, evaluate, results, runs, tables, tasks

MAJORITY, MEAN = "majority", "mean"
PROGRAM = "agreement.py"
FAILED = "failed"
"""The category of an item without a valid answer."""


class Task(NamedTuple):
    """The runs' agreement on one task: predictions by run, scores of every run and of the two ensembles, or why a run does not count."""

    predicted: dict
    scores: dict
    ensembles: dict
    reasons: dict
    warnings: tuple


# Ensembles

def majority(distributions) -> tuple | None:
    """The shares of votes of the options; a failed run casts none, and its absence takes nothing from the others. None without a vote.

    distributions: one tuple of probabilities in option order for every run, None where it failed.
    """
    votes = [one.index(max(one)) for one in distributions if one is not None]
    size = max((len(one) for one in distributions if one is not None), default=0)
    return tuple(round(votes.count(place) / len(votes), runs.DIGITS) for place in range(size)) if votes else None


def mean(distributions) -> tuple | None:
    """The mean of the valid distributions; None where there is none."""
    valid = [one for one in distributions if one is not None]
    return tuple(round(math.fsum(column) / len(valid), runs.DIGITS) for column in zip(*valid)) if valid else None


def ensemble(task, answers, combine) -> runs.Answers:
    """The Answers of several runs put together item by item."""
    given = tuple(map(combine, zip(*(one.probabilities for one in answers))))
    return runs.Answers(given, records=len(task.items), failed=sum(one is None for one in given), tied=sum(map(runs.is_tied, given)))


# Agreement

def fleiss_kappa(rows):
    """Fleiss' kappa of predictions: rows hold for every item the categories that the runs chose; None where only one category occurs.

    Source: J. L. Fleiss, Measuring nominal scale agreement among many raters, Psychological Bulletin 76 (1971) 378-382.

    >>> fleiss_kappa([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")])
    0.4666666666666667
    """
    count = len(rows[0])
    tallies = [Counter(row) for row in rows]
    observed = math.fsum((sum(n * n for n in tally.values()) - count) / (count * (count - 1)) for tally in tallies) / len(rows)
    totals = sum(tallies, Counter())
    expected = math.fsum((n / (count * len(rows))) ** 2 for n in totals.values())
    return None if expected == 1 else (observed - expected) / (1 - expected)


def categories(task, predicted) -> list:
    """The category of every prediction: the option where all items of the task have the same ones, else its place among the item's options."""
    is_shared = len({item.options for item in task.items}) == 1
    return [FAILED if place is None else item.options[place] if is_shared else place for item, place in zip(task.items, predicted)]


def agree_task(job: evaluate.Job) -> Task:
    """The agreement of a job's runs on its task."""
    task, resamples, job = evaluate.prepare(job)
    if not task.has_gold:
        return Task({}, {}, {}, {"": "has no right answers"}, ())
    answers, scores = {}, {}
    for name, folder in job.systems.items():
        answers[name], scores[name] = evaluate.score_run(task, folder, resamples, job)
    reasons = {name: found.reason for name, found in scores.items() if not found.counted}
    warnings = tuple(f"{name}: {message}" for name, found in scores.items() for message in found.warnings)
    if reasons:
        return Task({}, scores, {}, reasons, warnings)
    made = {name: ensemble(task, list(answers.values()), combine) for name, combine in ((MAJORITY, majority), (MEAN, mean))}
    scores.update({name: evaluate.score_answers(task, one, resamples, job.seed, (None, (), False)) for name, one in made.items()})
    predicted = {name: categories(task, evaluate.settle(task, one).predicted) for name, one in answers.items()}
    records = {name: [(item.id, None if one is None else dict(zip(item.options, one))) for item, one in zip(task.items, answers.probabilities)] for name, answers in made.items()}
    return Task(predicted, scores, records, {}, warnings)


def changed(found: dict, first: str, second: str) -> dict:
    """Items on which two runs predict differently, over all tasks on which every run counts."""
    pairs = [(a, b) for task in found.values() if task.predicted for a, b in zip(task.predicted[first], task.predicted[second])]
    differing = sum(a != b for a, b in pairs)
    return {"items": len(pairs), "changed": differing, "changed_share": differing / len(pairs) if pairs else None}


def to_object(args, found: dict, names) -> dict:
    """The JSON object of a call."""
    counted = {task: one for task, one in found.items() if one.predicted}
    scored = [results.make_system(name, {task: one.scores[name] for task, one in counted.items()}) for name in (*names, MAJORITY, MEAN)]
    kappas = {task: fleiss_kappa(list(zip(*one.predicted.values()))) for task, one in counted.items()}
    alike = {task: sum(len(set(row)) == 1 for row in zip(*one.predicted.values())) / len(next(iter(one.predicted.values()))) for task, one in counted.items()}
    return {"runs": list(names), "pairs": {f"{a} | {b}": {"systems": [a, b], **changed(found, a, b)} for a, b in itertools.combinations(names, 2)},
            "tasks": {task: {"fleiss_kappa": kappas[task], "all_alike": alike[task]} for task in counted},
            "not_counted": {task: one.reasons for task, one in found.items() if one.reasons},
            **results.to_object(scored, call.facts(args, list(found)))}


# Tables

def make_tables(found: dict, made: str) -> list:
    """Pairs of runs, agreement by task, and the scores of runs and ensembles."""
    pairs = [[" and ".join(pair["systems"]), f"{pair['items']:,}", f"{pair['changed']:,}", tables.percent(pair["changed_share"])] for pair in found["pairs"].values()]
    by_task = [[task, tables.percent(row["all_alike"]), tables.fixed(row["fleiss_kappa"], 3)] for task, row in found["tasks"].items()]
    systems = [[name, *(tables.with_bounds(task["measures"].get(measure)) if task else tables.MISSING for measure in ("accuracy", "pair_accuracy") for task in [mean_of(system, measure)])]
               for name, system in found["systems"].items()]
    return [
        tables.Table("Changed predictions between runs", ("runs", "items", "changed", "percent"), pairs, "Items whose predicted option differs; a failed item is a prediction of its own."),
        tables.Table("Agreement by task", ("task", "all alike", "Fleiss' kappa"), by_task,
                     "All alike: items on which every run predicts the same option, percent. Kappa on predicted options; on their places among an item's options where items have different ones."),
        tables.Table("Runs and ensembles", ("system", "accuracy", "pair accuracy"), systems,
                     f"Percent, mean over the tasks that count for every run (intervals with one task alone). {MAJORITY}: share of the runs' votes for an option, the first listed wins a tie; "
                     f"{MEAN}: mean of the runs' probabilities. A failed run has no say.\n{made}")]


def mean_of(system: dict, measure: str):
    """{"measures": {measure: {"value", "interval"}}} over a system's tasks that have the measure; its interval where there is one task."""
    values = [task["measures"][measure] for task in system["tasks"].values() if measure in task["measures"]]
    if not values:
        return None
    return {"measures": {measure: values[0] if len(values) == 1 else {"value": math.fsum(value["value"] for value in values) / len(values), "interval": None}}}


# Command line

def ensemble_folder(out, name: str) -> Path:
    """The run folder of an ensemble. Raises ScoringError where another run stands there."""
    folder = Path(f"{out}-{name}")
    made = folder / "_run.json"
    record = tasks.read_json(made) if made.is_file() else None
    is_ours = isinstance(record, dict) and record.get("runner") == PROGRAM
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())) and not is_ours:
        raise tasks.ScoringError(f"{folder}: holds another run; choose another name with --out")
    return folder


def write_ensembles(out, root, found: dict) -> None:
    """Write both ensembles as runs that score.py reads: <out>-majority and <out>-mean."""
    for name in (MAJORITY, MEAN):
        folder, hashes = ensemble_folder(out, name), {}
        items.write_json(folder / "_run.json", {"runner": PROGRAM, "ensemble": name})
        for task, one in found.items():
            if one.ensembles:
                lines = [json.dumps({"id": key, "p": p} if p else {"id": key, "error": "no run has a valid answer"}, ensure_ascii=False) for key, p in one.ensembles[name]]
                items.write_bytes(folder / f"{task}.jsonl", ("\n".join(lines) + "\n").encode("utf-8"))
                data = items.read_bytes(items.task_folder(root, task) / "items.jsonl")
                hashes[task] = {**items.fingerprint(data), "items": len(lines)}
        items.write_json(folder / "_items.json", hashes)


def run(args) -> int:
    """Print the tables, write the files; 1 where no task counts for every run."""
    systems = call.parse_systems(args.systems)
    if len(systems) < 2:
        raise tasks.ScoringError("agreement needs two runs or more, each as NAME=DIR")
    if {MAJORITY, MEAN} & set(systems):
        raise tasks.ScoringError(f"{MAJORITY} and {MEAN} are the names of the ensembles; give the run another one")
    names = call.choose_tasks(args)
    for name in (MAJORITY, MEAN) if args.out else ():
        ensemble_folder(args.out, name)
    found = dict(zip(names, evaluate.run_jobs(agree_task, call.make_jobs(args, names, systems), args.jobs)))
    for one in found.values():
        for message in one.warnings:
            print(f"agreement.py: warning: {message}", file=sys.stderr)
    if not any(one.predicted for one in found.values()):
        print("\n".join(f"{task} does not count: {'; '.join(f'{name}: {reason}' for name, reason in one.reasons.items())}" for task, one in found.items()))
        return 1
    made = results.rounded_all(to_object(args, found, list(systems)))
    if args.json:
        items.write_json(args.json, made)
    if args.out:
        write_ensembles(args.out, args.root, found)
    lines = [f"{task} does not count: {name}{': ' if name else ''}{reason}" for task, reasons in made["not_counted"].items() for name, reason in reasons.items()]
    print("\n".join([*tables.to_texts(make_tables(made, call.legend_of(args))), *lines]))
    return 0


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="agreement.py", **console.about(__doc__))
    parser.add_argument("systems", nargs="+", metavar="NAME=DIR", help="two or more runs of one system")
    call.add_common(parser)
    parser.add_argument("--out", metavar="RUN", help="also write the ensembles as run folders RUN-majority and RUN-mean (default: no folders)")
    return parser


def main(argv=None) -> int:
    return call.guarded("agreement.py", run, make_parser().parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
