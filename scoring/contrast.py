"""The planted difference of a contrast group: its members' states side by side, changed lines and changed words marked."""
from __future__ import annotations

import difflib
import json
import re
from typing import NamedTuple

SAME, GONE, NEW = " ", "-", "+"
"""Marks of a line: in both states, in the base alone, in the other member alone."""
WORDS = re.compile(r"\d+(?:[.,:/-]\d+)*|\w+|\s+|[^\w\s]")
ALIKE = 0.3
"""Lines whose words agree less than that, 0 to 1, are shown as wholly changed."""


class Line(NamedTuple):
    """A line of a comparison: its mark, and its text as parts (text, whether it is a change inside the line)."""

    mark: str
    parts: tuple


def state_text(state) -> str:
    """A state as text: as it is, or as indented JSON where it is an object or a list."""
    return state if isinstance(state, str) else json.dumps(state, ensure_ascii=False, indent=2)


def base_first(members) -> list:
    """The members of a group, the one without a planted element first, the others in file order."""
    return sorted(members, key=lambda item: (bool(item.planted), item.kind is not None))


def compare_lines(base: str, other: str) -> list:
    """The Lines of two states: shared ones, then at each change what the base has and what the other has instead."""
    before, after = base.split("\n"), other.split("\n")
    found = []
    for tag, b_start, b_end, a_start, a_end in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            found += [Line(SAME, ((text, False),)) for text in before[b_start:b_end]]
        else:
            found += changed_lines(before[b_start:b_end], after[a_start:a_end])
    return found


def changed_lines(before, after) -> list:
    """The Lines of a changed place; where it has as many lines in both states, words are compared line by line."""
    if len(before) != len(after):
        return [Line(GONE, ((text, True),)) for text in before] + [Line(NEW, ((text, True),)) for text in after]
    pairs = [compare_words(old, new) for old, new in zip(before, after)]
    return [Line(GONE, old) for old, _ in pairs] + [Line(NEW, new) for _, new in pairs]


def compare_words(old: str, new: str) -> tuple:
    """(parts of the old line, parts of the new one)."""
    old_words, new_words = WORDS.findall(old), WORDS.findall(new)
    matcher = difflib.SequenceMatcher(None, old_words, new_words, autojunk=False)
    if matcher.ratio() < ALIKE:
        return ((old, True),), ((new, True),)
    codes = matcher.get_opcodes()
    return (tuple(("".join(old_words[start:end]), tag != "equal") for tag, start, end, _, _ in codes if end > start),
            tuple(("".join(new_words[start:end]), tag != "equal") for tag, _, _, start, end in codes if end > start))


def with_context(lines, context: int) -> list:
    """The changed Lines with so many shared ones before and after, None where lines are left out."""
    near = [any(line.mark != SAME for line in lines[max(0, place - context):place + context + 1]) for place in range(len(lines))]
    found = []
    for line, is_near in zip(lines, near):
        if is_near:
            found.append(line)
        elif not found or found[-1] is not None:
            found.append(None)
    return found
