"""Resampling: the stream by its definition, re-weighted measures against plain ones, intervals, and equality however they are made."""
from __future__ import annotations

import contextlib
import hashlib
import io
import json
import math
import random
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import made
from generators import draws, families
from scoring import aggregates, bootstrap, evaluate, metrics, runs, score, tasks

without_numpy = mock.patch.object(bootstrap, "load_numpy", lambda: None)
NEEDS_NUMPY = unittest.skipUnless(bootstrap.load_numpy(), "numpy is not installed: its results cannot be compared")


def by_definition(label: str, units: int, count: int, seed: int = 20261007) -> list:
    """The units of every resample, straight from the definition of the stream."""
    rng = random.Random(int.from_bytes(hashlib.sha256(f"{seed}|{label}|{units}".encode()).digest(), "big"))
    return [[int(rng.random() * units) for _ in range(units)] for _ in range(count)]


class Stream(unittest.TestCase):
    def test_first_draws(self):
        # from a separate run of the definition with nothing but hashlib and random
        self.assertEqual(by_definition("paws", 10, 1)[0], [8, 6, 4, 0, 4, 5, 1, 3, 2, 7])
        self.assertEqual(bootstrap.draw_resamples("paws", 10, 1).rows, bytes([1, 1, 1, 1, 2, 1, 1, 1, 1, 0]))

    def rows_agree(self):
        for label, units in (("paws", 10), ("policy_case", 201), ("t|fresh", 1), ("x", 700)):
            found = list(bootstrap.multiplicities(bootstrap.draw_resamples(label, units, 25)))
            expected = [bytes(drawn.count(unit) for unit in range(units)) for drawn in by_definition(label, units, 25)]
            self.assertEqual(found, expected, label)

    def test_rows_follow_the_definition(self):
        with without_numpy:
            self.rows_agree()

    @NEEDS_NUMPY
    def test_rows_follow_the_definition_with_numpy(self):
        self.rows_agree()

    def test_label_seed_and_units_make_the_stream(self):
        rows = {bootstrap.draw_resamples(label, units, 3, seed).rows[:30]
                for label, units, seed in (("a", 30, 1), ("b", 30, 1), ("a", 31, 1), ("a", 30, 2), ("a|fresh", 30, 1))}
        self.assertEqual(len(rows), 5)

    def test_fewer_resamples_are_the_first_of_more(self):
        self.assertTrue(bootstrap.draw_resamples("a", 20, 50).rows.startswith(bootstrap.draw_resamples("a", 20, 10).rows))


class Percentiles(unittest.TestCase):
    def test_between_neighbours(self):
        # 2.5 % of 0..40: place .025 * 40 = 1; 97.5 %: place 39; of 0..1: place .025
        self.assertEqual(bootstrap.percentile([float(n) for n in range(41)], 2.5), 1.0)
        self.assertEqual(bootstrap.percentile([float(n) for n in range(41)], 97.5), 39.0)
        self.assertAlmostEqual(bootstrap.percentile([0.0, 1.0], 2.5), 0.025, places=15)
        self.assertEqual(bootstrap.percentile([7.0], 97.5), 7.0)

    def test_resamples_without_value_are_left_out_and_counted(self):
        self.assertEqual(bootstrap.interval([None, 2.0, 1.0, None, 3.0]), ([1.05, 2.95], 2))  # 1 + .05 * 1, 2 + .95 * 1
        self.assertEqual(bootstrap.interval([None]), (None, 1))


class Floor(unittest.TestCase):
    def test_by_definition(self):
        confidence = [0.5 + place / 200 for place in range(100)]
        rng = random.Random(int.from_bytes(hashlib.sha256(b"20261007|paws|floor|100").digest(), "big"))
        errors = [metrics.calibration_error(confidence, [rng.random() < level for level in confidence]) for _ in range(200)]
        self.assertAlmostEqual(bootstrap.calibration_floor(confidence, "paws"), math.fsum(errors) / 200, delta=1e-12)


