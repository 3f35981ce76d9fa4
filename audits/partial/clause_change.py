"""Partial readers of clause_change: the versions without the facts, one clause or one version of two, a step left out, or how the fact looks.

The two clauses that the answer turns on are called sides: 0 is the lower limit, 1 the upper one.
"""
from __future__ import annotations

import datetime
import functools
import re

from audits.partial.rules import Fit, Reading, Rule, Tally, exact
from solvers import clause_change as solver

CHANCE, ONE_CLAUSE = 1 / 3, 2 / 3
SIDES = (0, 1)
INCLUDED = {"more than": "at least", "less than": "at most"}
EXCLUDED = {"at least": "more than", "no less than": "more than", "at most": "less than", "no more than": "less than"}
NUMBER = re.compile(r"\d(?:[\d,]*\d)?(?:\.\d+)?")


# What is read of a case

def number_of(case, side: int) -> int:
    """The number of a side's clause."""
    kind = solver.KINDS[case.kind]
    term = (kind.lower, kind.upper)[side][1]
    return next(number for number, wanted in case.versions["A"].requirements.items() if wanted.term == term)


def figures(case, side: int) -> list:
    """The figures of a side after adjustments, in version A and in B."""
    return [solver.adjusted_figure(case, version, number_of(case, side)) for version in case.versions.values()]


def quantity(case, side: int) -> int:
    """What a side measures, in days, cents or persons."""
    return solver.quantity_of(case, case.versions["A"], number_of(case, side))


def met(case, side: int) -> list:
    """Whether a side's limit is met, in version A and in B."""
    return [solver.requirement_met(case, version, number_of(case, side)) for version in case.versions.values()]


def is_ceiling(case, side: int) -> bool:
    """Whether a side's figure may not be passed."""
    word = case.versions["A"].requirements[number_of(case, side)].compare
    return word in ("at most", "no more than", "less than")


def is_stricter(case, side: int) -> bool:
    """Whether version B asks more of a side than version A."""
    one, other = figures(case, side)
    return (other < one) if is_ceiling(case, side) else (other > one)


def option(case, one: bool, other: bool) -> str:
    """The answer if both limits are met (or not) in version A and in version B."""
    return "same" if one == other else "yes_only_A" if one == case.if_met else "yes_only_B"


def between(case, side: int) -> str:
    """The answer if the fact stands between the two figures of a side."""
    return option(case, is_stricter(case, side), not is_stricter(case, side))


def nearest(case) -> int:
    """The side of the figure to which the fact is nearest."""
    return min(SIDES, key=lambda side: min(abs(quantity(case, side) - figure) for figure in figures(case, side)))


# The versions and the point alone; of the facts no more than picks a figure of the text, which is the same throughout a group

@functools.lru_cache(maxsize=None)
def changed_texts(state: str) -> tuple:
    """(text in A, text in B) of every clause and line of the Schedule that differs."""
    lines = solver.reading.numbered_lines(state)
    form, _, taken = solver.read_head(lines)
    layout = form.split(":")[0]
    body = lines[taken + 1:len(lines) - (2 if layout == "mail" else 0)]
    one, other = solver.read_texts(solver.split_sections(body, layout)[0], layout)
    return tuple((before.text, after.text) for before, after in zip(one, other) if before.text != after.text)


def numbers_moved(state: str) -> tuple:
    """How many numbers are larger in version B and how many are smaller."""
    pairs = [(float(one.replace(",", "")), float(other.replace(",", ""))) for before, after in changed_texts(state)
             for one, other in zip(NUMBER.findall(before), NUMBER.findall(after))]
    return sum(one < other for one, other in pairs), sum(one > other for one, other in pairs)


def facts_unread(reading: Reading) -> str:
    """As if the fact stood between the figures of the lower limit."""
    return between(reading.case, 0)


def stricter_decides(reading: Reading) -> str:
    return option(reading.case, True, False)


def larger_change(reading: Reading) -> str:
    """As if the fact stood between the figures that differ most, in proportion."""
    case = reading.case
    return between(case, max(SIDES, key=lambda side: max(figures(case, side)) / min(figures(case, side))))


def larger_numbers(reading: Reading) -> str:
    """The version in which more of the changed numbers are the larger ones."""
    up, down = numbers_moved(reading.item.state)
    return "same" if up == down else "yes_only_B" if up > down else "yes_only_A"


# One clause, one version, or little of the other

