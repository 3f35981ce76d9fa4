"""Read the raw replies of a chat model and write them as a run folder, with a report of how each reply was read.

Example: python3 runner/chat/collect.py raw.jsonl my-chat-model

Writes runs/my-chat-model/<task>.jsonl, `_items.json`, `_run.json` and `_replies.json`. It may be run again at any time, also while replies still come
or after it was stopped; a folder with the replies of another file is left alone.
Exit status: 0 every item is answered; 1 some are not; 2 could not run.
"""
from __future__ import annotations

import argparse
import hashlib
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
from generators import console, items
from runner import answers, asking, keys
from runner.chat import api, reader, run_api

PROGRAM = "collect.py"
REPLIES_FILE = "_replies.json"
CERTAIN = 0.99
SHOWN = 10
SPAN = 60


class Read(NamedTuple):
    """One raw record as it was read: the record to write, the reading that p comes from or that says why there is none, and the finish reason."""

    record: dict
    reading: reader.Reading | None
    finish_reason: str | None


# One record

def is_text(value) -> bool:
    return value is None or isinstance(value, str)


def check_reply(reply) -> bool:
    """Whether a stored reply has the form that run_api.py writes."""
    return (isinstance(reply, dict) and all(is_text(reply.get(key)) for key in ("content", "finish_reason", "refusal"))
            and isinstance(reply.get("usage"), (dict, type(None))) and api.whole(reply.get("reasoning_chars", 0)) is not None)


def is_raw(record: dict) -> bool:
    """Whether a record is one of run_api.py's."""
    options = record.get("options")
    if not isinstance(record.get("task"), str) or not isinstance(options, list) or not options or not all(isinstance(option, str) for option in options):
        return False
    return isinstance(record.get("error"), str) or check_reply(record.get("reply")) and ("first" not in record or check_reply(record["first"]))


def read_reply(reply: dict, options) -> reader.Reading:
    return reader.read(reply.get("content"), options, reply.get("finish_reason"), reply.get("refusal"))


def thought(reply: dict) -> dict:
    """{"tokens", "closed"} of a reply: reasoning tokens where they are known, and whether an answer followed; closed stands only where there was reasoning."""
    content, chars = reply.get("content") or "", reply.get("reasoning_chars", 0)
    tokens = api.reasoning_tokens(reply.get("usage"))
    is_inline = bool(reader.OPENING.search(content) or reader.CLOSING.search(content))
    if not (tokens or chars or is_inline):
        return {"tokens": 0}
    try:
        closed = bool(reader.after_reasoning(content)[0].strip())
    except reader.Unread:
        closed = False
    return {**({"tokens": tokens} if tokens else {}), "closed": closed}


def read_record(record: dict) -> Read:
    """A raw record as it was read. Where a second reply cannot be read, the first one counts."""
    known = {key: record[key] for key in ("ms", "attempts") if key in record}
    if "error" in record:
        return Read({"id": record["id"], "error": record["error"], **known}, None, None)
    reply, options = record["reply"], tuple(record["options"])
    reading = read_reply(reply, options)
    more = {**thought(reply), "usage": reply.get("usage"), **known}
    if reading.p is None and "first" in record:
        reading = read_reply(record["first"], options)
    if reading.p is None:
        return Read({"id": record["id"], "error": f"{reading.how}: {reading.reason}", **more}, reading, reply.get("finish_reason"))
    ways = {"ways": list(reading.ways)} if reading.ways else {}
    return Read({"id": record["id"], "p": reading.p, "choice": reading.choice, **ways, **more}, reading, reply.get("finish_reason"))


