"""One solution a file but two of one problem in the first: a first wrong step, a later one, and right solutions."""
from __future__ import annotations

from tests import made_sources


def solution(name: str, problem: str, steps: list, label: int) -> dict:
    return {"id": name, "generator": "SOME-MODEL", "problem": problem, "steps": steps, "final_answer_correct": label == -1, "label": label}


ROWS = {
    "gsm8k": [solution("gsm8k-0", "What is 2 + 2?", ["2 + 2 = 5.", "So 5."], 0), solution("gsm8k-1", "What is 2 + 2?", ["2 + 2 = 4."], -1)],
    "math": [solution("math-0", "Solve x + 1 = 3.", ["x = 3 - 1.", "x = 2.", "So x is 3."], 2)],
    "olympiadbench": [solution("olympiadbench-0", "Is 7 prime?", ["Yes."], -1)],
    "omnimath": [solution("omnimath-0", "Is 9 prime?", ["9 = 3 x 3.", "So it is prime."], 1)],
}
NEEDED = {part: ("id", "problem", "steps", "label") for part in ROWS}
LABEL = ("math", 0, "label", 3)
ITEMS, GOLDS = 5, {"1": 1, "2": 1, "3": 1, "none": 2}
SHOWN = {"Problem:\nWhat is 2 + 2?\n\nStep 1:\n2 + 2 = 5.\n\nStep 2:\nSo 5.": "1"}
ABSENT = ("SOME-MODEL",)
PACKS = (lambda rows: {f"{part}.json": made_sources.json_value(rows[part]) for part in rows},)
