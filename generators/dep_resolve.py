"""Does the proposed set install cleanly in the target environment? (yes, no)

The state is what stands before a planned installation: a report of a target (host, site, board, console ...), a list of pinned versions and an
index of the versions there are, with what each of them needs, as the output of a checking tool, a YAML file, a Markdown page or an e-mail. Its
notes, in the e-mail a quoted policy, say how versions are ordered and what counts. Levels: 4 or 5 pins; 6 to 8 pins; 9 to 12 pins. Levels 2 and 3 have limits for the runtime
and conflict entries besides needs, conditions and platforms.

There are 300 pairs, 100 a level. Everything that the pinned versions ask for is met in the `yes` member; in the `no` member exactly one thing is
not, because one line of the pins differs. Kinds and pairs: the pinned version lies just outside a range that another pin gives (bound, 79: 27, 26, 26
by level), a needed pin is replaced by one that nothing needs (missing, 78), the other version of the pin needs a range that a pinned version just
misses (unmet, 78), its platforms leave out the target (platform, 29: 21, 4, 4), its limit for the runtime is just missed (runtime, 18 on levels
2 and 3), or a conflict entry covers a pinned version (conflict, 18 on levels 2 and 3).

Where a version decides, it stands one version inside or outside the limit or at it; half of the limits include the version they name and half do not,
half are missed from below and half from above. In both members a range is met that the order of characters would call missed (3.10.0 after
3.9.4), a pin is not the newest version, pinned versions name one that is not pinned (under a condition that does not hold, except for the missing
one), versions that are not pinned need another, and other versions of the pins would fail.

Release dates decide nothing. What an entry names as its lower limit, or as the one version that fits, was released before that entry, except in
about one of a hundred entries (those that name each other in a circle) and where the limit is the version that would come next.
"""
from __future__ import annotations

import datetime
import sys
from collections import Counter
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import balance, cards, checks, draws, english, families, items, names

FAMILY = "dep_resolve"
KINDS = ("bound", "missing", "unmet", "platform", "runtime", "conflict")
PAIRS = {
    1: {"bound": 27, "missing": 26, "unmet": 26, "platform": 21, "runtime": 0, "conflict": 0},
    2: {"bound": 26, "missing": 26, "unmet": 26, "platform": 4, "runtime": 9, "conflict": 9},
    3: {"bound": 26, "missing": 26, "unmet": 26, "platform": 4, "runtime": 9, "conflict": 9},
}
PINS = {1: (4, 5), 2: (6, 8), 3: (9, 12)}
CHECKS = {1: (3, 5), 2: (5, 7), 3: (8, 12)}
"""Needs that hold on the target, among the pinned versions of the `yes` member."""
UNPINNED = {1: (2, 2), 2: (2, 3), 3: (2, 4)}
"""Names in the index that are not pinned in the `yes` member."""
MOST_NEEDS = 3
CANDIDATES, MAX_DRAFTS = 4, 80
"""Cases to choose from for a group, and drafts after which a group without any is an error."""
KNOWN_AFTER = 2, 25
"""A release is at least so many days younger than one that it names; the days, from least to most, are drawn."""
FIRST_DAY, DAYS = datetime.date(2025, 2, 3), 600
"""Documents are from these days."""

MEASURES = ("newest", "at a limit", "length", "order", "characters", "mentions", "parity", "zeros", "platforms", "limits", "versions", "age",
            "position", "numbers")
TARGETS = {name: (1, 1) for name in MEASURES}
WEIGHTS = {"newest": 2, "length": 3, "order": 2, "mentions": 2, "at a limit": 2}
"""What the choice among cases holds level by level: equally often higher in the `yes` and in the `no` member (see `measures`)."""


# Domains

@dataclass(frozen=True)
class Domain:
    """The words and values of one line of work. `facts` are (label, least, most, step, unit) of the target that decide nothing."""

    pkg: tuple
    runtime: str
    runtime_majors: tuple
    plat: tuple
    platforms: tuple
    index: str
    target: str
    hosts: tuple
    orgs: tuple
    tools: tuple
    sets: tuple
    firsts: tuple
    seconds: tuple
    facts: tuple
    asides: tuple


DOMAINS = {
    "analytics": Domain(
        ("package", "packages"), "interpreter", (3, 4), ("architecture", "architectures"), ("x64", "a64", "rv64", "p64"), "package index", "host",
        ("etl-{:02d}", "batch-{:02d}", "report-{:02d}"), ("{stem} Analytics", "{stem} Insight", "{stem} Market Research"),
        ("setcheck", "lockview", "planner"), ("nightly-load", "churn-report", "panel-weights", "orders-extract", "survey-cleaning"),
        ("tally", "cohort", "column", "strata", "panel", "ledger", "sample", "pivot", "survey", "quantile", "bucket", "census"),
        ("frame", "loader", "stats", "writer", "cache", "schema", "merge", "plot", "parse", "binning"),
        (("free disk", 18, 240, 1, "GB"), ("memory", 16, 128, 16, "GB"), ("days since restart", 1, 60, 1, "")),
        ("Old reports are kept for two years.", "The mirror is refreshed every night at 02:30.", "The change window is Thursday evening.")),
    "website": Domain(
        ("plugin", "plugins"), "core", (5, 6), ("hosting class", "hosting classes"), ("basic", "business", "cluster", "agency"),
        "plugin directory", "site",
        ("shop-{:02d}", "portal-{:02d}", "magazine-{:02d}"), ("{stem} Media", "{stem} Web Studio", "{stem} Publishing"),
        ("plugdoctor", "sitecheck", "updatedesk"), ("spring relaunch", "checkout rebuild", "members area", "multilingual pages", "newsletter move"),
        ("banner", "basket", "gallery", "member", "comment", "coupon", "slider", "sitemap", "loyalty", "teaser", "footer", "widget"),
        ("blocks", "forms", "mailer", "search", "guard", "tracker", "editor", "themes", "backup", "import"),
        (("storage used", 12, 88, 1, "GB"), ("visits a day", 800, 9600, 100, ""), ("editors", 3, 24, 1, "")),
        ("The phone list is in the shared folder.", "The staging copy is renewed every Monday.", "Translations are loaded after the update.")),
    "telemetry": Domain(
        ("module", "modules"), "kernel", (2, 4), ("board", "boards"), ("MB-20", "MB-24", "MB-32", "MB-40"), "release catalogue", "unit",
        ("pump-station-{:02d}", "weir-{:02d}", "reservoir-{:02d}"), ("{stem} Water", "{stem} Utilities", "{stem} Drainage"),
        ("imagetool", "flashplan", "fieldcheck"), ("winter image", "low-power image", "flood season image", "radio upgrade", "gateway image"),
        ("valve", "gauge", "radio", "turbine", "sluice", "meter", "sensor", "beacon", "relay", "modem", "siphon", "inlet"),
        ("driver", "bridge", "logger", "monitor", "filter", "codec", "timer", "uplink", "stack", "sync"),
        (("flash free", 4, 64, 2, "MB"), ("battery", 61, 99, 1, "%"), ("signal", 12, 31, 1, "of 31")),
        ("Spare parts are kept at the depot.", "Units report home at 05:00.", "Images are signed in the workshop.")),
    "gaming": Domain(
        ("mod", "mods"), "engine", (1, 3), ("device", "devices"), ("desktop", "handheld", "console", "streaming"), "workshop listing", "server",
        ("realm-{:02d}", "shard-{:02d}", "guild-{:02d}"), ("{stem} Gaming Club", "{stem} Guild", "{stem} Play Community"),
        ("modkeeper", "loadorder", "realmtool"), ("harvest season", "castle weekend", "hardcore league", "builder night", "summer campaign"),
        ("castle", "dragon", "forest", "potion", "quest", "raider", "tavern", "wizard", "dungeon", "griffin", "armour", "village"),
        ("textures", "spawner", "trading", "weather", "minimap", "sounds", "crafting", "physics", "biomes", "banners"),
        (("slots", 16, 96, 8, ""), ("average ping", 18, 72, 1, "ms"), ("world size", 6, 48, 1, "GB")),
        ("Screenshots go to the gallery channel.", "The world is backed up every six hours.", "Skins are voted on once a month.")),
    "accounting": Domain(
        ("extension", "extensions"), "application server", (7, 11), ("edition", "editions"), ("hosted", "on-site", "hybrid", "branch"),
        "extension catalogue", "tenant", ("finance-{:02d}", "payroll-{:02d}", "group-{:02d}"), ("{stem} Holding", "{stem} Trading", "{stem} Foods"),
        ("changeboard", "tenantcheck", "rolloutdesk"), ("year-end closing", "payroll move", "cost centre reform", "tax update", "dunning rollout"),
        ("invoice", "payment", "payroll", "dunning", "voucher", "costing", "budget", "closing", "travel", "deposit", "tax", "asset"),
        ("posting", "archive", "export", "approval", "matching", "reminder", "rounding", "transfer", "journal", "mapping"),
        (("named users", 40, 900, 10, ""), ("database size", 60, 480, 5, "GB"), ("open periods", 1, 3, 1, "")),
        ("Roles are assigned after the update.", "Month-end runs are stopped during a change.", "Training dates follow by e-mail.")),
    "laboratory": Domain(
        ("driver pack", "driver packs"), "firmware", (4, 8), ("controller", "controllers"), ("LC-3", "LC-5", "LC-7", "LC-8"),
        "vendor listing", "bench",
        ("bench-{:02d}", "hood-{:02d}", "cell-room-{:02d}"), ("{stem} Institute", "{stem} Biolabs", "{stem} Testing House"),
        ("benchcheck", "packlist", "setupaid"), ("plate screening", "stability study", "solvent line", "cell counting", "dissolution test"),
        ("pipette", "balance", "stirrer", "reactor", "chiller", "shaker", "burette", "furnace", "plate", "cuvette", "spindle", "pump"),
        ("control", "readout", "calib", "queue", "report", "alarm", "motion", "thermo", "serial", "washer"),
        (("room temperature", 19, 24, 1, "C"), ("last calibration", 3, 80, 1, "days ago"), ("channels", 4, 16, 4, "")),
        ("Service visits are booked with the vendor.", "Rinse the lines before any restart.", "Data folders stay where they are.")),
    "drafting": Domain(
        ("add-in", "add-ins"), "workbench", (12, 16), ("licence tier", "licence tiers"), ("viewer", "standard", "studio", "campus"),
        "add-in register", "workstation", ("ws-{:02d}", "studio-{:02d}", "model-{:02d}"),
        ("{stem} Architects", "{stem} Structures", "{stem} Building Design"),
        ("addincheck", "seatplan", "drawdesk"), ("facade team seats", "bridge model", "school extension", "hospital wing", "tender drawings"),
        ("facade", "girder", "stair", "purlin", "lintel", "roofing", "masonry", "window", "footing", "truss", "parapet", "canopy"),
        ("layers", "sections", "hatching", "takeoff", "details", "render", "snap", "labels", "levels", "sheets"),
        (("graphics memory", 4, 24, 4, "GB"), ("monitors", 1, 3, 1, ""), ("seats in use", 5, 60, 1, "")),
        ("Plot styles are copied by the office manager.", "Seats are given back on Fridays.", "The plotter room is locked after six.")),
}
NAMES = {key: tuple(f"{first}-{second}" for first, second in product(domain.firsts, domain.seconds) if first != second)
         for key, domain in DOMAINS.items()}


