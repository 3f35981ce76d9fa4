"""Ask a model of an OpenAI-compatible server every item in one pass: the probabilities of the option letters or keys as its first token.

Example: python3 runner/option_keys.py --base-url http://127.0.0.1:8000/v1 --model my-model --out runs/my-model-keys

The mass that the options have together is recorded, and what the server does not list is bounded, not made up. A second start asks only
what has no valid answer yet. Exit status as for bench_http.py.
"""
from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, items
from runner import answers, asking, endpoint, keys, running, wire
from runner.chat import api, logprobs, prompts, run_api
from runner.probabilities import AnswerError

PROGRAM = "option_keys.py"
PATHS = {"chat": "chat/completions", "completions": "completions"}
LOW_MASS = 0.5
THINK_TOKENS = 4096
ANSWER_TOKENS = 16
"""Tokens beside the reasoning: marks, a line break, the answer."""


class Order(NamedTuple):
    """How the options are shown in one call: their order, and {option: the label that is looked for}; lettered says which kind."""

    options: tuple
    labels: dict
    lettered: bool


class Pass(NamedTuple):
    """What one call says: p of the options found (sum 1), their mass, {option: bound} of the others, and the reply."""

    p: dict
    mass: float
    missing: dict
    reply: api.Reply


class Thought(NamedTuple):
    """A call with reasoning: how many tokens it took (None where that is not known), whether it ended (None where none came), its Pass or
    None, and the reply."""

    tokens: int | None
    closed: bool | None
    answer: Pass | None
    reply: api.Reply


class Finding(NamedTuple):
    """All calls about one item."""

    passes: tuple
    thought: Thought | None = None
    lettered_for_keys: bool = False


# Arguments

def build_parser() -> asking.Parser:
    parser = asking.Parser(prog=PROGRAM, **console.about(__doc__), allow_abbrev=False)
    running.add_choice_of_items(parser)
    asked = run_api.add_api(parser, "off")
    asked.add_argument("--api", choices=tuple(PATHS), default="chat", help="chat messages, or one text for models without a chat template (default: chat)")
    asked.add_argument("--labels", choices=("letters", "keys"), default="letters",
                       help="what the model answers with: letters, or the option keys where their first characters tell them apart (default: letters)")
    asked.add_argument("--top-logprobs", type=running.count, default=20, metavar="N", help="how many tokens the server is to list (default: 20, the most that many take)")
    asked.add_argument("--calls", type=running.count, default=1, metavar="N", help="ask under N cyclic orders of the options, at most all, and average (default: 1)")
    asked.add_argument("--think-below", type=running.positive, metavar="P", help="ask again with reasoning where the top probability is below P (default: never)")
    asked.add_argument("--think-tokens", type=running.count, default=THINK_TOKENS, metavar="N", help=f"longest reasoning of the second request (default: {THINK_TOKENS:,})")
    asked.add_argument("--think-reasoning", choices=("low", "high", "default"), default="high", help="with --think-below: reasoning of the second request (default: high)")
    asking.add_speed(parser, 8, run_api.SECONDS)
    asking.add_looking(parser)
    return parser


def check(args) -> None:
    """Raise ApiError for options that do not go together."""
    if args.api == "completions" and args.think_below is not None:
        raise api.ApiError("--think-below needs --api chat, where a server can switch reasoning on")


def binding_of(args) -> dict:
    """What the run folder is bound to: everything that changes answers."""
    order = make_order(prompts.PROBE, 0, args.labels)
    return {"model": args.model, "api": args.api, "reasoning": args.reasoning, "dialect": args.dialect, "extra_body": args.extra, "labels": args.labels,
            "top_logprobs": args.top_logprobs, "calls": args.calls, "think_below": None if args.think_below is None else [args.think_below, args.think_reasoning],
            "think_tokens": None if args.think_below is None else args.think_tokens, "prompt": prompts.mark(messages_of(prompts.PROBE, order))}


