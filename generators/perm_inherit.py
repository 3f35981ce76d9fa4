#!/usr/bin/env python3
"""perm_inherit: is the request allowed under the written access rules?  Layer B, 300 pairs.

The state is what an access system exports: roles and their actions, who is in which group, which group is part of
another, a folder tree, grants, denies, marks that stop inheritance, end dates, the conventions of that system, and one request
(person, action, folder, day). The question is whether the request is allowed.

The members of a pair share all of it but one exchange of two values of the same kind. In the `yes` member exactly one
grant allows the request; in the `no` member exactly one link of that grant's path is broken. Words, lines and length are equal, and so is every
count of entries that meet one condition (`single_counts`). Look-alikes of every kind stand in both members.

Levels: 1 a tree of depth 2 without nested groups, 2 depth 3 with groups inside groups, 3 depth 4 with two steps of nesting.
Stops of inheritance, denies and end dates stand on every level.

Kinds, 50 pairs each (17, 17 and 16 by level): `membership` (the person and somebody else change groups), `nested_membership` (two groups change
the wholes they are part of; level 1: two memberships of the person change end dates), `role_action` (two groups on one folder change roles),
`sibling_folder` (two groups change folders, so that the grant stands beside the way to the folder), `seal` (the stop of inheritance moves from at or above
the grant to below it), `deny_or_expiry` (25 pairs in which a deny begins to apply, because two denies change groups or actions or a stop of inheritance moves
above it; 25 in which two grants change end dates, one of which is a day too early). End dates are inclusive in half of these documents and
exclusive in the others.
"""
from __future__ import annotations

import datetime
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import cards, checks, draws, english, families, items, names

FAMILY = "perm_inherit"
KINDS = ("membership", "nested_membership", "role_action", "sibling_folder", "seal", "deny_or_expiry")
PAIRS_PER_LEVEL = {
    1: (17, 17, 17, 17, 16, 16),
    2: (17, 17, 16, 16, 17, 17),
    3: (16, 16, 17, 17, 17, 17),
}
"""Pairs of each kind, in the order of KINDS: 50 a kind, 100 a level, two kinds of 16 in each level."""
DENY_PAIRS = {1: 8, 2: 9, 3: 8}
"""How many of a level's deny_or_expiry pairs are about a deny; the others are about an end date. 25 and 25 in all."""
DEPTH = {1: 2, 2: 3, 3: 4}
"""Steps from the top of the exported tree to its deepest folders."""
NEAR_MISSES = {0: 3, 1: 3, 2: 2, 3: 1}
"""How many entries of one kind fail exactly one condition, with weights."""
FAR_GRANTS = {1: 5, 2: 7, 3: 8}
"""At most so many grants fail two conditions or more. Their number varies widely: a fit on counts of two conditions feeds on its being known."""
ONE_DAY = datetime.timedelta(days=1)
DENY_EXCHANGES = (("group", "member", "folder"), ("group", "member", "action"), ("actions", "action", "folder"), ("actions", "action", "member"))
"""What two denies exchange, what the first misses until then, and what the second misses before and after."""
FIRST_DAY = datetime.date(2025, 9, 1)  # a Monday
"""Requests are dated within fourteen months from here."""
TRIES = 400

# Vocabulary


class Sizes(NamedTuple):
    """What a folder's size counts, the range of its own part, and whether folders below are counted in."""

    noun: str
    low: int
    high: int
    is_total: bool


class Domain(NamedTuple):
    """The words of one kind of access system. A noun and its plural are given as 'folder/folders'."""

    product: tuple
    report: tuple
    separator: str
    folder: str
    group: str
    user: str
    role: str
    grant: str
    deny: str
    flag: str
    organisation: tuple
    host: tuple
    sizes: Sizes
    roles: dict
    tree: tuple
    groups: tuple
    wholes: tuple
    tops: tuple


DOMAINS = {
    "file_share": Domain(
        ("Larkdesk File Services", "Tollgate Shares", "Netherby Filer"),
        ("permission export", "folder permission report", "folder permission listing"),
        "\\", "folder/folders", "security group/security groups", "account/accounts", "rights template/rights templates",
        "allow entry/allow entries", "deny entry/deny entries", "inheritance off", ("Logistics", "Freight", "Timber", "Holding"),
        ("fs-02", "fs-nord", "filer3", "fs-hq-1"), Sizes("files", 2, 260, True),
        {"Viewer": ("open browse", "open browse print"), "Contributor": ("open browse add", "browse add"),
         "Editor": ("open add change", "open browse add change"),
         "Custodian": ("browse change remove", "open change remove"), "Drop-off": ("add", "browse add"),
         "Manager": ("open browse add change remove", "open browse change remove print")},
        (("Finance", "Corporate Finance", "Accounting", "Group Finance"),
         ("Payables", "Receivables", "Treasury", "Budgeting", "Tax", "Fixed Assets", "Payroll Office", "Travel Costs"),
         ("2024", "2025", "2026", "Templates", "Contracts", "Correspondence", "Month End", "Suppliers"),
         ("Q1", "Q2", "Q3", "Q4", "Drafts", "Approved", "Scans", "Archive"),
         ("Invoices", "Statements", "Reminders", "Working Papers", "Exports", "Signed Copies")),
        ("Payables Clerks", "Payables Leads", "Tax Desk", "Tax Advisers", "Treasury Desk", "Payroll Clerks", "Payroll Leads", "Cost Analysts",
         "Vendor Support", "Dunning Team", "Cash Office", "Travel Desk"),
        ("Finance Operations", "Financial Control", "Group Accounting", "Shared Services", "Finance Service Centre"),
        ("All Finance", "Head Office Staff", "Corporate Functions")),
    "object_store": Domain(
        ("Stackhold", "Brinestore", "Kelder Object Store"),
        ("bucket policy listing", "policy dump", "policy export"),
        "/", "prefix/prefixes", "pool/pools", "identity/identities", "policy/policies", "binding/bindings", "guardrail/guardrails", "boundary",
        ("Mobility", "Retail", "Telecom", "Streaming"), ("eu-north-1b", "zone-c", "eu-4", "us-lake-2"), Sizes("objects", 40, 9800, True),
        {"ReadObjects": ("get head list", "get list"), "WriteObjects": ("put head", "put list"), "ReadWrite": ("get put list", "get put head list"),
         "Lifecycle": ("list restore purge", "head restore purge"), "Uploader": ("put", "head put"),
         "BucketOps": ("get list put restore purge", "get head list put purge")},
        (("lake-prod", "lake-core", "media-lake", "events-lake", "lake-west"),
         ("raw", "curated", "exports", "models", "logs", "backups", "landing"),
         ("tracks", "clicks", "telemetry", "billing", "support", "sensors", "sessions"),
         ("eu", "us", "apac", "staging", "batch", "stream", "partners"),
         ("snapshots", "manifests", "rejects", "tmp", "columnar", "index")),
        ("ingest-batch", "ingest-stream", "bi-dashboards", "bi-adhoc", "ml-ranking", "ml-pricing", "fraud-desk", "billing-data", "support-tools",
         "export-desk", "retention-desk", "vendor-data"),
        ("data-platform", "data-products", "data-services", "core-data", "insight-unit"),
        ("lake-users", "all-data-staff", "data-division")),
    "wiki": Domain(
        ("Quillspace", "Fernleaf Wiki", "Pagewell"),
        ("permission overview", "permission summary", "access print-out"),
        " > ", "page/pages", "circle/circles", "colleague/colleagues", "permission set/permission sets", "permission/permissions",
        "restriction/restrictions", "own permissions", ("Studio", "Software", "Insurance", "Energy"), ("wiki-1", "wiki.intern", "kb-main", "pages-2"),
        Sizes("revisions", 1, 74, False),
        {"Reader": ("view export", "view"), "Commenter": ("view comment", "comment"), "Author": ("view edit attach", "view edit comment"),
         "Reviewer": ("view comment publish", "comment publish"), "Gardener": ("edit attach archive", "edit archive"),
         "Page Owner": ("view edit attach publish archive", "view edit comment publish archive")},
        (("Engineering Handbook", "Support Handbook", "Product Space", "Operations Manual"),
         ("Onboarding", "Incident Process", "Architecture", "Release Notes", "Hiring", "Roadmap", "Team Agreements"),
         ("Checklists", "Decisions", "Runbooks", "Meeting Notes", "Retrospectives", "Glossaries"),
         ("Backend", "Frontend", "Accessibility", "Spring", "Autumn", "In Progress", "Localisation"),
         ("Appendix", "Figures", "Interviews", "Open Points", "Comments", "Translations")),
        ("Backend Guild", "Backend Interns", "Frontend Guild", "Quality Guild", "Tech Writers", "Guest Writers", "Release Hosts", "Incident Hosts",
         "Recruiters", "Product Designers", "Interview Panel", "Support Writers"),
        ("Product Division", "Platform Division", "East Office", "West Office", "Remote Office"),
        ("All Wiki Members", "Permanent Staff", "Group Companies")),
    "code_host": Domain(
        ("Forgeway", "Branchyard", "Millwright Source"),
        ("access definition", "namespace access export", "access file"),
        "/", "namespace/namespaces", "squad/squads", "developer/developers", "role/roles", "grant/grants", "block/blocks", "isolated",
        ("Payments", "Robotics", "Maps", "Ticketing"), ("forge-a", "forge-2", "code.intern", "scm-east"), Sizes("repositories", 1, 14, True),
        {"observer": ("clone read-issues", "clone"), "developer": ("clone push read-issues", "clone push"),
         "reviewer": ("clone approve read-issues", "approve read-issues"),
         "releaser": ("tag deploy", "clone tag deploy"), "automation": ("push tag", "clone push tag"),
         "maintainer": ("clone push approve tag", "clone push approve tag deploy")},
        (("lindmoor", "calderby", "venlow", "thornmere", "orrinsby"),
         ("payments", "storefront", "platform", "mobile", "infra", "ledger", "search"),
         ("api", "worker", "web", "sdk", "pipelines", "charts", "gateway"),
         ("core", "plugins", "docs", "tools", "migrations", "fixtures"),
         ("legacy", "next", "examples", "internal", "bench", "contrib")),
        ("checkout-core", "checkout-web", "ledger-core", "mobile-shell", "mobile-kit", "search-infra", "release-crew", "build-crew", "sec-review",
         "sdk-authors", "partner-devs", "data-plumbing"),
        ("tribe-harbour", "tribe-lantern", "tribe-meadow", "tribe-orchard", "tribe-summit"),
        ("all-engineering", "product-org", "staff-developers")),
    "drawing_vault": Domain(
        ("Draftkeep Vault", "Slipway PDM", "Ironleaf Drawings"),
        ("access report", "section access listing", "access rights print-out"),
        "/", "section/sections", "crew/crews", "engineer/engineers", "access profile/access profiles", "assignment/assignments",
        "exclusion/exclusions", "sealed", ("Engineering", "Bridgeworks", "Process Plants", "Shipyard"), ("vault-a", "pdm01", "vlt-south", "pdm-yard"),
        Sizes("drawings", 3, 180, True),
        {"Look-up": ("inspect", "inspect plot"), "Draughting": ("inspect check-out check-in", "check-out check-in"),
         "Checking": ("inspect redline", "inspect redline plot"),
         "Issue Desk": ("plot release", "inspect release"), "Document Control": ("check-in release withdraw", "release withdraw"),
         "Lead": ("inspect check-out redline release withdraw", "inspect check-out check-in redline release")},
        (("Plant 2", "Line 4 Retrofit", "River Bridge", "Pump Station", "Dry Dock"),
         ("Structural", "Piping", "Electrical", "Controls", "Ventilation", "Civil", "Cranes"),
         ("Layouts", "Details", "Schematics", "Calculations", "Vendor Data", "As Built"),
         ("Rev A", "Rev B", "Rev C", "For Review", "Issued", "Superseded"),
         ("Level 0", "Level 1", "Level 2", "Roof", "North Bay", "South Bay")),
        ("Piping Draughting", "Piping Checkers", "Steel Draughting", "Steel Checkers", "Cable Routing", "Loop Designers", "Survey Group", "Site Supervision",
         "Vendor Liaison", "Document Clerks", "Weld Inspection", "Scaffold Planning"),
        ("Shutdown Project", "Extension Project", "Renewal Project", "Technical Office", "Field Office"),
        ("Engineering Department", "Projects Division", "All Site Staff")),
    "patient_records": Domain(
        ("Carefile Archive", "Wardbook Records", "Chartroom"),
        ("access rights extract", "authorisation overview", "binder access listing"),
        " / ", "binder/binders", "care team/care teams", "staff member/staff members", "clearance/clearances", "authorisation/authorisations",
        "prohibition/prohibitions", "confidential", ("Clinic", "Children's Hospital", "Rehabilitation Centre", "Medical Centre"),
        ("arc-1", "records-b", "arc-south", "rec02"), Sizes("documents", 5, 640, True),
        {"Consultation": ("read", "read copy"), "Documentation": ("read enter", "enter annotate"), "Correction": ("annotate amend", "read amend"),
         "Registry": ("enter amend transfer", "enter transfer"), "Disclosure": ("copy transfer", "read copy transfer"),
         "Senior": ("read enter annotate amend", "read annotate amend copy")},
        (("Surgery", "Outpatients", "Diagnostics", "Maternity", "Cardiology"),
         ("Theatre Lists", "Referrals", "Imaging", "Consent Forms", "Discharge Letters", "Incident Reports"),
         ("Elective", "Emergency", "Follow-up", "Adult", "Paediatric", "External Cases"),
         ("Open", "Closed", "Under Review", "Duplicates", "Returned", "Transferred"),
         ("Annexes", "Photographs", "Certified Copies", "Corrections", "Translations", "Transcripts")),
        ("Ward 3 Nursing", "Ward 5 Nursing", "Theatre Nursing", "Imaging Assistants", "Imaging Physicians", "Social Service", "Case Managers", "Coding Office",
         "Registrars", "Night Desk", "Physiotherapy", "Trial Nurses"),
        ("Heart Centre", "Cancer Centre", "Emergency Centre", "Surgical Centre", "Children's Centre"),
        ("Main Hospital", "Clinical Services", "Patient Care Division")),
    "data_catalogue": Domain(
        ("Ebbmark Catalogue", "Sheafdata", "Loomtable"),
        ("sharing definition", "share listing", "share export"),
        ".", "collection/collections", "audience/audiences", "analyst/analysts", "tier/tiers", "share/shares", "hold/holds", "ring-fenced",
        ("Foods", "Fashion", "Pharmacies", "Travel"), ("cat-live", "catalog-2", "cat.int", "dwh-front"), Sizes("tables", 1, 26, True),
        {"overview": ("describe", "describe preview"), "query": ("describe preview select", "preview select"),
         "extract": ("select download", "preview download"),
         "steward": ("describe relabel certify", "relabel certify"), "loader": ("append", "describe append"),
         "curator": ("describe preview select append relabel", "describe select append relabel certify")},
        (("retail_mart", "group_mart", "ops_mart", "market_mart"),
         ("sales", "customers", "pricing", "logistics", "stores", "web"),
         ("orders", "returns", "loyalty", "deliveries", "campaigns", "baskets"),
         ("daily", "monthly", "unfiltered", "clean", "sample", "history"),
         ("nordics", "iberia", "benelux", "masked", "full", "totals")),
        ("pricing-lab", "pricing-ops", "crm-insight", "crm-campaigns", "store-planning", "supply-forecast", "shrink-control", "web-metrics",
         "category-food", "category-home", "returns-desk", "loyalty-lab"),
        ("insight-hub", "business-analytics", "reporting-centre", "analytics-north", "analytics-south"),
        ("commercial-wide", "head-office-wide", "all-analytics")),
}

