"""Write one HTML page about systems: scores, pictures, confidence, kinds, and the groups that they fail.

Example: python3 scoring/report.py fast=runs/fast slow=runs/slow --out results/report.html
The page needs nothing from elsewhere and opens without a network; scripts only sort and filter.
"""
from __future__ import annotations

import argparse
import sys
from array import array
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import english, families, items
from scoring import call, contrast, diagnose, diagnostics, evaluate, metrics, page, pictures, results, sealed, sensitivity, show, stability, stability_picture, summary, tables, tasks
from scoring.pictures import text_of

OUT = "results/report.html"
GROUPS = 8
"""Failed groups shown of every task."""
GROUP_BYTES = 6_000_000
"""No further groups are written once they take so much."""
VERDICTS = 12
"""Systems whose answers are written out under a member."""
CURVE_POINTS = 200
KIND_ROWS = 40
DEFAULTS = {"exposure": None, "controls": "", "stability": None}
"""Arguments of diagnose.py that a page has no use for, and what a page goes without where nothing else is asked for."""
LINES = 8
"""More oddities than these are folded away."""
HTML = b"<!doctype html>"
SMALL_PICTURES = 12
"""Systems with a reliability diagram and a histogram of their own."""

SAYS = {
    "accuracy": "right predictions / items",
    "pair accuracy": "groups with every member right / groups",
    "level 3": "pair accuracy over the groups of level 3",
    "level 1": "mean over families of pair accuracy over the groups of level 1",
    "level 2": "mean over families of pair accuracy over the groups of level 2",
    "direction": "pairs whose yes member has strictly the higher p(yes) / pairs",
    "automation 5 %": "largest share decided alone, most confident first, equal confidences together, with at most 5 % errors",
    "accuracy at 0.90": "accuracy over items whose highest probability is 0.90 or more",
    "share at 0.90": "items whose highest probability is 0.90 or more / items",
    "calibration error": "15 bins of equal width: sum of (items in the bin / items) x |accuracy - mean confidence|",
    "its floor": "mean calibration error of 200 seeded redraws of a perfectly calibrated model with the same confidences",
    "Brier": "mean over items of the sum over options of (p - right)^2; lower is better",
    "log loss": "mean of -ln p(right option), p clipped to [1e-6, 1]; lower is better",
    "AURC": "mean over items of the share of errors among all items of the same or a higher confidence; lower is better",
    "reference score": "mean of the seven layers; in a layer the mean of corrected values floored at 0",
    "at best threshold": "pair accuracy if yes meant p(yes) above the one threshold that does best on these very pairs: optimistic",
    "threshold": "that threshold",
    "change": "level 3 minus level 1, points",
    "unplanted": "accuracy on items without a planted element",
    "planted": "accuracy on items with a planted element",
    "gap": "planted minus unplanted, its interval on the same resamples for both",
    "kinds below 50": f"kinds with at least {diagnostics.KIND_GROUPS} groups whose pair accuracy is below 50 %",
    "errors": "wrong core items, failed ones among them",
    "confident": "share of the errors at confidence 0.90 or more",
    "groups": "contrast groups in which a member carries this kind",
    "corrected": "100 (value - chance) / (1 - chance)",
}


class Looked(NamedTuple):
    """One system on one task: its score, its view where it counts, and of every item the option chosen (-1: failed), confidence, whether right."""

    score: evaluate.TaskScore
    view: diagnostics.TaskView | None
    chosen: array
    confidence: array
    right: bytes


# Reading

def look_task(job: evaluate.Job) -> dict:
    """{system: Looked} of one task."""
    task, resamples, job = evaluate.prepare(job)
    found = {}
    for name, folder in job.systems.items():
        answers, verdict = evaluate.read_run(task, folder, job)
        scored = evaluate.score_answers(task, answers, resamples, job.seed, verdict)
        outcomes = evaluate.settle(task, answers)
        view = diagnostics.view_task(task, answers, resamples) if scored.counted else None
        found[name] = Looked(scored, view, array("h", (-1 if place is None else place for place in outcomes.predicted)),
                             array("d", outcomes.confidence), bytes(outcomes.correct))
    return found


