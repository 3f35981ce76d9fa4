"""From answers to the measures of a task: what is correct, whether the task counts, values and resampled values."""
from __future__ import annotations

import math
from array import array
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from generators import console
from scoring import bootstrap, metrics, runs, subset, tasks

MEASURES = ("accuracy", "pair_accuracy", "level3_pair_accuracy", "pair_direction", "automation_5", "accuracy_90", "share_90",
            "calibration_error", "calibration_floor", "brier", "log_loss", "aurc", "auroc", "skill", "ndcg@10")
WITHOUT_INTERVAL = ("calibration_error", "calibration_floor")
REFERENCE_INTERVALS = ("accuracy", "automation_5", "accuracy_90", "share_90")
"""Measures with an interval in a reference task, beside its metric."""
COVERAGE_PERCENT = 99


class Outcomes(NamedTuple):
    """What became of every item: probabilities (uniform where it failed), the predicted option's place (None where it failed),
    the gold option's place, whether the prediction is right, the highest probability. The last three are empty without gold."""

    probabilities: tuple
    predicted: tuple
    golds: tuple
    correct: tuple
    confidence: tuple


class Measure(NamedTuple):
    """A value (None where there is none) and its values in all resamples: doubles, NaN where a resample has none; None without interval."""

    value: float | None
    resampled: array | None = None


class TaskScore(NamedTuple):
    """Everything about one system on one task. `confident`: items, items at 0.90 or more and right ones among them, in every resample.
    `readouts`: what records tell beside probabilities, those alone that tell something."""

    task: str
    track: str
    layer: str | None
    metric: str
    chance: float
    items: int
    counters: dict
    counted: bool
    reason: str | None
    hash_differs: bool
    measures: dict
    bins: tuple
    confident: tuple
    warnings: tuple
    readouts: tuple = ()


class Job(NamedTuple):
    """One task to score for several systems: {name: run folder}; names of measures to resample come from the task.

    dropped: ids that are passed over and counted as outside; per_family: items of the subset that is scored, None for all items.
    """

    root: str
    task: str
    systems: dict
    resamples: int
    seed: int
    allow_unverified: bool
    dropped: frozenset
    per_family: int | None = None


# What became of the items

def settle(task: tasks.Task, answers: runs.Answers) -> Outcomes:
    """The outcome of every item; the first-listed option wins a tie."""
    given = answers.probabilities
    probabilities = tuple(runs.uniform(item.options) if one is None else one for item, one in zip(task.items, given))
    predicted = tuple(None if one is None else one.index(max(one)) for one in given)
    if not task.has_gold:
        return Outcomes(probabilities, predicted, (), (), ())
    golds = tuple(item.options.index(item.gold) for item in task.items)
    return Outcomes(probabilities, predicted, golds, tuple(choice == gold for choice, gold in zip(predicted, golds)),
                    tuple(map(max, probabilities)))


def yes_probabilities(task, answers) -> list:
    """p(yes) of every item, 1/2 where it failed."""
    return [0.5 if one is None else one[item.options.index(task.yes)] for item, one in zip(task.items, answers.probabilities)]


def direction_pairs(task, answers) -> list:
    """For every pair (p(yes) of its yes member, p(yes) of its no member), None where one of them failed; in the order of units."""
    found = [{} for _ in range(task.unit_count)]
    for item, one, unit in zip(task.items, answers.probabilities, task.units):
        found[unit][task.original(item.gold)] = None if one is None else one[item.options.index(task.yes)]
    return [None if None in pair.values() else (pair["yes"], pair["no"]) for pair in found]


def expected_level(probabilities) -> float:
    """The level expected under the probabilities of a score question, rounded so that equal expectations tie."""
    return round(math.fsum(level * p for level, p in enumerate(probabilities)), 9)


def queries_of(task, outcomes) -> list:
    """(expected levels, relevance, ideal) of every query, in the order of units."""
    found = [([], [], item_ideal) for item_ideal in first_of_units(task, [item.ideal for item in task.items])]
    for item, unit, probabilities in zip(task.items, task.units, outcomes.probabilities):
        found[unit][0].append(expected_level(probabilities))
        found[unit][1].append(item.relevance)
    return found


