"""Partial readers of policy_case: an outcome without the order of rules, the exceptions, the borders, or the rules at all."""
from __future__ import annotations

from collections import Counter

from audits.partial.rules import Reading, Rule, Tally
from solvers import policy_case as solver

STRICT = ("deny", "escalate", "approve")


# Floors

def precedence_share(readings) -> dict:
    """{group: 1 / number of rules that apply in its precedence item}; 1 for a group without one."""
    found = {reading.item.group: 1.0 for reading in readings}
    for item, case in readings:
        if item.kind == "precedence":
            found[item.group] = 1 / len(solver.applying_rules(case))
    return found


def picked_groups(readings) -> float:
    """Groups of a reader that picks among the rules that apply by a fixed order: everything but precedence, and one in m there."""
    found = precedence_share(readings).values()
    return sum(found) / len(found)


def without_exceptions_groups(readings) -> float:
    """Groups of a reader blind to exceptions: those that hold no exception item."""
    holds = {item.group: False for item, _ in readings}
    for item, _ in readings:
        holds[item.group] |= item.kind == "exception"
    return sum(not value for value in holds.values()) / len(holds)


# Readers

def by_priority(kind: str, **values):
    """The full reader with another statement of precedence."""
    return lambda reading: solver.decide(reading.case._replace(priority=solver.Priority(kind, **values)))


def bare(case):
    """The case with every exception struck out."""
    return case._replace(rules=tuple(rule._replace(exception=None) for rule in case.rules))


def no_exceptions(reading: Reading) -> str:
    return solver.decide(bare(reading.case))


def exception_gives_default(reading: Reading) -> str:
    """Where an exception is met anywhere among rules whose conditions hold, the default."""
    case = reading.case
    switched_off = len(solver.applying_rules(bare(case))) > len(solver.applying_rules(case))
    return case.default if switched_off else solver.decide(case)


def default_only(reading: Reading) -> str:
    return reading.case.default


def place_bare(which: str):
    """The first or last rule whose two conditions hold, exceptions unread."""
    def decide(reading: Reading) -> str:
        rules = solver.applying_rules(bare(reading.case))
        return solver.by_place(rules, which).outcome if rules else reading.case.default

    return decide


def one_condition(place: int):
    """The full reader that checks one of the two conditions of each rule."""
    def decide(reading: Reading) -> str:
        case = reading.case
        return solver.decide(case._replace(rules=tuple(rule._replace(conditions=(rule.conditions[place],)) for rule in case.rules)))

    return decide


def borders(counts: bool):
    """The full reader for whom every comparing word includes (or excludes) its figure."""
    return lambda reading: solver.decide(reading.case._replace(borders={word: counts for word in reading.case.borders}))


def numbers_as_met(reading: Reading) -> str:
    """The full reader that takes every comparison with a figure as met."""
    case = reading.case
    rules = tuple(rule._replace(conditions=tuple(test for test in rule.conditions if test.word == "is")) for rule in case.rules)
    return solver.decide(case._replace(rules=rules))


def met(rule, case) -> int:
    """How many of a rule's conditions hold."""
    return sum(solver.holds(test, case.facts, case.borders) for test in rule.conditions)


def met_by_outcome(case) -> Counter:
    """{outcome: conditions met over its rules}."""
    counts = Counter({outcome: 0 for outcome in STRICT})
    for rule in case.rules:
        counts[rule.outcome] += met(rule, case)
    return counts


def most_conditions(reading: Reading) -> str:
    counts = met_by_outcome(reading.case)
    return max(STRICT, key=lambda outcome: counts[outcome])


def fewest_half_met(reading: Reading) -> str:
    counts = Counter({outcome: 0 for outcome in STRICT})
    for rule in reading.case.rules:
        counts[rule.outcome] += met(rule, reading.case) == 1
    return min(STRICT, key=lambda outcome: counts[outcome])


# Which case of a triple looks least risky

def flags(case) -> int:
    """Yes answers among the flags of the record."""
    return sum(value is True for value in case.facts.values())


def amount(case) -> int:
    """The record's amounts of money added up; its counts where it has none."""
    money = [value for fact in case.subject.facts for value in [case.facts[fact.key]] if fact.kind == "money"]
    return sum(money) if money else sum(value for fact in case.subject.facts for value in [case.facts[fact.key]] if fact.kind == "count")


def adverse_conditions(case) -> int:
    """Conditions met over the rules whose outcome is not approve."""
    counts = met_by_outcome(case)
    return counts["deny"] + counts["escalate"]


def adverse_rules(case) -> int:
    """Rules of another outcome than approve whose two conditions hold."""
    return sum(rule.outcome != "approve" and met(rule, case) == 2 for rule in case.rules)


def pick_is(measure, choose, outcome: str):
    """Over triples: whether the case with the least (or most) of a measure is that outcome's, a tie shared."""
    def count(group):
        if len(group) < 3:
            return None
        values = [measure(reading.case) for reading in group]
        picked = [reading for reading, value in zip(group, values) if value == choose(values)]
        return sum(reading.item.gold == outcome for reading in picked) / len(picked)

    return count


RULES = (
    Rule("first rule that applies", "no statement of precedence read, the first listed wins", by_priority("first"), picked_groups, of_groups=True),
    Rule("last rule that applies", "no statement of precedence read, the last listed wins", by_priority("last"), picked_groups, of_groups=True),
    Rule("always the stricter", "of several rules deny before escalate before approve", by_priority("outcome", order=STRICT), picked_groups, False, True),
    Rule("always the more lenient", "of several rules approve before escalate before deny", by_priority("outcome", order=STRICT[::-1]), picked_groups, False, True),
    Rule("exceptions ignored", "everything but exceptions", no_exceptions, without_exceptions_groups, of_groups=True),
    Rule("exception gives the default", "an exception met anywhere gives the default outcome", exception_gives_default, 2 / 3, False),
    Rule("default outcome", "the default alone", default_only, 1 / 3),
    Rule("first match, exceptions unread", "the first rule whose conditions hold", place_bare("first"), 1 / 3, False),
    Rule("last match, exceptions unread", "the last rule whose conditions hold", place_bare("last"), 1 / 3, False),
    Rule("first condition only", "each rule by its first condition", one_condition(0), 1 / 3, False),
    Rule("second condition only", "each rule by its second condition", one_condition(1), 1 / 3, False),
    Rule("borders all included", "every comparing word includes its figure", borders(True), 1 / 3, False),
    Rule("borders all excluded", "every comparing word excludes its figure", borders(False), 1 / 3, False),
    Rule("numbers taken as met", "comparisons with figures unread", numbers_as_met, 1 / 3, False),
    Rule("most conditions met", "the outcome whose rules have most conditions met", most_conditions, 1 / 3, False),
    Rule("fewest half-met rules", "the outcome with the fewest rules that half hold", fewest_half_met, 1 / 3, False),
)
REASONS = {"least flags": "Chance, as far as further draws show: on those of seeds 11 to 26 the same rule reached 33.5 with a standard error of 0.7."}
TALLIES = tuple(
    Tally(f"{word} {name} is {outcome}", "share of triples", pick_is(measure, choose, outcome), 1 / 3, bounded, REASONS.get(f"{word} {name}"))
    for name, measure, bounded in (("flags", flags, True), ("amount", amount, True), ("adverse conditions", adverse_conditions, True),
                                   ("adverse rules matched", adverse_rules, False))
    for word, choose, outcome in (("least", min, "approve"), ("most", max, "deny")))
