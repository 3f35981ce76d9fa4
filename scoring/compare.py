"""Compare two systems on the same items: paired differences with intervals, tests on groups, changed predictions.

Example: python3 scoring/compare.py A=runs/model-a B=runs/model-b
Every difference is the second system minus the first.
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, families, items
from scoring import aggregates, bootstrap, call, evaluate, metrics, paired, results, runs, sealed, tables, tasks

COLUMNS = ("accuracy", "pair_accuracy", "level3_pair_accuracy", "pair_direction", "automation_5", "accuracy_90", "share_90")
LEGEND = ("Every difference is the second system minus the first, in percentage points (layers, total and corrected: points of the 0 to 100 scale), over the "
          "same resamples for both.")
TEST_LEGEND = (f"McNemar: exact, two-sided, on groups wholly right for one system alone. Sign flips: {paired.FLIPS:,} seeded flips of the difference in right "
               "answers of a group, two-sided. Holm: the p-value before it, corrected over the core families compared. Right to wrong and so on: items, from "
               "the first system to the second; items of a group are not independent, hence no p-value.")


class Tests(NamedTuple):
    """Groups wholly right for A alone and for B alone, both p-values, and the items that changed."""

    only_a: int
    only_b: int
    mcnemar: float
    sign_flip: float
    changes: paired.Changes


class Compared(NamedTuple):
    """Two systems on one task; `reason` says why they are not compared, or is None; `tests` is None where there is no gold."""

    a: evaluate.TaskScore
    b: evaluate.TaskScore
    reason: str | None
    tests: Tests | None


# One task

def right_by_group(task, correct) -> list:
    """(right answers, whether all are right) of every group, in the order of units."""
    right = bootstrap.unit_sums(correct, task.units, task.unit_count)
    return list(zip(right, metrics.group_outcomes(correct, task.units).values()))


def tests_of(task, first, second, seed: int) -> Tests:
    """The tests of two Outcomes of a task."""
    a, b = right_by_group(task, first.correct), right_by_group(task, second.correct)
    only_a = sum(one[1] and not other[1] for one, other in zip(a, b))
    only_b = sum(other[1] and not one[1] for one, other in zip(a, b))
    moved = [other[0] - one[0] for one, other in zip(a, b)]
    return Tests(only_a, only_b, paired.mcnemar(only_a, only_b), paired.sign_flips(moved, task.name, seed),
                 paired.changes(first.predicted, first.correct, second.predicted, second.correct))


def compare_task(job: evaluate.Job) -> Compared:
    """Both systems of a job on its task, with the same resamples."""
    task, resamples, job = evaluate.prepare(job)
    (name_a, folder_a), (name_b, folder_b) = job.systems.items()
    answers_a, a = evaluate.score_run(task, folder_a, resamples, job)
    answers_b, b = evaluate.score_run(task, folder_b, resamples, job)
    reasons = [f"{name}: {found.reason}" for name, found in ((name_a, a), (name_b, b)) if not found.counted]
    if reasons or not task.has_gold:
        return Compared(a, b, "; ".join(reasons) or None, None)
    return Compared(a, b, None, tests_of(task, evaluate.settle(task, answers_a), evaluate.settle(task, answers_b), job.seed))


# Differences

def measure_object(a: aggregates.Mean, b: aggregates.Mean) -> dict:
    """{"a", "b", "difference", "interval"} of a measure."""
    found = results.pair_of(paired.difference(a, b))
    return {"a": results.rounded(a.value), "b": results.rounded(b.value), "difference": found.pop("value"), **found}


def task_object(pair: Compared) -> dict:
    """The JSON object of a compared task."""
    a, b = pair.a, pair.b
    made = {"track": a.track, "layer": a.layer, "metric": a.metric, "compared": pair.reason is None, "reason": pair.reason}
    if pair.reason is not None:
        return made
    measures = {name: measure_object(aggregates.unpacked(a.measures[name]), aggregates.unpacked(b.measures[name])) for name in a.measures}
    main, factor = measures[a.metric], 100 / (1 - a.chance)
    scaled = {"difference": main["difference"], "interval": main["interval"]}
    made["corrected"] = {"difference": None if scaled["difference"] is None else results.rounded(factor * scaled["difference"]),
                         "interval": None if scaled["interval"] is None else [results.rounded(factor * end) for end in scaled["interval"]]}
    made["measures"] = measures
    if pair.tests is not None:
        made.update(changes=pair.tests.changes._asdict(), mcnemar={"a_only": pair.tests.only_a, "b_only": pair.tests.only_b, "p": pair.tests.mcnemar},
                    sign_flip={"p": pair.tests.sign_flip})
    return made


def add_holm(found: dict) -> None:
    """Put Holm's corrected p-values over the core families beside the plain ones."""
    core = [task for task in found.values() if task["track"] == "core" and task["compared"]]
    for test in ("mcnemar", "sign_flip"):
        for task, value in zip(core, paired.holm([task[test]["p"] for task in core])):
            task[test]["p_holm"] = value


