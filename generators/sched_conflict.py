"""Can the requested booking be confirmed as it stands? (yes, no)

The state is a booking plan as a printed list, a CSV export, a wiki page or an e-mail: the rooms (theatres, courts, instruments ...) with
capacity, equipment and opening hours, the booking rules, the booked times by booking number, and one request. Levels: 2 rooms and 6 to 8
bookings on two days; 3 or 4 rooms and 10 to 13 bookings on two days; 5 or 6 rooms and 20 to 28 bookings on two or three days.

There are 300 pairs, 100 a level. The request meets every rule in the `yes` member; in the `no` member one rule fails because one thing is
changed: a booking lies five minutes earlier or later (mostly by an exchange of times with a booking in another room), a room has one seat
fewer or opens or closes five minutes off, two rooms have exchanged one item of equipment, or the request came in five minutes later. Kinds
and pairs: overlap in the room 112 (38, 37, 37 by level), person in two places 77 (25, 26, 26), seats 22, equipment 22, hours 22, gap before
the start 23, notice 22 (these five together 37 on each level).

The quantity decided stands at its border in both members. The rules say of every limit whether the limit itself is still good (half of the
pairs) or not (the other half), so that a value exactly at a limit says nothing; other values stand at their limits too, alike in both members.
In both members an optional person is booked elsewhere at the time, the room is taken at the same hour of another day, and bookings touch,
stand near, or are cancelled. The booked times obey the rules among themselves.
"""
from __future__ import annotations

import datetime
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import balance, cards, checks, draws, english, families, items, names

FAMILY = "sched_conflict"
KINDS = ("overlap", "person", "seats", "equipment", "hours", "gap", "notice")
PAIRS = {
    1: {"overlap": 38, "person": 25, "seats": 7, "equipment": 8, "hours": 8, "gap": 7, "notice": 7},
    2: {"overlap": 37, "person": 26, "seats": 7, "equipment": 7, "hours": 7, "gap": 8, "notice": 8},
    3: {"overlap": 37, "person": 26, "seats": 8, "equipment": 7, "hours": 7, "gap": 8, "notice": 7},
}
ROOMS = {1: (2, 2), 2: (3, 4), 3: (5, 6)}
BOOKINGS = {1: (6, 8), 2: (10, 13), 3: (20, 28)}
DAYS = {1: (2, 2), 2: (2, 2), 3: (2, 3)}
PEOPLE = {1: 9, 2: 13, 3: 18}
NEAR_BOOKINGS = {1: (1, 1), 2: (1, 2), 3: (2, 3)}
"""Bookings of required people in other rooms, close to the time of the request."""

STEP = 5
"""Minutes: the grid of all times, and the unit of every border in time."""
SHORTEST = 30
CANDIDATES, MAX_DRAFTS, MAX_FILL, MAX_PLACES = 5, 60, 400, 30
"""Cases to choose from for a group; drafts after which a group without any is an error; tries for the other bookings and for one of them."""
GAPS = (15, 20, 30, 40)
NOTICES = (24, 48, 72, 96)
SEASONS = ((datetime.date(2026, 1, 12), 50), (datetime.date(2026, 4, 7), 190))
"""First day and number of days of the seasons that documents are from: no clock changes within a notice, so hours by the clock are hours."""
AT_BORDER, NEAR_BORDER = 30, 15
"""Percent of undecided values that stand at the last value that passes, and one step inside."""

MEASURES = ("any limit", "limits", "full", "room touched", "person touched", "anything touched", "off the quarter", "any off near", "even")
TARGETS = {name: (1, 1) for name in MEASURES}
WEIGHTS = {"any limit": 3, "room touched": 2, "anything touched": 2, "full": 2, "off the quarter": 2}
"""What the choice among cases holds level by level: equally often higher in the `yes` and in the `no` member (see `measures`)."""


# Domains

@dataclass(frozen=True)
class Domain:
    """The words and values of one line of work. `rooms`: name, least and highest capacity; hours in minutes of the day."""

    sites: tuple
    systems: tuple
    res: tuple
    at: str
    book: tuple
    asker: str
    setup: str
    desk: str
    cap_label: str
    cap: str
    rooms: tuple
    details: tuple
    equipment: tuple
    purposes: tuple
    opens: tuple
    closes: tuple
    lengths: tuple
    has_weekends: bool
    asides: tuple


DOMAINS = {
    "university": Domain(
        ("{stem} University", "{stem} College", "{stem} University of Applied Sciences"), ("Timetable Office", "Campus Planner", "Room Register"),
        ("room", "rooms"), "in", ("booking", "bookings"), "applicant", "set-up", "timetable team", "seats", "number of seats",
        (("Room 1.07", 18, 36), ("Room 2.31", 16, 34), ("Room 0.12", 24, 48), ("Room 3.18", 20, 44), ("Room 4.02", 14, 32), ("Auditorium B", 60, 97),
         ("Auditorium D", 50, 94), ("Room 2.05", 22, 46)),
        ("ground floor", "first floor", "second floor", "north wing", "south wing"),
        ("projector", "document camera", "lapel microphone", "lecture recording", "whiteboard wall", "induction loop", "lectern", "pin boards",
         "blackout blinds", "group tables"),
        ("thesis presentations", "exam review", "statistics tutorial", "revision class", "staff assembly", "guest lecture", "alumni talk",
         "open day briefing", "language course", "debating round", "poster display", "methods workshop"),
        (450, 540), (1080, 1260), (45, 60, 75, 90, 90, 105, 120), False,
        ("Rooms are cleaned overnight.", "Lost property goes to the porter's lodge.", "Keys for cupboards are with the porter.",
         "Faults in lamps are reported by e-mail.")),
    "hospital": Domain(
        ("{stem} Hospital", "{stem} General Hospital", "{stem} Surgical Clinic"), ("Theatre Planner", "Theatre Management", "Surgery Scheduler"),
        ("theatre", "theatres"), "in", ("session", "sessions"), "consultant", "turnover", "theatre desk", "staff limit", "staff limit",
        (("Theatre 1", 9, 15), ("Theatre 2", 9, 15), ("Theatre 3", 8, 14), ("Theatre 4", 9, 16), ("Theatre 5", 8, 14), ("Hybrid Theatre", 12, 19),
         ("Day Theatre", 8, 13), ("Theatre 6", 7, 12)),
        ("level 2", "level 3", "east block", "west block", "day unit"),
        ("C-arm", "video recorder", "microscope", "cell saver", "ultrasound", "second monitor", "warming unit", "patient hoist", "smoke extractor",
         "infusion rack"),
        ("hernia list", "hip list", "knee list", "hand list", "gallbladder list", "thyroid list", "trauma list", "tonsil list", "bowel list",
         "skin graft list", "spine list", "vascular list"),
        (400, 480), (1020, 1200), (45, 60, 75, 90, 120, 150, 180), False,
        ("Emergencies are run in the emergency suite and not planned here.", "Sterile sets are ordered separately.",
         "Recovery beds are planned by the ward.", "Consent forms are checked at 07:00.")),
    "community_centre": Domain(
        ("{stem} Community Centre", "{stem} Village Centre", "{stem} Neighbourhood House"), ("Hire Diary", "Centre Diary", "Hall Diary"),
        ("hall", "halls"), "in", ("hire", "hires"), "hirer", "set-out", "warden", "chairs", "number of chairs",
        (("Great Hall", 60, 96), ("Garden Hall", 30, 60), ("Small Hall", 20, 40), ("Mill Hall", 40, 70), ("Upper Hall", 24, 50),
         ("Assembly Hall", 50, 90), ("Youth Hall", 26, 48), ("Corner Hall", 14, 30)),
        ("main house", "garden wing", "upstairs", "annexe", "step-free"),
        ("piano", "PA system", "kitchen hatch", "dance mirrors", "folding tables", "projection screen", "crash mats", "table tennis set",
         "spotlights", "hearing loop"),
        ("gospel choir", "toddler group", "yoga class", "repair cafe", "blood donation", "jumble sale", "folk dancing", "history society",
         "parents' council", "chess club", "seniors' social", "drama group"),
        (480, 570), (1200, 1350), (60, 75, 90, 90, 105, 120, 150), True,
        ("Keys are handed out at the bar.", "The car park is shared with the school.", "Hirers sweep the floor before they leave.",
         "Deposits are paid back within two weeks.")),
    "law_firm": Domain(
        ("{stem} & Partners", "{stem} Legal", "{stem} Solicitors"), ("Reception Calendar", "Client Suites", "Suite Calendar"),
        ("suite", "suites"), "in", ("meeting", "meetings"), "host", "preparation", "receptionist", "places", "number of places",
        (("Oak Suite", 11, 18), ("Cedar Suite", 8, 16), ("Birch Suite", 8, 14), ("Linden Suite", 12, 20), ("Maple Suite", 11, 18),
         ("Willow Suite", 9, 16), ("Juniper Suite", 7, 12), ("Rowan Suite", 12, 20)),
        ("4th floor", "5th floor", "6th floor", "river side", "courtyard side"),
        ("video link", "conference phone", "document viewer", "interpreter booth", "wall display", "shredder", "secure printer", "recording unit",
         "flip chart", "wireless keyboard"),
        ("settlement talks", "closing call", "witness preparation", "partners' round", "mediation", "client briefing", "due diligence review",
         "lease signing", "case review", "shareholder talks", "tax hearing", "creditor talks"),
        (450, 540), (1080, 1260), (30, 45, 60, 60, 75, 90, 120), False,
        ("Catering is ordered with the kitchen by e-mail.", "Visitors sign in on the ground floor.", "Files must not be left on the table.",
         "Parking spaces are given out on arrival.")),
    "film_studio": Domain(
        ("{stem} Studios", "{stem} Film Works", "{stem} Pictures"), ("Stage Plot", "Production Board", "Stage Calendar"),
        ("stage", "stages"), "on", ("shoot", "shoots"), "producer", "rigging", "stage manager", "crew limit", "crew limit",
        (("Stage A", 40, 80), ("Stage B", 36, 70), ("Stage C", 24, 50), ("Stage D", 28, 60), ("Stage E", 18, 40), ("Insert Stage", 12, 24),
         ("Water Stage", 20, 44), ("Sound Stage", 30, 64)),
        ("lot 1", "lot 2", "gate side", "back lot", "store side"),
        ("green screen", "camera crane", "motion rig", "rain bars", "LED wall", "overhead grid", "dolly track", "smoke machine", "make-up bay",
         "playback desk"),
        ("commercial pick-ups", "pilot scenes", "stunt rehearsal", "product shots", "music video", "dialogue retakes", "title sequence",
         "puppet tests", "screen tests", "miniature shots", "lighting tests", "trailer inserts"),
        (390, 480), (1140, 1320), (60, 90, 105, 120, 150, 180), True,
        ("Catering is on the back lot from noon.", "Props are kept in store 3.", "Call sheets go out the evening before.",
         "Waste is collected at the gate.")),
    "sports_centre": Domain(
        ("{stem} Sports Park", "{stem} Arena", "{stem} Sports Club"), ("Court Sheet", "Practice Sheet", "Court Roster"),
        ("court", "courts"), "on", ("practice", "practices"), "coach", "conversion", "club secretary", "player limit", "player limit",
        (("Court 1", 18, 34), ("Court 2", 18, 34), ("Court 3", 14, 28), ("Court 4", 16, 30), ("Main Court", 24, 40), ("East Court", 14, 28),
         ("West Court", 14, 28), ("Gallery Court", 20, 36)),
        ("old building", "new building", "wooden floor", "sprung floor", "upper level"),
        ("scoreboard", "handball goals", "volleyball net", "badminton nets", "wall bars", "judo mats", "shot clock", "spectator seating",
         "gymnastics beam", "climbing ropes"),
        ("under-14 basketball", "futsal squad", "badminton beginners", "wheelchair rugby", "handball women", "judo grading", "volleyball mixed",
         "korfball", "gymnastics squad", "floorball", "netball league team", "fencing juniors"),
        (450, 570), (1200, 1350), (60, 60, 75, 90, 90, 105, 120), True,
        ("Showers close 20 minutes after the last practice.", "Only clean indoor shoes are allowed.", "First-aid boxes hang beside the stairs.",
         "Club fees are collected once a quarter.")),
    "research_lab": Domain(
        ("{stem} Institute", "{stem} Imaging Facility", "{stem} Laboratories"), ("Instrument Log", "Core Facility Schedule", "Beam Time List"),
        ("instrument", "instruments"), "on", ("run", "runs"), "operator", "warm-up", "facility team", "workplaces", "number of workplaces",
        (("Confocal 1", 6, 9), ("Confocal 2", 6, 9), ("Cytometer A", 6, 9), ("NMR 500", 6, 9), ("TOF-MS 2", 6, 9), ("X-ray XR4", 6, 9),
         ("SEM 3", 6, 9), ("Raman R1", 6, 9)),
        ("lab 1.2", "lab 1.5", "lab 2.1", "basement", "clean area"),
        ("autosampler", "cryo holder", "heating block", "UV lamp", "gas inlet", "second detector", "vibration table", "flow cell", "sample robot",
         "fast camera"),
        ("protein crystals", "leaf sections", "polymer films", "battery foils", "cell sorting", "soil extracts", "calibration", "student course",
         "metal alloys", "blood samples", "coating tests", "nanoparticles"),
        (420, 510), (1110, 1290), (45, 60, 75, 90, 120, 150, 180), True,
        ("Data are deleted from the local disk after 30 days.", "Consumables are charged at cost.", "Gloves stay inside the lab.",
         "Faults are written into the logbook.")),
}