LAYOUTS_PER_LEVEL = {
    "file_share": {"console": 6, "markdown": 3, "mail": 6},
    "object_store": {"console": 5, "yaml": 7, "markdown": 2},
    "wiki": {"markdown": 8, "mail": 4, "yaml": 2},
    "code_host": {"yaml": 8, "console": 2, "markdown": 4},
    "drawing_vault": {"console": 5, "mail": 6, "markdown": 3},
    "patient_records": {"mail": 7, "markdown": 4, "console": 3},
    "data_catalogue": {"yaml": 7, "console": 5, "markdown": 3},
}
"""Pairs of each domain and layout in every level; they add up to 100."""

CONVENTIONS = {
    "reach": (
        "{A_grant} or {a_deny} on {a_folder} also counts for everything below it, unless the mark {flag} keeps it out, "
        "and never for anything above or beside it.",
        "{Grants} and {denies} set on {a_folder} reach that {folder} and, as far as the mark {flag} lets them through, "
        "all {folders} beneath it, no others.",
        "What is set on {a_folder} holds there and further down the tree, except where the mark {flag} stops it; "
        "neighbouring and higher {folders} are not affected.",
    ),
    "mark_all": (
        "Neither {a_folder} marked {flag} nor anything below it takes over {grants} or {denies} from the {folders} above the marked one; "
        "what is set on the marked {folder} itself or further down counts as usual.",
        "The mark {flag} cuts {a_folder} and all below it off from whatever is set above that {folder}, {grants} and {denies} alike. "
        "What is set on the marked {folder} itself or below is not touched by the mark.",
        "Inheritance ends at {a_folder} marked {flag}: {grants} and {denies} from the {folders} above it reach neither that {folder} "
        "nor anything below. Those on the marked {folder} itself stay in force there and below.",
    ),
    "mark_grants": (
        "Neither {a_folder} marked {flag} nor anything below it takes over {grants} from the {folders} above the marked one; "
        "{grants} set on the marked {folder} itself or further down count as usual. "
        "{Denies} are not stopped by the mark and come through from above.",
        "The mark {flag} cuts {a_folder} and all below it off from {grants} set above that {folder}, but not from {denies}, "
        "which reach through it. What is set on the marked {folder} itself or below is not touched by the mark.",
        "For {grants}, inheritance ends at {a_folder} marked {flag}: those from the {folders} above it reach neither that {folder} "
        "nor anything below, while those on the marked {folder} itself stay in force there and below. "
        "{Denies} from above are not held back by the mark.",
    ),
    "deny": (
        "One {deny} that applies outweighs any number of {grants}, whichever of them is set closer to the {folder} in question.",
        "Where {a_deny} and {a_grant} both apply, the {deny} decides, no matter on which {folders} the two are set.",
        "{Denies} go first: if one applies, no {grant} helps, not even one set further down.",
    ),
    "deny_actions": (
        "{A_deny} concerns only the actions it names.",
        "{Denies} take away the actions named in them and no others.",
        "{A_deny} has no bearing on actions that it does not name.",
    ),
    "role": (
        "{A_role} allows exactly the actions listed for it; no action brings another with it.",
        "Only the actions listed for {a_role} belong to it. None of them includes another one.",
        "There are no implied actions: {a_role} gives what its line says and nothing else.",
    ),
    "nesting": (
        "Whoever is in {a_group} that is part of another {group} counts as being in that one too, over any number of steps, "
        "for {grants} and {denies} alike. It does not work the other way round.",
        "Being in a part means being in the whole, however many steps up, both for {grants} and for {denies}. "
        "Being in the whole does not put anybody into its parts.",
        "{Grants} and {denies} for {a_group} also apply to those in the {groups} that are part of it, "
        "directly or through further {groups}; those for a part do not apply to the rest of the whole.",
    ),
    "end_in": (
        "An end date is the last day on which the {grant} or membership counts.",
        "{Grants} and memberships still count on their end date and stop on the day after.",
        "End dates are inclusive: on the date shown the {grant} or membership is still good.",
    ),
    "end_out": (
        "An end date is the first day on which the {grant} or membership no longer counts.",
        "{Grants} and memberships count up to the day before their end date; on the date itself they are over.",
        "End dates are exclusive: on the date shown the {grant} or membership is already over.",
    ),
    "day": (
        "The {date} in the request decides what has ended, not the day the request or the {report} was made. Without an end date there is no limit.",
        "Whether something has ended is judged on the {date} in the request; no end date means open-ended.",
        "Everything without an end date runs on, and end dates are compared with the {date} in the request.",
    ),
    "ended": (
        "{A_deny} has no end date of its own; a membership that has ended counts neither for {grants} nor for {denies}.",
        "{Denies} carry no end dates. A membership that has ended no longer puts anybody in the {group}, be it for {grants} or for {denies}.",
        "End dates are never given for {denies}. Once a membership has ended, neither {grants} nor {denies} apply to the person through it.",
    ),
    "default": (
        "Whatever no {grant} allows is refused.",
        "Without {a_grant} that applies, a request is refused.",
        "Nobody may do anything on {a_folder} unless {a_grant} allows it.",
    ),
    "scope": (
        "Nothing is set above {top}, and nothing outside this listing bears on it.",
        "This {report} is complete for {top}: no {grants} or {denies} come from anywhere else.",
        "There are no other {grants} or {denies} that bear on {top} than those shown.",
    ),
    "scope_marked": (
        "{Grants} and {denies} set outside {top} play no part here.",
        "Nothing but the {grants} and {denies} shown here bears on {top} or anything below it.",
        "This {report} shows every {grant} and {deny} that counts in {top}.",
    ),
}
"""The rules of a system. 'scope_marked' stands instead of 'scope' where the top of the tree is marked in a member of the pair."""

