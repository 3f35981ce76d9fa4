"""policy_case: what does the policy require for this case?  Layer B, 66 triples and one pair a level.

The members of a group share a numbered policy and its wording; each is another case on the same form, with another outcome.
A rule names two conditions and an outcome, and may have an exception; the policy says which rule prevails where several apply,
and what happens where none does. Levels: 4, 8 and 12 rules.
Kinds, one of each in a triple, 200 items each: plain (one rule applies, or two that agree), exception (a rule is met, but its exception takes
the case out of it, so that another rule or the default decides), precedence (two or three rules apply and the policy's
statement chooses). 200 items for each of approve, deny and escalate; the six ways to give the kinds to the outcomes equally often.
The statement of precedence is one of six, in equal numbers: first listed, last listed, stricter, more lenient, a named rule, more specific.
Every plain and exception case also meets the first condition alone of one rule with another outcome, and the second alone of another;
most numbers stand at a limit of the policy or one step from it.
"""
from __future__ import annotations

import datetime
import itertools
import re
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import balance, cards, checks, draws, english, families, items, names

FAMILY = "policy_case"
OUTCOMES = families.BY_NAME[FAMILY].options
STRICTNESS = {"approve": 0, "escalate": 1, "deny": 2}
WAYS = ("plain", "exception", "precedence")
RULES = {1: 4, 2: 8, 3: 12}
EXCEPTIONS = {1: (2, 3), 2: (3, 5), 3: (5, 7)}
"""Fewest and most rules with an exception, by level."""
STATEMENTS = {
    "approve": {"lenient": 7, "first": 4, "last": 4, "named": 4, "specific": 3},
    "deny": {"stricter": 7, "first": 4, "last": 3, "named": 4, "specific": 4},
    "escalate": {"stricter": 4, "lenient": 4, "first": 3, "last": 4, "named": 3, "specific": 4},
}
"""How many of the 22 triples a level whose precedence case has this outcome hold each statement: 11 of every statement."""
POLICY_TRIES, RECORD_TRIES, RECORDS_KEPT = 2000, {1: 60, 2: 60, 3: 90}, 6
HIGHEST = 10 ** 9


# Fields of a form. `risk`: 1 where yes (or a high number) speaks against the request, -1 where it speaks for it.

class Choice(NamedTuple):
    label: str
    values: tuple
    modifiers: tuple
    clauses: tuple


class Flag(NamedTuple):
    """The clauses of both values say what is so, not what is not, so that they can follow 'unless'."""

    label: str
    risk: int
    yes: tuple
    no: tuple
    yes_clause: str
    no_clause: str


class Number(NamedTuple):
    """A count with its noun, or an amount in cents where `noun` is a currency in capitals; `limits` in the unit shown.

    `least` is the lowest value of a record where half the lowest limit would be too much or too little. The last field of
    a domain is never the first condition of a rule, so it needs no modifiers.
    """

    label: str
    risk: int
    noun: str
    limits: tuple
    modifiers: tuple
    clauses: tuple
    least: int | None = None


class Domain(NamedTuple):
    """`fields` begins with the amount, the scope that rules can be written for, and a second choice."""

    one: str
    many: str
    office: str
    organisations: tuple
    superior: str
    titles: tuple
    case: str
    prefix: str
    person: str
    fields: tuple
    remarks: tuple


