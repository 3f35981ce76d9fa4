"""Can a request for a booking be confirmed as it stands? A reader for plans of rooms, theatres, courts, halls, stages, suites and instruments.

A state comes in one of four layouts, and each holds the same four sections, in any order:

    state     ::= top places bookings rules request          (the letter adds a closing line)
    layout    ::= print (fixed columns) | page (headings with ##, tables) | sheet (comma-separated, # comments) | letter
    place     ::= name, where it is, opening and closing time, limit for the head count, equipment
    booking   ::= number, day, start, end, place, purpose, people [cancelled]
    people    ::= person {, person}      person ::= name [(opt) | (opt.) | (optional)], one marker for a whole state
    rules     ::= one sentence for each topic in TOPICS, in any order, one about cancelled entries, and remarks that rule nothing
    request   ::= received, place, day, start, end, head count, the person who asks, others, equipment, preparation time wanted or not, purpose

Every setting has its own words: "place" stands for room, theatre, court ...; "booking" for session, practice, run ...; "asker" for the person who
sends the request; "limit" for seats, staff limit ...; "prep" for set-up, turnover, rigging ... time. Templates below are written once with these
words in braces; what stands between < and > is a value, and ~ is a gap of one or more spaces. A value named twice must be the same both times.
"""
from __future__ import annotations

import datetime
import functools
import re
from typing import NamedTuple

from solvers import reading


class Setting(NamedTuple):
    """The words of one kind of house."""
    place: str
    booking: str
    asker: str
    limit: str          # as rules write it
    column: str         # as lists of places write it
    prep: str
    desk: str
    inside: str         # "in" a room, "on" a stage
    systems: str        # the rest: what may stand in a field, parts divided by |
    houses: str
    places: str
    wheres: str
    items: str
    purposes: str
    remarks: str        # sentences among the rules that rule nothing


SETTINGS = (
    Setting("theatre", "session", "consultant", "staff limit", "staff limit", "turnover", "theatre desk", "in",
            "Theatre Planner|Surgery Scheduler|Theatre Management",
            "General Hospital|Hospital|Surgical Clinic",
            "Theatre 1|Theatre 2|Theatre 3|Theatre 4|Theatre 5|Theatre 6|Day Theatre|Hybrid Theatre",
            "day unit|west block|east block|level 2|level 3",
            "second monitor|C-arm|cell saver|video recorder|ultrasound|warming unit|patient hoist|infusion rack|microscope|smoke extractor",
            "trauma list|hand list|spine list|gallbladder list|tonsil list|thyroid list|hip list|vascular list|hernia list|skin graft list|bowel list"
            "|knee list",
            "Sterile sets are ordered separately.|Consent forms are checked at 07:00.|Recovery beds are planned by the ward."
            "|Emergencies are run in the emergency suite and not planned here."),
    Setting("suite", "meeting", "host", "number of places", "places", "preparation", "receptionist", "in",
            "Client Suites|Suite Calendar|Reception Calendar",
            "Legal|Solicitors|& Partners",
            "Willow Suite|Birch Suite|Linden Suite|Juniper Suite|Maple Suite|Rowan Suite|Cedar Suite|Oak Suite",
            "4th floor|5th floor|6th floor|river side|courtyard side",
            "wall display|recording unit|video link|conference phone|document viewer|secure printer|interpreter booth|flip chart|shredder"
            "|wireless keyboard",
            "closing call|lease signing|case review|tax hearing|mediation|partners' round|settlement talks|shareholder talks|due diligence review"
            "|witness preparation|client briefing|creditor talks",
            "Catering is ordered with the kitchen by e-mail.|Parking spaces are given out on arrival.|Files must not be left on the table."
            "|Visitors sign in on the ground floor."),
    Setting("stage", "shoot", "producer", "crew limit", "crew limit", "rigging", "stage manager", "on",
            "Stage Plot|Production Board|Stage Calendar",
            "Film Works|Studios|Pictures",
            "Stage A|Stage B|Stage C|Stage D|Stage E|Sound Stage|Water Stage|Insert Stage",
            "lot 1|lot 2|store side|back lot|gate side",
            "rain bars|green screen|overhead grid|motion rig|smoke machine|dolly track|camera crane|make-up bay|playback desk|LED wall",
            "title sequence|trailer inserts|dialogue retakes|screen tests|stunt rehearsal|commercial pick-ups|puppet tests|music video"
            "|miniature shots|lighting tests|product shots|pilot scenes",
            "Call sheets go out the evening before.|Catering is on the back lot from noon.|Waste is collected at the gate."
            "|Props are kept in store 3."),
    Setting("instrument", "run", "operator", "number of workplaces", "workplaces", "warm-up", "facility team", "on",
            "Beam Time List|Instrument Log|Core Facility Schedule",
            "Laboratories|Imaging Facility|Institute",
            "X-ray XR4|NMR 500|SEM 3|TOF-MS 2|Cytometer A|Confocal 1|Confocal 2|Raman R1",
            "lab 1.2|lab 1.5|lab 2.1|basement|clean area",
            "vibration table|flow cell|second detector|fast camera|cryo holder|autosampler|heating block|sample robot|UV lamp|gas inlet",
            "nanoparticles|battery foils|coating tests|soil extracts|blood samples|cell sorting|protein crystals|calibration|student course"
            "|leaf sections|metal alloys|polymer films",
            "Gloves stay inside the lab.|Consumables are charged at cost.|Data are deleted from the local disk after 30 days."
            "|Faults are written into the logbook."),
    Setting("court", "practice", "coach", "player limit", "player limit", "conversion", "club secretary", "on",
            "Court Sheet|Practice Sheet|Court Roster",
            "Sports Club|Arena|Sports Park",
            "Court 1|Court 2|Court 3|Court 4|West Court|Gallery Court|East Court|Main Court",
            "upper level|sprung floor|new building|old building|wooden floor",
            "spectator seating|badminton nets|volleyball net|shot clock|scoreboard|handball goals|wall bars|climbing ropes|gymnastics beam|judo mats",
            "judo grading|wheelchair rugby|gymnastics squad|handball women|futsal squad|volleyball mixed|floorball|netball league team"
            "|under-14 basketball|badminton beginners|korfball|fencing juniors",
            "Showers close 20 minutes after the last practice.|Club fees are collected once a quarter.|Only clean indoor shoes are allowed."
            "|First-aid boxes hang beside the stairs."),
    Setting("hall", "hire", "hirer", "number of chairs", "chairs", "set-out", "warden", "in",
            "Hire Diary|Centre Diary|Hall Diary",
            "Community Centre|Neighbourhood House|Village Centre",
            "Great Hall|Youth Hall|Small Hall|Garden Hall|Mill Hall|Corner Hall|Upper Hall|Assembly Hall",
            "upstairs|garden wing|step-free|annexe|main house",
            "folding tables|dance mirrors|piano|crash mats|kitchen hatch|table tennis set|PA system|hearing loop|spotlights|projection screen",
            "toddler group|folk dancing|jumble sale|repair cafe|yoga class|drama group|parents' council|seniors' social|chess club|gospel choir"
            "|blood donation|history society",
            "The car park is shared with the school.|Deposits are paid back within two weeks.|Keys are handed out at the bar."
            "|Hirers sweep the floor before they leave."),
    Setting("room", "booking", "applicant", "number of seats", "seats", "set-up", "timetable team", "in",
            "Room Register|Timetable Office|Campus Planner",
            "College|University of Applied Sciences|University",
            "Room 0.12|Room 1.07|Room 2.05|Room 2.31|Room 3.18|Room 4.02|Auditorium B|Auditorium D",
            "ground floor|first floor|second floor|north wing|south wing",
            "pin boards|lecture recording|whiteboard wall|blackout blinds|group tables|lectern|induction loop|document camera|lapel microphone"
            "|projector",
            "methods workshop|language course|guest lecture|exam review|open day briefing|debating round|alumni talk|revision class|poster display"
            "|staff assembly|thesis presentations|statistics tutorial",
            "Keys for cupboards are with the porter.|Lost property goes to the porter's lodge.|Faults in lamps are reported by e-mail."
            "|Rooms are cleaned overnight."),
)

