"""selfaware: can the question be answered at all?  Layer A.

One item a question. The answerable ones come from question-answering sets, the others from sites where people ask each other.
"""
from __future__ import annotations

from generators import items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, File, Form, Source, github

FIELDS = ("question_id", "question", "answerable")
COMMIT = "f0bad1ff77bd42fc4eb2360281ed646c7bb7bd0c"
SOURCES = (
    Source("questions", (
        Form(OFFICIAL, (File("SelfAware.json", github("yinzhangyue/SelfAware", COMMIT, "data/SelfAware.json"),
                             "32929585ffdd4048f35f7f167720722eb8ddcf59908ffc958da2f84ea634dc54", 1286450),), readers.json_list(FIELDS, key="example")),
    )),
)
DRAW = sampling.Draw("500 questions of each label: 0.69 of the source can be answered, but the best content-blind rule published is 0.571, so the labels were "
                     "drawn evenly. In release 1.1, 303 of the 500 questions labelled `yes` come from SQuAD: they were asked about a passage that is not shown, "
                     "and some cannot be understood without it. Eleven others keep the quoting of a CSV file, with doubled quotes; all are labelled `yes`.",
                     size=500, over="gold")
CITATION = "Yin et al.: Do Large Language Models Know What They Don't Know?, Findings of ACL 2023."
QUESTION = items.noul("Can the question be answered at all?",
                      "the question has a definite answer that can be looked up or worked out",
                      "nobody can give a definite answer: it is unsettled, imagined, a matter of opinion, philosophical, or depends on too much")
LABELS = {True: "yes", False: "no"}


def records(files):
    """The questions of the file."""
    return files["questions"].read()


def convert(row) -> cases.Case:
    """The item of a question."""
    key = f"{row['question_id']:04d}"
    return cases.Case(key, cases.sections(("Question", row["question"])), QUESTION, cases.label(LABELS, row["answerable"], f"question {key}"))