def read_bytes(path: Path) -> bytes:
    """The whole lines of a raw file; a torn last one is left out."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise answers.AnswersError(f"{path}: cannot be read ({error.strerror}); name the file of replies that run_api.py wrote with --out") from None
    return data[:data.rfind(b"\n") + 1]


def read_raw(data: bytes):
    """({task: {id: Read}}, lines that are no record). Of several records of an item the last one with a reply counts."""
    found, malformed = {}, 0
    for _, record in answers.read_records(data):
        if record is None or not is_raw(record):
            malformed += 1
            continue
        task = found.setdefault(record["task"], {})
        if "error" not in record or task.get(record["id"]) is None or task[record["id"]].reading is None:
            task[record["id"]] = read_record(record)
    return found, malformed


# The report

def summarise(reads) -> dict:
    """The counts of some reads."""
    reads = list(reads)
    readings = [read.reading for read in reads if read.reading is not None]
    with_p = [reading for reading in readings if reading.p is not None]
    numbers = Counter(tuple(reading.p.values()) for reading in with_p)
    return {
        "items": len(reads), "without_reply": len(reads) - len(readings), **{how: sum(reading.how == how for reading in readings) for how in reader.HOW},
        "disagreeing": sum(reading.disagrees for reading in with_p), "ways": counted(way for reading in with_p for way in reading.ways),
        "reasons": counted(reading.reason for reading in readings if reading.p is None),
        "finish_reasons": counted(str(read.finish_reason) for read in reads if read.reading is not None),
        "certain": sum(max(reading.p.values()) / sum(reading.p.values()) >= CERTAIN for reading in with_p),
        "commonest_numbers": None if not numbers else {"numbers": list(numbers.most_common(1)[0][0]), "times": numbers.most_common(1)[0][1]},
    }


def counted(names) -> dict:
    """{name: count}, most frequent first, then by name."""
    return dict(sorted(Counter(names).items(), key=lambda pair: (-pair[1], pair[0])))


def report_lines(report: dict) -> list:
    """The counts as lines of text."""
    shown = ("items", *reader.HOW, "disagreeing", "without_reply")
    width = max(map(len, report["tasks"]), default=0)
    lines = [" ".join([name.ljust(width), *(f"{key.replace('_', ' ')} {row[key]:,} " for key in shown)]).rstrip() for name, row in report["tasks"].items()]
    total = report["all"]
    lines.append(" ".join(["all".ljust(width), *(f"{key.replace('_', ' ')} {total[key]:,} " for key in shown)]).rstrip())
    for title, key in (("read over", "ways"), ("not read", "reasons"), ("ended by", "finish_reasons")):
        lines += [f"{title:10} {name[:SPAN]}: {count:,}" for name, count in list(total[key].items())[:SHOWN]]
    readable = total["strict"] + total["repaired"]
    if readable:
        common = total["commonest_numbers"]
        lines.append(f"stated     a top probability of {CERTAIN} or more: {total['certain']:,} of {readable:,}; the numbers {common['numbers']} {common['times']:,} times")
    return lines


# Writing

def mark_of(data: bytes) -> str | None:
    """What tells a raw file from any other, however far either has got: the SHA-256 of its first line, to which only more are appended; None without one."""
    return None if not data else hashlib.sha256(data[:data.find(b"\n") + 1]).hexdigest()


def check_target(folder: Path, tasks, mark: str | None) -> None:
    """Raise AnswersError where the folder holds a run that is not a collected one, or one of another raw file, or answers of tasks that would stay."""
    known = answers.read_run(folder)
    held = [entry.name for entry in folder.iterdir() if not is_left_over(entry)] if folder.is_dir() else []
    if held and known.get("runner") != PROGRAM:
        raise answers.AnswersError(f"{folder}: holds something else than collected replies; choose another name")
    if known.get("raw_mark") not in (None, mark):
        raise answers.AnswersError(f"{folder}: holds the replies of another raw file ({known.get('raw')}); choose another name")
    stale = [name for name in held if name.endswith(".jsonl") and name[:-len(".jsonl")] not in tasks]
    if stale:
        raise answers.AnswersError(f"{folder}: holds {', '.join(sorted(stale)[:3])} of other raw replies; choose another name")


def is_left_over(path: Path) -> bool:
    """Whether a file is one that was being written when its writer was killed."""
    return path.name.startswith(".") and path.name.endswith(".tmp")


def collect(path: Path, name: str, runs: Path) -> int:
    """Write the run folder and print the report; the exit status comes back. Raises answers.AnswersError or items.ItemsError."""
    if Path(name).name != name or name in (".", ".."):
        raise answers.AnswersError(f"{name}: is not the plain name of a run folder")
    beside = path.with_name(path.name + run_api.SUFFIX)
    made, marks = answers.read_run(beside), answers.read_marks(beside)
    if not made or not marks:
        raise answers.AnswersError(f"{beside}: has no {answers.RUN_FILE} or no {answers.ITEMS_FILE}; they stand beside the raw replies that run_api.py writes")
    data = read_bytes(path)
    found, malformed = read_raw(data)
    strangers = [task for task in found if task not in marks]
    if strangers:
        raise answers.AnswersError(f"{path}: holds replies to {strangers[0]}, which {beside / answers.ITEMS_FILE} does not name")
    check_target(runs / name, found, mark_of(data))
    report = {"tasks": {task: summarise(found[task].values()) for task in marks if task in found},
              "all": summarise(read for task in found.values() for read in task.values()), "malformed_lines": malformed}
    write(runs / name, {**made, "runner": PROGRAM, "raw": path.name, "raw_mark": mark_of(data), "raw_runner": made.get("runner")}, marks, found, report)
    print("\n".join(report_lines(report)))
    total = report["all"]
    return 0 if total["strict"] + total["repaired"] == total["items"] > 0 else 1


def write(folder: Path, run: dict, marks: dict, found: dict, report: dict) -> None:
    """Write every file of the run folder. `_run.json` comes first, so that a folder whose writing was cut short says whose it is, and once more at the end."""
    nothing_hidden = keys.Keys({}, ())
    for path in filter(is_left_over, list(folder.iterdir()) if folder.is_dir() else ()):
        path.unlink()
    items.write_json(folder / answers.RUN_FILE, {**run, "state": "being collected"})
    for task, reads in found.items():
        lines = [asking.to_line(read.record, nothing_hidden) for read in reads.values()]
        items.write_bytes(folder / f"{task}.jsonl", "".join(lines).encode("utf-8"))
    items.write_json(folder / answers.ITEMS_FILE, {task: marks[task] for task in found})
    items.write_json(folder / REPLIES_FILE, report)
    items.write_json(folder / answers.RUN_FILE, run)


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog=PROGRAM, **console.about(__doc__))
    parser.add_argument("raw", metavar="RAW", help="file of raw replies that run_api.py wrote")
    parser.add_argument("name", metavar="NAME", help="name of the run folder to write")
    parser.add_argument("--runs", default="runs", help="folder of run folders (default: runs)")
    args = parser.parse_args(argv)
    return console.guarded(PROGRAM, lambda: collect(Path(args.raw), args.name, Path(args.runs)), (answers.AnswersError, items.ItemsError))


if __name__ == "__main__":
    sys.exit(main())