def side_alone(choose):
    """The reader of one side; choose(case) says which."""
    return lambda reading: option(reading.case, *met(reading.case, choose(reading.case)))


def the_stricter(case) -> int:
    return next(side for side in SIDES if is_stricter(case, side))


def the_looser(case) -> int:
    return 1 - the_stricter(case)


def version_alone(place: int):
    """Yes in the version that is read, so only there; no, so only in the other."""
    def decide(reading: Reading) -> str:
        is_yes = solver.point_answer(reading.case, list(reading.case.versions.values())[place])
        return "yes_only_A" if is_yes == (place == 0) else "yes_only_B"

    return decide


def nearest_limit(reading: Reading) -> str:
    return between(reading.case, nearest(reading.case))


def side_and_direction(side: int):
    """One side, and of the other no more than that it moves the other way: where the first is met in both versions, the other decides."""
    def decide(reading: Reading) -> str:
        one, other = met(reading.case, side)
        return between(reading.case, 1 - side) if one and other else option(reading.case, one, other)

    return decide


def version_and_nearest(place: int):
    """One version, and the side at whose limits the fact stands: `same` where the version denies that it stands between them."""
    def decide(reading: Reading) -> str:
        case = reading.case
        is_passed = all(met(case, side)[place] for side in SIDES)
        return between(case, nearest(case)) if is_passed == (is_stricter(case, nearest(case)) == (place == 0)) else "same"

    return decide


def lies_on(case) -> bool:
    """Whether the fact comes exactly to the figure it is nearest to."""
    return quantity(case, nearest(case)) in figures(case, nearest(case))


def nearest_without_borders(reading: Reading) -> str:
    case = reading.case
    one, other = sorted(figures(case, nearest(case)))
    return between(case, nearest(case)) if one <= quantity(case, nearest(case)) <= other else "same"


def borders_unread(readings) -> float:
    """Floor of a reader of the nearest limit without its border: all but the `same` whose fact lies on the figure."""
    return 1 - sum(reading.item.gold == "same" and lies_on(reading.case) for reading in readings) / len(readings)


def literal(reading: Reading) -> str:
    """The version that alone has a figure to which the fact comes exactly."""
    case = reading.case
    hits = [any(quantity(case, side) == figures(case, side)[place] for side in SIDES) for place in (0, 1)]
    return "same" if hits[0] == hits[1] else "yes_only_A" if hits[0] else "yes_only_B"


# A step of the reading left out or done wrongly

def as_if(change):
    """The full reader of a changed case."""
    def decide(reading: Reading) -> str:
        case = change(reading.case)
        return option(case, *map(all, zip(met(case, 0), met(case, 1))))

    return decide


def with_versions(**changes):
    """A case with parts of both versions changed; every change is a function of a version."""
    def change(case):
        return case._replace(versions={name: version._replace(**{part: how(version) for part, how in changes.items()})
                                       for name, version in case.versions.items()})

    return change


def compared_by(words: dict):
    """A case whose comparing words are exchanged."""
    return with_versions(requirements=lambda version: {number: wanted._replace(compare=words.get(wanted.compare, wanted.compare))
                                                       for number, wanted in version.requirements.items()})


def all_adjusted(case):
    return case._replace(facts={name: True if isinstance(value, bool) else value for name, value in case.facts.items()})


def prevailing(which: str):
    """A case in which the clause, or the Schedule, prevails wherever it matters."""
    return with_versions(first=lambda version: version.first and which)


def first_line(case):
    """A case whose category is the first one of the Schedule."""
    return case._replace(facts={**case.facts, "line": next(iter(case.versions["A"].schedule))}) if "line" in case.facts else case


def on_dispatch(case):
    """A case whose letter is received on the day of posting."""
    facts = dict(case.facts)
    if "posted" in facts:
        facts["received"] = facts.pop("posted")
    return case._replace(facts=facts)


def both_days(case):
    """A case in which the first day counts too: both dates one day further apart from the letter."""
    if case.kind not in solver.LETTER:
        return case
    kind, day = solver.KINDS[case.kind], datetime.timedelta(days=1)
    start, end = kind.lower[2], kind.upper[2]
    return case._replace(facts={**case.facts, start: case.facts[start] - day, end: case.facts[end] + day})


