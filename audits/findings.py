"""What the audits share: the arguments of one audit, its loop over the families of a data root, and its findings as lines."""
from __future__ import annotations

import argparse
from pathlib import Path

from generators import console, families, items

SHOWN = 20
"""Findings printed for one task; the rest is counted."""


def core_tasks(root, wanted=()) -> list:
    """The core families with items under a root, or the wanted ones. Raises ItemsError for anything else."""
    other = [name for name in wanted if name not in families.BY_NAME]
    if other:
        raise items.ItemsError(f"{', '.join(other)}: not a core family; there are {', '.join(families.BY_NAME)}")
    tasks = [name for name in items.choose_tasks(root, wanted) if name in families.BY_NAME]
    if not tasks:
        raise items.ItemsError(f"{root}: no core family in {Path(root) / 'tasks'}")
    return tasks


def read_rows(root, task: str) -> list:
    """The items of one core family under a root. Raises ItemsError for one without a gold answer or with a question that is no text."""
    path = items.task_folder(root, task) / "items.jsonl"
    rows = items.read_items(path)
    for number, item in enumerate(rows, 1):
        if item.gold is None or not isinstance(item.question["instructions"], str):
            raise items.ItemsError(f"{path}:{number}: {item.id} has no gold answer, or instructions that are no text; every core item has both")
    return rows


def arguments(doc: str, several_roots: bool = False) -> argparse.ArgumentParser:
    """The parser of an audit: the tasks to look at and the data root."""
    parser = argparse.ArgumentParser(**console.about(doc))
    parser.add_argument("tasks", nargs="*", metavar="TASK", help="only these tasks (default: all under the root)")
    if several_roots:
        parser.add_argument("--root", action="append", metavar="DIR",
                            help="a data root; given several times, the draws are judged as one pool (default: generated)")
    else:
        parser.add_argument("--root", default="generated", metavar="DIR", help="the data root (default: generated)")
    return parser


def print_findings(task: str, found, fine: str) -> None:
    """One line for a task without findings, else one line for each of the first findings and the number of the rest."""
    if not found:
        print(f"{task}: {fine}", flush=True)
    for line in found[:SHOWN]:
        print(f"{task}: {line}", flush=True)
    if len(found) > SHOWN:
        print(f"{task}: and {len(found) - SHOWN} more findings", flush=True)


def run(script: str, doc: str, check, argv=None, choose=core_tasks) -> int:
    """The main function of an audit: `check(root, task)` gives (what to say where all is well, findings).

    Returns 0 without findings, 1 with some, 2 where a root or a task cannot be read.
    """
    args = arguments(doc).parse_args(argv)

    def audit_all() -> int:
        total = 0
        for task in choose(args.root, args.tasks):
            fine, found = check(args.root, task)
            print_findings(task, found, fine)
            total += len(found)
        print(f"{script}: {total} finding{'' if total == 1 else 's'}" if total else f"{script}: all passed")
        return 1 if total else 0

    return console.guarded(script, audit_all, (items.ItemsError,))
