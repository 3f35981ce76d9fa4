"""Probabilities of option labels from the logprobs of one token. Pure; a label that is not listed gets no number, only a bound.

Read are the `content` entries of chat replies (some servers give them for plain completions too) and the older arrays of plain completions.
Labels are compared as bytes: a token can be part of a character, and then its text says nothing.
"""
from __future__ import annotations

import math
from typing import NamedTuple

from runner.chat import reader
from runner.probabilities import AnswerError

UNKNOWN = -9000.0
"""Logprobs below this stand for `not among the most probable ones` at several servers."""
NOISE = 1e-3
"""How far arithmetic may carry a probability, or a sum of them, over 1."""
BLANK = (b" ", b"\t", b"\r", b"\n", "\u2581".encode("utf-8"))
"""What may stand before a label within its token; the last is how one kind of vocabulary writes a space."""
MARKS = tuple(sorted({closing.encode("utf-8") for _, closing in reader.REASONING}))


class Entry(NamedTuple):
    """One generated token: its bytes, and {bytes: probability} of the tokens listed in its place. floor: the smallest probability listed."""

    token: bytes
    listed: tuple
    floor: float


class Shares(NamedTuple):
    """What the labels have: {option: probability} of those found, their sum, and the most that each of the others can have."""

    found: dict
    mass: float
    bound: float
    missing: tuple


# Entries

def entries(logprobs) -> list:
    """The entries of a reply's logprobs, one a generated token. Raises AnswerError where there are none."""
    if isinstance(logprobs, dict) and isinstance(logprobs.get("content"), list):
        return [chat_entry(part) for part in logprobs["content"]]
    if isinstance(logprobs, dict) and isinstance(logprobs.get("top_logprobs"), list):
        return list(map(plain_entry, logprobs.get("tokens") or (), logprobs.get("token_logprobs") or (), logprobs["top_logprobs"]))
    raise AnswerError("the reply has no logprobs; the server gives none, or not for this request", again=False)


def chat_entry(part) -> Entry:
    """An entry of `content`."""
    if not isinstance(part, dict) or not isinstance(part.get("top_logprobs"), list):
        raise AnswerError("an entry of the logprobs has no top_logprobs", again=False)
    taken = token_bytes(part), part.get("logprob")
    return make_entry(taken, [(token_bytes(one), one.get("logprob")) for one in part["top_logprobs"] if isinstance(one, dict)])


def plain_entry(token, logprob, listed) -> Entry:
    """An entry of the older arrays."""
    if not isinstance(listed, dict) or not isinstance(token, str):
        raise AnswerError("an entry of the logprobs has no top_logprobs", again=False)
    return make_entry((to_bytes(token), logprob), [(to_bytes(text), value) for text, value in listed.items()])


def make_entry(taken, listed) -> Entry:
    """An entry; the token taken joins the list where it is not in it and its logprob is known."""
    pairs = [(token, probability(value)) for token, value in listed if is_known(value)]
    floor = min((value for _, value in pairs), default=1.0)
    if taken[0] not in [token for token, _ in pairs] and is_known(taken[1]):
        pairs.append((taken[0], probability(taken[1])))
    if math.fsum(value for _, value in pairs) > 1 + NOISE:
        raise AnswerError("the probabilities listed for one token sum to over 1", again=False)
    return Entry(taken[0], tuple(pairs), floor)


def is_known(value) -> bool:
    """Whether a logprob says anything: a number that is no stand-in for `unknown`."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value and value > UNKNOWN


def probability(logprob) -> float:
    if logprob > NOISE:
        raise AnswerError("a logprob is over 0", again=False)
    return math.exp(min(0.0, logprob))


def token_bytes(part: dict) -> bytes:
    """The bytes of a token: as the server gives them, else those of its text."""
    given = part.get("bytes")
    if isinstance(given, list) and all(isinstance(one, int) and not isinstance(one, bool) and 0 <= one < 256 for one in given):
        return bytes(given)
    return to_bytes(part.get("token") if isinstance(part.get("token"), str) else "")


def to_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


# Labels

def bare(token: bytes) -> bytes:
    """A token without the blanks before it."""
    while token.startswith(BLANK):
        token = token[3 if token.startswith(BLANK[-1]) else 1:]
    return token


def shares(entry: Entry, labels: dict, whole: bool) -> Shares:
    """The shares of {option: label} in one entry. whole: a token must be the whole label; else it may be the beginning of one label alone.

    Raises AnswerError where no label is found: then nothing is known of the order of the options.
    """
    found = {}
    for token, value in entry.listed:
        option = option_of(bare(token), labels, whole)
        if option is not None:
            found.setdefault(option, []).append(value)
    sums = {option: math.fsum(found[option]) for option in labels if option in found}
    rest = max(0.0, 1 - math.fsum(value for _, value in entry.listed))
    bound = min(entry.floor, rest)
    if not sums or not max(sums.values()):
        raise AnswerError(f"none of the options is among the {len(entry.listed)} tokens listed; each has a probability of {bound:.2g} at most", again=False)
    return Shares(sums, min(1.0, math.fsum(sums.values())), bound, tuple(option for option in labels if option not in sums))


def option_of(token: bytes, labels: dict, whole: bool):
    """The option whose label a token is, or begins; None for none and for more than one."""
    if not token:
        return None
    found = [option for option, label in labels.items() if (token == to_bytes(label) if whole else to_bytes(label).startswith(token))]
    return found[0] if len(found) == 1 else None


def begin_apart(options) -> bool:
    """Whether the first byte tells all option keys apart, so that any first token does."""
    return len({to_bytes(option)[:1] for option in options}) == len(options)


# The place of the answer

def answer_place(found, content: str | None) -> int | None:
    """The place of the first token of the answer behind any reasoning; None where there is no answer.

    The mark that closes the reasoning tells it; where a server keeps the reasoning apart, the content at the end does.
    """
    tokens = [entry.token for entry in found]
    text = b"".join(tokens)
    ends = [text.rfind(mark) + len(mark) for mark in MARKS if mark in text]
    answer = to_bytes((content or "").strip())
    start = max(ends) if ends else text.rfind(answer) if answer else -1
    place = 0
    for number, token in enumerate(tokens):
        if 0 <= start <= place and bare(token):
            return number
        place += len(token)
    return None
