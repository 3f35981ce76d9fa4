"""Can a question be answered from the figures listed?

A text lists figures about organisations of one field (carriers, clinics, colleges, hotels, libraries, producers or
utilities), gives notes on how to read them, and states one question somebody asks. It comes in one of four layouts:

    sheet    '# ' comment lines around semicolon rows          (three sets of comment lines)
    record   a JSON object: request, source, figures, notes    (two orders of its parts)
    letter   mail header, question, notes and listing          (three sets of phrases)
    issue    a titled page with '## ' sections                 (three titles, three ways to put the question)

Grammar of what matters:

    figure   := organisation, measure, period, value ['p']     value: a count, a signed percentage, or a mark for "missing"
    measure  := plain name | other label of it | narrower measure | plan word 'for' plain name | plain name, change word
                | rate per unit
    period   := month | quarter | full year (FY)
    note     := other labels | former name | own figures only | named figures only | FY apart | p counts | missing mark
                | units | coverage
    question := one of the wordings in QUESTIONS; its slots o1.., m1.., t1, p1.. are organisations, measures, planned
                measures ('norm for supply') and periods

The text is answerable when each figure that the question names is listed with a value, read by the notes. A figure it
names must be listed also where the outcome seems clear without it.

Short names: `today` = the name an organisation has now; `own name` = the plain name of a measure
(left and right of '=' in the notes are one measure, the right one is kept); `need` = a figure the question needs.
"""
from __future__ import annotations

import re
from typing import Dict, FrozenSet, List, NamedTuple, Optional, Tuple

from solvers import reading


class Field(NamedTuple):
    noun: str                   # 'carrier'
    nouns: str                  # 'carriers'
    system: str                 # 'FleetLedger'
    title: str                  # 'Carrier returns'
    step: str                   # 'quarter' or 'month'
    units: str                  # 'money in thousand EUR (per trip in EUR), tonnage in t'
    plan: str                   # 'budget'
    plans: str                  # 'budgets'
    change: str                 # 'change'
    changes: str                # 'changes'
    kinds: FrozenSet[str]       # what follows the place in a name: 'Cargo East'
    old_kind: str               # what follows it in a former name: 'Haulage'
    measures: FrozenSet[str]    # every label, in small letters
    asked: FrozenSet[str]       # the labels a question may name without 'the': no plan, no change, no rate
    planned: FrozenSet[str]     # the labels a question may name with 'the': 'budget for tolls'
    desks: FrozenSet[str]       # who asks: 'Fleet Controlling'


class Period(NamedTuple):
    year: int
    kind: str                   # 'month', 'quarter' or 'FY'
    part: int                   # 1..12, 1..4, 0


class Figure(NamedTuple):
    line: int
    organisation: str
    measure: str
    period: Period
    value: Optional[str]        # as written; None where the line carries the mark for a missing figure
    provisional: bool
    mark: Optional[str]         # 'n/a', 'null' or a dash where the figure is missing


class Note(NamedTuple):
    line: int
    meaning: str                # a key of NOTES
    fields: Dict[str, str]


class Need(NamedTuple):
    organisation: str
    measure: str
    period: Period


class Case(NamedTuple):
    field: Field
    needs: Tuple[Need, ...]
    figures: Tuple[Figure, ...]
    notes: Tuple[Note, ...]


class Rules(NamedTuple):
    """The conventions of one text, as its notes state them."""
    own_names: Dict[str, str]   # other label -> the measure it names
    today: Dict[str, str]       # former name -> name today
    marks: FrozenSet[str]       # marks that say a figure was not reported
    provisional_counts: bool


PLACES = frozenset("""Ambersay Arnwick Ashgrove Balmoor Birkholt Bramwell Calderby Corvane Dalbrook Elmscote Garrowby Greyfell Halden
    Holmbury Ivorsand Kilbrae Lindmoor Lynmarsh Marlwood Millrace Orrinsby Redcombe Skerrow Tillerby Venlow Wakemoor""".split())


def make_field(noun: str, system: str, title: str, step: str, units: str, words: str, kinds: str, plain: str, other: str,
               rate: str, desks: str) -> Field:
    """A field from its vocabulary; `plain` names take the plan and the change word, `other` labels and rates stand alone."""
    nouns, plan, plans, change, changes, old_kind = words.split(", ")
    plain_names = plain.split(", ")
    asked = set(plain_names) | set(other.split(", "))
    planned = {f"{plan} for {name}" for name in plain_names}
    labels = asked | planned | {f"{name} {change}" for name in plain_names} | ({rate} if rate else set())
    return Field(noun, nouns, system, title, step, units, plan, plans, change, changes, frozenset(kinds.split(", ")), old_kind,
                 frozenset(labels), frozenset(asked), frozenset(planned), frozenset(desks.split(", ")))


