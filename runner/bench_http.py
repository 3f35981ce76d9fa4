"""Ask a typed-decision endpoint every item of a data root and write its answers to a run folder.

Example: python3 runner/bench_http.py --url http://127.0.0.1:9701 --model my-decider --out runs/my-decider

A second start of the same command asks only what has no valid answer yet. Exit status: 0 all answered; 1 some failed;
2 could not run, or stopped; 130 interrupted.
"""
from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, items
from runner import answers, asking, doctor, endpoint, keys, running, wire

PROGRAM = "bench_http.py"


# Arguments

def build_parser() -> asking.Parser:
    parser = asking.Parser(prog=PROGRAM, **console.about(__doc__), allow_abbrev=False)
    running.add_choice_of_items(parser)
    asked = parser.add_argument_group("the endpoint")
    asked.add_argument("--url", action="append", required=True, help="address of the endpoint: a root, .../v1, a path prefix or the full path; several times for replicas")
    asked.add_argument("--model", required=True, help="model name to send")
    asked.add_argument("--api", choices=wire.DIALECTS, default="systemone", help="dialect: systemone, or decisions for the OpenAI-shaped one (default: systemone)")
    asking.add_keys(asked)
    asking.add_speed(parser)
    shown = asking.add_looking(parser)
    shown.add_argument("--doctor", action="store_true", help="ask three probe questions and say what the endpoint does differently; write nothing (default: run)")
    return parser


# Asking

def addresses_of(args) -> list:
    return list(dict.fromkeys(wire.join_address(url, args.api) for url in args.url))


def body_of(args, item: items.Item) -> bytes:
    return wire.request_body(args.api, args.model, item.state, item.question)


def record_fields(item: items.Item, outcome: endpoint.Outcome) -> dict:
    """The record of an answer beside its id, keys in the order of the answers file."""
    reading = outcome.value
    usage = {} if reading.usage is None else {"usage": reading.usage}
    return {"p": reading.p, "raw": reading.raw, "ms": asking.rounded(outcome.ms), "attempts": outcome.attempts, **usage}


def make_manner(args) -> asking.Manner:
    """One request an item, read as an answer of the typed-decision API."""
    def consult(ask, item):
        return ask(body_of(args, item), lambda reply: wire.read_reply(reply, item.question, item.options))

    return asking.Manner(consult, record_fields, lambda reading: asking.Said(reading.remarks, reading.model, reading.usage))


def run(args) -> int:
    """What the arguments ask for; the exit status comes back. Raises one of running.ERRORS or asking.ERRORS."""
    secrets = keys.read_keys(args.api_key_env, args.header)
    addresses = addresses_of(args)
    if args.dry_run:
        return asking.dry_run(args, addresses, secrets, lambda item: body_of(args, item))
    asking.check_sending(PROGRAM, addresses, secrets)
    if args.doctor:
        return doctor.examine(args.api, args.model, addresses, asking.make_client(args, secrets), secrets)
    running.check_choice(args)
    with answers.RunFolder(args.out, args.fsync_seconds) as folder:
        binding = {"model": args.model, "api": args.api}
        return asking.ask_all(args, asking.Course(PROGRAM, folder, binding, addresses, secrets, make_manner(args)))


def main(argv=None) -> int:
    return running.guarded(PROGRAM, run, build_parser().parse_args(argv), asking.ERRORS)


if __name__ == "__main__":
    sys.exit(main())
