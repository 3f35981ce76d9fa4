"""The subset of core items: sizes, groups, levels, and its use by the runners and the scorer."""
from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import families
from runner import bench_python
from scoring import score, subset
from tests import made

FAMILY = families.BY_NAME["answerable_facts"]
TRIPLE = families.BY_NAME["policy_case"]


def rows_of(family, groups=240) -> list:
    return made.family_items(family, groups)


class Sizes(unittest.TestCase):
    def test_the_published_size(self):
        # Eight families of pairs and one of fours with 100 items, four of triples with 99: 9 * 100 + 4 * 99 = 1,296.
        self.assertEqual(Counter(subset.sizes().values()), {100: 9, 99: 4})
        self.assertEqual(sum(subset.sizes().values()), 1296)

    def test_levels_by_hand(self):
        # 50 pairs are 16 a level and two more; 33 triples 11 a level; 25 fours 8 a level and one more.
        found = {family.name: sorted(subset.groups_by_level(family, 100).values()) for family in families.FAMILIES}
        for family in families.FAMILIES:
            self.assertEqual(found[family.name], {2: [16, 17, 17], 3: [11, 11, 11], 4: [8, 8, 9]}[subset.group_size(family)])

    def test_small_subsets_hold_every_level(self):
        for size in (1, 6, 10, 12, 20):
            for family in families.FAMILIES:
                counts = subset.groups_by_level(family, size).values()
                self.assertTrue(min(counts) >= 1 and max(counts) - min(counts) <= 1)
        # Five pairs, three triples, and three fours, since each level has one: 8 * 10 + 4 * 9 + 12.
        self.assertEqual(sum(subset.sizes(10).values()), 128)

    def test_levels_are_balanced_over_the_families(self):
        items_by_level = Counter()
        for family in families.FAMILIES:
            for level, groups in subset.groups_by_level(family, 100).items():
                items_by_level[level] += groups * subset.group_size(family)
        self.assertLessEqual(max(items_by_level.values()) - min(items_by_level.values()), 4)


class Choice(unittest.TestCase):
    def test_whole_groups_and_levels(self):
        for family in families.FAMILIES:
            rows = rows_of(family)
            for size in (10, 100):
                ids = subset.choose(family.name, rows, size)
                kept = [item for item in rows if item.id in ids]
                self.assertEqual(len(ids), subset.sizes(size)[family.name])
                whole = Counter(item.group for item in rows)
                self.assertTrue(all(count == whole[group] for group, count in Counter(item.group for item in kept).items()))
                self.assertEqual(Counter(item.level for item in kept),
                                 {level: groups * subset.group_size(family) for level, groups in subset.groups_by_level(family, size).items()})

    def test_a_smaller_one_lies_in_a_larger_one(self):
        rows = rows_of(FAMILY)
        self.assertLess(subset.choose(FAMILY.name, rows, 10), subset.choose(FAMILY.name, rows, 100))

    def test_it_does_not_depend_on_the_order_of_the_file(self):
        rows = rows_of(FAMILY)
        self.assertEqual(subset.choose(FAMILY.name, rows), subset.choose(FAMILY.name, rows[::-1]))

    def test_the_same_ids_as_ever(self):
        ids = sorted(subset.choose(FAMILY.name, rows_of(FAMILY), 6))
        self.assertEqual([int(name[-5:]) for name in ids], [96, 97, 182, 183, 466, 467])

    def test_the_odd_pair_of_triples_is_left_out(self):
        odd = [item._replace(id=f"policy_case:9000{n}", group="policy_case:g9999", level=1) for n, item in enumerate(rows_of(TRIPLE, 3)[:2])]
        ids = subset.choose("policy_case", rows_of(TRIPLE, 9) + odd, 9)
        self.assertEqual((len(ids), ids & {item.id for item in odd}), (9, set()))

    def test_what_cannot_be_had(self):
        with self.assertRaisesRegex(subset.SubsetError, "paws is no core family"):
            subset.choose("paws", rows_of(FAMILY))
        with self.assertRaisesRegex(subset.SubsetError, "needs 1[67] groups of 2 at level 1; there are 10"):
            subset.choose(FAMILY.name, rows_of(FAMILY, 30))


