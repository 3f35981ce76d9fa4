"""The scorer's measures, counting rules, headline and tables; every expected value is worked out by hand in its comment."""
from __future__ import annotations

import contextlib
import doctest
import io
import json
import math
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import made
from generators import draws, families, items
from scoring import aggregates, bootstrap, call, evaluate, metrics, runs, score, tables, tasks


class Folder(unittest.TestCase):
    """A test with a data root and runs in a temporary folder."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.root = self.folder / "data"

    def score(self, *arguments):
        """(exit code, standard output, standard error, JSON or None) of score.py on the made root."""
        out, err, path = io.StringIO(), io.StringIO(), self.folder / "scores.json"
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = score.main([*arguments, "--root", str(self.root), "--json", str(path), "--jobs", "1", "--resamples", "40"])
        return code, out.getvalue(), err.getvalue(), json.loads(path.read_text("utf-8")) if path.exists() else None

    def task_of(self, name, rows, answers, **options):
        """The JSON object of one task for a run with these answers ({id: record body})."""
        card = {key: value for key, value in options.items() if key in ("track", "metric", "layer", "chance")}
        made.write_task(self.root, name, rows, **card)
        made.write_run(self.root, self.folder / "run", {name: answers}, options.get("verified", True))
        code, _, err, found = self.score(f"a={self.folder / 'run'}", *options.get("arguments", ()))
        self.assertEqual(code, options.get("code", 0), err)
        return found["systems"]["a"]["tasks"][name]


class Docstrings(unittest.TestCase):
    def test_examples(self):
        for module in (metrics, runs, bootstrap):
            outcome = doctest.testmod(module)
            self.assertEqual(outcome.failed, 0, module.__name__)
        self.assertGreater(doctest.testmod(metrics).attempted, 10)


class Accuracy(unittest.TestCase):
    def test_accuracy_is_the_share_of_right_items(self):
        self.assertEqual(metrics.accuracy([True, True, False, False, True]), 0.6)  # 3 / 5

    def test_no_item_is_an_error(self):
        with self.assertRaises(ValueError):
            metrics.accuracy([])

    def test_yes_to_everything_is_half_the_items_and_no_pair(self):
        # two pairs, the yes members right: 2 of 4 items, 0 of 2 pairs
        right = [True, False, True, False]
        self.assertEqual((metrics.accuracy(right), metrics.pair_accuracy(right, "aabb")), (0.5, 0.0))

    def test_a_group_of_three_needs_all_three(self):
        # a: right, right, right; b: right, right, wrong -> 1 of 2
        self.assertEqual(metrics.pair_accuracy([True, True, True, True, True, False], "aaabbb"), 0.5)

    def test_members_need_not_stand_together(self):
        # a: items 0 and 2 right; b: items 1 and 3, the second wrong -> 1 of 2
        self.assertEqual(metrics.pair_accuracy([True, True, True, False], "abab"), 0.5)


class Direction(unittest.TestCase):
    def test_right_direction_wrong_pair(self):
        # p(yes) 0.86 and 0.84: both predicted yes, so the no member is wrong; but 0.86 > 0.84
        self.assertEqual(metrics.pair_direction([(0.86, 0.84)]), 1.0)
        self.assertEqual(metrics.pair_accuracy([0.86 > 0.5, not 0.84 > 0.5], "aa"), 0.0)

    def test_equal_probabilities_are_no_direction(self):
        self.assertEqual(metrics.pair_direction([(0.5, 0.5), (0.6, 0.5)]), 0.5)  # 1 of 2

    def test_a_failed_member_counts_as_wrong(self):
        self.assertEqual(metrics.pair_direction([None, (0.9, 0.1), (0.9, 0.1), (0.9, 0.1)]), 0.75)  # 3 of 4


class Automation(unittest.TestCase):
    def test_exactly_one_error_in_twenty_is_allowed(self):
        # 19 right, then 1 wrong: 1 * 20 <= 20
        confidence = [1 - place / 100 for place in range(20)]
        self.assertEqual(metrics.automation(confidence, [True] * 19 + [False]), 1.0)

    def test_one_error_in_nineteen_is_too_many(self):
        # 18 right, then 1 wrong: 20 > 19; the prefix of 18 stands: 18 / 19
        confidence = [1 - place / 100 for place in range(19)]
        self.assertEqual(metrics.automation(confidence, [True] * 18 + [False]), 18 / 19)

    def test_a_later_prefix_may_qualify_again(self):
        # the first is wrong, the next 19 right: 1 * 20 <= 20, so all 20 of 21; the last, wrong, makes 2 * 20 > 21
        confidence = [1 - place / 100 for place in range(21)]
        self.assertEqual(metrics.automation(confidence, [False] + [True] * 19 + [False]), 20 / 21)

    def test_equal_confidences_stand_or_fall_together(self):
        # at .9 one right; the block of two at .8 has one error of 3 -> prefix of 1: 1 / 4
        self.assertEqual(metrics.automation([0.8, 0.9, 0.6, 0.8], [True, True, True, False]), 0.25)

    def test_no_prefix_qualifies(self):
        self.assertEqual(metrics.automation([0.9, 0.8], [False, True]), 0.0)

    def test_all_right(self):
        self.assertEqual(metrics.automation([0.5, 0.5, 0.5], [True] * 3), 1.0)


class Confident(unittest.TestCase):
    def test_published_example(self):
        # 5 of 10 items at 0.90, 4 of them right: 4 / 5 and 5 / 10
        confidence = [0.90] * 5 + [0.60] * 5
        self.assertEqual(metrics.accuracy_at(confidence, [True] * 4 + [False] + [True] * 5), (0.8, 0.5))

    def test_just_below_is_out(self):
        self.assertEqual(metrics.accuracy_at([0.9, 0.899999999999], [False, True]), (0.0, 0.5))

    def test_none_confident(self):
        self.assertEqual(metrics.accuracy_at([0.5], [True]), (None, 0.0))


class Calibration(unittest.TestCase):
    def test_published_example(self):
        # all at 0.90, 70 % right: |0.7 - 0.9|
        self.assertAlmostEqual(metrics.calibration_error([0.9] * 10, [True] * 7 + [False] * 3), 0.2, places=12)

    def test_two_bins_are_weighted_by_their_items(self):
        # bin of 0.95: 3 items, 2 right: |2/3 - .95| = .28333; bin of .55: 1 item, right: .45; 3/4 * .28333 + 1/4 * .45 = .325
        self.assertAlmostEqual(metrics.calibration_error([0.95, 0.95, 0.95, 0.55], [True, True, False, True]), 0.325, places=12)

    def test_the_upper_border_belongs_to_the_bin(self):
        # 10/15 is in bin 10, also with 12 decimals; one step of 1e-9 past it is bin 11
        self.assertEqual([metrics.calibration_bin(value) for value in (2 / 3, 0.666666666667, 0.66666667)], [10, 10, 11])

    def test_the_ends(self):
        # 0.2 = 3/15 is bin 3; 1 is bin 15; 0 would be bin 1
        self.assertEqual([metrics.calibration_bin(value) for value in (0.0, 1 / 15, 0.2, 0.21, 1.0)], [1, 1, 3, 4, 15])

    def test_perfect(self):
        self.assertEqual(metrics.calibration_error([1.0, 1.0], [True, True]), 0.0)

    def test_floor_of_certain_answers_is_zero(self):
        # every redraw of c = 1 is right
        self.assertEqual(bootstrap.calibration_floor([1.0] * 8, "t"), 0.0)

    def test_floor_of_one_coin(self):
        # one item at 0.5: right or wrong, the gap is |1 - .5| or |0 - .5|: 0.5 in every redraw
        self.assertEqual(bootstrap.calibration_floor([0.5], "t"), 0.5)


class Auroc(unittest.TestCase):
    def test_by_pairs(self):
        # positives .8 .4, negatives .6 .2: .8 beats both, .4 beats .2: 3 of 4
        self.assertEqual(metrics.auroc([0.8, 0.4, 0.6, 0.2], [True, True, False, False]), 0.75)

    def test_a_tie_counts_one_half(self):
        # .5 against .5 and .2: .5 + 1 of 2
        self.assertEqual(metrics.auroc([0.5, 0.5, 0.2], [True, False, False]), 0.75)

    def test_all_tied(self):
        self.assertEqual(metrics.auroc([0.5] * 5, [True, True, False, False, False]), 0.5)

    def test_one_class_has_no_value(self):
        self.assertIsNone(metrics.auroc([0.1, 0.9], [True, True]))


class Skill(unittest.TestCase):
    def test_by_hand(self):
        # rates 1, .5, 0: mean .5, spread .25 + 0 + .25 = .5; p .8 .5 .4: .04 + 0 + .16 = .2; 1 - .4
        self.assertAlmostEqual(metrics.skill([0.8, 0.5, 0.4], [1.0, 0.5, 0.0]), 0.6, places=12)

    def test_the_mean_rate_has_no_skill(self):
        self.assertEqual(metrics.skill([0.5, 0.5], [1.0, 0.0]), 0.0)

    def test_worse_than_the_mean_is_negative(self):
        # p 0 and 1 for rates 1 and 0: 2 against .5 -> 1 - 4
        self.assertEqual(metrics.skill([0.0, 1.0], [1.0, 0.0]), -3.0)

    def test_equal_rates_have_no_value(self):
        self.assertIsNone(metrics.skill([0.2, 0.3], [0.1, 0.1]))


class Ndcg(unittest.TestCase):
    def test_second_place(self):
        # the one relevant passage in place 2: 1/log2(3) against 1
        self.assertAlmostEqual(metrics.query_ndcg([0.9, 0.5], [0, 1], 1.0), 0.6309297535714575, places=12)

    def test_all_tied_share_every_place(self):
        # two passages tied, one relevant: (1 + 0.63093) / 2
        self.assertAlmostEqual(metrics.query_ndcg([1.0, 1.0], [1, 0], 1.0), 0.8154648767857288, places=12)

    def test_a_tie_over_the_cut(self):
        # 9 passages ahead; two tied fill places 10 and 11, of which only 10 counts: half of 1/log2(11) = 0.2890648 / 2
        value = metrics.query_ndcg([2.0] * 9 + [1.0, 1.0], [0] * 9 + [1, 0], 1.0)
        self.assertAlmostEqual(value, 0.14453241315894394, places=12)

    def test_the_eleventh_place_counts_nothing(self):
        scores = [float(20 - place) for place in range(11)]
        self.assertEqual(metrics.query_ndcg(scores, [0] * 10 + [1], 1.0), 0.0)

    def test_unlisted_passages_stand_in_the_ideal(self):
        # one relevant listed and first, ideal of two relevant: 1 / (1 + 0.63093)
        self.assertAlmostEqual(metrics.query_ndcg([1.0], [1], 1 + 1 / math.log2(3)), 0.6131471927654584, places=12)

    def test_queries_without_an_ideal_are_left_out(self):
        # (1 + 0) / 2; the third has ideal 0
        self.assertEqual(metrics.ndcg([([2, 1], [1, 0], 1.0), ([2, 1], [0, 0], 1.0), ([1], [0], 0.0)]), 0.5)

    def test_expected_levels_tie_after_nine_decimals(self):
        # 0 * .2 + 1 * .5 + 2 * .3 = 1.1; a difference in the tenth decimal is none
        self.assertEqual(evaluate.expected_level((0.2, 0.5, 0.3)), 1.1)
        self.assertEqual(evaluate.expected_level((0.2, 0.5000000001, 0.2999999999)), 1.1)


class Losses(unittest.TestCase):
    def test_brier_of_three_options(self):
        # p .6 .3 .1, gold the second: .36 + .49 + .01 = .86
        self.assertAlmostEqual(metrics.brier([(0.6, 0.3, 0.1)], [1]), 0.86, places=12)

    def test_log_loss(self):
        # -ln .5 and -ln 1: .6931471806 / 2
        self.assertAlmostEqual(metrics.log_loss([(0.5, 0.5), (1.0, 0.0)], [0, 0]), 0.34657359027997264, places=12)

    def test_log_loss_is_clipped(self):
        # -ln 1e-6 = 13.8155...
        self.assertAlmostEqual(metrics.log_loss([(1.0, 0.0)], [1]), 13.815510557964274, places=12)

    def test_aurc(self):
        # blocks of 1, 2, 1: 1/4 * 0/1 + 2/4 * 1/3 + 1/4 * 2/4 = .1667 + .125
        self.assertAlmostEqual(metrics.aurc([0.9, 0.8, 0.8, 0.6], [True, False, True, False]), 0.2917, places=4)

    def test_aurc_of_one_block_is_the_error_rate(self):
        self.assertEqual(metrics.aurc([0.5] * 4, [True, False, False, False]), 0.75)

    def test_corrected(self):
        # 100 * (.55 - .25) / .75 = 40; 100 * (.1 - .25) / .75 = -20
        self.assertAlmostEqual(metrics.corrected(0.55, 0.25), 40.0, places=12)
        self.assertAlmostEqual(metrics.corrected(0.10, 0.25), -20.0, places=12)


class OneTask(Folder):
    """A task from its answer file to the JSON."""

    name = "log_count_check"

    def answered(self, rows, p=0.9):
        """Right answers at confidence p."""
        return {item.id: {"p": made.yes(p if item.gold == "yes" else 1 - p)} for item in rows}

    def test_yes_to_everything(self):
        rows = made.pairs(self.name, 10)
        task = self.task_of(self.name, rows, {item.id: {"p": {"yes": 1, "no": 0}} for item in rows})
        # 10 of 20 items, no pair; chance 1/4: 100 * (0 - .25) / .75; p(yes) equal: no direction
        self.assertEqual((task["measures"]["accuracy"]["value"], task["value"], task["measures"]["pair_direction"]["value"]), (0.5, 0.0, 0.0))
        self.assertAlmostEqual(task["corrected"], -33.333333333333, places=9)
        self.assertEqual(task["measures"]["accuracy"]["interval"], [0.5, 0.5])

    def test_a_failed_item_is_wrong_even_where_the_tie_rule_would_be_right(self):
        rows = made.pairs(self.name, 5)
        answers = {**self.answered(rows), rows[0].id: {"error": "HTTP 500"}}
        task = self.task_of(self.name, rows, answers)
        # item 0 has gold yes, the first option; 9 of 10 right, 4 of 5 pairs, direction 4 of 5
        self.assertEqual((task["measures"]["accuracy"]["value"], task["value"], task["measures"]["pair_direction"]["value"]), (0.9, 0.8, 0.8))
        self.assertEqual((task["records"], task["failed"], task["invalid"], task["tied"]), (10, 1, 0, 0))
        # wrong at c = .5: 9 of 10 at .9 or more, all right; Brier (9 * .02 + .5) / 10
        self.assertEqual((task["measures"]["accuracy_90"]["value"], task["measures"]["share_90"]["value"]), (1.0, 0.9))
        self.assertAlmostEqual(task["measures"]["brier"]["value"], 0.068, places=12)

    def test_a_tie_goes_to_the_first_option_and_is_counted(self):
        rows = made.pairs(self.name, 2)
        task = self.task_of(self.name, rows, {item.id: {"p": {"yes": 0.5, "no": 0.5}} for item in rows})
        self.assertEqual((task["measures"]["accuracy"]["value"], task["tied"]), (0.5, 4))

    def test_level_3(self):
        rows = made.pairs(self.name, 6)
        answers = self.answered(rows)
        answers[rows[4].id] = {"p": made.yes(0.2)}
        task = self.task_of(self.name, rows, answers)
        # groups 0 to 5 have levels 1 2 3 1 2 3; item 4 is in group 2, of level 3: 1 of 2 there, 5 of 6 in all
        self.assertEqual(task["measures"]["level3_pair_accuracy"]["value"], 0.5)
        self.assertAlmostEqual(task["value"], 0.833333333333, places=12)

    def test_probabilities_are_divided_by_their_sum(self):
        rows = made.pairs(self.name, 1)
        task = self.task_of(self.name, rows, {rows[0].id: {"p": {"yes": 1.8, "no": 0.2}}, rows[1].id: {"p": {"no": 4}}})
        # .9 and 1.0: both at .90; Brier (.01 + .01 + 0) / 2
        self.assertEqual(task["measures"]["share_90"]["value"], 1.0)
        self.assertAlmostEqual(task["measures"]["brier"]["value"], 0.01, places=12)

    def test_coverage_of_99_percent_counts(self):
        rows = made.pairs(self.name, 50)
        answers = self.answered(rows)
        del answers[rows[0].id]
        task = self.task_of(self.name, rows, answers)
        # 99 of 100 records
        self.assertEqual((task["counted"], task["records"], task["failed"]), (True, 99, 1))

    def test_coverage_below_99_percent_does_not(self):
        rows = made.pairs(self.name, 50)
        answers = self.answered(rows)
        del answers[rows[0].id], answers[rows[1].id]
        task = self.task_of(self.name, rows, answers)
        self.assertFalse(task["counted"])
        self.assertIn("98 of 100 items", task["reason"])
        self.assertEqual(task["measures"]["accuracy"]["value"], 0.98)  # shown all the same: 98 of 100

    def test_an_explicit_error_is_a_record(self):
        rows = made.pairs(self.name, 50)
        answers = {**self.answered(rows), **{item.id: {"error": "late"} for item in rows[:10]}}
        task = self.task_of(self.name, rows, answers)
        self.assertEqual((task["counted"], task["failed"], task["measures"]["accuracy"]["value"]), (True, 10, 0.9))

    def test_without_hash_only_with_the_option(self):
        rows = made.pairs(self.name, 2)
        self.assertFalse(self.task_of(self.name, rows, self.answered(rows), verified=False)["counted"])
        self.assertTrue(self.task_of(self.name, rows, self.answered(rows), verified=False, arguments=["--allow-unverified"])["counted"])

    def test_another_hash_never_counts(self):
        rows = made.pairs(self.name, 2)
        made.write_task(self.root, self.name, rows)
        made.write_run(self.root, self.folder / "run", {self.name: self.answered(rows)}, verified=False)
        items.write_json(self.folder / "run" / "_items.json", {self.name: {"sha256": "0" * 64}})
        code, _, _, found = self.score(f"a={self.folder / 'run'}", "--allow-unverified")
        task = found["systems"]["a"]["tasks"][self.name]
        self.assertEqual((code, task["counted"]), (1, False))
        self.assertRegex(task["reason"], "^run on other items .*; name the data root of the run$")

    def test_only_a_run_with_records_may_be_one_of_the_subset(self):
        rows = made.pairs(self.name, 2)
        self.assertIn("--subset", self.task_of(self.name, rows, dict(list(self.answered(rows).items())[:2]))["reason"])
        self.assertNotIn("--subset", self.task_of(self.name, rows, {"other:1": {"p": made.yes(1)}})["reason"])

    def test_one_unknown_id_in_a_hundred_records_counts(self):
        rows = made.pairs(self.name, 50)
        task = self.task_of(self.name, rows, {**self.answered(rows), "other:1": {"p": made.yes(1)}})
        self.assertEqual((task["counted"], task["unknown_ids"]), (True, 1))  # 100 * 1 <= 100
        task = self.task_of(self.name, rows, {**self.answered(rows), "other:1": {"p": made.yes(1)}, "other:2": {}})
        self.assertEqual((task["counted"], task["unknown_ids"]), (False, 2))  # 200 > 100

    def test_records_of_dropped_items_are_outside(self):
        rows = made.pairs(self.name, 2)
        dropped = self.folder / "dropped.json"
        dropped.write_text(json.dumps({self.name: ["gone:1", "gone:2"]}))
        answers = {**self.answered(rows), "gone:1": {"p": made.yes(1)}, "gone:2": {"error": "x"}}
        with mock.patch.object(call, "DROPPED", dropped):
            task = self.task_of(self.name, rows, answers)
        self.assertEqual((task["counted"], task["outside"], task["unknown_ids"], task["value"]), (True, 2, 0, 1.0))
        self.assertFalse(self.task_of(self.name, rows, answers)["counted"])  # without the list 2 of 4 records are unknown

    def test_choice_task_by_answer_objects(self):
        rows = made.many("policy_case", 2, ("approve", "deny", "escalate"))
        answers = {item.id: {"answers": {"q": {"type": "choice", "choice": item.gold, "confidence": 0.4,
                                               "probabilities": {option: 0.6 if option == item.gold else 0.2 for option in item.options}}}}
                   for item in rows}
        task = self.task_of("policy_case", rows, answers)
        # all right at .6; chance of a triple 1/27; Brier .16 + .04 + .04
        self.assertEqual((task["value"], task["corrected"]), (1.0, 100.0))
        self.assertAlmostEqual(task["chance"], 1 / 27, places=12)
        self.assertAlmostEqual(task["measures"]["brier"]["value"], 0.24, places=12)
        self.assertNotIn("pair_direction", task["measures"])
        self.assertEqual(task["measures"]["accuracy_90"], {"value": None, "interval": None})

    def test_reference_auroc(self):
        rows = [made.noul_item("xstest", number, gold, level=None) for number, gold in enumerate(("yes", "yes", "no", "no"))]
        answers = {row.id: {"p": made.yes(p)} for row, p in zip(rows, (0.8, 0.4, 0.6, 0.2))}
        task = self.task_of("xstest", rows, answers, track="reference", metric="auroc", layer="B", chance=0.5)
        # 3 of 4 pairs; 100 * (.75 - .5) / .5; items are their own units
        self.assertEqual((task["value"], task["corrected"], task["measures"]["auroc"]["value"]), (0.75, 50.0, 0.75))
        self.assertIsNone(task["measures"]["brier"]["interval"])
        self.assertIsNotNone(task["measures"]["accuracy"]["interval"])
        self.assertNotIn("pair_accuracy", task["measures"])

    def test_reference_auroc_of_a_failed_item_is_one_half(self):
        rows = [made.noul_item("xstest", number, gold, level=None) for number, gold in enumerate(("yes", "no", "no"))]
        answers = {rows[0].id: {"error": "x"}, rows[1].id: {"p": made.yes(0.5)}, rows[2].id: {"p": made.yes(0.3)}}
        task = self.task_of("xstest", rows, answers, track="reference", metric="auroc", layer="B", chance=0.5)
        self.assertEqual(task["value"], 0.75)  # tie with .5, above .3: 1.5 of 2

    def test_reference_skill(self):
        rows = [made.noul_item("cap_boundary_card", number, None, level=None)._replace(rate=rate) for number, rate in enumerate((1.0, 0.5, 0.0))]
        answers = {row.id: {"p": made.yes(p)} for row, p in zip(rows, (0.8, 0.5, 0.4))}
        task = self.task_of("cap_boundary_card", rows, answers, track="reference", metric="skill", layer="A", chance=0)
        self.assertAlmostEqual(task["value"], 0.6, places=12)  # 1 - .2 / .5
        self.assertEqual(list(task["measures"]), ["skill"])

    def rerank_rows(self):
        """Two queries of two passages, one relevant each, and one query without any relevant passage."""
        question = {"type": "score", "instructions": "How well?", "criteria": ["not", "somewhat", "well"]}
        table = [("q1", 1, 1.0), ("q1", 0, 1.0), ("q2", 0, 1.0), ("q2", 1, 1.0), ("q3", 0, 0.0)]
        return [items.Item(f"rerank_scifact:{number:05d}", "passage", question, ("0", "1", "2"), relevance=relevance, query=query, ideal=ideal)
                for number, (query, relevance, ideal) in enumerate(table)]

    def test_reference_reranking(self):
        rows = self.rerank_rows()
        p = {"first": {"0": 0, "1": 0.2, "2": 0.8}, "second": {"0": 0.5, "1": 0.5}}
        answers = {row.id: {"answers": {"q": {"type": "score", "score": 1, "probabilities": p[place]}}}
                   for row, place in zip(rows, ("first", "second", "first", "second", "first"))}
        task = self.task_of("rerank_scifact", rows, answers, track="reference", metric="ndcg@10", layer="G", chance=0.088)
        # q1: relevant first, 1; q2: relevant second, .63093; q3 has ideal 0: (1 + .63093) / 2
        self.assertAlmostEqual(task["value"], 0.815464876786, places=11)
        self.assertEqual(list(task["measures"]), ["ndcg@10"])

    def test_reranking_where_all_failed_ties_everything(self):
        rows = self.rerank_rows()
        task = self.task_of("rerank_scifact", rows, {row.id: {"error": "x"} for row in rows}, track="reference", metric="ndcg@10", layer="G", chance=0.088)
        self.assertAlmostEqual(task["value"], 0.815464876786, places=11)  # each query (1 + .63093) / 2

    def test_reference_hash_is_a_warning(self):
        rows = [made.noul_item("paws", number, gold, level=None) for number, gold in enumerate(("yes", "no"))]
        task = self.task_of("paws", rows, self.answered(rows), track="reference", metric="accuracy", layer="G", chance=0.5, verified=False)
        self.assertEqual((task["counted"], task["value"]), (True, 1.0))


class Headline(Folder):
    def write_core(self, names, answer):
        """A root with four groups of these families and a run that answers every item by answer(family, item)."""
        answers = {}
        for name in names:
            rows = made.family_items(families.BY_NAME[name], 4)
            made.write_task(self.root, name, rows)
            answers[name] = {item.id: {"p": answer(name, item)} for item in rows}
        return made.write_run(self.root, self.folder / "run", answers)

    @staticmethod
    def right(item, p=0.95):
        """Gold at p, the rest on the next option."""
        other = item.options[(item.options.index(item.gold) + 1) % len(item.options)]
        return {item.gold: p, other: 1 - p}

    def test_macro_mean_of_13_families(self):
        def answer(name, item):
            return self.right(item) if not (name == "filter_match" and item.group.endswith("g0000")) else {item.options[0]: 1}

        run = self.write_core(families.BY_NAME, answer)
        code, out, _, found = self.score(f"a={run}")
        core = found["systems"]["a"]["core"]
        # filter_match: its group 0 gets yes twice: 7 of 8 items, 3 of 4 pairs; the others all right
        # accuracy (12 + 7/8) / 13 = 12.875 / 13, pair accuracy 12.75 / 13, direction (7 + 3/4) / 8
        self.assertEqual((code, core["families_counted"], core["partial"]), (0, 13, None))
        self.assertAlmostEqual(core["measures"]["accuracy"]["value"], 12.875 / 13, places=12)
        self.assertAlmostEqual(core["measures"]["pair_accuracy"]["value"], 12.75 / 13, places=12)
        self.assertAlmostEqual(core["measures"]["pair_direction"]["value"], 7.75 / 8, places=12)
        self.assertIn("Core headline, mean of 13 families", out)

    def test_pooled_measures(self):
        def answer(name, item):
            return self.right(item, 0.95 if name == "filter_match" else 0.8)

        run = self.write_core(families.BY_NAME, answer)
        core = self.score(f"a={run}")[3]["systems"]["a"]["core"]
        # items: 8 pair families * 8 + 4 triple families * 12 + 1 * 16 = 64 + 48 + 16 = 128; 8 of them at .95, all right
        # calibration: (8 * .05 + 120 * .2) / 128 = 24.4 / 128
        self.assertEqual(core["pooled"]["accuracy_90"], {"value": 1.0, "interval": [1.0, 1.0]})
        self.assertEqual(core["pooled"]["share_90"]["value"], 0.0625)
        self.assertAlmostEqual(core["pooled"]["calibration_error"]["value"], 0.190625, places=12)
        # twelve families have no item at .90: no macro mean
        self.assertIsNone(core["measures"]["accuracy_90"]["value"])

    def test_a_macro_mean_without_value_names_the_family(self):
        run = self.write_core(families.BY_NAME, lambda name, item: self.right(item, 0.7 if name == "dep_resolve" else 0.95))
        _, out, _, _ = self.score(f"a={run}")
        self.assertIn("no mean of accuracy at 0.90: dep_resolve has no value", out)

    def test_what_is_said_of_many_tasks_is_one_line(self):
        run = self.write_core(["log_count_check", "policy_case", "dep_resolve", "state_goal"], lambda name, item: {option: 1 for option in item.options})
        for name in ("dep_resolve", "state_goal"):
            (run / f"{name}.jsonl").unlink()
        lines = self.score(f"a={run}")[1].splitlines()
        self.assertIn("* state_goal, dep_resolve do not count: no answer file", lines)
        self.assertRegex(next(line for line in lines if "tie rule" in line), r"^  policy_case, log_count_check: 100\.0 % of the items decided by the tie rule")
        self.assertIn("  no mean of accuracy at 0.90: policy_case, log_count_check have no value", lines)
        self.assertEqual((tables.named(["paws", *families.BY_NAME]), tables.named(["policy_case", "paws"])), ("all 13 families, paws", "policy_case, paws"))
        left_out = {"measures": {"level3_pair_accuracy": {"left_out": 2}}, "tied": 0, **dict.fromkeys(tables.ODDITIES, 0)}
        self.assertEqual(tables.oddities_of(left_out), ["resamples without a value: level 3 in 2"])

    def test_two_families_give_no_headline(self):
        run = self.write_core(["log_count_check", "policy_case"], lambda name, item: self.right(item))
        code, out, _, found = self.score(f"a={run}")
        core = found["systems"]["a"]["core"]
        self.assertEqual((code, core["families_counted"], core["measures"]["accuracy"]["value"]), (0, 2, None))
        self.assertIn("Core headline: none; 2 of 13 families count", out)
        self.assertEqual((core["pooled"]["share_90"]["value"], core["partial"]["families"]), (None, ["policy_case", "log_count_check"]))

    def test_the_mean_of_some_families_is_named_as_such(self):
        """log_count_check: its group 0 gets yes twice, 7 of 8 items and 3 of 4 pairs; policy_case all right: (7/8 + 1) / 2 and (3/4 + 1) / 2."""
        run = self.write_core(["log_count_check", "policy_case"],
                              lambda name, item: {item.options[0]: 1} if item.group == "log_count_check:g0000" else self.right(item))
        _, out, _, found = self.score(f"a={run}")
        partial = found["systems"]["a"]["core"]["partial"]["measures"]
        self.assertEqual((partial["accuracy"]["value"], partial["pair_accuracy"]["value"], partial["pair_direction"]["value"]), (0.9375, 0.875, 0.75))
        self.assertRegex(out, r"\nmean of these 2 +93\.8 \[")
        self.assertIn("The last row is the mean of the 2 that count and no headline.", " ".join(out.split()))
        self.assertNotIn("mean of 13", out)
        run = self.write_core(["policy_case"], lambda name, item: self.right(item))
        (self.root / "tasks/log_count_check/items.jsonl").unlink()
        self.assertNotRegex(self.score(f"a={run}")[1], r"\nmean of")

    def test_a_family_that_does_not_count_takes_the_headline_away(self):
        run = self.write_core(families.BY_NAME, lambda name, item: self.right(item))
        (run / "dep_resolve.jsonl").unlink()
        found = self.score(f"a={run}")[3]["systems"]["a"]
        self.assertEqual((found["core"]["families_counted"], found["core"]["pooled"]["share_90"]["value"]), (12, None))
        self.assertEqual((found["tasks"]["dep_resolve"]["reason"], found["tasks"]["dep_resolve"]["value"]), ("no answer file", None))


class ReferenceTotals(unittest.TestCase):
    """Layers and total through the code that scores runs; a Mean without resamples for each task."""

    PUBLISHED = Path(__file__).resolve().parent / "samples" / "published_corrected.csv"

    def published(self):
        """{system: {task: corrected value}} as printed, unfloored."""
        head, *lines = [line.split(",") for line in self.PUBLISHED.read_text("utf-8").splitlines()]
        return {system: {line[1]: float(line[column]) for line in lines} for column, system in enumerate(head) if column > 1}

    @staticmethod
    def combine(values):
        # a chance of 0 makes 100 * value the corrected value itself
        return aggregates.combine_layers({task: aggregates.Mean(aggregates.floored(value / 100, 0.0)) for task, value in values.items()})

    def test_published_totals(self):
        for system, total in (("SL-27B Instant", 59.4), ("Perplexity", 57.0), ("JEV-27B", 54.4)):
            found = self.combine(self.published()[system])
            self.assertEqual((round(found.total.value, 1), found.tasks_counted), (total, 35), system)

    def test_published_layer_means(self):
        layers = self.combine(self.published()["SL-27B Instant"]).layers
        # F has one task, 25.1; D is (55.8 + 81.9 + 92.2) / 3 = 229.9 / 3
        self.assertAlmostEqual(layers["F"].mean.value, 25.1, places=9)
        self.assertAlmostEqual(layers["D"].mean.value, 229.9 / 3, places=9)
        # E floors primevul_pair, -22.1, at 0: (75.0 + 77.8 + 62.7 + 0) / 4 = 53.875
        self.assertAlmostEqual(layers["E"].mean.value, 53.875, places=9)

    def test_a_missing_task_leaves_its_layer_incomplete_and_no_total(self):
        values = self.published()["JEV-27B"]
        del values["paws"]
        found = self.combine(values)
        # G without paws: (99.1 + 92.8 + 61.3 + 30.3 + 78.3) / 5 = 361.8 / 5
        self.assertEqual((found.layers["G"].is_complete, found.layers["A"].is_complete, found.total), (False, True, None))
        self.assertAlmostEqual(found.layers["G"].mean.value, 72.36, places=9)

    def test_an_empty_layer_has_no_value(self):
        found = self.combine({"paws": 50.0})
        self.assertEqual((found.layers["A"].mean.value, found.layers["A"].is_complete), (None, False))

    def test_floored(self):
        self.assertEqual((aggregates.floored(0.1, 0.25), aggregates.floored(0.625, 0.25)), (0.0, 50.0))

    def test_flooring_comes_before_the_mean_in_every_resample(self):
        # resamples -40 and 20 of one task beside 40 and 40: (0 + 40) / 2 and (20 + 40) / 2
        parts = [aggregates.Mean(0.0, [aggregates.floored(value, 0.0) for value in (-0.4, 0.2)]), aggregates.Mean(40.0, [40.0, 40.0])]
        self.assertEqual(aggregates.mean_of(parts).resampled, [20.0, 30.0])


class Tables(unittest.TestCase):
    TABLE = tables.Table("A & B", ("system", "score"), [["=1+1", "50.0"], ["a|b_c", "-3.1"], ["10 % {x}", "-"]], "legend_1")

    def test_csv_disarms_formulas_and_leaves_numbers(self):
        self.assertEqual(tables.to_csv(self.TABLE), "system,score\n'=1+1,50.0\na|b_c,-3.1\n10 % {x},\n")

    def test_markdown_escapes(self):
        self.assertIn("| a\\|b\\_c | -3.1 |", tables.to_markdown(self.TABLE))

    def test_latex_escapes(self):
        text = tables.to_latex(self.TABLE)
        self.assertIn(r"10 \% \{x\} & - \\", text)
        self.assertIn(r"\caption{A \& B. legend\_1}", text)

    def test_every_column_is_defined_in_its_legend(self):
        for columns, legend in ((tables.ANSWER_COLUMNS, tables.ANSWER_LEGEND), (tables.CONFIDENCE_COLUMNS, tables.CONFIDENCE_LEGEND),
                                (tables.LOSS_COLUMNS, tables.LOSS_LEGEND)):
            for head in (tables.SHOWN[column] for column in columns):
                self.assertRegex(legend, rf"(?i)[.;] {head}[^.;:]*: ")
        for head in ("with record", "failed"):
            self.assertRegex(tables.COVERAGE_LEGEND, rf"(?i)\b{head}: ")

    def test_every_metric_is_defined_where_it_is_a_column(self):
        for metric in tasks.METRICS:
            self.assertRegex(tables.METRIC_LEGEND, rf"\. (\w+, )*{metric}(, \w+)*: ")
        task = {"track": "custom", "metric": "auroc", "value": 0.5, "interval": None, "counted": True, "items": 2, "records": 2, "failed": 0,
                "measures": {}, "corrected": 0.0, "corrected_interval": None}
        answers = tables.grouped_tables("a", {"tasks": {"mine": task}}, "custom", "")[0]
        self.assertLess({"metric", "value"}, set(answers.head))
        self.assertIn(tables.METRIC_LEGEND, answers.legend)

    def test_oddities_are_counted_in_words(self):
        odd = {"failed": 1, "invalid": 0, "duplicates": 1, "unknown_ids": 2, "outside": 0, "malformed_lines": 1, "foreign_keys": 1200, "tied": 0, "measures": {}}
        self.assertEqual(tables.oddities_of(odd), ["1 failed", "1 duplicate", "2 unknown ids", "1 malformed line", "1,200 foreign keys"])

    def test_a_passage_of_legends_is_said_once(self):
        """The subset is said under every table; a table with nothing new to say refers to the ones before."""
        subset = tables.subset_legend(10)
        given = [self.TABLE._replace(legend=legend) for legend in (f"One.\nTwo.\n{subset}Three.", f"Two.\n{subset}Four.", "Two.\nOne.", "Five.")]
        self.assertEqual([table.legend.replace(subset.strip(), "S") for table in tables.say_once(given)], ["One.\nTwo.\nS\nThree.", "S\nFour.", "Legend: as above.", "Five."])
        self.assertTrue(tables.to_text(given[2]).endswith("\n\nTwo.\nOne.\n"))
        self.assertTrue(tables.to_markdown(given[2]).endswith("\n\nTwo. One.\n"))

    def test_percent_and_missing(self):
        self.assertEqual((tables.percent(0.12345), tables.percent(None), tables.points(-0.04), tables.plain(0.29166)), ("12.3", "-", "0.0", "0.2917"))

    def test_bounds(self):
        self.assertEqual(tables.with_bounds({"value": 0.5, "interval": [0.4, 0.625]}), "50.0 [40.0, 62.5]")


class CommandLine(Folder):
    def test_two_systems_have_one_legend(self):
        rows = made.pairs("log_count_check", 2)
        made.write_task(self.root, "log_count_check", rows)
        answers = {"log_count_check": {item.id: {"p": {"yes": 1}} for item in rows}}
        a, b = (made.write_run(self.root, self.folder / name, answers) for name in "ab")
        code, out, _, _ = self.score(f"a={a}", f"b={b}")
        self.assertEqual(code, 0)
        for words in ("percentile bootstrap", "Pair accuracy: groups", "Fractions, lower is better", "Group (contrast group)"):
            self.assertEqual(" ".join(out.split()).count(words), 1, words)
        self.assertEqual((out.count("Core headline: none"), out.count("Legend: as above.")), (1, 3))

    def error(self, *arguments):
        code, out, err, _ = self.score(*arguments)
        self.assertEqual((code, out), (2, ""), err)
        self.assertNotIn("Traceback", err)
        return err

    def test_errors_are_one_line_and_exit_2(self):
        self.assertIn("no folder", self.error(f"a={self.folder}"))
        made.write_task(self.root, "log_count_check", made.pairs("log_count_check", 1))
        self.assertIn("no such folder", self.error("a=/no/such/folder"))
        self.assertIn("is not NAME=DIR", self.error("a"))
        self.assertIn("no system given", self.error())
        self.assertIn("two names for one folder", self.error(f"a={self.folder}", f"b={self.folder}/."))
        self.assertIn("two runs have the name a", self.error(f"a={self.folder}", f"a={self.root}"))
        self.assertIn("no items of paws", self.error(f"a={self.folder}", "--tasks", "paws"))

    def test_a_broken_card_or_items_file(self):
        folder = made.write_task(self.root, "log_count_check", made.pairs("log_count_check", 1))
        card = (folder / "task.json").read_bytes()
        (folder / "task.json").write_bytes(card[:-5])
        self.assertIn("task.json:", self.error(f"a={self.folder}"))
        (folder / "task.json").write_bytes(card)
        with open(folder / "items.jsonl", "a", encoding="utf-8") as handle:
            handle.write("{}\n")
        self.assertIn("not the one of its card", self.error(f"a={self.folder}"))
        (folder / "task.json").unlink()
        self.assertIn("cannot be read", self.error(f"a={self.folder}"))

    def test_members_of_a_group_share_their_level(self):
        rows = [made.noul_item("log_count_check", number, gold, 0, level) for number, (gold, level) in enumerate((("yes", 1), ("no", 2)))]
        made.write_task(self.root, "log_count_check", rows)
        self.assertIn("items.jsonl:2: log_count_check:00001 has the level 2, others of its group log_count_check:g0000 have 1", self.error(f"a={self.folder}"))

    def test_a_pair_needs_a_yes_and_a_no(self):
        rows = [made.noul_item("log_count_check", number, "yes", 0) for number in range(2)]
        made.write_task(self.root, "log_count_check", rows)
        self.assertIn("a pair has one yes and one no", self.error(f"a={self.folder}"))


class Properties(unittest.TestCase):
    """Seeded random runs: what must hold for every one of them."""

    def each(self):
        for number in range(60):
            rng = draws.stream(draws.PUBLISHED, "scorer properties", number)
            n = 2 * rng.between(1, 40)
            confidence = [rng.between(50, 100) / 100 for _ in range(n)]
            yield rng, n, confidence, [rng.chance(int(100 * level)) for level in confidence]

    def test_pair_accuracy_is_at_most_accuracy(self):
        for _, n, _, right in self.each():
            self.assertLessEqual(metrics.pair_accuracy(right, [place // 2 for place in range(n)]), metrics.accuracy(right))

    def test_automation_grows_with_the_error_level(self):
        for _, _, confidence, right in self.each():
            shares = [metrics.automation(confidence, right, level) for level in (0, 1, 5, 10, 50, 100)]
            self.assertEqual(shares, sorted(shares))
            self.assertEqual(shares[-1], 1.0)

    def test_order_of_rows_changes_nothing(self):
        for rng, n, confidence, right in self.each():
            order = rng.shuffled(range(n))
            moved = [confidence[place] for place in order], [right[place] for place in order]
            for measure in (metrics.automation, metrics.accuracy_at):
                self.assertEqual(measure(confidence, right), measure(*moved))
            for measure in (metrics.calibration_error, metrics.aurc):
                self.assertAlmostEqual(measure(confidence, right), measure(*moved), places=14)

    def test_an_error_never_raises_a_score(self):
        for rng, n, confidence, right in self.each():
            lost = rng.below(n)
            fewer = [is_right and place != lost for place, is_right in enumerate(right)]
            self.assertLessEqual(metrics.accuracy(fewer), metrics.accuracy(right))
            self.assertLessEqual(metrics.pair_accuracy(fewer, [place // 2 for place in range(n)]),
                                 metrics.pair_accuracy(right, [place // 2 for place in range(n)]))


if __name__ == "__main__":
    unittest.main()
