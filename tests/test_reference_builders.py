"""Every builder of the reference track over its made-up sources: items by hand, changed fields and labels, cut files, other bytes."""
from __future__ import annotations

import os
import re
import subprocess
import sys
import types
import unittest
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import audit, validate
from generators import cards, items
from reference import building, page
from reference.sources import SourceError
from scoring import tasks
from tests import made_sources, reference_case

ROOT = Path(__file__).resolve().parent.parent
ARCHIVES = (".zip", ".tar.gz", ".tgz")


def packed(task: str, number: int = 0, rows=None) -> dict:
    """The made-up files of a task in one of its forms."""
    made = reference_case.made_of(task)
    return made.PACKS[number](made.ROWS if rows is None else rows)


def changed(rows: dict, table: str, change) -> dict:
    """The same tables with every row of one of them changed."""
    return {name: [change(place, row) for place, row in enumerate(lines)] if name == table else lines for name, lines in rows.items()}


def renamed(row: dict, field: str) -> dict:
    return {f"{field}_new" if key == field else key: value for key, value in row.items()}


def data_of(task: str, built) -> dict:
    """The files of the task folder."""
    return page.folder_files(building.load(task), built)


def label_of(item: items.Item):
    return item.gold if item.gold is not None else item.rate if item.rate is not None else item.relevance


