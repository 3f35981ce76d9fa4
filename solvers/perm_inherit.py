"""Is one request to an access system allowed? Read the exported settings with their written rules, then decide.

The text is a mail, a markdown page, a plain report or a YAML file, and the system is one of seven kinds, each with words of its own
(`Words`): a *place* (prefix, folder, page ...) lies in a tree below one *root*; a *grant* (binding, allow entry, share ...) gives a *team*
(pool, circle, crew ...) a *role* (policy, tier, clearance ...) on a place; a *deny* (guardrail, hold, block ...) takes named actions away from a
team on a place; a *mark* on a place holds back what is set higher up; *people* (identities, accounts ...) are in teams, and teams may be
part of other teams (*nesting*). Grants and memberships may have an end date; denies have none. The date the access is asked for goes by one
of four names (`LABELS`: access date, day of use ...), the same in the request and in the rules.

    text    := head remark? section*            sections in any order, each once; nesting may be absent
    section := request | rules | roles | people | nesting | places with grants and denies
    rules   := one sentence for each of the slots of `RULES`, in any order; nesting exactly where teams are parts of teams

A sentence of the rules is looked up in `RULES`, which lists for every slot the wordings and what each of them means.
"""
from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from solvers import reading


class Grant(NamedTuple):
    team: str
    place: str
    role: str
    end: object  # datetime.date, or None where no end date is shown


class Deny(NamedTuple):
    team: str
    place: str
    actions: tuple


class Membership(NamedTuple):
    team: str
    end: object


class Request(NamedTuple):
    person: str
    action: str
    place: str
    day: date
    label: str   # what the text calls that day, as in `LABELS`
    ticket: str  # "" where the text gives it elsewhere


class Case(NamedTuple):
    words: object     # the Words of this kind of system
    places: dict      # path -> True where the place carries the mark
    grants: list
    denies: list
    roles: dict       # role -> actions
    people: dict      # person -> list of Membership
    nesting: list     # (part, whole)
    rules: dict       # slot -> meaning
    request: Request


class Words(NamedTuple):
    place: str
    places: str
    grant: str
    grants: str
    deny: str
    denies: str
    team: str
    teams: str
    role: str
    roles: str
    person: str
    persons: str
    count: str
    mark: str
    separator: str
    listings: tuple     # what the export is called
    actions: tuple
    role_names: tuple
    team_names: tuple   # a name cut short is none of these, so it cannot pass for another team


KINDS = (
    Words("prefix", "prefixes", "binding", "bindings", "guardrail", "guardrails", "pool", "pools", "policy", "policies",
          "identity", "identities", "objects", "boundary", "/",
          ("bucket policy listing", "policy dump", "policy export"),
          ("get", "head", "list", "put", "purge", "restore"),
          ("BucketOps", "Lifecycle", "ReadObjects", "ReadWrite", "Uploader", "WriteObjects"),
          ("all-data-staff", "bi-adhoc", "bi-dashboards", "billing-data", "core-data", "data-division", "data-platform", "data-products",
           "data-services", "export-desk", "fraud-desk", "ingest-batch", "ingest-stream", "insight-unit", "lake-users", "ml-pricing",
           "ml-ranking", "retention-desk", "support-tools", "vendor-data")),
    Words("folder", "folders", "allow entry", "allow entries", "deny entry", "deny entries", "security group", "security groups",
          "rights template", "rights templates", "account", "accounts", "files", "inheritance off", "\\",
          ("folder permission listing", "folder permission report", "permission export"),
          ("open", "browse", "add", "change", "remove", "print"),
          ("Contributor", "Custodian", "Drop-off", "Editor", "Manager", "Viewer"),
          ("All Finance", "Cash Office", "Corporate Functions", "Cost Analysts", "Dunning Team", "Finance Operations",
           "Finance Service Centre", "Financial Control", "Group Accounting", "Head Office Staff", "Payables Clerks", "Payables Leads",
           "Payroll Clerks", "Payroll Leads", "Shared Services", "Tax Advisers", "Tax Desk", "Travel Desk", "Treasury Desk",
           "Vendor Support")),
    Words("namespace", "namespaces", "grant", "grants", "block", "blocks", "squad", "squads", "role", "roles",
          "developer", "developers", "repositories", "isolated", "/",
          ("namespace access export", "access file", "access definition"),
          ("clone", "push", "approve", "tag", "deploy", "read-issues"),
          ("automation", "developer", "maintainer", "observer", "releaser", "reviewer"),
          ("all-engineering", "build-crew", "checkout-core", "checkout-web", "data-plumbing", "ledger-core", "mobile-kit", "mobile-shell",
           "partner-devs", "product-org", "release-crew", "sdk-authors", "search-infra", "sec-review", "staff-developers", "tribe-harbour",
           "tribe-lantern", "tribe-meadow", "tribe-orchard", "tribe-summit")),
    Words("page", "pages", "permission", "permissions", "restriction", "restrictions", "circle", "circles",
          "permission set", "permission sets", "colleague", "colleagues", "revisions", "own permissions", " > ",
          ("access print-out", "permission overview", "permission summary"),
          ("view", "edit", "comment", "publish", "attach", "archive", "export"),
          ("Author", "Commenter", "Gardener", "Page Owner", "Reader", "Reviewer"),
          ("All Wiki Members", "Backend Guild", "Backend Interns", "East Office", "Frontend Guild", "Group Companies", "Guest Writers",
           "Incident Hosts", "Interview Panel", "Permanent Staff", "Platform Division", "Product Designers", "Product Division",
           "Quality Guild", "Recruiters", "Release Hosts", "Remote Office", "Support Writers", "Tech Writers", "West Office")),
    Words("section", "sections", "assignment", "assignments", "exclusion", "exclusions", "crew", "crews",
          "access profile", "access profiles", "engineer", "engineers", "drawings", "sealed", "/",
          ("access report", "access rights print-out", "section access listing"),
          ("inspect", "check-out", "check-in", "redline", "plot", "release", "withdraw"),
          ("Checking", "Document Control", "Draughting", "Issue Desk", "Lead", "Look-up"),
          ("All Site Staff", "Cable Routing", "Document Clerks", "Engineering Department", "Extension Project", "Field Office",
           "Loop Designers", "Piping Checkers", "Piping Draughting", "Projects Division", "Renewal Project", "Scaffold Planning",
           "Shutdown Project", "Site Supervision", "Steel Checkers", "Steel Draughting", "Survey Group", "Technical Office",
           "Vendor Liaison", "Weld Inspection")),
    Words("binder", "binders", "authorisation", "authorisations", "prohibition", "prohibitions", "care team", "care teams",
          "clearance", "clearances", "staff member", "staff members", "documents", "confidential", " / ",
          ("access rights extract", "authorisation overview", "binder access listing"),
          ("read", "enter", "annotate", "amend", "copy", "transfer"),
          ("Consultation", "Correction", "Disclosure", "Documentation", "Registry", "Senior"),
          ("Cancer Centre", "Case Managers", "Children's Centre", "Clinical Services", "Coding Office", "Emergency Centre", "Heart Centre",
           "Imaging Assistants", "Imaging Physicians", "Main Hospital", "Night Desk", "Patient Care Division", "Physiotherapy",
           "Registrars", "Social Service", "Surgical Centre", "Theatre Nursing", "Trial Nurses", "Ward 3 Nursing", "Ward 5 Nursing")),
    Words("collection", "collections", "share", "shares", "hold", "holds", "audience", "audiences", "tier", "tiers",
          "analyst", "analysts", "tables", "ring-fenced", ".",
          ("sharing definition", "share export", "share listing"),
          ("describe", "preview", "select", "append", "relabel", "certify", "download"),
          ("curator", "extract", "loader", "overview", "query", "steward"),
          ("all-analytics", "analytics-north", "analytics-south", "business-analytics", "category-food", "category-home",
           "commercial-wide", "crm-campaigns", "crm-insight", "head-office-wide", "insight-hub", "loyalty-lab", "pricing-lab",
           "pricing-ops", "reporting-centre", "returns-desk", "shrink-control", "store-planning", "supply-forecast", "web-metrics")),
)


# What a text may call the date the access is asked for.
LABELS = ("access date", "date of access", "date of use", "day of use")