class Page(NamedTuple):
    """What the sections are written from: names by rank, the JSON of scores and of the diagnosis, what was looked at, the call."""

    names: list
    scores: dict
    diagnosis: dict
    looked: dict
    args: argparse.Namespace
    made: str


def core_of(found: Page, name: str) -> list:
    """A system's Looked of the core tasks that count."""
    return [looked[name] for looked in found.looked.values() if looked[name].score.track == "core" and looked[name].score.counted]


# Tables

def grid_html(grid: summary.Grid, says) -> str:
    """A grid of measures as a table; says: the definition of every column."""
    rows = [(label, [(tables.MISSING, None) if measure is None else (tables.with_bounds(measure, form), measure["value"]) for measure, form in zip(cells, grid.forms)])
            for label, cells in grid.rows]
    return page.table(grid.title, (grid.corner, *grid.columns), rows, says, grid.legend)


def table_html(table: tables.Table, says=None) -> str:
    """A table of text cells; the definitions of its columns come from SAYS where none are given."""
    return page.text_table(table, says or [SAYS.get(name.replace("pooled ", ""), "") for name in table.head[1:]])


def columns_say(grid: summary.Grid) -> list:
    """Definitions of columns that are measures."""
    return [("all core items together: " if name.startswith("pooled ") else "mean over families: ") * (name != "reference score") + SAYS[name.replace("pooled ", "")]
            for name in grid.columns]


# Sections

def summary_section(found: Page) -> str:
    """The main table, and what does not count."""
    grid = summary.main_grid(found.scores["systems"], shown_systems(found), found.made)
    oddities = [f"{name}: {line.strip().lstrip('* ')}" for name in found.names for line in tables.oddity_lines(found.scores["systems"][name])]
    counted = min(found.scores["systems"][name]["core"]["families_counted"] for name in found.names)
    warning = "" if counted == len(families.FAMILIES) else page.paragraph(
        f"No headline: for a system only {counted} of {len(families.FAMILIES)} core families count, and means over families need all of them.")
    listed = "<ul>" + "".join(f"<li>{text_of(line)}</li>" for line in oddities) + "</ul>" if oddities else page.paragraph("Every task counts, and no answer was out of order.")
    if len(oddities) > LINES:
        listed = f"<details><summary>{len(oddities)} lines</summary>{listed}</details>"
    return warning + page.legend(found.names) + grid_html(grid, columns_say(grid)) + f"<h3>What does not count, and oddities of answers</h3>{listed}\n"


def shown_systems(found: Page) -> list:
    return [summary.Shown(name, name) for name in found.names]


def families_section(found: Page) -> str:
    """Pair accuracy by family."""
    def cell(name, label):
        task = found.scores["systems"][name]["tasks"].get(label)
        return task["measures"]["pair_accuracy"] if task and task["counted"] else None

    there = [family for family in families.BY_NAME if any(cell(name, family) for name in found.names)]
    if not there:
        return page.paragraph("No core family counts for any system.")
    picture = pictures.dots("families", "Pair accuracy by family", there, found.names, cell)
    grid = summary.family_grid(found.scores["systems"], shown_systems(found), found.made)
    return page.legend(found.names) + page.scrolling(picture, "Pair accuracy by family, picture") + grid_html(grid, [SAYS["pair accuracy"]] * len(grid.columns))


def levels_section(found: Page) -> str:
    """Pair direction and levels."""
    systems = [(name, [found.diagnosis["systems"][name]["levels"][str(level)] for level in families.LEVELS]) for name in found.names]
    there = [row for row in systems if any(value is not None for value in row[1])]
    picture = page.scrolling(pictures.slopes("levels", there), "Levels, picture") if there else ""
    return page.legend(found.names) + picture + table_html(diagnose.direction_table({name: found.diagnosis["systems"][name] for name in found.names}))