def both_counted(pairs: dict, side: str) -> dict:
    """One side's TaskScores of the tasks that are compared."""
    return {name: getattr(pair, side) for name, pair in pairs.items() if pair.reason is None}


def to_object(pairs: dict, systems: dict, args) -> dict:
    """The JSON object of a comparison."""
    scores_a, scores_b = both_counted(pairs, "a"), both_counted(pairs, "b")
    core_a, core_b = aggregates.core_headline(scores_a), aggregates.core_headline(scores_b)
    reference_a, reference_b = aggregates.reference_track(scores_a), aggregates.reference_track(scores_b)
    found = {name: task_object(pair) for name, pair in pairs.items()}
    add_holm(found)
    layers = {name: {**measure_object(layer.mean, reference_b.layers[name].mean), "complete": layer.is_complete} for name, layer in reference_a.layers.items()}
    total = None if reference_a.total is None else measure_object(reference_a.total, reference_b.total)
    return {
        **call.facts(args, list(pairs)),
        "a": list(systems)[0], "b": list(systems)[1], "tasks": found,
        "core": {"families_compared": core_a.families_counted,
                 "measures": {name: measure_object(core_a.macro[name], core_b.macro[name]) for name in aggregates.MACRO},
                 "pooled": {name: measure_object(core_a.pooled[name], core_b.pooled[name]) for name in aggregates.POOLED}},
        "reference": {"tasks_compared": reference_a.tasks_counted, "layers": layers, "total": total},
    }


# Tables

def difference_cell(measure, form) -> str:
    """A difference with its interval."""
    return tables.with_bounds({"value": measure["difference"], "interval": measure["interval"]} if measure else None, form)


def p_text(value) -> str:
    """A p-value with four decimals."""
    return tables.MISSING if value is None else "<0.0001" if value < 0.0001 else f"{value:.4f}"


def task_rows(found: dict, track: str) -> list:
    """(name, object) of the compared tasks of a track."""
    return [(name, task) for name, task in found["tasks"].items() if task["track"] == track and task["compared"]]


def difference_table(found: dict, track: str, made: str) -> tables.Table:
    """Differences of the grouped measures by task; core with the mean of 13 where all are compared."""
    rows = [[name, *(difference_cell(task["measures"].get(column), tables.percent) for column in COLUMNS)] for name, task in task_rows(found, track)]
    count, wanted = found["core"]["families_compared"], len(families.FAMILIES)
    sentence = ""
    if track == "core" and count == wanted:
        rows.append([f"mean of {wanted}", *(difference_cell(found["core"]["measures"][column], tables.percent) for column in COLUMNS)])
    elif track == "core":
        sentence = f"No headline: {count} of {wanted} families are compared, all {wanted} are needed.\n"
    head = ("task", *(tables.SHOWN[column] for column in COLUMNS))
    return tables.Table(f"{found['b']} minus {found['a']}: {track} tasks", head, rows, f"{sentence}{LEGEND}\n{tables.MAX_BIAS}\n{made}")


