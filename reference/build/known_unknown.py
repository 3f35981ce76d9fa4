"""known_unknown: does the question have a known answer?  Layer A.

One item a question. Those with a known answer come from question-answering sets; those without were written by crowd workers in six
categories (controversial, future, ambiguous, counterfactual, false assumption, unsolved problem).
"""
from __future__ import annotations

from generators import items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, File, Form, Source, hub

FIELDS = ("question", "unknown")
REVISION = "f99b53aa226dbb0d1b086db3ec352b0da0aa8f41"
SOURCES = (
    Source("questions", (
        Form(OFFICIAL, (File("knowns_unknowns.jsonl", hub("amayuelas/KUQ", REVISION, "knowns_unknowns.jsonl"),
                             "798d1677f962d11d069f77d1e3db91ad2ddb483a94b697e46bc8ca62ad0aedf6", 2391358),), readers.json_lines(FIELDS)),
    )),
)
DRAW = sampling.Draw("1,000 of the 5,917 distinct questions, labels as they fall: 3,436 of them (0.581) have a known answer, and the best content-blind rule "
                     "published is 0.580. On twelve such draws the best rule measured here has a median of 0.589, on twelve with even labels 0.558, so even labels "
                     "are less likely but not excluded. 311 of the 594 questions labelled `yes` come from SQuAD: they were asked about a passage that is not shown, "
                     "and some cannot be understood without it.", size=1000)
CITATION = "Amayuelas et al.: Knowledge of Knowledge, Exploring Known-Unknowns Uncertainty with Large Language Models, Findings of ACL 2024."
QUESTION = items.noul("Does the question have a known answer?",
                      "an answer is known and can be given as a fact",
                      "nobody knows the answer, or there is no single one: it is open, disputed, in the future, hypothetical, unclear or wrongly put")
LABELS = {False: "yes", True: "no"}


def records(files):
    """The questions in the order of the file, each with its place, since the source gives no ids."""
    for place, row in enumerate(files["questions"].read()):
        yield {**row, "place": f"{place:05d}"}


def convert(row) -> cases.Case:
    """The item of a question."""
    return cases.Case(row["place"], cases.sections(("Question", row["question"])), QUESTION,
                      cases.label(LABELS, row["unknown"], f"record {row['place']}"))
