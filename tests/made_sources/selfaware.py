"""Four questions: one that can be answered, once again with another id, which is left out, and two that cannot; answers must not show."""
from __future__ import annotations

from tests import made_sources

ROWS = {"example": [
    {"question_id": 1, "question": "Who painted the ceiling?", "answer": ["ANSWER-A"], "answerable": True, "source": "hotpot_train"},
    {"question_id": 2, "question": "Is it better to be kind?", "answer": None, "answerable": False, "source": "SelfAware"},
    {"question_id": 3, "question": "Who painted the ceiling? ", "answer": ["ANSWER-A"], "answerable": True, "source": "hotpot_train"},
    {"question_id": 4, "question": "What would clouds say?", "answer": None, "answerable": False, "source": "SelfAware"},
]}
NEEDED = {"example": ("question_id", "question", "answerable")}
LABEL = ("example", 0, "answerable", "partly")
ITEMS, GOLDS = 3, {"yes": 1, "no": 2}
SHOWN = {"Question:\nWho painted the ceiling?": "yes", "Question:\nWhat would clouds say?": "no"}
ABSENT = ("ANSWER-", "hotpot", "SelfAware")
PACKS = (lambda rows: {"SelfAware.json": made_sources.json_value({"dataset_name": "SelfAware", "license": "cc-by-sa-4.0", "example": rows["example"]})},)
