"""Partial-reading heuristics: how far rules that read part of a case get, beside the floor that arithmetic grants them.

Several roots are judged as one pool. A bounded rule more than four points above its floor on a pool is a finding; a single draw is
flagged only for what exceeds that by more than three standard errors. A rule judged by level counts by its best level. Fits need numpy
and are left out, with a note, without it.
Example: python3 audits/heuristics.py perm_inherit --root generated --root generated/seed_1
"""
from __future__ import annotations

import importlib
import math
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import audit, findings
from audits.partial import rules
from generators import cards, console, families, items

MARGIN = 0.04
"""How far above its floor a bounded rule may be, in accuracy."""
NOTED = 0.02
"""From here on a rule is marked, since its reason belongs in the audit's report."""
ERRORS = 3
LEVEL_HEADS = ("level 1: items / groups", "level 2", "level 3")
RIDGE = 1.0
"""Penalty of a fit on standardised counts, in items."""


class Result(NamedTuple):
    """What a rule reached on a pool: shares 0 to 1; `error` is the standard error with groups as clusters."""

    rule: str
    says: str
    floor: float
    accuracy: float | None
    groups: float | None
    levels: tuple
    error: float
    bounded: bool
    value: float
    """What stands against the floor: the accuracy, that of the best level for a rule judged by level, or the share of groups for one
    whose floor is one of groups."""
    level_groups: tuple = (None, None, None)
    """The share of groups with every member right, by level."""


def has_rules(task: str) -> bool:
    """Whether a family has a module of partial readers."""
    return (Path(__file__).resolve().parent / "partial" / f"{task}.py").is_file()


def read(task: str, rows) -> list:
    """The readings of some items, by the family's own solver. Raises items.ItemsError for a state that it cannot read."""
    solver = importlib.import_module(f"solvers.{task}")
    readings = []
    for item in rows:
        try:
            readings.append(rules.Reading(item, solver.read_case(item.state)))
        except ValueError as error:
            raise items.ItemsError(f"{item.id}: {error}") from None
    return readings


def counted(judged) -> tuple:
    """(accuracy, its standard error, share of groups with every member right, number of groups) of rows (reading, whether it is right)."""
    right = {}
    for reading, is_right in judged:
        right.setdefault(reading.item.group, []).append(is_right)
    accuracy = sum(map(sum, right.values())) / len(judged)
    spread = math.fsum((sum(group) - accuracy * len(group)) ** 2 for group in right.values())
    return accuracy, math.sqrt(spread) / len(judged), sum(map(all, right.values())) / len(right), len(right)


def floor_of(rule, predicted, readings) -> float:
    """The floor of a rule on some readings."""
    if rule.floor is rules.split_groups:
        return rules.split_groups(readings, predicted)
    return rule.floor(readings) if callable(rule.floor) else rule.floor


def measured(rule, predicted, readings) -> Result:
    """The Result of a rule's predictions."""
    judged = [(reading, option == reading.item.gold) for reading, option in zip(readings, predicted)]
    of_level = {level: counted(rows) for level in families.LEVELS for rows in [[row for row in judged if row[0].item.level == level]] if rows}
    accuracy, error, whole, groups = counted(judged)
    value = accuracy
    if getattr(rule, "of_groups", False):
        value, error = whole, math.sqrt(whole * (1 - whole) / groups)
    elif getattr(rule, "by_level", False):
        value, error = max(found[:2] for found in of_level.values())
    levels, level_groups = (tuple(of_level[level][place] if level in of_level else None for level in families.LEVELS) for place in (0, 2))
    return Result(rule.name, rule.says, floor_of(rule, predicted, readings), accuracy, whole, levels, error, rule.bounded, value, level_groups)


def tallied(tally: rules.Tally, readings) -> Result:
    """The Result of a share counted over whole groups."""
    def share(some):
        groups = {}
        for reading in some:
            groups.setdefault(reading.item.group, []).append(reading)
        counted = [value for value in map(tally.count, groups.values()) if value is not None]
        return (sum(counted) / len(counted), len(counted)) if counted else (None, 0)

    value, count = share(readings)
    levels = tuple(share([reading for reading in readings if reading.item.level == level])[0] for level in families.LEVELS)
    return Result(tally.name, tally.says, tally.floor, None, None, levels, math.sqrt(value * (1 - value) / count), tally.bounded, value)


