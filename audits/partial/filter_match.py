"""Partial readers of filter_match: an answer from some of the constraints, from nearness to a limit, or from one convention misread."""
from __future__ import annotations

import datetime
import re
from fractions import Fraction

from audits.partial.rules import Fit, Reading, Rule, only, without, yes_if
from solvers import filter_match as solver

COMPUTED = ("total_price", "unit_price", "discount", "delivery_date", "age_days", "weight_total", "area", "duration", "ratio", "rating_count")
PLAIN = ("stock", "order_minimum", "guarantee", "rating_average", "dimension", "performance", "grade", "time_of_day", "date_limit", "share")
BY_FORMULA = {"total": "total_price", "discount": "discount", "delivery": "delivery_date", "age": "age_days", "weight": "weight_total",
              "product": "area", "sum": "duration", "stars": "rating_count"}
BY_UNIT = {"date": "date_limit", "time": "time_of_day", "grade": "grade", "%": "share", "": "rating_average",
           **dict.fromkeys(("days", "months"), "guarantee"), **dict.fromkeys(("cm", "mm", "µm"), "dimension")}
FIRST_SHARE = (1 / 6 + 1 / 9 + 1 / 12) / 3
"""Chance that the constraint a pair is about stands at one given place, with 6, 9 and 12 constraints in equal shares."""


def kind_of(case, constraint) -> str:
    """The kind of a constraint, as the pairs name theirs."""
    formula, unit = case.formulas.get(constraint.term), constraint.limit.unit
    if formula is None:
        return plain_kind(constraint.term, unit)
    if formula.kind == "difference":
        return "duration" if unit == "min" else "rating_count"
    if formula.kind == "quotient":
        return "unit_price" if unit in solver.CURRENCIES else "ratio"
    return BY_FORMULA[formula.kind]


def plain_kind(term: str, unit: str) -> str:
    """The kind of a constraint on an attribute as it stands."""
    if unit in solver.ORDER_UNITS:
        return "order_minimum" if term.startswith("minimum_") else "stock"
    return "performance" if term == "root_depth" else BY_UNIT.get(unit, "performance")


# Readers of some constraints

def amount(case, constraint):
    return solver.figure(case, constraint.term).amount


def is_at_limit(case, constraint) -> bool:
    return amount(case, constraint) == constraint.limit.amount


def checking(keep):
    """The full reader of the constraints for which `keep(case, constraint, place)` holds."""
    def decide(reading: Reading) -> str:
        case = reading.case
        return yes_if(all(solver.meets(case, constraint) for place, constraint in enumerate(case.constraints) if keep(case, constraint, place)))

    return decide


def of_kinds(kinds):
    return checking(lambda case, constraint, place: kind_of(case, constraint) in kinds)


def but_kinds(kinds):
    return checking(lambda case, constraint, place: kind_of(case, constraint) not in kinds)


def is_upper(case, constraint, place) -> bool:
    return constraint.operator in ("<", "<=")


def is_lower(case, constraint, place) -> bool:
    return not is_upper(case, constraint, place)


def is_first(case, constraint, place) -> bool:
    return place == 0


def is_last(case, constraint, place) -> bool:
    return place == len(case.constraints) - 1


def is_in_first_half(case, constraint, place) -> bool:
    return 2 * place < len(case.constraints)


def is_off_limit(case, constraint, place) -> bool:
    return not is_at_limit(case, constraint)


def is_inclusive(case, constraint, place) -> bool:
    return constraint.operator in ("<=", ">=")


def deciding(keep):
    """Floor of a reader of some constraints: 0.5 and half of the pairs whose failing constraint is one of them."""
    def floor(readings) -> float:
        failing = [keep(reading.case, constraint, place) for reading in readings if reading.item.gold == "no"
                   for place, constraint in enumerate(reading.case.constraints) if not solver.meets(reading.case, constraint)]
        return 0.5 + sum(failing) / len(failing) / 2

    return floor


# Readers that compute or compare otherwise

OPERATORS = ("<", "<=", ">", ">=")


def otherwise(formulas=None, operators=None):
    """The full reader with other formulas {kind: function of (case, amounts)} and operators {written: read}."""
    formulas, operators = formulas or {}, operators or {}
    def met(case, constraint) -> bool:
        formula = case.formulas.get(constraint.term)
        changed = formula is not None and formula.kind in formulas
        value = formulas[formula.kind](case, constraint, *(case.record[name].amount for name in formula.names)) if changed else amount(case, constraint)
        return solver.COMPARE[operators.get(constraint.operator, constraint.operator)](value, constraint.limit.amount)

    return lambda reading: yes_if(all([met(reading.case, constraint) for constraint in reading.case.constraints]))


def working_days(day: int, count: int) -> int:
    """The day that many days from Monday to Friday later."""
    while count:
        day += 1
        count -= datetime.date.fromordinal(day).weekday() < 5
    return day


