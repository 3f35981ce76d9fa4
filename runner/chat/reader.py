"""Reading stated probabilities from a chat model's reply. Pure; a number is never made up, and nothing is taken from prose.

The last complete object that names an option counts, after any reasoning block. What was read over to get at it has a name each.
"""
from __future__ import annotations

import json
import math
import re
import unicodedata
from typing import NamedTuple

from runner import probabilities
from runner.chat import lenient

STRICT, REPAIRED, REFUSED, EMPTY, CUT = HOW = ("strict", "repaired", "refused", "empty", "cut")
LENGTH = "length"
"""The finish reason of a reply that met the token limit."""
FILTERED = "content_filter"
REASONING = (
    ("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<thought>", "</thought>"), ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"), ("[THINK]", "[/THINK]"), ("\u25c1think\u25b7", "\u25c1/think\u25b7"),
    ("<|channel|>analysis<|message|>", "<|end|>"), ("<|START_THINKING|>", "<|END_THINKING|>"), ("<|channel>thought", "<channel|>"),
)
"""Marks around the reasoning of several model families, where a server leaves it in the content."""
OPENING = re.compile("|".join(re.escape(pair[0]) for pair in REASONING), re.I)
CLOSING = re.compile("|".join(re.escape(pair[1]) for pair in REASONING), re.I)
FENCE = re.compile(r"```[A-Za-z0-9]*")
NUMERAL = re.compile(rf"\s*({lenient.NUMBER.pattern})\s*(%?)\s*")
PAIR_KEYS = (("key", "option", "label", "name", "value", "choice"), ("probability", "prob", "p"))
FIELDS = ("choice", "probabilities")
MOST_OFF = 0.1
"""How far a sum may be off because every number was rounded."""


class Reading(NamedTuple):
    """How a reply was read: p under the item's option keys or None; ways: what was read over; choice: the option named, or None;
    disagrees: it is not the most probable one; reason: why there is no p."""

    how: str
    p: dict | None = None
    ways: tuple = ()
    choice: str | None = None
    disagrees: bool = False
    reason: str | None = None


class Unread(ValueError):
    """A reply without usable probabilities; the message says why."""

    def __init__(self, text: str, how: str = REFUSED):
        super().__init__(text)
        self.how = how


class Place(NamedTuple):
    """A map in an object that names an option: the keys that lead to it, {key: value}, and whether it was a list of pairs."""

    path: tuple
    given: dict
    is_pairs: bool


def read(content: str | None, options, finish_reason: str | None = None, refusal: str | None = None) -> Reading:
    """The reading of a reply's content."""
    try:
        if finish_reason == FILTERED or refusal:
            raise Unread("the model or its filter declines to answer")
        text, ways = after_reasoning(content or "")
        if not text.strip():
            raise Unread("the reply is empty", EMPTY)
        return read_object(text, ways, options)
    except Unread as problem:
        is_cut = finish_reason == LENGTH and problem.how != REFUSED
        how = CUT if is_cut else EMPTY if problem.how == EMPTY else REFUSED
        return Reading(how, reason=f"{problem}, at the token limit" if is_cut else str(problem))
    except probabilities.AnswerError as problem:
        return Reading(REFUSED, reason=str(problem))


# Finding the object

def after_reasoning(content: str):
    """(the content behind the last reasoning block, names of what was read over). Raises Unread for a block that is not closed."""
    last = None
    for last in CLOSING.finditer(content):
        pass
    text = content if last is None else content[last.end():]
    if OPENING.search(text):
        raise Unread("a reasoning block is not closed", CUT)
    return text, [] if last is None else ["reasoning before"]


def read_object(text: str, ways, options) -> Reading:
    """The reading of the last object in a text that names an option. Raises Unread or AnswerError."""
    for found in reversed(lenient.objects(text)):
        if found.problem == "open":
            raise Unread("an object is not closed", CUT)
        if found.problem is not None:
            raise Unread("the last object is malformed")
        places = list(places_in(found.value, options))
        if places:
            return read_places(found, places, [*ways, *around(text, found)], options)
    raise Unread("there is no object with the option keys", CUT)


def around(text: str, found: lenient.Found) -> list:
    """Names of what stands around an object."""
    outside = text[:found.start] + "\n" + text[found.end:]
    named = ["code fence"] if "```" in outside else []
    return named + (["text around"] if FENCE.sub("", outside).strip() else [])


def fold(text: str) -> str:
    """The text without the choice of case, of composed characters and of whitespace."""
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).split())


def names_option(keys, options) -> bool:
    folded = {fold(option) for option in options}
    return any(fold(key) in folded for key in keys)


def places_in(value, options, path=()):
    """Yield every Place in a value."""
    pairs = as_pairs(value)
    given = pairs if pairs is not None else value if isinstance(value, dict) else {}
    if names_option([key for key, inner in given.items() if is_number_like(inner)], options):
        yield Place(path, given, pairs is not None)
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) and pairs is None else ()
    for key, deeper in inner:
        yield from places_in(deeper, options, (*path, key))


def is_number_like(value) -> bool:
    """True where a value is meant as a probability, good or bad: a number, a word for none, or a text that is a number."""
    if isinstance(value, str):
        return NUMERAL.fullmatch(value) is not None
    return isinstance(value, lenient.Percent) or not isinstance(value, (dict, list))


def as_pairs(value) -> dict | None:
    """{key: value} of a list of pairs, of one-entry maps, or of maps with a key and a probability; None for anything else."""
    if not isinstance(value, list) or not value:
        return None
    pairs = [as_pair(entry) for entry in value]
    if None in pairs:
        return None
    if len(dict(pairs)) < len(pairs):
        raise Unread("an option stands twice in a list")
    return dict(pairs)


