"""legalbench_mix: ten legal classification sub-tasks.  Layer E.

One item a row of the test file of a sub-task, each with its own question: kinds of trademarks, parts of decisions, hearsay, rights to sue, overruling,
lobbying, jurisdiction, judges' ethics, privacy policies, tax law. Rows on one question, bill or decision form a group.
"""
from __future__ import annotations

from typing import NamedTuple

from generators import items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, SAMPLE, File, Form, Source, SourceError, github, hub

REVISION = "e042ea68c19df12b737fe768572f22ead61e8e37"
OLD_COMMIT = "2d7f2caa77f94af7fb011ccbe6bc82d8bdfeb979"
YES_NO = {"Yes": "yes", "No": "no"}


class SubTask(NamedTuple):
    """A sub-task: {column: heading} of the state, question, {label of the source: option}, rows drawn of each label, column by which rows belong together."""

    shown: dict
    question: dict
    labels: dict
    size: int
    group: str | None = None


SUB_TASKS = {
    "abercrombie": SubTask(
        {"text": "Trademark"},
        items.choice("How distinctive is the trademark for its product, on the Abercrombie scale?",
                     {"generic": "the common name of the product", "descriptive": "says what the product is like or made of",
                      "suggestive": "hints at what the product is like, which takes some thought to see",
                      "arbitrary": "a word that exists but has nothing to do with the product", "fanciful": "a made-up word"}),
        {name: name for name in ("generic", "descriptive", "suggestive", "arbitrary", "fanciful")}, 20),
    "function_of_decision_section": SubTask(
        {"Paragraph": "Paragraph of a court's decision"},
        items.choice("What does the paragraph do in the decision?",
                     {"facts": "tells what happened before the lawsuit", "procedural_history": "tells how the lawsuit went before this court had it",
                      "issue": "names the question that the court must settle", "rule": "states a rule of law that bears on the question",
                      "analysis": "applies the law to the facts", "conclusion": "states what the court finds", "decree": "orders how the case ends"}),
        {"Facts": "facts", "Procedural History": "procedural_history", "Issue": "issue", "Rule": "rule", "Analysis": "analysis", "Conclusion": "conclusion",
         "Decree": "decree"}, 14, "Citation"),
    "hearsay": SubTask(
        {"text": "Evidence"},
        items.noul("Is the evidence hearsay?", "it is a statement made out of court that is brought to prove that what it states is true",
                   "it is no statement, was said in court, or is brought to prove something other than what it states"), YES_NO, 50),
    "proa": SubTask(
        {"text": "Clause of a statute"},
        items.noul("Does the clause give private persons a right to sue?", "it lets a private person or body bring an action, or makes somebody liable to them",
                   "it does neither, or leaves action to the authorities"), YES_NO, 50),
    "overruling": SubTask(
        {"text": "Sentence of a court's decision"},
        items.noul("Does the sentence overrule an earlier decision?", "it sets an earlier decision aside, whole or in part",
                   "it leaves earlier decisions as they are"), YES_NO, 50),
    "corporate_lobbying": SubTask(
        {"bill_title": "Title of the bill", "bill_summary": "Summary of the bill", "company_name": "Company",
         "company_description": "What the company says of itself"},
        items.noul("Is the bill relevant to the company?", "the bill bears on the company's business so that it could lobby on it",
                   "the bill has little to do with the company's business"), YES_NO, 50, "bill_title"),
    "diversity_3": SubTask(
        {"text": "Facts"},
        items.noul("Is there diversity jurisdiction over the case?",
                   "plaintiff and defendant are from different states, and the claims against the defendant come to more than $75,000 together",
                   "they are from one state, or the claims come to $75,000 or less"), YES_NO, 50),
    "nys_judicial_ethics": SubTask(
        {"question": "Question"},
        items.noul("Is the answer to the question yes, by the rules on the conduct of judges in New York State?",
                   "the answer is yes", "the answer is no"), YES_NO, 50),
    "privacy_policy_qa": SubTask(
        {"question": "Question of a user", "text": "Clause of the privacy policy"},
        items.noul("Is the clause relevant to the question?", "it holds something that helps to answer the question", "it does not help to answer the question"),
        {"Relevant": "yes", "Irrelevant": "no"}, 50, "question"),
    "sara_entailment": SubTask(
        {"statute": "Tax law", "description": "Facts", "question": "Statement"},
        items.noul("Is the statement right, given the tax law and the facts?", "the law and the facts make it right", "the law and the facts make it wrong"),
        {"Entailment": "yes", "Contradiction": "no"}, 50),
}
OLD = {
    "abercrombie": ("abercrombie", "bca24d5b3015b03703b32b3c0b1ccd9c22ab04e1b63f70a2c9e81375ffab9d7c", 5121),
    "hearsay": ("hearsay", "aa28b6c242e44ebb2a248cfc59f6883ccf8b64336824f7d8cea8a33432bb31c0", 15940),
    "proa": ("proa", "67dccf9ebd7e5d1b942251fb198df9c74d8fd507cd4c2d0d0a5028018fe2aeb3", 24358),
    "overruling": ("overruling", "829135cc6dd6b0fff695bdc5686681bdcf08988cc95e7a8dea6fcca79e00e5cd", 407798),
    "corporate_lobbying": ("corporate_lobbying", "96b13620e4567b952b596845b9e24f005e95f5eb1d999db5733103ca4c4f7aa5", 2968454),
    "diversity_3": ("diversity_3", "61050c20911cf6b62eff2be9399c8f2a0c044c4c8a9d1a0e7de6d927cd2a5718", 45196),
    "sara_entailment": ("statutory_reasoning_assessment", "97b4e9a848ed80f02511467dc5c0c96bf25258829f63725015162e1367a3844e", 1269132),
}
"""{sub-task: its folder in an earlier version of the owner's repository, SHA-256 and size of the test file there}."""


