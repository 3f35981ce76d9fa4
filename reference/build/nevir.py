"""nevir: which of two documents that differ by a negation is relevant?  Layer G.

A row of the source gives a pair of items: the same two documents, once with the query that the first answers and once with the one that the
second answers. A system that does not read the negation gives both the same answer and gets no pair right.
"""
from __future__ import annotations

from generators import items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, SAMPLE, File, Form, Source, hub

FIELDS = ("id", "q1", "q2", "doc1", "doc2")
ROWS = readers.json_lines(FIELDS)
REVISION = "6263585072ce3b435ed09658613553fbf4e74184"
SOURCES = (
    Source("rows", (
        Form(OFFICIAL, (File("test.jsonl", hub("orionweller/NevIR", REVISION, "test.jsonl")),), ROWS),
        Form(SAMPLE, (File("nevir_test_1000.jsonl", None, "82532d17f590a447ea5656416108571ae8e39ec7b94b2bc8eff9c5b5ea2c9923", 3285160),), ROWS,
             "a third party's sample of 1,000 of the 1,383 test rows"),
    )),
)
DRAW = sampling.Draw("500 of the test rows, two items each: the published 998 items are 499 rows, one less than 500. The documents keep the order of "
                     "the source in both items, so that the members of a pair differ in the query alone; each pair has one `doc1` and one `doc2`. Groups "
                     "are not wholly independent, since rows share documents: drawn from the sample of 1,000 rows, the 500 groups have 404 different first "
                     "documents, 96 of them in two groups each.",
                     size=500, unit="group")
CITATION = "Weller, Lawrie and Van Durme: NevIR, Negation in Neural Information Retrieval, EACL 2024."
QUESTION = items.choice("Which of the two documents answers the query?", {"doc1": "document 1 answers the query", "doc2": "document 2 answers the query"})


def records(files):
    """The rows of the test file."""
    return files["rows"].read()


def convert(row) -> list:
    """The two items of a row."""
    if row["q1"].strip() == row["q2"].strip():
        raise cases.LeftOut("both queries are the same")
    return [cases.Case(f"{row['id']}/{query}", cases.sections(("Query", row[query]), ("Document 1", row["doc1"]), ("Document 2", row["doc2"])),
                       QUESTION, gold, group=row["id"])
            for query, gold in (("q1", "doc1"), ("q2", "doc2"))]
