"""Is the claim about this log correct? (yes, no)

The state is the event log of one day (30, 60 or 90 lines on levels 1, 2 and 3) as a console print, a CSV export, a wiki page or an
e-mail, the notes on how its events are counted, and a claim: the exact number of events of one unit (service, station, reader ...)
and one level within a time window. The claim says of each border of the window whether it is included.

There are 300 pairs, 100 a level. The members of a pair share the log, the notes and every word but one field of the claim. In the
`yes` member the claim is true; in the `no` member one field is changed. Four kinds, 75 pairs each, 25 on every level:
count_by_one and count_by_two (the number is off by that much), window (moved to times for which the number is another one, by one
or two), service (exchanged for a unit with a similar name, for which the number is another one, by one or two).

In both members events of the claimed unit and level stand exactly on each border of the claimed window, so that each of the other
three ways to treat the borders gives another number. Units whose names begin alike, two levels that look alike (one level or two, as
the notes say), messages that repeat, and messages that mention a level word occur inside the window in both members.
The number is at least 3 and below the number for the whole day, in both members.
"""
from __future__ import annotations

import datetime
import sys
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import balance, cards, checks, draws, english, families, items, names

FAMILY = "log_count_check"
KINDS = ("count_by_one", "count_by_two", "window", "service")
PAIRS_PER_KIND = 25
LINES = {1: 30, 2: 60, 3: 90}
OTHER_UNITS = {1: 3, 2: 5, 3: 6}
LEAST_COUNT = 3
GRID_SECONDS = 300
"""Borders of windows stand on full five minutes, on which units also log more often than chance has it."""
ON_GRID = {False: 30, True: 4}
"""By clocks without and with seconds, how many of a hundred lines are moved to full five minutes."""
SHORTEST_WINDOW, FARTHEST_MOVE = 25 * 60, 150 * 60
"""Seconds: the least length of a window, and the most by which a border of a moved window moves."""
CANDIDATES, CANDIDATES_A_LOG, WINDOWS_A_LOG = 16, 6, 24
"""Pairs of claims to choose from for a group, of them from one log, and windows tried in one log."""
ENOUGH_LOGS, MAX_LOGS = 32, 800
"""Logs after which fewer candidates do, and after which a group without any is an error."""

MIX = {
    1: ((9, 3, 3), (4, 1, 2), (2, 0, 1)),
    2: ((12, 5, 6), (8, 4, 4), (4, 1, 2)),
    3: ((16, 8, 9), (12, 5, 6), (6, 2, 3)),
}
TWIN_MIX = {
    1: ((8, 2, 2), (8, 2, 2), (2, 0, 0)),
    2: ((11, 4, 5), (11, 4, 5), (4, 1, 1)),
    3: ((15, 7, 7), (15, 7, 7), (6, 2, 2)),
}
"""Lines of the claimed level, and at most so many of its look-alike and of other levels, for the three units whose names begin alike;
other units have the rest. The second table is for pairs that differ in the unit, the first for all others."""

INCLUDES = {"both": (True, True), "start": (True, False), "end": (False, True), "none": (False, False)}
"""Border rule -> whether the start and the end of the window are included."""

OPPOSITE = {"both": "none", "none": "both", "start": "end", "end": "start"}

SHARES = ("all", "any level", "any unit", "window")
REACHES = (1, 2, 3, 4, 6)
"""Of which lines an expected share is taken, and how many halves from it a claim counts as near."""
TARGETS = {
    **{f"nearer {of} {kind}": (1, 1) for of in SHARES for kind in KINDS}, **{f"above {of}": (1, 1) for of in SHARES},
    **{f"within {halves} {of}": (1, 1) for halves in REACHES for of in SHARES}, **{f"borders {rule}": (1, 1) for rule in INCLUDES},
    "borders opposite": (1, 12), "longer": (1, 1), "later": (1, 1), "name": (1, 1), "day": (1, 1), "small": (1, 1),
}
WEIGHTS = {
    **{f"nearer all {kind}": 5 for kind in KINDS}, **{f"within {halves} {of}": 2 for halves in REACHES for of in ("all", "any level")},
    "above any level": 3, "borders opposite": 6,
}
"""What the choice among options holds at its share over a level, and what counts more than once (see `measures`)."""

BORDERS = {
    "both": (
        "from {start} to {end}, both times included",
        "between {start} and {end} (both ends included)",
        "from {start} inclusive to {end} inclusive",
        "in the window {start} to {end}, both borders included",
    ),
    "start": (
        "from {start} (included) to {end} (not included)",
        "at or after {start} and before {end}",
        "from {start} inclusive to {end} exclusive",
        "at {start} or later but before {end}",
        "in the window {start} to {end}, start included, end excluded",
    ),
    "end": (
        "from {start} (not included) to {end} (included)",
        "after {start} and at or before {end}",
        "from {start} exclusive to {end} inclusive",
        "after {start} but no later than {end}",
        "in the window {start} to {end}, start excluded, end included",
    ),
    "none": (
        "from {start} to {end}, neither time included",
        "after {start} and before {end}",
        "from {start} exclusive to {end} exclusive",
        "strictly between {start} and {end}",
        "in the window {start} to {end}, both borders excluded",
    ),
}

CLAIMS = (
    "{window}, {unit} {service} logged {exactly} {count} {events} of {grade} {level}.",
    "{unit} {service} logged {exactly} {count} {level} {events} {window}.",
    "{exactly} {count} {level} {events} came from {unit} {service} {window}.",
    "the log shows {exactly} {count} {events} of {grade} {level} for {unit} {service} {window}.",
    "{window}, {exactly} {count} {level} {events} were logged for {unit} {service}.",
    "for {unit} {service} the log holds {exactly} {count} {level} {events} {window}.",
    "we had {exactly} {count} {level} {events} on {unit} {service} {window}.",
)
EXACTLY = ("exactly", "precisely", "exactly")

NOTES = {
    "repeats": (
        "Every line is one {event}; a message that repeats counts again each time.",
        "One line, one {event}. Repeated messages are not merged.",
        "The same text twice means that it happened twice: each line counts.",
        "Repeats count. Two identical lines are two {events}.",
        "Lines are counted as they stand, one {event} each, also where the wording is the same as before.",
    ),
    "names": (
        "{Units} are told apart by their full name: {first}, {second} and {third} are three {units}.",
        "Names are matched in full. {second} is not part of {first}, and {third} is not part of either.",
        "A figure for {first} covers neither {second} nor {third}; each {unit} is counted under its exact name only.",
        "{first}, {second} and {third} are separate {units}, whatever their names have in common.",
    ),
    "column": (
        "The {grade} of a line is what its {grade} field says; words in the message do not change it.",
        "Only the {grade} field decides on the {grade}. A message may mention the word without being of that {grade}.",
        "The message text is free and says nothing about the {grade}, which has its own field.",
        "For the {grade}, read the {grade} field, never the message.",
    ),
    "merged": (
        "{short} and {long} are one and the same {grade}, spelled differently by two programs. A figure for either includes the other.",
        "{short} and {long} mean the same {grade}; the spelling depends on the module that raised it. Both are counted together.",
        "Two spellings are in use for one {grade}, {short} and {long}. Figures for it always take in both.",
    ),
    "separate": (
        "{short} and {long} are two {grades} with different origins: {short} is set by {near}, {long} by {far}. "
        "A figure for one leaves out the other.",
        "{short} is the code of {near}, {long} the code of {far}; these are two {grades}, and a figure given for one does not cover the other.",
        "A line marked {short} was raised by {near}, a line marked {long} by {far}. "
        "The two are different {grades}; a figure for either means that one alone.",
    ),
    "seconds": (
        "Times run to the second. A time given without seconds means second 00 of that minute: {full} is {full}:00, so {full}:{past} is after {full} "
        "and outside a window that ends at {full}.",
        "The clock has seconds; where a text gives hours and minutes only, {full} stands for {full}:00, and {full}:{past} is later than that: "
        "a window that ends at {full} leaves it out, whether or not the end is included.",
        "{full} in a text means {full}:00 on the dot. A line stamped {full}:{past} lies after it, "
        "outside even a window that includes {full} as its end.",
        "Hours and minutes without seconds name the start of that minute: {full} is {full}:00. A line of {full}:{past} comes after {full}, "
        "also where {full} is the included end of a window.",
    ),
    "minutes": (
        "Times are recorded to the minute; a line stamped {full} counts as exactly {full}.",
        "The clock shows hours and minutes only, and a line stamped {full} is taken to be at {full} sharp.",
        "There are no seconds in this log: {full} on a line is the same moment as {full} in a text.",
    ),
}
"""Meaning -> phrasings of the note. Every document has repeats, names, column, one of merged and separate, one of seconds and minutes."""

ASIDES = (
    "Log files are kept for {days} days.",
    "Questions about this log go to {contact}.",
    "The clock of the log server is checked every {weekday}.",
    "Older days are in files of their own.",
    "New {units} are added to the log on the day they go into operation.",
    "The log is read-only; nobody can edit or delete a line.",
)