RULE_ORDERS = (
    ("scope", "reach", "mark", "deny", "deny_actions", "nesting", "role", "end", "day", "ended", "default"),
    ("nesting", "role", "scope", "reach", "mark", "end", "day", "ended", "deny", "deny_actions", "default"),
    ("default", "role", "nesting", "scope", "reach", "mark", "deny", "deny_actions", "day", "end", "ended"),
    ("default", "scope", "reach", "mark", "deny", "deny_actions", "ended", "role", "nesting", "end", "day"),
    ("role", "nesting", "reach", "mark", "deny", "deny_actions", "end", "ended", "day", "default", "scope"),
)
"""The orders in which a document lists its rules; 'mark', 'end' and 'scope' stand for the variant that holds in the case."""

DATE_LABELS = ("access date", "date of access", "date of use", "day of use")
"""What a document calls the day for which the access is asked for, in the request and in the rule on what has ended."""

TABLE_REMARKS = ("The columns for cost centre and last sign-in are left out.", "The numbers of {sizes} are those of last night.")
"""Remarks for the layouts that print columns and sizes."""
REMARKS = (
    "Names are as in the staff directory.",
    "The {report} is refreshed every night.",
    "Comments on single lines were removed to keep this short.",
    "Earlier versions of this listing are kept for a year.",
)
"""Remarks that decide nothing; about half of the documents have one."""

HEADS = {
    "console": (
        "{product} {report}\nhost {host}, branch {top}, run {made} {clock} by {author}",
        "# {report} | {product} on {host} | {organisation}\n# from {top} downwards | {made} {clock} | {author}",
        "== {organisation}: {report} ==\nsource: {product}, {host}\nscope:  {top} and all below\ntaken:  {made} {clock} ({author})",
    ),
    "markdown": (
        "# {Report}: {top}\n\nTaken from {product} ({host}) on {made}, {clock} for {ticket}. Prepared by {author}, {organisation}.",
        "# {ticket}: access to {top}\n\n*{organisation}, {author}. Source: {report} of {product}, {made}, {clock}.*",
        "# Access review {top}\n\nOwner: {author} ({organisation}). Pasted from {product} on {host}, {made}, {clock}; ticket {ticket}.",
    ),
    "yaml": (
        "# {product}: {report} for {top}\n# exported {made} {clock} from {host} by {author}",
        "# {organisation}: {report}, {top}\n# {product}@{host}, state of {made} {clock}, owner {author}",
        "# {file}-access.yaml -- {organisation}\n# applied to {product} ({host}) {made} {clock}, last merge by {author}",
    ),
    "mail": (
        "From: {author}\nTo: {reader}\nDate: {weekday}, {made}, {clock}\nSubject: {ticket}: \"{action}\" on {path}?",
        "From: {author}\nTo: {reader}\nDate: {weekday}, {made}, {clock}\nSubject: Access to {top}, {ticket}",
        "From: {author}\nTo: {reader}\nDate: {weekday}, {made}, {clock}\nSubject: Question about {ticket}",
    ),
}
"""What stands first in a document."""

REQUESTS = {
    "console": (
        "REQUEST {ticket}\n  {user:<14}  {person}\n  action          {action}\n  {folder:<14}  {path}\n  {date:<14}  {day}",
        "CHECK {ticket}: {person} | {action} | {path} | {date} {day}",
        "PENDING {ticket}\n  {person} asks for the action \"{action}\" on {path}\n  {date}: {day}",
    ),
    "markdown": (
        "## Request\n\n* Requested by: **{person}**\n* Action: **{action}**\n* {Folder}: **{path}**\n* {Date}: **{day}**",
        "## What is asked\n\n**{person}** asks for the action **{action}** on **{path}**, {date} **{day}**.",
        "## Open request\n\n| Ticket | Name | Action | {Folder} | {Date} |\n| --- | --- | --- | --- | --- |\n| {ticket} | {person} "
        "| {action} | {path} | {day} |",
    ),
    "yaml": (
        "request:\n  id: {ticket}\n  name: {person}\n  action: {action}\n  on: {path}\n  {date_key}: {day}",
        "check:\n  {ticket}: {{who: {person}, what: {action}, on: {path}, {date_key}: {day}}}",
        "pending_request:\n  ticket: {ticket}\n  detail: {{name: {person}, action: {action}, on: {path}, {date_key}: {day}}}",
    ),
    "mail": (
        "Hello {to},\n\n{person} has asked for the action \"{action}\" on {path}, {date} {day}.\n"
        "I have copied the {report} from {product} ({host}) below; could you tell the help desk whether that is covered?",
        "Hi {to},\n\nhere is the {report} for {top} as {product} gives it today.\n"
        "The open case is {ticket}: {person}, {folder} {path}, action \"{action}\", {date} {day}.",
        "Dear {to},\n\nthe help desk needs an answer on {ticket}. It is about {person}, who asks for the action \"{action}\" on {path}; "
        "{date}: {day}.\nBelow is what {product} ({host}) shows in its {report}.",
    ),
}
"""The request; in a mail the opening that holds it."""

NOTE_TITLES = {
    "console": ("NOTES", "HOW TO READ THIS REPORT", "LEGEND"),
    "markdown": ("## Reading the tables", "## Conventions", "## How access works here"),
    "yaml": ("#", "#", "#"),
    "mail": ("The usual points for reading it:", "From the notes that come with the export:", "How it works, for completeness:"),
}
NOTE_LINES = {"console": "  {number}. {text}", "markdown": "- {text}", "yaml": "#   {text}", "mail": "{number}) {text}"}
REMARK_LINES = {"console": "({text})", "markdown": "\n> {text}", "yaml": "# {text}", "mail": "PS: {text}"}
CLOSINGS = (
    "Thanks,\n{author}\n{organisation}, access desk",
    "Kind regards,\n{author}\n{organisation}, access desk",
    "Best,\n{author}\n{organisation}, access desk",
)

CONSOLE_TREES = (
    "{FOLDERS} AND ENTRIES",
    "{FOLDERS} WITH {GRANTS} (+) AND {DENIES} (-)",
    "ENTRIES BY {FOLDER}: [A] {grant}, [D] {deny}",
)
CONSOLE_SIGNS = (("allow", "deny "), ("+", "-"), ("[A]", "[D]"))
MAIL_ROLES = ("{name} covers {listed}.", "{name} = {commas}", "{name} stands for {listed}.")
MAIL_PEOPLE = ("{name} is in {listed}.", "{name}: {commas}", "{name} - {semicolons}")
MAIL_NESTINGS = ("{part}: part of {whole}", "{part} -> {whole}", "{part}, within {whole}")
MAIL_DENIES = ("No {either} for {group} on {path}", "On {path}: {listed} denied to {group}", "{group} may not use {either} on {path}")

QUESTIONS = (
    ("Is the request allowed?", "the request is allowed under the rules and entries shown", "the request is not allowed"),
    ("Going by the rules and entries shown, may the request go ahead?", "it may go ahead", "it may not go ahead"),
    ("Does the person have the access asked for on the date it is wanted for?",
     "yes, the access is there on that date", "no, the access is missing, ended or taken away"),
    ("Should the request be permitted under the access rules given?", "the rules and entries permit it", "the rules and entries do not permit it"),
    ("May the person do what is asked for, given the rules and entries shown?", "the person may do it", "the person may not do it"),
    ("Do the settings shown let this person carry out the action in question?",
     "they let the person do it", "they do not, or no longer, let the person do it"),
    ("With the settings as exported, is the requested action permitted?", "the action is permitted", "the action is not permitted"),
)


# The case


class Role(NamedTuple):
    name: str
    actions: tuple


class Membership(NamedTuple):
    person: str
    group: str
    ends: datetime.date | None


class Nesting(NamedTuple):
    part: str
    whole: str


class Folder(NamedTuple):
    """`path` holds the names from the top of the tree down; a sealed folder takes over nothing from above."""

    path: tuple
    is_sealed: bool


class Grant(NamedTuple):
    folder: tuple
    group: str
    role: str
    ends: datetime.date | None


class Deny(NamedTuple):
    folder: tuple
    group: str
    actions: tuple


class Request(NamedTuple):
    person: str
    action: str
    folder: tuple
    day: datetime.date


class Case(NamedTuple):
    """`ends_included`: an end date still counts; `denies_pass`: a sealed folder does not stop denies."""

    roles: tuple
    groups: tuple
    memberships: tuple
    nestings: tuple
    folders: tuple
    grants: tuple
    denies: tuple
    request: Request
    ends_included: bool
    denies_pass: bool


class Exchange(NamedTuple):
    """The planted element: rows `first` and `second` of one table of the case exchange the values of one field."""

    table: str
    field: str
    first: int
    second: int


class Plan(NamedTuple):
    level: int
    kind: str
    number: int
    is_deny: bool
    domain: str
    layout: str
    ends_included: bool
    denies_pass: bool


