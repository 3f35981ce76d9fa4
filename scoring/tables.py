"""Tables of scores as text, Markdown, CSV and LaTeX. The only place that knows percent and decimals."""
from __future__ import annotations

import csv
import io
import re
import textwrap
from typing import NamedTuple

from generators import english, families
from scoring import bootstrap, metrics, subset

MISSING = "-"
LEGEND_WIDTH = 120
SUBSET = "Scores on a subset of the core items"
CSV_FORMULA = ("=", "+", "-", "@")
LATEX = {"\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
         "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}
MARKDOWN = "\\`*_{}[]<>|#&"
NUMBERS = re.compile(r"[-0-9.,]+( \[[-0-9.]+, [-0-9.]+\])?")
SHOWN = {
    "accuracy": "accuracy", "pair_accuracy": "pair accuracy", "level3_pair_accuracy": "level 3", "pair_direction": "direction",
    "automation_5": "automation 5 %", "accuracy_90": "accuracy at 0.90", "share_90": "share at 0.90", "calibration_error": "calibration error",
    "calibration_floor": "its floor", "brier": "Brier", "log_loss": "log loss", "aurc": "AURC",
}
"""Column head of every measure of tasks with gold answers."""
ANSWER_COLUMNS = ("accuracy", "pair_accuracy", "level3_pair_accuracy", "pair_direction")
CONFIDENCE_COLUMNS = ("automation_5", "accuracy_90", "share_90", "calibration_error", "calibration_floor")
ODDITIES = ("failed", "invalid", "duplicates", "unknown_ids", "outside", "malformed_lines", "foreign_keys")
LOSS_COLUMNS = ("brier", "log_loss", "aurc")
MAX_BIAS = ("Automation is the maximum over prefixes of the items seen; its interval describes resampling of that maximum, which is biased "
            "upwards where confidence separates weakly.")


class Table(NamedTuple):
    """A table of text cells; `legend` says what its numbers are, in passages that stand on lines of their own."""

    title: str
    head: tuple
    rows: list
    legend: str


# Cells

def fixed(value, decimals: int) -> str:
    """A number with so many decimals, zero without a sign; the mark of a missing value for None."""
    if value is None:
        return MISSING
    text = f"{value:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def percent(value) -> str:
    """A fraction as percent with one decimal."""
    return fixed(None if value is None else 100 * value, 1)


def points(value) -> str:
    """A value on the 0 to 100 scale with one decimal."""
    return fixed(value, 1)


def plain(value) -> str:
    """A loss, as a fraction with four decimals."""
    return fixed(value, 4)


def with_bounds(measure, form=percent) -> str:
    """A {"value", "interval"} object as `value [low, high]`."""
    if measure is None:
        return MISSING
    found = measure.get("interval")
    return form(measure["value"]) + (f" [{form(found[0])}, {form(found[1])}]" if found is not None else "")


def form_of(measure: str):
    """How a measure is printed."""
    return plain if measure in LOSS_COLUMNS else percent


# Forms

def say_once(shown, said: set | None = None) -> list:
    """The tables without the passages of legends that an earlier table of the output has; which items were scored is said under each.

    said: the passages of earlier calls for the same output; those of this call are added to it."""
    said, found = set() if said is None else said, []
    for table in shown:
        passages = table.legend.split("\n")
        left = [passage for passage in passages if passage not in said or passage.startswith(SUBSET)]
        found.append(table._replace(legend="\n".join(left) or "Legend: as above."))
        said.update(passages)
    return found


def to_texts(shown, said: set | None = None) -> list:
    """The texts of tables of one output, every passage of their legends said once."""
    return list(map(to_text, say_once(shown, said)))


def to_text(table: Table) -> str:
    """The table with aligned columns, its title above and its legend below."""
    lines = [table.head, *table.rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(table.head))]
    body = ["  ".join(cell.ljust(width) if place == 0 else cell.rjust(width) for place, (cell, width) in enumerate(zip(line, widths))).rstrip()
            for line in lines]
    legend = [line for passage in table.legend.split("\n") for line in textwrap.wrap(passage, LEGEND_WIDTH, break_on_hyphens=False)]
    return "\n".join([table.title, "", *body, "", *legend]) + "\n"


def escape_markdown(text: str) -> str:
    """Text that stands for itself in Markdown; numbers with their bounds are left as they are."""
    return text if NUMBERS.fullmatch(text) else "".join("\\" + sign if sign in MARKDOWN else sign for sign in " ".join(text.split()))


def to_markdown(table: Table) -> str:
    """The table as Markdown under a heading of the second level."""
    head, *rows = ([escape_markdown(cell) for cell in row] for row in (table.head, *table.rows))
    lines = [head, ["---"] * len(table.head), *rows]
    return f"## {escape_markdown(table.title)}\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + f"\n\n{escape_markdown(table.legend)}\n"


