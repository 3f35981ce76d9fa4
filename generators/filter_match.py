"""filter_match: does the record satisfy every constraint of the request?  Layer G, 300 pairs.

The state holds a request (a buyer's e-mail, a saved search, a procurement ticket) with 6, 9 or 12 constraints on levels 1, 2
and 3, and one record of a catalogue in JSON with many more fields. The two members of a pair share all of it but one field of
the record: in the `yes` member every constraint holds, in the `no` member exactly one fails.

Kinds are the twenty types of constraint; a pair is about one of them. Ten need a small computation (total price with the
delivery fee, price per piece, discount, delivery date, age in days, total weight, area, duration, ratio, number of ratings):
7 pairs a level each. Ten compare a field as it stands (stock, minimum order, guarantee, average rating, a dimension, a
performance figure, a grade, a time of day, a date, a share in percent): 3 pairs a level each. At least half of the constraints
of a request are computed ones.

In both members the quantity compared stands at its limit or one step of the changed field from it. Half of the pairs of a
level have a limit that still passes ("at most", "at least"), half one that no longer does ("under", "more than"); the changed
field is the larger one in half of the `no` members of a level and the smaller one in the other half. The other constraints
hold alike in both members: one to three of them at their limits or one step inside, the rest by a margin as it comes.
"""
from __future__ import annotations

import datetime
import re
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Mapping, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import cards, checks, draws, english, families, items, names

FAMILY = "filter_match"

CONSTRAINTS = {1: 6, 2: 9, 3: 12}
COMPUTED_SHARE = {1: (3, 4), 2: (5, 5), 3: (6, 7)}
"""How many constraints of a request are computed ones: one of two numbers a level."""
TIGHT = {1: (1, 2), 2: (2, 2), 3: (2, 3)}
"""How many constraints besides the pair's own stand at their limit or one step inside it."""

COMPUTED = ("total_price", "unit_price", "discount", "delivery_date", "age_days", "weight_total", "area", "duration", "ratio", "rating_count")
PLAIN = ("stock", "order_minimum", "guarantee", "rating_average", "dimension", "performance", "grade", "time_of_day", "date_limit", "share")
PAIRS_A_LEVEL = {**dict.fromkeys(COMPUTED, 7), **dict.fromkeys(PLAIN, 3)}

STARS = ("stars_5", "stars_4", "stars_3", "stars_2", "stars_1")
GRADES = "ABCDEF"
LIMITS = {"average": (30, 48), "grade": (1, 4), "discount": (3, 60), "rich": (5, 98), "moq": (2, 12)}
"""The least and the largest limit that people put on a form, in its smallest unit, where its range is bounded."""
CANDIDATES = 80
"""Cases drawn for a group before its construction gives up; most groups need one, none of 9,300 needed more than nine."""


class Form(NamedTuple):
    """One way to state a kind: the fields it reads, its directions, and how it is compared.

    directions: "max", "min"; falling: the fields that lower the quantity as they rise; plants: the fields that a pair may change.
    margin: (least, most) natural distance from the limit, in percent of the value where relative, else in units of the limit;
    grid: the limit is a multiple of it.
    """

    kind: str
    slots: tuple
    directions: tuple
    plants: tuple
    falling: tuple = ()
    relative: bool = True
    margin: tuple = (4, 30)
    grid: int = 1


BOTH = ("max", "min")
FORMS = {
    "total": Form("total_price", ("price", "fee"), BOTH, ("fee",), grid=500),
    "unit": Form("unit_price", ("price", "pack"), ("max",), ("price", "pack"), ("pack",)),
    "discount": Form("discount", ("list", "price"), ("min",), ("list", "price"), ("price",), False, (3, 12)),
    "delivery": Form("delivery_date", ("dispatch", "transit"), BOTH, ("transit",), (), False, (2, 9)),
    "made": Form("age_days", ("made_on",), ("max",), ("made_on",), ("made_on",), grid=5),
    "listed": Form("age_days", ("listed_on",), ("min",), ("listed_on",), ("listed_on",), grid=5),
    "weight": Form("weight_total", ("net", "tare"), BOTH, ("tare",), grid=100),
    "area": Form("area", ("width", "length"), BOTH, ("length",), grid=50),
    "sum": Form("duration", ("work_a", "work_b"), ("max",), ("work_a", "work_b"), grid=5),
    "span": Form("duration", ("window_from", "window_to"), ("min",), ("window_to",), ("window_from",), grid=15),
    "ratio": Form("ratio", ("num", "den"), BOTH, ("num", "den"), ("den",)),
    "stars": Form("rating_count", STARS, ("min",), STARS[:3], grid=10),
    "net": Form("rating_count", ("votes", "hidden"), ("min",), ("votes", "hidden"), ("hidden",), grid=10),
    "stock": Form("stock", ("stock",), ("min",), ("stock",), margin=(8, 55), grid=10),
    "moq": Form("order_minimum", ("moq",), ("max",), ("moq",), (), False, (1, 4)),
    "guarantee": Form("guarantee", ("guarantee",), ("min",), ("guarantee",), margin=(8, 50), grid=6),
    "average": Form("rating_average", ("average",), ("min",), ("average",), (), False, (2, 7)),
    "dimension": Form("dimension", ("dimension",), BOTH, ("dimension",), margin=(6, 40)),
    "strong": Form("performance", ("strong",), ("min",), ("strong",), margin=(5, 35), grid=10),
    "low": Form("performance", ("low",), ("max",), ("low",), margin=(4, 20)),
    "grade": Form("grade", ("grade",), ("max",), ("grade",), (), False, (1, 2)),
    "late": Form("time_of_day", ("late",), ("min",), ("late",), (), False, (20, 100), 15),
    "early": Form("time_of_day", ("early",), ("max",), ("early",), (), False, (20, 75), 15),
    "until": Form("date_limit", ("until",), ("min",), ("until",), (), False, (15, 160)),
    "since": Form("date_limit", ("since",), ("max",), ("since",), (), False, (15, 300)),
    "rich": Form("share", ("rich",), ("min",), ("rich",), (), False, (4, 20)),
    "poor": Form("share", ("poor",), ("max",), ("poor",), (), False, (3, 12)),
}
LISTED_FIRST = ("event_hire", "catering", "solar")
"""Trades in which nothing is inspected, cooked or tested before the day it is listed."""
FORMS_OF = {kind: tuple(name for name, form in FORMS.items() if form.kind == kind) for kind in COMPUTED + PLAIN}

MONEY = ("price", "list", "fee", "other_fee")
WEIGHTS = ("net", "tare")
DATES = ("made_on", "listed_on", "until", "since")
CLOCKS = ("window_from", "window_to", "late", "early")
SECTION_OF = {
    **dict.fromkeys(MONEY, "pricing"), **dict.fromkeys(("pack", "net", "tare", "moq", "stock"), "packing"),
    **dict.fromkeys(("dispatch", "transit", "window_from", "window_to", "late", "early"), "logistics"),
    **dict.fromkeys(("votes", "hidden", "average", *STARS), "feedback"),
    **dict.fromkeys(("made_on", "listed_on", "until", "since", "guarantee"), "history"),
}
"""The part of the record that a field stands in; fields not named here stand among the properties."""
SECTION_NAMES = {
    "pricing": ("pricing", "price_info", "commercial"), "packing": ("packing", "package", "supply"), "logistics": ("logistics", "dispatch", "service"),
    "feedback": ("feedback", "reviews", "ratings"), "history": ("history", "lifecycle", "dates"), "properties": ("properties", "specs", "attributes"),
    "general": ("general", "listing", "meta"),
}


class Slot(NamedTuple):
    """One field that constraints may ask for: its name in the record, its name in sentences, unit, and range in the smallest unit.

    Dates are held as days before (made, listed, since) or after (until) the day of the request while ranges are concerned.
    """

    key: str
    words: str
    unit: str | None
    low: int
    high: int
    grid: int = 1


class Domain(NamedTuple):
    """One trade: how its goods are counted, the fields of its records, and what its requests call the computed figures."""

    unit: str
    units: str
    piece: str
    sheet: str
    quantity: tuple
    goods: tuple
    makers: tuple
    sites: tuple
    desk: tuple
    prefix: str
    ratio: tuple
    called: Mapping
    slots: Mapping
    fillers: tuple


def rating_slots(noun: str) -> dict:
    """The rating fields, with the word of the domain for one rating."""
    shown = noun.replace("_", " ")
    stars = {star: Slot(f"{noun}s_{star[-1]}_star", f"{star[-1]}-star {shown}s", None, low, high)
             for star, low, high in zip(STARS, (60, 40, 12, 11, 11), (380, 190, 85, 40, 35))}
    return {**stars, "votes": Slot(f"{noun}s_total", f"total {shown}s", None, 130, 780), "hidden": Slot(f"{noun}s_unverified", f"unverified {shown}s", None, 11, 78),
            "average": Slot(f"{noun}_average", f"average {shown}", None, 38, 47)}