class Lanes(unittest.TestCase):
    def test_sums_of_whole_numbers(self):
        resamples = bootstrap.draw_resamples("lanes", 17, 40)
        values = [place * place for place in range(17)]
        expected = [sum(n * value for n, value in zip(row, values)) for row in bootstrap.multiplicities(resamples)]
        for width in (bootstrap.COUNT_BYTES, bootstrap.SUM_BYTES, bootstrap.SQUARE_BYTES):
            self.assertEqual(bootstrap.weighted_sums(resamples, values, width), expected)

    def test_nothing_sums_to_nothing(self):
        self.assertEqual(bootstrap.weighted_sums(bootstrap.draw_resamples("lanes", 5, 4), [0] * 5), [0] * 4)

    def test_multiplicities_add_up_to_the_units(self):
        for row in bootstrap.multiplicities(bootstrap.draw_resamples("lanes", 90, 30)):
            self.assertEqual(sum(row), 90)


class Reweighting(unittest.TestCase):
    """Every re-weighted measure equals the plain measure of the items that the resample holds, each as often as its unit was drawn."""

    COUNT = 30

    def cases(self):
        """(units, confidence, right, scores, rates) with ties, units of several sizes, good and bad systems."""
        for number in range(25):
            rng = draws.stream(draws.PUBLISHED, "re-weighting", number)
            unit_count = rng.between(1, 40)
            units = rng.shuffled([unit for unit in range(unit_count) for _ in range(rng.between(1, 4))])
            units = tasks.number_units(units)
            steps = rng.choice((3, 20, 10 ** 6))
            confidence = [(steps + rng.below(steps + 1)) / (2 * steps) for _ in units]
            right = [rng.chance(rng.choice((20, 60, 97, 100))) for _ in units]
            yield units, confidence, right, [rng.below(steps) / steps for _ in units], [rng.below(5) / 4 for _ in units]

    def held(self, units, row):
        """Places of the items in a resample."""
        return [place for place, unit in enumerate(units) for _ in range(row[unit])]

    def agree(self, make, plain):
        for units, *columns in self.cases():
            resamples = bootstrap.draw_resamples("agree", max(units) + 1, self.COUNT)
            found = make(resamples, units, *columns)
            for value, row in zip(found, bootstrap.multiplicities(resamples)):
                places = self.held(units, row)
                expected = plain([units[place] for place in places], *([column[place] for place in places] for column in columns))
                if expected is None:
                    self.assertIsNone(value)
                else:
                    self.assertAlmostEqual(value, expected, delta=1e-10)

    def automation(self):
        self.agree(lambda resamples, units, confidence, right, scores, rates: bootstrap.automation(
            resamples, bootstrap.order_items(confidence, right, units),
            bootstrap.weighted_sums(resamples, bootstrap.unit_sums([1] * len(units), units, resamples.units))),
            lambda units, confidence, right, scores, rates: metrics.automation(confidence, right))

    def test_automation(self):
        self.automation()

    def aurc(self):
        self.agree(lambda resamples, units, confidence, right, scores, rates: bootstrap.aurc(
            resamples, bootstrap.order_items(confidence, right, units)),
            lambda units, confidence, right, scores, rates: metrics.aurc(confidence, right))

    def test_aurc(self):
        with without_numpy:
            self.aurc()

    @NEEDS_NUMPY
    def test_aurc_with_numpy(self):
        self.aurc()

    def test_auroc(self):
        self.agree(lambda resamples, units, confidence, right, scores, rates: bootstrap.auroc(resamples, scores, right, units),
                   lambda units, confidence, right, scores, rates: metrics.auroc(scores, right))

    def test_skill(self):
        for units, _, _, scores, rates in self.cases():
            resamples = bootstrap.draw_resamples("agree", max(units) + 1, self.COUNT)
            for value, row in zip(bootstrap.skill(resamples, scores, rates, units), bootstrap.multiplicities(resamples)):
                places = self.held(units, row)
                expected = metrics.skill([scores[place] for place in places], [rates[place] for place in places])
                self.assertEqual(value is None, expected is None)
                if expected is not None:
                    self.assertTrue(math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-9), (value, expected))


