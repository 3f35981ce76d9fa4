"""paws: do the two sentences mean the same?  Layer G.

One item a sentence pair of the test part of PAWS-Wiki Labeled (Final). The pairs share most of their words, so that word overlap says little.
"""
from __future__ import annotations

import csv

from generators import items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, SAMPLE, Address, File, Form, Source

FIELDS = ("id", "sentence1", "sentence2", "label")
ROWS = readers.tsv_rows(FIELDS, quoting=csv.QUOTE_NONE)
SOURCES = (
    Source("pairs", (
        Form(OFFICIAL, (File("paws_wiki_labeled_final.tar.gz", Address("https://storage.googleapis.com/paws/english/paws_wiki_labeled_final.tar.gz"),
                             "1aad6cbb8a90b15563a0c154752c2b2c8e3bc5bdaa125172214d598bc76bc9fd", 4687157),), readers.member("*final/test.tsv", ROWS)),
        Form(SAMPLE, (File("test.first_rows.tsv", None, "f24308eebb77eb3ef0d40fe99e92865b475b2ca7789230beb4b1b210fb03e6a0", 1319),), ROWS,
             "the first four rows of the test file"),
    )),
)
DRAW = sampling.Draw("500 pairs of each label out of the 8,000 test pairs: the best content-blind rule published, 0.537, lies below the 0.558 that always "
                     "answering `no` reaches on the whole test part, so the labels were drawn about evenly.", size=500, over="gold")
CITATION = "Zhang, Baldridge and He: PAWS, Paraphrase Adversaries from Word Scrambling, NAACL 2019; data by Google LLC."
QUESTION = items.noul("Do the two sentences mean the same?", "both sentences say the same", "the sentences say different things")
LABELS = {"0": "no", "1": "yes"}


def records(files):
    """The rows of the test file."""
    return files["pairs"].read()


def convert(row) -> cases.Case:
    """The item of a sentence pair."""
    return cases.Case(row["id"], cases.sections(("Sentence 1", row["sentence1"]), ("Sentence 2", row["sentence2"])), QUESTION,
                      cases.label(LABELS, row["label"], f"row {row['id']}"))