FIELDS = (
    make_field("carrier", "FleetLedger", "Carrier returns", "quarter", "money in thousand EUR (per trip in EUR), tonnage in t",
               "carriers, budget, budgets, change, changes, Haulage", "Cargo, Cargo Group, Cargo East, Road Cargo, Air Cargo",
               "revenue, trips, tolls, tonnage, fuel cost",
               "turnover, journeys, road charges, load moved, diesel bill, net revenue, empty trips, late trips, refunded tolls, "
               "chilled tonnage, net fuel cost", "revenue per trip",
               "Fleet Controlling, Transport Planning, the tariff desk"),
    make_field("clinic", "MedStat", "Clinic activity", "month", "all counts in units",
               "clinics, quota, quotas, growth, growth, Infirmary", "Clinic, Clinics, Day Clinic, Eye Clinic, Skin Clinic",
               "bed days, blood tests, operations, tissue tests, visits",
               "inpatient days, blood panels, surgeries, biopsies, consultations, private bed days, urgent blood tests, "
               "cancelled operations, elective operations, outside tissue tests, first visits", "bed days per operation",
               "the medical board office, Ward Services, Capacity Planning"),
    make_field("college", "Registrar", "Term figures", "quarter", "money in thousand EUR",
               "colleges, goal, goals, delta, deltas, Institute", "College, Colleges, College East, Art College, Day College",
               "certificates, enrolments, exam entries, grants, lessons, spending, tuition",
               "awards, course starts, candidates, public funds, class sessions, outlay, learner payments, late certificates, "
               "postal enrolments, late exam entries, grants for adults, paid lessons, staff spending, net tuition",
               "lessons per enrolment", "Funding and Audit, Curriculum Planning, the academic office"),
    make_field("hotel", "StayBook", "House figures", "month", "money in thousand EUR (per arrival in EUR)",
               "hotels, plan, plans, variance, variances, Inn", "Hotel, Hotels, Hotel Garni, Park Hotel, Spa Hotel",
               "arrivals, cancellations, meal sales, room nights, room sales, takings",
               "check-ins, dropped bookings, dining income, nights sold, lodging income, house income, foreign arrivals, "
               "group arrivals, late cancellations, net meal sales, online room nights, net room sales, cash takings",
               "room sales per arrival", "Revenue Management, the owners' office, Guest Services"),
    make_field("library", "Shelfmark", "Branch statistics", "quarter", "all counts in units",
               "libraries, target, targets, trend, trends, Book Hall", "Library, Libraries, Art Library, Law Library, Map Library",
               "accessions, books bought, door count, gift books, loans, new readers",
               "items added, purchases, footfall, donations, items issued, new members, music accessions, used books bought, "
               "weekend door count, rare gift books, outside loans, renewed loans, young new readers", "loans per new reader",
               "Public Services, the acquisitions desk, the reading council"),
    make_field("producer", "GridPort", "Producer readings", "month", "energy in MWh, all else in units",
               "producers, forecast, forecasts, swing, swings, Sun Farm", "Solar, Solar Co, Solar Park, Solar Yard, Roof Solar",
               "feed-in, generation, outages, own use, string tests",
               "grid export, gross output, shutdowns, site demand, module checks, net feed-in, noon generation, planned outages, "
               "own use at night, failed string tests", "",
               "Grid Accounts, the balancing team, Asset Monitoring"),
    make_field("utility", "AquaReg", "Supply register", "quarter", "volumes in thousand cubic metres",
               "utilities, norm, norms, shift, shifts, Aqua", "Water, Water East, Water Union, Bay Water, Lake Water",
               "billed volume, bursts, flushing, meters fitted, supply",
               "metered sales, pipe breaks, flush losses, meter installs, water delivered, late billed volume, night bursts, "
               "night flushing, smart meters fitted, bulk supply", "",
               "Network Operations, Leakage Control, the regulator's data desk"),
)
FIELD_OF_SYSTEM = {field.system: field for field in FIELDS}
NOUNS = "|".join(field.noun for field in FIELDS)
PLURALS = "|".join(field.nouns for field in FIELDS)
SYSTEMS = "|".join(field.system for field in FIELDS)
TITLES = "|".join(field.title for field in FIELDS)
DATASETS = "|".join(field.title.lower().replace(" ", "-") for field in FIELDS)

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
LONG = r"(?:" + "|".join(MONTHS) + r")"
SHORT = r"(?:" + "|".join(month[:3] for month in MONTHS) + r")"
DATE = r"(?:[1-9]|[12]\d|3[01]) " + LONG + r" 20\d\d"                          # 16 March 2025
ISO = r"20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"                      # 2025-03-16
PERSON = r"[A-Z][^\W\d_]+ [A-Z][^\W\d_]+"                                      # Ingrid Suzuki
DESK = r"(?P<desk>[A-Za-z][A-Za-z' ]+)"                                        # the regulator's data desk
ORG = r"[A-Z][a-z]+(?: [A-Z][a-z]+){1,2}"                                      # Bramwell Lake Water
LOWER = r"[a-z][a-z-]+(?: [a-z-]+){0,3}"                                      # own use at night
UPPER = r"[A-Z][a-z-]+(?: [a-z-]+){0,3}"                                      # Own use at night
ASKED = r"(?P<question>[A-Z][^?]+\?)"                                          # What was the total of visits at ...?
CODE_PERIOD = r"20\d\d-(?:0[1-9]|1[0-2]|Q[1-4]|FY)"                            # 2024-03, 2024-Q1, 2024-FY
LONG_PERIOD = r"(?:" + LONG + r"|Q[1-4]|FY) 20\d\d"                            # March 2024, Q1 2024
SHORT_PERIOD = r"(?:" + SHORT + r"|Q[1-4]|FY) 20\d\d"                          # Mar 2024, Q1 2024
COUNT = r"0|[1-9]\d{0,2}(?:,\d{3})*"                                           # 1,668
PLAIN_COUNT = r"0|[1-9]\d*"                                                    # 1668
PERCENT = r"[+-]\d{1,3}\.\d%"                                                  # +25.5%


class Layout(NamedTuple):
    period: str                 # pattern of a period as the question of this layout writes it
    mark: str                   # how it writes a missing figure
    capital: bool               # measures begin with a capital


SHEET = Layout(SHORT_PERIOD, "n/a", True)
RECORD = Layout(SHORT_PERIOD, "null", True)
LETTER = Layout(SHORT_PERIOD, "n/a", False)
ISSUE = Layout(LONG_PERIOD, "\u2013", False)

SPOKEN_VALUE = r"(?:(?P<value>" + COUNT + "|" + PERCENT + r")(?P<p> p)?|(?P<mark>n/a|\u2013))"
SHEET_VALUE = r"(?:(?P<value>" + PLAIN_COUNT + "|" + PERCENT + r")|(?P<mark>n/a))"

SHEET_HEADS = {
    # '# Data request DR-6650, 14 March 2024, Zoe Mansour (the reading council)'
    "request": re.compile(r"# Data request DR-\d{4}, " + DATE + ", " + PERSON + r" \(" + DESK + r"\)"),
    # '# Ticket 5360 opened by Ines Lehmann, Fleet Controlling'
    "ticket": re.compile(r"# Ticket \d{4} opened by " + PERSON + ", " + DESK),
    # '# clinic-activity | MedStat | run 2025-03-04 by Elena Costa'
    "run": re.compile(r"# (?P<dataset>" + DATASETS + r") \| (?P<system>" + SYSTEMS + r") \| run " + ISO + " by " + PERSON),
}
# '# Question: How far was the figure for ...?'
SHEET_QUESTION = re.compile(r"# Question: " + ASKED)
# '# Shelfmark export branch-statistics, 20 lines, Karim Ibarra'
SHEET_EXPORT = re.compile(r"# (?P<system>" + SYSTEMS + r") export (?P<dataset>" + DATASETS + r"), (?P<count>\d+) lines, " + PERSON)
# '# Asked: At which of ...?'
SHEET_ASKED = re.compile(r"# Asked: " + ASKED)
# '# Attached: carrier-returns_2026-02-09.csv (FleetLedger, exported by Fiona Bergström)'
SHEET_ATTACHED = re.compile(r"# Attached: (?P<dataset>" + DATASETS + r")_" + ISO + r"\.csv \((?P<system>" + SYSTEMS + r"), exported by " + PERSON + r"\)")
# '# Request 3681 (Samir Mori, Capacity Planning): In Jun 2024, which of ...?'
SHEET_REQUEST = re.compile(r"# Request \d{4} \(" + PERSON + ", " + DESK + r"\): " + ASKED)
# '# 80 records'
SHEET_RECORDS = re.compile(r"# (?P<count>\d+) records")
# 'clinic;measure;period;value;status'
SHEET_COLUMNS = re.compile(r"(?:(?P<noun>" + NOUNS + r");(?:measure;period;value|item;period;figure)|name;measure;reporting_period;reported)(?P<status>;status)?")
# 'Dalbrook Art Library;Target for new readers;2023-Q3;510;'
SHEET_ROW = re.compile(r"(?P<org>" + ORG + ");(?P<measure>" + UPPER + ");(?P<period>" + CODE_PERIOD + ");" + SHEET_VALUE + r"(?P<status>;(?P<p>p?))?")
SHEET_NOTES = {
    # '# Notes', then '#  - FY figures (full years) stand alone: ...'
    "request": (re.compile(r"# Notes"), re.compile(r"#  - (?P<note>[^ ].*)")),
    # '# Reading the file', then '# * Full years (FY) ...'
    "ticket": (re.compile(r"# Reading the file"), re.compile(r"# \* (?P<note>[^ ].*)")),
    # '# Conventions', then '# 1) Figures marked p ...'
    "run": (re.compile(r"# Conventions"), re.compile(r"# (?P<number>\d+)\) (?P<note>[^ ].*)")),
}

