"""The analyses of diagnose.py: values worked out by hand, files, and what is refused."""
from __future__ import annotations

import csv
import doctest
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import made
from generators import families
from scoring import bootstrap, diagnose, diagnostics, evaluate, runs, tasks

PAIR_FAMILY = tasks.PAIR_FAMILIES[0]


def view(rows, answers, name=PAIR_FAMILY, track="core", metric="pair_accuracy", resamples=20):
    """The TaskView of probabilities (tuples in option order, None for a failed item)."""
    units = tasks.number_units(tasks.unit_names(rows, metric))
    task = tasks.Task(name, track, "B", metric, 0.25, "0" * 64, tuple(rows), units, max(units) + 1)
    drawn = bootstrap.draw_resamples(name, task.unit_count, resamples)
    return diagnostics.view_task(task, runs.Answers(tuple(answers)), drawn)


def pair_rows(kinds, level=1):
    """One pair for each kind, the `no` member carrying it."""
    return [row for number, kind in enumerate(kinds) for row in (
        made.noul_item(PAIR_FAMILY, 2 * number, "yes", number, level, planted=False),
        made.noul_item(PAIR_FAMILY, 2 * number + 1, "no", number, level, kind=kind, planted=True))]


class ByHand(unittest.TestCase):
    def test_examples(self):
        self.assertEqual(doctest.testmod(diagnostics).failed, 0)

    def test_best_threshold(self):
        # yes above .60 gets the first two pairs right, no threshold gets the third, whose order is wrong
        self.assertEqual(diagnostics.best_threshold([(0.9, 0.6), (0.7, 0.1), (0.2, 0.4)]), (2 / 3, 0.6))
        # the pairs' ranges (.3, .4] and (.6, .7] do not meet: one of two
        self.assertEqual(diagnostics.best_threshold([(0.7, 0.6), (0.4, 0.3)]), (0.5, 0.3))
        # the same threshold opens one range and closes another: never both
        self.assertEqual(diagnostics.best_threshold([(0.5, 0.4), (0.6, 0.5)])[0], 0.5)
        self.assertEqual(diagnostics.best_threshold([(0.2, 0.8), None]), (0.0, 0.5))

    def test_a_threshold_is_what_it_says(self):
        rng = made.draws.stream(made.draws.PUBLISHED, "thresholds")
        pairs = [(rng.below(20) / 20, rng.below(20) / 20) for _ in range(60)]
        share, at = diagnostics.best_threshold(pairs)
        reached = [sum(high > cut >= low for high, low in pairs) / 60 for cut in [place / 20 for place in range(20)]]
        self.assertEqual(share, max(reached))
        self.assertEqual(sum(high > at >= low for high, low in pairs) / 60, share)

    def test_direction_counts_failed_members_as_wrong(self):
        one = view(pair_rows(["a", "a", "a"]), [(0.9, 0.1), (0.8, 0.2), (0.9, 0.1), (0.1, 0.9), (0.9, 0.1), None])
        found = diagnostics.direction([one])
        # first pair: right order, both yes; second: right; third: a member failed. Right items: yes, yes, no, yes
        self.assertEqual((found["pairs"], found["pair_direction"], found["pair_accuracy"], found["accuracy"]), (3, 2 / 3, 1 / 3, 4 / 6))
        self.assertEqual((found["pair_accuracy_at_best_threshold"], found["best_threshold"]), (2 / 3, 0.8))

    def test_levels_need_every_family(self):
        easy, hard = view(pair_rows("a"), [(1, 0), (0, 1)]), view(pair_rows("a", 3), [(1, 0), (1, 0)])
        both = easy._replace(levels={1: (1, 1), 3: (0, 1)})
        self.assertEqual(diagnostics.levels([both, both]), {"families": 2, "1": 1.0, "2": None, "3": 0.0, "change": -1.0})
        self.assertEqual((hard.levels, diagnostics.levels([both, hard])["1"]), ({3: (0, 1)}, None))

    def test_planted_gap(self):
        # always yes: every unplanted item right, every planted one wrong, in every resample
        found = diagnostics.planted([view(pair_rows("aaaa"), [(0.9, 0.1)] * 8)])
        self.assertEqual(found["unplanted"], {"value": 1.0, "interval": [1.0, 1.0]})
        self.assertEqual(found["gap"], {"value": -1.0, "interval": [-1.0, -1.0]})
        # pairs that are wholly right or wholly wrong: the gap is 0 in every resample, its parts are not constant
        found = diagnostics.planted([view(pair_rows("aaaa"), [(1, 0), (0, 1), (0, 1), (1, 0)] * 2)])
        self.assertEqual(found["gap"], {"value": 0.0, "interval": [0.0, 0.0]})
        self.assertLess(found["planted"]["interval"][0], found["planted"]["interval"][1])

    def test_kinds_of_groups_with_several_plants(self):
        rows = [made.choice_item("record_rule", number, gold, "abc", 0, 1, kind=kind) for number, (gold, kind) in enumerate((("a", None), ("b", "one"), ("c", "two")))]
        found = view(rows, [(1, 0, 0), (0, 1, 0), (1, 0, 0)], "record_rule")
        self.assertEqual(found.kinds, {"one": (0, 1, [0.0, 0.0]), "two": (0, 1, [0.0, 0.0])})

    def test_kinds_are_sorted_and_small_ones_left_out(self):
        rows = pair_rows(["a"] * 20 + ["b"] * 20 + ["c"] * 19)
        right = [(1, 0), (0, 1)]
        found = diagnostics.kinds([view(rows, right * 5 + [(1, 0)] * 30 + right * 20 + right * 19)])
        self.assertEqual([(row["kind"], row["groups"], row["pair_accuracy"]["value"]) for row in found], [("a", 20, 0.25), ("b", 20, 1.0)])
        self.assertLess(found[0]["pair_accuracy"]["interval"][0], 0.25)

    def test_confident_errors(self):
        one = view(pair_rows("aa"), [(0.9, 0.1), (0.9, 0.1), (0.2, 0.8), None])
        # wrong: the second (at .90), the third (at .80), the failed one (uniform)
        self.assertEqual(diagnostics.errors([one]), {"families": 1, "items": 4, "errors": 3, "confident": 1, "confident_share": 1 / 3})

    def test_shared_errors(self):
        rows = pair_rows("aa")
        a, b = view(rows, [(0, 1), (1, 0), (1, 0), None]), view(rows, [(0, 1), (0, 1), (0, 1), None])
        # a: items 0, 1, 3 wrong; b: items 0, 2, 3; shared 0 (same option) and 3 (both failed: no answer to share); expected 3 * 3 / 4
        self.assertEqual(diagnostics.overlap([a], [b]), {"tasks": 1, "a": 3, "b": 3, "shared": 2, "expected": 2.25, "jaccard": 0.5, "same_answer": 1})
        self.assertIsNone(diagnostics.overlap([a], [b._replace(task="other")]))

    def test_spearman(self):
        self.assertEqual(diagnostics.ranks([3, 1, 3, 2]), [3.5, 1.0, 3.5, 2.0])
        self.assertEqual(diagnostics.spearman([1, 2, 3], [3, 2, 1]), -1.0)
        # ranks 1.5 1.5 3 4 against 1 2 3 4: 4.5 / sqrt(4.5 * 5)
        self.assertAlmostEqual(diagnostics.spearman([1, 1, 2, 3], [1, 2, 3, 4]), 0.9486832980505138, 12)
        self.assertIsNone(diagnostics.spearman([1, 1, 1], [1, 2, 3]))
        self.assertIsNone(diagnostics.spearman([1, 2], [1, 2]))

    def test_exposure(self):
        flags = {"a": True, "b": True, "c": False, "d": False}
        values, control = {"a": 50, "b": 30, "c": 10, "d": 10}, {"a": 20, "b": 20, "c": 10, "d": 10}
        found = diagnostics.exposure(flags, values, [control], "x", 200, 1)
        self.assertEqual((found["gap"]["value"], found["adjusted"]["value"]), (30, 20))
        # two named tasks: a resample's mean is 30, 40 or 50; the unlisted mean and the control's gap never move
        self.assertEqual((found["gap"]["interval"], found["adjusted"]["interval"]), ([20, 40], [10, 30]))
        with self.assertRaisesRegex(ValueError, "0 named"):
            diagnostics.exposure({"a": False}, values, [], "x", 20, 1)


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.root = Path(cls.folder.name, "data")
        cls.rows = {family.name: made.family_items(family, 24) for family in families.FAMILIES[:3]}
        for layer, names in tasks.REFERENCE.items():
            cls.rows[names[0]] = [made.noul_item(names[0], number, gold) for number, gold in enumerate(("yes", "no") * 10)]
        for name, rows in cls.rows.items():
            more = {} if name in families.BY_NAME else {"track": "reference", "metric": "accuracy", "layer": tasks.LAYER_OF[name], "chance": 0.5}
            made.write_task(cls.root, name, rows, **more)
        cls.runs = {name: made.write_run(cls.root, Path(cls.folder.name, name), {task: made.random_answers(task, rows, strength) for task, rows in cls.rows.items()})
                    for name, strength in (("weak", 200), ("strong", 700), ("other", 400))}
        cls.systems = [f"{name}={folder}" for name, folder in cls.runs.items()]

    def test_text_and_files(self):
        out = Path(self.folder.name, "diagnosis")
        code, text, err = made.run(diagnose, *self.systems, "--root", self.root, "--out", out, "--resamples", 50)
        self.assertEqual((code, err), (0, ""))
        found = json.loads((out / "diagnosis.json").read_text(encoding="utf-8"))
        self.assertEqual({path.suffix for path in out.iterdir()}, {".csv", ".tex", ".txt", ".json"})
        with open(out / "planted_and_errors.csv", encoding="utf-8", newline="") as handle:
            rows = {row["system"]: row for row in csv.DictReader(handle)}
        self.assertEqual(rows["weak"]["errors"], f"{found['systems']['weak']['errors']['errors']:,}")
        self.assertIn("weak", (out / "direction_and_levels.tex").read_text(encoding="utf-8"))
        self.assertEqual((out / "diagnosis.txt").read_text(encoding="utf-8").strip(), text.strip())
        self.assertEqual(set(found["overlap"]), {"weak | strong", "weak | other", "strong | other"})

    def test_a_name_that_is_no_text_leaves_no_files(self):
        out = Path(self.folder.name, "never")
        code, _, err = made.run(diagnose, f"\udcff={self.runs['weak']}", "--root", self.root, "--out", out, "--resamples", 10)
        self.assertEqual((code, out.exists(), "cannot be written as UTF-8" in err), (2, False, True), err)

    def test_numbers_are_those_of_score(self):
        path = Path(self.folder.name, "found.json")
        self.assertEqual(made.run(diagnose, self.systems[0], "--root", self.root, "--json", path, "--resamples", 20)[0], 0)
        found = json.loads(path.read_text(encoding="utf-8"))["systems"]["weak"]
        job = evaluate.Job(self.root, PAIR_FAMILY, {"weak": self.runs["weak"]}, 20, bootstrap.SEED, False, frozenset())
        scores = {name: evaluate.score_task(job._replace(task=name))["weak"] for name in list(self.rows)[:3]}
        pair_scores = [score for name, score in scores.items() if name in tasks.PAIR_FAMILIES]
        mean = sum(score.measures["pair_direction"].value for score in pair_scores) / len(pair_scores)
        self.assertAlmostEqual(found["direction"]["pair_direction"], mean, 9)  # families of equal size
        wrong = sum(round((1 - score.measures["accuracy"].value) * score.items) for score in scores.values())
        self.assertEqual(found["errors"]["errors"], wrong)
        self.assertEqual(found["tracks"], {"core": None, "reference": None})

    def test_a_run_on_other_items_is_left_out(self):
        folder = made.write_run(self.root, Path(self.folder.name, "stranger"), {PAIR_FAMILY: {}})
        code, text, _ = made.run(diagnose, f"stranger={folder}", "--root", self.root, "--tasks", PAIR_FAMILY, "--resamples", 20)
        self.assertEqual(code, 1)
        self.assertIn(f"stranger: {PAIR_FAMILY} does not count: only 0 of 48 items have a record", text)

    def flags(self, text):
        path = Path(self.folder.name, "flags.csv")
        path.write_text(text, encoding="utf-8")
        return path

    def test_exposure_from_flags(self):
        names = [name for name in self.rows if name in tasks.LAYER_OF]
        flags = ("own", "family", "unlisted", "below 3 %", "unlisted", "unknown", "")
        path = self.flags("layer,task,weak\n" + "".join(f"{tasks.LAYER_OF[name]},{name},{flag}\n" for name, flag in zip(names, flags)))
        found = Path(self.folder.name, "exposed.json")
        code, text, err = made.run(diagnose, *self.systems, "--root", self.root, "--exposure", path, "--controls", "strong,other", "--resamples", 50, "--json", found)
        self.assertEqual((code, err), (0, ""))
        row = json.loads(found.read_text(encoding="utf-8"))["exposure"]["systems"]["weak"]
        self.assertEqual((row["named"], row["unlisted"]), (2, 3))
        self.assertIn("Named and unlisted sources", text)

    def test_refused(self):
        for flags, wanted in (("layer,weak\n", "flags.csv:1: has no column task"), ("task,weak\nnosuch,own\n", "flags.csv:2: 'nosuch' is no reference task"),
                              ("task,weak\nxstest,perhaps\n", "weak, xstest: the flag 'perhaps' is unknown"), ("task,nobody\nxstest,own\n", "name none of the systems"),
                              ("task,weak\nxstest,own\n", "weak: 0 named and 0 unlisted"),
                              ("layer,task,weak,weak\nB,xstest,own,own\n", "flags.csv:1: the column 'weak' stands twice; keep one of the two"),
                              ("task,task\n", "flags.csv:1: the column 'task' stands twice"),
                              ("task,weak\nxstest,own\nnevir,own\nxstest,unlisted\n", "flags.csv:4: xstest has a row in line 2 already; keep one of the two"),
                              ("task,weak\nxstest,own,unlisted\n", "flags.csv:2: has more cells than the head line")):
            with self.subTest(flags=flags):
                code, _, err = made.run(diagnose, self.systems[0], "--root", self.root, "--exposure", self.flags(flags), "--resamples", 20)
                self.assertEqual(code, 2)
                self.assertIn(wanted, err)
                self.assertNotIn("Traceback", err)
        code, _, err = made.run(diagnose, self.systems[0], "--root", self.root, "--exposure", self.flags("task,weak\n"), "--controls", "ghost", "--resamples", 20)
        self.assertEqual((code, "--controls ghost: no such system" in err), (2, True))
        self.assertEqual(made.run(diagnose, "weak=nowhere", "--root", self.root)[0], 2)


if __name__ == "__main__":
    unittest.main()
