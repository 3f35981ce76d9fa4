"""processbench: which step of the solution is the first wrong one, or is none wrong?  Layer C.

One item a solution. The options are its steps, by number, and `none`; solutions of one problem form a group.
"""
from __future__ import annotations

from generators import items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, File, Form, Source, github

COMMIT = "2f2fd8ae590aeb949f7be265478b05280f93db68"
FIELDS = ("id", "problem", "steps", "label")
PINS = {
    "gsm8k": ("fb1c59dfd1e83e1c5a48dbe598db27e4bc0b8bc524a09445f2d4b69178f61349", 574343),
    "math": ("520ae64463d6ceb4bf13af31693389a5d5b14934cdad3468193dea4a5ceb0414", 1938778),
    "olympiadbench": ("e9d801c9f3c03f949adbfa08e90cb21ad85c0b9224bc5e98326f8215c218aa55", 2808955),
    "omnimath": ("e8d7cf4512c82168dae2fe48b1718069a3002e7910af1d180a27ee0d9948ba47", 2842872),
}
"""{part: SHA-256 and size of its file}. The math file is that of the first release; a later one differs in one label."""
SOURCES = tuple(
    Source(part, (Form(OFFICIAL, (File(f"{part}.json", github("QwenLM/ProcessBench", COMMIT, f"dataset/{part}.json"), sha256, size),),
                       readers.json_list(FIELDS)),))
    for part, (sha256, size) in PINS.items())
DRAW = sampling.Draw("250 solutions of each of the four files, however many steps they have: with equal shares the mean of 1/(steps + 1) is the published "
                     "chance of 0.142 (0.137 over all 3,400) and `none` is right in the published 0.366.", size=250, over="stratum")
CITATION = "Zheng et al.: ProcessBench, Identifying Process Errors in Mathematical Reasoning, 2024 (Qwen Team)."
INSTRUCTIONS = "Which step is the first that holds an error? If every step is right, choose none."


def records(files):
    """The solutions of the four files, each with the part it comes from."""
    for part in PINS:
        for row in files[part].read():
            yield {**row, "part": part}


def question(steps: int) -> dict:
    """The question about a solution of so many steps, numbered from 1."""
    meanings = {str(number): f"step {number} is the first wrong one" for number in range(1, steps + 1)}
    return items.choice(INSTRUCTIONS, {**meanings, "none": "no step is wrong"})


def convert(row) -> cases.Case:
    """The item of a solution; the source counts steps from 0 and marks a right solution with -1."""
    steps = readers.listed(row["steps"], f"record {row['id']}")
    places = {-1: "none", **{place: str(place + 1) for place in range(len(steps))}}
    state = cases.sections(("Problem", row["problem"]), *((f"Step {number}", step) for number, step in enumerate(steps, 1)))
    return cases.Case(row["id"], state, question(len(steps)), cases.label(places, row["label"], f"record {row['id']}"),
                      group=" ".join(row["problem"].split()), stratum=row["part"], domain=row["part"])
