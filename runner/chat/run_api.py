"""Ask a chat model every item of a data root through an OpenAI-compatible API and keep its raw replies in one file.

Example: python3 runner/chat/run_api.py --base-url https://api.example.com/v1 --model my-chat-model --keyfile key.txt --reasoning off --out raw.jsonl
Then:    python3 runner/chat/collect.py raw.jsonl my-chat-model

A second start of the same command asks only what has no reply yet. Exit status as for bench_http.py.
"""
from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
from generators import console, items
from runner import answers, asking, endpoint, keys, plan, running
from runner.chat import api, prompts, reader

PROGRAM = "run_api.py"
SUFFIX = ".run"
"""Added to the name of the raw file, this names the folder of its `_items.json` and `_run.json`."""
MAX_TOKENS = {"off": 2048, "low": 8192, "high": 32768, "default": 32768}
"""Default token limits by reasoning setting."""
COLD = ("off", "low")
"""The reasoning settings that are asked at temperature 0 unless told otherwise; with the others the API's own default holds."""
SECONDS = {"connect": 10.0, "read": 900.0, "total": 1800.0}


class Exchange(NamedTuple):
    """What was said about one item: the reply that counts, and the one before it where the model was asked again with reasoning."""

    reply: api.Reply
    first: api.Reply | None = None


# Arguments

def temperature(text: str):
    """A number from 0 on, or `none`, for argparse."""
    return text if text == "none" else running.not_negative(text)


def add_api(parser, reasoning: str):
    """The options of a chat API; the group comes back."""
    asked = parser.add_argument_group("the API")
    asked.add_argument("--base-url", action="append", required=True, metavar="URL", help="address up to where /chat/completions follows, often .../v1; several times for replicas")
    asked.add_argument("--model", required=True, help="model name to send")
    asked.add_argument("--keyfile", metavar="FILE", help="file that holds the key and nothing else, sent as a bearer token (default: no key)")
    asking.add_keys(asked)
    asked.add_argument("--dialect", choices=("auto", *api.DIALECTS), default="auto",
                       help="how the API takes token limit and reasoning (default: auto, by the host: template on this machine, plain for an unknown one)")
    asked.add_argument("--reasoning", choices=api.REASONING, default=reasoning, help=f"reasoning to ask for (default: {reasoning})")
    asked.add_argument("--extra-body", metavar="JSON", help="object of further fields for every request; null takes one of the runner's own away (default: none)")
    return asked


def build_parser() -> asking.Parser:
    parser = asking.Parser(prog=PROGRAM, **console.about(__doc__), allow_abbrev=False)
    running.add_choice_of_items(parser, ("FILE", "file of raw replies to write, for example raw.jsonl; FILE.run/ beside it says how it was made (no default; needed unless nothing is written)"))
    asked = add_api(parser, "default")
    asked.add_argument("--temperature", type=temperature, metavar="T", help="sampling temperature; none sends none (default: 0 with reasoning off and low, else none)")
    asked.add_argument("--max-tokens", type=running.count, metavar="N", help="token limit of a reply (default: 2,048 with reasoning off, 8,192 with low, else 32,768)")
    asked.add_argument("--json-schema", action="store_true", help="ask for structured output by a JSON schema of the item's reply (default: no)")
    asked.add_argument("--think-below", type=running.positive, metavar="P",
                       help="ask again with reasoning where the top probability of the first reply is below P or cannot be read (default: never)")
    asked.add_argument("--think-reasoning", choices=("low", "high", "default"), default="high", help="with --think-below: reasoning of the second request (default: high)")
    asking.add_speed(parser, 8, SECONDS)
    asking.add_looking(parser)
    return parser


def addresses_of(args, path: str) -> list:
    return list(dict.fromkeys(api.join_address(url, path) for url in args.base_url))


def settle(args, addresses) -> None:
    """Put the defaults that depend on other options in their place. Raises ApiError."""
    args.dialect = api.choose_dialect(args.dialect, addresses)
    args.extra = api.read_extra(args.extra_body)
    for setting in (args.reasoning, *([args.think_reasoning] if args.think_below is not None else [])):
        api.reasoning_fields(args.dialect, setting)


def binding_of(args) -> dict:
    """What the file is bound to: everything that changes replies."""
    return {"model": args.model, "api": "chat", "reasoning": args.reasoning, "dialect": args.dialect,
            "temperature": args.temperature, "temperature_sent": heat_of(args, args.reasoning), "max_tokens": args.max_tokens, "json_schema": args.json_schema,
            "extra_body": args.extra, "think_below": None if args.think_below is None else [args.think_below, args.think_reasoning],
            "prompt": prompts.mark(prompts.stated_messages(prompts.PROBE))}


# Asking

def heat_of(args, setting: str):
    """The temperature that is sent with a reasoning setting, None where none is."""
    if "temperature" in args.extra:
        return args.extra["temperature"]
    return (0 if setting in COLD else None) if args.temperature is None else None if args.temperature == "none" else args.temperature