def first_of_units(task, values) -> list:
    """The value of the first item of every unit."""
    firsts = {}
    for unit, value in zip(task.units, values):
        firsts.setdefault(unit, value)
    return [firsts[unit] for unit in range(task.unit_count)]


def has_pairs(task) -> bool:
    """Whether pair accuracy is defined for the task."""
    return task.metric == "pair_accuracy" or task.track == "custom" and task.is_grouped


def has_level_3(task) -> bool:
    """Whether pair accuracy at level 3 is defined for the task."""
    return task.track == "core" or task.track == "custom" and has_pairs(task) and any(item.level == 3 for item in task.items)


# Values

def main_value(task, answers, outcomes):
    """The value of the task's metric."""
    if task.metric == "ndcg@10":
        return metrics.ndcg(queries_of(task, outcomes))
    if task.metric == "skill":
        return metrics.skill(yes_probabilities(task, answers), [item.rate for item in task.items])
    if task.metric == "auroc":
        return metrics.auroc(yes_probabilities(task, answers), [item.gold == "yes" for item in task.items])
    return metrics.pair_accuracy(outcomes.correct, task.units) if task.metric == "pair_accuracy" else metrics.accuracy(outcomes.correct)


def point_values(task, answers, outcomes, seed) -> dict:
    """{measure: value} of every measure that applies to the task."""
    if not task.has_gold:
        return {task.metric: main_value(task, answers, outcomes)}
    right, confidence = outcomes.correct, outcomes.confidence
    values = {"accuracy": metrics.accuracy(right)}
    if has_pairs(task):
        values["pair_accuracy"] = metrics.pair_accuracy(right, task.units)
    if has_level_3(task):
        level3 = [(is_right, unit) for is_right, unit, item in zip(right, task.units, task.items) if item.level == 3]
        values["level3_pair_accuracy"] = metrics.pair_accuracy(*zip(*level3)) if level3 else None
    if task.is_direction_task:
        values["pair_direction"] = metrics.pair_direction(direction_pairs(task, answers))
    values["automation_5"] = metrics.automation(confidence, right)
    values["accuracy_90"], values["share_90"] = metrics.accuracy_at(confidence, right)
    values["calibration_error"] = metrics.calibration_error(confidence, right)
    values["calibration_floor"] = bootstrap.calibration_floor(confidence, task.name, seed)
    values["brier"] = metrics.brier(outcomes.probabilities, outcomes.golds)
    values["log_loss"] = metrics.log_loss(outcomes.probabilities, outcomes.golds)
    values["aurc"] = metrics.aurc(confidence, right)
    if task.metric == "auroc":
        values["auroc"] = main_value(task, answers, outcomes)
    return values


# Resampled values

def resampled_values(task, answers, outcomes, resamples, wanted) -> dict:
    """{measure: its values in all resamples} for the wanted measures."""
    if task.metric == "ndcg@10":
        return {"ndcg@10": resampled_ndcg(queries_of(task, outcomes), resamples)}
    if task.metric == "skill":
        return {"skill": bootstrap.skill(resamples, yes_probabilities(task, answers), [item.rate for item in task.items], task.units)}
    values = resampled_shares(task, outcomes, resamples)
    order = bootstrap.order_items(outcomes.confidence, outcomes.correct, task.units)
    values["automation_5"] = bootstrap.automation(resamples, order, unit_total(task, resamples))
    if "pair_accuracy" in wanted:
        values.update(resampled_groups(task, answers, outcomes, resamples, wanted))
    if "brier" in wanted:
        values.update(resampled_losses(task, outcomes, resamples))
    if "aurc" in wanted:
        values["aurc"] = bootstrap.aurc(resamples, order)
    if "auroc" in wanted:
        positive = [item.gold == "yes" for item in task.items]
        values["auroc"] = bootstrap.auroc(resamples, yes_probabilities(task, answers), positive, task.units)
    return values


def item_sums(task, resamples, values) -> list:
    """For every resample the sum of whole numbers, one an item."""
    return bootstrap.weighted_sums(resamples, bootstrap.unit_sums(values, task.units, task.unit_count))


def unit_total(task, resamples) -> list:
    """The number of items in every resample."""
    return item_sums(task, resamples, [1] * len(task.items))


