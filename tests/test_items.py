"""Tests of items: numbering, writing, strict reading, task cards and READMEs."""
from __future__ import annotations

import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import cards, draws, families, items

QUESTION = items.noul("Is it?", "it is", "it is not")
LINE = ('{"id":"t:00000","state":"é","questions":{"q":{"type":"noul","instructions":"Is it?","criteria":{"true":"it is","false":"it is not"}}},'
        '"options":["yes","no"],"gold":"yes","group":"t:g0000","level":1,"kind":null,"contrast":"k","planted":false,"domain":"d","layout":"l"}\n')
ITEM = items.Item("t:00000", "é", QUESTION, ("yes", "no"), "yes", group="t:g0000", level=1, contrast="k", planted=False, domain="d", layout="l")


def changed(**changes) -> bytes:
    """The line above with other values; a value of ... takes its key away."""
    row = {**json.loads(LINE), **changes}
    return (json.dumps({key: value for key, value in row.items() if value is not ...}) + "\n").encode()


def asked(kind, criteria, options=("yes", "no"), **changes) -> bytes:
    """The line above with another question."""
    return changed(questions={"q": {"type": kind, "instructions": "Is it?", "criteria": criteria}}, options=list(options), **changes)


class Lines(unittest.TestCase):
    def test_a_line_is_written_and_read_back(self):
        self.assertEqual(items.to_line(ITEM), LINE)
        self.assertEqual(items.parse_items(LINE.encode(), "f"), [ITEM])

    def test_rate_and_relevance_stand_only_where_they_apply(self):
        rated = ITEM._replace(gold=None, rate=0.25)
        self.assertIn('"options":["yes","no"],"rate":0.25,"group"', items.to_line(rated))
        ranked = ITEM._replace(gold=None, relevance=2, query="q1", ideal=3.5, group=None)
        self.assertIn('"relevance":2,"query":"q1","ideal":3.5,"group":null', items.to_line(ranked))
        self.assertEqual(items.parse_items(items.to_line(ranked).encode(), "f"), [ranked])

    def test_bad_lines_are_named_with_file_and_line(self):
        bad = {
            "byte order mark": b"\xef\xbb\xbf" + LINE.encode(),
            "carriage return": LINE.encode().replace(b"\n", b"\r\n"),
            "no line end": LINE.encode()[:-1],
            "two of one id": LINE.encode() * 2,
            "not UTF-8": LINE.encode("latin-1"),
            "not JSON": b"{\n",
            "not an object": b"null\n",
            "empty file": b"",
            "empty line": b"\n",
            "NaN": changed(gold=..., rate=float("nan")),
            "unknown key": changed(note="x"),
            "missing key": changed(level=...),
            "gold no option": changed(gold="maybe"),
            "options differ from the question": changed(options=["no", "yes"]),
            "two questions": changed(questions={"q": QUESTION, "r": QUESTION}),
            "unknown type": changed(questions={"q": {"type": "guess", "instructions": "x", "criteria": None}}),
            "criteria of another type": asked("choice", ["a", "b"], ["a", "b"]),
            "criteria with a strange side": asked("noul", {"maybe": "x"}),
            "no criteria of a choice": asked("choice", {}, []),
            "no level of a score": asked("score", [], []),
            "instructions null": changed(questions={"q": {**QUESTION, "instructions": None}}),
            "instructions number": changed(questions={"q": {**QUESTION, "instructions": 3}}),
            "meaning number": asked("noul", {"true": 1, "false": "x"}),
            "meaning boolean": asked("choice", {"yes": True, "no": None}),
            "meaning of a level null": asked("score", [None, "x"], ["0", "1"], gold="0"),
            "option without a name": asked("choice", {"yes": "x", "": "y"}, ["yes", ""]),
            "level 4": changed(level=4),
            "level true": changed(level=True),
            "planted text": changed(planted="no"),
            "state number": changed(state=3),
            "gold and rate": changed(rate=0.5),
            "no label": changed(gold=...),
            "rate over 1": changed(gold=..., rate=1.5),
        }
        for name, data in bad.items():
            with self.subTest(name), self.assertRaisesRegex(items.ItemsError, r"^f(:\d+)?: "):
                items.parse_items(data, "f")

    def test_meanings_that_are_null_or_structured(self):
        for data in (asked("noul", None), asked("noul", {}), asked("noul", {"true": None, "false": {"a": 1}}), asked("choice", {"yes": None, "no": ["x"]}),
                     asked("score", ["low", {"a": 1}], ["0", "1"], gold="0"), changed(questions={"q": {**QUESTION, "instructions": {"a": 1}}})):
            self.assertEqual(len(items.parse_items(data, "f")), 1)

    def test_what_every_core_item_has(self):
        items.check_core([ITEM, ITEM._replace(question=items.choice("?", {"yes": None, "no": "x"}))], "f")
        for change, wanted in (({"level": None}, "has no level, which"), ({"gold": None, "rate": 0.5, "group": None}, "has no gold, group, which"), ({"state": {"a": 1}}, "are no text"),
                               ({"domain": None}, "has no domain"), ({"question": {**QUESTION, "instructions": ["x"]}}, "are no text"), ({"question": items.choice("?", {"yes": {}, "no": "x"})}, "are no text"),
                               ({"question": {"type": "score", "instructions": "?", "criteria": ["x"]}}, "asks a score question"), ({"question": {"type": "noul", "instructions": "?"}}, "without criteria")):
            with self.assertRaisesRegex(items.ItemsError, rf"^f:2: t:00000 .*{wanted}.*; generate the task again$"):
                items.check_core([ITEM, ITEM._replace(**change)], "f")

    def test_a_line_separator_inside_a_text_is_text(self):
        item = ITEM._replace(state="a\u2028b\x85c\x0cd")
        self.assertEqual(items.parse_items(items.to_line(item).encode(), "f"), [item])

    def test_options_of_every_question_type(self):
        self.assertEqual(items.options_of(QUESTION), ("yes", "no"))
        self.assertEqual(items.options_of(items.choice("?", {"b": None, "a": "x"})), ("b", "a"))
        self.assertEqual(items.options_of({"type": "score", "criteria": ["low", "mid", "high"]}), ("0", "1", "2"))


