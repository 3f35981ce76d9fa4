"""answerable_facts: can the question be answered from the facts listed?  Layer A, 300 pairs.

The state is a sheet of figures reported by invented organisations (organisation, measure, period, value), the notes on how
to read it, and a question that needs several of the figures. The members of a pair share all of it but one line: in the
`yes` member every figure the question needs is listed, in the `no` member one of them is replaced in its place.

Levels: 2 needed figures among 20 lines, 3 among 40, 4 among 80. Kinds, 50 pairs a level each: `attribute` (the line gives
another measure of the same organisation and period), `organisation` (it gives the same measure and period of an organisation
with a similar name). Each needed position is the missing one equally often. In half of the pairs of each kind and level a
needed line uses a name that the notes equate with that of the question, and in half (drawn apart) the missing figure could be
worked out from others, which the notes rule out. For every two of the three coordinates of the missing figure, and of the
one in its place, both members list a further line that shares them. No comparison comes out the same whatever the missing
figure is, by figures not being negative and no part or quarter being above its whole; the notes leave such a question open too.
"""
from __future__ import annotations

import dataclasses
import datetime
import json
import sys
from pathlib import Path
from typing import Callable, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import balance, cards, checks, draws, english, families, items, names

FAMILY = "answerable_facts"
KINDS = ("attribute", "organisation")
KINDS_AXIS = {"attribute": 1, "organisation": 0}
PAIRS_PER_KIND = 50
LINES = {1: 20, 2: 40, 3: 80}
NEEDED = {1: 2, 2: 3, 3: 4}
CLUSTERS = {1: 2, 2: 3, 3: 4}
STEMS = {1: 2, 2: 3, 3: 4}
SINGLES = {1: 1, 2: 2, 3: 4}
VARIANTS = 3
"""Organisations that share one stem; with three, a look-alike stands beside the one that is planted."""
CANDIDATES = {1: 12, 2: 5, 3: 5}
ALIKE_COUNTS = {"attribute": range(4, 11), "organisation": range(3, 10)}
"""Lines of look-alikes of what is asked for: each number (the ends stand for all beyond) in equal shares of the short listings."""
SHORT_STEMS = tuple(stem for stem in names.STEMS if " " not in stem and len(stem) <= 8)
MAIN_PERCENT = {"attribute": 10, "organisation": 60}
"""How often the question asks for a main measure where it is free to. Main labels are the short ones, and a derivable figure is always
a main one, so the other half asks for parts and plans more often: then the planted line is longer as often as shorter."""
SHORTER_PERCENT = 90
"""How often a planted label is shorter where it can be."""
LONGER = {"attribute": (3, 5), "organisation": (1, 4)}
"""The share of planted lines that are longer, by kind: a label that takes a main one's place can seldom be shorter, so names make up for it."""
MAX_TRIES = 60
MAX_PERIOD_PERCENT = 75
"""Of the lines drawn freely, how many may fall in the periods asked for: a listing that covers years is not about one quarter."""
NO_LIMIT = 10 ** 9
"""Above every figure: the most that one can be where no listed figure bounds it."""
AXES = (0, 1, 2)
"""The coordinates of a figure: organisation, measure, period."""


class Cluster(NamedTuple):
    """A measure, the other name it goes by, its range a period, its parts (label, percent from, to) and a rate (label, per, factor)."""

    main: str
    same: str
    low: int
    high: int
    parts: tuple
    rate: tuple | None = None


class Domain(NamedTuple):
    """One kind of organisations: their names, what they report and how often, and who asks for it from which system."""

    noun: str
    nouns: str
    patterns: tuple
    group_pattern: str
    former_pattern: str
    monthly: bool
    clusters: tuple
    plan_word: str
    change_word: str
    shares: tuple
    sums: tuple
    units: str
    system: str
    dataset: str
    sheet: str
    teams: tuple


DOMAINS = {
    "freight": Domain(
        "carrier", "carriers", ("{} Cargo", "{} Cargo East", "{} Road Cargo", "{} Air Cargo"), "{} Cargo Group", "{} Haulage", False, (
            Cluster("revenue", "turnover", 1800, 9600, (("net revenue", 80, 94),), ("revenue per trip", "trips", 1000)),
            Cluster("fuel cost", "diesel bill", 300, 1900, (("net fuel cost", 82, 96),)),
            Cluster("trips", "journeys", 900, 5200, (("late trips", 4, 18), ("empty trips", 9, 24))),
            Cluster("tonnage", "load moved", 2100, 9800, (("chilled tonnage", 12, 35),)),
            Cluster("tolls", "road charges", 110, 940, (("refunded tolls", 5, 20),))),
        "budget", "change", (("fuel cost", "revenue"), ("tolls", "revenue"), ("late trips", "trips"), ("chilled tonnage", "tonnage")),
        (("fuel cost", "tolls", "revenue"),),
        "money in thousand EUR (per trip in EUR), tonnage in t", "FleetLedger", "carrier-returns", "Carrier returns",
        ("Fleet Controlling", "Transport Planning", "the tariff desk")),
    "clinics": Domain(
        "clinic", "clinics", ("{} Clinic", "{} Eye Clinic", "{} Day Clinic", "{} Skin Clinic"), "{} Clinics", "{} Infirmary", True, (
            Cluster("visits", "consultations", 900, 4800, (("first visits", 24, 45),)),
            Cluster("operations", "surgeries", 110, 860, (("elective operations", 55, 80), ("cancelled operations", 3, 12))),
            Cluster("bed days", "inpatient days", 600, 3900, (("private bed days", 8, 22),), ("bed days per operation", "operations", 1)),
            Cluster("blood tests", "blood panels", 700, 3900, (("urgent blood tests", 9, 24),)),
            Cluster("tissue tests", "biopsies", 60, 520, (("outside tissue tests", 10, 30),))),
        "quota", "growth", (("operations", "visits"), ("tissue tests", "visits"), ("elective operations", "operations"),
                            ("urgent blood tests", "blood tests")),
        (("blood tests", "tissue tests", "visits"),),
        "all counts in units", "MedStat", "clinic-activity", "Clinic activity", ("Capacity Planning", "the medical board office", "Ward Services")),
    "libraries": Domain(
        "library", "libraries", ("{} Library", "{} Map Library", "{} Art Library", "{} Law Library"), "{} Libraries", "{} Book Hall", False, (
            Cluster("loans", "items issued", 2400, 9700, (("renewed loans", 15, 35), ("outside loans", 2, 8)),
                    ("loans per new reader", "new readers", 1)),
            Cluster("door count", "footfall", 4100, 9900, (("weekend door count", 22, 40),)),
            Cluster("new readers", "new members", 120, 980, (("young new readers", 25, 48),)),
            Cluster("books bought", "purchases", 240, 1900, (("used books bought", 5, 18),)),
            Cluster("gift books", "donations", 50, 410, (("rare gift books", 8, 30),)),
            Cluster("accessions", "items added", 420, 3100, (("music accessions", 8, 24),))),
        "target", "trend", (("loans", "door count"), ("new readers", "door count"), ("renewed loans", "loans"), ("gift books", "accessions")),
        (("books bought", "gift books", "accessions"),),
        "all counts in units", "Shelfmark", "branch-statistics", "Branch statistics",
        ("Public Services", "the acquisitions desk", "the reading council")),
    "solar": Domain(
        "producer", "producers", ("{} Solar", "{} Solar Park", "{} Roof Solar", "{} Solar Yard"), "{} Solar Co", "{} Sun Farm", True, (
            Cluster("feed-in", "grid export", 420, 3300, (("net feed-in", 88, 97),)),
            Cluster("generation", "gross output", 700, 5200, (("noon generation", 20, 38),)),
            Cluster("outages", "shutdowns", 12, 96, (("planned outages", 20, 60),)),
            Cluster("own use", "site demand", 90, 700, (("own use at night", 10, 28),)),
            Cluster("string tests", "module checks", 40, 390, (("failed string tests", 5, 30),))),
        "forecast", "swing", (("feed-in", "generation"), ("own use", "generation"), ("planned outages", "outages"), ("own use at night", "own use")),
        (("feed-in", "own use", "generation"),),
        "energy in MWh, all else in units", "GridPort", "producer-readings", "Producer readings",
        ("Grid Accounts", "Asset Monitoring", "the balancing team")),
    "hotels": Domain(
        "hotel", "hotels", ("{} Hotel", "{} Park Hotel", "{} Spa Hotel", "{} Hotel Garni"), "{} Hotels", "{} Inn", True, (
            Cluster("room nights", "nights sold", 900, 6400, (("online room nights", 30, 62),)),
            Cluster("room sales", "lodging income", 110, 930, (("net room sales", 80, 93),), ("room sales per arrival", "arrivals", 1000)),
            Cluster("meal sales", "dining income", 30, 290, (("net meal sales", 80, 93),)),
            Cluster("takings", "house income", 190, 1700, (("cash takings", 6, 21),)),
            Cluster("arrivals", "check-ins", 480, 3900, (("group arrivals", 12, 34), ("foreign arrivals", 18, 44))),
            Cluster("cancellations", "dropped bookings", 60, 690, (("late cancellations", 15, 40),))),
        "plan", "variance", (("cancellations", "arrivals"), ("meal sales", "takings"), ("group arrivals", "arrivals"),
                             ("late cancellations", "cancellations")),
        (("room sales", "meal sales", "takings"),),
        "money in thousand EUR (per arrival in EUR)", "StayBook", "house-figures", "House figures",
        ("Revenue Management", "Guest Services", "the owners' office")),
    "water": Domain(
        "utility", "utilities", ("{} Water", "{} Bay Water", "{} Lake Water", "{} Water East"), "{} Water Union", "{} Aqua", False, (
            Cluster("supply", "water delivered", 1400, 9300, (("bulk supply", 9, 26),)),
            Cluster("billed volume", "metered sales", 900, 6300, (("late billed volume", 3, 14),)),
            Cluster("flushing", "flush losses", 60, 520, (("night flushing", 20, 60),)),
            Cluster("bursts", "pipe breaks", 14, 97, (("night bursts", 20, 55),)),
            Cluster("meters fitted", "meter installs", 130, 990, (("smart meters fitted", 30, 70),)),),
        "norm", "shift", (("billed volume", "supply"), ("flushing", "supply"), ("smart meters fitted", "meters fitted"), ("night bursts", "bursts")),
        (("billed volume", "flushing", "supply"),),
        "volumes in thousand cubic metres", "AquaReg", "supply-register", "Supply register",
        ("Network Operations", "the regulator's data desk", "Leakage Control")),
    "colleges": Domain(
        "college", "colleges", ("{} College", "{} Day College", "{} Art College", "{} College East"), "{} Colleges", "{} Institute", False, (
            Cluster("enrolments", "course starts", 260, 2900, (("postal enrolments", 12, 45),)),
            Cluster("exam entries", "candidates", 190, 2400, (("late exam entries", 4, 15),)),
            Cluster("certificates", "awards", 140, 1900, (("late certificates", 2, 9),)),
            Cluster("lessons", "class sessions", 1300, 8800, (("paid lessons", 70, 92),), ("lessons per enrolment", "enrolments", 1)),
            Cluster("tuition", "learner payments", 210, 1800, (("net tuition", 78, 93),)),
            Cluster("grants", "public funds", 40, 420, (("grants for adults", 20, 55),)),
            Cluster("spending", "outlay", 330, 2900, (("staff spending", 52, 74),))),
        "goal", "delta", (("certificates", "exam entries"), ("exam entries", "enrolments"), ("late exam entries", "exam entries"),
                          ("net tuition", "tuition")),
        (("tuition", "grants", "spending"),),
        "money in thousand EUR", "Registrar", "term-figures", "Term figures", ("the academic office", "Funding and Audit", "Curriculum Planning")),
}
LAYOUTS = ("csv", "json", "bulletin", "mail")


