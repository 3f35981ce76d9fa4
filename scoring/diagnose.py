"""Say where systems go wrong: pair direction, levels, planted details, kinds, confident and shared errors, both tracks, exposure.

Example: python3 scoring/diagnose.py fast=runs/fast slow=runs/slow --out results/diagnosis
With flags of training sources: python3 scoring/diagnose.py fast=runs/fast a=runs/a b=runs/b --exposure flags.csv --controls a,b
"""
from __future__ import annotations

import argparse
import csv
import io
import itertools
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import english, families, items
from scoring import aggregates, bootstrap, call, diagnostics, evaluate, results, tables, tasks

NAMED, UNLISTED = ("own", "family", "exposed", "named"), ("unlisted", "below 3 %")
LEFT_OUT = ("unknown", "")
"""Flags of a task that enters neither side."""


class Viewed(NamedTuple):
    """One system on one task: its view, or why the task does not count for it."""

    view: diagnostics.TaskView | None
    reason: str | None
    warnings: tuple


# Reading

def diagnose_task(job: evaluate.Job) -> dict:
    """{system: Viewed} of one task."""
    task, resamples, job = evaluate.prepare(job)
    found = {}
    for name, folder in job.systems.items():
        answers, (reason, warnings, _) = evaluate.read_run(task, folder, job)
        view = None if reason else diagnostics.view_task(task, answers, resamples)
        found[name] = Viewed(view, reason, answers.warnings + warnings)
    return found


def columns_of(reader: csv.DictReader, path) -> list:
    """The columns of a flags file, `task` among them. Raises ScoringError where it is not, and where a name stands twice."""
    names = reader.fieldnames or []
    if "task" not in names:
        raise tasks.ScoringError(f"{path}:1: has no column task; one row a reference task, one column a system is expected")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise tasks.ScoringError(f"{path}:1: the column {twice[0]!r} stands twice; keep one of the two, or give it the name of its own system")
    return names


def read_flags(path) -> dict:
    """{column: {task: flag}} of a CSV file with a column `task` and one column a system. Raises ScoringError naming file and line."""
    try:
        text = items.read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise tasks.ScoringError(f"{path}: is not UTF-8 ({error.reason})") from None
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    found = {}
    try:
        names, lines = columns_of(reader, path), {}
        for row in reader:
            task = row["task"]
            if task not in tasks.LAYER_OF:
                raise tasks.ScoringError(f"{path}:{reader.line_num}: {task!r} is no reference task")
            if task in lines:
                raise tasks.ScoringError(f"{path}:{reader.line_num}: {task} has a row in line {lines[task]} already; keep one of the two")
            if None in row:
                raise tasks.ScoringError(f"{path}:{reader.line_num}: has more cells than the head line; put a cell that holds a comma in quotes")
            lines[task] = reader.line_num
            for column in names:
                found.setdefault(column, {})[task] = (row[column] or "").strip()
    except csv.Error as error:
        raise tasks.ScoringError(f"{path}:{reader.line_num}: {error}") from None
    return {column: flags for column, flags in found.items() if column != "task"}


def sides_of(path, column: str, flags: dict) -> dict:
    """{task: True for named, False for unlisted}, tasks with neither flag left out. Raises ScoringError for an unknown flag."""
    found = {}
    for task, flag in flags.items():
        if flag in NAMED + UNLISTED:
            found[task] = flag in NAMED
        elif flag not in LEFT_OUT:
            raise tasks.ScoringError(f"{path}: {column}, {task}: the flag {flag!r} is unknown; named are {', '.join(NAMED)}, "
                                     f"unlisted {', '.join(UNLISTED)}, left out: unknown or empty")
    return found


# The JSON object

def system_object(views) -> dict:
    """Every analysis of one system."""
    return {"direction": diagnostics.direction(views), "levels": diagnostics.levels(views), "planted": diagnostics.planted(views),
            "kinds": diagnostics.kinds(views), "errors": diagnostics.errors(views), "tracks": diagnostics.track_scores(views)}


def tracks_object(found: dict) -> dict:
    """Spearman correlation of the two tracks over the systems that have both scores."""
    both = [system["tracks"] for system in found.values() if None not in system["tracks"].values()]
    return {"systems": len(both), "spearman": diagnostics.spearman([each["core"] for each in both], [each["reference"] for each in both])}


def reference_values(views) -> dict:
    """{reference task: floored corrected score}."""
    return {view.task: aggregates.floored(view.main, view.chance) for view in views if view.track == "reference"}


def exposure_object(args, views: dict) -> dict:
    """The comparison of named and unlisted sources of every system that the flags file has a column for."""
    controls = [name.strip() for name in args.controls.split(",") if name.strip()]
    for name in controls:
        if name not in views:
            raise tasks.ScoringError(f"--controls {name}: no such system; given are {', '.join(views)}")
    values, flagged = {name: reference_values(some) for name, some in views.items()}, read_flags(args.exposure)
    found = {}
    for column, flags in flagged.items():
        if column in views:
            sides = sides_of(args.exposure, column, flags)
            there = {task: side for task, side in sides.items() if all(task in values[name] for name in (column, *controls))}
            try:
                found[column] = diagnostics.exposure(there, values[column], [values[name] for name in controls], column, args.resamples, bootstrap.SEED)
            except ValueError as error:
                raise tasks.ScoringError(f"{args.exposure}: {error}") from None
    if not found:
        raise tasks.ScoringError(f"{args.exposure}: its columns {', '.join(flagged)} name none of the systems {', '.join(views)}")
    return {"controls": controls, "systems": found}


