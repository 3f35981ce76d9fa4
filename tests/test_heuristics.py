"""Partial readers: the arithmetic of floors, accuracies, tallies, flags and fits on made-up readings, and the rules of every family."""
from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import io
import shutil
import sys
import tempfile
import types
import unittest
from collections import Counter
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import heuristics
from audits.partial import rules
from generators import draws, families, items, regenerate
from tests import made_family

try:
    import numpy
except ImportError:
    numpy = None

NEEDS_NUMPY = unittest.skipUnless(numpy, "numpy is not installed: fits cannot be made")
THERE = [family for family in families.FAMILIES if heuristics.has_rules(family.name) and regenerate.has_generator(family.name)]


def reading(group: str, gold: str, case=None, level: int = 1, contrast=None) -> rules.Reading:
    """One reading of a made-up item."""
    item = items.Item(f"made:{group}{gold}", "", {}, ("yes", "no"), gold=gold, group=group, level=level, contrast=contrast)
    return rules.Reading(item, case)


def pairs(cases, contrasts=None) -> list:
    """Readings of pairs, from (case of the yes member, case of the no member) a pair."""
    contrasts = contrasts or [None] * len(cases)
    return [reading(f"g{number}", gold, case, contrast=contrast)
            for number, (both, contrast) in enumerate(zip(cases, contrasts)) for gold, case in zip(("yes", "no"), both)]


def by_case(one: rules.Reading) -> str:
    return one.case


def measured(readings, decide=by_case, floor=0.5, **fields) -> heuristics.Result:
    rule = rules.Rule("a rule", "as it likes", decide, floor, **fields)
    return heuristics.measured(rule, [rule.decide(one) for one in readings], readings)


class Floors(unittest.TestCase):
    readings = pairs([(0, 0)] * 4, ["a", "a", "b", "c"])

    def test_without_a_kind_loses_half_of_its_items(self):
        """a: 2 of 4 pairs, so 1 - 1/2 / 2; b: 1 of 4, so 1 - 1/4 / 2; a and c: 3 of 4, so 1 - 3/4 / 2."""
        self.assertEqual([rules.without(*kinds)(self.readings) for kinds in (("a",), ("b",), ("a", "c"), ("d",))], [0.75, 0.875, 0.625, 1.0])

    def test_one_kind_alone_wins_half_of_its_items(self):
        """a: 1/2 + 1/2 / 2; b: 1/2 + 1/4 / 2; a and c: 1/2 + 3/4 / 2."""
        self.assertEqual([rules.only(*kinds)(self.readings) for kinds in (("a",), ("b",), ("a", "c"), ("d",))], [0.75, 0.625, 0.875, 0.5])

    def test_a_misreading_loses_half_of_each_pair_that_it_answers_alike(self):
        """Of four pairs two are answered apart, the right way and the wrong way round: 2 + 2/2 of 4, of which it reaches 1 + 2/2."""
        readings = pairs([("yes", "no"), ("no", "yes"), ("yes", "yes"), ("no", "no")])
        self.assertEqual((measured(readings, floor=rules.split_groups).floor, measured(readings).accuracy), (0.75, 0.5))
        self.assertEqual(rules.exact("a rule", "as it likes", by_case)[3:5], (rules.split_groups, False))

    def test_a_floor_may_be_a_function_of_all_readings(self):
        self.assertEqual(measured(self.readings, lambda one: "yes", rules.without("b")).floor, 0.875)
        self.assertEqual(measured(self.readings, lambda one: "yes", 0.25).floor, 0.25)