# Phrases

VOCABULARY = (("needs", "conflicts with"), ("requires", "clashes with"), ("depends on", "excludes"))
"""(label of what a version needs, label of what it must not meet); one row a document."""

NOTES = {
    "clean": (
        "The set is clean if and only if all that each pinned version {needs} is met and its {plats} include that of the {target}.",
        "The set installs cleanly if and only if every pinned version finds all it {needs} among the pins and runs on the {plat} of the {target}.",
        "An install is clean exactly when for every pinned version all it {needs} is met and the {plat} of the {target} fits.",
    ),
    "clean in full": (
        "The set is clean if and only if for each pinned version all it {needs} is met, no pin falls in a range it {clash}, and {plat} and {runtime} "
        "fit.",
        "The set installs cleanly if and only if every pinned version finds among the pins, within the limits given, all it {needs} and nothing it "
        "{clash}, and fits {plat} and {runtime} of the {target}.",
        "An install is clean exactly when for every pinned version all it {needs} is met, nothing it {clash} is pinned within the limits given, and "
        "the {plat} and the {runtime} of the {target} fit.",
    ),
    "rows": (
        "Only the entries of pinned versions count.",
        "Entries of versions that are not pinned do not count.",
        "Versions that are not pinned are listed too; what they ask for is ignored.",
    ),
    "closed": (
        '"{needs_key}": the {pkg} named must itself be pinned, in a version that fits. Nothing is fetched besides the pins.',
        'Nothing but the pins gets installed, so whatever stands under "{needs_key}" must be among them in a fitting version.',
        '{A_pkg} named under "{needs_key}" must be in the set, within the limits; nothing is added on the fly.',
    ),
    "spare": (
        "It does not matter if nothing {needs} a pinned {pkg}.",
    ),
    "order": (
        "Versions are compared part by part as numbers ({high} is later than {low}), never by date. A limit of {short} means {short}.0, so {short}.1 "
        "is later than it.",
        "Order of versions: number by number from the left ({low} is earlier than {high}), not by date. A limit of {short} is {short}.0; {short}.1 "
        "is already later.",
        "Parts of a version are numbers, compared from left to right: {low}, then {high}. A limit of two parts ends in 0 ({short} means {short}.0, "
        "which is before {short}.1). Dates do not matter.",
    ),
    "pre": (
        'Pre-releases come right before their final version ({short}.0-rc1, {short}.0-rc2, {short}.0) and count like any other, '
        'so "{below}" takes in {short}.0-rc1.',
        '{short}.0-rc1 and -rc2 are, in this order, the last versions before {short}.0; both are within "{below}" and not within "{from}".',
        'A pre-release is earlier than its final version and later than all before (-rc1, -rc2, {short}.0), also for limits of two parts: '
        '{short}.0-rc1 fits "{below}".',
    ),
    "signs": (
        ">= and <= include the version named, > and < do not; with a comma both limits apply.",
        "The version named is within >= and <=, but not within > and <. Limits joined by a comma all apply.",
        ">= at or above, > above, <= at or below, < below the version named; a comma joins limits that must both hold.",
    ),
    "equal signs": (
        "== takes that version alone, =={wild}.* every version whose first two parts are {wild}{pre_too}.",
        "After == only that version fits; =={wild}.* fits {wild} with any number as last part{pre_too}.",
    ),
    "compat signs": (
        "~={wild}.1 means {wild}.1 or later, as long as the first two parts stay {wild}.",
        "~={wild}.1 takes {wild}.1 and later ones with the same first two parts.",
    ),
    "marker": (
        'A condition {where} ("{example}") belongs to the one entry it stands behind; that entry counts only if the target meets it.',
        'A condition {where} ("{example}") goes with the entry right before it alone. Where the target does not meet the condition, that entry is skipped.',
        'An entry with a condition {where} ("{example}") is skipped unless the target meets it; a condition covers that one entry only.',
    ),
    "platforms": (
        "The {plat} of the target must be listed for each pinned version.",
        "A version installs on no other {plats} than those it lists.",
        "{A_pkg} runs only on the {plats} listed with its version.",
    ),
    "runtime": (
        "The {runtime} of the {target} must meet the limit that a pinned version gives for it; without one, any will do.",
        "If a pinned version has a limit for the {runtime}, the {runtime} on the {target} must fit it.",
        "Limits for the {runtime} are checked against what the {target} runs.",
    ),
    "conflict": (
        '"{clash_key}" is broken only if the {pkg} named is pinned within the range given; else it is met.',
        'An entry under "{clash_key}" is met unless the {pkg} it names is pinned in the range it gives.',
        'What stands under "{clash_key}" must not be pinned in the range given; pinned outside it, or not at all, is fine.',
    ),
}
"""Meaning -> phrasings. A document other than a mail has one of each that it needs."""

POLICY = {
    "clean": (
        "A set is clean if and only if every {pkg} that a pinned version {needs} is itself pinned within the limits, and each pinned version "
        "lists the {plat} of the {target}.",
        "We call an install clean exactly when each pinned version lists the {plat} of the {target} and finds every {pkg} it {needs} among the "
        "pins, within the limits.",
    ),
    "clean in full": (
        "A set is clean if and only if, for each pinned version, every {pkg} it {needs} is pinned within the limits, none it {clash} is pinned in "
        "the range given, its {plats} include that of the {target}, and the {runtime} there is within its limit, if it has one.",
        "We call an install clean exactly when each pinned version lists the {plat} of the {target}, has no limit for the {runtime} or one that the "
        "{target} meets, and finds among the pins, within the limits given, every {pkg} it {needs} and none it {clash}.",
    ),
    "rows": (
        "Versions that are not pinned play no part, a pin that nothing {needs} does no harm, and nothing is installed besides the pins.",
        "Only the pins get installed and only their entries count; a pin that nothing {needs} is fine.",
    ),
    "order": NOTES["order"],
    "pre": NOTES["pre"],
    "words": (
        '"Or later" and "or earlier" include the version named, "later than" and "earlier than" do not; "and" between two limits means both.',
        'The version named belongs to "or later" and "or earlier", not to "later than" and "earlier than". Two limits joined by "and" both apply.',
    ),
    "exact": (
        '"Exactly {wild}.2" takes that version alone.',
        'Where it says "exactly", no other version will do.',
    ),
    "any": (
        "{wild}.x stands for every version whose first two parts are {wild}{pre_too}.",
        "The x in {wild}.x stands for any number{pre_too}.",
    ),
    "compat": (
        '"{wild}.1 or a later {wild}.x" covers {wild}.1 and all later versions with the same first two parts.',
        '"{wild}.1 or a later {wild}.x" starts at {wild}.1 and holds as long as the first two parts stay {wild}.',
    ),
    "marker": NOTES["marker"],
}
"""Meaning -> phrasings of the note that a mail quotes."""
POLICY_LINES = (("clean", "clean in full", "rows"), ("order", "pre"), ("words", "exact", "any", "compat"), ("marker",))
"""Which meanings share a line of that note."""

QUESTIONS = (
    ("Does the proposed set install cleanly in the target environment?", "It installs cleanly.", "It does not install cleanly."),
    ("Do the pinned {pkgs} install cleanly on the {target}?", "They do.", "They do not."),
    ("Will this set of pins install cleanly on {host}?", "It will.", "It will not."),
    ("Is the install of the pinned versions clean on the target?", "It is clean.", "It is not clean."),
    ("Can the {pkgs} be installed exactly as pinned, with a clean result?", "The result is clean.", "The result is not clean."),
    ("Is the proposed set of {pkgs} clean for {host}?", "The set is clean.", "The set is not clean."),
)

TITLES = {
    "console": {
        "head": ("{tool}: set \"{set}\" against {host} ({org})", "{tool} report / {org} / {host}", "{org}, {host}: dry run of {tool}"),
        "made": ("run {date_iso} {clock} by {author}", "{date_iso} {clock}, started by {author}", "operator {author}, {date_iso} {clock}"),
        "target": ("== {target} ==", "== environment ==", "== target =="),
        "pins": ("== proposed set ==", "== pins: {set} ==", "== pinned {pkgs} =="),
        "index": ("== {index} ==", "== {index}, {pkgs} concerned ==", "== versions available =="),
        "notes": ("== how to read this ==", "== notes ==", "== legend =="),
    },
    "yaml": {
        "head": ("# {set} - {org}", "# plan \"{set}\" for {host}, {org}", "# {org}: {host}"),
        "made": ("# written by {tool} for {author}, {date_iso} {clock}", "# {tool} export, {date_iso} {clock}, {author}",
                 "# exported {date_iso} {clock} ({tool}, {author})"),
        "target": ("target:", "environment:", "installed_on:"),
        "pins": ("pins:", "proposed:", "pinned:"),
        "index": ("index:", "available:", "versions:"),
        "notes": ("# notes", "# reading this file", "# conventions"),
    },
    "page": {
        "head": ("# {set}: {pkgs} for {host}", "# {org} / install plan \"{set}\"", "# Change of {pkgs} on {host}"),
        "made": ("Page owner: {author}. Index copied from {tool} on {date_long}, {clock}.", "_{author}, {date_long}; data from {tool}, {clock}_",
                 "Prepared by {author} with {tool} on {date_long} at {clock}."),
        "target": ("## Target", "## {Target}", "## Environment"),
        "pins": ("## Proposed set", "## Pins", "## What we want to install"),
        "index": ("## {Index}", "## Versions in the {index}", "## Available versions"),
        "notes": ("## Reading notes", "## Conventions", "## How the tables are read"),
    },
    "mail": {
        "head": ("Subject: {set} on {host}, please check the set", "Subject: {host}: {pkgs} for \"{set}\"",
                 "Subject: Install check for {host} ({set})"),
        "hello": ("Hello {reader_first},", "Hi {reader_first},", "Dear {reader_first},"),
        "made": ("here is the set we would like to install at {org}. The list of versions is from {tool}, {date_long}, {clock}.",
                 "could you check this set for me before the change at {org}? I took the versions from {tool} on {date_long} at {clock}.",
                 "this is the proposal for {org}, with what {tool} showed on {date_long} at {clock}."),
        "target": ("The {target}:", "It goes on this {target}:", "Target:"),
        "pins": ("Proposed set:", "We would pin:", "The pins:"),
        "index": ("From the {index}:", "What the {index} says:", "Available versions:"),
        "notes": ("From our install policy:", "Our install policy in short:", "The install policy, for reference:"),
        "bye": ("Thanks, {author}", "Best regards, {author}", "Many thanks, {author}"),
    },
}
"""Layout -> part of the document -> phrasings."""
LAYOUTS = tuple(TITLES)

