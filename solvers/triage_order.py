"""Which case of a waiting list stands at the place asked for, once the written rules have ordered the list.

Grammar of a state, in one of four layouts (mapping, export, printed list, mail), its parts in any order:

    state      = heading now place rules notes [adjustments] rows
    heading    = title of the list, organisation with its desk, person
    now        = the moment the list is of ("as_of", "list time", "board time", ...); notes call it by the same name
    place      = the place asked for
    rules      = numbered sentences, the first the strongest; the last goes by the start of the wait
    adjustments= lettered sentences that move the scale number of a case up or down by a step
    notes      = the conventions: precedence of rules, direction of a step, ends of the scale, waits, dates, missing values
    rows       = the waiting cases, each with the same fields

Short names: a Desk is one kind of office with its words; `scale` is its number from 1 (most urgent) to 4, `start` the time the
wait began, `due` the time by which the case wants doing, `mark` the word a case may bear, `group` where it comes from,
`count` a number that ranks high first, `length` the minutes of work. Times are minutes since day 0.
"""
from __future__ import annotations

import datetime
import re
from functools import lru_cache
from typing import Callable, Dict, List, NamedTuple, Optional, Tuple

from solvers import reading


class Desk(NamedTuple):
    """The words of one kind of office."""

    prefix: str
    noun: str
    nouns: str
    desk: str
    titles: Tuple[str, ...]
    scale: str
    start: str        # name of the column
    start_time: str   # name in sentences
    due: str
    due_time: str
    mark: str
    marks: Tuple[str, str]
    group: str
    groups: str
    group_names: Tuple[str, ...]
    count: str
    count_words: str
    length: str
    length_words: str
    person: str
    spot: str
    spots: str        # pattern of its values


DESKS = (
    Desk("IM", "request", "requests", "imaging control room", ("Imaging worklist", "Radiology request list", "Waiting requests"),
         "urgency", "ordered", "ordering time", "scan by", "scan-by time", "marker", ("isolation", "flexible"), "ward", "wards",
         ("Cardiology", "Neurology", "Oncology", "Orthopaedics", "Surgery"), "postponed", "number of postponements",
         "slot min", "slot length", "doctor", "bay", r"Bay [1-9]\d?|Recovery|Side room"),
    Desk("PX", "application", "applications", "permit counter",
         ("Permits to be decided", "Applications at the counter", "Transit permit queue"),
         "category", "lodged", "lodging time", "decide by", "decide-by time", "stamp", ("escort booked", "slot flexible"), "crossing",
         "crossings", ("Ferry Quay", "Hill Pass", "Old Bridge", "Rail Yard", "River Lock"), "vehicles", "number of vehicles",
         "check min", "check time", "applicant", "destination", "Aldermere|Halden|Selbourne|Fallowfield|Brackwater|Marlwood"),
    Desk("LB", "sample", "samples", "sample reception",
         ("Sample reception list", "Samples waiting for the bench", "Samples on hold"),
         "class", "booked in", "booking time", "report by", "report-by time", "code", ("re-drawn", "duplicate held"), "programme",
         "programmes", ("Beaches", "Reservoirs", "Rivers", "Springs", "Wells"), "bottles", "number of bottles",
         "bench min", "bench time", "sampler", "point", r"P-\d\d"),
    Desk("HD", "ticket", "tickets", "service desk", ("Service desk queue", "Open tickets", "Ticket backlog, first line"),
         "priority", "logged", "logging time", "due", "due time", "flag", ("work stopped", "workaround"), "department", "departments",
         ("Accounts", "Field Sales", "Legal", "Payroll", "Warehouse"), "calls", "number of calls",
         "work min", "estimated work", "caller", "site", "Dock Road|Station Yard|Mill Lane|Tower Block|Bridge House|North Wing"),
    Desk("EQ", "enquiry", "enquiries", "customer office",
         ("Unanswered enquiries", "Customer office inbox", "Enquiries waiting for a reply"),
         "tier", "received", "time of receipt", "answer by", "answer-by time", "label", ("second contact", "callback agreed"),
         "customer group", "customer groups", ("Clubs", "Export", "Hotels", "Schools", "Trade"), "orders", "number of earlier orders",
         "handling min", "handling time", "sender", "channel", "web form|shop counter|phone|chat|letter|e-mail"),
    Desk("CL", "claim", "claims", "claims intake", ("Claims intake list", "Claims waiting for a handler", "Unassigned claims"),
         "grade", "registered", "registration time", "reply by", "reply-by time", "mark", ("hardship", "papers pending"), "branch",
         "branches", ("Harbour", "Market Square", "Old Mint", "Parkway", "Riverside"), "documents", "number of documents",
         "review min", "estimated review", "claimant", "town", "Danehurst|Corvane|Beckhaven|Arnwick|Quarrydale|Kestrel Row"),
    Desk("WO", "work order", "work orders", "facility office", ("Open work orders", "Facility job list", "Work orders not yet assigned"),
         "severity", "reported", "reporting time", "visit by", "visit-by time", "tag", ("safety", "tenant away"), "building",
         "buildings", ("Archive", "Canteen", "Day Nursery", "Library", "Workshop"), "complaints", "number of complaints",
         "job min", "estimated job time", "contact", "level", "second floor|attic|first floor|third floor|basement|ground floor"),
)


class Row(NamedTuple):
    """One waiting case; a field its list does not show, or a missing value, is None."""

    id: str
    subject: str
    start: int
    scale: int
    due: Optional[int]
    mark: Optional[str]
    group: Optional[str]
    count: Optional[int]
    length: Optional[int]
    person: Optional[str]
    spot: Optional[str]


class Sentence(NamedTuple):
    """A rule or an adjustment: its kind, its limit in minutes, the names it lists, and whether the limit itself is left out."""

    label: str
    kind: str
    limit: Optional[int]
    names: Tuple[str, ...]
    beyond: bool      # "more than", "has passed": the moment or length of the limit itself does not count


class Notes(NamedTuple):
    """The conventions of a list; None or False where the list does not state one."""

    precedence: bool = False
    step: bool = False
    adjusted_rule: Optional[int] = None
    ends: Optional[str] = None          # "each" for one adjustment, "sum" for both added up first
    wait: bool = False
    equal_is_due: Optional[bool] = None
    left: bool = False
    front: bool = False
    day: Optional[int] = None
    whole_day: bool = False             # "All times are of ...": no time of another day
    none: Optional[str] = None


class Case(NamedTuple):
    """Everything that a state says about its order."""

    desk: Desk
    now: int
    place: int
    rules: Tuple[Sentence, ...]
    adjustments: Tuple[Sentence, ...]
    notes: Notes
    shown: Tuple[str, ...]              # the fields that the rows show
    rows: Tuple[Row, ...]


MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
ISO = r"\d{4}-\d\d-\d\d"
DAY = r"\d\d (?:%s) \d{4}" % "|".join(MONTHS)
CLOCK = r"\d\d:\d\d"
ORGANISATION = r"[A-Z][a-z]+(?: [A-Z][a-z]+)+"
FIRST_NAME = r"[A-ZÀ-Þ][^\W\d_]+"
PERSON = FIRST_NAME + " " + FIRST_NAME
SUBJECT = r"[A-Z][A-Za-z]*(?:[ -][A-Za-z]+)+|[A-Z][a-z]+"
LENGTH = r"(?P<n>[1-9]\d*) (?P<unit>minutes|hours)"
AGAIN = r"(?P=n) (?P=unit)"
TIME_ISO = re.compile(r"(?:(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d) )?(?P<clock>\d\d:\d\d)")             # 2025-06-19 09:03
TIME_WORDS = re.compile(r"(?:(?P<day>\d\d) (?P<month>[A-Z][a-z]{2}) (?:(?P<year>\d{4}) )?)?(?P<clock>\d\d:\d\d)")   # 09 Oct 09:59
DATE_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)")                                        # 2026-07-30
DATE_WORDS = re.compile(r"(?P<day>\d\d) (?P<month>[A-Z][a-z]{2}) (?P<year>\d{4})")                              # 27 Nov 2026
PREFIX = re.compile(r"\b(%s)-\d{5}\b" % "|".join(desk.prefix for desk in DESKS))                                # EQ-98790

# Sentences. {noun} and the like stand for a word of the desk, with a capital for a capital; {A noun} for "A claim" or "An enquiry".
RULES = {
    # By urgency: 1 goes first, then 2, then 3, then 4.
    "scale list": r"By {scale}: 1 goes first, then 2, then 3, then 4\.",
    # Urgency 1 goes before urgency 2, urgency 2 before urgency 3 and urgency 3 before urgency 4.
    "scale pairs": r"{Scale} 1 goes before {scale} 2, {scale} 2 before {scale} 3 and {scale} 3 before {scale} 4\.",
    # The lower urgency number goes first; urgency 1 is the most urgent.
    "scale lower": r"The lower {scale} number goes first; {scale} 1 is the most urgent\.",
    # By number of bottles, the largest first.
    "count by": r"By {count_words}, the largest first\.",
    # The higher number of bottles goes first.
    "count higher": r"The higher {count_words} goes first\.",
    # By check time, the shortest first.
    "length by": r"By {length_words}, the shortest first\.",
    # The shorter check time goes first.
    "length shorter": r"The shorter {length_words} goes first\.",
    # By marker: 'isolation' goes first, then requests without a marker, then 'flexible'.
    "mark list": r"By {mark}: '(?P<a>{marks})' goes first, then {nouns} without a {mark}, then '(?P<b>{marks})'\.",
    # Requests with the marker 'isolation' go first, requests without a marker next, requests with the marker 'flexible' last.
    "mark each": r"{Nouns} with the {mark} '(?P<a>{marks})' go first, {nouns} without a {mark} next, "
                 r"{nouns} with the {mark} '(?P<b>{marks})' last\.",
    # The marker 'isolation' goes before no marker, and no marker goes before the marker 'flexible'.
    "mark pairs": r"The {mark} '(?P<a>{marks})' goes before no {mark}, and no {mark} goes before the {mark} '(?P<b>{marks})'\.",
    # By ward: Surgery goes first, then Orthopaedics, then all other wards, which rank equal.
    "group list": r"By {group}: (?P<a>{names}) goes first, then (?P<b>{names}), then all other {groups}, which rank equal\.",
    # Requests from the ward Surgery go first, requests from the ward Oncology next; all other wards come after them and rank equal.
    "group each": r"{Nouns} from the {group} (?P<a>{names}) go first, {nouns} from the {group} (?P<b>{names}) next; "
                  r"all other {groups} come after them and rank equal\.",
    # The ward Surgery goes before Oncology, and Oncology goes before every other ward; the other wards rank equal.
    "group pairs": r"The {group} (?P<a>{names}) goes before (?P<b>{names}), and (?P=b) goes before every other {group}; "
                   r"the other {groups} rank equal\.",
    # Waiting more than 6 hours goes before waiting 6 hours or less.
    "wait beyond": r"Waiting more than {length} goes before waiting {again} or less\.",
    # Samples that have waited longer than 6 hours go before samples that have waited 6 hours or less.
    "wait beyond long": r"{Nouns} that have waited longer than {length} go before {nouns} that have waited {again} or less\.",
    # Waiting at least 6 hours goes before waiting less than 6 hours.
    "wait from": r"Waiting at least {length} goes before waiting less than {again}\.",
    # Samples that have waited 6 hours or longer go before samples that have waited less.
    "wait from long": r"{Nouns} that have waited {length} or longer go before {nouns} that have waited less\.",
    # Tickets whose due time has passed go first, then tickets with less than 75 minutes left until it, then all others, also ...
    "bands beyond": r"{Nouns} whose {due_time} has passed go first, then {nouns} with less than {length} left until it, "
                    r"then all others, also those without {a due_time}\.",
    # First tickets whose due time has passed, next tickets with under 75 minutes to go until it, last all others, among them any ...
    "bands beyond next": r"First {nouns} whose {due_time} has passed, next {nouns} with under {length} to go until it, "
                         r"last all others, among them any without {a due_time}\.",
    # Tickets whose due time has been reached go first, then tickets with at most 2 hours left until it, then all others, also ...
    "bands from": r"{Nouns} whose {due_time} has been reached go first, then {nouns} with at most {length} left until it, "
                  r"then all others, also those without {a due_time}\.",
    # First tickets that have reached their due time, next tickets that will reach it in 2 hours or less, last all others, ...
    "bands from next": r"First {nouns} that have reached their {due_time}, next {nouns} that will reach it in {length} or less, "
                       r"last all others, among them any without {a due_time}\.",
    # By scan-by time, the earliest first; requests that have none come last.
    "due by": r"By {due_time}, the earliest first; {nouns} that have none come last\.",
    # The earlier scan-by time goes first; requests without one come after all requests that have one.
    "due earlier": r"The earlier {due_time} goes first; {nouns} without one come after all {nouns} that have one\.",
    # Requests with an earlier scan-by time go before requests with a later one, and both go before requests without one.
    "due pairs": r"{Nouns} with an earlier {due_time} go before {nouns} with a later one, and both go before {nouns} without one\.",
    # By ordering time, the earliest first (all of them differ).
    "start by": r"By {start_time}, the earliest first \(all of them differ\)\.",
    # The earlier ordering time goes first; no two are the same.
    "start earlier": r"The earlier {start_time} goes first; no two are the same\.",
    # What is still equal goes by ordering time, earliest first; no two are the same.
    "start rest": r"What is still equal goes by {start_time}, earliest first; no two are the same\.",
}
ADJUSTMENTS = {
    # One class step up for the code 're-drawn', one class step down for the code 'duplicate held'.
    "mark steps": r"One {scale} step up for the {mark} '(?P<a>{marks})', one {scale} step down for the {mark} '(?P<b>{marks})'\.",
    # The code 're-drawn' moves a sample up one class step; the code 'duplicate held' moves it down one class step.
    "mark moves": r"The {mark} '(?P<a>{marks})' moves {a noun} up one {scale} step; "
                  r"the {mark} '(?P<b>{marks})' moves it down one {scale} step\.",
    # One class step up for the programmes Rivers and Wells, one class step down for the programme Beaches.
    "group steps": r"One {scale} step up for the {groups} (?P<a>{names}) and (?P<b>{names}), "
                   r"one {scale} step down for the {group} (?P<c>{names})\.",
    # Samples from the programmes Wells and Beaches move up one class step, samples from the programme Rivers move down one ...
    "group moves": r"{Nouns} from the {groups} (?P<a>{names}) and (?P<b>{names}) move up one {scale} step, "
                   r"{nouns} from the {group} (?P<c>{names}) move down one {scale} step\.",
    # One class step up once the report-by time has passed, one class step down with 3 hours or more left until it or without a ...
    "due beyond": r"One {scale} step up once the {due_time} has passed, one {scale} step down with {length} or more left until it "
                  r"or without {a due_time}\.",
    # A sample whose report-by time has passed moves up one class step; with 6 hours or more left until it, or without a ...
    "due beyond long": r"{A noun} whose {due_time} has passed moves up one {scale} step; with {length} or more left until it, "
                       r"or without {a due_time}, it moves down one {scale} step\.",
    # One class step up once the report-by time has been reached, one class step down with more than 3 hours left until it or ...
    "due from": r"One {scale} step up once the {due_time} has been reached, one {scale} step down with more than {length} left until it "
                r"or without {a due_time}\.",
    # A sample whose report-by time has been reached moves up one class step; with more than 2 hours left until it, or without a ...
    "due from long": r"{A noun} whose {due_time} has been reached moves up one {scale} step; with more than {length} left until it, "
                     r"or without {a due_time}, it moves down one {scale} step\.",
    # One class step up after a wait of more than 8 hours.
    "wait beyond": r"One {scale} step up after a wait of more than {length}\.",
    # A sample that has waited longer than 8 hours moves up one class step.
    "wait beyond long": r"{A noun} that has waited longer than {length} moves up one {scale} step\.",
    # One class step up after a wait of at least 8 hours.
    "wait from": r"One {scale} step up after a wait of at least {length}\.",
    # A sample that has waited 8 hours or longer moves up one class step.
    "wait from long": r"{A noun} that has waited {length} or longer moves up one {scale} step\.",
}
NOTES = {
    # Rule 1 comes first; each further rule only decides between claims that are equal under all rules before it.
    "precedence first": r"Rule 1 comes first; each further rule only decides between {nouns} that are equal under all rules before it\.",
    # Rules apply in the order of their numbers; a later rule only separates claims that all earlier rules leave equal.
    "precedence order": r"Rules apply in the order of their numbers; "
                        r"a later rule only separates {nouns} that all earlier rules leave equal\.",
    # A rule with a higher number only breaks ties that the rules before it leave.
    "precedence ties": r"A rule with a higher number only breaks ties that the rules before it leave\.",
    # A step up lowers the grade number (3 becomes 2), a step down raises it (3 becomes 4).
    "step lowers": r"A step up lowers the {scale} number \(3 becomes 2\), a step down raises it \(3 becomes 4\)\.",
    # Up means more urgent: one grade step up from 3 is 2, one grade step down from 3 is 4.
    "step means": r"Up means more urgent: one {scale} step up from 3 is 2, one {scale} step down from 3 is 4\.",
    # Rule 2 goes by the adjusted grade; the grade in the list is the one before adjustment.
    "adjusted goes": r"Rule (?P<rule>[1-9]) goes by the adjusted {scale}; the {scale} in the list is the one before adjustment\.",
    # The list shows the grade as entered; rule 2 uses the grade after adjustment.
    "adjusted shows": r"The list shows the {scale} as entered; rule (?P<rule>[1-9]) uses the {scale} after adjustment\.",
    # Grade 1 stays 1 when moved up, and grade 4 stays 4 when moved down.
    "each stays": r"{Scale} 1 stays 1 when moved up, and {scale} 4 stays 4 when moved down\.",
    # A claim of grade 1 cannot move up, and one of grade 4 cannot move down.
    "each cannot": r"{A noun} of {scale} 1 cannot move up, and one of {scale} 4 cannot move down\.",
    # The steps of both adjustments are added together; only then grade numbers below 1 become 1 and those above 4 become 4.
    "sum together": r"The steps of both adjustments are added together; "
                    r"only then {scale} numbers below 1 become 1 and those above 4 become 4\.",
    # Waiting time runs from the booking time to the list time, nights included.
    "wait runs": r"Waiting time runs from the {start_time} to the {now}(?:, nights included)?\.",
    # The wait is counted from the booking time to the list time without a break, day and night.
    "wait counted": r"The wait is counted from the {start_time} to the {now}(?: without a break, day and night)?\.",
    # A report-by time equal to the list time has not passed; an earlier one has.
    "beyond equal": r"{A due_time} equal to the {now} has not passed; an earlier one has\.",
    # A report-by time has passed only if it is earlier than the list time; one that is equal has not passed yet.
    "beyond only": r"{A due_time} has passed only if it is earlier than the {now}; one that is equal has not passed yet\.",
    # A report-by time equal to the list time has been reached.
    "reached equal": r"{A due_time} equal to the {now} has been reached\.",
    # A report-by time is reached at the list time if it is equal to it or earlier.
    "reached at": r"{A due_time} is reached at the {now} if it is equal to it or earlier\.",
    # The time left until a report-by time is counted from the list time.
    "left until": r"The time left until {a due_time} is counted from the {now}\.",
    # Time left is counted from the list time to the report-by time.
    "left counted": r"Time left is counted from the {now} to the {due_time}\.",
    # Places are counted from the front: place 1 is taken first.
    "front places": r"Places are counted from the front: place 1 is taken first\.",
    # Counting starts at the front of the order, with place 1 for the claim taken first.
    "front counting": r"Counting starts at the front of the order, with place 1 for the {noun} taken first\.",
    # Place 1 is the claim that is dealt with first.
    "front dealt": r"Place 1 is the {noun} that is dealt with first\.",
    # All times are of 2026-07-30.
    "day all": r"All times are of (?P<date>{iso}|{day})\.",
    # Times without a date are of 27 Nov 2026.
    "day without": r"Times without a date are of (?P<date>{iso}|{day})\.",
    # A null stands for none.
    "none null": r"A null stands for none\.",
    # null means that there is none.
    "none null means": r"null means that there is none\.",
    # A dash means that there is none.
    "none dash": r"A dash means that there is none\.",
    # - stands for none.
    "none dash sign": r"- stands for none\.",
    # Empty means none.
    "none empty": r"Empty means none\.",
    # An empty field means that there is none.
    "none empty field": r"An empty field means that there is none\.",
}
# What a note sets: the first word of its name -> the field of Notes.
NOTE_FIELDS = {"precedence": "precedence", "step": "step", "adjusted": "adjusted_rule", "each": "ends", "sum": "ends", "wait": "wait",
               "beyond": "equal_is_due", "reached": "equal_is_due", "left": "left", "front": "front", "day": "day", "none": "none"}

