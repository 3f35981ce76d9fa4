"""Groups with their difference marked: comparison of states, filters, verdicts, terminals."""
from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import made
from scoring import contrast, show

TASK = "filter_match"


class Comparison(unittest.TestCase):
    def test_a_changed_word_is_marked_alone(self):
        found = contrast.compare_lines("a\nfee: 2.15 EUR\nb", "a\nfee: 2.14 EUR\nb")
        self.assertEqual([line.mark for line in found], [" ", "-", "+", " "])
        self.assertEqual(found[1].parts, (("fee: ", False), ("2.15", True), (" EUR", False)))
        self.assertEqual(found[2].parts, (("fee: ", False), ("2.14", True), (" EUR", False)))

    def test_lines_without_likeness_and_lines_of_one_side(self):
        self.assertEqual(contrast.compare_words("alpha beta", "x;y"), ((("alpha beta", True),), (("x;y", True),)))
        found = contrast.compare_lines("a\nb", "a\nb\nc\nd")
        self.assertEqual([(line.mark, line.parts) for line in found[2:]], [("+", (("c", True),)), ("+", (("d", True),))])

    def test_both_states_can_be_put_together_again(self):
        base, other = "one\ntwo 2\n\nthree\nfour", "zero\none\ntwo 3\nthree\nfour 4"
        found = contrast.compare_lines(base, other)
        texts = {mark: "\n".join("".join(text for text, _ in line.parts) for line in found if line.mark in (" ", mark)) for mark in "-+"}
        self.assertEqual(texts, {"-": base, "+": other})

    def test_context(self):
        lines = contrast.compare_lines("a\nb\nc\nd\ne\nf\ng", "a\nb\nc\nD\ne\nf\ng")
        marks = [line and line.mark for line in contrast.with_context(lines, 1)]
        self.assertEqual(marks, [None, " ", "-", "+", " ", None])

    def test_states_that_are_objects(self):
        self.assertEqual(contrast.state_text({"é": [1]}), '{\n  "é": [\n    1\n  ]\n}')


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.root = Path(cls.folder.name, "data")
        rows = []
        for number, kind in enumerate(("weight", "price", "weight")):
            yes, no = (made.noul_item(TASK, 2 * number + place, gold, number, 1 + number, contrast=kind, kind=kind if place else None, planted=bool(place))
                       for place, gold in enumerate(("yes", "no")))
            rows += [no._replace(state=f"shared\nvalue {number}9 kg\x1b[2J"), yes._replace(state=f"shared\nvalue {number}8 kg\x1b[2J")]
        made.write_task(cls.root, TASK, rows)
        right = {item.id: {"p": made.yes(0.8 if item.gold == "yes" else 0.1)} for item in rows}
        cls.good = made.write_run(cls.root, Path(cls.folder.name, "good"), {TASK: right})
        cls.bad = made.write_run(cls.root, Path(cls.folder.name, "bad"), {TASK: {**right, f"{TASK}:00003": {"p": made.yes(0.7)}, f"{TASK}:00005": {"error": "HTTP 413"}}})

    def show(self, *argv):
        return made.run(show, *argv, "--root", self.root, "--task", TASK)

    def test_a_group_in_full(self):
        code, text, err = self.show(f"bad={self.bad}", "--group", "1")
        self.assertEqual((code, err), (0, ""))
        self.assertIn(f"{TASK}:g0001  level 2  about price", text)
        self.assertIn(f"{TASK}:00003: gold no, planted: price\n  bad: WRONG, yes  (yes 0.700, no 0.300)\n", text)
        self.assertIn("    value 18 kg\\x1b[2J\n", text)  # the base stands first, and no control character reaches the terminal
        self.assertIn("  - value 18 kg\\x1b[2J\n  + value 19 kg\\x1b[2J\n", text)
        self.assertTrue(text.endswith("\n1 group found\n"))

    def test_filters(self):
        self.assertIn("\n2 groups found\n", self.show("--kind", "weight")[1])
        self.assertIn("\n1 group found\n", self.show("--kind", "weight", "--level", "3")[1])
        self.assertIn("3 groups found, 2 not shown", self.show("--limit", "1")[1])
        self.assertIn("\n2 groups found\n", self.show(f"bad={self.bad}", "--failed")[1])
        self.assertEqual(self.show(f"good={self.good}", "--failed")[:2], (1, "0 groups found\n"))
        self.assertIn("bad: FAILED, no valid answer", self.show(f"bad={self.bad}", "--group", f"{TASK}:g0002")[1])

    def test_a_group_by_the_id_of_a_member(self):
        self.assertEqual(self.show("--group", f"{TASK}:00003")[1], self.show("--group", "1")[1])

    def test_items_without_a_record_are_named(self):
        part = made.write_run(self.root, Path(self.folder.name, "part"), {TASK: {f"{TASK}:00000": {"p": made.yes(0.8)}}})
        self.assertIn("5 of 6 items have no record and are shown as failed; a run on the subset is shown with --subset", self.show(f"part={part}", "--limit", "1")[2])

    def test_colours_only_where_wanted(self):
        plain = self.show("--group", "0")[1]
        coloured = self.show("--group", "0", "--colour", "always")[1]
        self.assertNotIn("\033", plain)
        self.assertIn("\033[31;7m08\033[0m", coloured)
        self.assertIn("\033[32;7m09\033[0m", coloured)

    def test_refused(self):
        code, _, err = self.show("--kind", "colour")
        self.assertEqual((code, "has the kinds price, weight" in err), (2, True))
        code, _, err = made.run(show, "--root", self.root, "--task", "nosuch")
        self.assertEqual((code, "Traceback" in err, "nosuch" in err), (2, False, True))
        self.assertEqual(self.show("--limit", "-1")[0], 2)
        self.assertEqual(self.show("bad=nowhere")[0], 2)


if __name__ == "__main__":
    unittest.main()
