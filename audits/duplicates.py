"""Which items of the reference track repeat another item, or have no usable label? The list behind `audits/overlap.py --duplicates`.

Core families are left out: their members share texts by design, release 1.3 drops none of them, and `overlap.py` without --duplicates looks for what repeats there.

Two texts are alike where NEAR_PERCENT of all the runs of words that they hold are common, or, where they are too short for a run, where their words are equal.
Inside a task an item repeats an earlier one where each section of its state is like the same section there and the labels agree; near items with different labels
stay, since what differs may decide; equal items with different labels both go. Between tasks, where labels mean different things, an item repeats one of an earlier
task where their sections are alike in any order. Items of one group are alike by design and never compared; queries share passages and are left whole.
"""
from __future__ import annotations

import functools
import heapq
import re
import zlib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from audits import audit, training
from generators import console, english, families, items
from scoring import derive_v13

NEAR_PERCENT = 80
SKETCH = 16
"""Smallest checksums of runs by which likely repetitions are looked up: two texts that are alike share one of them."""
CROWD = 200
"""Items that share such a checksum, from which on it is no sign."""
WORD = re.compile(r"\w+")


class Entry(NamedTuple):
    """An item in the order of the tasks."""

    task: str
    item: items.Item

    @property
    def unit(self) -> tuple:
        return self.task, derive_v13.unit_of(self.item)


# Likeness

def sections_of(item: items.Item) -> list:
    """The words of each section of a state, headings left out."""
    parts = (WORD.findall(part.lower()) for part in training.HEADING.split(audit.state_text(item)))
    return [tuple(words) for words in parts if words]


@functools.lru_cache(maxsize=1024)
def runs_of(words: tuple) -> frozenset:
    """The runs of a section, as hashes."""
    return frozenset(map(hash, training.runs_of(words)))


def are_alike(one: tuple, other: tuple) -> bool:
    """Whether two sections are alike.

    >>> [are_alike(tuple("abcdefghi"), tuple(other)) for other in ("abcdefghi", "abcdefghj", "abcdefghij")]
    [True, False, True]
    >>> are_alike(("a", "b"), ("a", "c"))
    False
    """
    if one == other:
        return True
    here, there = runs_of(one), runs_of(other)
    return bool(here and there) and 100 * len(here & there) >= NEAR_PERCENT * len(here | there)


def are_alike_in_order(one, other) -> bool:
    return len(one) == len(other) and all(map(are_alike, one, other))


def are_alike_in_any_order(one, other) -> bool:
    """Whether each section has a partner of its own in the other state."""
    left = list(other)
    for words in one:
        partner = next((place for place, candidate in enumerate(left) if are_alike(words, candidate)), None)
        if partner is None:
            return False
        del left[partner]
    return not left


# Pairs

def sketch_of(item: items.Item) -> list:
    """The keys by which an item is looked up: the smallest checksums of its runs, or its words where it has no run."""
    sections = sections_of(item)
    sums = {zlib.crc32(" ".join(run).encode("utf-8", "surrogatepass")) for words in sections for run in training.runs_of(words)}
    return heapq.nsmallest(SKETCH, sums) if sums else [tuple(sorted(sections))]


def likely_pairs(entries) -> list:
    """(number, number) of entries, the earlier first, that share a key and belong to different units."""
    places = {}
    for number, entry in enumerate(entries):
        for key in sketch_of(entry.item):
            places.setdefault(key, []).append(number)
    crowds = (numbers for numbers in places.values() if 1 < len(numbers) <= CROWD)
    pairs = {(one, other) for numbers in crowds for at, other in enumerate(numbers) for one in numbers[:at]}
    return sorted((other, one) for one, other in pairs if entries[one].unit != entries[other].unit)


def label_of(item: items.Item) -> tuple:
    return item.gold, item.rate, item.options


def judge(one: Entry, other: Entry) -> tuple:
    """(ids that go, reason) for an earlier and a later entry; no ids where both stay."""
    here, there = sections_of(one.item), sections_of(other.item)
    if one.task != other.task:
        return ((other.item.id,), f"repeats {one.item.id}") if are_alike_in_any_order(here, there) else ((), "")
    if not are_alike_in_order(here, there) or one.item.question != other.item.question:
        return (), ""
    if label_of(one.item) == label_of(other.item):
        return (other.item.id,), f"repeats {one.item.id}"
    return ((one.item.id, other.item.id), "has the words of an item with another label") if here == there else ((), "")


def repetitions(entries) -> dict:
    """{(task, id): reason} of the items that go; none goes for repeating one that goes."""
    reasons = {}
    for later, earlier in likely_pairs(entries):
        one, other = entries[earlier], entries[later]
        if (one.task, one.item.id) not in reasons and (other.task, other.item.id) not in reasons:
            gone, reason = judge(one, other)
            reasons.update(((entry.task, entry.item.id), reason) for entry in (one, other) if entry.item.id in gone)
    return reasons


# Labels

def unusable(entries) -> dict:
    """{(task, id): reason} of the first item of every query that no order can be wrong for."""
    found = {}
    for task, item in entries:
        if item.ideal == 0:
            found.setdefault((task, item.query), ((task, item.id), "no judged passage of its query is relevant"))
    return dict(found.values())


def compared_tasks(root, wanted) -> list:
    """The tasks to compare: all of a root that are no core family, or the wanted ones. Raises ItemsError for a core family, or where there are no others."""
    made = console.command("reference/rebuild.py", *(wanted or ("all",)), "cache", "--out", root)
    tasks = items.choose_tasks(root, wanted, f"rebuild reference tasks with `{made}`, or name another data root with --root")
    core = [task for task in tasks if task in families.BY_NAME]
    if wanted and core or len(core) == len(tasks):
        raise items.ItemsError(f"{root}: {', '.join(core)}: --duplicates compares reference and custom tasks; what repeats in core families is shown without it")
    return [task for task in tasks if task not in core]


def make_list(root, wanted, out) -> int:
    """Write the list for some tasks of a root; returns 0, or 1 where an item goes. Raises ItemsError or CanaryError."""
    training.check_place(Path(out))
    tasks = compared_tasks(root, wanted)
    entries = [Entry(task, item) for task in tasks for item in items.read_items(items.task_folder(root, task) / "items.jsonl")]
    reasons = {**repetitions([entry for entry in entries if entry.item.query is None]), **unusable(entries)}
    table, counts = training.write_list(Path(out), reasons), Counter(task for task, _ in reasons)
    for task in tasks:
        print(f"{task:28} {counts[task]:6,}")
    print(f"overlap.py: {english.counted(len(reasons), 'item')} in {out}, reasons in {table}", flush=True)
    return 1 if reasons else 0