# '{' and '}'
RECORD_OPEN, RECORD_CLOSE = re.compile(r"\{"), re.compile(r"\}")
# '"request": {"id": "REQ-5215", "by": "Tariq Ramos", "unit": "the reading council", "question": "At which of ...?"},'
RECORD_REQUEST = re.compile(r'"request": \{"id": "REQ-\d{4}", "by": "' + PERSON + '", "unit": "' + DESK + '", "question": "' + ASKED + r'"\}(?P<comma>,?)')
# '"source": {"system": "Shelfmark", "dataset": "branch-statistics", "retrieved": "2026-03-29", "user": "Marco Osei"},'
RECORD_SOURCE = re.compile(r'"source": \{"system": "(?P<system>' + SYSTEMS + r')", "dataset": "(?P<dataset>' + DATASETS + r')", "retrieved": "' + ISO + r'", "user": "' + PERSON + r'"\}(?P<comma>,?)')
# '"figures": {'
RECORD_FIGURES = re.compile(r'"figures": \{')
# '"2025-FY": ['
RECORD_PERIOD = re.compile(r'"(?P<period>' + CODE_PERIOD + r')": \[')
# '["Calderby Art Library","Purchases",1282],'
RECORD_ROW = re.compile(r'\["(?P<org>' + ORG + r')","(?P<measure>' + UPPER + r')",(?:(?P<count>' + PLAIN_COUNT + r')|"(?P<percent>' + PERCENT + r')"|(?P<mark>null))(?P<p>,"p")?\](?P<comma>,?)')
# '],' after the rows of a period, and '},' after the last of them
RECORD_PERIOD_END = re.compile(r"\](?P<comma>,?)")
RECORD_FIGURES_END = re.compile(r"\}(?P<comma>,?)")
# '"notes": ['
RECORD_NOTES = re.compile(r'"notes": \[')
# '"Full years (FY) and quarters are separate returns; neither is calculated from the other.",'
RECORD_NOTE = re.compile(r'"(?P<note>[^"]+)"(?P<comma>,?)')
RECORD_NOTES_END = re.compile(r"\](?P<comma>,?)")

# 'From: Ingrid Suzuki', 'From: Adaeze Yilmaz, Revenue Management'
LETTER_FROM = re.compile(r"From: (?P<name>" + PERSON + r")(?:, " + DESK + r")?")
# 'To: James Walsh, the medical board office'
LETTER_TO = re.compile(r"To: (?P<name>" + PERSON + r")(?:, " + DESK + r")?")
# 'Date: 16 March 2025'
LETTER_DATE = re.compile(r"Date: " + DATE)
LETTER_SUBJECTS = {
    "reply": re.compile(r"Subject: Your question no\. \d{4}"),                     # 'Subject: Your question no. 8708'
    "case": re.compile(r"Subject: (?P<title>" + TITLES + r"), case \d{4}"),        # 'Subject: Branch statistics, case 5990'
    "ask": re.compile(r"Subject: Can this be answered\? \(\d{4}\)"),               # 'Subject: Can this be answered? (2120)'
}
LETTER_PHRASES = {
    # greeting, question, notes heading, listing heading, closing
    "reply": (re.compile(r"Hello (?P<first>[^\W\d_]+),"),
              re.compile(r"You asked: " + ASKED),
              re.compile(r"How to read them:"),
              re.compile(r"This is what (?P<system>" + SYSTEMS + r") holds \((?P<count>\d+) entries\):"),
              re.compile(r"Regards,")),
    "case": (re.compile(r"Dear (?P<first>[^\W\d_]+),"),
             re.compile(r"For " + DESK + " you wanted to know: " + ASKED),
             re.compile(r"Please keep in mind:"),
             re.compile(r"Pulled from (?P<system>" + SYSTEMS + r") today, (?P<count>\d+) entries in all:"),
             re.compile(r"Best wishes,")),
    "ask": (re.compile(r"Hi (?P<first>[^\W\d_]+),"),
            re.compile(r"Our question is this: " + ASKED),
            re.compile(r"The usual rules for these entries:"),
            re.compile(r"Below is all we have from (?P<system>" + SYSTEMS + r"), (?P<count>\d+) entries\."),
            re.compile(r"Thanks,")),
}
# 'Ingrid Suzuki'
LETTER_SIGNED = re.compile(r"(?P<name>" + PERSON + r")")
# '(1) Some returns, whatever their date, still name Marlwood Roof Solar by its old name Marlwood Sun Farm.'
LETTER_NOTE = re.compile(r"\((?P<number>\d+)\) (?P<note>[^ ].*)")
# 'Jan 2024:'
LETTER_PERIOD = re.compile(r"(?P<period>" + SHORT_PERIOD + r"):")
LETTER_ROWS = {
    # 'blood tests of Lynmarsh Skin Clinic: 2,149'
    "of": re.compile(r"(?P<measure>" + LOWER + r") of (?P<org>" + ORG + r"): " + SPOKEN_VALUE),
    # 'Elmscote Map Library, loans per new reader: 13 p'
    "comma": re.compile(r"(?P<org>" + ORG + r"), (?P<measure>" + LOWER + r"): " + SPOKEN_VALUE),
    # 'Marlwood Art Library / accessions / 694'
    "slash": re.compile(r"(?P<org>" + ORG + r") / (?P<measure>" + LOWER + r") / " + SPOKEN_VALUE),
}

ISSUE_YEARS = r"(?P<years>20\d\d(?:-20\d\d)?)"
ISSUE_TITLES = {
    "comma": re.compile(r"# (?P<title>" + TITLES + r"), " + ISSUE_YEARS),          # '# Clinic activity, 2022'
    "space": re.compile(r"# (?P<title>" + TITLES + r") " + ISSUE_YEARS),           # '# Term figures 2021-2022'
    "colon": re.compile(r"# " + ISSUE_YEARS + r": (?P<title>" + TITLES + r")"),    # '# 2023-2024: Term figures'
}
ISSUE_BYLINES = {
    # '*Prepared by Ravi Castro from MedStat, 4 February 2023*'
    "comma": re.compile(r"\*Prepared by " + PERSON + r" from (?P<system>" + SYSTEMS + r"), " + DATE + r"\*"),
    # 'Status 28 February 2023, Registrar, editor Bilal Katz'
    "space": re.compile(r"Status " + DATE + r", (?P<system>" + SYSTEMS + r"), editor " + PERSON),
    # 'Registrar extract of 29 January 2025 (Sunita Eriksen)'
    "colon": re.compile(r"(?P<system>" + SYSTEMS + r") extract of " + DATE + r" \(" + PERSON + r"\)"),
}
ISSUE_SECTIONS = {
    "notes": re.compile(r"## (?:Notes|Reading rules|How to read the figures)"),
    "period": re.compile(r"## (?P<period>" + LONG_PERIOD + r")"),                  # '## March 2022'
    "for this issue": re.compile(r"## Question for this issue"),
    "open": re.compile(r"## Open enquiry \d{4}"),                                  # '## Open enquiry 7171'
    "by": re.compile(r"## Enquiry by " + DESK),                                    # '## Enquiry by the academic office'
}
ISSUE_QUESTIONS = {
    # 'Oskar Fofana (the medical board office) asks: What was ...?'
    "for this issue": re.compile(PERSON + r" \(" + DESK + r"\) asks: " + ASKED),
    # 'From Johan Pereira, Curriculum Planning: By how much did ...?'
    "open": re.compile(r"From " + PERSON + ", " + DESK + ": " + ASKED),
    # 'What was ...? (no. 2194, Ruth Petrov)'
    "by": re.compile(ASKED + r" \(no\. \d{4}, " + PERSON + r"\)"),
}
# '1. An answer combines the figures its question names, ...'
ISSUE_NOTE = re.compile(r"(?P<number>\d+)\. (?P<note>[^ ].*)")
ISSUE_ROWS = {
    "comma": re.compile(r"- (?P<measure>" + LOWER + r"), (?P<org>" + ORG + r"): " + SPOKEN_VALUE),    # '- visits, Bramwell Skin Clinic: 3,760'
    "colon": re.compile(r"- (?P<org>" + ORG + r"): (?P<measure>" + LOWER + r") " + SPOKEN_VALUE),     # '- Calderby Colleges: lessons 6,830 p'
    "dash": re.compile(r"- (?P<org>" + ORG + r") - (?P<measure>" + LOWER + r"): " + SPOKEN_VALUE),    # '- Bramwell Institute - tuition: 1,248'
}