# Phrases

MARKS = ("(opt)", "(optional)", "(opt.)")

NOTES = {
    "frame": (
        "Requests that meet these rules are confirmed as they stand; all others are refused, not altered.",
        "The {desk} confirms a request as it stands if it meets the rules given here, and else refuses it.",
        "A request is confirmed unchanged if it meets the rules given here, otherwise refused.",
    ),
    "touch allowed": (
        "{A_res} takes one {book} at a time. Back to back is fine, for {ress} and people: an end at {clock} and a start at {clock} do not overlap.",
        "No {res} has two {books} at once. Touching (one ends at {clock}, one starts at {clock}) is no overlap, for {ress} and people alike.",
    ),
    "touch refused": (
        "{A_res} takes one {book} at a time. Back to back is refused, for {ress} and people: an end at {clock} and a start at {clock} overlap.",
        "No {res} has two {books} at once. Touching (one ends at {clock}, one starts at {clock}) is an overlap, for {ress} and people alike.",
    ),
    "people": (
        "The requesting {asker} and all people named without {mark} are required, and nobody can be required in two {books} at once. {mark}, in "
        "the list or in the request, means optional and never makes a clash.",
        "{mark} behind a name, in the list or in the request, means optional for that {book} only and never makes a clash. Everyone named without "
        "it, and the requesting {asker}, is required, and nobody can be required in two {books} at once.",
        "Required people cannot be in two {books} at once. The requesting {asker} is required, and so is everyone named without {mark}; attendance "
        "marked {mark}, in the list or in the request, clashes with nothing.",
    ),
    "gap": (
        "{Setup} time, only if the request asks for it: {least} {gap} minutes from the end of the previous {book} {at} the same {res} on the same "
        "day, whoever had it, to the requested start.",
        "Only where a request asks for {setup} time: the previous {book} {at} the same {res} on the same day, no matter whose, must have ended "
        "{least} {gap} minutes before the requested start.",
        "Requests that ask for {setup} time, and only these, need {least} {gap} minutes between the end of the previous {book} {at} the same {res} "
        "that day (anybody's) and their own start.",
    ),
    "gap scope": (
        "{Setup} time that a request asks for comes before the requested start and concerns only the {res}; people need not be free for it. The "
        "first {book} of a day {at} each {res} needs none. Listed times are taken as they stand, with the {setup} they hold, and a listed {book} "
        "keeps its required people busy from its listed start to its listed end.",
        "Listed times already include any {setup}, and required people are busy for all of the listed time, {setup} included. Where a request asks "
        "for {setup}, this comes before the requested start and blocks only the {res}, nobody's time; the first {book} of a day {at} each {res} needs "
        "none.",
        "{Setup} that a request asks for comes before the requested start and takes up nobody's time; it is not needed for the first {book} of a "
        "day {at} each {res}. Listed times already contain their {setup}; everyone required in a listed {book} is busy for the whole listed time.",
    ),
    "seats allowed": (
        "The head count may be as high as the {cap} of the {res}, but not higher.",
        "Head count: up to and including the {cap} of the {res}.",
        "A full {res} is fine: the head count may equal the {cap}, but not exceed it.",
    ),
    "seats refused": (
        "Head count: below the {cap} of the {res}. A head count equal to it is refused.",
        "{A_res} is never filled up: the head count must be smaller than the {cap}.",
    ),
    "equipment": (
        "Equipment needed must be listed for the {res} asked for; nothing is carried over from other {ress} or brought along.",
        "Every item needed must stand in the entry of the {res} asked for; no item is moved or brought in.",
        "All equipment needed must belong to the {res} asked for. Items are not moved between {ress} or brought in.",
    ),
    "hours allowed": (
        "{A_book} must lie within the opening hours of its {res}; it may start at the opening time and end at the closing time.",
        "Start: not before the {res} opens. End: not after it closes. The opening and closing times themselves are fine.",
        "The whole {book} lies within the opening hours, the opening and closing times themselves included.",
    ),
    "hours refused": (
        "{A_book} must start later than the opening time of its {res} and end earlier than the closing time.",
        "Start: after the {res} opens, not at the opening time. End: before it closes, not at the closing time.",
        "The whole {book} lies within the opening hours, without the opening and closing times themselves: start after the one, end before the "
        "other.",
    ),
    "notice": (
        "Notice: {least} {hours} hours from receipt of the request to the start, by the clock, nights and weekends included.",
        "The request must reach us {least} {hours} hours before the start; hours run day and night, on weekends too.",
        "From the time a request is received to the start asked for there must be {least} {hours} hours, each hour of day and night counted.",
    ),
    "cancelled": (
        "Cancelled {books} stay in the list for the record only; no rule takes notice of them.",
        "{A_book} marked cancelled is kept for the record and counts for nothing.",
        "Entries marked cancelled count for nothing any more, neither for {ress} nor for people.",
    ),
}
"""Meaning -> phrasings. Every document has one of each; of `touch`, `seats` and `hours` the one its rules ask for, `cancelled` where it applies."""
LEAST = {True: ("at least", "no less than"), False: ("more than",)}
"""Whether the limit itself is enough -> the words in front of it."""

