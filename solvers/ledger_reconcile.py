"""Two lists of one month and the notes on matching them: which item of the first list has no counterpart in the second?

A state has four kinds of blocks: a head (title, desk, day of printing, currency, order), the book with the items that must be ticked off, the report
with the rows that may tick them off, and the notes. The last three stand in any order. Seven trades use the same grammar, each with words of its own
(`World`). Four layouts: letter ("From: ..."), export (";" between fields, "#" before remarks), page ("|" tables) and print (columns with blanks).

    book    item number, date, number of the person (key), [name], text, [way of paying], [in or out], amount
    report  row number, date, place, amount [CR or DR], key | key/1 (a part) | key amount + key amount (collective)
    notes   what must agree; dates; direction; surplus rows; [charges]; [part payments]; [collective rows]

Short names: <A> the book, <a> its item, <B> the report, <b> its row, <id> the name of the key. In templates <an a> is the item with its article.
"""
from __future__ import annotations

import re
from datetime import date as calendar_date
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import NamedTuple

from solvers import reading


class World(NamedTuple):
    """The words of one trade."""
    book: str
    report: str
    item: str
    items: str
    row: str
    rows: str
    key: str
    key_shape: str
    key_label: str
    person_label: str
    way_label: str
    place_label: str
    places: tuple
    desk: str
    kinds: tuple
    free_way: str
    ways: tuple
    texts: tuple

    def __hash__(self):
        return hash(self.book)


WORLDS = (
    World("rent ledger", "bank statement", "entry", "entries", "line", "lines", "tenancy number", r"T-\d{3}", "Tenancy", "Tenant", "Method",
          "Sub-account", ("01", "02", "04"), "rent accounts", ("Housing Trust", "Lettings", "Residential Management"), "transfer", ("card", "pay slip"),
          ("bicycle rack", "garage", "heating", "laundry key", "parking space", "rent", "stair cleaning", "storage room")),
    World("sales book", "marketplace report", "sales item", "sales items", "report row", "report rows", "buyer number", r"B-\d{4}", "Buyer no.", "Buyer",
          "Channel", "Store", ("S1", "S2", "S5"), "sales desk", ("Ceramics", "Home Textiles", "Lamp Works"), "web shop", ("marketplace", "partner"),
          ("candle holder", "cushion cover", "door mat", "floor lamp", "linen set", "serving bowl", "table lamp", "tea towel", "vase", "wall clock",
           "wool blanket")),
    World("fee book", "account extract", "booking", "bookings", "movement", "movements", "family number", r"FN\d{3}", "Family no.", "Family",
          "Instrument", "Page", ("A", "B", "C"), "nursery office", ("Children's House", "Day Nursery", "Kindergarten"), "bank order",
          ("parent app", "card reader"),
          ("bus", "craft material", "full-day care", "half-day care", "holiday care", "late pick-up", "meals", "music group", "outing", "swimming")),
    World("stall fee register", "treasury list", "fee note", "fee notes", "treasury record", "treasury records", "licence number", r"SL-\d{3}", "Licence",
          "Trader", "Way of paying", "Fund", ("310", "325", "340"), "markets team", ("Borough Office", "Market Authority", "Town Council"), "giro",
          ("debit card", "post office"),
          ("awning hire", "cold store", "corner pitch", "evening market", "pitch fee", "power supply", "storage bay", "waste fee", "water point")),
    World("harbour ledger", "acquirer file", "ticket", "tickets", "transaction", "transactions", "contract number", r"BC\d{3}", "Contract", "Owner", "Mode",
          "Jetty", ("north", "quay", "south"), "harbour master's office", ("Boatyard", "Marina", "Yacht Harbour"), "giro slip", ("kiosk card", "pay link"),
          ("berth", "crane lift", "fresh water", "hull wash", "mast store", "pump-out", "shore power", "trailer park", "winter cover")),
    World("membership ledger", "payout file", "posting", "postings", "payout", "payouts", "member number", r"M\d{4}", "Member", "Name", "Payment type",
          "Studio", ("east", "main", "west"), "member services", ("Climbing Hall", "Fitness Club", "Sports Centre"), "direct debit",
          ("credit card", "wallet"),
          ("climbing gear", "coaching hour", "course block", "day pass", "guest pass", "locker", "monthly fee", "sauna card", "towel service")),
    World("treatment journal", "clearing report", "voucher", "vouchers", "settlement", "settlements", "patient file number", r"PF-\d{4}", "File", "Patient",
          "Means of payment", "Terminal", ("t1", "t2", "t3"), "reception", ("Physiotherapy", "Rehabilitation Practice", "Therapy Centre"), "invoice",
          ("bank card", "phone pay"),
          ("exercise 20", "exercise 40", "first assessment", "group exercise", "hand therapy", "heat pack", "home visit", "massage", "tape",
           "ultrasound", "water therapy")),
)

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
MONTH = "(?:" + "|".join(MONTHS) + ")"
WHEN = rf"(?P<when>{MONTH} \d{{4}})"  # March 2025
STAMP = rf"(?:[1-9]|[12]\d|3[01]) {MONTH} \d{{4}}"  # 7 April 2025
DATE = rf"(?P<date>\d{{4}}-\d\d-\d\d|\d\d? (?:{'|'.join(month[:3] for month in MONTHS)}|{'|'.join(MONTHS)}))"  # 2025-03-07 | 07 Mar | 7 March
DATE_PARTS = re.compile(r"(?P<year>\d{4})-(?P<number>\d\d)-(?P<iso_day>\d\d)|(?P<day>\d\d?) (?P<name>[A-Z][a-z]+)")  # 2025-03-07 | 7 March
NAME = r"[A-Z][^\W\d_]+"  # Bergström
FULL_NAME = rf"{NAME} {NAME}"  # Johan Bergström
PLACE_NAME = r"[A-Z][a-z]+(?: [A-Z][a-z]+)?"  # Tamsin Vale
CURRENCY = r"(?P<currency>EUR|GBP|CHF)"
AMOUNT = r"(?P<amount>-?\d+\.\d\d)"  # -1358.39

TITLES = (
    "{when} close: <A> and <B>",                   # March 2025 close: fee book and account extract
    "Month-end matching {when}: <A>, <B>",         # Month-end matching March 2025: fee book, account extract
    "<A^> against <B>, {when}",                    # Fee book against account extract, March 2025
    "Reconciliation of <A> and <B>, {when}",       # Reconciliation of fee book and account extract, March 2025
)

