"""Partial readers of triage_order: part of the rules left out or misread, or no rule, but how the five cases on offer stand."""
from __future__ import annotations

from audits.partial.rules import Reading, Rule, exact
from solvers import triage_order as solver

CHANCE = 0.2
CLOCK_RULES, CLOCK_STEPS = ("wait", "bands"), ("wait", "due")
"""Kinds of rules and of adjustments that look at the moment of the list."""


# A changed case

def keeping(rules=lambda rule: True, steps=lambda step: True):
    """A change that keeps some rules and some adjustments."""
    return lambda case: case._replace(rules=tuple(filter(rules, case.rules)), adjustments=tuple(filter(steps, case.adjustments)))


def unadjusted(case):
    return keeping(steps=lambda step: False)(case)


def clockless(case):
    return keeping(lambda rule: rule.kind not in CLOCK_RULES, lambda step: step.kind not in CLOCK_STEPS)(case)


def listed_class(case):
    """Class as listed, then the start of the wait, whether a rule goes by the class or not."""
    start = case.rules[-1]
    return case._replace(rules=(start._replace(kind="scale"), start), adjustments=())


def ends(case):
    """The first rule and the last."""
    return case._replace(rules=(case.rules[0], case.rules[-1]))


def last_rule(case):
    return case._replace(rules=case.rules[-1:])


def rules_turned(case):
    """A higher number before a lower one, the last rule in its place."""
    return case._replace(rules=case.rules[-2::-1] + case.rules[-1:])


def borders_turned(case):
    """'More than' read as 'at least' and the other way round, also for whether an equal time counts."""
    turned = [tuple(part._replace(beyond=not part.beyond) for part in parts) for parts in (case.rules, case.adjustments)]
    return case._replace(rules=turned[0], adjustments=turned[1], notes=case.notes._replace(equal_is_due=not case.notes.equal_is_due))


def from_the_end(case):
    return case._replace(place=len(case.rows) + 1 - case.place)


# Readers

def ordered(case) -> list:
    """The numbers of the cases in the order of the case's rules; conventions are taken as they are."""
    return [row.id for row in sorted(case.rows, key=lambda row: tuple(solver.ORDER[rule.kind](case, rule, row) for rule in case.rules))]


def as_if(change):
    """The reader of a changed case; where its answer is not on offer, the offered case that stands nearest to the place."""
    def decide(reading: Reading) -> str:
        case = change(reading.case)
        order = ordered(case)
        return min(reading.item.options, key=lambda option: (abs(order.index(option) - case.place + 1), order.index(option)))

    return decide


def standing(measure, rank: int):
    """The option of that rank, 0 to 4, when the five are ordered by measure(reading) -> {number: value}."""
    def decide(reading: Reading) -> str:
        values = measure(reading)
        return sorted(reading.item.options, key=values.__getitem__)[rank]

    return decide


def by_listing(reading: Reading) -> dict:
    return {row.id: place for place, row in enumerate(reading.case.rows)}


def by_arrival(reading: Reading) -> dict:
    return {row.id: row.start for row in reading.case.rows}


def by_number(reading: Reading) -> dict:
    return {row.id: row.id for row in reading.case.rows}


def by_class(reading: Reading) -> dict:
    return {row.id: (row.scale, row.start) for row in reading.case.rows}


def at_the_place(reading: Reading) -> str:
    """The offered case that is listed nearest to the place asked for."""
    return min(reading.item.options, key=lambda option: abs(by_listing(reading)[option] + 1 - reading.case.place))


# Floors

def untouched(change):
    """Floor of a reader of a changed case that is at chance wherever the change takes something away."""
    def floor(readings) -> float:
        whole = sum(change(case) == case for _, case in readings) / len(readings)
        return whole + CHANCE * (1 - whole)

    return floor


RULE_WORDS = {"scale": "class", "count": "count", "length": "length of work", "mark": "flag", "group": "department", "wait": "length of the wait",
              "bands": "bands of the due time", "due": "due time"}
STEP_WORDS = {"mark": "flag", "group": "department", "due": "due time", "wait": "length of the wait"}
MEASURES = {"listing": by_listing, "number": by_number, "arrival": by_arrival, "class, then arrival": by_class}
RANKS = {"first": 0, "middle": 2, "last": 4}
REASONS = {("middle", "arrival"): "Arrival is the last rule of every list, so the cases that stand next to the place asked for are neighbours in it more often than not; "
                                  "an answer that moves by one neighbour passes through the middle of them."}
RULES = (
    Rule("lowest class, earliest arrival", "the class as listed, then arrival, at the place asked for", as_if(listed_class), CHANCE, by_level=True),
    Rule("no adjustments", "everything but the adjustments of the class", as_if(unadjusted), untouched(unadjusted)),
    Rule("no clock", "everything but rules and adjustments that look at the clock", as_if(clockless), untouched(clockless)),
    Rule("listed at the place", "the offered case that is listed nearest to the place asked for", at_the_place, CHANCE),
    *(Rule(f"{word} by {name}", f"of the five, ordered by {name}, the {word} one", standing(measure, rank), CHANCE,
           reason=REASONS.get((word, name)))
      for name, measure in MEASURES.items() for word, rank in RANKS.items()),
    exact("first rule, then arrival", "rule 1 and the last rule", as_if(ends)),
    exact("arrival alone", "the last rule", as_if(last_rule)),
    exact("rules from the last to the first", "a higher number before a lower one", as_if(rules_turned)),
    exact("borders turned", "limits that count read as limits that do not", as_if(borders_turned)),
    exact("places from the end", "the place counted from the last case", as_if(from_the_end)),
    *(exact(f"no rule on {words}", "everything but that rule", as_if(keeping(lambda rule, kind=kind: rule.kind != kind)))
      for kind, words in RULE_WORDS.items()),
    *(exact(f"{words} alone", "that rule and arrival, with the adjustments", as_if(keeping(lambda rule, kind=kind: rule.kind in (kind, "start"))))
      for kind, words in RULE_WORDS.items()),
    *(exact(f"no step for {words}", "everything but that adjustment", as_if(keeping(steps=lambda step, kind=kind: step.kind != kind)))
      for kind, words in STEP_WORDS.items()),
)
