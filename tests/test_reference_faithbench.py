"""faithbench: summaries of copies of one text stand in one group."""
from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import reference_case
from tests.made_sources import faithbench as made


class Groups(reference_case.ReferenceCase):
    def test_copies(self):
        """Texts that differ in figures, quotes and spacing are one group, other texts another."""
        groups = {}
        for item in self.build("faithbench", made.batches(made.ROWS)).rows:
            groups.setdefault(item.group, set()).add(item.state.partition("\n\nSummary:\n")[2])
        self.assertEqual(sorted(map(sorted, groups.values())), [["A mill burnt.", "The old mill was lost."], ["Ann came at two.", "Ann came."]])


if __name__ == "__main__":
    unittest.main()
