"""What a partial-reading rule is, and the floors that arithmetic gives.

The `reason` of a rule, a fit or a tally says in a sentence of the audit's report why it stands above its floor; None where it is not
expected to.
"""
from __future__ import annotations

from typing import Any, Callable, NamedTuple

from generators import items


class Reading(NamedTuple):
    """An item and the case that the family's solver read from its state."""

    item: items.Item
    case: Any


class Rule(NamedTuple):
    """A reader of part of the case.

    decide: function of a Reading that gives an option; floor: the accuracy that arithmetic grants it, 0 to 1, or a function of
    all readings that gives it, or split_groups, which takes its predictions too; bounded: whether more than the margin above the
    floor is a defect (else published only).
    of_groups: the floor is one of groups with every member right instead of items.
    by_level: the floor holds on every level; the level with the highest accuracy stands against it.
    """

    name: str
    says: str
    decide: Callable
    floor: Any
    bounded: bool = True
    of_groups: bool = False
    by_level: bool = False
    reason: str | None = None


class Fit(NamedTuple):
    """A linear model on counts of a case, five-fold by group (needs numpy): {name of the count: function of a Reading}."""

    name: str
    says: str
    counts: dict
    floor: Any
    bounded: bool = True
    reason: str | None = None


class Tally(NamedTuple):
    """A share counted over groups: count(readings of a group) gives 0 to 1, or None where the group does not enter."""

    name: str
    says: str
    count: Callable
    floor: float
    bounded: bool = True
    reason: str | None = None


def yes_if(holds: bool) -> str:
    """The option of a yes/no question."""
    return "yes" if holds else "no"


def share_of(readings, kinds) -> float:
    """The share of pairs whose contrast is one of the kinds, 0 to 1."""
    pairs = {reading.item.group: reading.item.contrast for reading in readings}
    return sum(contrast in kinds for contrast in pairs.values()) / len(pairs)


def without(*kinds):
    """Floor of a reader that does everything but tell these kinds: it loses half of their items."""
    return lambda readings: 1 - share_of(readings, kinds) / 2


def only(*kinds):
    """Floor of a reader that decides these kinds and says the same to both members of every other pair."""
    return lambda readings: 0.5 + share_of(readings, kinds) / 2


def split_groups(readings, predicted) -> float:
    """What a misreading reaches by arithmetic: of members that it answers alike it has one right, in a pair or a triple."""
    said = {}
    for reading, option in zip(readings, predicted):
        said.setdefault(reading.item.group, []).append(option)
    return sum(len(set(options)) / len(options) for options in said.values()) / len(said)


def exact(name: str, says: str, decide) -> Rule:
    """A misreading that is published beside the share of a group's members that it tells apart."""
    return Rule(name, says, decide, split_groups, False)


def pick(measure, choose, *kinds):
    """Whether the member with the least (or most) of a measure is the `yes` one, a tie shared; over pairs of some kinds, or of all."""
    def count(group):
        if kinds and group[0].item.contrast not in kinds:
            return None
        values = [measure(reading.case) for reading in group]
        picked = [reading for reading, value in zip(group, values) if value == choose(values)]
        return sum(reading.item.gold == "yes" for reading in picked) / len(picked)

    return count
