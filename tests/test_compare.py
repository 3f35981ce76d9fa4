"""Paired comparison, and the files over all runs."""
from __future__ import annotations

import contextlib
import csv
import doctest
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import made
from generators import draws, families, items
from scoring import aggregates, compare, paired, score, tasks


class Statistics(unittest.TestCase):
    def test_examples(self):
        self.assertEqual(doctest.testmod(paired).failed, 0)

    def test_mcnemar(self):
        # n = 6, smaller side 1: 2 * (1 + 6) / 64
        self.assertEqual(paired.mcnemar(1, 5), 0.21875)
        # equal sides: 2 * (1 + 2) / 4 is above 1
        self.assertEqual((paired.mcnemar(1, 1), paired.mcnemar(0, 0)), (1.0, 1.0))
        # n = 3, 0: 2 / 8
        self.assertEqual(paired.mcnemar(3, 0), 0.25)

    def test_sign_flips_of_one_group_are_certain(self):
        self.assertEqual(paired.sign_flips([0, 2, 0], "t", 1), 1.0)  # both signs are as far out

    def test_sign_flips_approach_the_exact_share(self):
        # five groups of +1: all signs equal in 2 of 32 cases, .0625; standard error of 10,000 flips .0024
        self.assertAlmostEqual(paired.sign_flips([1] * 5, "t", 1), 0.0625, delta=0.01)
        # sizes 1 and 2, sum 3: only the two extreme of 4 sign patterns reach 3: .5
        self.assertAlmostEqual(paired.sign_flips([1, 2], "t", 1), 0.5, delta=0.02)
        # 2 and -2: the sum 0 is reached by every pattern
        self.assertEqual(paired.sign_flips([2, -2], "t", 1), 1.0)

    def test_sign_flips_are_seeded(self):
        values = [1, -1, 1, 1, 2, 1]
        self.assertEqual(paired.sign_flips(values, "t", 1), paired.sign_flips(values, "t", 1))
        self.assertNotEqual(paired.sign_flips(values, "t", 1), paired.sign_flips(values, "u", 1))

    def test_more_groups_than_bits_of_a_double(self):
        # 100 groups, sum 0 of 50 and -50: certain; sum 100: no flip of 10,000 gets there, 1 / 10,001
        self.assertEqual(paired.sign_flips([1, -1] * 50, "t", 1), 1.0)
        self.assertEqual(paired.sign_flips([1] * 100, "t", 1), 1 / 10001)

    def test_holm(self):
        # sorted .01 .02 .5: .03, .04, .5
        self.assertEqual(paired.holm([0.5, 0.01, 0.02]), [0.5, 0.03, 0.04])
        self.assertEqual(paired.holm([0.6, 0.7]), [1.0, 1.0])  # 2 * .6 is capped, and .7 may not fall below it
        self.assertEqual(paired.holm([]), [])

    def test_differences(self):
        found = paired.difference(aggregates.Mean(0.5, [0.25, None, 0.5]), aggregates.Mean(0.75, [0.5, 0.5, 0.25]))
        self.assertEqual(found, aggregates.Mean(0.25, [0.25, None, -0.25]))
        self.assertEqual(paired.difference(aggregates.Mean(None), aggregates.Mean(1.0)), aggregates.Mean(None))


