"""record_rule: which rule, if any, does the batch violate?  Layer F, 150 groups of four.

The members of a group share a batch of records, its 6 to 9 numbered rules, the reference lists and every phrase. The base batch keeps
all rules; each other member differs from it in one value of one record and breaks exactly one rule. The options are one key for each
listed rule, in the order of the list, and `none`. In 72 groups (24 a level) the base batch is a member, with the answer `none`; in the others four plants stand.
Levels: batches of 10, 16, 24 records. Kinds, eight with 41 and five with 40 items: unique, reference, range, presence, dates, total,
check_digit, format, sequence, enumeration, limit, unit, gap; each is listed in 86 or 87 of the groups.
Every listed rule has a near miss in every member: a value at the end of a range, a closed entry where those are accepted, equal neighbours
where these are allowed, a number used twice under two codes. Where a border decides, the broken rule misses it by one step; inclusive and
exclusive wording share the groups of a kind. The place of the changed record is uniform over the batch.
Seven kinds come in two readings (limits and equal values accepted or not, a number unique alone or under its code, closed entries accepted or
not, an entry allowed or not where none is asked for): whoever takes the narrower one for granted finds such a rule broken in every member,
and a limit on sums in about two groups of five; the other sums come close to their limit.
"""
from __future__ import annotations

import datetime
import itertools
import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import cards, checks, draws, english, families, items, names

FAMILY = "record_rule"
KINDS = ("unique", "reference", "range", "presence", "dates", "total", "check_digit", "format", "sequence", "enumeration", "limit", "unit", "gap")
RECORDS = {1: 10, 2: 16, 3: 24}
ENTRIES = {1: 8, 2: 10, 3: 12}
"""Entries of the reference list."""
HOLDERS = {1: 3, 2: 4, 3: 5}
ARTICLES = {1: 4, 2: 5, 3: 6}
SERIES = {1: 2, 2: 2, 3: 3}
SIZES = (6, 7, 8, 9)
"""Rules of a list; each size in 12 or 13 groups of a level."""
EXTRA_GROUPS = {1: (6, 9), 2: (7, 8), 3: (6, 9)}
"""The sizes with 13 groups."""
UNTOUCHED = 24
"""Groups a level that show the base batch."""
GOLDS = {40: 5, 41: 8}
"""{times: kinds} of how often a kind is planted: 5 x 40 + 8 x 41 = 528 items."""
TRIES = 400


class Domain(NamedTuple):
    """One kind of batch. `labels`: column names by slot; `forms`: @ is a letter, # a digit; ranges in the smallest step."""

    one: str
    many: str
    prefix: str
    system: str
    organisations: tuple
    titles: tuple
    labels: dict
    forms: dict
    register: tuple
    entries: tuple
    sizes: tuple
    places: int
    triggers: tuple
    parts: tuple
    sign: int
    part_places: int
    part_step: str
    is_by_holder: bool
    values: tuple
    holders: tuple
    load: int
    ceiling: tuple
    articles: tuple
    units: tuple
    remark: str
    months: tuple = (2, 12)


DOMAINS = {
    "parcels": Domain(
        "consignment", "consignments", "PB", "the depot scanner system", ("Couriers", "Parcel Service", "Express Freight"),
        ("Consignment intake check", "Evening scan file", "Depot scan batch"),
        {"uid": "label_no", "ref": "depot", "size": "weight_kg", "trig": "service", "extra": "cover_no", "first": "accepted", "second": "delivered",
         "part_a": "base_fee", "part_b": "fuel_fee", "part_c": "add_on", "total": "charge", "check": "barcode", "code": "route", "mono": "odo_km",
         "state": "handover", "holder": "van", "load": "volume_l", "article": "shipper", "unit": "dim_unit", "run": "manifest", "by": "driver", "dev": "scanner"},
        {"ref": "@@@", "extra": "CV####", "dev": "SC-##"}, ("depot list", "open", "closed"), tuple(names.STEMS[::4]),
        ((5, 315), (10, 250), (20, 300)), 1, ("standard", "evening", "return", "insured", "insured plus"),
        ((420, 1890), (45, 390), (0, 480)), 1, 2, "cent", True,
        ("counter", "neighbour", "locker", "porch", "reception", "garage", "post room", "letter box"),
        ("V11", "V12", "V14", "V17", "V21", "V23"), 180, ("van list", "capacity_l"),
        ("Orvell", "Tamberly", "Quist", "Bramhold", "Ostrey", "Kellan", "Noverra"), ("cm", "mm", "in"), "Fees are in EUR."),
    "grain": Domain(
        "intake ticket", "intake tickets", "GR", "the weighbridge program", ("Grain Cooperative", "Farmers' Union", "Mill and Storage"),
        ("Harvest intake load", "Weighbridge file", "Grain intake review"),
        {"uid": "ticket_no", "ref": "grower", "size": "moist_pct", "trig": "purpose", "extra": "cert_no", "first": "harvested", "second": "received",
         "part_a": "truck_kg", "part_b": "trailer_kg", "part_c": "waste_kg", "total": "paid_kg", "check": "seal_no", "code": "lot", "mono": "bridge_ct",
         "state": "crop", "holder": "silo", "load": "vol_m3", "article": "dressing", "unit": "dose_unit", "run": "tin_no", "by": "weigher", "dev": "ramp"},
        {"ref": "G###", "extra": "Z-####", "dev": "R##"}, ("grower register", "active", "lapsed"), tuple(name + " Farm" for name in names.LAST_NAMES[3::6]),
        ((110, 155), (105, 160), (120, 165)), 1, ("feed", "milling", "malting", "seed", "seed trial"),
        ((10400, 14900), (12100, 17900), (0, 640)), -1, 0, "kilogram", False,
        ("wheat", "barley", "oats", "rye", "spelt", "triticale", "peas", "field beans"),
        ("S1", "S2", "S3", "S4", "S6", "S7"), 42, ("silo sheet", "free_m3"),
        ("D04", "D07", "D11", "D12", "D16", "D20", "D23"), ("ml/t", "g/t", "l/t"), "Weights are in kilograms.", (8, 10)),
    "stays": Domain(
        "stay", "stays", "HT", "the front office system", ("Hotel", "Guest House", "Lakeside Inn"),
        ("Night audit batch", "Closed stays for posting", "Front office handover file"),
        {"uid": "booking", "ref": "agency", "size": "lead_days", "trig": "payment", "extra": "firm_no", "first": "arrival", "second": "departure",
         "part_a": "room_amt", "part_b": "food_amt", "part_c": "rebate", "total": "bill", "check": "club_no", "code": "key_code", "mono": "post_seq",
         "state": "board", "holder": "party", "load": "meals", "article": "channel", "unit": "currency", "run": "folio_no", "by": "cashier", "dev": "desk"},
        {"ref": "@@##", "extra": "F####", "dev": "FD#"}, ("agency list", "contracted", "ended"), tuple(name + " Travel" for name in names.STEMS[1::4]),
        ((2, 180), (5, 240), (3, 150)), 0, ("card", "cash", "voucher", "invoice", "advance invoice"),
        ((7800, 48900), (900, 9700), (0, 3600)), -1, 2, "cent", False,
        ("room only", "breakfast", "half board", "full board", "brunch", "packed lunch", "light supper", "tea only"),
        ("Choir", "Rowers", "Hikers", "Jurists", "Painters", "Cyclists"), 22, ("party contracts", "meals_max"),
        ("web", "phone", "fair", "walk-in", "club", "partner", "kiosk"), ("EUR", "CHF", "GBP"), "Amounts include tax."),
    "samples": Domain(
        "sample", "samples", "LB", "the laboratory database", ("Water Laboratory", "Analytical Institute", "Test House"),
        ("Result release batch", "Bench results to be released", "Laboratory transfer file"),
        {"uid": "tube_no", "ref": "method", "size": "turbidity", "trig": "outcome", "extra": "reason_cd", "first": "taken", "second": "analysed",
         "part_a": "diss_mg", "part_b": "susp_mg", "part_c": "settl_mg", "total": "solids_mg", "check": "bottle", "code": "point", "mono": "cycle",
         "state": "matrix", "holder": "analyser", "load": "reagent_ul", "article": "analyte", "unit": "unit", "run": "extract", "by": "analyst", "dev": "bench"},
        {"ref": "M##@", "extra": "RC##", "dev": "B##"}, ("method register", "valid", "withdrawn"),
        ("Ion chromatography", "Titration", "Photometry", "Flame emission", "Gravimetry", "Membrane filtration", "Gas chromatography", "Electrode",
         "Plate count", "Distillation", "Turbidimetry", "Digestion", "Cold vapour", "Solid-phase extraction", "Fluorescence"),
        ((5, 95), (10, 80), (2, 60)), 1, ("final", "interim", "pooled", "repeat", "repeat pooled"),
        ((210, 980), (130, 870), (0, 640)), 1, 0, "milligram", True,
        ("river water", "ground water", "tap water", "lake water", "sea water", "waste water", "rain water", "spring water"),
        ("AX1", "AX2", "BT1", "BT3", "CK2", "CK5"), 240, ("analyser sheet", "stock_ul"),
        ("nitrate", "chloride", "iron", "copper", "fluoride", "sulphate", "boron"), ("mg/l", "ug/l", "mmol/l"), "Solids are weighed dry."),
    "shifts": Domain(
        "shift", "shifts", "PY", "the time recording terminal", ("Care Homes", "Home Nursing", "Residential Care"),
        ("Shift postings for payroll", "Payroll preload", "Time sheet batch"),
        {"uid": "shift_no", "ref": "cost_ctr", "size": "break_min", "trig": "pay_type", "extra": "approval", "first": "worked_on", "second": "entered_on",
         "part_a": "basic_pay", "part_b": "bonus", "part_c": "mileage", "total": "gross_pay", "check": "staff_no", "code": "post", "mono": "clock_seq",
         "state": "grade", "holder": "team", "load": "over_min", "article": "allowance", "unit": "pay_basis", "run": "slip_no", "by": "planner", "dev": "terminal"},
        {"ref": "K###", "extra": "AP###", "dev": "T##"}, ("cost centre plan", "in use", "locked"),
        ("Kitchen", "Laundry", "Night care", "Day care", "Respite", "Physiotherapy", "Transport", "Reception", "Housekeeping", "Garden", "Activities",
         "Dementia care", "Short stay", "Training", "Administration"),
        ((15, 75), (20, 90), (10, 60)), 0, ("basic", "night", "standby", "overtime", "overtime bank"),
        ((7600, 14900), (400, 2900), (0, 1850)), 1, 2, "cent", False,
        ("carer", "senior carer", "nurse", "cook", "porter", "cleaner", "gardener", "trainee"),
        ("North", "South", "East", "West", "Annex", "Lodge"), 65, ("team caps", "cap_min"),
        ("meals-A", "meals-B", "uniform", "on-call", "bicycle", "first aid", "language"), ("hour", "day", "shift"), "Pay is in EUR before deductions."),
    "meters": Domain(
        "reading", "readings", "WM", "the handset server", ("Water Company", "Water Board", "Utilities"),
        ("Meter round upload", "Readings before billing", "Round upload check"),
        {"uid": "read_no", "ref": "zone", "size": "press_bar", "trig": "source", "extra": "est_ref", "first": "read_on", "second": "sent_on",
         "part_a": "standing", "part_b": "usage", "part_c": "sewer", "total": "invoiced", "check": "meter_no", "code": "tag", "mono": "handset_ct",
         "state": "location", "holder": "walk", "load": "visit_sec", "article": "tariff", "unit": "vol_unit", "run": "sheet_no", "by": "reader", "dev": "handset"},
        {"ref": "Z##@", "extra": "E####", "dev": "H##"}, ("zone list", "live", "merged"), tuple(names.STEMS[2::4]),
        ((20, 65), (25, 70), (15, 60)), 1, ("manual", "remote", "postcard", "estimate", "estimate agreed"),
        ((350, 980), (1150, 8900), (0, 2700)), 1, 2, "cent", True,
        ("cellar", "street box", "hallway", "garden pit", "pantry", "utility room", "boiler house", "roof space"),
        ("W1", "W2", "W4", "W5", "W7", "W9"), 145, ("walk plan", "max_sec"),
        ("H1", "H2", "H5", "B1", "B4", "C2", "C3"), ("m3", "hl", "l"), "Charges are in EUR without tax."),
}
LAYOUTS = ("csv", "json_lines", "table")
BLOCKS = (("uid",), ("ref",), ("size",), ("trig", "extra"), ("first", "second"), ("part_a", "part_b", "part_c", "total"), ("check",), ("code",), ("mono",),
          ("state",), ("holder", "load"), ("article", "unit"), ("run",), ("by",), ("dev",))