# Sources

def columns(sub_task: str) -> tuple:
    """The columns of a sub-task that are read beside the label."""
    group = SUB_TASKS[sub_task].group
    return tuple(dict.fromkeys([*SUB_TASKS[sub_task].shown, *([group] if group else [])]))


def rows_of(content, sub_task: str, label: str):
    """The rows of a test file with sub-task, place and label."""
    for place, row in enumerate(readers.tsv_rows((label, *columns(sub_task)))(content)):
        yield {**row, "sub_task": sub_task, "place": place, "answer": row[label]}


def release(content):
    """The rows of the ten sub-tasks in the archive, in their order there. Raises SourceError where one has no test file."""
    missing = set(SUB_TASKS)
    for inner in readers.members(content, "*/test.tsv"):
        sub_task = inner.name.rpartition(": ")[2].split("/")[-2]
        if sub_task in missing:
            missing.remove(sub_task)
            yield from rows_of(inner, sub_task, "answer")
    if missing:
        raise SourceError(f"{content.name}: no test file of {', '.join(sorted(missing))}; the layout of the source has changed, use the pinned version")


def earlier(*contents):
    """The rows of the earlier test files."""
    for sub_task, content in zip(OLD, contents):
        yield from rows_of(content, sub_task, "label")


SOURCES = (
    Source("tests", (
        Form(OFFICIAL, (File("data.tar.gz", hub("nguha/legalbench", REVISION, "data.tar.gz")),), release),
        Form(SAMPLE, tuple(File(f"{folder}.test.tsv", github("HazyResearch/legalbench", OLD_COMMIT, f"tasks/{folder}/test.tsv"), sha256, size)
                           for folder, sha256, size in OLD.values()), earlier,
             "test files of March 2023, an earlier version, of seven of the ten sub-tasks"),
    )),
)
DRAW = sampling.Draw("At most 50 rows of each label of a two-way sub-task, 20 of the five-way and 14 of the seven-way one, about 100 a sub-task: the published 910 items and "
                     "overlap share imply about 974 before the filter, and the best content-blind rule published, 0.455, lies near the chance of 0.429, so that "
                     "labels were about even. By licences and chance, nys_judicial_ethics, privacy_policy_qa and sara_entailment are the sub-tasks under MIT, and "
                     "abercrombie and a seven-way one are among the seven under CC BY; the other five of these are the toolkit's own choice.",
                     size={f"{name}: {option}": sub_task.size for name, sub_task in SUB_TASKS.items() for option in sub_task.labels.values()}, over="stratum")
CITATION = "Guha et al.: LegalBench, A Collaboratively Built Benchmark for Measuring Legal Reasoning in Large Language Models, NeurIPS 2023, and the authors of its sub-tasks."


def records(files):
    """The rows of all sub-tasks."""
    return files["tests"].read()


def convert(row) -> cases.Case:
    """The item of a row. Tax questions about an amount, which only the earlier files hold, have no label here; some of the tax laws lack their rate table."""
    name, sub_task = row["sub_task"], SUB_TASKS[row["sub_task"]]
    if name == "sara_entailment" and row["answer"].startswith("$"):
        raise cases.LeftOut("a question about an amount")
    if name == "sara_entailment" and row["statute"].replace("<br>", " ").rstrip().endswith("following:"):
        raise cases.LeftOut("a tax law that ends before the table that should follow")
    key = f"{name}-{row['place']:05d}"
    gold = cases.label(sub_task.labels, row["answer"], f"record {key}")
    group = None if sub_task.group is None else f"{name}: {' '.join(row[sub_task.group].split())}"
    state = cases.sections(*((heading, row[column].replace("<br>", "\n")) for column, heading in sub_task.shown.items()))
    return cases.Case(key, state, sub_task.question, gold, group=group, stratum=f"{name}: {gold}", domain=name)
