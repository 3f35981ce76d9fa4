"""Does a set of pinned versions install cleanly on its target? A reader of install plans, and the rules the plans spell out.

Grammar of a case (four layouts: mail, table page, plain report, indented file):
  head     two or three lines: plan, organisation, target name, tool, date, person (only names are compared)
  target   the name of the target, its class (a board, an edition, ...), its platform version, other facts
  pins     one line for each pinned piece (plugin, module, ...): name and version
  index    one entry for each version that exists: release date, classes it installs on, and, where there are any,
           a limit for the platform, pieces it needs within limits, pieces it clashes with in a range
  notes    one sentence for each convention; a remark of no consequence may stand among them
An entry may carry a condition on the target's class or platform version.

Limits: `>=1.2`, `>1.2.0,<2.0`, `==1.2.3`, `==1.2.*`, `~=1.2.3`; in mails `1.2 or later`, `later than 1.2.0 and earlier than 2.0`,
`exactly 1.2.3`, `1.2.x`, `1.2.3 or a later 1.2.x`.
Short names: noun = the kind of piece; kind = the class word of the target; need / clash = the two words for what a version asks for and rules out.
"""
from __future__ import annotations

import datetime
import re
from functools import lru_cache
from typing import NamedTuple, Optional

from solvers import reading
from solvers.reading import Unread, unread


class Limit(NamedTuple):
    op: str            # >= > <= < == ==* ~=
    parts: tuple       # the numbers as written: (1, 2) or (1, 2, 3)
    rc: Optional[int]  # 1 for -rc1


class Version(NamedTuple):
    parts: tuple
    rc: Optional[int]


class Condition(NamedTuple):
    kind: Optional[str]    # the class the target must have, or
    limits: tuple          # the limits its platform must fit


class Entry(NamedTuple):
    name: str
    limits: tuple
    condition: Optional[Condition]


class Release(NamedTuple):
    name: str
    version: Version
    kinds: tuple
    platform: tuple    # limits
    needs: tuple       # entries
    clashes: tuple     # entries


class Target(NamedTuple):
    name: str
    kind: str
    platform: Version


class Case(NamedTuple):
    target: Target
    noun: str
    pins: dict         # name -> Version
    index: dict        # (name, Version) -> Release
    conventions: dict  # topic -> meaning


class Domain(NamedTuple):
    noun: str
    target: str
    kind: str
    kinds: str
    platform: str
    listing: str
    hosts: str
    values: str
    facts: dict


DOMAINS = (
    Domain("plugin", "site", "hosting class", "hosting classes", "core", "plugin directory", "magazine|portal|shop",
           "agency|basic|business|cluster", {"editors": r"\d+", "storage used": r"\d+ GB", "visits a day": r"\d+"}),
    Domain("extension", "tenant", "edition", "editions", "application server", "extension catalogue", "finance|group|payroll",
           "branch|hosted|hybrid|on-site", {"database size": r"\d+ GB", "named users": r"\d+", "open periods": r"\d+"}),
    Domain("module", "unit", "board", "boards", "kernel", "release catalogue", "pump-station|reservoir|weir",
           "MB-20|MB-24|MB-32|MB-40", {"battery": r"\d+ %", "flash free": r"\d+ MB", "signal": r"\d+ of 31"}),
    Domain("package", "host", "architecture", "architectures", "interpreter", "package index", "batch|etl|report",
           "a64|p64|rv64|x64", {"days since restart": r"\d+", "free disk": r"\d+ GB", "memory": r"\d+ GB"}),
    Domain("add-in", "workstation", "licence tier", "licence tiers", "workbench", "add-in register", "model|studio|ws",
           "campus|standard|studio|viewer", {"graphics memory": r"\d+ GB", "monitors": r"\d+", "seats in use": r"\d+"}),
    Domain("driver pack", "bench", "controller", "controllers", "firmware", "vendor listing", "bench|cell-room|hood",
           "LC-3|LC-5|LC-7|LC-8", {"channels": r"\d+", "last calibration": r"\d+ days ago", "room temperature": r"\d+ C"}),
    Domain("mod", "server", "device", "devices", "engine", "workshop listing", "guild|realm|shard",
           "console|desktop|handheld|streaming", {"average ping": r"\d+ ms", "slots": r"\d+", "world size": r"\d+ GB"}),
)
BY_KIND = {domain.kind: domain for domain in DOMAINS}
WORDS = {"requires": "clashes with", "needs": "conflicts with", "depends on": "excludes"}  # need word -> its clash word
NEED, CLASH = "requires|needs|depends on", "clashes with|conflicts with|excludes"
REMARKS = (  # facts about the surroundings that say nothing about versions
    "Plot styles are copied by the office manager.", "Service visits are booked with the vendor.", "Themes are kept in another list.",
    "Seats are given back on Fridays.", "Training dates follow by e-mail.", "Old reports are kept for two years.",
    "Roles are assigned after the update.", "Screenshots go to the gallery channel.", "Data folders stay where they are.",
    "Month-end runs are stopped during a change.", "Skins are voted on once a month.", "Drawing templates are not part of this list.",
    "Translations are loaded after the update.", "The world is backed up every six hours.", "Boards are swapped by the field crew only.",
    "Licences are checked elsewhere.", "Rinse the lines before any restart.", "Images are signed in the workshop.",
    "The staging copy is renewed every Monday.",
)

NAME = r"[a-z]+-[a-z]+"                                  # basket-import
FULL = r"\d+\.\d+\.\d+(?:-rc\d)?"                        # 5.10.1  3.2.0-rc1
PART = r"\d+\.\d+(?:\.\d+(?:-rc\d)?)?"                   # 5.10  5.10.1  3.2.0-rc1
DAY = r"\d{4}-\d\d-\d\d"                                 # 2026-08-02
SHORT_DAY = r"\d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}"    # 08 Aug 2025
LONG_DAY = (r"\d\d? (?:January|February|March|April|May|June|July|August|September|October|November|December) "
            r"\d{4}")                                    # 8 August 2025
CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d"                     # 09:05
TOOL = r"[a-z]+ \d+\.\d+"                                # seatplan 4.5
WORD = r"[^\W\d_a-z][^\W\d_A-Z]+"                          # Bergström
PERSON = rf"{WORD} {WORD}"                               # Jasmine Farah
ORG = rf"{WORD}(?: {WORD}){{1,3}}"                # Kestrel Row Play Community
PLAN = r"[a-z]+(?:[ -][a-z]+){1,3}"                      # spring relaunch, nightly-load

SYMBOL = re.compile(rf"(?P<star>==)(?P<stem>\d+\.\d+)\.\*|(?P<three>==|~=)(?P<whole>{FULL})|(?P<op>>=|<=|>|<)(?P<bound>{PART})")  # ==1.2.*  ~=1.2.3  >=1.2
WORDED = re.compile(rf"(?P<stem>\d+\.\d+)\.x|exactly (?P<exact>{FULL})|(?P<later>{FULL}) or a later (?P<row>\d+\.\d+)\.x"
                    rf"|(?P<open>later than|earlier than) (?P<bound>{PART})|(?P<closed>{PART}) or (?P<way>later|earlier)")  # 1.2 or later
VERSION = re.compile(r"(\d+(?:\.\d+){1,2})(?:-rc(\d))?")  # 3.2.0-rc1


@lru_cache(maxsize=None)
def version(text: str) -> Version:
    """'3.2.0-rc1' -> ((3, 2, 0), 1)."""
    match = VERSION.fullmatch(text)
    if not match:
        raise Unread(f"{text!r} is not a version")
    return Version(tuple(int(part) for part in match[1].split(".")), int(match[2]) if match[2] else None)


def limit(op: str, text: str) -> Limit:
    return Limit(op, *version(text))


@lru_cache(maxsize=None)
def symbol_limit(text: str) -> Limit:
    """One limit in signs: '>=1.2', '==1.2.*', '~=1.2.3'."""
    match = SYMBOL.fullmatch(text)
    if not match:
        raise Unread(f"{text!r} is not a limit")
    if match["star"]:
        return limit("==*", match["stem"])
    return limit(match["three"], match["whole"]) if match["three"] else limit(match["op"], match["bound"])


@lru_cache(maxsize=None)
def worded_limit(text: str) -> Limit:
    """One limit in words: '1.2 or later', 'exactly 1.2.3', '1.2.3 or a later 1.2.x'."""
    match = WORDED.fullmatch(text)
    if not match:
        raise Unread(f"{text!r} is not a limit in words")
    if match["stem"]:
        return limit("==*", match["stem"])
    if match["exact"]:
        return limit("==", match["exact"])
    if match["later"]:
        if version(match["row"]).parts != version(match["later"]).parts[:2]:
            raise Unread(f"{text!r} names two different rows of versions")
        return limit("~=", match["later"])
    if match["open"]:
        return limit({"later than": ">", "earlier than": "<"}[match["open"]], match["bound"])
    return limit({"later": ">=", "earlier": "<="}[match["way"]], match["closed"])


class Layout(NamedTuple):
    """How one layout writes limits, conditions and lists of entries."""
    limit: object          # reader of one limit
    limit_join: str
    entry_join: str
    entry: object          # compiled: name, limits, condition
    condition: object      # compiled: kind and value, or platform limits


SIGNS, AND = r"[<>=~][^ ;\]\[()]*(?:, [<>=~][^ ;\]\[()]*)*", r"[0-9a-z.\- ]+?"
KINDS = "|".join(domain.kind for domain in DOMAINS)
PLATFORMS = "|".join(domain.platform for domain in DOMAINS)
LAYOUTS = {
    "report": Layout(symbol_limit, ",", "; ",
                     re.compile(rf"({NAME}) ?({SIGNS})(?: \[([^\[\]]+)\])?"),                          # valve-stack >=1.2,<2.0 [board MB-40]
                     re.compile(rf"(?P<kind>{KINDS}) (?P<value>[\w-]+)|(?P<platform>{PLATFORMS}) (?P<limits>{SIGNS})")),  # board MB-40
    "page": Layout(symbol_limit, ", ", "; ",
                   re.compile(rf"({NAME}) ({SIGNS})(?: \(([^()]+) only\))?"),                          # cohort-frame >3.7, <4.0 (architecture x64 only)
                   re.compile(rf"(?P<kind>{KINDS}) (?P<value>[\w-]+)|(?P<platform>{PLATFORMS}) (?P<limits>{SIGNS})")),  # kernel <5.0
    "file": Layout(symbol_limit, ",", '", "',
                   re.compile(rf"({NAME}) ({SIGNS})(?: if (.+))?"),                                    # sitemap-backup >=4.8,<5.0 if core >=6.11.8
                   re.compile(rf"(?P<kind>{KINDS}) is (?P<value>[\w-]+)|(?P<platform>{PLATFORMS}) (?P<limits>{SIGNS})")),  # hosting class is basic
    "mail": Layout(worded_limit, " and ", ", plus ",
                   re.compile(rf"({NAME}) ({AND})(?: \(([^()]+)\))?"),                                 # truss-takeoff 3.0 or later (on licence tier campus only)
                   re.compile(rf"on (?P<kind>{KINDS}) (?P<value>[\w-]+) only|only with (?P<platform>{PLATFORMS}) (?P<limits>{AND})")),  # on board MB-20 only
}


def read_limits(text: str, layout: Layout) -> tuple:
    return tuple(layout.limit(part) for part in text.split(layout.limit_join))


def read_condition(text: str, layout: Layout, domain: Domain) -> Condition:
    match = layout.condition.fullmatch(text)
    if not match:
        raise Unread(f"{text!r} is not a condition")
    if match["kind"]:
        if match["kind"] != domain.kind or match["value"] not in domain.values.split("|"):
            raise Unread(f"{text!r} does not speak of this target")
        return Condition(match["value"], ())
    if match["platform"] != domain.platform:
        raise Unread(f"{text!r} does not speak of this target")
    return Condition(None, read_limits(match["limits"], layout))


def read_entries(text: str, layout: Layout, domain: Domain) -> tuple:
    """What stands under one need or clash word."""
    entries = []
    for part in text.split(layout.entry_join):
        match = layout.entry.fullmatch(part)
        if not match:
            raise Unread(f"{part!r} is not an entry")
        condition = read_condition(match[3], layout, domain) if match[3] else None
        entries.append(Entry(match[1], read_limits(match[2], layout), condition))
    return tuple(entries)


