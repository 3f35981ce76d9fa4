"""Partial readers of answerable_facts: figures looked up by part of their coordinates, of the notes or of the question."""
from __future__ import annotations

from audits.partial.rules import Fit, Reading, Rule, Tally, exact, yes_if
from solvers import answerable_facts as solver

AXES = (0, 1, 2)
"""The coordinates of a figure: organisation, measure, period."""
NAMES = ("organisation", "measure", "period")
PARENT_KINDS = ("Cargo Group", "Clinics", "Colleges", "Hotels", "Libraries", "Solar Co", "Water Union")
"""How the name of a parent goes on after the place that it shares with its branches."""


# Floors

def needs_read(share):
    """Floor of a reader that reads that share of the needs, each of which is the missing one equally often."""
    return lambda readings: sum(0.5 + share(len(case.needs)) / 2 for _, case in readings) / len(readings)


# Names

def by_notes(line, rules) -> solver.Need:
    """The figure that a line or a need names, under the names of today and the own names of measures."""
    return solver.Need(solver.name_today(line.organisation, rules), solver.own_name(line.measure, rules), line.period)


def as_written(line, rules) -> solver.Need:
    return solver.Need(line.organisation, line.measure, line.period)


def labels_as_written(line, rules) -> solver.Need:
    return by_notes(line, rules)._replace(measure=line.measure)


def organisations_as_written(line, rules) -> solver.Need:
    return by_notes(line, rules)._replace(organisation=line.organisation)


def place_of(organisation: str) -> str:
    """What look-alike organisations share: 'Bramwell' of 'Bramwell Lake Water'."""
    return organisation.split(" ")[0]


def plain_of(measure: str, field) -> str:
    """What look-alike measures share: 'trips' of 'late trips', 'budget for trips' and 'trips change'."""
    plain = [label[len(field.plan) + len(" for "):] for label in field.planned]
    return max((name for name in plain if f" {name} " in f" {measure} "), key=len)


def kin_of(axis: int, key: solver.Need, field):
    """The coordinate of a figure, blurred so that look-alikes are the same."""
    return place_of(key.organisation) if axis == 0 else plain_of(key.measure, field) if axis == 1 else key.period


# Readers

def is_reported(figure) -> bool:
    return figure.mark is None


def listed(case, name=by_notes, counts=is_reported) -> tuple:
    """(needed figures, figures of the lines that count), named by the function."""
    rules = solver.read_rules(case)
    return [name(need, rules) for need in case.needs], [name(figure, rules) for figure in case.figures if counts(figure)]


def looking(seen=None, name=by_notes, counts=is_reported):
    """The reader for whom a need is met by any line of which it sees the same."""
    def decide(reading: Reading) -> str:
        needs, lines = listed(reading.case, name, counts)
        see = (lambda key: seen(key, reading.case.field)) if seen else lambda key: key
        return yes_if({see(key) for key in needs} <= {see(key) for key in lines})

    return decide


def blind_to(axis: int):
    """The reader of two coordinates."""
    return looking(lambda key, field: key[:axis] + key[axis + 1:])


def blurring(axis: int):
    """The reader who takes look-alikes of one coordinate for the same."""
    return looking(lambda key, field: (kin_of(axis, key, field), key[:axis] + key[axis + 1:]))


def occurring(axes):
    """The reader for whom it is enough that the values of these coordinates occur in the listing, each by itself."""
    def decide(reading: Reading) -> str:
        needs, lines = listed(reading.case)
        return yes_if(all({key[axis] for key in needs} <= {key[axis] for key in lines} for axis in axes))

    return decide


def needs_of(choose):
    """The full reader of some of the needs."""
    def decide(reading: Reading) -> str:
        needs, lines = listed(reading.case)
        return yes_if(set(choose(needs)) <= set(lines))

    return decide


def any_need(reading: Reading) -> str:
    needs, lines = listed(reading.case)
    return yes_if(not set(needs).isdisjoint(lines))