class Builders(reference_case.ReferenceCase):
    def fails(self, task: str, files: dict, name: str, *words: str, hashes: bool = False) -> None:
        """The build stops with a message that begins with the task and holds the words."""
        with self.assertRaises(SourceError) as caught:
            self.build(task, files, name, hashes)
        for word in (f"{task}: ", *words):
            self.assertIn(word, str(caught.exception))

    def test_items(self):
        """Every accepted form gives the items that were worked out by hand."""
        for task in reference_case.BUILT_TASKS:
            with self.subTest(task=task):
                made = reference_case.made_of(task)
                for number in range(len(made.PACKS)):
                    built = self.build(task, packed(task, number), f"form{number}")
                    self.assertEqual(len(built.rows), made.ITEMS)
                    if made.GOLDS is not None:
                        self.assertEqual(Counter(item.gold for item in built.rows), made.GOLDS)
                    found = {audit.state_text(item): label_of(item) for item in built.rows}
                    self.assertEqual({state: found.get(state) for state in made.SHOWN}, made.SHOWN)
                    for item in built.rows:
                        for text in made.ABSENT:
                            self.assertNotIn(text, items.to_line(item))

    def test_folder(self):
        """The folder passes the validator, can be scored, and says what its files were."""
        for task in reference_case.BUILT_TASKS:
            with self.subTest(task=task):
                made = reference_case.made_of(task)
                for number in range(len(made.PACKS)):
                    built = self.build(task, packed(task, number), f"form{number}")
                    files = data_of(task, built)
                    cards.write_folder(items.task_folder(self.folder / "data", task), files)
                    self.assertEqual(validate.check_folder(items.task_folder(self.folder / "data", task), task), [])
                    self.assertEqual(len(tasks.read_task(self.folder / "data", task).items), made.ITEMS)
                    note = tasks.read_card(self.folder / "data", task)["note"]
                    self.assertIn("Unpinned" if built.is_complete else "no released hash", note)

    def test_fields(self):
        """A renamed field that is needed stops the build and is named; any other changes nothing."""
        for task in reference_case.BUILT_TASKS:
            with self.subTest(task=task):
                made = reference_case.made_of(task)
                whole = data_of(task, self.build(task, packed(task)))["items.jsonl"]
                for table, rows in made.ROWS.items():
                    for field in dict.fromkeys(key for row in rows for key in row):
                        files = packed(task, 0, changed(made.ROWS, table, lambda place, row, field=field: renamed(row, field)))
                        if field in made.NEEDED[table]:
                            self.fails(task, files, f"{table}-{field}", repr(field))
                        else:
                            self.assertEqual(data_of(task, self.build(task, files, f"{table}-{field}"))["items.jsonl"], whole, field)
                    self.assertEqual(set(made.NEEDED[table]) - {key for row in rows for key in row}, set())

    def test_label(self):
        """A label that the source did not have stops the build."""
        for task in reference_case.BUILT_TASKS:
            with self.subTest(task=task):
                made = reference_case.made_of(task)
                if made.LABEL is not None:
                    table, which, field, value = made.LABEL
                    rows = changed(made.ROWS, table, lambda place, row: {**row, field: value} if place == which else row)
                    self.fails(task, packed(task, 0, rows), "label", "label", repr(value)[:20])

    def test_values_of_another_kind(self):
        """A value that is no text, no number or no list where the builder reads one never ends in a traceback, and the message names task and file."""
        for task in reference_case.BUILT_TASKS:
            with self.subTest(task=task):
                made = reference_case.made_of(task)
                for table, rows in made.ROWS.items():
                    for field in made.NEEDED[table]:
                        for value in (None, {"a": [None]}):
                            try:
                                files = packed(task, 0, changed(
                                    made.ROWS, table, lambda place, row: {**row, field: value} if field in row and place == len(rows) // 2 else row))
                            except (KeyError, TypeError, ValueError, AttributeError):
                                continue  # the writer of the made-up files needs it too
                            try:
                                self.build(task, files, "kind")
                            except SourceError as error:
                                self.assertRegex(str(error), rf"^{task}: .*\.(csv|jsonl?|tsv|txt|zip|tar|gz|parquet)")

    def test_cut(self):
        """A file cut in the middle, plain, packed or an archive, stops the build and is named."""
        for task in reference_case.BUILT_TASKS:
            with self.subTest(task=task):
                for name, data in packed(task).items():
                    whole = data if name.endswith(ARCHIVES) else made_sources.packed(data)
                    stored = name if name.endswith(ARCHIVES) else f"{name}.gz"
                    files = {key: value for key, value in packed(task).items() if key != name}
                    self.fails(task, {**files, stored: whole[:len(whole) // 2]}, f"cut-{Path(name).name}", Path(name).name, "damaged")

    def test_packed(self):
        """Gzipped files give the same items as plain ones."""
        for task in reference_case.BUILT_TASKS:
            with self.subTest(task=task):
                plain = packed(task)
                files = {name if name.endswith(ARCHIVES) else f"{name}.gz": data if name.endswith(ARCHIVES) else made_sources.packed(data)
                         for name, data in plain.items()}
                self.assertEqual(self.build(task, files, "packed").rows, self.build(task, plain, "plain").rows)

    def test_hash(self):
        """Where the source table knows a hash, other bytes are refused and the file is named."""
        for task in reference_case.BUILT_TASKS:
            with self.subTest(task=task):
                pinned = [file for source in building.load(task).sources for file in source.forms[0].files if file.sha256 is not None]
                if pinned:
                    names = [file.name for file in pinned]
                    with self.assertRaises(SourceError) as caught:
                        self.build(task, packed(task), "hash", hashes=True)
                    self.assertRegex(str(caught.exception), "expected ([0-9a-f]{64}|[0-9,]+)")
                    self.assertTrue(any(name in str(caught.exception) for name in names))

    def test_absent(self):
        """Offline, a source that is nowhere is named with what to do."""
        for task in reference_case.BUILT_TASKS:
            with self.subTest(task=task):
                self.fails(task, {}, "nothing", "no form of it is in")

    def test_same_everywhere(self):
        """Two hash seeds and locales give the same items."""
        script = ("import sys; sys.path.insert(0, '.')\nfrom tests import test_reference_builders as here\nhere.print_hashes()")
        outputs = {subprocess.run([sys.executable, "-c", script], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": zone},
                                  stdout=subprocess.PIPE, check=True).stdout for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))}
        self.assertEqual(len(outputs), 1)
        self.assertEqual(outputs.pop().count(b"\n"), len(reference_case.BUILT_TASKS))


def print_hashes() -> None:
    """Print the SHA-256 of the items of every task over its made-up sources."""
    for task in reference_case.BUILT_TASKS:
        one = Builders("test_items")
        one.setUp()
        print(task, items.fingerprint(data_of(task, one.build(task, packed(task)))["items.jsonl"])["sha256"])
        one.doCleanups()


class Documented(reference_case.ReferenceCase):
    def test_the_new_task_of_the_readme(self):
        """The line and the file that reference/README.md shows make a task that passes the validator."""
        text = (ROOT / "reference" / "README.md").read_text(encoding="utf-8")
        line, source = (re.search(f"```{kind}\n(.*?)```", text, re.S)[1] for kind in ("csv", "python"))
        module = types.ModuleType("colours")
        exec(source, module.__dict__)
        head = building.FACTS.read_text(encoding="utf-8").split("\n")[0]
        builder = building.from_module(module, building.parse_facts([head, line.strip()])["colours"])
        reference_case.write_files(self.folder / "source", "colours", {"pairs.csv": b"id,first,second,same\n1,red,crimson,1\n2,red,blue,0\n"})
        built = building.build(builder._replace(sources=reference_case.without_hashes(builder.sources)), self.stock("source"))
        self.assertEqual(Counter(item.gold for item in built.rows), {"yes": 1, "no": 1})
        folder = items.task_folder(self.folder / "data", "colours")
        cards.write_folder(folder, page.folder_files(builder, built))
        self.assertEqual(validate.check_folder(folder, "colours"), [])
        self.assertEqual(tasks.read_task(self.folder / "data", "colours").track, "custom")


class Modules(unittest.TestCase):
    def test_table(self):
        """The table of tasks and the scorer know the same tasks of the track, layer by layer and in the same order."""
        layers = {}
        for facts in building.read_facts().values():
            if facts.layer:
                layers.setdefault(facts.layer, []).append(facts.task)
        self.assertEqual({layer: tuple(names) for layer, names in layers.items()}, tasks.REFERENCE)

    def test_metrics(self):
        self.assertEqual([facts.task for facts in building.read_facts().values() if facts.metric not in tasks.METRICS], [])

    def test_files(self):
        """Every module in reference/build is a task of the table, and every hash in a source table has 64 hex digits."""
        modules = {path.stem for path in (ROOT / "reference" / "build").glob("*.py")} - {"__init__"}
        self.assertEqual(modules - set(building.read_facts()) - {"cap_boundary"}, set())
        for task in reference_case.BUILT_TASKS:
            for source in building.load(task).sources:
                for form in source.forms:
                    for file in form.files:
                        self.assertRegex(file.sha256 or "0" * 64, "^[0-9a-f]{64}$", f"{task} {file.name}")


if __name__ == "__main__":
    unittest.main()
