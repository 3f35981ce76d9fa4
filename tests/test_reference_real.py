"""Builders over real source files, where a folder with them is there: skipped where it is not.

The folder is named by REFERENCE_SOURCES, or looked for beside the repository; it holds <task>/<file>.
"""
from __future__ import annotations

import os
import sys
import unittest
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import audit, validate
from generators import cards, items
from reference import building, page, rebuild, store
from tests import reference_case

BESIDE = Path(__file__).resolve().parent.parent.parent / "shared" / "sources"
FOLDER = Path(os.environ.get("REFERENCE_SOURCES") or BESIDE)


def are_there(sources, stock: store.Store, task: str) -> bool:
    """Whether every source is there in one of its forms; a form without files always is."""
    return all(any(not form.files or store.is_there(stock, task, form) for form in source.forms) for source in sources)


def can_build(task: str, stock: store.Store) -> bool:
    """Whether every source of a task is there, those that only the first ones name included."""
    builder = building.load(task)
    return ((FOLDER / task).is_dir() and are_there(builder.sources, stock, task)
            and (builder.more_sources is None or are_there(builder.more_sources(store.find_all(stock, task, builder.sources)), stock, task)))


@unittest.skipUnless(FOLDER.is_dir(), "no real source files: set REFERENCE_SOURCES to a folder that holds <task>/<file>")
class RealFiles(reference_case.ReferenceCase):
    def test_real_files(self):
        """Each builds offline, passes the validator, holds no empty state and no repetition, and agrees with its released hash."""
        stock, built_tasks = store.Store(self.folder / "cache", (FOLDER,), is_offline=True), []
        for task in reference_case.BUILT_TASKS:
            if not can_build(task, stock):
                continue
            with self.subTest(task=task):
                builder = building.load(task)
                built = building.build(builder, stock)
                files = page.folder_files(builder, built)
                cards.write_folder(items.task_folder(self.folder / "data", task), files)
                self.assertEqual(validate.check_folder(items.task_folder(self.folder / "data", task), task), [])
                self.assertEqual(rebuild.agreement(task, built, files["items.jsonl"], "1.1")[0], True)
                if builder.facts.metric != "ndcg@10":
                    repeated = Counter((audit.state_text(item), audit.question_text(item)) for item in built.rows)
                    self.assertEqual([text[0][:80] for text, n in repeated.items() if n > 1], [])
                if built.is_complete and builder.facts.published_items is not None:
                    self.assertGreaterEqual(len(built.rows), builder.facts.published_items)
            built_tasks.append(task)
        self.assertNotEqual(built_tasks, [], f"{FOLDER} holds files of no task")


if __name__ == "__main__":
    unittest.main()
