"""Are items, groups, labels, card and README of every task exactly as docs/SCHEMA.md says?

Core families are checked in every field, other tasks in what holds for all. Example: python3 audits/validate.py --root data
"""
from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import audit, findings
from generators import cards, draws, families, items, names, variants

MARK = r"(?:s(?:0|[1-9][0-9]*):|x[0-9a-f]{8}:)?"
"""What may stand between family and number in an id: nothing, a fresh draw, a sealed draw."""
LEAST_DOMAINS, LEAST_LAYOUTS = 6, 3
DOMAIN_PERCENT, LAYOUT_PERCENT = 10, 20
WAYS_OF_READING = {"policy_case": ("exception", "plain", "precedence")}
"""Families whose kinds say how an item is decided; nothing counts as planted there, and every item has a kind."""
RARE = 8
"""A line in at most that many items tells whose case an item shows."""
STRANGE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffd]")
"""Control characters, other line ends, byte order mark and replacement character: none belongs in a state."""
NOTHING, NUMBER = type(None), (int, float)
CARD_TYPES = {
    "task": str, "title": str, "track": ("core", "reference", "custom"), "layer": ("A", "B", "C", "D", "E", "F", "G", None),
    "release": (str, NOTHING), "question": (str, NOTHING), "question_type": (*items.QUESTION_TYPES, None), "options": (list, NOTHING),
    "metric": ("pair_accuracy", "accuracy", "auroc", "skill", "ndcg@10"), "chance": (*NUMBER, NOTHING), "chance_accuracy": (*NUMBER, NOTHING),
    "items": int, "groups": (int, NOTHING), "group_sizes": (dict, NOTHING), "levels": (dict, NOTHING), "kinds": (dict, NOTHING),
    "labels": ("computed", "human", "programmatic", "mixed"), "median_state_chars": (*NUMBER, NOTHING), "items_sha256": str, "items_bytes": int,
    "generator": (dict, NOTHING), "source": (list, NOTHING), "licence": (dict, NOTHING), "release_route": ("I", "SA", "R", None),
    "content_blind": (dict, NOTHING), "citation": (str, NOTHING), "canary": str, "note": (str, NOTHING), "option_map": (dict, NOTHING),
    "variant": (*variants.NOTES, None),
}
"""What each key of a card holds: a type, several types, or the values it may have."""
CARD_PARTS = {
    "generator": {"script": str, "seed": (int, NOTHING)}, "licence": {"items": (str, NOTHING), "note": (str, NOTHING)},
    "content_blind": {"rule": str, "accuracy": NUMBER},
    "source": {"name": str, "url": str, "revision": (str, NOTHING), "sha256": (str, NOTHING), "bytes": (int, NOTHING)},
}
"""The keys inside the objects of a card; `source` is a list of such objects."""
COUNT_KEYS = ("group_sizes", "levels", "kinds")


# Items

def line_findings(data: bytes, rows) -> list:
    """Lines that are not byte for byte what items.to_line writes for the item they hold."""
    found = []
    for number, (line, item) in enumerate(zip(data.split(b"\n"), rows), 1):
        if line + b"\n" != items.to_line(item).encode("utf-8", "surrogatepass"):
            found.append(f"line {number}: {item.id} is not written in the one form (order of keys, separators, escapes, repeated keys)")
    return found


def draw_mark(task: str, item: items.Item):
    """What stands between task and number in an id: '', 's7:', 'x1234abcd:'; None where the id has another form."""
    match = re.fullmatch(rf"{re.escape(task)}:({MARK})[0-9]{{5}}", item.id)
    return match[1] if match else None


def id_findings(task: str, rows, is_core: bool) -> list:
    """Ids of another form; for a core family also a second draw in the file and the first number out of turn."""
    marks = Counter(draw_mark(task, item) for item in rows)
    found = [f"id {item.id!r} is not {task}:<5 digits> or that of a fresh or sealed draw" for item in rows if draw_mark(task, item) is None]
    if is_core and not found:
        if len(marks) > 1:
            found.append(f"ids of {len(marks)} draws in one file: {', '.join(mark or 'published' for mark in marks)}")
        place = next((place for place, item in enumerate(rows) if int(item.id[-5:]) != place), None)
        if place is not None:
            found.append(f"id {rows[place].id} stands at place {place}; the numbers of a core family run from 00000 without a gap")
    return found