class Measure(NamedTuple):
    """One label of the catalogue: the cluster it belongs to and how its figures come about (main, part, plan, change, rate)."""

    label: str
    main: str
    kind: str
    low: int = 0
    high: int = 0
    per: str = ""


def catalogue(domain: Domain) -> dict:
    """{label: Measure} of everything the organisations of a domain report."""
    found = []
    for cluster in domain.clusters:
        main = cluster.main
        found.append(Measure(main, main, "main", cluster.low, cluster.high))
        found += [Measure(label, main, "part", low, high) for label, low, high in cluster.parts]
        found.append(Measure(f"{domain.plan_word} for {main}", main, "plan", 91, 111))
        found.append(Measure(f"{main} {domain.change_word}", main, "change"))
        if cluster.rate is not None:
            label, per, factor = cluster.rate
            found.append(Measure(label, main, "rate", factor, factor, per))
    return {measure.label: measure for measure in found}


CATALOGUES = {name: catalogue(domain) for name, domain in DOMAINS.items()}
SAME = {name: {cluster.main: cluster.same for cluster in domain.clusters} for name, domain in DOMAINS.items()}

class Asked(NamedTuple):
    """One phrasing of a question; `outcomes` gives what a comparison comes out as, by the needed figures in their order."""

    text: str
    outcomes: Callable | None = None


def first_above(values) -> tuple:
    """Whether the first figure is above the sum of the others."""
    return (values[0] > sum(values[1:]),)


def ranking(values) -> tuple:
    """The places of the figures, the highest first."""
    return (tuple(sorted(range(len(values)), key=lambda place: -values[place])),)


def highest(values) -> tuple:
    """The place of the highest figure."""
    return (values.index(max(values)),)


def lowest(values) -> tuple:
    """The place of the lowest figure."""
    return (values.index(min(values)),)


def spread(values) -> tuple:
    """How far the highest figure is above the lowest."""
    return (max(values) - min(values),)


def halves(values) -> tuple:
    """Whether the first two figures come to more than the last two."""
    return (values[0] + values[1] > values[2] + values[3],)


def ratios(values) -> tuple:
    """Whether the first figure is more of the second than the third is of the fourth."""
    return (values[0] * values[3] > values[2] * values[1],)


def growths(values) -> tuple:
    """Whether the first pair of figures grows more than the last: in amount, in proportion."""
    return (values[1] - values[0] > values[3] - values[2], values[1] * values[2] > values[3] * values[0])


def gaps(values) -> tuple:
    """Whether the gap between two pairs of figures is wider in their second place than in their first."""
    return (abs(values[1] - values[3]) > abs(values[0] - values[2]),)


# Questions by (organisations, measures, periods) asked for; every combination is needed. {m} names a measure, {f} its figure,
# {t} its total, {a} its average
SHAPES = {1: ((2, 1, 1), (1, 1, 2), (1, 2, 1)), 2: ((3, 1, 1), (1, 1, 3), (1, 3, 1)),
          3: ((2, 1, 2), (2, 2, 1), (1, 2, 2), (4, 1, 1), (1, 1, 4))}
QUESTIONS = {
    (2, 1, 1): (
        Asked("What was the difference in {m1} between {o1} and {o2} in {p1}?"),
        Asked("At which of {o1} and {o2} was {f1} higher in {p1}?", highest),
        Asked("What was the {t1} at {o1} and {o2} in {p1}?"),
        Asked("By what factor did {o1} and {o2} differ in {m1} in {p1}?"),
    ),
    (1, 1, 2): (
        Asked("Comparing {p2} with {p1}, by how much did {m1} at {o1} change?"),
        Asked("Was {f1} at {o1} higher in {p2} than in {p1}?", highest),
        Asked("By what percentage was {f1} at {o1} in {p2} above or below that of {p1}?"),
        Asked("How far was {f1} at {o1} in {p2} above or below that of {p1}?"),
    ),
    (1, 2, 1): (
        Asked("What did {m1} at {o1} amount to in {p1} as a percentage of its {m2}?"),
        Asked("What was the ratio of {m1} to {m2} at {o1} in {p1}?"),
        Asked("At what percentage of {m2} did {m1} stand at {o1} in {p1}?"),
    ),
    (3, 1, 1): (
        Asked("What was the {t1} at {o1}, {o2} and {o3} in {p1}?"),
        Asked("At which of {o1}, {o2} and {o3} was {f1} highest in {p1}?", highest),
        Asked("What was the {a1} over {o1}, {o2} and {o3} in {p1}?"),
        Asked("In {p1}, was {f1} at {o1} above that of {o2} and {o3} together?", first_above),
        Asked("By how much did {f1} at {o1} in {p1} differ from the sum of those at {o2} and {o3}?"),
    ),
    (1, 1, 3): (
        Asked("What was the {t1} at {o1} over {p1}, {p2} and {p3}?"),
        Asked("In which of {p1}, {p2} and {p3} was {f1} at {o1} lowest?", lowest),
        Asked("What was the {a1} at {o1} over {p1}, {p2} and {p3}?"),
        Asked("How wide was the range of {m1} at {o1} over {p1}, {p2} and {p3}, lowest to highest?", spread),
    ),
    (1, 3, 1): (
        Asked("For {p1}, what is the sum of {m1} and {m2} in percent of {m3} at {o1}?"),
        Asked("What did {m1} and {m2} at {o1} come to together in {p1}, measured against its {m3}?"),
        Asked("What was the ratio of {m1} plus {m2} to {m3} at {o1} in {p1}?"),
    ),
    (2, 1, 2): (
        Asked("Comparing {p2} with {p1}, did {m1} grow more at {o1} or at {o2}?", growths),
        Asked("By how much did the change in {m1} at {o1}, {p2} against {p1}, differ from that at {o2}?"),
        Asked("Was the gap in {m1} between {o1} and {o2} wider in {p2} than in {p1}?", gaps),
        Asked("By how much did the gap in {m1} between {o1} and {o2} in {p2} differ from that in {p1}?"),
    ),
    (2, 2, 1): (
        Asked("Was the ratio of {m1} to {m2} higher at {o1} or at {o2} in {p1}?", ratios),
        Asked("By how much did the ratio of {m1} to {m2} differ between {o1} and {o2} in {p1}?"),
        Asked("In {p1}, which of {o1} and {o2} had the lower ratio of {m1} to {m2}?", ratios),
    ),
    (1, 2, 2): (
        Asked("By how much did {m1} in percent of {m2} at {o1} differ between {p1} and {p2}?"),
        Asked("Was the ratio of {m1} to {m2} at {o1} higher in {p1} or in {p2}?", growths),
        Asked("Comparing {p2} with {p1}, did {m1} at {o1} grow faster than its {m2}?", growths),
    ),
    (4, 1, 1): (
        Asked("What was the {t1} at {o1}, {o2}, {o3} and {o4} in {p1}?"),
        Asked("How do {o1}, {o2}, {o3} and {o4} rank by {m1} in {p1}?", ranking),
        Asked("What was the {a1} over {o1}, {o2}, {o3} and {o4} in {p1}?"),
        Asked("In {p1}, was the {t1} at {o1} and {o2} above that at {o3} and {o4}?", halves),
    ),
    (1, 1, 4): (
        Asked("What was the {t1} at {o1} over {p1}, {p2}, {p3} and {p4}?"),
        Asked("In which of {p1}, {p2}, {p3} and {p4} was {f1} at {o1} highest?", highest),
        Asked("What was the {a1} at {o1} over {p1}, {p2}, {p3} and {p4}?"),
        Asked("Was the {t1} at {o1} over {p3} and {p4} above that over {p1} and {p2}?", halves),
    ),
}