def amount_of(parts):
    """A case whose defined amount is made of other parts; parts(first, second, left out) gives first and second anew."""
    def change(case):
        names = solver.PARTS.get(solver.KINDS[case.kind].lower[2])
        if names is None:
            return case
        left_out = case.facts.get(solver.LEFT_OUT[solver.KINDS[case.kind].lower[2]], 0)
        return case._replace(facts={**case.facts, **dict(zip(names, parts(case.facts[names[0]], case.facts[names[1]], left_out)))})

    return change


def unturned(case):
    return case._replace(if_met=True)


# How the fact looks

def day_sent(case) -> int:
    """The day number of the letter, 0 where there is none."""
    return next((case.facts[way].toordinal() for way in ("received", "handed over", "posted") if way in case.facts), 0)


def days_written_later(reading: Reading) -> int:
    """Days from the letter to the latest date in the heading of the document, 0 where there is no letter."""
    lines = solver.reading.numbered_lines(reading.item.state)
    heading = " ".join(line for _, line in lines[:solver.read_head(lines)[2]])
    written = max(map(solver.read_date, re.findall(f"{solver.LONG}|{solver.SHORT}|{solver.ISO}", heading)))
    return day_sent(reading.case) and written.toordinal() - day_sent(reading.case)


def share_passed(case) -> float:
    """How much of the time between the two dates has passed, or of what both amounts come to the first makes up."""
    return quantity(case, 0) / (quantity(case, 0) + quantity(case, 1))


def slack(side: int, place: int):
    """By how much a side's limit is met in a version, in widths between its two figures; below 0 where it is missed."""
    def count(reading: Reading) -> float:
        one, other = figures(reading.case, side)
        distance = quantity(reading.case, side) - (one, other)[place]
        return (-distance if is_ceiling(reading.case, side) else distance) / abs(one - other)

    return count


def rank_is(place: int, gold: str):
    """Over triples: whether the member with the lowest, middle or highest fact has that answer."""
    def count(group):
        if len(group) < 3:
            return None
        return float(sorted(group, key=lambda reading: quantity(reading.case, 0))[place].item.gold == gold)

    return count


OF_VERSIONS = {
    "turned": lambda one: one.case.if_met, "lower limit stricter": lambda one: is_stricter(one.case, 0),
    "lower change": lambda one: figures(one.case, 0)[1] / figures(one.case, 0)[0], "upper change": lambda one: figures(one.case, 1)[1] / figures(one.case, 1)[0],
    "texts changed": lambda one: len(changed_texts(one.item.state)), "numbers raised": lambda one: numbers_moved(one.item.state)[0],
    "numbers lowered": lambda one: numbers_moved(one.item.state)[1], "length": lambda one: len(one.item.state)}
OF_NAMES = {
    "facts": lambda one: len(one.case.facts), "posted": lambda one: "posted" in one.case.facts, "handed over": lambda one: "handed over" in one.case.facts,
    "received": lambda one: "received" in one.case.facts, "line": lambda one: "line" in one.case.facts,
    "told yes": lambda one: sum(value is True for value in one.case.facts.values()), "told no": lambda one: sum(value is False for value in one.case.facts.values())}
OF_FACT = {
    "weekday": lambda one: day_sent(one.case) % 7, "day": lambda one: day_sent(one.case) and datetime.date.fromordinal(day_sent(one.case)).day,
    **{f"{name} {word}": lambda one, side=side, measure=measure: measure(quantity(one.case, side)) for side, name in enumerate(("lower", "upper"))
       for word, measure in (("size", float), ("last digit", lambda value: value % 10), ("last two digits", lambda value: value % 100), ("past a five", lambda value: value % 5),
                             ("is round", lambda value: value % 5 == 0))},
    **{f"share passed below {tenth} tenths": lambda one, tenth=tenth: 10 * share_passed(one.case) < tenth for tenth in range(1, 8)},
    **{f"written within {days} days": lambda one, days=days: 0 < days_written_later(one) <= days for days in (8, 12, 16, 20, 30, 45)}}
OF_SLACK = {f"{name} {version}": slack(side, place) for side, name in enumerate(("lower", "upper")) for place, version in enumerate("AB")}

