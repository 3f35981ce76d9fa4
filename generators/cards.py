"""Task cards, task READMEs, and `write_family`: what every generator calls when it is run as a script."""
from __future__ import annotations

import argparse
import glob
import os
import re
import shutil
import sys
from collections import Counter
from pathlib import Path

from audits import audit
from generators import console, draws, families, items

CARD_KEYS = (
    "task", "title", "track", "layer", "release", "question", "question_type", "options", "metric", "chance", "chance_accuracy",
    "items", "groups", "group_sizes", "levels", "kinds", "labels", "median_state_chars", "items_sha256", "items_bytes", "generator",
    "source", "licence", "release_route", "content_blind", "citation", "canary", "note",
)
OPTIONAL_CARD_KEYS = ("option_map", "variant")
CITATION = "Items of the DecisionPivot toolkit, after the design of arXiv:2610.28522"
OWN_ITEMS = "These items are this toolkit's own: they and their hashes are not those of the publication."


# Figures of a list of items

def median(values):
    """The middle value, or the mean of the two middle ones; whole where it is whole."""
    ordered = sorted(values)
    both = ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]
    return both / 2 if both % 2 else both // 2


def groups_of(rows) -> dict:
    """{group: its items in file order}, groups in order of first appearance; an item without one stands alone."""
    groups = {}
    for item in rows:
        groups.setdefault(item.group if item.group is not None else item.id, []).append(item)
    return groups


def chance_accuracy(rows) -> float:
    """The item accuracy of guessing uniformly among each item's options, 0 to 1."""
    return sum(1 / len(item.options) for item in rows) / len(rows)


def chance_pair_accuracy(rows) -> float:
    """The share of groups that uniform guessing gets wholly right, 0 to 1."""
    groups = groups_of(rows).values()
    shares = []
    for members in groups:
        share = 1.0
        for item in members:
            share /= len(item.options)
        shares.append(share)
    return sum(shares) / len(shares)


def counted(values) -> dict:
    """{value as text: how often}, sorted by value; None is left out."""
    return {str(key): n for key, n in sorted(Counter(value for value in values if value is not None).items())}


# Card and README of a core family

def core_card(family: families.Family, draw: draws.Draw, rows, data: bytes, note=None) -> dict:
    """The task card of a core family's draw; keys in the order of CARD_KEYS."""
    groups = groups_of(rows)
    mark = items.fingerprint(data)
    wordings = list(dict.fromkeys(item.question["instructions"] for item in rows))
    return {
        "task": family.name, "title": family.title, "track": "core", "layer": family.layer, "release": families.RELEASE,
        "question": wordings[0] if len(wordings) == 1 else family.title, "question_type": rows[0].question["type"],
        "options": list(rows[0].options) if family.options else None, "metric": "pair_accuracy",
        "chance": round(chance_pair_accuracy(rows), 12), "chance_accuracy": round(chance_accuracy(rows), 12),
        "items": len(rows), "groups": len(groups), "group_sizes": counted(len(members) for members in groups.values()),
        "levels": counted(item.level for item in rows), "kinds": counted(item.kind for item in rows), "labels": "computed",
        "median_state_chars": median(len(item.state) for item in rows),
        "items_sha256": mark["sha256"], "items_bytes": mark["bytes"],
        "generator": {"script": f"generators/{family.name}.py", "seed": draw.seed}, "source": None,
        "licence": {"items": "CC BY 4.0", "note": "generated; no third-party text"}, "release_route": "I",
        "content_blind": audit.best_content_blind(rows), "citation": CITATION, "canary": families.CANARY, "note": note,
    }


def table(head, rows) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines) + "\n"


def kind_table(rows) -> str:
    """Items of every kind and groups of every contrast, level by level."""
    levels = sorted({item.level for item in rows})
    lines = []
    for title, key in (("kind planted (items)", "kind"), ("contrast (groups)", "contrast")):
        values = sorted({getattr(item, key) for item in rows if getattr(item, key) is not None})
        for value in values:
            units = [{item.id if key == "kind" else item.group for item in rows if item.level == level and getattr(item, key) == value}
                     for level in levels]
            lines.append([title, value, *(len(unit) for unit in units), sum(len(unit) for unit in units)])
    for size in sorted({len(members) for members in groups_of(rows).values()}):
        counts = [sum(len(members) == size and members[0].level == level for members in groups_of(rows).values()) for level in levels]
        lines.append(["groups by size", size, *counts, sum(counts)])
    return table(["count", "value", *(f"level {level}" for level in levels), "all"], lines)


def fenced(text: str) -> str:
    """The text as a literal block whose fence is longer than any run of backticks inside."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{fence}\n{text}\n{fence}\n"


def example(item: items.Item) -> str:
    """One item in full, as Markdown."""
    meanings = item.question["criteria"] or {}
    keys = ("true", "false") if item.question["type"] == "noul" else item.options
    options = "\n".join(f"- `{option}`" if meanings.get(key) is None else f"- `{option}`: {meanings[key]}" for option, key in zip(item.options, keys))
    return (f"State:\n\n{fenced(item.state)}\nQuestion: {item.question['instructions']}\n\n{options}\n\n"
            f"Gold: `{item.gold}` (group {item.group}, kind {item.kind}, domain {item.domain}, layout {item.layout})\n")


def core_readme(family: families.Family, rows, about: str) -> str:
    """The README of a core family's task folder: what it is, its counts, one complete example a level."""
    spread = [[key, ", ".join(f"{value} {n}" for value, n in counted(getattr(item, key) for item in rows).items())]
              for key in ("domain", "layout", "gold" if family.options else "level")]
    medians = [[f"level {level}", median(len(item.state) for item in rows if item.level == level)] for level in families.LEVELS]
    parts = [f"# {family.name}\n", f"{family.title} Layer {family.layer}; question type `{family.question_type}`.\n",
             f"{about.strip()}\n", f"{OWN_ITEMS} Evaluation only: never train on them. {families.CANARY}\n",
             "## Counts\n", kind_table(rows), table(["field", "items"], spread),
             table(["median state length", "characters"], medians + [["all", median(len(item.state) for item in rows)]])]
    for level in families.LEVELS:
        parts += [f"## An example of level {level}\n", example(next(item for item in rows if item.level == level))]
    return "\n".join(parts)


