"""One or two rows of each of the ten sub-tasks, beside a sub-task that is not among them; the earlier files hold seven of them under other column names, one
with a question about an amount, which is left out.
"""
from __future__ import annotations

from reference.build import legalbench_mix as builder
from tests import made_sources


def lines(*rows, **columns) -> list:
    """Rows of a test file: label first, then the columns, each with as many texts as there are labels."""
    return [{"index": str(place), "answer": label, **{name: texts[place] for name, texts in columns.items()}, "slice": "SLICE-A"} for place, label in enumerate(rows)]


ROWS = {
    "abercrombie": lines("generic", "descriptive", "suggestive", "arbitrary", "fanciful", text=['The mark "Ice" for ice.', 'The mark "Cold" for ice.',
                         'The mark "Arctic" for ice.', 'The mark "Owl" for ice.', 'The mark "Zorb" for ice.']),
    "function_of_decision_section": lines("Facts", "Procedural History", "Issue", "Rule", "Analysis", "Conclusion", "Decree", Citation=["1 F.4th 1"] * 7,
                                          Paragraph=["He fell.", "He sued.", "Is it late?", "Ten days.", "It took nine.", "It is in time.", "Reversed."]),
    "hearsay": lines("Yes", "No", text=["She said it rained.", "She said it in court."]),
    "proa": lines("Yes", "No", text=["A buyer may sue.", "The state may sue."]),
    "overruling": lines("Yes", "No", text=["we overrule it.", 'we "follow" it.']),
    "corporate_lobbying": lines("Yes", "No", bill_title=["A bill on milk."] * 2, bill_summary=["Milk is taxed."] * 2, company_name=["Dairy Inc", "Steel Inc"],
                                company_description=["We sell milk.", "We sell steel."]),
    "diversity_3": lines("Yes", "No", text=["Ann is from Utah. Bob is from Iowa. Ann sues Bob for $80,000.", "Ann and Bob are from Utah."]),
    "nys_judicial_ethics": lines("Yes", "No", question=["May a judge teach?", "May a judge lobby?"], year=["2010", "YEAR-A"]),
    "privacy_policy_qa": lines("Relevant", "Irrelevant", question=["is my data sold?"] * 2, text=["We never sell data.", "We like dogs."]),
    "sara_entailment": lines("Entailment", "Contradiction", statute=["(A) who is widowed, <br> or"] * 2, description=["Bob is widowed."] * 2,
                             question=["Section 2(A) applies to Bob.", "Section 2(A) does not apply to Bob."], text=["WHOLE-A", "WHOLE-B"]),
}
NEEDED = {name: ("answer", *builder.columns(name)) for name in ROWS}
LABEL = ("hearsay", 1, "answer", "Maybe")
ITEMS, GOLDS = 28, None
SHOWN = {"Trademark:\nThe mark \"Cold\" for ice.": "descriptive", "Paragraph of a court's decision:\nHe sued.": "procedural_history", "Evidence:\nShe said it in court.": "no",
         "Sentence of a court's decision:\nwe \"follow\" it.": "no", "Question:\nMay a judge teach?": "yes",
         "Title of the bill:\nA bill on milk.\n\nSummary of the bill:\nMilk is taxed.\n\nCompany:\nDairy Inc\n\nWhat the company says of itself:\nWe sell milk.": "yes",
         "Question of a user:\nis my data sold?\n\nClause of the privacy policy:\nWe like dogs.": "no",
         "Tax law:\n(A) who is widowed, \n or\n\nFacts:\nBob is widowed.\n\nStatement:\nSection 2(A) does not apply to Bob.": "no"}
ABSENT = ("SLICE-A", "YEAR-A", "WHOLE-", "1 F.4th 1")


def archive(rows) -> dict:
    """The owner's archive, with the training files and one more sub-task."""
    files = {f"data/{name}/test.tsv": made_sources.csv_rows(rows[name], "\t") for name in rows}
    return {"data.tar.gz": made_sources.tarred({"data/scalr/test.tsv": b"index\n", "data/hearsay/train.tsv": b"index\n", **files})}


PACKS = (archive,)