DOMAINS = {
    "refunds": Domain(
        "refund", "refunds", "refund desk", ("Outfitters", "Home Stores", "Trading"), "floor manager",
        ("Refund rules for the shop floor", "Refund desk handbook", "Customer refunds: decision rules"), "Refund request", "RF", "Customer",
        (Number("Refund amount", 1, "EUR", (25, 40, 60, 75, 100, 120, 150, 180, 250, 300, 400), ("of {b}",),
                ("the refund is for {b}", "the refund amount is {b}")),
         Choice("Product group", ("electronics", "footwear", "cosmetics", "furniture", "toys"),
                ("in the product group {v}", "for goods in the product group {v}"),
                ("the product group is {v}", "the goods belong to the product group {v}")),
         Choice("Sales channel", ("web shop", "outlet store", "catalogue desk", "market stall"),
                ("for goods from the {v}",), ("the goods come from the {v}", "the sales channel is the {v}")),
         Flag("Packaging opened", 1, ("with opened packaging",), ("with unopened packaging",),
              "the packaging has been opened", "the packaging is unopened"),
         Flag("Proof of purchase", -1, ("with proof of purchase", "backed by proof of purchase"), ("without proof of purchase",),
              "there is proof of purchase", "proof of purchase is missing"),
         Flag("Price tag attached", -1, ("for goods with the price tag attached",), ("for goods without a price tag",),
              "the price tag is attached", "the price tag is missing"),
         Flag("Loyalty card", -1, ("to customers with a loyalty card",), ("to customers without a loyalty card",),
              "the customer has a loyalty card", "the customer lacks a loyalty card"),
         Flag("Earlier dispute on file", 1, ("to customers with an earlier dispute on file",), ("to customers with no earlier dispute on file",),
              "an earlier dispute is on file", "the file is free of earlier disputes"),
         Number("Days from purchase to request", 1, "days", (7, 10, 14, 21, 28, 30, 45, 60, 90), ("that are requested {b} after purchase",),
                ("the request comes {b} after purchase", "the refund is requested {b} after purchase")),
         Number("Earlier refunds in 12 months", 1, "earlier refunds", (2, 3, 4, 5, 6, 8), (), ("the customer had {b} in 12 months",), 0)),
        ("prefers to be written to, not called", "asks for a store voucher if that is quicker", "gift for a relative", "form filled in with pencil",
         "asks for an answer before the end of the month", "customer has moved house since", "spelling of the name corrected",
         "customer is away until Monday", "says that the item does not suit", "passed on by the front desk", "phone number changed recently",
         "a family member may call about it", "bank details are on the second sheet", "customer speaks French and some English")),
    "expenses": Domain(
        "expense", "expenses", "payables team", ("Engineering", "Instruments", "Consulting"), "finance controller",
        ("Expense rules", "Travel and expense guide", "Staff expenses: what is paid and what is not"), "Expense report", "EX", "Employee",
        (Number("Expense amount", 1, "CHF", (50, 80, 100, 150, 200, 250, 300, 450, 600, 750, 900), ("of {b}",),
                ("the expense is for {b}", "the expense amount is {b}")),
         Choice("Expense type", ("meals", "lodging", "rail travel", "training", "team events"),
                ("of the type {v}", "booked under the expense type {v}"), ("the expense type is {v}", "the type of the expense is {v}")),
         Choice("Department", ("sales", "field service", "research", "administration"),
                ("from the {v} department",), ("the department is {v}", "the expense comes from the {v} department")),
         Flag("Itemised receipt", -1, ("with an itemised receipt",), ("without an itemised receipt",),
              "an itemised receipt is attached", "the itemised receipt is missing"),
         Flag("Travel order", -1, ("with a travel order", "covered by a travel order"), ("without a travel order",),
              "there is a travel order", "the travel order is missing"),
         Flag("Alcohol on the bill", 1, ("with alcohol on the bill",), ("with no alcohol on the bill",),
              "alcohol is on the bill", "the bill is free of alcohol"),
         Flag("Private items on the bill", 1, ("with private items on the bill",), ("with no private items on the bill",),
              "private items are on the bill", "the bill is free of private items"),
         Flag("Budget overdrawn", 1, ("from an overdrawn budget",), ("from a budget in credit",),
              "the budget is overdrawn", "the budget is still in credit"),
         Number("Days from payment to hand-in", 1, "days", (7, 10, 14, 20, 30, 40, 45, 60, 90), ("that are handed in {b} after payment",),
                ("the expense is handed in {b} after payment", "the report comes {b} after payment")),
         Number("People covered", 1, "people", (3, 4, 5, 6, 8, 10, 12), (), ("the expense covers {b}",), 2)),
        ("project code was corrected once", "form is slightly skewed on the scan", "employee works from the branch on Fridays",
         "please pay with the next payroll run", "sent from the mobile app", "copy also handed to the team assistant",
         "cost centre confirmed by phone", "resent after a typing error", "employee is on leave next week", "second page is blank",
         "account number is unchanged", "team lead is informed", "file name follows the old pattern", "question about the booking key answered")),
    "insurance": Domain(
        "claim", "claims", "claims unit", ("Mutual", "Travel Assurance", "Insurance Society"), "senior adjuster",
        ("Travel cover: claims manual", "Claims handling rules", "Adjusters' guide, travel cover"), "Claim file", "CL", "Policyholder",
        (Number("Amount claimed", 1, "GBP", (150, 200, 300, 400, 500, 650, 800, 1000, 1200, 1500, 2000), ("of {b}",),
                ("the claim is for {b}", "the amount claimed is {b}")),
         Choice("Loss type", ("baggage", "cancellation", "medical care", "missed connection", "hire car"),
                ("of the loss type {v}", "with the loss type {v}"), ("the loss type is {v}", "the claim has the loss type {v}")),
         Choice("Plan", ("basic", "family", "comfort", "annual"),
                ("under the {v} plan",), ("the plan is {v}", "the claim falls under the {v} plan")),
         Flag("Police report", -1, ("with a police report",), ("without a police report",),
              "there is a police report", "the police report is missing"),
         Flag("Original documents", -1, ("with original documents", "supported by original documents"), ("without original documents",),
              "the original documents were sent", "the original documents are missing"),
         Flag("Incomplete form", 1, ("with an incomplete form",), ("with a complete form",),
              "the form is incomplete", "the form is complete"),
         Flag("Premium in arrears", 1, ("with the premium in arrears",), ("with the premium paid up",),
              "the premium is in arrears", "the premium is paid up"),
         Flag("Second insurer", 1, ("with a second insurer",), ("without a second insurer",),
              "there is a second insurer", "we are the only insurer"),
         Number("Days until notified", 1, "days", (3, 5, 7, 10, 14, 21, 28, 30), ("notified {b} after the loss",),
                ("the claim was notified {b} after the loss", "notice came {b} after the loss")),
         Number("Prior claims in 3 years", 1, "prior claims", (2, 3, 4, 5, 6, 8), (), ("the holder made {b} in 3 years",), 0)),
        ("trip booked through an agency", "holder asks for letters in a large typeface", "statement translated by the helpline",
         "file moved here from the northern branch", "holder is reachable in the evenings", "bank details confirmed in writing",
         "address changed since the last letter", "reply wanted by e-mail", "scanned at the front desk", "holder wrote from a hotel",
         "a relative may be called too", "name was misspelt in the first letter", "telephone note is in the file", "handled by the late shift")),
    "changes": Domain(
        "change", "changes", "change board", ("Hosting", "Data Centres", "Networks"), "duty architect",
        ("Change control rules", "Change board runbook", "Which changes go ahead"), "Change record", "CHG", "Requester",
        (Number("Downtime in minutes", 1, "minutes", (5, 10, 15, 20, 30, 45, 60, 90, 120), ("with a downtime of {b}",),
                ("the downtime is {b}", "the change brings a downtime of {b}"), 0),
         Choice("System", ("billing", "mail", "reporting", "telephony", "directory"),
                ("to the {v} system", "that touch the {v} system"), ("the system is {v}", "the change touches the {v} system")),
         Choice("Environment", ("production", "staging", "standby", "laboratory"),
                ("in the {v} environment",), ("the environment is {v}", "the change is made in the {v} environment")),
         Flag("Rollback tested", -1, ("with a tested rollback",), ("with an untested rollback",),
              "the rollback has been tested", "the rollback is untested"),
         Flag("Peer review done", -1, ("with a finished peer review",), ("without a finished peer review",),
              "the peer review is done", "the peer review is outstanding"),
         Flag("Freeze week", 1, ("during a freeze week",), ("outside a freeze week",),
              "the change falls in a freeze week", "the change falls outside a freeze week"),
         Flag("Outside vendor", 1, ("done by an outside vendor",), ("done without an outside vendor",),
              "an outside vendor does the work", "the work is done without an outside vendor"),
         Flag("Database altered", 1, ("that alter the database",), ("that leave the database unaltered",),
              "the database is altered", "the database stays unaltered"),
         Number("Notice in days", -1, "days", (2, 3, 4, 5, 7, 10, 14, 21), ("with notice of {b}",), ("the notice is {b}", "the notice given is {b}")),
         Number("Users affected", 1, "users", (25, 40, 50, 75, 100, 150, 200, 250, 400), (), ("the change affects {b}", "{b} are affected"))),
        ("date moved once at the requester's wish", "runbook link is in the wiki", "announcement text is ready", "on-call list was updated",
         "ticket linked to the quarterly plan", "requester sits in the east wing", "short name agreed in the chat", "calendar entry has been made",
         "service desk is informed", "title was shortened", "description follows the template", "second contact is on holiday",
         "status page text is drafted", "monitoring will be watched from the office")),
    "permits": Domain(
        "event", "events", "permit counter", ("Town Hall", "Borough Council", "Municipality"), "head of public order",
        ("Street event permits", "Permit counter: working rules", "Guide to event permits"), "Permit application", "PA", "Organiser",
        (Number("Expected visitors", 1, "visitors", (100, 150, 200, 250, 300, 400, 500, 600, 800, 1000), ("that expect {b}",),
                ("{b} are expected", "the event expects {b}")),
         Choice("Event class", ("concerts", "markets", "sports days", "food fairs", "light shows"),
                ("in the event class {v}", "filed under the event class {v}"), ("the event class is {v}", "the event is in the event class {v}")),
         Choice("District", ("old town", "harbour", "riverside", "hillside"),
                ("in the {v} district",), ("the district is {v}", "the event takes place in the {v} district")),
         Flag("Security plan", -1, ("with a security plan",), ("without a security plan",),
              "there is a security plan", "the security plan is missing"),
         Flag("Deposit paid", -1, ("with the deposit paid",), ("with the deposit unpaid",),
              "the deposit is paid", "the deposit is still unpaid"),
         Flag("Amplified sound", 1, ("with amplified sound",), ("without amplified sound",),
              "the sound is amplified", "the event does without amplified sound"),
         Flag("First-time organiser", 1, ("by first-time organisers",), ("by organisers with earlier events",),
              "the organiser is a first-time organiser", "the organiser has held events before"),
         Flag("Road closure", 1, ("with a road closure",), ("without a road closure",),
              "a road closure is needed", "the roads stay open"),
         Number("Lead time in days", -1, "days", (10, 14, 20, 21, 28, 30, 45, 60), ("with a lead time of {b}",), ("the lead time is {b}",)),
         Number("Hours on site", 1, "hours", (3, 4, 5, 6, 8, 10, 12), (), ("the event lasts {b}", "the event is on site for {b}"))),
        ("leaflet for neighbours enclosed", "organiser asks for a reply by letter", "site sketch drawn by hand",
         "waste bins to be emptied the morning after", "contact on the day is the deputy", "map was printed too small",
         "organiser will collect the papers", "parking for helpers is asked for", "toilets come from a hire firm", "phone number was corrected",
         "water connection is asked for", "posters are being printed", "came in through the front office", "name of the event may still change")),
    "extracts": Domain(
        "extract", "extracts", "data office", ("Register Centre", "Health Registry", "Cohort Institute"), "data protection officer",
        ("Release of register extracts", "Data office: release rules", "Rules for extracts from the register"), "Extract request", "DX", "Applicant",
        (Number("Records requested", 1, "records", (500, 800, 1000, 1500, 2000, 2500, 4000, 5000, 8000), ("of {b}",),
                ("{b} are requested", "the extract has {b}")),
         Choice("Data set", ("admissions", "laboratory", "imaging", "prescriptions", "mortality"),
                ("from the {v} data set", "drawn from the data set {v}"), ("the data set is {v}", "the extract is drawn from the data set {v}")),
         Choice("Recipient", ("university", "ministry", "charity", "company"),
                ("with a {v} as recipient",), ("the recipient is a {v}",)),
         Flag("Ethics vote", -1, ("with an ethics vote",), ("without an ethics vote",),
              "there is an ethics vote", "the ethics vote is missing"),
         Flag("Consent complete", -1, ("with complete consent",), ("with incomplete consent",),
              "consent is complete", "consent is incomplete"),
         Flag("Linked register", 1, ("with a linked register",), ("without a linked register",),
              "another register is linked", "the extract does without a linked register"),
         Flag("Transfer encrypted", -1, ("with encrypted transfer",), ("with unencrypted transfer",),
              "the transfer is encrypted", "the transfer is unencrypted"),
         Flag("Leaves the country", 1, ("that leave the country",), ("that stay in the country",),
              "the data leave the country", "the data stay in the country"),
         Number("Months of storage", 1, "months", (6, 9, 12, 18, 24, 30, 36, 48), ("that are stored for {b}",),
                ("the extract is stored for {b}", "storage lasts {b}")),
         Number("Smallest cell size", -1, "persons", (3, 5, 6, 8, 10, 12, 15, 20), (), ("the smallest cell has {b}",))),
        ("applicant took part in the spring workshop", "variable list agreed by telephone", "working title, may still be changed",
         "second contact is on parental leave", "asks for a file with column headings", "invoice to the finance office, please",
         "codebook is wanted too", "applicant's office has moved", "reference number goes on the invoice", "study starts in the autumn",
         "asks for semicolons between columns", "please send news by e-mail", "signed by the deputy", "short summary is enclosed")),
    "loans": Domain(
        "loan", "loans", "equipment pool", ("College", "School of Arts", "Academy"), "studio head",
        ("Equipment pool: lending rules", "Lending rules of the media workshop", "Who may borrow what"), "Loan slip", "LN", "Borrower",
        (Number("Replacement value", 1, "EUR", (150, 200, 300, 350, 500, 700, 900, 1200, 1500, 2000, 2500), ("of devices worth {b}",),
                ("the replacement value is {b}", "the device is worth {b}")),
         Choice("Device class", ("cameras", "microphones", "projectors", "laptops", "lighting"),
                ("in the device class {v}", "from the device class {v}"), ("the device class is {v}", "the loan is from the device class {v}")),
         Choice("Course", ("design", "music", "journalism", "theatre"),
                ("for the {v} course",), ("the course is {v}", "the loan is for the {v} course")),
         Flag("Induction passed", -1, ("to borrowers who have passed the induction",), ("to borrowers who have not passed the induction",),
              "the induction has been passed", "the induction is still outstanding"),
         Flag("Tutor's signature", -1, ("with a tutor's signature",), ("without a tutor's signature",),
              "a tutor has signed", "the tutor's signature is missing"),
         Flag("Off-campus use", 1, ("for off-campus use",), ("for use on campus",),
              "the device is used off campus", "the device is used on campus"),
         Flag("Overdue device", 1, ("to borrowers with an overdue device",), ("to borrowers without an overdue device",),
              "the borrower has an overdue device", "the borrower's account is clear of overdue devices"),
         Flag("Commercial project", 1, ("for commercial projects",), ("for non-commercial projects",),
              "the project is commercial", "the project is non-commercial"),
         Number("Loan length in days", 1, "days", (2, 3, 4, 5, 7, 10, 14, 21), ("that run for {b}",),
                ("the loan runs for {b}", "the loan is for {b}")),
         Number("Reminders this term", 1, "reminders", (2, 3, 4, 5, 6, 8), (), ("the borrower had {b} this term",), 0)),
        ("would like the padded bag as well", "collects before the morning seminar", "asked for a longer cable", "group work, one name on the slip",
         "will bring the case back separately", "slip filled in at the counter", "phone number added by hand", "a friend may collect it",
         "wants a copy of the slip", "student number checked", "would prefer the newest model", "asked about opening hours",
         "prefers to collect in the afternoon", "handed in with a classmate's slip")),
}
AMOUNT, SCOPE = 0, 1
CURRENCIES = ("EUR", "CHF", "GBP")
TIMES = ("minutes", "hours", "days", "months")
LAYOUTS = ("handbook", "memo", "table", "yaml")
ACTS = {"approve": ("approve", "approved"), "deny": ("deny", "denied"), "escalate": ("escalate", "escalated")}

