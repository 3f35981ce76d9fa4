"""Partial readers of perm_inherit: an answer without one of the checks, from one check alone, or from a count of entries."""
from __future__ import annotations

from itertools import combinations

from audits.partial import rules
from audits.partial.rules import Fit, Reading, Rule, yes_if
from solvers import perm_inherit as solver


# Floors: what a pair turns on, more finely than its kind where a kind holds several details

def detail(yes: Reading, no: Reading) -> str:
    """What the pair of these members turns on: its kind, or a part of it."""
    kind = no.item.contrast
    if kind == "nested_membership":
        return "nesting" if no.case.nesting else "membership end"
    if kind == "deny_or_expiry":
        if not solver.denies_that_apply(no.case):
            return "grant end"
        return "deny" if yes.case.places == no.case.places else "deny past a mark"
    return kind


def detailed(readings) -> list:
    """The readings with the detail in place of the kind that the pair is about."""
    members = {}
    for reading in readings:
        members.setdefault(reading.item.group, {})[reading.item.gold] = reading
    details = {group: detail(pair["yes"], pair["no"]) for group, pair in members.items()}
    return [reading._replace(item=reading.item._replace(contrast=details[reading.item.group])) for reading in readings]


def without(*details):
    """Floor of a reader that does everything but tell these details."""
    return lambda readings: rules.without(*details)(detailed(readings))


def only(*details):
    """Floor of a reader that tells these details and no others."""
    return lambda readings: rules.only(*details)(detailed(readings))


# The full solver on a case in which one check always passes

def as_if(change):
    """The full reader of a case that is not quite the one written."""
    return lambda reading: yes_if(solver.decide(change(reading.case)))


def in_every_team(case):
    teams = {row.team for row in case.grants + case.denies}
    return case._replace(people={**case.people, case.request.person: [solver.Membership(team, None) for team in sorted(teams)]})


def no_nesting(case):
    return case._replace(nesting=[])


def every_role_allows(case):
    return case._replace(roles={role: (*actions, case.request.action) for role, actions in case.roles.items()})


def every_place_reaches(case):
    """Entries beside or below the way to the place asked for count as set on that place."""
    way = set(solver.way_up(case))
    def moved(rows):
        return [row if row.place in way else row._replace(place=case.request.place) for row in rows]

    return case._replace(grants=moved(case.grants), denies=moved(case.denies))


def no_marks(case):
    return case._replace(places=dict.fromkeys(case.places, False))


def no_grant_ends(case):
    return case._replace(grants=[grant._replace(end=None) for grant in case.grants])


def no_membership_ends(case):
    return case._replace(people={person: [row._replace(end=None) for row in rows] for person, rows in case.people.items()})


def no_ends(case):
    return no_grant_ends(no_membership_ends(case))


def no_denies(case):
    return case._replace(denies=[])


def denies_of_everything(case):
    return case._replace(denies=[deny._replace(actions=(*deny.actions, case.request.action)) for deny in case.denies])


# Conventions read otherwise

def with_rule(slot: str, first: str, second: str):
    """The case whose rule for a slot says the other of two things."""
    return lambda case: case._replace(rules={**case.rules, slot: second if case.rules[slot] == first else first})


def marks_stop_own_grants(case):
    return case._replace(grants=[grant for grant in case.grants if not case.places[grant.place]])


def on_the_place_itself(case):
    return case._replace(grants=[grant for grant in case.grants if grant.place == case.request.place])


def wholes_in_parts(case):
    return case._replace(nesting=[(whole, part) for part, whole in case.nesting])


def stronger_includes_weaker(case):
    """A role also holds what the system lists before the last of its actions."""
    order = case.words.actions
    return case._replace(roles={role: order[:1 + max(map(order.index, actions))] for role, actions in case.roles.items()})


def nearer_entry_wins(reading: Reading) -> str:
    """A deny yields to a grant that is set further down."""
    def depth(rows):
        return max([len(row.place) for row in rows], default=-1)

    return yes_if(depth(solver.grants_that_apply(reading.case)) > depth(solver.denies_that_apply(reading.case)))


