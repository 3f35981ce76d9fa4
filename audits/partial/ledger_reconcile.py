"""Partial readers of ledger_reconcile: some of the four checks of a row, a convention misread, or how often something stands in the lists.

As in the solver, items stand in the book and entries in the report; a row is here one entry that is no part, or all parts of a reference.
There are no fits: the options of an item are entries of its own book, so no class is common to two items.
"""
from __future__ import annotations

import functools
import itertools
from collections import Counter

from audits.partial.rules import Reading, Rule, Tally, exact
from solvers import ledger_reconcile as solver

CHANCE, NONE = 1 / 6, "none"


# Rows and their checks

def rows_of(case) -> list:
    """What can tick off an item: tuples of entries."""
    parts = {}
    for entry in case.entries:
        if entry.part:
            parts.setdefault(entry.key, []).append(entry)
    return [(entry,) for entry in case.entries if not entry.part] + [tuple(group) for group in parts.values() if len(group) > 1]


def net_of(case, item) -> int:
    """The amount of an item less its charge, in cents."""
    return item.amount - solver.charge_of(case.rules, item)


def amount_check(cents: int):
    """The check that the amounts of a row make what the item must show, give or take less than so many cents."""
    return lambda case, item, row: abs(sum(entry.amount for entry in row) - solver.shown_amount(case.rules, item, row[0])) < cents


CHECKS = {
    "reference": lambda case, item, row: solver.same_key(item, row[0]),
    "direction": lambda case, item, row: all(solver.same_direction(item, entry) for entry in row),
    "amount": amount_check(1),
    "date": lambda case, item, row: all(solver.in_time(case.rules, item, entry) for entry in row)}
BITS = {name: 1 << place for place, name in enumerate(CHECKS)}


def offered(case, options) -> list:
    """The items on offer, in the order of the options."""
    items = {item.number: item for item in case.items}
    return [items[option] for option in options if option != NONE]


@functools.lru_cache(maxsize=None)
def failings(state: str, options: tuple) -> dict:
    """{option: for each row the checks that it fails, as a sum of their bits}."""
    case = solver.read_case(state)
    rows = rows_of(case)
    return {item.number: [sum(BITS[name] for name, check in CHECKS.items() if not check(case, item, row)) for row in rows]
            for item in offered(case, options)}


# Readers

def first_of(is_meant):
    """The first option that is_meant(case, item), none where there is no such option."""
    def decide(reading: Reading) -> str:
        return next((item.number for item in offered(reading.case, reading.item.options) if is_meant(reading.case, item)), NONE)

    return decide


def by_failings(is_open):
    """The first option with is_open(what its rows fail), none where there is no such option."""
    def decide(reading: Reading) -> str:
        found = failings(reading.item.state, tuple(reading.item.options))
        return next((option for option, masks in found.items() if is_open(masks)), NONE)

    return decide


def checking(*names):
    """The reader of some checks: an item is open if no row passes these."""
    wanted = sum(BITS[name] for name in names)
    return by_failings(lambda masks: all(mask & wanted for mask in masks))


def failing_only(name: str):
    """The reader of one kind of fault: an item is open if no row passes, but one passes everything else."""
    return by_failings(lambda masks: 0 not in masks and BITS[name] in masks)


def no_near_row(masks) -> bool:
    """Whether every row fails two checks or more."""
    return not any(mask in (0, *BITS.values()) for mask in masks)


def open_in(case, item, checks=CHECKS) -> bool:
    rows = rows_of(case)
    return not any(all(check(case, item, row) for check in checks.values()) for row in rows)


def as_if(*changes, checks=CHECKS):
    """The full reader of a changed case; with several changes an item is open if it is so after each of them."""
    def decide(reading: Reading) -> str:
        cases = [change(reading.case) for change in changes]
        return next((item.number for item in offered(reading.case, reading.item.options) if all(open_in(case, item, checks) for case in cases)), NONE)

    return decide


def unchanged(case):
    return case


def with_rules(change):
    """A case with other rules; change(rules) gives {field: value}."""
    return lambda case: case._replace(rules=case.rules._replace(**change(case.rules)))