# Requests

def make_order(item: items.Item, turn: int, wanted: str) -> Order:
    """The options turned so many places, with their labels. Raises wire.WireError where there are not enough letters."""
    options = item.options[turn:] + item.options[:turn]
    if wanted == "keys" and logprobs.begin_apart(options):
        return Order(options, {option: option for option in options}, False)
    if len(options) > len(prompts.LETTERS):
        raise wire.WireError(f"the item has {len(options)} options, more than the {len(prompts.LETTERS)} letters")
    return Order(options, dict(zip(options, prompts.LETTERS)), True)


def messages_of(item: items.Item, order: Order) -> list:
    return prompts.one_token_messages(item, order.options, prompts.LETTERS if order.lettered else None)


def body_of(args, item: items.Item, order: Order, setting: str, max_tokens: int) -> bytes:
    """The request of one call."""
    messages = messages_of(item, order)
    if args.api == "chat":
        asked, listed = {"messages": messages}, {"logprobs": True, "top_logprobs": args.top_logprobs}
    else:
        asked, listed = {"prompt": prompts.as_text(messages)}, {"logprobs": args.top_logprobs}
    heat = {"temperature": 0} if setting in run_api.COLD else {}
    return api.request_body(args.model, asked, args.dialect, setting, max_tokens, {**listed, **heat, **args.extra})


# Reading

def read_pass(entry: logprobs.Entry, order: Order, reply: api.Reply) -> Pass:
    """The pass of one token's entry. Raises AnswerError."""
    found = logprobs.shares(entry, order.labels, order.lettered)
    total = math.fsum(found.found.values())
    return Pass({option: value / total for option, value in found.found.items()}, found.mass, {option: found.bound for option in found.missing}, reply)


def read_first(body: bytes, order: Order) -> Pass:
    """The pass of a reply of one token. Raises AnswerError."""
    reply = api.read_reply(body)
    entries = logprobs.entries(reply.logprobs)
    if not entries:
        raise AnswerError("the reply holds no token")
    return read_pass(entries[0], order, reply)


def read_thought(body: bytes, order: Order) -> Thought:
    """The outcome of a call with reasoning; without an answer where the reasoning did not end, or its first token names no option. Raises AnswerError."""
    reply = api.read_reply(body)
    entries = logprobs.entries(reply.logprobs)
    place, known = logprobs.answer_place(entries, reply.content), api.reasoning_tokens(reply.usage)
    if place is None:
        return Thought(known if known is not None else len(entries), False, None, reply)
    tokens = known if known is not None else place if place or not reply.reasoning_chars else None
    try:
        answer = read_pass(entries[place], order, reply)
    except AnswerError:
        answer = None
    return Thought(tokens, None if tokens == 0 else True, answer, reply)


def average(passes) -> dict:
    """The mean of p over calls, options in the order of the first call's list; an option without a number in a call counts as 0 there."""
    options = dict.fromkeys(option for one in passes for option in one.p)
    return {option: math.fsum(one.p.get(option, 0.0) for one in passes) / len(passes) for option in options}


# Asking

def make_manner(args) -> asking.Manner:
    """As many calls an item as --calls says, and one with reasoning where --think-below asks for it."""
    def consult(ask, item):
        outcomes = []
        for turn in range(min(args.calls, len(item.options))):
            order = make_order(item, turn, args.labels)
            outcome = ask(body_of(args, item, order, args.reasoning, 1), lambda body: read_first(body, order))
            if outcome is None or outcome.problem is not None:
                return outcome
            outcomes.append(outcome)
        passes = tuple(outcome.value for outcome in outcomes)
        order, thought = make_order(item, 0, args.labels), None
        if args.think_below is not None and max(average(passes).values()) < args.think_below:
            again = ask(body_of(args, item, order, args.think_reasoning, args.think_tokens + ANSWER_TOKENS), lambda body: read_thought(body, order))
            if again is None or again.problem is not None:
                return again
            outcomes.append(again)
            thought = again.value
        return together(outcomes, Finding(passes, thought, order.lettered and args.labels == "keys"))

    return asking.Manner(consult, lambda item, outcome: record_fields(args, item, outcome), said)


