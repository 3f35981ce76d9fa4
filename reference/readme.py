"""Write the tables of inputs and of draws into reference/README.md, from the builders.

Example: python3 reference/readme.py
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import cards, console, items
from reference import building, rebuild, sources
from scoring import sensitivity, tasks

PAGE = Path(__file__).resolve().parent / "README.md"
SHOWN = 3
"""Files or sources named in a cell before the rest are only counted."""


def first_few(texts) -> str:
    """The first texts, and how many more there are."""
    texts = list(texts)
    return "; ".join(texts[:SHOWN]) + (f"; and {len(texts) - SHOWN} more" if len(texts) > SHOWN else "")


def form_text(form: sources.Form) -> str:
    """The files of a form, its kind where it is not the owner's."""
    files = ", ".join(f"`{file.name}`" for file in form.files[:SHOWN]) + (f" and {len(form.files) - SHOWN} more" if len(form.files) > SHOWN else "")
    return f"{files or 'nothing'}{'' if form.kind == sources.OFFICIAL else f' ({form.kind})'}"


def needs(builder: building.Builder) -> str:
    """What the best forms take besides a connection."""
    files = [file for source in builder.sources for file in source.forms[0].files]
    found = [("pyarrow", any(file.name.endswith(".parquet") for file in files)), ("a token", any(file.address and file.address.gate for file in files)),
             ("a file by hand", any(file.address is None for file in files)), ("more files, which the first ones name", builder.more_sources is not None)]
    return ", ".join(text for text, is_so in found if is_so)


def inputs() -> str:
    """The files of the best form of every source of a task, the other forms, and what else is needed."""
    lines = []
    for task in building.read_facts():
        if building.has_builder(task):
            builder = building.load(task)
            best = first_few(f"{source.name}: {form_text(source.forms[0])}" for source in builder.sources)
            others = "; ".join(f"{source.name}: {form_text(form)}" for source in builder.sources for form in source.forms[1:])
            lines.append([task, best, others, needs(builder)])
    return cards.table(["task", "files", "also from", "needs"], lines)


SECTIONS = {"inputs": inputs, "draws": rebuild.list_choices}


def filled(page: str, where) -> str:
    """The page with both tables as the builders have them. Raises ScoringError where it lacks a section."""
    for name, table in SECTIONS.items():
        page = sensitivity.fill(page, name, f"\n{table()}\n", where)
    return page


def write(path) -> int:
    """Write the tables into the page; returns 0."""
    items.write_bytes(path, filled(sensitivity.read_page(path), path).encode("utf-8"))
    return 0


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="readme.py", **console.about(__doc__))
    parser.add_argument("--page", default=str(PAGE), metavar="FILE", help="page to write into (default: reference/README.md)")
    args = parser.parse_args(argv)
    return console.guarded("readme.py", lambda: write(args.page), (items.ItemsError, tasks.ScoringError, sources.SourceError))


if __name__ == "__main__":
    sys.exit(main())