# the lines of the heads and the headings of the blocks: layout -> name -> template; a name that begins with book, report, notes opens that block
HEADS = {
    "letter": {
        "from": "From: (?P<sender>{name}) {name}, <desk>",                    # From: Hana Andersen, member services
        "title": "Subject: {title}",                                           # Subject: March 2025 close: fee book and account extract
        "greeting": "(?:Dear|Hi|Hello) {name},",                               # Dear Marco,
        "intro 1": r"please find below both lists of {org} for {when} as they came out of the systems on {stamp}, "
                   r"and let me know whether <an a> stays open\.",
        "intro 2": r"I pulled the <A> and the <B> of {org} for {when} on {stamp}; could you see whether any <a> lacks its <b>\?",
        "intro 3": r"here are the <A> and the <B> of {org} for {when}\. Please tick them off and tell me which <a>, if any, is left over\.",
        "notes 1": "As a reminder, this is how they are matched:",
        "notes 2": "How we match them:",
        "notes 3": "For the matching:",
        "book 1": "This is the <A> with {count} <as>, all in {currency}:",     # This is the fee book with 8 bookings, all in EUR:
        "book 2": "Our <A>, {count} <as>, in {currency}:",                     # Our fee book, 8 bookings, in EUR:
        "book 3": r"<A^>, {count} <as> \(amounts in {currency}\):",            # Fee book, 8 bookings (amounts in EUR):
        "report 1": "This is the <B> with {rows} <bs> by <place>, all in {currency}:",  # This is the payout file with 13 payouts by studio, all in EUR:
        "report 2": "From the <B>, {rows} <bs> by <place>, in {currency}:",    # From the acquirer file, 13 transactions by jetty, in EUR:
        "report 3": r"<B^>, {rows} <bs> sorted by <place> \(amounts in {currency}\):",  # Bank statement, 10 lines sorted by sub-account (amounts in GBP):
        "closing": "(?:Kind regards|Best regards|Best|Thanks|Thank you|Cheers),",
        "signature": "(?P<sender>{name})",                                     # Hana
    },
    "export": {
        "title 1": "# {org}: {title}",                                         # # Hollinford Ceramics: Sales book against marketplace report, May 2025
        "title 2": "# {title}",                                                # # Sales book against marketplace report, May 2025
        "title 3": "# content: {title}",                                       # # content: Sales book against marketplace report, May 2025
        "org 1": "# source: {org}, <desk>",                                    # # source: Marlwood Marina, harbour master's office
        "org 2": "# {org}, <desk>",                                            # # Marlwood Marina, harbour master's office
        "made 1": "# export {stamp} for {full}",                               # # export 7 October 2025 for Esther Reyes
        "made 2": "# exported {stamp} by {full}",                              # # exported 7 October 2025 by Esther Reyes
        "made 3": "# run: {stamp}, {full}",                                    # # run: 7 October 2025, Esther Reyes
        "book 1": "# <A>, {when}, {currency}, {count} <as>",                   # # fee book, July 2025, EUR, 8 bookings
        "book 2": "# <A>, {count} <as>, amounts in {currency}",                # # fee book, 8 bookings, amounts in EUR
        "book 3": "# table <A>; {count} <as>; currency {currency}",            # # table fee book; 8 bookings; currency EUR
        "report 1": "# <B>, {when}, {currency}, {rows} <bs> ordered by <place>",     # # payout file, July 2025, EUR, 13 payouts ordered by studio
        "report 2": "# <B>, {rows} <bs> ordered by <place>, amounts in {currency}",  # # payout file, 13 payouts ordered by studio, amounts in EUR
        "report 3": "# table <B>; {rows} <bs>; currency {currency}; order: <place>, number",  # # table payout file; 13 payouts; currency EUR; order: studio, number
    },
    "page": {
        "title": "# (?:{org}: )?{title}",                                      # # Eastmarch Ceramics: Sales book against marketplace report, May 2025
        "made 1": r"<desk^>, {org}\. Prepared {stamp} by {full}\.",            # Sales desk, Eastmarch Ceramics. Prepared 7 May 2025 by Nadia Aydin.
        "made 2": r"Owner: {full} \(<desk>\)\. Last update {stamp}\.",         # Owner: Noor Lindgren (sales desk). Last update 3 May 2025.
        "made 3": r"{org}, <desk>\. Page kept by {full}, lists pasted on {stamp}\.",
        "currency 1": r"Amounts are in {currency}; the <B> is sorted by <place>\.",
        "currency 2": r"All figures in {currency}\. Order of the <B>: <place>, then number\.",
        "notes": "## (?:Conventions|Matching|How to match)",
        "book 1": "## <A^>, {month}, {count} <as>",                            # ## Fee book, March, 8 bookings
        "book 2": r"## <A^> \({count} <as>\)",                                 # ## Fee book (8 bookings)
        "book 3": "## <A^>: {count} <as>",                                     # ## Fee book: 8 bookings
        "report 1": "## <B^>, {month}, {rows} <bs>",                           # ## Account extract, March, 13 movements
        "report 2": r"## <B^> by <place> \({rows} <bs>\)",                     # ## Account extract by page (13 movements)
        "report 3": "## <B^>: {rows} <bs>",                                    # ## Account extract: 13 movements
    },
    "print": {
        "title 1": "{title}",                                                  # March 2025 close: fee book and account extract
        "title 2": r"{title}   \(run {stamp}, {full}\)",                       # ...   (run 7 April 2025, Leila Mensah)
        "org 1": "{org}",                                                      # Arnwick Boatyard
        "org 2": "{org}(?: -|,) <desk>",                                       # Arnwick Boatyard - harbour master's office
        "made 1": "Printed {stamp} by {full}, <desk>",                         # Printed 1 April 2025 by Hannah Haddad, markets team
        "made 2": "List of {stamp}, user {full}",                              # List of 5 September 2025, user Chidi Saito
        "currency": "All amounts in {currency}",
        "notes": "(?:Matching|Notes|Remarks on matching|How the two lists are matched)",
        "book 1": "<A^> - {period}, {count} <as>",                             # Fee book - period 1 to 31 July 2026, 8 bookings
        "book 2": "<A^>, {when}, {count} <as>",                                # Fee book, March 2025, 8 bookings
        "book 3": r"<A^> \({count} <as> sorted by number\)",                   # Fee book (8 bookings sorted by number)
        "report 1": "<B^> - {period}, {rows} <bs> sorted by <place>",          # Payout file - period 1 to 31 July 2026, 13 payouts sorted by studio
        "report 2": "<B^>, {when}, {rows} <bs> by <place>",                    # Payout file, March 2025, 13 payouts by studio
        "report 3": r"<B^> \({rows} <bs> sorted by <place> and number\)",      # Payout file (13 payouts sorted by studio and number)
    },
}
# what stands before a note: in a letter nothing, on a page "- " or "1. ", and so on
NOTE_MARKS = {
    "letter": re.compile(r"(?P<text>[A-Z'].*)"),
    "export": re.compile(r"# (?:(?:matching (?P<m>\d) - |note (?P<n>\d): ))?(?P<text>[A-Z'].*)"),       # # note 2: ...
    "page": re.compile(r"(?:- |(?P<n>\d)\. )(?P<text>[A-Z'].*)"),                                        # 2. ...
    "print": re.compile(r"(?: \* |\[(?P<a>\d)\] |(?P<b>\d)\) |(?P<c>\d)  )(?P<text>[A-Z'].*)"),          # [2] ...
}

