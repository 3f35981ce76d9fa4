"""Three rows, one of them with the same query twice, which is left out; the workers' ids must not show."""
from __future__ import annotations

from tests import made_sources

ROWS = {"test": [
    {"id": "7-1", "WorkerId": "W-ADA", "q1": "What floats?", "q2": "What does not float?", "doc1": "Cork floats.", "doc2": "Lead does not float."},
    {"id": "7-2", "WorkerId": "W-BOB", "q1": "Who came?", "q2": "Who stayed away?", "doc1": "Ann came.", "doc2": "Ann did not come."},
    {"id": "8-1", "WorkerId": "W-BOB", "q1": "Who won?", "q2": "Who won? ", "doc1": "Red won.", "doc2": "Red did not win."},
]}
NEEDED = {"test": ("id", "q1", "q2", "doc1", "doc2")}
LABEL = None  # the label is the place of the query
ITEMS, GOLDS = 4, {"doc1": 2, "doc2": 2}
SHOWN = {"Query:\nWhat does not float?\n\nDocument 1:\nCork floats.\n\nDocument 2:\nLead does not float.": "doc2"}
ABSENT = ("W-ADA", "W-BOB")
PACKS = tuple(lambda rows, name=name: {name: made_sources.json_lines(rows["test"])} for name in ("test.jsonl", "nevir_test_1000.jsonl"))