QUESTIONS = (
    ("Can the requested {book} be confirmed as it stands?", "Yes: it meets every rule.", "No: at least one rule is not met."),
    ("Can this request be confirmed without any change?", "It can be confirmed unchanged.", "It cannot be confirmed unchanged."),
    ("Do the rules allow the {book} asked for, exactly as asked for?", "They allow it.", "They do not allow it."),
    ("Should the {desk} confirm the request as it is?", "Confirm: all rules are met.", "Do not confirm: a rule is broken."),
    ("Does the request meet all the rules for a new {book}?", "It meets all of them.", "It fails one or more of them."),
    ("Is the {book} that is asked for possible as requested?", "It is possible as requested.", "It is not possible as requested."),
)

TITLES = {
    "list": {
        "head": ("{site} / {system} / {ress} {first_day} to {last_day}", "{system}   {site}   plan for {first_day} to {last_day}",
                 "{SITE} - {ress} from {first_day} to {last_day} ({system})"),
        "made": ("Printed {printed} by {author}. {Books} in order of their number.", "Print of {printed} ({author}), sorted by number",
                 "as of {printed}, {books} sorted by number, printed for {author}"),
        "rooms": ("{RESS}", "{RESS} AND EQUIPMENT", "LIST OF {RESS}"),
        "bookings": ("{BOOKS}", "{BOOKS} SO FAR", "LIST OF {BOOKS}"),
        "rules": ("RULES", "CONDITIONS FOR NEW {BOOKS}", "HOW REQUESTS ARE CHECKED"),
        "request": ("REQUEST {serial}", "OPEN REQUEST {serial}", "TO BE DECIDED: {serial}"),
    },
    "csv": {
        "head": ("# {system}, {site}: {books} {first_iso} to {last_iso}", "# {site} | {system} | {first_iso} .. {last_iso}",
                 "# export of {system} ({site}), {first_iso} to {last_iso}"),
        "made": ("# written {printed_iso} for {author}, sorted by number", "# by {author}, {printed_iso}; {books} by number",
                 "# {printed_iso}, {author}; order: number"),
        "rooms": ("# table: {ress}", "# {ress}", "# {ress} and equipment"),
        "bookings": ("# table: {books}", "# {books}", "# {books} so far"),
        "rules": ("# rules for new {books}", "# rules", "# how requests are checked"),
        "request": ("# table: open requests", "# request", "# request to decide"),
    },
    "wiki": {
        "head": ("# {Ress} at {site}: {first_day} to {last_day}", "# {site}, {res} plan {first_day} to {last_day}",
                 "# Open request {serial} ({site})"),
        "made": ("Taken from {system} on {printed}. Page owner: {author}.", "_{system}, state of {printed}; page kept by {author}_",
                 "Owner: {author}. Source: {system}, {printed}."),
        "rooms": ("## {Ress}", "## Our {ress}", "## {Ress} and equipment"),
        "bookings": ("## {Books} by number", "## {Books}", "## Current {books} (by number)"),
        "rules": ("## Rules", "## Rules for new {books}", "## What is checked"),
        "request": ("## Request {serial}", "## Request under review", "## Request {serial}, to be decided"),
    },
    "mail": {
        "head": ("Subject: Request {serial}, please check", "Subject: {room}, {weekday}: can we confirm?"),
        "hello": ("Hello {reader_first},", "Hi {reader_first},", "Dear {reader_first},"),
        "made": ("could you look at one request for me? Everything you need is below, copied from {system} ({site}) on {printed}.",
                 "I have one open request at {site}. {system} showed the following on {printed}.",
                 "one request is waiting. The data are from {system}, {site}, on {printed}."),
        "rooms": ("The {ress}:", "Our {ress}:", "{Ress} in question:"),
        "bookings": ("{Books} so far, by number:", "What is in the list, by number:", "The {books}, sorted by number:"),
        "rules": ("The rules we go by:", "Rules, as always:", "What we check:"),
        "request": ("The request:", "Here is the request:", "What is asked for:"),
        "bye": ("Thanks, {author}", "Best regards, {author}", "Many thanks, {author}"),
    },
}
"""Layout -> part of the document -> phrasings."""
LAYOUTS = tuple(TITLES)

ROOM_LINES = {
    "list": ("{name_padded}  {cap_label} {capacity:>2}  {opens}-{closes}  {detail_padded}  {equipment}",
             "{name_padded} {detail_padded} {opens}-{closes} {cap_label} {capacity:>2}: {equipment}"),
    "csv": ("{name},{capacity},{opens},{closes},{detail},{items}", "{name},{detail},{opens},{closes},{capacity},{items}"),
    "wiki": ("| {name} | {capacity} | {opens} | {closes} | {equipment} | {detail} |",
             "| {name} | {detail} | {opens} | {closes} | {capacity} | {equipment} |"),
    "mail": ("* {name} ({detail}): {cap_label} {capacity}, open {opens} to {closes}, with {listed}",
             "* {name}, {detail}, {cap_label} {capacity}, opens {opens}, closes {closes}; equipment: {listed}"),
}
BOOKING_LINES = {
    "list": ("{number}  {day}  {start}-{end}  {room_padded}  {purpose}: {people}{cancelled}",
             "{number} {room_padded} {day} {start}-{end} {people} / {purpose}{cancelled}"),
    "csv": ("{number},{date},{room},{start},{end},{names},{purpose},{status}", "{number},{room},{date},{start},{end},{purpose},{names},{status}"),
    "wiki": ("| {number} | {day} | {start} | {end} | {room} | {people} | {purpose}{cancelled} |",
             "| {number} | {room} | {day} | {start}-{end} | {purpose}{cancelled} | {people} |"),
    "mail": ("> {number}: {day}, {start} to {end}, {room}, {purpose} ({people}){cancelled}",
             "> {number} {room} on {day} from {start} to {end}: {people}; {purpose}{cancelled}"),
}
CANCELLED = {"list": " - cancelled", "csv": "", "wiki": " (cancelled)", "mail": ", cancelled"}
"""Layout -> what follows a cancelled booking; the CSV export has a column for it."""

LABELS = {
    "received": ("Received", "Request received", "Came in"),
    "room": ("{Res}", "{Res} asked for", "{Res}"),
    "day": ("Day", "Date", "On"),
    "time": ("Time", "From, to", "Start and end"),
    "head": ("Head count", "Head count in all", "Head count"),
    "asker": ("{Asker}", "{Asker}", "Sent by ({asker})"),
    "people": ("Other people", "Others named", "With"),
    "needs": ("Equipment needed", "Equipment asked for", "Needs"),
    "setup": ("{Setup} time", "{Setup} time", "{Setup} time wanted"),
    "purpose": ("Purpose", "For", "Occasion"),
}
"""Field of the request -> labels, for lists and pages; a document takes the same column of each."""
SETUP_WORDS = {True: ("asked for", "yes", "yes"), False: ("not asked for", "no", "no")}

MAIL_REQUESTS = (
    "{asker_name} ({asker}) asks for {room} on {day} from {start} to {end} ({purpose}). The head count is {head}. Others named: {people}. "
    "Equipment needed: {needs}. {Setup} time is {setup_asked}. The request was received on {received}.",
    "Received on {received}: {asker} {asker_name} would like {room} from {start} to {end} on {day} ({purpose}), head count {head}, with {people}. "
    "Equipment asked for: {needs}; {setup} time: {setup_asked}.",
    "{Asker}: {asker_name}. {Res}: {room}. When: {day}, {start} to {end}. What for: {purpose}. Head count: {head}. Others: {people}. "
    "Equipment: {needs}. {Setup} time: {setup_asked}. The request came in on {received}.",
)


# The case

@dataclass(frozen=True)
class Room:
    name: str
    detail: str
    capacity: int
    open_minute: int
    close_minute: int
    equipment: tuple


@dataclass(frozen=True)
class Person:
    name: str
    is_optional: bool


@dataclass(frozen=True)
class Booking:
    """`day` counts from 0, the first day of the document; `room` is a name; minutes of the day."""

    number: int
    day: int
    room: str
    start_minute: int
    end_minute: int
    people: tuple
    purpose: str
    is_cancelled: bool


@dataclass(frozen=True)
class Request:
    """`people` are named besides the asker; `received_minute` counts from midnight of day 0 and is mostly negative."""

    room: str
    day: int
    start_minute: int
    end_minute: int
    head_count: int
    asker: str
    people: tuple
    needs: tuple
    wants_setup: bool
    received_minute: int
    purpose: str


@dataclass(frozen=True)
class Rules:
    """Of every limit, whether the limit itself is still good."""

    touching_is_fine: bool
    full_is_fine: bool
    edge_is_fine: bool
    gap_is_enough: bool
    notice_is_enough: bool
    gap_minutes: int
    notice_hours: int


@dataclass(frozen=True)
class Case:
    rooms: tuple
    bookings: tuple
    request: Request
    rules: Rules
    printed_minute: int


class Plan(NamedTuple):
    """What a group must be. `is_inclusive`: of the limit decided, whether the limit itself is good; `is_before`: the side of the request."""

    level: int
    kind: str
    number: int
    is_inclusive: bool
    is_before: bool
    domain: str
    layout: str


class Change(NamedTuple):
    """The planted element: the field that changes, in which booking or room (by place), and its new values."""

    field: str
    places: tuple
    values: tuple


class Draft(NamedTuple):
    """The case of the `yes` member and the change that makes the `no` member of it."""

    case: Case
    change: Change


@dataclass(frozen=True)
class Cast:
    """Who and what occurs in a group's document; the first room is the one asked for, the first names are those of the request."""

    rooms: tuple
    asker: str
    required: tuple
    optional: tuple
    others: tuple
    days: int
    bookings: int
    has_cancelled: bool
    rules: Rules


