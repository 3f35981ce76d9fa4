"""Ask a typed-decision endpoint every item of a data root and write its answers to a run folder.

Example: python3 runner/bench_http.py --url http://127.0.0.1:9701 --model my-decider --out runs/my-decider

A second start of the same command asks only what has no valid answer yet. Exit status: 0 all answered; 1 some failed;
2 could not run, or stopped; 130 interrupted.
"""
from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import platform
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import families, items
from runner import answers, doctor, endpoint, keys, plan, progress, transport, wire, work

PROGRAM = "bench_http.py"
ERRORS = (items.ItemsError, answers.AnswersError, keys.KeysError, plan.PlanError, transport.TransportError)


# Arguments

class Parser(argparse.ArgumentParser):
    """A parser whose error messages repeat no values, since a value may be a key given by mistake."""

    def parse_args(self, args=None, namespace=None):
        known, rest = self.parse_known_args(args, namespace)
        if rest:
            names = ", ".join(word.partition("=")[0] for word in rest if word.startswith("--")) or "a value without an option"
            self.error(f"not understood: {names}")
        return known


def positive(text: str) -> float:
    value = float(text)
    if not (math.isfinite(value) and value > 0):
        raise ValueError
    return value


def not_negative(text: str) -> float:
    value = float(text)
    if not (math.isfinite(value) and value >= 0):
        raise ValueError
    return value


def count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def count_or_none(text: str) -> int:
    value = int(text)
    if value < 0:
        raise ValueError
    return value


def add_choice_of_items(parser) -> None:
    """The options that every runner has: which items, where to, how to go on."""
    parser.add_argument("--out", metavar="DIR", help="run folder to write, for example runs/NAME")
    parser.add_argument("--root", default="data", help="data root with the items (default: data)")
    parser.add_argument("--tasks", metavar="A,B", help="only these tasks (default: all of the data root)")
    parser.add_argument("--limit", type=count, metavar="N", help="only the first N items of each task (default: all)")
    parser.add_argument("--shard", default="1/1", metavar="K/N", help="only part K of N, whole groups and queries; auto takes K and N from a Slurm or Kubernetes array job (default: 1/1)")
    parser.add_argument("--retry-errors", choices=("yes", "no"), default="yes", help="whether a start asks failed items of earlier starts again (default: yes)")
    parser.add_argument("--fsync-seconds", type=not_negative, default=5.0, metavar="S", help="have answers on the disk at least this often (default: 5)")


def build_parser() -> Parser:
    parser = Parser(prog=PROGRAM, description=__doc__.split("\n")[0], allow_abbrev=False)
    add_choice_of_items(parser)
    asked = parser.add_argument_group("the endpoint")
    asked.add_argument("--url", action="append", required=True, help="address of the endpoint: a root, .../v1, a path prefix or the full path; several times for replicas")
    asked.add_argument("--model", required=True, help="model name to send")
    asked.add_argument("--api", choices=wire.DIALECTS, default="systemone", help="dialect: systemone, or decisions for the OpenAI-shaped one (default: systemone)")
    asked.add_argument("--api-key-env", metavar="VAR", help="environment variable that holds the key, sent as a bearer token (default: no key)")
    asked.add_argument("--header", action="append", default=[], metavar="NAME=VAR", help="send the header NAME with the value of the environment variable VAR; may be repeated")
    asked.add_argument("--same-model", action="store_true", help="the same model answers at the new address too: go on with the run folder of another address")
    speed = parser.add_argument_group("speed, limits and faults")
    speed.add_argument("--concurrency", type=count, default=8, metavar="N", help="requests under way at once (default: 8)")
    speed.add_argument("--rps", type=positive, metavar="R", help="at most R requests a second (default: no bound)")
    speed.add_argument("--connect-timeout", type=positive, default=10.0, metavar="S", help="seconds to connect (default: 10)")
    speed.add_argument("--read-timeout", type=positive, default=60.0, metavar="S", help="longest silence while a reply is awaited or arrives (default: 60)")
    speed.add_argument("--timeout", type=positive, default=120.0, metavar="S", help="seconds for one request as a whole (default: 120)")
    speed.add_argument("--retries", type=count_or_none, default=8, metavar="N", help="times that a request is sent again after a passing fault (default: 8)")
    speed.add_argument("--max-wait", type=positive, default=60.0, metavar="S", help="longest Retry-After that is waited for; a longer one stops the run (default: 60)")
    speed.add_argument("--patience", type=not_negative, default=30.0, metavar="S", help="seconds to wait at the start for an endpoint that cannot be reached (default: 30)")
    speed.add_argument("--max-failures", type=count_or_none, default=50, metavar="N", help="stop after N failed items in a row; 0 for never (default: 50)")
    shown = parser.add_argument_group("costs, and looking before running")
    shown.add_argument("--price-in", type=not_negative, metavar="P", help="price of a million input tokens, for the summary")
    shown.add_argument("--price-out", type=not_negative, metavar="P", help="price of a million output tokens, for the summary")
    shown.add_argument("--dry-run", action="store_true", help="print the first request of each task and the counts; send and write nothing")
    shown.add_argument("--doctor", action="store_true", help="ask three probe questions and say what the endpoint does differently; write nothing")
    return parser


