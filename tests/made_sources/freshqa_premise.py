"""Three test rows, one with a false premise, and a development row, which is left out; answers and notes must not show."""
from __future__ import annotations

from tests import made_sources

REST = {"effective_year": "before 2022", "next_review": "occasionally", "num_hops": "one-hop", "fact_type": "never-changing", "source": "SOURCE-PAGE",
        "answer_0": "ANSWER-A", "answer_1": "ANSWER-B", "note": "NOTE-C"}


def row(name: str, split: str, question: str, is_false: str) -> dict:
    return {"id": name, "split": split, "question": question, "false_premise": is_false, **REST}


ROWS = {"sheet": [
    row("0", "TEST", "When did the Moon win\nthe cup?", "TRUE"),
    row("1", "TEST", 'Who wrote "Emma"?', "FALSE"),
    row("2", "DEV", "Who wrote Persuasion?", "FALSE"),
    row("3", "TEST", "How long is a mile?", "FALSE"),
]}
NEEDED = {"sheet": ("id", "split", "question", "false_premise")}
LABEL = ("sheet", 1, "false_premise", "MAYBE")
ITEMS, GOLDS = 3, {"yes": 1, "no": 2}
SHOWN = {"Question:\nWhen did the Moon win\nthe cup?": "yes", 'Question:\nWho wrote "Emma"?': "no"}
ABSENT = ("ANSWER-", "NOTE-", "SOURCE-", "Persuasion")
PREAMBLE = "Warning: a line before the table,,\nUpdated on some day,,\n"


def official(rows) -> dict:
    return {"freshqa_2026-04-21.csv": made_sources.csv_rows(rows["sheet"], preamble=PREAMBLE)}


def projection(rows) -> dict:
    kept = [{"id": line["id"], "question": line["question"], "answer": line["answer_0"], "false_premise": line["false_premise"]}
            for line in rows["sheet"] if line["split"] == "TEST"]
    return {"freshqa_test_set.csv": made_sources.csv_rows(kept)}


PACKS = (official, projection)
