"""Good items pass every audit, and a copy broken in one way fails the right one."""
from __future__ import annotations

import contextlib
import io
import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import audit, findings, key_balance, solve_all, validate
from generators import cards, draws, families, items
from tests import made_family

ALL = (made_family.PAIRS, made_family.TRIPLES, made_family.MOVING)
ROWS = {family.name: made_family.build(family) for family in ALL}
PAIR_ROWS = ROWS[made_family.PAIRS.name]


def swap(rows, one: int, other: int, key: str) -> list:
    """The items with one field exchanged between two of them."""
    rows = list(rows)
    first, second = getattr(rows[one], key), getattr(rows[other], key)
    rows[one], rows[other] = rows[one]._replace(**{key: second}), rows[other]._replace(**{key: first})
    return rows


def place_of(rows, wanted) -> int:
    """The place of the first item that fits."""
    return next(place for place, item in enumerate(rows) if wanted(item))


class Case(unittest.TestCase):
    """A folder of its own for every test."""

    def setUp(self):
        self.root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)

    def write(self, rows, family=made_family.PAIRS, draw=draws.PUBLISHED) -> Path:
        return made_family.write(self.root, family, rows, draw)

    def validate(self, rows, family=made_family.PAIRS) -> list:
        return validate.check_folder(self.write(rows, family), family.name)

    def assert_found(self, found, *parts):
        """At least one finding, and one that holds all the parts."""
        self.assertTrue(any(all(part in line for part in parts) for line in found), f"no finding with {parts} in {found[:5]}")


class GoodItems(Case):
    def test_every_audit_passes(self):
        for family in ALL:
            with self.subTest(family=family.name):
                rows = ROWS[family.name]
                self.assertEqual(self.validate(rows, family), [])
                self.assertEqual(audit.judge(family, rows)[1], [])
                self.assertEqual(key_balance.check_rows(family, rows), [])
                self.assertEqual(solve_all.solve_rows(rows, made_family.solve), [])

    def test_fresh_draw_and_sealed_draw(self):
        fresh = draws.fresh(7)
        folder = self.write(made_family.build(made_family.PAIRS, fresh), draw=fresh)
        self.assertEqual(validate.check_folder(folder, made_family.PAIRS.name), [])
        sealed = draws.Draw("any label", "x01234abc:", None)
        rows = made_family.build(made_family.PAIRS, sealed)
        files = cards.family_files(made_family.PAIRS, sealed, rows, "Made up.", "Sealed draw of commitment 01234abc")
        cards.write_folder(folder, files)
        self.assertEqual(validate.check_folder(folder, made_family.PAIRS.name), [])
        cards.write_folder(folder, cards.family_files(made_family.PAIRS, sealed, rows, "Made up."))
        self.assert_found(validate.check_folder(folder, made_family.PAIRS.name), "commitment")

    def test_pool_of_two_draws(self):
        pool = audit.pooled([PAIR_ROWS, made_family.build(made_family.PAIRS, draws.fresh(1))])
        measured, found = audit.judge(made_family.PAIRS, pool, draws=2)
        self.assertEqual((len(pool), found), (1200, []))
        self.assertEqual({one.bound for one in measured}, {0.515, 0.53})


class Bytes(Case):
    def broken(self, change) -> list:
        folder = self.write(PAIR_ROWS)
        path = folder / "items.jsonl"
        path.write_bytes(change(path.read_bytes()))
        return validate.check_folder(folder, made_family.PAIRS.name)

    def test_byte_order_mark(self):
        self.assert_found(self.broken(lambda data: b"\xef\xbb\xbf" + data), "byte order mark")

    def test_carriage_returns(self):
        self.assert_found(self.broken(lambda data: data.replace(b"\n", b"\r\n")), "carriage return")

    def test_cut_file(self):
        self.assert_found(self.broken(lambda data: data[:-40]), "no line end")

    def test_spaces_after_separators(self):
        self.assert_found(self.broken(lambda data: data.replace(b'"options":["yes"', b'"options": ["yes"', 1)), "one form")

    def test_order_of_keys(self):
        def change(data):
            first, rest = data.split(b"\n", 1)
            row = json.loads(first)
            row["id"] = row.pop("id")
            return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" + rest
        self.assert_found(self.broken(change), "line 1", "one form")

    def test_repeated_key(self):
        self.assert_found(self.broken(lambda data: data.replace(b'"layout":"', b'"layout":"x","layout":"', 1)), "one form")

    def test_escaped_letters(self):
        self.assert_found(self.broken(lambda data: data.replace(b"clerk", b"\\u0063lerk", 1)), "one form")

    def test_wrong_encoding(self):
        self.assert_found(self.broken(lambda data: data.replace(b"clerk", b"cl\xe8rk", 1)), "utf-8")

    def test_duplicate_id(self):
        name = made_family.PAIRS.name.encode()
        self.assert_found(self.broken(lambda data: data.replace(name + b":00001", name + b":00000")), "occurs twice")