# Parts of a run

def split_names(text: str | None):
    """The names of a comma-separated list, or None."""
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


def make_plans(args, load) -> list:
    """The plan of every chosen task."""
    choice = plan.Choice(args.limit, plan.read_shard(args.shard), args.retry_errors == "yes")
    return [plan.plan_task(args.root, task, choice, load) for task in items.choose_tasks(args.root, split_names(args.tasks))]


def addresses_of(args) -> list:
    return list(dict.fromkeys(wire.join_address(url, args.api) for url in args.url))


def make_client(args, secrets: keys.Keys) -> transport.Client:
    limits = transport.Limits(args.connect_timeout, min(args.read_timeout, args.timeout), args.timeout)
    return transport.Client(limits, secrets.headers, follow=not secrets.headers)


def now() -> str:
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def describe(args, addresses) -> dict:
    """What `_run.json` says about how a start was made: nothing secret, no query, no key."""
    names = ("concurrency", "rps", "connect_timeout", "read_timeout", "timeout", "retries", "max_wait", "patience", "max_failures",
             "limit", "shard", "tasks", "retry_errors", "price_in", "price_out")
    return {"url": [address.shown() for address in addresses], "parameters": {name: getattr(args, name) for name in names}, "versions": versions()}


def versions() -> dict:
    return {"release": families.RELEASE, "python": platform.python_version(), "platform": platform.platform()}


def bind(folder: answers.RunFolder, args, addresses, plans) -> dict:
    """The content of `_run.json` at the start of a run, after the folder has been checked and `_items.json` written. Raises AnswersError."""
    path, known = folder.path / answers.RUN_FILE, folder.read_json(answers.RUN_FILE)
    binding = {"model": args.model, "api": args.api}
    answers.check_binding(path, known, binding)
    places = answers.check_places(path, known.get("places", []), sorted({address.host + address.path for address in addresses}), args.same_model)
    marks = answers.check_items(folder.path / answers.ITEMS_FILE, folder.read_json(answers.ITEMS_FILE), {one.task: one.mark for one in plans})
    folder.write_json(answers.ITEMS_FILE, marks)
    same = {"same_model": True} if args.same_model or known.get("same_model") else {}
    return {"format": 1, "runner": PROGRAM, **binding, "places": places, **same, "starts": known.get("starts", []),
            **describe(args, addresses), "started": now(), "ended": None, "state": "running"}


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


def to_line(record: dict, secrets: keys.Keys) -> str:
    """The line of a record; what the endpoint said is cleaned of keys, the item's id and option keys are not touched."""
    own = {key: record[key] for key in ("id", "p") if key in record}
    said = {key: record[key] for key in record if key not in own}
    own, said = (json.dumps(part, ensure_ascii=False, separators=(",", ":")) for part in (own, said))
    line = own[:-1] + "," + secrets.clean(said)[1:] + "\n"
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
            self._fail(task, item, endpoint.Outcome(None, wire_problem(error), 0, None))
            return
        outcome = self._endpoint.ask(body, lambda reply: wire.read_reply(reply, item.question, item.options))
        if outcome is None:
            return
        if outcome.problem is not None:
            self._fail(task, item, outcome)
            return
        self._folder.write(task, to_line(make_record(item, outcome), self._secrets))
        reading = outcome.value
        model = None if reading.model is None else self._secrets.clean(reading.model)[:100]
        self._tally.succeeded(outcome.ms, reading.remarks, model, reading.usage)

    def _fail(self, task: str, item: items.Item, outcome: endpoint.Outcome) -> None:
        self._folder.write(task, to_line(make_record(item, outcome), self._secrets))
        in_a_row = self._tally.failed(outcome.problem.kind)
        if 0 < self._args.max_failures <= in_a_row:
            self._halt.order(f"{in_a_row} items in a row failed (--max-failures), the last one with: {outcome.problem.text}")


