"""judgebench: which response is correct?  Layer C.

One item a pair of responses that one model gave to a hard question of knowledge, reasoning, mathematics or programming; one of them is right by the
question's own key or tests. Pairs on one question form a group.
"""
from __future__ import annotations

from generators import items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, File, Form, Source, github

COMMIT = "e2c52c284e735e139b3daa61c206ee208f36c461"
FIELDS = ("pair_id", "source", "question", "response_A", "response_B", "label")
PINS = {
    "gpt-4o-2024-05-13": ("d5106306b38dead1b2e964ecf5534a3e7b2fc4b8d3b8da327599edfcebd76042", 1960188),
    "claude-3-5-sonnet-20240620": ("3b70504588e400613bf5744a20a345da8701b7150be9a30c9db0e6f3d7b70a62", 920039),
}
"""{model that gave the responses: SHA-256 and size of its file}."""
SOURCES = tuple(
    Source(model, (Form(OFFICIAL, (File(f"judgebench_{model}.jsonl",
                                        github("ScalerLab/JudgeBench", COMMIT, f"data/dataset=judgebench,response_model={model}.jsonl"), sha256, size),),
                        readers.json_lines(FIELDS)),))
    for model, (sha256, size) in PINS.items())
DRAW = sampling.Draw("All pairs of both files but one with the same response twice: this leaves the published 619. The shorter response is right on 0.549 of them, "
                     "which is the best content-blind rule published; sides are those of the source, since nothing published speaks for another draw.")
CITATION = "Tan et al.: JudgeBench, A Benchmark for Evaluating LLM-based Judges, ICLR 2025."
QUESTION = items.choice("Exactly one of the two responses is correct by the question's own key or tests: it ends with the right answer in the form that was "
                        "asked for or, for a program, passes all tests. Which one?",
                        {"A": "response A is correct", "B": "response B is correct"})
LABELS = {"A>B": "A", "B>A": "B"}


def records(files):
    """The pairs of both files."""
    for model in PINS:
        yield from files[model].read()


def convert(row) -> cases.Case:
    """The item of a pair."""
    state = cases.sections(("Question", row["question"]), ("Response A", row["response_A"]), ("Response B", row["response_B"]))
    if row["response_A"].strip() == row["response_B"].strip():
        raise cases.LeftOut("both responses are the same")
    return cases.Case(row["pair_id"], state, QUESTION, cases.label(LABELS, row["label"], f"record {row['pair_id']}"),
                      group=" ".join(row["question"].split()), domain=row["source"])