DOMAINS = {
    "flooring": Domain(
        "box", "boxes", "tile", "tile", (6, 24), ("wall tiles", "floor tiles", "stairwell tiles", "glazed tiles", "terrace tiles"),
        ("Ceramics", "Tileworks", "Stoneware"), ("school annexe", "boat house", "swimming hall", "guest house", "clinic", "market hall"), ("site purchasing", "fit-out buying", "interior procurement"), "TL", ("min", 150, 480, None),
        {"made": ("age of the firing batch", "batch age"), "listed": ("time since listing", "listing age"), "sum": ("working time per box", "laying and grouting time"),
         "span": ("goods-in window", "length of the goods-in window"), "ratio": ("test-to-reject ratio", "ratio of tested to rejected tiles")},
        {"price": Slot("box_price", "box price", None, 2400, 6800), "list": Slot("list_price", "list price per box", None, 0, 0),
         "fee": Slot("kerbside_fee", "kerbside fee", None, 1800, 6400), "other_fee": Slot("tail_lift_fee", "tail-lift fee", None, 1500, 3900),
         "pack": Slot("tiles_per_box", "tiles per box", None, 12, 24), "dispatch": Slot("picking", "picking days", "days", 2, 5),
         "transit": Slot("haulage", "haulage days", "days", 3, 9), "made_on": Slot("fired_on", "firing date", None, 60, 320),
         "listed_on": Slot("listed_on", "listing date", None, 40, 420), "net": Slot("net_weight", "net weight per box", "kg", 1400, 2700),
         "tare": Slot("packaging_weight", "packaging weight per box", "kg", 110, 340), "width": Slot("tile_width", "tile width", "cm", 10, 25, 5),
         "length": Slot("tile_length", "tile length", "cm", 21, 48, 10), "dimension": Slot("thickness", "thickness", "mm", 11, 18, 1),
         "strong": Slot("breaking_strength", "breaking strength", "N", 1100, 2900, 100), "low": Slot("surface_wear", "surface wear", "mm3", 110, 240, 5),
         "work_a": Slot("laying", "laying time per box", "min", 35, 90), "work_b": Slot("grouting", "grouting time per box", "min", 20, 60),
         "window_from": Slot("goods_in_from", "goods-in start", None, 450, 570), "window_to": Slot("goods_in_to", "goods-in end", None, 180, 420),
         "num": Slot("tiles_tested", "tiles tested", None, 150, 950), "den": Slot("tiles_rejected", "tiles rejected", None, 11, 24),
         "stock": Slot("warehouse_stock", "warehouse stock", "boxes", 110, 480, 10), "moq": Slot("minimum_order", "minimum order", "boxes", 2, 8),
         "guarantee": Slot("return_period", "return period", "days", 21, 95, 5), "grade": Slot("sorting_grade", "sorting grade", None, 1, 3),
         "late": Slot("order_cutoff", "order cut-off", None, 840, 1050, 15), "early": Slot("warehouse_opens", "warehouse opening time", None, 345, 450, 15),
         "until": Slot("test_report_valid_until", "end of validity of the test report", None, 40, 700), "since": Slot("range_launched_on", "launch date of the range", None, 450, 1800),
         "rich": Slot("recycled_share", "recycled share", "%", 14, 70, 5), "poor": Slot("shade_variation", "shade variation", "%", 11, 28, 1), **rating_slots("rating")},
        (("colour", ("ash grey", "ivory", "terracotta", "slate blue", "sand")), ("finish", ("matt", "satin", "gloss")), ("edge", ("rectified", "bevelled")),
         ("kiln", ("K2", "K4", "K7")), ("laying_notes", ("null", "check batch before laying", "lay in half bond")), ("trim_available", ("true", "false")))),
    "laboratory": Domain(
        "pack", "packs", "sheet", "filter sheet", (6, 30), ("depth filter sheets", "support sheets", "clarifying filter sheets", "prefilter sheets", "membrane sheets"),
        ("Filtration", "Labware", "Separations"), ("water works", "dairy laboratory", "brewery", "dye works", "vaccine plant", "juice works"), ("laboratory stores", "bench supplies", "quality control purchasing"), "FS", ("min", 21, 46, None),
        {"made": ("age of the lot", "lot age"), "listed": ("time since cataloguing", "catalogue age"), "sum": ("preparation time", "soaking and drying time"),
         "span": ("daily support time", "length of the daily support window"), "ratio": ("uptake ratio", "water uptake ratio")},
        {"price": Slot("pack_price", "pack price", None, 3800, 9400), "list": Slot("catalogue_price", "catalogue price per pack", None, 0, 0),
         "fee": Slot("cold_chain_fee", "cold-chain fee", None, 1200, 4800), "other_fee": Slot("customs_handling", "customs handling", None, 1100, 2900),
         "pack": Slot("sheets_per_pack", "sheets per pack", None, 20, 44), "dispatch": Slot("lot_release", "lot release days", "days", 2, 6),
         "transit": Slot("courier", "courier days", "days", 2, 8), "made_on": Slot("lot_made_on", "lot date", None, 40, 300),
         "listed_on": Slot("catalogued_on", "cataloguing date", None, 60, 480), "net": Slot("net_mass", "net mass per pack", "kg", 110, 380),
         "tare": Slot("wrap_mass", "wrap mass per pack", "kg", 18, 88), "width": Slot("sheet_width", "sheet width", "cm", 15, 35, 5),
         "length": Slot("sheet_length", "sheet length", "cm", 21, 58, 10), "dimension": Slot("caliper", "caliper", "um", 210, 640, 10),
         "strong": Slot("burst_pressure", "burst pressure", "kPa", 210, 480, 10), "low": Slot("extractables", "extractables level", "mg", 110, 290, 5),
         "work_a": Slot("soaking", "soaking time", "min", 25, 75), "work_b": Slot("drying", "drying time", "min", 30, 85),
         "window_from": Slot("support_from", "support start", None, 450, 570), "window_to": Slot("support_to", "support end", None, 360, 600),
         "num": Slot("sample_uptake", "water uptake of the sample", "g", 110, 480), "den": Slot("sample_dry_mass", "dry mass of the sample", "g", 45, 98),
         "stock": Slot("on_hand", "quantity on hand", "packs", 110, 640, 10), "moq": Slot("minimum_quantity", "minimum order quantity", "packs", 2, 8),
         "guarantee": Slot("shelf_life", "shelf life", "months", 18, 60, 6), "grade": Slot("purity_grade", "purity grade", None, 1, 3),
         "late": Slot("order_desk_closes", "order desk closing time", None, 930, 1110, 15), "early": Slot("goods_out_starts", "start of goods-out", None, 360, 480, 15),
         "until": Slot("certificate_valid_until", "expiry date of the certificate", None, 40, 700), "since": Slot("method_approved_on", "approval date of the method", None, 510, 1900),
         "rich": Slot("cellulose_share", "cellulose share", "%", 40, 90, 5), "poor": Slot("moisture_share", "moisture share", "%", 11, 24, 1), **rating_slots("user_rating")},
        (("pore_class", ("fine", "medium", "coarse")), ("sterile", ("true", "false")), ("storage", ("dry, below 25 C", "ambient", "cool and dark")),
         ("surface", ("smooth", "creped")), ("operator_remark", ("null", "rinse before first use", "handle with gloves")), ("binder", ("resin", "none")))),
    "event_hire": Domain(
        "set", "sets", "panel", "stage panel", (4, 16), ("stage panels", "riser panels", "dance floor panels", "catwalk panels", "ramp panels"),
        ("Staging", "Event Hire", "Rigging"), ("town festival", "open-air theatre", "school concert", "trade fair", "spring ball", "choir weekend"), ("event production", "venue services", "festival logistics"), "EV", ("min", 300, 900, "kg per leg"),
        {"made": ("time since the last inspection", "inspection age"), "listed": ("time in the hire fleet", "fleet age"), "sum": ("crew time per set", "build and strike time"),
         "span": ("crew shift", "length of the crew shift"), "ratio": ("load per leg", "leg load")},
        {"price": Slot("hire_rate", "hire rate per set", None, 5200, 9600), "list": Slot("standard_rate", "standard rate per set", None, 0, 0),
         "fee": Slot("delivery_charge", "delivery charge", None, 2500, 8600), "other_fee": Slot("late_return_charge", "late return charge", None, 2000, 6500),
         "pack": Slot("panels_per_set", "panels per set", None, 12, 36), "dispatch": Slot("prep", "preparation days", "days", 2, 6),
         "transit": Slot("route", "route days", "days", 2, 7), "made_on": Slot("inspected_on", "inspection date", None, 30, 105),
         "listed_on": Slot("in_fleet_since", "fleet entry date", None, 110, 900), "net": Slot("set_weight", "set weight", "kg", 14000, 38000),
         "tare": Slot("flight_case_weight", "flight case weight per set", "kg", 1100, 2900), "width": Slot("panel_width", "panel width", "cm", 50, 95, 5),
         "length": Slot("panel_length", "panel length", "cm", 110, 240, 10), "dimension": Slot("platform_height", "platform height", "cm", 20, 80, 5),
         "strong": Slot("floor_load", "floor load", "kg_m2", 350, 750, 50), "low": Slot("step_noise", "step noise", "dB", 41, 68, 1),
         "work_a": Slot("build", "build time per set", "min", 35, 95), "work_b": Slot("strike", "strike time per set", "min", 20, 60),
         "window_from": Slot("crew_from", "crew start", None, 390, 540), "window_to": Slot("crew_to", "crew finish", None, 300, 600),
         "num": Slot("set_load", "safe load of a set", "kg", 1100, 3900), "den": Slot("leg_count", "leg count of a set", None, 24, 60),
         "stock": Slot("free_stock", "free stock", "sets", 22, 96, 5), "moq": Slot("minimum_hire", "minimum hire", "sets", 2, 7),
         "guarantee": Slot("free_cancellation", "free cancellation period", "days", 14, 60, 5), "grade": Slot("condition_grade", "condition grade", None, 1, 3),
         "late": Slot("returns_until", "latest return time", None, 1080, 1350, 15), "early": Slot("depot_opens", "depot opening time", None, 330, 450, 15),
         "until": Slot("rate_valid_until", "last day of the hire rate", None, 40, 400), "since": Slot("insured_since", "start of the insurance cover", None, 930, 2200),
         "rich": Slot("non_slip_share", "non-slip share of the surface", "%", 50, 90, 5), "poor": Slot("worn_share", "worn share of the surface", "%", 11, 30, 1), **rating_slots("client_rating")},
        (("frame", ("aluminium", "steel")), ("legs", ("telescopic", "fixed", "scissor")), ("surface_colour", ("black", "grey", "oak")),
         ("skirting", ("true", "false")), ("crew_note", ("null", "needs two lifters", "strap per stack of six")), ("depot_bay", ("B4", "C1", "D7")))),
    "catering": Domain(
        "carton", "cartons", "portion", "pan", (6, 30), ("vegetable lasagne", "lentil curry", "pearl barley stew", "mushroom risotto", "potato gratin"),
        ("Kitchens", "Provisions", "Foods"), ("primary school", "staff canteen", "care home", "summer camp", "day nursery", "training centre"), ("canteen purchasing", "school catering", "ward kitchens"), "CK", ("min", 18, 48, None),
        {"made": ("time since cooking", "product age"), "listed": ("time on the menu", "menu age"), "sum": ("kitchen time", "thawing and heating time"),
         "span": ("delivery slot", "length of the delivery slot"), "ratio": ("vegetable-to-starch ratio", "vegetable ratio")},
        {"price": Slot("carton_price", "carton price", None, 2200, 7800), "list": Slot("regular_price", "regular price per carton", None, 0, 0),
         "fee": Slot("chilled_freight", "chilled freight", None, 1400, 5200), "other_fee": Slot("weekend_surcharge", "weekend surcharge", None, 1100, 2400),
         "pack": Slot("portions_per_carton", "portions per carton", None, 18, 30), "dispatch": Slot("dispatch_lead", "dispatch lead days", "days", 2, 5),
         "transit": Slot("road", "road days", "days", 2, 6), "made_on": Slot("cooked_on", "cooking date", None, 12, 70),
         "listed_on": Slot("on_menu_since", "menu entry date", None, 80, 600), "net": Slot("net_content", "net content per carton", "kg", 450, 940),
         "tare": Slot("liner_weight", "liner weight per carton", "kg", 35, 150), "width": Slot("pan_width", "pan width", "cm", 20, 45, 5),
         "length": Slot("pan_length", "pan length", "cm", 31, 70, 10), "dimension": Slot("carton_height", "carton height", "cm", 12, 38, 1),
         "strong": Slot("energy_per_portion", "energy per portion", "kJ", 1200, 2900, 100), "low": Slot("salt_per_portion", "salt per portion", "mg", 310, 880, 10),
         "work_a": Slot("thawing", "thawing time", "min", 40, 95), "work_b": Slot("heating", "heating time", "min", 15, 50),
         "window_from": Slot("slot_from", "slot start", None, 420, 510), "window_to": Slot("slot_to", "slot end", None, 120, 300),
         "num": Slot("vegetables", "vegetable content", "%", 31, 78), "den": Slot("starch", "starch content", "%", 11, 22),
         "stock": Slot("cold_store_stock", "cold store stock", "cartons", 110, 520, 10), "moq": Slot("minimum_delivery", "minimum delivery quantity", "cartons", 2, 8),
         "guarantee": Slot("remaining_life", "remaining life", "days", 45, 240, 5), "grade": Slot("hygiene_grade", "hygiene grade", None, 1, 3),
         "late": Slot("order_deadline", "daily order deadline", None, 720, 990, 15), "early": Slot("first_van", "departure of the first van", None, 270, 390, 15),
         "until": Slot("allergen_statement_valid_until", "last valid day of the allergen statement", None, 40, 500), "since": Slot("supplier_approved_on", "approval date of the supplier", None, 620, 2000),
         "rich": Slot("organic_share", "organic share", "%", 30, 90, 5), "poor": Slot("sugar_share", "sugar share", "%", 11, 22, 1), **rating_slots("chef_rating")},
        (("diet", ("vegetarian", "vegan")), ("seasoning", ("mild", "medium", "herby")), ("seal", ("foil", "film")),
         ("nut_free", ("true", "false")), ("serving_note", ("null", "stir once while heating", "rest before serving")), ("line", ("L1", "L3", "L6")))),
    "solar": Domain(
        "pallet", "pallets", "module", "module", (5, 18), ("glass-glass modules", "rooftop modules", "carport modules", "facade modules", "half-cell modules"),
        ("Photovoltaics", "Solar Supply", "Energy Systems"), ("solar park", "depot roof", "barn roofs", "car park canopy", "cold store", "bus garage"), ("plant procurement", "rooftop project office", "park construction"), "PV", ("min", 45, 90, "W per cell"),
        {"made": ("time since the flash test", "flash test age"), "listed": ("age of the specification", "specification age"), "sum": ("fitting time per module", "mounting and wiring time"),
         "span": ("crane window", "length of the crane window"), "ratio": ("power per cell", "wattage per cell")},
        {"price": Slot("pallet_price", "pallet price", None, 210000, 460000), "list": Slot("reference_price", "reference price per pallet", None, 0, 0),
         "fee": Slot("site_freight", "site freight", None, 12000, 68000), "other_fee": Slot("demurrage", "demurrage", None, 9000, 21000),
         "pack": Slot("modules_per_pallet", "modules per pallet", None, 24, 38), "dispatch": Slot("staging", "staging days", "days", 2, 7),
         "transit": Slot("freight", "freight days", "days", 3, 9), "made_on": Slot("flash_tested_on", "flash test date", None, 30, 260),
         "listed_on": Slot("specification_issued_on", "issue date of the specification", None, 280, 900), "net": Slot("load_weight", "load weight per pallet", "kg", 52000, 84000),
         "tare": Slot("rack_weight", "rack weight per pallet", "kg", 2200, 5600), "width": Slot("module_width", "module width", "cm", 100, 130, 5),
         "length": Slot("module_length", "module length", "cm", 165, 238, 10), "dimension": Slot("frame_height", "frame height", "mm", 28, 48, 1),
         "strong": Slot("snow_load", "snow load", "Pa", 2400, 5400, 100), "low": Slot("cell_temperature", "nominal cell temperature", "C", 41, 49, 1),
         "work_a": Slot("mounting", "mounting time per module", "min", 12, 34), "work_b": Slot("wiring", "wiring time per module", "min", 11, 28),
         "window_from": Slot("crane_from", "crane start", None, 435, 540), "window_to": Slot("crane_to", "crane finish", None, 180, 480),
         "num": Slot("peak_power", "peak power", "W", 340, 620), "den": Slot("cell_count", "cell count", None, 54, 96),
         "stock": Slot("yard_pallets", "pallet stock in the yard", "pallets", 22, 96, 5), "moq": Slot("minimum_call_off", "minimum call-off quantity", "pallets", 2, 6),
         "guarantee": Slot("claim_period", "claim period", "days", 30, 98, 5), "grade": Slot("cell_grade", "cell grade", None, 1, 3),
         "late": Slot("dispatch_desk_closes", "closing time of the dispatch desk", None, 930, 1110, 15), "early": Slot("gate_opens", "gate opening time", None, 330, 435, 15),
         "until": Slot("type_approval_valid_until", "end of the type approval", None, 40, 900), "since": Slot("factory_certified_on", "first certification date of the factory", None, 920, 2200),
         "rich": Slot("bifaciality", "bifaciality", "%", 55, 85, 5), "poor": Slot("ten_year_loss", "ten-year power loss", "%", 11, 22, 1), **rating_slots("installer_rating")},
        (("connector", ("C4", "C6", "S2")), ("frame_colour", ("black", "silver")), ("cell_type", ("mono", "back contact")),
         ("stackable", ("true", "false")), ("yard_note", ("null", "stack two high at most", "keep upright")), ("junction_box", ("split", "single")))),
    "nursery": Domain(
        "tray", "trays", "plug", "tray", (6, 36), ("lavender plugs", "sage plugs", "tomato plugs", "leek plugs", "yarrow plugs"),
        ("Nurseries", "Plant Growers", "Seedlings"), ("walled garden", "riverside park", "market garden", "roundabout beds", "allotments", "castle grounds"), ("parks department", "market garden buying", "planting contracts"), "NP", ("max", 15, 36, None),
        {"made": ("time since sowing", "plant age"), "listed": ("time on offer", "offer age"), "sum": ("handling time per trolley", "unloading and shelving time"),
         "span": ("dock window", "length of the dock window"), "ratio": ("shoot-to-root ratio", "ratio of shoot to root")},
        {"price": Slot("tray_price", "tray price", None, 1600, 4800), "list": Slot("season_price", "season price per tray", None, 0, 0),
         "fee": Slot("trolley_fee", "trolley fee", None, 1500, 5800), "other_fee": Slot("heating_surcharge", "heating surcharge", None, 1100, 2600),
         "pack": Slot("plugs_per_tray", "plugs per tray", None, 40, 96), "dispatch": Slot("hardening", "hardening days", "days", 2, 8),
         "transit": Slot("lorry", "lorry days", "days", 2, 6), "made_on": Slot("sown_on", "sowing date", None, 30, 98),
         "listed_on": Slot("offered_since", "first day of the offer", None, 20, 160), "net": Slot("plant_weight", "plant weight per tray", "kg", 210, 680),
         "tare": Slot("crate_weight", "crate weight per tray", "kg", 40, 190), "width": Slot("tray_width", "tray width", "cm", 20, 45, 5),
         "length": Slot("tray_length", "tray length", "cm", 31, 70, 10), "dimension": Slot("shoot_height", "shoot height", "cm", 11, 34, 1),
         "strong": Slot("root_depth", "root depth", "mm", 35, 85, 5), "low": Slot("feed_conductivity", "feed conductivity", "us_cm", 610, 980, 10),
         "work_a": Slot("unloading", "unloading time per trolley", "min", 15, 48), "work_b": Slot("shelving", "shelving time per trolley", "min", 12, 40),
         "window_from": Slot("dock_from", "dock start", None, 450, 540), "window_to": Slot("dock_to", "dock finish", None, 120, 360),
         "num": Slot("sample_shoot_mass", "shoot mass of the sample", "g", 110, 340), "den": Slot("sample_root_mass", "root mass of the sample", "g", 45, 98),
         "stock": Slot("ready_trays", "stock of trays ready to go", "trays", 110, 640, 10), "moq": Slot("minimum_pickup", "minimum pick-up quantity", "trays", 2, 8),
         "guarantee": Slot("growth_guarantee", "growth guarantee", "days", 30, 90, 5), "grade": Slot("vigour_grade", "vigour grade", None, 1, 3),
         "late": Slot("sales_office_closes", "closing time of the sales office", None, 930, 1080, 15), "early": Slot("greenhouse_opens", "greenhouse opening time", None, 330, 450, 15),
         "until": Slot("plant_passport_valid_until", "last day of the plant passport", None, 40, 400), "since": Slot("grower_certified_on", "certification date of the grower", None, 200, 1500),
         "rich": Slot("germination_rate", "germination rate", "%", 60, 95, 5), "poor": Slot("peat_share", "peat share", "%", 14, 60, 5), **rating_slots("gardener_rating")},
        (("house", ("H2", "H5", "H8")), ("pot_shape", ("round", "square")), ("substrate", ("coir mix", "bark mix")),
         ("labelled", ("true", "false")), ("care_note", ("null", "water from below", "shade for two days")), ("cultivar_code", ("C14", "C27", "C31")))),
}


