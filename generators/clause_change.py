"""clause_change: does the change between two versions alter the answer to the point at issue?  Layer E, 66 triples and one pair a level.

The members of a group share both versions of an agreement, the rules of reading and the point at issue; they differ in one stated fact
(a date, an amount or a number of persons) that drives two quantities: a lower limit in one clause and an upper limit in another.
From version A to version B one of the two clauses becomes stricter and the other looser, so that the fact lies in a window that moves up
or down. In the base member (kind null, `same`) the fact lies outside both pairs of limits; kind stricter (200 items) puts it between
the limits of the clause that became stricter, kind looser (200) between those of the clause that became looser. Half of the points at issue
ask whether the other party may refuse, so that the versions and the point alone never tell the answer.
Half of the `same` triples are no under both versions, half yes under both. Every fact stands at a limit, on its last or first value.
Levels: 8 clauses a version with both limits in their clauses; 10 or 11 clauses with limits in the Schedule, a delivery rule or a
definition that leaves an amount out, and one adjustment; 12 to 14 clauses with a Schedule by category, two adjustments and a clause on
whether clause or Schedule prevails. In every document other clauses change without effect.
"""
from __future__ import annotations

import datetime
import itertools
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import balance, cards, checks, draws, english, families, items, names

FAMILY = "clause_change"
ANSWERS = ("same", "yes_only_A", "yes_only_B")
MISSING = {1: "same", 2: "yes_only_A", 3: "yes_only_B"}
"""The answer that the one pair of each level lacks."""
CLAUSES = {1: (8, 8), 2: (10, 11), 3: (12, 14)}
IDLE_CHANGES = {1: (1, 2), 2: (2, 2), 3: (2, 3)}
"""Clauses that change without effect."""
CATEGORIES = 3
TRIES = 3000
SAME_PLACES = ("below", "first", "last", "above")
"""Where the fact of a `same` member stands: under all limits, first and last value inside both windows, over all limits."""
CLOSED = tuple(itertools.product((True, False), repeat=2))
LAYOUTS = ("two_texts", "synopsis", "redline", "amendment")


class Domain(NamedTuple):
    """One kind of agreement. `unit`: day, cent or person; lower_grid and upper_grid: least and greatest figure of a limit and the step between
    figures; step_grid and upper_step_grid: the same for adjustments; gap: least and greatest width of what both windows share; base: least and
    greatest Crew, None where the gap is drawn and gives the balance; extra: least and greatest second part of the fact, for dates the days in
    the post."""

    unit: str
    title: str
    parties: tuple
    organisations: tuple
    act: str
    terms: tuple
    heads: tuple
    definitions: tuple
    operative: tuple
    lower: tuple
    upper: tuple
    lower_step: tuple
    upper_step: tuple
    category: tuple
    facts: dict
    remarks: tuple
    points: tuple
    turned: tuple
    own: tuple
    lower_grid: tuple
    upper_grid: tuple
    step_grid: tuple
    upper_step_grid: tuple
    gap: tuple
    base: tuple | None
    extra: tuple
    schedule_extra: tuple


DOMAINS = {}
"""Filled below, one agreement after the other."""

DOMAINS["hosting"] = Domain(
    "day", "Hosting Agreement", ("Customer", "Provider"), (("Travel", "Publishing", "Optics"), ("Hosting", "Datacentres")),
    "Termination Notice", ("Review Period", "Notice Period"), ("Time to review", "Time before renewal"),
    ('"Price Notice" {means} the {p2}\'s letter announcing new fees.', '"Renewal Date" {means} the first day of the next term.',
     '"{act}" {means} the {p1}\'s letter saying that it will not enter the next term.'),
    ("After a Price Notice the {p1} may leave on the Renewal Date by a {act} that meets both clause {p} and clause {q}. A {act} that fails either of them has no effect, and the {p2} may reject it; one that meets both may not be rejected.",
     "Once a Price Notice has been sent, a {act} ends this agreement on the Renewal Date if it meets both clause {p} and clause {q}, and only then. The {p2} may reject it if it fails either of them, and not otherwise."),
    ("There must be {lim} between the date of the Price Notice and receipt of the {act}.", "From the date of the Price Notice to receipt of the {act} {lim} must have passed."),
    ("There must be {lim} between receipt of the {act} and the Renewal Date.", "From receipt of the {act} to the Renewal Date {lim} must remain."),
    ("where the {p1} has booked premium support", "Support booked", "premium support", "standard support", "The {p1} has booked {v}."),
    ("where the {p1} keeps archive data on the platform", "Archive data kept", "on the platform", "outside the platform", "The {p1} keeps archive data {v}."),
    ("plan", ("Compact", "Office", "Campus")),
    {"anchor": ("Date of the Price Notice", "The Price Notice is dated {v}."), "end": ("Renewal Date", "The Renewal Date is {v}.")},
    (("Servers in use", "{n}", (4, 40), "The {p1} runs {v} servers with the {p2}."),
     ("Fee increase announced", "{n} %", (3, 9), "The Price Notice announces an increase of {v}."),
     ("Open support tickets", "{n}", (2, 14), "At the time {v} support tickets were open."),
     ("Invoices overdue", "none", None, "Of the {p1}'s invoices {v} is overdue.")),
    ("May the {p1} leave on the Renewal Date by this {act}?", "Does this {act} end the agreement on the Renewal Date?"),
    ("May the {p2} reject this {act}?", "Is the {p2} entitled to reject this {act}?"),
    (("Ending by the Provider", ("The {p2} may end this agreement at a month's end, {0} ahead.", "It gives its reasons in the letter.", "Fees paid for later months are refunded."),
      ("60 days", "75 days", "90 days", "100 days")),
     ("Availability", ("The platform is available {0} of each month.", "Planned maintenance on Sunday nights is left out of that figure.", "A shortfall is credited against the next invoice."),
      ("99.5 %", "99.7 %", "99.8 %", "99.9 %")),
     ("Suspension", ("The {p2} may suspend access when an invoice is {0} overdue.", "Access is restored on the working day after payment.", "Fees keep running while access is suspended."),
      ("20 days", "25 days", "30 days", "40 days")),
     ("Return of data", ("After the end of the agreement data can be downloaded for {0}.", "Files are offered in a common open format.", "After that time all copies are erased."),
      ("14 days", "21 days", "30 days", "45 days")),
     ("Backups", ("Backups are kept for {0}.", "A restore is free of charge twice a year.", "Further restores are billed by the hour."), ("10 days", "14 days", "28 days", "35 days"))),
    (10, 60, 5), (30, 120, 10), (-8, -2, 1), (3, 12, 1), (4, 24), None, (2, 4), (("Storage included", "{n} GB", (200, 900, 50)), ("Response time", "{n} hours", (2, 12, 1))))

DOMAINS["lease"] = Domain(
    "day", "Lease of Business Premises", ("Tenant", "Landlord"), (("Bakery", "Dental Practice", "Bookshop"), ("Estates", "Properties")),
    "Break Notice", ("Consultation Period", "Vacating Period"), ("Time for talks", "Time to vacate"),
    ('"Works Notice" {means} the {p2}\'s letter announcing building works.', '"Break Date" {means} the day on which the lease may end early.',
     '"{act}" {means} the {p1}\'s letter ending the lease on the Break Date.'),
    ("After a Works Notice the {p1} may end the lease on the Break Date by a {act} that meets both clause {p} and clause {q}. A {act} that fails either of them has no effect, and the {p2} may disregard it; one that meets both may not be disregarded.",
     "Once a Works Notice has been sent, a {act} ends the lease on the Break Date if it meets both clause {p} and clause {q}, and only then. The {p2} may disregard it if it fails either of them, and not otherwise."),
    ("There must be {lim} between the date of the Works Notice and receipt of the {act}.", "From the date of the Works Notice to receipt of the {act} {lim} must have passed."),
    ("There must be {lim} between receipt of the {act} and the Break Date.", "From receipt of the {act} to the Break Date {lim} must remain."),
    ("where the works announced are roof repairs", "Works announced", "roof repairs", "new pipes in the yard", "The works announced are {v}."),
    ("where the premises are open to the public", "Premises", "open to the public", "closed to the public", "The premises are {v}."),
    ("unit class", ("Street Level", "Upper Floors", "Courtyard")),
    {"anchor": ("Date of the Works Notice", "The Works Notice is dated {v}."), "end": ("Break Date", "The Break Date is {v}.")},
    (("Floor area", "{n} square metres", (60, 240), "The premises measure {v}."),
     ("Monthly rent", "EUR {n},400.00", (1, 4), "The monthly rent is {v}."),
     ("Expected length of the works", "{n} weeks", (3, 16), "The works are expected to take {v}."),
     ("Rent account", "no arrears", None, "The rent account shows {v}.")),
    ("Does this {act} end the lease on the Break Date?", "May the {p1} end the lease on the Break Date by this {act}?"),
    ("May the {p2} disregard this {act}?", "Is the {p2} entitled to disregard this {act}?"),
    (("Access for inspection", ("The {p2} may inspect the premises {0} after announcing it.", "Visits take place in business hours.", "In an emergency no announcement is needed."), ("3 days", "5 days", "7 days", "10 days")),
     ("Rent review", ("The rent may be reviewed every {0}.", "A review follows the published index of rents.", "The rent is not lowered by a review."), ("24 months", "30 months", "36 months", "48 months")),
     ("Repairs", ("The {p1} bears small repairs up to {0} each.", "Larger repairs are the {p2}'s business.", "Damage is reported as soon as it is seen."),
      ("EUR 150.00", "EUR 200.00", "EUR 250.00", "EUR 300.00")),
     ("Subletting", ("Consent to a sublease is given or refused within {0}.", "It may be refused for good reason only.", "The {p1} remains liable for the rent."), ("14 days", "21 days", "28 days", "35 days")),
     ("Signs", ("Signs on the front may be up to {0} high.", "Lit signs are switched off at night.", "The front is restored when the lease ends."), ("60 cm", "80 cm", "100 cm", "120 cm"))),
    (14, 56, 7), (60, 150, 15), (3, 9, 1), (5, 20, 5), (4, 24), None, (2, 4), (("Heating advance", "EUR {n}.00 a month", (120, 380, 20)), ("Parking spaces", "{n}", (2, 6, 1))))

