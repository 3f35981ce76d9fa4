"""squad2_answerable: can the question be answered from the passage?  Layer C.

One item a question of the development file. For the unanswerable ones people wrote questions that fit the passage and have a likely wrong answer in it.
Questions on one passage form a group.
"""
from __future__ import annotations

from generators import items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, SAMPLE, Address, File, Form, Source, SourceError


def listed(row, field: str, name: str) -> list:
    """The list under a field. Raises SourceError where there is none."""
    value = readers.pick(row, (field,), (), name)[field]
    if not isinstance(value, list):
        raise SourceError(f"{name}: {field!r} is no list; the layout of the source has changed")
    return value


def questions(value, name: str):
    """The questions of all passages, each with its passage."""
    for article in listed(value, "data", name):
        for paragraph in listed(article, "paragraphs", name):
            passage = readers.pick(paragraph, ("context",), (), name)["context"]
            for row in listed(paragraph, "qas", name):
                yield {**readers.pick(row, ("id", "question", "is_impossible"), (), name), "passage": passage}


ROWS = readers.json_tree(questions)
SOURCES = (
    Source("questions", (
        Form(OFFICIAL, (File("dev-v2.0.json", Address("https://rajpurkar.github.io/SQuAD-explorer/dataset/dev-v2.0.json"),
                             "80a5225e94905956a6446d296ca1093975c4d3b3260f1d6c8f68bc2ab77182d8", 4370528),), ROWS),
        Form(SAMPLE, (File("dev-v2.0.half.json", None, "e67e5969b6dc6c1642154740806b79263b77fc048c7c11ee60d534eb48ef81e8", 2185577),), ROWS,
             "16 of the 35 articles of the development file, as a course re-split them"),
    )),
)
DRAW = sampling.Draw("1,000 questions, drawn one by one, labels as they fall: the published 916 items are 1,000 without 51 detected ones and 33 more on the same "
                     "passages, and in nine of ten plain draws from passages of this size 26 to 46 lie beside any 51. The best content-blind rule published is "
                     "0.546.", size=1000)
CITATION = "Rajpurkar, Jia and Liang: Know What You Don't Know, Unanswerable Questions for SQuAD, ACL 2018."
QUESTION = items.noul("Can the question be answered from the passage?", "the passage states the answer to exactly this question",
                      "the passage does not state the answer, even if something in it looks like one")
LABELS = {False: "yes", True: "no"}


def records(files):
    """The questions of the file."""
    return files["questions"].read()


def convert(row) -> cases.Case:
    """The item of a question."""
    state = cases.sections(("Passage", row["passage"]), ("Question", row["question"]))
    return cases.Case(row["id"], state, QUESTION, cases.label(LABELS, row["is_impossible"], f"record {row['id']}"), group=" ".join(row["passage"].split()))