# Phrases

COMPARED = {
    "number": {("max", True): ("at most {v}", "no more than {v}", "{v} or less", "not above {v}"), ("max", False): ("under {v}", "below {v}", "less than {v}"),
               ("min", True): ("at least {v}", "no less than {v}", "{v} or more", "not below {v}"), ("min", False): ("more than {v}", "above {v}", "over {v}")},
    "date": {("max", True): ("no later than {v}", "on or before {v}", "{v} or earlier"), ("max", False): ("before {v}", "earlier than {v}"),
             ("min", True): ("no earlier than {v}", "on or after {v}", "{v} or later"), ("min", False): ("after {v}", "later than {v}")},
    "clock": {("max", True): ("no later than {v}", "{v} or earlier", "not after {v}"), ("max", False): ("before {v}", "earlier than {v}"),
              ("min", True): ("no earlier than {v}", "{v} or later", "not before {v}"), ("min", False): ("after {v}", "later than {v}")},
    "grade": {("max", True): ("{v} or better", "no worse than {v}"), ("max", False): ("better than {v}",)},
}
SHAPE = {"delivery": "date", "until": "date", "since": "date", "late": "clock", "early": "clock", "grade": "grade"}
"""How the limit of a form is written; a number where the form is not named."""
OPERATORS = {
    "ascii": {("max", True): "<=", ("max", False): "<", ("min", True): ">=", ("min", False): ">"},
    "signs": {("max", True): "\u2264", ("max", False): "<", ("min", True): "\u2265", ("min", False): ">"},
    "words": {("max", True): "max", ("max", False): "below", ("min", True): "min", ("min", False): "above"},
}
TIME_OPERATORS = {("max", True): "not after", ("max", False): "before", ("min", True): "not before", ("min", False): "after"}
"""What a search with operators in words writes for dates and times of day."""