# Names of people are given name and family name, both from these lists, so that a name cut short is noticed.
GIVEN_NAMES = frozenset("""
Adaeze Aisha Alejandra Amir Anders Anjali Anna Arjun Astrid Beatriz Bilal Bronwen Carlos Chiara Chidi Clara Daniel Darius Deniz Dmitri Elena Elif
Emeka Erik Esther Fatima Felix Fiona Gabriel Giulia Grace Hana Hannah Hiroshi Ibrahim Ines Ingrid Ivan Jakub James Jasmine Joanna Johan Jonas Julia
Karim Katarina Kenji Kofi Lars Laura Leila Liam Lin Lucia Lukas Magda Malik Marco Maria Marta Mateo Mei Miguel Mina Nadia Naomi Nikolai Nina Noor Olga
Oliver Omar Oskar Paula Pavel Petra Priya Rafael Rania Ravi Rebecca Rosa Ruth Samir Sara Sean Simone Sofia Stefan Sunita Tariq Tereza Thandi Theo
Tomasz Uma Vera Victor Wanjiru Wei Yara Yusuf Zoe
""".split())
FAMILY_NAMES = frozenset("""
Abara Adeyemi Ahmadi Almeida Andersen Asante Aydin Bakker Banerjee Barros Becker Bergström Bianchi Borowski Brennan Castro Chandra Chen Costa Dahl
Demir Dhillon Dlamini Duarte Dubois Eriksen Esposito Farah Ferreira Fischer Fofana Gallagher Garcia Greco Gupta Haddad Hansen Hartmann Hayashi Hoffman
Horvat Hughes Ibarra Ivanova Jansen Jensen Kaplan Karlsson Katz Keller Khan Kim Kimani Kovacs Kowalski Kumar Lambert Larsen Lehmann Lindgren Lopez
Maier Mansour Martin Mbeki Mensah Meyer Moreau Mori Morris Nagy Nakamura Ncube Nguyen Nielsen Novak Nowak Okafor Oliveira Osei Otieno Park Patel
Pereira Petrov Popescu Rahman Ramos Rao Reyes Ricci Rossi Sahin Saito Santos Schmidt Schneider Sharma Silva Sokolov Sorensen Suzuki Svensson Takeda
Tanaka Thapa Torres Traore Varga Vargas Vasquez Visser Vogel Walsh Weber Wolff Yilmaz Zhang Ziegler
""".split())


class Place(NamedTuple):
    name: str
    where: str
    opens: int
    closes: int
    limit: int
    items: tuple


class Person(NamedTuple):
    name: str
    marker: str         # "" for a required person, else "(opt)", "(opt.)" or "(optional)"


class Booking(NamedTuple):
    number: str
    place: str
    date: datetime.date
    start: int          # minutes after midnight, like every time of day here
    end: int
    people: tuple
    cancelled: bool


class Request(NamedTuple):
    received: datetime.datetime
    place: str
    date: datetime.date
    start: int
    end: int
    head: int
    people: tuple       # the one who asks comes first
    items: tuple
    prep: bool          # whether preparation time is asked for


class Rules(NamedTuple):
    """The conventions as the sentences of the state give them."""
    confirm: bool
    touching: bool      # an end and a start at the same time overlap
    required: str       # the marker of people who are not required
    ends: bool          # the opening and closing times themselves may be used
    full: bool          # the head count may equal the limit
    items: bool
    notice: tuple       # (hours, more than that is needed)
    prep: tuple         # (minutes, more than that is needed)
    prep_scope: bool
    cancelled: bool     # cancelled entries count for nothing


class Case(NamedTuple):
    setting: Setting
    places: dict        # name -> Place
    bookings: tuple
    rules: Rules
    request: Request


# What may stand in a field; {...} is filled in for each setting.
MARKER = r"\((?:opt|opt\.|optional)\)"
NAME = r"[A-Z][a-z]+ [A-Z][a-zö]+"
PEOPLE = r"[A-Z][A-Za-zö(),. ]+"       # split and looked up, one by one, in people_of; so are items in items_of
ITEMS = r"[A-Za-z][A-Za-z, -]+"
PERSON = re.compile(r"(?P<given>[A-Z][a-z]+) (?P<family>[A-Z][a-zö]+)(?: (?P<marker>" + MARKER + r"))?")     # Lars Duarte (opt)
DAY = r"[A-Z][a-z]{2} \d\d [A-Z][a-z]{2}"
ISO = r"\d{4}-\d\d-\d\d"
CLOCK = r"\d\d:\d\d"
FIELDS = {
    "number": r"[BKNT]?\d{4}", "request": r"R-\d{3}",
    "day": DAY, "date": DAY + r" \d{4}", "on": DAY + r" \d{4}", "first": r"\d\d [A-Z][a-z]{2} \d{4}", "last": r"\d\d [A-Z][a-z]{2} \d{4}",
    "iso": ISO, "iso_first": ISO, "iso_last": ISO, "iso_day": r"[A-Z][a-z]{2} " + ISO, "iso_received": r"[A-Z][a-z]{2} " + ISO,
    "start": CLOCK, "end": CLOCK, "opens": CLOCK, "closes": CLOCK, "clock": CLOCK,
    "limit": r"[1-9]\d*", "head": r"[1-9]\d*", "hours": r"[1-9]\d*", "minutes": r"[1-9]\d*", "least": r"more than|at least|no less than",
    "opt": MARKER, "author": NAME, "asker": NAME, "given": r"[A-Z][a-z]+",
    "people": PEOPLE, "people_semi": PEOPLE.replace(",", ";"),
    "house": r"[A-Z][a-z]+(?: [A-Z][a-z]+)? (?:{houses})", "HOUSE": r"[A-Z]+(?: [A-Z]+)? (?:{HOUSES})", "system": r"{systems}",
    "place": r"{place_names}", "where": r"{wheres}", "purpose": r"{purposes}",
    "items": ITEMS, "items_and": ITEMS, "items_semi": ITEMS.replace(",", ";"),
    "wanted": r"asked for|not asked for", "wished": r"yes|no", "status": r"confirmed|cancelled",
    "paren_cancelled": r"(?: \(cancelled\))?", "dash_cancelled": r"(?: - cancelled)?", "comma_cancelled": r"(?:, cancelled)?",
    "weekday": r"Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday",
}
PIECE = re.compile(r"<(\w+)>|(~)")     # a field or a gap in a template, as in "<number>~<day>"

