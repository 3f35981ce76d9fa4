"""triage_order: which waiting case do the rules put at the place asked for?  Layer D, 66 triples and one pair a level.

The members of a group share a queue, its numbered ordering rules and the place asked for; five cases of the queue are the options.
One member is the base case (kind null); every other differs from it in one element and has another answer.
Levels: 6 cases and 2 or 3 rules; 9 or 10 cases, 3 or 4 rules and one adjustment of the class; 12 to 14 cases, 5 or 6 rules and
two adjustments. Kinds: arrival (217 items: one case came in at another time), current_time (119: the clock of the list),
class (16), flag (16), department (16) and promised_time (15) of one case; 201 base cases.
Taking the listed class and then the arrival gives the answer in one member of 39 of the 66 triples of every level, in none of the
others; the case that this short cut picks is always among the five. On levels 2 and 3 a reader who leaves out the adjustments, or all
rules and adjustments that look at the clock, is wrong in at least two members of every group. Every rule and adjustment decides
something in at least one member; on level 3 one of them may be idle. In triples of kind current_time the earliest
clock is the last minute before one case passes a limit, the latest is the minute in which another passes one.
"""
from __future__ import annotations

import bisect
import datetime
import functools
import itertools
import re
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import balance, cards, checks, draws, english, families, items, names

FAMILY = "triage_order"
KINDS = ("arrival", "current_time", "class", "flag", "department", "promised_time")
TRIPLES = {
    1: {"arrival": 36, "current_time": 20, "class": 3, "flag": 3, "department": 2, "promised_time": 2},
    2: {"arrival": 36, "current_time": 20, "class": 2, "flag": 3, "department": 3, "promised_time": 2},
    3: {"arrival": 36, "current_time": 19, "class": 3, "flag": 2, "department": 3, "promised_time": 3},
}
PAIR_KINDS = {1: "arrival", 2: "promised_time", 3: "current_time"}
"""The kind of the one pair of each level."""
CASES = {1: (6, 6), 2: (9, 10), 3: (12, 14)}
RULES = {1: (2, 3), 2: (3, 4), 3: (5, 6)}
ADJUSTMENTS = {1: 0, 2: 1, 3: 2}
SHORT_CUT_HITS = 39
"""Triples a level in which listed class, then arrival, is right in one member: 39 of 200 items."""
CLASSES = (1, 2, 3, 4)
KEPT_WITHIN = {rank: min(max(rank, CLASSES[0]), CLASSES[-1]) for rank in range(-1, 7)}
"""What a class number that adjustments have moved by up to two counts as."""
OPTIONS = 5
HIGHEST = 10 ** 6
SHARES = {1: 40, 2: 48, 3: 57}
"""In how many of 100 tickets a field has the value that is common in its queue, besides those that have it by chance."""
RANK_SHARES = {1: 25, 2: 30, 3: 30}
"""The same for class and unit."""
TRIES = 4000
SAME_KEYS = {1: 16, 2: 16, 3: 10}
"""Queues drawn under rules of one make before others are drawn, so that not only the easiest rules are kept."""
KEPT = {1: 4, 2: 2, 3: 1}
"""How many sets of cases are found before one is chosen."""
FILLS, NEIGHBOURS = 12, 7
"""Sets of options tried for each, and how many neighbours in the order they are made of."""
IDLE = {1: 0, 2: 0, 3: 1}
"""How many rules and adjustments may decide nothing in any member of a group."""
LISTINGS = 12
"""Lists of a group to choose from."""
GAPS = (1, 1, 2, 3, 5, 8)
"""Minutes between the two moments at which a list of kind current_time changes."""


class Domain(NamedTuple):
    """One kind of desk. `flags`: what puts a case forward and what puts it back; `is_day`: all times lie on one day."""

    one: str
    many: str
    prefix: str
    desk: str
    organisations: tuple
    titles: tuple
    rank: str
    arrival: tuple
    due: tuple
    flag: str
    flags: tuple
    unit: tuple
    units: tuple
    count: tuple
    counts: tuple
    effort: tuple
    efforts: tuple
    person: str
    site: str
    sites: tuple
    subjects: tuple
    is_day: bool


DOMAINS = {
    "help_desk": Domain(
        "ticket", "tickets", "HD", "service desk", ("Logistics", "Publishing", "Engineering"),
        ("Open tickets", "Service desk queue", "Ticket backlog, first line"),
        "priority", ("Logged", "logging time"), ("Due", "due time"), "flag", ("work stopped", "workaround"),
        ("department", "departments"), ("Accounts", "Warehouse", "Legal", "Field Sales", "Payroll"),
        ("Calls", "number of calls"), (1, 2, 3, 4), ("Work min", "estimated work"), (10, 20, 30, 45), "Caller", "Site",
        ("Mill Lane", "Dock Road", "Station Yard", "North Wing", "Tower Block", "Bridge House"),
        ("Scanner not found", "Mailbox over quota", "VPN drops every hour", "Screen stays dark", "Shared drive missing", "Printer offline",
         "Headset without sound", "Calendar not syncing", "Password reset fails", "Laptop very slow", "Badge reader error", "Invoice form crashes",
         "Docking station dead", "Phone line crackles", "Update hangs at restart", "Two monitors mirrored", "Export to PDF fails", "Mouse cursor jumps"), True),
    "imaging": Domain(
        "request", "requests", "IM", "imaging control room", ("Hospital", "General Infirmary", "Medical Centre"),
        ("Waiting requests", "Imaging worklist", "Radiology request list"),
        "urgency", ("Ordered", "ordering time"), ("Scan by", "scan-by time"), "marker", ("isolation", "flexible"),
        ("ward", "wards"), ("Cardiology", "Orthopaedics", "Surgery", "Neurology", "Oncology"),
        ("Postponed", "number of postponements"), (0, 1, 2, 3), ("Slot min", "slot length"), (15, 20, 30, 45), "Doctor", "Bay",
        ("Bay 2", "Bay 5", "Bay 7", "Bay 11", "Side room", "Recovery"),
        ("CT abdomen", "CT chest", "MR lumbar spine", "MR knee", "X-ray pelvis", "X-ray chest", "Ultrasound liver", "Ultrasound kidneys",
         "MR cervical spine", "CT sinuses", "X-ray wrist", "Ultrasound neck", "CT angiography leg", "MR shoulder", "X-ray ankle",
         "Ultrasound abdomen", "CT head", "MR pituitary"), True),
    "claims": Domain(
        "claim", "claims", "CL", "claims intake", ("Mutual", "Insurance", "Assurance Society"),
        ("Claims waiting for a handler", "Unassigned claims", "Claims intake list"),
        "grade", ("Registered", "registration time"), ("Reply by", "reply-by time"), "mark", ("hardship", "papers pending"),
        ("branch", "branches"), ("Harbour", "Market Square", "Riverside", "Parkway", "Old Mint"),
        ("Documents", "number of documents"), (1, 2, 3, 5), ("Review min", "estimated review"), (20, 30, 40, 60), "Claimant", "Town",
        tuple(names.STEMS[place] for place in (2, 5, 11, 14, 31, 46)),
        ("Hail damage to roof", "Burst pipe in cellar", "Stolen bicycle", "Cracked windscreen", "Lost suitcase", "Kitchen fire", "Dented rear door",
         "Broken shop window", "Flooded garage", "Cancelled trip", "Fallen garden wall", "Storm damage to fence", "Scratched hire car",
         "Spoiled freezer goods", "Damaged piano", "Rear-end collision", "Theft from van", "Lightning strike"), False),
    "maintenance": Domain(
        "work order", "work orders", "WO", "facility office", ("Campus Services", "Property Care", "Estates"),
        ("Open work orders", "Facility job list", "Work orders not yet assigned"),
        "severity", ("Reported", "reporting time"), ("Visit by", "visit-by time"), "tag", ("safety", "tenant away"),
        ("building", "buildings"), ("Library", "Workshop", "Day Nursery", "Archive", "Canteen"),
        ("Complaints", "number of complaints"), (1, 2, 3, 5), ("Job min", "estimated job time"), (20, 30, 60, 90), "Contact", "Level",
        ("basement", "ground floor", "first floor", "second floor", "third floor", "attic"),
        ("Radiator stays cold", "Light tubes flicker", "Door closer broken", "Tap drips", "Window blind stuck", "Socket dead", "Ceiling tile loose",
         "Drain blocked", "Fan very loud", "Lock jams", "Handrail loose", "Floor tile cracked", "Thermostat blank", "Water stain on wall",
         "Hand dryer dead", "Shelf bracket bent", "Gutter overflows", "Hinge squeaks"), False),
    "permits": Domain(
        "application", "applications", "PX", "permit counter", ("Border Authority", "Customs Point", "Transit Office"),
        ("Applications at the counter", "Transit permit queue", "Permits to be decided"),
        "category", ("Lodged", "lodging time"), ("Decide by", "decide-by time"), "stamp", ("escort booked", "slot flexible"),
        ("crossing", "crossings"), ("Old Bridge", "Ferry Quay", "Hill Pass", "Rail Yard", "River Lock"),
        ("Vehicles", "number of vehicles"), (1, 2, 3, 4), ("Check min", "check time"), (10, 15, 25, 40), "Applicant", "Destination",
        tuple(names.STEMS[place] for place in (0, 8, 19, 25, 37, 52)),
        ("Machine parts", "Bottled water", "Sawn timber", "Roof tiles", "Seed potatoes", "Office chairs", "Steel coils", "Packed flour", "Cut flowers",
         "Paper rolls", "Garden soil", "Bicycle frames", "Empty pallets", "Glass jars", "Cotton yarn", "Dried fruit", "Copper wire", "Frozen peas"), True),
    "enquiries": Domain(
        "enquiry", "enquiries", "EQ", "customer office", ("Home Textiles", "Garden Supply", "Kitchenware"),
        ("Unanswered enquiries", "Customer office inbox", "Enquiries waiting for a reply"),
        "tier", ("Received", "time of receipt"), ("Answer by", "answer-by time"), "label", ("second contact", "callback agreed"),
        ("customer group", "customer groups"), ("Schools", "Trade", "Hotels", "Export", "Clubs"),
        ("Orders", "number of earlier orders"), (0, 1, 2, 4), ("Handling min", "handling time"), (5, 10, 15, 25), "Sender", "Channel",
        ("phone", "web form", "e-mail", "letter", "chat", "shop counter"),
        ("Parcel not arrived", "Wrong colour sent", "Invoice shows old address", "Voucher not accepted", "Lid missing", "Question on washing",
         "Refund not booked", "Order counted twice", "Box damaged", "Delivery date unclear", "Catalogue wanted", "Handle came loose",
         "Size chart missing", "Account locked", "Gift wrap forgotten", "Part number unknown", "Discount not shown", "Return label lost"), False),
    "lab": Domain(
        "sample", "samples", "LB", "sample reception", ("Water Laboratory", "Analytical Institute", "Test House"),
        ("Samples on hold", "Sample reception list", "Samples waiting for the bench"),
        "class", ("Booked in", "booking time"), ("Report by", "report-by time"), "code", ("re-drawn", "duplicate held"),
        ("programme", "programmes"), ("Rivers", "Wells", "Reservoirs", "Beaches", "Springs"),
        ("Bottles", "number of bottles"), (1, 2, 3, 4), ("Bench min", "bench time"), (20, 30, 45, 60), "Sampler", "Point",
        ("P-04", "P-09", "P-13", "P-22", "P-27", "P-31"),
        ("Nitrate and phosphate", "Coliform count", "Heavy metals screen", "Turbidity series", "Chloride titration", "Pesticide screen", "Total hardness",
         "Dissolved oxygen", "Iron and manganese", "Algae count", "Conductivity series", "Fluoride", "Organic carbon", "Sulphate", "Colour and odour",
         "Enterococci", "Ammonium", "Suspended solids"), False),
}
LAYOUTS = ("board", "csv", "yaml", "mail")
TIME_LIMITS = {True: (60, 75, 90, 120, 150, 180), False: (360, 480, 600, 720, 960, 1200)}
"""Minutes of waiting a rule may name, for lists of one day and for longer ones."""
SOON_LIMITS = {True: (30, 40, 45, 60, 75, 90), False: (90, 120, 150, 180, 240, 360)}
OPEN, CLOSE = 6 * 60, 22 * 60
"""Cases come in between these minutes of a day."""


