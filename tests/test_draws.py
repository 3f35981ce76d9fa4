"""Tests of the seeded stream, of choosing by balance, and of names and words."""
from __future__ import annotations

import datetime
import sys
import unittest
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import balance, draws, english, names


class Streams(unittest.TestCase):
    def test_the_stream_is_the_documented_one(self):
        # SHA-256 of "20261007|published|f|1|0" read as a big-endian number seeds random.Random; below(n) is int(random() * n)
        import hashlib
        import random
        seed = int.from_bytes(hashlib.sha256(b"20261007|published|f|1|0").digest(), "big")
        plain = random.Random(seed)
        rng = draws.stream(draws.PUBLISHED, "f", 1, 0)
        self.assertEqual([rng.below(1000) for _ in range(20)], [int(plain.random() * 1000) for _ in range(20)])

    def test_pinned_values(self):
        # what every supported Python must draw; recorded once from Python 3.11
        rng = draws.Stream("pinned")
        self.assertEqual([rng.below(100) for _ in range(8)], PINNED_BELOW)
        self.assertEqual("".join(rng.shuffled("abcdefgh")), PINNED_SHUFFLE)

    def test_draws_do_not_share_streams(self):
        def first(draw, *parts):
            rng = draws.stream(draw, *parts)
            return tuple(rng.below(10 ** 9) for _ in range(3))

        seen = {first(draw, family, level, number) for draw in (draws.PUBLISHED, draws.fresh(0), draws.fresh(1), draws.fresh(20261007))
                for family in ("policy_case", "log_count_check") for level in (1, 2, 3) for number in range(20)}
        self.assertEqual(len(seen), 4 * 2 * 3 * 20)

    def test_seeds(self):
        self.assertEqual(draws.fresh(7), draws.Draw("seed:7", "s7:", 7))
        self.assertEqual(draws.from_text("0").seed, 0)
        self.assertEqual(draws.from_text(str(draws.MAX_SEED)).seed, 9223372036854775807)
        for text in ("-1", "1.5", "", "x", "9223372036854775808", "1" * 5000, "٣", " 1", "+1"):
            with self.subTest(text[:20]), self.assertRaises(ValueError):
                draws.from_text(text)

    def test_ranges(self):
        rng = draws.Stream("ranges")
        self.assertEqual({rng.between(2, 8, 3) for _ in range(100)}, {2, 5, 8})
        self.assertEqual({rng.weighted({"a": 1, "b": 0, "c": 2}) for _ in range(100)}, {"a", "c"})
        self.assertEqual(sorted(rng.sample(range(5), 5)), [0, 1, 2, 3, 4])
        for bad in (lambda: rng.below(0), lambda: rng.sample("ab", 3), lambda: rng.weighted({"a": 0})):
            with self.assertRaises(ValueError):
                bad()

    def test_orders_are_equally_likely(self):
        # 6 orders, 6,000 draws: 1,000 expected, standard deviation 29; five of them either way
        rng = draws.Stream("orders")
        counts = Counter("".join(rng.shuffled("abc")) for _ in range(6000))
        self.assertEqual(len(counts), 6)
        self.assertTrue(all(855 <= n <= 1145 for n in counts.values()), counts)


PINNED_BELOW = [95, 31, 38, 73, 33, 12, 90, 31]
PINNED_SHUFFLE = "baeghcfd"


class Balanced(unittest.TestCase):
    def test_the_candidate_that_keeps_the_share_is_taken(self):
        held = balance.Balance({"yes": (1, 2)})
        taken = [held.choose([1, 1, 0, 1], lambda value: {"yes": value}) for _ in range(6)]
        # off by half an item either way at first, the first candidate wins the tie; then the total returns to half
        self.assertEqual(taken, [1, 0, 1, 0, 1, 0])

    def test_a_measure_that_does_not_apply_keeps_its_count(self):
        held = balance.Balance({"a": (1, 2), "b": (1, 3)})
        held.take({"a": 1})
        self.assertEqual(held.choose([{"b": 1}, {"b": 0}], dict), {"b": 0})  # 1/3 of one: 0 is nearer than 1
        self.assertEqual(held.choose([{"a": 1}, {"a": 0}], dict), {"a": 0})

    def test_values_are_spread_evenly(self):
        spread = balance.spread(draws.Stream("spread"), "abc", 8, turn=1)
        # 8 of 3 values from the second on: b and c three times, a twice
        self.assertEqual(Counter(spread), {"b": 3, "c": 3, "a": 2})

    def test_no_candidate(self):
        with self.assertRaises(ValueError):
            balance.Balance({}).choose([], dict)


class Words(unittest.TestCase):
    def test_english(self):
        self.assertEqual(english.plural(1, "day") + english.plural(2, "day") + english.plural(2, "entry", "entries"), "1 day2 days2 entries")
        self.assertEqual(english.counted(1, "day") + english.counted(7800, "day") + english.counted(1000, "entry", "entries"), "1 day7,800 days1,000 entries")
        self.assertEqual([english.listing(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])], ["", "a", "a and b", "a, b and c"])
        self.assertEqual([english.amount(5), english.amount(-123456), english.amount(123456789, ",")], ["0.05", "-1234.56", "1,234,567.89"])
        self.assertEqual([english.clock(605), english.clock_seconds(36305)], ["10:05", "10:05:05"])
        day = datetime.date(2026, 3, 3)
        self.assertEqual([english.long_date(day), english.short_date(day), english.weekday(day)], ["3 March 2026", "03 Mar 2026", "Tuesday"])

    def test_names_are_no_well_known_ones(self):
        self.assertEqual(names.well_known(" ".join(names.STEMS + names.FIRST_NAMES + names.LAST_NAMES)), [])
        self.assertEqual(names.well_known("Sent with Outlook to Microsoft and a window"), ["Microsoft"])

    def test_people_are_different(self):
        people = names.people(draws.Stream("people"), 40)
        self.assertEqual(len({person.split()[0] for person in people}), 40)
        self.assertEqual(len({person.split()[1] for person in people}), 40)


if __name__ == "__main__":
    unittest.main()