# The lines above the first section, one table for each line of a layout.
TOP = {
    "print": (
        ("<house> / <system> / {places} <first> to <last>",
        # Balmoor Hospital / Theatre Planner / theatres 04 Jun 2026 to 05 Jun 2026
         "<system>   <house>   plan for <first> to <last>",
         # Hall Diary   Umberfield Community Centre   plan for 10 Aug 2026 to 11 Aug 2026
         "<HOUSE> - {places} from <first> to <last> (<system>)"),
         # MARLWOOD SPORTS CLUB - courts from 14 Jun 2026 to 15 Jun 2026 (Court Roster)
        ("Print of <date> at <clock> (<author>), sorted by number",            # Print of Wed 03 Jun 2026 at 19:16 (Nina Brennan), sorted by number
         "As of <date> at <clock>, {bookings} sorted by number, printed for <author>",
         # As of Mon 13 Apr 2026 at 19:57, runs sorted by number, printed for Omar Rao
         "Printed <date> at <clock> by <author>. {Bookings} in order of their number."),
         # Printed Fri 05 Jun 2026 at 08:12 by Mei Rao. Runs in order of their number.
    ),
    "page": (
        ("# {Places} at <house>: <first> to <last>",                           # # Theatres at Bramwell Hospital: 27 Jan 2026 to 28 Jan 2026
         "# <house>, {place} plan <first> to <last>",                          # # Lowenthal Legal, suite plan 28 Jan 2026 to 30 Jan 2026
         "# Open request <request> (<house>)"),                                # # Open request R-505 (Marlwood Legal)
        ("Taken from <system> on <date> at <clock>. Page owner: <author>.",
        # Taken from Court Sheet on Sat 24 Jan 2026 at 10:42. Page owner: Jasmine Rao.
         "_<system>, state of <date> at <clock>; page kept by <author>_",
         # _Client Suites, state of Tue 04 Aug 2026 at 14:34; page kept by Ingrid Dlamini_
         "Owner: <author>. Source: <system>, <date> at <clock>."),
         # Owner: Chiara Gallagher. Source: Client Suites, Wed 28 Jan 2026 at 12:15.
    ),
    "sheet": (
        ("# <house> | <system> | <iso_first> .. <iso_last>",                   # # Rookhurst Film Works | Stage Plot | 2026-04-24 .. 2026-04-25
         "# export of <system> (<house>), <iso_first> to <iso_last>",
         # # export of Court Sheet (Millrace Sports Park), 2026-02-10 to 2026-02-12
         "# <system>, <house>: {bookings} <iso_first> to <iso_last>"),
         # # Hire Diary, Umberfield Village Centre: hires 2026-02-10 to 2026-02-12
        ("# by <author>, <iso> <clock>; {bookings} by number",                 # # by Ibrahim Jansen, 2026-04-22 16:38; shoots by number
         "# <iso> <clock>, <author>; order: number",                           # # 2026-02-10 12:41, Ivan Kowalski; order: number
         "# written <iso> <clock> for <author>, sorted by number"),            # # written 2026-02-10 12:41 for Ivan Kowalski, sorted by number
    ),
    "letter": (
        ("Subject: Request <request>, please check",                           # Subject: Request R-404, please check
         "Subject: <place>, <weekday>: can we confirm?"),                      # Subject: Court 2, Thursday: can we confirm?
        ("Dear <given>,", "Hi <given>,", "Hello <given>,"),                    # Dear Fatima,
        ("One request is waiting. The data are from <system>, <house>, on <date> at <clock>.",
         # One request is waiting. The data are from Court Sheet, Orrinsby Arena, on Fri 15 May 2026 at 15:33.
         "Could you look at one request for me? Everything you need is below, copied from <system> (<house>) on <date> at <clock>.",
         # Could you look at one request for me? Everything you need is below, copied from Court Sheet (Arnwick Arena) on Wed 14 Jan 2026 at 14:35.
         "I have one open request at <house>. <system> showed the following on <date> at <clock>."),
        # I have one open request at Halden Hospital. Surgery Scheduler showed the following on Wed 14 Jan 2026 at 14:35.
    ),
}
CLOSING = ("Thanks, <author>", "Many thanks, <author>", "Best regards, <author>")          # Many thanks, Marco Aydin

# Headings, each with the section that follows it; R-000 stands for any number of a request.
HEADINGS = {
    "print": {"places": ("{PLACES}", "{PLACES} AND EQUIPMENT", "LIST OF {PLACES}"),
              "bookings": ("{BOOKINGS}", "{BOOKINGS} SO FAR", "LIST OF {BOOKINGS}"),
              "rules": ("RULES", "HOW REQUESTS ARE CHECKED", "CONDITIONS FOR NEW {BOOKINGS}"),
              "request": ("REQUEST R-000", "OPEN REQUEST R-000", "TO BE DECIDED: R-000")},
    "page": {"places": ("## {Places}", "## {Places} and equipment", "## Our {places}"),
             "bookings": ("## {Bookings}", "## {Bookings} by number", "## Current {bookings} (by number)"),
             "rules": ("## Rules", "## What is checked", "## Rules for new {bookings}"),
             "request": ("## Request R-000", "## Request R-000, to be decided", "## Request under review")},
    "sheet": {"places": ("# {places}", "# {places} and equipment", "# table: {places}"),
              "bookings": ("# {bookings}", "# {bookings} so far", "# table: {bookings}"),
              "rules": ("# rules", "# how requests are checked", "# rules for new {bookings}"),
              "request": ("# request", "# request to decide", "# table: open requests")},
    "letter": {"places": ("The {places}:", "Our {places}:", "{Places} in question:"),
               "bookings": ("The {bookings}, sorted by number:", "{Bookings} so far, by number:", "What is in the list, by number:"),
               "rules": ("The rules we go by:", "Rules, as always:", "What we check:"),
               "request": ("The request:", "Here is the request:", "What is asked for:")},
}
REQUEST_NUMBER = re.compile(r"R-\d{3}")