def with_entries(change):
    """A case with other entries; change(entry) gives an entry or None."""
    return lambda case: case._replace(entries=tuple(entry for entry in map(change, case.entries) if entry is not None))


def exchanged(case):
    """The case with the charges of the two ways of paying exchanged."""
    charges = case.rules.charges
    return case._replace(rules=case.rules._replace(charges=dict(zip(charges, reversed(list(charges.values()))))))


# How often something occurs

def amounts_of(case) -> list:
    """Every amount in the report, the totals of collective rows too."""
    totals = Counter()
    for entry in case.entries:
        if entry.listed:
            totals[entry.row] += entry.amount
    return [entry.amount for entry in case.entries] + list(totals.values())


def days_of(case) -> list:
    """The day of every row of the report."""
    return list({entry.row: entry.day for entry in case.entries}.values())


def of_items(value_of):
    """The values of all items of the book."""
    return lambda case: [value_of(case, item) for item in case.items]


def keys_of(wanted=lambda entry: True):
    """The numbers of the persons of some entries."""
    return lambda case: [entry.key for entry in case.entries if wanted(entry)]


def occurs(values_of, value_of):
    """How often value_of(case, item) stands among values_of(case)."""
    return lambda case, item: values_of(case).count(value_of(case, item))


def surplus(values_of, own_of, value_of):
    """How much more often it stands there than in the book."""
    return lambda case, item: values_of(case).count(value_of(case, item)) - own_of(case).count(value_of(case, item))


def is_near(one: int, other: int) -> bool:
    """Whether two amounts are a cent apart or have two neighbouring digits changed over."""
    texts = str(one), str(other)
    places = [place for place, pair in enumerate(zip(*texts)) if pair[0] != pair[1]]
    is_turned = (len(texts[0]) == len(texts[1]) and len(places) == 2 and places[1] == places[0] + 1
                 and texts[0][places[0]] == texts[1][places[1]] and texts[0][places[1]] == texts[1][places[0]])
    return abs(one - other) == 1 or is_turned


def near_amounts(case, item) -> int:
    return sum(is_near(amount, net_of(case, item)) for amount in amounts_of(case))


def alike_keys(case, item) -> int:
    """How many entries have a number with the same digits but not the same."""
    return sum(entry.key != item.key and sorted(entry.key) == sorted(item.key) for entry in case.entries)


def days_apart(case, item) -> int:
    return min(abs(day - item.day) for day in days_of(case))


def key_of(case, item) -> str:
    return item.key


def day_of(case, item) -> int:
    return item.day


def gross_of(case, item) -> int:
    return item.amount


COUNTS = {
    "entries of the reference": occurs(keys_of(), key_of), "rows of the day": occurs(days_of, day_of), "entries of the amount": occurs(amounts_of, gross_of),
    "entries of the net amount": occurs(amounts_of, net_of), "items of the reference": occurs(of_items(key_of), key_of),
    "items of the day": occurs(of_items(day_of), day_of), "items of the amount": occurs(of_items(gross_of), gross_of),
    "surplus of the reference": surplus(keys_of(), of_items(key_of), key_of), "surplus of the amount": surplus(amounts_of, of_items(gross_of), gross_of),
    "surplus of the net amount": surplus(amounts_of, of_items(net_of), net_of),
    "entries out of the reference": occurs(keys_of(lambda entry: entry.out), key_of),
    "collective entries of the reference": occurs(keys_of(lambda entry: entry.listed), key_of),
    "parts of the reference": lambda case, item: len(part_numbers(case, item)),
    "amounts a slip away": near_amounts, "references a turn away": alike_keys, "days to the nearest row": days_apart}
RANKS = {"amount": gross_of, "number": lambda case, item: int(item.number), "reference": key_of}


def standing(measure, choose):
    """The first option with the least or most of a measure."""
    def decide(reading: Reading) -> str:
        values = {item.number: measure(reading.case, item) for item in offered(reading.case, reading.item.options)}
        return choose(values, key=values.__getitem__)

    return decide


# What a fault might leave behind

def part_numbers(case, item) -> list:
    """The numbers of the parts of an item's reference."""
    return sorted(entry.part for entry in case.entries if entry.part and entry.key == item.key)