class Accuracies(unittest.TestCase):
    def test_same_answer_to_both_members(self):
        """Every pair has one right: half of the items, no pair, no spread between pairs."""
        result = measured(pairs([(0, 0)] * 3), lambda one: "yes")
        self.assertEqual((result.accuracy, result.groups, result.error, result.value), (0.5, 0.0, 0.0, 0.5))

    def test_groups_are_clusters(self):
        """Right 2, 1 and 0 of 2: accuracy 3/6, one pair of three, spread 1 + 0 + 1, so an error of sqrt(2) / 6."""
        result = measured(pairs([("yes", "no"), ("yes", "yes"), ("no", "yes")]))
        self.assertEqual((result.accuracy, result.groups), (0.5, 1 / 3))
        self.assertAlmostEqual(result.error, 0.23570226)

    def test_levels_apart(self):
        """Level 1: 1 of 2 right; level 3: 2 of 2; level 2 has no items."""
        readings = [reading("a", "yes", "yes"), reading("a", "no", "yes"), reading("b", "yes", "yes", 3), reading("b", "no", "no", 3)]
        self.assertEqual((measured(readings).levels, measured(readings).level_groups), ((0.5, None, 1.0), (0.0, None, 1.0)))
        self.assertEqual(heuristics.line(measured(readings), 1)[5:8], ["50.0 / 0.0", "-", "100.0 / 100.0"])

    def test_a_floor_of_groups_is_set_against_groups(self):
        """One pair of four is right throughout: 0.25 with an error of sqrt(1/4 * 3/4 / 4)."""
        readings = pairs([("yes", "no"), ("yes", "yes"), ("yes", "yes"), ("no", "no")])
        result = measured(readings, of_groups=True)
        self.assertEqual((result.value, result.groups, result.accuracy), (0.25, 0.25, 0.625))
        self.assertAlmostEqual(result.error, 0.21650635)

    def test_a_rule_judged_by_level_stands_by_its_best_level(self):
        """Level 1: 2 and 1 of 2 right, 3/4 with an error of sqrt(1/4 + 1/4) / 4; level 2: 2 of 4; the whole, 5/8, counts for nothing."""
        answers = {"a": ("yes", "no", 1), "b": ("yes", "yes", 1), "c": ("yes", "yes", 2), "d": ("no", "no", 2)}
        readings = [reading(group, gold, said[place], said[2]) for group, said in answers.items() for place, gold in enumerate(("yes", "no"))]
        result = measured(readings, by_level=True)
        self.assertEqual((result.value, result.accuracy, result.levels), (0.75, 0.625, (0.75, 0.5, None)))
        self.assertAlmostEqual(result.error, 0.1767767)
        self.assertEqual([heuristics.is_flagged(measured(readings, floor=floor, by_level=True), 2) for floor in (0.70, 0.71)], [True, False])

    def test_yes_if(self):
        self.assertEqual([rules.yes_if(True), rules.yes_if(False)], ["yes", "no"])


class Tallies(unittest.TestCase):
    def test_shares_over_the_groups_that_enter(self):
        """Groups give 1, 1, 1/2 and 0 at level 1, one group at level 2 gives 0 and one at level 3 does not enter: 2.5 of 5."""
        shares = {"a": 1, "b": 1, "c": 0.5, "d": 0, "e": 0, "f": None}
        level = {"e": 2, "f": 3}
        readings = [reading(group, gold, level=level.get(group, 1)) for group in shares for gold in ("yes", "no")]
        seen = []
        tally = rules.Tally("a tally", "a share", lambda group: seen.append(len(group)) or shares[group[0].item.group], 1 / 3)
        result = heuristics.tallied(tally, readings)
        self.assertEqual((result.value, result.levels, result.accuracy, result.groups), (0.5, (0.625, 0.0, None), None, None))
        self.assertAlmostEqual(result.error, 0.2236068)  # sqrt(1/2 * 1/2 / 5)
        self.assertEqual(set(seen), {2})


def result(value: float, error: float = 0.0, bounded: bool = True, floor: float = 0.5) -> heuristics.Result:
    return heuristics.Result("a rule", "as it likes", floor, value, 0.0, (value, None, value), error, bounded, value)


