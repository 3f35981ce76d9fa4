"""primevul_pair: is the function vulnerable?  Layer E.

A pair is one C or C++ function before and after the patch of a reported vulnerability; the question is asked of each alone. A system that does not see
what the patch changed gives both the same answer and gets no pair right.
"""
from __future__ import annotations

from generators import items
from reference import cases, readers, sampling
from reference.sources import COPY, File, Form, Source, SourceError, hub

REVISION = "4fd7158322872d711e90f091dbd8673ef32cb1be"
FIELDS = ("idx", "target", "func")
PARTS = ("test", "valid")
SOURCES = tuple(
    Source(part, (Form(COPY, (File(f"primevul_{part}_paired.jsonl", hub("colin/PrimeVul", REVISION, f"primevul_{part}_paired.jsonl")),), readers.json_lines(FIELDS),
                       f"a third party's mirror of the {part} pairs of release v0.1"),),
           "fetch it without --offline, or put the owner's file of release v0.1 there (the README of github.com/DLVulDet/PrimeVul links to it)")
    for part in PARTS)
MAX_CHARS = 48000
"""The longest function taken: about 16,000 tokens at three characters of code a token."""
DRAW = sampling.Draw("500 pairs of the test and validation parts together: the published 996 items are 498 pairs and their overlap share implies 500 before the "
                     "filter, more than the 435 test pairs. Two neighbouring rows of the source are a pair. Functions of more than 48,000 characters (about "
                     "16,000 tokens) are left out with their pair: the published input limits leave few longer items; the release, the parts and the limit that "
                     "were used there are not published.", size=500, unit="group")
CITATION = "Ding et al.: Vulnerability Detection with Code Language Models, How Far Are We?, ICSE 2025 (PrimeVul)."
QUESTION = items.noul("Is the function vulnerable?", "the function has a security vulnerability", "the function has no known security vulnerability")
LABELS = {1: "yes", 0: "no"}


def records(files):
    """The pairs of both parts, each with a key."""
    for part in PARTS:
        rows = list(files[part].read())
        if len(rows) % 2:
            raise SourceError(f"primevul_{part}_paired.jsonl: {len(rows):,} rows cannot be put in pairs; the file may be cut, or its layout has changed")
        for number, members in enumerate(zip(rows[::2], rows[1::2])):
            yield {"key": f"{part}-{number:04d}", "part": part, "members": members}


def convert(pair) -> list:
    """The two items of a pair."""
    golds = [cases.label(LABELS, member["target"], f"row {member['idx']}") for member in pair["members"]]
    if golds[0] == golds[1]:
        raise cases.LeftOut("two neighbouring rows with one label")
    if any(len(member["func"]) > MAX_CHARS for member in pair["members"]):
        raise cases.LeftOut(f"a function of more than {MAX_CHARS:,} characters")
    return [cases.Case(f"{pair['key']}/{gold}", cases.sections(("Function", member["func"])), QUESTION, gold, group=pair["key"], domain=pair["part"])
            for member, gold in zip(pair["members"], golds)]
