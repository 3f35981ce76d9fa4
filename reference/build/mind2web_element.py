"""mind2web_element: which of ten elements of the web page should be acted on next?  Layer D.

One item an action of a person who did a task in a browser: the task, the actions before it, and ten elements of the page, one of which the person
acted on. Screenshots are not read. Actions of one task form a group.
"""
from __future__ import annotations

import html
import re
from typing import NamedTuple

from generators import draws, items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, SAMPLE, File, Form, Source, SourceError, hub

TASK = "mind2web_element"
REVISION = "5e5e1e7e4f1aa09a879113935f2e9b4b36a4d218"
SHARDS = ("431389419142b606", "bdd2cef984845c42", "e2696e51f1c78db8", "944419f61d7cf1fb", "a3a487e53da307b4")
FIELDS = ("action_uid", "cleaned_html", "pos_candidates", "neg_candidates", "website", "annotation_id", "confirmed_task", "action_reprs",
          "target_action_index")
SAMPLE_FIELDS = ("action_uid", "cleaned_html", "pos_candidates", "neg_candidates", "website", "annotation_id", "confirmed_task", "previous_actions")
ELEMENTS = 10
MAX_TEXT_CHARS = 200
"""How much of an element's text is shown."""
TAG = re.compile(r'<(/?)([A-Za-z][^\s/>]*)((?:\s+[^\s=<>/"]+(?:="[^"]*")?)*)\s*(/?)>')
"""<button type="submit"> or </button> or <img alt="a shoe"/>"""
ATTRIBUTE = re.compile(r'([^\s=]+)="([^"]*)"')
VOID_TAGS = ("area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
TELLING = ("aria_label", "alt", "title", "placeholder")
"""Attributes of inner elements that count as text of the outer one."""
NUMBER = "backend_node_id"
BARE = (NUMBER, "type", "role")
"""Attributes that alone do not tell one element from another."""


# Sources

def official(*contents):
    """The actions of the shards, the earlier actions of each taken from the list of all."""
    for row in readers.each(readers.parquet_rows(FIELDS))(*contents):
        where = f"action {row['action_uid']}"
        if not str(row["target_action_index"]).isdecimal():
            raise SourceError(f"{where}: target_action_index {row['target_action_index']!r:.60} is no number; the layout of the source has changed")
        decoded = {name: [readers.parsed(text, where) for text in row[name]] for name in ("pos_candidates", "neg_candidates")}
        yield {**row, **decoded, "previous_actions": row["action_reprs"][:int(row["target_action_index"])]}


SOURCES = (
    Source("actions", (
        Form(OFFICIAL, tuple(File(name, hub("osunlp/Multimodal-Mind2Web", REVISION, f"data/{name}"))
                             for name in (f"test_task-{number:05d}-of-00005-{mark}.parquet" for number, mark in enumerate(SHARDS))), official),
        Form(SAMPLE, (File("seeact_example.first.jsonl", None, "3e1b0fc16af3fd3e352f7ca1d2df5a69dc3fa0efbddc2ca74a4911f8af86a339", 260265),),
             readers.json_lines(SAMPLE_FIELDS), "one action, an example that another repository of the owner shows"),
    )),
)
DRAW = sampling.Draw("1,000 actions of the part test_task (1,339 actions on tasks unseen in training): the published 901 items and overlap share imply 1,000 "
                     "before the filter; which part they are from is not published. The right element is the one that the person acted on, the nine others are "
                     "drawn from those of its page that some text or attribute describes, that stand neither around nor inside a right element, and that read "
                     "unlike it and each other; those with the right element's tag come first, so that the tag says little. The order is drawn.", size=1000)
CITATION = "Deng et al.: Mind2Web, Towards a Generalist Agent for the Web, NeurIPS 2023; Zheng et al.: GPT-4V(ision) is a Generalist Web Agent, if Grounded, ICML 2024."
QUESTION = items.choice("Which element of the page should be acted on next to carry out the task?",
                        {str(number): f"element {number}" for number in range(1, ELEMENTS + 1)})


def records(files):
    """The actions."""
    return files["actions"].read()


# The page

class Element(NamedTuple):
    """An element of a page: places of its start and end in the page, how it reads, and the words by which it is known, none where nothing describes it."""

    tag: str
    start: int
    end: int
    text: str
    words: frozenset


def spaced(text: str) -> str:
    return " ".join(html.unescape(text).split())


def read_element(tag: str, attributes: dict, start: int, end: int, pieces) -> Element:
    """An element with the pieces of text inside it, a piece that repeats the one before left out."""
    inner = [piece for piece in map(spaced, pieces) if piece]
    text = " ".join(piece for place, piece in enumerate(inner) if place == 0 or piece != inner[place - 1])
    shown = text if len(text) <= MAX_TEXT_CHARS else f"{text[:MAX_TEXT_CHARS]} ..."
    named = {name: value for name, value in attributes.items() if name != NUMBER and value}
    known_by = [value for name, value in named.items() if name not in BARE]
    head = " ".join([tag, *(f'{name}="{value}"' for name, value in named.items())])
    return Element(tag, start, end, f"<{head}> {shown}".strip(), frozenset(" ".join([*known_by, text]).lower().split()))


def elements_of(page: str) -> dict:
    """{number: Element} of the numbered elements of a cleaned page."""
    found, pieces, still_open, last = {}, [], [], 0

    def close(end: int) -> None:
        tag, attributes, start, first = still_open.pop()
        if NUMBER in attributes:
            found[attributes[NUMBER]] = read_element(tag, attributes, start, end, pieces[first:])

    for mark in TAG.finditer(page):
        pieces.append(page[last:mark.start()])
        last, (ends, tag, text, is_closed) = mark.end(), mark.groups()
        if not ends:
            attributes = {name: spaced(value) for name, value in ATTRIBUTE.findall(text)}
            pieces.extend(attributes[name] for name in TELLING if name in attributes)
            still_open.append((tag, attributes, mark.start(), len(pieces)))
            if is_closed or tag.lower() in VOID_TAGS:
                close(last)
        elif tag in [there[0] for there in still_open]:
            while still_open[-1][0] != tag:
                close(mark.start())
            close(last)
    while still_open:
        close(len(page))
    return found


def number_of(candidate, where: str) -> str:
    """The number of a candidate's element, which its attributes hold as JSON."""
    attributes = readers.parsed(readers.pick(candidate, ("attributes",), (), where)["attributes"], where)
    return str(readers.pick(attributes, (NUMBER,), (), where)[NUMBER])


# The item

def right_elements(candidates, page: dict, where: str) -> list:
    """The elements that the page holds of those that were right, the one acted on first; LeftOut where it has none or nothing describes it."""
    fields = [readers.pick(candidate, ("attributes", "is_original_target"), (), where) for candidate in candidates]
    numbers = [number_of(candidate, where) for candidate in sorted(fields, key=lambda candidate: not candidate["is_original_target"])]
    there = [page[number] for number in numbers if number in page]
    if not there:
        raise cases.LeftOut("the element acted on is not on the cleaned page")
    if not there[0].words:
        raise cases.LeftOut("nothing describes the element acted on")
    return there


def other_texts(rng, candidates, page: dict, right: list, where: str) -> list:
    """How nine other elements read, unlike each other and the right one, those with its tag first; LeftOut where there are fewer."""
    there = [page[number] for number in (number_of(candidate, where) for candidate in candidates) if number in page]
    apart = [element for element in there if element.words and element.words != right[0].words
             and all(element.end <= one.start or one.end <= element.start for one in right)]
    texts = dict.fromkeys(element.text for element in sorted(rng.shuffled(apart), key=lambda element: element.tag != right[0].tag))
    if len(texts) < ELEMENTS - 1:
        raise cases.LeftOut("fewer than nine other elements to choose from")
    return list(texts)[:ELEMENTS - 1]


def convert(row) -> cases.Case:
    """The item of an action."""
    key, where = row["action_uid"], f"action {row['action_uid']}"
    page = elements_of(row["cleaned_html"])
    right = right_elements(row["pos_candidates"], page, where)
    others = other_texts(draws.stream(draws.PUBLISHED, TASK, "others", key), row["neg_candidates"], page, right, where)
    shown = cases.order(TASK, key, [right[0].text, *others])
    before = "\n".join(row["previous_actions"]) or "none"
    state = cases.sections(("Task", row["confirmed_task"]), ("Website", row["website"]), ("Actions so far", before),
                           ("Elements of the page", "\n".join(f"{number}. {text}" for number, text in enumerate(shown, 1))))
    return cases.Case(key, state, QUESTION, str(shown.index(right[0].text) + 1), group=row["annotation_id"])