def from_parent(reading: Reading) -> str:
    """A parent's figure counts for its branches, and a branch's for its parent."""
    needs, lines = listed(reading.case)
    return yes_if(all(any(key == need or is_parent_and_branch(key, need) for key in lines) for need in needs))


def is_parent_and_branch(one, other) -> bool:
    """Whether two figures differ in the organisation alone and one of the organisations is the parent of the other."""
    (place, _, kind), (other_place, _, other_kind) = (key.organisation.partition(" ") for key in (one, other))
    return one[1:] == other[1:] and place == other_place and (kind in PARENT_KINDS) != (other_kind in PARENT_KINDS)


# Figures worked out from others

def beside(period, step: int):
    """The quarter or month before (-1) or after (1)."""
    size = 4 if period.kind == "quarter" else 12
    years, part = divmod(period.part - 1 + step, size)
    return solver.Period(period.year + years, period.kind, part + 1)


def by_change(need, field) -> list:
    """Sets of figures that give one by a change: with the period before, or the change of the period after with its figure."""
    if need.period.kind == "FY":
        return []
    change, after = f"{need.measure} {field.change}", need._replace(period=beside(need.period, 1))
    return [{need._replace(measure=change), need._replace(period=beside(need.period, -1))}, {after._replace(measure=change), after}]


def by_rate(need, field) -> list:
    """Sets of figures that give one by a rate: 'revenue per trip' with revenue or with trips."""
    rates = [label.partition(" per ") for label in field.measures if " per " in label]
    pairs = [(f"{above} per {below}", above, f"{below}s") for above, _, below in rates]
    return [{need._replace(measure=rate), need._replace(measure=other)} for rate, above, below in pairs
            for own, other in ((above, below), (below, above)) if need.measure == own]


def by_year(need, field) -> list:
    """The set of figures that gives one as the sum of its quarters, or as what they leave of the full year."""
    if need.period.kind == "month":
        return []
    year = need.period.year
    periods = [solver.Period(year, "FY", 0), *(solver.Period(year, "quarter", part) for part in (1, 2, 3, 4))]
    return [{need._replace(period=period) for period in periods if period != need.period}]


def deriving(*ways):
    """The full reader who also takes a figure as listed that others give in one of these ways."""
    def decide(reading: Reading) -> str:
        needs, lines = listed(reading.case)
        known, field = set(lines), reading.case.field
        return yes_if(all(need in known or any(found <= known for way in ways for found in way(need, field)) for need in needs))

    return decide


# Counts

def single(count):
    """A count over lines, as a function of a Reading: count(needs, lines, field)."""
    return lambda reading: count(*listed(reading.case), reading.case.field)


def asked_lines(*axes):
    """Lines with asked values on all these coordinates, each by itself."""
    def count(needs, lines, field) -> int:
        asked = {axis: {need[axis] for need in needs} for axis in axes}
        return sum(all(key[axis] in asked[axis] for axis in axes) for key in lines)

    return single(count)


def alike_lines(axis: int, *exact):
    """Lines with a look-alike of an asked value on a coordinate, and asked values on the exact ones."""
    def count(needs, lines, field) -> int:
        kin, asked = {kin_of(axis, need, field) for need in needs}, {place: {need[place] for need in needs} for place in (axis, *exact)}
        return sum(key[axis] not in asked[axis] and all(key[place] in asked[place] for place in exact) and kin_of(axis, key, field) in kin
                   for key in lines)

    return single(count)


def lines_of_each(choose, *axes):
    """The least or most lines that share these coordinates with one need."""
    return single(lambda needs, lines, field: choose(sum(all(key[axis] == need[axis] for axis in axes) for key in lines) for need in needs))


def different(axis: int):
    return single(lambda needs, lines, field: len({key[axis] for key in lines}))


def different_asked(axis: int):
    return single(lambda needs, lines, field: len({key[axis] for key in needs}))


def different_alike(axis: int):
    """Different look-alikes of what is asked on a coordinate."""
    def count(needs, lines, field) -> int:
        kin, asked = {kin_of(axis, need, field) for need in needs}, {need[axis] for need in needs}
        return len({key[axis] for key in lines if key[axis] not in asked and kin_of(axis, key, field) in kin})

    return single(count)


