"""Two pairs of one model, on one question, and two of another, one of them with the same response twice, which is left out."""
from __future__ import annotations

from tests import made_sources


def row(name: str, model: str, question: str, first: str, second: str, label: str) -> dict:
    return {"pair_id": name, "original_id": "ORIGINAL-A", "source": "mmlu-pro-math", "question": question, "response_model": model, "response_A": first,
            "response_B": second, "label": label}


ROWS = {
    "gpt-4o-2024-05-13": [row("p1", "MODEL-B", "2 + 2?", "4", "5", "A>B"), row("p2", "MODEL-B", "2  + 2?", "Three.", "Four.", "B>A")],
    "claude-3-5-sonnet-20240620": [row("p3", "MODEL-C", "Is 7 prime?", "Yes.", "Yes. ", "A>B"), row("p4", "MODEL-C", "Is 9 prime?", "Yes.", "No.", "B>A")],
}
NEEDED = {model: ("pair_id", "source", "question", "response_A", "response_B", "label") for model in ROWS}
LABEL = ("gpt-4o-2024-05-13", 1, "label", "A=B")
ITEMS, GOLDS = 3, {"A": 1, "B": 2}
SHOWN = {"Question:\n2 + 2?\n\nResponse A:\n4\n\nResponse B:\n5": "A", "Question:\nIs 9 prime?\n\nResponse A:\nYes.\n\nResponse B:\nNo.": "B"}
ABSENT = ("ORIGINAL-", "MODEL-")
PACKS = (lambda rows: {f"judgebench_{model}.jsonl": made_sources.json_lines(lines) for model, lines in rows.items()},)