def escape_csv(text: str) -> str:
    """Text that no spreadsheet takes for a formula; numbers are left alone."""
    return "'" + text if text.startswith(CSV_FORMULA) and not is_number(text) and text != MISSING else text


def is_number(text: str) -> bool:
    """Whether a cell is a plain decimal number."""
    return text.lstrip("-").replace(".", "", 1).isdigit() and text.count("-") <= 1


def to_csv(table: Table) -> str:
    """The table as CSV with a head line; a missing value is an empty cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for line in (table.head, *table.rows):
        writer.writerow(["" if cell == MISSING else escape_csv(cell) for cell in line])
    return out.getvalue()


def escape_latex(text: str) -> str:
    """Text that stands for itself in LaTeX."""
    return "".join(LATEX.get(sign, sign) for sign in " ".join(text.split()))


def to_latex(table: Table) -> str:
    """The table as a LaTeX table with booktabs rules, its legend as caption."""
    def line(cells):
        return " & ".join(map(escape_latex, cells)) + r" \\"

    return "\n".join([r"\begin{table}", r"\centering", rf"\caption{{{escape_latex(table.title)}. {escape_latex(table.legend)}}}",
                      r"\begin{tabular}{l" + "r" * (len(table.head) - 1) + "}", r"\toprule", line(table.head), r"\midrule",
                      *map(line, table.rows), r"\bottomrule", r"\end{tabular}", r"\end{table}", ""])


# Legends

def interval_legend(resamples: int, seed: int) -> str:
    """How the intervals were made."""
    return (f"[low, high]: 95 % percentile bootstrap over contrast groups (queries for reranking, items where a task has no groups), "
            f"{english.counted(resamples, 'resample')}, seed {seed}, percentiles 2.5 and 97.5 with linear interpolation.")


def subset_legend(per_family: int | None) -> str:
    """Which items are scored where these are the subset, as a passage with its line end; empty for all items."""
    if per_family is None:
        return ""
    return f"{SUBSET}: {subset_words(per_family)} ({sum(subset.sizes(per_family).values()):,} of all {len(families.FAMILIES)} families).\n"


def subset_words(*sizes: int) -> str:
    """What the subsets of so many items a family are."""
    return f"complete groups, levels balanced, about {' or '.join(map(str, sizes))} items a family"


READOUT_LEGEND = ("Readout: what records tell beside the probabilities they are scored by. Median mass: of the probability that the options had together "
                  "among all next tokens, before they were divided by their sum; below half: share of items with less than 0.5. Reasoning tokens: mean over "
                  "the items that tell them, 0 where the model did not reason; thought about: share of items with reasoning; closed: share of these whose "
                  "reasoning ended within its limit.")
TERMS = ("Family: one of the core tasks, cases of one design. Group (contrast group): items that share their text but for one planted detail and have "
         "different right answers. Level: 1 to 3, larger cases with more steps. A mean of families is that of the families that the measure applies to: of "
         "direction, the yes/no ones. Pooled: over all core items together.")
MEANS_LEGEND = f"Means of {len(families.FAMILIES)} families (direction: of its eight pair families)"
COVERAGE_LEGEND = ("With record: items for which the run has a record; failed: items without a valid answer, those without a record among them; "
                   "both in percent of the items.")
ANSWER_LEGEND = ("Percent. Accuracy: right predictions / items. Pair accuracy: groups with every member right / groups; level 3: the same over groups of "
                 "level 3; direction: pairs whose yes member has strictly the higher p(yes) / pairs. The first-listed option wins a tie; a failed item is "
                 "wrong. Corrected: 100 (value - chance) / (1 - chance), the value being that of the task's metric (pair accuracy in core tasks), chance what "
                 "guessing gets, from the task's card.")
METRIC_LEGEND = ("Value: the task's metric, in percent. accuracy, pair_accuracy: as defined above. auroc: chance that p(yes) of an item whose answer is yes "
                 "exceeds that of one whose answer is no, a tie one half. skill: 1 - squared error of p(yes) / squared error of the mean success rate. "
                 "ndcg@10: mean over queries of the nDCG of their first ten passages by expected step. docs/SCHEMA.md has all of it.")
CONFIDENCE_LEGEND = ("Percent. c: the highest probability of an item. Automation 5 %: largest share of the items decided alone, highest c first, equal c "
                     f"together, with at most {metrics.MAX_ERROR_PERCENT} % of them wrong. Accuracy at 0.90: over the items with c of 0.90 or more; share at "
                     f"0.90: these / items. Calibration error: sum over {metrics.BINS} equal-width bins of (items in the bin / items) x |accuracy - mean c|, "
                     f"bin m holds (m-1)/{metrics.BINS} < c <= m/{metrics.BINS}; its floor: mean of {bootstrap.FLOOR_REDRAWS} seeded redraws in which each "
                     "item is right with probability c. The first-listed option wins a tie; a failed item is wrong at the uniform "
                     f"distribution. {MAX_BIAS}")
LOSS_LEGEND = ("Fractions, lower is better. Brier: mean over items of the sum over options of (p - right)^2, right being 1 for the right option and 0 for "
               "others; log loss: mean of -ln p(right option), p clipped to [1e-6, 1]; AURC, the area under the risk-coverage curve: mean over items of the "
               "share of errors among all items whose highest probability is as high or higher. The first-listed option wins a tie; a failed item is wrong "
               "and has the uniform distribution.")


# Tables of one system, from its JSON object

def counted_mark(name: str, task: dict) -> str:
    """The task's name, with a star where it does not count."""
    return name if task["counted"] else f"{name} *"