# Lines of the layouts. A "... head" opens a section; the lines named in SECTION_OF stand in their section only.
MAPPING = {
    "heading title": r'(?:title|queue|view): "(?:{titles})"',                            # queue: "Waiting requests"
    "heading desk": r'desk: "{desk}, {organisation}"',                                  # desk: "service desk, Elmscote Logistics"
    "heading organisation": r'(?:kept_at|organisation): "{organisation}"',              # kept_at: "Rookhurst General Infirmary"
    "heading person": r'(?:author|written_by|requested_by): "{person}"',                # author: "Ines Barros"
    "now": r'(?P<name>as_of|snapshot_at|current_time): "(?P<now>{iso} {clock})"',       # as_of: "2026-07-30 16:48"
    "place": r"(?:place_asked_for|wanted_place): (?P<place>[1-9]\d*)",                  # wanted_place: 6
    "place lookup": r"lookup: \{place: (?P<place>[1-9]\d*)\}",                          # lookup: {place: 13}
    "notes head": r"notes:|reading:|remarks:",                                          # remarks:
    "rules head": r"order_rules:|ordering:|sort:",                                      # sort:
    "adjustments head": r"adjustments:|adjusting:|adjust:",                             # adjust:
    "rows head": r"{nouns_}:",                                                          # work_orders:
    "note": r'  - "(?P<text>[^"]+)"',                                                   # "A null stands for none."
    "rule": r'  (?P<label>[1-9]): "(?P<text>[^"]+)"',                                   # 1: "By slot length, the shortest first."
    "adjustment": r'  (?P<label>[a-z]): "(?P<text>[^"]+)"',                             # a: "One tier step up after a wait of ..."
    "row": r"  - \{id: (?P<id>{id}), (?P<fields>.+)\}",                                 # {id: EQ-98790, tier: 1, subject: ...}
}
EXPORT = {
    "heading source": r"# source: {organisation} / {desk}",                             # source: Kilbrae Transit Office / permit counter
    "heading title": r"# (?:report|view): (?:{titles})",                                # report: Applications at the counter
    "heading person": r"# user: {person}",                                              # user: Fiona Adeyemi
    "heading export": r"# export of the {desk}, {organisation}; run by {person}",       # export of the service desk, ...; run by ...
    "heading list": r"# (?:{titles}), {organisation}",                                  # Open tickets, Elmscote Logistics
    "heading exported": r"# exported by {person}",                                      # exported by James Kumar
    "now": r"# (?P<name>data as of|snapshot taken|current time): (?P<now>{iso} {clock})",   # data as of: 2026-06-26 09:47
    "place": r"# (?:wanted place: |place asked for: |query: place )(?P<place>[1-9]\d*)",    # query: place 3
    "note": r"# note: (?P<text>.+)",                                                    # note: Empty means none.
    "rule": r"# rule (?P<label>[1-9]): (?P<text>.+)",                                   # rule 1: The shorter check time goes first.
    "adjustment": r"# adjustment (?P<label>[a-z]): (?P<text>.+)",                       # adjustment a: One tier step up after ...
    "columns": r"{noun_}(?P<columns>(?:;[a-z_]+)+)",                                    # claim;branch;town;claimant;subject
    "row": r"(?P<id>{id});(?P<fields>.+)",                                              # CL-26803;Old Mint;Danehurst;...
}
PRINTED = {
    "heading list": r"(?:{titles}) - {organisation}",                                   # Open tickets - Elmscote Logistics
    "heading printed": r"List printed by {person}",                                     # List printed by Deniz Rossi
    "heading title": r"(?:{titles})",                                                   # Transit permit queue
    "heading desk": r"{organisation}, {desk} \(user {person}\)",                        # Westerling ..., permit counter (user Naomi Ricci)
    "heading organisation": r"{organisation}",                                          # Elmscote Kitchenware
    "heading print-out": r"(?:{titles}), print-out for {person}",                       # Open tickets, print-out for Thandi Hansen
    "now": r"(?P<name>Status at|List time|Time on the board): (?P<now>{day} {clock})",  # Status at: 09 Oct 2026 09:00
    "place": r"(?:Place asked for: |Look up place )(?P<place>[1-9]\d*)",                # Place asked for: 5
    "place wanted": r"Wanted: the {noun} at place (?P<place>[1-9]\d*)",                 # Wanted: the claim at place 4
    "notes head": r"READING THE LIST|NOTES|REMARKS",                                    # NOTES
    "rules head": r"SORTING RULES|ORDER OF WORK|WHAT GOES FIRST",                       # ORDER OF WORK
    "adjustments head": r"ADJUSTMENTS TO THE {SCALE}|{SCALE} ADJUSTMENTS|ADJUSTED {SCALE}",     # SEVERITY ADJUSTMENTS
    "note": r"  \* (?P<text>.+)",                                                       # * - stands for none.
    "rule": r"  (?P<label>[1-9])\. (?P<text>.+)",                                       # 1. The shorter check time goes first.
    "adjustment": r"  (?P<label>[a-z])\) (?P<text>.+)",                                 # a) One severity step up after a wait of ...
    "columns": r"{Noun} *(?P<columns>(?: \| [A-Z][a-z]*(?: [a-z]+)* *)+)",              # Claim    | Branch        | Grade
    "ruling": r"(?P<ruling>-+(?: \| -+)+)",                                             # ---- | --- | --
    "row": r"(?P<id>{id}) *(?P<fields>(?: \| [^|]+)+)",                                 # CL-95905 | Old Mint      | 1
}
MAIL = {
    "heading from": r"From: (?P<first>{first_name}) {first_name}",                      # From: Ivan Torres
    "heading to": r"To: {desk}, {organisation}",                                        # To: customer office, Umberfield Kitchenware
    "heading subject": r"Subject: (?:{titles})",                                        # Subject: Customer office inbox
    "greeting": r"Hello all,|Hi,|Dear colleagues,",                                     # Hello all,
    "opening": r"here is what is waiting at the {desk}, with the rules we go by\.",     # here is what is waiting at the ...
    "opening list": r"this is the list for the handover at the {desk}\. The rules have not changed\.",   # this is the list for ...
    "opening open": r"the {nouns} that are still open are below, together with our ordering rules\.",    # the claims that are ...
    "now": r"(?P<name>The list is as of|Time now|Current time): (?P<now>{day} {clock})",    # Time now: 09 Oct 2026 15:26
    "place": r"I need the {noun} at place (?P<place>[1-9]\d*)\.",                       # I need the claim at place 3.
    "place which": r"Which {noun} comes at place (?P<place>[1-9]\d*)\?",                # Which claim comes at place 4?
    "place send": r"Please send me the number of the {noun} at place (?P<place>[1-9]\d*)\.",    # Please send me the number of ...
    "notes head": r"Please note|For reading the list:|Good to know:",                   # Please note
    "rules head": r"Ordering rules|We put them in order like this:|Order of work:",     # Ordering rules
    "adjustments head": r"Adjustments of the {scale}|First of all the {scale} is adjusted:|How the {scale} is adjusted:",  # How the ...
    "rows head": r"Waiting now|The list:|Open {nouns}:",                                # Waiting now
    "rule": r"\((?P<label>[1-9])\) (?P<text>.+)",                                       # (1) The shorter check time goes first.
    "adjustment": r"\[(?P<label>[a-z])\] (?P<text>.+)",                                 # [a] One tier step up after a wait of ...
    "row": r"> (?P<id>{id}) \((?P<fields>[^()]+)\): (?P<subject>{subject})",            # > CL-26678 (grade 4): Dented rear door
    "row dashes": r"(?P<id>{id}) - (?P<subject>{subject}) - (?P<fields>.+)",            # CL-23042 - Fallen garden wall - no mark, grade 3
    "row sentence": r"- (?P<id>{id}), (?P<subject>{subject})\. (?P<fields>[A-Z][^.]+)\.",   # - WO-44003, Fan very loud. Severity 4.
    "closing": r"Thanks,|Best,|Kind regards,",                                          # Kind regards,
}
LAYOUTS = {"mapping": MAPPING, "export": EXPORT, "printed": PRINTED, "mail": MAIL}
SECTION_OF = {"note": "notes", "rule": "rules", "adjustment": "adjustments", "row": "rows"}
# The complete headings of each layout.
HEADINGS = {
    "mapping": ({"title", "desk", "person"}, {"title", "organisation", "person"}),
    "export": ({"source", "title", "person"}, {"export", "title"}, {"list", "exported"}),
    "printed": ({"list", "printed"}, {"title", "desk"}, {"organisation", "print-out"}),
    "mail": ({"from", "to", "subject"},),
}
# The name of the moment at the head of a list -> what its notes call it.
NOW_NAMES = {"as_of": "as_of time", "snapshot_at": "snapshot_at time", "current_time": "current_time",
             "data as of": "as-of time", "snapshot taken": "snapshot time", "current time": "current time",
             "Status at": "status time", "List time": "list time", "Time on the board": "board time",
             "The list is as of": "as-of time", "Time now": "time now", "Current time": "current time"}