# Phrases. Fields: one, many, rank, arrival, due, flag, unit, units, count, effort, limit, a, b (flags), x, y, z (units); capitals begin a sentence.

CLOCKED = ("waited", "band")
"""Rules and adjustments that look at the clock."""
RULE_TEXTS = {
    "rank": ("By {rank}: 1 goes first, then 2, then 3, then 4.",
             "The lower {rank} number goes first; {rank} 1 is the most urgent.",
             "{Rank} 1 goes before {rank} 2, {rank} 2 before {rank} 3 and {rank} 3 before {rank} 4."),
    "flag": ("By {flag}: '{a}' goes first, then {many} without a {flag}, then '{b}'.",
             "{Many} with the {flag} '{a}' go first, {many} without a {flag} next, {many} with the {flag} '{b}' last.",
             "The {flag} '{a}' goes before no {flag}, and no {flag} goes before the {flag} '{b}'."),
    "unit": ("By {unit}: {x} goes first, then {y}, then all other {units}, which rank equal.",
             "{Many} from the {unit} {x} go first, {many} from the {unit} {y} next; all other {units} come after them and rank equal.",
             "The {unit} {x} goes before {y}, and {y} goes before every other {unit}; the other {units} rank equal."),
    "due": ("The earlier {due} goes first; {many} without one come after all {many} that have one.",
            "By {due}, the earliest first; {many} that have none come last.",
            "{Many} with an earlier {due} go before {many} with a later one, and both go before {many} without one."),
    "count": ("The higher {count} goes first.", "By {count}, the largest first."),
    "effort": ("The shorter {effort} goes first.", "By {effort}, the shortest first."),
    "arrival": ("The earlier {arrival} goes first; no two are the same.",
                "By {arrival}, the earliest first (all of them differ).",
                "What is still equal goes by {arrival}, earliest first; no two are the same."),
}
CLOCK_RULE_TEXTS = {
    ("waited", True): ("{Many} that have waited {limit} or longer go before {many} that have waited less.",
                       "Waiting at least {limit} goes before waiting less than {limit}."),
    ("waited", False): ("{Many} that have waited longer than {limit} go before {many} that have waited {limit} or less.",
                        "Waiting more than {limit} goes before waiting {limit} or less."),
    ("band", True): ("{Many} whose {due} has been reached go first, then {many} with at most {limit} left until it, then all others, also those without {a_due}.",
                     "First {many} that have reached their {due}, next {many} that will reach it in {limit} or less, last all others, among them any without {a_due}."),
    ("band", False): ("{Many} whose {due} has passed go first, then {many} with less than {limit} left until it, then all others, also those without {a_due}.",
                      "First {many} whose {due} has passed, next {many} with under {limit} to go until it, last all others, among them any without {a_due}."),
}
ADJUSTMENT_TEXTS = {
    "flag": ("The {flag} '{a}' moves {an} up one {rank} step; the {flag} '{b}' moves it down one {rank} step.",
             "One {rank} step up for the {flag} '{a}', one {rank} step down for the {flag} '{b}'."),
    "unit": ("{Many} from the {units} {x} and {y} move up one {rank} step, {many} from the {unit} {z} move down one {rank} step.",
             "One {rank} step up for the {units} {x} and {y}, one {rank} step down for the {unit} {z}."),
}
CLOCK_ADJUSTMENT_TEXTS = {
    ("waited", True): ("{An} that has waited {limit} or longer moves up one {rank} step.",
                       "One {rank} step up after a wait of at least {limit}."),
    ("waited", False): ("{An} that has waited longer than {limit} moves up one {rank} step.",
                        "One {rank} step up after a wait of more than {limit}."),
    ("band", True): ("{An} whose {due} has been reached moves up one {rank} step; with more than {limit} left until it, or without {a_due}, it moves down one {rank} step.",
                     "One {rank} step up once the {due} has been reached, one {rank} step down with more than {limit} left until it or without {a_due}."),
    ("band", False): ("{An} whose {due} has passed moves up one {rank} step; with {limit} or more left until it, or without {a_due}, it moves down one {rank} step.",
                      "One {rank} step up once the {due} has passed, one {rank} step down with {limit} or more left until it or without {a_due}."),
}
NOTE_TEXTS = {
    "order": ("Rules apply in the order of their numbers; a later rule only separates {many} that all earlier rules leave equal.",
              "Rule 1 comes first; each further rule only decides between {many} that are equal under all rules before it.",
              "A rule with a higher number only breaks ties that the rules before it leave."),
    "up": ("Up means more urgent: one {rank} step up from 3 is 2, one {rank} step down from 3 is 4.",
           "A step up lowers the {rank} number (3 becomes 2), a step down raises it (3 becomes 4)."),
    "adjusted": ("The list shows the {rank} as entered; rule {rule} uses the {rank} after adjustment.",
                 "Rule {rule} goes by the adjusted {rank}; the {rank} in the list is the one before adjustment."),
    "limits_one": ("{Rank} 1 stays 1 when moved up, and {rank} 4 stays 4 when moved down.",
                   "{An} of {rank} 1 cannot move up, and one of {rank} 4 cannot move down."),
    "limits_two": ("The steps of both adjustments are added together; only then {rank} numbers below 1 become 1 and those above 4 become 4.",),
    "waiting": ("Waiting time runs from the {arrival} to the {clock}, nights included.",
                "The wait is counted from the {arrival} to the {clock} without a break, day and night."),
    "waiting_day": ("Waiting time runs from the {arrival} to the {clock}.", "The wait is counted from the {arrival} to the {clock}."),
    "reached": ("{A_due} is reached at the {clock} if it is equal to it or earlier.",
                "{A_due} equal to the {clock} has been reached."),
    "passed": ("{A_due} has passed only if it is earlier than the {clock}; one that is equal has not passed yet.",
               "{A_due} equal to the {clock} has not passed; an earlier one has."),
    "left": ("Time left is counted from the {clock} to the {due}.", "The time left until {a_due} is counted from the {clock}."),
    "place": ("Places are counted from the front: place 1 is taken first.", "Place 1 is the {one} that is dealt with first.",
              "Counting starts at the front of the order, with place 1 for the {one} taken first."),
}

