"""Partial readers of sched_conflict: one rule left out, alone or misread; or no rule, but what stands at a limit or near the request."""
from __future__ import annotations

import datetime

from audits.partial.rules import Fit, Reading, Rule, Tally, exact, only, pick, without, yes_if
from solvers import sched_conflict as solver

CHECKS = {"overlap": solver.place_is_free, "person": solver.people_are_free, "seats": solver.head_count_fits, "equipment": solver.equipment_is_there,
          "hours": solver.within_hours, "gap": solver.prep_time_is_left, "notice": solver.notice_is_given}
"""Kind of pair -> the check that decides it."""
QUARTER = 15
NEAR_MINUTES = (5, 15, 30)


# Floors

def without_cancelled(readings) -> float:
    """Floor of a reader whom a cancelled entry makes say no: it is right throughout where there is none, and half right elsewhere."""
    return 1 - sum(any(booking.cancelled for booking in case.bookings) for _, case in readings) / len(readings) / 2


# The full reader with something left out or changed

def all_but(*kinds):
    """The full reader who leaves the checks of these kinds out."""
    checks = [check for kind, check in CHECKS.items() if kind not in kinds]
    return lambda reading: yes_if(all(check(reading.case) for check in checks))


def these(*kinds):
    """The reader of these kinds' checks alone."""
    return lambda reading: yes_if(all(CHECKS[kind](reading.case) for kind in kinds))


def as_if(change):
    """The full reader of a changed case: change(case) gives it."""
    return lambda reading: yes_if(solver.decide(change(reading.case)))


def with_rule(field: str, choose):
    """A change of one rule to what choose gives for its own meaning."""
    return lambda case: case._replace(rules=case.rules._replace(**{field: choose(getattr(case.rules, field))}))


def with_request(**choose):
    """A change of the request: field = function of the case."""
    return lambda case: case._replace(request=case.request._replace(**{field: value(case) for field, value in choose.items()}))


def with_bookings(change):
    """A change of every booking: change(booking, case) gives it, or None for one that is overlooked."""
    return lambda case: case._replace(bookings=tuple(booking for booking in (change(each, case) for each in case.bookings) if booking))


def other_border(rule: tuple) -> tuple:
    return rule[0], not rule[1]


def unmarked(people) -> tuple:
    return tuple(person._replace(marker="") for person in people)


def every_day(case):
    return with_bookings(lambda booking, _: booking._replace(date=case.request.date))(case)


def all_required(case):
    case = with_bookings(lambda booking, _: booking._replace(people=unmarked(booking.people)))(case)
    return with_request(people=lambda case: unmarked(case.request.people))(case)


def named_here_required(case):
    """Marks of the request unread, those of the bookings read."""
    return with_request(people=lambda case: unmarked(case.request.people))(case)


def named_there_required(case):
    """Marks of the bookings unread, those of the request read."""
    return with_bookings(lambda booking, _: booking._replace(people=unmarked(booking.people)))(case)


def cancelled_counts(case):
    return with_bookings(lambda booking, _: booking._replace(cancelled=False))(case)


def prep_always(case):
    return with_request(prep=lambda _: True)(case)


def received_at(choose):
    """A change of the moment of receipt."""
    return with_request(received=lambda case: choose(case.request.received))


def calendar_days(reading: Reading) -> str:
    """The full reader who counts the notice in days from date to date."""
    case = reading.case
    hours, more = case.rules.notice
    given = 24 * (case.request.date - case.request.received.date()).days
    return yes_if(all_but("notice")(reading) == "yes" and (given > hours if more else given >= hours))


def gap_from_opening(reading: Reading) -> str:
    """The full reader for whom the opening counts as the end of an earlier booking."""
    case = reading.case
    minutes, more = case.rules.prep
    left = case.request.start - case.places[case.request.place].opens
    return yes_if(solver.decide(case) and (not case.request.prep or (left > minutes if more else left >= minutes)))


def same_start(case):
    """Only bookings that start with the request are seen."""
    return with_bookings(lambda booking, _: booking if booking.start == case.request.start else None)(case)


def starting_first(case):
    """Only bookings that start before the request are seen."""
    return with_bookings(lambda booking, _: booking if booking.start < case.request.start else None)(case)