SIGNS = {"ge": ">={}", "gt": ">{}", "le": "<={}", "lt": "<{}", "eq": "=={}", "any": "=={}.*", "compat": "~={}"}
WORDS = {"ge": "{} or later", "gt": "later than {}", "le": "{} or earlier", "lt": "earlier than {}", "eq": "exactly {}", "any": "{}.x"}
RUNS = ("runs on", "works with", "supports")
"""What a mail writes before the limits for the runtime; one a document."""
COMMAS = {"console": ",", "yaml": ",", "page": ", ", "mail": " and "}
"""Layout -> what joins two limits of one range."""
MARKERS = {
    "console": {"platform": " [{plat} {value}]", "runtime": " [{runtime} {value}]"},
    "yaml": {"platform": " if {plat} is {value}", "runtime": " if {runtime} {value}"},
    "page": {"platform": " ({plat} {value} only)", "runtime": " ({runtime} {value} only)"},
    "mail": {"platform": " (on {plat} {value} only)", "runtime": " (only with {runtime} {value})"},
}
"""Layout -> what follows an entry with a condition."""
PLACES_OF_CONDITIONS = {"console": "in brackets", "yaml": 'after "if"', "page": "in brackets", "mail": "in brackets"}


# The case

FINAL = 99
"""Last part of a version that is no pre-release; versions are (major, minor, patch, pre-release or FINAL)."""
FLIPPED = {"ge": "gt", "gt": "ge", "le": "lt", "lt": "le"}


@dataclass(frozen=True)
class Limit:
    """One limit of a range; `is_short` leaves a last part of zero unwritten."""

    sign: str
    version: tuple
    is_short: bool = False


@dataclass(frozen=True)
class Marker:
    """A condition on the target: field "platform" with a platform, or "runtime" with a Limit."""

    field: str
    value: object


@dataclass(frozen=True)
class Entry:
    """What a version needs or must not meet: a name, the limits of a range, perhaps a condition."""

    name: str
    limits: tuple
    marker: Marker | None = None


@dataclass(frozen=True)
class Release:
    """One version in the index; `runtime` holds limits, none where any runtime will do."""

    name: str
    version: tuple
    released: datetime.date
    platforms: tuple
    runtime: tuple
    needs: tuple
    conflicts: tuple


@dataclass(frozen=True)
class Pin:
    name: str
    version: tuple


@dataclass(frozen=True)
class Case:
    platform: str
    runtime: tuple
    index: tuple
    pins: tuple


class Plan(NamedTuple):
    """What a group must be. `is_inclusive`: the limit decided includes the version it names; `is_lower`: it is missed from below."""

    level: int
    kind: str
    number: int
    is_inclusive: bool
    is_lower: bool
    domain: str
    layout: str


class Draft(NamedTuple):
    """The case of the `yes` member, the pin that replaces one of its pins, and (limit, version) decided in each member, None where none is."""

    case: Case
    place: int
    pin: Pin
    decided: tuple | None


@dataclass(frozen=True)
class Wording:
    """Everything a document says apart from its case; shared by the members of a group."""

    layout: str
    titles: dict
    notes: tuple
    order: tuple
    variant: int
    words: dict
    facts: tuple
    question: dict


# Planning

def plan(draw: draws.Draw) -> list:
    """The Plan of every group of a draw; groups stand in drawn order."""
    rng = draws.stream(draw, FAMILY, "plan")
    plans = []
    sides = ((True, True), (False, False), (True, False), (False, True))
    for level in families.LEVELS:
        whole = sum(PAIRS[level].values())
        domains, layouts = balance.spread(rng, DOMAINS, whole, 2 * level), balance.spread(rng, LAYOUTS, whole)
        for place, kind in enumerate(KINDS):
            for is_inclusive, is_lower in balance.spread(rng, sides, PAIRS[level][kind], level + place):
                number = len(plans) % whole
                plans.append(Plan(level, kind, number, is_inclusive, is_lower, domains[number], layouts[number]))
    return rng.shuffled(plans)


# Answering

def version_text(version: tuple) -> str:
    """'3.10.0', '3.10.0-rc1'."""
    return "{}.{}.{}".format(*version[:3]) + ("" if version[3] == FINAL else f"-rc{version[3]}")


def limit_version_text(limit: Limit) -> str:
    """The version a limit names, as it is written there."""
    whole = version_text(limit.version)
    return whole.rsplit(".", 1)[0] if limit.is_short or limit.sign == "any" else whole


def as_numbers(version: tuple) -> tuple:
    """The order of versions as the documents state it."""
    return version


class Reading(NamedTuple):
    """How to read a case; the defaults are what the document says, every other value is a misreading."""

    key: object = as_numbers
    sees_markers: bool = True
    sees_ranges: bool = True
    sees_versions: bool = True
    sees_conflict_ranges: bool = True


AS_WRITTEN = Reading()


def meets(version: tuple, limit: Limit, reading: Reading = AS_WRITTEN) -> bool:
    """Whether a version meets one limit."""
    if limit.sign in ("any", "compat") and version[:2] != limit.version[:2]:
        return False
    one, other = reading.key(version), reading.key(limit.version)
    return {"ge": one >= other, "gt": one > other, "le": one <= other, "lt": one < other, "eq": one == other, "any": True,
            "compat": one >= other}[limit.sign]


def within(version: tuple, limits: tuple, reading: Reading = AS_WRITTEN) -> bool:
    """Whether a version meets every limit of a range."""
    return all(meets(version, limit, reading) for limit in limits)


def counts(case: Case, entry: Entry, reading: Reading = AS_WRITTEN) -> bool:
    """Whether an entry has no condition, or one that the target meets."""
    if entry.marker is None or not reading.sees_markers:
        return True
    if entry.marker.field == "platform":
        return entry.marker.value == case.platform
    return meets(case.runtime, entry.marker.value, reading)


class Failure(NamedTuple):
    """Something unmet: "missing", "range", "platform", "runtime" or "conflict", the name that asks for it and the name it is about."""

    what: str
    owner: str
    about: str | None


def release_failures(case: Case, release: Release, pinned: dict, reading: Reading) -> list:
    """Everything one version asks for that is not met."""
    found = []
    for entry in release.needs:
        if counts(case, entry, reading):
            if entry.name not in pinned:
                found.append(Failure("missing", release.name, entry.name))
            elif reading.sees_ranges and not within(pinned[entry.name], entry.limits, reading):
                found.append(Failure("range", release.name, entry.name))
    for entry in release.conflicts:
        if counts(case, entry, reading) and entry.name in pinned:
            if not reading.sees_conflict_ranges or within(pinned[entry.name], entry.limits, reading):
                found.append(Failure("conflict", release.name, entry.name))
    if case.platform not in release.platforms:
        found.append(Failure("platform", release.name, None))
    if not within(case.runtime, release.runtime, reading):
        found.append(Failure("runtime", release.name, None))
    return found


def pinned_releases(case: Case, reading: Reading = AS_WRITTEN) -> list:
    """The releases that are pinned, or all releases of pinned names."""
    pinned = {pin.name: pin.version for pin in case.pins}
    return [release for release in case.index if release.name in pinned
            and (not reading.sees_versions or pinned[release.name] == release.version)]


def failures(case: Case, reading: Reading = AS_WRITTEN) -> list:
    """Every Failure of the set, in the order of the index."""
    pinned = {pin.name: pin.version for pin in case.pins}
    return [failure for release in pinned_releases(case, reading) for failure in release_failures(case, release, pinned, reading)]


def answer(case: Case) -> str:
    """'yes' where everything that the pinned versions ask for is met."""
    return "no" if failures(case) else "yes"


def plant(case: Case, place: int, pin: Pin) -> Case:
    """The case of the `no` member: the `yes` case with one pin replaced."""
    return replace(case, pins=(*case.pins[:place], pin, *case.pins[place + 1:]))


# Drawing versions and ranges

class Failed(Exception):
    """A draft that cannot be completed; another one is drawn."""


def need(holds: bool) -> None:
    """Give a draft up unless the condition holds."""
    if not holds:
        raise Failed


def step_up(version: tuple) -> tuple:
    """The next version one would release: the final one after a pre-release, else the next patch."""
    major, minor, patch, pre = version
    return (major, minor, patch, FINAL) if pre != FINAL else (major, minor, patch + 1, FINAL)


def step_down(version: tuple) -> tuple:
    """A version right before: the patch before, or the beginning of the minor version before."""
    major, minor, patch, pre = version
    if patch:
        return major, minor, patch - 1, FINAL
    return (major, minor - 1, 0, FINAL) if minor else (major - 1, 9, 0, FINAL)


def next_version(rng, version: tuple) -> tuple:
    """What a maintainer releases next: mostly a patch, else a minor version or its pre-release."""
    major, minor, patch, pre = version
    if pre != FINAL:
        return (major, minor, patch, pre + 1) if pre < 2 and rng.chance(40) else (major, minor, patch, FINAL)
    kind = rng.below(100)
    if kind < 60:
        return major, minor, patch + 1, FINAL
    if kind < 86:
        return major, minor + 1, 0 if rng.chance(60) else rng.between(1, 3), FINAL
    return major, minor + 1, 0, 1


def draw_series(rng, size: int) -> list:
    """The versions of one name in the index, earliest first; more than a third of them are about to pass from 9 to 10 in a part, or do."""
    style = rng.below(100)
    major = rng.between(1, 5)
    if style < 20:
        version = (major, 9, rng.between(0, 7), FINAL)
        series = [version, (major, 10, rng.choice((0, 0, 1, 2)), FINAL)]
        if size > 2:
            series = [(major, 8, rng.between(1, 6), FINAL), *series] if rng.chance(1, 2) else [version, step_up(version), series[1]]
    else:
        series = [(major, rng.between(0, 8), rng.between(8, 9) if style < 38 else rng.between(0, 7), FINAL)]
    while len(series) < size:
        series.append(next_version(rng, series[-1]))
    return series