def has_gap(case, item) -> bool:
    """Whether the reference has parts, but not two or more numbered from 1 on."""
    numbers = part_numbers(case, item)
    return bool(numbers) and (len(numbers) < 2 or numbers != list(range(1, len(numbers) + 1)))


def is_listed(case, item) -> bool:
    return any(entry.listed and entry.key == item.key for entry in case.entries)


def after_charge(wrong):
    """Whether some entry, no part, shows the item's amount less a wrong charge; wrong(right charge, the case's with ways exchanged) gives it."""
    def is_meant(case, item) -> bool:
        charge = item.amount - net_of(case, item)
        other = item.amount - net_of(exchanged(case), item)
        return charge > 0 and any(entry.amount == item.amount - wrong(charge, other) and not entry.part for entry in case.entries)

    return is_meant


def next_to_a_stranger(values_of, own_of, value_of):
    """The option nearest to a value of the report that the book does not have, none where it has all of them."""
    def decide(reading: Reading) -> str:
        case, own = reading.case, set(own_of(reading.case))
        strangers = [value for value in values_of(case) if value not in own]
        if not strangers:
            return NONE
        return min(offered(case, reading.item.options), key=lambda item: min(abs(value - value_of(case, item)) for value in strangers)).number

    return decide


def single_amounts(case) -> list:
    """The amounts of entries that are no parts."""
    return [entry.amount for entry in case.entries if not entry.part]


def book_amounts(case) -> list:
    """The amounts of the book, with and without charges."""
    return of_items(gross_of)(case) + of_items(net_of)(case)


def slip_under_its_reference(case, item) -> bool:
    return any(entry.key == item.key and is_near(entry.amount, net_of(case, item)) for entry in case.entries)


def stranger_day_under_its_reference(case, item) -> bool:
    return any(entry.key == item.key and entry.day not in of_items(day_of)(case) for entry in case.entries)


# Floors

def share_of(readings, kinds) -> float:
    return sum(reading.item.kind in kinds for reading in readings) / len(readings)


def without(*kinds):
    """Floor of a reader that does not see these kinds: it says none to all of their items."""
    return lambda readings: 1 - share_of(readings, kinds)


# Which member of a triple has nothing open

def known(values_of, own_of):
    """How many values of the report stand in the book too."""
    def count(case) -> int:
        own = set(own_of(case))
        return sum(value in own for value in values_of(case))

    return count


def none_has(measure, choose):
    """Over triples with a member without a fault: whether that is the one with the least or most of a measure, a tie shared."""
    def count(group):
        if len(group) < 3 or all(reading.item.gold != NONE for reading in group):
            return None
        values = [measure(reading.case) for reading in group]
        picked = [reading for reading, value in zip(group, values) if value == choose(values)]
        return sum(reading.item.gold == NONE for reading in picked) / len(picked)

    return count


OF_CASE = {
    "amounts of the book": known(amounts_of, book_amounts),
    "references of the book": known(keys_of(), of_items(key_of)),
    "days of the book": known(days_of, of_items(day_of)),
    "entries out": lambda case: sum(entry.out for entry in case.entries), "sum of the report": lambda case: sum(entry.amount for entry in case.entries),
    "different amounts": lambda case: len(set(amounts_of(case))), "different references": lambda case: len(set(keys_of()(case))),
    "different days": lambda case: len(set(days_of(case)))}

