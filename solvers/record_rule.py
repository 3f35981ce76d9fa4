"""Which rule of a written list does a batch of records break? Reads the whole state, then tries every rule on the records.

A state is a report of one of three layouts: `md` (### headings, fenced JSON lines), `hash` (a comment head with '#', then rows with a separator)
and `text` (headings alone on a line, aligned columns; a report or a mail with a closing). Each has
    head      who sent which batch when, of how many records; the trade (shifts, stays, samples ...) is told by the letters of the batch number
    rules     numbered sentences; each is one of WORDINGS (kind of rule, what this wording decides, template)
    lists     registers (code, name, status) and plans (code, limit), each with its number of entries
    notes     conventions (one broken rule at most, letter case, this batch alone, what an empty field looks like, columns without a rule) and remarks
    records   the rows; each column has one way to be written (COLUMNS)

An option tells its rule by number and title (TITLES). In the templates <f> is a column, {sign} a fixed word, =v= a quoted word, #n# a number,
@many@ / @Many@ / @one@ the records' name, %list% the name of a list.
"""
from __future__ import annotations

import json
import re
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from solvers import reading


class Trade(NamedTuple):
    many: str
    one: str
    system: str
    titles: tuple
    remark: str
    plan: str
    register: str
    houses: tuple  # how the names of the firms end


class Rule(NamedTuple):
    number: int
    kind: str
    args: dict
    quote: str  # how its sentence marks a column


class Case(NamedTuple):
    trade: Trade
    rules: list
    lists: dict
    notes: dict
    columns: list
    records: list


TRADES = {
    "PB": Trade("consignments", "consignment", "the depot scanner system", ("Consignment intake check", "Depot scan batch", "Evening scan file"),
                "Fees are in EUR.", "van list", "depot list",
                ("Couriers", "Parcel Service", "Express Freight")),
    "GR": Trade("intake tickets", "intake ticket", "the weighbridge program", ("Weighbridge file", "Harvest intake load", "Grain intake review"),
                "Weights are in kilograms.", "silo sheet", "grower register",
                ("Grain Cooperative", "Mill and Storage", "Farmers' Union")),
    "WM": Trade("readings", "reading", "the handset server", ("Readings before billing", "Meter round upload", "Round upload check"),
                "Charges are in EUR without tax.", "walk plan", "zone list",
                ("Water Board", "Water Company", "Utilities")),
    "LB": Trade("samples", "sample", "the laboratory database", ("Bench results to be released", "Result release batch", "Laboratory transfer file"),
                "Solids are weighed dry.", "analyser sheet", "method register",
                ("Analytical Institute", "Water Laboratory", "Test House")),
    "HT": Trade("stays", "stay", "the front office system", ("Night audit batch", "Front office handover file", "Closed stays for posting"),
                "Amounts include tax.", "party contracts", "agency list",
                ("Hotel", "Guest House", "Lakeside Inn")),
    "PY": Trade("shifts", "shift", "the time recording terminal", ("Payroll preload", "Shift postings for payroll", "Time sheet batch"),
                "Pay is in EUR before deductions.", "team caps", "cost centre plan",
                ("Care Homes", "Home Nursing", "Residential Care")),
}

# columns: how a value of each is written; a tuple stands for a closed list of words
INT, CENT, TENTH, DATE = r"0|[1-9]\d*", r"(?:0|[1-9]\d*)\.\d\d", r"(?:0|[1-9]\d*)\.\d", r"\d{4}-\d\d-\d\d|\d\d [A-Z][a-z]{2} \d{4}"
SERIAL, CHECKED, RUN, INITIALS, COUNTER, LOAD = r"\d{6}", r"\d{7}", r"[A-Z]?\d{4}", r"[A-Z]{2}[a-z]", r"[1-9]\d{3}", r"[1-9]\d{4}"
SHAPED = r"(?=.*\d.*\d)(?!.*[a-z]{2})[A-Za-z0-9]{1,2}-?[A-Za-z0-9]{2,5}(?:/\d{1,2}|[A-Z])?"  # a code, or a code gone wrong in one place
WELL_SHAPED = re.compile(r"[A-Z]\d{3,4}(?:/\d\d)?|[A-Z]{2}-\d{3,4}[A-Z]?")  # T483, T4830/26, KD-4830, KD-483B
COLUMNS = {
    # consignments
    "label_no": SERIAL, "odo_km": COUNTER, "base_fee": CENT, "fuel_fee": CENT, "add_on": CENT, "charge": CENT, "barcode": CHECKED, "manifest": RUN,
    "route": SHAPED, "accepted": DATE, "delivered": DATE, "depot": r"[A-Z]{3}", "van": r"V\d\d", "volume_l": INT, "weight_kg": TENTH,
    "driver": INITIALS, "scanner": r"SC-\d\d", "cover_no": r"CV\d{4}", "dim_unit": ("cm", "mm", "in"),
    "service": ("standard", "return", "evening", "insured", "insured plus"),
    "shipper": ("Ostrey", "Orvell", "Noverra", "Kellan", "Bramhold", "Quist", "Tamberly"),
    "handover": ("letter box", "garage", "post room", "reception", "locker", "porch", "counter", "neighbour"),
    # intake tickets
    "ticket_no": SERIAL, "bridge_ct": COUNTER, "truck_kg": LOAD, "trailer_kg": LOAD, "waste_kg": INT, "paid_kg": LOAD, "seal_no": CHECKED,
    "tin_no": RUN, "lot": SHAPED, "harvested": DATE, "received": DATE, "grower": r"G\d{3}", "silo": r"S\d", "vol_m3": INT, "moist_pct": TENTH,
    "weigher": INITIALS, "ramp": r"R\d\d", "cert_no": r"Z-\d{4}", "dose_unit": ("ml/t", "l/t", "g/t"), "dressing": r"D\d\d",
    "purpose": ("malting", "feed", "milling", "seed", "seed trial"),
    "crop": ("peas", "triticale", "oats", "field beans", "rye", "spelt", "barley", "wheat"),
    # readings
    "read_no": SERIAL, "handset_ct": COUNTER, "standing": CENT, "usage": CENT, "sewer": CENT, "invoiced": CENT, "meter_no": CHECKED, "sheet_no": RUN,
    "tag": SHAPED, "read_on": DATE, "sent_on": DATE, "zone": r"Z\d\d[A-Z]", "walk": r"W\d", "visit_sec": INT, "press_bar": TENTH,
    "reader": INITIALS, "handset": r"H\d\d", "est_ref": r"E\d{4}", "vol_unit": ("m3", "l", "hl"), "tariff": r"[A-Z]\d",
    "source": ("manual", "remote", "postcard", "estimate", "estimate agreed"),
    "location": ("boiler house", "utility room", "hallway", "pantry", "cellar", "street box", "garden pit", "roof space"),
    # samples
    "tube_no": SERIAL, "cycle": COUNTER, "diss_mg": INT, "susp_mg": INT, "settl_mg": INT, "solids_mg": INT, "bottle": CHECKED, "extract": RUN,
    "point": SHAPED, "taken": DATE, "analysed": DATE, "method": r"M\d\d[A-Z]", "analyser": r"[A-Z]{2}\d", "reagent_ul": INT, "turbidity": TENTH,
    "analyst": INITIALS, "bench": r"B\d\d", "reason_cd": r"RC\d\d", "unit": ("ug/l", "mg/l", "mmol/l"),
    "outcome": ("interim", "pooled", "final", "repeat", "repeat pooled"),
    "analyte": ("nitrate", "boron", "fluoride", "chloride", "sulphate", "iron", "copper"),
    "matrix": ("river water", "rain water", "ground water", "lake water", "spring water", "sea water", "waste water", "tap water"),
    # stays
    "booking": SERIAL, "post_seq": COUNTER, "room_amt": CENT, "food_amt": CENT, "rebate": CENT, "bill": CENT, "club_no": CHECKED, "folio_no": RUN,
    "key_code": SHAPED, "arrival": DATE, "departure": DATE, "agency": r"[A-Z]{2}\d\d", "meals": INT, "lead_days": INT,
    "cashier": INITIALS, "desk": r"FD\d", "firm_no": r"F\d{4}", "currency": ("CHF", "EUR", "GBP"),
    "payment": ("card", "cash", "voucher", "invoice", "advance invoice"),
    "channel": ("partner", "kiosk", "web", "walk-in", "club", "phone", "fair"),
    "party": ("Painters", "Choir", "Cyclists", "Hikers", "Jurists", "Rowers"),
    "board": ("full board", "room only", "brunch", "light supper", "tea only", "half board", "breakfast", "packed lunch"),
    # shifts
    "shift_no": SERIAL, "clock_seq": COUNTER, "basic_pay": CENT, "bonus": CENT, "mileage": CENT, "gross_pay": CENT, "staff_no": CHECKED, "slip_no": RUN,
    "post": SHAPED, "worked_on": DATE, "entered_on": DATE, "cost_ctr": r"K\d{3}", "over_min": INT, "break_min": INT,
    "planner": INITIALS, "terminal": r"T\d\d", "approval": r"[A-Z]{2}\d{3}", "pay_basis": ("day", "hour", "shift"),
    "pay_type": ("night", "basic", "standby", "overtime", "overtime bank"),
    "allowance": ("uniform", "meals-A", "meals-B", "bicycle", "language", "on-call", "first aid"),
    "team": ("Annex", "East", "West", "South", "Lodge", "North"),
    "grade": ("porter", "cook", "carer", "trainee", "cleaner", "gardener", "nurse", "senior carer"),
}
MAY_BE_EMPTY = {"cover_no", "cert_no", "est_ref", "reason_cd", "firm_no", "approval"}
NUMBERS = {name for name, way in COLUMNS.items() if way in (INT, CENT, TENTH, COUNTER, LOAD)}
COLUMN_PATTERNS = {name: re.compile("|".join(map(re.escape, way)) if isinstance(way, tuple) else way) for name, way in COLUMNS.items()}