class Use(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.root = self.folder / "data"
        self.rows = {family.name: rows_of(family, 60) for family in (FAMILY, TRIPLE)}
        for name, rows in self.rows.items():
            made.write_task(self.root, name, rows)

    def ids(self, name, size=10):
        return subset.choose(name, self.rows[name], size)

    def call(self, main, *words):
        """(exit status, standard output, standard error)."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = main([*map(str, words)])
            except SystemExit as end:
                status = end.code
        return status, out.getvalue(), err.getvalue()

    def test_a_runner(self):
        (self.folder / "subset_model.py").write_text("def decide(state, question, options):\n    return {option: 1 for option in options[:1]}\n")
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        made.write_task(self.root, "mine", [made.noul_item("mine", 0, "yes", 0)], track="custom")
        status, out, err = self.call(bench_python.main, "subset_model:decide", "--root", self.root, "--out", "run", "--subset", "--per-family", 10)
        self.assertEqual(status, 0, err)
        for name in self.rows:
            lines = (self.folder / f"run/{name}.jsonl").read_text().splitlines()
            self.assertEqual({json.loads(line)["id"] for line in lines}, self.ids(name))
        self.assertFalse((self.folder / "run/mine.jsonl").exists())
        self.assertEqual(json.loads((self.folder / "run/_run.json").read_text())["parameters"]["per_family"], 10)
        status, _, err = self.call(bench_python.main, "subset_model:decide", "--root", self.root, "--out", "run", "--subset", "--tasks", "mine")
        self.assertEqual((status, "not a core family" in err), (2, True), err)

    def test_a_number_alone_asks_for_a_subset(self):
        """--per-family without --subset: the runner asks the same items, the scorer scores them."""
        (self.folder / "subset_model2.py").write_text("def decide(state, question, options):\n    return {option: 1 for option in options[:1]}\n")
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        status, _, err = self.call(bench_python.main, "subset_model2:decide", "--root", self.root, "--out", "run", "--per-family", 10)
        self.assertEqual(status, 0, err)
        for name in self.rows:
            self.assertEqual({json.loads(line)["id"] for line in (self.folder / f"run/{name}.jsonl").read_text().splitlines()}, self.ids(name))
        status, _, err = self.call(score.main, "me=run", "--root", self.root, "--json", "found.json", "--jobs", 1, "--resamples", 20, "--per-family", 10)
        self.assertEqual((status, err), (0, ""))
        found = json.loads((self.folder / "found.json").read_text())
        self.assertEqual((found["per_family"], {name: task["items"] for name, task in found["systems"]["me"]["tasks"].items()}), (10, {name: len(self.ids(name)) for name in self.rows}))

    def test_the_scorer(self):
        """Everything inside the subset is right, everything outside wrong."""
        answers = {}
        for name, rows in self.rows.items():
            ids = self.ids(name)
            answers[name] = {item.id: {"p": {option: float((option == item.gold) == (item.id in ids)) for option in item.options}} for item in rows}
        run = made.write_run(self.root, self.folder / "run", answers)
        target = self.folder / "scores.json"
        status, out, err = self.call(score.main, f"me={run}", "--root", self.root, "--json", target, "--jobs", 1, "--resamples", 20, "--subset", "--per-family", 10)
        self.assertEqual(status, 0, err)
        self.assertIn("Scores on a subset of the core items: complete groups, levels balanced, about 10 items a family", " ".join(out.split()))
        found = json.loads(target.read_text())
        self.assertEqual(found["per_family"], 10)
        for name, rows in self.rows.items():
            task = found["systems"]["me"]["tasks"][name]
            self.assertEqual((task["counted"], task["items"], task["value"], task["measures"]["accuracy"]["value"]), (True, len(self.ids(name)), 1.0, 1.0))
            self.assertEqual((task["outside"], task["unknown_ids"]), (len(rows) - len(self.ids(name)), 0))
        status, out, _ = self.call(score.main, f"me={run}", "--root", self.root, "--json", target, "--jobs", 1, "--resamples", 20)
        found = json.loads(target.read_text())
        self.assertEqual((found["per_family"], "subset" in out), (None, False))
        self.assertLess(found["systems"]["me"]["tasks"][FAMILY.name]["value"], 0.2)

    def test_a_run_of_the_subset_counts_on_the_subset_alone(self):
        answers = {name: {item.id: {"p": {item.gold: 1.0}} for item in rows if item.id in self.ids(name)} for name, rows in self.rows.items()}
        run = made.write_run(self.root, self.folder / "run", answers)
        target = self.folder / "scores.json"
        for words, counted in ((("--subset", "--per-family", 10), True), ((), False)):
            self.call(score.main, f"me={run}", "--root", self.root, "--json", target, "--jobs", 1, "--resamples", 20, *words)
            self.assertEqual({task["counted"] for task in json.loads(target.read_text())["systems"]["me"]["tasks"].values()}, {counted})

    def test_the_command(self):
        target = self.folder / "ids.json"
        status, out, err = self.call(subset.main, "--root", self.root, "--per-family", 10, "--ids", target)
        self.assertEqual(status, 0, err)
        self.assertEqual({name: set(ids) for name, ids in json.loads(target.read_text()).items()}, {name: self.ids(name) for name in self.rows})
        self.assertIn("19 items of 2 families; 128 of all 13", out)
        done = subprocess.run([sys.executable, subset.__file__, "--help"], stdout=subprocess.PIPE, text=True, timeout=20)
        self.assertEqual((done.returncode, "--per-family" in done.stdout), (0, True))
        for words in (("--per-family", 0), ("--per-family", "x"), ("--root", self.folder / "none")):
            self.assertEqual(self.call(subset.main, *words)[0], 2)
        for text in ("1e3", "10.0", "0", "601", "-1", "\u0663", "9" * 5000):
            status, _, err = self.call(subset.main, "--root", self.root, f"--per-family={text}")
            self.assertEqual((status, f"{text[:40]!r} is not a whole number from 1 to 600" in err), (2, True), err)


class Readouts(unittest.TestCase):
    """Median mass and reasoning, worked out by hand."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.root = self.folder / "data"
        made.write_task(self.root, FAMILY.name, made.pairs(FAMILY.name, 3))

    def scored(self, extra):
        """(the readout object of the task, what is printed) of a run whose six records hold more keys each."""
        records = {f"{FAMILY.name}:{n:05d}": {"p": made.yes(0.7), **more} for n, more in enumerate(extra)}
        run = made.write_run(self.root, self.folder / "run", {FAMILY.name: records})
        target, out = self.folder / "scores.json", io.StringIO()
        with contextlib.redirect_stdout(out):
            score.main([f"me={run}", "--root", str(self.root), "--json", str(target), "--jobs", "1", "--resamples", "20"])
        system = json.loads(target.read_text())["systems"]["me"]
        self.assertEqual(system["readout"], system["tasks"][FAMILY.name]["readout"])
        return system["readout"], out.getvalue()

    def test_mass(self):
        found, out = self.scored([{"mass": mass} for mass in (0.2, 0.9, 0.49, 0.5, 1.0, 0.7)])
        # In order: .2 .49 .5 .7 .9 1: the middle is (.5 + .7) / 2; two of six lie below one half.
        self.assertEqual(found, {"mass": {"items": 6, "median": 0.6, "below_half": round(2 / 6, 12)}})
        self.assertIn("me: readout", out)
        self.assertRegex(out, r"answerable_facts +0\.600 +33\.3 +6 +- +0 +- +-")

    def test_thinking(self):
        found, out = self.scored([{"tokens": 0}, {"tokens": 0}, {"tokens": 100, "closed": True}, {"tokens": 300, "closed": False}, {"closed": True}, {}])
        # Tokens are told by four items: 400 / 4. Five tell anything, three of them reasoned, two of these came to an end.
        self.assertEqual(found, {"thinking": {"items": 5, "items_with_tokens": 4, "mean_tokens": 100.0, "thought": 0.6, "closed": round(2 / 3, 12)}})
        self.assertRegex(out, r"answerable_facts +- +- +0 +100\.0 +4 +60\.0 +66\.7")

    def test_values_of_no_use_are_passed_over(self):
        found, out = self.scored([{"mass": True}, {"mass": -1}, {"mass": 1.5}, {"mass": "0.5"}, {"tokens": -3, "closed": 1}, {"tokens": 2.5}])
        self.assertEqual((found, "readout" in out), (None, False))

    def test_the_record_that_counts_tells(self):
        name = f"{FAMILY.name}:00000"
        run = made.write_run(self.root, self.folder / "run", {FAMILY.name: {name: {"p": made.yes(0.7), "mass": 0.4}}})
        with open(run / f"{FAMILY.name}.jsonl", "a", encoding="utf-8") as handle:
            handle.write(json.dumps({"id": name, "error": "x", "mass": 0.9}) + "\n")
        target = self.folder / "scores.json"
        with contextlib.redirect_stdout(io.StringIO()):
            score.main([f"me={run}", "--root", str(self.root), "--json", str(target), "--jobs", "1", "--resamples", "20"])
        self.assertEqual(json.loads(target.read_text())["systems"]["me"]["readout"]["mass"]["median"], 0.4)


if __name__ == "__main__":
    unittest.main()