class Made(unittest.TestCase):
    """A root with four groups of every family, one reference task and one custom task."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.root, self.runs, self.rows = self.folder / "data", self.folder / "runs", {}
        for family in families.FAMILIES:
            self.rows[family.name] = made.family_items(family, 4)
            made.write_task(self.root, family.name, self.rows[family.name])
        self.rows["paws"] = [made.noul_item("paws", number, "no", level=None) for number in range(10)]
        made.write_task(self.root, "paws", self.rows["paws"], track="reference", metric="accuracy", layer="G", chance=0.5)
        self.rows["ours"] = made.pairs("ours", 2)
        made.write_task(self.root, "ours", self.rows["ours"], track="custom")

    def write(self, name, wrong=(), without=(), verified=True):
        """A run that is right at .75 but on the ids in `wrong`, and has no file for the tasks in `without`."""
        answers = {}
        for task, rows in self.rows.items():
            if task not in without:
                answers[task] = {item.id: {"p": self.answer(item, item.id not in wrong)} for item in rows}
        return made.write_run(self.root, self.runs / name, answers, verified)

    @staticmethod
    def answer(item, is_right):
        other = next(option for option in item.options if option != item.gold)
        return {item.gold: 0.75, other: 0.25} if is_right else {item.gold: 0.25, other: 0.75}

    def call(self, main, *arguments):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([*map(str, arguments), "--root", str(self.root), "--resamples", "40", "--jobs", "1"])
        return code, out.getvalue(), err.getvalue()


class Compare(Made):
    def compare(self, *more):
        path = self.folder / "c.json"
        code, out, err = self.call(compare.main, f"A={self.runs / 'a'}", f"B={self.runs / 'b'}", "--json", path, *more)
        self.assertEqual(code, 0, err)
        return json.loads(path.read_text("utf-8")), out

    def test_by_hand(self):
        first = self.rows["log_count_check"]
        self.write("a", wrong={first[0].id, self.rows["paws"][0].id, self.rows["paws"][1].id})
        self.write("b", wrong={first[2].id, first[3].id})
        found, out = self.compare()
        task = found["tasks"]["log_count_check"]
        # A 7 of 8 items, 3 of 4 pairs; B 6 of 8 items, 3 of 4 pairs; corrected difference 100 * 0 / .75
        self.assertEqual(task["measures"]["accuracy"]["difference"], -0.125)
        self.assertEqual((task["measures"]["pair_accuracy"]["difference"], task["corrected"]["difference"]), (0.0, 0.0))
        # pair 1 is right for A alone, pair 0 for B alone; items 2 and 3 went wrong, item 0 right
        self.assertEqual(task["mcnemar"], {"a_only": 1, "b_only": 1, "p": 1.0, "p_holm": 1.0})
        self.assertEqual(task["changes"], {"right_to_wrong": 2, "wrong_to_right": 1, "wrong_to_other": 0})
        # macro over 13 families: -.125 / 13
        self.assertAlmostEqual(found["core"]["measures"]["accuracy"]["difference"], -0.125 / 13, places=12)
        # paws from 8 of 10 to 10 of 10: corrected 60 to 100; layer G holds only that task, no total
        self.assertEqual(found["tasks"]["paws"]["corrected"]["difference"], 40.0)
        layer = found["reference"]["layers"]["G"]
        self.assertEqual((layer["difference"], layer["complete"], found["reference"]["total"]), (40.0, False, None))
        self.assertIn("mean of 13", out)
        self.assertIn("layer G (incomplete)", out)

    def test_equal_runs_differ_by_nothing(self):
        self.write("a", wrong={item.id for rows in self.rows.values() for item in rows[::3]})
        self.write("b", wrong={item.id for rows in self.rows.values() for item in rows[::3]})
        found, _ = self.compare()
        for task in found["tasks"].values():
            for measure in task["measures"].values():
                self.assertIn(measure["difference"], (0, None))
                self.assertIn(measure["interval"], ([0, 0], None))
            self.assertEqual((task["mcnemar"]["p"], task["sign_flip"]["p"]), (1.0, 1.0))

    def test_swapped_systems_change_signs(self):
        rng = draws.stream(draws.PUBLISHED, "swapped")
        ids = [item.id for rows in self.rows.values() for item in rows]
        self.write("a", wrong=set(rng.sample(ids, 40)))
        self.write("b", wrong=set(rng.sample(ids, 40)))
        there, _ = self.compare()
        (self.runs / "a").rename(self.runs / "c")
        (self.runs / "b").rename(self.runs / "a")
        (self.runs / "c").rename(self.runs / "b")
        back, _ = self.compare()
        for name, task in there["tasks"].items():
            for measure, value in task["measures"].items():
                other = back["tasks"][name]["measures"][measure]
                if value["difference"] is not None:
                    self.assertAlmostEqual(value["difference"], -other["difference"], places=12)
                if value["interval"] is not None:
                    for end, opposite in zip(value["interval"], reversed(other["interval"])):
                        self.assertAlmostEqual(end, -opposite, places=11)
            self.assertEqual((task["mcnemar"]["p"], task["sign_flip"]), (back["tasks"][name]["mcnemar"]["p"], back["tasks"][name]["sign_flip"]))

    def test_runs_on_different_items_are_refused(self):
        self.write("a")
        self.write("b")
        hashes = json.loads((self.runs / "b" / "_items.json").read_text())
        hashes["paws"]["sha256"] = "0" * 64
        items.write_json(self.runs / "b" / "_items.json", hashes)
        code, out, err = self.call(compare.main, f"A={self.runs / 'a'}", f"B={self.runs / 'b'}")
        self.assertEqual((code, out), (2, ""))
        self.assertIn("A and B were run on different items of paws", err)
        self.assertEqual(self.call(compare.main, f"A={self.runs / 'a'}", f"B={self.runs / 'b'}", "--tasks", "ours")[0], 0)

    def test_a_task_that_does_not_count_is_named(self):
        self.write("a")
        self.write("b", without={"dep_resolve"})
        found, out = self.compare()
        self.assertEqual(found["tasks"]["dep_resolve"]["reason"], "B: no answer file")
        self.assertEqual((found["core"]["families_compared"], found["core"]["measures"]["accuracy"]["difference"]), (12, None))
        self.assertIn("dep_resolve is not compared: B: no answer file", out)
        self.assertIn("No headline: 12 of 13", out)


class AllRuns(Made):
    def all(self, systems, code=0):
        (self.folder / "systems.json").write_text(systems if isinstance(systems, str) else json.dumps(systems))
        got, out, err = self.call(score.main, "--all", "--runs", self.runs, "--systems", self.folder / "systems.json", "--out", self.folder / "out")
        self.assertEqual(got, code, err)
        self.assertNotIn("Traceback", err)
        return err

    def table(self, name):
        with open(self.folder / "out" / name, encoding="utf-8", newline="") as handle:
            return list(csv.reader(handle))

    def test_files_and_order(self):
        self.write("a", wrong={self.rows["log_count_check"][0].id})
        self.write("b")
        self.write("c", without={"paws"})
        self.all({"a": {"name": "=A_1", "table": True}, "b": {"name": "B & C", "table": True}, "c": {"table": False}})
        names = sorted(path.name for path in (self.folder / "out").iterdir())
        self.assertEqual(names, ["MISSING_RUNS.md", "T1_main.csv", "T1_main.tex", "T2_core_by_family.csv", "T2_core_by_family.tex", "T3_reference_by_layer.csv",
                                 "T3_reference_by_layer.tex", "T4_corrected_by_task.csv", "T4_corrected_by_task.tex", "report.html", "report.md", "scores.json"])
        # b has every pair, a 51 of 52 of the thirteen means: 12.75 / 13 = 98.1
        main = self.table("T1_main.csv")
        self.assertEqual([row[0] for row in main], ["system", "B & C", "'=A_1"])
        self.assertEqual([row[main[0].index("pair accuracy")] for row in main[1:]], ["100.0", "98.1"])
        t2 = self.table("T2_core_by_family.csv")
        self.assertEqual(len(t2), 15)
        # a: 3 of 4 pairs of log_count_check
        self.assertEqual(dict((row[0], row[4]) for row in t2)["log_count_check"], "75.0")
        self.assertIn("B \\& C", (self.folder / "out" / "T2_core_by_family.tex").read_text())
        t4 = self.table("T4_corrected_by_task.csv")
        self.assertEqual((len(t4), dict((row[0], row[1]) for row in t4)["paws"], dict((row[0], row[1]) for row in t4)["nevir"]), (36, "100.0", ""))
        self.assertEqual([row[1] for row in self.table("T3_reference_by_layer.csv")[1:]], [""] * 8)
        missing = (self.folder / "out" / "MISSING_RUNS.md").read_text()
        self.assertIn("| c | no answer file | paws |", missing)
        self.assertEqual(len(json.loads((self.folder / "out" / "scores.json").read_text())["systems"]), 3)
        report = (self.folder / "out" / "report.md").read_text()
        self.assertEqual((report.count("percentile bootstrap"), report.count("of 13 families)")), (1, 0))
        self.assertIn("Reference tasks that count: 1 (B & C and =A\\_1).", report.replace("\\&", "&"))

    def test_a_system_without_all_families(self):
        """It stands with the mean of the families that count, their number in its name and their names in the legend, behind those with a headline."""
        self.write("a", wrong={self.rows["log_count_check"][0].id})
        self.write("b", without={name for name in families.BY_NAME if name not in ("log_count_check", "policy_case")})
        self.all({"b": {"name": "B", "table": True}, "a": {"name": "A", "table": True}})
        main = self.table("T1_main.csv")
        # b: all of two families right; a: 12.75 of 13
        self.assertEqual([(row[0], row[main[0].index("pair accuracy")]) for row in main[1:]], [("A", "98.1"), ("B (2 of 13 families)", "100.0")])
        self.assertEqual(main[2][main[0].index("pooled share at 0.90")], "")
        text = " ".join((self.folder / "out" / "report.md").read_text().replace("\\", "").split())
        self.assertIn("not to be compared with rows of other families. Families that count: policy_case, log_count_check (B).", text)
        self.assertEqual(dict((row[0], row[4]) for row in self.table("T2_core_by_family.csv"))["mean"], "")

    def test_a_name_that_is_no_text_leaves_no_half_of_the_results(self):
        """A run folder whose name is no UTF-8, whatever the locale; a name that no ASCII terminal can show is written all the same."""
        self.write("a")
        systems = self.folder / "systems.json"
        systems.write_text(json.dumps({"a": {"name": "W\u00f6rter", "table": True}}))
        command = [sys.executable, score.__file__, "--all", "--root", str(self.root), "--runs", str(self.runs), "--systems", str(systems), "--resamples", "20"]
        environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}

        def call(out):
            return subprocess.run([*command, "--out", str(self.folder / out)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)

        done = call("fine")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("W\u00f6rter", (self.folder / "fine/T1_main.csv").read_text(encoding="utf-8"))
        try:
            os.rename(os.fsencode(self.runs / "a"), os.fsencode(self.runs) + b"/a\xff")
        except OSError:
            self.skipTest("this file system takes no such name")
        systems.write_text("{}")
        done = call("out")
        self.assertEqual((done.returncode, done.stdout, (self.folder / "out").exists()), (2, "", False))
        self.assertIn("cannot be written as UTF-8", done.stderr)

    def test_a_marked_system_without_a_run(self):
        self.write("a")
        err = self.all({"a": {"table": True}, "z": {"table": True}}, code=1)
        self.assertIn("marks z for the tables", err)
        self.assertIn("no run folder", (self.folder / "out" / "MISSING_RUNS.md").read_text())

    def test_what_systems_json_must_not_hold(self):
        self.write("a")
        self.write("b")
        for text, message in (('{"a": {"nmae": "A"}}', "unknown key 'nmae'"), ('{"a": {"table": 1}}', "table is 1, not a bool"),
                              ('{"a": {}, "a": {}}', "the key 'a' stands twice"), ('{"a": []}', "is not an object"), ('[]', "is not an object"),
                              ('{"a": {"name": "X", "table": true}, "b": {"name": "X", "table": true}}', "both have the name 'X'"),
                              ('{"x/a": {}}', "is not the plain name of a folder"), ('{', "is not JSON")):
            self.assertIn(message, self.all(text, code=2), text)
        (self.runs / "link").symlink_to(self.runs / "a")
        self.assertIn("two names for one folder", self.all('{"a": {"table": true}, "link": {"table": true}}', code=2))

    def test_a_missing_systems_file_or_runs_folder(self):
        self.write("a")
        code, _, err = self.call(score.main, "--all", "--runs", self.runs, "--systems", self.folder / "none.json")
        self.assertEqual((code, "none.json: no such file; it says which run folders" in err), (2, True))
        code, _, err = self.call(score.main, "--all", "--runs", self.folder / "none", "--systems", self.folder / "none.json")
        self.assertEqual((code, "no such folder" in err), (2, True))

    def test_custom_tasks_stand_alone(self):
        self.write("a", wrong={self.rows["ours"][0].id})
        code, out, _ = self.call(score.main, f"a={self.runs / 'a'}")
        # 1 of 2 pairs, chance 1/4: 100 * .25 / .75
        self.assertEqual(code, 0)
        self.assertIn("a: custom tasks, answers", out)
        self.assertRegex(out, r"ours +4 +100\.0 +0\.0 +75\.0 .*50\.0 .*pair_accuracy .*33\.3")


class Custom(unittest.TestCase):
    def test_ten_ungrouped_items(self):
        with tempfile.TemporaryDirectory() as folder:
            rows = [made.choice_item("mine", number, "ab"[number % 2], ("a", "b"), level=None) for number in range(10)]
            made.write_task(folder, "mine", rows, track="custom", metric="accuracy", chance=0.5)
            task = tasks.read_task(folder, "mine")
            made.write_run(folder, Path(folder) / "run", {"mine": {item.id: {"p": {"a": 1}} for item in rows}})
            out, path = io.StringIO(), Path(folder) / "s.json"
            with contextlib.redirect_stdout(out):
                code = score.main([f"a={Path(folder) / 'run'}", "--root", folder, "--json", str(path), "--jobs", "1", "--resamples", "20"])
            found = json.loads(path.read_text())["systems"]["a"]
        # always a: 5 of 10; no groups, so no pair accuracy; no core task, so no headline
        self.assertEqual((code, task.unit_count, found["tasks"]["mine"]["value"], found["tasks"]["mine"]["corrected"]), (0, 10, 0.5, 0.0))
        self.assertNotIn("pair_accuracy", found["tasks"]["mine"]["measures"])
        self.assertEqual(found["core"]["families_counted"], 0)
        self.assertIsNotNone(found["tasks"]["mine"]["measures"]["brier"]["interval"])

    def test_a_custom_task_must_not_take_a_known_name(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("dep_resolve", "paws"):
                made.write_task(folder, name, made.pairs(name, 1), track="custom")
                with self.assertRaisesRegex(tasks.ScoringError, "names of their own"):
                    tasks.read_task(folder, name)


if __name__ == "__main__":
    unittest.main()
