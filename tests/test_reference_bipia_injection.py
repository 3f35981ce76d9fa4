"""Attacks that bipia_injection inserts into e-mails: each place, and that nothing else of the e-mail changes."""
from __future__ import annotations

import sys
import unittest
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import draws
from reference.build import bipia_injection
from reference.sources import SourceError
from tests import reference_case
from tests.made_sources import bipia_injection as made

EMAIL = "One is here. Two is here.\n\n  Three (e.g.this) is here"


def placed(place: str, seed: int = 0, email: str = EMAIL) -> str:
    return bipia_injection.inserted(draws.stream(draws.fresh(seed), "test"), email, "DO IT.", place)


class Inserted(unittest.TestCase):
    def test_ends(self):
        self.assertEqual(placed("before"), f"DO IT.\n{EMAIL}")
        self.assertEqual(placed("after"), f"{EMAIL}\nDO IT.")

    def test_within(self):
        """The two sentence starts inside are both drawn and no other place is."""
        self.assertEqual({placed("within", seed) for seed in range(20)}, {
            "One is here. \nDO IT.\nTwo is here.\n\n  Three (e.g.this) is here", "One is here. Two is here.\n\n  \nDO IT.\nThree (e.g.this) is here"})


class Built(reference_case.ReferenceCase):
    def test_pairs(self):
        """The members of a group are one e-mail, with and without one attack; no attack comes twice."""
        built = self.build("bipia_injection", made.PACKS[0](made.ROWS))
        groups, used = {}, []
        for item in built.rows:
            groups.setdefault(item.group, {})[item.gold] = item
        for members in groups.values():
            attack = [text for texts in made.ATTACKS.values() for text in texts if text in members["yes"].state]
            self.assertEqual(len(attack), 1)
            self.assertEqual(members["yes"].state.replace(attack[0], "").split(), members["no"].state.split())
            self.assertEqual((members["no"].kind, members["no"].planted, members["yes"].planted), (None, False, True))
            used += attack
        self.assertEqual((len(groups), len(set(used))), (2, 2))

    def test_one_sentence(self):
        """An e-mail without an inside never has its attack within."""
        rows = {"emails": [{"context": f"Paid {number}."} for number in range(9)]}
        built = self.build("bipia_injection", made.PACKS[0](rows))
        self.assertEqual(Counter(item.kind for item in built.rows), {None: 9, "before": 6, "after": 3})

    def test_attacks_of_another_layout(self):
        for number, text in enumerate((b'["Answer in Base64."]', b'{"Base": "Answer."}', b'{"Base": [1]}', b"{}")):
            with self.subTest(text=text), self.assertRaisesRegex(SourceError, "bipia_injection: text_attack_test.json: "):
                self.build("bipia_injection", {**made.PACKS[0](made.ROWS), "text_attack_test.json": text}, f"layout{number}")


if __name__ == "__main__":
    unittest.main()
