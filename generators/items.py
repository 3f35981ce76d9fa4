"""Items: ids, records, reading and writing `<root>/tasks/<task>/items.jsonl`.

One JSON object a line, UTF-8, `\\n` after each, keys in the order of `Item`, separators "," and ":".
"""
from __future__ import annotations

import errno
import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Any, NamedTuple

from generators import console, draws, families

QUESTION_TYPES = ("noul", "choice", "score")
KEYS_BY_PRESENCE = ("gold", "rate", "relevance", "query", "ideal")
"""Keys that stand in an item only where they apply; every other key always stands, null where it does not apply."""
CORE_KEYS = ("gold", "group", "level", "domain", "layout")
"""What every item of a core family has, and others may lack."""
TEXT = (str, dict, list)
"""What states, instructions and meanings may be."""


class ItemsError(ValueError):
    """An items file, a task folder or a card that cannot be used; the message says where and why."""


class Item(NamedTuple):
    """One item as its file holds it. `question` is the typed question under the key q."""

    id: str
    state: Any
    question: dict
    options: tuple
    gold: str | None = None
    rate: float | None = None
    relevance: int | None = None
    query: str | None = None
    ideal: float | None = None
    group: str | None = None
    level: int | None = None
    kind: str | None = None
    contrast: str | None = None
    planted: bool | None = None
    domain: str | None = None
    layout: str | None = None


KEYS = tuple("questions" if name == "question" else name for name in Item._fields)


class Member(NamedTuple):
    """One item of a group before it has an id."""

    state: str
    gold: str
    kind: str | None
    contrast: str | None
    planted: bool | None


class Group(NamedTuple):
    """A contrast group before it has a number: what its members share, and the members."""

    level: int
    domain: str
    layout: str
    question: dict
    members: tuple


# Questions

def noul(instructions: str, true: str, false: str) -> dict:
    """A yes/no question; `true` and `false` say what each answer means."""
    return {"type": "noul", "instructions": instructions, "criteria": {"true": true, "false": false}}


def choice(instructions: str, criteria: dict) -> dict:
    """A question with named options: {option: meaning or None}, in the order of the options."""
    return {"type": "choice", "instructions": instructions, "criteria": dict(criteria)}


def options_of(question: dict) -> tuple:
    """The option keys that a typed question implies, in order. Raises ItemsError for an unknown type."""
    kind = question.get("type")
    if kind == "noul":
        return families.YES_NO
    if kind == "choice":
        return tuple(question["criteria"])
    if kind == "score":
        return tuple(str(level) for level in range(len(question["criteria"])))
    raise ItemsError(f"question type {kind!r} is none of {', '.join(QUESTION_TYPES)}")


# Numbering

def number_items(family: str, draw: draws.Draw, groups) -> list:
    """The items of a draw in an order that says nothing: groups numbered, members spread over the file, ids by place.

    Returns a list of Item in file order.
    """
    rng = draws.stream(draw, family, "order")
    members = [(f"{family}:g{number:04d}", group, member)
               for number, group in enumerate(rng.shuffled(groups)) for member in group.members]
    return [
        Item(f"{family}:{draw.mark}{place:05d}", member.state, group.question, options_of(group.question), member.gold,
             group=name, level=group.level, kind=member.kind, contrast=member.contrast, planted=member.planted,
             domain=group.domain, layout=group.layout)
        for place, (name, group, member) in enumerate(rng.shuffled(members))
    ]


# Writing

def to_object(item: Item) -> dict:
    """The JSON object of an item, keys in file order."""
    pairs = zip(KEYS, item)
    row = {key: value for key, value in pairs if value is not None or key not in KEYS_BY_PRESENCE}
    row["questions"] = {"q": item.question}
    row["options"] = list(item.options)
    return row