def ended_members_denied(reading: Reading) -> str:
    """Denies go on for those whose membership has ended."""
    return yes_if(solver.grants_that_apply(reading.case) and not solver.denies_that_apply(no_membership_ends(reading.case)))


# Conditions of an entry: each takes a case and gives a test of one row

def own(case):
    teams = solver.teams_of_person(case)
    return lambda row: row.team in teams


def direct_teams(case) -> set:
    return solver.teams_of_person(no_nesting(case))


def directly_own(case):
    teams = direct_teams(case)
    return lambda row: row.team in teams


def on_way(case):
    way = set(solver.way_up(case))
    return lambda row: row.place in way


def on_target(case):
    return lambda row: row.place == case.request.place


def reaching(case):
    places = solver.grant_places(case)
    return lambda row: row.place in places


def deny_reaching(case):
    places = solver.deny_places(case)
    return lambda row: row.place in places


def with_action(case):
    return lambda grant: case.request.action in case.roles[grant.role]


def of_action(case):
    return lambda deny: case.request.action in deny.actions


def dated(case):
    return lambda row: row.end is not None


def ended(case):
    return lambda row: not solver.still_counts(case, row.end)


def running(case):
    return lambda row: solver.still_counts(case, row.end)


def matching(rows: str, *conditions):
    """Function of a Reading: how many of its grants (denies) meet all of the conditions."""
    def count(reading: Reading) -> int:
        tests = [condition(reading.case) for condition in conditions]
        return sum(all(test(row) for test in tests) for row in getattr(reading.case, rows))

    return count


def some(count):
    """A reader that says yes where a count is not zero."""
    return lambda reading: yes_if(count(reading) > 0)


def none(count):
    """A reader that says yes where a count is zero."""
    return lambda reading: yes_if(count(reading) == 0)


def over(count, least: int):
    """A reader that says yes where a count is greater than `least`."""
    return lambda reading: yes_if(count(reading) > least)


# Counts of a case

def memberships(reading: Reading) -> list:
    return [row for rows in reading.case.people.values() for row in rows]


def own_memberships(reading: Reading) -> list:
    return reading.case.people[reading.case.request.person]


def depth(reading: Reading) -> int:
    return len(solver.way_up(reading.case)) - 1


def marks_on_way(reading: Reading) -> int:
    return sum(reading.case.places[place] for place in solver.way_up(reading.case))


def marked_target(reading: Reading) -> int:
    return int(reading.case.places[reading.case.request.place])


def marked_top(reading: Reading) -> int:
    return int(reading.case.places[solver.way_up(reading.case)[-1]])


def ends_about_the_day(reading: Reading) -> int:
    """Grants and memberships whose end date is the day asked for or the day before."""
    ends = [row.end for row in reading.case.grants + memberships(reading) if row.end is not None]
    return sum((reading.case.request.day - end).days in (0, 1) for end in ends)