def draw_trap_series(rng, size: int) -> list:
    """Versions that pass from minor version 9 to 10."""
    major = rng.between(1, 5)
    series = [(major, 9, rng.between(1, 7), FINAL), (major, 10, rng.choice((0, 1, 2)), FINAL)]
    while len(series) < size:
        if rng.chance(1, 2):
            series.append(next_version(rng, series[-1]))
        else:
            series.insert(0, step_down(series[0]))
    return series


def limit(rng, sign: str, version: tuple) -> Limit:
    """A limit; a last part of zero is mostly left out."""
    return Limit(sign, version, version[2] == 0 and version[3] == FINAL and rng.chance(70))


def after(series: list, place: int) -> tuple:
    """The version after that at a place, in the index or as one would release it."""
    return series[place + 1] if place + 1 < len(series) else step_up(series[place])


def before(series: list, place: int) -> tuple:
    """The version before that at a place."""
    return series[place - 1] if place else step_down(series[place])


def beside(series: list, place: int, step: int) -> tuple:
    """The version after that at a place for a step of 1, before it for -1."""
    return after(series, place) if step > 0 else before(series, place)


def holding_lower(rng, series: list, place: int) -> Limit:
    """A limit from below that the version at a place meets, often just so."""
    version, way = series[place], rng.below(100)
    if way < 28:
        return limit(rng, "ge", version)
    if way < 44:
        return limit(rng, "gt", before(series, place))
    if way < 60:
        return limit(rng, "ge", before(series, place))
    major, minor, _, pre = version
    least = max(0, minor - 2)
    return limit(rng, "ge", (major, rng.between(least, max(least, minor - (pre != FINAL))), 0, FINAL)) if minor else limit(rng, "ge", version)


def holding_upper(rng, series: list, place: int) -> Limit:
    """A limit from above that the version at a place meets, often just so."""
    version, way = series[place], rng.below(100)
    if way < 25:
        return limit(rng, "le", version)
    if way < 50:
        return limit(rng, "lt", after(series, place))
    if way < 75 and version[3] == FINAL:
        return limit(rng, "lt", (version[0], version[1] + 1, 0, FINAL))
    return limit(rng, "lt", (version[0] + 1, 0, 0, FINAL))


def holding(rng, series: list, low: int, high: int) -> tuple:
    """The limits of a range that all versions from one place to another meet."""
    way = rng.below(100)
    one, other = series[low], series[high]
    if way < 26 and one[:2] == other[:2] and one[3] == FINAL:
        if way < 10:
            return (Limit("any", (*one[:2], 0, FINAL)),)
        if way < 20:
            return (Limit("compat", one if way < 15 or not one[2] else (*one[:2], one[2] - 1, FINAL)),)
        if low == high:
            return (Limit("eq", one),)
    if way < 66:
        return (holding_lower(rng, series, low),)
    if way < 82:
        return (holding_upper(rng, series, high),)
    one, other = holding_lower(rng, series, low), limit(rng, "lt", (series[high][0] + 1, 0, 0, FINAL))
    if way < 93:
        return one, other
    return limit(rng, "ge", (series[low][0], 0, 0, FINAL)), holding_upper(rng, series, high)


def beyond(rng, series: list, low: int, high: int, is_later: bool) -> tuple:
    """The limits of a range that just leaves out all versions from one place to another: it lies after them or before them."""
    if is_later:
        return (limit(rng, "gt", series[high]) if rng.chance(1, 2) else limit(rng, "ge", after(series, high)),)
    return (limit(rng, "lt", series[low]) if rng.chance(1, 2) else limit(rng, "le", before(series, low)),)


def trapped(rng, series: list, place: int) -> tuple:
    """The limits of a range met by the version at a place, on the other side of the step from 9 to 10."""
    minor = series[place][1]
    if minor >= 10:
        last = max(version for version in series if version[1] == 9)
        return (rng.choice((limit(rng, "ge", last), limit(rng, "gt", last), limit(rng, "ge", (last[0], 9, 0, FINAL)))),)
    first = min(version for version in series if version[1] == 10)
    return (limit(rng, "lt", first) if rng.chance(1, 2) else limit(rng, "lt", (first[0], 10, 0, FINAL)),)


def decided_limits(group: Plan, value, worse) -> tuple:
    """(limit, limit) with the border at one version: the first is met by `value`, the second just not met by it.

    `worse` gives the border's neighbours: worse(-1) the version before `value`, worse(1) the one after.
    """
    sign = {(True, True): "ge", (False, True): "gt", (True, False): "le", (False, False): "lt"}[group.is_inclusive, group.is_lower]
    inward, outward = (-1, 1) if group.is_lower else (1, -1)
    first, second = (value, worse(outward)) if group.is_inclusive else (worse(inward), value)
    return Limit(sign, first), Limit(sign, second)


# Drawing a case

@dataclass
class Sketch:
    """A set being drawn: nodes 0, 1, ... are the pins, needed only by earlier ones; the nodes after them are not pinned in the `yes` member.

    `places` are the places of the pinned versions in `series`; `x` is the pin that changes, at `other` in the `no` member.
    """

    group: Plan
    names: list
    pins: int
    series: list
    places: list
    x: int
    other: int
    edges: dict
    needs: dict
    conflicts: dict
    runtimes: dict

    def span(self, node: int) -> tuple:
        """First and last place of the versions of a node that are pinned in a member."""
        low = high = self.places[node]
        if node == self.x and self.group.kind != "missing":
            low, high = min(low, self.other), max(high, self.other)
        return low, high

    def named_by(self, node: int) -> set:
        """The names that the entries of a node are about."""
        return {entry.name for entry in (*self.needs.get(node, ()), *self.conflicts.get(node, ()))}

    def holding(self, rng, node: int) -> tuple:
        """A range that a node meets in both members."""
        return holding(rng, self.series[node], *self.span(node))


def draw_names(rng, group: Plan, size: int, x: int, y: int) -> list:
    """The names of all nodes; the pin that is replaced and the one that replaces it are equally long."""
    pool = rng.sample(NAMES[group.domain], size + 14)
    chosen = pool[:size]
    if group.kind == "missing":
        fits = [name for name in pool[size:] if len(name) == len(chosen[x])]
        need(bool(fits))
        chosen[y] = fits[0]
    return chosen


def draw_places(rng, group: Plan, series: list, x: int, edges: dict) -> tuple:
    """(the place of every pinned version, the place of the changed pin in the `no` member)."""
    places = [rng.below(len(each)) for each in series]
    if group.kind == "unmet":
        node = planted_need(edges)[1]
        places[node] = rng.below(len(series[node]) - 1) + (not group.is_lower)
    if group.kind == "missing":
        return places, None
    is_down = group.is_lower if group.kind == "bound" else not group.is_lower
    if group.kind == "conflict" and group.number % 2:
        is_down = not is_down
    places[x] = rng.between(1, len(series[x]) - 1) if is_down else rng.below(len(series[x]) - 1)
    return places, places[x] - 1 if is_down else places[x] + 1


def draw_edges(rng, group: Plan, pins: int, x: int) -> dict:
    """{(needing node, needed node): part}, where part is "trap", "planted" or None. Earlier nodes need later ones."""
    low, high = sorted(rng.sample([node for node in range(pins) if node != x], 2))
    edges = {(low, high): "trap"}
    if group.kind in ("bound", "missing"):
        edges[rng.below(x), x] = "planted"
    elif group.kind == "unmet":
        edges[x, rng.between(x + 1, pins - 1)] = "planted"
    wanted = rng.between(*CHECKS[group.level])

    def add(one: int, other: int) -> None:
        most = 1 if group.kind == "missing" and one == x else MOST_NEEDS
        is_full = sum(owner == one for owner, _ in edges) >= most or group.kind == "missing" and other == x
        if not is_full and len(edges) < wanted:
            edges.setdefault((one, other), None)

    for node in rng.shuffled(range(1, pins)):
        if not any(needed == node for _, needed in edges) and rng.chance(85):
            add(rng.below(node), node)
    for _ in range(60):
        other = rng.between(1, pins - 1)
        add(rng.below(other), other)
    need(len(edges) == wanted)
    return edges


def planted_need(edges: dict) -> tuple:
    """(needing node, needed node) of the planted need."""
    return next(edge for edge, part in edges.items() if part == "planted")


def draw_sketch(rng, group: Plan) -> Sketch:
    """The nodes of a set with their versions, and which needs which."""
    pins, unpinned = rng.between(*PINS[group.level]), rng.between(*UNPINNED[group.level])
    first, last = {"bound": (1, pins - 1), "missing": (1, pins - 1), "unmet": (0, pins - 2)}.get(group.kind, (0, pins - 1))
    x = rng.between(first, last)
    edges = draw_edges(rng, group, pins, x)
    trapped_node = next(needed for (_, needed), part in edges.items() if part == "trap")
    of_two = {"missing": (), "unmet": (x, planted_need(edges)[1]) if group.kind == "unmet" else ()}.get(group.kind, (x,))
    series = []
    for node in range(pins + unpinned):
        size = rng.between(2, 3) if node in of_two else rng.weighted({1: 7, 2: 7, 3: 1})
        series.append(draw_trap_series(rng, max(2, size)) if node == trapped_node else draw_series(rng, size))
    places, other = draw_places(rng, group, series, x, edges)
    return Sketch(group, draw_names(rng, group, pins + unpinned, x, pins), pins, series, places, x, pins if other is None else other, edges,
                  {}, {}, {})


class Target(NamedTuple):
    """The target of a draft: platform, the runtime and its neighbours, the place of the runtime among them, and all platforms."""

    platform: str
    series: list
    platforms: tuple

    @property
    def runtime(self) -> tuple:
        return self.series[1]


def draw_target(rng, group: Plan) -> Target:
    """The target of a draft."""
    domain = DOMAINS[group.domain]
    runtime = (rng.choice(domain.runtime_majors), rng.choice((9, 10, 10, 11)), rng.between(1, 7), FINAL)
    return Target(rng.choice(domain.platforms), [step_down(runtime), runtime, step_up(runtime)], domain.platforms)


