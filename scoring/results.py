"""Scores of all systems of a call, and their JSON form: fractions 0 to 1, corrected values 0 to 100, null where missing."""
from __future__ import annotations

import statistics
from typing import NamedTuple

from scoring import aggregates, bootstrap, metrics

LOW_MASS = 0.5
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


def rounded_all(value):
    """The same JSON value with its numbers rounded as they stand in JSON."""
    if isinstance(value, dict):
        return {key: rounded_all(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded_all(entry) for entry in value]
    return rounded(value) if isinstance(value, float) else value


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
        "readout": readout_object(score.readouts),
    }


def readout_object(readouts) -> dict | None:
    """What records tell beside probabilities; None where none tells anything. Every number is over the records that tell it.

    mass: items, their median mass and the share of them below one half. thinking: items whose reasoning tokens are known, and their mean;
    of all items that tell tokens or closed, the share thought about, and of these the share whose reasoning ended.
    """
    masses = [one.mass for one in readouts if one.mass is not None]
    tokens = [one.tokens for one in readouts if one.tokens is not None]
    telling = [one for one in readouts if one.tokens is not None or one.closed is not None]
    thought = [one for one in telling if one.closed is not None or one.tokens]
    closed = [one.closed for one in thought if one.closed is not None]
    found = {}
    if masses:
        found["mass"] = {"items": len(masses), "median": rounded(statistics.median(masses)), "below_half": share(sum(mass < LOW_MASS for mass in masses), len(masses))}
    if telling:
        found["thinking"] = {"items": len(telling), "items_with_tokens": len(tokens), "mean_tokens": rounded(statistics.fmean(tokens)) if tokens else None,
                             "thought": share(len(thought), len(telling)), "closed": share(sum(closed), len(closed))}
    return found or None


def share(part: int, whole: int):
    """part / whole, None for none of none."""
    return rounded(part / whole) if whole else None


def partial_object(core: aggregates.Core) -> dict | None:
    """The families that count and the means over them, where these are some and not all; None elsewhere."""
    if core.partial is None:
        return None
    return {"families": list(core.counted), "measures": {name: pair_of(value) for name, value in core.partial.items()}}


def system_object(system: System) -> dict:
    """The JSON object of a system."""
    layers = {name: {**pair_of(layer.mean), "complete": layer.is_complete} for name, layer in system.reference.layers.items()}
    total = system.reference.total
    return {
        "tasks": {name: task_object(score) for name, score in system.tasks.items()},
        "core": {"families_counted": system.core.families_counted,
                 "measures": {name: pair_of(value) for name, value in system.core.macro.items()},
                 "pooled": {name: pair_of(value) for name, value in system.core.pooled.items()},
                 "partial": partial_object(system.core)},
        "reference": {"tasks_counted": system.reference.tasks_counted, "layers": layers, "total": None if total is None else pair_of(total)},
        "readout": readout_object([one for score in system.tasks.values() for one in score.readouts]),
    }


def to_object(systems, facts: dict) -> dict:
    """The JSON object of a whole call; facts: what call.facts says of the call."""
    return {**facts, "systems": {system.name: system_object(system) for system in systems}}
