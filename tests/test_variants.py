"""Variants of items: same cases, other presentation; checked on a few groups of every family, whole families where the card matters."""
from __future__ import annotations

import doctest
import importlib
import json
import os
import signal
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import made
import made_family
from audits import solve_all, validate
from generators import cards, draws, families, items, line_order, regenerate, variant_texts, variants
from scoring import sensitivity, stability, tasks

SMALL = ("filter_match", "clause_change", "record_rule")
"""Families that are quick to build: pairs, triples that are left out of line_order, fours with options of their own."""
NAMES = [name for name in SMALL if regenerate.has_generator(name)]


class Made(unittest.TestCase):
    """All variants of three families, made by the command once for all tests."""

    @classmethod
    def setUpClass(cls):
        if hasattr(Made, "folder"):
            return
        cls = Made
        folder = tempfile.TemporaryDirectory()
        unittest.addModuleCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.root, cls.out = cls.folder / "data", cls.folder / "variants"
        cls.rows = {}
        for name in NAMES:
            cls.rows[name] = importlib.import_module(f"generators.{name}").build(draws.PUBLISHED)
            cards.write_folder(items.task_folder(cls.root, name), cards.family_files(families.BY_NAME[name], draws.PUBLISHED, cls.rows[name], "About."))
        cls.code, cls.text, cls.err = made.run(variants, "--root", cls.root, "--out", cls.out)

    def read(self, variant, task):
        """(items, card) of a variant."""
        folder = items.task_folder(self.out / variant, task)
        return items.read_items(folder / "items.jsonl"), json.loads((folder / "task.json").read_text(encoding="utf-8"))

    def written(self):
        """(variant, task, original items, items, card) of everything written."""
        for variant in variants.NOTES:
            for task in items.list_tasks(self.out / variant):
                yield (variant, task, self.rows[task], *self.read(variant, task))


