"""ambigqa: does the question have several readings?  Layer A.

One item a question that people asked a search engine. Annotators either answered it or split it into the readings it can have, each with an
answer of its own.
"""
from __future__ import annotations

from generators import items
from reference import cases, readers, sampling
from reference.sources import DERIVED, OFFICIAL, Address, File, Form, Source

FIELDS = ("id", "question", "annotations")
ROWS = readers.json_list(FIELDS)
SOURCES = (
    Source("questions", (
        Form(OFFICIAL, (File("ambignq_light.zip", Address("https://nlp.cs.washington.edu/ambigqa/data/ambignq_light.zip"),
                             "3f5dada69dec05cef1533a64945cd7bafde1aa94b0cdd6fa9a22f881206220db"),), readers.member("*dev_light.json", ROWS)),
        Form(DERIVED, (File("dev_light.json", None, "425c259bd6b28a2ea35894b9cea0192a3117c32bdcf6e5549ef66b31218eeb28", 1382965),), ROWS,
             "a third party's copy of the development file, not yet compared with the owner's archive"),
    )),
)
DRAW = sampling.Draw("1,000 of the 1,832 development questions whose annotators agree, labels as they fall: 1,002 of these (0.547) have several readings, "
                     "and the best content-blind rule published is 0.554, as on such a draw; even labels give at most 0.552 on twelve draws, and counting the 170 "
                     "disputed questions as ambiguous would make the majority 0.585.", size=1000)
CITATION = "Min, Michael, Hajishirzi and Zettlemoyer: AmbigQA, Answering Ambiguous Open-domain Questions, EMNLP 2020."
QUESTION = items.noul("Does the question have several readings, each with an answer of its own?",
                      "the question can be read in several ways, and the answer depends on which is meant",
                      "the question has one reading and one answer")
LABELS = {"multipleQAs": "yes", "singleAnswer": "no"}


def records(files):
    """The questions of the development file."""
    return files["questions"].read()


def convert(row) -> cases.Case:
    """The item of a question on which its annotators agree."""
    where = f"record {row['id']}"
    found = {cases.label(LABELS, readers.pick(annotation, ("type",), (), where)["type"], where) for annotation in row["annotations"]}
    if len(found) != 1:
        raise cases.LeftOut("annotators disagree")
    return cases.Case(row["id"], cases.sections(("Question", row["question"])), QUESTION, found.pop())
