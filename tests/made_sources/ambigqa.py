"""Four questions: one with several readings, two with one, and one whose annotators disagree, which is left out; answers must not show."""
from __future__ import annotations

from tests import made_sources

ROWS = {
    "dev": [
        {"annotations": [0], "id": "-81", "question": "Who wrote the anthem of Malta?"},
        {"annotations": [1], "id": "82", "question": "When did it come out?"},
        {"annotations": [2, 3], "id": "83", "question": "Who won the cup?"},
        {"annotations": [4, 5], "id": "84", "question": "What is a furlong?"},
    ],
    "annotations": [
        {"type": "singleAnswer", "answer": ["ANSWER-A"]},
        {"type": "multipleQAs", "qaPairs": [{"question": "When was it first shown?", "answer": ["ANSWER-B"]}]},
        {"type": "singleAnswer", "answer": ["ANSWER-A"]},
        {"type": "multipleQAs", "qaPairs": [{"question": "Who won in 1990?", "answer": ["ANSWER-B"]}]},
        {"type": "singleAnswer", "answer": ["ANSWER-C"]},
        {"type": "singleAnswer", "answer": ["ANSWER-C"]},
    ],
}
NEEDED = {"dev": ("id", "question", "annotations"), "annotations": ("type",)}
LABEL = ("annotations", 0, "type", "noAnswer")
ITEMS, GOLDS = 3, {"yes": 1, "no": 2}
SHOWN = {"Question:\nWhen did it come out?": "yes", "Question:\nWhat is a furlong?": "no"}
ABSENT = ("ANSWER-", "Who won", "first shown")


def member(rows) -> bytes:
    """The questions, each with its annotations in place of their numbers."""
    return made_sources.json_value([{key: [rows["annotations"][place] for place in value] if isinstance(value, list) else value
                                     for key, value in row.items()} for row in rows["dev"]])


def official(rows) -> dict:
    return {"ambignq_light.zip": made_sources.zipped({"train_light.json": b"[]", "dev_light.json": member(rows)})}


def copy(rows) -> dict:
    return {"dev_light.json": member(rows)}


PACKS = (official, copy)