QUESTIONS = (
    ("Is the {claim} correct for this log?",
     "The number in the {claim} is exactly the number the log gives.", "The log gives another number than the {claim}."),
    ("Does the log confirm the {claim}?", "Counting the log gives the number that the {claim} states.", "Counting the log gives a different number."),
    ("Counted by the notes given, is the {claim} right?", "The {claim} is right.", "The {claim} is wrong: the true count is higher or lower."),
    ("Check the {claim} against the log. Is it true?", "It is true; the count agrees.", "It is not true; the count does not agree."),
    ("Can the {claim} stand as it is written?", "Yes, the log holds exactly that many such lines.", "No, the log holds more or fewer such lines."),
    ("Does the number in the {claim} agree with the log?", "It agrees exactly.", "It does not agree."),
)


SOURCES = (
    "the shift handover",
    "the draft weekly report",
    "the incident summary",
    "the shift report",
    "the maintenance request",
    "the audit file",
    "the briefing for the head of operations",
)

TITLES = {
    "console": {
        "head": (
            "{site}   {system}   day log {short_day}",
            "{system} - {site} - log of {short_day}",
            "DAY LOG {short_day}, {site} ({system})",
        ),
        "made": (
            "Printed {short_printed} {at} by {author}; {lines} lines, {order}",
            "{lines} lines, all {units}, {order}. Print: {author}, {short_printed} {at}",
            "{order}, {lines} lines, printed on {short_printed} at {at} for {author}",
        ),
        "notes": (
            "HOW TO READ THIS LOG",
            "NOTES FOR THE READER",
            "COUNTING RULES",
        ),
        "log": (
            "LOG",
            "LINES OF THE DAY",
            "ALL {CAPS}",
        ),
        "claim": (
            "TO BE CHECKED",
            "OPEN POINT",
            "REVIEW",
        ),
        "says": (
            "{Claim} in {source}: {text}",
            "{Claim} {number} (from {source}): {text}",
            "{source} makes this {claim}: {text}",
        ),
    },
    "csv": {
        "head": (
            "# {system}, {site}: log of {iso_day}",
            "# export {serial} from {system} ({site})",
            "# {site} | {system} | {iso_day}",
        ),
        "made": (
            "# day {iso_day}, {lines} rows, {order}, written {iso_printed} {at} by {author}",
            "# {author} {iso_printed} {at}: {lines} rows of {iso_day}, {order}",
            "# rows: {lines} ({order}); day: {iso_day}; run by {author} on {iso_printed} {at}",
        ),
        "says": (
            "# {claim} to check, from {source}: {text}",
            "# {claim} {number} ({source}): {text}",
            "# open: {claim} in {source}: {text}",
        ),
        "notes": (
            "# note: {note}",
            "# - {note}",
            "# readme: {note}",
        ),
    },
    "wiki": {
        "head": (
            "Log review {long_day}",
            "{site}: log of {long_day}",
            "{Unit} log, {weekday_of_day} {long_day}",
        ),
        "made": (
            "Taken from {system} of {site} on {long_printed} at {at}, {lines} lines, {order}. Page owner: {author}.",
            "Owner: {author}. Source: {system}, {site}, pulled {long_printed} {at} ({lines} lines, {order}).",
            "{lines} lines from {system} ({site}), {order}; pasted by {author} on {long_printed} at {at}.",
        ),
        "notes": (
            "## How {events} are counted",
            "## Reading notes",
            "## Conventions",
        ),
        "log": (
            "## Log",
            "## All {events} of the day",
        ),
        "claim": (
            "## {Claim} under review",
            "## {Claim} to confirm",
            "## What is to be checked",
        ),
        "says": (
            "**{Claim}** (from {source}): {text}",
            "**The {claim}**, as it stands in {source}: {text}",
            "**{Claim} {number}** ({source}): {text}",
        ),
    },
    "mail": {
        "head": (
            "Subject: Log of {long_day}, please check",
            "Subject: {site}: one {claim} to verify",
            "Subject: Re: {events} on {weekday_of_day}",
        ),
        "hello": (
            "Hello {reader_first},",
            "Hi {reader_first},",
            "Dear {reader_first},",
            "{reader_first},",
        ),
        "made": (
            "this is the whole log of {long_day} from {system}, {lines} lines, {order}.",
            "below are all {lines} lines of {long_day} as {system} gives them ({order}).",
            "I pulled the {system} log of {weekday_of_day}, {long_day}: {lines} lines, {order}.",
        ),
        "notes": (
            "How we count:",
            "The usual rules:",
            "For the counting:",
            "So that we count alike:",
        ),
        "log": (
            "The log:",
            "Here it is:",
            "Lines:",
        ),
        "says": (
            'The {claim} in {source} reads: "{text}"',
            'Please compare it with the {claim} from {source}: "{text}"',
            'This is the {claim} I have doubts about ({source}): "{text}"',
        ),
        "bye": (
            "Thanks, {author}",
            "Best regards, {author}",
            "Regards, {author}",
            "Many thanks, {author}",
        ),
    },
}
"""Layout -> part of the document -> phrasings."""

LINE_FORMATS = {
    "console": (
        "{time}  {level_padded}  {service_padded}  {message}",
        "{time} {service_padded} {level_padded} {message}",
        "{time} [{level}] {service}: {message}",
    ),
    "csv": (
        "{row};{time};{service};{level};{message}",
        "{time},{level},{service},{message}",
        "{row},{time},{service},{message},{level}",
    ),
    "wiki": (
        "| {time} | {service} | {level} | {message} |",
        "| {time} | {level} | {message} | {service} |",
        "| {service} | {time} | {level} | {message} |",
    ),
    "mail": (
        "> {time} {service} ({level}) {message}",
        "> {time} {level} {service} - {message}",
        "> {service} {time} {level}: {message}",
    ),
}
"""Layout -> formats of one log line."""
LAYOUTS = tuple(LINE_FORMATS)


# Domains

class UnitType(NamedTuple):
    """Units that report alike. `kin`: three unit names each, every one beginning like the one before it; `others`: further units.

    `troubles` and `routine` are messages; {d} to {dddd} in them stand for a number of so many digits.
    """

    kin: tuple
    others: tuple
    troubles: tuple
    routine: tuple


@dataclass(frozen=True)
class Domain:
    """The words of one line of work. `alike`: pairs of levels that look alike; `sources`: who sets the first and who the second of a pair."""

    sites: tuple
    systems: tuple
    unit: tuple
    grade: tuple
    event: tuple
    alike: tuple
    plain_levels: tuple
    sources: tuple
    types: tuple


MENTIONS = {
    "WARN": ("last warning cleared", "warning acknowledged", "no warnings open", "warning text changed", "warning test done",
             "warning closed by desk", "warning delay set to {d} s", "warning lifted"),
    "ERR": ("error acknowledged", "last error cleared", "error counter reset", "error display tested", "error log emptied", "error {dd} closed",
            "error text changed", "error test done"),
    "CRIT": ("no critical items open", "critical item closed", "critical item seen by desk", "critical ticket closed", "last critical item cleared",
             "critical test done"),
    "FAIL": ("failure acknowledged", "no failure found", "last failure cleared", "failure counter reset", "failure test done",
    "failure ticket closed",
             "failure {dd} closed"),
}
"""Short spelling of a level -> messages of other levels that mention it."""

ECHOES = ("{trouble} (cleared)", "{trouble} (ended)", "{trouble} (test)", "{trouble} (back to normal)", "{trouble} (simulated)", "{trouble} (reset)")
"""How lines of levels for ordinary business repeat the message of a trouble."""

