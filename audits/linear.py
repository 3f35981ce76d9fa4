"""Linear models over bags of features, for the audits that need numpy: sparse matrices, ridge fits, and what they predict.

A model gives every item scores of its options, in one of two ways: by class (the same features, one model for every position of the gold
option) or by option (features of every option of an item, one model for all). The option with the highest score is predicted.
"""
from __future__ import annotations

from array import array
from collections import Counter
from typing import Any, NamedTuple

from audits import audit
from generators import items

LEAST = 3
"""A feature counts if it occurs in so many bags."""
STEPS = 40
CLOSE = 1e-6
"""A fit ends after so many steps of conjugate gradients, or where the squared residual has fallen to that share."""


class Sparse(NamedTuple):
    """A matrix by its entries: numpy arrays of rows, columns and values, and its shape."""

    rows: Any
    columns: Any
    values: Any
    shape: tuple


def need_numpy(script: str):
    """The numpy module. Raises ItemsError with the name of the script where it is missing."""
    try:
        import numpy
    except ImportError:
        raise items.ItemsError(f"{script} needs numpy, which this Python has not got; install it, or run the audits that do without, "
                               "audit.py and heuristics.py") from None
    return numpy


# Matrices

def columns_of(bags) -> dict:
    """{feature: column} of the features in at least LEAST bags, sorted."""
    counts = Counter(feature for bag in bags for feature in bag)
    return {feature: column for column, feature in enumerate(sorted(feature for feature, n in counts.items() if n >= LEAST))}


def matrix(numpy, bags, columns: dict) -> Sparse:
    """The bags, {feature: count}, as rows of length 1: logarithms of the counts, rare features weighing more."""
    sizes, columns_there, counts = array("q"), array("q"), array("d")
    for bag in bags:
        known = [(columns[feature], count) for feature, count in bag.items() if feature in columns]
        sizes.append(len(known))
        columns_there.extend(column for column, _ in known)
        counts.extend(count for _, count in known)
    rows, places, values = numpy.repeat(numpy.arange(len(bags)), sizes), numpy.array(columns_there), numpy.log1p(numpy.array(counts))
    seen = numpy.bincount(places, minlength=len(columns))
    values = values * numpy.log((1 + len(bags)) / (1 + seen))[places]
    length = numpy.sqrt(numpy.bincount(rows, values * values, minlength=len(bags)))
    return Sparse(rows, places, values / numpy.where(length > 0, length, 1)[rows], (len(bags), len(columns)))


def standard(numpy, counts, weight: float) -> Sparse:
    """Dense counts, a list of equally long lists, each column brought to mean 0 and standard deviation `weight`."""
    table = numpy.array(counts, dtype=float)
    spread = table.std(0)
    table = weight * (table - table.mean(0)) / numpy.where(spread > 0, spread, 1)
    rows, places = numpy.indices(table.shape)
    return Sparse(rows.ravel(), places.ravel(), table.ravel(), table.shape)


def beside(numpy, parts) -> Sparse:
    """Matrices with equally many rows, side by side."""
    starts = numpy.cumsum([0, *(part.shape[1] for part in parts)])
    return Sparse(numpy.concatenate([part.rows for part in parts]), numpy.concatenate([part.columns + start for part, start in zip(parts, starts)]),
                  numpy.concatenate([part.values for part in parts]), (parts[0].shape[0], int(starts[-1])))


def take(numpy, whole: Sparse, keep) -> Sparse:
    """The rows for which `keep` is true."""
    chosen = keep[whole.rows]
    return Sparse((numpy.cumsum(keep) - 1)[whole.rows[chosen]], whole.columns[chosen], whole.values[chosen], (int(keep.sum()), whole.shape[1]))


def times(numpy, left: Sparse, weights):
    """Matrix times column."""
    return numpy.bincount(left.rows, left.values * weights[left.columns], minlength=left.shape[0])


def across(numpy, left: Sparse, values):
    """Transposed matrix times column."""
    return numpy.bincount(left.columns, left.values * values[left.rows], minlength=left.shape[1])


# Fitting

def ridge(numpy, known: Sparse, target, penalty: float):
    """The weights that minimise squared error plus penalty times squared weights, by conjugate gradients."""
    weights = numpy.zeros(known.shape[1])
    rest = across(numpy, known, target)
    way, size = rest, float(rest @ rest)
    first = size
    for _ in range(STEPS):
        if size <= CLOSE * first or size == 0:
            break
        image = across(numpy, known, times(numpy, known, way)) + penalty * way
        step = size / float(way @ image)
        weights = weights + step * way
        rest = rest - step * image
        size, before = float(rest @ rest), size
        way = rest + (size / before) * way
    return weights


def class_weights(numpy, known: Sparse, places, count: int, penalty: float) -> list:
    """One (weights, mean) for every position of the gold option."""
    models = []
    for place in range(count):
        target = (places == place).astype(float)
        models.append((ridge(numpy, known, target - target.mean(), penalty), target.mean()))
    return models


def by_class(numpy, whole: Sparse, rows, train, test, penalty: float):
    """The position predicted for each item under the mask `test` by models fitted under the mask `train`."""
    places = numpy.array([audit.position(item) for item in rows])
    sizes = numpy.array([len(item.options) for item in rows])[test]
    models = class_weights(numpy, take(numpy, whole, train), places[train], int(sizes.max()), penalty)
    scores = numpy.stack([times(numpy, take(numpy, whole, test), weights) + mean for weights, mean in models], 1)
    scores[numpy.arange(scores.shape[1])[None, :] >= sizes[:, None]] = -numpy.inf
    return scores.argmax(1)


def option_rows(rows):
    """(place of the item, position of the option) of every option of every item, in order."""
    return [(place, position) for place, item in enumerate(rows) for position in range(len(item.options))]


def by_option(numpy, whole: Sparse, rows, train, test, penalty: float):
    """As by_class, for a matrix with a row for every option of every item."""
    owners = numpy.array([place for place, _ in option_rows(rows)])
    target = numpy.array([float(position == audit.position(rows[place])) - 1 / len(rows[place].options) for place, position in option_rows(rows)])
    weights = ridge(numpy, take(numpy, whole, train[owners]), target[train[owners]], penalty)
    scores = times(numpy, take(numpy, whole, test[owners]), weights)
    ends = numpy.cumsum([len(item.options) for item, wanted in zip(rows, test) if wanted])
    return numpy.array([int(part.argmax()) for part in numpy.split(scores, ends[:-1])])