class Written(Made):
    def test_everything_is_written(self):
        self.assertEqual((self.code, self.err), (0, ""))
        for variant in variants.NOTES:
            left_out = line_order.LEFT_OUT if variant == "line_order" else ()
            self.assertEqual(set(items.list_tasks(self.out / variant)), set(NAMES) - set(left_out))

    def test_ids_groups_levels_and_answers_stay(self):
        for variant, task, before, after, card in self.written():
            names = card["option_map"] or {}
            with self.subTest(variant=variant, task=task):
                self.assertEqual([(item.id, item.group, item.level, item.kind, item.contrast, item.planted, item.domain, item.layout, item.gold) for item in before],
                                 [(item.id, item.group, item.level, item.kind, item.contrast, item.planted, item.domain, item.layout, names.get(item.gold, item.gold)) for item in after])
                self.assertEqual([sorted(item.options) for item in before], [sorted(names.get(option, option) for option in item.options) for item in after])

    def test_only_what_a_variant_names_changes(self):
        changed = {"option_order_1": {"question"}, "option_order_2": {"question"}, "irrelevant_paragraph": {"state"}, "question_paraphrase": {"instructions"},
                   "bare_labels": {"criteria"}, "natural_wording": {"question"}, "line_order": {"state"}}
        for variant, task, before, after, _ in self.written():
            found = set()
            for item, other in zip(before, after):
                found |= {"state"} if item.state != other.state else set()
                differing = {key for key in ("type", "instructions", "criteria") if json.dumps(item.question[key]) != json.dumps(other.question[key])}
                found |= differing if changed[variant] != {"question"} else {"question"} if differing else set()
            with self.subTest(variant=variant, task=task):
                self.assertEqual(found, changed[variant])

    def test_cards_and_folders_are_valid_and_score(self):
        for variant, task, before, _, card in self.written():
            with self.subTest(variant=variant, task=task):
                self.assertEqual(validate.check_folder(items.task_folder(self.out / variant, task), task), [])
                original = json.loads((items.task_folder(self.root, task) / "task.json").read_text(encoding="utf-8"))
                self.assertEqual([card[key] for key in ("track", "metric", "chance", "layer", "generator")], [original[key] for key in ("track", "metric", "chance", "layer", "generator")])
                self.assertEqual((card["variant"], tasks.read_task(self.out / variant, task).unit_count), (variant, original["groups"]))
                stability.check_twins(tasks.read_task(self.root, task), tasks.read_task(self.out / variant, task), self.out / variant)

    def test_a_second_call_writes_the_same_bytes(self):
        again = self.folder / "again"
        self.assertEqual(made.run(variants, "--root", self.root, "--out", again, "--jobs", 1, "line_order", "question_paraphrase")[0], 0)
        for variant in ("line_order", "question_paraphrase"):
            for task in items.list_tasks(again / variant):
                for name in ("items.jsonl", "task.json", "README.md"):
                    paths = [items.task_folder(root / variant, task) / name for root in (again, self.out)]
                    self.assertEqual(*(path.read_bytes() for path in paths))
        self.assertFalse((again / "bare_labels").exists())

    def test_the_paragraph_comes_off(self):
        for task in NAMES:
            for before, after in zip(self.rows[task], self.read("irrelevant_paragraph", task)[0]):
                head, blank, rest = after.state.partition("\n\n")
                self.assertEqual((head, blank, rest), (variant_texts.PARAGRAPHS[task][before.domain], "\n\n", before.state))

    def test_solvers_agree_on_moved_lines_and_lines_stay_the_same_ones(self):
        for task in items.list_tasks(self.out / "line_order"):
            rows, card = self.read("line_order", task)
            self.assertEqual(solve_all.solve_rows(rows, solve_all.solver_of(task)), [])
            moved = sum(before.state != after.state for before, after in zip(self.rows[task], rows))
            self.assertIn(f"Lines moved in {moved} of 600 items.", card["note"])
            self.assertGreater(moved, 200)
            for before, after in zip(self.rows[task], rows):
                self.assertEqual(*(sorted(line.rstrip(",") for line in item.state.split("\n")) for item in (before, after)))

    def test_left_out_by_name_with_the_reason(self):
        self.assertIn("clause_change       left out: its clauses are numbered", self.text)
        self.assertIn("Left out is clause_change: its clauses are numbered", self.read("line_order", "filter_match")[1]["note"])

    def test_members_of_a_group_are_moved_and_asked_alike(self):
        asked = {}
        for item in self.read("question_paraphrase", "filter_match")[0]:
            asked.setdefault(item.group, set()).add(item.question["instructions"])
        self.assertEqual({len(found) for found in asked.values()}, {1})
        self.assertEqual(set().union(*asked.values()), set(variant_texts.PARAPHRASES["filter_match"]))
        moved = {item.id: item for item in self.read("line_order", "filter_match")[0]}
        groups = cards.groups_of(self.rows["filter_match"]).values()
        differing = [[sum(a != b for a, b in zip(*(item.state.split("\n") for item in pair))) for pair in (members, [moved[item.id] for item in members])] for members in groups]
        self.assertEqual([before for before, _ in differing], [after for _, after in differing])


