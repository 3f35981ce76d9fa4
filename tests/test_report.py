"""The audit's page: its text on small made-up results, one family measured from made-up items, and the committed page against the release."""
from __future__ import annotations

import contextlib
import importlib
import io
import re
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import adversarial, audit, heuristics, overlap, report, solve_all
from audits.partial import rules
from generators import families, regenerate
from tests import made_family

try:
    import numpy
except ImportError:
    numpy = None

SHA = "0123456789abcdef" * 4
RUN = {"draws": 5, "items": 3000, "differed": 2, "note": "Both times the solver was wrong."}


def reader(rule: str, value: float, floor: float = 0.5, bounded: bool = True) -> heuristics.Result:
    return heuristics.Result(rule, "as it likes", floor, value, 0.25, (value, None, 0.5), 0.01, bounded, value)


def blind(rule: str, accuracy: float, bound: float = 0.515) -> audit.Measure:
    return audit.Measure(rule, accuracy, 0.5, 0.004, bound)


def outcome(accuracy: float, rule: str = "adversary", bound: float = 0.57, **fields) -> adversarial.Outcome:
    return adversarial.Outcome(blind(rule, accuracy, bound), 3.0, (), ())._replace(**fields)


def made(family: str = "filter_match", **fields) -> report.Measured:
    """A Measured without findings of two draws with 600 items each."""
    spans = tuple(report.Span(level, 400, 1000 * level, 1000 * level + 0.5, {"no": 200, "yes": 200}) for level in families.LEVELS)
    return report.Measured(
        family, regenerate.IDENTICAL, SHA, 2000, (report.Solved("release", 600, 600), report.Solved("seed 1", 600, 600)),
        (blind("options: first", 0.5), blind("line count", 0.512), blind(audit.BAG, 0.53, 0.53)), 1234, (), spans, (), (), 0.41, (),
        (reader("plain", 0.51), reader("near", 0.53), reader("shown", 0.9, bounded=False)), {"near": "Borders are round."}, (),
        (blind("question and options", 0.5), blind("state words", 0.511, 0.53)), (outcome(0.523),))._replace(**fields)


class Findings(unittest.TestCase):
    def test_none(self):
        self.assertEqual(report.findings_of(made()), [])

    def test_each_kind(self):
        cases = (
            ({"release": regenerate.DIFFERS}, f"the generated release is not the released one: SHA-256 {SHA}"),
            ({"solved": (report.Solved("release", 600, 600), report.Solved("seed 1", 599, 600))}, "seed 1: the solver agrees on 599 of 600 items"),
            ({"blind": (blind("line count", 0.52), blind(audit.BAG, 0.5))}, "line count: 52.0 %, bound 51.5 %"),
            ({"ridge": (blind("state words", 0.54, 0.53),)}, "ridge regression over state words: 54.0 %, bound 53.0 %"),
            ({"adversary": (outcome(0.58),)}, "adversary: 58.0 %, bound 57.0 %"),
            ({"words": ("a word",)}, "a word"), ({"repeated": ("a state",)}, "a state"), ({"near": ("two groups",)}, "two groups"),
            ({"unbalanced": ("seed 1: yes",)}, "seed 1: yes"),
            ({"readers": (reader("near", 0.545),)}, "near: 4.5 points above its floor"),
            ({"reasons": {}}, "near: 3.0 points above its floor, and no reason is given"))
        for fields, line in cases:
            with self.subTest(line=line):
                self.assertEqual(report.findings_of(made(**fields)), [line])

    def test_what_is_no_finding(self):
        """A family that is not released yet, one without readers, and a rule two points above its floor."""
        for fields in ({"release": regenerate.NOT_RELEASED}, {"readers": None}, {"ridge": None, "adversary": None}, {"readers": (reader("a rule", 0.52),)}):
            with self.subTest(**fields):
                self.assertEqual(report.findings_of(made(**fields)), [])


