"""Is the proposed call correct for the request under this schema? (yes, no)

The state is an exported exchange of a chat API, a Markdown page of a call review or a YAML test case. It holds a tool definition (a function with
a JSON Schema of its parameters, and rules in its description), the conventions for calls, today's date, the user's time zone, a request in plain
language and the proposed call. Levels: 6, 9 and 12 top-level properties in the schema.

There are 300 pairs, 100 a level. The members share everything but one entry of the call. In the `yes` member the call is right; in the `no` member
that entry makes one requirement fail. Kinds, 50 pairs each (17 a level, 16 in one): required_property (a required property is left out, or given
under a name that the schema does not list), schema_value (outside its enumeration, pattern, range or length), request_value (allowed by the schema,
but not what the request works out to: a part for the sum, another day, another meaning), optional_property (an optional property is set although
nobody asked for it, or missing although somebody did), cross_rule (a value breaks a rule of the tool description that joins two properties; the
schema cannot say it), unit_or_zone (the amount or the time stands in another unit or time zone than the one described).

A check against the schema alone finds the first two kinds. Calls of both members leave defaults out or write them, give null where that is allowed,
and list properties in any order; limits of the rules are inclusive in half of the groups, and values stand at them in both members.
"""
from __future__ import annotations

import datetime
import json
import re
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import balance, cards, checks, draws, english, families, items, names

FAMILY = "toolcall_valid"
KINDS = ("required_property", "schema_value", "request_value", "optional_property", "cross_rule", "unit_or_zone")
SIXTEEN = {1: ("required_property", "request_value"), 2: ("schema_value", "optional_property"), 3: ("cross_rule", "unit_or_zone")}
"""The two kinds with 16 pairs on a level; the other four have 17."""
PROPERTIES = {1: 6, 2: 9, 3: 12}
OPTIONAL = {1: 2, 2: 3, 3: 3}
"""Optional properties among those of a level's schema."""
FORMS = {
    "required_property": {"remove": 8, "rename": 9},
    "schema_value": {"enum": 5, "ident": 5, "number": 4, "token": 3},
    "request_value": {"count": 6, "day": 4, "moment": 4, "enum": 3},
    "optional_property": {"add": 10, "drop": 2, "fill": 3, "empty": 2},
    "cross_rule": {"step": 9, "lookup": 3, "offset": 3, "product": 2},
    "unit_or_zone": {"unit": 9, "zone": 8},
}
"""Kind -> how it is planted, and how often of 17; as many entries come into the call (add) as go out of it (remove, drop)."""
SPARED = {"required_property": "rename", "schema_value": "enum", "request_value": "count", "optional_property": "fill", "cross_rule": "step",
          "unit_or_zone": "unit"}
"""The form that occurs once less on the level where a kind has 16 pairs."""
SIDES = ((True, True), (False, False), (True, False), (False, True))
"""Whether the limit of a step rule is inclusive, and whether the total is on its high side."""
AT_LIMITS = ("number", "token")
"""The forms whose right value stands at a limit of the schema and whose wrong value does not: a text of the request fills its length in both members."""
TEXT_LIMITS = (24, 30, 40)
"""Greatest lengths of a text; every text property has texts of the first two lengths."""
CANDIDATES, MAX_DRAFTS = 10, 400
"""Cases to choose from for a group; drafts after which a group with fewer is an error."""
OFFSETS = (-480, -300, -240, -180, -120, 60, 120, 180, 210, 240, 330, 480)
"""Minutes by which the user's clock is ahead of UTC."""
MEASURES = ("length", "keys", "number sum", "later", "numbers of the request", "true", "null", "place in enumeration", "width", "digits", "strings", "integers",
            "false", "largest", "numbers of the rules", "weekend", "whole weeks", "days ahead", "at a limit")
TARGETS = {name: (1, 1) for name in MEASURES}
WEIGHTS = {"length": 3, "numbers of the request": 3, "keys": 2, "number sum": 2, "at a limit": 2, "place in enumeration": 2}
"""What the choice among cases holds level by level: equally often more in the `yes` and in the `no` member (see `measures`)."""


# Domains

@dataclass(frozen=True)
class Spec:
    """What a domain knows of a property: `alias` is a name the schema does not list, `data` depends on the kind of value."""

    value: str
    name: str
    alias: str
    texts: tuple
    asks: object = ()
    data: tuple = ()


@dataclass(frozen=True)
class Domain:
    """The words of one line of work. `is_day_first`, `is_offset_first`: whether the day asked for, and the day that a rule counts from it, lie before
    the moment asked for, or after it; `hours`: first and last minute of the moment."""

    sites: tuple
    systems: tuple
    assistants: tuple
    tools: tuple
    notes: tuple
    openings: tuple
    asides: tuple
    is_day_first: bool
    is_offset_first: bool
    hours: tuple
    specs: tuple


