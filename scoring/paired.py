"""Two systems on the same items: differences, exact and resampled tests on groups, changed predictions."""
from __future__ import annotations

import math
from collections import Counter
from typing import NamedTuple

from scoring import aggregates, bootstrap

FLIPS = 10_000
BITS = 48
"""Random bits taken from one double of the stream."""


class Changes(NamedTuple):
    """Items whose prediction differs, by what became of them from A to B. Items of a group are not independent: no p-value."""

    right_to_wrong: int
    wrong_to_right: int
    wrong_to_other: int


def changes(predicted_a, correct_a, predicted_b, correct_b) -> Changes:
    """How many items went from right to wrong, from wrong to right, and from one wrong answer to another.

    predicted: option places, None for a failed item, which is a wrong answer of its own.

    >>> changes([0, 1, 1, None], [True, False, False, False], [1, 0, 2, 2], [False, True, False, False])
    Changes(right_to_wrong=1, wrong_to_right=1, wrong_to_other=2)
    """
    rows = list(zip(predicted_a, correct_a, predicted_b, correct_b))
    return Changes(sum(before and not after for _, before, _, after in rows), sum(after and not before for _, before, _, after in rows),
                   sum(not before and not after and first != second for first, before, second, after in rows))


def mcnemar(only_a: int, only_b: int) -> float:
    """Two-sided exact p-value of McNemar's test: only_a groups are wholly right for A alone, only_b for B alone.

    >>> mcnemar(0, 5)
    0.0625
    """
    n = only_a + only_b
    tail = sum(math.comb(n, k) for k in range(min(only_a, only_b) + 1))
    return min(1.0, 2 * tail / 2 ** n)


def sign_flips(differences, label: str, seed: int, flips: int = FLIPS) -> float:
    """Two-sided p-value of the sign-flip test on whole-number differences, one a group: (1 + flips at least as far out) / (1 + flips).

    The stream has the label `<task>|flips` and as units the groups. A flip gives the groups of each size of difference,
    smallest size first, one random bit each: the leading 48 bits of as many doubles as are needed.

    >>> sign_flips([0, 0], "t", 1)
    1.0
    """
    draw = bootstrap.stream(seed, f"{label}|flips", len(differences)).random
    sizes = sorted(Counter(abs(value) for value in differences if value).items())
    observed = abs(sum(differences))
    hits = sum(abs(sum(size * (2 * heads(draw, count) - count) for size, count in sizes)) >= observed for _ in range(flips))
    return (1 + hits) / (1 + flips)


def heads(draw, count: int) -> int:
    """How many of `count` random bits are 1."""
    total = 0
    while count > 0:
        width = min(BITS, count)
        total += bin(int(draw() * (1 << width))).count("1")
        count -= width
    return total


def holm(p_values) -> list:
    """Holm's step-down corrected p-values, in the order given.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected, highest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = highest
    return corrected


def minus(later, earlier):
    """later - earlier, None where one of them is None."""
    return None if later is None or earlier is None else later - earlier


def difference(a: aggregates.Mean, b: aggregates.Mean) -> aggregates.Mean:
    """B - A, resample by resample; without interval where one of them has none."""
    resampled = None
    if a.resampled is not None and b.resampled is not None:
        resampled = [minus(later, earlier) for later, earlier in zip(b.resampled, a.resampled)]
    return aggregates.Mean(minus(b.value, a.value), resampled)
