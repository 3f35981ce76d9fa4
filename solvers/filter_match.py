"""Solver for the texts "does the record meet every constraint of the request?".

A state is a request and one catalogue record, in one of three forms:

  mail    four header lines; greeting and order line; opening line and bulleted constraints; definitions, conventions
          and signature; a lead line and the record as indented JSON. The five parts stand apart by one blank line each.
  table   a request of `cell | cell` lines (title, order, table of constraints, definitions, notes) and, before or after it,
          lead lines with the record as JSON in one line; one blank line between.
  search  a saved search (who, run, filters, computed columns, conventions), a blank line, a lead line, and the record as
          one JSON object for each attribute.

A constraint is `term [(definition)] limit [(reason)]`: the term is an attribute of the record or is computed by a formula.
A formula is (kind, names): kind one of the keys of FORMULAS, names the attributes it is made of. A value is (unit, amount):
unit `date`, `time`, `grade`, `flag`, `text`, a currency, a unit of measure, or '' for counts, averages and ratios; amounts are
exact (whole numbers or fractions; days since year 1, minutes since midnight, 0 for grade A).
"""
from __future__ import annotations

import json
import re
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from solvers import reading


class Value(NamedTuple):
    unit: str
    amount: object


class Formula(NamedTuple):
    kind: str
    names: tuple
    quantity: object  # the order quantity where the formula spells it as a number, else None
    unit: object      # the order unit where the formula speaks of one of it ("one set" -> "sets"), else None


class Constraint(NamedTuple):
    number: int
    line: str
    term: str
    operator: str  # one of the keys of COMPARE
    limit: Value
    wording: str   # the limit with V for its value: "at most V"
    raw: str       # the value as it is written: "1100.00 EUR"


class Case(NamedTuple):
    form: str
    today: int
    quantity: int
    constraints: tuple
    formulas: dict
    conventions: dict
    record: dict


# words of the trade

CURRENCIES = ("CHF", "EUR", "GBP", "USD")
ONE = {"box": "boxes", "tray": "trays", "set": "sets", "pack": "packs", "carton": "cartons", "pallet": "pallets"}
ORDER_UNITS = tuple(ONE.values())
MONTHS = ("January February March April May June July August September October November December").split()
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ARTICLES = (
    "membrane sheets", "prefilter sheets", "depth filter sheets", "support sheets", "clarifying filter sheets",
    "glass-glass modules", "facade modules", "half-cell modules", "rooftop modules", "carport modules",
    "ramp panels", "dance floor panels", "riser panels", "catwalk panels", "stage panels",
    "glazed tiles", "stairwell tiles", "wall tiles", "floor tiles", "terrace tiles",
    "leek plugs", "lavender plugs", "sage plugs", "tomato plugs", "yarrow plugs",
    "potato gratin", "mushroom risotto", "vegetable lasagne", "lentil curry", "pearl barley stew")
PLACES = (
    "dye works", "juice works", "solar park", "walled garden", "summer camp", "staff canteen", "brewery", "school concert",
    "roundabout beds", "choir weekend", "vaccine plant", "care home", "barn roofs", "primary school", "market hall",
    "town festival", "training centre", "school annexe", "trade fair", "bus garage", "dairy laboratory", "clinic",
    "swimming hall", "depot roof", "car park canopy", "allotments", "cold store", "water works", "guest house", "boat house",
    "day nursery", "market garden", "riverside park", "spring ball", "castle grounds", "open-air theatre")
DEPARTMENTS = (
    "bench supplies", "canteen purchasing", "event production", "festival logistics", "fit-out buying",
    "interior procurement", "laboratory stores", "market garden buying", "park construction", "parks department",
    "plant procurement", "planting contracts", "quality control purchasing", "rooftop project office", "school catering",
    "site purchasing", "venue services", "ward kitchens")

# unit -> (ending of the key in JSON, attributes); all whole numbers
MEASURES = {
    "%": ("_pct", "bifaciality cellulose_share germination_rate moisture_share non_slip_share organic_share peat_share "
                  "recycled_share shade_variation starch sugar_share ten_year_loss vegetables worn_share"),
    "cm": ("_cm", "carton_height module_length module_width pan_length pan_width panel_length panel_width platform_height "
                  "sheet_length sheet_width shoot_height tile_length tile_width tray_length tray_width"),
    "mm": ("_mm", "frame_height root_depth thickness"),
    "mm³": ("_mm3", "surface_wear"),
    "µm": ("_um", "caliper"),
    "kPa": ("_kpa", "burst_pressure"),
    "Pa": ("_pa", "snow_load"),
    "N": ("_n", "breaking_strength"),
    "W": ("_w", "peak_power"),
    "°C": ("_c", "cell_temperature"),
    "µS/cm": ("_us_cm", "feed_conductivity"),
    "kg/m²": ("_kg_m2", "floor_load"),
    "mg": ("_mg", "extractables salt_per_portion"),
    "g": ("_g", "sample_dry_mass sample_root_mass sample_shoot_mass sample_uptake"),
    "kJ": ("_kj", "energy_per_portion"),
    "dB": ("_db", "step_noise"),
    "months": ("_months", "shelf_life"),
    "days": ("_days", "claim_period courier dispatch_lead free_cancellation freight growth_guarantee hardening haulage lorry "
                      "lot_release picking prep remaining_life return_period road route staging"),
    "min": ("_minutes", "build drying grouting heating laying mounting shelving soaking strike thawing unloading wiring"),
    "boxes": ("_boxes", "minimum_order warehouse_stock"),
    "cartons": ("_cartons", "cold_store_stock minimum_delivery"),
    "packs": ("_packs", "minimum_quantity on_hand"),
    "pallets": ("_pallets", "minimum_call_off"),
    "sets": ("_sets", "free_stock minimum_hire"),
    "trays": ("_trays", "minimum_pickup"),
}
STAR_FAMILIES = ("chef_ratings", "client_ratings", "gardener_ratings", "installer_ratings", "ratings", "user_ratings")
STARS = ("1_star", "2_star", "3_star", "4_star", "5_star")
MONEY = ("box_price carton_price catalogue_price chilled_freight cold_chain_fee customs_handling delivery_charge demurrage "
         "heating_surcharge hire_rate kerbside_fee late_return_charge list_price pack_price pallet_price reference_price "
         "regular_price season_price site_freight standard_rate tail_lift_fee tray_price trolley_fee weekend_surcharge").split()
# kind of value -> attributes whose key has no ending
PLAIN_KINDS = {
    "count": "cell_count leg_count modules_per_pallet panels_per_set plugs_per_tray portions_per_carton sheets_per_pack "
             "tiles_per_box tiles_rejected tiles_tested " + " ".join(
                 f"{family}_{tail}" for family in STAR_FAMILIES for tail in STARS + ("total", "unverified")),
    "average": "chef_rating_average client_rating_average gardener_rating_average installer_rating_average rating_average "
               "user_rating_average",
    "date": "allergen_statement_valid_until catalogued_on certificate_valid_until cooked_on factory_certified_on fired_on "
            "flash_tested_on grower_certified_on in_fleet_since inspected_on insured_since listed_on lot_made_on "
            "method_approved_on offered_since on_menu_since plant_passport_valid_until range_launched_on rate_valid_until "
            "sown_on specification_issued_on supplier_approved_on test_report_valid_until type_approval_valid_until",
    "time": "crane_from crane_to crew_from crew_to depot_opens dispatch_desk_closes dock_from dock_to first_van gate_opens "
            "goods_in_from goods_in_to goods_out_starts greenhouse_opens order_cutoff order_deadline order_desk_closes "
            "returns_until sales_office_closes slot_from slot_to support_from support_to warehouse_opens",
    "grade": "cell_grade condition_grade hygiene_grade purity_grade sorting_grade vigour_grade",
    "flag": "labelled nut_free skirting stackable sterile trim_available",
    "word": "binder cell_type colour diet edge finish frame frame_colour junction_box legs pore_class pot_shape seal "
            "seasoning status storage substrate surface surface_colour",
    "editor": "editor",
    "note": "care_note crew_note laying_notes operator_remark serving_note yard_note",
    "code": "connector cultivar_code depot_bay house kiln line",
    "language": "language",
    "gtin": "gtin",
    "stamp": "updated_at",
    "tally": "catalogue_page images page_views",
}
WORDS = {
    "binder": ("none", "resin"), "cell_type": ("back contact", "mono"), "diet": ("vegan", "vegetarian"),
    "colour": ("terracotta", "ash grey", "ivory", "sand", "slate blue"), "edge": ("bevelled", "rectified"),
    "finish": ("gloss", "matt", "satin"), "frame": ("steel", "aluminium"), "frame_colour": ("black", "silver"),
    "junction_box": ("single", "split"), "legs": ("fixed", "scissor", "telescopic"), "seal": ("foil", "film"),
    "pore_class": ("medium", "coarse", "fine"), "pot_shape": ("square", "round"), "seasoning": ("mild", "herby", "medium"),
    "status": ("active",), "storage": ("dry, below 25 C", "ambient", "cool and dark"), "substrate": ("bark mix", "coir mix"),
    "surface": ("creped", "smooth"), "surface_colour": ("black", "grey", "oak"),
}
MAKERS = ("Nurseries", "Seedlings", "Plant Growers", "Labware", "Filtration", "Separations", "Event Hire", "Rigging", "Staging",
          "Tileworks", "Stoneware", "Ceramics", "Kitchens", "Provisions", "Foods", "Photovoltaics", "Solar Supply",
          "Energy Systems")