class Flags(unittest.TestCase):
    def test_a_pool_has_four_points(self):
        self.assertEqual([heuristics.is_flagged(result(value), 2) for value in (0.5, 0.54, 0.541)], [False, False, True])

    def test_the_error_counts_on_one_draw_alone(self):
        """Floor 0.5, four points and three errors of 0.02: 0.60."""
        self.assertEqual([heuristics.is_flagged(result(value, 0.02), 1) for value in (0.541, 0.60, 0.601)], [False, False, True])
        self.assertTrue(heuristics.is_flagged(result(0.541, 0.02), 2))

    def test_the_floor_moves_the_bound(self):
        self.assertEqual([heuristics.is_flagged(result(value, floor=0.65), 2) for value in (0.69, 0.691)], [False, True])

    def test_what_is_only_published_is_never_flagged(self):
        self.assertFalse(heuristics.is_flagged(result(1.0, bounded=False), 2))

    def test_marks_in_the_table(self):
        marks = [heuristics.line(one, 2)[8] for one in (result(0.52), result(0.521), result(0.54), result(0.55), result(0.55, bounded=False))]
        self.assertEqual(marks, ["", "noted", "noted", "DEFECT", "published"])
        self.assertEqual(heuristics.line(result(0.55), 2)[1:8], ["50.0", "55.0", "55.0", "0.0", "55.0", "-", "55.0"])


def fit(readings) -> heuristics.Result:
    """The Result of a fit on the case itself and a count that never varies."""
    made = rules.Fit("a fit", "linear", {"case": lambda one: one.case, "one": lambda one: 1}, 0.5)
    return heuristics.measured(made, heuristics.fit_predictions(made, readings, numpy), readings)


@NEEDS_NUMPY
class Fits(unittest.TestCase):
    def test_a_planted_signal_is_found(self):
        """The count of a yes member is one more than that of its partner, around a level all pairs share."""
        self.assertEqual(fit(pairs([(5, 4)] * 40)).accuracy, 1.0)

    def test_a_signal_turned_round_in_a_quarter(self):
        """Of every four pairs three go one way, and so they do in each fold's other folds: the model goes with the three."""
        result = fit(pairs([(5, 4), (5, 4), (5, 4), (4, 5)] * 10))
        self.assertEqual((result.accuracy, result.groups), (0.75, 0.75))

    def test_members_alike_are_at_half(self):
        """Counts that differ between pairs only: both members get one answer."""
        result = fit(pairs([(number % 7, number % 7) for number in range(40)]))
        self.assertEqual((result.accuracy, result.groups), (0.5, 0.0))

    def test_a_pair_is_judged_by_what_other_pairs_taught(self):
        """A count of its own for every pair, one for its yes member and zero for all else: known only to who has seen the pair."""
        readings = pairs([(number, None) for number in range(20)])
        counts = {str(number): lambda one, number=number: one.case == number for number in range(20)}
        made = rules.Fit("a fit", "linear", counts, 0.5)
        result = heuristics.measured(made, heuristics.fit_predictions(made, readings, numpy), readings)
        self.assertEqual((result.accuracy, result.groups), (0.5, 0.0))

    def test_three_options(self):
        readings = [reading(f"g{number}", gold, case) for number in range(20) for gold, case in (("approve", 0), ("deny", 5), ("escalate", -5))]
        counts = {"up": lambda one: one.case > 0, "down": lambda one: one.case < 0}
        made = rules.Fit("a fit", "linear", counts, 1 / 3)
        self.assertEqual(heuristics.fit_predictions(made, readings, numpy), [one.item.gold for one in readings])


def solve_amount(one: rules.Reading) -> str:
    return made_family.solve(one.case, one.item.question, one.item.options)