# the notes: wording -> meaning; {n} a number of days, {count_days} how days are counted
WEEKEND = r"\d\d?(?:, \d\d?)+ and \d\d?"  # 4, 5, 11, 12, 18, 19, 25 and 26
# the sentence on counting days at the end of a note on dates; it names the weekend days where these are stepped over
COUNTING = tuple(re.compile(pattern) for pattern in (
    r"(?:Days are calendar days|Calendar days count, weekends included|Saturdays and Sundays count like all other days)\.",
    rf"The weekend days of the month, (?P<weekend>{WEEKEND}), are no banking days; all other days are\.",
    rf"Weekend days \((?P<weekend>{WEEKEND})\) are not counted; all other days of the month are banking days\.",
    rf"Banking days are Monday to Friday \(weekend days this month: (?P<weekend>{WEEKEND}); no bank holidays\)\.",
))
COUNT = r"(?P<n>1(?= (?:banking )?day\b)|[2-9](?= (?:banking )?days\b)) (?P<banking>banking )?days?"  # 1 day | 2 banking days
# (earliest, latest) in days from the item's date; "n" stands for the number read, "n-1" for one less (less than n days)
DATES = {
    r"The date of the <b> must be the date of the <a>\.": ("0", "0"),
    r"<An a> and its <b> have the same date; a day earlier or later does not count\.": ("0", "0"),
    r"Both sides must carry the same date\.": ("0", "0"),
    r"The <b> must be dated less than {n} before or after its <a>\. {count_days}": ("-(n-1)", "n-1"),
    r"The dates of <an a> and its <b> must be less than {n} apart, whichever comes first\. {count_days}": ("-(n-1)", "n-1"),
    r"Date difference between <a> and <b>: under {n}, earlier or later\. {count_days}": ("-(n-1)", "n-1"),
    r"The <b> may be dated up to {n} before or after its <a>, both ends included\. {count_days}": ("-n", "n"),
    r"The dates of <an a> and its <b> may be up to {n} apart, whichever comes first\. {count_days}": ("-n", "n"),
    r"Date difference between <a> and <b>: {n} at most, earlier or later\. {count_days}": ("-n", "n"),
    r"<A b> must be dated less than {n} after its <a>, and never before it\. {count_days}": ("0", "n-1"),
    r"Allowed date of the <b>: from the date of the <a> on, but less than {n} after it\. {count_days}": ("0", "n-1"),
    r"The <b> has the date of its <a> or follows it by fewer than {n}; it is never dated before it\. {count_days}": ("0", "n-1"),
    r"<A b> is dated on the day of its <a> or up to {n} later, never earlier\. {count_days}": ("0", "n"),
    r"Allowed date of the <b>: from the date of the <a> to {n} after it, both ends included\. {count_days}": ("0", "n"),
    r"The <b> may be dated up to {n} after its <a>, but not before it\. {count_days}": ("0", "n"),
}
# (how the book shows money paid back, how the report does): "minus", "plain" (money received has the minus), "word" (in or out), "letters" (CR or DR)
DIRECTIONS = {
    r"The direction must be the same: 'out' in the <A> is money paid back, in the <B> it has a minus\.": ("word", "minus"),
    r"'in' is money received, 'out' money paid back, which the <B> shows with a minus\. Both sides must run the same way\.": ("word", "minus"),
    r"Money paid back is 'out' in the <A> and has a minus in the <B>; the direction must agree\.": ("word", "minus"),
    r"Money paid back has a minus in the <A> and DR in the <B>, money received no sign and CR\. The two must agree\.": ("minus", "letters"),
    r"The direction has to agree: a minus in the <A> \(money paid back\) goes with DR in the <B>, no minus \(money received\) with CR\.":
        ("minus", "letters"),
    r"CR is money received and DR money paid back, which has a minus in the <A>\. The direction must agree\.": ("minus", "letters"),
    r"Received money carries a minus in the <A> and none in the <B>, money paid back a minus in the <B> alone\. Directions have to agree\.":
        ("plain", "minus"),
    r"The <A> shows money received with a minus and money paid back without, the <B> the other way round\. The direction must agree\.":
        ("plain", "minus"),
    r"Signs are opposite: received is negative in the <A> and positive in the <B>, paid back positive in the <A> and negative in the <B>\. "
    r"<An a> and its <b> must mean the same direction\.": ("plain", "minus"),
}
# what must agree: (charges are deducted, a note on part payments is announced, a note on collective rows is announced)
AGREEMENTS = {
    r"<An a> is reconciled by a <b> with the same <id> and the same amount, to the cent; each <b> counts for one <a> only\.": (False, False, False),
    r"<As^> and <bs> belong together when <id> and amount agree, one <b> for one <a>; there is no allowance for rounding\.": (False, False, False),
    r"Every <a> needs a <b> of its own that carries its <id> and exactly its amount\.": (False, False, False),
    r"To tick off <an a>, find a <b> with the same <id> and its amount after charges, to the cent; each <b> counts for one <a>\. "
    r"Part payments are explained separately\.": (True, True, False),
    r"To tick off <an a>, find a <b> with the same <id> and its amount after charges, to the cent; each <b> counts for one <a>\. "
    r"Part payments and collective <bs> are explained separately\.": (True, True, True),
    r"<id^> and amount \(less charges\) must agree to the cent, and no <b> serves two <as>; part payments follow the note on them\.":
        (True, True, False),
    r"<id^> and amount \(less charges\) must agree to the cent, and no <b> serves two <as>; part payments and collective <bs> follow the note on them\.":
        (True, True, True),
    r"<An a> needs a <b> of its own with its <id> and exactly its amount less charges; other notes explain part payments\.": (True, True, False),
    r"<An a> needs a <b> of its own with its <id> and exactly its amount less charges; other notes explain part payments and collective <bs>\.":
        (True, True, True),
    r"Apart from part payments, <an a> is reconciled by a <b> of the same <id> and amount, charges deducted; each <b> is used once\.":
        (True, True, False),
    r"Apart from part payments and collective <bs>, <an a> is reconciled by a <b> of the same <id> and amount, charges deducted; each <b> is used once\.":
        (True, True, True),
}
SURPLUS = (
    r"It is no difference if the <B> has <bs> without <an a> in the <A>\.",
    r"Surplus <bs> in the <B> do not matter: only the <A> is checked\.",
    r"The <B> also holds <bs> that belong to other books; what has no <a> in the <A> is left alone\.",
    r"<Bs^> for which the <A> has no <a> are settled elsewhere and are no fault\.",
)
PARTS = (
    r"Parts of a payment are numbered /1, /2 \.\.\. after the <id>; gaps do not matter\. All parts of a <id>, two at least, must sum to the amount "
    r"of one <a>, and each must pass on date and direction\. One by itself settles nothing\.",
    r"Part payments have /1, /2 and so on after the <id>: two or more settle <an a> if all parts under its <id> make its amount, whatever their numbers, "
    r"and each fits in date and direction\. A single part settles nothing\.",
    r"<An a> paid in parts shows as several <bs>, with /1, /2 \.\.\. after the <id>\. All parts under its <id> must make its amount, "
    r"even if a number is missing, and each must pass on date and direction\. A part alone settles nothing\.",
)
COLLECTIVE = (
    r"A collective <b> shows a total and, joined by \+, each <id> with its amount\. "
    r"Each of these is treated like a separate <b> of the same date and direction\.",
    r"One <b> may cover several <as>: it lists each <id> with its amount, joined by \+, and shows the sum\. "
    r"Every amount listed is checked on its own, with the date and direction of that <b>\.",
    r"A collective <b> lists each <id> it covers with the amount and shows the total; "
    r"each amount listed counts like a <b> of its own with that date and direction\.",
)
FIRST, SECOND = r"(?P<first>\d+\.\d\d?)", r"(?P<second>\d+\.\d\d?)"
# what bears no charge ("m" or "M" stands before it); collective rows are named only where they occur
FREE = r"oney paid back(?: and part payments|(?P<listed>, part payments and collective <bs>))"
# {0}, {1} the two ways that cost something, {free} the one that does not; the kind is an amount for each item or a share of its amount
CHARGES = {
    rf"For money received, {{0}} costs {FIRST} {CURRENCY} and {{1}} {SECOND} (?P=currency) for each <a>, deducted in the <B>\. "
    rf"Nothing is taken off for {{free}}; m{FREE} are free as well\.": "fixed",
    rf"Charges by <way>: {{0}} {FIRST} {CURRENCY}, {{1}} {SECOND} (?P=currency) per <a>, {{free}} none\. "
    rf"The <B> shows money received net of the charge; m{FREE} bear none\.": "fixed",
    rf"Money received is net in the <B>: {FIRST} {CURRENCY} is taken off each <a> for {{0}}, {SECOND} (?P=currency) for {{1}}, "
    rf"nothing for {{free}}\. M{FREE} are free of charge\.": "fixed",
    rf"For money received, {{0}} costs {FIRST} % and {{1}} {SECOND} % of the amount, rounded to the nearest cent \(half a cent up\) "
    rf"and deducted in the <B>\. Nothing is taken off for {{free}}; m{FREE} are free as well\.": "share",
    rf"Charges by <way>: {{0}} {FIRST} %, {{1}} {SECOND} % of the amount, rounded to the nearest cent \(half a cent up\), {{free}} none\. "
    rf"The <B> shows money received net of the charge; m{FREE} bear none\.": "share",
    rf"Money received is net in the <B>: {FIRST} % of the amount is taken off for {{0}}, {SECOND} % for {{1}} "
    rf"\(rounded to the nearest cent, half a cent up\), nothing for {{free}}\. M{FREE} are free of charge\.": "share",
}
QUESTIONS = (
    r"Which <a> in the <A> has no counterpart in the <B>\?",
    r"Which <a> of the <A> does not reconcile with the <B>\?",
    r"Which one of these <as> of the <A> is not matched by the <B>\?",
    r"By the notes on matching, which <a> of the <A> stays open against the <B>\?",
    r"Reconcile the <A> with the <B>: which <a> cannot be ticked off\?",
)
NOTHING_OPEN = (
    r"All <as> can be ticked off\.",
    r"Every <a> of the <A> reconciles\.",
    r"The whole <A> reconciles with the <B>\.",
)
OPTIONS = (
    "{key}, {text}, {date}",             # B-7339, wall clock, 2025-09-09
    "{text} for {key} on {date}",        # waste fee for SL-868 on 25 Mar
    "{date}: {key}, {text}",             # 26 March: B-8551, linen set
    "<a^> for {key} of {date}: {text}",  # Ticket for BC920 of 07 Aug: crane lift
)


