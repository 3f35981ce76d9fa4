"""Does a decision stay when its presentation changes? Runs on variants of the same items, reruns, and a fresh draw.

A run whose name has no folder under --variants is a rerun of the base items: the noise floor, what changes by itself. It has rows of its own and is
no variant: the consistency and the ranges over variants leave it out.
Example: python3 scoring/stability.py base=runs/fast option_order_1=runs/fast-order1 rerun=runs/fast-again --variants data_variants
Several systems: fast=runs/fast fast@bare_labels=runs/fast-bare slow=runs/slow slow@bare_labels=runs/slow-bare
A fresh draw: python3 scoring/stability.py --draws published=runs fresh=runs_fresh --fresh-root data_fresh --systems fast,slow,other
"""
from __future__ import annotations

import argparse
import itertools
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, english, items
from scoring import bootstrap, call, diagnostics, evaluate, metrics, paired, results, runs, stability_picture, subset, tables, tasks

RESAMPLES, DRAW_RESAMPLES = 300, 2000
"""Group resamples, as published: for matched runs, and for two draws resampled independently."""


class Run(NamedTuple):
    """A run on one task: {item id: (the option predicted by its original name, None where it failed; whether it is right)}."""

    task: tasks.Task
    outcomes: dict


class Matched(NamedTuple):
    """A system's base run and its runs on variants of one task, or why a run does not count: {variant: reason}."""

    base: Run | None
    variants: dict
    reasons: dict


# Reading

def read_run(args, root, name: str, folder) -> Run:
    """A run on a task of a root. Raises ScoringError with the reason where it does not count."""
    task, _, job = evaluate.prepare(evaluate.Job(root, name, {}, 1, bootstrap.SEED, args.allow_unverified, frozenset(), subset.chosen_size(args)))
    if not task.has_gold:
        raise tasks.ScoringError(f"{name} has no right answers to compare")
    answers, (reason, _, _) = evaluate.read_run(task, folder, job)
    if reason:
        raise tasks.ScoringError(reason)
    outcomes = evaluate.settle(task, answers)
    return Run(task, {item.id: (None if place is None else task.original(item.options[place]), is_right)
                      for item, place, is_right in zip(task.items, outcomes.predicted, outcomes.correct)})


def check_twins(base: tasks.Task, other: tasks.Task, root) -> None:
    """Raises ScoringError unless both tasks hold the same items: ids, groups, right answers and levels."""
    def facts(task):
        return {item.id: (item.group, task.original(item.gold), item.level) for item in task.items}

    if facts(base) != facts(other):
        raise tasks.ScoringError(f"{items.task_folder(root, base.name)}: its items are no variant of the base items: ids, groups, answers or levels differ")


def root_of(args, variant: str):
    """The data root of a variant: its folder under --variants, the base root where there is none (a rerun)."""
    folder = Path(args.variants, variant)
    return folder if folder.is_dir() else args.root


def variant_advice(args, variant: str) -> str:
    """How a variant gets its data root."""
    made = console.command("generators/variants.py", "--root", args.root, "--out", args.variants, variant)
    return f"make the variant with `{made}`, or name another folder of variants with --variants"


def is_rerun(args, variant: str) -> bool:
    """Whether a run is one of the base items once more: there is no data root of that name."""
    return root_of(args, variant) == args.root


def match(args, name: str, runs_of: dict) -> Matched:
    """One system on one task; runs_of: {variant, "" for the base: folder}."""
    found, reasons = {}, {}
    for variant, folder in runs_of.items():
        root = root_of(args, variant) if variant else args.root
        if name not in items.list_tasks(root, variant_advice(args, variant)):
            reasons[variant] = f"{root} has no such task"
            continue
        try:
            found[variant] = read_run(args, root, name, folder)
        except tasks.ScoringError as error:
            reasons[variant] = str(error) + (f" (taken for a rerun: {args.variants} has no folder {variant})" if variant and is_rerun(args, variant) else "")
            continue
        if "" in found:
            check_twins(found[""].task, found[variant].task, root)
    base = found.pop("", None)
    return Matched(base, found if base else {}, reasons)


# Counting