def of_track(system: dict, track: str) -> dict:
    """The tasks of a track."""
    return {name: task for name, task in system["tasks"].items() if task["track"] == track}


def measure_cells(measures: dict, columns) -> list:
    """The cells of some measures."""
    return [with_bounds(measures.get(column), form_of(column)) for column in columns]


def coverage_cells(task: dict) -> list:
    """Items, share with a record, share failed."""
    return [f"{task['items']:,}", percent(task["records"] / task["items"]), percent(task["failed"] / task["items"])]


def corrected_cell(task: dict) -> str:
    """The corrected value with its interval."""
    return with_bounds({"value": task["corrected"], "interval": task["corrected_interval"]}, points)


def measure_table(title: str, found: dict, columns, legend: str) -> Table:
    """One row a task with some measures."""
    rows = [[counted_mark(task, row), *measure_cells(row["measures"], columns)] for task, row in found.items()]
    return Table(title, ("task", *(SHOWN[column] for column in columns)), rows, legend)


def grouped_tables(name: str, system: dict, track: str, made: str) -> list:
    """The tables of core or custom tasks: answers, confidence, losses; core with the headline as last rows."""
    found = of_track(system, track)
    if not found:
        return []
    answers = [[counted_mark(task, row), *coverage_cells(row), *measure_cells(row["measures"], ANSWER_COLUMNS), *custom_cells(row, track), corrected_cell(row)]
               for task, row in found.items()]
    confidence = measure_table(f"{name}: {track} tasks, confidence", found, CONFIDENCE_COLUMNS, f"{CONFIDENCE_LEGEND}\n{made}")
    losses = measure_table(f"{name}: {track} tasks, losses", found, LOSS_COLUMNS, f"{LOSS_LEGEND}\n{made}")
    first = f"{COVERAGE_LEGEND}\n{ANSWER_LEGEND}"
    if track == "core":
        add_headline(system["core"], answers, confidence.rows, losses.rows)
        first = f"{headline_sentence(system['core'])}\n{TERMS}\n{first}"
    if track == "custom":
        first += f"\n{METRIC_LEGEND}"
    shown = [SHOWN[column] for column in ANSWER_COLUMNS] + (["metric", "value"] if track == "custom" else [])
    return [Table(f"{name}: {track} tasks, answers", ("task", "items", "with record", "failed", *shown, "corrected"), answers, f"{first}\n{made}"),
            confidence, losses]


def custom_cells(task: dict, track: str) -> list:
    """The metric of a custom task and its value; core tasks all have pair accuracy."""
    return [task["metric"], with_bounds(task)] if track == "custom" else []


def add_headline(core: dict, answers, confidence, losses) -> None:
    """Append the headline, or the mean of several families that are not all, to the rows of the three core tables."""
    label, measures, count = f"mean of {len(families.FAMILIES)}", core["measures"], core["families_counted"]
    if count < len(families.FAMILIES):
        if count < 2:
            return
        label, measures = f"mean of these {count}", core["partial"]["measures"]
    answers.append([label, "", "", "", *measure_cells(measures, ANSWER_COLUMNS), ""])
    confidence.append([label, *measure_cells(measures, CONFIDENCE_COLUMNS)])
    if count == len(families.FAMILIES):
        confidence.append(["pooled", MISSING, *measure_cells(core["pooled"], CONFIDENCE_COLUMNS[1:])])
    losses.append([label, *measure_cells(measures, LOSS_COLUMNS)])


def headline_sentence(core: dict) -> str:
    """The headline in words, or why there is none."""
    count, wanted = core["families_counted"], len(families.FAMILIES)
    if count < wanted:
        last = f" The last row is the mean of the {count} that count and no headline." if count > 1 else ""
        return f"Core headline: none; {count} of {wanted} families count, all {wanted} are needed.{last}"
    measures = core["measures"]
    return (f"Core headline, mean of {wanted} families: accuracy {with_bounds(measures['accuracy'])}, "
            f"pair accuracy {with_bounds(measures['pair_accuracy'])}.")