BLIND = {"reference": ("reference",), "direction": ("sign",), "amount": ("amount", "fee"), "date": ("date",)}
"""The kinds that a reader without a check cannot see."""
WORDS = {min: "least", max: "most"}
RULES = (
    Rule("always none", "nothing read", lambda reading: NONE, CHANCE),
    *(Rule(f"{name} alone", f"the first option whose {name} no row of the report has, else none", checking(name), CHANCE, by_level=True) for name in CHECKS),
    *(Rule(name, f"the first option {says}, else none", first_of(is_meant), CHANCE, by_level=True) for name, says, is_meant in (
        ("amount not in the report", "whose amount stands nowhere in the report, charges unread", lambda case, item: item.amount not in amounts_of(case)),
        ("net amount not in the report", "whose amount less charges stands nowhere in the report",
         lambda case, item: net_of(case, item) not in amounts_of(case)),
        ("date not in the report", "on whose date no row stands", lambda case, item: item.day not in days_of(case)),
        ("paid back", "that is money paid back", lambda case, item: item.out),
        ("with a charge", "whose way of paying costs something", lambda case, item: net_of(case, item) != item.amount),
        ("in parts", "whose reference has parts", part_numbers), ("in a collective row", "whose reference is listed in a collective row", is_listed),
        ("a part missing", "whose reference has a single part or a gap in the numbers of its parts", has_gap),
        ("a charge taken twice", "whose amount less twice its charge stands in the report", after_charge(lambda charge, other: 2 * charge)),
        ("another charge taken", "whose amount less the other way's charge stands in the report", after_charge(lambda charge, other: other)))),
    Rule("nearest to a strange amount", "the option nearest to an amount that the book does not have, else none",
         next_to_a_stranger(single_amounts, book_amounts, net_of), CHANCE, by_level=True),
    Rule("nearest to a strange day", "the option nearest to a day that the book does not have, else none",
         next_to_a_stranger(days_of, of_items(day_of), day_of), CHANCE, by_level=True),
    *(Rule(f"{WORDS[choose]} {name}", f"the option with the {WORDS[choose]} {name}", standing(measure, choose), CHANCE)
      for name, measure in {**RANKS, **COUNTS}.items() for choose in WORDS),
    *(Rule(f"no {name}", f"everything but the {name}", checking(*(other for other in CHECKS if other != name)), without(*BLIND[name])) for name in CHECKS),
    *(exact(f"{one} and {other}", "these two checks alone", checking(one, other)) for one, other in itertools.combinations(CHECKS, 2)),
    *(exact(f"{name} at fault", f"the option with a row that fails the {name} alone, else none", failing_only(name)) for name in CHECKS),
    exact("a slip under its reference", "the option with an amount of its reference a cent or two digits away, else none", first_of(slip_under_its_reference)),
    exact("a strange day under its reference", "the option with a row of its reference on a day that the book does not have, else none",
          first_of(stranger_day_under_its_reference)),
    exact("no row near", "the option whose rows all fail two checks or more, else none", by_failings(no_near_row)),
    exact("a cent allowed", "amounts may differ by a cent", as_if(unchanged, checks={**CHECKS, "amount": amount_check(2)})),
    exact("charges ignored", "amounts compared without charges", as_if(with_rules(lambda rules: {"charges": {}}))),
    exact("charges or not", "amounts with or without charges", as_if(unchanged, with_rules(lambda rules: {"charges": {}}))),
    exact("charges exchanged", "the charge of the other way of paying", as_if(exchanged)),
    exact("parts unread", "rows with the number of a part struck out", as_if(with_entries(lambda entry: None if entry.part else entry))),
    exact("parts as rows of their own", "the numbers of parts struck out", as_if(with_entries(lambda entry: entry._replace(part=0)))),
    exact("collective rows unread", "collective rows struck out", as_if(with_entries(lambda entry: None if entry.listed else entry))),
    exact("a day more", "rows may be one day further off", as_if(with_rules(lambda rules: {"earliest": rules.earliest - 1, "latest": rules.latest + 1}))),
    exact("a day less", "the last day allowed is not",
          as_if(with_rules(lambda rules: {"earliest": min(0, rules.earliest + 1), "latest": max(0, rules.latest - 1)}))),
    exact("never before", "rows must not be dated before their items", as_if(with_rules(lambda rules: {"earliest": 0}))),
    exact("before or after", "rows may be dated before their items as well as after", as_if(with_rules(lambda rules: {"earliest": -rules.latest}))),
    exact("calendar days", "weekend days count", as_if(with_rules(lambda rules: {"weekend": frozenset()}))),
)
TALLIES = tuple(Tally(f"{WORDS[choose]} {name} is none", "share of triples", none_has(measure, choose), 1 / 3)
                for name, measure in OF_CASE.items() for choose in WORDS)
