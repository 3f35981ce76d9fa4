"""The messages that put one item to a chat model: STATE, QUESTION, OPTIONS, and what to reply. Pure functions."""
from __future__ import annotations

import hashlib
import json
import string

from generators import items
from runner import wire
from runner.chat import reader

LETTERS = string.ascii_uppercase + string.ascii_lowercase
STATED = ("You decide one question about the state that the user gives you, and the question has fixed options. Reply with one JSON object and no other "
          "text. Its field \"choice\" holds the key of the one option that you decide for, exactly as it is written. Its field \"probabilities\" is an object "
          "with a number from 0 to 1 for each option key: how probable it is in your judgment that this option is the right one. Together these "
          "numbers make 1.")
ONE_TOKEN = "You decide one question about the state that the user gives you, and the question has fixed options. Reply with the {label} of the one option that is right, and nothing else."
PROBE = items.Item("probe", "a state", items.noul("Is it so?", "it is", "it is not"), ("yes", "no"))


def meanings(item: items.Item) -> dict:
    """{option: what it means, None where the question does not say}."""
    criteria = item.question.get("criteria") or {}
    if item.question["type"] == "noul":
        return {option: criteria.get(side) for option, side in zip(item.options, ("true", "false"))}
    return dict(zip(item.options, criteria if isinstance(criteria, list) else criteria.values()))


def option_lines(item: items.Item, options, labels=None) -> str:
    """One line an option, `key: meaning`, behind its letter where labels are given."""
    known, lines = meanings(item), []
    for place, option in enumerate(options):
        meaning = "" if known[option] is None else f": {wire.as_text(known[option])}"
        lines.append(("" if labels is None else f"{labels[place]}. ") + option + meaning)
    return "\n".join(lines)


def case_text(item: items.Item, options, labels=None) -> str:
    """State, question and options; a state that is no text as indented JSON."""
    state = item.state if isinstance(item.state, str) else json.dumps(item.state, ensure_ascii=False, indent=2)
    head = "OPTIONS (key: meaning)" if labels is None else "OPTIONS (letter. key: meaning)"
    return f"STATE\n{state}\n\nQUESTION\n{wire.as_text(item.question['instructions'])}\n\n{head}\n{option_lines(item, options, labels)}\n\n"


def messages(system: str, user: str) -> list:
    return [{"role": "system", "content": system}, {"role": "user", "content": user}]


def stated_messages(item: items.Item) -> list:
    """The messages that ask for a key and a probability of every option."""
    return messages(STATED, case_text(item, item.options) + f"Reply with the JSON object, in this form:\n{reader.form_to_fill(item.options)}")


def one_token_messages(item: items.Item, options, labels=None) -> list:
    """The messages that ask for one letter, or for one key where no labels are given; options in the order in which they are shown."""
    label = "key" if labels is None else "letter"
    return messages(ONE_TOKEN.format(label=label), case_text(item, options, labels) + f"Reply with the {label} of one option.")


def as_text(parts) -> str:
    """Messages as one text, for a model without a chat template."""
    return "\n\n".join(part["content"] for part in parts) + "\n\nAnswer:"


def schema(options) -> dict:
    """The JSON schema of a reply."""
    numbers = {option: {"type": "number"} for option in options}
    return {"type": "object", "properties": {
        "choice": {"type": "string", "enum": list(options)},
        "probabilities": {"type": "object", "properties": numbers, "required": list(options), "additionalProperties": False},
    }, "required": list(reader.FIELDS), "additionalProperties": False}


def mark(made) -> str:
    """A short mark of a wording, for the run folder: answers to two wordings are not mixed. made: the messages of PROBE."""
    return hashlib.sha256(json.dumps(made, ensure_ascii=False).encode("utf-8")).hexdigest()[:12]
