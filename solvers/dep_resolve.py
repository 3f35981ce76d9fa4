"""Does a set of pinned versions install cleanly on its target? A reader of install plans, and the rules the plans spell out.

Grammar of a case (four layouts: mail, table page, plain report, indented file):
  head     two or three lines: plan, organisation, target name, tool, date, person (only names are compared)
  target   the name of the target, its class (a board, an edition, ...), its platform version, other facts
  pins     one line for each pinned piece (plugin, module, ...): name and version
  index    one entry for each version that exists: release date, classes it installs on, and, where there are any,
           a limit for the platform, pieces it needs within limits, pieces it clashes with in a range
  notes    one note for each convention, and at most one remark of no consequence; in a mail four paragraphs of a policy:
           what clean means, how limits are read, how versions are ordered, what a condition does
An entry may carry a condition on the target's class or platform version.

Limits: `>=1.2`, `>1.2.0,<2.0`, `==1.2.3`, `==1.2.*`, `~=1.2.3`; in mails `1.2 or later`, `later than 1.2.0 and earlier than 2.0`,
`exactly 1.2.3`, `1.2.x`, `1.2.3 or a later 1.2.x`.
A limit for the platform stands behind its name; in mails behind `works with`, `runs on` or `supports` and its name, which all say the same.
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
    conventions: dict  # topic -> meaning; "speaks of" -> the topics in the sentence on a clean install
    head: tuple = ()   # its lines; they decide nothing but the target's name


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
    "Plot styles are copied by the office manager.", "Service visits are booked with the vendor.", "Seats are given back on Fridays.",
    "Training dates follow by e-mail.", "Old reports are kept for two years.", "Roles are assigned after the update.",
    "Screenshots go to the gallery channel.", "Data folders stay where they are.", "Month-end runs are stopped during a change.",
    "Skins are voted on once a month.", "Translations are loaded after the update.", "The world is backed up every six hours.",
    "Rinse the lines before any restart.", "Images are signed in the workshop.", "The staging copy is renewed every Monday.",
    "Spare parts are kept at the depot.", "The change window is Thursday evening.", "The phone list is in the shared folder.",
    "The plotter room is locked after six.", "The mirror is refreshed every night at 02:30.", "Units report home at 05:00.",
)

NAME = r"[a-z]+-[a-z]+"                                  # basket-import
FULL = r"\d+\.\d+\.\d+(?:-rc\d)?"                        # 5.10.1  3.2.0-rc1
FINAL = r"\d+\.\d+\.\d+"                                # 5.10.1
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

SYMBOL = re.compile(rf"(?P<star>==)(?P<stem>\d+\.\d+)\.\*|(?P<three>==|~=)(?P<whole>{FINAL})|(?P<op>>=|<=|>|<)(?P<bound>{PART})")  # ==1.2.*  ~=1.2.3  >=1.2
WORDED = re.compile(rf"(?P<stem>\d+\.\d+)\.x|exactly (?P<exact>{FINAL})|(?P<later>{FINAL}) or a later (?P<row>\d+\.\d+)\.x"
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


# The notes: what each sentence says, and the topics it settles.

FULL_CLEAN, LEAN_CLEAN = "clean need kinds clash platform", "clean need kinds"   # what the sentence on a clean install speaks of
BOTH_HOLD = "the version named with >= and <= only; joined limits all hold"
V3, V2 = rf"({FINAL})", r"(\d+\.\d+)"


def clean_texts(d: Domain) -> tuple:
    """(topics, text) of the sentences that say when an install is clean."""
    need, clash, the_target = f"(?P<need>{NEED})", f"(?P<clash>{CLASH})", f"the {d.target}"
    return (
        (LEAN_CLEAN, rf"An install is clean exactly when for every pinned version all it {need} is met and the {d.kind} of {the_target} fits\."),
        (LEAN_CLEAN, rf"The set installs cleanly if and only if every pinned version finds all it {need} among the pins and runs on the {d.kind} of {the_target}\."),
        (LEAN_CLEAN, rf"The set is clean if and only if all that each pinned version {need} is met and its {d.kinds} include that of {the_target}\."),
        (FULL_CLEAN, rf"An install is clean exactly when for every pinned version all it {need} is met, nothing it {clash} is pinned within the limits given, "
                     rf"and the {d.kind} and the {d.platform} of {the_target} fit\."),
        (FULL_CLEAN, rf"The set installs cleanly if and only if every pinned version finds among the pins, within the limits given, all it {need} and nothing it {clash}, "
                     rf"and fits {d.kind} and {d.platform} of {the_target}\."),
        (FULL_CLEAN, rf"The set is clean if and only if for each pinned version all it {need} is met, no pin falls in a range it {clash}, "
                     rf"and {d.kind} and {d.platform} fit\."),
    )


def mail_clean_texts(d: Domain) -> tuple:
    """The same for mails, where the sentence also says what is met; and what the pins and the other versions mean."""
    need, clash, the_target = f"(?P<need>{NEED})", f"(?P<clash>{CLASH})", f"the {d.target}"
    return (
        (LEAN_CLEAN, rf"We call an install clean exactly when each pinned version lists the {d.kind} of {the_target} and finds every {d.noun} it {need} among the pins, within the limits\."),
        (LEAN_CLEAN, rf"A set is clean if and only if every {d.noun} that a pinned version {need} is itself pinned within the limits, and each pinned version lists the {d.kind} of {the_target}\."),
        (FULL_CLEAN, rf"We call an install clean exactly when each pinned version lists the {d.kind} of {the_target}, has no limit for the {d.platform} or one that {the_target} meets, "
                     rf"and finds among the pins, within the limits given, every {d.noun} it {need} and none it {clash}\."),
        (FULL_CLEAN, rf"A set is clean if and only if, for each pinned version, every {d.noun} it {need} is pinned within the limits, none it {clash} is pinned in the range given, "
                     rf"its {d.kinds} include that of {the_target}, and the {d.platform} there is within its limit, if it has one\."),
        ("scope idle", rf"Only the pins get installed and only their entries count; a pin that nothing {need} is fine\."),
        ("scope idle", rf"Versions that are not pinned play no part, a pin that nothing {need} does no harm, and nothing is installed besides the pins\."),
    )


def rule_texts(d: Domain) -> tuple:
    """(topics, text) of the notes that say what one part of an entry means; group quoted is a word as the index writes it."""
    an, need = "An" if d.noun[0] in "aeiou" else "A", f"(?P<need>{NEED})"
    quoted, ruled_out = f'"(?P<quoted_need>{NEED.replace(" ", "[ _]")})"', f'"(?P<quoted_clash>{CLASH.replace(" ", "[ _]")})"'
    return (
        ("need", rf"{quoted}: the {d.noun} named must itself be pinned, in a version that fits\. Nothing is fetched besides the pins\."),
        ("need", rf"Nothing but the pins gets installed, so whatever stands under {quoted} must be among them in a fitting version\."),
        ("need", rf"{an} {d.noun} named under {quoted} must be in the set, within the limits; nothing is added on the fly\."),
        ("clash", rf"What stands under {ruled_out} must not be pinned in the range given; pinned outside it, or not at all, is fine\."),
        ("clash", rf"An entry under {ruled_out} is met unless the {d.noun} it names is pinned in the range it gives\."),
        ("clash", rf"{ruled_out} is broken only if the {d.noun} named is pinned within the range given; else it is met\."),
        ("scope", r"Only the entries of pinned versions count\."),
        ("scope", r"Entries of versions that are not pinned do not count\."),
        ("scope", r"Versions that are not pinned are listed too; what they ask for is ignored\."),
        ("idle", rf"It does not matter if nothing {need} a pinned {d.noun}\."),
        ("kinds", rf"The {d.kind} of the target must be listed for each pinned version\."),
        ("kinds", rf"A version installs on no other {d.kinds} than those it lists\."),
        ("kinds", rf"{an} {d.noun} runs only on the {d.kinds} listed with its version\."),
        ("platform", rf"Limits for the {d.platform} are checked against what the {d.target} runs\."),
        ("platform", rf"The {d.platform} of the {d.target} must meet the limit that a pinned version gives for it; without one, any will do\."),
        ("platform", rf"If a pinned version has a limit for the {d.platform}, the {d.platform} on the {d.target} must fit it\."),
    )


CONDITION_TEXTS = tuple(("condition", text.replace("BEHIND", '(?P<mark>in brackets|after "if")').replace("EXAMPLE", r'\("(?P<example>[^"]+)"\)')) for text in (
    r"An entry with a condition BEHIND EXAMPLE is skipped unless the target meets it; a condition covers that one entry only\.",
    r"A condition BEHIND EXAMPLE belongs to the one entry it stands behind; that entry counts only if the target meets it\.",
    r"A condition BEHIND EXAMPLE goes with the entry right before it alone\. Where the target does not meet the condition, that entry is skipped\."))
ORDER_TEXTS = (
    ("order", rf"Versions are compared part by part as numbers \({V3} is later than {V3}\), never by date\. A limit of {V2} means {V3}, so {V3} is later than it\."),
    ("order", rf"Parts of a version are numbers, compared from left to right: {V3}, then {V3}\. A limit of two parts ends in 0 \({V2} means {V3}, which is before {V3}\)\. Dates do not matter\."),
    ("order", rf"Order of versions: number by number from the left \({V3} is earlier than {V3}\), not by date\. A limit of {V2} is {V3}; {V3} is already later\."),
    ("rc", rf'(?P<rc>{FINAL}-rc1) and -rc2 are, in this order, the last versions before {V3}; both are within "(?P<within>[^"]+)" and not within "(?P<outside>[^"]+)"\.'),
    ("rc", rf'Pre-releases come right before their final version \((?P<rc>{FINAL}-rc1), {V3}-rc2, {V3}\) and count like any other, so "(?P<within>[^"]+)" takes in (?P=rc)\.'),
    ("rc", rf'A pre-release is earlier than its final version and later than all before \(-rc1, -rc2, {V3}\), also for limits of two parts: (?P<rc>{FINAL}-rc1) fits "(?P<within>[^"]+)"\.'),
)
SIGN_TEXTS = (
    ("bounds", r">= at or above, > above, <= at or below, < below the version named; a comma joins limits that must both hold\."),
    ("bounds", r">= and <= include the version named, > and < do not; with a comma both limits apply\."),
    ("bounds", r"The version named is within >= and <=, but not within > and <\. Limits joined by a comma all apply\."),
    ("equal", rf"After == only that version fits; =={V2}\.\* fits {V2} with any number as last part(?P<included>, pre-releases included)?\."),
    ("equal", rf"== takes that version alone, =={V2}\.\* every version whose first two parts are {V2}(?P<included>, pre-releases included)?\."),
    ("row", rf"~={V3} takes {V3} and later ones with the same first two parts\."),
    ("row", rf"~={V3} means {V3} or later, as long as the first two parts stay {V2}\."),
)
WORD_TEXTS = (
    ("bounds", r'The version named belongs to "or later" and "or earlier", not to "later than" and "earlier than"\. Two limits joined by "and" both apply\.'),
    ("bounds", r'"Or later" and "or earlier" include the version named, "later than" and "earlier than" do not; "and" between two limits means both\.'),
    ("exact", rf'"Exactly {FINAL}" takes that version alone\.'),
    ("exact", r'Where it says "exactly", no other version will do\.'),
    ("x", rf"The x in {V2}\.x stands for any number(?P<included>, pre-releases included)?\."),
    ("x", rf"{V2}\.x stands for every version whose first two parts are {V2}(?P<included>, pre-releases included)?\."),
    ("row", rf'"{V3} or a later {V2}\.x" starts at {V3} and holds as long as the first two parts stay {V2}\.'),
    ("row", rf'"{V3} or a later {V2}\.x" covers {V3} and all later versions with the same first two parts\.'),
)
REMARK_TEXTS = (("remark", "(?:" + "|".join(re.escape(text) for text in REMARKS) + ")"),)
MEANINGS = {  # topic -> what every wording of it says
    "clean": "every entry of every pin is met", "need": "named piece is pinned and fits", "clash": "named piece is not pinned in the range",
    "scope": "entries of pinned versions only", "idle": "a pin nothing needs is fine", "kinds": "the target's class is listed",
    "platform": "the target's platform fits, no limit no bar", "order": "part by part as numbers, absent part 0", "bounds": BOTH_HOLD,
    "equal": "that version; with * the first two parts", "exact": "that version", "x": "any last part",
    "row": "from there on with the same first two parts", "rc": "right before its final version, else like any other",
    "condition": "its one entry is skipped unless true of the target",
}


def compiled(texts: tuple) -> tuple:
    return tuple((tuple(topics.split(" ")), re.compile(text + "(?= |$)")) for topics, text in texts)


SHARED = compiled(ORDER_TEXTS + CONDITION_TEXTS)
MAIL_ONLY, OTHERS_ONLY = compiled(WORD_TEXTS), compiled(SIGN_TEXTS + REMARK_TEXTS)
NOTES = {(domain.kind, mail): SHARED + (MAIL_ONLY + compiled(mail_clean_texts(domain)) if mail else OTHERS_ONLY + compiled(clean_texts(domain) + rule_texts(domain)))
         for domain in DOMAINS for mail in (True, False)}
PARAGRAPH = re.compile(r"clean scope|bounds(?: exact)?(?: x)?(?: row)?|order(?: rc)?|condition")   # the first topics of the sentences in one paragraph of a mail
EXAMPLE = {"mail": re.compile("(.+)"),             # on board MB-20 only
           "report": re.compile("(.+)"),           # board MB-20
           "page": re.compile("(.+) only"),        # board MB-20 only
           "file": re.compile("if (.+)")}          # if board is MB-20
BULLETS = {"mail": re.compile(r"> (?P<text>.+)"),                      # > The x in 5.6.x stands for any number.
           "report": re.compile(r"(?P<number>\d+)\) (?P<text>.+)"),    # 3) It does not matter if nothing needs a pinned module.
           "page": re.compile(r"- (?P<text>.+)"),                      # - Only the entries of pinned versions count.
           "file": re.compile(r"# - (?P<text>.+)")}                    # # - Only the entries of pinned versions count.


def check_condition_note(match, style: str, domain: Domain) -> None:
    """The example is a condition as this layout writes it, behind the mark the sentence names."""
    example = EXAMPLE[style].fullmatch(match["example"])
    if not example or (match["mark"] == 'after "if"') != (style == "file"):
        raise Unread(f"{match[0]!r} does not speak of the conditions of this text")
    read_condition(example[1], LAYOUTS[style], domain)


def check_rc_note(match, style: str) -> None:
    """The pre-release is one of the final version named, and its limits take it in or leave it out, as the sentence says."""
    named = match.groupdict()
    rc, read = version(named["rc"]), LAYOUTS[style].limit
    finals = [version(text) for text in match.groups() if text and re.fullmatch(FULL, text) and text != named["rc"]]
    if any(final.parts != rc.parts for final in finals) or not fits(rc, read(named["within"])) or ("outside" in named and fits(rc, read(named["outside"]))):
        raise Unread(f"the example does not fit its sentence: {match[0]!r}")


def check_note(topic: str, match, style: str, domain: Domain) -> None:
    """The examples inside a sentence must agree with what the sentence says."""
    if topic == "condition":
        check_condition_note(match, style, domain)
    elif topic == "rc":
        check_rc_note(match, style)
    elif topic in ("order", "row", "equal", "x"):
        numbers = [version(text).parts for text in match.groups() if text and text[0].isdigit()]
        good = all(parts[:len(other)] == other[:len(parts)] for parts in numbers for other in numbers)
        if topic == "order":
            late, early = numbers[:2] if "is later than" in match[0].split(")")[0] else numbers[1::-1]
            good = late > early and numbers[2] + (0,) == numbers[3] < numbers[4]
        if not good:
            raise Unread(f"the example does not fit its sentence: {match[0]!r}")


def sentences(number: int, text: str, patterns: tuple) -> list:
    """(topics, match) of the sentences in a note, in order; each has exactly one reading."""
    found, at = [], 0
    while at < len(text):
        here = [(topics, match) for topics, pattern in patterns for match in [pattern.match(text, at)] if match]
        if len(here) != 1 or here[0][1].end() + 1 == len(text):
            raise unread(number, text[at:], "one convention")
        found += here
        at = here[0][1].end() + 1
    return found


def words_of(match, style: str) -> list:
    """(need or clash, word) of the words a sentence names; between quotes as the index writes them (depends_on in a file)."""
    words = []
    for name, word in match.groupdict().items():
        if name in ("need", "clash"):
            words.append((name, word))
        elif name in ("quoted_need", "quoted_clash"):
            plain = word.replace("_", " ")
            if word != (plain.replace(" ", "_") if style == "file" else plain):
                raise Unread(f"the index does not write {word!r}")
            words.append((name[7:], plain))
    return words


def read_notes(lines: list, style: str, domain: Domain) -> tuple:
    """(conventions: topic -> meaning, the need and clash words the sentences name)."""
    conventions, words, remarks = {}, {}, 0
    for wanted, (number, line) in enumerate(lines, 1):
        bullet = BULLETS[style].fullmatch(line)
        if not bullet or (style == "report" and int(bullet["number"]) != wanted):
            raise unread(number, line, f"note {wanted}")
        found = sentences(number, bullet["text"], NOTES[domain.kind, style == "mail"])
        if not PARAGRAPH.fullmatch(" ".join(topics[0] for topics, _ in found)) if style == "mail" else len(found) != 1:
            raise unread(number, line, "sentences that go together")
        for topics, match in found:
            if topics == ("remark",):
                remarks += 1
                continue
            check_note(topics[0], match, style, domain)
            stated = topics if style == "mail" else topics[:1]
            if any(topic in conventions for topic in stated):
                raise unread(number, line, f"a second sentence on {topics[0]}")
            conventions.update((topic, MEANINGS[topic]) for topic in stated)
            if topics[0] == "clean":
                conventions["speaks of"] = topics
            if match.groupdict().get("included"):
                conventions["included"] = "the first two parts take in pre-releases"
            for which, word in words_of(match, style):
                if words.setdefault(which, word) != word:
                    raise unread(number, line, f"a sentence with the word {words[which]!r}")
    if remarks > 1:
        raise Unread(f"{remarks} remarks among the notes")
    return conventions, words


# Heads and headings.

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
        "mail": {"target": rf"Target:|It goes on this {d.target}:|The {d.target}:", "pins": r"We would pin:|Proposed set:|The pins:",
                 "index": rf"Available versions:|What the {d.listing} says:|From the {d.listing}:",
                 "notes": r"From our install policy:|Our install policy in short:|The install policy, for reference:"},
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
CLOSING = re.compile(rf"(?:Best regards|Many thanks|Thanks), {PERSON}")  # Many thanks, Maria Otieno
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


# Target and pins.

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


# The index, one reader for each layout.

MAIL_DETAIL = re.compile(rf"(?:(?P<word>{NEED}|{CLASH})|(?P<verb>works with|runs on|supports) (?P<own>{PLATFORMS})) (?P<text>[0-9a-z][^;]*)")  # works with core 5.2 or later


@lru_cache(maxsize=None)
def index_mail_patterns(kind: str) -> dict:
    start = rf"(?P<name>{NAME}) (?P<version>{FULL})"
    return {"starred": re.compile(rf"\* {start} \((?P<day>{SHORT_DAY}); (?P<kinds>{kind}(?:(?:, {kind})* and {kind})?)\) (?P<details>\S.*)\."),   # * plate-washer 3.9.2 (15 Jun 2025; LC-3) requires nothing.
            "plus": re.compile(rf"\+ {start}, (?P<day>{SHORT_DAY}), for (?P<kinds>{kind}(?:/{kind})*): (?P<details>\S.*)")}                   # + wizard-sounds 2.9.7, 30 Apr 2025, for desktop/console: requires nothing


def mail_details(number: int, text: str, domain: Domain, words: dict) -> tuple:
    """(platform, needs, clashes) of one version, None where absent; a version that asks for nothing says so."""
    need, clash = words["need"], WORDS[words["need"]]
    if text == f"{need} nothing":
        return None, None, None
    order, texts = (need, clash, domain.platform), {}
    for part in text.split("; "):
        match = MAIL_DETAIL.fullmatch(part)
        word = (match["word"] or match["own"]) if match else None
        if word not in order or any(order.index(other) >= order.index(word) for other in texts):
            raise unread(number, part, "what a version asks for, in its place")
        if word == clash:
            check_word(number, part, word, words)
        texts[word] = match["text"]
    return texts.get(domain.platform), texts.get(need), texts.get(clash)


def index_mail(lines: list, domain: Domain, words: dict) -> list:
    """One line for each version, all in one of two shapes."""
    patterns, releases, shapes = index_mail_patterns(f"(?:{domain.values})"), [], set()
    for number, line in lines:
        found = reading.first_match(patterns, line)
        if not found:
            raise unread(number, line, "a version")
        name, match = found
        shapes.add(name)
        join = ", | and " if name == "starred" else "/"
        releases.append(release(domain, LAYOUTS["mail"], match["name"], match["version"], match["day"], (match["kinds"], join),
                                *mail_details(number, match["details"], domain, words)))
    if len(shapes) != 1:
        raise Unread("the versions are not listed in one shape")
    return releases


def check_word(number: int, line: str, word: str, words: dict) -> None:
    """A clash word stands in the index only if the notes explain it."""
    if word != words.get("clash"):
        raise unread(number, line, f"a line with the word {words.get('clash')!r}")


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
            check_word(number, line, order[1], words)
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
            check_word(number, line, match["clashword"].replace("_", " "), words)
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
    case = Case(target, domain.noun, read_pins(sections["pins"], style, domain), index, conventions,
                tuple(line for _, line in sections["head"]))
    check_names(case)
    check_conventions(case, style)
    return case


def check_names(case: Case) -> None:
    """Every piece that a version asks for or rules out has versions in the index."""
    listed = {name for name, _ in case.index}
    unknown = sorted({entry.name for found in case.index.values() for entry in found.needs + found.clashes} - listed)
    if unknown:
        raise Unread(f"named but not in the index: {', '.join(unknown)}")


SIGNS_SAID = {">=": "bounds", ">": "bounds", "<=": "bounds", "<": "bounds", "==": "equal", "==*": "equal", "~=": "row"}   # limit -> topic that explains it
WORDS_SAID = {">=": "bounds", ">": "bounds", "<=": "bounds", "<": "bounds", "==": "exact", "==*": "x", "~=": "row"}


def check_conventions(case: Case, style: str) -> None:
    """Every convention the index makes use of must be spelled out, and what the sentence on a clean install speaks of."""
    wanted = {"clean", "need", "scope", "idle", "kinds", "order"} | set(case.conventions.get("speaks of", ()))
    versions, stars = list(case.pins.values()) + [case.target.platform], False
    for found in case.index.values():
        entries = found.needs + found.clashes
        conditions = [entry.condition for entry in entries if entry.condition]
        limits = list(found.platform) + [one for entry in entries for one in entry.limits] + [one for condition in conditions for one in condition.limits]
        versions += [found.version] + limits
        stars = stars or any(one.op == "==*" for one in limits)
        wanted |= {(WORDS_SAID if style == "mail" else SIGNS_SAID)[one.op] for one in limits} | ({"platform"} if found.platform else set())
        wanted |= ({"clash"} if found.clashes else set()) | ({"condition"} if conditions else set())
    if any(one.rc for one in versions):
        wanted |= {"rc"} | ({"included"} if stars else set())
    unsaid = sorted({"clash", "platform"} & set(case.conventions) - set(case.conventions.get("speaks of", ())))
    if unsaid:
        raise Unread(f"the sentence on a clean install does not speak of: {', '.join(unsaid)}")
    missing = sorted(wanted - set(case.conventions))
    if missing:
        raise Unread(f"no sentence on: {', '.join(missing)}")


# The rules.

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


# The question.

QUESTIONS = (  # (pattern of the question, what true and false stand for)
    (re.compile(r"Does the proposed set install cleanly in the target environment\?"), ("It installs cleanly.", "It does not install cleanly.")),
    (re.compile(r"Is the install of the pinned versions clean on the target\?"), ("It is clean.", "It is not clean.")),
    (re.compile(r"Can the (?P<noun>[a-z -]+)s be installed exactly as pinned, with a clean result\?"), ("The result is clean.", "The result is not clean.")),
    (re.compile(r"Do the pinned (?P<noun>[a-z -]+)s install cleanly on the (?P<target>[a-z]+)\?"), ("They do.", "They do not.")),
    (re.compile(r"Is the proposed set of (?P<noun>[a-z -]+)s clean for (?P<host>[a-z-]+-\d\d)\?"), ("The set is clean.", "The set is not clean.")),
    (re.compile(r"Will this set of pins install cleanly on (?P<host>[a-z-]+-\d\d)\?"), ("It will.", "It will not.")),
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