class WholeTask(unittest.TestCase):
    """A task's resampled values against the same task made of the resampled groups."""

    def task_and_answers(self, name="log_count_check", groups=12, strength=300):
        rows = tuple(made.family_items(families.BY_NAME[name], groups))
        task = tasks.Task(name, "core", families.BY_NAME[name].layer, "pair_accuracy", 0.25, "", rows,
                          tasks.number_units([item.group for item in rows]), groups)
        given = [runs.normalise(body["p"], item.options) for item, body in zip(rows, made.random_answers(name, rows, strength).values())]
        given[3] = None
        return task, runs.Answers(tuple(given))

    def resampled_task(self, task, answers, row):
        """The task and answers of one resample, every copy of a group a group of its own."""
        rows, units, given, unit = [], [], [], 0
        for group, copies in enumerate(row):
            for _ in range(copies):
                members = [place for place, held in enumerate(task.units) if held == group]
                rows += [task.items[place] for place in members]
                given += [answers.probabilities[place] for place in members]
                units += [unit] * len(members)
                unit += 1
        return task._replace(items=tuple(rows), units=tuple(units), unit_count=unit), runs.Answers(tuple(given))

    def test_every_measure(self):
        for name in ("log_count_check", "policy_case", "record_rule"):
            task, answers = self.task_and_answers(name)
            resamples = bootstrap.draw_resamples(task.name, task.unit_count, 25)
            measures = evaluate.measure_task(task, answers, evaluate.settle(task, answers), resamples, 1)
            checked = 0
            for place, row in enumerate(bootstrap.multiplicities(resamples)):
                smaller, given = self.resampled_task(task, answers, row)
                expected = evaluate.point_values(smaller, given, evaluate.settle(smaller, given), 1)
                for measure, found in measures.items():
                    if found.resampled is not None:
                        value = evaluate.unpack(found.resampled)[place]
                        self.assertEqual(value is None, expected[measure] is None, measure)
                        if value is not None:
                            self.assertAlmostEqual(value, expected[measure], delta=1e-10, msg=measure)
                        checked += 1
            self.assertEqual(checked, 25 * (10 if name == "log_count_check" else 9))


class Macro(unittest.TestCase):
    def test_resample_b_of_the_mean_is_the_mean_of_resamples_b(self):
        parts = [aggregates.Mean(0.5, [0.4, 0.6, None]), aggregates.Mean(0.7, [0.6, 0.6, 0.6])]
        self.assertEqual(aggregates.mean_of(parts), aggregates.Mean(0.6, [0.5, 0.6, None]))


