"""Write docs/TASKS.md, the page of all 48 tasks: what each asks, its items, licence and source.

Core families are read from the released cards, reference tasks from reference/tasks.csv and the builders that stand.
Example: python3 releases/tasks_page.py
"""
from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import cards, console, families, items
from reference import building, sources
from scoring import check_data, tasks

RELEASES = Path(__file__).resolve().parent
PAGE = RELEASES.parent / "docs" / "TASKS.md"
SOURCE = "arXiv:2610.28522"
LAYERS = {
    "A": "before generation: can it be answered, and by whom",
    "B": "guards: is it allowed",
    "C": "after generation: is the result right",
    "D": "agent loop: is the next step valid, is the goal reached",
    "E": "classification that takes several steps of reasoning",
    "F": "records: are they sound, do they agree with each other",
    "G": "search and matching under constraints",
}
ROUTES = {"I": "the items themselves, under the terms of their source", "SA": "the items themselves, under the share-alike licence of their source",
          "R": "a script that rebuilds the items; this says nothing of whether they may be passed on"}
MOVING = "differ from item to item"


def opening() -> str:
    """What the page holds and how it was made."""
    routes = "".join(f"- **{route}**: {text}.\n" for route, text in ROUTES.items())
    return (f"# Tasks\n\nWritten by `python3 releases/tasks_page.py` and never by hand. {len(families.FAMILIES)} core families are generated, "
            f"{len(tasks.LAYER_OF)} reference tasks are rebuilt from public test sets. {cards.OWN_ITEMS} Figures called published are those of {SOURCE}, "
            f"release 1.3. How core items are made is told in `docs/GENERATORS.md`, what was measured on them in `docs/AUDIT.md`, and what a metric is in "
            f"`docs/SCHEMA.md`.\n\nThe route of a task is what the publication names for its items. This toolkit holds no text of a reference task and rebuilds "
            f"each on your machine.\n\n{routes}")


# Words

def share(number) -> str:
    """A chance level with three decimals, six where these would be zeros; a dash for none."""
    return "-" if number is None else f"{number:.3f}" if number == 0 or number >= 0.001 else f"{number:.6f}"


def counts(found) -> str:
    """'no 200, yes 200', or 'none'."""
    return ", ".join(f"{name} {n:,}" for name, n in found.items()) if found else "none"


def options_text(question) -> str:
    """The options of a typed question; those of a long question in short."""
    if question is None:
        return MOVING
    named = [f"`{option}`" for option in items.options_of(question)]
    return ", ".join(named) if len(named) < 7 else f"{', '.join(named[:2])} ... {named[-1]} ({len(named)} options)"


def section(name: str, rows) -> str:
    """A task as a heading and one line for each fact."""
    return f"### {name}\n\n" + "".join(f"- {what}: {text}\n" for what, text in rows)


# Core families

def card_of(family: str) -> dict:
    """The released card of a family. Raises ItemsError where it is missing or cannot be read."""
    path = RELEASES / families.RELEASE / "tasks" / family / "task.json"
    try:
        return json.loads(items.read_bytes(path).decode("utf-8"))
    except ValueError as error:
        raise items.ItemsError(f"{path}: cannot be read: {error}") from None


def core_options(card: dict) -> str:
    return MOVING if card["options"] is None else ", ".join(f"`{option}`" for option in card["options"])


def core_row(card: dict) -> list:
    """The line of a family in the overview."""
    return [card["task"], card["layer"], card["title"], core_options(card), f"{card['groups']} of {', '.join(sorted(card['group_sizes'], reverse=True))}",
            f"{card['items']:,}", share(card["chance"]), f"{card['median_state_chars']:,}", f"`{card['items_sha256'][:12]}`"]


def core_section(card: dict) -> str:
    """The section of a family."""
    groups = ", ".join(f"{n} of {size}" for size, n in sorted(card["group_sizes"].items(), reverse=True))
    return section(card["task"], [
        ("question", card["question"]), ("options", core_options(card)),
        ("metric", f"{card['metric']}, chance {share(card['chance'])}; of single items {share(card['chance_accuracy'])}"),
        ("items", f"{card['items']:,} in {card['groups']} groups ({groups}), labels {card['labels']}; SHA-256 `{card['items_sha256']}`"),
        ("levels", ", ".join(f"{n:,} on level {level}" for level, n in card["levels"].items())), ("kinds", counts(card["kinds"])),
        ("licence", f"{card['licence']['items']}, {card['licence']['note']}"),
        ("source", f"`{card['generator']['script']}`, seed {card['generator']['seed']}"), ("route", card["release_route"]),
        ("note", card["note"] or f"half of the states have {card['median_state_chars']:,} characters or fewer; the best rule that reads no state reaches "
         f"{share(card['content_blind']['accuracy'])} of the items")])


# Reference tasks

