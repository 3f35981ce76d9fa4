"""contextual_judge: which response is better for the context?  Layer C.

One item a pair of responses to a question about a context, or of summaries of it. The eight parts of the source differ in what sets the responses
apart: a refusal that is right or wrong, faithfulness to the context, completeness, or brevity. Pairs on one context form a group.
"""
from __future__ import annotations

from generators import items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, File, Form, Source, hub

TASK = "contextual_judge"
FIELDS = ("question", "context", "positive_response", "negative_response")
PARTS = ("refusal_answerable", "refusal_unanswerable", "faithfulness_qa", "faithfulness_summ", "completeness_qa", "completeness_summ", "conciseness_qa",
         "conciseness_summ")
SOURCES = tuple(
    Source(part, (Form(OFFICIAL, (File(f"{part}-00000-of-00001.parquet",
                                       hub("Salesforce/ContextualJudgeBench", "main", f"data/{part}-00000-of-00001.parquet")),),
                       readers.parquet_rows(FIELDS)),))
    for part in PARTS)
"""The names of the parts are the owner's; those of the files follow the usual pattern of the hub and have not been seen."""
DRAW = sampling.Draw("125 pairs of each of the eight parts, which hold 244 to 255 each: the published 877 items fit a start of 1,000, and with parts of nearly "
                     "one size equal shares are what a plain draw gives on average. The side of the better response is drawn for each pair. "
                     "Whether each pair has a question was not known; one without is shown without.",
                     size=125, over="stratum")
CITATION = "Xu et al.: Does Context Matter? ContextualJudgeBench for Evaluating LLM-based Judges in Contextual Settings, 2025 (Salesforce AI Research)."
QUESTION = items.choice("Which response is better for the context? What counts, in this order: it refuses where the context does not hold the answer and "
                        "only there; all that it states comes from the context; it covers all that was asked; it says no more than that.",
                        {"A": "response A is better", "B": "response B is better"})


def records(files):
    """The pairs of the eight parts, each with its part and key."""
    for part in PARTS:
        for place, row in enumerate(files[part].read()):
            yield {**row, "part": part, "key": f"{part}-{place:03d}"}


def convert(row) -> cases.Case:
    """The item of a pair; a pair without a question is about the context as a whole."""
    asked = [("Question", row["question"])] if (row["question"] or "").strip() else []
    first, second = cases.order(TASK, row["key"], ("positive_response", "negative_response"))
    state = cases.sections(*asked, ("Context", row["context"]), ("Response A", row[first]), ("Response B", row[second]))
    if row[first].strip() == row[second].strip():
        raise cases.LeftOut("both responses are the same")
    return cases.Case(row["key"], state, QUESTION, "A" if first == "positive_response" else "B", group=" ".join(row["context"].split()),
                      stratum=row["part"], domain=row["part"])