GROUPS = ("specs package dispatch lifecycle properties reviews packing pricing logistics history feedback attributes supply "
          "service dates commercial ratings price_info priceInfo").split()

# term of a mail or a table -> attribute, where it is not the attribute's name with blanks for underscores
TERM_ATTRIBUTES = {
    "last valid day of the allergen statement": "allergen_statement_valid_until",
    "nominal cell temperature": "cell_temperature",
    "expiry date of the certificate": "certificate_valid_until",
    "average chef rating": "chef_rating_average",
    "average client rating": "client_rating_average",
    "average gardener rating": "gardener_rating_average",
    "average installer rating": "installer_rating_average",
    "average rating": "rating_average",
    "average user rating": "user_rating_average",
    "depot opening time": "depot_opens",
    "closing time of the dispatch desk": "dispatch_desk_closes",
    "extractables level": "extractables",
    "first certification date of the factory": "factory_certified_on",
    "departure of the first van": "first_van",
    "free cancellation period": "free_cancellation",
    "gate opening time": "gate_opens",
    "start of goods-out": "goods_out_starts",
    "greenhouse opening time": "greenhouse_opens",
    "certification date of the grower": "grower_certified_on",
    "start of the insurance cover": "insured_since",
    "approval date of the method": "method_approved_on",
    "non-slip share of the surface": "non_slip_share",
    "quantity on hand": "on_hand",
    "order cut-off": "order_cutoff",
    "daily order deadline": "order_deadline",
    "order desk closing time": "order_desk_closes",
    "last day of the plant passport": "plant_passport_valid_until",
    "launch date of the range": "range_launched_on",
    "last day of the hire rate": "rate_valid_until",
    "stock of trays ready to go": "ready_trays",
    "latest return time": "returns_until",
    "closing time of the sales office": "sales_office_closes",
    "minimum call-off quantity": "minimum_call_off",
    "minimum delivery quantity": "minimum_delivery",
    "minimum order quantity": "minimum_quantity",
    "minimum pick-up quantity": "minimum_pickup",
    "approval date of the supplier": "supplier_approved_on",
    "ten-year power loss": "ten_year_loss",
    "end of validity of the test report": "test_report_valid_until",
    "end of the type approval": "type_approval_valid_until",
    "warehouse opening time": "warehouse_opens",
    "worn share of the surface": "worn_share",
    "pallet stock in the yard": "yard_pallets",
}
TERM_ATTRIBUTES.update((name.replace("_", " "), name) for name in (
    "bifaciality breaking_strength burst_pressure caliper carton_height cell_grade cellulose_share claim_period "
    "cold_store_stock condition_grade energy_per_portion feed_conductivity floor_load frame_height free_stock germination_rate growth_guarantee "
    "hygiene_grade minimum_hire minimum_order moisture_share organic_share peat_share platform_height purity_grade "
    "recycled_share remaining_life return_period root_depth salt_per_portion shade_variation shelf_life shoot_height snow_load sorting_grade "
    "step_noise sugar_share surface_wear thickness vigour_grade warehouse_stock").split())

# computed column -> (kind of formula, terms of a mail or a table)
COMPUTED = {
    "order_total": ("total", "order total; order value; total for the order"),
    "order_weight": ("weight", "order weight; total weight; weight of the whole order"),
    "delivery_date": ("delivery", "delivery date; arrival date; day of arrival"),
    "discount": ("discount", "discount; price reduction; saving on the list price per box; "
                             "saving on the catalogue price per pack; saving on the season price per tray; "
                             "saving on the reference price per pallet; saving on the regular price per carton; "
                             "saving on the standard rate per set"),
    "filter_sheet_area": ("product", "filter sheet area; area of one filter sheet; surface of one filter sheet"),
    "module_area": ("product", "module area; area of one module; surface of one module"),
    "pan_area": ("product", "pan area; area of one pan; surface of one pan"),
    "stage_panel_area": ("product", "stage panel area; area of one stage panel; surface of one stage panel"),
    "tile_area": ("product", "tile area; area of one tile; surface of one tile"),
    "tray_area": ("product", "tray area; area of one tray; surface of one tray"),
    "leg_load": ("quotient", "leg load; load per leg"),
    "power_per_cell": ("quotient", "power per cell; wattage per cell"),
    "shoot_to_root_ratio": ("quotient", "shoot-to-root ratio; ratio of shoot to root"),
    "test_to_reject_ratio": ("quotient", "test-to-reject ratio; ratio of tested to rejected tiles"),
    "uptake_ratio": ("quotient", "uptake ratio; water uptake ratio"),
    "vegetable_ratio": ("quotient", "vegetable ratio; vegetable-to-starch ratio"),
    "batch_age": ("age", "batch age; age of the firing batch"),
    "catalogue_age": ("age", "catalogue age; time since cataloguing"),
    "flash_test_age": ("age", "flash test age; time since the flash test"),
    "fleet_age": ("age", "fleet age; time in the hire fleet"),
    "inspection_age": ("age", "inspection age; time since the last inspection"),
    "listing_age": ("age", "listing age; time since listing"),
    "lot_age": ("age", "lot age; age of the lot"),
    "menu_age": ("age", "menu age; time on the menu"),
    "offer_age": ("age", "offer age; time on offer"),
    "plant_age": ("age", "plant age; time since sowing"),
    "product_age": ("age", "product age; time since cooking"),
    "specification_age": ("age", "specification age; age of the specification"),
    "crane_window": ("difference", "crane window; length of the crane window"),
    "crew_shift": ("difference", "crew shift; length of the crew shift"),
    "daily_support_time": ("difference", "daily support time; length of the daily support window"),
    "delivery_slot": ("difference", "delivery slot; length of the delivery slot"),
    "dock_window": ("difference", "dock window; length of the dock window"),
    "goods_in_window": ("difference", "goods-in window; length of the goods-in window"),
    "crew_time_per_set": ("sum", "crew time per set; build and strike time"),
    "fitting_time_per_module": ("sum", "fitting time per module; mounting and wiring time"),
    "handling_time_per_trolley": ("sum", "handling time per trolley; unloading and shelving time"),
    "kitchen_time": ("sum", "kitchen time; thawing and heating time"),
    "preparation_time": ("sum", "preparation time; soaking and drying time"),
    "working_time_per_box": ("sum", "working time per box; laying and grouting time"),
}
for _part in ("module", "panel", "plug", "portion", "sheet", "tile"):
    COMPUTED[f"price_per_{_part}"] = ("quotient", f"price per {_part}; cost per {_part}; cost of one {_part}")
for _family in STAR_FAMILIES:
    _one, _many = _family[:-1], _family.replace("_", " ")
    COMPUTED[f"{_one}_count"] = ("stars", f"{_one.replace('_', ' ')} count; number of {_many}")
    COMPUTED[f"verified_{_one}_count"] = ("difference", f"number of verified {_many}; count of verified {_many}")
TERM_COLUMNS = {term: column for column, (_, terms) in COMPUTED.items() for term in terms.split("; ")}