def rounded(value, constraint):
    """The value with the decimals of the limit, half up."""
    unit = Fraction(1, 10 ** len(constraint.raw.split(" ")[0].partition(".")[2]))
    return (value / unit + Fraction(1, 2)) // 1 * unit


def rounded_quotient(case, constraint, a, b):
    return rounded(Fraction(a) / b, constraint)


def rounded_discount(case, constraint, a, b):
    return rounded(100 * Fraction(a - b) / a, constraint)


def nothing_taken_off(case, constraint, a, b):
    """The first of two counts as it stands; times of day still subtract."""
    return a - b if constraint.limit.unit == "min" else a


def takes_nothing_off(case, constraint, place) -> bool:
    formula = case.formulas.get(constraint.term)
    return formula is None or formula.kind != "difference" or constraint.limit.unit == "min"


def grades_reversed(reading: Reading) -> str:
    """The full reader for whom A is the lowest grade."""
    case = reading.case
    def met(constraint) -> bool:
        if constraint.limit.unit != "grade":
            return solver.meets(case, constraint)
        return solver.COMPARE[constraint.operator](-amount(case, constraint), -constraint.limit.amount)

    return yes_if(all(map(met, case.constraints)))


# Counts of a case

def limits(reading: Reading) -> int:
    """Constraints whose figure stands at their limit."""
    return sum(is_at_limit(reading.case, constraint) for constraint in reading.case.constraints)


def limit_numbers(reading: Reading) -> int:
    """Limits of the request that the record holds with the same unit."""
    held = {tuple(value) for value in reading.case.record.values()}
    return sum(tuple(constraint.limit) in held for constraint in reading.case.constraints)


def shared_numbers(reading: Reading) -> int:
    """Numbers, dates and times, whole, that stand in request and record."""
    request, record = split(reading.item.state)
    found = [{number.rstrip("0").rstrip(".") if "." in number else number for number in re.findall(r"\d+(?:[.:-]\d+)*", text)}
             for text in (request, record)]
    return len(found[0] & found[1])


def split(state: str) -> tuple:
    """(request, record) as text: the lines that are not JSON, and those that are."""
    lines = [(line.lstrip().startswith(("{", "}", '"')), line) for line in state.split("\n")]
    return tuple("\n".join(line for is_json, line in lines if is_json == wanted) for wanted in (False, True))


def longer_record(reading: Reading) -> str:
    request, record = split(reading.item.state)
    return yes_if(len(record) > len(request))


def numbers(reading: Reading) -> list:
    """Measured and counted values of the record, in units of their last decimal: two for money and weights, one for averages."""
    values = [value for value in reading.case.record.values() if value.unit not in ("text", "flag", "date", "time", "grade")]
    return [int(value.amount * (100 if value.unit in (*solver.CURRENCIES, "kg") else 10 if isinstance(value.amount, Fraction) else 1)) for value in values]


def multiples(of: int):
    """How many values of the record are multiples."""
    return lambda reading: sum(value % of == 0 for value in numbers(reading))


def times(of: int):
    """How many times of day of the record are multiples, in minutes."""
    return lambda reading: sum(value.amount % of == 0 for value in reading.case.record.values() if value.unit == "time")


def even_figures(reading: Reading) -> int:
    """Quotients and discounts that come out with the decimals of their limit."""
    case = reading.case
    return sum(amount(case, constraint) == rounded(amount(case, constraint), constraint) for constraint in case.constraints
               if constraint.term in case.formulas and case.formulas[constraint.term].kind in ("quotient", "discount"))


def round_figures(reading: Reading) -> int:
    """Computed figures that are whole tens."""
    case = reading.case
    return sum(amount(case, constraint) % 10 == 0 for constraint in case.constraints if constraint.term in case.formulas)


def margins(reading: Reading) -> list:
    """The distances of figures from their limits, either way: days, minutes and grades as such, all else in percent of the limit."""
    found = []
    for constraint in reading.case.constraints:
        distance = abs(amount(reading.case, constraint) - constraint.limit.amount)
        found.append(distance if constraint.limit.unit in ("date", "time", "grade") else 100 * distance / constraint.limit.amount)
    return found


def at_least(count, least: int):
    """A reader that says yes where a count reaches `least`."""
    return lambda reading: yes_if(count(reading) >= least)