@dataclass(frozen=True)
class Wording:
    """Everything a document says apart from its case; shared by the members of a group."""

    layout: str
    first_date: datetime.date
    room_line: str
    booking_line: str
    label_column: int
    mail_request: str
    prefix: str
    mark: str
    cap_label: str
    titles: dict
    notes: tuple
    is_request_first: bool
    is_rules_first: bool
    words: dict
    question: dict


# Planning and wording

def plan(draw: draws.Draw) -> list:
    """The Plan of every group of a draw; groups stand in drawn order."""
    rng = draws.stream(draw, FAMILY, "plan")
    plans = []
    sides = ((True, True), (False, False), (True, False), (False, True))
    for level in families.LEVELS:
        whole = sum(PAIRS[level].values())
        domains, layouts = balance.spread(rng, DOMAINS, whole, 2 * level), balance.spread(rng, LAYOUTS, whole)
        for place, kind in enumerate(KINDS):
            for is_inclusive, is_before in balance.spread(rng, sides, PAIRS[level][kind], level + place):
                number = len(plans) % whole
                plans.append(Plan(level, kind, number, is_inclusive, is_before, domains[number], layouts[number]))
    return rng.shuffled(plans)


def draw_rules(rng, group: Plan) -> Rules:
    """The rules of a document; the limit that its pair is about is as planned."""
    planned = {"overlap": "touching_is_fine", "person": "touching_is_fine", "seats": "full_is_fine", "hours": "edge_is_fine",
               "gap": "gap_is_enough", "notice": "notice_is_enough"}.get(group.kind)
    borders = {name: rng.chance(1, 2) for name in ("touching_is_fine", "full_is_fine", "edge_is_fine", "gap_is_enough", "notice_is_enough")}
    if planned:
        borders[planned] = group.is_inclusive
    return Rules(**borders, gap_minutes=rng.choice(GAPS), notice_hours=rng.choice(NOTICES))


def draw_cast(rng, group: Plan, people: list) -> Cast:
    """The rooms, people and rules of one document."""
    domain = DOMAINS[group.domain]
    required, optional = rng.between(1, 2), rng.between(1, 2)
    named = 1 + required + optional
    return Cast(tuple(rng.sample(domain.rooms, rng.between(*ROOMS[group.level]))), people[0], tuple(people[1:1 + required]),
                tuple(people[1 + required:named]), tuple(people[named:]), rng.between(*DAYS[group.level]),
                rng.between(*BOOKINGS[group.level]), rng.chance(1, 2), draw_rules(rng, group))


def draw_first_date(rng, domain: Domain, days: int) -> datetime.date:
    """The first day of a document; without weekends all its days lie between Monday and Friday."""
    season, length = rng.weighted({season: season[1] for season in SEASONS})
    date = season + datetime.timedelta(days=rng.below(length))
    if domain.has_weekends or date.weekday() + days <= 5:
        return date
    return date - datetime.timedelta(days=date.weekday() - rng.below(6 - days))


def note_topics(cast: Cast) -> list:
    """What the rules of a document must say."""
    rules = cast.rules
    borders = [f"{name} {'allowed' if is_fine else 'refused'}"
               for name, is_fine in (("touch", rules.touching_is_fine), ("seats", rules.full_is_fine), ("hours", rules.edge_is_fine))]
    return ["people", "gap", "gap scope", "equipment", "notice", *borders, *(["cancelled"] if cast.has_cancelled else [])]


def draw_notes(rng, domain: Domain, cast: Cast, words: dict) -> tuple:
    """The rules of a document as sentences, the general one first, with at times a remark that decides nothing."""
    rules = cast.rules
    least = {"gap": rng.choice(LEAST[rules.gap_is_enough]), "notice": rng.choice(LEAST[rules.notice_is_enough])}
    notes = [rng.choice(NOTES[topic]).format(**words, least=least.get(topic)) for topic in note_topics(cast)]
    return (rng.choice(NOTES["frame"]).format(**words), *map(english.sentence, rng.shuffled(notes + rng.sample(domain.asides, rng.below(2)))))


def draw_words(rng, group: Plan, cast: Cast, people: list) -> dict:
    """The words that fill the phrases of one document."""
    domain = DOMAINS[group.domain]
    site = rng.choice(domain.sites).format(stem=rng.choice(names.STEMS))
    return {
        "site": site, "SITE": site.upper(), "system": rng.choice(domain.systems), "author": people[0], "reader_first": people[1].split()[0],
        "serial": f"R-{rng.between(110, 989)}", "res": domain.res[0], "ress": domain.res[1], "Res": english.sentence(domain.res[0]),
        "Ress": english.sentence(domain.res[1]), "RESS": domain.res[1].upper(), "A_res": english.sentence(english.article(domain.res[0])),
        "at": domain.at, "book": domain.book[0], "books": domain.book[1], "Books": english.sentence(domain.book[1]), "BOOKS": domain.book[1].upper(),
        "A_book": english.sentence(english.article(domain.book[0])), "asker": domain.asker, "Asker": english.sentence(domain.asker),
        "setup": domain.setup, "Setup": english.sentence(domain.setup), "desk": domain.desk, "cap": domain.cap, "cap_label": domain.cap_label,
        "clock": english.clock(rng.between(9 * 60, 17 * 60, 30)), "gap": cast.rules.gap_minutes, "hours": cast.rules.notice_hours,
    }


def draw_wording(rng, group: Plan, cast: Cast, people: list) -> Wording:
    """Every choice of words for a group's document."""
    domain = DOMAINS[group.domain]
    words = draw_words(rng, group, cast, people)
    words["mark"] = rng.choice(MARKS)
    column = rng.below(3)
    titles = {part: phrases[column] if group.layout == "csv" else rng.choice(phrases) for part, phrases in TITLES[group.layout].items()}
    return Wording(
        group.layout, draw_first_date(rng, domain, cast.days), rng.choice(ROOM_LINES[group.layout]), rng.choice(BOOKING_LINES[group.layout]),
        rng.below(3), rng.choice(MAIL_REQUESTS), rng.choice(("B", "K", "T", "N", "")), words["mark"], domain.cap_label,
        titles, draw_notes(rng, domain, cast, words),
        rng.chance(1, 3), rng.chance(1, 2), words, items.noul(*(text.format(**words) for text in rng.choice(QUESTIONS))))


# Answering

class Reading(NamedTuple):
    """How to read a case; the defaults are what the document says, every other value is a misreading."""

    sees_day: bool = True
    sees_optional: bool = True
    sees_marks: bool = True
    sees_cancelled: bool = True
    always_setup: bool = False


AS_WRITTEN = Reading()


def overlaps(one, other, rules: Rules) -> bool:
    """Whether two times of one day overlap; whether touching is an overlap is a rule."""
    first, last = max(one.start_minute, other.start_minute), min(one.end_minute, other.end_minute)
    return first < last if rules.touching_is_fine else first <= last


def passes(value: int, limit: int, limit_is_fine: bool) -> bool:
    """Whether a value is at least the limit, or above it where the limit itself is not good."""
    return value >= limit if limit_is_fine else value > limit


def required_names(request: Request, reading: Reading = AS_WRITTEN) -> tuple:
    """Those who must be free: the asker and everyone who is not optional."""
    return (request.asker, *(person.name for person in request.people if not (person.is_optional and reading.sees_optional)))


def that_day(case: Case, reading: Reading = AS_WRITTEN) -> list:
    """The bookings that count on the day of the request."""
    return [booking for booking in case.bookings if not (booking.is_cancelled and reading.sees_cancelled)
            and (booking.day == case.request.day or not reading.sees_day)]


def busy(booking: Booking, people, reading: Reading = AS_WRITTEN) -> bool:
    """Whether a booking ties one of the people."""
    return any(person.name in people and not (person.is_optional and reading.sees_marks) for person in booking.people)


def room_of(case: Case) -> Room:
    """The room that is asked for."""
    return next(room for room in case.rooms if room.name == case.request.room)


def is_open(room: Room, booking, rules: Rules) -> bool:
    """Whether a booking or request lies within the opening hours."""
    return passes(booking.start_minute, room.open_minute, rules.edge_is_fine) and passes(room.close_minute, booking.end_minute, rules.edge_is_fine)


def failures(case: Case, reading: Reading = AS_WRITTEN) -> list:
    """The kinds of rules that the request breaks, in the order of KINDS."""
    request, rules, room = case.request, case.rules, room_of(case)
    bookings = that_day(case, reading)
    here = [booking for booking in bookings if booking.room == request.room]
    people = required_names(request, reading)
    earlier = [booking.end_minute for booking in here if booking.end_minute <= request.start_minute]
    needs_gap = bool(earlier) and (request.wants_setup or reading.always_setup)
    holds = {
        "overlap": not any(overlaps(booking, request, rules) for booking in here),
        "person": not any(overlaps(booking, request, rules) and busy(booking, people, reading) for booking in bookings),
        "seats": passes(room.capacity, request.head_count, rules.full_is_fine),
        "equipment": set(request.needs) <= set(room.equipment),
        "hours": is_open(room, request, rules),
        "gap": not needs_gap or passes(request.start_minute - max(earlier), rules.gap_minutes, rules.gap_is_enough),
        "notice": passes(request.day * 1440 + request.start_minute - request.received_minute, 60 * rules.notice_hours, rules.notice_is_enough),
    }
    return [kind for kind in KINDS if not holds[kind]]