NONE_SIGNS = {"mapping": "null", "export": "empty", "printed": "dash"}

QUESTIONS = {
    # Which claim do the rules put at the place asked for?
    "rules": r"Which {noun} do the rules put at the place asked for\?",
    # Which of these claims stands at the place asked for once the list is ordered?
    "ordered": r"Which of these {nouns} stands at the place asked for once the list is ordered\?",
    # Which waiting claim stands at the place asked for?
    "waiting": r"Which waiting {noun} stands at the place asked for\?",
    # Apply the ordering rules to the list. Which claim do they put at the place asked for?
    "apply": r"Apply the ordering rules to the list\. Which {noun} do they put at the place asked for\?",
    # Put the claims in order by the rules: which claim comes at the place asked for?
    "put": r"Put the {nouns} in order by the rules: which {noun} comes at the place asked for\?",
    # By the rules of the claims intake, which claim is at the place in question?
    "desk": r"By the rules of the {desk}, which {noun} is at the place in question\?",
}
LABELS = {
    "subject": re.compile(r"(?P<subject>%s)" % SUBJECT),                                  # Fluoride
    "subject person": re.compile(r"(?P<subject>%s) \((?P<person>%s)\)" % (SUBJECT, PERSON)),   # Lock jams (Julia Chandra)
    "person subject": re.compile(r"(?P<person>%s): (?P<subject>%s)" % (PERSON, SUBJECT)),      # Elif Haddad: MR knee
}