class Equality(unittest.TestCase):
    """The JSON of a call does not depend on processes, on numpy, on the order of rows, or on what is scored beside it."""

    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.root, cls.runs = Path(cls.holder.name) / "data", Path(cls.holder.name) / "runs"
        answers = {"a": {}, "b": {}}
        for family in families.FAMILIES:
            rows = made.family_items(family, 9)
            made.write_task(cls.root, family.name, rows)
            for system, strength in (("a", 300), ("b", 700)):
                answers[system][family.name] = made.random_answers(family.name, rows, strength)
        rows = [made.noul_item("xstest", number, ("yes", "no", "no")[number % 3], level=None) for number in range(40)]
        made.write_task(cls.root, "xstest", rows, track="reference", metric="auroc", layer="B", chance=0.5)
        answers["a"]["xstest"] = made.random_answers("xstest", rows, 300)
        for system, tasks_ in answers.items():
            made.write_run(cls.root, cls.runs / system, tasks_)

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def call(self, *systems, options=()):
        """The JSON object of a call."""
        path = Path(self.holder.name) / "out.json"
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            code = score.main([*systems, "--root", str(self.root), "--resamples", "60", "--json", str(path), *options])
        self.assertEqual(code, 0)
        return json.loads(path.read_text("utf-8"))

    def test_processes(self):
        one = self.call(f"a={self.runs / 'a'}", options=["--jobs", "1"])
        self.assertEqual(one, self.call(f"a={self.runs / 'a'}", options=["--jobs", "3"]))
        self.assertEqual(one["systems"]["a"]["core"]["families_counted"], 13)

    @NEEDS_NUMPY
    def test_numpy(self):
        with_it = self.call(f"a={self.runs / 'a'}", options=["--jobs", "1"])
        with without_numpy:
            self.assertEqual(with_it, self.call(f"a={self.runs / 'a'}", options=["--jobs", "1"]))

    def test_other_systems_and_fewer_tasks(self):
        both = self.call(f"a={self.runs / 'a'}", f"b={self.runs / 'b'}")
        alone = self.call(f"b={self.runs / 'b'}", options=["--tasks", "xstest,policy_case"])
        self.assertEqual(both["systems"]["b"]["tasks"]["policy_case"], alone["systems"]["b"]["tasks"]["policy_case"])
        self.assertEqual(both["systems"]["a"], self.call(f"a={self.runs / 'a'}")["systems"]["a"])

    def test_error_rows_beside_answers_change_nothing_but_counters(self):
        before = self.call(f"b={self.runs / 'b'}")["systems"]["b"]
        for path in (self.runs / "b").glob("*.jsonl"):
            lines = path.read_text("utf-8").splitlines(keepends=True)
            errors = [json.dumps({"id": json.loads(line)["id"], "error": "late"}) + "\n" for line in lines[::2]]
            path.write_text("".join(lines + errors), encoding="utf-8")
        after = self.call(f"b={self.runs / 'b'}")["systems"]["b"]
        self.assertEqual((before["core"], before["reference"]), (after["core"], after["reference"]))
        self.assertEqual(after["tasks"]["policy_case"]["duplicates"], 14)  # every other one of 27 items
        self.assertEqual(before["tasks"]["policy_case"]["measures"], after["tasks"]["policy_case"]["measures"])

    def test_aggregates_by_their_definition(self):
        """Macro and pooled intervals and the interval of a layer, from the definition of the stream and the plain measures."""
        found = self.call(f"a={self.runs / 'a'}")["systems"]["a"]
        confident, pairs = [[0, 0] for _ in range(60)], [[] for _ in range(60)]
        for name in families.BY_NAME:
            task, answers, outcomes = self.outcomes("a", name)
            for place, drawn in enumerate(by_definition(name, task.unit_count, 60)):
                taken = [item for unit in drawn for item, held in enumerate(task.units) if held == unit]
                confident[place][0] += sum(outcomes.confidence[item] >= 0.9 for item in taken)
                confident[place][1] += len(taken)
                whole = metrics.group_outcomes(outcomes.correct, task.units)
                pairs[place].append(sum(whole[unit] for unit in drawn) / len(drawn))
        self.close_to(found["core"]["pooled"]["share_90"]["interval"], [high / total for high, total in confident])
        self.close_to(found["core"]["measures"]["pair_accuracy"]["interval"], [sum(values) / 13 for values in pairs])
        task, answers, _ = self.outcomes("a", "xstest")
        scores, layer = evaluate.yes_probabilities(task, answers), []
        for drawn in by_definition("xstest", 40, 60):
            value = metrics.auroc([scores[item] for item in drawn], [task.items[item].gold == "yes" for item in drawn])
            layer.append(max(0.0, 100 * (value - 0.5) / 0.5))
        self.close_to(found["reference"]["layers"]["B"]["interval"], layer)

    def outcomes(self, system, name):
        """(Task, Answers, Outcomes) of a system on a task."""
        task = tasks.read_task(self.root, name)
        answers = runs.read_answers(task, self.runs / system)
        return task, answers, evaluate.settle(task, answers)

    def close_to(self, interval, values):
        """The interval is that of the values: of 60, places 1.475 and 57.525 in order."""
        values = sorted(values)
        for end, low, part in zip(interval, (1, 57), (0.475, 0.525)):
            self.assertAlmostEqual(end, values[low] + part * (values[low + 1] - values[low]), delta=1e-10)

    def test_order_of_answer_rows(self):
        before = self.call(f"b={self.runs / 'b'}")
        for path in (self.runs / "b").glob("*.jsonl"):
            lines = path.read_text("utf-8").splitlines(keepends=True)
            path.write_text("".join(draws.stream(draws.PUBLISHED, "rows", path.name).shuffled(lines)), encoding="utf-8")
        self.assertEqual(before, self.call(f"b={self.runs / 'b'}"))


if __name__ == "__main__":
    unittest.main()