CLOCKS = {
    "board": (("List time", "list time"), ("Status at", "status time"), ("Time on the board", "board time")),
    "csv": (("snapshot taken", "snapshot time"), ("current time", "current time"), ("data as of", "as-of time")),
    "yaml": (("as_of", "as_of time"), ("snapshot_at", "snapshot_at time"), ("current_time", "current_time")),
    "mail": (("Current time", "current time"), ("The list is as of", "as-of time"), ("Time now", "time now")),
}
"""What the current time is called: (label, phrase) in several ways for every layout."""
TIMES_NOTE = ("All times are of {day}.", "Times without a date are of {day}.")
NONE_NOTES = {
    "board": ("A dash means that there is none.", "- stands for none."),
    "csv": ("An empty field means that there is none.", "Empty means none."),
    "yaml": ("null means that there is none.", "A null stands for none."),
}
QUESTIONS = (
    "Which {one} do the rules put at the place asked for?",
    "Which waiting {one} stands at the place asked for?",
    "Put the {many} in order by the rules: which {one} comes at the place asked for?",
    "By the rules of the {desk}, which {one} is at the place in question?",
    "Apply the ordering rules to the list. Which {one} do they put at the place asked for?",
    "Which of these {many} stands at the place asked for once the list is ordered?",
)
MEANINGS = ("{subject}", "{subject} ({person})", "{person}: {subject}")


# The case

class Rule(NamedTuple):
    """An ordering rule or an adjustment. `limit` in minutes; `is_closed`: its borders belong to the earlier group; `units` as written."""

    key: str
    limit: int | None = None
    is_closed: bool = True
    units: tuple = ()


class Ticket(NamedTuple):
    """Minutes count from midnight of the list's day; `flag` 0 puts forward, 1 is none, 2 puts back; `unit` is a place in the domain's units."""

    rank: int
    arrival: int
    flag: int
    unit: int
    due: int | None
    count: int
    effort: int


class Case(NamedTuple):
    """A queue in the order of its drawing; `place` counts from 0."""

    rules: tuple
    adjustments: tuple
    tickets: tuple
    now: int
    place: int


class Found(NamedTuple):
    """A case with the versions of its element: one case for each member, base first, and the five tickets on offer."""

    cases: tuple
    offered: tuple


class Plan(NamedTuple):
    """What a group must be. `hits`: members in which the short cut is right; `slots`: where gold stands among the options, by member."""

    level: int
    number: int
    kind: str
    size: int
    hits: int
    slots: tuple
    is_closed: bool
    domain: str
    layout: str


class Wording(NamedTuple):
    """Phrases, people and order of one document, shared by its members. `pick` numbers a phrase for every sentence."""

    domain: str
    layout: str
    pick: dict
    day: datetime.date
    organisation: str
    author: str
    people: tuple
    sites: tuple
    columns: tuple
    sections: tuple
    question: str
    meaning: str


class Listing(NamedTuple):
    """Where each ticket stands in the list, its number and its subject."""

    order: tuple
    numbers: tuple
    subjects: tuple


# Planning

def deal_slots(rng, sizes) -> list:
    """Different option places for the members of each group; every place equally often over the groups, as far as they divide."""
    used, dealt = [0] * OPTIONS, []
    for size in sizes:
        slots = sorted(rng.shuffled(range(OPTIONS)), key=lambda slot: used[slot])[:size]
        for slot in slots:
            used[slot] += 1
        dealt.append(tuple(rng.shuffled(slots)))
    return dealt


def plan(draw: draws.Draw) -> list:
    """The plan of all 201 groups."""
    rng = draws.stream(draw, FAMILY, "plan")
    spread = (rng.shuffled(itertools.product(DOMAINS, LAYOUTS)) * 8)[:3 * 67]
    groups = []
    for level in families.LEVELS:
        kinds = rng.shuffled(kind for kind, count in TRIPLES[level].items() for _ in range(count)) + [PAIR_KINDS[level]]
        sizes = [3] * 66 + [2]
        slots = deal_slots(rng, sizes)
        hits = rng.shuffled([1] * SHORT_CUT_HITS + [0] * (66 - SHORT_CUT_HITS)) + [0]
        closed = rng.shuffled([True, False] * 33) + [rng.chance(50)]
        here = rng.shuffled(spread[67 * (level - 1):67 * level])
        groups += [Plan(level, number, kinds[number], sizes[number], hits[number], slots[number], closed[number], *here[number])
                   for number in range(67)]
    return groups


# Answering

def band(rule: Rule, due: int | None, now: int) -> int:
    """0 where the due time has been reached, 1 where it comes soon, 2 for the others."""
    if due is None:
        return 2
    slack = 0 if rule.is_closed else 1
    return 0 if due + slack <= now else 1 if due - now + slack <= rule.limit else 2


def have_waited(rule: Rule, tickets, now: int) -> list:
    """For each ticket whether it has waited as long as a rule asks."""
    latest = now - rule.limit - (0 if rule.is_closed else 1)
    return [ticket.arrival <= latest for ticket in tickets]


def steps(rule: Rule, tickets, now: int) -> list:
    """By how much an adjustment moves the class number of each ticket."""
    if rule.key == "waited":
        return [-has for has in have_waited(rule, tickets, now)]
    if rule.key == "band":
        return [band(rule, ticket.due, now) - 1 for ticket in tickets]
    if rule.key == "flag":
        return [ticket.flag - 1 for ticket in tickets]
    moves = dict(zip(rule.units, (-1, -1, 1)))
    return [moves.get(ticket.unit, 0) for ticket in tickets]


def adjusted(tickets, adjustments, now: int) -> list:
    """The class of each ticket after all adjustments."""
    found = [ticket.rank for ticket in tickets]
    for rule in adjustments:
        found = [rank + step for rank, step in zip(found, steps(rule, tickets, now))]
    return [KEPT_WITHIN[rank] for rank in found]


def column(rule: Rule, tickets, adjustments, now: int) -> list:
    """What a rule sorts each ticket by, smallest first."""
    if rule.key == "rank":
        return adjusted(tickets, adjustments, now)
    if rule.key == "waited":
        return [not has for has in have_waited(rule, tickets, now)]
    if rule.key == "band":
        return [band(rule, ticket.due, now) for ticket in tickets]
    if rule.key == "due":
        return [HIGHEST if ticket.due is None else ticket.due for ticket in tickets]
    if rule.key == "unit":
        places = {unit: place for place, unit in enumerate(rule.units)}
        return [places.get(ticket.unit, len(places)) for ticket in tickets]
    if rule.key == "count":
        return [-ticket.count for ticket in tickets]
    return [getattr(ticket, rule.key) for ticket in tickets]


def keys_of(tickets, rules, adjustments, now: int) -> list:
    """The key of each ticket: one value for each rule."""
    return list(zip(*[column(rule, tickets, adjustments, now) for rule in rules]))


def sort_keys(case: Case) -> list:
    """The key of every ticket of a case."""
    return keys_of(case.tickets, case.rules, case.adjustments, case.now)


def ordered(keys) -> list:
    """The places of the tickets in the order of their keys."""
    return sorted(range(len(keys)), key=keys.__getitem__)


def answer(case: Case) -> int:
    """The ticket that the rules put at the place asked for."""
    return ordered(sort_keys(case))[case.place]


def short_cut_key(ticket: Ticket) -> tuple:
    """Listed class, then arrival."""
    return ticket.rank, ticket.arrival


def short_cut(case: Case) -> int:
    """The ticket at the place asked for by listed class, then arrival."""
    return ordered(list(map(short_cut_key, case.tickets)))[case.place]


def under(case: Case, rules, adjustments) -> Case:
    """The case under other rules; what they leave equal goes by arrival."""
    return case._replace(rules=(*rules, Rule("arrival")), adjustments=tuple(adjustments))


def unadjusted(case: Case) -> Case:
    """The case as a reader sees it who passes over the adjustments."""
    return under(case, case.rules, ())