# ingredient of a definition in words -> attribute
INGREDIENTS = {
    "list price per box": "list_price", "regular price per carton": "regular_price",
    "catalogue price per pack": "catalogue_price", "reference price per pallet": "reference_price",
    "standard rate per set": "standard_rate", "season price per tray": "season_price",
    "hire rate per set": "hire_rate", "cold-chain fee": "cold_chain_fee", "peak power": "peak_power",
    "safe load of a set": "set_load", "leg count of a set": "leg_count", "shoot mass of the sample": "sample_shoot_mass",
    "root mass of the sample": "sample_root_mass", "water uptake of the sample": "sample_uptake",
    "dry mass of the sample": "sample_dry_mass", "vegetable content": "vegetables", "starch content": "starch",
    "net content per carton": "net_content", "liner weight per carton": "liner_weight", "net mass per pack": "net_mass",
    "wrap mass per pack": "wrap_mass", "net weight per box": "net_weight", "packaging weight per box": "packaging_weight",
    "plant weight per tray": "plant_weight", "crate weight per tray": "crate_weight", "set weight": "set_weight",
    "flight case weight per set": "flight_case_weight", "load weight per pallet": "load_weight",
    "rack weight per pallet": "rack_weight", "build time per set": "build", "strike time per set": "strike",
    "mounting time per module": "mounting", "wiring time per module": "wiring", "thawing time": "thawing",
    "heating time": "heating", "soaking time": "soaking", "drying time": "drying", "laying time per box": "laying",
    "grouting time per box": "grouting", "unloading time per trolley": "unloading",
    "shelving time per trolley": "shelving", "crane start": "crane_from", "crane finish": "crane_to",
    "crew start": "crew_from", "crew finish": "crew_to", "dock start": "dock_from", "dock finish": "dock_to",
    "slot start": "slot_from", "slot end": "slot_to", "goods-in start": "goods_in_from", "goods-in end": "goods_in_to",
    "support start": "support_from", "support end": "support_to", "preparation days": "prep", "firing date": "fired_on",
    "lot date": "lot_made_on", "issue date of the specification": "specification_issued_on",
    "cataloguing date": "catalogued_on", "fleet entry date": "in_fleet_since", "flash test date": "flash_tested_on",
    "inspection date": "inspected_on", "listing date": "listed_on", "menu entry date": "on_menu_since",
    "first day of the offer": "offered_since", "sowing date": "sown_on", "cooking date": "cooked_on",
}
INGREDIENTS.update((name.replace("_", " "), name) for name in (
    "sheet_width sheet_length module_width module_length pan_width pan_length panel_width panel_length tile_width tile_length "
    "tray_width tray_length box_price carton_price pack_price pallet_price tray_price kerbside_fee "
    "chilled_freight delivery_charge site_freight trolley_fee tiles_per_box portions_per_carton sheets_per_pack "
    "modules_per_pallet plugs_per_tray panels_per_set cell_count tiles_tested tiles_rejected").split())
INGREDIENTS.update((f"{name.replace('_', ' ')} days", name) for name in (
    "dispatch_lead road hardening lorry lot_release courier picking haulage route staging freight").split())
for _family in STAR_FAMILIES:
    INGREDIENTS[f"total {_family.replace('_', ' ')}"] = f"{_family}_total"
    INGREDIENTS[f"unverified {_family.replace('_', ' ')}"] = f"{_family}_unverified"

# reasons given for a lower limit -> kind of value
REASONS = {
    "no storage space until then": "date", "nobody is there to receive it earlier": "date",
    "condition of the freight contract": "kg", "otherwise the freight rate is lost": "kg",
    "condition of the framework agreement": "money", "otherwise the contract rate is lost": "money",
    "established articles only": "days", "no newcomers": "days",
}


# patterns

def _any(words) -> str:
    return "(?:" + "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) + ")"


def _table(**patterns) -> dict:
    return {name: re.compile(pattern) for name, pattern in patterns.items()}


_WORD = r"[^\W\d_a-z][\w'’-]+"                  # Wrenfield
_NAME = rf"{_WORD}(?: {_WORD})*"                # Tamsin Vale; Rafael Mensah
_PERSON = rf"{_WORD} {_WORD}"
_MAKER = rf"{_NAME} {_any(MAKERS)}"               # Quarrydale Plant Growers
_PLACE = rf"(?P<place>{_NAME} {_any(PLACES)})"  # Wrenfield walled garden
_ORDER = rf"(?P<quantity>[1-9]\d*) (?P<unit>{_any(ORDER_UNITS)})"        # 9 trays
_LONG_DATE = rf"\d{{1,2}} {_any(MONTHS)} \d{{4}}"                        # 2 December 2025
_ISO = r"\d{4}-\d\d-\d\d"
_CLOCK = r"\d\d:\d\d"
_ARTICLE = rf"(?P<article>{_any(ARTICLES)})"
_DEPARTMENT = _any(DEPARTMENTS)
_ID = r"(?P<id>[A-Z]{2}-\d{5})"
_FORMULA = r"(?P<formula>[^()]+(?:\([^()]+\))?)"   # 9 × (net mass per pack + wrap mass per pack)
_TERM = r"[A-Za-z][a-z]+(?:[ -][a-z]+)*"        # Length of the goods-in window

