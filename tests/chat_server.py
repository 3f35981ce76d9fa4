"""A chat API that misbehaves by a seeded plan: the faults of the typed endpoint, and replies that are odd or of no use.

It answers chat and plain completions, with stated probabilities or with logprobs. Every right answer is a function of the item's state alone.
"""
from __future__ import annotations

import json
import math
import re

from tests import chaos_server

THINKS = ("chat_template_kwargs", "thinking", "reasoning", "enable_thinking", "reasoning_effort")
REASONING = "Let me see. The state says what it says."
REASONING_TOKENS = 9
CASE = re.compile(r"STATE\n(.*?)\n\nQUESTION\n(.*?)\n\nOPTIONS \((.*?)\)\n(.*?)\n\nReply with", re.S)


def read_case(text: str):
    """(state, option lines, whether they are lettered) of a request's text."""
    state, _, head, options = CASE.search(text).groups()
    return state, options.split("\n"), head.startswith("letter")


def keys_of(lines, lettered: bool) -> list:
    """The option keys of option lines; the keys of these tests hold no colon."""
    return [(line.partition(". ")[2] if lettered else line).partition(": ")[0] for line in lines]


def right_answer(state: str, options) -> dict:
    """{option: probability} of an item; the same for any order of its options."""
    weights = {option: 0.01 + chaos_server.fraction(state, option) for option in options}
    total = sum(weights.values())
    return {option: round(weight / total, 6) for option, weight in weights.items()}


def after_thought(state: str, options) -> dict:
    """The answer of the model once it has reasoned: another one."""
    return right_answer("thought about " + state, options)


def is_thinking(request: dict) -> bool:
    """Whether a request switches reasoning on, in any dialect."""
    template, effort = request.get("chat_template_kwargs", {}), request.get("reasoning_effort")
    return template.get("enable_thinking") is True or request.get("thinking", {}).get("type") == "enabled" or effort in ("low", "high")


def text_of(request: dict) -> str:
    return request["prompt"] if "prompt" in request else request["messages"][-1]["content"]


# Replies

def stated(request: dict, state: str, options) -> str:
    p = (after_thought if is_thinking(request) else right_answer)(state, options)
    return json.dumps({"choice": max(p, key=p.get), "probabilities": p}, ensure_ascii=False)


def token(text: str, logprob: float) -> dict:
    return {"token": text, "bytes": list(text.encode("utf-8")), "logprob": logprob}


def entry(text: str, listed: dict) -> dict:
    """A logprobs entry of a token with what is listed in its place."""
    return {**token(text, math.log(listed[text]) if text in listed else -9999.0), "top_logprobs": [token(one, math.log(value)) for one, value in listed.items()]}


def label_entry(request: dict, state: str, lines, lettered: bool, mass: float, space: str = "") -> dict:
    """The entry of the answer: labels with a share of the mass each, the rest on a word that is none."""
    options = keys_of(lines, lettered)
    p = (after_thought if is_thinking(request) else right_answer)(state, options)
    labels = {option: line.partition(". ")[0] if lettered else option for option, line in zip(options, lines)}
    listed = {space + labels[option]: mass * value for option, value in p.items()}
    return entry(max(listed, key=listed.get), {**listed, "The": (1 - mass) * 0.9})


def content_reply(request: dict, style: str) -> dict:
    """The choice of a request without logprobs."""
    state, lines, lettered = read_case(text_of(request))
    content = stated(request, state, keys_of(lines, lettered))
    message = {"role": "assistant", "content": content}
    if is_thinking(request) and style == "apart":
        message["reasoning_content"] = REASONING
    elif is_thinking(request):
        message["content"] = f"<think>{REASONING}</think>\n{content}"
    return {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}


def logprobs_reply(request: dict, style: str, mass: float) -> dict:
    """The choice of a request with logprobs: one token, or reasoning and then one token."""
    state, lines, lettered = read_case(text_of(request))
    is_plain = "prompt" in request
    entries = [label_entry(request, state, lines, lettered, mass, " " if is_plain else "")]
    content = entries[0]["token"]
    if is_thinking(request):
        words = [entry(word, {word: 0.9}) for word in ["<think>", *(" so" for _ in range(REASONING_TOKENS - 3)), "</think>", "\n\n"]]
        entries = (words if style != "bare" else []) + entries + [entry("", {"": 0.9})]
    if is_plain and style == "old":
        listed = {one["token"]: one["logprob"] for one in entries[0]["top_logprobs"]}
        return {"index": 0, "text": content, "finish_reason": "length",
                "logprobs": {"tokens": [content], "token_logprobs": [entries[0]["logprob"]], "top_logprobs": [listed], "text_offset": [0]}}
    message = {"text": content} if is_plain else {"message": {"role": "assistant", "content": content, "reasoning_content": REASONING if is_thinking(request) else None}}
    return {"index": 0, **message, "finish_reason": "length", "logprobs": {"content": entries}}


def build_reply(request: dict, usage, style: str = "apart", mass: float = 0.8):
    """(the right reply, the item's state) of a request."""
    choice = logprobs_reply(request, style, mass) if request.get("logprobs") else content_reply(request, style)
    counts = {} if usage is None else {"usage": {"prompt_tokens": 70, "completion_tokens": 12, **({"completion_tokens_details": {"reasoning_tokens": REASONING_TOKENS}}
                                                                                                 if is_thinking(request) else {})}}
    return {"id": "x", "object": "chat.completion", "model": "chat-1", "choices": [choice], **counts}, read_case(text_of(request))[0]


def change_content(change):
    """A fault that changes the content of a right reply."""
    def apply(body: dict) -> bytes:
        body = json.loads(json.dumps(body))
        choice = body["choices"][0]
        choice.update(change(choice) or {})
        return json.dumps(body).encode()
    return apply


def set_content(choice: dict, content, finish: str = "stop") -> None:
    choice["message"]["content"] = content
    choice["finish_reason"] = finish


USELESS = {
    "no choices": lambda body: b'{"choices": []}',
    "error in 200": lambda body: b'{"error": {"message": "overloaded", "code": 503}}',
    "no object": lambda body: b"[]",
}
"""Replies that are no reply: asked again."""
SAID = {
    "prose": change_content(lambda choice: set_content(choice, "I think it is the first one.")),
    "cut": change_content(lambda choice: set_content(choice, choice["message"]["content"][:-9], "length")),
    "nothing": change_content(lambda choice: set_content(choice, None)),
    "fence": change_content(lambda choice: set_content(choice, f"```json\n{choice['message']['content']}\n```")),
    "parts": change_content(lambda choice: set_content(choice, [{"type": "text", "text": choice["message"]["content"]}])),
    "filter": change_content(lambda choice: set_content(choice, "", "content_filter")),
    "surrogate": change_content(lambda choice: set_content(choice, choice["message"]["content"] + "\ud83d")),
}
"""Replies that are kept as they are."""


class ChatServer(chaos_server.ChaosServer):
    """The chaos server with chat replies. style: apart (reasoning in a field of its own), inline, bare (logprobs of the content alone), old (older arrays)."""

    def __init__(self, chaos=chaos_server.Chaos(), style: str = "apart", mass: float = 0.8):
        self.style, self.mass, self.bodies = style, mass, []
        super().__init__(chaos)

    def build(self, request: dict):
        self.bodies.append(request)
        return build_reply(request, self.chaos.usage, self.style, self.mass)

    def misbehave(self, link, fault: str, reply: dict) -> bool:
        if fault in USELESS or fault in SAID:
            return chaos_server.send(link, 200, {**USELESS, **SAID}[fault](reply))
        return super().misbehave(link, fault, reply)
