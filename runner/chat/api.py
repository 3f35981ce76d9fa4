"""OpenAI-compatible APIs: addresses, the fields that differ between them, request bodies, and the parts of a reply. Pure functions."""
from __future__ import annotations

import json
from typing import Any, NamedTuple

from runner import faults, transport, wire
from runner.probabilities import AnswerError

REASONING = ("off", "low", "high", "default")
OURS = ("model", "messages", "prompt", "stream", "n", "logprobs", "top_logprobs")
"""Fields that --extra-body may not set."""


class ApiError(ValueError):
    """Options that do not go together; the message says why."""


class Dialect(NamedTuple):
    """limit: the field of the token limit; reasoning: {setting: fields to send}; a setting that is missing cannot be asked for."""

    limit: str
    reasoning: dict


def _template(on: bool, **more) -> dict:
    return {"chat_template_kwargs": {"enable_thinking": on, "thinking": on}, **more}


def _thinking(word: str, **more) -> dict:
    return {"thinking": {"type": word}, **more}


DIALECTS = {
    "plain": Dialect("max_tokens", {"off": {}, "low": {"reasoning_effort": "low"}, "high": {"reasoning_effort": "high"}, "default": {}}),
    "openai": Dialect("max_completion_tokens", {"off": {"reasoning_effort": "none"}, "low": {"reasoning_effort": "low"}, "high": {"reasoning_effort": "high"}, "default": {}}),
    "template": Dialect("max_tokens", {"off": _template(False), "low": _template(True, reasoning_effort="low"),
                                       "high": _template(True, reasoning_effort="high"), "default": {}}),
    "thinking": Dialect("max_tokens", {"off": _thinking("disabled"), "low": _thinking("enabled", reasoning_effort="low"),
                                       "high": _thinking("enabled", reasoning_effort="high"), "default": {}}),
    "openrouter": Dialect("max_tokens", {"off": {"reasoning": {"enabled": False}}, "low": {"reasoning": {"effort": "low"}},
                                         "high": {"reasoning": {"effort": "high"}}, "default": {}}),
    "switch": Dialect("max_tokens", {"off": {"enable_thinking": False}, "high": {"enable_thinking": True}, "default": {}}),
}
"""plain: nothing that a strict API would not know; openai: its newer models; template: servers that hand switches to the chat template (vLLM, SGLang, llama.cpp);
thinking: DeepSeek, GLM and others with a `thinking` object; openrouter: its `reasoning` object; switch: Qwen's own service."""
HOSTS = {"api.openai.com": "openai", "api.deepseek.com": "thinking", "open.bigmodel.cn": "thinking", "api.z.ai": "thinking", "openrouter.ai": "openrouter",
         "dashscope.aliyuncs.com": "switch", "dashscope-intl.aliyuncs.com": "switch", "api.mistral.ai": "plain", "api.groq.com": "plain"}
"""The dialects of known hosts; another host gets template on loopback addresses and plain elsewhere."""


class Reply(NamedTuple):
    """The parts of one reply. logprobs: as it came; reasoning_chars: length of a reasoning text that the server keeps apart."""

    content: str | None
    reasoning_chars: int
    finish_reason: str | None
    refusal: str | None
    usage: dict | None
    model: str | None
    logprobs: Any


# Requests

def join_address(base_url: str, path: str) -> transport.Address:
    """The address of an endpoint (`chat/completions`, `completions`) under a base URL, as the clients of these APIs join them; a full path stays.

    Raises transport.TransportError.
    """
    base = transport.parse_address(base_url.strip())
    place, question, query = base.target.partition("?")
    place = place.rstrip("/")
    return base._replace(target=(place if place.endswith("/" + path) else f"{place}/{path}") + question + query)


def choose_dialect(name: str, addresses) -> str:
    """The dialect named, or for `auto` that of the host."""
    if name != "auto":
        return name
    host = addresses[0].host
    return HOSTS.get(host, "template" if transport.is_loopback(host) else "plain")


def reasoning_fields(dialect: str, setting: str) -> dict:
    """The fields that ask for a reasoning setting. Raises ApiError where the dialect has none for it."""
    known = DIALECTS[dialect].reasoning
    if setting not in known:
        raise ApiError(f"the dialect {dialect} has no reasoning {setting}; it has {', '.join(known)} (or give the fields with --extra-body)")
    return known[setting]


def request_body(model: str, asked: dict, dialect: str, setting: str, max_tokens: int, more: dict) -> bytes:
    """The bytes of a request. asked: messages or prompt; more: further fields, which win. Raises ApiError or wire.WireError."""
    fields = {"model": model, **asked, DIALECTS[dialect].limit: max_tokens, **reasoning_fields(dialect, setting), **more}
    text = json.dumps({key: value for key, value in fields.items() if value is not None}, separators=(",", ":"), allow_nan=False)
    if "\\ud" in text and wire.has_lone_surrogate(text):
        raise wire.WireError("the item holds half of a surrogate pair, which cannot be sent")
    return text.encode("ascii")


def read_extra(text: str | None) -> dict:
    """The fields of --extra-body; a field with null takes one of ours away. Raises ApiError."""
    if text is None:
        return {}
    try:
        value = json.loads(text)
        json.dumps(value, allow_nan=False)
    except (ValueError, RecursionError):
        raise ApiError("--extra-body is not JSON") from None
    if not isinstance(value, dict):
        raise ApiError("--extra-body is no JSON object")
    taken = [key for key in OURS if key in value]
    if taken:
        raise ApiError(f"--extra-body cannot set {', '.join(taken)}")
    return value


# Replies

def read_reply(body: bytes) -> Reply:
    """The parts of a reply's first choice, of chat or of plain completions. Raises AnswerError."""
    data = wire.parse_json(body)
    if not isinstance(data, dict):
        raise AnswerError("the reply is no JSON object")
    choices = data.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        message = faults.printable(faults.find_message(data) or "")
        raise AnswerError(f"an error behind a status of success: {message}" if message else "the reply has no choices")
    first = choices[0]
    message = first.get("message")
    if not isinstance(message, dict):
        message = {"content": first.get("text")}
    usage = data.get("usage")
    return Reply(text_of(message.get("content")), len(text_of(message.get("reasoning_content") or message.get("reasoning")) or ""),
                 only(str, first.get("finish_reason")), only(str, message.get("refusal")), only(dict, usage), only(str, data.get("model")), first.get("logprobs"))


def only(kind, value):
    """The value where it is of a kind, else None."""
    return value if isinstance(value, kind) else None


def text_of(value) -> str | None:
    """A text, or the texts of a list of parts joined; None for nothing. Raises AnswerError for anything else."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(part, (str, dict)) for part in value):
        return "".join(part if isinstance(part, str) else only(str, part.get("text")) or "" for part in value)
    raise AnswerError("the content of the reply is no text")


def whole(value) -> int | None:
    """A whole number from 0 on, or None."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def reasoning_tokens(usage: dict | None) -> int | None:
    """The reasoning tokens that a usage object names, or None."""
    details = (usage or {}).get("completion_tokens_details") or (usage or {}).get("output_tokens_details")
    return whole(details.get("reasoning_tokens")) if isinstance(details, dict) else None


def counted_usage(usages) -> dict | None:
    """Input and output tokens of several usage objects together, None where one does not say."""
    pairs = [(whole((usage or {}).get("prompt_tokens")), whole((usage or {}).get("completion_tokens"))) for usage in usages]
    if any(None in pair for pair in pairs):
        return None
    return {"input_tokens": sum(pair[0] for pair in pairs), "output_tokens": sum(pair[1] for pair in pairs)}