# Lines of places and of bookings in the layouts without a line of column names.
PLACES = {
    "print": ("<place>~<where>~<opens>-<closes> {column}~<limit>: <items>",
    # Theatre 6      day unit   07:30-19:15 staff limit 11: cell saver, microscope
              "<place>~{column}~<limit>~<opens>-<closes>~<where>~<items>"),
              # NMR 500     workplaces  6  08:30-19:15  clean area  fast camera, cryo holder
    "letter": ("* <place> (<where>): {column} <limit>, open <opens> to <closes>, with <items_and>",
               # * Birch Suite (4th floor): places 8, open 08:00 to 19:00, with video link, conference phone and recording unit
               "* <place>, <where>, {column} <limit>, opens <opens>, closes <closes>; equipment: <items_and>"),
    # * Court 3, wooden floor, player limit 15, opens 09:20, closes 20:15; equipment: gymnastics beam and shot clock
}
BOOKINGS = {
    "print": ("<number>~<day>~<start>-<end>~<place>~<purpose>: <people><dash_cancelled>",
              # K3849  Sat 18 Apr  13:45-15:15  X-ray XR4    calibration: Adaeze Larsen - cancelled
              "<number>~<place>~<day>~<start>-<end>~<people> / <purpose><dash_cancelled>"),
    # N7546 Hybrid Theatre Tue 11 Aug 10:45-12:00 Sofia Moreau (opt), Lukas Traore / trauma list
    "letter": ("> <number>: <day>, <start> to <end>, <place>, <purpose> (<people>)<comma_cancelled>",
               # > 7722: Sat 17 Jan, 17:15 to 18:30, Confocal 2, nanoparticles (Maria Kumar (opt.), Naomi Varga)
               "> <number> <place> on <day> from <start> to <end>: <people>; <purpose><comma_cancelled>"),
    # > B7778 Court 2 on Thu 21 May from 13:30 to 14:45: Leila Nagy; handball women
}

# Layouts with column names: the line of names, and the line that stands under it.
COLUMNS = {
    ("page", "places"): (
        ("| {place} | where | opens | closes | {column} | equipment |", "| <place> | <where> | <opens> | <closes> | <limit> | <items> |"),
        # | Theatre 2 | level 3 | 07:35 | 19:30 | 13 | second monitor, infusion rack |
        ("| {place} | {column} | opens | closes | equipment | where |", "| <place> | <limit> | <opens> | <closes> | <items> | <where> |")),
    # | Insert Stage | 24 | 07:45 | 21:45 | LED wall, green screen, dolly track | back lot |
    ("page", "bookings"): (
        ("| number | {place} | day | start-end | purpose | people |",
         "| <number> | <place> | <day> | <start>-<end> | <purpose><paren_cancelled> | <people> |"),
        # | 5679 | Theatre 2 | Wed 28 Jan | 14:40-15:40 | thyroid list (cancelled) | Ingrid Mbeki |
        ("| number | day | start | end | {place} | people | purpose |",
         "| <number> | <day> | <start> | <end> | <place> | <people> | <purpose><paren_cancelled> |")),
    # | B4713 | Fri 30 Jan | 17:30 | 19:00 | Cedar Suite | Lars Duarte (opt), Astrid Maier | client briefing |
    ("sheet", "places"): (
        ("{place},where,opens,closes,{column_},equipment", "<place>,<where>,<opens>,<closes>,<limit>,<items_semi>"),
        # Stage B,lot 2,07:05,21:00,58,green screen; make-up bay
        ("{place},{column_},opens,closes,where,equipment", "<place>,<limit>,<opens>,<closes>,<where>,<items_semi>")),
    # Room 2.05,28,08:00,21:00,second floor,lectern; document camera
    ("sheet", "bookings"): (
        ("number,date,{place},start,end,people,purpose,status", "<number>,<iso_day>,<place>,<start>,<end>,<people_semi>,<purpose>,<status>"),
        # 5984,Fri 2026-04-24,Insert Stage,08:00,10:00,Bilal Dlamini; Wanjiru Sharma,dialogue retakes,confirmed
        ("number,{place},date,start,end,purpose,people,status", "<number>,<place>,<iso_day>,<start>,<end>,<purpose>,<people_semi>,<status>")),
    # K5877,East Court,Wed 2026-02-11,16:30,17:30,handball women,Tomasz Dlamini (optional); Zoe Ferreira,confirmed
    ("sheet", "request"): (
        ("request,received,{place},date,start,end,head_count,{asker},other_people,equipment,{prep}_time,purpose",
         "<request>,<iso_received> <clock>,<place>,<iso_day>,<start>,<end>,<head>,<asker>,<people_semi>,<items_semi>,<wanted>,<purpose>"),),
    # R-925,Wed 2026-04-22 14:10,Stage B,Sat 2026-04-25,14:15,15:15,54,Wei Nielsen,Yara Sahin,make-up bay; green screen,not asked for,pilot scenes
}
RULER = re.compile(r"\|(?: --- \|)+")              # | --- | --- | --- |

# The request where it is a list of labels: three ways to label it, field by field in the same order; the first says "asked for", the others "yes".
VALUES = ("<date>, <clock>", "<place>", "<on>", "<start>-<end>", "<head>", "<asker>", "<people>", "<items_and>", "<wanted>", "<purpose>")
SHORT = VALUES[:8] + ("<wished>",) + VALUES[9:]
LABELS = (
    ("Received", "{Place}", "Day", "Time", "Head count", "{Asker}", "Other people", "Equipment needed", "{Prep} time", "Purpose"),
    ("Came in", "{Place}", "On", "Start and end", "Head count", "Sent by ({asker})", "With", "Needs", "{Prep} time wanted", "Occasion"),
    ("Request received", "{Place} asked for", "Date", "From, to", "Head count in all", "{Asker}", "Others named", "Equipment asked for",
     "{Prep} time", "For"),
)
LABELLED = {"print": re.compile(r"(?P<label>[A-Z][\w(), -]*[\w)])\.{2,} (?P<value>\S.*)"),     # Head count............ 14
            "page": re.compile(r"- \*\*(?P<label>[A-Z][\w(), -]*[\w)]):\*\* (?P<value>\S.*)")}  # - **Head count:** 18
# The request in a letter: one paragraph.
REQUESTS = (
    "{Asker}: <asker>. {Place}: <place>. When: <on>, <start> to <end>. What for: <purpose>. Head count: <head>. Others: <people>."
    " Equipment: <items_and>. {Prep} time: <wanted>. The request came in on <date>, <clock>.",
    # Coach: Lars Hughes. Court: Gallery Court. When: Fri 22 May 2026, 13:00 to 14:15. What for: floorball. Head count: 24. Others: Rafael Kaplan.
    # Equipment: climbing ropes. Conversion time: asked for. The request came in on Fri 15 May 2026, 14:30.
    "<asker> ({asker}) asks for <place> on <on> from <start> to <end> (<purpose>). The head count is <head>. Others named: <people>."
    " Equipment needed: <items_and>. {Prep} time is <wanted>. The request was received on <date>, <clock>.",
    # Johan Patel (consultant) asks for Hybrid Theatre on Mon 22 Jun 2026 from 12:20 to 14:20 (hip list). The head count is 9. Others named: Kofi Rao.
    # Equipment needed: cell saver. Turnover time is asked for. The request was received on Sat 20 Jun 2026, 09:15.
    "Received on <date>, <clock>: {asker} <asker> would like <place> from <start> to <end> on <on> (<purpose>), head count <head>, with <people>."
    " Equipment asked for: <items_and>; {prep} time: <wanted>.",
    # Received on Wed 14 Jan 2026, 13:50: operator Hannah Yilmaz would like Cytometer A from 13:50 to 15:20 on Sun 18 Jan 2026 (battery foils),
    # head count 8, with Naomi Varga. Equipment asked for: vibration table; warm-up time: not asked for.
)
WANTED = {"asked for": True, "yes": True, "not asked for": False, "no": False}

