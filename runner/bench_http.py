"""Ask a typed-decision endpoint every item of a data root and write its answers to a run folder.

Example: python3 runner/bench_http.py --url http://127.0.0.1:9701 --model my-decider --out runs/my-decider

A second start of the same command asks only what has no valid answer yet. Exit status: 0 all answered; 1 some failed;
2 could not run, or stopped; 130 interrupted.
"""
from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import items
from runner import answers, doctor, endpoint, faults, keys, plan, progress, running, transport, wire, work

PROGRAM = "bench_http.py"


# Arguments

class Parser(argparse.ArgumentParser):
    """A parser whose error messages repeat no values, since a value may be a key given by mistake."""

    def parse_args(self, args=None, namespace=None):
        known, rest = self.parse_known_args(args, namespace)
        if rest:
            names = ", ".join(word.partition("=")[0] for word in rest if word.startswith("--")) or "a value without an option"
            self.error(f"not understood: {names}")
        return known


def build_parser() -> Parser:
    parser = Parser(prog=PROGRAM, description=__doc__.split("\n")[0], allow_abbrev=False)
    running.add_choice_of_items(parser)
    asked = parser.add_argument_group("the endpoint")
    asked.add_argument("--url", action="append", required=True, help="address of the endpoint: a root, .../v1, a path prefix or the full path; several times for replicas")
    asked.add_argument("--model", required=True, help="model name to send")
    asked.add_argument("--api", choices=wire.DIALECTS, default="systemone", help="dialect: systemone, or decisions for the OpenAI-shaped one (default: systemone)")
    asked.add_argument("--api-key-env", metavar="VAR", help="environment variable that holds the key, sent as a bearer token (default: no key)")
    asked.add_argument("--header", action="append", default=[], metavar="NAME=VAR", help="send the header NAME with the value of the environment variable VAR; may be repeated")
    asked.add_argument("--same-model", action="store_true", help="the same model answers at the new address too: go on with the run folder of another address")
    speed = parser.add_argument_group("speed, limits and faults")
    speed.add_argument("--concurrency", type=running.count, default=8, metavar="N", help="requests under way at once (default: 8)")
    speed.add_argument("--rps", type=running.positive, metavar="R", help="at most R requests a second (default: no bound)")
    speed.add_argument("--connect-timeout", type=running.positive, default=10.0, metavar="S", help="seconds to connect (default: 10)")
    speed.add_argument("--read-timeout", type=running.positive, default=60.0, metavar="S", help="longest silence while a reply is awaited or arrives (default: 60)")
    speed.add_argument("--timeout", type=running.positive, default=120.0, metavar="S", help="seconds for one request as a whole (default: 120)")
    speed.add_argument("--retries", type=running.count_or_zero, default=8, metavar="N", help="times that a request is sent again after a passing fault (default: 8)")
    speed.add_argument("--max-wait", type=running.positive, default=60.0, metavar="S", help="longest Retry-After that is waited for; a longer one stops the run (default: 60)")
    speed.add_argument("--patience", type=running.not_negative, default=30.0, metavar="S", help="seconds to wait at the start for an endpoint that cannot be reached (default: 30)")
    speed.add_argument("--max-failures", type=running.count_or_zero, default=50, metavar="N", help="stop after N failed items in a row; 0 for never (default: 50)")
    shown = parser.add_argument_group("costs, and looking before running")
    shown.add_argument("--price-in", type=running.not_negative, metavar="P", help="price of a million input tokens, for the summary")
    shown.add_argument("--price-out", type=running.not_negative, metavar="P", help="price of a million output tokens, for the summary")
    shown.add_argument("--dry-run", action="store_true", help="print the first request of each task and the counts; send and write nothing")
    shown.add_argument("--doctor", action="store_true", help="ask three probe questions and say what the endpoint does differently; write nothing")
    return parser


# Parts of a run

def addresses_of(args) -> list:
    return list(dict.fromkeys(wire.join_address(url, args.api) for url in args.url))


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


# Asking

def make_record(item: items.Item, outcome: endpoint.Outcome) -> dict:
    """The record of an outcome, keys in the order of the answers file."""
    ms = None if outcome.ms is None else round(outcome.ms, 2)
    if outcome.problem is not None:
        raw = {} if outcome.raw is None else {"raw": outcome.raw}
        return {"id": item.id, "error": outcome.problem.text, **raw, "ms": ms, "attempts": outcome.attempts}
    reading = outcome.value
    usage = {} if reading.usage is None else {"usage": reading.usage}
    return {"id": item.id, "p": reading.p, "raw": reading.raw, "ms": ms, "attempts": outcome.attempts, **usage}