def starting_later(case):
    """Only bookings that start with the request or after it are seen."""
    return with_bookings(lambda booking, _: booking if booking.start >= case.request.start else None)(case)


def asker_unread(case):
    return with_request(people=lambda case: case.request.people[1:])(case)


def asker_alone(case):
    return with_request(people=lambda case: case.request.people[:1])(case)


def anywhere(case):
    """Equipment of all places together stands in the one asked for."""
    place = case.places[case.request.place]
    items = tuple(item for each in case.places.values() for item in each.items)
    return case._replace(places={**case.places, place.name: place._replace(items=items)})


# Bookings around the request

def that_day(case) -> list:
    return solver.counting(case)


def here(case) -> list:
    """The bookings of the place asked for on the day asked for."""
    return [booking for booking in that_day(case) if booking.place == case.request.place]


def required(people) -> set:
    return {person.name for person in people if not person.marker}


def of_people(case) -> list:
    """The bookings of that day that require somebody whom the request requires."""
    needed = required(case.request.people)
    return [booking for booking in that_day(case) if needed & required(booking.people)]


def nearby(case) -> list:
    """The bookings of that day in the place asked for, or of people required."""
    people = of_people(case)
    return [booking for booking in that_day(case) if booking.place == case.request.place or booking in people]


def of_asker(case) -> list:
    """The bookings on any day that name the one who asks."""
    asker = case.request.people[0].name
    return [booking for booking in case.bookings if asker in {person.name for person in booking.people}]


def touching(bookings, case) -> int:
    """How many of the bookings end as the request starts, or start as it ends."""
    return sum(booking.end == case.request.start or booking.start == case.request.end for booking in bookings)


def distance(booking, case) -> int:
    """Minutes between a booking and the request, below 0 for an overlap."""
    return max(booking.start - case.request.end, case.request.start - booking.end)


def around(bookings, case, minutes: int) -> int:
    """How many of the bookings come within so many minutes of the request, or overlap it."""
    return sum(distance(booking, case) <= minutes for booking in bookings)


# Values at their limits, whatever the rules say of the limit

def place_of(case):
    return case.places[case.request.place]


def room_touched(case) -> bool:
    return touching(here(case), case) > 0


def person_touched(case) -> bool:
    return touching(of_people(case), case) > 0


def anything_touched(case) -> bool:
    return touching(that_day(case), case) > 0


def is_full(case) -> bool:
    return case.request.head == place_of(case).limit


def hours_met(case) -> bool:
    return case.request.start == place_of(case).opens or case.request.end == place_of(case).closes


def gap_left(case):
    """Minutes since the last booking of the place before the request, None where there is none."""
    ends = [booking.end for booking in here(case) if booking.end <= case.request.start]
    return case.request.start - max(ends) if ends else None


def gap_met(case) -> bool:
    return case.request.prep and gap_left(case) == case.rules.prep[0]


def notice_left(case) -> int:
    """Minutes from receipt to start."""
    return (solver.moment(case.request.date, case.request.start) - case.request.received) // datetime.timedelta(minutes=1)


def notice_met(case) -> bool:
    return notice_left(case) == 60 * case.rules.notice[0]


LIMITS = {"place touched": room_touched, "person touched": person_touched, "full": is_full, "opening or closing time": hours_met,
          "gap": gap_met, "notice": notice_met}


def limits_met(case) -> int:
    return sum(met(case) for met in LIMITS.values())


def one_step_off(case) -> bool:
    """Whether a value stands one step inside or outside its limit: a place, or five minutes."""
    place, request = place_of(case), case.request
    minutes = [request.start - place.opens, place.closes - request.end, notice_left(case) - 60 * case.rules.notice[0]]
    minutes += [distance(booking, case) for booking in nearby(case)]
    minutes += [gap_left(case) - case.rules.prep[0]] if request.prep and gap_left(case) is not None else []
    return abs(place.limit - request.head) == 1 or any(abs(left) == 5 for left in minutes)