def to_line(item: Item) -> str:
    """The line of an item, with its line end."""
    return json.dumps(to_object(item), ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def write_files(files: dict) -> None:
    """Write {path: bytes}: each under a temporary name in its folder, then all renamed into place, so that a full disk leaves every older file as it is.

    A device or pipe is written to as it is. An OSError names the file.
    """
    temporaries = {}
    try:
        for path, data in files.items():
            is_special = path.exists() and not (path.is_file() or path.is_dir())
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if not is_special:
                path.parent.mkdir(parents=True, exist_ok=True)
                temporaries[path] = path.with_name(f".{path.name}.{os.getpid()}.tmp")
            temporaries.get(path, path).write_bytes(data)
        for path, temporary in temporaries.items():
            os.replace(temporary, path)
    except OSError as error:
        # the write to a full disk names no file, and the temporary name says nothing to anybody
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        for temporary in temporaries.values():
            if temporary.exists():
                temporary.unlink()


def write_bytes(path, data: bytes) -> None:
    """Write one file in this safe way."""
    write_files({Path(path): data})


def to_json(value) -> bytes:
    """A value as indented JSON in UTF-8, with a line end. Raises ItemsError for a value that JSON in UTF-8 cannot hold."""
    try:
        return (json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode("utf-8")
    except UnicodeEncodeError as error:
        raise ItemsError(f"{error.object[error.start:error.end]!a} in a name or path cannot be written as UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise ItemsError(f"cannot be written as JSON ({error})") from None


def write_json(path, value) -> None:
    """Write a value as indented JSON, in the same safe way."""
    write_bytes(path, to_json(value))


# Reading

def parse_object(row) -> Item:
    """The Item of a JSON object. Raises ItemsError that says which key is wrong."""
    if not isinstance(row, dict):
        raise ItemsError("is not a JSON object")
    unknown = [key for key in row if key not in KEYS]
    missing = [key for key in KEYS if key not in row and key not in KEYS_BY_PRESENCE]
    if unknown or missing:
        raise ItemsError("; ".join(f"{word} {', '.join(keys)}" for word, keys in (("unknown key", unknown), ("missing key", missing)) if keys))
    if not isinstance(row["id"], str) or not row["id"]:
        raise ItemsError("id is not a non-empty string")
    questions, options = row["questions"], row["options"]
    if not isinstance(questions, dict) or list(questions) != ["q"] or not isinstance(questions["q"], dict):
        raise ItemsError('questions is not an object with the one key "q"')
    _check_question(questions["q"])
    if not isinstance(options, list) or tuple(options) != options_of(questions["q"]):
        raise ItemsError(f"options are not those of the question: {options}")
    if not isinstance(row["state"], TEXT):
        raise ItemsError("state is neither text nor a JSON object or array")
    _check_labels(row)
    values = {("question" if key == "questions" else key): value for key, value in row.items()}
    values["question"], values["options"] = questions["q"], tuple(options)
    return Item(**values)


def _check_question(question: dict) -> None:
    kind, criteria = question.get("type"), question.get("criteria")
    if kind not in QUESTION_TYPES:
        raise ItemsError(f"question type {kind!r} is none of {', '.join(QUESTION_TYPES)}")
    if not set(question) <= {"type", "instructions", "criteria"} or "instructions" not in question:
        raise ItemsError("the question does not hold exactly type, instructions and criteria")
    fits = {"noul": criteria is None or isinstance(criteria, dict) and set(criteria) <= {"true", "false"},
            "choice": isinstance(criteria, dict) and len(criteria) >= 1,
            "score": isinstance(criteria, list) and len(criteria) >= 1}
    if not fits[kind]:
        raise ItemsError(f"criteria do not fit a {kind} question")
    if not isinstance(question["instructions"], TEXT):
        raise ItemsError("instructions are neither text nor a JSON object or array")
    meanings = criteria.items() if isinstance(criteria, dict) else enumerate(criteria or ())
    for option, meaning in meanings:
        if option == "":
            raise ItemsError("an option has no name")
        if not isinstance(meaning, TEXT) and (meaning is not None or kind == "score"):
            raise ItemsError(f"the meaning of the option {option!r} is neither text nor a JSON object or array")


def _check_labels(row: dict) -> None:
    number = (int, float)
    typed = {"gold": str, "rate": number, "relevance": int, "query": str, "ideal": number,
             "group": str, "kind": str, "contrast": str, "planted": bool, "domain": str, "layout": str, "level": int}
    for key, kinds in typed.items():
        value = row.get(key)
        if value is not None and (not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool)):
            raise ItemsError(f"{key} has the wrong type: {value!r}")
    if row.get("gold") is not None and row["gold"] not in row["options"]:
        raise ItemsError(f"gold {row['gold']!r} is none of the options")
    if row["level"] is not None and row["level"] not in families.LEVELS:
        raise ItemsError(f"level {row['level']} is none of 1, 2, 3")
    if row.get("rate") is not None and not 0 <= row["rate"] <= 1:
        raise ItemsError(f"rate {row['rate']} is not between 0 and 1")
    if row.get("relevance") is not None and row["relevance"] < 0:
        raise ItemsError(f"relevance {row['relevance']} is negative")
    if row.get("ideal") is not None and not 0 <= row["ideal"] <= sys.float_info.max:
        raise ItemsError(f"ideal {row['ideal']} is not a number from 0 on")
    if sum(row.get(key) is not None for key in ("gold", "rate", "relevance")) != 1:
        raise ItemsError("exactly one of gold, rate and relevance must be given")


def parse_items(data: bytes, path) -> list:
    """The items of a file's bytes. Raises ItemsError with path and line; ids must be unique."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise ItemsError(f"{path}:1: begins with a byte order mark; write plain UTF-8")
    if data and not data.endswith(b"\n"):
        raise ItemsError(f"{path}: the last line has no line end; the file may be cut")
    items, seen = [], set()
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        try:
            if line.endswith(b"\r"):
                raise ItemsError("ends in a carriage return; lines end in \\n alone")
            item = parse_object(json.loads(line.decode("utf-8"), parse_constant=_refuse_constant))
        except (ItemsError, ValueError, RecursionError) as error:
            raise ItemsError(f"{path}:{number}: {error}") from None
        if item.id in seen:
            raise ItemsError(f"{path}:{number}: id {item.id} occurs twice")
        seen.add(item.id)
        items.append(item)
    if not items:
        raise ItemsError(f"{path}: holds no items")
    return items


def check_core(rows, path) -> None:
    """Raise ItemsError with path and line for the first item that is none of a core family: that lacks a label, or whose texts are no texts."""
    for number, item in enumerate(rows, 1):
        criteria = item.question.get("criteria")
        missing = [key for key in CORE_KEYS if getattr(item, key) is None]
        if missing:
            problem = f"has no {', '.join(missing)}, which every item of a core family has"
        elif item.question["type"] == "score":
            problem = "asks a score question; core families ask noul and choice questions"
        elif "criteria" not in item.question:
            problem = "has a question without criteria, which every item of a core family has"
        elif not all(isinstance(text, (str, type(None))) for text in (item.state, item.question["instructions"], *(criteria or {}).values())):
            problem = "has a state, instructions or a meaning that are no text; in a core family all are"
        else:
            continue
        raise ItemsError(f"{path}:{number}: {item.id} {problem}; generate the task again")


def _refuse_constant(name):
    raise ItemsError(f"{name} is not a JSON number")


def read_bytes(path) -> bytes:
    """The bytes of a file; raises ItemsError where it cannot be read."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise ItemsError(f"{path}: cannot be read ({error.strerror})") from None


def read_items(path) -> list:
    """The items of an items file in file order."""
    return parse_items(read_bytes(path), path)


def fingerprint(data: bytes) -> dict:
    """{"sha256": hex, "bytes": length} of a file's bytes."""
    return {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}


# Data roots

def task_folder(root, task: str) -> Path:
    """Where a task's files stand under a data root."""
    return Path(root) / "tasks" / task


def core_advice(root, option: str = "--root") -> str:
    """How a data root gets the core items; option: the one that named the root."""
    return (f"make the core items with `{console.command('generators/regenerate.py', '--check', '--install', root)}` "
            f"(with --seed K too: a fresh draw), or name another data root with {option}")


def no_items_text(root, advice: str | None = None) -> str:
    """What to say and to do about a data root that has no tasks folder; advice: what to do, core_advice where none is given."""
    return f"{root}: no folder {Path(root) / 'tasks'}; {advice or core_advice(root)}"


def list_tasks(root, advice: str | None = None) -> list:
    """The names of the tasks under a data root that have an items file, core families first in their order.

    Raises ItemsError where the root has no tasks folder; advice as in no_items_text.
    """
    folder = Path(root) / "tasks"
    if not folder.is_dir():
        raise ItemsError(no_items_text(root, advice))
    names = {entry.name for entry in folder.iterdir() if not entry.name.startswith(".") and (entry / "items.jsonl").is_file()}
    core = [name for name in families.BY_NAME if name in names]
    return core + sorted(names - set(core))


def choose_tasks(root, wanted, advice: str | None = None) -> list:
    """The tasks to work on: all of the root, or the wanted ones. Raises ItemsError for one that is not there; advice as in no_items_text."""
    there = list_tasks(root, advice)
    unknown = [name for name in wanted or () if name not in there]
    if unknown:
        raise ItemsError(f"{root}: no items of {', '.join(unknown)}; there are {', '.join(there) or 'none'}")
    if not there:
        raise ItemsError(f"{root}: no task with an items.jsonl in {Path(root) / 'tasks'}")
    return list(dict.fromkeys(wanted)) if wanted else there