def to_text(value) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def to_line(record: dict, secrets: keys.Keys) -> str:
    """The line of a record; what the endpoint said is cleaned of keys, the item's id and option keys are not touched."""
    own = {key: record[key] for key in ("id", "p") if key in record}
    said = {key: record[key] for key in record if key not in own}
    line = to_text(own)[:-1] + "," + secrets.clean(to_text(said))[1:] + "\n"
    return line if line.isascii() else line.encode("utf-8", "backslashreplace").decode("utf-8")


class Asker:
    """Asks one item and writes its record; called by the workers."""

    def __init__(self, args, asked: endpoint.Endpoint, folder: answers.RunFolder, tally: progress.Tally, halt: work.Halt, secrets: keys.Keys):
        self._args = args
        self._endpoint = asked
        self._folder = folder
        self._tally = tally
        self._halt = halt
        self._secrets = secrets

    def __call__(self, job) -> None:
        task, item = job
        try:
            body = wire.request_body(self._args.api, self._args.model, item.state, item.question)
        except wire.WireError as error:
            self._fail(task, item, endpoint.Outcome(None, faults.Problem("not sent", f"not sent: {error}", False), 0, None))
            return
        outcome = self._endpoint.ask(body, lambda reply: wire.read_reply(reply, item.question, item.options))
        if outcome is None:
            return
        if outcome.problem is not None:
            self._fail(task, item, outcome)
            return
        self._folder.write(task, to_line(make_record(item, outcome), self._secrets))
        reading = outcome.value
        model = None if reading.model is None else faults.cut(self._secrets.clean(faults.printable(reading.model)))
        self._tally.succeeded(outcome.ms, reading.remarks, model, reading.usage)

    def _fail(self, task: str, item: items.Item, outcome: endpoint.Outcome) -> None:
        self._folder.write(task, to_line(make_record(item, outcome), self._secrets))
        running.count_failure(self._tally, self._halt, outcome.problem.kind, outcome.problem.text, self._args.max_failures)


def ask_all(args, secrets: keys.Keys, folder: answers.RunFolder, addresses) -> int:
    """Ask everything that is left; the exit status comes back."""
    plans = running.make_plans(args, folder.load)
    described = {**check_places(folder, args, addresses), **describe(args, addresses)}
    run = running.bind(folder, PROGRAM, {"model": args.model, "api": args.api}, described, plans)
    halt, tally, client = work.Halt(), progress.Tally(), make_client(args, secrets)
    policy = endpoint.Policy(args.retries, args.max_wait, args.patience)
    asked = endpoint.Endpoint(addresses, client, endpoint.Pace(args.concurrency, args.rps), policy, halt, tally, secrets.clean)
    asker = Asker(args, asked, folder, tally, halt, secrets)
    try:
        return running.carry_out(folder, run, plans, plan.jobs(plans), asker, args.concurrency, halt, tally, (args.price_in, args.price_out))
    finally:
        client.close()


def check_sending(addresses, secrets: keys.Keys) -> None:
    """Show where requests go; warn where a key would travel in the clear."""
    for address in addresses:
        proxy = transport.proxy_for(address)
        query = "?..." if "?" in address.target else ""
        through = f" through the proxy {proxy.host}:{proxy.port}" if proxy else ""
        running.say(PROGRAM, f"asking {address.shown()}{query}{through}")
        if secrets.headers and address.scheme == "http" and not transport.is_loopback(address.host):
            running.say(PROGRAM, "warning: the key is sent without encryption (http)")


def dry_run(args, addresses, secrets: keys.Keys) -> int:
    """Print the first request of every task, keys left out, and the counts."""
    plans = running.make_plans(args, lambda task: b"")
    for one in plans:
        task, item = next(plan.jobs([one]), (None, None))
        print(f"{one.task}: {one.chosen:,} items chosen of {one.mark['items']:,}")
        if item is not None:
            print(f"POST {addresses[0].shown()}")
            print("\n".join(f"{name}: {keys.HIDDEN}" for name in secrets.headers) + ("\n" if secrets.headers else "")
                  + wire.request_body(args.api, args.model, item.state, item.question).decode("ascii") + "\n")
    print(f"{sum(one.chosen for one in plans):,} requests in all; nothing was sent")
    return 0


def run(args) -> int:
    """What the arguments ask for; the exit status comes back. Raises one of running.ERRORS, keys.KeysError or wire.WireError."""
    secrets = keys.read_keys(args.api_key_env, args.header)
    addresses = addresses_of(args)
    if args.dry_run:
        return dry_run(args, addresses, secrets)
    check_sending(addresses, secrets)
    if args.doctor:
        return doctor.examine(args.api, args.model, addresses, make_client(args, secrets), secrets)
    running.check_choice(args)
    with answers.RunFolder(args.out, args.fsync_seconds) as folder:
        return ask_all(args, secrets, folder, addresses)


def main(argv=None) -> int:
    return running.guarded(PROGRAM, run, build_parser().parse_args(argv), (keys.KeysError, wire.WireError))


if __name__ == "__main__":
    sys.exit(main())
