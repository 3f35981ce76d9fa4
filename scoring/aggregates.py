"""Means over tasks: the core headline and its pooled measures, the layers and the total of the reference track."""
from __future__ import annotations

import math
from typing import NamedTuple

from generators import families
from scoring import bootstrap, evaluate, metrics, tasks

MACRO = evaluate.MEASURES[:evaluate.MEASURES.index("auroc")]
POOLED = ("accuracy_90", "share_90", "calibration_error")
REFERENCE_TASKS = sum(map(len, tasks.REFERENCE.values()))


class Mean(NamedTuple):
    """A value, its values in the resamples (None without interval), and where it is missing, the tasks that have none."""

    value: float | None
    resampled: list | None = None
    without: tuple = ()


class Core(NamedTuple):
    """The families that count, and {measure: Mean} over families and over all items together; Means without value unless all count.

    partial: {measure: Mean} over the families that count where these are some and not all, a mean that is no headline; else None.
    """

    counted: tuple
    macro: dict
    pooled: dict
    partial: dict | None

    @property
    def families_counted(self) -> int:
        return len(self.counted)


class Layer(NamedTuple):
    """The mean of a layer over its counted tasks and whether these are all of them."""

    mean: Mean
    is_complete: bool


class Reference(NamedTuple):
    """The layers and the total of the reference track; total is None unless every task counts."""

    tasks_counted: int
    layers: dict
    total: Mean | None


def unpacked(measure) -> Mean:
    """A Measure as a Mean, None where a resample has no value."""
    return Mean(measure.value, None if measure.resampled is None else evaluate.unpack(measure.resampled))


def mean(values):
    """The mean of values; None where one of them is None."""
    return None if any(value is None for value in values) else math.fsum(values) / len(values)


def floored(value, chance: float):
    """The corrected value, 0 to 100, floored at 0; None for None."""
    return None if value is None else max(0.0, metrics.corrected(value, chance))


def mean_of(parts) -> Mean:
    """The mean of several Means, resample by resample; without intervals where one of them has none."""
    resampled = None
    if all(part.resampled is not None for part in parts):
        resampled = [mean(values) for values in zip(*(part.resampled for part in parts))]
    return Mean(mean([part.value for part in parts]), resampled)


# Core

def core_headline(scores) -> Core:
    """The headline of a system from its TaskScores by task."""
    counted = [scores[name] for name in families.BY_NAME if name in scores and scores[name].counted]
    is_complete = len(counted) == len(families.FAMILIES)
    means = {name: macro_mean(counted, name) for name in MACRO} if counted else None
    names = tuple(score.task for score in counted)
    if is_complete:
        return Core(names, means, pooled(counted), None)
    return Core(names, {name: Mean(None) for name in MACRO}, {name: Mean(None) for name in POOLED}, means)


def macro_mean(counted, name: str) -> Mean:
    """The mean of a measure over the families that it applies to."""
    found = {score.task: score.measures[name] for score in counted if name in score.measures}
    if not found:
        return Mean(None)
    without = tuple(task for task, measure in found.items() if measure.value is None)
    return mean_of([unpacked(measure) for measure in found.values()])._replace(without=without)


def pooled(counted) -> dict:
    """Accuracy at 0.90 with its share, and calibration error, over the items of all families together."""
    bins = [tuple(map(math.fsum, zip(*parts))) for parts in zip(*(score.bins for score in counted))]
    total, high, high_right = ([sum(parts) for parts in zip(*columns)] for columns in zip(*(score.confident for score in counted)))
    values = [point_counts(score) for score in counted]
    items, confident, right = (sum(column) for column in zip(*values))
    return {"accuracy_90": Mean(right / confident if confident else None, bootstrap.ratios(high_right, high)),
            "share_90": Mean(confident / items, bootstrap.ratios(high, total)),
            "calibration_error": Mean(metrics.calibration_gap(bins))}


def point_counts(score):
    """(items, items at 0.90 or more, right ones among these) of a family."""
    confident = round(score.measures["share_90"].value * score.items)
    accuracy = score.measures["accuracy_90"].value
    return score.items, confident, 0 if accuracy is None else round(accuracy * confident)


# Reference

def task_mean(score) -> Mean:
    """The floored corrected metric of a counted reference task."""
    measure = score.measures[score.metric]
    return Mean(floored(measure.value, score.chance), [floored(value, score.chance) for value in evaluate.unpack(measure.resampled)])


def reference_track(scores) -> Reference:
    """Layers and total of a system from its TaskScores by task."""
    counted = {name: task_mean(score) for name, score in scores.items() if name in tasks.LAYER_OF and score.counted}
    return combine_layers(counted)


def combine_layers(counted) -> Reference:
    """Layers and total from {reference task: Mean of its floored corrected metric}."""
    layers = {}
    for layer, names in tasks.REFERENCE.items():
        parts = [counted[name] for name in names if name in counted]
        layers[layer] = Layer(mean_of(parts) if parts else Mean(None), len(parts) == len(names))
    is_complete = all(layer.is_complete for layer in layers.values())
    return Reference(len(counted), layers, mean_of([layer.mean for layer in layers.values()]) if is_complete else None)