PAIRS = r"(?P<pairs>" + LOWER + " = " + LOWER + "(?:; " + LOWER + " = " + LOWER + r")*)"
LAST = r"totals, (?P<changes>[a-z]+), rates, (?P<plans>[a-z]+) or other periods\."
NOTES = {
    # 'Two names for one measure: biopsies = tissue tests. All other labels are measures of their own.'
    "other labels": (
        re.compile("Two names for one measure: " + PAIRS + r"\. All other labels are measures of their own\."),
        re.compile("Equal in meaning: " + PAIRS + r"\. Any other label is a different measure\."),
        re.compile("Same measure, different label: " + PAIRS + r"\. No further labels are interchangeable\.")),
    # 'Kilbrae Water East was called Kilbrae Aqua before, and some filers still call it that.'
    "former name": (
        re.compile(r"(?P<former>" + ORG + ") is the former name of (?P<today>" + ORG + r"), still used in some returns, recent ones too\."),
        re.compile(r"(?P<today>" + ORG + ") was called (?P<former>" + ORG + r") before, and some filers still call it that\."),
        re.compile(r"Some returns, whatever their date, still name (?P<today>" + ORG + ") by its old name (?P<former>" + ORG + r")\.")),
    # 'Read each figure for its own clinic and period; a parent, branch or clinic of similar name is another.'
    "own figures only": (
        re.compile(r"Figures count for the (?P<noun>" + NOUNS + r") and period they stand under, not for namesakes, parents or branches\."),
        re.compile(r"Each figure belongs to the (?P<noun>" + NOUNS + r") and period named with it, never to a namesake, parent or branch\."),
        re.compile(r"Parents, branches and (?P<nouns>" + PLURALS + r") of similar name report separately; figures hold for their own period\."),
        re.compile(r"Read each figure for its own (?P<noun>" + NOUNS + r") and period; a parent, branch or (?P<again>" + NOUNS + r") of similar name is another\.")),
    # 'An answer combines the figures its question names, and each must be listed, even where the outcome seems clear ...'
    "named figures only": (
        re.compile(r"An answer combines the figures its question names, and each must be listed, even where the outcome seems clear without it; "
                   r"none is estimated or worked out from " + LAST),
        re.compile(r"If one figure named in a question is not listed, the question is open, however clear the outcome seems\. "
                   r"Combine those it names, but never estimate one or calculate it back from " + LAST),
        re.compile(r"A question is answerable only with every figure it names listed, also one that seems not to matter\. "
                   r"Only these are combined; none is estimated or derived from " + LAST)),
    # 'Full years (FY) and quarters are separate returns; neither is calculated from the other.'
    "FY apart": (
        re.compile(r"FY = full year, filed apart: not added up from quarters, and no quarter is worked out from it\."),
        re.compile(r"FY figures \(full years\) stand alone: quarters are not added up to one, nor taken off it\."),
        re.compile(r"Full years \(FY\) and quarters are separate returns; neither is calculated from the other\.")),
    # 'p = provisional; counts like any other figure.'
    "p counts": (
        re.compile(r"Figures marked p are provisional and are used like final ones\."),
        re.compile(r"p = provisional; counts like any other figure\."),
        re.compile(r"p marks provisional figures, which count as listed\.")),
    # 'n/a stands where nothing was reported.'
    "missing mark": (
        re.compile("(?P<mark>n/a|null|\u2013) = no figure was reported\\."),
        re.compile("(?P<mark>n/a|null|\u2013) stands where nothing was reported\\."),
        re.compile("(?P<mark>n/a|null|\u2013): the return came without this figure\\.")),
    # 'Units: all counts in units; growth in percent on the month before.'
    "units": (
        re.compile(r"Units: (?P<units>[a-z][^;]+); (?P<change>[a-z]+) in percent on the (?P<step>quarter|month) before\."),
        re.compile(r"(?!Units: )(?P<units>[A-Z][^;]+); (?P<change>[a-z]+) in percent against the (?P<step>quarter|month) before\.")),
    # 'Coverage is partial; the order of lines is that of receipt.'
    "coverage": (
        re.compile(r"Coverage is partial; the order of lines is that of receipt\."),
        re.compile(r"Not all returns are in; listed as received\."),
        re.compile(r"Returns come in piecemeal; lines stand as received\.")),
}
NOTE_PATTERNS = {(meaning, index): pattern for meaning, patterns in NOTES.items() for index, pattern in enumerate(patterns)}