def read_kinds(text: str, join: str, domain: Domain) -> tuple:
    kinds = tuple(re.split(join, text))
    if any(kind not in domain.values.split("|") for kind in kinds) or len(set(kinds)) != len(kinds):
        raise Unread(f"{text!r} is not a list of {domain.kinds}")
    return kinds


MONTHS = {month: number for number, month in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)}


@lru_cache(maxsize=None)
def check_day(text: str) -> None:
    """A release date says nothing here, but it must be a date: 2026-08-02 or 08 Aug 2025."""
    try:
        if "-" in text:
            datetime.date(*(int(part) for part in text.split("-")))
        else:
            day, month, year = text.split(" ")
            datetime.date(int(year), MONTHS[month], int(day))
    except ValueError as error:
        raise Unread(f"{text!r} is not a date") from error


# ---- the notes -------------------------------------------------------------------------------------------------------

def note_texts(d: Domain) -> tuple:
    """(topic, meaning, pattern) of every convention's sentence for one kind of target; the groups are checked by check_note."""
    noun, an, platform = re.escape(d.noun), "An" if d.noun[0] in "aeiou" else "A", d.platform
    v, w = r"(\d+\.\d+\.\d+)", r"(\d+\.\d+)"
    both = "equal counts for >= and <= only; joined limits all hold"
    return (
        ("clean", "every entry of every pin is met", "Clean means that every entry of every pinned version is met on the target\\."),
        ("clean", "every entry of every pin is met", rf"A set is clean if no entry of any pinned version is left unmet on the {d.target}\."),
        ("clean", "every entry of every pin is met", r"The install is clean only if all that the pinned versions list is met; one unmet entry stops it\."),
        ("clean", "every entry of every pin is met", rf"The set installs cleanly if each pinned version finds all it asks for on the {d.target} and in the set\."),
        ("need", "named piece is pinned and fits", rf'"(?P<need>{NEED})": the {noun} named must itself be pinned, in a version that fits\. Nothing is fetched besides the pins\.'),
        ("need", "named piece is pinned and fits", rf'Nothing but the pins gets installed, so whatever stands under "(?P<need>{NEED})" must be among them in a fitting version\.'),
        ("need", "named piece is pinned and fits", rf'{an} {noun} named under "(?P<need>{NEED})" must be in the set, within the limits; nothing is added on the fly\.'),
        ("clash", "named piece is not pinned in the range", rf'What stands under "(?P<clash>{CLASH})" must not be pinned in the range given; pinned outside it, or not at all, is fine\.'),
        ("clash", "named piece is not pinned in the range", rf'An entry under "(?P<clash>{CLASH})" is met unless the {noun} it names is pinned in that range\.'),
        ("clash", "named piece is not pinned in the range", rf'"(?P<clash>{CLASH})" is broken only if the {noun} named is pinned within the range given; else it is met\.'),
        ("scope", "entries of pinned versions only", r"Only the entries of pinned versions count\."),
        ("scope", "entries of pinned versions only", r"Entries of versions that are not pinned do not count\."),
        ("scope", "entries of pinned versions only", r"Versions that are not pinned are listed too; what they ask for is ignored\."),
        ("idle", "a pin nothing needs is fine", r"A pin that nothing needs does no harm\."),
        ("idle", "a pin nothing needs is fine", rf"It does not matter if nothing needs a pinned {noun}\."),
        ("idle", "a pin nothing needs is fine", rf"{noun.capitalize()}s that are pinned but needed by none are fine\."),
        ("kinds", "the target's class is listed", rf"The {d.kind} of the target must be listed for each pinned version\."),
        ("kinds", "the target's class is listed", rf"A version installs on no other {d.kinds} than those it lists\."),
        ("kinds", "the target's class is listed", rf"{an} {noun} runs only on the {d.kinds} listed with its version\."),
        ("platform", "the target's platform fits, no limit no bar", rf"Limits for the {platform} are checked against what the {d.target} runs\."),
        ("platform", "the target's platform fits, no limit no bar", rf"The {platform} of the {d.target} must meet the limit that a pinned version gives for it; without one, any will do\."),
        ("platform", "the target's platform fits, no limit no bar", rf"A limit for the {platform} must fit the {platform} on the {d.target}\. No limit, no restriction\."),
        ("order", "part by part as numbers, absent part 0", rf"Versions are compared part by part as numbers: {v} is later than {v}\. {w} means {v}\. Release dates play no part\."),
        ("order", "part by part as numbers, absent part 0", rf"Parts of a version are numbers and compared from left to right: {v}, then {v}\. A part left out is 0 \({w} = {v}\)\. Dates do not matter\."),
        ("order", "part by part as numbers, absent part 0", rf"Order of versions: number by number from the left \({v} is earlier than {v}\), whatever the release date; {w} is {v}\."),
        ("bounds", both, r">= at or above, > above, <= at or below, < below the version named; a comma joins limits that must both hold\."),
        ("bounds", both, r">= and <= include the version named, > and < do not; with a comma both limits apply\."),
        ("bounds", both, r"The version named is within >= and <=, but not within > and <\. Limits joined by a comma all apply\."),
        ("worded bounds", both, r'The version named belongs to "or later" and "or earlier", not to "later than" and "earlier than"\. Two limits joined by "and" both apply\.'),
        ("worded bounds", both, r'"Or later" and "or earlier" include the version named, "later than" and "earlier than" do not; "and" between two limits means both\.'),
        ("equal", "that version; with * the first two parts", rf"After == only that version fits; =={w}\.\* fits {w} with any last part\."),
        ("equal", "that version; with * the first two parts", rf"== takes that version alone, =={w}\.\* every version whose first two parts are {w}\."),
        ("row", "from there on with the same first two parts", rf"~={v} takes {v} and later ones with the same first two parts\."),
        ("row", "from there on with the same first two parts", rf"~={v} means {v} or later, as long as the first two parts stay {w}\."),
        ("x", "any last part", rf"The x in {w}\.x stands for any last part\."),
        ("x", "any last part", rf"{w}\.x stands for every version whose first two parts are {w}\."),
        ("rc", "before its final version, else like any other", rf"{v}-rc1 and -rc2 are, in this order, the last versions before {v}; they are treated like all others\."),
        ("rc", "before its final version, else like any other", rf"Pre-releases \({v}-rc1, then -rc2\) come right before their final version {v} and count like any other version\."),
        ("rc", "before its final version, else like any other", rf"-rc marks a pre-release, placed just before the final version \(-rc1, -rc2, {v}\) and otherwise compared like any version\."),
        ("condition", "skipped unless true of the target", r'A condition such as "(?P<example>[^"]+)": the entry counts where it is true of the target and is skipped elsewhere\.'),
        ("condition", "skipped unless true of the target", r'An entry with a condition, as in "(?P<example>[^"]+)", counts only if the target meets the condition\.'),
        ("condition", "skipped unless true of the target", rf'Entries with a condition \("(?P<example>[^"]+)"\) are skipped unless it is true of the target {d.target}\.'),
        ("remark", "", "(?:" + "|".join(re.escape(text) for text in REMARKS) + ")"),
        ("remark", "", rf"(?:The mirror is refreshed every night at|Units report home at) {CLOCK}\."),
    )


