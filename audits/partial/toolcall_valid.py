"""Partial readers of toolcall_valid: the schema without the request, single requirements, conventions misread; or counts of the call alone."""
from __future__ import annotations

import datetime
import functools
import json
import re

from audits.partial.rules import Fit, Reading, Rule, Tally, exact, only, pick, without, yes_if
from solvers import toolcall_valid as solver

KINDS = ("required_property", "schema_value", "request_value", "optional_property", "cross_rule", "unit_or_zone")
VISIBLE = ("required_property", "schema_value")
"""The kinds that a check against the schema finds."""
HOURS = {"pickup_at": (480, 1080), "arrival": (1020, 1215), "start_at": (780, 1410), "handover_at": (420, 1140), "collected_at": (540, 1020), "visit_at": (480, 1050)}
"""Times of day -> the first and last minute that people ask for."""


BORDERS = {
    "longest_side": ("millimetres", 100), "storage_time": ("hours", 12), "stay": ("minutes", 12), "film_length": ("seconds", 60), "time_budget": ("seconds", 100),
    "rate_limit": ("kbit/s", 1000), "driving_stretch": ("minutes", 12), "licence_held": ("months", 12), "sheet_width": ("millimetres", 50),
    "ink_limit": ("millilitres", 100), "fluid_volume": ("millilitres", 100), "flock_age": ("months", 12),
}
"""Amounts -> their smaller unit, and the number below which people would not use it and from which on they would not use the larger one."""


# A call against its JSON Schema

TYPES = {"null": type(None), "string": str, "integer": int, "boolean": bool, "array": list, "object": dict}
KEYWORDS = frozenset(("description", "default", "type", "enum", "pattern", "minLength", "maxLength", "minimum", "maximum", "format", "items", "uniqueItems",
                      "properties", "required", "additionalProperties"))


def is_date(text: str) -> bool:
    """Whether a text is a date as the format `date` wants it."""
    try:
        datetime.datetime.strptime(text, "%Y-%m-%d")
    except ValueError:
        return False
    return re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is not None


def is_valid_text(schema: dict, text: str) -> bool:
    return (re.search(schema.get("pattern", ""), text) is not None and schema.get("minLength", 0) <= len(text) <= schema.get("maxLength", len(text))
            and (schema.get("format") != "date" or is_date(text)))


def is_valid_object(schema: dict, value: dict) -> bool:
    listed = schema.get("properties", {})
    return (all(name in value for name in schema.get("required", ())) and (schema.get("additionalProperties", True) or all(name in listed for name in value))
            and all(is_valid(listed[name], entry) for name, entry in value.items() if name in listed))


def is_valid_list(schema: dict, entries: list) -> bool:
    texts = [json.dumps(entry, sort_keys=True) for entry in entries]
    return (not schema.get("uniqueItems", False) or len(set(texts)) == len(texts)) and all(is_valid(schema.get("items", {}), entry) for entry in entries)


def is_valid(schema: dict, value) -> bool:
    """Whether a value is valid under a JSON Schema with these keywords. Raises ValueError for another keyword."""
    if not KEYWORDS >= set(schema):
        raise ValueError(f"keywords {sorted(set(schema) - KEYWORDS)} of a schema are not known")
    types = schema.get("type", list(TYPES))
    if type(value) not in [TYPES[name] for name in ([types] if isinstance(types, str) else types)]:
        return False
    if value not in schema.get("enum", [value]):
        return False
    if type(value) is int:
        return schema.get("minimum", value) <= value <= schema.get("maximum", value)
    checks = {str: is_valid_text, dict: is_valid_object, list: is_valid_list}
    return type(value) not in checks or checks[type(value)](schema, value)


@functools.lru_cache(maxsize=None)
def is_schema_met(state: str) -> bool:
    """Whether the call of a state is valid under the schema that stands in it."""
    if state.startswith("{"):
        parts = solver.read_exchange(state)
    else:
        parts = (solver.read_sheet if re.match(r"# [^\n]+\n\n", state) else solver.read_record)(state)
    return is_valid(parts.schema, parts.call.arguments)