def fit_predictions(fit: rules.Fit, readings, numpy) -> list:
    """Predictions of a ridge model on the fit's counts, each item by a model that saw no item of its group's fold."""
    options = sorted({reading.item.gold for reading in readings})
    counts = numpy.array([[float(count(reading)) for count in fit.counts.values()] for reading in readings])
    answers = numpy.array([options.index(reading.item.gold) for reading in readings])
    folds = numpy.array(audit.fold_numbers([reading.item for reading in readings]))
    predicted = numpy.zeros(len(readings), dtype=int)
    for fold in range(audit.FOLDS):
        train, test = folds != fold, folds == fold
        middle, scale = counts[train].mean(0), counts[train].std(0)
        scale[scale == 0] = 1.0
        known = (counts - middle) / scale
        target = numpy.eye(len(options))[answers[train]]
        gram = known[train].T @ known[train] + RIDGE * numpy.eye(counts.shape[1])
        weights = numpy.linalg.solve(gram, known[train].T @ (target - target.mean(0)))
        predicted[test] = (known[test] @ weights + target.mean(0)).argmax(1)
    return [options[place] for place in predicted]


def results(task: str, rows) -> tuple:
    """(results of every rule of a family on some items, names of the fits left out for want of numpy)."""
    module = importlib.import_module(f"audits.partial.{task}")
    readings = read(task, rows)
    found = [measured(rule, [rule.decide(reading) for reading in readings], readings) for rule in module.RULES]
    found += [tallied(tally, readings) for tally in getattr(module, "TALLIES", ())]
    fits = getattr(module, "FITS", ())
    try:
        import numpy
    except ImportError:
        return found, [fit.name for fit in fits]
    return found + [measured(fit, fit_predictions(fit, readings, numpy), readings) for fit in fits], []


def is_flagged(result: Result, draws: int) -> bool:
    """Whether a bounded rule is too far above its floor."""
    slack = MARGIN if draws > 1 else MARGIN + ERRORS * result.error
    return result.bounded and result.value > result.floor + slack + 1e-9


def percent(share) -> str:
    """A share in percent, a dash where there is none."""
    return "-" if share is None else f"{100 * share:.1f}"


def line(result: Result, draws: int) -> list:
    """The cells of a result's row."""
    mark = "DEFECT" if is_flagged(result, draws) else "noted" if result.bounded and result.value > result.floor + NOTED else "" if result.bounded else "published"
    shares = [result.floor, result.value, result.accuracy, result.groups]
    by_level = [percent(items_right) + ("" if groups_right is None else f" / {percent(groups_right)}")
                for items_right, groups_right in zip(result.levels, result.level_groups)]
    return [result.rule, *map(percent, shares), *by_level, mark, result.says]


def report(task: str, roots) -> int:
    """Print one family's table; returns the number of findings."""
    found, left_out = results(task, audit.pooled([findings.read_rows(root, task) for root in roots]))
    print(f"\n## {task}, {len(roots)} draw{'s' if len(roots) > 1 else ''}\n")
    print(cards.table(["rule", "floor", "reached", "items", "groups", *LEVEL_HEADS, "", "how it reads"],
                      [line(result, len(roots)) for result in found]), end="")
    if left_out:
        print(f"left out for want of numpy: {', '.join(left_out)}")
    return sum(is_flagged(result, len(roots)) for result in found)


def audit_all(roots, wanted) -> int:
    """Print what is found in the families of the roots; 1 where there is a finding, else 0. Raises ItemsError."""
    total = 0
    tasks = [task for task in findings.core_tasks(roots[0], wanted) if wanted or has_rules(task)]
    missing = [task for task in tasks if not has_rules(task)]
    if missing:
        raise items.ItemsError(f"{', '.join(missing)}: no partial readers in audits/partial/")
    for task in tasks:
        total += report(task, roots)
    print(f"\nheuristics.py: {total} finding{'' if total == 1 else 's'}" if total else "\nheuristics.py: all bounded rules within their margins")
    return 1 if total else 0


def main(argv=None) -> int:
    args = findings.arguments(__doc__, several_roots=True).parse_args(argv)
    return console.guarded("heuristics.py", lambda: audit_all(args.root or ["generated"], args.tasks), (items.ItemsError,))


if __name__ == "__main__":
    sys.exit(main())
