"""Solvers read everything: damage to a state is unread or shows, another deciding element gives another answer, another decoy the same one.

Ten kinds of damage are done to every line of the sample groups, by their text alone, and every number of a line that does not decide is changed.
Which lines decide is taken from the items: they are those in which the members of a group differ. Lines that all members share are damaged in the first.
"""
from __future__ import annotations

import functools
import importlib
import json
import sys
import types
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import families, items, regenerate
from solvers import reading
from tests import damage

THERE = [name for name in families.BY_NAME if regenerate.has_generator(name) and damage.sample_path(name).is_file()]
"""Families with samples; tests/test_samples.py says where these are missing."""
MUST_RAISE = ("line cut off", "unknown phrase put in", "unknown line put in")
"""Kinds that make a line unreadable, unless what they hit is free text, such as a name in a record or a value in a call."""


@functools.lru_cache(maxsize=None)
def trials(family: str) -> list:
    """Every trial on the samples of a family, made once."""
    return damage.trials(family)


def solver_of(family: str):
    return importlib.import_module(f"solvers.{family}")


def answer(solver, item, text: str):
    """The solver's answer to an item with another text; None where it does not read it."""
    try:
        return solver.solve(text, item.question, item.options)
    except reading.Unread:
        return None


@unittest.skipUnless(THERE, "no family has samples")
class Damage(unittest.TestCase):
    def test_every_kind_is_done_to_every_family(self):
        self.assertEqual(len(damage.KINDS), 10)
        for family in THERE:
            self.assertEqual({trial.kind for trial in trials(family)}, {*damage.KINDS, damage.NUMBER_CHANGED}, family)

    def test_nothing_is_passed_over(self):
        """After a damage that leaves no reading, the text is unread or shows in the case; no solver breaks off with another error."""
        for family in THERE:
            with self.subTest(family=family):
                wrong = [trial for trial in trials(family) if trial.outcome == damage.BROKE
                         or trial.outcome == damage.PASSED and trial.kind not in (*damage.READABLE, damage.NUMBER_CHANGED)]
                self.assertEqual([f"{trial.kind}, {trial.outcome}: {trial.line}" for trial in wrong][:5], [])

    def test_what_is_read_by_its_form_alone_is_on_record(self):
        """A line may be read, and nothing of it kept, only where tests/samples/read_by_form.json has it."""
        record = json.loads(items.read_bytes(damage.READ_BY_FORM).decode("utf-8"))
        for family in THERE:
            with self.subTest(family=family):
                self.assertEqual(damage.read_by_form(trials(family)), record.get(family),
                                 "look at what changed; python3 tests/make_samples.py writes the record anew")

    def test_a_damaged_deciding_line_is_unread(self):
        for family in THERE:
            groups = [(members, damage.deciding_places(members)) for members in damage.sample_groups(family)]
            for members, places in groups:
                ids = {item.id for item in members}
                with self.subTest(family=family, group=members[0].group):
                    here = {trial.outcome for trial in trials(family) if trial.item.id in ids and trial.kind in MUST_RAISE and trial.place in places}
                    self.assertIn(damage.RAISED, here)
                    self.assertNotIn(damage.PASSED, here)

    def test_every_item_is_unread_after_each_unreadable_damage(self):
        for family in THERE:
            for members in damage.sample_groups(family):
                for item in members:
                    raised = {trial.kind for trial in trials(family) if trial.item.id == item.id and trial.outcome == damage.RAISED}
                    self.assertLessEqual(set(MUST_RAISE), raised, item.id)


@unittest.skipUnless(THERE, "no family has samples")
class Changes(unittest.TestCase):
    def test_the_deciding_element_changes_the_answer(self):
        """Every member with the deciding lines of every other one has that one's answer, and the case shows it."""
        for family in THERE:
            solver = solver_of(family)
            for members in damage.sample_groups(family):
                for item in members:
                    for other in members:
                        if other.id != item.id:
                            text = damage.with_lines_of(item, other)
                            self.assertEqual((answer(solver, item, item.state), answer(solver, item, text)), (item.gold, other.gold), (item.id, other.id))
                            self.assertNotEqual(item.gold, other.gold)
                            self.assertNotEqual(solver.read_case(item.state), solver.read_case(text))

    def test_a_decoy_leaves_the_answer_and_shows(self):
        """Every item has a number outside the deciding lines whose change leaves the answer and shows in the case."""
        for family in THERE:
            solver = solver_of(family)
            for members in damage.sample_groups(family):
                for item in members:
                    case = solver.read_case(item.state)
                    self.assertTrue(any(damage.outcome(solver, case, text) == damage.SHOWN and answer(solver, item, text) == item.gold
                                        for _, text in damage.decoy_changes(item, members)), item.id)


class Kinds(unittest.TestCase):
    """The damage itself, by hand."""

    LINES = ["Ticket 17 of", "", "The room holds 12 people at most"]

    def test_each_kind(self):
        wanted = {"line cut off": ["The room holds 1"], "unknown phrase put in": ["The room holds quibbling zorn 12 people at most"],
                  "unknown line put in": ["The room holds 12 people at most", damage.LINE], "number as a word": ["The room holds seven people at most"],
                  "line broken in two": ["The room holds", "12 people at most"], "letter doubled": ["The room hollds 12 people at most"],
                  "line repeated": self.LINES[2:] * 2, "line dropped": [], "words exchanged": ["The room 12 holds people at most"],
                  "word dropped": ["The room holds people at most"]}
        self.assertEqual(set(wanted), set(damage.KINDS))
        for kind, lines in wanted.items():
            self.assertEqual(damage.damaged("\n".join(self.LINES), kind, 2), "\n".join(self.LINES[:2] + lines), kind)

    def test_numbers_and_places(self):
        self.assertEqual(damage.other_numbers("a 19:05 b"), ["a 18:05 b", "a 19:06 b"])
        self.assertEqual(damage.places_of("a\n\n#\n- 7"), [0, 3])

    def test_a_solver_that_passes_text_over_is_found(self):
        """Solvers that keep every word, that keep only the first, that refuse all but one text, and that break off."""
        text, other = "limit 7 holds", "limit 7 zorn holds"
        for read, wanted in ((str.split, damage.SHOWN), (lambda state: state[:5], damage.PASSED), (lambda state: {text: 1}[state], damage.BROKE)):
            solver = types.SimpleNamespace(read_case=read)
            self.assertEqual(damage.outcome(solver, read(text), other), wanted)

        def refuse(state):
            raise reading.Unread("no")
        self.assertEqual(damage.outcome(types.SimpleNamespace(read_case=refuse), 1, other), damage.RAISED)


if __name__ == "__main__":
    unittest.main()