class Refused(Made):
    """What validate finds in a variant that is not what its card says, and roots that no variant can be made of."""

    def damaged(self, variant, task, change, card=None) -> list:
        """The findings about a variant with every item changed by a function, and its card made to fit but for the named keys."""
        rows, given = self.read(variant, task)
        rows = [change(item) for item in rows]
        data = "".join(map(items.to_line, rows)).encode("utf-8")
        made_card = variants.card_of(variant, families.BY_NAME[task], {**given, "note": None}, [(item, False) for item in rows], data, given["option_map"])
        folder = items.task_folder(self.folder / "damaged", task)
        cards.write_folder(folder, {"items.jsonl": data, "task.json": items.to_json({**made_card, **(card or {})}),
                                    "README.md": cards.core_readme(families.BY_NAME[task], rows, "About.").encode("utf-8")})
        return validate.check_folder(folder, task)

    def test_validate_holds_a_variant_to_its_name(self):
        original = {item.id: item for item in self.rows["filter_match"]}
        self.assertEqual(self.damaged("option_order_1", "filter_match", lambda item: item), [])
        for variant, change, card, wanted in (
                ("option_order_1", lambda item: original[item.id], {}, "is a choice of no, yes"),
                ("option_order_2", lambda item: variants.reorder(original[item.id], 1), {}, "is a choice of yes, no"),
                ("bare_labels", lambda item: original[item.id], {}, "an option has a meaning"),
                ("question_paraphrase", variants.strip_meanings, {}, "the meaning of an option are missing"),
                ("natural_wording", lambda item: item, {"option_map": None}, "question type choice, expected noul"),
                ("option_order_1", lambda item: item, {"variant": None}, "question type choice, expected noul"),
                ("option_order_1", lambda item: item, {"variant": "upside_down"}, "question type choice, expected noul")):
            with self.subTest(variant=variant, wanted=wanted):
                self.assertIn(wanted, "\n".join(self.damaged(variant, "filter_match", change, card)))

    def test_roots_that_do_not_do(self):
        other = self.folder / "other"
        made.write_task(other, "mine", [item._replace(group=None) for item in made.pairs("mine", 2)], track="custom")
        plain = self.folder / "plain"
        made_family.write(plain, made_family.PAIRS, made_family.build(made_family.PAIRS))
        card = items.task_folder(plain, "filter_match") / "task.json"
        whole = card.read_bytes()
        for text, wanted in ((b"{", "is not JSON"), (b"[]", "SHA-256 of the items"), (whole.replace(b'"items_sha256": "', b'"items_sha256": "0'), "SHA-256 of the items"), (None, "cannot be read")):
            card.unlink() if text is None else card.write_bytes(text)
            code, _, err = made.run(variants, "--root", plain, "--out", self.folder / "none", "bare_labels")
            self.assertEqual((code, wanted in err, "Traceback" in err), (2, True, False), err)
        for root, arguments, wanted in ((self.root, ("sideways",), "unknown variant sideways; there are option_order_1"), (self.folder / "nowhere", (), "no folder"),
                                        (other, (), "no core family"), (self.out / "bare_labels", ("line_order",), "is a variant already (bare_labels)"),
                                        (self.root, ("--jobs", "0"), "is not a whole number from 1")):
            code, _, err = made.run(variants, "--root", root, "--out", self.folder / "none", *arguments)
            self.assertEqual((code, wanted in err, "Traceback" in err), (2, True, False), err)
        self.assertFalse((self.folder / "none").exists())

    def test_items_that_are_none_of_a_core_family(self):
        root = self.folder / "odd"
        folder = items.task_folder(root, "filter_match")
        rows = self.rows["filter_match"]
        card = json.loads((items.task_folder(self.root, "filter_match") / "task.json").read_text(encoding="utf-8"))

        def odd(question, number=3):
            return [item._replace(question={**item.question, **question}) if place == number else item for place, item in enumerate(rows)]

        for changed, wanted in (([item._replace(level=None) if place == 3 else item for place, item in enumerate(rows)], "items.jsonl:4: filter_match:00003 has no level, which every item"),
                                (odd({"criteria": ["x", "y"]}), "items.jsonl:4: criteria do not fit a noul question"), (odd({"criteria": {"true": 1, "false": "x"}}), "items.jsonl:4: the meaning of the option 'true'"),
                                (odd({"instructions": None}), "items.jsonl:4: instructions are neither"), (odd({"instructions": {"a": 1}}), "items.jsonl:4: filter_match:00003 has a state, instructions or a meaning"),
                                ([item for item in rows if item.level != 2], "holds no item of level 2; variants are made of whole families")):
            data = "".join(map(items.to_line, changed)).encode("utf-8")
            cards.write_folder(folder, {"items.jsonl": data, "task.json": items.to_json({**card, "items_sha256": items.fingerprint(data)["sha256"]})})
            code, text, err = made.run(variants, "--root", root, "--out", self.folder / "none")
            self.assertEqual((code, wanted in err, err.count("\n")), (2, True, 1), err)
        self.assertFalse((self.folder / "none").exists())

    def test_a_solver_that_does_not_agree_stops_the_variant(self):
        made_up = self.folder / "made_up"  # states of a form that the family's solver has never seen
        made_family.write(made_up, made_family.PAIRS, [item._replace(domain="nursery") for item in made_family.build(made_family.PAIRS)])
        code, _, err = made.run(variants, "--root", made_up, "--out", self.folder / "unsolved", "irrelevant_paragraph")
        self.assertEqual((code, "the solver of filter_match does not agree on 600 of 600 items" in err), (2, True), err)
        self.assertFalse((self.folder / "unsolved").exists())

    def test_a_domain_without_a_paragraph(self):
        made_up = self.folder / "domains"
        made_family.write(made_up, made_family.PAIRS, made_family.build(made_family.PAIRS))
        self.assertIn("there is no paragraph for the domain", made.run(variants, "--root", made_up, "--out", self.folder / "none", "irrelevant_paragraph")[2])