"""Columns that stand together."""
NEEDED = {"unique": ("uid",), "reference": ("ref",), "range": ("size",), "presence": ("trig", "extra"), "dates": ("first", "second"),
          "total": ("part_a", "part_b", "part_c", "total"), "check_digit": ("check",), "format": ("code",), "sequence": ("mono",), "enumeration": ("state",),
          "limit": ("holder", "load"), "unit": ("article", "unit"), "gap": ("run",)}
RIGHT = ("size", "part_a", "part_b", "part_c", "total", "mono", "load")
"""Columns of numbers, set to the right in a table and bare in JSON."""
BRANDS = frozenset(word.upper() for word in names.WELL_KNOWN if len(word) <= 3)
"""Letters that no code may be: they are names."""
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
WEIGHTS = ((3, 1, 3, 1, 3, 1), (7, 3, 1, 7, 3, 1), (2, 3, 4, 5, 6, 7), (1, 2, 1, 2, 1, 2), (6, 5, 4, 3, 2, 1))
BORDERED = ("range", "dates", "sequence", "limit")
"""Kinds whose `is_wide` says that the border itself passes."""
MISREAD = (*BORDERED, "unique", "reference", "presence")
"""Kinds that a reader of the other, narrower rule finds broken in every batch."""


# Phrases. Column names by slot, one, many, and what the rule holds.

RULE_TEXTS = {
    ("unique", True): ("No two {many} of the same {ref} share a {uid}; the same {uid} under two different {ref} values is fine.",
                       "Each combination of {uid} and {ref} occurs only once in the batch; {uid} alone may be repeated under another {ref}.",
                       "Within one {ref} every {uid} is different; {many} with different {ref} values may have the same {uid}."),
    ("unique", False): ("No {uid} occurs twice in the batch.", "{uid} is unique: no two {many} of the batch share one.",
                        "Every {one} has its own {uid}; a repeat within the batch is an error."),
    ("reference", True): ("{ref} is an entry of the {register}; {closed} entries are accepted as well.",
                          "{ref} must stand in the {register}, whether marked {open} or {closed}.",
                          "Each {ref} is found in the {register}; its status ({open} or {closed}) makes no difference."),
    ("reference", False): ("{ref} is an entry of the {register} that is marked {open}; {closed} entries are not accepted.",
                           "Only {ref} codes that the {register} shows as {open} may be used.",
                           "{ref} must stand in the {register} with the status {open}."),
    ("range", True): ("{size} is between {low} and {high}, both ends included.", "{size} is at least {low} and at most {high}.",
                      "Accepted values of {size}: {low} to {high}, limits included."),
    ("range", False): ("{size} is above {low} and below {high}; the two limits themselves are not accepted.", "{size} is greater than {low} and less than {high}.",
                       "Accepted values of {size}: more than {low} and less than {high}, limits excluded."),
    ("presence", True): ("{extra} must be filled in when {trig} is {value}; with any other {trig} it may be filled in or left empty.",
                         "{Many} with {trig} {value} need an entry in {extra}; for all others the entry is optional.",
                         "If {trig} is {value}, {extra} may not be empty; with other values of {trig} it may hold an entry or none."),
    ("presence", False): ("{extra} is filled in when {trig} is {value}, and it is empty with every other {trig}.",
                          "{Many} with {trig} {value} need an entry in {extra}; all others must leave it empty.",
                          "{extra} has an entry exactly where {trig} is {value}; anywhere else it stays empty."),
    ("dates", True): ("{second} is not before {first}; the same day is allowed.", "{second} is on or after {first}.",
                      "{first} is not later than {second} (equal dates pass)."),
    ("dates", False): ("{second} is later than {first}; the same day is not accepted.", "{first} is at least one day before {second}.",
                       "{second} comes after {first}, on a later day."),
    ("total", True): ("{total} equals {part_a} plus {part_b} {sign_word} {part_c}, exact to the {step}.",
                      "{part_a} + {part_b} {sign} {part_c} gives {total}; no rounding difference is tolerated.",
                      "{total} is {part_a} + {part_b} {sign} {part_c}, without a difference of even one {step}."),
    ("format", True): ("{code} consists of two capital letters, a hyphen and {digits} digits; one more capital letter may follow directly. The letters I and O are not used.",
                       "{code} has the form {sample} (two capital letters, hyphen, {digits} digits), optionally with one further capital letter at the end, as in {sample}{suffix}; I and O never occur.",
                       "{code}: two capital letters, then a hyphen, then {digits} digits, then nothing or a single capital letter. I and O are not among the letters."),
    ("format", False): ("{code} consists of one capital letter, {digits} digits, a slash and two digits; the slash and what follows it may be left out. The letters I and O are not used.",
                        "{code} has the form {sample} (one capital letter, {digits} digits), optionally followed by a slash and two digits, as in {sample}{suffix}; I and O never occur.",
                        "{code}: one capital letter, then {digits} digits, then nothing or a slash with two digits after it. I and O are not among the letters."),
    ("enumeration", True): ("{state} is {words_or}; no other value is accepted.", "Only these values of {state} are accepted: {words_and}.",
                            "{state} is one of: {words_plain}."),
    ("unit", True): ("All {many} of one {article} have the same {unit}; two {article} values may differ in it.",
                     "{unit} does not vary within one {article}.", "{Many} with the same {article} carry the same {unit}."),
    ("gap", True): ("The numbers in {run} leave no gap within a letter: for each letter, every number between its lowest and its highest in the batch occurs. Their order does not matter.",
                    "Put in order, the {run} numbers of each letter run from its lowest to its highest in the batch and leave no number out; they may be listed in any order.",
                    "Within each letter the numbers in {run} are complete: none between the letter's lowest and highest number in the batch is left out. The listing may be in any order."),
    ("gap", False): ("The numbers in {run} leave no gap: every number between the lowest and the highest of the batch occurs. Their order does not matter.",
                     "Put in order, the {run} numbers run from the lowest to the highest of the batch and leave no number out; they may be listed in any order.",
                     "The numbers in {run} are complete: none between the lowest and the highest number of the batch is left out. The listing may be in any order."),
}
SEQUENCE_TEXTS = {
    (True, False): ("{mono} never falls from one {one} to the next in the order listed; equal values may follow each other.",
                    "In the order listed, each {mono} is at least as high as the one before it.",
                    "Going down the batch, {mono} stays the same or rises."),
    (False, False): ("{mono} rises from each {one} to the next in the order listed; equal values are not accepted.",
                     "In the order listed, each {mono} is higher than the one before it.",
                     "Going down the batch, every {mono} is greater than the one above it."),
    (True, True): ("For each {holder}, {mono} never falls from one of its {many} to the next one listed; equal values may follow each other.",
                   "Taking the {many} of one {holder} in the order listed, each {mono} is at least as high as the one before it.",
                   "Going down the {many} of any one {holder}, {mono} stays the same or rises; different {holder} values are not compared."),
    (False, True): ("For each {holder}, {mono} rises from one of its {many} to the next one listed; equal values are not accepted.",
                    "Taking the {many} of one {holder} in the order listed, each {mono} is higher than the one before it.",
                    "Going down the {many} of any one {holder}, {mono} rises every time; different {holder} values are not compared."),
}
"""(is_wide, by holder)."""
LIMIT_TEXTS = {
    (True, False): ("{load} of all {many} of one {holder} adds up to at most {high}.", "For each {holder} the sum of {load} over the batch is no more than {high}.",
                    "The {many} of one {holder} have a total {load} of at most {high}."),
    (False, False): ("{load} of all {many} of one {holder} adds up to less than {high}.", "For each {holder} the sum of {load} over the batch stays below {high}; {high} itself is too much.",
                     "{load} summed over the {many} of one {holder} is always under {high}."),
    (True, True): ("{load} of all {many} of one {holder} adds up to no more than its {ceiling} in the {sheet}.",
                   "For each {holder} the sum of {load} over the batch is no more than the {ceiling} given in the {sheet}.",
                   "The {many} of one {holder} have a total {load} of at most the {ceiling} given for it in the {sheet}."),
    (False, True): ("{load} of all {many} of one {holder} adds up to less than its {ceiling} in the {sheet}.",
                    "For each {holder} the sum of {load} over the batch stays below the {ceiling} given in the {sheet}; reaching it is too much.",
                    "{load} summed over the {many} of one {holder} is always under the {ceiling} given in the {sheet}."),
}
"""(is_wide, limits in a list)."""
DIGIT_TEXTS = (
    "The last digit of {check} is a check digit: multiply the first six digits, from left to right, by {weights} and add the products; {method}. Example: {sample}, sum {sum}.",
    "{check} ends in a check digit. Weights for the six digits before it, left to right: {weights}. Add digit times weight; {method}. For {sample} the sum is {sum}.",
    "The seventh digit of {check} is a check digit. Each of the six before it is multiplied by its weight (from left to right {weights}) and the products are added; {method}. With {sample} the sum is {sum}.",
)
METHODS = {"last": "the last digit of the sum is the check digit", "fill": "the check digit brings the sum up to a multiple of ten (0 if it is one already)",
           "seven": "the remainder left when the sum is divided by seven is the check digit", "nine": "the remainder left when the sum is divided by nine is the check digit"}