class Ids(Case):
    def test_gap(self):
        rows = list(PAIR_ROWS)
        rows[599] = rows[599]._replace(id=rows[599].id.replace("00599", "00600"))
        self.assert_found(self.validate(rows), "00600", "place 599")

    def test_other_form(self):
        for odd in ("filter_match:0000", "filter_match:s07:00000", "filter_match:x0:00000", "other:00000"):
            rows = list(PAIR_ROWS)
            rows[0] = rows[0]._replace(id=odd)
            self.assert_found(self.validate(rows), odd)

    def test_two_draws_in_one_file(self):
        rows = list(PAIR_ROWS)
        rows[3] = rows[3]._replace(id="filter_match:s5:00003")
        self.assert_found(self.validate(rows), "ids of 2 draws")

    def test_group_names(self):
        rows = [item._replace(group=item.group.replace(":g0299", ":g0300")) for item in PAIR_ROWS]
        self.assert_found(self.validate(rows), "group names", "g0300")


class Groups(Case):
    def test_swapped_group(self):
        """Two yes members of one level, domain, layout and contrast: only their content shows that they changed places."""
        rows = PAIR_ROWS
        one = place_of(rows, lambda item: item.gold == "yes")
        alike = ("gold", "level", "domain", "layout", "contrast")
        other = next(place for place, item in enumerate(rows)
                     if place > one and all(getattr(item, key) == getattr(rows[one], key) for key in alike))
        self.assert_found(self.validate(swap(rows, one, other, "group")), rows[one].id, "rare lines")

    def test_swapped_group_of_another_level(self):
        rows = PAIR_ROWS
        other = place_of(rows, lambda item: item.level != rows[0].level)
        self.assert_found(self.validate(swap(rows, 0, other, "group")), "more than one level")

    def test_group_shape(self):
        rows = ROWS[made_family.TRIPLES.name]
        place = place_of(rows, lambda item: item.gold == "deny")
        self.assert_found(self.validate([*rows[:place], *rows[place + 1:]], made_family.TRIPLES), "place")
        moved = list(rows)
        other = next(item for item in rows if item.level == rows[place].level and item.group != rows[place].group)
        moved[place] = rows[place]._replace(group=other.group)
        self.assert_found(self.validate(moved, made_family.TRIPLES), "groups by size")

    def test_extra_line_in_one_member(self):
        rows = list(PAIR_ROWS)
        rows[5] = rows[5]._replace(state=rows[5].state + "\nremark: none")
        self.assert_found(self.validate(rows), rows[5].group, "number of lines")

    def test_wrong_gold(self):
        for family in ALL:
            rows = list(ROWS[family.name])
            place = place_of(rows, lambda item: item.gold == item.options[0])
            rows[place] = rows[place]._replace(gold=rows[place].options[1])
            self.assert_found(self.validate(rows, family), "not pairwise different")
            self.assertEqual(len(solve_all.solve_rows(rows, made_family.solve)), 1)
            if family is made_family.PAIRS:
                self.assert_found(key_balance.check_rows(family, rows), "not balanced")

    def test_gold_exchanged_in_a_pair(self):
        rows = PAIR_ROWS
        other = place_of(rows, lambda item: item.group == rows[0].group and item.id != rows[0].id)
        swapped = swap(rows, 0, other, "gold")
        self.assert_found(self.validate(swapped), "planted member")
        self.assertEqual(len(solve_all.solve_rows(swapped, made_family.solve)), 2)

    def test_two_layouts_and_domains_in_a_group(self):
        for key in ("layout", "domain", "contrast"):
            rows = list(PAIR_ROWS)
            other = next(item for item in rows if getattr(item, key) != getattr(rows[0], key))
            rows[0] = rows[0]._replace(**{key: getattr(other, key)})
            self.assert_found(self.validate(rows), rows[0].group, f"more than one {key}")


