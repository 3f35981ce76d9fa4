"""A run folder: `<task>.jsonl`, `_items.json`, `_run.json`. One writer, one line in one write, nothing ever rewritten.

The folder is locked while it is open, bound to the items and to the parameters that change answers, and a line that a
crash cut is set aside in `<task>.jsonl.torn`.
"""
from __future__ import annotations

import fcntl
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

from generators import items

ITEMS_FILE = "_items.json"
RUN_FILE = "_run.json"
LOCK_FILE = ".lock"
MOVE = "; move it away, or choose another folder with --out"


class AnswersError(ValueError):
    """A run folder that cannot be used; the message says where and why."""


class Standing(NamedTuple):
    """What an answers file holds: ids with a valid answer, ids whose records are all failures, lines that are no records."""

    answered: frozenset
    failed: frozenset
    malformed: int


# Reading

def read_records(data: bytes):
    """Yield (line number, record) of an answers file's bytes; the record is None for a line that is none. Empty lines are left out."""
    mark = b"\xef\xbb\xbf"
    for number, line in enumerate(data[len(mark) if data.startswith(mark) else 0:].split(b"\n"), 1):
        if line.strip():
            yield number, parse_record(line)


def _refuse_constant(name: str):
    raise ValueError(f"{name} is no JSON")


def parse_record(line: bytes) -> dict | None:
    """The record of a line, or None where it is no object with a text id."""
    try:
        record = json.loads(line.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) and isinstance(record.get("id"), str) else None


def is_valid(record: dict, options) -> bool:
    """True where p gives the options finite numbers from 0 on that do not sum to 0."""
    p = record.get("p")
    if not isinstance(p, dict):
        return False
    values = [p.get(option, 0) for option in options]
    if any(isinstance(value, bool) or not isinstance(value, (int, float)) for value in values):
        return False
    return all(0 <= value <= sys.float_info.max for value in values) and max(values, default=0) > 0


def standing(data: bytes, options_by_id: dict, is_answer=is_valid) -> Standing:
    """The standing of an answers file's bytes for the items of a task; records of other ids are passed over.

    is_answer(record, options) says which records are answers.
    """
    answered, seen, malformed = set(), set(), 0
    for _, record in read_records(data):
        if record is None:
            malformed += 1
        elif record["id"] in options_by_id:
            seen.add(record["id"])
            if is_answer(record, options_by_id[record["id"]]):
                answered.add(record["id"])
    return Standing(frozenset(answered), frozenset(seen - answered), malformed)


def read_json(path) -> dict:
    """The JSON object of a file, or an empty one where there is no file."""
    try:
        value = json.loads(Path(path).read_bytes().decode("utf-8"), parse_constant=_refuse_constant)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise AnswersError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError):
        raise AnswersError(f"{path}: is not JSON{MOVE}") from None
    if not isinstance(value, dict):
        raise AnswersError(f"{path}: is no JSON object")
    return value


def _refuse_constant(name):
    raise ValueError(f"{name} is not a JSON number")


def read_run(folder) -> dict:
    """The content of a folder's `_run.json`, empty where there is none. Raises AnswersError where what is read from it later has another form."""
    path = Path(folder) / RUN_FILE
    run = read_json(path)
    places, starts = run.get("places", []), run.get("starts", [])
    if not isinstance(places, list) or not all(isinstance(place, str) for place in places):
        raise AnswersError(f"{path}: places is not a list of texts{MOVE}")
    if not isinstance(starts, list) or not all(isinstance(start, dict) for start in starts):
        raise AnswersError(f"{path}: starts is not a list of objects{MOVE}")
    for name in ("started", "ended"):
        if not isinstance(run.get(name), (str, type(None))):
            raise AnswersError(f"{path}: {name} is not a text{MOVE}")
    return run


def read_marks(folder) -> dict:
    """{task: {"sha256", "items", ...}} of a folder's `_items.json`, empty where there is none. Raises AnswersError for anything else."""
    path = Path(folder) / ITEMS_FILE
    marks = read_json(path)
    for task, mark in marks.items():
        if task in ("", ".", "..") or "/" in task or "\0" in task:
            raise AnswersError(f"{path}: {task!r} is not the plain name of a task{MOVE}")
        if not isinstance(mark, dict) or not isinstance(mark.get("sha256"), str) or type(mark.get("items")) is not int:
            raise AnswersError(f"{path}: {task}: is not an object with sha256 and items{MOVE}")
    return marks


# Binding

def check_items(path, known: dict, now: dict) -> dict:
    """The marks of all tasks, old and new. Raises AnswersError where a task's items are not those of before."""
    for task, mark in now.items():
        before = known.get(task)
        if before is not None and before.get("sha256") != mark["sha256"]:
            marks = f"SHA-256 {str(before.get('sha256'))[:12]}..., now {mark['sha256'][:12]}..."
            raise AnswersError(f"{path}: {task} was run on other items ({marks}); choose another folder with --out")
    return {**known, **now}


