"""Is a claim about a number of lines in the log of one day right?

The text has four parts, in any order but for the head, in one of four layouts:

    head   which log it is: site, system, day, who took it and when, how many lines there are, oldest or newest first
    claim  "Unit sorter logged exactly 9 WARNING events from 15:20 inclusive to 17:20 exclusive."
    notes  how the log is read: a rule each on names, codes, fields, repeats and the clock, and remarks that change nothing
    log    lines of time, asset, level and message

    print   title and print line, then blocks between dashed rules, notes numbered "(1) "
    page    title underlined with "=", sections "## ...", notes "- ", the log as a table
    letter  "Subject: ...", notes "* ", log lines "> "
    export  comment lines "# ...", the log as comma or semicolon separated rows

Short names.  asset: the thing that a line belongs to (unit, reader, service, ...).  field: what a line is graded by (class,
priority, level, ...); code: its value (WARN, ERROR, ...).  event: what one line is called (event, notice, record, ...).
A trade has its own word for each of them (TRADES), and a text keeps to one trade.  Times are seconds after midnight.
"""
from __future__ import annotations

import calendar
import datetime
import re
from typing import NamedTuple

from solvers import reading
from solvers.reading import Unread, unread


class Trade(NamedTuple):
    asset: str
    assets: str
    field: str
    fields: str
    event: str
    events: str
    codes: frozenset
    systems: frozenset
    kinds: frozenset
    raisers: frozenset                               # what the first of two codes comes from
    checkers: frozenset                              # what the second of two codes comes from
    others: frozenset                                # assets of the trade that bear a name like no other


class Line(NamedTuple):
    time: int
    asset: str
    code: str
    message: str = ""                                # decides nothing


class Claim(NamedTuple):
    number: int
    code: str
    asset: str
    first: int
    last: int
    borders: str                                     # a key of IN_WINDOW


class Rules(NamedTuple):
    names: tuple                                     # the three names that the note keeps apart
    codes: tuple                                     # the two codes that the note is about
    spelling: str                                    # "one code" or "two codes"
    grading: str                                     # "by the field"
    repeats: str                                     # "each line"
    clock: str                                       # "minutes" or "seconds"


class Case(NamedTuple):
    word: str                                        # "claim" or "statement"
    claim: Claim
    rules: Rules
    lines: tuple


class Parts(NamedTuple):
    """The numbered lines of a text: (number, text) each, bullets and marks still on them."""
    title: tuple
    head: tuple
    claim: tuple                                     # heading or None, claim line
    notes: tuple                                     # heading or None, then the notes
    log: tuple                                       # heading lines, then the rows
    closing: tuple


def _trade(names: str, codes: str, systems: str, kinds: str, raisers: str, checkers: str, others: str) -> Trade:
    return Trade(*names.split(), frozenset(codes.split()), *(frozenset(words.split("|")) for words in (systems, kinds, raisers, checkers)),
                 frozenset(others.split()))


TRADES = {trade.asset: trade for trade in (
    _trade("unit units class classes event events", "WARN WARNING ERR ERROR OPER MAINT STATUS",
           "Conveyor manager|Sorter console|Belt supervision", "freight hub|parcel hub|sorting centre",
           "the drive electronics|the controller of the unit", "the line controller|the supervision server",
           "applicator-2 checkweigher crossing-tray cubing-2 curve-4 diverter-6 drop-11 funnel-2 induct-3 marker-3 merge-n "
           "ocr-5 palletiser printer-7 roller-5 shuttle-3 spiral-5 spur-8 stacker-4 tilt-tray tipper-3"),
    _trade("controller controllers grade grades record records", "WARN WARNING ERR ERROR PLAN LOG NOTE",
           "Glasshouse automation|Climate computer|Growing assistant", "glasshouse estate|tomato farm|nursery",
           "the controller itself|the field box", "the central computer|the growing software",
           "ballast-7 bay-6 blind-3 buffer-1 burner-4 cabin-3 curtain-5 drain-9 feed-2 flap-9 growlight-3 "
           "gutter-6 heatpump-2 led-5 louvre-6 pipe-12 ridge-2 seedling-2 shade-n tank-5 tunnel-8"),
    _trade("service services level levels record records", "WARN WARNING ERR ERROR CRIT CRITICAL TRACE INFO DEBUG",
           "Log collector|Platform logging|Shop backend", "online furniture store|online shop|ticket shop",
           "the service itself|the application", "the watchdog|the framework underneath",
           "audit-db blob-store catalogue dunning facets gateway image-load invoice-pdf ledger-post newsletter push-note ranking "
           "returns session-db similar sms-out storefront suggest supplier-in tax-table vouchers webhook wishlist"),
    _trade("station stations severity severities entry entries", "WARN WARNING FAIL FAILURE STATE EVENT TELE",
           "Telecontrol|Network dispatch|Pumping dispatch", "water company|water supply district|waterworks",
           "the outstation|the field controller", "the control room server|the limit check of the control room",
           "acid-3 basin-4 borehole-9 chamber-9 chlor-4 cistern-5 contactor-1 fluor-1 gallery-2 header-2 "
           "intake-west jockey-1 lime-6 main-dn400 membrane-4 sluice-4 softener-3 sump-6 transfer-3 zone-12"),
    _trade("asset assets category categories report reports", "WARN WARNING FAIL FAILURE LOCAL OPS DIAG",
           "Tram operations desk|Trackside monitor|Wayside monitoring", "tram depot|light rail company|tramway",
           "the trackside cabinet|the controller of the asset", "the operations desk computer|the diagnostic server",
           "aspect-6 axle-cnt-5 barrier-8 beacon-9 board-3 breaker-k busbar-2 circuit-6 coil-11 crossover-2 display-4 "
           "footway-5 frog-4 gate-n2 kiosk-6 overhead-9 repeater-2 route-ind-3 section-4 totem-8 treadle-2 turnout-9"),
    _trade("instrument instruments flag flags entry entries", "WARN WARNING ERR ERROR BENCH RUN QC",
           "Analyser middleware|Laboratory middleware|Instrument link", "clinic laboratory|blood bank|hospital laboratory",
           "the instrument itself|the instrument software", "the middleware|the plausibility check of the server",
           "aliquot-1 amp-5 archive-2 cryo-1 decapper dip-1 esr-2 extract-2 freezer-2 fridge-7 gas-er "
           "incubator-3 lysis-1 osmo-1 platelet-4 protein-6 recapper sedi-2 sero-5 strip-4 tox-3"),
    _trade("reader readers priority priorities notice notices", "WARN WARNING CRIT CRITICAL DESK AUDIT SYS",
           "Access control|Door management|Key and badge system", "office campus|university campus|museum",
           "the door controller|the reader itself", "the guard room software|the access server",
           "arena-4 canteen-in depot-ramp drawer-2 foyer-9 hall-f hatch-top lab-door-6 loading-bay lobby locker-5 "
           "meter-room pool-n post-room rear-gate riser-4 safe-8 server-room storage-e3 studio-3 yard-gate"),
)}

