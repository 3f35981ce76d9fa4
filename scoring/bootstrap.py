"""Resampling of units, and the measures of metrics.py recomputed from units with their multiplicities.

How often each unit is drawn in a resample stands in `Resamples.rows`, one byte each. Sums over units are whole numbers
(fractions are scaled by 2**40), so they are exact and equal however they are made. In the standard library all resamples
are summed at once: one big integer holds a lane of a few bytes for each resample, and adding two of them adds every lane.
numpy is used where it is installed, for the draws and for what needs a division in every step; results agree to 1e-12.
"""
from __future__ import annotations

import functools
import hashlib
import math
import random
from itertools import accumulate
from operator import add, itemgetter, mul, sub, truediv
from typing import NamedTuple

from scoring import metrics

SEED = 20261007
RESAMPLES = 1000
FLOOR_REDRAWS = 200
SCALE = 2 ** 40
"""Fractions become whole numbers by this factor: an error below 1e-12 in every mean."""
COUNT_BYTES, SUM_BYTES, SQUARE_BYTES = 4, 8, 16
"""Bytes of a lane: numbers of items; scaled fractions; products of two scaled fractions."""
AT_ONCE = 20
"""Resamples that numpy works on together: what fits into a processor's cache."""


@functools.lru_cache(maxsize=None)
def load_numpy():
    """numpy where it is installed, else None."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


class Resamples(NamedTuple):
    """`count` resamples of `units` units: rows holds the multiplicities, resample after resample, one byte a unit.

    lanes[width] gives for every unit the integer whose lane b (of `width` bytes) is its multiplicity in resample b.
    """

    count: int
    units: int
    rows: bytes
    lanes: dict


def stream(seed: int, label: str, units: int) -> random.Random:
    """The generator of a task's resamples: the same for every system, whatever else is scored."""
    digest = hashlib.sha256(f"{seed}|{label}|{units}".encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))


def count_rows(rng, units: int, count: int) -> bytes:
    """Multiplicities of `count` resamples, in the standard library."""
    draw, rows = rng.random, []
    for _ in range(count):
        row = bytearray(units)
        for _ in range(units):
            row[int(draw() * units)] += 1
        rows.append(row)
    return b"".join(rows)


def count_rows_numpy(numpy, rng, units: int, count: int) -> bytes:
    """The same bytes from numpy's generator, which continues Python's from the same state with the same doubles."""
    _, state, _ = rng.getstate()
    source = numpy.random.RandomState()
    source.set_state(("MT19937", numpy.array(state[:-1], dtype=numpy.uint32), state[-1]))
    rows = []
    for _ in range(count):
        drawn = (source.random_sample(units) * units).astype(numpy.int64)
        rows.append(numpy.bincount(drawn, minlength=units).astype(numpy.uint8).tobytes())
    return b"".join(rows)


def draw_resamples(label: str, units: int, count: int = RESAMPLES, seed: int = SEED) -> Resamples:
    """The resamples of a task; label is its name (`<task>|fresh` for the second set of an independent comparison)."""
    rng = stream(seed, label, units)
    numpy = load_numpy()
    rows = count_rows_numpy(numpy, rng, units, count) if numpy else count_rows(rng, units, count)
    return Resamples(count, units, rows, {})


def multiplicities(resamples: Resamples):
    """Each resample's bytes: how often every unit was drawn."""
    size = resamples.units
    return (resamples.rows[start:start + size] for start in range(0, size * resamples.count, size))


# Sums over units, for all resamples at once

def lanes(resamples: Resamples, width: int) -> list:
    """For every unit its multiplicities in all resamples as one integer with lanes of `width` bytes; made once."""
    if width not in resamples.lanes:
        made = []
        for unit in range(resamples.units):
            spread = bytearray(resamples.count * width)
            spread[::width] = resamples.rows[unit::resamples.units]
            made.append(int.from_bytes(spread, "little"))
        resamples.lanes[width] = made
    return resamples.lanes[width]


def split_lanes(total: int, count: int, width: int) -> list:
    """The numbers that stand in the lanes of an integer."""
    data = total.to_bytes(count * width, "little")
    return [int.from_bytes(data[start:start + width], "little") for start in range(0, count * width, width)]


