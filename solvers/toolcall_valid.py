"""Is a drafted tool call right for what a user asked, under a tool definition and some conventions? Answers yes or no.

The state is one of three layouts, each with the same six parts:

    sheet      a page of headings: title, origin line with the user's time zone, request, tool, conventions, call
    record     "key: value" lines, the tool and the request as indented blocks, the conventions as a list
    exchange   one JSON object: system message (day, zone, conventions), user message, tool, reply with the call

A request is  opening  sentence...  closing, each sentence a wish for one property (`COUNTS`, `GIVEN`,
`DESCRIBED`, `WANTED`) or a remark without a wish (`REMARKS`).
A tool definition is a description  (purpose, rule..., remark)  and a schema whose properties are of these kinds (`KINDS`):

    count      a whole number worked out from the request      when     a day and time, local or in UTC
    measure    a whole number in the unit of the description   day      a date
    choice     one enumeration value, by its meaning           option   the same with a default
    flag       true or false, with a default                   note     quoted words
    items      a list of enumeration values                    code     a prefix and the digits of a number
    person     a name and a four-digit extension               mark, number   free choice of the caller
    ruled      given by a rule of the tool description

Short names: `wish` is what the request fixes for a property, `rule` what the tool description fixes, `default` the schema's default.
"""
from __future__ import annotations

import json
import re
from datetime import date, datetime, timedelta
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from solvers import reading
from solvers.reading import Unread


class Property(NamedTuple):
    """One property of the schema: its kind, what its description says, and its limits."""
    name: str
    kind: str
    base: str                       # JSON type without null
    nullable: bool
    default: Any                    # None where there is none
    enum: Tuple[str, ...]           # values (of the items, for a list)
    limits: Dict[str, Any]          # minimum, maximum, minLength, maxLength, pattern
    unit: str                       # unit of a measure, "utc" or "local" of a when, prefix of a code
    meanings: Dict[str, str]        # meaning in words -> enumeration value


class Rule(NamedTuple):
    """A rule of the tool description: `target` follows from `source`."""
    form: str                       # "step" (number, low, high), "times" (number), "plus" (number), "among" (values, in, out)
    target: str
    source: str
    number: int
    values: Tuple[str, ...]
    low: str
    high: str


class Tool(NamedTuple):
    name: str
    rules: Tuple[Rule, ...]
    properties: Dict[str, Property]
    required: Tuple[str, ...]


class Wish(NamedTuple):
    """A wish as the request words it: `form` says how `parts` are turned into the value of `property`."""
    property: str
    form: str
    parts: Tuple[str, ...]


class Call(NamedTuple):
    name: str
    arguments: Dict[str, Any]


class Case(NamedTuple):
    today: date
    offset: int                     # minutes by which the user's clock is ahead of UTC
    conventions: frozenset
    tool: Tool
    wishes: Tuple[Wish, ...]
    call: Call


class Parts(NamedTuple):
    """The texts of a layout before they are read further."""
    today: date
    offset: int
    conventions: List[str]
    tool: Dict[str, Any]
    schema: Dict[str, Any]
    message: str
    call: Call


NUMBERS = {word: value for value, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)}
MONTHS = ("January February March April May June July August September October November December").split()
WEEKDAYS = ("Monday Tuesday Wednesday Thursday Friday Saturday Sunday").split()
ORDINALS = {"first": 1, "second": 2, "third": 3}

DAY = "|".join(WEEKDAYS)
N = r"(\d+|" + "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in NUMBERS) + ")"
FULL_DAY = r"((?:%s), \d{1,2} (?:%s) \d{4})" % (DAY, "|".join(MONTHS))
CLOCK = r"(\d\d:\d\d)"
PERSON = r"[A-Z][^\W\d_]+ [A-Z][^\W\d_]+"
PLACE = r"[A-Z][a-z]+(?: (?:Row|Lane|Vale|Point|Mills))?"
TRADES = ("Courier Service|Express Freight|Parcels|Farm Vets|Livestock Clinic|Veterinary Practice|Car Hire|Fleet Hire|Vehicle Rental|Kitchen|"
          "Garden Restaurant|Print Works|Print|Press|Data Centre|Hosting|Systems")
COMPANY = f"((?:The {PLACE} Table)|(?:{PLACE} (?:{TRADES})))"
SYSTEM = ("(?:Courier Console|Freight Desk|Parcel Desk|Herd Desk|Practice Diary|Round Planner|Fleet Desk|Hire Manager|Rental Counter|"
          "Dining Planner|Guest Desk|Table Book|Job Ticket System|Order Book|Press Planner|Job Board|Operations Bridge|Run Desk)")
ASSISTANT = ("(?:dispatch|shipping|practice|rounds|fleet|rental|host|reservations|order|print|operations|on-call) assistant")
OFFSET = r"UTC([+-])(\d\d):(\d\d)"

# "on Thursday, 6 August 2026", "on 6 August 2026", "in two weeks", "nine days from today", "tomorrow", "next Friday",
# "on the last day of this month", "on the second Monday of next month"
WHEN = {
    "date": re.compile(r"on (?:(%s), )?(\d{1,2}) (%s) (\d{4})" % (DAY, "|".join(MONTHS))),
    "in": re.compile(f"in {N} (day|week)s?"),
    "from": re.compile(f"{N} (day|week)s? from today"),
    "tomorrow": re.compile("(tomorrow|the day after tomorrow)"),
    "weekday": re.compile(f"(this|next) ({DAY})"),
    "edge": re.compile("on the (first day of next|last day of this) month"),
    "nth": re.compile(f"on the ({'|'.join(ORDINALS)}) ({DAY}) of next month"),
}
# "at 17:45", "at five o’clock in the afternoon", "at half past seven in the evening"
TIME = {
    "clock": re.compile(f"at {CLOCK}"),
    "spoken": re.compile(r"at (half past )?(one|two|three|four|five|six|seven|eight|nine|ten|eleven)( o’clock)? in the (morning|afternoon|evening)"),
}
DAY_WORDS = r"(on (?:(?:%s), )?\d{1,2} [A-Z][a-z]+ \d{4}|in \S+ (?:days?|weeks?)|\S+ (?:days?|weeks?) from today|(?:the day after )?tomorrow|(?:this|next) (?:%s)|" \
            r"on the \w+ \w+ of (?:this|next) month)" % (DAY, DAY)
TIME_WORDS = r"(at \d\d:\d\d|at (?:half past )?\w+(?: o’clock)? in the \w+)"


def number(text: str) -> int:
    """'14' -> 14; 'three' -> 3."""
    word = text.lower()
    return NUMBERS[word] if word in NUMBERS else int(text)


def full_day(text: str) -> date:
    """'Thursday, 6 August 2026' -> the date; raises where the weekday is not that of the date."""
    weekday, rest = text.split(", ")
    day, month, year = rest.split(" ")
    return checked_date(int(year), MONTHS.index(month) + 1, int(day), weekday, text)


def checked_date(year: int, month: int, day: int, weekday: Optional[str], text: str) -> date:
    """A date of the calendar; its weekday, where one is named, must be right."""
    if not 1 <= day <= days_in(year, month):
        raise Unread(f"{text!r} is not a day of the calendar")
    value = date(year, month, day)
    if weekday and WEEKDAYS[value.weekday()] != weekday:
        raise Unread(f"{text!r}: that day is a {WEEKDAYS[value.weekday()]}")
    return value