MONTHS = "January February March April May June July August September October November December".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def _any(words) -> str:
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


def _group(name: str, words) -> str:
    return f"(?P<{name}>{_any(words)})"


# <name> in the patterns below stands for one of these
PIECES = {
    **{key: _group(key, (getattr(trade, key) for trade in TRADES.values()))
       for key in ("asset", "assets", "field", "fields", "event", "events")},
    "Asset": _group("asset", (trade.asset.capitalize() for trade in TRADES.values())),
    "Assets": _group("assets", (trade.assets.capitalize() for trade in TRADES.values())),
    "EVENTS": _group("events", (trade.events.upper() for trade in TRADES.values())),
    "raiser": _group("raiser", (words for trade in TRADES.values() for words in trade.raisers)),
    "checker": _group("checker", (words for trade in TRADES.values() for words in trade.checkers)),
    "system": _group("system", (system for trade in TRADES.values() for system in trade.systems)),
    "site": r"(?P<place>[A-Z][a-z]+(?: [A-Z][a-z]+)?) " + _group("kind", (kind for trade in TRADES.values() for kind in trade.kinds)),
    "code": r"(?P<code>[A-Z]{2,9})", "code1": r"(?P<code1>[A-Z]{2,9})", "code2": r"(?P<code2>[A-Z]{2,9})",
    **{name: rf"(?P<{name}>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)" for name in ("name", "name1", "name2", "name3")},
    "person": r"[A-Z][^\W\d_A-Z]+ [A-Z][^\W\d_A-Z]+", "given": r"[A-Z][^\W\d_A-Z]+",
    "day": rf"(?P<day>[1-9]\d? {_any(MONTHS)} \d{{4}})", "taken": rf"(?P<taken>[1-9]\d? {_any(MONTHS)} \d{{4}})",
    "dy": rf"(?P<day>\d\d {_any(month[:3] for month in MONTHS)} \d{{4}})",
    "tkn": rf"(?P<taken>\d\d {_any(month[:3] for month in MONTHS)} \d{{4}})",
    "iso": r"(?P<day>\d{4}-\d\d-\d\d)", "isotaken": r"(?P<taken>\d{4}-\d\d-\d\d)",
    "weekday": _group("weekday", WEEKDAYS), "anyday": _any(WEEKDAYS),
    "t": r"\d\d:\d\d", "t1": r"(?P<t1>\d\d:\d\d)", "later": r"(?P=t1)(?!:00):[0-5]\d",
    "rows": r"(?P<rows>[1-9]\d*)", "order": "(?P<order>oldest|newest) first", "Order": "(?P<order>Oldest|Newest) first",
    "word": "(?P<word>claim|statement)", "Word": "(?P<word>Claim|Statement)",
    "source": _any(("incident summary", "maintenance request", "briefing for the head of operations", "shift handover",
                    "draft weekly report", "audit file", "shift report")),
    "exactly": "(?:exactly|precisely)",
    "Exactly": "(?:Exactly|Precisely)",
    "n": r"(?P<number>\d+)", "claimed": r"(?P<claim>[A-Z].+\.)",
}


def _pattern(text: str) -> re.Pattern:
    """A pattern from its fixed words: <name> is a piece, what stands between slashes is a regular expression, all else is literal."""
    parts = re.split(r"(<\w+>|/[^/]+/)", text)
    return re.compile("".join(PIECES[part[1:-1]] if part[:1] == "<" and part[-1:] == ">" else
                              f"(?:{part[1:-1]})" if part[:1] == "/" and part[-1:] == "/" else re.escape(part) for part in parts))


def _patterns(**texts: str) -> dict:
    return {name: _pattern(text) for name, text in texts.items()}


# the first line of a text, which also shows its layout

TITLES = _patterns(
    print_1="<site>   <system>   day log <dy>",          # Wrenfield tram depot   Tram operations desk   day log 06 Jan 2026
    print_2="<system> - <site> - log of <dy>",           # Shop backend - Venlow online furniture store - log of 28 Apr 2026
    print_3="DAY LOG <dy>, <site> (<system>)",           # DAY LOG 04 Jun 2026, Harrowgate Mills parcel hub (Sorter console)
    page_1="<Asset> log, <weekday> <day>",               # Unit log, Tuesday 21 July 2026
    page_2="<site>: log of <day>",                       # Harrowgate Mills tomato farm: log of 18 June 2026
    page_3="Log review <day>",                           # Log review 22 February 2026
    letter_1="Subject: Re: <events> on <weekday>",       # Subject: Re: notices on Tuesday
    letter_2="Subject: Log of <day>, please check",      # Subject: Log of 15 October 2026, please check
    letter_3="Subject: <site>: one <word> to verify",    # Subject: Lynmarsh light rail company: one claim to verify
    export_1="# <system>, <site>: log of <iso>",         # # Sorter console, Valdersund freight hub: log of 2026-10-20
    export_2="# <site> | <system> | <iso>",              # # Farrowdale ticket shop | Platform logging | 2026-07-17
    export_3="# export /[0-9]+/ from <system> (<site>)",  # # export 531 from Instrument link (Lindmoor blood bank)
)

