"""Simulated systems with known accuracy: how often do the 95 % intervals hold it, and how often do the paired tests cry wolf?

Example: python3 tests/bench_intervals.py --systems 2000
A simulated system is confident on 60 % of the items, right there with probability .99, and right on the rest with a lower
one; members of a group share their luck in some groups. Accuracy, pair accuracy and automation at 5 % of such a system are
known exactly. Exit 1 where a coverage leaves 93 to 97 % or a false-positive rate exceeds .06; the weakly separating system,
whose automation is known to be biased, is shown only.
"""
from __future__ import annotations

import argparse
import math
import random
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, families
from scoring import bootstrap, evaluate, metrics, paired

CONFIDENT_SHARE = 0.6
CONFIDENT_RIGHT = 0.99
SHARED = 0.3
"""Share of the groups whose members share their luck."""
WEAK_RIGHT = 0.94
MEASURES = ("accuracy", "pair accuracy", "automation 5 %")
CHUNK = 50


class Model(NamedTuple):
    """How right a simulated system is on its confident items and on the others."""

    confident: float
    other: float


def model_of(family) -> Model:
    """The model of a family: the 13 differ in how hard the other items are."""
    return Model(CONFIDENT_RIGHT, 0.40 + 0.03 * list(families.BY_NAME).index(family.name))


def group_sizes(family) -> list:
    """Members of every group of a family."""
    return [size for _ in families.LEVELS for size, count in family.shape.groups_per_level.items() for _ in range(count)]


def truth(model: Model, sizes) -> dict:
    """The expected measures of a model, in closed form."""
    share = CONFIDENT_SHARE
    right = share * model.confident + (1 - share) * model.other
    pairs = [(1 - SHARED) * right ** size + SHARED * (model.other + share ** size * (model.confident - model.other)) for size in sizes]
    low, high = 1 - model.confident, 1 - model.other
    allowed = metrics.MAX_ERROR_PERCENT / 100
    if low > allowed:
        automated = 0.0
    else:
        automated = 1.0 if high <= allowed else min(1.0, share * (high - low) / (high - allowed))
    return {"accuracy": right, "pair accuracy": math.fsum(pairs) / len(pairs), "automation 5 %": automated}


def simulate(rng, model: Model, sizes):
    """(confidence, correct) of one simulated system, items in the order of groups."""
    draw, confidence, correct = rng.random, [], []
    for size in sizes:
        luck = draw() if draw() < SHARED else None
        for _ in range(size):
            place = draw()
            right = model.confident if place >= 1 - CONFIDENT_SHARE else model.other
            confidence.append(place)
            correct.append((draw() if luck is None else luck) < right)
    return confidence, correct


def units_of(sizes) -> list:
    """The unit of every item."""
    return [unit for unit, size in enumerate(sizes) for _ in range(size)]


def resampled(resamples, sizes, confidence, correct) -> dict:
    """The three measures in all resamples."""
    units = units_of(sizes)
    whole = list(metrics.group_outcomes(correct, units).values())
    totals = bootstrap.weighted_sums(resamples, sizes)
    right = bootstrap.weighted_sums(resamples, bootstrap.unit_sums(correct, units, len(sizes)))
    return {"accuracy": bootstrap.ratios(right, totals),
            "pair accuracy": bootstrap.ratios(bootstrap.weighted_sums(resamples, whole), [len(sizes)] * resamples.count),
            "automation 5 %": bootstrap.automation(resamples, bootstrap.order_items(confidence, correct, units), totals)}


def holds(values, expected: float) -> bool:
    """Whether the interval of resampled values holds the expected one."""
    low, high = bootstrap.interval(values)[0]
    return low <= expected <= high


def cover_chunk(job) -> dict:
    """{(family or "macro", measure): intervals that hold the truth} over the systems of one chunk."""
    first, count, resample_count = job
    drawn = {family.name: bootstrap.draw_resamples(family.name, len(group_sizes(family)), resample_count) for family in families.FAMILIES}
    hits = {}
    for number in range(first, first + count):
        by_family = {}
        for family in families.FAMILIES:
            sizes, model = group_sizes(family), model_of(family)
            confidence, correct = simulate(random.Random(f"{family.name} {number}"), model, sizes)
            by_family[family.name] = resampled(drawn[family.name], sizes, confidence, correct), truth(model, sizes)
        for measure in MEASURES:
            for name, (values, expected) in by_family.items():
                hits[name, measure] = hits.get((name, measure), 0) + holds(values[measure], expected[measure])
            macro = [math.fsum(values) / len(values) for values in zip(*(values[measure] for values, _ in by_family.values()))]
            mean = math.fsum(expected[measure] for _, expected in by_family.values()) / len(by_family)
            hits["macro", measure] = hits.get(("macro", measure), 0) + holds(macro, mean)
    return hits


