"""Objects in a text that are JSON but for small slips: single quotes, trailing commas, raw line breaks in strings, numbers with %.

Every slip that was read over has a name. Anything else is malformed, and nothing is completed that does not end.
"""
from __future__ import annotations

import re
from typing import Any, NamedTuple

MAX_DEPTH = 40
LONG_NUMBER = 300
"""Numbers with more characters are read as floats: no limit of any Python version is met."""
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
WORDS = {"true": True, "false": False, "null": None, "NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}
WORD = re.compile(r"-?[A-Za-z]+")
OBJECT_START = re.compile(r"\{\s*[\"'}]")
ESCAPES = {'"': '"', "'": "'", "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
SINGLE_QUOTES, TRAILING_COMMA, LINE_BREAK = "single quotes", "trailing comma", "line break in a string"


class Percent(NamedTuple):
    """A number that was written with a % sign; value as written."""

    value: float


class Found(NamedTuple):
    """One object: where it stands, its value and the slips in it, or why it has no value ("open": the text ends within it; "malformed")."""

    start: int
    end: int
    value: dict | None
    slips: tuple = ()
    problem: str | None = None


class Malformed(ValueError):
    """A text that is neither JSON nor one of the slips read over."""


class Open(ValueError):
    """A text that ends within a value."""


def objects(text: str) -> list:
    """Every outermost object of a text, in order. One that has no value counts whole, so that nothing inside it is taken for an answer."""
    found, place = [], 0
    while True:
        match = OBJECT_START.search(text, place)
        if match is None:
            return found
        found.append(read_object(text, match.start()))
        place = found[-1].end


def read_object(text: str, start: int) -> Found:
    """The object that begins at a brace."""
    reader = _Reader(text, start)
    try:
        value = reader.read_object(0)
        return Found(start, reader.place, value, tuple(sorted(reader.slips)))
    except Open:
        return Found(start, len(text), None, problem="open")
    except Malformed:
        end = closing(text, start)
        return Found(start, end or len(text), None, problem="malformed" if end else "open")


def closing(text: str, start: int):
    """The place behind the brace that closes the one at `start`, strings in double quotes passed over; None where there is none."""
    depth = 0
    for match in re.compile(r'"(?:[^"\\]|\\.)*"|[{}]', re.S).finditer(text, start):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    return None


class _Reader:
    """Reads values from a place in a text on, noting slips."""

    def __init__(self, text: str, place: int):
        self.text = text
        self.place = place
        self.slips = set()

    def peek(self) -> str:
        """The next character that is no whitespace of JSON, not taken yet."""
        while self.place < len(self.text) and self.text[self.place] in " \t\r\n":
            self.place += 1
        if self.place == len(self.text):
            raise Open
        return self.text[self.place]

    def take(self, mark: str) -> None:
        if self.peek() != mark:
            raise Malformed
        self.place += 1

    def read_value(self, depth: int) -> Any:
        mark = self.peek()
        if mark in "\"'":
            return self.read_string()
        if mark in "{[":
            if depth >= MAX_DEPTH:
                raise Malformed
            return self.read_object(depth + 1) if mark == "{" else self.read_list(depth + 1)
        return self.read_number()

    def read_object(self, depth: int) -> dict:
        found = {}
        self.take("{")
        while self.begins_entry("}"):
            key = self.read_string()
            self.take(":")
            if key in found:
                raise Malformed
            found[key] = self.read_value(depth)
            self.end_entry("}")
        return found

    def read_list(self, depth: int) -> list:
        found = []
        self.take("[")
        while self.begins_entry("]"):
            found.append(self.read_value(depth))
            self.end_entry("]")
        return found

    def begins_entry(self, close: str) -> bool:
        """True where an entry follows; otherwise the closing mark is taken."""
        if self.peek() != close:
            return True
        self.place += 1
        return False

    def end_entry(self, close: str) -> None:
        """Take the comma behind an entry; only the last may lack one."""
        mark = self.peek()
        if mark == ",":
            self.place += 1
            if self.peek() == close:
                self.slips.add(TRAILING_COMMA)
        elif mark != close:
            raise Malformed

    def read_string(self) -> str:
        quote, parts = self.peek(), []
        if quote not in "\"'":
            raise Malformed
        if quote == "'":
            self.slips.add(SINGLE_QUOTES)
        self.place += 1
        while True:
            mark = self.next_mark()
            if mark == quote:
                return joined("".join(parts))
            if mark == "\\":
                mark = self.read_escape()
            elif mark < " ":
                self.slips.add(LINE_BREAK)
            parts.append(mark)

    def next_mark(self) -> str:
        if self.place == len(self.text):
            raise Open
        self.place += 1
        return self.text[self.place - 1]

    def read_escape(self) -> str:
        mark = self.next_mark()
        if mark != "u":
            if mark not in ESCAPES:
                raise Malformed
            return ESCAPES[mark]
        digits = "".join(self.next_mark() for _ in range(4))
        if not re.fullmatch(r"[0-9A-Fa-f]{4}", digits):
            raise Malformed
        return chr(int(digits, 16))

    def read_number(self) -> Any:
        match = NUMBER.match(self.text, self.place)
        if match is None:
            word = WORD.match(self.text, self.place)
            if word is None or word[0] not in WORDS:
                raise Open if word and word.end() == len(self.text) else Malformed
            self.place = word.end()
            return WORDS[word[0]]
        self.place = match.end()
        value = number_of(match[0])
        if self.peek() == "%":
            self.place += 1
            return Percent(value)
        return value


def number_of(text: str):
    """The number of a JSON numeral; infinite where it is too large for a float."""
    return int(text) if text.lstrip("-").isdigit() and len(text) < LONG_NUMBER else float(text)


def joined(text: str) -> str:
    """The text with escaped halves of surrogate pairs joined; a half alone stays."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
