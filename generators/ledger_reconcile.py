"""ledger_reconcile: which entry of ledger A does not reconcile with ledger B?  Layer F, 66 triples and one pair a level.

Both ledgers cover one month; five entries of ledger A and `none` are the options. The members of a group share ledger A, the conventions
and all of ledger B but its changed lines. In 100 groups one member is the untouched base (gold `none`, kind null); every other member
differs from the base in one planted element of ledger B, so that exactly one entry fails.
Levels: 8 entries, same day; 13 entries, days of tolerance, charges and part payments; 22 entries, collective lines besides.
Kinds: missing (142 items: the line of an entry is another line), sign (60: money in for money out or the other way round), and four in which an entry's
line and a line without partner exchange something: amount (140: amounts a cent, two digits, or a charge or a price apart), date (60: one day outside),
reference (61), fee (37: the amount after another charge).
All five entries on offer are prepared for a fault of some kind in the same way, and the plan decides which faults are shown. References and amounts
recur in both ledgers: an entry that fails still finds its reference in ledger B and the amount its line would show, though not on one line. Lines of
ledger B without partner, two to seven, stand in every member.
"""
from __future__ import annotations

import datetime
import itertools
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import balance, cards, checks, draws, english, families, items, names

FAMILY = "ledger_reconcile"
NONE = "none"
KINDS = {
    1: {"missing": 48, "amount": 47, "date": 24, "sign": 24, "reference": 24},
    2: {"missing": 47, "amount": 47, "date": 18, "sign": 18, "reference": 18, "fee": 19},
    3: {"missing": 47, "amount": 46, "date": 18, "sign": 18, "reference": 19, "fee": 18},
}
"""Faulty items a level."""
NONE_GROUPS = {1: 33, 2: 33, 3: 34}
"""Triples a level that show the base case."""
ENTRIES = {1: 8, 2: 13, 3: 22}
REFERENCES = {1: 5, 2: 8, 3: 12}
PRICES = {1: 5, 2: 7, 3: 9}
POSTING_DAYS = {1: 4, 2: 7, 3: 8}
OPTIONS = 5
WAY_NAMES = PLAIN, CHARGED, SPLIT, BATCH = "plain", "charged", "split", "batch"
WAYS = {
    1: {"fee": {}, "sign": {PLAIN: 1}, "date": {PLAIN: 1}, "other": {PLAIN: 1}},
    2: {"fee": {CHARGED: 1}, "sign": {PLAIN: 75, CHARGED: 10, SPLIT: 15}, "date": {PLAIN: 20, CHARGED: 25, SPLIT: 55}, "other": {PLAIN: 28, CHARGED: 20, SPLIT: 52}},
    3: {"fee": {CHARGED: 1}, "sign": {PLAIN: 75, CHARGED: 10, SPLIT: 15}, "date": {PLAIN: 20, CHARGED: 25, SPLIT: 55}, "other": {PLAIN: 20, CHARGED: 12, SPLIT: 38, BATCH: 30}},
}
"""How the entries on offer are settled, by kind; sign and date of a collective line are shared among its entries, so these are never at fault there.
A missing part never goes to another reference, since it would leave a gap in the numbers of its fellows."""
OTHER_WAYS = {1: {PLAIN: 1}, 2: {PLAIN: 45, CHARGED: 40, SPLIT: 15}, 3: {PLAIN: 46, CHARGED: 40, SPLIT: 14}}
"""The same for the entries that are not on offer."""
SLIPS = ("cent", "digits", "other")
"""How a changed amount differs: by a cent, by two digits changed over, by a charge, a price or ten units."""
OUT_PERCENT = 25
"""Of 100 entries that are settled plainly: how many are money going out."""
SIGN_OUT_PERCENT = 55
SPARE = {1: (2, 5), 2: (2, 5), 3: (2, 6)}
"""Lines of ledger B without partner, at least; what the prepared faults need may be more."""
MOST_SPARE = {1: 6, 2: 7, 3: 7}
TRIES, KEPT = 400, {1: 10, 2: 8, 3: 7}
"""Draws of a group at most, and how many sound ones the balance chooses from."""
FLAT_CENTS, RATES = (25, 35, 40, 45, 60, 75, 80, 90), (90, 120, 140, 160, 190, 210, 250)
"""Charges a line in cents, and in hundredths of a percent."""
LARGE, MANY_PARTS = 3000, 6000
"""Cents from which an amount is paid in parts, and in more than two."""
GAP_PERCENT = 30
"""Of 100 entries in parts: how many have their numbers drawn, so that one may be missing."""


class Domain(NamedTuple):
    """One kind of bookkeeping. `methods`: two with a charge and one without; `is_bank`: ledger B is kept on banking days only."""

    organisations: tuple
    ledger: str
    statement: str
    entry: tuple
    line: tuple
    ref: str
    ref_head: str
    prefix: str
    digits: int
    name_head: str
    method: str
    methods: tuple
    goods: tuple
    extra: str
    extras: tuple
    author: str
    is_bank: bool


DOMAINS = {
    "tenancy": Domain(
        ("Housing Trust", "Lettings", "Residential Management"), "rent ledger", "bank statement", ("entry", "entries"), ("line", "lines"),
        "tenancy number", "Tenancy", "T-", 3, "Tenant", "method", ("card", "pay slip", "transfer"),
        (("rent", 61237), ("rent", 64862), ("rent", 67519), ("parking space", 4264), ("heating", 8847), ("heating", 9376), ("storage room", 2783),
         ("stair cleaning", 3458), ("laundry key", 1825), ("garage", 7648), ("bicycle rack", 1296)),
        "Sub-account", ("01", "02", "04"), "rent accounts", True),
    "fitness": Domain(
        ("Fitness Club", "Sports Centre", "Climbing Hall"), "membership ledger", "payout file", ("posting", "postings"), ("payout", "payouts"),
        "member number", "Member", "M", 4, "Name", "payment type", ("credit card", "wallet", "direct debit"),
        (("monthly fee", 2995), ("monthly fee", 3449), ("monthly fee", 3985), ("locker", 749), ("course block", 6419), ("towel service", 1245),
         ("coaching hour", 5865), ("day pass", 1479), ("climbing gear", 1829), ("sauna card", 4315), ("guest pass", 959)),
        "Studio", ("east", "main", "west"), "member services", False),
    "shop": Domain(
        ("Home Textiles", "Ceramics", "Lamp Works"), "sales book", "marketplace report", ("sales item", "sales items"), ("report row", "report rows"),
        "buyer number", "Buyer no.", "B-", 4, "Buyer", "channel", ("marketplace", "partner", "web shop"),
        (("table lamp", 4695), ("wool blanket", 7949), ("cushion cover", 1979), ("linen set", 8645), ("door mat", 2369), ("serving bowl", 3149),
         ("vase", 2839), ("tea towel", 939), ("wall clock", 5375), ("floor lamp", 12985), ("candle holder", 1529)),
        "Store", ("S1", "S2", "S5"), "sales desk", False),
    "market": Domain(
        ("Town Council", "Borough Office", "Market Authority"), "stall fee register", "treasury list", ("fee note", "fee notes"), ("treasury record", "treasury records"),
        "licence number", "Licence", "SL-", 3, "Trader", "way of paying", ("debit card", "post office", "giro"),
        (("pitch fee", 3642), ("pitch fee", 4453), ("pitch fee", 5284), ("power supply", 1163), ("water point", 691), ("waste fee", 947),
         ("awning hire", 2136), ("evening market", 6328), ("storage bay", 2794), ("corner pitch", 7215), ("cold store", 1873)),
        "Fund", ("310", "325", "340"), "markets team", True),
    "nursery": Domain(
        ("Day Nursery", "Kindergarten", "Children's House"), "fee book", "account extract", ("booking", "bookings"), ("movement", "movements"),
        "family number", "Family no.", "FN", 3, "Family", "instrument", ("parent app", "card reader", "bank order"),
        (("half-day care", 18427), ("full-day care", 29653), ("meals", 6841), ("meals", 7426), ("swimming", 2364), ("bus", 3152), ("craft material", 1283),
         ("late pick-up", 1679), ("music group", 4193), ("outing", 1456), ("holiday care", 9537)),
        "Page", ("A", "B", "C"), "nursery office", True),
    "practice": Domain(
        ("Physiotherapy", "Therapy Centre", "Rehabilitation Practice"), "treatment journal", "clearing report", ("voucher", "vouchers"), ("settlement", "settlements"),
        "patient file number", "File", "PF-", 4, "Patient", "means of payment", ("bank card", "phone pay", "invoice"),
        (("exercise 20", 3864), ("exercise 40", 6147), ("massage", 4582), ("ultrasound", 2736), ("group exercise", 1653), ("tape", 984),
         ("home visit", 8279), ("heat pack", 1325), ("first assessment", 7493), ("hand therapy", 5248), ("water therapy", 3517)),
        "Terminal", ("t1", "t2", "t3"), "reception", False),
    "marina": Domain(
        ("Marina", "Yacht Harbour", "Boatyard"), "harbour ledger", "acquirer file", ("ticket", "tickets"), ("transaction", "transactions"),
        "contract number", "Contract", "BC", 3, "Owner", "mode", ("kiosk card", "pay link", "giro slip"),
        (("berth", 14846), ("berth", 17652), ("berth", 20347), ("shore power", 2463), ("crane lift", 9581), ("mast store", 3374), ("pump-out", 1342),
         ("fresh water", 895), ("winter cover", 6253), ("trailer park", 4138), ("hull wash", 7829)),
        "Jetty", ("north", "south", "quay"), "harbour master's office", False),
}
LAYOUTS = ("report", "csv", "mail", "page")
SIGNS = ("words", "credit", "marker")
"""How direction is shown: words in A and a minus for money out in B; received is minus in A and plus in B; a minus for money out in A and CR or DR in B."""
CURRENCIES = ("EUR", "GBP", "CHF")
NAME_PERCENT = {1: 50, 2: 20, 3: 30}
"""Of 100 documents: how many name the payer of each entry."""
BANK_MONTHS = (2, 3, 7, 9, 10)
"""Months in which hardly any country has a bank holiday."""


