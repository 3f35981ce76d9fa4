"""Partial readers of record_rule: one check left out, alone or misread, part of the batch; or no rule, but what looks odd in the records."""
from __future__ import annotations

import re
from collections import Counter

from audits.partial.rules import Fit, Reading, Rule, Tally
from solvers import record_rule as solver

KINDS = {"unique": "unique", "reference": "known", "range": "range", "presence": "entry", "dates": "order", "total": "total", "check_digit": "check",
         "format": "form", "sequence": "sequence", "enumeration": "allowed", "limit": "cap", "unit": "uniform", "gap": "run"}
"""Kind of an item -> the solver's name of its rule."""
ONE_FIELD = ("range", "format", "enumeration", "check_digit", "reference")
ONE_RECORD = (*ONE_FIELD, "presence", "dates", "total")
ACROSS = ("unique", "sequence", "limit", "unit", "gap")
MOST_RULES = 9
NUMERIC = re.compile(r"\d+(?:\.\d+)?")


# Floors

def share(*kinds):
    """Function of the readings: the share of items whose broken rule is of one of the kinds; None stands for no rule."""
    return lambda readings: sum(item.kind in kinds for item, _ in readings) / len(readings)


def without(*kinds):
    """Floor of a reader that checks everything else: it says none to what these kinds break."""
    return lambda readings: 1 - share(*kinds)(readings)


def only(*kinds):
    """Floor of a reader that checks these kinds: it says none to everything else."""
    return share(None, *kinds)


def chance(readings) -> float:
    """One in the number of options."""
    return sum(1 / len(item.options) for item, _ in readings) / len(readings)


def half_of(*kinds):
    """Floor of a reader that checks these kinds in half of the records."""
    return lambda readings: share(None)(readings) + share(*kinds)(readings) / 2


def listed_where(test):
    """Floor of a reader that checks the rules whose place in the list passes test(number, case), 1 for the first: what these break, and none."""
    def floor(readings) -> float:
        return sum(number == 0 or test(number, case) for number, case in map(broken, readings)) / len(readings)

    return floor


def guessing(find):
    """Floor of a reader that guesses among the rules that find(case) gives, of none where it gives no rule."""
    def floor(readings) -> float:
        total = 0.0
        for reading in readings:
            found = find(reading.case) or [0]
            total += (broken(reading)[0] in found) / len(found)
        return total / len(readings)

    return floor


def broken(reading: Reading) -> tuple:
    """(number of the rule that the item's answer names, 0 for none; the case)."""
    return (reading.item.options.index(reading.item.gold) + 1) % len(reading.item.options), reading.case


# Answers

def option(reading: Reading, number: int) -> str:
    """The option of a rule; the last one, none, for 0."""
    return reading.item.options[number - 1]


def first_of(find):
    """The reader that names the first rule, in the order of the list, that find(case) gives, or none."""
    return lambda reading: option(reading, min(find(reading.case), default=0))


def is_broken(rule, case) -> bool:
    return solver.BREAKS[rule.kind](rule.args, case)


def checking(*kinds):
    """The rules of these kinds that the batch breaks."""
    names = {KINDS[kind] for kind in kinds}
    return lambda case: [rule.number for rule in case.rules if rule.kind in names and is_broken(rule, case)]


def all_but(*kinds):
    return checking(*(kind for kind in KINDS if kind not in kinds))


def at_places(test):
    """The rules that the batch breaks among those whose number passes test(number, case)."""
    return lambda case: [rule.number for rule in case.rules if test(rule.number, case) and is_broken(rule, case)]


def in_first_half(number: int, case) -> bool:
    return 2 * number <= len(case.rules)


def in_last_half(number: int, case) -> bool:
    return not in_first_half(number, case)


def in_records(choose, *kinds):
    """The rules of these kinds that the records chosen break: choose(records) gives them."""
    find = checking(*kinds)
    return lambda case: find(case._replace(records=choose(case.records)))


