"""Stability under variants, fresh draws and reruns: counts by hand, renamed options, what is refused."""
from __future__ import annotations

import doctest
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import made
from generators import items
from scoring import agreement, report, score, stability, stability_picture, tasks

PAIRS, MANY = "filter_match", "policy_case"
RENAMED = {"it fits": "yes", "it does not": "no"}


def answers_of(rows, wrong=(), failed=()) -> dict:
    """{id: record body}: right answers but for the numbers in `wrong` (the next option instead) and `failed`."""
    found = {}
    for number, item in enumerate(rows):
        place = (item.options.index(item.gold) + (number in wrong)) % len(item.options)
        found[item.id] = {"error": "none"} if number in failed else {"p": {option: 0.7 if option == item.options[place] else 0.3 / (len(item.options) - 1) for option in item.options}}
    return found


class Roots(unittest.TestCase):
    """A base root with two tasks and a variant root in which one has other option names and the other another order."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.root, cls.variants = cls.folder / "data", cls.folder / "variants"
        cls.rows = {PAIRS: made.pairs(PAIRS, 10), MANY: made.many(MANY, 10, ("approve", "deny", "escalate"))}
        for name, rows in cls.rows.items():
            made.write_task(cls.root, name, rows)
        cls.turned = {PAIRS: [item._replace(question=items.choice("Which?", dict.fromkeys(reversed(list(RENAMED)))), options=tuple(reversed(list(RENAMED))),
                                            gold={name: key for key, name in RENAMED.items()}[item.gold]) for item in cls.rows[PAIRS]],
                      MANY: [item._replace(question=items.choice("Which?", dict.fromkeys(item.options[::-1])), options=item.options[::-1]) for item in cls.rows[MANY]]}
        for name, rows in cls.turned.items():
            path = made.write_task(cls.variants / "renamed", name, rows)
            if name == PAIRS:
                card = json.loads((path / "task.json").read_text(encoding="utf-8"))
                items.write_json(path / "task.json", {**card, "option_map": RENAMED})
        cls.base = cls.write(cls.root, "base", {name: answers_of(rows, {0}) for name, rows in cls.rows.items()})
        cls.variant = cls.write(cls.variants / "renamed", "variant", {PAIRS: answers_of(cls.turned[PAIRS], {2, 3}), MANY: answers_of(cls.turned[MANY], failed={0})})
        cls.again = cls.write(cls.root, "again", {name: answers_of(rows, {0}) for name, rows in cls.rows.items()})

    @classmethod
    def write(cls, root, name, answers):
        return made.write_run(root, cls.folder / "runs" / name, answers)

    def stability(self, *argv):
        path = self.folder / "found.json"
        code, text, err = made.run(stability, *argv, "--root", self.root, "--variants", self.variants, "--json", path)
        return code, text, err, json.loads(path.read_text(encoding="utf-8")) if code == 0 else None


class Variants(Roots):
    def test_counts_by_hand(self):
        code, text, err, found = self.stability(f"base={self.base}", f"renamed={self.variant}", f"rerun={self.again}")
        self.assertEqual((code, err), (0, ""))
        row = found["systems"]["base"]["variants"]["renamed"]
        # pairs: base has item 0 wrong, the variant 2 and 3; triples: base has item 0 wrong, the variant fails it
        self.assertEqual([row[key] for key in ("items", "changed", "right_to_wrong", "wrong_to_right", "wrong_to_other")], [50, 4, 2, 1, 1])
        self.assertEqual((row["pair_accuracy_before"], row["pair_accuracy_after"]), (0.9, 0.9))
        self.assertEqual(row["by_task"][PAIRS]["changed"], 3)
        self.assertEqual(row["by_task"][PAIRS]["pair_accuracy_change"]["value"], 0.0)
        self.assertLess(row["by_task"][PAIRS]["pair_accuracy_change"]["interval"][0], 0)  # group 0 rises and group 1 falls
        # consistent: of the pairs all but groups 0 and 1, of the triples all but group 0
        self.assertEqual((found["systems"]["base"]["consistency"]["value"], found["systems"]["base"]["consistency"]["variants"]), (0.85, ["renamed"]))
        again = found["systems"]["base"]["noise_floor"]["rerun"]
        self.assertEqual((again["changed"], again["pair_accuracy_change"]), (0, {"value": 0.0, "interval": [0.0, 0.0]}))
        self.assertIn("base: renamed", text)

    def test_a_rerun_is_the_noise_floor_and_no_variant(self):
        """A rerun that has groups 8 and 9 wrong where base and variant have them right: neither consistency nor ranges change, its own row says so."""
        noisy = self.write(self.root, "noisy", {name: answers_of(rows, {0, 16, 18}) for name, rows in self.rows.items()})
        plain = self.stability(f"base={self.base}", f"renamed={self.variant}")[3]
        code, text, _, found = self.stability(f"base={self.base}", f"renamed={self.variant}", f"rerun={noisy}")
        self.assertEqual(code, 0)
        for key in ("variants", "consistency"):
            self.assertEqual(found["systems"]["base"][key], plain["systems"]["base"][key])
        self.assertEqual((found["ranges"], list(found["ranges"]), plain["noise_floor"]), (plain["ranges"], ["renamed"], {}))
        # of twenty pair items two change, of thirty triple items two
        self.assertEqual((found["noise_floor"]["rerun"]["changed_share"], found["systems"]["base"]["noise_floor"]["rerun"]["changed"]), ([0.08, 0.08], 4))
        for words in ("rerun (noise floor)", "base: rerun (noise floor)", "Reruns are no variants and are left out", "Noise floor: a rerun of the same items, no variant"):
            self.assertIn(words, " ".join(text.split()))
        code, text, _, found = self.stability(f"base={self.base}", f"rerun={noisy}")
        self.assertEqual((code, found["systems"]["base"]["consistency"], found["ranges"], "Consistency" in text), (0, None, {}, False))

    def test_the_page_with_the_picture(self):
        out = self.folder / "tables"
        third = self.write(self.root, "b3", {name: answers_of(rows) for name, rows in self.rows.items()})
        with mock.patch.object(items, "write_json", side_effect=items.write_json) as written:
            code, _, err, found = self.stability(f"a={self.base}", f"a@renamed={self.variant}", f"b<i>={self.again}", f"b<i>@rerun={third}", "--out", out)
        self.assertEqual((code, err), (0, ""))
        self.assertEqual([Path(call[0][0]) for call in written.call_args_list], [self.folder / "found.json", out / "stability.json"])
        self.assertEqual(json.loads((out / "stability.json").read_text(encoding="utf-8")), found)
        self.assertEqual(sorted({path.suffix for path in out.iterdir()}), [".csv", ".html", ".json", ".tex"])
        text = (out / "stability.html").read_text(encoding="utf-8")
        picture = ElementTree.fromstring(text[text.index("<svg", text.index('class="wide"')):text.index("</svg>", text.index('class="wide"')) + 6])
        words = [part.text for part in picture.iter("text")]
        self.assertEqual([word for word in words if word in ("renamed", "rerun (noise floor)")], ["renamed", "rerun (noise floor)"])
        titles = [part.text for part in picture.iter("title")][1:]
        self.assertEqual([title.split(":")[0] for title in titles], ["a, renamed", "b<i>, rerun (noise floor)"])
        # the rerun gets the one wrong pair and the one wrong triple of ten right: ten points up
        self.assertEqual((titles[1].split()[-3], found["systems"]["b<i>"]["noise_floor"]["rerun"]["pair_accuracy_change"]["value"]), ("10.0", 0.1))
        self.assertNotIn("<i>", text.replace("b&lt;i&gt;", ""))
        self.assertEqual(text.count("<table "), 5)  # ranges, systems, the consistency of a, and one by task for each

    def test_the_picture_in_the_report(self):
        self.assertEqual(self.stability(f"a={self.base}", f"a@renamed={self.variant}", "--resamples", 20)[0], 0)
        path, other = self.folder / "report.html", self.folder / "scores.json"
        call = (f"a={self.base}", "--root", self.root, "--resamples", 20, "--out", path)
        code, _, err = made.run(report, *call, "--stability", self.folder / "found.json", "--json", other)
        self.assertEqual((code, err), (0, ""))
        text = path.read_text(encoding="utf-8")
        part = text[text.index('id="stability"'):text.index('id="failed"')]
        self.assertEqual((part.count("<svg"), part.count("<table "), "a, renamed: " in part), (2, 4, True))
        identifiers = re.findall(r' id="([^"]+)"', text)
        self.assertEqual(len(identifiers), len(set(identifiers)))
        path.unlink()
        code, _, err = made.run(report, *call, "--stability", other)
        self.assertEqual((code, path.exists()), (2, False))
        self.assertIn(f"{other}: ", err)

    def test_the_axis_of_the_picture(self):
        for values, expected in ((((0.0, None),), (-0.1, 0.1)), (((-0.02, [-0.23, 0.04]),), (-0.3, 0.1)), (((0.5, [0.4, 0.6]),), (0.0, 0.6)), (((-0.5, None), (0.2, None)), (-0.5, 0.2))):
            found = stability_picture.bounds([{"value": value, "interval": interval} for value, interval in values])
            self.assertEqual(tuple(round(end, 9) for end in found), expected)
        self.assertEqual([stability_picture.signed(value) for value in (-0.3, 0.0, -0.001, 0.1)], ["-30", "0", "0", "+10"])

    def test_several_systems(self):
        code, text, _, found = self.stability(f"a={self.base}", f"a@renamed={self.variant}", f"b={self.again}", f"b@renamed={self.write(self.variants / 'renamed', 'b2', {name: answers_of(rows) for name, rows in self.turned.items()})}")
        self.assertEqual(code, 0)
        self.assertEqual(found["ranges"]["renamed"]["systems"], 2)
        self.assertEqual(found["ranges"]["renamed"]["pair_accuracy_change"], [0.0, 0.1])
        self.assertIn("0.0 to 10.0", text)

    def test_a_renamed_task_scores_like_its_original(self):
        path = self.folder / "renamed.json"
        self.assertEqual(made.run(score, f"x={self.variant}", "--root", self.variants / "renamed", "--tasks", PAIRS, "--json", path)[0], 0)
        measures = json.loads(path.read_text(encoding="utf-8"))["systems"]["x"]["tasks"][PAIRS]["measures"]
        # of ten pairs one has both members wrong: its direction is wrong too
        self.assertEqual((measures["pair_accuracy"]["value"], measures["pair_direction"]["value"]), (0.9, 0.9))

    def test_refused(self):
        for arguments, wanted in (((f"base={self.base}",), "nothing to be compared with"), ((f"a@renamed={self.variant}",), "a has no base run"), (("base=nowhere", f"v={self.variant}"), "no such folder"),
                                  ((f"a={self.base}", f"a@={self.variant}"), "neither SYSTEM=DIR"), ((f"a={self.base}", f"a@../x={self.variant}"), "neither SYSTEM=DIR"),
                                  ((f"@x={self.variant}",), "neither SYSTEM=DIR"), ((f"\x1b[31m={self.base}",), "control characters")):
            with self.subTest(arguments=arguments):
                code, _, err, _ = self.stability(*arguments)
                self.assertEqual((code, wanted in err, "Traceback" in err), (2, True, False))

    def test_items_that_are_no_variant(self):
        made.write_task(self.variants / "other", PAIRS, [item._replace(gold={"yes": "no", "no": "yes"}[item.gold]) for item in self.rows[PAIRS]])
        folder = self.write(self.variants / "other", "other", {PAIRS: answers_of(self.rows[PAIRS])})
        code, _, err, _ = self.stability(f"base={self.base}", f"other={folder}", "--tasks", PAIRS)
        self.assertEqual((code, "no variant of the base items" in err), (2, True))

    def test_a_run_that_does_not_count(self):
        (self.folder / "empty").mkdir(exist_ok=True)
        code, text, _, _ = self.stability(f"base={self.base}", f"renamed={self.folder / 'empty'}")
        self.assertEqual(code, 1)
        self.assertIn(f"base: {PAIRS} does not count for renamed: no answer file", text)
        self.assertNotIn("Changes by", text)

    def test_a_run_on_other_items(self):
        """The root of a variant comes from --variants, so the reason names no option."""
        code, text, _, _ = self.stability(f"base={self.base}", f"renamed={self.again}")
        self.assertEqual(code, 1)
        self.assertRegex(text, f"base: {PAIRS} does not count for renamed: run on other items .*; name the data root of the run\n")

    def test_a_variant_without_a_root(self):
        code, text, _, _ = self.stability(f"base={self.base}", f"renamde={self.variant}")
        self.assertEqual(code, 1)
        self.assertIn(f"(taken for a rerun: {self.variants} has no folder renamde)", text)

    def test_a_root_without_tasks_is_made_by_another_command(self):
        (self.variants / "line_order").mkdir(exist_ok=True)
        code, _, err, _ = self.stability(f"base={self.base}", f"line_order={self.variant}")
        self.assertEqual((code, "regenerate.py" in err), (2, False))
        self.assertIn(f"variants.py --root {self.root} --out {self.variants} line_order`, or name another folder of variants with --variants\n", err)
        folder = self.folder / "runs"
        code, _, err, _ = self.stability("--draws", f"published={folder}", f"fresh={folder.parent}", "--fresh-root", self.folder / "none", "--systems", "base")
        self.assertEqual(code, 2)
        self.assertRegex(err, f"regenerate.py --check --install {self.folder / 'none'}` .*, or name another data root with --fresh-root\n$")

    def test_option_maps_are_checked(self):
        folder = made.write_task(self.folder / "maps", PAIRS, self.rows[PAIRS])
        card = json.loads((folder / "task.json").read_text(encoding="utf-8"))
        for option_map, wanted in (({"yes": "x", "no": "x"}, "the same name"), ({"yes": 1}, "is not an object"), ({"yes": "no", "no": "yes"}, None)):
            items.write_json(folder / "task.json", {**card, "option_map": option_map})
            if wanted:
                with self.assertRaisesRegex(tasks.ScoringError, wanted):
                    tasks.read_task(self.folder / "maps", PAIRS)
            else:
                self.assertEqual(tasks.read_task(self.folder / "maps", PAIRS).yes, "no")


class Draws(Roots):
    def test_both_draws(self):
        fresh = self.folder / "data_fresh"
        rows = {PAIRS: [item._replace(id=item.id.replace(":", ":s1:")) for item in self.rows[PAIRS]]}
        made.write_task(fresh, PAIRS, rows[PAIRS])
        for number, (before, after) in enumerate((((), (0,)), ((0,), ()), ((0, 2), (0, 2, 4)))):
            made.write_run(self.root, self.folder / "published" / f"s{number}", {PAIRS: answers_of(self.rows[PAIRS], before)})
            made.write_run(fresh, self.folder / "fresh" / f"s{number}", {PAIRS: answers_of(rows[PAIRS], after)})
        code, text, err, found = self.stability("--draws", f"published={self.folder / 'published'}", f"fresh={self.folder / 'fresh'}", "--fresh-root", fresh, "--resamples", 100)
        self.assertEqual((code, err), (0, ""))
        # 1.0, .9, .8 against .9, 1.0, .7: one of three pairs changes its order; ranks 3 2 1 against 2 3 1
        self.assertEqual([found["systems"][f"s{number}"]["change"]["value"] for number in range(3)], [-0.1, 0.1, -0.1])
        self.assertEqual((found["spearman"], found["pairs_in_order"], found["pairs"]), (0.5, 2, 3))
        self.assertIn("2 of 3 pairs of systems keep their order", " ".join(text.split()))
        code, _, err, _ = self.stability("--draws", f"published={self.folder / 'published'}", f"other={self.folder / 'fresh'}")
        self.assertEqual((code, "published=DIR and fresh=DIR" in err), (2, True))


class Agreement(Roots):
    def test_examples(self):
        self.assertEqual((doctest.testmod(agreement).failed, doctest.testmod(stability).failed), (0, 0))

    def test_kappa(self):
        # Fleiss' own form: two items, three raters: P = (1 + 1/3) / 2, shares 4/6 and 2/6: Pe = 20/36
        self.assertAlmostEqual(agreement.fleiss_kappa([("a", "a", "a"), ("a", "b", "b")]), (2 / 3 - 5 / 9) / (1 - 5 / 9), 12)
        self.assertIsNone(agreement.fleiss_kappa([("a", "a")]))

    def test_ensembles(self):
        self.assertEqual(agreement.majority([(0.6, 0.4), (0.1, 0.9), (0.7, 0.3)]), (0.666666666667, 0.333333333333))
        self.assertEqual(agreement.majority([(0.6, 0.4), None]), (1.0, 0.0))
        self.assertEqual(agreement.mean([(0.6, 0.4), (0.1, 0.9), None]), (0.35, 0.65))
        self.assertEqual((agreement.majority([None]), agreement.mean([None, None])), (None, None))

    def test_three_runs(self):
        folders = [self.write(self.root, f"vote{number}", {PAIRS: answers_of(self.rows[PAIRS], wrong)}) for number, wrong in enumerate(({0, 2}, {0, 4}, {6}))]
        path, out = self.folder / "votes.json", self.folder / "runs" / "votes"
        code, text, err = made.run(agreement, *(f"r{number}={folder}" for number, folder in enumerate(folders)), "--root", self.root, "--tasks", PAIRS, "--json", path, "--out", out, "--resamples", 40)
        self.assertEqual((code, err), (0, ""))
        found = json.loads(path.read_text(encoding="utf-8"))
        self.assertEqual(found["pairs"]["r0 | r1"]["changed_share"], 0.1)
        self.assertEqual(found["pairs"]["r0 | r2"]["changed"], 3)
        self.assertEqual(found["tasks"][PAIRS]["all_alike"], 0.8)
        # two of three runs are wrong on item 0 alone
        self.assertEqual(found["systems"]["majority"]["tasks"][PAIRS]["measures"]["accuracy"]["value"], 0.95)
        self.assertIn("majority", text)
        code, _, _ = made.run(score, f"voted={out}-majority", "--root", self.root, "--tasks", PAIRS, "--json", path, "--resamples", 40)
        again = json.loads(path.read_text(encoding="utf-8"))["systems"]["voted"]["tasks"][PAIRS]
        self.assertEqual((code, again["counted"], again["measures"]["accuracy"]["value"]), (0, True, 0.95))

    def test_refused(self):
        self.assertIn("two runs or more", made.run(agreement, f"a={self.base}", "--root", self.root)[2])
        code, _, err = made.run(agreement, f"a={self.base}", f"b={self.again}", "--root", self.root, "--out", self.write(self.root, "kept-mean", {}).with_name("kept"), "--resamples", 20)
        self.assertEqual((code, "holds another run" in err), (2, True))
        (self.folder / "listed-mean").mkdir(exist_ok=True)
        (self.folder / "listed-mean" / "_run.json").write_text("[]")
        code, _, err = made.run(agreement, f"a={self.base}", f"b={self.again}", "--root", self.root, "--out", self.folder / "listed", "--resamples", 20)
        self.assertEqual((code, "holds another run" in err, "Traceback" in err), (2, True, False))
        self.assertIn("names of the ensembles", made.run(agreement, f"mean={self.base}", f"b={self.again}", "--root", self.root)[2])
        (self.folder / "empty").mkdir(exist_ok=True)
        code, text, _ = made.run(agreement, f"a={self.base}", f"b={self.folder / 'empty'}", "--root", self.root, "--resamples", 20)
        self.assertEqual((code, "b: no answer file" in text), (1, True))


if __name__ == "__main__":
    unittest.main()