class Killed(Made):
    """A process that is killed while it writes; what stood there before stays whole."""

    def killed(self, out, place, *names):
        """(exit code, standard error) of a call in which the process that makes filter_match is killed at one place of its writing."""
        write, replace = cards.write_folder, os.replace

        def end():
            os.kill(os.getpid(), signal.SIGKILL)

        def write_part(folder, files):
            if "filter_match" in str(folder) and place == "first file":
                write(folder, {"items.jsonl": files["items.jsonl"][:100]})
                end()
            write(folder, files)

        def replace_part(source, target):
            if ".filter_match." in str(source) and str(source).endswith(".part") and place == "rename":
                end()
            replace(source, target)
        with mock.patch.object(cards, "write_folder", write_part), mock.patch.object(os, "replace", replace_part):
            code, _, err = made.run(variants, "--root", self.root, "--out", out, "--jobs", 2, *names)
        return code, err

    def folders(self, out):
        """{path: its bytes} of everything under a folder."""
        return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}

    def test_nothing_is_half_written_and_the_message_says_how_to_go_on(self):
        whole = self.folders(self.out / "bare_labels")
        for place in ("first file", "rename"):
            for is_there in (False, True):
                out = self.folder / f"killed {place} {is_there}"
                if is_there:
                    self.assertEqual(made.run(variants, "--root", self.root, "--out", out, "bare_labels")[0], 0)
                code, err = self.killed(out, place, "bare_labels")
                self.assertEqual((code, err.count("\n")), (2, 1), err)
                self.assertRegex(err, r"^variants.py: error: a process was ended from outside, perhaps for want of memory. [0-2] of 3 task folders are made; the others are not there or as "
                                      r"they were before, none is half written. Go on with the same command and the variants bare_labels alone, with --jobs 1 where memory is short\n$")
                found = self.folders(out / "bare_labels")
                self.assertEqual({name: whole[name] for name in found}, found)
                self.assertEqual(len(found) % 3, 0)
                self.assertEqual("tasks/filter_match/task.json" in found, is_there)
                self.assertEqual(made.run(variants, "--root", self.root, "--out", out, "bare_labels")[0], 0)
                self.assertEqual(self.folders(out / "bare_labels"), whole)

    def test_what_a_killed_command_left_is_cleared(self):
        out = self.folder / "left over"
        gone = made.ended_process()
        for name in (f".filter_match.{gone}.part", f".filter_match.{gone}.old"):
            (out / "bare_labels/tasks" / name).mkdir(parents=True)
            (out / "bare_labels/tasks" / name / "items.jsonl").write_bytes(b"{")
        self.assertEqual(made.run(variants, "--root", self.root, "--out", out, "bare_labels")[0], 0)
        self.assertEqual(sorted(path.name for path in (out / "bare_labels/tasks").iterdir()), sorted(NAMES))

    def test_files_of_others_are_not_removed(self):
        out = self.folder / "with notes"
        self.assertEqual(made.run(variants, "--root", self.root, "--out", out, "bare_labels")[0], 0)
        notes = out / "bare_labels/tasks/filter_match/notes.txt"
        notes.write_text("mine")
        code, _, err = made.run(variants, "--root", self.root, "--out", out, "--jobs", 1, "bare_labels")
        self.assertEqual((code, "holds notes.txt, which no task has; move that away" in err, notes.read_text()), (2, True, "mine"), err)


class Draws(unittest.TestCase):
    def test_ids_of_other_draws_are_kept(self):
        draw = draws.sealed("a secret of no importance", "0123456789abcdef" * 4)
        with tempfile.TemporaryDirectory() as folder:
            root, out = Path(folder, "data"), Path(folder, "variants")
            rows = importlib.import_module("generators.filter_match").build(draw)
            cards.write_folder(items.task_folder(root, "filter_match"), cards.family_files(families.BY_NAME["filter_match"], draw, rows, "About.", draw.note))
            self.assertEqual(made.run(variants, "--root", root, "--out", out, "option_order_2", "line_order")[0], 0)
            for variant in ("option_order_2", "line_order"):
                found = items.task_folder(out / variant, "filter_match")
                self.assertEqual([item.id for item in items.read_items(found / "items.jsonl")], [item.id for item in rows])
                self.assertEqual(validate.check_folder(found, "filter_match"), [])
                self.assertTrue(json.loads((found / "task.json").read_text(encoding="utf-8"))["note"].startswith("Sealed draw; commitment 0123"))