class Pair(NamedTuple):
    """The `yes` case, the `no` case, and where the one grant that matters stands in each."""

    yes: Case
    no: Case
    needed_yes: int
    needed_no: int
    exchange: Exchange


class Wording(NamedTuple):
    """Everything in the text of a pair that is not the case."""

    domain: Domain
    layout: str
    conventions: tuple
    remarks: tuple
    date: str
    order: tuple
    head_style: int
    rows_style: int
    notes_style: int
    asked_style: int
    notes_first: bool
    asks_first: bool
    product: str
    report: str
    organisation: str
    host: str
    author: str
    reader: str
    made: datetime.date
    minute: int
    ticket: str
    logins: tuple
    sizes: tuple
    first_entry: int


# Planning


def plan(draw: draws.Draw) -> list:
    """The 300 pairs of a draw: kinds, domains, layouts and wordings of borders by quota, dealt by a stream of their own."""
    plans = []
    for level in families.LEVELS:
        rng = draws.stream(draw, FAMILY, level, "plan")
        cells = rng.shuffled((domain, layout) for domain, row in LAYOUTS_PER_LEVEL.items() for layout, count in row.items() for _ in range(count))
        for kind, count in zip(KINDS, PAIRS_PER_LEVEL[level]):
            denies = DENY_PAIRS[level] if kind == "deny_or_expiry" else 0
            halves = deal_halves(rng, denies) + deal_halves(rng, count - denies)
            passes = deal_halves(rng, denies) + deal_halves(rng, count - denies)
            for place in range(count):
                domain, layout = cells.pop()
                plans.append(Plan(level, kind, len(plans), place < denies, domain, layout, halves[place], passes[place]))
    return plans


def deal_halves(rng, count: int) -> list:
    """`count` booleans, half of them true, the odd one by chance, in drawn order."""
    return rng.shuffled([place % 2 == 0 for place in range(count + rng.below(2))][-count:] if count else [])


# Wording


def nouns_of(domain: Domain) -> dict:
    """{"folder": "binder", "folders": "binders", ...}: what this kind of system calls the six things of every case."""
    found = {}
    for key in ("folder", "group", "user", "role", "grant", "deny"):
        found[key], found["denies" if key == "deny" else key + "s"] = getattr(domain, key).split("/")
    return found


def words_of(domain: Domain, layout: str) -> dict:
    """The fields of the convention phrases: nouns, plurals, with article, and with a capital."""
    fields = nouns_of(domain)
    fields.update({f"a_{key}": english.article(fields[key]) for key in ("folder", "group", "role", "grant", "deny")})
    fields.update({english.sentence(key): english.sentence(text) for key, text in fields.items()})
    fields["flag"] = f'"{slug(domain.flag)}: true"' if layout == "yaml" else f'"{domain.flag}"'
    return fields


def draw_topics(rng, pair: Pair) -> list:
    """The keys of the rules that a pair states, in one of the orders."""
    case = pair.yes
    variants = {"mark": "mark_grants" if case.denies_pass else "mark_all", "end": "end_in" if case.ends_included else "end_out",
                "scope": "scope_marked" if case.folders[0].is_sealed or pair.no.folders[0].is_sealed else "scope"}
    return [variants.get(topic, topic) for topic in rng.choice(RULE_ORDERS) if topic != "nesting" or case.nestings]


def draw_wording(rng, planned: Plan, pair: Pair) -> Wording:
    """The phrases, the order of sections and the incidental details of one pair."""
    domain, case = DOMAINS[planned.domain], pair.yes
    report, date = rng.choice(domain.report), rng.choice(DATE_LABELS)
    fields = {**words_of(domain, planned.layout), "top": case.folders[0].path[0], "report": report,
              "date": f'"{slug(date)}"' if planned.layout == "yaml" else date}
    fitting = REMARKS + (TABLE_REMARKS if planned.layout in ("console", "markdown") else ())
    remarks = [rng.choice(fitting).format(sizes=domain.sizes.noun, **fields)] if rng.chance(50) else []
    sentences = tuple(english.sentence(rng.choice(CONVENTIONS[topic]).format(**fields)) for topic in draw_topics(rng, pair))
    author, reader = rng.sample(names.FIRST_NAMES, 2)
    people = list(dict.fromkeys(row.person for row in case.memberships))
    return Wording(
        domain=domain, layout=planned.layout, conventions=sentences, remarks=tuple(remarks), date=date,
        order=tuple(rng.shuffled(("roles", "people", "tree"))), head_style=rng.below(3), rows_style=rng.below(3), notes_style=rng.below(3),
        asked_style=rng.below(3), notes_first=rng.chance(50), asks_first=rng.chance(35), product=rng.choice(domain.product), report=report,
        organisation=f"{rng.choice(names.STEMS)} {rng.choice(domain.organisation)}", host=rng.choice(domain.host),
        author=f"{author} {rng.choice(names.LAST_NAMES)}", reader=f"{reader} {rng.choice(names.LAST_NAMES)}",
        made=working_day(case.request.day - datetime.timedelta(days=rng.between(0, 6))), minute=rng.between(7 * 60, 17 * 60 + 50),
        ticket=f"{rng.choice(('REQ', 'AR', 'ACC', 'SD'))}-{rng.between(1200, 98000)}", logins=tuple(login(rng, person) for person in people),
        sizes=draw_sizes(rng, domain.sizes, case.folders), first_entry=rng.between(11, 640))


def draw_sizes(rng, sizes: Sizes, folders) -> tuple:
    """The size of every folder, with what lies below where the system counts that in."""
    own = [rng.between(sizes.low, sizes.high) for _ in folders]
    if not sizes.is_total:
        return tuple(own)
    return tuple(sum(size for size, other in zip(own, folders) if other.path[:len(folder.path)] == folder.path) for folder in folders)


def login(rng, person: str) -> str:
    """A sign-in name such as 'mkowal41'."""
    first, last = "".join(letter for letter in person.lower() if letter.isascii() and (letter.isalpha() or letter == " ")).split(" ")[:2]
    return f"{first[0]}{last[:5]}{rng.between(10, 99)}"


# Drawing the case


class Setting(NamedTuple):
    """What entries are drawn around: whose groups count, which roles hold the action, which folders reach the target.

    own: groups of the person in one member or both; strange: groups of the person in neither; open, shut: folders on the path
    from which grants do, or because of a seal do not, reach the target; deny_open: folders from which denies reach it;
    beside: the folders off the path.
    """

    own: tuple
    strange: tuple
    good_roles: tuple
    bad_roles: tuple
    open: tuple
    shut: tuple
    deny_open: tuple
    beside: tuple
    actions: tuple
    request: Request
    ends_included: bool


def draw_tree(rng, domain: Domain, level: int) -> tuple:
    """The paths of all folders in path order, and the folder the request is about.

    Every folder on the way to it has a folder beside it, and one of these repeats the names further down.
    """
    depth = DEPTH[level]
    way = [rng.choice(column) for column in domain.tree[:depth + 1]]
    paths = {tuple(way[:length]) for length in range(1, depth + 2)}
    for step in range(1, depth + 1):
        others = [name for name in domain.tree[step] if name != way[step]]
        for name in rng.sample(others, rng.between(1, 2) if step > 1 else 2):
            paths.add((*way[:step], name))
    twins = sorted(path for path in paths if len(path) == 2 and path[1] != way[1])
    for place, twin in enumerate(twins):
        paths.add((*twin, way[2] if place == 0 or rng.chance(50) else rng.choice(domain.tree[2])))
    for length in range(4, depth + 2):
        paths.add((*twins[0], *way[2:length]))
    target = tuple(way[:-1]) if level > 1 and rng.chance(25) else tuple(way)
    return tuple(sorted(paths)), target


def draw_groups(rng, domain: Domain, level: int) -> tuple:
    """The groups of a case and the nestings among them: none on level 1, one tier of wholes on level 2, two on level 3."""
    parts = rng.sample(domain.groups, rng.between(7, 8) if level == 1 else 7)
    if level == 1:
        return tuple(parts), ()
    wholes = rng.sample(domain.wholes, 3)
    nestings = [Nesting(part, wholes[place % 3]) for place, part in enumerate(rng.sample(parts, rng.between(5, 6)))]
    tops = rng.sample(domain.tops, 2) if level == 3 else []
    nestings += [Nesting(whole, tops[place % 2]) for place, whole in enumerate(rng.shuffled(wholes)) if tops]
    return tuple(parts + wholes + tops), tuple(rng.shuffled(nestings))


def draw_roles(rng, domain: Domain) -> tuple:
    """Five roles with their actions, and an action that two or three of them hold (None where there is none)."""
    roles = tuple(Role(name, tuple(rng.choice(domain.roles[name]).split())) for name in rng.sample(domain.roles, 5))
    held = sorted({action for role in roles for action in role.actions})
    fitting = [action for action in held if 2 <= sum(action in role.actions for role in roles) <= 3]
    return roles, rng.choice(fitting) if fitting else None


def working_day(day: datetime.date) -> datetime.date:
    """The day, or the Friday before a weekend day."""
    return day - datetime.timedelta(days=max(0, day.weekday() - 4))


def draw_end(rng, last_bad: datetime.date, is_good: bool, is_decisive: bool) -> datetime.date:
    """An end date on which something still counts (after the last bad day), or no longer counts.

    Where nothing but the date decides, three in ten are at the border. Most others are at the end of a month or quarter.
    """
    if rng.chance(30 if is_decisive else 6):
        return last_bad + ONE_DAY if is_good else last_bad
    months = rng.weighted({0: 2, 1: 4, 3: 3})
    if months:
        return draw_period_end(rng, last_bad, is_good, months)
    away = rng.between(3, 140)
    return working_day(last_bad + datetime.timedelta(days=1 + away if is_good else -away))


def draw_period_end(rng, last_bad: datetime.date, is_good: bool, months: int) -> datetime.date:
    """The last day of a month or of a period of more months, sometimes the day after it, later than the last bad day or not."""
    after = datetime.timedelta(days=rng.weighted({0: 3, 1: 1}))
    first = last_bad - after + ONE_DAY
    period = (first.year * 12 + first.month - 1) // months
    ahead = rng.below(5 if months == 1 else 3)
    return month_end((period + ahead if is_good else period - 1 - ahead) * months + months - 1) + after