def wire_problem(error: wire.WireError):
    return endpoint.faults.Problem("not sent", f"not sent: {error}", False)


def ask_all(args, secrets: keys.Keys, folder: answers.RunFolder, addresses, plans, say) -> int:
    """Ask everything that is left, keep `_run.json`, print the summary; the exit status comes back."""
    total = sum(len(one.to_ask) for one in plans)
    run = bind(folder, args, addresses, plans)
    folder.write_json(answers.RUN_FILE, run)
    halt, tally, begin = work.Halt(), progress.Tally(), time.monotonic()
    shown = progress.Progress(total, tally)
    policy = endpoint.Policy(args.retries, args.max_wait, args.patience)
    client = make_client(args, secrets)
    asked = endpoint.Endpoint(addresses, client, endpoint.Pace(args.concurrency, args.rps), policy, halt, tally, secrets.clean)
    work.stop_on_signals(halt)

    def tick():
        shown.tick()
        folder.sync_if_due()

    asker = Asker(args, asked, folder, tally, halt, secrets)
    work.run(plan.jobs(plans), asker, min(args.concurrency, max(1, total)), halt, tick)
    client.close()
    folder.sync()
    if total:
        shown.end()
    found = progress.figures(tally, time.monotonic() - begin, (args.price_in, args.price_out))
    state = "finished" if halt.reason is None else "interrupted" if halt.reason == work.INTERRUPTED else "stopped"
    run.update(ended=now(), state=state, counts=counts_of(plans, tally))
    run["starts"] = run["starts"] + [{"started": run["started"], "ended": run["ended"], "state": state, "url": run["url"], **found}] * (total > 0)
    folder.write_json(answers.RUN_FILE, run)
    print(progress.summary(found))
    return report_end(run["counts"], halt, secrets, say)


def counts_of(plans, tally: progress.Tally) -> dict:
    """How many of the chosen items the folder now answers, counts as failed, and lacks."""
    chosen = sum(one.chosen for one in plans)
    answered = sum(one.answered for one in plans) + tally.answered
    failed = sum(one.kept_failures for one in plans) + tally.failed_items
    return {"items": chosen, "answered": answered, "failed": failed, "missing": chosen - answered - failed}


def report_end(counts: dict, halt: work.Halt, secrets: keys.Keys, say) -> int:
    """Say what the folder lacks; the exit status comes back."""
    print(f"in all    {counts['answered']:,} of {counts['items']:,} items answered, {counts['failed']:,} failed, {counts['missing']:,} not asked")
    if halt.reason == work.INTERRUPTED:
        say("interrupted; the same command goes on from here")
        return 130
    if halt.reason is not None:
        say(f"stopped: {secrets.clean(halt.reason)}")
        return 2
    return 0 if counts["answered"] == counts["items"] else 1


def check_sending(addresses, secrets: keys.Keys, say) -> None:
    """Show where requests go; warn where a key would travel in the clear."""
    for address in addresses:
        proxy = transport.proxy_for(address)
        say(f"asking {address.shown()}" + ("?..." if "?" in address.target else "") + (f" through the proxy {proxy.host}:{proxy.port}" if proxy else ""))
        if secrets.headers and address.scheme == "http" and not transport.is_loopback(address.host):
            say("warning: the key is sent without encryption (http)")


def say(text: str) -> None:
    print(f"{PROGRAM}: {text}", file=sys.stderr, flush=True)


def dry_run(args, addresses, secrets: keys.Keys) -> int:
    """Print the first request of every task, keys left out, and the counts."""
    plans = make_plans(args, lambda task: b"")
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
    """What the arguments ask for; the exit status comes back. Raises one of ERRORS."""
    secrets = keys.read_keys(args.api_key_env, args.header)
    addresses = addresses_of(args)
    if args.dry_run:
        return dry_run(args, addresses, secrets)
    check_sending(addresses, secrets, say)
    if args.doctor:
        return doctor.examine(args.api, args.model, addresses, make_client(args, secrets), secrets)
    if args.out is None:
        raise plan.PlanError("--out DIR is needed, the run folder to write")
    items.choose_tasks(args.root, split_names(args.tasks))
    with answers.RunFolder(args.out, args.fsync_seconds) as folder:
        return ask_all(args, secrets, folder, addresses, make_plans(args, folder.load), say)


def main(argv=None) -> int:
    args = build_parser().parse_args(argv)
    try:
        return run(args)
    except ERRORS as error:
        say(f"error: {error}")
    except OSError as error:
        say(f"error: {error.filename or args.out}: {error.strerror or error}")
    return 2


if __name__ == "__main__":
    sys.exit(main())
