"""faithbench: is the summary faithful to its source?  Layer C.

One item a summary that people marked up: faithful where they marked nothing, unfaithful where every mark is an unwanted hallucination. Summaries of
one source by ten models form a group; the source holds copies of one text that differ in a figure, quotes or spacing, and these are one group too.
"""
from __future__ import annotations

import re

from generators import items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, File, Form, Source, SourceError, github

COMMIT = "cf89797d82812c23b5d5e5c121f1d9b8983bbbce"
FIELDS = ("sample_id", "source", "summary", "annotations")
PINS = {
    "batch_1": ("a4e7858702e741b0fb024a022a906f61fb8eb65011b7f7b138e56e080a4c8c59", 76262),
    "batch_2": ("18f1b2b9eae6fbf2020f295dc5ca512ef1a7e389e763b707bc51831f58df6a70", 154793),
    "batch_3": ("84b709a9d88998f478f429ee2330ea18666ae9e5340ea398ece03cec6ab54308", 98772),
    "batch_4": ("c0f68bc222dd8b6e332cb6668840de8da150687ddf6f9b5bd243f389033fda42", 149892),
    "batch_5": ("6be08bb37ccdf68e41e117b0174cc3c8b41ed7bf85134d00e0e89c023e96b436", 190782),
    "batch_6": ("a5fd42aa64fbe15f535192ddfd3cfc72b53535cde7834cb6685ebe0a229f8587", 135160),
    "batch_7": ("28e83e1487381ce317103505dab4d5679ad74f53541374a98e24e3673734343b", 191546),
    "batch_8": ("5cf2b8ab42fe1d4b0018cf736448dd8a88318267b0efc2f45ea200e713932975", 236853),
    "batch_9": ("4924fe2d0975890712032a128544c0619c2ebf81d5d472e99e7883f1a9720bd5", 201505),
    "batch_10": ("8e5cec822516abbf74cd6796104bbe537da98628c671b64c10afa3b15bebe08c", 292603),
    "batch_11": ("cf999c8fa9696f4b24d8f4b08f9fdd6603a942cfee63ad851ff6d1f265c116cc", 189035),
    "batch_12": ("fda9f0e0eae69c13b79a8fc1f81d1f8a02e9f28ad8c3274619c4369bb15c818e", 205796),
    "batch_14": ("72f07b9f4b91f8a49d96e7adc79a8308edb92a2e6b34babcd9ef68dc6b7b2f34", 394638),
    "batch_15": ("c6608ce2edd17134674c7f8a0fdfc871e22458b432b35506889886c737eb4663", 370657),
    "batch_16": ("e35ace1069bb79844b122415d3c4192f7147737a2b9ad509185fb2c1ba7090db", 426968),
}
"""{batch: SHA-256 and size of its file}; batch 13 is not among them."""
SOURCES = tuple(
    Source(batch, (Form(OFFICIAL, (File(f"{batch}.json", github("vectara/FaithBench", COMMIT, f"data_for_release/{batch}.json"), sha256, size),),
                        readers.json_list(FIELDS, key="samples")),))
    for batch, (sha256, size) in PINS.items())
DRAW = sampling.Draw("All summaries whose label is plain: 175 without a mark and 141 whose marks are all unwanted. The published 298 items fit these 316 best: the "
                     "majority is 0.554, and the best content-blind rule published is 0.550. The other 434 hold benign or questionable marks. Groups go by the letters "
                     "of the text alone, since copies of one text differ in a figure, quotes or spacing: 54 groups. A summary without a mark is taken as "
                     "faithful; four of these stand in the source once more, word for word, beside a copy of their text, and have marks there, "
                     "two of them unwanted ones.")
CITATION = "Bao et al.: FaithBench, A Diverse Hallucination Benchmark for Summarization by Modern LLMs, 2024 (Vectara)."
QUESTION = items.noul("Is the summary faithful to its source?", "everything that the summary says is supported by the source",
                      "the summary says something that the source contradicts or does not support")
BESIDE_LETTERS = re.compile(r"[\W\d]")
UNWANTED = {"Unwanted": True, "Unwanted.Intrinsic": True, "Unwanted.Extrinsic": True, "Questionable": False, "Benign": False}


def records(files):
    """The summaries of all batches, each with a key."""
    for batch in PINS:
        for row in files[batch].read():
            yield {**row, "key": f"{batch}-{row['sample_id']}"}


def marks(row) -> set:
    """For the labels that annotators gave, whether each is an unwanted one: a set of True, False, both or none."""
    where = f"record {row['key']}"
    if not isinstance(row["annotations"], list):
        raise SourceError(f"{where}: annotations are no list; the layout of the source has changed")
    found = [readers.pick(annotation, ("label",), (), where)["label"] for annotation in row["annotations"]]
    return {cases.label(UNWANTED, name, where) for names in found for name in (names if isinstance(names, list) else [names])}


def convert(row) -> cases.Case:
    """The item of a summary with a plain label."""
    found = marks(row)
    if False in found:
        raise cases.LeftOut("marked as benign or questionable")
    return cases.Case(row["key"], cases.sections(("Source", row["source"]), ("Summary", row["summary"])), QUESTION, "no" if found else "yes",
                      group=BESIDE_LETTERS.sub("", row["source"].lower()))