# lists: (code column, second column, the two statuses or None for a plan); the first status is the one in force
LISTS = {
    "depot list": ("depot", "name", ("open", "closed")), "grower register": ("grower", "name", ("active", "lapsed")),
    "zone list": ("zone", "name", ("live", "merged")), "method register": ("method", "name", ("valid", "withdrawn")),
    "agency list": ("agency", "name", ("contracted", "ended")), "cost centre plan": ("cost_ctr", "name", ("in use", "locked")),
    "van list": ("van", "capacity_l", None), "silo sheet": ("silo", "free_m3", None), "walk plan": ("walk", "max_sec", None),
    "analyser sheet": ("analyser", "stock_ul", None), "party contracts": ("party", "meals_max", None), "team caps": ("team", "cap_min", None),
}
LIMITS = {title: r"[1-9]\d?0" if title == "party contracts" else r"[1-9]\d{1,2}0" for title, (_, _, statuses) in LISTS.items() if not statuses}
STATUSES = {name: statuses for name, (_, _, statuses) in LISTS.items() if statuses}
METHODS = ("Cold vapour", "Digestion", "Distillation", "Electrode", "Flame emission", "Fluorescence", "Gas chromatography", "Gravimetry",
           "Ion chromatography", "Membrane filtration", "Photometry", "Plate count", "Solid-phase extraction", "Titration", "Turbidimetry")
CENTRES = ("Activities", "Administration", "Day care", "Dementia care", "Garden", "Housekeeping", "Kitchen", "Laundry", "Night care", "Physiotherapy",
           "Reception", "Respite", "Short stay", "Training", "Transport")
PLACE = r"[A-Z][a-z]+(?: [A-Z][a-z]+)?"
NAMES = {title: re.compile(pattern) for title, pattern in {
    "depot list": PLACE, "zone list": PLACE,  # Tamsin Vale
    "grower register": r"[A-Z][a-z]+ Farm", "agency list": rf"{PLACE} Travel",  # Novak Farm, Northolme Travel
    "method register": "|".join(METHODS), "cost centre plan": "|".join(CENTRES)}.items()}