NOTES = {domain.kind: tuple((topic, meaning, re.compile(text)) for topic, meaning, text in note_texts(domain)) for domain in DOMAINS}
EXAMPLE = {"mail": re.compile("(.+)"), "report": re.compile("(.+)"), "page": re.compile("(.+) only"), "file": re.compile("if (.+)")}
BULLETS = {"mail": re.compile(r"\+ (?P<text>.+)"),                     # + The x in 5.6.x stands for any last part.
           "report": re.compile(r"(?P<number>\d+)\) (?P<text>.+)"),    # 3) A pin that nothing needs does no harm.
           "page": re.compile(r"- (?P<text>.+)"),                      # - Only the entries of pinned versions count.
           "file": re.compile(r"# - (?P<text>.+)")}                    # # - Only the entries of pinned versions count.


def check_note(topic: str, match, style: str, domain: Domain) -> None:
    """The examples inside a sentence must agree with what the sentence says."""
    named = match.groupdict()
    if "example" in named:
        example = EXAMPLE[style].fullmatch(named["example"])
        if not example:
            raise Unread(f"{named['example']!r} is not an example of a condition")
        read_condition(example[1], LAYOUTS[style], domain)
        return
    numbers = [version(text).parts for text in match.groups() if text and text[0].isdigit()]
    if topic == "order":
        first, second = numbers[:2] if "later than" in match[0] else numbers[1::-1]
        good = first > second and numbers[2] + (0,) == numbers[3]
    elif topic in ("row", "equal", "x", "rc"):
        good = all(parts[:len(other)] == other[:len(parts)] for parts in numbers for other in numbers)
    else:
        good = True
    if not good:
        raise Unread(f"the example does not fit its sentence: {match[0]!r}")


def read_notes(lines: list, style: str, domain: Domain) -> tuple:
    """Topic -> meaning, and the need and clash words the sentences quote."""
    conventions, words, wanted = {}, {}, 0
    for number, line in lines:
        bullet = BULLETS[style].fullmatch(line)
        if not bullet:
            raise unread(number, line, "a note")
        wanted += 1
        if style == "report" and int(bullet["number"]) != wanted:
            raise unread(number, line, f"note {wanted}")
        found = [(topic, meaning, match) for topic, meaning, pattern in NOTES[domain.kind]
                 for match in [pattern.fullmatch(bullet["text"])] if match]
        if len(found) != 1:
            raise unread(number, line, "one convention")
        topic, meaning, match = found[0]
        check_note(topic, match, style, domain)
        if topic in conventions:
            raise unread(number, line, f"a second sentence on {topic}")
        conventions[topic] = meaning
        words.update({key: word for key, word in match.groupdict().items() if key in ("need", "clash")})
    return conventions, words


# ---- heads and headings ----------------------------------------------------------------------------------------------

def head_patterns(d: Domain) -> dict:
    """For each layout the patterns of its first lines, in order; group host where the target is named."""
    host, nouns = rf"(?P<host>(?:{d.hosts})-\d\d)", d.noun + "s"
    forms = {
        "mail": ((rf'Subject: {host}: {nouns} for "{PLAN}"', rf"Subject: Install check for {host} \({PLAN}\)", rf"Subject: {PLAN} on {host}, please check the set"),
                 (rf"(?:Hi|Hello|Dear) {WORD},",),
                 (rf"Here is the set we would like to install at {ORG}\. The list of versions is from {TOOL}, {LONG_DAY}, {CLOCK}\.",
                  rf"This is the proposal for {ORG}, with what {TOOL} showed on {LONG_DAY} at {CLOCK}\.",
                  rf"Could you check this set for me before the change at {ORG}\? I took the versions from {TOOL} on {LONG_DAY} at {CLOCK}\.")),
        "page": ((rf'# {ORG} / install plan "{PLAN}"', rf"# Change of {nouns} on {host}", rf"# {PLAN}: {nouns} for {host}"),
                 (rf"Page owner: {PERSON}\. Index copied from {TOOL} on {LONG_DAY}, {CLOCK}\.",
                  rf"Prepared by {PERSON} with {TOOL} on {LONG_DAY} at {CLOCK}\.",
                  rf"_{PERSON}, {LONG_DAY}; data from {TOOL}, {CLOCK}_")),
        "report": ((rf"{TOOL} report / {ORG} / {host}", rf'{TOOL}: set "{PLAN}" against {host} \({ORG}\)', rf"{ORG}, {host}: dry run of {TOOL}"),
                   (rf"operator {PERSON}, {DAY} {CLOCK}", rf"run {DAY} {CLOCK} by {PERSON}", rf"{DAY} {CLOCK}, started by {PERSON}")),
        "file": ((rf"# {ORG}: {host}", rf'# plan "{PLAN}" for {host}, {ORG}', rf"# {PLAN} - {ORG}"),
                 (rf"# {TOOL} export, {DAY} {CLOCK}, {PERSON}", rf"# exported {DAY} {CLOCK} \({TOOL}, {PERSON}\)",
                  rf"# written by {TOOL} for {PERSON}, {DAY} {CLOCK}")),
    }
    return {style: tuple(tuple(re.compile(text) for text in line) for line in lines) for style, lines in forms.items()}