# The rules: how a line of them begins, and every sentence with its topic and meaning.
RULE_LINE = {"print": re.compile(r"(?P<counter>[1-9]\d?)\. (?P<text>\S.*)"),     # 4. Notice: at least 24 hours from receipt of the request ...
             "page": re.compile(r"- (?P<text>\S.*)"),                             # - Notice: at least 24 hours from receipt of the request ...
             "sheet": re.compile(r"# - (?P<text>\S.*)"),                          # # - Notice: at least 24 hours from receipt of the request ...
             "letter": re.compile(r"\+ (?P<text>\S.*)")}                          # + Notice: at least 24 hours from receipt of the request ...
RULES = (
    ("confirm", True, "Requests that meet these rules are confirmed as they stand; all others are refused, not altered."),
    ("confirm", True, "A request is confirmed unchanged if it meets the rules given here, otherwise refused."),
    ("confirm", True, "The {desk} confirms a request as it stands if it meets the rules given here, and else refuses it."),
    ("touching", False, "{A_place} takes one {booking} at a time. Back to back is fine, for {places} and people: an end at <clock> and a start at"
                        " <clock> do not overlap."),
    ("touching", True, "{A_place} takes one {booking} at a time. Back to back is refused, for {places} and people: an end at <clock> and a start at"
                       " <clock> overlap."),
    ("touching", False, "No {place} has two {bookings} at once. Touching (one ends at <clock>, one starts at <clock>) is no overlap, for {places}"
                        " and people alike."),
    ("touching", True, "No {place} has two {bookings} at once. Touching (one ends at <clock>, one starts at <clock>) is an overlap, for {places}"
                       " and people alike."),
    ("required", "opt", "The requesting {asker} and all people named without <opt> are required, and nobody can be required in two {bookings} at"
                        " once. <opt>, in the list or in the request, means optional and never makes a clash."),
    ("required", "opt", "<opt> behind a name, in the list or in the request, means optional for that {booking} only and never makes a clash."
                        " Everyone named without it, and the requesting {asker}, is required, and nobody can be required in two {bookings} at once."),
    ("required", "opt", "Required people cannot be in two {bookings} at once. The requesting {asker} is required, and so is everyone named without"
                        " <opt>; attendance marked <opt>, in the list or in the request, clashes with nothing."),
    ("ends", True, "The whole {booking} lies within the opening hours, the opening and closing times themselves included."),
    ("ends", True, "A {booking} must lie within the opening hours of its {place}; it may start at the opening time and end at the closing time."),
    ("ends", True, "Start: not before the {place} opens. End: not after it closes. The opening and closing times themselves are fine."),
    ("ends", False, "The whole {booking} lies within the opening hours, without the opening and closing times themselves: start after the one, end"
                    " before the other."),
    ("ends", False, "A {booking} must start later than the opening time of its {place} and end earlier than the closing time."),
    ("ends", False, "Start: after the {place} opens, not at the opening time. End: before it closes, not at the closing time."),
    ("full", True, "A full {place} is fine: the head count may equal the {limit}, but not exceed it."),
    ("full", True, "The head count may be as high as the {limit} of the {place}, but not higher."),
    ("full", True, "Head count: up to and including the {limit} of the {place}."),
    ("full", False, "{A_place} is never filled up: the head count must be smaller than the {limit}."),
    ("full", False, "Head count: below the {limit} of the {place}. A head count equal to it is refused."),
    ("items", True, "Every item needed must stand in the entry of the {place} asked for; no item is moved or brought in."),
    ("items", True, "All equipment needed must belong to the {place} asked for. Items are not moved between {places} or brought in."),
    ("items", True, "Equipment needed must be listed for the {place} asked for; nothing is carried over from other {places} or brought along."),
    ("notice", "hours", "The request must reach us <least> <hours> hours before the start; hours run day and night, on weekends too."),
    ("notice", "hours", "Notice: <least> <hours> hours from receipt of the request to the start, by the clock, nights and weekends included."),
    ("notice", "hours", "From the time a request is received to the start asked for there must be <least> <hours> hours, each hour of day and night"
                        " counted."),
    ("prep", "minutes", "{Prep} time, only if the request asks for it: <least> <minutes> minutes from the end of the previous {booking} {inside} the"
                        " same {place} on the same day, whoever had it, to the requested start."),
    ("prep", "minutes", "Only where a request asks for {prep} time: the previous {booking} {inside} the same {place} on the same day, no matter"
                        " whose, must have ended <least> <minutes> minutes before the requested start."),
    ("prep", "minutes", "Requests that ask for {prep} time, and only these, need <least> <minutes> minutes between the end of the previous {booking}"
                        " {inside} the same {place} that day (anybody's) and their own start."),
    ("prep_scope", True, "{Prep} time that a request asks for comes before the requested start and concerns only the {place}; people need not be free"
                         " for it. The first {booking} of a day {inside} each {place} needs none. Listed times are taken as they stand, with the"
                         " {prep} they hold, and a listed {booking} keeps its required people busy from its listed start to its listed end."),
    ("prep_scope", True, "{Prep} that a request asks for comes before the requested start and takes up nobody's time; it is not needed for the first"
                         " {booking} of a day {inside} each {place}. Listed times already contain their {prep}; everyone required in a listed"
                         " {booking} is busy for the whole listed time."),
    ("prep_scope", True, "Listed times already include any {prep}, and required people are busy for all of the listed time, {prep} included. Where"
                         " a request asks for {prep}, this comes before the requested start and blocks only the {place}, nobody's time; the first"
                         " {booking} of a day {inside} each {place} needs none."),
    ("cancelled", True, "A {booking} marked cancelled is kept for the record and counts for nothing."),
    ("cancelled", True, "Entries marked cancelled count for nothing any more, neither for {places} nor for people."),
    ("cancelled", True, "Cancelled {bookings} stay in the list for the record only; no rule takes notice of them."),
)
TOPICS = ("confirm", "touching", "required", "ends", "full", "items", "notice", "prep", "prep_scope")   # "cancelled" where an entry is cancelled

# The question: its wording, what true and false mean in it.
QUESTIONS = (
    ("Can this request be confirmed without any change?", "It can be confirmed unchanged.", "It cannot be confirmed unchanged."),
    ("Can the requested {booking} be confirmed as it stands?", "Yes: it meets every rule.", "No: at least one rule is not met."),
    ("Should the {desk} confirm the request as it is?", "Confirm: all rules are met.", "Do not confirm: a rule is broken."),
    ("Is the {booking} that is asked for possible as requested?", "It is possible as requested.", "It is not possible as requested."),
    ("Does the request meet all the rules for a new {booking}?", "It meets all of them.", "It fails one or more of them."),
    ("Do the rules allow the {booking} asked for, exactly as asked for?", "They allow it.", "They do not allow it."),
)