# the wordings of the rules: kind, what this wording decides, template
WORDINGS = (
    # the form of a code; T483/26 stands for one letter and a slash part, KD-483B for two letters, a hyphen and a last letter
    ("form", {"shape": "T"}, "<f> has the form {example} (one capital letter, {digits} digits), optionally followed by a slash and two digits,"
                             " as in {longer}; I and O never occur."),
    ("form", {"shape": "T"}, "<f> consists of one capital letter, {digits} digits, a slash and two digits; the slash and what follows it may be left"
                             " out. The letters I and O are not used."),
    ("form", {"shape": "T"}, "<f>: one capital letter, then {digits} digits, then nothing or a slash with two digits after it. I and O are not among"
                             " the letters."),
    ("form", {"shape": "KD"}, "<f> has the form {example} (two capital letters, hyphen, {digits} digits), optionally with one further capital letter"
                              " at the end, as in {longer}; I and O never occur."),
    ("form", {"shape": "KD"}, "<f> consists of two capital letters, a hyphen and {digits} digits; one more capital letter may follow directly. The"
                              " letters I and O are not used."),
    ("form", {"shape": "KD"}, "<f>: two capital letters, then a hyphen, then {digits} digits, then nothing or a single capital letter. I and O are"
                              " not among the letters."),
    # a closed list of values
    ("allowed", {"join": "or"}, "<f> is {words}; no other value is accepted."),
    ("allowed", {"join": "and"}, "Only these values of <f> are accepted: {words}."),
    ("allowed", {"join": ","}, "<f> is one of: {words}."),
    # a total of three parts, the third added or taken away
    ("total", {}, "<f> is <a> + <b> {sign} <c>, without a difference of even one {grain}."),
    ("total", {}, "<f> equals <a> plus <b> {sign} <c>, exact to the {grain}."),
    ("total", {}, "<a> + <b> {sign} <c> gives <f>; no rounding difference is tolerated."),
    # two dates
    ("order", {"same": True}, "<late> is not before <early>; the same day is allowed."),
    ("order", {"same": True}, "<early> is not later than <late> (equal dates pass)."),
    ("order", {"same": True}, "<late> is on or after <early>."),
    ("order", {"same": False}, "<late> is later than <early>; the same day is not accepted."),
    ("order", {"same": False}, "<early> is at least one day before <late>."),
    ("order", {"same": False}, "<late> comes after <early>, on a later day."),
    # two limits
    ("range", {"ends": True}, "<f> is between #low# and #high#, both ends included."),
    ("range", {"ends": True}, "<f> is at least #low# and at most #high#."),
    ("range", {"ends": True}, "Accepted values of <f>: #low# to #high#, limits included."),
    ("range", {"ends": False}, "<f> is above #low# and below #high#; the two limits themselves are not accepted."),
    ("range", {"ends": False}, "<f> is greater than #low# and less than #high#."),
    ("range", {"ends": False}, "Accepted values of <f>: more than #low# and less than #high#, limits excluded."),
    # a sum for each group against one limit
    ("cap", {"reach": True}, "<f> of all @many@ of one <group> adds up to at most #limit#."),
    ("cap", {"reach": True}, "The @many@ of one <group> have a total <f> of at most #limit#."),
    ("cap", {"reach": True}, "For each <group> the sum of <f> over the batch is no more than #limit#."),
    ("cap", {"reach": False}, "<f> of all @many@ of one <group> adds up to less than #limit#."),
    ("cap", {"reach": False}, "<f> summed over the @many@ of one <group> is always under #limit#."),
    ("cap", {"reach": False}, "For each <group> the sum of <f> over the batch stays below #limit#; #again# itself is too much."),
    # a sum for each group against its own limit in a plan
    ("cap", {"reach": True}, "<f> of all @many@ of one <group> adds up to no more than its <column> in the %list%."),
    ("cap", {"reach": True}, "For each <group> the sum of <f> over the batch is no more than the <column> given in the %list%."),
    ("cap", {"reach": True}, "The @many@ of one <group> have a total <f> of at most the <column> given for it in the %list%."),
    ("cap", {"reach": False}, "<f> of all @many@ of one <group> adds up to less than its <column> in the %list%."),
    ("cap", {"reach": False}, "<f> summed over the @many@ of one <group> is always under the <column> given in the %list%."),
    ("cap", {"reach": False}, "For each <group> the sum of <f> over the batch stays below the <column> given in the %list%; reaching it is too much."),
    # a counter from row to row
    ("sequence", {"equal": True}, "In the order listed, each <f> is at least as high as the one before it."),
    ("sequence", {"equal": True}, "<f> never falls from one @one@ to the next in the order listed; equal values may follow each other."),
    ("sequence", {"equal": True}, "Going down the batch, <f> stays the same or rises."),
    ("sequence", {"equal": False}, "In the order listed, each <f> is higher than the one before it."),
    ("sequence", {"equal": False}, "<f> rises from each @one@ to the next in the order listed; equal values are not accepted."),
    ("sequence", {"equal": False}, "Going down the batch, every <f> is greater than the one above it."),
    ("sequence", {"equal": True}, "Taking the @many@ of one <group> in the order listed, each <f> is at least as high as the one before it."),
    ("sequence", {"equal": True}, "For each <group>, <f> never falls from one of its @many@ to the next one listed; equal values may follow each other."),
    ("sequence", {"equal": True}, "Going down the @many@ of any one <group>, <f> stays the same or rises; different <same_group> values are not compared."),
    ("sequence", {"equal": False}, "Taking the @many@ of one <group> in the order listed, each <f> is higher than the one before it."),
    ("sequence", {"equal": False}, "For each <group>, <f> rises from one of its @many@ to the next one listed; equal values are not accepted."),
    ("sequence", {"equal": False}, "Going down the @many@ of any one <group>, <f> rises every time; different <same_group> values are not compared."),
    # no repeats, in the batch or within one group
    ("unique", {}, "No <f> occurs twice in the batch."),
    ("unique", {}, "Every @one@ has its own <f>; a repeat within the batch is an error."),
    ("unique", {}, "<f> is unique: no two @many@ of the batch share one."),
    ("unique", {}, "Each combination of <f> and <group> occurs only once in the batch; <same_f> alone may be repeated under another <same_group>."),
    ("unique", {}, "Within one <group> every <f> is different; @many@ with different <same_group> values may have the same <same_f>."),
    ("unique", {}, "No two @many@ of the same <group> share a <f>; the same <same_f> under two different <same_group> values is fine."),
    # one value for each key
    ("uniform", {}, "<f> does not vary within one <group>."),
    ("uniform", {}, "@Many@ with the same <group> carry the same <f>."),
    ("uniform", {}, "All @many@ of one <group> have the same <f>; two <same_group> values may differ in it."),
    # an entry demanded by another column's word; others must leave it empty, or may do as they like
    ("entry", {"others": "empty"}, "<f> is filled in when <by> is =word=, and it is empty with every other <same_by>."),
    ("entry", {"others": "empty"}, "<f> has an entry exactly where <by> is =word=; anywhere else it stays empty."),
    ("entry", {"others": "empty"}, "@Many@ with <by> =word= need an entry in <f>; all others must leave it empty."),
    ("entry", {"others": "free"}, "<f> must be filled in when <by> is =word=; with any other <same_by> it may be filled in or left empty."),
    ("entry", {"others": "free"}, "If <by> is =word=, <f> may not be empty; with other values of <same_by> it may hold an entry or none."),
    ("entry", {"others": "free"}, "@Many@ with <by> =word= need an entry in <f>; for all others the entry is optional."),
    # a code of a register, of any status or of the one in force
    ("known", {"status": "any"}, "Each <f> is found in the %list%; its status ({first} or {second}) makes no difference."),
    ("known", {"status": "any"}, "<f> is an entry of the %list%; {second} entries are accepted as well."),
    ("known", {"status": "any"}, "<f> must stand in the %list%, whether marked {first} or {second}."),
    ("known", {"status": "first"}, "<f> is an entry of the %list% that is marked {first}; {second} entries are not accepted."),
    ("known", {"status": "first"}, "<f> must stand in the %list% with the status {first}."),
    ("known", {"status": "first"}, "Only <f> codes that the %list% shows as {first} may be used."),
    # running numbers without a gap
    ("run", {"letters": False}, "Put in order, the <f> numbers run from the lowest to the highest of the batch and leave no number out; they may be"
                                " listed in any order."),
    ("run", {"letters": False}, "The numbers in <f> are complete: none between the lowest and the highest number of the batch is left out. The listing"
                                " may be in any order."),
    ("run", {"letters": False}, "The numbers in <f> leave no gap: every number between the lowest and the highest of the batch occurs. Their order does"
                                " not matter."),
    ("run", {"letters": True}, "Put in order, the <f> numbers of each letter run from its lowest to its highest in the batch and leave no number out;"
                               " they may be listed in any order."),
    ("run", {"letters": True}, "Within each letter the numbers in <f> are complete: none between the letter's lowest and highest number in the batch is"
                               " left out. The listing may be in any order."),
    ("run", {"letters": True}, "The numbers in <f> leave no gap within a letter: for each letter, every number between its lowest and its highest in the"
                               " batch occurs. Their order does not matter."),
    # a check digit over six weighted digits
    ("check", {}, "The last digit of <f> is a check digit: multiply the first six digits, from left to right, by {weights} and add the products;"
                  " {closing}. Example: {example}, sum #sum#."),
    ("check", {}, "<f> ends in a check digit. Weights for the six digits before it, left to right: {weights}. Add digit times weight; {closing}."
                  " For {example} the sum is #sum#."),
    ("check", {}, "The seventh digit of <f> is a check digit. Each of the six before it is multiplied by its weight (from left to right {weights})"
                  " and the products are added; {closing}. With {example} the sum is #sum#."),
)
# what the check digit is, given the sum
CLOSINGS = {
    "the check digit brings the sum up to a multiple of ten (0 if it is one already)": lambda total: -total % 10,
    "the last digit of the sum is the check digit": lambda total: total % 10,
    "the remainder left when the sum is divided by nine is the check digit": lambda total: total % 9,
    "the remainder left when the sum is divided by seven is the check digit": lambda total: total % 7,
}
SIGNS = {"+": 1, "plus": 1, "-": -1, "minus": -1}
DIGIT_WORDS = {"three": 3, "four": 4}
LETTER = "[A-HJ-NP-Z]"
GRAINS = {"cent": CENT, "kilogram": "_kg", "milligram": "_mg"}


def alternatives(words) -> str:
    """A group of fixed texts, the longer ones first."""
    return "(?:" + "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) + ")"


WORD = r"[a-z]+(?: [a-z]+)*"
ONE_QUOTED = rf"(?:\"{WORD}\"|'{WORD}'|{WORD})"
MANY = alternatives(trade.many for trade in TRADES.values())
FIELDS = {
    "example": r"[A-Z0-9-]+", "longer": r"[A-Z0-9/-]+", "digits": alternatives(DIGIT_WORDS), "sign": alternatives(SIGNS), "grain": alternatives(GRAINS),
    "words": rf"{ONE_QUOTED}(?:, {ONE_QUOTED})*(?: (?:or|and) {ONE_QUOTED})?", "weights": r"\d(?:, \d){5}", "closing": alternatives(CLOSINGS),
    "first": alternatives(first for first, _ in STATUSES.values()), "second": alternatives(second for _, second in STATUSES.values()),
}
QUOTES = {"`": "`", "'": "'", '"': '"', "[": "]"}  # how the column names of a state are marked
MARK = re.compile(r"<(\w+)>|\{(\w+)\}|#(\w+)#|=(\w+)=|@(\w+)@|%(\w+)%")


def compiled(template: str, quote: str = "`"):
    """The pattern of a template, the column names marked with `quote`."""
    def placeholder(mark) -> str:
        column, field, number, word, noun, a_list = mark.groups()
        if column:
            return f"{re.escape(quote)}(?P<{column}>[A-Za-z][A-Za-z0-9_ ]*){re.escape(QUOTES[quote])}"
        if number:
            return rf"(?P<{number}>\d+(?:\.\d+)?)"
        if word:
            return rf"(?:\"(?P<{word}>{WORD})\"|'(?P<{word}_>{WORD})')"
        if noun:
            names = {"one": [t.one for t in TRADES.values()], "many": [t.many for t in TRADES.values()],
                     "Many": [t.many.capitalize() for t in TRADES.values()]}[noun]
            return f"(?P<{noun}>{alternatives(names)})"
        return f"(?P<list>{alternatives(LISTS)})" if a_list else f"(?P<{field}>{FIELDS[field]})"

    pieces, start = [], 0
    for mark in MARK.finditer(template):
        pieces += [re.escape(template[start:mark.start()]), placeholder(mark)]
        start = mark.end()
    return re.compile("".join(pieces) + re.escape(template[start:]))


RULE_PATTERNS = {quote: {index: compiled(template, quote) for index, (_, _, template) in enumerate(WORDINGS)} for quote in QUOTES}
CORES = [max(MARK.sub("\n", template).split("\n"), key=len) for _, _, template in WORDINGS]  # the longest fixed piece of each wording