def heading_patterns(d: Domain) -> dict:
    """For each layout {section: pattern of its heading}."""
    nouns = d.noun + "s"
    forms = {
        "mail": {"target": rf"Target:|What it goes on:|The {d.target}:", "pins": r"We would pin:|Proposed set:|The pins:",
                 "index": rf"Versions there are:|What the {d.listing} says:|From the {d.listing}:",
                 "notes": r"For reference:|Some notes:|How we read it:"},
        "page": {"target": rf"## (?:Target|Environment|{d.target.capitalize()})", "pins": r"## (?:What we want to install|Pins|Proposed set)",
                 "index": rf"## (?:Available versions|{d.listing.capitalize()}|Versions in the {d.listing})",
                 "notes": r"## (?:Reading notes|Conventions|How the tables are read)"},
        "report": {"target": rf"== (?:target|environment|{d.target}) ==", "pins": rf"== (?:proposed set|pinned {nouns}|pins: {PLAN}) ==",
                   "index": rf"== (?:versions available|{d.listing}(?:, {nouns} concerned)?) ==",
                   "notes": r"== (?:legend|how to read this|notes) =="},
        "file": {"target": r"target:|environment:|installed_on:", "pins": r"pinned:|pins:|proposed:", "index": r"index:|available:|versions:",
                 "notes": r"# conventions|# reading this file|# notes"},
    }
    return {style: {name: re.compile(text) for name, text in sections.items()} for style, sections in forms.items()}


HEADS = {domain.kind: head_patterns(domain) for domain in DOMAINS}
HEADINGS = {domain.kind: heading_patterns(domain) for domain in DOMAINS}
CLOSING = re.compile(rf"(?:Best regards|Many thanks|Thank you|Thanks|Kind regards|Regards|Yours), {PERSON}")  # Many thanks, Maria Otieno
STYLES = (("mail", re.compile(r"Subject: ")), ("report", re.compile(r"(?!# ).*?^== ", re.M | re.S)), ("page", re.compile(r"# .*?^## ", re.M | re.S)), ("file", re.compile(r"# ")))
FIND_KIND = {"mail": re.compile(rf"^[a-z-]+-\d\d \(({KINDS}) ", re.M),                       # ws-01 (licence tier campus) with ...
             "page": re.compile(rf"^- \*\*({KINDS}):\*\* ", re.M),                           # - **board:** MB-20
             "report": re.compile(rf"^({KINDS}) \.\.+ ", re.M),                              # board ....... MB-32
             "file": re.compile(rf"^  ({KINDS.replace(' ', '[_]')}): ", re.M)}               # |  hosting_class: agency


def find_style(state: str) -> str:
    for style, pattern in STYLES:
        if pattern.match(state):
            return style
    raise Unread("no known layout")


def find_domain(state: str, style: str) -> Domain:
    found = FIND_KIND[style].findall(state)
    if len(found) != 1:
        raise Unread(f"{len(found)} lines name the class of a target")
    return BY_KIND[found[0].replace("_", " ")]


def lines_of(state: str) -> list:
    """(number, text) of the lines; a line of spaces only is no line of a case, and gaps are one line wide."""
    lines = state.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip() and (line or (number > 1 and not lines[number - 2])) and number < len(lines):
            raise unread(number, line, "a gap of one empty line")
    return reading.numbered_lines(state)


def split_sections(lines: list, style: str, domain: Domain) -> dict:
    """Section name -> its lines, without the heading; 'head' for what stands before the first; 'closing' for a mail's last line."""
    sections, current = {"head": []}, "head"
    if style == "mail":
        number, last = lines.pop()
        if not CLOSING.fullmatch(last):
            raise unread(number, last, "the closing of a mail")
    before = None  # number of the line that this one must follow without a gap
    for number, line in lines:
        found = reading.first_match(HEADINGS[domain.kind][style], line)
        if not found:
            if before is not None and number != before + 1:
                raise unread(number, line, "a line that follows a gap")
            sections[current].append((number, line))
            before = None if current == "head" else number
            continue
        current, before = found[0], None if style == "page" else number
        if current in sections:
            raise unread(number, line, f"a second heading for {current}")
        sections[current] = []
    if len(sections) != 5:
        raise Unread(f"sections found: {', '.join(sections)}")
    return sections


def read_head(lines: list, style: str, domain: Domain) -> Optional[str]:
    """The target's name where the head gives it."""
    forms, host = HEADS[domain.kind][style], None
    if len(lines) != len(forms):
        raise Unread(f"the head has {len(lines)} lines, not {len(forms)}")
    for (number, line), patterns in zip(lines, forms):
        found = [match for pattern in patterns for match in [pattern.fullmatch(line)] if match]
        if len(found) != 1:
            raise unread(number, line, "the head")
        host = found[0].groupdict().get("host") or host
    return host


# ---- target and pins -------------------------------------------------------------------------------------------------

FIELD = {"page": re.compile(r"- \*\*([a-z ]+):\*\* (\S.*)"),          # - **board:** MB-20
         "report": re.compile(r"([a-z ]+) \.\.+ (\S.*)"),             # board ....... MB-32
         "file": re.compile(r"  ([a-z_]+): (\S.*)")}                  # |  hosting_class: agency
SENTENCE = re.compile(r"(\S+) \(([a-z ]+) ([\w-]+)\) with ([a-z ]+) (\d\S*)(?:; (.+))?\.")   # ws-01 (licence tier campus) with workbench 16.9.6; seats in use 54.
FACT = re.compile(r"([a-z ]+?) (\d.*)")                                                      # seats in use 54
PIN = {"mail": re.compile(rf"  (?P<number>\d+)\. (?P<name>{NAME}) (?P<version>{FULL})"),     # |  1. footing-sheets 1.9.6
       "page": re.compile(rf"\| (?P<name>{NAME}) \| (?P<version>{FULL}) \|"),                # | cohort-frame | 4.10.1 |
       "report": re.compile(rf"(?:  (?=\S+ )|(?=\S+==))(?P<name>{NAME})(?: |==)(?P<version>{FULL})"),   # |  sluice-monitor 5.2.9  or  strata-merge==3.9.2
       "file": re.compile(rf"  (?P<name>{NAME}): (?P<version>{FULL})")}                      # |  basket-import: 4.9.4


