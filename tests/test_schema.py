"""Tests that the examples of docs/SCHEMA.md are what the toolkit reads and computes."""
from __future__ import annotations

import contextlib
import io
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import cards, items
from scoring import metrics, runs, score

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "SCHEMA.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", PAGE, re.M | re.S)


class OwnTask(unittest.TestCase):
    def blocks(self):
        """Items, card and answers of the page's own task."""
        found = [block for block in BLOCKS if "refund_note" in block]
        self.assertEqual(len(found), 3)
        return found

    def test_the_ten_items_score_as_the_page_says(self):
        rows, card, answers = self.blocks()
        with tempfile.TemporaryDirectory() as base:
            folder = Path(base) / "data" / "tasks" / "refund_note"
            items.write_bytes(folder / "items.jsonl", rows.encode("utf-8"))
            items.write_bytes(folder / "task.json", card.encode("utf-8"))
            items.write_bytes(Path(base) / "runs" / "mine" / "refund_note.jsonl", answers.encode("utf-8"))
            out, report = io.StringIO(), Path(base) / "scores.json"
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
                code = score.main([f"mine={base}/runs/mine", "--root", f"{base}/data", "--json", str(report), "--jobs", "1"])
            self.assertEqual(code, 0)
            found = json.loads(report.read_text(encoding="utf-8"))["systems"]["mine"]
        task = found["tasks"]["refund_note"]
        self.assertEqual((task["counted"], task["items"]), (True, 10))
        self.assertEqual(task["measures"]["accuracy"]["value"], 0.8)
        self.assertEqual(task["measures"]["pair_accuracy"]["value"], 0.6)
        self.assertEqual(found["core"]["families_counted"], 0)
        self.assertIn("accuracy 80.0", PAGE)
        self.assertIn("pair accuracy 60.0", PAGE)

    def test_the_items_are_written_as_the_toolkit_writes_them(self):
        rows = self.blocks()[0].encode("utf-8")
        self.assertEqual("".join(map(items.to_line, items.parse_items(rows, "page"))).encode("utf-8"), rows)


class Page(unittest.TestCase):
    def test_every_key_is_named(self):
        for key in (*items.KEYS, *cards.CARD_KEYS, *cards.OPTIONAL_CARD_KEYS):
            self.assertIn(f"`{key}`", PAGE)

    def test_every_counter_is_defined(self):
        for key in runs.COUNTERS:
            self.assertRegex(PAGE, rf"(?m)^\| [^|]*`{key}`[^|]* \|")

    def test_the_examples_of_the_scores(self):
        confidence, correct = [0.9, 0.8, 0.8, 0.6], [True, True, False, True]
        self.assertEqual(metrics.automation(confidence, correct), 0.25)
        self.assertEqual(metrics.accuracy(correct), 0.75)
        self.assertAlmostEqual(metrics.aurc(confidence, [True, False, True, False]), 0.2917, places=4)
        self.assertAlmostEqual(metrics.calibration_error([0.9] * 10, [True] * 7 + [False] * 3), 0.20)
        self.assertEqual(metrics.accuracy_at([0.9] * 5 + [0.5] * 5, [True] * 4 + [False] * 6), (0.8, 0.5))
        self.assertAlmostEqual(metrics.corrected(0.60, 0.25), 46.7, places=1)
        self.assertIn(f"| p(yes) .9, .4 of `yes` items, .4, .1 of others: {metrics.auroc([0.9, 0.4, 0.4, 0.1], [True, True, False, False])} |", PAGE)
        self.assertIn(f"| p = .75, .25, r = 1, 0: {metrics.skill([0.75, 0.25], [1, 0])} |", PAGE)
        first, tied = (metrics.ndcg([(scores, [1, 0], 1)]) for scores in ([0.8, 0.2], [0.5, 0.5]))
        self.assertIn(f"| of two passages one relevant, `ideal` 1: {first:g} where it is first, {tied:.4f} where they tie |", PAGE)

    def test_the_records_shown_are_json(self):
        records = next(block for block in BLOCKS if "HTTP 413" in block).splitlines()
        self.assertEqual([sorted(json.loads(record)) for record in records], [["id", "p"], ["answers", "id"], ["answers", "id"], ["error", "id"]])


if __name__ == "__main__":
    unittest.main()