NOTES = {
    "own": (
        "Figures count for the {noun} and period they stand under, not for namesakes, parents or branches.",
        "Each figure belongs to the {noun} and period named with it, never to a namesake, parent or branch.",
        "Parents, branches and {nouns} of similar name report separately; figures hold for their own period.",
        "Read each figure for its own {noun} and period; a parent, branch or {noun} of similar name is another.",
    ),
    "same": (
        "Two names for one measure: {pairs}. All other labels are measures of their own.",
        "Same measure, different label: {pairs}. No further labels are interchangeable.",
        "Equal in meaning: {pairs}. Any other label is a different measure.",
    ),
    "listed": (
        "An answer combines the figures its question names, and each must be listed, even where the outcome seems clear without it; none is "
        "estimated or worked out from totals, {changes}, rates, {plans} or other periods.",
        "A question is answerable only with every figure it names listed, also one that seems not to matter. Only these are combined; none is "
        "estimated or derived from totals, {changes}, rates, {plans} or other periods.",
        "If one figure named in a question is not listed, the question is open, however clear the outcome seems. Combine those it names, but never "
        "estimate one or calculate it back from totals, {changes}, rates, {plans} or other periods.",
    ),
    "renamed": (
        "{alias} is the former name of {name}, still used in some returns, recent ones too.",
        "{name} was called {alias} before, and some filers still call it that.",
        "Some returns, whatever their date, still name {name} by its old name {alias}.",
    ),
    "annual": (
        "FY = full year, filed apart: not added up from quarters, and no quarter is worked out from it.",
        "FY figures (full years) stand alone: quarters are not added up to one, nor taken off it.",
        "Full years (FY) and quarters are separate returns; neither is calculated from the other.",
    ),
    "mark": (
        "p = provisional; counts like any other figure.",
        "p marks provisional figures, which count as listed.",
        "Figures marked p are provisional and are used like final ones.",
    ),
    "dash": (
        "{dash} = no figure was reported.",
        "{dash} stands where nothing was reported.",
        "{dash}: the return came without this figure.",
    ),
    "units": (
        "Units: {units}; {change_word} in percent on the {step} before.",
        "{Units}; {change_word} in percent against the {step} before.",
    ),
    "order": (
        "Returns come in piecemeal; lines stand as received.",
        "Coverage is partial; the order of lines is that of receipt.",
        "Not all returns are in; listed as received.",
    ),
}
INSTRUCTIONS = (
    "Can the question be answered from the facts listed?",
    "Can the question in the document be answered from the figures it lists?",
    "Read by the notes given, do the listed figures suffice to answer the question?",
    "Is everything listed that is needed to answer the question under the stated notes?",
    "Does the listing hold every figure that the question needs?",
)
CRITERIA = (
    ("Every figure the question needs is listed, read by the notes.", "At least one figure the question needs is not listed."),
    ("The question can be answered from the listed figures.", "The question cannot be answered from the listed figures."),
    ("All needed facts stand in the listing.", "A needed fact is missing from the listing."),
)


# The case

class Fact(NamedTuple):
    """One line of the listing as printed; `value` is None where nothing was reported, in tenths of a percent for a change."""

    organisation: str
    measure: str
    period: tuple
    value: int | None
    mark: str


class Need(NamedTuple):
    """A figure the question needs, in the question's own words. A period is (year, quarter or month), (year, 0) the full year."""

    organisation: str
    measure: str
    period: tuple


@dataclasses.dataclass(frozen=True)
class Case:
    """A listing and a question; `same` and `renamed` are the (name, other name) pairs the notes equate."""

    facts: tuple
    needs: tuple
    same: tuple
    renamed: tuple


@dataclasses.dataclass(frozen=True)
class Wording:
    """What the members of a group share beside the case: domain, layout, phrases, people, dates and references."""

    domain: str
    layout: str
    question: Asked
    notes: tuple
    is_marked: bool
    first_year: int
    is_latest_first: bool
    frame: int
    is_question_last: bool
    day: datetime.date
    asker: str
    clerk: str
    team: str
    number: int
    typed: dict


class Slot(NamedTuple):
    """The plan of one pair."""

    level: int
    kind: str
    number: int
    shape: tuple
    missing: int
    has_synonym: bool
    is_derivable: bool
    domain: str
    layout: str


class Vocabulary(NamedTuple):
    """What the lines of one listing are about.

    `stems` gives the organisations of each stem, `sisters` those that share an organisation's stem, `relatives` the measures
    of a measure's cluster.
    """

    organisations: tuple
    stems: dict
    sisters: dict
    measures: tuple
    relatives: dict
    periods: tuple


class Draft(NamedTuple):
    """A sound case, the place of the line that goes missing, the fact that stands there in the `no` member."""

    case: Case
    place: int
    other: Fact


class Key(NamedTuple):
    """Which figure: present name, main label, period."""

    organisation: str
    measure: str
    period: tuple


class Naming(NamedTuple):
    """What figures are called in one listing.

    `glossary` and `renamed` are what the notes equate; `terms` gives the usual name of a measure here, `others` the second
    one; the needed figure at `place` stands under the other name of its organisation (axis 0) or measure (axis 1).
    """

    glossary: tuple
    renamed: tuple
    terms: dict
    others: dict
    place: int | None
    axis: int | None


# Planning

def cycled(rng, options, count: int) -> list:
    """The options in turn, that many of them, in a drawn order."""
    return rng.shuffled([options[number % len(options)] for number in range(count)])


def plan(draw: draws.Draw) -> list:
    """The slots of a draw: every trait in equal shares within each level, and within each kind where it divides."""
    slots = []
    for level in families.LEVELS:
        rng = draws.stream(draw, FAMILY, level, "plan")
        total = PAIRS_PER_KIND * len(KINDS)
        domains, layouts = (cycled(rng, rng.shuffled(options), total) for options in (sorted(DOMAINS), LAYOUTS))
        for index, kind in enumerate(KINDS):
            first = index * PAIRS_PER_KIND
            missing = rng.shuffled([(first + number) % NEEDED[level] for number in range(PAIRS_PER_KIND)])
            shapes = cycled(rng, SHAPES[level], PAIRS_PER_KIND)
            synonyms, derivables = (cycled(rng, (True, False), PAIRS_PER_KIND) for _ in range(2))
            slots += [Slot(level, kind, first + number, shapes[number], missing[number], synonyms[number], derivables[number],
                           domains[first + number], layouts[first + number]) for number in range(PAIRS_PER_KIND)]
    return slots


