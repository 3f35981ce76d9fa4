"""Tasks whose responses are put in a drawn order: the label follows the better response, and every place comes up."""
from __future__ import annotations

import re
import sys
import unittest
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import made_sources, reference_case

PAIRS = 120
RESPONSE = re.compile(r"^Response (\w):\n(.*)$", re.M)


def pairs(number: int) -> list:
    return [{"prompt": f"Prompt {place}", "question": f"Question {place}", "context": f"Context {place}", "chosen": f"better {place}", "rejected": f"worse {place}",
             "positive_response": f"better {place}", "negative_response": f"worse {place}", "subset": "some"} for place in range(number)]


class Sides(reference_case.ReferenceCase):
    def check(self, task: str, files: dict, least: int) -> None:
        """The gold option is the place of the one better response, and each place is gold at least so often."""
        rows = self.build(task, files).rows
        self.assertEqual(len(rows), PAIRS)
        for item in rows:
            self.assertEqual([place for place, text in RESPONSE.findall(item.state) if text.startswith("better")], [item.gold])
            self.assertEqual([place for place, _ in RESPONSE.findall(item.state)], list(item.options))
        counts = Counter(item.gold for item in rows)
        self.assertGreaterEqual(min(counts[option] for option in rows[0].options), least, counts)

    def test_rewardbench(self):
        """120 pairs; fewer than 40 on a side has a chance below 0.0004."""
        self.check("rewardbench", {"filtered-00000-of-00001.parquet": made_sources.parquet(pairs(PAIRS))}, 40)

    def test_contextual_judge(self):
        parts = [source.name for source in reference_case.building.load("contextual_judge").sources]
        rows = pairs(PAIRS)
        self.check("contextual_judge", {f"{part}-00000-of-00001.parquet": made_sources.parquet(rows[place::len(parts)]) for place, part in enumerate(parts)}, 40)

    def test_rewardbench2(self):
        """Four places, 30 expected on each."""
        rows = [{"prompt": row["prompt"], "chosen": [row["chosen"]], "rejected": [f"{row['rejected']} {letter}" for letter in "abc"], "subset": "some"}
                for row in pairs(PAIRS)]
        self.check("rewardbench2", {"test-00000-of-00001.parquet": made_sources.parquet(rows)}, 15)

    def test_lists(self):
        """Responses that are no lists, as in the first RewardBench, are refused with the record's place."""
        with self.assertRaises(reference_case.building.SourceError) as caught:
            self.build("rewardbench2", {"test-00000-of-00001.parquet": made_sources.parquet(pairs(2))})
        self.assertIn("rewardbench2: test-00000-of-00001.parquet: record 0000", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