def together(outcomes, finding: Finding) -> endpoint.Outcome:
    """One outcome of several good ones."""
    return endpoint.Outcome(finding, None, sum(outcome.attempts for outcome in outcomes), math.fsum(outcome.ms for outcome in outcomes))


def record_fields(args, item: items.Item, outcome: endpoint.Outcome) -> dict:
    """The record of an answer beside its id. tokens and closed stand only where --think-below is in use."""
    finding = outcome.value
    thought = finding.thought
    passes = finding.passes if thought is None or thought.answer is None else (thought.answer,)
    p = average(passes)
    missing = {option: max(one.missing.get(option, 0.0) for one in passes) for option in item.options if any(option in one.missing for one in passes)}
    usage = api.counted_usage([reply.usage for reply in replies_of(finding)])
    return {"p": {option: p[option] for option in item.options if option in p}, "mass": math.fsum(one.mass for one in passes) / len(passes),
            **({"missing": missing} if missing else {}), **({} if args.think_below is None else thought_fields(finding)),
            "ms": asking.rounded(outcome.ms), "attempts": outcome.attempts, **({} if usage is None else {"usage": usage})}


def thought_fields(finding: Finding) -> dict:
    """tokens, closed, and the probabilities of the first pass where there was a second."""
    thought = finding.thought
    if thought is None:
        return {"tokens": 0}
    closed = {} if thought.closed is None else {"closed": thought.closed}
    return {**({} if thought.tokens is None else {"tokens": thought.tokens}), **closed, "first": average(finding.passes)}


def replies_of(finding: Finding) -> list:
    return [one.reply for one in finding.passes] + ([] if finding.thought is None else [finding.thought.reply])


def said(finding: Finding) -> asking.Said:
    """What is counted of a finding."""
    thought, remarks = finding.thought, []
    remarks += ["options lettered: their keys begin alike"] if finding.lettered_for_keys else []
    remarks += [f"mass below {LOW_MASS}"] if any(one.mass < LOW_MASS for one in finding.passes) else []
    remarks += ["an option is not listed"] if any(one.missing for one in finding.passes) else []
    if thought is not None:
        remarks.append(thought_remark(thought))
    found = replies_of(finding)
    return asking.Said(tuple(remarks), found[0].model, api.counted_usage([reply.usage for reply in found]))


def thought_remark(thought: Thought) -> str:
    """How a call with reasoning ended, in words."""
    if thought.closed is False:
        return "thought about, not closed"
    if thought.answer is None:
        return "asked again, its answer is no option"
    return "asked again, no reasoning came" if thought.closed is None else "thought about, closed"


# The run

def run(args) -> int:
    """What the arguments ask for; the exit status comes back. Raises one of running.ERRORS, asking.ERRORS or api.ApiError."""
    check(args)
    secrets = keys.read_keys(args.api_key_env, args.header, args.keyfile)
    addresses = run_api.addresses_of(args, PATHS[args.api])
    run_api.settle(args, addresses)
    if args.dry_run:
        return asking.dry_run(args, addresses, secrets, lambda item: body_of(args, item, make_order(item, 0, args.labels), args.reasoning, 1))
    asking.check_sending(PROGRAM, addresses, secrets)
    running.check_choice(args)
    with answers.RunFolder(args.out, args.fsync_seconds) as folder:
        return asking.ask_all(args, asking.Course(PROGRAM, folder, binding_of(args), addresses, secrets, make_manner(args)))


def main(argv=None) -> int:
    return running.guarded(PROGRAM, run, build_parser().parse_args(argv), (*asking.ERRORS, api.ApiError))


if __name__ == "__main__":
    sys.exit(main())