class Commands(unittest.TestCase):
    """The script on made-up items written under the name of filter_match, with a made-up module of rules."""

    def setUp(self):
        self.root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        made_family.write(self.root, made_family.PAIRS, made_family.build(made_family.PAIRS))

    def run_with(self, without_numpy: bool = False, **fields) -> tuple:
        """(exit code, stdout, stderr) of the script with one rule that is always right, one tally and one fit."""
        module = types.SimpleNamespace(
            RULES=(rules.Rule("full reader", "all of it", solve_amount, fields.get("floor", 0.5), fields.get("bounded", True)),),
            TALLIES=(rules.Tally("half", "a share", lambda group: 0.5, 0.5),),
            FITS=(rules.Fit("fit on nothing", "linear", {"one": lambda one: 1}, 0.5),))
        solver = types.SimpleNamespace(read_case=fields.get("read_case", str))
        modules = {"audits.partial.filter_match": module, "solvers.filter_match": solver, **({"numpy": None} if without_numpy else {})}
        out, err = io.StringIO(), io.StringIO()
        with mock.patch.dict(sys.modules, modules), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = heuristics.main(["filter_match", "--root", str(self.root)])
        return code, out.getvalue(), err.getvalue()

    def test_a_rule_above_its_floor_is_a_finding(self):
        code, out, _ = self.run_with()
        self.assertEqual(code, 1)
        self.assertIn("| full reader | 50.0 | 100.0 | 100.0 | 100.0 | 100.0 / 100.0 | 100.0 / 100.0 | 100.0 / 100.0 | DEFECT | all of it |", out)
        self.assertIn("heuristics.py: 1 finding\n", out)

    def test_within_the_margins(self):
        for fields in ({"floor": 0.96}, {"bounded": False}):
            with self.subTest(**fields):
                code, out, _ = self.run_with(**fields)
                self.assertEqual(code, 0)
                self.assertIn("all bounded rules within their margins", out)

    @NEEDS_NUMPY
    def test_fits_are_in_the_table(self):
        out = self.run_with()[1]
        self.assertIn("| fit on nothing | 50.0 | 50.0 |", out)
        self.assertNotIn("left out", out)

    def test_fits_without_numpy_are_named_as_left_out(self):
        code, out, _ = self.run_with(without_numpy=True)
        self.assertEqual(code, 1)
        self.assertIn("left out for want of numpy: fit on nothing\n", out)
        self.assertIn("| half | 50.0 | 50.0 |", out)
        self.assertNotIn("| fit on nothing |", out)

    def test_a_state_that_the_solver_cannot_read(self):
        def refuse(state):
            raise ValueError("line 1: no case")

        code, out, err = self.run_with(read_case=refuse)
        self.assertEqual((code, out), (2, ""))
        self.assertRegex(err, r"heuristics.py: error: filter_match:00000: line 1: no case\n")

    def test_what_cannot_run(self):
        for arguments in (["perm_inherit", "--root", str(self.root)], ["no_family", "--root", str(self.root)], ["--root", str(self.root / "nowhere")]):
            with self.subTest(arguments=arguments), contextlib.redirect_stderr(io.StringIO()) as err:
                self.assertEqual(heuristics.main(arguments), 2)
                self.assertIn("heuristics.py: error: ", err.getvalue())


@functools.lru_cache(maxsize=None)
def published(name: str) -> tuple:
    """The readings of the published draw of a family, made and kept out of sight of the garbage collector, which would cost seconds."""
    gc.disable()
    rows = importlib.import_module(f"generators.{name}").build(draws.PUBLISHED)
    readings = tuple(heuristics.read(name, rows))
    gc.freeze()
    gc.enable()
    return readings


def module_of(name: str):
    return importlib.import_module(f"audits.partial.{name}")


@functools.lru_cache(maxsize=None)
def predictions(name: str) -> dict:
    """{name of a rule: its options for the readings of the published draw}."""
    return {rule.name: [rule.decide(one) for one in published(name)] for rule in module_of(name).RULES}