DOMAINS = {
    "parcels": Domain(
        ("{stem} Parcels", "{stem} Courier Service", "{stem} Express Freight"), ("Freight Desk", "Parcel Desk", "Courier Console"),
        ("shipping assistant", "dispatch assistant"),
        (("create_shipment", "Books a shipment and orders its collection at the sender's address."),
         ("book_collection", "Registers parcels of a business customer and sends a driver to collect them."),
         ("order_pickup", "Orders a pickup of parcels for a customer with an account.")),
        ("Returns the shipment number and the tracking link.", "A second call with the same values books a second shipment.",
         "Prices are worked out afterwards and are not part of the answer.", "Shipments can be changed until the driver has left the depot."),
        ("Hello, we have parcels for a customer in {place} and would like to have them collected.",
         "Hi, could you arrange a collection of parcels at our shop in {place}?", "Good morning, please book a shipment from our store in {place}.",
         "Dear team, the orders of our shop in {place} are packed and can be collected.", "Hello again, there are parcels waiting for you in {place}."),
        ("Everything went well the last time.", "It was good to meet you at the fair.", "Thank you for the calendar you sent.", "The new price list has reached us."),
        False, False,
        (480, 1080),
        (Spec("count", "parcel_count", "parcels",
              ("Number of parcels in the shipment, all of them together.", "How many parcels the driver collects in total."),
              {"plain": ("There are {n} parcels altogether.", "We have {n} parcels to send."),
               "sum": ("There are {a} parcels on the ramp and {b} more in the hall, all to be sent.", "{a} parcels come from the warehouse and {b} from the shop floor."),
               "less": ("We packed {a} parcels, but {b} of them stay here.", "Of the {a} parcels on the ramp, {b} are not going out this time."),
               "times": ("Each of our {a} branches has left {b} parcels here, and all of them go.", "We stacked {a} pallets with {b} parcels each, all to be sent.")},
              ((8, 10, 12, 15, 20), (100, 150, 200))),
         Spec("step", "vehicle_type", "vehicle_kind", ("Vehicle that is sent for the collection.", "Kind of vehicle the depot plans for the stop."), data=("car", "van")),
         Spec("step", "needs_tail_lift", "tail_lift", ("Whether the vehicle must have a tail lift.",), data=(False, True)),
         Spec("lookup", "packaging_check", "packing_check", ("Check of the packaging before loading.", "How the driver checks the packaging at the door."), data=("plain", "full", "contents", ("fragile", "chilled"))),
         Spec("offset", "claims_until", "claims_end", ("Last day for damage claims, as YYYY-MM-DD.", "Day until which claims are accepted, as YYYY-MM-DD."), data=(1, (7, 10, 14, 21))),
         Spec("product", "label_count", "labels", ("Number of address labels to print.", "Address labels that the driver brings along."), data=(2, 3)),
         Spec("day", "delivery_date", "deliver_on", ("Day on which the consignee receives the shipment, as YYYY-MM-DD.", "Delivery day, as YYYY-MM-DD."),
              ("The consignee wants to receive the parcels {when}.", "The parcels have to be delivered {when}.", "Delivery should be {when}, please.")),
         Spec("moment", "pickup_at", "pickup_time", ("When the driver comes to collect, {zone}.", "Date and time of the collection, {zone}."),
              ("Please have the parcels picked up {when} {clock}.", "The driver can come {when} {clock}.", "We would like the parcels to be collected {when} {clock}.")),
         Spec("unit", "longest_side", "side_length", ("Longest side of the largest parcel, in {unit}.", "How long the largest parcel is, in {unit}."),
              ("The largest parcel is {amount} long.", "The longest side of the largest parcel is {amount}."), ("millimetre", "millimetres", "centimetre", "centimetres", 10, (40, 45, 60, 75, 80, 90))),
         Spec("unit", "storage_time", "storage", ("How long the depot may store the shipment, in {unit}.",),
              ("The depot may keep the parcels for {amount} if nobody is in.", "If delivery fails, please store the parcels for {amount}."), ("hour", "hours", "day", "days", 24, (2, 3, 4, 5, 6))),
         Spec("enum", "contents", "content_type", ("Class of goods. {meanings}.", "What kind of goods is inside; {meanings}."),
              data=(("documents", "papers only, printed or written", ("The parcels hold printed contracts and nothing else.", "There are signed paper forms in the parcels, nothing else."), "papers"),
                    ("fragile", "breakable goods of glass or ceramics", ("The parcels hold wine glasses.", "There are ceramic vases in the parcels."), "breakable"),
                    ("chilled", "food that is cooled below 8 degrees", ("The parcels hold fresh cheese that has to stay below 8 degrees.", "There is butter in the parcels, to be kept below 8 degrees all the way."), "cooled"),
                    ("textiles", "clothing and other fabrics", ("The parcels hold winter coats.", "There are rolls of linen cloth in the parcels."), "fabrics"))),
         Spec("pick", "delivery_window", "time_window", ("Part of the day for the delivery; {meanings}. Default {default}.",),
              data=(("any", "all day", ("Any time of the day is fine for the delivery.",)), ("early", "08:00 to 12:00", ("The consignee is in between 08:00 and 12:00 only.",)),
                    ("late", "12:00 to 17:00", ("The consignee is in between 12:00 and 17:00 only.",)), ("evening", "17:00 to 21:00", ("The consignee is in between 17:00 and 21:00 only.",)))),
         Spec("ident", "account_id", "customer_id", ("Customer account: KD- followed by the five digits of the account number.",),
              ("Our account is {id}.", "Please charge account {id}."), ("KD", 5)),
         Spec("flag", "signature_required", "signature", ("Whether the consignee must sign.",), ("The consignee has to sign for the parcels.", "We need a signature on delivery."), (False,)),
         Spec("flag", "status_messages", "messages", ("Whether the sender gets status messages.",), ("We do not need any status messages.", "No status messages this time, please."), (True,)),
         Spec("text", "label_text", "label", ("Line printed below the address, at most {limit} characters.",), ('The label should carry the line "{text}".',),
              ("Order placed at the fair", "Second half of the large order", "As agreed by telephone", "Replacement, no charge", "Part one of two")),
         Spec("text", "driver_note", "note_to_driver", ("Note shown to the driver, at most {limit} characters.",), ('Tell the driver "{text}".', 'The note for the driver is "{text}".'),
              ("Use the gate at the rear", "Ask the bakery for a spare key", "Ring at the side door", "Park behind the hall", "Mind the low branch")),
         Spec("list", "documents", "papers_needed", ("Papers to hand over with the goods.",), ("The driver has to take along {listed}.", "Please add {listed} to the shipment."),
              (("delivery_note", "the delivery note"), ("invoice_copy", "a copy of the invoice"), ("origin_form", "the form of origin"), ("return_slip", "a return slip"))),
         Spec("number", "poll_seconds", "poll_interval", ("Seconds between two status queries of the client.",), data=((5, 10, 15), (45, 60, 90))),
         Spec("token", "client_token", "client_reference", ("Reference by which the client finds its call again.",)),
         Spec("contact", "ramp_contact", "contact", ("Person at the ramp.",), ("Ask for {name} at the ramp, extension {phone}.", "{name} will be at the ramp, extension {phone}.")))),
    "restaurant": Domain(
        ("{stem} Kitchen", "The {stem} Table", "{stem} Garden Restaurant"), ("Table Book", "Guest Desk", "Dining Planner"),
        ("reservations assistant", "host assistant"),
        (("create_reservation", "Reserves a table and informs the kitchen."), ("reserve_table", "Makes a reservation for a party and plans the service."),
         ("book_meal", "Adds a party to the table plan of a restaurant.")),
        ("Returns the reservation code.", "Two reservations of one guest on the same day are not merged.", "Walk-in guests are not handled by this tool.",
         "The kitchen sees a reservation within a minute."),
        ("Hello, we would like to reserve a table for a celebration.", "Hi, I am organising a meal for family and friends and need a reservation.",
         "Good evening, please reserve a table for our family party.",
         "Dear team, we would like to eat at your place with our neighbours.", "Hello, we are looking for a table for a reunion."),
        ("We had a lovely evening at your place last year.", "My sister recommended you.", "We know about the building site in front of the house.",
         "We read about you in the local paper."),
        True, True,
        (1020, 1215),
        (Spec("count", "party_size", "guests", ("Number of people at the table, hosts and children included.", "How many people sit down, counting hosts and children."),
              {"plain": ("We are {n} people, all told.", "All told, {n} people will sit down."),
               "sum": ("We are {a} adults and {b} children, all told.", "The people at the table are {a} from here and {b} from abroad, all told."),
               "less": ("We were going to be {a} people, all told, but {b} of these cannot come.", "All told we had planned to be {a} people, and {b} of these have declined."),
               "times": ("We are {a} families of {b} people each, all told.", "All told we come in {a} groups of {b} people each.")},
              ((8, 9, 10, 12, 14, 16), (40, 50, 60))),
         Spec("step", "seating_area", "seating", ("Part of the house where the party sits.", "Area in which the table is laid."), data=("dining_room", "winter_garden")),
         Spec("step", "waiter_count", "waiters", ("Waiters planned for the party.",), data=(1, 2)),
         Spec("lookup", "kitchen_line", "kitchen_post", ("Kitchen line that cooks the main course.", "Line of the kitchen in charge of the party."), data=("hot", "cold", "menu", ("salads", "seafood"))),
         Spec("offset", "release_date", "release_on", ("Day on which an unpaid table is released, as YYYY-MM-DD.",), data=(1, (2, 3, 4, 5))),
         Spec("product", "welcome_drinks", "drinks", ("Glasses to prepare for the welcome.", "Number of welcome drinks."), data=(2, 3)),
         Spec("day", "deposit_due", "deposit_day", ("Day on which the guest pays the deposit, as YYYY-MM-DD.",),
              ("We can pay the deposit {when}.", "The deposit will be paid {when}.")),
         Spec("moment", "arrival", "arrives_at", ("When the party arrives, {zone}.", "Arrival of the party, {zone}."),
              ("We arrive {when} {clock}.", "Please expect us {when} {clock}.", "We will be at your door {when} {clock}.")),
         Spec("unit", "stay", "stay_length", ("How long the party stays, in {unit}.", "Length of the visit in {unit}."),
              ("We would like to stay for {amount}.", "We plan to stay for {amount}."), ("minute", "minutes", "hour", "hours", 60, (2, 3, 4, 5))),
         Spec("unit", "film_length", "film_time", ("Length of the film shown to the guests, in {unit}.", "How long the film of the party runs, in {unit}."),
              ("We will show a film of {amount}.", "Our film runs for {amount}."), ("second", "seconds", "minute", "minutes", 60, (3, 4, 5, 6, 8))),
         Spec("enum", "menu", "menu_type", ("Menu chosen for the whole party. {meanings}.", "Which menu is served; {meanings}."),
              data=(("salads", "vegetarian, with neither meat nor fish", ("We all eat neither meat nor fish.", "The menu must be without meat and without fish."), "vegetarian"),
                    ("seafood", "fish and shellfish", ("All of us would like the fish and the mussels.", "Everybody wants fish."), "fish"),
                    ("grill", "barbecue of meat from the charcoal grill", ("We all want steaks from the charcoal grill.", "Everybody wants meat from the grill."), "barbecue"),
                    ("tasting", "degustation of seven small courses", ("We all take the seven small courses.", "Please serve everybody the seven small courses."), "degustation"))),
         Spec("pick", "table_place", "place", ("Where the table stands; {meanings}. Default {default}.",),
              data=(("any", "no preference", ("We have no preference where the table stands.",)), ("window", "beside a window", ("We would like to sit beside a window.",)),
                    ("quiet", "away from bar and door", ("Put us away from the bar and the door.",)), ("terrace", "outdoors", ("We would like to sit outdoors.",)))),
         Spec("ident", "guest_card", "guest_number", ("Guest card: GC- followed by the four digits of the card number.",),
              ("My guest card is {id}.", "I have guest card {id}."), ("GC", 4)),
         Spec("flag", "high_chair", "baby_chair", ("Whether a high chair is set up.",), ("We need a high chair.", "Please set up a high chair."), (False,)),
         Spec("flag", "candles", "candle_light", ("Whether candles stand on the table.",), ("No candles on the table, please.", "Please leave out the candles."), (True,)),
         Spec("text", "cake_text", "cake_line", ("Line written on the cake, at most {limit} characters.",), ('The cake should say "{text}".', 'Please write "{text}" on the cake.'),
              ("Thank you for everything", "To the next ten years together", "Here is to all of us", "So good to be together", "To many more")),
         Spec("text", "kitchen_note", "note_to_kitchen", ("Note for the kitchen, at most {limit} characters.",), ('Tell the kitchen "{text}".', 'The note for the kitchen is "{text}".'),
              ("Sauce in a separate bowl", "Bring bread before the starter", "Small plates for sharing", "Serve the dessert late")),
         Spec("list", "allergens", "allergies", ("Ingredients that must not be used.",), ("Some of us cannot eat {listed}.", "Please cook without {listed}."),
              (("nuts", "nuts"), ("gluten", "gluten"), ("milk", "milk"), ("egg", "eggs"), ("celery", "celery"))),
         Spec("number", "hold_seconds", "hold_time", ("Seconds for which the table is locked while the call runs.",), data=((10, 15, 20), (60, 75, 90))),
         Spec("token", "host_mark", "host_reference", ("Reference by which the host desk finds its call again.",)),
         Spec("contact", "host", "host_person", ("Person who welcomes the guests of the party.",), ("{name} welcomes our guests, extension {phone}.", "Our guests are welcomed by {name}, extension {phone}.")))),
    "backups": Domain(
        ("{stem} Hosting", "{stem} Systems", "{stem} Data Centre"), ("Operations Bridge", "Job Board", "Run Desk"),
        ("operations assistant", "on-call assistant"),
        (("schedule_snapshot", "Plans a snapshot of storage volumes."), ("create_backup_job", "Creates a single backup job for storage volumes."),
         ("plan_volume_copy", "Queues a copy of storage volumes to the vault.")),
        ("Returns the job number and the queue position.", "Jobs of one change are not merged.", "A job that has started cannot be changed.",
         "Volumes in maintenance are skipped and reported."),
        ("Hi, before the migration of {place} we need one more backup.", "Hello operations, please plan a snapshot for the {place} cluster.",
         "Morning, the audit asks for a backup of the {place} environment.",
         "Hello, one extra backup of the {place} cluster, please.", "Hi all, we are about to upgrade {place} and want a copy to fall back on."),
        ("Thanks for the quick help last week.", "The disk alarm of last night is closed.", "The last backup went through without a hitch.", "The new colleagues say hello."),
        False, False,
        (780, 1410),
        (Spec("count", "volume_count", "volumes", ("Number of volumes that the job covers.", "How many volumes are copied in total."),
              {"plain": ("The copy covers {n} volumes.", "We are talking about {n} volumes."),
               "sum": ("The copy covers {a} volumes on the fast disks and {b} on the slow ones.", "There are {a} volumes on the primary host and {b} on the standby host, all included."),
               "less": ("The cluster has {a} volumes, of which {b} are left out.", "Take all {a} volumes except the {b} scratch volumes."),
               "times": ("The copy covers {a} nodes with {b} volumes each.", "We run {a} hosts, and each has {b} volumes to be saved.")},
              ((8, 10, 12, 16, 20, 24), (64, 100, 128))),
         Spec("step", "storage_tier", "tier", ("Tier on which the copy is written.", "Storage tier of the vault."), data=("hot", "bulk")),
         Spec("step", "worker_count", "workers", ("Workers that copy at the same time.",), data=(1, 4)),
         Spec("lookup", "key_profile", "key_set", ("Profile of the encryption keys.", "Which keys encrypt the copy."), data=("shared", "vault", "data_class", ("personal", "payment"))),
         Spec("offset", "purge_date", "purge_on", ("Day on which the copy is wiped, as YYYY-MM-DD.",), data=(1, (3, 7, 10, 14))),
         Spec("product", "slot_count", "slots", ("Slots reserved in the vault.", "Number of vault slots."), data=(2, 3)),
         Spec("day", "expiry_date", "expires_on", ("Last day on which the copy can be restored, as YYYY-MM-DD.", "Day of the last possible restore, as YYYY-MM-DD."),
              ("It must be possible to restore the copy for the last time {when}.", "The copy will be restored for the last time {when}.")),
         Spec("moment", "start_at", "starts_at", ("Start of the job, {zone}.", "When the job starts, {zone}."),
              ("Start the job {when} {clock}.", "The job should start {when} {clock}.", "Please let the job begin {when} {clock}.")),
         Spec("unit", "time_budget", "budget", ("Longest time the job may take, in {unit}.", "Time after which the job is stopped, in {unit}."),
              ("The job may take {amount} at most.", "Stop the job if it takes longer than {amount}."), ("second", "seconds", "minute", "minutes", 60, (10, 15, 20, 30, 40, 45))),
         Spec("unit", "rate_limit", "rate", ("Cap on the transfer rate, in {unit}.",),
              ("The transfer may use {amount} at most.", "Cap the transfer at {amount}."), ("kbit/s", "kbit/s", "Mbit/s", "Mbit/s", 1000, (20, 40, 60, 80))),
         Spec("enum", "data_class", "data_category", ("Class of the data on the volumes. {meanings}.", "What the volumes hold; {meanings}."),
              data=(("public", "open content, published on the website", ("The volumes hold what we publish on our website.", "On the volumes are pictures from our public website."), "open"),
                    ("personal", "private data such as names or addresses of people", ("The volumes hold the names and addresses of subscribers.", "On the volumes are the home addresses of staff."), "private"),
                    ("payment", "finance data such as card or bank numbers", ("The volumes hold bank numbers.", "On the volumes are card numbers."), "finance"),
                    ("technical", "logs and metrics of a machine", ("The volumes hold metrics of our machines.", "On the volumes are logs of the switches."), "machine"))),
         Spec("pick", "compression", "packing", ("How the copy is packed; {meanings}. Default {default}.",),
              data=(("off", "not packed", ("The copy should not be packed.",)), ("fast", "one pass", ("Pack the copy in one pass.",)),
                    ("strong", "three passes", ("Pack the copy in three passes.",)), ("adaptive", "passes by file type", ("Pack the copy with passes by file type.",)))),
         Spec("ident", "change_id", "change_number", ("Change record: CH- followed by the six digits of the change number.",),
              ("The job belongs to change {id}.", "The change is {id}."), ("CH", 6)),
         Spec("flag", "verify_after", "verify", ("Whether the copy is read back afterwards.",), ("The copy has to be read back afterwards.", "Please read the copy back afterwards."), (False,)),
         Spec("flag", "keep_replication", "replication", ("Whether replication goes on meanwhile.",), ("Replication must not go on meanwhile.", "Switch replication off while the job runs."), (True,)),
         Spec("text", "ticket_subject", "subject", ("Subject of the ticket, at most {limit} characters.",), ('Give the ticket the subject "{text}".',),
              ("One more copy, as agreed", "Copy which the owner asked for", "State before the work", "Extra copy")),
         Spec("text", "operator_note", "note_to_operator", ("Note for the operator, at most {limit} characters.",), ('Leave the operator the note "{text}".', 'The note for the operator is "{text}".'),
              ("Leave the mount in place", "Call the desk before a restart", "Check the alarm list first", "Keep the console open")),
         Spec("list", "notify", "inform", ("Teams that get the report.",), ("The report goes to {listed}.", "Send the report to {listed}."),
              (("dba", "the database team"), ("network", "the network team"), ("security", "the security team"), ("service_desk", "the service desk"))),
         Spec("number", "retry_limit", "retries", ("How often a failed volume is tried again.",), data=((1, 2, 3), (6, 8, 9))),
         Spec("token", "run_mark", "run_reference", ("Reference by which the scheduler finds its call again.",)),
         Spec("contact", "change_owner", "owner", ("Person in charge of the change.",), ("{name} owns the change, extension {phone}.", "In charge is {name}, extension {phone}.")))),
    "vehicles": Domain(
        ("{stem} Car Hire", "{stem} Vehicle Rental", "{stem} Fleet Hire"), ("Fleet Desk", "Rental Counter", "Hire Manager"),
        ("rental assistant", "fleet assistant"),
        (("reserve_vehicle", "Reserves a rental vehicle for a group."), ("create_rental", "Creates a rental agreement and blocks a vehicle."),
         ("book_hire", "Books the hire of a vehicle with an agreement.")),
        ("Returns the agreement number.", "Fuel is settled when the vehicle is back.", "The tool does not check driving licences.", "One agreement covers one vehicle."),
        ("Hello, our team in {place} needs a vehicle for an outing.", "Hi, please reserve a vehicle for our staff day in {place}.",
         "Good day, I would like to hire a vehicle for our group in {place}.",
         "Hello again, our office in {place} needs a vehicle once more.", "Dear team, please find us a vehicle for our workshop in {place}."),
        ("Your website is easy to use.", "Everybody was happy the last time.", "A colleague recommended you.", "Your counter was very helpful."),
        False, False,
        (420, 1140),
        (Spec("count", "passenger_count", "passengers", ("Number of passengers, without the driver.", "How many passengers ride along, the driver not counted."),
              {"plain": ("Apart from the driver there are {n} passengers.", "{n} passengers ride along besides the driver."),
               "sum": ("Besides the driver, {a} colleagues from sales and {b} from support ride along.", "The passengers are {a} trainees and {b} trainers; the driver comes on top."),
               "less": ("Besides the driver {a} people signed up, but {b} of them take the train.", "Besides the driver {a} passengers were planned, but {b} have cancelled."),
               "times": ("Besides the driver, {a} teams of {b} ride along.", "The passengers come from {a} offices, {b} from each; the driver is extra.")},
              ((7, 8, 12, 14, 18), (50, 60, 80))),
         Spec("step", "vehicle_class", "class_of_vehicle", ("Class of the vehicle.", "Which class of vehicle is blocked."), data=("minibus", "coach")),
         Spec("step", "has_second_driver", "second_driver", ("Whether a second driver is put on the agreement.",), data=(False, True)),
         Spec("lookup", "tyre_set", "tyres", ("Tyres to be fitted.", "Set of tyres on the vehicle."), data=("road", "rough", "route_type", ("gravel", "alpine"))),
         Spec("offset", "invoice_date", "invoice_on", ("Day on which the invoice is sent, as YYYY-MM-DD.",), data=(1, (3, 5, 7, 10))),
         Spec("product", "water_bottles", "bottles", ("Water bottles put into the vehicle.", "Number of water bottles on board."), data=(2, 3)),
         Spec("day", "return_date", "return_on", ("Day on which the vehicle comes back, as YYYY-MM-DD.",),
              ("We bring the vehicle back {when}.", "The vehicle will be back in your yard {when}.")),
         Spec("moment", "handover_at", "handover", ("Handover of the keys, {zone}.", "When the keys are handed over, {zone}."),
              ("We take the keys over {when} {clock}.", "Our driver comes for the keys {when} {clock}.", "Please hand us the keys {when} {clock}.")),
         Spec("unit", "driving_stretch", "stretch", ("Longest drive without a stop, in {unit}.", "How long the driver stays at the wheel without a stop, in {unit}."),
              ("We do not drive longer than {amount} without a stop.", "The driver stays at the wheel for {amount} at most, then we stop."), ("minute", "minutes", "hour", "hours", 60, (2, 3, 4))),
         Spec("unit", "licence_held", "licence", ("How long the driver has held a licence, in {unit}.",),
              ("Our driver has held a licence for {amount}.", "The driver got the licence {amount} ago."), ("month", "months", "year", "years", 12, (3, 4, 6, 8, 9))),
         Spec("enum", "route_type", "road_type", ("Kind of road driven most. {meanings}.", "Roads that the trip uses; {meanings}."),
              data=(("motorway", "any highway with a central barrier", ("Nearly all of the route is road with a central barrier.", "We stay on roads with a central barrier."), "highway"),
                    ("city", "urban roads, streets within towns", ("We only drive in the streets of the town.", "We stay in the streets of the town throughout."), "urban"),
                    ("gravel", "offroad, on unpaved tracks", ("Most of the route is unpaved track.", "We go along unpaved tracks."), "offroad"),
                    ("alpine", "mountain passes above 1,200 metres", ("We cross passes above 1,200 metres.", "The route goes over passes well above 1,200 metres."), "mountain"))),
         Spec("pick", "fuel_plan", "fuel", ("How fuel is settled; {meanings}. Default {default}.",),
              data=(("refill", "the renter fills up before the return", ("We fill up ourselves before the return.",)), ("prepaid", "a full tank is paid in advance", ("We want to pay for a full tank in advance.",)),
                    ("metered", "the litres used are billed", ("Please bill us the litres used.",)), ("card", "a fuel card lies in the car", ("A fuel card should lie in the car.",)))),
         Spec("ident", "client_number", "client_id", ("Client: FL- followed by the five digits of the client number.",),
              ("We are client {id}.", "Our client number with you is {id}."), ("FL", 5)),
         Spec("flag", "roof_box", "box", ("Whether a roof box is fitted.",), ("We need a roof box.", "Please fit a roof box."), (False,)),
         Spec("flag", "navigation", "satnav", ("Whether a navigation unit is supplied.",), ("We do not need a navigation unit.", "You can leave out the navigation unit."), (True,)),
         Spec("text", "windscreen_sign", "sign", ("Sign behind the windscreen, at most {limit} characters.",), ('The sign behind the windscreen should say "{text}".',),
              ("Team North, second group", "Second group, follow the first", "On the road together", "Please keep clear")),
         Spec("text", "yard_note", "note_to_yard", ("Note for the yard, at most {limit} characters.",), ('The note for the yard is "{text}".', 'Tell the yard "{text}".'),
              ("Keys are in the blue box", "Wash it inside and out, please", "Leave it in bay four", "Park it facing the gate")),
         Spec("list", "equipment", "extras", ("Loose equipment in the boot.",), ("Please put {listed} in the boot.", "We need {listed} on board."),
              (("snow_chains", "snow chains"), ("tow_rope", "a tow rope"), ("first_aid_bag", "a large first-aid bag"), ("luggage_net", "a luggage net"))),
         Spec("number", "quote_minutes", "quote_time", ("Minutes for which the price is locked while the call runs.",), data=((5, 8, 10), (30, 40, 60))),
         Spec("token", "counter_mark", "counter_reference", ("Reference by which the counter finds its call again.",)),
         Spec("contact", "trip_leader", "leader", ("Person who leads the trip.",), ("The trip is led by {name}, extension {phone}.", "{name} leads the trip, extension {phone}.")))),
    "printing": Domain(
        ("{stem} Print", "{stem} Press", "{stem} Print Works"), ("Job Ticket System", "Press Planner", "Order Book"),
        ("print assistant", "order assistant"),
        (("submit_print_job", "Submits a print job to the press room."), ("create_print_order", "Creates an order for a printed booklet or leaflet."),
         ("queue_print_run", "Adds a print run to the plan of the press room.")),
        ("Returns the place of the job in the queue.", "Colours are matched by the press room.", "Files are uploaded by another tool.", "A job can be stopped until the plates are made."),
        ("Hello, we need a new booklet for our museum in {place}.", "Hi, please print the programme of the {place} festival for us.",
         "Good morning, it is time for our next booklet from {place}.",
         "Dear team, the reading club of {place} would like a booklet.", "Hello again, here comes the next order from {place}."),
        ("The last booklet was a great success.", "We have moved to the first floor, by the way.", "Thank you for the tour of the press room.", "It was good to talk to you last week."),
        True, False,
        (540, 1020),
        (Spec("count", "copies", "number_of_copies", ("Number of copies to print, over all places of use.", "How many copies leave the press in total."),
              {"plain": ("We need {n} copies.", "Please print {n} copies."),
               "sum": ("We need {a} copies for the entrance and {b} for the office.", "{a} copies stay with us and {b} go to our partners."),
               "less": ("We need {a} copies, but {b} of those are still left from the last run and need no printing.", "We had planned {a} copies, but {b} fewer will do."),
               "times": ("We have {a} shelves, and each needs {b} copies.", "Each of our {a} helpers gets {b} copies.")},
              ((10, 12, 15, 20, 25, 30), (250, 500, 1000))),
         Spec("step", "press", "press_type", ("Press on which the job runs.", "Which press takes the job."), data=("toner", "offset")),
         Spec("step", "has_proof", "proof", ("Whether a proof is printed first.",), data=(False, True)),
         Spec("lookup", "coating", "surface", ("Coating of the sheets.", "Finish put on the printed sheets."), data=("none", "varnish", "paper", ("glossy", "card"))),
         Spec("offset", "archive_until", "archived_to", ("Day until which the files are kept, as YYYY-MM-DD.",), data=(1, (14, 21, 28, 30))),
         Spec("product", "insert_count", "inserts", ("Loose inserts that the run needs.", "Number of loose inserts for the run."), data=(2, 3)),
         Spec("day", "artwork_date", "artwork_on", ("Day on which the artwork comes in, as YYYY-MM-DD.",),
              ("You get the artwork {when}.", "The artwork will be with you {when}.")),
         Spec("moment", "collected_at", "collection_time", ("When the customer collects the job, {zone}.", "Date and time at which the job is collected, {zone}."),
              ("We fetch everything {when} {clock}.", "We will collect the job {when} {clock}.", "Our van comes to collect everything {when} {clock}.")),
         Spec("unit", "sheet_width", "width", ("Width of the finished sheet, in {unit}.", "How wide the trimmed sheet is, in {unit}."),
              ("The sheet is {amount} wide.", "Please trim the sheet to a width of {amount}."), ("millimetre", "millimetres", "centimetre", "centimetres", 10, (12, 14, 15, 18, 20, 21, 24))),
         Spec("unit", "ink_limit", "ink", ("Most ink the run may use, in {unit}.",),
              ("The run may use {amount} of ink at most.", "Plan with {amount} of ink at most."), ("millilitre", "millilitres", "litre", "litres", 1000, (2, 3, 4, 5))),
         Spec("enum", "paper", "paper_type", ("Paper that is used. {meanings}.", "Kind of paper; {meanings}."),
              data=(("recycled", "reused fibre, made from waste paper", ("Take the paper made from waste paper.", "The paper has to be made from waste paper."), "reused"),
                    ("glossy", "smooth and shiny", ("We want a smooth paper that shines.", "The paper should be smooth and shiny."), "shiny"),
                    ("card", "stiff board, 300 grams per square metre", ("We want a stiff paper, 300 grams per square metre.", "Take the stiff paper with 300 grams per square metre."), "board"),
                    ("cream", "ivory or yellowish, uncoated", ("Take the yellowish paper without any coating.", "We want a yellowish paper, without a coating."), "ivory"))),
         Spec("pick", "binding", "binding_type", ("How the sheets are joined; {meanings}. Default {default}.",),
              data=(("loose", "not joined", ("The sheets need not be joined.",)), ("glued", "glue along the spine", ("Glue the sheets along the spine.",)),
                    ("sewn", "thread along the spine", ("Join the sheets with thread along the spine.",)), ("rings", "metal rings", ("Join the sheets with metal rings.",)))),
         Spec("ident", "job_number", "job_id", ("Job: PJ- followed by the five digits of the job number.",),
              ("The job has the number {id}.", "Use job {id}."), ("PJ", 5)),
         Spec("flag", "shrink_wrap", "wrap", ("Whether the stack is wrapped in film.",), ("Wrap the stack in film, please.", "The stack has to be wrapped in film."), (False,)),
         Spec("flag", "crop_marks", "marks", ("Whether crop marks are printed.",), ("Leave the crop marks out.", "We do not want crop marks."), (True,)),
         Spec("text", "back_text", "back", ("Line on the back page, at most {limit} characters.",), ('The back page carries "{text}".', 'Please put "{text}" on the back page.'),
              ("We hope to see you again", "Second edition, free of charge", "Please pass it on", "Not for sale")),
         Spec("text", "press_note", "note_to_press", ("Note for the press room, at most {limit} characters.",), ('Tell the press room "{text}".', 'The note for the press room is "{text}".'),
              ("Let the sheets dry first", "Send a photo of the first page", "Keep the waste sheets", "Count twice")),
         Spec("list", "inks", "spot_colours", ("Extra inks besides black.",), ("Besides black the run uses {listed}.", "Extra inks are {listed}."),
              (("gold", "gold"), ("silver", "silver"), ("deep_red", "deep red"), ("leaf_green", "leaf green"))),
         Spec("number", "preview_pages", "previews", ("Number of pages shown in the preview of the client.",), data=((1, 2, 3), (8, 12, 16))),
         Spec("token", "upload_mark", "upload_reference", ("Reference by which the client finds its upload again.",)),
         Spec("contact", "designer", "artist", ("Person who answers for the artwork.",), ("{name} answers for the artwork, extension {phone}.", "For the artwork ask {name}, extension {phone}.")))),
    "farm_vets": Domain(
        ("{stem} Farm Vets", "{stem} Veterinary Practice", "{stem} Livestock Clinic"), ("Practice Diary", "Round Planner", "Herd Desk"),
        ("practice assistant", "rounds assistant"),
        (("schedule_farm_visit", "Plans a visit of a veterinarian to a farm."), ("create_herd_visit", "Puts a herd visit into the diary of the practice."),
         ("plan_round_stop", "Adds a farm to the round of a veterinarian.")),
        ("Returns the number of the visit.", "Emergencies are taken by telephone only.", "Medicine is ordered by another tool.", "A visit can be moved until the evening before."),
        ("Hello, please plan a visit to our farm near {place}.", "Hi, could one of the vets come out to our farm at {place}?",
         "Good morning from {place}, we need somebody to look after our sheep.",
         "Dear team, it is that time of the year again at our farm in {place}.", "Hello again, we would like a visit to our sheep at {place}."),
        ("Our dog is friendly.", "The neighbours send their regards.", "We were very happy with the last visit.", "The children still talk about your last visit."),
        False, False,
        (480, 1050),
        (Spec("count", "animal_count", "animals", ("Number of animals to be treated.", "How many animals are treated in total."),
              {"plain": ("There are {n} animals to treat.", "{n} animals need treatment."),
               "sum": ("There are {a} sheep from the upper field and {b} from the lower one to treat.", "{a} animals in the barn and {b} in the yard need treatment."),
               "less": ("We have {a} sheep, but {b} of them need no treatment.", "There are {a} sheep here, and all but {b} have to be treated."),
               "times": ("There are {a} pens with {b} sheep each, all to be treated.", "All sheep in {a} sheds need treatment, {b} to a shed.")},
              ((8, 10, 12, 15, 20, 25), (200, 250, 500))),
         Spec("step", "team", "crew", ("Who is sent to the farm.", "Team planned for the visit."), data=("single", "double")),
         Spec("step", "needs_pen_gates", "pen_gates", ("Whether pen gates are brought along.",), data=(False, True)),
         Spec("lookup", "kit", "bag", ("Kit that the vet packs.", "Equipment kit for the visit."), data=("basic", "surgical", "reason", ("lameness", "injury"))),
         Spec("offset", "call_date", "call_on", ("Day on which the practice telephones to ask how the flock is, as YYYY-MM-DD.",), data=(1, (5, 7, 10, 14))),
         Spec("product", "dose_count", "doses", ("Doses to bring along.", "Number of doses in the cool box."), data=(2, 3)),
         Spec("day", "pasture_date", "pasture_on", ("Day on which the flock goes back to the pasture, as YYYY-MM-DD.",),
              ("The flock goes back to the pasture {when}.", "We take the flock back to the pasture {when}.")),
         Spec("moment", "visit_at", "visit_time", ("When the visit begins, {zone}.", "Start of the visit, {zone}."),
              ("The visit can begin {when} {clock}.", "Please begin {when} {clock}.", "We expect the vet {when} {clock}.")),
         Spec("unit", "fluid_volume", "volume", ("Drench to bring along, in {unit}.", "How much drench is needed, in {unit}."),
              ("Bring {amount} of drench.", "We are short of drench and need {amount}."), ("millilitre", "millilitres", "litre", "litres", 1000, (2, 3, 4, 5, 8))),
         Spec("unit", "flock_age", "age", ("Age of the oldest animal, in {unit}.",),
              ("The oldest animal is {amount} old.", "The oldest animal has reached the age of {amount}."), ("month", "months", "year", "years", 12, (3, 4, 5, 6, 8))),
         Spec("enum", "reason", "visit_reason", ("Reason for the visit. {meanings}.", "Why the vet comes; {meanings}."),
              data=(("vaccination", "jabs to prevent illness", ("The sheep are due for their jabs to prevent illness.", "It is time for the preventive jabs."), "immunisation"),
                    ("lameness", "limping, trouble with feet or legs", ("The sheep have trouble with their feet.", "The sheep have trouble with their legs."), "limping"),
                    ("pregnancy", "scanning for unborn lambs", ("We want a scan for unborn lambs.", "The sheep are due for the scan for unborn lambs."), "scanning"),
                    ("injury", "a wound that is open", ("The sheep have open wounds from a fence.", "The sheep came back with open wounds."), "trauma"))),
         Spec("pick", "access", "access_road", ("Way to the farm; {meanings}. Default {default}.",),
              data=(("lane", "over the main lane", ("Come over the main lane.",)), ("ford", "through the ford", ("Come through the ford.",)),
                    ("ridge", "along the ridge track", ("Come along the ridge track.",)), ("quarry", "past the quarry", ("Come past the quarry.",)))),
         Spec("ident", "holding_id", "holding", ("Holding: HD- followed by the six digits of the holding number.",),
              ("Our holding is {id}.", "The holding has the number {id}."), ("HD", 6)),
         Spec("flag", "take_samples", "samples", ("Whether blood samples are taken.",), ("Please take blood samples.", "We want blood samples to be taken."), (False,)),
         Spec("flag", "written_report", "report", ("Whether a written report is sent.",), ("A written report is not needed.", "We can do without the written report."), (True,)),
         Spec("text", "herd_book_line", "herd_book", ("Line for the herd book, at most {limit} characters.",), ('Enter "{text}" in the herd book.', 'The line for the herd book is "{text}".'),
              ("Second round of the year", "Checked along with a neighbour", "Seen by the practice", "As planned last year")),
         Spec("text", "vet_note", "note_to_vet", ("Note for the vet, at most {limit} characters.",), ('Tell the vet "{text}".', 'The note for the vet is "{text}".'),
              ("Drive on to the old barn", "Please close both of the gates", "Boots are at the door", "Call from the crossing")),
         Spec("list", "checks", "inspections", ("Further checks during the visit.",), ("While you are here, please check {listed}.", "The vet should look at {listed} as well."),
              (("water", "the water"), ("feed", "the feed"), ("bedding", "the bedding"), ("fences", "the fences"))),
         Spec("number", "page_size", "page_length", ("Visits that the client shows on a page.",), data=((4, 5, 6), (25, 30, 40))),
         Spec("token", "diary_mark", "diary_reference", ("Reference by which the diary finds its call again.",)),
         Spec("contact", "stock_keeper", "keeper", ("Person who holds the animals.",), ("{name} will hold the animals, extension {phone}.", "The animals will be held by {name}, extension {phone}.")))),
}
LAYOUTS = ("exchange", "page", "fixture")

