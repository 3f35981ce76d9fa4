"""From a builder module and the files of its sources to items: the steps that are the same for every task."""
from __future__ import annotations

import contextlib
import csv
import importlib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from generators import families
from reference import cases, sampling, store
from reference.sources import COMPLETE, SAMPLE, SourceError

HERE = Path(__file__).resolve().parent
FACTS = HERE / "tasks.csv"
ADVICE = "; use the version that rebuild.py --list sources names, or mend the builder"


class Facts(NamedTuple):
    """The line of a task in tasks.csv: what its card says, and the figures published for release 1.3 (None where there are none)."""

    task: str
    layer: str
    metric: str
    labels: str
    route: str
    title: str
    source: str
    licence: str
    published_items: int | None
    published_chance: float | None
    published_rule: float | None


class Builder(NamedTuple):
    """A builder module as a record. `more_sources(files)` names sources that are known only once the first are read; None for most."""

    task: str
    about: str
    facts: Facts
    sources: tuple
    draw: sampling.Draw
    citation: str
    records: Any
    convert: Any
    more_sources: Any


class Built(NamedTuple):
    """The items of a task, what they were made from, and how many records were left out for which reason."""

    rows: list
    files: dict
    left: Counter

    @property
    def kinds(self) -> set:
        return {given.kind for given in self.files.values()}

    @property
    def is_complete(self) -> bool:
        """Whether every source was the owner's content, whole and unchanged."""
        return self.kinds <= set(COMPLETE)

    @property
    def unknown_files(self) -> list:
        """Files whose hash the source table does not know."""
        return [file.name for given in self.files.values() for file in given.form.files if file.sha256 is None]

    @property
    def status(self) -> str:
        """pinned: all hashes were known and agreed; unpinned: one was not known; derived or sample: not the owner's whole content."""
        if not self.is_complete:
            return "sample" if SAMPLE in self.kinds else "derived"
        return "unpinned" if self.unknown_files else "pinned"


# Builders

def parse_facts(lines) -> dict:
    """{task: Facts} of the lines of the table, header first, in their order."""
    def number(kind, text):
        return kind(text) if text else None
    rows = [Facts(**row) for row in csv.DictReader(lines)]
    return {row.task: row._replace(published_items=number(int, row.published_items), published_chance=number(float, row.published_chance),
                                   published_rule=number(float, row.published_rule)) for row in rows}


def read_facts() -> dict:
    """{task: Facts} of every task of the table."""
    with open(FACTS, encoding="utf-8", newline="") as handle:
        return parse_facts(handle)


def has_builder(task: str) -> bool:
    return (HERE / "build" / f"{task}.py").is_file()


def from_module(module, facts: Facts) -> Builder:
    """The builder that a module and its line in the table make."""
    return Builder(facts.task, module.__doc__, facts, module.SOURCES, module.DRAW, module.CITATION, module.records, module.convert,
                   getattr(module, "more_sources", None))


def load(task: str) -> Builder:
    """The builder of a task. Raises SourceError for a task that has none."""
    facts = read_facts()
    if task not in facts or not has_builder(task):
        known = ", ".join(name for name in facts if has_builder(name))
        raise SourceError(f"no builder for {task!r}; there are {known}")
    return from_module(importlib.import_module(f"reference.build.{task}"), facts[task])


# Building

@contextlib.contextmanager
def naming(files: dict):
    """Errors met inside name the files they are about, and say what to do where a source has changed."""
    names = [file.name for given in files.values() for file in given.form.files]
    try:
        yield
    except cases.WRONG_KINDS as error:
        text = str(error) if isinstance(error, SourceError) else cases.wrong_kind(error)
        if names and not any(name in text for name in names):
            text = f"{', '.join(names[:3])}{' and others' if len(names) > 3 else ''}: {text}"
        raise SourceError(text + ADVICE if text.endswith("has changed") else text) from None


def find_files(builder: Builder, stock: store.Store) -> dict:
    """{source name: Given} of all sources of a builder."""
    files = store.find_all(stock, builder.task, builder.sources)
    if builder.more_sources is not None:
        with naming(files):
            more = builder.more_sources(files)
        files.update(store.find_all(stock, builder.task, more))
    return files


def check_labels(made, is_complete: bool) -> None:
    """Raises SourceError where nothing is left, or a yes/no task has lost one of its answers although the source is whole."""
    if not made:
        raise SourceError("no record gives an item; the layout of the source has changed")
    golds = {case.gold for case in made}
    if is_complete and all(case.question["type"] == "noul" and case.gold is not None for case in made) and golds != set(families.YES_NO):
        raise SourceError(f"every record has the label {', '.join(sorted(golds))}; the label set of the source has changed")


def build_from(builder: Builder, files: dict) -> Built:
    """The items of a task from sources that were found. Raises SourceError."""
    sampling.check(builder.draw)
    is_complete = all(given.kind in COMPLETE for given in files.values())
    made, left = cases.converted(builder.records(files), builder.convert)
    check_labels(made, is_complete)
    kept, repeated = cases.distinct(made)
    units, broken = sampling.whole_units(builder.draw, made, kept)
    rows = cases.number(builder.task, sampling.drawn(builder.task, builder.draw, units, is_complete))
    if not rows:
        raise SourceError("the draw left no item")
    return Built(rows, files, left + repeated + broken)


def build(builder: Builder, stock: store.Store) -> Built:
    """The items of a task. Raises SourceError that begins with the task's name."""
    try:
        files = find_files(builder, stock)
        with naming(files):
            return build_from(builder, files)
    except SourceError as error:
        raise SourceError(f"{builder.task}: {error}") from None