def draw_marker(rng, group: Plan, target: Target, holds: bool) -> Marker:
    """A condition that the target meets, or one that it does not meet."""
    if group.level > 1 and rng.chance(40):
        if holds:
            return Marker("runtime", rng.choice((holding_lower, holding_upper))(rng, target.series, 1))
        return Marker("runtime", beyond(rng, target.series, 1, 1, rng.chance(1, 2))[0])
    return Marker("platform", target.platform if holds else rng.choice(platform for platform in target.platforms if platform != target.platform))


def with_company(rng, limits: tuple, major: int) -> list:
    """[limits of a range, ...] with one decided limit each, at times with the same second, wide one on the other side."""
    ends = (major, 0, 0, FINAL), (major + 1, 0, 0, FINAL)
    if rng.chance(65) or any(each.sign in ("any", "compat") or not ends[0] < each.version < ends[1] for each in limits):
        return [(each,) for each in limits]
    if limits[0].sign in ("ge", "gt"):
        wide = limit(rng, "lt", ends[1])
        return [(each, wide) for each in limits]
    wide = limit(rng, "ge", ends[0])
    return [(wide, each) for each in limits]


def shortened(rng, limits: tuple) -> tuple:
    """Decided limits with the last part left out where it is zero, as in the others."""
    return tuple(limit(rng, each.sign, each.version) for each in limits)


def draw_bound(rng, sketch: Sketch) -> tuple:
    """(limits on the changed pin, (limit, version) decided in each member): met by the one version, not by the other."""
    series, good, bad = sketch.series[sketch.x], sketch.places[sketch.x], sketch.other
    decided, _ = decided_limits(sketch.group, series[good], lambda _: series[bad])
    row, is_final = (*series[good][:2], 0, FINAL), series[good][3] == series[bad][3] == FINAL
    if sketch.group.is_inclusive and sketch.group.is_lower and is_final and rng.chance(25):
        decided = Limit("compat", series[good])
    elif decided.sign == "lt" and is_final and row[1] != series[bad][1] and rng.chance(60):
        decided = rng.choice((Limit("any", row), Limit("compat", series[good]), Limit("compat", row)))
    else:
        decided = limit(rng, decided.sign, decided.version)
    return with_company(rng, (decided,), series[good][0])[0], ((decided, series[good]), (decided, series[bad]))


def listed_side(rng, sketch: Sketch, node: int) -> bool:
    """Whether to take what is later than the pinned version of a node: the index has such a version, or none that is earlier."""
    low, high = sketch.span(node)
    sides = [is_later for is_later, is_listed in ((True, high + 1 < len(sketch.series[node])), (False, low > 0)) if is_listed]
    return rng.choice(sides or (True, False))


def draw_needs(rng, sketch: Sketch, target: Target) -> tuple | None:
    """Draw what every pinned version needs. Returns (limit, version) decided in each member for a bound, else None."""
    group, decided = sketch.group, None
    for (owner, needed), part in sketch.edges.items():
        if part == "trap":
            limits = trapped(rng, sketch.series[needed], sketch.places[needed])
        elif part == "planted" and group.kind == "bound":
            limits, decided = draw_bound(rng, sketch)
        else:
            limits = sketch.holding(rng, needed)
        marker = draw_marker(rng, group, target, True) if rng.chance(18) else None
        sketch.needs.setdefault(owner, []).append(Entry(sketch.names[needed], limits, marker))
    owner = rng.choice(node for node in range(sketch.x if group.kind == "missing" else sketch.pins) if node != sketch.x)
    skipped = Entry(sketch.names[sketch.pins], sketch.holding(rng, sketch.pins), draw_marker(rng, group, target, False))
    sketch.needs.setdefault(owner, []).append(skipped)
    if rng.chance(1, 2):
        owner, needed = (rng.choice(node for node in range(sketch.pins) if node != sketch.x) for _ in range(2))
        is_free = owner != needed and (owner, needed) not in sketch.edges and len(sketch.needs.get(owner, ())) < MOST_NEEDS
        if is_free and len(sketch.series[needed]) > 1:
            limits = beyond(rng, sketch.series[needed], *sketch.span(needed), listed_side(rng, sketch, needed))
            sketch.needs.setdefault(owner, []).append(Entry(sketch.names[needed], limits, draw_marker(rng, group, target, False)))
    for node in sketch.needs:
        sketch.needs[node] = rng.shuffled(sketch.needs[node])
    return decided


def draw_conflicts(rng, sketch: Sketch, target: Target) -> None:
    """Draw conflict entries that are met: outside the range (the first one), under a condition that fails, or about a name that is not pinned."""
    group, fixed = sketch.group, [node for node in range(sketch.pins) if node != sketch.x]
    for number in range(rng.between(group.level - 1, group.level)):
        (owner, about), way, marker = rng.sample(fixed, 2), rng.below(100) if number else 0, None
        if way >= 80:
            about = rng.choice(node for node in range(sketch.pins, len(sketch.names)) if node != sketch.other or group.kind != "missing")
        if sketch.names[about] in sketch.named_by(owner):
            need(number > 0)
            continue
        limits = beyond(rng, sketch.series[about], *sketch.span(about), rng.chance(1, 2)) if way < 60 else sketch.holding(rng, about)
        if 60 <= way < 80:
            marker = draw_marker(rng, group, target, False)
        sketch.conflicts.setdefault(owner, []).append(Entry(sketch.names[about], limits, marker))


def draw_conflict_planted(rng, sketch: Sketch) -> tuple:
    """Plan the conflict of the pair. Returns (conflict entry of the changed version or None, decided)."""
    group, x = sketch.group, sketch.x
    free = [node for node in range(sketch.pins) if node != x and sketch.names[node] not in sketch.named_by(x)
            and sketch.names[x] not in sketch.named_by(node)]
    need(bool(free))
    other = rng.choice(free)
    turned = group._replace(is_lower=not group.is_lower)
    if group.number % 2:
        series, good, bad = sketch.series[x], sketch.places[x], sketch.other
        inside = decided_limits(turned, series[bad], lambda _: series[good])[0]
        inside = limit(rng, inside.sign, inside.version)
        sketch.conflicts.setdefault(other, []).append(Entry(sketch.names[x], (inside,)))
        return None, ((inside, series[good]), (inside, series[bad]))
    series, place = sketch.series[other], sketch.places[other]
    inside, outside = shortened(rng, decided_limits(turned, series[place], lambda step: beside(series, place, step)))
    sketch.conflicts.setdefault(x, []).append(Entry(sketch.names[other], (outside,)))
    return Entry(sketch.names[other], (inside,)), ((outside, series[place]), (inside, series[place]))


class Planted(NamedTuple):
    """What the version of the `no` member has instead of the other's, None where it is the same; and (limit, version) decided in each member."""

    needs: list | None = None
    conflicts: list | None = None
    runtime: tuple | None = None
    platforms: tuple | None = None
    decided: tuple | None = None


def draw_planted(rng, sketch: Sketch, target: Target, decided: tuple | None) -> Planted:
    """Plan the difference between the two versions of the changed pin."""
    group, x = sketch.group, sketch.x
    if group.kind == "unmet":
        node = planted_need(sketch.edges)[1]
        series, place = sketch.series[node], sketch.places[node]
        met, unmet = shortened(rng, decided_limits(group, series[place], lambda step: beside(series, place, step)))
        ranges = with_company(rng, (met, unmet), series[place][0])
        at = next(number for number, entry in enumerate(sketch.needs[x]) if entry.name == sketch.names[node])
        sketch.needs[x][at] = replace(sketch.needs[x][at], limits=ranges[0])
        other = [*sketch.needs[x][:at], replace(sketch.needs[x][at], limits=ranges[1]), *sketch.needs[x][at + 1:]]
        return Planted(needs=other, decided=((met, series[place]), (unmet, series[place])))
    if group.kind == "runtime":
        limits = shortened(rng, decided_limits(group, target.runtime, lambda step: target.series[1 + step]))
        sketch.runtimes[x] = (limits[0],)
        return Planted(runtime=(limits[1],), decided=tuple((each, target.runtime) for each in limits))
    if group.kind == "conflict":
        entry, decided = draw_conflict_planted(rng, sketch)
        return Planted(conflicts=None if entry is None else [entry], decided=decided)
    return Planted(decided=decided)


def draw_platforms(rng, target: Target, is_fit: bool) -> tuple:
    """The platforms of a version in their usual order: one to three with the target's, one or two without it."""
    size = 1 if rng.chance(60) else 2 * rng.below(2) if is_fit else 2
    others = rng.sample([platform for platform in target.platforms if platform != target.platform], size)
    return tuple(platform for platform in target.platforms if platform in others or is_fit and platform == target.platform)


def draw_dates(rng, size: int, rank: int, today: datetime.date) -> list:
    """First release dates of so many versions of a name, in their order: what is needed has a higher rank and is mostly older (see `redated`)."""
    dates = [today - datetime.timedelta(days=rng.between(4, 32) + 18 * rank)]
    while len(dates) < size:
        dates.append(dates[-1] - datetime.timedelta(days=rng.between(6, 45)))
    return dates[::-1]


def draw_sibling(rng, sketch: Sketch, target: Target, node: int, place: int, date: datetime.date, like: Release) -> Release:
    """Another version of a pin: like one that is pinned in a member, but mostly with something that is not met."""
    more = 2 if sketch.group.level > 1 else 0
    faults = {"none": 3, "range": 4, "platform": 2, "runtime": more, "conflict": more}
    fault, is_later = rng.weighted(faults), place > sketch.places[node]
    needs, conflicts = [entry for entry in like.needs if rng.chance(80)], list(like.conflicts)
    nodes = {name: number for number, name in enumerate(sketch.names[:sketch.pins])}
    open_places = [number for number, entry in enumerate(needs) if entry.name in nodes]
    if fault == "range" and open_places:
        at = rng.choice(open_places)
        about = nodes[needs[at].name]
        needs[at] = replace(needs[at], limits=beyond(rng, sketch.series[about], *sketch.span(about), is_later))
    elif fault == "conflict":
        about = rng.below(sketch.pins)
        if about != node and all(entry.name != sketch.names[about] for entry in (*needs, *conflicts)):
            conflicts.append(Entry(sketch.names[about], sketch.holding(rng, about)))
    return Release(like.name, sketch.series[node][place], date,
                   draw_platforms(rng, target, False) if fault == "platform" else like.platforms,
                   beyond(rng, target.series, 1, 1, is_later) if fault == "runtime" else like.runtime, tuple(needs), tuple(conflicts))


