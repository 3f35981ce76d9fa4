"""legalbench_mix: the earlier test files, and an archive that lacks a sub-task."""
from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import items
from reference.build import legalbench_mix as builder
from reference.sources import SourceError
from tests import made_sources, reference_case
from tests.made_sources import legalbench_mix as made


def earlier_files(rows) -> dict:
    """The files of the seven sub-tasks that an earlier version holds: `label` for `answer`, no index."""
    return {f"{folder}.test.tsv": made_sources.csv_rows([{"label" if name == "answer" else name: text for name, text in row.items() if name != "index"}
                                                         for row in rows[sub_task]], "\t")
            for sub_task, (folder, _, _) in builder.OLD.items()}


class SubTasks(reference_case.ReferenceCase):
    def test_earlier(self):
        """Seven sub-tasks: the same states and labels as from the archive, a question about an amount left out, and a note that this is a part."""
        amount = {**made.ROWS["sara_entailment"][0], "answer": "$12", "question": "How much tax?"}
        rows = {**made.ROWS, "sara_entailment": [amount, *made.ROWS["sara_entailment"]]}
        part = self.build("legalbench_mix", earlier_files(rows), "part")
        whole = self.build("legalbench_mix", made.archive(made.ROWS), "whole")
        self.assertEqual(part.left, {"a question about an amount": 1})
        self.assertEqual({(item.state, item.gold) for item in part.rows}, {(item.state, item.gold) for item in whole.rows if item.domain in builder.OLD})
        self.assertEqual((part.is_complete, whole.is_complete, len(part.rows)), (False, True, 17))

    def test_a_law_without_its_table(self):
        """A tax law that ends before its rate table is left out, also with a line end behind it; one that has its table, or another sub-task, stays."""
        first, second = made.ROWS["sara_entailment"]
        cut = [{**first, "statute": f"(A) a tax in accordance with the following:{end}", "question": f"Bob has to pay ${number}."}
               for number, end in enumerate(("", " <br>"))]
        whole = {**second, "statute": "(A) a tax in accordance with the following:<br>15% of the income."}
        clause = {**made.ROWS["proa"][0], "text": "A buyer may sue for the following:"}
        rows = {**made.ROWS, "sara_entailment": [first, *cut, whole], "proa": [clause, made.ROWS["proa"][1]]}
        built = self.build("legalbench_mix", made.archive(rows))
        self.assertEqual((built.left, len(built.rows)), ({"a tax law that ends before the table that should follow": 2}, made.ITEMS))

    def test_missing(self):
        """An archive without one of the ten is refused, and the one is named."""
        rows = {name: lines for name, lines in made.ROWS.items() if name != "proa"}
        with self.assertRaisesRegex(SourceError, "data.tar.gz: no test file of proa"):
            self.build("legalbench_mix", made.archive(rows))

    def test_tables(self):
        """Every label of a sub-task is one of its options and every option has a label; sub-tasks of the earlier files are among the ten."""
        for name, sub_task in builder.SUB_TASKS.items():
            self.assertEqual(sorted(sub_task.labels.values()), sorted(items.options_of(sub_task.question)), name)
        self.assertLess(set(builder.OLD), set(builder.SUB_TASKS))


if __name__ == "__main__":
    unittest.main()