# Words and patterns of a desk.

def with_article(words: str) -> str:
    """'enquiry' -> 'an enquiry'."""
    return ("an " if words[0] in "aeiou" else "a ") + words


@lru_cache(maxsize=None)
def words_of(desk: Desk) -> Dict[str, str]:
    """Placeholder -> pattern, for the sentences and lines of one desk."""
    plain = {name: getattr(desk, name) for name in ("noun", "nouns", "desk", "scale", "start_time", "due_time", "mark", "group", "groups",
                                                    "count_words", "length_words")}
    plain.update({"Noun": desk.noun.capitalize(), "Nouns": desk.nouns.capitalize(), "Scale": desk.scale.capitalize(),
                  "SCALE": desk.scale.upper(), "noun_": desk.noun.replace(" ", "_"), "nouns_": desk.nouns.replace(" ", "_"),
                  "a noun": with_article(desk.noun), "A noun": with_article(desk.noun).capitalize(),
                  "a due_time": with_article(desk.due_time), "A due_time": with_article(desk.due_time).capitalize()})
    words = {name: re.escape(value) for name, value in plain.items()}
    for name, values in (("marks", desk.marks), ("names", desk.group_names), ("titles", desk.titles)):
        words[name] = "|".join(re.escape(value) for value in values)
    words.update(length=LENGTH, again=AGAIN, now="(?P<now>%s)" % "|".join(sorted(set(NOW_NAMES.values()))), iso=ISO, day=DAY, clock=CLOCK, organisation=ORGANISATION, person=PERSON,
                 first_name=FIRST_NAME, subject=SUBJECT, id=desk.prefix + r"-\d{5}")
    return words


def compiled(desk: Desk, patterns: Dict[str, str]) -> Dict[str, "re.Pattern"]:
    """The patterns with the desk's words in place of the placeholders."""
    words = words_of(desk)
    return {name: re.compile(re.sub(r"\{([A-Za-z_ ]+)\}", lambda found: words[found[1]], pattern)) for name, pattern in patterns.items()}


@lru_cache(maxsize=None)
def lines_of(desk: Desk, layout: str) -> Dict[str, "re.Pattern"]:
    """The line patterns of one layout for one desk."""
    return compiled(desk, LAYOUTS[layout])


@lru_cache(maxsize=None)
def rules_of(desk: Desk) -> Dict[str, "re.Pattern"]:
    """The patterns of ordering rules for one desk."""
    return compiled(desk, RULES)


@lru_cache(maxsize=None)
def adjustments_of(desk: Desk) -> Dict[str, "re.Pattern"]:
    """The patterns of adjustments for one desk."""
    return compiled(desk, ADJUSTMENTS)


@lru_cache(maxsize=None)
def notes_of(desk: Desk) -> Dict[str, "re.Pattern"]:
    """The patterns of notes for one desk."""
    return compiled(desk, NOTES)


@lru_cache(maxsize=None)
def questions_of(desk: Desk) -> Dict[str, "re.Pattern"]:
    """The patterns of questions for one desk."""
    return compiled(desk, QUESTIONS)


# Lines.

class Line(NamedTuple):
    """One line that a pattern of the layout has read."""

    number: int
    text: str
    kind: str
    match: "re.Match"


def layout_of(lines: list) -> str:
    """The layout, told by the first line."""
    first = lines[0][1]
    if first.startswith("From: "):
        return "mail"
    if first.startswith("# "):
        return "export"
    return "mapping" if re.match(r'[a-z_]+: "', first) else "printed"


def desk_of(state: str) -> Desk:
    """The desk whose ticket numbers the list shows; all of them are of one desk."""
    prefixes = set(PREFIX.findall(state))
    if len(prefixes) != 1:
        raise reading.Unread(f"ticket numbers of {len(prefixes)} desks: {sorted(prefixes)}")
    return next(desk for desk in DESKS if desk.prefix in prefixes)


def read_lines(numbered: list, desk: Desk, layout: str) -> List[Line]:
    """Every line with its reading; lines of a section are read in that section only."""
    patterns, lines, section, first_name = lines_of(desk, layout), [], "", ""
    for number, text in numbered:
        if section == "closed":
            raise reading.unread(number, text, "a line after the end")
        if section == "closing":
            if text != first_name:
                raise reading.unread(number, text, f"the name of the writer {first_name!r}")
            section = "closed"
            continue
        found = reading.first_match(patterns, text)
        if found is None and layout == "mail" and section == "notes":
            found = ("note", re.fullmatch(r"(?P<text>.+)", text))     # a note of a mail has no frame; its sentence is read below
        if found is None:
            raise reading.unread(number, text, f"a line of the {layout} layout")
        kind, match = found
        section = next_section(kind, section, layout, number, text)
        first_name = match["first"] if kind == "heading from" else first_name
        lines.append(Line(number, text, kind, match))
    if layout == "mail" and section != "closed":
        raise reading.Unread("the mail is not signed")
    return lines


def next_section(kind: str, section: str, layout: str, number: int, text: str) -> str:
    """The section that the line stands in; raises where it stands in a wrong one."""
    needed = SECTION_OF.get(kind.split()[0]) if not kind.endswith("head") else None
    if kind.endswith(" head"):
        return kind.split()[0]
    if kind == "closing":
        return "closing"
    if kind == "columns":
        return "rows" if layout == "export" else "columns"
    if kind == "ruling":
        needed, section = "columns", "rows" if section == "columns" else ""
        if not section:
            raise reading.unread(number, text, "a ruling under the columns")
        return section
    if needed is None:
        return ""
    if layout == "export" and kind != "row":
        if section == "rows":
            raise reading.unread(number, text, "a row")
        return section
    if section != needed:
        raise reading.unread(number, text, f"a line outside the section of {needed}")
    return section