DOMAINS["hire"] = Domain(
    "day", "Plant Hire Contract", ("Hirer", "Owner"), (("Roofing", "Groundworks", "Paving"), ("Plant Hire", "Machine Rental")),
    "Off-Hire Request", ("Minimum Hire", "Collection Lead Time"), ("Shortest hire", "Ahead of collection"),
    ('"Delivery Date" {means} the day on which the machine is brought to the site.', '"Collection Date" {means} the day planned for taking it away.',
     '"{act}" {means} the {p1}\'s letter asking that hire charges stop on the Collection Date.'),
    ("Hire charges stop on the Collection Date if the {act} meets both clause {p} and clause {q}. An {act} that fails either of them has no effect, and the {p2} may turn it down; one that meets both may not be turned down.",
     "An {act} stops the hire charges on the Collection Date if it meets both clause {p} and clause {q}, and only then. The {p2} may turn it down if it fails either of them, and not otherwise."),
    ("There must be {lim} between the Delivery Date and receipt of the {act}.", "From the Delivery Date to receipt of the {act} {lim} must have passed."),
    ("There must be {lim} between receipt of the {act} and the Collection Date.", "From receipt of the {act} to the Collection Date {lim} must remain."),
    ("where the {p1}'s framework order is in force", "Framework order", "in force", "no longer in force", "The {p1}'s framework order is {v}."),
    ("where the machine has a special attachment", "Equipment of the machine", "a special attachment", "no special attachment", "The machine has {v}."),
    ("machine group", ("Lifting", "Earthmoving", "Compaction")),
    {"anchor": ("Delivery Date", "The Delivery Date was {v}."), "end": ("Collection Date", "The Collection Date is {v}.")},
    (("Engine hours on delivery", "{n}", (300, 2900), "On delivery the meter showed {v} engine hours."),
     ("Distance to the depot", "{n} km", (8, 95), "The site is {v} from the depot."),
     ("Weekly charge", "EUR {n}80.00", (4, 9), "The weekly charge is {v}."),
     ("Reports so far", "no damage", None, "The reports so far show {v}.")),
    ("Does this {act} stop the hire charges on the Collection Date?", "Do the hire charges stop on the Collection Date under this {act}?"),
    ("May the {p2} turn down this {act}?", "Is the {p2} entitled to turn down this {act}?"),
    (("Recall", ("The {p2} may recall the machine {0} after announcing it.", "It offers a similar machine instead.", "No charge runs between the two."), ("12 days", "16 days", "18 days", "22 days")),
     ("Fuel", ("Missing fuel is billed at {0} a litre.", "The tank is full on delivery.", "Readings are noted on the delivery slip."), ("EUR 2.10", "EUR 2.25", "EUR 2.40", "EUR 2.60")),
     ("Cleaning", ("Cleaning takes up to {0} at the {p2}'s cost.", "Concrete and tar are removed by the {p1}.", "Longer cleaning is billed at cost."), ("30 minutes", "45 minutes", "60 minutes", "90 minutes")),
     ("Breakdown", ("A broken machine is repaired or exchanged within {0}.", "No charge runs until it works again.", "The {p1} gives access to the site."), ("24 hours", "36 hours", "48 hours", "72 hours")),
     ("Servicing", ("The machine is serviced every {0}.", "The {p1} makes it available for half a day.", "Service visits are announced by phone."),
      ("150 engine hours", "200 engine hours", "250 engine hours", "300 engine hours"))),
    (7, 42, 7), (10, 40, 5), (-6, -2, 1), (2, 6, 1), (4, 24), None, (2, 4), (("Transport charge", "EUR {n}.00 a trip", (90, 320, 10)), ("Operator lessons", "{n} hours", (2, 8, 1))))

DOMAINS["supply"] = Domain(
    "cent", "Framework Supply Agreement", ("Buyer", "Supplier"), (("Furniture", "Toys", "Bicycles"), ("Metalware", "Fittings")),
    "order", ("Minimum Order Value", "Credit Limit"), ("Smallest order", "Credit"),
    ('"Order Value" {means} the price of the goods plus the freight of an {act}{other}.', '"Open Balance" {means} the total of unpaid invoices on the day of the {act}, without the {act} itself.'),
    ("The {p2} shall accept an {act} that meets both clause {p} and clause {q}, and may refuse an {act} that fails either.",
     "An {act} that meets both clause {p} and clause {q} must be accepted by the {p2}; one that fails either of them may be refused."),
    ("The Order Value must be {lim}.", "An {act} must have an Order Value of {lim}."),
    ("The Open Balance and the Order Value together must be {lim}.", "Open Balance plus Order Value must come to {lim}."),
    ("where the {act} is placed under a call-off plan", "Way of ordering", "under a call-off plan", "without a call-off plan", "The {act} is placed {v}."),
    ("where the {p1} has lodged a bank guarantee", "Security lodged", "a bank guarantee", "no bank guarantee", "The {p1} has lodged {v}."),
    ("trade group", ("Retail", "Wholesale", "Export")),
    {"base": ("Open Balance on the day of the order", "On the day of the {act} the Open Balance was {v}."),
     "main": ("Price of the goods", "The goods ordered cost {v}."), "extra": ("Freight", "Freight comes to {v}."),
     "other": ("Pallet deposit", "The pallet deposit is {v}.", ", without the pallet deposit")},
    (("Pallets", "{n}", (2, 18), "The goods fill {v} pallets."), ("Order lines", "{n}", (3, 24), "The {act} has {v} lines."),
     ("Delivery wanted", "within {n} weeks", (2, 9), "Delivery is wanted {v}."), ("Complaints pending", "none", None, "Of the {p1}'s complaints {v} is pending.")),
    ("Must the {p2} accept this {act}?", "Is the {p2} bound to accept this {act}?"), ("May the {p2} refuse this {act}?", "Is the {p2} free to refuse this {act}?"),
    (("Single lines", ("An order line below {0} bears a handling charge.", "The charge is shown apart.", "Spare parts are free of it."), ("EUR 60.00", "EUR 75.00", "EUR 90.00", "EUR 120.00")),
     ("Delivery time", ("Goods leave the works within {0} of acceptance.", "Part deliveries are allowed.", "The carrier announces the day of arrival."), ("8 days", "10 days", "12 days", "15 days")),
     ("Defects", ("Visible defects are reported within {0} of arrival.", "Photographs are added to the report.", "Defective goods are replaced free of charge."), ("5 days", "7 days", "10 days", "14 days")),
     ("Rebate", ("A rebate of {0} is paid on yearly purchases.", "It is credited in January of the next year.", "Freight does not count for the rebate."), ("1.5 %", "2.0 %", "2.5 %", "3.0 %")),
     ("Price list", ("A new price list is announced {0} ahead.", "Accepted goods keep their price.", "Prices are without tax."), ("30 days", "45 days", "60 days", "75 days"))),
    (150000, 500000, 25000), (3000000, 8000000, 250000), (-60000, -20000, 10000), (200000, 900000, 100000), (40000, 300000), None, (4517, 29873),
    (("Payment term", "{n} days", (14, 60, 2)), ("Samples a year", "{n} pieces", (4, 20, 1))))

DOMAINS["credit"] = Domain(
    "cent", "Revolving Credit Agreement", ("Borrower", "Lender"), (("Shipyard", "Brewery", "Dairy"), ("Savings Bank", "Credit Union")),
    "drawing", ("Minimum Drawing", "Facility Limit"), ("Size of a drawing", "Ceiling"),
    ('"Drawing Amount" {means} the cash paid out in a {act} plus the arrangement fee{other}.', '"Outstanding Amount" {means} the total of earlier drawings not yet repaid on the day of the request.'),
    ("The {p2} shall pay out a {act} that meets both clause {p} and clause {q}, and may decline a {act} that fails either.",
     "A {act} that meets both clause {p} and clause {q} must be paid out by the {p2}; one that fails either of them may be declined."),
    ("The Drawing Amount must be {lim}.", "A {act} must have a Drawing Amount of {lim}."),
    ("The Outstanding Amount and the Drawing Amount together must be {lim}.", "Outstanding Amount plus Drawing Amount must come to {lim}."),
    ("where the {act} serves to pay a listed vendor", "Purpose of the drawing", "to pay a listed vendor", "to pay wages", "The {act} serves {v}."),
    ("where the parent company's guarantee is in force", "Parent company's guarantee", "in force", "no longer in force", "The parent company's guarantee is {v}."),
    ("tranche", ("Seasonal", "Equipment", "General")),
    {"base": ("Outstanding Amount on the day of the request", "On the day of the request the Outstanding Amount was {v}."),
     "main": ("Cash requested", "The cash requested is {v}."), "extra": ("Arrangement fee", "The arrangement fee is {v}."),
     "other": ("Notary costs", "Notary costs are {v}.", ", without notary costs")},
    (("Account manager", "{person}", None, "The account manager is {v}."), ("Earlier drawings this year", "{n}", (2, 9), "There were {v} earlier drawings this year."),
     ("Covenant report", "received", None, "The covenant report was {v}."), ("Value date wanted", "{n} days after the request", (3, 9), "The value date wanted is {v}.")),
    ("Must the {p2} pay out this {act}?", "Is the {p2} bound to pay out this {act}?"), ("May the {p2} decline this {act}?", "Is the {p2} free to decline this {act}?"),
    (("Repayments", ("A repayment made early amounts to {0} or more.", "It is booked on the day it arrives.", "The oldest sum drawn is repaid first."), ("EUR 2,000.00", "EUR 3,000.00", "EUR 4,000.00", "EUR 6,000.00")),
     ("Interest", ("Interest is the base rate plus {0} a year.", "It is debited at the end of each quarter.", "The base rate is published each morning."), ("1.75 %", "2.00 %", "2.25 %", "2.50 %")),
     ("Commitment fee", ("Unused credit costs {0} a year.", "The fee is settled with the interest.", "It is not refunded on early closure."), ("0.30 %", "0.35 %", "0.40 %", "0.45 %")),
     ("Reports", ("The {p1} sends accounts within {0} of the quarter's end.", "Yearly accounts are audited.", "The {p2} keeps them secret."), ("30 days", "40 days", "45 days", "60 days")),
     ("Early repayment", ("Early repayment is announced {0} ahead.", "It may be made in full or in part.", "No charge is made for it."), ("5 days", "8 days", "10 days", "15 days"))),
    (500000, 2500000, 250000), (15000000, 40000000, 1000000), (-400000, -100000, 50000), (1000000, 4000000, 500000), (200000, 2000000), None, (15325, 87451),
    (("Handling charge", "EUR {n}.00 an entry", (2, 15, 1)), ("Statement cycle", "{n} days", (7, 31, 1))))