class Item(NamedTuple):
    number: str
    day: int
    date: str
    key: str
    text: str
    way: str
    out: bool
    amount: int  # cents


class Entry(NamedTuple):
    """What one row of the report says of one key; `part` is the number after the slash or 0."""
    row: str
    day: int
    out: bool
    key: str
    part: int
    amount: int  # cents
    listed: bool  # named in a collective row


class Rules(NamedTuple):
    earliest: int
    latest: int
    weekend: frozenset  # days of the month that do not count; empty where calendar days count
    charges: dict  # way -> ("fixed", cents) or ("share", Decimal per cent)
    parts: bool
    collective: bool


class Case(NamedTuple):
    world: World
    rules: Rules
    items: tuple
    entries: tuple


def _fill(template: str, world: World) -> str:
    """A template with the words of one trade for <A>, <a> and so on."""
    article = "an" if world.item[0] in "aeiou" else "a"
    words = {"A": world.book, "B": world.report, "a": world.item, "as": world.items, "b": world.row, "bs": world.rows, "id": world.key,
             "an a": f"{article} {world.item}", "An a": f"{article.capitalize()} {world.item}", "A b": f"A {world.row}", "place": world.place_label.lower(),
             "desk": world.desk, "way": world.way_label.lower()}

    def word(match):
        name, capital = match[1], match[2]
        text = words[name] if name in words else words[name.lower()]
        return re.escape(text[0].upper() + text[1:] if capital else text)
    return re.sub(r"(?<!\?P)<([A-Za-z][a-z ]*?)(\^?)>", word, template)


