"""Score the answers of one or more systems: every measure with its interval, the core headline, the reference track.

Example: python3 scoring/score.py my-decider=runs/my-decider --json scores.json
All runs: python3 scoring/score.py --all --runs runs --systems systems.json --out results
"""
from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import BrokenExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, items
from scoring import bootstrap, evaluate, report, results, runs, sealed, tables, tasks

DROPPED = Path(__file__).resolve().parent.parent / "releases" / "1.3" / "dropped.json"
"""{task: [ids]}: items of release 1.1 that release 1.3 does not hold."""


def warn(message: str) -> None:
    """A warning on standard error."""
    print(f"score.py: warning: {message}", file=sys.stderr)


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
    parser.add_argument("--json", metavar="FILE", help="also write the results as JSON (default: no file)")
    parser.add_argument("--resamples", type=positive, default=bootstrap.RESAMPLES, help=f"bootstrap resamples (default: {bootstrap.RESAMPLES})")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, help="processes (default: the number of cores)")
    parser.add_argument("--allow-unverified", action="store_true",
                        help="count core runs whose _items.json does not name the items file (default: they do not count)")


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="score.py", description=__doc__.split("\n")[0])
    parser.add_argument("systems", nargs="*", metavar="NAME=DIR", help="a name and the run folder of a system")
    add_common(parser)
    parser.add_argument("--all", action="store_true", help="score every folder of --runs and write all tables to --out (default: only the runs named)")
    parser.add_argument("--runs", default="runs", help="with --all: the folder of run folders (default: runs)")
    parser.add_argument("--systems", dest="systems_file", metavar="FILE", default="systems.json",
                        help="with --all: which systems enter the tables, and their names (default: systems.json)")
    parser.add_argument("--out", default="results", help="with --all: where the files go (default: results)")
    return parser


# Scoring

def read_dropped() -> dict:
    """{task: ids that release 1.3 dropped}; empty where the list is not there."""
    if not DROPPED.exists():
        return {}
    value = tasks.read_json(DROPPED)
    if not isinstance(value, dict) or not all(isinstance(ids, list) for ids in value.values()):
        raise tasks.ScoringError(f"{DROPPED}: is not an object of lists of ids")
    return {task: frozenset(ids) for task, ids in value.items()}


def choose_tasks(root, text: str) -> list:
    """The tasks that --tasks names, all of the root where it is empty."""
    return items.choose_tasks(root, [name.strip() for name in text.split(",") if name.strip()])


def make_jobs(args, names, systems: dict) -> list:
    """One job for every task."""
    dropped = read_dropped()
    return [evaluate.Job(args.root, name, systems, args.resamples, bootstrap.SEED, args.allow_unverified, dropped.get(name, frozenset()))
            for name in names]


def score_systems(args, names, systems: dict) -> list:
    """The scored systems, each with all tasks, in the order given; warnings go to standard error."""
    by_task = dict(zip(names, evaluate.run_jobs(evaluate.score_task, make_jobs(args, names, systems), args.jobs)))
    for scores in by_task.values():
        for name, score in scores.items():
            for message in score.warnings:
                warn(f"{name}: {message}")
    return [results.make_system(name, {task: scores[name] for task, scores in by_task.items()}) for name in systems]


def warn_of_strangers(root, systems: dict) -> None:
    """Name answer files of tasks that the data root does not hold."""
    there = set(items.list_tasks(root))
    for name, folder in systems.items():
        strangers = [task for task in runs.answered_tasks(folder) if task not in there]
        if strangers:
            warn(f"{name}: {root} holds no items of {runs.printable(', '.join(strangers))}; these answers are left out")


def notes_of(system: results.System, found: dict) -> list:
    """The lines under a system's tables: what does not count, oddities, means without value."""
    return tables.oddity_lines(found) + tables.without_value({name: mean.without for name, mean in system.core.macro.items()})


def system_text(system: results.System, found: dict, made: str) -> str:
    """Everything printed about one system."""
    parts = [tables.to_text(table) for table in tables.system_tables(system.name, found, made)]
    notes = notes_of(system, found)
    return "\n".join(parts + (["\n".join(notes) + "\n"] if notes else []))


def exit_code(systems) -> int:
    """1 where a run was made on other items, else 0."""
    return int(any(score.hash_differs for system in systems for score in system.tasks.values()))


def run_single(args) -> int:
    """The single-call form: print the tables of every system, write the JSON."""
    systems = parse_systems(args.systems)
    if not systems:
        raise tasks.ScoringError("no system given; name one as NAME=DIR, for example my-decider=runs/my-decider")
    names = choose_tasks(args.root, args.tasks)
    if not args.tasks:
        warn_of_strangers(args.root, systems)
    scored = score_systems(args, names, systems)
    found = results.to_object(scored, args.root, args.resamples, bootstrap.SEED, sealed.commitments(args.root, names))
    if args.json:
        items.write_json(args.json, found)
    made = tables.interval_legend(args.resamples, bootstrap.SEED)
    print("".join(f"{line}\n\n" for line in sealed.lines(found["commitments"])), end="")
    print("\n".join(system_text(system, found["systems"][system.name], made) for system in scored), end="")
    return exit_code(scored)


def run_all(args) -> int:
    """The form over all runs: write every table and say what is missing."""
    if args.systems:
        raise tasks.ScoringError(f"--all scores every folder of {args.runs}; leave out {args.systems[0]}")
    folders = report.run_folders(args.runs)
    shown = report.read_systems(args.systems_file, folders)
    names = choose_tasks(args.root, args.tasks)
    scored = score_systems(args, names, folders)
    found = results.to_object(scored, args.root, args.resamples, bootstrap.SEED, sealed.commitments(args.root, names))
    if args.json:
        items.write_json(args.json, found)
    made = tables.interval_legend(args.resamples, bootstrap.SEED)
    notes = {system.name: notes_of(system, found["systems"][system.name]) for system in scored}
    missing = report.write_all(args.out, found, shown, notes, made)
    absent = [system.folder for system in shown if system.folder not in folders]
    for folder in absent:
        warn(f"{args.systems_file} marks {folder} for the tables, but {args.runs} has no such folder")
    print(f"{len(scored)} systems, {len(names)} tasks, {len(shown) - len(absent)} systems in the tables; "
          f"{len(missing)} entries in {Path(args.out) / 'MISSING_RUNS.md'}")
    return 1 if absent else exit_code(scored)


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

    return console.guarded(program, attempt, (tasks.ScoringError, items.ItemsError))


def main(argv=None) -> int:
    args = make_parser().parse_args(argv)
    return guarded("score.py", run_all if args.all else run_single, args)


if __name__ == "__main__":
    sys.exit(main())
