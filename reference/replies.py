"""Replies of a chat model behind an OpenAI-compatible endpoint, sampled several a question into a file that only ever grows.

A second start of the same command asks only what is missing. A line that a crash cut is taken off before the file grows again.
"""
from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path
from typing import NamedTuple

from reference import grading
from reference.sources import SourceError
from runner import endpoint, faults, keys, progress, transport, wire, work
from runner.probabilities import AnswerError

PATH = "chat/completions"
PROMPT = "{question}\n\nThink as long as you need. {form} End with one line that begins with `Answer:` and holds nothing but the answer."
LIMITS = transport.Limits(10.0, 300.0, 600.0)
"""Seconds to connect, of silence, and for a whole reply; a small machine may think for minutes."""
RETRIES = 8
PATIENCE_SECONDS = 30.0
MAX_FAILURES = 20
TELL_SECONDS = 30.0


class Sampling(NamedTuple):
    """How replies are drawn; all replies of a model in one file share it, but for their number."""

    model: str
    samples: int
    temperature: float
    max_tokens: int


class Speed(NamedTuple):
    """Requests under way at once, and the longest wait in seconds that an endpoint may ask for."""

    concurrency: int
    max_wait: float


# Requests and replies

def address_of(url: str) -> transport.Address:
    """The address of chat completions under a base URL: a root gets /v1, a full path stays. Raises transport.TransportError."""
    base = transport.parse_address(url.strip())
    place, question, query = base.target.partition("?")
    place = place.rstrip("/") or "/v1"
    return base._replace(target=(place if place.endswith(f"/{PATH}") else f"{place}/{PATH}") + question + query)


def prompt_of(record: dict) -> str:
    """What the model is asked."""
    return PROMPT.format(question=record["question"], form=grading.RULES[record["rule"]].form)


def request_body(sampling: Sampling, record: dict) -> bytes:
    """The bytes of a request for one reply. Raises SourceError for text that UTF-8 cannot hold."""
    fields = {"model": sampling.model, "messages": [{"role": "user", "content": prompt_of(record)}],
              "temperature": sampling.temperature, "max_tokens": sampling.max_tokens}
    text = json.dumps(fields, separators=(",", ":"), allow_nan=False)
    if "\\ud" in text and wire.has_lone_surrogate(text):
        raise SourceError(f"{record['id']}: its text holds half of a surrogate pair; the file is damaged")
    return text.encode("ascii")


def read_reply(body: bytes) -> str:
    """The text of a reply's first choice; a refusal that the API keeps apart counts as the text. Raises AnswerError."""
    data = wire.parse_json(body)
    choices = data.get("choices") if isinstance(data, dict) else None
    message = choices[0].get("message") if isinstance(choices, list) and choices and isinstance(choices[0], dict) else None
    if not isinstance(message, dict):
        said = faults.printable(faults.find_message(data) or "") if isinstance(data, dict) else ""
        raise AnswerError(f"an error behind a status of success: {said}" if said else "the reply has no choices with a message")
    text = next((message[name] for name in ("content", "refusal") if isinstance(message.get(name), str)), None)
    if text is None:
        raise AnswerError("the reply has no text")
    return text.encode("utf-8", "replace").decode("utf-8")


# The file

def to_line(record: dict) -> bytes:
    return (json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n").encode("utf-8")


class Lines:
    """A file that lines are appended to, one write a line; several threads may call `write`."""

    def __init__(self, path):
        self.path = Path(path)
        self._lock = threading.Lock()
        mend(self.path)
        self._file = open(self.path, "ab", buffering=0)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        os.fsync(self._file.fileno())
        self._file.close()

    def write(self, record: dict) -> None:
        """Append a record. Raises OSError; then nothing of its line stays."""
        data = to_line(record)
        with self._lock:
            size = os.fstat(self._file.fileno()).st_size
            try:
                done = self._file.write(data)
                while done < len(data):
                    done += self._file.write(data[done:])
            except OSError:
                os.ftruncate(self._file.fileno(), size)
                raise


def mend(path: Path) -> None:
    """Take a last line without its end off a file; a crash left it."""
    if path.exists():
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)


# Sampling

class Sampler:
    """Asks for the replies that a question lacks and appends them; called by the workers with (record, number of replies)."""

    def __init__(self, sampling: Sampling, asked: endpoint.Endpoint, lines: Lines, own: dict, tally: progress.Tally, halt: work.Halt, secrets: keys.Keys):
        self._sampling = sampling
        self._endpoint = asked
        self._lines = lines
        self._own = own
        self._tally = tally
        self._halt = halt
        self._secrets = secrets

    def __call__(self, job) -> None:
        record, missing = job
        body, replies = request_body(self._sampling, record), []
        while len(replies) < missing:
            outcome = self._endpoint.ask(body, read_reply)
            if outcome is None or outcome.problem is not None:
                self._count(outcome)
                break
            replies.append(self._secrets.clean(outcome.value))
            self._tally.succeeded(outcome.ms)
        if replies:
            self._lines.write({**record, **self._own, "replies": replies})

    def _count(self, outcome) -> None:
        if outcome is not None:
            in_a_row = self._tally.failed(outcome.problem.kind)
            if in_a_row >= MAX_FAILURES:
                self._halt.order(f"{in_a_row} questions in a row failed, the last one with: {outcome.problem.text}")


def ticker(tally: progress.Tally, wanted: int, say):
    """A function that tells from time to time how far sampling is."""
    told = [time.monotonic()]

    def tick():
        if time.monotonic() - told[0] >= TELL_SECONDS:
            told[0] = time.monotonic()
            say(f"{tally.answered:,} of {wanted:,} replies")
    return tick


def sample(sampling: Sampling, addresses, secrets: keys.Keys, jobs, lines: Lines, own: dict, speed, halt: work.Halt, say) -> progress.Tally:
    """Ask for all replies that the jobs (record, number) lack; the counts come back, the reason of a stop is in `halt`.

    own: what each line holds beside the question. speed: a Speed. say(text) tells how far it is.
    """
    tally, client = progress.Tally(), transport.Client(LIMITS, secrets.headers, follow=not secrets.headers)
    asked = endpoint.Endpoint(addresses, client, endpoint.Pace(speed.concurrency, None), endpoint.Policy(RETRIES, speed.max_wait, PATIENCE_SECONDS),
                              halt, tally, secrets.clean)
    try:
        work.run(jobs, Sampler(sampling, asked, lines, own, tally, halt, secrets), speed.concurrency, halt, ticker(tally, sum(missing for _, missing in jobs), say))
    finally:
        client.close()
    return tally