# every wording needs every measure it names at every organisation it names in every period it names
QUESTIONS = (
    "At what percentage of {m1} did {m2} stand at {o1} in {p1}?",
    "At which of {o1} and {o2} was the {t1} higher in {p1}?",
    "At which of {o1} and {o2} was the figure for {m1} higher in {p1}?",
    "At which of {o1}, {o2} and {o3} was the {t1} highest in {p1}?",
    "At which of {o1}, {o2} and {o3} was the figure for {m1} highest in {p1}?",
    "By how much did {m1} in percent of {m2} at {o1} differ between {p1} and {p2}?",
    "By how much did the change in the {t1} at {o1}, {p1} against {p2}, differ from that at {o2}?",
    "By how much did the change in {m1} at {o1}, {p1} against {p2}, differ from that at {o2}?",
    "By how much did the figure for {m1} at {o1} in {p1} differ from the sum of those at {o2} and {o3}?",
    "By how much did the gap in the {t1} between {o1} and {o2} in {p1} differ from that in {p2}?",
    "By how much did the gap in {m1} between {o1} and {o2} in {p1} differ from that in {p2}?",
    "By how much did the ratio of {m1} to {m2} differ between {o1} and {o2} in {p1}?",
    "By how much did the {t1} at {o1} in {p1} differ from the sum of those at {o2} and {o3}?",
    "By what factor did {o1} and {o2} differ in the {t1} in {p1}?",
    "By what factor did {o1} and {o2} differ in {m1} in {p1}?",
    "By what percentage was the figure for {m1} at {o1} in {p1} above or below that of {p2}?",
    "By what percentage was the {t1} at {o1} in {p1} above or below that of {p2}?",
    "Comparing {p1} with {p2}, by how much did the {t1} at {o1} change?",
    "Comparing {p1} with {p2}, by how much did {m1} at {o1} change?",
    "Comparing {p1} with {p2}, did the {t1} grow more at {o1} or at {o2}?",
    "Comparing {p1} with {p2}, did {m1} at {o1} grow faster than its {m2}?",
    "Comparing {p1} with {p2}, did {m1} grow more at {o1} or at {o2}?",
    "For {p1}, what is the sum of {m1} and {m2} in percent of {m3} at {o1}?",
    "How do {o1}, {o2}, {o3} and {o4} rank by the {t1} in {p1}?",
    "How do {o1}, {o2}, {o3} and {o4} rank by {m1} in {p1}?",
    "How far was the figure for {m1} at {o1} in {p1} above or below that of {p2}?",
    "How far was the {t1} at {o1} in {p1} above or below that of {p2}?",
    "How wide was the range of the {t1} at {o1} over {p1}, {p2} and {p3}, lowest to highest?",
    "How wide was the range of {m1} at {o1} over {p1}, {p2} and {p3}, lowest to highest?",
    "In which of {p1}, {p2} and {p3} was the figure for {m1} at {o1} lowest?",
    "In which of {p1}, {p2} and {p3} was the {t1} at {o1} lowest?",
    "In which of {p1}, {p2}, {p3} and {p4} was the figure for {m1} at {o1} highest?",
    "In which of {p1}, {p2}, {p3} and {p4} was the {t1} at {o1} highest?",
    "In {p1}, was the figure for {m1} at {o1} above that of {o2} and {o3} together?",
    "In {p1}, was the total of {m1} at {o1} and {o2} above that at {o3} and {o4}?",
    "In {p1}, was the total {t1} at {o1} and {o2} above that at {o3} and {o4}?",
    "In {p1}, was the {t1} at {o1} above that of {o2} and {o3} together?",
    "In {p1}, which of {o1} and {o2} had the lower ratio of {m1} to {m2}?",
    "Was the figure for {m1} at {o1} higher in {p1} than in {p2}?",
    "Was the gap in the {t1} between {o1} and {o2} wider in {p1} than in {p2}?",
    "Was the gap in {m1} between {o1} and {o2} wider in {p1} than in {p2}?",
    "Was the ratio of {m1} to {m2} at {o1} higher in {p1} or in {p2}?",
    "Was the ratio of {m1} to {m2} higher at {o1} or at {o2} in {p1}?",
    "Was the total of {m1} at {o1} over {p1} and {p2} above that over {p3} and {p4}?",
    "Was the total {t1} at {o1} over {p1} and {p2} above that over {p3} and {p4}?",
    "Was the {t1} at {o1} higher in {p1} than in {p2}?",
    "What did {m1} and {m2} at {o1} come to together in {p1}, measured against its {m3}?",
    "What did {m1} at {o1} amount to in {p1} as a percentage of its {m2}?",
    "What was the average of {m1} at {o1} over {p1}, {p2} and {p3}?",
    "What was the average of {m1} at {o1} over {p1}, {p2}, {p3} and {p4}?",
    "What was the average of {m1} over {o1}, {o2} and {o3} in {p1}?",
    "What was the average of {m1} over {o1}, {o2}, {o3} and {o4} in {p1}?",
    "What was the average {t1} at {o1} over {p1}, {p2} and {p3}?",
    "What was the average {t1} at {o1} over {p1}, {p2}, {p3} and {p4}?",
    "What was the average {t1} over {o1}, {o2} and {o3} in {p1}?",
    "What was the average {t1} over {o1}, {o2}, {o3} and {o4} in {p1}?",
    "What was the difference in the {t1} between {o1} and {o2} in {p1}?",
    "What was the difference in {m1} between {o1} and {o2} in {p1}?",
    "What was the ratio of {m1} plus {m2} to {m3} at {o1} in {p1}?",
    "What was the ratio of {m1} to {m2} at {o1} in {p1}?",
    "What was the total of {m1} at {o1} and {o2} in {p1}?",
    "What was the total of {m1} at {o1} over {p1}, {p2} and {p3}?",
    "What was the total of {m1} at {o1} over {p1}, {p2}, {p3} and {p4}?",
    "What was the total of {m1} at {o1}, {o2} and {o3} in {p1}?",
    "What was the total of {m1} at {o1}, {o2}, {o3} and {o4} in {p1}?",
    "What was the total {t1} at {o1} and {o2} in {p1}?",
    "What was the total {t1} at {o1} over {p1}, {p2} and {p3}?",
    "What was the total {t1} at {o1} over {p1}, {p2}, {p3} and {p4}?",
    "What was the total {t1} at {o1}, {o2} and {o3} in {p1}?",
    "What was the total {t1} at {o1}, {o2}, {o3} and {o4} in {p1}?",
)
# the labels that a question may name, long ones first
ASKED_LABELS = "|".join(sorted(set().union(*(field.asked for field in FIELDS)), key=len, reverse=True))
PLANNED_LABELS = "|".join(sorted(set().union(*(field.planned for field in FIELDS)), key=len, reverse=True))
SLOTS = {"o": ORG, "m": "(?:" + ASKED_LABELS + ")", "t": "(?:" + PLANNED_LABELS + ")", "p": "(?:" + LONG_PERIOD + "|" + SHORT_PERIOD + ")"}


def question_pattern(wording: str) -> "re.Pattern":
    """The pattern of one wording: its fixed words spelled out, its slots as named groups."""
    parts = re.split(r"\{([omtp]\d)\}", wording)
    return re.compile("".join(f"(?P<{part}>{SLOTS[part[0]]})" if index % 2 else re.escape(part) for index, part in enumerate(parts)))


QUESTION_PATTERNS = {wording: question_pattern(wording) for wording in QUESTIONS}

INSTRUCTIONS = frozenset((
    "Can the question be answered from the facts listed?",
    "Can the question in the document be answered from the figures it lists?",
    "Does the listing hold every figure that the question needs?",
    "Is everything listed that is needed to answer the question under the stated notes?",
    "Read by the notes given, do the listed figures suffice to answer the question?",
))
CRITERIA = frozenset((
    ("All needed facts stand in the listing.", "A needed fact is missing from the listing."),
    ("Every figure the question needs is listed, read by the notes.", "At least one figure the question needs is not listed."),
    ("The question can be answered from the listed figures.", "The question cannot be answered from the listed figures."),
))


class Lines:
    """The lines of a text, taken one after the other; each is read by the pattern that takes it."""

    def __init__(self, state: str) -> None:
        self.lines = reading.numbered_lines(state)
        self.at = 0

    def ended(self) -> bool:
        return self.at == len(self.lines)

    def number(self) -> int:
        return self.lines[min(self.at, len(self.lines) - 1)][0]

    def offer(self, pattern: "re.Pattern") -> Optional["re.Match"]:
        """The next line if the pattern reads it; otherwise the line stays."""
        match = None if self.ended() else pattern.fullmatch(self.lines[self.at][1])
        if match:
            self.at += 1
        return match

    def take(self, pattern: "re.Pattern", where: str) -> "re.Match":
        match = self.offer(pattern)
        if not match:
            raise self.stuck(where)
        return match

    def take_one(self, patterns: Dict[str, "re.Pattern"], where: str) -> Tuple[str, "re.Match"]:
        """The name and match of the one pattern that reads the next line."""
        found = None if self.ended() else reading.first_match(patterns, self.lines[self.at][1])
        if not found:
            raise self.stuck(where)
        self.at += 1
        return found

    def stuck(self, where: str) -> reading.Unread:
        if self.ended():
            return reading.Unread(f"the text ends where {where} should stand")
        return reading.unread(*self.lines[self.at], where=where)


class Draft(NamedTuple):
    """What a layout reader gathers before names are checked against the field."""
    system: str
    question: Tuple[int, str]
    rows: List[Tuple[int, str, str, str, Optional[str], bool, Optional[str]]]
    notes: List[Tuple[int, str]]
    count: Optional[int]                    # the number of lines a text states
    said: List[Tuple[str, str, int]]        # (kind of word, word, line) to be checked against the field


def said(match: "re.Match", number: int) -> List[Tuple[str, str, int]]:
    """The desk, dataset, title or noun that a line names."""
    return [(kind, match[kind], number) for kind in ("desk", "dataset", "title", "noun") if match.groupdict().get(kind)]