def other_version(rng, release: Release, sketch: Sketch, planted: Planted, target: Target, date: datetime.date) -> Release:
    """The version of the changed pin in the `no` member, from that of the `yes` member."""
    platforms = release.platforms
    if sketch.group.kind == "platform":
        left_out = rng.choice(platform for platform in target.platforms if platform not in platforms)
        kept = [platform for platform in platforms if platform != target.platform]
        platforms = tuple(platform for platform in target.platforms if platform == left_out or platform in kept)
    return replace(release, version=sketch.series[sketch.x][sketch.other], released=date, platforms=platforms,
                   needs=release.needs if planted.needs is None else tuple(planted.needs),
                   conflicts=release.conflicts if planted.conflicts is None else tuple(planted.conflicts),
                   runtime=release.runtime if planted.runtime is None else planted.runtime)


def draw_releases(rng, sketch: Sketch, target: Target, planted: Planted, today: datetime.date) -> list:
    """The releases of every node: [[release, ...], ...]."""
    has_limits, found = sketch.group.level > 1, []
    for node, (name, series) in enumerate(zip(sketch.names, sketch.series)):
        if has_limits and node not in sketch.runtimes and rng.chance(36):
            sketch.runtimes[node] = holding(rng, target.series, 1, 1)
        is_like_x = sketch.group.kind == "missing" and node == sketch.other
        rank = node if node < sketch.pins else sketch.x if is_like_x else rng.between(1, sketch.pins - 1)
        dates, place = draw_dates(rng, len(series), rank, today), sketch.places[node]
        pinned = Release(name, series[place], dates[place], draw_platforms(rng, target, True), sketch.runtimes.get(node, ()),
                         tuple(sketch.needs.get(node, ())), tuple(sketch.conflicts.get(node, ())))
        known = {place: pinned}
        if node == sketch.x and sketch.group.kind != "missing":
            known[sketch.other] = other_version(rng, pinned, sketch, planted, target, dates[sketch.other])
        found.append([known[number] if number in known
                      else draw_sibling(rng, sketch, target, node, number, dates[number], rng.choice(known.values()))
                      for number in range(len(series))])
    return found


def draw_spare_needs(rng, sketch: Sketch) -> None:
    """Draw what the names need that are not pinned; one that replaces a pin needs as much as that pin does, under the same conditions."""
    for node in range(sketch.pins, len(sketch.names)):
        is_planted = sketch.group.kind == "missing" and node == sketch.other
        pins = [number for number in range(sketch.x + 1 if is_planted else 0, sketch.pins) if number != sketch.x]
        markers = [entry.marker for entry in sketch.needs.get(sketch.x, ())] if is_planted else [None] * rng.chance(35)
        sketch.needs[node] = [Entry(sketch.names[number], sketch.holding(rng, number), marker)
                              for number, marker in zip(rng.sample(pins, len(markers)), markers)]


def add_spare_need(rng, sketch: Sketch, releases: list) -> None:
    """Let one or two versions that are not pinned need a name that is not pinned."""
    spare = sketch.pins + 1
    siblings = [(node, number) for node in range(sketch.pins) for number in range(len(sketch.series[node]))
                if node != sketch.x and number != sketch.places[node] and sketch.names[spare] not in sketch.named_by(node)]
    need(bool(siblings))
    for node, number in rng.sample(siblings, min(len(siblings), rng.between(1, 2))):
        old = releases[node][number]
        entry = Entry(sketch.names[spare], sketch.holding(rng, spare))
        releases[node][number] = replace(old, needs=tuple(rng.shuffled((*old.needs, entry))))


def draw_draft(rng, group: Plan, today: datetime.date) -> Draft:
    """One case of a group with the pin that changes it. Raises Failed where the draw does not fit."""
    sketch, target = draw_sketch(rng, group), draw_target(rng, group)
    decided = draw_needs(rng, sketch, target)
    if group.level > 1:
        draw_conflicts(rng, sketch, target)
    planted = draw_planted(rng, sketch, target, decided)
    draw_spare_needs(rng, sketch)
    releases = draw_releases(rng, sketch, target, planted, today)
    need(group.level == 1 or any(release.runtime for each in releases for release in each))
    add_spare_need(rng, sketch, releases)
    step = rng.choice((1, -1))
    index = tuple(release for node in rng.shuffled(range(len(sketch.names))) for release in releases[node][::step])
    order = rng.shuffled(range(sketch.pins))
    pins = tuple(Pin(sketch.names[node], sketch.series[node][sketch.places[node]]) for node in order)
    new = sketch.other if group.kind == "missing" else sketch.x
    pin = Pin(sketch.names[new], sketch.series[new][sketch.places[new] if group.kind == "missing" else sketch.other])
    draft = Draft(Case(target.platform, target.runtime, index, pins), order.index(sketch.x), pin, planted.decided)
    need(is_fit(group, draft))
    return draft


def as_text(version: tuple) -> str:
    """A misreading of the order: by characters."""
    return version_text(version)


def as_decimals(version: tuple) -> tuple:
    """A misreading of the order: major and minor version as a decimal number."""
    return version[0], str(version[1]), version[2:]


FALSE_ALARMS = {
    "versions compared by characters": Reading(key=as_text),
    "versions compared as decimals": Reading(key=as_decimals),
    "conditions unread, ranges too": Reading(sees_markers=False, sees_ranges=False),
    "needs of all versions, ranges unread": Reading(sees_versions=False, sees_ranges=False),
}
"""Misreadings that say `no` to both members of every group."""
CONFLICT_ALARM = Reading(sees_conflict_ranges=False)
"""The same on levels 2 and 3."""


def newest(case: Case) -> dict:
    """{name: latest version in the index}."""
    return {name: max(release.version for release in case.index if release.name == name) for name in {pin.name for pin in case.pins}}


def old_pins(case: Case) -> int:
    """How many pins are not the newest version."""
    latest = newest(case)
    return sum(pin.version < latest[pin.name] for pin in case.pins)


def expected_failure(group: Plan, yes: Case, no: Case, place: int) -> bool:
    """Whether exactly the planned thing is unmet in the `no` member."""
    found = failures(no)
    if len(found) != 1:
        return False
    what, owner, about = found[0]
    old, new = yes.pins[place].name, no.pins[place].name
    return {"bound": what == "range" and about == new, "missing": what == "missing" and about == old, "unmet": what == "range" and owner == new,
            "platform": what == "platform" and owner == new, "runtime": what == "runtime" and owner == new,
            "conflict": what == "conflict" and new in (owner, about)}[group.kind]


def alarms(level: int) -> list:
    """The misreadings that must say `no` to both members on a level."""
    return [*FALSE_ALARMS.items(), *([("conflict ranges unread", CONFLICT_ALARM)] if level > 1 else [])]


def is_fit(group: Plan, draft: Draft) -> bool:
    """Whether a draft holds what its group must hold; check_group says what fails."""
    yes, no = draft.case, plant(draft.case, draft.place, draft.pin)
    return (not failures(yes) and expected_failure(group, yes, no, draft.place) and bool(old_pins(yes)) and bool(old_pins(no))
            and entry_counts(yes) == entry_counts(no)
            and all(failures(case, reading) for _, reading in alarms(group.level) for case in (yes, no)))


def entry_counts(case: Case) -> tuple:
    """(needs, conflict entries) of the pinned versions."""
    pinned = pinned_releases(case)
    return sum(len(release.needs) for release in pinned), sum(len(release.conflicts) for release in pinned)


def count_measures(case: Case) -> dict:
    """What is compared between the members of a pair, as numbers."""
    pinned, versions = pinned_releases(case), {pin.name: pin.version for pin in case.pins}
    named = [entry for release in pinned for entry in release.needs if entry.name in versions]
    return {
        "newest": -old_pins(case),
        "at a limit": sum(each.version == versions[entry.name] for entry in named for each in entry.limits),
        "length": sum(len(pin.name) + len(version_text(pin.version)) for pin in case.pins),
        "order": [pin.version for pin in case.pins],
        "characters": [(pin.name, version_text(pin.version)) for pin in case.pins],
        "mentions": sum(entry.name in versions for release in case.index for entry in (*release.needs, *release.conflicts)),
        "parity": sum(pin.version[2] % 2 for pin in case.pins),
        "zeros": sum(pin.version[2] == 0 for pin in case.pins),
        "platforms": sum(len(release.platforms) for release in pinned),
        "limits": sum(len(release.runtime) for release in pinned),
        "versions": sum(release.name in versions for release in case.index),
        "age": sum(release.released.toordinal() for release in pinned),
        "position": sum(place for place, release in enumerate(case.index) if versions.get(release.name) == release.version),
        "numbers": sum(sum(pin.version[:3]) for pin in case.pins),
    }


def measures(draft: Draft) -> dict:
    """{name: 2 where the `yes` member has more of it, 1 where both have the same, 0 where the `no` member has more}."""
    ours, theirs = count_measures(draft.case), count_measures(plant(draft.case, draft.place, draft.pin))
    return {name: 1 + (ours[name] > theirs[name]) - (ours[name] < theirs[name]) for name in MEASURES}


def drafts_of(draw: draws.Draw, group: Plan, today: datetime.date) -> list:
    """Some cases to choose from, each on a stream of its own."""
    found = []
    for number in range(MAX_DRAFTS):
        try:
            found.append(draw_draft(draws.stream(draw, FAMILY, group.level, group.number, number), group, today))
        except Failed:
            continue
        if len(found) == CANDIDATES:
            break
    checks.require(bool(found), f"{FAMILY} level {group.level} {group.kind} group {group.number}: no case in {MAX_DRAFTS} drafts")
    return found


# Release dates

def key_of(item) -> tuple:
    """The (name, version) of a release or a pin."""
    return item.name, item.version


def successions(index: tuple) -> list:
    """[(key, key of the next version of that name), ...]."""
    keys = sorted(map(key_of, index))
    return [(one, other) for one, other in zip(keys, keys[1:]) if one[0] == other[0]]


def named_pairs(index: tuple) -> list:
    """[(key of the latest version up to one that an entry names, key of the release with that entry), ...].

    First come limits from below that name a version of the index, then other limits from below, then limits from above that name a version of the
    index; other limits from above, and limits that name a version before all those in the index, ask for nothing.
    """
    ranks = {rank: [] for rank in ((False, True), (False, False), (True, True), (True, False))}
    for owner in index:
        for entry in (*owner.needs, *owner.conflicts):
            versions = [release.version for release in index if release.name == entry.name]
            for each in entry.limits:
                until = [version for version in versions if version <= each.version]
                if until:
                    ranks[each.sign in ("le", "lt"), each.version in versions].append(((entry.name, max(until)), key_of(owner)))
    del ranks[True, False]
    return [pair for pairs in ranks.values() for pair in pairs]