# Phrases. Fields: a, b, entry, entries, line, lines, ref, method, one, two, free (methods), x, y (charges), n, m (days in words), special (part payments and the
# like), exempt (what bears no charge), count, line_count; capitals begin a sentence.

MATCH_SIMPLE = (
    "{An_entry} is reconciled by {a_line} with the same {ref} and the same amount, to the cent; each {line} counts for one {entry} only.",
    "{Entries} and {lines} belong together when {ref} and amount agree, one {line} for one {entry}; there is no allowance for rounding.",
    "Every {entry} needs {a_line} of its own that carries its {ref} and exactly its amount.",
)
MATCH = (
    "{An_entry} needs {a_line} of its own with its {ref} and exactly its amount less charges; other notes explain {special}.",
    "{Ref} and amount (less charges) must agree to the cent, and no {line} serves two {entries}; {special} follow the note on them.",
    "Apart from {special}, {an_entry} is reconciled by {a_line} of the same {ref} and amount, charges deducted; each {line} is used once.",
    "To tick off {an_entry}, find {a_line} with the same {ref} and its amount after charges, to the cent; each {line} counts for one {entry}. {Special} are explained separately.",
)
SPECIAL = {1: (), 2: ("part payments",), 3: ("part payments", "collective {lines}")}
"""What the note on matching leaves to other notes, and what charges leave alone, by level."""
SIGN_TEXTS = {
    "words": ("Money paid back is 'out' in the {a} and has a minus in the {b}; the direction must agree.",
              "'in' is money received, 'out' money paid back, which the {b} shows with a minus. Both sides must run the same way.",
              "The direction must be the same: 'out' in the {a} is money paid back, in the {b} it has a minus."),
    "credit": ("The {a} shows money received with a minus and money paid back without, the {b} the other way round. The direction must agree.",
               "Signs are opposite: received is negative in the {a} and positive in the {b}, paid back positive in the {a} and negative in the {b}. {An_entry} and its {line} must mean the same direction.",
               "Received money carries a minus in the {a} and none in the {b}, money paid back a minus in the {b} alone. Directions have to agree."),
    "marker": ("CR is money received and DR money paid back, which has a minus in the {a}. The direction must agree.",
               "The direction has to agree: a minus in the {a} (money paid back) goes with DR in the {b}, no minus (money received) with CR.",
               "Money paid back has a minus in the {a} and DR in the {b}, money received no sign and CR. The two must agree."),
}
SAME_DAY = (
    "Both sides must carry the same date.",
    "{An_entry} and its {line} have the same date; a day earlier or later does not count.",
    "The date of the {line} must be the date of the {entry}.",
)
DATE_TEXTS = {
    ("after", True): ("{A_line} is dated on the day of its {entry} or up to {n} later, never earlier.",
                      "The {line} may be dated up to {n} after its {entry}, but not before it.",
                      "Allowed date of the {line}: from the date of the {entry} to {n} after it, both ends included."),
    ("after", False): ("{A_line} must be dated less than {m} after its {entry}, and never before it.",
                       "The {line} has the date of its {entry} or follows it by fewer than {m}; it is never dated before it.",
                       "Allowed date of the {line}: from the date of the {entry} on, but less than {m} after it."),
    ("both", True): ("The dates of {an_entry} and its {line} may be up to {n} apart, whichever comes first.",
                     "Date difference between {entry} and {line}: {n} at most, earlier or later.",
                     "The {line} may be dated up to {n} before or after its {entry}, both ends included."),
    ("both", False): ("The dates of {an_entry} and its {line} must be less than {m} apart, whichever comes first.",
                      "Date difference between {entry} and {line}: under {m}, earlier or later.",
                      "The {line} must be dated less than {m} before or after its {entry}."),
}
CALENDAR_TEXTS = (
    "Days are calendar days.",
    "Calendar days count, weekends included.",
    "Saturdays and Sundays count like all other days.",
)
BANKING_TEXTS = (
    "Banking days are Monday to Friday (weekend days this month: {weekends}; no bank holidays).",
    "Weekend days ({weekends}) are not counted; all other days of the month are banking days.",
    "The weekend days of the month, {weekends}, are no banking days; all other days are.",
)
FLAT_TEXTS = (
    "Charges by {method}: {one} {x}, {two} {y} per {entry}, {free} none. The {b} shows money received net of the charge; {exempt} bear none.",
    "Money received is net in the {b}: {x} is taken off each {entry} for {one}, {y} for {two}, nothing for {free}. {Exempt} are free of charge.",
    "For money received, {one} costs {x} and {two} {y} for each {entry}, deducted in the {b}. Nothing is taken off for {free}; {exempt} are free as well.",
)
RATE_TEXTS = (
    "Charges by {method}: {one} {x}, {two} {y} of the amount, rounded to the nearest cent (half a cent up), {free} none. The {b} shows money received net of the charge; {exempt} bear none.",
    "Money received is net in the {b}: {x} of the amount is taken off for {one}, {y} for {two} (rounded to the nearest cent, half a cent up), nothing for {free}. {Exempt} are free of charge.",
    "For money received, {one} costs {x} and {two} {y} of the amount, rounded to the nearest cent (half a cent up) and deducted in the {b}. Nothing is taken off for {free}; {exempt} are free as well.",
)
SPLIT_TEXTS = (
    "Part payments have /1, /2 and so on after the {ref}: two or more settle {an_entry} if all parts under its {ref} make its amount, whatever their numbers, and each fits in date and direction. A single part settles nothing.",
    "{An_entry} paid in parts shows as several {lines}, with /1, /2 ... after the {ref}. All parts under its {ref} must make its amount, even if a number is missing, and each must pass on date and direction. A part alone settles nothing.",
    "Parts of a payment are numbered /1, /2 ... after the {ref}; gaps do not matter. All parts of a {ref}, two at least, must sum to the amount of one {entry}, and each must pass on date and direction. One by itself settles nothing.",
)
BATCH_TEXTS = (
    "A collective {line} lists each {ref} it covers with the amount and shows the total; each amount listed counts like {a_line} of its own with that date and direction.",
    "A collective {line} shows a total and, joined by +, each {ref} with its amount. Each of these is treated like a separate {line} of the same date and direction.",
    "One {line} may cover several {entries}: it lists each {ref} with its amount, joined by +, and shows the sum. Every amount listed is checked on its own, with the date and direction of that {line}.",
)
SPARE_TEXTS = (
    "{Lines} for which the {a} has no {entry} are settled elsewhere and are no fault.",
    "The {b} also holds {lines} that belong to other books; what has no {entry} in the {a} is left alone.",
    "Surplus {lines} in the {b} do not matter: only the {a} is checked.",
    "It is no difference if the {b} has {lines} without {an_entry} in the {a}.",
)
QUESTIONS = (
    "Which {entry} of the {a} does not reconcile with the {b}?",
    "Which {entry} in the {a} has no counterpart in the {b}?",
    "By the notes on matching, which {entry} of the {a} stays open against the {b}?",
    "Reconcile the {a} with the {b}: which {entry} cannot be ticked off?",
    "Which one of these {entries} of the {a} is not matched by the {b}?",
)
MEANINGS = ("{ref}, {item}, {day}", "{item} for {ref} on {day}", "{day}: {ref}, {item}", "{Entry} for {ref} of {day}: {item}")
NONE_MEANINGS = (
    "Every {entry} of the {a} reconciles.",
    "All {entries} can be ticked off.",
    "The whole {a} reconciles with the {b}.",
)


# The case

