"""A store of items, a numbered run of steps, and a list of goals: do all the goals hold when the run is over?

Grammar
  text      = title, header, and four sections in any order: content, steps, goals, notes
  content   = one line for each item: path, its parts in order, its marks, its state (locked or not)
  step      = number, operation, path, and what the operation needs (a target, one part, parts, one mark)
  goal      = path and what is asked there (absent, present, exactly these parts, a mark, a state)
  note      = what one operation does | what a locked item withstands | a convention of the run | a remark
  layouts   = md (headings and tables), txt (headings in capitals), rows (comma or semicolon), job (braces and lists)

The same text is written in seven trades. `Words` holds the nouns and verbs of one trade; patterns name them in angle brackets:
  <item> the thing stored   <part> what it consists of   <mark> what may be attached to it   <cont> the first half of a path
  <store> where items live   <bin> where deleted ones go   <locked>/<unlocked> the two states
  <set> <add> <copy> <move> <del> <rest> <mk> <unmk> <lock> <unlock> the ten operations: put all parts, add one part, copy, move,
  delete, bring back, give a mark, take a mark, lock, unlock
  <goal> requirement, condition or check
"""
from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple, Optional

from solvers.reading import Unread, first_match, numbered_lines, unread

# words


class Words(NamedTuple):
    """The vocabulary of one trade."""

    item: str
    items: str
    cont: str
    conts: str
    part: str
    parts: str
    mark: str
    marks: str
    store: str
    bin: str
    locked: str
    unlocked: str
    verbs: str  # in the order of OPERATIONS
    systems: str
    bodies: str
    folders: str
    names: str
    labels: str  # the marks there are
    code: str  # how one part is written
    joins: tuple  # the small words of a step: before the item a part is added to, before a mark given


OPERATIONS = ("set", "add", "copy", "move", "del", "rest", "mk", "unmk", "lock", "unlock")

TRADES = {
    "backup": Words(
        "image", "images", "vault", "vaults", "increment", "increments", "remark", "remarks", "backup pool", "expiry area", "pinned", "unpinned",
        "store merge replicate migrate expire revive annotate retract pin unpin", "Backup manager|Coldvault|Vaultkeeper",
        "clinic network|hosting company|savings cooperative", "offsite|monthly|scratch|daily|quarterly|weekly|tape",
        "wards-e|crm-4|ledger-db|imaging|files-a|mailhost-2|branch-17|payroll", "verified|legal|rotated|encrypted|partial",
        r"inc-\d{3}", ("into", "with")),
    "site": Words(
        "page", "pages", "section", "sections", "block", "blocks", "topic", "topics", "site tree", "trash", "locked", "unlocked",
        "compose insert mirror rename remove undelete list withdraw lock unlock", "Content desk|Pagewright|Sitekeeper",
        "city museum|housing association|tourist board", "about|drafts|press|visit|archive|news|events",
        "hours|report|tenants|walks|tours|repairs|summer|new-wing", "tickets|renting|research|access|families",
        r"block-\d{2}", ("into", "under")),
    "records": Words(
        "record", "records", "series", "series", "sheet", "sheets", "label", "labels", "archive", "disposal tray", "on hold", "available",
        "file add duplicate transfer discard retrieve designate strip hold release", "Archive desk|RecordKeeper|Stackroom",
        "county archive|land registry office|records centre", "wills|intake|leases|permits|reading|surveys|deeds",
        "mill-lane|orchard|weir-house|chapel-rd|north-field|harbour-3|parcel-114|ferry-quay", "indexed|signed|disputed|certified|fragile",
        r"sheet-\d{2}", ("to", "as")),
    "laboratory": Words(
        "dataset", "datasets", "share", "shares", "sample", "samples", "flag", "flags", "data store", "recycle area", "protected", "unprotected",
        "save append copy move delete restore flag unflag protect unprotect", "Data bench|Instrument share|Labshare",
        "assay laboratory|marine institute|materials laboratory", "cold|methods|review|pooled|figures|raw|cleaned",
        "saline-7|plate-114|spectra-k|tensile|buffer-b2|titr-3|blanks|otolith-22", "blinded|outlier|repeat|published|calibrated",
        r"smp-\d{4}", ("to", "as")),
    "film": Words(
        "reel", "reels", "shelf", "shelves", "scene", "scenes", "keyword", "keywords", "library", "offcut box", "sealed", "unsealed",
        "ingest splice dub shift drop rescue mark unmark seal unseal", "Cutting room|Media vault|Reelhouse",
        "documentary studio|film archive|regional broadcaster", "masters|rough|rushes|subtitled|loans|trailers|stock",
        "tannery|tramway|harvest|riverbank|glacier|choir-tour|night-ferry|salt-coast", "archival|cleared|widescreen|embargoed|graded",
        r"scene-\d{2}", ("onto", "as")),
    "drawings": Words(
        "drawing", "drawings", "binder", "binders", "layer", "layers", "stamp", "stamps", "plan store", "void drawer", "closed", "open",
        "enter overlay trace refile void reinstate stamp unstamp close reopen", "Drawing vault|Plan chest|Sheetworks",
        "bridge department|engineering office|shipyard", "issued|as-built|workshop|sketch|client|tender|superseded",
        "stair-b|pump-room|crane|duct-6|deck-plan|bearing|hull-8|pier-cap", "metric|urgent|approved|preliminary|checked",
        r"layer-\d{2}", ("onto", "as")),
    "builds": Words(
        "artefact", "artefacts", "repository", "repositories", "module", "modules", "tag", "tags", "store", "quarantine", "frozen", "live",
        "upload attach clone promote purge recover tag untag freeze thaw", "Artefact store|Buildshelf|Packhouse",
        "firmware group|platform team|release engineering", "canary|legacy|stable|hotfix|staging|partner|nightly",
        "billing-api|webui-2|probe-fw|agent-arm|mail-relay|gateway|scheduler|crawler", "beta|audited|tested|security|default",
        r"mod-\d{3}", ("to", "as")),
}

GOAL_NOUNS = ("requirement", "condition", "check")

PERSON = r"[A-Z][^\W\d_]+ [A-Z][^\W\d_]+"
PLACE = r"[A-Z][a-z]+(?: [A-Z][a-z]+)?"
MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
MON = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
ISO = r"20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
DAY = r"(?:[1-9]|[12]\d|3[01])"
DAY2 = r"(?:0[1-9]|[12]\d|3[01])"
CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d"


def article(word: str) -> str:
    """The word with its article: 'an image', 'a page'."""
    return ("an " if word[0] in "aeiou" else "a ") + word


@lru_cache(maxsize=None)
def glossary(trade: str, goal: str) -> dict:
    """What each name in angle brackets stands for in a pattern."""
    words = TRADES[trade]
    named = {field: re.escape(getattr(words, field)) for field in Words._fields[:12]}
    named.update({"an_" + field: re.escape(article(getattr(words, field))) for field in ("item", "part", "mark")})
    named.update(zip(OPERATIONS, words.verbs.split()))
    named.update({field[:1].upper() + field[1:]: text[:1].upper() + text[1:] for field, text in list(named.items())})
    named.update({"STORE": words.store.upper(), "ITEMS": words.items.upper(), "GOAL": goal.upper(), "goal": goal, "Goal": goal.capitalize()})
    named["path"] = r"[a-z-]+/[a-z\d-]+"  # known_paths says which
    named["label"] = f"(?:{words.labels})"
    named["code"] = words.code
    named["codes"] = f"{words.code}(?:, {words.code})*"
    named["prose"] = f"{words.code}(?:(?:, {words.code})* and {words.code})?"
    named["held"] = f"(?:{re.escape(words.unlocked)}|{re.escape(words.locked)})"
    named["system"] = f"(?:{words.systems})"
    named["body"] = f"{PLACE} (?:{words.bodies})"
    named.update(zip(("onto", "given"), words.joins))
    named.update(person=PERSON, month=MONTH, mon=MON, iso=ISO, day=DAY, day2=DAY2, clock=CLOCK, step=r"[1-9]\d?", job=r"\d{4}")
    return named


