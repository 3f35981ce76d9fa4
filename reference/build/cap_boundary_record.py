"""cap_boundary_record: will the named chat model answer the question correctly, given its record on related questions?  Layer A.

The items of cap_boundary_card, with the four questions of the same set that share most words with the one asked, and how many of the model's replies
to each were right. These come from a third of the questions that no item of either task asks about.
"""
from __future__ import annotations

from reference import cases, sampling
from reference.build import cap_boundary

SOURCES, CITATION, QUESTION, records = cap_boundary.SOURCES, cap_boundary.CITATION, cap_boundary.QUESTION, cap_boundary.records
DRAW = sampling.Draw("At most 1,000 pairs of a model and a question, drawn at once from all of the file that have four related questions in the third of the "
                     "questions kept for records. The publication gives neither questions nor replies, nor how records are shown.", size=1000)


def line_of(pair: cap_boundary.Pair) -> str:
    """A related question on one line, and how the model did."""
    return f"- {' '.join(pair.question.split())}\n  {pair.right} of {pair.n} replies were right"


def convert(record) -> cases.Case:
    """The item of a pair."""
    pair, others = record
    cap_boundary.refuse(pair, others)
    if len(others) < cap_boundary.RELATED:
        raise cases.LeftOut(f"fewer than {cap_boundary.RELATED} related questions")
    return cap_boundary.case_of(pair, ("Its record on related questions", "\n".join(map(line_of, others))))