def group_shares(run: Run, base: tasks.Task) -> list:
    """For every unit of the base task whether the run gets all its items right."""
    whole = metrics.group_outcomes([run.outcomes[item.id][1] for item in base.items], base.units)
    return [whole[unit] for unit in range(base.unit_count)]


def compare_task(matched: Matched, variant: str, resamples) -> dict:
    """Changes from the base run to a variant's on one task: counts, pair accuracy of both, and its resampled difference."""
    base, other = matched.base, matched.variants[variant]
    ids = [item.id for item in base.task.items]
    (predicted_a, right_a), (predicted_b, right_b) = (zip(*(run.outcomes[key] for key in ids)) for run in (base, other))
    changed = paired.changes(predicted_a, right_a, predicted_b, right_b)
    before, after = group_shares(base, base.task), group_shares(other, base.task)
    drawn = [bootstrap.ratios(bootstrap.weighted_sums(resamples, side), [resamples.units] * resamples.count) for side in (before, after)]
    return {"items": len(ids), "changed": sum(a != b for a, b in zip(predicted_a, predicted_b)), **changed._asdict(),
            "before": sum(before) / len(before), "after": sum(after) / len(after), "differences": [b - a for a, b in zip(*drawn)]}


def packed(rows: dict) -> dict:
    """Counts over tasks, and the mean change of pair accuracy over them with its interval; rows: {task: what compare_task gives}."""
    count = len(rows)
    drawn = [sum(values) / count for values in zip(*(row["differences"] for row in rows.values()))]
    total = sum(row["items"] for row in rows.values())
    sums = {key: sum(row[key] for row in rows.values()) for key in ("changed", *paired.Changes._fields)}
    before, after = (sum(row[side] for row in rows.values()) / count for side in ("before", "after"))
    return {"tasks": count, "items": total, **sums, "changed_share": sums["changed"] / total, "pair_accuracy_before": before, "pair_accuracy_after": after,
            "pair_accuracy_change": {"value": after - before, "interval": bootstrap.interval(drawn)[0]}}


def consistency(matched: dict, resamples: dict, reruns) -> dict | None:
    """Share of groups right in the base run and under every variant, reruns left out: mean over the tasks on which all these runs count; None without one."""
    variants = {variant for one in matched.values() for variant in one.variants} - set(reruns)
    whole = {name: one for name, one in matched.items() if one.base and variants and variants <= set(one.variants)}
    if not whole:
        return None
    shares, drawn = [], []
    for name, one in whole.items():
        right = list(map(all, zip(group_shares(one.base, one.base.task), *(group_shares(one.variants[variant], one.base.task) for variant in sorted(variants)))))
        shares.append(sum(right) / len(right))
        drawn.append(bootstrap.ratios(bootstrap.weighted_sums(resamples[name], right), [len(right)] * resamples[name].count))
    means = [sum(values) / len(values) for values in zip(*drawn)]
    return {"tasks": len(whole), "variants": sorted(variants), "value": sum(shares) / len(shares), "interval": bootstrap.interval(means)[0]}


# Variants

def parse_runs(arguments) -> dict:
    """{system: {variant, "" for the base: folder}} of NAME=DIR arguments: NAME is a system, or system@variant.

    Without an @ in any name the first is the base of one system, the others are its variants.
    """
    given = call.parse_systems(arguments)
    if not any("@" in name for name in given):
        first = next(iter(given), "")
        return {first: {"" if name == first else name: folder for name, folder in given.items()}}
    found = {}
    for name, folder in given.items():
        system, at, variant = name.partition("@")
        if not system or at and (not variant or Path(variant).name != variant):
            raise tasks.ScoringError(f"{name}={folder}: is neither SYSTEM=DIR nor SYSTEM@VARIANT=DIR with the plain name of a variant")
        found.setdefault(system, {})[variant] = folder
    for system, runs_of in found.items():
        if "" not in runs_of:
            raise tasks.ScoringError(f"{system} has no base run; name it as {system}=DIR beside {system}@{next(iter(runs_of))}=DIR")
        found[system] = {"": runs_of[""], **runs_of}
    return found