# (slot, meaning, wording); {mark} and {label} are the mark and the name of the date as the text writes them.
RULES = (
    ("implied", "none", "There are no implied actions: {a_role} gives what its line says and nothing else."),
    ("implied", "none", "{A_role} allows exactly the actions listed for it; no action brings another with it."),
    ("implied", "none", "Only the actions listed for {a_role} belong to it. None of them includes another one."),
    ("judged", "request day", "Whether something has ended is judged on the {label} in the request; no end date means open-ended."),
    ("judged", "request day", "Everything without an end date runs on, and end dates are compared with the {label} in the request."),
    ("judged", "request day", "The {label} in the request decides what has ended, not the day the request or the {listing} was made. "
     "Without an end date there is no limit."),
    ("deny scope", "named actions", "{Denies} take away the actions named in them and no others."),
    ("deny scope", "named actions", "{A_deny} has no bearing on actions that it does not name."),
    ("deny scope", "named actions", "{A_deny} concerns only the actions it names."),
    ("deny ends", "with the membership", "{A_deny} has no end date of its own; a membership that has ended counts neither for {grants} "
     "nor for {denies}."),
    ("deny ends", "with the membership", "{Denies} carry no end dates. A membership that has ended no longer puts anybody in the {team}, "
     "be it for {grants} or for {denies}."),
    ("deny ends", "with the membership", "End dates are never given for {denies}. Once a membership has ended, neither {grants} nor {denies} "
     "apply to the person through it."),
    ("reach", "downwards", "{A_grant} or {a_deny} on {a_place} also counts for everything below it, unless the mark \"{mark}\" keeps it out, "
     "and never for anything above or beside it."),
    ("reach", "downwards", "{Grants} and {denies} set on {a_place} reach that {place} and, as far as the mark \"{mark}\" lets them through, "
     "all {places} beneath it, no others."),
    ("reach", "downwards", "What is set on {a_place} holds there and further down the tree, except where the mark \"{mark}\" stops it; "
     "neighbouring and higher {places} are not affected."),
    ("conflict", "deny wins", "One {deny} that applies outweighs any number of {grants}, whichever of them is set closer to the {place} in question."),
    ("conflict", "deny wins", "{Denies} go first: if one applies, no {grant} helps, not even one set further down."),
    ("conflict", "deny wins", "Where {a_deny} and {a_grant} both apply, the {deny} decides, no matter on which {places} the two are set."),
    ("default", "refused", "Nobody may do anything on {a_place} unless {a_grant} allows it."),
    ("default", "refused", "Without {a_grant} that applies, a request is refused."),
    ("default", "refused", "Whatever no {grant} allows is refused."),
    ("nesting", "part to whole", "Whoever is in {a_team} that is part of another {team} counts as being in that one too, over any number of steps, "
     "for {grants} and {denies} alike. It does not work the other way round."),
    ("nesting", "part to whole", "{Grants} and {denies} for {a_team} also apply to those in the {teams} that are part of it, directly or through "
     "further {teams}; those for a part do not apply to the rest of the whole."),
    ("nesting", "part to whole", "Being in a part means being in the whole, however many steps up, both for {grants} and for {denies}. "
     "Being in the whole does not put anybody into its parts."),
    ("ends", "inclusive", "End dates are inclusive: on the date shown the {grant} or membership is still good."),
    ("ends", "inclusive", "{Grants} and memberships still count on their end date and stop on the day after."),
    ("ends", "inclusive", "An end date is the last day on which the {grant} or membership counts."),
    ("ends", "exclusive", "End dates are exclusive: on the date shown the {grant} or membership is already over."),
    ("ends", "exclusive", "{Grants} and memberships count up to the day before their end date; on the date itself they are over."),
    ("ends", "exclusive", "An end date is the first day on which the {grant} or membership no longer counts."),
    ("mark", "stops both", "Neither {a_place} marked \"{mark}\" nor anything below it takes over {grants} or {denies} from the {places} above the "
     "marked one; what is set on the marked {place} itself or further down counts as usual."),
    ("mark", "stops both", "Inheritance ends at {a_place} marked \"{mark}\": {grants} and {denies} from the {places} above it reach neither "
     "that {place} nor anything below. Those on the marked {place} itself stay in force there and below."),
    ("mark", "stops both", "The mark \"{mark}\" cuts {a_place} and all below it off from whatever is set above that {place}, {grants} and {denies} "
     "alike. What is set on the marked {place} itself or below is not touched by the mark."),
    ("mark", "stops grants", "The mark \"{mark}\" cuts {a_place} and all below it off from {grants} set above that {place}, but not from {denies}, "
     "which reach through it. What is set on the marked {place} itself or below is not touched by the mark."),
    ("mark", "stops grants", "For {grants}, inheritance ends at {a_place} marked \"{mark}\": those from the {places} above it reach neither "
     "that {place} nor anything below, while those on the marked {place} itself stay in force there and below. "
     "{Denies} from above are not held back by the mark."),
    ("mark", "stops grants", "Neither {a_place} marked \"{mark}\" nor anything below it takes over {grants} from the {places} above the marked one; "
     "{grants} set on the marked {place} itself or further down count as usual. "
     "{Denies} are not stopped by the mark and come through from above."),
    ("complete", "yes", "There are no other {grants} or {denies} that bear on {root} than those shown."),
    ("complete", "yes", "Nothing is set above {root}, and nothing outside this listing bears on it."),
    ("complete", "yes", "Nothing but the {grants} and {denies} shown here bears on {root} or anything below it."),
    ("complete", "yes", "{Grants} and {denies} set outside {root} play no part here."),
    ("complete", "yes", "This {listing} is complete for {root}: no {grants} or {denies} come from anywhere else."),
    ("complete", "yes", "This {listing} shows every {grant} and {deny} that counts in {root}."),
)
SLOTS = ("implied", "judged", "deny scope", "deny ends", "reach", "conflict", "default", "ends", "mark", "complete")  # nesting: only where shown

# Remarks that say nothing about who may do what; {count} as in "revisions".
REMARKS = (
    "The columns for cost centre and last sign-in are left out.",
    "Earlier versions of this listing are kept for a year.",
    "Names are as in the staff directory.",
    "Comments on single lines were removed to keep this short.",
    "The numbers of {count} are those of last night.",
    "The {listing} is refreshed every night.",
)

# Wordings of the question; each asks whether the request is allowed, and "true" is yes.
QUESTIONS = {
    "Going by the rules and entries shown, may the request go ahead?": ("it may go ahead", "it may not go ahead"),
    "Should the request be permitted under the access rules given?": ("the rules and entries permit it", "the rules and entries do not permit it"),
    "With the settings as exported, is the requested action permitted?": ("the action is permitted", "the action is not permitted"),
    "Is the request allowed?": ("the request is allowed under the rules and entries shown", "the request is not allowed"),
    "Do the settings shown let this person carry out the action in question?":
        ("they let the person do it", "they do not, or no longer, let the person do it"),
    "Does the person have the access asked for on the date it is wanted for?":
        ("yes, the access is there on that date", "no, the access is missing, ended or taken away"),
    "May the person do what is asked for, given the rules and entries shown?": ("the person may do it", "the person may not do it"),
}


MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WORD = r"[A-ZÀ-ÖØ-Þ][^\W\d_]+"   # a name of a person, first or last
FIELDS = {
    "name": f"{WORD} {WORD}",                                  # Anders Bergström
    "first": WORD,                                             # Anders
    "login": r"[a-z]{2,6}\d\d",                                # abergs48
    "org": rf"[A-Z][\w']*(?: [A-Z][\w']*)*",                   # Moorcroft Lane Children's Hospital
    "system": r"[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)*",           # Kelder Object Store
    "host": r"[a-z]+[0-9]*(?:[.-][a-z0-9]+)*",                 # us-lake-2
    "ticket": r"(?:REQ|SD|AR|ACC)-\d{4,5}",                    # AR-14511
    "iso": r"\d{4}-\d\d-\d\d",                                 # 2026-05-05
    "short": r"\d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}",       # 05 May 2026
    "long": rf"[1-9]\d? (?:{'|'.join(MONTHS)}) \d{{4}}",       # 5 May 2026
    "clock": r"\d\d:\d\d",                                     # 07:44
    "weekday": "|".join(WEEKDAYS),
    "number": r"[1-9]\d*",
    "slug node": r"[a-z]+(?:[-_][a-z]+)*",                     # lake-prod, market_mart
    "title node": r"(?:[A-Z][A-Za-z0-9]*(?:-[a-z]+)?|\d+)(?: (?:[A-Z][A-Za-z]*|\d+))*",   # Line 4 Retrofit, Follow-up, Rev C, 2026
}


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def article(text: str) -> str:
    return ("an " if text[0] in "aeiou" else "a ") + text


def key(text: str) -> str:
    """A word as YAML writes it: `permission_sets`, `ring_fenced`."""
    return re.sub("[ -]", "_", text)


@lru_cache(maxsize=None)
def forms(words: Words) -> dict:
    """The words in every form the templates use: place, Place, PLACE, a_place, A_place, key_place."""
    made = {}
    for field in ("place", "places", "grant", "grants", "deny", "denies", "team", "teams", "role", "roles", "person", "persons", "count"):
        word = getattr(words, field)
        made.update({field: word, capital(field): capital(word), field.upper(): word.upper(), "a_" + field: article(word),
                     "A_" + field: capital(article(word)), "key_" + field: key(word)})
    return made