def read_notes(lines: Lines, pattern: "re.Pattern") -> List[Tuple[int, str]]:
    """The notes up to the first line that is none; numbered notes count from 1."""
    notes = []
    while True:
        number = lines.number()
        match = lines.offer(pattern)
        if not match:
            if not notes:
                raise lines.stuck("a note")
            return notes
        if "number" in pattern.groupindex and int(match["number"]) != len(notes) + 1:
            raise reading.unread(number, match[0], "note number %d" % (len(notes) + 1))
        notes.append((number, match["note"]))


def check_new_period(period: str, rows: list) -> None:
    """A period has one heading."""
    if any(row[3] == period for row in rows):
        raise reading.Unread(f"the period {period} stands twice as a heading")


# sheets


def read_sheet_rows(lines: Lines, said_words: list) -> list:
    """The column line and the rows under it; all rows have a status column or none has."""
    number = lines.number()
    columns = lines.take(SHEET_COLUMNS, "column line")
    said_words += said(columns, number)
    rows = []
    while True:
        number = lines.number()
        row = lines.offer(SHEET_ROW)
        if not row:
            return rows
        if bool(row["status"]) != bool(columns["status"]) or (row["p"] and row["mark"]):
            raise reading.unread(number, row[0], "row of the columns given")
        rows.append((number, row["org"], row["measure"], row["period"], row["value"], bool(row["p"]), row["mark"]))


def read_sheet(lines: Lines) -> Draft:
    number = lines.number()
    kind, head = lines.take_one(SHEET_HEADS, "first line of a sheet")
    words = said(head, number)
    first = {"request": SHEET_QUESTION, "ticket": SHEET_ASKED, "run": SHEET_REQUEST}[kind]
    asked_at = lines.number()
    asked = lines.take(first, "question")
    words += said(asked, asked_at)
    system, count, rows, notes = (head["system"] if kind == "run" else None), None, None, None
    source = {"request": SHEET_EXPORT, "ticket": SHEET_ATTACHED, "run": SHEET_RECORDS}[kind]
    heading, note = SHEET_NOTES[kind]
    while not lines.ended():
        number = lines.number()
        if notes is None and lines.offer(heading):
            notes = read_notes(lines, note)
            continue
        if rows is not None:
            break
        origin = lines.take(source, "source of the figures")
        words += said(origin, number)
        system = origin["system"] if kind != "run" else system
        count = int(origin["count"]) if kind != "ticket" else None
        rows = read_sheet_rows(lines, words)
    if not lines.ended() or rows is None or notes is None:
        raise lines.stuck("part of a sheet")
    return Draft(system, (asked_at, asked["question"]), rows, notes, count, words)


# records


def comma_rule(lines: Lines, comma: str, last: bool) -> None:
    """A comma stands after every element but the last."""
    if bool(comma) == last:
        raise reading.Unread(f"line {lines.lines[lines.at - 1][0]}: a comma is {'not expected' if last else 'missing'}")


def read_record_period(lines: Lines, period: str) -> list:
    rows = []
    while True:
        number = lines.number()
        row = lines.take(RECORD_ROW, "figure")
        if row["mark"] and row["p"]:
            raise reading.unread(number, row[0], "figure")
        rows.append((number, row["org"], row["measure"], period, row["count"] or row["percent"], bool(row["p"]), row["mark"]))
        if not row["comma"]:
            return rows


def read_record_figures(lines: Lines) -> list:
    rows = []
    while True:
        period = lines.take(RECORD_PERIOD, "period")["period"]
        check_new_period(period, rows)
        rows += read_record_period(lines, period)
        if not lines.take(RECORD_PERIOD_END, "end of a period")["comma"]:
            return rows


def read_record_notes(lines: Lines) -> list:
    notes = []
    while True:
        number = lines.number()
        note = lines.take(RECORD_NOTE, "note")
        notes.append((number, note["note"]))
        if not note["comma"]:
            return notes


RECORD_PARTS = {"request": RECORD_REQUEST, "source": RECORD_SOURCE, "figures": RECORD_FIGURES, "notes": RECORD_NOTES}


def read_record(lines: Lines) -> Draft:
    lines.take(RECORD_OPEN, "opening brace")
    parts, words = {}, []
    while len(parts) < len(RECORD_PARTS):
        number = lines.number()
        name, match = lines.take_one({name: pattern for name, pattern in RECORD_PARTS.items() if name not in parts}, "part of a record")
        if name == "figures":
            parts[name], match = read_record_figures(lines), lines.take(RECORD_FIGURES_END, "end of the figures")
        elif name == "notes":
            parts[name], match = read_record_notes(lines), lines.take(RECORD_NOTES_END, "end of the notes")
        else:
            parts[name] = (number, match["question"] if name == "request" else match["system"])
            words += said(match, number)
        comma_rule(lines, match["comma"], len(parts) == len(RECORD_PARTS))
    lines.take(RECORD_CLOSE, "closing brace")
    if not lines.ended():
        raise lines.stuck("end of the record")
    return Draft(parts["source"][1], parts["request"], parts["figures"], parts["notes"], None, words)


# letters


def read_listing(lines: Lines, period_pattern: "re.Pattern", row_patterns: Dict[str, "re.Pattern"]) -> list:
    """Periods with their rows; the rows of one text all have the form of the first."""
    rows, form = [], None
    while True:
        heading = lines.offer(period_pattern)
        if not heading:
            if not rows:
                raise lines.stuck("period")
            return rows
        if form is None:
            form = next((pattern for pattern in row_patterns.values() if not lines.ended() and pattern.fullmatch(lines.lines[lines.at][1])), None)
        if form is None:
            raise lines.stuck("figure")
        check_new_period(heading["period"], rows)
        rows += read_period_rows(lines, form, heading["period"])


def read_period_rows(lines: Lines, form: "re.Pattern", period: str) -> list:
    """The rows of one period, line by line: a blank line ends it."""
    rows = []
    while True:
        number = lines.number()
        if rows and number > rows[-1][0] + 1:
            return rows
        row = lines.offer(form)
        if not row:
            if not rows:
                raise lines.stuck("figure")
            return rows
        rows.append((number, row["org"], row["measure"], period, row["value"], bool(row["p"]), row["mark"]))


def read_letter_head(lines: Lines) -> Tuple[str, str, str, list]:
    """(kind of letter, sender, first name of the addressee, words said)"""
    words = []
    number = lines.number()
    sender = lines.take(LETTER_FROM, "sender")
    words += said(sender, number)
    number = lines.number()
    addressee = lines.take(LETTER_TO, "addressee")
    words += said(addressee, number)
    lines.take(LETTER_DATE, "date")
    number = lines.number()
    kind, subject = lines.take_one(LETTER_SUBJECTS, "subject")
    words += said(subject, number)
    return kind, sender["name"], addressee["name"].split(" ")[0], words


def read_letter(lines: Lines) -> Draft:
    kind, sender, first, words = read_letter_head(lines)
    greeting, question, notes_heading, listing_heading, closing = LETTER_PHRASES[kind]
    if lines.take(greeting, "greeting")["first"] != first:
        raise reading.Unread("the greeting names somebody other than the addressee")
    asked_at = lines.number()
    asked = lines.take(question, "question")
    words += said(asked, asked_at)
    listing = rows = notes = None
    while rows is None or notes is None:
        if notes is None and lines.offer(notes_heading):
            notes = read_notes(lines, LETTER_NOTE)
        elif rows is None:
            listing = lines.take(listing_heading, "heading of the listing")
            rows = read_listing(lines, LETTER_PERIOD, LETTER_ROWS)
        else:
            raise lines.stuck("heading of the notes")
    lines.take(closing, "closing")
    if lines.take(LETTER_SIGNED, "signature")["name"] != sender or not lines.ended():
        raise reading.Unread("the letter does not end with its sender's name")
    return Draft(listing["system"], (asked_at, asked["question"]), rows, notes, int(listing["count"]), words)


