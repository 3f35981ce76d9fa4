"""entity_match_*: tables that do not belong together stop the build."""
from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reference.sources import SourceError
from tests import reference_case

TASKS = ("entity_match_abt_buy", "entity_match_amazon_google")


class Tables(reference_case.ReferenceCase):
    def refuses(self, task: str, change, message: str) -> None:
        """The build stops where the rows were changed."""
        made = reference_case.made_of(task)
        rows = {name: [dict(row) for row in table] for name, table in made.ROWS.items()}
        change(rows)
        with self.assertRaisesRegex(SourceError, f"{task}: {message}"):
            self.build(task, made.PACKS[0](rows), message[:8])

    def test_unknown_record(self):
        for task in TASKS:
            with self.subTest(task=task):
                self.refuses(task, lambda rows: rows["test"][0].update(rtable_id="77"), "test.csv: names record 77 of tableB.csv, which has none")

    def test_repeated_record(self):
        for task in TASKS:
            with self.subTest(task=task):
                self.refuses(task, lambda rows: rows["tableA"].append(dict(rows["tableA"][0])), r"tableA.csv: id \d comes twice")


if __name__ == "__main__":
    unittest.main()