def unit_sums(values, units, unit_count: int) -> list:
    """The sum of the items' values in every unit."""
    sums = [0] * unit_count
    for value, unit in zip(values, units):
        sums[unit] += value
    return sums


def weighted_sums(resamples: Resamples, values, width: int = COUNT_BYTES) -> list:
    """For every resample the sum over units of multiplicity times value; values are whole numbers from 0 on, one a unit."""
    columns = lanes(resamples, width)
    total = sum(column * value if value != 1 else column for column, value in zip(columns, values) if value)
    return split_lanes(total, resamples.count, width)


def scaled(values) -> list:
    """Fractions from 0 on as whole numbers."""
    return [round(value * SCALE) for value in values]


def ratios(above, below, scale: int = 1) -> list:
    """above / (below * scale) for every resample, None where the denominator is 0."""
    return [None if under == 0 else over / (under * scale) for over, under in zip(above, below)]


# Measures that depend on an order

class Order(NamedTuple):
    """Items from the highest to the lowest confidence: their units, whether they are wrong, where each tie block ends (position + 1)."""

    units: tuple
    wrong: tuple
    ends: tuple


def order_items(confidence, correct, units) -> Order:
    """The order in which items are decided alone."""
    blocks = metrics.tie_blocks(confidence)
    places = [place for block in blocks for place in block]
    return Order(tuple(units[place] for place in places), tuple(not correct[place] for place in places),
                 tuple(accumulate(len(block) for block in blocks)))


def automation(resamples: Resamples, order: Order, totals) -> list:
    """metrics.automation of every resample; totals: its items. The error level of 5 % is written as errors * 20 <= items.

    A lane of `margin` holds 2**31 + items - 20 * errors of the prefix; its highest bit says whether the prefix qualifies.
    """
    columns = lanes(resamples, COUNT_BYTES)
    bits = 8 * COUNT_BYTES
    ones = int.from_bytes((b"\x01" + bytes(COUNT_BYTES - 1)) * resamples.count, "little")
    allowed = 100 // metrics.MAX_ERROR_PERCENT
    margin, taken, best, ends = ones << (bits - 1), 0, 0, set(order.ends)
    for place, (unit, is_wrong) in enumerate(zip(order.units, order.wrong), 1):
        column = columns[unit]
        taken += column
        margin += column if not is_wrong else -(allowed - 1) * column
        if place in ends:
            holds = (margin >> (bits - 1)) & ones
            best ^= (best ^ taken) & ((holds << bits) - holds)
    return ratios(split_lanes(best, resamples.count, COUNT_BYTES), totals)


def aurc(resamples: Resamples, order: Order) -> list:
    """metrics.aurc of every resample."""
    numpy = load_numpy()
    return _aurc_numpy(numpy, resamples, order) if numpy else _aurc_plain(resamples, order)


def picker(places):
    """A function that takes these places out of a sequence, as a tuple."""
    return itemgetter(*places) if len(places) > 1 else lambda values: (values[places[0]],)


def _aurc_plain(resamples, order):
    pick, wrong = picker(order.units), order.wrong
    at_ends = None if len(order.ends) == len(order.units) else picker([end - 1 for end in order.ends])
    results = []
    for row in multiplicities(resamples):
        weights = pick(row)
        taken, errors = list(accumulate(weights)), list(accumulate(map(mul, weights, wrong)))
        if at_ends:
            taken, errors = at_ends(taken), at_ends(errors)
            weights = [taken[0], *map(sub, taken[1:], taken)]
        first = next(place for place, count in enumerate(taken) if count)
        risks = map(truediv, errors[first:], taken[first:])
        results.append(math.fsum(map(mul, weights[first:], risks)) / taken[-1])
    return results


def _aurc_numpy(numpy, resamples, order):
    rows = numpy.frombuffer(resamples.rows, dtype=numpy.uint8).reshape(resamples.count, resamples.units)
    ends, units, wrong = numpy.array(order.ends) - 1, numpy.array(order.units), numpy.array(order.wrong)
    results = []
    for start in range(0, resamples.count, AT_ONCE):
        weights = rows[start:start + AT_ONCE].take(units, axis=1)
        taken = numpy.cumsum(weights, axis=1, dtype=numpy.int32)[:, ends]
        errors = numpy.cumsum(weights * wrong, axis=1, dtype=numpy.int32)[:, ends]
        risks = errors / numpy.maximum(taken, 1)
        risks *= numpy.diff(taken, axis=1, prepend=0)
        results += (risks.sum(axis=1) / taken[:, -1]).tolist()
    return results