def fill(template: str, named: dict) -> str:
    """The template with every <name> replaced by what it stands for; group names as in (?P<name>...) stay."""
    return re.sub(r"(?<!\?P)<(\w+)>", lambda match: named[match[1]], template)


def compiled(group: str, trade: str, goal: str) -> dict:
    """The patterns of a group for one trade; the goal noun counts only where the group speaks of goals."""
    return compiled_once(group, trade, goal if group in OF_GOALS else GOAL_NOUNS[0])


@lru_cache(maxsize=None)
def compiled_once(group: str, trade: str, goal: str) -> dict:
    """The patterns of a group, compiled for one trade and one goal noun."""
    named = glossary(trade, goal)
    return {name: re.compile(fill(template, named)) for name, template in PATTERNS[group].items()}


@lru_cache(maxsize=None)
def known_paths(trade: str) -> frozenset:
    """Every path that can be written in one trade."""
    words = TRADES[trade]
    return frozenset(f"{folder}/{name}" for folder in words.folders.split("|") for name in words.names.split("|"))


def either(table: dict) -> str:
    """A pattern for exactly the wordings in a table."""
    return "(?:" + "|".join(sorted(table, key=len, reverse=True)) + ")"


# wordings of the notes, and what they mean

# what a copy carries: True with the marks, False without them
COPY_CARRIES = {
    r"gives the target the <parts> and the <marks> of the source, which stays as it is\.": True,
    r"leaves the source alone and puts its <parts> and <marks> at the target\.": True,
    r"makes a second <item> at the target with the same <parts> and <marks>; the source stays\.": True,
    r"gives the target the <parts> of the source, which stays as it is\. <Marks> are not copied, so the target has none\.": False,
    r"leaves the source alone and puts its <parts> at the target, without any <marks>\.": False,
    r"makes a second <item> at the target with the same <parts> but no <marks>; the source stays\.": False,
}
# what a move does: always item, parts and marks, nothing left behind
MOVE_CARRIES = {
    r"changes the path of <an_item> from source to target; <parts> and <marks> go along\.": True,
    r"puts <an_item> with its <parts> and <marks> at the target and leaves the source path empty\.": True,
    r"takes <an_item> to the target, <parts> and <marks> included; nothing stays at the source\.": True,
}
# a target that is taken: True it is replaced, False the step fails; a missing source always fails
TAKEN_TARGET = {
    r"It fails if the source is missing or the target exists\.": False,
    r"No source or a target that is taken: it fails\.": False,
    r"Without a source, or with something at the target, it fails\.": False,
    r"It fails if the source is missing; a target that exists is overwritten, <marks> and all\.": True,
    r"No source: it fails\. A target that is taken is replaced as a whole, <parts> and <marks>\.": True,
    r"Without a source it fails\. Whatever was at the target is lost, <marks> included\.": True,
}
# adding to what is not there: True a new item without marks, False the step fails
ADD_MISSING = {
    r"extends <an_item> by <an_part> at its end, or starts a new one without <marks> where there is none\.": True,
    r"puts <an_part> at the end of <an_item>\. If there is none, one with only this <part> and no <marks> is made\.": True,
    r"puts <an_part> behind the last one of <an_item>; if there is no such <item>, it creates one of that <part> alone, without <marks>\.": True,
    r"extends <an_item> by <an_part> at its end, and fails where there is none\.": False,
    r"puts <an_part> at the end of <an_item> that exists; otherwise it fails\.": False,
    r"puts <an_part> behind the last one of <an_item>; it fails if there is no such <item>\.": False,
}
# putting all parts: those of an existing item are exchanged, marks stay; a missing item is made without marks
SET_MEANS = {
    r"creates <an_item> with these <parts> and no <marks>; of one that exists, only the <parts> are exchanged\.": True,
    r"replaces all <parts> of <an_item> but leaves its <marks> alone; where there is none, it makes one without <marks>\.": True,
    r"sets the <parts> of <an_item> in place of those it had; its <marks> stay\. If there is none, it is created without <marks>\.": True,
}
DEL_MEANS = {
    r"moves <an_item> from the <store> to the <bin> and fails if there is none\.": True,
    r"puts <an_item> in the <bin>, out of the <store>\. With nothing at the path it fails\.": True,
    r"takes <an_item> out of the <store> and into the <bin>; it fails if there is no such <item>\.": True,
}
# bringing back: the latest deleted from that path, which leaves the bin
REST_FETCHES = {
    r"brings back the <item> last put in the <bin> from that path, <parts> and <marks> unchanged, and takes it out of the <bin>\.": True,
    r"fetches <an_item> from the <bin> back to its path with <parts> and <marks>; of several from there, the latest\.": True,
    r"returns to its path the latest <item> in the <bin> from there, with its <parts> and <marks>; it leaves the <bin>\.": True,
}
# something at the path: True it is replaced, False the step fails; nothing in the bin from there always fails
REST_TAKEN = {
    r"It fails if the <bin> has none from there or the path is in use\.": False,
    r"With nothing from there in the <bin>, or something at the path, it fails\.": False,
    r"It fails if the <bin> has none from there; <an_item> that is at the path by then is overwritten\.": True,
    r"With nothing from there in the <bin> it fails; something at the path is replaced\.": True,
}
# the bin: empty at first, and only deleting fills it
BIN_START = {
    r"At the start the <bin> is empty\. What is replaced(?P<moved> or moved)? does not go there\.": True,
    r"Only <del> puts anything in the <bin>, which starts empty\.": True,
    r"The <bin> starts empty and only <del> fills it\.": True,
}
# giving a mark that is there, or taking one that is not, changes nothing
MK_MEANS = {
    r"adds <an_mark> to <an_item>, without effect if already there\. It fails if nothing is at the path\.": True,
    r"gives <an_item> the <mark> named \(no effect if already there\) and fails if there is no such <item>\.": True,
}
UNMK_MEANS = {
    r"removes <an_mark> from <an_item>, without effect if not there\. It fails if nothing is at the path\.": True,
    r"takes the <mark> named off <an_item> \(no effect if not there\) and fails if there is no such <item>\.": True,
}

SEQUENCE = r"\w+(?:(?:, \w+)* and \w+)?"

PATTERNS = {}

PATTERNS["rule"] = {
    # Compose replaces all blocks of a page but leaves its topics alone; where there is none, it makes one without topics.
    "set": "<Set> " + either(SET_MEANS),
    # Insert extends a page by a block at its end, and fails where there is none.
    "add": f"<Add> (?P<missing>{either(ADD_MISSING)})",
    # Mirror leaves the source alone and puts its blocks and topics at the target. No source: it fails. A target that is taken is ...
    "copy": f"<Copy> (?P<carries>{either(COPY_CARRIES)}) (?P<taken>{either(TAKEN_TARGET)})",
    # Rename changes the path of a page from source to target; blocks and topics go along. No source or a target that is taken: it fails.
    "move": f"<Move> {either(MOVE_CARRIES)} (?P<taken>{either(TAKEN_TARGET)})",
    # Remove puts a page in the trash, out of the site tree. With nothing at the path it fails.
    "del": "<Del> " + either(DEL_MEANS),
    # Undelete fetches a page from the trash back to its path with blocks and topics; of several from there, the latest. It fails if ...
    "rest": f"<Rest> {either(REST_FETCHES)} (?P<taken>{either(REST_TAKEN)}) {either(BIN_START)}",
    # List adds a topic to a page, without effect if already there. It fails if nothing is at the path.
    "mk": "<Mk> " + either(MK_MEANS),
    # Withdraw takes the topic named off a page (no effect if not there) and fails if there is no such page.
    "unmk": "<Unmk> " + either(UNMK_MEANS),
    # Lock changes the state of a page to locked and fails if there is no such page.
    # Lock sets a page to locked. It fails if nothing is at the path.
    "lock": r"<Lock> (?:changes the state of <an_item> to <locked> and fails if there is no such <item>\."
            r"|sets <an_item> to <locked>\. It fails if nothing is at the path\.)",
    "unlock": r"<Unlock> (?:changes the state of <an_item> to <unlocked> and fails if there is no such <item>\."
              r"|sets <an_item> to <unlocked>\. It fails if nothing is at the path\.)",
    # A page that is locked keeps its blocks and path: insert, rename and remove fail on it, and so does any step that would replace it.
    # Its topics may change all the same. Mirror from it works. Whatever a step puts at a path is unlocked there.
    "locking": rf"(?:<An_item> that is <locked> keeps its <parts> and path: (?P<barred1>{SEQUENCE}) fails? on it,"
               r" and so does any step that would replace it\."
               rf"|The <parts> and the path of <an_item> that is <locked> cannot be changed: (?P<barred2>{SEQUENCE}) fails? on it,"
               r" as does a step that would overwrite it\.)"
               r"(?P<free> Its <marks> can still be changed\.| Its <marks> may change all the same\.)?"
               rf"(?: Its <marks> are fixed as well: (?P<bound1>{SEQUENCE}) fails?\.| (?P<bound2>{SEQUENCE}) fails? on it too\.)?"
               r"(?P<source> <Copy> from it works\.| It can still serve as source for <copy>\.)?"
               r" (?:<An_item> newly put at a path is always <unlocked>|Whatever a step puts at a path is <unlocked> there)\.",
}

