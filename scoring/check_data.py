"""Compare a data root with the hashes of a release: SHA-256 and size of every items file and the task cards.

Core tasks must be there; reference tasks are compared where they are there and the release holds a hash.

Example: python3 scoring/check_data.py --root data
The hashes are those of this toolkit's own items. Exit code 0: all agrees; 1: something is missing, changed or extra; 2: could not run.
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, english, families, items
from scoring import tasks

RELEASES = Path(__file__).resolve().parent.parent / "releases"
VERSIONS = ("1.1", "1.3")
CHECKED = ("items.jsonl", "task.json")
KNOWN = (*CHECKED, "README.md")
REFERENCE_MARKS = "reference.json"
"""In a release: the hashes of reference tasks that were rebuilt from whole sources with known hashes."""


def listed_marks(version: str, releases: Path, file: str) -> dict:
    """{task: {"sha256", "bytes", "items"}} of one list of a release; 1.3 lists what differs from 1.1. Raises ScoringError for a file that is not so."""
    marks = {}
    for name in VERSIONS[:VERSIONS.index(version) + 1]:
        path = releases / name / file
        found = tasks.read_json(path) if path.exists() else {}
        if not isinstance(found, dict) or not all(isinstance(mark, dict) and {"sha256", "bytes"} <= set(mark) for mark in found.values()):
            raise tasks.ScoringError(f"{path}: is not an object of tasks with sha256 and bytes")
        marks.update(found)
    return marks


def read_marks(version: str, releases: Path) -> dict:
    """The marks of the core tasks of a release. Raises ScoringError where there are none."""
    marks = listed_marks(version, releases, "items.json")
    if not marks:
        raise tasks.ScoringError(f"{releases / VERSIONS[0] / 'items.json'}: names no task")
    return marks


def card_bytes(task: str, version: str, releases: Path):
    """The released card of a task as bytes, or None where the release holds none."""
    for name in reversed(VERSIONS[:VERSIONS.index(version) + 1]):
        path = releases / name / "tasks" / task / "task.json"
        if path.exists():
            return items.read_bytes(path)
    return None


def task_findings(folder: Path, task: str, mark: dict, card) -> list:
    """One line for every file of a released task that is missing or changed; one for a task of which nothing is there."""
    missing = [name for name in CHECKED if not (folder / name).is_file()]
    if len(missing) == len(CHECKED):
        return [f"missing: {folder} ({' and '.join(missing)})"]
    found = [f"missing: {folder / name}" for name in missing]
    if (folder / "items.jsonl").is_file():
        here = items.fingerprint(items.read_bytes(folder / "items.jsonl"))
        if (here["sha256"], here["bytes"]) != (mark["sha256"], mark["bytes"]):
            found.append(f"changed: {folder / 'items.jsonl'}: {here['bytes']:,} bytes, SHA-256 {here['sha256'][:12]}..., "
                         f"released {mark['bytes']:,} bytes, {mark['sha256'][:12]}...")
    if card is not None and (folder / "task.json").is_file() and items.read_bytes(folder / "task.json") != card:
        found.append(f"changed: {folder / 'task.json'}: differs from the released card")
    return found


def track_of(folder: Path):
    """The track on a folder's card, None where there is no card."""
    try:
        card = tasks.read_json(folder / "task.json")
    except tasks.ScoringError:
        return None
    return card.get("track") if isinstance(card, dict) else None


def extra_findings(root: Path, marks: dict) -> tuple:
    """({task or other entry: lines for its files that the release does not hold}, {track: names of its tasks without a released hash})."""
    found, others = {}, {"custom": [], "reference": []}
    for entry in sorted((root / "tasks").iterdir()):
        if entry.is_dir() and entry.name in marks:
            found[entry.name] = [f"extra: {path}" for path in sorted(entry.iterdir()) if path.name not in KNOWN]
        elif entry.is_dir() and track_of(entry) in others:
            others[track_of(entry)].append(entry.name)
        else:
            found[entry.name] = [f"extra: {entry}"]
    return found, others


def differences(root, version: str, releases: Path, only=None) -> tuple:
    """({task or other entry: its findings, one or more}, tasks checked, {track: tasks without a released hash}) of a data root against a release.

    only: the tasks to look for; None for all of the release. Raises ScoringError where the root is none.
    """
    root = Path(root)
    if not (root / "tasks").is_dir():
        raise tasks.ScoringError(items.no_items_text(root))
    marks = read_marks(version, releases)
    marks.update({task: mark for task, mark in listed_marks(version, releases, REFERENCE_MARKS).items() if (root / "tasks" / task).is_dir()})
    marks = {task: mark for task, mark in marks.items() if only is None or task in only}
    found = {task: task_findings(root / "tasks" / task, task, mark, card_bytes(task, version, releases)) for task, mark in marks.items()}
    extra, others = extra_findings(root, marks)
    found = {name: found.get(name, []) + extra.get(name, []) for name in {**found, **extra}}
    return {name: lines for name, lines in found.items() if lines}, len(marks), others


def check(root, version: str, releases: Path, only=None) -> tuple:
    """What differences gives, the findings in one list."""
    found, count, others = differences(root, version, releases, only)
    return [line for lines in found.values() for line in lines], count, others


def remedies(found: dict, args) -> list:
    """What makes the core families and the reference tasks among the findings anew."""
    reference = [name for name in found if name in tasks.LAYER_OF]
    core = console.command("generators/regenerate.py", "--check", "--install", args.root)
    rebuilt = console.command("reference/rebuild.py", *reference, "cache", "--version", args.version, "--out", args.root)
    said = {f"`{core}` makes the core items anew": set(found) & set(families.BY_NAME), f"`{rebuilt}` makes the reference tasks anew": reference}
    return [remedy for remedy, names in said.items() if names]


def compare(args) -> int:
    """Print what differs between a data root and a release; 1 where something does, else 0. Raises ScoringError or ItemsError."""
    found, count, others = differences(args.root, args.version, RELEASES)
    lines = [line for lines_of_task in found.values() for line in lines_of_task]
    for line in lines:
        print(line)
    if others["custom"]:
        print(f"custom tasks, not part of any release: {', '.join(others['custom'])}")
    if others["reference"]:
        print(f"reference tasks without a released hash: {', '.join(others['reference'])}")
    if not found:
        print(f"{english.counted(count, 'task')} agree{'s' * (count == 1)} with release {args.version}")
        return 0
    print("; ".join([f"{english.counted(len(lines), 'finding')}: what is missing, changed or extra", *remedies(found, args)]))
    return 1


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="check_data.py", **console.about(__doc__))
    parser.add_argument("--root", default="data", help="data root to check (default: data)")
    parser.add_argument("--version", choices=VERSIONS, default=VERSIONS[0], help="release to compare with (default: %(default)s)")
    args = parser.parse_args(argv)
    return console.guarded("check_data.py", lambda: compare(args), (tasks.ScoringError, items.ItemsError))


if __name__ == "__main__":
    sys.exit(main())