DOMAINS["insurance"] = Domain(
    "cent", "Property Insurance Contract", ("Insured", "Insurer"), (("Joinery", "Printing Works", "Laundry"), ("Mutual", "Assurance")),
    "claim", ("Direct Payment Minimum", "Direct Payment Limit"), ("Size of the loss", "Total of the year"),
    ('"Loss Amount" {means} the repair cost plus the clearing cost of a {act}{other}.', '"Settled Amount" {means} the total paid on other claims of the same insurance year.'),
    ("The {p2} shall pay the repair firm directly for a {act} that meets both clause {p} and clause {q}, and may refuse direct payment for a {act} that fails either.",
     "A {act} that meets both clause {p} and clause {q} must be paid by the {p2} directly to the repair firm; for one that fails either of them direct payment may be refused."),
    ("The Loss Amount must be {lim}.", "A {act} must have a Loss Amount of {lim}."),
    ("The Settled Amount and the Loss Amount together must be {lim}.", "Settled Amount plus Loss Amount must come to {lim}."),
    ("where the loss was caused by tap water", "Cause of the loss", "tap water", "hail", "The loss was caused by {v}."),
    ("where a certified sprinkler system is installed", "Certified sprinkler system", "installed", "not installed", "A certified sprinkler system is {v}."),
    ("risk class", ("Workshop", "Storehouse", "Showroom")),
    {"base": ("Settled Amount so far", "The Settled Amount so far is {v}."), "main": ("Repair cost", "Repairs cost {v}."), "extra": ("Clearing cost", "Clearing the site cost {v}."),
     "other": ("Own labour", "Own labour of the {p1} was put at {v}.", ", without own labour")},
    (("Rooms affected", "{n}", (2, 7), "The loss affects {v} rooms."), ("Photographs supplied", "{n}", (5, 30), "With the {act} came {v} photographs."),
     ("Year of construction", "19{n}", (52, 98), "The building dates from {v}."), ("Premium", "paid", None, "The premium for the year is {v}.")),
    ("Must the {p2} pay the repair firm directly for this {act}?", "Is the {p2} bound to pay the repair firm directly for this {act}?"),
    ("May the {p2} refuse direct payment for this {act}?", "Is the {p2} entitled to refuse direct payment for this {act}?"),
    (("Advances", ("While a loss is being surveyed, an advance of {0} may be asked for.", "It is set off against the final payment.", "It bears no interest."), ("EUR 1,200.00", "EUR 1,800.00", "EUR 2,200.00", "EUR 3,200.00")),
     ("Reporting a loss", ("A loss is reported within {0} of discovery.", "Theft is also reported to the police.", "Damaged items are kept for inspection."), ("3 days", "5 days", "7 days", "10 days")),
     ("Premium", ("A premium unpaid for {0} suspends cover.", "Cover returns on the day after payment.", "Reminders are free of charge."), ("14 days", "21 days", "28 days", "35 days")),
     ("Underinsurance", ("Underinsurance of up to {0} is disregarded.", "Beyond that, payments are cut in proportion.", "Sums insured are checked every third year."), ("10 %", "12 %", "15 %", "20 %")),
     ("Vacant rooms", ("Rooms left vacant for more than {0} are reported.", "Water is shut off in vacant rooms.", "The {p2} may visit vacant rooms."), ("30 days", "45 days", "60 days", "90 days"))),
    (100000, 500000, 50000), (2000000, 6000000, 250000), (20000, 70000, 10000), (200000, 900000, 100000), (50000, 600000), None, (12031, 79863),
    (("Glass cover", "EUR {n}.00 a pane", (200, 900, 50)), ("Fire inspections", "{n} a year", (2, 6, 1))))

DOMAINS["venue"] = Domain(
    "person", "Hall Booking Terms", ("Organiser", "Hall Company"), (("Choral Society", "Trade Guild", "Film Club"), ("Halls", "Assembly Rooms")),
    "booking", ("Minimum Attendance", "Hall Capacity"), ("Smallest event", "Full house"),
    ('"Attendance" {means} the adults plus the children expected at the event{other}.', '"Crew" {means} the number of people working at the event.'),
    ("The {p2} shall open the hall for a {act} that meets both clause {p} and clause {q}, and may cancel a {act} that fails either.",
     "A {act} that meets both clause {p} and clause {q} binds the {p2} to open the hall; one that fails either of them may be cancelled."),
    ("Attendance must be {lim}.", "A {act} needs an Attendance of {lim}."),
    ("Attendance and Crew together must be {lim}.", "Attendance plus Crew must come to {lim}."),
    ("where the event takes place on a weekday morning", "Time of the event", "weekday morning", "Saturday evening", "The event takes place on a {v}."),
    ("where the gallery is set up", "Gallery", "set up", "closed off", "The gallery is {v}."),
    ("seating", ("Banquet", "Rows", "Standing")),
    {"base": ("Crew", "The Crew numbers {v}."), "main": ("Adults expected", "The {p1} expects {v} adults."), "extra": ("Children expected", "The {p1} expects {v} children."),
     "other": ("Foyer visitors", "Another {v} visitors will stay in the foyer.", ", without visitors who stay in the foyer")},
    (("Stage elements", "{n}", (4, 24), "The stage is built from {v} elements."), ("Parking spaces reserved", "{n}", (6, 40), "The {p1} has reserved {v} parking spaces."),
     ("Caterer", "{person}", None, "Catering is arranged by {v}."), ("Deposit", "received", None, "The deposit was {v}.")),
    ("Must the {p2} open the hall for this {act}?", "Is the {p2} bound to open the hall for this {act}?"), ("May the {p2} cancel this {act}?", "Is the {p2} entitled to cancel this {act}?"),
    (("Safety", ("One steward is provided for every {0}.", "Stewards are briefed before doors open.", "Exits stay clear at all times."), ("36 guests", "48 guests", "52 guests", "64 guests")),
     ("Access", ("Doors open {0} before the event.", "Deliveries use the yard gate.", "Keys are handed out by the caretaker."), ("60 minutes", "75 minutes", "90 minutes", "120 minutes")),
     ("Noise", ("Music may reach {0} at the mixing desk.", "The caretaker reads the meter.", "Windows stay shut during concerts."), ("92 decibels", "94 decibels", "96 decibels", "98 decibels")),
     ("Catering", ("Corkage is {0} a bottle.", "Food is cleared by the caterer.", "Open flames are not allowed."), ("EUR 3.00", "EUR 3.50", "EUR 4.00", "EUR 5.00")),
     ("Cleaning", ("The hall is swept within {0} of the event's end.", "Waste is sorted into the bins provided.", "Extra cleaning is billed by the hour."), ("2 hours", "3 hours", "4 hours", "6 hours"))),
    (40, 110, 5), (190, 330, 10), (-14, -4, 1), (10, 40, 5), (10, 160), (9, 48), (7, 32), (("Cloakroom staff", "{n} people", (2, 6, 1)), ("Piano tuning", "EUR {n}.00 a visit", (60, 140, 10))))

COMMON = (
    ("Confidentiality", ("Business secrets are kept for {0} after the end.", "They may be shown to advisers bound to secrecy.", "Facts that are public anyway are not covered."), ("2 years", "3 years", "4 years", "5 years")),
    ("Late payment", ("Late payments carry interest of {0} a year.", "Reminders are free of charge.", "Interest runs from the day after the due date."), ("5 %", "6 %", "7 %", "8 %")),
    ("Liability", ("Liability for slight negligence is limited to {0}.", "Injury to people is not limited.", "Loss of profit is not made good."), ("EUR 10,000.00", "EUR 15,000.00", "EUR 20,000.00", "EUR 25,000.00")),
    ("Assignment", ("Rights may be assigned with consent given {0}.", "Consent is not refused without reason.", "The other party is told who holds them now."), ("in writing", "by e-mail", "in text form", "by letter")),
    ("Records", ("Records are kept for {0}.", "Copies are supplied on request.", "Electronic records are enough."), ("5 years", "6 years", "8 years", "10 years")),
    ("Force majeure", ("Storm, flood and strike excuse delay for up to {0}.", "The other party is told without delay.", "Payments already due are not excused."), ("30 days", "45 days", "60 days", "90 days")),
    ("Disputes", ("Disputes go to a mediator in {0} first.", "Each party bears its own costs.", "Urgent court orders stay possible."), names.STEMS[3:7]),
    ("Changes", ("Changes to this text need to be {0}.", "Talk between staff changes nothing.", "Each party receives a copy."), ("signed by both parties", "made in writing", "signed on paper", "confirmed in writing")),
    ("Contacts", ("A new contact person is named within {0}.", "Until then the old one may be addressed.", "Contact data are used for this purpose only."), ("3 days", "5 days", "7 days", "10 days")),
    ("Invalid parts", ("If a part is invalid, the rest {0}.", "The parties then agree on a fitting part.", "The same holds for gaps."), ("stays in force", "remains valid", "continues to apply", "is kept")),
    ("Data protection", ("Personal data are erased {0} after their use ends.", "Staff are bound to secrecy.", "Requests for access are answered promptly."), ("3 months", "6 months", "9 months", "12 months")),
)
"""Clauses of any agreement: heading, three sentences, what may stand in the first one."""