@lru_cache(maxsize=None)
def fields(words: Words) -> dict:
    """Regular expressions for the fields of a line in a text with these words."""
    team, role = ("|".join(re.escape(name) for name in names) for names in (words.team_names, words.role_names))
    node = FIELDS["slug node" if words.team_names[0].islower() else "title node"]
    path = node + "(?:" + re.escape(words.separator) + node + ")*"
    action = "|".join(re.escape(action) for action in words.actions)
    made = {name: re.escape(text) for name, text in forms(words).items()}
    made.update({"w_" + name: text for name, text in made.items()})
    made.update(FIELDS)
    made.update({
        "team": team, "role": role, "path": path, "root": node, "action": action,
        "label": "|".join(LABELS), "Label": "|".join(capital(label) for label in LABELS),
        "key_label": "|".join(key(label) for label in LABELS),
        "listing": "|".join(words.listings), "Listing": "|".join(capital(listing) for listing in words.listings),
        "mark": re.escape(words.mark), "key_mark": key(words.mark),
        "commas": f"(?:{action})(?:, (?:{action}))*",
        "spaces": f"(?:{action})(?: (?:{action}))*",
        "ands": f"(?:{action})(?:(?:, (?:{action}))* and (?:{action}))?",
        "ors": f"(?:{action})(?:(?:, (?:{action}))* or (?:{action}))?",
    })
    return made


def fill(template: str, words: Words) -> str:
    """The template with each <field> replaced by its regular expression; <w_place> stands for the word, <role> for a role's name."""
    table = fields(words)
    return re.sub(r"<(\w+)>", lambda match: "(?:" + table[match[1]] + ")", template)


@lru_cache(maxsize=None)
def patterns(shape: str, words: Words) -> dict:
    """{name: compiled pattern} of one shape of text ("mail", "page", "report", "yaml") for one kind of system."""
    return {name: re.compile(fill(template, words)) for name, template in TEMPLATES[shape].items()}


MEMBER_MAIL = r"<team>(?: \(end date <long>\))?"
MEMBER_PAGE = r"<team>(?: \(end <short>\))?"
MEMBER_REPORT = r"<team>(?: \(ends <iso>\))?"
MEMBER_YAML = r"(?:<team>|\{name: <team>, ends: <iso>\})"
GRANT_MAIL = r"<team> as <role>(?: \(end date <long>\))?"

MAIL = {
    "from": r"From: (<name>)",                                                      # From: Oliver Otieno
    "to": r"To: (<name>)",                                                          # To: Theo Jensen
    "date": r"Date: (<weekday>), (<long>), (<clock>)",                              # Date: Tuesday, 18 August 2026, 14:37
    "subject change": r"Subject: (<ticket>): \"(<action>)\" on (<path>)\?",         # Subject: SD-24509: "change" on Group Finance\Payables?
    "subject access": r"Subject: Access to (<root>), (<ticket>)",                   # Subject: Access to Finance, AR-35707
    "subject question": r"Subject: Question about (<ticket>)",                      # Subject: Question about AR-41930
    "greeting": r"(?:Hi|Hello|Dear) (<first>),",                                    # Hi Theo,
    # here is the permission export for Accounting as Netherby Filer gives it today.
    "here is": r"here is the (<listing>) for (<root>) as <system> gives it today\.",
    # The open case is SD-65441: Sara Hansen, folder Accounting\Tax\2025, action "print", day of use 3 February 2026.
    "open case": r"The open case is (<ticket>): (<name>), <w_place> (<path>), action \"(<action>)\", (<label>) (<long>)\.",
    # Dmitri Oliveira has asked for the action "add" on Finance\Treasury\Month End, date of use 31 July 2026.
    "asked": r"(<name>) has asked for the action \"(<action>)\" on (<path>), (<label>) (<long>)\.",
    # I have copied the permission export from Tollgate Shares (fs-nord) below; could you tell the help desk whether that is covered?
    "copied": r"I have copied the (<listing>) from <system> \(<host>\) below; could you tell the help desk whether that is covered\?",
    # the help desk needs an answer on AR-49811. It is about Nina Reyes, who asks for the action "add" on Finance\Tax; day of use: 9 June 2026.
    "needs": r"the help desk needs an answer on (<ticket>)\. It is about (<name>), who asks for the action \"(<action>)\" on (<path>); "
             r"(<label>): (<long>)\.",
    "below": r"Below is what <system> \(<host>\) shows in its (<listing>)\.",       # Below is what Chartroom (records-b) shows in its access report.
    "rule": r"(<number>)\) (.+)",                                                   # 3) A deny entry concerns only the actions it names.
    "role stands": r"(<role>) stands for (<ands>)\.",                               # Editor stands for open, add and change.
    "role covers": r"(<role>) covers (<ands>)\.",                                   # Editor covers open, add and change.
    "role is": r"(<role>) = (<commas>)",                                            # Editor = open, add, change
    "place none": r"(<path>)( \(<mark>\))?: none",                                  # Finance\Tax (inheritance off): none
    "place grants": rf"(<path>)( \(<mark>\))?: ({GRANT_MAIL}(?:; {GRANT_MAIL})*)",  # Finance\Tax: Tax Desk as Editor (end date 5 May 2026)
    "deny may not": r"(<team>) may not use (<ors>) on (<path>)",                    # Tax Desk may not use add or change on Finance\Tax
    "deny no": r"No (<ors>) for (<team>) on (<path>)",                              # No add or change for Tax Desk on Finance\Tax
    "deny on": r"On (<path>): (<ands>) denied to (<team>)",                         # On Finance\Tax: add and change denied to Tax Desk
    "in dash": rf"(<name>) - ({MEMBER_MAIL}(?:; {MEMBER_MAIL})*)",                  # Nina Reyes - Travel Desk; Tax Desk (end date 5 May 2026)
    "in words": rf"(<name>) is in ({MEMBER_MAIL}(?:(?:, {MEMBER_MAIL})* and {MEMBER_MAIL})?)\.",   # Nina Reyes is in Travel Desk and Tax Desk.
    "in colon": rf"(<name>): ({MEMBER_MAIL}(?:, {MEMBER_MAIL})*)",                  # Nina Reyes: Travel Desk, Tax Desk
    "part within": r"(<team>), within (<team>)",                                    # Tax Desk, within Financial Control
    "part colon": r"(<team>): part of (<team>)",                                    # Tax Desk: part of Financial Control
    "part arrow": r"(<team>) -> (<team>)",                                          # Tax Desk -> Financial Control
    # Tax Desk (end date 5 May 2026)
    "one member": r"(<team>)(?: \(end date (<long>)\))?",
    # Tax Desk as Editor (end date 5 May 2026)
    "one grant": r"(<team>) as (<role>)(?: \(end date (<long>)\))?",
    "closing": r"Thanks,|Best,|Kind regards,",                                      # Kind regards,
    "desk": r"<org>, access desk",                                                  # Westerling Logistics, access desk
    "remark": r"PS: (.+)",                                                          # PS: Names are as in the staff directory.
}

