"""Tasks as the scorer sees them: items without their states, the card's figures, units of resampling, checked where they enter."""
from __future__ import annotations

import json
from typing import NamedTuple

from generators import families, items

TRACKS = ("core", "reference", "custom")
METRICS = ("pair_accuracy", "accuracy", "auroc", "skill", "ndcg@10")
WITHOUT_GOLD = ("skill", "ndcg@10")
PAIR_FAMILIES = tuple(family.name for family in families.FAMILIES if family.shape is families.PAIRS)
REFERENCE = {
    "A": ("ambigqa", "cap_boundary_card", "cap_boundary_record", "freshqa_premise", "known_unknown", "selfaware"),
    "B": ("aegis2_prompt", "bipia_injection", "browsesafe", "cosapien_policy", "jailbreak_wild", "jbb_judge", "xstest"),
    "C": ("contextual_judge", "faithbench", "judgebench", "llmbar", "processbench", "rewardbench", "rewardbench2", "squad2_answerable"),
    "D": ("agentreward_success", "bfcl_relevance", "mind2web_element"),
    "E": ("cuad_clause", "folio_validation", "legalbench_mix", "primevul_pair"),
    "F": ("label_errors",),
    "G": ("entity_match_abt_buy", "entity_match_amazon_google", "nevir", "paws", "rerank_nfcorpus", "rerank_scifact"),
}
"""The reference tasks of each layer; the total of the track needs all 35."""
LAYER_OF = {task: layer for layer, names in REFERENCE.items() for task in names}


class ScoringError(ValueError):
    """Something that keeps the scorer from running; the message says where and why."""


class Task(NamedTuple):
    """One task: its items (state taken out), the unit of resampling of every item (numbers from 0), and the card's figures.

    option_map: {option: what it is called in the task that this one is a variant of}; options that keep their name are left out.
    """

    name: str
    track: str
    layer: str | None
    metric: str
    chance: float
    sha256: str
    items: tuple
    units: tuple
    unit_count: int
    option_map: dict = {}

    def original(self, option: str) -> str:
        """The name of an option in the original task."""
        return self.option_map.get(option, option)

    @property
    def yes(self) -> str:
        """The option that says yes."""
        return next((option for option, name in self.option_map.items() if name == "yes"), "yes")

    @property
    def is_grouped(self) -> bool:
        return any(item.group is not None for item in self.items)

    @property
    def has_gold(self) -> bool:
        return self.metric not in WITHOUT_GOLD

    @property
    def is_direction_task(self) -> bool:
        return self.track == "core" and self.name in PAIR_FAMILIES


def read_json(path):
    """The JSON value of a file. Raises ScoringError with the path, and the line where it is not JSON."""
    try:
        with open(path, "rb") as handle:
            return json.loads(handle.read().decode("utf-8-sig"))
    except OSError as error:
        raise ScoringError(f"{path}: cannot be read ({error.strerror})") from None
    except json.JSONDecodeError as error:
        raise ScoringError(f"{path}:{error.lineno}: is not JSON ({error.msg})") from None
    except (ValueError, RecursionError) as error:
        raise ScoringError(f"{path}: is not JSON in UTF-8 ({error})") from None


def read_card(root, name: str) -> dict:
    """A task's card, with the keys that scoring needs checked."""
    path = items.task_folder(root, name) / "task.json"
    card = read_json(path)
    if not isinstance(card, dict):
        raise ScoringError(f"{path}: is not a JSON object")
    missing = [key for key in ("task", "track", "layer", "metric", "chance") if key not in card]
    if missing:
        raise ScoringError(f"{path}: has no {', '.join(missing)}")
    if card["task"] != name:
        raise ScoringError(f"{path}: names the task {card['task']!r}, its folder is {name}")
    if card["track"] not in TRACKS or card["metric"] not in METRICS:
        raise ScoringError(f"{path}: track {card['track']!r} or metric {card['metric']!r} is unknown; "
                           f"tracks are {', '.join(TRACKS)}, metrics {', '.join(METRICS)}")
    chance = card["chance"]
    if isinstance(chance, bool) or not isinstance(chance, (int, float)) or not 0 <= chance < 1:
        raise ScoringError(f"{path}: chance {chance!r} is not a number from 0 to below 1")
    check_place(path, card)
    return card


def check_place(path, card: dict) -> None:
    """A core or reference card must stand in the layer where the benchmark has the task, and only core families are core."""
    name, track = card["task"], card["track"]
    if (track == "core") != (name in families.BY_NAME) or track != "reference" and name in LAYER_OF:
        raise ScoringError(f"{path}: a task of this name cannot be {track}; core are the 13 families, custom tasks need names of their own")
    if track == "core" and card["metric"] != "pair_accuracy":
        raise ScoringError(f"{path}: the metric of a core task is pair_accuracy, not {card['metric']}")
    layer = families.BY_NAME[name].layer if track == "core" else LAYER_OF.get(name, card["layer"])
    if card["layer"] != layer:
        raise ScoringError(f"{path}: layer {card['layer']!r}, expected {layer!r}")