# Phrases

MEANS = ("means", "is", "stands for")
AT_LEAST = {True: ("at least {x}", "no less than {x}"), False: ("more than {x}",)}
AT_MOST = {True: ("at most {x}", "no more than {x}"), False: ("less than {x}",)}
"""{whether the figure itself is allowed: phrases}."""
LIMITS = {
    "clause": ("the {term} of {{0}}", "the {term} ({{0}})"),
    "schedule": ("the {term} stated in the Schedule", "the {term} set out in the Schedule"),
}
"""The term is the figure alone: what sets another figure leaves the word of comparison before it as it is."""
BY_CATEGORY = " for the {category} that applies"
STEP_TEXTS = ("{Condition}, the {term} of clause {number} is {step} {way} than the figure that otherwise applies.",
              "The figure that otherwise applies as the {term} of clause {number} is {moved} by {step} {condition}.")
WAYS = {"day": ("longer", "shorter"), "cent": ("higher", "lower"), "person": ("higher", "lower")}
MOVES = ("raised", "lowered")
DELIVERIES = (
    "A letter handed over is received that day; one sent by registered post is received {post} days after the day of posting, one sent by courier {{0}} days after the courier has taken it.",
    "A letter counts as received on the day it is handed over; with registered post that is {post} days after the day of posting, with a courier {{0}} days after the courier has taken it.",
)
PRECEDENCE = {
    "schedule": ("Where a figure in the Schedule differs from the one that a clause states for the same term, the figure in the Schedule takes its place; the other words of the clause stay.",
                 "If a clause and the Schedule state different figures for one term, the clause is read with the figure in the Schedule; its other words stay.",
                 "If the Schedule gives another figure for a term than a clause does, the Schedule prevails for the figure, the clause for all else."),
    "clause": ("Where a figure in the Schedule differs from the one that a clause states for the same term, the figure in the clause counts; the one in the Schedule is left aside.",
               "If a clause and the Schedule state different figures for one term, the clause is read with its own figure.",
               "If the Schedule gives another figure for a term than a clause does, the clause prevails, for the figure and for all else."),
}
STEP_HEADS = ("Adjustment", "Special cases"), ("Further adjustment", "Other special cases")
DELIVERY_HEADS = ("Delivery of letters", "Receipt")
PRECEDENCE_HEADS = ("Order of precedence", "Clauses and Schedule")
OPERATIVE_HEADS = ("Rights of the parties", "Effect")

NOTES = {
    "apart": ("Each version is judged by itself on the same facts; the other version is left out of account.", "The facts are put under version A alone, then under version B alone."),
    "capitals": ("A term that the agreement defines keeps that meaning wherever it stands with capitals.", "Defined terms, written with capitals, are read as defined in the version at hand."),
    "borders": ("A value equal to the figure of a term meets 'at least', 'no less than', 'at most' and 'no more than', but not 'more than' or 'less than'.",
                "'At least', 'no less than', 'at most' and 'no more than' include the figure of the term that follows; 'more than' and 'less than' leave it out."),
    "days": ("Days are calendar days. Of two dates the earlier is not counted and the later is, so there are ten days from 1 March to 11 March.",
             "All calendar days count; between two dates the earlier is left out and the later included, so 1 March to 11 March makes ten days."),
    "rows": ("In the Schedule the line of the {category} that applies to the case counts.", "Of the lines of the Schedule, only that of the {category} in the case is used."),
    "prevail": ("Adjustments are made to the figure that prevails.", "Which figure prevails is settled first; adjustments follow."),
}
COMPARISONS_STAY = (
    "Where the figure is taken from the Schedule or adjusted, these words stay as the clause has them.",
    "The Schedule and adjustments supply or change figures only; these words are always those of the clause.",
    "A figure from the Schedule, or an adjusted one, is compared by the words that stand in the clause.",
)
"""What the note on borders adds where a figure may come from elsewhere than its clause."""
BACKGROUNDS = (
    "The {p2} asked for advice before answering; the signed text and the later one are both on file, and it is open which of them governs the matter. Both are therefore looked at.",
    "The parties disagree on whether the later text was ever adopted. Until that is settled, the matter is worked through under both texts, and only the point set out here is looked at.",
    "The later text came into circulation before the matter arose, but one signature on it is disputed. The desk was asked to say whether that dispute makes a difference to the point set out here.",
    "The {p1} relies on one text and the {p2} on the other. Before anybody writes back, we want to know whether it matters at all which of the two is taken as the basis.",
)
PREAMBLES = (
    "This text governs the dealings between the {p1} and the {p2}; the Schedule is part of it. Headings are there for finding one's way and carry no meaning of their own.",
    "The {p1} and the {p2} have agreed on the clauses below and on the Schedule, which belongs to them. Side arrangements have not been made.",
    "Between the {p1} and the {p2} the following clauses apply, together with the Schedule at the end. General terms of either party are not part of the contract.",
)
DAY_FACTS = {
    "received": ("{act} received", ("The {act} was received on {v}.", "The {p2} received the {act} on {v}.")),
    "handed": ("{act} handed over", ("The {act} was handed over on {v}.", "The {p1} handed over the {act} on {v}.")),
    "posted": ("{act} sent by registered post", ("The {act} was sent by registered post on {v}.", "The {p1} posted the {act} as a registered letter on {v}.")),
}
QUESTIONS = (
    "Does the change between the two versions alter the answer to the point at issue?",
    "Is the point at issue answered differently under version A and version B, and how?",
    "Put the facts under each version: does the answer to the point at issue change?",
    "How do the two versions compare on the point at issue?",
)
CRITERIA = (
    ("The answer is the same under both versions (yes under both or no under both)", "Yes under version A, no under version B", "No under version A, yes under version B"),
    ("Both versions give one answer, be it yes or no", "Only version A gives yes", "Only version B gives yes"),
    ("No difference: either both give yes or both give no", "Version A gives yes and version B gives no", "Version B gives yes and version A gives no"),
)


# The case

class Plan(NamedTuple):
    """What is settled about a group before it is drawn; `places`: where the facts of kinds same, low gap and high gap stand."""

    level: int
    number: int
    domain: str
    layout: str
    is_up: bool
    is_turned: bool
    same: str
    low_first: bool
    high_first: bool
    closed: tuple
    missing: str | None


class Limit(NamedTuple):
    """A limit: its figures (A, B) in the clause, its figures by category in the Schedule (None where it does not stand there),
    whether the figure itself is allowed, and an adjustment, which may apply to the case or not."""

    clause: tuple | None
    schedule: tuple | None
    is_closed: bool
    step: int
    applies: bool


class Case(NamedTuple):
    """The agreement and the facts in days, cents or persons. `base`: Open Balance and the like, 0 for dates; `main`: the fact in which
    members differ; `extra` is added to it, `other` is not; start and end are day numbers, None for amounts."""

    lower: Limit
    upper: Limit
    prevails: str
    category: int
    start: int | None
    end: int | None
    base: int
    main: int
    extra: int
    other: int | None
    is_turned: bool


class Clause(NamedTuple):
    """A clause: heading, text with the places {0} for what differs between versions, and (A, B) for each place."""

    head: str
    text: str
    pairs: tuple


class Wording(NamedTuple):
    """Everything about a document that is not its case."""

    domain: str
    level: int
    layout: str
    pick: dict
    organisations: tuple
    people: tuple
    dates: tuple
    clauses: tuple
    schedule: tuple
    courier: tuple
    remarks: tuple
    sections: tuple
    facts: tuple


# Answering

def figure(case: Case, limit: Limit, version: int) -> int:
    """The figure of a limit under a version: what prevails of clause and Schedule, adjusted where the adjustment applies."""
    if limit.schedule is None or limit.clause is not None and case.prevails == "clause":
        pair = limit.clause
    else:
        pair = limit.schedule[case.category if len(limit.schedule) > 1 else 0]
    return pair[version] + (limit.step if limit.applies else 0)


def meets(case: Case, version: int) -> tuple:
    """Whether the fact meets the lower and the upper limit of a version."""
    value = case.main + case.extra
    low, high = figure(case, case.lower, version), figure(case, case.upper, version)
    if case.start is not None:
        since, left = value - case.start, case.end - value
        return since >= low if case.lower.is_closed else since > low, left >= high if case.upper.is_closed else left > high
    total = case.base + value
    return value >= low if case.lower.is_closed else value > low, total <= high if case.upper.is_closed else total < high


def verdict(case: Case, version: int) -> bool:
    """The answer to the point at issue under a version: yes is True."""
    return all(meets(case, version)) != case.is_turned


def answer(case: Case) -> str:
    """How the versions compare on the point at issue."""
    one, other = verdict(case, 0), verdict(case, 1)
    return "same" if one == other else "yes_only_A" if one else "yes_only_B"