PAGE = {
    "title listing": r"# (<Listing>): (<root>)",                                    # # Bucket policy listing: lake-core
    "title ticket": r"# (<ticket>): access to (<root>)",                            # # REQ-47347: access to calderby
    "title review": r"# Access review (<root>)",                                    # # Access review Group Finance
    # Taken from Millwright Source (forge-a) on 22 Oct 2025, 15:31 for SD-59138. Prepared by Daniel Silva, Skerrow Robotics.
    "taken": r"Taken from <system> \(<host>\) on (<short>), (<clock>) for (<ticket>)\. Prepared by <name>, <org>\.",
    # *Ivorsand Freight, Aisha Ziegler. Source: permission export of Netherby Filer, 12 Dec 2025, 10:34.*
    "source": r"\*<org>, <name>\. Source: (<listing>) of <system>, (<short>), (<clock>)\.\*",
    # Owner: Grace Dahl (Harrowgate Mills Insurance). Pasted from Pagewell on kb-main, 12 Dec 2025, 10:34; ticket SD-59138.
    "owner": r"Owner: <name> \(<org>\)\. Pasted from <system> on <host>, (<short>), (<clock>); ticket (<ticket>)\.",
    "remark": r"> (.+)",                                                            # > Names are as in the staff directory.
    "rule": r"- (.+)",                                                              # - A block concerns only the actions it names.
    "ruler": r"\| ---(?: \| ---)+ \|",                                              # | --- | --- |
    "role row": r"\| (<role>) \| (<commas>) \|",                                    # | Reader | view, export |
    "role bullet": r"\* \*\*(<role>)\*\*: (<commas>)",                              # * **Reader**: view, export
    "person": rf"\| (<name>) \| <login> \| ({MEMBER_PAGE}(?:, {MEMBER_PAGE})*) \|", # | Ivan Mbeki | imbeki88 | East Office (end 15 Sep 2026) |
    "part": r"\| (<team>) \| (<team>) \|",                                          # | Tech Writers | Remote Office |
    "place": r"\| (<path>) \| <number> \| (<mark>)? \|",                            # | lake-core/models | 42268 | boundary |
    "grant": r"\| (<number>) \| (<team>) \| (<path>) \| (<role>) \| (<short>)? \|", # | 58 | Recruiters | Manual > Hiring | Reader | 17 May 2026 |
    "deny": r"\| (<number>) \| (<team>) \| (<path>) \| (<commas>) \|",              # | 73 | Recruiters | Manual > Hiring | view, edit |
    # Tech Writers (end 15 Sep 2026)
    "one member": r"(<team>)(?: \(end (<short>)\))?",
    "asked head": r"\| Ticket \| Name \| Action \| <Place> \| (<Label>) \|",        # | Ticket | Name | Action | Page | Access date |
    # | SD-67300 | Jasmine Ziegler | attach | Product Space > Hiring | 17 Jun 2026 |
    "asked row": r"\| (<ticket>) \| (<name>) \| (<action>) \| (<path>) \| (<short>) \|",
    "asked by": r"\* Requested by: \*\*(<name>)\*\*",                               # * Requested by: **Chidi Novak**
    "asked action": r"\* Action: \*\*(<action>)\*\*",                               # * Action: **comment**
    "asked place": r"\* <Place>: \*\*(<path>)\*\*",                                 # * Page: **Support Handbook > Hiring**
    "asked day": r"\* (<Label>): \*\*(<short>)\*\*",                                # * Day of use: **14 Sep 2026**
    # **Chidi Novak** asks for the action **view** on **Product Space > Hiring**, access date **12 Jan 2026**.
    "asked words": r"\*\*(<name>)\*\* asks for the action \*\*(<action>)\*\* on \*\*(<path>)\*\*, (<label>) \*\*(<short>)\*\*\.",
}

REPORT = {
    "banner": r"== <org>: (<listing>) ==",                                          # == Yarrowdale Mobility: policy dump ==
    "banner source": r"source: <system>, <host>",                                   # source: Stackhold, zone-c
    "banner scope": r"scope:  (<root>) and all below",                              # scope:  lake-prod and all below
    "banner taken": r"taken:  (<iso>) (<clock>) \(<name>\)",                        # taken:  2026-04-30 07:44 (Vera Traore)
    "plain": r"<system> (<listing>)",                                               # Stackhold policy export
    "plain host": r"host <host>, branch (<root>), run (<iso>) (<clock>) by <name>", # host us-lake-2, branch lake-prod, run 2026-05-08 16:59 by Ann Lee
    "hash": r"# (<listing>) \| <system> on <host> \| <org>",                        # # share export | Loomtable on cat.int | Lowenthal Travel
    "hash from": r"# from (<root>) downwards \| (<iso>) (<clock>) \| <name>",       # # from retail_mart downwards | 2026-05-14 12:13 | Oskar Fischer
    "remark": r"\((.+)\)",                                                          # (Names are as in the staff directory.)
    "rule": r"  (<number>)\. (.+)",                                                 #   3. A guardrail concerns only the actions it names.
    "role": r"  (<role>)  +(<spaces>)",                                             #   ReadObjects  get head list
    "person": rf"  (<name>)  +<login>   +({MEMBER_REPORT}(?:; {MEMBER_REPORT})*)",   #   Amir Sharma     asharm90   store-planning (ends 2026-08-22)
    "part": r"  (<team>)  +part of  (<team>)",                                      #   bi-adhoc          part of  data-services
    "place": r"  (<path>)  \(<number> <count>(, <mark>)?\)",                        #   lake-prod/logs  (27136 objects, boundary)
    "grant": r"      (?:allow|\+|\[A\]) (<team>)  +(<role>)  +(?:-|ends (<iso>))",  #       allow bi-adhoc          Uploader     ends 2026-02-23
    "deny": r"      (?:deny |-|\[D\]) (<team>)  +(<spaces>)",                       #       deny  data-services     put purge
    # store-planning (ends 2026-08-22)
    "one member": r"(<team>)(?: \(ends (<iso>)\))?",
    # CHECK SD-1234: Marco Rossi | append | ops_mart.sales | date of access 2026-08-21
    "check": r"CHECK (<ticket>): (<name>) \| (<action>) \| (<path>) \| (<label>) (<iso>)",
    "pending": r"PENDING (<ticket>)",                                               # PENDING REQ-17271
    "pending asks": r"  (<name>) asks for the action \"(<action>)\" on (<path>)",   #   Wei Becker asks for the action "redline" on Plant 2/Civil
    "pending day": r"  (<label>): (<iso>)",                                         #   date of use: 2026-08-21
    "request": r"REQUEST (<ticket>)",                                               # REQUEST AR-14511
    "request who": r"  <w_person> +(<name>)",                                       #   identity        Giulia Kumar
    "request action": r"  action +(<action>)",                                      #   action          get
    "request place": r"  <w_place> +(<path>)",                                      #   prefix          lake-prod/backups
    "request day": r"  (<label>)  +(<iso>)",                                        #   day of use      2026-05-05
}

YAML = {
    "for": r"# <system>: (<listing>) for (<root>)",                                 # # Kelder Object Store: policy dump for events-lake
    "for exported": r"# exported (<iso>) (<clock>) from <host> by <name>",          # # exported 2026-02-06 16:18 from eu-north-1b by Beatriz Chandra
    "file": r"# ([a-z_]+)-access\.yaml -- <org>",                                   # # lindmoor-access.yaml -- Dunmarrow Payments
    # # applied to Brinestore (eu-north-1b) 2026-06-05 11:55, last merge by Samir Ibarra
    "file applied": r"# applied to <system> \(<host>\) (<iso>) (<clock>), last merge by <name>",
    "org": r"# <org>: (<listing>), (<root>)",                                       # # Garrowby Maps: access file, calderby
    "org state": r"# <system>@<host>, state of (<iso>) (<clock>), owner <name>",    # # Branchyard@forge-a, state of 2026-06-03 15:12, owner Ann Lee
    "remark": r"# (\S.+)",                                                          # # Names are as in the staff directory.
    # #
    "gap": r"#",
    "rule": r"#   (\S.+)",                                                          # #   A block concerns only the actions it names.
    "role": r"  (<role>): \[(<commas>)\]",                                          #   observer: [clone, read-issues]
    #   - {name: Clara Rossi, login: crossi33, in: [returns-desk, {name: web-metrics, ends: 2026-03-31}]}
    "person": rf"  - \{{name: (<name>), login: <login>, in: \[({MEMBER_YAML}(?:, {MEMBER_YAML})*)\]\}}",
    #   - {path: ops_mart.web, tables: 158, ring_fenced: false}
    "place": r"  - \{path: (<path>), <key_count>: <number>, <key_mark>: (true|false)\}",
    "team": r"  - name: (<team>)",                                                  #   - name: ingest-batch
    "part of": r"    part_of: (<team>)",                                            #     part_of: data-services
    "team grants": r"    <key_grants>:",                                            #     bindings:
    "grant": r"      - \{on: (<path>), <key_role>: (<role>)(?:, ends: (<iso>))?\}", #       - {on: ops_mart.web, tier: query, ends: 2026-03-20}
    "deny": r"  - \{on: (<path>), for: (<team>), actions: \[(<commas>)\]\}",        #   - {on: ops_mart.web, for: crm-insight, actions: [select]}
    # {name: web-metrics, ends: 2026-03-31}
    "one member": r"\{name: (<team>), ends: (<iso>)\}|(<team>)",
    "id": r"  id: (<ticket>)",                                                      #   id: AR-87649
    "name": r"  name: (<name>)",                                                    #   name: Sofia Mori
    "action": r"  action: (<action>)",                                              #   action: append
    "on": r"  on: (<path>)",                                                        #   on: retail_mart.web.returns
    "day": r"  (<key_label>): (<iso>)",                                             #   day_of_use: 2026-02-04
    "ticket": r"  ticket: (<ticket>)",                                              #   ticket: SD-70251
    #   detail: {name: Clara Rossi, action: append, on: ops_mart.web, access_date: 2026-06-11}
    "detail": r"  detail: \{name: (<name>), action: (<action>), on: (<path>), (<key_label>): (<iso>)\}",
    #   REQ-55754: {who: Clara Rossi, what: append, on: ops_mart.web, access_date: 2026-06-11}
    "check": r"  (<ticket>): \{who: (<name>), what: (<action>), on: (<path>), (<key_label>): (<iso>)\}",
}

