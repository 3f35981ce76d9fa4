"""cuad_clause: both forms of the source give the same items; the table of clauses and the draw within a category."""
from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import draws
from reference.build import cuad_clause as builder
from reference.sources import SourceError
from tests import made_sources, reference_case
from tests.made_sources import cuad_clause as made


def contract(name: str, chars: int) -> dict:
    return {"name": name, "text": chars * "x"}


class Forms(reference_case.ReferenceCase):
    def test_same(self):
        """The archive of JSON files and the table with its texts give the same items."""
        archive, release = (self.build("cuad_clause", pack(made.ROWS), str(number)).rows for number, pack in enumerate(made.PACKS))
        self.assertEqual(archive, release)

    def test_table(self):
        """A cell that is no list, a category that has no column and a contract without a text stop the build and are named."""
        files = made.release(made.ROWS)
        table = files["master_clauses.csv"].decode("utf-8")
        for number, (old, new, words) in enumerate((('"[""CLAUSE-A""]"', "Yes", "label 'Yes' is no printed list"), (",Insurance,", ",Insurances,", "no field 'Insurance'"),
                                                    ("LONG CO", "SHORT CO", "SHORT CO.pdf: no text of this name"))):
            head, _, rest = table.partition("\n")
            self.assertIn(old, table)
            changed = f"{head}\n{rest.replace(old, new)}" if old not in head else f"{head.replace(old, new)}\n{rest}"
            with self.assertRaisesRegex(SourceError, words):
                self.build("cuad_clause", {**files, "master_clauses.csv": changed.encode("utf-8")}, f"table{number}")

    def test_category(self):
        """A category without a description stops the build."""
        files = {**made.archive(made.ROWS), "category_descriptions.csv": made_sources.csv_rows(made.ROWS["categories"][:-1])}
        with self.assertRaisesRegex(SourceError, "no category 'Third Party Beneficiary'"):
            self.build("cuad_clause", files)


class Draw(unittest.TestCase):
    def test_matched(self):
        """Each contract with a clause is followed by the nearest in length that is left, at most 17 of them."""
        having, lacking = [contract("a", 100)], [contract("b", 111), contract("c", 90), contract("d", 110)]
        self.assertEqual([found["name"] for found in builder.matched(draws.stream(draws.PUBLISHED, "x"), having, lacking)], ["a", "c"])
        many = [contract(f"y{number:02d}", 10 * number) for number in range(18)], [contract(f"n{number:02d}", 10 * number + 1) for number in range(20)]
        found = builder.matched(draws.stream(draws.PUBLISHED, "x"), *many)
        self.assertEqual((len(found), len({one["name"] for one in found})), (34, 34))
        self.assertEqual([one["name"][1:] for one in found[::2]], [one["name"][1:] for one in found[1::2]])

    def test_distinct(self):
        """Of contracts whose texts differ in letter case and spaces alone the first stays."""
        given = [{"name": name, "text": text} for name, text in (("a", "One text"), ("b", "Another"), ("c", "one\n text "), ("d", "One texts"))]
        self.assertEqual([found["name"] for found in builder.distinct(given)], ["a", "b", "d"])

    def test_plain(self):
        """Names agree without ending, case, spaces and marks."""
        self.assertEqual(builder.plain("LECLANCHÉ S.A. - Agreement .PDF'"), builder.plain("LECLANCHÉ S.A. - AGREEMENT.txt"))
        self.assertEqual(builder.plain(made.SPELLED[made.HARPOON]), builder.plain(made.HARPOON))
        self.assertNotEqual(builder.plain("A_1.pdf"), builder.plain("A_11.pdf"))


if __name__ == "__main__":
    unittest.main()