def number_units(names) -> tuple:
    """The number of each name in order of first appearance: the unit of every item."""
    numbers = {}
    return tuple(numbers.setdefault(name, len(numbers)) for name in names)


def unit_names(rows, metric: str) -> list:
    """What every item is resampled with: its query for ndcg@10, else its group, else the item itself."""
    if metric == "ndcg@10":
        return [("query", item.query) for item in rows]
    return [("item", item.id) if item.group is None else ("group", item.group) for item in rows]


def read_option_map(path, card: dict, rows) -> dict:
    """The card's option map. Raises ScoringError where it is no object of text, or makes two options of an item one."""
    found = card.get("option_map") or {}
    if not isinstance(found, dict) or not all(isinstance(name, str) for name in found.values()):
        raise ScoringError(f"{path}: option_map is not an object that gives each option its original name")
    for item in rows:
        if len({found.get(option, option) for option in item.options}) < len(item.options):
            raise ScoringError(f"{path}: option_map gives two options of {item.id} the same name")
    return found


def check_rows(path, card: dict, rows) -> None:
    """The items must carry the label that the metric is computed from, and the options it reads."""
    needed = {"skill": "rate", "ndcg@10": "relevance"}.get(card["metric"], "gold")
    for number, item in enumerate(rows, 1):
        where = f"{path}:{number}: {item.id}"
        if getattr(item, needed) is None:
            raise ScoringError(f"{where} has no {needed}, which the metric {card['metric']} needs")
        if card["metric"] in ("auroc", "skill") and "yes" not in item.options:
            raise ScoringError(f"{where} has no option yes, which the metric {card['metric']} needs")
        if card["metric"] == "ndcg@10" and (item.query is None or item.ideal is None or item.question["type"] != "score"):
            raise ScoringError(f"{where} needs query, ideal and a score question for the metric ndcg@10")
    check_shared(path, rows)
    if card["track"] == "core":
        check_core_groups(path, card, rows)


def check_shared(path, rows) -> None:
    """The members of a group have one level, the items of a query one ideal."""
    for shared, unit in (("level", "group"), ("ideal", "query")):
        found = {}
        for number, item in enumerate(rows, 1):
            name, value = getattr(item, unit), getattr(item, shared)
            if name is not None and found.setdefault(name, value) != value:
                raise ScoringError(f"{path}:{number}: {item.id} has the {shared} {value}, others of its {unit} {name} have {found[name]}")


def check_core_groups(path, card: dict, rows) -> None:
    """Core items have a group; a group of a pair family has one member whose answer is yes and one whose answer is no."""
    golds, names = {}, card.get("option_map") or {}
    for number, item in enumerate(rows, 1):
        if item.group is None:
            raise ScoringError(f"{path}:{number}: {item.id} is a core item without a group")
        golds.setdefault(item.group, []).append(names.get(item.gold, item.gold))
    if card["task"] in PAIR_FAMILIES:
        for group, answers in golds.items():
            if sorted(answers) != ["no", "yes"]:
                raise ScoringError(f"{path}: group {group} has the answers {', '.join(answers)}; a pair has one yes and one no")


def cut(task: Task, ids) -> Task:
    """The task with the items of some ids alone."""
    kept = [(item, unit) for item, unit in zip(task.items, task.units) if item.id in ids]
    units = number_units(unit for _, unit in kept)
    return task._replace(items=tuple(item for item, _ in kept), units=units, unit_count=max(units) + 1)


def read_task(root, name: str) -> Task:
    """A task of a data root: card and items, checked against one another."""
    card = read_card(root, name)
    path = items.task_folder(root, name) / "items.jsonl"
    data = items.read_bytes(path)
    sha256 = items.fingerprint(data)["sha256"]
    if card.get("items_sha256") not in (None, sha256):
        raise ScoringError(f"{path}: its SHA-256 {sha256[:12]}... is not the one of its card, {str(card['items_sha256'])[:12]}...; "
                           "items and card belong to different versions")
    rows = tuple(item._replace(state=None) for item in items.parse_items(data, path))
    option_map = read_option_map(items.task_folder(root, name) / "task.json", card, rows)
    check_rows(path, card, rows)
    units = number_units(unit_names(rows, card["metric"]))
    return Task(name, card["track"], card["layer"], card["metric"], float(card["chance"]), sha256, rows, units, max(units) + 1, option_map)