# head, headings, notes
ISO, LONG, CLOCK = r"\d{4}-\d\d-\d\d", r"\d\d [A-Z][a-z]{2} \d{4}", r"(?P<clock>\d\d:\d\d)"
WHEN = rf"(?P<day>{ISO}|{LONG})"
HOUSES = alternatives(house for trade in TRADES.values() for house in trade.houses)
ORG = rf"[A-Z][a-z]+(?: [A-Z][a-z]+)? (?P<house>{HOUSES})"  # Moorcroft Lane Mill and Storage
PERSON = r"[^\W\d_a-z][^\W\d_]+(?: [^\W\d_a-z][^\W\d_]+)+"
BATCH = r"(?P<batch>[A-Z]{2}-\d{4})"
TITLE = "(?P<title>" + alternatives(title for trade in TRADES.values() for title in trade.titles) + ")"
SYSTEM = "(?P<system>" + alternatives(trade.system for trade in TRADES.values()) + ")"
COUNT = rf"(?P<count>\d+) (?P<many>{MANY})"
HEADS = {
    "md": [
        # Fenwether Couriers / Consignment intake check
        # | Batch PB-4901, 10 consignments, received from the depot scanner system on 2026-04-22 at 15:29
        [rf"# {ORG} / {TITLE}", rf"\*Batch {BATCH}, {COUNT}, received from {SYSTEM} on {WHEN} at {CLOCK}\*"],
        # Evening scan file PB-6141
        # | Redcombe Couriers. 10 consignments, loaded from the depot scanner system on 2026-08-12, 09:36; owner Oliver Thapa.
        [rf"# {TITLE} {BATCH}", rf"{ORG}\. {COUNT}, loaded from {SYSTEM} on {WHEN}, {CLOCK}; owner {PERSON}\."],
        # Batch LB-7700: 16 samples | Prepared by Yusuf Tanaka, Harrowgate Mills Analytical Institute, on 2026-06-11 at 08:23.
        [rf"## Batch {BATCH}: {COUNT}", rf"Prepared by {PERSON}, {ORG}, on {WHEN} at {CLOCK}\."],
        # Laboratory transfer file | batch: LB-1322 | samples: 16 | loaded: 2026-07-16 11:45 | contact: Leila Weber, Marlwood Analytical Institute
        [rf"## {TITLE}", rf"- batch: {BATCH}", rf"- (?P<many>{MANY}): (?P<count>\d+)", rf"- loaded: {WHEN} {CLOCK}", rf"- contact: {PERSON}, {ORG}"],
    ],
    "hash": [
        # Calderby Analytical Institute | 16 samples from the laboratory database, batch LB-7774 | written 2025-06-27 16:13
        [rf"# {ORG}", rf"# {COUNT} from {SYSTEM}, batch {BATCH}", rf"# written {WHEN} {CLOCK}"],
        # Stonebeck Water Laboratory: Bench results to be released | batch LB-5887, 24 samples, exported 2025-03-10 16:02
        [rf"# {ORG}: {TITLE}", rf"# batch {BATCH}, {COUNT}, exported {WHEN} {CLOCK}"],
        # batch PB-9352 of the depot scanner system, 16 consignments | Tamsin Vale Express Freight, Depot scan batch, 2026-07-13 12:33
        [rf"# batch {BATCH} of {SYSTEM}, {COUNT}", rf"# {ORG}, {TITLE}, {WHEN} {CLOCK}"],
        # Laboratory transfer file | source: the laboratory database; batch: LB-1682; rows: 16 | created 2026-11-16 12:29 by Noor Hartmann
        [rf"# {TITLE}", rf"# source: {SYSTEM}; batch: {BATCH}; rows: (?P<count>\d+)", rf"# created {WHEN} {CLOCK} by {PERSON}"],
    ],
    "text": [
        # Millrace Water Board | Meter round upload, batch WM-4202, 16 readings | Printed 04 Aug 2025 07:36 by Emeka Hayashi
        [ORG, rf"{TITLE}, batch {BATCH}, {COUNT}", rf"Printed {WHEN} {CLOCK} by {PERSON}"],
        # Report on batch GR-8965 (16 intake tickets) | Requested by Lars Lindgren (Thornmere Grain Cooperative) on 11 Aug 2025, 14:52
        [rf"Report on batch {BATCH} \({COUNT}\)", rf"Requested by {PERSON} \({ORG}\) on {WHEN}, {CLOCK}"],
        # Round upload check | Batch WM-2989   24 readings   2025-04-17 13:30 | Ashgrove Utilities, from the handset server
        [TITLE, rf"Batch {BATCH}   {COUNT}   {WHEN} {CLOCK}", rf"{ORG}, from {SYSTEM}"],
        # From: Vera Kim | To: data desk, Eldervale Test House | Subject: Bench results to be released, batch LB-5887
        # | Hello, here are the 16 samples that the laboratory database sent on 11 Aug 2025 at 14:52.
        [rf"From: (?P<sender>{PERSON})", rf"To: data desk, {ORG}", rf"Subject: {TITLE}, batch {BATCH}",
         rf"Hello, here are the {COUNT} that {SYSTEM} sent on {WHEN} at {CLOCK}\."],
    ],
}
HEAD_PATTERNS = {layout: [[re.compile(line) for line in head] for head in heads] for layout, heads in HEADS.items()}
HEADINGS = {
    "md": {"Rules": "rules", "What a batch must satisfy": "rules", "Integrity rules": "rules", "Lists used": "lists", "Reference lists": "lists",
           "Code lists": "lists", "Good to know": "notes", "Notes": "notes", "Reading the file": "notes", "Data": "records", "Records": "records",
           "Payload": "records"},
    "hash": {"rules": "rules", "checks applied on load": "rules", "validation rules": "rules", "lists": "lists", "code lists": "lists",
             "reference data": "lists", "notes": "notes", "remarks": "notes", "how to read the file": "notes"},
    "text": {"RULES": "rules", "Rules for the batch": "rules", "Checks:": "rules", "LISTS": "lists", "Reference lists": "lists", "Code lists:": "lists",
             "NOTES": "notes", "How to read this report": "notes", "Remarks:": "notes", "RECORDS": "records", "Batch": "records",
             "Contents of the batch:": "records"},
}
RULE_NUMBERS = {layout: re.compile(pattern) for layout, pattern in {
    "md": r"(?:- Rule (\d): |- \*\*R(\d)\*\* |(\d)\. )(.+)",  # - **R1** `lot` ...
    "hash": r"# (?:rule (\d): |R(\d) |\((\d)\) )(.+)",  # rule 1: 'lot' ...
    "text": r"(?:Rule (\d)\. |  R(\d)  |  (\d)\) )(.+)",  #   R1  [Lot] ...
}.items()}
LIST_TITLES = {
    "md": re.compile(r"(?P<title>[A-Z][a-z ]+), (?P<count>\d+) entries:"),  # Depot list, 8 entries:
    "hash": re.compile(r"# (?P<title>[a-z ]+) \((?P<columns>[a-z0-9_, ]+)\), (?P<count>\d+) entries"),  # # van list (van, capacity_l), 4 entries
    "text": re.compile(r"  (?P<title>[A-Z][a-z ]+) \((?P<count>\d+) entries\)"),  #   Zone list (10 entries)
}
BULLETS = {"md": "* ", "hash": "# - ", "text": "  * "}
NOTE_TEMPLATES = (  # topic, the layouts that may say so, sentence
    ("one", "md hash text", "A batch breaks one rule or none, never more."),
    ("one", "md hash text", "A batch has one broken rule or no broken rule at all."),
    ("one", "md hash text", "Either all rules are kept or exactly one is broken."),
    ("one", "md hash text", "The batch breaks at most one of the rules, possibly none."),
    ("case", "md hash text", "Codes and words must match to the letter, capital or small."),
    ("case", "md hash text", "Codes and words count as equal only if written alike, capitals included."),
    ("case", "md hash text", "Upper and lower case are different; codes and words are compared letter by letter."),
    ("alone", "md hash text", "Other batches are not taken into account."),
    ("alone", "md hash text", "The rules look at this batch alone; earlier batches do not count."),
    ("alone", "md hash text", "Comparisons stay within this batch of @many@."),
    ("empty", "md", "Where nothing was entered the value is `null`."),
    ("empty", "md", "`null` stands for a missing entry."),
    ("empty", "hash", "An empty field means that nothing was entered."),
    ("empty", "hash", "An empty cell is a missing entry."),
    ("empty", "text", "A dash alone stands for an empty field."),
    ("empty", "text", "Fields without an entry show a dash."),
    ("unnamed", "md", "Fields that no rule names are not checked."),
    ("unnamed", "md", "Fields without a rule may hold any values."),
    ("unnamed", "md", "No check is made on fields that the rules do not mention."),
    ("unnamed", "hash text", "Columns that no rule names are not checked."),
    ("unnamed", "hash text", "Columns without a rule may hold any values."),
    ("unnamed", "hash text", "No check is made on columns that the rules do not mention."),
    ("desk", "md hash text", "The data desk works Monday to Friday."),
    ("queries", "md hash text", "Queries are answered within a working day."),
)
NOTE_PATTERNS = {index: compiled(template) for index, (_, _, template) in enumerate(NOTE_TEMPLATES)}
NOTE_PATTERNS.update({
    "kept": re.compile(r"The file is kept for \d+ months\."),  # The file is kept for 24 months.
    "version": re.compile(r"Format version \d+\.\d+\."),  # Format version 3.0.
    "questions": re.compile(rf"Questions: {PERSON}\."),  # Questions: Vera Duarte.
    "money": re.compile("(?P<remark>" + alternatives(trade.remark for trade in TRADES.values()) + ")"),  # Fees are in EUR.
})
EMPTY_MARKS = {"md": None, "hash": "", "text": "-"}
FENCE = re.compile(r"```(?:jsonl)?")  # ```jsonl
SIGN_OFF = re.compile(r"(?:Kind regards|Best wishes|Regards|Thanks|Best),")  # Kind regards,
MONTHS = {name: number for number, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)}