# Words for borders: more than, at least, less than, at most; for amounts and times, then for counts; and the note that says what they mean.
BOUNDS = (
    {"gt": "more than {x}", "ge": "at least {x}", "lt": "less than {x}", "le": "at most {x}"},
    {"gt": "over {x}", "ge": "at least {x}", "lt": "under {x}", "le": "at most {x}"},
    {"gt": "more than {x}", "ge": "{x} or more", "lt": "less than {x}", "le": "{x} or less"},
)
COUNT_BOUNDS = (
    {"gt": "more than {x}", "ge": "at least {x}", "lt": "fewer than {x}", "le": "at most {x}"},
    {"gt": "over {x}", "ge": "at least {x}", "lt": "fewer than {x}", "le": "at most {x}"},
    {"gt": "more than {x}", "ge": "{x} or more", "lt": "fewer than {x}", "le": "{x} or fewer"},
)
BOUND_NOTES = (
    ("\"More than\", \"less than\" and \"fewer than\" do not include the figure named, \"at least\" and \"at most\" do.",
     "The figure itself counts with \"at least\" and \"at most\", not with \"more than\", \"less than\" and \"fewer than\"."),
    ("\"Over\", \"under\" and \"fewer than\" do not include the figure named, \"at least\" and \"at most\" do.",
     "The figure itself counts with \"at least\" and \"at most\", not with \"over\", \"under\" and \"fewer than\"."),
    ("\"More than\", \"less than\" and \"fewer than\" do not include the figure named, \"or more\", \"or less\" and \"or fewer\" do.",
     "The figure itself counts with \"or more\", \"or less\" and \"or fewer\", not with \"more than\", \"less than\" and \"fewer than\"."),
)
SIGNS = {"gt": ">", "ge": ">=", "lt": "<", "le": "<=", "eq": "=="}

APPLY_NOTES = (
    "A rule applies when both of its conditions are met and its exception, if it has one, is not.",
    "A rule whose exception is met does not apply; the exception itself decides nothing. Otherwise a rule applies when both its conditions are met.",
    "Both conditions of a rule must be met. An exception takes a case out of its own rule, which then does not apply, and has no other effect.",
    "Rules apply if both conditions are met, except where their own exception is met too; an exception brings no decision of its own.",
)
STATEMENT_NOTES = {
    "first": ("If several rules apply, the one with the lowest number decides.",
              "Where more than one rule applies, the one of them listed first is followed.",
              "Rules stand in order of priority: of several that apply, the earliest in the list wins."),
    "last": ("If several rules apply, the one with the highest number decides.",
             "Where more than one rule applies, the one of them listed last is followed.",
             "Later rules override earlier ones: of several that apply, the latest in the list wins."),
    "stricter": ("If several rules apply, the strictest outcome is taken: deny before escalate, escalate before approve.",
                 "Where rules that apply disagree, deny prevails over escalate and approve, and escalate over approve."),
    "lenient": ("If several rules apply, the most lenient outcome is taken: approve before escalate, escalate before deny.",
                "Where rules that apply disagree, approve prevails over escalate and deny, and escalate over deny."),
    "named": ("If several rules apply and rule {rule} is one of them, rule {rule} decides; else the one with the {end} number does.",
              "Where it applies, rule {rule} takes precedence over every other rule; among the others that apply, the {end} number decides.",
              "Where more than one rule applies, rule {rule} decides if it is among them; if it is not, the {end} number among them decides."),
    "specific": ("If several rules apply, one that names {scope} prevails over one that does not; among equals the {end} number decides.",
                 "Rules that name {scope} are special rules. A special rule prevails over a general one; of the same sort, the {end} number does.",
                 "Of several rules that apply, those naming {scope} go before the others; if that leaves more than one, the {end} number wins."),
}
ENDS = {"first": "lowest", "last": "highest"}
DEFAULT_NOTES = (
    "If no rule applies, {act}.",
    "Where no rule applies, the outcome is {act}.",
    "{many} to which no rule applies are {done}.",
    "Anything that no rule applies to is {done}.",
)
HANDBOOK_RULES = (
    ("{many} {modifier} are {done} if {second}{tail}.", ", unless {exception}"),
    ("{act_up} {many_low} {modifier} if {second}{tail}.", ", except where {exception}"),
    ("{many} {modifier}: {act} if {second}.{tail}", " Exception: {exception}."),
    ("If {second}, {many_low} {modifier} are {done}{tail}.", ". This does not hold if {exception}"),
)
MEMO_RULES = (
    ("If {first} and if {second}, {act}{tail}.", ", unless {exception}"),
    ("{act_up} where {first} and {second}{tail}.", ", except where {exception}"),
    ("{act_up} when {first} and {second}{tail}.", " (exception: {exception})"),
)
YAML_KEYS = (
    {"id": "id", "when": "when", "unless": "unless", "then": "outcome", "policy": "policy", "rules": "rules", "case": "case",
     "several": "if_several_apply", "none": "if_none_applies", "apply": "how_rules_apply"},
    {"id": "rule_id", "when": "if", "unless": "except_if", "then": "result", "policy": "ruleset", "rules": "entries", "case": "input",
     "several": "precedence", "none": "no_rule_applies", "apply": "semantics"},
    {"id": "number", "when": "match", "unless": "not_if", "then": "decision", "policy": "settings", "rules": "decisions", "case": "request",
     "several": "several_rules_apply", "none": "default_if_no_rule_applies", "apply": "reading"},
)
YAML_APPLY = (
    "a rule applies when all of '{when}' is true and its '{unless}', if any, is false",
    "all terms of '{when}' must be true; a true '{unless}' switches its own rule off and does nothing else",
    "rules apply if every '{when}' term is true; where '{unless}' is true the rule does not apply, and that is all it does",
)
YAML_STATEMENTS = {
    "first": ("of all rules that apply, the one with the lowest {id} decides", "take the rule with the lowest {id} among those that apply"),
    "last": ("of all rules that apply, the one with the highest {id} decides", "take the rule with the highest {id} among those that apply"),
    "stricter": ("take the strictest {then} among the rules that apply (deny over escalate over approve)",
                 "compare the {then} of all rules that apply; deny wins over escalate, escalate over approve"),
    "lenient": ("take the most lenient {then} among the rules that apply (approve over escalate over deny)",
                "compare the {then} of all rules that apply; approve wins over escalate, escalate over deny"),
    "named": ("{id} {rule} decides if it applies; if not, the {end} {id} among the rules that apply does",
              "if {id} {rule} applies, take it; otherwise take the {end} {id} among the rules that apply"),
    "specific": ("of all rules that apply, those that test {scope} go before those that do not; among equals the {end} {id} decides",
                 "a rule that applies and tests {scope} beats one that applies without testing it; on equal terms take the {end} {id}"),
}
QUESTIONS = (
    "What does the policy require for this case?",
    "Which outcome do the rules give for this {one}?",
    "Apply the rules to the case shown: what is the outcome?",
    "How must this {one} be decided under the rules?",
    "What do the rules of the {office} require here?",
    "Decide the case by the policy in the document.",
)
CRITERIA = (
    ("The rules have the {one} approved", "The rules have the {one} denied", "The rules have the {one} escalated to the {superior}"),
    ("{one_up} approved as requested", "{one_up} denied", "{one_up} escalated: the {superior} decides"),
    ("Outcome approve", "Outcome deny", "Outcome escalate (the {superior} decides)"),
    ("Approve it", "Deny it", "Escalate it to the {superior}"),
)


