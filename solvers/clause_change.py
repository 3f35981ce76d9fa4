"""Two versions of a contract, one set of facts, one point at issue: does the answer change between version A and version B?

Grammar of a state (blank lines carry nothing):
  state    = head, background, sections        head: title, parties, people and dates, in one of twelve forms (HEADS)
  sections = rules of reading | facts | point at issue | text, each once, in any order, each under a title of its layout:
    full    both versions in full, "7. Heading. Text", facts "(a) ...", rules "* ..."
    mail    version A in full, "(7) Heading - Text", version B as a list of changes; rules and facts as running text
    redline one text with marks for A and B, "§ 7 Heading" above "    Text", facts "    01 ..."
    table   "| 7 Heading | text of A | text of B |", facts "| Item | Entry |", rules "- ..."
  text     = preamble, clauses 1..n, Schedule (flat: "Term: figure"; by group: "Plan Office: Term figure, Term figure, ...")
The list of changes in a mail opens with their count: "The amendment has five items."

Short names: `kind` is the contract (seven of them, KINDS); a requirement is one of the two clauses that the effect clause names;
a term is the capitalised name of a required figure ("Notice Period"); `line` is the Schedule's line for a group; money is in cents.
"""
from __future__ import annotations

import datetime
import re
from typing import Dict, List, NamedTuple, Optional, Tuple

from solvers import reading
from solvers.reading import Unread

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
LONG = r"\d{1,2} (?:" + "|".join(MONTHS) + r") \d{4}"  # 6 August 2026
SHORT = r"\d\d (?:" + "|".join(month[:3] for month in MONTHS) + r") \d{4}"  # 06 Aug 2026
ISO = r"\d{4}-\d\d-\d\d"  # 2026-08-06
EUR = r"EUR \d{1,3}(?:,\d{3})*\.\d\d"  # EUR 1,234.50
INT = r"[1-9]\d*|0"
NUM = r"(?:[1-9]\d*|0)(?:\.\d+)?"  # 2.25
WORD = r"[A-Z][^\W\d_]+"
NAME = rf"{WORD}(?: {WORD})+"  # Moorcroft Lane Choral Society; Hana Kowalski
AMOUNT = {"eur": EUR, "persons": r"[1-9]\d* persons", "days": r"[1-9]\d* days"}
FIELDS = {"<n>": rf"(?:{INT})", "<num>": NUM, "<eur>": EUR, "<name>": NAME, "<word>": WORD, "<LONG>": LONG, "<SHORT>": SHORT, "<ISO>": ISO}


def pattern(template: str, **named: str) -> "re.Pattern[str]":
    """Compile a line written out in words; '<n>', '<eur>' ... are fields, the keys of `named` become named groups."""
    parts = re.split(r"(<[A-Za-z_0-9]+>)", template)
    out = []
    for part in parts:
        if part[1:-1] in named and part.startswith("<"):
            out.append(f"(?P<{part[1:-1]}>{named[part[1:-1]]})")
        elif part in FIELDS:
            out.append(FIELDS[part])
        else:
            out.append(re.escape(part))
    return re.compile("".join(out))