# reading
@lru_cache(maxsize=1000)
def key(name: str) -> str:
    """'Read no' -> 'read_no': a column as it is called in all layouts."""
    return name.lower().replace(" ", "_")


def layout_of(lines: list) -> str:
    """'md' where there are ### headings, 'hash' where the first line is a comment, else 'text'."""
    if any(line.startswith("### ") for _, line in lines):
        return "md"
    return "hash" if lines and lines[0][1].startswith("#") else "text"


def may_follow_a_gap(line: str, before: str, now: str, layout: str) -> bool:
    """A line after an empty one ('#' in a comment): in the head, under a ### heading, around the tables of the lists."""
    if layout == "md":
        return now == "head" or before.startswith("### ") or now == "lists" and (before.endswith(":") or line.endswith(":"))
    return layout == "text" and now == "head"


def sections(lines: list, layout: str) -> dict:
    """{'head': lines, 'rules': ..., 'lists': ..., 'notes': ..., 'records': ...}; the rows of a 'hash' state are its lines without '#'."""
    found, now, prefix = {"head": []}, "head", {"md": "### ", "hash": "# ", "text": ""}[layout]
    last, before = 0, ""
    for number, line in lines:
        if layout == "hash" and line == "#":
            continue
        if number > last + 2:
            raise reading.unread(number, line, "a line after two empty ones")
        gap, last = number > last + 1, number
        kind = HEADINGS[layout].get(line[len(prefix):]) if line.startswith(prefix) else None
        if layout == "hash" and not line.startswith("#") and now != "records":
            found["records"], now = [], "records"
        if kind and (kind in found or not gap or now == "records" and layout == "hash"):
            raise reading.unread(number, line, "a heading at this place")
        if not kind and gap and not may_follow_a_gap(line, before, now, layout):
            raise reading.unread(number, line, "a line after an empty one")
        if kind:
            now, found[kind] = kind, []
        else:
            found[now].append((number, line))
        before = line
    missing = {"head", "rules", "lists", "notes", "records"} - {kind for kind, rows in found.items() if rows}
    if missing:
        raise reading.Unread(f"the state has no {', '.join(sorted(missing))}")
    return found


def read_closing(lines: list, sender: str) -> list:
    """The lines of a mail without its closing: 'Regards,' and the sender's first name."""
    if len(lines) < 3:
        raise reading.unread(*lines[0], "a whole mail")
    (number, sign_off), (last, name) = lines[-2:]
    if not SIGN_OFF.fullmatch(sign_off):
        raise reading.unread(number, sign_off, "a closing")
    if name != sender.split(" ")[0]:
        raise reading.unread(last, name, "the sender's name")
    return lines[:-2]


def read_head(lines: list, layout: str) -> dict:
    """What the head says: batch, title, system, many, count, day, sender, where given."""
    for patterns in HEAD_PATTERNS[layout]:
        matches = [pattern.fullmatch(line) for pattern, (_, line) in zip(patterns, lines)]
        if matches and matches[0]:
            break
    else:
        raise reading.unread(*lines[0], "the head")
    for match, (number, line) in zip(matches, lines):
        if not match:
            raise reading.unread(number, line, "the head")
    if len(patterns) != len(lines):
        raise reading.unread(*lines[-1], "the end of the head")
    said = {name: value for match in matches for name, value in match.groupdict().items() if value is not None}
    day(said["day"])
    reading.minutes(said["clock"])
    return said


def trade_of(head: dict) -> Trade:
    """The trade of the batch number; title, system and the records' name must be its own."""
    trade = TRADES.get(head["batch"][:2])
    if not trade or head.get("title", trade.titles[0]) not in trade.titles:
        raise reading.Unread(f"batch {head['batch']} does not go with {head.get('title')!r}")
    told = head.get("system", trade.system), head.get("many", trade.many)
    if head.get("house", trade.houses[0]) not in trade.houses or told != (trade.system, trade.many):
        raise reading.Unread(f"batch {head['batch']} does not go with its firm, system or records")
    return trade


@lru_cache(maxsize=20000)
def day(text: str) -> date:
    """'2025-08-04' or '04 Aug 2025'."""
    try:
        if "-" in text:
            return date.fromisoformat(text)
        number, month, year = text.split(" ")
        return date(int(year), MONTHS[month], int(number))
    except (ValueError, KeyError):
        raise reading.Unread(f"{text!r} is not a date") from None


def read_notes(lines: list, layout: str, trade: Trade) -> dict:
    """{topic: sentence}; none twice, an empty field described for this layout only."""
    notes = {}
    for number, line in lines:
        bullet = BULLETS[layout]
        found = line.startswith(bullet) and reading.first_match(NOTE_PATTERNS, line[len(bullet):])
        if not found:
            raise reading.unread(number, line, "a note")
        name, match = found
        topic, layouts = NOTE_TEMPLATES[name][:2] if isinstance(name, int) else (name, layout)
        said = match.groupdict()
        own = (said.get("many", trade.many), said.get("remark", trade.remark))
        if topic in notes or own != (trade.many, trade.remark) or layout not in layouts.split(" "):
            raise reading.unread(number, line, "a note of this state")
        notes[topic] = line[len(bullet):]
    if "one" not in notes:
        raise reading.Unread("no note says that a batch breaks one rule at most")
    return notes


def list_rows(lines: list, layout: str) -> list:
    """[(title, number of entries told, [(number, line, cells)])]: the lists as they stand, header row first."""
    found = []
    for number, line in lines:
        title = LIST_TITLES[layout].fullmatch(line)
        row = re.fullmatch({"md": r"\| (.+) \|", "hash": r"#   (\S.*)", "text": r"    (\S.*)"}[layout], line)
        if title:
            found.append((title["title"][0].lower() + title["title"][1:], int(title["count"]), []))
            if layout == "hash":
                found[-1][2].append((number, line, title["columns"].split(", ")))
        elif row and found:
            found[-1][2].append((number, line, re.split({"md": r" \| ", "hash": r", ", "text": r" {2,}"}[layout], row[1])))
        else:
            raise reading.unread(number, line, "part of a list")
    return found


def check_alignment(rows: list) -> None:
    """In an aligned list each cell starts under its header."""
    starts = [[match.start() for match in re.finditer(r"(?<!\S)\S+(?: \S+)*", line)] for _, line, _ in rows]
    for (number, line, _), places in zip(rows, starts):
        if places != starts[0]:
            raise reading.unread(number, line, "an aligned row")


