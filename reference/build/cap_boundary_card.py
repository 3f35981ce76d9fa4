"""cap_boundary_card: will the named chat model answer the question correctly?  Layer A.

One item a model and question. The state describes the model and holds the question; the label is the share of its sampled replies that were right.
Questions of one passage or problem, and all models asked them, form a group.
"""
from __future__ import annotations

from reference import cases, sampling
from reference.build import cap_boundary

SOURCES, CITATION, QUESTION, records = cap_boundary.SOURCES, cap_boundary.CITATION, cap_boundary.QUESTION, cap_boundary.records
DRAW = sampling.Draw("At most 1,000 pairs of a model and a question, drawn at once from all of the file but the third of its questions that the records of "
                     "cap_boundary_record are taken from. The publication gives neither questions nor replies, nor how models are described: its 911 items fit a "
                     "start of 1,000.", size=1000)


def convert(record) -> cases.Case:
    """The item of a pair."""
    pair, others = record
    cap_boundary.refuse(pair, others)
    return cap_boundary.case_of(pair)