class Entry(NamedTuple):
    """An entry of ledger A. `day` is a place in the month's days, `method` a place in the domain's methods or None where no charges exist."""

    day: int
    ref: str
    item: str
    cents: int
    is_out: bool
    method: int


class Part(NamedTuple):
    """A reference with an amount; `suffix` is the number of a part payment, None elsewhere."""

    ref: str
    suffix: int | None
    cents: int


class Line(NamedTuple):
    """A line of ledger B: one part, or several where it is collective."""

    day: int
    is_out: bool
    parts: tuple


class Rules(NamedTuple):
    """Days a line may be before and after its entry; charges for each method; whether charges are hundredths of a percent."""

    before: int
    after: int
    charges: tuple
    is_rate: bool


class Case(NamedTuple):
    """Entries in order of their numbers, lines in order of their drawing."""

    entries: tuple
    lines: tuple
    rules: Rules


class Slot(NamedTuple):
    """A fault an entry on offer is prepared for. `style`: how an amount differs, what a missing line's stand-in shares, on which side a date fails."""

    kind: str
    way: str
    style: str


class Plan(NamedTuple):
    """What a group must be: the faults it shows, whether it shows the base, and where the answers stand among the options."""

    level: int
    number: int
    faults: tuple
    has_base: bool
    slots: tuple
    domain: str
    layout: str
    is_closed: bool


class Draft(NamedTuple):
    """A base case with five prepared faults: `offered` are places of entries, `cases` the case with each fault, `ways` how each is settled."""

    base: Case
    offered: tuple
    cases: tuple
    ways: tuple


class Wording(NamedTuple):
    """Phrases, names and order of one document, shared by its members. `pick` numbers a phrase for every sentence."""

    domain: str
    layout: str
    level: int
    pick: dict
    month: tuple
    days: tuple
    sign: str
    currency: str
    organisation: str
    author: str
    reader: str
    people: dict
    has_names: bool
    is_closed: bool
    numbers: tuple
    order: tuple
    line_numbers: tuple
    extras: tuple
    notes: tuple
    sections: tuple


# Planning

def deal_slots(rng, sizes) -> list:
    """Different option places for the faults of each group; every place equally often over the groups, as far as they divide."""
    used, dealt = [0] * OPTIONS, []
    for size in sizes:
        slots = sorted(rng.shuffled(range(OPTIONS)), key=lambda slot: used[slot])[:size]
        for slot in slots:
            used[slot] += 1
        dealt.append(tuple(rng.shuffled(slots)))
    return dealt


def styles_of(kind: str) -> tuple:
    """In which styles a kind comes."""
    return {"amount": SLIPS, "missing": ("amount", "reference"), "date": ("late", "early"), "fee": ("swapped", "doubled")}.get(kind, ("",))


def plan(draw: draws.Draw) -> list:
    """The plan of all 201 groups."""
    rng = draws.stream(draw, FAMILY, "plan")
    spread = (rng.shuffled(itertools.product(DOMAINS, LAYOUTS)) * 8)[:3 * 67]
    groups = []
    for level in families.LEVELS:
        faults = rng.shuffled((kind, style) for kind, count in KINDS[level].items() for style in balance.spread(rng, styles_of(kind), count, level))
        has_base = rng.shuffled([True] * NONE_GROUPS[level] + [False] * (66 - NONE_GROUPS[level])) + [False]
        sizes = [3 - base for base in has_base[:66]] + [2]
        slots, closed = deal_slots(rng, sizes), balance.spread(rng, (True, False), 67, level)
        here = rng.shuffled(spread[67 * (level - 1):67 * level])
        for number, size in enumerate(sizes):
            groups.append(Plan(level, number, tuple(faults.pop() for _ in range(size)), has_base[number], slots[number], *here[number], closed[number]))
    return groups


# Answering

def charge(entry: Entry, rules: Rules) -> int:
    """What is taken off an entry on its way into ledger B, in cents."""
    return 0 if entry.is_out else charge_of(rules, entry.method, entry.cents)


def charge_of(rules: Rules, method: int, cents: int) -> int:
    """The charge of a method on an amount, rounded to the nearest cent."""
    rate = rules.charges[method]
    return (cents * rate + 5000) // 10000 if rules.is_rate else rate


def is_timely(entry: Entry, line: Line, rules: Rules) -> bool:
    """Whether a line has a date that its entry allows."""
    return -rules.before <= line.day - entry.day <= rules.after


def settlements(case: Case) -> list:
    """For each entry every way in which ledger B settles it: tuples of (line, part) places. Charges touch lines of one amount alone."""
    whole, partial = {}, {}
    for place, line in enumerate(case.lines):
        for number, part in enumerate(line.parts):
            if part.suffix is None:
                whole.setdefault((part.ref, part.cents, line.is_out, len(line.parts) > 1), []).append((place, number))
            else:
                partial.setdefault(part.ref, []).append((place, number))
    found = []
    for entry in case.entries:
        spots = [spot for is_collective, cents in ((False, entry.cents - charge(entry, case.rules)), (True, entry.cents))
                 for spot in whole.get((entry.ref, cents, entry.is_out, is_collective), ())]
        ways = [(spot,) for spot in spots if is_timely(entry, case.lines[spot[0]], case.rules)]
        parts = partial.get(entry.ref, ())
        if (len(parts) > 1 and sum(case.lines[place].parts[number].cents for place, number in parts) == entry.cents
                and all(case.lines[place].is_out == entry.is_out and is_timely(entry, case.lines[place], case.rules) for place, _ in parts)):
            ways.append(tuple(parts))
        found.append(ways)
    return found


def unsettled(case: Case) -> list:
    """The places of the entries that ledger B does not settle."""
    return [place for place, ways in enumerate(settlements(case)) if not ways]


def is_clear(case: Case) -> bool:
    """Whether no entry has two settlements, no line serves two entries, and at most one entry is unsettled."""
    found = settlements(case)
    used = [spot for ways in found for way in ways for spot in way]
    return all(len(ways) < 2 for ways in found) and len(set(used)) == len(used) and sum(not ways for ways in found) < 2


def answer(case: Case) -> int | None:
    """The place of the entry that does not reconcile; None where all do."""
    return next(iter(unsettled(case)), None)


# Drawing a base case

def draw_rules(rng, group: Plan) -> Rules:
    """Dates and charges of a document."""
    if group.level == 1:
        return Rules(0, 0, (0, 0, 0), False)
    is_rate, days = rng.chance(40), rng.between(1, 3)
    charges = (*rng.sample(RATES if is_rate else FLAT_CENTS, 2), 0)
    return Rules(rng.choice((0, days)), days, charges, is_rate)


def draw_references(rng, domain: Domain, count: int) -> list:
    """That many references; about half of them look like another one: two digits changed over, or the last one next to it."""
    numbers = []
    while len(numbers) < count:
        digits = str(rng.between(10 ** (domain.digits - 1) + 1, 10 ** domain.digits - 2))
        if numbers and rng.chance(50):
            other = rng.choice(numbers)
            digits = other[:-2] + other[-1] + other[-2] if rng.chance(50) else str(int(other) + rng.choice((-1, 1)))
        if digits not in numbers and len(digits) == domain.digits:
            numbers.append(digits)
    return [f"{domain.prefix}{digits}" for digits in numbers]


def draw_slots(rng, group: Plan) -> list:
    """The faults the five entries on offer are prepared for, the planned ones first."""
    fillers = [(kind, rng.choice(styles_of(kind))) for kind in (rng.weighted(KINDS[group.level]) for _ in range(OPTIONS - len(group.faults)))]
    ways = WAYS[group.level]
    slots = []
    for kind, style in (*group.faults, *fillers):
        weights = ways[kind if kind in ways else "other"]
        slots.append(Slot(kind, rng.weighted({way: weight for way, weight in weights.items() if way != SPLIT or (kind, style) != ("missing", "amount")}), style))
    return slots


def draw_ways(rng, group: Plan, slots) -> list:
    """How each entry is settled, those on offer first; collective lines cover two or three entries."""
    ways = [slot.way for slot in slots]
    ways += [rng.weighted(OTHER_WAYS[group.level]) for _ in range(ENTRIES[group.level] - OPTIONS)]
    if group.level == 3:
        lacking = max(2, ways.count(BATCH) + (ways.count(BATCH) < 4 and rng.chance(60))) - ways.count(BATCH)
        for place in rng.sample(range(OPTIONS, len(ways)), lacking):
            ways[place] = BATCH
    return ways


def draw_entry(rng, ref: str, good: tuple, way: str, day: int, slot: Slot | None) -> Entry:
    """An entry of ledger A that can be settled in a given way; money out is as likely as not where the sign may fail."""
    item, cents = good
    is_out = way == PLAIN and rng.chance(SIGN_OUT_PERCENT if slot is not None and slot.kind == "sign" else OUT_PERCENT)
    return Entry(day, ref, f"refund {item}" if is_out else item, cents, is_out, rng.below(2) if way == CHARGED else 2)


