"""Score the answers of one or more systems: every measure with its interval, the core headline, the reference track.

Example: python3 scoring/score.py my-decider=runs/my-decider --json scores.json
All runs: python3 scoring/score.py --all --runs runs --systems systems.json --out results
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, english, items
from scoring import call, evaluate, report, results, runs, sealed, subset, summary, tables, tasks


def warn(message: str) -> None:
    """A warning on standard error."""
    print(f"score.py: warning: {message}", file=sys.stderr)


# Arguments

def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="score.py", **console.about(__doc__))
    parser.add_argument("systems", nargs="*", metavar="NAME=DIR", help="a name and the run folder of a system")
    call.add_common(parser)
    parser.add_argument("--all", action="store_true", help="score every folder of --runs and write all tables to --out (default: only the runs named)")
    parser.add_argument("--runs", default="runs", help="with --all: the folder of run folders (default: runs)")
    parser.add_argument("--systems", dest="systems_file", metavar="FILE", default="systems.json",
                        help="with --all: which systems enter the tables, and their names (default: systems.json)")
    parser.add_argument("--out", default="results", help="with --all: where the files go (default: results)")
    parser.set_defaults(groups=report.GROUPS, **report.DEFAULTS)
    return parser


# Scoring


def score_systems(args, names, systems: dict) -> list:
    """The scored systems, each with all tasks, in the order given; warnings go to standard error."""
    by_task = dict(zip(names, evaluate.run_jobs(evaluate.score_task, call.make_jobs(args, names, systems), args.jobs)))
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
            warn(f"{name}: {root} holds no items of {', '.join(map(runs.printable, strangers))}; these answers are left out")


def notes_of(system: results.System, found: dict) -> list:
    """The lines under a system's tables: what does not count, oddities, means without value."""
    return tables.oddity_lines(found) + tables.without_value({name: mean.without for name, mean in (system.core.partial or system.core.macro).items()})


def systems_text(scored, found: dict, made: str) -> str:
    """Everything printed about the systems."""
    said, parts = set(), []
    for system in scored:
        notes = notes_of(system, found[system.name])
        parts += [*tables.to_texts(tables.system_tables(system.name, found[system.name], made), said), *(["\n".join(notes) + "\n"] if notes else [])]
    return "\n".join(parts)


def run_single(args) -> int:
    """The single-call form: print the tables of every system, write the JSON."""
    systems = call.parse_systems(args.systems)
    if not systems:
        raise tasks.ScoringError("no system given; name one as NAME=DIR, for example my-decider=runs/my-decider")
    names = call.choose_tasks(args)
    if not args.tasks and subset.chosen_size(args) is None:
        warn_of_strangers(args.root, systems)
    scored = score_systems(args, names, systems)
    found = results.to_object(scored, call.facts(args, names))
    if args.json:
        items.write_json(args.json, found)
    made = call.legend_of(args)
    print("".join(f"{line}\n\n" for line in sealed.lines(found["commitments"])), end="")
    print(systems_text(scored, found["systems"], made), end="")
    return call.exit_code(scored)


def run_all(args) -> int:
    """The form over all runs: write every table and say what is missing."""
    if args.systems:
        raise tasks.ScoringError(f"--all scores every folder of {args.runs}; leave out {args.systems[0]}")
    folders = summary.run_folders(args.runs)
    shown = summary.read_systems(args.systems_file, folders)
    names = call.choose_tasks(args)
    looked = report.look(args, names, folders, warn)
    scored = [results.make_system(name, {task: each[name].score for task, each in looked.items()}) for name in folders]
    found = results.to_object(scored, call.facts(args, names))
    if args.json:
        items.write_json(args.json, found)
    notes = {system.name: notes_of(system, found["systems"][system.name]) for system in scored}
    missing = summary.write_all(args.out, found, shown, notes, call.legend_of(args))
    write_page(args, looked, [system for system in shown if system.folder in folders])
    absent = [system.folder for system in shown if system.folder not in folders]
    for folder in absent:
        warn(f"{args.systems_file} marks {folder} for the tables, but {args.runs} has no such folder")
    print(f"{english.counted(len(scored), 'system')}, {english.counted(len(names), 'task')}, {english.counted(len(shown) - len(absent), 'system')} in the tables; "
          f"{english.counted(len(missing), 'entry', 'entries')} in {Path(args.out) / 'MISSING_RUNS.md'}")
    return 1 if absent else call.exit_code(scored)


def write_page(args, looked: dict, shown) -> None:
    """report.html about the systems that enter the tables."""
    if shown:
        renamed = {task: {system.name: each[system.folder] for system in shown} for task, each in looked.items()}
        report.write(Path(args.out) / "report.html", report.page_of(args, renamed, [system.name for system in shown]))


def main(argv=None) -> int:
    args = make_parser().parse_args(argv)
    return call.guarded("score.py", run_all if args.all else run_single, args)


if __name__ == "__main__":
    sys.exit(main())