PATTERNS["convention"] = {
    # If a step fails, everything stays as it was and the next step is tried.
    "failing": r"(?:If a step fails, everything stays as it was and the next step is tried\."
               r"|A failed step has no effect at all; the steps after it are still carried out\."
               r"|A failing step does not stop the run\. It changes nothing, and the next one is tried\."
               r"|A step that cannot be carried out fails\. It changes nothing, and the run goes on with the next one\.)",
    # Only the site tree after the last step counts for the checks.
    "moment": r"(?:Only the <store> after the last step counts for the <goal>s\.|<Goal>s are looked at once, after the last step\."
              r"|No <goal> is judged before the last step is through\.|<Goal>s apply to the <store> as the last step leaves it\.)",
    # The order of blocks matters; a list of blocks in a check is complete.
    "order": r"(?:The order of <parts> matters; a list of <parts> in a <goal> is complete\."
             r"|Where a <goal> lists <parts>, it means exactly these in this order\."
             r"|<Parts> listed in a <goal> are all there may be, in the order given\.)",
    # Sections need not be set up first.
    "places": r"(?:<Conts> need not be set up first\.|No <cont> has to exist before something is put there\."
              r"|A <cont> comes into being with the first <item> put there\.)",
}

WHY = r"(?:space is short on the old volume|clean-up after the migration|quarterly tidy-up|preparation of the audit|hand-over to another team)\."

PATTERNS["remark"] = {
    # The log of the run is kept for 180 days.
    "log": r"The log of the run is kept for [1-9]\d{1,2} days\.",
    # The usual window for runs is from 19:00 on.
    "window": r"The usual window for runs is from <clock> on\.",
    # Sizes and owners are left out of this view.
    "sizes": r"Sizes and owners are left out of this view\.",
    # A run may be paused between two steps without harm.
    "pause": r"A run may be paused between two steps without harm\.",
    # Accounts of guests can read the site tree but not change it.
    "guests": r"Accounts of guests can read the <store> but not change it\.",
    # Julia Nakamura covers for Omar Larsen on Fridays.
    "cover": r"<person> covers for <person> on Fridays\.",
    # Questions about this run go to Felix Ziegler.
    "questions": r"Questions about this run go to <person>\.",
    # Reason given for the run: quarterly tidy-up.
    "reason": r"Reason given for the run: " + WHY,
    # Run requested by Aisha Ramos: space is short on the old volume.
    "request": r"Run requested by <person>: " + WHY,
}

# headings, titles, headers

HEADINGS = {
    "md": {
        "content": "## (?:Starting point|All <items> at the start|The <store> before the run)",
        "steps": "## (?:Steps in order|Steps|Procedure)",
        "goals": "## <Goal>s(?: after the run| to meet at the end)?",
        "notes": "## (?:What the operations do|How to read the steps|Operations used here)",
    },
    "txt": {
        "content": "(?:ALL <ITEMS> BEFORE STEP 1|<STORE> BEFORE THE RUN|CONTENT AT START, ALL <ITEMS>)",
        "steps": "(?:STEPS|BATCH|QUEUE)",
        "goals": "(?:<GOAL>S(?: AFTER THE RUN)?|EXPECTED RESULT: <GOAL>S)",
        "notes": "(?:OPERATIONS|COMMAND HELP|WHAT THE OPERATIONS DO)",
    },
    "rows": {
        "content": "# (?:content at the start|all <items> before step 1|<store> before the job)",
        "steps": "# (?:steps|work list|steps in their order)",
        "goals": "# <goal>s(?: for the end of the job| after the last step)?",
        "notes": "# (?:legend|operations|about the operations)",
    },
    "job": {
        "content": "(?:before|at_start|initial_content):",
        "steps": "(?:run|tasks|steps):",
        "goals": "(?:<goal>s|<goal>s_at_end|final_<goal>s):",
        "notes": "(?:operations|notes|semantics):",
    },
}
for _layout, _headings in HEADINGS.items():
    PATTERNS["heading " + _layout] = _headings

NOTE_BULLETS = {"md": r"- (.+)", "txt": r"\* (.+)", "rows": r"# - (.+)", "job": r'  - "(.+)"'}
NOTE_BULLETS = {layout: re.compile(pattern) for layout, pattern in NOTE_BULLETS.items()}

PATTERNS["title md"] = {
    # # Clean-up of the site tree, 23 October 2026
    "occasion": r"# Clean-up of the <store>, <day> <month> 20\d\d",
    # # Run 7976: Elmscote materials laboratory
    "run": r"# Run <job>: (?P<body><body>)",
    # # Pagewright: change 9002
    "change": r"# (?P<system><system>): change <job>",
}
PATTERNS["title txt"] = {
    # RUN 1820 (Content desk, Danehurst tourist board)
    "run": r"RUN <job> \((?P<system><system>), (?P<body><body>)\)",
    # Packhouse   Farrowdale release engineering   batch 5183
    "batch": r"(?P<system><system>)   (?P<body><body>)   batch <job>",
    # Sitekeeper - Selbourne tourist board - run 3114
    "dashes": r"(?P<system><system>) - (?P<body><body>) - run <job>",
}
PATTERNS["title rows"] = {
    # # Sitekeeper export, Fenwether tourist board, job 7205
    "export": r"# (?P<system><system>) export, (?P<body><body>), job <job>",
    # # job 5457 of Pagewright (Crestholm tourist board)
    "job": r"# job <job> of (?P<system><system>) \((?P<body><body>)\)",
    # # Winterbrook land registry office: Archive desk work list 4410
    "list": r"# (?P<body><body>): (?P<system><system>) work list <job>",
}
PATTERNS["title job"] = {
    # # job 7155
    "number": r"# job (?P<job><job>)",
    # # Reelhouse job file, Northolme film archive
    "file": r"# (?P<system><system>) job file, (?P<body><body>)",
    # # Halden county archive, job for RecordKeeper
    "for": r"# (?P<body><body>), job for (?P<system><system>)",
}