def window(case: Case, version: int) -> tuple:
    """The least and the greatest value of the fact, extra included, that meet both limits of a version."""
    low = figure(case, case.lower, version) + (0 if case.lower.is_closed else 1)
    high = figure(case, case.upper, version) + (0 if case.upper.is_closed else (1 if case.start is not None else -1))
    return (case.start + low, case.end - high) if case.start is not None else (low, high - case.base)


# Planning

def has_border(closed: tuple, same: str, low_first: bool, high_first: bool) -> bool:
    """Whether a fact stands where it matters that the figure of a limit is allowed, or is not."""
    lower = low_first or same == "first" if closed[0] else not low_first or same == "below"
    return lower or (not high_first or same == "last" if closed[1] else high_first or same == "above")


def deal_closed(rng, ways) -> list:
    """Whether the lower and the upper limit allow their figure, for every group: each combination about equally often, where it matters."""
    used, dealt = {closed: 0 for closed in CLOSED}, []
    for _, _, *places in ways:
        closed = min((one for one in rng.shuffled(CLOSED) if has_border(one, *places)), key=used.get)
        used[closed] += 1
        dealt.append(closed)
    return dealt


def plan(draw: draws.Draw) -> list:
    """The plan of all 201 groups: every way of moving, turning and placing equally often on each level, as far as they divide."""
    rng = draws.stream(draw, FAMILY, "plan")
    cells = balance.spread(rng, itertools.product(DOMAINS, LAYOUTS), 3 * 67)
    ways = list(itertools.product((True, False), (True, False), SAME_PLACES, (True, False), (True, False)))
    groups, pair_turned = [], rng.chance(50)
    for level in families.LEVELS:
        here = rng.shuffled(ways)
        first = here[0]
        here += [first, (not first[0], first[1], SAME_PLACES[(SAME_PLACES.index(first[2]) + 2) % 4], not first[3], not first[4])]
        here = rng.shuffled(here) + [rng.choice([way for way in ways if way[1] == pair_turned])]
        closed = deal_closed(rng, here)
        groups += [Plan(level, number, *cells[67 * (level - 1) + number], *here[number], closed[number], MISSING[level] if number == 66 else None)
                   for number in range(67)]
    return groups


# Drawing the case

def draw_pair(rng, grid, is_up: bool) -> tuple:
    """Two figures of a grid, up to four steps apart, the larger one last where the limit goes up."""
    low, high, step = grid
    small = rng.between(low, high - step, step)
    large = min(high, small + step * rng.between(1, 4))
    return (small, large) if is_up else (large, small)


def draw_other(rng, grid) -> tuple:
    """The figures of a limit that is not the case's own: unchanged, raised or lowered."""
    one, other = draw_pair(rng, grid, rng.chance(50))
    return (one, other) if rng.chance(60) else (one, one)


def draw_limit(rng, level: int, place: str, pair: tuple, grid, category: int, prevails: str, is_closed: bool, step: int) -> Limit:
    """A limit whose own figures stand where they count; every other place gets figures of its own."""
    in_schedule = place == "schedule" or place == "both" and prevails == "schedule"
    clause = None if place == "schedule" else draw_other(rng, grid) if in_schedule else pair
    rows = None
    if place != "clause":
        rows = [draw_other(rng, grid) for _ in range(CATEGORIES if level == 3 else 1)]
        if in_schedule:
            rows[category if level == 3 else 0] = pair
    return Limit(clause, None if rows is None else tuple(rows), is_closed, step, bool(step) and rng.chance(50))


PLACES = {
    1: (("clause", "clause"),),
    2: (("clause", "schedule"), ("schedule", "clause"), ("schedule", "schedule")),
    3: (("schedule", "both"), ("both", "schedule"), ("clause", "both"), ("both", "clause"), ("both", "both")),
}
"""Where the figures of the lower and the upper limit stand."""


def draw_limits(rng, group: Plan, category: int, prevails: str) -> tuple:
    """(lower, upper) limits of a group's agreement."""
    domain, places = DOMAINS[group.domain], rng.choice(PLACES[group.level])
    stepped = {1: (False, False), 2: rng.choice(((True, False), (False, True))), 3: (True, True)}[group.level]
    is_later = (group.is_up, group.is_up != (domain.unit == "day"))
    grids, steps, found = (domain.lower_grid, domain.upper_grid), (domain.step_grid, domain.upper_step_grid), []
    for side in (0, 1):
        step = rng.between(*steps[side]) if stepped[side] else 0
        pair = draw_pair(rng, grids[side], is_later[side])
        found.append(draw_limit(rng, group.level, places[side], pair, grids[side], category, prevails, group.closed[side], step))
    return tuple(found)


FIRST_OF_MONTH = ("hosting", "lease")
"""Agreements whose terms end with a month."""


def draw_end(rng, domain: str) -> datetime.date:
    """The later of the two dates of an agreement, in 2025 or 2026."""
    if domain in FIRST_OF_MONTH:
        return datetime.date(2025 + rng.below(2), rng.between(7, 12), 1)
    return datetime.date(2025, 6, 2) + datetime.timedelta(days=7 * rng.below(78) + rng.below(5))


def draw_case(rng, group: Plan) -> Case:
    """An agreement with the facts that all members share; `main` is left at 0."""
    domain = DOMAINS[group.domain]
    category, prevails = rng.below(CATEGORIES) if group.level == 3 else 0, rng.choice(("clause", "schedule"))
    lower, upper = draw_limits(rng, group, category, prevails)
    case = Case(lower, upper, prevails, category, None, None, 0, 0, 0, None, group.is_turned)
    if domain.unit == "day":
        extra = rng.between(*domain.extra) if group.level > 1 and rng.chance(75) else 0
        end = draw_end(rng, group.domain).toordinal()
        case = case._replace(start=0, end=0)
        shared = max(window(case, 0)[0], window(case, 1)[0]) - min(window(case, 0)[1], window(case, 1)[1])
        return case._replace(start=end - shared - rng.between(*domain.gap), end=end, extra=extra)
    extra, other = rng.between(*domain.extra), rng.between(*domain.extra) if group.level > 1 else None
    if domain.base is not None:
        return case._replace(base=rng.between(*domain.base), extra=extra, other=other)
    room = min(window(case, 0)[1], window(case, 1)[1]) - max(window(case, 0)[0], window(case, 1)[0])
    return case._replace(base=room - rng.between(*domain.gap), extra=extra, other=other)


def values(case: Case, group: Plan) -> dict:
    """{answer part: value of the fact with its extra}: where the fact stands for `same`, in the low gap and in the high gap."""
    (low_a, high_a), (low_b, high_b) = window(case, 0), window(case, 1)
    low, first, last, high = min(low_a, low_b), max(low_a, low_b), min(high_a, high_b), max(high_a, high_b)
    return {"same": {"below": low - 1, "first": first, "last": last, "above": high + 1}[group.same],
            "low": low if group.low_first else first - 1, "high": last + 1 if group.high_first else high}


def kind_of(part: str, group: Plan) -> str | None:
    """What is planted where the fact stands in a part: the lower limit is stricter in B where the window moves up, the upper one where it moves down."""
    return None if part == "same" else "stricter" if (part == "low") == group.is_up else "looser"


def members_of(case: Case, group: Plan) -> list:
    """(kind, case) of all three members, the base case first."""
    return [(kind_of(part, group), case._replace(main=value - case.extra)) for part, value in values(case, group).items()]


def shown_of(members, group: Plan) -> list:
    """The members that the group shows: all, or in a pair those of the two answers it has."""
    return [member for member in members if answer(member[1]) != group.missing]


def is_working_day(number: int) -> bool:
    """Whether a day number is one of Monday to Friday and not between 20 December and 6 January."""
    day = datetime.date.fromordinal(number)
    return day.weekday() < 5 and not (day.month == 12 and day.day >= 20 or day.month == 1 and day.day <= 6)


def is_sound(case: Case, cases, group: Plan) -> bool:
    """Whether windows overlap with room inside every part, and dates and amounts are ordinary ones."""
    (low_a, high_a), (low_b, high_b) = window(case, 0), window(case, 1)
    if not (abs(low_a - low_b) > 1 and abs(high_a - high_b) > 1 and max(low_a, low_b) + 2 < min(high_a, high_b)) or case.base < 0:
        return False
    if case.start is None:
        least, most = DOMAINS[group.domain].gap
        return least <= min(high_a, high_b) - max(low_a, low_b) <= most and all(one.main > one.extra for one in cases)
    first, last = datetime.date.fromordinal(case.start), datetime.date.fromordinal(case.end)
    return (is_working_day(case.start) and all(is_working_day(one.main) and case.start < one.main for one in cases)
            and first.year >= 2025 and last > first and bool(days_to_write(case, cases)))


# Misreadings

def flipped(case: Case, side: str) -> Case:
    """The case as read by somebody who takes the figure of a limit as allowed where it is not, or the other way round."""
    limit = getattr(case, side)
    return case._replace(**{side: limit._replace(is_closed=not limit.is_closed)})


def misapplied(case: Case, side: str) -> Case:
    """The case as read by somebody who adjusts a limit where the adjustment does not apply, or the other way round."""
    limit = getattr(case, side)
    return case._replace(**{side: limit._replace(applies=not limit.applies)})


def misreadings(case: Case) -> dict:
    """{name: the case under one misreading that the text rules out}."""
    found = {"border lower": flipped(case, "lower"), "border upper": flipped(case, "upper")}
    for side in ("lower", "upper"):
        if getattr(case, side).step:
            found[f"adjustment {side}"] = misapplied(case, side)
    if case.extra:
        found["without extra"] = case._replace(extra=0)
    if case.other is not None:
        found["with other"] = case._replace(extra=case.extra + case.other)
    if case.lower.clause and case.lower.schedule or case.upper.clause and case.upper.schedule:
        found["precedence"] = case._replace(prevails="clause" if case.prevails == "schedule" else "schedule")
    return found