def read_list(title: str, rows: list, layout: str) -> dict:
    """{code: status} of a register, {code: limit} of a plan."""
    if title not in LISTS or not rows:
        raise reading.Unread(f"{title!r} is not a list with rows")
    code, second, statuses = LISTS[title]
    number, line, cells = rows[0]
    if [key(cell) for cell in cells] != [code, second] + (["status"] if statuses else []):
        raise reading.unread(number, line, f"the header of the {title}")
    if layout == "text":
        check_alignment(rows)
    if layout == "md":
        if len(rows) < 2 or rows[1][2] != ["---"] * len(cells):
            raise reading.unread(*rows[min(1, len(rows) - 1)][:2], "the rule under a header")
        rows = rows[1:]
    entries = {}
    for number, line, cells in rows[1:]:
        fits = len(cells) == (3 if statuses else 2) and COLUMN_PATTERNS[code].fullmatch(cells[0]) and cells[0] not in entries
        if fits and statuses:
            fits = NAMES[title].fullmatch(cells[1]) and cells[2] in statuses
        elif fits:
            fits = re.fullmatch(LIMITS[title], cells[1])
        if not fits:
            raise reading.unread(number, line, f"an entry of the {title}")
        entries[cells[0]] = cells[-1]
    return entries


def read_lists(lines: list, layout: str, trade: Trade) -> dict:
    """{title: entries}: the register of the trade and, where given, its plan."""
    found = {}
    for title, count, rows in list_rows(lines, layout):
        if title in found or title not in (trade.register, trade.plan):
            raise reading.Unread(f"a list {title!r} has no place here")
        found[title] = read_list(title, rows, layout)
        if len(found[title]) != count or not count:
            raise reading.Unread(f"the {title} is said to have {count} entries, it has {len(found[title])}")
    return found


def json_rows(lines: list) -> tuple:
    """(columns, [(number, line, values)]) of fenced JSON lines; a number's text is marked with '#'."""
    if not FENCE.fullmatch(lines[0][1]) or lines[-1][1] != "```" or len(lines) < 3:
        raise reading.unread(*lines[0], "a fence")
    columns, rows = None, []
    for number, line in lines[1:-1]:
        try:
            pairs = json.loads(line, object_pairs_hook=list, parse_int="#{}".format, parse_float="#{}".format)
        except ValueError:
            raise reading.unread(number, line, "a JSON record") from None
        if not isinstance(pairs, list) or not all(isinstance(pair, tuple) for pair in pairs):
            raise reading.unread(number, line, "a JSON record")
        names = [name for name, _ in pairs]
        if columns not in (None, names):
            raise reading.unread(number, line, "a record with the columns of the first")
        columns = names
        values = []
        for name, value in pairs:
            if value is not None and (not isinstance(value, str) or value.startswith("#") != (key(name) in NUMBERS)):
                raise reading.unread(number, line, f"a record ({name})")
            values.append(value if value is None else value.lstrip("#"))
        rows.append((number, line, values))
    return columns, rows


def separated_rows(lines: list) -> tuple:
    """(columns, rows) of lines with one separator: ';', ',' or '|'."""
    number, header = lines[0]
    separators = set(re.findall(r"[;,|]", header))
    if len(separators) != 1:
        raise reading.unread(number, header, "a row of columns")
    separator = separators.pop()
    columns = header.split(separator)
    return columns, [(number, line, line.split(separator)) for number, line in lines[1:]]


def aligned_rows(lines: list) -> tuple:
    """(columns, rows) of aligned columns; the line under the header shows their widths, numbers stand right, other values left."""
    (_, header), (number, dashes) = lines[0], (lines + [(0, "")])[1]
    if not re.fullmatch(r"-+(?:  -+)*", dashes):
        raise reading.unread(number, dashes, "the line under the columns")
    spans = [match.span() for match in re.finditer(r"-+", dashes)]
    columns, width = [header[start:end].strip() for start, end in spans], len(dashes)
    right = [key(name) in NUMBERS for name in columns]

    def cells(number: int, line: str) -> list:
        values = [line[start:end].strip() for start, end in spans]
        rebuilt = "  ".join(value.rjust(end - start) if to_right else value.ljust(end - start)
                            for value, to_right, (start, end) in zip(values, right, spans))
        if len(line) > width or line not in (rebuilt, rebuilt.rstrip()):
            raise reading.unread(number, line, "an aligned row")
        return values

    return columns if cells(*lines[0]) else [], [(number, line, cells(number, line)) for number, line in lines[2:]]


def read_records(lines: list, layout: str, trade: Trade, notes: dict) -> tuple:
    """(columns, records): each record {column: text}, None for an empty field; every value is written as its column demands."""
    columns, rows = {"md": json_rows, "hash": separated_rows, "text": aligned_rows}[layout](lines)
    if len(set(columns)) != len(columns) or not rows or any(key(name) not in COLUMNS for name in columns):
        raise reading.unread(*lines[0], "the columns")
    patterns, records = [COLUMN_PATTERNS[key(name)] for name in columns], []
    optional, empty, dates = [key(name) in MAY_BE_EMPTY for name in columns], EMPTY_MARKS[layout], [COLUMNS[key(name)] is DATE for name in columns]
    for number, line, values in rows:
        if len(values) != len(columns):
            raise reading.unread(number, line, f"a record of {len(columns)} columns")
        record = {}
        for name, value, pattern, may, dated in zip(columns, values, patterns, optional, dates):
            if value == empty and may:
                if "empty" not in notes:
                    raise reading.unread(number, line, f"a record (no note explains the empty {name})")
                record[name] = None
            elif value is not None and pattern.fullmatch(value):
                record[name] = day(value) if dated else value
            else:
                raise reading.unread(number, line, f"a record ({name})")
        records.append(record)
    return columns, records


def read_rule(number: int, line: str, layout: str, trade: Trade, columns: list) -> Rule:
    """One numbered sentence; the columns it names must be columns of the records, its nouns those of the trade."""
    numbered = RULE_NUMBERS[layout].fullmatch(line)
    quote = numbered and re.search(r"[`'\"\[]", numbered[4])
    likely = quote and {index: RULE_PATTERNS[quote[0]][index] for index, core in enumerate(CORES) if core in numbered[4]}
    found = likely and reading.first_match(likely, numbered[4])
    if not found:
        raise reading.unread(number, line, "a rule")
    kind, meaning, template = WORDINGS[found[0]]
    args = {**meaning, **{(name[:-1] if name.endswith("_") else name): value for name, value in found[1].groupdict().items() if value is not None}}
    named = {mark for mark in re.findall(r"<(\w+)>", template)}
    if any(args[name] not in columns for name in named - {"column"}):
        raise reading.unread(number, line, "a rule on the columns of this batch")
    if any(args[name] != args[name[5:]] for name in named if name.startswith("same_")):
        raise reading.unread(number, line, "a rule that names the same column again")
    nouns = (args.get("many", trade.many), args.get("Many", trade.many.capitalize()), args.get("one", trade.one))
    if nouns != (trade.many, trade.many.capitalize(), trade.one):
        raise reading.unread(number, line, f"a rule on {trade.many}")
    on_list = trade.plan if kind == "cap" else trade.register
    if args.get("list", on_list) != on_list:
        raise reading.unread(number, line, f"a rule on the {on_list}")
    if not FITS[kind](args):
        raise reading.unread(number, line, f"a sound rule ({kind})")
    return Rule(int(numbered[1] or numbered[2] or numbered[3]), kind, args, quote[0])


# is a rule sound: do its columns have the kind of values it speaks of, does its own example hold?
def way(args: dict, name: str = "f"):
    """How the column of a rule is written."""
    return COLUMNS.get(key(args[name]))


def words_of(args: dict) -> list:
    """The words of 'a, b or c', 'a, b and c' or 'a, b, c' (as the wording joins them), with or without quotes."""
    last = ", " if args["join"] == "," else f" {args['join']} "
    words = re.split(f", |{last}", args["words"])
    bare = [word.strip("\"'") for word in words]
    if ", ".join(words[:-1]) + last + words[-1] != args["words"] or len({(word[0], word[-1]) for word in words if word[0] in "\"'"}) > 1:
        raise reading.Unread(f"{args['words']!r} is not a list of words")
    return bare


def shape_of(args: dict):
    """The pattern of a form: T483, T483/26 or KD-483, KD-483B with so many digits."""
    digits = rf"\d{{{DIGIT_WORDS[args['digits']]}}}"
    return re.compile(f"{LETTER}{digits}(?:/\\d\\d)?" if args["shape"] == "T" else f"{LETTER}{{2}}-{digits}{LETTER}?")