MAIL_HEAD = _table(
    sender=rf"From: (?P<sender>{_PERSON})(?:, {_DEPARTMENT}| \({_DEPARTMENT}\))",   # From: Erik Costa, market garden buying
    receiver=rf"To: (?P<receiver>{_PERSON})",                                        # To: Nina Thapa
    sent=rf"(?:Date|Sent): (?P<weekday>{_any(WEEKDAYS)}), (?P<sent>{_LONG_DATE}),? {_CLOCK}",  # Date: Friday, 28 August 2026, 08:37
    offer=rf"Subject: Offer from (?P<maker>{_MAKER})",                                # Subject: Offer from Marlwood Staging
    check=rf"Subject: Can you check this offer of {_ARTICLE}\?",                      # Subject: Can you check this offer of sage plugs?
    article=rf"Subject: (?P<title>[A-Z][a-z -]+) for {_PLACE}",                      # Subject: Sage plugs for Farrowdale market garden
    place=rf"Subject: {_PLACE}: {_ARTICLE}, {_ORDER}",                               # Subject: Corvane clinic: sage plugs, 9 trays
)
MAIL_ORDER = _table(
    # Dear Magda,
    greeting=rf"(?:(?:Dear|Hi|Hello) )?(?P<greeted>{_WORD}),",
    # for Winterbrook care home we want to order 20 cartons of potato gratin today, 1 September 2026. Below is what ...
    want=rf"for {_PLACE} we want to order {_ORDER} of {_ARTICLE} today, (?P<today>{_LONG_DATE})\. "
         rf"Below is what (?P<maker>{_MAKER}) has in the catalogue\.",
    # could you check the entry below? We need 16 packs of membrane sheets for Dalbrook water works and would order today, ...
    need=rf"could you check the entry below\? We need {_ORDER} of {_ARTICLE} for {_PLACE} and would order today, "
         rf"(?P<today>{_LONG_DATE})\.",
    # I found this entry for Carrowmere walled garden. We would take 13 trays of leek plugs; order day is today, 22 May 2026.
    found=rf"I found this entry for {_PLACE}\. We would take {_ORDER} of {_ARTICLE}; order day is today, "
          rf"(?P<today>{_LONG_DATE})\.",
    # please look at the dance floor panels below. The order would be 6 sets, placed today (15 September 2025).
    look=rf"please look at the {_ARTICLE} below\. The order would be {_ORDER}, placed today \((?P<today>{_LONG_DATE})\)\.",
)
MAIL_LIST = _table(
    # These are the conditions, and none of them is optional:
    opening=r"These are the conditions, and none of them is optional:|It goes on the shortlist only if it meets every point here:"
            r"|We can take it if every point here is met:|Our requirements, all of them binding:",
    # * The pan area (pan width times pan length) must be over 1800 cm².
    bullet=r"(?P<mark>[*-]|[1-9]\d?[.)]) (?P<body>[A-Za-z].*)",
)
MAIL_TAIL = _table(
    # By arrival date I mean: ...   The uptake ratio is: ...   Order value means: ...
    definition=rf"(?:By (?P<by>{_TERM}) I mean|The (?P<the>{_TERM}) is|(?P<bare>{_TERM}) means): "
               r"(?P<formula>[a-z0-9].*)\.",
    # Use the unrounded figures.
    exact=r"No rounding before you compare, please\.|Please compare exact figures, nothing rounded\.|Use the unrounded figures\.",
    # On the grade scale A is best and F is worst.
    grades=r"On the grade scale A is best and F is worst\.|Grades run from A \(best\) to F\.",
    # Regards, Kofi Adeyemi
    signature=rf"(?:Regards|Thanks), (?P<signed>{_NAME})",
    closing=r"Best regards|Many thanks",               # Best regards
    name=rf"(?P<signed>(?!Best\b|Many\b){_NAME})",     # Lars Petrov
)
MAIL_RECORD = _table(
    # Catalogue entry as of 08:03 today:
    lead=rf"Catalogue entry as of {_CLOCK} today:|Copied from the supplier portal \({_CLOCK}\):"
         rf"|Entry from the (?P<maker>{_MAKER}) feed, pulled at {_CLOCK}:",
    start=r"\{",
    group=r"  \"[a-z_]+\": \{",                                             # "attributes": {
    entry=r"  (?:  )?\"[a-z0-9_]+\": (?:\"[^\"]*\"|\d+(?:\.\d+)?|true|false|null),?",   # "leg_count": 57,
    stop=r"  \},?",
    end=r"\}",
)
TABLE_REQUEST = _table(
    # BUY-7825 | tomato plugs for Wrenfield walled garden
    for_place=rf"(?:BUY|SRC|PROC)-\d{{4}} \| {_ARTICLE} for {_PLACE}",
    offer_check=rf"(?:BUY|SRC|PROC)-\d{{4}} \| Offer check: {_ARTICLE}",       # SRC-4484 | Offer check: catwalk panels
    # SRC-5017 | Sourcing check: yarrow plugs, Harrowgate Mills castle grounds
    sourcing=rf"(?:BUY|SRC|PROC)-\d{{4}} \| Sourcing check: {_ARTICLE}, {_PLACE}",
    requester=rf"Requester \| {_PERSON}, {_DEPARTMENT}",                        # Requester | Theo Keller, parks department
    opened=rf"Opened by \| {_PERSON} \({_DEPARTMENT}\)",                        # Opened by | Deniz Duarte (school catering)
    assigned=rf"Assigned \| {_PERSON}",                                         # Assigned | Vera Almeida
    place=rf"For \| {_PLACE}, {_DEPARTMENT}",                                   # For | Corvane clinic, ward kitchens
    quantity=rf"(?:Quantity|Order quantity) \| {_ORDER}",                       # Order quantity | 15 sets
    ordered=rf"To be ordered \| {_ORDER}",                                      # To be ordered | 35 trays
    # Order date, also "today" below | 2025-12-02
    today=rf"(?:Order date, also \"today\" below|Order day \(= today\)|Order day and today) \| (?P<today>{_ISO})",
    # # | Requirement (all mandatory) | Accepted
    heading=r"# \| Requirement \(all mandatory\) \| Accepted|No\. \| Mandatory requirement \| Limit|Pos\. \| Must-have \| Value",
    # R02 | Shoot height | more than 28 cm
    row=r"(?P<mark>R0?\d+|[1-9]\d?) \| (?P<requirement>[A-Z][^|]*) \| (?P<limit>[a-zA-F0-9][^|]*)",
    # Note | arrival date = order day + ...     Definition | arrival date: order day + ...
    definition=rf"(?:Note \| (?P<note>{_TERM}) = |Definition \| (?P<term>{_TERM}): )(?P<formula>[a-z0-9].*)",
    exact=r"Note \| (?:no rounding before a comparison|computed figures are compared without rounding)",
    grades=r"Note \| (?:grades run from A \(best\) down to F|grade A is the best, F the worst)",
)
TABLE_RECORD = _table(
    get=rf"GET /v2/articles/{_ID}\?fields=all",                                 # GET /v2/articles/NP-27646?fields=all
    http=rf"HTTP/1\.1 200 OK  \(fetched (?P<fetched>{_ISO}) {_CLOCK}\)",        # HTTP/1.1 200 OK  (fetched 2025-12-02 11:32)
    curl=rf"curl -s \"\$CATALOGUE/items/{_ID}\"   # (?P<fetched>{_ISO}) {_CLOCK}, status 200",
    response=rf"Response of catalogue API v3, item {_ID}, (?P<fetched>{_ISO})T{_CLOCK}Z:",
    record=r"(?P<json>\{\"id\":.*\})",
)
SEARCH_REQUEST = _table(
    # Search agent "leek plugs Wrenfield riverside park" (no. 500), owned by Esther Ivanova
    agent=rf"Search agent \"{_ARTICLE} {_PLACE}\" \(no\. \d{{3}}\), owned by {_PERSON}",
    saved=rf"Saved search \d{{3}}: {_ARTICLE}, {_PLACE}",              # Saved search 723: sage plugs, Corvane clinic
    # SEARCH PROFILE 676 / support sheets / Selbourne dye works
    profile=rf"SEARCH PROFILE \d{{3}} / {_ARTICLE} / {_PLACE}",
    owner=rf"Owner {_PERSON}, {_DEPARTMENT}",                          # Owner Paula Bergström, school catering
    saver=rf"Saved by {_PERSON} for {_DEPARTMENT}",                    # Saved by Jonas Aydin for plant procurement
    # Last run 2026-09-09 at 12:51; run_date and order_date 2026-09-09; quantity 28 trays
    last=rf"Last run (?P<fetched>{_ISO}) at {_CLOCK}; run_date and order_date (?P<today>{_ISO}); quantity {_ORDER}",
    # Run 2026-02-20 12:21, quantity 21 cartons, order_date = run_date = 2026-02-20
    run=rf"Run (?P<fetched>{_ISO}) {_CLOCK}, quantity {_ORDER}, order_date = run_date = (?P<today>{_ISO})",
    # run_date 2026-11-06 (10:06), order_date 2026-11-06, quantity 23 boxes
    run_date=rf"run_date (?P<fetched>{_ISO}) \({_CLOCK}\), order_date (?P<today>{_ISO}), quantity {_ORDER}",
    filters=r"Active filters \(a hit must pass every one\):|Match all of:|Filters, joined by AND:",
    columns=r"Calculated columns:|Columns computed by this search:|Derived columns:",
    # [x] discount >= 20 %      01 thickness < 23 mm  # no newcomers      where cell_grade is no worse than E
    filter=rf"(?P<mark>\[x\]|\d\d|where) (?P<column>[a-z_]+) "
           rf"(?P<limit>(?:<=?|>=?|[≤≥]|min|max|above|below|(?:not )?(?:before|after)|is) \S.*?)"
           rf"(?:  (?:#|--) (?P<reason>{_any(REASONS)}))?",
    column=r"(?P<column>[a-z_]+) :?= (?P<formula>[a-z0-9].*)",         # delivery_date := order_date + prep + route
    # Filters see computed values before rounding.
    exact=r"Computed values are compared unrounded\.|Filters see computed values before rounding\.",
    # Grade order: A is best, F is worst.
    grades=r"Grade order: A is best, F is worst\.|Grades are ranked A \(best\) to F \(worst\)\.",
    # Operators: max, min, not before and not after admit the value itself; below, above, before and after do not.
    operators=r"Operators: max, min, not before and not after admit the value itself; below, above, before and after do not\."
              r"|min and max include the value itself, above and below exclude it; before and after exclude the day or time named\.",
    dates=r"Date differences are in days\.|One date minus another gives days\.",
    times=r"Time differences are in minutes\.|One time minus another gives minutes\.",
    # Days added to a date are calendar days.
    calendar=r"Days added to a date are calendar days\.|Delivery counts calendar days, weekends included\.",
)
SEARCH_RECORD = _table(
    # Hit 7 of 76, attributes of NP-73626:
    lead=rf"(?:Hit \d+ of \d+, attributes of {_ID.replace('id', 'hit')}|Attribute dump of hit \d+/\d+ \({_ID.replace('id', 'dump')}\)"
         rf"|Record {_ID.replace('id', 'single')}, one attribute per line):",
    # {"attr":"shoot_height","val":15,"unit":"cm"}
    attribute=r"\{\"(?P<style>attr|key|f|k)\":\"(?P<name>[a-z_0-9]+)\",\"(?P<value_key>val|v)\":"
              r"(?P<value>\"[^\"]*\"|\d+(?:\.\d+)?|true|false|null)(?:,\"(?P<unit_key>unit|u)\":\"(?P<unit>[^\"]+)\")?\}",
)
STYLES = (("attr", "val", "unit"), ("key", "val", "unit"), ("k", "v", "u"), ("f", "v", "u"))

_A, _B = (rf"(?P<{name}>{_any(INGREDIENTS)})" for name in "ab")
_Q = r"(?P<quantity>[1-9]\d*)"
# definitions in words; sample beside each
DEFINITIONS = {name: (kind, re.compile(pattern)) for name, kind, pattern in (
    ("times", "product", rf"{_A} (?:times|×) {_B}"),                                     # tile width × tile length
    ("divided", "quotient", rf"{_A} (?:divided by|/|spread over the) {_B}"),             # box price spread over the tiles per box
    # list price per box minus box price, in percent of the former
    ("less", "discount", rf"{_A} minus {_B}, in percent of the former"),
    ("below", "discount", rf"how far the {_B} is below the {_A}, in percent of the latter"),
    ("times_plus", "total", rf"{_Q} × {_A} plus the {_B} once"),                         # 9 × tray price plus the trolley fee once
    ("with_added", "total", rf"{_A} times {_Q}, with the {_B} added once"),              # tray price times 9, with the trolley fee added once
    ("times_sum", "weight", rf"{_Q} × \({_A} \+ {_B}\)"),                                # 9 × (net mass per pack + wrap mass per pack)
    # 9 times the gross weight of one set, which is set weight plus flight case weight per set
    ("gross", "weight", rf"{_Q} times the gross weight of one (?P<unit>{_any(ONE)}), which is {_A} plus {_B}"),
    ("minus", "difference", rf"{_A} (?:minus|without the) {_B}"),                        # total ratings without the unverified ratings
    ("from_to", "difference", rf"from {_B} to {_A}"),                                    # from crew start to crew finish
    ("plus", "sum", rf"{_A} (?:plus|\+) {_B}"),                                          # thawing time + heating time
    ("in_calendar", "delivery", rf"order day \+ {_A} \+ {_B}, in calendar days"),        # order day + road days + ..., in calendar days
    ("all_calendar", "delivery", rf"order day plus {_A} plus {_B}, all calendar days"),
    ("days_since", "age", rf"days since the {_A}, that day not counted"),                # days since the sowing date, that day not counted
    ("today_minus", "age", rf"today minus the {_A}, in days"),                           # today minus the sowing date, in days
    ("counts", "stars", r"sum of the counts for one, two, three, four and five stars|all counts from one star to five stars added up"),
)}
# the same in a search
COLUMNS = {name: (kind, re.compile(pattern)) for name, kind, pattern in (
    ("product", "product", r"(?P<a>[a-z_]+) \* (?P<b>[a-z_]+)"),                         # tile_width * tile_length
    ("quotient", "quotient", r"(?P<a>[a-z_]+) / (?P<b>[a-z_]+)"),                        # box_price / tiles_per_box
    ("discount", "discount", r"100 \* \((?P<a>[a-z_]+) - (?P<b>[a-z_]+)\) / (?P=a)"),    # 100 * (list_price - box_price) / list_price
    ("total", "total", r"quantity \* (?P<a>[a-z_]+) \+ (?P<b>[a-z_]+)"),                 # quantity * box_price + kerbside_fee
    ("weight", "weight", r"quantity \* \((?P<a>[a-z_]+) \+ (?P<b>[a-z_]+)\)"),           # quantity * (net_mass + wrap_mass)
    ("age", "age", r"run_date - (?P<a>[a-z_]+)"),                                        # run_date - fired_on
    ("difference", "difference", r"(?!run_date )(?P<a>[a-z_]+) - (?P<b>[a-z_]+)"),       # crew_to - crew_from
    ("delivery", "delivery", r"order_date \+ (?P<a>[a-z_]+) \+ (?P<b>[a-z_]+)"),         # order_date + prep + route
    ("sum", "sum", r"(?!order_date )(?P<a>[a-z_]+) \+ (?P<b>[a-z_]+)"),                  # laying + grouting
    ("stars", "stars", r"sum of (?P<a>[a-z_]+)_1_star to (?P=a)_5_star"),                # sum of ratings_1_star to ratings_5_star
)}

