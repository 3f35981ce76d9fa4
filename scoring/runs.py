"""Reading answers: `runs/<system>/<task>.jsonl` (or `.jsonl.gz`) and `_items.json`.

Strict about what counts as a probability, forgiving about everything around it: each oddity is counted and named, none
changes how many items a measure is divided by.
"""
from __future__ import annotations

import gzip
import json
import math
import zlib
from pathlib import Path
from typing import NamedTuple

from generators import english
from scoring import tasks

DIGITS = 12
"""Decimals that probabilities are rounded to, so that the noise of a division neither breaks nor makes ties."""
SHOWN = 5
LONG_NUMBER = 300
"""Whole numbers with more characters are read as floats: no limit of any Python version is met."""


class Readout(NamedTuple):
    """What a record tells beside its probabilities, None where it does not: the mass that the options had before they were divided by
    their sum, reasoning tokens, and whether the reasoning ended (None where there was none)."""

    mass: float | None = None
    tokens: int | None = None
    closed: bool | None = None


class Answers(NamedTuple):
    """The answers of one system to one task; `probabilities` has a tuple in option order for every item, None where it failed;
    `readouts` a Readout for every item, None where its record tells nothing."""

    probabilities: tuple
    has_file: bool = True
    records: int = 0
    failed: int = 0
    invalid: int = 0
    duplicates: int = 0
    unknown_ids: int = 0
    outside: int = 0
    malformed_lines: int = 0
    foreign_keys: int = 0
    tied: int = 0
    warnings: tuple = ()
    readouts: tuple = ()


COUNTERS = ("records", "failed", "invalid", "duplicates", "unknown_ids", "outside", "malformed_lines", "foreign_keys", "tied")


# One record

def is_probability(value) -> bool:
    """Whether a JSON value is a finite number from 0 on; a boolean is no number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < math.inf


def normalise(given, options):
    """The probabilities of the options in their order, divided by their sum and rounded; None where they are not valid.

    given: {option: number}; an absent option counts as 0, a key that is no option is left out.

    >>> normalise({"yes": 3, "no": 1, "maybe": 9}, ("yes", "no"))
    (0.75, 0.25)
    """
    if not isinstance(given, dict):
        return None
    values = [given.get(option, 0) for option in options]
    if not all(map(is_probability, values)):
        return None
    top = max(values)
    if top == 0:
        return None
    if top > 1e300:
        values = [value / top for value in values]
    total = math.fsum(values)
    return tuple(round(value / total, DIGITS) for value in values)


def uniform(options) -> tuple:
    """The distribution of a failed item."""
    return (round(1 / len(options), DIGITS),) * len(options)


def from_answer(answer, question_type: str):
    """{option: number} of a typed-decision API's answer object; None where it gives none."""
    if not isinstance(answer, dict):
        return None
    kind = answer.get("type", question_type)
    if kind == "noul":
        value = answer.get("noul")
        # above 1 the other side is negative, which makes the answer invalid
        return {"yes": value, "no": 1 - value} if is_probability(value) else None
    return answer.get("probabilities") if kind in ("choice", "score") else None


def read_record(record: dict, item):
    """(state, probabilities, foreign keys) of a record: state is "valid", "invalid" or "error"."""
    if "p" in record:
        given = record["p"]
    elif isinstance(record.get("answers"), dict) and "q" in record["answers"]:
        given = from_answer(record["answers"]["q"], item.question["type"])
    else:
        return "error", None, 0
    foreign = sum(key not in item.options for key in given) if isinstance(given, dict) else 0
    probabilities = normalise(given, item.options)
    return ("invalid" if probabilities is None else "valid"), probabilities, foreign


def readout_of(record: dict):
    """The Readout of a record, None where it tells nothing of the kind."""
    mass, tokens, closed = record.get("mass"), record.get("tokens"), record.get("closed")
    found = Readout(float(mass) if is_probability(mass) and mass <= 1 else None,
                    tokens if isinstance(tokens, int) and not isinstance(tokens, bool) and tokens >= 0 else None,
                    closed if isinstance(closed, bool) else None)
    return None if found == Readout() else found


# Lines of a file

def _whole_number(text: str):
    return int(text) if len(text) < LONG_NUMBER else float(text)


_decode = json.JSONDecoder(parse_int=_whole_number).decode


def parse_line(line: bytes):
    """The record of a line without its line end: a JSON object with a string id; None for anything else."""
    try:
        record = _decode(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) and isinstance(record.get("id"), str) else None


def open_answers(folder, task: str):
    """(path, open binary file) of a task's answers, plain or gzipped; (path, None) where there is no such file."""
    plain = Path(folder) / f"{task}.jsonl"
    packed = Path(folder) / f"{task}.jsonl.gz"
    if plain.exists() and packed.exists():
        raise tasks.ScoringError(f"{plain}: stands beside {packed.name}; keep one of the two")
    path = packed if packed.exists() else plain
    try:
        return path, (gzip.open(path, "rb") if path is packed else open(path, "rb")) if path.exists() else None
    except OSError as error:
        raise tasks.ScoringError(f"{path}: cannot be read ({error.strerror})") from None


