"""After these operations, are all goal conditions satisfied? (yes, no)

The state shows a small store (a records archive, a build store, a lab share ...) as it stands before a run, says what every operation does
and what happens to a step that cannot be carried out, lists the numbered steps of the run, and names the conditions that must hold
after it. It is a console view, a Markdown runbook, a CSV sheet or a YAML job file.

There are 300 pairs, 100 a level: 5, 15 and 25 steps with 3, 5 and 7 conditions. The members of a pair share everything but one
planted change of the steps; in the `no` member exactly one condition fails. Four kinds, 75 pairs each, 25 on every level:
wrong_target (a step works on, or ends at, another path that the document names as well), wrong_content (it writes, adds or takes something
else that the document names as well), swapped_steps (two steps change places), replaced_step (another operation stands in its place).

Almost always the change lies upstream: the steps that name the path of the failing condition are the same in both members (4 pairs a
level are exceptions). Steps that fail, and deletions of paths that the conditions name, occur in both members. Over the
pairs of a level the planted change adds failing steps as often as it removes them.
"""
from __future__ import annotations

import datetime
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import balance, cards, checks, draws, english, families, items, names

FAMILY = "state_goal"
KINDS = ("wrong_target", "wrong_content", "swapped_steps", "replaced_step")
PAIRS_PER_KIND = 25
STEPS, GOALS = {1: 5, 2: 15, 3: 25}, {1: 3, 2: 5, 3: 7}
STEMS, FOLDERS = {1: 3, 2: 4, 3: 5}, {1: 3, 2: 3, 3: 4}
ITEMS, PARTS = {1: (4, 5), 2: (5, 6), 3: (8, 9)}, {1: 6, 2: 9, 3: 12}
"""Names and folders that paths are made of, items in the store before the run (fewest, most), and parts that documents name."""
LEAST_FAILING = {1: 0, 2: 1, 3: 2}
"""Steps of a drawn run that fail at least."""
OPTIONS, OPTIONS_A_RUN, CHANGES_A_RUN, MAX_RUNS = 8, 4, 20, 900
"""Pairs to choose from for a group, of them from one run, changes tried on a run, and runs after which a group without a pair is an error."""


# Vocabulary and phrases

@dataclass(frozen=True)
class Domain:
    """The words of one kind of store. `verbs`: operation -> its word, and the preposition in front of its second object."""

    sites: tuple
    systems: tuple
    store: str
    item: tuple
    part: tuple
    tag: tuple
    folder: tuple
    bin: str
    locked: str
    free: str
    verbs: dict
    folders: tuple
    stems: tuple
    part_format: str
    tags: tuple


DOMAINS = {
    "records_archive": Domain(
        ("county archive", "land registry office", "records centre"), ("Stackroom", "RecordKeeper", "Archive desk"),
        "archive", ("record", "records"), ("sheet", "sheets"), ("label", "labels"), ("series", "series"), "disposal tray", "on hold", "available",
        {"write": ("file", "as"), "append": ("add", "to"), "copy": ("duplicate", "to"), "move": ("transfer", "to"), "delete": ("discard", ""),
         "restore": ("retrieve", ""), "tag": ("designate", "as"), "untag": ("strip", "from"), "lock": ("hold", ""), "unlock": ("release", "")},
        ("intake", "deeds", "leases", "permits", "wills", "reading", "surveys"),
        ("mill-lane", "parcel-114", "harbour-3", "orchard", "ferry-quay", "north-field", "chapel-rd", "weir-house"),
        "sheet-{:02d}", ("signed", "certified", "disputed", "fragile", "indexed")),
    "build_store": Domain(
        ("platform team", "release engineering", "firmware group"), ("Buildshelf", "Artefact store", "Packhouse"),
        "store", ("artefact", "artefacts"), ("module", "modules"), ("tag", "tags"), ("repository", "repositories"), "quarantine", "frozen", "live",
        {"write": ("upload", "as"), "append": ("attach", "to"), "copy": ("clone", "to"), "move": ("promote", "to"), "delete": ("purge", ""),
         "restore": ("recover", ""), "tag": ("tag", "as"), "untag": ("untag", "from"), "lock": ("freeze", ""), "unlock": ("thaw", "")},
        ("nightly", "staging", "stable", "hotfix", "legacy", "canary", "partner"),
        ("gateway", "agent-arm", "billing-api", "crawler", "webui-2", "scheduler", "probe-fw", "mail-relay"),
        "mod-{:03d}", ("tested", "audited", "beta", "security", "default")),
    "lab_share": Domain(
        ("assay laboratory", "materials laboratory", "marine institute"), ("Labshare", "Data bench", "Instrument share"),
        "data store", ("dataset", "datasets"), ("sample", "samples"), ("flag", "flags"), ("share", "shares"), "recycle area", "protected", "unprotected",
        {"write": ("save", "as"), "append": ("append", "to"), "copy": ("copy", "to"), "move": ("move", "to"), "delete": ("delete", ""),
         "restore": ("restore", ""), "tag": ("flag", "as"), "untag": ("unflag", "from"), "lock": ("protect", ""), "unlock": ("unprotect", "")},
        ("raw", "cleaned", "pooled", "figures", "review", "cold", "methods"),
        ("plate-114", "buffer-b2", "titr-3", "spectra-k", "saline-7", "tensile", "otolith-22", "blanks"),
        "smp-{:04d}", ("outlier", "calibrated", "blinded", "published", "repeat")),
    "media_library": Domain(
        ("film archive", "regional broadcaster", "documentary studio"), ("Reelhouse", "Media vault", "Cutting room"),
        "library", ("reel", "reels"), ("scene", "scenes"), ("keyword", "keywords"), ("shelf", "shelves"), "offcut box", "sealed", "unsealed",
        {"write": ("ingest", "as"), "append": ("splice", "onto"), "copy": ("dub", "to"), "move": ("shift", "to"), "delete": ("drop", ""),
         "restore": ("rescue", ""), "tag": ("mark", "as"), "untag": ("unmark", "from"), "lock": ("seal", ""), "unlock": ("unseal", "")},
        ("rushes", "rough", "masters", "trailers", "loans", "subtitled", "stock"),
        ("harvest", "night-ferry", "glacier", "tannery", "choir-tour", "riverbank", "tramway", "salt-coast"),
        "scene-{:02d}", ("graded", "embargoed", "widescreen", "archival", "cleared")),
    "backup_vault": Domain(
        ("hosting company", "clinic network", "savings cooperative"), ("Coldvault", "Backup manager", "Vaultkeeper"),
        "backup pool", ("image", "images"), ("increment", "increments"), ("remark", "remarks"), ("vault", "vaults"), "expiry area", "pinned", "unpinned",
        {"write": ("store", "as"), "append": ("merge", "into"), "copy": ("replicate", "to"), "move": ("migrate", "to"), "delete": ("expire", ""),
         "restore": ("revive", ""), "tag": ("annotate", "with"), "untag": ("retract", "from"), "lock": ("pin", ""), "unlock": ("unpin", "")},
        ("daily", "weekly", "monthly", "offsite", "tape", "quarterly", "scratch"),
        ("mailhost-2", "ledger-db", "wards-e", "files-a", "crm-4", "payroll", "imaging", "branch-17"),
        "inc-{:03d}", ("verified", "encrypted", "partial", "legal", "rotated")),
    "site_content": Domain(
        ("city museum", "tourist board", "housing association"), ("Pagewright", "Content desk", "Sitekeeper"),
        "site tree", ("page", "pages"), ("block", "blocks"), ("topic", "topics"), ("section", "sections"), "trash", "locked", "unlocked",
        {"write": ("compose", "as"), "append": ("insert", "into"), "copy": ("mirror", "to"), "move": ("rename", "to"), "delete": ("remove", ""),
         "restore": ("undelete", ""), "tag": ("list", "under"), "untag": ("withdraw", "from"), "lock": ("lock", ""), "unlock": ("unlock", "")},
        ("drafts", "news", "visit", "about", "press", "events", "archive"),
        ("hours", "summer", "tenants", "tours", "new-wing", "report", "walks", "repairs"),
        "block-{:02d}", ("families", "tickets", "access", "research", "renting")),
    "drawing_office": Domain(
        ("engineering office", "shipyard", "bridge department"), ("Plan chest", "Drawing vault", "Sheetworks"),
        "plan store", ("drawing", "drawings"), ("layer", "layers"), ("stamp", "stamps"), ("binder", "binders"), "void drawer", "closed", "open",
        {"write": ("enter", "as"), "append": ("overlay", "onto"), "copy": ("trace", "to"), "move": ("refile", "to"), "delete": ("void", ""),
         "restore": ("reinstate", ""), "tag": ("stamp", "as"), "untag": ("unstamp", "from"), "lock": ("close", ""), "unlock": ("reopen", "")},
        ("sketch", "tender", "issued", "as-built", "workshop", "client", "superseded"),
        ("hull-8", "pier-cap", "deck-plan", "pump-room", "stair-b", "crane", "bearing", "duct-6"),
        "layer-{:02d}", ("checked", "approved", "preliminary", "metric", "urgent")),
}


