"""The measures of one task: sequences in, a fraction out, None where no value exists.

What counts as correct, what a failed item has as confidence or score, and which items belong together is decided by
the caller (evaluate.py). Nothing here reads, prints or rounds, apart from the border of the calibration bins.
"""
from __future__ import annotations

import math
from itertools import groupby

CONFIDENT = 0.90
MAX_ERROR_PERCENT = 5
BINS = 15
BIN_SLACK = 1e-9
"""Keeps a confidence such as 2/3 written with 12 decimals in the bin whose upper border it is."""
CUT = 10
LOG_FLOOR = 1e-6


def _same_length(*sequences) -> int:
    """The common length. Raises ValueError where lengths differ or are 0."""
    lengths = {len(sequence) for sequence in sequences}
    if len(lengths) != 1 or 0 in lengths:
        raise ValueError(f"needs equally many values, at least one; got {[len(sequence) for sequence in sequences]}")
    return lengths.pop()


def tie_blocks(scores) -> list:
    """Positions of the scores from the highest to the lowest; equal scores share one list, in their given order.

    >>> tie_blocks([0.9, 0.6, 0.9])
    [[0, 2], [1]]
    """
    order = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
    return [list(block) for _, block in groupby(order, key=scores.__getitem__)]


def accuracy(correct):
    """Share of items answered right.

    correct: n booleans, False for a failed item. Raises ValueError for n = 0.

    >>> accuracy([True, False, True, True])
    0.75
    """
    return sum(correct) / _same_length(correct)


def group_outcomes(correct, groups) -> dict:
    """{group: True where every member is right}, groups in order of first appearance."""
    _same_length(correct, groups)
    outcomes = {}
    for right, group in zip(correct, groups):
        outcomes[group] = outcomes.get(group, True) and bool(right)
    return outcomes


def pair_accuracy(correct, groups):
    """Share of contrast groups with every member right.

    correct: n booleans, False for a failed item; groups: the n groups they belong to. The denominator is the number of groups.

    >>> pair_accuracy([True, True, True, False], ["a", "a", "b", "b"])
    0.5
    """
    outcomes = group_outcomes(correct, groups)
    return sum(outcomes.values()) / len(outcomes)


def pair_direction(pairs):
    """Share of yes/no pairs whose `yes` member gets the strictly higher probability of yes.

    pairs: for each pair (p(yes) of the `yes` member, p(yes) of the `no` member), or None where a member failed: such a
    pair counts as wrong, and so does a tie.

    >>> pair_direction([(0.86, 0.84), (0.5, 0.5), None, (0.2, 0.1)])
    0.5
    """
    return sum(pair is not None and pair[0] > pair[1] for pair in pairs) / _same_length(pairs)


def automation(confidence, correct, max_error_percent=MAX_ERROR_PERCENT):
    """Largest share of items decided alone, most confident first, with at most max_error_percent of them wrong.

    confidence: n top probabilities, 0 to 1; correct: n booleans, same order; a failed item is wrong at 1 / its options.
    Returns a fraction 0 to 1, 0.0 where no prefix qualifies. Equal confidences stand or fall together.
    Raises ValueError for n = 0 or unequal lengths. Source: Geifman and El-Yaniv, 2017.

    >>> automation([0.9, 0.8, 0.8, 0.6], [True, True, False, True])
    0.25
    """
    n = _same_length(confidence, correct)
    taken = errors = best = 0
    for block in tie_blocks(confidence):
        taken += len(block)
        errors += sum(not correct[place] for place in block)
        if 100 * errors <= max_error_percent * taken:
            best = taken
    return best / n


def accuracy_at(confidence, correct, threshold=CONFIDENT):
    """(accuracy over the items with at least this confidence, their share of all n items); (None, 0.0) where there are none.

    A failed item is wrong at 1 / its options.

    >>> accuracy_at([0.95, 0.90, 0.89, 0.5], [True, False, True, True])
    (0.5, 0.5)
    """
    n = _same_length(confidence, correct)
    chosen = [right for level, right in zip(confidence, correct) if level >= threshold]
    return (sum(chosen) / len(chosen) if chosen else None), len(chosen) / n


def calibration_bin(confidence) -> int:
    """The bin 1 to 15 that holds a confidence: bin m holds (m-1)/15 < c <= m/15.

    >>> calibration_bin(2 / 3), calibration_bin(0.666666666667), calibration_bin(0.67)
    (10, 10, 11)
    """
    return max(1, math.ceil(BINS * confidence - BIN_SLACK))


def calibration_bins(confidence, correct) -> list:
    """For each of the 15 bins (items, right ones, sum of their confidences), the empty ones included."""
    _same_length(confidence, correct)
    held = [[] for _ in range(BINS)]
    for level, right in zip(confidence, correct):
        held[calibration_bin(level) - 1].append((level, right))
    return [(len(bin_), sum(right for _, right in bin_), math.fsum(level for level, _ in bin_)) for bin_ in held]


def calibration_gap(bins):
    """Calibration error of filled bins (items, right ones, sum of confidences): sum of n_m/n * abs(accuracy_m - mean c_m)."""
    total = sum(count for count, _, _ in bins)
    return math.fsum(abs(right - confidence) for _, right, confidence in bins) / total