def text_findings(item: items.Item) -> list:
    """A core state that is not plain text, strange characters, and names of real brands and products."""
    if not isinstance(item.state, str) or not item.state.strip():
        return [f"{item.id}: the state is not text"]
    text = f"{item.state}\n{audit.question_text(item)}"
    found = [f"{item.id}: character {match[0]!r} in the text" for match in list(STRANGE.finditer(text))[:1]]
    return found + [f"{item.id}: well-known name {name}" for name in names.well_known(text)]


class Variant(NamedTuple):
    """What a card says of its items as a variant of others: its name, None for items that are no variant, and {option: original name}."""

    name: str | None = None
    option_map: dict = {}


def as_original(family: families.Family, item: items.Item, option_map: dict) -> items.Item:
    """The item under its options' original names, in the order and the type of question that the family has."""
    given = variants.meanings(item.question) if item.question["type"] in ("noul", "choice") else {}
    by_name = {option_map.get(option, option): meaning for option, meaning in given.items()}
    if set(by_name) != set(family.options or by_name) or len(by_name) != len(given):
        return item
    ordered = {option: by_name[option] for option in family.options or by_name}
    asked = item.question["instructions"]
    if family.question_type == "choice":
        question = items.choice(asked, ordered)
    elif item.question["type"] == "noul":
        question = item.question
    else:
        question = items.noul(asked, *ordered.values())
    return item._replace(question=question, options=tuple(ordered), gold=option_map.get(item.gold, item.gold))


def variant_findings(family: families.Family, item: items.Item, variant: Variant) -> list:
    """What an item of a variant does not show of it: the order of the options, options without meanings."""
    found, options = [], tuple(variant.option_map.get(option, option) for option in item.options)
    if variant.name == "bare_labels" and any(variants.meanings(item.question).values()):
        found.append(f"{item.id}: an option has a meaning, which a variant with bare labels does not have")
    if variant.name in variants.ORDERS and family.options:
        wanted = tuple(family.options[place] for place in variants.turned_order(len(family.options), variants.ORDERS[variant.name]))
        if (options, item.question["type"]) != (wanted, "choice"):
            found.append(f"{item.id}: {item.question['type']} with the options {', '.join(options)}; {variant.name} is a choice of {', '.join(wanted)}")
    return found


def question_findings(family: families.Family, item: items.Item, variant: Variant = Variant()) -> list:
    """A question of another type than the family's, other options, or an option without a meaning where the variant lets it have one."""
    question, found = item.question, []
    if question["type"] != family.question_type:
        found.append(f"{item.id}: question type {question['type']}, expected {family.question_type}")
    if family.options is not None and item.options != family.options:
        found.append(f"{item.id}: options {', '.join(item.options)}, expected {', '.join(family.options)}")
    texts = audit.meanings(item) if variant.name != "bare_labels" else []
    if variant.name != "bare_labels" and len(texts) != len(item.options) or not all(text.strip() for text in [question["instructions"], *texts]):
        found.append(f"{item.id}: instructions or the meaning of an option are missing")
    return found


def label_findings(family: families.Family, item: items.Item) -> list:
    """kind, contrast and planted of one item against one another."""
    ways, found = WAYS_OF_READING.get(family.name), []
    if ways is not None:
        if item.planted is not None or item.kind not in ways:
            found.append(f"{item.id}: planted {item.planted} and kind {item.kind}, expected null and one of {', '.join(ways)}")
    elif item.planted is None or item.planted != (item.kind is not None):
        found.append(f"{item.id}: planted {item.planted} does not agree with kind {item.kind}")
    is_pair = family.shape is families.PAIRS
    if is_pair and (item.contrast is None or item.kind not in (None, item.contrast)):
        found.append(f"{item.id}: contrast {item.contrast} does not agree with kind {item.kind}")
    if is_pair and item.planted != (item.gold == "no"):
        found.append(f"{item.id}: planted {item.planted} with gold {item.gold}; the planted member of a pair is the one with no")
    if not is_pair and item.contrast is not None:
        found.append(f"{item.id}: contrast {item.contrast} in a family of larger groups")
    if None in (item.group, item.level, item.domain, item.layout):
        found.append(f"{item.id}: group, level, domain or layout is null")
    return found


# Groups

def member_findings(name: str, members) -> list:
    """What the members of one group must share and where they must differ."""
    found = []
    for what, values in (("level", [item.level for item in members]), ("domain", [item.domain for item in members]),
                         ("layout", [item.layout for item in members]), ("contrast", [item.contrast for item in members]),
                         ("question type", [item.question["type"] for item in members]), ("set of options", [item.options for item in members]),
                         ("number of lines", [str(item.state).count("\n") + 1 for item in members])):
        if len(set(values)) > 1:
            found.append(f"{name}: more than one {what}: {', '.join(map(str, values))}")
    golds = [item.gold for item in members]
    if len(set(golds)) < len(golds):
        found.append(f"{name}: answers are not pairwise different: {', '.join(golds)}")
    if sum(item.planted is False for item in members) > 1:
        found.append(f"{name}: more than one member without a planted element")
    return found


