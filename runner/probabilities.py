"""Checking the probabilities of an answer: keys, range, sum, scale. Pure; a number is never made up."""
from __future__ import annotations

import math
import unicodedata
from typing import NamedTuple

SUM_TOLERANCE = 0.05
MAX_DECIMALS = 8
NOISE = 1e-9
OVER_ONE = 1e-6
"""How far single-precision arithmetic may carry a probability over 1."""
EXACT_SUM = 1e-6
PERCENT_SUM = (95, 105)
CHOICE_TOLERANCE = 0.005


class AnswerError(ValueError):
    """An answer that cannot be used. again: whether asking again may help."""

    def __init__(self, text: str, again: bool = True):
        super().__init__(text)
        self.again = again


class Checked(NamedTuple):
    """p: {option: probability}, in the order of the options; remarks: names of what was accepted though it is not exact."""

    p: dict
    remarks: tuple


def check(given: dict, options) -> Checked:
    """The probabilities of a map as it came, under the item's own option keys. Raises AnswerError."""
    values, remarks = match_keys(given, options)
    for option, value in values.items():
        check_number(value, option)
    values, percent = unscale(values)
    missing = [option for option in options if option not in values]
    check_sum(values, missing, len(options))
    remarks += ["percent"] if percent else []
    remarks += ["missing option of no weight"] if missing else []
    remarks += ["sum is not 1"] if abs(math.fsum(values.values()) - 1) > EXACT_SUM else []
    return Checked({option: values[option] for option in options if option in values}, tuple(remarks))


def match_keys(given: dict, options):
    """({option: value}, remarks): each key is an option, exactly or alone after trimming and case folding."""
    if not given:
        raise AnswerError("the probabilities are empty")
    if all(key in options for key in given):
        return dict(given), []
    folded = {}
    for option in options:
        folded.setdefault(fold(option), []).append(option)
    values = {}
    for key, value in given.items():
        found = [key] if key in options else folded.get(fold(key), [])
        if len(found) != 1:
            raise AnswerError(f"the key {short(key)} is {'no option' if not found else 'more than one option'}{hint(given, options)}")
        if found[0] in values:
            raise AnswerError(f"two keys stand for the option {short(found[0])}")
        values[found[0]] = value
    return values, ["keys folded"]


def fold(text: str) -> str:
    """The text without outer whitespace, case and the choice between composed and decomposed characters."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).strip().casefold())


def hint(given: dict, options) -> str:
    """Says so where the keys of a score count from 1."""
    if set(given) == {str(place) for place in range(1, len(options) + 1)} and list(options) == [str(place) for place in range(len(options))]:
        return "; the levels are counted from 1 instead of 0"
    return ""


def short(text) -> str:
    """A text quoted and cut to 40 characters."""
    text = str(text)
    return repr(text if len(text) <= 40 else text[:37] + "...")


def check_number(value, name: str) -> None:
    """Raise AnswerError for anything but a finite number from 0 on."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise AnswerError(f"the probability of {short(name)} is no number")
    try:
        finite = math.isfinite(value)
    except OverflowError:
        finite = False
    if not finite or value < 0:
        raise AnswerError(f"the probability of {short(name)} is {'negative' if finite else 'not finite'}")


def unscale(values: dict):
    """(values between 0 and 1, whether they came as percent): converted only where no value can be anything else."""
    if all(value <= 1 + OVER_ONE for value in values.values()):
        return values, False
    total = math.fsum(values.values())
    if all(value == 0 or value > 1 for value in values.values()) and PERCENT_SUM[0] <= total <= PERCENT_SUM[1]:
        return {option: value / 100 for option, value in values.items()}, True
    raise AnswerError("a probability is over 1, and the values are no percentages either")


def decimals(values) -> int | None:
    """The number of decimals to which all values are rounded; None for whole numbers and for more than can be told."""
    for places in range(MAX_DECIMALS + 1):
        if all(abs(value - round(value, places)) < NOISE for value in values):
            return places or None
    return None


def check_sum(values: dict, missing, n: int) -> None:
    """Raise AnswerError where the sum is off by more than rounding explains, or an option is missing with weight."""
    total = math.fsum(values.values())
    places = decimals(values.values())
    step = 0.0 if places is None else 10.0 ** -places
    if total <= 0:
        raise AnswerError("the probabilities sum to 0")
    if missing and abs(total - 1) > min(SUM_TOLERANCE, n * step / 2) + EXACT_SUM:
        raise AnswerError(f"no probability for {', '.join(short(option) for option in missing[:3])}, and the others sum to {total:.6g}")
    if abs(total - 1) > max(SUM_TOLERANCE, n * step) + NOISE:
        raise AnswerError(f"the probabilities sum to {total:.6g}")


def is_top(p: dict, choice: str) -> bool:
    """True where the option named is the most probable one, within a rounding of 0.005."""
    return p.get(choice, 0) >= max(p.values()) - CHOICE_TOLERANCE - NOISE
