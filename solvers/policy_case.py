"""Solver for written policies: numbered rules, notes on how they are read, and one case to decide.

The texts come in four forms, each with a head, the rules, the notes and the case in any order:
  mail   "From: ...", rules "(1) Deny when A and B (exception: C).", case "  Label ..... value", a closing line
  page   "# Title", rules "1. Events X are denied if A, unless C.", notes "* ...", case "- Label: value"
  table  two head lines, rules "| 1 | Label: value | Label: value | deny | Label: value |", notes "a) ...", case in columns
  list   "title: ...", rules "- id: 1 / when: [a == 1, b >= 2] / unless: c == true / outcome: deny", case "key: value"

A rule has two conditions, an outcome and perhaps an exception. The notes say four things, each read from its sentence:
  applying  when a rule applies and what its exception does
  priority  which rule decides where several apply (number, place in the list, outcome, one named rule, special rules)
  default   the outcome where no rule applies
  borders   which comparing words include the figure (a list uses >= and > and has no such sentence)

Short names: a *subject* is the office's field (refunds, claims, extracts, events, expenses, changes, loans); a *fact* is
one line of the case; a *clause* is a condition with a verb ("the deposit is paid"), a *qualifier* one that follows the
noun ("with the deposit paid"), a *cell* one of a table ("Deposit paid: yes"); a *word* compares ("over", "or less"). Things
that are counted go with "fewer", spans of time and amounts of money with "less" and "under".
"""
from __future__ import annotations

import datetime
import re
from typing import NamedTuple

from solvers import reading

OUTCOMES = ("approve", "deny", "escalate")
OUTCOME_OF = {"Approve": "approve", "Deny": "deny", "Escalate": "escalate", "approved": "approve", "denied": "deny",
              "escalated": "escalate", "approve": "approve", "deny": "deny", "escalate": "escalate"}

# Comparing words: +1 asks for a value above the figure, -1 for one below it. Whether the figure counts is said by the notes.
WORDS_BEFORE = {"over": 1, "more than": 1, "at least": 1, "under": -1, "less than": -1, "fewer than": -1, "at most": -1}
WORDS_AFTER = {"or more": 1, "or less": -1, "or fewer": -1}
NOT_OF_COUNTS, ONLY_OF_COUNTS = ("under", "less than", "or less"), ("fewer than", "or fewer")
SIGNS = {">": 1, ">=": 1, "<": -1, "<=": -1}
DIRECTION = {**WORDS_BEFORE, **WORDS_AFTER, **SIGNS}
SIGN_BORDERS = {">": False, ">=": True, "<": False, "<=": True}


class Fact(NamedTuple):
    """One line a case must have, and the phrases that test it. kind: flag, sort, count, span or money."""
    label: str
    key: str
    kind: str
    unit: str
    values: tuple
    clauses: dict
    qualifiers: dict


class Subject(NamedTuple):
    """One office's field: its words, titles and facts. `special` is the fact whose naming makes a rule a special one."""
    code: str
    file: str
    person: str
    noun: str
    unit: str
    head: str
    special: str
    titles: tuple
    facts: tuple


class Test(NamedTuple):
    """A condition: the fact `key` compared with `value` by `word` ("is" or a comparing word)."""
    key: str
    word: str
    value: object


class Rule(NamedTuple):
    number: int
    conditions: tuple
    outcome: str
    exception: object


class Priority(NamedTuple):
    """Which rule decides: kind lowest, highest, first, last, outcome, named or special, and what the kind needs."""
    kind: str
    then: str = ""
    order: tuple = ()
    number: int = 0
    fact: str = ""


class Case(NamedTuple):
    subject: Subject
    head: dict
    facts: dict
    rules: tuple
    applying: str
    priority: Priority
    default: str
    borders: dict


# The seven subjects

def key_of(label: str, unit: str = "") -> str:
    """'Tutor's signature' -> tutors_signature; an amount's key ends in its currency."""
    key = re.sub(r"[^a-z0-9]+", "_", label.lower().replace("'", ""))
    return f"{key}_{unit.lower()}" if unit else key


def flag(label: str, yes: str, no: str, with_it: tuple, without: tuple) -> Fact:
    return Fact(label, key_of(label), "flag", "", (), {True: (yes,), False: (no,)}, {True: with_it, False: without})


def sort(label: str, values: str, clauses: tuple, qualifiers: tuple) -> Fact:
    return Fact(label, key_of(label), "sort", "", tuple(values.split(", ")), {"": clauses}, {"": qualifiers})


def count(label: str, unit: str, clauses: tuple, qualifiers: tuple) -> Fact:
    return Fact(label, key_of(label), "count", unit, (), {"": clauses}, {"": qualifiers})


def span(label: str, unit: str, clauses: tuple, qualifiers: tuple) -> Fact:
    return Fact(label, key_of(label), "span", unit, (), {"": clauses}, {"": qualifiers})


def money(label: str, unit: str, clauses: tuple, qualifiers: tuple) -> Fact:
    return Fact(label, key_of(label, unit), "money", unit, (), {"": clauses}, {"": qualifiers})


REFUNDS = Subject(
    "RF", "Refund request", "Customer", "refund", "refund desk", "floor manager", "Product group",
    ("Refund rules for the shop floor", "Refund desk handbook", "Customer refunds: decision rules"), (
        sort("Product group", "cosmetics, electronics, footwear, furniture, toys",
             ("the product group is {}", "the goods belong to the product group {}"),
             ("for goods in the product group {}", "in the product group {}")),
        sort("Sales channel", "catalogue desk, market stall, outlet store, web shop",
             ("the sales channel is the {}", "the goods come from the {}"), ("for goods from the {}",)),
        money("Refund amount", "EUR", ("the refund amount is {}", "the refund is for {}"), ("of {}",)),
        span("Days from purchase to request", "days",
             ("the refund is requested {} after purchase", "the request comes {} after purchase"),
             ("that are requested {} after purchase",)),
        count("Earlier refunds in 12 months", "earlier refunds", ("the customer had {} in 12 months",), ()),
        flag("Loyalty card", "the customer has a loyalty card", "the customer lacks a loyalty card",
             ("to customers with a loyalty card",), ("to customers without a loyalty card",)),
        flag("Proof of purchase", "there is proof of purchase", "proof of purchase is missing",
             ("with proof of purchase", "backed by proof of purchase"), ("without proof of purchase",)),
        flag("Packaging opened", "the packaging has been opened", "the packaging is unopened",
             ("with opened packaging",), ("with unopened packaging",)),
        flag("Price tag attached", "the price tag is attached", "the price tag is missing",
             ("for goods with the price tag attached",), ("for goods without a price tag",)),
        flag("Earlier dispute on file", "an earlier dispute is on file", "the file is free of earlier disputes",
             ("to customers with an earlier dispute on file",), ("to customers with no earlier dispute on file",)),
    ))

CLAIMS = Subject(
    "CL", "Claim file", "Policyholder", "claim", "claims unit", "senior adjuster", "Loss type",
    ("Adjusters' guide, travel cover", "Claims handling rules", "Travel cover: claims manual"), (
        sort("Loss type", "baggage, cancellation, hire car, medical care, missed connection",
             ("the loss type is {}", "the claim has the loss type {}"), ("of the loss type {}", "with the loss type {}")),
        sort("Plan", "annual, basic, comfort, family", ("the plan is {}", "the claim falls under the {} plan"), ("under the {} plan",)),
        money("Amount claimed", "GBP", ("the amount claimed is {}", "the claim is for {}"), ("of {}",)),
        span("Days until notified", "days", ("the claim was notified {} after the loss", "notice came {} after the loss"),
             ("notified {} after the loss",)),
        count("Prior claims in 3 years", "prior claims", ("the holder made {} in 3 years",), ()),
        flag("Second insurer", "there is a second insurer", "we are the only insurer",
             ("with a second insurer",), ("without a second insurer",)),
        flag("Premium in arrears", "the premium is in arrears", "the premium is paid up",
             ("with the premium in arrears",), ("with the premium paid up",)),
        flag("Original documents", "the original documents were sent", "the original documents are missing",
             ("with original documents", "supported by original documents"), ("without original documents",)),
        flag("Police report", "there is a police report", "the police report is missing",
             ("with a police report",), ("without a police report",)),
        flag("Incomplete form", "the form is incomplete", "the form is complete",
             ("with an incomplete form",), ("with a complete form",)),
    ))