def draw_wording(rng, slot: Slot) -> Wording:
    """The wording of one pair."""
    domain = DOMAINS[slot.domain]
    true, false = rng.choice(CRITERIA)
    asker, clerk = names.people(rng, 2)
    first_year = rng.between(2021, 2024)
    last_year = first_year if domain.monthly else first_year + 1
    return Wording(
        slot.domain, slot.layout, rng.choice(QUESTIONS[slot.shape]), tuple((key, rng.choice(NOTES[key])) for key in rng.shuffled(NOTES)),
        rng.chance(1, 2), first_year, rng.chance(1, 3), rng.below(3), rng.chance(1, 2),
        datetime.date(last_year + 1, 1, 20) + datetime.timedelta(days=rng.below(70)), asker, clerk, rng.choice(domain.teams),
        rng.between(2100, 9890), items.noul(rng.choice(INSTRUCTIONS), true, false))


# Drawing a case

def is_annual(period: tuple) -> bool:
    """Whether the period is a full year."""
    return period[1] == 0


def earlier(domain: Domain, period: tuple) -> tuple:
    """The quarter or month before."""
    year, part = period
    return (year, part - 1) if part > 1 else (year - 1, 12 if domain.monthly else 4)


def later(domain: Domain, period: tuple) -> tuple:
    """The quarter or month after."""
    year, part = period
    return (year, part + 1) if part < (12 if domain.monthly else 4) else (year + 1, 1)


def draw_vocabulary(rng, slot: Slot, wording: Wording, mains: tuple) -> Vocabulary:
    """Organisations, measures (those of the given clusters and of others) and periods of one listing."""
    domain = DOMAINS[slot.domain]
    clusters = [cluster.main for cluster in domain.clusters if cluster.main not in mains]
    chosen = set(mains) | set(rng.sample(clusters, max(0, CLUSTERS[slot.level] - len(mains))))
    stems = rng.sample(SHORT_STEMS, STEMS[slot.level] + SINGLES[slot.level])
    patterns = domain.patterns + (domain.group_pattern,)
    families_of = {stem: tuple(pattern.format(stem) for pattern in rng.sample(patterns, VARIANTS)) for stem in stems[:STEMS[slot.level]]}
    singles = {stem: (rng.choice(domain.patterns).format(stem),) for stem in stems[STEMS[slot.level]:]}
    organisations = {**families_of, **singles}
    year = wording.first_year
    periods = ([(year, month) for month in range(1, 13)] if domain.monthly else
               [(y, part) for y in (year, year + 1) for part in (1, 2, 3, 4, 0)])
    measures = [measure for measure in CATALOGUES[slot.domain].values() if measure.main in chosen]
    return Vocabulary(
        tuple(name for members in organisations.values() for name in members), organisations,
        {name: tuple(other for other in members if other != name) for members in organisations.values() for name in members},
        tuple(measure.label for measure in measures),
        {measure.label: tuple(other.label for other in measures if other.main == measure.main and other != measure) for measure in measures},
        tuple(periods))


def draw_measures(rng, slot: Slot) -> tuple:
    """The measures the question names; main ones where the missing figure is to be derivable."""
    domain, labels = DOMAINS[slot.domain], CATALOGUES[slot.domain]
    if slot.shape[1] == 3:
        return rng.choice(domain.sums)
    if slot.shape[1] == 2:
        return rng.choice([pair for pair in domain.shares if not slot.is_derivable or all(labels[label].kind == "main" for label in pair)])
    kinds = ("main",) if slot.is_derivable or rng.chance(MAIN_PERCENT[slot.kind]) else ("part", "plan")
    return (rng.choice([label for label, measure in labels.items() if measure.kind in kinds]),)


def draw_periods(rng, slot: Slot, vocabulary: Vocabulary) -> tuple:
    """The periods the question names, in order of time: two never neighbours; four in two comparable pairs, never one whole year."""
    count, parts = slot.shape[2], [period for period in vocabulary.periods if not is_annual(period)]
    annual = [period for period in vocabulary.periods if is_annual(period)]
    if annual and count <= 2 and not slot.is_derivable and rng.chance(1, 7):
        return tuple(sorted(rng.sample(annual, count)))
    for _ in range(MAX_TRIES):
        chosen = draw_span(rng, slot, parts)
        is_near = count == 2 and later(DOMAINS[slot.domain], chosen[0]) == chosen[-1]
        is_whole_year = count == 4 and bool(annual) and len({year for year, _ in chosen}) == 1
        starts_first = slot.is_derivable and chosen[0] == parts[0]
        if len(chosen) == count and not (is_near or is_whole_year or starts_first):
            return chosen
    raise checks.CheckFailed(f"{FAMILY} level {slot.level} {slot.kind} {slot.number}: no periods found")


def draw_span(rng, slot: Slot, parts: list) -> tuple:
    """Quarters or months in a row, the same quarters of both years, or any: as many as the question names, fewer at the end of the list."""
    count, is_monthly = slot.shape[2], DOMAINS[slot.domain].monthly
    first = rng.below(len(parts))
    if count == 4:
        offsets = (0, 1, 2, 3) if is_monthly or rng.chance(1, 2) else (0, 1, 4, 5)
        return tuple(parts[first + offset] for offset in offsets if first + offset < len(parts))
    if rng.chance(60 if count < 3 else 85):
        return tuple(parts[first::1 if count == 3 else 6 if is_monthly else 4][:count])
    return tuple(sorted(rng.sample(parts, count)))


def draw_organisations(rng, slot: Slot, vocabulary: Vocabulary) -> tuple:
    """The organisations the question names: each has look-alikes, at most two share a stem."""
    stems = [stem for stem, members in vocabulary.stems.items() if len(members) == VARIANTS]
    order = rng.shuffled(stems * 2)[:slot.shape[0]]
    pools = {stem: rng.shuffled(vocabulary.stems[stem]) for stem in stems}
    return tuple(pools[stem].pop() for stem in order)


def draw_other(rng, slot: Slot, vocabulary: Vocabulary, keys: tuple) -> Key | None:
    """The figure that takes the place of the missing one in the `no` member; None where every look-alike is asked for."""
    missing = keys[slot.missing]
    if slot.kind == "organisation":
        found = [missing._replace(organisation=name) for name in vocabulary.sisters[missing.organisation]]
    else:
        kinds = {label: CATALOGUES[slot.domain][label].kind for label in vocabulary.relatives[missing.measure]}
        barred = () if slot.is_derivable else ("change", "rate")
        labels = [label for label, kind in kinds.items() if kind not in barred]
        if slot.is_derivable and rng.chance(1, 2):
            labels = [label for label, kind in kinds.items() if kind == "change"]
        shorter = [label for label in labels if len(label) < len(missing.measure)]
        if shorter and not slot.is_derivable and rng.chance(SHORTER_PERCENT):
            labels = shorter
        found = [missing._replace(measure=label) for label in labels]
    found = [key for key in found if key not in keys]
    return rng.choice(found) if found else None


def exists(slot: Slot, key: Key) -> bool:
    """Whether the organisations report such a figure: changes are quarterly or monthly only."""
    return not (is_annual(key.period) and CATALOGUES[slot.domain][key.measure].kind == "change")


def neighbour(rng, vocabulary: Vocabulary, key: Key, axis: int, percent: int) -> Key:
    """A figure that differs in one coordinate, with that chance by a look-alike."""
    if axis == 2:
        return key._replace(period=rng.choice([period for period in vocabulary.periods if period != key.period]))
    own, found, pool = ((key.organisation, vocabulary.sisters[key.organisation], vocabulary.organisations) if axis == 0 else
                        (key.measure, vocabulary.relatives[key.measure], vocabulary.measures))
    if not found or not rng.chance(percent):
        found = [value for value in pool if value != own]
    value = rng.choice(found)
    return key._replace(organisation=value) if axis == 0 else key._replace(measure=value)


def rounded_share(difference: int, whole: int) -> int:
    """A difference as a share of the whole in tenths of a percent, rounded half away from zero."""
    size = (2000 * abs(difference) + whole) // (2 * whole)
    return size if difference >= 0 else -size