QUESTIONS = (
    "Is the proposed call correct for the request under this schema?", "Does the proposed call carry out the request as the tool definition and the conventions ask?",
    "Should the proposed call be sent as it stands?", "Is the call right for what the user asked, under this tool definition?",
    "Can the call go out unchanged: does it fit the tool definition and say what the user wants?",
)
YES = ("The call fits the schema, the rules and the request in every property.", "Every property of the call is as the tool definition, the conventions and the request demand.",
       "Nothing in the call has to be changed.")
NO = ("At least one property is missing, should not be there, or has a wrong value.", "Something in the call breaks the schema, a rule or the request.",
      "The call has to be changed in at least one place.")


# Sentences of the tool description and the conventions

STEP_RULES = {
    True: ("Set `{name}` to {high} when `{source}` is {limit} or more, otherwise to {low}.", "`{name}` is {high} as soon as `{source}` reaches {limit}, and {low} below that.",
           "If `{source}` is at least {limit}, `{name}` must be {high}; with less it must be {low}."),
    False: ("Set `{name}` to {high} when `{source}` is above {limit}, otherwise to {low}.", "As long as `{source}` does not exceed {limit}, `{name}` is {low}; beyond that it is {high}.",
            "`{name}` must be {high} if `{source}` is more than {limit}, and {low} if it is not."),
}
RULES = {
    "lookup": ("`{name}` is {high} when `{source}` is {one} or {two}, and {low} in all other cases.", "Set `{name}` to {high} for the `{source}` {one} or {two}; for any other set it to {low}."),
    "offset": ("`{name}` is always {days} calendar days after `{source}`.", "Set `{name}` to the date of `{source}` plus {days} calendar days."),
    "product": ("`{name}` is {times} times `{source}`.", "Set `{name}` to {times} for each one counted in `{source}`."),
}
ZONES = {"UTC": ("in UTC, written YYYY-MM-DDThh:mmZ", "written YYYY-MM-DDThh:mmZ in UTC"),
         "local": ("in the user's local time, written YYYY-MM-DDThh:mm", "written YYYY-MM-DDThh:mm in local time of the user, not converted")}
