"""The two dialects of typed-decision endpoints: addresses, request bodies, and reading answers. Pure functions.

systemone: `state` and a `questions` object, answered by an `answers` object. decisions: `input` and a `questions` array,
answered by an `answers` array. Which of the two came back is read off the answer itself.
"""
from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from runner import faults, probabilities, transport
from runner.probabilities import AnswerError

DIALECTS = ("systemone", "decisions")
QUESTION = "q"
JOINS = (
    (r"systemone|decisions|invocations", ""),
    (r"v[0-9]+", "/{api}"),
    (r"alpha|beta", "/decisions"),
    (r".*", "/v1/{api}"),
)
"""What is put behind a path, by the first pattern that its last part matches. The services that serve an alpha or beta
path call the endpoint decisions there, whatever the dialect."""
TYPES = {"noul": ("noul", "predicate", "boolean"), "choice": ("choice",), "score": ("score",)}
REFUSALS = ("refusal", "unsupported")


class WireError(ValueError):
    """A question that cannot be put into a request; the message says why."""


class Reading(NamedTuple):
    """What one reply says: p under the item's option keys, the answer as it came, and names of what was accepted though not exact."""

    p: dict
    raw: Any
    remarks: tuple
    usage: dict | None
    model: str | None


# Addresses

def join_address(url: str, api: str) -> transport.Address:
    """The address that requests go to: the URL with what its path lacks; a query is kept. Raises transport.TransportError."""
    base = transport.parse_address(url.strip())
    path, mark, query = base.target.partition("?")
    path = path.rstrip("/")
    last = path.rpartition("/")[2]
    ending = next(ending for pattern, ending in JOINS if re.fullmatch(pattern, last))
    return base._replace(target=path + ending.format(api=api) + mark + query)


# Requests

def request_body(api: str, model: str, state, question: dict) -> bytes:
    """The body that asks one question about one state, options in their order. Raises WireError for text that is not Unicode."""
    build = systemone_request if api == "systemone" else decisions_request
    text = json.dumps(build(model, state, question), separators=(",", ":"), allow_nan=False)
    if "\\ud" in text and has_lone_surrogate(text):
        raise WireError("the item holds half of a surrogate pair, which cannot be sent")
    return text.encode("ascii")


