"""Three contracts with few clauses and one that is too long: of two categories one has a clause, and the one nearest in length without it is beside it.

The layers of the JSON file are tables of their own, each with HERE in the place of the next; the table of clauses is made from the same rows, with the other
spellings that two names have there. The text of clauses must not show apart from the contract.
"""
from __future__ import annotations

import json

from reference.build.cuad_clause import CATEGORIES, DESCRIPTION, NAME
from tests import made_sources

HERE = "HERE"
HARPOON = "HarpoonTherapeuticsInc_20200312_10-K_EX-10.18_12051356_EX-10.18_Development Agreement"
TEXTS = {"ALPHA_01_02_2003-EX-1-SUPPLY AGREEMENT": "Alpha insures all.\n", "BETA S.A. - AGREEMENT": "Beta sells, no more.", HARPOON: "Consent is needed to assign. " + 30 * "z",
         "LONG CO": 48001 * "y"}
HELD = {"ALPHA_01_02_2003-EX-1-SUPPLY AGREEMENT": ("Insurance",), "BETA S.A. - AGREEMENT": (), HARPOON: ("Anti-Assignment",), "LONG CO": ("Insurance",)}
SPELLED = {HARPOON: f"{HARPOON}_Option Agreement.pdf", "BETA S.A. - AGREEMENT": "BETA S.A. - AGREEMENT .PDF'"}
ASKED = ("Document Name", *CATEGORIES)


def answers(title: str, category: str) -> list:
    """The clauses of a contract in a category; every contract has a name."""
    return [{"text": "CLAUSE-A", "answer_start": 0}] if category == "Document Name" or category in HELD[title] else []


ROWS = {
    "categories": [{NAME: f"Category: {category.replace(' Of ', ' of ')}", DESCRIPTION: f"Description: Is there  any {category}? ", "Answer Format": "FORMAT-A",
                    "Group": "GROUP-A"} for category in ASKED],
    "file": [{"version": "VERSION-A", "data": HERE}],
    "contracts": [{"title": title, "paragraphs": HERE} for title in TEXTS],
    "paragraphs": [{"qas": HERE, "context": text} for text in TEXTS.values()],
    "questions": [{"answers": answers(title, category), "id": f"{title}__{category}", "question": "QUESTION-A", "is_impossible": not answers(title, category)}
                  for title in TEXTS for category in ASKED],
}
NEEDED = {"categories": (NAME, DESCRIPTION), "file": ("data",), "contracts": ("title", "paragraphs"), "paragraphs": ("context", "qas"),
          "questions": ("id", "is_impossible")}
LABEL = ("questions", 3, "is_impossible", "perhaps")
ITEMS, GOLDS = 4, {"yes": 2, "no": 2}
SHOWN = {
    "Category:\nInsurance. Is there any Insurance?\n\nContract:\nAlpha insures all.": "yes",
    "Category:\nInsurance. Is there any Insurance?\n\nContract:\nBeta sells, no more.": "no",
    f"Category:\nAnti-Assignment. Is there any Anti-Assignment?\n\nContract:\nConsent is needed to assign. {30 * 'z'}": "yes",
    "Category:\nAnti-Assignment. Is there any Anti-Assignment?\n\nContract:\nBeta sells, no more.": "no",
}
ABSENT = ("CLAUSE-A", "FORMAT-A", "GROUP-A", "VERSION-A", "QUESTION-A", "yyy")


def filled(row: dict, value) -> dict:
    """A row with the next layer in its place, whatever its field is called."""
    return {name: value if there == HERE else there for name, there in row.items()}


def archive(rows) -> dict:
    """The owner's archive of JSON files."""
    contracts = []
    for place, (contract, paragraph) in enumerate(zip(rows["contracts"], rows["paragraphs"])):
        asked = rows["questions"][place * len(ASKED):(place + 1) * len(ASKED)]
        contracts.append(filled(contract, [filled(paragraph, asked)]))
    data = made_sources.json_value(filled(rows["file"][0], contracts))
    return {"category_descriptions.csv": made_sources.csv_rows(rows["categories"]), "data.zip": made_sources.zipped({"CUADv1.json": data, "test.json": b"{}"})}


def release(rows) -> dict:
    """The table of clauses and the texts."""
    lines = [{"Filename": SPELLED.get(title, f"{title}.pdf"),
              **{name: cell for category in ASKED for name, cell in ((category, json.dumps([found["text"] for found in answers(title, category)])),
                                                                     (f"{category}-Answer", "ANSWER-A"))}} for title in TEXTS]
    texts = {f"CUAD_v1/full_contract_txt/{title}.txt": text.encode("utf-8") for title, text in TEXTS.items()}
    return {"category_descriptions.csv": made_sources.csv_rows(rows["categories"]), "master_clauses.csv": made_sources.csv_rows(lines),
            "full_contract_txt.tar.gz": made_sources.tarred(texts)}


PACKS = (archive, release)