def system_object(args, names, runs_of: dict) -> dict:
    """Everything about one system: its variants, its reruns under noise_floor, its consistency."""
    matched = {name: match(args, name, runs_of) for name in names}
    resamples = {name: bootstrap.draw_resamples(name, one.base.task.unit_count, args.resamples) for name, one in matched.items() if one.base}
    made, floor = {}, {}
    for variant in [variant for variant in runs_of if variant]:
        rows = {name: compare_task(one, variant, resamples[name]) for name, one in matched.items() if variant in one.variants}
        if rows:
            (floor if is_rerun(args, variant) else made)[variant] = {**packed(rows), "by_task": {name: packed({name: row}) for name, row in rows.items()}}
    reasons = {name: {variant or "base": reason for variant, reason in one.reasons.items()} for name, one in matched.items() if one.reasons}
    return {"variants": made, "noise_floor": floor, "consistency": consistency(matched, resamples, floor), "not_counted": reasons}


def ranges(systems: dict, part: str) -> dict:
    """{variant: range over systems of the changed share and of the change of pair accuracy, and how many intervals leave out 0}; part: variants or noise_floor."""
    found = {}
    for variant in dict.fromkeys(variant for system in systems.values() for variant in system[part]):
        rows = [system[part][variant] for system in systems.values() if variant in system[part]]
        changes = [row["pair_accuracy_change"] for row in rows]
        found[variant] = {"systems": len(rows), "tasks": [min(row["tasks"] for row in rows), max(row["tasks"] for row in rows)],
                          "changed_share": [min(row["changed_share"] for row in rows), max(row["changed_share"] for row in rows)],
                          "pair_accuracy_change": [min(change["value"] for change in changes), max(change["value"] for change in changes)],
                          "intervals_without_zero": sum(change["interval"][0] > 0 or change["interval"][1] < 0 for change in changes)}
    return found


def span(pair, form=tables.percent) -> str:
    """A range as text."""
    low, high = map(form, pair)
    return low if low == high else f"{low} to {high}"


MATCHED_LEGEND = ("Changed: items whose predicted option is another one than in the base run, compared by its original name, in percent; a failed item is a "
                  "prediction of its own. Change: pair accuracy under the variant minus that of the base run, points, mean over tasks. Noise floor: a rerun "
                  "of the same items, no variant; it shows what changes by itself. Base, variant: both pair accuracies, percent, mean over tasks. Interval "
                  "without 0: systems for which the interval of the change leaves out 0.")


def with_floor(variants: dict, floor: dict) -> dict:
    """Rows of both kinds in one, those of the noise floor first and marked."""
    return {**{f"{name} (noise floor)": row for name, row in floor.items()}, **variants}


def rows_of(found: dict) -> dict:
    """{system: {label: row}}, the rows of the noise floor first and marked, from the JSON object of a call."""
    return {name: with_floor(system["variants"], system["noise_floor"]) for name, system in found["systems"].items()}


def variant_tables(found: dict, made: str) -> list:
    """Tables D8 and D9, and one by task for every variant."""
    systems = {name: {**system, "rows": rows} for (name, system), rows in zip(found["systems"].items(), rows_of(found).values())}
    rows = [[variant, str(row["systems"]), span(row["tasks"], str), span(row["changed_share"]), span(row["pair_accuracy_change"]), f"{row['intervals_without_zero']} of {row['systems']}"]
            for variant, row in with_floor(found["ranges"], found["noise_floor"]).items()]
    shown = [tables.Table("Changes by variant, range over systems (published as D8)", ("variant", "systems", "tasks", "changed", "change", "interval without 0"), rows,
                          f"{MATCHED_LEGEND}\n{made}")]
    rows = [[f"{name}: {variant}", f"{row['items']:,}", tables.percent(row["changed_share"]), f"{row['right_to_wrong']:,}", f"{row['wrong_to_right']:,}", f"{row['wrong_to_other']:,}",
             tables.percent(row["pair_accuracy_before"]), tables.percent(row["pair_accuracy_after"]), tables.with_bounds(row["pair_accuracy_change"])]
            for name, system in systems.items() for variant, row in system["rows"].items()]
    head = ("run", "items", "changed", "right to wrong", "wrong to right", "wrong to other", "base", "variant", "change")
    shown.append(tables.Table("Changes by system (published as D9 and figure 7)", head, rows, f"{MATCHED_LEGEND}\n{made}"))
    rows = [[name, str(row["tasks"]), str(len(row["variants"])), tables.with_bounds(row)] for name, system in systems.items() for row in [system["consistency"]] if row]
    if rows:
        shown.append(tables.Table("Consistency", ("system", "tasks", "variants", "consistent"), rows,
                                  "Percent of the groups with every member right in the base run and under every variant, mean over the tasks on which all these runs count. "
                                  f"Reruns are no variants and are left out.\n{made}"))
    for name, system in systems.items():
        columns = system["rows"]
        names = dict.fromkeys(task for row in columns.values() for task in row["by_task"])
        rows = [[task, *(tables.with_bounds(row["by_task"].get(task, {}).get("pair_accuracy_change")) for row in columns.values())] for task in names]
        shown.append(tables.Table(f"{name}: change of pair accuracy by task", ("task", *columns), rows, f"{MATCHED_LEGEND}\n{made}"))
    return shown