def schema_alone(reading: Reading) -> str:
    return yes_if(is_schema_met(reading.item.state))


# What fails, by kind

def given(case) -> dict:
    return case.call.arguments


def properties(case) -> dict:
    return case.tool.properties


def is_filled(case, name: str) -> bool:
    """Whether a property stands in the call with something else than null or its default."""
    return given(case).get(name) not in (None, properties(case)[name].default)


def is_moved(case, name: str, right) -> bool:
    """Whether a wrong value is one of another unit or another time zone: of the wrong day alone the time of day is right."""
    prop, value = properties(case)[name], given(case)[name]
    return prop.kind == "measure" or prop.kind == "when" and value[11:16] != right[11:16]


def faults(case) -> dict:
    """{kind: names of the properties that fail in its way}."""
    missing = {*solver.check_known(case), *solver.check_required(case)}
    outside = set(solver.check_schema(case))
    right = solver.wished(case)
    unheard = set(solver.check_wishes(case)) - missing - outside
    unset = {name for name in unheard if name not in case.tool.required and not is_filled(case, name)}
    moved = {name for name in unheard - unset if is_moved(case, name, right[name])}
    return {"required_property": missing, "schema_value": outside, "request_value": unheard - unset - moved,
            "optional_property": unset | set(solver.check_unasked(case)) - missing - outside,
            "cross_rule": set(solver.check_rules(case)) - missing - outside, "unit_or_zone": moved}


def reads(*kinds):
    """The reader of these requirements and of nothing else."""
    return lambda reading: yes_if(not any(faults(reading.case)[kind] for kind in kinds))


def but(*kinds):
    return reads(*(kind for kind in KINDS if kind not in kinds))


def keeps_rules(case) -> bool:
    """Whether the values of the call fit the rules between them, the request unread."""
    call = given(case)
    return all(call[rule.target] == solver.ruled_value(rule, call[rule.source], properties(case)[rule.target])
               for rule in case.tool.rules if rule.target in call and call.get(rule.source) is not None)


def request_unread(reading: Reading) -> str:
    return yes_if(is_schema_met(reading.item.state) and keeps_rules(reading.case))


def schema_unread(reading: Reading) -> str:
    """Every wish that needs neither unit nor zone, and nothing that was not asked for."""
    case = reading.case
    wrong = [name for name in solver.check_wishes(case) if properties(case)[name].kind not in ("measure", "when")]
    return yes_if(not wrong and not solver.check_unasked(case))


# Parts of a requirement

def check(of):
    """The reader of one check of the solver."""
    return lambda reading: yes_if(not of(reading.case))


def wrong_in(*kinds):
    """The reader of wishes on these kinds of property; one that is left out is none of its business."""
    def decide(reading: Reading) -> str:
        case = reading.case
        return yes_if(not any(properties(case)[name].kind in kinds and name in given(case) for name in solver.check_wishes(case)))

    return decide


def outside_in(*kinds):
    """The reader of the schema's limits on these kinds of property."""
    return lambda reading: yes_if(not any(properties(reading.case)[name].kind in kinds for name in solver.check_schema(reading.case)))


def rule_broken(form: str):
    """The reader of one form of rule."""
    def decide(reading: Reading) -> str:
        of_form = {rule.target for rule in reading.case.tool.rules if rule.form == form}
        return yes_if(not of_form & faults(reading.case)["cross_rule"])

    return decide


# Conventions misread: the full reader of a changed case, or with another value in mind

def as_if(change):
    """The full reader of a changed case."""
    return lambda reading: yes_if(solver.decide(change(reading.case)))


def with_rules(change):
    """A change of every rule of the tool description."""
    return as_if(lambda case: case._replace(tool=case.tool._replace(rules=tuple(map(change, case.tool.rules)))))


def step_moved(by: int):
    return with_rules(lambda rule: rule._replace(number=rule.number + by) if rule.form == "step" else rule)


def with_wishes(change):
    """A change of the words of every wish: change(part) gives a part."""
    return as_if(lambda case: case._replace(wishes=tuple(wish._replace(parts=tuple(map(change, wish.parts))) for wish in case.wishes)))