NOTES = {
    "fail": (
        "A step that cannot be carried out fails. It changes nothing, and the run goes on with the next one.",
        "If a step fails, everything stays as it was and the next step is tried.",
        "A failed step has no effect at all; the steps after it are still carried out.",
        "A failing step does not stop the run. It changes nothing, and the next one is tried.",
    ),
    "end": (
        "{Goals} are looked at once, after the last step.",
        "{Goals} apply to the {store} as the last step leaves it.",
        "Only the {store} after the last step counts for the {goals}.",
        "No {goal} is judged before the last step is through.",
    ),
    "order": (
        "{Parts} listed in a {goal} are all there may be, in the order given.",
        "Where a {goal} lists {parts}, it means exactly these in this order.",
        "The order of {parts} matters; a list of {parts} in a {goal} is complete.",
    ),
    "folders": (
        "A {folder} comes into being with the first {item} put there.",
        "{Folders} need not be set up first.",
        "No {folder} has to exist before something is put there.",
    ),
    "write": (
        "{Write} sets the {parts} of {an_item} in place of those it had; its {tags} stay. If there is none, it is created without {tags}.",
        "{Write} creates {an_item} with these {parts} and no {tags}; of one that exists, only the {parts} are exchanged.",
        "{Write} replaces all {parts} of {an_item} but leaves its {tags} alone; where there is none, it makes one without {tags}.",
    ),
    "append fails": (
        "{Append} puts {a_part} behind the last one of {an_item}; it fails if there is no such {item}.",
        "{Append} puts {a_part} at the end of {an_item} that exists; otherwise it fails.",
        "{Append} extends {an_item} by {a_part} at its end, and fails where there is none.",
    ),
    "append creates": (
        "{Append} puts {a_part} behind the last one of {an_item}; if there is no such {item}, it creates one of that {part} alone, without {tags}.",
        "{Append} puts {a_part} at the end of {an_item}. If there is none, one with only this {part} and no {tags} is made.",
        "{Append} extends {an_item} by {a_part} at its end, or starts a new one without {tags} where there is none.",
    ),
    "copy takes tags": (
        "{Copy} makes a second {item} at the target with the same {parts} and {tags}; the source stays.",
        "{Copy} leaves the source alone and puts its {parts} and {tags} at the target.",
        "{Copy} gives the target the {parts} and the {tags} of the source, which stays as it is.",
    ),
    "copy drops tags": (
        "{Copy} makes a second {item} at the target with the same {parts} but no {tags}; the source stays.",
        "{Copy} leaves the source alone and puts its {parts} at the target, without any {tags}.",
        "{Copy} gives the target the {parts} of the source, which stays as it is. {Tags} are not copied, so the target has none.",
    ),
    "move": (
        "{Move} takes {an_item} to the target, {parts} and {tags} included; nothing stays at the source.",
        "{Move} puts {an_item} with its {parts} and {tags} at the target and leaves the source path empty.",
        "{Move} changes the path of {an_item} from source to target; {parts} and {tags} go along.",
    ),
    "target fails": (
        "It fails if the source is missing or the target exists.",
        "Without a source, or with something at the target, it fails.",
        "No source or a target that is taken: it fails.",
    ),
    "target replaces": (
        "It fails if the source is missing; a target that exists is overwritten, {tags} and all.",
        "Without a source it fails. Whatever was at the target is lost, {tags} included.",
        "No source: it fails. A target that is taken is replaced as a whole, {parts} and {tags}.",
    ),
    "delete": (
        "{Delete} takes {an_item} out of the {store} and into the {bin}; it fails if there is no such {item}.",
        "{Delete} moves {an_item} from the {store} to the {bin} and fails if there is none.",
        "{Delete} puts {an_item} in the {bin}, out of the {store}. With nothing at the path it fails.",
    ),
    "restore": (
        "{Restore} brings back the {item} last put in the {bin} from that path, {parts} and {tags} unchanged, and takes it out of the {bin}.",
        "{Restore} returns to its path the latest {item} in the {bin} from there, with its {parts} and {tags}; it leaves the {bin}.",
        "{Restore} fetches {an_item} from the {bin} back to its path with {parts} and {tags}; of several from there, the latest.",
    ),
    "restore fails": (
        "It fails if the {bin} has none from there or the path is in use.",
        "With nothing from there in the {bin}, or something at the path, it fails.",
    ),
    "restore replaces": (
        "It fails if the {bin} has none from there; {an_item} that is at the path by then is overwritten.",
        "With nothing from there in the {bin} it fails; something at the path is replaced.",
    ),
    "bin": (
        "The {bin} starts empty and only {delete} fills it.",
        "Only {delete} puts anything in the {bin}, which starts empty.",
        "At the start the {bin} is empty. What is replaced{moved} does not go there.",
    ),
    "tag": (
        "{Tag} gives {an_item} the {tag_noun} named (no effect if already there) and fails if there is no such {item}.",
        "{Tag} adds {a_tag} to {an_item}, without effect if already there. It fails if nothing is at the path.",
    ),
    "untag": (
        "{Untag} takes the {tag_noun} named off {an_item} (no effect if not there) and fails if there is no such {item}.",
        "{Untag} removes {a_tag} from {an_item}, without effect if not there. It fails if nothing is at the path.",
    ),
    "lock": (
        "{Lock} changes the state of {an_item} to {locked} and fails if there is no such {item}.",
        "{Lock} sets {an_item} to {locked}. It fails if nothing is at the path.",
    ),
    "unlock": (
        "{Unlock} changes the state of {an_item} to {free} and fails if there is no such {item}.",
        "{Unlock} sets {an_item} to {free}. It fails if nothing is at the path.",
    ),
    "locked": (
        "{An_item} that is {locked} keeps its {parts} and path: {stopped} on it, and so does any step that would replace it.",
        "The {parts} and the path of {an_item} that is {locked} cannot be changed: {stopped} on it, as does a step that would overwrite it.",
    ),
    "locked only": (
        "{An_item} that is {locked} cannot be replaced; a step that would do so fails.",
        "No step can overwrite {an_item} that is {locked}; it fails instead.",
    ),
    "locked copy": (
        "{Copy} from it works.",
        "It can still serve as source for {copy}.",
    ),
    "locked new": (
        "Whatever a step puts at a path is {free} there.",
        "{An_item} newly put at a path is always {free}.",
    ),
    "locked tags stop": (
        "{Tagging} on it too.",
        "Its {tags} are fixed as well: {tagging}.",
    ),
    "locked tags work": (
        "Its {tags} can still be changed.",
        "Its {tags} may change all the same.",
    ),
}
"""Meaning -> phrasings of what a document says about its operations."""
GENERAL_TOPICS = ("fail", "end", "order", "folders")
OPERATION_TOPICS = ("write", "append fails", "append creates", "copy takes tags", "copy drops tags", "move", "delete", "restore",
                    "tag", "untag", "lock", "unlock")
"""Meanings with which a note begins; `locked` is another one."""


SECTIONS = (
    ("before", "notes", "steps", "goals"),
    ("notes", "before", "steps", "goals"),
    ("before", "steps", "goals", "notes"),
    ("goals", "before", "steps", "notes"),
    ("before", "steps", "notes", "goals"),
    ("goals", "notes", "before", "steps"),
)
"""Orders in which the parts of a document may stand."""

TITLES = {
    "console": {
        "head": ("{system}   {site}   batch {number}", "{system} - {site} - run {number}", "RUN {number} ({system}, {site})"),
        "made": (
            "Entered by {author}, {short_day} {at}; {count} steps, operator {reader}",
            "{count} steps, queued {short_day} {at} by {author}",
            "Queue of {short_day} {at}, {count} steps, submitted by {author}, cleared by {reader}",
        ),
        "before": ("{STORE} BEFORE THE RUN", "CONTENT AT START, ALL {ITEMS}", "ALL {ITEMS} BEFORE STEP 1"),
        "notes": ("OPERATIONS", "WHAT THE OPERATIONS DO", "COMMAND HELP"),
        "steps": ("STEPS", "BATCH", "QUEUE"),
        "goals": ("{GOALS} AFTER THE RUN", "EXPECTED RESULT: {GOALS}", "{GOALS}"),
    },
    "runbook": {
        "head": ("# Run {number}: {site}", "# {system}: change {number}", "# Clean-up of the {store}, {long_day}"),
        "made": (
            "Prepared by {author} on {long_day} for {system} at {site}. To be carried out by {reader}.",
            "Owner: {author}. Operator: {reader}. {Count} steps on {system}, {site}, planned for {long_day}.",
            "{Count} steps for {system} ({site}), agreed between {author} and {reader} on {long_day}.",
        ),
        "before": ("## The {store} before the run", "## Starting point", "## All {items} at the start"),
        "notes": ("## What the operations do", "## Operations used here", "## How to read the steps"),
        "steps": ("## Steps", "## Steps in order", "## Procedure"),
        "goals": ("## {Goals} after the run", "## {Goals}", "## {Goals} to meet at the end"),
    },
    "csv": {
        "head": ("# {system} export, {site}, job {number}", "# job {number} of {system} ({site})", "# {site}: {system} work list {number}"),
        "made": (
            "# written {iso_day} {at} by {author}; {count} steps",
            "# {author}, {iso_day} {at}, {count} steps, approved by {reader}",
            "# exported {iso_day} {at} for {reader}; steps: {count}; author: {author}",
        ),
        "before": ("# {store} before the job", "# all {items} before step 1", "# content at the start"),
        "notes": ("# operations", "# about the operations", "# legend"),
        "steps": ("# steps", "# steps in their order", "# work list"),
        "goals": ("# {goals} after the last step", "# {goals}", "# {goals} for the end of the job"),
    },
    "yaml": {
        "head": ("# {system} job file, {site}", "# {site}, job for {system}", "# job {number}"),
        "made": (
            "job: {{number: {number}, owner: {author}, created: {iso_day} {at}, steps: {count}}}",
            "meta: {{id: {number}, author: {author}, reviewed_by: {reader}, date: {iso_day}}}",
            "job: {{id: {number}, system: {system}, by: {author}, date: {iso_day}, approved: {reader}}}",
        ),
        "before": ("before:", "initial_content:", "at_start:"),
        "notes": ("operations:", "semantics:", "notes:"),
        "steps": ("steps:", "run:", "tasks:"),
        "goals": ("{goals}:", "{goals}_at_end:", "final_{goals}:"),
    },
}
"""Layout -> part of the document -> phrasings."""
LAYOUTS = tuple(TITLES)