def offset(rng, rules: Rules, slot: Slot | None) -> int:
    """By how many days a line follows its entry: any number allowed, the last one allowed where the date may fail."""
    if slot is not None and slot.kind == "date":
        return rules.after if slot.style == "late" else -rules.before
    return rng.between(-rules.before, rules.after)


def cut(rng, cents: int, count: int) -> list:
    """An amount in that many parts, all but the last in steps of half a unit."""
    parts = []
    for left in range(count, 1, -1):
        parts.append(max(50, cents * rng.between(70, 130) // (100 * left) // 50 * 50))
        cents -= parts[-1]
    return [*parts, cents]


def lines_of(rng, entry: Entry, way: str, rules: Rules, slot: Slot | None, level: int) -> list:
    """The lines that settle an entry on its own."""
    if way == SPLIT:
        parts = cut(rng, entry.cents, rng.between(2, level) if entry.cents >= MANY_PARTS else 2)
        numbers = sorted(rng.sample(range(1, len(parts) + 2), len(parts))) if rng.chance(GAP_PERCENT) else range(1, len(parts) + 1)
        return [Line(entry.day + offset(rng, rules, slot if place == 0 else None), entry.is_out, (Part(entry.ref, number, cents),))
                for place, (number, cents) in enumerate(zip(numbers, parts))]
    return [Line(entry.day + offset(rng, rules, slot), entry.is_out, (Part(entry.ref, None, entry.cents - charge(entry, rules)),))]


def batches_of(rng, entries, ways, rules: Rules) -> list:
    """[(line, places of its entries)]: the collective lines; entries of one line are dated so that its date fits them all."""
    places = rng.shuffled(place for place, way in enumerate(ways) if way == BATCH)
    found = []
    while places:
        size = 2 if len(places) in (2, 4) else min(3, len(places))
        covered, places = places[:size], places[size:]
        day = entries[covered[0]].day + rng.between(-rules.before, rules.after)
        parts = tuple(Part(entries[place].ref, None, entries[place].cents) for place in covered)
        found.append((Line(day, False, parts), tuple(covered)))
    return found


class Book(NamedTuple):
    """What a base case is made of: `own` are the (line, part) places that settle each entry, `prices` and `refs` what spare lines draw from."""

    entries: list
    lines: list
    own: list
    prices: list
    refs: list
    rules: Rules
    level: int
    posting: list


def different_pairs(rng, refs, goods, count: int) -> list:
    """That many pairs of a reference and a good; no reference has two goods of one name."""
    found = {}
    for ref, (item, cents) in rng.shuffled(itertools.product(refs, goods)):
        found.setdefault((ref, item), (ref, (item, cents)))
    return list(found.values())[:count]


def with_large_splits(rng, pairs, ways) -> list:
    """The pairs of reference and good with those of split entries exchanged for larger ones, as far as there are any."""
    pairs = list(pairs)
    for place, way in enumerate(ways):
        if way == SPLIT and pairs[place][1][1] < LARGE:
            larger = [other for other, other_way in enumerate(ways) if other_way != SPLIT and pairs[other][1][1] >= LARGE]
            if larger:
                other = rng.choice(larger)
                pairs[place], pairs[other] = pairs[other], pairs[place]
    return pairs


def draw_book(rng, group: Plan, slots, rules: Rules, span: int) -> Book | None:
    """Entries and the lines that settle them; None where part payments would share a reference or charges round at a half."""
    domain, level = DOMAINS[group.domain], group.level
    refs = draw_references(rng, domain, REFERENCES[level] + 2)
    goods = rng.sample(domain.goods, PRICES[level])
    pairs = different_pairs(rng, refs[:REFERENCES[level]], goods, ENTRIES[level])
    posting = rng.sample(range(rules.before + 2, span - rules.after - 2), POSTING_DAYS[level])
    ways = draw_ways(rng, group, slots)
    pairs = with_large_splits(rng, pairs, ways)
    split_refs = [ref for (ref, _), way in zip(pairs, ways) if way == SPLIT]
    if len(set(split_refs)) < len(split_refs):
        return None
    prepared = [*slots, *[None] * (len(ways) - OPTIONS)]
    entries = [draw_entry(rng, ref, good, way, rng.choice(posting), slot) for (ref, good), way, slot in zip(pairs, ways, prepared)]
    batches = batches_of(rng, entries, ways, rules)
    for line, covered in batches:
        for place in covered[1:]:
            entries[place] = entries[place]._replace(day=line.day - rng.between(-rules.before, rules.after))
    if rules.is_rate and any((entry.cents * rules.charges[method]) % 10000 == 5000 for entry in entries for method in range(2)):
        return None
    lines, own = [], [[] for _ in entries]
    for place, (entry, way) in enumerate(zip(entries, ways)):
        if way != BATCH:
            for line in lines_of(rng, entry, way, rules, prepared[place], level):
                own[place].append((len(lines), 0))
                lines.append(line)
    for line, covered in batches:
        for number, place in enumerate(covered):
            own[place].append((len(lines), number))
        lines.append(line)
    return Book(entries, lines, own, sorted({cents for _, cents in goods}), refs, rules, level, posting)


# Spare lines and prepared faults

def digits_changed(rng, cents: int) -> int:
    """An amount with two neighbouring digits changed over."""
    text = str(cents)
    places = [place for place in range(len(text) - 1) if text[place] != text[place + 1] and not (place == 0 and text[1] == "0")]
    place = rng.choice(places or [0])
    return int(text[:place] + text[place + 1] + text[place] + text[place + 2:])


def slipped(rng, slot: Slot, entry: Entry, cents: int, book: Book) -> int:
    """What the amount of a line is changed to."""
    if slot.style == "cent":
        return cents + rng.choice((-1, 1))
    if slot.style == "digits":
        return digits_changed(rng, cents)
    if slot.way == CHARGED:
        return entry.cents
    if slot.way in (SPLIT, BATCH):
        return cents + (1000 if cents <= 1000 or rng.chance(50) else -1000)
    if book.level > 1 and not entry.is_out:
        return cents - charge_of(book.rules, rng.below(2), cents)
    return rng.choice([price for price in book.prices if price != cents])


class Need(NamedTuple):
    """A spare line that a prepared fault relies on: whose, and what is given of it."""

    slot: int | None = None
    ref: str | None = None
    cents: int | None = None
    is_out: bool | None = None
    day: int | None = None


FREE = Need()


def wrong_charge(slot: Slot, entry: Entry, rules: Rules) -> int:
    """What is taken off by mistake: the charge of the other method, or the right one twice."""
    return charge_of(rules, 1 - entry.method, entry.cents) if slot.style == "swapped" else 2 * charge(entry, rules)


def look_alike(rng, ref: str, refs) -> str:
    """Another reference, one with the same digits but the last two if there is any."""
    near = [other for other in refs if other != ref and (other[:-2] == ref[:-2] or sorted(other) == sorted(ref))]
    return rng.choice(near or [other for other in refs if other != ref])


def needs_of(rng, slots, targets, book: Book) -> list:
    """The spare lines that the faults rely on: partners of an exchange, and lines that keep a reference or an amount in ledger B."""
    needs = []
    for number, (slot, (place, part)) in enumerate(zip(slots, targets)):
        entry, line = book.entries[number], book.lines[place]
        if slot.kind == "amount":
            needs.append(Need(number, cents=slipped(rng, slot, entry, line.parts[part].cents, book), is_out=line.is_out))
        if slot.kind == "fee":
            needs.append(Need(number, cents=entry.cents - wrong_charge(slot, entry, book.rules), is_out=line.is_out))
        if slot.kind == "reference":
            needs.append(Need(number, look_alike(rng, entry.ref, book.refs)))
        if slot.kind == "date":
            needs.append(Need(number, day=entry.day + (book.rules.after + 1 if slot.style == "late" else -book.rules.before - 1)))
        if slot.kind == "missing" and slot.style == "amount":
            needs.append(Need(ref=entry.ref))
        if slot.kind == "missing" and slot.style == "reference" and slot.way != SPLIT:
            needs.append(Need(cents=line.parts[part].cents, is_out=line.is_out))
    return needs


def merged(rng, needs) -> list:
    """The needs, with one that gives a reference and one that gives an amount or a day made one line now and then."""
    kept = []
    for need in rng.shuffled(needs):
        for place, other in enumerate(kept):
            if (need.ref is None) != (other.ref is None) and all(None in pair for pair in zip(need, other)) and rng.chance(60):
                kept[place] = Need(*(one if one is not None else two for one, two in zip(need, other)))
                break
        else:
            kept.append(need)
    return kept


def spare_line(rng, need: Need, book: Book, pairs) -> Line:
    """A line without partner; its reference and amount are those of other lines, but not together."""
    suffix, is_out = None, need.is_out if need.is_out is not None else rng.chance(OUT_PERCENT)
    for _ in range(20):
        ref = need.ref or rng.choice(book.refs)
        cents = need.cents
        if cents is None:
            cents = rng.choice(book.prices)
            if book.level > 1 and not is_out and rng.chance(45):
                cents -= charge_of(book.rules, rng.below(2), cents)
        if (ref, cents) not in pairs:
            break
    if book.level > 1 and need == FREE and rng.chance(30):
        suffix, is_out = rng.between(1, 2), False
    day = need.day if need.day is not None else rng.choice(book.posting) + rng.between(-book.rules.before, book.rules.after)
    return Line(day, is_out, (Part(ref, suffix, cents),))


def with_part(line: Line, number: int, **changes) -> Line:
    """The line with one part changed."""
    part = line.parts[number]._replace(**changes)
    return line._replace(parts=line.parts[:number] + (part,) + line.parts[number + 1:])


def with_lines(case: Case, changes: dict) -> Case:
    """The case with some lines changed."""
    return case._replace(lines=tuple(changes.get(place, line) for place, line in enumerate(case.lines)))


EXCHANGED = {"amount": "cents", "fee": "cents", "reference": "ref", "date": "day"}
"""What an entry's line and a spare line exchange, by kind."""


def exchange(case: Case, spot: tuple, donor: int, field: str) -> Case:
    """The case with one field exchanged between a part of a line and a spare line; the day is the line's."""
    place, number = spot
    if field == "day":
        return with_lines(case, {place: case.lines[place]._replace(day=case.lines[donor].day), donor: case.lines[donor]._replace(day=case.lines[place].day)})
    one, other = case.lines[place].parts[number], case.lines[donor].parts[0]
    fields = ("ref", "suffix") if field == "ref" else (field,)
    return with_lines(case, {place: with_part(case.lines[place], number, **{name: getattr(other, name) for name in fields}),
                             donor: with_part(case.lines[donor], 0, **{name: getattr(one, name) for name in fields})})


def stand_in(rng, case: Case, slot: Slot, entry: Entry, spot: tuple, book: Book) -> Case:
    """The case with a line replaced by one that shares only the reference (with the number of a part), or only the amount, with it."""
    place, number = spot
    line, part = case.lines[place], case.lines[place].parts[number]
    if slot.style == "amount":
        other = Part(rng.choice([ref for ref in book.refs if ref != entry.ref]), None, part.cents)
    else:
        other = Part(entry.ref, part.suffix, rng.choice([price for price in book.prices if price not in (part.cents, entry.cents)]))
    if len(line.parts) > 1:
        return with_lines(case, {place: with_part(line, number, **other._asdict())})
    day = rng.choice([day for day in book.posting if day != line.day]) + rng.between(-book.rules.before, book.rules.after)
    return with_lines(case, {place: Line(day, line.is_out, (other,))})


def plant(rng, case: Case, slot: Slot, number: int, spot: tuple, donor: int | None, book: Book) -> Case:
    """The case with a prepared fault in it."""
    entry = book.entries[number]
    if slot.kind in EXCHANGED:
        return exchange(case, spot, donor, EXCHANGED[slot.kind])
    if slot.kind == "missing":
        return stand_in(rng, case, slot, entry, spot, book)
    return with_lines(case, {spot[0]: case.lines[spot[0]]._replace(is_out=not case.lines[spot[0]].is_out)})


# What single columns show

def amounts_shown(case: Case) -> Counter:
    """How often each amount stands in ledger B, without sign; the amounts in a collective line count like its total."""
    return Counter(cents for line in case.lines for cents in
                   ([part.cents for part in line.parts] + ([sum(part.cents for part in line.parts)] if len(line.parts) > 1 else [])))


def references_shown(case: Case) -> Counter:
    """How often each reference stands in ledger B, with or without the number of a part."""
    return Counter(part.ref for line in case.lines for part in line.parts)


def is_hidden(case: Case, number: int, level: int) -> bool:
    """Whether no single column of ledger B gives an unsettled entry away: its reference and its amount are still found."""
    entry = case.entries[number]
    shown = amounts_shown(case)
    refs, amounts, net = references_shown(case)[entry.ref], shown[entry.cents], shown[entry.cents - charge(entry, case.rules)]
    if level > 1:
        return refs > 0 and net > 0
    return (refs >= sum(other.ref == entry.ref for other in case.entries) and amounts >= sum(other.cents == entry.cents for other in case.entries)
            and any(line.day == entry.day for line in case.lines))


def adds_up(case: Case, number: int) -> bool:
    """Whether two or three lines with the reference of an entry come to its amount all the same, numbered as parts or not."""
    entry = case.entries[number]
    amounts = [part.cents for line in case.lines for part in line.parts if part.ref == entry.ref]
    wanted = (entry.cents, entry.cents - charge(entry, case.rules))
    return any(sum(chosen) in wanted for size in (2, 3) for chosen in itertools.combinations(amounts, size))


def draw_draft(rng, group: Plan, span: int) -> Draft | None:
    """A base case and its five prepared faults; None where something does not fit."""
    rules, slots = draw_rules(rng, group), draw_slots(rng, group)
    book = draw_book(rng, group, slots, rules, span)
    if book is None:
        return None
    targets = [own[0] if slot.kind == "date" else rng.choice(own) for own, slot in zip(book.own, slots)]
    needs = merged(rng, needs_of(rng, slots, targets, book))
    needs += [FREE] * (rng.between(*SPARE[group.level]) - len(needs))
    if len(needs) > MOST_SPARE[group.level]:
        return None
    pairs = {(entry.ref, cents) for entry in book.entries for cents in (entry.cents, entry.cents - charge(entry, rules))}
    donors = {need.slot: len(book.lines) + place for place, need in enumerate(needs) if need.slot is not None}
    lines = book.lines + [spare_line(rng, need, book, pairs) for need in needs]
    base = Case(tuple(book.entries), tuple(lines), rules)
    if not is_clear(base) or unsettled(base) or not all(0 <= dated.day < span for dated in (*lines, *book.entries)):
        return None
    cases = []
    for number, (slot, spot) in enumerate(zip(slots, targets)):
        case = plant(rng, base, slot, number, spot, donors.get(number), book)
        is_fit = unsettled(case) == [number] and is_clear(case) and is_hidden(case, number, group.level)
        if not is_fit or slot.kind not in ("date", "sign") and adds_up(case, number):
            return None
        cases.append(case)
    return numbered(rng, Draft(base, tuple(range(OPTIONS)), tuple(cases), tuple(slot.way for slot in slots)))


def numbered(rng, draft: Draft) -> Draft:
    """The draft with its entries in order of date."""
    order = sorted(rng.shuffled(range(len(draft.base.entries))), key=lambda place: draft.base.entries[place].day)
    entries = tuple(draft.base.entries[place] for place in order)
    at = {place: rank for rank, place in enumerate(order)}
    return draft._replace(base=draft.base._replace(entries=entries), offered=tuple(at[place] for place in draft.offered),
                          cases=tuple(case._replace(entries=entries) for case in draft.cases))


# Choosing among drafts

WHOLE = 60
"""One answer counts as so much, so that a guess among one to five entries is a whole number."""


def columns(draft: Draft, number: int) -> dict:
    """{what is counted: its value for each of the five entries}, in the member with one fault."""
    case = draft.cases[number]
    entries = [case.entries[place] for place in draft.offered]
    nets = [entry.cents - charge(entry, case.rules) for entry in entries]
    refs, amounts, days = references_shown(case), amounts_shown(case), Counter(line.day for line in case.lines)
    own_refs, own_days = Counter(entry.ref for entry in case.entries), Counter(entry.day for entry in case.entries)
    own_amounts, own_nets = Counter(entry.cents for entry in case.entries), Counter(entry.cents - charge(entry, case.rules) for entry in case.entries)
    out_refs = Counter(line.parts[0].ref for line in case.lines if line.is_out)
    part_refs = Counter(part.ref for line in case.lines for part in line.parts if part.suffix is not None)
    shared_refs = Counter(part.ref for line in case.lines if len(line.parts) > 1 for part in line.parts)
    return {
        "lines of the reference": [refs[entry.ref] for entry in entries],
        "lines of the amount": [amounts[entry.cents] for entry in entries],
        "lines of the net amount": [amounts[net] for net in nets],
        "lines of the day": [days[entry.day] for entry in entries],
        "surplus of the reference": [refs[entry.ref] - own_refs[entry.ref] for entry in entries],
        "surplus of the amount": [amounts[entry.cents] - own_amounts[entry.cents] for entry in entries],
        "surplus of the net amount": [amounts[net] - own_nets[net] for net in nets],
        "entries of the reference": [own_refs[entry.ref] for entry in entries],
        "entries of the day": [own_days[entry.day] for entry in entries],
        "lines out of the reference": [out_refs[entry.ref] for entry in entries],
        "collective lines of the reference": [shared_refs[entry.ref] for entry in entries],
        "parts of the reference": [part_refs[entry.ref] for entry in entries],
    }


COUNTED = ("lines of the reference", "lines of the amount", "lines of the net amount", "lines of the day", "surplus of the reference",
           "surplus of the amount", "surplus of the net amount", "entries of the reference", "entries of the day", "lines out of the reference",
           "collective lines of the reference", "parts of the reference")


def readings(draft: Draft, number: int) -> dict:
    """{rule: numbers of the options it may mean} for rules that read one column or count, in the member with one fault."""
    counted, found = columns(draft, number), {}
    for name in COUNTED:
        values = counted[name]
        low, high = min(values), max(values)
        found["least", name] = [place for place, value in enumerate(values) if value == low]
        found["most", name] = [place for place, value in enumerate(values) if value == high]
    for name in ("lines of the amount", "lines of the day"):
        found["no", name] = [place for place, value in enumerate(counted[name]) if not value]
    entries = draft.base.entries
    found["is", "money out"] = [place for place, at in enumerate(draft.offered) if entries[at].is_out]
    for way in WAY_NAMES:
        found["is", way] = [place for place, other in enumerate(draft.ways) if other == way]
    return found


def look(draft: Draft, faults: int) -> dict:
    """By how much each rule does better than a guess among the five, over the faults shown, and how often gold has each rank by amount and number."""
    totals = dict.fromkeys(TARGETS, 0)
    entries = [draft.base.entries[place] for place in draft.offered]
    by_amount = sorted(range(OPTIONS), key=lambda number: (entries[number].cents, draft.offered[number]))
    by_number = sorted(range(OPTIONS), key=lambda number: draft.offered[number])
    for number in range(faults):
        for rule, meant in readings(draft, number).items():
            if meant:
                totals[rule] += (WHOLE // len(meant) if number in meant else 0) - WHOLE // OPTIONS
        for name, order in (("amount", by_amount), ("number", by_number)):
            for rank in range(OPTIONS):
                totals[name, rank] += (WHOLE if order[rank] == number else 0) - WHOLE // OPTIONS
    return totals


RULES_READ = (*itertools.product(("least", "most"), COUNTED), ("no", "lines of the amount"), ("no", "lines of the day"), ("is", "money out"),
              *(("is", way) for way in WAY_NAMES))
TARGETS = {**{rule: (0, 1) for rule in RULES_READ}, **{(name, rank): (0, 1) for name in ("amount", "number") for rank in range(OPTIONS)}}


def find_draft(draw: draws.Draw, group: Plan, span: int, totals: balance.Balance) -> Draft:
    """The draft of a group, chosen among several by the totals. Raises CheckFailed at the bound."""
    found = []
    for candidate in range(TRIES):
        draft = draw_draft(draws.stream(draw, FAMILY, group.level, group.number, candidate), group, span)
        if draft is not None:
            found.append(draft)
            if len(found) == KEPT[group.level]:
                break
    kinds = ", ".join(kind for kind, _ in group.faults)
    checks.require(bool(found), f"{FAMILY} level {group.level} {kinds} group {group.number}: no fitting ledgers in {TRIES} draws")
    return totals.choose(found, lambda draft: look(draft, len(group.faults)))


# Text

TITLES = (
    "Reconciliation of {a} and {b}, {month} {year}",
    "{A} against {b}, {month} {year}",
    "Month-end matching {month} {year}: {a}, {b}",
    "{Month} {year} close: {a} and {b}",
)
REPORT_OPENINGS = (
    "{organisation}\n{title}\nPrinted {printed} by {author}, {desk}",
    "{title}\n{organisation} - {desk}\nList of {printed}, user {author}",
    "{organisation}, {desk}\n{title}   (run {printed}, {author})",
)
REPORT_A = ("{A}, {month} {year}, {count} {entries}", "{A} - period 1 to {last} {month} {year}, {count} {entries}", "{A} ({count} {entries} sorted by number)")
REPORT_B = ("{B}, {month} {year}, {line_count} {lines} by {extra}", "{B} - period 1 to {last} {month} {year}, {line_count} {lines} sorted by {extra}",
            "{B} ({line_count} {lines} sorted by {extra} and number)")
REPORT_NOTES = (("Notes", "{number}) {text}"), ("How the two lists are matched", " * {text}"), ("Matching", "{number}  {text}"), ("Remarks on matching", "[{number}] {text}"))
CSV_OPENINGS = (
    "# {title}\n# {organisation}, {desk}\n# exported {printed} by {author}",
    "# export {printed} for {author}\n# {organisation}: {title}",
    "# source: {organisation}, {desk}\n# run: {printed}, {author}\n# content: {title}",
)
CSV_A = ("# {a}, {count} {entries}, amounts in {currency}", "# {a}, {month} {year}, {currency}, {count} {entries}", "# table {a}; {count} {entries}; currency {currency}")
CSV_B = ("# {b}, {line_count} {lines} ordered by {extra}, amounts in {currency}", "# {b}, {month} {year}, {currency}, {line_count} {lines} ordered by {extra}",
         "# table {b}; {line_count} {lines}; currency {currency}; order: {extra}, number")
CSV_NOTES = ("# note {number}: {text}", "# {text}", "# matching {number} - {text}")
MAIL_OPENINGS = (
    ("Hello {reader},", "here are the {a} and the {b} of {organisation} for {month} {year}. Please tick them off and tell me which {entry}, if any, is left over.", "Thank you", "Thanks"),
    ("Dear {reader},", "please find below both lists of {organisation} for {month} {year} as they came out of the systems on {printed}, and let me know whether {an_entry} stays open.", "Kind regards", "Best regards"),
    ("Hi {reader},", "I pulled the {a} and the {b} of {organisation} for {month} {year} on {printed}; could you see whether any {entry} lacks its {line}?", "Best", "Cheers"),
)
MAIL_A = ("{A}, {count} {entries} (amounts in {currency}):", "Our {a}, {count} {entries}, in {currency}:", "This is the {a} with {count} {entries}, all in {currency}:")
MAIL_B = ("{B}, {line_count} {lines} sorted by {extra} (amounts in {currency}):", "From the {b}, {line_count} {lines} by {extra}, in {currency}:",
          "This is the {b} with {line_count} {lines} by {extra}, all in {currency}:")
MAIL_NOTES = ("How we match them:", "As a reminder, this is how they are matched:", "For the matching:")
MAIL_LINES_A = ("{number} of {date}, {ref}{name}, {text}: {amount}{direction}{method}", "{number} ({date}) {text} for {ref}{name}: {amount}{direction}{method}")
MAIL_LINES_B = ("{number} of {date}, {amount} for {ref}, {extra} {value}", "{number} ({date}), {extra} {value}: {amount} for {ref}")
PAGE_OPENINGS = (
    "# {title}\n\n{organisation}, {desk}. Page kept by {author}, lists pasted on {printed}.",
    "# {organisation}: {title}\n\nOwner: {author} ({desk}). Last update {printed}.",
    "# {title}\n\n{desk_capital}, {organisation}. Prepared {printed} by {author}.",
)
PAGE_A = ("## {A}: {count} {entries}", "## {A} ({count} {entries})", "## {A}, {month}, {count} {entries}")
PAGE_B = ("## {B}: {line_count} {lines}", "## {B} by {extra} ({line_count} {lines})", "## {B}, {month}, {line_count} {lines}")
PAGE_NOTES = (("## Matching", "- {text}"), ("## How to match", "{number}. {text}"), ("## Conventions", "- {text}"))
PAGE_CURRENCY = ("Amounts are in {currency}; the {b} is sorted by {extra}.", "All figures in {currency}. Order of the {b}: {extra}, then number.")
SECTIONS = (("notes", "a", "b"), ("a", "b", "notes"), ("a", "notes", "b"), ("b", "a", "notes"), ("notes", "b", "a"))
AMOUNT_WIDE = 9
"""Characters of the column of amounts in a report: '-12345.00' or '345.00 CR'."""
PICKS = ("title", "opening", "a", "b", "heads", "line", "currency", "match", "sign", "date", "days", "charges", "split", "batch", "spare", "question", "meaning", "none")


def chosen(table, wording: Wording, slot: str):
    """The phrase of a table that the wording has picked."""
    return table[wording.pick[slot] % len(table)]


def words_of(wording: Wording) -> dict:
    """What every phrase may name, also with a capital."""
    domain, first, last = DOMAINS[wording.domain], wording.month[0], wording.month[1]
    words = {"a": domain.ledger, "b": domain.statement, "entry": domain.entry[0], "entries": domain.entry[1], "line": domain.line[0], "lines": domain.line[1],
             "ref": domain.ref, "method": domain.method, "an_entry": english.article(domain.entry[0]), "a_line": english.article(domain.line[0]),
             "one": domain.methods[0], "two": domain.methods[1]}
    words.update({english.sentence(name): english.sentence(word) for name, word in words.items()})
    words.update({"free": domain.methods[2], "extra": domain.extra.lower(), "month": english.MONTHS[first.month - 1], "Month": english.MONTHS[first.month - 1],
                  "year": first.year, "last": last.day, "currency": wording.currency, "organisation": wording.organisation, "author": wording.author,
                  "desk": domain.author, "desk_capital": english.sentence(domain.author), "count": len(wording.numbers), "line_count": len(wording.order), "printed": english.long_date(wording.month[2])})
    return {**words, "title": chosen(TITLES, wording, "title").format(**words)}


def date_note(rules: Rules, wording: Wording, words: dict) -> str:
    """The sentences on the dates allowed."""
    if wording.level == 1:
        return chosen(SAME_DAY, wording, "date").format(**words)
    domain = DOMAINS[wording.domain]
    unit = "banking day" if domain.is_bank else "day"
    first, last = wording.month[:2]
    weekends = [str(number) for number in range(1, last.day + 1) if first.replace(day=number).weekday() > 4]
    text = chosen(DATE_TEXTS["both" if rules.before else "after", wording.is_closed], wording, "date")
    days = chosen(BANKING_TEXTS if domain.is_bank else CALENDAR_TEXTS, wording, "days")
    return f"{text} {days}".format(**words, n=english.plural(rules.after, unit), m=english.plural(rules.after + 1, unit), weekends=english.listing(weekends))


def charge_text(rules: Rules, method: int, currency: str) -> str:
    """'0.45 EUR' or '1.4 %'."""
    rate = rules.charges[method]
    return f"{rate // 100}.{rate % 100 // 10} %" if rules.is_rate else f"{english.amount(rate)} {currency}"


def notes_of(rules: Rules, wording: Wording) -> list:
    """The conventions of a document, one text each."""
    words = words_of(wording)
    special = [name.format(**words) for name in SPECIAL[wording.level]]
    lists = {"special": english.listing(special), "exempt": english.listing(["money paid back", *special])}
    lists.update({english.sentence(name): english.sentence(text) for name, text in lists.items()})
    x, y = (charge_text(rules, method, wording.currency) for method in range(2))
    texts = {
        "match": chosen(MATCH_SIMPLE if wording.level == 1 else MATCH, wording, "match"),
        "sign": chosen(SIGN_TEXTS[wording.sign], wording, "sign"),
        "charges": chosen(RATE_TEXTS if rules.is_rate else FLAT_TEXTS, wording, "charges"),
        "split": chosen(SPLIT_TEXTS, wording, "split"),
        "batch": chosen(BATCH_TEXTS, wording, "batch"),
        "spare": chosen(SPARE_TEXTS, wording, "spare"),
    }
    return [date_note(rules, wording, words) if slot == "date" else texts[slot].format(**words, **lists, x=x, y=y) for slot in wording.notes]


def day_text(day: datetime.date, layout: str) -> str:
    """A date as a layout writes it; the year stands in the heading where it is left out."""
    month = english.MONTHS[day.month - 1]
    return {"report": f"{day.day:02d} {month[:3]}", "csv": day.isoformat(), "mail": f"{day.day} {month}",
            "page": f"{day.day} {month[:3]}"}[layout]


def entry_cells(entry: Entry, number: int, wording: Wording) -> dict:
    """The texts of an entry's fields, in the order of the columns."""
    is_minus = entry.is_out if wording.sign == "marker" else not entry.is_out if wording.sign == "credit" else False
    cells = {"number": str(number), "date": day_text(wording.days[entry.day], wording.layout), "ref": entry.ref}
    if wording.has_names:
        cells["name"] = wording.people[entry.ref]
    cells["text"] = entry.item
    if wording.level > 1:
        cells["method"] = DOMAINS[wording.domain].methods[entry.method]
    if wording.sign == "words":
        cells["direction"] = "out" if entry.is_out else "in"
    return {**cells, "amount": english.amount(-entry.cents if is_minus else entry.cents)}


def line_cells(line: Line, place: int, wording: Wording) -> dict:
    """The texts of a line's fields, in the order of the columns."""
    cents = sum(part.cents for part in line.parts)
    amount = english.amount(cents) + (" DR" if line.is_out else " CR") if wording.sign == "marker" else english.amount(-cents if line.is_out else cents)
    if len(line.parts) > 1:
        ref = " + ".join(f"{part.ref} {english.amount(part.cents)}" for part in line.parts)
    else:
        ref = line.parts[0].ref + (f"/{line.parts[0].suffix}" if line.parts[0].suffix else "")
    return {"number": str(wording.line_numbers[place]), "date": day_text(wording.days[line.day], wording.layout), "extra": wording.extras[place],
            "amount": amount, "ref": ref}


def heads_of(domain: Domain) -> dict:
    """The headings of the columns of both ledgers."""
    return {"number": "No.", "date": "Date", "ref": domain.ref_head, "name": domain.name_head, "text": "Text", "method": english.sentence(domain.method),
            "direction": "In/out", "amount": "Amount", "extra": domain.extra}


def report_table(rows, wording: Wording) -> list:
    """A table of a report: headings, then the rows; amounts stand to the right."""
    heads = heads_of(DOMAINS[wording.domain])
    widths = {column: AMOUNT_WIDE if column == "amount" else max(len(row[column]) for row in (heads, *rows)) for column in rows[0]}
    lines = [{column: heads[column] for column in rows[0]}, *rows]
    return ["  ".join(row[column].rjust(width) if column == "amount" else row[column].ljust(width) for column, width in widths.items()).rstrip() for row in lines]


def csv_table(rows, wording: Wording) -> list:
    """A table with semicolons under the names of its fields."""
    heads = heads_of(DOMAINS[wording.domain])
    names_of = [heads[column].lower().replace(".", "").replace("/", "_").replace("-", "_").replace(" ", "_") for column in rows[0]]
    return [";".join(names_of), *(";".join(row.values()) for row in rows)]


def page_table(rows, wording: Wording) -> list:
    """A Markdown table."""
    heads = heads_of(DOMAINS[wording.domain])
    lines = [[heads[column] for column in rows[0]], ["---" if column != "amount" else "---:" for column in rows[0]], *(row.values() for row in rows)]
    return [f"| {' | '.join(line)} |" for line in lines]


def mail_lines(rows, wording: Wording) -> list:
    """The rows of either ledger as lines of a mail."""
    if "extra" in rows[0]:
        return ["> " + chosen(MAIL_LINES_B, wording, "line").format(**{**row, "extra": DOMAINS[wording.domain].extra.lower(), "value": row["extra"]}) for row in rows]
    found = []
    for row in rows:
        texts = {"name": f" ({row['name']})" if "name" in row else "", "direction": f" {row['direction']}" if "direction" in row else "",
                 "method": f", {row['method']}" if "method" in row else ""}
        found.append("- " + chosen(MAIL_LINES_A, wording, "line").format(**{**row, **texts}))
    return found


def render_report(rows_a, rows_b, texts, wording: Wording, words: dict) -> dict:
    """Sections of a printed list."""
    head, form = chosen(REPORT_NOTES, wording, "heads")
    return {"opening": [*chosen(REPORT_OPENINGS, wording, "opening").format(**words).split("\n"), f"All amounts in {wording.currency}"],
            "a": [chosen(REPORT_A, wording, "a").format(**words), *report_table(rows_a, wording)],
            "b": [chosen(REPORT_B, wording, "b").format(**words), *report_table(rows_b, wording)],
            "notes": [head, *(form.format(number=number, text=text) for number, text in enumerate(texts, 1))]}


def render_csv(rows_a, rows_b, texts, wording: Wording, words: dict) -> dict:
    """Sections of a file export: everything but the tables in comment lines."""
    form = chosen(CSV_NOTES, wording, "heads")
    return {"opening": chosen(CSV_OPENINGS, wording, "opening").format(**words).split("\n"),
            "a": [chosen(CSV_A, wording, "a").format(**words), *csv_table(rows_a, wording)],
            "b": [chosen(CSV_B, wording, "b").format(**words), *csv_table(rows_b, wording)],
            "notes": [form.format(number=number, text=text) for number, text in enumerate(texts, 1)]}


def render_mail(rows_a, rows_b, texts, wording: Wording, words: dict) -> dict:
    """Sections of a mail between colleagues."""
    greeting, sentence, *closings = (text.format(**words, reader=wording.reader) for text in chosen(MAIL_OPENINGS, wording, "opening"))
    closing = closings[wording.pick["currency"] % 2]
    return {"opening": [f"From: {wording.author}, {words['desk']}", f"Subject: {words['title']}", "", greeting, "", sentence],
            "a": [chosen(MAIL_A, wording, "a").format(**words), *mail_lines(rows_a, wording)],
            "b": [chosen(MAIL_B, wording, "b").format(**words), *mail_lines(rows_b, wording)],
            "notes": [chosen(MAIL_NOTES, wording, "heads"), *texts], "closing": [f"{closing},", wording.author.split()[0]]}


def render_page(rows_a, rows_b, texts, wording: Wording, words: dict) -> dict:
    """Sections of a Markdown page."""
    head, form = chosen(PAGE_NOTES, wording, "heads")
    return {"opening": [*chosen(PAGE_OPENINGS, wording, "opening").format(**words).split("\n"), "", chosen(PAGE_CURRENCY, wording, "currency").format(**words)],
            "a": [chosen(PAGE_A, wording, "a").format(**words), "", *page_table(rows_a, wording)],
            "b": [chosen(PAGE_B, wording, "b").format(**words), "", *page_table(rows_b, wording)],
            "notes": [head, "", *(form.format(number=number, text=text) for number, text in enumerate(texts, 1))]}


RENDERERS = {"report": render_report, "csv": render_csv, "mail": render_mail, "page": render_page}


def render(case: Case, wording: Wording) -> str:
    """The state of one member."""
    rows_a = [entry_cells(entry, number, wording) for entry, number in zip(case.entries, wording.numbers)]
    rows_b = [line_cells(case.lines[place], place, wording) for place in wording.order]
    sections = RENDERERS[wording.layout](rows_a, rows_b, notes_of(case.rules, wording), wording, words_of(wording))
    order = ["opening", *wording.sections, *(["closing"] if "closing" in sections else [])]
    return "\n\n".join("\n".join(sections[name]) for name in order)


# Groups

def draw_month(rng, domain: Domain) -> tuple:
    """((first day, last day, day of the export), days a line may be dated): a month in 2025 or 2026, banking days alone where ledger B is a bank's."""
    year, month = rng.choice([(year, month) for year in (2025, 2026) for month in (BANK_MONTHS if domain.is_bank else range(1, 11))])
    first, following = datetime.date(year, month, 1), datetime.date(year, month + 1, 1)
    days = [first + datetime.timedelta(days=number) for number in range((following - first).days)]
    printed = following + datetime.timedelta(days=rng.between(0, 6))
    while printed.weekday() > 4:
        printed += datetime.timedelta(days=1)
    return (first, days[-1], printed), tuple(day for day in days if not domain.is_bank or day.weekday() < 5)


def draw_numbers(rng, count: int) -> tuple:
    """Rising entry numbers with small gaps."""
    numbers, at = [], rng.between(1104, 8890)
    for _ in range(count):
        numbers.append(at)
        at += rng.weighted({1: 6, 2: 3, 3: 1})
    return tuple(numbers)


def draw_wording(rng, group: Plan, draft: Draft, month: tuple, days: tuple) -> Wording:
    """Everything about a document that is not its case."""
    domain, lines = DOMAINS[group.domain], len(draft.base.lines)
    refs = sorted({entry.ref for entry in draft.base.entries})
    last_names = rng.sample(names.LAST_NAMES, len(refs))
    numbers, start = [], rng.between(20000, 89000)
    while len(numbers) < lines:
        number = start + rng.below(900)
        if number not in numbers:
            numbers.append(number)
    extras = tuple(rng.choice(domain.extras) for _ in range(lines))
    rest = rng.shuffled(["sign", "date", "spare", *(["charges", "split"] if group.level > 1 else []), *(["batch"] if group.level > 2 else [])])
    author, reader = names.people(rng, 2)
    return Wording(
        group.domain, group.layout, group.level, {slot: rng.below(60) for slot in PICKS}, month, days, rng.choice(SIGNS), rng.choice(CURRENCIES),
        f"{rng.choice(names.STEMS)} {rng.choice(domain.organisations)}", author, reader.split()[0], dict(zip(refs, last_names)), rng.chance(NAME_PERCENT[group.level]), group.is_closed,
        draw_numbers(rng, len(draft.base.entries)), tuple(sorted(range(lines), key=lambda place: (extras[place], numbers[place]))), tuple(numbers), extras,
        ("match", *rest), rng.choice(SECTIONS))


def question(rng, group: Plan, draft: Draft, wording: Wording) -> dict:
    """The typed question: five entries with their meanings, the faults shown at their planned places, then none."""
    words = words_of(wording)
    places = dict(zip(group.slots, range(len(group.faults))))
    others = rng.shuffled(range(len(group.faults), OPTIONS))
    meanings = {}
    for slot in range(OPTIONS):
        entry_at = draft.offered[places[slot] if slot in places else others.pop()]
        entry = draft.base.entries[entry_at]
        meanings[str(wording.numbers[entry_at])] = chosen(MEANINGS, wording, "meaning").format(
            **{**words, "ref": entry.ref}, item=entry.item, day=day_text(wording.days[entry.day], wording.layout))
    meanings[NONE] = chosen(NONE_MEANINGS, wording, "none").format(**words)
    return items.choice(chosen(QUESTIONS, wording, "question").format(**words), meanings)


def column(case: Case, field: str) -> Counter:
    """How often each day, each amount, or each reference with its part number stands in ledger B."""
    shown = {"day": lambda line, part: line.day, "cents": lambda line, part: part.cents, "ref": lambda line, part: (part.ref, part.suffix)}[field]
    return Counter(shown(line, part) for line in case.lines for part in line.parts)


def check_fault(draft: Draft, number: int, kind: str, states, where: str) -> None:
    """One fault: the lines it changes and in which fields, the one entry that fails, and what would save it."""
    base, case = draft.base, draft.cases[number]
    checks.require(base.entries == case.entries and base.rules == case.rules, f"{where}: more than ledger B differs")
    pairs = [(old, new) for old, new in zip(base.lines, case.lines) if old != new]
    wanted = 2 if kind in EXCHANGED else 1
    checks.require(len(pairs) == wanted and len(checks.changed_lines(*states)) == wanted, f"{where}: {len(pairs)} lines differ")
    gold = draft.offered[number]
    checks.require(unsettled(case) == [gold] and is_clear(case), f"{where}: entries {unsettled(case)} fail, expected {gold}")
    old, new = pairs[0]
    checks.require(kind in ("date", "sign") or not adds_up(case, gold), f"{where}: lines of the reference add up to the amount")
    if kind in EXCHANGED:
        checks.require(column(base, EXCHANGED[kind]) == column(case, EXCHANGED[kind]), f"{where}: not an exchange")
    if kind == "date":
        rules = base.rules._replace(before=base.rules.before + 1, after=base.rules.after + 1)
        checks.require(old._replace(day=new.day) == new and abs(old.day - new.day) == 1, f"{where}: more than a day differs")
        checks.require(answer(case._replace(rules=rules)) is None, f"{where}: a day more would not do")
    if kind == "sign":
        checks.require(old._replace(is_out=new.is_out) == new, f"{where}: more than the sign differs")
    if kind == "fee":
        checks.require(with_part(old, 0, cents=new.parts[0].cents) == new, f"{where}: more than the charge differs")


def check_group(draft: Draft, group: Plan, states) -> None:
    """The base reconciles, every fault shown is one, and the five entries are different; `states` are that of the base and those of the faults."""
    where = f"{FAMILY} level {group.level} group {group.number}"
    checks.require(not unsettled(draft.base) and is_clear(draft.base), f"{where}: the base case does not reconcile")
    checks.require(len(set(draft.offered)) == OPTIONS, f"{where}: an entry is offered twice")
    for number, (kind, _) in enumerate(group.faults):
        check_fault(draft, number, kind, (states[0], states[number + 1]), f"{where} {kind}")


def build_group(draw: draws.Draw, group: Plan, totals: balance.Balance) -> items.Group:
    """One group on its own stream."""
    rng = draws.stream(draw, FAMILY, group.level, group.number)
    month, days = draw_month(rng, DOMAINS[group.domain])
    draft = find_draft(draw, group, len(days), totals)
    wording = draw_wording(rng, group, draft, month, days)
    states = [render(case, wording) for case in (draft.base, *draft.cases[:len(group.faults)])]
    check_group(draft, group, states)
    members = [items.Member(state, str(wording.numbers[answer(case)]), kind, None, True) for state, case, (kind, _) in zip(states[1:], draft.cases, group.faults)]
    if group.has_base:
        members.insert(0, items.Member(states[0], NONE, None, None, False))
    return items.Group(group.level, group.domain, group.layout, question(rng, group, draft, wording), tuple(members))


def build(draw: draws.Draw) -> list:
    """The 600 items of a draw."""
    totals = {level: balance.Balance(TARGETS) for level in families.LEVELS}
    groups = [build_group(draw, group, totals[group.level]) for group in plan(draw)]
    checks.check_family(families.BY_NAME[FAMILY], groups)
    return items.number_items(FAMILY, draw, groups)


if __name__ == "__main__":
    sys.exit(cards.write_family(FAMILY, build))