DOMAINS = {
    "parcel_hub": Domain(
        ("parcel hub", "sorting centre", "freight hub"), ("Conveyor manager", "Belt supervision", "Sorter console"),
        ("unit", "units"), ("class", "classes"), ("event", "events"),
        (("WARN", "WARNING"), ("ERR", "ERROR")), ("STATUS", "OPER", "MAINT"),
        (("the controller of the unit", "the supervision server"), ("the drive electronics", "the line controller")),
        (
            UnitType((("belt-1", "belt-12", "belt-12-out"), ("ramp-2", "ramp-27", "ramp-27-up")),
                     ("merge-n", "induct-3", "roller-5", "spur-8", "curve-4"),
                     ("belt slip", "motor current high", "photo eye dirty", "emergency cord pulled", "drive too hot", "parcel overhang"),
                     ("speed set to 1.{d} m/s", "restart after stop", "energy saving on", "lubrication done", "belt tension {ddd} N",
                      "{dddd} parcels passed")),
            UnitType((("sorter", "sorter-east", "sorter-east-2"),), ("tilt-tray", "diverter-6", "shuttle-3", "crossing-tray"),
                     ("tray not emptied", "parcel missed exit", "no-read rate high", "all exits full", "tray position lost", "divert arm slow"),
                     ("wave {dd} released", "exit {dd} opened", "sort plan {d} loaded", "trays homed", "exit {dd} closed", "{ddd} trays in use")),
            UnitType((("chute-4", "chute-41", "chute-41-b"), ("slide-6", "slide-63", "slide-63-low")), ("funnel-2", "drop-11", "spiral-5"),
                     ("full to the top", "level sensor dirty", "parcel stuck at gate", "gate does not close", "gate motor hot",
                      "light curtain broken"),
                     ("gate opened", "gate closed", "cage {ddd} changed", "emptied by crew {d}", "{dd} parcels since change", "gate test ok")),
            UnitType((("lift", "lift-b", "lift-b2"), ("hoist-1", "hoist-1c", "hoist-1c-top")), ("stacker-4", "tipper-3", "palletiser"),
                     ("load above limit", "door not closed", "chain slack", "height not reached", "brake worn", "end switch passed"),
                     ("moved to height {d}", "cycle {dddd} done", "parked", "load {ddd} kg", "chain oiled", "door released")),
            UnitType((("scan-3", "scan-38", "scan-38-side"), ("scale-1", "scale-17", "scale-17-x")), ("cubing-2", "ocr-5", "checkweigher"),
                     ("label unreadable", "reading unstable", "lens dirty", "no trigger signal", "zero drift", "parcel gap too small"),
                     ("zero set", "lens cleaned", "reference {ddd} checked", "trigger test ok", "{dddd} parcels read", "profile {dd} loaded")),
            UnitType((("label-5", "label-54", "label-54-r"),), ("applicator-2", "printer-7", "marker-3"),
                     ("roll nearly empty", "print head hot", "label not applied", "ribbon torn", "air pressure low", "print too pale"),
                     ("roll changed", "format {dd} loaded", "head cleaned", "air at {d}.{d} bar", "{ddd} labels left", "ribbon changed")),
        ),
    ),
    "web_shop": Domain(
        ("online shop", "ticket shop", "online furniture store"), ("Platform logging", "Shop backend", "Log collector"),
        ("service", "services"), ("level", "levels"), ("record", "records"),
        (("WARN", "WARNING"), ("ERR", "ERROR"), ("CRIT", "CRITICAL")), ("INFO", "DEBUG", "TRACE"),
        (("the application", "the framework underneath"), ("the service itself", "the watchdog")),
        (
            UnitType((("checkout", "checkout-api", "checkout-api-v2"), ("basket", "basket-api", "basket-api-eu")),
                     ("gateway", "returns", "vouchers", "wishlist", "storefront"),
                     ("upstream timeout {d} s", "response 503", "token rejected", "request body too large", "session not found", "rate limit hit"),
                     ("health check ok", "config reloaded", "build {dddd} deployed", "{ddd} requests a minute", "worker started", "cache warmed")),
            UnitType((("stock", "stock-sync", "stock-sync-eu"), ("price", "price-feed", "price-feed-b")),
                     ("catalogue", "tax-table", "supplier-in", "image-load"),
                     ("feed late by {dd} minutes", "row {dddd} skipped", "checksum differs", "source not reachable", "duplicate key",
                      "lock held too long"),
                     ("{dddd} rows read", "cron job finished", "delta {ddd} applied", "file archived", "run {dddd} started", "lock released")),
            UnitType((("search", "search-idx", "search-idx-2"),), ("suggest", "facets", "ranking", "similar"),
                     ("slow query 1.{d} s", "shard not assigned", "heap above 9{d} %", "segment merge slow", "index read-only", "queue above {ddd}"),
                     ("index refreshed", "{dddd} documents added", "snapshot {ddd} taken", "synonyms loaded", "replica moved", "cache at {dd} %")),
            UnitType((("billing", "billing-out", "billing-out-b"), ("refund", "refund-run", "refund-run-2")),
                     ("invoice-pdf", "ledger-post", "dunning"),
                     ("bank link slow", "amount mismatch", "retry {d} of 9", "pool exhausted", "signature invalid", "reply not readable"),
                     ("batch {ddd} closed", "{dd} documents sent", "rates loaded", "key rotated", "settlement {dddd} booked", "worker idle")),
            UnitType((("mail", "mail-queue", "mail-queue-lo"),), ("newsletter", "sms-out", "push-note", "webhook"),
                     ("queue above {ddd}", "recipient bounced", "template missing", "relay not reachable", "delivery delayed", "payload too large"),
                     ("{ddd} messages sent", "queue empty", "template {dd} loaded", "bounce list updated", "sender key renewed", "batch {ddd} sent")),
            UnitType((("orders", "orders-db", "orders-db-ro"),), ("session-db", "audit-db", "blob-store"),
                     ("disk nearly full", "replica behind {dd} s", "connection limit hit", "slow write {d} s", "deadlock found", "page cache low"),
                     ("backup {ddd} done", "clean-up done", "{dd} connections", "log file rotated", "replica in step", "index rebuilt")),
        ),
    ),
    "waterworks": Domain(
        ("waterworks", "water supply district", "water company"), ("Telecontrol", "Pumping dispatch", "Network dispatch"),
        ("station", "stations"), ("severity", "severities"), ("entry", "entries"),
        (("WARN", "WARNING"), ("FAIL", "FAILURE")), ("EVENT", "STATE", "TELE"),
        (("the outstation", "the control room server"), ("the field controller", "the limit check of the control room")),
        (
            UnitType((("pump-2", "pump-21", "pump-21-aux"), ("booster", "booster-hill", "booster-hill-2")), ("transfer-3", "jockey-1", "sump-6"),
                     ("outlet pressure low", "dry run protection", "vibration high", "bearing hot", "flow below set point", "start blocked"),
                     ("duty changed to set {d}", "{dddd} running hours", "set point {d}.{d} bar", "speed {dd} %", "night mode on",
                      "soft start done")),
            UnitType((("well-3", "well-34", "well-34-north"), ("spring-6", "spring-6a", "spring-6a-east")),
                     ("borehole-9", "intake-west", "gallery-2"),
                     ("water level low", "turbidity rising", "sand in flow", "drawdown too deep", "conductivity high", "hatch open"),
                     ("level {dd}.{d} m", "yield {dd} m3/h", "sampling tap open", "sampling done", "rest period over", "telemetry poll ok")),
            UnitType((("reservoir-1", "reservoir-1a", "reservoir-1a-low"), ("tower-7", "tower-7b", "tower-7b-top")),
                     ("basin-4", "cistern-5", "header-2"),
                     ("level probe drift", "level too low", "overflow near", "inlet valve slow", "chlorine off limits", "manhole open"),
                     ("level {dd} %", "filling started", "filling ended", "volume {dddd} m3", "tariff {d} active", "inlet valve open")),
            UnitType((("filter-5", "filter-58", "filter-58-sand"),), ("softener-3", "membrane-4", "contactor-1"),
                     ("differential pressure high", "turbidity off limits", "air scour weak", "flow uneven", "outlet valve stuck", "bed level low"),
                     ("backwash finished", "backwash started", "run {ddd} started", "flow {dd} m3/h", "rest period over", "loss of head {dd} cm")),
            UnitType((("dosing-2", "dosing-2b", "dosing-2b-cl"),), ("lime-6", "chlor-4", "fluor-1", "acid-3"),
                     ("dose off limits", "stock nearly used up", "injector blocked", "sensor needs cleaning", "flow switch open", "leak tray wet"),
                     ("dose {d}.{d} mg/l", "drum {dd} connected", "line flushed", "sensor cleaned", "stock {dd} %", "stroke {dd} %")),
            UnitType((("meter-north", "meter-north-2", "meter-north-2b"), ("valve-18", "valve-18-e", "valve-18-e2")),
                     ("sluice-4", "main-dn400", "zone-12", "chamber-9"),
                     ("power dip", "battery low", "pressure drop", "link lost", "chamber flooded", "night flow high"),
                     ("pressure {d}.{d} bar", "flow {dd} l/s", "battery at {dd} %", "data gap filled", "lid closed again", "poll {dddd} ok")),
        ),
    ),
    "clinic_lab": Domain(
        ("hospital laboratory", "clinic laboratory", "blood bank"), ("Analyser middleware", "Laboratory middleware", "Instrument link"),
        ("instrument", "instruments"), ("flag", "flags"), ("entry", "entries"),
        (("WARN", "WARNING"), ("ERR", "ERROR")), ("RUN", "QC", "BENCH"),
        (("the instrument itself", "the middleware"), ("the instrument software", "the plausibility check of the server")),
        (
            UnitType((("haem-1", "haem-14", "haem-14-slide"), ("coag", "coag-b", "coag-b2")), ("esr-2", "gas-er", "platelet-4"),
                     ("clot suspected", "sample short", "suction pressure odd", "wash overdue", "control out of range", "barcode not read"),
                     ("rack {dd} started", "rack {dd} done", "control {d} accepted", "daily clean done", "user {dd} logged on",
                      "calibration stored")),
            UnitType((("chem-2", "chem-20", "chem-20-ise"), ("immuno", "immuno-fast", "immuno-fast-2")), ("sero-5", "osmo-1", "protein-6", "tox-3"),
                     ("reagent below 10 %", "probe bent", "cuvette dirty", "lamp weak", "bubble in reagent", "cooling too warm"),
                     ("lot {dddd} loaded", "waste emptied", "blank value {ddd}", "lamp at {dddd} hours", "{dd} tests waiting",
                      "calibration {ddd} stored")),
            UnitType((("sort-a", "sort-a1", "sort-a1-in"),), ("decapper", "aliquot-1", "archive-2", "recapper"),
                     ("cap not removed", "tube missing", "gripper lost tube", "rack rejected", "tube tilted", "lane blocked"),
                     ("rack {dd} passed", "{ddd} tubes moved", "lane {d} cleared", "tray {dd} taken out", "gripper homed", "tray {dd} put in")),
            UnitType((("pcr-6", "pcr-61", "pcr-61-fast"),), ("extract-2", "amp-5", "lysis-1"),
                     ("curve not smooth", "block too warm", "seal leak", "plate rejected", "inhibitor suspected", "fan slow"),
                     ("plate {ddd} started", "cycle {dd} reached", "lid closed", "run {dddd} saved", "light clean done", "block at {dd} C")),
            UnitType((("urine-3", "urine-3b", "urine-3b-strip"),), ("sedi-2", "strip-4", "dip-1"),
                     ("strip not taken", "image out of focus", "waste full", "rinse low", "label not read", "sample cloudy"),
                     ("{dd} strips left", "rinse filled", "sample {dddd} done", "focus set", "bin emptied", "user {dd} logged on")),
            UnitType((("culture", "culture-2", "culture-2-co2"),), ("fridge-7", "freezer-2", "incubator-3", "cryo-1"),
                     ("door open too long", "temperature drifts", "fan stopped", "sensor {d} silent", "battery weak", "mains gap"),
                     ("temperature logged", "door closed", "shelf {d} loaded", "probe {d} checked", "stock list {ddd} sent", "shelf {d} emptied")),
        ),
    ),
    "tramway": Domain(
        ("tramway", "light rail company", "tram depot"), ("Wayside monitoring", "Trackside monitor", "Tram operations desk"),
        ("asset", "assets"), ("category", "categories"), ("report", "reports"),
        (("WARN", "WARNING"), ("FAIL", "FAILURE")), ("OPS", "DIAG", "LOCAL"),
        (("the controller of the asset", "the diagnostic server"), ("the trackside cabinet", "the operations desk computer")),
        (
            UnitType((("point-7", "point-71", "point-71-heat"), ("switch-b", "switch-b4", "switch-b4-yard")), ("crossover-2", "frog-4", "turnout-9"),
                     ("blade detection lost", "throw too slow", "motor current high", "heater without current", "blade obstructed",
                      "tongue gap large"),
                     ("thrown to left", "thrown to right", "heating on", "heating off", "throw count {dddd}", "greased")),
            UnitType((("signal-c", "signal-c2", "signal-c2-low"),), ("beacon-9", "route-ind-3", "aspect-6", "repeater-2"),
                     ("lamp current low", "second filament in use", "aspect not shown", "flasher stuck", "supply voltage low", "dimmer stuck"),
                     ("route {dd} set", "route {dd} released", "lamp replaced", "dimmed for night", "self-test ok", "aspect {d} shown")),
            UnitType((("crossing-3", "crossing-30", "crossing-30-s"),), ("barrier-8", "gate-n2", "footway-5"),
                     ("barrier slow", "boom contact open", "bell silent", "road lamp dark", "release too late", "closing time long"),
                     ("barriers down", "barriers up", "closed for {dd} s", "tram {dddd} passed", "lamps tested", "local control ended")),
            UnitType((("feeder", "feeder-south", "feeder-south-2"), ("rectifier-8", "rectifier-8a", "rectifier-8a-dc")),
                     ("overhead-9", "breaker-k", "busbar-2", "section-4"),
                     ("earth leak seen", "breaker tripped", "voltage dip", "short overload", "insulation low", "contact too hot"),
                     ("breaker closed", "load {ddd} A", "voltage {ddd} V", "feed switched over", "tap set to {d}", "interlock tested")),
            UnitType((("loop-17", "loop-17b", "loop-17b-in"),), ("axle-cnt-5", "circuit-6", "treadle-2", "coil-11"),
                     ("track circuit noisy", "count mismatch", "section stays occupied", "detector drift", "cable damp", "supply voltage low"),
                     ("section clear", "section occupied", "{dd} axles counted", "tram {dddd} seen", "tuned to {dd} kHz", "reset by desk")),
            UnitType((("stop-12", "stop-12a", "stop-12a-sign"),), ("display-4", "kiosk-6", "board-3", "totem-8"),
                     ("link lost", "cabinet open", "screen dark", "inside temperature high", "unplanned restart", "clock out of step"),
                     ("text {dd} shown", "timetable {ddd} loaded", "restart done", "screen cleaned", "link up again", "brightness {dd} %")),
        ),
    ),
    "campus_doors": Domain(
        ("university campus", "office campus", "museum"), ("Access control", "Door management", "Key and badge system"),
        ("reader", "readers"), ("priority", "priorities"), ("notice", "notices"),
        (("WARN", "WARNING"), ("CRIT", "CRITICAL")), ("AUDIT", "DESK", "SYS"),
        (("the reader itself", "the access server"), ("the door controller", "the guard room software")),
        (
            UnitType((("door-a1", "door-a12", "door-a12-in"), ("library", "library-east", "library-east-2")),
                     ("lobby", "lab-door-6", "post-room", "hall-f", "studio-3"),
                     ("held open too long", "badge refused", "lock battery low", "forced open", "badge expired", "door not latched"),
                     ("badge {dddd} accepted", "door released", "lock closed", "guard tour passed", "time plan {d} loaded",
                      "visitor badge {ddd} used")),
            UnitType((("garage", "garage-exit", "garage-exit-b"), ("carpark-2", "carpark-2w", "carpark-2w-out")),
                     ("loading-bay", "yard-gate", "depot-ramp", "rear-gate"),
                     ("boom stuck", "plate not read", "loop without badge", "badge refused", "second car followed", "ticket jam"),
                     ("boom raised", "badge {dddd} accepted", "{dd} spaces free", "boom lowered", "plate list {ddd} loaded", "night plan on")),
            UnitType((("turnstile-2", "turnstile-21", "turnstile-21-r"), ("gym", "gym-west", "gym-west-2")),
                     ("canteen-in", "arena-4", "pool-n", "foyer-9"),
                     ("arm blocked", "passed the wrong way", "badge refused", "two persons at once", "arm motor hot", "badge used twice"),
                     ("{dddd} persons counted", "arms released", "arms locked", "badge {dddd} accepted", "group of {dd} let in", "self-test ok")),
            UnitType((("keybox-1", "keybox-14", "keybox-14-b"),), ("locker-5", "storage-e3", "safe-8", "drawer-2"),
                     ("key {dd} overdue", "flap forced", "wrong code 3 times", "key peg empty", "tamper contact", "code expired"),
                     ("key {dd} taken", "key {dd} returned", "code changed", "flap closed", "{dd} keys present", "badge {dddd} accepted")),
            UnitType((("plant-b", "plant-b3", "plant-b3-roof"),), ("server-room", "hatch-top", "riser-4", "meter-room"),
                     ("reader offline", "tamper contact", "wrong code 3 times", "opened without badge", "power supply weak", "bolt half out"),
                     ("contractor badge {ddd} used", "door released", "bolt set", "firmware {d}.{d} loaded", "badge {dddd} accepted",
                      "duty key used")),
        ),
    ),
    "greenhouse": Domain(
        ("nursery", "glasshouse estate", "tomato farm"), ("Climate computer", "Glasshouse automation", "Growing assistant"),
        ("controller", "controllers"), ("grade", "grades"), ("record", "records"),
        (("WARN", "WARNING"), ("ERR", "ERROR")), ("NOTE", "LOG", "PLAN"),
        (("the controller itself", "the central computer"), ("the field box", "the growing software")),
        (
            UnitType((("vent-1", "vent-13", "vent-13-roof"),), ("louvre-6", "ridge-2", "flap-9"),
                     ("window stuck", "motor overload", "end switch lost", "wind too strong", "position lost", "opening uneven"),
                     ("opened to {dd} %", "closed", "wind {d} m/s", "rain lock on", "rain lock off", "target {dd} %")),
            UnitType((("screen", "screen-upper", "screen-upper-2"),), ("curtain-5", "blind-3", "shade-n"),
                     ("cloth torn", "drum slips", "motor hot", "rope slack", "end position missed", "gap too wide"),
                     ("curtain drawn", "curtain opened", "closed to {dd} %", "light {ddd} W/m2", "night plan on", "wires oiled")),
            UnitType((("boiler", "boiler-b", "boiler-b-flue"), ("rail-3", "rail-3b", "rail-3b-low")),
                     ("heatpump-2", "burner-4", "buffer-1", "pipe-12"),
                     ("flow temperature low", "return too cold", "water pressure low", "mixing valve stuck", "circulation weak",
                      "flow sensor silent"),
                     ("flow at {dd} C", "circulation on", "circulation off", "target {dd} C", "{ddd} kWh so far", "night setback on")),
            UnitType((("mixer-3", "mixer-35", "mixer-35-acid"),), ("drain-9", "gutter-6", "tank-5", "feed-2"),
                     ("EC too low", "pH outside band", "substrate too wet", "tank level low", "flow meter silent", "strainer clogged"),
                     ("irrigation round {d}", "feed mixed", "recipe {d} active", "EC {d}.{d}", "dose {ddd} l", "drain {dd} %")),
            UnitType((("house-4", "house-41", "house-41-east"),), ("bay-6", "cabin-3", "seedling-2", "tunnel-8"),
                     ("humidity above 92 %", "temperature drop", "leaf wet too long", "CO2 low", "sensor box dry", "fan tripped"),
                     ("target 19.{d} C", "humidity {dd} %", "fan at {dd} %", "CO2 {ddd} ppm", "day plan on", "fogging paused")),
            UnitType((("lamp-row", "lamp-row-2", "lamp-row-2b"),), ("led-5", "growlight-3", "ballast-7"),
                     ("ballast hot", "row dark", "current uneven", "driver lost", "light sum too low", "relay stuck"),
                     ("row on", "row off", "dimmed to {dd} %", "{dddd} hours lit", "light sum {ddd}", "step {d} active")),
        ),
    ),
}

