"""Scores of all systems of a call, and their JSON form: fractions 0 to 1, corrected values 0 to 100, null where missing."""
from __future__ import annotations

from typing import NamedTuple

from scoring import aggregates, bootstrap, metrics

FORMAT = 1
DIGITS = 12
"""Decimals in JSON: fewer than the noise of an order of summing, many more than any table prints."""


class System(NamedTuple):
    """One system: its TaskScores by task, and what follows from them."""

    name: str
    tasks: dict
    core: aggregates.Core
    reference: aggregates.Reference


def make_system(name: str, scores: dict) -> System:
    """A system with its aggregates."""
    return System(name, scores, aggregates.core_headline(scores), aggregates.reference_track(scores))


def rounded(value):
    """A number as it stands in JSON."""
    return None if value is None else round(value, DIGITS)


def pair_of(measure) -> dict:
    """{"value", "interval"} of a Mean or a Measure whose resampled values are unpacked; "left_out" where resamples had no value."""
    found, missing = (None, 0) if measure.resampled is None or measure.value is None else bootstrap.interval(measure.resampled)
    made = {"value": rounded(measure.value), "interval": None if found is None else [rounded(end) for end in found]}
    return {**made, "left_out": missing} if missing else made


def corrected_bounds(measure: dict, chance: float):
    """The interval of a corrected value: correction keeps order, so its ends are the corrected ends."""
    return None if measure["interval"] is None else [rounded(metrics.corrected(end, chance)) for end in measure["interval"]]


def task_object(score) -> dict:
    """The JSON object of a TaskScore."""
    measures = {name: pair_of(aggregates.unpacked(measure)) for name, measure in score.measures.items()}
    main = measures.get(score.metric, {"value": None, "interval": None})
    value = None if not score.measures else score.measures[score.metric].value
    return {
        "track": score.track, "layer": score.layer, "metric": score.metric, "counted": score.counted, "reason": score.reason,
        "items": score.items, **score.counters, "value": main["value"], "interval": main["interval"], "chance": score.chance,
        "corrected": None if value is None else rounded(metrics.corrected(value, score.chance)),
        "corrected_interval": corrected_bounds(main, score.chance), "measures": measures,
    }


def system_object(system: System) -> dict:
    """The JSON object of a system."""
    layers = {name: {**pair_of(layer.mean), "complete": layer.is_complete} for name, layer in system.reference.layers.items()}
    total = system.reference.total
    return {
        "tasks": {name: task_object(score) for name, score in system.tasks.items()},
        "core": {"families_counted": system.core.families_counted,
                 "measures": {name: pair_of(value) for name, value in system.core.macro.items()},
                 "pooled": {name: pair_of(value) for name, value in system.core.pooled.items()}},
        "reference": {"tasks_counted": system.reference.tasks_counted, "layers": layers, "total": None if total is None else pair_of(total)},
    }


def to_object(systems, root, resamples: int, seed: int, commitments: dict) -> dict:
    """The JSON object of a whole call."""
    return {"format": FORMAT, "resamples": resamples, "seed": seed, "root": str(root), "commitments": commitments,
            "systems": {system.name: system_object(system) for system in systems}}