class Labels(Case):
    def change(self, family, wanted, **values) -> list:
        rows = list(ROWS[family.name])
        place = place_of(rows, wanted)
        rows[place] = rows[place]._replace(**values)
        return validate.core_findings(family, rows)

    def test_planted_and_kind(self):
        self.assert_found(self.change(made_family.PAIRS, lambda item: item.planted, kind=None), "does not agree with kind")
        self.assert_found(self.change(made_family.PAIRS, lambda item: item.planted, planted=False), "does not agree with kind")
        self.assert_found(self.change(made_family.PAIRS, lambda item: item.kind == "limit", kind="amount"), "contrast limit")
        self.assert_found(self.change(made_family.PAIRS, lambda item: True, contrast=None), "contrast None")
        self.assert_found(self.change(made_family.MOVING, lambda item: item.planted, planted=None), "planted None")
        self.assert_found(self.change(made_family.MOVING, lambda item: True, contrast="amount"), "larger groups")

    def test_ways_of_reading(self):
        self.assert_found(self.change(made_family.TRIPLES, lambda item: True, planted=True), "expected null")
        self.assert_found(self.change(made_family.TRIPLES, lambda item: True, kind="border"), "kind border")
        self.assert_found(self.change(made_family.TRIPLES, lambda item: True, kind=None), "kind None")

    def test_nulls(self):
        for key in ("group", "level", "domain", "layout"):
            self.assert_found(self.change(made_family.PAIRS, lambda item: True, **{key: None}), "is null")

    def test_question(self):
        other = items.choice("Is it?", {"yes": "it is", "no": "it is not"})
        self.assert_found(self.change(made_family.PAIRS, lambda item: True, question=other), "question type choice")
        self.assert_found(self.change(made_family.PAIRS, lambda item: True, question=items.noul("Is it?", "it is", " ")), "meaning")
        self.assert_found(self.change(made_family.PAIRS, lambda item: True, question={"type": "noul", "instructions": "Is it?"}), "meaning")

    def test_too_few_domains_and_layouts(self):
        rows = [item._replace(domain="freight" if item.domain == "clinic" else item.domain) for item in PAIR_ROWS]
        self.assert_found(self.validate(rows), "5 domains")
        rows = [item._replace(layout="form" if item.layout == "dots" and item.level > 1 else item.layout) for item in PAIR_ROWS]
        self.assert_found(self.validate(rows), "layout dots", "20 %")

    def test_text(self):
        state = PAIR_ROWS[0].state
        for text, part in ((state + " for Siemens", "Siemens"), (state + "\x07", "character"), (state + "\u2028", "character"), (" ", "not text")):
            self.assert_found(self.change(made_family.PAIRS, lambda item: True, state=text), part)

    def test_repeated_state(self):
        rows = list(PAIR_ROWS)
        rows[9] = rows[9]._replace(state=rows[4].state)
        self.assert_found(self.validate(rows), rows[9].id, f"the state of {rows[4].id} again")
        self.assert_found(audit.judge(made_family.PAIRS, rows)[1], rows[9].id, "again")