def without_effect(cases) -> list:
    """The kinds of misreading that change no answer of a triple and should: borders, precedence, each adjustment, what an amount holds."""
    golds, effective = list(map(answer, cases)), {}
    for name in misreadings(cases[0]):
        kind = name if name.startswith("adjustment") else name.split()[0]
        kind = "amount" if kind in ("without", "with") else kind
        changes = [answer(misreadings(case)[name]) for case in cases] != golds
        effective[kind] = effective.get(kind, False) or changes
    if cases[0].other is None:
        effective.pop("amount", None)
    return [kind for kind, is_effective in effective.items() if not is_effective]


# Drawing the document

PICKS = ("opening", "notes", "point", "question", "criteria", "marks", "schedule", "fact", "background", "preamble", "heads", "change",
         "means", "operative", "lower", "upper", "low_phrase", "high_phrase", "limit", "step", "delivery",
         "step_head", "precedence", "order", "sign", *NOTES)
SENTENCES = {"two_texts": {1: (1, 1), 2: (1, 1), 3: (1, 1)}, "synopsis": {1: (2, 3), 2: (2, 3), 3: (2, 3)},
             "redline": {1: (3, 3), 2: (3, 3), 3: (3, 3)}, "amendment": {1: (3, 3), 2: (3, 3), 3: (2, 3)}}
"""How many sentences a clause without effect has: in documents that print every clause twice, fewer."""
REMARKS = {1: (1, 2), 2: (2, 3), 3: (2, 4)}


def needed_slots(case: Case) -> list:
    """The clauses that the case needs, but for the definitions."""
    slots = ["operative", "lower", "upper"] + (["delivery"] if case.start is not None and case.extra is not None else [])
    slots += [f"step_{side}" for side in ("lower", "upper") if getattr(case, side).step]
    return slots + (["precedence"] if "precedence" in misreadings(case) else [])


def draw_clauses(rng, group: Plan, case: Case) -> tuple:
    """(slot, number in its table, sentences, (A, B)) of every clause in the agreement's order, the definitions first."""
    domain, needed = DOMAINS[group.domain], [slot for slot in needed_slots(case) if slot != "delivery" or group.level > 1]
    count = rng.between(*CLAUSES[group.level]) - len(needed) - 1
    heads = {clause[0] for clause in domain.own}
    pool = [("own", number) for number in range(len(domain.own))]
    pool = rng.sample(pool, min(count - 1, rng.between(2, 4)))
    pool += rng.sample([("common", number) for number, clause in enumerate(COMMON) if clause[0] not in heads], count - len(pool))
    changed = rng.sample(range(count), rng.between(*IDLE_CHANGES[group.level]))
    idle = []
    for place, (table, number) in enumerate(pool):
        one, other = rng.sample((domain.own if table == "own" else COMMON)[number][2], 2)
        idle.append((table, number, rng.between(*SENTENCES[group.layout][group.level]), (one, other if place in changed else one)))
    fixed = [(slot, 0, 1, ()) for slot in needed]
    return (("definitions", 0, 1, ()), *rng.shuffled(fixed + idle))


def draw_schedule(rng, group: Plan) -> tuple:
    """The figures (A, B) in the Schedule that no clause of the case reads: two items, or one for every category."""
    found = []
    for number in range(2):
        grid = DOMAINS[group.domain].schedule_extra[number][2]
        for _ in range(CATEGORIES if group.level == 3 else 1):
            found.append(draw_other(rng, grid))
    return tuple(found)


def draw_remarks(rng, group: Plan) -> tuple:
    """(number in the table, value) of the facts that no clause reads."""
    table, found = DOMAINS[group.domain].remarks, []
    for number in rng.sample(range(len(table)), rng.between(*REMARKS[group.level])):
        _, form, bounds, _ = table[number]
        found.append((number, form.format(n=rng.between(*bounds) if bounds else "", person=names.person(rng))))
    return tuple(found)


def days_to_write(case: Case, cases) -> list:
    """The working days between the latest receipt of a group and the later of its two dates."""
    return [day for day in range(max(one.main + one.extra for one in cases) + 1, case.end) if is_working_day(day)]


def draw_dates(rng, case: Case, cases) -> tuple:
    """Day numbers: the document, version A, version B."""
    if case.start is None:
        today = datetime.date(2025, 3, 3).toordinal() + 7 * rng.below(90) + rng.below(5)
    else:
        today = rng.choice(days_to_write(case, cases)[:8])
    signed, drafted = (next(day for day in itertools.count(today - back) if is_working_day(day)) for back in (rng.between(400, 900), rng.between(200, 380)))
    return today, signed, drafted


SECTIONS = (("notes", "versions", "case", "point"), ("point", "notes", "versions", "case"), ("case", "point", "notes", "versions"), ("notes", "case", "versions", "point"),
            ("versions", "notes", "case", "point"), ("point", "case", "notes", "versions"))


def draw_wording(rng, group: Plan, case: Case, cases) -> Wording:
    """Everything about a group's document that is not its case."""
    domain = DOMAINS[group.domain]
    stems = rng.sample(names.STEMS, 2)
    remarks, post = draw_remarks(rng, group), max(case.extra, 2)
    courier = rng.choice(tuple((one, other) for one in range(2, 6) for other in (one, one % 4 + 2) if post not in (one, other)))
    return Wording(
        group.domain, group.level, group.layout, {slot: rng.below(12) for slot in PICKS},
        tuple(f"{stem} {rng.choice(nouns)}" for stem, nouns in zip(stems, domain.organisations)), tuple(names.people(rng, 2)),
        draw_dates(rng, case, cases), draw_clauses(rng, group, case), draw_schedule(rng, group), (post if case.extra else rng.between(2, 4), courier), remarks,
        rng.choice(SECTIONS), tuple(rng.shuffled(range(12))))


# Text

def chosen(table, wording: Wording, slot: str):
    """The phrase of a table that the wording has picked."""
    return table[wording.pick[slot] % len(table)]


def unit_text(unit: str, value: int) -> str:
    """'30 days', 'EUR 2,500.00', '80 persons'."""
    if unit == "cent":
        return f"EUR {english.amount(value, ',')}"
    return english.plural(value, unit)


def date_text(number: int, layout: str) -> str:
    """A date as the layout writes it."""
    day = datetime.date.fromordinal(number)
    return day.isoformat() if layout == "synopsis" else english.short_date(day) if layout == "amendment" else english.long_date(day)


def pair_text(unit: str, pair) -> tuple:
    """The figures (A, B) in words."""
    return tuple(unit_text(unit, value) for value in pair)


def words_of(case: Case, wording: Wording) -> dict:
    """What every phrase may name; p and q are the numbers of the clauses with the limits, {0} and {1} stay for the figures."""
    domain, slots = DOMAINS[wording.domain], [clause[0] for clause in wording.clauses]
    other = domain.facts["other"][2] if case.other is not None else ""
    return {"p1": domain.parties[0], "p2": domain.parties[1], "act": domain.act, "p": slots.index("lower") + 1, "q": slots.index("upper") + 1, "other": other}


def limit_text(case: Case, side: str, wording: Wording) -> str:
    """'at least {0} (the Notice Period)' and the like."""
    domain, limit = DOMAINS[wording.domain], getattr(case, side)
    in_schedule, is_upper = limit.clause is None, side == "upper"
    text = chosen(LIMITS["schedule" if in_schedule else "clause"], wording, "limit").format(term=domain.terms[is_upper])
    text += BY_CATEGORY.format(category=domain.category[0]) if in_schedule and len(limit.schedule) > 1 else ""
    phrases = (AT_MOST if is_upper and domain.unit != "day" else AT_LEAST)[limit.is_closed]
    return chosen(phrases, wording, "high_phrase" if is_upper else "low_phrase").format(x=text)


def step_clause(case: Case, side: str, wording: Wording, words: dict) -> Clause:
    """The clause with an adjustment."""
    domain, limit = DOMAINS[wording.domain], getattr(case, side)
    condition = (domain.upper_step if side == "upper" else domain.lower_step)[0].format(**words)
    is_less = limit.step < 0
    text = chosen(STEP_TEXTS, wording, "step").format(
        condition=condition, Condition=english.sentence(condition), term=domain.terms[side == "upper"], step=unit_text(domain.unit, abs(limit.step)),
        way=WAYS[domain.unit][is_less], moved=MOVES[is_less], number=words["q" if side == "upper" else "p"])
    is_second = side == "upper" and case.lower.step != 0
    return Clause(chosen(STEP_HEADS[is_second], wording, "step_head"), text, ())


def limit_clause(case: Case, side: str, wording: Wording, words: dict) -> Clause:
    """The clause with a limit."""
    domain, limit = DOMAINS[wording.domain], getattr(case, side)
    text = chosen(getattr(domain, side), wording, side).format(lim=limit_text(case, side, wording), **words)
    return Clause(domain.heads[side == "upper"], text, () if limit.clause is None else (pair_text(domain.unit, limit.clause),))