TEMPLATES = {"mail": MAIL, "page": PAGE, "report": REPORT, "yaml": YAML}


def take(pattern, item, where: str):
    """The match of the whole line `item` (number, text); raises where it does not match."""
    match = pattern.fullmatch(item[1])
    if not match:
        raise reading.unread(item[0], item[1], where)
    return match


def take_one(table: dict, names, item, where: str):
    """(name, match) of the one pattern among `names` that reads the line; raises where none or several do."""
    found = reading.first_match({name: table[name] for name in names}, item[1])
    if not found:
        raise reading.unread(item[0], item[1], where)
    return found


def require(condition, item, where: str) -> None:
    if not condition:
        raise reading.unread(item[0], item[1], where)


@lru_cache(maxsize=None)
def day(text: str) -> date:
    """'2026-05-05', '05 May 2026' or '5 May 2026' as a date; raises for a date that does not exist."""
    if "-" in text:
        parts = [int(part) for part in text.split("-")]
    else:
        number, month, year = text.split(" ")
        names = [name for name in MONTHS if name == month or name[:3] == month]
        parts = [int(year), MONTHS.index(names[0]) + 1, int(number)]
    try:
        return date(*parts)
    except ValueError:
        raise reading.Unread(f"{text!r} is not a date") from None


def end_day(text):
    return day(text) if text else None


@lru_cache(maxsize=None)
def listed(text: str) -> tuple:
    """'view, edit and attach' (also with 'or', or with spaces alone) -> the actions; an action named twice raises."""
    actions = tuple(re.split(r", | and | or | ", text))
    if len(set(actions)) != len(actions):
        raise reading.Unread(f"an action stands twice in {text!r}")
    return actions


def add(table: dict, name: str, value, item) -> None:
    """Set table[name]; a name that stands there already raises."""
    require(name not in table, item, "a second entry of the same name")
    table[name] = value


def memberships(pattern, text: str) -> list:
    """The memberships of one person, each with its end date or None."""
    return [Membership(match[1], end_day(match[2])) for match in pattern.finditer(text)]


def with_listing(wording: str, words: Words) -> tuple:
    """The names of the export that a sentence can stand with; ("",) for a sentence that does not name it."""
    return words.listings if "{listing}" in wording else ("",)


@lru_cache(maxsize=None)
def rule_table(words: Words, shape: str, root: str, label: str) -> dict:
    """{sentence: (slot, meaning, the name it gives the export)} for one text with the date called `label`."""
    values = dict(forms(words))
    values["mark"] = key(words.mark) + ": true" if shape == "yaml" else words.mark
    values["label"] = f'"{key(label)}"' if shape == "yaml" else label
    values["root"] = root
    table = {}
    for slot, meaning, wording in RULES:
        for name in with_listing(wording, words):
            table[wording.format(listing=name, **values)] = (slot, meaning, name)
    return table


@lru_cache(maxsize=None)
def remark_table(words: Words) -> dict:
    """{remark: the name it gives the export}."""
    return {remark.format(count=words.count, listing=name): name for remark in REMARKS for name in with_listing(remark, words)}


class Draft:
    """What has been read so far of one text."""

    def __init__(self, words: Words, shape: str):
        self.words, self.shape, self.table = words, shape, patterns(shape, words)
        self.root = self.listing = self.ticket = ""
        self.places, self.grants, self.denies, self.roles, self.people, self.nesting, self.rules = {}, [], [], {}, {}, [], {}
        self.request = None
        self.seen = set()
        self.numbers = []            # (number, line) of the numbered entries of a page
        self.rule_items = []         # the lines of the rules, read once the request and the root are known
        self.teams, self.file = {}, None   # YAML: teams with an entry, the name in the first line

    def open_section(self, kind, item, rows) -> None:
        """Note that a section begins; a section stands once and has rows below its head."""
        require(kind not in self.seen and rows, item, "the head of a section not yet read, with rows below it")
        self.seen.add(kind)

    def name_listing(self, name, item) -> None:
        """Note what the export is called, where a line says so; it goes by one name throughout."""
        require(not (name and self.listing) or name == self.listing, item, "a line that calls the export what it was called before")
        self.listing = self.listing or name

    def read_remark(self, match, item) -> None:
        """A remark that has no bearing on access."""
        name = remark_table(self.words).get(match[1])
        require(name is not None, item, "a remark")
        self.name_listing(name, item)

    def read_rules(self) -> None:
        """The sentences of the rules; in a mail and in a report they count up from 1; a slot is filled once."""
        require(self.request, (0, ""), "a text with a request")
        table = rule_table(self.words, self.shape, self.root, self.request.label)
        for place, item in enumerate(self.rule_items, 1):
            match = take(self.table["rule"], item, "a rule")
            if self.shape in ("mail", "report"):
                require(int(match[1]) == place, item, f"rule {place}")
            found = table.get(match[match.re.groups])
            require(found, item, "a rule with a known wording")
            slot, meaning, name = found
            add(self.rules, slot, meaning, item)
            self.name_listing(name, item)

    def set_request(self, person, action, place, label, text, ticket, item) -> None:
        require(self.request is None, item, "the only request")
        require(not (ticket and self.ticket) or ticket == self.ticket, item, "a request with the ticket named before")
        self.request = Request(person, action, place, day(text), label, ticket or self.ticket)


@lru_cache(maxsize=None)
def mail_heads(words: Words) -> dict:
    """{line: section} of a mail."""
    made = forms(words)
    heads = {
        "The {roles}:": "roles", "{Grants}, {place} by {place}:": "places", "{Denies}:": "denies",
        "Who is in which {team}:": "people", "And which {teams} belong to larger ones:": "nesting",
        "The usual points for reading it:": "rules", "From the notes that come with the export:": "rules", "How it works, for completeness:": "rules",
    }
    return {head.format(**made): section for head, section in heads.items()}


def blocks_of(state: str) -> list:
    """The lines (number, text) of the state, cut at blank lines."""
    blocks, current = [], []
    for item in enumerate(state.split("\n"), 1):
        if item[1].strip():
            current.append(item)
        elif current:
            blocks.append(current)
            current = []
    return blocks + ([current] if current else [])


def read_mail_head(draft: Draft, blocks) -> str:
    """From, To, Date, Subject, greeting and the two lines that state the request; returns the sender."""
    table = draft.table
    head, greeting, intro = blocks[0], blocks[1], blocks[2]
    require(len(head) == 4 and len(greeting) == 1 and len(intro) == 2, head[0], "a mail with four head lines, a greeting and two lines")
    sender, receiver = take(table["from"], head[0], "From")[1], take(table["to"], head[1], "To")[1]
    sent = take(table["date"], head[2], "Date")
    require(WEEKDAYS[day(sent[2]).weekday()] == sent[1], head[2], "a date on its weekday")
    reading.minutes(sent[3])
    require(take(table["greeting"], greeting[0], "a greeting")[1] == receiver.split(" ")[0], greeting[0], "a greeting of the receiver")
    read_mail_request(draft, intro)
    name, match = take_one(table, ("subject change", "subject access", "subject question"), head[3], "Subject")
    asked = draft.request
    ticket = match[2] if name == "subject access" else match[1]
    require(asked.ticket in ("", ticket), head[3], "a subject with the ticket of the request")
    if name == "subject change":
        require((match[2], match[3]) == (asked.action, asked.place), head[3], "a subject with the action and place of the request")
    if name == "subject access":
        require(match[1] == draft.root, head[3], "a subject with the root")
    return sender


def read_mail_request(draft: Draft, intro) -> None:
    """The two lines after the greeting, in one of three orders."""
    table = draft.table
    name, match = take_one(table, ("here is", "asked", "needs"), intro[0], "the request")
    if name == "here is":
        draft.listing, draft.root = match[1], match[2]
        found = take(table["open case"], intro[1], "the open case")
        draft.set_request(found[2], found[4], found[3], found[5], found[6], found[1], intro[1])
    elif name == "asked":
        draft.listing = take(table["copied"], intro[1], "the export")[1]
        draft.set_request(match[1], match[2], match[3], match[4], match[5], "", intro[0])
    else:
        draft.listing = take(table["below"], intro[1], "the export")[1]
        draft.set_request(match[2], match[3], match[4], match[5], match[6], match[1], intro[0])
    root = draft.request.place.split(draft.words.separator)[0]
    require(draft.root in ("", root), intro[0], "an export of the root of the request")
    draft.root = root


def read_mail_end(draft: Draft, block, sender: str) -> None:
    """Closing words, the sender, the desk, and possibly a remark."""
    table = draft.table
    require(len(block) in (3, 4), block[0], "the end of a mail")
    take(table["closing"], block[0], "closing words")
    require(block[1][1] == sender, block[1], "the sender's name")
    take(table["desk"], block[2], "the desk")
    if len(block) == 4:
        draft.read_remark(take(table["remark"], block[3], "a remark"), block[3])