EXTRACTS = Subject(
    "DX", "Extract request", "Applicant", "extract", "data office", "data protection officer", "Data set",
    ("Release of register extracts", "Data office: release rules", "Rules for extracts from the register"), (
        sort("Data set", "admissions, imaging, laboratory, mortality, prescriptions",
             ("the data set is {}", "the extract is drawn from the data set {}"), ("from the {} data set", "drawn from the data set {}")),
        sort("Recipient", "charity, company, ministry, university", ("the recipient is a {}",), ("with a {} as recipient",)),
        count("Records requested", "records", ("{} are requested", "the extract has {}"), ("of {}",)),
        count("Smallest cell size", "persons", ("the smallest cell has {}",), ()),
        span("Months of storage", "months", ("the extract is stored for {}", "storage lasts {}"), ("that are stored for {}",)),
        flag("Consent complete", "consent is complete", "consent is incomplete",
             ("with complete consent",), ("with incomplete consent",)),
        flag("Leaves the country", "the data leave the country", "the data stay in the country",
             ("that leave the country",), ("that stay in the country",)),
        flag("Ethics vote", "there is an ethics vote", "the ethics vote is missing",
             ("with an ethics vote",), ("without an ethics vote",)),
        flag("Linked register", "another register is linked", "the extract does without a linked register",
             ("with a linked register",), ("without a linked register",)),
        flag("Transfer encrypted", "the transfer is encrypted", "the transfer is unencrypted",
             ("with encrypted transfer",), ("with unencrypted transfer",)),
    ))

EVENTS = Subject(
    "PA", "Permit application", "Organiser", "event", "permit counter", "head of public order", "Event class",
    ("Guide to event permits", "Permit counter: working rules", "Street event permits"), (
        sort("Event class", "concerts, food fairs, light shows, markets, sports days",
             ("the event class is {}", "the event is in the event class {}"), ("in the event class {}", "filed under the event class {}")),
        sort("District", "harbour, hillside, old town, riverside",
             ("the district is {}", "the event takes place in the {} district"), ("in the {} district",)),
        count("Expected visitors", "visitors", ("{} are expected", "the event expects {}"), ("that expect {}",)),
        span("Hours on site", "hours", ("the event is on site for {}", "the event lasts {}"), ()),
        span("Lead time in days", "days", ("the lead time is {}",), ("with a lead time of {}",)),
        flag("First-time organiser", "the organiser is a first-time organiser", "the organiser has held events before",
             ("by first-time organisers",), ("by organisers with earlier events",)),
        flag("Amplified sound", "the sound is amplified", "the event does without amplified sound",
             ("with amplified sound",), ("without amplified sound",)),
        flag("Deposit paid", "the deposit is paid", "the deposit is still unpaid",
             ("with the deposit paid",), ("with the deposit unpaid",)),
        flag("Road closure", "a road closure is needed", "the roads stay open",
             ("with a road closure",), ("without a road closure",)),
        flag("Security plan", "there is a security plan", "the security plan is missing",
             ("with a security plan",), ("without a security plan",)),
    ))

EXPENSES = Subject(
    "EX", "Expense report", "Employee", "expense", "payables team", "finance controller", "Expense type",
    ("Expense rules", "Travel and expense guide", "Staff expenses: what is paid and what is not"), (
        sort("Expense type", "lodging, meals, rail travel, team events, training",
             ("the expense type is {}", "the type of the expense is {}"), ("of the type {}", "booked under the expense type {}")),
        sort("Department", "administration, field service, research, sales",
             ("the department is {}", "the expense comes from the {} department"), ("from the {} department",)),
        money("Expense amount", "CHF", ("the expense amount is {}", "the expense is for {}"), ("of {}",)),
        count("People covered", "people", ("the expense covers {}",), ()),
        span("Days from payment to hand-in", "days",
             ("the expense is handed in {} after payment", "the report comes {} after payment"),
             ("that are handed in {} after payment",)),
        flag("Alcohol on the bill", "alcohol is on the bill", "the bill is free of alcohol",
             ("with alcohol on the bill",), ("with no alcohol on the bill",)),
        flag("Private items on the bill", "private items are on the bill", "the bill is free of private items",
             ("with private items on the bill",), ("with no private items on the bill",)),
        flag("Itemised receipt", "an itemised receipt is attached", "the itemised receipt is missing",
             ("with an itemised receipt",), ("without an itemised receipt",)),
        flag("Travel order", "there is a travel order", "the travel order is missing",
             ("with a travel order", "covered by a travel order"), ("without a travel order",)),
        flag("Budget overdrawn", "the budget is overdrawn", "the budget is still in credit",
             ("from an overdrawn budget",), ("from a budget in credit",)),
    ))

CHANGES = Subject(
    "CHG", "Change record", "Requester", "change", "change board", "duty architect", "System",
    ("Change board runbook", "Which changes go ahead", "Change control rules"), (
        sort("System", "billing, directory, mail, reporting, telephony",
             ("the system is {}", "the change touches the {} system"), ("to the {} system", "that touch the {} system")),
        sort("Environment", "laboratory, production, staging, standby",
             ("the environment is {}", "the change is made in the {} environment"), ("in the {} environment",)),
        span("Notice in days", "days", ("the notice given is {}", "the notice is {}"), ("with notice of {}",)),
        span("Downtime in minutes", "minutes", ("the downtime is {}", "the change brings a downtime of {}"), ("with a downtime of {}",)),
        count("Users affected", "users", ("{} are affected", "the change affects {}"), ()),
        flag("Outside vendor", "an outside vendor does the work", "the work is done without an outside vendor",
             ("done by an outside vendor",), ("done without an outside vendor",)),
        flag("Peer review done", "the peer review is done", "the peer review is outstanding",
             ("with a finished peer review",), ("without a finished peer review",)),
        flag("Rollback tested", "the rollback has been tested", "the rollback is untested",
             ("with a tested rollback",), ("with an untested rollback",)),
        flag("Database altered", "the database is altered", "the database stays unaltered",
             ("that alter the database",), ("that leave the database unaltered",)),
        flag("Freeze week", "the change falls in a freeze week", "the change falls outside a freeze week",
             ("during a freeze week",), ("outside a freeze week",)),
    ))

LOANS = Subject(
    "LN", "Loan slip", "Borrower", "loan", "equipment pool", "studio head", "Device class",
    ("Who may borrow what", "Equipment pool: lending rules", "Lending rules of the media workshop"), (
        sort("Device class", "cameras, laptops, lighting, microphones, projectors",
             ("the device class is {}", "the loan is from the device class {}"), ("from the device class {}", "in the device class {}")),
        sort("Course", "design, journalism, music, theatre", ("the course is {}", "the loan is for the {} course"),
             ("for the {} course",)),
        money("Replacement value", "EUR", ("the replacement value is {}", "the device is worth {}"), ("of devices worth {}",)),
        span("Loan length in days", "days", ("the loan is for {}", "the loan runs for {}"), ("that run for {}",)),
        count("Reminders this term", "reminders", ("the borrower had {} this term",), ()),
        flag("Tutor's signature", "a tutor has signed", "the tutor's signature is missing",
             ("with a tutor's signature",), ("without a tutor's signature",)),
        flag("Off-campus use", "the device is used off campus", "the device is used on campus",
             ("for off-campus use",), ("for use on campus",)),
        flag("Overdue device", "the borrower has an overdue device", "the borrower's account is clear of overdue devices",
             ("to borrowers with an overdue device",), ("to borrowers without an overdue device",)),
        flag("Induction passed", "the induction has been passed", "the induction is still outstanding",
             ("to borrowers who have passed the induction",), ("to borrowers who have not passed the induction",)),
        flag("Commercial project", "the project is commercial", "the project is non-commercial",
             ("for commercial projects",), ("for non-commercial projects",)),
    ))

SUBJECTS = {subject.code: subject for subject in (REFUNDS, CLAIMS, EXTRACTS, EVENTS, EXPENSES, CHANGES, LOANS)}
FACTS = {code: {fact.key: fact for fact in subject.facts} for code, subject in SUBJECTS.items()}
SPECIAL_KEY = {code: key_of(subject.special) for code, subject in SUBJECTS.items()}