def only(lines: List[Line], kind: str) -> Line:
    """The one line of a kind."""
    found = [line for line in lines if line.kind.split()[0] == kind and not line.kind.endswith(" head")]
    if len(found) != 1:
        raise reading.Unread(f"{len(found)} lines for {kind!r}")
    return found[0]


def check_heading(lines: List[Line], layout: str) -> None:
    """The heading is complete, and no section is opened twice; a mail has one greeting and one opening."""
    kinds = [line.kind.split(" ", 1)[1] for line in lines if line.kind.startswith("heading ")]
    if not any(len(kinds) == len(whole) and set(kinds) == whole for whole in HEADINGS[layout]):
        raise reading.Unread(f"the heading has the parts {kinds}")
    heads = [line.kind for line in lines if line.kind.endswith(" head")]
    if len(set(heads)) != len(heads):
        raise reading.Unread("a section is opened twice")
    if layout == "mail":
        only(lines, "greeting")
        only(lines, "opening")


# Times.

def day_number(match: "re.Match", year: Optional[int] = None) -> int:
    """The day of a matched date, counted from day 1; `year` where the date has none."""
    month = match["month"] if match["month"].isdigit() else MONTHS.index(match["month"]) + 1 if match["month"] in MONTHS else 0
    try:
        return datetime.date(int(match["year"] or year or 0), int(month), int(match["day"])).toordinal()
    except ValueError as error:
        raise reading.Unread(f"{match[0]!r} is not a date") from error


def clock(text: str) -> int:
    """'14:05' -> 845; '24:00' is no time of a list."""
    value = reading.minutes(text)
    if value >= 24 * 60:
        raise reading.Unread(f"{text!r} is not a time of day")
    return value


def read_day(text: str) -> int:
    """'2026-07-30' or '27 Nov 2026' as a day number."""
    match = DATE_ISO.fullmatch(text) or DATE_WORDS.fullmatch(text)
    if not match:
        raise reading.Unread(f"{text!r} is not a date")
    return day_number(match)


def read_now(text: str) -> int:
    """The moment of the list, with its date and year, in minutes."""
    day, at = text.rsplit(" ", 1)
    return read_day(day) * 1440 + clock(at)