@functools.lru_cache(maxsize=None)
def words(setting: Setting) -> dict:
    """The words of a setting for the braces of a template: singular, plural, with a capital, all in capitals."""
    found = {"desk": setting.desk, "inside": setting.inside, "limit": setting.limit, "column": setting.column,
             "column_": setting.column.replace(" ", "_"),
             "A_place": f"{'An' if setting.place[0] in 'aeiou' else 'A'} {setting.place}"}
    for key in ("place", "booking", "asker", "prep"):
        word = getattr(setting, key)
        found.update({key: word, key.capitalize(): word.capitalize(), key + "s": word + "s", key.capitalize() + "s": word.capitalize() + "s",
                      key.upper() + "S": word.upper() + "S"})
    return found


@functools.lru_cache(maxsize=None)
def parts(setting: Setting) -> dict:
    """The vocabularies of a setting for the braces of FIELDS, ready to stand in a pattern."""
    lists = {"houses": setting.houses, "HOUSES": setting.houses.upper(), "systems": setting.systems, "place_names": setting.places,
             "wheres": setting.wheres, "purposes": setting.purposes}
    return {key: "|".join(re.escape(word) for word in text.split("|")) for key, text in lists.items()}


@functools.lru_cache(maxsize=None)
def compiled(setting: Setting, template: str) -> re.Pattern:
    """The pattern of a template in the words of a setting."""
    text, pattern, seen, at = template.format(**words(setting)), "", set(), 0
    for piece in PIECE.finditer(text):
        pattern += re.escape(text[at:piece.start()])
        at, field = piece.end(), piece[1]
        if piece[2]:
            pattern += " +"
        elif field in seen:
            pattern += f"(?P={field})"
        else:
            seen.add(field)
            fragment = FIELDS[field]
            for key, value in parts(setting).items():
                fragment = fragment.replace("{" + key + "}", value)
            pattern += f"(?P<{field}>{fragment})"
    return re.compile(pattern + re.escape(text[at:]))


@functools.lru_cache(maxsize=None)
def table(setting: Setting, templates: tuple) -> dict:
    """{template: pattern} in the words of a setting."""
    return {template: compiled(setting, template) for template in templates}


def read_line(setting: Setting, templates: tuple, number: int, line: str, where: str):
    """(template, match) of the one template that reads the line."""
    found = reading.first_match(table(setting, templates), line)
    if not found:
        raise reading.unread(number, line, where)
    return found


def calendar_day(text: str, form: str) -> datetime.date:
    """'Wed 28 Jan 2026' with form '%a %d %b %Y' -> a date; the weekday must be the right one."""
    try:
        value = datetime.datetime.strptime(text, form).date()
    except ValueError as error:
        raise reading.Unread(f"{text!r} is not a date") from error
    if value.strftime(form) != text:
        raise reading.Unread(f"{text!r}: that date is another day of the week")
    return value


@functools.lru_cache(maxsize=4096)
def date_of(text: str) -> datetime.date:
    """'Wed 28 Jan 2026', '28 Jan 2026', 'Wed 2026-01-28' or '2026-01-28' -> a date."""
    form = "%Y-%m-%d" if "-" in text else "%d %b %Y"
    return calendar_day(text, ("%a " if text[0].isalpha() else "") + form)


@functools.lru_cache(maxsize=4096)
def day_near(text: str, near: datetime.date) -> datetime.date:
    """'Wed 28 Jan' -> the date of that day and month that lies nearest to another date, so the turn of a year is no trouble."""
    years = [year for year in (near.year - 1, near.year, near.year + 1) if text[4:] != "29 Feb" or year % 4 == 0]
    year = min(years, key=lambda one: abs((date_of(f"{text[4:]} {one}") - near).days))
    return date_of(f"{text} {year}")


def moment(date: datetime.date, minutes: int) -> datetime.datetime:
    """A date and a time of day in minutes as one point in time."""
    return datetime.datetime.combine(date, datetime.time()) + datetime.timedelta(minutes=minutes)


@functools.lru_cache(maxsize=4096)
def person_of(text: str) -> Person:
    """'Lars Duarte (opt)' -> a Person; given name and family name must both be known."""
    match = PERSON.fullmatch(text)
    if not match or match["given"] not in GIVEN_NAMES or match["family"] not in FAMILY_NAMES:
        raise reading.Unread(f"{text!r} is not a person that can be read")
    return Person(f"{match['given']} {match['family']}", match["marker"] or "")


def people_of(fields: dict) -> tuple:
    """'Lars Duarte (opt), Astrid Maier' or the same with a semicolon -> two Persons."""
    text, mark = (fields["people"], ", ") if "people" in fields else (fields["people_semi"], "; ")
    people = tuple(person_of(one) for one in text.split(mark))
    if len({person.name for person in people}) < len(people):
        raise reading.Unread(f"{text!r} names somebody twice")
    return people


def items_of(fields: dict, setting: Setting) -> tuple:
    """'a, b, c', 'a; b; c' or 'a, b and c' -> the three items, all of them known."""
    if "items_and" in fields:
        text = fields["items_and"]
        before, _, last = text.rpartition(" and ")
        items = tuple(before.split(", ") if before else ()) + (last,)
    else:
        text, mark = (fields["items"], ", ") if "items" in fields else (fields["items_semi"], "; ")
        items = tuple(text.split(mark))
    if len(set(items)) < len(items) or not set(items) <= set(setting.items.split("|")):
        raise reading.Unread(f"{text!r} is not a list of items that can be read")
    return items


def span(number: int, line: str, start: str, end: str) -> tuple:
    """Two times of day in minutes; the first must be the earlier one."""
    first, last = reading.minutes(start), reading.minutes(end)
    if first >= last:
        raise reading.unread(number, line, "a span of time")
    return first, last


def layout_of(lines: list) -> str:
    """Which of the four layouts the lines have: print, page, sheet or letter."""
    first = lines[0][1] if lines else ""
    if first.startswith("Subject: "):
        return "letter"
    if first.startswith("# "):
        return "page" if any(line.startswith("## ") for _, line in lines) else "sheet"
    return "print"


@functools.lru_cache(maxsize=None)
def headings(layout: str, setting: Setting) -> dict:
    """{heading: section} in the words of a setting."""
    return {text.format(**words(setting)): section for section, texts in HEADINGS[layout].items() for text in texts}


def setting_of(lines: list, layout: str) -> Setting:
    """The one setting whose heading of the list of places stands in the state."""
    texts = {line for _, line in lines}
    found = [setting for setting in SETTINGS if any(section == "places" and text in texts for text, section in headings(layout, setting).items())]
    if len(found) != 1:
        raise reading.Unread("no heading, or more than one, tells which places these are")
    return found[0]


