"""Four conclusions on two sets of premises: one of each label, and the first again, which is left out; the formulas must not show."""
from __future__ import annotations

from tests import made_sources

CATS = ["All cats purr.", "Tom is a cat.  "]


def row(premises: list, conclusion: str, label: str) -> dict:
    return {"premises": premises, "premises-FOL": ["FORMULA-A"], "conclusion": conclusion, "conclusion-FOL": "FORMULA-B", "label": label}


ROWS = {"conclusions": [
    row(CATS, "Tom purrs.", "True"), row(CATS, "Tom is old.", "Uncertain"), row(["No fish can fly.", "Bo is a fish."], "Bo can fly.", "False"),
    row(CATS, "Tom purrs. ", "True"),
]}
NEEDED = {"conclusions": ("premises", "conclusion", "label")}
LABEL = ("conclusions", 1, "label", "Unknown")
ITEMS, GOLDS = 3, {"true": 1, "false": 1, "unknown": 1}
SHOWN = {"Premises:\nAll cats purr.\nTom is a cat.\n\nConclusion:\nTom purrs.": "true",
         "Premises:\nNo fish can fly.\nBo is a fish.\n\nConclusion:\nBo can fly.": "false"}
ABSENT = ("FORMULA-",)
PACKS = (lambda rows: {"folio-validation.jsonl": made_sources.json_lines(rows["conclusions"])},)