def read_lines(handle, path):
    """(line number, line without line end and BOM, whether it has a line end) of every non-empty line; lines end at \\n only.

    A compressed file that breaks off ends with a line that is None.
    """
    number = 0
    try:
        for number, line in enumerate(handle, 1):
            ended = line.endswith(b"\n")
            if number == 1 and line.startswith(b"\xef\xbb\xbf"):
                line = line[3:]
            line = line[:-1] if ended else line
            line = line[:-1] if ended and line.endswith(b"\r") else line
            if line:
                yield number, line, ended
    except (EOFError, zlib.error, gzip.BadGzipFile):
        yield number + 1, None, False
    except OSError as error:
        raise tasks.ScoringError(f"{path}: cannot be read ({error.strerror})") from None


def what_is_wrong(line, ended: bool) -> str:
    """Why a line is no record, in words."""
    if line is None:
        return "the compressed file breaks off here"
    if not ended:
        return "the last line is torn (no line end)"
    return "is not a JSON object with a string id"


# A task's answers

class _Tally:
    """What has been read of a file so far: the last valid answer and the last state of every item, and counters."""

    def __init__(self, size: int):
        self.answers, self.states, self.seen, self.readouts = [None] * size, [None] * size, [0] * size, [None] * size
        self.unknown = self.outside = self.malformed = self.foreign = 0
        self.warnings, self.more = [], 0

    def warn(self, message: str) -> None:
        if len(self.warnings) < SHOWN:
            self.warnings.append(message)
        else:
            self.more += 1

    def add(self, record: dict, item, place: int) -> None:
        state, probabilities, foreign = read_record(record, item)
        self.seen[place] += 1
        self.foreign += foreign
        if state == "valid":
            self.answers[place] = probabilities
        if state == "valid" or self.answers[place] is None:
            self.readouts[place] = readout_of(record)
        self.states[place] = "valid" if self.answers[place] is not None else state


def read_answers(task: tasks.Task, folder, dropped=frozenset()) -> Answers:
    """The answers of the run in `folder` to a task. `dropped`: ids that the parent release holds and this data root does not."""
    path, handle = open_answers(folder, task.name)
    if handle is None:
        return Answers((None,) * len(task.items), has_file=False, failed=len(task.items))
    places = {item.id: place for place, item in enumerate(task.items)}
    tally = _Tally(len(task.items))
    with handle:
        for number, line, ended in read_lines(handle, path):
            record = None if line is None else parse_line(line)
            if record is None:
                tally.malformed += 1
                tally.warn(f"{path}:{number}: {what_is_wrong(line, ended)}")
            elif record["id"] in places:
                place = places[record["id"]]
                tally.add(record, task.items[place], place)
            elif record["id"] in dropped:
                tally.outside += 1
            else:
                tally.unknown += 1
                tally.warn(f"{path}:{number}: id {printable(record['id'])} is not an item of {task.name} ({english.counted(len(places), 'item')})")
    return close(tally, path)


def close(tally: _Tally, path) -> Answers:
    """The finished answers of a tally, with its first warnings."""
    warnings = tally.warnings + ([f"{path}: {tally.more:,} more lines like these"] if tally.more else [])
    return Answers(
        tuple(tally.answers), True, records=sum(n > 0 for n in tally.seen), failed=sum(state != "valid" for state in tally.states),
        invalid=tally.states.count("invalid"), duplicates=sum(n > 1 for n in tally.seen), unknown_ids=tally.unknown, outside=tally.outside,
        malformed_lines=tally.malformed, foreign_keys=tally.foreign, tied=sum(map(is_tied, tally.answers)), warnings=tuple(warnings), readouts=tuple(tally.readouts))


def is_tied(probabilities) -> bool:
    """Whether the first-listed rule decides: two options or more share the highest probability."""
    return probabilities is not None and probabilities.count(max(probabilities)) > 1


def printable(text: str) -> str:
    """A short form of any string that every terminal can show."""
    return text[:60].encode("ascii", "backslashreplace").decode("ascii")


# Hashes of a run

def read_hashes(folder):
    """({task: SHA-256 that the run recorded}, problem): the problem is a sentence where `_items.json` cannot be used, else None."""
    path = Path(folder) / "_items.json"
    if not path.exists():
        return {}, None
    try:
        value = tasks.read_json(path)
    except tasks.ScoringError as error:
        return {}, str(error)
    if not isinstance(value, dict):
        return {}, f"{path}: is not a JSON object"
    return {task: entry.get("sha256") if isinstance(entry, dict) else None for task, entry in value.items()}, None


def check_folder(name: str, folder) -> Path:
    """The folder of a run; raises ScoringError where it is none."""
    if not Path(folder).is_dir():
        raise tasks.ScoringError(f"{name}={folder}: no such folder; a run is a folder with one <task>.jsonl a task")
    return Path(folder)


def answered_tasks(folder) -> list:
    """The names of the tasks that a run has an answer file for, sorted."""
    found = {entry.name[:-len(end)] for entry in Path(folder).iterdir() for end in (".jsonl", ".jsonl.gz") if entry.name.endswith(end)}
    return sorted(name for name in found if not name.startswith(("_", ".")))