def month_end(month: int) -> datetime.date:
    """The last day of a month, counted from January of the year 0."""
    year, place = divmod(month + 1, 12)
    return datetime.date(year, place + 1, 1) - ONE_DAY


def last_bad_day(day: datetime.date, ends_included: bool) -> datetime.date:
    """The latest end date with which something no longer counts on the day."""
    return day - ONE_DAY if ends_included else day


def chain_above(nestings, part: str) -> list:
    """A group and the wholes above it, step by step."""
    chain = [part]
    above = {row.part: row.whole for row in nestings}
    while chain[-1] in above:
        chain.append(above[chain[-1]])
    return chain


class Standing(NamedTuple):
    """Who is in which group, the group that holds the grant, and what the membership kinds exchange (None for the other kinds)."""

    memberships: tuple
    held: str
    exchange: Exchange | None


class Route(NamedTuple):
    """The person's way to the group that holds the grant: a direct group, the wholes above it, the place of that group among them.

    `partner` is a group of the same height from which there is no such way; `free` are groups that share no whole with the way.
    """

    chain: list
    step: int
    partner: str
    free: list


def draw_route(rng, planned: Plan, groups, nestings):
    """A way to the group that holds the grant; None where the groups have no partner for it."""
    wholes = {row.whole for row in nestings}
    chains = {group: chain_above(nestings, group) for group in groups if group not in wholes}
    tallest = max(len(chain) for chain in chains.values())
    is_nested = planned.kind == "nested_membership" and planned.level > 1
    starts = [leaf for leaf, chain in chains.items() if len(chain) == tallest] if is_nested or rng.chance(60) else chains
    chain = chains[rng.choice(starts)]
    step = rng.between(1 if is_nested else 0, len(chain) - 1)
    partners = [leaf for leaf, other in chains.items() if len(other) == len(chain) and chain[step] not in other and leaf != chain[0]]
    if not partners:
        return None
    partner = rng.choice(partners)
    taken = set(chain) | (set(chains[partner]) if planned.kind in ("membership", "nested_membership") else set())
    return Route(chain, step, partner, [leaf for leaf, other in chains.items() if not taken & set(other)])


def draw_standing(rng, planned: Plan, groups, nestings, people, request: Request):
    """The memberships of everybody; the first of `people` is the person of the request. None where the groups do not allow it."""
    route = draw_route(rng, planned, groups, nestings)
    if route is None:
        return None
    wholes = {row.whole for row in nestings}
    leaves = [group for group in groups if group not in wholes]
    rows = rng.shuffled(own_memberships(rng, planned, route, leaves, request))
    other, last_bad = rng.choice(people[1:]), last_bad_day(request.day, planned.ends_included)
    for person in people[1:]:
        have = [route.partner] if person == other and planned.kind == "membership" else []
        have += rng.sample([group for group in groups if group not in (route.partner, route.chain[0])], rng.between(1 - len(have), 2))
        rows += [Membership(person, group, draw_end(rng, last_bad, rng.chance(60), False) if rng.chance(25) else None)
                 for group in rng.shuffled(have)]
    order = {person: place for place, person in enumerate(rng.shuffled(people))}
    rows.sort(key=lambda row: order[row.person])
    return Standing(tuple(rows), route.chain[route.step], membership_exchange(rng, planned, request, rows, nestings, route))


def own_memberships(rng, planned: Plan, route: Route, leaves, request: Request) -> list:
    """The memberships of the person: the one that matters, one of the free groups or more, and often one that has ended."""
    last_bad = last_bad_day(request.day, planned.ends_included)
    def row(group, is_good, share):
        return Membership(request.person, group, draw_end(rng, last_bad, is_good, True) if rng.chance(share) else None)
    first = row(route.chain[0], True, 35)
    extra = [row(leaf, True, 35) for leaf in rng.sample(route.free, min(len(route.free), rng.between(0, 2 if planned.level < 3 else 1)))]
    if planned.level == 1 and planned.kind == "nested_membership":
        return [first._replace(ends=last_bad + ONE_DAY), Membership(request.person, route.partner, last_bad), *extra]
    taken = {first.group, route.partner, *(other.group for other in extra)}
    ended = [leaf for leaf in leaves if leaf not in taken]
    return [first, *extra, *([row(rng.choice(ended), False, 100)] if ended and rng.chance(60) else [])]


def membership_exchange(rng, planned: Plan, request: Request, rows, nestings, route: Route):
    """The exchange of the two membership kinds; None for the other kinds or where nothing fits."""
    def place_of(group, is_own):
        return next(place for place, row in enumerate(rows) if (row.person == request.person) == is_own and row.group == group)
    if planned.kind == "membership":
        return Exchange("memberships", "group", place_of(route.chain[0], True), place_of(route.partner, False))
    if planned.kind == "nested_membership" and planned.level == 1:
        return Exchange("memberships", "ends", place_of(route.chain[0], True), place_of(route.partner, True))
    return nesting_exchange(rng, nestings, route) if planned.kind == "nested_membership" else None


def nesting_exchange(rng, nestings, route: Route):
    """Two parts that exchange their wholes, which are of one height, so that the way to the grant's group is cut; None where nothing fits."""
    link = rng.below(route.step)
    first = next(place for place, row in enumerate(nestings) if row.part == route.chain[link])
    heights = {row.whole: chain_above(nestings, row.whole) for row in nestings}
    fitting = [place for place, row in enumerate(nestings) if row.part not in route.chain and route.chain[route.step] not in heights[row.whole]
               and len(heights[row.whole]) == len(route.chain) - 1 - link]
    return Exchange("nestings", "whole", first, rng.choice(fitting)) if fitting else None


def lifts_seal(planned: Plan) -> bool:
    """Whether the pair is about a deny that a seal stops in the `yes` member and, having moved up, no longer stops in the `no` member.

    These moves run against those of the seal kind, so that where a seal stands on the path says less.
    """
    return planned.is_deny and not planned.denies_pass


def draw_seals(rng, planned: Plan, paths, target) -> tuple:
    """The sealed folders, the depth of the grant that matters, and the two paths a seal moves between (or None)."""
    steps = len(target)
    on_way = [target[:length] for length in range(1, steps + 1)]
    beside = [path for path in paths if path not in on_way]
    sealed = set(rng.sample(beside, rng.between(1, 3)))
    if planned.kind == "seal":
        depth = rng.below(steps - 1)
        start = depth if rng.chance(85) or depth == 0 else rng.below(depth)
        end = depth + 1 if start == depth else rng.between(depth + 1, steps - 1)
        sealed.add(on_way[start])
        return sealed, depth, (on_way[start], on_way[end])
    if lifts_seal(planned):
        depth = rng.between(1, steps - 1)
        start = depth if rng.chance(85) else rng.between(1, depth)
        sealed.add(on_way[start])
        return sealed, depth, (on_way[start], on_way[start - 1 if rng.chance(85) else rng.below(start)])
    depth = rng.below(steps) if planned.kind != "sibling_folder" else rng.between(1, steps - 1)
    if rng.chance(65):
        sealed.add(on_way[rng.below(depth + 1)])
    return sealed, depth, None


class Start(NamedTuple):
    """The first entries of a pair, the grant that matters first of all, and the exchange between rows of the case."""

    grants: tuple
    denies: tuple
    exchange: Exchange


def without_doubles(rows) -> list:
    """The rows, of those with the same folder and group the first alone."""
    return list({(row.folder, row.group): row for row in reversed(rows)}.values())[::-1]


def some_end(rng, setting: Setting, is_good: bool, is_decisive: bool = False):
    """An end date, or for something that counts also none."""
    if is_good and rng.chance(60):
        return None
    return draw_end(rng, last_bad_day(setting.request.day, setting.ends_included), is_good, is_decisive)


def draw_grant(rng, setting: Setting, misses, group=None) -> Grant:
    """A grant that fails the conditions named in `misses`, for the group given or one that fits."""
    places = setting.beside if "folder" in misses else setting.shut if "seal" in misses else setting.open
    holders = setting.strange if "member" in misses else setting.own
    roles = setting.bad_roles if "role" in misses else setting.good_roles
    ends = some_end(rng, setting, "expiry" not in misses, tuple(misses) == ("expiry",))
    return Grant(rng.choice(places), group or rng.choice(holders), rng.choice(roles), ends)


def draw_deny(rng, setting: Setting, misses, group=None) -> Deny:
    """A deny that fails the conditions named in `misses`, for the group given or one that fits; with none of them it applies."""
    places = setting.beside if "folder" in misses else setting.shut if "seal" in misses else setting.deny_open
    holders = setting.strange if "member" in misses else setting.own
    return Deny(rng.choice(places), group or rng.choice(holders), draw_denied(rng, setting, "action" not in misses))


def draw_denied(rng, setting: Setting, is_named: bool) -> tuple:
    """One to three denied actions, the requested one among them or not, in the system's order of actions."""
    others = [action for action in setting.actions if action != setting.request.action]
    chosen = rng.sample(others, rng.weighted({0: 4, 1: 4, 2: 1} if is_named else {1: 5, 2: 3}))
    return tuple(action for action in setting.actions if action in chosen or is_named and action == setting.request.action)