class Card(Case):
    @classmethod
    def setUpClass(cls):
        files = cards.family_files(made_family.PAIRS, draws.PUBLISHED, PAIR_ROWS, "Made up.")
        cls.data, cls.card = files["items.jsonl"], json.loads(files["task.json"])

    def findings(self, card) -> list:
        return validate.card_findings(made_family.PAIRS.name, PAIR_ROWS, self.data, items.to_json(card))

    def change(self, **values) -> list:
        return self.findings({**self.card, **values})

    def test_the_table_of_types_holds_every_key(self):
        self.assertEqual(tuple(validate.CARD_TYPES), cards.CARD_KEYS + cards.OPTIONAL_CARD_KEYS)

    def test_unknown_key(self):
        self.assert_found(self.change(colour="red"), "unknown key colour")

    def test_missing_key(self):
        for key in cards.CARD_KEYS:
            self.assert_found(self.findings({name: value for name, value in self.card.items() if name != key}), f"missing key {key}")

    def test_optional_key(self):
        self.assertEqual((self.findings(self.card), self.change(option_map=None)), ([], []))

    def test_every_field_is_compared(self):
        other = {"task": "policy_case", "title": "x", "track": "custom", "layer": "B", "release": "1.0", "question": "x", "question_type": "choice",
                 "options": ["no", "yes"], "metric": "accuracy", "chance": 0.26, "chance_accuracy": 0.51, "items": 601, "groups": 299,
                 "group_sizes": {"2": 299}, "levels": {"1": 200, "2": 200, "3": 201}, "kinds": {"amount": 151, "limit": 149}, "labels": "human",
                 "median_state_chars": 1, "items_sha256": "0" * 64, "items_bytes": 1,
                 "generator": {"script": "generators/filter_match.py", "seed": 1}, "source": [], "licence": {"items": "MIT", "note": None},
                 "release_route": "R", "content_blind": {"rule": "line count", "accuracy": 0.5},
                 "citation": "x", "canary": "x"}
        self.assertEqual(set(other) | {"note"}, set(cards.CARD_KEYS))
        for key, value in other.items():
            self.assert_found(self.change(**{key: value}), f"task.json: {key} is")

    def test_types(self):
        for key, value in (("items", "600"), ("items", True), ("chance", "0.25"), ("options", "yes"), ("track", "extra"), ("note", 3),
                           ("generator", {"script": "x"}), ("source", [{"name": "x"}]), ("levels", {"1": 0})):
            self.assert_found(self.change(**{key: value}), key, "cannot be" if key not in ("generator", "source", "levels") else "does not hold")

    def test_form(self):
        def found(data):
            return validate.card_findings(made_family.PAIRS.name, PAIR_ROWS, self.data, data)
        self.assert_found(found(json.dumps(self.card).encode()), "one form")
        self.assert_found(found(items.to_json(dict(reversed(list(self.card.items()))))), "out of order")
        self.assert_found(found(b"{"), "cannot be read")
        self.assert_found(found(b"[]"), "not an object")

    def test_a_card_of_other_items(self):
        """The hash in the card is that of the items before one line was changed."""
        folder = self.write(PAIR_ROWS)
        path = folder / "items.jsonl"
        path.write_bytes(path.read_bytes().replace(b"clerk x", b"clerk y", 1))
        self.assert_found(validate.check_folder(folder, made_family.PAIRS.name), "items_sha256")

    def test_canary_and_readme(self):
        folder = self.write(PAIR_ROWS)
        path = folder / "README.md"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(families.CANARY, ""), encoding="utf-8")
        self.assert_found(validate.check_folder(folder, made_family.PAIRS.name), "canary")
        path.write_text(text.replace("amount", "sum"), encoding="utf-8")
        self.assert_found(validate.check_folder(folder, made_family.PAIRS.name), "counts")
        path.write_text(text.replace("- `yes`", "- yes"), encoding="utf-8")
        self.assert_found(validate.check_folder(folder, made_family.PAIRS.name), "level 1")
        path.unlink()
        self.assert_found(validate.check_folder(folder, made_family.PAIRS.name), "README.md", "cannot be read")


class OtherTasks(Case):
    def test_a_custom_task(self):
        question = items.noul("Is it?", "it is", "it is not")
        rows = [items.Item(f"mine:{number:05d}", f"Text {number}", question, ("yes", "no"), "yes") for number in range(4)]
        data = "".join(map(items.to_line, rows)).encode()
        card = dict.fromkeys(cards.CARD_KEYS)
        card.update(task="mine", title="Mine", track="custom", question_type="noul", metric="accuracy", items=4, labels="human",
                    canary=families.CANARY, items_bytes=len(data), items_sha256=items.fingerprint(data)["sha256"])
        folder = items.task_folder(self.root, "mine")
        cards.write_folder(folder, {"items.jsonl": data, "task.json": items.to_json(card), "README.md": families.CANARY.encode()})
        self.assertEqual(validate.check_folder(folder, "mine"), [])
        items.write_json(folder / "task.json", {**card, "items": 5})
        self.assert_found(validate.check_folder(folder, "mine"), "items is 5")


