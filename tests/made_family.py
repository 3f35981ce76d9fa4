"""Plain made-up items in the three shapes that audits tell apart, written under the names of real families.

Every state is a short form with one amount, which alone decides. `solve` reads it. Nothing here is part of a release.
"""
from __future__ import annotations

import re

from generators import cards, draws, families, items
from solvers import reading

PAIRS, TRIPLES, MOVING = (families.BY_NAME[name] for name in ("filter_match", "policy_case", "triage_order"))
DOMAINS = {"freight": "parcel", "clinic": "visit", "library": "loan", "garden": "order", "studio": "booking", "workshop": "repair"}
LAYOUTS = {"form": "{key}: {value}", "dots": "{key} ... {value}", "list": "- {key} = {value}"}
FORM = re.compile(r"(?:- )?(?P<key>[a-z ]+?)(?:: | \.\.\. | = )(?P<value>[A-Za-z0-9 ]+)")
ORDER = ("plain", "exception", "precedence")


def line(layout: str, key: str, value) -> str:
    return LAYOUTS[layout].format(key=key, value=value)


def state(rng, domain: str, layout: str, remarks: int):
    """A function from an amount to a state: everything else is drawn once."""
    limit = rng.between(1000, 8000)
    fixed = [line(layout, f"{DOMAINS[domain]} number", rng.between(100000, 999999)), line(layout, "limit", limit)]
    fixed += [line(layout, "earlier amount", rng.between(1000, 9999)) for _ in range(remarks)]
    return limit, lambda amount: "\n".join([*fixed, line(layout, "amount", amount), line(layout, "clerk", clerk(limit))])


def clerk(limit: int) -> str:
    """A clerk of a length that differs from group to group."""
    return "clerk " + "x" * (limit % 40)


def pair(rng, level: int, domain: str, layout: str, number: int) -> items.Group:
    limit, text = state(rng, domain, layout, 3 * level)
    kind = ("amount", "limit")[number % 2]
    question = items.noul("Is the amount within the limit?", "it is", "it is not")
    return items.Group(level, domain, layout, question, (
        items.Member(text(limit), "yes", None, kind, False), items.Member(text(limit + 1), "no", kind, kind, True)))


def triple(rng, level: int, domain: str, layout: str, number: int, answers) -> items.Group:
    limit, text = state(rng, domain, layout, 3 * level)
    amounts = {"approve": limit, "escalate": limit + 1, "deny": limit + 2}
    question = items.choice("What is to be done?", {answer: f"the form says {answer}" for answer in TRIPLES.options})
    return items.Group(level, domain, layout, question, tuple(
        items.Member(text(amounts[answer]), answer, ORDER[(number + place) % 3], None, None) for place, answer in enumerate(answers)))


def moving(rng, level: int, domain: str, layout: str, number: int, places) -> items.Group:
    limit, text = state(rng, domain, layout, 3 * level)
    options = [f"T{code}" for code in rng.sample(range(100, 1000), 5)]
    criteria = {option: f"ticket {option}, if the amount is {limit + place}" for place, option in enumerate(options)}
    question = items.choice("Which ticket is next?", criteria)
    return items.Group(level, domain, layout, question, tuple(
        items.Member(text(limit + place), options[place], "amount" if first else None, None, bool(first)) for first, place in enumerate(places)))


def groups_of(family: families.Family, draw: draws.Draw) -> list:
    """All groups of one family, in the shape that its line in the list of families gives."""
    made = []
    for level in families.LEVELS:
        sizes = [size for size, n in family.shape.groups_per_level.items() for _ in range(n)]
        used = 0
        for number, size in enumerate(sizes):
            rng = draws.stream(draw, family.name, level, number)
            here = (rng, level, list(DOMAINS)[number % 6], list(LAYOUTS)[number // 6 % 3], number)
            if family is PAIRS:
                made.append(pair(*here))
            elif family is TRIPLES:
                made.append(triple(*here, [answer for place, answer in enumerate(family.options) if size == 3 or place != level - 1]))
            else:
                made.append(moving(*here, [(used + step) % 5 for step in range(size)]))
            used += size
    return made


def build(family: families.Family, draw: draws.Draw = draws.PUBLISHED) -> list:
    """The 600 items of one family."""
    return items.number_items(family.name, draw, groups_of(family, draw))


def write(root, family: families.Family, rows, draw: draws.Draw = draws.PUBLISHED):
    """Write items, card and README under a root; returns the folder."""
    folder = items.task_folder(root, family.name)
    cards.write_folder(folder, cards.family_files(family, draw, rows, "Made-up items."))
    return folder


def solve(state: str, question: dict, options) -> str:
    """The answer that the form gives; an unknown line raises."""
    values = {}
    for number, text in reading.numbered_lines(state):
        match = FORM.fullmatch(text)
        if not match:
            raise reading.unread(number, text)
        values.setdefault(match["key"], match["value"])
    over = int(values["amount"]) - int(values["limit"])
    if question["type"] == "noul":
        return "yes" if over <= 0 else "no"
    if set(options) == set(TRIPLES.options):
        return ("approve", "escalate", "deny")[over]
    return options[over]