def last_that_passes(case) -> bool:
    """Whether a value is the last one that passes under the rule's own wording of its limit."""
    rules, place, request = case.rules, place_of(case), case.request
    hours = 0 if rules.ends else 5
    gap = request.prep and gap_left(case) == rules.prep[0] + 5 * rules.prep[1]
    return (any(distance(booking, case) == 5 * rules.touching for booking in nearby(case)) or place.limit - request.head == (not rules.full)
            or hours in (request.start - place.opens, place.closes - request.end) or gap
            or notice_left(case) == 60 * rules.notice[0] + 5 * rules.notice[1])


# Times off the quarters of an hour

def times(bookings) -> list:
    return [minute for booking in bookings for minute in (booking.start, booking.end)]


def opening_times(places) -> list:
    return [minute for place in places for minute in (place.opens, place.closes)]


def received_minute(case) -> int:
    return case.request.received.minute


def off(minutes, step: int = QUARTER) -> int:
    """How many of the times stand off a grid."""
    return sum(minute % step != 0 for minute in minutes)


def off_anywhere(case) -> int:
    return off(times(case.bookings) + opening_times(case.places.values()) + [received_minute(case)])


# Readers of one feature

def yes_where(holds):
    """Yes where something holds of the case."""
    return lambda reading: yes_if(holds(reading.case))


def no_where(holds):
    """No where something holds of the case."""
    return lambda reading: yes_if(not holds(reading.case))


def at_limit(name: str, says: str, decide) -> Rule:
    """A rule on borders and grids, held on every level."""
    return Rule(name, says, decide, 0.5, by_level=True)


def of_case(measure):
    return lambda reading: float(measure(reading.case))


SINGLE = {name: of_case(measure) for name, measure in {
    "places": lambda case: len(case.places),
    "bookings": lambda case: len(case.bookings),
    "cancelled": lambda case: sum(booking.cancelled for booking in case.bookings),
    "bookings that day": lambda case: len(that_day(case)),
    "bookings of the place": lambda case: len(here(case)),
    "bookings of the place on any day": lambda case: sum(booking.place == case.request.place for booking in case.bookings),
    "bookings of the one who asks": lambda case: len(of_asker(case)),
    "bookings of required people": lambda case: len(of_people(case)),
    "people": lambda case: len(case.request.people),
    "required people": lambda case: len(required(case.request.people)),
    "length of the request": lambda case: case.request.end - case.request.start,
    "start of the request": lambda case: case.request.start,
    "head count": lambda case: case.request.head,
    "limit": lambda case: place_of(case).limit,
    "even limit": lambda case: place_of(case).limit % 2,
    "items asked for": lambda case: len(case.request.items),
    "items of the place": lambda case: len(place_of(case).items),
    "preparation asked for": lambda case: case.request.prep,
    "preparation minutes": lambda case: case.rules.prep[0],
    "notice hours": lambda case: case.rules.notice[0],
    "limits that count": lambda case: case.rules.touching + case.rules.ends + case.rules.full + case.rules.notice[1] + case.rules.prep[1],
    "times off the quarter": off_anywhere,
    "times of the place off the quarter": lambda case: off(times(here(case))),
    "hours of the place off the quarter": lambda case: off(opening_times([place_of(case)])),
    "receipt off the quarter": lambda case: off([received_minute(case)]),
}.items()}
BORDERS = {**{name: of_case(met) for name, met in LIMITS.items()}, "anything touched": of_case(anything_touched)}
CLOSE = {
    **{f"{name} within {minutes} minutes": of_case(lambda case, bookings=bookings, minutes=minutes: around(bookings(case), case, minutes))
       for name, bookings in (("place", here), ("required people", of_people), ("anything", that_day)) for minutes in NEAR_MINUTES},
    "one step off a limit": of_case(one_step_off),
    "last that passes": of_case(last_that_passes),
    "free places": of_case(lambda case: place_of(case).limit - case.request.head),
    "time to closing": of_case(lambda case: place_of(case).closes - case.request.end),
    "items missing": of_case(lambda case: len(set(case.request.items) - set(place_of(case).items))),
    "notice over": of_case(lambda case: notice_left(case) - 60 * case.rules.notice[0]),
}