TITLES = {
    ("unique", True): ("no {uid} is used twice within one {ref}", "uniqueness of {uid} within each {ref}"),
    ("unique", False): ("no {uid} is used twice", "uniqueness of {uid}"),
    ("reference", True): ("{ref} stands in the {register}, {open} or {closed}", "entry for {ref} in the {register}, {open} or {closed}"),
    ("reference", False): ("{ref} stands in the {register} as {open}", "entry for {ref} in the {register}, marked {open}"),
    ("range", True): ("{size} is between its limits, ends included", "range of {size}"),
    ("range", False): ("{size} is between its limits, ends excluded", "range of {size}"),
    ("presence", True): ("{extra} is filled in where {trig} requires it", "entry in {extra} depending on {trig}"),
    ("presence", False): ("{extra} is filled in exactly where {trig} requires it", "entry in {extra} depending on {trig}"),
    ("dates", True): ("{second} is not before {first}", "order of {first} and {second}"),
    ("dates", False): ("{second} is later than {first}", "order of {first} and {second}"),
    ("total", True): ("{total} is right to the {step}", "calculation of {total}"),
    ("check_digit", True): ("the check digit of {check} is right", "check digit of {check}"),
    ("format", True): ("{code} has the required form", "form of {code}"),
    ("format", False): ("{code} has the required form", "form of {code}"),
    ("enumeration", True): ("{state} is a permitted value", "permitted values of {state}"),
    ("limit", True): ("total {load} of each {holder} is at most its limit", "total {load} of each {holder} and its limit"),
    ("limit", False): ("total {load} of each {holder} is below its limit", "total {load} of each {holder} and its limit"),
    ("unit", True): ("{unit} is the same within one {article}", "one {unit} for each {article}"),
    ("gap", True): ("the numbers in {run} leave no gap within a letter", "gaps between the numbers of each letter in {run}"),
    ("gap", False): ("the numbers in {run} leave no gap", "gaps between the numbers in {run}"),
}
SEQUENCE_TITLES = {
    (True, False): ("{mono} never falls in the order listed", "sequence of {mono}"),
    (False, False): ("{mono} always rises in the order listed", "sequence of {mono}"),
    (True, True): ("{mono} of each {holder} never falls in the order listed", "sequence of {mono} for each {holder}"),
    (False, True): ("{mono} of each {holder} always rises in the order listed", "sequence of {mono} for each {holder}"),
}
"""A short name of each rule, in two styles: one says what the rule asks for, strict or not, the other what it is about."""
NONE_MEANINGS = ("no rule is violated", "all rules are kept", "every rule holds")
QUESTIONS = (
    "Which rule, if any, does the batch violate?",
    "Which of the numbered rules, if any, is violated by this batch of {many}?",
    "Check the {many} against the rules. Which rule, if any, is broken?",
    "Is one of the rules broken in this batch, and if so, which?",
    "Which rule, if any, do the {many} of this batch break?",
    "Which of the rules, if any, fails for this batch?",
)
ONE_FAULT = ("A batch breaks one rule or none, never more.", "Either all rules are kept or exactly one is broken.", "A batch has one broken rule or no broken rule at all.",
             "The batch breaks at most one of the rules, possibly none.")
AS_WRITTEN = ("Codes and words count as equal only if written alike, capitals included.", "Upper and lower case are different; codes and words are compared letter by letter.",
              "Codes and words must match to the letter, capital or small.")
SCOPE = ("The rules look at this batch alone; earlier batches do not count.", "Comparisons stay within this batch of {many}.",
         "Other batches are not taken into account.")
EMPTY = {"csv": ("An empty field means that nothing was entered.", "An empty cell is a missing entry."),
         "json_lines": ("`null` stands for a missing entry.", "Where nothing was entered the value is `null`."),
         "table": ("A dash alone stands for an empty field.", "Fields without an entry show a dash.")}
UNNAMED = ("{Columns} that no rule names are not checked.", "{Columns} without a rule may hold any values.", "No check is made on {columns} that the rules do not mention.")
COLUMNS = {"csv": "columns", "json_lines": "fields", "table": "columns"}
REMARKS = ("Queries are answered within a working day.", "The file is kept for 24 months.", "Questions: {author}.", "Format version {version}.", "{remark}",
           "The data desk works Monday to Friday.")
OPENINGS = {
    "csv": ("# {org}: {title}\n# batch {batch}, {count} {many}, exported {day} {time}",
            "# {title}\n# source: {system}; batch: {batch}; rows: {count}\n# created {day} {time} by {author}",
            "# batch {batch} of {system}, {count} {many}\n# {org}, {title}, {day} {time}",
            "# {org}\n# {count} {many} from {system}, batch {batch}\n# written {day} {time}"),
    "json_lines": ("# {title} {batch}\n\n{org}. {count} {many}, loaded from {system} on {day}, {time}; owner {author}.",
                   "## Batch {batch}: {count} {many}\n\nPrepared by {author}, {org}, on {day} at {time}.",
                   "# {org} / {title}\n\n*Batch {batch}, {count} {many}, received from {system} on {day} at {time}*",
                   "## {title}\n\n- batch: {batch}\n- {many}: {count}\n- loaded: {day} {time}\n- contact: {author}, {org}"),
    "table": ("{org}\n{title}, batch {batch}, {count} {many}\nPrinted {day} {time} by {author}",
              "From: {author}\nTo: data desk, {org}\nSubject: {title}, batch {batch}\n\nHello, here are the {count} {many} that {system} sent on {day} at {time}.",
              "{title}\nBatch {batch}   {count} {many}   {day} {time}\n{org}, from {system}",
              "Report on batch {batch} ({count} {many})\nRequested by {author} ({org}) on {day}, {time}"),
}
CLOSINGS = ("Regards,", "Thanks,", "Best,", "Best wishes,", "Kind regards,")
HEADS = {
    "csv": (("# rules", "# reference data", "# notes"), ("# checks applied on load", "# code lists", "# how to read the file"), ("# validation rules", "# lists", "# remarks")),
    "json_lines": (("### Rules", "### Reference lists", "### Notes", "### Records"), ("### Integrity rules", "### Code lists", "### Reading the file", "### Payload"),
                   ("### What a batch must satisfy", "### Lists used", "### Good to know", "### Data")),
    "table": (("RULES", "LISTS", "NOTES", "RECORDS"), ("Rules for the batch", "Reference lists", "How to read this report", "Batch"),
              ("Checks:", "Code lists:", "Remarks:", "Contents of the batch:")),
}
SECTIONS = (("rules", "lists", "notes", "batch"), ("notes", "rules", "lists", "batch"), ("lists", "rules", "notes", "batch"), ("batch", "rules", "lists", "notes"),
            ("rules", "batch", "lists", "notes"))
MARKS = {"csv": (("# R{n} {text}", "R{n}"), ("# rule {n}: {text}", "rule_{n}"), ("# ({n}) {text}", "{n}")),
         "json_lines": (("- **R{n}** {text}", "R{n}"), ("{n}. {text}", "rule_{n}"), ("- Rule {n}: {text}", "{n}")),
         "table": (("  R{n}  {text}", "R{n}"), ("Rule {n}. {text}", "rule_{n}"), ("  {n}) {text}", "{n}"))}
"""How a rule is numbered, and what its option is called."""


# The case

class Rule(NamedTuple):
    """What a rule asks. `is_wide`: the wider of the two readings a kind has, for borders that the border passes; `low`, `high` in steps; `words`, `weights`, `method` where they apply."""

    kind: str
    is_wide: bool
    low: int = 0
    high: int = 0
    words: tuple = ()
    weights: tuple = ()
    method: str = ""


class Case(NamedTuple):
    """A batch in columns. `rules` by kind, `listed` the kinds in the order of the list, `entries` (code, is_open), `ceilings` by holder."""

    domain: Domain
    rules: dict
    listed: tuple
    entries: tuple
    ceilings: dict
    columns: dict


class Plan(NamedTuple):
    """What a group must be. `golds`: the planted kinds; `has_base`: whether the base batch is a member; `wide`: the kinds with the wider reading."""

    level: int
    number: int
    listed: tuple
    golds: tuple
    has_base: bool
    wide: tuple
    domain: str
    layout: str


class Wording(NamedTuple):
    """Everything about a document that is not its case; `widths` of the columns of a table hold for all members."""

    layout: str
    pick: dict
    columns: tuple
    sections: tuple
    words: dict
    names: tuple
    remarks: tuple
    is_iso: bool
    separator: str
    question: str
    widths: tuple = ()


# Planning

def deal_places(rng) -> list:
    """[(level, size, answer places)] of all groups: in every level and size each place equally often to within one."""
    cells = [(level, size, 12 + (size in EXTRA_GROUPS[level])) for level in families.LEVELS for size in SIZES]
    overall, dealt = {size: Counter() for size in SIZES}, []
    for level, size, groups in cells:
        here = Counter()
        for _ in range(groups):
            places = sorted(rng.shuffled(range(size + 1)), key=lambda place: (here[place], overall[size][place]))[:4]
            here.update(places)
            overall[size].update(places)
            dealt.append((level, size, tuple(sorted(places))))
    return dealt