def answer(case: Case) -> str:
    """'yes' where the request breaks no rule."""
    return "no" if failures(case) else "yes"


def plant(case: Case, change: Change) -> Case:
    """The case of the `no` member: the `yes` case with one element changed."""
    if change.field == "received":
        return replace(case, request=replace(case.request, received_minute=change.values[0]))
    rows = list(case.bookings if change.field == "booking" else case.rooms)
    for place, value in zip(change.places, change.values):
        rows[place] = replace(rows[place], **value)
    return replace(case, **{"bookings" if change.field == "booking" else "rooms": tuple(rows)})


# Drawing a case

def moment(rng, low: int, high: int, quarter_percent: int = 45) -> int:
    """A time on the grid from low to high, more often than not on a quarter of an hour."""
    step = 15 if rng.chance(quarter_percent) else STEP
    low, high = -(-low // step) * step, high // step * step
    return rng.between(low, max(low, high), step)


def slack(rng, far: int, step: int = STEP) -> int:
    """How far inside its limit an undecided value stands: often at the last value that passes or one step from it, else farther."""
    place = rng.below(100)
    if place < AT_BORDER:
        return 0
    return step if place < AT_BORDER + NEAR_BORDER else rng.between(2 * step, far, step)


class Board:
    """The bookings placed so far, and what keeps others out: each as (day, room, required people, start, end)."""

    def __init__(self, rules: Rules, rooms):
        self.rules, self.rooms, self.held, self.bookings = rules, {room.name: room for room in rooms}, [], []

    def hold(self, day: int, room: str, people, start: int, end: int) -> None:
        """Keep a room and people from being booked at a time."""
        self.held.append((day, room, frozenset(people), start, end))

    def fits(self, booking: Booking) -> bool:
        """Whether a booking lies within the hours of its room and overlaps nothing that is held."""
        room, pause = self.rooms[booking.room], 0 if self.rules.touching_is_fine else STEP
        edge = 0 if self.rules.edge_is_fine else STEP
        start, end = booking.start_minute, booking.end_minute
        if start < room.open_minute + edge or end > room.close_minute - edge:
            return False
        people = {person.name for person in booking.people if not person.is_optional}
        return not any(day == booking.day and start < last + pause and first < end + pause and (name == booking.room or people & held)
                       for day, name, held, first, last in self.held)

    def add(self, booking: Booking, shift: int = 0) -> int:
        """Place a booking, with the time it would have after a shift held too. Returns its place."""
        self.bookings.append(booking)
        if not booking.is_cancelled:
            people = [person.name for person in booking.people if not person.is_optional]
            self.hold(booking.day, booking.room, people, booking.start_minute + min(shift, 0), booking.end_minute + max(shift, 0))
        return len(self.bookings) - 1

    def try_add(self, booking: Booking) -> bool:
        """Place a booking if it fits, and say whether it did."""
        if self.fits(booking):
            self.add(booking)
            return True
        return False


def shifted(booking: Booking, shift: int) -> Booking:
    """The booking at a time earlier or later by so many minutes."""
    return replace(booking, start_minute=booking.start_minute + shift, end_minute=booking.end_minute + shift)


class Failed(Exception):
    """A draft that cannot be completed; another one is drawn."""


def need(holds: bool) -> None:
    """Give a draft up unless the condition holds."""
    if not holds:
        raise Failed


def draw_rooms(rng, group: Plan, cast: Cast) -> list:
    """The rooms in the order of the document; the one asked for may stand anywhere."""
    domain = DOMAINS[group.domain]
    return [Room(name, rng.choice(domain.details), rng.between(low, high), moment(rng, *domain.opens, 65), moment(rng, *domain.closes, 65),
                 tuple(rng.sample(domain.equipment, rng.between(3, 4)))) for name, low, high in cast.rooms]


class Edges(NamedTuple):
    """Which edges of its opening hours the request stands at."""

    is_open: bool
    is_close: bool


def draw_edges(rng, group: Plan) -> Edges:
    """As planned for pairs about the hours; else now and then at an edge at which no booking must stand."""
    if group.kind == "hours":
        return Edges(group.is_before, not group.is_before)
    needs_before = group.kind == "gap" or group.kind == "overlap" and group.is_before
    place = rng.below(100)
    if place < 12 and not needs_before:
        return Edges(True, False)
    if place >= 88 and not (group.kind == "overlap" and not group.is_before):
        return Edges(False, True)
    return Edges(False, False)


def draw_time(rng, domain: Domain, room: Room, edges: Edges, rules: Rules) -> tuple:
    """(start, end) of the request: at an edge of the hours, or with time for a booking before it and after it."""
    length, edge = rng.choice(domain.lengths), 0 if rules.edge_is_fine else STEP
    if edges.is_open:
        start = room.open_minute + edge
    elif edges.is_close:
        start = room.close_minute - edge - length
    else:
        start = moment(rng, room.open_minute + 120, room.close_minute - length - 100)
    need(start + length + (100 if not edges.is_close else edge) <= room.close_minute)
    return start, start + length


def draw_received(rng, group: Plan, start: int, rules: Rules) -> int:
    """When the request came in, counted from midnight of day 0: at the last time that passes where that is decided."""
    latest = start - 60 * rules.notice_hours - (0 if rules.notice_is_enough else STEP)
    inside = 0 if group.kind == "notice" else slack(rng, 20)
    if inside < 2 * STEP:
        return latest - inside
    day = (latest - 120) // 1440 - rng.below(4)
    received = day * 1440 + moment(rng, 7 * 60, 20 * 60)
    need(received < latest)
    return received


def draw_request(rng, group: Plan, cast: Cast, room: Room, edges: Edges) -> Request:
    """The request: it meets every rule that no booking decides."""
    domain = DOMAINS[group.domain]
    start, end = draw_time(rng, domain, room, edges, cast.rules)
    day = rng.below(cast.days)
    inside = 0 if group.kind == "seats" else slack(rng, max(2, room.capacity // 3), 1)
    head = room.capacity - (0 if cast.rules.full_is_fine else 1) - inside
    need(head > len(cast.required) + len(cast.optional))
    need(group.kind != "seats" or len(str(room.capacity)) == len(str(room.capacity - 1)))
    people = [Person(name, False) for name in cast.required] + [Person(name, True) for name in cast.optional]
    wants_setup = group.kind == "gap" or not (group.kind == "overlap" and group.is_before) and rng.chance(1, 2)
    return Request(room.name, day, start, end, head, cast.asker, tuple(people), tuple(rng.sample(room.equipment, rng.between(1, 2))), wants_setup,
                   draw_received(rng, group, day * 1440 + start, cast.rules), rng.choice(domain.purposes))


def draw_people(rng, pool, first: tuple = (), most: int = 3) -> tuple:
    """The people of a booking: the given ones and up to so many in all; those who are not given are optional now and then."""
    taken = {person.name for person in first}
    others = rng.sample([name for name in pool if name not in taken], rng.between(0 if first else 1, most - len(first)))
    people = list(first) + [Person(name, (bool(first) or place > 0) and rng.chance(25)) for place, name in enumerate(others)]
    return tuple(people if rng.chance(1, 2) and not people[-1].is_optional else people[::-1])


class Making(NamedTuple):
    """What the steps of drawing one case share."""

    group: Plan
    cast: Cast
    request: Request
    board: Board

    def booking(self, rng, day: int, room: str, start: int, end: int, people: tuple, is_cancelled: bool = False) -> Booking:
        """A booking that has no number yet."""
        return Booking(0, day, room, start, end, people, rng.choice(DOMAINS[self.group.domain].purposes), is_cancelled)

    def length(self, rng) -> int:
        """How long a booking lasts."""
        return rng.choice(DOMAINS[self.group.domain].lengths)

    def other_rooms(self, rng) -> list:
        """The names of the other rooms in drawn order."""
        return rng.shuffled(name for name in self.board.rooms if name != self.request.room)

    def beside(self, rng, is_before: bool, distance: int, room: str, people: tuple) -> Booking:
        """A booking on the day of the request, at a distance from it, cut short where the room is not open long enough."""
        edge = 0 if self.cast.rules.edge_is_fine else STEP
        if is_before:
            end = self.request.start_minute - distance
            start = max(end - self.length(rng), self.board.rooms[room].open_minute + edge)
        else:
            start = self.request.end_minute + distance
            end = min(start + self.length(rng), self.board.rooms[room].close_minute - edge)
        return self.booking(rng, self.request.day, room, start, end, people)

    def inside(self, rng) -> int:
        """How far beyond the least distance an undecided booking stands; where touching is refused, plans are packed to that distance."""
        return 0 if not self.cast.rules.touching_is_fine and rng.chance(30) else slack(rng, 45)

    def inside_beside_decided(self, rng) -> int:
        """The same for a booking of the sort that is decided on: it touches nothing, since two at once could only touch where that is fine."""
        distance = self.inside(rng)
        return distance if distance or not self.cast.rules.touching_is_fine else STEP

    def least_distance(self, is_before: bool, in_room: bool) -> int:
        """The least distance from the request that the rules accept."""
        rules = self.cast.rules
        if in_room and is_before and self.request.wants_setup:
            return rules.gap_minutes + (0 if rules.gap_is_enough else STEP)
        return 0 if rules.touching_is_fine else STEP


def add_moving(rng, making: Making, booking: Booking, is_before: bool) -> tuple:
    """Place the booking that moves towards the request; with it, unless the pair is of a kind without one, a twin in another room that stands
    where it moves to, so that the two exchange their times. Returns (places, shift)."""
    group, board, shift = making.group, making.board, STEP if is_before else -STEP
    need(board.fits(booking) and board.fits(shifted(booking, shift)))
    place = board.add(booking, shift)
    if group.kind == "gap" or group.kind == "person" and group.level == 1:
        return (place,), shift
    for room in making.other_rooms(rng):
        later = shifted(booking, shift)
        twin = making.booking(rng, booking.day, room, later.start_minute, later.end_minute, draw_people(rng, making.cast.others, most=2))
        if room != booking.room and board.fits(twin) and board.fits(shifted(twin, -shift)):
            return (place, board.add(twin, -shift)), shift
    raise Failed


def add_neighbour(rng, making: Making, is_before: bool, is_decided: bool):
    """Place the booking next to the request in its room. Returns (places, shift) where it is the one that moves, else None."""
    inside = 0 if is_decided else making.inside_beside_decided(rng) if making.group.kind == "overlap" else making.inside(rng)
    pool = making.cast.others if making.group.kind == "overlap" else (*making.cast.others, making.cast.asker)
    distance = making.least_distance(is_before, True) + inside
    booking = making.beside(rng, is_before, distance, making.request.room, draw_people(rng, pool, most=2))
    is_long_enough = booking.end_minute - booking.start_minute >= SHORTEST
    if is_decided:
        need(is_long_enough)
        return add_moving(rng, making, booking, is_before)
    if is_long_enough:
        making.board.try_add(booking)
    return None


def add_near(rng, making: Making, is_decided: bool):
    """Place a booking of somebody required, in another room, next to the time of the request; (places, shift) where it is the one that moves."""
    person = Person(rng.choice((making.cast.asker, *making.cast.required)), False)
    is_before = making.group.is_before if is_decided else rng.chance(1, 2)
    inside = 0 if is_decided else making.inside_beside_decided(rng) if making.group.kind == "person" else making.inside(rng)
    distance = making.least_distance(is_before, False) + inside
    people = draw_people(rng, making.cast.others, (person,), 2)
    for room in making.other_rooms(rng):
        booking = making.beside(rng, is_before, distance, room, people)
        if booking.end_minute - booking.start_minute < SHORTEST:
            continue
        if is_decided:
            return add_moving(rng, making, booking, is_before)
        if making.board.try_add(booking):
            return None
    need(not is_decided)
    return None


def across(rng, making: Making) -> tuple:
    """(start, end) of a time that overlaps the request."""
    request, length = making.request, making.length(rng)
    start = moment(rng, request.start_minute - length + 15, request.end_minute - 15)
    return start, start + length


def add_other_day(rng, making: Making) -> None:
    """Place a booking in the room of the request that overlaps it but for the day, with somebody required."""
    request, cast = making.request, making.cast
    day = rng.choice(day for day in range(cast.days) if day != request.day)
    for _ in range(MAX_PLACES):
        person = Person(rng.choice((cast.asker, *cast.required)), False)
        if making.board.try_add(making.booking(rng, day, request.room, *across(rng, making), draw_people(rng, cast.others, (person,), 2))):
            return
    raise Failed


def add_optional_clash(rng, making: Making) -> None:
    """Place a booking at the time of the request in another room, with somebody whom the request names as optional; at times somebody
    required by the request is optional there."""
    cast = making.cast
    for _ in range(MAX_PLACES):
        person = (Person(rng.choice(cast.optional), False),)
        if rng.chance(1, 2):
            person += (Person(rng.choice((cast.asker, *cast.required)), True),)
        room = rng.choice(making.other_rooms(rng))
        if making.board.try_add(making.booking(rng, making.request.day, room, *across(rng, making), draw_people(rng, cast.others, person, 2))):
            return
    raise Failed


def add_parallel(rng, making: Making) -> None:
    """Place, if it fits, one more booking at the time of the request in another room, so that their number varies."""
    room = rng.choice(making.other_rooms(rng))
    for _ in range(MAX_PLACES):
        if making.board.try_add(making.booking(rng, making.request.day, room, *across(rng, making), draw_people(rng, making.cast.others, most=2))):
            return


def add_cancelled(rng, making: Making) -> None:
    """Place a cancelled booking that would be in the way of the request: in its room, or elsewhere with somebody required."""
    cast, is_here = making.cast, rng.chance(1, 2)
    room = making.request.room if is_here else rng.choice(making.other_rooms(rng))
    edge = 0 if cast.rules.edge_is_fine else STEP
    for _ in range(MAX_PLACES):
        start, end = across(rng, making)
        person = (Person(rng.choice((cast.asker, *cast.required)), False),) if not is_here else ()
        if start >= making.board.rooms[room].open_minute + edge and end <= making.board.rooms[room].close_minute - edge:
            making.board.add(making.booking(rng, making.request.day, room, start, end, draw_people(rng, cast.others, person, 2), True))
            return
    raise Failed


def draw_filler(rng, making: Making) -> Booking:
    """Any other booking, at times right after or before one that is placed already; in the room of the request not within its gap."""
    cast, board, rules = making.cast, making.board, making.cast.rules
    day, room, length = rng.below(cast.days), rng.choice(board.rooms), making.length(rng)
    beside = [booking for booking in board.bookings if (booking.day, booking.room) == (day, room) and not booking.is_cancelled]
    if beside and rng.chance(50):
        pause = making.inside(rng) + (0 if rules.touching_is_fine else STEP)
        other = rng.choice(beside)
        start = other.end_minute + pause if rng.chance(1, 2) else other.start_minute - pause - length
    else:
        start = moment(rng, board.rooms[room].open_minute + STEP, board.rooms[room].close_minute - STEP - length)
    pool = (*cast.others, *cast.optional, *cast.required, cast.asker)
    return making.booking(rng, day, room, start, start + length, draw_people(rng, pool, most=2 if rng.chance(80) else 3))


def fill(rng, making: Making) -> None:
    """Place other bookings until there are as many as planned."""
    request = making.request
    keep_free = making.least_distance(True, True)
    for _ in range(MAX_FILL):
        if len(making.board.bookings) >= making.cast.bookings:
            return
        booking = draw_filler(rng, making)
        is_in_gap = (booking.room, booking.day) == (request.room, request.day) and \
            request.start_minute - keep_free < booking.end_minute <= request.start_minute
        if not is_in_gap:
            making.board.try_add(booking)
    raise Failed


def add_bookings(rng, making: Making):
    """Place all bookings around a request. Returns (places, shift) of those that move, None where the pair is about something else."""
    group, request, board = making.group, making.request, making.board
    moved = [add_near(rng, making, True)] if group.kind == "person" else []
    decided = {"overlap": group.is_before, "gap": True}.get(group.kind)
    for is_before in (True, False):
        if decided is is_before or rng.chance(80):
            moved.append(add_neighbour(rng, making, is_before, decided is is_before))
    board.hold(request.day, request.room, required_names(request), request.start_minute, request.end_minute)
    add_other_day(rng, making)
    add_optional_clash(rng, making)
    if rng.chance(1, 2):
        add_parallel(rng, making)
    if making.cast.has_cancelled:
        add_cancelled(rng, making)
    near = rng.between(*NEAR_BOOKINGS[group.level]) - (group.kind == "person")
    for _ in range(near):
        add_near(rng, making, False)
    fill(rng, making)
    return next((move for move in moved if move), None)


def draw_exchange(rng, rooms, request: Request) -> Change:
    """The exchange of an item that is needed for one of another room, so that no item is twice in a room."""
    mine = next(place for place, room in enumerate(rooms) if room.name == request.room)
    item = rng.choice(request.needs)
    others = [(place, other) for place, room in enumerate(rooms) if place != mine and item not in room.equipment
              for other in room.equipment if other not in rooms[mine].equipment]
    need(bool(others))
    theirs, other = rng.choice(others)
    swapped = tuple({"equipment": tuple({item: other, other: item}.get(each, each) for each in rooms[place].equipment)} for place in (mine, theirs))
    return Change("room", (mine, theirs), swapped)


def moved_hours(group: Plan, room: Room) -> dict:
    """The opening or closing time of a room that is open one step less."""
    return {"open_minute": room.open_minute + STEP} if group.is_before else {"close_minute": room.close_minute - STEP}


def draw_change(rng, group: Plan, rooms, request: Request) -> Change:
    """The planted element of the kinds that change no booking."""
    if group.kind == "equipment":
        return draw_exchange(rng, rooms, request)
    if group.kind == "notice":
        return Change("received", (), (request.received_minute + STEP,))
    mine = next(place for place, room in enumerate(rooms) if room.name == request.room)
    room = rooms[mine]
    if group.kind == "seats":
        return Change("room", (mine,), ({"capacity": room.capacity - 1},))
    return Change("room", (mine,), (moved_hours(group, room),))


def moved_times(bookings, places: tuple, shift: int) -> Change:
    """The change that moves the first of the bookings by the shift, and its twin, if there is one, back."""
    moved = [shifted(bookings[place], by) for place, by in zip(places, (shift, -shift))]
    return Change("booking", places, tuple({"start_minute": booking.start_minute, "end_minute": booking.end_minute} for booking in moved))


def number_bookings(rng, bookings) -> tuple:
    """(the bookings in the order of their new numbers, the old place of each)."""
    order = rng.shuffled(range(len(bookings)))
    number, rows = rng.between(1100, 8700), []
    for place in order:
        number += rng.between(1, 9)
        rows.append(replace(bookings[place], number=number))
    return tuple(rows), order


def draw_draft(rng, group: Plan, cast: Cast) -> Draft:
    """One case with its change; raises Failed where the parts do not fit together."""
    rooms = draw_rooms(rng, group, cast)
    edges = draw_edges(rng, group)
    request = draw_request(rng, group, cast, rooms[0], edges)
    tight = list(rooms)
    if group.kind == "hours":
        tight[0] = replace(rooms[0], **moved_hours(group, rooms[0]))
    making = Making(group, cast, request, Board(cast.rules, tight))
    moved = add_bookings(rng, making)
    rooms = rng.shuffled(rooms)
    bookings, order = number_bookings(rng, making.board.bookings)
    if moved:
        change = moved_times(bookings, tuple(order.index(place) for place in moved[0]), moved[1])
    else:
        change = draw_change(rng, group, rooms, request)
    printed = request.received_minute + STEP + rng.between(10, 150)
    return Draft(Case(tuple(rooms), bookings, request, cast.rules, printed), change)


def drafts_of(draw: draws.Draw, group: Plan, cast: Cast) -> list:
    """The cases to choose from for a group, each on its own stream. Raises where there is none."""
    found = []
    for attempt in range(MAX_DRAFTS):
        try:
            draft = draw_draft(draws.stream(draw, FAMILY, group.level, group.number, "case", attempt), group, cast)
        except Failed:
            continue
        if not failures(draft.case) and failures(plant(draft.case, draft.change)) == [group.kind]:
            found.append(draft)
        if len(found) == CANDIDATES:
            return found
    checks.require(bool(found), f"{FAMILY} level {group.level} {group.kind} group {group.number}: no case in {MAX_DRAFTS} drafts")
    return found


# What a reader could take for a hint

def touches(one, other) -> bool:
    """Whether one time ends as the other one begins."""
    return one.end_minute == other.start_minute or other.end_minute == one.start_minute


def limits_met(case: Case) -> dict:
    """{quantity: whether it stands exactly at its limit}, whatever the rules say of the limit itself."""
    request, room, bookings = case.request, room_of(case), that_day(case)
    here = [booking for booking in bookings if booking.room == request.room]
    earlier = [booking.end_minute for booking in here if booking.end_minute <= request.start_minute]
    return {
        "room touched": any(touches(booking, request) for booking in here),
        "person touched": any(touches(booking, request) and busy(booking, required_names(request)) for booking in bookings),
        "full": room.capacity == request.head_count,
        "hours": room.open_minute == request.start_minute or room.close_minute == request.end_minute,
        "gap": request.wants_setup and bool(earlier) and request.start_minute - max(earlier) == case.rules.gap_minutes,
        "notice": request.day * 1440 + request.start_minute - request.received_minute == 60 * case.rules.notice_hours,
    }


def off_quarter(case: Case) -> int:
    """How many of the times that a member may change stand off the quarters of the hour."""
    times = [minute for booking in case.bookings for minute in (booking.start_minute, booking.end_minute)]
    times += [minute for room in case.rooms for minute in (room.open_minute, room.close_minute)] + [case.request.received_minute]
    return sum(minute % 15 != 0 for minute in times)


def hints(case: Case) -> dict:
    """What a reader could count without applying the rules."""
    met = limits_met(case)
    nearby = [booking for booking in that_day(case) if booking.room == case.request.room or busy(booking, required_names(case.request))]
    return {
        "any limit": any(met.values()), "limits": sum(met.values()), **{name: met[name] for name in ("full", "room touched", "person touched")},
        "anything touched": any(touches(booking, case.request) for booking in that_day(case)), "off the quarter": off_quarter(case),
        "any off near": sum(booking.start_minute % 15 != 0 or booking.end_minute % 15 != 0 for booking in nearby), "even": room_of(case).capacity % 2,
    }


def measures(draft: Draft) -> dict:
    """For each hint 1 where it is alike in both members, 0 or 2 where it is higher in the `no` or the `yes` member."""
    yes, no = hints(draft.case), hints(plant(draft.case, draft.change))
    return {name: 1 + (yes[name] > no[name]) - (yes[name] < no[name]) for name in MEASURES}


# Text

def date_of(wording: Wording, minute: int) -> datetime.date:
    """The date of a minute counted from midnight of the first day."""
    return wording.first_date + datetime.timedelta(days=minute // 1440)


def short_day(date: datetime.date) -> str:
    """'Tue 12 May'."""
    return f"{english.weekday(date)[:3]} {date.day:02d} {english.MONTHS[date.month - 1][:3]}"


def long_day(date: datetime.date) -> str:
    """'Tue 12 May 2026'."""
    return f"{short_day(date)} {date.year}"


def iso_day(date: datetime.date) -> str:
    """'Tue 2026-05-12'."""
    return f"{english.weekday(date)[:3]} {date.isoformat()}"


def person_names(people, mark: str) -> list:
    """The names, optional ones with the mark of the document."""
    return [f"{person.name} {mark}" if person.is_optional else person.name for person in people]


def room_lines(case: Case, wording: Wording) -> list:
    """The line of every room."""
    name_width, detail_width = (max(len(getattr(room, field)) for room in case.rooms) for field in ("name", "detail"))
    return [wording.room_line.format(
        name=room.name, name_padded=room.name.ljust(name_width), detail=room.detail, detail_padded=room.detail.ljust(detail_width),
        cap_label=wording.cap_label, capacity=room.capacity, opens=english.clock(room.open_minute), closes=english.clock(room.close_minute),
        equipment=", ".join(room.equipment), items="; ".join(room.equipment), listed=english.listing(room.equipment)) for room in case.rooms]


def booking_lines(case: Case, wording: Wording) -> list:
    """The line of every booking, by number."""
    width = max(len(room.name) for room in case.rooms)
    lines = []
    for booking in case.bookings:
        date, people = date_of(wording, 1440 * booking.day), person_names(booking.people, wording.mark)
        lines.append(wording.booking_line.format(
            number=f"{wording.prefix}{booking.number}", day=short_day(date), date=iso_day(date), start=english.clock(booking.start_minute),
            end=english.clock(booking.end_minute), room=booking.room, room_padded=booking.room.ljust(width), purpose=booking.purpose,
            people=", ".join(people), names="; ".join(people), status="cancelled" if booking.is_cancelled else "confirmed",
            cancelled=CANCELLED[wording.layout] if booking.is_cancelled else ""))
    return lines


def room_heads(wording: Wording) -> str:
    """The names of the columns of the rooms, in the order of their lines."""
    capacity = wording.cap_label.replace(" ", "_") if wording.layout == "csv" else wording.cap_label
    return wording.room_line.format(name=wording.words["res"], capacity=capacity, opens="opens", closes="closes", detail="where", items="equipment",
                                    equipment="equipment")


def booking_heads(wording: Wording) -> str:
    """The names of the columns of the bookings, in the order of their lines."""
    return wording.booking_line.format(number="number", date="date", day="day", room=wording.words["res"], start="start", end="end", names="people",
                                       people="people", purpose="purpose", status="status", cancelled="")


def request_values(case: Case, wording: Wording) -> dict:
    """The fields of the request as text."""
    request = case.request
    date, received = date_of(wording, 1440 * request.day), date_of(wording, request.received_minute)
    clock = english.clock(request.received_minute % 1440)
    return {
        "received": f"{long_day(received)}, {clock}", "received_iso": f"{iso_day(received)} {clock}", "room": request.room, "day": long_day(date),
        "date": iso_day(date), "start": english.clock(request.start_minute), "end": english.clock(request.end_minute), "head": request.head_count,
        "time": f"{english.clock(request.start_minute)}-{english.clock(request.end_minute)}", "asker_name": request.asker,
        "people": ", ".join(person_names(request.people, wording.mark)), "names": "; ".join(person_names(request.people, wording.mark)),
        "needs": english.listing(request.needs), "items": "; ".join(request.needs), "purpose": request.purpose,
        "setup_asked": SETUP_WORDS[request.wants_setup][0], "setup_word": SETUP_WORDS[request.wants_setup][wording.label_column],
    }


def request_rows(case: Case, wording: Wording) -> list:
    """(label, value) of every field of the request."""
    values = request_values(case, wording)
    values.update(asker=values["asker_name"], setup=values["setup_word"])
    return [(labels[wording.label_column].format(**wording.words), values[field]) for field, labels in LABELS.items()]


def arranged(wording: Wording, rooms, bookings, rules, request) -> list:
    """The four parts of a document in the order drawn for it."""
    parts = [rules, rooms, bookings] if wording.is_rules_first else [rooms, bookings, rules]
    return [request, *parts] if wording.is_request_first else [*parts, request]


def render_list(case: Case, wording: Wording, titles: dict) -> str:
    """A printed list: headings in capitals, columns, numbered rules."""
    rows = request_rows(case, wording)
    width = max(len(label) for label, _ in rows)
    parts = arranged(wording, [titles["rooms"], *room_lines(case, wording)], [titles["bookings"], *booking_lines(case, wording)],
                     [titles["rules"], *(f"{number}. {note}" for number, note in enumerate(wording.notes, 1))],
                     [titles["request"], *(f"{label.ljust(width, '.')}.. {value}" for label, value in rows)])
    return "\n".join([titles["head"], titles["made"], *(line for part in parts for line in ("", *part))])


def render_csv(case: Case, wording: Wording, titles: dict) -> str:
    """A CSV export of three tables, with its remarks in comment lines."""
    values, words = request_values(case, wording), wording.words
    head = f"request,received,{words['res']},date,start,end,head_count,{words['asker']},other_people,equipment,{words['setup']}_time,purpose"
    row = "{serial},{received_iso},{room},{date},{start},{end},{head},{asker_name},{names},{items},{setup_asked},{purpose}".format(
        serial=words["serial"], **values)
    parts = arranged(wording, [titles["rooms"], room_heads(wording), *room_lines(case, wording)],
                     [titles["bookings"], booking_heads(wording), *booking_lines(case, wording)],
                     [titles["rules"], *(f"# - {note}" for note in wording.notes)], [titles["request"], head, row])
    return "\n".join([titles["head"], titles["made"], *(line for part in parts for line in part)])


def render_wiki(case: Case, wording: Wording, titles: dict) -> str:
    """A Markdown page with two tables."""
    def dashes(head):
        return "|" + " --- |" * head.count(" | ") + " --- |"
    rooms, bookings = room_heads(wording), booking_heads(wording)
    parts = arranged(wording, [titles["rooms"], "", rooms, dashes(rooms), *room_lines(case, wording)],
                     [titles["bookings"], "", bookings, dashes(bookings), *booking_lines(case, wording)],
                     [titles["rules"], "", *(f"- {note}" for note in wording.notes)],
                     [titles["request"], "", *(f"- **{label}:** {value}" for label, value in request_rows(case, wording))])
    return "\n".join([titles["head"], "", titles["made"], *(line for part in parts for line in ("", *part))])


def render_mail(case: Case, wording: Wording, titles: dict) -> str:
    """An e-mail that quotes the lists and gives the request as a paragraph."""
    request = wording.mail_request.format(**{**wording.words, **request_values(case, wording)})
    parts = arranged(wording, [titles["rooms"], *room_lines(case, wording)], [titles["bookings"], *booking_lines(case, wording)],
                     [titles["rules"], *(f"+ {note}" for note in wording.notes)], [titles["request"], english.sentence(request)])
    return "\n".join([titles["head"], "", titles["hello"], "", english.sentence(titles["made"]), *(line for part in parts for line in ("", *part)),
                      "", titles["bye"]])


RENDERERS = {"list": render_list, "csv": render_csv, "wiki": render_wiki, "mail": render_mail}


def render(case: Case, wording: Wording) -> str:
    """The state of one member."""
    first = wording.first_date
    last = first + datetime.timedelta(days=max(booking.day for booking in case.bookings))
    printed, clock = date_of(wording, case.printed_minute), english.clock(case.printed_minute % 1440)
    day = date_of(wording, 1440 * case.request.day)
    words = {**wording.words, "first_day": english.short_date(first), "last_day": english.short_date(last), "first_iso": first.isoformat(),
             "last_iso": last.isoformat(), "printed": f"{long_day(printed)} at {clock}", "printed_iso": f"{printed.isoformat()} {clock}",
             "room": case.request.room, "weekday": english.weekday(day)}
    return RENDERERS[wording.layout](case, wording, {part: english.sentence(phrase.format(**words)) for part, phrase in wording.titles.items()})


# Checks and output

def are_sound(case: Case) -> bool:
    """Whether the bookings obey the rules among themselves: one at a time in a room and for a person, and within the hours."""
    live = [booking for booking in case.bookings if not booking.is_cancelled]
    rooms, rules = {room.name: room for room in case.rooms}, case.rules
    for place, booking in enumerate(live):
        room, tied = rooms[booking.room], {person.name for person in booking.people if not person.is_optional}
        if not is_open(room, booking, rules):
            return False
        for other in live[:place]:
            if other.day == booking.day and overlaps(booking, other, rules) and (other.room == booking.room or busy(other, tied)):
                return False
    return all(len({person.name for person in booking.people}) == len(booking.people) for booking in case.bookings)


CANCELLED_ALARM = "cancelled bookings counted"
FALSE_ALARMS = {"the day unread": Reading(sees_day=False), "optional people taken for required": Reading(sees_optional=False),
                CANCELLED_ALARM: Reading(sees_cancelled=False)}
"""Misreadings that say `no` to both members of every group; the last one where the list has a cancelled booking."""
PLANTED_FIELDS = {"overlap": {"start_minute", "end_minute"}, "person": {"start_minute", "end_minute"}, "gap": {"start_minute", "end_minute"},
                  "seats": {"capacity"}, "equipment": {"equipment"}, "hours": {"open_minute", "close_minute"}, "notice": {"received_minute"}}
"""Kind -> the fields of a booking, a room or the request in which the members may differ."""


def other_border(case: Case, kind: str) -> Case:
    """The case under the opposite reading of the limit that its kind is about."""
    name = {"overlap": "touching_is_fine", "person": "touching_is_fine", "seats": "full_is_fine", "hours": "edge_is_fine", "gap": "gap_is_enough",
            "notice": "notice_is_enough"}[kind]
    return replace(case, rules=replace(case.rules, **{name: not getattr(case.rules, name)}))


def check_answers(group: Plan, yes: Case, no: Case, where: str) -> None:
    """All rules hold in `yes`, exactly the planned one fails in `no`; each misreading that the text must settle gets one member wrong."""
    checks.require((answer(yes), answer(no)) == families.YES_NO, f"{where}: the answers are {answer(yes)} and {answer(no)}")
    checks.require(failures(yes) == [] and failures(no) == [group.kind], f"{where}: the rules broken are {failures(yes)} and {failures(no)}")
    for name, reading in FALSE_ALARMS.items():
        if name != CANCELLED_ALARM or any(booking.is_cancelled for booking in yes.bookings):
            checks.require(bool(failures(yes, reading)) and bool(failures(no, reading)), f"{where}: {name}, a member can still be confirmed")
    if group.kind != "equipment":
        turned = [not failures(other_border(case, group.kind)) for case in (yes, no)]
        checks.require(turned == [not group.is_inclusive] * 2, f"{where}: with the other reading of the limit the answers are {turned}")


def changed_fields(one, other) -> set:
    """The names of the fields in which two records differ."""
    return {name for name in one.__dataclass_fields__ if getattr(one, name) != getattr(other, name)}


def check_planted(group: Plan, draft: Draft, no: Case, where: str) -> None:
    """The members differ in the planted element alone: the fields of its kind, in one record, or in two that exchanged their values."""
    yes, places = draft.case, max(1, len(draft.change.places))
    checks.require(changed_fields(yes, no) == {{"booking": "bookings", "room": "rooms", "received": "request"}[draft.change.field]},
                   f"{where}: the members differ in {sorted(changed_fields(yes, no))}")
    pairs = [*zip(yes.bookings, no.bookings), *zip(yes.rooms, no.rooms), (yes.request, no.request)]
    changed = [changed_fields(*pair) for pair in pairs if pair[0] != pair[1]]
    checks.require(len(changed) == places and all(fields <= PLANTED_FIELDS[group.kind] for fields in changed), f"{where}: {changed} changed")


def check_group(group: Plan, draft: Draft, no: Case, states: tuple) -> None:
    """One element differs, in one line (two where values are exchanged); answers as they should be; the bookings obey the rules in both members."""
    where, yes = f"{FAMILY} level {group.level} {group.kind} group {group.number}", draft.case
    check_answers(group, yes, no, where)
    checks.require(are_sound(yes) and are_sound(no), f"{where}: the bookings break a rule among themselves")
    checks.require(yes.printed_minute > no.request.received_minute, f"{where}: printed before the request came in")
    check_planted(group, draft, no, where)
    lines = checks.changed_lines(*states)
    checks.require(len(lines) == max(1, len(draft.change.places)), f"{where}: {len(lines)} lines differ")
    checks.require(len(states[0]) == len(states[1]), f"{where}: the lengths differ")
    low, high = BOOKINGS[group.level]
    checks.require(low <= len(yes.bookings) <= high, f"{where}: {len(yes.bookings)} bookings")


def build_group(draw: draws.Draw, group: Plan, totals: balance.Balance) -> items.Group:
    """One pair: its cast and wording, the case that holds the totals best, the check, the text."""
    rng = draws.stream(draw, FAMILY, group.level, group.number, "wording")
    people = names.people(rng, PEOPLE[group.level] + 2)
    cast = draw_cast(rng, group, people[2:])
    wording = draw_wording(rng, group, cast, people[:2])
    draft = totals.choose(drafts_of(draw, group, cast), measures)
    no = plant(draft.case, draft.change)
    states = render(draft.case, wording), render(no, wording)
    check_group(group, draft, no, states)
    members = (items.Member(states[0], answer(draft.case), None, group.kind, False),
               items.Member(states[1], answer(no), group.kind, group.kind, True))
    return items.Group(group.level, group.domain, group.layout, wording.question, members)


def build(draw: draws.Draw) -> list:
    """The 600 items of a draw."""
    totals = {level: balance.Balance(TARGETS, WEIGHTS) for level in families.LEVELS}
    groups = [build_group(draw, group, totals[group.level]) for group in plan(draw)]
    checks.check_family(families.BY_NAME[FAMILY], groups)
    kinds = Counter((group.level, member.kind) for group in groups for member in group.members if member.planted)
    planned = {(level, kind): count for level in families.LEVELS for kind, count in PAIRS[level].items()}
    checks.require(dict(kinds) == planned, f"{FAMILY}: kinds {dict(kinds)}")
    return items.number_items(FAMILY, draw, groups)


if __name__ == "__main__":
    sys.exit(cards.write_family(FAMILY, build))
