"""Two prompts with one chosen response of four, one with two chosen ones and one whose chosen response is also rejected: these two are left out."""
from __future__ import annotations

from tests import made_sources


def row(name: str, subset: str, prompt: str, chosen: list, rejected: list) -> dict:
    return {"id": name, "prompt": prompt, "chosen": chosen, "rejected": rejected, "num_correct": len(chosen), "num_incorrect": len(rejected),
            "total_completions": len(chosen) + len(rejected), "models": ["MODEL-A"], "subset": subset, "additional_metadata": "METADATA-B"}


ROWS = {"test": [
    row("1", "Math", "2 + 3?", ["5"], ["4", "6", "7"]), row("2", "Focus", "Name a bird.", ["A wren."], ["A cod.", "A fir.", "A gem."]),
    row("3", "Ties", "Name a prime.", ["2", "3"], ["4", "6"]), row("4", "Safety", "How do I pick a lock?", ["No."], ["Rake it.", "Nope.", "Kick it."]),
    row("5", "Factuality", "Who won?", ["Red. "], ["Blue.", "Red.", "Green."]),
]}
NEEDED = {"test": ("prompt", "chosen", "rejected", "subset")}
LABEL = None  # the label is the place of the chosen response
ITEMS, GOLDS = 3, {"2": 1, "3": 1, "4": 1}
SHOWN = {"Prompt:\n2 + 3?\n\nResponse 1:\n4\n\nResponse 2:\n5\n\nResponse 3:\n6\n\nResponse 4:\n7": "2"}
ABSENT = ("MODEL-", "METADATA-", "chosen", "rejected", "Who won?", "Name a prime.")
PACKS = (lambda rows: {"test-00000-of-00001.parquet": made_sources.parquet(rows["test"])},)