def is_even(dealt) -> bool:
    """Each level has its untouched batches, and each size every place equally often to within one."""
    untouched = Counter(level for level, size, places in dealt if size in places)
    counts = {size: Counter(place for _, other, places in dealt if other == size for place in places) for size in SIZES}
    return (all(untouched[level] == UNTOUCHED for level in families.LEVELS)
            and all(max(count.values()) - min(count.values()) <= 1 for count in counts.values()))


def least(rng, kinds, count: int, *totals) -> list:
    """That many of the kinds, those with the smallest totals first."""
    return sorted(rng.shuffled(kinds), key=lambda kind: tuple(total[kind] for total in totals))[:count]


def deal_kinds(rng, dealt) -> list:
    """For each group (planted kinds, other kinds): each kind planted and listed equally often, at every level as far as they divide."""
    golds, listed, groups = Counter(), Counter(), []
    for level in families.LEVELS:
        here = Counter()
        for _, size, places in (group for group in dealt if group[0] == level):
            chosen = least(rng, KINDS, sum(place < size for place in places), here, golds)
            here.update(chosen)
            golds.update(chosen)
            groups.append(chosen)
    for chosen in groups:
        listed.update(chosen)
    both = []
    for (_, size, _), chosen in zip(dealt, groups):
        others = least(rng, [kind for kind in KINDS if kind not in chosen], size - len(chosen), listed)
        listed.update(others)
        both.append((chosen, others))
    return both if is_fair(golds, listed) else []


def is_fair(golds: Counter, listed: Counter) -> bool:
    """The kinds are planted 40 or 41 times, and listed equally often to within one."""
    return Counter(golds.values()) == GOLDS and max(listed.values()) - min(listed.values()) <= 1


def drawn_until(draw_one, is_good, what: str):
    """The first draw that is good. Raises CheckFailed at the bound."""
    for _ in range(TRIES):
        drawn = draw_one()
        if is_good(drawn):
            return drawn
    raise checks.CheckFailed(f"{FAMILY} plan: no fitting {what} in {TRIES} draws")


def listing(rng, size: int, places, chosen, others) -> tuple:
    """The kinds in the order of the list: planted ones at the places of the answers."""
    slots = dict(zip((place for place in places if place < size), rng.shuffled(chosen)))
    rest = rng.shuffled(others)
    return tuple(slots[place] if place in slots else rest.pop() for place in range(size))


def deal_wide(rng, groups) -> list:
    """For each group the kinds with the wider reading: half of the groups that plant a kind, half of those that only list it."""
    wide = [set() for _ in groups]
    for kind in KINDS:
        planted = [number for number, (chosen, _) in enumerate(groups) if kind in chosen]
        listed = [number for number, (_, others) in enumerate(groups) if kind in others]
        rest = [number for number in range(len(groups)) if number not in planted and number not in listed]
        for part in (planted, listed, rest):
            start = rng.below(2)
            for turn, number in enumerate(part):
                if (turn + start) % 2:
                    wide[number].add(kind)
    return [tuple(kind for kind in KINDS if kind in found) for found in wide]


def plan(draw: draws.Draw) -> list:
    """The plan of all 150 groups."""
    rng = draws.stream(draw, FAMILY, "plan")
    dealt = drawn_until(lambda: deal_places(rng), is_even, "places")
    kinds = drawn_until(lambda: deal_kinds(rng, dealt), bool, "kinds")
    wide = deal_wide(rng, kinds)
    spread = (rng.shuffled(itertools.product(DOMAINS, LAYOUTS)) * 9)[:150]
    homes = [home for level in range(3) for home in rng.shuffled(spread[50 * level:50 * level + 50])]
    return [Plan(level, number, listing(rng, size, places, chosen, others), tuple(chosen), size in places, wide[number], *homes[number])
            for number, ((level, size, places), (chosen, others)) in enumerate(zip(dealt, kinds))]


# Drawing the batch

def of_form(rng, form: str) -> str:
    """A code of the form: @ becomes a letter, # a digit. It is no well-known name."""
    for _ in range(TRIES):
        code = "".join(rng.choice(LETTERS) if sign == "@" else str(rng.below(10)) if sign == "#" else sign for sign in form)
        if code not in BRANDS:
            return code
    raise checks.CheckFailed(f"{FAMILY}: no code of the form {form} in {TRIES} draws")


def distance(one: str, other: str) -> int:
    """In how many places two codes of equal length differ; a large number where the lengths differ."""
    return sum(a != b for a, b in zip(one, other)) if len(one) == len(other) else 99


def neighbour(rng, code: str, form: str) -> str:
    """The code with one letter or digit replaced by another of its kind."""
    place = rng.choice([place for place, sign in enumerate(form) if sign in "@#"])
    pool = LETTERS if form[place] == "@" else "0123456789"
    codes = [code[:place] + sign + code[place + 1:] for sign in pool if sign != code[place]]
    return rng.choice([new for new in codes if new not in BRANDS])


def draw_reference(rng, level: int, domain: Domain, is_wide: bool):
    """(rule, entries, columns): a list with look-alike codes, some of them closed; closed ones in the batch only where they are accepted."""
    form, wanted = domain.forms["ref"], ENTRIES[level]
    codes = []
    while len(codes) < wanted:
        code = neighbour(rng, rng.choice(codes), form) if codes and rng.chance(40) else of_form(rng, form)
        if code not in codes:
            codes.append(code)
    first = rng.choice(codes)
    twin = next((code for code in codes if distance(code, first) == 1), None)
    if twin is None:
        twin = neighbour(rng, first, form)
        codes[next(place for place, code in enumerate(codes) if code not in (first, twin))] = twin
    closed = {twin, *rng.sample([code for code in codes if code not in (first, twin)], 2)}
    entries = tuple((code, code not in closed) for code in sorted(codes))
    opened = [code for code, is_open in entries if is_open]
    used = [first, *rng.sample([code for code in opened if code != first], rng.between(2, len(opened) - 1))]
    count, once = RECORDS[level], rng.between(2, len(used) - 1)
    column = [first, first, *used[1:once], *(rng.choice([first, *used[once:]]) for _ in range(count - 1 - once))]
    if is_wide:
        column[2:2 + rng.between(1, 2)] = [twin] if rng.chance(50) else rng.sample(sorted(closed), 2)
        column = [*column, *(rng.choice(used) for _ in range(count))][:count]
    return Rule("reference", is_wide), entries, {"ref": rng.shuffled(column)}


def draw_unique(rng, level: int, columns: dict, is_wide: bool):
    """Numbers of a narrow range, two of them one digit apart; with the wider reading one number stands under two codes."""
    count = RECORDS[level]
    start = rng.between(1100, 8300) * 100
    while True:
        numbers = [str(start + offset) for offset in rng.sample(range(1, 40 * count), count)]
        numbers[1] = neighbour(rng, numbers[0], "123###")
        if len(set(numbers)) == count:
            break
    numbers = rng.shuffled(numbers)
    if is_wide:
        pairs = [(a, b) for a, b in itertools.permutations(range(count), 2) if columns["ref"][a] != columns["ref"][b]]
        for a, b in rng.sample(pairs, rng.between(1, 2)):
            numbers[a] = numbers[b]
    return Rule("unique", is_wide), {"uid": numbers}