SINGLE = {
    "places": lambda reading: len(reading.case.places),
    "depth of the place asked for": depth,
    "marked places": lambda reading: sum(reading.case.places.values()),
    "marked places on the way": marks_on_way,
    "people": lambda reading: len(reading.case.people),
    "memberships": lambda reading: len(memberships(reading)),
    "memberships with an end date": lambda reading: sum(row.end is not None for row in memberships(reading)),
    "memberships of the person": lambda reading: len(own_memberships(reading)),
    "memberships of the person that have ended": lambda reading: sum(not solver.still_counts(reading.case, row.end) for row in own_memberships(reading)),
    "teams the person is in directly": lambda reading: len(direct_teams(reading.case)),
    "teams of the person": lambda reading: len(solver.teams_of_person(reading.case)),
    "parts of teams": lambda reading: len(reading.case.nesting),
    "roles that hold the action": lambda reading: sum(reading.case.request.action in actions for actions in reading.case.roles.values()),
    "end dates on the day asked for or the day before": ends_about_the_day,
    "grants": matching("grants"),
    "grants to teams of the person": matching("grants", own),
    "grants to teams the person is in directly": matching("grants", directly_own),
    "grants on the way": matching("grants", on_way),
    "grants on the place asked for": matching("grants", on_target),
    "grants whose role holds the action": matching("grants", with_action),
    "grants with an end date": matching("grants", dated),
    "grants that have ended": matching("grants", ended),
    "denies": matching("denies"),
    "denies of teams of the person": matching("denies", own),
    "denies of teams the person is in directly": matching("denies", directly_own),
    "denies on the way": matching("denies", on_way),
    "denies on the place asked for": matching("denies", on_target),
    "denies of the action": matching("denies", of_action),
}
"""Single-condition counts of the bounded fit."""
MARKS = {
    "place asked for marked": marked_target,
    "top place marked": marked_top,
}
"""Where marks stand: one condition each, but a pair about a mark can move them."""
JOINT = {
    "grants: own, on the way": matching("grants", own, on_way),
    "grants: own, with the action": matching("grants", own, with_action),
    "grants: own, not ended": matching("grants", own, running),
    "grants: own, not cut off": matching("grants", own, reaching),
    "grants: on the way, with the action": matching("grants", on_way, with_action),
    "grants: on the way, not ended": matching("grants", on_way, running),
    "grants: not cut off": matching("grants", reaching),
    "grants: not cut off, with the action": matching("grants", reaching, with_action),
    "grants: with the action, not ended": matching("grants", with_action, running),
    "denies: own, on the way": matching("denies", own, on_way),
    "denies: own, of the action": matching("denies", own, of_action),
    "denies: on the way, of the action": matching("denies", on_way, of_action),
    "denies: not cut off": matching("denies", deny_reaching),
}
"""Counts of entries that meet two conditions at once. One exchange always moves some of them."""

CHECKS = {"team": own, "role": with_action, "place": on_way, "mark": reaching, "end date": running}
DENIES = ("deny", "deny past a mark")
MEMBERSHIP = ("membership", "nesting", "membership end")
ENDS = ("membership end", "grant end")

