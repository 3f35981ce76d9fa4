"""docs/GENERATORS.md: its sections are families, and what they say of kinds is what the released cards count."""
from __future__ import annotations

import json
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import families, regenerate

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "GENERATORS.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S))


def kinds_of(family: str) -> dict:
    """{kind: items} of a released family."""
    return json.loads((regenerate.RELEASE_FOLDER / "tasks" / family / "task.json").read_text(encoding="utf-8"))["kinds"]


class Page(unittest.TestCase):
    def test_sections_are_families_in_their_order(self):
        self.assertEqual(list(SECTIONS), [name for name in families.BY_NAME if name in SECTIONS])
        lacking = [name for name in families.BY_NAME if regenerate.has_generator(name) and name not in SECTIONS]
        if lacking:
            self.skipTest(f"no section yet of {', '.join(lacking)}")

    def test_every_kind_is_named_and_counted(self):
        """A section names every kind of its family and holds the number of items of each."""
        for family, text in SECTIONS.items():
            with self.subTest(family=family):
                for kind, count in kinds_of(family).items():
                    self.assertIn(f"`{kind}`", text)
                    self.assertRegex(text, rf"\b{count}\b")

    def test_the_question_is_that_of_the_list(self):
        for family, text in SECTIONS.items():
            self.assertTrue(text.lstrip().startswith(f"*{families.BY_NAME[family].title[:-1].split(':')[0]}"), family)

    def test_files_that_it_names_are_there(self):
        for path in set(re.findall(r"`((?:audits|docs|generators|releases|scoring|tests)/[\w./]+\.(?:py|md|json))", PAGE)):
            self.assertTrue((ROOT / path).is_file(), path)


if __name__ == "__main__":
    unittest.main()