def confident_counts(task, outcomes, resamples) -> tuple:
    """For every resample its items, those at 0.90 or more, and the right ones among these."""
    high = [level >= metrics.CONFIDENT for level in outcomes.confidence]
    high_right = [is_high and is_right for is_high, is_right in zip(high, outcomes.correct)]
    return unit_total(task, resamples), item_sums(task, resamples, high), item_sums(task, resamples, high_right)


def resampled_shares(task, outcomes, resamples) -> dict:
    """Accuracy, accuracy at 0.90 and its share in every resample."""
    total, high, high_right = confident_counts(task, outcomes, resamples)
    right = item_sums(task, resamples, outcomes.correct)
    return {"accuracy": bootstrap.ratios(right, total), "accuracy_90": bootstrap.ratios(high_right, high),
            "share_90": bootstrap.ratios(high, total)}


def resampled_groups(task, answers, outcomes, resamples, wanted) -> dict:
    """Pair accuracy, that of level 3, and pair direction in every resample, as far as wanted."""
    drawn = [resamples.units] * resamples.count
    whole = list(metrics.group_outcomes(outcomes.correct, task.units).values())
    values = {"pair_accuracy": bootstrap.ratios(bootstrap.weighted_sums(resamples, whole), drawn)}
    if "level3_pair_accuracy" in wanted:
        hard = [level == 3 for level in first_of_units(task, [item.level for item in task.items])]
        both = [is_hard and is_whole for is_hard, is_whole in zip(hard, whole)]
        values["level3_pair_accuracy"] = bootstrap.ratios(bootstrap.weighted_sums(resamples, both), bootstrap.weighted_sums(resamples, hard))
    if "pair_direction" in wanted:
        risen = [pair is not None and pair[0] > pair[1] for pair in direction_pairs(task, answers)]
        values["pair_direction"] = bootstrap.ratios(bootstrap.weighted_sums(resamples, risen), drawn)
    return values


def resampled_losses(task, outcomes, resamples) -> dict:
    """Brier score and log loss in every resample."""
    total = unit_total(task, resamples)
    values = {}
    for name, loss in (("brier", metrics.item_brier), ("log_loss", metrics.item_log_loss)):
        losses = bootstrap.scaled(map(loss, outcomes.probabilities, outcomes.golds))
        sums = bootstrap.weighted_sums(resamples, bootstrap.unit_sums(losses, task.units, task.unit_count), bootstrap.SUM_BYTES)
        values[name] = bootstrap.ratios(sums, total, bootstrap.SCALE)
    return values


def resampled_ndcg(queries, resamples) -> list:
    """nDCG@10 in every resample of queries."""
    counted = [query[2] > 0 for query in queries]
    scores = bootstrap.scaled(metrics.query_ndcg(*query) if query[2] > 0 else 0 for query in queries)
    return bootstrap.ratios(bootstrap.weighted_sums(resamples, scores, bootstrap.SUM_BYTES), bootstrap.weighted_sums(resamples, counted), bootstrap.SCALE)


def with_interval(task, measure: str) -> bool:
    """Whether a measure of a task carries an interval."""
    if task.track == "reference":
        return measure == task.metric or measure in REFERENCE_INTERVALS
    return measure not in WITHOUT_INTERVAL


def pack(values) -> array:
    """Resampled values as doubles, NaN for None."""
    return array("d", (math.nan if value is None else value for value in values))


def unpack(values) -> list:
    """The inverse of pack."""
    return [None if value != value else value for value in values]


def measure_task(task, answers, outcomes, resamples, seed) -> dict:
    """{name: Measure} of every measure that applies, in the order of MEASURES."""
    points = point_values(task, answers, outcomes, seed)
    wanted = {name for name in points if with_interval(task, name)}
    resampled = resampled_values(task, answers, outcomes, resamples, wanted)
    return {name: Measure(points[name], pack(resampled[name]) if name in wanted else None) for name in MEASURES if name in points}


# Does the task count?

def coverage_reason(task, answers):
    """Why too few items have a record, or None."""
    if not answers.has_file:
        return "no answer file"
    if 100 * answers.records < COVERAGE_PERCENT * len(task.items):
        hint = " (a run on the subset is scored with --subset)" if task.track == "core" and answers.records else ""
        return f"only {answers.records:,} of {len(task.items):,} items have a record; {COVERAGE_PERCENT} % are needed{hint}"
    return None