class Numbering(unittest.TestCase):
    def setUp(self):
        self.groups = [items.Group(1 + n // 20, "d", "l", QUESTION, (items.Member(f"a{n}", "yes", None, "k", False), items.Member(f"b{n}", "no", "k", "k", True)))
                       for n in range(60)]

    def test_ids_and_groups(self):
        rows = items.number_items("t", draws.fresh(3), self.groups)
        self.assertEqual([row.id for row in rows], [f"t:s3:{n:05d}" for n in range(120)])
        self.assertEqual({row.group for row in rows}, {f"t:g{n:04d}" for n in range(60)})
        for members in cards.groups_of(rows).values():
            self.assertEqual(sorted(row.state[0] for row in members), ["a", "b"])
            self.assertEqual(members[0].state[1:], members[1].state[1:])

    def test_place_says_nothing_of_class_level_or_neighbour(self):
        rows = items.number_items("t", draws.PUBLISHED, self.groups)
        first = rows[:60]
        # hypergeometric: 30 expected, standard deviation 2.75; four of them either way
        self.assertTrue(19 <= sum(row.gold == "yes" for row in first) <= 41)
        self.assertTrue(all(8 <= sum(row.level == level for row in first) <= 32 for level in (1, 2, 3)))
        # neighbours of one group: 1 expected of 119
        self.assertLess(sum(one.group == two.group for one, two in zip(rows, rows[1:])), 8)


class Cards(unittest.TestCase):
    def rows(self):
        groups = [items.Group(level, "d", "l", QUESTION, (items.Member(f"a{level}", "yes", None, "k", False), items.Member(f"b{level}", "no", "k", "k", True)))
                  for level in families.LEVELS]
        return items.number_items("perm_inherit", draws.PUBLISHED, groups)

    def test_card_figures(self):
        rows = self.rows()
        files = cards.family_files(families.BY_NAME["perm_inherit"], draws.PUBLISHED, rows, "About.")
        card = json.loads(files["task.json"])
        self.assertEqual(tuple(card), cards.CARD_KEYS)
        self.assertEqual((card["items"], card["groups"], card["group_sizes"], card["levels"], card["kinds"]), (6, 3, {"2": 3}, {"1": 2, "2": 2, "3": 2}, {"k": 3}))
        self.assertEqual((card["chance"], card["chance_accuracy"], card["median_state_chars"]), (0.25, 0.5, 2))
        self.assertEqual(card["items_sha256"], items.fingerprint(files["items.jsonl"])["sha256"])
        for name in ("task.json", "README.md"):
            self.assertIn(families.CANARY.encode(), files[name])

    def test_chance_by_hand(self):
        three = items.choice("?", {"a": None, "b": None, "c": None})
        rows = [ITEM._replace(id="1", group="g"), ITEM._replace(id="2", group="g"), items.Item("3", "s", three, ("a", "b", "c"), "a")]
        self.assertAlmostEqual(cards.chance_accuracy(rows), (1 / 2 + 1 / 2 + 1 / 3) / 3)
        self.assertAlmostEqual(cards.chance_pair_accuracy(rows), (1 / 4 + 1 / 3) / 2)

    def test_median(self):
        self.assertEqual([cards.median([3, 1, 2]), cards.median([1, 2]), cards.median([1, 3])], [2, 1.5, 2])

    def test_readme_shows_one_example_a_level(self):
        text = cards.core_readme(families.BY_NAME["perm_inherit"], self.rows(), "About the family.")
        for level in families.LEVELS:
            self.assertEqual(text.count(f"## An example of level {level}\n"), 1)
        self.assertIn("About the family.", text)
        self.assertEqual(cards.fenced("a ``` b"), "````\na ``` b\n````\n")

    def test_the_card_is_written_last_and_nothing_stays_behind(self):
        with tempfile.TemporaryDirectory() as folder:
            cards.write_folder(Path(folder) / "t", {"task.json": b"1", "items.jsonl": b"2"})
            self.assertEqual(sorted(path.name for path in (Path(folder) / "t").iterdir()), ["items.jsonl", "task.json"])


class Roots(unittest.TestCase):
    def test_tasks_of_a_root(self):
        with tempfile.TemporaryDirectory() as root:
            with self.assertRaisesRegex(items.ItemsError, f"no folder .*generators/regenerate.py --check --install {root}` "):
                items.list_tasks(root)
            for task in ("zeta", "policy_case", "perm_inherit"):
                items.write_bytes(items.task_folder(root, task) / "items.jsonl", LINE.encode())
            self.assertEqual(items.list_tasks(root), ["perm_inherit", "policy_case", "zeta"])
            self.assertEqual(items.choose_tasks(root, ["zeta", "policy_case", "zeta"]), ["zeta", "policy_case"])
            with self.assertRaisesRegex(items.ItemsError, "no items of nothing"):
                items.choose_tasks(root, ["nothing"])

    def test_an_unreadable_file_is_named(self):
        with self.assertRaisesRegex(items.ItemsError, "nowhere.jsonl: cannot be read"):
            items.read_items("nowhere.jsonl")


if __name__ == "__main__":
    unittest.main()