def lines_where(holds):
    """Lines as written, of which something holds: holds(figure, field)."""
    return lambda reading: sum(holds(figure, reading.case.field) for figure in reading.case.figures)


def renamed_lines(axis: int):
    """Lines that stand under the other name of their organisation or measure."""
    def count(reading: Reading) -> int:
        rules = solver.read_rules(reading.case)
        other = (rules.today, rules.own_names)[axis]
        return sum((figure.organisation, figure.measure)[axis] in other for figure in reading.case.figures)

    return count


def words_of(line) -> set:
    return set(line.organisation.split()) | set(line.measure.split())


def lines_sharing_a_word(reading: Reading) -> int:
    asked = set().union(*map(words_of, reading.case.needs))
    return sum(not asked.isdisjoint(words_of(figure)) for figure in reading.case.figures)


def all_lines(reading: Reading) -> int:
    return len(reading.case.figures)


SINGLE = {
    "lines": all_lines,
    "lines sharing a word": lines_sharing_a_word,
    **{f"lines of asked {NAMES[axis]}s": asked_lines(axis) for axis in AXES},
    **{f"fewest lines of an asked {NAMES[axis]}": lines_of_each(min, axis) for axis in AXES},
    **{f"most lines of an asked {NAMES[axis]}": lines_of_each(max, axis) for axis in AXES},
    **{f"lines of look-alike {NAMES[axis]}s": alike_lines(axis) for axis in (0, 1)},
    **{f"look-alike {NAMES[axis]}s": different_alike(axis) for axis in (0, 1)},
    **{f"different {NAMES[axis]}s": different(axis) for axis in AXES},
    **{f"asked {NAMES[axis]}s": different_asked(axis) for axis in AXES},
    "plans": lines_where(lambda figure, field: figure.measure.startswith(f"{field.plan} for ")),
    "changes": lines_where(lambda figure, field: figure.measure.endswith(f" {field.change}")),
    "rates": lines_where(lambda figure, field: " per " in figure.measure),
    "full years": lines_where(lambda figure, field: figure.period.kind == "FY"),
    "provisional": lines_where(lambda figure, field: figure.provisional),
    "missing": lines_where(lambda figure, field: figure.mark is not None),
    "former names": renamed_lines(0),
    "other labels": renamed_lines(1),
}
PAIRS = ((0, 1), (0, 2), (1, 2))
JOINT = {
    **{f"lines of asked {NAMES[one]} and {NAMES[other]}": asked_lines(one, other) for one, other in PAIRS},
    **{f"fewest lines of a needed {NAMES[one]} and {NAMES[other]}": lines_of_each(min, one, other) for one, other in PAIRS},
    **{f"most lines of a needed {NAMES[one]} and {NAMES[other]}": lines_of_each(max, one, other) for one, other in PAIRS},
    "look-alike organisations with an asked measure": alike_lines(0, 1),
    "look-alike organisations in an asked period": alike_lines(0, 2),
    "look-alike measures at an asked organisation": alike_lines(1, 0),
    "look-alike measures in an asked period": alike_lines(1, 2),
    "lines": all_lines,
}


def counted(name: str, says: str, bounded: bool = True, reason: str | None = None, **counts) -> Fit:
    """A fit on one count beside the number of lines."""
    return Fit(name, says, {"lines": all_lines, **counts}, 0.5, bounded, reason)


# Which member of a pair is the `yes` one

def total(case) -> int:
    """The reported figures added up, percentages in tenths."""
    return sum(int(figure.value.replace(",", "").replace(".", "").rstrip("%")) for figure in case.figures if figure.value is not None)


def most_is_yes(measure):
    """Whether the member with more of a measure is the `yes` one, a tie shared."""
    def count(group):
        values = [measure(reading) for reading in group]
        picked = [reading for reading, value in zip(group, values) if value == max(values)]
        return sum(reading.item.gold == "yes" for reading in picked) / len(picked)

    return count


