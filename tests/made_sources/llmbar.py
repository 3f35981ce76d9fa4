"""One pair a part, two parts with the same instruction."""
from __future__ import annotations

from tests import made_sources


def row(asked: str, first: str, second: str, label: int) -> dict:
    return {"input": asked, "output_1": first, "output_2": second, "label": label}


ROWS = {
    "Natural": [row("Name a colour.", "Red.", "Seven.", 1)],
    "Adversarial_Neighbor": [row("Name a colour.", "Colours are loved by all people.", "Blue.", 2)],
    "Adversarial_GPTInst": [row("Say okay.", "okay", "Sure, here is a poem.", 1)],
    "Adversarial_GPTOut": [row("Count to two.", "1, 2, 3", "1, 2", 2)],
    "Adversarial_Manual": [row("Greet me.", "Greetings are common.", "Hello!", 2)],
}
NEEDED = {part: ("input", "output_1", "output_2", "label") for part in ROWS}
LABEL = ("Adversarial_GPTOut", 0, "label", 17)
ITEMS, GOLDS = 5, {"1": 2, "2": 3}
SHOWN = {"Instruction:\nCount to two.\n\nOutput 1:\n1, 2, 3\n\nOutput 2:\n1, 2": "2", "Instruction:\nSay okay.\n\nOutput 1:\nokay\n\nOutput 2:\nSure, here is a poem.": "1"}
ABSENT = ()
PACKS = (lambda rows: {f"{part}.json": made_sources.json_value(lines) for part, lines in rows.items()},)