def clockless(case: Case) -> Case:
    """The case as a reader sees it who passes over every rule and adjustment that looks at the clock."""
    return under(case, [rule for rule in case.rules if rule.key not in CLOCKED], [rule for rule in case.adjustments if rule.key not in CLOCKED])


def other_borders(case: Case) -> Case:
    """The case as a reader sees it who takes 'at least' for 'more than', or the other way round."""
    rules, adjustments = ([rule._replace(is_closed=not rule.is_closed) for rule in part] for part in (case.rules, case.adjustments))
    return case._replace(rules=tuple(rules), adjustments=tuple(adjustments))


def answers_in_parts(case: Case) -> list:
    """The answers with each rule, then each adjustment, left out in turn."""
    keys, place = sort_keys(case), case.place
    found = [ordered([key[:part] + key[part + 1:] for key in keys])[place] for part in range(len(case.rules))]
    fewer = [under(case, case.rules, case.adjustments[:part] + case.adjustments[part + 1:]) for part in range(len(case.adjustments))]
    return found + list(map(answer, fewer))


# Drawing a queue

def draw_keys(rng, group: Plan) -> tuple:
    """(sort keys before the arrival, adjustment keys): what the group's kind needs is among them, from level 2 on also the clock."""
    need = {"class": "rank", "flag": "flag", "department": "unit", "current_time": rng.choice(CLOCKED),
            "promised_time": rng.choice(("band", "band", "due"))}.get(group.kind)
    if group.level == 1:
        first = need if need not in (None, "rank") else rng.choice(("flag", "unit", "band", "due", "waited"))
        if need != "rank" and first != "waited" and rng.chance(30):
            return (first,), ()
        return (first, "rank") if first == "waited" or rng.chance(60) else ("rank", first), ()
    while True:
        elements = rng.shuffled(("flag", "unit", "waited", "band"))
        steps, rest = elements[:ADJUSTMENTS[group.level]], elements[ADJUSTMENTS[group.level]:]
        rest = ["due" if key == "band" and rng.chance(40) else key for key in rest] + ["count", "effort"]
        extra = rng.sample(rest, rng.between(*RULES[group.level]) - 2)
        if (need in (None, "rank") or need in extra or need in steps) and set(CLOCKED) & {*extra, *steps}:
            return placed(rng, extra), tuple(steps)


def placed(rng, extra) -> tuple:
    """The keys with the class among the first three; due times, nearly all different, stand last, and waiting never does."""
    order = sorted(extra, key=lambda key: key == "due")
    order.insert(rng.between(0, min(2, len(order) - ("due" in order))), "rank")
    if order[-1] == "waited":
        order.insert(0, order.pop())
    return tuple(order)


def draw_rule(rng, key: str, group: Plan, is_step: bool) -> Rule:
    """A rule or an adjustment with its limit or its units."""
    is_day = DOMAINS[group.domain].is_day
    limit = {"waited": TIME_LIMITS, "band": SOON_LIMITS}.get(key)
    units = tuple(rng.sample(range(5), 3 if is_step else 2)) if key == "unit" else ()
    return Rule(key, rng.choice(limit[is_day]) if limit else None, group.is_closed, units)


def draw_rules(rng, group: Plan, keys) -> tuple:
    """(rules, adjustments) of a document with given sort keys and adjustment keys; the last rule is the arrival."""
    sort, steps = keys
    return (*(draw_rule(rng, key, group, False) for key in sort), Rule("arrival")), tuple(draw_rule(rng, key, group, True) for key in steps)


def limit_of(rules, key: str, usual: int) -> int:
    """The limit of the rule with a key, or the usual one."""
    return next((rule.limit for rule in rules if rule.key == key), usual)


def is_open(minute: int) -> bool:
    """Whether the desk takes cases in, or promises an answer, at that minute."""
    return OPEN <= minute % 1440 < CLOSE


def draw_arrivals(rng, domain: Domain, rules, now: int, count: int) -> list:
    """That many different moments before now, about half of them longer ago than the waiting limit."""
    span = limit_of(rules, "waited", 150 if domain.is_day else 900) * rng.between(17, 24) // 10
    low, arrivals = max(now - span, OPEN) if domain.is_day else now - span, []
    while len(arrivals) < count:
        minute = rng.between(low, now - 6)
        if is_open(minute) and minute not in arrivals:
            arrivals.append(minute)
    return arrivals


