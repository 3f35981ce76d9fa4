"""Two passages with four questions, one of them again, and one passage whose question comes with both labels; the answers must not show.

The layers of the file are tables of their own, each with HERE in the place of the next.
"""
from __future__ import annotations

from tests import made_sources

HERE = "HERE"


def asked(name: str, question: str, is_impossible: bool) -> dict:
    found = {"answers": [], "plausible_answers": [{"text": "PLAUSIBLE-A", "answer_start": 0}]} if is_impossible else {"answers": [{"text": "ANSWER-B", "answer_start": 0}]}
    return {"id": name, "question": question, "is_impossible": is_impossible, **found}


ROWS = {
    "file": [{"version": "v2.0", "data": HERE}],
    "articles": [{"title": "TITLE-C", "paragraphs": HERE}],
    "paragraphs": [{"context": "Ann built the mill in 1700.", "qas": HERE}, {"context": "The Oder is long.", "qas": HERE}],
    "questions": [
        asked("q1", "Who built the mill?", False), asked("q2", "Who burnt the mill?", True), asked("q3", "who built the mill?", False),
        asked("q4", "Is the Oder long?", False), asked("q5", "How long is the Elbe?", True), asked("q6", "Which river is long?", True),
        asked("q7", "Which river is long?", False),
    ],
}
OF_FIRST = 3
"""Questions of the first passage; the rest belong to the second."""
NEEDED = {"file": ("data",), "articles": ("paragraphs",), "paragraphs": ("context", "qas"), "questions": ("id", "question", "is_impossible")}
LABEL = ("questions", 1, "is_impossible", "maybe")
ITEMS, GOLDS = 4, {"yes": 2, "no": 2}
SHOWN = {"Passage:\nAnn built the mill in 1700.\n\nQuestion:\nWho burnt the mill?": "no", "Passage:\nThe Oder is long.\n\nQuestion:\nIs the Oder long?": "yes"}
ABSENT = ("PLAUSIBLE-", "ANSWER-", "TITLE-")


def filled(row: dict, value) -> dict:
    """A row with the next layer in its place, whatever its field is called."""
    return {name: value if there == HERE else there for name, there in row.items()}


def layers(rows) -> bytes:
    first, second = rows["paragraphs"]
    paragraphs = [filled(first, rows["questions"][:OF_FIRST]), filled(second, rows["questions"][OF_FIRST:])]
    return made_sources.json_value(filled(rows["file"][0], [filled(rows["articles"][0], paragraphs)]))


PACKS = tuple(lambda rows, name=name: {name: layers(rows)} for name in ("dev-v2.0.json", "dev-v2.0.half.json"))
