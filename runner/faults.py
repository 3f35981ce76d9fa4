"""What went wrong with a request, whether to ask again, and after how long. Knows no dialect.

Statuses fall into three sets: asked again, not asked again, and those that stop a run when nothing has been answered yet.
"""
from __future__ import annotations

import datetime
import email.utils
import json
import random
import re
import time
from typing import NamedTuple

from runner import transport

AGAIN = frozenset((408, 425, 429, 500, 502, 503, 504, 529))
STOP_AT_START = frozenset((401, 402, 403, 404))
REDIRECTS = frozenset((301, 302, 303, 307, 308))
QUOTA_CODES = frozenset(("insufficient_quota", "quota_exhausted", "quota_exceeded", "billing_hard_limit_reached", "4006"))
QUOTA_WORDS = re.compile(
    r"exceeded your current quota|quota (?:is |has been )?exhausted|daily (?:free )?(?:allowance|allocation)|insufficient (?:credit|balance|funds|quota)", re.I)
TEXT_CHARACTERS = 200
READ_CHARACTERS = 2000
FIRST_WAIT = 0.5
LONGEST_BACKOFF = 30.0
JITTER = 0.25


class Problem(NamedTuple):
    """A request without an answer. kind: what failures are counted under; wait: seconds the server asked for, or None."""

    kind: str
    text: str
    again: bool
    status: int | None = None
    wait: float | None = None
    quota: bool = False


def of_fault(fault: transport.Fault) -> Problem:
    """The problem of a request without a usable reply; only a certificate is not tried again."""
    kinds = {"connect": "no connection", "tls": "certificate", "timeout": "timeout", "cut": "connection lost", "reply": "broken reply"}
    return Problem(kinds[fault.kind], f"{kinds[fault.kind]}: {fault}", fault.kind != "tls")


def of_status(reply: transport.Reply) -> Problem | None:
    """The problem that a reply's status stands for, or None for a status of success."""
    status = reply.status
    if 200 <= status < 300:
        return None
    name, message = f"HTTP {status}", message_of(reply.body)
    if status in REDIRECTS and reply.headers.get("location"):
        target = reply.headers["location"].partition("?")[0]
        return Problem(name, f"{name}: moved to {printable(target)}; name the final address with --url", False, status)
    text = f"{name}: {message}" if message else name
    quota = status == 429 and is_quota(reply.body)
    return Problem(name, text, status in AGAIN and not quota, status, retry_after(reply.headers), quota)


# Reading an error body

def message_of(body: bytes) -> str:
    """The message in an error body: of the usual shapes, or its first characters."""
    text = body[:4096].decode("utf-8", "replace")
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return "an HTML page" if is_html(body) else printable(text)
    return printable(find_message(value) or text)


def find_message(value) -> str | None:
    """The first text found where servers put the message of an error; None where there is none."""
    for path in (("error",), ("error", "message"), ("detail",), ("detail", "message"), ("detail", "error_type"), ("detail", 0, "msg"),
                 ("errors", 0, "message"), ("message",)):
        found = follow(value, path)
        if isinstance(found, str) and found.strip():
            return found
    return None


def follow(value, path):
    """What stands in nested objects and lists under a path of keys and places, or None."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def printable(text: str) -> str:
    """A text on one line, without control characters and within bounds; `cut` shortens it once keys have been taken out."""
    return " ".join("".join(mark if mark.isprintable() else " " for mark in text[:READ_CHARACTERS]).split())


def cut(text: str) -> str:
    """A text of at most 200 characters."""
    return text if len(text) <= TEXT_CHARACTERS else text[:TEXT_CHARACTERS - 3] + "..."


def is_html(body: bytes) -> bool:
    return body[:512].lstrip().lower().startswith((b"<!doctype", b"<html", b"<head", b"<body"))


def is_quota(body: bytes) -> bool:
    """True where an error body says that an allowance is used up, rather than that requests come too fast."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return False
    paths = [(*outer, key) for outer in ((), ("error",), ("detail",), ("errors", 0)) for key in ("code", "type", "error_type")]
    codes = {str(follow(value, path)).lower() for path in paths}
    return bool(codes & QUOTA_CODES or QUOTA_WORDS.search(find_message(value) or ""))


# Waiting

def retry_after(headers: dict) -> float | None:
    """The seconds a reply asks to wait: in milliseconds, in seconds or fractions, or as a date; None where it does not say."""
    for name, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0), ("llm_provider-retry-after", 1.0)):
        text = headers.get(name, "").strip()
        if re.fullmatch(r"[0-9]{1,12}(\.[0-9]*)?|\.[0-9]+", text):
            return float(text) / scale
        if text and scale == 1.0:
            then = seconds_of_date(text)
            if then is not None:
                now = seconds_of_date(headers.get("date", ""))
                return max(0.0, then - (time.time() if now is None else now))
    return None


def seconds_of_date(text: str) -> float | None:
    """An HTTP date as seconds since 1970, or None."""
    try:
        moment = email.utils.parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    if moment is None:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=datetime.timezone.utc)).timestamp()


def backoff(attempt: int) -> float:
    """Seconds before asking again after the n-th attempt, n >= 1: doubling from 0.5 up to 30, less up to a quarter at random."""
    return min(LONGEST_BACKOFF, FIRST_WAIT * 2 ** min(attempt - 1, 16)) * (1 - JITTER * random.random())