# the lines that follow the title

HEADS = {
    "print": _patterns(
        # Printed 07 Jan 2026 08:40 by Oliver Ncube; 60 lines, newest first
        printed="Printed <tkn> <t> by <person>; <rows> lines, <order>",
        # Oldest first, 90 lines, printed on 21 Jun 2026 at 14:32 for Giulia Santos
        for_whom="<Order>, <rows> lines, printed on <tkn> at <t> for <person>",
        # 60 lines, all assets, oldest first. Print: Grace Gallagher, 16 Aug 2026 13:53
        all_of="<rows> lines, all <assets>, <order>. Print: <person>, <tkn> <t>",
    ),
    "page": _patterns(
        # Taken from Conveyor manager of Kilbrae sorting centre on 25 March 2026 at 14:35, 90 lines, oldest first. Page owner: Marco Gupta.
        from_system="Taken from <system> of <site> on <taken> at <t>, <rows> lines, <order>. Page owner: <person>.",
        # Owner: Clara Larsen. Source: Telecontrol, Glenmarch water company, pulled 19 September 2026 14:43 (90 lines, oldest first).
        owner="Owner: <person>. Source: <system>, <site>, pulled <taken> <t> (<rows> lines, <order>).",
        # 60 lines from Network dispatch (Rookhurst water supply district), oldest first; pasted by Rosa Ibarra on 23 March 2026 at 15:26.
        pasted="<rows> lines from <system> (<site>), <order>; pasted by <person> on <taken> at <t>.",
    ),
    "letter": _patterns(
        # I pulled the Tram operations desk log of Monday, 16 February 2026: 60 lines, oldest first.
        pulled="I pulled the <system> log of <weekday>, <day>: <rows> lines, <order>.",
        # This is the whole log of 14 July 2026 from Sorter console, 90 lines, oldest first.
        whole="This is the whole log of <day> from <system>, <rows> lines, <order>.",
        # Below are all 60 lines of 14 February 2026 as Network dispatch gives them (oldest first).
        below="Below are all <rows> lines of <day> as <system> gives them (<order>).",
    ),
    "export": _patterns(
        # # rows: 90 (newest first); day: 2026-01-26; run by Marco Nakamura on 2026-01-29 08:49
        run_by="# rows: <rows> (<order>); day: <iso>; run by <person> on <isotaken> <t>",
        # # Oliver Jensen 2026-10-26 13:03: 30 rows of 2026-10-25, oldest first
        person="# <person> <isotaken> <t>: <rows> rows of <iso>, <order>",
        # # day 2026-05-17, 30 rows, oldest first, written 2026-05-20 07:00 by Ravi Vogel
        written="# day <iso>, <rows> rows, <order>, written <isotaken> <t> by <person>",
    ),
}
SALUTATION = {"salutation": _pattern("/(?:(?:Dear|Hi|Hello) )?/<given>,")}                          # Dear Tereza,
CLOSING = {"closing": _pattern("/(?:Regards|Best regards|Thanks|Many thanks)/, <person>")}       # Best regards, Ines Hartmann
UNDERLINE = re.compile("=+")                                                                      # ================
RULE = "-" * 60

# headings; a key begins with the part that the heading opens

HEADINGS = {
    "print": _patterns(
        claim="/TO BE CHECKED|REVIEW|OPEN POINT/", notes="/HOW TO READ THIS LOG|NOTES FOR THE READER|COUNTING RULES/",
        log="/LINES OF THE DAY|LOG/", log_all="ALL <EVENTS>",
    ),
    "page": _patterns(
        claim="## What is to be checked", claim_word="## <Word> /under review|to confirm/",
        notes="## /Conventions|Reading notes/", notes_how="## How <events> are counted",
        log="## Log", log_all="## All <events> of the day",
    ),
    "letter": _patterns(
        notes="/How we count|For the counting|The usual rules|So that we count alike/:", log="/The log|Lines|Here it is/:",
    ),
}

# the line with the claim

CLAIM_LINES = {
    "print": _patterns(
        inside="<Word> in the <source>: <claimed>",                      # Claim in the incident summary: The log shows ...
        numbered="<Word> /[0-9]+/ (from the <source>): <claimed>",        # Statement 5305 (from the audit file): The log shows ...
        makes="The <source> makes this <word>: <claimed>",               # The incident summary makes this statement: Exactly 5 ...
    ),
    "page": _patterns(
        numbered="**<Word> /[0-9]+/** (the <source>): <claimed>",         # **Claim 2461** (the incident summary): In the window ...
        bold="**<Word>** (from the <source>): <claimed>",                # **Statement** (from the shift handover): From 14:35 ...
        stands="**The <word>**, as it stands in the <source>: <claimed>",  # **The claim**, as it stands in the incident summary: ...
    ),
    "letter": _patterns(
        doubts='This is the <word> I have doubts about (the <source>): "<claimed>"',   # This is the claim I have doubts about (...): "..."
        reads='The <word> in the <source> reads: "<claimed>"',                         # The claim in the shift report reads: "..."
        compare='Please compare it with the <word> from the <source>: "<claimed>"',    # Please compare it with the claim from the ...: "..."
    ),
    "export": _patterns(
        to_check="# <word> to check, from the <source>: <claimed>",      # # claim to check, from the draft weekly report: ...
        open="# open: <word> in the <source>: <claimed>",                # # open: statement in the maintenance request: ...
        numbered="# <word> /[0-9]+/ (the <source>): <claimed>",           # # claim 2028 (the draft weekly report): ...
    ),
}

