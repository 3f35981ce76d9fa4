"""The draw of a task: which of the source's cases become items, with the one fixed seed."""
from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from generators import draws
from reference.sources import SourceError

UNITS = ("case", "group")
OVER = (None, "gold", "stratum")


class Draw(NamedTuple):
    """How many cases are drawn, and why so.

    size: at most so many units in all, or in each part of `over`; None takes all; {part: units} gives each part its own number.
    over: None draws from all at once, "gold" or "stratum" from each label or stratum apart. unit: "case", or "group" for whole groups.
    reason: the choice in plain words and what speaks for it, for the card's note.
    """

    reason: str
    size: int | dict | None = None
    over: str | None = None
    unit: str = "case"


def check(draw: Draw) -> None:
    """Raises SourceError for a draw that contradicts itself."""
    if draw.unit not in UNITS or draw.over not in OVER or not draw.reason.strip() or isinstance(draw.size, dict) and draw.over is None:
        raise SourceError(f"the draw {draw} needs a unit of {UNITS}, over one of {OVER}, a reason, and over where sizes differ")


def units_of(draw: Draw, made) -> dict:
    """{unit: its cases}, in order of first appearance; a case without a group is its own unit."""
    units = {}
    for case in made:
        name = ("group", case.group) if draw.unit == "group" and case.group is not None else ("case", case.key)
        units.setdefault(name, []).append(case)
    return units


def whole_units(draw: Draw, before, made) -> tuple:
    """(units that lost no member, Counter of reasons): where groups are drawn, one with a member left out goes as a whole."""
    there = {name: len(members) for name, members in units_of(draw, before).items()}
    units = units_of(draw, made)
    whole = {name: members for name, members in units.items() if len(members) == there[name]}
    lost = sum(len(members) for members in units.values()) - sum(len(members) for members in whole.values())
    return whole, Counter({"another member of its group was left out": lost} if lost else {})


def part_of(draw: Draw, members) -> str:
    """The label or stratum that a unit is drawn in, by its first case."""
    value = "" if draw.over is None else getattr(members[0], draw.over)
    if value is None:
        raise SourceError(f"record {members[0].key}: has no {draw.over}, which the draw goes by")
    return value


def check_parts(draw: Draw, parts, is_complete: bool) -> None:
    """Raises SourceError for a part that the draw does not name, or, in a whole source, a part that is not there."""
    if isinstance(draw.size, dict):
        strangers = set(parts) ^ set(draw.size) if is_complete else set(parts) - set(draw.size)
        if strangers:
            raise SourceError(f"the draw and the source do not hold the same parts: {', '.join(sorted(strangers))}")


def drawn(task: str, draw: Draw, units: dict, is_complete: bool) -> list:
    """The cases of the drawn units; which they are depends on the names of the units alone, not on their order in the file."""
    parts = {}
    for name, members in units.items():
        parts.setdefault(part_of(draw, members), []).append(name)
    check_parts(draw, parts, is_complete)
    chosen = set()
    for part, names in parts.items():
        size = draw.size[part] if isinstance(draw.size, dict) else draw.size
        rng = draws.stream(draws.PUBLISHED, task, "sample", part)
        chosen.update(names if size is None else rng.sample(sorted(names), min(size, len(names))))
    return [case for name, members in units.items() if name in chosen for case in members]