def target_fields(lines: list, style: str) -> list:
    """(number, field, value) of the target section, in order: name, class, platform, facts."""
    if style != "mail":
        fields = []
        for number, line in lines:
            match = FIELD[style].fullmatch(line)
            if not match:
                raise unread(number, line, "a fact about the target")
            fields.append((number, match[1].replace("_", " ") if style == "file" else match[1], match[2]))
        return fields
    match = SENTENCE.fullmatch(lines[0][1]) if len(lines) == 1 else None
    if not match:
        raise unread(*lines[0], "the target") if lines else Unread("the target is missing")
    number = lines[0][0]
    fields = [(number, None, match[1]), (number, match[2], match[3]), (number, match[4], match[5])]
    for text in match[6].split(", ") if match[6] else ():
        fact = FACT.fullmatch(text)
        if not fact:
            raise unread(number, text, "a fact about the target")
        fields.append((number, fact[1], fact[2]))
    return fields


def read_target(lines: list, style: str, domain: Domain) -> Target:
    fields = target_fields(lines, style)
    if [name for _, name, _ in fields[:3]] not in ([domain.target, domain.kind, domain.platform], [None, domain.kind, domain.platform]):
        raise Unread("the target lacks its name, class or platform")
    (_, _, host), (_, _, kind), (_, _, platform) = fields[:3]
    if not re.fullmatch(rf"(?:{domain.hosts})-\d\d", host) or kind not in domain.values.split("|") or not re.fullmatch(FULL, platform):
        raise Unread(f"no such target: {host!r}, {kind!r}, {platform!r}")
    seen = set()
    for number, name, value in fields[3:]:
        if name not in domain.facts or name in seen or not re.fullmatch(domain.facts[name], value):
            raise unread(number, f"{name} {value}", "a fact about the target")
        seen.add(name)
    return Target(host, kind, version(platform))


def read_pins(lines: list, style: str, domain: Domain) -> dict:
    pins = {}
    if style == "page":
        lines = table_body(lines, [domain.noun, "pinned"])
    shape = None
    for number, line in lines:
        match = PIN[style].fullmatch(line)
        if not match:
            raise unread(number, line, "a pin")
        if match["name"] in pins or (style == "mail" and int(match["number"]) != len(pins) + 1):
            raise unread(number, line, f"pin {len(pins) + 1}")
        if shape not in (None, "==" in line):
            raise unread(number, line, "a pin like the others")
        shape = "==" in line
        pins[match["name"]] = version(match["version"])
    if not pins:
        raise Unread("no pins")
    return pins


def table_body(lines: list, columns: list) -> list:
    """The rows below the two head lines of a table with these columns."""
    heads = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    for wanted, (number, line) in zip(heads, lines):
        if line != wanted:
            raise unread(number, line, "the head of the table")
    if len(lines) < 3:
        raise Unread("a table without rows")
    return lines[2:]


# ---- the index, one reader for each layout ---------------------------------------------------------------------------

def index_mail(lines: list, domain: Domain, words: dict) -> list:
    """One line for each version, in one of two shapes."""
    kind = f"(?:{domain.values})"
    tail = (rf"(?P<word>{NEED}) (?:nothing|(?P<needs>{NAME} [^;]+?))(?:; (?P<clashword>{CLASH}) (?P<clashes>{NAME} [^;]+?))?"
            rf"(?:; {domain.platform} (?P<platform>[^;]+?))?")
    starred, arrow = index_mail_patterns(kind, tail)
    releases = []
    for number, line in lines:
        found = reading.first_match({"starred": starred, "arrow": arrow}, line)
        if not found:
            raise unread(number, line, "a version")
        name, match = found
        check_word(number, line, match["word"], words, "need")
        check_word(number, line, match["clashword"], words, "clash")
        join = ", | and " if name == "starred" else "/"
        releases.append(release(domain, LAYOUTS["mail"], match["name"], match["version"], match["day"], (match["kinds"], join),
                                match["platform"], match["needs"], match["clashes"]))
    return releases


@lru_cache(maxsize=None)
def index_mail_patterns(kind: str, tail: str) -> tuple:
    start = rf"(?P<name>{NAME}) (?P<version>{FULL})"
    return (re.compile(rf"\* {start} \((?P<day>{SHORT_DAY}); (?P<kinds>{kind}(?:(?:, {kind})* and {kind})?)\) {tail}\."),  # * roofing-details 3.9.2 (15 Jun 2025; campus) requires nothing.
            re.compile(rf"> {start}, (?P<day>{SHORT_DAY}), for (?P<kinds>{kind}(?:/{kind})*): {tail}"))                    # > wizard-sounds 2.9.7, 30 Apr 2025, for desktop/console: requires nothing


def check_word(number: int, line: str, word: Optional[str], words: dict, which: str) -> None:
    """The index uses the words the notes explain (a clash word goes with its need word)."""
    if word is not None and word != words.get(which):
        raise unread(number, line, f"a line with the word {words.get(which)!r}")


def release(domain: Domain, layout: Layout, name: str, number: str, day: str, kinds: tuple, platform, needs, clashes) -> Release:
    """One version of the index from its texts; None where a text is absent."""
    check_day(day)
    return Release(name, version(number), read_kinds(kinds[0], kinds[1], domain), read_limits(platform, layout) if platform else (),
                   read_entries(needs, layout, domain) if needs else (), read_entries(clashes, layout, domain) if clashes else ())


def index_page(lines: list, domain: Domain, words: dict) -> list:
    """A table; the limit and clash columns stand together or are both absent."""
    need, clash = words["need"], WORDS[words["need"]]
    shapes = [[domain.noun, "version", "released", domain.kinds, domain.platform, need, clash], [domain.noun, "version", need, clash, domain.platform, domain.kinds, "released"],
              [domain.noun, "version", "released", domain.kinds, need], [domain.noun, "version", need, domain.kinds, "released"]]
    columns = [part.strip() for part in lines[0][1].strip("|").split("|")] if lines else []
    if columns not in shapes:
        raise unread(*lines[0], "the columns of the index") if lines else Unread("no index")
    if clash in columns and "clash" not in words:
        raise unread(*lines[0], "columns that the notes explain")
    releases = []
    for number, line in table_body(lines, columns):
        match = re.fullmatch(r"\| " + r" \| ".join([r"([^|]+?)"] * len(columns)) + r" \|", line)     # | cohort-merge | 2.8.3 | - | x64 | 2025-10-05 |
        if not match:
            raise unread(number, line, "a row of the index")
        cell = dict(zip(columns, match.groups()))
        if not re.fullmatch(NAME, cell[domain.noun]) or not re.fullmatch(FULL, cell["version"]) or not re.fullmatch(DAY, cell["released"]):
            raise unread(number, line, "a row of the index")
        texts = [None if cell.get(name, "-") == "-" else cell[name] for name in (domain.platform, need, clash)]
        releases.append(release(domain, LAYOUTS["page"], cell[domain.noun], cell["version"], cell["released"], (cell[domain.kinds], ", "), *texts))
    return releases


