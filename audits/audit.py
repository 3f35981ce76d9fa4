"""Content-blind rules: how far options, question wording, length, line count and marking words alone give the answer.

Several roots are judged as one pool. One draw is flagged only for what exceeds a bound by more than three standard errors.
Example: python3 audits/audit.py log_count_check --root generated --root generated/seed_1
"""
from __future__ import annotations

import math
import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import findings
from generators import console, families, items

FOLDS = 5
BINS = 6
MARGIN, BAG_MARGIN = 0.015, 0.03
"""How far above chance a content-blind rule and the bag of words may be."""
ERRORS = 3
"""Standard errors granted above a bound to a single draw."""
BAG = "bag of words"
SPECIAL_MARGINS = {("policy_case", BAG): (0.05, 0.015)}
"""(family, rule) whose margin differs: (on one draw, on a pool). Members of policy_case differ in their whole case record."""
WORD_ITEMS, WORD_FACTOR, WORD_P = 20, 2, 0.001
"""A word in that many items of a draw marks a class if it is that much more frequent there, with that binomial p."""
PRIOR_ITEMS = 10
"""Weight of chance against what was counted, in items, where an option's own record is used."""
WORD = re.compile(r"[^\W\d_]{2,}|[0-9]+")


class Measure(NamedTuple):
    """Item accuracy of one rule, its chance level and standard error (groups as clusters), and the bound it is held to."""

    rule: str
    accuracy: float
    chance: float
    error: float
    bound: float

    @property
    def is_flagged(self) -> bool:
        return self.accuracy > self.bound + 1e-9


def position(item: items.Item) -> int:
    """Where the gold option stands among the options."""
    return item.options.index(item.gold)


def unit(item: items.Item) -> str:
    """The group of an item, or its id where it has none."""
    return item.group if item.group is not None else item.id


def words_of(text: str) -> set:
    """The words of a text: runs of two or more letters in lower case, and runs of digits."""
    return set(WORD.findall(text.lower()))


# Fitting: whatever is fitted is fitted on the other folds, apart for each number of options

def fold_numbers(rows) -> list:
    """The fold of every item; a group lies in one fold."""
    groups = {}
    return [groups.setdefault(unit(item), len(groups)) % FOLDS for item in rows]


def fitted(rows, fit) -> list:
    """The position that a rule predicts for each item; `fit(other items)` gives the rule for the items of one fold."""
    folds, predicted = fold_numbers(rows), [0] * len(rows)
    for size in sorted({len(item.options) for item in rows}):
        places = [place for place, item in enumerate(rows) if len(item.options) == size]
        for fold in range(FOLDS):
            rule = fit([rows[place] for place in places if folds[place] != fold])
            for place in places:
                if folds[place] == fold:
                    predicted[place] = rule(rows[place])
    return predicted


def most(counts: Counter) -> int:
    """The most frequent position, the first of equals; 0 where nothing was counted."""
    return min(counts, key=lambda place: (-counts[place], place), default=0)


def by_key(key):
    """The most frequent position of the other items with the same key, or of all where there is none."""
    def fit(train):
        tables, overall = {}, Counter(map(position, train))
        for item in train:
            tables.setdefault(key(item), Counter())[position(item)] += 1
        return lambda item: most(tables.get(key(item), overall))
    return fit


def by_threshold(measure):
    """One position for small values and one for large, with the best threshold between them."""
    def fit(train):
        pairs = sorted((measure(item), position(item)) for item in train)
        left, right = Counter(), Counter(place for _, place in pairs)
        best, cut, small, large = max(right.values(), default=0), math.inf, most(right), 0
        for (value, place), (following, _) in zip(pairs, pairs[1:]):
            left[place] += 1
            right[place] -= 1
            if value != following and max(left.values()) + max(right.values()) > best:
                best, cut, small, large = max(left.values()) + max(right.values()), value, most(left), most(right)
        return lambda item: small if measure(item) <= cut else large
    return fit