COUNTS = {
    "constraints": lambda reading: len(reading.case.constraints),
    "upper limits": lambda reading: sum(is_upper(reading.case, constraint, 0) for constraint in reading.case.constraints),
    "limits that pass": lambda reading: sum(is_inclusive(reading.case, constraint, 0) for constraint in reading.case.constraints),
    "computed figures": lambda reading: len(reading.case.formulas),
    "fields of the record": lambda reading: len(reading.case.record),
    "figures at their limit": limits,
    "least margin but one": lambda reading: sorted(margins(reading))[1],
    "narrow margins": lambda reading: sum(margin <= 1 for margin in margins(reading)),
    "margins added up": lambda reading: sum(margins(reading)),
    "limits that stand in the record": limit_numbers,
    "numbers in request and record": shared_numbers,
    "even values": multiples(2), "values of whole fives": multiples(5), "values of whole tens": multiples(10), "values of whole hundreds": multiples(100),
    "times of whole quarters": times(15), "times of whole fives": times(5),
    "quotients that come out": even_figures,
    "computed figures of whole tens": round_figures,
}
"""What a reader can count who does not tell inside from outside a limit."""

RULES = (
    Rule("all but computed", "every constraint but the computed ones", but_kinds(COMPUTED), without(*COMPUTED)),
    Rule("only computed", "the computed constraints alone", of_kinds(COMPUTED), only(*COMPUTED)),
    Rule("a limit stands in the record", "yes where a limit stands in the record with its unit", at_least(limit_numbers, 1), 0.5),
    Rule("a number stands in both", "yes where request and record share a number", at_least(shared_numbers, 1), 0.5),
    Rule("three numbers stand in both", "yes where request and record share three numbers", at_least(shared_numbers, 3), 0.5),
    Rule("record longer", "yes where the record is longer than the request", longer_record, 0.5),
    Rule("something at its limit", "yes where a figure stands at its limit", at_least(limits, 1), 0.5),
    Rule("two figures at their limits", "yes where two figures stand at their limits", at_least(limits, 2), 0.5),
    Rule("three figures at their limits", "yes where three figures stand at their limits", at_least(limits, 3), 0.5),
    Rule("limits left aside", "every constraint whose figure is off its limit, where half of the pairs fail", checking(is_off_limit), 0.75),
    Rule("quotients come out", "yes where two quotients or discounts come out even", at_least(even_figures, 2), 0.5),
    Rule("first constraint only", "the first constraint", checking(is_first), 0.5 + FIRST_SHARE / 2),
    Rule("last constraint only", "the last constraint", checking(is_last), 0.5 + FIRST_SHARE / 2),
    Rule("first half only", "the first half of the constraints", checking(is_in_first_half), deciding(is_in_first_half)),
    Rule("upper limits only", "constraints with a largest value", checking(is_upper), deciding(is_upper)),
    Rule("lower limits only", "constraints with a least value", checking(is_lower), deciding(is_lower)),
    Rule("passing limits only", "constraints whose limit still passes", checking(is_inclusive), deciding(is_inclusive)),
    *(Rule(f"{kind} left out", "every other constraint", but_kinds((kind,)), without(kind)) for kind in COMPUTED + PLAIN),
    *(Rule(f"{kind} alone", "no other constraint", of_kinds((kind,)), only(kind)) for kind in COMPUTED + PLAIN),
    Rule("limits never pass", "'at most' read as 'under', 'at least' as 'more than'", otherwise(operators={"<=": "<", ">=": ">"}), 0.5, False),
    Rule("limits always pass", "'under' read as 'at most', 'more than' as 'at least'", otherwise(operators={"<": "<=", ">": ">="}), 0.75, False),
    Rule("fee ignored", "the total without the fee", otherwise({"total": lambda case, limit, price, fee: case.quantity * price}),
         without("total_price"), False),
    Rule("fee on each", "the fee added to each unit", otherwise({"total": lambda case, limit, price, fee: case.quantity * (price + fee)}),
         without("total_price"), False),
    Rule("working days", "days of delivery from Monday to Friday",
         otherwise({"delivery": lambda case, limit, first, second: working_days(case.today, first + second)}), without("delivery_date"), False),
    Rule("day counted", "an age counts its first day", otherwise({"age": lambda case, limit, day: case.today - day + 1}), without("age_days"), False),
    Rule("packaging ignored", "the weight without packaging", otherwise({"weight": lambda case, limit, net, tare: case.quantity * net}),
         without("weight_total"), False),
    Rule("packaging once", "the packaging added once", otherwise({"weight": lambda case, limit, net, tare: case.quantity * net + tare}),
         without("weight_total"), False),
    Rule("quotients rounded", "quotients and discounts to the decimals of their limits",
         otherwise({"quotient": rounded_quotient, "discount": rounded_discount}), without("unit_price", "ratio", "discount"), False),
    Rule("discount on the lower price", "the discount in percent of the price paid",
         otherwise({"discount": lambda case, limit, a, b: 100 * Fraction(a - b) / b}), without("discount"), False),
    Rule("unverified counted", "ratings counted with those to be left out", otherwise({"difference": nothing_taken_off}), deciding(takes_nothing_off), False),
    Rule("grades reversed", "A the lowest grade", grades_reversed, without("grade"), False),
)
FITS = (Fit("fit on counts", f"linear, {len(COUNTS)} counts of nearness and roundness", COUNTS, 0.5),)