def first_half(records) -> list:
    return records[:len(records) // 2]


def second_half(records) -> list:
    return records[len(records) // 2:]


def fixed(kind: str):
    """The rule of a kind where it is listed."""
    return lambda case: [rule.number for rule in case.rules if rule.kind == KINDS[kind]]


# Misreadings

def misread(kind: str, breaks):
    """The rules that the batch seems to break to a reader for whom breaks(args, case) decides one kind."""
    def find(case) -> list:
        return [rule.number for rule in case.rules if (breaks(rule.args, case) if rule.kind == KINDS[kind] else is_broken(rule, case))]

    return find


def with_args(kind: str, change):
    """The misreading that takes a rule for another of its kind: change(args) gives what it is taken to say."""
    return misread(kind, lambda args, case: solver.BREAKS[KINDS[kind]]({**args, **change(args)}, case))


def ungrouped(kind: str):
    """The misreading that compares over the whole batch what the rule compares within a group."""
    return misread(kind, lambda args, case: solver.BREAKS[KINDS[kind]]({name: value for name, value in args.items() if name != "group"}, case))


def entry_unasked(args, case) -> bool:
    """Whether an entry stands where the rule asks for none, a missing one overlooked."""
    return any(record[args["f"]] is not None and record[args["by"]] != args["word"] for record in case.records)


def look_alike_asked(args, case) -> bool:
    """The rule on entries, with every word that contains or begins the asking one counted as the asking one."""
    def asks(record) -> bool:
        word, asked = record[args["by"]], args["word"]
        return word.startswith(asked) or asked.startswith(word)

    return any(asks(record) and record[args["f"]] is None for record in case.records) or args["others"] == "empty" and any(
        not asks(record) and record[args["f"]] is not None for record in case.records)


def total_within_one(args, case) -> bool:
    """The rule on totals, a difference of one in the last place let pass."""
    def value(record, name) -> int:
        return int(record[args[name]].replace(".", ""))

    return any(abs(value(record, "f") - value(record, "a") - value(record, "b") - solver.SIGNS[args["sign"]] * value(record, "c")) > 1
               for record in case.records)


def weights_reversed(args) -> dict:
    return {"weights": ", ".join(reversed(args["weights"].split(", ")))}


def any_letters(args, case) -> bool:
    """The rule on the form of codes for a reader who takes I and O and small letters for letters like all others."""
    return solver.breaks_form(args, case._replace(records=[{**record, args["f"]: re.sub("[IO]", "A", record[args["f"]].upper())} for record in case.records]))


def without_tail(args, case) -> bool:
    """The rule on the form of codes for a reader who takes the part that may be left out for a fault."""
    usual = Counter(len(record[args["f"]]) for record in case.records).most_common(1)[0][0]
    return solver.breaks_form(args, case) or any(len(record[args["f"]]) != usual for record in case.records)


def gap_over_letters(args, case) -> bool:
    """The rule on gaps, numbers of all letters taken together."""
    numbers = {int(record[args["f"]][-4:]) for record in case.records}
    return max(numbers) - min(numbers) + 1 != len(numbers)


def gap_in_listing(args, case) -> bool:
    """The rule on gaps for a reader who looks for numbers that follow each other in the listing."""
    numbers = [int(record[args["f"]][-4:]) for record in case.records]
    return any(after != before + 1 for before, after in zip(numbers, numbers[1:]))


def one_load_over(args, case) -> bool:
    """The rule on sums for a reader who holds each record against the limit."""
    return any(solver.breaks_cap(args, case._replace(records=[record])) for record in case.records)


# What looks odd, whatever the rules say

def column(rule, case) -> list:
    """The values of the column that a rule is on, as text; of a rule on two dates, the days between them."""
    if rule.kind == "order":
        return [str((record[rule.args["late"]] - record[rule.args["early"]]).days) for record in case.records]
    return [record[rule.args["f"]] or "" for record in case.records]


def once(rule, case) -> int:
    """How many values of the rule's column occur once."""
    return sum(count == 1 for count in Counter(column(rule, case)).values())


def distinct(rule, case) -> int:
    return len(set(column(rule, case)))


def repeats(rule, case) -> int:
    """How many records hold a value that stands in the record before."""
    values = column(rule, case)
    return sum(before == after for before, after in zip(values, values[1:]))


def commonest(rule, case) -> int:
    return max(Counter(column(rule, case)).values())


def numbers(rule, case) -> list:
    """The numbers of the rule's column; none where it holds words."""
    found = [NUMERIC.search(value) for value in column(rule, case)]
    return [float(match[0]) for match in found if match]


def spread(rule, case) -> float:
    """How far the outermost number lies from the middle, in mean distances from it."""
    values = numbers(rule, case)
    middle = sorted(values)[len(values) // 2] if values else 0
    mean = sum(abs(value - middle) for value in values) / len(values) if values else 0
    return max(abs(value - middle) for value in values) / mean if mean else 0.0


def outer_step(rule, case) -> float:
    """How far the outermost number lies from its neighbour, in mean steps."""
    values = sorted(numbers(rule, case))
    width = values[-1] - values[0] if len(values) > 2 else 0
    return max(values[1] - values[0], values[-1] - values[-2]) * len(values) / width if width else 0.0


def form(value: str) -> str:
    """'KD-483b' -> 'AA-999a'."""
    return re.sub("[A-Z]", "A", re.sub("[a-z]", "a", re.sub(r"\d", "9", value)))


def odd_forms(rule, case) -> int:
    """How many values have a form that no other has."""
    return sum(count == 1 for count in Counter(map(form, column(rule, case))).values())


def with_most(measure, choose=max):
    """The rules whose column has the most (or least) of a measure."""
    def find(case) -> list:
        values = {rule.number: measure(rule, case) for rule in case.rules}
        return [number for number, value in values.items() if value == choose(values.values())]

    return find


def rarest(case) -> list:
    """Of the rules whose column repeats values, those with the fewest values that occur once, one at least."""
    values = {rule.number: once(rule, case) for rule in case.rules if 0 < once(rule, case) < len(case.records)}
    return [number for number, value in values.items() if value == min(values.values())]


def where(kind: str, test):
    """The rule of a kind where its column passes test(rule, case)."""
    return lambda case: [rule.number for rule in case.rules if rule.kind == KINDS[kind] and test(rule, case)]


def close_end(rule, case) -> bool:
    """Whether the outermost number on one side has a neighbour at most one step away."""
    values = sorted(int(value.replace(".", "")) for value in column(rule, case))
    return min(values[1] - values[0], values[-1] - values[-2]) <= 1


def large_load(rule, case) -> bool:
    """Whether a load is as large as the mean and three quarters of it."""
    values = numbers(rule, case)
    return 4 * len(values) * max(values) >= 7 * sum(values)


def close_days(rule, case) -> bool:
    """Whether three pairs of dates or more lie a day apart at most."""
    return sum(value in ("0", "1") for value in column(rule, case)) >= 3


def one_unit(rule, case) -> bool:
    """Whether a unit stands in three of five records or more."""
    return 5 * commonest(rule, case) >= 3 * len(case.records)


def three_once(rule, case) -> bool:
    return once(rule, case) >= 3


NARROWER = {"range": lambda args: {"ends": False}, "dates": lambda args: {"same": False}, "sequence": lambda args: {"equal": False},
            "limit": lambda args: {"reach": False}, "reference": lambda args: {"status": "first"}, "presence": lambda args: {"others": "empty"}}
WIDER = {"range": lambda args: {"ends": True}, "dates": lambda args: {"same": True}, "sequence": lambda args: {"equal": True},
         "limit": lambda args: {"reach": True}, "reference": lambda args: {"status": "any"}, "presence": lambda args: {"others": "free"}}
"""Kind -> what a reader takes every rule of it to say who knows the narrower (wider) of its two readings only."""
NARROWER_BY_NAME = {KINDS[kind]: change for kind, change in NARROWER.items()}


def suspects(case) -> list:
    """The rules whose near miss a hasty reader takes for a fault, with the real ones: limits and equal values never pass, codes must be in force."""
    def breaks(rule) -> bool:
        args = {name: value for name, value in rule.args.items() if rule.kind != "unique" or name != "group"}
        change = NARROWER_BY_NAME.get(rule.kind)
        return solver.BREAKS[rule.kind]({**args, **(change(args) if change else {})}, case)

    return [rule.number for rule in case.rules if breaks(rule)]


def guess(name: str, says: str, find, floor=None) -> Rule:
    """A published reader beside what a guess among the rules it finds would reach."""
    return Rule(name, says, first_of(find), floor or guessing(find), False)


# Counts

def at(number: int, measure):
    """A count of the rule of that number, 0 where the list is shorter."""
    def count(reading: Reading) -> float:
        case = reading.case
        return measure(case.rules[number - 1], case) if number <= len(case.rules) else 0

    return count


def of_rules(**measures) -> dict:
    """Counts of every place of the list, with the length of the list and the style of the options."""
    counts = {f"{name} of rule {number}": at(number, measure) for name, measure in measures.items() for number in range(1, MOST_RULES + 1)}
    counts.update({f"rule {number} is there": lambda reading, number=number: number <= len(reading.case.rules) for number in range(7, MOST_RULES + 1)})
    styles = {"R": "R1", "rule": "rule_1", "bare": "1"}
    return {**counts, **{f"style {name}": lambda reading, key=key: reading.item.options[0] == key for name, key in styles.items()}}


# Members of a group

def untouched_has(measure, choose):
    """Over groups with the untouched batch: whether the member with the most (least) of a measure is it, a tie shared."""
    def count(group):
        if all(reading.item.kind is not None for reading in group):
            return None
        values = [measure(reading.item.state) for reading in group]
        chosen = [reading for reading, value in zip(group, values) if value == choose(values)]
        return sum(reading.item.kind is None for reading in chosen) / len(chosen)

    return count


def digits_added(state: str) -> int:
    return sum(map(int, re.findall(r"\d", state)))


def middle(case) -> list:
    return [(len(case.rules) + 1) // 2]


PLACES = {"none": lambda case: [], "first rule": lambda case: [1], "last rule": lambda case: [len(case.rules)], "middle rule": middle,
          "the rule by the number of rules": lambda case: [len(case.rules) - 5]}
"""Name -> the rule that is named whatever the batch says: of 6 to 9 rules number 1 to 4 in the last one."""
MEASURES = {"values that occur once": once, "different values": distinct, "records of one value": commonest, "neighbours alike": repeats}
ODD = {"three codes that occur once": ("reference", three_once), "three values that occur once": ("enumeration", three_once),
       "an end with a close neighbour": ("range", close_end), "one large load": ("limit", large_load), "dates a day apart": ("dates", close_days),
       "one unit in most records": ("unit", one_unit)}
"""What a reader who knows how batches are made may take for a mark of a kind."""
SPREADS = {"outermost number": spread, "outer step": outer_step}
RULES = (
    *(Rule(f"always {name}", "nothing read", first_of(find), chance) for name, find in PLACES.items()),
    *(Rule(f"always {kind}", "the rule of that kind where it is listed, else none", first_of(fixed(kind)), chance) for kind in KINDS),
    Rule("rarest value", "the rule whose column has the fewest values that occur once, one at least", first_of(rarest), chance),
    *(Rule(f"most {name}", "the rule whose column has the most", first_of(with_most(measure)), chance) for name, measure in {**MEASURES, **SPREADS}.items()),
    *(Rule(f"fewest {name}", "the rule whose column has the fewest", first_of(with_most(measure, min)), chance) for name, measure in MEASURES.items()),
    *(Rule(name, f"{kind}, else none", first_of(where(kind, test)), chance) for name, (kind, test) in ODD.items()),
    *(Rule(f"{kind} left out", "every other rule", first_of(all_but(kind)), without(kind)) for kind in KINDS),
    *(Rule(f"{kind} alone", "no other rule", first_of(checking(kind)), only(kind)) for kind in KINDS),
    Rule("single fields", "rules on one field of a record", first_of(checking(*ONE_FIELD)), only(*ONE_FIELD)),
    Rule("single records", "rules on one record", first_of(checking(*ONE_RECORD)), only(*ONE_RECORD)),
    Rule("across records", "rules that compare records", first_of(checking(*ACROSS)), only(*ACROSS)),
    Rule("first half of the rules", "no other rule", first_of(at_places(in_first_half)), listed_where(in_first_half)),
    Rule("last half of the rules", "no other rule", first_of(at_places(in_last_half)), listed_where(in_last_half)),
    Rule("first half of the records", "rules on one record", first_of(in_records(first_half, *ONE_RECORD)), half_of(*ONE_RECORD)),
    Rule("second half of the records", "rules on one record", first_of(in_records(second_half, *ONE_RECORD)), half_of(*ONE_RECORD)),
    guess("near misses taken for faults", "limits never pass, codes in force, numbers never repeated", suspects),
    *(guess(f"{kind} always the narrower", "limits and equal values do not pass, only what is in force or asked for", with_args(kind, change))
      for kind, change in NARROWER.items()),
    *(guess(f"{kind} always the wider", "limits and equal values pass, so does what is out of force or not asked for", with_args(kind, change))
      for kind, change in WIDER.items()),
    guess("code unread", "numbers unique in the whole batch", ungrouped("unique")),
    guess("holder unread", "counters in sequence over the whole batch", ungrouped("sequence")),
    guess("missing entries overlooked", "entries only where they are not asked for", misread("presence", entry_unasked)),
    guess("look-alike words asked", "'insured' and 'insured plus' taken for one", misread("presence", look_alike_asked)),
    guess("totals within one", "a difference of one in the last place passes", misread("total", total_within_one)),
    guess("third part added", "also where it is taken away", with_args("total", lambda args: {"sign": "+"})),
    guess("weights reversed", "the check digit from right to left", with_args("check_digit", weights_reversed)),
    guess("any letters", "I, O and small letters taken for letters", misread("format", any_letters)),
    guess("no further part", "codes all of one length", misread("format", without_tail)),
    guess("letters unread", "a gap looked for in the numbers of all letters", misread("gap", gap_over_letters)),
    guess("gap in the listing", "numbers taken in the order listed", misread("gap", gap_in_listing)),
    guess("loads one by one", "each load held against the limit", misread("limit", one_load_over)),
    guess("odd form", "the rule whose column has most forms that occur once", with_most(odd_forms)),
)
TALLIES = tuple(Tally(f"{word} {name} is none", "share of the groups with the untouched batch", untouched_has(measure, choose), 1 / 4)
                for name, measure in (("characters", len), ("digits added up", digits_added)) for word, choose in (("most", max), ("least", min)))
FITS = (
    Fit("fit on rare values", "linear, counts of every rule's column", of_rules(once=once, distinct=distinct, commonest=commonest, repeats=repeats), chance),
    Fit("fit on outer numbers", "linear, how far numbers lie out in every rule's column", of_rules(spread=spread, step=outer_step), chance),
)