def read_mail_places(draft: Draft, items) -> None:
    """Each place with its mark and its grants."""
    for item in items:
        name, match = take_one(draft.table, ("place none", "place grants"), item, "a place")
        add(draft.places, match[1], bool(match[2]), item)
        if name == "place grants":
            for part in match[3].split("; "):
                found = draft.table["one grant"].fullmatch(part)
                draft.grants.append((Grant(found[1], match[1], found[2], end_day(found[3])), item))


def read_mail_denies(draft: Draft, items) -> None:
    """Each deny in one of three wordings."""
    order = {"deny may not": (1, 3, 2), "deny no": (2, 3, 1), "deny on": (3, 1, 2)}  # groups of team, place, actions
    for item in items:
        name, match = take_one(draft.table, tuple(order), item, "a deny")
        team, place, actions = (match[group] for group in order[name])
        draft.denies.append((Deny(team, place, listed(actions)), item))


def read_mail_lines(draft: Draft, section: str, items) -> None:
    """Roles, people and nesting of a mail."""
    table = draft.table
    for item in items:
        if section == "roles":
            match = take_one(table, ("role stands", "role covers", "role is"), item, "a role")[1]
            add(draft.roles, match[1], listed(match[2]), item)
        elif section == "people":
            match = take_one(table, ("in dash", "in words", "in colon"), item, "a person's teams")[1]
            add(draft.people, match[1], memberships(table["one member"], match[2]), item)
        else:
            match = take_one(table, ("part within", "part colon", "part arrow"), item, "a part and its whole")[1]
            draft.nesting.append((match[1], match[2]))


def read_mail(words: Words, state: str) -> Draft:
    draft = Draft(words, "mail")
    blocks = blocks_of(state)
    sender = read_mail_head(draft, blocks)
    read_mail_end(draft, blocks[-1], sender)
    heads = mail_heads(words)
    for block in blocks[3:-1]:
        section = heads.get(block[0][1])
        require(section, block[0], "the head of a section")
        draft.open_section(section, block[0], block[1:])
        if section == "rules":
            draft.rule_items = block[1:]
        elif section == "places":
            read_mail_places(draft, block[1:])
        elif section == "denies":
            read_mail_denies(draft, block[1:])
        else:
            read_mail_lines(draft, section, block[1:])
    return draft


RULE_HEADS = ("## How access works here", "## Reading the tables", "## Conventions")
REQUEST_HEADS = {"## Open request": "row", "## Request": "bullets", "## What is asked": "words"}


@lru_cache(maxsize=None)
def page_heads(words: Words) -> dict:
    """{heading: section} of a page."""
    heads = {"## {Roles}": "roles", "## {Persons}": "people", "### {Teams} within {teams}": "nesting", "## {Places}": "places",
             "### {Grants}": "grants", "### {Denies}": "denies"}
    made = {head.format(**forms(words)): section for head, section in heads.items()}
    made.update({head: "rules" for head in RULE_HEADS})
    made.update({head: "request" for head in REQUEST_HEADS})
    return made


@lru_cache(maxsize=None)
def page_columns(words: Words) -> dict:
    """{section: head of its table}."""
    heads = {"roles": "| {Role} | Actions |", "people": "| Name | Sign-in | {Teams} |", "nesting": "| {Team} | Part of |",
             "places": "| {Place} | {Count} | Mark |", "grants": "| No. | {Team} | {Place} | {Role} | End |",
             "denies": "| No. | {Team} | {Place} | Actions |"}
    return {section: head.format(**forms(words)) for section, head in heads.items()}


def read_page_top(draft: Draft, items) -> None:
    """The title, the line on the source, and possibly a remark."""
    table = draft.table
    require(len(items) in (2, 3), items[0], "the top of a page")
    name, title = take_one(table, ("title listing", "title ticket", "title review"), items[0], "a title")
    if name == "title listing":
        draft.listing, draft.root = small(title[1]), title[2]
        match = take(table["taken"], items[1], "the source")
        moment, draft.ticket = match.group(1, 2), match[3]
    elif name == "title ticket":
        draft.ticket, draft.root = title[1], title[2]
        match = take(table["source"], items[1], "the source")
        draft.listing, moment = match[1], match.group(2, 3)
    else:
        draft.root = title[1]
        match = take(table["owner"], items[1], "the source")
        moment, draft.ticket = match.group(1, 2), match[3]
    day(moment[0])
    reading.minutes(moment[1])
    if len(items) == 3:
        draft.read_remark(take(table["remark"], items[2], "a remark"), items[2])


def small(text: str) -> str:
    """'Day of use' -> 'day of use'."""
    return text[0].lower() + text[1:]


def rows_below(draft: Draft, items) -> list:
    """The rows of a table below its two head lines, of which the first has been read."""
    take(draft.table["ruler"], items[1], "the rule below a table's head")
    require(items[1][1].count("---") == items[0][1].count("|") - 1, items[1], "a rule as wide as the table")
    return items[2:]


def table_rows(draft: Draft, section: str, items, head) -> list:
    """The rows of a table whose columns the section tells."""
    require(len(items) >= 3, head, "a table with a row")
    require(items[0][1] == page_columns(draft.words)[section], items[0], "the head of a table")
    return rows_below(draft, items)


def read_page_request(draft: Draft, head, items) -> None:
    """The request as a table row, as four bullets or in words; the heading tells which."""
    table, form = draft.table, REQUEST_HEADS[head[1]]
    require(len(items) == {"row": 3, "bullets": 4, "words": 1}[form], head, "a request and its lines")
    ticket = ""
    if form == "row":
        label = small(take(table["asked head"], items[0], "the head of a table")[1])
        ticket, person, action, place, text = take(table["asked row"], rows_below(draft, items)[0], "the request").groups()
    elif form == "bullets":
        names = ("asked by", "asked action", "asked place")
        person, action, place = (take(table[name], item, "the request")[1] for name, item in zip(names, items))
        label, text = take(table["asked day"], items[3], "the request").groups()
        label = small(label)
    else:
        person, action, place, label, text = take(table["asked words"], items[0], "the request").groups()
    draft.set_request(person, action, place, label, text, ticket, head)


def read_page_rows(draft: Draft, section: str, rows) -> None:
    """The rows of one table."""
    table = draft.table
    for item in rows:
        if section == "people":
            match = take(table["person"], item, "a person's teams")
            add(draft.people, match[1], memberships(table["one member"], match[2]), item)
        elif section == "nesting":
            match = take(table["part"], item, "a part and its whole")
            draft.nesting.append((match[1], match[2]))
        elif section == "places":
            match = take(table["place"], item, "a place")
            add(draft.places, match[1], bool(match[2]), item)
        elif section == "grants":
            match = take(table["grant"], item, "a grant")
            draft.grants.append((Grant(match[2], match[3], match[4], end_day(match[5])), item))
            draft.numbers.append((int(match[1]), item))
        else:
            match = take(table["deny"], item, "a deny")
            draft.denies.append((Deny(match[2], match[3], listed(match[4])), item))
            draft.numbers.append((int(match[1]), item))


def read_page_roles(draft: Draft, items, head) -> None:
    """Roles as a table or as bullets."""
    bullets = bool(items) and items[0][1].startswith("*")
    name = "role bullet" if bullets else "role row"
    for item in items if bullets else table_rows(draft, "roles", items, head):
        match = take(draft.table[name], item, "a role")
        add(draft.roles, match[1], listed(match[2]), item)


def page_sections(items) -> list:
    """(heading, lines below it) for each heading; the first is the title."""
    sections = []
    for item in items:
        if item[1].startswith("#"):
            sections.append((item, []))
        else:
            require(sections, item, "a title")
            sections[-1][1].append(item)
    return sections


def read_page(words: Words, state: str) -> Draft:
    draft = Draft(words, "page")
    sections = page_sections(reading.numbered_lines(state))
    read_page_top(draft, [sections[0][0]] + sections[0][1])
    heads = page_heads(words)
    for head, items in sections[1:]:
        section = heads.get(head[1])
        require(section, head, "a heading")
        draft.open_section(section, head, items)
        if section == "rules":
            draft.rule_items = items
        elif section == "request":
            read_page_request(draft, head, items)
        elif section == "roles":
            read_page_roles(draft, items, head)
        else:
            read_page_rows(draft, section, table_rows(draft, section, items, head))
    for (before, _), (number, item) in zip(draft.numbers, draft.numbers[1:]):
        require(number == before + 1, item, f"entry No. {before + 1}")
    return draft