SUBJECTS = {
    "total": ("order total", "order value", "total for the order"), "unit": ("price per {piece}", "cost of one {piece}", "cost per {piece}"),
    "discount": ("discount", "price reduction", "saving on the {list}"), "delivery": ("delivery date", "arrival date", "day of arrival"),
    "weight": ("total weight", "order weight", "weight of the whole order"), "area": ("{sheet} area", "area of one {sheet}", "surface of one {sheet}"),
    "stars": ("number of {rating}s", "{rating} count"), "net": ("number of verified {rating}s", "count of verified {rating}s"),
}
"""What requests call the computed figures; the forms not named here take the words of the domain."""
DEFINITIONS = {
    "total": ("{quantity} \u00d7 {price} plus the {fee} once", "{price} times {quantity}, with the {fee} added once"),
    "unit": ("{price} divided by {pack}", "{price} spread over the {pack}"),
    "discount": ("{list} minus {price}, in percent of the former", "how far the {price} is below the {list}, in percent of the latter"),
    "delivery": ("order day plus {dispatch} plus {transit}, all calendar days", "order day + {dispatch} + {transit}, in calendar days"),
    "made": ("today minus the {made_on}, in days", "days since the {made_on}, that day not counted"),
    "listed": ("today minus the {listed_on}, in days", "days since the {listed_on}, that day not counted"),
    "weight": ("{quantity} \u00d7 ({net} + {tare})", "{quantity} times the gross weight of one {unit}, which is {net} plus {tare}"),
    "area": ("{width} \u00d7 {length}", "{width} times {length}"), "sum": ("{work_a} plus {work_b}", "{work_a} + {work_b}"),
    "span": ("from {window_from} to {window_to}", "{window_to} minus {window_from}"), "ratio": ("{num} divided by {den}", "{num} / {den}"),
    "stars": ("all counts from one star to five stars added up", "sum of the counts for one, two, three, four and five stars"), "net": ("{votes} minus {hidden}", "{votes} without the {hidden}"),
}
FORMULAS = {
    "total": "{quantity} * {price} + {fee}", "unit": "{price} / {pack}", "discount": "100 * ({list} - {price}) / {list}",
    "delivery": "order_date + {dispatch} + {transit}", "made": "run_date - {made_on}", "listed": "run_date - {listed_on}",
    "weight": "{quantity} * ({net} + {tare})", "area": "{width} * {length}", "sum": "{work_a} + {work_b}", "span": "{window_to} - {window_from}",
    "ratio": "{num} / {den}", "stars": "sum of {stars_1} to {stars_5}", "net": "{votes} - {hidden}",
}
COLUMNS = {"total": "order_total", "unit": "price_per_{piece}", "discount": "discount", "delivery": "delivery_date", "weight": "order_weight",
           "area": "{piece}_area", "stars": "{rating}_count", "net": "verified_{rating}_count"}
REASONS = {
    ("total", "min"): ("condition of the framework agreement", "otherwise the contract rate is lost"),
    ("weight", "min"): ("condition of the freight contract", "otherwise the freight rate is lost"),
    ("delivery", "min"): ("nobody is there to receive it earlier", "no storage space until then"),
    ("listed", "min"): ("established articles only", "no newcomers"),
}
"""Why somebody asks for the less usual direction."""
NEEDS_EXACT = ("unit", "discount", "ratio", "weight")
"""Forms whose result could be rounded into passing."""

MAIL = {
    "head": ("From: {buyer}, {desk}\nTo: {reader}\nDate: {long_day}, {clock}\nSubject: {subject}", "Subject: {subject}\nFrom: {buyer} ({desk})\nTo: {reader}\nSent: {long_day} {clock}"),
    "subject": ("{goods} for {site}", "{site}: {goods}, {quantity} {units}", "Can you check this offer of {goods}?", "Offer from {maker}"),
    "opening": ("Hi {reader_first},\ncould you check the entry below? We need {quantity} {units} of {goods} for {site} and would order today, {day}.",
                "Hello {reader_first},\nI found this entry for {site}. We would take {quantity} {units} of {goods}; order day is today, {day}.",
                "{reader_first},\nplease look at the {goods} below. The order would be {quantity} {units}, placed today ({day}).",
                "Dear {reader_first},\nfor {site} we want to order {quantity} {units} of {goods} today, {day}. Below is what {maker} has in the catalogue."),
    "intro": ("It goes on the shortlist only if it meets every point here:", "These are the conditions, and none of them is optional:", "We can take it if every point here is met:", "Our requirements, all of them binding:"),
    "line": ("The {subject} must be {compared}.", "The {subject} has to be {compared}.", "{Subject}: {compared}", "{Subject}: {compared}"),
    "exact": ("Please compare exact figures, nothing rounded.", "No rounding before you compare, please.", "Use the unrounded figures."),
    "scale": ("Grades run from A (best) to F.", "On the grade scale A is best and F is worst."),
    "means": ("By {subject} I mean: {definition}.", "The {subject} is: {definition}.", "{Subject} means: {definition}."),
    "closing": ("Thanks, {buyer_first}", "Best regards\n{buyer}", "Many thanks\n{buyer_first}", "Regards, {buyer}"),
    "lead": ("Entry from the {maker} feed, pulled at {pulled}:", "Catalogue entry as of {pulled} today:", "Copied from the supplier portal ({pulled}):"),
    "bullet": ("- ", "* ", "{n}. ", "{n}) "),
}
SEARCH = {
    "head": ("Saved search {number}: {goods}, {site}\nOwner {buyer}, {desk}\nRun {iso_day} {clock}, quantity {quantity} {units}, order_date = run_date = {iso_day}",
             "SEARCH PROFILE {number} / {goods} / {site}\nrun_date {iso_day} ({clock}), order_date {iso_day}, quantity {quantity} {units}\nSaved by {buyer} for {desk}",
             "Search agent \"{goods} {site}\" (no. {number}), owned by {buyer}\nLast run {iso_day} at {clock}; run_date and order_date {iso_day}; quantity {quantity} {units}"),
    "intro": ("Filters, joined by AND:", "Match all of:", "Active filters (a hit must pass every one):"),
    "filter": ("[x] {column} {operator} {value}", "where {column} {operator} {value}", "{n:02d} {column} {operator} {value}"),
    "derived": ("Derived columns:", "Calculated columns:", "Columns computed by this search:"),
    "formula": ("{column} := {formula}", "{column} = {formula}"),
    "exact": ("Computed values are compared unrounded.", "Filters see computed values before rounding."),
    "scale": ("Grade order: A is best, F is worst.", "Grades are ranked A (best) to F (worst)."),
    "words": ("min and max include the value itself, above and below exclude it; before and after exclude the day or time named.", "Operators: max, min, not before and not after admit the value itself; below, above, before and after do not."),
    "reason": ("  # {reason}", "  -- {reason}"),
    "calendar": ("Days added to a date are calendar days.", "Delivery counts calendar days, weekends included."),
    "dates": ("Date differences are in days.", "One date minus another gives days."),
    "times": ("Time differences are in minutes.", "One time minus another gives minutes."),
    "attribute": ("k v u", "attr val unit", "key val unit", "f v u"),
    "lead": ("Hit {hit} of {hits}, attributes of {record_id}:", "Attribute dump of hit {hit}/{hits} ({record_id}):", "Record {record_id}, one attribute per line:"),
}
TICKET = {
    "head": ("{ticket} | {goods} for {site}\nRequester | {buyer}, {desk}\nQuantity | {quantity} {units}\nOrder date, also \"today\" below | {iso_day}",
             "{ticket} | Sourcing check: {goods}, {site}\nOpened by | {buyer} ({desk})\nTo be ordered | {quantity} {units}\nOrder day and today | {iso_day}",
             "{ticket} | Offer check: {goods}\nFor | {site}, {desk}\nAssigned | {reader}\nOrder day (= today) | {iso_day}\nOrder quantity | {quantity} {units}"),
    "intro": ("No. | Mandatory requirement | Limit", "# | Requirement (all mandatory) | Accepted", "Pos. | Must-have | Value"),
    "row": ("{n} | {Subject} | {compared}", "R{n:02d} | {Subject} | {compared}"),
    "means": ("Note | {subject} = {definition}", "Definition | {subject}: {definition}"),
    "exact": ("Note | computed figures are compared without rounding", "Note | no rounding before a comparison"),
    "scale": ("Note | grade A is the best, F the worst", "Note | grades run from A (best) down to F"),
    "call": ("GET /v2/articles/{record_id}?fields=all\nHTTP/1.1 200 OK  (fetched {iso_day} {pulled})", "curl -s \"$CATALOGUE/items/{record_id}\"   # {iso_day} {pulled}, status 200",
             "Response of catalogue API v3, item {record_id}, {iso_day}T{pulled}Z:"),
}
PHRASES = {"mail": MAIL, "search": SEARCH, "ticket": TICKET}
LAYOUTS = tuple(PHRASES)

KEY_UNIT = {"%": "pct", "min": "minutes"}
"""Units as field names write them, where their sign does not do."""
UNIT_TEXT = {"mm3": "mm\u00b3", "um": "\u00b5m", "kg_m2": "kg/m\u00b2", "C": "\u00b0C", "us_cm": "\u00b5S/cm"}
"""Units as sentences write them, where the field name has to write them otherwise."""
FIELDS = {"mail": {1: 17, 2: 18, 3: 20}, "search": {1: 18, 2: 19, 3: 21}, "ticket": {1: 24, 2: 24, 3: 26}}
"""How many fields the record has at least; the longer the line of a field in a layout, the fewer."""

QUESTIONS = (
    "Does the record satisfy every constraint of the request?", "Does this catalogue record meet all constraints of the request?",
    "Are all constraints of the request met by the record?", "Is every condition of the request fulfilled by the record shown?",
    "Does the record pass the request in full?", "Taken with the definitions given, does the record meet every constraint?",
)
MEANINGS = (
    ("Every constraint of the request holds for the record.", "At least one constraint of the request does not hold for the record."),
    ("The record meets all constraints.", "The record fails one constraint or more."),
    ("All of the conditions are met by the record.", "Some condition is not met by the record."),
)


# The case

@dataclass(frozen=True)
class Constraint:
    """A form of a kind, bounded above (max) or below (min) by a limit in the form's smallest unit that passes (inclusive) or not."""

    form: str
    direction: str
    inclusive: bool
    limit: int


@dataclass(frozen=True)
class Case:
    """What is compared: the values of the record's fields, the quantity ordered, the day (an ordinal), and the constraints."""

    values: Mapping
    quantity: int
    today: int
    constraints: tuple


@dataclass(frozen=True)
class Wording:
    """Everything that is drawn once a group and says nothing about the answer."""

    domain: str
    layout: str
    currency: str
    inline: bool
    operators: str
    record_first: bool
    phrases: Mapping
    facts: Mapping
    subjects: Mapping
    definitions: Mapping
    compared: tuple
    fields: tuple


class Plan(NamedTuple):
    """One group before it is drawn: `rising` says whether the changed field is the larger one in the `no` member."""

    level: int
    number: int
    kind: str
    rising: bool
    inclusive: bool
    domain: str
    layout: str


# Planning

def directions_of(kind: str) -> tuple:
    """The senses (rising or not) in which a kind's changed field can break its constraint."""
    senses = {fails_rising(name, direction, slot) for name in FORMS_OF[kind] for direction in FORMS[name].directions for slot in FORMS[name].plants}
    return tuple(sorted(senses))


