"""Six actions on pages of eleven elements or more: a first action, a later one with two right elements, and four left out: the right element is not on the
page, nothing describes it, no right element is given, too few others.
"""
from __future__ import annotations

import json

from reference.build import mind2web_element as builder
from tests import made_sources

LINKS = "".join(f'<a backend_node_id="{number}"><text backend_node_id="{number + 100}">Link {number} &amp; co</text></a>' for number in range(20, 31))
PAGE = ('<html backend_node_id="1"><body backend_node_id="2"><form backend_node_id="3"><input backend_node_id="4" type="text" placeholder="Where to?"/>'
        '<button backend_node_id="5" type="submit"><img alt="Search"/><text backend_node_id="6">Search</text></button></form>'
        '<button backend_node_id="7" aria_label="Search" type="button"/><button backend_node_id="8" type="button"/>'
        f'<button backend_node_id="9" type="button"><text backend_node_id="10">Help</text></button>{LINKS}</body></html>')


def element(number: int, original=None) -> dict:
    """A candidate; a right one says whether it is the one acted on."""
    attributes = json.dumps({"backend_node_id": str(number), "class": "CLASS-A", "is_clickable": "true"})
    return {"tag": "a", "attributes": attributes, **({} if original is None else {"is_original_target": original, "is_top_level_target": True})}


def action(name: str, page: str, right: list, others, place: str) -> dict:
    return {"action_uid": name, "raw_html": "RAW-A", "cleaned_html": page, "operation": "OPERATION-A", "pos_candidates": right,
            "neg_candidates": [json.dumps(element(number)) for number in others], "website": "trips", "domain": "DOMAIN-A", "annotation_id": "task-1",
            "confirmed_task": "Book a trip.", "action_reprs": ["[textbox]  Where to? -> TYPE: Rome", "[button]  Search -> CLICK", "[link]  Pay -> CLICK"],
            "target_action_index": place, "target_action_reprs": "TARGET-A"}


RIGHT = json.dumps(element(5, True))
OTHERS = (1, 2, 3, 4, 6, 7, 8, 9, 20, 21, 22, 23, 24, 25, 26)
ROWS = {"actions": [
    action("a-0", PAGE, [json.dumps(element(4, True))], OTHERS[:3] + tuple(range(20, 29)), "0"),
    action("a-1", PAGE, [json.dumps(element(6, False)), RIGHT], (1, 2, 3, 4, 6, 7, 8, 9, *range(20, 27)), "1"),
    action("a-2", PAGE, [json.dumps(element(999, True))], OTHERS, "1"), action("a-3", PAGE, [json.dumps(element(8, True))], OTHERS, "1"),
    action("a-4", PAGE, [], OTHERS, "1"), action("a-5", PAGE, [RIGHT], OTHERS[:12], "2"),
]}
NEEDED = {"actions": builder.FIELDS}
LABEL = None  # the label is which candidates are right
ITEMS, GOLDS = 2, None
SHOWN = {}  # the other elements are drawn: tests/test_reference_mind2web_element.py
ABSENT = ("CLASS-A", "RAW-A", "OPERATION-A", "DOMAIN-A", "TARGET-A", "is_clickable", "[link]  Pay", "backend_node_id")


def shards(rows) -> dict:
    """The actions in the first shard; the others hold one of its rows that is left out, under another name."""
    files = {}
    for number, mark in enumerate(builder.SHARDS):
        left = {**rows["actions"][4]}
        left[next(iter(left))] = f"b-{number}"
        files[f"test_task-{number:05d}-of-00005-{mark}.parquet"] = made_sources.parquet(rows["actions"] if number == 0 else [left])
    return files


def example(rows) -> dict:
    """The same actions as lines with decoded candidates and the earlier actions alone."""
    lines = []
    for row in rows["actions"]:
        found = {name: row[name] for name in builder.SAMPLE_FIELDS if name in row}
        found.update({name: [json.loads(text) for text in row[name]] for name in ("pos_candidates", "neg_candidates")})
        lines.append({**found, "previous_actions": row["action_reprs"][:int(row["target_action_index"])]})
    return {"seeact_example.first.jsonl": made_sources.json_lines(lines)}


PACKS = (shards, example)