def run_variants(args) -> tuple:
    """(JSON object, tables) of runs on variants."""
    given = parse_runs(args.arguments)
    if not any(len(runs_of) > 1 for runs_of in given.values()):
        raise tasks.ScoringError("one run alone has nothing to be compared with; name a base run and runs on variants or reruns")
    names = call.choose_tasks(args)
    systems = {name: system_object(args, names, runs_of) for name, runs_of in given.items()}
    found = {**call.facts(args, names), "systems": systems, "ranges": ranges(systems, "variants"), "noise_floor": ranges(systems, "noise_floor")}
    return found, variant_tables(found, call.legend_of(args))


# A fresh draw

def draw_shares(root, name: str, folder, label: str, args) -> tuple:
    """(pair accuracy, its values in the resamples) of a run on one draw of a task."""
    run = read_run(args, root, name, folder)
    right = group_shares(run, run.task)
    resamples = bootstrap.draw_resamples(label, run.task.unit_count, args.resamples)
    return sum(right) / len(right), bootstrap.ratios(bootstrap.weighted_sums(resamples, right), [resamples.units] * resamples.count)


def draw_object(args, names, published: Path, fresh: Path) -> dict:
    """A system's mean pair accuracy on both draws and its change; resamples of the fresh draw have streams of their own."""
    sides = [[draw_shares(root, name, folder, label, args) for name in names for label in [f"{name}{mark}"]]
             for root, folder, mark in ((args.root, published, ""), (args.fresh_root, fresh, "|fresh"))]
    values = [sum(value for value, _ in side) / len(side) for side in sides]
    drawn = [[sum(row) / len(row) for row in zip(*(draws for _, draws in side))] for side in sides]
    return {"published": values[0], "fresh": values[1],
            "change": {"value": values[1] - values[0], "interval": bootstrap.interval([after - before for before, after in zip(*drawn)])[0]}}


def kept_pairs(first, second) -> tuple:
    """(pairs of systems that stand in the same order in both, pairs); two equal values keep the order only where both are equal.

    >>> kept_pairs([1, 2, 3], [1, 3, 2])
    (2, 3)
    """
    def sign(a, b):
        return (a > b) - (a < b)

    pairs = list(itertools.combinations(range(len(first)), 2))
    return sum(sign(first[a], first[b]) == sign(second[a], second[b]) for a, b in pairs), len(pairs)


def draw_table(found: dict, made: str) -> tables.Table:
    """Both draws side by side, from the JSON object of a call; made: which items were scored and how the intervals were made."""
    rows = [[name, tables.percent(row["published"]), tables.percent(row["fresh"]), tables.with_bounds(row["change"])] for name, row in found["systems"].items()]
    legend = (f"Pair accuracy, percent, mean over {english.counted(len(found['tasks']), 'task')}; change: fresh minus published, points, groups of both draws resampled independently. Spearman "
              f"correlation of the two columns {tables.fixed(found['spearman'], 3)} (from three systems on), {found['pairs_in_order']} of {english.counted(found['pairs'], 'pair')} of systems keep "
              f"their order.\n{made}")
    return tables.Table("Published and fresh draw (published as E3)", ("system", "published", "fresh", "change"), rows, legend)