def _one_of(words) -> str:
    return "(?:" + "|".join(re.escape(word) for word in words) + ")"


@lru_cache(maxsize=None)
def heads_of(world: World, layout: str) -> dict:
    title = "(?:" + "|".join(TITLES).replace("{when}", "@") + ")"
    title = re.sub("@", lambda _, seen=iter(range(9)): WHEN.replace("when", f"when{next(seen)}"), title)
    fields = {"title": title, "name": NAME, "full": FULL_NAME, "org": f"(?P<org>{PLACE_NAME} {_one_of(world.kinds)})", "stamp": STAMP, "when": WHEN,
              "currency": CURRENCY, "count": r"(?P<count>\d+)", "rows": r"(?P<rows>\d+)", "month": f"(?P<month>{MONTH})",
              "period": rf"period 1 to (?P<last>\d\d) {WHEN}"}
    patterns = {}
    for name, template in HEADS[layout].items():
        for field, pattern in fields.items():
            template = template.replace("{" + field + "}", pattern)
        patterns[name] = re.compile(_fill(template, world))
    return patterns


@lru_cache(maxsize=None)
def notes_of(world: World) -> dict:
    """(kind, meaning) -> pattern of one wording of one note."""
    notes = {("agreement", template): template for template in AGREEMENTS}
    notes.update({("direction", template): template for template in DIRECTIONS})
    notes.update({("surplus", template): template for template in SURPLUS})
    notes.update({("parts", template): template for template in PARTS})
    notes.update({("collective", template): template for template in COLLECTIVE})
    for template in DATES:
        notes["dates", template] = template.replace("{count_days}", "(?P<counting>[A-Z].*)").replace("{n}", COUNT)
    for template in CHARGES:
        first, second = world.ways
        notes["charges", template] = template.replace("{0}", first).replace("{1}", second).replace("{free}", world.free_way)
    return {name: re.compile(_fill(template, world)) for name, template in notes.items()}


def _spelled(label: str, layout: str) -> str:
    """A column's label: 'Buyer no.' is buyer_no in an export."""
    return re.escape(label.lower().replace(".", "").replace(" ", "_").replace("-", "_").replace("/", "_") if layout == "export" else label)


SEPARATORS = {"export": ("", ";", ""), "page": (r"\| ", r" \| ", r" \|"), "print": ("", " {2,}", "")}
PAGE_RULE = re.compile(r"\|(?: --- \|)+(?: ---: \|(?: --- \|)?)")  # | --- | --- | ---: |


def _key_cell(world: World) -> str:
    amount = r"\d+\.\d\d"
    return rf"(?P<cell>{world.key_shape}(?:/[1-9]| {amount}(?: \+ {world.key_shape} {amount})+)?)"


def _fields(world: World) -> dict:
    return {"number": r"(?P<number>\d{4})", "row": r"(?P<number>\d{5})", "date": DATE, "key": rf"(?P<key>{world.key_shape})", "person": f"(?P<person>{NAME})",
            "text": f"(?P<text>(?:refund )?{_one_of(world.texts)})", "way": f"(?P<way>{_one_of(world.ways + (world.free_way,))})",
            "word": "(?P<word>in|out)", "amount": AMOUNT, "letters": f"{AMOUNT}(?: (?P<letters>CR|DR))?", "cell": _key_cell(world),
            "place": f"(?P<place>{_one_of(world.places)})"}


@lru_cache(maxsize=None)
def header_of(world: World, layout: str, block: str):
    """The line with the labels of the columns, with the columns that may be absent as named groups."""
    if layout == "letter":
        return None
    begin, between, end = SEPARATORS[layout]

    def labels(*names):
        return [_spelled(name, layout) for name in names]
    if block == "report":
        return re.compile(begin + between.join(labels("No.", "Date", world.place_label, "Amount", world.key_label)) + end)
    number, date, key, person, text, way, word, amount = labels("No.", "Date", world.key_label, world.person_label, "Text", world.way_label, "In/out", "Amount")
    return re.compile(f"{begin}{number}{between}{date}{between}{key}(?P<person>{between}{person})?{between}{text}"
                      f"(?P<way>{between}{way})?(?P<word>{between}{word})?{between}{amount}{end}")


@lru_cache(maxsize=None)
def row_of(world: World, layout: str, block: str, columns: tuple):
    """The pattern of the lines below a header; `columns` are the optional ones that are there."""
    begin, between, end = SEPARATORS[layout]
    names = (["row", "date", "place", "letters", "cell"] if block == "report" else
             ["number", "date", "key"] + ["person"] * ("person" in columns) + ["text"] + [name for name in ("way", "word") if name in columns] + ["amount"])
    fields = _fields(world)
    return re.compile(begin + between.join(fields[name] for name in names) + end)


LETTER_ROWS = {
    "book": ("- {number} \\({date}\\) {text} for {key}(?: \\({person}\\))?: {amount}(?: {word})?(?:, {way})?",   # - 4606 (4 March) vase for B-4684: 28.39 in, web shop
             "- {number} of {date}, {key}(?: \\({person}\\))?, {text}: {amount}(?: {word})?(?:, {way})?"),       # - 1387 of 7 August, M4634 (Hayashi), locker: -7.50
    "report": ("> {row} \\({date}\\), <place> {place}: {letters} for {cell}",                                           # > 39172 (20 March), store S1: 19.79 for B-8515
               "> {row} of {date}, {letters} for {cell}, <place> {place}"),                                             # > 37656 of 20 August, 14.45 for M2249, studio east
}