def is_after(later: dict, one: tuple, other: tuple) -> bool:
    """Whether a key is another one or comes after it; `later` holds the keys that come right after each."""
    seen, open_keys = set(), [other]
    while open_keys:
        key = open_keys.pop()
        if key not in seen:
            seen.add(key)
            open_keys.extend(later.get(key, ()))
    return one in seen


def without_circles(pairs: list) -> list:
    """The (earlier, later) pairs that do not contradict the ones before them."""
    later, kept = {}, []
    for one, other in pairs:
        if not is_after(later, one, other):
            later.setdefault(one, []).append(other)
            kept.append((one, other))
    return kept


def redated(rng, draft: Draft) -> Draft:
    """A draft with release dates such that what an entry names was there before it, wherever no other entry asks for the opposite.

    Dates are moved on, then all of them back until the newest is what it was. The pin that is older in one member than in the other stays so.
    """
    index, old = draft.case.index, {key_of(release): release.released for release in draft.case.index}
    older, younger = sorted((key_of(draft.case.pins[draft.place]), key_of(draft.pin)), key=old.get)
    succeeding = successions(index)
    pairs = without_circles([*succeeding, *([(older, younger)] if old[older] < old[younger] else []), *named_pairs(index)])
    gaps = {(one, other): old[other] - old[one] if (one, other) in succeeding else datetime.timedelta(days=rng.between(*KNOWN_AFTER))
            for one, other in pairs}
    new, last = dict(old), None
    while new != last:
        last = dict(new)
        for (one, other), gap in gaps.items():
            new[other] = max(new[other], new[one] + gap)
    back = max(new.values()) - max(old.values())
    dated = tuple(replace(release, released=new[key_of(release)] - back) for release in index)
    return draft._replace(case=replace(draft.case, index=dated))


# Wording

ORDERS = (("target", "pins", "index", "notes"), ("target", "index", "pins", "notes"), ("notes", "target", "pins", "index"),
          ("target", "pins", "notes", "index"), ("pins", "target", "notes", "index"), ("pins", "target", "index", "notes"))
MAIL_ORDERS = tuple(order for order in ORDERS if order[0] != "notes")


def entries_of(case: Case) -> list:
    """Every entry of the index."""
    return [entry for release in case.index for entry in (*release.needs, *release.conflicts)]


def signs_of(case: Case) -> set:
    """The signs of all limits of a document, those of conditions and of the runtime too."""
    limits = [each for entry in entries_of(case) for each in entry.limits] + [each for release in case.index for each in release.runtime]
    limits += [entry.marker.value for entry in entries_of(case) if entry.marker is not None and entry.marker.field == "runtime"]
    return {each.sign for each in limits}


def has_pre_release(case: Case) -> bool:
    """Whether a version of the index is a pre-release."""
    return any(release.version[3] != FINAL for release in case.index)


def note_topics(case: Case, level: int) -> list:
    """What the notes of a document must say besides what clean means."""
    signs = signs_of(case)
    topics = ["rows", "closed", "spare", "order", "platforms", "marker", "signs"]
    topics += ["pre"] if has_pre_release(case) else []
    topics += ["equal signs"] if signs & {"eq", "any"} else []
    topics += ["compat signs"] if "compat" in signs else []
    return topics + (["runtime", "conflict"] if level > 1 else [])


def draw_notes(rng, case: Case, level: int) -> list:
    """The sentences of the notes, what clean means first."""
    return [rng.choice(NOTES["clean" if level == 1 else "clean in full"]),
            *rng.shuffled(rng.choice(NOTES[topic]) for topic in note_topics(case, level))]


def draw_policy(rng, case: Case, level: int) -> list:
    """The lines of the note that a mail quotes, what clean means first."""
    signs, absent = signs_of(case), {"clean in full" if level == 1 else "clean"}
    absent |= {topic for topic, is_there in (("pre", has_pre_release(case)), ("exact", "eq" in signs), ("any", "any" in signs),
                                             ("compat", "compat" in signs)) if not is_there}
    first, *others = (" ".join(rng.choice(POLICY[topic]) for topic in line if topic not in absent) for line in POLICY_LINES)
    return [first, *rng.shuffled(others)]


def draw_words(rng, group: Plan, today: datetime.date) -> dict:
    """The words that fill the phrases of one document."""
    domain, (author, reader) = DOMAINS[group.domain], names.people(rng, 2)
    needs, clash = rng.choice(VOCABULARY)
    major, minor, layout = rng.between(2, 6), rng.between(1, 7), group.layout
    short, named = f"{major}.{minor}", (major, minor, 0, FINAL)
    low = f"{major}.9.{rng.between(1, 8)}"
    return {
        "pkg": domain.pkg[0], "pkgs": domain.pkg[1], "A_pkg": english.sentence(english.article(domain.pkg[0])), "runtime": domain.runtime,
        "plat": domain.plat[0], "plats": domain.plat[1], "index": domain.index,
        "Index": english.sentence(domain.index), "target": domain.target, "Target": english.sentence(domain.target),
        "host": rng.choice(domain.hosts).format(rng.between(1, 24)), "org": rng.choice(domain.orgs).format(stem=rng.choice(names.STEMS)),
        "tool": f"{rng.choice(domain.tools)} {rng.between(1, 4)}.{rng.between(0, 9)}", "set": rng.choice(domain.sets), "author": author,
        "reader_first": reader.split()[0], "needs": needs, "clash": clash, "needs_key": yaml_key(needs) if layout == "yaml" else needs,
        "clash_key": yaml_key(clash) if layout == "yaml" else clash, "clock": english.clock(rng.between(7 * 60, 19 * 60)),
        "date_iso": today.isoformat(), "date_long": english.long_date(today), "high": f"{major}.10.{rng.below(3)}", "low": low,
        "short": short, "below": limit_text(Limit("lt", named, True), layout), "from": limit_text(Limit("ge", named, True), layout),
        "wild": f"{major}.{minor + 1}", "where": PLACES_OF_CONDITIONS[layout],
    }


def draw_wording(rng, group: Plan, case: Case, today: datetime.date) -> Wording:
    """Every choice of words for a group's document."""
    domain, words, layout = DOMAINS[group.domain], draw_words(rng, group, today), group.layout
    marked = [entry.marker for entry in entries_of(case) if entry.marker is not None]
    words["example"] = marker_text(rng.choice(marked), layout, words).strip(" []()")
    words["pre_too"] = ", pre-releases included" if has_pre_release(case) else ""
    notes = draw_policy(rng, case, group.level) if layout == "mail" else draw_notes(rng, case, group.level)
    if layout != "mail" and rng.chance(40):
        notes.insert(rng.between(1, len(notes)), rng.choice(domain.asides))
    facts = tuple((label, f"{rng.between(low, high, step)} {unit}".strip()) for label, low, high, step, unit
                  in rng.sample(domain.facts, rng.between(1, 2)))
    titles = {part: english.sentence(rng.choice(phrases).format(**words)) if layout == "mail" else rng.choice(phrases).format(**words)
              for part, phrases in TITLES[layout].items()}
    order, variant = rng.choice(MAIL_ORDERS if layout == "mail" else ORDERS), rng.below(2)
    question = items.noul(*(text.format(**words) for text in rng.choice(QUESTIONS)))
    words["runs"] = rng.choice(RUNS)
    return Wording(layout, titles, tuple(english.sentence(note.format(**words)) for note in notes), order, variant, words, facts, question)


# Text

def limit_text(limit: Limit, layout: str) -> str:
    """One limit, in signs or in words."""
    version = limit_version_text(limit)
    if layout != "mail":
        return SIGNS[limit.sign].format(version)
    if limit.sign == "compat":
        return f"{version} or a later {limit.version[0]}.{limit.version[1]}.x"
    return WORDS[limit.sign].format(version)


def range_text(limits: tuple, layout: str) -> str:
    """All limits of a range."""
    return COMMAS[layout].join(limit_text(each, layout) for each in limits)


def marker_text(marker: Marker | None, layout: str, words: dict) -> str:
    """What follows an entry with a condition."""
    if marker is None:
        return ""
    value = marker.value if marker.field == "platform" else limit_text(marker.value, layout)
    return MARKERS[layout][marker.field].format(value=value, **words)


def entry_texts(entries: tuple, wording: Wording) -> list:
    """The text of every entry."""
    space = "" if wording.layout == "console" and wording.variant else " "
    return [f"{entry.name}{space}{range_text(entry.limits, wording.layout)}{marker_text(entry.marker, wording.layout, wording.words)}"
            for entry in entries]


def target_rows(case: Case, wording: Wording) -> list:
    """(label, value) of everything said about the target."""
    words = wording.words
    return [(words["target"], words["host"]), (words["plat"], case.platform), (words["runtime"], version_text(case.runtime)), *wording.facts]


def console_release(release: Release, wording: Wording) -> list:
    """The lines of one version in the output of a tool."""
    words, name = wording.words, f"{release.name} {version_text(release.version)}"
    needs, conflicts = ("; ".join(entry_texts(entries, wording)) for entries in (release.needs, release.conflicts))
    if wording.variant:
        lines = [f"{name}  {release.released.isoformat()}  {','.join(release.platforms)}"]
    else:
        lines = [f"[{name}] released {release.released.isoformat()}, {words['plats']}: {' '.join(release.platforms)}"]
    rows = ((words["needs"], needs), (words["clash"], conflicts), (words["runtime"], range_text(release.runtime, "console")))
    return lines + [f"    {label}: {text}" for label, text in rows if text]


def render_console(case: Case, wording: Wording) -> str:
    """The output of a checking tool."""
    titles, rows = wording.titles, target_rows(case, wording)
    width = max(len(label) for label, _ in rows) + 2
    pins = [f"{pin.name}=={version_text(pin.version)}" if wording.variant else f"  {pin.name} {version_text(pin.version)}" for pin in case.pins]
    parts = {"target": [f"{label} {'.' * (width - len(label))} {value}" for label, value in rows], "pins": pins,
             "index": [line for release in case.index for line in console_release(release, wording)],
             "notes": [f"{number}) {note}" for number, note in enumerate(wording.notes, 1)]}
    return "\n".join([titles["head"], titles["made"], *(line for part in wording.order for line in ("", titles[part], *parts[part]))])


def yaml_key(label: str) -> str:
    """A label as the key of a YAML file."""
    return label.replace(" ", "_").replace("-", "_")