# Phrases: every way to say a condition, with the figure as '#' (a whole number) or '#.##' (an amount)

def bounds(fact: Fact, unit: str) -> list:
    """[("over # days", "over"), ("# days or less", "or less"), ...] for a count, a span or an amount."""
    figure = "#.##" if fact.kind == "money" else "#"
    thing = f"{figure} {unit}" if unit else figure
    # '4 or fewer prior claims', but '10 days or less' and '300.00 EUR or less'
    after = f"{figure} {{}} {unit}".rstrip() if fact.kind == "count" else f"{thing} {{}}"
    unfit = NOT_OF_COUNTS if fact.kind == "count" else ONLY_OF_COUNTS
    return ([(f"{word} {thing}", word) for word in WORDS_BEFORE if word not in unfit]
            + [(after.format(word), word) for word in WORDS_AFTER if word not in unfit])


def fact_phrases(fact: Fact, templates: dict, unit: str) -> list:
    """[(phrase, test without its figure)] of one fact."""
    if fact.kind == "flag":
        return [(text, Test(fact.key, "is", value)) for value, texts in templates.items() for text in texts]
    if fact.kind == "sort":
        return [(text.format(value), Test(fact.key, "is", value)) for text in templates[""] for value in fact.values]
    return [(text.format(bound), Test(fact.key, word, None)) for text in templates[""] for bound, word in bounds(fact, unit)]


def phrase_table(subject: Subject, part: str) -> dict:
    """{phrase: test} for a subject's clauses, qualifiers or cells; no phrase may stand for two tests."""
    table = {}
    for fact in subject.facts:
        if part == "cells":
            flags = {True: (f"{fact.label}: yes",), False: (f"{fact.label}: no",)}
            templates = flags if fact.kind == "flag" else {"": (fact.label + ": {}",)}
            unit = fact.unit if fact.kind == "money" else ""
        else:
            templates, unit = getattr(fact, part), fact.unit
        for phrase, test in fact_phrases(fact, templates, unit):
            if phrase in table:
                raise ValueError(f"{phrase!r} has two meanings")
            table[phrase] = test
    return table


PHRASES = {part: {code: phrase_table(subject, part) for code, subject in SUBJECTS.items()}
           for part in ("clauses", "qualifiers", "cells")}

# a figure of a condition: '30', '1,200.00'; not the fixed spans 'in 3 years' and 'in 12 months'
FIGURE = re.compile(r"\bin (?:3 years|12 months)\b|(?<![\d.,])(\d{1,3}(?:,\d{3})*)(\.\d\d)?(?![\d]|[.,]\d)")


def figures_out(text: str) -> tuple:
    """('over 1,200.00 GBP') -> ('over #.## GBP', [120000])."""
    found = []

    def put(match):
        if match[1] is None:
            return match[0]
        whole = int(match[1].replace(",", ""))
        found.append(whole * 100 + int(match[2][1:]) if match[2] else whole)
        return "#.##" if match[2] else "#"

    return FIGURE.sub(put, text), found


def with_figure(test: Test, found: list) -> Test:
    """The test with its figure put in, where it has one."""
    return test if test.word == "is" else test._replace(value=found[0])


def read_phrase(table: dict, text: str, number: int, line: str) -> Test:
    """One condition's phrase."""
    plain, found = figures_out(text)
    test = table.get(plain)
    if test is None or len(found) != (test.word != "is"):
        raise reading.unread(number, line, f"a condition ({text!r})")
    return with_figure(test, found)


# Pieces of patterns

PERSON = r"[A-Z][^\W\d_]+ [A-Z][^\W\d_]+"
ORGANISATION = r"[A-Z][a-z]+(?: (?:[A-Z][a-z]+|of))* [A-Z][a-z]+"
LONG_DATE = r"[1-9]\d? (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}"
SHORT_DATE = r"\d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}"
ISO_DATE = r"\d{4}-\d\d-\d\d"
NUMBER = r"[1-9]\d?"
CODES = "|".join(SUBJECTS)
MONTHS = {name: at for at, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)}


def date_of(text: str) -> datetime.date:
    """'2 May 2026', '01 Dec 2026' or '2026-05-02' as a date."""
    if "-" in text:
        year, month, day = (int(part) for part in text.split("-"))
    else:
        day_text, name, year_text = text.split(" ")
        year, month, day = int(year_text), MONTHS[name[:3]], int(day_text)
    try:
        return datetime.date(year, month, day)
    except ValueError as error:
        raise reading.Unread(f"{text!r} is not a date: {error}") from error


# what a mark in a pattern's text stands for
PIECES = {"person": PERSON, "organisation": ORGANISATION, "valid": LONG_DATE, "dated": SHORT_DATE, "version": NUMBER,
          "unit": "[a-z]+ [a-z]+", "code": CODES}
MARK = re.compile(r"(?<!\?P)<(" + "|".join(PIECES) + ")>")  # '<person>', not the name in '(?P<person>'


def patterns(**texts) -> dict:
    """{name: compiled pattern}, with marks such as <person> and <valid> filled in as groups of that name."""
    return {name: re.compile(MARK.sub(lambda mark: f"(?P<{mark[1]}>{PIECES[mark[1]]})", text)) for name, text in texts.items()}


# The heads, line by line; of the alternatives exactly one sequence fits
MAIL_HEAD = (
    patterns(sender=r"From: <person>, <organisation>"),  # From: Noor Kumar, Halden Networks
    patterns(to=r"To: <unit>"),  # To: change board
    patterns(sent=r"Sent: <dated>"),  # Sent: 14 Jun 2026
    patterns(waiting=r"Subject: (?P<noun>\w+) waiting for a decision", one=r"Subject: one (?P<noun>\w+) to decide",
             open=r"Subject: rules and open (?P<noun>\w+)"),
    patterns(greeting=r"Dear colleagues,|Good morning,|Hello all,|Hi team,"),
    patterns(
        # as asked, the rules (revision 11, valid from 12 February 2026) together with the case that is still open.
        asked=r"as asked, the rules \(revision <version>, valid from <valid>\) together with the case that is still open\.",
        # one more for today. The rules are those of 31 March 2025, revision 12, nothing has changed since.
        more=r"one more for today\. The rules are those of <valid>, revision <version>, nothing has changed since\.",
        # please decide the case in this mail by the rules in force since 2 May 2026 (revision 2); I have copied both in.
        decide=r"please decide the case in this mail by the rules in force since <valid> \(revision <version>\); I have copied both in\."),
)
MAIL_CLOSING = patterns(closing=r"(?:Best|Regards|Kind regards|Thanks), (?P<first_name>[A-Z][^\W\d_]+)")  # Kind regards, Mei

PAGE_HEAD = (
    patterns(title=r"# (?P<title>[A-Z].*)"),  # # Expense rules
    patterns(
        # Kept by Omar Horvat for the change board of Tillerby Data Centres. Revision 9 of 20 April 2025.
        kept=r"Kept by <person> for the <unit> of <organisation>\. Revision <version> of <valid>\.",
        # Silverdene Consulting, payables team. In force since 30 January 2026 (revision 14), last edited by Rosa Ziegler.
        force=r"<organisation>, <unit>\. In force since <valid> \(revision <version>\), last edited by <person>\.",
        # Revision 5, valid from 29 December 2025. Page owner: Mateo Mbeki, Fallowfield Mutual.
        revision=r"Revision <version>, valid from <valid>\. Page owner: <person>, <organisation>\."),
)

TABLE_HEADS = (
    (patterns(  # Decision table RF-17, version 4, valid from 31 May 2025
        table=r"Decision table <code>-\d\d, version <version>, valid from <valid>"),
     patterns(printed=r"Printed <dated> by <person>, <organisation>")),  # Printed 16 Nov 2025 by Liam Patel, Skerrow Outfitters
    (patterns(set=r"RULE SET <code>-\d\d / version <version> / valid from <valid>"),  # RULE SET LN-16 / version 10 / valid from 1 May 2025
     patterns(owner=r"owner: <person>, <organisation> / printed <dated>")),  # owner: Rania Dubois, Carrowmere College / printed 26 Oct 2025
    (patterns(office=r"<organisation> - <unit>"),  # Aldermere Outfitters - refund desk
     patterns(  # Decision table RF-19 v6 (from 24 October 2025), printout of 16 Dec 2025, user Rafael Mensah
        table=r"Decision table <code>-\d\d v<version> \(from <valid>\), printout of <dated>, user <person>")),
)