# the window of a claim: its wording ({} is a time) and which borders it takes in

WINDOWS = {
    "from {} inclusive to {} inclusive": "both", "from {} inclusive to {} exclusive": "start",
    "from {} exclusive to {} inclusive": "end", "from {} exclusive to {} exclusive": "neither",
    "from {} (included) to {} (not included)": "start", "from {} (not included) to {} (included)": "end",
    "from {} to {}, both times included": "both", "from {} to {}, neither time included": "neither",
    "between {} and {} (both ends included)": "both", "strictly between {} and {}": "neither",
    "in the window {} to {}, both borders included": "both", "in the window {} to {}, both borders excluded": "neither",
    "in the window {} to {}, start included, end excluded": "start", "in the window {} to {}, start excluded, end included": "end",
    "at or after {} and before {}": "start", "at {} or later but before {}": "start",
    "after {} and at or before {}": "end", "after {} but no later than {}": "end",
    "after {} and before {}": "neither",
}


def _window(capital: bool) -> str:
    """The alternatives of WINDOWS as one named group, with a small or a capital first letter."""
    texts = (text[0].upper() + text[1:] if capital else text for text in WINDOWS)
    return "(?P<window>" + "|".join(re.escape(text).replace(r"\{\}", r"\d\d:\d\d") for text in texts) + ")"


PIECES["window"], PIECES["Window"] = _window(False), _window(True)

CLAIMS = _patterns(
    # The log shows exactly 4 reports of category FAIL for asset signal-c2 from 14:40 exclusive to 15:40 exclusive.
    shows="The log shows <exactly> <n> <events> of <field> <code> for <asset> <name> <window>.",
    # We had exactly 5 CRIT notices on reader door-a1 from 17:05 (included) to 19:05 (not included).
    had="We had <exactly> <n> <code> <events> on <asset> <name> <window>.",
    # For service mail-queue the log holds exactly 7 WARNING records from 13:40 exclusive to 15:40 inclusive.
    holds="For <asset> <name> the log holds <exactly> <n> <code> <events> <window>.",
    # Service search-idx logged exactly 6 ERROR records from 17:55 to 19:55, both times included.
    logged="<Asset> <name> logged <exactly> <n> <code> <events> <window>.",
    # A total of exactly 9 WARNING events came from unit sorter between 15:20 and 17:20 (both ends included).
    came="<Exactly> <n> <code> <events> came from <asset> <name> <window>.",
    # After 12:25 and at or before 15:45, exactly 7 CRIT records were logged for service search-idx.
    were="<Window>, <exactly> <n> <code> <events> were logged for <asset> <name>.",
    # From 14:35 inclusive to 16:25 inclusive, asset point-71 logged exactly 10 reports of category WARNING.
    window="<Window>, <asset> <name> logged <exactly> <n> <events> of <field> <code>.",
)

# the notes; a key begins with what the note is about