def derivations(slot: Slot, key: Key) -> list:
    """Sets of figures any of which would give the figure by arithmetic: a change with the period beside it, a rate, the rest of a year."""
    domain, labels = DOMAINS[slot.domain], CATALOGUES[slot.domain]
    if labels[key.measure].kind in ("change", "rate"):
        return []
    rest_of_year = [] if domain.monthly else [{key._replace(period=(key.period[0], part)) for part in range(0, 5)} - {key}]
    if labels[key.measure].kind != "main":
        return rest_of_year
    change = f"{key.measure} {domain.change_word}"
    before, after = (key._replace(period=step(domain, key.period)) for step in (earlier, later))
    ways = [] if is_annual(key.period) else [{key._replace(measure=change), before}, {after._replace(measure=change), after}]
    ways += [{key._replace(measure=measure.label), key._replace(measure=measure.per)}
             for measure in labels.values() if measure.kind == "rate" and measure.main == key.measure]
    ways += [{key._replace(measure=measure.label), key._replace(measure=measure.main)}
             for measure in labels.values() if measure.kind == "rate" and measure.per == key.measure]
    return ways + rest_of_year


def bounds(slot: Slot, known: dict, key: Key) -> tuple:
    """(least, most) a figure that is not listed can be by the listed ones: counts are not negative, a part or quarter not above its whole."""
    labels, least, most = CATALOGUES[slot.domain], [0], [NO_LIMIT]
    label, year = labels[key.measure], key.period[0]
    for other, value in known.items():
        if other.organisation != key.organisation:
            continue
        measure, is_same = labels[other.measure], other.measure == key.measure
        in_time = other.period == key.period
        if (is_same or (measure.kind, measure.label, label.kind) == ("main", label.main, "part")) and (in_time or other.period == (year, 0)):
            most.append(value)
        within = in_time or (is_annual(key.period) and other.period[0] == year)
        if (is_same or (measure.kind, measure.main, label.kind) == ("part", label.label, "main")) and within:
            least.append(value)
    if is_annual(key.period):
        least.append(sum(known.get(key._replace(period=(year, part)), 0) for part in (1, 2, 3, 4)))
    return max(least), min(most)


def is_settled(slot: Slot, wording: Wording, draft: Draft) -> bool:
    """Whether the question is a comparison that comes out the same whatever the missing figure is within its bounds."""
    outcomes, case = wording.question.outcomes, plant(draft)
    if outcomes is None:
        return False
    known = {key_of(fact, case.same, case.renamed): fact.value for fact in case.facts if fact.value is not None}
    keys = [key_of(need, case.same, case.renamed) for need in case.needs]
    least, most = bounds(slot, known, keys[slot.missing])
    others = [known[key] for key in keys if key in known]
    tried = sorted({least, most, *(min(max(value + step, least), most) for value in others for step in (-1, 1))})
    results = [outcomes([known.get(key, value) for key in keys]) for value in tried]
    return any(len(set(column)) == 1 for column in zip(*results))


def can_derive(slot: Slot, listed: set, key: Key) -> bool:
    """Whether a reader who works figures out from others gets this one from the listed ones."""
    return any(way <= listed for way in derivations(slot, key))


def draw_keys(rng, slot: Slot, vocabulary: Vocabulary, needs: tuple, other: Key) -> tuple:
    """(all figures listed in the `yes` member with the needed ones first, how many of them must be printed literally after those)."""
    missing = needs[slot.missing]
    taken = dict.fromkeys(needs)
    barred = {other}
    ways = derivations(slot, missing)
    if slot.is_derivable:
        taken.update(dict.fromkeys(sorted(ways[0] - {other})))
    else:
        barred |= {key for way in ways for key in way if CATALOGUES[slot.domain][key.measure].kind in ("change", "rate")}
    targets = needs + (other,)
    percent = rng.between(10, 100)
    for target in targets:
        for axis in AXES:
            add_neighbour(rng, slot, vocabulary, taken, barred, target, axis, 100 if target == missing else percent)
    literal = len(taken) - len(needs)
    pools = [draw_pools(rng, slot, vocabulary, needs, axis) for axis in AXES]
    free = LINES[slot.level] - len(taken)
    flags = [draw_flags(rng, free, 100 if axis < 2 else MAX_PERIOD_PERCENT) for axis in AXES]
    for wanted in zip(*flags):
        add_line(rng, slot, pools, taken, barred, list(wanted))
    return tuple(taken), literal


