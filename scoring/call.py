"""What the commands of scoring/ share: their arguments, the jobs made of them, and how they end."""
from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import BrokenExecutor
from pathlib import Path

from generators import console, items
from scoring import bootstrap, evaluate, runs, sealed, subset, tables, tasks

FORMAT = 1
"""The form of the JSON files of results."""
DROPPED = Path(__file__).resolve().parent.parent / "releases" / "1.3" / "dropped.json"
"""{task: [ids]}: items of release 1.1 that release 1.3 does not hold."""


# Arguments

def positive(text: str) -> int:
    """A whole number from 1 on."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 10 ** 7):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 1 to 9,999,999")
    return int(text)


def parse_systems(arguments) -> dict:
    """{name: folder} of NAME=DIR arguments; each name and each folder once."""
    systems, names = {}, {}
    for argument in arguments:
        name, equals, folder = argument.partition("=")
        if not (name and equals and folder):
            raise tasks.ScoringError(f"{argument!r} is not NAME=DIR, for example my-decider=runs/my-decider")
        if any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in name):
            raise tasks.ScoringError(f"{ascii(name)}: a name with control characters; terminals would obey them")
        if name in systems:
            raise tasks.ScoringError(f"two runs have the name {name}: {systems[name]} and {folder}")
        place = runs.check_folder(name, folder).resolve()
        if place in names:
            raise tasks.ScoringError(f"{names[place]} and {name} are two names for one folder, {folder}")
        systems[name], names[place] = folder, name
    return systems


def add_common(parser) -> None:
    """The options that score.py and compare.py share."""
    parser.add_argument("--root", default="data", help="data root with tasks/<task>/items.jsonl (default: data)")
    parser.add_argument("--tasks", default="", help="only these tasks, separated by commas (default: every task of the root)")
    subset.add_options(parser)
    parser.add_argument("--json", metavar="FILE", help="also write the results as JSON (default: no file)")
    parser.add_argument("--resamples", type=positive, default=bootstrap.RESAMPLES, help=f"bootstrap resamples (default: {bootstrap.RESAMPLES})")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, help="processes (default: the number of cores)")
    parser.add_argument("--allow-unverified", action="store_true",
                        help="count core runs whose _items.json does not name the items file (default: they do not count)")


# Jobs

def read_dropped() -> dict:
    """{task: ids that release 1.3 dropped}; empty where the list is not there."""
    if not DROPPED.exists():
        return {}
    value = tasks.read_json(DROPPED)
    if not isinstance(value, dict) or not all(isinstance(ids, list) for ids in value.values()):
        raise tasks.ScoringError(f"{DROPPED}: is not an object of lists of ids")
    return {task: frozenset(ids) for task, ids in value.items()}


def choose_tasks(args) -> list:
    """The tasks that --tasks names, all of the root where it is empty; with --subset the core families alone."""
    wanted = [name.strip() for name in args.tasks.split(",") if name.strip()]
    names = items.choose_tasks(args.root, wanted)
    return names if subset.chosen_size(args) is None else subset.only_core(args.root, names, bool(wanted))


def chosen_items(args, task: str) -> list:
    """The items of a task, states and all; with --subset those of the subset."""
    rows, size = items.read_items(items.task_folder(args.root, task) / "items.jsonl"), subset.chosen_size(args)
    ids = None if size is None else subset.choose(task, rows, size)
    return [item for item in rows if ids is None or item.id in ids]


def make_jobs(args, names, systems: dict) -> list:
    """One job for every task."""
    dropped, per_family = read_dropped(), subset.chosen_size(args)
    return [evaluate.Job(args.root, name, systems, args.resamples, bootstrap.SEED, args.allow_unverified, dropped.get(name, frozenset()), per_family)
            for name in names]


def facts(args, names) -> dict:
    """What every JSON file of results says of its call. per_family: items of the subset that was scored, None for all items."""
    return {"format": FORMAT, "resamples": args.resamples, "seed": bootstrap.SEED, "root": str(args.root), "per_family": subset.chosen_size(args),
            "commitments": sealed.commitments(args.root, names)}


def legend_of(args) -> str:
    """What stands under every table: which items are scored, where these are not all, and how the intervals were made."""
    return tables.subset_legend(subset.chosen_size(args)) + tables.interval_legend(args.resamples, bootstrap.SEED)


# The end

def exit_code(systems) -> int:
    """1 where a run was made on other items, else 0."""
    return int(any(score.hash_differs for system in systems for score in system.tasks.values()))


def guarded(program: str, run, args) -> int:
    """The exit code of run(args); what keeps it from running becomes one line on standard error and exit code 2."""
    def attempt() -> int:
        try:
            code = run(args)
            sys.stdout.flush()
            return code
        except BrokenPipeError:
            console.drop_output()
            return 0
        except BrokenExecutor:
            raise tasks.ScoringError("a process was ended from outside, perhaps for want of memory; try --jobs 1") from None

    return console.guarded(program, attempt, (tasks.ScoringError, items.ItemsError, subset.SubsetError))
