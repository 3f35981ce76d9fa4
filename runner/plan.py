"""Which items a run has to ask: all of the chosen tasks, less the limit, the other shards and what is answered already."""
from __future__ import annotations

import json
import os
import re
from typing import NamedTuple

from generators import items
from runner import answers
from scoring import subset


class PlanError(ValueError):
    """A choice of items that cannot be made; the message says why."""


class TaskPlan(NamedTuple):
    """One task: the mark of its items file, how many items are chosen, and the ids to ask in file order."""

    task: str
    path: str
    mark: dict
    chosen: int
    answered: int
    kept_failures: int
    to_ask: frozenset


class Choice(NamedTuple):
    """limit: the first n items of each task, or None; shard: (k, n) with 1 <= k <= n; retry_errors: whether failed items are asked again;
    per_family: items of the subset in each core family, or None for all items."""

    limit: int | None
    shard: tuple
    retry_errors: bool
    per_family: int | None = None


def plan_task(root, task: str, choice: Choice, load, is_answer=answers.is_valid) -> TaskPlan:
    """The plan of one task. load(task) gives the bytes of its answers; is_answer(record, options) says which records are some.

    Raises items.ItemsError or subset.SubsetError.
    """
    path = items.task_folder(root, task) / "items.jsonl"
    data = items.read_bytes(path)
    rows = items.parse_items(data, path)
    mark = {**items.fingerprint(data), "items": len(rows)}
    within = rows if choice.per_family is None else in_subset(task, rows, choice.per_family)
    chosen = in_shard(within[:choice.limit], within, choice.shard)
    known = answers.standing(load(task), {item.id: item.options for item in rows}, is_answer)
    settled = known.answered if choice.retry_errors else known.answered | known.failed
    to_ask = frozenset(item.id for item in chosen if item.id not in settled)
    done = sum(item.id in known.answered for item in chosen)
    return TaskPlan(task, str(path), mark, len(chosen), done, len(chosen) - done - len(to_ask), to_ask)


def jobs(plans):
    """Yield (task, item) for everything to ask, one task's items file in memory at a time. Raises items.ItemsError where a file has changed."""
    for plan in plans:
        if not plan.to_ask:
            continue
        data = items.read_bytes(plan.path)
        if items.fingerprint(data)["sha256"] != plan.mark["sha256"]:
            raise items.ItemsError(f"{plan.path}: has changed since the run began")
        for line in lines_of(data):
            item = items.parse_object(json.loads(line))
            if item.id in plan.to_ask:
                yield plan.task, item


def lines_of(data: bytes):
    """Yield the lines of a file's bytes one by one."""
    start = 0
    while start < len(data):
        end = data.index(b"\n", start)
        yield data[start:end]
        start = end + 1


def in_subset(task: str, rows, per_family: int) -> list:
    """The items of a task that lie in the subset. Raises subset.SubsetError."""
    ids = subset.choose(task, rows, per_family)
    return [item for item in rows if item.id in ids]


# Shards

def unit_of(item: items.Item) -> str:
    """What an item must stay together with: its group, else its query, else itself."""
    return f"group {item.group}" if item.group is not None else f"query {item.query}" if item.query is not None else f"item {item.id}"


def in_shard(chosen, rows, shard) -> list:
    """The chosen items that fall to shard (k, n): units in order of first appearance in the file are dealt out in turn."""
    k, n = shard
    if n == 1:
        return list(chosen)
    place = {unit: number for number, unit in enumerate(dict.fromkeys(unit_of(item) for item in rows))}
    return [item for item in chosen if place[unit_of(item)] % n == k - 1]


def read_shard(text: str, environment=os.environ) -> tuple:
    """(k, n) of K/N, of `auto`, or of `auto/N`. auto reads a Slurm array task, else a Kubernetes completion index. Raises PlanError."""
    if text == "auto" or re.fullmatch(r"auto/[0-9]{1,6}", text):
        return checked_shard(*auto_shard(text.partition("/")[2], environment), text)
    if not re.fullmatch(r"[0-9]{1,6}/[0-9]{1,6}", text):
        raise PlanError(f"--shard {text!r} is neither K/N nor auto nor auto/N")
    k, n = text.split("/")
    return checked_shard(int(k), int(n), text)


def checked_shard(k: int, n: int, text: str) -> tuple:
    if not 1 <= k <= n:
        raise PlanError(f"--shard {text} gives shard {k} of {n}; shards are counted from 1 to N")
    return k, n


def auto_shard(count: str, environment) -> tuple:
    """(k, n) from the environment of an array job."""
    if "SLURM_ARRAY_TASK_ID" in environment:
        first, step = number_in(environment, "SLURM_ARRAY_TASK_MIN", 0), number_in(environment, "SLURM_ARRAY_TASK_STEP", 1)
        k = (number_in(environment, "SLURM_ARRAY_TASK_ID") - first) // max(1, step) + 1
        return k, int(count) if count else number_in(environment, "SLURM_ARRAY_TASK_COUNT")
    if "JOB_COMPLETION_INDEX" in environment:
        n = int(count) if count else number_in(environment, "JOB_COMPLETIONS")
        return number_in(environment, "JOB_COMPLETION_INDEX") + 1, n
    raise PlanError("--shard auto needs SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX in the environment")


def number_in(environment, name: str, default: int | None = None) -> int:
    """The whole number in an environment variable, or the default where it is not set. Raises PlanError."""
    text = environment.get(name)
    if text is None and default is not None:
        return default
    if text is None or not re.fullmatch(r"[0-9]{1,9}", text):
        raise PlanError(f"--shard auto: the environment variable {name} " + ("is not set (or say --shard auto/N)" if text is None else "is no whole number"))
    return int(text)