PATTERNS["header md"] = {
    # Prepared by Jonas Jensen on 19 September 2026 for Data bench at Elmscote materials laboratory. To be carried out by Noor Haddad.
    "prepared": r"Prepared by <person> on <day> <month> 20\d\d for (?P<system><system>) at (?P<body><body>)\. To be carried out by <person>\.",
    # 15 steps for Pagewright (Beckhaven housing association), agreed between Omar Osei and Ines Thapa on 21 July 2026.
    "agreed": r"(?P<count><step>) steps for (?P<system><system>) \((?P<body><body>)\), agreed between <person> and <person> on <day> <month> 20\d\d\.",
    # Owner: Anna Khan. Operator: Noor Haddad. 25 steps on Plan chest, Farrowdale bridge department, planned for 3 July 2026.
    "owner": r"Owner: <person>\. Operator: <person>\. (?P<count><step>) steps on (?P<system><system>), (?P<body><body>), planned for <day> <month> 20\d\d\.",
}
PATTERNS["header txt"] = {
    # 5 steps, queued 15 Jun 2026 17:15 by Anna Kaplan
    "queued": r"(?P<count><step>) steps, queued <day2> <mon> 20\d\d <clock> by <person>",
    # Queue of 19 Sep 2026 07:10, 5 steps, submitted by Karim Nowak, cleared by Jasmine Oliveira
    "queue": r"Queue of <day2> <mon> 20\d\d <clock>, (?P<count><step>) steps, submitted by <person>, cleared by <person>",
    # Entered by Leila Katz, 02 Nov 2026 10:20; 15 steps, operator Mina Traore
    "entered": r"Entered by <person>, <day2> <mon> 20\d\d <clock>; (?P<count><step>) steps, operator <person>",
}
PATTERNS["header rows"] = {
    # # Nadia Ramos, 2026-10-04 13:45, 5 steps, approved by Nina Otieno
    "approved": r"# <person>, <iso> <clock>, (?P<count><step>) steps, approved by <person>",
    # # exported 2026-07-20 11:50 for Beatriz Becker; steps: 25; author: Johan Sokolov
    "exported": r"# exported <iso> <clock> for <person>; steps: (?P<count><step>); author: <person>",
    # # written 2026-03-02 09:10 by Mei Sokolov; 15 steps
    "written": r"# written <iso> <clock> by <person>; (?P<count><step>) steps",
}
PATTERNS["header job"] = {
    # meta: {id: 1505, author: Thandi Rossi, reviewed_by: Wei Torres, date: 2026-08-02}
    "meta": r"meta: \{id: (?P<job><job>), author: <person>, reviewed_by: <person>, date: <iso>\}",
    # job: {number: 7155, owner: Magda Hartmann, created: 2026-02-27 11:30, steps: 15}
    "number": r"job: \{number: (?P<job><job>), owner: <person>, created: <iso> <clock>, steps: (?P<count><step>)\}",
    # job: {id: 8384, system: Drawing vault, by: Oskar Petrov, date: 2026-07-14, approved: Stefan Ahmadi}
    "id": r"job: \{id: (?P<job><job>), system: (?P<system><system>), by: <person>, date: <iso>, approved: <person>\}",
}

# content lines

PATTERNS["columns md"] = {
    # | path | blocks | topics | state |
    "plain": r"\| path \| <parts> \| <marks> \| state \|",
    # | state | path | topics | blocks |
    "turned": r"\| state \| path \| <marks> \| <parts> \|",
}
PATTERNS["columns txt"] = {
    # path          | state    | blocks            | topics
    "bars": r"path +\| state +\| <parts> +\| <marks>",
    # path            blocks             topics    state     updated
    "gaps": r"path +<parts> +<marks> +state +updated",
}
PATTERNS["columns rows"] = {
    # path,state,blocks,topics
    "comma": r"path,state,<parts>,<marks>",
    # path;blocks;topics;state;updated
    "semicolon": r"path;<parts>;<marks>;state;updated",
    # path;updated;state;topics;blocks
    "turned": r"path;updated;state;<marks>;<parts>",
}
_P, _M, _S = r"(?P<path><path>)", r"(?P<marks><label>|-)", r"(?P<state><held>)"
PATTERNS["item"] = {
    # | `about/hours` | block-51, block-12 | renting | unlocked |
    "md plain": rf"\| `{_P}` \| (?P<parts><codes>) \| {_M} \| {_S} \|",
    # | unlocked | `about/hours` | renting | block-51, block-12 |
    "md turned": rf"\| {_S} \| `{_P}` \| {_M} \| (?P<parts><codes>) \|",
    # events/summer | locked   | block-69,block-66 | research
    "txt bars": rf"{_P} +\| {_S} +\| (?P<parts><code>(?:[ ,]<code>)*) +\| {_M}",
    # about/repairs   block-13 block-14           -         unlocked  2026-05-04
    "txt gaps": rf"{_P}  +(?P<parts><code>(?:[ ,]<code>)*)  +{_M}  +{_S}  +<iso>",
    # about/report,unlocked,block-41 block-45,-
    "rows comma": rf"{_P},{_S},(?P<parts><code>(?: <code>)*),{_M}",
    # about/report;block-41 block-45;-;unlocked;2026-05-04
    "rows semicolon": rf"{_P};(?P<parts><code>(?: <code>)*);{_M};{_S};<iso>",
    # about/report;2026-05-04;unlocked;-;block-41+block-45
    "rows turned": rf"{_P};<iso>;{_S};{_M};(?P<parts><code>(?:\+<code>)*)",
    # - [about/hours, blocks: [block-51], topics: [renting], unlocked]
    "job list": rf"  - \[{_P}, <parts>: \[(?P<parts><codes>)\], <marks>: \[(?P<marks><label>)?\], {_S}\]",
    # about/hours: {blocks: [block-51], topics: [], state: unlocked}
    "job map": rf"  {_P}: \{{<parts>: \[(?P<parts><codes>)\], <marks>: \[(?P<marks><label>)?\], state: {_S}\}}",
}

# step lines

_T = r"(?P<target><path>)"
_N = r"(?P<number><step>)"
_N2, _N3 = r"(?P<number>0[1-9]|[1-9]\d)", r" (?P<number> [1-9]|[1-9]\d)"
_PAIR, _ADD, _SET, _MK, _UNMK, _BARE = (f"(?P<verb>{names})" for names in (
    "<copy>|<move>", "<add>", "<set>", "<mk>", "<unmk>", "<del>|<rest>|<lock>|<unlock>"))
_CPAIR, _CADD, _CSET, _CMK, _CUNMK, _CBARE = (f"(?P<verb>{names})" for names in (
    "<Copy>|<Move>", "<Add>", "<Set>", "<Mk>", "<Unmk>", "<Del>|<Rest>|<Lock>|<Unlock>"))
_CODE, _LABEL = r"(?P<parts><code>)", r"(?P<label><label>)"
_TO, _AS = "<onto>", "<given>"
_BOTH = "(?P<verb><mk>|<unmk>)"