class Solver(unittest.TestCase):
    def test_unread_text_and_other_outcomes(self):
        rows = PAIR_ROWS[:4]
        cut = [rows[0]._replace(state=rows[0].state.replace("clerk", "clerk?"))]
        self.assertIn("unread: line", solve_all.solve_rows(cut, made_family.solve)[0])
        self.assertIn("none of the options", solve_all.solve_rows(rows, lambda state, question, options: "maybe")[0])
        self.assertIn("KeyError", solve_all.solve_rows(rows, lambda state, question, options: {}["x"])[0])
        self.assertEqual(solve_all.agreement(rows, ["one finding"]), "3/4")

    def test_a_solver_sees_state_question_and_options_alone(self):
        seen = []
        solve_all.solve_rows(PAIR_ROWS[:1], lambda *given: seen.append(given))
        item = PAIR_ROWS[0]
        self.assertEqual(seen, [(item.state, item.question, item.options)])


class ContentBlind(unittest.TestCase):
    def flags(self, family, change) -> list:
        return audit.judge(family, [change(item) for item in ROWS[family.name]])[1]

    def assert_found(self, found, part):
        self.assertTrue(any(part in line for line in found), found[:5])

    def test_one_class_longer(self):
        """Wide blanks leave words and lines alone; one blank more is found by the groups, forty also by the threshold."""
        for family, answer in ((made_family.PAIRS, "no"), (made_family.TRIPLES, "deny")):
            short = self.flags(family, lambda item: item._replace(state=item.state + " " * (item.gold == answer)))
            self.assert_found(short, f"the member with '{answer}' is longer")
            wide = self.flags(family, lambda item: item._replace(state=item.state + " " * 200 * (item.gold == answer)))
            self.assert_found(wide, "state length: threshold")

    def test_longer_for_one_gold_position(self):
        found = self.flags(made_family.MOVING, lambda item: item._replace(state=item.state + " " * 200 * audit.position(item)))
        self.assert_found(found, "state length")

    def test_line_count(self):
        self.assert_found(self.flags(made_family.PAIRS, lambda item: item._replace(state=item.state + "\n" * 20 * (item.gold == "no"))), "line count")

    def test_marking_word(self):
        """40 of 300 items of one answer against none of the other; 19 items stay below the least number."""
        rows = PAIR_ROWS
        marked = {item.id for item in [item for item in rows if item.gold == "no"][:40]}
        found = self.flags(made_family.PAIRS, lambda item: item._replace(state=item.state + " Perhaps" * (item.id in marked)))
        self.assert_found(found, "word 'perhaps' marks 'no': in 40 of its items, in 0")
        few = set(sorted(marked)[:19])
        self.assertEqual(self.flags(made_family.PAIRS, lambda item: item._replace(state=item.state + " perhaps" * (item.id in few))), [])

    def test_marking_number(self):
        found = self.flags(made_family.TRIPLES, lambda item: item._replace(state=item.state + " 777" * (item.gold == "deny")))
        self.assert_found(found, "word '777' marks 'deny'")

    def test_question_wording(self):
        def change(item):
            return item._replace(question={**item.question, "instructions": f"Is it so, {'a' if item.gold == 'yes' else 'b'}?"})
        self.assert_found(self.flags(made_family.PAIRS, change), "question wording")

    def test_options_only(self):
        def change(item):
            options = tuple(sorted(item.options, key=lambda option: (option != item.gold, option)))
            return item._replace(options=options)
        self.assert_found(self.flags(made_family.MOVING, change), "options: first")

    def test_options_sorted_by_number(self):
        """T9 comes before T10: the gold option has the largest number in every item."""
        def change(item):
            names = {option: f"T{number}" for option, number in zip([o for o in item.options if o != item.gold], (6, 7, 8, 9))}
            return item._replace(options=tuple(names.get(option, "T10") for option in item.options), gold="T10")
        self.assert_found(self.flags(made_family.MOVING, change), "options: last in sorting: 100.0 %")

    def test_bag_of_words(self):
        """Ten synonyms, each too rare to mark a class alone (18 items), together in 180 of 300 items."""
        rows, seen = PAIR_ROWS, []
        for item in [item for item in rows if item.gold == "no"][:180]:
            seen.append(item.id)
        word = {name: f"remark{'abcdefghij'[number % 10]}" for number, name in enumerate(seen)}
        found = self.flags(made_family.PAIRS, lambda item: item._replace(state=f"{item.state} {word.get(item.id, '')}".rstrip()))
        self.assert_found(found, "bag of words")
        self.assertFalse([line for line in found if "word 'remark" in line])

    def test_best_content_blind(self):
        """Every no is longer by more than the spread: the threshold finds all of the 600."""
        rows = [item._replace(state=item.state + " " * 5000 * (item.gold == "no")) for item in PAIR_ROWS]
        self.assertEqual(audit.best_content_blind(rows), {"rule": "state length: threshold", "accuracy": 1.0})
        self.assertEqual(audit.best_content_blind(PAIR_ROWS), {"rule": "options: first", "accuracy": 0.5})