def auroc(resamples: Resamples, scores, positive, units) -> list:
    """metrics.auroc of every resample, None where one class is empty.

    Each positive item wins against the negative ones before its tie block once, and ties with those inside it.
    """
    order = [place for block in reversed(metrics.tie_blocks(scores)) for place in block]
    values = [scores[place] for place in order if not positive[place]]
    negatives = [units[place] for place in order if not positive[place]]
    winners = [place for place in order if positive[place]]
    if not negatives or not winners:
        return [None] * resamples.count
    lows, highs = _tie_borders(values, [scores[place] for place in winners])
    pick_negatives, pick_winners = picker(negatives), picker([units[place] for place in winners])
    pick_lows, pick_highs = picker(lows), picker(highs)
    results = []
    for row in multiplicities(resamples):
        below = [0, *accumulate(pick_negatives(row))]
        weights = pick_winners(row)
        pairs = 2 * below[-1] * sum(weights)
        won = sum(map(mul, weights, map(add, pick_lows(below), pick_highs(below))))
        results.append(won / pairs if pairs else None)
    return results


def _tie_borders(negatives, positives):
    """For every positive score (ascending) how many of the negative ones (ascending) are lower, and how many are not higher."""
    lows, highs, low, high = [], [], 0, 0
    for score in positives:
        while low < len(negatives) and negatives[low] < score:
            low += 1
        while high < len(negatives) and negatives[high] <= score:
            high += 1
        lows.append(low)
        highs.append(high)
    return lows, highs


def skill(resamples: Resamples, probability, rate, units) -> list:
    """metrics.skill of every resample, None where all its rates are equal."""
    def sums(values, width):
        return weighted_sums(resamples, unit_sums(values, units, resamples.units), width)

    rates = scaled(rate)
    counts = sums([1] * len(rates), COUNT_BYTES)
    errors = sums(scaled((p - value) ** 2 for p, value in zip(probability, rate)), SUM_BYTES)
    first, second = sums(rates, SUM_BYTES), sums([value * value for value in rates], SQUARE_BYTES)
    spreads = (n * squares - total * total for n, total, squares in zip(counts, first, second))
    return [None if spread == 0 else 1 - n * error * SCALE / spread for n, error, spread in zip(counts, errors, spreads)]


# Intervals

def percentile(ordered, percent: float):
    """The value at position percent/100 * (m - 1) of m sorted values, linear between neighbours.

    >>> percentile([1.0, 2.0, 3.0, 4.0], 2.5)
    1.075
    """
    position = percent / 100 * (len(ordered) - 1)
    low = int(position)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (position - low)


def interval(values):
    """([2.5th, 97.5th percentile], how many resamples had no value); (None, n) where none had one."""
    there = sorted(value for value in values if value is not None)
    missing = len(values) - len(there)
    return ([percentile(there, 2.5), percentile(there, 97.5)] if there else None), missing


# The noise floor of the calibration error

def calibration_floor(confidence, label: str, seed: int = SEED, redraws: int = FLOOR_REDRAWS):
    """Mean calibration error of seeded redraws in which each item is right with probability equal to its confidence.

    The stream has the label `<task>|floor` and as units the items; redraw r asks for one number an item, in file order.
    """
    draw = stream(seed, f"{label}|floor", len(confidence)).random
    bins = [metrics.calibration_bin(level) - 1 for level in confidence]
    used = sorted(set(bins))
    bit = {number: 32 * place for place, number in enumerate(used)}
    flags = [1 << bit[number] for number in bins]
    sums = [math.fsum(level for level, number in zip(confidence, bins) if number == held) for held in used]
    gaps = []
    for _ in range(redraws):
        right = sum(flag for flag, level in zip(flags, confidence) if draw() < level)
        gaps.append(math.fsum(abs((right >> bit[number] & 0xFFFFFFFF) - total) for number, total in zip(used, sums)))
    return math.fsum(gaps) / redraws / len(confidence)
