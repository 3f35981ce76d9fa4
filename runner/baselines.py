"""Baselines that answer typed questions honestly without reading the case as a reader would.

A baseline is a function decide(state, question) -> {option: probability}, options as in items.options_of.
None of them sees a gold label of an item it answers: `words` learns from a fresh draw with a seed of its own.
"""
from __future__ import annotations

import importlib
import json
import math
import re
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from generators import console, draws, families, items, regenerate

TRAINING_SEED = 718281828
"""The fresh draw that `words` learns from; not meant to be drawn for anything else."""
NAMES = ("uniform", "first-option", "longest-option", "words")
LEAST_ITEMS = 3
"""A word or pair of words must occur in this many training items of a family to be kept."""
TOKEN = re.compile(r"[a-z]+|[0-9]+")


def as_text(value) -> str:
    """A state, instruction or meaning as text: text as it is, JSON written out, null as nothing."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def uniform(state, question) -> dict:
    """The same probability for every option."""
    options = items.options_of(question)
    return {option: 1 / len(options) for option in options}


def certain(options, chosen: str) -> dict:
    """All probability on one option."""
    return {option: float(option == chosen) for option in options}


def first_option(state, question) -> dict:
    """All probability on the option that is listed first."""
    options = items.options_of(question)
    return certain(options, options[0])


def longest_option(state, question) -> dict:
    """All probability on the option with the longest key and meaning together, the first of equals."""
    options, criteria = items.options_of(question), question.get("criteria")
    if question["type"] == "noul":
        meanings = [as_text((criteria or {}).get(key)) for key in ("true", "false")]
    else:
        meanings = [as_text(meaning) for meaning in (criteria.values() if isinstance(criteria, dict) else criteria)]
    lengths = [len(option) + len(meaning) for option, meaning in zip(options, meanings)]
    return certain(options, options[lengths.index(max(lengths))])


# Naive Bayes over words and pairs of neighbouring words

def features(state) -> set:
    """The words and pairs of neighbouring words that occur in a state, lower case, digits by runs."""
    words = TOKEN.findall(as_text(state).lower())
    return set(words).union(f"{first} {second}" for first, second in zip(words, words[1:]))


def count_features(rows) -> dict:
    """{options: {"items": {option: n}, "features": {feature: {option: n}}}} over items; rare features are left out."""
    found = {}
    for item in rows:
        entry = found.setdefault(item.options, {"items": Counter(), "features": {}})
        entry["items"][item.gold] += 1
        for feature in features(item.state):
            entry["features"].setdefault(feature, Counter())[item.gold] += 1
    for entry in found.values():
        entry["features"] = {feature: dict(counts) for feature, counts in entry["features"].items() if sum(counts.values()) >= LEAST_ITEMS}
    return found


def count_family(name: str) -> dict:
    """What `words` learns from one family of the training draw; nothing where its options differ from item to item."""
    if families.BY_NAME[name].options is None:
        return {}
    return count_features(importlib.import_module(f"generators.{name}").build(draws.fresh(TRAINING_SEED)))


def generated_families() -> list:
    """The names of the families whose generator exists, in order."""
    return [name for name in families.BY_NAME if regenerate.has_generator(name)]


class Words(NamedTuple):
    """A trained naive Bayes model: {options: (prior log odds by option, {feature: log probability by option})}."""

    tables: dict

    def decide(self, state, question) -> dict:
        """Naive Bayes with each feature's evidence averaged, not summed: features of one text repeat one another.

        p(option) is proportional to prior(option) x (product of p(feature | option)) ^ (1 / number of features).
        An option set never met in training gets equal probabilities.
        """
        options = items.options_of(question)
        if options not in self.tables:
            return uniform(state, question)
        priors, weights = self.tables[options]
        known = [weights[feature] for feature in sorted(features(state)) if feature in weights]
        scores = [prior + (math.fsum(logs[place] for logs in known) / len(known) if known else 0.0) for place, prior in enumerate(priors)]
        top = max(scores)
        shares = [math.exp(score - top) for score in scores]
        total = math.fsum(shares)
        return {option: share / total for option, share in zip(options, shares)}


def join_counts(parts) -> dict:
    """The counts of several families added up by option set."""
    joined = {}
    for part in parts:
        for options, entry in part.items():
            into = joined.setdefault(options, {"items": Counter(), "features": {}})
            into["items"].update(entry["items"])
            for feature, counts in entry["features"].items():
                into["features"].setdefault(feature, Counter()).update(counts)
    return joined


def fit(counts: dict) -> Words:
    """The model of counted features, each probability smoothed by one item with and one without the feature."""
    tables = {}
    for options, entry in counts.items():
        totals = [entry["items"][option] for option in options]
        priors = tuple(math.log((total + 1) / (sum(totals) + len(options))) for total in totals)
        tables[options] = priors, {
            feature: tuple(math.log((by_option.get(option, 0) + 1) / (total + 2)) for option, total in zip(options, totals))
            for feature, by_option in entry["features"].items()}
    return Words(tables)


def train_words(names=None, jobs: int = 2) -> Words:
    """The `words` baseline, trained on the training draw of the named families (default: all that can be generated)."""
    names = generated_families() if names is None else list(names)
    if jobs <= 1 or len(names) <= 1:
        return fit(join_counts(map(count_family, names)))
    with ProcessPoolExecutor(min(jobs, len(names)), initializer=console.end_with_parent) as pool:
        return fit(join_counts(pool.map(count_family, names)))


def deciders(names=NAMES, jobs: int = 2) -> dict:
    """{name: decide} of the named baselines; trains `words` where it is among them."""
    made = {"uniform": uniform, "first-option": first_option, "longest-option": longest_option}
    if "words" in names:
        made["words"] = train_words(jobs=jobs).decide
    return {name: made[name] for name in names}
