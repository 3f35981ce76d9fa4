"""Why a system scores what it scores: contrast pairs, levels, planted details, kinds, confident errors, shared errors.

Every function takes what `TaskView` holds of one system on one task, or a list of them, and gives fractions 0 to 1.
Source of the analyses: arXiv:2610.28522, tables C3, D6, D7 and figures 4, D1, D2.
"""
from __future__ import annotations

import math
from typing import NamedTuple

from generators import families
from scoring import aggregates, bootstrap, evaluate, metrics

KIND_GROUPS = 20
"""A kind is shown from so many groups on."""
HALF = 0.5
FAILED = -1


class TaskView(NamedTuple):
    """One system on one task that counts.

    pairs: (p(yes) of the yes member, p(yes) of the no member) of every pair of a pair family, None where a member failed.
    pair_right, pair_items_right: pairs right, right items, of a pair family.
    levels: {level: (groups right, groups)}.
    planted: (right, items) of items planted false, then of items planted true; planted_draws: the same four in every resample.
    kinds: {kind: (groups right, groups, interval)}.
    errors, confident_errors, items: counts. wrong: {place of the option chosen, FAILED where there is none: the items that are wrong
    that way, as the bits of an integer}.
    main: the task's metric, not corrected.
    """

    task: str
    track: str
    chance: float
    pairs: tuple
    pair_right: int
    pair_items_right: int
    levels: dict
    planted: tuple
    planted_draws: tuple
    kinds: dict
    errors: int
    confident_errors: int
    items: int
    wrong: dict
    main: float | None


# One system on one task

def view_task(task, answers, resamples) -> TaskView:
    """What the analyses need of a system's answers to a task."""
    outcomes = evaluate.settle(task, answers)
    main = evaluate.main_value(task, answers, outcomes)
    if not task.has_gold:
        return TaskView(task.name, task.track, task.chance, (), 0, 0, {}, (), (), {}, 0, 0, len(task.items), {}, main)
    whole = metrics.group_outcomes(outcomes.correct, task.units)
    pairs = tuple(evaluate.direction_pairs(task, answers)) if task.is_direction_task else ()
    wrong_at = [level for level, is_right in zip(outcomes.confidence, outcomes.correct) if not is_right]
    points, draws = planted_counts(task, outcomes, resamples)
    return TaskView(
        task.name, task.track, task.chance, pairs, sum(whole.values()) if pairs else 0, sum(outcomes.correct) if pairs else 0,
        level_counts(task, whole), points, draws, kind_counts(task, whole, resamples), len(wrong_at),
        sum(level >= metrics.CONFIDENT for level in wrong_at), len(task.items),
        wrong_bits(outcomes), main)


def wrong_bits(outcomes) -> dict:
    """{place of the option chosen, FAILED without one: the wrong items as bits}."""
    found = {}
    for number, (chosen, is_right) in enumerate(zip(outcomes.predicted, outcomes.correct)):
        if not is_right:
            place = FAILED if chosen is None else chosen
            found[place] = found.get(place, 0) | 1 << number
    return found


def level_counts(task, whole: dict) -> dict:
    """{level: (groups right, groups)} of a task with groups and levels; whole: {unit: every member right}."""
    found = {}
    if task.is_grouped:
        for unit, level in enumerate(evaluate.first_of_units(task, [item.level for item in task.items])):
            if level is not None:
                right, groups = found.get(level, (0, 0))
                found[level] = (right + whole[unit], groups + 1)
    return found


def planted_counts(task, outcomes, resamples) -> tuple:
    """((right, items) without and with a planted element, the four counts in every resample); empty where the task marks neither."""
    points, draws = [], []
    for value in (False, True):
        there = [item.planted is value for item in task.items]
        right = [is_there and is_right for is_there, is_right in zip(there, outcomes.correct)]
        points.append((sum(right), sum(there)))
        draws += [evaluate.item_sums(task, resamples, right), evaluate.item_sums(task, resamples, there)]
    return (tuple(points), tuple(draws)) if all(items for _, items in points) else ((), ())


def kind_counts(task, whole: dict, resamples) -> dict:
    """{kind: (groups right, groups, interval)}: a group counts under every kind that one of its members carries."""
    carriers = {}
    for item, unit in zip(task.items, task.units):
        if item.kind is not None and item.group is not None:
            carriers.setdefault(item.kind, set()).add(unit)
    found = {}
    for kind, units in carriers.items():
        there = [unit in units for unit in range(task.unit_count)]
        right = [is_there and whole[unit] for unit, is_there in enumerate(there)]
        shares = bootstrap.ratios(bootstrap.weighted_sums(resamples, right), bootstrap.weighted_sums(resamples, there))
        found[kind] = (sum(right), len(units), bootstrap.interval(shares)[0])
    return found