STEPS = {
    "md": {
        "sentence": {  # 1. Copy `a/b` to `c/d`.
            "pair": rf"{_N}\. {_CPAIR} `{_P}` to `{_T}`\.",
            "add": rf"{_N}\. {_CADD} {_CODE} {_TO} `{_P}`\.",
            "set": rf"{_N}\. {_CSET} (?P<parts><prose>) as `{_P}`\.",
            "mk": rf"{_N}\. {_CMK} `{_P}` {_AS} {_LABEL}\.",
            "unmk": rf"{_N}\. {_CUNMK} {_LABEL} from `{_P}`\.",
            "bare": rf"{_N}\. {_CBARE} `{_P}`\.",
        },
        "bold": {  # 1. **Copy** `a/b` to `c/d`
            "pair": rf"{_N}\. \*\*{_CPAIR}\*\* `{_P}` to `{_T}`",
            "add": rf"{_N}\. \*\*{_CADD}\*\* {_CODE} {_TO} `{_P}`",
            "set": rf"{_N}\. \*\*{_CSET}\*\* (?P<parts><codes>) as `{_P}`",
            "mk": rf"{_N}\. \*\*{_CMK}\*\* `{_P}` {_AS} {_LABEL}",
            "unmk": rf"{_N}\. \*\*{_CUNMK}\*\* {_LABEL} from `{_P}`",
            "bare": rf"{_N}\. \*\*{_CBARE}\*\* `{_P}`",
        },
        "code": {  # 1. `copy a/b to c/d`
            "pair": rf"{_N}\. `{_PAIR} {_P} to {_T}`",
            "add": rf"{_N}\. `{_ADD} {_CODE} {_TO} {_P}`",
            "set": rf"{_N}\. `{_SET} (?P<parts><codes>) as {_P}`",
            "mk": rf"{_N}\. `{_MK} {_P} {_AS} {_LABEL}`",
            "unmk": rf"{_N}\. `{_UNMK} {_LABEL} from {_P}`",
            "bare": rf"{_N}\. `{_BARE} {_P}`",
        },
    },
    "txt": {
        "option": {  # [01] rename a/b --to c/d
            "pair": rf"\[{_N2}\] {_PAIR} {_P} --to {_T}",
            "add": rf"\[{_N2}\] {_ADD} {_P} --<part> {_CODE}",
            "set": rf"\[{_N2}\] {_SET} {_P} --<parts> (?P<parts><code>(?:,<code>)*)",
            "mk": rf"\[{_N2}\] {_BOTH} {_P} --<mark> {_LABEL}",
            "bare": rf"\[{_N2}\] {_BARE} {_P}",
        },
        "call": {  # 01> clone(a/b, c/d)
            "pair": rf"{_N2}> {_PAIR}\({_P}, {_T}\)",
            "add": rf"{_N2}> {_ADD}\({_P}, {_CODE}\)",
            "set": rf"{_N2}> {_SET}\({_P}, \[(?P<parts><codes>)\]\)",
            "mk": rf"{_N2}> {_BOTH}\({_P}, {_LABEL}\)",
            "bare": rf"{_N2}> {_BARE}\({_P}\)",
        },
        "arrow": {  # '  1  copy a/b -> c/d'
            "pair": rf"{_N3}  {_PAIR} {_P} -> {_T}",
            "add": rf"{_N3}  {_ADD} {_P} \+ {_CODE}",
            "set": rf"{_N3}  {_SET} {_P} = (?P<parts><code>(?: <code>)*)",
            "mk": rf"{_N3}  {_BOTH} {_P} : {_LABEL}",
            "bare": rf"{_N3}  {_BARE} {_P}",
        },
    },
    "rows": {
        "comma": {  # 1,news/tenants,rename,,about/tenants   under  no,path,action,detail,target
            "pair": rf"{_N},{_P},{_PAIR},,{_T}",
            "add": rf"{_N},{_P},{_ADD},{_CODE},",
            "set": rf"{_N},{_P},{_SET},(?P<parts><code>(?: <code>)*),",
            "mk": rf"{_N},{_P},{_BOTH},{_LABEL},",
            "bare": rf"{_N},{_P},{_BARE},,",
        },
        "semicolon": {  # 1;13:51;rename;news/tenants;about/tenants;   under  step;planned;operation;path;target;value
            "pair": rf"{_N};<clock>;{_PAIR};{_P};{_T};",
            "add": rf"{_N};<clock>;{_ADD};{_P};;{_CODE}",
            "set": rf"{_N};<clock>;{_SET};{_P};;(?P<parts><code>(?: <code>)*)",
            "mk": rf"{_N};<clock>;{_BOTH};{_P};;{_LABEL}",
            "bare": rf"{_N};<clock>;{_BARE};{_P};;",
        },
        "turned": {  # 13:51;1;news/tenants;about/tenants;rename;   under  planned;nr;path;target;command;argument
            "pair": rf"<clock>;{_N};{_P};{_T};{_PAIR};",
            "add": rf"<clock>;{_N};{_P};;{_ADD};{_CODE}",
            "set": rf"<clock>;{_N};{_P};;{_SET};(?P<parts><code>(?:\+<code>)*)",
            "mk": rf"<clock>;{_N};{_P};;{_BOTH};{_LABEL}",
            "bare": rf"<clock>;{_N};{_P};;{_BARE};",
        },
    },
    "job": {
        "named": {  # - {n: 1, op: copy, path: a/b, to: c/d}
            "pair": rf"  - \{{n: {_N}, op: {_PAIR}, path: {_P}, to: {_T}\}}",
            "add": rf"  - \{{n: {_N}, op: {_ADD}, path: {_P}, <part>: {_CODE}\}}",
            "set": rf"  - \{{n: {_N}, op: {_SET}, path: {_P}, <parts>: \[(?P<parts><codes>)\]\}}",
            "mk": rf"  - \{{n: {_N}, op: {_BOTH}, path: {_P}, <mark>: {_LABEL}\}}",
            "bare": rf"  - \{{n: {_N}, op: {_BARE}, path: {_P}\}}",
        },
        "listed": {  # - 1: [copy, a/b, c/d]
            "pair": rf"  - {_N}: \[{_PAIR}, {_P}, {_T}\]",
            "add": rf"  - {_N}: \[{_ADD}, {_P}, {_CODE}\]",
            "set": rf"  - {_N}: \[{_SET}, {_P}, (?P<parts><codes>)\]",
            "mk": rf"  - {_N}: \[{_BOTH}, {_P}, {_LABEL}\]",
            "bare": rf"  - {_N}: \[{_BARE}, {_P}\]",
        },
        "keyed": {  # - {copy: a/b, to: c/d, step: 1}
            "pair": rf"  - \{{{_PAIR}: {_P}, to: {_T}, step: {_N}\}}",
            "add": rf"  - \{{{_ADD}: {_P}, with: {_CODE}, step: {_N}\}}",
            "set": rf"  - \{{{_SET}: {_P}, with: \[(?P<parts><codes>)\], step: {_N}\}}",
            "mk": rf"  - \{{{_MK}: {_P}, as: {_LABEL}, step: {_N}\}}",
            "unmk": rf"  - \{{{_UNMK}: {_P}, <mark>: {_LABEL}, step: {_N}\}}",
            "bare": rf"  - \{{{_BARE}: {_P}, step: {_N}\}}",
        },
    },
}
for _layout, _styles in STEPS.items():
    for _style, _patterns in _styles.items():
        PATTERNS[f"steps {_layout} {_style}"] = _patterns

STEP_COLUMNS = {"no,path,action,detail,target": "comma", "step;planned;operation;path;target;value": "semicolon",
                "planned;nr;path;target;command;argument": "turned"}

# goal lines

_GPATH_MD = rf"- \[ \] `{_P}` "
_GPATH_TXT = rf"\((?P<letter>[a-g])\) {_P} "


def spoken_goals(start: str, there: str) -> dict:
    """Goals as sentences: `start` begins a line with its path, `there` is a line that names the path last."""
    return {
        # `about/hours` does not exist
        "absent": start + "does not exist",
        # There is no page at `about/hours`
        "absent there": there.replace("@", "no <item>"),
        # `about/hours` exists
        "present": start + "exists",
        # There is a page at `about/hours`
        "present there": there.replace("@", "<an_item>"),
        # `about/hours` holds exactly block-12 and block-13
        "parts": start + "holds exactly (?P<parts><prose>)",
        # `about/hours` holds block-12 and block-13 and nothing else
        "parts only": start + "holds (?P<parts><prose>) and nothing else",
        # `about/hours` consists of block-12 and block-13 only
        "parts alone": start + "consists of (?P<parts><prose>) only",
        # `about/hours` carries the topic renting
        "marked": start + "(?:carries|has) the <mark> " + _LABEL,
        # `about/hours` exists and does not have the topic renting
        "unmarked": start + "(?:exists and does not have|is there without) the <mark> " + _LABEL,
        # `about/hours` is locked
        "locked": start + "(?:is|exists and is) <locked>",
        # `about/hours` is there and not locked
        "unlocked": start + "(?:is there and|exists and is) not <locked>",
    }


PATTERNS["goals md"] = spoken_goals(_GPATH_MD, rf"- \[ \] There is @ at `{_P}`")
PATTERNS["goals txt"] = spoken_goals(_GPATH_TXT, rf"\((?P<letter>[a-g])\) there is @ at {_P}")
PATTERNS["goals job"] = {
    # - "about/hours: does not exist"
    "absent": rf'  - "{_P}: (?:absent|does not exist)"',
    # - "about/hours: exists"
    "present": rf'  - "{_P}: exists"',
    # - "about/hours: holds exactly [block-12, block-13]"
    "parts": rf'  - "{_P}: (?:holds exactly|<parts> are) \[(?P<parts><codes>)\]"',
    # - "about/hours: carries renting"
    "marked": rf'  - "{_P}: (?:carries|has <mark>) {_LABEL}"',
    # - "about/hours: has no topic renting"
    "unmarked bare": rf'  - "{_P}: (?:does not carry|has no <mark>) {_LABEL}"',
    # - "about/hours: locked"
    "locked": rf'  - "{_P}: (?:is )?<locked>"',
    # - "about/hours: is not locked"
    "unlocked bare": rf'  - "{_P}: (?:is )?not <locked>"',
}