def draw_due(rng, domain: Domain, rules, arrival: int, now: int) -> int | None:
    """A due time at least half an hour after the arrival, or none."""
    if rng.chance(20):
        return None
    soon = limit_of(rules, "band", 60 if domain.is_day else 180)
    for _ in range(20):
        minute = now + rng.between(-soon, 5 * soon // 2)
        if minute >= arrival + 30 and is_open(minute) and (not domain.is_day or minute < 1440):
            return minute
    return None


def draw_tickets(rng, group: Plan, rules, now: int) -> tuple:
    """The tickets of a queue; many share the class, the unit and the numbers of one of them, so that later rules have ties to break."""
    domain, share, rank_share = DOMAINS[group.domain], SHARES[group.level], RANK_SHARES[group.level]
    centre = Ticket(rng.between(2, 3), 0, 1, rng.below(5), None, rng.choice(domain.counts[:2]), rng.choice(domain.efforts))
    tickets = []
    for arrival in draw_arrivals(rng, domain, rules, now, rng.between(*CASES[group.level])):
        tickets.append(Ticket(
            centre.rank if rng.chance(rank_share) else rng.choice(CLASSES), arrival, 1 if rng.chance(share) else rng.below(3),
            centre.unit if rng.chance(rank_share) else rng.below(5), draw_due(rng, domain, rules, arrival, now),
            centre.count if rng.chance(share) else rng.choice(domain.counts), centre.effort if rng.chance(share) else rng.choice(domain.efforts)))
    return tuple(tickets)


def draw_now(rng, domain: Domain) -> int:
    """The minute of the day at which the list is looked at."""
    return rng.between(12 * 60 + 30, 17 * 60 + 30) if domain.is_day else rng.between(8 * 60, 18 * 60)


# Planting: versions of one element

def is_sound(domain: Domain, ticket: Ticket, now: int) -> bool:
    """Whether the times of a ticket go together."""
    return (is_open(ticket.arrival) and ticket.arrival <= now - 5 and (not domain.is_day or ticket.arrival >= OPEN)
            and (ticket.due is None or ticket.due >= ticket.arrival + 30 and is_open(ticket.due) and (not domain.is_day or ticket.due < 1440)))


def arrival_values(rng, case: Case, ticket: Ticket, domain: Domain) -> list:
    """Moments at which a ticket may come in: any, and the last that passes and the first that fails a waiting limit."""
    taken = {other.arrival for other in case.tickets}
    low = max(min(taken) - 10, OPEN) if domain.is_day else min(taken) - 10
    high = case.now - 6 if ticket.due is None else min(case.now - 6, ticket.due - 30)
    values = [rng.between(low, high) for _ in range(6)]
    for rule in case.rules + case.adjustments:
        if rule.key == "waited":
            limit = case.now - rule.limit - (0 if rule.is_closed else 1)
            values += [limit, limit + 1]
    return [ticket.arrival] + sorted(value for value in set(values) - taken if low <= value <= high and is_open(value))


def due_values(rng, case: Case) -> list:
    """Due times at the two borders of the bands, one step past them, and others; none where the due time is a sort key."""
    for rule in case.rules + case.adjustments:
        if rule.key == "band":
            slack = 0 if rule.is_closed else 1
            return [case.now - slack, case.now - slack + 1, case.now + rule.limit - slack, case.now + rule.limit - slack + 1]
    return sorted({case.now + rng.between(-60, 240) for _ in range(6)} - {ticket.due for ticket in case.tickets})


def versions(rng, case: Case, group: Plan, spot: int) -> list:
    """The ticket at a spot with every value of the group's element that goes with its times."""
    ticket, domain = case.tickets[spot], DOMAINS[group.domain]
    if group.kind == "arrival":
        return [ticket._replace(arrival=value) for value in arrival_values(rng, case, ticket, domain)]
    if group.kind == "class":
        return [ticket._replace(rank=value) for value in CLASSES]
    if group.kind == "flag":
        return [ticket._replace(flag=value) for value in range(3)]
    if group.kind == "department":
        return [ticket._replace(unit=value) for value in range(5)]
    return [other for other in (ticket._replace(due=value) for value in due_values(rng, case)) if is_sound(domain, other, case.now)]


def answers_by_place(order, keys, spot: int, versions_keys) -> dict:
    """{place: the answer there for every version of the ticket at a spot}, for inner places where some version stands."""
    others = [place for place in order if place != spot]
    sorted_keys = [keys[place] for place in others]
    at = [bisect.bisect(sorted_keys, key) for key in versions_keys]
    return {place: [spot if here == place else others[place - (here < place)] for here in at]
            for place in sorted(set(at)) if 0 < place < len(others)}


def with_ticket(case: Case, spot: int, tickets, number: int) -> Case:
    """The case with one of the tickets at a spot."""
    return case._replace(tickets=case.tickets[:spot] + (tickets[number],) + case.tickets[spot + 1:])


def ticket_versions(rng, case: Case, group: Plan):
    """Yields, for every ticket of the queue, (function from a number to the case with that value of the element, answers by place)."""
    keys = sort_keys(case)
    order = ordered(keys)
    for spot in rng.shuffled(range(len(keys))):
        tickets = versions(rng, case, group, spot)
        rows = answers_by_place(order, keys, spot, keys_of(tickets, case.rules, case.adjustments, case.now))
        yield functools.partial(with_ticket, case, spot, tickets), rows


def set_crossing(rng, ticket: Ticket, rule: Rule, moment: int) -> Ticket:
    """The ticket with the arrival or due time that makes it pass a border of the rule at that moment."""
    slack = 0 if rule.is_closed else 1
    if rule.key == "waited":
        return ticket._replace(arrival=moment - rule.limit - slack)
    return ticket._replace(due=moment - slack + (rule.limit if rng.chance(60) else 0))


def clock_versions(rng, case: Case, group: Plan) -> list:
    """The case at three moments: the last before one ticket passes a border, between, and when a second ticket does; empty where times clash."""
    domain, clocked = DOMAINS[group.domain], [rule for rule in case.rules + case.adjustments if rule.key in CLOCKED]
    first, gap = case.now, rng.choice(GAPS)
    one, other = rng.sample(range(len(case.tickets)), 2)
    tickets = list(case.tickets)
    tickets[one] = set_crossing(rng, tickets[one], rng.choice(clocked), first)
    tickets[other] = set_crossing(rng, tickets[other], rng.choice(clocked), first + gap)
    moments = (first - 1, rng.choice((first, first + gap - 1)), first + gap)
    if len({ticket.arrival for ticket in tickets}) < len(tickets) or not all(is_sound(domain, tickets[spot], moments[0]) for spot in (one, other)):
        return []
    return [case._replace(tickets=tuple(tickets), now=moment) for moment in moments]


# Finding groups

def picks(rng, make, rows: dict, group: Plan):
    """Yields (cases, answers), as many as the group has members, with different answers at one place that is neither first nor last.

    make: gives the case of a version's number; rows: {place: the answer there in every version}.
    """
    for place in rng.shuffled(place for place, golds in rows.items() if len(set(golds)) >= group.size):
        by_answer = {}
        for number, gold in enumerate(rows[place]):
            by_answer.setdefault(gold, []).append(number)
        golds = rng.sample(by_answer, group.size)
        yield tuple(make(rng.choice(by_answer[gold]))._replace(place=place) for gold in golds), golds


def is_misread(cases, golds, reader, least: int = 2) -> bool:
    """Whether a reader, who makes another case of a case, is wrong in at least so many of them."""
    return sum(answer(reader(case)) != gold for case, gold in zip(cases, golds)) >= least


def idle_parts(cases, golds) -> int:
    """How many rules and adjustments could be left out without a change in any answer."""
    changes = [[part != gold for part in answers_in_parts(case)] for case, gold in zip(cases, golds)]
    return sum(not any(column) for column in zip(*changes))


def is_deep(cases, golds, group: Plan) -> bool:
    """Whether leaving out the adjustments, or the clock, changes most answers, hardly any part is idle, and borders matter where the clock moves."""
    if group.kind == "current_time" and not is_misread(cases, golds, other_borders, 1):
        return False
    if group.level > 1 and not (is_misread(cases, golds, unadjusted) and is_misread(cases, golds, clockless)):
        return False
    return idle_parts(cases, golds) <= IDLE[group.level]


def offers(rng, cases, golds, cuts) -> list:
    """Sets of five tickets with all answers and all short cuts, filled up with neighbours in the order; empty where these are too many."""
    fixed = list(dict.fromkeys([*golds, *cuts]))
    if len(fixed) > OPTIONS:
        return []
    order = ordered(sort_keys(cases[0]))
    near = [spot for spot in sorted(order, key=lambda spot: abs(order.index(spot) - cases[0].place)) if spot not in fixed][:NEIGHBOURS]
    fills = list(itertools.combinations(near, OPTIONS - len(fixed)))
    return [(*fixed, *fill) for fill in (rng.sample(fills, FILLS) if len(fills) > FILLS else fills)]


def draw_found(rng, group: Plan, keys):
    """Yields the sets of cases found in one queue under rules with given keys, with the sets of options they may have; often none."""
    rules, adjustments = draw_rules(rng, group, keys)
    now = draw_now(rng, DOMAINS[group.domain])
    case = Case(rules, adjustments, draw_tickets(rng, group, rules + adjustments, now), now, 0)
    if group.kind == "current_time":
        cases = clock_versions(rng, case, group)
        columns = list(zip(*[ordered(sort_keys(version)) for version in cases]))
        pool = [(cases.__getitem__, dict(enumerate(columns[1:-1], 1)))]
    else:
        pool = ticket_versions(rng, case, group)
    for make, rows in pool:
        for members, golds in picks(rng, make, rows, group):
            cuts = list(map(short_cut, members))
            if sum(gold == cut for gold, cut in zip(golds, cuts)) == group.hits and is_deep(members, golds, group):
                sets = offers(rng, members, golds, cuts)
                if sets:
                    yield members, sets


# Choosing options, numbers and places

def crowded(values, offered) -> dict:
    """For each ticket on offer: how many of them stand on one level with it before the last rule, most first, then the arrival."""
    levels = [values[spot][0] for spot in offered]
    return {spot: (-levels.count(values[spot][0]), values[spot][1]) for spot in offered}


def ranks(values, offered, gold: int) -> int:
    """The place of gold among the tickets on offer by a value, smallest first."""
    return sorted(offered, key=values.__getitem__).index(gold)


def to_border(case: Case, ticket: Ticket) -> int:
    """How many minutes a ticket is from the nearest border of a rule that looks at the clock."""
    far = [abs(case.now - ticket.arrival - rule.limit) for rule in case.rules + case.adjustments if rule.key == "waited"]
    if ticket.due is not None:
        far += [abs(ticket.due - case.now - edge) for rule in case.rules + case.adjustments if rule.key == "band" for edge in (0, rule.limit)]
    return min(far, default=HIGHEST)


def distances(case: Case) -> list:
    """How far each ticket stands from the place asked for."""
    order = ordered(sort_keys(case))
    far = [0] * len(order)
    for place, spot in enumerate(order):
        far[spot] = 2 * abs(place - case.place) + (place > case.place)
    return far


RANKED = {
    "arrival": lambda case: [ticket.arrival for ticket in case.tickets],
    "short cut": lambda case: list(map(short_cut_key, case.tickets)),
    "adjusted": lambda case: list(zip(adjusted(case.tickets, case.adjustments, case.now), (ticket.arrival for ticket in case.tickets))),
    "border": lambda case: [(to_border(case, ticket), ticket.arrival) for ticket in case.tickets],
    "first rule": lambda case: keys_of(case.tickets, (case.rules[0], case.rules[-1]), case.adjustments, case.now),
    "crowd": lambda case: list(zip((key[:-1] for key in sort_keys(case)), (ticket.arrival for ticket in case.tickets))),
    "near arrival": lambda case: distances(under(case, (), ())),
    "near unadjusted": lambda case: distances(unadjusted(case)),
    "near clockless": lambda case: distances(clockless(case)),
    "order": sort_keys,
}
"""Ways to rank the five tickets on offer that must not point to the answer."""
WITHOUT_ADJUSTMENTS = [name for name in RANKED if name not in ("adjusted", "near unadjusted", "near clockless")]
"""The ways that apply on level 1."""
MIDDLE = {("order", place): (1, 1) for place in (1, 2, 3)}
"""In the true order gold is second, third or fourth of the five, each in a third of the members; it has neighbours on both sides."""


def looks(cases, sets) -> list:
    """For every set of options: how often gold has each place among the five in every way of ranking, over the members."""
    golds, ways = list(map(answer, cases)), RANKED if cases[0].adjustments else WITHOUT_ADJUSTMENTS
    values = [(name, gold, RANKED[name](case)) for name in ways for case, gold in zip(cases, golds)]
    found = []
    for offered in sets:
        counts = {place: 0 for place in CASE_TARGETS if place[0] in ways}
        for name, gold, row in values:
            place = name, ranks(crowded(row, offered) if name == "crowd" else row, offered, gold)
            if place in counts:
                counts[place] += 1
        found.append(counts)
    return found


def listing_look(listing: Listing, golds, offered) -> dict:
    """How often gold has each place among the five by place in the list, number and length of the subject, over the members."""
    counts = {(name, place): 0 for name in ("list", "number", "length") for place in range(OPTIONS)}
    lengths = [(len(subject), spot) for spot, subject in enumerate(listing.subjects)]
    at = {spot: place for place, spot in enumerate(listing.order)}
    for gold in golds:
        counts["list", ranks(at, offered, gold)] += 1
        counts["number", ranks(listing.numbers, offered, gold)] += 1
        counts["length", ranks(lengths, offered, gold)] += 1
    return counts


def fifths(ways) -> dict:
    """Targets that hold every place among the five at a fifth of the items of groups of three, in every way of ranking."""
    return {(name, place): (3, 5) for name in ways for place in range(OPTIONS)}


CASE_TARGETS = {**fifths(name for name in RANKED if name != "order"), **MIDDLE}
CASE_WEIGHTS = {**{(name, place): 2 for name in ("arrival", "adjusted", "first rule") for place in range(OPTIONS)},
                ("border", 0): 4, ("near arrival", 0): 2, ("crowd", 0): 8}
LISTING_TARGETS = fifths(("list", "number", "length"))


def draw_number(rng, domain: Domain) -> str:
    """A number: the desk's letters, a digit for the way it came in, and a running number of that way."""
    return f"{domain.prefix}-{rng.choice('2479')}{rng.between(1000, 9899)}"


def draw_listing(rng, group: Plan, count: int) -> Listing:
    """Numbers, subjects and an order that have nothing to do with the order asked for; half of the lists go by number."""
    domain, numbers = DOMAINS[group.domain], []
    while len(numbers) < count:
        number = draw_number(rng, domain)
        if number not in numbers:
            numbers.append(number)
    order = sorted(range(count), key=numbers.__getitem__) if rng.chance(50) else rng.shuffled(range(count))
    return Listing(tuple(order), tuple(numbers), tuple(rng.sample(domain.subjects, count)))


# Text

PICKS = ("title", "opening", "heads", "rules", "clock", "asked", "line", "blocks", "times", "none", *NOTE_TEXTS)
"""Sentences and parts of a document that come in several phrasings."""
BOARD_OPENINGS = (
    "{title} - {organisation}\nList printed by {author}",
    "{organisation}\n{title}, print-out for {author}",
    "{title}\n{organisation}, {desk} (user {author})",
)
BOARD_HEADS = (("ORDER OF WORK", "{RANK} ADJUSTMENTS", "NOTES"), ("SORTING RULES", "ADJUSTMENTS TO THE {RANK}", "READING THE LIST"),
               ("WHAT GOES FIRST", "ADJUSTED {RANK}", "REMARKS"))
BOARD_ASKED = ("Place asked for: {place}", "Look up place {place}", "Wanted: the {one} at place {place}")
CSV_OPENINGS = (
    "# {title}, {organisation}\n# exported by {author}",
    "# export of the {desk}, {organisation}; run by {author}\n# view: {title}",
    "# source: {organisation} / {desk}\n# report: {title}\n# user: {author}",
)
CSV_ASKED = ("# place asked for: {place}", "# query: place {place}", "# wanted place: {place}")
YAML_OPENINGS = (
    'queue: "{title}"\nkept_at: "{organisation}"\nwritten_by: "{author}"',
    'title: "{title}"\ndesk: "{desk}, {organisation}"\nauthor: "{author}"',
    'organisation: "{organisation}"\nview: "{title}"\nrequested_by: "{author}"',
)
YAML_HEADS = (("order_rules", "adjustments", "notes"), ("sort", "adjust", "remarks"), ("ordering", "adjusting", "reading"))
YAML_ASKED = ("place_asked_for: {place}", "wanted_place: {place}", "lookup: {{place: {place}}}")
MAIL_OPENINGS = (
    ("Hello all,", "here is what is waiting at the {desk}, with the rules we go by.", "Thanks,"),
    ("Dear colleagues,", "the {many} that are still open are below, together with our ordering rules.", "Kind regards,"),
    ("Hi,", "this is the list for the handover at the {desk}. The rules have not changed.", "Best,"),
)
MAIL_HEADS = (("We put them in order like this:", "First of all the {rank} is adjusted:", "For reading the list:", "The list:"),
              ("Ordering rules", "Adjustments of the {rank}", "Please note", "Waiting now"),
              ("Order of work:", "How the {rank} is adjusted:", "Good to know:", "Open {many}:"))
MAIL_ASKED = ("Which {one} comes at place {place}?", "Please send me the number of the {one} at place {place}.", "I need the {one} at place {place}.")
MAIL_LINES = ("- {number}, {subject}. {Fields}.", "> {number} ({fields}): {subject}", "{number} - {subject} - {fields}")
BLOCKS = (("rules", "steps", "notes"), ("steps", "rules", "notes"), ("notes", "steps", "rules"), ("rules", "notes", "steps"))
SECTIONS = (("rules", "list", "asked"), ("asked", "rules", "list"), ("list", "rules", "asked"), ("rules", "asked", "list"), ("asked", "list", "rules"))


def chosen(table, wording: Wording, slot: str):
    """The phrase of a table that the wording has picked."""
    return table[wording.pick[slot] % len(table)]


def limit_text(minutes: int) -> str:
    """'90 minutes', '2 hours'."""
    return f"{minutes // 60} hours" if minutes % 60 == 0 and minutes >= 120 else f"{minutes} minutes"


def words_of(wording: Wording) -> dict:
    """What every phrase may name, also with a capital."""
    domain = DOMAINS[wording.domain]
    words = {"one": domain.one, "many": domain.many, "rank": domain.rank, "arrival": domain.arrival[1], "due": domain.due[1], "flag": domain.flag,
             "unit": domain.unit[0], "units": domain.unit[1], "count": domain.count[1], "effort": domain.effort[1], "a": domain.flags[0], "b": domain.flags[1],
             "desk": domain.desk, "an": english.article(domain.one), "a_due": english.article(domain.due[1]), "clock": chosen(CLOCKS[wording.layout], wording, "clock")[1]}
    words.update({english.sentence(name): english.sentence(word) for name, word in words.items() if len(name) > 1})
    return {**words, "RANK": domain.rank.upper(), "organisation": wording.organisation, "author": wording.author, "title": chosen(domain.titles, wording, "title")}


def rule_text(rule: Rule, wording: Wording, words: dict, is_step: bool) -> str:
    """The sentence of a rule or an adjustment."""
    plain, clocked = (ADJUSTMENT_TEXTS, CLOCK_ADJUSTMENT_TEXTS) if is_step else (RULE_TEXTS, CLOCK_RULE_TEXTS)
    texts = clocked[rule.key, rule.is_closed] if rule.key in CLOCKED else plain[rule.key]
    units = [DOMAINS[wording.domain].units[unit] for unit in rule.units]
    return chosen(texts, wording, "rules").format(**words, **dict(zip("xyz", units)), limit=rule.limit and limit_text(rule.limit))


def notes(case: Case, wording: Wording, words: dict) -> list:
    """The sentences on how the rules and the list are read."""
    domain, keys = DOMAINS[wording.domain], {rule.key for rule in case.rules + case.adjustments}
    slots = ["order"]
    slots += ["up", "adjusted", "limits_two" if len(case.adjustments) > 1 else "limits_one"] if case.adjustments else []
    slots += ["waiting_day" if domain.is_day else "waiting"] if "waited" in keys else []
    slots += ["reached" if case.rules[0].is_closed else "passed", "left"] if "band" in keys else []
    slots.append("place")
    rank_rule = next((number for number, rule in enumerate(case.rules, 1) if rule.key == "rank"), None)
    found = [chosen(NOTE_TEXTS[slot], wording, slot).format(**words, rule=rank_rule) for slot in slots]
    if domain.is_day and wording.layout != "csv":
        found.append(chosen(TIMES_NOTE, wording, "times").format(day=wording.day.isoformat() if wording.layout == "yaml" else english.short_date(wording.day)))
    has_none = wording.layout in NONE_NOTES and {"flag", "due"} & set(wording.columns)
    return found + ([chosen(NONE_NOTES[wording.layout], wording, "none")] if has_none else [])


def when(minute: int, wording: Wording, is_full: bool = False) -> str:
    """A moment as the layout writes it; the clock of a document carries its date."""
    day = wording.day + datetime.timedelta(days=minute // 1440)
    time = english.clock(minute % 1440)
    if wording.layout == "csv" or wording.layout == "yaml" and (is_full or not DOMAINS[wording.domain].is_day):
        return f"{day.isoformat()} {time}"
    if is_full:
        return f"{english.short_date(day)} {time}"
    return time if DOMAINS[wording.domain].is_day else f"{english.short_date(day)[:6]} {time}"


def cell(case: Case, listing: Listing, spot: int, column: str, wording: Wording) -> str | None:
    """The text of one field of a ticket; None where there is none."""
    ticket, domain = case.tickets[spot], DOMAINS[wording.domain]
    return {
        "rank": lambda: str(ticket.rank), "arrival": lambda: when(ticket.arrival, wording), "flag": lambda: (domain.flags[0], None, domain.flags[1])[ticket.flag],
        "unit": lambda: domain.units[ticket.unit], "due": lambda: None if ticket.due is None else when(ticket.due, wording),
        "count": lambda: str(ticket.count), "effort": lambda: str(ticket.effort), "subject": lambda: listing.subjects[spot],
        "person": lambda: wording.people[spot], "site": lambda: wording.sites[spot],
    }[column]()


def label(column: str, domain: Domain) -> str:
    """The heading of a column."""
    return {"number": english.sentence(domain.one), "rank": english.sentence(domain.rank), "arrival": domain.arrival[0], "flag": english.sentence(domain.flag),
            "unit": english.sentence(domain.unit[0]), "due": domain.due[0], "count": domain.count[0], "effort": domain.effort[0], "subject": "Subject",
            "person": domain.person, "site": domain.site}[column]


def width(column: str, wording: Wording) -> int:
    """How wide a column of a board is, for any ticket of the domain."""
    domain = DOMAINS[wording.domain]
    longest = {"number": [f"{domain.prefix}-00000"], "arrival": [when(0, wording)], "due": [when(0, wording)], "flag": domain.flags, "unit": domain.units,
               "subject": domain.subjects, "person": wording.people, "site": domain.sites}.get(column, ["0"])
    return max(len(text) for text in (*longest, label(column, domain)))


def board_list(case: Case, listing: Listing, wording: Wording) -> list:
    """The list as a board with columns of fixed width."""
    domain = DOMAINS[wording.domain]
    columns = [(column, width(column, wording)) for column in ("number", *wording.columns)]
    lines = [[label(column, domain) for column, _ in columns], ["-" * wide for _, wide in columns]]
    lines += [[listing.numbers[spot], *(cell(case, listing, spot, column, wording) or "-" for column in wording.columns)] for spot in listing.order]
    return [" | ".join(text.ljust(wide) for text, (_, wide) in zip(line, columns)).rstrip() for line in lines]


def key(column: str, domain: Domain) -> str:
    """The name of a field in a file."""
    return re.sub("[^a-z0-9]+", "_", label(column, domain).lower())


def csv_list(case: Case, listing: Listing, wording: Wording) -> list:
    """The list as a file with semicolons."""
    domain = DOMAINS[wording.domain]
    lines = [[key(column, domain) for column in ("number", *wording.columns)]]
    lines += [[listing.numbers[spot], *(cell(case, listing, spot, column, wording) or "" for column in wording.columns)] for spot in listing.order]
    return [";".join(line) for line in lines]


def yaml_value(text: str | None, column: str) -> str:
    """A value as YAML writes it: numbers bare, words bare, moments and subjects in quotes."""
    return "null" if text is None else f'"{text}"' if column in ("arrival", "due", "subject", "site") else text


def yaml_list(case: Case, listing: Listing, wording: Wording) -> list:
    """The list as YAML, one mapping a line."""
    domain = DOMAINS[wording.domain]
    lines = [f"{domain.many.replace(' ', '_')}:"]
    for spot in listing.order:
        fields = [f"{key(column, domain)}: {yaml_value(cell(case, listing, spot, column, wording), column)}" for column in wording.columns]
        lines.append(f"  - {{id: {listing.numbers[spot]}, {', '.join(fields)}}}")
    return lines


def mail_field(case: Case, listing: Listing, spot: int, column: str, wording: Wording) -> str:
    """One field in the words of a mail: 'priority 2', 'no due time'."""
    domain, text = DOMAINS[wording.domain], cell(case, listing, spot, column, wording)
    if text is None:
        return f"no {domain.flag if column == 'flag' else domain.due[1]}"
    name = {"count": domain.count[1], "effort": domain.effort[1]}.get(column, label(column, domain).lower())
    return f"{name} {text}{' min' if column == 'effort' else ''}"


def mail_list(case: Case, listing: Listing, wording: Wording) -> list:
    """The list as lines of a mail."""
    lines = []
    for spot in listing.order:
        fields = ", ".join(mail_field(case, listing, spot, column, wording) for column in wording.columns if column != "subject")
        lines.append(chosen(MAIL_LINES, wording, "line").format(number=listing.numbers[spot], subject=listing.subjects[spot], fields=fields,
                                                                Fields=english.sentence(fields)))
    return lines


def numbered(texts, marks: str, form: str) -> list:
    """The texts with a mark before each; `form` holds {mark} and {text}."""
    return [form.format(mark=mark, text=text) for mark, text in zip(marks, texts)]


def parts(case: Case, wording: Wording, words: dict) -> tuple:
    """(rules, adjustments, notes) as sentences."""
    return ([rule_text(rule, wording, words, False) for rule in case.rules], [rule_text(rule, wording, words, True) for rule in case.adjustments],
            notes(case, wording, words))


def joined(blocks, wording: Wording) -> list:
    """The lines of the blocks of rules in the document's order, a blank line between them; empty blocks are left out."""
    kept = [blocks[name] for name in chosen(BLOCKS, wording, "blocks") if blocks[name]]
    return [line for number, block in enumerate(kept) for line in ([""] if number else []) + block]


def headed(head: str, lines) -> list:
    """The lines under a heading; nothing where there are none."""
    return [head, *lines] if lines else []


def clock_line(case: Case, wording: Wording, form: str) -> str:
    """The line with the current time."""
    return form.format(label=chosen(CLOCKS[wording.layout], wording, "clock")[0], time=when(case.now, wording, True))


def render_board(case: Case, listing: Listing, wording: Wording) -> dict:
    """Sections of a printed list: heading, rules under capitals, table of fixed width."""
    words = words_of(wording)
    rules, steps, remarks = parts(case, wording, words)
    heads = [head.format(**words) for head in chosen(BOARD_HEADS, wording, "heads")]
    return {"opening": [*chosen(BOARD_OPENINGS, wording, "opening").format(**words).split("\n"), clock_line(case, wording, "{label}: {time}")],
            "rules": joined({"rules": headed(heads[0], numbered(rules, "123456", "  {mark}. {text}")), "steps": headed(heads[1], numbered(steps, "ab", "  {mark}) {text}")),
                             "notes": headed(heads[2], numbered(remarks, "*" * 12, "  {mark} {text}"))}, wording),
            "list": board_list(case, listing, wording), "asked": [chosen(BOARD_ASKED, wording, "asked").format(**words, place=case.place + 1)]}


def render_csv(case: Case, listing: Listing, wording: Wording) -> dict:
    """Sections of a file export: everything but the list in comment lines."""
    words = words_of(wording)
    rules, steps, remarks = parts(case, wording, words)
    return {"opening": [*chosen(CSV_OPENINGS, wording, "opening").format(**words).split("\n"), clock_line(case, wording, "# {label}: {time}")],
            "rules": [line for line in joined({"rules": numbered(rules, "123456", "# rule {mark}: {text}"), "steps": numbered(steps, "ab", "# adjustment {mark}: {text}"),
                                               "notes": numbered(remarks, "*" * 12, "# note: {text}")}, wording) if line],
            "list": csv_list(case, listing, wording), "asked": [chosen(CSV_ASKED, wording, "asked").format(**words, place=case.place + 1)]}


def render_yaml(case: Case, listing: Listing, wording: Wording) -> dict:
    """Sections of a YAML file."""
    words, heads = words_of(wording), chosen(YAML_HEADS, wording, "heads")
    rules, steps, remarks = parts(case, wording, words)
    return {"opening": [*chosen(YAML_OPENINGS, wording, "opening").format(**words).split("\n"), clock_line(case, wording, '{label}: "{time}"')],
            "rules": [line for line in joined({"rules": headed(f"{heads[0]}:", numbered(rules, "123456", '  {mark}: "{text}"')),
                                               "steps": headed(f"{heads[1]}:", numbered(steps, "ab", '  {mark}: "{text}"')),
                                               "notes": headed(f"{heads[2]}:", numbered(remarks, "-" * 12, '  {mark} "{text}"'))}, wording) if line],
            "list": yaml_list(case, listing, wording), "asked": [chosen(YAML_ASKED, wording, "asked").format(**words, place=case.place + 1)]}


def render_mail(case: Case, listing: Listing, wording: Wording) -> dict:
    """Sections of a handover mail."""
    words = words_of(wording)
    rules, steps, remarks = parts(case, wording, words)
    heads = [head.format(**words) for head in chosen(MAIL_HEADS, wording, "heads")]
    greeting, sentence, closing = (text.format(**words) for text in chosen(MAIL_OPENINGS, wording, "opening"))
    return {"opening": [f"From: {wording.author}", f"To: {words['desk']}, {wording.organisation}", f"Subject: {words['title']}", "", greeting, sentence,
                        clock_line(case, wording, "{label}: {time}")],
            "rules": joined({"rules": headed(heads[0], numbered(rules, "123456", "({mark}) {text}")), "steps": headed(heads[1], numbered(steps, "ab", "[{mark}] {text}")),
                             "notes": headed(heads[2], remarks)}, wording),
            "list": [heads[3], *mail_list(case, listing, wording)], "asked": [chosen(MAIL_ASKED, wording, "asked").format(**words, place=case.place + 1)],
            "closing": [closing, wording.author.split()[0]]}


RENDERERS = {"board": render_board, "csv": render_csv, "yaml": render_yaml, "mail": render_mail}


def render(case: Case, listing: Listing, wording: Wording) -> str:
    """The state of one member."""
    sections = RENDERERS[wording.layout](case, listing, wording)
    order = ["opening", *wording.sections, *(["closing"] if "closing" in sections else [])]
    gap = "\n" if wording.layout in ("csv", "yaml") else "\n\n"
    return gap.join("\n".join(sections[name]) for name in order)


# Groups

EXTRA_COLUMNS = {"board": 45, "csv": 75, "yaml": 30, "mail": 40}
"""In how many of 100 documents of a layout a field that no rule reads is shown."""
READ_FIELDS = {"waited": "arrival", "band": "due"}
"""The field that a rule reads where it is not named like the rule."""


def draw_columns(rng, layout: str, case: Case) -> tuple:
    """The fields shown, in the document's order: class, arrival and subject, those a rule reads, and some more."""
    read = {READ_FIELDS.get(rule.key, rule.key) for rule in case.rules + case.adjustments} | {"rank", "subject"}
    more = [name for name in ("flag", "unit", "due", "count", "effort", "person", "site") if name not in read and rng.chance(EXTRA_COLUMNS[layout])]
    return tuple(rng.shuffled([*sorted(read), *more]))


def draw_day(rng, domain: Domain) -> datetime.date:
    """A working day in 2025 or 2026; the days before it, as far as a list reaches back, are working days too."""
    weeks = rng.below(98)  # 2025 but for its last week, then 2026 from its second week on: no queue crosses a new year
    return datetime.date(2025, 1, 6) + datetime.timedelta(days=7 * (weeks + 2 * (weeks >= 50)) + rng.between(0 if domain.is_day else 2, 4))


def draw_wording(rng, group: Plan, case: Case) -> Wording:
    """Everything about a document that is not its case, its numbers or its subjects."""
    domain, count = DOMAINS[group.domain], len(case.tickets)
    columns = draw_columns(rng, group.layout, case)
    sections = rng.choice([order for order in SECTIONS if group.layout != "csv" or order[-1] == "list"])
    return Wording(
        group.domain, group.layout, {slot: rng.below(12) for slot in PICKS}, draw_day(rng, domain),
        f"{rng.choice(names.STEMS)} {rng.choice(domain.organisations)}", names.person(rng), tuple(names.people(rng, count)),
        tuple(rng.choice(domain.sites) for _ in range(count)), columns, sections,
        rng.choice(QUESTIONS), rng.choice(MEANINGS) if "person" in columns else MEANINGS[0])


def question(rng, group: Plan, found: Found, listing: Listing, wording: Wording) -> dict:
    """The typed question: the five tickets with their meanings, the answers at their planned places."""
    golds = list(map(answer, found.cases))
    places = dict(zip(group.slots, golds))
    others = rng.shuffled(spot for spot in found.offered if spot not in golds)
    spots = [places[slot] if slot in places else others.pop() for slot in range(OPTIONS)]
    meanings = {listing.numbers[spot]: wording.meaning.format(subject=listing.subjects[spot], person=wording.people[spot]) for spot in spots}
    return items.choice(wording.question.format(**words_of(wording)), meanings)


def check_group(found: Found, group: Plan, states, lines_of) -> None:
    """Answers, short cut and depth as planned; the members differ in one element, and their states in its one line."""
    where = f"{FAMILY} level {group.level} {group.kind} group {group.number}"
    golds, base = [answer(case) for case in found.cases], found.cases[0]
    checks.require(len(set(golds)) == group.size and len(found.offered) == OPTIONS, f"{where}: answers {golds} among {found.offered}")
    checks.require(set(golds) | set(map(short_cut, found.cases)) <= set(found.offered), f"{where}: an answer or a short cut is not on offer")
    checks.require(sum(short_cut(case) == gold for case, gold in zip(found.cases, golds)) == group.hits, f"{where}: the short cut is not right {group.hits} times")
    checks.require(0 < base.place < len(base.tickets) - 1, f"{where}: place {base.place} is an end")
    checks.require(is_deep(found.cases, golds, group), f"{where}: a part of the rules can be left out")
    for case, state in zip(found.cases[1:], states[1:]):
        check_difference(base, case, group, where)
        changed = [states[0].split("\n")[place] for place in checks.changed_lines(states[0], state)]
        checks.require(len(changed) == 1 and changed[0] in lines_of, f"{where}: lines {changed} differ")
    for case in found.cases:
        arrivals = [ticket.arrival for ticket in case.tickets]
        checks.require(len(set(arrivals)) == len(arrivals) and max(arrivals) < case.now, f"{where}: arrivals repeat or lie ahead")


def check_difference(base: Case, case: Case, group: Plan, where: str) -> None:
    """Two members differ in the group's element alone."""
    field = {"arrival": "arrival", "class": "rank", "flag": "flag", "department": "unit", "promised_time": "due"}.get(group.kind)
    different = [(one, other) for one, other in zip(base.tickets, case.tickets) if one != other]
    rest = base._replace(tickets=(), now=0) == case._replace(tickets=(), now=0)
    if field is None:
        checks.require(rest and not different and base.now != case.now, f"{where}: more than the clock differs")
    else:
        checks.require(rest and base.now == case.now and len(different) == 1 and different[0][0]._replace(**{field: getattr(different[0][1], field)}) == different[0][1],
                       f"{where}: more than one {field} differs")


class Totals(NamedTuple):
    """Running totals of one level: how gold stands among the five in the case, and in the list."""

    cases: balance.Balance
    listings: balance.Balance


def find_group(draw: draws.Draw, group: Plan, totals: Totals) -> Found:
    """The cases of a group and the tickets on offer, chosen among several by the totals. Raises CheckFailed at the bound."""
    found, keys = [], None
    for candidate in range(TRIES):
        if candidate % SAME_KEYS[group.level] == 0:
            keys = draw_keys(draws.stream(draw, FAMILY, group.level, group.number, "keys", candidate), group)
        found += draw_found(draws.stream(draw, FAMILY, group.level, group.number, candidate), group, keys)
        if len(found) >= KEPT[group.level]:
            choices = [(Found(cases, offered), look) for cases, sets in found for offered, look in zip(sets, looks(cases, sets))]
            return (totals.cases.choose(choices, lambda choice: choice[1]) if group.size == 3 else choices[0])[0]
    raise checks.CheckFailed(f"{FAMILY} level {group.level} {group.kind} group {group.number}: no fitting queue in {TRIES} draws")


def build_group(draw: draws.Draw, group: Plan, totals: Totals) -> items.Group:
    """One group on its own stream."""
    rng = draws.stream(draw, FAMILY, group.level, group.number)
    found = find_group(draw, group, totals)
    golds = list(map(answer, found.cases))
    listings = [draw_listing(rng, group, len(found.cases[0].tickets)) for _ in range(LISTINGS)]
    listing = totals.listings.choose(listings, lambda one: listing_look(one, golds, found.offered)) if group.size == 3 else listings[0]
    wording = draw_wording(rng, group, found.cases[0])
    states = [render(case, listing, wording) for case in found.cases]
    sections = RENDERERS[group.layout](found.cases[0], listing, wording)
    check_group(found, group, states, sections["opening"] if group.kind == "current_time" else sections["list"])
    names_of = listing.numbers
    members = [items.Member(state, names_of[gold], group.kind if number else None, None, number > 0) for number, (state, gold) in enumerate(zip(states, golds))]
    return items.Group(group.level, group.domain, group.layout, question(rng, group, found, listing, wording), tuple(members))


def build(draw: draws.Draw) -> list:
    """The 600 items of a draw."""
    totals = {level: Totals(balance.Balance(CASE_TARGETS, CASE_WEIGHTS), balance.Balance(LISTING_TARGETS)) for level in families.LEVELS}
    groups = [build_group(draw, group, totals[group.level]) for group in plan(draw)]
    checks.check_family(families.BY_NAME[FAMILY], groups)
    return items.number_items(FAMILY, draw, groups)


if __name__ == "__main__":
    sys.exit(cards.write_family(FAMILY, build))
