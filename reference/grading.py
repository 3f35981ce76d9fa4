"""Whether a chat model's reply to a question of a public set is right, by the matching rule of that set.

A reply may think aloud; what is judged is its last `Answer:` line, or its last line where there is none.
"""
from __future__ import annotations

import math
import re
import string
from fractions import Fraction
from typing import Any, NamedTuple

ANSWER_LINE = re.compile(r"^[\W_]*(?:the )?(?:final )?answer[*_ ]*:\s*(.*)$", re.I)
BOXED = re.compile(r"\\(?:boxed|text)\{([^{}]*)\}")
MARKUP = re.compile(r"\*\*|__|`|\$")
NUMBER = re.compile(r"[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:\s*/\s*\d+)?")
TOLERANCE = Fraction(1, 1000)
"""How far a number may be from the gold one; the bound of the evaluation that GSM-Hard was published with."""
PUNCTUATION = frozenset(string.punctuation)
QUOTES = frozenset("‘’´`")


class Rule(NamedTuple):
    """is_right(answer, gold) of a short answer; form: what the model is told to give; judged: the rule in words."""

    is_right: Any
    form: str
    judged: str


# The answer in a reply

def final_answer(reply: str) -> str:
    """The short answer that a reply ends with, without markup; empty for an empty reply."""
    lines = [line.strip() for line in reply.splitlines() if line.strip()]
    marked = [(place, ANSWER_LINE.match(line)[1]) for place, line in enumerate(lines) if ANSWER_LINE.match(line)]
    if not marked:
        return plain(lines[-1]) if lines else ""
    place, found = marked[-1]
    following = lines[place + 1] if place + 1 < len(lines) else ""
    return plain(found) or plain(following)


def plain(text: str) -> str:
    """A line without the marks of Markdown and TeX."""
    while BOXED.search(text):
        text = BOXED.sub(r"\1", text)
    return MARKUP.sub("", text).strip()


# Normal forms

def without_articles(text: str) -> str:
    return " ".join(re.sub(r"\b(?:a|an|the)\b", " ", text).split())


def normal(text: str) -> str:
    """Lower case, no punctuation, articles or doubled spaces: the form that open-domain question answering compares."""
    return without_articles("".join(char for char in text.lower() if char not in PUNCTUATION))


def spaced(text: str) -> str:
    """The same with a space for every mark, as the evaluation of TriviaQA does it."""
    return without_articles("".join(" " if char in PUNCTUATION or char in QUOTES else char for char in text.lower()))


def normal_token(token: str) -> str:
    """A word as the evaluation of DROP compares it; numbers by value."""
    try:
        return str(float(token))
    except ValueError:
        bare = "".join(char for char in token.lower() if char not in PUNCTUATION)
    try:
        return str(float(bare))
    except ValueError:
        return without_articles(bare)


def normal_span(text: str) -> str:
    """A span as the evaluation of DROP compares it; hyphens part words."""
    return " ".join(filter(None, map(normal_token, re.split(r"[\s-]", text))))


def number_of(text: str):
    """The last number of a text as a Fraction, None where there is none. Thousands may be parted by commas; `3/4` is one number."""
    for match in reversed([found[0] for found in NUMBER.finditer(text) if any(char.isdigit() for char in found[0])]):
        whole, _, part = match.replace(",", "").replace("−", "-").partition("/")
        if not part:
            return Fraction(whole.strip())
        return Fraction(whole.strip()) / int(part) if int(part) else None
    return None


# Rules

def is_one_of(answer: str, gold) -> bool:
    return normal(answer) in map(normal, gold)


def is_alias(answer: str, gold) -> bool:
    return spaced(answer) in map(spaced, gold)


def holds_one_of(answer: str, gold) -> bool:
    return any(form in answer for text in gold for form in (text, text.lower(), text.capitalize()))


def is_spans(answer: str, gold) -> bool:
    """Whether the parts of an answer are those of one of the gold lists, in any order."""
    found = sorted(normal_span(part) for part in answer.split(";"))
    return any(found == sorted(map(normal_span, spans)) for spans in gold)


def is_number(answer: str, gold) -> bool:
    found = number_of(answer)
    return found is not None and any(abs(found - Fraction(text)) < TOLERANCE for text in gold)


def is_target(answer: str, gold) -> bool:
    """Equal but for case, outer space and a closing stop; the text of an option may follow its letter."""
    said = answer.strip().rstrip(".").strip().lower()
    return any(said == text.lower() or bool(re.fullmatch(r"\([A-Z]\)", text)) and said.startswith(text.lower()) for text in gold)


def is_word(answer: str, gold) -> bool:
    """Whether the first word is the gold one."""
    words = re.findall(r"[^\W\d_]+", answer.lower())
    return bool(words) and words[0] in [text.lower() for text in gold]


SHORT = "Give the answer alone, as short as it can be: a name, a place, a date or a number."
RULES = {
    "exact": Rule(is_one_of, SHORT, "It must equal one of the accepted answers, apart from case, punctuation and articles."),
    "alias": Rule(is_alias, SHORT, "It must equal one of the accepted names, apart from case, punctuation and articles."),
    "contains": Rule(holds_one_of, SHORT, "It must hold one of the accepted answers."),
    "spans": Rule(is_spans, "Give the answer alone: a number, a date, or words of the passage; several parts with semicolons between them.",
                  "All parts of an accepted answer must be there and no other, apart from case, punctuation and articles; numbers count by value."),
    "number": Rule(is_number, "Give the answer as one number.", "Its number must equal the accepted one."),
    "target": Rule(is_target, "Give the answer in the form that the question asks for; of options in brackets give the letter, like (A).",
                   "It must equal the accepted text, or name the accepted option."),
    "word": Rule(is_word, "Give the answer as one word.", "It must be the accepted word."),
}
"""{name: rule}. exact: NQ-open and WebQuestions; alias: TriviaQA; contains: PopQA; spans: DROP; number: the arithmetic sets; target: BBH;
word: StrategyQA, FOLIO, ProofWriter."""


def fault_of(rule: str, gold) -> str | None:
    """What is wrong with the gold answers of a rule, or None."""
    if not isinstance(gold, list) or not gold:
        return "holds no list of accepted answers"
    if rule == "spans":
        is_fine = all(isinstance(spans, list) and spans and all(isinstance(text, str) for text in spans) for spans in gold)
        return None if is_fine else "is no list of lists of texts"
    if not all(isinstance(text, str) and text.strip() for text in gold):
        return "is no list of texts"
    if rule == "number" and not all(is_plain_number(text) for text in gold):
        return "holds a text that is no number"
    return None


def is_plain_number(text: str) -> bool:
    """Whether a text is a finite decimal number, such as `-9867630.0`."""
    try:
        return math.isfinite(float(text)) and not re.search(r"[_/]", text)
    except ValueError:
        return False


def is_right(rule: str, reply: str, gold) -> bool:
    """Whether a reply's answer is right by a rule."""
    return RULES[rule].is_right(final_answer(reply), gold)
