"""Percentiles against the statistics module; measures against scikit-learn, the bootstrap against scipy, where installed."""
from __future__ import annotations

import random
import statistics
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from scoring import bootstrap, metrics

try:
    import numpy
    from sklearn.calibration import calibration_curve
    from sklearn.metrics import brier_score_loss, log_loss, ndcg_score, roc_auc_score
except ImportError:
    roc_auc_score = None
try:
    from scipy.stats import bootstrap as scipy_bootstrap
except ImportError:
    scipy_bootstrap = None


class Statistics(unittest.TestCase):
    def test_percentiles(self):
        # of 40 inclusive quantiles the first is the 2.5th percentile, the last the 97.5th
        for seed in range(20):
            rng = random.Random(seed)
            values = sorted(rng.random() for _ in range(rng.randrange(2, 500)))
            cuts = statistics.quantiles(values, n=40, method="inclusive")
            self.assertAlmostEqual(bootstrap.percentile(values, 2.5), cuts[0], delta=1e-14)
            self.assertAlmostEqual(bootstrap.percentile(values, 97.5), cuts[-1], delta=1e-14)


@unittest.skipIf(roc_auc_score is None, "scikit-learn is not installed: nothing to compare with")
class ScikitLearn(unittest.TestCase):
    def draws(self):
        """(p of the first option, whether it is the gold one) with many ties, for a few seeds."""
        for seed in range(10):
            rng = random.Random(seed)
            n = rng.randrange(20, 400)
            yield rng, [rng.randrange(1, 40) / 40 for _ in range(n)], [rng.random() < 0.4 for _ in range(n)]

    def test_auroc(self):
        for _, p, labels in self.draws():
            self.assertAlmostEqual(metrics.auroc(p, labels), roc_auc_score(labels, p), delta=1e-12)

    def test_brier_of_two_options_is_twice_the_one_sided(self):
        for _, p, labels in self.draws():
            ours = metrics.brier([(one, 1 - one) for one in p], [int(not label) for label in labels])
            self.assertAlmostEqual(ours, 2 * brier_score_loss(labels, p), delta=1e-12)

    def test_log_loss(self):
        for _, p, labels in self.draws():
            ours = metrics.log_loss([(one, 1 - one) for one in p], [int(not label) for label in labels])
            self.assertAlmostEqual(ours, log_loss(labels, p), delta=1e-12)

    def test_ndcg_with_ties(self):
        for rng, p, _ in self.draws():
            relevance, scores = [rng.randrange(3) for _ in p], [rng.randrange(6) / 2 for _ in p]
            ideal = sum(gain * metrics.place_discounts(rank, rank) for rank, gain in enumerate(sorted(relevance, reverse=True), 1))
            theirs = ndcg_score(numpy.array([relevance]), numpy.array([scores]), k=10)
            self.assertAlmostEqual(metrics.query_ndcg(scores, relevance, ideal), theirs, delta=1e-12)

    def test_calibration_error_off_the_borders_of_bins(self):
        for rng, p, labels in self.draws():
            p = [rng.random() for _ in p]
            shares, means = calibration_curve(labels, p, n_bins=15)
            counts = [count for count in numpy.histogram(p, bins=numpy.linspace(0, 1, 16))[0] if count]
            theirs = sum(count * abs(share - mean) for count, share, mean in zip(counts, shares, means)) / len(p)
            self.assertAlmostEqual(metrics.calibration_error(p, labels), theirs, delta=1e-12)


@unittest.skipIf(scipy_bootstrap is None, "scipy is not installed: nothing to compare with")
class Scipy(unittest.TestCase):
    def test_percentile_interval_of_accuracy(self):
        # both draw at random: 9,999 resamples of 600 items leave an end uncertain by about one item
        rng = random.Random(5)
        right = [rng.random() < 0.8 for _ in range(600)]
        resamples = bootstrap.draw_resamples("scipy", 600, 9999)
        ours = bootstrap.interval(bootstrap.ratios(bootstrap.weighted_sums(resamples, right), [600] * 9999))[0]
        theirs = scipy_bootstrap((numpy.array(right, dtype=float),), numpy.mean, method="percentile", n_resamples=9999, random_state=1).confidence_interval
        self.assertAlmostEqual(ours[0], theirs.low, delta=0.003)
        self.assertAlmostEqual(ours[1], theirs.high, delta=0.003)


if __name__ == "__main__":
    unittest.main()
