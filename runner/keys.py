"""Keys: read from the environment or a file, sent as headers, and kept out of every text that is shown or stored."""
from __future__ import annotations

import json
import os
import re
import urllib.parse
from typing import NamedTuple

VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
SHOWABLE = re.compile(r"[A-Z_][A-Z0-9_]{0,39}")
HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
SHORTEST_PART = 4
MOST_BYTES = 10000
"""What is read of a key file."""
OWN_HEADERS = ("host", "content-length", "content-type", "transfer-encoding", "connection")
HIDDEN = "[key]"


class KeysError(ValueError):
    """A key that cannot be used; the message never repeats it."""


class Keys(NamedTuple):
    """headers: {name: value} to send; hidden: every text that must not be shown, longest first."""

    headers: dict
    hidden: tuple

    def clean(self, text: str) -> str:
        """The text with every key in it replaced."""
        for secret in self.hidden:
            if secret in text:
                text = text.replace(secret, HIDDEN)
        return text


def read_keys(api_key_env: str | None, headers, keyfile: str | None = None) -> Keys:
    """The keys that the options name. headers: texts NAME=VARIABLE; keyfile: a file that holds nothing else. Raises KeysError."""
    sent = {}
    if api_key_env is not None and keyfile is not None:
        raise KeysError("--api-key-env and --keyfile both name a key; give one of them")
    if api_key_env is not None:
        sent["Authorization"] = "Bearer " + read_variable(api_key_env, "--api-key-env")
    if keyfile is not None:
        sent["Authorization"] = "Bearer " + read_file(keyfile)
    for text in headers:
        name, equals, variable = text.partition("=")
        if not equals or not HEADER.fullmatch(name):
            raise KeysError("--header takes NAME=VARIABLE: a header's name and the name of an environment variable that holds its value")
        if name.lower() in OWN_HEADERS:
            raise KeysError(f"the header {name} is set by the runner itself")
        if any(known.lower() == name.lower() for known in sent):
            raise KeysError(f"the header {name} is given twice")
        sent[name] = read_variable(variable, "--header")
    return Keys(sent, hidden_texts(sent.values()))


def read_variable(name: str, option: str) -> str:
    """The value of an environment variable, outer whitespace taken off. The name is shown only where it cannot be a key."""
    if not VARIABLE.fullmatch(name):
        raise KeysError(f"{option} takes the name of an environment variable, not the key itself")
    shown = f"the environment variable {name}" if SHOWABLE.fullmatch(name) else f"the environment variable named with {option}"
    value = os.environ.get(name, "").strip()
    if not value:
        raise KeysError(f"{shown} is not set")
    return checked(value, shown)


def read_file(path: str) -> str:
    """The key that a file holds, outer whitespace taken off. The path is not shown, since it may be a key given by mistake."""
    try:
        with open(path, "rb") as handle:
            value = handle.read(MOST_BYTES).decode("utf-8-sig").strip()
    except FileNotFoundError:
        raise KeysError("there is no file of the name given with --keyfile") from None
    except (OSError, ValueError):
        raise KeysError("the file named with --keyfile cannot be read as text") from None
    if not value:
        raise KeysError("the file named with --keyfile is empty")
    return checked(value, "the file named with --keyfile")


def checked(value: str, shown: str) -> str:
    """The value. Raises KeysError where a header cannot carry it."""
    if not re.fullmatch(r"[\x20-\x7e]+", value):
        raise KeysError(f"{shown} holds a line break or a character outside ASCII; a header cannot carry it")
    return value


def hidden_texts(values) -> tuple:
    """Every form in which a header's value could come back: whole, its words, and these as JSON and in an address."""
    found = set()
    for value in values:
        for part in {value, *value.split()} - {"Bearer", "Basic", "Token"}:
            if len(part) >= SHORTEST_PART:
                found |= {part, json.dumps(part)[1:-1], urllib.parse.quote(part, safe=""), urllib.parse.quote_plus(part)}
    return tuple(sorted(found, key=lambda text: (-len(text), text)))