def clause_of(case: Case, entry, wording: Wording, words: dict) -> Clause:
    """One clause of the agreement in both versions."""
    slot, number, sentences, pair = entry
    domain = DOMAINS[wording.domain]
    if slot in ("lower", "upper"):
        return limit_clause(case, slot, wording, words)
    if slot.startswith("step_"):
        return step_clause(case, slot[5:], wording, words)
    if slot == "definitions":
        return Clause("Definitions", " ".join(domain.definitions).format(means=chosen(MEANS, wording, "means"), **words), ())
    if slot == "operative":
        return Clause(chosen(OPERATIVE_HEADS, wording, "operative"), chosen(domain.operative, wording, "operative").format(**words), ())
    if slot == "delivery":
        post, courier = wording.courier
        return Clause(chosen(DELIVERY_HEADS, wording, "delivery"), chosen(DELIVERIES, wording, "delivery").format(post=post), (tuple(map(str, courier)),))
    if slot == "precedence":
        return Clause(chosen(PRECEDENCE_HEADS, wording, "precedence"), chosen(PRECEDENCE[case.prevails], wording, "precedence"), ())
    head, texts, _ = (domain.own if slot == "own" else COMMON)[number]
    return Clause(head, " ".join(texts[:sentences]).format("{0}", **words), (pair,))


