"""Four pairs: two `no`, one `yes`, and the first again in other letters, which is left out."""
from __future__ import annotations

import csv

from tests import made_sources

ROWS = {"test": [
    {"id": "1", "sentence1": "The cat saw the dog .", "sentence2": "The dog saw the cat .", "label": "0"},
    {"id": "2", "sentence1": 'He said " now " .', "sentence2": "Now , he said .", "label": "1"},
    {"id": "3", "sentence1": "Rain fell before noon .", "sentence2": "Noon came before rain .", "label": "0"},
    {"id": "4", "sentence1": "the cat saw the DOG .", "sentence2": "The dog saw the  cat .", "label": "0"},
]}
NEEDED = {"test": ("id", "sentence1", "sentence2", "label")}
LABEL = ("test", 1, "label", "2")
ITEMS, GOLDS = 3, {"no": 2, "yes": 1}
SHOWN = {'Sentence 1:\nHe said " now " .\n\nSentence 2:\nNow , he said .': "yes"}
ABSENT = ()


def table(rows) -> bytes:
    return made_sources.csv_rows(rows["test"], "\t", csv.QUOTE_NONE)


def official(rows) -> dict:
    return {"paws_wiki_labeled_final.tar.gz": made_sources.tarred({"final/train.tsv": b"id\tlabel\n", "final/test.tsv": table(rows)})}


def sample(rows) -> dict:
    return {"test.first_rows.tsv": table(rows)}


PACKS = (official, sample)