LIST_HEADS = (
    # title: "Expense rules" / organisation: "Calderby Engineering" / exported: 2026-02-20 / by: "Rebecca Hayashi"
    (patterns(title=r'title: "(?P<title>[^"]+)"'), patterns(organisation=r'organisation: "<organisation>"'),
     patterns(exported=rf"exported: (?P<dated>{ISO_DATE})"), patterns(by=r'by: "<person>"')),
    # document: "Change board runbook" / unit: "Saltmarsh Networks, change board" / export_date: 2026-03-08 / maintainer: "Pavel Ferreira"
    (patterns(document=r'document: "(?P<title>[^"]+)"'), patterns(office=r'unit: "<organisation>, <unit>"'),
     patterns(export=rf"export_date: (?P<dated>{ISO_DATE})"), patterns(maintainer=r'maintainer: "<person>"')),
    # rendered: 2026-07-14 / name: "Who may borrow what" / issuer: "Balmoor College" / contact: "Uma Hoffman"
    (patterns(rendered=rf"rendered: (?P<dated>{ISO_DATE})"), patterns(name=r'name: "(?P<title>[^"]+)"'),
     patterns(issuer=r'issuer: "<organisation>"'), patterns(contact=r'contact: "<person>"')),
)

# Titles of the three parts, a set for each manner of writing: rules, notes, case
MAIL_PARTS = (("The rules:", "On reading them:", "The case:"), ("Rules", "Reading", "Case"),
              ("Our rules are", "Please note", "The file says"))
PAGE_PARTS = (("## Rules", "## How the rules are read", "## Case at hand"), ("## Decisions", "## Reading notes", "## Open case"),
              ("## What is decided how", "## Notes", "## Waiting for a decision"))
PAGE_CASES = tuple(group[2] for group in PAGE_PARTS)
TABLE_HEADINGS = ("| Rule | Condition 1 | Condition 2 | Outcome | Exception |", "| Rule | If | And if | Outcome | Except if |",
                  "| Rule | Test A | Test B | Outcome | Exception |")

# Keys of a list, a set for each manner of writing
LIST_KEYS = (
    {"rules": "rules", "notes": "policy", "case": "case", "number": "id", "conditions": "when", "exception": "unless",
     "outcome": "outcome", "applying": "how_rules_apply", "priority": "if_several_apply", "default": "if_none_applies"},
    {"rules": "entries", "notes": "ruleset", "case": "input", "number": "rule_id", "conditions": "if", "exception": "except_if",
     "outcome": "result", "applying": "semantics", "priority": "precedence", "default": "no_rule_applies"},
    {"rules": "decisions", "notes": "settings", "case": "request", "number": "number", "conditions": "match", "exception": "not_if",
     "outcome": "decision", "applying": "reading", "priority": "several_rules_apply", "default": "default_if_no_rule_applies"},
)

# The lines of a list's rule, for each set of keys, and which line may follow which
LIST_STEPS = {keys["rules"]: {
    "number": re.compile(rf"  - {keys['number']}: (\d+)"),  #   - id: 3
    "conditions": re.compile(rf"    {keys['conditions']}: \[([^,]+), ([^,]+)\]"),  #     when: [loan_length_in_days > 14, course == "music"]
    "exception": re.compile(rf"    {keys['exception']}: (.+)"),  #     unless: overdue_device == false
    "outcome": re.compile(rf"    {keys['outcome']}: (approve|deny|escalate)"),  #     outcome: deny
} for keys in LIST_KEYS}
LIST_FOLLOWS = {None: ("number",), "number": ("conditions",), "conditions": ("exception", "outcome"), "exception": ("outcome",),
                "outcome": ("number",)}

MAIL_RULES = patterns(
    # (1) Deny when the budget is overdrawn and the travel order is missing (exception: the department is sales).
    when=r"\((?P<number>\d+)\) (?P<outcome>Approve|Deny|Escalate) when (?P<first>.+?) and (?P<second>.+?)(?: \(exception: (?P<clause>.+)\))?\.",
    # (1) Deny where the loan is for over 3 days and a tutor has signed, except where the course is design.
    where=r"\((?P<number>\d+)\) (?P<outcome>Approve|Deny|Escalate) where (?P<first>.+?) and (?P<second>.+?)(?:, except where (?P<clause>.+))?\.",
    # (1) If there is a police report and if we are the only insurer, approve, unless the premium is in arrears.
    if_=r"\((?P<number>\d+)\) If (?P<first>.+?) and if (?P<second>.+?), (?P<outcome>approve|deny|escalate)(?:, unless (?P<clause>.+))?\.",
)
PAGE_RULES = patterns(
    # 1. Escalate expenses of 450.00 CHF or more if the budget is overdrawn, except where the department is research.
    order=r"(?P<number>\d+)\. (?P<outcome>Approve|Deny|Escalate) (?P<nouns>[a-z]+) (?P<qualifier>.+?) if (?P<clause>.+?)"
          r"(?:, except where (?P<exception>.+))?\.",
    # 1. Extracts that stay in the country: approve if storage lasts less than 12 months. Exception: there is an ethics vote.
    label=r"(?P<number>\d+)\. (?P<nouns>[A-Z][a-z]+) (?P<qualifier>.+?): (?P<outcome>approve|deny|escalate) if (?P<clause>.+?)\."
          r"(?: Exception: (?P<exception>.+)\.)?",
    # 1. Events with amplified sound are denied if the lead time is less than 30 days, unless the deposit is still unpaid.
    passive=r"(?P<number>\d+)\. (?P<nouns>[A-Z][a-z]+) (?P<qualifier>.+?) are (?P<outcome>approved|denied|escalated) if (?P<clause>.+?)"
            r"(?:, unless (?P<exception>.+))?\.",
    # 1. If the premium is paid up, claims of the loss type baggage are approved. This does not hold if the police report is missing.
    if_=r"(?P<number>\d+)\. If (?P<clause>.+?), (?P<nouns>[a-z]+) (?P<qualifier>.+?) are (?P<outcome>approved|denied|escalated)\."
        r"(?: This does not hold if (?P<exception>.+)\.)?",
)
# | 1 | Device class: lighting | Overdue device: yes | escalate | Replacement value: under 350.00 EUR |
TABLE_RULE = re.compile(r"\| (?P<number>\d+) \| (?P<first>[^|]+) \| (?P<second>[^|]+) \| (?P<outcome>approve|deny|escalate) \| (?P<exception>[^|]+) \|")
LIST_TERM = re.compile(r'([a-z_0-9]+) (==|>=|<=|>|<) (true|false|"[a-z ]+"|\d+(?:\.\d\d)?)')  # days_from_payment_to_hand_in >= 20

MAIL_FACT = re.compile(r"  (?P<label>[A-Z][\w' -]*\w) \.{2,} (?P<value>\S.*)")  #   Loan length in days ............. 8
PAGE_FACT = re.compile(r"- (?P<label>[A-Z][\w' -]*\w): (?P<value>\S.*)")  # - Loan length in days: 8
TABLE_FACT = re.compile(r"(?P<label>[A-Z](?:[\w'-]| (?! ))*\w) {2,}(?P<value>\S.*)")  # Loan length in days             8
LIST_FACT = re.compile(r"  (?P<label>[a-z_0-9]+): (?P<value>\S.*)")  #   loan_length_in_days: 8
REMARK = re.compile(r"[a-z](?:[^\"]*[^\s\"])?")  # collects before the morning seminar


# The notes