def fails_rising(form: str, direction: str, slot: str) -> bool:
    """Whether the constraint fails as the field rises."""
    return (direction == "max") != (slot in FORMS[form].falling)


def plan_kinds(level: int) -> list:
    """(kind, rising, inclusive) of the 100 pairs of a level; both halves exact."""
    rows = []
    senses = ((True, True), (False, False), (True, False), (False, True))
    for place, kind in enumerate(COMPUTED):
        left_out = (place + level) % 4 if place < 8 else (0, 1)[place - 8]
        rows += [(kind, *sense) for number, sense in enumerate(senses * 2) if number != left_out]
    fixed = {kind: directions_of(kind) for kind in PLAIN}
    rising = [kind for kind in PLAIN if fixed[kind] == (True,)] * 3
    falling = [kind for kind in PLAIN if fixed[kind] == (False,)] * 3
    either = [kind for kind in PLAIN if len(fixed[kind]) == 2]
    extra = 15 - len(rising) - len(either)
    twice = [either[(level + step) % len(either)] for step in range(extra)]
    rising += either + twice
    falling += [kind for kind in either for _ in range(2 - (kind in twice))]
    for sense, kinds in ((True, rising), (False, falling)):
        rows += [(kind, sense, (place + level + sense) % 2 == 0) for place, kind in enumerate(sorted(kinds, key=PLAIN.index))]
    return rows


def plan(draw: draws.Draw) -> list:
    """The Plan of every group; domains and layouts spread evenly over levels, computed and plain kinds."""
    rng = draws.stream(draw, FAMILY, "plan")
    cells = rng.shuffled([(domain, layout) for domain in DOMAINS for layout in LAYOUTS])
    plans = []
    for level in families.LEVELS:
        kinds = rng.shuffled(plan_kinds(level))
        for number, (kind, rising, inclusive) in enumerate(kinds):
            plans.append(Plan(level, number, kind, rising, inclusive, *cells[(number + 100 * level) % len(cells)]))
    return plans


# Drawing the record