@lru_cache(maxsize=None)
def letter_rows_of(world: World, block: str) -> dict:
    patterns = {}
    for name, template in enumerate(LETTER_ROWS[block]):
        for field, pattern in _fields(world).items():
            template = template.replace("{" + field + "}", pattern)
        patterns[name] = re.compile(_fill(template, world))
    return patterns


class Reader:
    """Reads the lines of one state in their order; `block` is where we are: head, notes, book, report or end."""

    def __init__(self, state: str):
        self.lines = reading.numbered_lines(state)
        self.layout = layout_of(self.lines)
        self.world = world_of(self.lines)
        self.heads = heads_of(self.world, self.layout)
        self.block, self.pattern, self.columns = "head", None, 0
        self.seen, self.facts, self.notes, self.rows = [], {}, [], {"book": [], "report": []}

    def read(self) -> "Reader":
        for number, line in self.lines:
            self.number, self.line = number, line
            if not (self.read_row() or self.read_columns() or self.read_head() or self.read_note()):
                raise reading.unread(number, line, f"part of the {self.block}")
        return self

    def fail(self, why: str):
        return reading.unread(self.number, self.line, why)

    def fact(self, name: str, value: str):
        """Notes a fact of the whole list; twice and different is a contradiction."""
        if self.facts.setdefault(name, value) != value:
            raise self.fail(f"{name} {self.facts[name]}")

    def read_row(self) -> bool:
        if self.block not in self.rows:
            return False
        if self.layout == "letter":
            found = reading.first_match(letter_rows_of(self.world, self.block), self.line)
            if not found:
                return False
            match = found[1]
            shape = (found[0],) + tuple(bool(match.groupdict().get(name)) for name in ("person", "word", "way"))
            self.fact(f"shape of the lines of the {self.block}", shape)
        else:
            ruled = self.layout != "page" or not self.columns  # on a page the rule below the header comes first
            match = self.pattern and ruled and self.pattern.fullmatch(self.line)
            if not match:
                return False
        self.rows[self.block].append((self.number, self.line, match.groupdict()))
        return True

    def read_columns(self) -> bool:
        """The header of a table and, on a page, the rule below it."""
        if self.layout == "letter" or self.block not in self.rows or self.rows[self.block]:
            return False
        if self.pattern:
            if self.layout == "page" and PAGE_RULE.fullmatch(self.line) and self.line.count("|") == self.columns:
                self.columns = 0
                return True
            return False
        match = header_of(self.world, self.layout, self.block).fullmatch(self.line)
        if match:
            self.columns = self.line.count("|")
            self.pattern = row_of(self.world, self.layout, self.block, tuple(name for name, value in match.groupdict().items() if value))
        return bool(match)

    def read_head(self) -> bool:
        found = reading.first_match(self.heads, self.line)
        if not found:
            return False
        name, match = found
        kind = name.split()[0]
        if kind in self.seen:
            raise self.fail(f"a second {kind}")
        self.seen += [kind, "made"] if (self.layout, name) == ("print", "title 2") else [kind]
        if kind in ("notes", "book", "report", "closing"):
            self.block, self.pattern = {"closing": "end"}.get(kind, kind), None
        elif self.block != "head" and (kind != "signature" or self.block != "end"):
            raise self.fail(f"part of the {self.block}")
        for fact, value in match.groupdict().items():
            if value:
                self.head_fact(fact, value)
        return True

    def head_fact(self, fact: str, value: str):
        if fact.startswith("when"):
            self.fact("month", value.split()[0])
            self.fact("year", value.split()[1])
        else:
            self.fact(fact, value)

    def read_note(self) -> bool:
        """A note with its mark; an export has no heading above the notes."""
        match = NOTE_MARKS[self.layout].fullmatch(self.line)
        if not match or (self.layout != "export" and self.block != "notes"):
            return False
        found = reading.first_match(notes_of(self.world), match["text"])
        if not found:
            return False
        mark = [value for name, value in match.groupdict().items() if name != "text" and value]
        if mark and int(mark[0]) != len(self.notes) + 1:
            raise self.fail(f"note {len(self.notes) + 1}")
        self.fact("mark of the notes", self.line[:self.line.index(match["text"])].replace(mark[0] if mark else " ", ""))
        self.block, self.pattern = "notes", None
        self.notes.append((found[0], found[1].groupdict()))
        return True


def layout_of(lines) -> str:
    first = lines[0][1] if lines else ""
    if first.startswith("From: "):
        return "letter"
    if first.startswith("# "):
        return "page" if any(line.startswith("| ") for _, line in lines) else "export"
    return "print"


TITLE_WORDS = re.compile("|".join(f"(?P<w{place}>{world.book} and {world.report}|{world.book}, {world.report}|{world.book} against {world.report})"
                                  for place, world in enumerate(WORLDS)), re.IGNORECASE)  # fee book and account extract


def world_of(lines) -> World:
    """The trade, by the words of the title in the first three lines."""
    found = [match.lastgroup for _, line in lines[:3] for match in TITLE_WORDS.finditer(line)]
    if len(found) != 1:
        raise reading.unread(*(lines[0] if lines else (0, "")), "a head with one title")
    return WORLDS[int(found[0][1:])]


def _month_days(reader: Reader) -> int:
    month, year = MONTHS.index(reader.facts["month"]), int(reader.facts["year"])
    return 29 if month == 1 and year % 4 == 0 else LENGTHS[month]


def weekend_days(reader: Reader) -> frozenset:
    """The Saturdays and Sundays of the month of the lists."""
    year, month = int(reader.facts["year"]), MONTHS.index(reader.facts["month"]) + 1
    return frozenset(day for day in range(1, _month_days(reader) + 1) if calendar_date(year, month, day).weekday() > 4)