def draw_range(rng, level: int, domain: Domain, is_wide: bool):
    """Values within the limits, at one end or at both."""
    low, high = rng.choice(domain.sizes)
    slack = 0 if is_wide else 1
    at_low, at_high = rng.choice(((0, 1), (1, 0), (0, 0)))
    ends = [low + slack + at_low, high - slack - at_high]
    values = ends + [ends[0] + rng.between(0, 3)] * rng.chance(85) + [ends[1] - rng.between(0, 3)] * rng.chance(85)
    values += [(rng.between(*ends) + rng.between(*ends)) // 2 for _ in range(RECORDS[level] - len(values))]
    return Rule("range", is_wide, low, high), {"size": rng.shuffled(values)}


def draw_presence(rng, level: int, domain: Domain, is_wide: bool):
    """The asking value, its look-alike without an entry, and with the wider reading an entry nobody asks for."""
    place = rng.between(3, 4)
    value, twin = domain.triggers[place], domain.triggers[7 - place]
    others = domain.triggers[:3]
    rows = [(value, True)] * rng.between(2, RECORDS[level] // 4 + 1) + [(twin, False)] * rng.between(1, 2)
    if is_wide:
        rows += [(rng.choice((twin, *others)), True), (rng.choice(others), True)]
    rows += [(rng.choice(others), False) for _ in range(RECORDS[level] - len(rows))]
    rows = rng.shuffled(rows)
    return Rule("presence", is_wide, words=(value,)), {
        "trig": [trigger for trigger, _ in rows], "extra": [of_form(rng, domain.forms["extra"]) if is_filled else None for _, is_filled in rows]}


def draw_dates(rng, level: int, day: datetime.date, is_wide: bool):
    """Pairs of days before the day of the file; one or two pairs stand as close as the rule lets them."""
    near = 0 if is_wide else 1
    gaps = rng.shuffled([near] * rng.between(1, 2) + [rng.between(near + 1, near + 12) for _ in range(RECORDS[level])])
    gaps = gaps[:RECORDS[level]] if near in gaps[:RECORDS[level]] else [near, *gaps[1:RECORDS[level]]]
    second = [day - datetime.timedelta(days=rng.between(2, 16)) for _ in gaps]
    return Rule("dates", is_wide), {"first": [end - datetime.timedelta(days=gap) for end, gap in zip(second, gaps)], "second": second}


def draw_total(rng, level: int, domain: Domain):
    """Parts and their sum; two records have sums close to each other, `high` steps apart, some have no third part."""
    rows = [[rng.between(low, high) for low, high in domain.parts] for _ in range(RECORDS[level])]
    for row in rows:
        if rng.chance(30):
            row[2] = 0
    apart = rng.between(12, 40)
    rows[0] = close_row(domain, rows[0], rows[1], apart)
    rows = rng.shuffled(rows)
    columns = {slot: [row[place] for row in rows] for place, slot in enumerate(("part_a", "part_b", "part_c"))}
    return Rule("total", True, low=domain.sign, high=apart), {**columns, "total": [a + b + domain.sign * c for a, b, c in rows]}


def close_row(domain: Domain, own, other, apart: int) -> list:
    """Parts whose sum lies that far above the other row's; the second and third are the row's own as far as the range of the first and the lengths in the other row allow."""
    low, high = domain.parts[0]
    spare = [other[0] + 2 * apart, other[1] - apart, other[2]]
    for second, third in itertools.product(*zip(own[1:], spare[1:])):
        row = [other[0] + other[1] - second + domain.sign * (other[2] - third) + apart, second, third]
        if low <= row[0] <= high and lengths(row) == lengths(spare):
            return row
    return spare


def lengths(row) -> list:
    """The digits of each number, none for 0."""
    return [len(str(number)) if number else 0 for number in row]


def weighted_sum(body: str, weights) -> int:
    """Digits times weights, added up."""
    return sum(int(digit) * weight for digit, weight in zip(body, weights))


def check_digit(body: str, rule: Rule) -> int:
    """The digit that the rule asks for after six digits."""
    total = weighted_sum(body, rule.weights)
    return {"last": total % 10, "fill": -total % 10, "seven": total % 7, "nine": total % 9}[rule.method]


def with_digit(body: str, rule: Rule) -> str:
    return f"{body}{check_digit(body, rule)}"


def draw_check(rng, level: int):
    """Numbers with their check digit; two of them differ in one other digit as well."""
    rule = Rule("check_digit", True, weights=rng.choice(WEIGHTS), method=rng.choice(METHODS))
    start = rng.between(21, 89)
    while True:
        bodies = [f"{start}{rng.below(10000):04d}" for _ in range(RECORDS[level])]
        bodies[0] = neighbour(rng, bodies[1], "12####")
        if len(set(bodies)) == len(bodies):
            return rule, {"check": rng.shuffled(with_digit(body, rule) for body in bodies)}


FORMS = {True: "@@-", False: "@"}


def code_pattern(rule: Rule) -> str:
    """The form of a code as a regular expression."""
    tail = "[A-HJ-NP-Z]?" if rule.is_wide else r"(/\d\d)?"
    return ("[A-HJ-NP-Z]{2}-" if rule.is_wide else "[A-HJ-NP-Z]") + rf"\d{{{rule.low}}}" + tail


def draw_format(rng, level: int, is_wide: bool):
    """Codes of two first letters and running numbers, one to three of them with the part that may be left out."""
    rule = Rule("format", is_wide, low=rng.between(3, 4))
    heads = [of_form(rng, FORMS[is_wide]) for _ in range(3)]
    codes = [rng.choice(heads) + of_form(rng, "#" * rule.low) for _ in range(RECORDS[level])]
    for place in range(rng.between(1, 3)):
        codes[place] += of_form(rng, "@" if is_wide else "/##")
    return rule, {"code": rng.shuffled(codes)}


def draw_sequence(rng, level: int, domain: Domain, columns: dict, is_wide: bool):
    """Counters that rise in the order listed, for each holder or for all; one or more stand as close as the rule lets them."""
    keys = columns["holder"] if domain.is_by_holder else [""] * RECORDS[level]
    now = {key: rng.between(1200, 7600) for key in sorted(set(keys))}
    near, values = (0 if is_wide else 1), []
    seen = Counter()
    followers = [place for place, key in enumerate(keys) if key in keys[:place]]
    close = set(rng.sample(followers, rng.between(1, 3)))
    for place, key in enumerate(keys):
        if seen[key]:
            now[key] += near if place in close else rng.between(near + 2, 19)
        seen[key] += 1
        values.append(now[key])
    return Rule("sequence", is_wide, words=("holder",) if domain.is_by_holder else ()), {"mono": values}


def draw_enumeration(rng, level: int, domain: Domain):
    """Permitted values, some of them once; not every permitted value need occur."""
    allowed = rng.sample(domain.values, rng.between(4, 7))
    used = allowed[:rng.between(4, len(allowed))]
    rare = max(rng.between(1, len(used) - 2), rng.between(1, len(used) - 2))
    column = used[:rare] + [rng.choice(used[rare:]) for _ in range(RECORDS[level] - rare)]
    return Rule("enumeration", True, words=tuple(rng.shuffled(allowed))), {"state": rng.shuffled(column)}


def draw_limit(rng, level: int, domain: Domain, is_wide: bool):
    """(rule, limits by holder, columns): loads whose sums lie under the limits, two of them close; in two batches of five one is the last that passes."""
    holders = rng.sample(domain.holders, HOLDERS[level])
    column = rng.shuffled(holders[place % len(holders)] for place in range(RECORDS[level]))
    is_listed, step = rng.chance(50), 10 if domain.load < 100 else 50
    counts = Counter(column)
    same = (max(counts.values()) * domain.load // step + rng.between(0, 2)) * step
    ceilings = {holder: (counts[holder] * domain.load // step + rng.between(0, 2)) * step if is_listed else same for holder in holders}
    loads, last = [0] * len(column), 0 if is_wide else 1
    rests = [last if rng.chance(40) else close_rest(rng, domain), close_rest(rng, domain), *(rng.between(4, domain.load) for _ in holders[2:])]
    for rest, holder in zip(rests, rng.shuffled(holders)):
        aim = ceilings[holder] - rest
        places = [place for place, key in enumerate(column) if key == holder]
        for place, part in zip(places, parts_of(rng, aim, len(places))):
            loads[place] = part
    rule = Rule("limit", is_wide, high=0 if is_listed else same, words=("list",) if is_listed else ())
    return rule, ceilings, {"holder": column, "load": loads}


def close_rest(rng, domain: Domain) -> int:
    """What a sum that comes close to its limit leaves of it: a sixth of a load at most."""
    return rng.between(2, max(4, domain.load // 6))


def parts_of(rng, total: int, count: int) -> list:
    """That many whole numbers of similar size which add up to the total."""
    weights = [rng.between(60, 140) for _ in range(count)]
    parts = [total * weight // sum(weights) for weight in weights]
    parts[rng.below(count)] += total - sum(parts)
    return parts


def draw_unit(rng, level: int, domain: Domain):
    """Articles with a unit each, in uneven numbers; one article stands alone, with a unit no other has."""
    alone, *others = rng.sample(domain.articles, ARTICLES[level])
    rare, *common = rng.shuffled(domain.units)
    unit_of = {alone: rare, **{article: common[place] if place < 2 else rng.choice(common) for place, article in enumerate(others)}}
    crowd = others + others[:rng.between(1, len(others))] * rng.between(0, 3)
    column = rng.shuffled([alone, *others, *(rng.choice(crowd) for _ in range(RECORDS[level] - 1 - len(others)))])
    return Rule("unit", True), {"article": column, "unit": [unit_of[article] for article in column]}


def draw_gap(rng, level: int, is_wide: bool):
    """Numbers without a gap in mixed order, with the wider reading in several series."""
    letters = sorted(rng.sample(LETTERS, SERIES[level])) if is_wide else [""]
    count, codes = RECORDS[level], []
    for place, letter in enumerate(letters):
        size, start = count // len(letters) + (place < count % len(letters)), rng.between(1050, 9700)
        codes += [f"{letter}{start + offset}" for offset in range(size)]
    return Rule("gap", is_wide), {"run": rng.shuffled(codes)}


def draw_case(rng, group: Plan, day: datetime.date) -> Case:
    """The base batch: every column, every rule kept."""
    domain, level, wide = DOMAINS[group.domain], group.level, group.wide
    limit, ceilings, columns = draw_limit(rng, level, domain, "limit" in wide)
    reference, entries, more = draw_reference(rng, level, domain, "reference" in wide)
    columns = {**columns, **more}
    rules = {"limit": limit, "reference": reference}
    for rule, more in (draw_unique(rng, level, columns, "unique" in wide), draw_range(rng, level, domain, "range" in wide),
                       draw_presence(rng, level, domain, "presence" in wide), draw_dates(rng, level, day, "dates" in wide), draw_total(rng, level, domain),
                       draw_check(rng, level), draw_format(rng, level, "format" in wide), draw_sequence(rng, level, domain, columns, "sequence" in wide),
                       draw_enumeration(rng, level, domain), draw_unit(rng, level, domain), draw_gap(rng, level, "gap" in wide)):
        rules[rule.kind] = rule
        columns.update(more)
    people = names.people(rng, 3)
    columns["by"] = [initials(rng.choice(people)) for _ in range(RECORDS[level])]
    devices = [of_form(rng, domain.forms["dev"]) for _ in range(3)]
    columns["dev"] = [rng.choice(devices) for _ in range(RECORDS[level])]
    return Case(domain, rules, group.listed, entries, ceilings, {slot: tuple(column) for slot, column in columns.items()})


def initials(name: str) -> str:
    """'Ada Moreau' -> 'AMo'."""
    first, last = name.split()
    return f"{first[0]}{last[:2]}"


# Answering: for each kind the faults of a batch, as records, pairs or keys

def repeated(values) -> list:
    """The values that occur more than once."""
    return [value for value, count in Counter(values).items() if count > 1]


def unique_faults(case: Case, rule: Rule) -> list:
    columns = case.columns
    return repeated(zip(columns["uid"], columns["ref"]) if rule.is_wide else columns["uid"])


def reference_faults(case: Case, rule: Rule) -> list:
    accepted = {code for code, is_open in case.entries if is_open or rule.is_wide}
    return [place for place, code in enumerate(case.columns["ref"]) if code not in accepted]


def range_faults(case: Case, rule: Rule) -> list:
    slack = 0 if rule.is_wide else 1
    return [place for place, value in enumerate(case.columns["size"]) if not rule.low + slack <= value <= rule.high - slack]


def presence_faults(case: Case, rule: Rule) -> list:
    asked = [trigger in rule.words for trigger in case.columns["trig"]]
    filled = [entry is not None for entry in case.columns["extra"]]
    return [place for place, (is_asked, is_filled) in enumerate(zip(asked, filled)) if is_asked > is_filled or (not rule.is_wide and is_asked < is_filled)]


def dates_faults(case: Case, rule: Rule) -> list:
    least_gap = 0 if rule.is_wide else 1
    return [place for place, (first, second) in enumerate(zip(case.columns["first"], case.columns["second"])) if (second - first).days < least_gap]


def total_faults(case: Case, rule: Rule) -> list:
    rows = zip(*(case.columns[slot] for slot in NEEDED["total"]))
    return [place for place, (a, b, c, total) in enumerate(rows) if a + b + rule.low * c != total]


def check_digit_faults(case: Case, rule: Rule) -> list:
    return [place for place, code in enumerate(case.columns["check"]) if with_digit(code[:6], rule) != code]


def format_faults(case: Case, rule: Rule) -> list:
    return [place for place, code in enumerate(case.columns["code"]) if not re.fullmatch(code_pattern(rule), code)]


def neighbours_of(case: Case, rule: Rule) -> list:
    """Pairs of records that follow each other, in the batch or within a holder."""
    keys = case.columns["holder"] if rule.words else [""] * len(case.columns["mono"])
    last, pairs = {}, []
    for place, key in enumerate(keys):
        if key in last:
            pairs.append((last[key], place))
        last[key] = place
    return pairs


def sequence_faults(case: Case, rule: Rule) -> list:
    least_step, values = (0 if rule.is_wide else 1), case.columns["mono"]
    return [pair for pair in neighbours_of(case, rule) if values[pair[1]] - values[pair[0]] < least_step]


def enumeration_faults(case: Case, rule: Rule) -> list:
    return [place for place, value in enumerate(case.columns["state"]) if value not in rule.words]


def sums(case: Case) -> dict:
    """The load of each holder in the batch."""
    totals = Counter()
    for holder, load in zip(case.columns["holder"], case.columns["load"]):
        totals[holder] += load
    return totals


def limit_faults(case: Case, rule: Rule) -> list:
    slack = 0 if rule.is_wide else 1
    return [holder for holder, total in sums(case).items() if total > case.ceilings[holder] - slack]


def unit_faults(case: Case, rule: Rule) -> list:
    return repeated(article for article, _ in dict.fromkeys(zip(case.columns["article"], case.columns["unit"])))


def series(case: Case) -> dict:
    """The numbers of each letter, or of none."""
    numbers = {}
    for code in case.columns["run"]:
        numbers.setdefault(code[:-4], []).append(int(code[-4:]))
    return numbers


def gap_faults(case: Case, rule: Rule) -> list:
    return [(letter, number) for letter, numbers in series(case).items() for number in range(min(numbers), max(numbers)) if number not in numbers]


FAULTS = {"unique": unique_faults, "reference": reference_faults, "range": range_faults, "presence": presence_faults, "dates": dates_faults, "total": total_faults,
          "check_digit": check_digit_faults, "format": format_faults, "sequence": sequence_faults, "enumeration": enumeration_faults, "limit": limit_faults,
          "unit": unit_faults, "gap": gap_faults}


def faults(case: Case) -> dict:
    """{kind: its faults} of the listed rules that the batch breaks."""
    found = {kind: FAULTS[kind](case, case.rules[kind]) for kind in case.listed}
    return {kind: broken for kind, broken in found.items() if broken}


def answer(case: Case) -> str | None:
    """The kind of the broken rule, None where all hold. Raises CheckFailed where more than one is broken."""
    broken = list(faults(case))
    checks.require(len(broken) <= 1, f"{FAMILY}: the rules {broken} are broken at once")
    return broken[0] if broken else None


# Near misses: what a hasty reader takes for a fault

def near_unique(case: Case, rule: Rule) -> bool:
    numbers = case.columns["uid"]
    return bool(repeated(numbers)) if rule.is_wide else any(distance(one, other) == 1 for one, other in itertools.combinations(numbers, 2))


def near_reference(case: Case, rule: Rule) -> bool:
    closed = [code for code, is_open in case.entries if not is_open]
    used = dict.fromkeys(case.columns["ref"])
    return any(code in used for code in closed) if rule.is_wide else any(distance(code, other) == 1 for code in closed for other in used if other not in closed)


def near_range(case: Case, rule: Rule) -> bool:
    slack = 0 if rule.is_wide else 1
    return rule.low + slack in case.columns["size"] or rule.high - slack in case.columns["size"]


def near_presence(case: Case, rule: Rule) -> bool:
    rows = set((trigger in rule.words, entry is not None) for trigger, entry in zip(case.columns["trig"], case.columns["extra"]))
    twins = [trigger for trigger in case.domain.triggers[3:] if trigger not in rule.words]
    return (False, True) in rows if rule.is_wide else twins[0] in case.columns["trig"]


def near_dates(case: Case, rule: Rule) -> bool:
    return any((second - first).days == (0 if rule.is_wide else 1) for first, second in zip(case.columns["first"], case.columns["second"]))


def near_total(case: Case, rule: Rule) -> bool:
    """Two sums one step apart, or as far apart as the two that were made to be close."""
    totals = case.columns["total"]
    return any(total + 1 in totals or total + rule.high in totals for total in totals)


def near_check_digit(case: Case, rule: Rule) -> bool:
    sound = [code for code in case.columns["check"] if with_digit(code[:6], rule) == code]
    return any(distance(one[:6], other[:6]) == 1 for one, other in itertools.combinations(sound, 2))


def near_format(case: Case, rule: Rule) -> bool:
    return any(re.fullmatch(code_pattern(rule), code) and len(code) > (3 if rule.is_wide else 1) + rule.low for code in case.columns["code"])


def near_sequence(case: Case, rule: Rule) -> bool:
    values = case.columns["mono"]
    return any(values[b] - values[a] == (0 if rule.is_wide else 1) for a, b in neighbours_of(case, rule))


def near_enumeration(case: Case, rule: Rule) -> bool:
    counts = Counter(case.columns["state"])
    return any(counts[value] == 1 for value in rule.words)


def near_limit(case: Case, rule: Rule) -> bool:
    return any(0 <= case.ceilings[holder] - total <= max(4, case.domain.load // 6) for holder, total in sums(case).items())


def near_unit(case: Case, rule: Rule) -> bool:
    counts = Counter(case.columns["article"])
    units = Counter(case.columns["unit"])
    return any(counts[article] == 1 and units[unit] == 1 for article, unit in zip(case.columns["article"], case.columns["unit"]))


def near_gap(case: Case, rule: Rule) -> bool:
    numbers = [int(code[-4:]) for code in case.columns["run"]]
    return any(abs(one - other) > 1 for one, other in zip(numbers, numbers[1:]))


NEAR = {"unique": near_unique, "reference": near_reference, "range": near_range, "presence": near_presence, "dates": near_dates, "total": near_total,
        "check_digit": near_check_digit, "format": near_format, "sequence": near_sequence, "enumeration": near_enumeration, "limit": near_limit,
        "unit": near_unit, "gap": near_gap}


# Planting: each planter offers (slot, new value) for one record, or None

def plant_unique(rng, case: Case, rule: Rule, place: int):
    columns = case.columns
    others = [other for other in range(len(columns["uid"])) if other != place and (not rule.is_wide or columns["ref"][other] == columns["ref"][place])]
    return ("uid", columns["uid"][rng.choice(others)]) if others else None


def plant_reference(rng, case: Case, rule: Rule, place: int):
    code, known = case.columns["ref"][place], dict(case.entries)
    closed = [other for other, is_open in case.entries if not is_open]
    if not rule.is_wide and rng.chance(50):
        return "ref", rng.choice(closed)
    new = neighbour(rng, code, case.domain.forms["ref"])
    return None if new in known else ("ref", new)


def plant_range(rng, case: Case, rule: Rule, place: int):
    slack = 1 if rule.is_wide else 0
    return "size", rule.low - slack if rng.chance(50) else rule.high + slack


def plant_presence(rng, case: Case, rule: Rule, place: int):
    is_asked, is_filled = case.columns["trig"][place] in rule.words, case.columns["extra"][place] is not None
    if is_asked:
        return "extra", None
    if not is_filled and (rule.is_wide or rng.chance(50)):
        return "trig", rule.words[0]
    return None if is_filled else ("extra", of_form(rng, case.domain.forms["extra"]))


def plant_dates(rng, case: Case, rule: Rule, place: int):
    gap = datetime.timedelta(days=1 if rule.is_wide else 0)
    first, second = case.columns["first"][place], case.columns["second"][place]
    slot, new = ("second", first - gap) if rng.chance(50) else ("first", second + gap)
    return (slot, new) if min(case.columns[slot]) <= new <= max(case.columns[slot]) else None


def swapped(rng, value: int) -> int:
    """The number with two neighbouring digits exchanged."""
    digits = list(str(value))
    place = rng.below(len(digits) - 1)
    digits[place], digits[place + 1] = digits[place + 1], digits[place]
    return int("".join(digits))


def plant_total(rng, case: Case, rule: Rule, place: int):
    slot = rng.choice(NEEDED["total"])
    value = case.columns[slot][place]
    new = swapped(rng, value) if value > 99 and rng.chance(34) else value + rng.choice((-10, -1, 1, 10))
    return (slot, new) if new > 0 and value > 0 and len(str(new)) == len(str(value)) else None


def plant_check_digit(rng, case: Case, rule: Rule, place: int):
    code = case.columns["check"][place]
    new = f"{swapped(rng, int(code))}" if rng.chance(50) else neighbour(rng, code, "12#####")
    return None if new[:2] != code[:2] or new in case.columns["check"] else ("check", new)


def plant_format(rng, case: Case, rule: Rule, place: int):
    code = case.columns["code"][place]
    start = 3 if rule.is_wide else 1
    digit = start + rng.below(rule.low)
    letter = rng.below(2) if rule.is_wide else 0
    return "code", rng.choice((
        code[:letter] + rng.choice("IO") + code[letter + 1:], code[:letter] + code[letter].lower() + code[letter + 1:],
        code[:digit] + rng.choice("ABCEFGHKLS") + code[digit + 1:], code[:letter] + str(rng.between(2, 9)) + code[letter + 1:],
        code[:digit] + code[digit + 1:], code[:digit] + str(rng.below(10)) + code[digit:]))


def plant_sequence(rng, case: Case, rule: Rule, place: int):
    near, values = (1 if rule.is_wide else 0), case.columns["mono"]
    offers = [values[a] - near for a, b in neighbours_of(case, rule) if b == place] + [values[b] + near for a, b in neighbours_of(case, rule) if a == place]
    return ("mono", rng.choice(offers)) if offers else None


def plant_enumeration(rng, case: Case, rule: Rule, place: int):
    return "state", rng.choice([value for value in case.domain.values if value not in rule.words])


def plant_limit(rng, case: Case, rule: Rule, place: int):
    holder = case.columns["holder"][place]
    over = case.ceilings[holder] + (1 if rule.is_wide else 0) - sums(case)[holder]
    return ("load", case.columns["load"][place] + over) if over <= case.domain.load // 3 else None


def plant_unit(rng, case: Case, rule: Rule, place: int):
    unit = case.columns["unit"][place]
    return "unit", rng.choice([other for other in sorted(set(case.columns["unit"])) if other != unit])


def plant_gap(rng, case: Case, rule: Rule, place: int):
    code = case.columns["run"][place]
    numbers = series(case)[code[:-4]]
    ends = [max(numbers) + 1] * (int(code[-4:]) != min(numbers)) + [min(numbers) - 1] * (int(code[-4:]) != max(numbers))
    return "run", f"{code[:-4]}{rng.choice(ends)}"


PLANTERS = {"unique": plant_unique, "reference": plant_reference, "range": plant_range, "presence": plant_presence, "dates": plant_dates, "total": plant_total,
            "check_digit": plant_check_digit, "format": plant_format, "sequence": plant_sequence, "enumeration": plant_enumeration, "limit": plant_limit,
            "unit": plant_unit, "gap": plant_gap}


FOREIGN = ("reference", "enumeration")
"""Kinds whose fault is a value that stands nowhere else in the batch: it takes mostly the place of another that occurs once."""


class Planted(NamedTuple):
    """A member: its case, the kind planted in it (None in the base batch), and the cell that was changed."""

    case: Case
    kind: str | None
    slot: str | None = None
    place: int | None = None


def with_value(case: Case, slot: str, place: int, value) -> Case:
    """The case with one value changed."""
    column = case.columns[slot]
    return case._replace(columns={**case.columns, slot: (*column[:place], value, *column[place + 1:])})


def is_sound(case: Case, kind: str | None) -> bool:
    """Exactly the given rule is broken, in exactly one way, and every listed rule has its near miss."""
    broken = faults(case)
    return list(broken) == ([] if kind is None else [kind]) and all(len(found) == 1 for found in broken.values()) and all(
        NEAR[listed](case, case.rules[listed]) for listed in case.listed)


def plant(rng, base: Case, kind: str, used: Counter, where: str) -> Planted:
    """The member of a kind, changed in the record whose place has been used least. Raises CheckFailed where no record will do."""
    places = sorted(rng.shuffled(range(len(base.columns["uid"]))), key=lambda place: used[place])
    if kind in FOREIGN and rng.chance(65):
        column = base.columns[NEEDED[kind][0]]
        places.sort(key=lambda place: column.count(column[place]))
    for place in places:
        for _ in range(6):
            change = PLANTERS[kind](rng, base, base.rules[kind], place)
            if change is None or change[1] == base.columns[change[0]][place]:
                continue
            case = with_value(base, change[0], place, change[1])
            if is_sound(case, kind):
                used[place] += 1
                return Planted(case, kind, change[0], place)
    raise checks.CheckFailed(f"{where} kind {kind}: no record can carry the fault")


# Text

LABEL_FORMS = {"csv": ("'{}'", '"{}"', "[{}]"), "json_lines": ("`{}`", "`{}`", "'{}'"), "table": ("'{}'", '"{}"', "[{}]")}
VALUE_FORMS = {"csv": "{}", "json_lines": '"{}"', "table": "{}"}
PICKS = ("opening", "heads", "mark", "label", "title", "one_fault", "as_written", "scope", "empty", "unnamed", "none", "closing", "fence", *KINDS)


def chosen(options, wording: Wording, name: str):
    """The option that the document uses."""
    return options[wording.pick[name] % len(options)]


def label(slot: str, domain: Domain, layout: str) -> str:
    """The heading of a column."""
    return heading(domain.labels[slot], layout)


def heading(name: str, layout: str) -> str:
    """A column name as the layout writes it."""
    return english.sentence(name.replace("_", " ")) if layout == "table" else name


def labels(domain: Domain, wording: Wording) -> dict:
    """The column names as the rules quote them, by slot."""
    form = chosen(LABEL_FORMS[wording.layout], wording, "label")
    return {**{slot: form.format(label(slot, domain, wording.layout)) for slot in domain.labels}, "ceiling": form.format(heading(domain.ceiling[1], wording.layout))}


def decimal(value: int, places: int) -> str:
    """A number in its smallest step with that many decimals."""
    whole, part = divmod(value, 10 ** places)
    return f"{whole}.{part:0{places}d}" if places else str(value)


def date_text(day: datetime.date, wording: Wording) -> str:
    return day.isoformat() if wording.is_iso else english.short_date(day)


def cell(domain: Domain, slot: str, value, wording: Wording) -> str | None:
    """A value as text; None where nothing was entered."""
    if value is None:
        return None
    if slot in ("first", "second"):
        return date_text(value, wording)
    if slot == "size":
        return decimal(value, domain.places)
    return decimal(value, domain.part_places) if slot in NEEDED["total"] else str(value)


def example_of(rule: Rule) -> tuple:
    """(code, its further part) that the rule on the form of codes shows."""
    return ("KD-" if rule.is_wide else "T") + "4830"[:rule.low], "B" if rule.is_wide else "/26"


def fields(case: Case, rule: Rule, wording: Wording) -> dict:
    """What the phrases of a rule may name."""
    domain = case.domain
    words = {**wording.words, **labels(domain, wording), "sign": "+" if domain.sign > 0 else "-", "sign_word": "plus" if domain.sign > 0 else "minus",
             "step": domain.part_step, "low": decimal(rule.low, domain.places), "high": decimal(rule.high, domain.places)}
    if rule.kind == "limit":
        words["high"] = str(rule.high)
    if rule.kind in ("presence", "enumeration"):
        values = [VALUE_FORMS[wording.layout].format(value) for value in rule.words]
        words.update(value=f"'{rule.words[0]}'" if wording.layout != "json_lines" else values[0], words_or=english.listing(values, "or"),
                     words_and=english.listing(values), words_plain=", ".join(values))
    if rule.kind == "format":
        sample, suffix = example_of(rule)
        words.update(sample=sample, suffix=suffix, digits=english.NUMBERS[rule.low])
    if rule.kind == "check_digit":
        body = wording.words["body"]
        words.update(weights=", ".join(map(str, rule.weights)), method=METHODS[rule.method], sample=with_digit(body, rule), sum=weighted_sum(body, rule.weights))
    return words


def phrases(rule: Rule) -> tuple:
    """The phrases for a rule."""
    if rule.kind == "sequence":
        return SEQUENCE_TEXTS[rule.is_wide, bool(rule.words)]
    if rule.kind == "limit":
        return LIMIT_TEXTS[rule.is_wide, bool(rule.words)]
    return DIGIT_TEXTS if rule.kind == "check_digit" else RULE_TEXTS[rule.kind, rule.is_wide]


def rule_text(case: Case, kind: str, wording: Wording) -> str:
    rule = case.rules[kind]
    return chosen(phrases(rule), wording, kind).format(**fields(case, rule, wording))


def title(case: Case, kind: str, wording: Wording) -> str:
    """The short name of a rule."""
    rule = case.rules[kind]
    forms = SEQUENCE_TITLES[rule.is_wide, bool(rule.words)] if kind == "sequence" else TITLES[kind, rule.is_wide]
    return chosen(forms, wording, "title").format(**{**wording.words, **labels(case.domain, wording), "step": case.domain.part_step})


def rule_lines(case: Case, wording: Wording) -> list:
    form = chosen(MARKS[wording.layout], wording, "mark")[0]
    return [form.format(n=number, text=rule_text(case, kind, wording)) for number, kind in enumerate(case.listed, 1)]


def shows_ceilings(case: Case, wording: Wording) -> bool:
    """Whether the list of limits is printed: where a rule reads it, or where none limits the load and the column stands there."""
    return bool(case.rules["limit"].words) and ("limit" in case.listed or "load" in wording.columns)


def lists(case: Case, wording: Wording) -> list:
    """[(name, heading, rows)] of the reference lists."""
    domain, bare = case.domain, {slot: label(slot, case.domain, wording.layout) for slot in case.domain.labels}
    rows = [(code, name, domain.register[1 if is_open else 2]) for (code, is_open), name in zip(case.entries, wording.names)]
    found = [(domain.register[0], (bare["ref"], "name", "status"), rows)]
    if shows_ceilings(case, wording):
        found.append((domain.ceiling[0], (bare["holder"], heading(domain.ceiling[1], wording.layout)), [(holder, str(limit)) for holder, limit in sorted(case.ceilings.items())]))
    return found


def note_lines(case: Case, wording: Wording) -> list:
    """The conventions and remarks of the document."""
    texts = [chosen(ONE_FAULT, wording, "one_fault"), chosen(AS_WRITTEN, wording, "as_written"), chosen(SCOPE, wording, "scope")]
    if "extra" in wording.columns:
        texts.append(chosen(EMPTY[wording.layout], wording, "empty"))
    if needed_columns(case) < {*wording.columns}:
        texts.append(chosen(UNNAMED, wording, "unnamed"))
    columns = COLUMNS[wording.layout]
    words = {**wording.words, "columns": columns, "Columns": english.sentence(columns)}
    return [text.format(**words) for text in (*texts, *wording.remarks)]


def rows_of(case: Case, wording: Wording) -> list:
    """The cells of each record as text."""
    columns = [[cell(case.domain, slot, value, wording) for value in case.columns[slot]] for slot in wording.columns]
    return list(zip(*columns))


def csv_batch(case: Case, wording: Wording) -> list:
    head = [label(slot, case.domain, "csv") for slot in wording.columns]
    return [wording.separator.join(head)] + [wording.separator.join(text or "" for text in row) for row in rows_of(case, wording)]


def json_value(slot: str, text: str | None) -> str:
    return "null" if text is None else text if slot in RIGHT else f'"{text}"'


def json_batch(case: Case, wording: Wording) -> list:
    keys = [label(slot, case.domain, "json_lines") for slot in wording.columns]
    lines = ["{" + ",".join(f'"{key}":{json_value(slot, text)}' for key, slot, text in zip(keys, wording.columns, row)) + "}" for row in rows_of(case, wording)]
    return [chosen(("```", "```jsonl"), wording, "fence"), *lines, "```"]


def table_width(cases, slot: str, wording: Wording) -> int:
    """The width of a column that holds the cells of all members."""
    texts = [cell(case.domain, slot, value, wording) or "-" for case in cases for value in case.columns[slot]]
    return max(map(len, [label(slot, cases[0].domain, "table"), *texts]))


def table_line(texts, slots, widths) -> str:
    return "  ".join(text.rjust(width) if slot in RIGHT else text.ljust(width) for text, slot, width in zip(texts, slots, widths)).rstrip()


def table_batch(case: Case, wording: Wording) -> list:
    head = [label(slot, case.domain, "table") for slot in wording.columns]
    lines = [head, ["-" * width for width in wording.widths]] + [[text or "-" for text in row] for row in rows_of(case, wording)]
    return [table_line(line, wording.columns, wording.widths) for line in lines]


def csv_lists(case: Case, wording: Wording) -> list:
    lines = []
    for name, head, rows in lists(case, wording):
        lines += [f"# {name} ({', '.join(head)}), {len(rows)} entries"] + [f"#   {', '.join(row)}" for row in rows]
    return lines


def json_lists(case: Case, wording: Wording) -> list:
    lines = []
    for name, head, rows in lists(case, wording):
        lines += [f"{english.sentence(name)}, {len(rows)} entries:", "", f"| {' | '.join(head)} |", "|" + " --- |" * len(head)] + [f"| {' | '.join(row)} |" for row in rows] + [""]
    return lines[:-1]


def table_lists(case: Case, wording: Wording) -> list:
    lines = []
    for name, head, rows in lists(case, wording):
        widths = [max(map(len, column)) for column in zip(head, *rows)]
        lines += [f"  {english.sentence(name)} ({len(rows)} entries)"] + ["    " + "  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in (head, *rows)]
    return lines


def render(case: Case, wording: Wording) -> str:
    """The state of one member."""
    layout, heads = wording.layout, chosen(HEADS[wording.layout], wording, "heads")
    notes = {"csv": "# - {}", "json_lines": "* {}", "table": "  * {}"}[layout]
    blocks = {"rules": [heads[0], *rule_lines(case, wording)], "notes": [heads[2], *(notes.format(text) for text in note_lines(case, wording))]}
    blocks["lists"] = [heads[1], *{"csv": csv_lists, "json_lines": json_lists, "table": table_lists}[layout](case, wording)]
    if layout == "csv":
        blocks["batch"] = csv_batch(case, wording)
    else:
        blocks["batch"] = [heads[3], *(json_batch if layout == "json_lines" else table_batch)(case, wording)]
    if layout == "json_lines":
        blocks = {name: [lines[0], "", *lines[1:]] for name, lines in blocks.items()}
    opening = chosen(OPENINGS[layout], wording, "opening").format(**wording.words).split("\n")
    closing = [[chosen(CLOSINGS, wording, "closing"), wording.words["author"].split()[0]]] if opening[0].startswith("From:") else []
    gap = "\n#\n" if layout == "csv" else "\n\n"
    parts = ["\n".join(lines) for lines in (opening, *(blocks[name] for name in wording.sections), *closing)]
    return gap.join(parts[:-1]) + ("\n" if layout == "csv" else gap) + parts[-1]


# Groups

def needed_columns(case: Case) -> set:
    """The columns that a listed rule names."""
    needed = {slot for kind in case.listed for slot in NEEDED[kind]}
    if "unique" in case.listed and case.rules["unique"].is_wide:
        needed.add("ref")
    if "sequence" in case.listed and case.rules["sequence"].words:
        needed.add("holder")
    return needed


ROW_WIDTHS = {"csv": 158, "json_lines": 0, "table": 155}
"""Characters a record is filled up to with columns that no rule reads."""
COLUMN_GAPS = {"csv": 1, "json_lines": 6, "table": 2}


def shown_blocks(rng, case: Case, layout: str) -> list:
    """The blocks of columns that are shown: those the rules read, and others until a record is wide enough."""
    needed = needed_columns(case)
    kept = [block for block in BLOCKS if needed & {*block}]
    others = rng.shuffled(block for block in BLOCKS if block not in kept)
    width = sum(block_width(case, block, layout) for block in kept)
    if layout == "json_lines":
        return kept + others[:rng.below(2)]
    while others and width < ROW_WIDTHS[layout]:
        kept.append(others.pop())
        width += block_width(case, kept[-1], layout)
    return kept


def block_width(case: Case, block, layout: str) -> int:
    """About how many characters the columns of a block take in a record."""
    width = 0
    for slot in block:
        text = max(len(str(value)) for value in case.columns[slot])
        width += COLUMN_GAPS[layout] + (max(text, len(case.domain.labels[slot])) if layout == "table" else text)
    return width


def draw_day(rng, domain: Domain) -> datetime.date:
    """A working day in 2025 or 2026, in the months of the domain; no batch reaches back over a new year."""
    day = datetime.date(2025 + rng.below(2), rng.between(*domain.months), rng.between(1, 28))
    return day - datetime.timedelta(days=max(0, day.weekday() - 4))


def draw_words(rng, domain: Domain, day_text: str, level: int) -> dict:
    """The words that openings, notes and phrases name."""
    return {"one": domain.one, "many": domain.many, "Many": english.sentence(domain.many), "org": f"{rng.choice(names.STEMS)} {rng.choice(domain.organisations)}",
            "title": rng.choice(domain.titles), "system": domain.system, "batch": f"{domain.prefix}-{rng.between(1100, 9800)}", "count": RECORDS[level],
            "day": day_text, "time": english.clock(rng.between(7 * 60, 18 * 60)), "author": names.person(rng), "version": f"{rng.between(1, 4)}.{rng.below(9)}",
            "register": domain.register[0], "open": domain.register[1], "closed": domain.register[2], "sheet": domain.ceiling[0], "ceiling": domain.ceiling[1],
            "remark": domain.remark, "body": f"{rng.between(120000, 989999)}"}


def draw_wording(rng, group: Plan, case: Case, day: datetime.date) -> Wording:
    """Everything about the document that is not its case."""
    layout, is_iso = group.layout, group.layout != "table" or rng.chance(50)
    day_text = day.isoformat() if is_iso else english.short_date(day)
    words = draw_words(rng, case.domain, day_text, group.level)
    blocks = rng.shuffled(shown_blocks(rng, case, layout))
    first = [block for block in blocks if block == ("uid",)] if rng.chance(75) else []
    columns = tuple(slot for block in first + [block for block in blocks if block not in first] for slot in block)
    sections = rng.choice([order for order in SECTIONS if layout != "csv" or order[-1] == "batch"])
    return Wording(layout, {name: rng.below(12) for name in PICKS}, columns, sections, words,
                   tuple(rng.sample(case.domain.entries, len(case.entries))), tuple(rng.sample(REMARKS, rng.between(1, 3))), is_iso,
                   rng.choice((",", ";", "|")) if layout == "csv" else "", rng.choice(QUESTIONS))


def keys_of(case: Case, wording: Wording) -> list:
    """The option of each listed rule."""
    form = chosen(MARKS[wording.layout], wording, "mark")[1]
    return [form.format(n=number) for number in range(1, len(case.listed) + 1)]


def question(case: Case, wording: Wording) -> dict:
    """The typed question: a key for each rule with its short name, then none."""
    meanings = {key: title(case, kind, wording) for key, kind in zip(keys_of(case, wording), case.listed)}
    return items.choice(wording.question.format(**wording.words), {**meanings, "none": chosen(NONE_MEANINGS, wording, "none")})


def check_misreadings(member: Planted, where: str) -> None:
    """Which of its two readings a rule has must matter: the narrower one is broken in every member where the wider holds (limits: in some); a border missed by a step holds under the wider one."""
    for kind in MISREAD:
        if kind not in member.case.listed:
            continue
        rule = member.case.rules[kind]
        broken = FAULTS[kind](member.case, rule._replace(is_wide=not rule.is_wide))
        checks.require(bool(broken) or not rule.is_wide or kind == "limit", f"{where}: nothing tells the two readings of {kind} apart")
        checks.require(not broken or rule.is_wide or kind not in BORDERED, f"{where}: {kind} is broken by more than a step")


def check_group(base: Planted, planted, group: Plan, wording: Wording, where: str) -> None:
    """The base keeps all rules, each plant breaks its own one; a plant changes one value, and one line of the state."""
    checks.require(answer(base.case) is None and is_sound(base.case, None), f"{where}: the base batch is not sound")
    checks.require([answer(member.case) for member in planted] == list(group.golds), f"{where}: answers are not as planned")
    before = render(base.case, wording)
    for member in (base, *planted):
        check_misreadings(member, where)
    for member in planted:
        checks.require(is_sound(member.case, member.kind), f"{where} {member.kind}: not exactly one fault")
        changed = [(slot, place) for slot, column in base.case.columns.items() for place, value in enumerate(column) if value != member.case.columns[slot][place]]
        checks.require(changed == [(member.slot, member.place)] and member.slot in wording.columns, f"{where} {member.kind}: {changed} changed")
        checks.require(member.case._replace(columns={}) == base.case._replace(columns={}), f"{where} {member.kind}: more than the batch changed")
        lines = checks.changed_lines(before, render(member.case, wording))
        checks.require(len(lines) == 1, f"{where} {member.kind}: lines {lines} changed")


def build_group(draw: draws.Draw, group: Plan, used: Counter) -> items.Group:
    """One group on its own stream."""
    where = f"{FAMILY} level {group.level} group {group.number}"
    rng = draws.stream(draw, FAMILY, group.level, group.number)
    day = draw_day(rng, DOMAINS[group.domain])
    base = draw_sound(rng, group, day, where)
    planted = [plant(rng, base.case, kind, used, where) for kind in group.golds]
    wording = draw_wording(rng, group, base.case, day)
    if group.layout == "table":
        cases = [base.case, *(member.case for member in planted)]
        wording = wording._replace(widths=tuple(table_width(cases, slot, wording) for slot in wording.columns))
    check_group(base, planted, group, wording, where)
    options = dict(zip((*group.listed, None), (*keys_of(base.case, wording), "none")))
    members = [items.Member(render(member.case, wording), options[answer(member.case)], member.kind, None, member.kind is not None)
               for member in ([base] if group.has_base else []) + planted]
    return items.Group(group.level, group.domain, group.layout, question(base.case, wording), tuple(members))


def draw_sound(rng, group: Plan, day: datetime.date, where: str) -> Planted:
    """A base batch that keeps every listed rule with a near miss of each. Raises CheckFailed at the bound."""
    for _ in range(TRIES):
        case = draw_case(rng, group, day)
        if is_sound(case, None):
            return Planted(case, None)
    raise checks.CheckFailed(f"{where}: no sound batch in {TRIES} draws")


def build(draw: draws.Draw) -> list:
    """The 600 items of a draw."""
    used = {level: Counter() for level in families.LEVELS}
    groups = [build_group(draw, group, used[group.level]) for group in plan(draw)]
    checks.check_family(families.BY_NAME[FAMILY], groups)
    return items.number_items(FAMILY, draw, groups)


if __name__ == "__main__":
    sys.exit(cards.write_family(FAMILY, build))
