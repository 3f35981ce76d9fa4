"""What the runners over HTTP share: options of an endpoint, client, keys, places, the asker of one item, the run as a whole. Knows no dialect."""
from __future__ import annotations

import argparse
import json
from typing import Any, Callable, NamedTuple

from generators import english, items
from runner import answers, endpoint, faults, keys, plan, progress, running, transport, wire, work

ERRORS = (keys.KeysError, wire.WireError)
SECONDS = {"connect": 10.0, "read": 60.0, "total": 120.0}
"""Time limits of a request to an endpoint that answers at once."""


class Said(NamedTuple):
    """What one good outcome says beside probabilities: names of what was accepted though not exact, the model's own name, its token counts."""

    remarks: tuple = ()
    model: str | None = None
    usage: dict | None = None


class Manner(NamedTuple):
    """How a runner speaks with its endpoint.

    consult(ask, item) gives the Outcome of one item from as many ask(body, read) as it needs, None where a stop was ordered; it may raise
    wire.WireError. fields(item, outcome) gives what stands in the item's record beside its id; said(value) what is counted.
    """

    consult: Callable
    fields: Callable
    said: Callable


class Course(NamedTuple):
    """One run: its program's name, where its answers go, what it is bound to, addresses, keys, manner, which records are answers, and
    own(task, item), what else each record holds of the item."""

    program: str
    folder: answers.RunFolder
    binding: dict
    addresses: list
    secrets: keys.Keys
    manner: Manner
    is_answer: Callable = answers.is_valid
    own: Callable = lambda task, item: {}


# Arguments

class Parser(argparse.ArgumentParser):
    """A parser whose error messages repeat no values, since a value may be a key given by mistake."""

    def parse_args(self, args=None, namespace=None):
        known, rest = self.parse_known_args(args, namespace)
        if rest:
            names = ", ".join(word.partition("=")[0] for word in rest if word.startswith("--")) or "a value without an option"
            self.error(f"not understood: {names}")
        return known


def add_keys(group) -> None:
    group.add_argument("--api-key-env", metavar="VAR", help="environment variable that holds the key, sent as a bearer token (default: no key)")
    group.add_argument("--header", action="append", default=[], metavar="NAME=VAR", help="send the header NAME with the value of the environment variable VAR; may be repeated (default: none)")
    group.add_argument("--same-model", action="store_true", help="the same model answers at the new address too: go on with the run folder of another address (default: a folder stays with its address)")


def add_speed(parser, concurrency: int = 8, seconds=SECONDS) -> None:
    """Speed, limits and faults. seconds: the defaults of the time limits."""
    speed = parser.add_argument_group("speed, limits and faults")
    speed.add_argument("--concurrency", type=running.count, default=concurrency, metavar="N", help=f"requests under way at once (default: {concurrency})")
    speed.add_argument("--rps", type=running.positive, metavar="R", help="at most R requests a second (default: no bound)")
    speed.add_argument("--connect-timeout", type=running.positive, default=seconds["connect"], metavar="S", help=f"seconds to connect (default: {seconds['connect']:g})")
    speed.add_argument("--read-timeout", type=running.positive, default=seconds["read"], metavar="S",
                       help=f"longest silence while a reply is awaited or arrives (default: {seconds['read']:g})")
    speed.add_argument("--timeout", type=running.positive, default=seconds["total"], metavar="S", help=f"seconds for one request as a whole (default: {seconds['total']:g})")
    speed.add_argument("--retries", type=running.count_or_zero, default=8, metavar="N", help="times that a request is sent again after a passing fault (default: 8)")
    speed.add_argument("--max-wait", type=running.positive, default=60.0, metavar="S", help="longest Retry-After that is waited for; a longer one stops the run (default: 60)")
    speed.add_argument("--patience", type=running.not_negative, default=30.0, metavar="S", help="seconds to wait at the start for an endpoint that cannot be reached (default: 30)")
    speed.add_argument("--max-failures", type=running.count_or_zero, default=50, metavar="N", help="stop after N failed items in a row; 0 for never (default: 50)")


def add_looking(parser):
    """Costs and --dry-run; the group comes back."""
    shown = parser.add_argument_group("costs, and looking before running")
    shown.add_argument("--price-in", type=running.not_negative, metavar="P", help="price of a million input tokens, for the summary (default: no costs)")
    shown.add_argument("--price-out", type=running.not_negative, metavar="P", help="price of a million output tokens, for the summary (default: no costs)")
    shown.add_argument("--dry-run", action="store_true", help="print the first request of each task and the counts; send and write nothing (default: run)")
    return shown


# Parts of a run

def make_client(args, secrets: keys.Keys) -> transport.Client:
    limits = transport.Limits(args.connect_timeout, min(args.read_timeout, args.timeout), args.timeout)
    return transport.Client(limits, secrets.headers, follow=not secrets.headers)


def describe(args, addresses) -> dict:
    """What `_run.json` says about how a start was made: nothing secret, no query, no key."""
    names = ("concurrency", "rps", "connect_timeout", "read_timeout", "timeout", "retries", "max_wait", "patience", "max_failures", "price_in", "price_out")
    return {"url": [address.shown() for address in addresses], "parameters": {**{name: getattr(args, name) for name in names}, **running.parameters(args)}}