def _day(reader: Reader, number: int, line: str, date: str) -> int:
    """The day of a date that must lie in the month of the lists; all dates of a state are written in one way."""
    match = DATE_PARTS.fullmatch(date)
    month, year = reader.facts["month"], reader.facts["year"]
    style = "full" if match["year"] else "long" if match["name"] == month and len(month) > 3 else "short"
    inside = (match["year"], int(match["number"])) == (year, MONTHS.index(month) + 1) if match["year"] else match["name"] in (month, month[:3])
    day = int(match["iso_day"] or match["day"])
    if not inside or not 1 <= day <= _month_days(reader) or reader.facts.setdefault("way of writing dates", style) != style:
        raise reading.unread(number, line, f"a line with a date in {month} {year}")
    return day


def _out(sign: str, minus: bool, word: str, letters: str, number: int, line: str) -> bool:
    """Whether an amount is money paid back, by the way of writing that the note on direction gives."""
    if bool(word) != (sign == "word") or bool(letters) != (sign == "letters") or (minus and sign not in ("minus", "plain")):
        raise reading.unread(number, line, f"an amount with its direction by {sign}")
    return {"word": word == "out", "letters": letters == "DR", "minus": minus, "plain": not minus}[sign]


def _items(reader: Reader, sign: str) -> tuple:
    items, names = [], {}
    for number, line, found in reader.rows["book"]:
        if names.setdefault(found["key"], found.get("person")) != found.get("person"):
            raise reading.unread(number, line, f"a line with {names[found['key']]}")
        amount = reading.cents(found["amount"])
        out = _out(sign, amount < 0, found.get("word"), None, number, line)
        if out != found["text"].startswith("refund "):
            raise reading.unread(number, line, "a text that fits its direction")
        items.append(Item(found["number"], _day(reader, number, line, found["date"]), found["date"], found["key"], found["text"], found.get("way"), out,
                          abs(amount)))
    return tuple(items)


def _entries(reader: Reader, sign: str) -> tuple:
    entries = []
    for number, line, found in reader.rows["report"]:
        amount = reading.cents(found["amount"])
        out = _out(sign, amount < 0, None, found["letters"], number, line)
        day = _day(reader, number, line, found["date"])
        listed = [piece.split(" ") for piece in found["cell"].split(" + ")]
        if len(listed) == 1:
            key, _, part = found["cell"].partition("/")
            entries.append(Entry(found["number"], day, out, key, int(part or 0), abs(amount), False))
            continue
        if sum(reading.cents(text) for _, text in listed) != abs(amount):
            raise reading.unread(number, line, "a collective row with its sum")
        entries += [Entry(found["number"], day, out, key, 0, reading.cents(text), True) for key, text in listed]
    return tuple(entries)


def _charges(reader: Reader, template: str, found: dict) -> dict:
    """way -> charge; the currency of charges in money is that of the lists."""
    kind = CHARGES[template]
    if bool(found["listed"]) != any(name == "collective" for (name, _), _ in reader.notes):
        raise reading.Unread("the note on charges and the notes there are differ on collective rows")
    if kind == "fixed" and found["currency"] != reader.facts["currency"]:
        raise reading.Unread(f"charges in {found['currency']}, lists in {reader.facts['currency']}")
    read = reading.cents if kind == "fixed" else Decimal
    return {way: (kind, read(found[name])) for way, name in zip(reader.world.ways, ("first", "second"))}


def _weekend(sentence: str) -> frozenset:
    """The weekend days that the sentence on counting days names, none where calendar days count."""
    found = reading.first_match(dict(enumerate(COUNTING)), sentence)
    if not found:
        raise reading.Unread(f"{sentence!r} cannot be read as a way of counting days")
    return frozenset(int(day) for day in re.findall(r"\d+", found[1].groupdict().get("weekend", "")))


def _dates(reader: Reader, template: str, found: dict) -> tuple:
    """(earliest, latest, weekend days) of the note on dates."""
    count = int(found.get("n") or 0)
    reach = {"0": 0, "n": count, "-n": -count, "n-1": count - 1, "-(n-1)": 1 - count}
    weekend = _weekend(found["counting"]) if "counting" in found else frozenset()
    if bool(weekend) != bool(found.get("banking")) or (weekend and weekend != weekend_days(reader)):
        raise reading.Unread(f"{sorted(weekend)} are not the weekend days of {reader.facts['month']} {reader.facts['year']}")
    earliest, latest = (reach[end] for end in DATES[template])
    return earliest, latest, weekend


def _rules(reader: Reader) -> tuple:
    """The rules and the two ways of writing the direction. Each note stands once; those announced must be there, and no others."""
    notes = {}
    for name, found in reader.notes:
        if name[0] in notes:
            raise reading.Unread(f"two notes on {name[0]}")
        notes[name[0]] = (name[1], found)
    needed = {"agreement", "dates", "direction", "surplus"}
    if not needed <= set(notes):
        raise reading.Unread(f"no note on {', '.join(sorted(needed - set(notes)))}")
    announced = AGREEMENTS[notes["agreement"][0]]
    if announced != tuple(name in notes for name in ("charges", "parts", "collective")):
        raise reading.Unread("the note on what must agree announces other notes than there are")
    charges = _charges(reader, *notes["charges"]) if announced[0] else {}
    rules = Rules(*_dates(reader, *notes["dates"]), charges, announced[1], announced[2])
    return rules, DIRECTIONS[notes["direction"][0]]


HEAD_KINDS = {"letter": {"from", "title", "greeting", "intro", "notes", "book", "report", "closing", "signature"},
              "export": {"title", "made", "book", "report"}, "page": {"title", "made", "currency", "notes", "book", "report"},
              "print": {"title", "org", "made", "currency", "notes", "book", "report"}}


def _check_frame(reader: Reader):
    """Every kind of head line is there, and the counts given are those of the lines."""
    missing = HEAD_KINDS[reader.layout] - set(reader.seen)
    if missing or not {"month", "org"} <= set(reader.facts) or not reader.rows["book"] or not reader.rows["report"]:
        raise reading.Unread(f"the state lacks its {', '.join(sorted(missing)) or 'rows'}")
    for fact, block in (("count", "book"), ("rows", "report")):
        if int(reader.facts[fact]) != len(reader.rows[block]):
            raise reading.Unread(f"{reader.facts[fact]} lines of the {block} announced, {len(reader.rows[block])} read")
    if "last" in reader.facts and int(reader.facts["last"]) != _month_days(reader):
        raise reading.Unread("the period is not the month")
    items = [int(found["number"]) for _, _, found in reader.rows["book"]]
    rows = [(reader.world.places.index(found["place"]), int(found["number"])) for _, _, found in reader.rows["report"]]
    if items != sorted(set(items)) or rows != sorted(rows) or len({number for _, number in rows}) != len(rows):
        raise reading.Unread("the lines are not in the order given")