def to_object(args, viewed: dict, systems) -> dict:
    """The JSON object of a call."""
    views = {name: [found[name].view for found in viewed.values() if found[name].view is not None] for name in systems}
    made = {name: system_object(some) for name, some in views.items()}
    pairs = {f"{a} | {b}": {"systems": [a, b], **shared} for a, b in itertools.combinations(systems, 2)
             for shared in [diagnostics.overlap(views[a], views[b])] if shared is not None}
    return results.rounded_all({
        **call.facts(args, list(viewed)), "systems": made, "overlap": pairs,
        "tracks": tracks_object(made), "exposure": exposure_object(args, views) if args.exposure else None,
        "not_counted": {name: {task: found[name].reason for task, found in viewed.items() if found[name].reason} for name in systems}})


# Tables

def families_note(count: int, wanted: int) -> str:
    """A warning where not all families count."""
    return "" if count == wanted else f"Only {count} of {wanted} families count. "


def bounds(measure) -> str:
    return tables.with_bounds(measure)


def direction_table(found: dict) -> tables.Table:
    """Table D6: the first five columns over the pair families, the levels over all families."""
    rows = []
    for name, system in found.items():
        pairs, by_level = system["direction"] or {}, system["levels"]
        rows.append([name, *(tables.percent(pairs.get(key)) for key in ("pair_direction", "accuracy", "pair_accuracy", "pair_accuracy_at_best_threshold")),
                     tables.fixed(pairs.get("best_threshold"), 3), *(tables.percent(by_level[str(level)]) for level in families.LEVELS),
                     tables.percent(by_level["change"])])
    pair_families = min((system["direction"] or {"families": 0})["families"] for system in found.values())
    core = min(system["levels"]["families"] for system in found.values())
    legend = (f"Percent. {families_note(pair_families, len(tasks.PAIR_FAMILIES))}Direction to threshold: over all pairs of the yes/no families together. "
              "Direction: pairs whose yes member has strictly the higher p(yes). At best threshold: pair accuracy if yes meant p(yes) above the one threshold "
              "that does best on these very pairs; optimistic, no estimate for new items. "
              f"{families_note(core, len(families.FAMILIES))}Levels: mean over families of pair accuracy on groups of that level; "
              "change: level 3 minus level 1, points.")
    head = ("system", "direction", "accuracy", "pair accuracy", "at best threshold", "threshold", "level 1", "level 2", "level 3", "change")
    return tables.Table("Pair direction and levels (published as D6, figure D2)", head, rows, legend)


def planted_table(found: dict, made: str) -> tables.Table:
    """Table D7."""
    rows = []
    for name, system in found.items():
        plants, wrong, weak = system["planted"] or {}, system["errors"], system["kinds"]
        below = sum(row["pair_accuracy"]["value"] < diagnostics.HALF for row in weak)
        rows.append([name, *(bounds(plants.get(key)) for key in ("unplanted", "planted", "gap")), f"{below} of {len(weak)}", f"{wrong['errors']:,}",
                     tables.percent(wrong["confident_share"])])
    legend = ("Percent. Accuracy on items without and with a planted element, over all items of the core families that mark them; "
              "gap: planted minus unplanted, its interval on the same resamples for both. "
              f"Kinds below 50: kinds with at least {diagnostics.KIND_GROUPS} groups whose pair accuracy is below 50 %. Errors: wrong core items; "
              f"confident: share of the errors at confidence 0.90 or more.\n{made}")
    head = ("system", "unplanted", "planted", "gap", "kinds below 50", "errors", "confident")
    return tables.Table("Planted details and errors (published as D7)", head, rows, legend)


def kinds_table(found: dict, made: str) -> tables.Table:
    """Pair accuracy of every kind, the weakest of the mean over systems first."""
    cells = {}
    for name, system in found.items():
        for row in system["kinds"]:
            cells.setdefault((row["task"], row["kind"], row["groups"]), {})[name] = row["pair_accuracy"]
    order = sorted(cells, key=lambda key: (sum(measure["value"] for measure in cells[key].values()) / len(cells[key]), key))
    rows = [[f"{task}: {kind}", f"{groups}", *(bounds(cells[task, kind, groups].get(name)) for name in found)] for task, kind, groups in order]
    return tables.Table("Pair accuracy by kind, weakest first (published as figure 6)", ("kind", "groups", *found), rows,
                        f"Percent. Kind: which detail was planted in an item. A group counts under every kind that one of its members carries; kinds with at least {diagnostics.KIND_GROUPS} groups.\n{made}")


