"""Two models. Asked about: four questions to the first (one in two lines, one of another set), one to the second. Left out: the questions kept for records
(the numbers 2, 3, 8, 12, 13 of this set) and one with too few replies."""
from __future__ import annotations

from tests import made_sources

FILE = "cap_boundary_answers.jsonl"


def line(name: str, question: str, gold: str, replies: list, model="M One", rule="number", group=None) -> dict:
    return {"id": name, "set": name.partition("/")[0], "group": group, "rule": rule, "question": question, "gold": [gold], "model": model,
            "about": "a made-up model", "served": "served-m", "temperature": 1.0, "max_tokens": 64, "replies": replies}


def tries(right: int, wrong: int, gold="7") -> list:
    return [f"I think.\nAnswer: {gold}"] * right + ["WRONG-REPLY\nAnswer: 99"] * wrong


ROWS = {"answers": [
    line("SVAMP/chal-1", "Anna bought seven green apples.", "7", tries(3, 2)),
    line("SVAMP/chal-2", "Boris bought seven green pears.", "7", tries(2, 3)),
    line("SVAMP/chal-3", "Carla sold nine green apples.", "7", tries(0, 6)),
    line("SVAMP/chal-4", "How many legs have two spiders?", "16", tries(5, 0, "16.0")),
    line("SVAMP/chal-4", "How many legs have two spiders?", "16", tries(0, 5), "M Two"),
    line("SVAMP/chal-5", "What is one and one?", "2", tries(4, 0, "2")),
    line("SVAMP/chal-8", "Anna bought seven green apples and plums.", "7", tries(5, 0)),
    line("SVAMP/chal-9", "What is one and six?", "7", tries(1, 4), group="c"),
    line("SVAMP/chal-12", "Trains are late.", "7", tries(1, 4)),
    line("SVAMP/chal-13", "Anna bought seven green apples today.", "7", tries(2, 0)),
    line("NQ/00001", "who won", "Ann", ["Answer: ann"] * 5 + ["Answer: Bob"] * 5, rule="exact"),
    line("SVAMP/chal-1", "Anna bought seven green apples.", "7", tries(1, 4)),
]}
NEEDED = {"answers": ("id", "set", "group", "rule", "question", "gold", "model", "about", "replies")}
LABEL = ("answers", 0, "rule", "guess")
ITEMS, GOLDS = 5, None
SHOWN = {
    "Model:\nM One: a made-up model\n\nQuestion put to the model:\nAnna bought seven green apples.\n\n"
    "How its reply is judged:\nIts number must equal the accepted one.": 0.4,
    "Model:\nM Two: a made-up model\n\nQuestion put to the model:\nHow many legs have two spiders?\n\n"
    "How its reply is judged:\nIts number must equal the accepted one.": 0.0,
    "Model:\nM One: a made-up model\n\nQuestion put to the model:\nwho won\n\n"
    "How its reply is judged:\nIt must equal one of the accepted answers, apart from case, punctuation and articles.": 0.5,
}
ABSENT = ("WRONG-REPLY", "Answer:", "served-m", "Boris", "one and one")
PACKS = (lambda rows: {FILE: made_sources.json_lines(rows["answers"])},)