class Text(unittest.TestCase):
    def test_summary_row(self):
        """The best content-blind rule leaves the bag of words aside; published figures of filter_match are 50.5 and 1,650."""
        self.assertEqual(report.summary_row(made(), RUN), [
            "filter_match", "`0123456789ab` identical", "1,200/1,200", "2 of 3,000", "51.2 / 50.0", "50.5", "53.0", "51.1 / 53.0",
            "52.3 / 57.0", "2,000 / 1,650", 0, "0 / 0", 0,
            "3: 1 noted, 0 defects", 0])
        self.assertEqual(len(report.SUMMARY), len(report.summary_row(made(), RUN)))

    def test_summary_row_where_much_is_wrong(self):
        one = made(readers=(reader("a", 0.6), reader("b", 0.6)), words=("w",), repeated=("r",), near=("n", "m"), unbalanced=("u",),
                   solved=(report.Solved("release", 1, 600),))
        self.assertEqual(report.summary_row(one, None)[2:4], ["1/600", "no record"])
        self.assertEqual(report.summary_row(one, None)[10:], [1, "1 / 2", 1, "2: 0 noted, 2 defects", 8])
        self.assertEqual(report.summary_row(made(readers=None), RUN)[13], "none yet")

    def test_summary_row_of_two_adversaries(self):
        """The one closer to its bound is shown: 1 point below 30 against 2 points below 57; without numpy neither column has a figure."""
        two = (outcome(0.55), outcome(0.29, "adversary by option", 0.3))
        self.assertEqual(report.summary_row(made(adversary=two), RUN)[7:9], ["51.1 / 53.0", "29.0 / 30.0"])
        self.assertEqual(report.summary_row(made(ridge=None, adversary=None), RUN)[7:9], ["left out", "left out"])

    def test_solver(self):
        text = report.solver_text(made(), RUN)
        self.assertIn("| release | seed 1 |\n| --- | --- |\n| 600/600 | 600/600 |\n", text)
        self.assertIn("over 5 draws with 3,000 items, 2 answers differed from gold. Both times the solver was wrong.\n", text)
        self.assertIn("no record of the solver's first complete run", report.solver_text(made(), None))

    def test_content_blind(self):
        text = report.blind_text(made(blind=(blind("line count", 0.52), blind(audit.BAG, 0.529, 0.53))))
        self.assertIn("| line count | 52.0 | 50.0 | 0.40 | 51.5 | FLAG |\n| bag of words | 52.9 | 50.0 | 0.40 | 53.0 |  |\n", text)
        self.assertIn("Published: 50.5. Ours, the best rule without the bag of words: 52.0 (line count).\n", text)

    def test_ridge_regression(self):
        text = report.ridge_text(made(ridge=(blind("state words", 0.54, 0.53),)))
        self.assertTrue(text.endswith("| state words | 54.0 | 50.0 | 0.40 | 53.0 | FLAG |\n"), text)
        self.assertIn("\nPublished, for the options alone: 21.3.\n", report.ridge_text(made("triage_order")))
        self.assertEqual(report.ridge_text(made(ridge=None)), "Left out for want of numpy.\n")

    def test_adversary(self):
        text = report.adversary_text(made())
        self.assertIn("| adversary | 52.3 | 50.0 | 0.40 | 57.0 |  | 3 |\n", text)
        self.assertTrue(text.endswith("Trained on seeds 1 to 1, of which seed 1 chose the penalty, and tested once, on the release.\n"), text)
        solved = tuple(report.Solved(name, 600, 600) for name in ["release", *(f"seed {seed}" for seed in range(1, 11))])
        self.assertIn("seeds 1 to 5, of which seed 5", report.adversary_text(made(solved=solved)))
        self.assertTrue(report.adversary_text(made(adversary=None)).startswith("Left out: "))

    def test_what_carries_an_adversary(self):
        one = outcome(0.6, parts=(("words", 0.51), ("counts", 0.6)), carriers=(("(lines)", 0.2, 0), ("porter", 0.1, 1)))
        text = report.adversary_text(made(adversary=(one,)))
        self.assertIn("| FLAG | 3 |\n", text)
        self.assertTrue(text.endswith("\n\n- adversary, with some features alone: words 51.0, counts 60.0; `(lines)` towards option 1; `porter` towards option 2\n"), text)

    def test_words(self):
        self.assertIn("None of the 1,234 words", report.words_text(made()))
        self.assertEqual(report.words_text(made(words=("word 'a' marks",))), "- word 'a' marks\n")
        self.assertIn("no class for a word to mark", report.words_text(made("triage_order")))

    def test_long_lists_are_cut(self):
        lines = report.listed([str(number) for number in range(report.SHOWN + 2)], "none").splitlines()
        self.assertEqual((len(lines), lines[-2:]), (report.SHOWN + 1, [f"- {report.SHOWN - 1}", "- and 2 more"]))
        self.assertEqual(report.listed([], "none"), "none\n")

    def test_lengths_and_balance(self):
        text = report.spans_text(made())
        self.assertIn("| 2 | 400 | 2,000 | 2,000.5 | no 200, yes 200 |", text)
        self.assertIn("has 2,000 characters (published: 1,650)", text)
        self.assertIn("are balanced in every draw", text)
        self.assertIn("- seed 1: yes 301 times", report.spans_text(made(unbalanced=("seed 1: yes 301 times",))))
        self.assertIn("position of gold in the pool", report.spans_text(made("triage_order")))

    def test_repetition(self):
        self.assertEqual(report.repetition_text(made()), "None of 1,200 states stands twice, and no two groups are near-duplicates: "
                         "of runs of 5 words, the two most alike groups have 41 % in common.\n")
        self.assertIn("no two groups come near half", report.repetition_text(made(nearest=None)))
        self.assertEqual(report.repetition_text(made(repeated=("one",), near=("other",))), "- one\n- other\n")

    def test_partial_readers(self):
        text = report.readers_text(made(left_out=("a fit", "b fit")))
        self.assertIn("| plain | 50.0 | 51.0 | 1.0 | 51.0 | 25.0 | 51.0 | - | 50.0 | bounded | as it likes |\n", text)
        self.assertIn("| 53.0 | - | 50.0 | noted | as it likes |\n", text)
        self.assertIn("| 90.0 | - | 50.0 | published | as it likes |\n", text)
        self.assertIn("\n- near (noted, 3.0 points above): Borders are round.\n", text)
        self.assertIn("Left out for want of numpy: a fit, b fit.\n", text)
        self.assertNotIn("published reader", text)

    def test_partial_readers_above_their_floors(self):
        self.assertIn("- a (DEFECT, 10.0 points above): no reason is given.\n", report.readers_text(made(readers=(reader("a", 0.6),))))
        self.assertIn("No bounded rule is more than 2 points above", report.readers_text(made(readers=(reader("a", 0.52),))))

    def test_a_family_without_partial_readers_says_so(self):
        self.assertTrue(report.readers_text(made(readers=None)).startswith("The family has no partial readers yet"))

    def test_published_readers_beside_ours(self):
        """sched_conflict's stands on level 1; perm_inherit's is a fit, which may be left out."""
        row = "| the room is exactly full, so yes | 1 | 66.5 | exactly full |"
        self.assertIn(f"{row} 51.0 |", report.readers_text(made("sched_conflict", readers=(reader("exactly full", 0.51),))))
        self.assertIn(f"{row} not measured |", report.readers_text(made("sched_conflict", readers=None)))
        row = "| logistic fit on structural counts | all | 56.1 | fit on single counts |"
        self.assertIn(f"{row} 53.0 |", report.figures_text(made("perm_inherit", readers=(reader("fit on single counts", 0.53),))))
        self.assertIn(f"{row} left out |", report.figures_text(made("perm_inherit", left_out=("fit on single counts",))))

    def test_page(self):
        text = report.page([made(), made("policy_case", words=("a word",))], {"filter_match": RUN}, "Python 3.9.0, without numpy")
        self.assertIn("release 1.1 of the toolkit, Python 3.9.0, without numpy. ", text)
        self.assertIn("`python3 audits/report.py --draws 1`", text)
        self.assertIn("one fresh draw (seed 1)", text)
        self.assertEqual(re.findall(r"^## (.*)$", text, re.M), ["Summary", "What not to conclude", "filter_match", "policy_case"])
        for title in ("Solver", "Content-blind rules", "Bag of words by ridge regression", "An adversary trained on fresh draws", "Words that mark an answer", "Lengths and balance", "Repeated states", "Partial readers"):
            self.assertEqual(text.count(f"\n### {title}\n"), 2, title)
        self.assertEqual(text.count("\n### Findings\n\n- a word\n"), 1)
        self.assertIn(f"SHA-256 `{SHA}`, identical with release 1.1.", text)
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in text.split("## Summary")[1].split("- **")[0].splitlines() if line}
        self.assertEqual(widths, {len(report.SUMMARY) + 1})


