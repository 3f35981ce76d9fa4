"""folio_validation: is the conclusion true, false or undetermined, given the premises?  Layer E.

One item a conclusion of the validation file. Conclusions about the same premises form a group. The formulas of the source are not shown.
"""
from __future__ import annotations

from generators import items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, File, Form, Source, SourceError, github

COMMIT = "5d7bb84c7edab3fb358e057d2807f19cf5cf5e2d"
FIELDS = ("premises", "conclusion", "label")
SOURCES = (
    Source("conclusions", (
        Form(OFFICIAL, (File("folio-validation.jsonl", github("Yale-LILY/FOLIO", COMMIT, "data/v0.0/folio-validation.jsonl"),
                             "6922c988ef10987bd6545568ee8e63e897af80994591fa20539767da58f8e3d1", 173456),), readers.json_lines(FIELDS)),
    )),
)
DRAW = sampling.Draw("All conclusions of the validation file: the published 203 items are its 204 rows less one, and `true` is right in 72 of them, the published "
                     "0.355.")
CITATION = "Han et al.: FOLIO, Natural Language Reasoning with First-Order Logic, 2022 (Yale LILY)."
QUESTION = items.choice("By the premises alone, is the conclusion true, false or undetermined?",
                        {"true": "the conclusion follows from the premises",
                         "false": "the premises rule the conclusion out",
                         "unknown": "the premises neither prove the conclusion nor rule it out"})
LABELS = {"True": "true", "False": "false", "Uncertain": "unknown"}


def records(files):
    """The rows of the file, each with its place, since the source has no ids."""
    for place, row in enumerate(files["conclusions"].read()):
        yield {**row, "key": f"{place:03d}"}


def convert(row) -> cases.Case:
    """The item of a conclusion."""
    where = f"record {row['key']}"
    if not isinstance(row["premises"], list) or not all(isinstance(premise, str) for premise in row["premises"]):
        raise SourceError(f"{where}: premises are no list of sentences; the layout of the source has changed")
    premises = [" ".join(premise.split()) for premise in row["premises"]]
    return cases.Case(row["key"], cases.sections(("Premises", "\n".join(premises)), ("Conclusion", row["conclusion"])), QUESTION,
                      cases.label(LABELS, row["label"], where), group="\n".join(premises))
