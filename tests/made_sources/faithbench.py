"""Two sources, one of them also as a copy with other figures, quotes and spacing: two summaries without marks, two with unwanted marks alone, and one mixed, one
benign and one questionable, which are left out.

Annotators and their notes must not show. The layers of a file are tables of their own, each with HERE in the place of the next.
"""
from __future__ import annotations

from reference.build.faithbench import PINS
from tests import made_sources

HERE = "HERE"
MARKS = (0, 1, 1, 2, 0, 2, 1)
"""How many of the annotations belong to each sample, in order."""


def sample(number: int, source: str, summary: str) -> dict:
    return {"sample_id": number, "source": source, "summary": summary, "annotations": HERE, "metadata": {"summarizer": "MODEL-A", "hhemv1": 0.5}}


def mark(label: list) -> dict:
    return {"annot_id": 1, "annotator_id": "ANNOTATOR-B", "annotator_name": "NAME-C", "label": label, "note": "NOTE-D", "summary_span": "SPAN-E", "summary_start": 0,
            "summary_end": 1, "source_span": None, "source_start": None, "source_end": None}


ROWS = {
    "file": [{"samples": HERE}],
    "samples": [
        sample(0, "Ann came at noon.", "Ann came."), sample(1, "Ann came at noon.", "Ann came at two."), sample(2, "Ann came at noon.", "A woman came."),
        sample(3, "Ann came at noon.", "Ann ran in, late."), sample(4, "The mill\nburnt down.", "A mill burnt."), sample(5, "The  mill 'burnt' down 2.", "The old mill was lost."),
        sample(6, "The mill\nburnt down.", "The mill is no more."),
    ],
    "annotations": [mark(["Unwanted", "Unwanted.Intrinsic"]), mark(["Benign"]), mark(["Unwanted", "Unwanted.Extrinsic"]), mark(["Questionable"]),
                    mark(["Unwanted.Extrinsic"]), mark(["Unwanted"]), mark(["Questionable"])],
}
NEEDED = {"file": ("samples",), "samples": ("sample_id", "source", "summary", "annotations"), "annotations": ("label",)}
LABEL = ("annotations", 4, "label", "Severe")
ITEMS, GOLDS = 4, {"yes": 2, "no": 2}
SHOWN = {"Source:\nAnn came at noon.\n\nSummary:\nAnn came.": "yes", "Source:\nAnn came at noon.\n\nSummary:\nAnn came at two.": "no",
         "Source:\nThe  mill 'burnt' down 2.\n\nSummary:\nThe old mill was lost.": "no"}
ABSENT = ("MODEL-", "ANNOTATOR-", "NAME-", "NOTE-", "SPAN-", "A woman came.", "Ann ran in", "is no more")


def filled(row: dict, value) -> dict:
    """A row with the next layer in its place, whatever its field is called."""
    return {name: value if there == HERE else there for name, there in row.items()}


def batches(rows) -> dict:
    """The samples in the first batch; the others are empty."""
    samples, start = [], 0
    for row, count in zip(rows["samples"], MARKS):
        samples.append(filled(row, rows["annotations"][start:start + count]))
        start += count
    return {f"{batch}.json": made_sources.json_value(filled(rows["file"][0], samples if place == 0 else [])) for place, batch in enumerate(PINS)}


PACKS = (batches,)