STEP_FORMS = {
    "console": (
        {"line": "{n:>3}  {text}", "write": "{verb} {path} = {values}", "append": "{verb} {path} + {values}", "to": "{verb} {path} -> {to}",
         "tag": "{verb} {path} : {values}", "plain": "{verb} {path}", "join": " "},
        {"line": "[{n:02d}] {text}", "write": "{verb} {path} --{parts} {values}", "append": "{verb} {path} --{part} {values}",
         "to": "{verb} {path} --to {to}", "tag": "{verb} {path} --{tag_noun} {values}", "plain": "{verb} {path}", "join": ","},
        {"line": "{n:02d}> {text}", "write": "{verb}({path}, [{values}])", "append": "{verb}({path}, {values})", "to": "{verb}({path}, {to})",
         "tag": "{verb}({path}, {values})", "plain": "{verb}({path})", "join": ", "},
    ),
    "runbook": (
        {"line": "{n}. {text}.", "write": "{Verb} {values} {write_as} `{path}`", "append": "{Verb} {values} {append_to} `{path}`",
         "to": "{Verb} `{path}` to `{to}`", "tag": "{Verb} `{path}` {tag_as} {values}", "untag": "{Verb} {values} {tag_as} `{path}`",
         "plain": "{Verb} `{path}`", "join": " and "},
        {"line": "{n}. **{Verb}** {text}", "write": "{values} {write_as} `{path}`", "append": "{values} {append_to} `{path}`",
         "to": "`{path}` to `{to}`", "tag": "`{path}` {tag_as} {values}", "untag": "{values} {tag_as} `{path}`", "plain": "`{path}`", "join": ", "},
        {"line": "{n}. `{text}`", "write": "{verb} {values} {write_as} {path}", "append": "{verb} {values} {append_to} {path}",
         "to": "{verb} {path} to {to}", "tag": "{verb} {path} {tag_as} {values}", "untag": "{verb} {values} {tag_as} {path}",
         "plain": "{verb} {path}", "join": ", "},
    ),
    "csv": (
        {"line": "{n};{time};{text}", "write": "{verb};{path};;{values}", "append": "{verb};{path};;{values}", "to": "{verb};{path};{to};",
         "tag": "{verb};{path};;{values}", "plain": "{verb};{path};;", "join": " ", "separator": ";", "head": "step;planned;operation;path;target;value"},
        {"line": "{n},{text}", "write": "{path},{verb},{values},", "append": "{path},{verb},{values},", "to": "{path},{verb},,{to}",
         "tag": "{path},{verb},{values},", "plain": "{path},{verb},,", "join": " ", "separator": ",", "head": "no,path,action,detail,target"},
        {"line": "{time};{n};{text}", "write": "{path};;{verb};{values}", "append": "{path};;{verb};{values}", "to": "{path};{to};{verb};",
         "tag": "{path};;{verb};{values}", "plain": "{path};;{verb};", "join": "+", "separator": ";", "head": "planned;nr;path;target;command;argument"},
    ),
    "yaml": (
        {"line": "  - {{n: {n}, op: {verb}, {text}}}", "write": "path: {path}, {parts}: [{values}]", "append": "path: {path}, {part}: {values}",
         "to": "path: {path}, to: {to}", "tag": "path: {path}, {tag_noun}: {values}", "plain": "path: {path}", "join": ", "},
        {"line": "  - {{{verb}: {text}, step: {n}}}", "write": "{path}, with: [{values}]", "append": "{path}, with: {values}",
         "to": "{path}, to: {to}", "tag": "{path}, as: {values}", "untag": "{path}, {tag_noun}: {values}", "plain": "{path}", "join": ", "},
        {"line": "  - {n}: [{verb}, {text}]", "write": "{path}, {values}", "append": "{path}, {values}", "to": "{path}, {to}",
         "tag": "{path}, {values}", "plain": "{path}", "join": ", "},
    ),
}
"""Layout -> forms of a step line; `to` serves copy and move, `tag` also untag where that has no form, `plain` the operations that
name a path alone."""
FORM_OF = {"write": "write", "append": "append", "copy": "to", "move": "to", "tag": "tag", "untag": "untag"}

LISTING_FORMS = {
    "console": ("{path_padded}  {parts_padded}  {tags_padded}  {state_padded}  {updated}", "{path_padded} | {state_padded} | {parts_padded} | {tags}"),
    "runbook": ("| `{path}` | {parts} | {tags} | {state} |", "| {state} | `{path}` | {tags} | {parts} |"),
    "csv": ("{path};{parts};{tags};{state};{updated}", "{path},{state},{parts},{tags}", "{path};{updated};{state};{tags};{parts}"),
    "yaml": ("  {path}: {{{parts_key}: [{parts}], {tags_key}: [{tags}], state: {state}}}",
             "  - [{path}, {parts_key}: [{parts}], {tags_key}: [{tags}], {state}]"),
}

GOAL_PHRASES = {
    "prose": {
        "exists": ("{path} exists", "there is {an_item} at {path}"),
        "absent": ("{path} does not exist", "there is no {item} at {path}"),
        "holds": ("{path} holds exactly {values}", "{path} consists of {values} only", "{path} holds {values} and nothing else"),
        "carries": ("{path} carries the {tag_noun} {values}", "{path} has the {tag_noun} {values}"),
        "lacks": ("{path} is there without the {tag_noun} {values}", "{path} exists and does not have the {tag_noun} {values}"),
        "locked": ("{path} is {locked}", "{path} exists and is {locked}"),
        "free": ("{path} exists and is not {locked}", "{path} is there and not {locked}"),
    },
    "csv": {
        "exists": ("{path}{s}exists{s}", "{path}{s}present{s}"),
        "absent": ("{path}{s}does not exist{s}", "{path}{s}no such {item}{s}"),
        "holds": ("{path}{s}holds exactly{s}{values}", "{path}{s}{parts} in order{s}{values}"),
        "carries": ("{path}{s}has {tag_noun}{s}{values}", "{path}{s}carries {tag_noun}{s}{values}"),
        "lacks": ("{path}{s}does not have {tag_noun}{s}{values}", "{path}{s}exists without {tag_noun}{s}{values}"),
        "locked": ("{path}{s}is {locked}{s}", "{path}{s}{locked}{s}"),
        "free": ("{path}{s}is not {locked}{s}", "{path}{s}not {locked}{s}"),
    },
    "yaml": {
        "exists": ("{path}: exists",),
        "absent": ("{path}: does not exist", "{path}: absent"),
        "holds": ("{path}: holds exactly [{values}]", "{path}: {parts} are [{values}]"),
        "carries": ("{path}: has {tag_noun} {values}", "{path}: carries {values}"),
        "lacks": ("{path}: has no {tag_noun} {values}", "{path}: does not carry {values}"),
        "locked": ("{path}: is {locked}", "{path}: {locked}"),
        "free": ("{path}: is not {locked}", "{path}: not {locked}"),
    },
}
"""Layout (prose: console and runbook) -> kind of condition -> phrasings."""

QUESTIONS = (
    ("After these operations, are all {goals} satisfied?",
     "Every {goal} holds after the last step.", "At least one {goal} does not hold after the last step."),
    ("Does the run leave the {store} as the {goals} ask?", "It does; all {goals} are met at the end.", "It does not; some {goal} is not met at the end."),
    ("Once all steps have been tried in order, is every {goal} met?", "Yes, all of them are met.", "No, not all of them are met."),
    ("Would every {goal} pass at the end of this run?", "Each {goal} passes.", "One {goal} or more would not pass."),
    ("Are the {goals} all fulfilled when the steps are through?", "All {goals} are fulfilled.", "Not all {goals} are fulfilled."),
    ("Does this list of steps reach the result that the {goals} describe?", "It reaches it in full.", "It misses it in some point."),
)
REASONS = ("quarterly tidy-up", "hand-over to another team", "space is short on the old volume",
           "preparation of the audit", "clean-up after the migration")
GOAL_NOUNS = (("condition", "conditions"), ("check", "checks"), ("requirement", "requirements"))

ASIDES = (
    "Questions about this run go to {contact}.",
    "A run may be paused between two steps without harm.",
    "The log of the run is kept for {days} days.",
    "Sizes and owners are left out of this view.",
    "Accounts of guests can read the {store} but not change it.",
    "The usual window for runs is from {window} on.",
    "{contact} covers for {author} on Fridays.",
    "Reason given for the run: {reason}.",
    "Run requested by {contact}: {reason}.",
)


# The case

OPERATIONS = ("write", "append", "copy", "move", "delete", "restore", "tag", "untag", "lock", "unlock")


class Entry(NamedTuple):
    """One item of the store: its parts in order, its tags in alphabetical order, whether it is locked."""

    parts: tuple
    tags: tuple
    is_locked: bool


class Step(NamedTuple):
    """One operation: the path it works on; where a copy or move ends; the parts (write, append) or the tag it names."""

    operation: str
    path: str
    to: str = ""
    value: tuple = ()


class Goal(NamedTuple):
    """A condition on one path: exists, absent, holds, carries, lacks, locked or free; the parts or the tag it names."""

    kind: str
    path: str
    value: tuple = ()


class Rules(NamedTuple):
    """What differs from store to store; see `apply`."""

    copy_replaces: bool
    copy_takes_tags: bool
    move_replaces: bool
    append_creates: bool
    restore_replaces: bool
    lock_stops_tags: bool