def split_sections(lines: list, layout: str, setting: Setting) -> dict:
    """{section: its lines}; the lines above the first heading are the section 'top', the last line of a letter is 'closing'."""
    known, sections, here = headings(layout, setting), {"top": []}, "top"
    if layout == "letter":
        sections["closing"] = [lines[-1]]
        lines = lines[:-1]
    for number, line in lines:
        section = known.get(REQUEST_NUMBER.sub("R-000", line))
        if section in sections:
            raise reading.unread(number, line, f"a second heading of {section}")
        if section:
            here = section
            sections[here] = []
        else:
            sections[here].append((number, line))
    missing = [section for section in HEADINGS[layout] if not sections.get(section)]
    if missing:
        raise reading.Unread(f"nothing is found for {', '.join(missing)}")
    return sections


def read_top(lines: list, closing: list, layout: str, setting: Setting) -> dict:
    """All fields of the lines above the first section and of the closing line of a letter."""
    tables = TOP[layout] + ((CLOSING,) if layout == "letter" else ())
    lines = lines + closing
    if len(lines) != len(tables):
        number, line = lines[-1] if lines else (1, "")
        raise reading.unread(number, line, "the top of a state")
    fields = {}
    for (number, line), templates in zip(lines, tables):
        _, match = read_line(setting, templates, number, line, "the top of a state")
        fields.update(match.groupdict())
        if "author" in match.groupdict():
            person_of(match["author"])
        if match.groupdict().get("given", "Anna") not in GIVEN_NAMES:
            raise reading.unread(number, line, "a greeting")
    return fields


def rows(lines: list, layout: str, section: str, setting: Setting):
    """(number, line, fields) of every line of a list, whether or not column names stand above it."""
    if (layout, section) in COLUMNS:
        options = {names.format(**words(setting)): template for names, template in COLUMNS[layout, section]}
        number, line = lines[0]
        if line not in options:
            raise reading.unread(number, line, "column names")
        templates, rest = (options[line],), lines[1:]
        if layout == "page":
            ruler = rest[0] if rest else (number, line)
            if not RULER.fullmatch(ruler[1]) or ruler[1].count("|") != line.count("|"):
                raise reading.unread(*ruler, "the rule under column names")
            rest = rest[1:]
    else:
        templates, rest = {"places": PLACES, "bookings": BOOKINGS}[section][layout], lines
    used = set()
    for number, line in rest:
        template, match = read_line(setting, templates, number, line, f"one of the {section}")
        used.add(template)
        if len(used) > 1:
            raise reading.unread(number, line, "a line like those above it")
        yield number, line, match.groupdict()


def read_places(lines: list, layout: str, setting: Setting) -> dict:
    """{name: Place} of the list of places."""
    places = {}
    for number, line, fields in rows(lines, layout, "places", setting):
        opens, closes = span(number, line, fields["opens"], fields["closes"])
        place = Place(fields["place"], fields["where"], opens, closes, int(fields["limit"]), items_of(fields, setting))
        if place.name in places:
            raise reading.unread(number, line, "a new place")
        places[place.name] = place
    return places


def is_cancelled(fields: dict) -> bool:
    """Whether a booking is marked cancelled, in whichever way its layout has."""
    marks = [fields[key] for key in ("paren_cancelled", "dash_cancelled", "comma_cancelled", "status") if key in fields]
    return "cancelled" in marks[0]


def read_bookings(lines: list, layout: str, setting: Setting, places: dict, near: datetime.date) -> tuple:
    """The bookings in the list; numbers must rise, places must be known."""
    bookings = []
    for number, line, fields in rows(lines, layout, "bookings", setting):
        start, end = span(number, line, fields["start"], fields["end"])
        date = date_of(fields["iso_day"]) if "iso_day" in fields else day_near(fields["day"], near)
        booking = Booking(fields["number"], fields["place"], date, start, end, people_of(fields), is_cancelled(fields))
        if booking.place not in places:
            raise reading.unread(number, line, "a booking of a place that is listed")
        if bookings and bookings[-1].number >= booking.number:
            raise reading.unread(number, line, "the next booking by number")
        bookings.append(booking)
    return tuple(bookings)


def request_labels(lines: list, layout: str, setting: Setting) -> dict:
    """The fields of a request that is a list of labels; one of the three ways to label must be used throughout."""
    found = []
    for number, line in lines:
        match = LABELLED[layout].fullmatch(line)
        if not match:
            raise reading.unread(number, line, "part of the request")
        found.append((number, line, match["label"], match["value"]))
    used = tuple(label for _, _, label, _ in found)
    known = [tuple(label.format(**words(setting)) for label in labels) for labels in LABELS]
    if used not in known:
        raise reading.unread(found[0][0], found[0][1], f"a request with these labels {used}")
    fields = {}
    for (number, line, _, value), template in zip(found, VALUES if used == known[0] else SHORT):
        match = compiled(setting, template).fullmatch(value)
        if not match:
            raise reading.unread(number, line, "part of the request")
        fields.update(match.groupdict())
    return fields


def read_request(lines: list, layout: str, setting: Setting, places: dict) -> Request:
    """The request to decide."""
    number, line = lines[-1]
    if layout in LABELLED:
        fields = request_labels(lines, layout, setting)
    elif layout == "sheet":
        read = list(rows(lines, layout, "request", setting))
        if len(read) != 1:
            raise reading.unread(number, line, "one request")
        fields = read[0][2]
    else:
        if len(lines) != 1:
            raise reading.unread(number, line, "a request in one paragraph")
        fields = read_line(setting, REQUESTS, number, line, "the request")[1].groupdict()
    start, end = span(number, line, fields["start"], fields["end"])
    received = moment(date_of(fields.get("date") or fields["iso_received"]), reading.minutes(fields["clock"]))
    asker, others = person_of(fields["asker"]), people_of(fields)
    request = Request(received, fields["place"], date_of(fields.get("on") or fields["iso_day"]), start, end, int(fields["head"]), (asker,) + others,
                      items_of(fields, setting), WANTED[fields.get("wanted") or fields["wished"]])
    if request.place not in places or asker.name in {person.name for person in others}:
        raise reading.unread(number, line, "a request for a place that is listed, each person named once")
    return request


@functools.lru_cache(maxsize=None)
def rule_sentences(setting: Setting) -> tuple:
    """({sentence: (topic, meaning)} of the rules and remarks without values, {template: (topic, meaning)} of the rules with values)."""
    rules = RULES + tuple(("remark", text, text) for text in setting.remarks.split("|"))
    plain = {text.format(**words(setting)): (topic, meaning) for topic, meaning, text in rules if "<" not in text}
    return plain, {text: (topic, meaning) for topic, meaning, text in rules if "<" in text}


def meaning_of(topic: str, meaning, match):
    """What a rule says: the meaning of its wording, or the values that stand in it."""
    if topic == "required":
        return match["opt"]
    if topic in ("notice", "prep"):
        return int(match[meaning]), match["least"] == "more than"
    return meaning          # "touching"


