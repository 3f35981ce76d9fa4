"""The samples of every family are what its generator makes, and its solver answers them."""
from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import solve_all
from generators import families, items, regenerate
from tests import damage, make_samples

THERE = [name for name in families.BY_NAME if regenerate.has_generator(name)]
ADVICE = "python3 tests/make_samples.py writes the samples anew"


@unittest.skipUnless(THERE, "no family has a generator")
class Samples(unittest.TestCase):
    def test_every_family_has_two_groups(self):
        for name in THERE:
            with self.subTest(family=name):
                self.assertTrue(damage.sample_path(name).is_file(), ADVICE)
                groups = damage.sample_groups(name)
                self.assertEqual([members[0].level for members in groups], [1, 3])
                self.assertEqual(len({members[0].layout for members in groups}), 2)
                self.assertTrue(all(len(members) in families.BY_NAME[name].shape.groups_per_level for members in groups))

    def test_a_rebuild_gives_the_same_bytes(self):
        for name in THERE:
            with self.subTest(family=name):
                self.assertEqual(damage.sample_path(name).read_bytes(), make_samples.sample_bytes(name), ADVICE)

    def test_solvers_answer_them(self):
        for name in THERE:
            with self.subTest(family=name):
                self.assertEqual(solve_all.solve_rows(items.read_items(damage.sample_path(name)), solve_all.solver_of(name)), [])

    def test_no_sample_is_left_of_a_family_that_is_gone(self):
        self.assertEqual({path.stem for path in damage.SAMPLES.glob("*.jsonl")} - set(THERE), set())


if __name__ == "__main__":
    unittest.main()