@dataclass(frozen=True)
class Case:
    """The store before the run as (path, Entry) pairs, the steps, the rules of the store and the conditions."""

    start: tuple
    steps: tuple
    rules: Rules
    goals: tuple


class Plan(NamedTuple):
    """What a group must be: `is_direct` puts the change on the path of the failing condition, `is_near` exchanges neighbours."""

    level: int
    kind: str
    number: int
    is_direct: bool
    is_near: bool
    domain: str
    layout: str


class Cast(NamedTuple):
    """What a document can name: paths, parts and tags."""

    paths: tuple
    parts: tuple
    tags: tuple


# Planning and wording

def plan(draw: draws.Draw) -> list:
    """The Plan of every group of a draw, in drawn order."""
    rng = draws.stream(draw, FAMILY, "plan")
    plans = []
    for level in families.LEVELS:
        whole = PAIRS_PER_KIND * len(KINDS)
        columns = zip(balance.spread(rng, DOMAINS, whole, 2 * level), balance.spread(rng, LAYOUTS, whole))
        for number, (domain, layout) in enumerate(columns):
            kind, offset = KINDS[number // PAIRS_PER_KIND], number % PAIRS_PER_KIND
            plans.append(Plan(level, kind, number, offset == 0, (offset + level) % 2 == 0, domain, layout))
    return rng.shuffled(plans)


@dataclass(frozen=True)
class Wording:
    """Everything a document says apart from its case; shared by the members of a group. `picks` chooses among phrasings of a
    meaning, `topics` orders the notes, `sections` the parts; `times` are those of the steps, `updates` days of the items listed."""

    layout: str
    words: dict
    form: dict
    listing: str
    goals: dict
    titles: dict
    sections: tuple
    picks: dict
    topics: tuple
    asides: tuple
    times: tuple
    updates: tuple
    question: dict


def forms(name: str, pair: tuple) -> dict:
    """The words for a noun: singular and plural, also capitalised, and with its article."""
    one, many = pair
    with_article = english.article(one)
    return {name: one, f"{name}s": many, name.capitalize(): english.sentence(one), f"{name.capitalize()}s": english.sentence(many),
            f"{name.upper()}S": many.upper(), f"an_{name}": with_article, f"An_{name}": english.sentence(with_article), f"a_{name}": with_article}


def draw_words(rng, domain: Domain, group: Plan, day: datetime.date, begin: int) -> dict:
    """The words that fill the phrases of one document of that day, written some time before the run begins (a minute of the day)."""
    author, reader, contact = names.people(rng, 3)
    words = {}
    for name, pair in (("item", domain.item), ("part", domain.part), ("folder", domain.folder), ("tag", domain.tag), ("goal", rng.choice(GOAL_NOUNS))):
        words.update(forms(name, pair))
    words.update(tag_noun=domain.tag[0])
    for operation, (verb, link) in domain.verbs.items():
        words.update({f"op_{operation}": verb, f"Op_{operation}": english.sentence(verb), f"link_{operation}": link})
    return {**words, "store": domain.store, "STORE": domain.store.upper(), "bin": domain.bin, "locked": domain.locked, "free": domain.free,
            "site": f"{rng.choice(names.STEMS)} {rng.choice(domain.sites)}", "system": rng.choice(domain.systems),
            "author": author, "reader": reader, "contact": contact, "short_day": english.short_date(day), "long_day": english.long_date(day),
            "iso_day": day.isoformat(), "at": english.clock(begin // 5 * 5 - 5 * rng.between(2, 24)), "days": rng.choice((30, 60, 90, 180)),
            "window": english.clock(begin // 60 * 60), "reason": rng.choice(REASONS),
            "number": rng.between(1040, 9870), "count": STEPS[group.level], "Count": STEPS[group.level]}


def draw_times(rng, minute: int, count: int) -> tuple:
    """That many times of day from that minute on, each one to six minutes after the one before."""
    times = []
    for _ in range(count):
        times.append(english.clock(minute))
        minute += rng.between(1, 6)
    return tuple(times)


def draw_order(rng, words: dict) -> tuple:
    """The topics of notes in the order of a document: the general ones first or last, the operations as they come or by their words."""
    general, operations = rng.shuffled(GENERAL_TOPICS), list(OPERATION_TOPICS)
    if rng.chance(1, 2):
        operations.sort(key=lambda topic: words[f"Op_{topic.split()[0]}"])
    operations.append("locked")
    return (*general, *operations) if rng.chance(1, 2) else (*operations, *general)


def draw_wording(rng, group: Plan) -> Wording:
    """Every choice of words for a group's document."""
    day = datetime.date(2026, 1, 5) + datetime.timedelta(days=rng.below(320))
    begin = rng.between(9 * 60 + 30, 20 * 60 + 30)
    words = draw_words(rng, DOMAINS[group.domain], group, day, begin)
    goals = GOAL_PHRASES.get(group.layout, GOAL_PHRASES["prose"])
    form = rng.below(len(STEP_FORMS[group.layout]))
    return Wording(
        group.layout, words, STEP_FORMS[group.layout][form], LISTING_FORMS[group.layout][form if group.layout == "csv" else rng.below(2)],
        {kind: rng.choice(phrases) for kind, phrases in goals.items()},
        {part: rng.choice(phrases).format(**words) for part, phrases in TITLES[group.layout].items()}, rng.choice(SECTIONS),
        {meaning: rng.choice(phrases) for meaning, phrases in NOTES.items()}, draw_order(rng, words),
        tuple(aside.format(**words) for aside in rng.sample(ASIDES, rng.below(2))), draw_times(rng, begin, STEPS[group.level]),
        tuple((day - datetime.timedelta(days=rng.between(1, 200))).isoformat() for _ in range(ITEMS[group.level][1])),
        items.noul(*(text.format(**words) for text in rng.choice(QUESTIONS))))


def draw_cast(rng, domain: Domain, level: int) -> Cast:
    """The paths, parts and tags of one document."""
    folders, stems = rng.sample(domain.folders, FOLDERS[level]), rng.sample(domain.stems, STEMS[level])
    highest = {2: 98, 3: 980, 4: 480}[int(domain.part_format[-3])]
    first = rng.between(highest // 9 + 2, highest - 3 * PARTS[level])
    numbers = sorted(rng.sample(range(first, first + 2 * PARTS[level]), PARTS[level]))
    return Cast(tuple(rng.shuffled(f"{folder}/{name}" for folder in folders for name in stems)),
                tuple(domain.part_format.format(number) for number in numbers), tuple(rng.sample(domain.tags, 3)))


# Answering

def put(store: dict, may_replace: bool, path: str, entry: Entry) -> bool:
    """Place an entry at a path, unless the path is taken and may not be replaced or is locked. Returns whether it was placed."""
    there = store.get(path)
    if there is not None and (there.is_locked or not may_replace):
        return False
    store[path] = entry
    return True


def bring_back(store: dict, bin_: dict, path: str, rules: Rules) -> bool:
    """Restore what was last deleted at a path, in place. Returns whether it succeeded."""
    kept = bin_.get(path, ())
    if not kept or not put(store, rules.restore_replaces, path, kept[-1]):
        return False
    bin_[path] = kept[:-1]
    return True


def edited(entry: Entry, step: Step) -> Entry:
    """The entry after a step that works on it alone."""
    if step.operation == "write":
        return entry._replace(parts=step.value)
    if step.operation == "append":
        return entry._replace(parts=entry.parts + step.value)
    if step.operation == "tag":
        return entry._replace(tags=tuple(sorted({*entry.tags, *step.value})))
    if step.operation == "untag":
        return entry._replace(tags=tuple(tag for tag in entry.tags if tag not in step.value))
    return entry._replace(is_locked=step.operation == "lock")


def is_stopped(entry: Entry, operation: str, rules: Rules) -> bool:
    """Whether an operation fails because the entry it works on is locked."""
    if not entry.is_locked or operation in ("copy", "lock", "unlock"):
        return False
    return rules.lock_stops_tags or operation not in ("tag", "untag")


def apply(store: dict, bin_: dict, step: Step, rules: Rules) -> bool:
    """Carry out one step on the store and the bin (path -> entries, the latest last), in place.

    Returns whether it succeeded; a failed step changes nothing.
    """
    operation, entry = step.operation, store.get(step.path)
    if operation == "restore":
        return bring_back(store, bin_, step.path, rules)
    if entry is None:
        is_made = operation == "write" or operation == "append" and rules.append_creates
        return is_made and put(store, False, step.path, Entry(step.value, (), False))
    if is_stopped(entry, operation, rules):
        return False
    if operation == "copy":
        return put(store, rules.copy_replaces, step.to, Entry(entry.parts, entry.tags if rules.copy_takes_tags else (), False))
    if operation == "move":
        if not put(store, rules.move_replaces, step.to, entry):
            return False
        del store[step.path]
    elif operation == "delete":
        bin_[step.path] = bin_.get(step.path, ()) + (store.pop(step.path),)
    else:
        store[step.path] = edited(entry, step)
    return True


def holds(goal: Goal, store: dict) -> bool:
    """Whether a condition is satisfied by a store."""
    entry = store.get(goal.path)
    if goal.kind == "absent" or entry is None:
        return goal.kind == "absent" and entry is None
    if goal.kind == "holds":
        return entry.parts == goal.value
    if goal.kind in ("carries", "lacks"):
        return (goal.value[0] in entry.tags) == (goal.kind == "carries")
    return goal.kind == "exists" or entry.is_locked == (goal.kind == "locked")


class Run(NamedTuple):
    """What comes of a list of steps: the store after the last one, how many steps failed, how many changed nothing (failed ones
    among them), and whether an item held a part twice at any time."""

    final: dict
    failing: int
    idle: int
    has_doubles: bool


IDLE_IF_EQUAL = ("write", "tag", "untag", "lock", "unlock")
"""Operations that may succeed without changing anything."""


def run(store: dict, bin_: dict, steps, rules: Rules) -> Run:
    """The Run of the steps from a store and a bin, which stay as they are."""
    store, bin_, failing, idle, has_doubles = dict(store), dict(bin_), 0, 0, False
    for step in steps:
        entry = store.get(step.path)
        if not apply(store, bin_, step, rules):
            failing += 1
        elif entry is not None:
            if step.operation == "append":
                has_doubles = has_doubles or step.value[0] in entry.parts
            elif step.operation in IDLE_IF_EQUAL:
                idle += store[step.path] == entry
    return Run(store, failing, failing + idle, has_doubles)


def run_case(case: Case) -> Run:
    """The Run of a case: its steps, from its store and an empty bin."""
    return run(dict(case.start), {}, case.steps, case.rules)


def failed_goals(case: Case) -> list:
    """The conditions that are not satisfied after the last step."""
    final = run_case(case).final
    return [goal for goal in case.goals if not holds(goal, final)]


def answer(case: Case) -> str:
    """'yes' where every condition is satisfied after the last step."""
    return "no" if failed_goals(case) else "yes"


# Drawing a run

WEIGHTS_OF_OPERATIONS = {"write": 12, "append": 18, "copy": 24, "move": 18, "delete": 12, "restore": 9, "tag": 9, "untag": 4, "lock": 7, "unlock": 4}
OPERATIONS_AT = {1: (5, 5), 2: (6, 7), 3: (9, 10)}
CORE_OPERATIONS = ("copy", "move", "append", "delete")
CARELESS_PERCENT = {1: 40, 2: 30, 3: 28}
"""How often a step is drawn without looking at the store, so that it may fail."""
HOT_PATHS, NO_REPEAT, DRAWS_A_STEP = 3, 6, 12
"""Paths that the last steps changed and further ones rather use, steps among which none stands twice, and draws a step at most on average."""


def draw_operations(rng, level: int) -> dict:
    """{operation: weight} of those a run draws from."""
    others = [operation for operation in OPERATIONS if operation not in CORE_OPERATIONS]
    chosen = {*CORE_OPERATIONS, *rng.sample(others, rng.between(*OPERATIONS_AT[level]) - len(CORE_OPERATIONS))}
    return {operation: WEIGHTS_OF_OPERATIONS[operation] for operation in OPERATIONS if operation in chosen}


def draw_rules(rng) -> Rules:
    """The rules of a store."""
    return Rules(*(rng.chance(1, 2) for _ in Rules._fields))


def draw_start(rng, cast: Cast, level: int) -> dict:
    """The store before the run."""
    paths = rng.sample(cast.paths, rng.between(*ITEMS[level]))
    return {path: Entry(tuple(rng.sample(cast.parts, rng.between(1, 2))), tuple(rng.sample(cast.tags, 1)) if rng.chance(40) else (), rng.chance(20))
            for path in paths}


def stem(path: str) -> str:
    """The name of an item without its folder."""
    return path.rsplit("/", 1)[-1]


def pick(rng, paths, hot):
    """One of the paths, rather one of the hot ones; None where there is none."""
    warm = [path for path in paths if path in hot]
    if warm and rng.chance(65):
        return rng.choice(warm)
    return rng.choice(paths) if paths else None


def draw_target(rng, path: str, free) -> str | None:
    """Where a copy or move from a path may end: mostly the same name in another folder."""
    namesakes = [other for other in free if stem(other) == stem(path)]
    if namesakes and rng.chance(85):
        return rng.choice(namesakes)
    return rng.choice(free) if free else None


def sources_of(operation: str, store: dict, bin_: dict) -> list:
    """The paths on which an operation can succeed."""
    if operation == "restore":
        return [path for path in bin_ if bin_[path] and path not in store]
    if operation == "copy":
        return list(store)
    return [path for path in store if store[path].is_locked == (operation == "unlock")]


def draw_step(rng, operation: str, store: dict, bin_: dict, rules: Rules, cast: Cast, hot, named, is_careless: bool) -> Step | None:
    """One step; a careless one works on any path named so far, another one is drawn to succeed. None where nothing fits."""
    if is_careless:
        sources = named
    elif operation == "write" and rng.chance(50):
        sources = [path for path in cast.paths if path not in store]
    else:
        sources = sources_of(operation, store, bin_)
    path = pick(rng, sources, hot)
    if path is None:
        return None
    entry = store.get(path, Entry((), (), False))
    if operation in ("copy", "move"):
        replaces = rules.copy_replaces if operation == "copy" else rules.move_replaces
        free = [other for other in (named if is_careless else cast.paths) if other != path
                and (is_careless or other not in store or replaces and not store[other].is_locked)]
        to = draw_target(rng, path, free)
        return to and Step(operation, path, to)
    if operation in ("write", "append"):
        others = [part for part in cast.parts if part not in entry.parts]
        size = 2 if operation == "write" and rng.chance(40) else 1
        return Step(operation, path, "", tuple(rng.sample(others, size))) if len(others) >= size else None
    if operation in ("tag", "untag"):
        values = [tag for tag in cast.tags if (tag in entry.tags) == (operation == "untag")]
        return Step(operation, path, "", (rng.choice(values),)) if values else None
    return Step(operation, path)


def draw_steps(rng, start: dict, rules: Rules, cast: Cast, level: int) -> tuple:
    """The steps of a run; fewer than the level asks for where too many draws in a row fit nothing."""
    operations, count = draw_operations(rng, level), STEPS[level]
    store, bin_, hot, named, steps = dict(start), {}, list(start)[:1], list(start), []
    fixed = {rng.between(count // 2, count - 1): rng.choice(("copy", "move")), rng.below(count): "delete"}
    for _ in range(DRAWS_A_STEP * count):
        operation = fixed.pop(len(steps), None) or rng.weighted(operations)
        step = draw_step(rng, operation, store, bin_, rules, cast, hot, named, rng.chance(CARELESS_PERCENT[level]))
        if step is None or step in steps[-NO_REPEAT:]:
            continue
        apply(store, bin_, step, rules)
        steps.append(step)
        if len(steps) == count:
            break
        hot = [step.to or step.path, *hot][:HOT_PATHS]
        named += [path for path in places(step) if path not in named]
    return tuple(steps)


# Changing a run

def places(step: Step) -> tuple:
    """The paths a step names."""
    return (step.path, step.to) if step.to else (step.path,)


class Named(NamedTuple):
    """How often steps and the store before the run name each path, part and tag, and steps each operation."""

    paths: Counter
    parts: Counter
    tags: Counter
    operations: Counter


def named_in(start: dict, steps) -> Named:
    """The Named of a document without its conditions."""
    paths, parts, tags, operations = list(start), [], [], []
    for entry in start.values():
        parts += entry.parts
        tags += entry.tags
    for step in steps:
        paths += places(step)
        operations.append(step.operation)
        if step.value:
            (parts if step.operation in ("write", "append") else tags).extend(step.value)
    return Named(*map(Counter, (paths, parts, tags, operations)))


def elsewhere(counts: Counter, here: tuple, own=()) -> list:
    """The names that stand in the document apart from this step, which names those `here`, and are not among `own`."""
    return [name for name in counts if name not in own and counts[name] > here.count(name)]


def retargeted(rng, step: Step, named: Named) -> Step | None:
    """The step with another target."""
    here = places(step)
    if named.paths[here[-1]] < 2:
        return None
    others = elsewhere(named.paths, here, here)
    if not others:
        return None
    kin = [path for path in others if stem(path) == stem(here[-1])]
    other = rng.choice(kin if kin and rng.chance(60) else others)
    return step._replace(to=other) if step.to else step._replace(path=other)


def recontented(rng, step: Step, named: Named) -> Step | None:
    """The step with another part or tag, or (a copy) another source."""
    if step.operation == "copy":
        others = elsewhere(named.paths, places(step), places(step)) if named.paths[step.path] > 1 else []
        return step._replace(path=rng.choice(others)) if others else None
    if not step.value:
        return None
    counts = named.parts if step.operation in ("write", "append") else named.tags
    old = rng.choice(step.value)
    others = elsewhere(counts, step.value, step.value) if counts[old] > 1 else []
    return step._replace(value=tuple(rng.choice(others) if value == old else value for value in step.value)) if others else None


def redone(rng, step: Step, named: Named) -> Step | None:
    """Another operation in the place of the step, mostly on the same path; its operation occurs elsewhere, and so does the old one."""
    others = [operation for operation in OPERATIONS if named.operations[operation] and operation != step.operation]
    if named.operations[step.operation] < 2 or not others or any(named.paths[path] < 2 for path in places(step)):
        return None
    operation = rng.choice(others)
    path = step.path if rng.chance(60) else rng.choice(elsewhere(named.paths, places(step)))
    to, value = "", ()
    if operation in ("copy", "move"):
        to = step.to if step.to and step.to != path else rng.choice(elsewhere(named.paths, places(step), (path,)))
    elif operation in ("write", "append", "tag", "untag"):
        is_part = operation in ("write", "append")
        options = elsewhere(named.parts, step.value) if is_part else elsewhere(named.tags, step.value)
        same = step.value if step.value and (step.operation in ("write", "append")) == is_part else ()
        value = same[:1] or ((rng.choice(options),) if options else ())
        if not value:
            return None
    return Step(operation, path, to, value)


def swapped(rng, steps: tuple, is_near: bool):
    """The steps with two of them exchanged, neighbours or not; None where these two are the same."""
    first = rng.below(len(steps) - (1 if is_near else 2))
    second = first + 1 if is_near else rng.between(first + 2, len(steps) - 1)
    if steps[first] == steps[second]:
        return None
    order = list(steps)
    order[first], order[second] = steps[second], steps[first]
    return tuple(order)


CHANGERS = {"wrong_target": retargeted, "wrong_content": recontented, "replaced_step": redone}
"""Kind -> function of (rng, step, Named) that gives the step in its place, or None."""


def plant(rng, group: Plan, steps: tuple, named: Named):
    """The steps with one change of the group's kind; None where what was drawn does not fit."""
    if group.kind == "swapped_steps":
        return swapped(rng, steps, group.is_near)
    place = rng.below(len(steps))
    other = CHANGERS[group.kind](rng, steps[place], named)
    return None if other is None or other == steps[place] else steps[:place] + (other,) + steps[place + 1:]


# Conditions

def facts(path: str, entry, tags) -> list:
    """Everything that a condition can say of a path as it is."""
    if entry is None:
        return [Goal("absent", path)]
    return [Goal("exists", path), Goal("holds", path, entry.parts), Goal("locked" if entry.is_locked else "free", path),
            *(Goal("carries" if tag in entry.tags else "lacks", path, (tag,)) for tag in tags)]


def needs_item(goal: Goal) -> bool:
    """Whether the condition is of a kind that is only used where its path has an item, so that nobody asks what it means elsewhere."""
    return goal.kind in ("lacks", "free")


class Twin(NamedTuple):
    """Two runs from one store that differ by one change: in `yes` the conditions are to hold, in `no` one of them fails."""

    yes_steps: tuple
    no_steps: tuple
    yes: Run
    no: Run
    rules: Rules
    tags: list
    has_locks: bool

    @property
    def differing(self) -> list:
        """The places (from 0) at which the steps differ."""
        return [place for place, pair in enumerate(zip(self.yes_steps, self.no_steps)) if pair[0] != pair[1]]

    @property
    def touched(self) -> set:
        """The paths that the differing steps name, in either member."""
        return {path for place in self.differing for steps in (self.yes_steps, self.no_steps) for path in places(steps[place])}

    @property
    def steady(self) -> set:
        """The paths that the other steps name."""
        return {path for one, other in zip(self.yes_steps, self.no_steps) if one == other for path in places(one)}


GOAL_WEIGHTS = {"holds": 9, "exists": 3, "absent": 5, "carries": 4, "lacks": 2, "locked": 2, "free": 1}
DECISIVE_WEIGHTS = {**GOAL_WEIGHTS, "locked": 60, "free": 60}
"""Weights of kinds of conditions, and those for the one that decides, where a state seldom can."""


def drawn_by_weight(rng, goals, weights: dict):
    """One of the conditions: first its kind by weight, then which."""
    by_kind = {}
    for goal in goals:
        by_kind.setdefault(goal.kind, []).append(goal)
    return rng.choice(by_kind[rng.weighted({kind: weights[kind] for kind in sorted(by_kind)})])


def usable(goal: Goal, twin: Twin) -> bool:
    """Whether the condition speaks of something the document explains, and of an item in both members where it needs one."""
    if goal.kind in ("locked", "free") and not twin.has_locks:
        return False
    return not needs_item(goal) or goal.path in twin.yes.final and goal.path in twin.no.final


def decisive_goals(twin: Twin, is_direct: bool) -> list:
    """The conditions that hold in `yes` and fail in `no`, on paths that the changed steps name (direct) or do not name."""
    yes, no, touched = twin.yes.final, twin.no.final, twin.touched
    paths = [path for path in sorted({*yes, *no}) if (path in touched) == is_direct and yes.get(path) != no.get(path)]
    if not paths:
        return []
    steady = twin.steady
    return [goal for path in paths if path in steady for goal in facts(path, yes.get(path), twin.tags)
            if not holds(goal, no) and usable(goal, twin)]


def safe_goals(twin: Twin) -> list:
    """The conditions that hold in both members, on paths named by steps that do not differ."""
    return [goal for path in sorted(twin.steady) for goal in facts(path, twin.yes.final.get(path), twin.tags)
            if holds(goal, twin.no.final) and usable(goal, twin)]


def fits_beside(goal: Goal, chosen) -> bool:
    """Whether the condition says something new beside those chosen: mostly another path, never one that another implies."""
    beside = [other for other in chosen if other.path == goal.path]
    return not beside or (len(beside) == 1 and beside[0].kind not in ("absent", "exists", goal.kind) and goal.kind not in ("absent", "exists")
                          and {beside[0].kind, goal.kind} != {"carries", "lacks"})


def draw_goals(rng, group: Plan, twin: Twin):
    """The conditions of a pair in drawn order, one of them decisive; None where there are not enough."""
    decisive = decisive_goals(twin, group.is_direct)
    if not decisive:
        return None
    deleted = {step.path for place, step in enumerate(twin.yes_steps) if step.operation == "delete" and place not in twin.differing}
    chosen, options = [drawn_by_weight(rng, decisive, DECISIVE_WEIGHTS)], safe_goals(twin)
    if chosen[0].path not in deleted:
        on_deleted = [goal for goal in options if goal.path in deleted]
        if not on_deleted:
            return None
        chosen.append(drawn_by_weight(rng, on_deleted, GOAL_WEIGHTS))
    while len(chosen) < GOALS[group.level]:
        taken = {goal.path for goal in chosen}
        fitting = [goal for goal in options if goal.path not in taken] if rng.chance(80) else []
        fitting = fitting or [goal for goal in options if fits_beside(goal, chosen)]
        if not fitting:
            return None
        chosen.append(drawn_by_weight(rng, fitting, GOAL_WEIGHTS))
    return tuple(rng.shuffled(chosen))


# Text

def has_locks(start, steps) -> bool:
    """Whether anything is locked before the run, or a step locks or unlocks."""
    return any(entry.is_locked for _, entry in start) or any(step.operation in ("lock", "unlock") for step in steps)


def described(case: Case) -> set:
    """The meanings of NOTES that a document on this case must give."""
    used, rules = {step.operation for step in case.steps}, case.rules
    topics = {"fail", "end", "order", "folders"} | used & {"write", "delete", "restore", "tag", "untag", "lock", "unlock", "move"}
    topics |= {"append creates" if rules.append_creates else "append fails"} if "append" in used else set()
    topics |= {"copy takes tags" if rules.copy_takes_tags else "copy drops tags"} if "copy" in used else set()
    topics |= {"locked"} if has_locks(case.start, case.steps) else set()
    return topics


def second_sentences(topic: str, case: Case) -> list:
    """The meanings of NOTES that follow in the same note."""
    used, rules = {step.operation for step in case.steps}, case.rules
    if topic in ("copy takes tags", "copy drops tags"):
        return ["target replaces" if rules.copy_replaces else "target fails"]
    if topic == "locked":
        tags = ["locked tags stop" if rules.lock_stops_tags else "locked tags work"] if used & {"tag", "untag"} else []
        return tags + (["locked copy"] if "copy" in used else []) + ["locked new"]
    return {"move": ["target replaces" if rules.move_replaces else "target fails"],
            "restore": ["restore replaces" if rules.restore_replaces else "restore fails", "bin"]}.get(topic, [])


def failing_verbs(operations, words: dict) -> str:
    """'copy and move fail', 'copy fails'."""
    verbs = [words[f"op_{operation}"] for operation in operations]
    return f"{english.listing(verbs)} {'fails' if len(verbs) == 1 else 'fail'}"


def notes(case: Case, wording: Wording) -> list:
    """The notes on the operations, in the order of the document."""
    used, words = {step.operation for step in case.steps}, wording.words
    stopped = [operation for operation in ("write", "append", "move", "delete") if operation in used]
    tagging = failing_verbs([operation for operation in ("tag", "untag") if operation in used], words)
    fields = {**words, **{operation: words[f"op_{operation}"] for operation in OPERATIONS}, "tag": words["op_tag"],
              **{operation.capitalize(): words[f"Op_{operation}"] for operation in OPERATIONS},
              "stopped": failing_verbs(stopped, words), "tagging": tagging, "Tagging": english.sentence(tagging),
              "moved": " or moved" if "move" in used else ""}
    found = []
    topics = described(case)
    for topic in (topic for topic in wording.topics if topic in topics):
        meanings = [topic if topic != "locked" or stopped else "locked only", *second_sentences(topic, case)]
        found.append(" ".join(wording.picks[meaning].format(**fields) for meaning in meanings))
    return found + list(wording.asides)


def step_line(number: int, step: Step, wording: Wording) -> str:
    """One numbered step."""
    form, words = wording.form, wording.words
    text = form.get(FORM_OF.get(step.operation, "plain"), form["tag"]).format(
        verb=words[f"op_{step.operation}"], Verb=words[f"Op_{step.operation}"], path=step.path, to=step.to, values=form["join"].join(step.value),
        part=words["part"], parts=words["parts"], tag_noun=words["tag_noun"], write_as=words["link_write"], append_to=words["link_append"],
        tag_as=words[f"link_{step.operation}"])
    return form["line"].format(n=number, time=wording.times[number - 1], text=text,
                               verb=words[f"op_{step.operation}"], Verb=words[f"Op_{step.operation}"])


def step_lines(case: Case, wording: Wording) -> list:
    """The numbered steps, under their heads where the form has one."""
    head = [wording.form["head"]] if "head" in wording.form else []
    return head + [step_line(number, step, wording) for number, step in enumerate(case.steps, 1)]


def listing_lines(case: Case, wording: Wording) -> list:
    """The items of the store before the run, sorted by path."""
    words, mark = wording.words, "" if wording.layout == "yaml" else "-"
    join = ", " if wording.layout in ("yaml", "runbook") else wording.form["join"].strip() or " "
    rows = [] if wording.layout == "yaml" else [("path", words["parts"], words["tags"], "state", "updated")]
    for (path, entry), updated in zip(sorted(case.start), wording.updates):
        state = words["locked"] if entry.is_locked else words["free"]
        rows.append((path, join.join(entry.parts), join.join(entry.tags) or mark, state, updated))
    widths = [max(len(row[place]) for row in rows) for place in range(4)]
    lines = []
    for path, parts, tags, state, updated in rows:
        lines.append(wording.listing.format(
            path=path, parts=parts, tags=tags, state=state, updated=updated, path_padded=path.ljust(widths[0]), parts_padded=parts.ljust(widths[1]),
            tags_padded=tags.ljust(widths[2]), state_padded=state.ljust(widths[3]), parts_key=words["parts"], tags_key=words["tags"]).rstrip())
    if wording.layout == "runbook":
        lines[0] = lines[0].replace("`", "")
        lines.insert(1, "| --- | --- | --- | --- |")
    return lines


def goal_texts(case: Case, wording: Wording) -> list:
    """The conditions in words."""
    separator = wording.form.get("separator", "")
    is_marked, is_prose = wording.layout == "runbook", wording.layout in ("console", "runbook")
    join, texts = wording.form["join"] if wording.layout == "csv" else ", ", []
    for goal in case.goals:
        values = english.listing(goal.value) if is_prose else join.join(goal.value)
        texts.append(wording.goals[goal.kind].format(path=f"`{goal.path}`" if is_marked else goal.path, values=values, s=separator, **{
            word: wording.words[word] for word in ("item", "an_item", "parts", "tag_noun", "locked")}))
    return texts


def console_parts(case: Case, wording: Wording) -> dict:
    """Lines of the parts of a console view."""
    return {"before": listing_lines(case, wording), "notes": [f"* {note}" for note in notes(case, wording)],
            "steps": step_lines(case, wording), "goals": [f"({letter}) {text}" for letter, text in zip("abcdefg", goal_texts(case, wording))]}


def runbook_parts(case: Case, wording: Wording) -> dict:
    """Lines of the parts of a Markdown page."""
    return {"before": listing_lines(case, wording), "notes": [f"- {note}" for note in notes(case, wording)],
            "steps": step_lines(case, wording), "goals": [f"- [ ] {english.sentence(text)}" for text in goal_texts(case, wording)]}


def csv_parts(case: Case, wording: Wording) -> dict:
    """Lines of the parts of a CSV sheet."""
    separator = wording.form["separator"]
    head = separator.join((wording.words["goal"], "path", "requirement" if wording.words["goal"] != "requirement" else "what", "value"))
    return {"before": listing_lines(case, wording), "notes": [f"# - {note}" for note in notes(case, wording)], "steps": step_lines(case, wording),
            "goals": [head] + [f"{number}{separator}{text}" for number, text in enumerate(goal_texts(case, wording), 1)]}


def yaml_parts(case: Case, wording: Wording) -> dict:
    """Lines of the parts of a YAML job file."""
    return {"before": listing_lines(case, wording), "notes": [f'  - "{note}"' for note in notes(case, wording)],
            "steps": step_lines(case, wording), "goals": [f'  - "{text}"' for text in goal_texts(case, wording)]}


PARTS_OF = {"console": console_parts, "runbook": runbook_parts, "csv": csv_parts, "yaml": yaml_parts}
GAPS = {"console": ("", ()), "runbook": ("", ("",)), "csv": ("#", ()), "yaml": ("", ())}
"""Layout -> the line before each part, and the lines between its title and its lines."""


def render(case: Case, wording: Wording) -> str:
    """The state of one member."""
    parts, (gap, inner) = PARTS_OF[wording.layout](case, wording), GAPS[wording.layout]
    lines = [wording.titles["head"], *([""] if wording.layout == "runbook" else []), wording.titles["made"]]
    for part in wording.sections:
        lines += [gap, wording.titles[part], *inner, *parts[part]]
    return "\n".join(lines)


# Checks and output

FLIPPED = {"copy_replaces": "copy", "copy_takes_tags": "copy", "move_replaces": "move", "append_creates": "append",
           "restore_replaces": "restore", "lock_stops_tags": "tag"}
"""Field of Rules -> an operation that occurs wherever the field matters (tag stands for untag too)."""


def check_sound(group: Plan, case: Case, where: str) -> None:
    """What holds for either member: sizes, no part twice in an item, conditions on paths of the steps, every rule that matters is written."""
    result = run_case(case)
    checks.require(len(case.steps) == STEPS[group.level] and len(case.goals) == len(set(case.goals)) == GOALS[group.level], f"{where}: wrong sizes")
    checks.require(not result.has_doubles, f"{where}: an item holds a part twice")
    named = {path for step in case.steps for path in places(step)}
    checks.require(all(goal.path in named for goal in case.goals), f"{where}: a condition names a path that no step names")
    checks.require(all(goal.path in result.final for goal in case.goals if needs_item(goal)), f"{where}: a condition lacks the item it speaks of")
    used = {step.operation for step in case.steps}
    used |= {"tag"} if "untag" in used else set()
    for field, operation in FLIPPED.items():
        other = replace(case, rules=case.rules._replace(**{field: not getattr(case.rules, field)}))
        checks.require(answer(other) == answer(case) or operation in used, f"{where}: {field} matters but is not written")


def check_change(group: Plan, yes: Case, no: Case, where: str) -> None:
    """The change of the steps is of the group's kind and of nothing else."""
    pairs = [(one, other) for one, other in zip(yes.steps, no.steps) if one != other]
    checks.require(yes == replace(no, steps=yes.steps), f"{where}: more than the steps differs")
    checks.require(len(pairs) == (2 if group.kind == "swapped_steps" else 1), f"{where}: {len(pairs)} steps differ")
    one, other = pairs[0]
    is_same = one.operation == other.operation
    if group.kind == "swapped_steps":
        first, second = [place for place, pair in enumerate(zip(yes.steps, no.steps)) if pair[0] != pair[1]]
        checks.require(pairs[1] == (other, one) and (second == first + 1) == group.is_near, f"{where}: not the planned exchange")
    elif group.kind == "replaced_step":
        checks.require(not is_same, f"{where}: the operation is the same")
    elif group.kind == "wrong_target":
        checks.require(is_same and one.value == other.value and (one.path == other.path) == bool(one.to), f"{where}: not one target")
    else:
        checks.require(is_same and one.to == other.to and (one.path == other.path) == bool(one.value), f"{where}: not one content")
    operations = [{step.operation for step in case.steps} for case in (yes, no)]
    checks.require(operations[0] == operations[1], f"{where}: the operations differ")


def check_group(group: Plan, yes: Case, no: Case, states: tuple) -> None:
    """Answers and the one failing condition, the change, its place upstream, and the same deletions on goal paths in both members."""
    where = f"{FAMILY} level {group.level} {group.kind} group {group.number}"
    checks.require((answer(yes), answer(no)) == families.YES_NO, f"{where}: the answers are {answer(yes)} and {answer(no)}")
    failed = failed_goals(no)
    checks.require(len(failed) == 1, f"{where}: {len(failed)} conditions fail")
    check_change(group, yes, no, where)
    checks.require(len(checks.changed_lines(*states)) == (2 if group.kind == "swapped_steps" else 1), f"{where}: other lines differ")
    touched = {path for one, other in zip(yes.steps, no.steps) if one != other for path in places(one) + places(other)}
    checks.require((failed[0].path in touched) == group.is_direct, f"{where}: the change does not lie where it is planned")
    checks.require(group.is_direct or last_step_agrees(yes.steps, yes.goals) == last_step_agrees(no.steps, no.goals), f"{where}: last steps tell")
    checks.require(deletes_goal_path(yes.steps, yes.goals) == deletes_goal_path(no.steps, no.goals), f"{where}: deletions tell")
    for case in (yes, no):
        check_sound(group, case, where)


def last_step_agrees(steps, goals) -> bool:
    """What a reader believes who looks at the last step that names each path of a condition, and at nothing else."""
    last = {path: step for step in steps for path in places(step)}
    return all(agrees(goal, last[goal.path]) for goal in goals)


def agrees(goal: Goal, step: Step) -> bool:
    """Whether the condition looks satisfied after the step, taken as successful and alone."""
    is_gone = step.operation == "delete" or step.operation == "move" and step.path == goal.path
    if is_gone or goal.kind == "absent":
        return is_gone and goal.kind == "absent"
    if goal.kind == "holds" and step.operation in ("write", "append"):
        return goal.value[-len(step.value):] == step.value if step.operation == "append" else goal.value == step.value
    if goal.kind in ("carries", "lacks") and step.operation in ("tag", "untag") and goal.value == step.value:
        return (step.operation == "tag") == (goal.kind == "carries")
    if goal.kind in ("locked", "free") and step.operation in ("lock", "unlock"):
        return (step.operation == "lock") == (goal.kind == "locked")
    return True


def deletes_goal_path(steps, goals) -> bool:
    """Whether a step deletes at a path of the conditions."""
    return bool({step.path for step in steps if step.operation == "delete"} & {goal.path for goal in goals})


def writes_goal_paths(steps, goals) -> bool:
    """Whether every path of the conditions is the end of some step that could put an item there."""
    ends = {step.to or step.path for step in steps if step.operation in ("write", "append", "copy", "move", "restore")}
    return all(goal.path in ends for goal in goals)


def named_goal_values(steps, goals) -> int:
    """How often steps name a part or tag that a condition names."""
    values = {value for goal in goals for value in goal.value}
    return sum(value in values for step in steps for value in step.value)


# Choosing

def counts_of(start, steps, result: Run, goals) -> dict:
    """{name: number} of what a reader could count in one member without following the run, and some that follow from it."""
    paths = {goal.path for goal in goals}
    parts = {part for goal in goals if goal.kind == "holds" for part in goal.value}
    tags = {goal.value[0] for goal in goals if goal.kind in ("carries", "lacks")}
    named = named_in(dict(start), steps)
    ends = [(step.path, step.to) for step in steps if step.to]
    return {
        "failing": result.failing, "idle": result.idle, "stored": len(result.final),
        "goal paths": sum(path in paths for step in steps for path in places(step)),
        "written": sum((step.to or step.path) in paths for step in steps if step.operation in ("write", "append", "copy", "move", "restore")),
        "deleted": sum(step.path in paths for step in steps if step.operation in ("delete", "move")),
        "once": sum(count == 1 for count in named.paths.values()), "paths": len(named.paths),
        "goal parts": sum(part in parts for step in steps if step.operation in ("write", "append") for part in step.value),
        "goal tags": sum(tag in tags for step in steps if step.operation in ("tag", "untag") for tag in step.value),
        "namesakes": sum(stem(path) == stem(to) for path, to in ends),
        "repeats": len(steps) - len(set(steps)),
        "flow": sum(bool(set(places(one)) & set(places(two))) for one, two in zip(steps, steps[1:])),
    }


COUNTS = ("failing", "idle", "stored", "goal paths", "written", "deleted", "once", "paths", "goal parts", "goal tags", "namesakes", "repeats", "flow")
TARGETS = {**{name: (1, 1) for name in COUNTS}, **{f"failing {kind}": (1, 1) for kind in KINDS}, **{f"goal paths {kind}": (1, 1) for kind in KINDS},
           **{f"more {operation}": (1, 1) for operation in OPERATIONS}, "longer": (1, 1), "drawn first": (1, 1), "equal failing": (1, 4), "far": (3, 5)}
WEIGHTS = {**{f"more {operation}": 2 for operation in OPERATIONS}, "failing": 4, "goal paths": 4, "equal failing": 1, "longer": 2, "drawn first": 2}
"""What the choice among options holds at its share over a level, and what counts more than once: 1 where the members are alike,
0 or 2 where one has more."""


class Option(NamedTuple):
    """A pair to choose from; `is_drawn_first` says that the steps of `yes` are those drawn, those of `no` the changed ones."""

    start: tuple
    twin: Twin
    goals: tuple
    is_drawn_first: bool


def sign(value: int) -> int:
    """-1, 0 or 1."""
    return (value > 0) - (value < 0)


def measures(group: Plan, option: Option, wording: Wording) -> dict:
    """What the choice among options holds at its share."""
    twin = option.twin
    yes, no = (counts_of(option.start, steps, result, option.goals) for steps, result in ((twin.yes_steps, twin.yes), (twin.no_steps, twin.no)))
    found = {name: 1 + sign(no[name] - yes[name]) for name in COUNTS}
    found.update({f"{name} {group.kind}": found[name] for name in ("failing", "goal paths")})
    found["equal failing"] = int(no["failing"] == yes["failing"])
    lengths = [sum(len(step_line(place + 1, steps[place], wording)) for place in twin.differing) for steps in (twin.yes_steps, twin.no_steps)]
    found.update(longer=1 + sign(lengths[1] - lengths[0]))
    found["drawn first"] = 2 * option.is_drawn_first
    found["far"] = int(not twin.touched & {goal.path for goal in option.goals})
    if group.kind == "replaced_step":
        place = twin.differing[0]
        operations = twin.yes_steps[place].operation, twin.no_steps[place].operation
        found.update({f"more {operations[0]}": 0, f"more {operations[1]}": 2})
    return found


EVEN_RULES = (last_step_agrees, deletes_goal_path, writes_goal_paths, named_goal_values)


def is_even(twin: Twin, goals) -> bool:
    """Whether readers of last steps, of deletions, of written paths or of named parts and tags say the same of both members."""
    return all(rule(twin.yes_steps, goals) == rule(twin.no_steps, goals) for rule in EVEN_RULES)


def progress(start: dict, steps: tuple, rules: Rules) -> list:
    """Before each step: (store, bin, steps that failed so far, steps that changed nothing so far)."""
    store, bin_, failing, idle, found = dict(start), {}, 0, 0, []
    for step in steps:
        found.append((store, bin_, failing, idle))
        entry, store, bin_ = store.get(step.path), dict(store), dict(bin_)
        if not apply(store, bin_, step, rules):
            failing, idle = failing + 1, idle + 1
        elif entry is not None and step.operation in IDLE_IF_EQUAL:
            idle += store[step.path] == entry
    return found


def changed_run(before: list, steps: tuple, other: tuple, rules: Rules) -> Run:
    """The Run of the changed steps, begun at the first of them that differs; `before` is the progress of the drawn ones."""
    first = next(place for place, pair in enumerate(zip(steps, other)) if pair[0] != pair[1])
    store, bin_, failing, idle = before[first]
    rest = run(store, bin_, other[first:], rules)
    return rest._replace(failing=failing + rest.failing, idle=idle + rest.idle)


def can_spread(steps: tuple, other: tuple) -> bool:
    """Whether a step that both have leads, after the first change, from a path of the changed steps to another path or back."""
    first = next(place for place, pair in enumerate(zip(steps, other)) if pair[0] != pair[1])
    touched = {path for one, two in zip(steps[first:], other[first:]) if one != two for path in places(one) + places(two)}
    return any(step.to and (step.path in touched) != (step.to in touched) for step, two in zip(steps[first + 1:], other[first + 1:]) if step == two)


def draw_twins(rng, group: Plan, cast: Cast) -> list:
    """(start, Twin, whether `yes` is the run as it was drawn) for one newly drawn run and several changes of it."""
    rules, start = draw_rules(rng), draw_start(rng, cast, group.level)
    steps = draw_steps(rng, start, rules, cast, group.level)
    if len(steps) < STEPS[group.level] or not any(step.operation == "delete" for step in steps):
        return []
    base = run(start, {}, steps, rules)
    if base.has_doubles or base.failing < LEAST_FAILING[group.level]:
        return []
    named, before, rows = named_in(start, steps), progress(start, steps, rules), tuple(start.items())
    tags, locks, seen, found = [tag for tag in cast.tags if named.tags[tag]], has_locks(rows, steps), set(), []
    for _ in range(CHANGES_A_RUN):
        other = plant(rng, group, steps, named)
        if other is None or other in seen or not group.is_direct and not can_spread(steps, other):
            continue
        seen.add(other)
        changed = changed_run(before, steps, other, rules)
        if changed.has_doubles or changed.final == base.final:
            continue
        is_drawn_first = rng.chance(1, 2)
        one, two = ((steps, base), (other, changed)) if is_drawn_first else ((other, changed), (steps, base))
        found.append((rows, Twin(one[0], two[0], one[1], two[1], rules, tags, locks), is_drawn_first))
    return found


def options_of_run(rng, group: Plan, cast: Cast) -> list:
    """The Options that one newly drawn run offers; none for many runs."""
    found = []
    for rows, twin, is_drawn_first in draw_twins(rng, group, cast):
        goals = draw_goals(rng, group, twin)
        if goals is not None and (group.is_direct or is_even(twin, goals)):
            found.append(Option(rows, twin, goals, is_drawn_first))
            if len(found) == OPTIONS_A_RUN:
                break
    return found


def find_options(draw: draws.Draw, group: Plan) -> list:
    """Options to choose from, each run on a stream of its own. Raises where a group finds none."""
    cast = draw_cast(draws.stream(draw, FAMILY, group.level, group.number, "cast"), DOMAINS[group.domain], group.level)
    found = []
    for attempt in range(MAX_RUNS):
        found += options_of_run(draws.stream(draw, FAMILY, group.level, group.number, "run", attempt), group, cast)
        if len(found) >= OPTIONS:
            return found
    checks.require(bool(found), f"{FAMILY} level {group.level} {group.kind} group {group.number}: no pair found in {MAX_RUNS} runs")
    return found


def build_group(draw: draws.Draw, group: Plan, totals: balance.Balance) -> items.Group:
    """One pair: its wording, the option that holds the totals best, the check, the text."""
    wording = draw_wording(draws.stream(draw, FAMILY, group.level, group.number, "wording"), group)
    option = totals.choose(find_options(draw, group), lambda option: measures(group, option, wording))
    yes = Case(option.start, option.twin.yes_steps, option.twin.rules, option.goals)
    no = replace(yes, steps=option.twin.no_steps)
    states = render(yes, wording), render(no, wording)
    check_group(group, yes, no, states)
    members = (items.Member(states[0], answer(yes), None, group.kind, False), items.Member(states[1], answer(no), group.kind, group.kind, True))
    return items.Group(group.level, group.domain, group.layout, wording.question, members)


def build(draw: draws.Draw) -> list:
    """The 600 items of a draw."""
    totals = {level: balance.Balance(TARGETS, WEIGHTS) for level in families.LEVELS}
    groups = [build_group(draw, group, totals[group.level]) for group in plan(draw)]
    checks.check_family(families.BY_NAME[FAMILY], groups)
    kinds = Counter((group.level, member.kind) for group in groups for member in group.members if member.planted)
    checks.require(all(kinds[level, kind] == PAIRS_PER_KIND for level in families.LEVELS for kind in KINDS), f"{FAMILY}: kinds {dict(kinds)}")
    return items.number_items(FAMILY, draw, groups)


if __name__ == "__main__":
    sys.exit(cards.write_family(FAMILY, build))
