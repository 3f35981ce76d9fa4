"""The linear probes: what they fit is right, planted shortcuts are found, clean items pass, and without numpy they say so."""
from __future__ import annotations

import contextlib
import functools
import io
import re
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import adversarial, audit, audit_v3, linear
from generators import draws, families, items
from tests import made_family

try:
    import numpy
except ImportError:
    numpy = None

PAIRS, TRIPLES, MOVING = made_family.PAIRS, made_family.TRIPLES, made_family.MOVING
NO_NUMPY = "numpy is not installed"


def bare(family: families.Family, draw: draws.Draw = draws.PUBLISHED) -> list:
    """Made-up items without the lines that decide, and without the meanings of moving options: nothing tells the answer."""
    rows = []
    for item in made_family.build(family, draw):
        state = "\n".join(line for line in item.state.split("\n") if not re.match(r"(?:- )?(?:limit|amount) ?[:.=]", line))
        question = item.question if family.options else {**item.question, "criteria": {option: f"ticket {option}" for option in item.options}}
        rows.append(item._replace(state=state, question=question))
    return rows


def marked(family: families.Family, draw: draws.Draw = draws.PUBLISHED, share: int = 80) -> list:
    """Made-up items in which a remark stands in `share` of 100 items of the first answer and in the rest of 100 of the others."""
    rng = draws.stream(draw, "marks")
    rows = []
    for item in bare(family, draw):
        is_there = rng.chance(share if item.gold == family.options[0] else 100 - share)
        rows.append(item._replace(state=item.state + ("\nremark: seen by the porter" if is_there else "\nremark: seen by the driver")))
    return rows


def hinted(draw: draws.Draw = draws.PUBLISHED) -> list:
    """Made-up items of moving options in which the meaning of the right option mostly has a word that others mostly lack."""
    rng, rows = draws.stream(draw, "hints"), []
    for item in bare(MOVING, draw):
        criteria = {option: text + (" first" if rng.chance(70 if option == item.gold else 10) else " later")
                    for option, text in item.question["criteria"].items()}
        rows.append(item._replace(question={**item.question, "criteria": criteria}))
    return rows