def solve_amount(one: rules.Reading) -> str:
    return made_family.solve(one.case, one.item.question, one.item.options)


class Measuring(unittest.TestCase):
    """A family measured from made-up items under its name."""

    def measured(self, family: families.Family, without_numpy: bool = False, **fields) -> report.Measured:
        modules = {f"generators.{family.name}": types.SimpleNamespace(__doc__="Made up.", build=lambda draw: made_family.build(family, draw)),
                   f"solvers.{family.name}": types.SimpleNamespace(read_case=str),
                   f"audits.partial.{family.name}": types.SimpleNamespace(
                       RULES=(rules.Rule("full reader", "all of it", solve_amount, 0.5, reason="It reads all."), rules.Rule("yes", "yes", lambda one: "yes", 0.5)),
                       FITS=(rules.Fit("fit on nothing", "linear", {"one": lambda one: 1}, 0.5),)),
                   **({"numpy": None} if without_numpy else {})}
        with tempfile.TemporaryDirectory() as work, mock.patch.dict(sys.modules, modules), \
                mock.patch.object(solve_all, "solver_of", lambda task: fields.get("solve", made_family.solve)), \
                mock.patch.object(heuristics, "has_rules", lambda task: fields.get("has_rules", True)):
            one = report.measure(family.name, fields.get("count", 1), work)
            self.written = sorted(str(path.relative_to(work)) for path in Path(work).rglob("items.jsonl"))
        return one

    def test_pairs(self):
        one = self.measured(made_family.PAIRS, without_numpy=True)
        self.assertEqual(one.solved, (("release", 600, 600), ("seed 1", 600, 600)))
        self.assertEqual(self.written, ["seed_1/tasks/filter_match/items.jsonl", "tasks/filter_match/items.jsonl"])
        self.assertEqual([(span.level, span.items, span.answers) for span in one.spans], [(level, 400, {"no": 200, "yes": 200}) for level in (1, 2, 3)])
        self.assertEqual([rule.rule for rule in one.blind], [*audit.RULES, audit.BAG])
        self.assertEqual((one.release, one.repeated, one.unbalanced), (regenerate.DIFFERS, (), ()))
        self.assertEqual([(result.rule, result.value) for result in one.readers], [("full reader", 1.0), ("yes", 0.5)])
        self.assertEqual((one.reasons, one.left_out), ({"full reader": "It reads all."}, ("fit on nothing",)))
        self.assertIn("full reader: 50.0 points above its floor", report.findings_of(one))
        self.assertEqual((one.ridge, one.adversary), (None, None))

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_linear_probes(self):
        """Trained on seeds 1 and 2; in these items with yes the amount is the limit, so that one number more stands there twice, which counts tell."""
        one = self.measured(made_family.PAIRS, count=2)
        self.assertEqual([rule.rule for rule in one.ridge], ["question and options", "state words"])
        self.assertEqual([found.measure.rule for found in one.adversary], ["adversary"])
        self.assertGreater(dict(one.adversary[0].parts)["counts"], 0.95)
        self.assertIn("adversary: ", "\n".join(report.findings_of(one)))
        text = report.page([one], {}, "Python")
        for part in ("`(different numbers)` towards option ", "Trained on seeds 1 to 2, of which seed 2 chose the penalty"):
            self.assertIn(part, text)

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_the_adversary_has_the_release_and_five_fresh_draws(self):
        """Of eight draws it gets the first six, the release first; of two it gets none."""
        given = []
        with mock.patch.object(adversarial, "attack_rows", lambda numpy, family, builds, explain: given.append(builds) or []), \
                mock.patch.object(report.audit_v3, "measures", lambda numpy, family, rows, draws: [(len(rows), draws)]):
            self.assertEqual(report.linear_of(made_family.PAIRS, list("abcdefgh"), ["row"] * 9), (((9, 8),), ()))
            self.assertEqual(report.linear_of(made_family.PAIRS, list("ab"), []), (((0, 2),), None))
        self.assertEqual(given, [list("abcdef")])

    def test_moving_options_without_readers(self):
        one = self.measured(made_family.MOVING, has_rules=False)
        self.assertEqual((one.readers, one.reasons, one.left_out, one.words_tried), (None, {}, (), 0))
        self.assertEqual(sum(sum(span.answers.values()) for span in one.spans), 1200)
        self.assertEqual(set(one.spans[0].answers), {"1", "2", "3", "4", "5"})

    def test_a_solver_that_is_wrong(self):
        one = self.measured(made_family.PAIRS, without_numpy=True, solve=lambda state, question, options: "yes")
        self.assertEqual([draw.agreed for draw in one.solved], [300, 300])


