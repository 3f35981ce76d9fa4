"""llmbar: which output follows the instruction better?  Layer C.

One item a pair of outputs for an instruction. In the four adversarial parts the worse output is written to look better: longer, smoother, or an answer
to a neighbouring instruction. Pairs on one instruction form a group.
"""
from __future__ import annotations

from generators import items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, File, Form, Source, github

COMMIT = "900616bff90b6c6c8e1681f7d079250637c55992"
FIELDS = ("input", "output_1", "output_2", "label")
PINS = {
    "Natural": ("f7127b7aa78104cb8e03a2b1b3ac0077e95b125714dd441a8ee63666145a3375", 91269),
    "Adversarial/Neighbor": ("6712c7eda6342602e0bc7c06c282fa95e2110d4e741a284026a62d937f9780a0", 131988),
    "Adversarial/GPTInst": ("1002425f73c2cf54b6e6de99bce3f6c60fa2a17d13194772e37d7481c1351d42", 211768),
    "Adversarial/GPTOut": ("1ff56e520d7607750a9866a3be0f5b850392ca4477a1f69d80f32bd3e310f561", 32640),
    "Adversarial/Manual": ("0d9598769a39cdbbd265778c37e49939d41d5f76dcfb17bd75dcfa07516d3837", 79050),
}
"""{part: SHA-256 and size of its file}."""
SOURCES = tuple(
    Source(part, (Form(OFFICIAL, (File(f"{part.replace('/', '_')}.json",
                                       github("princeton-nlp/LLMBar", COMMIT, f"Dataset/LLMBar/{part}/dataset.json"), sha256, size),),
                       readers.json_list(FIELDS)),))
    for part, (sha256, size) in PINS.items())
DRAW = sampling.Draw("All 419 pairs of the five parts: the published 355 items are these without the 14.8 % that were detected and two more. Sides are those of the "
                     "source; the shorter output is right on 0.726 of the 419, and the best content-blind rule published is 0.730.")
CITATION = "Zeng et al.: Evaluating Large Language Models at Evaluating Instruction Following, ICLR 2024."
QUESTION = items.choice("Which output does better what the instruction asks for? Following it counts more than length, tone or polish.",
                        {"1": "output 1 follows the instruction better", "2": "output 2 follows the instruction better"})
LABELS = {1: "1", 2: "2"}


def records(files):
    """The pairs of the five parts, each with its part and key."""
    for part in PINS:
        for place, row in enumerate(files[part].read()):
            yield {**row, "part": part, "key": f"{part}-{place:03d}"}


def convert(row) -> cases.Case:
    """The item of a pair."""
    state = cases.sections(("Instruction", row["input"]), ("Output 1", row["output_1"]), ("Output 2", row["output_2"]))
    return cases.Case(row["key"], state, QUESTION, cases.label(LABELS, row["label"], f"record {row['key']}"), group=" ".join(row["input"].split()),
                      domain=row["part"])
