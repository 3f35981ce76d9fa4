"""The matching rules of the question sets, each on the border between right and wrong."""
from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reference import grading

RIGHT = (
    ("exact", "Answer: The 14 December 1972, UTC!", ["14 December 1972 UTC", "December 1972"]),
    ("exact", "**Answer:** *Jamaican English*", ["Jamaican Creole English Language", "Jamaican English"]),
    ("alias", "Answer: Sunset-Boulevard", ["Sunset Blvd", "sunset boulevard"]),
    ("contains", "Answer: He was a politician.", ["politician", "statesman"]),
    ("contains", "Answer: Politician", ["politician"]),
    ("spans", "Answer: the Bears; Lions", [["Lions", "Bears"]]),
    ("spans", "Answer: 3 yards", [["4"], ["3.0 yards"]]),
    ("number", "Answer: $1,051.00 per week", ["1051.0"]),
    ("number", "Answer: 3 + 4 = 7", ["7"]),
    ("number", "Answer: 13/3", ["4.333"]),
    ("number", "Answer: −5", ["-5"]),
    ("number", "Answer: $\\boxed{7}$", ["7"]),
    ("number", "Answer: \\boxed{\\text{7}}", ["7"]),
    ("number", "Answer: .5", ["0.5"]),
    ("target", "Answer: (B) 12/25/1937", ["(B)"]),
    ("target", "Answer: no.", ["No"]),
    ("target", "Answer: } ]", ["} ]"]),
    ("word", "Answer: Yes, it is.", ["yes"]),
    ("word", "Answer: **Uncertain**", ["uncertain"]),
)
WRONG = (
    ("exact", "Answer: in December 1972", ["December 1972"]),
    ("exact", "", ["December 1972"]),
    ("alias", "Answer: Sunset Boulevard, Los Angeles", ["sunset boulevard"]),
    ("contains", "Answer: PoliticiaN", ["politician"]),
    ("spans", "Answer: Lions", [["Lions", "Bears"]]),
    ("spans", "Answer: Lions; Lions", [["Lions", "Bears"]]),
    ("spans", "Answer: 3.5 yards", [["3 yards"]]),
    ("number", "Answer: 7.001", ["7"]),
    ("number", "Answer: 7 of 8", ["7"]),
    ("number", "Answer: seven", ["7"]),
    ("number", "Answer: 1/0", ["1"]),
    ("target", "Answer: B", ["(B)"]),
    ("target", "Answer: (A) not (B)", ["(B)"]),
    ("target", "Answer: True False", ["True"]),
    ("target", "Answer: ] ]", ["} ]"]),
    ("word", "Answer: not yes", ["yes"]),
)


class Rules(unittest.TestCase):
    def test_right(self):
        for rule, reply, gold in RIGHT:
            with self.subTest(rule=rule, reply=reply):
                self.assertTrue(grading.is_right(rule, reply, gold))

    def test_wrong(self):
        for rule, reply, gold in WRONG:
            with self.subTest(rule=rule, reply=reply):
                self.assertFalse(grading.is_right(rule, reply, gold))

    def test_every_rule(self):
        """Each rule has cases on both sides."""
        for cases in (RIGHT, WRONG):
            self.assertEqual({rule for rule, _, _ in cases}, set(grading.RULES))

    def test_tolerance(self):
        """A number within a thousandth is right, one a thousandth off is not."""
        self.assertTrue(grading.is_right("number", "Answer: 7.0009", ["7"]))
        self.assertFalse(grading.is_right("number", "Answer: 7.001", ["7"]))


class FinalAnswer(unittest.TestCase):
    def test_last_line_counts(self):
        self.assertEqual(grading.final_answer("Answer: 4\nNo, wait.\nAnswer: 5"), "5")

    def test_without_mark(self):
        self.assertEqual(grading.final_answer("I think\nit is **Lima**\n\n"), "it is Lima")

    def test_answer_on_the_next_line(self):
        self.assertEqual(grading.final_answer("### Answer:\n\n`Lima`"), "Lima")

    def test_mark_inside_a_sentence(self):
        """Only a line that begins with the mark counts."""
        self.assertEqual(grading.final_answer("Answer: Lima\nMy answer: see above"), "Lima")
        self.assertEqual(grading.final_answer("Answer: Lima\nThe final answer: Quito"), "Quito")

    def test_empty(self):
        self.assertEqual([grading.final_answer(text) for text in ("", " \n", "Answer:")], ["", "", ""])


class Gold(unittest.TestCase):
    def test_faults(self):
        for rule, gold, fault in (("exact", ["a"], None), ("spans", [["a"]], None), ("number", ["-1.5e3"], None), ("exact", [], "no list of accepted"),
                                  ("exact", "a", "no list of accepted"), ("exact", [" "], "list of texts"), ("spans", ["a"], "lists of texts"),
                                  ("spans", [[]], "lists of texts"), ("number", ["1_0"], "no number"), ("number", ["nan"], "no number"), ("number", ["x"], "no number")):
            with self.subTest(rule=rule, gold=gold):
                found = grading.fault_of(rule, gold)
                self.assertEqual(found is None, fault is None)
                self.assertIn(fault or "", found or "")


if __name__ == "__main__":
    unittest.main()