# Pair direction and the threshold

def best_threshold(pairs) -> tuple:
    """(share of pairs right, threshold) for the one threshold t, `yes` where p(yes) > t, that gets most of these very pairs right.

    The lowest such threshold; it is fitted on the pairs that it is judged by, so its share is optimistic. A pair with a failed
    member (None) is never right.

    >>> best_threshold([(0.86, 0.84), (0.9, 0.2), None])
    (0.6666666666666666, 0.84)
    """
    steps = {}
    for pair in pairs:
        if pair is not None and pair[0] > pair[1]:
            steps[pair[1]] = steps.get(pair[1], 0) + 1
            steps[pair[0]] = steps.get(pair[0], 0) - 1
    best, at, right = 0, HALF, 0
    for threshold in sorted(steps):
        right += steps[threshold]
        if right > best:
            best, at = right, threshold
    return best / len(pairs), at


def direction(views) -> dict | None:
    """Pair direction, accuracy, pair accuracy and the best single threshold over all pairs of the pair families; None without any."""
    pair_views = [view for view in views if view.pairs]
    pairs = [pair for view in pair_views for pair in view.pairs]
    if not pairs:
        return None
    share, threshold = best_threshold(pairs)
    return {"families": len(pair_views), "pairs": len(pairs), "pair_direction": metrics.pair_direction(pairs),
            "accuracy": sum(view.pair_items_right for view in pair_views) / (2 * len(pairs)),
            "pair_accuracy": sum(view.pair_right for view in pair_views) / len(pairs),
            "best_threshold": threshold, "pair_accuracy_at_best_threshold": share}


def levels(views) -> dict:
    """{"families", "1", "2", "3", "change"}: mean over core families of pair accuracy at each level, and level 3 minus level 1."""
    core = [view for view in views if view.track == "core"]
    shares = {}
    for level in families.LEVELS:
        values = [view.levels[level][0] / view.levels[level][1] for view in core if level in view.levels]
        shares[str(level)] = math.fsum(values) / len(values) if len(values) == len(core) and values else None
    first, last = shares[str(families.LEVELS[0])], shares[str(families.LEVELS[-1])]
    return {"families": len(core), **shares, "change": None if None in (first, last) else last - first}


# Planted details and kinds

def planted(views) -> dict | None:
    """Accuracy on items planted false and planted true over the core families that mark them, and the paired gap with its interval."""
    marked = [view for view in views if view.track == "core" and view.planted]
    if not marked:
        return None
    unplanted, with_plant = ([sum(column) for column in zip(*(view.planted[place] for view in marked))] for place in (0, 1))
    sums = [[sum(values) for values in zip(*(view.planted_draws[place] for view in marked))] for place in range(4)]
    drawn = [bootstrap.ratios(sums[place], sums[place + 1]) for place in (0, 2)]
    gaps = [None if None in pair else pair[1] - pair[0] for pair in zip(*drawn)]
    values = [right / items for right, items in (unplanted, with_plant)]
    return {"families": len(marked), "unplanted": measure(values[0], drawn[0]), "planted": measure(values[1], drawn[1]),
            "gap": measure(values[1] - values[0], gaps)}


def measure(value, drawn) -> dict:
    """{"value", "interval"} of a value and its values in the resamples."""
    return {"value": value, "interval": bootstrap.interval(drawn)[0]}


def kinds(views, smallest: int = KIND_GROUPS) -> list:
    """The kinds of the core families with at least so many groups, the weakest first."""
    rows = [{"task": view.task, "kind": kind, "groups": groups, "pair_accuracy": {"value": right / groups, "interval": interval}}
            for view in views if view.track == "core" for kind, (right, groups, interval) in view.kinds.items() if groups >= smallest]
    return sorted(rows, key=lambda row: (row["pair_accuracy"]["value"], row["task"], row["kind"]))


# Errors

def errors(views) -> dict:
    """Wrong core items, and the share of them at confidence 0.90 or more (None without an error)."""
    core = [view for view in views if view.track == "core"]
    wrong, confident = sum(view.errors for view in core), sum(view.confident_errors for view in core)
    return {"families": len(core), "items": sum(view.items for view in core), "errors": wrong, "confident": confident,
            "confident_share": confident / wrong if wrong else None}