# wording of a limit -> (comparison, kind of value it may speak of); V stands for the value
NUMBERS = {
    "at most V": "<=", "no more than V": "<=", "not above V": "<=", "V or less": "<=",
    "at least V": ">=", "no less than V": ">=", "not below V": ">=", "V or more": ">=",
    "less than V": "<", "below V": "<", "under V": "<", "more than V": ">", "above V": ">", "over V": ">",
}
MOMENTS = {
    "on or before V": "<=", "no later than V": "<=", "not after V": "<=", "V or earlier": "<=",
    "on or after V": ">=", "no earlier than V": ">=", "not before V": ">=", "V or later": ">=",
    "before V": "<", "earlier than V": "<", "after V": ">", "later than V": ">",
}
# a better grade comes first, so "no worse than" is <=
GRADES = {"no worse than V": "<=", "V or better": "<=", "better than V": "<"}
SEARCH_SIGNS = {"< V": "<", "<= V": "<=", "≤ V": "<=", "> V": ">", ">= V": ">=", "≥ V": ">="}
SEARCH_WORDS = {"max V": "<=", "min V": ">=", "below V": "<", "above V": ">"}      # explained by the operators sentence
SEARCH_MOMENTS = {"before V": "<", "not after V": "<=", "not before V": ">=", "after V": ">"}   # by the same
SEARCH_GRADES = {f"is {wording}": sign for wording, sign in GRADES.items()}

# g, W and min are units of a record only
LIMIT_UNITS = tuple(unit for unit in MEASURES if unit not in ("g", "W", "min")) + CURRENCIES + (
    "cm²", "kg", "minutes", "hours", "kg per leg", "W per cell")
_UNIT = _any(LIMIT_UNITS)
VALUES = _table(
    number=rf"(?P<number>\d+(?:\.\d+)?)(?: (?P<unit>{_UNIT}))?",          # 1100.00 EUR; 3.9; 6 hours
    duration=r"(?P<hours>\d+) h (?P<rest>\d\d?) min",                      # 2 h 45 min
    iso=rf"(?P<iso>{_ISO})",                                              # 2026-08-18
    long_date=rf"(?P<long>{_LONG_DATE})",                                 # 2 April 2027
    clock=rf"(?P<clock>{_CLOCK})",                                        # 07:00
    grade=r"(?P<grade>[A-F])",                                            # D
)
_VALUE = rf"(?:\d+ h \d\d? min|{_ISO}|{_LONG_DATE}|{_CLOCK}|\d+(?:\.\d+)?(?: {_UNIT})?|[A-F])"


def _wordings(*tables) -> str:
    phrases = sorted((phrase for table in tables for phrase in table), key=len, reverse=True)
    return "|".join(re.escape(phrase).replace("V", _VALUE, 1) for phrase in phrases)


_LIMIT = rf"(?P<limit>{_wordings(NUMBERS, MOMENTS, GRADES)})(?: \((?P<reason>{_any(REASONS)})\))?"
LIMIT = re.compile(_LIMIT)
# The pan area (pan width times pan length) must be over 1800 cm².     Surface of one tray: 1200 cm² or more
BODIES = _table(
    sentence=rf"The (?P<term>{_TERM})(?: \({_FORMULA}\))? (?:must be|has to be) {_LIMIT}\.",
    phrase=rf"(?!The )(?P<term>{_TERM}?)(?: \({_FORMULA}\))?: {_LIMIT}",
)
REQUIREMENT = re.compile(rf"(?P<term>{_TERM})(?: \({_FORMULA}\))?")     # Dock window (dock finish minus dock start)
TOKEN = re.compile(_VALUE)

QUESTIONS = (
    "Does the record satisfy every constraint of the request?", "Does the record pass the request in full?",
    "Are all constraints of the request met by the record?", "Is every condition of the request fulfilled by the record shown?",
    "Taken with the definitions given, does the record meet every constraint?",
    "Does this catalogue record meet all constraints of the request?")
CRITERIA = (
    ("The record meets all constraints.", "The record fails one constraint or more."),
    ("All of the conditions are met by the record.", "Some condition is not met by the record."),
    ("Every constraint of the request holds for the record.", "At least one constraint of the request does not hold for the record."))


# values of the record

def attribute_kinds() -> tuple:
    """({attribute: (kind, unit)}, {JSON key in both spellings: (attribute, kind, unit)})."""
    kinds, keys = {}, {}

    def enter(name, kind, unit, key):
        kinds[name] = (kind, unit)
        first, *rest = key.split("_")
        for spelling in (key, first + "".join(part.capitalize() for part in rest)):
            keys[spelling] = (name, kind, unit)

    for unit, (ending, names) in MEASURES.items():
        for name in names.split():
            enter(name, "whole", unit, name + ending)
    enter("ready_trays", "whole", "trays", "ready_trays")
    enter("yard_pallets", "whole", "pallets", "yard_pallets")
    enter("set_load", "whole", "kg", "set_load_kg")
    for name in ("crate_weight flight_case_weight liner_weight load_weight net_content net_mass net_weight packaging_weight "
                 "plant_weight rack_weight set_weight wrap_mass").split():
        enter(name, "weight", "kg", name + "_kg")
    for name in MONEY:
        for currency in CURRENCIES:
            enter(name, "money", currency, f"{name}_{currency.lower()}")
        kinds[name] = ("money", CURRENCIES)
    for kind, names in PLAIN_KINDS.items():
        for name in names.split():
            enter(name, kind, "", name)
    return kinds, keys


ATTRIBUTES, KEYS = attribute_kinds()
# kind -> shape of the value as it is written in JSON
SHAPES = _table(
    whole=r"\d+", count=r"\d+", tally=r"\d+", money=r"\d+\.\d\d", weight=r"\d+\.\d\d", average=r"[1-5]\.\d",
    date=rf"\"{_ISO}\"", time=rf"\"{_CLOCK}\"", grade=r"\"[A-F]\"", flag=r"true|false",
    word=rf"\"{_any(word for words in WORDS.values() for word in words)}\"", editor=r"\"[a-z]{3}\"", note=r"null|\"[a-z][a-z ]*\"",
    code=r"\"[A-Z]\d{1,2}\"", language=r"\"(?:en|en-GB|mul)\"", gtin=r"\"\d{13}\"",
    stamp=rf"\"{_ISO}T{_CLOCK}\"",
)
IDENTITY = _table(id=r"\"[A-Z]{2}-\d{5}\"", name=rf"\"{_NAME} {_any(ARTICLES)}\"", maker=rf"\"{_MAKER}\"")


def iso_day(text: str) -> int:
    """'2026-08-18' -> its day number; raises Unread for a date that does not exist."""
    try:
        return date(*(int(part) for part in text.split("-"))).toordinal()
    except ValueError as error:
        raise reading.Unread(f"{text!r} is not a date") from error


def long_day(text: str) -> int:
    """'2 April 2027' -> its day number."""
    day, month, year = text.split(" ")
    return iso_day(f"{year}-{MONTHS.index(month) + 1}-{day}")


