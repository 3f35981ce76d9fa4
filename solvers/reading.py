"""Reading a rendered state: lines with their numbers, sections, amounts, times, and the error for what cannot be read."""
from __future__ import annotations

import re


class Unread(ValueError):
    """A line or phrase of a state that the solver has no reading for."""


def unread(number: int, line: str, where: str = "") -> Unread:
    """The error for line `number` (from 1) of a state."""
    return Unread(f"line {number} cannot be read{' as ' + where if where else ''}: {line!r}")


def numbered_lines(state: str) -> list:
    """(number from 1, text) of every line that is not blank."""
    return [(number, line) for number, line in enumerate(state.split("\n"), 1) if line.strip()]


def first_match(patterns, line: str):
    """(name, match) of the one pattern of {name: compiled pattern} that matches the whole line; None where none does.

    Raises Unread where more than one does: a line has exactly one reading.
    """
    found = [(name, match) for name, match in ((name, pattern.fullmatch(line)) for name, pattern in patterns.items()) if match]
    if len(found) > 1:
        raise Unread(f"line {line!r} fits {' and '.join(name for name, _ in found)}")
    return found[0] if found else None


def cents(text: str) -> int:
    """'1,234.50' -> 123450; raises Unread for anything but digits, thousands commas and two decimals."""
    match = re.fullmatch(r"(-?)(\d+|\d{1,3}(?:,\d{3})+)\.(\d\d)", text)
    if not match:
        raise Unread(f"{text!r} is not an amount")
    sign, whole, part = match.groups()
    value = int(whole.replace(",", "")) * 100 + int(part)
    return -value if sign else value


def minutes(text: str) -> int:
    """'14:05' -> 845 minutes after midnight."""
    match = re.fullmatch(r"(\d\d?):(\d\d)", text)
    if not match or int(match[1]) > 24 or int(match[2]) > 59:
        raise Unread(f"{text!r} is not a time of day")
    return int(match[1]) * 60 + int(match[2])
