"""Small data roots for tests of the runners: items of every question type, in groups of two."""
from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

from generators import items

QUESTIONS = (
    items.noul("Is the claim correct?", "the claim holds", "the claim does not hold"),
    items.choice("Which desk?", {"Billing desk": "payments", "Tech": None, "Ärztin": "health"}),
    {"type": "score", "instructions": "How urgent?", "criteria": ["can wait", "this week", "today"]},
)


def make_item(task: str, number: int, length: int = 200) -> items.Item:
    question = QUESTIONS[number % len(QUESTIONS)]
    options = items.options_of(question)
    state = f"{task} case {number} é 😀 " + "with some words " * (length // 16)
    return items.Item(f"{task}:{number:05d}", state, question, options, gold=options[0], group=f"{task}:g{number // 2:04d}", level=1 + number % 3)


def write_task(root, task: str, rows) -> Path:
    """Write an items file; its path comes back."""
    path = items.task_folder(root, task) / "items.jsonl"
    items.write_bytes(path, "".join(map(items.to_line, rows)).encode("utf-8"))
    return path


def make_root(root, sizes: dict, length: int = 200) -> dict:
    """Write {task: number of items}; {task: its items} comes back."""
    made = {task: [make_item(task, number, length) for number in range(size)] for task, size in sizes.items()}
    for task, rows in made.items():
        write_task(root, task, rows)
    return made


def read_run(run, task: str):
    """({id: [p of each valid record]}, {id: [error texts]}) of an answers file; every line must be a record."""
    answers, errors = defaultdict(list), defaultdict(list)
    for line in (Path(run) / f"{task}.jsonl").read_bytes().decode("utf-8").split("\n")[:-1]:
        record = json.loads(line)
        if "p" in record:
            answers[record["id"]].append(record["p"])
        else:
            errors[record["id"]].append(record["error"])
    return dict(answers), dict(errors)
