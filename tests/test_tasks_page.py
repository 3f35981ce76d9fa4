"""docs/TASKS.md is what releases/tasks_page.py writes, and its text is right for tasks with and without a builder."""
from __future__ import annotations

import contextlib
import io
import re
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import families, items, regenerate
from reference import building, sampling, sources
from releases import tasks_page
from scoring import tasks

FACTS = building.Facts("colours", "G", "accuracy", "human", "SA", "Do the two names mean one colour", "Colours", "CC BY 4.0", 1234, 0.5, None)


def builder(size=None, over=None, unit="case", hashes=("ab", None)) -> building.Builder:
    """A made-up builder with one source of some files."""
    files = tuple(sources.File(f"{number}.csv", None, known, 1) for number, known in enumerate(hashes))
    source = sources.Source("pairs", (sources.Form(sources.OFFICIAL, files, None),))
    return building.Builder("colours", "about", FACTS, (source,), sampling.Draw("All that fit. ", size, over, unit), "Owner, 2026.", None, None, None)


class Committed(unittest.TestCase):
    text = tasks_page.PAGE.read_text(encoding="utf-8")

    def test_the_page_is_current(self):
        self.assertEqual(self.text, tasks_page.page(), "python3 releases/tasks_page.py writes the page anew")

    def test_every_task_has_its_section(self):
        names = re.findall(r"^### (\w+)$", self.text, re.M)
        self.assertEqual(names[:13], list(families.BY_NAME))
        self.assertEqual(set(names[13:]), set(tasks.LAYER_OF))
        self.assertEqual(len(names), 48)

    def test_hashes_are_those_of_the_release(self):
        for name, mark in regenerate.read_release(regenerate.RELEASE_FOLDER).items():
            self.assertIn(f"SHA-256 `{mark['sha256']}`", self.text, name)

    def test_totals(self):
        """13 families of 600 items; 35 reference tasks with the published 32,233 items."""
        builders = sum((tasks_page.RELEASES.parent / "reference" / "build" / f"{task}.py").is_file() for task in tasks.LAYER_OF)
        self.assertIn(f"| all |  | 13 | 7,800 | 35 | {builders} | 32,233 |", self.text)

    def test_which_builders_stand(self):
        sections = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", self.text, re.M | re.S))
        for task in tasks.LAYER_OF:
            is_there = (tasks_page.RELEASES.parent / "reference" / "build" / f"{task}.py").is_file()
            self.assertEqual(("- builder: does not stand yet\n" in sections[task], f"- builder: `reference/build/{task}.py`, " in sections[task]),
                             (not is_there, is_there), task)


class Text(unittest.TestCase):
    def test_layers(self):
        self.assertEqual(set(tasks_page.LAYERS), {*tasks.REFERENCE, *(family.layer for family in families.FAMILIES)})

    def test_shares(self):
        self.assertEqual(list(map(tasks_page.share, (None, 0.0, 0.25, 0.001, 0.0004))), ["-", "0.000", "0.250", "0.001", "0.000400"])

    def test_options(self):
        self.assertEqual(tasks_page.options_text(None), "differ from item to item")
        self.assertEqual(tasks_page.options_text(items.noul("Is it?", "it is", "it is not")), "`yes`, `no`")
        self.assertEqual(tasks_page.options_text(items.choice("Which?", dict.fromkeys("abcdef"))), "`a`, `b`, `c`, `d`, `e`, `f`")
        self.assertEqual(tasks_page.options_text(items.choice("Which?", dict.fromkeys("abcdefg"))), "`a`, `b` ... `g` (7 options)")

    def test_draws(self):
        cases = ((builder(), "all cases that fit"), (builder(500, "gold"), "at most 500 cases of each label"), (builder(1000), "at most 1,000 cases"),
                 (builder(None, None, "group"), "all whole groups that fit"), (builder({"a": 900, "b": 200}, "stratum"), "at most 1,100 cases, each part its own number"))
        for made, text in cases:
            self.assertEqual(tasks_page.draw_text(made), text)

    def test_files(self):
        self.assertEqual(tasks_page.files_text(builder(hashes=("ab", None, None))), "3 files, 1 of the hashes known")
        self.assertEqual(tasks_page.files_text(builder(hashes=("ab",))), "1 file, all hashes known")

    def test_a_task_without_a_builder(self):
        with mock.patch.object(building, "has_builder", lambda task: False):  # the walk of docs/CONTRIBUTING.md makes one of this name
            text = tasks_page.reference_section(FACTS, {})
        self.assertEqual(text, "### colours\n\n- about: Do the two names mean one colour; layer G\n- question: no builder yet\n- options: no builder yet\n"
                         "- metric: accuracy, chance (published) 0.500\n- items: published 1,234; ours: no hash on record; labels human\n- licence: CC BY 4.0\n"
                         "- source: Colours\n- route: SA\n- builder: does not stand yet\n")

    def test_a_task_with_a_builder_and_a_hash(self):
        with mock.patch.multiple(building, has_builder=lambda task: True, load=lambda task: builder(500, "gold")), \
                mock.patch.object(tasks_page, "question_of", lambda task: items.noul("One colour?", "it is", "it is not")):
            text = tasks_page.reference_section(FACTS._replace(published_rule=0.5372), {"colours": {"sha256": "cd", "bytes": 1, "items": 1000}})
        for line in ("- question: One colour?\n- options: `yes`, `no`\n", "chance (published) 0.500; best rule that reads no state (published) 0.537\n",
                     "- items: published 1,234; ours in release 1.3: 1,000, SHA-256 `cd`; labels human\n", "- source: Colours (2 files, 1 of the hashes known)\n",
                     "- builder: `reference/build/colours.py`, at most 500 cases of each label\n- note: All that fit.\n"):
            self.assertIn(line, text)


class Command(unittest.TestCase):
    def run_main(self, *argv):
        """(exit code, stderr)."""
        err = io.StringIO()
        with contextlib.redirect_stderr(err):
            return tasks_page.main(list(argv)), err.getvalue()

    def test_it_writes_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.run_main("--out", f"{folder}/page.md"), (0, ""))
            self.assertEqual(Path(folder, "page.md").read_bytes(), tasks_page.page().encode("utf-8"))

    def test_a_missing_card(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(tasks_page, "RELEASES", Path(folder)):
            code, err = self.run_main("--out", f"{folder}/page.md")
            self.assertEqual((code, Path(folder, "page.md").exists()), (2, False))
            self.assertIn("answerable_facts", err)


if __name__ == "__main__":
    unittest.main()