RULED_VALUES = ("step", "lookup", "offset", "product")
CALLER_VALUES = ("ident", "number", "token", "contact")
"""Kinds of value that a rule of the tool description gives; kinds of value of which a schema has one or two."""
RULED = ("Follows from the rule in the tool description.", "See the tool description for the value.", "Given by the rule in the tool description, not by the user.", "Worked out by the caller from the tool description.")
FREE = ("Chosen by the caller.", "The caller picks it.", "Free choice of the caller.")
CONVENTIONS = {
    "optional": ("Optional properties are set only if the request asks for them. Otherwise they are left out, or given as null where the schema allows null, or given with their default; these mean the same.",
                 "A property that is not required is sent only when the user asked for what it does. If nobody asked, it is left out, null (where the type allows it) or its default, all of which count as the same.",
                 "What is not required and not asked for stays out of the call; null, where the schema permits it, and the default written out are as good as leaving it out."),
    "default": ("If the user asks for exactly the default, it may be left out or written.", "A default that the user asks for may be written or left out."),
    "request": ("Whatever the user fixes, directly or in other words, must stand in the call with the value it comes to, unless that is the default: sums worked out, days as dates, the enumeration value whose meaning was described.",
                "All values the user gives must be in the call, save those that equal a default. Totals are worked out, days are turned into dates, and a described meaning becomes the enumeration value defined for it.",
                "The call carries every wish of the user that the defaults do not meet already, with totals calculated, days resolved to dates and descriptions mapped to the enumeration value that means them."),
    "rules": ("Rules in the tool description bind every call, also where the request is silent about the property.", "A property for which the tool description has a rule takes the value of the rule; users need not mention it.",
              "Where the tool description ties one property to another, that rule decides, and the user does not have to say so."),
    "units": ("Amounts and times are converted into the unit and time zone that the property's description names.", "The value of a property is given in the unit or time zone of its description, whichever unit or zone the user spoke in.",
              "Users speak in any unit; the call uses the unit and the time zone of the property's description."),
    "zone": ("Clock times in a request are local times of the user.", "Users give clock times in their own local time.", "A time of day in the request is in the user's time zone."),
    "days": ("A day said to be some days or weeks away is counted from today, today itself not counted.", "Days and weeks between today and another day are counted without today: one day from today is tomorrow."),
    "weekday": ("Weeks run from Monday to Sunday: \"this\" with a weekday is the day in the current week, \"next\" the day in the week after it.",
                "\"Next\" with a weekday means that day of the following week, \"this\" that day of the current one; a week starts on Monday.",
                "A week starts on Monday. \"This Friday\" lies in the current week, \"next Friday\" in the following one, and so for every weekday."),
    "text": ("Quoted wording is passed on as it is, without the quotation marks.", "Text in quotation marks is copied unchanged, the marks themselves left out."),
    "order": ("The order of properties and of list entries is of no importance.", "Properties and the entries of lists may come in any order."),
    "caller": ("Where a description leaves the value to the caller, any value within the schema's limits is right.", "Values left to the caller may be anything that the schema allows."),
}