BLOCK = re.compile(rf"\[(?P<name>{NAME}) (?P<version>{FULL})\] released (?P<day>{DAY}), (?P<word>[a-z ]+): (?P<kinds>\S.*)")   # [gauge-bridge 4.8.0] released 2025-04-21, boards: MB-32 MB-40
PLAIN = re.compile(rf"(?P<name>{NAME}) (?P<version>{FULL})  (?P<day>{DAY})  (?P<kinds>\S+)")                                   # ledger-merge 4.3.0  2026-04-06  x64,p64
DETAIL = re.compile(r"    (?P<word>[a-z ]+): (?P<text>\S.*)")                                                                 # |    needs: relay-filter >2.9.0,<3.0


def index_report(lines: list, domain: Domain, words: dict) -> list:
    """A line for each version, and below it, set in, what it asks for."""
    order = [words["need"], WORDS[words["need"]], domain.platform]
    blocks, shapes = [], set()
    for number, line in lines:
        found = reading.first_match({"block": BLOCK, "plain": PLAIN, "detail": DETAIL}, line)
        if not found:
            raise unread(number, line, "a line of the index")
        name, match = found
        if name != "detail":
            if name == "block" and match["word"] != domain.kinds:
                raise unread(number, line, f"a version with its {domain.kinds}")
            shapes.add(name)
            blocks.append((match, {}))
            continue
        if not blocks or match["word"] not in order or any(order.index(other) >= order.index(match["word"]) for other in blocks[-1][1]):
            raise unread(number, line, "a detail in its place")
        if match["word"] == order[1]:
            check_word(number, line, order[1], words, "clash")
        blocks[-1][1][match["word"]] = match["text"]
    if len(shapes) != 1:
        raise Unread("the versions are not listed in one shape")
    join = " " if shapes == {"block"} else ","
    return [release(domain, LAYOUTS["report"], match["name"], match["version"], match["day"], (match["kinds"], join),
                    details.get(order[2]), details.get(order[0]), details.get(order[1])) for match, details in blocks]


PACK = re.compile(rf"  ({NAME}):")                                                                 # |  basket-import:
QUOTED = r'\["(?P<{0}>[^"]+(?:", "[^"]+)*)"\]'


@lru_cache(maxsize=None)
def index_file_patterns(kinds: str, platform: str, need: str, clash: str) -> dict:
    """4.9.4: {...}   or   - {version: 4.9.4, ...}"""
    rest = (rf"released: (?P<day>{DAY}), {kinds.replace(' ', '_')}: \[(?P<kinds>[\w, -]+)\](?:, {platform.replace(' ', '_')}: \"(?P<platform>[^\"]+)\")?"
            rf"(?:, {need.replace(' ', '_')}: {QUOTED.format('needs')})?(?:, (?P<clashword>{clash.replace(' ', '_')}): {QUOTED.format('clashes')})?\}}")
    return {"keyed": re.compile(rf"    (?P<version>{FULL}): \{{{rest}"), "listed": re.compile(rf"    - \{{version: (?P<version>{FULL}), {rest}")}


def index_file(lines: list, domain: Domain, words: dict) -> list:
    """The name of a piece, and below it, set in, its versions."""
    patterns = index_file_patterns(domain.kinds, domain.platform, words["need"], WORDS[words["need"]])
    releases, name, empty, shapes = [], None, False, set()
    for number, line in lines:
        pack = PACK.fullmatch(line)
        if pack:
            if empty or any(other.name == pack[1] for other in releases):
                raise unread(number, line, "the start of a new list")
            name, empty = pack[1], True
            continue
        found = reading.first_match(patterns, line)
        if not found or name is None:
            raise unread(number, line, "a version")
        match, empty = found[1], False
        shapes.add(found[0])
        if match["clashword"]:
            check_word(number, line, match["clashword"].replace("_", " "), words, "clash")
        releases.append(release(domain, LAYOUTS["file"], name, match["version"], match["day"], (match["kinds"], ", "),
                                match["platform"], match["needs"], match["clashes"]))
    if empty or len(shapes) != 1:
        raise Unread("the versions are not listed in one shape")
    return releases


INDEX = {"mail": index_mail, "page": index_page, "report": index_report, "file": index_file}


def read_case(state: str) -> Case:
    """Everything the state says; raises Unread for a line or phrase without a reading."""
    style = find_style(state)
    domain = find_domain(state, style)
    sections = split_sections(lines_of(state), style, domain)
    host = read_head(sections["head"], style, domain)
    target = read_target(sections["target"], style, domain)
    if host not in (None, target.name):
        raise Unread(f"the head speaks of {host}, the target is {target.name}")
    conventions, words = read_notes(sections["notes"], style, domain)
    if "need" not in words or words.get("clash", WORDS[words["need"]]) != WORDS[words["need"]]:
        raise Unread(f"the notes explain {words}")
    index = {}
    for found in INDEX[style](sections["index"], domain, words):
        if (found.name, found.version) in index:
            raise Unread(f"{found.name} {found.version} stands twice in the index")
        index[found.name, found.version] = found
    case = Case(target, domain.noun, read_pins(sections["pins"], style, domain), index, conventions)
    check_conventions(case, style)
    return case


OPERATORS = {">=": "bounds", ">": "bounds", "<=": "bounds", "<": "bounds", "==": "equal", "==*": "equal", "~=": "row"}
WORDINGS = {">=": "worded bounds", ">": "worded bounds", "<=": "worded bounds", "<": "worded bounds", "==": "order", "==*": "x", "~=": "x"}