def parts(module) -> list:
    """Rules, tallies and fits of a family."""
    return [part for kind in ("RULES", "TALLIES", "FITS") for part in getattr(module, kind, ())]


@unittest.skipUnless(THERE, "no family has partial readers")
class Families(unittest.TestCase):
    def test_names_are_unique(self):
        for family in THERE:
            with self.subTest(family=family.name):
                names = Counter(part.name for part in parts(module_of(family.name)))
                self.assertEqual([name for name, n in names.items() if n > 1], [])

    def test_four_rules_or_more_of_which_some_are_bounded(self):
        for family in THERE:
            with self.subTest(family=family.name):
                self.assertGreaterEqual(len(module_of(family.name).RULES), 4)
                self.assertTrue(any(part.bounded for part in parts(module_of(family.name))))

    def test_every_rule_decides_every_item_to_one_of_its_options(self):
        for family in THERE:
            readings = published(family.name)
            for name, predicted in predictions(family.name).items():
                with self.subTest(family=family.name, rule=name):
                    wrong = [one.item.id for one, option in zip(readings, predicted) if option not in one.item.options]
                    self.assertEqual((len(readings), wrong), (600, []))

    def test_floors_are_shares(self):
        for family in THERE:
            for part in parts(module_of(family.name)):
                with self.subTest(family=family.name, rule=part.name):
                    floor = heuristics.floor_of(part, predictions(family.name).get(part.name), published(family.name))
                    self.assertTrue(0 < floor <= 1, floor)

    def test_counts_of_fits_are_numbers_that_vary(self):
        """Every tenth item is enough to see that a count gives numbers and more than one."""
        for family in THERE:
            for made in getattr(module_of(family.name), "FITS", ()):
                for name, count in made.counts.items():
                    with self.subTest(family=family.name, fit=made.name, count=name):
                        self.assertGreater(len({float(count(one)) for one in published(family.name)[::10]}), 1)


@unittest.skipUnless(heuristics.has_rules("perm_inherit"), "perm_inherit has no partial readers")
class PermInherit(unittest.TestCase):
    def test_details_of_the_pairs(self):
        """50 pairs a kind; nested_membership is about end dates in the 17 of level 1; of deny_or_expiry 25 are about a deny, 12 or 13 of these
        with a mark that stops denies too, where it moves."""
        found = Counter(one.item.contrast for one in module_of("perm_inherit").detailed(published("perm_inherit")) if one.item.gold == "no")
        moved = found.pop("deny past a mark")
        self.assertIn(moved, (12, 13))
        self.assertEqual(found, {"membership": 50, "nesting": 33, "membership end": 17, "role_action": 50, "sibling_folder": 50, "seal": 50,
                                 "grant end": 25, "deny": 25 - moved})

    def test_the_bounded_fit_names_fourteen_counts_or_more(self):
        single = next(made for made in module_of("perm_inherit").FITS if made.bounded)
        self.assertGreaterEqual(len(single.counts), 14)
        self.assertEqual(single.floor, 0.5)


@unittest.skipUnless(heuristics.has_rules("filter_match"), "filter_match has no partial readers")
class FilterMatch(unittest.TestCase):
    def test_the_failing_constraint_is_of_the_kind_that_the_pair_is_about(self):
        module, wrong = module_of("filter_match"), []
        for one in published("filter_match"):
            failing = [module.kind_of(one.case, limit) for limit in one.case.constraints if not module.solver.meets(one.case, limit)]
            wrong += [one.item.id] if failing != ([one.item.contrast] if one.item.gold == "no" else []) else []
        self.assertEqual(wrong, [])

    def test_request_and_record_are_told_apart(self):
        split = module_of("filter_match").split
        self.assertEqual(split('From: Ann\n\n- at most 3 cm\n{\n  "id": "A-1",\n  "pricing": {\n    "fee": 2\n  }\n}'),
                         ('From: Ann\n\n- at most 3 cm', '{\n  "id": "A-1",\n  "pricing": {\n    "fee": 2\n  }\n}'))
        self.assertEqual(split('{"k":"id","v":"A-1"}\nfee < 3'), ("fee < 3", '{"k":"id","v":"A-1"}'))

    def test_working_days(self):
        """From Friday 2 January 2026 one working day leads to Monday, six lead to the Monday after."""
        working_days, friday = module_of("filter_match").working_days, 739618
        self.assertEqual([working_days(friday, count) - friday for count in (0, 1, 5, 6)], [0, 3, 7, 10])

    def test_rounding_goes_half_up_to_the_decimals_of_the_limit(self):
        module = module_of("filter_match")
        limits = [types.SimpleNamespace(raw=raw) for raw in ("12 %", "3.5", "1.20 EUR")]
        self.assertEqual([module.rounded(module.Fraction(49, 4), limit) for limit in limits],  # 12.25
                         [12, module.Fraction(123, 10), module.Fraction(1225, 100)])