BULLETS = {
    "print": re.compile(r"\((?P<place>\d)\) (?P<note>\S.*)"),              # (1) Repeats count. Two identical lines are two reports.
    "page": re.compile(r"- (?P<note>\S.*)"),                               # - Repeats count. ...
    "letter": re.compile(r"\* (?P<note>\S.*)"),                            # * Repeats count. ...
    "export": re.compile(r"# (?P<mark>readme:|note:|-) (?P<note>\S.*)"),   # # readme: Repeats count. ...
}
NOTES = _patterns(
    # signal-c, signal-c2 and signal-c2-low are separate assets, whatever their names have in common.
    names_separate="<name1>, <name2> and <name3> are separate <assets>, whatever their names have in common.",
    # Assets are told apart by their full name: signal-c, signal-c2 and signal-c2-low are three assets.
    names_apart="<Assets> are told apart by their full name: <name1>, <name2> and <name3> are three /(?P<assets2>[a-z]+)/.",
    # A figure for stock covers neither stock-sync nor stock-sync-eu; each service is counted under its exact name only.
    names_figure="A figure for <name1> covers neither <name2> nor <name3>; each <asset> is counted under its exact name only.",
    # Names are matched in full. crossing-30 is not part of crossing-3, and crossing-30-s is not part of either.
    names_full="Names are matched in full. <name2> is not part of <name1>, and <name3> is not part of either.",
    # FAIL and FAILURE mean the same category; the spelling depends on the module that raised it. Both are counted together.
    same_module="<code1> and <code2> mean the same <field>; the spelling depends on the module that raised it. Both are counted together.",
    # WARN and WARNING are one and the same priority, spelled differently by two programs. A figure for either includes the other.
    same_programs="<code1> and <code2> are one and the same <field>, spelled differently by two programs. A figure for either includes the other.",
    # Two spellings are in use for one class, ERR and ERROR. Figures for it always take in both.
    same_spellings="Two spellings are in use for one <field>, <code1> and <code2>. Figures for it always take in both.",
    # A line marked WARN was raised by the service itself, a line marked WARNING by the watchdog. The two ...
    two_marked="A line marked <code1> was raised by <raiser>, a line marked <code2> by <checker>. The two are different <fields>; "
               "a figure for either means that one alone.",
    # ERR and ERROR are two classes with different origins: ERR is set by the drive electronics, ERROR by the line controller. ...
    two_origins="<code1> and <code2> are two <fields> with different origins: /(?P=code1)/ is set by <raiser>, /(?P=code2)/ by <checker>. "
                "A figure for one leaves out the other.",
    # CRIT is the code of the reader itself, CRITICAL the code of the access server; these are two ...
    two_sources="<code1> is the code of <raiser>, <code2> the code of <checker>; these are two <fields>, "
                "and a figure given for one does not cover the other.",
    # The category of a line is what its category field says; words in the message do not change it.
    field_says="The <field> of a line is what its /(?P=field)/ field says; words in the message do not change it.",
    # Only the level field decides on the level. A message may mention the word without being of that level.
    field_only="Only the <field> field decides on the /(?P=field)/. A message may mention the word without being of that /(?P=field)/.",
    # The message text is free and says nothing about the grade, which has its own field.
    field_own="The message text is free and says nothing about the <field>, which has its own field.",
    # For the severity, read the severity field, never the message.
    field_never="For the <field>, read the /(?P=field)/ field, never the message.",
    # The same text twice means that it happened twice: each line counts.
    each_twice="The same text twice means that it happened twice: each line counts.",
    # Every line is one notice; a message that repeats counts again each time.
    each_every="Every line is one <event>; a message that repeats counts again each time.",
    # Repeats count. Two identical lines are two reports.
    each_repeats="Repeats count. Two identical lines are two <events>.",
    # One line, one report. Repeated messages are not merged.
    each_one="One line, one <event>. Repeated messages are not merged.",
    # Lines are counted as they stand, one report each, also where the wording is the same as before.
    each_stands="Lines are counted as they stand, one <event> each, also where the wording is the same as before.",
    # There are no seconds in this log: 16:30 on a line is the same moment as 16:30 in a text.
    minutes_none="There are no seconds in this log: <t1> on a line is the same moment as /(?P=t1)/ in a text.",
    # The clock shows hours and minutes only, and a line stamped 17:15 is taken to be at 17:15 sharp.
    minutes_shows="The clock shows hours and minutes only, and a line stamped <t1> is taken to be at /(?P=t1)/ sharp.",
    # Times are recorded to the minute; a line stamped 19:00 counts as exactly 19:00.
    minutes_exact="Times are recorded to the minute; a line stamped <t1> counts as exactly /(?P=t1)/.",
    # The clock has seconds; where a text gives hours and minutes only, 18:20 stands for 18:20:00, and 18:20:33 is later than that: ...
    seconds_clock="The clock has seconds; where a text gives hours and minutes only, <t1> stands for /(?P=t1)/:00, and <later> is later "
                  "than that: a window that ends at /(?P=t1)/ leaves it out, whether or not the end is included.",
    # 20:45 in a text means 20:45:00 on the dot. A line stamped 20:45:48 lies after it, outside even a window that ...
    seconds_dot="<t1> in a text means /(?P=t1)/:00 on the dot. A line stamped <later> lies after it, outside even a window that includes "
                "/(?P=t1)/ as its end.",
    # Times run to the second. A time given without seconds means second 00 of that minute: 13:05 is 13:05:00, so 13:05:33 ...
    seconds_run="Times run to the second. A time given without seconds means second 00 of that minute: <t1> is /(?P=t1)/:00, so <later> is "
                "after /(?P=t1)/ and outside a window that ends at /(?P=t1)/.",
    # Hours and minutes without seconds name the start of that minute: 09:20 is 09:20:00. A line of 09:20:21 comes after 09:20, also ...
    seconds_start="Hours and minutes without seconds name the start of that minute: <t1> is /(?P=t1)/:00. A line of <later> comes after "
                  "/(?P=t1)/, also where /(?P=t1)/ is the included end of a window.",
    idle_kept="Log files are kept for /[1-9][0-9]*/ days.",                                # Log files are kept for 365 days.
    idle_questions="Questions about this log go to <person>.",                            # Questions about this log go to Olga Ricci.
    idle_server="The clock of the log server is checked every <anyday>.",                 # The clock of the log server is checked every Tuesday.
    idle_new="New <assets> are added to the log on the day they go into operation.",      # New services are added to the log on the day ...
    idle_locked="The log is read-only; nobody can edit or delete a line.",
    idle_older="Older days are in files of their own.",
)
# what a note says, by the first part of its key
MEANINGS = {
    "names": ("names", "exact name"), "same": ("spelling", "one code"), "two": ("spelling", "two codes"), "field": ("grading", "by the field"),
    "each": ("repeats", "each line"), "minutes": ("clock", "minutes"), "seconds": ("clock", "seconds"), "idle": None,
}

# the rows of the log

_TIME = r"(?P<time>(?:[01]\d|2[0-3]):[0-5]\d(?P<seconds>:[0-5]\d)?)"
_CELLS = {"time": _TIME, "name": r"(?P<name>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)", "code": "(?P<code>[A-Z]{2,9})",
          # free text, one small word or several, with a remark at its end or not: greased | EC 2.1 | belt slip (reset)
          "message": r"(?P<message>(?:[a-z]+|[A-Za-z0-9.%/-]+(?: [A-Za-z0-9.%/-]+)+)(?: \([a-z]+(?: [a-z]+)*\))?)"}

ROWS = {
    "print": {
        "graded_first": re.compile("{time}  {code} +{name} +{message}".format(**_CELLS)),  # 22:14:29  LOCAL    loop-17        earth leak seen
        "named_first": re.compile("{time} {name} +{code} +{message}".format(**_CELLS)),    # 05:50:00 newsletter    TRACE    cache warmed
        "brackets": re.compile(r"{time} \[{code}\] {name}: {message}".format(**_CELLS)),   # 05:02 [OPER] sorter: restart after stop
    },
    "letter": {
        "dash": re.compile("> {time} {code} {name} - {message}".format(**_CELLS)),         # > 05:33:44 DIAG loop-17 - local control ended
        "brackets": re.compile(r"> {time} {name} \({code}\) {message}".format(**_CELLS)),  # > 06:13 lift (ERR) label unreadable
        "colon": re.compile("> {name} {time} {code}: {message}".format(**_CELLS)),         # > tank-5 05:20 LOG: feed mixed
    },
}
_ALIGNED = {"graded_first": ("name", "message"), "named_first": ("code", "message")}       # fields that stand in one column
_COLUMNS = {"time": _TIME, "message": _CELLS["message"], "id": r"(?P<id>[1-9]\d*)"}
COLUMN_HEADS = {
    "table": re.compile(r"\| [a-z]+(?: \| [a-z]+){3} \|"),                 # | unit | time | class | message |
    "comma": re.compile(r"(?:id,)?[a-z]+(?:,[a-z]+){3}"),                  # id,time,unit,message,class
    "semicolon": re.compile(r"(?:id;)?[a-z]+(?:;[a-z]+){3}"),              # id;time;asset;category;message
}
TABLE_RULE = "| --- | --- | --- | --- |"