def fits_form(args: dict) -> bool:
    """The column holds codes; the examples of the wording have the form described."""
    shape = shape_of(args)
    example, longer = args.get("example", ""), args.get("longer", "")
    shown = bool(shape.fullmatch(example) and shape.fullmatch(longer) and longer.startswith(example) and longer != example)
    return way(args) is SHAPED and (shown or not example)


def fits_allowed(args: dict) -> bool:
    words = words_of(args)
    return isinstance(way(args), tuple) and set(words) <= set(way(args)) and len(set(words)) == len(words)


def fits_total(args: dict) -> bool:
    written = {CENT if way(args, name) == CENT else key(args[name])[-3:] for name in ("f", "a", "b", "c")}
    return len(written) == 1 and written <= set(GRAINS.values()) and {GRAINS.get(args.get("grain"), *written)} == written


def fits_range(args: dict) -> bool:
    written = way(args) in (TENTH, INT) and all(re.fullmatch(way(args), args[name]) for name in ("low", "high"))
    return written and Decimal(args["low"]) < Decimal(args["high"])


def fits_cap(args: dict) -> bool:
    """A sum of whole numbers against a whole number, or against the limit column of the plan of this group."""
    if "list" in args:
        return way(args) is INT and LISTS[args["list"]][:2] == (key(args["group"]), key(args["column"]))
    return way(args) is INT and bool(re.fullmatch(INT, args["limit"])) and args.get("again", args["limit"]) == args["limit"]


def fits_known(args: dict) -> bool:
    first, second = STATUSES[args["list"]]
    return LISTS[args["list"]][0] == key(args["f"]) and args.get("first", first) == first and args.get("second", second) == second


def weighted_sum(code: str, weights: str) -> int:
    """The first six digits, each times its weight: '5780905' with '6, 5, 4, 3, 2, 1' -> 115."""
    return sum(int(digit) * int(weight) for digit, weight in zip(code, weights.split(", ")))


def fits_check(args: dict) -> bool:
    """The example has seven digits, the sum told, and the check digit that the wording asks for."""
    example, total = args["example"], int(args["sum"])
    return (way(args) is CHECKED and bool(re.fullmatch(CHECKED, example)) and weighted_sum(example, args["weights"]) == total
            and CLOSINGS[args["closing"]](total) == int(example[6]))


FITS = {
    "form": fits_form, "allowed": fits_allowed, "total": fits_total, "range": fits_range, "cap": fits_cap, "known": fits_known, "check": fits_check,
    "order": lambda args: way(args, "early") is DATE and way(args, "late") is DATE and args["early"] != args["late"],
    "sequence": lambda args: way(args) is COUNTER, "unique": lambda args: way(args) is SERIAL, "run": lambda args: way(args) is RUN,
    "uniform": lambda args: isinstance(way(args), tuple) and args["f"] != args["group"],
    "entry": lambda args: key(args["f"]) in MAY_BE_EMPTY and isinstance(way(args, "by"), tuple) and args["word"] in way(args, "by"),
}


NEEDS = {  # the rules that compare words or codes with each other, and those that look at several records
    "case": {"form", "allowed", "known", "entry", "unique", "uniform"}, "alone": {"unique", "uniform", "cap", "sequence", "run"},
}


def check_conventions(rules: list, notes: dict) -> None:
    """A convention that a rule relies on is spelled out in the notes."""
    for topic, kinds in NEEDS.items():
        needed = sorted({rule.kind for rule in rules} & kinds)
        if needed and topic not in notes:
            raise reading.Unread(f"no note says {topic!r}, as the rules {needed} need")


def check_shapes(rules: list, columns: list, records: list) -> None:
    """A code column that no rule on forms names holds well formed codes."""
    named = {rule.args["f"] for rule in rules if rule.kind == "form"}
    for name in columns:
        if COLUMNS[key(name)] is SHAPED and name not in named:
            for record in records:
                if not WELL_SHAPED.fullmatch(record[name]):
                    raise reading.Unread(f"{record[name]!r} cannot be read as a {name}")


def check_empty_lines(state: str, lines: list, layout: str) -> None:
    """A state ends in a line with text; a 'hash' state has no empty line at all ('#' stands in its place)."""
    if not lines or state.count("\n") + 1 != lines[-1][0] or layout == "hash" and len(lines) != lines[-1][0]:
        raise reading.Unread("an empty line stands where none is expected")


def read_case(state: str) -> Case:
    """Everything the state says."""
    lines = reading.numbered_lines(state)
    layout = layout_of(lines)
    check_empty_lines(state, lines, layout)
    if layout == "text" and lines and lines[0][1].startswith("From: "):
        lines = read_closing(lines, lines[0][1][len("From: "):])
    parts = sections(lines, layout)
    head = read_head(parts["head"], layout)
    trade = trade_of(head)
    notes = read_notes(parts["notes"], layout, trade)
    lists = read_lists(parts["lists"], layout, trade)
    columns, records = read_records(parts["records"], layout, trade, notes)
    if int(head["count"]) != len(records):
        raise reading.Unread(f"the head tells of {head['count']} {trade.many}, there are {len(records)}")
    rules = [read_rule(number, line, layout, trade, columns) for number, line in parts["rules"]]
    if [rule.number for rule in rules] != list(range(1, len(rules) + 1)):
        raise reading.Unread("the rules are not numbered from 1 on")
    if len({rule.quote for rule in rules}) != 1:
        raise reading.Unread("the rules mark their columns in two ways")
    check_conventions(rules, notes)
    check_shapes(rules, columns, records)
    return Case(trade, rules, lists, notes, columns, records)


# the checks: True where the batch breaks the rule
def groups(case: Case, args: dict) -> dict:
    """{group value: its records in the order listed}; all records in one group where the rule names none."""
    found = {}
    for record in case.records:
        found.setdefault(record[args["group"]] if "group" in args else None, []).append(record)
    return found


def breaks_form(args: dict, case: Case) -> bool:
    """Every code has the form: one capital letter, three or four digits, perhaps a slash and two digits; or two capital letters, a hyphen, three
    or four digits, perhaps one more capital letter. I and O are never among the letters."""
    shape = shape_of(args)
    return any(not shape.fullmatch(record[args["f"]]) for record in case.records)


def breaks_allowed(args: dict, case: Case) -> bool:
    """Only the values listed are accepted."""
    words = words_of(args)
    return any(record[args["f"]] not in words for record in case.records)


def breaks_total(args: dict, case: Case) -> bool:
    """The total is the first part plus the second, plus (or minus) the third, exactly."""
    def value(record, name):
        return Decimal(record[args[name]])
    return any(value(record, "f") != value(record, "a") + value(record, "b") + SIGNS[args["sign"]] * value(record, "c") for record in case.records)


def breaks_order(args: dict, case: Case) -> bool:
    """The late date is after the early one; the same day passes where the rule says so."""
    return any(record[args["late"]] < record[args["early"]] or not args["same"] and record[args["late"]] == record[args["early"]]
               for record in case.records)


def breaks_range(args: dict, case: Case) -> bool:
    """Every value lies between the limits; the limits themselves pass where the rule says so."""
    low, high = Decimal(args["low"]), Decimal(args["high"])
    values = [Decimal(record[args["f"]]) for record in case.records]
    return any(not (low <= value <= high if args["ends"] else low < value < high) for value in values)


def breaks_cap(args: dict, case: Case) -> bool:
    """The sum of each group does not exceed its limit; reaching it passes where the rule says so."""
    if "list" in args and args["list"] not in case.lists:
        raise reading.Unread(f"the {args['list']} is missing")
    for group, records in groups(case, args).items():
        if "list" in args and group not in case.lists[args["list"]]:
            raise reading.Unread(f"{group} is not in the {args['list']}")
        limit = int(case.lists[args["list"]][group] if "list" in args else args["limit"])
        total = sum(int(record[args["f"]]) for record in records)
        if total > limit or total == limit and not args["reach"]:
            return True
    return False


def breaks_sequence(args: dict, case: Case) -> bool:
    """Down the batch (or within each group) the counter rises from one record to the next; equal values pass where the rule says so."""
    for records in groups(case, args).values():
        values = [int(record[args["f"]]) for record in records]
        if any(after < before or after == before and not args["equal"] for before, after in zip(values, values[1:])):
            return True
    return False


def breaks_unique(args: dict, case: Case) -> bool:
    """No value occurs twice in the batch (or within one group)."""
    return any(len({record[args["f"]] for record in records}) < len(records) for records in groups(case, args).values())