@lru_cache(maxsize=None)
def report_heads(words: Words) -> dict:
    """{line: (section, sign of a grant, sign of a deny)} of a report."""
    heads = {
        "{ROLES}": ("roles", "", ""), "{PERSONS} AND {TEAMS}": ("people", "", ""), "{TEAMS} INSIDE {TEAMS}": ("nesting", "", ""),
        "HOW TO READ THIS REPORT": ("rules", "", ""), "NOTES": ("rules", "", ""), "LEGEND": ("rules", "", ""),
        "{PLACES} AND ENTRIES": ("places", "allow ", "deny  "),
        "{PLACES} WITH {GRANTS} (+) AND {DENIES} (-)": ("places", "+ ", "- "),
        "ENTRIES BY {PLACE}: [A] {grant}, [D] {deny}": ("places", "[A] ", "[D] "),
    }
    return {head.format(**forms(words)): found for head, found in heads.items()}


REPORT_TOPS = {  # pattern of the first line -> patterns of the lines that follow it
    "banner": ("banner source", "banner scope", "banner taken"),
    "plain": ("plain host",),
    "hash": ("hash from",),
}


def read_report_top(draft: Draft, items) -> None:
    """The lines above the first blank line: the export, its root and its time, and possibly a remark."""
    name, match = take_one(draft.table, tuple(REPORT_TOPS), items[0], "the head of a report")
    draft.listing = match[1]
    rest = REPORT_TOPS[name]
    require(len(items) in (1 + len(rest), 2 + len(rest)), items[0], "the head of a report")
    for pattern, item in zip(rest, items[1:]):
        match = take(draft.table[pattern], item, "the head of a report")
        groups = match.groups()
        if pattern in ("banner scope", "plain host", "hash from"):
            draft.root = groups[0]
        if len(groups) > 1:
            day(groups[-2])
            reading.minutes(groups[-1])
    if len(items) == 2 + len(rest):
        draft.read_remark(take(draft.table["remark"], items[-1], "a remark"), items[-1])


def read_report_request(draft: Draft, block) -> None:
    """CHECK in one line, PENDING in three, REQUEST in five."""
    table = draft.table
    name, match = take_one(table, ("check", "pending", "request"), block[0], "the head of a section")
    ticket = match[1]
    draft.open_section("asked", block[0], block)
    require(len(block) == {"check": 1, "pending": 3, "request": 5}[name], block[0], "a request and its lines")
    if name == "check":
        person, action, place, label, text = match.groups()[1:]
    elif name == "pending":
        person, action, place = take(table["pending asks"], block[1], "the request").groups()
        label, text = take(table["pending day"], block[2], "the request").groups()
    else:
        names = ("request who", "request action", "request place")
        person, action, place = (take(table[name], item, "the request")[1] for name, item in zip(names, block[1:]))
        label, text = take(table["request day"], block[4], "the request").groups()
    draft.set_request(person, action, place, label, text, ticket, block[0])


def read_report_places(draft: Draft, items, grant_sign: str, deny_sign: str) -> None:
    """Each place followed by its grants and denies, with the signs the heading announces."""
    table, place = draft.table, ""
    for item in items:
        name, match = take_one(table, ("place", "grant", "deny"), item, "a place or an entry")
        if name == "place":
            place = match[1]
            add(draft.places, place, bool(match[2]), item)
            continue
        require(place, item, "an entry below its place")
        require(item[1][6:].startswith(grant_sign if name == "grant" else deny_sign), item, "an entry with the sign of the heading")
        if name == "grant":
            draft.grants.append((Grant(match[1], place, match[2], end_day(match[3])), item))
        else:
            draft.denies.append((Deny(match[1], place, listed(match[2])), item))


def read_report_lines(draft: Draft, section: str, items) -> None:
    """Roles, people and nesting of a report."""
    table = draft.table
    for item in items:
        if section == "roles":
            match = take(table["role"], item, "a role")
            add(draft.roles, match[1], listed(match[2]), item)
        elif section == "people":
            match = take(table["person"], item, "a person's teams")
            add(draft.people, match[1], memberships(table["one member"], match[2]), item)
        else:
            match = take(table["part"], item, "a part and its whole")
            draft.nesting.append((match[1], match[2]))


def read_report(words: Words, state: str) -> Draft:
    draft = Draft(words, "report")
    blocks = blocks_of(state)
    read_report_top(draft, blocks[0])
    heads = report_heads(words)
    for block in blocks[1:]:
        section, grant_sign, deny_sign = heads.get(block[0][1], ("", "", ""))
        if not section:
            read_report_request(draft, block)
            continue
        draft.open_section(section, block[0], block[1:])
        if section == "rules":
            draft.rule_items = block[1:]
        elif section == "places":
            read_report_places(draft, block[1:], grant_sign, deny_sign)
        else:
            read_report_lines(draft, section, block[1:])
    return draft


@lru_cache(maxsize=None)
def yaml_heads(words: Words) -> dict:
    """{line: section} of a YAML file."""
    heads = {"{key_roles}:": "roles", "{key_persons}:": "people", "{key_places}:": "places", "{key_teams}:": "teams", "{key_denies}:": "denies",
             "request:": "request", "pending_request:": "pending", "check:": "check"}
    return {head.format(**forms(words)): section for head, section in heads.items()}


# Pattern of the first line -> pattern of the second.
YAML_TOPS = {"for": "for exported", "file": "file applied", "org": "org state"}


def read_yaml_top(draft: Draft, items) -> None:
    """The comment lines above the first key: two on the source, possibly a remark, a gap, the rules."""
    table = draft.table
    require(len(items) >= 4, items[0], "the comment at the head of a file")
    name, match = take_one(table, tuple(YAML_TOPS), items[0], "the head of a file")
    if name == "file":
        draft.file = (match[1], items[0])
    else:
        draft.listing, draft.root = match[1], match[2]
    moment = take(table[YAML_TOPS[name]], items[1], "the source")
    day(moment[1])
    reading.minutes(moment[2])
    rest = items[2:]
    if rest[0][1] != "#":
        draft.read_remark(take(table["remark"], rest[0], "a remark"), rest[0])
        rest = rest[1:]
    take(table["gap"], rest[0], "the gap above the rules")
    draft.rule_items = rest[1:]


def read_yaml_request(draft: Draft, section: str, items, head) -> None:
    """The request under one of its three keys."""
    table = draft.table
    draft.open_section("asked", head, items)
    require(len(items) == {"request": 5, "pending": 2, "check": 1}[section], head, "a request and its lines")
    if section == "request":
        names = ("id", "name", "action", "on")
        ticket, person, action, place = (take(table[name], item, "the request")[1] for name, item in zip(names, items))
        label, text = take(table["day"], items[4], "the request").groups()
    elif section == "pending":
        ticket = take(table["ticket"], items[0], "the ticket")[1]
        person, action, place, label, text = take(table["detail"], items[1], "the request").groups()
    else:
        ticket, person, action, place, label, text = take(table["check"], items[0], "the request").groups()
    draft.set_request(person, action, place, label.replace("_", " "), text, ticket, head)


def read_yaml_teams(draft: Draft, items) -> None:
    """Each team with its whole and its grants."""
    table, team, after = draft.table, "", ""
    allowed = {"team": ("", "team", "part of", "grant"), "part of": ("team",), "team grants": ("team", "part of"), "grant": ("team grants", "grant")}
    for item in items:
        name, match = take_one(table, ("team", "part of", "team grants", "grant"), item, "a team or its grants")
        require(after in allowed[name], item, f"a line after {after or 'the head'}")
        after = name
        if name == "team":
            team = match[1]
            add(draft.teams, team, True, item)
        elif name == "part of":
            draft.nesting.append((team, match[1]))
        elif name == "grant":
            draft.grants.append((Grant(team, match[1], match[2], end_day(match[3])), item))
    require(items and after != "team grants", items[-1] if items else (0, ""), "a team with its grants")


def read_yaml_lines(draft: Draft, section: str, items) -> None:
    """Roles, people, places and denies of a YAML file."""
    table = draft.table
    for item in items:
        if section == "roles":
            match = take(table["role"], item, "a role")
            add(draft.roles, match[1], listed(match[2]), item)
        elif section == "people":
            match = take(table["person"], item, "a person's teams")
            found = [Membership(part[1] or part[3], end_day(part[2])) for part in table["one member"].finditer(match[2])]
            add(draft.people, match[1], found, item)
        elif section == "places":
            match = take(table["place"], item, "a place")
            add(draft.places, match[1], match[2] == "true", item)
        else:
            match = take(table["deny"], item, "a deny")
            draft.denies.append((Deny(match[2], match[1], listed(match[3])), item))


def check_yaml(draft: Draft) -> None:
    """The file is named after its root; every team that is mentioned has its entry."""
    if draft.file:
        name, item = draft.file
        draft.root = draft.request.place.split(draft.words.separator)[0]
        require(draft.root.lower().replace("-", "_").replace(" ", "_") == name, item, "a file named after the root")
    mentioned = {part.team for parts in draft.people.values() for part in parts}
    mentioned.update(deny.team for deny, _ in draft.denies)
    mentioned.update(whole for _, whole in draft.nesting)
    missing = sorted(mentioned - set(draft.teams))
    if missing:
        raise reading.Unread(f"no entry for {', '.join(missing)}")