def row_goals(mark: str, gap: str) -> dict:
    """Goals as rows with `mark` between the fields and `gap` between parts."""
    start = rf"(?P<number>[1-9]){mark}{_P}{mark}"
    return {
        # 1,about/report,no such page,
        "absent": rf"{start}(?:no such <item>|does not exist){mark}",
        # 1,about/report,present,
        "present": rf"{start}(?:exists|present){mark}",
        # 1,about/report,blocks in order,block-12 block-13
        "parts": rf"{start}(?:holds exactly|<parts> in order){mark}(?P<parts><code>(?:{gap}<code>)*)",
        # 1,about/report,carries topic,renting
        "marked": rf"{start}(?:has|carries) <mark>{mark}{_LABEL}",
        # 1,about/report,exists without topic,renting
        "unmarked": rf"{start}exists without <mark>{mark}{_LABEL}",
        # 1,about/report,does not have topic,renting
        "unmarked bare": rf"{start}does not have <mark>{mark}{_LABEL}",
        # 1,about/report,is locked,
        "locked": rf"{start}(?:is )?<locked>{mark}",
        # 1,about/report,is not locked,
        "unlocked bare": rf"{start}(?:is )?not <locked>{mark}",
    }


PATTERNS["goals rows comma"] = row_goals(",", " ")
PATTERNS["goals rows semicolon"] = row_goals(";", " ")
PATTERNS["goals rows turned"] = row_goals(";", r"\+")
PATTERNS["goal columns"] = {
    # check,path,requirement,value
    "comma": "(?:requirement,path,what|condition,path,requirement|check,path,requirement),value",
    # check;path;requirement;value
    "semicolon": "(?:requirement;path;what|condition;path;requirement|check;path;requirement);value",
}

# question

PATTERNS["question"] = {
    "reach": r"Does this list of steps reach the result that the <goal>s describe\?",
    "met": r"Once all steps have been tried in order, is every <goal> met\?",
    "fulfilled": r"Are the <goal>s all fulfilled when the steps are through\?",
    "satisfied": r"After these operations, are all <goal>s satisfied\?",
    "pass": r"Would every <goal> pass at the end of this run\?",
    "leave": r"Does the run leave the <store> as the <goal>s ask\?",
}
# the groups whose patterns name the goal noun
OF_GOALS = frozenset(group for group, patterns in PATTERNS.items() if "<goal>" in " ".join(patterns.values()).lower())

ANSWERS = {  # what yes and what no means under each question
    "reach": ("It reaches it in full.", "It misses it in some point."),
    "met": ("Yes, all of them are met.", "No, not all of them are met."),
    "fulfilled": ("All <goal>s are fulfilled.", "Not all <goal>s are fulfilled."),
    "satisfied": ("Every <goal> holds after the last step.", "At least one <goal> does not hold after the last step."),
    "pass": ("Each <goal> passes.", "One <goal> or more would not pass."),
    "leave": ("It does; all <goal>s are met at the end.", "It does not; some <goal> is not met at the end."),
}

# what is read


class Item(NamedTuple):
    """One item: its parts in order, its marks, whether it is locked."""

    parts: tuple
    marks: frozenset
    locked: bool


class Step(NamedTuple):
    """One step: its number, one of OPERATIONS, its path, and what it needs."""

    number: int
    operation: str
    path: str
    target: Optional[str]
    parts: tuple
    label: Optional[str]


class Goal(NamedTuple):
    """One goal: its path and its kind (absent, present, parts, marked, unmarked, locked, unlocked) with the value asked.

    `bare` marks the wordings that deny a mark or a state without asking for an item: 'has no topic renting', 'not locked'.
    """

    path: str
    kind: str
    parts: tuple
    label: Optional[str]
    bare: bool


class Rules(NamedTuple):
    """What the notes say: the operations described, and the meanings that differ from text to text (None where not described)."""

    described: frozenset
    add_creates: Optional[bool]
    copy_carries_marks: Optional[bool]
    copy_replaces: Optional[bool]
    move_replaces: Optional[bool]
    rest_replaces: Optional[bool]
    barred: frozenset  # operations that fail on a locked item
    locking: bool  # there is a rule about locked items


class Case(NamedTuple):
    """A text: what is there at the start, the steps, the goals, the rules; its trade and goal noun."""

    trade: str
    goal: str
    content: dict
    steps: tuple
    goals: tuple
    rules: Rules


class Result(NamedTuple):
    """The store and the bin (path: items, the latest last) at one moment."""

    store: dict
    bin: dict


# reading

_TRADE_SIGN = re.compile(
    r"(?:[A-Z]\w+ need not be set up first\.|No \w+ has to exist before something is put there\."
    r"|A \w+ comes into being with the first \w+ put there\.)")
_BAR_LINE = "| --- | --- | --- | --- |"
_PIECE = re.compile(r"[a-z]+-\d+")


def codes_in(text: Optional[str]) -> tuple:
    """The parts written in a field, in their order."""
    return tuple(_PIECE.findall(text)) if text else ()


def find_trade(lines: list) -> str:
    """The trade whose sentence about containers the text has; there is exactly one."""
    signs = [match[0] for match in (_TRADE_SIGN.search(line) for _, line in lines) if match]
    found = {trade for trade in TRADES for sign in signs if compiled("convention", trade, "check")["places"].fullmatch(sign)}
    if len(signs) != 1 or len(found) != 1:
        raise Unread(f"one sentence about the first half of paths is needed, found {signs}")
    return found.pop()


def find_layout(lines: list) -> str:
    """The layout, by the first two lines that are not blank."""
    second = lines[1][1] if len(lines) > 1 else ""
    if second.startswith(("job: {", "meta: {")):
        return "job"
    if second.startswith("# "):
        return "rows"
    return "md" if lines and lines[0][1].startswith("# ") else "txt"


def find_goal_noun(lines: list, layout: str, trade: str) -> str:
    """requirement, condition or check: the noun in the heading of the goals."""
    found = [noun for noun in GOAL_NOUNS for _, line in lines if compiled("heading " + layout, trade, noun)["goals"].fullmatch(line)]
    if len(found) != 1:
        raise Unread(f"one heading of requirements, conditions or checks is needed, found {found}")
    return found[0]


def read_line(group: str, trade: str, goal: str, number: int, line: str):
    """(name, match) of the one pattern of the group that reads the line."""
    found = first_match(compiled(group, trade, goal), line)
    if found is None:
        raise unread(number, line, group)
    return found


def read_top(lines: list, layout: str, trade: str, goal: str) -> Optional[int]:
    """The title and the header; returns the number of steps where the header gives it."""
    if len(lines) != 2:
        raise Unread(f"a title and one header line are needed, found {[line for _, line in lines]}")
    title = read_line("title " + layout, trade, goal, *lines[0])[1].groupdict()
    header = read_line("header " + layout, trade, goal, *lines[1])[1].groupdict()
    for field in ("system", "body", "job"):
        if title.get(field) and header.get(field) and title[field] != header[field]:
            raise Unread(f"title and header differ: {title[field]!r}, {header[field]!r}")
    return int(header["count"]) if header.get("count") else None


def cut_sections(lines: list, layout: str, trade: str, goal: str) -> tuple:
    """(lines before the first heading, {section: its lines})."""
    headings = compiled("heading " + layout, trade, goal)
    top, sections, current = [], {}, None
    for number, line in lines:
        if layout == "rows" and line == "#":
            continue
        found = first_match(headings, line)
        if found:
            current = found[0]
            if current in sections:
                raise unread(number, line, "a second section of the same kind")
            sections[current] = []
        else:
            (top if current is None else sections[current]).append((number, line))
    missing = [name for name in headings if not sections.get(name)]
    if missing:
        raise Unread(f"no lines for {', '.join(missing)}")
    return top, sections