TYPES = {name: kind for domain in DOMAINS.values() for kind in domain.types for name in (*kind.others, *(name for kin in kind.kin for name in kin))}
"""Name of a unit -> its type. No two domains share a name."""


# The case

@dataclass(frozen=True)
class Event:
    second: int
    service: str
    level: str
    message: str


@dataclass(frozen=True)
class Claim:
    service: str
    level: str
    start_second: int
    end_second: int
    borders: str
    count: int


@dataclass(frozen=True)
class Case:
    """The log of the day in time order, the two levels that look alike and whether they are one, and the claim."""

    events: tuple
    alike: tuple
    is_merged: bool
    claim: Claim


class Plan(NamedTuple):
    """What a group must be: in its `no` member the claimed number is `excess` above (below) the number of events."""

    level: int
    kind: str
    number: int
    excess: int
    is_even: bool
    borders: str
    is_merged: bool
    has_seconds: bool
    domain: str
    layout: str


class Cast(NamedTuple):
    """Who is in the log: three units whose names begin alike (in the order of their lengths), the two of them a claim may name,
    the other units; the claimed level, its look-alike, other levels; and the few troubles the three units have that day."""

    kin: tuple
    first: str
    second: str
    others: tuple
    alike: tuple
    level: str
    plain_levels: tuple
    troubles: tuple