class Near(unittest.TestCase):
    def test_from_the_share_that_overlap_names(self):
        rows = made_family.build(made_family.PAIRS)[:2]
        pair = [rows[0]._replace(group="a", state="one " * 50), rows[1]._replace(group="b", state="one " * 50 + "two")]
        lines, nearest = report.near_of(pair)  # "one one one one one" and, in the second, one more run: 1 of 2
        self.assertEqual((lines, nearest), ((), 0.5))
        same = [pair[0], pair[1]._replace(state="one " * 40)]
        self.assertEqual(report.near_of(same), ((f"{rows[0].id} and {rows[1].id}: 100 % of their shingles are common",), 1.0))
        self.assertEqual(report.near_of(pair[:1]), ((), None))
        self.assertEqual(overlap.NEAR_PERCENT, 80)


class Commands(unittest.TestCase):
    def run_main(self, arguments, measured) -> tuple:
        """(exit code, stdout, stderr) with the measuring left out."""
        out, err = io.StringIO(), io.StringIO()
        with mock.patch.object(report, "measure_all", lambda *given: measured), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            return report.main(arguments), out.getvalue(), err.getvalue()

    def test_named_families_go_to_standard_output(self):
        code, out, _ = self.run_main(["filter_match", "--draws", "1"], [made()])
        self.assertEqual((code, out.startswith("# Audit of the core items\n")), (0, True))

    def test_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            code, out, err = self.run_main(["--out", f"{folder}/page.md"], [made(words=("a word",))])
            self.assertEqual((code, out), (1, ""))
            self.assertIn("report.py: filter_match: a word\n", err)
            self.assertIn("## filter_match\n", Path(folder, "page.md").read_text(encoding="utf-8"))

    def test_a_family_that_fails_ends_the_run_with_its_name(self):
        """A name that is on no list raises in the process that measures it."""
        with self.assertRaisesRegex(regenerate.CannotRun, "no_family: KeyError: 'no_family'"), tempfile.TemporaryDirectory() as work:
            report.measure_all(["no_family", "no_family"], 1, work, 1)

    def test_what_cannot_run(self):
        for arguments in (["no_family"], ["--draws", "0"], ["--jobs", "0"]):
            with self.subTest(arguments=arguments):
                code, out, err = self.run_main(arguments, [made()])
                self.assertEqual((code, out), (2, ""))
                self.assertIn("report.py: error: ", err)