def day_less(part: str) -> str:
    """'in 2 weeks' -> 'in 13 days': today counted."""
    found = next((found for form in ("in", "from") for found in [solver.WHEN[form].fullmatch(part)] if found), None)
    return f"in {solver.number(found[1]) * (7 if found[2] == 'week' else 1) - 1} days" if found else part


def this_for_next(part: str) -> str:
    return re.sub("^next (?=[A-Z])", "this ", part)


def expecting(kind: str, says):
    """The full reader that expects of a kind of property what says(case, wish, property) gives, wherever it is given and fits the schema."""
    def decide(reading: Reading) -> str:
        case = reading.case
        found = faults(case)
        names = {name for name, prop in properties(case).items() if prop.kind == kind}
        wrong = {wish.property for wish in case.wishes if wish.property in names and wish.property in given(case)
                 and not found["schema_value"] & {wish.property} and given(case)[wish.property] not in (None, says(case, wish, properties(case)[wish.property]))}
        kept = set().union(*(found[other] for other in KINDS if other not in ("request_value", "unit_or_zone")))
        return yes_if(not wrong and not kept and not (found["request_value"] | found["unit_or_zone"]) - names)

    return decide


def stamped(shift: int):
    """The time as said, moved by so many times the offset, in the form of the property."""
    def says(case, wish, prop):
        local = solver.moment(solver.day_of(wish.parts[0], case.today), solver.time_of(wish.parts[1]), "local", 0)
        moved = datetime.datetime.strptime(local, "%Y-%m-%dT%H:%M") + datetime.timedelta(minutes=shift * case.offset)
        return moved.strftime("%Y-%m-%dT%H:%M") + "Z" * (prop.unit == "utc")

    return says


def stamped_wrong_way(case, wish, prop):
    return stamped(int(prop.unit == "utc"))(case, wish, prop)


def amount_said(case, wish, prop):
    return solver.number(wish.parts[0])


def numbers_added(case, wish, prop):
    return sum(map(solver.number, wish.parts))


def without_null(reading: Reading) -> str:
    return yes_if(None not in given(reading.case).values() and solver.decide(reading.case))


def asked(case) -> set:
    return {wish.property for wish in case.wishes}


def unasked(case) -> list:
    """The optional properties of the call, null or not, that nobody asked for."""
    return [name for name in given(case) if name in properties(case) and name not in case.tool.required and name not in asked(case)]


def without_unasked(reading: Reading) -> str:
    return yes_if(not unasked(reading.case) and solver.decide(reading.case))


def with_all_asked(reading: Reading) -> str:
    """What is asked for must stand in the call, the default too."""
    case = reading.case
    return yes_if(all(given(case).get(name) is not None for name in asked(case)) and solver.decide(case))


def lists_in_order(reading: Reading) -> str:
    case = reading.case
    right = solver.wished(case)
    return yes_if(solver.decide(case) and all(given(case)[name] == right[name] for name in asked(case) if properties(case)[name].kind == "items"))


def digits_alone(reading: Reading) -> str:
    """Codes must stand in the call as the user wrote them."""
    case = reading.case
    codes = [wish for wish in case.wishes if properties(case)[wish.property].kind == "code"]
    return yes_if(solver.decide(case) and all(given(case)[wish.property] == wish.parts[0] for wish in codes))


# What the call looks like

def numbers(case) -> list:
    """The whole numbers of the call."""
    return [value for value in given(case).values() if type(value) is int]


def said(case) -> set:
    """The numbers that the wishes name, in figures or in words."""
    words = re.findall(r"[a-z]+|\d+", " ".join(part.lower() for wish in case.wishes for part in wish.parts).replace(",", ""))
    return {solver.number(word) for word in words if word.isdigit() or word in solver.NUMBERS}


def numbers_said(case) -> int:
    return sum(value in said(case) for value in numbers(case))


def numbers_of_rules(case) -> int:
    return sum(value in {rule.number for rule in case.tool.rules} for value in numbers(case))