def yaml_release(release: Release, wording: Wording) -> str:
    """The fields of one version as a YAML mapping on one line."""
    words = wording.words

    def quoted(entries):
        return ", ".join(f'"{text}"' for text in entry_texts(entries, wording))
    fields = [("released", release.released.isoformat()), (yaml_key(words["plats"]), f"[{', '.join(release.platforms)}]")]
    if release.runtime:
        fields.append((yaml_key(words["runtime"]), f'"{range_text(release.runtime, "yaml")}"'))
    rows = ((words["needs"], release.needs), (words["clash"], release.conflicts))
    fields += [(yaml_key(label), f"[{quoted(entries)}]") for label, entries in rows if entries]
    if wording.variant:
        fields.insert(0, ("version", version_text(release.version)))
    return "{" + ", ".join(f"{name}: {value}" for name, value in fields) + "}"


def render_yaml(case: Case, wording: Wording) -> str:
    """A YAML file with its notes as comments."""
    titles, index, last = wording.titles, [], None
    for release in case.index:
        if release.name != last:
            index.append(f"  {release.name}:")
            last = release.name
        index.append(f"    - {yaml_release(release, wording)}" if wording.variant
                     else f"    {version_text(release.version)}: {yaml_release(release, wording)}")
    parts = {"target": [f"  {yaml_key(label)}: {value}" for label, value in target_rows(case, wording)],
             "pins": [f"  {pin.name}: {version_text(pin.version)}" for pin in case.pins], "index": index,
             "notes": [f"# - {note}" for note in wording.notes]}
    return "\n".join([titles["head"], titles["made"], *(line for part in wording.order for line in ("", titles[part], *parts[part]))])


def page_cells(release: Release, wording: Wording, has_limits: bool) -> list:
    """The cells of one version in a table."""
    needs, conflicts = ("; ".join(entry_texts(entries, wording)) or "-" for entries in (release.needs, release.conflicts))
    cells = [release.name, version_text(release.version), release.released.isoformat(), ", ".join(release.platforms)]
    middle = [range_text(release.runtime, "page") or "-"] if has_limits else []
    last = [conflicts] if has_limits else []
    return [*cells, *middle, needs, *last] if wording.variant else [*cells[:2], needs, *last, *middle, cells[3], cells[2]]


def render_page(case: Case, wording: Wording) -> str:
    """A Markdown page with tables."""
    titles, words = wording.titles, wording.words
    has_limits = any(release.runtime or release.conflicts for release in case.index)
    heads = [words["pkg"], "version", "released", words["plats"]]
    middle, last = ([words["runtime"]], [words["clash"]]) if has_limits else ([], [])
    heads = [*heads, *middle, words["needs"], *last] if wording.variant else [*heads[:2], words["needs"], *last, *middle, heads[3], heads[2]]

    def row(cells):
        return f"| {' | '.join(cells)} |"
    parts = {"target": [f"- **{label}:** {value}" for label, value in target_rows(case, wording)],
             "pins": [row([words["pkg"], "pinned"]), row(["---"] * 2), *(row([pin.name, version_text(pin.version)]) for pin in case.pins)],
             "index": [row(heads), row(["---"] * len(heads)), *(row(page_cells(release, wording, has_limits)) for release in case.index)],
             "notes": [f"- {note}" for note in wording.notes]}
    return "\n".join([titles["head"], "", titles["made"], *(line for part in wording.order for line in ("", titles[part], "", *parts[part]))])


def mail_release(release: Release, wording: Wording) -> str:
    """One version as a line of an e-mail."""
    words, name = wording.words, f"{release.name} {version_text(release.version)}"
    needs, conflicts = (", plus ".join(entry_texts(entries, wording)) for entries in (release.needs, release.conflicts))
    limits = range_text(release.runtime, "mail")
    rows = ((words["needs"], needs), (words["clash"], conflicts), (f"{words['runs']} {words['runtime']}", limits))
    parts = [f"{label} {text}" for label, text in rows if text] or [f"{words['needs']} nothing"]
    date = english.short_date(release.released)
    if wording.variant:
        return f"+ {name}, {date}, for {'/'.join(release.platforms)}: {'; '.join(parts)}"
    return f"* {name} ({date}; {english.listing(release.platforms)}) {'; '.join(parts)}."


def render_mail(case: Case, wording: Wording) -> str:
    """An e-mail that gives the ranges in words."""
    titles, words = wording.titles, wording.words
    facts = ", ".join(f"{label} {value}" for label, value in wording.facts)
    target = f"{words['host']} ({words['plat']} {case.platform}) with {words['runtime']} {version_text(case.runtime)}; {facts}."
    parts = {"target": [target], "pins": [f"  {number}. {pin.name} {version_text(pin.version)}" for number, pin in enumerate(case.pins, 1)],
             "index": [mail_release(release, wording) for release in case.index], "notes": [f"> {note}" for note in wording.notes]}
    return "\n".join([titles["head"], "", titles["hello"], "", titles["made"],
                      *(line for part in wording.order for line in ("", titles[part], *parts[part])), "", titles["bye"]])


RENDERERS = {"console": render_console, "yaml": render_yaml, "page": render_page, "mail": render_mail}


def render(case: Case, wording: Wording) -> str:
    """The state of one member."""
    return RENDERERS[wording.layout](case, wording)


# Checks and output

def check_decided(group: Plan, draft: Draft, where: str) -> None:
    """The limit decided is met in one member alone, and with the other reading of its border both members would get the same answer."""
    if draft.decided is None or any(each.sign not in FLIPPED for each, _ in draft.decided):
        return
    met = [meets(version, each) for each, version in draft.decided]
    turned = [meets(version, replace(each, sign=FLIPPED[each.sign])) for each, version in draft.decided]
    checks.require(met == [group.kind != "conflict", group.kind == "conflict"], f"{where}: the decided limits are met {met}")
    checks.require(turned == [not group.is_inclusive] * 2, f"{where}: with the other border they are met {turned}")


def check_case(group: Plan, case: Case, where: str) -> None:
    """Every pinned version stands in the index, no name or version twice; the counts of the level; no pre-release is measured by its first parts."""
    versions = {pin.name: pin.version for pin in case.pins}
    keys = [(release.name, release.version) for release in case.index]
    checks.require(len(set(keys)) == len(keys) and set(versions.items()) <= set(keys), f"{where}: a version is missing or stands twice")
    low, high = PINS[group.level]
    checks.require(low <= len(versions) == len(case.pins) <= high, f"{where}: {len(case.pins)} pins")
    dates = {key_of(release): release.released for release in case.index}
    checks.require(all(dates[one] < dates[other] for one, other in successions(case.index)), f"{where}: a version is not younger than the one before")
    for release in case.index:
        about = Counter(entry.name for entry in (*release.needs, *release.conflicts))
        checks.require(not about or max(about.values()) == 1, f"{where}: two entries of {release.name} are about the same name")
    for release in pinned_releases(case):
        for entry in release.needs:
            checks.require(versions.get(entry.name, (FINAL,))[-1] == FINAL or all(each.sign not in ("any", "compat") for each in entry.limits),
                           f"{where}: {entry.name} is a pre-release and measured by its first parts")


def check_group(group: Plan, draft: Draft, no: Case, states: tuple) -> None:
    """One line of the pins differs; answers as they should be; exactly one thing is unmet in `no`; misreadings that must not help do not."""
    where, yes = f"{FAMILY} level {group.level} {group.kind} group {group.number}", draft.case
    checks.require((answer(yes), answer(no)) == families.YES_NO, f"{where}: the answers are {answer(yes)} and {answer(no)}")
    checks.require(failures(yes) == [] and expected_failure(group, yes, no, draft.place), f"{where}: unmet are {failures(yes)} and {failures(no)}")
    checks.require(yes == replace(no, pins=yes.pins), f"{where}: the members differ in more than the pins")
    changed = [place for place, pair in enumerate(zip(yes.pins, no.pins)) if pair[0] != pair[1]]
    same_name = yes.pins[draft.place].name == no.pins[draft.place].name
    checks.require(changed == [draft.place] and same_name == (group.kind != "missing"), f"{where}: the pins at {changed} differ")
    checks.require(len(checks.changed_lines(*states)) == 1, f"{where}: more than one line differs")
    for name, reading in alarms(group.level):
        checks.require(bool(failures(yes, reading)) and bool(failures(no, reading)), f"{where}: {name}, a member can still be clean")
    checks.require(old_pins(yes) > 0 and old_pins(no) > 0, f"{where}: all pins are the newest versions")
    checks.require(entry_counts(yes) == entry_counts(no), f"{where}: the pinned versions have {entry_counts(yes)} and {entry_counts(no)} entries")
    least = CHECKS[group.level][0]
    held = sum(counts(yes, entry) for release in pinned_releases(yes) for entry in release.needs)
    checks.require(held >= least, f"{where}: {held} needs are checked")
    for case in (yes, no):
        check_case(group, case, where)
    check_decided(group, draft, where)


def build_group(draw: draws.Draw, group: Plan, totals: balance.Balance) -> items.Group:
    """One pair: the case that holds the totals best, its wording, the check, the text."""
    rng = draws.stream(draw, FAMILY, group.level, group.number, "wording")
    today = FIRST_DAY + datetime.timedelta(days=rng.below(DAYS))
    chosen = totals.choose(drafts_of(draw, group, today), measures)
    draft = redated(draws.stream(draw, FAMILY, group.level, group.number, "dates"), chosen)
    no = plant(draft.case, draft.place, draft.pin)
    wording = draw_wording(rng, group, draft.case, today)
    states = render(draft.case, wording), render(no, wording)
    check_group(group, draft, no, states)
    members = (items.Member(states[0], answer(draft.case), None, group.kind, False),
               items.Member(states[1], answer(no), group.kind, group.kind, True))
    return items.Group(group.level, group.domain, group.layout, wording.question, members)


def build(draw: draws.Draw) -> list:
    """The 600 items of a draw."""
    totals = {level: balance.Balance(TARGETS, WEIGHTS) for level in families.LEVELS}
    groups = [build_group(draw, group, totals[group.level]) for group in plan(draw)]
    checks.check_family(families.BY_NAME[FAMILY], groups)
    kinds = Counter((group.level, member.kind) for group in groups for member in group.members if member.planted)
    planned = {(level, kind): count for level in families.LEVELS for kind, count in PAIRS[level].items() if count}
    checks.require(dict(kinds) == planned, f"{FAMILY}: kinds {dict(kinds)}")
    return items.number_items(FAMILY, draw, groups)


if __name__ == "__main__":
    sys.exit(cards.write_family(FAMILY, build))