# A rule applies where both conditions are met and its exception is not; an exception does nothing but switch its own rule off.
BOTH_AND_NO_EXCEPTION = "both conditions, exception switches off"
APPLYING = {
    "A rule applies when both of its conditions are met and its exception, if it has one, is not.": BOTH_AND_NO_EXCEPTION,
    "A rule whose exception is met does not apply; the exception itself decides nothing. "
    "Otherwise a rule applies when both its conditions are met.": BOTH_AND_NO_EXCEPTION,
    "Both conditions of a rule must be met. An exception takes a case out of its own rule, which then does not apply, "
    "and has no other effect.": BOTH_AND_NO_EXCEPTION,
    "Rules apply if both conditions are met, except where their own exception is met too; "
    "an exception brings no decision of its own.": BOTH_AND_NO_EXCEPTION,
}
LIST_APPLYING = {  # {c} is the key of the conditions, {e} that of the exception
    "\"a rule applies when all of '{c}' is true and its '{e}', if any, is false\"": BOTH_AND_NO_EXCEPTION,
    "\"all terms of '{c}' must be true; a true '{e}' switches its own rule off and does nothing else\"": BOTH_AND_NO_EXCEPTION,
    "\"rules apply if every '{c}' term is true; where '{e}' is true the rule does not apply, and that is all it does\"":
        BOTH_AND_NO_EXCEPTION,
}

STRICT, LENIENT = ("deny", "escalate", "approve"), ("approve", "escalate", "deny")
PRIORITY = {
    "If several rules apply, the one with the lowest number decides.": Priority("lowest"),
    "If several rules apply, the one with the highest number decides.": Priority("highest"),
    "Rules stand in order of priority: of several that apply, the earliest in the list wins.": Priority("first"),
    "Where more than one rule applies, the one of them listed first is followed.": Priority("first"),
    "Later rules override earlier ones: of several that apply, the latest in the list wins.": Priority("last"),
    "Where more than one rule applies, the one of them listed last is followed.": Priority("last"),
    "If several rules apply, the strictest outcome is taken: deny before escalate, escalate before approve.":
        Priority("outcome", order=STRICT),
    "Where rules that apply disagree, deny prevails over escalate and approve, and escalate over approve.":
        Priority("outcome", order=STRICT),
    "If several rules apply, the most lenient outcome is taken: approve before escalate, escalate before deny.":
        Priority("outcome", order=LENIENT),
    "Where rules that apply disagree, approve prevails over escalate and deny, and escalate over deny.":
        Priority("outcome", order=LENIENT),
}
PRIORITY_WITH_NAMES = patterns(
    # If several rules apply and rule 3 is one of them, rule 3 decides; else the one with the highest number does.
    several=r"If several rules apply and rule (?P<rule>\d+) is one of them, rule (?P=rule) decides; "
            r"else the one with the (?P<then>lowest|highest) number does\.",
    # Where it applies, rule 3 takes precedence over every other rule; among the others that apply, the highest number decides.
    takes=r"Where it applies, rule (?P<rule>\d+) takes precedence over every other rule; "
          r"among the others that apply, the (?P<then>lowest|highest) number decides\.",
    # Where more than one rule applies, rule 4 decides if it is among them; if it is not, the highest number among them decides.
    among=r"Where more than one rule applies, rule (?P<rule>\d+) decides if it is among them; "
          r"if it is not, the (?P<then>lowest|highest) number among them decides\.",
    # If several rules apply, one that names a system prevails over one that does not; among equals the highest number decides.
    names=r"If several rules apply, one that names (?P<special>an? [a-z ]+) prevails over one that does not; "
          r"among equals the (?P<then>lowest|highest) number decides\.",
    # Of several rules that apply, those naming a data set go before the others; if that leaves more than one, the lowest number wins.
    naming=r"Of several rules that apply, those naming (?P<special>an? [a-z ]+) go before the others; "
           r"if that leaves more than one, the (?P<then>lowest|highest) number wins\.",
    # Rules that name a loss type are special rules. A special rule prevails over a general one; of the same sort, the lowest number does.
    sorts=r"Rules that name (?P<special>an? [a-z ]+) are special rules\. A special rule prevails over a general one; "
          r"of the same sort, the (?P<then>lowest|highest) number does\.",
)
LIST_PRIORITY = {  # {n} is the key of the rule's number, {o} that of its outcome
    '"take the rule with the lowest {n} among those that apply"': Priority("lowest"),
    '"take the rule with the highest {n} among those that apply"': Priority("highest"),
    '"of all rules that apply, the one with the lowest {n} decides"': Priority("lowest"),
    '"of all rules that apply, the one with the highest {n} decides"': Priority("highest"),
    '"take the strictest {o} among the rules that apply (deny over escalate over approve)"': Priority("outcome", order=STRICT),
    '"compare the {o} of all rules that apply; deny wins over escalate, escalate over approve"': Priority("outcome", order=STRICT),
    '"take the most lenient {o} among the rules that apply (approve over escalate over deny)"': Priority("outcome", order=LENIENT),
    '"compare the {o} of all rules that apply; approve wins over escalate, escalate over deny"': Priority("outcome", order=LENIENT),
}
LIST_PRIORITY_WITH_NAMES = patterns(
    # "id 1 decides if it applies; if not, the highest id among the rules that apply does"
    decides=r'"(?P<key>id|rule_id|number) (?P<rule>\d+) decides if it applies; '
            r'if not, the (?P<then>lowest|highest) (?P=key) among the rules that apply does"',
    # "if id 1 applies, take it; otherwise take the highest id among the rules that apply"
    take=r'"if (?P<key>id|rule_id|number) (?P<rule>\d+) applies, take it; '
         r'otherwise take the (?P<then>lowest|highest) (?P=key) among the rules that apply"',
    # "a rule that applies and tests data_set beats one that applies without testing it; on equal terms take the lowest id"
    beats=r'"a rule that applies and tests (?P<special>[a-z_]+) beats one that applies without testing it; '
          r'on equal terms take the (?P<then>lowest|highest) (?P<key>id|rule_id|number)"',
    # "of all rules that apply, those that test data_set go before those that do not; among equals the lowest id decides"
    those=r'"of all rules that apply, those that test (?P<special>[a-z_]+) go before those that do not; '
          r'among equals the (?P<then>lowest|highest) (?P<key>id|rule_id|number) decides"',
)

DEFAULT = patterns(
    anything=r"Anything that no rule applies to is (?P<outcome>approved|denied|escalated)\.",  # Anything that no rule applies to is denied.
    if_=r"If no rule applies, (?P<outcome>approve|deny|escalate)\.",  # If no rule applies, deny.
    where=r"Where no rule applies, the outcome is (?P<outcome>approve|deny|escalate)\.",  # Where no rule applies, the outcome is deny.
    nouns=r"(?P<nouns>[A-Z][a-z]+) to which no rule applies are (?P<outcome>approved|denied|escalated)\.",  # Loans to which ... are denied.
)
# "over", "under" and "fewer than"
OUT_WORDS = r'"(?P<out1>[A-Za-z][a-z ]+)", "(?P<out2>[a-z ]+)" and "(?P<out3>[a-z ]+)"'
# "or more", "or less" and "or fewer"; "at least" and "at most"
IN_WORDS = r'"(?P<in1>[a-z ]+)"(?:, "(?P<in2>[a-z ]+)")? and "(?P<in3>[a-z ]+)"'
BORDERS = patterns(
    # "Over", "under" and "fewer than" do not include the figure named, "at least" and "at most" do.
    include=rf'{OUT_WORDS} do not include the figure named, {IN_WORDS} do\.',
    # The figure itself counts with "or more", "or less" and "or fewer", not with "more than", "less than" and "fewer than".
    counts=rf'The figure itself counts with {IN_WORDS}, not with {OUT_WORDS}\.',
)


def with_article(noun: str) -> str:
    """'event class' -> 'an event class'."""
    return ("an " if noun[0] in "aeiou" else "a ") + noun


def named_priority(groups: dict, subject: Subject, key: str, number: int, line: str) -> Priority:
    """The priority of a sentence that names one rule or one fact."""
    if groups.get("key", key) != key:
        raise reading.unread(number, line, f"a priority by {key}")
    if "rule" in groups:
        return Priority("named", then=groups["then"], number=int(groups["rule"]))
    if groups["special"] not in (SPECIAL_KEY[subject.code], with_article(subject.special.lower())):
        raise reading.unread(number, line, f"a priority among {subject.noun}s")
    return Priority("special", then=groups["then"], fact=SPECIAL_KEY[subject.code])