def coverage(systems: int, resamples: int, jobs: int) -> dict:
    """{(family or "macro", measure): share of systems whose interval holds the truth}."""
    work = [(first, min(CHUNK, systems - first), resamples) for first in range(0, systems, CHUNK)]
    totals = {}
    for done, hits in enumerate(evaluate.run_jobs(cover_chunk, work, jobs), 1):
        for key, count in hits.items():
            totals[key] = totals.get(key, 0) + count
        print(f"\r{done} of {len(work)} chunks", end="\n" if done == len(work) else "", file=sys.stderr, flush=True)
    return {key: count / systems for key, count in totals.items()}


def weak_coverage(systems: int, resample_count: int):
    """(coverage, mean point value) of automation for a system with 6 % errors everywhere, whose automation is 0."""
    family = families.FAMILIES[0]
    sizes, model = group_sizes(family), Model(WEAK_RIGHT, WEAK_RIGHT)
    drawn, hits, points = bootstrap.draw_resamples(family.name, len(sizes), resample_count), 0, []
    for number in range(systems):
        confidence, correct = simulate(random.Random(f"weak {number}"), model, sizes)
        hits += holds(resampled(drawn, sizes, confidence, correct)["automation 5 %"], truth(model, sizes)["automation 5 %"])
        points.append(metrics.automation(confidence, correct))
    return hits / systems, math.fsum(points) / systems


def false_positives(family, pairs: int, flips: int):
    """(McNemar's, the sign-flip test's) share of p-values of at most .05 over pairs of systems with the same model."""
    sizes, model, units = group_sizes(family), model_of(family), units_of(group_sizes(family))
    exact = flipped = 0
    for number in range(pairs):
        rng = random.Random(f"pair {family.name} {number}")
        first, second = (simulate(rng, model, sizes)[1] for _ in range(2))
        a, b = (list(metrics.group_outcomes(correct, units).values()) for correct in (first, second))
        exact += paired.mcnemar(sum(x and not y for x, y in zip(a, b)), sum(y and not x for x, y in zip(a, b))) <= 0.05
        rights = (bootstrap.unit_sums(correct, units, len(sizes)) for correct in (first, second))
        flipped += paired.sign_flips([y - x for x, y in zip(*rights)], f"{family.name} {number}", 1, flips) <= 0.05
    return exact / pairs, flipped / pairs


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(**console.about(__doc__))
    parser.add_argument("--systems", type=int, default=2000, help="simulated systems (default: 2000)")
    parser.add_argument("--resamples", type=int, default=1000, help="bootstrap resamples (default: 1000)")
    parser.add_argument("--flips", type=int, default=2000, help="flips of the sign-flip test (default: 2000)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    args = parser.parse_args(argv)
    found, is_good = coverage(args.systems, args.resamples, args.jobs), True
    print(f"Coverage of 95 % intervals, {args.systems} systems, {args.resamples} resamples (percent)")
    print(f"{'':20}" + "".join(f"{measure:>16}" for measure in MEASURES))
    for name in [*families.BY_NAME, "macro"]:
        shares = [found[name, measure] for measure in MEASURES]
        outside = [not 0.93 <= share <= 0.97 for share in shares]
        is_good = is_good and not any(outside)
        print(f"{name:20}" + "".join(f"{100 * share:14.1f}{' *' if is_outside else '  '}" for share, is_outside in zip(shares, outside)))
    share, point = weak_coverage(min(args.systems, 500), args.resamples)
    print(f"weakly separating (6 % errors everywhere, automation 0): coverage {100 * share:.1f} %, mean automation found {100 * point:.1f} %")
    for family in (families.BY_NAME[name] for name in ("log_count_check", "policy_case", "record_rule")):
        rates = false_positives(family, args.systems, args.flips)
        is_good = is_good and max(rates) <= 0.06
        print(f"false positives at .05, {family.name}: McNemar {rates[0]:.3f}, sign flips {rates[1]:.3f}")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