def overlap(views_a, views_b) -> dict | None:
    """Errors that two systems share on the core tasks that count for both; None without a common task.

    `expected` is how many they would share if errors fell independently within every task; `jaccard` is shared errors over items
    that at least one gets wrong; `same_answer` counts shared errors with the same wrong option.
    """
    others = {view.task: view for view in views_b if view.track == "core"}
    both = [(view, others[view.task]) for view in views_a if view.track == "core" and view.task in others]
    if not both:
        return None
    shared = sum(ones(any_of(one) & any_of(other)) for one, other in both)
    wrong_a, wrong_b = (sum(view.errors for view in side) for side in zip(*both))
    either = wrong_a + wrong_b - shared
    same = sum(ones(bits & other.wrong.get(place, 0)) for one, other in both for place, bits in one.wrong.items() if place != FAILED)
    return {"tasks": len(both), "a": wrong_a, "b": wrong_b, "shared": shared, "expected": math.fsum(one.errors * other.errors / one.items for one, other in both),
            "jaccard": shared / either if either else None, "same_answer": same}


def any_of(view) -> int:
    """The wrong items of a view as bits."""
    return sum(view.wrong.values())


def ones(bits: int) -> int:
    """How many bits are 1."""
    return bin(bits).count("1")


# Both tracks

def track_scores(views) -> dict:
    """{"core": mean pair accuracy of the 13 families, "reference": total of the reference track}; None where a task is missing."""
    core = [view for view in views if view.track == "core"]
    is_whole = len(core) == len(families.FAMILIES)
    counted = {view.task: aggregates.Mean(aggregates.floored(view.main, view.chance)) for view in views if view.track == "reference"}
    total = aggregates.combine_layers(counted).total
    return {"core": math.fsum(view.main for view in core) / len(core) if is_whole else None, "reference": None if total is None else total.value}


def ranks(values) -> list:
    """The rank of every value from 1 up, equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found, start = [0.0] * len(values), 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for place in order[start:end]:
            found[place] = (start + 1 + end) / 2
        start = end
    return found


def spearman(first, second):
    """Spearman's rank correlation, -1 to 1: Pearson's correlation of the ranks; None below three values or where one side is all equal.

    >>> spearman([1, 2, 3, 4], [10, 20, 40, 30])
    0.8
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} and {len(second)} values")
    if len(first) < 3:
        return None
    middle = (len(first) + 1) / 2
    a, b = ([rank - middle for rank in ranks(values)] for values in (first, second))
    spread = math.fsum(x * x for x in a) * math.fsum(y * y for y in b)
    return math.fsum(x * y for x, y in zip(a, b)) / math.sqrt(spread) if spread else None


# Exposure

def gap_draws(named, unlisted, values: dict, resamples) -> list:
    """Mean of the named tasks minus mean of the unlisted ones in every resample of tasks within each."""
    drawn = [[sum(times * values[task] for times, task in zip(row, tasks)) / len(tasks) for row in bootstrap.multiplicities(part)]
             for tasks, part in zip((named, unlisted), resamples)]
    return [first - second for first, second in zip(*drawn)]


def exposure(flags: dict, values: dict, controls, label: str, count: int, seed: int) -> dict:
    """The gap between tasks of named and of unlisted sources, and what is left of it beside control systems.

    flags: {task: True for named, False for unlisted}; values: {task: floored corrected score} of the system; controls: the same
    of every control system. Tasks are resampled within named and within unlisted; the controls' mean gap is taken on the same
    resample. The streams have the labels `exposure|<label>|named` and `exposure|<label>|unlisted`, the units are tasks.
    Raises ValueError where one of the two sides is empty.
    """
    named, unlisted = ([task for task, is_named in flags.items() if is_named is side] for side in (True, False))
    if not named or not unlisted:
        raise ValueError(f"{label}: {len(named)} named and {len(unlisted)} unlisted tasks with a score; both are needed")
    resamples = [bootstrap.draw_resamples(f"exposure|{label}|{side}", len(tasks), count, seed) for side, tasks in (("named", named), ("unlisted", unlisted))]

    def gap(scores):
        return math.fsum(scores[task] for task in named) / len(named) - math.fsum(scores[task] for task in unlisted) / len(unlisted)

    own = gap_draws(named, unlisted, values, resamples)
    found = {"named": len(named), "unlisted": len(unlisted), "gap": measure(gap(values), own), "adjusted": None}
    if controls:
        others = [gap_draws(named, unlisted, scores, resamples) for scores in controls]
        rest = [mine - math.fsum(row) / len(row) for mine, row in zip(own, zip(*others))]
        found["adjusted"] = measure(gap(values) - math.fsum(map(gap, controls)) / len(controls), rest)
    return found
