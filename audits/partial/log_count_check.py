"""Partial readers of log_count_check: a count without the window, the unit, the level or a note; or no count, but what one would expect."""
from __future__ import annotations

import re
from functools import lru_cache

from audits.partial.rules import Fit, Reading, Rule, Tally, exact, pick, yes_if
from generators import items
from solvers import log_count_check as solver

BORDER_RULES = ("both", "start", "end", "neither")
OPPOSITE = {"both": "neither", "neither": "both", "start": "end", "end": "start"}
REACHES = (1, 2, 3, 4, 6)
"""Within how many halves of an expected share a claimed number counts as near."""
ROUND_SECONDS = 900
FEW_LINES = "With few lines in a window (level 1) the product share is often no more than the number itself, which in the `yes` member is the true one."
"""Why rules that stay near the expected number stand above their floors."""


# Floors

def right_where(holds):
    """Floor of a reader that is right in both members where something holds of the case, and answers alike elsewhere."""
    return lambda readings: 0.5 + sum(holds(case) for _, case in readings) / len(readings) / 2


# Misread notes and claims

def always(**rules):
    """The full reader for whom one note says the same in every text."""
    return lambda reading: yes_if(solver.decide(reading.case._replace(rules=reading.case.rules._replace(**rules))))


def other_spelling(reading: Reading) -> str:
    spelling = {"one code": "two codes", "two codes": "one code"}[reading.case.rules.spelling]
    return always(spelling=spelling)(reading)


def with_borders(choose):
    """The full reader with another treatment of the borders: choose(the claim's) gives it."""
    return lambda reading: yes_if(solver.decide(reading.case._replace(claim=claim_with(reading.case, choose))))


def claim_with(case, choose):
    return case.claim._replace(borders=choose(case.claim.borders))


