"""docs/RESULTS.md is what the files of runs give, and its commands name scripts that exist."""
from __future__ import annotations

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from generators import families
from scoring import results_page


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = [results_page.read_run(folder) for folder in sorted(results_page.FOLDER.iterdir())]

    def test_the_page_is_current(self):
        self.assertEqual(results_page.PAGE.read_text(encoding="utf-8"), results_page.page_text())

    def test_every_run_is_on_items_of_the_release(self):
        for run in self.runs:
            with self.subTest(run=run.about["title"]):
                for system in run.scores["systems"].values():
                    self.assertEqual(set(system["tasks"]), set(families.BY_NAME))
                    self.assertTrue(all(task["counted"] for task in system["tasks"].values()))

    def test_commands_name_scripts_that_exist(self):
        for run in self.runs:
            for command in run.about["commands"]:
                with self.subTest(command=command):
                    python, script = command.split()[:2]
                    self.assertEqual(python, "python3")
                    self.assertTrue((ROOT / script).is_file())

    def test_how_a_run_went(self):
        start = {"answered": 3, "seconds": 2.0, "failed": {"x": 1}, "latency_ms": {"p50": 1.4}, "remarks": {"odd": 2}}
        run = self.runs[0]._replace(run={"starts": [start, start], "started": "2026-01-02T00:00:00Z"}, replies={"all": {"items": 4, "strict": 3, "ways": {"code fence": 2}}})
        self.assertEqual(results_page.how_it_went(run)[:3], [
            "- 6 answers in 4 s, 2 failed, started 2026-01-02; latency of the last start: p50 1 ms.", "- Remark of the runner: odd, 4 answers.", "- Replies, items: 4."])


if __name__ == "__main__":
    unittest.main()
