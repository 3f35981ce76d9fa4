"""Made-up data roots and runs for the tests of the scorer: small tasks with known labels, answers with a chosen skill."""
from __future__ import annotations

import contextlib
import io
import json
import math
import subprocess
import sys
from pathlib import Path

from generators import cards, draws, families, items

ASK = items.noul("Is it so?", "it is", "it is not")


def run(module, *argv) -> tuple:
    """(exit code, standard output, standard error) of a command's main."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = module.main([str(each) for each in argv])
        except SystemExit as end:
            code = end.code
    return code, out.getvalue(), err.getvalue()


def ended_process() -> int:
    """The number of a process that has ended."""
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    return done.pid


def noul_item(name: str, number: int, gold: str, group=None, level=1, **more) -> items.Item:
    """A yes/no item of a task; group is a number."""
    return items.Item(f"{name}:{number:05d}", f"case {number}", ASK, families.YES_NO, gold,
                      group=None if group is None else f"{name}:g{group:04d}", level=level, **more)


def choice_item(name: str, number: int, gold: str, options, group=None, level=1, **more) -> items.Item:
    """An item with named options."""
    question = items.choice("Which one?", {option: None for option in options})
    return items.Item(f"{name}:{number:05d}", f"case {number}", question, tuple(options), gold,
                      group=None if group is None else f"{name}:g{group:04d}", level=level, **more)


def pairs(name: str, count: int) -> list:
    """`count` yes/no pairs, their levels 1, 2, 3 in turn; members stand next to each other."""
    return [noul_item(name, 2 * group + place, gold, group, 1 + group % 3) for group in range(count) for place, gold in enumerate(("yes", "no"))]


def many(name: str, count: int, options) -> list:
    """`count` groups with one member for each option."""
    size = len(options)
    return [choice_item(name, size * group + place, gold, options, group, 1 + group % 3) for group in range(count) for place, gold in enumerate(options)]


def family_items(family: families.Family, groups: int) -> list:
    """Made-up items in the shape of a family, the odd pair of the triples left out."""
    size = max(family.shape.groups_per_level)
    if size == 2:
        return pairs(family.name, groups)
    return many(family.name, groups, family.options or tuple(f"option_{letter}" for letter in "abcd"[:size]))


def card_of(name: str, rows, data: bytes, track="core", metric="pair_accuracy", layer=None, chance=None) -> dict:
    """The keys of a card that scoring reads, and the hash."""
    if track == "core":
        layer = families.BY_NAME[name].layer
    return {"task": name, "track": track, "layer": layer, "metric": metric,
            "chance": cards.chance_pair_accuracy(rows) if chance is None else chance, "items_sha256": items.fingerprint(data)["sha256"]}


def write_task(root, name: str, rows, **card) -> Path:
    """A task folder under a data root; returns it."""
    data = "".join(map(items.to_line, rows)).encode("utf-8")
    folder = items.task_folder(root, name)
    items.write_bytes(folder / "items.jsonl", data)
    items.write_json(folder / "task.json", card_of(name, rows, data, **card))
    return folder


def yes(p: float) -> dict:
    """A yes/no answer."""
    return {"yes": p, "no": 1 - p}


def write_run(root, folder, answers: dict, verified=True) -> Path:
    """A run folder from {task: {id: record body or lines}}; `_items.json` names the files of the root."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    hashes = {}
    for task, records in answers.items():
        lines = [json.dumps({"id": key, **body}) + "\n" for key, body in records.items()]
        (folder / f"{task}.jsonl").write_text("".join(lines), encoding="utf-8")
        path = items.task_folder(root, task) / "items.jsonl"
        if path.exists():
            hashes[task] = {**items.fingerprint(path.read_bytes()), "items": len(items.read_items(path))}
    if verified:
        items.write_json(folder / "_items.json", hashes)
    return folder


def random_answer(rng: draws.Stream, item: items.Item, strength: int) -> dict:
    """{option: probability}: noise for each option, and for the gold one more of it the higher the strength."""
    weights = {option: math.exp((rng.below(1000) + (strength if option == item.gold else 0)) / 250) for option in item.options}
    total = sum(weights.values())
    return {option: weight / total for option, weight in weights.items()}


def random_answers(name: str, rows, strength: int = 400) -> dict:
    """{id: record body} for every item, from a stream of its own."""
    rng = draws.stream(draws.PUBLISHED, "made answers", name, strength)
    return {item.id: {"p": random_answer(rng, item, strength)} for item in rows}