class Parts(unittest.TestCase):
    def test_examples(self):
        self.assertEqual(doctest.testmod(variants).failed, 0)

    def test_derangements(self):
        """From three options on no option stays in its place under either order, and the two orders differ."""
        for count in range(3, 12):
            first, second = variants.turned_order(count, 1), variants.turned_order(count, 2)
            self.assertEqual((sorted(first), sorted(second)), (list(range(count)), list(range(count))))
            self.assertTrue(all(place not in (a, b) and a != b for place, (a, b) in enumerate(zip(first, second))), count)

    def test_a_yes_no_question_in_both_orders(self):
        item = made.noul_item("filter_match", 0, "no")
        swapped, original = variants.reorder(item, 1), variants.reorder(item, 2)
        self.assertEqual((swapped.options, list(swapped.question["criteria"].items()), swapped.gold), (("no", "yes"), [("no", "it is not"), ("yes", "it is")], "no"))
        self.assertEqual((original.options, original.question["type"], list(original.question["criteria"].items())), (("yes", "no"), "choice", [("yes", "it is"), ("no", "it is not")]))

    def test_bare_labels(self):
        self.assertIsNone(variants.strip_meanings(made.noul_item("filter_match", 0, "no")).question["criteria"])
        choice = made.choice_item("policy_case", 0, "deny", ("approve", "deny"))
        self.assertEqual(variants.strip_meanings(choice._replace(question=items.choice("Which?", {"approve": "x", "deny": "y"}))).question["criteria"], {"approve": None, "deny": None})

    def test_every_family_has_its_texts(self):
        """Three paraphrases, plain speech for every fixed option, no key twice, no figure in a paragraph, and rows for every family but those left out."""
        self.assertEqual([set(table) for table in (variant_texts.PARAGRAPHS, variant_texts.PARAPHRASES, variant_texts.NATURAL)], [set(families.BY_NAME)] * 3)
        self.assertEqual(set(line_order.BLOCKS) | set(line_order.LEFT_OUT) | {"log_count_check"}, set(families.BY_NAME))
        for name, family in families.BY_NAME.items():
            self.assertEqual(len(set(variant_texts.PARAPHRASES[name])), variants.PARAPHRASES)
            keys = variant_texts.NATURAL[name][1]
            self.assertEqual(set(keys) | {"none"}, set(family.options or ()) | {"none"})
            self.assertEqual(len(set(keys.values())), len(keys))
        paragraphs = [text for domains in variant_texts.PARAGRAPHS.values() for text in domains.values()]
        self.assertEqual([text for text in paragraphs if any(sign.isdigit() for sign in text) or "\n" in text], [])
        self.assertEqual(len(set(paragraphs)), len(paragraphs))

    def test_every_domain_has_a_paragraph(self):
        for name in filter(regenerate.has_generator, families.BY_NAME):
            module = importlib.import_module(f"generators.{name}")
            self.assertEqual(set(module.DOMAINS), set(variant_texts.PARAGRAPHS[name]), name)

    def test_moved_rows_by_hand(self):
        class Rng:
            def shuffled(self, options):
                return list(reversed(options))

        rows = ['["a",1],', '["b",2],', '["c",3]']
        self.assertEqual(line_order.moved_rows(rows, line_order.run(r"\[[^\n]*"), Rng()), ['["c",3],', '["b",2],', '["a",1]'])
        self.assertEqual(line_order.moved_rows(["7 x", "8 y", "9 z"], line_order.run("", held=r"\d+ "), Rng()), ["7 z", "8 y", "9 x"])
        self.assertEqual(line_order.moved_rows(["a1", "b1", "a2", "b2"], line_order.run("", apart="^."), Rng()), ["a2", "b2", "a1", "b1"])

    def test_no_order_drawn_is_the_old_one(self):
        class Rng:
            def shuffled(self, options):
                return list(options)

        self.assertEqual(line_order.moved_rows(["a", "b", "c"], line_order.run(""), Rng()), ["b", "c", "a"])

    def test_a_log_that_is_turned(self):
        lines = [f"{9 + place // 60:02d}:{place % 60:02d} up" for place in range(20)]
        text = "\n".join(["Log, 20 lines, oldest first", *lines, "Claim", ""])
        turned = "\n".join(["Log, 20 lines, newest first", *lines[::-1], "Claim", ""])
        self.assertEqual(line_order.turn_log(text), turned)
        self.assertEqual(line_order.turn_log(turned), text)
        self.assertEqual(line_order.turn_log("no log, oldest first\n"), "no log, oldest first\n")

    def test_states_whose_order_matters_stay(self):
        state = "rules\n'no' rises from each row to the next in the order listed; equal values are not accepted.\n" + '{"no":1}\n{"no":2}'
        item = made.choice_item("record_rule", 0, "none", ("1", "none"))._replace(state=state, group="record_rule:g0000", layout="json_lines")
        self.assertEqual(line_order.reordered("record_rule", item), state)
        other = item._replace(state=state.replace("in the order listed", "anywhere"))
        self.assertEqual(line_order.reordered("record_rule", other).split("\n")[2:], ['{"no":2}', '{"no":1}'])