def read_borders(match, number: int, line: str) -> dict:
    """{comparing word: whether the figure counts} from the sentence's five or six words."""
    outside = [match["out1"].lower(), match["out2"], match["out3"]]
    inside = [word for word in (match["in1"], match["in2"], match["in3"]) if word]
    # each group has one word for above and then one or two for below
    for group in (outside, inside):
        if len(set(group)) != len(group) or [DIRECTION.get(word) for word in group] != [1, -1, -1][:len(group)]:
            raise reading.unread(number, line, "a sentence on borders")
    if set(outside) & set(inside):
        raise reading.unread(number, line, "a sentence on borders")
    return {**{word: True for word in inside}, **{word: False for word in outside}}


def read_note(subject: Subject, text: str, number: int, line: str) -> tuple:
    """(what the note settles, its meaning) of one sentence."""
    if text in APPLYING:
        return "applying", APPLYING[text]
    if text in PRIORITY:
        return "priority", PRIORITY[text]
    found = reading.first_match(DEFAULT, text)
    if found:
        nouns = found[1].groupdict().get("nouns")
        if nouns not in (None, subject.noun.capitalize() + "s"):
            raise reading.unread(number, line, f"a default for {subject.noun}s")
        return "default", OUTCOME_OF[found[1]["outcome"]]
    found = reading.first_match(BORDERS, text)
    if found:
        return "borders", read_borders(found[1], number, line)
    found = reading.first_match(PRIORITY_WITH_NAMES, text)
    if found:
        return "priority", named_priority(found[1].groupdict(), subject, "", number, line)
    raise reading.unread(number, line, "a note")


def read_notes(subject: Subject, lines: list, marks: tuple) -> dict:
    """The four notes; `marks` are what the lines begin with, in their order (one mark for all, or one for each)."""
    notes = {}
    for at, (number, line) in enumerate(lines):
        mark = marks[0] if len(marks) == 1 else marks[at] if at < len(marks) else None
        if mark is None or not line.startswith(mark):
            raise reading.unread(number, line, "a note")
        name, meaning = read_note(subject, line[len(mark):], number, line)
        if name in notes:
            raise reading.unread(number, line, f"a second note on {name}")
        notes[name] = meaning
    return notes


# The facts

WHOLE = re.compile(r"\d{1,3}(?:,\d{3})*")  # 11,309
AMOUNT = re.compile(r"(\d{1,3}(?:,\d{3})*\.\d\d) ([A-Z]{3})")  # 1,200.01 GBP
PLAIN_WHOLE = re.compile(r"0|[1-9]\d*")  # 11309
PLAIN_AMOUNT = re.compile(r"(?:0|[1-9]\d*)\.\d\d")  # 1200.01


def written_value(fact: Fact, text: str):
    """A fact's value in mail, page or table; None where the text is of another kind."""
    if fact.kind == "flag":
        return {"yes": True, "no": False}.get(text)
    if fact.kind == "sort":
        return text if text in fact.values else None
    if fact.kind in ("count", "span"):
        return int(text.replace(",", "")) if WHOLE.fullmatch(text) else None
    match = AMOUNT.fullmatch(text)
    return reading.cents(match[1]) if match and match[2] == fact.unit else None


def listed_value(fact: Fact, text: str):
    """A fact's value in a list; None where the text is of another kind."""
    if fact.kind == "flag":
        return {"true": True, "false": False}.get(text)
    if fact.kind == "sort":
        return text[1:-1] if text[:1] == text[-1:] == '"' and text[1:-1] in fact.values else None
    if fact.kind in ("count", "span"):
        return int(text) if PLAIN_WHOLE.fullmatch(text) else None
    return reading.cents(text) if PLAIN_AMOUNT.fullmatch(text) else None


def read_file_line(subject: Subject, label: str, value: str, names: dict) -> bool:
    """Whether a line is one of the case's own lines that no rule tests: file, person, date received, remark."""
    wanted = {names["file"]: rf"{subject.code}-\d{{5}}", names["person"]: PERSON, names["received"]: names["date"]}
    if label in wanted:
        return re.fullmatch(wanted[label], value) is not None
    if label != names["remark"]:
        return False
    if names["quoted"]:
        return value[:1] == value[-1:] == '"' and REMARK.fullmatch(value[1:-1]) is not None
    return REMARK.fullmatch(value) is not None


def read_facts(subject: Subject, lines: list, pattern, listed: bool, own: set) -> dict:
    """{key: value} of the case's lines; each of `own` (file, person, received, remark) and each fact once."""
    names = {"file": "file", "person": subject.person.lower(), "received": "received", "remark": "remark", "date": ISO_DATE,
             "quoted": True} if listed else {"file": subject.file, "person": subject.person, "received": "Received",
                                             "remark": "Remark", "date": LONG_DATE, "quoted": False}
    by_label = {fact.key if listed else fact.label: fact for fact in subject.facts}
    own_labels = {names[name]: name for name in own}
    facts = {}
    for number, line in lines:
        match = pattern.fullmatch(line)
        label = match["label"] if match else ""
        key, value = own_labels.get(label), None
        if label in by_label:
            key = by_label[label].key
            value = (listed_value if listed else written_value)(by_label[label], match["value"])
        elif key and read_file_line(subject, label, match["value"], names):
            value = match["value"]
        if value is None or key in facts:
            raise reading.unread(number, line, "a line of the case")
        facts[key] = value
    missing = (set(FACTS[subject.code]) | own) - set(facts)
    if missing:
        raise reading.Unread(f"the case lacks {sorted(missing)}")
    return facts


# The rules

def read_mail_rule(subject: Subject, number: int, line: str) -> Rule:
    found = reading.first_match(MAIL_RULES, line)
    if not found:
        raise reading.unread(number, line, "a rule")
    match, table = found[1], PHRASES["clauses"][subject.code]
    conditions = tuple(read_phrase(table, match[name], number, line) for name in ("first", "second"))
    exception = read_phrase(table, match["clause"], number, line) if match["clause"] else None
    return Rule(int(match["number"]), conditions, OUTCOME_OF[match["outcome"]], exception)


def read_page_rule(subject: Subject, number: int, line: str) -> Rule:
    found = reading.first_match(PAGE_RULES, line)
    if not found:
        raise reading.unread(number, line, "a rule")
    name, match = found
    plural = subject.noun + "s"
    if match["nouns"] != (plural if name in ("order", "if_") else plural.capitalize()):
        raise reading.unread(number, line, f"a rule on {plural}")
    clauses = PHRASES["clauses"][subject.code]
    conditions = (read_phrase(PHRASES["qualifiers"][subject.code], match["qualifier"], number, line),
                  read_phrase(clauses, match["clause"], number, line))
    exception = read_phrase(clauses, match["exception"], number, line) if match["exception"] else None
    return Rule(int(match["number"]), conditions, OUTCOME_OF[match["outcome"]], exception)


def read_table_rule(subject: Subject, number: int, line: str) -> Rule:
    match = TABLE_RULE.fullmatch(line)
    if not match:
        raise reading.unread(number, line, "a rule")
    table = PHRASES["cells"][subject.code]
    conditions = tuple(read_phrase(table, match[name], number, line) for name in ("first", "second"))
    exception = None if match["exception"] == "-" else read_phrase(table, match["exception"], number, line)
    return Rule(int(match["number"]), conditions, match["outcome"], exception)


def read_term(subject: Subject, text: str, number: int, line: str) -> Test:
    """One term of a list's rule: 'days_from_payment_to_hand_in >= 20'."""
    match = LIST_TERM.fullmatch(text)
    fact = FACTS[subject.code].get(match[1]) if match else None
    value = listed_value(fact, match[3]) if fact else None
    if value is None or (match[2] == "==") != (fact.kind in ("flag", "sort")):
        raise reading.unread(number, line, f"a term ({text!r})")
    return Test(fact.key, "is" if match[2] == "==" else match[2], value)


def read_list_rules(subject: Subject, lines: list, keys: dict) -> list:
    """Rules of a list: number, conditions, perhaps an exception, outcome, each on a line of its own."""
    steps = LIST_STEPS[keys["rules"]]
    rules, last, parts = [], None, {}
    for number, line in lines:
        found = reading.first_match({name: steps[name] for name in LIST_FOLLOWS[last]}, line)
        if not found:
            raise reading.unread(number, line, "a part of a rule")
        last, match = found
        if last == "number":
            parts = {"number": int(match[1]), "exception": None}
        elif last == "conditions":
            parts["conditions"] = tuple(read_term(subject, match[at], number, line) for at in (1, 2))
        elif last == "exception":
            parts["exception"] = read_term(subject, match[1], number, line)
        else:
            rules.append(Rule(parts["number"], parts["conditions"], match[1], parts["exception"]))
    if last != "outcome":
        raise reading.Unread(f"rule {parts.get('number')} has no {keys['outcome']}")
    return rules