def overlap_table(found: dict) -> tables.Table:
    """Errors that two systems share."""
    rows = [[" and ".join(pair["systems"]), f"{pair['a']:,}", f"{pair['b']:,}", f"{pair['shared']:,}", tables.fixed(pair["expected"], 1), tables.percent(pair["jaccard"]),
             f"{pair['same_answer']:,}"] for pair in found.values()]
    legend = ("Wrong core items. Expected: errors shared if they fell independently within every task. Overlap: shared errors in percent of the items that at least one "
              "of the two gets wrong. Same answer: shared errors with the same wrong option.")
    return tables.Table("Errors of two systems", ("systems", "first", "second", "shared", "expected", "overlap", "same answer"), rows, legend)


def tracks_table(found: dict, together: dict) -> tables.Table:
    """Both tracks side by side."""
    rows = [[name, tables.percent(system["tracks"]["core"]), tables.points(system["tracks"]["reference"])] for name, system in found.items()]
    legend = (f"Core: mean pair accuracy of the {len(families.FAMILIES)} families, percent; reference: its total; a dash where a task is missing. Spearman correlation over "
              f"{english.counted(together['systems'], 'system')} with both: {tables.fixed(together['spearman'], 3)} (from three systems on).")
    return tables.Table("Core against reference (published as figures 4 and D1)", ("system", "core", "reference"), rows, legend)


def exposure_table(found: dict, resamples: int) -> tables.Table:
    """Table C3."""
    rows = [[name, str(row["named"]), str(row["unlisted"]), tables.with_bounds(row["gap"], tables.points), tables.with_bounds(row["adjusted"], tables.points)]
            for name, row in found["systems"].items()]
    legend = (f"Gap: mean floored corrected score of tasks with a named source minus that of tasks with an unlisted one, points. Adjusted: minus the mean gap of the "
              f"controls ({', '.join(found['controls']) or 'none given'}) on the same tasks. [low, high]: 95 % percentile bootstrap, {english.counted(resamples, 'resample')} of tasks within each "
              f"side, seed {bootstrap.SEED}. An observation: it does not show what training did.")
    return tables.Table("Named and unlisted sources (published as C3)", ("system", "named", "unlisted", "gap", "adjusted"), rows, legend)


def make_tables(found: dict, made: str) -> dict:
    """{file stem: Table} of the analyses that have something to show."""
    systems = found["systems"]
    shown = {"direction_and_levels": direction_table(systems), "planted_and_errors": planted_table(systems, made), "kinds": kinds_table(systems, made)}
    if found["overlap"]:
        shown["error_overlap"] = overlap_table(found["overlap"])
    if any(system["tracks"]["reference"] is not None for system in systems.values()):
        shown["core_and_reference"] = tracks_table(systems, found["tracks"])
    if found["exposure"]:
        shown["exposure"] = exposure_table(found["exposure"], found["resamples"])
    return shown


# Command line

def write_files(out, found: dict, shown: dict) -> None:
    """The JSON, every table as CSV and LaTeX, and all of them as text; nothing where the JSON cannot hold a name."""
    items.write_json(Path(out) / "diagnosis.json", found)
    for stem, table in shown.items():
        items.write_bytes(Path(out) / f"{stem}.csv", tables.to_csv(table).encode("utf-8", "backslashreplace"))
        items.write_bytes(Path(out) / f"{stem}.tex", tables.to_latex(table).encode("utf-8", "backslashreplace"))
    items.write_bytes(Path(out) / "diagnosis.txt", "\n".join(tables.to_texts(shown.values())).encode("utf-8", "backslashreplace"))


def run(args) -> int:
    """Print the analyses, write their files; 1 where no task counts."""
    systems = call.parse_systems(args.systems)
    names = call.choose_tasks(args)
    viewed = dict(zip(names, evaluate.run_jobs(diagnose_task, call.make_jobs(args, names, systems), args.jobs)))
    for found in viewed.values():
        for name, one in found.items():
            for message in one.warnings:
                print(f"diagnose.py: warning: {name}: {message}", file=sys.stderr)
    found = to_object(args, viewed, list(systems))
    shown = make_tables(found, call.legend_of(args))
    if args.json:
        items.write_json(args.json, found)
    if args.out:
        write_files(args.out, found, shown)
    lines = [f"{name}: {task} does not count: {reason}" for name, reasons in found["not_counted"].items() for task, reason in reasons.items()]
    print("\n".join([*tables.to_texts(shown.values()), *lines]))
    return 0 if any(one.view for each in viewed.values() for one in each.values()) else 1


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="diagnose.py", description=__doc__.split("\n")[0], epilog="\n".join(__doc__.split("\n")[2:]),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("systems", nargs="+", metavar="NAME=DIR", help="a name and the run folder of a system")
    call.add_common(parser)
    parser.add_argument("--out", metavar="DIR", help="also write every table as CSV and LaTeX, and all as text and JSON (default: no files)")
    parser.add_argument("--exposure", metavar="FILE", help="CSV with a column task and one column of flags a system (default: no such comparison)")
    parser.add_argument("--controls", default="", metavar="A,B", help="with --exposure: control systems whose gap is taken off (default: none)")
    return parser


def main(argv=None) -> int:
    return call.guarded("diagnose.py", run, make_parser().parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
