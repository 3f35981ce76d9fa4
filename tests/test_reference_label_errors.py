"""label_errors: texts that are not at hand are left out and counted; a film review that the archive lacks stops the build."""
from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reference import building, page
from reference.sources import SourceError
from tests import made_sources, reference_case
from tests.made_sources import label_errors as made

TASK = "label_errors"


class Texts(reference_case.ReferenceCase):
    def test_texts_not_at_hand(self):
        """Without the two Amazon texts the five others stay, and the note says so in one sentence."""
        built = self.build(TASK, {name: data for name, data in made.official(made.ROWS).items() if not name.startswith("amazon/")})
        self.assertEqual((len(built.rows), built.status), (5, "sample"))
        self.assertEqual(built.left["an Amazon review that was not at hand"], 2)
        note = page.note(building.load(TASK), built)
        self.assertEqual(note.count("Built from annotations alone where an Amazon review was not at hand."), 1)

    def test_asked_for(self):
        """Only the texts of settled records are sources: two Amazon reviews of three and two posts of three."""
        asked = building.find_files(building.load(TASK)._replace(sources=reference_case.without_hashes(building.load(TASK).sources)), self.filled())
        self.assertEqual(sorted(name for name in asked if "/" in name), ["20news/38.txt", "20news/40.txt", "amazon/12.txt", "amazon/15.txt"])

    def filled(self):
        """A store with the annotations and film reviews alone."""
        reference_case.write_files(self.folder / "source", TASK, {name: data for name, data in made.official(made.ROWS).items() if "/" not in name})
        return self.stock("source")

    def test_votes_of_another_form(self):
        first, *rest = made.ROWS["imdb"]
        rows = {**made.ROWS, "imdb": [{**first, "mturk": {**first["mturk"], "given": "3"}}, *rest]}
        with self.assertRaisesRegex(SourceError, "imdb_mturk.json: record 1: mturk holds votes that are no whole numbers"):
            self.build(TASK, made.official(rows))

    def test_missing_review(self):
        files = {**made.official(made.ROWS), "aclImdb_v1.tar.gz": made_sources.tarred({"aclImdb/test/neg/1_3.txt": b"Dull."})}
        with self.assertRaisesRegex(SourceError, r"label_errors: aclImdb_v1.tar.gz: holds no test/neg/3_1, which imdb_mturk.json names"):
            self.build(TASK, files)


if __name__ == "__main__":
    unittest.main()