def without_seconds(reading: Reading) -> str:
    case = reading.case
    return yes_if(solver.decide(case._replace(lines=tuple(line._replace(time=line.time // 60 * 60) for line in case.lines))))


def off_by(*sizes):
    """The full reader who takes a number as right that is off by one of these."""
    return lambda reading: yes_if(abs(solver.count(reading.case) - reading.case.claim.number) in sizes)


# Counts by part of what the claim names

def any_line(line, case) -> bool:
    return True


def of_stem(line, case) -> bool:
    """Whether the name begins with the same word as the claimed one."""
    return line.asset.split("-")[0] == case.claim.asset.split("-")[0]


def of_part(line, case) -> bool:
    return case.claim.asset in line.asset


def after_start(line, case) -> bool:
    """Whether a line lies in the window, its end unread."""
    return solver.is_in_window(line._replace(time=min(line.time, case.claim.last - 1)), case)


def before_end(line, case) -> bool:
    """Whether a line lies in the window, its start unread."""
    return solver.is_in_window(line._replace(time=max(line.time, case.claim.first + 1)), case)


def lines_of(case, asset=solver.is_of_asset, code=solver.is_of_code, window=solver.is_in_window) -> list:
    """The lines that pass three tests, each function of (line, case)."""
    return [line for line in case.lines if asset(line, case) and code(line, case) and window(line, case)]


def counting(**tests):
    """The reader who counts by these tests in the places of the right ones."""
    return lambda reading: yes_if(len(lines_of(reading.case, **tests)) == reading.case.claim.number)


# Messages, which no rule needs and so no solver keeps

def clock(line, case) -> str:
    """The time as the line shows it."""
    text = f"{line.time // 3600:02d}:{line.time // 60 % 60:02d}"
    return text if case.rules.clock == "minutes" else f"{text}:{line.time % 60:02d}"


def rows_of(reading: Reading) -> list:
    """(line, its text without number, time, name and code) of every line: the one run of lines of the state that shows them all."""
    lines, case = reading.case.lines, reading.case
    shown = [(clock(line, case), line.asset, line.code) for line in lines]
    texts = [text for text in reading.item.state.split("\n") if text.strip()]
    for first in range(len(texts) - len(lines) + 1):
        run = texts[first:first + len(lines)]
        if all(all(part in text for part in parts) for text, parts in zip(run, shown)):
            return [(line, message_of(text, parts)) for line, text, parts in zip(lines, run, shown)]
    raise items.ItemsError(f"{reading.item.id}: the lines of the log are not found again in its text")


def message_of(text: str, parts) -> str:
    text = re.sub(r"^\d+[,;]", "", text)
    for part in parts:
        text = text.replace(part, "", 1)
    return text


def code_or_word(reading: Reading) -> str:
    """The number of lines that bear the code or whose message holds its word."""
    case, word = reading.case, reading.case.rules.codes[0].lower()
    fitting = [line for line, message in rows_of(reading)
               if solver.is_of_asset(line, case) and solver.is_in_window(line, case) and (solver.is_of_code(line, case) or word in message)]
    return yes_if(len(fitting) == case.claim.number)


def merged(key):
    """The full reader who counts lines with the same key once: key(line, message)."""
    def decide(reading: Reading) -> str:
        fitting = set(lines_of(reading.case))
        return yes_if(len({key(line, message) for line, message in rows_of(reading) if line in fitting}) == reading.case.claim.number)

    return decide


# Expected shares

POOLS = {
    "all lines": dict(asset=any_line, code=any_line),
    "the unit's lines": dict(code=any_line),
    "the level's lines": dict(asset=any_line),
}


@lru_cache(maxsize=None)
def off_share(case, pool: str) -> tuple:
    """(numerator, denominator) of the claimed number less the day's number times the window's part of a pool of lines."""
    whole, here = len(lines_of(case, window=any_line, **POOLS[pool])), len(lines_of(case, **POOLS[pool]))
    return case.claim.number * whole - len(lines_of(case, window=any_line)) * here, whole


@lru_cache(maxsize=None)
def off_product(case) -> tuple:
    """(numerator, denominator) of the claimed number less the unit's part of the window's lines times those of the level."""
    whole = len(lines_of(case, asset=any_line, code=any_line))
    return case.claim.number * whole - len(lines_of(case, code=any_line)) * len(lines_of(case, asset=any_line)), whole


def pool_share(pool: str):
    return lambda case: off_share(case, pool)


SHARES = {**{f"share of {pool}": pool_share(pool) for pool in POOLS}, "product share": off_product}


def near(share, halves: int):
    """Yes where the number is within so many halves of its expected share."""
    def decide(reading: Reading) -> str:
        off, whole = share(reading.case)
        return yes_if(2 * abs(off) <= halves * whole)

    return decide


def above(share):
    return lambda reading: yes_if(share(reading.case)[0] > 0)


# What shows without a count

def borders_met(reading: Reading) -> str:
    """Yes where lines of the unit and level stand on both borders."""
    times = {line.time for line in lines_of(reading.case, window=any_line)}
    return yes_if({reading.case.claim.first, reading.case.claim.last} <= times)


def lines_on_borders(case) -> int:
    return sum(line.time in (case.claim.first, case.claim.last) for line in lines_of(case, window=any_line))


def round_borders(reading: Reading) -> str:
    """Yes where both times are full quarters of an hour."""
    return yes_if(reading.case.claim.first % ROUND_SECONDS == 0 and reading.case.claim.last % ROUND_SECONDS == 0)


def even(reading: Reading) -> str:
    return yes_if(reading.case.claim.number % 2 == 0)


def small(reading: Reading) -> str:
    return yes_if(reading.case.claim.number <= 4)


def small_and_even(reading: Reading) -> str:
    return yes_if(reading.case.claim.number <= 4 and reading.case.claim.number % 2 == 0)


def of_share(share, size):
    """A count of a fit: how far the claimed number is from an expected share, by its size or with its sign."""
    def count(reading: Reading) -> float:
        off, whole = share(reading.case)
        return size(off / whole)

    return count


def of_case(measure):
    return lambda reading: measure(reading.case)


def number(case) -> int:
    return case.claim.number


SINGLE = {name: of_case(measure) for name, measure in {
    "number": number,
    "even number": lambda case: case.claim.number % 2,
    "lines": lambda case: len(case.lines),
    "length of the window": lambda case: case.claim.last - case.claim.first,
    "start": lambda case: case.claim.first,
    "borders on full hours": lambda case: (case.claim.first % 3600 == 0) + (case.claim.last % 3600 == 0),
    "borders taken in": lambda case: {"both": 2, "start": 1, "end": 1, "neither": 0}[case.claim.borders],
    "length of the name": lambda case: len(case.claim.asset),
    "place of the name": lambda case: case.rules.names.index(case.claim.asset),
    "length of the code": lambda case: len(case.claim.code),
    "one code": lambda case: case.rules.spelling == "one code",
    "seconds": lambda case: case.rules.clock == "seconds",
    "different units": lambda case: len({line.asset for line in case.lines}),
    "lines in the window": lambda case: len(lines_of(case, asset=any_line, code=any_line)),
    "lines of the unit": lambda case: len(lines_of(case, code=any_line, window=any_line)),
    "lines of the level": lambda case: len(lines_of(case, asset=any_line, window=any_line)),
}.items()}
JOINT = {
    "unit and level": of_case(lambda case: len(lines_of(case, window=any_line))),
    "unit in the window": of_case(lambda case: len(lines_of(case, code=any_line))),
    "level in the window": of_case(lambda case: len(lines_of(case, asset=any_line))),
    "lines on the borders": of_case(lines_on_borders),
    **{f"off the {name}": of_share(share, float) for name, share in SHARES.items()},
    **{f"distance from the {name}": of_share(share, abs) for name, share in SHARES.items()},
}


# Which member of a pair is the `yes` one

def distance_from(share):
    def measure(case) -> float:
        off, whole = share(case)
        return abs(off) / whole

    return measure


RULES = (
    Rule("whole day", "the window left out", counting(window=any_line), 0.5),
    Rule("end of the window unread", "everything from the start on", counting(window=after_start), 0.5),
    Rule("start of the window unread", "everything up to the end", counting(window=before_end), 0.5),
    Rule("any unit", "the unit left out", counting(asset=any_line), 0.5),
    Rule("stem of the name", "units whose names begin with the same word counted as one", counting(asset=of_stem), 0.5),
    Rule("part of the name", "units whose names hold the claimed one counted with it", counting(asset=of_part), 0.5),
    Rule("any level", "the level left out", counting(code=any_line), 0.5),
    Rule("level word in the message", "lines whose message holds the level's word counted too", code_or_word, 0.5),
    Rule("window alone", "all lines in the window", counting(asset=any_line, code=any_line), 0.5),
    Rule("unit alone", "all lines of the unit", counting(code=any_line, window=any_line), 0.5),
    Rule("level alone", "all lines of the level", counting(asset=any_line, window=any_line), 0.5),
    *(Rule(f"borders always {rule}", "the full reader with one treatment of borders for every claim", with_borders(lambda _, rule=rule: rule),
           right_where(lambda case, rule=rule: case.claim.borders == rule)) for rule in BORDER_RULES),
    Rule("borders the other way", "what is included left out, and what is left out included", with_borders(OPPOSITE.get), 0.5),
    Rule("levels always one", "two levels that look alike always counted together", always(spelling="one code"),
         right_where(lambda case: case.rules.spelling == "one code")),
    Rule("levels always two", "two levels that look alike never counted together", always(spelling="two codes"),
         right_where(lambda case: case.rules.spelling == "two codes")),
    Rule("levels the other way", "one level where there are two, two where there is one", other_spelling, 0.5),
    Rule("seconds dropped", "times of lines cut to the minute", without_seconds,
         right_where(lambda case: case.rules.clock == "minutes" or case.claim.borders == "start")),
    Rule("each message once", "lines with the same message counted once", merged(lambda line, message: message), 0.5),
    exact("identical lines merged", "lines with the same time and message counted once", merged(lambda line, message: (line.time, message))),
    exact("off by one taken as right", "the full reader who tells only numbers off by more than one", off_by(0, 1)),
    exact("off by two taken as right", "the full reader who tells only numbers off by one", off_by(0, 2)),
    *(Rule(f"within {halves / 2:g} of the {name}", "near the number one would expect, so yes", near(share, halves), 0.5, reason=FEW_LINES)
      for name, share in SHARES.items() for halves in REACHES),
    *(Rule(f"above the {name}", "above the number one would expect, so yes", above(share), 0.5) for name, share in SHARES.items()),
    Rule("no event on a border", "no event of the unit and level on one of the borders, so no", borders_met, 0.5),
    Rule("round borders", "both times full quarters of an hour, so yes", round_borders, 0.5),
    Rule("even number", "an even number, so yes", even, 0.5),
    Rule("small number", "at most 4, so yes", small, 0.5),
    Rule("small and even", "an even number of at most 4, so yes", small_and_even, 0.5),
)
TALLIES = (
    Tally("smaller number", "the member with the smaller number is the yes one", pick(number, min, "count_by_one", "count_by_two"), 0.5),
    *(Tally(f"nearer the {name}", "the member whose number is nearer to the expected one is the yes one", pick(distance_from(share), min), 0.5,
            reason=f"{FEW_LINES} It shows where the members of a pair, which share the log, are compared.")
      for name, share in SHARES.items()),
    Tally("longer window", "the member with the longer window is the yes one", pick(lambda case: case.claim.last - case.claim.first, max, "window"), 0.5),
    Tally("later window", "the member with the later window is the yes one", pick(lambda case: case.claim.first + case.claim.last, max, "window"), 0.5),
    Tally("longer name", "the member with the longer name is the yes one", pick(lambda case: len(case.claim.asset), max, "service"), 0.5),
    Tally("busier unit", "the member whose unit has more events of the level that day is the yes one",
          pick(lambda case: len(lines_of(case, window=any_line)), max, "service"), 0.5),
    Tally("more events on the borders", "the member with more of them is the yes one", pick(lines_on_borders, max, "window", "service"), 0.5,
          reason="The choice among possible changed windows and units holds other numbers at their shares, but not this one."),
)
FITS = (
    Fit(f"{len(SINGLE)} single counts", "a fit on counts of one feature", SINGLE, 0.5),
    Fit("single and joint counts", "a fit on these, on counts of two features and on distances from expected shares", {**SINGLE, **JOINT}, 0.5, False),
)