def run_draws(args) -> tuple:
    """(JSON object, table) of systems on the published and on a fresh draw."""
    folders = call.parse_systems(args.arguments)
    if set(folders) != {"published", "fresh"}:
        raise tasks.ScoringError("--draws needs published=DIR and fresh=DIR, the folders that hold the run folders of both draws")
    wanted = [name.strip() for name in args.systems.split(",") if name.strip()] or sorted(
        set(entry.name for entry in Path(folders["published"]).iterdir() if entry.is_dir()) & set(entry.name for entry in Path(folders["fresh"]).iterdir() if entry.is_dir()))
    there = set(items.list_tasks(args.fresh_root, items.core_advice(args.fresh_root, "--fresh-root")))
    names = [name for name in call.choose_tasks(args) if name in there]
    if not wanted or not names:
        raise tasks.ScoringError("no system has a run in both folders" if not wanted else f"{args.root} and {args.fresh_root} share no task")
    systems = {name: draw_object(args, names, *(runs.check_folder(name, Path(folders[side], name)) for side in ("published", "fresh"))) for name in wanted}
    sides = [[system[side] for system in systems.values()] for side in ("published", "fresh")]
    kept, pairs = kept_pairs(*sides)
    found = {**call.facts(args, names), "fresh_root": args.fresh_root, "tasks": names,
             "systems": systems, "spearman": diagnostics.spearman(*sides), "pairs_in_order": kept, "pairs": pairs}
    return found, [draw_table(found, call.legend_of(args))]


# Command line

def run(args) -> int:
    """Print the tables, write the files."""
    args.resamples = args.resamples or (DRAW_RESAMPLES if args.draws else RESAMPLES)
    found, shown = run_draws(args) if args.draws else run_variants(args)
    found, shown = results.rounded_all(found), [table for table in shown if table.rows]
    if args.json:
        items.write_json(args.json, found)
    if args.out:
        items.write_json(Path(args.out, "stability.json"), found)
        for number, table in enumerate(shown, 1):
            for end, write in (("csv", tables.to_csv), ("tex", tables.to_latex)):
                items.write_bytes(Path(args.out, f"stability_{number}.{end}"), write(table).encode("utf-8", "backslashreplace"))
        if not args.draws and any(rows_of(found).values()):
            items.write_bytes(Path(args.out, "stability.html"), stability_picture.document(found, rows_of(found), shown).encode("utf-8", "backslashreplace"))
    lines = [f"{name}: {task} does not count for {variant}: {reason}" for name, system in found["systems"].items()
             for task, reasons in system.get("not_counted", {}).items() for variant, reason in reasons.items()]
    print("\n".join([*tables.to_texts(shown), *lines]))
    return 0 if args.draws or any(system["variants"] or system["noise_floor"] for system in found["systems"].values()) else 1


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="stability.py", description=__doc__.split("\n")[0], epilog="\n".join(__doc__.split("\n")[2:]),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arguments", nargs="+", metavar="NAME=DIR", help="the base run, then runs on variants or reruns; or system=DIR and system@variant=DIR; with --draws: two folders of runs")
    parser.add_argument("--root", default="data", help="data root of the base runs (default: data)")
    parser.add_argument("--variants", default="data_variants", help="folder with one data root a variant, as generators/variants.py writes it (default: data_variants); "
                                                                    "a run whose name has no folder there is a rerun of the base items")
    parser.add_argument("--tasks", default="", help="only these tasks, separated by commas (default: every task of the root)")
    subset.add_options(parser)
    parser.add_argument("--draws", action="store_true", help="compare the published with a fresh draw (default: variants)")
    parser.add_argument("--fresh-root", default="data_fresh", help="with --draws: data root of the fresh draw (default: data_fresh)")
    parser.add_argument("--systems", default="", metavar="A,B", help="with --draws: run folders to compare (default: all that stand in both folders)")
    parser.add_argument("--resamples", type=call.positive, help=f"group resamples (default: {RESAMPLES}, with --draws {DRAW_RESAMPLES})")
    parser.add_argument("--json", metavar="FILE", help="also write the results as JSON (default: no file)")
    parser.add_argument("--out", metavar="DIR", help="also write every table as CSV and LaTeX, the JSON, and a page with the picture of changes (default: no files)")
    parser.add_argument("--allow-unverified", action="store_true", help="count core runs whose _items.json does not name the items file (default: they do not count)")
    return parser


def main(argv=None) -> int:
    return call.guarded("stability.py", run, make_parser().parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
