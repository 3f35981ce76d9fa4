"""Cases: what a record of a source becomes before it is drawn and numbered, and the items of those that are drawn."""
from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, NamedTuple

from generators import draws, items
from reference.sources import SourceError


WRONG_KINDS = (AttributeError, ArithmeticError, LookupError, TypeError, ValueError)
"""What code meets that reads a number where it expects a text, or a list that is too short."""
A_RECORD = re.compile(r"\b(record|row|pair|question|action) \S+: ")
"""What a message holds that names its record."""
NAMES = ("key", "group", "stratum", "query", "kind", "domain", "same")


class LeftOut(Exception):
    """Raised by `convert` for a record that gives no item; the text is the reason, counted and named in the card's note."""


class Case(NamedTuple):
    """One item before it is drawn. `key` is the record's id in the source, unique in the task.

    group: the source's name of what is dropped and resampled together, None where there is nothing such.
    stratum: the part that a draw `over="stratum"` takes its shares of. query: cases of one query stay together in their order.
    same: the text that stands for the state where repetitions are looked for, None where that is the state itself.
    """

    key: str
    state: Any
    question: dict
    gold: str | None = None
    rate: float | None = None
    relevance: int | None = None
    query: str | None = None
    ideal: float | None = None
    group: str | None = None
    stratum: str | None = None
    kind: str | None = None
    planted: bool | None = None
    domain: str | None = None
    same: str | None = None


# For the builders

def text(value, where: str) -> str:
    """A value that must be a text, "" for one that is missing. Raises SourceError for anything else."""
    if not isinstance(value, str) and value is not None:
        raise SourceError(f"{where}: found {value!r:.60}, expected a text; the layout of the source has changed")
    return value or ""


def sections(*parts) -> str:
    """A state of (heading, text) parts, a blank line between them. Raises LeftOut where a text is empty, SourceError for one that is no text."""
    if not all([text(value, heading).strip() for heading, value in parts]):
        raise LeftOut("an empty text")
    return "\n\n".join(f"{heading}:\n{value.strip()}" for heading, value in parts)


def label(table: dict, value, where: str):
    """What a label of the source stands for. Raises SourceError for one that the table does not hold."""
    if isinstance(value, (list, dict)) or value not in table:
        raise SourceError(f"{where}: label {value!r:.60}, expected one of {', '.join(map(repr, table))}; the label set of the source has changed")
    return table[value]


def order(task: str, key: str, things) -> list:
    """The things in an order drawn for this record alone: sides of responses, places of candidates."""
    return draws.stream(draws.PUBLISHED, task, "side", key).shuffled(things)


# Checking

def text_of(case: Case) -> str:
    return case.state if isinstance(case.state, str) else repr(case.state)


def check(case: Case) -> None:
    """Raises SourceError for a case with a name that is no text, an empty state, a label that is no option, or text that UTF-8 cannot hold."""
    for name in NAMES:
        value = getattr(case, name)
        if not (isinstance(value, str) or value is None and name != "key"):
            raise SourceError(f"record {case.key!r:.60}: its {name} {value!r:.60} is no text; the layout of the source has changed")
    if not text_of(case).strip():
        raise SourceError(f"record {case.key}: its state is empty")
    options = items.options_of(case.question)
    if case.gold is not None and case.gold not in options:
        raise SourceError(f"record {case.key}: label {case.gold!r} is none of {', '.join(options)}")
    try:
        json.dumps(case, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise SourceError(f"record {case.key!a}: its text holds half of a surrogate pair; the file is damaged") from None


def wrong_kind(error: Exception) -> str:
    """What to say of a value that a builder cannot read."""
    return f"a value is not of the kind that the builder reads ({type(error).__name__}: {error}); the layout of the source has changed"


def cases_of(number: int, record, convert) -> list:
    """The cases of the record with this number. Raises LeftOut, or SourceError for one that cannot be read."""
    try:
        found = convert(record)
        return [found] if isinstance(found, Case) else list(found)
    except SourceError as error:
        raise SourceError(str(error) if A_RECORD.search(str(error)) else f"record {number}: {error}") from None
    except WRONG_KINDS as error:
        raise SourceError(f"record {number} ({record!r:.80}): {wrong_kind(error)}") from None


def converted(records, convert) -> tuple:
    """(cases, Counter of reasons for the records left out). Raises SourceError for a key that comes twice or an unusable case."""
    made, left, seen = [], Counter(), set()
    for number, record in enumerate(records, 1):
        try:
            found = cases_of(number, record, convert)
        except LeftOut as reason:
            left[str(reason)] += 1
            continue
        for case in found:
            check(case)
            if case.key in seen:
                raise SourceError(f"record {case.key} comes twice; the source has changed")
            seen.add(case.key)
            made.append(case)
    return made, left


def sameness(case: Case) -> tuple:
    """What makes two cases one: state (or what stands for it) and question apart from case of letters and spacing."""
    criteria = case.question.get("criteria") or {}
    options = tuple(criteria.items()) if isinstance(criteria, dict) else tuple(criteria)
    return " ".join((text_of(case) if case.same is None else case.same).lower().split()), case.question["instructions"], options


def distinct(made) -> tuple:
    """(cases without repetitions, Counter of reasons): of equal cases the first stays, none where their labels differ. Queries are left whole."""
    labels, kept, seen, left = {}, [], set(), Counter()
    for case in made:
        labels.setdefault(sameness(case), set()).add((case.gold, case.rate, case.relevance))
    for case in made:
        same = sameness(case)
        if case.query is None and len(labels[same]) > 1:
            left["the same text with another label"] += 1
        elif case.query is None and same in seen:
            left["the same text again"] += 1
        else:
            seen.add(same)
            kept.append(case)
    return kept, left


# Numbering

def blocks(made, rng) -> list:
    """The cases in an order that says nothing; cases of one query stay together in their own order."""
    together = {}
    for case in made:
        together.setdefault(("query", case.query) if case.query is not None else ("case", case.key), []).append(case)
    return [case for block in rng.shuffled(sorted(together)) for case in together[block]]


def number(task: str, made) -> list:
    """The items of the drawn cases: shuffled, ids by place, groups numbered in order of appearance."""
    groups, rows = {}, []
    for place, case in enumerate(blocks(made, draws.stream(draws.PUBLISHED, task, "order"))):
        group = None if case.group is None else f"{task}:g{groups.setdefault(case.group, len(groups)):04d}"
        rows.append(items.Item(f"{task}:{place:05d}", case.state, case.question, items.options_of(case.question), case.gold, case.rate,
                               case.relevance, case.query, case.ideal, group, kind=case.kind, planted=case.planted, domain=case.domain))
    return rows