# Writing a family

def family_files(family: families.Family, draw: draws.Draw, rows, about: str, note=None) -> dict:
    """{file name: bytes} of a core family's task folder."""
    data = "".join(map(items.to_line, rows)).encode("utf-8")
    card = core_card(family, draw, rows, data, note)
    return {"items.jsonl": data, "task.json": items.to_json(card), "README.md": core_readme(family, rows, about).encode("utf-8")}


def write_folder(folder, files: dict) -> None:
    """Write the files of a task folder, the card last: a folder with a card is complete."""
    for name in sorted(files, key=lambda name: name == "task.json"):
        items.write_bytes(Path(folder) / name, files[name])


def refuse_strangers(folder: Path, names) -> None:
    """Raise ItemsError where a folder, if it is there, holds anything but files of these names and what a killed process left of them."""
    ours = re.compile(rf"\.({'|'.join(map(re.escape, names))})\.[0-9]+\.tmp")
    others = sorted(entry.name for entry in folder.iterdir() if entry.name not in names and not ours.fullmatch(entry.name)) if folder.exists() else []
    if others:
        raise items.ItemsError(f"{folder}: holds {', '.join(others)}, which no task has; move that away, or choose another folder with --out")


def places_of(folder: Path) -> tuple:
    """(where a task folder stands, links followed; the hidden names beside it of the new one that this process writes, and of the old one while it is replaced)."""
    place = Path(os.path.realpath(folder))
    return (place, *(place.parent / f".{place.name}.{os.getpid()}.{end}" for end in ("part", "old")))


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def clear_beside(folder: Path) -> None:
    """Remove what this process, or one that has ended, left beside a folder; the old folder goes back where no new one took its place."""
    place = Path(os.path.realpath(folder))
    left = re.compile(rf"\.{re.escape(place.name)}\.([0-9]+)\.(part|old)")
    for path in place.parent.glob(f".{glob.escape(place.name)}.*"):
        found = left.fullmatch(path.name)
        if found is None or (int(found[1]) != os.getpid() and is_alive(int(found[1]))):
            continue
        if found[2] == "old" and not place.exists():
            os.replace(path, place)
        else:
            shutil.rmtree(path, ignore_errors=True)


def write_beside(folder: Path, files: dict) -> None:
    """Write the new files of a task folder beside it. An OSError names them by their later places."""
    part = places_of(folder)[1]
    try:
        write_folder(part, files)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(error.filename or part).replace(str(part), str(folder))) from None


def put_in_place(folder: Path) -> None:
    """Put what was written beside a task folder in its place."""
    place, part, old = places_of(folder)
    if place.exists():
        os.replace(place, old)
    os.replace(part, place)


def replace_folder(folder: Path, files: dict) -> None:
    """Write a task folder so that it is there whole, as it was before, or not at all, whenever the process ends. Old files in it go.

    Raises ItemsError where that cannot be, or where other files stand in it.
    """
    try:
        refuse_strangers(folder, files)
        clear_beside(folder)
        try:
            write_beside(folder, files)
            put_in_place(folder)
        finally:
            clear_beside(folder)
    except OSError as error:
        raise items.ItemsError(f"{folder}: cannot be written ({error.strerror or error}); the new items are not in place; "
                               "make room or choose another folder with --out, then run again") from None


def parse_no_arguments(name: str, doc: str) -> None:
    """Show the help of a generator, or refuse what stands behind its name on the command line."""
    text = f"""settings from the environment:
  BENCH_SEED=K    a fresh draw with this seed (default: the published draw)
  BENCH_OUT=DIR   write to DIR/{name}/ (default: generated/tasks, or generated/seed_K/tasks for a fresh draw)

Example: BENCH_SEED=7 python3 generators/{name}.py"""
    argparse.ArgumentParser(**{**console.about(doc), "epilog": text}).parse_args()


def write_family(name: str, build) -> int:
    """Build one family and write `<BENCH_OUT or generated/tasks>/<family>/`; BENCH_SEED=K asks for a fresh draw.

    Returns the exit code: 0 written, 2 could not run.
    """
    parse_no_arguments(name, sys.modules[build.__module__].__doc__)
    out, seed = os.environ.get("BENCH_OUT"), os.environ.get("BENCH_SEED")

    def write() -> int:
        draw = draws.from_text(seed) if seed else draws.PUBLISHED
        default = Path("generated", *([f"seed_{draw.seed}"] if seed else []), "tasks")
        folder = (Path(out) if out else default) / name
        rows = build(draw)
        write_folder(folder, family_files(families.BY_NAME[name], draw, rows, sys.modules[build.__module__].__doc__))
        print(f"{folder}: {len(rows)} items, SHA-256 {items.fingerprint((folder / 'items.jsonl').read_bytes())['sha256']}")
        return 0

    return console.guarded(f"{name}.py", write, (ValueError,))