def body_of(args, item: items.Item, setting: str) -> bytes:
    """The request for one item with a reasoning setting."""
    heat = heat_of(args, setting)
    form = {"type": "json_schema", "json_schema": {"name": "decision", "strict": True, "schema": prompts.schema(item.options)}} if args.json_schema else None
    limit = MAX_TOKENS[setting] if args.max_tokens is None else args.max_tokens
    return api.request_body(args.model, {"messages": prompts.stated_messages(item)}, args.dialect, setting, limit,
                            {"temperature": heat, "response_format": form, **args.extra})


def is_below(reply: api.Reply, options, cut: float) -> bool:
    """True where the highest stated probability is below the cut, or none can be read."""
    p = reader.read(reply.content, options, reply.finish_reason, reply.refusal).p
    return p is None or max(p.values()) / sum(p.values()) < cut


def make_manner(args) -> asking.Manner:
    """One request an item, and a second one with reasoning where --think-below asks for it."""
    def consult(ask, item):
        outcome = ask(body_of(args, item, args.reasoning), api.read_reply)
        if outcome is None or outcome.problem is not None:
            return outcome
        if args.think_below is None or not is_below(outcome.value, item.options, args.think_below):
            return outcome._replace(value=Exchange(outcome.value))
        return after(outcome, ask(body_of(args, item, args.think_reasoning), api.read_reply))

    return asking.Manner(consult, record_fields, lambda exchange: said(args, exchange))


def after(first: endpoint.Outcome, second: endpoint.Outcome | None) -> endpoint.Outcome | None:
    """The outcome of two requests about one item."""
    if second is None:
        return None
    value = None if second.problem is not None else Exchange(second.value, first.value)
    return second._replace(value=value, attempts=first.attempts + second.attempts, ms=first.ms + second.ms)


def reply_object(reply: api.Reply) -> dict:
    """A reply as the raw file keeps it."""
    refusal = {} if reply.refusal is None else {"refusal": reply.refusal}
    return {"content": reply.content, "reasoning_chars": reply.reasoning_chars, "finish_reason": reply.finish_reason, **refusal, "usage": reply.usage, "model": reply.model}


def record_fields(item: items.Item, outcome: endpoint.Outcome) -> dict:
    """The record of a reply beside what identifies the item."""
    first = {} if outcome.value.first is None else {"first": reply_object(outcome.value.first)}
    return {"reply": reply_object(outcome.value.reply), **first, "ms": asking.rounded(outcome.ms), "attempts": outcome.attempts}


def said(args, exchange: Exchange) -> asking.Said:
    """What is counted of an exchange."""
    replies = [reply for reply in exchange if reply is not None]
    shown = replies[-1] if exchange.first is None else exchange.first
    remarks = ["asked again with reasoning"] if exchange.first is not None else []
    remarks += ["reasoning though it is off"] if args.reasoning == "off" and shown.reasoning_chars else []
    remarks += [f"ended by {exchange.reply.finish_reason}"] if exchange.reply.finish_reason not in ("stop", None) else []
    return asking.Said(tuple(remarks), exchange.reply.model, api.counted_usage([reply.usage for reply in replies]))


# The run

def is_reply(record: dict, options) -> bool:
    """Whether a raw record holds a reply, whatever it says."""
    return isinstance(record.get("reply"), dict)


def warn_of_heat(args) -> None:
    """Say so where the server chooses the temperature: replies are then drawn, and a second run gives others."""
    if heat_of(args, args.reasoning) is None:
        running.say(PROGRAM, f"no temperature is sent with reasoning {args.reasoning}; the server's own holds (0.8 at llama.cpp), and replies are drawn. --temperature sets it")


def open_folder(args) -> answers.RunFolder:
    """The raw file with its folder. Raises plan.PlanError or answers.AnswersError."""
    path = Path(args.out)
    if path.is_dir() or args.out.endswith("/"):
        raise plan.PlanError(f"--out {args.out} is a folder; name the file of raw replies, for example {path / 'raw.jsonl'}")
    return answers.RunFolder(path.with_name(path.name + SUFFIX), args.fsync_seconds, single=path)


def run(args) -> int:
    """What the arguments ask for; the exit status comes back. Raises one of running.ERRORS, asking.ERRORS or api.ApiError."""
    secrets = keys.read_keys(args.api_key_env, args.header, args.keyfile)
    addresses = addresses_of(args, "chat/completions")
    settle(args, addresses)
    if args.dry_run:
        return asking.dry_run(args, addresses, secrets, lambda item: body_of(args, item, args.reasoning))
    asking.check_sending(PROGRAM, addresses, secrets)
    warn_of_heat(args)
    running.check_choice(args)
    with open_folder(args) as folder:
        course = asking.Course(PROGRAM, folder, binding_of(args), addresses, secrets, make_manner(args), is_reply,
                               lambda task, item: {"task": task, "options": list(item.options)})
        return asking.ask_all(args, course)


def main(argv=None) -> int:
    return running.guarded(PROGRAM, run, build_parser().parse_args(argv), (*asking.ERRORS, api.ApiError))


if __name__ == "__main__":
    sys.exit(main())