RULES = (
    *(Rule(f"{NAMES[axis]} ignored", f"a line for each need by the other two coordinates; the check of {NAMES[axis]}s left out", blind_to(axis), 0.5)
      for axis in AXES),
    *(Rule(f"{NAMES[axis]}s blurred", f"the full reader who takes look-alike {NAMES[axis]}s for the asked ones", blurring(axis), 0.5) for axis in (0, 1)),
    *(Rule(f"{NAMES[axis]} alone", f"every {NAMES[axis]} of the question occurs", occurring((axis,)), 0.5) for axis in AXES),
    Rule("every coordinate occurs", "every organisation, measure and period of the question occurs", occurring(AXES), 0.5),
    # Half of the pairs need a line under another name, to both members of which this reader says no
    Rule("literal names", "needs looked up under the very names of the question", looking(name=as_written), 0.75),
    # In half of the pairs the missing figure can be worked out, to both members of which this reader says yes
    Rule("figures worked out", "missing figures worked out from changes, rates, quarters and years", deriving(by_change, by_rate, by_year), 0.75),
    Rule("first need", "the first figure that the question names", needs_of(lambda needs: needs[:1]), needs_read(lambda count: 1 / count)),
    Rule("last need", "the last figure that the question names", needs_of(lambda needs: needs[-1:]), needs_read(lambda count: 1 / count)),
    Rule("all needs but the first", "the first figure unread", needs_of(lambda needs: needs[1:]), needs_read(lambda count: 1 - 1 / count)),
    Rule("all needs but the last", "the last figure unread", needs_of(lambda needs: needs[:-1]), needs_read(lambda count: 1 - 1 / count)),
    Rule("any need", "one needed figure is enough", any_need, 0.5),
    exact("other labels ignored", "everything but the note on equal labels", looking(name=labels_as_written)),
    exact("former names ignored", "everything but the note on a former name", looking(name=organisations_as_written)),
    exact("provisional not counted", "lines marked p left out", looking(counts=lambda figure: is_reported(figure) and not figure.provisional)),
    exact("missing mark counted", "a line without a figure taken as one", looking(counts=lambda figure: True)),
    exact("parent for branch", "figures of a parent and its branches taken for one another", from_parent),
    exact("worked out from changes", "a figure worked out from a change and the period beside it", deriving(by_change)),
    exact("worked out from rates", "a figure worked out from a rate", deriving(by_rate)),
    exact("worked out from years", "full years added up from quarters, quarters taken off full years", deriving(by_year)),
)
ONE_MORE_LOOK_ALIKE = "The planted line is a look-alike in the place of an asked one: one more of these lines in every `no` member."
TALLIES = (
    Tally("larger figures", "the member with the larger figures is the yes one", most_is_yes(lambda reading: total(reading.case)), 0.5,
          reason="A measure that is replaced is more often a whole than a part of it or a change in percent, so the figure tends to shrink."),
    Tally("shorter text", "the shorter member is the yes one", most_is_yes(lambda reading: -len(reading.item.state)), 0.5,
          reason="Labels that stand in for others are the longer ones: a narrower measure, a plan or a change takes the place of a plain one."),
)
FITS = (
    counted("lines sharing a word", "lines that share a word with the question", count=lines_sharing_a_word),
    counted("lines of asked organisations", "their number", count=asked_lines(0)),
    counted("lines of asked measures", "their number", count=asked_lines(1)),
    counted("lines of look-alikes", "lines of look-alike organisations and of look-alike measures", reason=ONE_MORE_LOOK_ALIKE,
            organisations=alike_lines(0), measures=alike_lines(1)),
    counted("organisation and measure", "lines with both an asked organisation and an asked measure", False, count=asked_lines(0, 1)),
    Fit(f"{len(SINGLE)} single counts", "a fit on counts of one feature", SINGLE, 0.5, reason=ONE_MORE_LOOK_ALIKE),
    Fit("single and joint counts", "a fit on these and on counts of two features", {**SINGLE, **JOINT}, 0.5, False),
)