def read_rule(number: int, line: str, text: str, setting: Setting) -> tuple:
    """(topic, meaning) of one sentence among the rules."""
    plain, with_values = rule_sentences(setting)
    if text in plain:
        return plain[text]
    found = reading.first_match(table(setting, tuple(with_values)), text)
    if not found:
        raise reading.unread(number, line, "a rule")
    topic, meaning = with_values[found[0]]
    return topic, meaning_of(topic, meaning, found[1])


def read_rules(lines: list, layout: str, setting: Setting) -> Rules:
    """The rules, each topic once."""
    read = {}
    for place, (number, line) in enumerate(lines, 1):
        match = RULE_LINE[layout].fullmatch(line)
        if not match or match.groupdict().get("counter", str(place)) != str(place):
            raise reading.unread(number, line, f"rule {place}")
        topic, meaning = read_rule(number, line, match["text"], setting)
        if topic in read:
            raise reading.unread(number, line, f"the only sentence about {topic}")
        read[topic] = meaning
    missing = [topic for topic in TOPICS if topic not in read]
    if missing:
        raise reading.Unread(f"no rule is found for {', '.join(missing)}")
    read.pop("remark", None)
    return Rules(cancelled=read.pop("cancelled", False), **read)


def check_agreement(case: Case, top: dict, state: str) -> None:
    """Raise where parts of a state contradict each other: markers, days outside the plan, another place or number in the subject."""
    request = case.request
    markers = {person.marker for booking in case.bookings for person in booking.people} | {person.marker for person in request.people}
    if not markers <= {"", case.rules.required}:
        raise reading.Unread(f"people are marked {sorted(markers)}, but the rules speak of {case.rules.required}")
    if any(booking.cancelled for booking in case.bookings) and not case.rules.cancelled:
        raise reading.Unread("an entry is cancelled and no rule says what that means")
    first, last = top.get("first") or top.get("iso_first"), top.get("last") or top.get("iso_last")
    days = [request.date] + [booking.date for booking in case.bookings]
    if first and not all(date_of(first) <= day <= date_of(last) for day in days):
        raise reading.Unread(f"a booking or the request lies outside the plan from {first} to {last}")
    if top.get("place", request.place) != request.place or top.get("weekday", request.date.strftime("%A")) != request.date.strftime("%A"):
        raise reading.Unread("the subject names another place or day than the request")
    if len(set(REQUEST_NUMBER.findall(state))) > 1:
        raise reading.Unread("more than one request has a number")
    written = moment(date_of(top.get("date") or top["iso"]), reading.minutes(top["clock"]))
    if written < request.received:
        raise reading.Unread("the request was received after the state was written")


def read_case(state: str) -> Case:
    """Everything a state says, each line read once."""
    lines = reading.numbered_lines(state)
    layout = layout_of(lines)
    setting = setting_of(lines, layout)
    sections = split_sections(lines, layout, setting)
    top = read_top(sections["top"], sections.get("closing", []), layout, setting)
    places = read_places(sections["places"], layout, setting)
    request = read_request(sections["request"], layout, setting, places)
    bookings = read_bookings(sections["bookings"], layout, setting, places, request.date)
    case = Case(setting, places, bookings, read_rules(sections["rules"], layout, setting), request)
    check_agreement(case, top, state)
    return case


def counting(case: Case) -> list:
    """The bookings on the day of the request that count: a cancelled one counts for nothing."""
    return [booking for booking in case.bookings if booking.date == case.request.date and not booking.cancelled]


def overlaps(case: Case, booking: Booking) -> bool:
    """Whether a booking of the same day overlaps the request; touching ends overlap only where the rules say so."""
    request = case.request
    if case.rules.touching:
        return booking.start <= request.end and request.start <= booking.end
    return booking.start < request.end and request.start < booking.end


def place_is_free(case: Case) -> bool:
    """'A theatre takes one session at a time.'"""
    return not any(booking.place == case.request.place and overlaps(case, booking) for booking in counting(case))


def people_are_free(case: Case) -> bool:
    """'All people named without (opt) are required, and nobody can be required in two sessions at once.' Turnover
    asked for 'takes up nobody's time', so only the requested times count."""
    needed = {person.name for person in case.request.people if not person.marker}
    return not any(overlaps(case, booking) and needed & {person.name for person in booking.people if not person.marker} for booking in counting(case))


def within_hours(case: Case) -> bool:
    """'The whole session lies within the opening hours', with or without the opening and closing times themselves."""
    request, place = case.request, case.places[case.request.place]
    if case.rules.ends:
        return place.opens <= request.start and request.end <= place.closes
    return place.opens < request.start and request.end < place.closes


def head_count_fits(case: Case) -> bool:
    """'The head count may equal the staff limit, but not exceed it', or it must stay below."""
    limit = case.places[case.request.place].limit
    return case.request.head <= limit if case.rules.full else case.request.head < limit


def equipment_is_there(case: Case) -> bool:
    """'Every item needed must stand in the entry of the theatre asked for.'"""
    return set(case.request.items) <= set(case.places[case.request.place].items)


def notice_is_given(case: Case) -> bool:
    """'The request must reach us at least (more than) 48 hours before the start; hours run day and night.'"""
    request, (hours, more) = case.request, case.rules.notice
    given, needed = moment(request.date, request.start) - request.received, datetime.timedelta(hours=hours)
    return given > needed if more else given >= needed


def prep_time_is_left(case: Case) -> bool:
    """'Turnover time, only if the request asks for it: at least (more than) 15 minutes from the end of the previous session in the same theatre on
    the same day to the requested start.' 'The first session of a day in each theatre needs none', and 'listed times already contain their turnover',
    so none is added before the next session."""
    request, (minutes, more) = case.request, case.rules.prep
    ends = [booking.end for booking in counting(case) if booking.place == request.place and booking.end <= request.start]
    if not request.prep or not ends:
        return True
    left = request.start - max(ends)
    return left > minutes if more else left >= minutes


CHECKS = (place_is_free, people_are_free, within_hours, head_count_fits, equipment_is_there, notice_is_given, prep_time_is_left)


def decide(case: Case) -> bool:
    """'Requests that meet these rules are confirmed as they stand; all others are refused.'"""
    return all(check(case) for check in CHECKS)


def check_question(question, setting: Setting) -> None:
    """The wording must be one of QUESTIONS, and true must stand for a request that can be confirmed."""
    if set(question) != {"type", "instructions", "criteria"} or question["type"] != "noul":
        raise reading.Unread(f"the question {question!r} has another form")
    asked = (question["instructions"], question["criteria"].get("true"), question["criteria"].get("false"))
    if len(question["criteria"]) != 2 or asked not in [tuple(text.format(**words(setting)) for text in one) for one in QUESTIONS]:
        raise reading.Unread(f"the question {question!r} is another one")


def solve(state: str, question, options) -> str:
    """'yes' where the request can be confirmed as it stands, 'no' where it cannot."""
    if sorted(options) != ["no", "yes"]:
        raise reading.Unread(f"the options are {options!r}, not yes and no")
    case = read_case(state)
    check_question(question, case.setting)
    return "yes" if decide(case) else "no"