def shape_findings(family: families.Family, groups) -> list:
    """Names that are not g0000, g0001, ... and group sizes of a level that are not those of the family."""
    found = []
    wanted = {f"{family.name}:g{number:04d}" for number in range(len(groups))}
    if set(groups) != wanted:
        odd = sorted(set(groups) - wanted)[:3]
        found.append(f"group names are not {family.name}:g0000 to g{len(groups) - 1:04d}: {', '.join(odd)}")
    for level in families.LEVELS:
        sizes = Counter(len(members) for members in groups.values() if members[0].level == level)
        if dict(sizes) != family.shape.groups_per_level:
            found.append(f"level {level}: groups by size {dict(sorted(sizes.items()))}, expected {family.shape.groups_per_level}")
    return found


def stray_findings(rows) -> list:
    """Items that share more rare lines with another group than with their own: they show that group's case."""
    holders = {}
    for place, item in enumerate(rows):
        for line in set(str(item.state).split("\n")):
            holders.setdefault(line, []).append(place)
    shared = [Counter() for _ in rows]
    for places in holders.values():
        if 2 <= len(places) <= RARE:
            for place in places:
                for group in {rows[other].group for other in places if other != place}:
                    shared[place][group] += 1
    found = []
    for item, counts in zip(rows, shared):
        group, lines = max(sorted(counts.items()), key=lambda entry: entry[1], default=(item.group, 0))
        if lines > counts[item.group]:
            found.append(f"{item.id}: shares {lines} rare lines with {group} and {counts[item.group]} with its own group {item.group}")
    return found


def spread_findings(rows) -> list:
    """Too few domains or layouts, and those with too few items."""
    found = []
    for what, least, percent in (("domain", LEAST_DOMAINS, DOMAIN_PERCENT), ("layout", LEAST_LAYOUTS, LAYOUT_PERCENT)):
        counts = Counter(str(getattr(item, what)) for item in rows)
        if len(counts) < least:
            found.append(f"{len(counts)} {what}s, expected at least {least}")
        found += [f"{what} {value}: {n} of {len(rows)} items, expected at least {percent} %"
                  for value, n in sorted(counts.items()) if 100 * n < percent * len(rows)]
    return found


def repeat_findings(rows) -> list:
    """Items whose state stood in an earlier item."""
    seen = {}
    return [f"{item.id}: the state of {first} again" for item in rows for first in [seen.setdefault(str(item.state), item.id)] if first != item.id]


def core_findings(family: families.Family, rows, variant: Variant = Variant()) -> list:
    """Every finding about the items of one draw of a core family, apart from bytes and ids.

    Items of a variant are held to what the family demands once their options have their original names, order and type of question again.
    """
    found = []
    if variant.name is not None:
        found += [line for item in rows for line in variant_findings(family, item, variant)]
        rows = [as_original(family, item, variant.option_map) for item in rows]
    for item in rows:
        found += question_findings(family, item, variant) + label_findings(family, item) + text_findings(item)
    if any(item.group is None for item in rows):
        return found
    groups = cards.groups_of(rows)
    for name, members in groups.items():
        found += member_findings(name, members)
    return found + shape_findings(family, groups) + stray_findings(rows) + spread_findings(rows) + repeat_findings(rows)


# Card and README

def fits(value, kinds) -> bool:
    """Whether a value has one of the types, or is one of the values, that a table gives; true and false are no numbers."""
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    return any(isinstance(value, kind) and not isinstance(value, bool) if isinstance(kind, type) else value is kind or value == kind
               for kind in kinds)


def schema_findings(card) -> list:
    """Unknown and missing keys of a card, keys out of order, and values of another type."""
    if not isinstance(card, dict):
        return ["task.json is not an object"]
    found = [f"task.json: unknown key {key}" for key in card if key not in CARD_TYPES]
    found += [f"task.json: missing key {key}" for key in cards.CARD_KEYS if key not in card]
    order = [key for key in CARD_TYPES if key in card]
    if not found and list(card) != order:
        found.append("task.json: keys are out of order")
    found += [f"task.json: {key} cannot be {card[key]!r:.60}" for key, kinds in CARD_TYPES.items() if key in card and not fits(card[key], kinds)]
    for key, parts in CARD_PARTS.items():
        value = card.get(key)
        for part in value if isinstance(value, list) else [value] if isinstance(value, dict) else []:
            if not isinstance(part, dict) or list(part) != list(parts) or not all(fits(part[name], kinds) for name, kinds in parts.items()):
                found.append(f"task.json: {key} does not hold exactly {', '.join(parts)}")
    for key in COUNT_KEYS:
        if isinstance(card.get(key), dict) and not all(fits(n, int) and n > 0 for n in card[key].values()):
            found.append(f"task.json: {key} does not hold counts")
    return found