def calibration_error(confidence, correct):
    """Mean gap between confidence and accuracy over 15 equal-width bins, weighted by the items in a bin.

    Failed items are included: wrong at 1 / their options. Source: Guo and others, 2017.

    >>> round(calibration_error([0.9] * 10, [True] * 7 + [False] * 3), 12)
    0.2
    """
    return calibration_gap(calibration_bins(confidence, correct))


def auroc(scores, positive):
    """Probability that a positive item's score exceeds a negative one's, a tie counting one half.

    scores: n values of p(yes), 1/2 for a failed item; positive: n booleans. None where one class is empty.

    >>> auroc([0.9, 0.4, 0.4, 0.1], [True, True, False, False])
    0.875
    """
    _same_length(scores, positive)
    positives = negatives = twice_won = 0
    for block in reversed(tie_blocks(scores)):
        here = sum(positive[place] for place in block)
        others = len(block) - here
        twice_won += here * (2 * negatives + others)
        positives, negatives = positives + here, negatives + others
    return twice_won / (2 * positives * negatives) if positives and negatives else None


def skill(probability, rate):
    """1 - squared error of the probabilities over that of the mean rate; None where all rates are equal.

    probability: n values of p(yes), 1/2 for a failed item; rate: n success rates. Below 0 where the mean does better.

    >>> skill([0.75, 0.25], [1.0, 0.0])
    0.75
    """
    n = _same_length(probability, rate)
    mean = math.fsum(rate) / n
    spread = math.fsum((mean - value) ** 2 for value in rate)
    if min(rate) == max(rate):
        return None
    return 1 - math.fsum((p - value) ** 2 for p, value in zip(probability, rate)) / spread


def place_discounts(first, last):
    """Mean discount 1/log2(rank + 1) over the ranks first to last, 0 beyond the cut at 10."""
    return math.fsum(1 / math.log2(rank + 1) for rank in range(first, min(last, CUT) + 1)) / (last - first + 1)


def query_ndcg(scores, relevance, ideal):
    """nDCG@10 of one query, 0 to 1: gain is the relevance, tied passages share the mean of the places they fill.

    ideal: the ideal DCG@10 over all judged passages, above 0.

    >>> query_ndcg([2.0, 1.0, 1.0], [1, 1, 0], 1 + 1 / math.log2(3)) == (1 + (1 / math.log2(3) + 0.5) / 2) / (1 + 1 / math.log2(3))
    True
    """
    _same_length(scores, relevance)
    rank, parts = 0, []
    for block in tie_blocks(scores):
        parts.append(sum(relevance[place] for place in block) * place_discounts(rank + 1, rank + len(block)))
        rank += len(block)
    return math.fsum(parts) / ideal


def ndcg(queries):
    """Mean nDCG@10 over the queries with ideal > 0; None where there is none.

    queries: (scores, relevance, ideal) of each query.

    >>> ndcg([([2, 1], [1, 0], 1.0), ([2, 1], [0, 0], 1.0), ([1], [0], 0.0)])
    0.5
    """
    values = [query_ndcg(*query) for query in queries if query[2] > 0]
    return math.fsum(values) / len(values) if values else None


def item_brier(probabilities, gold):
    """Squared distance of one item's probabilities from its gold answer, summed over options: 0 to 2."""
    return math.fsum((p - (place == gold)) ** 2 for place, p in enumerate(probabilities))


def brier(probabilities, golds):
    """Mean multi-class Brier score: for n items the sum over options of (p - 1 for the gold option, 0 else) squared.

    Failed items are included, with the uniform distribution.

    >>> brier([[0.5, 0.5], [1.0, 0.0]], [0, 0])
    0.25
    """
    n = _same_length(probabilities, golds)
    return math.fsum(map(item_brier, probabilities, golds)) / n


def item_log_loss(probabilities, gold):
    """Minus the natural logarithm of the gold option's probability, clipped to [1e-6, 1]."""
    return -math.log(min(1.0, max(LOG_FLOOR, probabilities[gold])))


def log_loss(probabilities, golds):
    """Mean log loss over n items, probabilities clipped to [1e-6, 1]; failed items have the uniform distribution.

    >>> log_loss([[1.0, 0.0]], [0])
    0.0
    """
    n = _same_length(probabilities, golds)
    return math.fsum(map(item_log_loss, probabilities, golds)) / n


def aurc(confidence, correct):
    """Area under the risk-coverage curve: blocks of equal confidence from the top, each weighted by its share of items,
    at the error share of everything down to its end. Lower is better; a failed item is wrong at 1 / its options.

    >>> round(aurc([0.9, 0.8, 0.8, 0.6], [True, False, True, False]), 4)
    0.2917
    """
    n = _same_length(confidence, correct)
    taken = errors = 0
    parts = []
    for block in tie_blocks(confidence):
        taken += len(block)
        errors += sum(not correct[place] for place in block)
        parts.append(len(block) * errors / taken)
    return math.fsum(parts) / n


def corrected(value, chance):
    """100 x the share of the way from chance to 1; below 0 for a value under chance.

    >>> corrected(0.625, 0.25)
    50.0
    """
    return 100 * (value - chance) / (1 - chance)