@unittest.skipUnless(heuristics.has_rules("sched_conflict"), "sched_conflict has no partial readers")
class SchedConflict(unittest.TestCase):
    def test_the_failing_check_is_the_one_that_the_pair_is_about(self):
        checks, wrong = module_of("sched_conflict").CHECKS, []
        for one in published("sched_conflict"):
            failing = [kind for kind, check in checks.items() if not check(one.case)]
            wrong += [one.item.id] if failing != ([one.item.contrast] if one.item.gold == "no" else []) else []
        self.assertEqual(wrong, [])

    def test_rules_on_borders_are_judged_by_level(self):
        found = {rule.name: rule for rule in module_of("sched_conflict").RULES}
        for name in ("exactly full", "anything at a limit", "a booking touches", "off-grid minute nearby"):
            self.assertEqual((found[name].by_level, found[name].bounded, found[name].floor), (True, True, 0.5), name)


@unittest.skipUnless(heuristics.has_rules("state_goal"), "state_goal has no partial readers")
class StateGoal(unittest.TestCase):
    def test_one_goal_fails_and_four_pairs_a_level_change_a_step_on_its_path(self):
        module = module_of("state_goal")
        pairs = module.pairs_of(published("state_goal"))
        failing = Counter(sum(not module.met(goal, module.solver.run(no).store) for goal in no.goals) for _, no in pairs)
        self.assertEqual((failing, sum(module.is_direct(*pair) for pair in pairs)), ({1: 300}, 12))

    def test_the_last_step_against_the_goal(self):
        """An added part must be the last one asked for; a move leaves its first path and fills its second."""
        module = module_of("state_goal")
        step, goal = module.solver.Step, module.solver.Goal
        parts, absent = goal("a/b", "parts", ("x", "y"), None, False), goal("a/b", "absent", (), None, False)
        steps = (step(1, "add", "a/b", None, ("y",), None), step(1, "add", "a/b", None, ("x",), None), step(1, "set", "a/b", None, ("x", "y"), None),
                 step(1, "move", "a/b", "c/d", (), None), step(1, "move", "c/d", "a/b", (), None))
        self.assertEqual([module.agrees(parts, one) for one in steps], [True, False, True, False, True])
        self.assertEqual([module.agrees(absent, one) for one in steps], [False, False, False, True, False])