# the question: its wording and the meaning of its two answers

QUESTIONS = {
    "Is the {} correct for this log?":
        ("The number in the {} is exactly the number the log gives.", "The log gives another number than the {}."),
    "Counted by the notes given, is the {} right?": ("The {} is right.", "The {} is wrong: the true count is higher or lower."),
    "Can the {} stand as it is written?":
        ("Yes, the log holds exactly that many such lines.", "No, the log holds more or fewer such lines."),
    "Does the number in the {} agree with the log?": ("It agrees exactly.", "It does not agree."),
    "Does the log confirm the {}?":
        ("Counting the log gives the number that the {} states.", "Counting the log gives a different number."),
    "Check the {} against the log. Is it true?": ("It is true; the count agrees.", "It is not true; the count does not agree."),
}


def _one(patterns: dict, numbered: tuple, where: str) -> tuple:
    """(name of the pattern, match) of a line that has to be one of `patterns`."""
    found = reading.first_match(patterns, numbered[1])
    if not found:
        raise unread(numbered[0], numbered[1], where)
    return found


def _said(match: re.Match) -> list:
    return [(key, value) for key, value in match.groupdict().items() if value is not None]


# splitting a text into its parts

def split_print(lines: list) -> Parts:
    """Two lines of head, then three blocks of a heading and lines; RULE stands between them."""
    blocks = [[]]
    for number, line in lines:
        if line == RULE:
            blocks.append([])
        else:
            blocks[-1].append((number, line))
    if len(blocks) != 4 or not all(len(block) >= 2 for block in blocks):
        raise Unread("a printed log has a head and three blocks, each of two lines or more")
    return _by_heading("print", blocks[0], blocks[1:])


def split_page(lines: list) -> Parts:
    """Title, underline and one line of head, then three sections that "## " opens."""
    blocks = [[]]
    for number, line in lines:
        if line.startswith("##"):
            blocks.append([])
        blocks[-1].append((number, line))
    if len(blocks) != 4 or len(blocks[0]) < 2:
        raise Unread("a page has a head and three sections")
    title, underline, head = blocks[0][0], blocks[0][1], blocks[0][2:]
    if not UNDERLINE.fullmatch(underline[1]) or len(underline[1]) != len(title[1]):
        raise unread(*underline, "the underline of the title")
    return _by_heading("page", [title, *head], blocks[1:])


def _by_heading(layout: str, head: list, blocks: list) -> Parts:
    parts = {}
    for block in blocks:
        part = _one(HEADINGS[layout], block[0], "a heading")[0].split("_")[0]
        if part in parts:
            raise unread(*block[0], f"a heading; {part} is there already")
        parts[part] = tuple(block)
    return Parts(head[0], tuple(head[1:]), parts["claim"], parts["notes"], parts["log"], ())


def split_letter(lines: list) -> Parts:
    """Subject, salutation, one line of head; then notes, log and claim in any order; the closing last."""
    if len(lines) < 5:
        raise Unread("a letter has a subject, a salutation, an opening, a body and a closing")
    parts, part = {"claim": [], "notes": [], "log": []}, None
    for number, line in lines[3:-1]:
        if line[:2] == "* " and part == "notes" or line[:2] == "> " and part == "log":
            parts[part].append((number, line))
            continue
        heading = reading.first_match(HEADINGS["letter"], line)
        part = heading[0] if heading else "claim"
        if parts[part]:
            raise unread(number, line, f"part of a letter; {part} is there already")
        parts[part].append((number, line))
    _one(SALUTATION, lines[1], "a salutation")
    return Parts(lines[0], (lines[2],), (None, *parts["claim"]), tuple(parts["notes"]), tuple(parts["log"]), (lines[-1],))


def split_export(lines: list) -> Parts:
    """Two comment lines of head; then notes, claim and rows, each in one piece, in any order."""
    parts, before = {"claim": [], "notes": [], "log": []}, None
    for number, line in lines[2:]:
        part = "log" if line[:1] != "#" else "notes" if BULLETS["export"].fullmatch(line) else "claim"
        if part != before and parts[part]:
            raise unread(number, line, f"a line of the {part}, which ended before")
        parts[part].append((number, line))
        before = part
    return Parts(lines[0], tuple(lines[1:2]), (None, *parts["claim"]), (None, *parts["notes"]), tuple(parts["log"]), ())


SPLIT = {"print": split_print, "page": split_page, "letter": split_letter, "export": split_export}


# reading the parts

def read_head(layout: str, parts: Parts) -> list:
    """What title, head, headings and closing say, as (what, value) pairs."""
    said = _said(_one(TITLES, parts.title, "a title")[1])
    if len(parts.head) != 1:
        raise Unread(f"{len(parts.head)} lines of head where one belongs")
    said += _said(_one(HEADS[layout], parts.head[0], "the head")[1])
    for part in (parts.claim, parts.notes, parts.log) if layout in HEADINGS else ():
        if not part:
            raise Unread("a part of the text is missing")
        if part[0]:
            said += _said(_one(HEADINGS[layout], part[0], "a heading")[1])
    for line in parts.closing:
        _one(CLOSING, line, "a closing")
    return said


