"""Seven questions: two known, two unknown, one of them a second time in other letters, and one with both labels; the last three are left out."""
from __future__ import annotations

from tests import made_sources


def known(question: str) -> dict:
    return {"question": question, "answer": ["ANSWER-A"], "unknown": False, "source": "squad"}


def unknown(question: str, category: str) -> dict:
    return {"question": question, "answer": ["ANSWER-B"], "unknown": True, "source": "turk", "category": category}


ROWS = {"lines": [
    known("How many legs has a spider?"),
    unknown("Will it rain here in a hundred years?", "future unknown"),
    known("What is the capital of Peru?"),
    unknown("Which colour is best?", "controversial"),
    unknown("which colour is BEST? ", "controversial"),
    known("What is fair?"),
    unknown("What is fair?", "ambiguous"),
]}
NEEDED = {"lines": ("question", "unknown")}
LABEL = ("lines", 0, "unknown", "perhaps")
ITEMS, GOLDS = 4, {"yes": 2, "no": 2}
SHOWN = {"Question:\nHow many legs has a spider?": "yes", "Question:\nWill it rain here in a hundred years?": "no"}
ABSENT = ("ANSWER-", "What is fair", "turk", "future unknown")
PACKS = (lambda rows: {"knowns_unknowns.jsonl": made_sources.json_lines(rows["lines"])},)