def draw_price(rng, slot: Slot) -> int:
    """A price in cents with an ending as shops use them."""
    return rng.between(slot.low // 100, slot.high // 100 - 1) * 100 + rng.choice((0, 20, 25, 40, 50, 60, 75, 80, 90, 95, 99))


def draw_list_price(rng, price: int) -> int:
    """A list price in cents 6 to 45 % above the price, on a round amount."""
    return -(-price * rng.between(106, 145) // 10000) * 100


def draw_values(rng, domain: Domain, quantity: int, today: int) -> dict:
    """A value for every field that a constraint may ask for, in the smallest unit."""
    values = {name: rng.between(slot.low, slot.high) for name, slot in domain.slots.items() if name not in ("price", "list")}
    values["price"] = draw_price(rng, domain.slots["price"])
    values["list"] = draw_list_price(rng, values["price"])
    values["other_fee"] = values["other_fee"] // 50 * 50
    for name, slot in domain.slots.items():
        if name in ("made_on", "listed_on", "since"):
            values[name] = today - values[name]
        elif name == "until":
            values[name] = today + values[name]
        elif name in CLOCKS:
            values[name] -= values[name] % 5
    window = domain.slots["window_to"]
    values["window_to"] = values["window_from"] + rng.between(window.low, window.high, 5)
    values["moq"] = rng.between(2, min(domain.slots["moq"].high, quantity - 1))
    values["grade"] = rng.between(0, 3)
    return values


# Comparing

def measure(form: str, case: Case):
    """(numerator, denominator) of the quantity that a form compares, in the unit of its limit."""
    v = case.values
    if form == "total":
        return case.quantity * v["price"] + v["fee"], 1
    if form == "unit":
        return v["price"], v["pack"]
    if form == "discount":
        return 100 * (v["list"] - v["price"]), v["list"]
    if form == "delivery":
        return case.today + v["dispatch"] + v["transit"], 1
    if form in ("made", "listed"):
        return case.today - v[FORMS[form].slots[0]], 1
    if form == "weight":
        return case.quantity * (v["net"] + v["tare"]), 1
    if form == "area":
        return v["width"] * v["length"], 1
    if form == "sum":
        return v["work_a"] + v["work_b"], 1
    if form == "span":
        return v["window_to"] - v["window_from"], 1
    if form == "ratio":
        return 10 * v["num"], v["den"]
    if form == "stars":
        return sum(v[star] for star in STARS), 1
    if form == "net":
        return v["votes"] - v["hidden"], 1
    return v[FORMS[form].slots[0]], 1


def holds(constraint: Constraint, case: Case) -> bool:
    """Whether a constraint is met."""
    top, bottom = measure(constraint.form, case)
    over = top - constraint.limit * bottom
    if over == 0:
        return constraint.inclusive
    return (over < 0) == (constraint.direction == "max")


def at_limit(constraint: Constraint, case: Case) -> bool:
    """Whether the quantity is exactly the limit."""
    top, bottom = measure(constraint.form, case)
    return top == constraint.limit * bottom


def failing(case: Case) -> list:
    """The constraints that are not met."""
    return [constraint for constraint in case.constraints if not holds(constraint, case)]


def answer(case: Case) -> str:
    """yes where every constraint is met."""
    return "no" if failing(case) else "yes"


# Setting a quantity at its limit

def multiples(low: int, high: int, grid: int) -> list:
    """The multiples of grid from low to high."""
    return list(range(-(-low // grid) * grid, high + 1, grid))


def roomy(low: int, high: int, grids) -> list:
    """The multiples of the first (roundest) grid that has two of them between low and high."""
    for grid in grids:
        found = multiples(low, high, grid)
        if len(found) >= 2:
            return found
    return []


def set_total(rng, domain, v, quantity, locked):
    """Fields that put the order total on a round amount: the fee makes up the rest."""
    goods, fee = quantity * v["price"], domain.slots["fee"]
    limits = roomy(goods + fee.low, goods + fee.high, (10000, 5000, 2500, 1000, 500, 100))
    limit = rng.choice(limits)
    return {"fee": limit - goods}, limit


def set_unit(rng, domain, v, quantity, locked):
    """A price that is a whole number of cents for each piece; where the price stands already, a pack size that divides it."""
    price, pack = domain.slots["price"], domain.slots["pack"]
    if "price" in locked:
        packs = [n for n in range(pack.low, pack.high + 1) if v["price"] % n == 0]
        if not packs:
            return None
        size = rng.choice(packs)
        return {"pack": size}, v["price"] // size
    size = rng.between(pack.low + 1, pack.high - 1)
    limits = roomy(-(-price.low // size), price.high // size, (100, 50, 10, 5, 1))
    limit = rng.choice(limits)
    return {"price": limit * size, "pack": size}, limit


def set_discount(rng, domain, v, quantity, locked):
    """A list price of which the price is a whole number of percent."""
    percents = rng.shuffled((8, 10, 12, 15, 18, 20, 22, 25, 30, 35))
    if "price" in locked:
        fits = [p for p in percents if v["price"] * 100 % (100 - p) == 0]
        return ({"list": v["price"] * 100 // (100 - fits[0])}, fits[0]) if fits else None
    low, high = domain.slots["price"].low, domain.slots["price"].high
    full = rng.between(-(-low * 100 // (100 - percents[0]) // 100), high // (100 - percents[0])) * 100
    return {"list": full, "price": full * (100 - percents[0]) // 100}, percents[0]


def set_weight(rng, domain, v, quantity, locked):
    """Weights whose total is a whole number of kilograms."""
    net = domain.slots["net"]
    low, high = quantity * (net.low + v["tare"]), quantity * (net.high + v["tare"])
    limits = [limit for grid in (1000, 500, 100) for limit in multiples(low, high, grid) if limit % quantity == 0]
    limit = rng.choice(limits[:24])
    return {"net": limit // quantity - v["tare"]}, limit


def set_area(rng, domain, v, quantity, locked):
    """Two round lengths."""
    width, length = domain.slots["width"], domain.slots["length"]
    sides = rng.choice(multiples(width.low, width.high, 5)), rng.choice(multiples(length.low, length.high, 10))
    return {"width": sides[0], "length": sides[1]}, sides[0] * sides[1]


def set_sum(rng, domain, v, quantity, locked):
    """Two times that add up to a multiple of five minutes."""
    work = domain.slots["work_a"]
    limit = rng.choice(multiples(v["work_b"] + work.low, v["work_b"] + work.high, 5))
    return {"work_a": limit - v["work_b"]}, limit


def set_span(rng, domain, v, quantity, locked):
    """A window of whole quarters of an hour."""
    slot = domain.slots["window_to"]
    limit = rng.choice(multiples(slot.low, slot.high, 15))
    return {"window_to": v["window_from"] + limit}, limit


def set_ratio(rng, domain, v, quantity, locked):
    """A numerator that is the denominator times a limit with one decimal."""
    num, den = domain.slots["num"], domain.slots["den"]
    _, low, high, _ = domain.ratio
    pairs = [(limit, bottom) for bottom in range(den.low, den.high + 1) for limit in range(low, high + 1, 5 if high > 100 else 1)
             if limit * bottom % 10 == 0 and num.low <= limit * bottom // 10 <= num.high]
    limit, bottom = rng.choice(pairs)
    return {"num": limit * bottom // 10, "den": bottom}, limit


def set_stars(rng, domain, v, quantity, locked):
    """Star counts that add up to a round number."""
    others = sum(v[star] for star in STARS[1:])
    limit = rng.choice(multiples(others + domain.slots["stars_5"].low, others + domain.slots["stars_5"].high, 10))
    return {"stars_5": limit - others}, limit


def set_net(rng, domain, v, quantity, locked):
    """A total that is a round number more than the unverified ones."""
    votes = domain.slots["votes"]
    limit = rng.choice(multiples(votes.low - 20, votes.high - v["hidden"], 10))
    return {"votes": limit + v["hidden"]}, limit


SETTERS = {"total": set_total, "unit": set_unit, "discount": set_discount, "weight": set_weight, "area": set_area, "sum": set_sum,
           "span": set_span, "ratio": set_ratio, "stars": set_stars, "net": set_net}


def set_exactly(rng, form: str, domain: Domain, case: Case, locked):
    """(case, limit) with the form's quantity exactly at a natural limit and no locked field touched; None where that cannot be had."""
    slot_name = FORMS[form].slots[0]
    if form in SETTERS:
        found = SETTERS[form](rng, domain, case.values, case.quantity, locked)
        if found is None or any(name in locked for name in found[0]):
            return None
        return replace(case, values={**case.values, **found[0]}), found[1]
    if form == "delivery":
        return case, measure(form, case)[0]
    slot = domain.slots[slot_name]
    if form in ("made", "listed"):
        limit = rng.choice(multiples(slot.low, slot.high, 5))
        return replace(case, values={**case.values, slot_name: case.today - limit}), limit
    if form in ("until", "since", "moq"):
        return case, case.values[slot_name]
    limit = rng.choice(multiples(slot.low, slot.high, slot.grid))
    return replace(case, values={**case.values, slot_name: limit}), limit


def step_inside(case: Case, constraint: Constraint, slot: str) -> Case:
    """The case with one field a step to the passing side."""
    step = -1 if fails_rising(constraint.form, constraint.direction, slot) else 1
    return replace(case, values={**case.values, slot: case.values[slot] + step})


# Limits with a margin

def draw_loose(rng, form: str, direction: str, inclusive: bool, case: Case) -> Constraint:
    """A constraint that holds by a natural margin."""
    kind = FORMS[form]
    top, bottom = measure(form, case)
    low, high = kind.margin
    if kind.relative:
        part = rng.between(10 * low, 10 * high)
        distance = top * part // (1000 * bottom) + 1
    else:
        distance = rng.between(low, high)
    grid = loose_grid(form, kind.grid, top // bottom)
    if direction == "max":
        limit = -(-(-(-top // bottom) + distance) // grid) * grid
    else:
        limit = (top // bottom - distance) // grid * grid
    return Constraint(form, direction, inclusive, limit)


def loose_grid(form: str, grid: int, size: int) -> int:
    """The step on which people put a limit of this size."""
    steps = {"total": ((200000, 5000), (60000, 1000)), "weight": ((50000, 1000), (20000, 500)), "strong": ((1000, 50),), "low": ((300, 10), (100, 5)),
             "unit": ((1000, 50), (200, 10), (50, 5)), "area": ((5000, 100),), "dimension": ((100, 10),)}
    for least, step in steps.get(form, ()):
        if size >= least:
            return step
    return grid


# Drawing the request

def pick_kinds(rng, plan_row: Plan) -> list:
    """The kinds of a request: the pair's own, and others, with the planned number of computed ones."""
    computed = rng.choice(COMPUTED_SHARE[plan_row.level])
    total = CONSTRAINTS[plan_row.level]
    own = plan_row.kind
    kinds = [own] + rng.sample([kind for kind in COMPUTED if kind != own], computed - (own in COMPUTED))
    return kinds + rng.sample([kind for kind in PLAIN if kind != own], total - len(kinds))


def plant_choices(plan_row: Plan, domain: Domain) -> list:
    """(form, direction, slot) by which the pair's kind fails in the planned sense."""
    found = []
    for form in FORMS_OF[plan_row.kind]:
        for direction in allowed_directions(form, domain):
            found += [(form, direction, slot) for slot in FORMS[form].plants if fails_rising(form, direction, slot) == plan_row.rising]
    return found


def allowed_directions(form: str, domain: Domain) -> tuple:
    """The directions in which a domain asks for a form."""
    return (domain.ratio[0],) if form == "ratio" else FORMS[form].directions


def draw_direction(rng, form: str, domain: Domain) -> str:
    """Mostly upper limits where both directions make sense and one is rarer in requests."""
    allowed = allowed_directions(form, domain)
    if len(allowed) == 1:
        return allowed[0]
    upper = 9 if form in ("total", "delivery", "weight") else 5
    return "max" if rng.chance(upper, 10) else "min"


def pick_forms(rng, kinds, own_form: str) -> list:
    """One form for each kind; the star counts only where no average stands beside them."""
    forms = []
    for kind in kinds:
        options = FORMS_OF[kind]
        if kind == FORMS[own_form].kind:
            options = (own_form,)
        elif kind == "rating_count" and "rating_average" in kinds:
            options = ("net",)
        forms.append(rng.choice(options))
    return forms


def draw_case(rng, plan_row: Plan):
    """(the case with the pair's quantity at its limit, the pair's constraint, the changed field), or None where it does not fit."""
    domain = DOMAINS[plan_row.domain]
    quantity = rng.between(*domain.quantity)
    today = draw_day(rng)
    case = Case(draw_values(rng, domain, quantity, today), quantity, today, ())
    form, direction, slot = rng.choice(plant_choices(plan_row, domain))
    kinds = pick_kinds(rng, plan_row)
    if form == "stars" and "rating_average" in kinds:
        return None
    exact = set_exactly(rng, form, domain, case, ())
    own = Constraint(form, direction, plan_row.inclusive, exact[1])
    case, locked = exact[0], set(FORMS[form].slots)
    forms = [name for name in pick_forms(rng, kinds, form) if name != form]
    apart = [name for name in forms if slot not in FORMS[name].slots]
    case, others, locked = draw_tight(rng, apart, domain, case, locked, rng.choice(TIGHT[plan_row.level]))
    if not any(at_limit(constraint, case) for constraint in others):
        return None
    if "list" not in locked:
        case = replace(case, values={**case.values, "list": draw_list_price(rng, case.values["price"])})
    done = {constraint.form for constraint in others}
    for name in forms:
        if name not in done:
            others.append(draw_loose(rng, name, draw_direction(rng, name, domain), rng.chance(1, 2), case))
    return replace(case, constraints=tuple(rng.shuffled([own] + others))), own, slot


def draw_tight(rng, forms, domain: Domain, case: Case, locked: set, count: int):
    """(case, constraints at their limit or a step inside it, locked fields); the first is at an inclusive limit."""
    order = sorted(rng.shuffled(forms), key=lambda name: name not in ("unit", "discount"))
    wanted = set(rng.sample(forms, count))
    made, locked = [], set(locked)
    for form in order:
        found = set_exactly(rng, form, domain, case, locked) if form in wanted else None
        if found is None:
            continue
        case = found[0]
        constraint = Constraint(form, draw_direction(rng, form, domain), not made or rng.chance(1, 2), found[1])
        free = [slot for slot in FORMS[form].plants if slot not in locked]
        if not constraint.inclusive and free:
            case = step_inside(case, constraint, rng.choice(free))
        elif not constraint.inclusive:
            constraint = replace(constraint, inclusive=True)
        made.append(constraint)
        locked |= set(FORMS[form].slots)
    return case, made, locked


def draw_day(rng) -> int:
    """The ordinal of a working day."""
    day = datetime.date(2025, 9, 1).toordinal() + rng.below(460)
    return day - max(0, datetime.date.fromordinal(day).weekday() - 4)


def plant(case: Case, own: Constraint, slot: str):
    """(yes, no): the last passing and the first failing value of the changed field."""
    inside = step_inside(case, own, slot)
    if not own.inclusive:
        return inside, case
    outside = replace(case, values={**case.values, slot: 2 * case.values[slot] - inside.values[slot]})
    return case, outside


# Drawing the wording

def currency_unit(name: str, slot: Slot, currency: str):
    """The unit of a field, the currency for money."""
    return currency if name in MONEY else slot.unit


def draw_general(rng, facts: Mapping) -> list:
    """(key, JSON text) of the fields every record has, whatever the trade."""
    day = datetime.date.fromordinal(facts["today"] - rng.between(1, 9))
    optional = [("status", '"active"'), ("language", f'"{rng.choice(("en", "en-GB", "mul"))}"'), ("images", str(rng.between(3, 14))),
                ("page_views", str(rng.between(1100, 9800))), ("updated_at", f'"{day.isoformat()}T{english.clock(rng.between(360, 1200))}"'),
                ("editor", f'"{"".join(rng.choice("abdefghjkmnprst") for _ in range(3))}"'), ("catalogue_page", str(rng.between(112, 948))),
                ("gtin", f'"{rng.between(4010000, 4989999)}{rng.between(100000, 999999)}"')]
    always = [("id", json_text(facts["record_id"])), ("name", json_text(f"{facts['series']} {facts['goods']}")), ("maker", json_text(facts["maker"]))]
    return always + [rng.choice(optional)]


def json_text(word: str) -> str:
    """The JSON text of a filler's value: bare for true, false and null, else a string."""
    return word if word in ("true", "false", "null") else f'"{word}"'


def draw_fields(rng, plan_row: Plan, case: Case, facts: Mapping) -> tuple:
    """(section, slot or None, key, JSON text or None) of every field, in record order: general ones first, then section by section."""
    domain = DOMAINS[plan_row.domain]
    used = {slot for constraint in case.constraints for slot in FORMS[constraint.form].slots}
    barred = {"votes", "hidden", "average"} if "stars_5" in used else set(STARS)
    general = [("general", None, key, text) for key, text in draw_general(rng, facts)]
    fillers = [("properties", None, key, json_text(rng.choice(texts))) for key, texts in rng.sample(domain.fillers, rng.between(1, 2))]
    spare = rng.shuffled([name for name in domain.slots if name not in used and name not in barred])
    if "fee" in used:
        spare = ["other_fee"] + [name for name in spare if name != "other_fee"]
    room = max(2, FIELDS[plan_row.layout][plan_row.level] - len(general) - len(fillers) - len(used))
    names_shown = sorted(used) + spare[:room]
    fields = fillers + [(SECTION_OF.get(name, "properties"), name, domain.slots[name].key, None) for name in names_shown]
    order = rng.shuffled(sorted({field[0] for field in fields}))
    ordered = [field for section in order for field in rng.shuffled([field for field in fields if field[0] == section])]
    return tuple(general + ordered)


def draw_facts(rng, plan_row: Plan, case: Case) -> dict:
    """What the frame of the document mentions: people, places, numbers, times."""
    domain = DOMAINS[plan_row.domain]
    day = datetime.date.fromordinal(case.today)
    buyer, reader = names.people(rng, 2)
    minute = rng.between(500, 700)  # before any deadline of the day that a record may name
    stem, place, series = rng.sample(names.STEMS, 3)
    hits = rng.between(12, 88)
    return {
        "today": case.today, "buyer": buyer, "reader": reader, "buyer_first": buyer.split()[0], "reader_first": reader.split()[0],
        "desk": rng.choice(domain.desk), "goods": rng.choice(domain.goods), "maker": f"{stem} {rng.choice(domain.makers)}", "series": series.split()[0],
        "site": f"{place} {rng.choice(domain.sites)}", "quantity": case.quantity, "units": domain.units, "day": english.long_date(day), "iso_day": day.isoformat(),
        "long_day": f"{english.weekday(day)}, {english.long_date(day)}", "clock": english.clock(minute), "pulled": english.clock(minute - rng.between(3, 55)),
        "record_id": f"{domain.prefix}-{rng.between(20000, 98999)}", "ticket": f"{rng.choice(('PROC', 'SRC', 'BUY'))}-{rng.between(1100, 9899)}",
        "number": rng.between(310, 989), "hit": rng.between(1, hits), "hits": hits,
    }


def noun_of_rating(domain: Domain) -> str:
    """What the domain calls one rating."""
    return domain.slots["votes"].words[len("total "):-1]


def slot_words(domain: Domain) -> dict:
    """{slot: its name in sentences}, with the domain's nouns for what is ordered, a piece, a sheet and a rating."""
    return {**{name: slot.words for name, slot in domain.slots.items()}, "unit": domain.unit, "piece": domain.piece, "sheet": domain.sheet, "rating": noun_of_rating(domain)}


def draw_subject(rng, form: str, domain: Domain) -> str:
    """What the document calls the quantity of a form."""
    if form in domain.called:
        return rng.choice(domain.called[form])
    if form in SUBJECTS:
        return rng.choice(SUBJECTS[form]).format(**slot_words(domain))
    return domain.slots[FORMS[form].slots[0]].words


def draw_compared(rng, constraint: Constraint, layout: str) -> str:
    """The phrase of a comparison; "must be not above" is no sentence, so that e-mails go without it."""
    options = COMPARED[SHAPE.get(constraint.form, "number")][constraint.direction, constraint.inclusive]
    return rng.choice([phrase for phrase in options if layout != "mail" or not phrase.startswith("not ")])


def draw_wording(rng, plan_row: Plan, case: Case) -> Wording:
    """Everything about the text of a group but the value that its members differ in."""
    domain = DOMAINS[plan_row.domain]
    facts = draw_facts(rng, plan_row, case)
    phrases = {name: rng.choice(options) for name, options in PHRASES[plan_row.layout].items()}
    forms = [constraint.form for constraint in case.constraints]
    words = {**slot_words(domain), "quantity": case.quantity}
    compared = [draw_compared(rng, constraint, plan_row.layout) for constraint in case.constraints]
    return Wording(
        plan_row.domain, plan_row.layout, rng.choice(("EUR", "EUR", "GBP", "CHF", "USD")), rng.chance(1, 2), rng.choice(sorted(OPERATORS)), rng.chance(1, 2),
        phrases, facts, {form: draw_subject(rng, form, domain) for form in forms},
        {form: rng.choice(DEFINITIONS[form]).format(**words) for form in forms if form in DEFINITIONS},
        tuple(compared), draw_fields(rng, plan_row, case, facts))


# Text of values and limits

def decimal(value: int, places: int) -> str:
    """A whole number of 10**-places as a decimal: 435, 2 -> '4.35'."""
    whole, part = divmod(value, 10 ** places)
    return f"{whole}.{part:0{places}d}" if places else str(whole)


def trimmed(text: str) -> str:
    """A decimal without zeros at its end: '120.50' -> '120.5', '120.00' -> '120'."""
    return text.rstrip("0").rstrip(".") if "." in text else text


def value_text(slot: str, value: int) -> str:
    """The JSON text of a field's value."""
    if slot in MONEY or slot in WEIGHTS:
        return decimal(value, 2)
    if slot in DATES:
        return f'"{datetime.date.fromordinal(value).isoformat()}"'
    if slot in CLOCKS:
        return f'"{english.clock(value)}"'
    if slot == "grade":
        return f'"{GRADES[value]}"'
    return decimal(value, 1) if slot == "average" else str(value)


def time_span(minutes: int) -> str:
    """'4 hours', '4 h 30 min', '45 minutes'."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return f"{rest} minutes"
    return f"{hours} h {rest} min" if rest else english.plural(hours, "hour")


def limit_text(constraint: Constraint, wording: Wording) -> str:
    """The limit as the request writes it, with its unit."""
    form, limit = constraint.form, constraint.limit
    if SHAPE.get(form) == "date":
        day = datetime.date.fromordinal(limit)
        return english.long_date(day) if wording.layout == "mail" else day.isoformat()
    if SHAPE.get(form) == "clock":
        return english.clock(limit)
    if form == "grade":
        return GRADES[limit]
    if form in ("total", "unit"):
        return f"{decimal(limit, 2)} {wording.currency}"
    if form == "span" and wording.layout != "search":
        return time_span(limit)
    unit = {"discount": "%", "made": "days", "listed": "days", "weight": "kg", "area": "cm\u00b2", "sum": "minutes", "span": "minutes"}.get(form)
    text = trimmed(decimal(limit, 2)) if form == "weight" else decimal(limit, 1) if form in ("ratio", "average") else str(limit)
    if form == "ratio":
        unit = DOMAINS[wording.domain].ratio[3]
    elif unit is None and form not in DEFINITIONS:
        unit = DOMAINS[wording.domain].slots[FORMS[form].slots[0]].unit
    return f"{text} {UNIT_TEXT.get(unit, unit)}" if unit else text


# Text of the request

def compared_text(number: int, constraint: Constraint, wording: Wording) -> str:
    """'at most 412.50 EUR'."""
    return wording.compared[number].format(v=limit_text(constraint, wording))


def noted(wording: Wording, case: Case, phrase: str) -> list:
    """One line for each definition that does not stand beside its constraint."""
    if wording.inline:
        return []
    terms = [(wording.subjects[c.form], wording.definitions[c.form]) for c in case.constraints if c.form in wording.definitions]
    return [wording.phrases[phrase].format(subject=subject, Subject=english.sentence(subject), definition=definition) for subject, definition in terms]


def full_subject(constraint: Constraint, wording: Wording) -> str:
    """The subject, with its definition in brackets where the document defines in place."""
    subject = wording.subjects[constraint.form]
    return f"{subject} ({wording.definitions[constraint.form]})" if wording.inline and constraint.form in wording.definitions else subject


def conventions(case: Case, wording: Wording) -> list:
    """The remarks on rounding and on the order of grades, where a constraint needs them."""
    forms = {constraint.form for constraint in case.constraints}
    wanted = [name for name, needed in (("exact", bool(forms & set(NEEDS_EXACT))), ("scale", "grade" in forms)) if needed]
    return [wording.phrases[name] for name in wanted]


def reason_of(number: int, constraint: Constraint) -> str | None:
    """Why the less usual direction is asked for; None where nobody would wonder."""
    reasons = REASONS.get((constraint.form, constraint.direction))
    does_not_fit = constraint.form == "delivery" and not constraint.inclusive  # "nobody is there earlier" grants the day itself
    return None if reasons is None or does_not_fit else reasons[number % len(reasons)]


def reasoned_text(number: int, constraint: Constraint, wording: Wording) -> str:
    """'at least 412.50 EUR (condition of the framework agreement)'."""
    reason = reason_of(number, constraint)
    text = compared_text(number, constraint, wording)
    return text if reason is None else f"{text} ({reason})"


def mail_request(case: Case, wording: Wording) -> str:
    """The e-mail of a buyer, one sentence a constraint."""
    phrases, facts = wording.phrases, wording.facts
    lines = []
    for number, constraint in enumerate(case.constraints):
        subject = full_subject(constraint, wording)
        text = phrases["line"].format(subject=subject, Subject=english.sentence(subject), compared=reasoned_text(number, constraint, wording))
        lines.append(phrases["bullet"].format(n=number + 1) + text)
    head = phrases["head"].format(**{**facts, "subject": english.sentence(phrases["subject"].format(**facts))})
    remarks = noted(wording, case, "means") + conventions(case, wording)
    return "\n".join([head, "", phrases["opening"].format(**facts), "", phrases["intro"], *lines, "", *remarks, phrases["closing"].format(**facts)])


def column_of(form: str, wording: Wording) -> str:
    """The name of a form's column in a saved search: a field's own, or that of a derived one."""
    domain = DOMAINS[wording.domain]
    if form in COLUMNS:
        return re.sub(r"\W", "_", COLUMNS[form].format(piece=domain.sheet if form == "area" else domain.piece, rating=noun_of_rating(domain)))
    if form in domain.called:
        return re.sub(r"\W", "_", min(domain.called[form], key=len))
    return domain.slots[FORMS[form].slots[0]].key


def search_operator(constraint: Constraint, wording: Wording) -> str:
    """The sign or word of a filter; dates and times of day take words of their own."""
    timed = wording.operators == "words" and SHAPE.get(constraint.form) in ("date", "clock")
    table = TIME_OPERATORS if timed else OPERATORS[wording.operators]
    return table[constraint.direction, constraint.inclusive]


def search_filter(number: int, constraint: Constraint, wording: Wording) -> str:
    """One filter of a saved search, with its reason behind it where it has one."""
    phrases, reason = wording.phrases, reason_of(number, constraint)
    operator, value = search_operator(constraint, wording), limit_text(constraint, wording)
    if constraint.form == "grade":
        operator, value = "is", compared_text(number, constraint, wording)
    line = phrases["filter"].format(n=number + 1, column=column_of(constraint.form, wording), operator=operator, value=value)
    return line if reason is None else line + phrases["reason"].format(reason=reason)


def search_remarks(case: Case, wording: Wording) -> list:
    """The conventions below a saved search, each only where a filter needs it."""
    forms = {constraint.form for constraint in case.constraints}
    wanted = [name for name, needed in (("words", wording.operators == "words"), ("calendar", "delivery" in forms),
                                        ("dates", bool(forms & {"made", "listed"})), ("times", "span" in forms)) if needed]
    return conventions(case, wording) + [wording.phrases[name] for name in wanted]


def search_request(case: Case, wording: Wording) -> str:
    """A saved search: its head, filters, derived columns and remarks."""
    phrases = wording.phrases
    keys = {**{name: slot.key for name, slot in DOMAINS[wording.domain].slots.items()}, "quantity": "quantity"}
    filters = [phrases["intro"]] + [search_filter(number, constraint, wording) for number, constraint in enumerate(case.constraints)]
    formulas = [phrases["derived"]] + [phrases["formula"].format(column=column_of(constraint.form, wording), formula=FORMULAS[constraint.form].format(**keys))
                                       for constraint in case.constraints if constraint.form in FORMULAS]
    parts = formulas + filters if wording.record_first else filters + formulas
    return "\n".join([phrases["head"].format(**wording.facts), *parts, *search_remarks(case, wording)])


def ticket_request(case: Case, wording: Wording) -> str:
    """A procurement ticket: its head, a table of requirements, and notes."""
    phrases, facts = wording.phrases, wording.facts
    rows = [phrases["row"].format(n=number + 1, Subject=english.sentence(full_subject(constraint, wording)), compared=reasoned_text(number, constraint, wording))
            for number, constraint in enumerate(case.constraints)]
    return "\n".join([phrases["head"].format(**facts), phrases["intro"], *rows, *noted(wording, case, "means"), *conventions(case, wording)])


# Text of the record

def field_rows(case: Case, wording: Wording) -> list:
    """(section, key, unit or None, JSON text) of every field of the record."""
    domain = DOMAINS[wording.domain]
    return [(section, key, currency_unit(slot, domain.slots[slot], wording.currency) if slot else None,
             value_text(slot, case.values[slot]) if slot else text) for section, slot, key, text in wording.fields]


def long_key(key: str, unit) -> str:
    """The key with its unit: box_price_eur, moisture_share_pct."""
    return key if unit is None or unit in key.split("_") else f"{key}_{KEY_UNIT.get(unit, unit.lower())}"


def camel(key: str) -> str:
    """box_price_eur -> boxPriceEur."""
    first, *others = key.split("_")
    return first + "".join(word.capitalize() for word in others)


def sections(rows) -> dict:
    """{section: its rows}, in record order."""
    found = {}
    for row in rows:
        found.setdefault(row[0], []).append(row)
    return found


def section_name(section: str, wording: Wording) -> str:
    """What this record calls a section."""
    options = SECTION_NAMES[section]
    return options[wording.facts["number"] % len(options)]


def mail_record(case: Case, wording: Wording) -> str:
    """Pretty JSON: flat, or with one level of sections."""
    rows = field_rows(case, wording)
    lead = wording.phrases["lead"].format(**wording.facts)
    if wording.record_first:
        lines = [f'  "{long_key(key, unit)}": {text}' for _, key, unit, text in rows]
        return lead + "\n{\n" + ",\n".join(lines) + "\n}"
    parts = []
    for section, found in sections(rows).items():
        if section == "general":
            parts += [f'  "{long_key(key, unit)}": {text}' for _, key, unit, text in found]
        else:
            inner = ",\n".join(f'    "{long_key(key, unit)}": {text}' for _, key, unit, text in found)
            parts.append(f'  "{section_name(section, wording)}": {{\n{inner}\n  }}')
    return lead + "\n{\n" + ",\n".join(parts) + "\n}"


def search_record(case: Case, wording: Wording) -> str:
    """One JSON object a line: attribute, value, unit."""
    lines = [wording.phrases["lead"].format(**wording.facts)]
    attribute, value, unit_key = wording.phrases["attribute"].split()
    for _, key, unit, text in field_rows(case, wording):
        tail = "" if unit is None else f',"{unit_key}":"{UNIT_TEXT.get(unit, unit)}"'
        lines.append(f'{{"{attribute}":"{key}","{value}":{text}{tail}}}')
    return "\n".join(lines)


def ticket_record(case: Case, wording: Wording) -> str:
    """The answer of an API: a call, and the record on one line."""
    parts = []
    for section, found in sections(field_rows(case, wording)).items():
        inner = ",".join(f'"{camel(long_key(key, unit))}":{text}' for _, key, unit, text in found)
        parts.append(inner if section == "general" else f'"{camel(section_name(section, wording))}":{{{inner}}}')
    return wording.phrases["call"].format(**wording.facts) + "\n{" + ",".join(parts) + "}"


REQUESTS = {"mail": mail_request, "search": search_request, "ticket": ticket_request}
RECORDS = {"mail": mail_record, "search": search_record, "ticket": ticket_record}


def render_parts(case: Case, wording: Wording) -> tuple:
    """(request, record) as text."""
    return REQUESTS[wording.layout](case, wording), RECORDS[wording.layout](case, wording)


def render(case: Case, wording: Wording) -> str:
    """The state: the request and the record; a ticket may show the record first."""
    request, record = render_parts(case, wording)
    parts = (record, request) if wording.layout == "ticket" and wording.record_first else (request, record)
    return "\n\n".join(parts)


# Checks and output

def numbers_of(text: str) -> set:
    """The numbers of a text, dates and times whole, zeros after the decimals dropped."""
    return {trimmed(number) for number in re.findall(r"\d+(?:[.:-]\d+)*", text)}


def shared_numbers(case: Case, wording: Wording) -> tuple:
    """How many numbers, and how many runs of digits, of the request occur in the record."""
    request, record = render_parts(case, wording)
    runs = [set(re.findall(r"\d+", text)) for text in (request, record)]
    return len(numbers_of(request) & numbers_of(record)), len(runs[0] & runs[1])


def fits(plan_row: Plan, yes: Case, no: Case, wording: Wording) -> bool:
    """Whether a drawn pair can be kept: equal widths, and no number shared by request and record that the plan does not account for.

    A computed quantity stands nowhere in the record, so that the changed field must share as much in both members; a field compared
    as it stands may share its limit where it is at it, which the plan has in half of the `yes` and half of the `no` members.
    """
    if len(render(yes, wording)) != len(render(no, wording)):
        return False
    at, off = (yes, no) if plan_row.inclusive else (no, yes)
    more = [a - b for a, b in zip(shared_numbers(at, wording), shared_numbers(off, wording))]
    return all(step == 0 for step in more) if plan_row.kind in COMPUTED else all(step >= 0 for step in more)


def check_group(plan_row: Plan, yes: Case, no: Case, own: Constraint, slot: str, wording: Wording) -> None:
    """Raise unless the pair is as the module says: one field, one failing constraint, the border where it was planned."""
    where = f"{FAMILY} level {plan_row.level} {plan_row.kind} group {plan_row.number}"
    changed = [name for name in yes.values if yes.values[name] != no.values[name]]
    checks.require(changed == [slot] and abs(yes.values[slot] - no.values[slot]) == 1, f"{where}: changed fields {changed}")
    checks.require((no.values[slot] > yes.values[slot]) == plan_row.rising, f"{where}: {slot} moves the other way")
    checks.require(yes.constraints == no.constraints and len(yes.constraints) == CONSTRAINTS[plan_row.level], f"{where}: constraints differ")
    kinds = [FORMS[constraint.form].kind for constraint in yes.constraints]
    checks.require(len(set(kinds)) == len(kinds) and 2 * sum(kind in COMPUTED for kind in kinds) >= len(kinds), f"{where}: kinds {kinds}")
    checks.require((answer(yes), answer(no)) == ("yes", "no"), f"{where}: answers {answer(yes)}, {answer(no)}")
    checks.require(failing(no) == [own] and FORMS[own.form].kind == plan_row.kind, f"{where}: failing {failing(no)}")
    checks.require(at_limit(own, yes) == own.inclusive and at_limit(own, no) != own.inclusive, f"{where}: not at the border")
    checks.require(all(any(at_limit(c, case) for c in case.constraints if c != own) for case in (yes, no)), f"{where}: nothing else at its limit")
    texts = render(yes, wording), render(no, wording)
    checks.require(len(checks.changed_lines(*texts)) == 1 and len(texts[0]) == len(texts[1]), f"{where}: more than one line differs")
    checks.require(render_parts(yes, wording)[0] == render_parts(no, wording)[0], f"{where}: requests differ")
    checks.require(not names.well_known(texts[0]), f"{where}: well-known names {names.well_known(texts[0])}")
    check_sense(plan_row, yes, wording, where)


def check_sense(plan_row: Plan, case: Case, wording: Wording, where: str) -> None:
    """Raise unless the values hang together and every computed figure is defined in the request."""
    v = case.values
    shown = {slot for _, slot, _, _ in wording.fields}
    unseen = [slot for constraint in case.constraints for slot in FORMS[constraint.form].slots if slot not in shown]
    checks.require(not unseen, f"{where}: fields asked for and not in the record: {unseen}")
    checks.require(v["list"] > v["price"] and v["moq"] < case.quantity + 1 and v["window_from"] < v["window_to"] < 1440, f"{where}: values {v}")
    checks.require(all(constraint.limit > 0 for constraint in case.constraints), f"{where}: a limit is not positive")
    request = render_parts(case, wording)[0]
    forms = {constraint.form for constraint in case.constraints}
    texts = [column_of(form, wording) + " " for form in wording.definitions] if wording.layout == "search" else list(wording.definitions.values())
    missing = [text for text in texts + conventions(case, wording) if text not in request]
    checks.require(not missing, f"{where}: not explained: {missing}")
    checks.require(bool(forms & set(NEEDS_EXACT)) == (wording.phrases["exact"] in request), f"{where}: rounding left open")
    checks.require(("grade" in forms) == (wording.phrases["scale"] in request), f"{where}: order of grades left open")
    checks.require("delivery" not in forms or "calendar days" in request, f"{where}: delivery days left open")
    checks.require(v["since"] < min(v["made_on"], v["listed_on"]), f"{where}: the oldest date is not the oldest")
    checks.require(wording.domain not in LISTED_FIRST or v["listed_on"] < v["made_on"], f"{where}: made before listed")


def sensible(case: Case) -> bool:
    """Whether limits and values are such as people would write."""
    day = case.today
    dated = {"delivery": (day + 1, day + 60), "until": (day + 10, day + 2000), "since": (day - 3000, day - 10)}
    for constraint in case.constraints:
        low, high = {**LIMITS, **dated}.get(constraint.form, (1, None))
        if constraint.limit < low or high is not None and constraint.limit > high:
            return False
    positive = all(value > 0 for slot, value in case.values.items() if slot != "grade")
    return positive and case.values["grade"] >= 0 and case.values["moq"] <= case.quantity


def build_group(draw: draws.Draw, plan_row: Plan) -> items.Group:
    """The pair of a plan, on a stream of its own; candidates are drawn until one fits."""
    for candidate in range(CANDIDATES):
        rng = draws.stream(draw, FAMILY, plan_row.level, plan_row.number, candidate)
        drawn = draw_case(rng, plan_row)
        if drawn is None:
            continue
        case, own, slot = drawn
        yes, no = plant(case, own, slot)
        if not (sensible(yes) and sensible(no) and answer(yes) == "yes" and failing(no) == [own]):
            continue
        wording = draw_wording(rng, plan_row, case)
        if fits(plan_row, yes, no, wording):
            check_group(plan_row, yes, no, own, slot, wording)
            return group_of(rng, plan_row, yes, no, wording)
    raise checks.CheckFailed(f"{FAMILY} level {plan_row.level} {plan_row.kind} group {plan_row.number}: no case in {CANDIDATES} candidates")


def group_of(rng, plan_row: Plan, yes: Case, no: Case, wording: Wording) -> items.Group:
    """The group with its question and members."""
    true, false = rng.choice(MEANINGS)
    question = items.noul(rng.choice(QUESTIONS), true, false)
    members = (items.Member(render(yes, wording), "yes", None, plan_row.kind, False),
               items.Member(render(no, wording), "no", plan_row.kind, plan_row.kind, True))
    return items.Group(plan_row.level, plan_row.domain, plan_row.layout, question, members)


def check_plan(plans) -> None:
    """Raise unless kinds, borders and directions divide over every level as the module says, and domains and layouts over the draw."""
    for level in families.LEVELS:
        here = [plan_row for plan_row in plans if plan_row.level == level]
        kinds = Counter(plan_row.kind for plan_row in here)
        checks.require(dict(kinds) == PAIRS_A_LEVEL, f"{FAMILY} level {level}: kinds {dict(kinds)}")
        halves = sum(plan_row.rising for plan_row in here), sum(plan_row.inclusive for plan_row in here)
        checks.require(halves == (50, 50), f"{FAMILY} level {level}: rising and inclusive pairs {halves}")
    for field, options, least in (("domain", DOMAINS, 10), ("layout", LAYOUTS, 20)):
        counts = Counter(getattr(plan_row, field) for plan_row in plans)
        checks.require(all(100 * counts[name] >= least * len(plans) for name in options), f"{FAMILY}: {field}s {dict(counts)}")


def build(draw: draws.Draw) -> list:
    """The 600 items of a draw."""
    plans = plan(draw)
    check_plan(plans)
    groups = [build_group(draw, plan_row) for plan_row in plans]
    checks.check_family(families.BY_NAME[FAMILY], groups)
    return items.number_items(FAMILY, draw, groups)


if __name__ == "__main__":
    sys.exit(cards.write_family(FAMILY, build))