PICKS = ("apply", "statement", "default", "bounds", "title", "code", "subject", "heads", "opening", "greeting")
"""Sentences and parts of a document that come in several phrasings; each document picks a number below 12 for each."""


# The case

class Condition(NamedTuple):
    """Holds where low <= value of the field <= high; `op` and `value` are what the policy writes."""

    field: int
    op: str
    value: int
    low: int
    high: int


class Rule(NamedTuple):
    first: Condition
    second: Condition
    exception: Condition | None
    outcome: str


class Policy(NamedTuple):
    """`rule` is the place of the rule a statement names; `end` is first or last, what a named or specific statement falls back on."""

    rules: tuple
    statement: str
    rule: int | None
    end: str
    default: str


class Case(NamedTuple):
    """A policy and one record: a whole number for each field of the domain (cents, counts, 0 or 1, place in the choice)."""

    policy: Policy
    values: tuple


class Plan(NamedTuple):
    """What a group must be. `ways`: {way: outcome}; `place`: where the winner stands among the rules that apply; `applying`: how many do."""

    level: int
    number: int
    ways: dict
    statement: str
    place: str
    applying: int
    default: str
    domain: str
    layout: str


class Wording(NamedTuple):
    """Phrases, people, dates and order of one document, shared by the members of its group. `pick` numbers a phrase for every field and PICKS."""

    domain: str
    layout: str
    bounds: int
    rule_form: int
    keys: int
    pick: dict
    order: tuple
    is_case_first: bool
    are_notes_first: bool
    organisation: str
    author: str
    revision: int
    valid: datetime.date
    printed: datetime.date
    remark: str
    question: dict


class Head(NamedTuple):
    """What tells one case file from another besides its fields."""

    number: int
    person: str
    received: datetime.date


# Planning

def deal_statements(rng, ways) -> list:
    """A statement for each of the 66 triples of a level, by the outcome of its precedence case."""
    dealt = {outcome: rng.shuffled([name for name, count in table.items() for _ in range(count)]) for outcome, table in STATEMENTS.items()}
    return [dealt[way["precedence"]].pop() for way in ways]


def deal_places(rng, level: int, statements) -> list:
    """(place of the winner, rules that apply) for each triple: places in equal shares within every statement that leaves them open."""
    cycles = {}
    for number, name in enumerate(rng.shuffled(STATEMENT_NOTES)):
        if name in ENDS:
            cycles[name] = itertools.cycle([(name, 2)] if level == 1 else [(name, 2), (name, 3), (name, 2)])
        else:
            open_places = [("first", 2), ("last", 2)] + ([("middle", 3)] if level > 1 else [])
            shift = number % len(open_places)
            cycles[name] = itertools.cycle(open_places[shift:] + open_places[:shift])
    return [next(cycles[name]) for name in statements]


def deal_defaults(rng, ways, statements) -> list:
    """A default for each group, each outcome in a third; forced where only the default can follow a switched-off rule.

    Under a statement that prefers the strictest (most lenient) outcome no struck rule could have beaten a deny (approve) rule.
    """
    top = {"stricter": "deny", "lenient": "approve"}
    forced = [way["exception"] if "exception" in way and top.get(name) == way["exception"] else None for way, name in zip(ways, statements)]
    order = rng.shuffled(OUTCOMES)
    left = [order[place % 3] for place in range(len(ways))]
    for outcome in forced:
        if outcome is not None:
            left.remove(outcome)
    left = rng.shuffled(left)
    return [outcome if outcome is not None else left.pop() for outcome in forced]


def plan(draw: draws.Draw) -> list:
    """The plan of all 201 groups. Each level's pair lacks one way and one outcome, another one on every level."""
    rng = draws.stream(draw, FAMILY, "plan")
    lacking = list(zip(rng.shuffled(WAYS), rng.shuffled(OUTCOMES)))
    spread = [(domain, layout) for layout in LAYOUTS for domain in DOMAINS]
    spread = (rng.shuffled(spread) * 8)[:3 * 67]
    groups = []
    for level in families.LEVELS:
        ways = rng.shuffled([dict(zip(WAYS, order)) for order in itertools.permutations(OUTCOMES) for _ in range(11)])
        statements = deal_statements(rng, ways)
        way, outcome = lacking[level - 1]
        ways.append(dict(zip([name for name in WAYS if name != way], rng.shuffled(name for name in OUTCOMES if name != outcome))))
        statements.append(("first", "last", "named")[level - 1])
        places = deal_places(rng, level, statements)
        defaults = deal_defaults(rng, ways, statements)
        here = rng.shuffled(spread[67 * (level - 1):67 * level])
        groups += [Plan(level, number, ways[number], statements[number], *places[number], defaults[number], *here[number]) for number in range(67)]
    return groups


# Drawing a policy

def unit(field: Number) -> int:
    """How many of the smallest unit one of the unit shown holds: 100 for an amount of money, else 1."""
    return 100 if field.noun in CURRENCIES else 1


def condition(field: int, op: str, value: int) -> Condition:
    """A condition with the values it lets through."""
    low, high = {"gt": (value + 1, HIGHEST), "ge": (value, HIGHEST), "lt": (-HIGHEST, value - 1), "le": (-HIGHEST, value), "eq": (value, value)}[op]
    return Condition(field, op, value, low, high)


def draw_condition(rng, domain: Domain, place: int) -> Condition:
    """A condition on one field, with a limit the domain uses."""
    field = domain.fields[place]
    if isinstance(field, Choice):
        return condition(place, "eq", rng.below(len(field.values)))
    if isinstance(field, Flag):
        return condition(place, "eq", rng.below(2))
    return condition(place, rng.choice(("gt", "ge", "lt", "le")), rng.choice(field.limits) * unit(field))


def leaning(domain: Domain, part: Condition) -> int:
    """1 where the condition speaks against a request, -1 where it speaks for it, 0 for a choice."""
    field = domain.fields[part.field]
    if isinstance(field, Choice):
        return 0
    is_up = part.value == 1 if isinstance(field, Flag) else part.op in ("gt", "ge")
    return field.risk if is_up else -field.risk