def run_main(script, *argv):
    """(exit code, stdout, stderr) of a script."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = script.main(list(argv))
    return code, out.getvalue(), err.getvalue()


class WithoutNumpy(unittest.TestCase):
    def test_they_say_so(self):
        with tempfile.TemporaryDirectory() as root, mock.patch.dict(sys.modules, {"numpy": None}):
            made_family.write(root, PAIRS, made_family.build(PAIRS))
            for script, argv in ((audit_v3, ("--root", root)), (adversarial, ())):
                code, out, err = run_main(script, *argv)
                self.assertEqual((code, out, "needs numpy" in err, "Traceback" in err), (2, "", True, False), err)


@unittest.skipIf(numpy is None, NO_NUMPY)
class Fitting(unittest.TestCase):
    def test_ridge_is_the_solution_of_the_normal_equations(self):
        rng = draws.Stream("ridge")
        table = numpy.array([[rng.below(5) for _ in range(6)] for _ in range(20)], dtype=float)
        target = numpy.array([rng.below(9) for _ in range(20)], dtype=float)
        rows, columns = numpy.nonzero(table)
        known = linear.Sparse(rows, columns, table[rows, columns], table.shape)
        wanted = numpy.linalg.solve(table.T @ table + 0.5 * numpy.eye(6), table.T @ target)
        self.assertTrue(numpy.allclose(linear.ridge(numpy, known, target, 0.5), wanted, atol=0.01))
        keep = numpy.array([number % 3 == 0 for number in range(20)])
        self.assertTrue(numpy.allclose(linear.times(numpy, linear.take(numpy, known, keep), wanted), table[keep] @ wanted))
        both = linear.beside(numpy, [known, linear.standard(numpy, table.tolist(), 2.0)])
        spread = table.std(0)
        self.assertTrue(numpy.allclose(linear.times(numpy, both, numpy.array([0.0] * 6 + [1.0] * 6)), (2 * (table - table.mean(0)) / spread).sum(1)))

    def test_rows_have_length_one_and_rare_features_are_left_out(self):
        bags = [{"a": 1, "b": 2}, {"a": 3}, {"a": 1, "c": 1}, {"b": 1, "c": 2}, {"c": 1, "b": 1, "rare": 1}]
        columns = linear.columns_of(bags)
        self.assertEqual(columns, {"a": 0, "b": 1, "c": 2})
        made = linear.matrix(numpy, bags, columns)
        self.assertTrue(numpy.allclose(numpy.bincount(made.rows, made.values ** 2), 1))
        self.assertEqual(linear.matrix(numpy, [{}, {}], {}).shape, (2, 0))

    def test_no_probe_sees_a_group_it_is_judged_on(self):
        """A word of its own for every group and answer gives nothing where folds keep groups together."""
        rows = [item._replace(state="".join("abcdefghij"[int(digit)] for digit in item.group[-4:]) + ("y" if item.gold == "yes" else "z")) for item in bare(PAIRS)]
        found = {one.rule: one for one in audit_v3.measures(numpy, PAIRS, rows, 1)}
        self.assertLess(found["state words"].accuracy, 0.53)


@unittest.skipIf(numpy is None, NO_NUMPY)
class BagOfWords(unittest.TestCase):
    def flags(self, family, rows) -> list:
        return [one.rule for one in audit_v3.measures(numpy, family, rows, 1) if one.is_flagged]

    def test_clean_items(self):
        for family in (PAIRS, TRIPLES, MOVING):
            self.assertEqual(self.flags(family, bare(family)), [], family.name)

    def test_marked_items(self):
        """A remark right in 80 of 100 items is worth 80 points in pairs; in three classes 80 + 20 / 2 on average of a class and the rest."""
        found = {one.rule: one for one in audit_v3.measures(numpy, PAIRS, marked(PAIRS), 1)}
        self.assertAlmostEqual(found["state words"].accuracy, 0.8, delta=0.05)
        self.assertEqual(self.flags(PAIRS, marked(PAIRS)), ["state words"])
        self.assertEqual(self.flags(TRIPLES, marked(TRIPLES)), ["state words"])

    def test_hinted_options(self):
        flags = self.flags(MOVING, hinted())
        self.assertIn("options", flags)
        self.assertNotIn("state words", flags)

    def test_a_line_that_gives_the_option_away(self):
        rows = [item._replace(state=item.state + "".join(f"\nticket {option} {'now' if option == item.gold else 'wait'}" for option in item.options))
                for item in bare(MOVING)]
        self.assertIn("lines that name the option", self.flags(MOVING, rows))

    def test_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            made_family.write(folder, PAIRS, made_family.build(PAIRS))
            self.assertEqual(run_main(audit_v3, "--root", folder)[0], 0)
            made_family.write(folder, PAIRS, marked(PAIRS))
            code, out, _ = run_main(audit_v3, "--root", folder)
            self.assertEqual((code, "FLAG" in out, "1 flag\n" in out), (1, True, True))
        self.assertEqual(run_main(audit_v3, "--root", folder)[0], 2)


@unittest.skipIf(numpy is None, NO_NUMPY)
class Adversary(unittest.TestCase):
    def attack(self, family, build):
        """The Outcomes on a made-up generator, trained on three fresh draws."""
        module = types.ModuleType(f"generators.{family.name}", "Made-up items.")
        module.build = build
        with mock.patch.dict(sys.modules, {module.__name__: module}):
            return adversarial.attack(family.name, 3, False)

    def test_clean_items(self):
        for family in (PAIRS, MOVING):
            found = self.attack(family, functools.partial(bare, family))
            self.assertEqual([one.measure.rule for one in found if one.measure.is_flagged], [], family.name)
            self.assertEqual(len(found), 1 if family is PAIRS else 2)

    def test_a_weak_mark_is_found_and_named(self):
        """A remark right in 60 of 100 items, far below what one draw shows to the eye."""
        one, = self.attack(PAIRS, lambda draw: marked(PAIRS, draw, 60))
        self.assertTrue(one.measure.is_flagged)
        self.assertAlmostEqual(one.measure.accuracy, 0.6, delta=0.05)
        self.assertTrue({"porter", "driver"} & {name for name, _, _ in one.carriers})
        self.assertEqual([part for part, _ in one.parts], ["words", "pairs", "counts"])

    def test_a_count_is_found(self):
        """Two more commas in most items of one answer."""
        def build(draw):
            rng = draws.stream(draw, "commas")
            return [item._replace(state=item.state + (" ,," if rng.chance(75 if item.gold == "yes" else 25) else " ;;")) for item in bare(PAIRS, draw)]
        one, = self.attack(PAIRS, build)
        self.assertTrue(one.measure.is_flagged)
        self.assertGreater(dict(one.parts)["counts"], 0.7)
        self.assertLess(dict(one.parts)["words"], 0.55)

    def test_a_number_that_comes_again_is_found(self):
        """The made-up form itself: in the item with yes the amount is the limit, so one number more stands there twice."""
        one, = self.attack(PAIRS, functools.partial(made_family.build, PAIRS))
        self.assertTrue(one.measure.is_flagged)
        self.assertGreater(dict(one.parts)["counts"], 0.95)
        self.assertIn("(different numbers)", {name for name, _, _ in one.carriers})

    def test_hinted_options(self):
        by_option = self.attack(MOVING, hinted)[1]
        self.assertTrue(by_option.measure.is_flagged)
        self.assertGreater(by_option.measure.accuracy, 0.5)

    def test_counts_by_hand(self):
        found = adversarial.counts_of("Unit 7, unit 8\n\nA 12\n\nunit 12?")
        self.assertEqual({name: found[name] for name in ("lines", "empty lines", "words", "repeated words", "numbers", "capitals", "digits", "sign ,")},
                         {"lines": 5, "empty lines": 2, "words": 7, "repeated words": 3, "numbers": 4, "capitals": 2, "digits": 6, "sign ,": 1})
        # of the last part both "unit" and "12" stand before, "12" alone is a number; of the first part "unit" comes again, neither 7 nor 8 does
        self.assertEqual([found[f"{what} shared by the {part} part"] for part in ("last", "first") for what in ("words", "numbers")], [2, 1, 1, 0])

    def test_arguments(self):
        self.assertEqual([run_main(adversarial, *argv)[0] for argv in (("--draws", "1"), ("--jobs", "0"), ("no_family",))], [2, 2, 2])


if __name__ == "__main__":
    unittest.main()