def read_claim(layout: str, part: tuple) -> tuple:
    """(claim, what its line says)."""
    if len(part) != 2:
        raise Unread(f"{len(part) - 1} lines with a claim where one belongs")
    outer = _one(CLAIM_LINES[layout], part[1], "a claim")[1]
    inner = _one(CLAIMS, (part[1][0], outer["claim"]), "the text of a claim")[1]
    text = inner["window"]
    borders = WINDOWS[re.sub(r"\d\d:\d\d", "{}", text[0].lower() + text[1:])]
    first, last = (60 * reading.minutes(time) for time in re.findall(r"\d\d:\d\d", text))
    if first >= last:
        raise unread(*part[1], "a window: it ends before it starts")
    return Claim(int(inner["number"]), inner["code"], inner["name"], first, last, borders), [("word", outer["word"]), *_said(inner)]


def read_notes(layout: str, part: tuple) -> tuple:
    """(rules, what the notes say): each of the five rules once; remarks that change nothing are read and left."""
    rules, said, marks, read = {}, [], set(), set()
    for place, (number, line) in enumerate(part[1:], 1):
        bullet = BULLETS[layout].fullmatch(line)
        if not bullet or bullet.groupdict().get("place", str(place)) != str(place):
            raise unread(number, line, "a note")
        marks.add(bullet.groupdict().get("mark"))
        name, match = _one(NOTES, (number, bullet["note"]), "a note")
        if name in read:
            raise unread(number, line, "a note: it stands there twice")
        read.add(name)
        said += _said(match)
        meaning = MEANINGS[name.split("_")[0]]
        if meaning and meaning[0] in rules:
            raise unread(number, line, f"a note: the rule on {meaning[0]} is given already")
        if meaning:
            rules[meaning[0]] = meaning[1]
        if "name1" in match.groupdict():
            rules["of names"] = (match["name1"], match["name2"], match["name3"])
        if "code1" in match.groupdict():
            rules["of codes"] = (match["code1"], match["code2"])
    missing = {"names", "spelling", "grading", "repeats", "clock"} - set(rules)
    if missing or len(marks) > 1:
        raise Unread(f"the notes say nothing on {sorted(missing)}" if missing else f"notes are marked in two ways: {sorted(marks)}")
    return Rules(rules["of names"], rules["of codes"], rules["spelling"], rules["grading"], rules["repeats"], rules["clock"]), said


def row_pattern(layout: str, rows: tuple, trade: Trade) -> tuple:
    """(name of the pattern, pattern, rows) of a log: by its column heads where it has them, by its first row elsewhere."""
    if layout in ROWS:
        name, _ = _one(ROWS[layout], rows[0], "a line of the log")
        return name, ROWS[layout][name], rows
    kind = _one(COLUMN_HEADS, rows[0], "the heads of the columns")[0]
    cells = {**_COLUMNS, trade.asset: _CELLS["name"], trade.field: _CELLS["code"]}
    heads = re.findall("[a-z]+", rows[0][1])
    if not set(heads) <= set(cells) or not set(heads) >= {"time", "message", trade.asset, trade.field} or len(set(heads)) < len(heads):
        raise unread(*rows[0], "the heads of the columns")
    if kind == "table":
        if rows[1][1] != TABLE_RULE:
            raise unread(*rows[1], "the rule under the heads of the columns")
        return kind, re.compile(r"\| " + r" \| ".join(cells[head] for head in heads) + r" \|"), rows[2:]
    return kind, re.compile({"comma": ",", "semicolon": ";"}[kind].join(cells[head] for head in heads)), rows[1:]


def read_rows(name: str, pattern: re.Pattern, rows: tuple, trade: Trade, rules: Rules) -> tuple:
    """(lines, their numbers in the log) of the rows; all have the form of the first."""
    lines, matches, assets = [], [], trade.others | set(rules.names)
    for number, row in rows:
        match = pattern.fullmatch(row)
        if not match:
            raise unread(number, row, "a line of the log")
        time, seconds, asset, code = match.group("time", "seconds", "name", "code")
        if (seconds is None) != (rules.clock == "minutes") or code not in trade.codes or asset not in assets:
            raise unread(number, row, f"a line of a log of {trade.assets} with a clock that shows {rules.clock}")
        lines.append(Line(int(time[:2]) * 3600 + int(time[3:5]) * 60 + int(time[6:] or 0), asset, code, match["message"]))
        matches.append(match)
    columns = {tuple(match.start(field) for field in _ALIGNED[name]) for match in matches} if name in _ALIGNED else ()
    if len(columns) > 1:
        raise Unread(f"the fields of the log do not stand in columns: they start at {sorted(columns)}")
    return tuple(lines), [int(match["id"]) for match in matches] if "id" in pattern.groupindex else []


# what has to agree within a text

def check_words(said: list, trade: Trade) -> None:
    """A text keeps to the words, systems, sites and codes of one trade."""
    for key, value in said:
        words = {"system": trade.systems, "kind": trade.kinds, "code": trade.codes, "code1": trade.codes, "code2": trade.codes,
                 "raiser": trade.raisers, "checker": trade.checkers,
                 "assets2": {trade.assets}}.get(key) or ({getattr(trade, key)} if key in ("asset", "assets", "field", "fields",
                                                                                      "event", "events") else None)
        if words and value not in words and value.lower() not in words:
            raise Unread(f"{value!r} is not a word for a log of {trade.assets}")