def schedule_of(case: Case, wording: Wording) -> list:
    """The lines of the Schedule as clauses: a line for every term, or one for every category."""
    domain = DOMAINS[wording.domain]
    terms = [(domain.terms[side], limit.schedule) for side, limit in enumerate((case.lower, case.upper)) if limit.schedule is not None]
    extras = [(label, tuple(tuple(form.format(n=value) for value in pair) for pair in wording.schedule[number * len(wording.schedule) // 2:][:len(wording.schedule) // 2]))
              for number, (label, form, _) in enumerate(domain.schedule_extra)]
    columns = [(term, tuple(pair_text(domain.unit, pair) for pair in rows)) for term, rows in terms] + extras
    columns = columns[wording.pick["schedule"] % 2:] + columns[:wording.pick["schedule"] % 2]
    if wording.level < 3:
        return [Clause(label, "{0}", rows) for label, rows in columns]
    text = ", ".join(f"{label} {{{place}}}" for place, (label, _) in enumerate(columns))
    return [Clause(f"{english.sentence(domain.category[0])} {name}", text, tuple(rows[number] for _, rows in columns)) for number, name in enumerate(domain.category[1])]


def in_version(clause: Clause, version: int) -> str:
    """The text of a clause in one version."""
    return clause.text.format(*[pair[version] for pair in clause.pairs])


def is_changed(clause: Clause) -> bool:
    """Whether the versions of a clause differ."""
    return any(one != other for one, other in clause.pairs)


def fact_rows(case: Case, wording: Wording, words: dict) -> list:
    """(label, value, sentence) of every fact, in the document's order."""
    domain, found = DOMAINS[wording.domain], []

    def add(label, value, *sentences):
        sentence = chosen(sentences if wording.layout == "amendment" else (*sentences, "{label}: {v}."), wording, "fact")
        found.append((label.format(**words), value, sentence.format(v=value, label=label.format(**words), **words)))

    if case.start is not None:
        add(domain.facts["anchor"][0], date_text(case.start, wording.layout), domain.facts["anchor"][1])
        add(domain.facts["end"][0], date_text(case.end, wording.layout), domain.facts["end"][1])
        label, sentences = DAY_FACTS["received" if wording.level == 1 else "posted" if case.extra else "handed"]
        add(label, date_text(case.main, wording.layout), *sentences)
    else:
        for name in ("base", "main", "extra", "other"):
            value = getattr(case, name)
            if value is not None:
                add(domain.facts[name][0], unit_text("cent", value) if domain.unit == "cent" else str(value), domain.facts[name][1])
    for side, texts in (("lower", domain.lower_step), ("upper", domain.upper_step)):
        if getattr(case, side).step:
            add(texts[1], texts[2] if getattr(case, side).applies else texts[3], texts[4])
    if wording.level == 3:
        add(english.sentence(domain.category[0]), domain.category[1][case.category], f"The {domain.category[0]} that applies is {{v}}.")
    for number, value in wording.remarks:
        add(domain.remarks[number][0], value, domain.remarks[number][3])
    return [found[place] for place in wording.facts if place < len(found)] + found[12:]


def notes_of(case: Case, wording: Wording) -> list:
    """The rules of reading."""
    has_precedence = "precedence" in needed_slots(case)
    slots = ["apart", "capitals", "borders"] + (["days"] if case.start is not None else []) + (["rows"] if wording.level == 3 else []) + (["prevail"] if has_precedence else [])
    order = wording.pick["order"] % len(slots)
    stay = {"borders": f" {chosen(COMPARISONS_STAY, wording, 'borders')}"} if wording.level > 1 else {}
    return [chosen(NOTES[slot], wording, slot).format(category=DOMAINS[wording.domain].category[0]) + stay.get(slot, "") for slot in slots[order:] + slots[:order]]


def point_of(case: Case, wording: Wording, words: dict) -> str:
    """The point at issue."""
    domain = DOMAINS[wording.domain]
    return chosen(domain.turned if case.is_turned else domain.points, wording, "point").format(**words)


def preamble_of(wording: Wording, words: dict) -> str:
    """The sentences before clause 1, the same in both versions."""
    return chosen(PREAMBLES, wording, "preamble").format(**words)


# Layouts

TWO_OPENINGS = ("{title}\nbetween {o1} ({p1}) and {o2} ({p2})\nComparison sheet by {author}, legal department, {today}",
                "Legal department, {today}\nFile note by {author} on the {title} of {o1} ({p1}) with {o2} ({p2})",
                "{o1} ({p1}) / {o2} ({p2})\n{title}: both versions in full, put together by {author} on {today}")
TWO_HEADS = (("VERSION A, signed on {signed}", "VERSION B, later text of {drafted}"), ("Version A (text of {signed})", "Version B (text of {drafted})"),
             ("--- Version A: {signed} ---", "--- Version B: {drafted} ---"))
TWO_PARTS = (("NOTES ON READING", "FACTS OF THE CASE", "POINT AT ISSUE"), ("How to read the versions", "What has happened", "What is asked"),
             ("Reading rules", "The case", "The point at issue"))
SYNOPSIS_OPENINGS = ("# Synopsis: {title}\n\n*Exported from the contract register by {author}, {today}*\n\n{p1}: {o1}; {p2}: {o2}. Version A is dated {signed}, version B {drafted}.",
                     "# {title}, versions A and B\n\nParties: {o1} ({p1}), {o2} ({p2}). A: {signed}. B: {drafted}. Page last edited by {author} on {today}.",
                     "# {o1} and {o2}: {title}\n\n> Register page, owner {author}, as of {today}. {o1} is the {p1}, {o2} the {p2}. Version A dates from {signed}, version B from {drafted}.")
SYNOPSIS_PARTS = (("## Reading rules", "## Clauses", "## Facts", "## Point at issue"), ("## Notes", "## Comparison", "## Case file", "## Issue"),
                  ("## Conventions", "## Synopsis of the versions", "## Case", "## Question put to the legal team"))
SYNOPSIS_SAME = ("unchanged", "as in A", "no change")
REDLINE_OPENINGS = ("DOCUMENT COMPARISON REPORT\nOriginal: version A, {title}, {signed}\nRevised: version B, {drafted}\nRun by {author} on {today}\nParties: {o1} ({p1}), {o2} ({p2})",
                    "Compare run {today}, user {author}\n{title} - {o1} as {p1}, {o2} as {p2}\nBase file: version A ({signed}); compared with: version B ({drafted})",
                    "Redline of the {title}\n{o1} ({p1}) with {o2} ({p2})\nA = text of {signed}, B = text of {drafted}; produced by {author}, {today}")
REDLINE_MARKS = (("[-{0}-]{{+{1}+}}", "Legend: [-only in version A-] {+only in version B+}; unmarked text stands in both."),
                 ("~~{0}~~ __{1}__", "Key: ~~struck out~~ = version A only, __underlined__ = version B only, all else in both."),
                 ("<del>{0}</del><ins>{1}</ins>", "Marks: <del>text of version A only</del>, <ins>text of version B only</ins>; the rest is common to both."))
REDLINE_PARTS = (("Rules of reading", "Compared text", "Case", "Point at issue"), ("Reader's notes", "Text with changes", "Matter", "Issue"), ("Notes", "Redline", "Facts", "Point to be decided"))
MAIL_OPENINGS = ("Hello {first},\n\nplease find the {title} of {o1} ({p1}) with {o2} ({p2}) below. Version A is the text signed on {signed}; version B is the same text with the changes of {drafted}.",
                 "Dear {first},\n\nthis is about the {title} between {o1} ({p1}) and {o2} ({p2}). By version A I mean the agreement of {signed}, by version B that agreement as changed by the amendment of {drafted}.",
                 "Hi {first},\n\nhere is the file on {o1} ({p1}) and {o2} ({p2}), {title}. A is what was signed on {signed}. B is A with the amendment of {drafted}; what the amendment does not list stays as it is.")
MAIL_PARTS = (("A few rules first:", "Agreement as signed (A)", "Amendment (B)", "What we know:", "The point at issue:"),
              ("How we read it:", "Text of version A", "Changes that make version B", "The facts:", "What we have to answer:"),
              ("For reading:", "VERSION A", "AMENDMENT LEADING TO VERSION B", "The case is this:", "Our question:"))
MAIL_CHANGES = ("Clause {number} is replaced by: {text}", "Clause {number} now reads: {text}", "In place of clause {number}: {text}")
MAIL_COUNTS = ("The amendment makes {count} changes.", "Version A is changed in {count} places.", "The amendment has {count} items.")
MAIL_ROWS = ("Schedule, {head}, is replaced by: {text}", "Schedule, {head}, now reads: {text}", "In place of Schedule, {head}: {text}")
CLOSINGS = ("Regards,", "Best wishes,", "Thanks,")


def frame(case: Case, wording: Wording, words: dict) -> dict:
    """What openings and headings may name."""
    today, signed, drafted = (date_text(day, wording.layout) for day in wording.dates)
    return {**words, "title": DOMAINS[wording.domain].title, "o1": wording.organisations[0], "o2": wording.organisations[1], "author": wording.people[0],
            "first": wording.people[1].split()[0], "today": today, "signed": signed, "drafted": drafted}


def render_two_texts(case: Case, wording: Wording, words: dict, clauses, schedule) -> dict:
    """Sections of a sheet with both versions in full."""
    fields, heads = frame(case, wording, words), chosen(TWO_PARTS, wording, "notes")
    lines = []
    for version, head in enumerate(chosen(TWO_HEADS, wording, "heads")):
        lines += ([""] if version else []) + [head.format(**fields), f"Preamble. {preamble_of(wording, words)}"]
        lines += [f"{number}. {clause.head}. {in_version(clause, version)}" for number, clause in enumerate(clauses, 1)]
        lines += ["Schedule", *[f"- {row.head}: {in_version(row, version)}" for row in schedule]]
    facts = [f"({letter}) {fact[2]}" for letter, fact in zip("abcdefghijklmnop", fact_rows(case, wording, words))]
    return {"opening": chosen(TWO_OPENINGS, wording, "opening").format(**fields).split("\n"), "versions": lines,
            "notes": [heads[0], *[f"* {note}" for note in notes_of(case, wording)]], "case": [heads[1], *facts], "point": [heads[2], point_of(case, wording, words)]}


def render_synopsis(case: Case, wording: Wording, words: dict, clauses, schedule) -> dict:
    """Sections of a Markdown page with a table of both versions."""
    fields, heads, same = frame(case, wording, words), chosen(SYNOPSIS_PARTS, wording, "notes"), chosen(SYNOPSIS_SAME, wording, "change")
    rows = [("Preamble", Clause("Preamble", preamble_of(wording, words), ()))] + [(f"{number} {clause.head}", clause) for number, clause in enumerate(clauses, 1)] + [(f"Schedule: {row.head}", row) for row in schedule]
    lines = [heads[1], "", "| Clause | Version A | Version B |", "| --- | --- | --- |",
             *[f"| {label} | {in_version(clause, 0)} | {in_version(clause, 1) if is_changed(clause) else same} |" for label, clause in rows]]
    facts = ["| Item | Entry |", "| --- | --- |", *[f"| {label} | {value} |" for label, value, _ in fact_rows(case, wording, words)]]
    return {"opening": chosen(SYNOPSIS_OPENINGS, wording, "opening").format(**fields).split("\n"), "versions": lines,
            "notes": [heads[0], "", *[f"- {note}" for note in notes_of(case, wording)]], "case": [heads[2], "", *facts], "point": [heads[3], "", point_of(case, wording, words)]}


def marked(clause: Clause, marks: str) -> str:
    """The text of a clause with what differs between the versions marked."""
    return clause.text.format(*[one if one == other else marks.format(one, other) for one, other in clause.pairs])


def render_redline(case: Case, wording: Wording, words: dict, clauses, schedule) -> dict:
    """Sections of a comparison report: one text with deletions and insertions marked."""
    fields, heads = frame(case, wording, words), chosen(REDLINE_PARTS, wording, "notes")
    marks, legend = chosen(REDLINE_MARKS, wording, "marks")
    lines = [f"[{heads[1]}]", legend, "Preamble", f"    {preamble_of(wording, words)}"]
    for number, clause in enumerate(clauses, 1):
        lines += [f"§ {number} {clause.head}", f"    {marked(clause, marks)}"]
    lines += ["Schedule", *[f"    {row.head} = {marked(row, marks)}" for row in schedule]]
    facts = [f"    {number:02d} {fact[2]}" for number, fact in enumerate(fact_rows(case, wording, words), 1)]
    return {"opening": chosen(REDLINE_OPENINGS, wording, "opening").format(**fields).split("\n"), "versions": lines,
            "notes": [f"[{heads[0]}]", *[f"    {note}" for note in notes_of(case, wording)]], "case": [f"[{heads[2]}]", *facts],
            "point": [f"[{heads[3]}]", f"    {point_of(case, wording, words)}"]}


def render_amendment(case: Case, wording: Wording, words: dict, clauses, schedule) -> dict:
    """Sections of a mail with the agreement as signed and the changes that an amendment makes."""
    fields, heads = frame(case, wording, words), chosen(MAIL_PARTS, wording, "notes")
    base = [f"Preamble - {preamble_of(wording, words)}"] + [f"({number}) {clause.head} - {in_version(clause, 0)}" for number, clause in enumerate(clauses, 1)]
    base += ["Schedule", *[f"> {row.head}: {in_version(row, 0)}" for row in schedule]]
    changes = [chosen(MAIL_CHANGES, wording, "change").format(number=number, text=in_version(clause, 1)) for number, clause in enumerate(clauses, 1) if is_changed(clause)]
    changes += [chosen(MAIL_ROWS, wording, "change").format(head=row.head, text=in_version(row, 1)) for row in schedule if is_changed(row)]
    count = chosen(MAIL_COUNTS, wording, "heads").format(count=english.NUMBERS[len(changes)])
    return {"opening": [f"From: {wording.people[0]}", f"To: {wording.people[1]}", f"Date: {fields['today']}", f"Subject: {fields['title']}, {wording.organisations[0]}", "",
                        *chosen(MAIL_OPENINGS, wording, "opening").format(**fields).split("\n")],
            "versions": [heads[1], *base, "", heads[2], count, *changes], "notes": [heads[0], " ".join(notes_of(case, wording))],
            "case": [heads[3], " ".join(fact[2] for fact in fact_rows(case, wording, words))], "point": [heads[4], point_of(case, wording, words)],
            "closing": [chosen(CLOSINGS, wording, "sign"), wording.people[0]]}


RENDERERS = {"two_texts": render_two_texts, "synopsis": render_synopsis, "redline": render_redline, "amendment": render_amendment}


def sections_of(case: Case, wording: Wording) -> dict:
    """The lines of every section of a state."""
    words = words_of(case, wording)
    clauses = [clause_of(case, entry, wording, words) for entry in wording.clauses]
    return {**RENDERERS[wording.layout](case, wording, words, clauses, schedule_of(case, wording)),
            "background": [chosen(BACKGROUNDS, wording, "background").format(**words)]}


def render(case: Case, wording: Wording) -> str:
    """The state of one member."""
    sections = sections_of(case, wording)
    order = ["opening", "background", *wording.sections, *(["closing"] if "closing" in sections else [])]
    return "\n\n".join("\n".join(sections[name]) for name in order)


# Groups

def check_group(members, group: Plan, states, fact_lines) -> None:
    """Answers as planned, one fact different and no more, in one line; both clauses matter; the conventions of the text decide."""
    where = f"{FAMILY} level {group.level} {group.domain} group {group.number}"
    cases = [case for _, case in members]
    golds = list(map(answer, cases))
    checks.require(sorted(golds) == sorted(set(ANSWERS) - {group.missing}), f"{where}: answers {golds}")
    idle = without_effect([case for _, case in members_of(cases[0], group)])
    checks.require(not idle, f"{where}: {idle} change nothing")
    for kind, case in members:
        low, high = zip(*[meets(case, version) for version in (0, 1)])
        moved = {None: (False, False), "stricter": (group.is_up, not group.is_up), "looser": (not group.is_up, group.is_up)}[kind]
        checks.require((low[0] != low[1], high[0] != high[1]) == moved, f"{where}: {kind} changes the outcome of another clause")
        checks.require(all(low[version] or high[version] for version in (0, 1)), f"{where}: a version fails at both limits")
    for case, state in zip(cases[1:], states[1:]):
        checks.require(case._replace(main=0) == cases[0]._replace(main=0) and case.main != cases[0].main, f"{where}: more than one fact differs")
        changed = checks.changed_lines(states[0], state)
        checks.require(len(changed) == 1 and states[0].split("\n")[changed[0]] in fact_lines, f"{where}: lines {changed} differ")


def find_members(draw: draws.Draw, group: Plan) -> list:
    """The members of a group. Raises CheckFailed at the bound."""
    for candidate in range(TRIES):
        case = draw_case(draws.stream(draw, FAMILY, group.level, group.number, candidate), group)
        members = members_of(case, group)
        cases = [member for _, member in members]
        if is_sound(case, cases, group) and not without_effect(cases):
            return shown_of(members, group)
    raise checks.CheckFailed(f"{FAMILY} level {group.level} {group.domain} group {group.number}: no fitting agreement in {TRIES} draws")


def question(wording: Wording) -> dict:
    """The typed question."""
    return items.choice(chosen(QUESTIONS, wording, "question"), dict(zip(ANSWERS, chosen(CRITERIA, wording, "criteria"))))


def build_group(draw: draws.Draw, group: Plan) -> items.Group:
    """One group on its own stream."""
    members = find_members(draw, group)
    cases = [case for _, case in members]
    wording = draw_wording(draws.stream(draw, FAMILY, group.level, group.number, "wording"), group, cases[0], cases)
    states = [render(case, wording) for case in cases]
    check_group(members, group, states, sections_of(cases[0], wording)["case"])
    shown = [items.Member(state, answer(case), kind, None, kind is not None) for state, (kind, case) in zip(states, members)]
    return items.Group(group.level, group.domain, group.layout, question(wording), tuple(shown))


def build(draw: draws.Draw) -> list:
    """The 600 items of a draw."""
    groups = [build_group(draw, group) for group in plan(draw)]
    checks.check_family(families.BY_NAME[FAMILY], groups)
    return items.number_items(FAMILY, draw, groups)


if __name__ == "__main__":
    sys.exit(cards.write_family(FAMILY, build))
