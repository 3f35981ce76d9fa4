"""The subset of the core items for costly runs: complete groups, levels balanced, about as many items of every family.

With 100 items a family (99 where groups have three members) it holds 1,296 items of the 13 families. The groups of a level
stand in a drawn order and the first ones are taken, so that a smaller subset lies in a larger one.

Example: python3 scoring/subset.py --per-family 10 --ids subset.json
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, draws, english, families, items

PER_FAMILY = 100
MOST = families.ITEMS_PER_LEVEL * len(families.LEVELS)


class SubsetError(ValueError):
    """A subset that cannot be had; the message says of what and why."""


def group_size(family: families.Family) -> int:
    """Members of the family's usual group; the odd pair beside triples is never taken."""
    return max(family.shape.groups_per_level)


def groups_by_level(family: families.Family, per_family: int) -> dict:
    """{level: groups} of a family, one at least. Levels differ by one group at most; which ones have it goes round from family to family.

    >>> groups_by_level(families.BY_NAME["policy_case"], 100)
    {1: 11, 2: 11, 3: 11}
    """
    groups, turn = max(len(families.LEVELS), per_family // group_size(family)), families.FAMILIES.index(family)
    each, more = divmod(groups, len(families.LEVELS))
    with_more = {families.LEVELS[(turn + place) % len(families.LEVELS)] for place in range(more)}
    return {level: each + (level in with_more) for level in families.LEVELS}


def sizes(per_family: int = PER_FAMILY) -> dict:
    """{family: items in the subset}, the one table of sizes."""
    return {family.name: group_size(family) * sum(groups_by_level(family, per_family).values()) for family in families.FAMILIES}


def choose(task: str, rows, per_family: int = PER_FAMILY) -> frozenset:
    """The ids of a core task's items in the subset. Raises SubsetError for another task and where groups are missing."""
    if task not in families.BY_NAME:
        raise SubsetError(f"{task} is no core family; the subset holds items of those alone")
    family = families.BY_NAME[task]
    members = {}
    for item in rows:
        members.setdefault((item.level, item.group), []).append(item.id)
    chosen = set()
    for level, wanted in groups_by_level(family, per_family).items():
        names = sorted(group for at, group in members if at == level and group is not None and len(members[at, group]) == group_size(family))
        if len(names) < wanted:
            raise SubsetError(f"{task}: the subset needs {wanted} groups of {group_size(family)} at level {level}; there are {len(names)}")
        order = draws.stream(draws.PUBLISHED, "subset", task, level).shuffled(names)
        chosen.update(name for group in order[:wanted] for name in members[level, group])
    return frozenset(chosen)


def only_core(root, tasks, are_named: bool) -> list:
    """The core families among tasks of a data root. Raises SubsetError for another task that was asked for by name, and where none is left."""
    core = [task for task in tasks if task in families.BY_NAME]
    if are_named and len(core) < len(tasks):
        raise SubsetError(f"{', '.join(task for task in tasks if task not in families.BY_NAME)}: not a core family; the subset holds items of those alone")
    if not core:
        raise SubsetError(f"{root}: holds no core family, so there is no subset")
    return core


# Arguments

def per_family(text: str) -> int:
    """Items a family, for argparse."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= MOST):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 1 to {MOST}")
    return int(text)


def add_options(parser) -> None:
    """The options of every command that works on the subset or on all items."""
    parser.add_argument("--subset", action="store_true",
                        help=f"only the subset of core items: complete groups, levels balanced, {sum(sizes().values()):,} items of {len(families.FAMILIES)} families (default: all items)")
    parser.add_argument("--per-family", type=per_family, metavar="N", help=f"a subset of about N items of each family (default: {PER_FAMILY} with --subset, else all items)")


def chosen_size(args) -> int | None:
    """Items a family that --subset and --per-family ask for, None for all items; either alone asks for a subset."""
    if args.per_family is not None:
        return args.per_family
    return PER_FAMILY if args.subset else None


# The command

def level_counts(rows, ids) -> dict:
    """{level: items of the subset}."""
    counts = {level: 0 for level in families.LEVELS}
    for item in rows:
        if item.id in ids:
            counts[item.level] += 1
    return counts


def run(args) -> int:
    """Print the sizes of the subset in a data root; write its ids where asked for."""
    size = PER_FAMILY if args.per_family is None else args.per_family
    found = {}
    for task in only_core(args.root, items.list_tasks(args.root), False):
        rows = items.read_items(items.task_folder(args.root, task) / "items.jsonl")
        ids = choose(task, rows, size)
        found[task] = [item.id for item in rows if item.id in ids]
        levels = ", ".join(f"level {level}: {count}" for level, count in level_counts(rows, ids).items())
        print(f"{task:24} {len(ids):4} items  ({levels})")
    print(f"{sum(map(len, found.values())):,} items of {english.counted(len(found), 'family', 'families')}; {sum(sizes(size).values()):,} of all {len(families.FAMILIES)}")
    if args.ids:
        items.write_json(args.ids, found)
    return 0


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="subset.py", **console.about(__doc__))
    parser.add_argument("--root", default="data", help="data root with the items (default: data)")
    parser.add_argument("--per-family", type=per_family, metavar="N", help=f"about N items of each family (default: {PER_FAMILY})")
    parser.add_argument("--ids", metavar="FILE", help="also write {task: [ids]} as JSON (default: no file)")
    args = parser.parse_args(argv)
    return console.guarded("subset.py", lambda: run(args), (SubsetError, items.ItemsError))


if __name__ == "__main__":
    sys.exit(main())