def draw_start(rng, planned: Plan, setting: Setting, standing: Standing, needed: Grant, paths, moved):
    """The entries that the exchange needs, and the exchange."""
    if standing.exchange:
        return Start((needed,), (), standing.exchange)
    if moved:
        between = setting.request.folder[:rng.between(len(moved[1]), len(moved[0]) - 1)] if lifts_seal(planned) else ()
        denies = (Deny(between, rng.choice(setting.own), draw_denied(rng, setting, True)),) if between else ()
        return Start((needed,), denies, Exchange("folders", "is_sealed", paths.index(moved[0]), paths.index(moved[1])))
    if planned.kind == "role_action":
        partner = Grant(needed.folder, rng.choice(setting.strange), rng.choice(setting.bad_roles), some_end(rng, setting, True))
        return Start((needed, partner), (), Exchange("grants", "role", 0, 1))
    if planned.kind == "sibling_folder":
        partner = Grant(rng.choice(siblings_of(needed.folder, paths)), rng.choice(setting.strange), needed.role, needed.ends)
        return Start((needed, partner), (), Exchange("grants", "group" if planned.layout in BY_FOLDER else "folder", 0, 1))
    if planned.is_deny:
        field, first, second = rng.choice(DENY_EXCHANGES)
        return Start((needed,), (draw_deny(rng, setting, (first,)), draw_deny(rng, setting, (second,))), Exchange("denies", field, 0, 1))
    bad = last_bad_day(setting.request.day, setting.ends_included)
    partner = draw_grant(rng, setting, (rng.choice(("member", "role", "folder")),))
    return Start((needed._replace(ends=bad + ONE_DAY), partner._replace(ends=bad)), (), Exchange("grants", "ends", 0, 1))


def siblings_of(folder, paths) -> list:
    """The other folders of the same parent."""
    return [path for path in paths if len(path) == len(folder) and path[:-1] == folder[:-1] and path != folder]


def near_misses(rng, planned: Plan, setting: Setting) -> tuple:
    """Grants and denies that fail exactly one condition, none to three of every kind, and those that fail more."""
    seal = ("seal",) if setting.shut else ()
    grants = [draw_grant(rng, setting, (miss,))
              for miss in rng.shuffled(("member", "role", "folder", "expiry") + seal) for _ in range(rng.weighted(NEAR_MISSES))]
    grants += [draw_grant(rng, setting, rng.sample(("member", "role", "folder", "expiry"), rng.weighted({2: 2, 3: 4, 4: 2})))
               for _ in range(rng.between(0, FAR_GRANTS[planned.level]))]
    seal = seal if not planned.denies_pass else ()
    denies = [draw_deny(rng, setting, (miss,)) for miss in rng.shuffled(("member", "action", "folder") + seal) for _ in range(rng.weighted(NEAR_MISSES))]
    denies += [draw_deny(rng, setting, rng.sample(("member", "action", "folder"), rng.weighted({2: 2, 3: 3}))) for _ in range(rng.between(0, 3))]
    return grants, denies


def evened_out(rng, rows, sides, draw_row) -> list:
    """The rows and, added at the end, as many more as it takes for both sides of each pair of group lists to have equally many.

    `draw_row(group)` draws a row that neither allows nor denies the request.
    """
    rows = without_doubles(rows)
    for left, right in sides:
        for _ in range(TRIES):
            gap = sum(row.group in left for row in rows) - sum(row.group in right for row in rows)
            if gap == 0:
                break
            rows = without_doubles([*rows, draw_row(rng.choice(right if gap > 0 else left))])
    return rows


def draw_pair(rng, planned: Plan):
    """One pair, or None where the draw does not fit (the caller draws again and checks what it gets)."""
    domain = DOMAINS[planned.domain]
    paths, target = draw_tree(rng, domain, planned.level)
    groups, nestings = draw_groups(rng, domain, planned.level)
    roles, action = draw_roles(rng, domain)
    if action is None:
        return None
    people = names.people(rng, 6 + planned.level)
    request = Request(people[0], action, target, FIRST_DAY + datetime.timedelta(weeks=rng.below(60), days=rng.below(5)))
    standing = draw_standing(rng, planned, groups, nestings, people, request)
    if standing is None or (standing.exchange is None and planned.kind in ("membership", "nested_membership")):
        return None
    sealed, depth, moved = draw_seals(rng, planned, paths, target)
    base = Case(roles, tuple(rng.shuffled(groups)), standing.memberships, nestings, tuple(Folder(path, path in sealed) for path in paths), (), (),
                request, planned.ends_included, planned.denies_pass)
    broken = exchanged(base, standing.exchange) if standing.exchange else base
    setting = draw_setting(base, broken, domain, moved if lifts_seal(planned) else None)
    if not (setting.strange and setting.good_roles and setting.bad_roles):
        return None
    needed = Grant(target[:depth + 1], standing.held, rng.choice(setting.good_roles), some_end(rng, setting, True, True))
    start = draw_start(rng, planned, setting, standing, needed, paths, moved)
    grants, denies = near_misses(rng, planned, setting)
    sides = sides_of(base, broken)
    grants = evened_out(rng, [*start.grants, *grants], sides, lambda group: draw_grant(rng, setting, (rng.choice(("folder", "role", "expiry")),), group))
    denies = evened_out(rng, [*start.denies, *denies], sides, lambda group: draw_deny(rng, setting, (rng.choice(("folder", "action")),), group))
    if tuple(grants[:len(start.grants)]) != start.grants or tuple(denies[:len(start.denies)]) != start.denies:
        return None
    return finish_pair(rng, planned, base, grants, denies, start.exchange)


def draw_setting(base: Case, broken: Case, domain: Domain, lifted) -> Setting:
    """What entries are drawn around, from the case without entries and the same case with memberships or nestings exchanged.

    lifted: the two paths between which a seal moves up, or None; entries above it must stay cut off in both members.
    """
    both = groups_of(base) | groups_of(broken)
    request = base.request
    on_way = [request.folder[:length] for length in range(1, len(request.folder) + 1)]
    lowest = max([len(row.path) for row in base.folders if row.is_sealed and row.path in on_way], default=1)
    way_open, way_shut = tuple(on_way[lowest - 1:]), tuple(on_way[:lowest - 1])
    return Setting(
        own=tuple(group for group in base.groups if group in both),
        strange=tuple(group for group in base.groups if group not in both),
        good_roles=tuple(role.name for role in base.roles if request.action in role.actions),
        bad_roles=tuple(role.name for role in base.roles if request.action not in role.actions),
        open=way_open,
        shut=tuple(path for path in way_shut if lifted is None or len(path) < len(lifted[1])),
        deny_open=way_shut + way_open if base.denies_pass else way_open,
        beside=tuple(row.path for row in base.folders if row.path not in on_way),
        actions=tuple(dict.fromkeys(action for options in domain.roles.values() for option in options for action in option.split())),
        request=request, ends_included=base.ends_included)


def sides_of(base: Case, broken: Case) -> list:
    """The group lists that must hold equally many entries: direct groups lost and won, then wholes lost and won."""
    def differing(first, second):
        return [group for group in base.groups if group in first and group not in second]
    direct_before, direct_after = direct_groups(base), direct_groups(broken)
    before, after = groups_of(base), groups_of(broken)
    lost, won = differing(direct_before, direct_after), differing(direct_after, direct_before)
    above_lost = [group for group in differing(before, after) if group not in lost]
    above_won = [group for group in differing(after, before) if group not in won]
    return [pair for pair in ((lost, won), (above_lost, above_won)) if pair[0] and pair[1]]


def finish_pair(rng, planned: Plan, base: Case, grants, denies, exchange: Exchange) -> Pair:
    """The pair with its entries in drawn order."""
    grant_order, deny_order = rng.shuffled(range(len(grants))), rng.shuffled(range(len(denies)))
    yes = base._replace(grants=tuple(grants[place] for place in grant_order), denies=tuple(denies[place] for place in deny_order))
    order = {"grants": grant_order, "denies": deny_order}.get(exchange.table)
    if order:
        exchange = exchange._replace(first=order.index(exchange.first), second=order.index(exchange.second))
    needed = grant_order.index(0)
    moves = planned.kind == "sibling_folder" and exchange.field == "group"
    return Pair(yes, exchanged(yes, exchange), needed, exchange.second if moves else needed, exchange)


# Answering and planting


def counts_on(case: Case, ends) -> bool:
    """Whether something with this end date (None: without one) counts on the day of the request."""
    if ends is None:
        return True
    return case.request.day <= ends if case.ends_included else case.request.day < ends


def direct_groups(case: Case) -> set:
    """The groups in which the person has a membership that counts."""
    return {row.group for row in case.memberships if row.person == case.request.person and counts_on(case, row.ends)}


def groups_of(case: Case) -> set:
    """The groups of the person: direct ones, and the wholes these are part of, over any number of steps."""
    found, ahead = set(), sorted(direct_groups(case))
    while ahead:
        group = ahead.pop()
        if group not in found:
            found.add(group)
            ahead += [row.whole for row in case.nestings if row.part == group]
    return found


def is_on_path(case: Case, folder) -> bool:
    """Whether the folder is the one requested or above it."""
    return case.request.folder[:len(folder)] == folder


def is_cut_off(case: Case, folder) -> bool:
    """Whether a sealed folder stands below this one on the way down to the requested one, that one included."""
    return any(row.is_sealed and len(row.path) > len(folder) and is_on_path(case, row.path) for row in case.folders)


def broken_links(case: Case, grant: Grant) -> list:
    """The conditions under which this grant allows the request that do not hold; no deny is looked at."""
    role = next(role for role in case.roles if role.name == grant.role)
    holds = {
        "member": grant.group in groups_of(case),
        "role": case.request.action in role.actions,
        "folder": is_on_path(case, grant.folder),
        "seal": not (is_on_path(case, grant.folder) and is_cut_off(case, grant.folder)),
        "expiry": counts_on(case, grant.ends),
    }
    return [name for name, value in holds.items() if not value]


def denies_that_apply(case: Case) -> list:
    """The denies that take the requested action away."""
    mine = groups_of(case)
    return [deny for deny in case.denies if deny.group in mine and case.request.action in deny.actions and is_on_path(case, deny.folder)
            and (case.denies_pass or not is_cut_off(case, deny.folder))]


def answer(case: Case) -> str:
    """'yes' where a grant allows the request and no deny takes it away."""
    allowed = any(not broken_links(case, grant) for grant in case.grants)
    return "yes" if allowed and not denies_that_apply(case) else "no"


def exchanged(case: Case, exchange: Exchange) -> Case:
    """The case with the values of one field exchanged between two rows: what a `no` member has planted."""
    rows = list(getattr(case, exchange.table))
    first, second = rows[exchange.first], rows[exchange.second]
    rows[exchange.first] = first._replace(**{exchange.field: getattr(second, exchange.field)})
    rows[exchange.second] = second._replace(**{exchange.field: getattr(first, exchange.field)})
    return case._replace(**{exchange.table: tuple(rows)})