def content_style(lines: list, layout: str, trade: str, goal: str) -> tuple:
    """(style of the content lines, the lines after the column heads)."""
    if layout == "job":
        number, line = lines[0]
        styles = [style for style in ("list", "map") if compiled("item", trade, goal)["job " + style].fullmatch(line)]
        if len(styles) != 1:
            raise unread(number, line, "content")
        return "job " + styles[0], lines
    style, _ = read_line("columns " + layout, trade, goal, *lines[0])
    rest = lines[1:]
    if layout == "md":
        if not rest or rest[0][1] != _BAR_LINE:
            raise unread(*lines[0], "a table head without its rule")
        rest = rest[1:]
    return f"{layout} {style}", rest


def read_content(lines: list, layout: str, trade: str, goal: str) -> dict:
    """{path: Item} at the start."""
    style, lines = content_style(lines, layout, trade, goal)
    pattern = compiled("item", trade, goal)[style]
    locked = TRADES[trade].locked
    content = {}
    for number, line in lines:
        match = pattern.fullmatch(line)
        if not match or match["path"] in content or match["path"] not in known_paths(trade):
            raise unread(number, line, "content")
        marks = frozenset() if match["marks"] in (None, "-") else frozenset([match["marks"]])
        content[match["path"]] = Item(codes_in(match["parts"]), marks, match["state"] == locked)
    if not content:
        raise Unread("no content lines")
    return content


def steps_style(lines: list, layout: str, trade: str, goal: str) -> tuple:
    """(style of the step lines, the lines after the column heads)."""
    number, line = lines[0]
    if layout == "rows":
        if line not in STEP_COLUMNS:
            raise unread(number, line, "column heads of the steps")
        return STEP_COLUMNS[line], lines[1:]
    styles = [style for style in STEPS[layout] if first_match(compiled(f"steps {layout} {style}", trade, goal), line)]
    if len(styles) != 1:
        raise unread(number, line, "step")
    return styles[0], lines


@lru_cache(maxsize=None)
def operations(trade: str) -> dict:
    """{verb as written, small or with a capital: operation}."""
    verbs = dict(zip(TRADES[trade].verbs.split(), OPERATIONS))
    verbs.update({verb.capitalize(): operation for verb, operation in list(verbs.items())})
    return verbs


def read_steps(lines: list, layout: str, trade: str, goal: str) -> tuple:
    """The steps, numbered from 1 without a gap."""
    style, lines = steps_style(lines, layout, trade, goal)
    group, verbs = f"steps {layout} {style}", operations(trade)
    steps = []
    for number, line in lines:
        _, match = read_line(group, trade, goal, number, line)
        fields = match.groupdict()
        parts = codes_in(fields.get("parts"))
        step = Step(int(fields["number"]), verbs[fields["verb"]], fields["path"], fields.get("target"), parts, fields.get("label"))
        if step.number != len(steps) + 1:
            raise unread(number, line, f"step {len(steps) + 1}")
        if not {step.path, step.target} - {None} <= known_paths(trade):
            raise unread(number, line, "a step with known paths")
        steps.append(step)
    if not steps:
        raise Unread("no steps")
    return tuple(steps)


def goal_lines(lines: list, layout: str, trade: str, goal: str, row_style: str) -> tuple:
    """(group of the goal patterns, the lines after the column heads)."""
    if layout != "rows":
        return "goals " + layout, lines
    number, line = lines[0]
    mark, _ = read_line("goal columns", trade, goal, number, line)
    if not line.startswith(goal) or mark != ("comma" if row_style == "comma" else "semicolon"):
        raise unread(number, line, "column heads of the goals")
    return "goals rows " + row_style, lines[1:]


def read_goals(lines: list, layout: str, trade: str, goal: str, row_style: str) -> tuple:
    """The goals; their numbers or letters follow one another."""
    group, lines = goal_lines(lines, layout, trade, goal, row_style)
    goals = []
    for number, line in lines:
        name, match = read_line(group, trade, goal, number, line)
        fields = match.groupdict()
        place = fields.get("number") or fields.get("letter")
        if place and place != ("1234567" if layout == "rows" else "abcdefg")[len(goals):len(goals) + 1]:
            raise unread(number, line, f"goal {len(goals) + 1}")
        if fields["path"] not in known_paths(trade):
            raise unread(number, line, "a goal with a known path")
        goals.append(Goal(fields["path"], name.split()[0], codes_in(fields.get("parts")), fields.get("label"), name.endswith("bare")))
        if goals[-1] in goals[:-1]:
            raise unread(number, line, "a goal that is not yet there")
    if not goals:
        raise Unread("no goals")
    return tuple(goals)


@lru_cache(maxsize=None)
def meanings(trade: str, goal: str) -> dict:
    """{table: [(compiled wording, meaning)]} for the tables whose wordings differ in meaning."""
    tables = {"missing": ADD_MISSING, "carries": COPY_CARRIES, "taken": TAKEN_TARGET, "rest taken": REST_TAKEN}
    named = glossary(trade, goal)
    return {name: [(re.compile(fill(wording, named)), value) for wording, value in table.items()] for name, table in tables.items()}


def meaning(table: str, text: str, trade: str, goal: str) -> bool:
    """What a wording means by its table."""
    found = [value for pattern, value in meanings(trade, goal)[table] if pattern.fullmatch(text)]
    if len(found) != 1:
        raise Unread(f"{text!r} has no single meaning")
    return found[0]


def verbs_in(text: Optional[str], trade: str) -> tuple:
    """The operations in a list of verbs: 'insert, rename and remove'; the first may have a capital."""
    if not text:
        return ()
    verbs = operations(trade)
    words = re.split(r", | and ", text)
    unknown = [word for word in words if word not in verbs]
    if unknown or len(set(words)) != len(words):
        raise Unread(f"not a list of operations: {text!r}")
    return tuple(verbs[word] for word in words)


def read_notes(lines: list, layout: str, trade: str, goal: str) -> dict:
    """{name: match} of the rules and conventions; a remark is read and left aside; nothing may come twice."""
    found, remarks = {}, set()
    for number, line in lines:
        bullet = NOTE_BULLETS[layout].fullmatch(line)
        if not bullet:
            raise unread(number, line, "a note")
        readings = [(group, first_match(compiled(group, trade, goal), bullet[1])) for group in ("rule", "convention", "remark")]
        readings = [(group, reading) for group, reading in readings if reading]
        if len(readings) != 1:
            raise unread(number, line, "a note")
        group, (name, match) = readings[0]
        if group == "remark":
            if name in remarks:
                raise unread(number, line, f"a second remark of the kind {name}")
            remarks.add(name)
            continue
        if name in found:
            raise unread(number, line, f"a second note of the kind {name}")
        found[name] = match
    missing = [name for name in PATTERNS["convention"] if name not in found]
    if missing:
        raise Unread(f"no convention about {', '.join(missing)}")
    return found


def read_locking(match, described: frozenset, trade: str) -> frozenset:
    """The operations that fail on a locked item; the list must fit the operations described."""
    barred = frozenset(verbs_in(match["barred1"] or match["barred2"], trade))
    if barred != described & {"set", "add", "move", "del"}:
        raise Unread(f"operations on locked items do not fit those described: {match[0]!r}")
    if bool(match["source"]) != ("copy" in described):
        raise Unread(f"locked items as source do not fit the operations described: {match[0]!r}")
    marking = described & {"mk", "unmk"}
    bound = frozenset(verbs_in(match["bound1"] or match["bound2"], trade))
    if match["free"] and bound or bound and bound != marking or bool(match["free"] or bound) != bool(marking):
        raise Unread(f"marks of locked items do not fit the operations described: {match[0]!r}")
    return barred | bound


def read_rules(lines: list, layout: str, trade: str, goal: str) -> Rules:
    """The notes as Rules."""
    found = read_notes(lines, layout, trade, goal)
    described = frozenset(name for name in found if name in OPERATIONS)

    def value(name: str, field: str, table: str) -> Optional[bool]:
        return meaning(table, found[name][field], trade, goal) if name in found else None

    if "rest" in found and found["rest"]["moved"] and "move" not in described:
        raise Unread(f"the bin is said to get nothing moved, and nothing can be moved: {found['rest'][0]!r}")
    barred = read_locking(found["locking"], described, trade) if "locking" in found else frozenset()
    return Rules(
        described, value("add", "missing", "missing"), value("copy", "carries", "carries"), value("copy", "taken", "taken"),
        value("move", "taken", "taken"), value("rest", "taken", "rest taken"), barred, "locking" in found)