def question_of(task: str):
    """The typed question that a builder asks of every item; None where it differs, or where no builder stands."""
    return getattr(importlib.import_module(f"reference.build.{task}"), "QUESTION", None) if building.has_builder(task) else None


def draw_text(builder: building.Builder) -> str:
    """How many cases the draw takes, and from what."""
    draw, places = builder.draw, {"gold": " of each label", "stratum": " of each part", None: ""}
    units = "whole groups" if draw.unit == "group" else "cases"
    if draw.size is None:
        return f"all {units} that fit"
    if isinstance(draw.size, dict):
        return f"at most {sum(draw.size.values()):,} {units}, each part its own number"
    return f"at most {draw.size:,} {units}{places[draw.over]}"


def files_text(builder: building.Builder) -> str:
    """How many files the best form of the sources has, and whether their hashes are known."""
    files = [file for source in builder.sources for file in source.forms[0].files]
    known = sum(file.sha256 is not None for file in files)
    return f"{len(files)} file{'' if len(files) == 1 else 's'}, {'all hashes known' if known == len(files) else f'{known} of the hashes known'}"


def items_text(facts: building.Facts, marks: dict) -> str:
    """What is known of the number of items: of the publication, and of our own where a hash is recorded."""
    mark = marks.get(facts.task)
    ours = f"ours in release {check_data.VERSIONS[-1]}: {mark['items']:,}, SHA-256 `{mark['sha256']}`" if mark else "ours: no hash on record"
    return f"published {facts.published_items:,}; {ours}; labels {facts.labels}"


def reference_section(facts: building.Facts, marks: dict) -> str:
    """The section of a reference task, shorter where no builder stands."""
    rule = "" if facts.published_rule is None else f"; best rule that reads no state (published) {share(facts.published_rule)}"
    builder = building.load(facts.task) if building.has_builder(facts.task) else None
    question = question_of(facts.task)
    asked = "no builder yet" if builder is None else MOVING.replace("differ", "differs") if question is None else question["instructions"]
    rows = [("about", f"{facts.title}; layer {facts.layer}"), ("question", asked), ("options", "no builder yet" if builder is None else options_text(question)),
            ("metric", f"{facts.metric}, chance (published) {share(facts.published_chance)}{rule}"), ("items", items_text(facts, marks)),
            ("licence", facts.licence), ("source", facts.source + (f" ({files_text(builder)})" if builder else "")), ("route", facts.route)]
    if builder is None:
        return section(facts.task, [*rows, ("builder", "does not stand yet")])
    return section(facts.task, [*rows, ("builder", f"`reference/build/{facts.task}.py`, {draw_text(builder)}"), ("note", builder.draw.reason.strip())])


# The page

def coverage(core, facts: dict) -> str:
    """The table of layers, with a line of totals."""
    rows = []
    for layer, says in LAYERS.items():
        here = [one for one in facts.values() if one.layer == layer]
        generated = [card for card in core if card["layer"] == layer]
        rows.append([layer, says, len(generated), sum(card["items"] for card in generated), len(here),
                     sum(building.has_builder(one.task) for one in here), sum(one.published_items for one in here)])
    totals = [sum(row[place] for row in rows) for place in range(2, 7)]
    return cards.table(["layer", "what is decided there", "core families", "core items", "reference tasks", "with a builder", "reference items, published"],
                       [[*row[:2], *(f"{number:,}" for number in row[2:])] for row in [*rows, ["all", "", *totals]]])


def page() -> str:
    """The whole page as Markdown. Raises ItemsError, ScoringError or SourceError."""
    core = [card_of(family.name) for family in families.FAMILIES]
    facts = {task: one for task, one in building.read_facts().items() if task in tasks.LAYER_OF}
    marks = check_data.listed_marks(check_data.VERSIONS[-1], RELEASES, check_data.REFERENCE_MARKS)
    table = cards.table(["family", "layer", "question", "options", "groups", "items", "chance", "median length", "SHA-256"], map(core_row, core))
    return "\n".join([
        opening(), "## Core families\n",
        f"{table}\nChance is that of pair accuracy: the share of groups that guessing gets wholly right. Length is in characters of the state.\n",
        "## Coverage by layer\n", coverage(core, facts), "## Sections of the core families\n", *map(core_section, core), "## Sections of the reference tasks\n",
        "No reference task has levels. A kind stands only where a source names what was put into an item; the card of a built task counts it.\n",
        *(reference_section(one, marks) for one in facts.values())])


def write(out: str) -> int:
    """Write the page; returns 0."""
    items.write_bytes(out, page().encode("utf-8"))
    return 0


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="tasks_page.py", **console.about(__doc__))
    parser.add_argument("--out", default=str(PAGE), metavar="FILE", help="where the page goes (default: docs/TASKS.md)")
    args = parser.parse_args(argv)
    return console.guarded("tasks_page.py", lambda: write(args.out), (items.ItemsError, tasks.ScoringError, sources.SourceError))


if __name__ == "__main__":
    sys.exit(main())