def single_counts(case: Case) -> dict:
    """How many rows meet one condition each; the members of a pair agree in all of them."""
    mine, direct = groups_of(case), direct_groups(case)
    good = {role.name for role in case.roles if case.request.action in role.actions}
    own_rows = [row for row in case.memberships if row.person == case.request.person]
    return {
        "folders": len(case.folders),
        "depth of the requested folder": len(case.request.folder) - 1,
        "sealed folders": sum(row.is_sealed for row in case.folders),
        "sealed folders on the path": sum(row.is_sealed and is_on_path(case, row.path) for row in case.folders),
        "people listed": len({row.person for row in case.memberships}),
        "memberships": len(case.memberships),
        "memberships with an end date": sum(row.ends is not None for row in case.memberships),
        "groups the person is in directly": len(direct),
        "groups of the person": len(mine),
        "memberships of the person that have ended": sum(not counts_on(case, row.ends) for row in own_rows),
        "nestings": len(case.nestings),
        "roles that hold the action": len(good),
        "grants": len(case.grants),
        "grants to groups of the person": sum(row.group in mine for row in case.grants),
        "grants to groups the person is in directly": sum(row.group in direct for row in case.grants),
        "grants on the path": sum(is_on_path(case, row.folder) for row in case.grants),
        "grants on the requested folder itself": sum(row.folder == case.request.folder for row in case.grants),
        "grants whose role holds the action": sum(row.role in good for row in case.grants),
        "grants with an end date": sum(row.ends is not None for row in case.grants),
        "grants that have ended": sum(not counts_on(case, row.ends) for row in case.grants),
        "denies": len(case.denies),
        "denies that name a group of the person": sum(row.group in mine for row in case.denies),
        "denies that name a group the person is in directly": sum(row.group in direct for row in case.denies),
        "denies on the path": sum(is_on_path(case, row.folder) for row in case.denies),
        "denies of the action": sum(case.request.action in row.actions for row in case.denies),
    }


# Text

BY_FOLDER = ("console", "mail")
"""Layouts that list grants under their folder, so that two grants change places there by exchanging groups."""


def render(case: Case, wording: Wording) -> str:
    """The state of one member: head, request and notes before or after the sections, as the wording says."""
    layout, fields = wording.layout, fields_of(case, wording)
    remarks = [REMARK_LINES[layout].format(text=text) for text in wording.remarks]
    is_mail = layout == "mail"
    head = [HEADS[layout][wording.head_style].format(**fields), *([] if is_mail else remarks)]
    asked = [REQUESTS[layout][wording.asked_style].format(**fields)]
    notes = [NOTE_TITLES[layout][wording.notes_style], *([""] if layout == "markdown" else [])]
    notes += [NOTE_LINES[layout].format(number=number, text=text) for number, text in enumerate(wording.conventions, 1)]
    closing = [CLOSINGS[wording.notes_style].format(**fields), *remarks] if is_mail else []
    if layout == "yaml":
        head, notes = head + notes, []
    first, last = [head], [closing]
    for block, is_first in ((asked, wording.asks_first or is_mail), (notes, wording.notes_first)):
        if is_first:
            first.append(block)
        else:
            last.insert(0, block)
    sections = SECTIONS[layout](case, wording, fields)
    blocks = [*first, *(sections[name] for name in wording.order), *last]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def fields_of(case: Case, wording: Wording) -> dict:
    """The named fields of all phrases of a document: its nouns, where it comes from, the request."""
    domain, request, write = wording.domain, case.request, DATE_FORMS[wording.layout]
    fields = nouns_of(domain)
    fields.update({english.sentence(key): english.sentence(text) for key, text in fields.items()})
    fields.update({key.upper(): text.upper() for key, text in nouns_of(domain).items()})
    return {
        **fields, "product": wording.product, "report": wording.report, "Report": english.sentence(wording.report), "organisation": wording.organisation,
        "host": wording.host, "author": wording.author, "reader": wording.reader, "to": wording.reader.split(" ")[0], "made": write(wording.made),
        "weekday": english.weekday(wording.made), "clock": english.clock(wording.minute), "ticket": wording.ticket, "top": case.folders[0].path[0],
        "file": slug(case.folders[0].path[0]).lower(), "person": request.person, "action": request.action,
        "path": join_path(request.folder, domain), "day": write(request.day), "date": wording.date, "Date": english.sentence(wording.date),
        "date_key": slug(wording.date)}


DATE_FORMS = {"console": datetime.date.isoformat, "markdown": english.short_date, "yaml": datetime.date.isoformat, "mail": english.long_date}


def join_path(path, domain: Domain) -> str:
    """The path as this kind of system writes it."""
    return domain.separator.join(path)


def memberships_by_person(case: Case) -> dict:
    """{person: their memberships}, in listed order."""
    found = {}
    for row in case.memberships:
        found.setdefault(row.person, []).append(row)
    return found


def width(texts) -> int:
    """The length of the longest text."""
    return max(map(len, texts))


def dated(text: str, label: str, ends, layout: str) -> str:
    """'text (label date)', or the text alone without an end date."""
    return text if ends is None else f"{text} ({label} {DATE_FORMS[layout](ends)})"


def console_sections(case: Case, wording: Wording, fields) -> dict:
    """A console report: aligned columns, entries indented under their folder."""
    domain = wording.domain
    role_width, group_width, people = width(row.name for row in case.roles), width(case.groups), memberships_by_person(case)
    person_width = width(people)
    roles = [fields["ROLES"], *(f"  {row.name:<{role_width}}  {' '.join(row.actions)}" for row in case.roles)]
    members = [f"{fields['USERS']} AND {fields['GROUPS']}"]
    for sign_in, (person, rows) in zip(wording.logins, people.items()):
        members.append(f"  {person:<{person_width}}  {sign_in:<9}  {'; '.join(dated(row.group, 'ends', row.ends, 'console') for row in rows)}")
    if case.nestings:
        members += ["", f"{fields['GROUPS']} INSIDE {fields['GROUPS']}"]
        members += [f"  {row.part:<{group_width}}  part of  {row.whole}" for row in case.nestings]
    allow, deny = CONSOLE_SIGNS[wording.rows_style]
    tree = [CONSOLE_TREES[wording.rows_style].format(**fields)]
    for folder, size in zip(case.folders, wording.sizes):
        tree.append(f"  {join_path(folder.path, domain)}  ({size} {domain.sizes.noun}{', ' + domain.flag if folder.is_sealed else ''})")
        for row in case.grants:
            if row.folder == folder.path:
                end = "-" if row.ends is None else f"ends {row.ends.isoformat()}"
                tree.append(f"      {allow} {row.group:<{group_width}}  {row.role:<{role_width}}  {end}")
        tree += [f"      {deny} {row.group:<{group_width}}  {' '.join(row.actions)}" for row in case.denies if row.folder == folder.path]
    return {"roles": roles, "people": members, "tree": tree}


def markdown_sections(case: Case, wording: Wording, fields) -> dict:
    """A Markdown page: tables; grants and denies as numbered rows in no order."""
    domain = wording.domain
    roles = [f"## {fields['Roles']}", ""]
    if wording.rows_style == 0:
        roles += [f"* **{row.name}**: {', '.join(row.actions)}" for row in case.roles]
    else:
        roles += table((fields["Role"], "Actions"), [(row.name, ", ".join(row.actions)) for row in case.roles])
    people = [(person, sign_in, ", ".join(dated(row.group, "end", row.ends, "markdown") for row in rows))
              for sign_in, (person, rows) in zip(wording.logins, memberships_by_person(case).items())]
    members = [f"## {fields['Users']}", "", *table(("Name", "Sign-in", fields["Groups"]), people)]
    if case.nestings:
        members += ["", f"### {fields['Groups']} within {fields['groups']}", "", *table((fields["Group"], "Part of"), case.nestings)]
    folders = [(join_path(row.path, domain), size, domain.flag if row.is_sealed else "") for row, size in zip(case.folders, wording.sizes)]
    grants = [(number, row.group, join_path(row.folder, domain), row.role, "" if row.ends is None else english.short_date(row.ends))
              for number, row in enumerate(case.grants, wording.first_entry)]
    denies = [(number, row.group, join_path(row.folder, domain), ", ".join(row.actions))
              for number, row in enumerate(case.denies, wording.first_entry + len(case.grants))]
    tree = [f"## {fields['Folders']}", "", *table((fields["Folder"], english.sentence(domain.sizes.noun), "Mark"), folders),
            "", f"### {fields['Grants']}", "", *table(("No.", fields["Group"], fields["Folder"], fields["Role"], "End"), grants),
            "", f"### {fields['Denies']}", "", *table(("No.", fields["Group"], fields["Folder"], "Actions"), denies)]
    return {"roles": roles, "people": members, "tree": tree}


def table(head, rows) -> list:
    """The lines of a Markdown table."""
    return [f"| {' | '.join(str(cell) for cell in row)} |" for row in (head, ["---"] * len(head), *rows)]


def slug(text: str) -> str:
    """The text as a key: 'allow entries' -> 'allow_entries'."""
    return text.replace(" ", "_").replace("-", "_")


def yaml_sections(case: Case, wording: Wording, fields) -> dict:
    """A YAML file as kept under version control or written by an export: grants under their group."""
    domain, role = wording.domain, slug(fields["role"])
    roles = [f"{slug(fields['roles'])}:", *(f"  {row.name}: [{', '.join(row.actions)}]" for row in case.roles)]
    members = [f"{slug(fields['users'])}:"]
    for sign_in, (person, rows) in zip(wording.logins, memberships_by_person(case).items()):
        listed = ", ".join(row.group if row.ends is None else f"{{name: {row.group}{yaml_end(row.ends)}}}" for row in rows)
        members.append(f"  - {{name: {person}, login: {sign_in}, in: [{listed}]}}")
    tree = [f"{slug(fields['folders'])}:"]
    for row, size in zip(case.folders, wording.sizes):
        tree.append(f"  - {{path: {join_path(row.path, domain)}, {domain.sizes.noun}: {size}, {slug(domain.flag)}: {'true' if row.is_sealed else 'false'}}}")
    tree += ["", f"{slug(fields['groups'])}:"]
    wholes = {row.part: row.whole for row in case.nestings}
    for group in case.groups:
        grants = [row for row in case.grants if row.group == group]
        tree.append(f"  - name: {group}")
        tree += [f"    part_of: {wholes[group]}"] if group in wholes else []
        tree += [f"    {slug(fields['grants'])}:"] if grants else []
        tree += [f"      - {{on: {join_path(row.folder, domain)}, {role}: {row.role}{yaml_end(row.ends)}}}" for row in grants]
    tree += ["", f"{slug(fields['denies'])}:"]
    tree += [f"  - {{on: {join_path(row.folder, domain)}, for: {row.group}, actions: [{', '.join(row.actions)}]}}" for row in case.denies]
    return {"roles": roles, "people": members, "tree": tree}