# issues


def read_issue(lines: Lines) -> Draft:
    number = lines.number()
    kind, title = lines.take_one(ISSUE_TITLES, "title")
    words = said(title, number)
    byline = lines.take(ISSUE_BYLINES[kind], "line under the title")
    question = rows = notes = None
    while not lines.ended():
        number = lines.number()
        name, heading = lines.take_one(ISSUE_SECTIONS, "section heading")
        words += said(heading, number)
        if name == "notes" and notes is None:
            notes = read_notes(lines, ISSUE_NOTE)
        elif name == "period" and rows is None:
            lines.at -= 1
            rows = read_listing(lines, ISSUE_SECTIONS["period"], ISSUE_ROWS)
        elif name in ISSUE_QUESTIONS and question is None:
            number = lines.number()
            asked = lines.take(ISSUE_QUESTIONS[name], "question")
            question = (number, asked["question"])
            words += said(asked, number)
        else:
            raise reading.unread(number, heading[0], "section that stands once")
    if question is None or rows is None or notes is None:
        raise lines.stuck("another section")
    check_years(title["years"], rows)
    return Draft(byline["system"], question, rows, notes, None, words)


def check_years(years: str, rows: list) -> None:
    """The periods of an issue lie in the years of its title."""
    first, last = years[:4], years[-4:]
    for number, _, _, period, _, _, _ in rows:
        if not first <= period[-4:] <= last:
            raise reading.Unread(f"line {number}: {period} lies outside {years}")


LAYOUTS = (
    (re.compile(r"\{"), RECORD, read_record),
    (re.compile(r"From: .*"), LETTER, read_letter),
    (re.compile(r"# (?:Data request |Ticket |[a-z-]+ \| ).*"), SHEET, read_sheet),
    (re.compile(r"# (?:(?:" + TITLES + r"),? |20\d\d(?:-20\d\d)?: ).*"), ISSUE, read_issue),
)

# names, measures, periods, values


def check_organisation(text: str, field: Field, number: int) -> str:
    place, _, kind = text.partition(" ")
    if place not in PLACES or (kind not in field.kinds and kind != field.old_kind):
        raise reading.Unread(f"line {number}: {text!r} is not the name of a {field.noun}")
    return text


def is_old_name(organisation: str, field: Field) -> bool:
    """Former names end in a word of their own: 'Kilbrae Aqua'."""
    return organisation.partition(" ")[2] == field.old_kind


def check_measure(text: str, field: Field, number: int, capital: bool = False) -> str:
    """The label in small letters; layouts with capitals write 'Blood tests'."""
    small = text[:1].lower() + text[1:] if capital else text
    if small not in field.measures:
        raise reading.Unread(f"line {number}: {text!r} is not a measure of a {field.noun}")
    return small


def read_period(text: str, field: Field, number: int) -> Period:
    """'2024-Q1', 'Q1 2024', '2024-03', 'March 2024', 'Mar 2024', 'FY 2024'."""
    year, part = (text[:4], text[5:]) if text[:2] == "20" else (text[-4:], text[:-5])
    if part == "FY":
        period = Period(int(year), "FY", 0)
    elif part[0] == "Q":
        period = Period(int(year), "quarter", int(part[1:]))
    elif part.isdigit():
        period = Period(int(year), "month", int(part))
    else:
        period = Period(int(year), "month", 1 + [month[:3] for month in MONTHS].index(part[:3]))
    if period.kind != field.step and not (period.kind == "FY" and field.step == "quarter"):
        raise reading.Unread(f"line {number}: {text!r} is not a period of a {field.noun}'s figures")
    return period


def check_value(value: Optional[str], measure: str, field: Field, number: int) -> None:
    """Changes are percentages, everything else is a number."""
    if value is not None and value.endswith("%") != measure.endswith(" " + field.change):
        raise reading.Unread(f"line {number}: {value!r} is not a value of {measure!r}")


def check_words(draft: Draft, field: Field) -> None:
    """Desk, dataset, title and noun are those of the field."""
    own = {"desk": field.desks, "dataset": (field.title.lower().replace(" ", "-"),), "title": (field.title,), "noun": (field.noun,)}
    for kind, word, number in draft.said:
        if word not in own[kind]:
            raise reading.Unread(f"line {number}: {word!r} is not a {kind} of the {field.nouns}")
    if draft.count is not None and draft.count != len(draft.rows):
        raise reading.Unread(f"{draft.count} figures are announced, {len(draft.rows)} are listed")


def read_figures(draft: Draft, field: Field, layout: Layout) -> Tuple[Figure, ...]:
    figures = []
    periods = {text: read_period(text, field, number) for number, _, _, text, _, _, _ in draft.rows}
    for number, organisation, label, period, value, provisional, mark in draft.rows:
        measure = check_measure(label, field, number, layout.capital)
        check_organisation(organisation, field, number)
        check_value(value, measure, field, number)
        if mark is not None and mark != layout.mark:
            raise reading.Unread(f"line {number}: {mark!r} does not mark a missing figure here")
        figures.append(Figure(number, organisation, measure, periods[period], value, provisional, mark))
    return tuple(figures)


def check_note_words(note: Note, field: Field) -> None:
    """The nouns, plan words, change words and units of a note are those of the field."""
    own = {"noun": field.noun, "again": field.noun, "nouns": field.nouns, "plans": field.plans, "changes": field.changes,
           "change": field.change, "step": field.step}
    for name, word in note.fields.items():
        if name in own and word != own[name]:
            raise reading.Unread(f"line {note.line}: {word!r} where {own[name]!r} should stand")
    if note.meaning == "units" and note.fields["units"] not in (field.units, field.units[0].upper() + field.units[1:]):
        raise reading.Unread(f"line {note.line}: {note.fields['units']!r} is not how the {field.nouns} count")
    for name in ("former", "today"):
        if name in note.fields:
            check_organisation(note.fields[name], field, note.line)
            if is_old_name(note.fields[name], field) != (name == "former"):
                raise reading.Unread(f"line {note.line}: {note.fields[name]!r} is not a name a {field.noun} has {name}")
    for other, plain in label_pairs(note):
        if f"{field.plan} for {plain}" not in field.planned or f"{field.plan} for {other}" in field.planned:
            raise reading.Unread(f"line {note.line}: {other!r} is no other label of {plain!r}")
        check_measure(other, field, note.line)


def label_pairs(note: Note) -> List[List[str]]:
    """'biopsies = tissue tests; surgeries = operations' -> [['biopsies', 'tissue tests'], ['surgeries', 'operations']]"""
    return [pair.split(" = ") for pair in note.fields.get("pairs", "").split("; ") if pair]


def read_note(number: int, text: str, field: Field) -> Note:
    found = reading.first_match(NOTE_PATTERNS, text)
    if not found:
        raise reading.unread(number, text, "note")
    note = Note(number, found[0][0], {name: word for name, word in found[1].groupdict().items() if word is not None})
    check_note_words(note, field)
    return note