def read_time(text: str, layout: str, now: int, notes: Notes) -> int:
    """A time of a row. Without a date it is of the day in the notes; without a year it is of the year of the list."""
    match = (TIME_ISO if layout in ("mapping", "export") else TIME_WORDS).fullmatch(text)
    if not match:
        raise reading.Unread(f"{text!r} is not a time of a list")
    if match["day"] is None:
        if notes.day is None:
            raise reading.Unread(f"no note says of which day {text!r} is")
        return notes.day * 1440 + clock(match["clock"])
    day = day_number(match, datetime.date.fromordinal(now // 1440).year)
    if notes.whole_day and day != notes.day:
        raise reading.Unread(f"{text!r} is not of the day of all times")
    if match["year"] is None and abs(day - now // 1440) > 60:
        raise reading.Unread(f"the year of {text!r} is not stated")
    return day * 1440 + clock(match["clock"])


# Sentences.

def read_sentence(line: Line, patterns: Dict[str, "re.Pattern"]) -> Sentence:
    """A rule or an adjustment as its kind, limit and names."""
    found = reading.first_match(patterns, line.match["text"])
    if found is None:
        raise reading.unread(line.number, line.text, "a sentence")
    name, match = found
    parts = match.groupdict()
    limit = int(parts["n"]) * (60 if parts["unit"] == "hours" else 1) if "n" in parts else None
    names = tuple(parts[key] for key in "abc" if key in parts)
    if len(set(names)) != len(names):
        raise reading.unread(line.number, line.text, "a sentence of different names")
    return Sentence(line.match["label"], name.split()[0], limit, names, "beyond" in name)


def read_sentences(lines: List[Line], kind: str, patterns: Dict[str, "re.Pattern"], labels: str) -> Tuple[Sentence, ...]:
    """All rules or all adjustments, labelled in their order, no kind twice."""
    found = tuple(read_sentence(line, patterns) for line in lines if line.kind == kind)
    if [sentence.label for sentence in found] != list(labels[:len(found)]):
        raise reading.Unread(f"{kind} labels {[sentence.label for sentence in found]}")
    if len({sentence.kind for sentence in found}) != len(found):
        raise reading.Unread(f"two sentences of one kind among {kind}")
    return found


def note_value(name: str, match: "re.Match"):
    """What a note says: the value for its field of Notes."""
    first, second = name.split()[:2]
    if first == "adjusted":
        return int(match["rule"])
    if first in ("each", "sum"):
        return first
    if first in ("beyond", "reached"):
        return first == "reached"
    if first == "day":
        return read_day(match["date"])
    return second if first == "none" else True


@lru_cache(maxsize=4096)
def read_note(desk: Desk, now_name: str, text: str) -> Optional[Tuple[str, object]]:
    """The name of the note and what it says; None where it cannot be read or calls the moment by another name than the list."""
    found = reading.first_match(notes_of(desk), text)
    if found is None or found[1].groupdict().get("now", now_name) != now_name:
        return None
    return found[0], note_value(*found)


def read_notes(lines: List[Line], desk: Desk, now_name: str) -> Notes:
    """The conventions; each is stated at most once."""
    values: Dict[str, object] = {}
    for line in lines:
        if line.kind != "note":
            continue
        found = read_note(desk, now_name, line.match["text"])
        if found is None:
            raise reading.unread(line.number, line.text, "a note")
        name, value = found
        field = NOTE_FIELDS[name.split()[0]]
        if field in values:
            raise reading.unread(line.number, line.text, f"a second note on {field}")
        values[field] = value
        if name == "day all":
            values["whole_day"] = True
    return Notes(**values)


# Rows.

@lru_cache(maxsize=None)
def columns_of(desk: Desk) -> Dict[str, str]:
    """Name of a column -> field."""
    return {desk.start: "start", desk.scale: "scale", desk.due: "due", desk.mark: "mark", desk.group: "group", desk.count: "count",
            desk.length: "length", desk.person: "person", desk.spot: "spot", "subject": "subject"}


@lru_cache(maxsize=None)
def mail_fields_of(desk: Desk) -> Dict[str, "re.Pattern"]:
    """Field -> pattern of its phrase in a mail."""
    value = {"start": re.escape(desk.start) + " (?P<value>.+)",                                   # received 27 May 14:17
             "due": re.escape(desk.due) + r" (?P<value>\d.+)",                                     # answer by 09 Oct 11:32
             "due none": "no " + re.escape(desk.due_time),                                        # no answer-by time
             "scale": re.escape(desk.scale) + r" (?P<value>\d+)",                                  # tier 4
             "mark": re.escape(desk.mark) + " (?P<value>.+)",                                     # label second contact
             "mark none": "no " + re.escape(desk.mark),                                           # no label
             "group": re.escape(desk.group) + " (?P<value>.+)",                                   # customer group Hotels
             "count": re.escape(desk.count_words) + r" (?P<value>\d+)",                            # number of earlier orders 1
             "length": re.escape(desk.length_words) + r" (?P<value>\d+) min",                      # handling time 10 min
             "person": re.escape(desk.person) + " (?P<value>.+)",                                 # sender Felix Wolff
             "spot": re.escape(desk.spot) + " (?P<value>.+)"}                                     # channel web form
    return {name: re.compile(pattern) for name, pattern in value.items()}


@lru_cache(maxsize=None)
def values_of(desk: Desk) -> Dict[str, "re.Pattern"]:
    """Field -> pattern of its values."""
    words = words_of(desk)
    value = {"scale": "[1-4]", "mark": words["marks"], "group": words["names"], "count": r"\d+", "length": r"[1-9]\d*",
             "person": PERSON, "spot": desk.spots, "subject": SUBJECT}
    return {name: re.compile(pattern) for name, pattern in value.items()}


# How a layout with braces writes a field: in quotation marks or bare.
QUOTED = {"subject", "spot", "start", "due"}
BRACE_FIELD = re.compile(r'(?P<name>[a-z_]+): (?:"(?P<quoted>[^"]+)"|(?P<bare>[^",]+))')      # scan_by: "17:48"


def brace_fields(line: Line, desk: Desk) -> Dict[str, Optional[str]]:
    """The fields of a row in braces."""
    fields = {}
    for part in line.match["fields"].split(", "):
        match = BRACE_FIELD.fullmatch(part)
        field = columns_of(desk).get(match["name"].replace("_", " ")) if match else None
        if field is None or field in fields or (field in QUOTED) != (match["quoted"] is not None) and match["bare"] != "null":
            raise reading.unread(line.number, line.text, f"a row, because of {part!r}")
        fields[field] = None if match["bare"] == "null" else match["quoted"] or match["bare"]
    return fields


def mail_fields(line: Line, desk: Desk) -> Dict[str, Optional[str]]:
    """The fields of a row in words."""
    fields: Dict[str, Optional[str]] = {"subject": line.match["subject"]}
    text = line.match["fields"]
    if line.kind == "row sentence":
        text = text[0].lower() + text[1:]
    for part in text.split(", "):
        found = reading.first_match(mail_fields_of(desk), part)
        if found is None:
            raise reading.unread(line.number, line.text, f"a row, because of {part!r}")
        name, match = found
        field = name.split()[0]
        if field in fields:
            raise reading.unread(line.number, line.text, f"a row with {field} twice")
        fields[field] = None if name.endswith(" none") else match["value"]
    return fields


def column_names(line: Line, layout: str, desk: Desk) -> List[str]:
    """The fields of the columns after the first, in their order."""
    if layout == "export":
        names = [name.replace("_", " ") for name in line.match["columns"].split(";")[1:]]
    else:
        names = [name[0].lower() + name[1:] for name in (cell.strip() for cell in line.match["columns"].split(" | ")[1:])]
    if len(set(names)) != len(names) or not set(names) <= set(columns_of(desk)):
        raise reading.unread(line.number, line.text, "the columns of the list")
    return [columns_of(desk)[name] for name in names]


def cell_fields(line: Line, layout: str, fields: List[str], widths: List[int]) -> Dict[str, Optional[str]]:
    """The fields of a row in cells; a printed cell is as wide as the ruling above it, save for the last."""
    if layout == "export":
        cells = line.text.split(";")[1:]
    else:
        whole = line.text.split(" | ")
        if [len(cell) for cell in whole[:-1]] != widths[:-1] or len(whole[-1]) > widths[-1]:
            raise reading.unread(line.number, line.text, "a row of this width")
        cells = [cell.rstrip(" ") for cell in whole[1:]]
    if len(cells) != len(fields):
        raise reading.unread(line.number, line.text, f"a row of {len(fields) + 1} cells")
    empty = "" if layout == "export" else "-"
    return {field: None if cell == empty else cell for field, cell in zip(fields, cells)}


def check_ruling(lines: List[Line]) -> List[int]:
    """The widths of the columns; the heads are padded to them, save for the last."""
    widths = [len(part) for part in only(lines, "ruling").match["ruling"].split(" | ")]
    columns = only(lines, "columns")
    heads = [len(part) for part in columns.text.split(" | ")]
    if heads[:-1] != widths[:-1] or len(heads) != len(widths) or heads[-1] > widths[-1]:
        raise reading.unread(columns.number, columns.text, "columns as wide as their ruling")
    return widths


def row_of(line: Line, fields: Dict[str, Optional[str]], layout: str, desk: Desk, now: int, notes: Notes) -> Row:
    """The row with its values read; only a due time and a mark may be missing, and a note says what the sign for it means."""
    for field, value in fields.items():
        if value is None and field not in ("due", "mark"):
            raise reading.unread(line.number, line.text, f"a row without {field}")
        if value is None and layout != "mail" and notes.none != NONE_SIGNS[layout]:
            raise reading.unread(line.number, line.text, f"a row without {field}; no note says what the sign means")
        if value is not None and field not in ("start", "due") and not values_of(desk)[field].fullmatch(value):
            raise reading.unread(line.number, line.text, f"a row with the {field} {value!r}")
    values: Dict[str, object] = {name: None for name in Row._fields}
    values.update(fields, id=line.match["id"])
    for field in ("start", "due"):
        if values[field] is not None:
            values[field] = read_time(str(values[field]), layout, now, notes)
    for field in ("scale", "count", "length"):
        if values[field] is not None:
            values[field] = int(str(values[field]))
    row = Row(**values)
    if row.start is None or row.scale is None or row.subject is None:
        raise reading.unread(line.number, line.text, "a row with its start, scale and subject")
    if row.start > now:
        raise reading.unread(line.number, line.text, "a wait that has begun")
    return row


def read_rows(lines: List[Line], layout: str, desk: Desk, now: int, notes: Notes) -> Tuple[Tuple[str, ...], Tuple[Row, ...]]:
    """The fields that the rows show, and the rows."""
    given, widths, names = [], [], []
    if layout == "printed":
        widths = check_ruling(lines)
    if layout in ("export", "printed"):
        names = column_names(only(lines, "columns"), layout, desk)
    for line in lines:
        if line.kind.split()[0] != "row":
            continue
        if layout == "mapping":
            fields = brace_fields(line, desk)
        elif layout == "mail":
            fields = mail_fields(line, desk)
        else:
            fields = cell_fields(line, layout, names, widths)
        if given and list(fields) != list(given[0][1]):
            raise reading.unread(line.number, line.text, "a row with the fields of the row before")
        given.append((line, fields))
    rows = tuple(row_of(line, fields, layout, desk, now, notes) for line, fields in given)
    if not rows or len({row.id for row in rows}) != len(rows):
        raise reading.Unread("no rows, or a ticket number twice")
    return tuple(given[0][1]), rows


def read_case(state: str) -> Case:
    """Everything that the state says."""
    numbered = reading.numbered_lines(state)
    if not numbered:
        raise reading.Unread("an empty state")
    desk, layout = desk_of(state), layout_of(numbered)
    lines = read_lines(numbered, desk, layout)
    check_heading(lines, layout)
    moment = only(lines, "now").match
    now = read_now(moment["now"])
    notes = read_notes(lines, desk, NOW_NAMES[moment["name"]])
    rules = read_sentences(lines, "rule", rules_of(desk), "123456789")
    adjustments = read_sentences(lines, "adjustment", adjustments_of(desk), "abcdefghi")
    shown, rows = read_rows(lines, layout, desk, now, notes)
    return Case(desk, now, int(only(lines, "place").match["place"]), rules, adjustments, notes, shown, rows)


# The rules, one function each: the smaller value goes first.

def waited(case: Case, row: Row) -> int:
    """Minutes from the start of the wait to the moment of the list."""
    return case.now - row.start


def is_due(case: Case, row: Row) -> bool:
    """Whether the due time has passed (or been reached); the note says how an equal one counts."""
    return row.due is not None and (row.due < case.now or bool(case.notes.equal_is_due) and row.due == case.now)


def waited_long(case: Case, sentence: Sentence, row: Row) -> bool:
    """'More than 6 hours' leaves out the 6 hours, 'at least 6 hours' takes them in."""
    return waited(case, row) > sentence.limit if sentence.beyond else waited(case, row) >= sentence.limit


def by_scale(case: Case, rule: Sentence, row: Row) -> int:
    """The lower number goes first, after adjustment."""
    return adjusted_scale(case, row)


def by_count(case: Case, rule: Sentence, row: Row) -> int:
    """The larger number goes first."""
    return -row.count


def by_length(case: Case, rule: Sentence, row: Row) -> int:
    """The shorter time goes first."""
    return row.length


def by_mark(case: Case, rule: Sentence, row: Row) -> int:
    """The first mark, then no mark, then the second mark."""
    return (rule.names[0], None, rule.names[1]).index(row.mark)


def by_group(case: Case, rule: Sentence, row: Row) -> int:
    """The first group, then the second, then all others alike."""
    return rule.names.index(row.group) if row.group in rule.names else len(rule.names)


def by_wait(case: Case, rule: Sentence, row: Row) -> int:
    """A wait over the limit goes before a wait that is not."""
    return 0 if waited_long(case, rule, row) else 1


def by_bands(case: Case, rule: Sentence, row: Row) -> int:
    """Due time over, then little time left ('less than' leaves out the limit, 'at most' takes it in), then all others."""
    if is_due(case, row):
        return 0
    if row.due is None:
        return 2
    left = row.due - case.now
    return 1 if (left < rule.limit if rule.beyond else left <= rule.limit) else 2


def by_due(case: Case, rule: Sentence, row: Row) -> Tuple[int, int]:
    """The earlier due time goes first; none comes last."""
    return (1, 0) if row.due is None else (0, row.due)


def by_start(case: Case, rule: Sentence, row: Row) -> int:
    """The earlier start of the wait goes first."""
    return row.start


ORDER: Dict[str, Callable] = {"scale": by_scale, "count": by_count, "length": by_length, "mark": by_mark, "group": by_group,
                              "wait": by_wait, "bands": by_bands, "due": by_due, "start": by_start}


# The adjustments, one function each: -1 for a step up, 1 for a step down.

def steps_of_mark(case: Case, adjustment: Sentence, row: Row) -> int:
    """The first mark moves up, the second down."""
    return {adjustment.names[0]: -1, adjustment.names[1]: 1}.get(row.mark, 0)


def steps_of_group(case: Case, adjustment: Sentence, row: Row) -> int:
    """The first two groups move up, the third down."""
    up, also_up, down = adjustment.names
    return {up: -1, also_up: -1, down: 1}.get(row.group, 0)


def steps_of_due(case: Case, adjustment: Sentence, row: Row) -> int:
    """Up once the due time is over; down with much time left ('6 hours or more', 'more than 6 hours') or without a due time."""
    if is_due(case, row):
        return -1
    if row.due is None:
        return 1
    left = row.due - case.now
    return 1 if (left >= adjustment.limit if adjustment.beyond else left > adjustment.limit) else 0


def steps_of_wait(case: Case, adjustment: Sentence, row: Row) -> int:
    """Up after a long wait."""
    return -1 if waited_long(case, adjustment, row) else 0


STEPS: Dict[str, Callable] = {"mark": steps_of_mark, "group": steps_of_group, "due": steps_of_due, "wait": steps_of_wait}


def adjusted_scale(case: Case, row: Row) -> int:
    """The steps of all adjustments are added up, and the result is kept within 1 and 4."""
    steps = sum(STEPS[adjustment.kind](case, adjustment, row) for adjustment in case.adjustments)
    return min(4, max(1, row.scale + steps))


# What the conventions must say before the order can be told.

def need(stated: bool, what: str) -> None:
    """Raise where a convention that the order needs is not stated."""
    if not stated:
        raise reading.Unread(f"the notes do not fit: {what}")


def check_conventions(case: Case) -> None:
    """Each convention that the rules and adjustments need is stated."""
    notes, sentences = case.notes, case.rules + case.adjustments
    need(notes.precedence, "how the rules follow on one another")
    need(notes.front, "from where places are counted")
    need(bool(case.rules) and case.rules[-1].kind == "start", "the last rule goes by the start of the wait")
    if case.adjustments:
        need(notes.step, "what a step up is")
        need(notes.ends == ("each" if len(case.adjustments) == 1 else "sum"), "what happens at the ends of the scale")
        need(len(case.adjustments) <= 2, "more than two adjustments")
        scale = [int(rule.label) for rule in case.rules if rule.kind == "scale"]
        need(scale == [notes.adjusted_rule], "which rule goes by the adjusted number")
    if any(sentence.kind == "wait" for sentence in sentences):
        need(notes.wait, "how a wait is counted")
    limits = [rule for rule in case.rules if rule.kind == "bands"] + [each for each in case.adjustments if each.kind == "due"]
    for sentence in limits:
        need(notes.equal_is_due is (not sentence.beyond), "whether an equal time counts")
        need(notes.left, "from when the time left is counted")


def check_fields(case: Case) -> None:
    """The rows show every field that a rule or adjustment goes by."""
    fields = {"wait": "start", "bands": "due"}
    for sentence in case.rules + case.adjustments:
        need(fields.get(sentence.kind, sentence.kind) in case.shown, f"the list does not show {sentence.kind}")


def decide(case: Case) -> str:
    """The number of the case at the place asked for."""
    check_conventions(case)
    check_fields(case)
    # Rule 1 first; each further rule only between cases that are equal under all rules before it.
    keys = {row.id: tuple(ORDER[rule.kind](case, rule, row) for rule in case.rules) for row in case.rows}
    need(len(set(keys.values())) == len(keys), "two cases are equal under all rules")
    need(case.place <= len(keys), "there is no such place")
    # Place 1 is the front.
    return sorted(keys, key=keys.__getitem__)[case.place - 1]


def check_question(case: Case, question: dict, options) -> None:
    """The question asks for the place, and each option is a waiting case with its own subject."""
    if set(question) != {"type", "instructions", "criteria"} or question["type"] != "choice":
        raise reading.Unread(f"the question has the parts {sorted(question)}")
    if reading.first_match(questions_of(case.desk), question["instructions"]) is None:
        raise reading.Unread(f"the question {question['instructions']!r} cannot be read")
    if list(question["criteria"]) != list(options) or len(set(options)) != len(options):
        raise reading.Unread("the options are not those of the question")
    rows = {row.id: row for row in case.rows}
    for option, label in question["criteria"].items():
        found = reading.first_match(LABELS, label)
        if found is None or option not in rows:
            raise reading.Unread(f"the option {option!r}: {label!r} cannot be read")
        parts, row = found[1].groupdict(), rows[option]
        if parts["subject"] != row.subject or parts.get("person", row.person) != row.person:
            raise reading.Unread(f"the option {option!r}: {label!r} is not what the list says")


def solve(state: str, question: dict, options) -> str:
    """The option that stands at the place asked for."""
    case = read_case(state)
    check_question(case, question, options)
    answer = decide(case)
    if answer not in options:
        raise reading.Unread(f"{answer!r} stands at the place and is not among the options")
    return answer
