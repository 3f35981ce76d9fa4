"""Write the Croissant metadata (JSON-LD) of the core release from its hashes and cards.

Example: python3 releases/croissant.py
The page describes every items file by hash, size and fields. Its addresses are relative: it is read from releases/1.1/ of a checkout
whose data/tasks/ holds the items (generators/regenerate.py --check --install data). Exit code 0: written; 2: could not.
"""
from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import cards, console, families, items

RELEASE_FOLDER = Path(__file__).resolve().parent / families.RELEASE
DEFAULT = RELEASE_FOLDER / "croissant.json"
DATE = "2026-11-30"
"""Day on which the hashes of all families of the release stood."""

TERMS = ("citeAs", "column", "containedIn", "extract", "field", "fileObject", "fileProperty", "fileSet", "format", "includes", "isLiveDataset", "jsonPath",
         "equivalentProperty", "key", "md5", "parentField", "path", "recordSet", "references", "regex", "repeated", "replace", "samplingRate", "separator", "source", "subField", "transform")
CONTEXT = {"@language": "en", "@vocab": "https://schema.org/", "sc": "https://schema.org/", "cr": "http://mlcommons.org/croissant/",
           "rai": "http://mlcommons.org/croissant/RAI/", "dct": "http://purl.org/dc/terms/", "conformsTo": "dct:conformsTo",
           "data": {"@id": "cr:data", "@type": "@json"}, "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
           "examples": {"@id": "cr:examples", "@type": "@json"}, **{term: f"cr:{term}" for term in TERMS}}

FIELDS = (
    ("id", "sc:Text", "name of the item"),
    ("state", "sc:Text", "the case"),
    ("question_type", "sc:Text", "noul (yes or no) or choice"),
    ("instructions", "sc:Text", "the question; what each option means stands beside it, under criteria"),
    ("options", "sc:Text", "the options in their fixed order"),
    ("gold", "sc:Text", "the right option, computed by the generator"),
    ("group", "sc:Text", "the contrast group"),
    ("level", "sc:Integer", "1, 2 or 3: how large the case is"),
    ("kind", "sc:Text", "what is planted in this item, null for nothing"),
    ("contrast", "sc:Text", "in pairs the kind that the pair is about, in both members"),
    ("planted", "sc:Boolean", "whether the item differs from the sound case of its group; null in policy_case"),
    ("domain", "sc:Text", "where the case plays"),
    ("layout", "sc:Text", "how the case is laid out"),
)
"""(name, type, what it holds) of a field; each is a key of the items but for those of INSIDE."""
INSIDE = {"question_type": "$.q.type", "instructions": "$.q.instructions"}
"""Where fields stand inside the key `questions`."""
REPEATED = ("options",)


def address_of(family: str) -> str:
    """Where an items file stands, seen from the folder of the release."""
    return f"../../data/tasks/{family}/items.jsonl"


def file_object(family: str, mark: dict) -> dict:
    """The items file of a family."""
    return {"@type": "cr:FileObject", "@id": f"{family}.jsonl", "name": f"{family}.jsonl", "description": f"{mark['items']} items, one JSON object a line",
            "contentUrl": address_of(family), "contentSize": f"{mark['bytes']} B", "encodingFormat": "application/jsonlines", "sha256": mark["sha256"]}


def field(family: str, name: str, kind: str, meaning: str) -> dict:
    """One key of the items of a family."""
    source = {"fileObject": {"@id": f"{family}.jsonl"}, "extract": {"column": "questions" if name in INSIDE else name}}
    if name in INSIDE:
        source["transform"] = {"jsonPath": INSIDE[name]}
    made = {"@type": "cr:Field", "@id": f"{family}/{name}", "name": name, "description": meaning, "dataType": kind, "source": source}
    return {**made, "repeated": True} if name in REPEATED else made


def record_set(card: dict) -> dict:
    """The items of a family as records."""
    name = card["task"]
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "key": {"@id": f"{name}/id"},
            "description": f"{card['title']} Layer {card['layer']}; {card['groups']} contrast groups; {card['question_type']} questions.",
            "field": [field(name, *line) for line in FIELDS]}


def read_release() -> tuple:
    """({family: sha256, bytes, items}, {family: card}) of the release."""
    marks = json.loads(items.read_bytes(RELEASE_FOLDER / "items.json"))
    return marks, {name: json.loads(items.read_bytes(RELEASE_FOLDER / "tasks" / name / "task.json")) for name in marks}


def metadata() -> dict:
    """The Croissant page of the release."""
    marks, all_cards = read_release()
    names = [name for name in families.BY_NAME if name in marks]
    count = sum(marks[name]["items"] for name in names)
    return {
        "@context": CONTEXT, "@type": "sc:Dataset", "conformsTo": ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"],
        "name": "DecisionPivot-toolkit-core", "version": f"{families.RELEASE}.0", "datePublished": DATE, "url": "../../README.md", "inLanguage": "en",
        "license": "https://creativecommons.org/licenses/by/4.0/", "isLiveDataset": False,
        "creator": {"@type": "sc:Organization", "name": "The DecisionPivot toolkit authors"},
        "description": f"{count:,} generated decision cases of {len(names)} families in contrast groups, each a state, a typed question and fixed options, with "
                       "computed answers, for testing decision models. For evaluation only, never for training. " + cards.OWN_ITEMS + f" {families.CANARY}",
        "keywords": ["decision models", "contrast groups", "calibration", "evaluation"], "citeAs": cards.CITATION,
        "usageInfo": "Evaluation only: the items are never training data, nor part of the prompts of a model in training.",
        "rai:dataCollection": "Generated from seeded programs of this repository; no text comes from elsewhere.",
        "rai:dataCollectionType": "Synthetic", "rai:personalSensitiveInformation": "None: persons, firms and places are invented.",
        "rai:dataUseCases": "Testing whether decision models decide rightly, keep to it when one detail changes, and state usable probabilities.",
        "rai:dataLimitations": "English alone; written cases of thirteen designs, not live traffic; levels change size and complexity together.",
        "distribution": [file_object(name, marks[name]) for name in names],
        "recordSet": [record_set(all_cards[name]) for name in names],
    }


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="croissant.py", **console.about(__doc__))
    parser.add_argument("--out", type=Path, default=DEFAULT, metavar="FILE", help=f"the page (default: releases/{families.RELEASE}/{DEFAULT.name})")
    args = parser.parse_args(argv)

    def write() -> int:
        items.write_json(args.out, metadata())
        print(f"{args.out}: {args.out.stat().st_size:,} bytes")
        return 0

    return console.guarded("croissant.py", write, (ValueError,))


if __name__ == "__main__":
    sys.exit(main())