@dataclass(frozen=True)
class Wording:
    """Everything a document says apart from its log and claim; shared by the members of a group."""

    layout: str
    cast: Cast
    has_seconds: bool
    is_newest_first: bool
    is_log_first: bool
    is_claim_last: bool
    line: str
    titles: dict
    notes: tuple
    claim: str
    window: str
    words: dict
    question: dict


# Drawing

def plan(draw: draws.Draw) -> list:
    """The Plan of every group of a draw: all shares that need no look at a log are settled here."""
    rng = draws.stream(draw, FAMILY, "plan")
    plans = []
    for level in families.LEVELS:
        whole = PAIRS_PER_KIND * len(KINDS)
        domains, layouts = balance.spread(rng, DOMAINS, whole, 2 * level), balance.spread(rng, LAYOUTS, whole)
        for place, kind in enumerate(KINDS):
            step = 2 if kind == "count_by_two" else 1
            turn = level + place
            columns = zip(
                balance.spread(rng, (step, -step), PAIRS_PER_KIND, turn),
                balance.spread(rng, (True, False), PAIRS_PER_KIND, turn), balance.spread(rng, INCLUDES, PAIRS_PER_KIND, turn),
                balance.spread(rng, (True, False), PAIRS_PER_KIND, turn), balance.spread(rng, (True, False), PAIRS_PER_KIND, turn),
            )
            for offset, column in enumerate(columns):
                number = place * PAIRS_PER_KIND + offset
                plans.append(Plan(level, kind, number, *column, domains[number], layouts[number]))
    return rng.shuffled(plans)


def numbered(rng, message: str) -> str:
    """The message with drawn numbers in the places of {d} to {dddd}."""
    if "{" not in message:
        return message
    return message.format(d=rng.between(2, 9), dd=rng.between(11, 98), ddd=rng.between(110, 890), dddd=rng.between(1204, 9871))


def draw_cast(rng, domain: Domain, level: int) -> Cast:
    """The units, levels and troubles of one log."""
    kin, alike = rng.choice([kin for kind in domain.types for kin in kind.kin]), rng.choice(domain.alike)
    first, second = rng.shuffled(kin[:2])
    others = rng.sample([name for kind in domain.types for name in kind.others], OTHER_UNITS[level])
    return Cast(kin, first, second, tuple(others), alike, rng.choice(alike), tuple(rng.sample(domain.plain_levels, 2)),
                tuple(numbered(rng, trouble) for trouble in rng.sample(TYPES[first].troubles, 3)))


def draw_words(rng, domain: Domain, cast: Cast) -> dict:
    """The words that fill the phrases of one document: names, dates, nouns."""
    day = datetime.date(2026, 1, 5) + datetime.timedelta(days=rng.below(300))
    printed = day + datetime.timedelta(days=rng.between(1, 3))
    author, reader, contact = names.people(rng, 3)
    claim = rng.choice(("claim", "statement"))
    return {
        "site": f"{rng.choice(names.STEMS)} {rng.choice(domain.sites)}", "system": rng.choice(domain.systems),
        "author": author, "reader_first": reader.split()[0], "contact": contact,
        "short_day": english.short_date(day), "long_day": english.long_date(day), "iso_day": day.isoformat(), "weekday_of_day": english.weekday(day),
        "short_printed": english.short_date(printed), "long_printed": english.long_date(printed), "iso_printed": printed.isoformat(),
        "at": english.clock(rng.between(7 * 60, 17 * 60)),
        "number": rng.between(1040, 9870), "serial": rng.between(210, 990), "row": rng.between(1200, 88000),
        "full": english.clock(60 * rng.between(6, 20) + 5 * rng.below(12)), "past": f"{rng.between(4, 55):02d}",
        "days": rng.choice((90, 120, 180, 365)), "weekday": rng.choice(english.WEEKDAYS), "source": rng.choice(SOURCES),
        "exactly": rng.choice(EXACTLY), "claim": claim, "Claim": english.sentence(claim),
        "unit": domain.unit[0], "Unit": english.sentence(domain.unit[0]), "units": domain.unit[1], "Units": english.sentence(domain.unit[1]),
        "grade": domain.grade[0], "grades": domain.grade[1], "event": domain.event[0], "events": domain.event[1], "CAPS": domain.event[1].upper(),
        "first": cast.kin[0], "second": cast.kin[1], "third": cast.kin[2], "short": cast.alike[0], "long": cast.alike[1],
        **dict(zip(("near", "far"), rng.choice(domain.sources))),
    }


def draw_wording(rng, group: Plan) -> Wording:
    """Every choice of words for a group's document."""
    domain = DOMAINS[group.domain]
    cast = draw_cast(rng, domain, group.level)
    is_newest_first = rng.chance(1, 3)
    words = draw_words(rng, domain, cast)
    words.update(order="newest first" if is_newest_first else "oldest first", lines=LINES[group.level])
    topics = ("repeats", "names", "column", "merged" if group.is_merged else "separate", "seconds" if group.has_seconds else "minutes")
    notes = [rng.choice(NOTES[topic]) for topic in topics] + rng.sample(ASIDES, rng.below(3))
    return Wording(group.layout, cast, group.has_seconds, is_newest_first, rng.chance(1, 2), rng.chance(1, 2),
                   rng.choice(LINE_FORMATS[group.layout]), {part: rng.choice(phrases) for part, phrases in TITLES[group.layout].items()},
                   tuple(note.format(**words) for note in rng.shuffled(notes)), rng.choice(CLAIMS), rng.choice(BORDERS[group.borders]), words,
                   items.noul(*(text.format(**words) for text in rng.choice(QUESTIONS))))


