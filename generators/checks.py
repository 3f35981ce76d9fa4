"""What every contrast group and every family must satisfy. A failed check raises; nothing here depends on `assert`."""
from __future__ import annotations

from collections import Counter

from generators import families


class CheckFailed(ValueError):
    """A group or a family breaks a rule of its construction; the message names it."""


def require(holds: bool, message: str) -> None:
    """Raise CheckFailed with the message unless the condition holds."""
    if not holds:
        raise CheckFailed(message)


def changed_lines(before: str, after: str) -> list:
    """The numbers (from 0) of the lines that differ between two texts with equally many lines."""
    old, new = before.split("\n"), after.split("\n")
    require(len(old) == len(new), f"line counts differ: {len(old)} and {len(new)}")
    return [number for number, pair in enumerate(zip(old, new)) if pair[0] != pair[1]]


def check_members(members, where: str) -> None:
    """The answers of a group are pairwise different, and so are its states unless its questions differ."""
    golds = [member.gold for member in members]
    require(len(set(golds)) == len(golds), f"{where}: answers repeat: {golds}")
    require(len({member.state for member in members}) == len(members), f"{where}: states repeat")


def check_family(family: families.Family, groups) -> None:
    """Group shapes and class balance of a whole draw, as far as they follow from the family's line in the list."""
    for level in families.LEVELS:
        here = [group for group in groups if group.level == level]
        sizes = Counter(len(group.members) for group in here)
        require(dict(sizes) == family.shape.groups_per_level, f"{family.name} level {level}: group sizes {dict(sizes)}")
        if family.options is not None:
            golds = Counter(member.gold for group in here for member in group.members)
            require(set(golds) == set(family.options) and max(golds.values()) - min(golds.values()) <= 1,
                    f"{family.name} level {level}: answers {dict(golds)} are not balanced")
    states = Counter(member.state for group in groups for member in group.members)
    require(max(states.values()) == 1, f"{family.name}: a state occurs twice")
    for group in groups:
        check_members(group.members, f"{family.name} level {group.level}")