def days_in(year: int, month: int) -> int:
    """Number of days of a month."""
    return (date(year + month // 12, month % 12 + 1, 1) - date(year, month, 1)).days


def day_of(text: str, today: date) -> date:
    """The date that the words of a request mean on the day it is written.

    Weeks start on Monday; "this" is the current week, "next" the following one; days and weeks from today are counted without today.
    """
    found = reading.first_match(WHEN, text)
    if not found:
        raise Unread(f"{text!r} is not a day")
    form, match = found
    if form == "date":
        return checked_date(int(match[4]), MONTHS.index(match[3]) + 1, int(match[2]), match[1], text)
    if form in ("in", "from"):
        return today + timedelta(days=number(match[1]) * (7 if match[2] == "week" else 1))
    if form == "tomorrow":
        return today + timedelta(days=1 if match[1] == "tomorrow" else 2)
    if form == "weekday":
        monday = today - timedelta(days=today.weekday())
        return monday + timedelta(days=WEEKDAYS.index(match[2]) + (7 if match[1] == "next" else 0))
    next_month = date(today.year + today.month // 12, today.month % 12 + 1, 1)
    if form == "edge":
        return next_month if match[1] == "first day of next" else next_month - timedelta(days=1)
    return next_month + timedelta(days=(WEEKDAYS.index(match[2]) - next_month.weekday()) % 7 + 7 * (ORDINALS[match[1]] - 1))


def time_of(text: str) -> int:
    """Minutes after midnight: 'at 17:45', 'at half past five in the afternoon'."""
    found = reading.first_match(TIME, text)
    if not found:
        raise Unread(f"{text!r} is not a time")
    form, match = found
    if form == "clock":
        return reading.minutes(match[1])
    half, hour, clock, part = match.groups()
    if bool(half) == bool(clock):
        raise Unread(f"{text!r} is not a time")
    return (NUMBERS[hour] + (0 if part == "morning" else 12)) * 60 + (30 if half else 0)


def offset_of(sign: str, hours: str, minutes: str) -> int:
    """Minutes by which a clock is ahead of UTC."""
    value = reading.minutes(f"{hours}:{minutes}")
    return -value if sign == "-" else value


def line_of(state: str, text: str) -> Tuple[int, str]:
    """Number and text of the first line of the state that holds a text (as it is, or with its quotation marks escaped)."""
    needles = (text, json.dumps(text, ensure_ascii=False)[1:-1])
    for count, line in enumerate(state.split("\n"), 1):
        if any(needle in line for needle in needles):
            return count, line
    return 0, text


def stop(state: str, text: str, where: str) -> Unread:
    """The error for a text inside a line of the state."""
    count, line = line_of(state, text)
    return reading.unread(count, line if len(line) < 200 else text, where)


# Every wording of a convention -> its meaning. All but "default" and "free" are needed for every call.
CONVENTIONS = {
    "Properties and the entries of lists may come in any order.": "order",
    "The order of properties and of list entries is of no importance.": "order",
    "Quoted wording is passed on as it is, without the quotation marks.": "quoted",
    "Text in quotation marks is copied unchanged, the marks themselves left out.": "quoted",
    "Days and weeks between today and another day are counted without today: one day from today is tomorrow.": "without today",
    "A day said to be some days or weeks away is counted from today, today itself not counted.": "without today",
    'A week starts on Monday. "This Friday" lies in the current week, "next Friday" in the following one, and so for every weekday.': "weeks",
    'Weeks run from Monday to Sunday: "this" with a weekday is the day in the current week, "next" the day in the week after it.': "weeks",
    '"Next" with a weekday means that day of the following week, "this" that day of the current one; a week starts on Monday.': "weeks",
    "Users give clock times in their own local time.": "local times",
    "Clock times in a request are local times of the user.": "local times",
    "A time of day in the request is in the user's time zone.": "local times",
    "The value of a property is given in the unit or time zone of its description, whichever unit or zone the user spoke in.": "units",
    "Users speak in any unit; the call uses the unit and the time zone of the property's description.": "units",
    "Amounts and times are converted into the unit and time zone that the property's description names.": "units",
    "Rules in the tool description bind every call, also where the request is silent about the property.": "rules",
    "Where the tool description ties one property to another, that rule decides, and the user does not have to say so.": "rules",
    "A property for which the tool description has a rule takes the value of the rule; users need not mention it.": "rules",
    "What is not required and not asked for stays out of the call; null, where the schema permits it, and the default written out are "
    "as good as leaving it out.": "unasked",
    "Optional properties are set only if the request asks for them. Otherwise they are left out, or given as null where the schema allows "
    "null, or given with their default; these mean the same.": "unasked",
    "A property that is not required is sent only when the user asked for what it does. If nobody asked, it is left out, null (where the type "
    "allows it) or its default, all of which count as the same.": "unasked",
    "Whatever the user fixes, directly or in other words, must stand in the call with the value it comes to, unless that is the default: sums "
    "worked out, days as dates, the enumeration value whose meaning was described.": "wishes",
    "The call carries every wish of the user that the defaults do not meet already, with totals calculated, days resolved to dates and "
    "descriptions mapped to the enumeration value that means them.": "wishes",
    "All values the user gives must be in the call, save those that equal a default. Totals are worked out, days are turned into dates, and "
    "a described meaning becomes the enumeration value defined for it.": "wishes",
    "Where a description leaves the value to the caller, any value within the schema's limits is right.": "free",
    "Values left to the caller may be anything that the schema allows.": "free",
    "If the user asks for exactly the default, it may be left out or written.": "default",
    "A default that the user asks for may be written or left out.": "default",
}
ALWAYS = frozenset(CONVENTIONS.values()) - {"free", "default"}


def split_conventions(text: str, state: str) -> List[str]:
    """The conventions that stand one after another in a running text."""
    found = []
    while text:
        head = next((wording for wording in CONVENTIONS if text == wording or text.startswith(wording + " ")), None)
        if head is None:
            raise stop(state, text[:60], "a convention")
        found.append(head)
        text = text[len(head) + 1:]
    return found


def read_conventions(wordings: List[str], state: str) -> frozenset:
    """The meanings of the conventions; each stands once, and those that every call needs must be there."""
    meanings = []
    for wording in wordings:
        if wording not in CONVENTIONS:
            raise stop(state, wording, "a convention")
        if CONVENTIONS[wording] in meanings:
            raise stop(state, wording, f"a second convention on {CONVENTIONS[wording]}")
        meanings.append(CONVENTIONS[wording])
    missing = ALWAYS - set(meanings)
    if missing:
        raise Unread(f"no convention on {', '.join(sorted(missing))}")
    return frozenset(meanings)


# tool -> (domain, what its description begins with)
TOOLS = {
    "create_backup_job": ("backup", "Creates a single backup job for storage volumes."),
    "schedule_snapshot": ("backup", "Plans a snapshot of storage volumes."),
    "plan_volume_copy": ("backup", "Queues a copy of storage volumes to the vault."),
    "create_print_order": ("print", "Creates an order for a printed booklet or leaflet."),
    "queue_print_run": ("print", "Adds a print run to the plan of the press room."),
    "submit_print_job": ("print", "Submits a print job to the press room."),
    "plan_round_stop": ("vet", "Adds a farm to the round of a veterinarian."),
    "schedule_farm_visit": ("vet", "Plans a visit of a veterinarian to a farm."),
    "create_herd_visit": ("vet", "Puts a herd visit into the diary of the practice."),
    "reserve_table": ("table", "Makes a reservation for a party and plans the service."),
    "book_meal": ("table", "Adds a party to the table plan of a restaurant."),
    "create_reservation": ("table", "Reserves a table and informs the kitchen."),
    "book_hire": ("rental", "Books the hire of a vehicle with an agreement."),
    "create_rental": ("rental", "Creates a rental agreement and blocks a vehicle."),
    "reserve_vehicle": ("rental", "Reserves a rental vehicle for a group."),
    "order_pickup": ("shipping", "Orders a pickup of parcels for a customer with an account."),
    "book_collection": ("shipping", "Registers parcels of a business customer and sends a driver to collect them."),
    "create_shipment": ("shipping", "Books a shipment and orders its collection at the sender's address."),
}
# domain -> remarks that end a tool description and bind nothing
TOOL_REMARKS = {
    "backup": ("A job that has started cannot be changed.", "Jobs of one change are not merged.", "Returns the job number and the queue position.",
               "Volumes in maintenance are skipped and reported."),
    "print": ("A job can be stopped until the plates are made.", "Colours are matched by the press room.", "Files are uploaded by another tool.",
              "Returns the place of the job in the queue."),
    "vet": ("A visit can be moved until the evening before.", "Emergencies are taken by telephone only.", "Medicine is ordered by another tool.",
            "Returns the number of the visit."),
    "table": ("The kitchen sees a reservation within a minute.", "Two reservations of one guest on the same day are not merged.",
              "Returns the reservation code.", "Walk-in guests are not handled by this tool."),
    "rental": ("Fuel is settled when the vehicle is back.", "One agreement covers one vehicle.", "Returns the agreement number.",
               "The tool does not check driving licences."),
    "shipping": ("A second call with the same values books a second shipment.", "Prices are worked out afterwards and are not part of the answer.",
                 "Returns the shipment number and the tracking link.", "Shipments can be changed until the driver has left the depot."),
}
_P, _V = r"`([a-z_]+)`", r"`([a-z_]+|\d+)`"
RULES = {
    # Set `team` to `double` when `animal_count` is above 8, otherwise to `single`.
    "above": re.compile(rf"Set {_P} to {_V} when {_P} is above (\d+), otherwise to {_V}\."),
    # Set `team` to `double` when `animal_count` is 10 or more, otherwise to `single`.
    "or more": re.compile(rf"Set {_P} to {_V} when {_P} is (\d+) or more, otherwise to {_V}\."),
    # `team` must be `double` if `animal_count` is more than 8, and `single` if it is not.
    "more than": re.compile(rf"{_P} must be {_V} if {_P} is more than (\d+), and {_V} if it is not\."),
    # `team` is `double` as soon as `animal_count` reaches 10, and `single` below that.
    "reaches": re.compile(rf"{_P} is {_V} as soon as {_P} reaches (\d+), and {_V} below that\."),
    # As long as `animal_count` does not exceed 9, `team` is `single`; beyond that it is `double`.
    "not exceed": re.compile(rf"As long as {_P} does not exceed (\d+), {_P} is {_V}; beyond that it is {_V}\."),
    # If `animal_count` is at least 10, `team` must be `double`; with less it must be `single`.
    "at least": re.compile(rf"If {_P} is at least (\d+), {_P} must be {_V}; with less it must be {_V}\."),
    # Set `dose_count` to 2 for each one counted in `animal_count`.
    "for each": re.compile(rf"Set {_P} to (\d+) for each one counted in {_P}\."),
    # `dose_count` is 2 times `animal_count`.
    "times": re.compile(rf"{_P} is (\d+) times {_P}\."),
    # Set `release_date` to the date of `deposit_due` plus 5 calendar days.
    "plus": re.compile(rf"Set {_P} to the date of {_P} plus (\d+) calendar days\."),
    # `release_date` is always 5 calendar days after `deposit_due`.
    "after": re.compile(rf"{_P} is always (\d+) calendar days after {_P}\."),
    # Set `kit` to `surgical` for the `reason` `injury` or `lameness`; for any other set it to `basic`.
    "for the": re.compile(rf"Set {_P} to {_V} for the {_P} {_V} or {_V}; for any other set it to {_V}\."),
    # `kit` is `surgical` when `reason` is `injury` or `lameness`, and `basic` in all other cases.
    "when": re.compile(rf"{_P} is {_V} when {_P} is {_V} or {_V}, and {_V} in all other cases\."),
}
# The cake should say "Thank you for everything".
SENTENCE = re.compile(r'((?:"[^"]*"|[^".!?]|\.(?=\d))+[.!?])(?: |$)')


def sentences(text: str) -> Tuple[List[str], str]:
    """The sentences of a text and what is left behind the last one. Full stops inside quotation marks do not end a sentence."""
    found, position = [], 0
    while True:
        match = SENTENCE.match(text, position)
        if not match:
            return found, text[position:]
        found.append(match[1])
        position = match.end()


def step(target: str, source: str, least_high: int, low: str, high: str) -> Rule:
    """`target` is `high` from `least_high` on, `low` below it."""
    return Rule("step", target, source, least_high, (), low, high)


def rule_of(form: str, g: Tuple[str, ...]) -> Rule:
    """A rule from the groups of its pattern."""
    if form in ("above", "more than"):
        return step(g[0], g[2], int(g[3]) + 1, g[4], g[1])
    if form in ("or more", "reaches"):
        return step(g[0], g[2], int(g[3]), g[4], g[1])
    if form == "not exceed":
        return step(g[2], g[0], int(g[1]) + 1, g[3], g[4])
    if form == "at least":
        return step(g[2], g[0], int(g[1]), g[4], g[3])
    if form in ("for each", "times"):
        return Rule("times", g[0], g[2], int(g[1]), (), "", "")
    if form == "plus":
        return Rule("plus", g[0], g[1], int(g[2]), (), "", "")
    if form == "after":
        return Rule("plus", g[0], g[2], int(g[1]), (), "", "")
    return Rule("among", g[0], g[2], 0, (g[3], g[4]), g[5], g[1])


def read_description(name: str, text: str, state: str) -> Tuple[Rule, ...]:
    """The rules of a tool description: purpose, rules, one remark."""
    if name not in TOOLS:
        raise stop(state, name, "the name of a tool")
    domain, purpose = TOOLS[name]
    found, rest = sentences(text)
    if rest or len(found) < 2:
        raise stop(state, rest or text, "a tool description")
    if found[0] != purpose:
        raise stop(state, found[0], f"the purpose of {name}")
    if found[-1] not in TOOL_REMARKS[domain]:
        raise stop(state, found[-1], "the remark of a tool description")
    rules = []
    for sentence in found[1:-1]:
        match = reading.first_match(RULES, sentence)
        if not match:
            raise stop(state, sentence, "a rule of a tool description")
        rules.append(rule_of(match[0], match[1].groups()))
    return tuple(rules)


# property -> (kind, one or more beginnings of its description)
KINDS = {
    "animal_count": ("count", "Number of animals to be treated.", "How many animals are treated in total."),
    "copies": ("count", "Number of copies to print, over all places of use.", "How many copies leave the press in total."),
    "parcel_count": ("count", "Number of parcels in the shipment, all of them together.", "How many parcels the driver collects in total."),
    "party_size": ("count", "How many people sit down, counting hosts and children.", "Number of people at the table, hosts and children included."),
    "passenger_count": ("count", "How many passengers ride along, the driver not counted.", "Number of passengers, without the driver."),
    "volume_count": ("count", "How many volumes are copied in total.", "Number of volumes that the job covers."),
    "arrival": ("when", "Arrival of the party", "When the party arrives"),
    "handover_at": ("when", "Handover of the keys", "When the keys are handed over"),
    "pickup_at": ("when", "When the driver comes to collect", "Date and time of the collection"),
    "collected_at": ("when", "Date and time at which the job is collected", "When the customer collects the job"),
    "start_at": ("when", "Start of the job", "When the job starts"),
    "visit_at": ("when", "Start of the visit", "When the visit begins"),
    "driving_stretch": ("measure", "Longest drive without a stop, in", "How long the driver stays at the wheel without a stop, in"),
    "film_length": ("measure", "Length of the film shown to the guests, in", "How long the film of the party runs, in"),
    "flock_age": ("measure", "Age of the oldest animal, in"),
    "fluid_volume": ("measure", "How much drench is needed, in", "Drench to bring along, in"),
    "ink_limit": ("measure", "Most ink the run may use, in"),
    "licence_held": ("measure", "How long the driver has held a licence, in"),
    "longest_side": ("measure", "How long the largest parcel is, in", "Longest side of the largest parcel, in"),
    "rate_limit": ("measure", "Cap on the transfer rate, in"),
    "sheet_width": ("measure", "How wide the trimmed sheet is, in", "Width of the finished sheet, in"),
    "stay": ("measure", "Length of the visit in", "How long the party stays, in"),
    "storage_time": ("measure", "How long the depot may store the shipment, in"),
    "time_budget": ("measure", "Longest time the job may take, in", "Time after which the job is stopped, in"),
    "artwork_date": ("day", "Day on which the artwork comes in, as YYYY-MM-DD."),
    "delivery_date": ("day", "Delivery day, as YYYY-MM-DD.", "Day on which the consignee receives the shipment, as YYYY-MM-DD."),
    "deposit_due": ("day", "Day on which the guest pays the deposit, as YYYY-MM-DD."),
    "expiry_date": ("day", "Last day on which the copy can be restored, as YYYY-MM-DD.", "Day of the last possible restore, as YYYY-MM-DD."),
    "pasture_date": ("day", "Day on which the flock goes back to the pasture, as YYYY-MM-DD."),
    "return_date": ("day", "Day on which the vehicle comes back, as YYYY-MM-DD."),
    "contents": ("choice", "What kind of goods is inside;", "Class of goods."),
    "data_class": ("choice", "What the volumes hold;", "Class of the data on the volumes."),
    "menu": ("choice", "Which menu is served;", "Menu chosen for the whole party."),
    "paper": ("choice", "Paper that is used.", "Kind of paper;"),
    "reason": ("choice", "Reason for the visit.", "Why the vet comes;"),
    "route_type": ("choice", "Roads that the trip uses;", "Kind of road driven most."),
    "access": ("option", "Way to the farm;"),
    "binding": ("option", "How the sheets are joined;"),
    "compression": ("option", "How the copy is packed;"),
    "delivery_window": ("option", "Part of the day for the delivery;"),
    "fuel_plan": ("option", "How fuel is settled;"),
    "table_place": ("option", "Where the table stands;"),
    "candles": ("flag", "Whether candles stand on the table."),
    "crop_marks": ("flag", "Whether crop marks are printed."),
    "high_chair": ("flag", "Whether a high chair is set up."),
    "keep_replication": ("flag", "Whether replication goes on meanwhile."),
    "navigation": ("flag", "Whether a navigation unit is supplied."),
    "roof_box": ("flag", "Whether a roof box is fitted."),
    "shrink_wrap": ("flag", "Whether the stack is wrapped in film."),
    "signature_required": ("flag", "Whether the consignee must sign."),
    "status_messages": ("flag", "Whether the sender gets status messages."),
    "take_samples": ("flag", "Whether blood samples are taken."),
    "verify_after": ("flag", "Whether the copy is read back afterwards."),
    "written_report": ("flag", "Whether a written report is sent."),
    "cake_text": ("note", "Line written on the cake"),
    "driver_note": ("note", "Note shown to the driver"),
    "herd_book_line": ("note", "Line for the herd book"),
    "kitchen_note": ("note", "Note for the kitchen"),
    "label_text": ("note", "Line printed below the address"),
    "operator_note": ("note", "Note for the operator"),
    "press_note": ("note", "Note for the press room"),
    "back_text": ("note", "Line on the back page"),
    "ticket_subject": ("note", "Subject of the ticket"),
    "vet_note": ("note", "Note for the vet"),
    "windscreen_sign": ("note", "Sign behind the windscreen"),
    "yard_note": ("note", "Note for the yard"),
    "allergens": ("items", "Ingredients that must not be used."),
    "checks": ("items", "Further checks during the visit."),
    "documents": ("items", "Papers to hand over with the goods."),
    "equipment": ("items", "Loose equipment in the boot."),
    "inks": ("items", "Extra inks besides black."),
    "notify": ("items", "Teams that get the report."),
    "account_id": ("code", "Customer account: KD- followed by the five digits of the account number."),
    "change_id": ("code", "Change record: CH- followed by the six digits of the change number."),
    "client_number": ("code", "Client: FL- followed by the five digits of the client number."),
    "guest_card": ("code", "Guest card: GC- followed by the four digits of the card number."),
    "holding_id": ("code", "Holding: HD- followed by the six digits of the holding number."),
    "job_number": ("code", "Job: PJ- followed by the five digits of the job number."),
    "change_owner": ("person", "Person in charge of the change."),
    "designer": ("person", "Person who answers for the artwork."),
    "host": ("person", "Person who welcomes the guests of the party."),
    "ramp_contact": ("person", "Person at the ramp."),
    "stock_keeper": ("person", "Person who holds the animals."),
    "trip_leader": ("person", "Person who leads the trip."),
    "client_token": ("mark", "Reference by which the client finds its call again."),
    "counter_mark": ("mark", "Reference by which the counter finds its call again."),
    "diary_mark": ("mark", "Reference by which the diary finds its call again."),
    "host_mark": ("mark", "Reference by which the host desk finds its call again."),
    "run_mark": ("mark", "Reference by which the scheduler finds its call again."),
    "upload_mark": ("mark", "Reference by which the client finds its upload again."),
    "hold_seconds": ("number", "Seconds for which the table is locked while the call runs."),
    "page_size": ("number", "Visits that the client shows on a page."),
    "poll_seconds": ("number", "Seconds between two status queries of the client."),
    "preview_pages": ("number", "Number of pages shown in the preview of the client."),
    "quote_minutes": ("number", "Minutes for which the price is locked while the call runs."),
    "retry_limit": ("number", "How often a failed volume is tried again."),
    "archive_until": ("ruled", "Day until which the files are kept, as YYYY-MM-DD."),
    "claims_until": ("ruled", "Last day for damage claims, as YYYY-MM-DD.", "Day until which claims are accepted, as YYYY-MM-DD."),
    "call_date": ("ruled", "Day on which the practice telephones to ask how the flock is, as YYYY-MM-DD."),
    "invoice_date": ("ruled", "Day on which the invoice is sent, as YYYY-MM-DD."),
    "purge_date": ("ruled", "Day on which the copy is wiped, as YYYY-MM-DD."),
    "release_date": ("ruled", "Day on which an unpaid table is released, as YYYY-MM-DD."),
    "coating": ("ruled", "Finish put on the printed sheets.", "Coating of the sheets."),
    "key_profile": ("ruled", "Profile of the encryption keys.", "Which keys encrypt the copy."),
    "kit": ("ruled", "Equipment kit for the visit.", "Kit that the vet packs."),
    "kitchen_line": ("ruled", "Kitchen line that cooks the main course.", "Line of the kitchen in charge of the party."),
    "packaging_check": ("ruled", "How the driver checks the packaging at the door.", "Check of the packaging before loading."),
    "press": ("ruled", "Press on which the job runs.", "Which press takes the job."),
    "seating_area": ("ruled", "Area in which the table is laid.", "Part of the house where the party sits."),
    "storage_tier": ("ruled", "Tier on which the copy is written.", "Storage tier of the vault."),
    "team": ("ruled", "Who is sent to the farm.", "Team planned for the visit."),
    "tyre_set": ("ruled", "Set of tyres on the vehicle.", "Tyres to be fitted."),
    "vehicle_class": ("ruled", "Which class of vehicle is blocked.", "Class of the vehicle."),
    "vehicle_type": ("ruled", "Kind of vehicle the depot plans for the stop.", "Vehicle that is sent for the collection."),
    "has_proof": ("ruled", "Whether a proof is printed first."),
    "has_second_driver": ("ruled", "Whether a second driver is put on the agreement."),
    "needs_pen_gates": ("ruled", "Whether pen gates are brought along."),
    "needs_tail_lift": ("ruled", "Whether the vehicle must have a tail lift."),
    "dose_count": ("ruled", "Number of doses in the cool box.", "Doses to bring along."),
    "label_count": ("ruled", "Number of address labels to print.", "Address labels that the driver brings along."),
    "slot_count": ("ruled", "Slots reserved in the vault.", "Number of vault slots."),
    "insert_count": ("ruled", "Number of loose inserts for the run.", "Loose inserts that the run needs."),
    "waiter_count": ("ruled", "Waiters planned for the party."),
    "water_bottles": ("ruled", "Number of water bottles on board.", "Water bottles put into the vehicle."),
    "welcome_drinks": ("ruled", "Number of welcome drinks.", "Glasses to prepare for the welcome."),
    "worker_count": ("ruled", "Workers that copy at the same time."),
}
# What may follow the beginning, by kind.
ZONES = {
    ", in UTC, written YYYY-MM-DDThh:mmZ.": "utc",
    ", written YYYY-MM-DDThh:mmZ in UTC.": "utc",
    ", in the user's local time, written YYYY-MM-DDThh:mm.": "local",
    ", written YYYY-MM-DDThh:mm in local time of the user, not converted.": "local",
}
BY_RULE = (" Worked out by the caller from the tool description.", " Follows from the rule in the tool description.",
           " Given by the rule in the tool description, not by the user.", " See the tool description for the value.")
BY_CALLER = (" Chosen by the caller.", " Free choice of the caller.", " The caller picks it.")
# Note for the kitchen, at most 24 characters.
NOTE_LENGTH = re.compile(r", at most (24|30|40) characters\.")
# Guest card: GC- followed by the four digits of the card number.
CODE = re.compile(r"[A-Z][a-z]+(?: [a-z]+)?: ([A-Z]{2}-) followed by the (four|five|six) digits of the [a-z]+ number\.")
#  `lane`: over the main lane;
MEANING = re.compile(r" `([a-z_]+)`: ([^;`.]+)(?:;|\.$|\.(?= Default `))")
#  Default `lane`.
DEFAULT = re.compile(r" Default `([a-z_]+)`\.")
# Units: family and how many of the smallest unit one holds.
UNITS = {
    "seconds": ("time", 1), "minutes": ("time", 60), "hours": ("time", 3600), "days": ("time", 86400),
    "months": ("age", 1), "years": ("age", 12),
    "millilitres": ("volume", 1), "litres": ("volume", 1000),
    "millimetres": ("length", 1), "centimetres": ("length", 10),
    "kbit/s": ("rate", 1), "Mbit/s": ("rate", 1000),
}
ASKED_UNITS = ("minutes", "hours", "days", "years", "litres", "centimetres", "Mbit/s")       # the units that users speak in
MOMENT = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}"
# kind -> the schema's keys besides "type" and "description"
KEYS = {
    "count": {"minimum", "maximum"}, "measure": {"minimum"}, "number": {"minimum", "maximum"},
    "when": {"pattern"}, "code": {"pattern"}, "day": {"format"}, "choice": {"enum"}, "option": {"enum", "default"}, "flag": {"default"},
    "note": {"maxLength"}, "mark": {"pattern", "minLength", "maxLength"}, "items": {"items", "uniqueItems"},
    "person": {"properties", "required", "additionalProperties"},
}
TYPES = {
    "count": "integer", "measure": "integer", "number": "integer", "when": "string", "code": "string", "day": "string", "choice": "string",
    "option": "string", "flag": "boolean", "note": "string", "mark": "string", "items": "array", "person": "object",
}
PERSON_SCHEMA = {
    "properties": {"name": {"type": "string"}, "extension": {"type": "string", "pattern": "^[0-9]{4}$"}},
    "required": ["name", "extension"], "additionalProperties": False,
}
OPTIONAL = ("option", "flag", "note", "items")      # kinds that are never required; a measure may be either, all others always are
LIMITS = ("minimum", "maximum", "minLength", "maxLength", "pattern", "format")
# The meanings that a description gives to enumeration values.
MEANINGS = {
    "contents": ("papers only, printed or written", "breakable goods of glass or ceramics", "food that is cooled below 8 degrees",
                 "clothing and other fabrics"),
    "data_class": ("open content, published on the website", "private data such as names or addresses of people",
                   "finance data such as card or bank numbers", "logs and metrics of a machine"),
    "menu": ("vegetarian, with neither meat nor fish", "fish and shellfish", "barbecue of meat from the charcoal grill",
             "degustation of seven small courses"),
    "paper": ("reused fibre, made from waste paper", "smooth and shiny", "stiff board, 300 grams per square metre",
              "ivory or yellowish, uncoated"),
    "reason": ("jabs to prevent illness", "limping, trouble with feet or legs", "scanning for unborn lambs", "a wound that is open"),
    "route_type": ("any highway with a central barrier", "urban roads, streets within towns", "offroad, on unpaved tracks",
                   "mountain passes above 1,200 metres"),
    "access": ("over the main lane", "through the ford", "along the ridge track", "past the quarry"),
    "binding": ("not joined", "glue along the spine", "thread along the spine", "metal rings"),
    "compression": ("not packed", "one pass", "three passes", "passes by file type"),
    "delivery_window": ("all day", "08:00 to 12:00", "12:00 to 17:00", "17:00 to 21:00"),
    "fuel_plan": ("the renter fills up before the return", "a full tank is paid in advance", "the litres used are billed",
                  "a fuel card lies in the car"),
    "table_place": ("no preference", "beside a window", "away from bar and door", "outdoors"),
}


def read_meanings(name: str, text: str, enum: Tuple[str, ...], state: str) -> Tuple[Dict[str, str], Optional[str]]:
    """Meaning -> enumeration value, and the default that the text names: ' `lane`: over the main lane; ... Default `lane`.'"""
    meanings, position = {}, 0
    while True:
        match = MEANING.match(text, position)
        if not match:
            break
        if match[2] in meanings or match[1] in meanings.values():
            raise stop(state, match[0], f"a meaning of {name}, given twice")
        meanings[match[2]] = match[1]
        position = match.end()
    default = DEFAULT.fullmatch(text, position) if position < len(text) else None
    if position < len(text) and not default:
        raise stop(state, text[position:], f"the meanings of {name}")
    if set(meanings) != set(MEANINGS[name]) or set(meanings.values()) != set(enum):
        raise stop(state, text, f"the meanings of {name}")
    return meanings, default[1] if default else None


def description_rest(name: str, text: str, state: str) -> Tuple[str, str]:
    """The kind of a property and what follows the known beginning of its description."""
    if name not in KINDS:
        raise stop(state, name, "a property")
    kind, *heads = KINDS[name]
    head = next((head for head in heads if text.startswith(head)), None)
    if head is None:
        raise stop(state, text, f"the description of {name}")
    return kind, text[len(head):]


def read_unit(name: str, kind: str, text: str, rest: str, limits: Dict[str, Any], state: str) -> str:
    """Unit of a measure, zone of a moment, prefix of a code; checks that nothing else follows in the description."""
    pattern = limits.get("pattern")
    if kind == "when":
        zone = ZONES.get(rest)
        if zone is None or pattern != MOMENT + ("Z$" if zone == "utc" else "$"):
            raise stop(state, text, f"the time zone of {name}")
        return zone
    if kind == "measure":
        if not rest.startswith(" ") or rest[1:-1] not in UNITS or rest[-1] != ".":
            raise stop(state, text, f"the unit of {name}")
        return rest[1:-1]
    if kind == "code":
        match = CODE.fullmatch(text)
        if rest or not match or pattern != f"^{match[1]}[0-9]{{{NUMBERS[match[2]]}}}$":
            raise stop(state, text, f"the form of {name}")
        return match[1]
    if kind == "note":
        match = NOTE_LENGTH.fullmatch(rest)
        if not match or limits["maxLength"] != int(match[1]):
            raise stop(state, text, f"the length of {name}")
        return ""
    allowed = {"ruled": BY_RULE, "mark": BY_CALLER, "number": BY_CALLER}.get(kind, ("",))
    if rest not in allowed:
        raise stop(state, text, f"the description of {name}")
    return ""


def base_type(name: str, kind: str, schema: Dict[str, Any], state: str) -> Tuple[str, bool]:
    """The JSON type without null, and whether null is allowed."""
    kinds = schema.get("type")
    nullable = isinstance(kinds, list) and len(kinds) == 2 and kinds[1] == "null"
    base = kinds[0] if nullable else kinds
    if base not in ("string", "integer", "boolean", "array", "object") or TYPES.get(kind, base) != base:
        raise stop(state, f'"{name}"', f"the type of {name}")
    return base, nullable


def ruled_keys(schema: Dict[str, Any]) -> set:
    """The schema keys of a property that a rule decides: a date, an enumeration, a number or a truth value."""
    return {"string": {"format"} if "format" in schema else {"enum"}, "integer": {"minimum", "maximum"}, "boolean": set()}[schema["type"]]


def read_property(name: str, schema: Any, state: str) -> Property:
    """A property of a schema."""
    text = schema.get("description") if isinstance(schema, dict) else None
    if not isinstance(text, str):
        raise stop(state, f'"{name}"', "a property without a description")
    kind, rest = description_rest(name, text, state)
    base, nullable = base_type(name, kind, schema, state)
    keys = ruled_keys(schema) if kind == "ruled" and isinstance(schema["type"], str) and base in ("string", "integer", "boolean") else KEYS.get(kind)
    if keys is None or set(schema) - {"type", "description"} != keys:
        raise stop(state, f'"{name}"', f"the schema of {name}")
    check_schema_values(name, kind, schema, state)
    enum = schema["items"]["enum"] if kind == "items" else schema.get("enum", [])
    if enum and nullable and kind != "items":
        if enum[-1] is not None:
            raise stop(state, f'"{name}"', f"the values of {name}, which may be null")
        enum = enum[:-1]
    enum, meanings, unit = tuple(enum), {}, ""
    limits = {key: schema[key] for key in LIMITS if key in schema}
    if kind in ("choice", "option"):
        meanings, named = read_meanings(name, rest, enum, state)
        if named != schema.get("default"):
            raise stop(state, text, f"the default of {name}")
    else:
        unit = read_unit(name, kind, text, rest, limits, state)
    return Property(name, kind, base, nullable, schema.get("default"), enum, limits, unit, meanings)


def check_schema_values(name: str, kind: str, schema: Dict[str, Any], state: str) -> None:
    """The values of the schema's keys are of the right sort."""
    entries = schema.get("items")
    enum = entries.get("enum") if isinstance(entries, dict) else schema.get("enum", [])
    if kind == "items" and (not isinstance(entries, dict) or not isinstance(enum, list)):
        raise stop(state, f'"{name}"', f"the schema of {name}")
    fine = (
        all(type(schema[key]) is int for key in ("minimum", "maximum", "minLength", "maxLength") if key in schema)
        and isinstance(enum, list) and len(set(map(str, enum))) == len(enum)
        and all(isinstance(value, str) or value is None and value is enum[-1] for value in enum)
        and schema.get("format", "date") == "date"
        and (kind != "flag" or type(schema["default"]) is bool)
        and (kind != "mark" or schema["pattern"] == "^[a-z0-9]+$")
        and (kind != "items" or schema["uniqueItems"] is True and schema["items"] == {"type": "string", "enum": enum}
             and len(enum) == len(ITEMS[name]) and set(enum) == set(ITEMS[name].values()))
        and (kind != "person" or all(schema[key] == value for key, value in PERSON_SCHEMA.items()))
    )
    if not fine:
        raise stop(state, f'"{name}"', f"the schema of {name}")


SOURCES = {"step": "count", "times": "count", "plus": "day", "among": "choice"}    # form of a rule -> kind of its source


def check_rule(rule: Rule, properties: Dict[str, Property], state: str) -> None:
    """The source is a property of the kind that the form needs, and the values of the rule are those of the two properties."""
    source, target = properties.get(rule.source), properties[rule.target]
    values = {rule.low, rule.high}
    fine = source is not None and source.kind == SOURCES[rule.form] and (
        target.base == "integer" if rule.form == "times" else target.limits.get("format") == "date" if rule.form == "plus"
        else values == {"true", "false"} if target.base == "boolean" else all(value.isdigit() for value in values) if target.base == "integer"
        else values == set(target.enum)) and set(rule.values) <= set(source.enum)
    if not fine:
        raise stop(state, f"`{rule.target}`", f"a rule of {rule.target} on {rule.source}")


def read_tool(definition: Dict[str, Any], schema: Any, state: str) -> Tool:
    """The tool of a definition: rules, properties, required properties."""
    take(schema, ("type", "properties", "required", "additionalProperties"), state, "the schema of a tool")
    if schema["type"] != "object" or schema["additionalProperties"] is not False or not isinstance(schema["properties"], dict):
        raise stop(state, "additionalProperties", "the schema of a tool")
    if not isinstance(definition["name"], str) or not isinstance(definition["description"], str):
        raise stop(state, '"description"', "the name and the description of a tool")
    rules = read_description(definition["name"], definition["description"], state)
    properties = {name: read_property(name, value, state) for name, value in schema["properties"].items()}
    required = schema["required"]
    if not isinstance(required, list) or not all(isinstance(name, str) and name in properties for name in required) \
            or len(set(required)) != len(required):
        raise stop(state, '"required"', "the required properties")
    wrong = [name for name, prop in properties.items() if prop.kind != "measure" and (prop.kind in OPTIONAL) == (name in required)]
    if wrong:
        raise stop(state, '"required"', f"the required properties, because of {wrong}")
    targets = [rule.target for rule in rules]
    ruled = [name for name, value in properties.items() if value.kind == "ruled"]
    if sorted(targets) != sorted(ruled):
        raise stop(state, definition["description"], f"rules for {ruled}")
    for rule in rules:
        check_rule(rule, properties, state)
    return Tool(definition["name"], rules, properties, tuple(required))


OPENINGS = {
    "backup": ("Hello operations, please plan a snapshot for the {place} cluster.",
               "Hello, one extra backup of the {place} cluster, please.",
               "Hi all, we are about to upgrade {place} and want a copy to fall back on.", "Hi, before the migration of {place} we need one more backup.",
               "Morning, the audit asks for a backup of the {place} environment."),
    "print": ("Dear team, the reading club of {place} would like a booklet.", "Good morning, it is time for our next booklet from {place}.",
              "Hello again, here comes the next order from {place}.", "Hello, we need a new booklet for our museum in {place}.",
              "Hi, please print the programme of the {place} festival for us."),
    "rental": ("Dear team, please find us a vehicle for our workshop in {place}.",
               "Good day, I would like to hire a vehicle for our group in {place}.",
               "Hello again, our office in {place} needs a vehicle once more.", "Hello, our team in {place} needs a vehicle for an outing.",
               "Hi, please reserve a vehicle for our staff day in {place}."),
    "shipping": ("Dear team, the orders of our shop in {place} are packed and can be collected.",
                 "Good morning, please book a shipment from our store in {place}.",
                 "Hello again, there are parcels waiting for you in {place}.",
                 "Hello, we have parcels for a customer in {place} and would like to have them collected.",
                 "Hi, could you arrange a collection of parcels at our shop in {place}?"),
    "table": ("Dear team, we would like to eat at your place with our neighbours.",
              "Good evening, please reserve a table for our family party.",
              "Hello, we are looking for a table for a reunion.", "Hello, we would like to reserve a table for a celebration.",
              "Hi, I am organising a meal for family and friends and need a reservation."),
    "vet": ("Dear team, it is that time of the year again at our farm in {place}.",
            "Good morning from {place}, we need somebody to look after our sheep.",
            "Hello again, we would like a visit to our sheep at {place}.", "Hello, please plan a visit to our farm near {place}.",
            "Hi, could one of the vets come out to our farm at {place}?"),
}
# Sentences that fix nothing for the call.
REMARKS = {
    "backup": ("The last backup went through without a hitch.", "Thanks for the quick help last week.",
               "The new colleagues say hello.", "The disk alarm of last night is closed."),
    "print": ("The last booklet was a great success.", "Thank you for the tour of the press room.",
              "We have moved to the first floor, by the way.", "It was good to talk to you last week."),
    "rental": ("Everybody was happy the last time.", "A colleague recommended you.", "Your counter was very helpful.",
               "Your website is easy to use."),
    "shipping": ("Everything went well the last time.", "Thank you for the calendar you sent.", "It was good to meet you at the fair.",
                 "The new price list has reached us."),
    "table": ("My sister recommended you.", "We had a lovely evening at your place last year.", "We read about you in the local paper.",
              "We know about the building site in front of the house."),
    "vet": ("Our dog is friendly.", "The neighbours send their regards.", "The children still talk about your last visit.",
            "We were very happy with the last visit."),
}
# {n} number, {q} quoted words, {d} day, {t} time, {p} person, {i} list of items, {c} number or code, {u} unit
# Counts: (sentence, property, how the numbers are put together)
COUNTS = {
    "vet": ("animal_count", {
        "one": ("{n} animals need treatment.", "There are {n} animals to treat."),
        "sum": ("{n} animals in the barn and {n} in the yard need treatment.",
                "There are {n} sheep from the upper field and {n} from the lower one to treat."),
        "product": ("All sheep in {n} sheds need treatment, {n} to a shed.", "There are {n} pens with {n} sheep each, all to be treated."),
        "difference": ("There are {n} sheep here, and all but {n} have to be treated.",
                       "We have {n} sheep, but {n} of them need no treatment.")}),
    "rental": ("passenger_count", {
        "one": ("{n} passengers ride along besides the driver.", "Apart from the driver there are {n} passengers."),
        "sum": ("Besides the driver, {n} colleagues from sales and {n} from support ride along.",
                "The passengers are {n} trainees and {n} trainers; the driver comes on top."),
        "product": ("Besides the driver, {n} teams of {n} ride along.",
                    "The passengers come from {n} offices, {n} from each; the driver is extra."),
        "difference": ("Besides the driver {n} people signed up, but {n} of them take the train.",
                       "Besides the driver {n} passengers were planned, but {n} have cancelled.")}),
    "print": ("copies", {
        "one": ("Please print {n} copies.", "We need {n} copies."),
        "sum": ("{n} copies stay with us and {n} go to our partners.", "We need {n} copies for the entrance and {n} for the office."),
        "product": ("Each of our {n} helpers gets {n} copies.", "We have {n} shelves, and each needs {n} copies."),
        "difference": ("We had planned {n} copies, but {n} fewer will do.",
                       "We need {n} copies, but {n} of those are still left from the last run and need no printing.")}),
    "backup": ("volume_count", {
        "one": ("The copy covers {n} volumes.", "We are talking about {n} volumes."),
        "sum": ("The copy covers {n} volumes on the fast disks and {n} on the slow ones.",
                "There are {n} volumes on the primary host and {n} on the standby host, all included."),
        "product": ("The copy covers {n} nodes with {n} volumes each.", "We run {n} hosts, and each has {n} volumes to be saved."),
        "difference": ("Take all {n} volumes except the {n} scratch volumes.", "The cluster has {n} volumes, of which {n} are left out.")}),
    "table": ("party_size", {
        "one": ("We are {n} people, all told.", "All told, {n} people will sit down."),
        "sum": ("We are {n} adults and {n} children, all told.",
                "The people at the table are {n} from here and {n} from abroad, all told."),
        "product": ("We are {n} families of {n} people each, all told.", "All told we come in {n} groups of {n} people each."),
        "difference": ("All told we had planned to be {n} people, and {n} of these have declined.",
                       "We were going to be {n} people, all told, but {n} of these cannot come.")}),
    "shipping": ("parcel_count", {
        "one": ("There are {n} parcels altogether.", "We have {n} parcels to send."),
        "sum": ("{n} parcels come from the warehouse and {n} from the shop floor.",
                "There are {n} parcels on the ramp and {n} more in the hall, all to be sent."),
        "product": ("Each of our {n} branches has left {n} parcels here, and all of them go.",
                    "We stacked {n} pallets with {n} parcels each, all to be sent."),
        "difference": ("Of the {n} parcels on the ramp, {n} are not going out this time.",
                       "We packed {n} parcels, but {n} of them stay here.")}),
}
# domain -> property -> sentences that give its value
GIVEN = {
    "vet": {
        "visit_at": ("We expect the vet {d} {t}.", "Please begin {d} {t}.", "The visit can begin {d} {t}."),
        "pasture_date": ("The flock goes back to the pasture {d}.", "We take the flock back to the pasture {d}."),
        "fluid_volume": ("Bring {n} {u} of drench.", "We are short of drench and need {n} {u}."),
        "flock_age": ("The oldest animal is {n} {u} old.", "The oldest animal has reached the age of {n} {u}."),
        "herd_book_line": ("Enter {q} in the herd book.", "The line for the herd book is {q}."),
        "vet_note": ("Tell the vet {q}.", "The note for the vet is {q}."),
        "holding_id": ("Our holding is {c}.", "The holding has the number {c}."),
        "stock_keeper": ("The animals will be held by {p}, extension {e}.", "{p} will hold the animals, extension {e}."),
        "checks": ("The vet should look at {i} as well.", "While you are here, please check {i}."),
    },
    "rental": {
        "handover_at": ("Please hand us the keys {d} {t}.", "We take the keys over {d} {t}.", "Our driver comes for the keys {d} {t}."),
        "return_date": ("The vehicle will be back in your yard {d}.", "We bring the vehicle back {d}."),
        "licence_held": ("Our driver has held a licence for {n} {u}.", "The driver got the licence {n} {u} ago."),
        "driving_stretch": ("The driver stays at the wheel for {n} {u} at most, then we stop.",
                            "We do not drive longer than {n} {u} without a stop."),
        "yard_note": ("Tell the yard {q}.", "The note for the yard is {q}."),
        "windscreen_sign": ("The sign behind the windscreen should say {q}.",),
        "client_number": ("Our client number with you is {c}.", "We are client {c}."),
        "trip_leader": ("{p} leads the trip, extension {e}.", "The trip is led by {p}, extension {e}."),
        "equipment": ("Please put {i} in the boot.", "We need {i} on board."),
    },
    "print": {
        "collected_at": ("Our van comes to collect everything {d} {t}.", "We will collect the job {d} {t}.",
                         "We fetch everything {d} {t}."),
        "artwork_date": ("You get the artwork {d}.", "The artwork will be with you {d}."),
        "ink_limit": ("The run may use {n} {u} of ink at most.", "Plan with {n} {u} of ink at most."),
        "sheet_width": ("Please trim the sheet to a width of {n} {u}.", "The sheet is {n} {u} wide."),
        "back_text": ("Please put {q} on the back page.", "The back page carries {q}."),
        "press_note": ("Tell the press room {q}.", "The note for the press room is {q}."),
        "job_number": ("The job has the number {c}.", "Use job {c}."),
        "designer": ("{p} answers for the artwork, extension {e}.", "For the artwork ask {p}, extension {e}."),
        "inks": ("Besides black the run uses {i}.", "Extra inks are {i}."),
    },
    "backup": {
        "start_at": ("The job should start {d} {t}.", "Please let the job begin {d} {t}.", "Start the job {d} {t}."),
        "expiry_date": ("It must be possible to restore the copy for the last time {d}.",
                        "The copy will be restored for the last time {d}."),
        "rate_limit": ("Cap the transfer at {n} {u}.", "The transfer may use {n} {u} at most."),
        "time_budget": ("The job may take {n} {u} at most.", "Stop the job if it takes longer than {n} {u}."),
        "ticket_subject": ("Give the ticket the subject {q}.",),
        "operator_note": ("Leave the operator the note {q}.", "The note for the operator is {q}."),
        "change_id": ("The job belongs to change {c}.", "The change is {c}."),
        "change_owner": ("{p} owns the change, extension {e}.", "In charge is {p}, extension {e}."),
        "notify": ("Send the report to {i}.", "The report goes to {i}."),
    },
    "table": {
        "arrival": ("We will be at your door {d} {t}.", "Please expect us {d} {t}.", "We arrive {d} {t}."),
        "deposit_due": ("The deposit will be paid {d}.", "We can pay the deposit {d}."),
        "film_length": ("Our film runs for {n} {u}.", "We will show a film of {n} {u}."),
        "stay": ("We plan to stay for {n} {u}.", "We would like to stay for {n} {u}."),
        "cake_text": ("Please write {q} on the cake.", "The cake should say {q}."),
        "kitchen_note": ("Tell the kitchen {q}.", "The note for the kitchen is {q}."),
        "guest_card": ("I have guest card {c}.", "My guest card is {c}."),
        "host": ("{p} welcomes our guests, extension {e}.", "Our guests are welcomed by {p}, extension {e}."),
        "allergens": ("Please cook without {i}.", "Some of us cannot eat {i}."),
    },
    "shipping": {
        "pickup_at": ("Please have the parcels picked up {d} {t}.", "We would like the parcels to be collected {d} {t}.",
                      "The driver can come {d} {t}."),
        "delivery_date": ("The parcels have to be delivered {d}.", "The consignee wants to receive the parcels {d}.",
                          "Delivery should be {d}, please."),
        "storage_time": ("If delivery fails, please store the parcels for {n} {u}.",
                         "The depot may keep the parcels for {n} {u} if nobody is in."),
        "longest_side": ("The largest parcel is {n} {u} long.", "The longest side of the largest parcel is {n} {u}."),
        "driver_note": ("Tell the driver {q}.", "The note for the driver is {q}."),
        "label_text": ("The label should carry the line {q}.",),
        "account_id": ("Our account is {c}.", "Please charge account {c}."),
        "ramp_contact": ("{p} will be at the ramp, extension {e}.", "Ask for {p} at the ramp, extension {e}."),
        "documents": ("Please add {i} to the shipment.", "The driver has to take along {i}."),
    },
}
# domain -> property -> meaning of the description -> sentences that mean it
DESCRIBED = {
    "vet": {
        "reason": {
            "jabs to prevent illness": ("It is time for the preventive jabs.", "The sheep are due for their jabs to prevent illness."),
            "limping, trouble with feet or legs": ("The sheep have trouble with their feet.", "The sheep have trouble with their legs."),
            "scanning for unborn lambs": ("The sheep are due for the scan for unborn lambs.", "We want a scan for unborn lambs."),
            "a wound that is open": ("The sheep came back with open wounds.", "The sheep have open wounds from a fence.")},
        "access": {
            "over the main lane": ("Come over the main lane.",), "through the ford": ("Come through the ford.",),
            "along the ridge track": ("Come along the ridge track.",), "past the quarry": ("Come past the quarry.",)},
    },
    "rental": {
        "route_type": {
            "any highway with a central barrier": ("Nearly all of the route is road with a central barrier.",
                                                   "We stay on roads with a central barrier."),
            "urban roads, streets within towns": ("We only drive in the streets of the town.",
                                                  "We stay in the streets of the town throughout."),
            "offroad, on unpaved tracks": ("Most of the route is unpaved track.", "We go along unpaved tracks."),
            "mountain passes above 1,200 metres": ("The route goes over passes well above 1,200 metres.",
                                                   "We cross passes above 1,200 metres.")},
        "fuel_plan": {
            "the renter fills up before the return": ("We fill up ourselves before the return.",),
            "a full tank is paid in advance": ("We want to pay for a full tank in advance.",),
            "the litres used are billed": ("Please bill us the litres used.",),
            "a fuel card lies in the car": ("A fuel card should lie in the car.",)},
    },
    "print": {
        "paper": {
            "reused fibre, made from waste paper": ("Take the paper made from waste paper.", "The paper has to be made from waste paper."),
            "smooth and shiny": ("The paper should be smooth and shiny.", "We want a smooth paper that shines."),
            "stiff board, 300 grams per square metre": ("Take the stiff paper with 300 grams per square metre.",
                                                        "We want a stiff paper, 300 grams per square metre."),
            "ivory or yellowish, uncoated": ("Take the yellowish paper without any coating.",
                                             "We want a yellowish paper, without a coating.")},
        "binding": {
            "not joined": ("The sheets need not be joined.",), "glue along the spine": ("Glue the sheets along the spine.",),
            "thread along the spine": ("Join the sheets with thread along the spine.",),
            "metal rings": ("Join the sheets with metal rings.",)},
    },
    "backup": {
        "data_class": {
            "open content, published on the website": ("On the volumes are pictures from our public website.",
                                                       "The volumes hold what we publish on our website."),
            "private data such as names or addresses of people": ("On the volumes are the home addresses of staff.",
                                                                  "The volumes hold the names and addresses of subscribers."),
            "finance data such as card or bank numbers": ("On the volumes are card numbers.", "The volumes hold bank numbers."),
            "logs and metrics of a machine": ("On the volumes are logs of the switches.", "The volumes hold metrics of our machines.")},
        "compression": {
            "not packed": ("The copy should not be packed.",), "one pass": ("Pack the copy in one pass.",),
            "three passes": ("Pack the copy in three passes.",), "passes by file type": ("Pack the copy with passes by file type.",)},
    },
    "table": {
        "menu": {
            "vegetarian, with neither meat nor fish": ("The menu must be without meat and without fish.",
                                                       "We all eat neither meat nor fish."),
            "fish and shellfish": ("Everybody wants fish.", "All of us would like the fish and the mussels."),
            "barbecue of meat from the charcoal grill": ("Everybody wants meat from the grill.",
                                                         "We all want steaks from the charcoal grill."),
            "degustation of seven small courses": ("Please serve everybody the seven small courses.",
                                                   "We all take the seven small courses.")},
        "table_place": {
            "no preference": ("We have no preference where the table stands.",),
            "beside a window": ("We would like to sit beside a window.",),
            "away from bar and door": ("Put us away from the bar and the door.",), "outdoors": ("We would like to sit outdoors.",)},
    },
    "shipping": {
        "contents": {
            "papers only, printed or written": ("There are signed paper forms in the parcels, nothing else.",
                                                "The parcels hold printed contracts and nothing else."),
            "breakable goods of glass or ceramics": ("There are ceramic vases in the parcels.", "The parcels hold wine glasses."),
            "food that is cooled below 8 degrees": ("There is butter in the parcels, to be kept below 8 degrees all the way.",
                                                    "The parcels hold fresh cheese that has to stay below 8 degrees."),
            "clothing and other fabrics": ("There are rolls of linen cloth in the parcels.", "The parcels hold winter coats.")},
        "delivery_window": {
            "all day": ("Any time of the day is fine for the delivery.",),
            "08:00 to 12:00": ("The consignee is in between 08:00 and 12:00 only.",),
            "12:00 to 17:00": ("The consignee is in between 12:00 and 17:00 only.",),
            "17:00 to 21:00": ("The consignee is in between 17:00 and 21:00 only.",)},
    },
}
# domain -> property -> (sentences that want it, sentences that do not want it)
WANTED = {
    "vet": {"take_samples": (("Please take blood samples.", "We want blood samples to be taken."), ()),
            "written_report": ((), ("A written report is not needed.", "We can do without the written report."))},
    "rental": {"roof_box": (("Please fit a roof box.", "We need a roof box."), ()),
               "navigation": ((), ("We do not need a navigation unit.", "You can leave out the navigation unit."))},
    "print": {"shrink_wrap": (("The stack has to be wrapped in film.", "Wrap the stack in film, please."), ()),
              "crop_marks": ((), ("Leave the crop marks out.", "We do not want crop marks."))},
    "backup": {"verify_after": (("Please read the copy back afterwards.", "The copy has to be read back afterwards."), ()),
               "keep_replication": ((), ("Replication must not go on meanwhile.", "Switch replication off while the job runs."))},
    "table": {"high_chair": (("Please set up a high chair.", "We need a high chair."), ()),
              "candles": ((), ("No candles on the table, please.", "Please leave out the candles."))},
    "shipping": {"signature_required": (("The consignee has to sign for the parcels.", "We need a signature on delivery."), ()),
                 "status_messages": ((), ("No status messages this time, please.", "We do not need any status messages."))},
}
# items as a request names them -> enumeration value
ITEMS = {
    "checks": {"the water": "water", "the feed": "feed", "the bedding": "bedding", "the fences": "fences"},
    "equipment": {"snow chains": "snow_chains", "a tow rope": "tow_rope", "a large first-aid bag": "first_aid_bag", "a luggage net": "luggage_net"},
    "inks": {"gold": "gold", "silver": "silver", "deep red": "deep_red", "leaf green": "leaf_green"},
    "notify": {"the database team": "dba", "the network team": "network", "the security team": "security", "the service desk": "service_desk"},
    "allergens": {"nuts": "nuts", "gluten": "gluten", "milk": "milk", "eggs": "egg", "celery": "celery"},
    "documents": {"the delivery note": "delivery_note", "a copy of the invoice": "invoice_copy", "the form of origin": "origin_form",
                  "a return slip": "return_slip"},
}
SLOTS = {"n": N, "q": r'"([^"]+)"', "d": DAY_WORDS, "t": TIME_WORDS, "p": f"({PERSON})", "e": r"(\d{4})", "c": r"((?:[A-Z]{2}-)?\d{4,6})",
         "i": r"([a-z][a-z, -]+)", "u": "(%s)" % "|".join(ASKED_UNITS), "place": PLACE}
# "Best wishes, Hannah Martin", "Thanks! Marta Jansen"
CLOSING = re.compile(f"(?:(?:Best wishes|Regards|Thank you|Thanks a lot|Many thanks in advance), )?({PERSON})")
THANKS = "Thanks!"


def pattern_of(template: str) -> "re.Pattern[str]":
    """The pattern of a sentence with slots in braces."""
    return re.compile("".join(SLOTS[part[1:-1]] if part[0] == "{" else re.escape(part) for part in re.split(r"(\{[a-z]+\})", template) if part))


def slot_form(template: str) -> str:
    """How the slots of a sentence of `GIVEN` are read."""
    return {"dt": "when", "d": "day", "nu": "measure", "q": "note", "c": "code", "pe": "person", "i": "items"}[
        "".join(re.findall(r"\{([a-z])\}", template))]


def sentence_tables(domain: str) -> Tuple[Dict[str, Wish], List[Tuple[str, "re.Pattern[str]", str, str]]]:
    """Sentences without slots -> their wish; and (fixed words at the start, pattern, property, form) of those with slots."""
    fixed: Dict[str, Wish] = {}
    for name, meanings in DESCRIBED[domain].items():
        for meaning, wordings in meanings.items():
            fixed.update({wording: Wish(name, "meaning", (meaning,)) for wording in wordings})
    for name, pair in WANTED[domain].items():
        for form, wordings in zip(("true", "false"), pair):
            fixed.update({wording: Wish(name, form, ()) for wording in wordings})
    slotted = [(wording, name, form) for name, forms in [COUNTS[domain]] for form, wordings in forms.items() for wording in wordings]
    slotted += [(wording, name, slot_form(wording)) for name, wordings in GIVEN[domain].items() for wording in wordings]
    return fixed, [(wording.split("{")[0], pattern_of(wording), name, form) for wording, name, form in slotted]


SENTENCES = {domain: sentence_tables(domain) for domain in OPENINGS}
OPENING_PATTERNS = {domain: [pattern_of(wording) for wording in wordings] for domain, wordings in OPENINGS.items()}


def read_sentence(domain: str, sentence: str, state: str) -> Optional[Wish]:
    """The wish of a sentence; None for a remark that fixes nothing."""
    if sentence in REMARKS[domain]:
        return None
    fixed, slotted = SENTENCES[domain]
    if sentence in fixed:
        return fixed[sentence]
    found = []
    for start, pattern, name, form in slotted:
        if sentence.startswith(start):
            match = pattern.fullmatch(sentence)
            if match:
                found.append(Wish(name, form, match.groups()))
    if len(found) != 1:
        raise stop(state, sentence, "a sentence of a request" if not found else "one sentence of a request, it fits several")
    return found[0]


def read_message(domain: str, text: str, state: str) -> Tuple[Wish, ...]:
    """The wishes of a request: opening, sentences, closing with a name."""
    found, rest = sentences(text)
    if not CLOSING.fullmatch(rest) or (found and found[-1] == THANKS) != bool(re.fullmatch(PERSON, rest)):
        raise stop(state, rest or text[-40:], "the closing of a request")
    if found[-1] == THANKS:
        found.pop()
    if not found or not any(pattern.fullmatch(found[0]) for pattern in OPENING_PATTERNS[domain]):
        raise stop(state, found[0] if found else text, "the opening of a request")
    wishes = [read_sentence(domain, sentence, state) for sentence in found[1:]]
    fixed = [wish for wish in wishes if wish is not None]
    twice = {wish.property for wish in fixed if [other.property for other in fixed].count(wish.property) > 1}
    if twice:
        raise stop(state, text, f"one wish for each of {sorted(twice)}")
    return tuple(fixed)


ZONE_SENTENCES = {
    "zone": re.compile(f"The user's time zone is {OFFSET}, without summer time\\."),        # The user's time zone is UTC+02:00, without summer time.
    "clock": re.compile(f"The user's clock shows {OFFSET} all year\\."),                    # The user's clock shows UTC+02:00 all year.
    "local": re.compile(f"Local time of the user: {OFFSET} throughout the year\\."),        # Local time of the user: UTC+02:00 throughout the year.
}
TODAY_SENTENCES = {
    "today": re.compile(f"Today is {FULL_DAY}\\."),                                         # Today is Friday, 17 April 2026.
    "date": re.compile(f"The date is {FULL_DAY}\\."),                                       # The date is Friday, 17 April 2026.
    "it": re.compile(f"It is {FULL_DAY}\\."),                                               # It is Friday, 17 April 2026.
}
# You are the print assistant of Bramwell Press. Today is Friday, 17 April 2026. The user's clock shows UTC+02:00 all year. Users give ...
SYSTEM_MESSAGE = re.compile(f"You are the ({ASSISTANT}) of {COMPANY}\\. ([^.]+\\.) ([^.]+\\.) (.+)")
STAMP = re.compile(r"(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)")                                    # 2026-02-20 12:44


def strict_object(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    """A JSON object whose keys all differ."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise Unread(f"an object names a key twice: {[key for key, _ in pairs]}")
    return value


def no_constant(text: str) -> None:
    """NaN and Infinity are no JSON values."""
    raise Unread(f"{text} is no JSON value")


def load(text: str, first_line: int, state: str) -> Any:
    """A JSON text that starts at a line of the state."""
    try:
        return json.loads(text, object_pairs_hook=strict_object, parse_constant=no_constant)
    except json.JSONDecodeError as error:
        count = first_line + error.lineno - 1
        raise reading.unread(count, state.split("\n")[count - 1], f"JSON ({error.msg})") from error


def take(value: Any, keys: Tuple[str, ...], state: str, where: str) -> Dict[str, Any]:
    """An object with exactly the given keys, in any order."""
    if not isinstance(value, dict) or set(value) != set(keys):
        raise stop(state, next((f'"{key}"' for key in value if key not in keys), where) if isinstance(value, dict) else where, where)
    return value


def zone_of(sentence: str, count: int) -> int:
    """The offset in a sentence on the user's time zone."""
    found = reading.first_match(ZONE_SENTENCES, sentence)
    if not found:
        raise reading.unread(count, sentence, "the user's time zone")
    return offset_of(*found[1].groups())


def stamp_day(text: str, count: int) -> date:
    """The day of '2026-02-20 12:44'."""
    match = STAMP.fullmatch(text)
    if not match:
        raise reading.unread(count, text, "a day and a time")
    reading.minutes(match[4])
    return checked_date(int(match[1]), int(match[2]), int(match[3]), None, text)


def same_day(recorded: date, today: date) -> date:
    """The day of the request; the case is recorded on that day."""
    if recorded != today:
        raise Unread(f"the case is recorded on {recorded} and the request is of {today}")
    return today


# The first lines and headings of the three sheets; the request, the tool, the conventions and the call have their own headings.
SHEETS = (
    {"title": re.compile(r"# Review sheet \d{4}()"),                                        # # Review sheet 9756
     # Exported Thursday, 21 May 2026 at 14:58 from Table Book (Millrace Garden Restaurant); reviewer Chidi Lehmann. The user's ...
     "origin": re.compile(f"Exported {FULL_DAY} at {CLOCK} from {SYSTEM} \\({COMPANY}\\); reviewer {PERSON}\\. (.+)"),
     "message": re.compile(f"## Message of {FULL_DAY}"), "tool": re.compile("## Tool"), "rules": re.compile("## House rules"),
     "call": re.compile(f"## Call drafted by the {ASSISTANT}")},
    {"title": re.compile(r"# Call review \d{4}: ([a-z_]+)"),                                # # Call review 1976: submit_print_job
     # Taken from Press Planner of Hartsmere Press by Esther Reyes, Monday, 2 February 2026, 08:20. The user's ...
     "origin": re.compile(f"Taken from {SYSTEM} of (?P<company>{COMPANY[1:-1]}) by {PERSON}, {FULL_DAY}, {CLOCK}\\. (.+)"),
     "message": re.compile(f"## Request of {FULL_DAY}"), "tool": re.compile("## Tool definition"), "rules": re.compile("## Conventions for calls"),
     "call": re.compile("## Proposed call")},
    {"title": re.compile(r"# ([a-z_]+): open call \d{4}"),                                  # # order_pickup: open call 4073
     # Bramwell Courier Service, Courier Console. Page kept by Elif Takeda, last edited Friday, 20 February 2026 at 17:07. The user's ...
     "origin": re.compile(f"(?P<company>{COMPANY[1:-1]}), {SYSTEM}\\. Page kept by {PERSON}, last edited {FULL_DAY} at {CLOCK}\\. (.+)"),
     "message": re.compile(f"## What the customer wrote on {FULL_DAY}"), "tool": re.compile("## Schema"),
     "rules": re.compile("## How calls are filled in"), "call": re.compile("## Call waiting for release")},
)


def origin_groups(match: "re.Match[str]") -> Tuple[str, str, str]:
    """Day, time and zone sentence of the origin line of a sheet."""
    day = next(group for group in match.groups() if re.fullmatch(FULL_DAY, group or ""))
    clock = next(group for group in match.groups() if re.fullmatch(CLOCK, group or ""))
    return day, clock, match.groups()[-1]


def sheet_sections(lines: List[Tuple[int, str]], sheet: Dict[str, Any]) -> Dict[str, Tuple[Any, List[Tuple[int, str]]]]:
    """Section name -> (match of its heading, its lines)."""
    sections: Dict[str, Tuple[Any, List[Tuple[int, str]]]] = {}
    body: Optional[List[Tuple[int, str]]] = None
    headings = {key: value for key, value in sheet.items() if key not in ("title", "origin")}
    for count, line in lines:
        if line.startswith("#"):
            found = reading.first_match(headings, line)
            if not found or found[0] in sections:
                raise reading.unread(count, line, "a heading")
            body = []
            sections[found[0]] = (found[1], body)
        elif body is None:
            raise reading.unread(count, line, "a line before the first section")
        else:
            body.append((count, line))
    if set(sections) != set(headings):
        raise Unread(f"no section for {sorted(set(headings) - set(sections))}")
    return sections


def fenced(lines: List[Tuple[int, str]], state: str) -> Any:
    """The JSON between the fences of a section."""
    if len(lines) < 3 or lines[0][1] != "```json" or lines[-1][1] != "```":
        count, line = lines[0] if lines else (0, "")
        raise reading.unread(count, line, "a fenced section")
    return load("\n".join(line for _, line in lines[1:-1]), lines[1][0], state)


def stripped(lines: List[Tuple[int, str]], mark: str) -> List[str]:
    """Lines that all begin with a mark, without it."""
    for count, line in lines:
        if not line.startswith(mark):
            raise reading.unread(count, line, f"a line that begins with {mark!r}")
    return [line[len(mark):] for _, line in lines]


def read_sheet(state: str) -> Parts:
    """The parts of a sheet."""
    lines = reading.numbered_lines(state)
    sheet = next((sheet for sheet in SHEETS if sheet["title"].fullmatch(lines[0][1])), None)
    if sheet is None or len(lines) < 3:
        raise reading.unread(*lines[0], "the title of a sheet")
    titled = sheet["title"].fullmatch(lines[0][1])[1]
    origin = sheet["origin"].fullmatch(lines[1][1])
    if not origin:
        raise reading.unread(*lines[1], "the origin of a sheet")
    day, clock, zone = origin_groups(origin)
    reading.minutes(clock)
    sections = sheet_sections(lines[2:], sheet)
    today = same_day(full_day(day), full_day(sections["message"][0][1]))
    tool = take(fenced(sections["tool"][1], state), ("name", "description", "input_schema"), state, "a tool")
    call = take(fenced(sections["call"][1], state), ("name", "input"), state, "a call")
    if titled and titled != tool["name"]:
        raise reading.unread(*lines[0], f"the title of a sheet on {tool['name']}")
    message = stripped(sections["message"][1], "> ")
    if len(message) != 1:
        raise Unread("the request is not one paragraph")
    return Parts(today, zone_of(zone, lines[1][0]), stripped(sections["rules"][1], "- "), tool, tool["input_schema"], message[0],
                 Call(call["name"], call["input"]))


RECORD_TITLES = {
    "company": re.compile(f"# {COMPANY}: recorded cases of the {ASSISTANT}"),               # # Bramwell Press: recorded cases of the order assistant
    "export": re.compile(f"# exported from {SYSTEM} \\({COMPANY}\\) for the weekly review"),  # # exported from Table Book (Corvane Kitchen) for the weekly review
    "test": re.compile(f"# test set of {SYSTEM}, one file a call"),                         # # test set of Job Board, one file a call
}
# keys of a record: number, time of recording, person, today, zone, request, conventions, tool, call
RECORDS = (
    ("case", "recorded", "recorded_by", "today", "user_clock", "user", "conventions", "tool", "proposed_call"),
    ("id", "captured", "owner", "date", "time_zone_of_user", "message", "rules", "definition", "call"),
    ("ticket", "exported", "reviewer", "today", "user_time_zone", "request", "filling_in", "function", "output"),
)
RECORD_KEY = re.compile(r"([a-z_]+):(?: (.+))?")                                            # today: Friday, 20 February 2026
RECORD_NUMBER = re.compile(r"TC-\d{4}")                                                     # TC-1377
RECORD_ZONE = re.compile(f"{OFFSET}, the same all year")                                    # UTC+03:30, the same all year
RECORD_RULE = re.compile(r'  - (".+")')                                                     #   - "Users give clock times in their own local time."
RECORD_CALL = re.compile(r"    name: ([a-z_]+)\n    arguments: '([^']+)'")                    #     name: book_meal / arguments: '{"party_size": 8}'


def record_fields(lines: List[Tuple[int, str]]) -> Dict[str, Tuple[int, str, List[Tuple[int, str]]]]:
    """Key -> (line number, text behind the colon, indented lines)."""
    fields: Dict[str, Tuple[int, str, List[Tuple[int, str]]]] = {}
    current = None
    for count, line in lines:
        if line.startswith("  "):
            if current is None:
                raise reading.unread(count, line, "an indented line")
            fields[current][2].append((count, line))
            continue
        match = RECORD_KEY.fullmatch(line)
        if not match or match[1] in fields:
            raise reading.unread(count, line, "a field of a record")
        current = match[1]
        fields[current] = (count, match[2] or "", [])
    return fields


def plain(fields: Dict[str, Any], key: str, pattern: "re.Pattern[str]") -> "re.Match[str]":
    """A field of one line that fits a pattern."""
    count, text, body = fields[key]
    match = pattern.fullmatch(text)
    if not match or body:
        raise reading.unread(count, f"{key}: {text}")
    return match


def block(fields: Dict[str, Any], key: str, opener: str) -> List[Tuple[int, str]]:
    """The indented lines of a field whose own line holds nothing but an opener."""
    count, text, body = fields[key]
    if text != opener or not body:
        raise reading.unread(count, f"{key}: {text}")
    return body


def record_rules(lines: List[Tuple[int, str]], state: str) -> List[str]:
    """The conventions of a record, each a quoted entry of a list."""
    found = []
    for count, line in lines:
        match = RECORD_RULE.fullmatch(line)
        if not match:
            raise reading.unread(count, line, "a convention")
        found.append(load(match[1], count, state))
    return found


def read_record(state: str) -> Parts:
    """The parts of a record."""
    lines = reading.numbered_lines(state)
    if not reading.first_match(RECORD_TITLES, lines[0][1]):
        raise reading.unread(*lines[0], "the title of a record")
    fields = record_fields(lines[1:])
    keys = next((keys for keys in RECORDS if set(keys) == set(fields)), None)
    if keys is None:
        raise reading.unread(*lines[-1], f"a record with the fields {sorted(fields)}")
    ident, recorded, person, day, zone, message, rules, tool, call = keys
    plain(fields, ident, RECORD_NUMBER)
    plain(fields, person, re.compile(PERSON))
    today = same_day(stamp_day(fields[recorded][1], fields[recorded][0]), full_day(plain(fields, day, re.compile(FULL_DAY))[1]))
    offset = offset_of(*plain(fields, zone, RECORD_ZONE).groups())
    words = stripped(block(fields, message, "|"), "    ")
    if len(words) != 1:
        raise reading.unread(fields[message][0], message, "a request of one line")
    tool_lines = block(fields, tool, "|")
    stripped(tool_lines, "    ")
    definition = take(load("\n".join(line for _, line in tool_lines), tool_lines[0][0], state), ("name", "description", "inputSchema"), state, "a tool")
    call_lines = block(fields, call, "")
    match = RECORD_CALL.fullmatch("\n".join(line for _, line in call_lines))
    if not match:
        raise reading.unread(*call_lines[0], "a call")
    return Parts(today, offset, record_rules(block(fields, rules, ""), state), definition, definition["inputSchema"], words[0],
                 Call(match[1], load(match[2], call_lines[-1][0], state)))


# keys of an exchange: number, system, person, time of saving, messages, tools, reply
EXCHANGES = (
    ("trace_id", "system", "saved_by", "saved_at", "conversation", "tools", "pending"),
    ("exchange", "origin", "exported_by", "exported_at", "messages", "available_tools", "draft"),
    ("id", "source", "exported_by", "exported_at", "messages", "tools", "reply"),
)
EXCHANGE_NUMBER = re.compile(r"ex-\d{4}")                                                   # ex-4796
EXCHANGE_SYSTEM = re.compile(f"{SYSTEM}, {COMPANY}")                                        # Herd Desk, Yarrowdale Farm Vets
CALL_ID = re.compile(r"call_[a-z0-9]{6}")                                                   # call_9ed2pu


def exact(text: Any, pattern: "re.Pattern[str]", state: str, where: str) -> "re.Match[str]":
    """The match of a whole text."""
    match = pattern.fullmatch(text) if isinstance(text, str) else None
    if not match:
        raise stop(state, str(text), where)
    return match


def one(value: Any, state: str, where: str) -> Any:
    """The one entry of a list."""
    if not isinstance(value, list) or len(value) != 1:
        raise stop(state, where, f"one entry of {where}")
    return value[0]


def said(value: Any, role: str, state: str) -> str:
    """The content of a message of a role."""
    entry = take(value, ("role", "content"), state, f"a message of the {role}")
    if entry["role"] != role or not isinstance(entry["content"], str):
        raise stop(state, str(entry["role"]), f"a message of the {role}")
    return entry["content"]


def reply_call(value: Any, state: str) -> Call:
    """The one call of an assistant's reply."""
    reply = take(value, ("role", "content", "tool_calls"), state, "a reply")
    entry = take(one(reply["tool_calls"], state, "tool_calls"), ("id", "type", "function"), state, "a call")
    inner = take(entry["function"], ("name", "arguments"), state, "a call")
    if reply["role"] != "assistant" or reply["content"] is not None or entry["type"] != "function" or not isinstance(inner["arguments"], str):
        raise stop(state, '"tool_calls"', "a reply with a call")
    exact(entry["id"], CALL_ID, state, "the number of a call")
    count, _ = line_of(state, '"arguments"')
    return Call(inner["name"], load(inner["arguments"], count, state))


def read_exchange(state: str) -> Parts:
    """The parts of an exchange."""
    whole = load(state, 1, state)
    keys = next((keys for keys in EXCHANGES if isinstance(whole, dict) and set(keys) == set(whole)), None)
    if keys is None:
        raise reading.unread(1, state[:80], "an exchange")
    ident, system, person, saved, messages, tools, reply = (whole[key] for key in keys)
    exact(ident, EXCHANGE_NUMBER, state, "the number of an exchange")
    company = exact(system, EXCHANGE_SYSTEM, state, "the origin of an exchange")[1]
    exact(person, re.compile(PERSON), state, "a person")
    if not isinstance(messages, list) or len(messages) != 2:
        raise stop(state, '"role"', "two messages")
    head = exact(said(messages[0], "system", state), SYSTEM_MESSAGE, state, "a system message")
    found = reading.first_match(TODAY_SENTENCES, head[3])
    if not found or head[2] != company:
        raise stop(state, head[3], "the day of an exchange")
    recorded = stamp_day(exact(saved, STAMP, state, "a day and a time")[0], line_of(state, saved)[0])
    today = same_day(recorded, full_day(found[1][1]))
    outer = take(one(tools, state, "tools"), ("type", "function"), state, "a tool")
    tool = take(outer["function"], ("name", "description", "parameters"), state, "a tool")
    if outer["type"] != "function":
        raise stop(state, str(outer["type"]), "a tool")
    return Parts(today, zone_of(head[4], line_of(state, head[4])[0]), split_conventions(head[5], state), tool, tool["parameters"],
                 said(messages[1], "user", state), reply_call(reply, state))


def read_case(state: str) -> Case:
    """The case of a state; raises Unread for whatever has no reading."""
    if not state.strip():
        raise Unread("the state is empty")
    if state.startswith("{"):
        parts = read_exchange(state)
    elif re.match(r"# [^\n]+\n\n", state):
        parts = read_sheet(state)
    else:
        parts = read_record(state)
    if not isinstance(parts.call.name, str) or parts.call.name not in TOOLS or not isinstance(parts.call.arguments, dict):
        raise stop(state, str(parts.call.name), "the call of a tool")
    tool = read_tool(parts.tool, parts.schema, state)
    wishes = read_message(TOOLS[tool.name][0], parts.message, state)
    return Case(parts.today, parts.offset, read_conventions(parts.conventions, state), tool, wishes, parts.call)


def converted(amount: int, unit: str, wanted: str) -> int:
    """An amount in another unit of the same family; raises where it is not whole."""
    (family, size), (other, part) = UNITS[unit], UNITS[wanted]
    if family != other or amount * size % part:
        raise Unread(f"{amount} {unit} is no whole number of {wanted}")
    return amount * size // part


def listed(name: str, text: str) -> List[str]:
    """'a tow rope, snow chains and a luggage net' -> enumeration values."""
    *front, last = text.split(" and ")
    words = (front[0].split(", ") if front else []) + [last]
    if len(front) > 1 or not set(words) <= set(ITEMS[name]) or len(set(words)) != len(words) or (len(words) > 2 and not front):
        raise Unread(f"{text!r} is not a list for {name}")
    return [ITEMS[name][word] for word in words]


def count_of(form: str, numbers: List[int]) -> int:
    """A total: one number, a sum, a product or a difference."""
    if form == "one":
        return numbers[0]
    first, second = numbers
    return {"sum": first + second, "product": first * second, "difference": first - second}[form]


def moment(day: date, minutes: int, zone: str, offset: int) -> str:
    """A local day and time in the zone of the property."""
    value = datetime(day.year, day.month, day.day) + timedelta(minutes=minutes - (offset if zone == "utc" else 0))
    return value.strftime("%Y-%m-%dT%H:%M") + ("Z" if zone == "utc" else "")


def code_of(text: str, prop: Property) -> str:
    """'8698' or 'GC-8698' -> 'GC-8698'."""
    value = text if text.startswith(prop.unit) else prop.unit + text
    if not re.fullmatch(prop.limits["pattern"], value):
        raise Unread(f"{text!r} is no number for {prop.name}")
    return value


def wished_value(wish: Wish, prop: Property, case: Case) -> Any:
    """The value that a wish comes to, in the unit and time zone of the property's description."""
    form, parts = wish.form, wish.parts
    if form in ("one", "sum", "product", "difference"):
        return count_of(form, [number(part) for part in parts])
    if form == "measure":
        return converted(number(parts[0]), parts[1], prop.unit)
    if form == "when":
        return moment(day_of(parts[0], case.today), time_of(parts[1]), prop.unit, case.offset)
    if form == "day":
        return day_of(parts[0], case.today).isoformat()
    if form == "meaning":
        return prop.meanings[parts[0]]
    if form == "items":
        return listed(prop.name, parts[0])
    if form == "code":
        return code_of(parts[0], prop)
    if form == "person":
        return {"name": parts[0], "extension": parts[1]}
    return {"true": True, "false": False}[form] if form in ("true", "false") else parts[0]


def wished(case: Case) -> Dict[str, Any]:
    """Property -> value that the request fixes. A wish that no property takes, and a required property without any source, raise."""
    properties = case.tool.properties
    lost = [wish.property for wish in case.wishes if wish.property not in properties]
    if lost:
        raise Unread(f"the tool has no property for the wish on {lost}")
    values = {wish.property: wished_value(wish, properties[wish.property], case) for wish in case.wishes}
    open_ones = [name for name in case.tool.required if name not in values and properties[name].kind not in ("ruled", "mark", "number")]
    if open_ones:
        raise Unread(f"nothing in the request says what {open_ones} should be")
    return values


def typed(text: str, prop: Property) -> Any:
    """A value of a rule in the type of its property."""
    if prop.base == "boolean" and text in ("true", "false"):
        return text == "true"
    if prop.base == "integer" and text.isdigit():
        return int(text)
    if prop.base == "string" and text in prop.enum:
        return text
    raise Unread(f"`{text}` is no value of {prop.name}")


def ruled_value(rule: Rule, source: Any, prop: Property) -> Any:
    """The value that a rule gives, from the right value of its source."""
    if rule.form == "step":
        return typed(rule.high if source >= rule.number else rule.low, prop)
    if rule.form == "times":
        return source * rule.number
    if rule.form == "plus":
        return (date(*(int(part) for part in source.split("-"))) + timedelta(days=rule.number)).isoformat()
    return typed(rule.high if source in rule.values else rule.low, prop)


def ruled(case: Case, values: Dict[str, Any]) -> Dict[str, Any]:
    """Property -> value that the tool description fixes."""
    found = {}
    for rule in case.tool.rules:
        if rule.source not in values:
            raise Unread(f"nothing says what `{rule.source}` is, and `{rule.target}` follows from it")
        found[rule.target] = ruled_value(rule, values[rule.source], case.tool.properties[rule.target])
    return found


def same(prop: Property, value: Any, right: Any) -> bool:
    """Equal values of equal type; the entries of a list in any order."""
    if type(value) is not type(right):
        return False
    return sorted(map(str, value)) == sorted(right) if prop.kind == "items" else value == right


def fits_schema(prop: Property, value: Any) -> bool:
    """The value obeys the type, the enumeration and the limits of its schema."""
    if value is None:
        return prop.nullable
    types = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}
    if type(value) is not types[prop.base]:
        return False
    limits = prop.limits
    if prop.base == "integer":
        return limits["minimum"] <= value <= limits.get("maximum", value)
    if prop.base == "array":
        return len(set(map(str, value))) == len(value) and all(entry in prop.enum for entry in value)
    if prop.base == "object":
        return set(value) == {"name", "extension"} and isinstance(value["name"], str) and isinstance(value["extension"], str) \
            and bool(re.fullmatch("[0-9]{4}", value["extension"]))
    if prop.base == "boolean":
        return True
    return string_fits(prop, value)


def string_fits(prop: Property, value: str) -> bool:
    """A string obeys the enumeration, the format, the lengths and the pattern of its schema."""
    limits = prop.limits
    if prop.enum and value not in prop.enum:
        return False
    if limits.get("format") == "date":
        match = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", value)
        if not match or not 1 <= int(match[2]) <= 12 or not 1 <= int(match[3]) <= days_in(int(match[1]), int(match[2])):
            return False
    return limits.get("minLength", 0) <= len(value) <= limits.get("maxLength", len(value)) \
        and ("pattern" not in limits or bool(re.fullmatch(limits["pattern"], value)))


# Every check names the properties at fault; an empty list is a pass.


def check_name(case: Case) -> List[str]:
    """The call is one of the tool that is defined."""
    return [] if case.call.name == case.tool.name else ["name"]


def check_known(case: Case) -> List[str]:
    """additionalProperties is false: no property besides those of the schema."""
    return [name for name in case.call.arguments if name not in case.tool.properties]


def check_required(case: Case) -> List[str]:
    """Every required property is there."""
    return [name for name in case.tool.required if name not in case.call.arguments]


def check_schema(case: Case) -> List[str]:
    """Every value fits the type, the enumeration and the limits of its property."""
    return [name for name, value in case.call.arguments.items()
            if name in case.tool.properties and not fits_schema(case.tool.properties[name], value)]


def check_wishes(case: Case) -> List[str]:
    """What the user fixes stands in the call with the value it comes to; a default that the user asks for may be written or left out."""
    faults = []
    for name, right in wished(case).items():
        prop, given = case.tool.properties[name], case.call.arguments
        if prop.default is not None and same(prop, right, prop.default):
            if "default" not in case.conventions:
                raise Unread(f"no convention for the default of {name} that the user asks for")
            if name in given and given[name] is None:
                raise Unread(f"null for the default of {name} that the user asks for")
            if name not in given and name not in case.tool.required:
                continue
        if name not in given or not same(prop, given[name], right):
            faults.append(name)
    return faults


def check_rules(case: Case) -> List[str]:
    """A property for which the tool description has a rule takes the value of the rule."""
    given = case.call.arguments
    right = ruled(case, wished(case))
    return [name for name, value in right.items() if name not in given or not same(case.tool.properties[name], given[name], value)]


def check_unasked(case: Case) -> List[str]:
    """What is not required and not asked for is left out, null (where the type allows it) or the default."""
    asked, faults = wished(case), []
    for name, value in case.call.arguments.items():
        prop = case.tool.properties.get(name)
        if prop is None or name in asked or prop.kind == "ruled" or name in case.tool.required:
            continue
        if prop.kind in ("mark", "number"):
            raise Unread(f"{name} is left to the caller and not required")
        if not (value is None and prop.nullable or prop.default is not None and same(prop, value, prop.default)):
            faults.append(name)
    return faults


def check_free(case: Case) -> List[str]:
    """A value left to the caller is anything within the schema's limits (`check_schema`), but it must be there where it is required."""
    free = [name for name, prop in case.tool.properties.items() if prop.kind in ("mark", "number")]
    if free and "free" not in case.conventions:
        raise Unread(f"no convention for {free}, which are left to the caller")
    return [name for name in free if name in case.tool.required and case.call.arguments.get(name) is None]


CHECKS = (check_name, check_known, check_required, check_schema, check_wishes, check_rules, check_unasked, check_free)


def faults(case: Case) -> Dict[str, List[str]]:
    """Check -> properties at fault, for the checks that fail. All checks run, so that whatever has no reading raises."""
    found = {check.__name__: check(case) for check in CHECKS}
    return {name: names for name, names in found.items() if names}


def decide(case: Case) -> bool:
    """Whether the call can go out unchanged: it fits the schema, the rules and the request in every property."""
    return not faults(case)


QUESTIONS = frozenset((
    "Should the proposed call be sent as it stands?",
    "Does the proposed call carry out the request as the tool definition and the conventions ask?",
    "Can the call go out unchanged: does it fit the tool definition and say what the user wants?",
    "Is the proposed call correct for the request under this schema?",
    "Is the call right for what the user asked, under this tool definition?",
))
WHEN_TRUE = frozenset((
    "Nothing in the call has to be changed.",
    "Every property of the call is as the tool definition, the conventions and the request demand.",
    "The call fits the schema, the rules and the request in every property.",
))
WHEN_FALSE = frozenset((
    "Something in the call breaks the schema, a rule or the request.",
    "At least one property is missing, should not be there, or has a wrong value.",
    "The call has to be changed in at least one place.",
))


def check_question(question: Dict[str, Any], options: Any) -> None:
    """The question is one of those known, and the options are yes and no."""
    criteria = question.get("criteria")
    if set(question) != {"type", "instructions", "criteria"} or question["type"] != "noul" or question["instructions"] not in QUESTIONS:
        raise Unread(f"question {question!r} cannot be read")
    if not isinstance(criteria, dict) or set(criteria) != {"true", "false"} or criteria["true"] not in WHEN_TRUE or criteria["false"] not in WHEN_FALSE:
        raise Unread(f"criteria {criteria!r} cannot be read")
    if sorted(options) != ["no", "yes"]:
        raise Unread(f"options {options!r} are not yes and no")


def solve(state: str, question: Dict[str, Any], options: Any) -> str:
    """'yes' if the call is right as it stands, else 'no'."""
    check_question(question, options)
    return "yes" if decide(read_case(state)) else "no"