@dataclass(frozen=True)
class Clockwork:
    """When things happen that day: spells in which trouble gathers, and marks, full five minutes at which several units log at once."""

    spells: tuple
    marks: tuple
    has_seconds: bool

    def moment(self, rng) -> int:
        """One second of the day, often in a spell, sometimes on full five minutes."""
        if rng.chance(60):
            center, width = rng.choice(self.spells)
            second = center + rng.between(-width, width)
        else:
            second = rng.between(5 * 3600, 23 * 3600)
        if rng.chance(ON_GRID[self.has_seconds]):
            return second // GRID_SECONDS * GRID_SECONDS
        return second if self.has_seconds else second // 60 * 60

    def series(self, rng, count: int, repeat_percent: int) -> list:
        """`count` moments of one unit: new ones, and repeats at the time of one before or (by clocks with seconds) within its minute."""
        moments = []
        while len(moments) < count:
            if moments and rng.chance(repeat_percent):
                earlier = rng.choice(moments)
                moments.append(earlier // 60 * 60 + rng.between(1, 59) if self.has_seconds and rng.chance(70) else earlier)
            else:
                moments.append(rng.choice(self.marks) if rng.chance(8) else self.moment(rng))
        return moments

    def at_marks(self, rng) -> list:
        """One moment on every mark, now and then a second one, and by clocks with seconds often one a little later in its minute."""
        moments = list(self.marks)
        for mark in self.marks:
            moments += [mark] if rng.chance(30) else []
            moments += [mark + rng.between(1, 59)] if self.has_seconds and rng.chance(60) else []
        return moments

    def inner(self, rng) -> int:
        """A moment between the second and the third mark, to the minute or the second."""
        second = rng.between(self.marks[1] + 60, self.marks[2] - 60)
        return second if self.has_seconds else second // 60 * 60


def draw_clockwork(rng, group: Plan) -> Clockwork:
    """One to four spells of trouble, and four marks in the first of them, most days equally round."""
    spells = tuple((rng.between(9 * 3600, 18 * 3600), rng.between(30, 90) * 60) for _ in range(rng.between(1, 1 + group.level)))
    beat = rng.choice((3600, 1800, 900, 600, 300))
    offset = rng.between(0, beat - GRID_SECONDS, GRID_SECONDS)
    second_mark = (spells[0][0] - rng.between(0, 3600)) // beat * beat + offset
    gap, before, after = (rng.between(-(-least // beat), -(-least // beat) + most // beat) * beat
                          for least, most in ((SHORTEST_WINDOW, 6000), (600, 5400), (600, 5400)))
    marks = (second_mark - before, second_mark, second_mark + gap, second_mark + gap + after)
    return Clockwork(spells, marks, group.has_seconds)


def draw_message(rng, cast: Cast, service: str, level: str, mention_percent: int) -> str:
    """A message that suits the unit and the level; messages of other levels mention the look-alike ones or repeat a trouble now and then."""
    troubles = cast.troubles if service in cast.kin else TYPES[service].troubles
    if level in cast.alike:
        return numbered(rng, rng.choice(troubles))
    if rng.chance(mention_percent):
        return numbered(rng, rng.choice(MENTIONS[cast.alike[0]]))
    if rng.chance(20):
        return rng.choice(ECHOES).format(trouble=numbered(rng, rng.choice(troubles)))
    return numbered(rng, rng.choice(TYPES[service].routine))


def draw_unit_rows(rng, clock: Clockwork, cast: Cast, service: str, counts: tuple, is_marked: bool) -> list:
    """(second, service, level, mention percent) of the lines of one of the three units whose names begin alike."""
    other_level = cast.alike[cast.alike[0] == cast.level]
    fixed = clock.at_marks(rng)[:counts[0]] if is_marked else [clock.inner(rng)]
    rows = [(moment, service, cast.level, 0) for moment in fixed + clock.series(rng, counts[0] - len(fixed), 20)]
    for most, levels, repeat_percent in ((counts[1], (other_level,), 20), (counts[2], cast.plain_levels, 0)):
        inner = rng.between(1, most) if most else 0
        rows += [(clock.inner(rng), service, rng.choice(levels), 80 if most <= 3 else 45) for _ in range(inner)]
        rows += [(moment, service, rng.choice(levels), 20) for moment in clock.series(rng, rng.between(0, most - inner), repeat_percent)]
    return rows


def draw_background(rng, group: Plan, cast: Cast) -> list:
    """Events of the other units, in drawn order: as many as any log of the group can take."""
    clock = draw_clockwork(rng, group)
    events = []
    for _ in range(LINES[group.level]):
        level = rng.choice(cast.plain_levels) if rng.chance(60) else rng.choice(cast.alike)
        service = rng.choice(cast.others)
        events.append(Event(clock.moment(rng), service, level, draw_message(rng, cast, service, level, 10)))
    return events


def draw_log(rng, group: Plan, cast: Cast, background: list) -> tuple:
    """The events of the day in time order: those of the three units, and of the background as many as there are lines left."""
    clock = draw_clockwork(rng, group)
    is_twin = group.kind == "service"
    mix = (TWIN_MIX if is_twin else MIX)[group.level]
    rows = []
    for service, counts, is_marked in zip((cast.first, cast.second, cast.kin[2]), mix, (True, is_twin, False)):
        rows += draw_unit_rows(rng, clock, cast, service, counts, is_marked)
    events = [Event(second, service, level, draw_message(rng, cast, service, level, mentions)) for second, service, level, mentions in rows]
    events = rng.shuffled(events + background[:LINES[group.level] - len(events)])
    return tuple(sorted(events, key=lambda event: event.second))


# Answering

class Reading(NamedTuple):
    """How to read a case; the defaults are what the document says, every other value is a misreading."""

    borders: str | None = None
    is_merged: bool | None = None
    service: str = "exact"
    level: str = "column"
    has_window: bool = True
    clock_seconds: int = 1


AS_WRITTEN = Reading()


def names_service(event: Event, claim: Claim, how: str) -> bool:
    """Whether the event is one of the claimed unit: by its exact name, by the claimed name as a part of its name, by its stem, or any."""
    if how == "exact":
        return event.service == claim.service
    if how == "part":
        return claim.service in event.service
    return how == "any" or stem(event.service) == stem(claim.service)


def stem(service: str) -> str:
    """The letters with which a unit's name begins."""
    return service.split("-")[0]


def names_level(event: Event, case: Case, reading: Reading) -> bool:
    """Whether the event is of the claimed level, the two that look alike being one or two as the reading has it."""
    is_merged = case.is_merged if reading.is_merged is None else reading.is_merged
    levels = case.alike if is_merged else (case.claim.level,)
    if reading.level == "any" or event.level in levels:
        return True
    return reading.level == "message" and case.alike[0].lower() in event.message


def is_inside(event: Event, claim: Claim, reading: Reading) -> bool:
    """Whether the event lies in the claimed window; a border counts where the claim includes it."""
    if not reading.has_window:
        return True
    start_included, end_included = INCLUDES[reading.borders or claim.borders]
    second = event.second // reading.clock_seconds * reading.clock_seconds
    after = second >= claim.start_second if start_included else second > claim.start_second
    return after and (second <= claim.end_second if end_included else second < claim.end_second)


def matching(case: Case, reading: Reading = AS_WRITTEN) -> list:
    """The events that the claim speaks of."""
    return [event for event in case.events
            if names_service(event, case.claim, reading.service) and names_level(event, case, reading) and is_inside(event, case.claim, reading)]


def answer(case: Case) -> str:
    """'yes' where the claimed number is the number of events the claim speaks of."""
    return "yes" if len(matching(case)) == case.claim.count else "no"


MISREADINGS = {
    "part of the name": Reading(service="part"),
    "stem of the name": Reading(service="stem"),
    "any unit": Reading(service="any"),
    "any level": Reading(level="any"),
    "level word in the message": Reading(level="message"),
    "whole day": Reading(has_window=False),
    "seconds dropped": Reading(clock_seconds=60),
    **{f"borders {rule}": Reading(borders=rule) for rule in INCLUDES},
}
"""Ways to misread a document. Each gives another number than the text does, in every group where it is a misreading."""
MAY_BE_CLAIMED = ("seconds dropped", *(f"borders {rule}" for rule in INCLUDES))
"""Misreadings whose number a false claim may state. Every other one says `no` to both members."""


def is_misreading(name: str, borders: str, has_seconds: bool) -> bool:
    """Whether a way to read differs from what a document with this border rule and clock says."""
    if name == "seconds dropped":
        return has_seconds and borders != "start"
    return name != f"borders {borders}"


def misread_counts(case: Case, has_seconds: bool) -> dict:
    """{misreading: number of events it finds}."""
    counts = {name: len(matching(case, reading)) for name, reading in MISREADINGS.items() if is_misreading(name, case.claim.borders, has_seconds)}
    counts["levels the other way"] = len(matching(case, Reading(is_merged=not case.is_merged)))
    counts["each message once"] = len({event.message for event in matching(case)})
    return counts


# Finding claims that are worth making

class Timetable(NamedTuple):
    """For one unit, when its events and those of each misreading are, as sorted seconds of the day."""

    service: str
    seconds: dict
    messages: tuple


class Spot(NamedTuple):
    """A place for a claim: a unit and a window, the number of events there, and the numbers no claim may take."""

    table: Timetable
    start: int
    end: int
    count: int
    taken: frozenset


class Option(NamedTuple):
    """A log with two claims on it: the spot and number of each member."""

    events: tuple
    yes: Spot
    no: Spot
    yes_count: int
    no_count: int


def timetable(events, cast: Cast, is_merged: bool, service: str) -> Timetable:
    """The Timetable of a unit."""
    literal, both, word, root = (cast.level,), cast.alike, cast.alike[0].lower(), stem(service)
    levels, turned = (both, literal) if is_merged else (literal, both)
    exact = [event for event in events if event.service == service]
    right = [event for event in exact if event.level in levels]
    leveled = [event for event in events if event.level in levels]
    found = {
        "exact": right, "all": events, "any unit": leveled, "any level": exact,
        "levels the other way": [event for event in exact if event.level in turned],
        "part of the name": [event for event in leveled if service in event.service],
        "stem of the name": [event for event in leveled if stem(event.service) == root],
        "level word in the message": [event for event in exact if event.level in levels or word in event.message],
    }
    return Timetable(service, {name: [event.second for event in rows] for name, rows in found.items()}, tuple(event.message for event in right))


def count_between(seconds, start: int, end: int, borders: str) -> int:
    """How many of the sorted seconds lie in the window."""
    start_included, end_included = INCLUDES[borders]
    low = bisect_left(seconds, start) if start_included else bisect_right(seconds, start)
    high = bisect_right(seconds, end) if end_included else bisect_left(seconds, end)
    return high - low


def find_spot(table: Timetable, start: int, end: int, borders: str, has_seconds: bool):
    """The Spot of a window, or None where a misreading gives the same number or there are too few or too many events."""
    exact = table.seconds["exact"]
    count = count_between(exact, start, end, borders)
    if not LEAST_COUNT <= count < len(exact) or any(count_between(exact, start, end, rule) == count for rule in INCLUDES if rule != borders):
        return None
    low = bisect_left(exact, start) if INCLUDES[borders][0] else bisect_right(exact, start)
    taken = {len(exact), len(set(table.messages[low:low + count]))}
    taken.update(count_between(seconds, start, end, borders) for name, seconds in table.seconds.items() if name not in ("exact", "all"))
    to_the_minute = [second // 60 * 60 for second in exact]
    if is_misreading("seconds dropped", borders, has_seconds) and count_between(to_the_minute, start, end, borders) == count:
        return None
    return None if count in taken else Spot(table, start, end, count, frozenset(taken))


def grid_windows(rng, table: Timetable) -> list:
    """Windows with an event of the unit on both borders, in drawn order."""
    marks = sorted({second for second in table.seconds["exact"] if second % GRID_SECONDS == 0})
    windows = [(start, end) for place, start in enumerate(marks) for end in marks[place + 1:] if end - start >= SHORTEST_WINDOW]
    return rng.shuffled(windows)[:WINDOWS_A_LOG]


def roundness(spot: Spot) -> list:
    """How round the borders of a window look: full hours, half hours, quarters, other five minutes."""
    return sorted(sum(second % step == 0 for step in (900, 1800, 3600)) for second in (spot.start, spot.end))


def is_claimable(spot: Spot, count: int) -> bool:
    """Whether a claim may state this number here: not too small, below the day's, and not what a misreading finds."""
    return LEAST_COUNT <= count < len(spot.table.seconds["exact"]) and count not in spot.taken


def is_move(one: Spot, other: Spot) -> bool:
    """Whether one window is the other one moved: a little, and to times that look as round."""
    moves = abs(one.start - other.start), abs(one.end - other.end)
    return max(moves) <= FARTHEST_MOVE and one.start < other.end and other.start < one.end and roundness(one) == roundness(other)


def spot_pairs(rng, group: Plan, tables) -> list:
    """The pairs of spots that the members of a group of this kind may have: the same spot twice, two windows, or two units."""
    first, second = tables[0], tables[-1]
    rules = group.borders, group.has_seconds
    spots = [spot for spot in (find_spot(first, start, end, *rules) for start, end in grid_windows(rng, first)) if spot]
    if group.kind == "window":
        return [(one, other) for one in spots for other in spots if one.count != other.count and is_move(one, other)]
    if group.kind == "service":
        marks = set(second.seconds["exact"])
        twins = [(spot, find_spot(second, spot.start, spot.end, *rules)) for spot in spots if {spot.start, spot.end} <= marks]
        pairs = [(one, other) for one, other in twins if other]
        return [pair for one, other in pairs for pair in ((one, other), (other, one))]
    return [(spot, spot) for spot in spots]


def keeps_plan(group: Plan, count: int, excess: int) -> bool:
    """Whether the true number and the excess of the false claim are as planned; a moved window or another unit may be off by one or two."""
    if group.kind in ("window", "service"):
        return 1 <= abs(excess) <= 2 and (excess > 0) == (group.excess > 0)
    return (count % 2 == 0) == group.is_even


def options_of_log(rng, group: Plan, cast: Cast, background: list) -> list:
    """The Options that one newly drawn log offers for the plan of a group; none in many logs."""
    events = draw_log(rng, group, cast, background)
    services = (cast.first, cast.second) if group.kind == "service" else (cast.first,)
    tables = [timetable(events, cast, group.is_merged, service) for service in services]
    found = []
    for yes, no in spot_pairs(rng, group, tables):
        no_count = no.count + group.excess if yes is no else yes.count
        if is_claimable(yes, yes.count) and is_claimable(no, no_count) and keeps_plan(group, yes.count, no_count - no.count):
            found.append(Option(events, yes, no, yes.count, no_count))
    return found[:CANDIDATES_A_LOG]


def find_options(draw: draws.Draw, group: Plan, cast: Cast) -> list:
    """Options to choose from, each log on a stream of its own. Raises where a group finds none."""
    background = draw_background(draws.stream(draw, FAMILY, group.level, group.number, "background"), group, cast)
    found = []
    for attempt in range(MAX_LOGS):
        found += options_of_log(draws.stream(draw, FAMILY, group.level, group.number, "log", attempt), group, cast, background)
        if len(found) >= CANDIDATES or found and attempt >= ENOUGH_LOGS:
            return found
    checks.require(bool(found), f"{FAMILY} level {group.level} {group.kind} group {group.number}: no claim found in {MAX_LOGS} logs")
    return found


def true_case(option: Option, group: Plan, cast: Cast) -> Case:
    """The case of the `yes` member."""
    spot = option.yes
    return Case(option.events, cast.alike, group.is_merged,
                Claim(spot.table.service, cast.level, spot.start, spot.end, group.borders, option.yes_count))


PLANTERS = {
    "count_by_one": lambda option: {"count": option.no_count},
    "count_by_two": lambda option: {"count": option.no_count},
    "window": lambda option: {"start_second": option.no.start, "end_second": option.no.end},
    "service": lambda option: {"service": option.no.table.service},
}
"""Kind -> the field of the claim that is changed, with its new value; a moved window is one element with two times."""


def plant(case: Case, option: Option, kind: str) -> Case:
    """The case of the `no` member: the true one with one field of its claim changed."""
    return replace(case, claim=replace(case.claim, **PLANTERS[kind](option)))


# Text

def claim_text(claim: Claim, wording: Wording) -> str:
    """The claim as a sentence."""
    window = wording.window.format(start=english.clock(claim.start_second // 60), end=english.clock(claim.end_second // 60))
    return english.sentence(wording.claim.format(window=window, service=claim.service, level=claim.level, count=claim.count, **{
        word: wording.words[word] for word in ("unit", "grade", "events", "exactly")}))


def log_lines(events, wording: Wording) -> list:
    """The lines of the log in the order of the document."""
    clock = english.clock_seconds if wording.has_seconds else lambda second: english.clock(second // 60)
    service_width = max(len(event.service) for event in events)
    level_width = max(len(event.level) for event in events)
    lines = [wording.line.format(row=wording.words["row"] + place, time=clock(event.second), message=event.message,
                                 service=event.service, service_padded=event.service.ljust(service_width),
                                 level=event.level, level_padded=event.level.ljust(level_width))
             for place, event in enumerate(events)]
    return lines[::-1] if wording.is_newest_first else lines


def column_names(wording: Wording) -> str:
    """The head of a table whose rows are written by the line format."""
    return wording.line.format(row="id", time="time", service=wording.words["unit"], level=wording.words["grade"], message="message")


def arranged(wording: Wording, notes: list, log: list, claim: list) -> list:
    """The three parts of a document in the order drawn for it."""
    parts = [log, notes] if wording.is_log_first else [notes, log]
    return parts + [claim] if wording.is_claim_last else [claim] + parts


def render_console(case: Case, wording: Wording, titles: dict) -> str:
    """A printed view of a control room console: capitals for headings, rules between the parts."""
    log = [titles["log"], *log_lines(case.events, wording)]
    notes = [titles["notes"], *(f"({number}) {note}" for number, note in enumerate(wording.notes, 1))]
    parts = arranged(wording, notes, log, [titles["claim"], titles["says"]])
    rule = "-" * 60
    return "\n".join([titles["head"], titles["made"], *(line for part in parts for line in (rule, *part))])


def render_csv(case: Case, wording: Wording, titles: dict) -> str:
    """A CSV export with its remarks in comment lines."""
    notes = [wording.titles["notes"].format(note=note) for note in wording.notes]
    parts = arranged(wording, notes, [column_names(wording), *log_lines(case.events, wording)], [titles["says"]])
    return "\n".join([titles["head"], titles["made"], *(line for part in parts for line in part)])


def render_wiki(case: Case, wording: Wording, titles: dict) -> str:
    """A Markdown page with a table."""
    table = [column_names(wording), "| --- | --- | --- | --- |", *log_lines(case.events, wording)]
    parts = arranged(wording, [titles["notes"], "", *(f"- {note}" for note in wording.notes)], [titles["log"], "", *table],
                     [titles["claim"], "", titles["says"]])
    head = [titles["head"], "=" * len(titles["head"]), "", titles["made"]]
    return "\n".join([*head, *(line for part in parts for line in ("", *part))])


def render_mail(case: Case, wording: Wording, titles: dict) -> str:
    """An e-mail that quotes the log."""
    parts = arranged(wording, [titles["notes"], *(f"* {note}" for note in wording.notes)], [titles["log"], *log_lines(case.events, wording)],
                     [titles["says"]])
    return "\n".join([titles["head"], "", titles["hello"], "", english.sentence(titles["made"]), *(line for part in parts for line in ("", *part)),
                      "", titles["bye"]])


RENDERERS = {"console": render_console, "csv": render_csv, "wiki": render_wiki, "mail": render_mail}


def render(case: Case, wording: Wording) -> str:
    """The state of one member."""
    text = claim_text(case.claim, wording)
    titles = {part: english.sentence(phrase.format(text=text, note="{note}", **wording.words)) for part, phrase in wording.titles.items()}
    return RENDERERS[wording.layout](case, wording, titles)


# Checks and output

def check_claim(case: Case, has_seconds: bool, where: str) -> None:
    """What holds for the claim of either member: events on both borders, a number in range, and no number that a misreading gives."""
    claim = case.claim
    whole_day = replace(case, claim=replace(claim, start_second=0, end_second=86400, borders="both"))
    seconds = [event.second for event in matching(whole_day)]
    checks.require({claim.start_second, claim.end_second} <= set(seconds), f"{where}: no event on a border")
    checks.require(LEAST_COUNT <= claim.count < len(seconds), f"{where}: the number {claim.count} is out of range")
    counts, true_count = misread_counts(case, has_seconds), len(matching(case))
    wrong = [name for name, count in counts.items() if count == true_count]
    checks.require(not wrong, f"{where}: misread as {', '.join(wrong)} the log gives the true number too")
    wrong = [name for name, count in counts.items() if count == claim.count and name not in MAY_BE_CLAIMED]
    checks.require(not wrong, f"{where}: misread as {', '.join(wrong)} the log gives the claimed number")


def check_group(group: Plan, yes: Case, no: Case, states: tuple) -> None:
    """One field of the claim differs, in one line; the answers are as they should be and by the planned excess; both claims are sound."""
    where = f"{FAMILY} level {group.level} {group.kind} group {group.number}"
    checks.require((answer(yes), answer(no)) == families.YES_NO, f"{where}: the answers are {answer(yes)} and {answer(no)}")
    checks.require(yes == replace(no, claim=yes.claim) and len(yes.events) == LINES[group.level], f"{where}: the logs differ or have a wrong length")
    changed = {name for name in Claim.__dataclass_fields__ if getattr(yes.claim, name) != getattr(no.claim, name)}
    planted = {"window": {"start_second", "end_second"}, "service": {"service"}}.get(group.kind, {"count"})
    checks.require(bool(changed) and changed <= planted, f"{where}: the claims differ in {sorted(changed)}")
    checks.require(len(checks.changed_lines(*states)) == 1, f"{where}: the states differ in more than the line of the claim")
    excess = no.claim.count - len(matching(no))
    checks.require(keeps_plan(group, yes.claim.count, excess), f"{where}: an excess of {excess} on {yes.claim.count} is not as planned")
    for case in (yes, no):
        check_claim(case, group.has_seconds, where)


def sign(value: int) -> int:
    """-1, 0 or 1."""
    return (value > 0) - (value < 0)


def off_share(spot: Spot, count: int, borders: str, of: str) -> tuple:
    """(numerator, denominator) of the claimed number less its expected share.

    `of` says which: the day's number times the window's part of all lines, of those of the unit, or of those of the level;
    or ("window") the lines of the unit times those of the level over all lines, each within the window.
    """
    seconds = spot.table.seconds
    if of == "window":
        whole, unit, level = (count_between(seconds[name], spot.start, spot.end, borders) for name in ("all", "any level", "any unit"))
        return count * whole - unit * level, whole
    here = count_between(seconds[of], spot.start, spot.end, borders)
    return count * len(seconds[of]) - len(seconds["exact"]) * here, len(seconds[of])


def share_measures(group: Plan, option: Option, of: str) -> dict:
    """How the two claims stand to their expected shares: which is nearer, above, within so many halves."""
    (yes, whole_yes), (no, whole_no) = (off_share(spot, count, group.borders, of)
                                        for spot, count in ((option.yes, option.yes_count), (option.no, option.no_count)))
    return {f"nearer {of} {group.kind}": 1 + sign(abs(yes) * whole_no - abs(no) * whole_yes), f"above {of}": 1 + (yes > 0) - (no > 0),
            **{f"within {halves} {of}": 1 + (2 * abs(no) <= halves * whole_no) - (2 * abs(yes) <= halves * whole_yes) for halves in REACHES}}


def border_measures(group: Plan, option: Option) -> dict:
    """Items of the pair that a reader gets right who treats borders by one rule always; whether the opposite rule gives the false number."""
    found = {}
    for rule in INCLUDES:
        reads = [count_between(spot.table.seconds["exact"], spot.start, spot.end, rule) for spot in (option.yes, option.no)]
        found[f"borders {rule}"] = (reads[0] == option.yes_count) + (reads[1] != option.no_count)
        if rule == OPPOSITE[group.borders]:
            found["borders opposite"] = int(reads[1] == option.no_count)
    return found


def measures(group: Plan, option: Option) -> dict:
    """What the choice among options holds at its share; mostly 1 where both members look alike, 0 or 2 where one of them stands out."""
    yes, no = option.yes, option.no
    found = border_measures(group, option)
    for of in SHARES:
        found.update(share_measures(group, option, of))
    if group.kind == "window":
        found.update(longer=1 + sign((yes.end - yes.start) - (no.end - no.start)), later=1 + sign(yes.start + yes.end - no.start - no.end))
    elif group.kind == "service":
        days = [len(spot.table.seconds["exact"]) for spot in (yes, no)]
        found.update(name=1 + sign(len(yes.table.service) - len(no.table.service)), day=1 + sign(days[0] - days[1]))
    else:
        found["small"] = 1 + (option.no_count <= 4) - (option.yes_count <= 4)
    return found


def build_group(draw: draws.Draw, group: Plan, totals: balance.Balance) -> items.Group:
    """One pair: its wording, the option that holds the totals best, the check, the text."""
    wording = draw_wording(draws.stream(draw, FAMILY, group.level, group.number, "wording"), group)
    option = totals.choose(find_options(draw, group, wording.cast), lambda option: measures(group, option))
    yes = true_case(option, group, wording.cast)
    no = plant(yes, option, group.kind)
    states = render(yes, wording), render(no, wording)
    check_group(group, yes, no, states)
    members = (items.Member(states[0], answer(yes), None, group.kind, False), items.Member(states[1], answer(no), group.kind, group.kind, True))
    return items.Group(group.level, group.domain, group.layout, wording.question, members)


def build(draw: draws.Draw) -> list:
    """The 600 items of a draw."""
    totals = {level: balance.Balance(TARGETS, WEIGHTS) for level in families.LEVELS}
    groups = [build_group(draw, group, totals[group.level]) for group in plan(draw)]
    checks.check_family(families.BY_NAME[FAMILY], groups)
    kinds = Counter((group.level, member.kind) for group in groups for member in group.members if member.planted)
    checks.require(all(kinds[level, kind] == PAIRS_PER_KIND for level in families.LEVELS for kind in KINDS), f"{FAMILY}: kinds {dict(kinds)}")
    return items.number_items(FAMILY, draw, groups)


if __name__ == "__main__":
    sys.exit(cards.write_family(FAMILY, build))