def draw_of(task: str, rows) -> draws.Draw:
    """The draw that the ids of a core family name; its label, which no card holds, is empty."""
    mark = draw_mark(task, rows[0])
    seed = draws.PUBLISHED.seed if mark == "" else int(mark[1:-1]) if mark.startswith("s") else None
    return draws.Draw("", mark, seed)


def expected_card(task: str, rows, data: bytes, note) -> dict:
    """What a card says by the items alone: every key of a core family, the counts of any other task."""
    if task in families.BY_NAME:
        return cards.core_card(families.BY_NAME[task], draw_of(task, rows), rows, data, note)
    mark = items.fingerprint(data)
    return {"task": task, "items": len(rows), "items_sha256": mark["sha256"], "items_bytes": mark["bytes"], "canary": families.CANARY}


def variant_of(card_bytes: bytes) -> Variant:
    """What a card says of its items as a variant; no variant where the card cannot be read, which is a finding of its own."""
    try:
        card = json.loads(card_bytes.decode("utf-8"))
    except (ValueError, RecursionError):
        return Variant()
    if not isinstance(card, dict) or card.get("variant") not in variants.NOTES:
        return Variant()
    option_map = card.get("option_map")
    return Variant(card["variant"], option_map if isinstance(option_map, dict) else {})


def form_of(card):
    """The bytes that a card is written in; None for one that cannot be written."""
    try:
        return items.to_json(card)
    except items.ItemsError:
        return None


def card_findings(task: str, rows, data: bytes, card_bytes: bytes) -> list:
    """Every finding about a card: its form, its schema, and its fields against the items."""
    try:
        card = json.loads(card_bytes.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return [f"task.json cannot be read: {error}"]
    found = schema_findings(card)
    if not found and form_of(card) != card_bytes:
        found.append("task.json is not written in the one form (indent 2, UTF-8, one line end)")
    if isinstance(card, dict):
        wanted = expected_card(task, rows, data, card.get("note"))
        found += [f"task.json: {key} is {card[key]!r:.80}, the items give {value!r:.80}"
                  for key, value in wanted.items() if key in card and (card[key] != value or type(card[key]) is not type(value))]
        if task in families.BY_NAME and draw_mark(task, rows[0]).startswith("x") and draw_mark(task, rows[0])[1:-1] not in str(card.get("note")):
            found.append("task.json: the note of a sealed draw names its commitment")
    return found


def readme_findings(task: str, rows, text: str) -> list:
    """A README without the canary; for a core family also one that does not show these items."""
    found = [] if families.CANARY in text else ["README.md does not hold the canary"]
    if task in families.BY_NAME:
        if cards.kind_table(rows) not in text:
            found.append("README.md does not hold the counts of these items")
        for level in families.LEVELS:
            if not any(item.level == level and cards.example(item) in text for item in rows):
                found.append(f"README.md shows no item of level {level}")
    return found


# A task folder

def check_folder(folder, task: str) -> list:
    """Every finding about one task folder."""
    folder, is_core = Path(folder), task in families.BY_NAME
    try:
        data = items.read_bytes(folder / "items.jsonl")
        rows = items.parse_items(data, "items.jsonl")
        card = items.read_bytes(folder / "task.json")
        readme = items.read_bytes(folder / "README.md") if is_core or (folder / "README.md").exists() else None
    except items.ItemsError as error:
        return [str(error)]
    found = line_findings(data, rows) + id_findings(task, rows, is_core)
    if is_core and not found:
        found += core_findings(families.BY_NAME[task], rows, variant_of(card))
    if found:
        return found
    return card_findings(task, rows, data, card) + ([] if readme is None else readme_findings(task, rows, readme.decode("utf-8", "replace")))


def check(root, task: str):
    """('as it should be', findings) of one task under a root."""
    return "as it should be", check_folder(items.task_folder(root, task), task)


def main(argv=None) -> int:
    return findings.run("validate.py", __doc__, check, argv, items.choose_tasks)


if __name__ == "__main__":
    sys.exit(main())