# The four forms

FILE_LINE = patterns(
    mail=r"  (?P<file>[A-Z][a-z]+ [a-z]+) \.{2,} <code>-\d{5}",  #   Loan slip ....................... LN-94593
    page=r"(?P<part>## (?:Case at hand|Open case|Waiting for a decision)): (?P<file>[a-z]+ [a-z]+) <code>-\d{5}",  # ## Open case: loan slip LN-94593
    table=r"(?P<file>[A-Z][a-z]+ [a-z]+) {2,}<code>-\d{5}",  # Loan slip                       LN-94593
    list=r"  (?P<file>file): <code>-\d{5}",  #   file: LN-94593
)
NOTE_OF_TABLE = re.compile(r"[a-d]\) ")  # c) If no rule applies, deny.


def find_subject(lines: list, form: str) -> Subject:
    """The subject, by the one line that gives the case's file."""
    found = [match for match in (FILE_LINE[form].fullmatch(line) for _, line in lines) if match]
    if len(found) != 1:
        raise reading.Unread(f"{len(found)} lines name the file of a case")
    subject = SUBJECTS[found[0]["code"]]
    if form != "list" and found[0]["file"].lower() != subject.file.lower():
        raise reading.Unread(f"{found[0][0]!r} does not name a {subject.file.lower()}")
    return subject


def read_head(lines: list, alternatives: tuple) -> dict:
    """The named pieces of a head's lines; exactly one of the alternative sequences fits."""
    first = [sequence for sequence in alternatives if lines and reading.first_match(sequence[0], lines[0][1])]
    if len(first) != 1:
        raise reading.unread(*(lines[0] if lines else (1, "")), "the first line of a head")
    pieces = {}
    for at, step in enumerate(first[0]):
        found = reading.first_match(step, lines[at][1]) if at < len(lines) else None
        if not found:
            raise reading.unread(*(lines[at] if at < len(lines) else (0, "")), "a line of the head")
        pieces.update(found[1].groupdict())
    return pieces


def check_head(subject: Subject, head: dict, received: str) -> None:
    """What the head repeats must fit the case: office, noun, title, code; the rules were valid when the case came in."""
    wanted = {"unit": (subject.unit,), "noun": (subject.noun,), "title": subject.titles, "code": (subject.code,)}
    for name, allowed in wanted.items():
        if name in head and head[name] not in allowed:
            raise reading.Unread(f"the head's {name} {head[name]!r} does not fit {subject.noun}s")
    if head.get("first_name", head["person"].split(" ")[0]) != head["person"].split(" ")[0]:
        raise reading.Unread(f"the mail of {head['person']!r} is closed by {head['first_name']!r}")
    valid, came = date_of(head["valid"]), date_of(received)
    if not valid <= came or ("dated" in head and not came <= date_of(head["dated"])):
        raise reading.Unread(f"the case of {received} and the rules of {head['valid']} do not go together in time")


def split_parts(lines: list, is_title) -> list:
    """[(title, lines)] of the lines after a head; is_title(line) gives a part's name or None."""
    parts = []
    for number, line in lines:
        name = is_title(line)
        if name is not None:
            if name in (known for known, _ in parts):
                raise reading.unread(number, line, "a part of its own")
            parts.append((name, []))
        elif not parts:
            raise reading.unread(number, line, "the title of a part")
        else:
            parts[-1][1].append((number, line))
    return parts


def unbroken(lines: list) -> None:
    """No empty line stands inside a part."""
    for (before, _), (number, line) in zip(lines, lines[1:]):
        if number != before + 1:
            raise reading.unread(number, line, "the next line of its part, after an empty line")


def three_parts(lines: list, sets: tuple, strip=lambda line: line) -> dict:
    """{"rules", "notes", "case": lines}; the three titles come from one set."""
    titles = {title: (name, at) for at, group in enumerate(sets) for name, title in zip(("rules", "notes", "case"), group)}
    parts = split_parts(lines, lambda line: titles.get(strip(line)))
    if sorted(name for (name, _), _ in parts) != ["case", "notes", "rules"] or len({at for (_, at), _ in parts}) != 1:
        raise reading.Unread(f"the parts are {[name for (name, _), _ in parts]}")
    for _, part in parts:
        unbroken(part)
    return {name: part for (name, _), part in parts}


def read_mail(lines: list) -> Case:
    subject = find_subject(lines, "mail")
    head = read_head(lines, (MAIL_HEAD,))
    closing = reading.first_match(MAIL_CLOSING, lines[-1][1])
    if not closing:
        raise reading.unread(*lines[-1], "the closing line")
    head.update(closing[1].groupdict())
    parts = three_parts(lines[len(MAIL_HEAD):-1], MAIL_PARTS)
    rules = [read_mail_rule(subject, number, line) for number, line in parts["rules"]]
    notes = read_notes(subject, parts["notes"], ("",))
    facts = read_facts(subject, parts["case"], MAIL_FACT, False, {"file", "person", "received", "remark"})
    return build(subject, head, facts, rules, notes)


def page_part(line: str) -> str:
    """A part's title on a page; that of the case stands before its file."""
    match = FILE_LINE["page"].fullmatch(line)
    return match["part"] if match else line if line not in PAGE_CASES else ""


def read_page(lines: list) -> Case:
    subject = find_subject(lines, "page")
    head = read_head(lines, (PAGE_HEAD,))
    parts = three_parts(lines[len(PAGE_HEAD):], PAGE_PARTS, page_part)
    rules = [read_page_rule(subject, number, line) for number, line in parts["rules"]]
    notes = read_notes(subject, parts["notes"], ("* ",))
    facts = read_facts(subject, parts["case"], PAGE_FACT, False, {"person", "received", "remark"})
    return build(subject, head, facts, rules, notes)


def table_part(line: str) -> str:
    """Which part of a table document a line belongs to, by its first signs."""
    return "rules" if line.startswith("| ") else "notes" if NOTE_OF_TABLE.match(line) else "case"


def read_table(lines: list) -> Case:
    subject = find_subject(lines, "table")
    head = read_head(lines, TABLE_HEADS)
    parts, last = {}, None
    for number, line in lines[2:]:
        name = table_part(line)
        if name != last and name in parts:
            raise reading.unread(number, line, f"a line of the {last}")
        parts.setdefault(name, []).append((number, line))
        last = name
    if set(parts) != {"rules", "notes", "case"}:
        raise reading.Unread(f"the parts are {sorted(parts)}")
    for part in parts.values():
        unbroken(part)
    if parts["rules"][0][1] not in TABLE_HEADINGS:
        raise reading.unread(*parts["rules"][0], "the heading of the table")
    rules = [read_table_rule(subject, number, line) for number, line in parts["rules"][1:]]
    notes = read_notes(subject, parts["notes"], ("a) ", "b) ", "c) ", "d) "))
    facts = read_facts(subject, parts["case"], TABLE_FACT, False, {"file", "person", "received", "remark"})
    return build(subject, head, facts, rules, notes)


def read_list_notes(subject: Subject, lines: list, keys: dict) -> tuple:
    """(pieces for the head, notes) of a list's settings."""
    fields = {}
    for number, line in lines:
        match = LIST_FACT.fullmatch(line)
        if not match or match["label"] in fields:
            raise reading.unread(number, line, "a setting")
        fields[match["label"]] = (number, line, match["value"])
    wanted = ("version", "valid_from", keys["applying"], keys["priority"], keys["default"])
    if sorted(fields) != sorted(wanted):
        raise reading.Unread(f"the settings are {sorted(fields)}, not {sorted(wanted)}")
    version, valid, applying, priority, default = (fields[name] for name in wanted)
    if not re.fullmatch(NUMBER, version[2]):
        raise reading.unread(*version[:2], "a version")
    if not re.fullmatch(ISO_DATE, valid[2]):
        raise reading.unread(*valid[:2], "a date")
    meanings = {text.format(c=keys["conditions"], e=keys["exception"]): meaning for text, meaning in LIST_APPLYING.items()}
    orders = {text.format(n=keys["number"], o=keys["outcome"]): meaning for text, meaning in LIST_PRIORITY.items()}
    if applying[2] not in meanings or default[2] not in OUTCOMES:
        raise reading.unread(*(applying if applying[2] not in meanings else default)[:2], "a setting")
    named = reading.first_match(LIST_PRIORITY_WITH_NAMES, priority[2])
    if priority[2] not in orders and not named:
        raise reading.unread(*priority[:2], "a priority")
    order = orders.get(priority[2]) or named_priority(named[1].groupdict(), subject, keys["number"], *priority[:2])
    notes = {"applying": meanings[applying[2]], "priority": order, "default": default[2], "borders": SIGN_BORDERS}
    return {"version": version[2], "valid": valid[2]}, notes