def as_pair(entry):
    """(key, value) of an entry of such a list, or None."""
    if isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], str):
        return entry[0], entry[1]
    if not isinstance(entry, dict):
        return None
    if len(entry) == 1:
        return next(iter(entry.items()))
    keys, values = ([name for name in names if name in entry] for names in PAIR_KEYS)
    if len(entry) == 2 and len(keys) == len(values) == 1 and isinstance(entry[keys[0]], str):
        return entry[keys[0]], entry[values[0]]
    return None


# Reading the numbers

def read_places(found: lenient.Found, places, ways, options) -> Reading:
    """The reading of an object with one place of probabilities; several must say the same."""
    place = next((place for place in places if place.path == FIELDS[1:]), places[0])
    values = numbers_of(place, options, ways)
    if not place.path and len(values) < len(options):
        raise Unread("some options have no probability")
    for other in places:
        if other is not place and numbers_of(other, options, []) != values:
            raise Unread("the object gives two different sets of probabilities")
    checked = probabilities.check(values, options)
    check_sum(checked.p, len(options))
    choice, disagrees = judge_choice(found.value, place, checked.p, options, ways)
    ways += [*found.slips, *form_of(found.value, place), *checked.remarks]
    ways = tuple(dict.fromkeys(ways))
    return Reading(REPAIRED if ways else STRICT, checked.p, ways, choice, disagrees)


def check_sum(p: dict, n: int) -> None:
    """Raise Unread for a sum that is off by more than 0.05 and by more than the rounding of n numbers that should sum to 1.

    This is narrower than for numbers that a decision model computes: a model that states 0.5 three times has not stated a distribution.
    """
    total, places = math.fsum(p.values()), probabilities.decimals(p.values())
    rounding = 0.0 if places is None else min(MOST_OFF, (n - 1) * 10.0 ** -places / 2)
    if abs(total - 1) > max(probabilities.SUM_TOLERANCE, rounding) + probabilities.NOISE:
        raise Unread(f"the probabilities sum to {total:.6g}")


def form_of(value: dict, place: Place) -> list:
    """Names of how the object departs from the form that was asked for."""
    named = ["list of pairs"] if place.is_pairs else []
    if not place.path:
        return named + ["flat"]
    if place.path != FIELDS[1:]:
        return named + ["nested"]
    return named + (["other fields"] if set(value) - set(FIELDS) else [])


def numbers_of(place: Place, options, ways) -> dict:
    """{option: number} of a place, percentages divided by 100; what was read over is added to ways. Raises Unread."""
    values, percents = {}, set()
    for key, value in place.given.items():
        option = match(key, options)
        if option is None:
            refuse_stranger(place, key, value)
            continue
        if option in values:
            raise Unread(f"two keys stand for the option {probabilities.short(option)}")
        ways += ["keys folded"] if key != option else []
        values[option], is_percent = as_number(value, ways)
        if values[option] != 0 or is_percent:
            percents.add(is_percent)
    if len(percents) > 1:
        raise Unread("some probabilities are percentages, some are not")
    return per_hundred(values, ways) if True in percents else values


def match(key: str, options) -> str | None:
    """The option that a key stands for: itself, or the only one that differs by case, spaces or composed characters; else None."""
    if key in options:
        return key
    found = [option for option in options if fold(option) == fold(key)]
    if len(found) > 1:
        raise Unread(f"the key {probabilities.short(key)} is more than one option")
    return found[0] if found else None


def refuse_stranger(place: Place, key: str, value) -> None:
    """Raise Unread for a key that is no option, but for a text beside options that stand flat in the object."""
    if place.path or place.is_pairs or is_number_like(value):
        raise Unread(f"the key {probabilities.short(key)} is no option")


def as_number(value, ways):
    """(number, whether it had a % sign); what is no number stays as it is."""
    if isinstance(value, lenient.Percent):
        return value.value, True
    numeral = NUMERAL.fullmatch(value) if isinstance(value, str) else None
    if numeral is None:
        return value, False
    ways += [] if numeral[2] else ["number as text"]
    return lenient.number_of(numeral[1]), bool(numeral[2])


def per_hundred(values: dict, ways) -> dict:
    """Percentages as fractions. Raises Unread for one over 100."""
    ways.append("percent")
    for option, value in values.items():
        probabilities.check_number(value, option)
        if value > 100 * (1 + probabilities.OVER_ONE):
            raise Unread(f"the probability of {probabilities.short(option)} is over 100 %")
    return {option: value / 100 for option, value in values.items()}


def judge_choice(value: dict, place: Place, p: dict, options, ways):
    """(the option named beside the probabilities or None, whether it is not the most probable one)."""
    holder = value
    for key in place.path[:-1]:
        holder = holder[key]
    named = holder.get(FIELDS[0]) if isinstance(holder, dict) and FIELDS[0] not in options else None
    if not isinstance(named, str):
        ways.append("no choice")
        return None, False
    option = match(named, options)
    if option is None:
        ways.append("choice is no option")
        return None, False
    ways += ["keys folded"] if option != named else []
    return option, not probabilities.is_top(p, option)


def form_to_fill(options) -> str:
    """The object that a request closes with, its numbers left open."""
    entries = ", ".join(f"{json.dumps(option, ensure_ascii=False)}: <probability>" for option in options)
    return f'{{"choice": "<key>", "probabilities": {{{entries}}}}}'