def dates(case) -> list:
    """The dates of the call, those of times of day included."""
    found = [value for value in given(case).values() if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\d", value)]
    return [datetime.date(*map(int, value[:10].split("-"))) for value in found]


def days_ahead(case) -> list:
    return [(day - case.today).days for day in dates(case)]


def times(case) -> list:
    """(property, minute of the day as written) of the times of the call that have the form of their property."""
    found = [(properties(case)[name], value) for name, value in given(case).items() if name in properties(case) and properties(case)[name].kind == "when"]
    return [(prop, int(value[11:13]) * 60 + int(value[14:16])) for prop, value in found if solver.fits_schema(prop, value)]


def local_times(case) -> list:
    """(name, minute of the user's day) of the times of the call, each read in the zone of its property."""
    return [(prop.name, (minute + case.offset * (prop.unit == "utc")) % 1440) for prop, minute in times(case)]


def is_odd_time(case) -> bool:
    """Whether a time of the call, read in the zone of its property, is one at which nobody comes."""
    return any(not HOURS[name][0] <= minute <= HOURS[name][1] for name, minute in local_times(case))


def time_said(case) -> bool:
    """Whether the time of the call stands in the request."""
    wanted = {solver.time_of(wish.parts[1]) for wish in case.wishes if wish.form == "when"}
    return any(minute in wanted for _, minute in times(case))


def measures(case) -> list:
    """(property, value) of the amounts in the call."""
    return [(properties(case)[name], value) for name, value in given(case).items()
            if name in properties(case) and properties(case)[name].kind == "measure" and type(value) is int]


def measures_said(case) -> bool:
    return all(value in said(case) for _, value in measures(case))


def is_odd_amount(case) -> bool:
    """Whether an amount is too small for the smaller unit of its property, or too large for the larger one."""
    return any((value < BORDERS[prop.name][1]) == (prop.unit == BORDERS[prop.name][0]) for prop, value in measures(case))


def size(value):
    """What the limits of a schema are about: a number, or the length of a text."""
    return len(value) if isinstance(value, str) else value


def at_limits(case) -> int:
    """How many values of the call stand at the least or greatest that the schema allows, ones left out."""
    return sum(size(value) == properties(case)[name].limits.get(limit) for name, value in given(case).items() if name in properties(case)
               and (isinstance(value, str) or type(value) is int and value != 1) for limit in ("minimum", "maximum", "minLength", "maxLength"))


def places(case) -> list:
    """The places in their enumerations of the values of the call."""
    props = properties(case)
    return [props[name].enum.index(value) for name, value in given(case).items() if name in props and isinstance(value, str) and value in props[name].enum]


def is_in_order(case) -> bool:
    """Whether the call names its properties in the order of the schema."""
    return [name for name in properties(case) if name in given(case)] == [name for name in given(case) if name in properties(case)]


def defaults_written(case) -> int:
    props = properties(case)
    return sum(value is not None and value == props[name].default for name, value in given(case).items() if name in props)


def extra(case) -> int:
    """Properties of the call beyond the number of those required."""
    return len(given(case)) - len(case.tool.required)


def text_of(case) -> str:
    return json.dumps(given(case), ensure_ascii=False)


def yes_where(holds):
    return lambda reading: yes_if(holds(reading.case))


def no_where(holds):
    return lambda reading: yes_if(not holds(reading.case))


def of_type(*types):
    """Function of a case: how many values of the call are of these types."""
    return lambda case: sum(type(value) in types for value in given(case).values())


COUNTS = {
    "properties": lambda case: len(given(case)),
    "properties beyond those required": extra,
    "properties of the schema left out": lambda case: len(properties(case)) - len(given(case)),
    "length": lambda case: len(text_of(case)),
    "digits": lambda case: sum(letter.isdigit() for letter in text_of(case)),
    "null": of_type(type(None)),
    "true": lambda case: sum(value is True for value in given(case).values()),
    "false": lambda case: sum(value is False for value in given(case).values()),
    "integers": of_type(int),
    "strings": of_type(str),
    "lists": of_type(list),
    "list entries": lambda case: sum(len(value) for value in given(case).values() if isinstance(value, list)),
    "sum of numbers": lambda case: sum(numbers(case)),
    "largest number": lambda case: max(numbers(case), default=0),
    "smallest number": lambda case: min(numbers(case), default=0),
    "odd numbers": lambda case: sum(value % 2 for value in numbers(case)),
    "round numbers": lambda case: sum(value % 10 == 0 for value in numbers(case)),
    "numbers of the request": numbers_said,
    "numbers of the rules": numbers_of_rules,
    "values at a limit of the schema": at_limits,
    "days ahead": lambda case: sum(days_ahead(case)),
    "furthest day": lambda case: max(days_ahead(case), default=0),
    "whole weeks": lambda case: sum(days % 7 == 0 for days in days_ahead(case)),
    "weekend days": lambda case: sum(day.weekday() > 4 for day in dates(case)),
    "minute of the day": lambda case: sum(minute for _, minute in times(case)),
    "places in enumerations": lambda case: sum(places(case)),
    "defaults written out": defaults_written,
    "width of the values": lambda case: sum(len(str(value)) for value in given(case).values()),
}
JOINT = {
    "values asked for": lambda case: len(asked(case) & set(given(case))),
    "required properties given": lambda case: sum(name in given(case) for name in case.tool.required),
    "unasked properties filled": lambda case: sum(is_filled(case, name) for name in unasked(case)),
    "amounts of the request": lambda case: sum(value in said(case) for _, value in measures(case)),
    "time of the request": time_said,
    "odd amounts": is_odd_amount,
    "local minute": lambda case: sum(minute for _, minute in local_times(case)),
    "rules kept": keeps_rules,
}


def of_case(count):
    return lambda reading: float(count(reading.case))


RULES = (
    *(Rule(f"all but {kind}", "the full reader without one kind of requirement", but(kind), without(kind)) for kind in KINDS),
    *(Rule(f"{kind} alone", "one kind of requirement", reads(kind), only(kind)) for kind in KINDS),
    Rule("schema alone", "the call against the JSON Schema: required and listed properties, types, enumerations, patterns, ranges, lengths", schema_alone,
         only(*VISIBLE), by_level=True),
    Rule("request unread", "the schema, and the rules between values of the call", request_unread, only(*VISIBLE, "cross_rule")),
    exact("schema unread", "wishes that need neither unit nor zone, and nothing unasked", schema_unread),
    exact("required properties", "every required property is there", check(solver.check_required)),
    exact("listed properties", "the schema lists every property of the call", check(solver.check_known)),
    exact("unasked properties", "no optional property is set unasked", check(solver.check_unasked)),
    exact("enumerations and patterns", "values outside the enumerations, prefixes or digits of their properties", outside_in("choice", "option", "code")),
    exact("ranges and lengths", "values outside the range or length left to the caller", outside_in("number", "mark")),
    exact("totals", "the number in question alone", wrong_in("count")),
    exact("days", "days of the request alone", wrong_in("day")),
    exact("meanings", "enumeration values alone", wrong_in("choice", "option")),
    exact("units", "amounts alone", wrong_in("measure")),
    exact("times", "dates with times of day alone", wrong_in("when")),
    *(exact(f"rules: {form}", "one form of rule", rule_broken(form)) for form in ("step", "among", "plus", "times")),
    exact("limits one higher", "every limit of a rule taken one too high", step_moved(1)),
    exact("limits one lower", "every limit of a rule taken one too low", step_moved(-1)),
    exact("today counted", "days and weeks from today count today", with_wishes(day_less)),
    exact("next is this", "`next` with a weekday taken for the current week", with_wishes(this_for_next)),
    exact("zone unread", "the time as said, in any zone", expecting("when", stamped(0))),
    exact("offset the wrong way", "the offset added for UTC instead of taken off", expecting("when", stamped_wrong_way)),
    exact("always UTC", "every time taken off by the offset", expecting("when", stamped(-1))),
    exact("units unread", "the amount as said, in any unit", expecting("measure", amount_said)),
    exact("numbers added", "the numbers of the total added up", expecting("count", numbers_added)),
    exact("first number", "the first number for the total", expecting("count", amount_said)),
    exact("null refused", "null taken for a fault", without_null),
    exact("unasked refused", "null and defaults that nobody asked for taken for faults", without_unasked),
    exact("defaults demanded", "a default asked for must be written", with_all_asked),
    exact("lists in order", "entries of a list in the order of the request", lists_in_order),
    exact("codes as written", "a code as the user writes it, prefix or not", digits_alone),
    exact("odd amount", "an amount too small or too large for its unit, so no", no_where(is_odd_amount)),
    exact("odd time", "a time outside the usual hours, read in the property's zone, so no", no_where(is_odd_time)),
    Rule("numbers from the request", "every number of the call stands in the request", yes_where(lambda case: numbers_said(case) == len(numbers(case))), 0.5),
    Rule("a number from the request", "some number of the call stands in the request", yes_where(numbers_said), 0.5),
    Rule("amounts from the request", "every amount of the call stands in the request", yes_where(measures_said), 0.5),
    Rule("time from the request", "the time of the call stands in the request", yes_where(time_said), 0.5),
    Rule("a number from the rules", "some number of the call stands in a rule", yes_where(numbers_of_rules), 0.5),
    Rule("at a limit", "a value stands at a limit of the schema, so yes", yes_where(at_limits), 0.5, by_level=True),
    Rule("more than required", "more properties than required, so yes", yes_where(lambda case: extra(case) > 0), 0.5),
    Rule("one more than required", "exactly one property more than required, so yes", yes_where(lambda case: extra(case) == 1), 0.5),
    Rule("as many as required", "exactly as many properties as required, so yes", yes_where(lambda case: extra(case) == 0), 0.5),
    Rule("all properties given", "as many properties as the schema lists, so no", no_where(lambda case: len(given(case)) == len(properties(case))), 0.5),
    Rule("null given", "some null, so no", no_where(lambda case: None in given(case).values()), 0.5),
    Rule("default written", "a default written out, so no", no_where(defaults_written), 0.5),
    Rule("true given", "some true, so yes", yes_where(lambda case: any(value is True for value in given(case).values())), 0.5),
    Rule("order of the schema", "properties in the order of the schema, so yes", yes_where(is_in_order), 0.5),
    Rule("first of an enumeration", "a value is the first of its enumeration, so no", no_where(lambda case: 0 in places(case)), 0.5),
    Rule("weekend", "a date on a weekend, so no", no_where(COUNTS["weekend days"]), 0.5),
    Rule("whole weeks", "a date whole weeks from today, so yes", yes_where(COUNTS["whole weeks"]), 0.5),
    Rule("far ahead", "a date more than 45 days ahead, so no", no_where(lambda case: max(days_ahead(case), default=0) > 45), 0.5),
    Rule("round number", "a number that ends in 0, so yes", yes_where(COUNTS["round numbers"]), 0.5),
    Rule("off the hour", "a time off the full and half hours, so no", no_where(lambda case: any(minute % 30 for _, minute in times(case))), 0.5),
)
TALLIES = tuple(Tally(f"more: {name}", "share of pairs whose `yes` member has more of it, a tie shared", pick(COUNTS[name], max), 0.5) for name in
                ("properties", "length", "digits", "null", "true", "false", "strings", "sum of numbers", "numbers of the request", "days ahead", "minute of the day",
                 "places in enumerations", "values at a limit of the schema", "width of the values"))
FITS = (
    Fit("counts of the call", "single counts of the call", {name: of_case(count) for name, count in COUNTS.items()}, 0.5,
        reason="In 7 of 100 pairs a value left to the caller passes at the limit of its range or length and fails one step outside it, as borders ask. "
               "Texts that fill their length in both members hold that count alone at chance; with the counts of strings and numbers a fit tells the two apart. "
               "Without it the fit reaches 51.1."),
    Fit("joint counts", "counts that join call, schema and request", {name: of_case(count) for name, count in {**COUNTS, **JOINT}.items()}, 0.5, False),
)