def check_same(said: list) -> None:
    """Site, system, day, weekday and 'claim' or 'statement' are the same wherever they are given."""
    for key in ("place", "kind", "system", "word", "day"):
        values = {_date(value) if key == "day" else value.lower() for name, value in said if name == key}
        if len(values) > 1:
            raise Unread(f"two values for the {key}: {sorted(map(str, values))}")
    days = [_date(value) for name, value in said if name == "day"]
    weekdays = {value for name, value in said if name == "weekday"}
    if not days or weekdays - {WEEKDAYS[days[0].weekday()]}:
        raise Unread(f"the day of the log is {days[:1]}, its weekday {sorted(weekdays)}")
    if any(_date(value) <= days[0] for name, value in said if name == "taken"):
        raise Unread("the log was taken before its day was over")


def _date(text: str) -> datetime.date:
    """The date '2026-01-26', '6 January 2026' or '06 Jan 2026'."""
    if text[4:5] == "-":
        year, month, day = map(int, text.split("-"))
    else:
        day, name, year = text.split()
        day, month, year = int(day), [long[:3] for long in MONTHS].index(name[:3]) + 1, int(year)
    if not 1 <= month <= 12 or not 1 <= day <= calendar.monthrange(year, month)[1]:
        raise Unread(f"{text!r} is not a date")
    return datetime.date(year, month, day)


def check_lines(said: list, lines: tuple, ids: list) -> None:
    """The log has as many lines as the head gives, in the order it gives."""
    given = dict(said)
    if len(lines) != int(given["rows"]):
        raise Unread(f"{given['rows']} lines are announced, {len(lines)} are there")
    step = {"oldest": 1, "newest": -1}[given["order"].lower()]
    for earlier, later in zip(lines[::step], lines[::step][1:]):
        if earlier.time > later.time:
            raise Unread(f"the lines do not run {given['order']} first")
    if any(later - earlier != step for earlier, later in zip(ids, ids[1:])):
        raise Unread("the numbers of the lines do not run on")


def check_claim(claim: Claim, rules: Rules) -> None:
    """The rules on names and on codes speak of what the claim is about."""
    name1, name2, name3 = rules.names
    if not (name2.startswith(name1) and name3.startswith(name2)) or claim.asset not in rules.names or len(set(rules.names)) != 3:
        raise Unread(f"the note on names speaks of {rules.names}, the claim of {claim.asset}")
    if not rules.codes[1].startswith(rules.codes[0]) or claim.code not in rules.codes or len(set(rules.codes)) != 2:
        raise Unread(f"the note on codes speaks of {rules.codes}, the claim of {claim.code}")


def read_case(state: str) -> Case:
    lines = reading.numbered_lines(state)
    if not lines:
        raise Unread("the text is empty")
    layout = _one(TITLES, lines[0], "a title")[0].split("_")[0]
    parts = SPLIT[layout](lines)
    said = read_head(layout, parts)
    claim, claim_said = read_claim(layout, parts.claim)
    rules, notes_said = read_notes(layout, parts.notes)
    said += claim_said + notes_said
    trade = TRADES[dict(claim_said)["asset"].lower()]
    rows = parts.log[1:] if layout in HEADINGS else parts.log
    if len(rows) < 3:
        raise Unread("the log has not as many as three lines")
    log, ids = read_rows(*row_pattern(layout, rows, trade), trade, rules)
    check_words(said, trade)
    check_same(said)
    check_lines(said, log, ids)
    check_claim(claim, rules)
    return Case(dict(claim_said)["word"].lower(), claim, rules, log)


# deciding

# the rule on the clock: a time of the claim is the moment at which its minute starts, to which a line's time is compared as it stands
MOMENT = {"minutes": lambda time: time, "seconds": lambda time: time}

# the window of the claim takes in its start, its end, both or neither
IN_WINDOW = {
    "both": lambda first, time, last: first <= time <= last,
    "start": lambda first, time, last: first <= time < last,
    "end": lambda first, time, last: first < time <= last,
    "neither": lambda first, time, last: first < time < last,
}


def is_of_asset(line: Line, case: Case) -> bool:
    """Rule on names: a line belongs to the asset whose full name it bears, and to no other."""
    return line.asset == case.claim.asset


def codes_meant(case: Case) -> frozenset:
    """Rule on spelling: two spellings of one code are counted together, two codes are counted apart."""
    return frozenset({"one code": case.rules.codes, "two codes": (case.claim.code,)}[case.rules.spelling])


def is_of_code(line: Line, case: Case) -> bool:
    """Rule on grading: the field of the line decides, whatever its message says."""
    return {"by the field": line.code}[case.rules.grading] in codes_meant(case)


def is_in_window(line: Line, case: Case) -> bool:
    """Rule on the clock, and the borders that the claim names."""
    claim = case.claim
    return IN_WINDOW[claim.borders](claim.first, MOMENT[case.rules.clock](line.time), claim.last)


def count(case: Case) -> int:
    """Rule on repeats: each line that fits counts once, also where it says the same as another."""
    fitting = [line for line in case.lines if is_of_asset(line, case) and is_of_code(line, case) and is_in_window(line, case)]
    return {"each line": len(fitting)}[case.rules.repeats]


def decide(case: Case) -> bool:
    """The claim is right where the log gives exactly its number."""
    return count(case) == case.claim.number


def check_question(question, options, word: str) -> None:
    """The question asks whether the claim is right; 'yes' says that the count agrees, 'no' that it does not."""
    for wording, (true, false) in QUESTIONS.items():
        if question["instructions"] == wording.format(word):
            if question["criteria"] == {"true": true.format(word), "false": false.format(word)}:
                break
    else:
        raise Unread(f"the question cannot be read for a {word}: {question['instructions']!r} {question['criteria']!r}")
    if question["type"] != "noul" or sorted(options) != ["no", "yes"]:
        raise Unread(f"type and options cannot be read: {question['type']!r} {options!r}")


def solve(state: str, question, options) -> str:
    case = read_case(state)
    check_question(question, options, case.word)
    return "yes" if decide(case) else "no"