def breaks_uniform(args: dict, case: Case) -> bool:
    """All records of one group have the same value."""
    return any(len({record[args["f"]] for record in records}) > 1 for records in groups(case, args).values())


def breaks_entry(args: dict, case: Case) -> bool:
    """Filled in where the other column has the word; elsewhere empty, or free where the rule says so."""
    for record in case.records:
        asked, filled = record[args["by"]] == args["word"], record[args["f"]] is not None
        if asked and not filled or not asked and filled and args["others"] == "empty":
            return True
    return False


def breaks_known(args: dict, case: Case) -> bool:
    """Every code is in the register; its status is the one in force unless the rule takes any."""
    if args["list"] not in case.lists:
        raise reading.Unread(f"the {args['list']} is missing")
    register, in_force = case.lists[args["list"]], STATUSES[args["list"]][0]
    good = {code for code, status in register.items() if args["status"] == "any" or status == in_force}
    return any(record[args["f"]] not in good for record in case.records)


def breaks_run(args: dict, case: Case) -> bool:
    """Every number between the lowest and the highest occurs, in the batch or within each letter."""
    numbers = {}
    for record in case.records:
        letter, number = record[args["f"]][:-4], int(record[args["f"]][-4:])
        if bool(letter) != args["letters"]:
            raise reading.Unread(f"{record[args['f']]!r} does not go with the rule on {args['f']}")
        numbers.setdefault(letter, set()).add(number)
    return any(max(found) - min(found) + 1 != len(found) for found in numbers.values())


def breaks_check(args: dict, case: Case) -> bool:
    """The last digit is what the wording makes of the weighted sum of the six before it."""
    digit = CLOSINGS[args["closing"]]
    return any(digit(weighted_sum(record[args["f"]], args["weights"])) != int(record[args["f"]][6]) for record in case.records)


BREAKS = {
    "form": breaks_form, "allowed": breaks_allowed, "total": breaks_total, "order": breaks_order, "range": breaks_range, "cap": breaks_cap,
    "sequence": breaks_sequence, "unique": breaks_unique, "uniform": breaks_uniform, "entry": breaks_entry, "known": breaks_known,
    "run": breaks_run, "check": breaks_check,
}


def decide(case: Case) -> int:
    """The number of the rule that the batch breaks, 0 for none; the notes say that it is one at most."""
    broken = [rule.number for rule in case.rules if BREAKS[rule.kind](rule.args, case)]
    if len(broken) > 1:
        raise reading.Unread(f"rules {broken} are broken, the state says one at most")
    return broken[0] if broken else 0


# the question
QUESTIONS = {index: compiled(template) for index, template in enumerate((
    "Which rule, if any, does the batch violate?", "Is one of the rules broken in this batch, and if so, which?",
    "Which of the rules, if any, fails for this batch?", "Check the @many@ against the rules. Which rule, if any, is broken?",
    "Which rule, if any, do the @many@ of this batch break?", "Which of the numbered rules, if any, is violated by this batch of @many@?"))}
NONE = ("every rule holds", "no rule is violated", "all rules are kept")
OPTION = re.compile(r"(|R|rule_)(\d)")  # 3, R3, rule_3
TITLES = (  # how an option tells its rule: kind, what the rule must decide, template; the columns are marked as in the rules
    ("form", {}, "form of <f>"), ("form", {}, "<f> has the required form"),
    ("allowed", {}, "permitted values of <f>"), ("allowed", {}, "<f> is a permitted value"),
    ("total", {}, "calculation of <f>"), ("total", {}, "<f> is right to the {grain}"),
    ("order", {}, "order of <early> and <late>"),
    ("order", {"same": True}, "<late> is not before <early>"), ("order", {"same": False}, "<late> is later than <early>"),
    ("range", {}, "range of <f>"),
    ("range", {"ends": True}, "<f> is between its limits, ends included"), ("range", {"ends": False}, "<f> is between its limits, ends excluded"),
    ("cap", {}, "total <f> of each <group> and its limit"),
    ("cap", {"reach": True}, "total <f> of each <group> is at most its limit"),
    ("cap", {"reach": False}, "total <f> of each <group> is below its limit"),
    ("sequence", {}, "sequence of <f>"),
    ("sequence", {"equal": True}, "<f> never falls in the order listed"), ("sequence", {"equal": False}, "<f> always rises in the order listed"),
    ("sequence in", {}, "sequence of <f> for each <group>"),
    ("sequence in", {"equal": True}, "<f> of each <group> never falls in the order listed"),
    ("sequence in", {"equal": False}, "<f> of each <group> always rises in the order listed"),
    ("unique", {}, "uniqueness of <f>"), ("unique", {}, "no <f> is used twice"),
    ("unique in", {}, "uniqueness of <f> within each <group>"), ("unique in", {}, "no <f> is used twice within one <group>"),
    ("uniform", {}, "one <f> for each <group>"), ("uniform", {}, "<f> is the same within one <group>"),
    ("entry", {}, "entry in <f> depending on <by>"),
    ("entry", {"others": "empty"}, "<f> is filled in exactly where <by> requires it"),
    ("entry", {"others": "free"}, "<f> is filled in where <by> requires it"),
    ("known", {"status": "any"}, "entry for <f> in the %list%, {first} or {second}"),
    ("known", {"status": "any"}, "<f> stands in the %list%, {first} or {second}"),
    ("known", {"status": "first"}, "entry for <f> in the %list%, marked {first}"),
    ("known", {"status": "first"}, "<f> stands in the %list% as {first}"),
    ("run", {"letters": False}, "gaps between the numbers in <f>"), ("run", {"letters": False}, "the numbers in <f> leave no gap"),
    ("run", {"letters": True}, "gaps between the numbers of each letter in <f>"),
    ("run", {"letters": True}, "the numbers in <f> leave no gap within a letter"),
    ("check", {}, "check digit of <f>"), ("check", {}, "the check digit of <f> is right"),
)


def words_for_title(rule: Rule) -> dict:
    """What a title adds to the words of its rule: the unit of a total, the two statuses of a register."""
    if rule.kind == "total":
        return {"grain": next(grain for grain, written in GRAINS.items() if written in (way(rule.args), key(rule.args["f"])[-3:]))}
    return dict(zip(("first", "second"), STATUSES[rule.args["list"]])) if rule.kind == "known" else {}


def titles_of(rule: Rule) -> list:
    """The ways in which an option may tell this rule: 'gaps between the numbers in `manifest`', 'the numbers in `manifest` leave no gap'."""
    words = words_for_title(rule)

    def told(mark) -> str:
        if mark[6]:
            return rule.args["list"]
        return words[mark[2]] if mark[2] else rule.quote + rule.args[mark[1]] + QUOTES[rule.quote]

    kind = rule.kind + " in" if rule.kind in ("unique", "sequence") and "group" in rule.args else rule.kind
    return [MARK.sub(told, template) for of_kind, meaning, template in TITLES
            if of_kind == kind and all(rule.args[name] == value for name, value in meaning.items())]


def read_options(case: Case, question, options) -> dict:
    """{rule number: option}, 0 for none; each criterion tells the rule of its number."""
    asked = reading.first_match(QUESTIONS, question["instructions"])
    if question["type"] != "choice" or not asked or asked[1].groupdict().get("many", case.trade.many) != case.trade.many:
        raise reading.Unread(f"the question {question['instructions']!r} cannot be read")
    criteria = question["criteria"]
    if list(criteria) != list(options) or criteria.get("none") not in NONE or len(options) != len(case.rules) + 1:
        raise reading.Unread("the options do not go with the criteria or the rules")
    found, forms = {0: "none"}, set()
    for option in options:
        if option == "none":
            continue
        match = OPTION.fullmatch(option)
        number = int(match[2]) if match else 0
        if not 1 <= number <= len(case.rules) or number in found:
            raise reading.Unread(f"option {option!r} is not one of the rules")
        rule = case.rules[number - 1]
        if criteria[option] not in titles_of(rule):
            raise reading.Unread(f"option {option!r} ({criteria[option]!r}) does not tell rule {number}")
        found[number] = option
        forms.add(match[1])
    if len(forms) != 1:
        raise reading.Unread("the options are written in two ways")
    return found


def solve(state: str, question, options) -> str:
    """The option of the rule that the batch breaks, 'none' where it breaks none."""
    case = read_case(state)
    return read_options(case, question, options)[decide(case)]