@unittest.skipUnless(heuristics.has_rules("clause_change"), "clause_change has no partial readers")
class ClauseChange(unittest.TestCase):
    """A hall: attendance at least 100 in version A and 120 in B, with a crew of 20 at most 200 in A and 230 in B. From A to B the window moves up."""

    def answers(self, adults: int, *names: str, low: str = "at least", if_met: bool = True) -> list:
        """What the rules of those names say when that many adults come and no children."""
        module = module_of("clause_change")
        solver = module.solver
        wanted = {"A": (100, 200), "B": (120, 230)}
        versions = {name: solver.Version((2, 3), {2: solver.Requirement("Minimum Attendance", low, least, False),
                                                  3: solver.Requirement("Hall Capacity", "at most", most, False)}, [], None, None, False, {"": {}})
                    for name, (least, most) in wanted.items()}
        bounds = {"within": "'at least', 'no less than', 'at most' and 'no more than'", "beyond": "'more than' and 'less than'"}
        case = solver.Case("Hall Booking Terms", {"bounds": bounds}, {"adults": adults, "children": 0, "Crew": 20}, if_met, versions)
        found = {rule.name: rule for rule in module.RULES}
        return [found[name].decide(reading("g", "same", case)) for name in names]

    def test_each_clause_sees_its_own_gap(self):
        """110 lies between 100 and 120, and 190 + 20 between 200 and 230; 150 lies inside both windows, 90 below them."""
        names = ("lower limit alone", "upper limit alone", "nearest limit", "lower limit, the other opposite")
        self.assertEqual(self.answers(110, *names), ["yes_only_A", "same", "yes_only_A", "yes_only_A"])
        self.assertEqual(self.answers(190, *names), ["same", "yes_only_B", "yes_only_B", "yes_only_B"])
        self.assertEqual(self.answers(90, *names), ["same", "same", "yes_only_A", "same"])
        self.assertEqual(self.answers(150, *names)[3], "yes_only_B")
        self.assertEqual(self.answers(110, "stricter clause alone", "looser clause alone"), ["yes_only_A", "same"])

    def test_a_turned_point(self):
        self.assertEqual(self.answers(110, "lower limit alone", "turn of the point unread", "version A alone", if_met=False), ["yes_only_B", "yes_only_A", "yes_only_B"])

    def test_one_version_alone(self):
        """B has no at 110 and yes at 150; that 150 stands nearest to 120 and passes in both tells the readers who look there that it is outside."""
        self.assertEqual([self.answers(adults, "version B alone") for adults in (110, 150)], [["yes_only_A"], ["yes_only_B"]])
        self.assertEqual(self.answers(150, "version B and the nearest limit", "version A and the nearest limit"), ["same", "yes_only_A"])

    def test_borders(self):
        """120 is in the gap where it must be passed; on the figure, and so taken as between; one more is outside."""
        names = ("borders all included", "borders all excluded", "nearest limit, borders unread")
        self.assertEqual(self.answers(120, *names), ["same", "yes_only_A", "yes_only_A"])
        self.assertEqual(self.answers(120, *names, low="more than"), ["same", "yes_only_A", "yes_only_A"])
        self.assertEqual(self.answers(121, *names), ["same"] * 3)
        self.assertEqual([self.answers(adults, "literal") for adults in (119, 120, 180)], [["same"], ["yes_only_B"], ["yes_only_A"]])

    def test_without_the_facts_a_group_has_one_answer(self):
        names = ("facts unread", "facts unread, stricter clause", "facts unread, larger change", "larger numbers")
        for name in names:
            said = {}
            for one, option in zip(published("clause_change"), predictions("clause_change")[name]):
                said.setdefault(one.item.group, set()).add(option)
            self.assertEqual((len(said), {len(options) for options in said.values()}), (201, {1}), name)
