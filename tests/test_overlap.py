"""Repeated and nearly repeated states are found across draws; members of one group are no repetition."""
from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import audit, overlap
from generators import draws
from tests import made_family

ONE = made_family.build(made_family.PAIRS)
TWO = made_family.build(made_family.PAIRS, draws.fresh(1))


def spread(number: int, start: int) -> str:
    """A text of 200 words of its own."""
    return " ".join(f"w{number}x{place}" for place in range(start, start + 200))


class Likeness(unittest.TestCase):
    def test_shingles_by_hand(self):
        """Six words hold two runs of five; one of them is common to a text whose last word differs: 1 of 3."""
        one, other = (overlap.shingles_of(f"a b c d e {last}") for last in "fg")
        self.assertEqual((len(one), overlap.likeness(one, other)), (2, 1 / 3))
        self.assertEqual(len(overlap.shingles_of("short text")), 1)

    def test_near_pairs(self):
        """Of 200 words the last 20 are others: 176 of 216 shingles are common, 81 %. Of 40 others: 156 of 236, 66 %."""
        items_of = [item._replace(group=f"g{number}") for number, item in enumerate(ONE[:3])]
        def texts(shift):
            return [items_of[0]._replace(state=spread(1, 0)), items_of[1]._replace(state=spread(1, shift)), items_of[2]._replace(state=spread(2, 0))]
        self.assertEqual(overlap.compare(texts(20))[1], [f"{ONE[0].id} and {ONE[1].id}: 81 % of their shingles are common"])
        fine, found = overlap.compare(texts(40))
        self.assertEqual(found, [])
        self.assertIn("66 %", fine)


class TwoDraws(unittest.TestCase):
    def test_good_draws(self):
        self.assertEqual(overlap.compare(audit.pooled([ONE, TWO]))[1], [])

    def test_a_state_in_both(self):
        found = overlap.compare(audit.pooled([ONE, [TWO[0]._replace(state=ONE[7].state), *TWO[1:]]]))[1]
        self.assertTrue(any(f"{TWO[0].id}: the state of {ONE[7].id} again" in line for line in found), found)

    def test_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            made_family.write(Path(folder, "a"), made_family.PAIRS, ONE)
            made_family.write(Path(folder, "b"), made_family.PAIRS, TWO, draws.fresh(1))
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                self.assertEqual(overlap.main(["--root", f"{folder}/a", "--root", f"{folder}/b"]), 0)
                self.assertEqual(overlap.main(["--root", f"{folder}/a", "--root", f"{folder}/a"]), 2)
                self.assertEqual(overlap.main(["--root", f"{folder}/c"]), 2)
            self.assertIn("1200 states, none twice", out.getvalue())
            self.assertIn("an id stands in two of the roots", err.getvalue())


if __name__ == "__main__":
    unittest.main()