class Bounds(unittest.TestCase):
    def test_error_and_bound_by_hand(self):
        """Pairs, first option always: 1 of 2 right in each group, so no spread. All of g0 and none of g1: squares 1 + 1, root of 2 over 4 items."""
        def row(number, group, gold):
            return items.Item(f"t:{number}", "s", {}, ("yes", "no"), gold, group=group)
        even = [row(0, "g0", "yes"), row(1, "g0", "no"), row(2, "g1", "yes"), row(3, "g1", "no")]
        one = audit.measure("filter_match", "line count", even, [0, 0, 0, 0])
        self.assertEqual((one.accuracy, one.chance, one.error, one.bound), (0.5, 0.5, 0.0, 0.515))
        split = [row(0, "g0", "yes"), row(1, "g0", "yes"), row(2, "g1", "no"), row(3, "g1", "no")]
        one = audit.measure("filter_match", "line count", split, [0, 0, 0, 0])
        self.assertAlmostEqual(one.error, 2 ** 0.5 / 4)
        self.assertAlmostEqual(one.bound, 0.515 + 3 * 2 ** 0.5 / 4)
        self.assertAlmostEqual(audit.measure("filter_match", "line count", split, [0, 0, 0, 0], draws=2).bound, 0.515)

    def test_flag_at_the_bound_and_above(self):
        self.assertFalse(audit.Measure("r", 0.515, 0.5, 0.0, 0.515).is_flagged)
        self.assertTrue(audit.Measure("r", 0.5151, 0.5, 0.0, 0.515).is_flagged)

    def test_margins(self):
        self.assertEqual([audit.margin("filter_match", "line count", n) for n in (1, 5)], [0.015, 0.015])
        self.assertEqual([audit.margin("filter_match", audit.BAG, n) for n in (1, 5)], [0.03, 0.03])
        self.assertEqual([audit.margin("policy_case", audit.BAG, n) for n in (1, 5)], [0.05, 0.015])

    def test_binomial(self):
        """2 of 10 at one half: (1 + 10 + 45) / 1024 below, doubled 0.109375. 0 of 3 at one third: 8 / 27, doubled."""
        self.assertEqual(audit.binomial_p(2, 10, 1, 2), 0.109375)
        self.assertAlmostEqual(audit.binomial_p(0, 3, 1, 3), 16 / 27)
        self.assertEqual(audit.binomial_p(5, 10, 1, 2), 1.0)

    def test_marks(self):
        """20 against 10 is no more than twice; 40 against 19 is, with p 0.0087; 60 against 29 with p below 0.0014; 80 against 39 passes."""
        self.assertFalse(audit.marks(20, 10, 300, 300))
        self.assertFalse(audit.marks(40, 19, 300, 300))
        self.assertFalse(audit.marks(60, 29, 300, 300))
        self.assertTrue(audit.marks(80, 39, 300, 300))

    def test_folds_are_by_group(self):
        rows = ROWS[made_family.TRIPLES.name]
        folds = {}
        for item, fold in zip(rows, audit.fold_numbers(rows)):
            folds.setdefault(item.group, set()).add(fold)
        self.assertEqual({len(numbers) for numbers in folds.values()}, {1})
        self.assertEqual({number for numbers in folds.values() for number in numbers}, set(range(5)))

    def test_pool_refuses_one_draw_twice(self):
        rows = PAIR_ROWS
        with self.assertRaises(items.ItemsError):
            audit.pooled([rows, rows])