def has_lone_surrogate(text: str) -> bool:
    """True where a JSON text decodes to something that UTF-8 cannot hold."""
    try:
        json.dumps(json.loads(text), ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def systemone_request(model: str, state, question: dict) -> dict:
    sent = {key: question[key] for key in ("type", "instructions", "criteria") if question.get(key) is not None}
    return {"model": model, "state": state, "questions": {QUESTION: sent}}


def decisions_request(model: str, state, question: dict) -> dict:
    return {"model": model, "input": as_text(state), "questions": [decisions_question(question)]}


def decisions_question(question: dict) -> dict:
    """A typed question in the other dialect; the meanings of a noul's sides stand in its instructions."""
    kind, criteria = question["type"], question.get("criteria")
    instructions = as_text(question["instructions"])
    if kind == "noul":
        sides = [f"{word}: {as_text(criteria[key])}" for word, key in (("True", "true"), ("False", "false")) if (criteria or {}).get(key) is not None]
        return {"type": "predicate", "name": QUESTION, "instructions": "\n".join([instructions, *sides])}
    if kind == "choice":
        choices = [{"value": label} if meaning is None else {"value": label, "description": as_text(meaning)} for label, meaning in criteria.items()]
        return {"type": "choice", "name": QUESTION, "instructions": instructions, "choices": choices}
    return {"type": "score", "name": QUESTION, "instructions": instructions, "levels": [{"label": as_text(level)} for level in criteria]}


def as_text(value) -> str:
    """A text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# Answers

def parse_json(body: bytes):
    """The JSON value of a body. Raises AnswerError, also for NaN, Infinity, a number too large and a key that stands twice."""
    try:
        return json.loads(body.decode("utf-8-sig"), parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_object)
    except UnicodeDecodeError:
        raise AnswerError("the reply is not UTF-8") from None
    except AnswerError:
        raise
    except (ValueError, RecursionError):
        what = "is empty" if not body.strip() else "is an HTML page" if faults.is_html(body) else "is not JSON"
        raise AnswerError(f"the reply {what}") from None


def _refuse_constant(name):
    raise AnswerError(f"the reply holds {name}, which is no JSON number")


def _finite(text):
    value = float(text)
    if value - value != 0:
        raise AnswerError("the reply holds a number that is too large")
    return value


def _object(pairs):
    value = dict(pairs)
    if len(value) != len(pairs):
        raise AnswerError("an object of the reply holds a key twice")
    return value


def read_reply(body: bytes, question: dict, options) -> Reading:
    """The reading of a reply to a request with one question. Raises AnswerError."""
    data = unwrap(parse_json(body))
    answer = pick(data["answers"])
    if not isinstance(answer, dict):
        raise AnswerError("the answer is no object")
    try:
        checked = read_answer(answer, question["type"], options)
    except AnswerError as error:
        error.raw = answer
        raise
    usage, model = data.get("usage"), data.get("model")
    return Reading(checked.p, answer, checked.remarks, usage if isinstance(usage, dict) else None, model if isinstance(model, str) else None)


def unwrap(data) -> dict:
    """The object that holds the answers, taken out of an envelope. Raises AnswerError for an error object."""
    if not isinstance(data, dict):
        raise AnswerError("the reply is no JSON object")
    for name in ("result", "response"):
        if "answers" not in data and isinstance(data.get(name), dict) and data.get("success") is not False:
            data = data[name]
    if isinstance(data.get("answers"), (dict, list)):
        return data
    if data.get("error") or data.get("success") is False or data.get("errors") or data.get("detail"):
        message = faults.printable(faults.find_message(data) or "no message")
        raise AnswerError(f"an error behind a status of success: {message}")
    raise AnswerError("the reply has no answers")


def pick(answers):
    """The answer to our question: under its name, or alone in an array without names. Raises AnswerError."""
    if isinstance(answers, dict):
        if QUESTION in answers:
            return answers[QUESTION]
    else:
        named = [answer for answer in answers if isinstance(answer, dict) and answer.get("name") == QUESTION]
        unnamed = [answer for answer in answers if isinstance(answer, dict) and answer.get("name") is None]
        if len(named) == 1:
            return named[0]
        if not named and len(answers) == len(unnamed) == 1:
            return unnamed[0]
    raise AnswerError("the reply does not answer the question")


def read_answer(answer: dict, kind: str, options) -> probabilities.Checked:
    """The checked probabilities of one answer to a question of a type. Raises AnswerError."""
    named = answer.get("type")
    if named in REFUSALS:
        reason = answer.get("reason")
        raise AnswerError(f"the endpoint answers {named}" + (f": {faults.printable(reason)}" if isinstance(reason, str) else ""), again=False)
    if named is not None and named not in TYPES[kind]:
        raise AnswerError(f"a {kind} question is answered as {probabilities.short(named)}")
    if kind == "noul":
        return read_noul(answer, options)
    return read_map(answer, kind, options)


def read_noul(answer: dict, options) -> probabilities.Checked:
    """yes and no from the number for yes; from a map of yes and no only where there is no such number."""
    yes, no = options
    for name in ("noul", "probability"):
        if answer.get(name) is not None:
            value = answer[name]
            probabilities.check_number(value, name)
            if value > 1 + probabilities.OVER_ONE:
                raise AnswerError(f"{name} is {value:g}, not between 0 and 1")
            return probabilities.Checked({yes: value, no: max(0, 1 - value)}, ())
    if not isinstance(answer.get("probabilities"), dict):
        raise AnswerError("the answer has no probability")
    checked = probabilities.check(answer["probabilities"], options)
    return checked._replace(remarks=checked.remarks + ("noul given as a map",))


def read_map(answer: dict, kind: str, options) -> probabilities.Checked:
    """The probabilities of a choice or a score."""
    given = answer.get("probabilities")
    if isinstance(given, list):
        given = from_list(given, kind)
    if not isinstance(given, dict):
        raise AnswerError("the answer has no probabilities")
    if kind == "score":
        check_levels(answer, given, options)
    checked = probabilities.check(given, options)
    return checked if kind == "score" else judge_choice(answer.get("choice"), checked, options)


def from_list(given: list, kind: str) -> dict:
    """{key: probability} of a list of {"value", "probability"}. Raises AnswerError."""
    found = {}
    for entry in given:
        if not isinstance(entry, dict) or "value" not in entry or "probability" not in entry:
            raise AnswerError("the probabilities are a list without values and probabilities")
        value = entry["value"]
        if kind == "score" and isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str) or value in found:
            raise AnswerError("the values of the probabilities are no distinct texts")
        found[value] = entry["probability"]
    return found


def check_levels(answer: dict, given: dict, options) -> None:
    """Raise AnswerError with the likely reason where the keys are the levels' texts."""
    legend = answer.get("legend")
    texts = legend.values() if isinstance(legend, dict) else legend if isinstance(legend, list) else ()
    if not any(key.strip() in options for key in given) and any(key in texts for key in given):
        raise AnswerError("the probabilities are under the levels' texts instead of their numbers")


def judge_choice(choice, checked: probabilities.Checked, options) -> probabilities.Checked:
    """The same, with a remark where the option named is not the most probable one. Raises AnswerError where it is no option."""
    if choice is None:
        return checked
    if not isinstance(choice, str):
        raise AnswerError("the choice is no text")
    named = [choice] if choice in options else [option for option in options if probabilities.fold(option) == probabilities.fold(choice)]
    if len(named) != 1:
        raise AnswerError(f"the choice {probabilities.short(choice)} is no option")
    return checked if probabilities.is_top(checked.p, named[0]) else checked._replace(remarks=checked.remarks + ("choice is not the most probable",))