def check_conventions(case: Case, style: str) -> None:
    """Every convention the index makes use of must be spelled out."""
    wanted = {"clean", "need", "scope", "idle", "kinds", "order"}
    table = WORDINGS if style == "mail" else OPERATORS
    versions = list(case.pins.values()) + [case.target.platform]
    for found in case.index.values():
        versions.append(found.version)
        entries = found.needs + found.clashes
        conditions = [entry.condition for entry in entries if entry.condition]
        limits = list(found.platform) + [one for entry in entries for one in entry.limits] + [one for condition in conditions for one in condition.limits]
        versions += limits
        wanted |= {table[one.op] for one in limits} | ({"platform"} if found.platform else set())
        wanted |= ({"clash"} if found.clashes else set()) | ({"condition"} if conditions else set())
    if any(one.rc for one in versions):
        wanted.add("rc")
    missing = sorted(wanted - set(case.conventions))
    if missing:
        raise Unread(f"no sentence on: {', '.join(missing)}")


# ---- the rules -------------------------------------------------------------------------------------------------------

def key(parts: tuple, rc: Optional[int]) -> tuple:
    """Parts compare as numbers from the left, an absent part is 0; -rc1, -rc2, then the final version."""
    return parts + (0,) * (3 - len(parts)), 99 if rc is None else rc


def fits(found: Version, one: Limit) -> bool:
    """The version named is within >= and <=, not within > and <; == that version alone; .* and ~= keep the first two parts."""
    mine, named = key(*found), key(one.parts, one.rc)
    if one.op == "==*":
        return found.parts[:2] == one.parts
    return {">=": mine >= named, ">": mine > named, "<=": mine <= named, "<": mine < named, "==": mine == named,
            "~=": mine >= named and found.parts[:2] == one.parts[:2]}[one.op]


def fits_all(found: Version, limits: tuple) -> bool:
    """Limits that are joined must all hold."""
    return all(fits(found, one) for one in limits)


def counts(case: Case, entry: Entry) -> bool:
    """An entry with a condition counts only if the condition is true of the target."""
    condition = entry.condition
    if condition is None:
        return True
    return condition.kind == case.target.kind if condition.kind else fits_all(case.target.platform, condition.limits)


def pinned_releases(case: Case) -> list:
    """Only the entries of pinned versions count; a pin without an entry in the index cannot be judged."""
    missing = [name for name, pinned in case.pins.items() if (name, pinned) not in case.index]
    if missing:
        raise Unread(f"pinned but not in the index: {', '.join(missing)}")
    return [case.index[pin] for pin in case.pins.items()]


def unmet_kinds(case: Case) -> list:
    """The class of the target must be among those a pinned version lists."""
    return [(one.name, "class") for one in pinned_releases(case) if case.target.kind not in one.kinds]


def unmet_platform(case: Case) -> list:
    """The target's platform must fit the limit a pinned version gives; without one, any will do."""
    return [(one.name, "platform") for one in pinned_releases(case) if not fits_all(case.target.platform, one.platform)]


def unmet_needs(case: Case) -> list:
    """What a pinned version needs must itself be pinned, in a version within the limits."""
    return [(one.name, "need", entry.name) for one in pinned_releases(case) for entry in one.needs
            if counts(case, entry) and not (entry.name in case.pins and fits_all(case.pins[entry.name], entry.limits))]


def broken_clashes(case: Case) -> list:
    """What a pinned version clashes with must not be pinned within the range; pinned outside it or not at all is fine."""
    return [(one.name, "clash", entry.name) for one in pinned_releases(case) for entry in one.clashes
            if counts(case, entry) and entry.name in case.pins and fits_all(case.pins[entry.name], entry.limits)]


def decide(case: Case) -> str:
    """Clean only if every entry of every pinned version is met."""
    unmet = unmet_kinds(case) + unmet_platform(case) + unmet_needs(case) + broken_clashes(case)
    return "no" if unmet else "yes"


# ---- the question ----------------------------------------------------------------------------------------------------

QUESTIONS = (  # (pattern of the question, what true and false stand for)
    (re.compile(r"Does the proposed set install cleanly in the target environment\?"), ("It installs cleanly.", "It does not install cleanly.")),
    (re.compile(r"Is everything that the pinned versions ask for met on the target\?"), ("Everything is met.", "Something is not met.")),
    (re.compile(r"Can the (?P<noun>[a-z -]+)s be installed exactly as pinned, with a clean result\?"), ("The result is clean.", "The result is not clean.")),
    (re.compile(r"Do the pinned (?P<noun>[a-z -]+)s install cleanly on the (?P<target>[a-z]+)\?"), ("They do.", "They do not.")),
    (re.compile(r"Is the proposed set of (?P<noun>[a-z -]+)s clean for (?P<host>[a-z-]+-\d\d)\?"), ("The set is clean.", "The set is not clean.")),
    (re.compile(r"Will this set of pins install cleanly on (?P<host>[a-z-]+-\d\d)\?"), ("Yes, every entry is met.", "No, an entry is not met.")),
)
TARGETS = {domain.noun: domain.target for domain in DOMAINS}


def check_question(question: dict, options, case: Case) -> None:
    """The question must be a known one about this target, yes meaning clean."""
    text, criteria = question["instructions"], question["criteria"]
    found = [(match, sense) for pattern, sense in QUESTIONS for match in [pattern.fullmatch(text)] if match]
    if len(found) != 1 or question["type"] != "noul" or set(question) != {"type", "instructions", "criteria"}:
        raise Unread(f"the question cannot be read: {question!r}")
    match, (true, false) = found[0]
    if criteria != {"true": true, "false": false} or sorted(options) != ["no", "yes"]:
        raise Unread(f"the criteria or options cannot be read: {criteria!r}, {options!r}")
    real = {"noun": case.noun, "target": TARGETS[case.noun], "host": case.target.name}
    wrong = [name for name, value in match.groupdict().items() if value != real[name]]
    if wrong:
        raise Unread(f"the question {text!r} speaks of another {wrong[0]}")


def solve(state: str, question, options) -> str:
    """The option that answers the question about the case."""
    case = read_case(state)
    check_question(question, options, case)
    return decide(case)