def hash_reason(task, recorded, problem):
    """(what is wrong with the run's record of the items file or None, whether another file is named)."""
    if problem is not None:
        return f"_items.json cannot be used: {problem}", False
    if recorded is None:
        return "_items.json does not name the items file that was run", False
    if recorded != task.sha256:
        return f"run on other items (SHA-256 {str(recorded)[:12]}..., scored {task.sha256[:12]}...); name the data root of the run", True
    return None, False


def layer_warnings(task) -> tuple:
    """A warning where a reference task belongs to no layer."""
    is_stranger = task.track == "reference" and task.name not in tasks.LAYER_OF
    return (f"{task.name}: none of the benchmark's reference tasks; it enters no layer",) if is_stranger else ()


def judge(task, answers, recorded, problem, allow_unverified):
    """(reason why the task does not count or None, warnings, whether the hash differs)."""
    reasons, warnings = [coverage_reason(task, answers)], list(layer_warnings(task))
    if not answers.has_file:
        return reasons[0], (), False
    wrong, differs = hash_reason(task, recorded, problem)
    is_excused = allow_unverified and recorded is None and problem is None
    if wrong is not None and task.track == "core" and not is_excused:
        reasons.append(wrong + ("; --allow-unverified counts it all the same" if not differs and problem is None else ""))
    elif wrong is not None:
        warnings.append(f"{task.name}: {wrong}")
    if task.track == "core" and 100 * answers.unknown_ids > answers.records:
        reasons.append(f"{answers.unknown_ids:,} records have an id that is no item; at most 1 in 100 may")
    return "; ".join(reason for reason in reasons if reason) or None, tuple(warnings), differs


# One task, one or many systems

def score_answers(task, answers, resamples, seed, verdict) -> TaskScore:
    """The score of one system on one task; verdict: what judge says."""
    reason, warnings, differs = verdict
    measures, bins, confident = {}, (), ()
    if answers.has_file:
        outcomes = settle(task, answers)
        measures = measure_task(task, answers, outcomes, resamples, seed)
        if task.track == "core":
            bins = tuple(metrics.calibration_bins(outcomes.confidence, outcomes.correct))
            confident = tuple(array("q", counts) for counts in confident_counts(task, outcomes, resamples))
    counters = {name: getattr(answers, name) for name in runs.COUNTERS}
    return TaskScore(task.name, task.track, task.layer, task.metric, task.chance, len(task.items), counters, reason is None, reason,
                     differs, measures, bins, confident, answers.warnings + warnings, tuple(one for one in answers.readouts if one is not None))


def read_run(task, folder, job):
    """(Answers, what judge says of them) of the run in a folder on one task. job: one that prepare made."""
    answers = runs.read_answers(task, folder, job.dropped)
    recorded, problem = runs.read_hashes(folder)
    return answers, judge(task, answers, recorded.get(task.name), problem, job.allow_unverified)


def score_run(task, folder, resamples, job):
    """(Answers, TaskScore) of the run in a folder on one task."""
    answers, verdict = read_run(task, folder, job)
    return answers, score_answers(task, answers, resamples, job.seed, verdict)


def prepare(job):
    """(Task, Resamples, the job with all ids outside) of a job; the resamples serve every system of it."""
    task = tasks.read_task(job.root, job.task)
    if job.per_family is not None:
        ids = subset.choose(task.name, task.items, job.per_family)
        job = job._replace(dropped=job.dropped | {item.id for item in task.items} - ids)
        task = tasks.cut(task, ids)
    return task, bootstrap.draw_resamples(task.name, task.unit_count, job.resamples, job.seed), job


def score_task(job: Job) -> dict:
    """{system: TaskScore} of one task."""
    task, resamples, job = prepare(job)
    return {name: score_run(task, folder, resamples, job)[1] for name, folder in job.systems.items()}


def run_jobs(function, work, processes: int):
    """The results of a function over a list of jobs, in their order, from several processes where asked for."""
    if processes <= 1 or len(work) <= 1:
        yield from map(function, work)
        return
    with ProcessPoolExecutor(min(processes, len(work)), initializer=console.end_with_parent) as pool:
        yield from pool.map(function, work)