def read_date(text: str) -> datetime.date:
    """'6 August 2026', '06 Aug 2026' or '2026-08-06'; raises Unread for what is no day of the calendar."""
    iso = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", text)
    words = re.fullmatch(r"(\d{1,2}) ([A-Z][a-z]+) (\d{4})", text)
    if not iso and not words:
        raise Unread(f"{text!r} is not a date")
    month = int(iso[2]) if iso else [name[:3] for name in MONTHS].index(words[2][:3]) + 1
    year, day = (int(iso[1]), int(iso[3])) if iso else (int(words[3]), int(words[1]))
    first_of_next = datetime.date(year + month // 12, month % 12 + 1, 1) if 1 <= month <= 12 else None
    if first_of_next is None or not 1 <= day <= (first_of_next - datetime.timedelta(days=1)).day:
        raise Unread(f"{text!r} is not a day of the calendar")
    return datetime.date(year, month, day)


def read_amount(text: str) -> int:
    """'EUR 1,234.50' -> 123450; '95 persons' -> 95; '30 days' -> 30; '19' -> 19."""
    if text.startswith("EUR "):
        return reading.cents(text[4:])
    match = re.fullmatch(r"(\d+)(?: (?:persons|days))?", text)
    if not match:
        raise Unread(f"{text!r} is not an amount")
    return int(match[1])


class Kind(NamedTuple):
    """What is fixed for one contract: parties, terms with their unit, the Schedule's other lines, groups, wordings."""

    roles: Tuple[str, str]
    unit: str
    group: str
    groups: str
    schedule: Dict[str, str]  # items of the Schedule that no requirement uses: label -> figure
    lower: Tuple[str, str, str]  # heading, term, quantity of the first requirement
    upper: Tuple[str, str, str]  # heading, term, quantity of the second requirement
    definitions: str
    effects: Tuple[str, ...]
    conditions: Dict[str, str]  # condition of an adjustment -> fact that settles it
    met: Tuple[str, ...]  # points at issue answered yes where both requirements are met
    failed: Tuple[str, ...]  # points at issue answered yes where one of them fails


BOTH = "meets both clause <x> and clause <y>"
KINDS = {
    "Framework Supply Agreement": Kind(
        ("Buyer", "Supplier"), "eur", "trade group", "Retail|Wholesale|Export",
        {"Payment term": "<n> days", "Samples a year": "<n> pieces"},
        ("Smallest order", "Minimum Order Value", "Order Value"), ("Credit", "Credit Limit", "Open Balance"),
        '"Order Value" <is> the price of the goods plus the freight of an order<, without the pallet deposit>. '
        '"Open Balance" <is> the total of unpaid invoices on the day of the order, without the order itself.',
        (f"The Supplier shall accept an order that {BOTH}, and may refuse an order that fails either.",
         f"An order that {BOTH} must be accepted by the Supplier; one that fails either of them may be refused."),
        {"the order is placed under a call-off plan": "call-off", "the Buyer has lodged a bank guarantee": "guarantee"},
        ("Is the Supplier bound to accept this order?", "Must the Supplier accept this order?"),
        ("Is the Supplier free to refuse this order?", "May the Supplier refuse this order?")),
    "Hall Booking Terms": Kind(
        ("Organiser", "Hall Company"), "persons", "seating", "Banquet|Rows|Standing",
        {"Cloakroom staff": "<n> people", "Piano tuning": "<eur> a visit"},
        ("Smallest event", "Minimum Attendance", "Attendance"), ("Full house", "Hall Capacity", "Crew"),
        '"Attendance" <is> the adults plus the children expected at the event<, without visitors who stay in the foyer>. '
        '"Crew" <is> the number of people working at the event.',
        (f"The Hall Company shall open the hall for a booking that {BOTH}, and may cancel a booking that fails either.",
         f"A booking that {BOTH} binds the Hall Company to open the hall; one that fails either of them may be cancelled."),
        {"the event takes place on a weekday morning": "weekday morning", "the gallery is set up": "gallery"},
        ("Is the Hall Company bound to open the hall for this booking?", "Must the Hall Company open the hall for this booking?"),
        ("Is the Hall Company entitled to cancel this booking?", "May the Hall Company cancel this booking?")),
    "Hosting Agreement": Kind(
        ("Customer", "Provider"), "days", "plan", "Compact|Office|Campus",
        {"Storage included": "<n> GB", "Response time": "<n> hours"},
        ("Time to review", "Review Period", "the date of the Price Notice"), ("Time before renewal", "Notice Period", "the Renewal Date"),
        '"Price Notice" <is> the Provider\'s letter announcing new fees. "Renewal Date" <is> the first day of the next term. '
        '"Termination Notice" <is> the Customer\'s letter saying that it will not enter the next term.',
        (f"After a Price Notice the Customer may leave on the Renewal Date by a Termination Notice that {BOTH}. "
         "A Termination Notice that fails either of them has no effect, and the Provider may reject it; one that meets both may not be rejected.",
         "Once a Price Notice has been sent, a Termination Notice ends this agreement on the Renewal Date if it "
         f"{BOTH}, and only then. The Provider may reject it if it fails either of them, and not otherwise."),
        {"the Customer has booked premium support": "premium support", "the Customer keeps archive data on the platform": "archive"},
        ("May the Customer leave on the Renewal Date by this Termination Notice?",
         "Does this Termination Notice end the agreement on the Renewal Date?"),
        ("Is the Provider entitled to reject this Termination Notice?", "May the Provider reject this Termination Notice?")),
    "Property Insurance Contract": Kind(
        ("Insured", "Insurer"), "eur", "risk class", "Workshop|Storehouse|Showroom",
        {"Glass cover": "<eur> a pane", "Fire inspections": "<n> a year"},
        ("Size of the loss", "Direct Payment Minimum", "Loss Amount"), ("Total of the year", "Direct Payment Limit", "Settled Amount"),
        '"Loss Amount" <is> the repair cost plus the clearing cost of a claim<, without own labour>. '
        '"Settled Amount" <is> the total paid on other claims of the same insurance year.',
        (f"The Insurer shall pay the repair firm directly for a claim that {BOTH}, and may refuse direct payment for a claim that fails either.",
         f"A claim that {BOTH} must be paid by the Insurer directly to the repair firm; "
         "for one that fails either of them direct payment may be refused."),
        {"the loss was caused by tap water": "tap water", "a certified sprinkler system is installed": "sprinkler"},
        ("Is the Insurer bound to pay the repair firm directly for this claim?", "Must the Insurer pay the repair firm directly for this claim?"),
        ("Is the Insurer entitled to refuse direct payment for this claim?", "May the Insurer refuse direct payment for this claim?")),
    "Plant Hire Contract": Kind(
        ("Hirer", "Owner"), "days", "machine group", "Lifting|Earthmoving|Compaction",
        {"Transport charge": "<eur> a trip", "Operator lessons": "<n> hours"},
        ("Shortest hire", "Minimum Hire", "the Delivery Date"), ("Ahead of collection", "Collection Lead Time", "the Collection Date"),
        '"Delivery Date" <is> the day on which the machine is brought to the site. "Collection Date" <is> the day planned for taking it away. '
        '"Off-Hire Request" <is> the Hirer\'s letter asking that hire charges stop on the Collection Date.',
        (f"Hire charges stop on the Collection Date if the Off-Hire Request {BOTH}. An Off-Hire Request that fails either of them "
         "has no effect, and the Owner may turn it down; one that meets both may not be turned down.",
         f"An Off-Hire Request stops the hire charges on the Collection Date if it {BOTH}, and only then. "
         "The Owner may turn it down if it fails either of them, and not otherwise."),
        {"the Hirer's framework order is in force": "framework order", "the machine has a special attachment": "attachment"},
        ("Do the hire charges stop on the Collection Date under this Off-Hire Request?",
         "Does this Off-Hire Request stop the hire charges on the Collection Date?"),
        ("Is the Owner entitled to turn down this Off-Hire Request?", "May the Owner turn down this Off-Hire Request?")),
    "Revolving Credit Agreement": Kind(
        ("Borrower", "Lender"), "eur", "tranche", "Seasonal|Equipment|General",
        {"Handling charge": "<eur> an entry", "Statement cycle": "<n> days"},
        ("Size of a drawing", "Minimum Drawing", "Drawing Amount"), ("Ceiling", "Facility Limit", "Outstanding Amount"),
        '"Drawing Amount" <is> the cash paid out in a drawing plus the arrangement fee<, without notary costs>. '
        '"Outstanding Amount" <is> the total of earlier drawings not yet repaid on the day of the request.',
        (f"The Lender shall pay out a drawing that {BOTH}, and may decline a drawing that fails either.",
         f"A drawing that {BOTH} must be paid out by the Lender; one that fails either of them may be declined."),
        {"the drawing serves to pay a listed vendor": "listed vendor", "the parent company's guarantee is in force": "parent guarantee"},
        ("Is the Lender bound to pay out this drawing?", "Must the Lender pay out this drawing?"),
        ("Is the Lender free to decline this drawing?", "May the Lender decline this drawing?")),
    "Lease of Business Premises": Kind(
        ("Tenant", "Landlord"), "days", "unit class", "Street Level|Courtyard|Upper Floors",
        {"Heating advance": "<eur> a month", "Parking spaces": "<n>"},
        ("Time for talks", "Consultation Period", "the date of the Works Notice"), ("Time to vacate", "Vacating Period", "the Break Date"),
        '"Works Notice" <is> the Landlord\'s letter announcing building works. "Break Date" <is> the day on which the lease may end early. '
        '"Break Notice" <is> the Tenant\'s letter ending the lease on the Break Date.',
        (f"After a Works Notice the Tenant may end the lease on the Break Date by a Break Notice that {BOTH}. "
         "A Break Notice that fails either of them has no effect, and the Landlord may disregard it; one that meets both may not be disregarded.",
         f"Once a Works Notice has been sent, a Break Notice ends the lease on the Break Date if it {BOTH}, and only then. "
         "The Landlord may disregard it if it fails either of them, and not otherwise."),
        {"the works announced are roof repairs": "roof", "the premises are open to the public": "open to the public"},
        ("May the Tenant end the lease on the Break Date by this Break Notice?", "Does this Break Notice end the lease on the Break Date?"),
        ("Is the Landlord entitled to disregard this Break Notice?", "May the Landlord disregard this Break Notice?")),
}


def letter_facts(sender: str, receiver: str, letter: str) -> Dict[str, Tuple[str, ...]]:
    """The ways in which the sending or the arrival of a letter is told."""
    return {
        "received": (f"The {letter} was received on <v>.", f"The {receiver} received the {letter} on <v>.", f"{letter} received: <v>."),
        "handed over": (f"The {letter} was handed over on <v>.", f"The {sender} handed over the {letter} on <v>.", f"{letter} handed over: <v>."),
        "posted": (f"The {letter} was sent by registered post on <v>.", f"The {sender} posted the {letter} as a registered letter on <v>.",
                   f"{letter} sent by registered post: <v>."),
    }


DATE = "|".join((LONG, SHORT, ISO))
YES_NO = {  # fact: the words for yes, the words for no, the ways it is written
    "call-off": ("under a call-off plan", "without a call-off plan", ("The order is placed <v>.", "Way of ordering: <v>.")),
    "guarantee": ("a bank guarantee", "no bank guarantee", ("The Buyer has lodged <v>.", "Security lodged: <v>.")),
    "weekday morning": ("weekday morning", "Saturday evening", ("The event takes place on a <v>.", "Time of the event: <v>.")),
    "gallery": ("set up", "closed off", ("The gallery is <v>.", "Gallery: <v>.")),
    "premium support": ("premium support", "standard support", ("The Customer has booked <v>.", "Support booked: <v>.")),
    "archive": ("on the platform", "outside the platform", ("The Customer keeps archive data <v>.", "Archive data kept: <v>.")),
    "tap water": ("tap water", "hail", ("The loss was caused by <v>.", "Cause of the loss: <v>.")),
    "sprinkler": ("installed", "not installed", ("A certified sprinkler system is <v>.", "Certified sprinkler system: <v>.")),
    "framework order": ("in force", "no longer in force", ("The Hirer's framework order is <v>.", "Framework order: <v>.")),
    "attachment": ("a special attachment", "no special attachment", ("The machine has <v>.", "Equipment of the machine: <v>.")),
    "listed vendor": ("to pay a listed vendor", "to pay wages", ("The drawing serves <v>.", "Purpose of the drawing: <v>.")),
    "parent guarantee": ("in force", "no longer in force", ("The parent company's guarantee is <v>.", "Parent company's guarantee: <v>.")),
    "roof": ("roof repairs", "new pipes in the yard", ("The works announced are <v>.", "Works announced: <v>.")),
    "open to the public": ("open to the public", "closed to the public", ("The premises are <v>.", "Premises: <v>.")),
}
FIGURES: Dict[str, Dict[str, Tuple[str, ...]]] = {  # facts with a figure or a date that a requirement uses
    "Framework Supply Agreement": {
        "goods": ("The goods ordered cost <v>.", "Price of the goods: <v>."),
        "freight": ("Freight comes to <v>.", "Freight: <v>."),
        "pallet deposit": ("The pallet deposit is <v>.", "Pallet deposit: <v>."),
        "Open Balance": ("On the day of the order the Open Balance was <v>.", "Open Balance on the day of the order: <v>.")},
    "Hall Booking Terms": {
        "adults": ("The Organiser expects <v> adults.", "Adults expected: <v>."),
        "children": ("The Organiser expects <v> children.", "Children expected: <v>."),
        "foyer": ("Another <v> visitors will stay in the foyer.", "Foyer visitors: <v>."),
        "Crew": ("The Crew numbers <v>.", "Crew: <v>.")},
    "Hosting Agreement": {
        "the date of the Price Notice": ("The Price Notice is dated <v>.", "Date of the Price Notice: <v>."),
        "the Renewal Date": ("The Renewal Date is <v>.", "Renewal Date: <v>."),
        **letter_facts("Customer", "Provider", "Termination Notice")},
    "Property Insurance Contract": {
        "repairs": ("Repairs cost <v>.", "Repair cost: <v>."),
        "clearing": ("Clearing the site cost <v>.", "Clearing cost: <v>."),
        "own labour": ("Own labour of the Insured was put at <v>.", "Own labour: <v>."),
        "Settled Amount": ("The Settled Amount so far is <v>.", "Settled Amount so far: <v>.")},
    "Plant Hire Contract": {
        "the Delivery Date": ("The Delivery Date was <v>.", "Delivery Date: <v>."),
        "the Collection Date": ("The Collection Date is <v>.", "Collection Date: <v>."),
        **letter_facts("Hirer", "Owner", "Off-Hire Request")},
    "Revolving Credit Agreement": {
        "cash": ("The cash requested is <v>.", "Cash requested: <v>."),
        "fee": ("The arrangement fee is <v>.", "Arrangement fee: <v>."),
        "notary costs": ("Notary costs are <v>.", "Notary costs: <v>."),
        "Outstanding Amount": ("On the day of the request the Outstanding Amount was <v>.", "Outstanding Amount on the day of the request: <v>.")},
    "Lease of Business Premises": {
        "the date of the Works Notice": ("The Works Notice is dated <v>.", "Date of the Works Notice: <v>."),
        "the Break Date": ("The Break Date is <v>.", "Break Date: <v>."),
        **letter_facts("Tenant", "Landlord", "Break Notice")},
}
ASIDES: Dict[str, Dict[str, Tuple[str, ...]]] = {  # facts that no clause read here turns on
    "Framework Supply Agreement": {
        "complaints": ("Of the Buyer's complaints none is pending.", "Complaints pending: none."),
        "delivery": ("Delivery is wanted within <n> weeks.", "Delivery wanted: within <n> weeks."),
        "order lines": ("The order has <n> lines.", "Order lines: <n>."),
        "pallets": ("The goods fill <n> pallets.", "Pallets: <n>.")},
    "Hall Booking Terms": {
        "caterer": ("Catering is arranged by <name>.", "Caterer: <name>."),
        "deposit": ("The deposit was received.", "Deposit: received."),
        "parking": ("The Organiser has reserved <n> parking spaces.", "Parking spaces reserved: <n>."),
        "stage": ("The stage is built from <n> elements.", "Stage elements: <n>.")},
    "Hosting Agreement": {
        "increase": ("The Price Notice announces an increase of <num> %.", "Fee increase announced: <num> %."),
        "overdue": ("Of the Customer's invoices none is overdue.", "Invoices overdue: none."),
        "tickets": ("At the time <n> support tickets were open.", "Open support tickets: <n>."),
        "servers": ("The Customer runs <n> servers with the Provider.", "Servers in use: <n>.")},
    "Property Insurance Contract": {
        "photographs": ("With the claim came <n> photographs.", "Photographs supplied: <n>."),
        "premium": ("The premium for the year is paid.", "Premium: paid."),
        "rooms": ("The loss affects <n> rooms.", "Rooms affected: <n>."),
        "year": ("The building dates from <n>.", "Year of construction: <n>.")},
    "Plant Hire Contract": {
        "damage": ("The reports so far show no damage.", "Reports so far: no damage."),
        "distance": ("The site is <n> km from the depot.", "Distance to the depot: <n> km."),
        "engine hours": ("On delivery the meter showed <n> engine hours.", "Engine hours on delivery: <n>."),
        "weekly charge": ("The weekly charge is <eur>.", "Weekly charge: <eur>.")},
    "Revolving Credit Agreement": {
        "account manager": ("The account manager is <name>.", "Account manager: <name>."),
        "covenant report": ("The covenant report was received.", "Covenant report: received."),
        "drawings": ("There were <n> earlier drawings this year.", "Earlier drawings this year: <n>."),
        "value date": ("The value date wanted is <n> days after the request.", "Value date wanted: <n> days after the request.")},
    "Lease of Business Premises": {
        "rent": ("The monthly rent is <eur>.", "Monthly rent: <eur>."),
        "arrears": ("The rent account shows no arrears.", "Rent account: no arrears."),
        "floor area": ("The premises measure <n> square metres.", "Floor area: <n> square metres."),
        "length": ("The works are expected to take <n> weeks.", "Expected length of the works: <n> weeks.")},
}
FACT_VALUE = {"eur": EUR, "persons": INT, "days": DATE}

GENERAL_CLAUSES = {
    "Assignment": ("Rights may be assigned with consent given <consent>.", "Consent is not refused without reason.",
                   "The other party is told who holds them now."),
    "Changes": ("Changes to this text need to be <changed>.", "Talk between staff changes nothing.", "Each party receives a copy."),
    "Confidentiality": ("Business secrets are kept for <n> years after the end.", "They may be shown to advisers bound to secrecy.",
                        "Facts that are public anyway are not covered."),
    "Contacts": ("A new contact person is named within <n> days.", "Until then the old one may be addressed.",
                 "Contact data are used for this purpose only."),
    "Data protection": ("Personal data are erased <n> months after their use ends.", "Staff are bound to secrecy.",
                        "Requests for access are answered promptly."),
    "Disputes": ("Disputes go to a mediator in <word> first.", "Each party bears its own costs.", "Urgent court orders stay possible."),
    "Force majeure": ("Storm, flood and strike excuse delay for up to <n> days.", "The other party is told without delay.",
                      "Payments already due are not excused."),
    "Invalid parts": ("If a part is invalid, the rest <rest>.", "The parties then agree on a fitting part.", "The same holds for gaps."),
    "Late payment": ("Late payments carry interest of <num> % a year.", "Reminders are free of charge.",
                     "Interest runs from the day after the due date."),
    "Liability": ("Liability for slight negligence is limited to <eur>.", "Injury to people is not limited.", "Loss of profit is not made good."),
    "Records": ("Records are kept for <n> years.", "Copies are supplied on request.", "Electronic records are enough."),
}
OWN_CLAUSES = {
    "Framework Supply Agreement": {
        "Defects": ("Visible defects are reported within <n> days of arrival.", "Photographs are added to the report.",
                    "Defective goods are replaced free of charge."),
        "Delivery time": ("Goods leave the works within <n> days of acceptance.", "Part deliveries are allowed.",
                          "The carrier announces the day of arrival."),
        "Price list": ("A new price list is announced <n> days ahead.", "Accepted goods keep their price.", "Prices are without tax."),
        "Rebate": ("A rebate of <num> % is paid on yearly purchases.", "It is credited in January of the next year.",
                   "Freight does not count for the rebate."),
        "Single lines": ("An order line below <eur> bears a handling charge.", "The charge is shown apart.", "Spare parts are free of it.")},
    "Hall Booking Terms": {
        "Access": ("Doors open <n> minutes before the event.", "Deliveries use the yard gate.", "Keys are handed out by the caretaker."),
        "Catering": ("Corkage is <eur> a bottle.", "Food is cleared by the caterer.", "Open flames are not allowed."),
        "Cleaning": ("The hall is swept within <n> hours of the event's end.", "Waste is sorted into the bins provided.",
                     "Extra cleaning is billed by the hour."),
        "Noise": ("Music may reach <n> decibels at the mixing desk.", "The caretaker reads the meter.", "Windows stay shut during concerts."),
        "Safety": ("One steward is provided for every <n> guests.", "Stewards are briefed before doors open.", "Exits stay clear at all times.")},
    "Hosting Agreement": {
        "Availability": ("The platform is available <num> % of each month.", "Planned maintenance on Sunday nights is left out of that figure.",
                         "A shortfall is credited against the next invoice."),
        "Backups": ("Backups are kept for <n> days.", "A restore is free of charge twice a year.", "Further restores are billed by the hour."),
        "Ending by the Provider": ("The Provider may end this agreement at a month's end, <n> days ahead.", "It gives its reasons in the letter.",
                                   "Fees paid for later months are refunded."),
        "Return of data": ("After the end of the agreement data can be downloaded for <n> days.", "Files are offered in a common open format.",
                           "After that time all copies are erased."),
        "Suspension": ("The Provider may suspend access when an invoice is <n> days overdue.",
                       "Access is restored on the working day after payment.", "Fees keep running while access is suspended.")},
    "Property Insurance Contract": {
        "Advances": ("While a loss is being surveyed, an advance of <eur> may be asked for.", "It is set off against the final payment.",
                     "It bears no interest."),
        "Premium": ("A premium unpaid for <n> days suspends cover.", "Cover returns on the day after payment.", "Reminders are free of charge."),
        "Reporting a loss": ("A loss is reported within <n> days of discovery.", "Theft is also reported to the police.",
                             "Damaged items are kept for inspection."),
        "Underinsurance": ("Underinsurance of up to <n> % is disregarded.", "Beyond that, payments are cut in proportion.",
                           "Sums insured are checked every third year."),
        "Vacant rooms": ("Rooms left vacant for more than <n> days are reported.", "Water is shut off in vacant rooms.",
                         "The Insurer may visit vacant rooms.")},
    "Plant Hire Contract": {
        "Breakdown": ("A broken machine is repaired or exchanged within <n> hours.", "No charge runs until it works again.",
                      "The Hirer gives access to the site."),
        "Cleaning": ("Cleaning takes up to <n> minutes at the Owner's cost.", "Concrete and tar are removed by the Hirer.",
                     "Longer cleaning is billed at cost."),
        "Fuel": ("Missing fuel is billed at <eur> a litre.", "The tank is full on delivery.", "Readings are noted on the delivery slip."),
        "Recall": ("The Owner may recall the machine <n> days after announcing it.", "It offers a similar machine instead.",
                   "No charge runs between the two."),
        "Servicing": ("The machine is serviced every <n> engine hours.", "The Hirer makes it available for half a day.",
                      "Service visits are announced by phone.")},
    "Revolving Credit Agreement": {
        "Commitment fee": ("Unused credit costs <num> % a year.", "The fee is settled with the interest.", "It is not refunded on early closure."),
        "Early repayment": ("Early repayment is announced <n> days ahead.", "It may be made in full or in part.", "No charge is made for it."),
        "Interest": ("Interest is the base rate plus <num> % a year.", "It is debited at the end of each quarter.",
                     "The base rate is published each morning."),
        "Repayments": ("A repayment made early amounts to <eur> or more.", "It is booked on the day it arrives.",
                       "The oldest sum drawn is repaid first."),
        "Reports": ("The Borrower sends accounts within <n> days of the quarter's end.", "Yearly accounts are audited.",
                    "The Lender keeps them secret.")},
    "Lease of Business Premises": {
        "Access for inspection": ("The Landlord may inspect the premises <n> days after announcing it.", "Visits take place in business hours.",
                                  "In an emergency no announcement is needed."),
        "Rent review": ("The rent may be reviewed every <n> months.", "A review follows the published index of rents.",
                        "The rent is not lowered by a review."),
        "Repairs": ("The Tenant bears small repairs up to <eur> each.", "Larger repairs are the Landlord's business.",
                    "Damage is reported as soon as it is seen."),
        "Signs": ("Signs on the front may be up to <n> cm high.", "Lit signs are switched off at night.",
                  "The front is restored when the lease ends."),
        "Subletting": ("Consent to a sublease is given or refused within <n> days.", "It may be refused for good reason only.",
                       "The Tenant remains liable for the rent.")},
}
FIELDS.update({"<consent>": "(?:by e-mail|by letter|in text form|in writing)",
               "<changed>": "(?:confirmed in writing|made in writing|signed by both parties|signed on paper)",
               "<rest>": "(?:continues to apply|is kept|remains valid|stays in force)",
               "<is>": "(?:is|means|stands for)"})

FLOORS, CEILINGS = ("at least", "no less than", "more than"), ("at most", "no more than", "less than")
COMPARISONS = FLOORS + CEILINGS
DELIVERY = {  # heading -> "A letter counts as received on the day it is handed over; with registered post that is 2 days after ..."
    "Delivery of letters": pattern("A letter handed over is received that day; one sent by registered post is received <post> days after the day "
                                   "of posting, one sent by courier <courier> days after the courier has taken it.", post=INT, courier=INT),
    "Receipt": pattern("A letter counts as received on the day it is handed over; with registered post that is <post> days after the day "
                       "of posting, with a courier <courier> days after the courier has taken it.", post=INT, courier=INT),
}
PRECEDENCE_HEADINGS = ("Order of precedence", "Clauses and Schedule")
DIFFERENT = "If a clause and the Schedule state different figures for one term"
ANOTHER = "If the Schedule gives another figure for a term than a clause does"
DIFFERS = "Where a figure in the Schedule differs from the one that a clause states for the same term"
PRECEDENCE = {  # sentence -> which figure prevails, that of the clause or that of the Schedule
    f"{DIFFERENT}, the clause is read with its own figure.": "clause",
    f"{DIFFERENT}, the clause is read with the figure in the Schedule; its other words stay.": "Schedule",
    f"{ANOTHER}, the clause prevails, for the figure and for all else.": "clause",
    f"{ANOTHER}, the Schedule prevails for the figure, the clause for all else.": "Schedule",
    f"{DIFFERS}, the figure in the clause counts; the one in the Schedule is left aside.": "clause",
    f"{DIFFERS}, the figure in the Schedule takes its place; the other words of the clause stay.": "Schedule",
}
PRECEDENCE_TEXT = re.compile("|".join(map(re.escape, PRECEDENCE)))
ADJUSTING = ("Adjustment", "Further adjustment", "Special cases", "Other special cases")
EFFECT = {"Rights of the parties": 0, "Effect": 1}  # heading -> which of the two wordings
ARTICLE = {"Order Value": "An order must have an Order Value of", "Attendance": "A booking needs an Attendance of",
           "Loss Amount": "A claim must have a Loss Amount of", "Drawing Amount": "A drawing must have a Drawing Amount of"}
LETTER = {"Hosting Agreement": "the Termination Notice", "Plant Hire Contract": "the Off-Hire Request",
          "Lease of Business Premises": "the Break Notice"}


def limit(kind: Kind, term: str, comparisons: Tuple[str, ...]) -> str:
    """A comparison, then 'the Review Period of 35 days', 'the Review Period (35 days)' or 'the Review Period set out in the Schedule'.

    A Schedule by group is named 'in the Schedule for the plan that applies' or just 'in the Schedule'.
    """
    stated = rf"of (?P<figure>{AMOUNT[kind.unit]})|\((?P<figure_in_brackets>{AMOUNT[kind.unit]})\)"
    referred = rf"(?:set out|stated) in the Schedule(?P<by_line> for the {kind.group} that applies)?"
    return rf"(?P<compare>{'|'.join(comparisons)}) the {term} (?:{stated}|{referred})"


def requirement_pattern(name: str, upper: bool) -> "re.Pattern[str]":
    """The requirement clauses: 'There must be at least the Review Period of 35 days between ...', 'The Order Value must be more than ...'."""
    kind = KINDS[name]
    term, quantity = (kind.upper if upper else kind.lower)[1:]
    letter = LETTER.get(name)
    figure = limit(kind, term, CEILINGS if upper and not letter else FLOORS)
    if letter:
        start, end, verb = (f"receipt of {letter}", quantity, "remain") if upper else (quantity, f"receipt of {letter}", "have passed")
        first_form = rf"There must be {figure} between {start} and {end}\."
        second_form = rf"From {start} to {end} {figure} must {verb}\."
    elif upper:
        first, the = kind.lower[2], "" if kind.unit == "persons" else "The "
        pair = f"{first} and {quantity}" if kind.unit == "persons" else f"{the}{quantity} and the {first}"
        total = f"{first} plus {quantity}" if kind.unit == "persons" else f"{quantity} plus {first}"
        first_form, second_form = rf"{pair} together must be {figure}\.", rf"{total} must come to {figure}\."
    else:
        the = "" if kind.unit == "persons" else "The "
        first_form, second_form = rf"{the}{quantity} must be {figure}\.", rf"{ARTICLE[quantity]} {figure}\."
    second_form = re.sub(r"\(\?P<(\w+)>", r"(?P<\1_2>", second_form)
    return re.compile(f"{first_form}|{second_form}")


def adjustment_pattern(kind: Kind) -> "re.Pattern[str]":
    """'Where the machine has a special attachment, the Collection Lead Time of clause 7 is 4 days longer than the figure that otherwise applies.'

    or 'The figure that otherwise applies as the Collection Lead Time of clause 7 is raised by 4 days where the machine has ...'
    """
    conditions = "|".join(map(re.escape, kind.conditions))
    term, number, amount = f"{kind.lower[1]}|{kind.upper[1]}", INT, AMOUNT[kind.unit]
    stated = (rf"Where (?P<when>{conditions}), the (?P<term>{term}) of clause (?P<number>{number}) is (?P<amount>{amount}) "
              r"(?P<way>higher|lower|longer|shorter) than the figure that otherwise applies\.")
    turned = (rf"The figure that otherwise applies as the (?P<term_2>{term}) of clause (?P<number_2>{number}) is "
              rf"(?P<way_2>raised|lowered) by (?P<amount_2>{amount}) where (?P<when_2>{conditions})\.")
    return re.compile(f"{stated}|{turned}")


def definitions_pattern(kind: Kind) -> "re.Pattern[str]":
    """'"Attendance" means the adults plus the children expected at the event, without visitors who stay in the foyer. "Crew" means ...'"""
    text = re.sub(r"<(, without [a-z ]+)>", "\x00\\1\x01", kind.definitions)
    compiled = pattern(text).pattern
    return re.compile(compiled.replace("\x00", "(?P<without>").replace("\x01", ")?"))


def preamble_patterns(kind: Kind) -> Dict[str, "re.Pattern[str]"]:
    """The three openings of a contract."""
    one, two = kind.roles
    return {
        "general": pattern(f"Between the {one} and the {two} the following clauses apply, together with the Schedule at the end. "
                           "General terms of either party are not part of the contract."),
        "agreed": pattern(f"The {one} and the {two} have agreed on the clauses below and on the Schedule, which belongs to them. "
                          "Side arrangements have not been made."),
        "governs": pattern(f"This text governs the dealings between the {one} and the {two}; the Schedule is part of it. "
                           "Headings are there for finding one's way and carry no meaning of their own."),
    }


def aside_patterns(name: str) -> Dict[str, "re.Pattern[str]"]:
    """Clauses of a contract that bear on no requirement, by heading: one sentence, then none, one or two more."""
    return {heading: re.compile(f"{pattern(first).pattern}(?: {re.escape(second)}(?: {re.escape(third)})?)?")
            for heading, (first, second, third) in {**GENERAL_CLAUSES, **OWN_CLAUSES[name]}.items()}


def schedule_patterns(kind: Kind) -> Dict[str, "re.Pattern[str]"]:
    """Items of the Schedule by label: 'Notice Period' -> '110 days', 'Piano tuning' -> 'EUR 80.00 a visit'."""
    terms = {kind.lower[1]: re.compile(AMOUNT[kind.unit]), kind.upper[1]: re.compile(AMOUNT[kind.unit])}
    return {**terms, **{label: pattern(figure) for label, figure in kind.schedule.items()}}


def fact_patterns(name: str) -> List[Tuple[str, "re.Pattern[str]"]]:
    """(name of the fact, pattern) for every way in which a fact of this contract is written."""
    kind = KINDS[name]
    found = [(fact, pattern(way, v=FACT_VALUE[kind.unit])) for fact, ways in FIGURES[name].items() for way in ways]
    for fact in kind.conditions.values():
        yes, no, ways = YES_NO[fact]
        found += [(fact, pattern(way, v=f"{re.escape(yes)}|{re.escape(no)}")) for way in ways]
    found += [("line", pattern(way, v=kind.groups)) for way in (f"The {kind.group} that applies is <v>.", f"{kind.group.capitalize()}: <v>.")]
    return found + [(f"aside: {fact}", pattern(way)) for fact, ways in ASIDES[name].items() for way in ways]


class Patterns(NamedTuple):
    """All compiled patterns of one contract."""

    preamble: Dict[str, "re.Pattern[str]"]
    definitions: "re.Pattern[str]"
    effects: Tuple["re.Pattern[str]", ...]
    requirements: Dict[str, Tuple[str, "re.Pattern[str]"]]  # heading -> term, pattern
    adjustment: "re.Pattern[str]"
    asides: Dict[str, "re.Pattern[str]"]
    schedule: Dict[str, "re.Pattern[str]"]
    facts: Dict[str, "re.Pattern[str]"]
    group_line: "re.Pattern[str]"
    points: Dict[str, bool]


def compile_kind(name: str) -> Patterns:
    """Every pattern of one contract, compiled once."""
    kind = KINDS[name]
    effects = tuple(pattern(wording, x=INT, y=INT) for wording in kind.effects)
    requirements = {kind.lower[0]: (kind.lower[1], requirement_pattern(name, False)), kind.upper[0]: (kind.upper[1], requirement_pattern(name, True))}
    facts = {f"{fact} #{place}": compiled for place, (fact, compiled) in enumerate(fact_patterns(name))}
    points = {**dict.fromkeys(kind.met, True), **dict.fromkeys(kind.failed, False)}
    return Patterns(preamble_patterns(kind), definitions_pattern(kind), effects, requirements, adjustment_pattern(kind), aside_patterns(name),
                    schedule_patterns(kind), facts, re.compile(rf"{kind.group.capitalize()} ({kind.groups})"), points)


PATTERNS = {name: compile_kind(name) for name in KINDS}

ROLES = "|".join(role for kind in KINDS.values() for role in kind.roles)
HEAD_FIELDS = {"kind": "|".join(KINDS), "p": NAME, "q": NAME, "r": ROLES, "s": ROLES, "writer": NAME, "reader": NAME, "first": WORD}
HEAD_LINES = {
    "full: note": ("Legal department, <LONG>", "File note by <name> on the <kind> of <p> (<r>) with <q> (<s>)"),
    "full: both": ("<p> (<r>) / <q> (<s>)", "<kind>: both versions in full, put together by <name> on <LONG>"),
    "full: sheet": ("<kind>", "between <p> (<r>) and <q> (<s>)", "Comparison sheet by <name>, legal department, <LONG>"),
    "redline: of": ("Redline of the <kind>", "<p> (<r>) with <q> (<s>)", "A = text of <a>, B = text of <b>; produced by <name>, <LONG>"),
    "redline: run": ("Compare run <LONG>, user <name>", "<kind> - <p> as <r>, <q> as <s>",
                     "Base file: version A (<a>); compared with: version B (<b>)"),
    "redline: report": ("DOCUMENT COMPARISON REPORT", "Original: version A, <kind>, <a>", "Revised: version B, <b>", "Run by <name> on <LONG>",
                        "Parties: <p> (<r>), <q> (<s>)"),
    "table: register": ("# <p> and <q>: <kind>", "> Register page, owner <name>, as of <ISO>. <p> is the <r>, <q> the <s>. "
                        "Version A dates from <a>, version B from <b>."),
    "table: synopsis": ("# Synopsis: <kind>", "*Exported from the contract register by <name>, <ISO>*",
                        "<r>: <p>; <s>: <q>. Version A is dated <a>, version B <b>."),
    "table: versions": ("# <kind>, versions A and B", "Parties: <p> (<r>), <q> (<s>). A: <a>. B: <b>. Page last edited by <name> on <ISO>."),
}
MAIL_START = ("From: <writer>", "To: <reader>", "Date: <SHORT>", "Subject: <kind>, <p>")
for _greeting, _about in {
    "Dear": "this is about the <kind> between <p> (<r>) and <q> (<s>). By version A I mean the agreement of <a>, "
            "by version B that agreement as changed by the amendment of <b>.",
    "Hi": "here is the file on <p> (<r>) and <q> (<s>), <kind>. A is what was signed on <a>. "
          "B is A with the amendment of <b>; what the amendment does not list stays as it is.",
    "Hello": "please find the <kind> of <p> (<r>) with <q> (<s>) below. Version A is the text signed on <a>; "
             "version B is the same text with the changes of <b>.",
}.items():
    HEAD_LINES[f"mail: {_greeting}"] = (*MAIL_START, f"{_greeting} <first>,", _about)
HEADS = {form: tuple(pattern(line, **HEAD_FIELDS, **dict.fromkeys("ab", {"m": SHORT, "t": ISO}.get(form[0], LONG))) for line in lines)
         for form, lines in HEAD_LINES.items()}
BACKGROUND = {
    "circulation": pattern("The later text came into circulation before the matter arose, but one signature on it is disputed. "
                           "The desk was asked to say whether that dispute makes a difference to the point set out here."),
    "adoption": pattern("The parties disagree on whether the later text was ever adopted. Until that is settled, the matter is worked through "
                        "under both texts, and only the point set out here is looked at."),
    "advice": pattern("The <role> asked for advice before answering; the signed text and the later one are both on file, "
                      "and it is open which of them governs the matter. Both are therefore looked at.", role=ROLES),
    "reliance": pattern("The <role> relies on one text and the <other> on the other. Before anybody writes back, we want to know "
                        "whether it matters at all which of the two is taken as the basis.", role=ROLES, other=ROLES),
}
QUOTED = r"'[A-Za-z ]+'(?:, '[a-z ]+')* (?:and|or) '[a-z ]+'"
WORDS_STAY = "|".join((  # second sentence of the rule on the comparisons: another figure, the same comparison
    r"A figure from the Schedule, or an adjusted one, is compared by the words that stand in the clause\.",
    r"The Schedule and adjustments supply or change figures only; these words are always those of the clause\.",
    r"Where the figure is taken from the Schedule or adjusted, these words stay as the clause has them\."))
RULES = {  # meaning (before '/') -> wording
    "bounds/meets": re.compile(rf"A value equal to the figure of a term meets (?P<within>{QUOTED}), but not (?P<beyond>{QUOTED})\."
                               rf"(?P<words> (?:{WORDS_STAY}))?"),
    "bounds/include": re.compile(rf"(?P<within>{QUOTED}) include the figure of the term that follows; (?P<beyond>{QUOTED}) leave it out\."
                                 rf"(?P<words> (?:{WORDS_STAY}))?"),
    "apart/judged": pattern("Each version is judged by itself on the same facts; the other version is left out of account."),
    "apart/put": pattern("The facts are put under version A alone, then under version B alone."),
    "terms/keeps": pattern("A term that the agreement defines keeps that meaning wherever it stands with capitals."),
    "terms/read": pattern("Defined terms, written with capitals, are read as defined in the version at hand."),
    "days/all": pattern("All calendar days count; between two dates the earlier is left out and the later included, "
                        "so 1 March to 11 March makes ten days."),
    "days/first": pattern("Days are calendar days. Of two dates the earlier is not counted and the later is, "
                          "so there are ten days from 1 March to 11 March."),
    "line/of": pattern("Of the lines of the Schedule, only that of the <group> in the case is used.",
                       group="|".join(kind.group for kind in KINDS.values())),
    "line/in": pattern("In the Schedule the line of the <group> that applies to the case counts.",
                       group="|".join(kind.group for kind in KINDS.values())),
    "order/settled": pattern("Which figure prevails is settled first; adjustments follow."),
    "order/made": pattern("Adjustments are made to the figure that prevails."),
}

TITLES = {
    "full": {"rules": ("NOTES ON READING", "How to read the versions", "Reading rules"),
             "facts": ("FACTS OF THE CASE", "What has happened", "The case"), "point": ("POINT AT ISSUE", "What is asked", "The point at issue")},
    "mail": {"rules": ("How we read it:", "A few rules first:", "For reading:"), "facts": ("The facts:", "What we know:", "The case is this:"),
             "point": ("What we have to answer:", "The point at issue:", "Our question:"),
             "A": ("Text of version A", "Agreement as signed (A)", "VERSION A"),
             "B": ("Changes that make version B", "Amendment (B)", "AMENDMENT LEADING TO VERSION B")},
    "redline": {"rules": ("[Rules of reading]", "[Reader's notes]", "[Notes]"), "facts": ("[Case]", "[Matter]", "[Facts]"),
                "point": ("[Point at issue]", "[Issue]", "[Point to be decided]"), "text": ("[Compared text]", "[Text with changes]", "[Redline]")},
    "table": {"rules": ("## Conventions", "## Notes", "## Reading rules"), "facts": ("## Case", "## Case file", "## Facts"),
              "point": ("## Question put to the legal team", "## Issue", "## Point at issue"),
              "text": ("## Synopsis of the versions", "## Comparison", "## Clauses")},
}
SECTION_OF = {layout: {title: section for section, titles in sections.items() for title in titles} for layout, sections in TITLES.items()}
VERSION_TITLES = (  # layout full: title -> version and its date
    re.compile(rf"--- Version (?P<version>[AB]): (?P<date>{LONG}) ---"),
    re.compile(rf"VERSION (?P<version>A), signed on (?P<date>{LONG})"),
    re.compile(rf"VERSION (?P<version>B), later text of (?P<date>{LONG})"),
    re.compile(rf"Version (?P<version>[AB]) \(text of (?P<date>{LONG})\)"),
)
LABEL = r"[A-Z][A-Za-z]*(?:[ -][A-Za-z]+)*"
TEXT_LINES = {
    "full": {"preamble": re.compile(r"Preamble\. (?P<text>.+)"), "clause": re.compile(rf"(?P<number>\d+)\. (?P<heading>{LABEL})\. (?P<text>.+)"),
             "item": re.compile(rf"- (?P<label>{LABEL}): (?P<text>.+)")},
    "mail": {"preamble": re.compile(r"Preamble - (?P<text>.+)"), "clause": re.compile(rf"\((?P<number>\d+)\) (?P<heading>{LABEL}) - (?P<text>.+)"),
             "item": re.compile(rf"> (?P<label>{LABEL}): (?P<text>.+)")},
}
CHANGES = {  # "Clause 2 now reads: ...", "In place of Schedule, Glass cover: EUR 250.00 a pane"
    "clause": re.compile(r"Clause (?P<number>\d+) (?:is replaced by|now reads): (?P<text>.+)"),
    "clause in place": re.compile(r"In place of clause (?P<number>\d+): (?P<text>.+)"),
    "item": re.compile(rf"Schedule, (?P<label>{LABEL}), (?:is replaced by|now reads): (?P<text>.+)"),
    "item in place": re.compile(rf"In place of Schedule, (?P<label>{LABEL}): (?P<text>.+)"),
}
NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")  # from 2 on
CHANGE_COUNTS = {  # opening of the list of changes: "The amendment has five items."
    "items": pattern("The amendment has <count> items.", count="|".join(NUMBERS)),
    "changes": pattern("The amendment makes <count> changes.", count="|".join(NUMBERS)),
    "places": pattern("Version A is changed in <count> places.", count="|".join(NUMBERS)),
}
MARKS = {  # key line of a redline -> how a change is marked
    "Key: ~~struck out~~ = version A only, __underlined__ = version B only, all else in both.": re.compile(r"~~([^~_]+)~~ __([^~_]+)__"),
    "Marks: <del>text of version A only</del>, <ins>text of version B only</ins>; the rest is common to both.":
        re.compile(r"<del>([^<>]+)</del><ins>([^<>]+)</ins>"),
    "Legend: [-only in version A-] {+only in version B+}; unmarked text stands in both.": re.compile(r"\[-([^\[\]{}]+)-\]\{\+([^\[\]{}]+)\+\}"),
}
STRAY_MARK = re.compile(r"[~_<>{}\[\]|=]")
SAME_AS_A = ("unchanged", "no change", "as in A")  # cells of version B
CLAUSE_CELL = re.compile(rf"(?P<number>\d+) (?P<heading>{LABEL})")
ITEM_CELL = re.compile(rf"Schedule: (?P<label>{LABEL})")
REDLINE_CLAUSE = re.compile(rf"§ (?P<number>\d+) (?P<heading>{LABEL})")
REDLINE_ITEM = re.compile(rf"    (?P<label>{LABEL}) = (?P<text>.+)")
CLOSING = ("Regards,", "Thanks,", "Best wishes,")

Line = Tuple[int, str]


class Passage(NamedTuple):
    """A piece of a version's text: preamble (number 0), clause (number from 1) or item of the Schedule (number -1, label as heading)."""

    line: int
    number: int
    heading: str
    text: str


class Requirement(NamedTuple):
    """What one clause demands of a quantity: compare with the figure of a term."""

    term: str
    compare: str
    figure: Optional[int]  # None: the clause states none and refers to the Schedule
    by_line: bool


class Adjustment(NamedTuple):
    """A change of a term's figure where a fact is given."""

    term: str
    number: int
    fact: str
    change: int


class Version(NamedTuple):
    """One text of the contract, as far as it bears on the point at issue."""

    required: Tuple[int, int]
    requirements: Dict[int, Requirement]
    adjustments: List[Adjustment]
    first: Optional[str]  # what prevails: "clause" or "Schedule"
    post_days: Optional[int]
    without: bool  # the definition leaves a named item out
    schedule: Dict[str, Dict[str, int]]  # line ("" in a flat Schedule) -> term -> figure


class Case(NamedTuple):
    """Everything read from a state."""

    kind: str
    rules: Dict[str, "re.Match[str]"]
    facts: Dict[str, object]
    if_met: bool  # the point at issue is answered yes where both requirements are met (else: where one fails)
    versions: Dict[str, Version]


def leading(patterns: Tuple["re.Pattern[str]", ...], lines: List[Line]) -> int:
    """How many of the patterns, from the first on, read the lines."""
    return next((place for place, (compiled, (_, line)) in enumerate(zip(patterns, lines)) if not compiled.fullmatch(line)), len(patterns))


def read_head(lines: List[Line]) -> Tuple[str, Dict[str, str], int]:
    """Form of the head, its fields, and how many lines it takes. Fields that stand twice must agree."""
    form = max(HEADS, key=lambda name: leading(HEADS[name], lines))
    taken = leading(HEADS[form], lines)
    if taken < len(HEADS[form]):
        raise reading.unread(*lines[taken], "head")
    fields: Dict[str, str] = {}
    for compiled, (number, line) in zip(HEADS[form], lines):
        for key, value in compiled.fullmatch(line).groupdict().items():
            if fields.setdefault(key, value) != value:
                raise reading.unread(number, line, f"head with {fields[key]!r}")
    return form, fields, taken


def check_head(fields: Dict[str, str], lines: List[Line]) -> None:
    """Roles belong to the contract, the reader is greeted by name, version B is later than version A."""
    if (fields["r"], fields["s"]) != KINDS[fields["kind"]].roles:
        raise Unread(f"{fields['r']} and {fields['s']} are not the parties of a {fields['kind']}")
    if fields.get("first") and fields["reader"].split(" ")[0] != fields["first"]:
        raise reading.unread(*lines[4], "greeting")
    for number, line in lines:
        for text in re.findall(rf"{LONG}|{SHORT}|{ISO}", line):
            read_date(text)


def read_background(line: Line, roles: Tuple[str, str]) -> None:
    """Why both versions are looked at; names no rule, but its parties must be those of the contract."""
    found = reading.first_match(BACKGROUND, line[1])
    if not found or any(role not in roles for role in found[1].groupdict().values()):
        raise reading.unread(*line, "background")


def split_sections(lines: List[Line], layout: str) -> Tuple[Dict[str, List[Line]], Dict[str, str]]:
    """Lines under each section; in the layout with two full texts also the dates of the versions."""
    sections: Dict[str, List[Line]] = {}
    dates: Dict[str, str] = {}
    current: Optional[List[Line]] = None
    for number, line in lines:
        section = SECTION_OF[layout].get(line)
        if section is None and layout == "full":
            match = next(filter(None, (title.fullmatch(line) for title in VERSION_TITLES)), None)
            if match:
                section, dates[match["version"]] = match["version"], match["date"]
        if section is not None:
            if section in sections:
                raise reading.unread(number, line, "title that stands twice")
            current = sections[section] = []
        elif current is None:
            raise reading.unread(number, line, "title")
        else:
            current.append((number, line))
    wanted = {"rules", "facts", "point"} | ({"A", "B"} if layout in ("full", "mail") else {"text"})
    if set(sections) != wanted or not all(sections.values()):
        raise Unread(f"sections {sorted(wanted - set(sections))} are missing or empty")
    return sections, dates


def numbered(lines: List[Line], marker: "re.Pattern[str]", labels) -> List[Line]:
    """Take the running label off each line; labels must run without a gap."""
    out = []
    for (number, line), label in zip(lines, labels):
        match = marker.fullmatch(line)
        if not match or match[1] != label:
            raise reading.unread(number, line, f"entry {label}")
        out.append((number, match[2]))
    return out


SENTENCE_END = re.compile(rf"(?<=\.) (?=[A-Z'])(?<!Days are calendar days\. )(?!{WORDS_STAY})")


def sentences(lines: List[Line]) -> List[Line]:
    """A paragraph of one line, cut into sentences (the two of the calendar rule, and of that on the comparisons, stay together)."""
    if len(lines) != 1:
        raise reading.unread(*lines[1], "paragraph")
    number, text = lines[0]
    return [(number, part) for part in SENTENCE_END.split(text)]


LETTERED, COUNTED, STARRED, DASHED, INDENTED = (re.compile(text) for text in (
    r"\(([a-z])\) (.+)", r"    (\d\d) (.+)", r"(\*) (.+)", r"(-) (.+)", r"(    )(\S.+)"))


def row(line: Line, cells: int) -> List[str]:
    """The cells of a table row."""
    found = re.fullmatch(r"\| (.+) \|", line[1])
    out = found[1].split(" | ") if found else []
    if len(out) != cells or any(not cell or cell != cell.strip() or "|" in cell for cell in out):
        raise reading.unread(*line, f"row of {cells} cells")
    return out


def table(lines: List[Line], heads: List[str]) -> List[Tuple[int, List[str]]]:
    """The rows of a table below its header and its rule."""
    if len(lines) < 3 or row(lines[0], len(heads)) != heads or row(lines[1], len(heads)) != ["---"] * len(heads):
        raise reading.unread(*lines[0], f"table of {' and '.join(heads)}")
    return [(line[0], row(line, len(heads))) for line in lines[2:]]


def lay_out(sections: Dict[str, List[Line]], layout: str) -> Tuple[List[Line], List[Line], Line]:
    """Rules, facts and the point at issue, freed of bullets, labels, indents and cells."""
    rules, facts, point = sections["rules"], sections["facts"], sections["point"]
    if len(point) != 1:
        raise reading.unread(*point[1], "point at issue")
    if layout == "mail":
        return sentences(rules), sentences(facts), point[0]
    if layout == "full":
        return numbered(rules, STARRED, "*" * len(rules)), numbered(facts, LETTERED, map(chr, range(97, 123))), point[0]
    if layout == "table":
        entries = [(number, f"{item}: {entry}.") for number, (item, entry) in table(facts, ["Item", "Entry"])]
        return numbered(rules, DASHED, "-" * len(rules)), entries, point[0]
    indent = ["    "] * len(rules)
    counts = [f"{count:02d}" for count in range(1, len(facts) + 1)]
    return numbered(rules, INDENTED, indent), numbered(facts, COUNTED, counts), numbered(point, INDENTED, indent)[0]


def plain_text(lines: List[Line], layout: str) -> List[Passage]:
    """Preamble, clauses and Schedule of a text that is written out in full."""
    out: List[Passage] = []
    in_schedule = False
    for number, line in lines:
        if line == "Schedule" and not in_schedule:
            in_schedule = True
            continue
        kind = "item" if in_schedule else "clause" if out else "preamble"
        match = TEXT_LINES[layout][kind].fullmatch(line)
        if not match:
            raise reading.unread(number, line, kind)
        fields = match.groupdict()
        place = -1 if in_schedule else int(fields.get("number", 0))
        out.append(Passage(number, place, fields.get("label") or fields.get("heading") or "Preamble", fields["text"]))
    return out


def amended(text: List[Passage], lines: List[Line]) -> List[Passage]:
    """Version B of a mail: version A with the listed clauses and items replaced; each may be replaced once and must exist.

    The first line says how many changes follow.
    """
    count = reading.first_match(CHANGE_COUNTS, lines[0][1])
    if not count or NUMBERS.index(count[1]["count"]) + 2 != len(lines) - 1:
        raise reading.unread(*lines[0], f"number of the {len(lines) - 1} changes")
    out = list(text)
    places = {passage.number if passage.number >= 0 else passage.heading: place for place, passage in enumerate(text)}
    for number, line in lines[1:]:
        found = reading.first_match(CHANGES, line)
        fields = found[1].groupdict() if found else {}
        place = places.pop(int(fields["number"]) if fields.get("number") else fields.get("label"), None)
        if place is None:
            raise reading.unread(number, line, "change of version A")
        out[place] = out[place]._replace(line=number, text=fields["text"])
    return out


def redline_text(lines: List[Line]) -> Tuple[List[Passage], List[Passage]]:
    """Both versions of a text with marks; the key line says how a change is marked."""
    if lines[0][1] not in MARKS:
        raise reading.unread(*lines[0], "key to the marks")
    mark, versions, heading, in_schedule = MARKS[lines[0][1]], ([], []), None, False
    for number, line in lines[1:]:
        if not line.startswith("    "):
            match = REDLINE_CLAUSE.fullmatch(line)
            if heading is not None or in_schedule or (not match and line != ("Schedule" if versions[0] else "Preamble")):
                raise reading.unread(number, line, "heading")
            in_schedule = line == "Schedule"
            heading = None if in_schedule else (int(match["number"]), match["heading"]) if match else (0, "Preamble")
            continue
        item = REDLINE_ITEM.fullmatch(line) if in_schedule else INDENTED.fullmatch(line)
        if not item or (heading is None) != in_schedule:
            raise reading.unread(number, line, "text of version A and B")
        where = (-1, item["label"]) if in_schedule else heading
        for side, version in enumerate(versions, 1):
            text = mark.sub(rf"\{side}", item["text"] if in_schedule else item[2])
            if STRAY_MARK.search(text):
                raise reading.unread(number, line, "text with marks")
            version.append(Passage(number, *where, text))
        heading = None
    return versions


def table_text(lines: List[Line]) -> Tuple[List[Passage], List[Passage]]:
    """Both versions of a synopsis; a cell of version B may say that nothing changes."""
    versions: Tuple[List[Passage], List[Passage]] = ([], [])
    for number, (name, one, two) in table(lines, ["Clause", "Version A", "Version B"]):
        clause, item = CLAUSE_CELL.fullmatch(name), ITEM_CELL.fullmatch(name)
        if name != "Preamble" and not clause and not item:
            raise reading.unread(number, name, "clause")
        where = (int(clause["number"]), clause["heading"]) if clause else (-1, item["label"]) if item else (0, name)
        versions[0].append(Passage(number, *where, one))
        versions[1].append(Passage(number, *where, one if two in SAME_AS_A else two))
    return versions


def read_texts(sections: Dict[str, List[Line]], layout: str) -> Tuple[List[Passage], List[Passage]]:
    """The passages of version A and of version B."""
    if layout == "full":
        return plain_text(sections["A"], layout), plain_text(sections["B"], layout)
    if layout == "mail":
        text = plain_text(sections["A"], layout)
        return text, amended(text, sections["B"])
    return redline_text(sections["text"]) if layout == "redline" else table_text(sections["text"])


def read_requirement(match: "re.Match[str]", term: str) -> Requirement:
    """The demand of a requirement clause."""
    fields = {re.sub("_in_brackets|_2", "", key): value for key, value in match.groupdict().items() if value is not None}
    return Requirement(term, fields["compare"], read_amount(fields["figure"]) if "figure" in fields else None, "by_line" in fields)


WAYS = {"days": {"longer": 1, "raised": 1, "shorter": -1, "lowered": -1}, "other": {"higher": 1, "raised": 1, "lower": -1, "lowered": -1}}


def read_adjustment(match: "re.Match[str]", kind: Kind) -> Adjustment:
    """An adjustment; a time is longer or shorter, another figure higher or lower; both are raised or lowered."""
    fields = {key.replace("_2", ""): value for key, value in match.groupdict().items() if value is not None}
    ways = WAYS["days" if kind.unit == "days" else "other"]
    if fields["way"] not in ways:
        raise Unread(f"a figure in {kind.unit} is {fields['way']}")
    return Adjustment(fields["term"], int(fields["number"]), kind.conditions[fields["when"]], ways[fields["way"]] * read_amount(fields["amount"]))


def read_clause(passage: Passage, name: str) -> Tuple[str, object]:
    """(what the clause is, what it says); the heading says which pattern reads the text."""
    patterns, kind, heading = PATTERNS[name], KINDS[name], passage.heading
    readers = {"definitions": patterns.definitions if heading == "Definitions" else None,
               "effect": patterns.effects[EFFECT[heading]] if heading in EFFECT else None,
               "requirement": patterns.requirements.get(heading, ("", None))[1],
               "adjustment": patterns.adjustment if heading in ADJUSTING else None,
               "precedence": PRECEDENCE_TEXT if heading in PRECEDENCE_HEADINGS else None,
               "delivery": DELIVERY.get(heading) if name in LETTER else None,
               "aside": patterns.asides.get(heading)}
    found = reading.first_match({what: reader for what, reader in readers.items() if reader}, passage.text)
    if not found:
        raise reading.unread(passage.line, f"{heading}: {passage.text}", f"clause {passage.number}")
    what, match = found
    if what == "requirement":
        return what, read_requirement(match, patterns.requirements[heading][0])
    if what == "adjustment":
        return what, read_adjustment(match, kind)
    said = {"definitions": lambda: match.groupdict().get("without") is not None, "effect": lambda: (int(match["x"]), int(match["y"])),
            "precedence": lambda: PRECEDENCE[match[0]], "delivery": lambda: int(match["post"]), "aside": lambda: heading}
    return what, said[what]()


def read_figures(passage: Passage, text: str, name: str) -> Dict[str, int]:
    """'Notice Period 110 days, Storage included 750 GB, ...' -> the figures of the terms; every item is read."""
    patterns, kind = PATTERNS[name].schedule, KINDS[name]
    figures: Dict[str, int] = {}
    seen = set()
    for item in text.split(", "):
        label = next((label for label in patterns if item.startswith(label + " ")), None)
        if label is None or label in seen or not patterns[label].fullmatch(item[len(label) + 1:]):
            raise reading.unread(passage.line, f"{passage.heading}: {passage.text}", "line of the Schedule")
        seen.add(label)
        if label not in kind.schedule:
            figures[label] = read_amount(item[len(label) + 1:])
    if not seen.issuperset(kind.schedule):
        raise reading.unread(passage.line, f"{passage.heading}: {passage.text}", "full line of the Schedule")
    return figures


def read_schedule(passages: List[Passage], name: str) -> Dict[str, Dict[str, int]]:
    """The Schedule by lines; a flat one is a single line with the name ''."""
    group_line = PATTERNS[name].group_line
    groups = [group_line.fullmatch(passage.heading) for passage in passages]
    if not any(groups):
        if len({passage.heading for passage in passages}) != len(passages):
            raise Unread("an item of the Schedule stands twice")
        joined = Passage(passages[0].line if passages else 0, -1, "Schedule", ", ".join(f"{p.heading} {p.text}" for p in passages))
        return {"": read_figures(joined, joined.text, name)}
    schedule: Dict[str, Dict[str, int]] = {}
    for passage, group in zip(passages, groups):
        if not group or group[1] in schedule:
            raise reading.unread(passage.line, f"{passage.heading}: {passage.text}", "line of the Schedule")
        schedule[group[1]] = read_figures(passage, passage.text, name)
    if len({frozenset(figures) for figures in schedule.values()}) != 1 or len(schedule) != len(KINDS[name].groups.split("|")):
        raise Unread("the lines of the Schedule do not have the same items, or a line is missing")
    return schedule


def single(found: Dict[str, list], what: str, wanted: bool) -> object:
    """The one clause of a sort; None where there is none and none is needed."""
    said = [value for _, value in found.get(what, [])]
    if len(said) > 1 or (wanted and not said):
        raise Unread(f"{len(said)} clauses on {what}")
    return said[0] if said else None


def read_version(passages: List[Passage], name: str) -> Version:
    """One version: preamble, clauses numbered without a gap, Schedule."""
    clauses = [passage for passage in passages if passage.number > 0]
    preamble = passages[0]
    if preamble.number != 0 or not reading.first_match(PATTERNS[name].preamble, preamble.text):
        raise reading.unread(preamble.line, preamble.text, "preamble")
    schedule = [passage for passage in passages if passage.number < 0]
    if passages[1:] != clauses + schedule:
        raise reading.unread(passages[-1].line, passages[-1].text, "Schedule after the clauses")
    found: Dict[str, list] = {}
    headings = set()
    for expected, passage in enumerate(clauses, 1):
        if passage.number != expected or passage.heading in headings:
            raise reading.unread(passage.line, f"{passage.number} {passage.heading}", f"clause {expected}")
        headings.add(passage.heading)
        what, said = read_clause(passage, name)
        found.setdefault(what, []).append((passage.number, said))
    requirements = dict(found.get("requirement", []))
    required = single(found, "effect", True)
    if sorted(requirements) != sorted(required) or len(requirements) != 2:
        raise Unread(f"the effect clause names clauses {required}, requirements stand in {sorted(requirements)}")
    adjustments = [said for _, said in found.get("adjustment", [])]
    for adjustment in adjustments:
        if requirements.get(adjustment.number, Requirement("", "", None, False)).term != adjustment.term:
            raise Unread(f"clause {adjustment.number} has no {adjustment.term} to adjust")
    if len({adjustment.term for adjustment in adjustments}) != len(adjustments):
        raise Unread("a term is adjusted twice")
    return Version(required, requirements, adjustments, single(found, "precedence", False), single(found, "delivery", False),
                   single(found, "definitions", True), read_schedule(schedule, name))


def quoted(text: str) -> List[str]:
    """'At least', 'no less than' -> at least, no less than."""
    return re.findall(r"'([a-z ]+)'", text.lower())


def read_rules(lines: List[Line], kind: Kind) -> Dict[str, "re.Match[str]"]:
    """The rules of reading by meaning, each once."""
    rules: Dict[str, "re.Match[str]"] = {}
    for number, line in lines:
        found = reading.first_match(RULES, line)
        meaning = found[0].split("/")[0] if found else ""
        if not found or meaning in rules or found[1].groupdict().get("group", kind.group) != kind.group:
            raise reading.unread(number, line, "rule of reading")
        if meaning == "bounds" and sorted(quoted(found[1]["within"]) + quoted(found[1]["beyond"])) != sorted(COMPARISONS):
            raise reading.unread(number, line, "rule on the six comparisons")
        rules[meaning] = found[1]
    return rules


def read_facts(lines: List[Line], name: str) -> Dict[str, object]:
    """The facts by name: money in cents, numbers, dates, yes or no, or the line of the Schedule."""
    facts: Dict[str, object] = {}
    kind = KINDS[name]
    for number, line in lines:
        found = reading.first_match(PATTERNS[name].facts, line)
        fact = found[0].split(" #")[0] if found else ""
        if not found or fact in facts:
            raise reading.unread(number, line, "fact")
        value = found[1].groupdict().get("v")
        if fact in YES_NO:
            facts[fact] = value == YES_NO[fact][0]
        elif fact in FIGURES[name]:
            facts[fact] = read_date(value) if kind.unit == "days" else read_amount(value)
        else:
            facts[fact] = value
    return facts


def read_closing(lines: List[Line], fields: Dict[str, str]) -> None:
    """A mail ends with a greeting and its writer's name."""
    if len(lines) < 2 or lines[0][1] not in CLOSING or lines[1][1] != fields["writer"]:
        raise reading.unread(*lines[0], "closing of the mail")


def read_case(state: str) -> Case:
    """Read every line of a state."""
    lines = reading.numbered_lines(state)
    if len(lines) < 10 or len(lines) != len([line for line in state.split("\n") if line]):
        raise Unread("a state of fewer than ten lines, or with a line of blanks")
    form, fields, taken = read_head(lines)
    check_head(fields, lines[:taken])
    layout, name = form.split(":")[0], fields["kind"]
    kind = KINDS[name]
    read_background(lines[taken], kind.roles)
    body = lines[taken + 1:]
    if layout == "mail":
        read_closing(body[-2:], fields)
        body = body[:-2]
    sections, dates = split_sections(body, layout)
    earlier, later = dates.get("A", fields.get("a")), dates.get("B", fields.get("b"))
    if not earlier or not later or read_date(earlier) >= read_date(later):
        raise Unread(f"version B of {later} is not later than version A of {earlier}")
    rule_lines, fact_lines, point = lay_out(sections, layout)
    if point[1] not in PATTERNS[name].points:
        raise reading.unread(*point, "point at issue")
    one, two = read_texts(sections, layout)
    versions = {"A": read_version(one, name), "B": read_version(two, name)}
    if [passage[1:3] for passage in one if passage.number >= 0] != [passage[1:3] for passage in two if passage.number >= 0]:
        raise Unread("the two versions do not have the same clauses")
    case = Case(name, read_rules(rule_lines, kind), read_facts(fact_lines, name), PATTERNS[name].points[point[1]], versions)
    check_rules(case)
    check_words(case)
    check_conditions(case)
    return case


def check_rules(case: Case) -> None:
    """A convention that the case turns on must be written down."""
    wanted = {"bounds", "apart", "terms"}
    if case.kind in LETTER:
        wanted.add("days")
    for version in case.versions.values():
        if "" not in version.schedule:
            wanted.add("line")
        if version.first and version.adjustments:
            wanted.add("order")
    if not wanted <= set(case.rules):
        raise Unread(f"no rule of reading on {', '.join(sorted(wanted - set(case.rules)))}")


def check_words(case: Case) -> None:
    """Where the Schedule or an adjustment supplies a figure, a rule must say that the clause's comparison stays; elsewhere none does."""
    supplied = any(version.first or version.adjustments or any(requirement.figure is None for requirement in version.requirements.values())
                   for version in case.versions.values())
    if supplied != (case.rules["bounds"]["words"] is not None):
        raise Unread("figures from elsewhere and the rule on the words that go with them do not fit together")


def check_conditions(case: Case) -> None:
    """What decides on an adjustment or on the line of the Schedule is told exactly where the text asks for it."""
    asked = {adjustment.fact for version in case.versions.values() for adjustment in version.adjustments}
    asked |= {"line" for version in case.versions.values() if "" not in version.schedule}
    told = set(case.facts) & ({"line"} | set(KINDS[case.kind].conditions.values()))
    if asked != told:
        raise Unread(f"asked by the text or told by the facts, but not both: {', '.join(sorted(asked ^ told))}")


def fact(case: Case, name: str) -> object:
    """A fact that the answer needs."""
    if name not in case.facts:
        raise Unread(f"the facts do not say: {name}")
    return case.facts[name]


# "At least", "no less than", "at most", "no more than" include the figure; "more than", "less than" leave it out (read from the rule).
def compare_holds(case: Case, compare: str, quantity: int, figure: int) -> bool:
    """Does the quantity satisfy e.g. 'no less than' the figure?"""
    rule = case.rules["bounds"]
    within, beyond = quoted(rule["within"]), quoted(rule["beyond"])
    if (compare in within) == (compare in beyond):
        raise Unread(f"no rule of reading on {compare!r}")
    if quantity == figure:
        return compare in within
    return (quantity > figure) == (compare in FLOORS)


# Of the lines of the Schedule, that of the group in the case is used.
def schedule_figure(case: Case, version: Version, term: str) -> Optional[int]:
    """The Schedule's figure for a term, None where it states none."""
    line = "" if "" in version.schedule else str(fact(case, "line"))
    return version.schedule[line].get(term)


# Where a clause and the Schedule state different figures for one term, the one named prevails; otherwise the only figure counts.
def prevailing_figure(case: Case, version: Version, requirement: Requirement) -> int:
    """The figure stated for a term, before adjustments."""
    stated, scheduled = requirement.figure, schedule_figure(case, version, requirement.term)
    if requirement.by_line and "" in version.schedule:
        raise Unread(f"{requirement.term} is referred to a line, but the Schedule has none")
    if stated is None or scheduled is None:
        figure = scheduled if stated is None else stated
        if figure is None:
            raise Unread(f"no figure for {requirement.term}")
        return figure
    if stated == scheduled:
        return stated
    if version.first is None:
        raise Unread(f"two figures for {requirement.term} and no order of precedence")
    return stated if version.first == "clause" else scheduled


# Where ..., the figure of the clause is higher or lower by ...: made to the figure that prevails.
def adjusted_figure(case: Case, version: Version, number: int) -> int:
    """The figure of a requirement clause after adjustments."""
    figure = prevailing_figure(case, version, version.requirements[number])
    for adjustment in version.adjustments:
        if adjustment.number == number and fact(case, adjustment.fact):
            figure += adjustment.change
    return figure


# A letter handed over is received that day; one sent by registered post some days after the day of posting.
def receipt_day(case: Case, version: Version) -> datetime.date:
    """The day on which the letter counts as received."""
    told = [way for way in ("received", "handed over", "posted") if way in case.facts]
    if len(told) != 1:
        raise Unread(f"the letter was {' and '.join(told) or 'neither received nor sent'}")
    day = case.facts[told[0]]
    if told[0] == "received":
        return day
    if version.post_days is None:
        raise Unread("no clause says when a letter is received")
    return day + datetime.timedelta(days=version.post_days if told[0] == "posted" else 0)


PARTS = {"Order Value": ("goods", "freight"), "Attendance": ("adults", "children"), "Loss Amount": ("repairs", "clearing"),
         "Drawing Amount": ("cash", "fee")}  # as the definitions say
LEFT_OUT = {"Order Value": "pallet deposit", "Attendance": "foyer", "Loss Amount": "own labour", "Drawing Amount": "notary costs"}


# The defined amount is the sum of two parts, without a third where the definition says so.
def defined_sum(case: Case, version: Version) -> int:
    """Order Value, Attendance, Loss Amount or Drawing Amount of the case."""
    name = KINDS[case.kind].lower[2]
    if LEFT_OUT[name] in case.facts and not version.without:
        raise Unread(f"the definition of {name} does not say whether {LEFT_OUT[name]} counts")
    return sum(fact(case, part) for part in PARTS[name])


# Days: the first of two dates is not counted, the second is.
def quantity_of(case: Case, version: Version, number: int) -> int:
    """What a requirement clause measures: days between two dates, the defined sum, or it together with the running total."""
    kind, term = KINDS[case.kind], version.requirements[number].term
    if case.kind in LETTER:
        receipt = receipt_day(case, version)
        if term == kind.lower[1]:
            return (receipt - fact(case, kind.lower[2])).days
        return (fact(case, kind.upper[2]) - receipt).days
    total = defined_sum(case, version)
    return total if term == kind.lower[1] else total + fact(case, kind.upper[2])


# There must be at least ... / ... together must be at most ...
def requirement_met(case: Case, version: Version, number: int) -> bool:
    """Is the requirement of this clause met?"""
    return compare_holds(case, version.requirements[number].compare, quantity_of(case, version, number), adjusted_figure(case, version, number))


# What meets both clauses binds the other party; what fails either may be turned down.
def point_answer(case: Case, version: Version) -> bool:
    """Yes or no to the point at issue under one version, the other left out of account."""
    results = [requirement_met(case, version, number) for number in version.required]
    return all(results) == case.if_met


def decide(case: Case) -> str:
    """'same', 'A' (only version A gives yes) or 'B' (only version B gives yes)."""
    one, two = point_answer(case, case.versions["A"]), point_answer(case, case.versions["B"])
    return "same" if one == two else "A" if one else "B"


INSTRUCTIONS = (
    "Put the facts under each version: does the answer to the point at issue change?",
    "Is the point at issue answered differently under version A and version B, and how?",
    "How do the two versions compare on the point at issue?",
    "Does the change between the two versions alter the answer to the point at issue?",
)
CRITERIA = {
    "Both versions give one answer, be it yes or no": "same", "Only version A gives yes": "A", "Only version B gives yes": "B",
    "No difference: either both give yes or both give no": "same", "Version A gives yes and version B gives no": "A",
    "Version B gives yes and version A gives no": "B",
    "The answer is the same under both versions (yes under both or no under both)": "same", "Yes under version A, no under version B": "A",
    "No under version A, yes under version B": "B",
}


def read_question(question: dict, options) -> Dict[str, str]:
    """outcome -> option key, from what the criteria say of each option."""
    if question.get("type") != "choice" or question.get("instructions") not in INSTRUCTIONS:
        raise Unread(f"question {question.get('instructions')!r} of type {question.get('type')!r}")
    criteria = question.get("criteria", {})
    unknown = [text for text in criteria.values() if text not in CRITERIA]
    outcomes = {CRITERIA[text]: key for key, text in criteria.items() if text in CRITERIA}
    if unknown or len(criteria) != 3 or len(outcomes) != 3 or sorted(criteria) != sorted(options) or len(question) != 3:
        raise Unread(f"criteria {criteria!r} with options {list(options)!r}")
    return outcomes


def solve(state: str, question: dict, options) -> str:
    """The option that the two versions of the text lead to."""
    outcomes = read_question(question, options)
    return outcomes[decide(read_case(state))]