def yaml_end(ends) -> str:
    """The end date inside a flow mapping."""
    return "" if ends is None else f", ends: {ends.isoformat()}"


def mail_sections(case: Case, wording: Wording, fields) -> dict:
    """A mail that passes on what the system shows: one sentence a line, grants listed with their folder."""
    domain, style = wording.domain, wording.rows_style
    roles = [f"The {fields['roles']}:", *(MAIL_ROLES[style].format(name=row.name, **joined(row.actions)) for row in case.roles)]
    members = [f"Who is in which {fields['group']}:"]
    for person, rows in memberships_by_person(case).items():
        members.append(MAIL_PEOPLE[style].format(name=person, **joined([dated(row.group, "end date", row.ends, "mail") for row in rows])))
    if case.nestings:
        members += ["", f"And which {fields['groups']} belong to larger ones:"]
        members += [MAIL_NESTINGS[style].format(part=row.part, whole=row.whole) for row in case.nestings]
    tree = [f"{fields['Grants']}, {fields['folder']} by {fields['folder']}:"]
    for row in case.folders:
        listed = [f"{grant.group} as {dated(grant.role, 'end date', grant.ends, 'mail')}" for grant in case.grants if grant.folder == row.path]
        tree.append(f"{join_path(row.path, domain)}{f' ({domain.flag})' if row.is_sealed else ''}: {'; '.join(listed) or 'none'}")
    tree += ["", f"{fields['Denies']}:"]
    tree += [MAIL_DENIES[style].format(group=row.group, path=join_path(row.folder, domain), **joined(row.actions)) for row in case.denies]
    return {"roles": roles, "people": members, "tree": tree}


def joined(words) -> dict:
    """The words as the mail phrases join them."""
    return {"listed": english.listing(words), "either": english.listing(words, "or"), "commas": ", ".join(words), "semicolons": "; ".join(words)}


SECTIONS = {"console": console_sections, "markdown": markdown_sections, "yaml": yaml_sections, "mail": mail_sections}


# Checks and output

BROKEN = {"membership": "member", "nested_membership": "member", "role_action": "role", "sibling_folder": "folder", "seal": "seal"}


def check_pair(pair: Pair, planned: Plan, where: str) -> None:
    """The pair is what its kind says: one grant allows in `yes`; in `no` exactly one condition of that grant fails and nothing else allows."""
    yes, no = pair.yes, pair.no
    checks.require(answer(yes) == "yes" and answer(no) == "no", f"{where}: answers {answer(yes)} and {answer(no)}")
    allowing = [place for place, row in enumerate(yes.grants) if not broken_links(yes, row)]
    checks.require(allowing == [pair.needed_yes], f"{where}: grants {allowing} allow in the yes member, not {pair.needed_yes} alone")
    broken, denies = broken_links(no, no.grants[pair.needed_no]), denies_that_apply(no)
    if planned.is_deny:
        checks.require(not broken and len(denies) == 1, f"{where}: broken {broken}, {len(denies)} denies apply")
    else:
        checks.require(broken == [BROKEN.get(planned.kind, "expiry")] and not denies, f"{where}: broken {broken}, {len(denies)} denies apply")
    others = [place for place, row in enumerate(no.grants) if not broken_links(no, row) and place != pair.needed_no]
    checks.require(not others, f"{where}: another grant allows in the no member")
    before, after = single_counts(yes), single_counts(no)
    checks.require(before == after, f"{where}: counts differ: {[name for name in before if before[name] != after[name]]}")
    for case in (yes, no):
        check_rows(case, where)
    check_readings(pair, planned, where)


def check_rows(case: Case, where: str) -> None:
    """No row stands twice, and every kind of decoy stands in the case."""
    for rows in (case.grants, case.denies):
        places = [(row.folder, row.group) for row in rows]
        checks.require(len(set(places)) == len(places), f"{where}: a group has two entries on one folder")
    joined = [(row.person, row.group) for row in case.memberships]
    checks.require(len(set(joined)) == len(joined), f"{where}: somebody is in a group twice")
    decoys = {
        "an ended grant": any(not counts_on(case, row.ends) for row in case.grants),
        "an end date ahead": any(row.ends and counts_on(case, row.ends) for row in case.grants + case.memberships),
        "a deny": bool(case.denies),
        "a deny of the action": any(case.request.action in row.actions for row in case.denies),
        "a seal": any(row.is_sealed for row in case.folders),
        "a grant beside the path": any(not is_on_path(case, row.folder) for row in case.grants),
        "an ended membership": any(not counts_on(case, row.ends) for row in case.memberships),
        "a grant whose role lacks the action": any("role" in broken_links(case, row) for row in case.grants),
        "a grant to a group of others": any("member" in broken_links(case, row) for row in case.grants),
    }
    checks.require(all(decoys.values()), f"{where}: lacks {[name for name, stands in decoys.items() if not stands]}")


def check_readings(pair: Pair, planned: Plan, where: str) -> None:
    """Whoever reads the planted convention otherwise gives both members one answer: the text has to settle it, and does."""
    for name, misread in MISREADINGS.items():
        if applies(name, pair, planned):
            answers = [answer(misread(case)) for case in (pair.yes, pair.no)]
            checks.require(answers[0] == answers[1], f"{where}: the reading '{name}' tells the members apart")


MISREADINGS = {
    "end dates the other way": lambda case: case._replace(ends_included=not case.ends_included),
    "groups are not nested": lambda case: case._replace(nestings=()),
    "a seal also stops what is set on its folder": lambda case: case._replace(
        grants=tuple(row for row in case.grants if Folder(row.folder, True) not in case.folders)),
    "seals stop no denies": lambda case: case._replace(denies_pass=True),
    "seals are ignored": lambda case: case._replace(folders=tuple(row._replace(is_sealed=False) for row in case.folders)),
}
"""The case as a reader takes it who misses one convention."""


def applies(name: str, pair: Pair, planned: Plan) -> bool:
    """Whether a pair turns on the convention that this reading misses."""
    needed = pair.yes.grants[pair.needed_yes]
    return {
        "end dates the other way": pair.exchange.field == "ends",
        "groups are not nested": pair.exchange.field == "whole",
        "a seal also stops what is set on its folder": planned.kind == "seal" and Folder(needed.folder, True) in pair.yes.folders,
        "seals stop no denies": lifts_seal(planned),
        "seals are ignored": pair.exchange.field == "is_sealed",
    }[name]


def check_text(pair: Pair, texts, where: str) -> None:
    """The cases differ in the exchange alone, and the texts in the one or two lines that show it, with the same characters."""
    checks.require(exchanged(pair.no, pair.exchange) == pair.yes, f"{where}: the members differ in more than the exchange")
    changed = checks.changed_lines(*texts)
    checks.require(len(changed) in (1, 2), f"{where}: {len(changed)} lines differ")
    checks.require(sorted(texts[0]) == sorted(texts[1]), f"{where}: the members do not hold the same characters")
    checks.require(not names.well_known(texts[0]), f"{where}: names {names.well_known(texts[0])}")


def build_group(draw: draws.Draw, planned: Plan) -> items.Group:
    """One pair on its own stream: drawn until it fits, checked, rendered."""
    where = f"{FAMILY} level {planned.level} {planned.kind} pair {planned.number}"
    problem = "no draw was possible"
    for attempt in range(TRIES):
        rng = draws.stream(draw, FAMILY, planned.level, planned.number, attempt)
        pair = draw_pair(rng, planned)
        if pair is None:
            continue
        try:
            check_pair(pair, planned, where)
        except checks.CheckFailed as error:
            problem = str(error)
            continue
        return finish_group(rng, planned, pair, where)
    raise checks.CheckFailed(f"{where}: no pair fits after {TRIES} draws; last: {problem}")


def finish_group(rng, planned: Plan, pair: Pair, where: str) -> items.Group:
    """The group of a pair, its members in drawn order."""
    wording = draw_wording(rng, planned, pair)
    texts = [render(case, wording) for case in (pair.yes, pair.no)]
    check_text(pair, texts, where)
    question, true, false = rng.choice(QUESTIONS)
    members = [items.Member(texts[0], answer(pair.yes), None, planned.kind, False),
               items.Member(texts[1], answer(pair.no), planned.kind, planned.kind, True)]
    return items.Group(planned.level, planned.domain, planned.layout, items.noul(question, true, false), tuple(rng.shuffled(members)))


def check_plan(plans) -> None:
    """The kinds stand in the numbers promised."""
    for level in families.LEVELS:
        found = tuple(sum(row.level == level and row.kind == kind for row in plans) for kind in KINDS)
        checks.require(found == PAIRS_PER_LEVEL[level], f"{FAMILY} level {level}: pairs by kind {found}")
    checks.require(all(sum(row.kind == kind for row in plans) == 50 for kind in KINDS), f"{FAMILY}: a kind does not have 50 pairs")


def build(draw: draws.Draw) -> list:
    """The 600 items of a draw."""
    plans = plan(draw)
    check_plan(plans)
    groups = [build_group(draw, planned) for planned in plans]
    checks.check_family(families.BY_NAME[FAMILY], groups)
    return items.number_items(FAMILY, draw, groups)


if __name__ == "__main__":
    sys.exit(cards.write_family(FAMILY, build))