def plants_section(found: Page) -> str:
    """Planted details and kinds."""
    systems = found.diagnosis["systems"]
    values = {name: {f"{row['task']}: {row['kind']}": row["pair_accuracy"]["value"] for row in systems[name]["kinds"]} for name in found.names}
    labels = {label for rows in values.values() for label in rows}

    def mean(label):
        there = [rows[label] for rows in values.values() if label in rows]
        return sum(there) / len(there), label

    weakest = sorted(labels, key=mean)[:KIND_ROWS]
    picture = page.scrolling(pictures.heat("kinds", "Pair accuracy of the weakest kinds", weakest, found.names, lambda name, label: values[name].get(label)),
                          "Kinds, picture") if weakest else ""
    ordered = {name: systems[name] for name in found.names}
    kinds = diagnose.kinds_table(ordered, found.made)
    return (table_html(diagnose.planted_table(ordered, found.made)) + f"<h3>The {len(weakest)} weakest kinds</h3>"
            + '<ol class="note">' + "".join(f"<li>{text_of(name)}</li>" for name in found.names) + "</ol>" + picture
            + table_html(kinds, [SAYS["groups"]] + [SAYS["pair accuracy"]] * len(found.names)))


def curve_of(looked) -> list:
    """(coverage, risk) at the ends of blocks of equal confidence over all items together, thinned to CURVE_POINTS."""
    pairs = sorted(((level, is_right) for one in looked for level, is_right in zip(one.confidence, one.right)), key=lambda pair: -pair[0])
    found, wrong = [], 0
    for count, (level, is_right) in enumerate(pairs, 1):
        wrong += not is_right
        if count == len(pairs) or pairs[count][0] < level:
            found.append((count / len(pairs), wrong / count))
    step = max(1, len(found) // CURVE_POINTS)
    return found[::step] + (found[-1:] if (len(found) - 1) % step else [])


def bins_of(looked) -> list:
    """The bins of all items together: (items, right, sum of confidences)."""
    return [tuple(map(sum, zip(*parts))) for parts in zip(*(one.score.bins for one in looked))]


def histogram_of(looked) -> tuple:
    """(right, wrong) items in each of the bins."""
    counts = [[0] * metrics.BINS for _ in range(2)]
    for one in looked:
        for level, is_right in zip(one.confidence, one.right):
            counts[not is_right][metrics.calibration_bin(level) - 1] += 1
    return tuple(counts)


def confidence_section(found: Page) -> str:
    """Risk and coverage, reliability, histograms, measures."""
    core = {name: core_of(found, name) for name in found.names}
    there = [name for name in found.names if core[name]]
    if not there:
        return page.paragraph("No core family counts for any system.")
    places = {name: place for place, name in enumerate(found.names)}
    parts = [page.legend(found.names), page.scrolling(pictures.coverage("coverage", [(name, curve_of(core[name])) for name in there]), "Risk and coverage, picture")]
    parts.append(page.paragraph("Risk: share of errors among the items decided so far; coverage: share of items decided, the most confident first. All core items that count "
                                "together; the automation measure of the tables takes each family by itself. " + tables.MAX_BIAS))
    first = there[:SMALL_PICTURES]
    parts.append("<h3>Reliability</h3>" + '<div class="row">' + "".join(
        f"<figure><figcaption>{text_of(name)}</figcaption>{pictures.reliability(f'reliability{places[name]}', name, places[name], bins_of(core[name]))}</figure>" for name in first) + "</div>")
    parts.append(page.paragraph(f"Accuracy against mean confidence in {metrics.BINS} bins of equal width; the area of a mark grows with the items of its bin, which a pointer shows. "
                                "On the dashed line confidence equals accuracy; below it the system is overconfident."))
    parts.append('<h3>Confidence of right and wrong items</h3><div class="row">' + "".join(
        f"<figure><figcaption>{text_of(name)}</figcaption>{pictures.histogram(f'histogram{places[name]}', name, places[name], *histogram_of(core[name]))}</figure>" for name in first) + "</div>")
    parts.append(page.paragraph("Items by their highest probability: wrong ones (orange) at the foot of a bar, right ones (blue) above them."
                                + (f" Shown: the first {len(first)} of {len(there)} systems." if len(first) < len(there) else "")))
    for name in found.names:
        shown = tables.system_tables(name, found.scores["systems"][name], found.made)
        parts.append(f"<details><summary>All measures of {text_of(name)} by task</summary>{''.join(map(table_html, shown))}</details>\n")
    return "".join(parts)


def reference_section(found: Page) -> str:
    """Both tracks, layers and tasks."""
    systems = found.scores["systems"]
    if not any(systems[name]["reference"]["tasks_counted"] for name in found.names):
        return page.paragraph("No reference task counts for any system. reference/README.md says how the 35 tasks are rebuilt from their sources.")
    both = [(name, systems[name]["reference"]["total"], systems[name]["core"]["measures"]["pair_accuracy"]) for name in found.names
            if systems[name]["reference"]["total"] and systems[name]["core"]["measures"]["pair_accuracy"]["value"] is not None]
    picture = page.scrolling(pictures.scatter("tracks", both), "Core against reference, picture") if both else page.paragraph(
        f"The picture of core against reference needs a system with all {len(families.FAMILIES)} families and all {len(tasks.LAYER_OF)} reference tasks.")
    parts = [page.legend(found.names), picture]
    if both:
        parts.append(table_html(diagnose.tracks_table({name: found.diagnosis["systems"][name] for name in found.names}, found.diagnosis["tracks"])))
    for make, says in ((summary.layer_grid, SAYS["reference score"]), (summary.corrected_grid, SAYS["corrected"])):
        grid = make(systems, shown_systems(found), found.made)
        parts.append(grid_html(grid, [says] * len(grid.columns)))
    return "".join(parts)


def overlap_section(found: Page) -> str:
    """Errors that systems share."""
    first = found.names[:pictures.SHAPES]
    shown = {key: pair for key, pair in found.diagnosis["overlap"].items() if set(pair["systems"]) <= set(first)}
    if not shown:
        return page.paragraph("One system alone, or no common task.")
    more = page.paragraph(f"The first {len(first)} systems; scoring/diagnose.py has all pairs.") if len(first) < len(found.names) else ""
    return more + table_html(diagnose.overlap_table(shown), [
        "wrong core items of the first system", "wrong core items of the second system", "items that both get wrong", "errors shared if they fell independently within every task",
        "shared errors in percent of the items that at least one of the two gets wrong", "shared errors with the same wrong option"])


# Failed groups

class Failed(NamedTuple):
    """A group that a system fails: its name, members (base first), their places in the items file, the systems that fail it."""

    name: str
    members: list
    places: dict
    systems: list


def stability_section(path) -> str:
    """Picture and tables of a result file of stability.py. Raises ScoringError for any other file."""
    shown, found = sensitivity.tables_of(path), tasks.read_json(path)
    if "ranges" not in found:
        raise tasks.ScoringError(f"{path}: compares no runs on variants; name a file that stability.py BASE=DIR VARIANT=DIR --json wrote")
    note = page.paragraph(f"From {path}, made by stability.py; the systems there need not be those of this page.")
    return note + stability_picture.section(stability.rows_of(found), shown[0].legend) + "".join(map(page.text_table, shown))


def failed_groups(rows, looked: dict, names) -> list:
    """The failed groups of a task, those that most systems fail first, kinds taking turns; looked: {system: Looked}."""
    there = [name for name in names if looked[name].score.measures and looked[name].right]
    places = {item.id: place for place, item in enumerate(rows)}
    found = []
    for name, members in show.groups_of(rows).items():
        failing = [system for system in there if not all(looked[system].right[places[item.id]] for item in members)]
        if failing:
            found.append(Failed(name, members, places, failing))
    turns, seen = {}, {}
    for group in sorted(found, key=lambda group: -len(group.systems)):
        kind = next((item.kind for item in group.members if item.kind), "")
        turns[group.name] = seen[kind] = seen.get(kind, -1) + 1
    return sorted(found, key=lambda group: (turns[group.name], -len(group.systems)))


def verdicts_html(item, failed: Failed, looked: dict, names) -> str:
    """What the systems answered to a member."""
    place, lines = failed.places[item.id], []
    for name in names:
        one = looked[name]
        if not one.right:
            continue
        chosen = one.chosen[place]
        answer = "no valid answer" if chosen < 0 else f"{item.options[chosen]} ({one.confidence[place]:.3f})"
        lines.append(f"<li>{text_of(name)}: {text_of(answer)}, right</li>" if one.right[place] else f'<li>{text_of(name)}: {text_of(answer)}, <span class="no">wrong</span></li>')
    more = f"<li>{len(lines) - VERDICTS} further systems</li>" if len(lines) > VERDICTS else ""
    return f'<ul class="verdicts">{"".join(lines[:VERDICTS])}{more}</ul>'


def group_html(task: str, failed: Failed, looked: dict, names) -> str:
    """One failed group, closed at first."""
    base, ours = failed.members[0], sorted({kind for item in failed.members for kind in (item.kind, item.contrast) if kind})
    asked = base.question.get("criteria") or {}
    options = "".join(f"<li>{text_of(key)}: {text_of(value or '')}</li>" for key, value in (asked.items() if isinstance(asked, dict) else enumerate(asked)))
    parts = [f"<p>{text_of(base.question['instructions'])}</p><ul>{options}</ul>"]
    text = contrast.state_text(base.state)
    for item in failed.members:
        planted = f", planted: {text_of(item.kind)}" if item.kind else ""
        parts.append(f"<h3 class='member'>{text_of(item.id)}: right is {text_of(item.gold)}{planted}</h3>{verdicts_html(item, failed, looked, names)}")
        if item is base:
            parts.append(page.preformatted(text_of(text), f"case {item.id}"))
        else:
            lines = contrast.with_context(contrast.compare_lines(text, contrast.state_text(item.state)), 1)
            parts.append(page.preformatted(page.comparison(lines), f"case {item.id} beside the first"))
    facts = " · ".join([f"level {base.level}"] * (base.level is not None) + ours + [f"{len(failed.systems)} of {len(names)} systems wrong"])
    kinds = " ".join(f"{task}:{kind}" for kind in ours)
    return (f'<details data-task="{text_of(task)}" data-kind="{text_of(kinds)}" data-level="{text_of(base.level or "")}">'
            f"<summary><code>{text_of(failed.name)}</code> {text_of(facts)}</summary>{''.join(parts)}</details>\n")


def choice_html(label: str, name: str, values) -> str:
    """A field to choose a value by which groups are kept."""
    options = "".join(f'<option value="{text_of(value)}">{text_of(shown)}</option>' for value, shown in values)
    return f'<label>{label}<select name="{name}"><option value="">all</option>{options}</select></label>'


def groups_section(found: Page) -> str:
    """The list of failed groups with its filter."""
    shown, size, totals, kinds, levels = [], 0, {}, set(), set()
    for task in found.looked:
        rows = call.chosen_items(found.args, task)
        if all(item.gold is None for item in rows):
            continue
        failed = failed_groups(rows, found.looked[task], found.names)
        totals[task] = len(failed)
        for group in failed[:found.args.groups]:
            text = group_html(task, group, found.looked[task], found.names)
            if size + len(text) > GROUP_BYTES:
                break
            size += len(text)
            shown.append(text)
            kinds |= {(f"{task}:{kind}", f"{task}: {kind}") for item in group.members for kind in (item.kind, item.contrast) if kind}
            levels |= {(str(item.level), str(item.level)) for item in group.members if item.level is not None}
    if not shown:
        return page.paragraph("No group is failed by a system.")
    tools = (f'<div class="tools" id="filter" hidden>{choice_html("Task", "task", [(task, task) for task in totals])}{choice_html("Kind", "kind", sorted(kinds))}'
             f'{choice_html("Level", "level", sorted(levels))}<label>Text<input type="search" name="text"></label><span id="shown" role="status"></span></div>')
    note = (f"{len(shown):,} of {sum(totals.values()):,} groups that a system fails, at most {found.args.groups} a task: those that most systems fail first, kinds in turn. "
            "The first member stands in full, of the others what differs from it: lines taken away (−) and put in (+), changed words in bold and underlined. Beside an option stands the "
            "system's confidence. scoring/show.py prints every group.")
    return page.paragraph(note) + tools + f'<div id="groups">{"".join(shown)}</div>\n'


# The page

def make_page(found: Page) -> str:
    """The HTML of the whole page."""
    many = len(found.names)
    tasks_there = [name for name in found.looked]
    lead = [page.paragraph(f"{english.counted(many, 'system')}, {english.counted(len(tasks_there), 'task')} of {found.args.root}, {sum(looked[found.names[0]].score.items for looked in found.looked.values()):,} items. "
                           f"{found.made} Systems stand in the order of their mean pair accuracy. Point at a number or a mark for its definition. "
                           "Where a title says \"published as\", arXiv:2610.28522 has the same analysis, of other items.")]
    lead += [page.paragraph(line) for line in sealed.lines(found.scores["commitments"])]
    sections = [("summary", "Summary", summary_section(found)), ("by-family", "Pair accuracy by family", families_section(found)),
                ("by-level", "Direction and levels", levels_section(found)), ("by-kind", "Planted details", plants_section(found)),
                ("confidence", "Confidence", confidence_section(found)), ("reference", "Reference track", reference_section(found)),
                ("overlap", "Shared errors", overlap_section(found)),
                *([("stability", "Stability under variants", stability_section(found.args.stability))] if found.args.stability else []), ("failed", "Failed groups", groups_section(found)),
                ("definitions", "Definitions", page.definitions(SAYS.items()) + page.paragraph(f"{tables.ANSWER_LEGEND} {tables.CONFIDENCE_LEGEND} {tables.LOSS_LEGEND}"))]
    return page.document("DecisionPivot report", lead, sections, found.scores)


def order_of(scores: dict, diagnosis: dict, names) -> list:
    """Systems from the highest mean pair accuracy down, over the families that count where not all do."""
    def key(name):
        families_right = [task["measures"]["pair_accuracy"]["value"] for task in scores["systems"][name]["tasks"].values() if task["counted"] and task["track"] == "core"]
        return -(sum(families_right) / len(families_right)) if families_right else 1

    return sorted(names, key=key)


def look(args, names, systems: dict, warn) -> dict:
    """{task: {system: Looked}}; warn(message) is told what the answers' reading found."""
    looked = dict(zip(names, evaluate.run_jobs(look_task, call.make_jobs(args, names, systems), args.jobs)))
    for found in looked.values():
        for name, one in found.items():
            for message in one.score.warnings:
                warn(f"{name}: {message}")
    return looked


def page_of(args, looked: dict, systems, scores=None) -> Page:
    """What the page is written from; scores: the JSON object of the call where it is there already."""
    viewed = {task: {name: diagnose.Viewed(one.view, one.score.reason, ()) for name, one in found.items()} for task, found in looked.items()}
    if scores is None:
        scored = [results.make_system(name, {task: found[name].score for task, found in looked.items()}) for name in systems]
        scores = results.to_object(scored, call.facts(args, list(looked)))
    diagnosis = diagnose.to_object(args, viewed, list(systems))
    return Page(order_of(scores, diagnosis, list(systems)), scores, diagnosis, looked, args, call.legend_of(args))


def write(path, found: Page) -> int:
    """Write the page; returns its size in bytes. Raises ScoringError where a file stands there that is no page."""
    if Path(path).is_file() and items.read_bytes(path)[:len(HTML)].lower() != HTML:
        raise tasks.ScoringError(f"{path}: is there already and no HTML page; choose another name with --out")
    data = make_page(found).encode("utf-8", "backslashreplace")
    items.write_bytes(path, data)
    return len(data)


# Command line

def run(args) -> int:
    """Write the page and say where it is."""
    systems = call.parse_systems(args.systems)
    names = call.choose_tasks(args)
    looked = look(args, names, systems, lambda message: print(f"report.py: warning: {message}", file=sys.stderr))
    found = page_of(args, looked, systems)
    if args.json:
        items.write_json(args.json, found.scores)
    size = write(args.out, found)
    print(f"{args.out}: {english.counted(len(systems), 'system')}, {english.counted(len(names), 'task')}, {size / 1e6:.1f} MB")
    return call.exit_code([results.make_system(name, {task: each[name].score for task, each in looked.items()}) for name in systems])


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="report.py", description=__doc__.split("\n")[0], epilog="\n".join(__doc__.split("\n")[2:]),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("systems", nargs="+", metavar="NAME=DIR", help="a name and the run folder of a system")
    call.add_common(parser)
    parser.add_argument("--out", default=OUT, metavar="FILE", help=f"the page (default: {OUT})")
    parser.add_argument("--groups", type=call.positive, default=GROUPS, help=f"failed groups shown of every task (default: {GROUPS})")
    parser.set_defaults(**DEFAULTS)
    parser.add_argument("--stability", metavar="FILE", help="JSON of stability.py: its picture and tables as a section of their own (default: none)")
    return parser


def main(argv=None) -> int:
    return call.guarded("report.py", run, make_parser().parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