def fits_outcome(rng, domain: Domain, parts, outcome: str) -> bool:
    """Whether people would write such a rule: no approval for bad signs, no denial for good ones, one of each mostly escalated.

    A denial may hold a good sign only where that is a number (a small amount without a receipt).
    """
    leans = [leaning(domain, part) for part in parts]
    if sorted(leans) == [-1, 1]:
        good = domain.fields[parts[leans.index(-1)].field]
        return outcome == "escalate" or (outcome == "approve" or isinstance(good, Number)) and rng.chance(35)
    return {"approve": sum(leans) <= 0, "deny": sum(leans) >= 0, "escalate": sum(leans) >= 0}[outcome]


def topic(part: Condition):
    """What a condition is about: field and side of it."""
    return part.field, part.value if part.op == "eq" else part.op in ("gt", "ge")


def draw_rule(rng, domain: Domain, outcome: str, has_exception: bool, taken: set) -> Rule:
    """A rule on two fields that no other rule pairs in the same way; about half are written for a scope, more than half test a number."""
    numbers = [place for place, field in enumerate(domain.fields) if isinstance(field, Number)]
    while True:
        first = SCOPE if rng.chance(40) else rng.below(len(domain.fields))
        second = rng.choice(numbers if rng.chance(45) else range(len(domain.fields)))
        if first == second:
            continue
        parts = [draw_condition(rng, domain, place) for place in sorted((first, second))]
        key = frozenset(map(topic, parts))
        if key in taken or not fits_outcome(rng, domain, parts, outcome):
            continue
        taken.add(key)
        return Rule(*parts, draw_exception(rng, domain, parts, outcome) if has_exception else None, outcome)


def draw_exception(rng, domain: Domain, parts, outcome: str) -> Condition:
    """A condition on a third field, never the scope, that speaks the other way than the rule."""
    places = [place for place in range(len(domain.fields)) if place not in (SCOPE, parts[0].field, parts[1].field)]
    while True:
        part = draw_condition(rng, domain, rng.choice(places))
        lean = leaning(domain, part)
        if (lean >= 0) if outcome == "approve" else (lean <= 0):
            return part


def draw_policy(rng, group: Plan) -> Policy:
    """A policy in which each outcome has a third of the rules, and a named rule has the outcome planned for precedence."""
    domain, count = DOMAINS[group.domain], RULES[group.level]
    order = rng.shuffled(OUTCOMES)
    outcomes = rng.shuffled([order[place % 3] for place in range(count)])
    excepted = set(rng.sample(range(count), rng.between(*EXCEPTIONS[group.level])))
    taken = set()
    rules = tuple(draw_rule(rng, domain, outcome, place in excepted, taken) for place, outcome in enumerate(outcomes))
    named = None
    if group.statement == "named":
        wanted = group.ways.get("precedence")
        named = rng.choice(place for place, outcome in enumerate(outcomes) if wanted in (None, outcome))
    return Policy(rules, group.statement, named, group.statement if group.statement in ENDS else rng.choice(ENDS), group.default)


# Answering

def holds(part: Condition, values) -> bool:
    """Whether a record meets a condition."""
    return part.low <= values[part.field] <= part.high


def matching(policy: Policy, values) -> list:
    """The places of the rules whose two conditions are met, exceptions unread."""
    return [place for place, rule in enumerate(policy.rules) if holds(rule.first, values) and holds(rule.second, values)]


def is_struck(rule: Rule, values) -> bool:
    """Whether the exception of a rule is met."""
    return rule.exception is not None and holds(rule.exception, values)


def names_scope(rule: Rule) -> bool:
    """Whether a rule is written for one value of the scope."""
    return SCOPE in (rule.first.field, rule.second.field)


def prevailing(policy: Policy, places) -> int | None:
    """The place of the rule that decides among those that apply, by the statement of precedence; None where none applies."""
    rules, end = policy.rules, 1 if policy.end == "first" else -1
    sign = {"stricter": -1, "lenient": 1}.get(policy.statement, 0)
    return min(places, default=None, key=lambda place: (
        sign * STRICTNESS[rules[place].outcome], policy.statement == "named" and place != policy.rule,
        policy.statement == "specific" and not names_scope(rules[place]), end * place))


def outcome_of(policy: Policy, places) -> str:
    """The outcome of the rule that decides among those that apply, or the default."""
    winner = prevailing(policy, places)
    return policy.default if winner is None else policy.rules[winner].outcome


def applying(case: Case) -> list:
    """The places of the rules that apply: conditions met, exception not."""
    return [place for place in matching(*case) if not is_struck(case.policy.rules[place], case.values)]


def answer(case: Case) -> str:
    """What the policy requires for the case."""
    return outcome_of(case.policy, applying(case))


def answer_without_exceptions(case: Case) -> str:
    """What a reader who passes over the exceptions would answer."""
    return outcome_of(case.policy, matching(*case))


def look_alikes(case: Case, gold: str) -> tuple:
    """How many rules of another outcome, exception not met, fail on their second condition alone, and how many on their first alone."""
    near = [(holds(rule.first, case.values), holds(rule.second, case.values))
            for rule in case.policy.rules if rule.outcome != gold and not is_struck(rule, case.values)]
    return near.count((True, False)), near.count((False, True))


# Drawing records