def read_list(lines: list) -> Case:
    subject = find_subject(lines, "list")
    head = read_head(lines, LIST_HEADS)
    sets = tuple(tuple(f"{keys[name]}:" for name in ("rules", "notes", "case")) for keys in LIST_KEYS)
    parts = three_parts(lines[4:], sets)
    keys = next(keys for keys, group in zip(LIST_KEYS, sets) if any(line == group[0] for _, line in lines[4:]))
    rules = read_list_rules(subject, parts["rules"], keys)
    pieces, notes = read_list_notes(subject, parts["notes"], keys)
    facts = read_facts(subject, parts["case"], LIST_FACT, True, {"file", "person", "received", "remark"})
    return build(subject, {**head, **pieces}, facts, rules, notes)


def build(subject: Subject, head: dict, facts: dict, rules: list, notes: dict) -> Case:
    """The case, once all that must be said is said."""
    missing = {"applying", "priority", "default", "borders"} - set(notes)
    if missing:
        raise reading.Unread(f"the notes say nothing on {sorted(missing)}")
    if not rules or [rule.number for rule in rules] != list(range(1, len(rules) + 1)):
        raise reading.Unread(f"the rules are numbered {[rule.number for rule in rules]}")
    for test in (test for rule in rules for test in (*rule.conditions, rule.exception) if test):
        if test.word != "is" and test.word not in notes["borders"]:
            raise reading.Unread(f"the notes do not say whether {test.word!r} includes the figure")
    if notes["priority"].kind == "named" and notes["priority"].number > len(rules):
        raise reading.Unread(f"rule {notes['priority'].number} takes precedence, but there are {len(rules)} rules")
    check_head(subject, head, facts["received"])
    return Case(subject, head, facts, tuple(rules), notes["applying"], notes["priority"], notes["default"], notes["borders"])


FORMS = (("From: ", read_mail), ("# ", read_page), ("title: ", read_list), ("document: ", read_list), ("rendered: ", read_list))


def read_case(state: str) -> Case:
    """The case, with every line of the state read."""
    lines = reading.numbered_lines(state)
    for number, line in enumerate(state.split("\n"), 1):
        if line and not line.strip():
            raise reading.unread(number, line, "an empty line")
    if not lines:
        raise reading.Unread("nothing is written")
    for beginning, read in FORMS:
        if lines[0][1].startswith(beginning):
            return read(lines)
    return read_table(lines)


# Deciding

def holds(test: Test, facts: dict, borders: dict) -> bool:
    """Whether a condition is met; on the figure itself the notes (or the sign) decide."""
    value = facts[test.key]
    if test.word == "is":
        return value == test.value
    if value == test.value:
        return borders[test.word]
    return (value > test.value) == (DIRECTION[test.word] > 0)


def rule_applies(rule: Rule, case: Case) -> bool:
    """A rule applies when both of its conditions are met and its exception, if it has one, is not."""
    if case.applying != BOTH_AND_NO_EXCEPTION:
        raise reading.Unread(f"rules that apply by {case.applying!r}")
    if rule.exception and holds(rule.exception, case.facts, case.borders):
        return False
    return all(holds(test, case.facts, case.borders) for test in rule.conditions)


def applying_rules(case: Case) -> list:
    return [rule for rule in case.rules if rule_applies(rule, case)]


def by_number(rules: list, which: str) -> Rule:
    """Of several rules that apply, the one with the lowest (or highest) number decides."""
    return {"lowest": min, "highest": max}[which](rules, key=lambda rule: rule.number)


def by_place(rules: list, which: str) -> Rule:
    """Of several rules that apply, the one listed first (or last) decides."""
    return rules[{"first": 0, "last": -1}[which]]


def by_outcome(rules: list, order: tuple) -> Rule:
    """Of several rules that apply, the stricter (or the more lenient) outcome is taken."""
    return min(rules, key=lambda rule: order.index(rule.outcome))


def by_named_rule(rules: list, number: int, then: str) -> Rule:
    """One named rule goes before every other; among the others the lowest (or highest) number decides."""
    named = [rule for rule in rules if rule.number == number]
    return named[0] if named else by_number(rules, then)


def names_fact(rule: Rule, fact: str) -> bool:
    """Whether a rule names a device class (product group, ...) in its conditions; one named in an exception alone has no reading."""
    if any(test.key == fact for test in rule.conditions):
        return True
    if rule.exception and rule.exception.key == fact:
        raise reading.Unread(f"rule {rule.number} names a {fact} in its exception alone")
    return False


def by_special(rules: list, fact: str, then: str) -> Rule:
    """Rules that name a device class (product group, ...) go before the others; among equals the number decides."""
    special = [rule for rule in rules if names_fact(rule, fact)]
    return by_number(special or rules, then)


def deciding_rule(rules: list, priority: Priority) -> Rule:
    """The one of the rules that apply (at least one) whose outcome is followed."""
    if priority.kind in ("lowest", "highest"):
        return by_number(rules, priority.kind)
    if priority.kind in ("first", "last"):
        return by_place(rules, priority.kind)
    if priority.kind == "outcome":
        return by_outcome(rules, priority.order)
    if priority.kind == "named":
        return by_named_rule(rules, priority.number, priority.then)
    if priority.kind == "special":
        return by_special(rules, priority.fact, priority.then)
    raise reading.Unread(f"a priority by {priority.kind!r}")


def decide(case: Case) -> str:
    """The outcome: the deciding rule's, or the default where no rule applies."""
    rules = applying_rules(case)
    return deciding_rule(rules, case.priority).outcome if rules else case.default


# The question

QUESTIONS = ("What does the policy require for this case?", "Apply the rules to the case shown: what is the outcome?",
             "Decide the case by the policy in the document.", "How must this {noun} be decided under the rules?",
             "Which outcome do the rules give for this {noun}?", "What do the rules of the {unit} require here?")
OPTION_TEXTS = (
    {"approve": "Approve it", "deny": "Deny it", "escalate": "Escalate it to the {head}"},
    {"approve": "Outcome approve", "deny": "Outcome deny", "escalate": "Outcome escalate (the {head} decides)"},
    {"approve": "{Noun} approved as requested", "deny": "{Noun} denied", "escalate": "{Noun} escalated: the {head} decides"},
    {"approve": "The rules have the {noun} approved", "deny": "The rules have the {noun} denied",
     "escalate": "The rules have the {noun} escalated to the {head}"},
)


def check_question(subject: Subject, question: dict, options) -> None:
    """The question asks for the outcome of this subject's case, and the options are the three outcomes."""
    words = {"noun": subject.noun, "Noun": subject.noun.capitalize(), "unit": subject.unit, "head": subject.head}
    if set(question) != {"type", "instructions", "criteria"} or question["type"] != "choice":
        raise reading.Unread(f"a question of the kind {question!r}")
    if question["instructions"] not in [text.format(**words) for text in QUESTIONS]:
        raise reading.Unread(f"the question {question['instructions']!r}")
    if question["criteria"] not in [{key: text.format(**words) for key, text in texts.items()} for texts in OPTION_TEXTS]:
        raise reading.Unread(f"the options' texts {question['criteria']!r}")
    if sorted(options) != sorted(OUTCOMES):
        raise reading.Unread(f"the options {options!r}")


def solve(state: str, question: dict, options) -> str:
    """The outcome that the policy requires: approve, deny or escalate."""
    case = read_case(state)
    check_question(case.subject, question, options)
    return decide(case)