def reference_table(found: dict, made: str) -> tables.Table:
    """Differences by reference task, layer and total."""
    rows = [[name, task["layer"] or tables.MISSING, task["metric"], difference_cell(task["measures"][task["metric"]], tables.percent),
             difference_cell(task["corrected"], tables.points)] for name, task in task_rows(found, "reference")]
    for name, layer in found["reference"]["layers"].items():
        if layer["difference"] is not None:
            rows.append([f"layer {name}" + ("" if layer["complete"] else " (incomplete)"), name, "", "", difference_cell(layer, tables.points)])
    if found["reference"]["total"] is not None:
        rows.append(["total", "", "", "", difference_cell(found["reference"]["total"], tables.points)])
    return tables.Table(f"{found['b']} minus {found['a']}: reference track", ("task", "layer", "metric", "difference", "corrected"), rows,
                        f"{LEGEND}\nLayers and total: corrected values floored at 0.\n{made}")


def tests_table(found: dict) -> tables.Table:
    """P-values and changed items of every compared task with gold answers."""
    rows = []
    for name, task in found["tasks"].items():
        if "mcnemar" in task:
            test, flips, changed = task["mcnemar"], task["sign_flip"], task["changes"]
            rows.append([name, str(test["a_only"]), str(test["b_only"]), p_text(test["p"]), p_text(test.get("p_holm")), p_text(flips["p"]),
                         p_text(flips.get("p_holm")), *map(str, changed.values())])
    head = ("task", f"{found['a']} alone", f"{found['b']} alone", "McNemar p", "Holm", "sign-flip p", "Holm", "right to wrong", "wrong to right", "wrong to other")
    return tables.Table("Tests on groups and changed items", head, rows, TEST_LEGEND)


def text_of(found: dict, made: str) -> str:
    """Everything printed about a comparison."""
    parts = [difference_table(found, track, made) for track in ("core", "custom") if task_rows(found, track)]
    if task_rows(found, "reference"):
        parts.append(reference_table(found, made))
    parts.append(tests_table(found))
    lines = [f"{name} is not compared: {task['reason']}" for name, task in found["tasks"].items() if not task["compared"]]
    return "\n".join([*(f"{line}\n" for line in sealed.lines(found["commitments"])), *tables.to_texts(parts), *lines])


# Command line

def check_same_items(systems: dict, names) -> None:
    """Raises ScoringError where the two runs recorded different items files for a task."""
    (name_a, folder_a), (name_b, folder_b) = systems.items()
    (a, _), (b, _) = runs.read_hashes(folder_a), runs.read_hashes(folder_b)
    differing = [task for task in names if a.get(task) is not None and b.get(task) is not None and a[task] != b[task]]
    if differing:
        raise tasks.ScoringError(f"{name_a} and {name_b} were run on different items of {', '.join(differing)}; "
                                 "run both on the same items, or leave these tasks out with --tasks")


def run(args) -> int:
    """Print the comparison, write its JSON."""
    systems = call.parse_systems(args.systems)
    names = call.choose_tasks(args)
    check_same_items(systems, names)
    pairs = dict(zip(names, evaluate.run_jobs(compare_task, call.make_jobs(args, names, systems), args.jobs)))
    for pair in pairs.values():
        for name, found in zip(systems, pair[:2]):
            for message in found.warnings:
                print(f"compare.py: warning: {name}: {message}", file=sys.stderr)
    found = to_object(pairs, systems, args)
    if args.json:
        items.write_json(args.json, found)
    print(text_of(found, call.legend_of(args)))
    return 0 if any(task["compared"] for task in found["tasks"].values()) else 1


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="compare.py", **console.about(__doc__))
    parser.add_argument("systems", nargs=2, metavar="NAME=DIR", help="the two systems; differences are the second minus the first")
    call.add_common(parser)
    return parser


def main(argv=None) -> int:
    return call.guarded("compare.py", run, make_parser().parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
