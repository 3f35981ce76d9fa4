"""One pair a part, two in the first with one context, one without a question; a pair with the same response twice is left out."""
from __future__ import annotations

from tests import made_sources


def row(question, context: str, positive: str, negative: str) -> dict:
    return {"question_id": "QUESTION-ID", "question": question, "context": context, "positive_response": positive, "negative_response": negative}


ROWS = {
    "refusal_answerable": [row("When does it open?", "It opens at nine.", "At nine.", "The text does not say."),
                           row("What opens at nine?", "It  opens at nine.", "It.", "I cannot tell.")],
    "refusal_unanswerable": [row("When does it close?", "It opens at ten.", "The text does not say.", "At six.")],
    "faithfulness_qa": [row("Who came?", "Ann came.", "Ann.", "Ann and Bob.")],
    "faithfulness_summ": [row("", "Rain fell all day in May.", "It rained in May.", "It snowed in May.")],
    "completeness_qa": [row("Which colours?", "Red and blue.", "Red and blue.", "Red.")],
    "completeness_summ": [row("Summarise.", "Cats sleep. Dogs bark.", "Cats sleep, dogs bark.", "Cats sleep.")],
    "conciseness_qa": [row("How many?", "There are four.", "Four.", "Four. ")],
    "conciseness_summ": [row("Summarise the text.", "The shop is shut.", "It is shut.", "It is shut. Shut, I say.")],
}
ROWS["conciseness_qa"] += [row("How many?", "There are four.", "Four.", "Four, that is to say two and two.")]
NEEDED = {part: ("question", "context", "positive_response", "negative_response") for part in ROWS}
LABEL = None  # the label is the place of the positive response
ITEMS, GOLDS = 9, {"A": 4, "B": 5}
SHOWN = {
    "Question:\nWho came?\n\nContext:\nAnn came.\n\nResponse A:\nAnn.\n\nResponse B:\nAnn and Bob.": "A",
    "Context:\nRain fell all day in May.\n\nResponse A:\nIt snowed in May.\n\nResponse B:\nIt rained in May.": "B",
}
ABSENT = ("QUESTION-ID", "positive", "negative")
PACKS = (lambda rows: {f"{part}-00000-of-00001.parquet": made_sources.parquet(lines) for part, lines in rows.items()},)