def by_bins(measure):
    """The most frequent position in the item's bin, of bins with equally many other items."""
    def fit(train):
        values = sorted(map(measure, train))
        edges = [values[len(values) * part // BINS] for part in range(1, BINS)] if values else []
        return by_key(lambda item: sum(measure(item) >= edge for edge in edges))(train)
    return fit


def usual_answer(train):
    """The option whose text was most often gold where it was offered, drawn towards chance for rare ones."""
    offered = Counter(option for item in train for option in item.options)
    gold = Counter(item.gold for item in train)

    def predict(item):
        size = len(item.options)
        rates = [(gold[option] * size + PRIOR_ITEMS) / (offered[option] + PRIOR_ITEMS) for option in item.options]
        return rates.index(max(rates))
    return predict


# The rules

def natural(option: str) -> list:
    """A sort key that takes runs of digits as numbers."""
    return [(1, int(part), "") if part.isdigit() else (0, 0, part) for part in re.findall(r"[0-9]+|[^0-9]+", option)]


def meanings(item: items.Item) -> list:
    """What the question says about each option, in the order of the options; empty where it says nothing."""
    criteria = item.question.get("criteria") or {}
    values = list(criteria.values()) if isinstance(criteria, dict) else list(criteria)
    return ["" if value is None else str(value) for value in values]


def extreme(choose, key):
    """A rule that takes the option with the largest or smallest key, the first of equals."""
    def rule(rows):
        predicted = []
        for item in rows:
            keys = key(item)
            predicted.append(keys.index(choose(keys)) if keys else 0)
        return predicted
    return rule


def question_text(item: items.Item) -> str:
    """All words of the question, without the state."""
    return " ".join([item.question["instructions"], *meanings(item)])


def question_length(item: items.Item) -> int:
    return len(question_text(item))


def state_text(item: items.Item) -> str:
    """The state as text, also where it is a JSON value."""
    return item.state if isinstance(item.state, str) else repr(item.state)


def state_length(item: items.Item) -> int:
    return len(state_text(item))


def line_count(item: items.Item) -> int:
    return state_text(item).count("\n")


RULES = {
    "options: first": lambda rows: [0 for _ in rows],
    "options: last": lambda rows: [len(item.options) - 1 for item in rows],
    "options: usual position": lambda rows: fitted(rows, by_key(lambda item: 0)),
    "options: usual answer": lambda rows: fitted(rows, usual_answer),
    "options: first in sorting": extreme(min, lambda item: [natural(option) for option in item.options]),
    "options: last in sorting": extreme(max, lambda item: [natural(option) for option in item.options]),
    "options: longest meaning": extreme(max, lambda item: [len(text) for text in meanings(item)]),
    "options: shortest meaning": extreme(min, lambda item: [len(text) for text in meanings(item)]),
    "question wording": lambda rows: fitted(rows, by_key(lambda item: item.question["instructions"])),
    "question length": lambda rows: fitted(rows, by_threshold(question_length)),
    "state length: threshold": lambda rows: fitted(rows, by_threshold(state_length)),
    "state length: bins": lambda rows: fitted(rows, by_bins(state_length)),
    "line count": lambda rows: fitted(rows, by_key(line_count)),
}
"""{name: function from items to the positions it predicts}. None reads the content of a state."""


def best_content_blind(rows) -> dict:
    """{"rule": name, "accuracy": share} of the content-blind rule with the highest accuracy, the first of equals."""
    hits = {name: sum(place == position(item) for place, item in zip(rule(rows), rows)) for name, rule in RULES.items()}
    name = max(hits, key=hits.get)
    return {"rule": name, "accuracy": round(hits[name] / len(rows), 12)}


def bag_of_words(rows, words) -> list:
    """The positions that naive Bayes over the words of the other folds predicts; `words` holds each item's set."""
    words_by_id = {item.id: found for item, found in zip(rows, words)}

    def fit(train):
        classes = sorted(set(map(position, train)))
        counts = {place: Counter() for place in classes}
        for item in train:
            counts[position(item)].update(words_by_id[item.id])
        vocabulary = sorted({word for place in classes for word, n in counts[place].items() if n >= FOLDS})
        total = {place: sum(counts[place][word] for word in vocabulary) + len(vocabulary) for place in classes}
        weights = {word: [math.log((counts[place][word] + 1) / total[place]) for place in classes] for word in vocabulary}

        def predict(item):
            known = [weights[word] for word in words_by_id[item.id] if word in weights]
            scores = [math.fsum(column) for column in zip(*known)] or [0.0]
            return classes[scores.index(max(scores))] if classes else 0
        return predict
    return fitted(rows, fit)


# Judging

def margin(family: str, rule: str, draws: int) -> float:
    """How far above chance a rule may be for a family, on one draw or on a pool."""
    usual = BAG_MARGIN if rule == BAG else MARGIN
    return SPECIAL_MARGINS.get((family, rule), (usual, usual))[draws > 1]


def measure(family: str, rule: str, rows, predicted, draws: int = 1) -> Measure:
    """The accuracy of predicted positions, and the bound they are held to."""
    groups = {}
    for item, place in zip(rows, predicted):
        hits = groups.setdefault(unit(item), [0, 0])
        hits[0] += place == position(item)
        hits[1] += 1
    accuracy = sum(hits for hits, _ in groups.values()) / len(rows)
    error = math.sqrt(math.fsum((hits - accuracy * size) ** 2 for hits, size in groups.values())) / len(rows)
    chance = math.fsum(1 / len(item.options) for item in rows) / len(rows)
    granted = ERRORS * error if draws == 1 else 0
    return Measure(rule, accuracy, chance, error, chance + margin(family, rule, draws) + granted)


def measures(family: str, rows, words, draws: int = 1) -> list:
    """The Measure of every rule, the bag of words last."""
    predicted = {**{name: rule(rows) for name, rule in RULES.items()}, BAG: bag_of_words(rows, words)}
    return [measure(family, name, rows, places, draws) for name, places in predicted.items()]


def binomial_p(hits: int, total: int, part: int, whole: int) -> float:
    """The two-sided p of `hits` in `total` trials with chance part/whole: twice the smaller tail, at most 1."""
    def tail(start, stop):
        return sum(math.comb(total, k) * part ** k * (whole - part) ** (total - k) for k in range(start, stop))
    smaller = min(tail(0, hits + 1), tail(hits, total + 1))
    return min(1.0, 2 * smaller / whole ** total)


def marks(here: int, there: int, size_here: int, size_there: int) -> bool:
    """Whether something is more than WORD_FACTOR times as frequent here as there, at a binomial p below WORD_P."""
    if here * size_there <= WORD_FACTOR * there * size_here:
        return False
    common = math.gcd(size_here, size_there)
    return binomial_p(here, here + there, size_here // common, (size_here + size_there) // common) < WORD_P


def marking_words(rows, words, draws: int = 1) -> list:
    """One line for every word that marks an answer, in families with fixed options."""
    sizes = Counter(item.gold for item in rows)
    counts = {answer: Counter() for answer in sorted(sizes)}
    for item, found in zip(rows, words):
        counts[item.gold].update(found)
    overall = sum(counts.values(), Counter())
    lines = []
    for word in sorted(word for word, n in overall.items() if n >= WORD_ITEMS * draws):
        for one in counts:
            for other in counts:
                here, there = counts[one][word], counts[other][word]
                if one != other and marks(here, there, sizes[one], sizes[other]):
                    lines.append(f"word {word!r} marks {one!r}: in {here} of its items, in {there} of {other!r}")
    return lines


def longer_members(rows) -> list:
    """One line for every answer whose member is longer than another answer's in most groups, by the measure used for words."""
    groups, longer = {}, Counter()
    for item in rows:
        for other in groups.setdefault(item.group, []):
            if state_length(item) != state_length(other):
                long, short = (item, other) if state_length(item) > state_length(other) else (other, item)
                longer[long.gold, short.gold] += 1
        groups[item.group].append(item)
    return [f"length: the member with {one!r} is longer than that with {other!r} in {here} groups, shorter in {longer[other, one]}"
            for (one, other), here in sorted(longer.items())
            if one != other and here + longer[other, one] >= WORD_ITEMS and marks(here, longer[other, one], 1, 1)]


def repeated_states(rows) -> list:
    """One line for every state that stands in more than one item."""
    seen, lines = {}, []
    for item in rows:
        first = seen.setdefault(state_text(item), item.id)
        if first != item.id:
            lines.append(f"{item.id}: the state of {first} again")
    return lines


def judge(family: families.Family, rows, draws: int = 1):
    """(measures, findings) of the items of one draw or of a pool of draws with groups and ids of their own."""
    words = [words_of(state_text(item)) for item in rows]
    measured = measures(family.name, rows, words, draws)
    found = [f"{one.rule}: {100 * one.accuracy:.1f} %, chance {100 * one.chance:.1f} %, bound {100 * one.bound:.1f} %"
             for one in measured if one.is_flagged]
    if family.options is not None:
        found += marking_words(rows, words, draws) + longer_members(rows)
    return measured, found + repeated_states(rows)


def pooled(root_rows) -> list:
    """The items of several draws with group names kept apart. Raises ItemsError where an id stands in two draws."""
    rows = [item._replace(group=f"{number}|{item.group}") for number, draw in enumerate(root_rows) for item in draw]
    if len({item.id for item in rows}) != len(rows):
        raise items.ItemsError("an id stands in two of the roots; name each draw once")
    return rows


def print_measures(task: str, measured) -> None:
    """One line a rule: accuracy, chance, standard error, bound."""
    for one in measured:
        print(f"{task:17} {one.rule:26} {100 * one.accuracy:5.1f}  chance {100 * one.chance:4.1f}  error {100 * one.error:4.2f}"
              f"  bound {100 * one.bound:4.1f}{'  FLAG' if one.is_flagged else ''}")


def audit_all(roots, wanted) -> int:
    """Print what is found in the families of the roots; 1 where there is a finding, else 0. Raises ItemsError."""
    total = 0
    for task in findings.core_tasks(roots[0], wanted):
        draws = [findings.read_rows(root, task) for root in roots]
        measured, found = judge(families.BY_NAME[task], pooled(draws), len(draws))
        print_measures(task, measured)
        findings.print_findings(task, found, "no flag")
        total += len(found)
    print(f"audit.py: {total} flag{'' if total == 1 else 's'}" if total else "audit.py: all passed")
    return 1 if total else 0


def main(argv=None) -> int:
    args = findings.arguments(__doc__, several_roots=True).parse_args(argv)
    return console.guarded("audit.py", lambda: audit_all(args.root or ["generated"], args.tasks), (items.ItemsError,))


if __name__ == "__main__":
    sys.exit(main())