def typed(name: str, kind: str, unit: str, raw: str) -> Value:
    """The value written `raw` in JSON for an attribute of this kind and unit."""
    if not SHAPES[kind].fullmatch(raw):
        raise reading.Unread(f"{raw} is no value of {name} ({kind})")
    if kind == "word" and raw[1:-1] not in WORDS[name]:
        raise reading.Unread(f"{raw} is no value of {name}")
    if kind == "date":
        return Value("date", iso_day(raw[1:-1]))
    if kind == "time":
        return Value("time", reading.minutes(raw[1:-1]))
    if kind == "grade":
        return Value("grade", "ABCDEF".index(raw[1]))
    if kind in ("whole", "count"):
        return Value(unit, int(raw))
    if kind in ("money", "weight"):
        return Value(unit, Fraction(reading.cents(raw), 100))
    if kind == "average":
        return Value("", Fraction(raw))
    return Value("text", raw)


class _Number(str):
    """A number of a JSON record as it is written."""


def _pairs(pairs):
    found = dict(pairs)
    if len(found) != len(pairs):
        raise reading.Unread(f"a key stands twice among {[key for key, _ in pairs]}")
    return found


def _constant(text):
    raise reading.Unread(f"{text} in a record")


DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_int=_Number, parse_float=_Number, parse_constant=_constant)


def written(value) -> str:
    """A scalar of the JSON record as it is written."""
    if isinstance(value, _Number):
        return str(value)
    if isinstance(value, (dict, list)):
        raise reading.Unread(f"{value!r} stands where one value should")
    return json.dumps(value, ensure_ascii=False)


def json_record(number: int, text: str) -> dict:
    """{attribute: Value} of a record written as one JSON object, its groups opened, with id, name and maker as text."""
    try:
        whole = DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise reading.unread(number, text, f"JSON ({error})") from error
    flat = []
    for key, value in whole.items():
        if isinstance(value, dict):
            if key not in GROUPS or not value:
                raise reading.Unread(f"{key!r} is no group of a record")
            flat.extend(value.items())
        else:
            flat.append((key, value))
    record = {}
    for key, value in flat:
        if key in IDENTITY:
            enter(record, key, identity(key, written(value)))
        elif key in KEYS:
            name, kind, unit = KEYS[key]
            enter(record, name, typed(name, kind, unit, written(value)))
        else:
            raise reading.Unread(f"{key!r} is no key of a record")
    return record


def identity(key: str, raw: str) -> Value:
    """Id, name or maker of a record."""
    if not IDENTITY[key].fullmatch(raw):
        raise reading.Unread(f"{raw} is no {key} of a record")
    return Value("text", raw[1:-1])


def enter(record: dict, name: str, value) -> None:
    """Puts one entry in a table; raises where the name stands there already."""
    if name in record:
        raise reading.Unread(f"{name!r} is given twice")
    record[name] = value


def search_record(lines) -> tuple:
    """(record, id of the lead line) of the lines of a search's record, one attribute a line."""
    record, styles, ids = {}, set(), []
    for number, line in lines:
        found = reading.first_match(SEARCH_RECORD, line)
        if not found or (found[0] == "lead") != (not ids):
            raise reading.unread(number, line, "a line of a record")
        match = found[1]
        if found[0] == "lead":
            ids.append(match["hit"] or match["dump"] or match["single"])
            continue
        name, unit = match["name"], match["unit"]
        styles.add((match["style"], match["value_key"]))
        if (match["style"], match["value_key"], match["unit_key"] or ("u" if match["style"] in "fk" else "unit")) not in STYLES:
            raise reading.unread(number, line, "an attribute")
        if name in IDENTITY:
            enter(record, name, identity(name, match["value"]))
            continue
        if name not in ATTRIBUTES:
            raise reading.unread(number, line, "a known attribute")
        kind, expected = ATTRIBUTES[name]
        if not (unit in expected if kind == "money" else (unit or "") == expected) or (kind == "money" and not unit):
            raise reading.unread(number, line, f"an attribute in {expected or 'no unit'}")
        enter(record, name, typed(name, kind, unit or "", match["value"]))
    if len(styles) != 1:
        raise reading.Unread(f"a record of several styles {styles}")
    return record, ids[0]


# values, limits and formulas of the request

def limit_value(text: str) -> Value:
    """'2 h 45 min', '1100.00 EUR', '2 April 2027', '07:00', 'D' -> Value."""
    found = reading.first_match(VALUES, text)
    if not found:
        raise reading.Unread(f"{text!r} is no value of a limit")
    name, match = found
    if name == "number":
        unit, amount = match["unit"] or "", Fraction(match["number"])
        if unit in CURRENCIES and not re.fullmatch(r"\d+\.\d\d", match["number"]):
            raise reading.Unread(f"{text!r} is not an amount")
        if unit == "hours":
            return Value("min", amount * 60)
        return Value("min" if unit == "minutes" else unit, amount)
    if name == "duration":
        if int(match["rest"]) > 59:
            raise reading.Unread(f"{text!r} is no duration")
        return Value("min", int(match["hours"]) * 60 + int(match["rest"]))
    if name == "clock":
        return Value("time", reading.minutes(text))
    if name == "grade":
        return Value("grade", "ABCDEF".index(text))
    return Value("date", iso_day(text) if name == "iso" else long_day(text))


def limit_of(text: str, tables) -> tuple:
    """(comparison, Value, wording with V for the value, value as written) of `text`, by the table that has its wording."""
    tokens = TOKEN.findall(text)
    if len(tokens) != 1:
        raise reading.Unread(f"{text!r} has no single value")
    value, wording = limit_value(tokens[0]), text.replace(tokens[0], "V", 1)
    family = {"date": 1, "time": 1, "grade": 2}.get(value.unit, 0)
    for table in tables[family]:
        if wording in table:
            return table[wording], value, wording, tokens[0]
    raise reading.Unread(f"{wording!r} is no limit for a value like {tokens[0]!r}")


REQUEST_LIMITS = ((NUMBERS,), (MOMENTS,), (GRADES,))
SEARCH_LIMITS = ((SEARCH_SIGNS, SEARCH_WORDS), (SEARCH_SIGNS, SEARCH_MOMENTS), (SEARCH_GRADES,))


def check_reason(reason, operator: str, limit: Value) -> None:
    """A reason speaks for a lower limit of its kind (a day, a weight, a sum); raises where it stands by another."""
    if reason:
        kind = "money" if limit.unit in CURRENCIES else limit.unit
        if operator not in (">", ">=") or REASONS[reason] != kind:
            raise reading.Unread(f"reason {reason!r} by a limit {operator} of {kind}")


def known(patterns, text: str):
    """(kind, match) of the formula `text`."""
    found = [(kind, match) for kind, match in ((kind, p.fullmatch(text)) for kind, p in patterns.values()) if match]
    if len(found) != 1:
        raise reading.Unread(f"{text!r} is read as {len(found)} formulas")
    return found[0]


def formula_in_words(term: str, text: str) -> tuple:
    """(column, Formula) of the definition `text` of `term`."""
    column = column_of(term)
    kind, match = known(DEFINITIONS, text)
    groups = match.groupdict()
    names = tuple(INGREDIENTS[groups[key]] for key in "ab" if groups.get(key))
    if kind == "stars":
        names = (column[:-len("_count")] + "s",)
    quantity = int(groups["quantity"]) if groups.get("quantity") else None
    return column, checked(column, Formula(kind, names, quantity, ONE.get(groups.get("unit"))))


def column_of(term: str) -> str:
    """The computed column that a term of a mail or table speaks of."""
    if lowered(term) not in TERM_COLUMNS:
        raise reading.Unread(f"{term!r} is no computed figure")
    return TERM_COLUMNS[lowered(term)]


def lowered(term: str) -> str:
    return term[0].lower() + term[1:]


def formula_of_column(column: str, text: str) -> Formula:
    """The formula of a search's computed column."""
    kind, match = known(COLUMNS, text)
    return checked(column, Formula(kind, tuple(match.groupdict().values()), None, None))


def checked(column: str, formula: Formula) -> Formula:
    """The formula, if its kind is what the column's name promises."""
    if column not in COMPUTED or COMPUTED[column][0] != formula.kind:
        raise reading.Unread(f"{column!r} computed as {formula.kind} of {formula.names}")
    return formula


# reading of the three forms

class Draft:
    """What is gathered while a state is read: facts with the values they were given, constraints, formulas, conventions."""

    def __init__(self, form):
        self.form, self.facts, self.constraints, self.formulas, self.conventions = form, {}, [], {}, {}
        self.terms, self.marks = {}, []

    def fact(self, **values):
        for name, value in values.items():
            if value is not None and self.facts.setdefault(name, value) != value:
                raise reading.Unread(f"{name} is both {self.facts[name]!r} and {value!r}")

    def take(self, match, names):
        self.fact(**{name: value for name, value in match.groupdict().items() if name in names})

    def constraint(self, number, line, term, limit, reason, tables):
        operator, value, wording, raw = limit_of(limit, tables)
        check_reason(reason, operator, value)
        if (term, operator) in [(other.term, other.operator) for other in self.constraints]:
            raise reading.unread(number, line, "a second limit of the same figure on the same side")
        self.constraints.append(Constraint(number, line, term, operator, value, wording, raw))

    def define(self, term, text):
        """A definition in words, kept for its column and under the very term it was given for."""
        column, formula = formula_in_words(term, text)
        enter(self.formulas, column, formula)
        self.terms[lowered(term)] = column