def check_places(folder: answers.RunFolder, args, addresses) -> dict:
    """The hosts and paths of all starts on a run folder, and whether one was said to be the same model. Raises answers.AnswersError."""
    known = answers.read_run(folder.path)
    now = sorted({address.host + address.path for address in addresses})
    places = answers.check_places(folder.path / answers.RUN_FILE, known.get("places", []), now, args.same_model)
    return {"places": places, "same_model": bool(args.same_model or known.get("same_model"))}


def check_sending(program: str, addresses, secrets: keys.Keys) -> None:
    """Show where requests go; warn where a key would travel in the clear."""
    for address in addresses:
        proxy = transport.proxy_for(address)
        query = "?..." if "?" in address.target else ""
        through = f" through the proxy {proxy.host}:{proxy.port}" if proxy else ""
        running.say(program, f"asking {address.shown()}{query}{through}")
        if secrets.headers and address.scheme == "http" and not transport.is_loopback(address.host):
            running.say(program, "warning: the key is sent without encryption (http)")


# Asking

def failure_fields(outcome: endpoint.Outcome) -> dict:
    """The record of a failed item, beside its id."""
    raw = {} if outcome.raw is None else {"raw": outcome.raw}
    return {"error": outcome.problem.text, **raw, "ms": rounded(outcome.ms), "attempts": outcome.attempts}


def rounded(ms: float | None) -> float | None:
    return None if ms is None else round(ms, 2)


def to_text(value) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def to_line(record: dict, secrets: keys.Keys) -> str:
    """The line of a record; what the endpoint said is cleaned of keys, what is the item's own (ids and option keys) is not touched."""
    own = {key: record[key] for key in ("id", "task", "options", "p") if key in record}
    said = {key: record[key] for key in record if key not in own}
    line = to_text(own)[:-1] + "," + secrets.clean(to_text(said))[1:] + "\n"
    return line if line.isascii() else line.encode("utf-8", "backslashreplace").decode("utf-8")


class Asker:
    """Asks one item and writes its record; called by the workers."""

    def __init__(self, args, asked: endpoint.Endpoint, course: Course, tally: progress.Tally, halt: work.Halt):
        self._args = args
        self._endpoint = asked
        self._course = course
        self._tally = tally
        self._halt = halt

    def __call__(self, job) -> None:
        task, item = job
        manner = self._course.manner
        try:
            outcome = manner.consult(self._endpoint.ask, item)
        except wire.WireError as error:
            outcome = endpoint.Outcome(None, faults.Problem("not sent", f"not sent: {error}", False), 0, None)
        if outcome is None:
            return
        if outcome.problem is not None:
            self._write(task, item, failure_fields(outcome))
            running.count_failure(self._tally, self._halt, outcome.problem.kind, outcome.problem.text, self._args.max_failures)
            return
        self._write(task, item, manner.fields(item, outcome))
        said = manner.said(outcome.value)
        model = None if said.model is None else faults.cut(self._course.secrets.clean(faults.printable(said.model)))
        self._tally.succeeded(outcome.ms, said.remarks, model, said.usage)

    def _write(self, task: str, item: items.Item, fields: dict) -> None:
        self._course.folder.write(task, to_line({"id": item.id, **self._course.own(task, item), **fields}, self._course.secrets))


def ask_all(args, course: Course) -> int:
    """Ask everything that is left; the exit status comes back."""
    folder, secrets = course.folder, course.secrets
    plans = running.make_plans(args, folder.load, course.is_answer)
    described = {**check_places(folder, args, course.addresses), **describe(args, course.addresses)}
    run = running.bind(folder, course.program, course.binding, described, plans)
    halt, tally, client = work.Halt(), progress.Tally(), make_client(args, secrets)
    policy = endpoint.Policy(args.retries, args.max_wait, args.patience)
    asked = endpoint.Endpoint(course.addresses, client, endpoint.Pace(args.concurrency, args.rps), policy, halt, tally, secrets.clean)
    try:
        return running.carry_out(folder, run, plans, plan.jobs(plans), Asker(args, asked, course, tally, halt), args.concurrency, halt, tally,
                                 (args.price_in, args.price_out))
    finally:
        client.close()


def dry_run(args, addresses, secrets: keys.Keys, body: Callable[[items.Item], Any]) -> int:
    """Print the first request of every task, keys left out, and the counts. body(item) gives the bytes of a request."""
    plans = running.make_plans(args, lambda task: b"")
    for one in plans:
        item = next((item for _, item in plan.jobs([one])), None)
        print(f"{one.task}: {english.counted(one.chosen, 'item')} chosen of {one.mark['items']:,}")
        if item is not None:
            print(f"POST {addresses[0].shown()}")
            print("\n".join(f"{name}: {keys.HIDDEN}" for name in secrets.headers) + ("\n" if secrets.headers else "") + body(item).decode("ascii") + "\n")
    print(f"{english.counted(sum(one.chosen for one in plans), 'request')} in all; nothing was sent")
    return 0
