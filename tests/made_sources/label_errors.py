"""Film reviews, product reviews and posts: settled for and against the given label, unsettled, under both labels, and texts that no annotation names."""
from __future__ import annotations

import gzip

from tests import made_sources


def row(name, label: str, guess: str, **votes) -> dict:
    return {"id": name, "url": f"URL-{name}", "given_original_label": label, "our_guessed_label": guess,
            "mturk": {key.replace("_", "-"): count for key, count in votes.items()}}


def post(name: int, label: str, guess: str, **votes) -> dict:
    return {"id": name, "url": f"URL-{name}", "given_original_label": 6, "given_original_label_name": label,
            "our_guessed_label": 4, "our_guessed_label_name": guess, "mturk": votes}


ROWS = {
    "imdb": [
        row("test/neg/1_3", "Negative", "GUESSED", given=3, guessed=1, neutral=1, off_topic=0),
        row("test/pos/2_9", "Positive", "GUESSED", given=1, guessed=4, neutral=0, off_topic=0),
        row("test/neg/3_1", "Negative", "GUESSED", given=0, guessed=0, neutral=3, off_topic=2),
        row("test/pos/4_8", "Positive", "GUESSED", given=2, guessed=2, neutral=1, off_topic=0),
    ],
    "amazon": [
        row(12, "Neutral", "GUESSED", positive=0, negative=2, neutral=3, off_topic=0),
        row(15, "Positive", "GUESSED", positive=0, negative=5, neutral=0, off_topic=0),
        row(17, "Negative", "GUESSED", positive=2, negative=2, neutral=1, off_topic=0),
    ],
    "20news": [
        post(38, "misc.forsale", "GUESSED", given=3, guessed=1, neither=0, both=1),
        post(39, "sci.med", "GUESSED", given=1, guessed=1, neither=0, both=3),
        post(40, "rec.autos", "GUESSED", given=1, guessed=1, neither=3, both=0),
    ],
}
NEEDED = {"imdb": ("id", "given_original_label", "mturk"), "amazon": ("id", "given_original_label", "mturk"), "20news": ("id", "given_original_label_name", "mturk")}
LABEL = ("amazon", 1, "given_original_label", "Mixed")
TEXTS = {
    "aclImdb/test/neg/1_3.txt": "Dull from start to end.", "aclImdb/test/pos/2_9.txt": "I left before the end.<br />Awful!",
    "aclImdb/test/neg/3_1.txt": "It runs two hours.", "aclImdb/test/pos/4_8.txt": "UNSETTLED", "aclImdb/test/pos/5_8.txt": "UNNAMED", "aclImdb/train/pos/2_9.txt": "TRAINING", "aclImdb/README": b"README",
}
SINGLE = {"amazon/12.txt": b"It is a kettle.", "amazon/15.txt": "Broke at once, 3 € lost.".encode("utf-8"),
          "20news/38.txt": b"For sale: one desk.", "20news/40.txt": b"Which planet is it?"}
ITEMS, GOLDS = 7, {"yes": 3, "no": 4}
SHOWN = {
    "Text (a film review):\nI left before the end.<br />Awful!\n\nLabel it was given (out of Negative and Positive):\nPositive": "no",
    "Text (a product review):\nIt is a kettle.\n\nLabel it was given (out of Negative, Neutral and Positive):\nNeutral": "yes",
    "Text (a post to a newsgroup):\nWhich planet is it?\n\nLabel it was given (out of the 20 newsgroups):\nrec.autos": "no",
}
ABSENT = ("UNSETTLED", "UNNAMED", "TRAINING", "README", "GUESSED", "URL-")

def annotated(rows) -> dict:
    return {f"{part}_mturk.json": made_sources.json_value(rows[part]) for part in rows}


def reviews() -> bytes:
    return made_sources.tarred({name: text if isinstance(text, bytes) else text.encode("utf-8") for name, text in TEXTS.items()})


def official(rows) -> dict:
    return {**annotated(rows), **SINGLE, "aclImdb_v1.tar.gz": reviews()}


def subset(rows) -> dict:
    return {**annotated(rows), **SINGLE, "aclImdb_v1.mturk_subset.tar": gzip.decompress(reviews())}


PACKS = (official, subset)
