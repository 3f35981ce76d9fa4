"""The seeded stream: the same numbers on every Python, platform, locale and hash seed.

A draw (the published one, a fresh one, a sealed one) is named by its label. Every stream is made from that label
and the names of what it draws for (family, level, group) by SHA-256, so that no two families, draws or groups share one.
Only `random.Random.random()` is used, the one method whose sequence Python promises to keep.
"""
from __future__ import annotations

import hashlib
import random
from typing import NamedTuple

from generators import families


class Draw(NamedTuple):
    """Which set of items: `label` makes the streams, `mark` stands in the ids, `seed` and `note` are what a card may name."""

    label: str
    mark: str
    seed: int | None
    note: str | None = None


MAX_SEED = 2 ** 63 - 1
PUBLISHED = Draw("published", "", families.PUBLISHED_SEED)


def fresh(seed: int) -> Draw:
    """The fresh draw of a seed K >= 0; its ids read `<family>:s<K>:00000`."""
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"seed {seed} is not a whole number from 0 to {MAX_SEED}")
    return Draw(f"seed:{seed}", f"s{seed}:", seed)


def sealed(secret: str, commitment: str) -> Draw:
    """The draw of a secret; only the commitment to it, 64 hex digits, shows in ids and cards. Its label is as secret as the secret."""
    return Draw(f"sealed:{secret}", f"x{commitment[:8]}:", None, f"Sealed draw; commitment {commitment}")


def from_text(text: str) -> Draw:
    """The fresh draw of a seed given as text. Raises ValueError for anything but a whole number from 0 to MAX_SEED."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MAX_SEED)) and int(text) <= MAX_SEED):
        raise ValueError(f"seed {text[:40]!r} is not a whole number from 0 to {MAX_SEED}")
    return fresh(int(text))


def stream(draw: Draw, *parts) -> "Stream":
    """The stream of one named thing in a draw, for example stream(draw, "policy_case", level, number)."""
    return Stream("|".join(str(part) for part in (families.PUBLISHED_SEED, draw.label, *parts)))


class Stream:
    """Draws from one named stream. Sequences in, new lists out; nothing is changed in place."""

    def __init__(self, name: str):
        digest = hashlib.sha256(name.encode("utf-8")).digest()
        self._random = random.Random(int.from_bytes(digest, "big")).random

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        if n < 1:
            raise ValueError(f"cannot draw below {n}")
        return int(self._random() * n)

    def between(self, low: int, high: int, step: int = 1) -> int:
        """One of low, low + step, ... up to high, both ends included."""
        return low + step * self.below((high - low) // step + 1)

    def chance(self, part: int, whole: int = 100) -> bool:
        """True in `part` of `whole` cases."""
        return self.below(whole) < part

    def choice(self, options):
        """One of the options, each equally likely."""
        options = tuple(options)
        return options[self.below(len(options))]

    def weighted(self, weights: dict):
        """One key of {option: whole-number weight}, in proportion to its weight."""
        place = self.below(sum(weights.values()))
        for option, weight in weights.items():
            if place < weight:
                return option
            place -= weight
        raise ValueError("weights must be whole numbers, zero or more, with a positive sum")

    def shuffled(self, options) -> list:
        """The options in a new order, each order equally likely (Fisher and Yates, from the end)."""
        order = list(options)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def sample(self, options, k: int) -> list:
        """k different positions of the options, in drawn order."""
        options = list(options)
        if k > len(options):
            raise ValueError(f"cannot draw {k} of {len(options)}")
        return self.shuffled(options)[:k]