RULES = (
    Rule("no deny of the person's teams", "yes unless a deny names a team of the person", none(SINGLE["denies of teams of the person"]), 0.5),
    Rule("no deny of the action", "yes unless a deny names the action", none(SINGLE["denies of the action"]), 0.5),
    Rule("no deny on the way", "yes unless a deny stands on the way to the place", none(SINGLE["denies on the way"]), 0.5),
    Rule("two teams or more", "yes for a person in two teams or more", over(SINGLE["teams the person is in directly"], 1), 0.5),
    Rule("four teams or more, wholes included", "yes for a person in four teams or more", over(SINGLE["teams of the person"], 3), 0.5),
    Rule("deep place", "yes where the place asked for is three steps down or more", over(depth, 2), 0.5),
    Rule("shallow place", "yes where the place asked for is one step down or none", lambda reading: yes_if(depth(reading) < 2), 0.5),
    Rule("no mark on the way", "yes unless a place on the way is marked", none(marks_on_way), 0.5),
    Rule("place asked for not marked", "yes unless the place asked for is marked", none(marked_target), 0.5,
         reason="Over a third of the seal pairs move their mark down to the place asked for; the deny pairs that move one up from there are few."),
    Rule("top place marked", "yes where the top of the tree is marked", some(marked_top), 0.5,
         reason="Half of the seal pairs move their mark down from the top; the deny pairs that move one up to it are few."),
    Rule("own membership ended", "yes unless a membership of the person has ended", none(SINGLE["memberships of the person that have ended"]), 0.5),
    Rule("an end date about the day", "yes where something ends on the day asked for or the day before", some(ends_about_the_day), 0.5),
    Rule("few denies for the grants", "yes where grants are more than three times as many as denies",
         lambda reading: yes_if(len(reading.case.grants) > 3 * len(reading.case.denies)), 0.5),
    Rule("team left out", "everything, the person in every team", as_if(in_every_team), without(*MEMBERSHIP)),
    Rule("nesting left out", "everything but parts and wholes", as_if(no_nesting), without("nesting")),
    Rule("role left out", "everything, every role with the action", as_if(every_role_allows), without("role_action")),
    Rule("place left out", "everything, every entry on the place asked for", as_if(every_place_reaches), without("sibling_folder")),
    Rule("mark left out", "everything but the marks", as_if(no_marks), without("seal", "deny past a mark")),
    Rule("end dates left out", "everything but end dates", as_if(no_ends), without(*ENDS)),
    Rule("ends of grants left out", "everything but end dates of grants", as_if(no_grant_ends), without("grant end")),
    Rule("ends of memberships left out", "everything but end dates of memberships", as_if(no_membership_ends), without("membership end")),
    Rule("denies left out", "everything but denies", as_if(no_denies), without(*DENIES)),
    Rule("team alone", "yes where a grant is to a team of the person", some(SINGLE["grants to teams of the person"]), 0.5),
    Rule("direct team alone", "yes where a grant is to a team the person is in directly", some(SINGLE["grants to teams the person is in directly"]), 0.5),
    Rule("role alone", "yes where a grant's role holds the action", some(SINGLE["grants whose role holds the action"]), 0.5),
    Rule("place alone", "yes where a grant stands on the way", some(SINGLE["grants on the way"]), 0.5),
    Rule("mark alone", "yes where no mark stops a grant on the way",
         lambda reading: yes_if(matching("grants", on_way)(reading) == matching("grants", reaching)(reading)), only("seal")),
    Rule("end date alone", "yes where no grant has ended", none(SINGLE["grants that have ended"]), 0.5),
    Rule("denies alone", "yes where no deny applies", lambda reading: yes_if(not solver.denies_that_apply(reading.case)), only(*DENIES)),
    Rule("no ended grant of an own team", "yes unless a grant to a team of the person has ended", none(matching("grants", own, ended)), 0.5, False),
    *(Rule(f"{first} and {second}", "yes where one grant passes these two checks", some(matching("grants", CHECKS[first], CHECKS[second])), 0.5, False)
      for first, second in combinations(CHECKS, 2) if (first, second) != ("place", "mark")),
    Rule("deny of everything", "a deny takes away every action", as_if(denies_of_everything), without("deny"), False),
    Rule("end dates the other way", "an end date counts where it does not, and the reverse", as_if(with_rule("ends", "inclusive", "exclusive")),
         without(*ENDS), False),
    Rule("marks and denies the other way", "a mark stops denies where it does not, and the reverse", as_if(with_rule("mark", "stops both", "stops grants")),
         without("deny past a mark"), False),
    Rule("marks stop own grants", "a mark also stops what is set on its own place", as_if(marks_stop_own_grants), without("seal"), False),
    Rule("on the place itself", "only what is set on the place asked for", as_if(on_the_place_itself), 0.5, False),
    Rule("wholes in parts", "whoever is in the whole is in its parts", as_if(wholes_in_parts), without("nesting"), False),
    Rule("stronger includes weaker", "a role also holds the actions listed before its own", as_if(stronger_includes_weaker), without("role_action"), False),
    Rule("nearer entry wins", "of a grant and a deny the one further down", nearer_entry_wins, without(*DENIES), False),
    Rule("ended members denied", "a deny goes on after the membership", ended_members_denied, without("membership end"), False),
)
FITS = (
    Fit("fit on single counts", f"linear, {len(SINGLE)} counts of one condition", SINGLE, 0.5),
    Fit("fit on single counts and marks", f"linear, {len(SINGLE)} counts and where marks stand", {**SINGLE, **MARKS}, 0.5,
        reason="The seal pairs move a mark down the way, and only half of the deny pairs move one up."),
    Fit("fit on counts of one and two", f"linear, {len(SINGLE) + len(MARKS) + len(JOINT)} counts of one or two conditions",
        {**SINGLE, **MARKS, **JOINT}, 0.5, False),
)