@unittest.skipUnless(heuristics.has_rules("dep_resolve"), "dep_resolve has no partial readers")
class DepResolve(unittest.TestCase):
    def test_what_is_unmet_is_what_the_pair_is_about(self):
        module, wrong = module_of("dep_resolve"), []
        for one in published("dep_resolve"):
            unmet = [kind for check in module.unmet(one.case) for kind in module.CHECKS[check]]
            wrong += [one.item.id] if (one.item.contrast not in unmet if one.item.gold == "no" else unmet) else []
        self.assertEqual(wrong, [])

    def test_orders_of_versions(self):
        """3.10.0 is below 3.9.4 by characters and as a decimal number; 3.10.0-rc1 is not below 3.10 by characters or with its mark misread."""
        module = module_of("dep_resolve")
        version, limit = module.solver.version, module.solver.symbol_limit
        keys = (module.solver.key, module.text, module.decimals, module.without_rc, module.rc_after)
        self.assertEqual([module.compared(key)(version("3.10.0"), limit(">3.9.4")) for key in keys], [True, False, False, True, True])
        self.assertEqual([module.compared(key)(version("3.10.0-rc1"), limit("<3.10")) for key in keys], [True, False, True, False, False])

    def test_limits_misread(self):
        module = module_of("dep_resolve")
        version, limit = module.solver.version, module.solver.symbol_limit
        self.assertEqual([module.two_parts_cover(version("4.10.3"), limit(text)) for text in ("<=4.10", ">4.10", "<=4.10.0")], [True, False, False])
        self.assertEqual([module.rc_by_custom(version("5.3.0-rc1"), limit(text)) for text in ("<5.3", "<=5.3", "<5.4")], [False, True, True])
        self.assertEqual([module.same_major(version("5.4.0"), limit(text)) for text in ("~=5.3.1", "~=5.4.1", "<5.4")], [True, False, False])
        self.assertEqual([module.seen(">=")(version("5.4.0"), limit(text)) for text in (">=5.5", "<5.4")], [False, True])

    def made_case(self, **fields):
        """Pins a-b 1.2.0 and c-d 2.0.0; a-b needs c-d, and e-f on class Y; another version of a-b needs g-h."""
        solver = module_of("dep_resolve").solver
        entry = {name: solver.Entry(name, (solver.symbol_limit(">=2.0"),), kind and solver.Condition(kind, ()))
                 for name, kind in (("c-d", None), ("e-f", "Y"), ("g-h", None))}
        one, old, two = map(solver.version, ("1.2.0", "1.1.0", "2.0.0"))
        index = {("a-b", one): solver.Release("a-b", one, ("X",), (), (entry["c-d"], entry["e-f"]), ()),
                 ("a-b", old): solver.Release("a-b", old, ("X",), (), (entry["c-d"], entry["g-h"]), ()),
                 ("c-d", two): solver.Release("c-d", two, ("X", "Y"), (), (), (entry["g-h"],))}
        return solver.Case(solver.Target("t", "X", one), "package", {"a-b": one, "c-d": two}, index, {})._replace(**fields)

    def test_conditions_and_versions_misread(self):
        module, case = module_of("dep_resolve"), self.made_case()
        ways = [{}, {"counts": module.always}, {"counts": module.other_way}, {"counts": module.over_the_list}, {"rows": module.all_versions},
                {"rows": module.newest_versions}]
        self.assertEqual([module.unmet(case, module.AS_WRITTEN._replace(**way)) for way in ways],
                         [set(), {"missing"}, {"missing"}, set(), {"missing"}, set()])
        gone = self.made_case(pins={name: version for name, version in case.pins.items() if name == "a-b"})
        self.assertEqual([module.unmet(gone, module.AS_WRITTEN._replace(**way)) for way in ways[:4]], [{"missing"}, {"missing"}, {"missing"}, set()])

    def test_counts(self):
        """c-d stands alone; a-b is the newest of two, with an entry on an absent name, and c-d is named at its version."""
        module, case = module_of("dep_resolve"), self.made_case()
        counts = ("newest pins", "oldest pins", "pins with one version", "mentions in the index", "pins not mentioned in the index", "entries",
                  "conditions", "limits that name a pinned version", "limits of two parts", "versions for the target", "same needs")
        self.assertEqual([module.COUNTS[name](case) for name in counts], [2, 1, 1, 2, 1, 3, 1, 1, 2, 3, 0])
        self.assertEqual((module.unneeded(case), module.absent(case, module.pinned(case)), module.met_in_index(case)), (1, 1, 2))


if __name__ == "__main__":
    unittest.main()