OPPOSITE = "Arithmetic: one clause settles its own 200 items of 600 and the 50 `same` that fail it twice; of the other 350 the guess at the other clause is right in 200."
RULES = (
    Rule("facts unread", "versions and point: the lower limit decides", facts_unread, CHANCE),
    Rule("facts unread, stricter clause", "versions and point: the stricter clause decides", stricter_decides, CHANCE),
    Rule("facts unread, larger change", "versions and point: the clause that changed more decides", larger_change, CHANCE),
    Rule("larger numbers", "only the version with most of the larger numbers gives yes", larger_numbers, CHANCE),
    Rule("literal", "only the version gives yes that has the figure to which the fact comes exactly", literal, CHANCE),
    Rule("lower limit alone", "the other clause taken as met", side_alone(lambda case: 0), ONE_CLAUSE),
    Rule("upper limit alone", "the other clause taken as met", side_alone(lambda case: 1), ONE_CLAUSE),
    Rule("stricter clause alone", "the other clause taken as met", side_alone(the_stricter), ONE_CLAUSE),
    Rule("looser clause alone", "the other clause taken as met", side_alone(the_looser), ONE_CLAUSE),
    Rule("version A alone", "never `same`: yes only where A has it", version_alone(0), ONE_CLAUSE),
    Rule("version B alone", "never `same`: yes only where B has it", version_alone(1), ONE_CLAUSE),
    Rule("nearest limit", "never `same`: the clause with the figure nearest to the fact decides", nearest_limit, ONE_CLAUSE),
    Rule("turn of the point unread", "every point asks whether both limits are met", as_if(unturned), ONE_CLAUSE),
    Rule("lower limit, the other opposite", "the lower limit read, the other taken to move the other way", side_and_direction(0), 3 / 4, False, reason=OPPOSITE),
    Rule("upper limit, the other opposite", "the upper limit read, the other taken to move the other way", side_and_direction(1), 3 / 4, False, reason=OPPOSITE),
    Rule("version A and the nearest limit", "`same` where version A denies that the fact lies between the figures it is nearest to", version_and_nearest(0), 5 / 6, False),
    Rule("version B and the nearest limit", "`same` where version B denies that the fact lies between the figures it is nearest to", version_and_nearest(1), 5 / 6, False),
    Rule("nearest limit, borders unread", "`same` where the fact lies outside the figures it is nearest to, on them as if between", nearest_without_borders, borders_unread, False),
    exact("adjustments ignored", "everything but adjustments", as_if(with_versions(adjustments=lambda version: []))),
    exact("every adjustment made", "adjustments without their conditions", as_if(all_adjusted)),
    exact("adjustments turned round", "longer for shorter, higher for lower", as_if(with_versions(adjustments=lambda version: [
        one._replace(change=-one.change) for one in version.adjustments]))),
    exact("clause always prevails", "the order of clause and Schedule unread", as_if(prevailing("clause"))),
    exact("Schedule always prevails", "the order of clause and Schedule unread", as_if(prevailing("Schedule"))),
    exact("first line of the Schedule", "the category unread", as_if(first_line)),
    exact("borders all included", "every comparing word includes its figure", as_if(compared_by(INCLUDED))),
    exact("borders all excluded", "every comparing word excludes its figure", as_if(compared_by(EXCLUDED))),
    exact("received when posted", "days in the post unread", as_if(on_dispatch)),
    exact("both dates counted", "a day more between two dates", as_if(both_days)),
    exact("first part of the amount", "the second part of the defined amount unread", as_if(amount_of(lambda first, second, left_out: (first, 0)))),
    exact("left-out part counted", "the end of the definition unread", as_if(amount_of(lambda first, second, left_out: (first, second + left_out)))),
)
TALLIES = (
    Tally("lowest fact is same", "share of triples", rank_is(0, "same"), 1 / 4),
    Tally("middle fact is same", "share of triples", rank_is(1, "same"), 1 / 2),
    Tally("highest fact is same", "share of triples", rank_is(2, "same"), 1 / 4),
    Tally("lowest fact is yes_only_A", "share of triples", rank_is(0, "yes_only_A"), 3 / 8),
    Tally("highest fact is yes_only_A", "share of triples", rank_is(2, "yes_only_A"), 3 / 8),
)
FITS = (
    Fit("fit on versions and point", "directions, changes and lengths, the facts unread", OF_VERSIONS, CHANCE),
    Fit("fit on the names of facts", "which facts there are, dates and amounts unread", OF_NAMES, CHANCE),
    Fit("fit on the fact alone", "days, sizes and last digits, the versions unread", OF_FACT, CHANCE),
    Fit("fit on distances", "how far the fact lies from the four figures", OF_SLACK, CHANCE),
    Fit("fit on all of these", "everything linear", {**OF_VERSIONS, **OF_NAMES, **OF_FACT, **OF_SLACK}, CHANCE),
)
