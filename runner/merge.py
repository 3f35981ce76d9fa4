"""Join run folders that each hold a part of one run, for example the shards of an array job.

Example: python3 runner/merge.py runs/big-1 runs/big-2 runs/big-3 --out runs/big --root data

Parts made with another model or on other items are refused, and so are parts that answer the same item differently.
Exit status: 0 every item answered; 1 some are missing or failed; 2 could not merge.
"""
from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, english, items
from runner import answers

SAME = ("format", "runner", "model", "api", "function", "reasoning", "dialect", "temperature", "max_tokens", "json_schema", "extra_body", "prompt", "labels",
        "top_logprobs", "calls", "think_below", "think_tokens")
"""What a run folder is bound to, by any runner."""
SHOWN = 5


class Part(NamedTuple):
    """One run folder: its path, `_run.json` and `_items.json`."""

    path: Path
    run: dict
    marks: dict


def read_part(path) -> Part:
    """The part in a folder. Raises answers.AnswersError."""
    path = Path(path)
    if not path.is_dir():
        raise answers.AnswersError(f"{path}: is no folder")
    part = Part(path, answers.read_run(path), answers.read_marks(path))
    if not part.run or not part.marks:
        raise answers.AnswersError(f"{path}: has no {answers.RUN_FILE} or no {answers.ITEMS_FILE}; it is no run folder of these runners")
    return part


def check_same(parts) -> None:
    """Raise answers.AnswersError where a part was made with another model or dialect than the first, or is named twice."""
    first = parts[0]
    if len({part.path.resolve() for part in parts}) != len(parts):
        raise answers.AnswersError("a folder is named twice")
    for part in parts[1:]:
        changed = [f"{name} {first.run.get(name)!r} and {part.run.get(name)!r}" for name in SAME if first.run.get(name) != part.run.get(name)]
        if changed:
            raise answers.AnswersError(f"{first.path} and {part.path} are not of one run: {'; '.join(changed)}")


def join_marks(parts) -> dict:
    """{task: mark of its items file} of all parts. Raises answers.AnswersError where they were run on different items."""
    marks = {}
    for part in parts:
        marks = answers.check_items(part.path / answers.ITEMS_FILE, marks, part.marks)
    return marks


# Records

def read_answers(path: Path):
    """({id: (record, line) of the last valid answer}, {id: line of the last failure}) of an answers file; a line that is no record is passed over."""
    valid, failed = {}, {}
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return valid, failed
    except OSError as error:
        raise answers.AnswersError(f"{path}: cannot be read ({error.strerror})") from None
    for line in data[:data.rfind(b"\n") + 1].split(b"\n"):
        record = answers.parse_record(line) if line.strip() else None
        if record is None:
            continue
        if answers.is_valid(record, tuple(record["p"]) if isinstance(record.get("p"), dict) else ()):
            valid[record["id"]] = record, line
        else:
            failed[record["id"]] = line
    return valid, failed


def join_task(parts, task: str):
    """({id: line} with one line an item, ids with an answer). Raises answers.AnswersError where two parts disagree."""
    chosen, failures, origin = {}, {}, {}
    for part in parts:
        path = part.path / f"{task}.jsonl"
        valid, failed = read_answers(path)
        failures.update(failed)
        for name, (record, line) in valid.items():
            if name not in chosen:
                chosen[name], origin[name] = (record, line), path
            elif chosen[name][0]["p"] != record["p"]:
                raise answers.AnswersError(f"{origin[name]} and {path} answer {name} differently; take one of the folders out, or run the part again")
    lines = {**failures, **{name: line for name, (_, line) in chosen.items()}}
    return lines, frozenset(chosen)


def check_ids(root, task: str, mark: dict, lines: dict) -> list:
    """The ids of the task's items, after comparing the items file with the mark. Raises answers.AnswersError or items.ItemsError."""
    path = items.task_folder(root, task) / "items.jsonl"
    data = items.read_bytes(path)
    if items.fingerprint(data)["sha256"] != mark["sha256"]:
        raise answers.AnswersError(f"{path}: is not the items file of this run")
    ids = [item.id for item in items.parse_items(data, path)]
    foreign = sorted(set(lines) - set(ids))
    if foreign:
        raise answers.AnswersError(f"{foreign[0]} is no item of {path}")
    return ids


def write_task(out: Path, task: str, lines: dict) -> None:
    items.write_bytes(out / f"{task}.jsonl", b"".join(lines[name] + b"\n" for name in sorted(lines)))


# The whole

def merged_run(parts, counts: Counter) -> dict:
    """The `_run.json` of the merged folder."""
    first = parts[0].run
    places = sorted({place for part in parts for place in part.run.get("places", ())})
    starts = [start for part in parts for start in part.run.get("starts", ())]
    times = [part.run[name] for part in parts for name in ("started", "ended") if part.run.get(name)]
    return {**{name: first[name] for name in SAME if name in first}, "places": places, "merged": [part.path.name for part in parts], "starts": starts,
            "started": min(times, default=None), "ended": max(times, default=None), "state": "merged", "counts": dict(counts)}


def report(task: str, mark: dict, lines: dict, answered, ids) -> None:
    """Print a task's row and, where the items are known, the first ids that lack an answer."""
    print(f"{task:24} {len(answered):,} of {mark['items']:,} answered, {len(lines) - len(answered):,} failed, {mark['items'] - len(lines):,} missing")
    lacking = [name for name in ids if name not in answered]
    if lacking:
        print(f"    without an answer: {', '.join(lacking[:SHOWN])}{' ...' if len(lacking) > SHOWN else ''}")


def merge(folders, out: Path, root) -> int:
    """Write the merged folder; the exit status comes back. Raises answers.AnswersError or items.ItemsError, and then has written nothing."""
    parts = [read_part(folder) for folder in folders]
    check_same(parts)
    marks = join_marks(parts)
    if out.exists() and any(out.iterdir()):
        raise answers.AnswersError(f"{out}: is not empty; name a new folder with --out")
    joined = {}
    for task, mark in marks.items():
        lines, answered = join_task(parts, task)
        joined[task] = lines, answered, [] if root is None else check_ids(root, task, mark, lines)
    counts = Counter(items=sum(mark["items"] for mark in marks.values()), answered=sum(len(answered) for _, answered, _ in joined.values()),
                     failed=sum(len(lines) - len(answered) for lines, answered, _ in joined.values()))
    counts["missing"] = counts["items"] - counts["answered"] - counts["failed"]
    described = {answers.ITEMS_FILE: items.to_json(marks), answers.RUN_FILE: items.to_json(merged_run(parts, counts))}
    for task, (lines, _, _) in joined.items():
        write_task(out, task, lines)
    for name, data in described.items():
        items.write_bytes(out / name, data)
    for task, (lines, answered, ids) in joined.items():
        report(task, marks[task], lines, answered, ids)
    print(f"{counts['answered']:,} of {english.counted(counts['items'], 'item')} answered, {counts['failed']:,} failed, {counts['missing']:,} missing")
    return 0 if counts["answered"] == counts["items"] else 1


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="merge.py", **console.about(__doc__))
    parser.add_argument("folders", nargs="+", metavar="DIR", help="run folders that each hold a part")
    parser.add_argument("--out", required=True, metavar="DIR", help="folder to write; it must not exist or be empty")
    parser.add_argument("--root", help="data root, to compare the items and to name what is missing (default: only counts)")
    args = parser.parse_args(argv)
    return console.guarded("merge.py", lambda: merge(args.folders, Path(args.out), args.root), (answers.AnswersError, items.ItemsError))


if __name__ == "__main__":
    sys.exit(main())