def read_case(state: str) -> Case:
    reader = Reader(state).read()
    _check_frame(reader)
    rules, (book_sign, report_sign) = _rules(reader)
    items, entries = _items(reader, book_sign), _entries(reader, report_sign)
    if any(entry.part for entry in entries) > rules.parts or any(entry.listed for entry in entries) > rules.collective:
        raise reading.Unread("rows of a kind on which there is no note")
    if any((item.way is None) == bool(rules.charges) for item in items):
        raise reading.Unread("charges by a way of paying that the book does not show")
    return Case(reader.world, rules, items, entries)


def same_key(item: Item, entry: Entry) -> bool:
    """Item and row carry the same number of the person."""
    return item.key == entry.key


def same_direction(item: Item, entry: Entry) -> bool:
    """Both are money received or both are money paid back."""
    return item.out == entry.out


def days_between(rules: Rules, item: Item, entry: Entry) -> int:
    """Days from the item to the row, negative where the row comes first; weekend days are stepped over where banking days count."""
    low, high = sorted((item.day, entry.day))
    counted = sum(day not in rules.weekend for day in range(low + 1, high + 1))
    return counted if entry.day >= item.day else -counted


def in_time(rules: Rules, item: Item, entry: Entry) -> bool:
    """The row's date lies within the days that the note on dates allows; where no day before is allowed, a weekend day before is none either."""
    if entry.day < item.day and not rules.earliest:
        return False
    return rules.earliest <= days_between(rules, item, entry) <= rules.latest


def charge_of(rules: Rules, item: Item) -> int:
    """The charge of the item's way of paying: for money received only, a share rounded to the nearest cent, half a cent up."""
    kind, value = rules.charges.get(item.way, ("fixed", 0))
    if item.out:
        return 0
    return value if kind == "fixed" else int((item.amount * value / 100).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def shown_amount(rules: Rules, item: Item, entry: Entry) -> int:
    """What the report shows for the item: net of its charge in a row of its own, in full in part payments and collective rows."""
    return item.amount if entry.part or entry.listed else item.amount - charge_of(rules, item)


def single_ticks(rules: Rules, item: Item, entry: Entry) -> bool:
    """A row that is no part, or one amount listed in a collective row: number, direction, date and the amount to be shown agree."""
    return (not entry.part and same_key(item, entry) and entry.amount == shown_amount(rules, item, entry) and same_direction(item, entry)
            and in_time(rules, item, entry))


def parts_tick(rules: Rules, item: Item, parts: tuple) -> bool:
    """All parts of a number, two at least, make the full amount of the item; each has its direction and a date allowed."""
    return (len(parts) > 1 and same_key(item, parts[0]) and sum(part.amount for part in parts) == shown_amount(rules, item, parts[0])
            and all(same_direction(item, part) and in_time(rules, item, part) for part in parts))


def part_groups(entries) -> dict:
    """key -> all its parts, whatever their numbers: a part without its fellows is a group of its own."""
    groups = {}
    for entry in entries:
        if entry.part:
            groups.setdefault(entry.key, []).append(entry)
    return {key: tuple(parts) for key, parts in groups.items()}


def counterparts(case: Case, item: Item, groups: dict) -> list:
    """What can tick off the item: places of single entries, or the key whose parts (all of them, from `groups`) together do."""
    found = [place for place, entry in enumerate(case.entries) if single_ticks(case.rules, item, entry)]
    return found + [item.key] * parts_tick(case.rules, item, groups.get(item.key, ()))


def open_items(case: Case) -> list:
    """The items without a counterpart. A row ticks off one item only, so the counterparts must suffice for the others."""
    groups = part_groups(case.entries)
    found = {item: counterparts(case, item, groups) for item in case.items}
    taken = {}

    def place(item, tried):
        for one in found[item]:
            if one not in tried:
                tried.add(one)
                if one not in taken or place(taken[one], tried):
                    taken[one] = item
                    return True
        return False
    for item in case.items:
        if found[item] and not place(item, set()):
            raise reading.Unread(f"item {item.number} shares its only counterpart with another item")
    return [item for item in case.items if not found[item]]


def decide(case: Case) -> str:
    """The number of the one open item, or none."""
    left = open_items(case)
    if len(left) > 1:
        raise reading.Unread(f"several items are open: {', '.join(item.number for item in left)}")
    return left[0].number if left else "none"


@lru_cache(maxsize=None)
def _texts_of(world: World) -> tuple:
    """The patterns of the questions, of the option that nothing is open, and of the options that name an item."""
    def compiled(templates):
        return {template: re.compile(_fill(template, world)) for template in templates}
    fields = _fields(world)
    options = [template.replace("{key}", fields["key"]).replace("{text}", fields["text"]).replace("{date}", fields["date"]) for template in OPTIONS]
    return compiled(QUESTIONS), compiled(NOTHING_OPEN), compiled(options)


def check_question(case: Case, question, options):
    """The question asks for the open item, and each option describes the item of its number."""
    questions, nothing, shapes = _texts_of(case.world)
    if question.get("type") != "choice" or not reading.first_match(questions, question.get("instructions", "")):
        raise reading.Unread(f"question {question!r} cannot be read")
    criteria, items = question["criteria"], {item.number: item for item in case.items}
    if set(criteria) != set(options) or "none" not in criteria or len(set(options)) != len(options):
        raise reading.Unread(f"the options {options!r} are not those of the question")
    for key, text in criteria.items():
        found = reading.first_match(nothing if key == "none" else shapes, text)
        if not found or (key != "none" and key not in items):
            raise reading.Unread(f"option {key}: {text!r} cannot be read")
        if key != "none" and (items[key].key, items[key].text, items[key].date) != (found[1]["key"], found[1]["text"], found[1]["date"]):
            raise reading.Unread(f"option {key}: {text!r} is not the item of that number")


def solve(state, question, options) -> str:
    case = read_case(state)
    check_question(case, question, options)
    answer = decide(case)
    if answer not in options:
        raise reading.Unread(f"item {answer} is open but no option")
    return answer