def read_yaml(words: Words, state: str) -> Draft:
    draft = Draft(words, "yaml")
    blocks = blocks_of(state)
    read_yaml_top(draft, blocks[0])
    heads = yaml_heads(words)
    for block in blocks[1:]:
        section = heads.get(block[0][1])
        require(section, block[0], "a key")
        draft.open_section(section, block[0], block[1:])
        if section in ("request", "pending", "check"):
            read_yaml_request(draft, section, block[1:], block[0])
        elif section == "teams":
            read_yaml_teams(draft, block[1:])
        else:
            read_yaml_lines(draft, section, block[1:])
    require(draft.request, blocks[0][0], "a file with a request")
    check_yaml(draft)
    return draft


READERS = {"mail": read_mail, "page": read_page, "report": read_report, "yaml": read_yaml}


@lru_cache(maxsize=None)
def signposts() -> dict:
    """{line that stands in every text of a shape and kind: (shape, words)}."""
    found = {}
    for words in KINDS:
        made = forms(words)
        for shape, line in (("mail", "Who is in which {team}:"), ("page", "## {Places}"), ("report", "{PERSONS} AND {TEAMS}"), ("yaml", "{key_places}:")):
            found[line.format(**made)] = (shape, words)
    return found


def shape_and_words(state: str) -> tuple:
    """The shape of the text and the words of its system, by the one line that gives them away."""
    table = signposts()
    found = [table[line] for line in state.split("\n") if line in table]
    if len(found) != 1:
        raise reading.Unread(f"{len(found)} lines tell what kind of text this is")
    return found[0]


def check_links(draft: Draft) -> None:
    """Every place, role and person that is referred to is in its list; every place but the root lies below a listed one."""
    separator, seen = draft.words.separator, set()
    for place in draft.places:
        parent = place.rpartition(separator)[0]
        if (place == draft.root) == bool(parent) or (parent and parent not in draft.places):
            raise reading.Unread(f"{place!r} does not lie in the tree of {draft.root!r}")
    for grant, item in draft.grants:
        require(grant.place in draft.places and grant.role in draft.roles, item, "a grant with a listed place and role")
        require(grant not in seen, item, "a grant that stands once")
        seen.add(grant)
    for deny, item in draft.denies:
        require(deny.place in draft.places, item, "a deny on a listed place")
        require(deny not in seen, item, "a deny that stands once")
        seen.add(deny)
    asked = draft.request
    if asked is None or asked.place not in draft.places or asked.person not in draft.people:
        raise reading.Unread(f"the request {asked} is not about a listed person and place")


# The sections of each shape; nesting may be absent. A mail states its request at the top, a YAML file its rules.
SECTIONS = {
    "mail": {"roles", "people", "places", "denies", "rules"},
    "page": {"roles", "people", "places", "grants", "denies", "rules", "request"},
    "report": {"roles", "people", "places", "rules", "asked"},
    "yaml": {"roles", "people", "places", "teams", "denies", "asked"},
}


def check_sections(draft: Draft) -> None:
    """Every section of the shape is there."""
    missing = sorted(SECTIONS[draft.shape] - draft.seen)
    if missing:
        raise reading.Unread(f"the text has no section: {', '.join(missing)}")


def check_rules(draft: Draft) -> None:
    """Every slot is filled; nesting exactly where parts and wholes are shown."""
    missing = [slot for slot in SLOTS if slot not in draft.rules]
    if missing:
        raise reading.Unread(f"the text has no rule for: {', '.join(missing)}")
    if bool(draft.nesting) != ("nesting" in draft.rules):
        raise reading.Unread("a rule on teams within teams without such teams, or such teams without a rule")


def check_teams(draft: Draft) -> None:
    """A person is in a team once; a part is listed with a whole once; nobody is a part of themselves."""
    for person, parts in draft.people.items():
        if len({part.team for part in parts}) != len(parts):
            raise reading.Unread(f"{person} is in one team twice")
    if len(set(draft.nesting)) != len(draft.nesting):
        raise reading.Unread("a part stands twice below its whole")
    for part, _ in draft.nesting:
        if part in wholes_of({part}, draft.nesting, start=False):
            raise reading.Unread(f"{part} is part of itself")


def read_case(state: str) -> Case:
    """The whole text; every line is read by one pattern or looked up as the head of a section."""
    for number, line in enumerate(state.split("\n"), 1):
        require(line.strip() or not line, (number, line), "an empty line")
    shape, words = shape_and_words(state)
    draft = READERS[shape](words, state)
    draft.read_rules()
    check_sections(draft)
    check_links(draft)
    check_rules(draft)
    check_teams(draft)
    return Case(words, draft.places, [grant for grant, _ in draft.grants], [deny for deny, _ in draft.denies], draft.roles, draft.people,
                draft.nesting, draft.rules, draft.request)


def wholes_of(teams: set, nesting, start: bool = True) -> set:
    """The teams and everything they are part of, over any number of steps (without the teams themselves where `start` is False)."""
    found, todo = set(teams) if start else set(), list(teams)
    while todo:
        team = todo.pop()
        for part, whole in nesting:
            if part == team and whole not in found:
                found.add(whole)
                todo.append(whole)
    return found


def still_counts(case: Case, end) -> bool:
    """"judged": the date the access is asked for decides, no end date means no limit; "ends": whether the end date itself still counts."""
    if end is None:
        return True
    meaning = {("request day", "inclusive"): case.request.day <= end, ("request day", "exclusive"): case.request.day < end}
    return meaning[case.rules["judged"], case.rules["ends"]]


def teams_of_person(case: Case) -> set:
    """"nesting": whoever is in a part is in the whole too; memberships that have ended do not count."""
    direct = {part.team for part in case.people[case.request.person] if still_counts(case, part.end)}
    return wholes_of(direct, case.nesting) if case.rules.get("nesting") == "part to whole" else direct


def way_up(case: Case) -> list:
    """The place of the request and every place above it, from below."""
    place, separator, found = case.request.place, case.words.separator, []
    while place:
        found.append(place)
        place = place.rpartition(separator)[0]
    return found


def places_that_reach(case: Case, stopped: bool) -> set:
    """"reach": what is set on a place counts there and below; where `stopped`, nothing from above a marked place comes past it."""
    found = set()
    for place in way_up(case):
        found.add(place)
        if stopped and case.places[place]:
            break
    return found


def grant_places(case: Case) -> set:
    """"mark": both meanings of the mark hold back grants set above it."""
    return places_that_reach(case, case.rules["mark"] in ("stops both", "stops grants"))


def deny_places(case: Case) -> set:
    """"mark": denies are held back only where the rule says so."""
    return places_that_reach(case, case.rules["mark"] == "stops both")


def grants_that_apply(case: Case) -> list:
    """"implied": a role gives the actions listed for it and no others."""
    teams, places = teams_of_person(case), grant_places(case)
    return [grant for grant in case.grants if grant.team in teams and grant.place in places and still_counts(case, grant.end)
            and case.request.action in case.roles[grant.role]]


def deny_teams(case: Case) -> set:
    """"deny ends": a deny does not end by itself, but a membership that has ended counts as little for denies as for grants."""
    meaning = {"with the membership": teams_of_person(case)}
    return meaning[case.rules["deny ends"]]


def denies_that_apply(case: Case) -> list:
    """"deny scope": a deny takes away the actions it names and no others."""
    teams, places = deny_teams(case), deny_places(case)
    return [deny for deny in case.denies if deny.team in teams and deny.place in places and case.request.action in deny.actions]


def decide(case: Case) -> bool:
    """"conflict": one deny that applies outweighs every grant; "default": without a grant that applies the request is refused."""
    if denies_that_apply(case):
        return False
    return bool(grants_that_apply(case))


def check_question(question, options) -> None:
    """The question asks whether the request is allowed, "true" being yes; the options are yes and no."""
    if not isinstance(question, dict) or set(question) != {"type", "instructions", "criteria"} or question["type"] != "noul":
        raise reading.Unread(f"a question of another type: {question!r}")
    criteria = QUESTIONS.get(question["instructions"])
    if criteria is None or question["criteria"] != {"true": criteria[0], "false": criteria[1]}:
        raise reading.Unread(f"a question with another wording: {question!r}")
    if sorted(options) != ["no", "yes"]:
        raise reading.Unread(f"other options: {options!r}")


def solve(state: str, question, options) -> str:
    """`yes` where the request is allowed under the rules and entries of the text, else `no`."""
    check_question(question, options)
    return "yes" if decide(read_case(state)) else "no"