class Page(unittest.TestCase):
    """docs/SENSITIVITY.md is filled by a command."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        change = {"value": -0.1, "interval": [-0.2, -0.05]}
        row = {"tasks": 1, "items": 20, "changed": 3, "changed_share": 0.15, "right_to_wrong": 2, "wrong_to_right": 0, "wrong_to_other": 1,
               "pair_accuracy_before": 0.9, "pair_accuracy_after": 0.8, "pair_accuracy_change": change}
        ranges = {"bare_labels": {"systems": 1, "tasks": [1, 1], "changed_share": [0.15, 0.15], "pair_accuracy_change": [-0.1, -0.1], "intervals_without_zero": 1}}
        self.found = {"resamples": 300, "seed": 1, "per_family": None, "ranges": ranges, "noise_floor": {},
                      "systems": {"mine": {"variants": {"bare_labels": {**row, "by_task": {"filter_match": row}}}, "noise_floor": {}, "consistency": None}}}
        self.page, self.file = self.folder / "page.md", self.folder / "found.json"
        self.page.write_text("# Page\n<!-- figures: one -->\nold\n<!-- end of figures -->\nbetween\n<!-- figures: two -->\n<!-- end of figures -->\n", encoding="utf-8")
        items.write_json(self.file, self.found)

    def test_a_section_is_filled_and_the_rest_stays(self):
        for _ in range(2):
            self.assertEqual(made.run(sensitivity, self.file, "--section", "one", "--page", self.page)[0], 0)
            text = self.page.read_text(encoding="utf-8")
            self.assertTrue(text.startswith("# Page\n<!-- figures: one -->\n\n### Changes by variant"))
            self.assertTrue(text.endswith("<!-- end of figures -->\nbetween\n<!-- figures: two -->\n<!-- end of figures -->\n"))
            self.assertIn("-10.0 [-20.0, -5.0]", text)
            self.assertNotIn("old", text)

    def test_draws(self):
        items.write_json(self.file, {"resamples": 2000, "seed": 1, "per_family": None, "tasks": ["a"], "pairs": 1, "pairs_in_order": 1, "spearman": None,
                                     "systems": {"mine": {"published": 0.5, "fresh": 0.25, "change": {"value": -0.25, "interval": [-0.3, -0.2]}}}})
        self.assertEqual(made.run(sensitivity, self.file, "--section", "two", "--page", self.page)[0], 0)
        self.assertIn("| mine | 50.0 | 25.0 | -25.0 [-30.0, -20.0] |", self.page.read_text(encoding="utf-8"))

    def test_refused(self):
        before = self.page.read_bytes()
        items.write_json(self.folder / "other.json", {"x": 1})
        items.write_json(self.folder / "cut.json", {"ranges": {}, "resamples": 1})
        for arguments, wanted in (((self.file, "--section", "three"), "has no one section three; there are one, two"), ((self.folder / "other.json", "--section", "one"), "is no result file"),
                                  ((self.folder / "cut.json", "--section", "one"), "is not as stability.py"), ((self.folder / "none.json", "--section", "one"), "cannot be read")):
            code, _, err = made.run(sensitivity, *arguments, "--page", self.page)
            self.assertEqual((code, wanted in err, "Traceback" in err), (2, True, False), err)
        self.assertEqual(self.page.read_bytes(), before)
        items.write_json(self.file, {**self.found, "ranges": {"bare_labels": {**self.found["ranges"]["bare_labels"], "tasks": [1]}}})
        self.assertEqual(made.run(sensitivity, self.file, "--section", "one", "--page", self.page)[0], 2)
        items.write_json(self.file, self.found)
        self.page.write_bytes(b"\xff")
        code, _, err = made.run(sensitivity, self.file, "--section", "one", "--page", self.page)
        self.assertEqual((code, "page.md: is not UTF-8" in err), (2, True), err)


if __name__ == "__main__":
    unittest.main()