def draw_flags(rng, count: int, percent: int) -> list:
    """That many booleans, any number up to the percentage true with equal chance: counts of lines then say little."""
    true = rng.below(count * percent // 100 + 1)
    return rng.shuffled([number < true for number in range(count)])


def draw_pools(rng, slot: Slot, vocabulary: Vocabulary, needs: tuple, axis: int) -> tuple:
    """(far values, look-alikes of the asked ones, asked ones, percent of look-alikes among those not asked) of one coordinate."""
    asked = tuple(dict.fromkeys(key[axis] for key in needs))
    everything = (vocabulary.organisations, vocabulary.measures, vocabulary.periods)[axis]
    alike = {0: vocabulary.sisters, 1: vocabulary.relatives, 2: {}}[axis]
    near = {value for name in asked for value in alike.get(name, ())}
    groups = [[value for value in everything if value not in asked and (value in near) == is_near] for is_near in (False, True)]
    share = rng.below(101)
    return tuple(tuple(group) or tuple(groups[0] + groups[1]) for group in groups) + (asked, share)


class DoesNotFit(checks.CheckFailed):
    """A draft that cannot be completed; another is drawn."""


def add_line(rng, slot: Slot, pools: list, taken: dict, barred: set, wanted: list) -> None:
    """Put one more figure in `taken`; `wanted` says for each coordinate whether it is one the question asks for.

    Where no such figure is left, a coordinate after the other is given up.
    """
    for number in range(1, 20 * MAX_TRIES):
        key = Key(*(rng.choice(pool[2] if wanted[axis] else pool[rng.chance(pool[3])]) for axis, pool in enumerate(pools)))
        if key not in taken and key not in barred and exists(slot, key):
            taken[key] = None
            return
        if number % 12 == 0 or all(wanted):
            wanted[rng.choice([axis for axis in AXES if wanted[axis]] or AXES)] = False
    raise DoesNotFit(f"{FAMILY} level {slot.level} {slot.kind} {slot.number}: the listing cannot be filled")


def add_neighbour(rng, slot: Slot, vocabulary: Vocabulary, taken: dict, barred: set, target: Key, axis: int, percent: int) -> None:
    """Put in `taken` one more figure that shares all but one coordinate with the target, any where no look-alike is left."""
    for number in range(MAX_TRIES):
        key = neighbour(rng, vocabulary, target, axis, percent if number < MAX_TRIES // 2 else 0)
        if key not in barred and key not in taken and exists(slot, key):
            taken[key] = None
            return
    raise checks.CheckFailed(f"{FAMILY} level {slot.level} {slot.kind} {slot.number}: no neighbour of {target}")


def draw_figures(rng, slot: Slot, vocabulary: Vocabulary):
    """A function from Key to value, consistent over periods, parts, rates and years: each figure is drawn when first asked for."""
    domain, labels = DOMAINS[slot.domain], CATALOGUES[slot.domain]
    sizes = {name: rng.between(4, 96) for name in vocabulary.organisations}
    groups = {domain.group_pattern.format(stem): rng.between(230, 320) for stem in vocabulary.stems}
    known = {}

    def drawn(key: Key) -> int:
        measure, year = labels[key.measure], key.period[0]
        if measure.kind == "rate":
            return value(key._replace(measure=measure.main)) * measure.low // max(1, value(key._replace(measure=measure.per)))
        if is_annual(key.period):
            return sum(value(key._replace(period=(year, part))) for part in (1, 2, 3, 4))
        main = key._replace(measure=measure.main)
        if measure.kind == "change":
            before = value(main._replace(period=earlier(domain, key.period)))
            return rounded_share(value(main) - before, before)
        if measure.kind == "main":
            level = measure.low + (measure.high - measure.low) * sizes[key.organisation] // 100
            return level * groups.get(key.organisation, 100) * rng.between(8700, 11300) // 1000000
        part = value(main) * rng.between(100 * measure.low, 100 * measure.high) // 10000
        return part - part % 10 if measure.kind == "plan" and part >= 500 else part

    def value(key: Key) -> int:
        if key not in known:
            known[key] = drawn(key)
        return known[key]

    return value


def draw_glossary(rng, slot: Slot, vocabulary: Vocabulary, keys: tuple) -> tuple:
    """((main label, other name), ...) that the notes equate: those of the question's measures first."""
    labels = CATALOGUES[slot.domain]
    asked = list(dict.fromkeys(labels[key.measure].main for key in keys))
    others = sorted({labels[label].main for label in vocabulary.measures} - set(asked))
    chosen = rng.shuffled(asked)[:2] + rng.shuffled(others)
    return tuple((main, SAME[slot.domain][main]) for main in chosen[:rng.between(1, 2)])


def draw_synonym(rng, slot: Slot, keys: tuple, glossary: tuple) -> tuple:
    """(place among the needed figures, axis of the name) of one that is printed under its other name; (None, None) without."""
    if not slot.has_synonym:
        return None, None
    mains = {main for main, _ in glossary}
    places = [place for place, key in enumerate(keys) if key.measure in mains]
    if places and rng.chance(70):
        return rng.choice(places), 1
    return rng.below(len(keys)), 0


def draw_naming(rng, slot: Slot, vocabulary: Vocabulary, needs: tuple) -> Naming:
    """The names of one listing."""
    glossary = draw_glossary(rng, slot, vocabulary, needs)
    place, axis = draw_synonym(rng, slot, needs, glossary)
    renamed = ()
    if axis == 0 or rng.chance(40):
        name = needs[place].organisation if axis == 0 else rng.choice(vocabulary.organisations)
        renamed = ((name, DOMAINS[slot.domain].former_pattern.format(name.split()[0])),)
    terms = {main: rng.weighted({main: 3, same: 1}) for main, same in glossary}
    others = {main: same if terms[main] == main else main for main, same in glossary}
    return Naming(glossary, renamed, terms, others, place, axis)


def draw_other_names(rng, slot: Slot, naming: Naming, number: int, needed: int, literal: int) -> tuple:
    """Whether a figure of the listing stands under the former name of its organisation and under the other name of its measure."""
    if number >= needed + literal:
        return rng.chance(35), rng.chance(35)
    if number == naming.place:
        return naming.axis == 0, naming.axis == 1
    return False, slot.has_synonym and number < needed and rng.chance(30)


def print_fact(slot: Slot, wording: Wording, naming: Naming, key: Key, value: int | None, other_names: tuple = (False, False)) -> Fact:
    """The figure as a line of the listing."""
    name = dict(naming.renamed).get(key.organisation, key.organisation) if other_names[0] else key.organisation
    measure = (naming.others if other_names[1] else naming.terms).get(key.measure, key.measure)
    is_marked = wording.is_marked and value is not None and is_provisional(slot, wording, key)
    return Fact(name, measure, key.period, value, "p" if is_marked else "")


def draw_listing(rng, slot: Slot, wording: Wording, vocabulary: Vocabulary, keys: tuple, literal: int, other: Key) -> Draft:
    """The draft whose listing holds the figures of `keys`, needed ones first, then those printed literally, in a drawn order."""
    needed = NEEDED[slot.level]
    naming = draw_naming(rng, slot, vocabulary, keys[:needed])
    value = draw_figures(rng, slot, vocabulary)
    free = range(needed + literal, len(keys))
    unreported = set(rng.sample(free, min(len(free), rng.below(4)))) if rng.chance(40) else set()
    facts = [print_fact(slot, wording, naming, key, None if number in unreported else value(key),
                        draw_other_names(rng, slot, naming, number, needed, literal)) for number, key in enumerate(keys)]
    planted, gone = print_fact(slot, wording, naming, other, value(other)), facts[slot.missing]
    planted = planted._replace(organisation=gone.organisation) if slot.kind == "attribute" else planted._replace(measure=gone.measure)
    asked = tuple(Need(key.organisation, naming.terms.get(key.measure, key.measure), key.period) for key in keys[:needed])
    order = rng.shuffled(range(len(facts)))
    case = Case(tuple(facts[number] for number in order), asked, naming.glossary, naming.renamed)
    return Draft(case, order.index(slot.missing), planted)


def is_provisional(slot: Slot, wording: Wording, key: Key) -> bool:
    """Whether a document that marks provisional figures marks this one: what was reported for the end of its last year."""
    monthly = DOMAINS[slot.domain].monthly
    year, part = key.period
    is_late = year == wording.first_year + (not monthly) and (part == 0 or part >= (10 if monthly else 3))
    return is_late and CATALOGUES[slot.domain][key.measure].kind != "plan"


def draw_draft(rng, slot: Slot, wording: Wording) -> Draft | None:
    """One candidate for the pair, or None where the drawn figures do not fit the slot."""
    measures = draw_measures(rng, slot)
    vocabulary = draw_vocabulary(rng, slot, wording, tuple(dict.fromkeys(CATALOGUES[slot.domain][label].main for label in measures)))
    organisations, periods = draw_organisations(rng, slot, vocabulary), draw_periods(rng, slot, vocabulary)
    needs = tuple(Key(name, measure, period) for name in organisations for measure in measures for period in periods)
    other = draw_other(rng, slot, vocabulary, needs)
    if other is None:
        return None
    keys, literal = draw_keys(rng, slot, vocabulary, needs, other)
    draft = draw_listing(rng, slot, wording, vocabulary, keys, literal, other)
    no_case = plant(draft)
    if can_derive(slot, listed_keys(no_case), needs[slot.missing]) != slot.is_derivable or draft.other.value == draft.case.facts[draft.place].value:
        return None
    return None if is_settled(slot, wording, draft) else draft


# Answering and planting

def key_of(line, glossary, renamed) -> Key:
    """Which figure a fact or a need names, once the names that the notes equate are one."""
    organisation, measure, period = line[:3]
    for main, same in glossary:
        measure = main if measure == same else measure
    for name, former in renamed:
        organisation = name if organisation == former else organisation
    return Key(organisation, measure, period)


def listed_keys(case: Case) -> set:
    """The figures listed with a value."""
    return {key_of(fact, case.same, case.renamed) for fact in case.facts if fact.value is not None}


def unmet(case: Case) -> list:
    """The needed figures that are not listed with a value for their organisation, measure and period."""
    listed = listed_keys(case)
    return [need for need in case.needs if key_of(need, case.same, case.renamed) not in listed]


def answer(case: Case) -> str:
    """'yes' where every figure the question needs is listed."""
    return "no" if unmet(case) else "yes"


def plant(draft: Draft) -> Case:
    """The case with the planted line in the place of the missing one."""
    facts = draft.case.facts
    return dataclasses.replace(draft.case, facts=facts[:draft.place] + (draft.other,) + facts[draft.place + 1:])


# Text

DASHES = {"csv": "n/a", "json": "null", "bulletin": "–", "mail": "n/a"}


SAID = {"m": ("{}", "the {}"), "f": ("the figure for {}", "the {}"), "t": ("total of {}", "total {}"), "a": ("average of {}", "average {}")}
"""How a question speaks of a measure, of its figure, total and average: of a count or an amount, of a plan."""


def period_text(period: tuple, domain: Domain, layout: str) -> str:
    """A period as its layout writes it: '2025-Q2' or 'Q2 2025', '2025-06' or 'June 2025', '2025-FY' or 'FY 2025'."""
    year, part = period
    if layout in ("csv", "json"):
        return f"{year}-{part:02d}" if domain.monthly else f"{year}-{f'Q{part}' if part else 'FY'}"
    if domain.monthly:
        return f"{english.MONTHS[part - 1][:3 if layout == 'mail' else None]} {year}"
    return f"{f'Q{part}' if part else 'FY'} {year}"


def figure_text(fact: Fact, wording: Wording) -> str:
    """The value of a fact: a whole number, or a change with its sign and one decimal."""
    if fact.value is None:
        return DASHES[wording.layout]
    if is_of_kind(wording.domain, fact.measure, "change"):
        whole, tenth = divmod(abs(fact.value), 10)
        return f"{'-' if fact.value < 0 else '+'}{whole}.{tenth}%"
    return f"{fact.value:,}" if wording.layout in ("bulletin", "mail") else str(fact.value)


def is_of_kind(domain: str, label: str, kind: str) -> bool:
    """Whether the label is that of such a measure; the second name of a measure is of no kind here."""
    measure = CATALOGUES[domain].get(label)
    return measure is not None and measure.kind == kind


def question_text(case: Case, wording: Wording) -> str:
    """The question with its organisations, measures and periods."""
    domain, layout = DOMAINS[wording.domain], wording.layout if wording.layout == "bulletin" else "mail"
    organisations, labels, periods = (list(dict.fromkeys(need[axis] for need in case.needs)) for axis in AXES)
    said = {"o": organisations, "p": [period_text(period, domain, layout) for period in periods]}
    said.update({letter: [forms[is_of_kind(wording.domain, label, "plan")].format(label) for label in labels] for letter, forms in SAID.items()})
    fields = {f"{letter}{number}": text for letter, texts in said.items() for number, text in enumerate(texts, 1)}
    return english.sentence(wording.question.text.format(**fields))


def notes(case: Case, wording: Wording) -> list:
    """The notes that apply to this listing, in the drawn order."""
    domain = DOMAINS[wording.domain]
    applies = {"annual": any(is_annual(fact.period) for fact in case.facts), "mark": any(fact.mark for fact in case.facts),
               "dash": any(fact.value is None for fact in case.facts), "renamed": bool(case.renamed),
               "order": wording.layout == "csv" and wording.number % 2 == 0, "units": wording.number % 4 < 2}
    name, alias = case.renamed[0] if case.renamed else ("", "")
    fields = {
        "noun": domain.noun, "nouns": domain.nouns, "Nouns": english.sentence(domain.nouns), "alias": alias, "name": name,
        "pairs": "; ".join(f"{same} = {main}" for main, same in case.same), "changes": plural_of(domain.change_word),
        "plans": plural_of(domain.plan_word), "dash": DASHES[wording.layout], "units": domain.units, "Units": english.sentence(domain.units),
        "change_word": domain.change_word, "step": "month" if domain.monthly else "quarter",
    }
    return [phrase.format(**fields) for key, phrase in wording.notes if applies.get(key, True)]


def plural_of(word: str) -> str:
    """The plural of a word for a change or a plan; growth has none."""
    return word if word == "growth" else f"{word}s"


def by_period(case: Case, wording: Wording) -> list:
    """[(period, its facts in listed order)], in order of time or the other way round; the full year after its quarters."""
    periods = sorted({fact.period for fact in case.facts}, key=lambda period: (period[0], period[1] or 13), reverse=wording.is_latest_first)
    return [(period, [fact for fact in case.facts if fact.period == period]) for period in periods]


FRAMES = {
    "csv": (
        ("# Data request DR-{number}, {date}, {asker} ({team})", "# Question: {question}",
         "# {system} export {dataset}, {count} lines, {clerk}", "# Notes", "#  - {note}"),
        ("# Ticket {number} opened by {asker}, {team}", "# Asked: {question}",
         "# Attached: {dataset}_{iso}.csv ({system}, exported by {clerk})", "# Reading the file", "# * {note}"),
        ("# {dataset} | {system} | run {iso} by {clerk}", "# Request {number} ({asker}, {team}): {question}",
         "# {count} records", "# Conventions", "# {place}) {note}"),
    ),
    "bulletin": (
        ("# {sheet}, {span}", "*Prepared by {clerk} from {system}, {date}*", "## Question for this issue",
         "{asker} ({team}) asks: {question}", "## Notes", "{place}. {note}"),
        ("# {sheet} {span}", "Status {date}, {system}, editor {clerk}", "## Open enquiry {number}",
         "From {asker}, {team}: {question}", "## How to read the figures", "{place}. {note}"),
        ("# {span}: {sheet}", "{system} extract of {date} ({clerk})", "## Enquiry by {team}",
         "{question} (no. {number}, {asker})", "## Reading rules", "{place}. {note}"),
    ),
    "mail": (
        ("From: {clerk}", "To: {asker}, {team}", "Date: {date}", "Subject: Your question no. {number}", "Hello {first},",
         "You asked: {question}", "This is what {system} holds ({count} entries):", "How to read them:", "({place}) {note}", "Regards,", "{clerk}"),
        ("From: {asker}, {team}", "To: {clerk}", "Date: {date}", "Subject: Can this be answered? ({number})", "Hi {other},",
         "Our question is this: {question}", "Below is all we have from {system}, {count} entries.", "The usual rules for these entries:",
         "({place}) {note}", "Thanks,", "{asker}"),
        ("From: {clerk}", "To: {asker}", "Date: {date}", "Subject: {sheet}, case {number}", "Dear {first},",
         "For {team} you wanted to know: {question}", "Pulled from {system} today, {count} entries in all:", "Please keep in mind:",
         "({place}) {note}", "Best wishes,", "{clerk}"),
    ),
}
COLUMNS = (("{noun}", "measure", "period", "value"), ("{noun}", "item", "period", "figure"), ("name", "measure", "reporting_period", "reported"))
BULLETS = ("- {name}: {measure} {value}", "- {name} - {measure}: {value}", "- {measure}, {name}: {value}")
ENTRIES = ("{name}, {measure}: {value}", "{name} / {measure} / {value}", "{measure} of {name}: {value}")


def frame_fields(case: Case, wording: Wording) -> dict:
    """What the frames of a document are filled with."""
    domain = DOMAINS[wording.domain]
    years = sorted({fact.period[0] for fact in case.facts})
    return {
        "number": wording.number, "date": english.long_date(wording.day), "iso": wording.day.isoformat(), "asker": wording.asker,
        "clerk": wording.clerk, "first": wording.asker.split()[0], "other": wording.clerk.split()[0], "team": wording.team, "system": domain.system,
        "dataset": domain.dataset, "sheet": domain.sheet, "count": len(case.facts), "question": question_text(case, wording),
        "span": "-".join(str(year) for year in dict.fromkeys((years[0], years[-1]))),
    }


def value_text(fact: Fact, wording: Wording) -> str:
    """The figure and its mark."""
    return f"{figure_text(fact, wording)}{' ' if fact.mark else ''}{fact.mark}"


def render_csv(case: Case, wording: Wording, fields: dict) -> list:
    """A file with comment lines: request, lines, notes."""
    head, question, source, title, note = FRAMES["csv"][wording.frame]
    domain = DOMAINS[wording.domain]
    columns = [column.format(noun=domain.noun) for column in COLUMNS[wording.number % 3]] + (["status"] if wording.is_marked else [])
    rows = [";".join([fact.organisation, english.sentence(fact.measure), period_text(fact.period, domain, "csv"), figure_text(fact, wording)]
                     + ([fact.mark] if wording.is_marked else [])) for fact in case.facts]
    remarks = [title] + [note.format(note=text, place=place) for place, text in enumerate(notes(case, wording), 1)]
    table = [source.format(**fields), ";".join(columns), *rows]
    parts = [table, remarks] if wording.is_latest_first else [remarks, table]
    return [head.format(**fields), question.format(**fields), *parts[0], *parts[1]]


def render_json(case: Case, wording: Wording, fields: dict) -> list:
    """The answer of a data service, figures by period."""
    request = {"id": f"REQ-{wording.number}", "by": wording.asker, "unit": wording.team, "question": fields["question"]}
    asked = [f'"request": {to_json(request)}']
    remarks = ['"notes": [', *commas(to_json(note) for note in notes(case, wording)), "]"]
    figures = ['"figures": {']
    blocks = by_period(case, wording)
    for place, (period, facts) in enumerate(blocks, 1):
        rows = commas(text_row(fact, wording) for fact in facts)
        figures += [f'"{period_text(period, DOMAINS[wording.domain], "json")}": [', *rows, "]" if place == len(blocks) else "],"]
    figures.append("}")
    source = [f'"source": {to_json({"system": fields["system"], "dataset": fields["dataset"], "retrieved": fields["iso"], "user": wording.clerk})}']
    parts = [asked, source, figures, remarks] if wording.is_question_last else [source, remarks, figures, asked]
    return ["{", *(line for part in parts[:-1] for line in part[:-1] + [f"{part[-1]},"]), *parts[-1], "}"]


def to_json(value) -> str:
    """The value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def commas(lines) -> list:
    """The lines with a comma after each but the last."""
    lines = list(lines)
    return [f"{line}," for line in lines[:-1]] + lines[-1:]


def text_row(fact: Fact, wording: Wording) -> str:
    """A fact as a JSON array."""
    is_number = fact.value is not None and not is_of_kind(wording.domain, fact.measure, "change")
    value = fact.value if is_number or fact.value is None else figure_text(fact, wording)
    row = [fact.organisation, english.sentence(fact.measure), value] + ([fact.mark] if fact.mark else [])
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def render_bulletin(case: Case, wording: Wording, fields: dict) -> list:
    """A Markdown page with one section a period."""
    title, status, heading, question, remarks, note = FRAMES["bulletin"][wording.frame]
    bullet = BULLETS[wording.number % 3]
    asked = ["", heading.format(**fields), "", question.format(**fields)]
    read = ["", remarks, ""] + [note.format(note=text, place=place) for place, text in enumerate(notes(case, wording), 1)]
    sections = []
    for period, facts in by_period(case, wording):
        sections += ["", f"## {period_text(period, DOMAINS[wording.domain], 'bulletin')}", ""]
        sections += [bullet.format(name=fact.organisation, measure=fact.measure, value=value_text(fact, wording)) for fact in facts]
    parts = [sections, read, asked] if wording.is_question_last else [asked, read, sections] if wording.frame else [asked, sections, read]
    return [title.format(**fields), "", status.format(**fields), *(line for part in parts for line in part)]


def render_mail(case: Case, wording: Wording, fields: dict) -> list:
    """An e-mail with the entries of a system pasted in, period by period."""
    *head, greeting, question, intro, remarks, note, close, sender = FRAMES["mail"][wording.frame]
    entry = ENTRIES[wording.number % 3]
    entries = [intro.format(**fields)]
    for period, facts in by_period(case, wording):
        entries += ["", f"{period_text(period, DOMAINS[wording.domain], 'mail')}:"]
        entries += [entry.format(name=fact.organisation, measure=fact.measure, value=value_text(fact, wording)) for fact in facts]
    read = [remarks] + [note.format(note=text, place=place) for place, text in enumerate(notes(case, wording), 1)]
    parts = [entries, read] if wording.is_question_last else [read, entries]
    return [*(line.format(**fields) for line in head), "", greeting.format(**fields), "", question.format(**fields), "",
            *parts[0], "", *parts[1], "", close, sender.format(**fields)]


RENDERERS = {"csv": render_csv, "json": render_json, "bulletin": render_bulletin, "mail": render_mail}


def render(case: Case, wording: Wording) -> str:
    """The state of one item."""
    return "\n".join(RENDERERS[wording.layout](case, wording, frame_fields(case, wording)))


# Checks

def ignoring(case: Case, axis: int) -> bool:
    """Whether a reader blind to one coordinate (0 organisation, 1 measure, 2 period) finds a line for every need, names taken literally."""
    seen = {tuple(part for number, part in enumerate(fact[:3]) if number != axis) for fact in case.facts if fact.value is not None}
    return all(tuple(part for number, part in enumerate(need) if number != axis) in seen for need in case.needs)


def broad_key(line, case: Case, domain: str) -> tuple:
    """The figure as a reader sees it who takes look-alikes for the same: stem, cluster and period."""
    key = key_of(line, case.same, case.renamed)
    return key.organisation.split()[0], CATALOGUES[domain][key.measure].main, key.period


def blurring(case: Case, domain: str, axis: int) -> bool:
    """Whether a reader who takes look-alikes of one coordinate (0 organisation, 1 measure) for the same finds every needed figure."""
    def seen(line) -> tuple:
        exact, broad = key_of(line, case.same, case.renamed), broad_key(line, case, domain)
        return tuple(broad[number] if number == axis else exact[number] for number in AXES)

    listed = {seen(fact) for fact in case.facts if fact.value is not None}
    return all(seen(need) in listed for need in case.needs)


def is_literal(case: Case) -> bool:
    """Whether every needed figure is listed under the very names the question uses."""
    listed = {fact[:3] for fact in case.facts if fact.value is not None}
    return all(tuple(need) in listed for need in case.needs)


def check_case(case: Case, slot: Slot, where: str) -> None:
    """What holds in both members: size, no figure twice, names of the question listed, the blind readers satisfied."""
    keys = {key_of(fact, case.same, case.renamed) for fact in case.facts}
    checks.require(len(case.facts) == len(keys) == LINES[slot.level], f"{where}: a figure stands twice or the size is wrong")
    checks.require(len(set(case.needs)) == NEEDED[slot.level], f"{where}: needs {case.needs}")
    for axis in AXES:
        checks.require(ignoring(case, axis), f"{where}: a reader ignoring coordinate {axis} does not say yes")
    for axis in (0, 1):
        checks.require(blurring(case, slot.domain, axis), f"{where}: a reader blurring coordinate {axis} does not say yes")


def check_group(slot: Slot, wording: Wording, draft: Draft, no_case: Case, states: tuple) -> None:
    """Answers, the single planted element, and the answers of the readers that the notes rule out."""
    where, case = f"{FAMILY} level {slot.level} {slot.kind} {slot.number}", draft.case
    for member in (case, no_case):
        check_case(member, slot, where)
    checks.require(answer(case) == "yes" and answer(no_case) == "no", f"{where}: answers {answer(case)} and {answer(no_case)}")
    checks.require(unmet(no_case) == [case.needs[slot.missing]], f"{where}: unmet needs {unmet(no_case)}")
    gone, new = (key_of(fact, case.same, case.renamed) for fact in (case.facts[draft.place], draft.other))
    checks.require([axis for axis in AXES if gone[axis] != new[axis]] == [KINDS_AXIS[slot.kind]], f"{where}: {gone} became {new}")
    checks.require(is_literal(case) != slot.has_synonym and not is_literal(no_case), f"{where}: literal reading")
    checks.require(can_derive(slot, listed_keys(no_case), gone) == slot.is_derivable, f"{where}: derivable otherwise than planned")
    checks.require(not is_settled(slot, wording, draft), f"{where}: the outcome is clear without the missing figure")
    checks.require(len(checks.changed_lines(*states)) == 1, f"{where}: more than one line differs")
    checks.require(not names.well_known(states[0]) and not names.well_known(states[1]), f"{where}: a well-known name")


# Building

def count_alike(case: Case, slot: Slot) -> int:
    """The lines about a look-alike of an organisation (or of a measure, by kind) that the question asks for."""
    axis = KINDS_AXIS[slot.kind]

    def parts(line) -> tuple:
        return broad_key(line, case, slot.domain)[axis], key_of(line, case.same, case.renamed)[axis]

    asked = [parts(need) for need in case.needs]
    broad, exact = {whole for whole, _ in asked}, {own for _, own in asked}
    return sum(whole in broad and own not in exact for whole, own in map(parts, case.facts))


def balance_targets() -> dict:
    """{measure: planned share} for every level and kind."""
    targets = {f"{name} {level} {kind}": (1, 2) for name in ("late", "larger") for level in families.LEVELS for kind in KINDS}
    targets.update({f"longer {level} {kind}": LONGER[kind] for level in families.LEVELS for kind in KINDS})
    targets.update({f"alike {kind} {count}": (1, len(counts)) for kind, counts in ALIKE_COUNTS.items() for count in counts})
    return targets


def measures(draft: Draft, slot: Slot, wording: Wording) -> dict:
    """What is balanced: whether the planted line is longer, its figure larger, its place late; at level 1 the lines of look-alikes."""
    gone, new = draft.case.facts[draft.place], draft.other
    widths = [len(fact.organisation) + len(fact.measure) + len(figure_text(fact, wording)) for fact in (gone, new)]
    found = {f"late {slot.level} {slot.kind}": int(2 * draft.place >= len(draft.case.facts)),
             f"larger {slot.level} {slot.kind}": int(new.value > gone.value)}
    if widths[0] != widths[1]:
        found[f"longer {slot.level} {slot.kind}"] = int(widths[1] > widths[0])
    if slot.level == 1:
        counts = ALIKE_COUNTS[slot.kind]
        alike = min(max(count_alike(draft.case, slot), counts[0]), counts[-1])
        found.update({f"alike {slot.kind} {count}": int(count == alike) for count in counts})
    return found


def drafts(draw: draws.Draw, slot: Slot, wording: Wording):
    """Up to CANDIDATES of the level fitting drafts of a slot, each on a stream of its own; raises where none is found."""
    found = 0
    for number in range(MAX_TRIES):
        try:
            draft = draw_draft(draws.stream(draw, FAMILY, slot.level, slot.kind, slot.number, number), slot, wording)
        except DoesNotFit:
            continue
        if draft is not None:
            found += 1
            yield draft
        if found == CANDIDATES[slot.level]:
            return
    if not found:
        raise checks.CheckFailed(f"{FAMILY} level {slot.level} {slot.kind} {slot.number}: no draft fits in {MAX_TRIES} tries")


def build_group(draw: draws.Draw, slot: Slot, totals: balance.Balance) -> items.Group:
    """One pair, checked."""
    wording = draw_wording(draws.stream(draw, FAMILY, slot.level, slot.kind, slot.number, "wording"), slot)
    draft = totals.choose(drafts(draw, slot, wording), lambda candidate: measures(candidate, slot, wording))
    no_case = plant(draft)
    states = (render(draft.case, wording), render(no_case, wording))
    check_group(slot, wording, draft, no_case, states)
    members = (items.Member(states[0], answer(draft.case), None, slot.kind, False),
               items.Member(states[1], answer(no_case), slot.kind, slot.kind, True))
    return items.Group(slot.level, slot.domain, slot.layout, wording.typed, members)


def build(draw: draws.Draw) -> list:
    """The 600 items of a draw in file order."""
    slots = plan(draw)
    targets = balance_targets()
    totals = balance.Balance(targets, {name: 9 for name in targets if name.startswith(("alike", "longer"))})
    groups = [build_group(draw, slot, totals) for slot in slots]
    checks.check_family(families.BY_NAME[FAMILY], groups)
    return items.number_items(FAMILY, draw, groups)


if __name__ == "__main__":
    sys.exit(cards.write_family(FAMILY, build))
