"""Keeping planned shares over a family: values spread evenly, and choosing among candidate cases.

Chance alone breaks tight bounds on a few hundred groups: a shortcut without any signal still moves by two points.
So a generator draws several candidates for a group and keeps the one that holds all running totals nearest to plan.
All arithmetic is in whole numbers.
"""
from __future__ import annotations

from typing import Mapping


def spread(rng, values, size: int, turn: int = 0) -> list:
    """`size` values, each as often as the others to within one, in drawn order; `turn` says which ones come once more."""
    values = list(values)
    return rng.shuffled(values[(place + turn) % len(values)] for place in range(size))


class Balance:
    """Running totals of named measures with a planned share each.

    targets: {name: (numerator, denominator)}, the planned mean of the measure over the groups chosen;
    weights: {name: whole number}, how much a name counts (1 where not given).
    """

    def __init__(self, targets: Mapping, weights: Mapping | None = None):
        self._targets = dict(targets)
        self._weights = dict(weights or {})
        self._totals = {name: 0 for name in targets}
        self._counts = {name: 0 for name in targets}

    def distance(self, measures: Mapping) -> int:
        """How far the totals would be from plan after taking a candidate with these measures.

        A name missing from `measures` does not apply to the candidate and keeps its total and count.
        """
        far = 0
        for name, value in measures.items():
            part, whole = self._targets[name]
            off = whole * (self._totals[name] + value) - part * (self._counts[name] + 1)
            far += self._weights.get(name, 1) * off * off * (60 // whole if whole <= 60 else 1) ** 2
        return far

    def take(self, measures: Mapping) -> None:
        """Add the chosen candidate's measures to the totals."""
        for name, value in measures.items():
            self._totals[name] += value
            self._counts[name] += 1

    def choose(self, candidates, measure):
        """The first candidate with the least distance, after taking it; `measure(candidate)` gives its measures."""
        best = best_measures = best_distance = None
        for candidate in candidates:
            measures = measure(candidate)
            distance = self.distance(measures)
            if best_distance is None or distance < best_distance:
                best, best_measures, best_distance = candidate, measures, distance
                if distance == 0:
                    break
        if best_measures is None:
            raise ValueError("no candidate to choose from")
        self.take(best_measures)
        return best