def each(patterns, lines, where: str):
    """(number, line, name, match) of every line by the one pattern that reads it."""
    for number, line in lines:
        found = reading.first_match(patterns, line)
        if not found:
            raise reading.unread(number, line, where)
        yield (number, line) + found


FACTS = ("quantity", "unit", "article", "place", "maker", "id")


def term_of(draft: Draft, term: str) -> str:
    """The attribute or computed column that a constraint's term speaks of."""
    term = lowered(term)
    if term in TERM_ATTRIBUTES:
        return TERM_ATTRIBUTES[term]
    if term in draft.terms:
        return draft.terms[term]
    raise reading.Unread(f"{term!r} is no known term, or its definition is missing")


def once(draft: Draft, name: str, line: str) -> None:
    """A convention's sentence, a heading or the like that may stand once."""
    enter(draft.conventions, name, line)


def mail_head(draft: Draft, lines) -> None:
    names = []
    for _, _, name, match in each(MAIL_HEAD, lines, "a mail header"):
        names.append("subject" if name in ("offer", "check", "article", "place") else name)
        draft.take(match, FACTS + ("sender", "receiver"))
        if name == "article":
            draft.fact(article=lowered(match["title"]))
        if name == "sent":
            draft.fact(today=long_day(match["sent"]), weekday=match["weekday"])
    if sorted(names) != ["receiver", "sender", "sent", "subject"]:
        raise reading.Unread(f"mail header of {names}")
    if WEEKDAYS[date.fromordinal(draft.facts["today"]).weekday()] != draft.facts["weekday"]:
        raise reading.Unread(f"{draft.facts['weekday']} is not the weekday of the mail's date")


def mail_order(draft: Draft, lines) -> None:
    names = []
    for _, _, name, match in each(MAIL_ORDER, lines, "greeting or order"):
        names.append("order" if name != "greeting" else name)
        draft.take(match, FACTS)
        if name == "greeting":
            draft.fact(greeted=match["greeted"])
        else:
            draft.fact(today=long_day(match["today"]))
    if names != ["greeting", "order"]:
        raise reading.Unread(f"mail opening of {names}")


def mail_list(draft: Draft, lines) -> list:
    """The constraints still without the attribute they speak of: definitions may follow."""
    rows = []
    for number, line, name, match in each(MAIL_LIST, lines, "a constraint"):
        if (name == "opening") != (number == lines[0][0]):
            raise reading.unread(number, line, "a constraint")
        if name == "bullet":
            draft.marks.append(match["mark"])
            found = reading.first_match(BODIES, match["body"])
            if not found:
                raise reading.unread(number, line, "a constraint")
            body = found[1]
            rows.append((number, line, body["term"], body["limit"], body["reason"]))
            if body["formula"]:
                draft.define(body["term"], body["formula"])
    return rows


def mail_tail(draft: Draft, lines) -> None:
    signed = closing = None
    for number, line, name, match in each(MAIL_TAIL, lines, "a definition, convention or signature"):
        if signed or (closing and name != "name") or (name == "name" and not closing):
            raise reading.unread(number, line, "this place of a mail")
        if name == "definition":
            draft.define(match["by"] or match["the"] or match["bare"], match["formula"])
        elif name in ("exact", "grades"):
            once(draft, name, line)
        elif name == "closing":
            closing = line
        else:
            signed = match["signed"]
    if signed not in (draft.facts["sender"], draft.facts["sender"].split()[0]):
        raise reading.Unread(f"signed by {signed!r}, sent by {draft.facts['sender']!r}")
    if draft.facts["greeted"] != draft.facts["receiver"].split()[0]:
        raise reading.Unread(f"{draft.facts['greeted']!r} is greeted, {draft.facts['receiver']!r} written to")


def read_mail(parts) -> tuple:
    draft = Draft("mail")
    mail_head(draft, parts[0])
    mail_order(draft, parts[1])
    rows = mail_list(draft, parts[2])
    mail_tail(draft, parts[3])
    names = []
    for number, line, name, match in each(MAIL_RECORD, parts[4], "a line of a record"):
        names.append(name)
        draft.take(match, FACTS)
    if names[:2] != ["lead", "start"] or names[-1] != "end" or "lead" in names[1:]:
        raise reading.Unread(f"record of {names[:2]} to {names[-1]}")
    record = json_record(parts[4][1][0], "\n".join(line for _, line in parts[4][1:]))
    finish_terms(draft, rows)
    return draft, record


def finish_terms(draft: Draft, rows) -> None:
    """The constraints of a mail or table, with the attribute or column each term speaks of."""
    for number, line, term, limit, reason in rows:
        draft.constraint(number, line, term_of(draft, term), limit, reason, REQUEST_LIMITS)


def table_request(draft: Draft, lines) -> None:
    rows, names = [], []
    for number, line, name, match in each(TABLE_REQUEST, lines, "a line of the request"):
        names.append(name)
        draft.take(match, FACTS)
        if name == "today":
            draft.fact(today=iso_day(match["today"]))
        elif name == "row":
            draft.marks.append(match["mark"])
            requirement, limit = REQUIREMENT.fullmatch(match["requirement"]), LIMIT.fullmatch(match["limit"])
            if not requirement or not limit:
                raise reading.unread(number, line, "a requirement")
            rows.append((number, line, requirement["term"], limit["limit"], limit["reason"]))
            if requirement["formula"]:
                draft.define(requirement["term"], requirement["formula"])
        elif name == "definition":
            draft.define(match["note"] or match["term"], match["formula"])
        elif name in ("exact", "grades"):
            once(draft, name, line)
    head = names[:names.index("heading")] if "heading" in names else names
    if head not in TABLE_HEADS or names.count("heading") != 1 or any(name in TABLE_HEADS[0] for name in names[len(head):]):
        raise reading.Unread(f"request of {names}")
    if set(names[len(head) + 1:]) - {"row", "definition", "exact", "grades"}:
        raise reading.Unread(f"request of {names}")
    finish_terms(draft, rows)


TABLE_HEADS = (
    ["for_place", "requester", "quantity", "today"],
    ["offer_check", "place", "assigned", "today", "quantity"],
    ["sourcing", "opened", "ordered", "today"])


def table_record(draft: Draft, lines) -> dict:
    names, record = [], None
    for number, line, name, match in each(TABLE_RECORD, lines, "a record or the line that leads to it"):
        names.append(name)
        draft.take(match, FACTS)
        if name == "record":
            record = json_record(number, line)
        elif "fetched" in match.groupdict():
            draft.fact(today=iso_day(match["fetched"]))
    if names not in (["get", "http", "record"], ["curl", "record"], ["response", "record"]):
        raise reading.Unread(f"record of {names}")
    return record


def read_table(parts) -> tuple:
    draft = Draft("table")
    request, answer = parts if TABLE_RECORD["record"].fullmatch(parts[1][-1][1]) else (parts[1], parts[0])
    table_request(draft, request)
    return draft, table_record(draft, answer)


def search_request(draft: Draft, lines) -> None:
    names = []
    for number, line, name, match in each(SEARCH_REQUEST, lines, "a line of the search"):
        names.append({"last": "run", "run_date": "run"}.get(name, name))
        draft.take(match, FACTS)
        if names[-1] == "run":
            draft.fact(today=iso_day(match["today"]))
            draft.fact(today=iso_day(match["fetched"]))
        elif name == "filter":
            draft.marks.append(match["mark"])
            draft.constraint(number, line, match["column"], match["limit"], match["reason"], SEARCH_LIMITS)
        elif name == "column":
            enter(draft.formulas, match["column"], formula_of_column(match["column"], match["formula"]))
        elif name in SEARCH_SENTENCES or name in ("filters", "columns"):
            once(draft, name, line)
    check_search_order(names)


def check_search_order(names) -> None:
    """Head, then filters and computed columns each under their heading, then conventions."""
    runs = [name for place, name in enumerate(names) if place == 0 or names[place - 1] != name]
    head = next((head for head in SEARCH_HEADS if runs[:len(head)] == head), None)
    if head is None:
        raise reading.Unread(f"search of {runs}")
    body = runs[len(head):]
    if any(names.count(name) > 1 for name in head):
        raise reading.Unread(f"search of {names}")
    lists = {("filters", "filter"): 0, ("columns", "column"): 0}
    while tuple(body[:2]) in lists:
        lists[tuple(body[:2])] += 1
        body = body[2:]
    if lists["filters", "filter"] != 1 or lists["columns", "column"] > 1:
        raise reading.Unread(f"search of {runs}")
    if set(body) - set(SEARCH_SENTENCES):
        raise reading.Unread(f"search of {runs}")