class KeyBalance(unittest.TestCase):
    def found(self, family, rows) -> str:
        return "\n".join(key_balance.check_rows(family, rows))

    def test_skewed_gold_positions(self):
        """Gold moved from the last to the first place in ten items of level 2: 50 and 30 where 40 is equal."""
        rows, moved = [], 0
        for item in ROWS[made_family.MOVING.name]:
            if item.level == 2 and audit.position(item) == 4 and moved < 10:
                item, moved = item._replace(options=(item.options[4], *item.options[:4])), moved + 1
            rows.append(item)
        self.assertIn("gold position, level 2: 0 50 times", self.found(made_family.MOVING, rows))
        self.assertIn("gold position, level 2: 4 30 times", self.found(made_family.MOVING, rows))

    def test_one_item_more_passes_and_two_fail(self):
        def rows(first, second):
            return [items.Item(str(n), "s", {}, ("a", "b"), "a" if n < first else "b", level=1) for n in range(first + second)]
        self.assertEqual(key_balance.position_findings(rows(21, 19)), [])
        self.assertEqual(len(key_balance.position_findings(rows(22, 18))), 2)

    def test_numbers_of_options_are_judged_apart(self):
        def rows(size, places):
            options = tuple("abcd"[:size])
            return [items.Item(f"{size}{n}", "s", {}, options, options[place], level=1) for n, place in enumerate(places)]
        self.assertEqual(key_balance.position_findings(rows(2, [0, 1] * 6) + rows(3, [0, 1, 2] * 4)), [])
        lines = key_balance.position_findings(rows(2, [0, 1] * 6) + rows(3, [0] * 6 + [1, 2] * 3))
        self.assertEqual([line for line in lines if "3 options: 0 6 times" in line][0][:13], "gold position")

    def test_classes(self):
        rows = [item._replace(gold="yes") if place == 0 else item for place, item in enumerate(sorted(PAIR_ROWS, key=lambda item: item.gold))]
        self.assertIn("are not balanced", self.found(made_family.PAIRS, rows))

    def test_order_of_the_file(self):
        rows = PAIR_ROWS
        self.assertIn("share their group", self.found(made_family.PAIRS, sorted(rows, key=lambda item: item.group)))
        self.assertIn("share their level", self.found(made_family.PAIRS, sorted(rows, key=lambda item: item.level)))
        self.assertIn("share their gold position", self.found(made_family.PAIRS, sorted(rows, key=lambda item: item.gold)))

    def test_order_in_the_groups(self):
        self.assertIn("stands before", self.found(made_family.PAIRS, sorted(PAIR_ROWS, key=lambda item: item.gold)))


class CommandLines(Case):
    def run_main(self, main, *argv):
        """(exit code, what was printed) of a main function."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(list(argv))
        return code, out.getvalue(), err.getvalue()

    def test_exit_codes(self):
        self.write(PAIR_ROWS)
        with mock.patch.object(solve_all, "solver_of", lambda task: made_family.solve):
            for module in (validate, solve_all, audit, key_balance):
                code, out, _ = self.run_main(module.main, "--root", str(self.root))
                self.assertEqual((code, out.splitlines()[-1].split(": ")[1]), (0, "all passed"))
            rows = list(PAIR_ROWS)
            rows[0] = rows[0]._replace(gold="no" if rows[0].gold == "yes" else "yes", state=rows[1].state)
            self.write(rows)
            for module in (validate, solve_all, audit, key_balance):
                self.assertEqual(self.run_main(module.main, "--root", str(self.root))[0], 1)

    def test_what_cannot_be_read(self):
        self.write(PAIR_ROWS)
        for module in (validate, solve_all, audit, key_balance):
            for argv in (["--root", str(self.root / "nowhere")], ["policy_case", "--root", str(self.root)]):
                code, _, err = self.run_main(module.main, *argv)
                self.assertEqual(code, 2)
                self.assertIn("error: ", err)

    def test_two_roots(self):
        self.write(PAIR_ROWS)
        other = made_family.write(self.root / "more", made_family.PAIRS, made_family.build(made_family.PAIRS, draws.fresh(1)), draws.fresh(1))
        code, out, _ = self.run_main(audit.main, "--root", str(self.root), "--root", str(other.parent.parent))
        self.assertEqual(code, 0)
        self.assertIn("bound 51.5", out)

    def test_many_findings_are_counted(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            findings.print_findings("t", [f"finding {n}" for n in range(25)], "fine")
        self.assertEqual(len(out.getvalue().splitlines()), 21)
        self.assertIn("and 5 more", out.getvalue())


if __name__ == "__main__":
    unittest.main()
