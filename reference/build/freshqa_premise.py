"""freshqa_premise: does the question rest on a false premise?  Layer A.

One item a question of the test rows of the sheet. Most questions are sound; about a quarter take for granted what is not so.
"""
from __future__ import annotations

from generators import items
from reference import cases, readers, sampling
from reference.sources import DERIVED, OFFICIAL, Address, File, Form, Source

FIELDS = ("id", "question", "false_premise")
SHEET = "https://docs.google.com/spreadsheets/d/1_8mi-yuK30mvoDJu1KQXD6ODem7MKMcIgVAwDSzJkjM/export?format=csv"
SOURCES = (
    Source("questions", (
        Form(OFFICIAL, (File("freshqa_2026-04-21.csv", Address(SHEET), "3769244f66bb2666fe5160c8cc235339b7c54c61fc88d360995aa91d4c904789"),),
             readers.csv_rows((*FIELDS, "split"), skip=2)),
        Form(DERIVED, (File("freshqa_test_set.csv", None, "f24b93b56eef7226f71b3df673f4cb29799f7cbe06beae7a11e0b6d20b47eeb7", 158778),),
             readers.csv_rows(FIELDS), "a third party's table of the 500 test rows of the sheet, preamble and split dropped"),
    ), how=f"Open {SHEET} and save it as freshqa_2026-04-21.csv; the sheet can be edited in place, and only the pinned bytes are accepted."),
)
DRAW = sampling.Draw("All 500 test rows of the sheet of 21 April 2026: the published 495 items are these without 1.0 %. 124 rest on a false premise, which is "
                     "why the metric is AUROC.")
CITATION = "Vu et al.: FreshLLMs, Refreshing Large Language Models with Search Engine Augmentation, Findings of ACL 2024; sheet of 21 April 2026."
QUESTION = items.noul("The question is asked on 21 April 2026. Does it rest on a false premise?",
                      "the question takes something for granted that is not true",
                      "all that the question takes for granted is true")
SPLITS = {"TEST": True, "DEV": False}
LABELS = {"TRUE": "yes", "FALSE": "no"}


def records(files):
    """The rows of the sheet."""
    return files["questions"].read()


def convert(row) -> cases.Case:
    """The item of a test row; the changed copy holds no others and does not name the split."""
    where = f"row {row['id']}"
    if not cases.label(SPLITS, row.get("split", "TEST"), where):
        raise cases.LeftOut("a row of the development part")
    return cases.Case(row["id"], cases.sections(("Question", row["question"])), QUESTION, cases.label(LABELS, row["false_premise"], where))
