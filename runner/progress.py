"""Counting, the progress line and the closing summary of a run."""
from __future__ import annotations

import math
import sys
import threading
import time
from array import array
from collections import Counter

from generators import english

LINE_SECONDS = 30.0
TERMINAL_SECONDS = 0.5
PERCENTILES = (50, 95, 99)
UNSENT = ("no connection", "not sent")
"""Kinds of failure in which no request reached an endpoint."""


class Tally:
    """What has happened since the start. Methods that count may be called by several threads."""

    def __init__(self):
        self._lock = threading.Lock()
        self.answered = 0
        self.failures = Counter()
        self.retries = Counter()
        self.remarks = Counter()
        self.models = Counter()
        self.milliseconds = array("d")
        self.input_tokens = 0
        self.output_tokens = 0
        self.without_tokens = 0
        self.in_a_row = 0

    def succeeded(self, ms: float | None, remarks=(), model: str | None = None, usage: dict | None = None) -> None:
        """Count an answer; usage may hold input_tokens and output_tokens."""
        tokens = tokens_of(usage)
        with self._lock:
            self.answered += 1
            self.in_a_row = 0
            if ms is not None:
                self.milliseconds.append(ms)
            if remarks:
                self.remarks.update(remarks)
            if model is not None:
                self.models[model] += 1
            if tokens is None:
                self.without_tokens += 1
            else:
                self.input_tokens += tokens[0]
                self.output_tokens += tokens[1]

    def failed(self, kind: str) -> int:
        """Count an item without an answer; the number of failures since the last answer comes back."""
        with self._lock:
            self.failures[kind] += 1
            self.in_a_row += 1
            return self.in_a_row

    def retried(self, kind: str) -> None:
        with self._lock:
            self.retries[kind] += 1

    @property
    def failed_items(self) -> int:
        return sum(self.failures.values())


def tokens_of(usage: dict | None):
    """(input, output) tokens of a usage object, or None where it does not say; no request has 0 input tokens."""
    if not isinstance(usage, dict):
        return None
    pair = usage.get("input_tokens"), usage.get("output_tokens")
    if any(isinstance(number, bool) or not isinstance(number, int) or number < 0 for number in pair) or pair[0] == 0:
        return None
    return pair


class Progress:
    """Shows how far a run is: one line that is written over on a terminal, a line every 30 s elsewhere."""

    def __init__(self, total: int, tally: Tally, stream=None):
        self._total = total
        self._tally = tally
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()
        self._begin = self._last = time.monotonic()
        self._width = 0

    def tick(self) -> None:
        """Show the line where it is due."""
        now = time.monotonic()
        if now - self._last >= (TERMINAL_SECONDS if self._terminal else LINE_SECONDS):
            self._last = now
            self._show(self.line())

    def line(self) -> str:
        done = self._tally.answered + self._tally.failed_items
        rate = done / max(time.monotonic() - self._begin, 1e-9)
        left = "?" if not done else duration((self._total - done) / rate)
        return f"{done:,}/{self._total:,}  {rate:,.1f}/s  {self._tally.failed_items:,} failed  {sum(self._tally.retries.values()):,} retries  ETA {left}"

    def _show(self, text: str) -> None:
        if self._terminal:
            self._stream.write("\r" + text.ljust(self._width))
            self._width = len(text)
        else:
            self._stream.write(text + "\n")
        self._stream.flush()

    def end(self) -> None:
        """Show the last state."""
        self._show(self.line())
        if self._terminal:
            self._stream.write("\n")
            self._stream.flush()


def duration(seconds: float) -> str:
    """Seconds as h:mm:ss or m:ss."""
    minutes, rest = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def percentile(values, percent: int) -> float | None:
    """The smallest value that at least so many percent of the values do not exceed; None for no values."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)] if ordered else None


# Summary

def figures(tally: Tally, seconds: float, prices) -> dict:
    """The figures of a start as `_run.json` holds them. prices: (input, output) per million tokens, each a number or None."""
    known = tally.answered > 0 and tally.without_tokens == 0
    return {
        "answered": tally.answered, "failed": dict(sorted(tally.failures.items())), "retries": dict(sorted(tally.retries.items())),
        "remarks": dict(sorted(tally.remarks.items())), "models": dict(sorted(tally.models.items())), "seconds": round(seconds, 3),
        "latency_ms": {f"p{percent}": rounded(percentile(tally.milliseconds, percent)) for percent in PERCENTILES},
        "tokens": {"input": tally.input_tokens, "output": tally.output_tokens, "answers_without": tally.without_tokens},
        "cost": cost(tally, prices) if known else None,
    }


def rounded(ms: float | None) -> float | None:
    return None if ms is None else round(ms, 3)


def cost(tally: Tally, prices) -> float | None:
    """The price of the answers, or None where a price is not given or no number can hold it."""
    if None in prices:
        return None
    price = (tally.input_tokens * prices[0] + tally.output_tokens * prices[1]) / 1e6
    return round(price, 6) if math.isfinite(price) else None


def summary(found: dict) -> str:
    """The closing lines for the figures of a start."""
    asked, unsent = ({kind: number for kind, number in found["failed"].items() if (kind in UNSENT) == is_unsent} for is_unsent in (False, True))
    retries = sum(found["retries"].values())
    latency = "  ".join(f"{name} {'unknown' if ms is None else f'{ms:,.1f}'}" for name, ms in found["latency_ms"].items())
    lines = [
        f"answered  {found['answered']:,} in {duration(found['seconds'])}",
        f"failed    {sum(asked.values()):,}" + listed(asked),
        *([f"unsent    {sum(unsent.values()):,}" + listed(unsent) + ", in the run folder as failed and asked again by the same command"] if unsent else []),
        f"retries   {retries:,}" + listed(found["retries"]),
        f"latency   {latency}  ms",
        f"tokens    {tokens_text(found)}",
        f"cost      {'unknown' if found['cost'] is None else format(found['cost'], ',.4f')}",
    ]
    lines += [f"model     {name}: {number:,}" for name, number in found["models"].items()]
    lines += [f"remark    {name}: {number:,}" for name, number in found["remarks"].items()]
    return "\n".join(lines)


def listed(counts: dict) -> str:
    return f" ({', '.join(f'{name}: {number:,}' for name, number in counts.items())})" if counts else ""


def tokens_text(found: dict) -> str:
    """Tokens in and out; unknown where no answer told them."""
    tokens = found["tokens"]
    if tokens["answers_without"] >= found["answered"]:
        return "unknown"
    text = f"{tokens['input']:,} in, {tokens['output']:,} out"
    return text + (f", unknown for {english.counted(tokens['answers_without'], 'answer')}" if tokens["answers_without"] else "")