RULES = (
    *(Rule(f"{kind} left out", "everything else", all_but(kind), without(kind)) for kind in CHECKS),
    *(Rule(f"{kind} alone", "one check, nothing else", these(kind), only(kind)) for kind in CHECKS),
    Rule("bookings left out", "everything but what is booked", all_but("overlap", "person", "gap"), without("overlap", "person", "gap")),
    Rule("bookings alone", "overlaps in the place and of people", these("overlap", "person"), only("overlap", "person")),
    at_limit("exactly full", "as many heads as the limit says, so yes", yes_where(is_full)),
    at_limit("not exactly full", "as many heads as the limit says, so no", no_where(is_full)),
    at_limit("anything at a limit", "a value exactly at its limit, so yes", yes_where(limits_met)),
    at_limit("nothing at a limit", "a value exactly at its limit, so no", no_where(limits_met)),
    at_limit("two values at limits", "two values or more at their limits, so yes", yes_where(lambda case: limits_met(case) > 1)),
    at_limit("a booking touches", "a booking of that day touches the request, so yes", yes_where(anything_touched)),
    at_limit("no booking touches", "a booking of that day touches the request, so no", no_where(anything_touched)),
    at_limit("the place touches", "a booking in the place touches the request, so yes", yes_where(room_touched)),
    at_limit("the place does not touch", "a booking in the place touches the request, so no", no_where(room_touched)),
    at_limit("a person touches", "a booking of a required person touches the request, so yes", yes_where(person_touched)),
    at_limit("no person touches", "a booking of a required person touches the request, so no", no_where(person_touched)),
    at_limit("hours used up", "the request starts at the opening or ends at the closing time, so yes", yes_where(hours_met)),
    at_limit("gap used up", "the gap is exactly the preparation time, so yes", yes_where(gap_met)),
    at_limit("notice used up", "the notice is exactly the one asked for, so yes", yes_where(notice_met)),
    at_limit("one step off a limit", "a value one step off its limit, so yes", yes_where(one_step_off)),
    at_limit("no step off a limit", "a value one step off its limit, so no", no_where(one_step_off))._replace(
        reason="where the limit itself passes, undecided values stand at it more often than a step off it, so they hide a failing value's step less often"),
    at_limit("off-grid minute nearby", "a booking of the place or of required people off the quarters of an hour, so no",
             no_where(lambda case: off(times(nearby(case))))),
    at_limit("off-grid minute of the place", "a booking of the place off the quarters, so no", no_where(lambda case: off(times(here(case))))),
    at_limit("off-grid hours", "opening or closing time of the place off the quarters, so no",
             no_where(lambda case: off(opening_times([place_of(case)])))),
    at_limit("off-grid receipt", "received off the quarters, so no", no_where(lambda case: off([received_minute(case)]))),
    at_limit("many off-grid minutes", "more than half of the booked times off the quarters, so no",
             no_where(lambda case: 2 * off(times(case.bookings)) > len(times(case.bookings)))),
    at_limit("odd fives nearby", "a booking of the place or of required people off the tens of an hour, so no",
             no_where(lambda case: off(times(nearby(case)), 10))),
    at_limit("even limit", "an even limit of heads, so yes", no_where(lambda case: place_of(case).limit % 2)),
    *(Rule(f"nothing within {minutes} minutes", "nothing else in the place so close, so yes",
           no_where(lambda case, minutes=minutes: around(here(case), case, minutes)), 0.5) for minutes in NEAR_MINUTES),
    *(Rule(f"nobody within {minutes} minutes", "no booking of required people so close, so yes",
           no_where(lambda case, minutes=minutes: around(of_people(case), case, minutes)), 0.5) for minutes in NEAR_MINUTES),
    Rule("place free that day", "no other booking in the place that day, so yes", no_where(here), 0.5),
    Rule("place busy that day", "two bookings or more in the place that day, so no", no_where(lambda case: len(here(case)) > 1), 0.5),
    Rule("asker not booked", "no booking of the one who asks, so yes", no_where(of_asker), 0.5),
    Rule("asker booked once at most", "two bookings or more of the one who asks, so no", no_where(lambda case: len(of_asker(case)) > 1), 0.5),
    Rule("required people not booked", "no booking of them that day, so yes", no_where(of_people), 0.5),
    Rule("room to spare", "two free places or more, so yes", yes_where(lambda case: place_of(case).limit - case.request.head > 1), 0.5),
    Rule("preparation not asked for", "then yes", no_where(lambda case: case.request.prep), 0.5),
    Rule("day unread", "bookings of all days on the day asked for", as_if(every_day), 0.5),
    Rule("marks unread", "everybody named is required", as_if(all_required), 0.5),
    Rule("cancelled counted", "a cancelled entry counts like any other", as_if(cancelled_counts), without_cancelled),
    Rule("place unread", "any booking at that time in any place, so no",
         no_where(lambda case: any(solver.overlaps(case, booking) for booking in that_day(case))), 0.5),
    exact("marks of the request unread", "everybody named in the request is required", as_if(named_here_required)),
    exact("marks of bookings unread", "everybody named in a booking is required", as_if(named_there_required)),
    exact("touching never overlaps", "for every text", as_if(with_rule("touching", lambda _: False))),
    exact("touching always overlaps", "for every text", as_if(with_rule("touching", lambda _: True))),
    exact("touching the other way", "overlap where it is none, and the reverse", as_if(with_rule("touching", lambda value: not value))),
    exact("full always fits", "for every text", as_if(with_rule("full", lambda _: True))),
    exact("full never fits", "for every text", as_if(with_rule("full", lambda _: False))),
    exact("opening and closing times always used", "for every text", as_if(with_rule("ends", lambda _: True))),
    exact("opening and closing times never used", "for every text", as_if(with_rule("ends", lambda _: False))),
    exact("notice the other way", "more than for at least, and the reverse", as_if(with_rule("notice", other_border))),
    exact("gap the other way", "more than for at least, and the reverse", as_if(with_rule("prep", other_border))),
    exact("gap always needed", "preparation time for every request", as_if(prep_always)),
    exact("gap after the opening", "preparation time for the first booking of the day too", gap_from_opening),
    exact("notice by date", "days from date to date", calendar_days),
    exact("receipt by the quarter", "the receipt set back to the last quarter of an hour",
          as_if(received_at(lambda received: received.replace(minute=received.minute // QUARTER * QUARTER)))),
    exact("receipt by the hour", "the receipt set back to the full hour", as_if(received_at(lambda received: received.replace(minute=0)))),
    exact("asker not counted", "only the other people are required", as_if(asker_unread)),
    exact("asker alone", "only the one who asks is required", as_if(asker_alone)),
    exact("equipment of all places", "an item anywhere will do", as_if(anywhere)),
    exact("bookings of the same start", "only bookings that start with the request seen", as_if(same_start)),
    exact("bookings that start first", "only bookings that start before the request seen", as_if(starting_first)),
    exact("bookings that start later", "only bookings that start with the request or after it seen", as_if(starting_later)),
    exact("last value that passes", "a value at the last that its rule lets pass, so yes", yes_where(last_that_passes)),
)
TALLIES = (
    Tally("more values at limits", "the member with more of them is the yes one", pick(limits_met, max), 0.5),
    Tally("more bookings that touch", "the member with more of them is the yes one", pick(lambda case: touching(that_day(case), case), max), 0.5),
    Tally("more times off the quarter", "the member with fewer of them is the yes one", pick(off_anywhere, min), 0.5),
    Tally("more times off the quarter nearby", "the member with fewer of them is the yes one", pick(lambda case: off(times(nearby(case))), min), 0.5),
    Tally("earlier bookings", "the member with the earlier bookings in the place is the yes one",
          pick(lambda case: sum(times(here(case))), min, "overlap"), 0.5),
)
FITS = (
    Fit(f"fit on {len(BORDERS)} borders", "linear, whether each value stands at its limit", BORDERS, 0.5),
    Fit(f"fit on {len(SINGLE)} counts", "linear, counts of one feature", SINGLE, 0.5),
    Fit("fit on borders and counts", "linear, all of these", {**BORDERS, **SINGLE}, 0.5),
    Fit("fit on margins too", "linear, these and how far values are from their limits", {**BORDERS, **SINGLE, **CLOSE}, 0.5, False),
)