def draw_grid(rng, domain: Domain, policy: Policy) -> list:
    """For each field the values a record may take: at and next to the policy's limits twice, and free values."""
    limits = [set() for _ in domain.fields]
    for rule in policy.rules:
        for part in (rule.first, rule.second, *([rule.exception] if rule.exception else [])):
            limits[part.field].add(part.value)
    grid = []
    for field, used in zip(domain.fields, limits):
        if isinstance(field, Number):
            low, high = (field.limits[0] // 2 if field.least is None else field.least) * unit(field), field.limits[-1] * 3 // 2 * unit(field)
            free = [rng.between(low, high, 5 if unit(field) == 100 else 1) for _ in range(6)]
            free += [0, 0] if field.least == 0 else []
            grid.append(free + [limit + step for limit in sorted(used) for step in (-1, 0, 1)] * 2)
        else:
            grid.append(list(range(len(field.values) if isinstance(field, Choice) else 2)))
    return grid


def joined(parts) -> dict | None:
    """{field: (low, high)} that meets all conditions at once; None where they exclude one another."""
    need = {}
    for part in parts:
        low, high = need.get(part.field, (-HIGHEST, HIGHEST))
        need[part.field] = low, high = max(low, part.low), min(high, part.high)
        if low > high:
            return None
    return need


def rule_sets(policy: Policy, group: Plan, way: str) -> list:
    """(rules to meet, rule among them to be struck or None) that lead to the planned outcome in the planned way."""
    gold, rules = group.ways[way], policy.rules
    same = [place for place, rule in enumerate(rules) if rule.outcome == gold]
    other = [place for place, rule in enumerate(rules) if rule.outcome != gold]
    if way == "plain":
        return [((place,), None) for place in same]
    if way == "exception":
        struck = [place for place in other if rules[place].exception]
        if policy.default == gold:
            return [((place,), place) for place in struck]
        return [((place, kept), place) for place in struck for kept in same if prevailing(policy, (place, kept)) == place]
    sets = ((place, *others) for place in same for others in itertools.combinations(other, group.applying - 1))
    return [(places, None) for places in sets if is_won_as_planned(policy, group, places)]


def is_won_as_planned(policy: Policy, group: Plan, places) -> bool:
    """Whether the first of the places wins, stands where planned among them, and wins by what the statement is about."""
    ordered, winner = sorted(places), places[0]
    at = {"first": 0, "last": len(places) - 1, "middle": 1}[group.place]
    if ordered[at] != winner or prevailing(policy, places) != winner:
        return False
    if policy.statement == "named":
        return winner == policy.rule
    return policy.statement != "specific" or not any(names_scope(policy.rules[place]) for place in places[1:])


def needs_of(policy: Policy, group: Plan, way: str) -> list:
    """The conditions of every set of rules that can be met together, with the exception to be met."""
    needs = []
    for places, struck in rule_sets(policy, group, way):
        parts = [part for place in places for part in policy.rules[place][:2]]
        parts += [policy.rules[struck].exception] if struck is not None else []
        if joined(parts) is not None:
            needs.append(parts)
    return needs


def near_misses(policy: Policy, gold: str) -> list:
    """For every tested number in a rule of another outcome: the first value that fails, and the rule's other condition."""
    misses = []
    for rule in policy.rules:
        for part, other in ((rule.first, rule.second), (rule.second, rule.first)):
            if rule.outcome != gold and part.op != "eq":
                misses.append([condition(part.field, "eq", part.high + 1 if part.op in ("lt", "le") else part.low - 1), other])
    return misses


def is_as_planned(case: Case, group: Plan, way: str) -> bool:
    """Whether a record leads to the planned outcome in the planned way and in no other."""
    policy, values = case
    met = matching(policy, values)
    kept = [place for place in met if not is_struck(policy.rules[place], values)]
    gold = group.ways[way]
    if outcome_of(policy, kept) != gold:
        return False
    if way == "precedence":
        winner = prevailing(policy, kept)
        others = [place for place in kept if place != winner]
        return (met == kept and len(kept) == group.applying and all(policy.rules[place].outcome != gold for place in others)
                and is_won_as_planned(policy, group, (winner, *others)))
    if not (len(kept) <= 2 and all(policy.rules[place].outcome == gold for place in kept)):
        return False
    if way == "plain":
        fits = met == kept and kept
    else:
        fits = len(met) == len(kept) + 1 and outcome_of(policy, met) != gold
    return bool(fits) and min(look_alikes(case, gold)) >= 1


def draw_values(rng, grid, need) -> tuple:
    """One value for each field from the grid; a field needed takes a value in its range, mostly the last that passes."""
    values = []
    for place, options in enumerate(grid):
        if place in need:
            low, high = need[place]
            inside = [value for value in options if low <= value <= high] if rng.chance(20) else []
            options = inside or [value for value in (low, high) if abs(value) < HIGHEST]
        values.append(options[rng.below(len(options))])
    return tuple(values)


def draw_cases(rng, group: Plan, policy: Policy, grid, way: str, needs) -> list:
    """Up to RECORDS_KEPT cases of one way and its outcome; empty where the policy has room for none."""
    misses, found = near_misses(policy, group.ways[way]), []
    for _ in range(RECORD_TRIES[group.level]):
        parts = rng.choice(needs)
        need = joined(parts + rng.choice(misses)) if misses and rng.chance(75) else None
        values = draw_values(rng, grid, need or joined(parts))
        if is_as_planned(Case(policy, values), group, way):
            case = Case(policy, values)
            if case not in found:
                found.append(case)
            if len(found) == RECORDS_KEPT:
                break
    return found


# How risky a case looks: indices that must not point to an outcome

def bad_signs(domain: Domain, case: Case) -> int:
    """Flags that speak against the request, and numbers on the bad side of the middle of the domain's limits."""
    count = bad_flags(domain, case)
    for field, value in zip(domain.fields, case.values):
        if isinstance(field, Number):
            middle = field.limits[len(field.limits) // 2] * unit(field)
            count += value >= middle if field.risk == 1 else value < middle
    return count


def bad_flags(domain: Domain, case: Case) -> int:
    """Flags that speak against the request."""
    return sum(value == (field.risk == 1) for field, value in zip(domain.fields, case.values) if isinstance(field, Flag))


def tallies(case: Case) -> dict:
    """{outcome: (conditions met, rules met by half)} over the rules of each outcome, exceptions unread."""
    counts = {outcome: [0, 0] for outcome in OUTCOMES}
    for rule in case.policy.rules:
        met = holds(rule.first, case.values) + holds(rule.second, case.values)
        counts[rule.outcome][0] += met
        counts[rule.outcome][1] += met == 1
    return counts


class Looks(NamedTuple):
    """What a case shows to a reader who only counts: the indices of INDICES, and how far each of PULLS points to its answer, in sixths."""

    indices: tuple
    pulls: tuple


def looks(domain: Domain, case: Case, gold: str) -> Looks:
    """The looks of one case whose answer is `gold`."""
    counts = tallies(case)
    met, half = ([counts[outcome][column] for outcome in OUTCOMES] for column in (0, 1))
    place = OUTCOMES.index(gold)
    return Looks((bad_signs(domain, case), case.values[AMOUNT], sum(met) - counts["approve"][0], sum(met), sum(half), bad_flags(domain, case)),
                 (6 // met.count(max(met)) if met[place] == max(met) else 0, 6 // half.count(min(half)) if half[place] == min(half) else 0))


INDICES = ("signs", "amount", "conditions", "all", "half", "flags")
PULLS = ("most conditions met", "fewest rules met by half")
EXTREMES = ((min, "approve", 4), (max, "deny", 2), (max, "approve", 2), (min, "deny", 1))
"""Which end of an index, the outcome that should not stand there more often than others, and its weight in choosing."""
PULL_TARGETS = {1: ((9, 1), (11, 1)), 2: ((7, 1), (7, 1)), 3: ((7, 1), (7, 1))}
"""Planned sum of each pull over a triple, in sixths; six is chance, which few rules leave no room for."""
WEIGHTS = {(index, end.__name__, outcome): weight * (6 if index == "conditions" else 1) for index in INDICES for end, outcome, weight in EXTREMES}


def new_totals(level: int) -> balance.Balance:
    """The running totals of a level: each outcome at each end of an index in a third of the triples, and the pulls as planned."""
    ends = {(index, end.__name__, outcome): (2, 1) for index in INDICES for end, outcome, _ in EXTREMES}
    return balance.Balance({**ends, **dict(zip(PULLS, PULL_TARGETS[level]))}, WEIGHTS)


def sixths(members, outcomes) -> dict:
    """For every index and end: six if the outcome alone stands there, less where it shares the place, 0 if it does not; and the pulls added up."""
    measures = {name: sum(column) for name, column in zip(PULLS, zip(*(member.pulls for member in members)))}
    for name, row in zip(INDICES, zip(*(member.indices for member in members))):
        for end, outcome, _ in EXTREMES:
            extreme = end(row)
            is_there = row[outcomes.index(outcome)] == extreme
            measures[name, end.__name__, outcome] = 6 // row.count(extreme) if is_there else 0
    return measures


# Text

def figure(field: Number, value: int) -> str:
    """A limit or a value of a number: '250.00 EUR', '30'."""
    return f"{english.amount(value, ',')} {field.noun}" if unit(field) == 100 else f"{value:,}"


def shown(field, value: int) -> str:
    """A value as the record and the decision table show it."""
    if isinstance(field, Choice):
        return field.values[value]
    if isinstance(field, Flag):
        return ("no", "yes")[value]
    return figure(field, value)


def bound(field: Number, part: Condition, wording: Wording, has_noun: bool) -> str:
    """'more than 30 days', '3 or more reminders' in the document's words for borders."""
    value = figure(field, part.value)
    if field.noun in CURRENCIES or field.noun in TIMES:
        return BOUNDS[wording.bounds][part.op].format(x=f"{value} {field.noun}" if has_noun and field.noun in TIMES else value)
    text = COUNT_BOUNDS[wording.bounds][part.op].format(x=value)
    return f"{text} {field.noun}" if has_noun else text


def chosen(options, wording: Wording, slot):
    """The option that the document's pick for a field's place or a name of PICKS points to."""
    return options[wording.pick[slot] % len(options)]


def phrase(part: Condition, wording: Wording, is_clause: bool) -> str:
    """A condition as a modifier ('without proof of purchase') or as a clause ('there is no proof of purchase')."""
    field = DOMAINS[wording.domain].fields[part.field]
    if isinstance(field, Flag):
        if is_clause:
            return field.yes_clause if part.value else field.no_clause
        return chosen(field.yes if part.value else field.no, wording, part.field)
    pattern = chosen(field.clauses if is_clause else field.modifiers, wording, part.field)
    if isinstance(field, Choice):
        return pattern.format(v=field.values[part.value])
    return pattern.format(b=bound(field, part, wording, True))


def act_words(wording: Wording, outcome: str) -> dict:
    """The words that rule and default phrases need for an outcome."""
    domain, (act, done) = DOMAINS[wording.domain], ACTS[outcome]
    return {"act": act, "act_up": english.sentence(act), "done": done, "many": english.sentence(domain.many), "many_low": domain.many}


def prose_rule(rule: Rule, wording: Wording, forms) -> str:
    """One rule as a sentence: its exception and second condition are clauses, the first is a clause or modifies the noun, as the form asks."""
    pattern, tail = forms[wording.rule_form % len(forms)]
    words = act_words(wording, rule.outcome)
    if rule.exception is not None:
        words["tail"] = tail.format(exception=phrase(rule.exception, wording, True))
    return pattern.format(**{"tail": "", **words}, modifier=phrase(rule.first, wording, False),
                          first=phrase(rule.first, wording, True), second=phrase(rule.second, wording, True))


def statement_words(policy: Policy, domain: Domain) -> dict:
    """What a statement of precedence may name."""
    return {"rule": None if policy.rule is None else policy.rule + 1, "end": ENDS[policy.end],
            "scope": english.article(domain.fields[SCOPE].label.lower())}


def notes(policy: Policy, wording: Wording) -> list:
    """The sentences on applying, precedence, default and borders, in the document's order."""
    return [
        chosen(APPLY_NOTES, wording, "apply"),
        chosen(STATEMENT_NOTES[policy.statement], wording, "statement").format(**statement_words(policy, DOMAINS[wording.domain])),
        chosen(DEFAULT_NOTES, wording, "default").format(**act_words(wording, policy.default)),
        chosen(BOUND_NOTES[wording.bounds], wording, "bounds"),
    ]


def record_rows(case: Case, wording: Wording, head: Head) -> list:
    """(label, value) of every line of the record after its number, fields in the order of the form."""
    domain = DOMAINS[wording.domain]
    fields = [(domain.fields[place].label, shown(domain.fields[place], case.values[place])) for place in wording.order]
    return [(domain.person, head.person), ("Received", english.long_date(head.received)), *fields, ("Remark", wording.remark)]


def file_number(wording: Wording, head: Head) -> str:
    """'RF-20418'."""
    return f"{DOMAINS[wording.domain].prefix}-{head.number}"


def in_order(wording: Wording, opening, rules, remarks, record, closing=()) -> str:
    """The sections of a document in its own order, a blank line between them."""
    policy = [remarks, rules] if wording.are_notes_first else [rules, remarks]
    sections = [record, *policy] if wording.is_case_first else [*policy, record]
    return "\n\n".join("\n".join(section) for section in [opening, *sections, *([closing] if closing else [])])


HANDBOOK_OPENINGS = (
    "Revision {revision}, valid from {valid}. Page owner: {author}, {organisation}.",
    "{organisation}, {office}. In force since {valid} (revision {revision}), last edited by {author}.",
    "Kept by {author} for the {office} of {organisation}. Revision {revision} of {valid}.",
)
HANDBOOK_HEADS = (
    ("Rules", "How the rules are read", "Case at hand"),
    ("Decisions", "Reading notes", "Open case"),
    ("What is decided how", "Notes", "Waiting for a decision"),
)
MEMO_OPENINGS = (
    "please decide the case in this mail by the rules in force since {valid} (revision {revision}); I have copied both in.",
    "one more for today. The rules are those of {valid}, revision {revision}, nothing has changed since.",
    "as asked, the rules (revision {revision}, valid from {valid}) together with the case that is still open.",
)
MEMO_GREETINGS = (("Hello all,", "Regards"), ("Dear colleagues,", "Kind regards"), ("Hi team,", "Thanks"), ("Good morning,", "Best"))
MEMO_SUBJECTS = ("{one} waiting for a decision", "rules and open {one}", "one {one} to decide")
MEMO_HEADS = (("The rules:", "On reading them:", "The case:"), ("Rules", "Reading", "Case"), ("Our rules are", "Please note", "The file says"))
TABLE_OPENINGS = (
    "Decision table {code}, version {revision}, valid from {valid}\nPrinted {printed} by {author}, {organisation}",
    "{organisation} - {office}\nDecision table {code} v{revision} (from {valid}), printout of {printed}, user {author}",
    "RULE SET {code} / version {revision} / valid from {valid}\nowner: {author}, {organisation} / printed {printed}",
)
TABLE_HEADS = (
    "| Rule | Condition 1 | Condition 2 | Outcome | Exception |",
    "| Rule | If | And if | Outcome | Except if |",
    "| Rule | Test A | Test B | Outcome | Exception |",
)
YAML_OPENINGS = (
    'title: "{title}"\norganisation: "{organisation}"\nexported: {printed_iso}\nby: "{author}"',
    'document: "{title}"\nunit: "{organisation}, {office}"\nexport_date: {printed_iso}\nmaintainer: "{author}"',
    'rendered: {printed_iso}\nname: "{title}"\nissuer: "{organisation}"\ncontact: "{author}"',
)


def opening_words(wording: Wording) -> dict:
    """What the opening of a document may name."""
    domain = DOMAINS[wording.domain]
    return {"revision": wording.revision, "valid": english.long_date(wording.valid),
            "printed": english.short_date(wording.printed), "printed_iso": wording.printed.isoformat(),
            "author": wording.author, "organisation": wording.organisation, "office": domain.office, "one": domain.one,
            "title": chosen(domain.titles, wording, "title"), "code": f"{domain.prefix}-{wording.pick['code'] + 11}"}


def render_handbook(case: Case, wording: Wording, head: Head) -> tuple:
    """(opening, rules, notes, record) of a Markdown page: rules numbered, notes and fields in lists."""
    words = opening_words(wording)
    rules_head, notes_head, case_head = chosen(HANDBOOK_HEADS, wording, "heads")
    rules = [f"{number}. {prose_rule(rule, wording, HANDBOOK_RULES)}" for number, rule in enumerate(case.policy.rules, 1)]
    record = [f"- {label}: {value}" for label, value in record_rows(case, wording, head)]
    return ([f"# {words['title']}", chosen(HANDBOOK_OPENINGS, wording, "opening").format(**words)],
            [f"## {rules_head}", *rules], [f"## {notes_head}", *(f"* {note}" for note in notes(case.policy, wording))],
            [f"## {case_head}: {DOMAINS[wording.domain].case.lower()} {file_number(wording, head)}", *record])


def render_memo(case: Case, wording: Wording, head: Head) -> tuple:
    """(opening, rules, notes, record, closing) of an e-mail: rules in brackets, notes as plain sentences, fields with dot leaders."""
    words, domain = opening_words(wording), DOMAINS[wording.domain]
    rules_head, notes_head, case_head = chosen(MEMO_HEADS, wording, "heads")
    rules = [f"({number}) {prose_rule(rule, wording, MEMO_RULES)}" for number, rule in enumerate(case.policy.rules, 1)]
    rows = [(domain.case, file_number(wording, head)), *record_rows(case, wording, head)]
    greeting, closing = chosen(MEMO_GREETINGS, wording, "greeting")
    subject = chosen(MEMO_SUBJECTS, wording, "subject").format(**words)
    return ([f"From: {wording.author}, {wording.organisation}", f"To: {domain.office}", f"Sent: {english.short_date(wording.printed)}",
             f"Subject: {subject}", "", greeting, chosen(MEMO_OPENINGS, wording, "opening").format(**words)],
            [rules_head, *rules], [notes_head, *notes(case.policy, wording)],
            [case_head, *(f"  {label} {'.' * (32 - len(label))} {value}" for label, value in rows)],
            [f"{closing}, {wording.author.split()[0]}"])


def cell(part: Condition | None, wording: Wording) -> str:
    """A condition as a cell of a decision table: 'Days since delivery: over 14'."""
    if part is None:
        return "-"
    field = DOMAINS[wording.domain].fields[part.field]
    return f"{field.label}: {bound(field, part, wording, False) if isinstance(field, Number) else shown(field, part.value)}"


def render_table(case: Case, wording: Wording, head: Head) -> tuple:
    """(opening, rules, notes, record) of a decision table's printout: one row a rule, lettered notes, fields in two columns."""
    words, domain = opening_words(wording), DOMAINS[wording.domain]
    rows = [f"| {number} | {cell(rule.first, wording)} | {cell(rule.second, wording)} | {rule.outcome} | {cell(rule.exception, wording)} |"
            for number, rule in enumerate(case.policy.rules, 1)]
    return (chosen(TABLE_OPENINGS, wording, "opening").format(**words).split("\n"), [chosen(TABLE_HEADS, wording, "heads"), *rows],
            [f"{letter}) {note}" for letter, note in zip("abcd", notes(case.policy, wording))],
            [f"{label:<32}{value}" for label, value in [(domain.case, file_number(wording, head)), *record_rows(case, wording, head)]])


def key(field) -> str:
    """The name of a field in a policy file."""
    name = re.sub("[^a-z0-9]+", "_", field.label.lower().replace("'", ""))
    return f"{name}_{field.noun.lower()}" if isinstance(field, Number) and unit(field) == 100 else name


def plain_value(field, value: int) -> str:
    """A value as a policy file writes it."""
    if isinstance(field, Choice):
        return f'"{field.values[value]}"'
    if isinstance(field, Flag):
        return ("false", "true")[value]
    return english.amount(value) if unit(field) == 100 else str(value)


def term(part: Condition, wording: Wording) -> str:
    """A condition as a term of a policy file: 'days_since_delivery > 14'."""
    field = DOMAINS[wording.domain].fields[part.field]
    return f"{key(field)} {SIGNS[part.op]} {plain_value(field, part.value)}"


def yaml_rule(number: int, rule: Rule, wording: Wording) -> list:
    """The lines of one rule in a policy file."""
    keys = YAML_KEYS[wording.keys]
    lines = [f"  - {keys['id']}: {number}", f"    {keys['when']}: [{term(rule.first, wording)}, {term(rule.second, wording)}]"]
    lines += [f"    {keys['unless']}: {term(rule.exception, wording)}"] if rule.exception is not None else []
    return [*lines, f"    {keys['then']}: {rule.outcome}"]


def render_yaml(case: Case, wording: Wording, head: Head) -> tuple:
    """(opening, rules, notes, record) of a policy file in YAML with the case it is run on."""
    words, domain = opening_words(wording), DOMAINS[wording.domain]
    keys = YAML_KEYS[wording.keys]
    statement = chosen(YAML_STATEMENTS[case.policy.statement], wording, "statement").format(
        id=keys["id"], then=keys["then"], **{**statement_words(case.policy, domain), "scope": key(domain.fields[SCOPE])})
    rules = [f"{keys['rules']}:", *(line for number, rule in enumerate(case.policy.rules, 1) for line in yaml_rule(number, rule, wording))]
    return (chosen(YAML_OPENINGS, wording, "opening").format(**words).split("\n"), rules,
            [f"{keys['policy']}:", f"  version: {wording.revision}", f"  valid_from: {wording.valid.isoformat()}",
             f'  {keys["apply"]}: "{chosen(YAML_APPLY, wording, "apply").format(when=keys["when"], unless=keys["unless"])}"',
             f'  {keys["several"]}: "{statement}"', f"  {keys['none']}: {case.policy.default}"],
            [f"{keys['case']}:", f"  file: {file_number(wording, head)}",
             f"  {domain.person.lower()}: {head.person}", f"  received: {head.received.isoformat()}",
             *(f"  {key(domain.fields[place])}: {plain_value(domain.fields[place], case.values[place])}" for place in wording.order),
             f'  remark: "{wording.remark}"'])


RENDERERS = {"handbook": render_handbook, "memo": render_memo, "table": render_table, "yaml": render_yaml}


def render(case: Case, wording: Wording, head: Head) -> str:
    """The state of one member."""
    return in_order(wording, *RENDERERS[wording.layout](case, wording, head))


# Groups

def draw_question(rng, domain: Domain) -> dict:
    """The typed question, in one of several phrasings."""
    words = {"one": domain.one, "one_up": english.sentence(domain.one), "office": domain.office, "superior": domain.superior}
    meanings = [meaning.format(**words) for meaning in rng.choice(CRITERIA)]
    return items.choice(rng.choice(QUESTIONS).format(**words), dict(zip(OUTCOMES, meanings)))


def draw_wording(rng, group: Plan) -> Wording:
    """Everything about a document that is not its policy or its case."""
    domain = DOMAINS[group.domain]
    valid = datetime.date(2025, 1, 1) + datetime.timedelta(days=rng.below(500))
    return Wording(
        domain=group.domain, layout=group.layout, bounds=rng.below(len(BOUNDS)), rule_form=rng.below(12), keys=rng.below(len(YAML_KEYS)),
        pick={slot: rng.below(12) for slot in (*range(len(domain.fields)), *PICKS)}, order=tuple(rng.shuffled(range(len(domain.fields)))),
        is_case_first=rng.chance(35), are_notes_first=rng.chance(40),
        organisation=f"{rng.choice(names.STEMS)} {rng.choice(domain.organisations)}", author=names.person(rng), revision=rng.between(2, 14),
        valid=valid, printed=valid + datetime.timedelta(days=rng.between(40, 300)), remark=rng.choice(domain.remarks),
        question=draw_question(rng, domain))


def draw_heads(rng, wording: Wording, count: int) -> list:
    """Numbers, people and days of receipt of the members' files, in no order."""
    people = names.people(rng, count)
    numbers = rng.sample(range(90), count)
    return [Head(10000 + 1000 * number + rng.below(1000), person, wording.printed - datetime.timedelta(days=rng.between(1, 9)))
            for number, person in zip(numbers, people)]


def draw_members(rng, group: Plan, totals: balance.Balance) -> tuple | None:
    """One case for each way, chosen so that no index of risk points to an outcome over the level; None where the policy does not fit."""
    policy, domain = draw_policy(rng, group), DOMAINS[group.domain]
    grid = draw_grid(rng, domain, policy)
    needs = {way: needs_of(policy, group, way) for way in group.ways}
    if not all(needs.values()):
        return None
    found = []
    for way in group.ways:
        found.append(draw_cases(rng, group, policy, grid, way, needs[way]))
        if not found[-1]:
            return None
    if len(found) < 3:
        return tuple(cases[0] for cases in found)
    outcomes = tuple(group.ways.values())
    rows = [[(case, looks(domain, case, gold)) for case in cases] for cases, gold in zip(found, outcomes)]
    best = totals.choose(itertools.product(*rows), lambda members: sixths([look for _, look in members], outcomes))
    return tuple(case for case, _ in best)


def check_member(case: Case, group: Plan, way: str) -> None:
    """The answer and way are as planned, and the parts of the policy that the way is about decide the case."""
    where = f"{FAMILY} level {group.level} group {group.number} {way}"
    kept, met = applying(case), matching(*case)
    checks.require(answer(case) == group.ways[way], f"{where}: the answer is {answer(case)}, not {group.ways[way]}")
    is_misled = answer_without_exceptions(case) != answer(case)
    checks.require(is_misled == (way == "exception"), f"{where}: leaving out the exceptions {'changes' if is_misled else 'keeps'} the answer")
    checks.require(len(met) - len(kept) == (way == "exception"), f"{where}: {len(met)} rules met, {len(kept)} apply")
    checks.require(len(kept) == group.applying if way == "precedence" else len(kept) <= 2, f"{where}: {len(kept)} rules apply")
    if way == "precedence":
        losers = [place for place in kept if place != prevailing(case.policy, kept)]
        checks.require(all(case.policy.rules[place].outcome != answer(case) for place in losers), f"{where}: precedence does not matter")
    else:
        checks.require(all(case.policy.rules[place].outcome == answer(case) for place in kept), f"{where}: precedence matters")
        near = look_alikes(case, answer(case))
        checks.require(min(near) >= 1, f"{where}: {near[0]} rules fail on their second condition alone, {near[1]} on their first")


def check_group(cases, group: Plan, wording: Wording, heads, states) -> None:
    """Every member as planned; members share policy and document, and differ in lines of the record alone."""
    for case, way in zip(cases, group.ways):
        check_member(case, group, way)
        checks.require(case.policy == cases[0].policy, f"{FAMILY} level {group.level} group {group.number}: policies differ")
    record = RENDERERS[wording.layout](cases[0], wording, heads[0])[3]
    lines = states[0].split("\n")
    for state in states[1:]:
        for place in checks.changed_lines(states[0], state):
            checks.require(lines[place] in record, f"{FAMILY} level {group.level} group {group.number}: a line outside the record differs")


def build_group(draw: draws.Draw, group: Plan, totals: balance.Balance) -> items.Group:
    """One group on its own stream; the policy is redrawn until it has room for all members."""
    rng = draws.stream(draw, FAMILY, group.level, group.number)
    wording = draw_wording(rng, group)
    heads = draw_heads(rng, wording, len(group.ways))
    for candidate in range(POLICY_TRIES):
        cases = draw_members(draws.stream(draw, FAMILY, group.level, group.number, candidate), group, totals)
        if cases is not None:
            break
    else:
        raise checks.CheckFailed(f"{FAMILY} level {group.level} {group.statement} group {group.number}: no fitting policy in {POLICY_TRIES} draws")
    states = [render(case, wording, head) for case, head in zip(cases, heads)]
    check_group(cases, group, wording, heads, states)
    members = [items.Member(state, answer(case), way, None, None) for state, case, way in zip(states, cases, group.ways)]
    return items.Group(group.level, group.domain, group.layout, wording.question, tuple(members))


def build(draw: draws.Draw) -> list:
    """The 600 items of a draw."""
    totals = {level: new_totals(level) for level in families.LEVELS}
    groups = [build_group(draw, group, totals[group.level]) for group in plan(draw)]
    checks.check_family(families.BY_NAME[FAMILY], groups)
    return items.number_items(FAMILY, draw, groups)


if __name__ == "__main__":
    sys.exit(cards.write_family(FAMILY, build))