def check_case(case: Case, count: Optional[int]) -> None:
    """What the parts of a text must agree on."""
    if count is not None and count != len(case.steps):
        raise Unread(f"{count} steps announced, {len(case.steps)} listed")
    unknown = {step.operation for step in case.steps} - case.rules.described
    if unknown:
        raise Unread(f"operations used and not described: {sorted(unknown)}")
    locks = any(item.locked for item in case.content.values()) or bool(case.rules.described & {"lock", "unlock"})
    locks = locks or any(goal.kind in ("locked", "unlocked") for goal in case.goals)
    if locks and not case.rules.locking:
        raise Unread("locked items, and no rule about them")


def read_case(state: str) -> Case:
    """The whole text; every line is read once."""
    lines = numbered_lines(state)
    if len(lines) != sum(1 for line in state.split("\n") if line):
        raise Unread("a line of nothing but spaces")
    trade, layout = find_trade(lines), find_layout(lines)
    goal = find_goal_noun(lines, layout, trade)
    top, sections = cut_sections(lines, layout, trade, goal)
    count = read_top(top, layout, trade, goal)
    row_style = steps_style(sections["steps"], layout, trade, goal)[0] if layout == "rows" else ""
    content = read_content(sections["content"], layout, trade, goal)
    if row_style and content_style(sections["content"], layout, trade, goal)[0] != "rows " + row_style:
        raise Unread("content and steps are not written in the same kind of rows")
    case = Case(
        trade, goal, content, read_steps(sections["steps"], layout, trade, goal), read_goals(sections["goals"], layout, trade, goal, row_style),
        read_rules(sections["notes"], layout, trade, goal))
    check_case(case, count)
    return case


# deciding


def locked_at(store: dict, path: str) -> bool:
    """Whether a locked item is at the path."""
    return path in store and store[path].locked


def may_land(store: dict, path: str, replaces: bool) -> bool:
    """Whether something can be put at a path: it is free, or what is there may be replaced and is not locked."""
    return path not in store or (replaces and not store[path].locked)


def do_set(now: Result, step: Step, rules: Rules) -> bool:
    """The parts are exchanged and marks stay; where there is none, an item without marks is made."""
    old = now.store.get(step.path, Item((), frozenset(), False))
    now.store[step.path] = old._replace(parts=step.parts)
    return True


def do_add(now: Result, step: Step, rules: Rules) -> bool:
    """One part at the end; where there is no item, the text says whether one is made or the step fails."""
    if step.path not in now.store and not rules.add_creates:
        return False
    old = now.store.get(step.path, Item((), frozenset(), False))
    now.store[step.path] = old._replace(parts=old.parts + step.parts)
    return True


def do_copy(now: Result, step: Step, rules: Rules) -> bool:
    """The source stays; the text says whether marks are copied and whether a target is replaced; what is made is not locked."""
    if step.path not in now.store or not may_land(now.store, step.target, rules.copy_replaces):
        return False
    source = now.store[step.path]
    now.store[step.target] = Item(source.parts, source.marks if rules.copy_carries_marks else frozenset(), False)
    return True


def do_move(now: Result, step: Step, rules: Rules) -> bool:
    """The item changes its path with parts and marks; the text says whether a target is replaced."""
    if step.path not in now.store or not may_land(now.store, step.target, rules.move_replaces):
        return False
    now.store[step.target] = now.store.pop(step.path)
    return True


def do_del(now: Result, step: Step, rules: Rules) -> bool:
    """The item goes from the store to the bin; nothing at the path: it fails."""
    if step.path not in now.store:
        return False
    now.bin.setdefault(step.path, []).append(now.store.pop(step.path))
    return True


def do_rest(now: Result, step: Step, rules: Rules) -> bool:
    """The latest in the bin from that path comes back; the text says whether something at the path is replaced."""
    if not now.bin.get(step.path) or not may_land(now.store, step.path, rules.rest_replaces):
        return False
    now.store[step.path] = now.bin[step.path].pop()
    return True


def change(now: Result, path: str, **fields) -> bool:
    """The item at the path with some fields changed; nothing at the path: it fails."""
    if path not in now.store:
        return False
    now.store[path] = now.store[path]._replace(**fields)
    return True


def do_mk(now: Result, step: Step, rules: Rules) -> bool:
    """The item gets the mark; nothing at the path: it fails."""
    return step.path in now.store and change(now, step.path, marks=now.store[step.path].marks | {step.label})


def do_unmk(now: Result, step: Step, rules: Rules) -> bool:
    """The mark is taken off; nothing at the path: it fails."""
    return step.path in now.store and change(now, step.path, marks=now.store[step.path].marks - {step.label})


def do_lock(now: Result, step: Step, rules: Rules) -> bool:
    """The item is locked from now on; nothing at the path: it fails."""
    return change(now, step.path, locked=True)


def do_unlock(now: Result, step: Step, rules: Rules) -> bool:
    """The item is not locked any more; nothing at the path: it fails."""
    return change(now, step.path, locked=False)


DOING = {"set": do_set, "add": do_add, "copy": do_copy, "move": do_move, "del": do_del, "rest": do_rest, "mk": do_mk, "unmk": do_unmk,
         "lock": do_lock, "unlock": do_unlock}


def carry_out(now: Result, step: Step, rules: Rules) -> bool:
    """One step; False where it fails, and then nothing has changed."""
    # A step from a path to the same path has no stated meaning.
    if step.target == step.path:
        raise Unread(f"step {step.number} goes from {step.path} to itself")
    # Operations that the rule about locked items names fail on a locked item.
    if step.operation in rules.barred and locked_at(now.store, step.path):
        return False
    return DOING[step.operation](now, step, rules)


def run(case: Case) -> Result:
    """The store and the bin after all steps in their order; a failed step changes nothing and the next one follows."""
    now = Result(dict(case.content), {})
    for step in case.steps:
        carry_out(now, step, case.rules)
    return now


def holds(goal: Goal, store: dict) -> bool:
    """Whether one goal holds in the store."""
    item = store.get(goal.path)
    if goal.kind == "absent":
        return item is None
    # What is only denied ("not locked", "has no topic renting") says nothing about a path without an item.
    if item is None and goal.bare:
        raise Unread(f"nothing at {goal.path}, and the goal only denies something of it")
    # Everything else is said of an item at the path: without one it does not hold.
    if item is None:
        return False
    if goal.kind == "present":
        return True
    # A list of parts is complete and in order.
    if goal.kind == "parts":
        return item.parts == goal.parts
    if goal.kind in ("marked", "unmarked"):
        return (goal.label in item.marks) == (goal.kind == "marked")
    if goal.kind in ("locked", "unlocked"):
        return item.locked == (goal.kind == "locked")
    raise Unread(f"unknown kind of goal {goal.kind!r}")


def decide(case: Case) -> bool:
    """Whether every goal holds in the store as the last step leaves it."""
    store = run(case).store
    return all(holds(goal, store) for goal in case.goals)


# question and answer


def check_question(question: dict, options, case: Case) -> None:
    """The question is one of those known, speaks of this text's goals and store, and its answers are yes and no."""
    if set(question) != {"type", "instructions", "criteria"} or question["type"] != "noul" or list(options) != ["yes", "no"]:
        raise Unread(f"question {question!r} with options {options!r}")
    found = first_match(compiled("question", case.trade, case.goal), question["instructions"])
    if found is None:
        raise Unread(f"question {question['instructions']!r}")
    yes, no = (text.replace("<goal>", case.goal) for text in ANSWERS[found[0]])
    if question["criteria"] != {"true": yes, "false": no}:
        raise Unread(f"criteria {question['criteria']!r}")


def solve(state: str, question: dict, options) -> str:
    """yes where all goals hold after the run, no otherwise."""
    case = read_case(state)
    check_question(question, options, case)
    return "yes" if decide(case) else "no"