class Committed(unittest.TestCase):
    """What stands in the repository."""

    released = regenerate.read_release(regenerate.RELEASE_FOLDER)

    def test_the_page_is_of_the_released_items(self):
        text = report.PAGE.read_text(encoding="utf-8")
        rows = dict(re.findall(r"^\| (\w+) \| `([0-9a-f]{12})` identical \|", text, re.M))
        self.assertEqual(rows, {name: mark["sha256"][:12] for name, mark in self.released.items()})
        for name in self.released:
            self.assertIn(f"\n## {name}\n", text)
        self.assertIn(f"\n| {' | '.join(report.SUMMARY)} |\n", text, "the columns are not those of the command; python3 audits/report.py writes the page anew")

    def test_first_runs(self):
        runs = report.read_first_runs()
        self.assertEqual(set(self.released) - set(runs), set())
        for name, run in runs.items():
            with self.subTest(family=name):
                self.assertIn(name, families.BY_NAME)
                self.assertEqual((set(run), run["items"]), ({"draws", "items", "differed", "note"}, 600 * run["draws"]))

    def test_published_figures(self):
        """One line a family, and every rule set beside a published reader is there where the family has partial readers."""
        self.assertEqual(list(report.PUBLISHED), list(families.BY_NAME))
        for name, published in report.PUBLISHED.items():
            if heuristics.has_rules(name):
                module = importlib.import_module(f"audits.partial.{name}")
                names = {part.name for kind in ("RULES", "TALLIES", "FITS") for part in getattr(module, kind, ())}
                self.assertEqual({rule for figure in published.figures for rule in figure.rules} - names, set(), name)


if __name__ == "__main__":
    unittest.main()