MOST_WORKERS = 8
"""The greatest number that the schema allows where a rule gives a small one."""
CONTEXT = {
    "today": ("Today is {today}.", "The date is {today}.", "It is {today}."),
    "clock": ("The user's clock shows {offset} all year.", "The user's time zone is {offset}, without summer time.", "Local time of the user: {offset} throughout the year."),
}
CLOSES = ("Thank you, {name}", "Thanks a lot, {name}", "Best wishes, {name}", "Many thanks in advance, {name}", "Regards, {name}", "Thanks! {name}")
HEADS = {
    "exchange": ({"id": "id", "source": "source", "by": "exported_by", "at": "exported_at", "messages": "messages", "tools": "tools", "reply": "reply"},
                 {"id": "trace_id", "source": "system", "by": "saved_by", "at": "saved_at", "messages": "conversation", "tools": "tools", "reply": "pending"},
                 {"id": "exchange", "source": "origin", "by": "exported_by", "at": "exported_at", "messages": "messages", "tools": "available_tools", "reply": "draft"}),
    "page": ({"title": "# Call review {serial}: {tool}", "made": "Taken from {system} of {site} by {person}, {today}, {time}. {clock}", "conventions": "## Conventions for calls",
              "tool": "## Tool definition", "request": "## Request of {today}", "call": "## Proposed call"},
             {"title": "# {tool}: open call {serial}", "made": "{site}, {system}. Page kept by {person}, last edited {today} at {time}. {clock}", "conventions": "## How calls are filled in",
              "tool": "## Schema", "request": "## What the customer wrote on {today}", "call": "## Call waiting for release"},
             {"title": "# Review sheet {serial}", "made": "Exported {today} at {time} from {system} ({site}); reviewer {person}. {clock}", "conventions": "## House rules",
              "tool": "## Tool", "request": "## Message of {today}", "call": "## Call drafted by the {assistant}"}),
    "fixture": ({"first": "# {site}: recorded cases of the {assistant}", "id": "case", "at": "recorded", "by": "recorded_by", "today": "today", "clock": "user_clock",
                 "conventions": "conventions", "tool": "tool", "request": "user", "call": "proposed_call"},
                {"first": "# test set of {system}, one file a call", "id": "id", "at": "captured", "by": "owner", "today": "date", "clock": "time_zone_of_user",
                 "conventions": "rules", "tool": "definition", "request": "message", "call": "call"},
                {"first": "# exported from {system} ({site}) for the weekly review", "id": "ticket", "at": "exported", "by": "reviewer", "today": "today", "clock": "user_time_zone",
                 "conventions": "filling_in", "tool": "function", "request": "request", "call": "output"}),
}


# The case

@dataclass(frozen=True)
class Prop:
    """A property of the schema. `limits` are the least and greatest value or length (None: no greatest); `unit` is the unit or zone of the value; `parts` the listed values."""

    spec: Spec
    is_required: bool
    is_nullable: bool
    default: object
    limits: tuple
    unit: str
    text: str


@dataclass(frozen=True)
class Fact:
    """What the request says about a property: its form, the values in it, and the sentence with its fields."""

    name: str
    form: str
    values: tuple
    sentence: str


@dataclass(frozen=True)
class Rule:
    """A rule of the tool description that gives `name` from `source`; `values` as its form needs them."""

    name: str
    form: str
    source: str
    values: tuple
    sentence: str


@dataclass(frozen=True)
class Case:
    today: datetime.date
    offset: int
    props: tuple
    facts: tuple
    rules: tuple
    call: tuple


class Plan(NamedTuple):
    """What is settled for a group before anything is drawn; `is_high` says on which side of its limit a step rule is met."""

    level: int
    number: int
    kind: str
    form: str
    is_inclusive: bool
    is_high: bool
    domain: str
    layout: str


class Draft(NamedTuple):
    """A case that may become a group: the `yes` case, the `no` case and the name of the property in question."""

    yes: Case
    no: Case
    name: str


@dataclass(frozen=True)
class Wording:
    """What the members share in words; `idle` names conventions that are printed even where nothing needs them."""

    layout: str
    tool: str
    about: str
    conventions: tuple
    idle: tuple
    head: dict
    words: dict
    minute: int
    opening: str
    aside: str
    close: str
    is_request_first: bool
    is_aside_last: bool
    question: dict


def plan(draw: draws.Draw) -> list:
    """The Plan of every group: kinds and forms as counted, domains and layouts evenly, sides of the limits in equal shares."""
    rng = draws.stream(draw, FAMILY, "plan")
    cells = rng.shuffled([(domain, layout) for domain in DOMAINS for layout in LAYOUTS])
    plans = []
    for level in families.LEVELS:
        rows = []
        for kind in KINDS:
            for form, count in FORMS[kind].items():
                rows += [(kind, form)] * (count - (kind in SIXTEEN[level] and form == SPARED[kind]))
        sides = {row: balance.spread(rng, SIDES, rows.count(row), level) for row in sorted(set(rows))}
        for number, (kind, form) in enumerate(rng.shuffled(rows)):
            plans.append(Plan(level, number, kind, form, *sides[kind, form].pop(), *cells[(number + 100 * level) % len(cells)]))
    return plans


# Reading values

def day_of(today: datetime.date, form: str, values: tuple) -> datetime.date:
    """The date that an expression for a day comes to."""
    first_of_next = (today.replace(day=1) + datetime.timedelta(days=32)).replace(day=1)
    if form == "date":
        return values[0]
    if form == "in":
        return today + datetime.timedelta(days=values[0])
    if form in ("this", "next"):
        return today + datetime.timedelta(days=values[0] - today.weekday() + 7 * (form == "next"))
    if form == "last of month":
        return first_of_next - datetime.timedelta(days=1)
    if form == "first of next":
        return first_of_next
    nth, weekday = values
    return first_of_next + datetime.timedelta(days=(weekday - first_of_next.weekday()) % 7 + 7 * (nth - 1))