def reference_tables(name: str, system: dict, made: str) -> list:
    """The tables of the reference track: one line a task, one a layer."""
    found = of_track(system, "reference")
    if not found:
        return []
    rows = [[counted_mark(task, row), row["layer"] or MISSING, row["metric"], *coverage_cells(row), with_bounds(row), corrected_cell(row),
             with_bounds(row["measures"].get("accuracy"))] for task, row in found.items()]
    head = ("task", "layer", "metric", "items", "with record", "failed", "value", "corrected", SHOWN["accuracy"])
    reference = system["reference"]
    layers = [[layer, "yes" if row["complete"] else "no", with_bounds(row, points)] for layer, row in reference["layers"].items()]
    layers.append(["total", "no" if reference["total"] is None else "yes", with_bounds(reference["total"], points)])
    return [Table(f"{name}: reference tasks, answers", head, rows, f"{COVERAGE_LEGEND}\n{ANSWER_LEGEND}\n{METRIC_LEGEND}\n{made}"),
            measure_table(f"{name}: reference tasks, confidence", found, CONFIDENCE_COLUMNS, f"{CONFIDENCE_LEGEND}\n{made}"),
            Table(f"{name}: reference score by layer", ("layer", "complete", "score"), layers,
                  f"Layer: a place in an LLM system, A before generation to G search and matching. Corrected values floored at 0, mean in a layer over its counted tasks, total: mean of the seven layers, which needs all tasks.\n{made}")]


def readout_table(name: str, system: dict) -> list:
    """What records tell beside probabilities, one row a task and one for all; no table where none tells anything."""
    rows = [[task, *readout_cells(row["readout"])] for task, row in system["tasks"].items() if row["readout"]]
    if not rows:
        return []
    head = ("task", "median mass", "below half", "items with mass", "reasoning tokens", "items with tokens", "thought about", "closed")
    return [Table(f"{name}: readout", head, [*rows, ["all", *readout_cells(system["readout"])]], READOUT_LEGEND)]


def readout_cells(found: dict) -> list:
    """The cells of a readout object."""
    mass, thinking = found.get("mass", {}), found.get("thinking", {})
    return [fixed(mass.get("median"), 3), percent(mass.get("below_half")), f"{mass.get('items', 0):,}", fixed(thinking.get("mean_tokens"), 1),
            f"{thinking.get('items_with_tokens', 0):,}", percent(thinking.get("thought")), percent(thinking.get("closed"))]


def named(names) -> str:
    """Names of tasks in a line, the core families as one where all of them are there."""
    if not set(families.BY_NAME) <= set(names):
        return ", ".join(names)
    return ", ".join([f"all {len(families.FAMILIES)} families", *(name for name in names if name not in families.BY_NAME)])


def oddity_lines(system: dict) -> list:
    """Lines about tasks that do not count or whose answers hold oddities, one for all tasks of which the same is to be said."""
    reasons, oddities = {}, {}
    for name, task in system["tasks"].items():
        if not task["counted"]:
            reasons.setdefault(task["reason"], []).append(name)
        found = ", ".join(oddities_of(task))
        if found and task["records"]:
            oddities.setdefault(found, []).append(name)
    return [*(f"* {named(names)} {'does' if len(names) == 1 else 'do'} not count: {reason}" for reason, names in reasons.items()),
            *(f"  {named(names)}: {found}" for found, names in oddities.items())]


def oddities_of(task: dict) -> list:
    """What is odd about the answers to a task, in words."""
    found = [f"{task[key]:,} {(key.removesuffix('s') if task[key] == 1 else key).replace('_', ' ')}" for key in ODDITIES if task[key]]
    if task["tied"]:
        found.append(f"{percent(task['tied'] / task['items'])} % of the items decided by the tie rule")
    left_out = [f"{SHOWN.get(measure, measure)} in {value['left_out']:,}" for measure, value in task["measures"].items() if "left_out" in value]
    return found + ([f"resamples without a value: {', '.join(left_out)}"] if left_out else [])


def without_value(without: dict) -> list:
    """A line for every macro mean that has no value because a family has none."""
    return [f"  no mean of {SHOWN[measure]}: {named(names)} {'has' if len(names) == 1 else 'have'} no value" for measure, names in without.items() if names]


def system_tables(name: str, system: dict, made: str) -> list:
    """Every table of one system."""
    return [*grouped_tables(name, system, "core", made), *reference_tables(name, system, made), *grouped_tables(name, system, "custom", made),
            *readout_table(name, system)]