SEARCH_SENTENCES = ("exact", "grades", "operators", "calendar", "dates", "times")
SEARCH_HEADS = (["agent", "run"], ["saved", "owner", "run"], ["profile", "run", "saver"])


def read_search(parts) -> tuple:
    draft = Draft("search")
    search_request(draft, parts[0])
    record, record_id = search_record(parts[1])
    draft.fact(id=record_id)
    return draft, record


def check_marks(draft: Draft) -> None:
    """Constraints are all marked alike and, where numbered, numbered from 1 without a gap."""
    marks = draft.marks
    if not marks:
        raise reading.Unread("a request without constraints")
    plain = len(set(marks)) == 1 and marks[0] in ("*", "-", "[x]", "where")
    shapes = {tuple(shape % n for n in range(1, len(marks) + 1)) for shape in ("%d.", "%d)", "%d", "R%02d", "%02d")}
    if not plain and tuple(marks) not in shapes:
        raise reading.Unread(f"constraints marked {marks}")


def check_facts(draft: Draft, record: dict) -> None:
    """What the request says of the record (id, maker, article) is what the record says."""
    for name in IDENTITY:
        if name not in record:
            raise reading.Unread(f"the record has no {name}")
    draft.fact(id=record["id"].amount, maker=record["maker"].amount)
    article = draft.facts.get("article")
    if article not in ARTICLES:
        raise reading.Unread(f"{article!r} is no article")
    if not record["name"].amount.endswith(f" {article}"):
        raise reading.Unread(f"{article!r} asked for, {record['name'].amount!r} in the record")


def read_case(state: str) -> Case:
    parts, part = [], []
    for number, line in enumerate(state.split("\n"), 1):
        if line:
            part.append((number, line))
        else:
            parts.append(part)
            part = []
    parts.append(part)
    if not all(parts) or len(parts) not in (2, 5):
        raise reading.Unread(f"a state of {len(parts)} parts")
    search = any(SEARCH_REQUEST[name].fullmatch(parts[0][0][1]) for name in ("agent", "saved", "profile"))
    reader = read_mail if len(parts) == 5 else read_search if search else read_table
    draft, record = reader(parts)
    check_marks(draft)
    check_facts(draft, record)
    for formula in draft.formulas.values():
        if formula.quantity not in (None, int(draft.facts["quantity"])) or formula.unit not in (None, draft.facts["unit"]):
            raise reading.Unread(f"{formula} for an order of {draft.facts['quantity']} {draft.facts['unit']}")
    unused = set(draft.formulas) - {constraint.term for constraint in draft.constraints}
    if unused:
        raise reading.Unread(f"{sorted(unused)} defined, but in no constraint")
    return Case(draft.form, draft.facts["today"], int(draft.facts["quantity"]), tuple(draft.constraints), draft.formulas,
                draft.conventions, record)


# computed figures

def attribute(case: Case, name: str) -> Value:
    if name not in case.record:
        raise reading.Unread(f"the record has no {name!r}")
    return case.record[name]


def same(first: Value, second: Value, units) -> str:
    """The unit that both values share, one of `units`."""
    if first.unit != second.unit or first.unit not in units:
        raise reading.Unread(f"{first} and {second} do not go together")
    return first.unit


def product(case: Case, a: Value, b: Value) -> Value:
    """Width times length, cm by cm."""
    same(a, b, ("cm",))
    return Value("cm²", a.amount * b.amount)


def quotient(case: Case, a: Value, b: Value) -> Value:
    """A price per piece keeps its currency; load is given per leg, power per cell; ratios have no unit."""
    unit = a.unit if a.unit in CURRENCIES and b.unit == "" else QUOTIENT_UNITS.get((a.unit, b.unit))
    if b.amount == 0 or unit is None:
        raise reading.Unread(f"{a} divided by {b}")
    return Value(unit, Fraction(a.amount) / b.amount)


QUOTIENT_UNITS = {("g", "g"): "", ("%", "%"): "", ("", ""): "", ("kg", ""): "kg per leg", ("W", ""): "W per cell"}


def discount(case: Case, a: Value, b: Value) -> Value:
    """How far price b is below price a, in percent of a."""
    same(a, b, CURRENCIES)
    return Value("%", 100 * (a.amount - b.amount) / a.amount)


def total(case: Case, a: Value, b: Value) -> Value:
    """Price times order quantity, the fee added once."""
    return Value(same(a, b, CURRENCIES), case.quantity * a.amount + b.amount)


def weight(case: Case, a: Value, b: Value) -> Value:
    """Order quantity times the sum of both weights."""
    return Value(same(a, b, ("kg",)), case.quantity * (a.amount + b.amount))


def difference(case: Case, a: Value, b: Value) -> Value:
    """Times of day subtract to minutes, counts to a count; neither below nothing."""
    unit = same(a, b, ("time", ""))
    if a.amount < b.amount:
        raise reading.Unread(f"{a} less {b}")
    return Value("min" if unit == "time" else "", a.amount - b.amount)


def plus(case: Case, a: Value, b: Value) -> Value:
    """Two working times one after the other."""
    return Value(same(a, b, ("min",)), a.amount + b.amount)


def delivery(case: Case, a: Value, b: Value) -> Value:
    """Every day counts: "in calendar days", "weekends included"."""
    same(a, b, ("days",))
    return Value("date", case.today + a.amount + b.amount)


def age(case: Case, a: Value) -> Value:
    """Today minus the date: "days since the date, that day not counted" is the same."""
    if a.unit != "date" or a.amount > case.today:
        raise reading.Unread(f"age of {a}")
    return Value("days", case.today - a.amount)


FORMULAS = {"product": product, "quotient": quotient, "discount": discount, "total": total, "weight": weight,
            "difference": difference, "sum": plus, "delivery": delivery, "age": age}


def figure(case: Case, term: str) -> Value:
    """The value of a term: computed where it has a formula, else the attribute of the record."""
    formula = case.formulas.get(term)
    if formula is None:
        return attribute(case, term)
    if term in case.record:
        raise reading.Unread(f"{term!r} is both computed and in the record")
    if formula.kind == "stars":
        return Value("", sum(attribute(case, f"{formula.names[0]}_{star}").amount for star in STARS))
    return FORMULAS[formula.kind](case, *(attribute(case, name) for name in formula.names))


# decision

COMPARE = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}


def needed_conventions(case: Case, constraint: Constraint) -> list:
    """The conventions a constraint leans on: grades on their order; figures that do not come out even on "no rounding";
    a search's min, max, above, below, before, after on what they include, its deliveries on calendar days, its ages and
    windows on the unit of a difference."""
    formula, needed = case.formulas.get(constraint.term), []
    if constraint.limit.unit == "grade":
        needed.append("grades")
    if formula and formula.kind in ("quotient", "discount"):
        needed.append("exact")
    if case.form == "search":
        if constraint.wording in SEARCH_WORDS or constraint.wording in SEARCH_MOMENTS:
            needed.append("operators")
        if formula and formula.kind == "delivery":
            needed.append("calendar")
        if formula and formula.kind == "age":
            needed.append("dates")
        if formula and formula.kind == "difference" and constraint.limit.unit == "min":
            needed.append("times")
    return needed


def decimals(case: Case, term: str) -> int:
    """Averages and ratios without a unit are limited with one decimal, counts as whole numbers."""
    return 1 if term.endswith("_average") or (term in case.formulas and case.formulas[term].kind == "quotient") else 0


def meets(case: Case, constraint: Constraint) -> bool:
    """Whether the record's figure keeps to the limit, exact figures compared, in the same unit."""
    for convention in needed_conventions(case, constraint):
        if convention not in case.conventions:
            raise reading.unread(constraint.number, constraint.line, f"a constraint without the sentence on {convention}")
    value = figure(case, constraint.term)
    if value.unit != constraint.limit.unit or (value.unit == "" and decimals(case, constraint.term) != len(
            constraint.raw.partition(".")[2])):
        raise reading.unread(constraint.number, constraint.line, f"a limit for a figure in {value.unit or 'no unit'}")
    return COMPARE[constraint.operator](value.amount, constraint.limit.amount)


def decide(case: Case) -> bool:
    """All constraints are binding: the record satisfies the request where each of them is met."""
    return all([meets(case, constraint) for constraint in case.constraints])


def check_question(question, options) -> None:
    """The question asks whether the record meets all constraints, yes or no."""
    criteria = question.get("criteria", {})
    if (question.get("type") != "noul" or question.get("instructions") not in QUESTIONS or set(criteria) != {"true", "false"}
            or (criteria["true"], criteria["false"]) not in CRITERIA or set(question) != {"type", "instructions", "criteria"}):
        raise reading.Unread(f"question {question!r}")
    if sorted(options) != ["no", "yes"]:
        raise reading.Unread(f"options {options!r}")


def solve(state: str, question, options) -> str:
    check_question(question, options)
    return "yes" if decide(read_case(state)) else "no"
