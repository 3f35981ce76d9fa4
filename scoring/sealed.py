"""Which commitments the sealed tasks of a data root belong to, so that results name them."""
from __future__ import annotations

import json
import re
from pathlib import Path

from generators import families, items
from scoring import tasks

MARK = re.compile(r"[a-z_]+:x([0-9a-f]{8}):[0-9]{5}")
COMMITMENT = re.compile(r"\b[0-9a-f]{64}\b")


def mark_of(root, name: str):
    """The 8 hex digits in the first id of a task's items; None where the draw is not a sealed one."""
    path = items.task_folder(root, name) / "items.jsonl"
    try:
        with open(path, "rb") as file:
            row = json.loads(file.readline().decode("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None  # the scorer says what is wrong with such a file where it reads it
    found = MARK.fullmatch(str(row.get("id"))) if isinstance(row, dict) else None
    return found[1] if found else None


def commitment_of(root, name: str):
    """The commitment of a task's sealed draw, None for another draw. Raises ScoringError where card and ids do not name the same one."""
    mark = mark_of(root, name)
    if mark is None:
        return None
    named = COMMITMENT.findall(str(tasks.read_card(root, name).get("note")))
    if len(named) != 1 or not named[0].startswith(mark):
        raise tasks.ScoringError(f"{items.task_folder(root, name) / 'task.json'}: the note does not name the commitment {mark}... of the ids")
    return named[0]


def check_file(root, name: str, commitment: str) -> None:
    """Raise ScoringError where the root holds a commitment file that says otherwise."""
    path = Path(root) / "commitment.json"
    if not path.exists():
        return
    record = tasks.read_json(path)
    marks = record.get("families") if isinstance(record, dict) else None
    mark = marks.get(name) if isinstance(marks, dict) else None
    file = items.task_folder(root, name) / "items.jsonl"
    if not isinstance(mark, dict) or record.get("commitment") != commitment or mark.get("sha256") != items.fingerprint(items.read_bytes(file))["sha256"]:
        raise tasks.ScoringError(f"{file}: is not what {path} commits to")


def commitments(root, names) -> dict:
    """{commitment: its tasks} of the sealed tasks among the names; empty where none is sealed."""
    found = {}
    for name in names:
        commitment = commitment_of(root, name) if name in families.BY_NAME else None
        if commitment is not None:
            check_file(root, name, commitment)
            found.setdefault(commitment, []).append(name)
    return found


def lines(found: dict) -> list:
    """One sentence for every commitment."""
    return [f"Sealed draw, commitment {commitment}: {', '.join(names)}" for commitment, names in found.items()]
