"""entity_match_amazon_google: do the two records describe the same product?  Layer G.

One item a pair of product records of two shops, Amazon and Google's product search, from the test part of the DeepMatcher version of Amazon-Google.
"""
from __future__ import annotations

from generators import items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, Address, File, Form, Source, SourceError

FOLDER = "http://pages.cs.wisc.edu/~anhai/data1/deepmatcher_data/Structured/Amazon-Google/exp_data"
ATTRIBUTES = ("title", "manufacturer", "price")
PINS = {
    "tableA": ("04a797511d83af9e27469778081c50397857b199d49e2f83c119390f14301947", 82596),
    "tableB": ("00c0d19c0dcd014b00d6d341e15e2b3b3caa616b4f6d710d0c9cd2dfc3f4717f", 228139),
    "test": ("09e376c0c5391bd4a6c6d8efde148c994441b6043ef6b7f9eab2a8772a6fb362", 24807),
}
"""{table: SHA-256 and size of its file}: two independent mirrors of the owner's folder hold these bytes."""
FIELDS = {"tableA": ("id", *ATTRIBUTES), "tableB": ("id", *ATTRIBUTES), "test": ("ltable_id", "rtable_id", "label")}
SOURCES = tuple(
    Source(table, (Form(OFFICIAL, (File(f"{table}.csv", Address(f"{FOLDER}/{table}.csv"), sha256, size),), readers.csv_rows(FIELDS[table])),))
    for table, (sha256, size) in PINS.items())
DRAW = sampling.Draw("1,000 of the 2,293 test pairs in their natural shares, 234 matches among all: the published score is AUROC, which needs no balance, and "
                     "no constant answer is published. Pairs form no groups, although many share a record: joined through shared records, 1,734 pairs would "
                     "be one group. Some labels of the source look wrong on reading: test.csv gives label 0 to `easy drums ( jewel case )` against `easy drums`, "
                     "and to 16 pairs whose two titles are the same, with prices that differ or, in two of them, one price missing.", size=1000)
CITATION = ("Mudgal et al.: Deep Learning for Entity Matching, SIGMOD 2018 (DeepMatcher); records by Köpcke, Thor and Rahm: Evaluation of entity resolution "
            "approaches on real-world match problems, VLDB 2010.")
QUESTION = items.noul("Do the two records describe the same product?", "both records are offers of one and the same product",
                      "the records are offers of different products, be it another version, edition or licence")
LABELS = {"1": "yes", "0": "no"}


def table(files, name: str) -> dict:
    """{id: record} of a table. Raises SourceError for an id that comes twice."""
    found = {}
    for row in files[name].read():
        if row["id"] in found:
            raise SourceError(f"{name}.csv: id {row['id']} comes twice; the layout of the source has changed")
        found[row["id"]] = row
    return found


def record_of(rows: dict, name: str, key: str) -> dict:
    """The record of an id. Raises SourceError where the table has none."""
    if key not in rows:
        raise SourceError(f"test.csv: names record {key} of {name}.csv, which has none; the files do not belong together")
    return rows[key]


def records(files):
    """The test pairs with both records."""
    left, right = table(files, "tableA"), table(files, "tableB")
    for row in files["test"].read():
        yield {"key": f"{row['ltable_id']}-{row['rtable_id']}", "label": row["label"],
               "pair": (record_of(left, "tableA", row["ltable_id"]), record_of(right, "tableB", row["rtable_id"]))}


def text_of(record) -> str:
    """The attributes of a record, a line each; an empty one is said to be so."""
    return "\n".join(f"{name}: {record[name].strip() or 'not given'}" for name in ATTRIBUTES)


def convert(row) -> cases.Case:
    """The item of a pair."""
    one, other = map(text_of, row["pair"])
    return cases.Case(row["key"], cases.sections(("Record A", one), ("Record B", other)), QUESTION, cases.label(LABELS, row["label"], f"pair {row['key']}"))