def check_binding(path, known: dict, now: dict) -> None:
    """Raise AnswersError where a parameter that changes answers is not that of before."""
    changed = [f"{name} was {known[name]!r}, now {now[name]!r}" for name in now if name in known and known[name] != now[name]]
    if changed:
        raise AnswersError(f"{path}: this folder holds a run with other parameters: {'; '.join(changed)}. Choose another folder with --out")


def check_places(path, known, now, same_model: bool) -> list:
    """The places of all starts, old and new. Raises AnswersError for a new one unless it is said to be the same model."""
    new = [place for place in now if place not in known]
    if known and new and not same_model:
        raise AnswersError(f"{path}: this run was made at {', '.join(known)}, not at {', '.join(new)}; say --same-model if the same model "
                           "answers there, or choose another folder with --out")
    return list(known) + new


# Writing

class RunFolder:
    """An open, locked run folder. Used as a context; `write` may be called by several threads.

    single: one file, anywhere, that holds the lines of all tasks, in place of a file for each task in the folder.
    """

    def __init__(self, path, sync_seconds: float = 5.0, single=None):
        self.path = Path(path)
        self._single = None if single is None else Path(single)
        self._sync_seconds = sync_seconds
        self._files = {}
        self._unsynced = set()
        self._lock = threading.Lock()
        self._last_sync = time.monotonic()
        self._lock_file = self._take_lock()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    def _take_lock(self) -> int:
        descriptor = None
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.path / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
            return descriptor
        except BlockingIOError:
            owner = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
            os.close(descriptor)
            raise AnswersError(f"{self.path}: is in use by another run (process {owner or 'unknown'})") from None
        except OSError as error:
            raise AnswersError(f"{self.path}: cannot be written ({error.strerror})") from None

    def close(self) -> None:
        """Sync, close the files and give the lock back."""
        try:
            self.sync()
        finally:
            for descriptor in self._files.values():
                os.close(descriptor)
            self._files = {}
            os.close(self._lock_file)

    def answers_path(self, task: str) -> Path:
        return self._single or self.path / f"{task}.jsonl"

    def load(self, task: str) -> bytes:
        """The bytes of a task's answers, after a torn last line has been set aside; b"" where there is no file.

        Raises AnswersError for answers without the record of the run that they are of: they may be another model's, or no answers.
        """
        path = self.answers_path(task)
        try:
            data = path.read_bytes()
            if data and not (self.path / RUN_FILE).exists():
                raise AnswersError(f"{path}: is there already, but no {self.path / RUN_FILE} that says of which run; choose another --out")
            whole = data.rfind(b"\n") + 1
            if whole < len(data):
                self._set_aside(path, data[whole:], whole)
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise AnswersError(f"{path}: cannot be read and mended ({error.strerror})") from None
        return data[:whole]

    def _set_aside(self, path: Path, torn: bytes, whole: int) -> None:
        with open(path.with_name(path.name + ".torn"), "ab") as file:
            file.write(torn + b"\n")
            file.flush()
            os.fsync(file.fileno())
        os.truncate(path, whole)

    def write(self, task: str, line: str) -> None:
        """Append one line, which holds its line end. Raises OSError; then nothing of the line stays."""
        data, path = line.encode("utf-8"), self.answers_path(task)
        with self._lock:
            descriptor = self._files.get(path)
            if descriptor is None:
                descriptor = self._files[path] = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
            self._append(descriptor, data, path)
            self._unsynced.add(path)

    def _append(self, descriptor: int, data: bytes, path: Path) -> None:
        done = 0
        try:
            done = os.write(descriptor, data)
            while done < len(data):
                done += os.write(descriptor, data[done:])
        except OSError as error:
            if done:
                os.ftruncate(descriptor, os.fstat(descriptor).st_size - done)
            raise OSError(error.errno, f"cannot be written ({error.strerror})", str(path)) from None

    def sync_if_due(self) -> None:
        """Sync where the interval has passed."""
        if time.monotonic() - self._last_sync >= self._sync_seconds:
            self.sync()

    def sync(self) -> None:
        """Have every line written so far on the disk."""
        with self._lock:
            waiting = [self._files[path] for path in self._unsynced]
            self._unsynced = set()
            self._last_sync = time.monotonic()
        for descriptor in waiting:
            os.fsync(descriptor)

    def write_json(self, name: str, value) -> None:
        """Replace one of the folder's JSON files; it is on the disk before the old one goes. Raises AnswersError or ItemsError."""
        path, temporary = self.path / name, self.path / f".{name}.tmp"
        data = items.to_json(value)
        try:
            with open(temporary, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise AnswersError(f"{path}: cannot be written ({error.strerror})") from None