def read_needs(number: int, text: str, field: Field, layout: Layout) -> Tuple[Need, ...]:
    """The figures that a question needs."""
    found = reading.first_match(QUESTION_PATTERNS, text)
    if not found:
        raise reading.unread(number, text, "question")
    slots = found[1].groupdict()
    organisations = [check_organisation(word, field, number) for name, word in slots.items() if name[0] == "o"]
    measures = [check_measure(word, field, number) for name, word in slots.items() if name[0] in "mt"]
    for name, word in slots.items():
        if name[0] == "p" and not re.fullmatch(layout.period, word):
            raise reading.Unread(f"line {number}: {word!r} is not how this text writes a period")
    periods = [read_period(word, field, number) for name, word in slots.items() if name[0] == "p"]
    return tuple(Need(organisation, measure, period) for organisation in organisations for measure in measures for period in periods)


def read_case(state: str) -> Case:
    lines = Lines(state)
    if lines.ended():
        raise reading.Unread("the text is empty")
    chosen = [(layout, reader) for pattern, layout, reader in LAYOUTS if pattern.fullmatch(lines.lines[0][1])]
    if len(chosen) != 1:
        raise lines.stuck("first line")
    layout, reader = chosen[0]
    draft = reader(lines)
    field = FIELD_OF_SYSTEM[draft.system]
    check_words(draft, field)
    notes = tuple(read_note(number, text, field) for number, text in draft.notes)
    return Case(field, read_needs(*draft.question, field, layout), read_figures(draft, field, layout), notes)


def notes_of(case: Case, meaning: str) -> List[Note]:
    return [note for note in case.notes if note.meaning == meaning]


def check_needed_notes(case: Case) -> None:
    """Every convention that the text makes use of is stated, and none is stated twice."""
    needed = ["other labels", "own figures only", "named figures only"]
    if any(figure.period.kind == "FY" for figure in case.figures) or any(need.period.kind == "FY" for need in case.needs):
        needed.append("FY apart")
    if any(figure.provisional for figure in case.figures):
        needed.append("p counts")
    if any(figure.mark for figure in case.figures):
        needed.append("missing mark")
    for meaning in needed:
        if not notes_of(case, meaning):
            raise reading.Unread(f"no note says how to read: {meaning}")
    for note in case.notes:
        if len(notes_of(case, note.meaning)) > 1:
            raise reading.Unread(f"line {note.line}: a second note on: {note.meaning}")


def read_rules(case: Case) -> Rules:
    check_needed_notes(case)
    own_names = {other: own for note in notes_of(case, "other labels") for other, own in label_pairs(note)}
    today = {note.fields["former"]: note.fields["today"] for note in notes_of(case, "former name")}
    if set(own_names) & set(own_names.values()) or set(today) & set(today.values()):
        raise reading.Unread("a name stands on both sides of the notes on names")
    marks = frozenset(note.fields["mark"] for note in notes_of(case, "missing mark"))
    return Rules(own_names, today, marks, bool(notes_of(case, "p counts")))


# 'Equal in meaning: metered sales = billed volume. Any other label is a different measure.'
def own_name(measure: str, rules: Rules) -> str:
    """One name for each measure; a plan, a change, a rate or a narrower measure keeps its own label."""
    return rules.own_names.get(measure, measure)


# 'Some returns, whatever their date, still name Marlwood Roof Solar by its old name Marlwood Sun Farm.'
# 'Read each figure for its own library and period; a parent, branch or library of similar name is another.'
def name_today(organisation: str, rules: Rules) -> str:
    """The name an organisation has today; apart from a former name, names must be the same word for word."""
    return rules.today.get(organisation, organisation)


# 'n/a stands where nothing was reported.'
def is_reported(figure: Figure, rules: Rules) -> bool:
    """A line with the mark for a missing figure lists no figure."""
    if figure.mark is not None and figure.mark not in rules.marks:
        raise reading.Unread(f"line {figure.line}: no note says what {figure.mark!r} stands for")
    return figure.mark is None


# 'Figures marked p are provisional and are used like final ones.'
def may_be_used(figure: Figure, rules: Rules) -> bool:
    """A final figure may be used, a provisional one where the notes say so."""
    return not figure.provisional or rules.provisional_counts


# 'FY = full year, filed apart: not added up from quarters, and no quarter is worked out from it.'
def same_period(one: Period, other: Period) -> bool:
    """A full year is neither the sum of its quarters nor one of them, so periods agree only when they are the same."""
    return one == other


def matches(figure: Figure, need: Need, rules: Rules) -> bool:
    """Whether a line is about the needed measure of the needed organisation in the needed period."""
    return (same_period(figure.period, need.period)
            and own_name(figure.measure, rules) == own_name(need.measure, rules)
            and name_today(figure.organisation, rules) == name_today(need.organisation, rules))


# 'Combine those it names, but never estimate one or calculate it back from totals, shifts, rates, norms or other periods.'
def is_listed(need: Need, case: Case, rules: Rules) -> bool:
    """A needed figure counts only where a line gives it."""
    return any(matches(figure, need, rules) and is_reported(figure, rules) and may_be_used(figure, rules) for figure in case.figures)


def check_marks(case: Case, rules: Rules) -> None:
    """Every mark that stands in place of a figure is explained."""
    for figure in case.figures:
        is_reported(figure, rules)


def check_old_names(case: Case, rules: Rules) -> None:
    """A former name stands only where a note says whose it is."""
    for line, organisation in [(figure.line, figure.organisation) for figure in case.figures] + [(None, need.organisation) for need in case.needs]:
        if is_old_name(organisation, case.field) and organisation not in rules.today:
            where = "the question" if line is None else f"line {line}"
            raise reading.Unread(f"{where}: no note says whose former name {organisation!r} is")


def check_one_line_each(case: Case, rules: Rules) -> None:
    """No two lines give the same figure; two of them would have to be weighed against each other."""
    seen = {}
    for figure in case.figures:
        key = (name_today(figure.organisation, rules), own_name(figure.measure, rules), figure.period)
        if key in seen:
            raise reading.Unread(f"lines {seen[key]} and {figure.line} both give one figure")
        seen[key] = figure.line


# 'If one figure named in a question is not listed, the question is open, however clear the outcome seems. ...'
def missing_needs(case: Case, rules: Rules) -> Tuple[Need, ...]:
    """The figures that the question names and no line gives; each counts, also where the outcome seems clear without it."""
    return tuple(need for need in case.needs if not is_listed(need, case, rules))


def decide(case: Case) -> bool:
    """Answerable when no figure that the question names is missing."""
    rules = read_rules(case)
    check_marks(case, rules)
    check_old_names(case, rules)
    check_one_line_each(case, rules)
    return not missing_needs(case, rules)


def check_question(question: dict, options) -> None:
    """The typed question asks whether the listing holds what is needed; 'yes' says that it does."""
    if set(question) != {"type", "instructions", "criteria"} or question["type"] != "noul" or question["instructions"] not in INSTRUCTIONS:
        raise reading.Unread(f"the typed question cannot be read: {question!r}")
    criteria = question["criteria"]
    if set(criteria) != {"true", "false"} or (criteria["true"], criteria["false"]) not in CRITERIA:
        raise reading.Unread(f"the criteria cannot be read: {criteria!r}")
    if sorted(options) != ["no", "yes"]:
        raise reading.Unread(f"the options are not yes and no: {options!r}")


def solve(state: str, question: dict, options) -> str:
    check_question(question, options)
    return "yes" if decide(read_case(state)) else "no"