def stamp(day: datetime.date, minute: int, zone: str) -> str:
    """A date and time as a call writes it; minutes beyond the day run into the next or the previous one."""
    day += datetime.timedelta(days=minute // 1440)
    return f"{day.isoformat()}T{english.clock(minute % 1440)}{'Z' if zone == 'UTC' else ''}"


def converted(prop: Prop, amount: int, unit: str) -> int:
    """An amount of a unit property in one of its two units; requests speak in the large one."""
    return amount * prop.spec.data[4] if unit == "small" else amount


def resolve(case: Case, prop: Prop, fact: Fact):
    """The value that the request gives to a property."""
    kind, values = prop.spec.value, fact.values
    if kind == "count":
        return {"plain": values[0], "sum": sum(values), "less": values[0] - values[-1], "times": values[0] * values[-1]}[fact.form]
    if kind == "day":
        return day_of(case.today, fact.form, values).isoformat()
    if kind == "moment":
        minute = values[0] - (case.offset if prop.unit == "UTC" else 0)
        return stamp(day_of(case.today, fact.form, values[1:]), minute, prop.unit)
    if kind == "unit":
        return converted(prop, values[0], prop.unit)
    return values[0]


def date_in(value: str) -> datetime.date:
    """The date at the start of a value of a call."""
    return datetime.date(*map(int, value[:10].split("-")))


def ruled(rule: Rule, source):
    """The value that a rule gives, from the value of its source."""
    if rule.form == "step":
        limit, is_inclusive, low, high = rule.values
        return high if source > limit or (is_inclusive and source == limit) else low
    if rule.form == "lookup":
        low, high, chosen = rule.values
        return high if source in chosen else low
    if rule.form == "product":
        return rule.values[0] * source
    return (date_in(source) + datetime.timedelta(days=rule.values[0])).isoformat()


def other_readings(case: Case, prop: Prop, fact: Fact) -> tuple:
    """The values that another unit or time zone than the described one would give."""
    if prop.spec.value == "unit":
        return (converted(prop, fact.values[0], "large" if prop.unit == "small" else "small"),)
    day = day_of(case.today, fact.form, fact.values[1:])
    shifts = (0, case.offset) if prop.unit == "UTC" else (-case.offset, case.offset)
    return tuple(stamp(day, fact.values[0] + shift, prop.unit) for shift in shifts)


# Answering

def fits(prop: Prop, value) -> bool:
    """Whether the schema allows the value."""
    kind = prop.spec.value
    if value is None:
        return prop.is_nullable
    if kind in ("enum", "pick"):
        return value in [row[0] for row in prop.spec.data]
    if kind in ("step", "lookup"):
        return value in prop.spec.data[:2] if isinstance(value, (str, bool)) else 1 <= value <= MOST_WORKERS
    if kind == "flag":
        return isinstance(value, bool)
    if kind == "ident":
        prefix, digits = prop.spec.data
        return re.fullmatch(f"{prefix}-[0-9]{{{digits}}}", value) is not None
    if kind == "text":
        return len(value) <= prop.limits[1]
    if kind == "token":
        return re.fullmatch("[a-z0-9]*", value) is not None and prop.limits[0] <= len(value) <= prop.limits[1]
    if kind == "list":
        return len(set(value)) == len(value) and set(value) <= {row[0] for row in prop.spec.data}
    if kind in ("count", "unit", "number", "product"):
        return prop.limits[0] <= value and (prop.limits[1] is None or value <= prop.limits[1])
    return True


def wanted(case: Case, prop: Prop):
    """("request" or "rule", value) where the value of a property is fixed, ("caller", None) where it is free, ("nobody", None) where it is not asked for."""
    facts = {fact.name: fact for fact in case.facts}
    rules = {rule.name: rule for rule in case.rules}
    name = prop.spec.name
    if name in facts:
        return "request", resolve(case, prop, facts[name])
    if name in rules:
        source = next(other for other in case.props if other.spec.name == rules[name].source)
        given = dict(case.call).get(source.spec.name)
        return "rule", ruled(rules[name], given if given is not None and fits(source, given) else resolve(case, source, facts[source.spec.name]))
    return ("caller", None) if prop.spec.value in ("number", "token") else ("nobody", None)


def is_same(value, right) -> bool:
    """Whether a value of the call is the right one; the order in a list does not count."""
    if isinstance(right, tuple) and isinstance(value, tuple):
        return sorted(value) == sorted(right)
    return value == right


def fault(case: Case, prop: Prop, call: dict):
    """The requirement that a property of the schema fails in the call, or None."""
    name = prop.spec.name
    source, right = wanted(case, prop)
    is_given = call.get(name) is not None
    if name not in call and prop.is_required:
        return "required_property"
    if name in call and not fits(prop, call[name]):
        return "schema_value"
    value = call[name] if is_given else prop.default
    if source == "caller" or (source == "nobody" and value == prop.default):
        return None
    if source == "nobody" or (value is None or value == prop.default) and not is_same(value, right) and not prop.is_required:
        return "optional_property"
    if is_same(value, right):
        return None
    if source == "rule":
        return "cross_rule"
    fact = next(fact for fact in case.facts if fact.name == name)
    return "unit_or_zone" if prop.spec.value in ("unit", "moment") and value in other_readings(case, prop, fact) else "request_value"


def failures(case: Case) -> list:
    """(property, requirement) of everything that is wrong with the call; a name the schema does not list counts for the property it stands for."""
    call = dict(case.call)
    listed = {prop.spec.name for prop in case.props}
    found = {(prop.spec.name, fault(case, prop, call)) for prop in case.props}
    aliases = {prop.spec.alias: prop.spec.name for prop in case.props}
    found |= {(aliases.get(name, name), "required_property") for name in call if name not in listed}
    return sorted(pair for pair in found if pair[1] is not None)


def answer(case: Case) -> str:
    """Whether the call is correct: nothing fails."""
    return "no" if failures(case) else "yes"


# Drawing the schema

def choose_specs(rng, group: Plan) -> list:
    """The properties of a schema: those the kind needs, then the usual ones of the level."""
    by_value = {}
    for spec in DOMAINS[group.domain].specs:
        by_value.setdefault(spec.value, []).append(spec)
    need = group.form if group.form in by_value else {"zone": "moment"}.get(group.form)
    is_narrow = group.level == 1 and need in ("enum", "ident", "number", "token", "unit")
    weights = {"step": 5, "product": 2, "lookup": 2 * (not is_narrow or need == "enum"), "offset": 3 * (not is_narrow)}
    if group.level == 1 and need == "day":
        weights = {"step": 5, "product": 2, "offset": 0}
    ruled_by = need if need in RULED_VALUES else rng.weighted(weights)
    chosen = ["count", ruled_by, "moment"]
    if group.level == 3:
        chosen.append(rng.choice([value for value in RULED_VALUES if value != ruled_by]))
    if "offset" in chosen or need == "day" or group.level == 3:
        chosen.append("day")
    first = [value for value in (need, "enum" if "lookup" in chosen else None) if value in by_value and value not in chosen]
    callers = [value for value in first if value in CALLER_VALUES] + rng.shuffled([value for value in CALLER_VALUES if value not in first])
    usual = ["enum", "unit", *callers[:2]] if group.level == 3 else rng.shuffled(["enum", "unit", callers[0]])
    chosen += list(dict.fromkeys(first + usual))[:PROPERTIES[group.level] - OPTIONAL[group.level] - len(chosen)]
    required = [rng.choice(by_value[value]) for value in chosen]
    used = {spec.name for spec in required}
    units = [spec for spec in by_value["unit"] if spec.name not in used][:1]
    texts = rng.sample(by_value["text"], 1) if group.form in AT_LIMITS else []
    usual = [spec for value in ("flag", "text", "list", "pick") for spec in by_value[value] if spec not in texts] + units
    optional = texts + rng.sample(usual, OPTIONAL[group.level] - len(texts))
    return [(spec, True) for spec in required] + [(spec, False) for spec in optional]


def meanings_of(spec: Spec) -> str:
    """The enumeration values with their meanings."""
    return "; ".join(f"`{row[0]}`: {row[1]}" for row in spec.data)


def draw_limits(rng, group: Plan, spec: Spec) -> tuple:
    """The least and greatest value or length that the schema allows; None where it sets no greatest."""
    if spec.value == "count":
        return 1, rng.choice(spec.data[1])
    if spec.value == "text":
        return 0, rng.choice(TEXT_LIMITS[:2] if group.form in AT_LIMITS else TEXT_LIMITS)
    if spec.value == "number":
        return rng.choice(spec.data[0]), rng.choice(spec.data[1])
    if spec.value == "token":
        return rng.choice(((6, 8), (6, 10), (8, 10), (4, 6), (5, 8)))
    return {"unit": (1, None), "product": (1, rng.choice((200, 250, 300, 500)))}.get(spec.value, ())


def draw_prop(rng, group: Plan, spec: Spec, is_required: bool) -> Prop:
    """A property with its limits, unit and description."""
    unit = rng.choice(("small", "large")) if spec.value == "unit" else rng.choice(("UTC", "local")) if spec.value == "moment" else ""
    default = spec.data[0] if spec.value == "flag" else spec.data[0][0] if spec.value == "pick" else None
    is_nullable = not is_required and (spec.value in ("text", "list") or rng.chance(1, 3))
    limits = draw_limits(rng, group, spec)
    words = {"default": f"`{default}`", "limit": limits[1] if limits else None}
    if spec.value in ("enum", "pick"):
        words["meanings"] = meanings_of(replace(spec, data=tuple(rng.shuffled(spec.data)) if rng.chance(1, 2) else spec.data))
    if spec.value == "unit":
        words["unit"] = spec.data[{"small": 1, "large": 3}[unit]]
    if spec.value == "moment":
        words["zone"] = rng.choice(ZONES[unit])
    text = rng.choice(spec.texts).format(**words)
    if spec.value in RULED_VALUES:
        text += " " + rng.choice(RULED)
    if spec.value in ("number", "token"):
        text += " " + rng.choice(FREE)
    return Prop(spec, is_required, is_nullable, default, limits, unit, text)


# Drawing the request

def number_word(rng, number: int) -> str:
    """A number in figures, or in words where it is small."""
    return english.NUMBERS[number] if number <= 12 and rng.chance(1, 2) else str(number)


def draw_count(rng, total: int, form: str):
    """(form, values) of a total; the form wanted, or a sum where the total has no divisors."""
    if form == "times":
        divisors = [n for n in range(2, total // 2 + 1) if total % n == 0]
        if not divisors:
            form = "sum"
        else:
            first = rng.choice(divisors)
            return form, (first, total // first)
    if form == "sum":
        first = rng.between(2, total - 2)
        return form, (first, total - first)
    if form == "less":
        less = rng.between(2, max(2, total // 2))
        return form, (total + less, less)
    return "plain", (total,)


def draw_day(rng, today: datetime.date, is_indirect: bool):
    """(form, values, adverbial) of a day after today."""
    form = rng.weighted({"in": 4, "weeks": 2, "this": 2, "next": 4, "last of month": 2, "first of next": 1, "nth": 2, "date": 0 if is_indirect else 5})
    if form == "this" and today.weekday() > 3 or form == "last of month" and (today + datetime.timedelta(days=3)).month != today.month:
        form = "next"
    if form == "in":
        days = rng.choice((1, 2, 3, 4, 5, 6, 8, 9, 10, 12))
        plain = {1: "tomorrow", 2: "the day after tomorrow"}.get(days)
        return "in", (days,), plain or f"{rng.choice(('in {0} days', '{0} days from today'))}".format(number_word(rng, days))
    if form == "weeks":
        weeks = rng.choice((1, 2, 3))
        return "in", (7 * weeks,), rng.choice(("in {0}", "{0} from today")).format(english.plural(weeks, "week").replace(str(weeks), ("one", "two", "three")[weeks - 1]))
    if form == "this":
        weekday = rng.between(today.weekday() + 1, 4)
        return form, (weekday,), f"this {english.WEEKDAYS[weekday]}"
    if form == "next":
        weekday = rng.below(5)
        return form, (weekday,), f"next {english.WEEKDAYS[weekday]}"
    if form == "last of month":
        return form, (), "on the last day of this month"
    if form == "first of next":
        return form, (), "on the first day of next month"
    if form == "nth":
        nth, weekday = rng.between(1, 3), rng.below(5)
        return form, (nth, weekday), f"on the {('first', 'second', 'third')[nth - 1]} {english.WEEKDAYS[weekday]} of next month"
    day = today + datetime.timedelta(days=rng.between(2, 40))
    return form, (day,), f"on {rng.choice((english.long_date(day), english.weekday(day) + ', ' + english.long_date(day)))}"


def clock_words(rng, minute: int) -> str:
    """A time of day as people write it; half hours and full hours also in words."""
    hour, part = divmod(minute, 60)
    if part not in (0, 30) or rng.chance(1, 2):
        return f"at {english.clock(minute)}"
    name = english.NUMBERS[(hour - 1) % 12 + 1]
    time = "in the morning" if hour < 12 else "in the afternoon" if hour < 18 else "in the evening"
    return f"at {'half past ' if part else ''}{name}{'' if part else ' o’clock'} {time}"


def draw_minute(rng, hours: tuple) -> int:
    """A time of day on a quarter of an hour, not between 12 and 13."""
    return rng.choice([minute for minute in range(hours[0], hours[1] + 1, 15) if not 720 <= minute < 780])


def say_count(rng, spec: Spec, total: int, is_indirect: bool) -> Fact:
    """The total, mostly as something to work out."""
    form, values = draw_count(rng, total, rng.choice(("sum", "less", "times") if is_indirect else ("sum", "less", "times", "plain")))
    is_in_words = max(values) <= 12 and rng.chance(2, 3)
    said = [english.NUMBERS[value] if is_in_words else str(value) for value in values]
    words = dict(zip("ab", said), n=said[0])
    return Fact(spec.name, form, values, english.sentence(rng.choice(spec.asks[form]).format(**words)))


def say_day(rng, group: Plan, spec: Spec, today: datetime.date, is_indirect: bool) -> Fact:
    """A day, or a day and a time of day."""
    form, values, when = draw_day(rng, today, is_indirect or rng.chance(1, 2))
    if spec.value == "day":
        return Fact(spec.name, form, values, rng.choice(spec.asks).format(when=when))
    minute = draw_minute(rng, DOMAINS[group.domain].hours)
    return Fact(spec.name, form, (minute, *values), rng.choice(spec.asks).format(when=when, clock=clock_words(rng, minute)))


def say_unit(rng, spec: Spec) -> Fact:
    """An amount in the larger unit of a property, the one that people use."""
    amount = rng.choice(spec.data[5])
    return Fact(spec.name, "amount", (amount,), rng.choice(spec.asks).format(amount=f"{amount} {spec.data[3]}"))


def say_ident(rng, spec: Spec) -> Fact:
    """A number with or without its prefix."""
    prefix, digits = spec.data
    number = figures_of(rng, digits)
    return Fact(spec.name, "number", (f"{prefix}-{number}",), rng.choice(spec.asks).format(id=rng.choice((f"{prefix}-{number}", number))))


def say_list(rng, spec: Spec) -> Fact:
    """One to three entries of a list, in words."""
    rows = rng.sample(spec.data, rng.between(1, 3))
    return Fact(spec.name, "listed", (tuple(row[0] for row in rows),), rng.choice(spec.asks).format(listed=english.listing(row[1] for row in rows)))


def say_contact(rng, spec: Spec) -> Fact:
    """A person with an extension."""
    name, phone = names.person(rng), figures_of(rng, 4)
    return Fact(spec.name, "person", ({"name": name, "extension": phone},), rng.choice(spec.asks).format(name=name, phone=phone))


def draw_fact(rng, group: Plan, case: Case, prop: Prop, total: int, is_indirect: bool) -> Fact:
    """What the request says about a property; `is_indirect` asks for a value that has to be worked out."""
    spec, kind = prop.spec, prop.spec.value
    if kind == "count":
        return say_count(rng, spec, total, is_indirect)
    if kind in ("day", "moment"):
        return say_day(rng, group, spec, case.today, is_indirect)
    if kind in ("enum", "pick"):
        row = rng.choice(spec.data)
        return Fact(spec.name, "meaning", (row[0],), rng.choice(row[2]))
    if kind == "flag":
        return Fact(spec.name, "wish", (not spec.data[0],), rng.choice(spec.asks))
    if kind == "text":
        text = rng.choice([text for text in spec.data if len(text) == prop.limits[1] or group.form not in AT_LIMITS and len(text) < prop.limits[1]])
        return Fact(spec.name, "quoted", (text,), rng.choice(spec.asks).format(text=text))
    return {"unit": say_unit, "ident": say_ident, "list": say_list, "contact": say_contact}[kind](rng, spec)


def figures_of(rng, count: int) -> str:
    """That many figures from 1 to 9."""
    return "".join(str(rng.below(9) + 1) for _ in range(count))


def draw_rule(rng, group: Plan, prop: Prop, props, limit: int) -> Rule:
    """The rule of the tool description for a property."""
    spec, form = prop.spec, prop.spec.value
    source = next(other.spec for other in props if other.spec.value == {"step": "count", "product": "count", "lookup": "enum", "offset": "day"}[form])
    words = {"name": spec.name, "source": source.name}
    if form == "step":
        low, high = spec.data
        sentence = rng.choice(STEP_RULES[group.is_inclusive]).format(limit=limit, low=literal(low), high=literal(high), **words)
        return Rule(spec.name, form, source.name, (limit, group.is_inclusive, low, high), sentence)
    if form == "lookup":
        low, high, _, chosen = spec.data
        one, two = rng.shuffled(chosen)
        sentence = rng.choice(RULES[form]).format(low=literal(low), high=literal(high), one=literal(one), two=literal(two), **words)
        return Rule(spec.name, form, source.name, (low, high, chosen), sentence)
    number = rng.choice(spec.data[1] if form == "offset" else spec.data)
    return Rule(spec.name, form, source.name, (number,), rng.choice(RULES[form]).format(days=number, times=number, **words))


def literal(value) -> str:
    """A value as prose in a tool description shows it."""
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"


# Drawing the call

def draw_token(rng, length: int) -> str:
    """A mark of small letters and figures."""
    return "".join(rng.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(length))


def free_value(rng, prop: Prop, is_target: bool):
    """A value that the caller may choose; at one of its limits in half of the cases, and always where it is the value in question."""
    low, high = prop.limits
    size = rng.choice(prop.limits) if is_target or rng.chance(1, 2) else rng.between(low, high)
    return draw_token(rng, size) if prop.spec.value == "token" else size


def unasked_forms(prop: Prop) -> list:
    """How a property nobody asked for may stand in the call: () for left out, (value,) for given."""
    forms = [()]
    if prop.is_nullable:
        forms.append((None,))
    if prop.default is not None:
        forms.append((prop.default,))
    return forms


def draw_call(rng, group: Plan, case: Case, target: str) -> tuple:
    """The call of the `yes` member, and the order of all properties in it."""
    order = [prop.spec.name for prop in case.props] if rng.chance(1, 2) else rng.shuffled([prop.spec.name for prop in case.props])
    call = {}
    for prop in case.props:
        name = prop.spec.name
        source, right = wanted(case, prop)
        if source == "caller":
            call[name] = free_value(rng, prop, name == target and group.form in AT_LIMITS)
        elif source == "nobody" or (right == prop.default and prop.default is not None):
            forms = unasked_forms(prop) if source == "nobody" else [(), (right,)]
            form = () if name == target and group.form == "add" else rng.choice(forms[1:]) if name == target and group.form == "fill" else rng.choice(forms)
            if form:
                call[name] = form[0]
        else:
            call[name] = tuple(rng.shuffled(right)) if isinstance(right, tuple) else right
    return tuple((name, call[name]) for name in order if name in call), tuple(order)


def put(case: Case, name: str, value) -> Case:
    """The case with another value of one property of the call."""
    return replace(case, call=tuple((key, value if key == name else old) for key, old in case.call))


def wrong_values(rng, group: Plan, case: Case, prop: Prop) -> list:
    """Values that the planted kind may put in the place of the right one."""
    form, spec = group.form, prop.spec
    fact = next((fact for fact in case.facts if fact.name == spec.name), None)
    value = dict(case.call).get(spec.name)
    if form == "count":
        first, second = fact.values
        near = {"sum": (first, second, value + 1, value - 1), "less": (first, first + second, value - 1, value + 1),
                "times": (first + second, value + second, value - first, second)}
        return [number for number in near[fact.form] if number > 1 and number != value]
    if form == "day":
        return [shifted(value, days) for days in (-7, -1, 1, 7)]
    if form == "moment":
        return [shifted(value, days) for days in (-7, -1, 1, 7)]
    if group.kind == "request_value":
        return [row[0] for row in spec.data if row[0] != value]
    if form == "enum":
        return [next(row[3] for row in spec.data if row[0] == value)]
    if form == "ident":
        prefix, number = value.split("-")
        return [f"{prefix.lower()}-{number}", f"{prefix}_{number}", f"{prefix}{number}", f"{prefix} {number}"]
    if form == "number":
        return [prop.limits[0] - 1 if value == prop.limits[0] else prop.limits[1] + 1]
    if form == "token":
        return [value[:-1] if len(value) == prop.limits[0] else value + draw_token(rng, 1)]
    if group.kind == "unit_or_zone":
        return list(other_readings(case, prop, fact))
    return other_rulings(case, prop, value)


def other_rulings(case: Case, prop: Prop, value) -> list:
    """Values that a reader who misses the rule, or a number of it, might give."""
    rule = next(rule for rule in case.rules if rule.name == prop.spec.name)
    if rule.form in ("step", "lookup"):
        return [other for other in prop.spec.data[:2] if other != value]
    if rule.form == "product":
        times = rule.values[0]
        return [value + times, value - times, (times + 1) * (value // times), (times - 1) * (value // times)]
    return [shifted(value, days) for days in (-7, -1, 1, 7)]


def shifted(value: str, days: int) -> str:
    """A date, or a date and time, some days off."""
    return (date_in(value) + datetime.timedelta(days=days)).isoformat() + value[10:]


def invented(rng, prop: Prop):
    """A plausible value for an optional property that nobody asked for."""
    kind, data = prop.spec.value, prop.spec.data
    if kind == "flag":
        return not data[0]
    if kind == "text":
        return rng.choice([text for text in data if len(text) <= prop.limits[1]])
    if kind == "pick":
        return rng.choice(data[1:])[0]
    if kind == "unit":
        return converted(prop, rng.choice(data[5]), prop.unit)
    return tuple(row[0] for row in rng.sample(data, rng.between(1, 2)))


def plant(rng, group: Plan, case: Case, order: tuple, prop: Prop) -> Case:
    """The case of the `no` member: one entry of the call changed, added or taken out."""
    name, form = prop.spec.name, group.form
    if form in ("remove", "drop"):
        return replace(case, call=tuple(pair for pair in case.call if pair[0] != name))
    if form == "rename":
        return replace(case, call=tuple((prop.spec.alias if key == name else key, value) for key, value in case.call))
    if form == "add":
        call = dict(case.call, **{name: invented(rng, prop)})
        return replace(case, call=tuple((key, call[key]) for key in order if key in call))
    if form == "fill":
        return put(case, name, invented(rng, prop))
    if form == "empty":
        forms = unasked_forms(prop)[1:]
        return put(case, name, rng.choice(forms)[0])
    return put(case, name, rng.choice(wrong_values(rng, group, case, prop)))


# Drawing a case

def target_of(rng, group: Plan, props) -> Prop:
    """The property in which the members will differ, or None where the schema has none that fits."""
    form = group.form
    if form == "remove":
        fitting = [prop for prop in props if prop.is_required and prop.spec.value not in ("day", "moment", "offset", "contact")]
    elif form == "rename":
        fitting = [prop for prop in props if prop.is_required]
    elif form in ("add", "drop"):
        fitting = [prop for prop in props if not prop.is_required]
    elif form in ("fill", "empty"):
        fitting = [prop for prop in props if not prop.is_required and len(unasked_forms(prop)) > 1]
    else:
        fitting = [prop for prop in props if prop.is_required and prop.spec.value == {"zone": "moment"}.get(form, form)]
    return rng.choice(fitting) if fitting else None


def asked_optionals(rng, group: Plan, props, target: Prop) -> set:
    """The names of the optional properties that the request asks for: about half, at least one."""
    optional = [prop.spec.name for prop in props if not prop.is_required]
    asked = {name for name in rng.sample(optional, rng.between(1, len(optional) - 1))}
    if group.form in ("add", "fill"):
        asked.discard(target.spec.name)
    if group.form in ("drop", "empty"):
        asked.add(target.spec.name)
    if group.form in AT_LIMITS:
        asked.update(prop.spec.name for prop in props if prop.spec.value == "text")
    return asked


def draw_total(rng, group: Plan, limits: tuple):
    """(limit, total): the total stands at the limit of a step rule or next to it, on the planned side."""
    limit = rng.choice(limits)
    if group.is_inclusive:
        return limit, limit if group.is_high else limit - 1
    return limit, limit + 1 if group.is_high else limit


def draw_draft(rng, group: Plan):
    """A Draft, or None where what was drawn does not fit together."""
    domain = DOMAINS[group.domain]
    limit, total = draw_total(rng, group, next(spec.data[0] for spec in domain.specs if spec.value == "count"))
    props = tuple(rng.shuffled([draw_prop(rng, group, spec, is_required) for spec, is_required in choose_specs(rng, group)]))
    target = target_of(rng, group, props)
    if target is None:
        return None
    today = datetime.date(2026, 1, 5) + datetime.timedelta(days=7 * rng.below(48) + rng.below(5))
    case = Case(today, rng.choice(OFFSETS), props, (), (), ())
    asked = asked_optionals(rng, group, props, target)
    is_indirect = group.kind == "request_value"
    facts = tuple(draw_fact(rng, group, case, prop, total, is_indirect and prop == target)
                  for prop in sorted(rng.shuffled(props), key=lambda prop: prop.spec.value != "count")
                  if prop.spec.name in asked or prop.is_required and prop.spec.value in ("count", "day", "moment", "unit", "enum", "ident", "contact"))
    rules = tuple(draw_rule(rng, group, prop, props, limit) for prop in props if prop.spec.value in RULED_VALUES)
    case = replace(case, facts=facts, rules=rules)
    if not are_in_time(case, days_of_request(case), domain):
        return None
    call, order = draw_call(rng, group, case, target.spec.name)
    case = replace(case, call=call)
    if group.form in ("drop", "empty") and case == put(case, target.spec.name, target.default):
        return None
    no = plant(rng, group, case, order, target)
    return Draft(case, no, target.spec.name) if is_sound(group, case, no, target) else None


def days_of_request(case: Case) -> dict:
    """{kind of value: date} of the day and the moment asked for and of the day that a rule counts, in local time."""
    facts = {fact.name: fact for fact in case.facts}
    days = {prop.spec.value: day_of(case.today, facts[prop.spec.name].form, facts[prop.spec.name].values[prop.spec.value == "moment":])
            for prop in case.props if prop.spec.value in ("day", "moment")}
    ahead = [datetime.timedelta(days=rule.values[0]) for rule in case.rules if rule.form == "offset"]
    return {**days, "offset": days["day"] + ahead[0]} if ahead else days


def days_of_call(case: Case) -> dict:
    """{kind of value: date} of the call."""
    call = dict(case.call)
    return {prop.spec.value: date_in(call[prop.spec.name]) for prop in case.props if prop.spec.value in ("day", "moment", "offset") and prop.spec.name in call}


def are_in_time(case: Case, days: dict, domain: Domain) -> bool:
    """Whether all days come after today, and on the side of the moment that the domain says."""
    sides = {"day": domain.is_day_first, "offset": domain.is_offset_first}
    if min(days.values(), default=datetime.date.max) <= case.today:
        return False
    return "moment" not in days or all(days[kind] != days["moment"] and (days[kind] < days["moment"]) == is_first
                                       for kind, is_first in sides.items() if kind in days)


def is_sound(group: Plan, yes: Case, no: Case, target: Prop) -> bool:
    """Whether nothing fails in `yes`, and in `no` the target alone, in the way of its kind; a wrong day keeps the order of days."""
    if failures(yes) or failures(no) != [(target.spec.name, group.kind)]:
        return False
    return target.spec.value not in ("day", "moment", "offset") or are_in_time(no, days_of_call(no), DOMAINS[group.domain])


# Choosing among cases

def numbers_in(text: str) -> set:
    """The whole numbers of a text, those in words included."""
    words = {word: number for number, word in enumerate(english.NUMBERS)}
    return {int(part) for part in re.findall(r"[0-9]+", text.replace(",", ""))} | {words[word] for word in re.findall("[a-z]+", text.lower()) if word in words}


def rises(no, yes) -> int:
    """0, 1 or 2: less, equal or more in the `no` member."""
    return 1 + (no > yes) - (no < yes)


def size_of(value):
    """What the limits of a property are about: a number itself, or the length of a text."""
    return len(value) if isinstance(value, str) else value


def figures(case: Case, name: str) -> dict:
    """What a reader of the call alone could count."""
    call = dict(case.call)
    text = json.dumps(call, ensure_ascii=False)
    known = numbers_in(" ".join(fact.sentence for fact in case.facts))
    ruling = numbers_in(" ".join(rule.sentence for rule in case.rules))
    numbers = [value for value in call.values() if isinstance(value, int) and not isinstance(value, bool)]
    days = [date_in(value) for value in call.values() if isinstance(value, str) and value[:3] == "202" and value[4] == "-"]
    limits = {prop.spec.name: prop.limits for prop in case.props if prop.limits}
    prop = next(prop for prop in case.props if prop.spec.name == name)
    listed = [row[0] for row in prop.spec.data] if prop.spec.value in ("enum", "pick") else list(prop.spec.data[:2]) if prop.spec.value in ("step", "lookup") else []
    value = call.get(name)
    return {"length": len(text), "keys": len(call), "number sum": sum(numbers), "numbers of the request": sum(number in known for number in numbers),
            "later": value if isinstance(value, str) and value[:2] == "20" else "", "true": sum(value is True for value in call.values()),
            "null": sum(value is None for value in call.values()), "place in enumeration": listed.index(value) if value in listed else -1,
            "width": len(str(value)), "digits": sum(letter.isdigit() for letter in text), "strings": sum(isinstance(value, str) for value in call.values()),
            "integers": len(numbers), "false": sum(value is False for value in call.values()), "largest": max(numbers, default=0),
            "numbers of the rules": sum(number in ruling for number in numbers), "weekend": sum(day.weekday() > 4 for day in days),
            "whole weeks": sum((day - case.today).days % 7 == 0 for day in days),
            "days ahead": sum((day - case.today).days for day in days),
            "at a limit": sum(key in limits and size_of(entry) in limits[key] for key, entry in call.items())}


def measures(draft: Draft) -> dict:
    """How each figure of the `no` call stands to that of the `yes` call; 1 where they are equal."""
    yes, no = figures(draft.yes, draft.name), figures(draft.no, draft.name)
    return {name: rises(no[name], yes[name]) for name in MEASURES}


def drafts_of(draw: draws.Draw, group: Plan):
    """Drafts to choose from, each on its own stream. Raises where the bound gives too few."""
    found = 0
    for attempt in range(MAX_DRAFTS):
        draft = draw_draft(draws.stream(draw, FAMILY, group.level, group.number, attempt), group)
        if draft is not None:
            yield draft
            found += 1
            if found == CANDIDATES:
                return
    checks.require(found > 0, f"{FAMILY} level {group.level} {group.kind} {group.form} group {group.number}: no case in {MAX_DRAFTS} drafts")


# Text

def zone_name(offset: int) -> str:
    """'UTC+02:00'."""
    return f"UTC{'-' if offset < 0 else '+'}{english.clock(abs(offset))}"


def convention_keys(case: Case, wording: Wording) -> set:
    """The conventions that a case needs, and those that the document has besides."""
    values = {prop.spec.value for prop in case.props}
    needed = {"optional", "request", "rules", "units", "order", "text", "zone", "days", "weekday", *wording.idle}
    return needed | ({"caller"} if values & {"number", "token"} else set()) | ({"default"} if "pick" in values else set())


def draw_wording(rng, group: Plan) -> Wording:
    """The phrases, names and order of a group; every convention has a phrase, and `convention_keys` says which ones are printed."""
    domain = DOMAINS[group.domain]
    tool, about = rng.choice(domain.tools)
    site, place = rng.sample(names.STEMS, 2)
    people = names.people(rng, 2)
    words = {"tool": tool, "site": rng.choice(domain.sites).format(stem=site), "system": rng.choice(domain.systems), "assistant": rng.choice(domain.assistants),
             "person": people[0], "serial": str(rng.between(1024, 9871)), "mark": draw_token(rng, 6)}
    words.update({key: rng.choice(phrases) for key, phrases in CONTEXT.items()})
    conventions = tuple((key, rng.choice(phrases)) for key, phrases in CONVENTIONS.items())
    question = items.noul(rng.choice(QUESTIONS), rng.choice(YES), rng.choice(NO))
    return Wording(group.layout, tool, f"{about} {{rules}} {rng.choice(domain.notes)}", tuple(rng.shuffled(conventions)),
                   tuple(key for key in ("default", "caller") if rng.chance(1, 3)), rng.choice(HEADS[group.layout]), words,
                   rng.between(490, 1100), rng.choice(domain.openings).format(place=place), rng.choice(domain.asides), rng.choice(CLOSES).format(name=people[1]),
                   rng.chance(1, 2), rng.chance(1, 2), question)


def type_of(prop: Prop):
    """The JSON type of a property's values, with null where that is allowed."""
    kind = prop.spec.value
    name = {"count": "integer", "product": "integer", "unit": "integer", "number": "integer", "flag": "boolean", "list": "array", "contact": "object"}.get(kind, "string")
    if kind == "step" and not isinstance(prop.spec.data[0], str):
        name = "boolean" if isinstance(prop.spec.data[0], bool) else "integer"
    return [name, "null"] if prop.is_nullable else name


def keywords(prop: Prop) -> dict:
    """The JSON Schema keywords that limit a property's values."""
    spec, kind = prop.spec, prop.spec.value
    if kind in ("enum", "pick"):
        return {"enum": [row[0] for row in spec.data] + [None] * prop.is_nullable}
    if kind in ("step", "lookup") and isinstance(spec.data[0], str):
        return {"enum": list(spec.data[:2])}
    if "integer" in (type_of(prop), type_of(prop)[0]):
        low, high = prop.limits or (1, MOST_WORKERS)
        return {"minimum": low} if high is None else {"minimum": low, "maximum": high}
    if kind in ("day", "offset"):
        return {"format": "date"}
    if kind == "moment":
        return {"pattern": f"^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T[0-9]{{2}}:[0-9]{{2}}{'Z' if prop.unit == 'UTC' else ''}$"}
    if kind == "ident":
        return {"pattern": f"^{spec.data[0]}-[0-9]{{{spec.data[1]}}}$"}
    if kind == "token":
        return {"pattern": "^[a-z0-9]+$", "minLength": prop.limits[0], "maxLength": prop.limits[1]}
    if kind == "text":
        return {"maxLength": prop.limits[1]}
    if kind == "list":
        return {"items": {"type": "string", "enum": [row[0] for row in spec.data]}, "uniqueItems": True}
    if kind == "contact":
        return {"properties": {"name": {"type": "string"}, "extension": {"type": "string", "pattern": "^[0-9]{4}$"}}, "required": ["name", "extension"],
                "additionalProperties": False}
    return {}


def schema_of(prop: Prop, is_text_first: bool) -> dict:
    """The JSON Schema of a property."""
    default = {} if prop.default is None else {"default": prop.default}
    if is_text_first:
        return {"description": prop.text, "type": type_of(prop), **keywords(prop), **default}
    return {"type": type_of(prop), **keywords(prop), **default, "description": prop.text}


def parameters(case: Case, is_text_first: bool) -> dict:
    """The JSON Schema of the arguments."""
    return {"type": "object", "properties": {prop.spec.name: schema_of(prop, is_text_first) for prop in case.props},
            "required": [prop.spec.name for prop in case.props if prop.is_required], "additionalProperties": False}


def to_json(value, indent=None) -> str:
    """A value as JSON text."""
    return json.dumps(value, ensure_ascii=False, indent=indent)


def described(case: Case, wording: Wording) -> str:
    """The description of the tool, rules included."""
    return wording.about.format(rules=" ".join(rule.sentence for rule in case.rules))


def request_text(case: Case, wording: Wording) -> str:
    """The message of the user."""
    said = [fact.sentence for fact in case.facts]
    said.insert(len(said) if wording.is_aside_last else 0, wording.aside)
    return " ".join([wording.opening, *said, wording.close])


def arguments(case: Case) -> str:
    """The arguments of the call on one line."""
    return to_json(dict(case.call))


def convention_texts(case: Case, wording: Wording) -> list:
    """The conventions printed, in the order drawn."""
    keys = convention_keys(case, wording)
    return [phrase for key, phrase in wording.conventions if key in keys]


def context(case: Case, wording: Wording) -> dict:
    """The fields of a document's head as text."""
    day = f"{english.weekday(case.today)}, {english.long_date(case.today)}"
    words = {**wording.words, "today": day, "offset": zone_name(case.offset), "time": english.clock(wording.minute)}
    return {**words, "said_today": wording.words["today"].format(today=day), "clock": wording.words["clock"].format(offset=words["offset"])}


def render_exchange(case: Case, wording: Wording, words: dict) -> str:
    """An exported exchange of a chat API: one JSON document."""
    head = wording.head
    system = " ".join([f"You are the {words['assistant']} of {words['site']}.", words["said_today"], words["clock"], *convention_texts(case, wording)])
    tools = [{"type": "function", "function": {"name": wording.tool, "description": described(case, wording), "parameters": parameters(case, False)}}]
    messages = [{"role": "system", "content": system}, {"role": "user", "content": request_text(case, wording)}]
    parts = {head["messages"]: messages, head["tools"]: tools}
    if not wording.is_request_first:
        parts = {head["tools"]: tools, head["messages"]: messages}
    call = {"id": f"call_{words['mark']}", "type": "function", "function": {"name": wording.tool, "arguments": arguments(case)}}
    return to_json({head["id"]: f"ex-{words['serial']}", head["source"]: f"{words['system']}, {words['site']}", head["by"]: words["person"],
                    head["at"]: f"{case.today.isoformat()} {words['time']}", **parts, head["reply"]: {"role": "assistant", "content": None, "tool_calls": [call]}}, 2)


def render_page(case: Case, wording: Wording, words: dict) -> str:
    """A Markdown page: the definition with one property on a line, the request as a quotation, the call in a block."""
    titles = {part: phrase.format(**words) for part, phrase in wording.head.items()}
    schema = parameters(case, True)
    lines = [f"    {to_json(name)}: {to_json(value)}" for name, value in schema["properties"].items()]
    definition = ["```json", "{", f'  "name": {to_json(wording.tool)},', f'  "description": {to_json(described(case, wording))},', '  "input_schema": {',
                  '   "type": "object",', f'   "required": {to_json(schema["required"])},', '   "additionalProperties": false,', '   "properties": {',
                  *(f"{line}," for line in lines[:-1]), lines[-1], "   }", "  }", "}", "```"]
    conventions = [titles["conventions"], "", *(f"- {phrase}" for phrase in convention_texts(case, wording)), ""]
    request = [titles["request"], "", f"> {request_text(case, wording)}", ""]
    tool = [titles["tool"], "", *definition, ""]
    parts = [*request, *tool, *conventions] if wording.is_request_first else [*conventions, *tool, *request]
    return "\n".join([titles["title"], "", titles["made"], "", *parts, titles["call"], "", "```json", to_json({"name": wording.tool, "input": dict(case.call)}), "```"])


def render_fixture(case: Case, wording: Wording, words: dict) -> str:
    """A YAML test case with the definition in a block of its own."""
    head = wording.head
    definition = {"name": wording.tool, "description": described(case, wording), "inputSchema": parameters(case, False)}
    tool = [f"{head['tool']}: |", *(f"    {line}" for line in compact(definition).split("\n"))]
    conventions = [f"{head['conventions']}:", *(f"  - {to_json(phrase)}" for phrase in convention_texts(case, wording))]
    request = [f"{head['request']}: |", f"    {request_text(case, wording)}"]
    parts = [*request, *conventions, *tool] if wording.is_request_first else [*tool, *conventions, *request]
    return "\n".join([head["first"].format(**words), f"{head['id']}: TC-{words['serial']}", f"{head['at']}: {case.today.isoformat()} {words['time']}",
                      f"{head['by']}: {words['person']}", f"{head['today']}: {words['today']}", f"{head['clock']}: {words['offset']}, the same all year", *parts,
                      f"{head['call']}:", f"    name: {wording.tool}", f"    arguments: '{arguments(case)}'"])


def compact(definition: dict) -> str:
    """A definition with the keywords of a property on lines of their own and its lists on one line."""
    return re.sub(r"\[\n\s+([^\[\]{}]*?)\n\s+\]", lambda found: "[" + re.sub(r"\n\s+", " ", found.group(1)) + "]", to_json(definition, 2))


RENDERERS = {"exchange": render_exchange, "page": render_page, "fixture": render_fixture}


def render(case: Case, wording: Wording) -> str:
    """The state of one member."""
    return RENDERERS[wording.layout](case, wording, context(case, wording))


# Checks and output

def turned(case: Case) -> Case:
    """The case with the limit of every step rule read the other way."""
    rules = tuple(replace(rule, values=(rule.values[0], not rule.values[1], *rule.values[2:])) if rule.form == "step" else rule for rule in case.rules)
    return replace(case, rules=rules)


def check_group(group: Plan, draft: Draft, states: tuple) -> None:
    """One entry of the call differs, in one line; nothing fails in `yes`, the planted requirement alone in `no`."""
    where, (yes, no, name) = f"{FAMILY} level {group.level} {group.kind} {group.form} group {group.number}", draft
    checks.require((answer(yes), answer(no)) == families.YES_NO, f"{where}: the answers are {answer(yes)} and {answer(no)}")
    checks.require(failures(yes) == [] and failures(no) == [(name, group.kind)], f"{where}: fails {failures(yes)} and {failures(no)}")
    checks.require(replace(no, call=yes.call) == yes, f"{where}: more than the call differs")
    alias = next(prop.spec.alias for prop in yes.props if prop.spec.name == name)
    rest = [[pair for pair in case.call if pair[0] not in (name, alias)] for case in (yes, no)]
    checks.require(rest[0] == rest[1], f"{where}: another entry of the call differs than {name}")
    checks.require(len(checks.changed_lines(*states)) == 1, f"{where}: {len(checks.changed_lines(*states))} lines differ")
    if group.is_inclusive == group.is_high and any(rule.form == "step" for rule in yes.rules):
        wrong = [answer(turned(case)) for case in (yes, no)]
        checks.require(wrong == (["no", "yes"] if group.form == "step" else ["no", "no"]), f"{where}: with the limit read the other way the answers are {wrong}")
    checks.require(len(yes.props) == PROPERTIES[group.level], f"{where}: {len(yes.props)} properties")
    checks.require("'" not in arguments(yes) + arguments(no), f"{where}: an apostrophe in the call")
    visible = group.kind in ("required_property", "schema_value")
    checks.require(is_schema_sound(yes) and is_schema_sound(no) != visible, f"{where}: the schema alone says {is_schema_sound(yes)} and {is_schema_sound(no)}")


def is_schema_sound(case: Case) -> bool:
    """Whether the call is valid under the schema alone."""
    call, props = dict(case.call), {prop.spec.name: prop for prop in case.props}
    return all(name in props and fits(props[name], value) for name, value in call.items()) and all(name in call for name, prop in props.items() if prop.is_required)


def build_group(draw: draws.Draw, group: Plan, totals: balance.Balance) -> items.Group:
    """One pair: its wording, the case that holds the totals best, the check, the text."""
    wording = draw_wording(draws.stream(draw, FAMILY, group.level, group.number, "wording"), group)
    draft = totals.choose(drafts_of(draw, group), measures)
    states = render(draft.yes, wording), render(draft.no, wording)
    check_group(group, draft, states)
    members = (items.Member(states[0], answer(draft.yes), None, group.kind, False), items.Member(states[1], answer(draft.no), group.kind, group.kind, True))
    return items.Group(group.level, group.domain, group.layout, wording.question, members)


def build(draw: draws.Draw) -> list:
    """The 600 items of a draw."""
    totals = {level: balance.Balance(TARGETS, WEIGHTS) for level in families.LEVELS}
    groups = [build_group(draw, group, totals[group.level]) for group in plan(draw)]
    checks.check_family(families.BY_NAME[FAMILY], groups)
    kinds = Counter((group.level, member.kind) for group in groups for member in group.members if member.planted)
    planned = {(level, kind): 16 if kind in SIXTEEN[level] else 17 for level in families.LEVELS for kind in KINDS}
    checks.require(dict(kinds) == planned, f"{FAMILY}: kinds {dict(kinds)}")
    return items.number_items(FAMILY, draw, groups)


if __name__ == "__main__":
    sys.exit(cards.write_family(FAMILY, build))
