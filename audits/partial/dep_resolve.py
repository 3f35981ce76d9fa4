"""Partial readers of dep_resolve: one check left out, alone or misread; or no check, but counts of the pins and of what the index says of them."""
from __future__ import annotations

from typing import Any, NamedTuple

from audits.partial.rules import Fit, Rule, Tally, exact, only, pick, without, yes_if
from solvers import dep_resolve as solver

CHECKS = {"missing": ("missing",), "range": ("bound", "unmet"), "platform": ("platform",), "runtime": ("runtime",), "conflict": ("conflict",)}
"""What can be unmet -> kinds of pairs that it decides."""
MISSING = 78 / 300
"""Share of the pairs in which a needed pin is missing."""
LOWER, UPPER = (">=", ">", "~="), ("<=", "<")


# Reading a case in one way or another

def fits_all(version, limits, fits) -> bool:
    return all(fits(version, limit) for limit in limits)


class Way(NamedTuple):
    """How to read a case; the defaults are what the state says, every other value is a misreading.

    fits(version, limit); counts(case, entry, list it stands in); rows(case): the releases whose entries count; joined(version, limits,
    fits): whether a range holds; clashes: the same for conflict entries, with ranges unread where it is always true.
    """

    fits: Any = solver.fits
    counts: Any = lambda case, entry, entries: solver.counts(case, entry)
    rows: Any = solver.pinned_releases
    joined: Any = fits_all
    clashes: Any = None


AS_WRITTEN = Way()


def unmet_of(case, one, way: Way) -> set:
    """What is unmet of the entries of one release."""
    found = set()
    for entry in one.needs:
        if way.counts(case, entry, one.needs):
            if entry.name not in case.pins:
                found.add("missing")
            elif not way.joined(case.pins[entry.name], entry.limits, way.fits):
                found.add("range")
    for entry in one.clashes:
        if way.counts(case, entry, one.clashes) and entry.name in case.pins:
            if (way.clashes or way.joined)(case.pins[entry.name], entry.limits, way.fits):
                found.add("conflict")
    return found


def unmet(case, way: Way = AS_WRITTEN) -> set:
    """What is unmet, as keys of CHECKS."""
    found = set()
    for one in way.rows(case):
        found |= unmet_of(case, one, way)
        found |= set() if case.target.kind in one.kinds else {"platform"}
        found |= set() if way.joined(case.target.platform, one.platform, way.fits) else {"runtime"}
    return found


def these(*checks, way: Way = AS_WRITTEN):
    """The reader of some checks alone."""
    return lambda reading: yes_if(not unmet(reading.case, way) & set(checks))


def all_but(*checks):
    """The full reader who leaves these checks out."""
    return these(*(check for check in CHECKS if check not in checks))


def misread(**change):
    """The full reader with something read another way."""
    return these(*CHECKS, way=AS_WRITTEN._replace(**change))


def kinds_of(*checks) -> tuple:
    return tuple(kind for check in checks for kind in CHECKS[check])


def level_one(readings) -> float:
    """Floor of a reader whom conflict entries with unread ranges make say no: level 1, which has none, is read in full."""
    return 0.5 + sum(reading.item.level == 1 for reading in readings) / len(readings) / 2


# Misreadings of versions and limits

def text(parts: tuple, rc) -> str:
    """A version as it is written."""
    return ".".join(map(str, parts)) + ("" if rc is None else f"-rc{rc}")


def compared(key, ops=None):
    """A reader of limits who compares by a key of (parts, pre-release or None) and may take one sign for another."""
    def fits(found, limit):
        op, mine, named = (ops or {}).get(limit.op, limit.op), key(*found), key(limit.parts, limit.rc)
        if op in ("==*", "~=") and found.parts[:2] != limit.parts[:2]:
            return False
        return {"==*": True, "~=": mine >= named, "==": mine == named, ">=": mine >= named, ">": mine > named, "<=": mine <= named,
                "<": mine < named}[op]

    return fits


def full_text(parts: tuple, rc) -> str:
    return text(parts + (0,) * (3 - len(parts)), rc)


def decimals(parts: tuple, rc) -> tuple:
    """Major and minor version as a decimal number, then the rest."""
    return (parts[0], str(parts[1]), *solver.key(parts, rc)[0][2:], 99 if rc is None else rc)


def without_rc(parts: tuple, rc) -> tuple:
    return solver.key(parts, None)


def rc_after(parts: tuple, rc) -> tuple:
    """A pre-release comes after its final version."""
    return solver.key(parts, None)[0], 0 if rc is None else rc


def two_parts_cover(found, limit) -> bool:
    """A limit of two parts is compared with the first two parts of a version."""
    return solver.fits(found._replace(parts=found.parts[:2], rc=None) if len(limit.parts) == 2 and limit.op != "==*" else found, limit)


def rc_by_custom(found, limit) -> bool:
    """A pre-release of the version named is not below it."""
    same = found.rc is not None and limit.rc is None and solver.key(found.parts, None) == solver.key(limit.parts, None)
    return solver.fits(found, limit) and not (same and limit.op == "<")


def rc_left_aside(found, limit) -> bool:
    """A pre-release fits a limit only where the limit names one."""
    return solver.fits(found, limit) and (found.rc is None or limit.rc is not None)


def same_major(found, limit) -> bool:
    """~= keeps the first part only."""
    return solver.fits(found, limit._replace(op=">=")) and found.parts[0] == limit.parts[0] if limit.op == "~=" else solver.fits(found, limit)


def seen(*ops):
    """A reader who sees limits of these signs alone."""
    return lambda found, limit: limit.op not in ops or solver.fits(found, limit)


def first_limit(version, limits, fits) -> bool:
    return fits_all(version, limits[:1], fits)


def last_limit(version, limits, fits) -> bool:
    return fits_all(version, limits[-1:], fits)


def any_limit(version, limits, fits) -> bool:
    return not limits or any(fits(version, limit) for limit in limits)


# Misreadings of conditions and of what counts

def always(case, entry, entries) -> bool:
    return True


def unconditional(case, entry, entries) -> bool:
    """Entries with a condition never count."""
    return entry.condition is None


def over_the_list(case, entry, entries) -> bool:
    """A condition at the end of a list covers the whole list."""
    last = entries[-1]
    return solver.counts(case, entry) and solver.counts(case, last)


def other_way(case, entry, entries) -> bool:
    return entry.condition is None or not solver.counts(case, entry)


def reading_only(of_class: bool):
    """Conditions of the class of the target are read, or those of its platform version; the others hold."""
    return lambda case, entry, entries: entry.condition is None or bool(entry.condition.kind) != of_class or solver.counts(case, entry)


def versions_of(case, name: str) -> list:
    """The releases of a name, earliest first."""
    return sorted((one for one in case.index.values() if one.name == name), key=lambda one: solver.key(*one.version))


def all_versions(case) -> list:
    """Every release of a pinned name."""
    return [one for one in case.index.values() if one.name in case.pins]


def newest_versions(case) -> list:
    return [versions_of(case, name)[-1] for name in case.pins]


def first_half(case) -> list:
    pinned = solver.pinned_releases(case)
    return pinned[:(len(pinned) + 1) // 2]


# Counts of the pins

def pinned(case) -> list:
    return solver.pinned_releases(case)


def entries_of(releases) -> list:
    return [entry for one in releases for entry in one.needs + one.clashes]


def limits_of(case) -> list:
    """The limits of the needs of pinned versions."""
    return [limit for one in pinned(case) for entry in one.needs for limit in entry.limits]


def place(case, one) -> tuple:
    """(place of a release among the versions of its name, their number)."""
    listed = versions_of(case, one.name)
    return listed.index(one), len(listed)


def newest(case) -> int:
    return sum(at + 1 == size for at, size in (place(case, one) for one in pinned(case)))


def oldest(case) -> int:
    return sum(at == 0 for at, _ in (place(case, one) for one in pinned(case)))


def names_version(limit, version) -> bool:
    """Whether a limit names this very version, inside its range or outside."""
    return limit.op != "==*" and solver.key(limit.parts, limit.rc) == solver.key(*version)


def named_versions(case, releases, ops=(">=", ">", "<=", "<", "==", "~=")) -> int:
    """How many limits of needs of some releases, with one of these signs, name the very version that is pinned."""
    return sum(limit.op in ops and names_version(limit, case.pins[entry.name]) for one in releases for entry in one.needs
               if entry.name in case.pins for limit in entry.limits)


def named_runtime(case) -> int:
    """How many limits for the platform version of pinned releases name that of the target."""
    return sum(names_version(limit, case.target.platform) for one in pinned(case) for limit in one.platform)


def mentions(case, releases) -> int:
    """How many entries of some releases are about pinned names."""
    return sum(entry.name in case.pins for entry in entries_of(releases))


def unmentioned(case, releases) -> int:
    """How many pins no entry of some releases is about."""
    about = {entry.name for entry in entries_of(releases)}
    return sum(name not in about for name in case.pins)


def unneeded(case, way: Way = AS_WRITTEN) -> int:
    """How many pins no pinned version needs."""
    needed = {entry.name for one in pinned(case) for entry in one.needs if way.counts(case, entry, one.needs)}
    return sum(name not in needed for name in case.pins)


def absent(case, releases) -> int:
    """How many names that are needed by some releases, conditions unread, are not pinned."""
    return len({entry.name for one in releases for entry in one.needs} - set(case.pins))


def met_in_index(case) -> int:
    """How many needs of the whole index, conditions unread, are met by the pins."""
    return sum(entry.name in case.pins and solver.fits_all(case.pins[entry.name], entry.limits)
               for one in case.index.values() for entry in one.needs)


def part(number: int):
    return lambda case: sum(version.parts[number] for version in case.pins.values())


def fields_of(one) -> tuple:
    return one.kinds, one.platform, frozenset(one.needs), frozenset(one.clashes)


def others(case, one) -> list:
    """The other versions of a name."""
    return [other for other in versions_of(case, one.name) if other != one]


def odd_ones(case) -> int:
    """How many pinned versions differ in something from two other versions that agree in it."""
    triples = [(one, *others(case, one)) for one in pinned(case)]
    return sum(any(mine != second == third for mine, second, third in zip(*map(fields_of, triple))) for triple in triples if len(triple) == 3)


def twins(case) -> int:
    """How many pinned versions say the same as another version of their name."""
    return sum(any(fields_of(one) == fields_of(other) for other in others(case, one)) for one in pinned(case))


def same_needs(case) -> int:
    """How many pinned versions with needs need the same as every other version of their name, of which there is one at least."""
    return sum(bool(one.needs and others(case, one)) and all(set(one.needs) == set(other.needs) for other in others(case, one))
               for one in pinned(case))


def richer(case) -> int:
    """How many other versions of their names pinned versions exceed in entries, less how many exceed them."""
    counts = [(len(entries_of([one])), len(entries_of([other]))) for one in pinned(case) for other in others(case, one)]
    return sum((mine > other) - (mine < other) for mine, other in counts)


def on_target(case) -> int:
    """How many listed versions of the pinned names run on the class of the target."""
    return sum(case.target.kind in one.kinds for one in all_versions(case))


def signed(*ops):
    """How many limits of the needs of pinned versions have one of these signs."""
    return lambda case: sum(limit.op in ops for limit in limits_of(case))


def name_places(case) -> int:
    """Places of the pinned names in the order of the alphabet."""
    names = sorted({name for name, _ in case.index})
    return sum(names.index(name) for name in case.pins)


COUNTS = {
    "newest pins": newest,
    "oldest pins": oldest,
    "pins with one version": lambda case: sum(place(case, one)[1] == 1 for one in pinned(case)),
    "listed versions of the pins": lambda case: len(all_versions(case)),
    "pre-releases": lambda case: sum(version.rc is not None for version in case.pins.values()),
    "odd last parts": lambda case: sum(version.parts[2] % 2 for version in case.pins.values()),
    "last parts of zero": lambda case: sum(version.parts[2] == 0 for version in case.pins.values()),
    "minor versions from ten on": lambda case: sum(version.parts[1] > 9 for version in case.pins.values()),
    "minor versions of nine": lambda case: sum(version.parts[1] == 9 for version in case.pins.values()),
    "first parts": part(0), "second parts": part(1), "third parts": part(2),
    "length of names": lambda case: sum(map(len, case.pins)),
    "length of versions": lambda case: sum(len(text(*version)) for version in case.pins.values()),
    "mentions in the index": lambda case: mentions(case, case.index.values()),
    "mentions by other versions": lambda case: mentions(case, [one for one in case.index.values() if one not in pinned(case)]),
    "pins not mentioned in the index": lambda case: unmentioned(case, case.index.values()),
    "entries": lambda case: len(entries_of(pinned(case))),
    "conditions": lambda case: sum(entry.condition is not None for entry in entries_of(pinned(case))),
    "conflict entries": lambda case: sum(len(one.clashes) for one in pinned(case)),
    "limits of needs": lambda case: len(limits_of(case)),
    "limits from below": signed(*LOWER),
    "limits from above": signed(*UPPER),
    "limits that include": signed(">=", "<=", "~=", "=="),
    "limits of two parts": lambda case: sum(len(limit.parts) == 2 for limit in limits_of(case)),
    "limits that name a pinned version": lambda case: named_versions(case, pinned(case)),
    "limits of the index that name a pinned version": lambda case: named_versions(case, case.index.values()),
    "limits that name the target's version": named_runtime,
    "classes listed": lambda case: sum(len(one.kinds) for one in pinned(case)),
    "limits for the target's version": lambda case: sum(len(one.platform) for one in pinned(case)),
    "versions for the target": on_target,
    "places in the index": lambda case: sum(at for at, key in enumerate(case.index) if case.pins.get(key[0]) == key[1]),
    "places in the alphabet": name_places,
    "odd ones": odd_ones,
    "twins": twins,
    "same needs": same_needs,
    "more entries than others": richer,
}
"""What a reader can count who tells neither inside from outside a limit nor which pin is needed."""
NAMED = {
    "pins that nothing needs, conditions unread": lambda case: unneeded(case, Way(counts=always)),
    "pins that pinned versions do not mention": lambda case: unmentioned(case, pinned(case)),
    "mentions by pinned versions": lambda case: mentions(case, pinned(case)),
    "names absent, conditions unread": lambda case: absent(case, pinned(case)),
    "names absent from all versions' needs": lambda case: absent(case, all_versions(case)),
}
"""Which names pinned versions speak of, conditions unread."""
JOINED = {
    "pins that nothing needs": unneeded,
    "needs of the index that are met": met_in_index,
    "including limits that name a pinned version": lambda case: named_versions(case, pinned(case), (">=", "<=", "~=", "==")),
    "excluding limits that name a pinned version": lambda case: named_versions(case, pinned(case), (">", "<")),
}
"""What takes two conditions: a need that counts and a pin, a range or a sign and a version."""


def of_case(counts: dict) -> dict:
    return {name: lambda reading, count=count: float(count(reading.case)) for name, count in counts.items()}


def no_where(holds):
    """No where something holds of the case."""
    return lambda reading: yes_if(not holds(reading.case))


def yes_where(holds):
    """Yes where something holds of the case."""
    return lambda reading: yes_if(holds(reading.case))


RULES = (
    *(Rule(f"{check} left out", "everything else", all_but(check), without(*CHECKS[check])) for check in CHECKS),
    *(Rule(f"{check} alone", "one check, nothing else", these(check), only(*CHECKS[check])) for check in CHECKS),
    Rule("needs left out", "everything but what pinned versions need", all_but("missing", "range"), without(*kinds_of("missing", "range"))),
    Rule("needs alone", "missing names and ranges", these("missing", "range"), only(*kinds_of("missing", "range"))),
    Rule("names, conditions unread", "every name that a pinned version needs is pinned", these("missing", way=Way(counts=always)), 0.5),
    Rule("names of all versions", "every name that a version of a pinned name needs is pinned", these("missing", way=Way(rows=all_versions)), 0.5),
    Rule("names of all versions, conditions unread", "the same, whatever the conditions",
         these("missing", way=Way(rows=all_versions, counts=always)), 0.5),
    Rule("conditions unread", "everything, but every entry counts", misread(counts=always), 0.5),
    Rule("all versions of the pins", "everything, of every version of a pinned name", misread(rows=all_versions), 0.5),
    Rule("versions as text", "everything, versions compared by characters as written", misread(fits=compared(text)), 0.5),
    Rule("versions as full text", "everything, versions of three parts compared by characters", misread(fits=compared(full_text)), 0.5),
    Rule("versions as decimals", "everything, the first two parts compared as a decimal number", misread(fits=compared(decimals)), 0.5),
    Rule("ranges as text alone", "ranges of needs, versions compared by characters", these("range", way=Way(fits=compared(text))), 0.5),
    Rule("conflict ranges unread", "everything, a conflict entry about any pinned name is broken", misread(clashes=lambda *_: True), level_one),
    Rule("every pin newest", "then yes", yes_where(lambda case: newest(case) == len(case.pins)), 0.5),
    Rule("a pin without need", "a pin that nothing needs, so no", no_where(unneeded), 0.5),
    Rule("a pin not mentioned", "a pinned name that no entry of the index is about, so no", no_where(COUNTS["pins not mentioned in the index"]), 0.5),
    Rule("a pre-release pinned", "then no", no_where(COUNTS["pre-releases"]), 0.5),
    Rule("a limit names a pin", "a limit that names the pinned version, so yes", yes_where(COUNTS["limits that name a pinned version"]), 0.5,
         by_level=True),
    Rule("no limit names a pin", "a limit that names the pinned version, so no", no_where(COUNTS["limits that name a pinned version"]), 0.5,
         by_level=True),
    Rule("two names absent", "pinned versions name two that are not pinned, conditions unread, so no",
         no_where(lambda case: absent(case, pinned(case)) > 1), 0.5),
    Rule("a limit names the target's version", "then no", no_where(named_runtime), 0.5),
    Rule("an odd one pinned", "a pinned version that differs in something from two others that agree, so no", no_where(odd_ones), 0.5),
    Rule("a twin pinned", "a pinned version that says the same as another one, so yes", yes_where(twins), 0.5),
    Rule("same needs", "a pinned version that needs the same as every other one, so no", no_where(same_needs), 0.5),
    exact("lower limits alone", "everything, upper limits unread", misread(fits=seen(*LOWER, "==", "==*"))),
    exact("upper limits alone", "everything, lower limits unread", misread(fits=seen(*UPPER, "==", "==*"))),
    exact("borders always inside", "> read as >=, < as <=", misread(fits=compared(solver.key, {">": ">=", "<": "<="}))),
    exact("borders never inside", ">= read as >, <= as <", misread(fits=compared(solver.key, {">=": ">", "<=": "<"}))),
    exact("first two parts", "versions compared by their first two parts", misread(fits=compared(lambda parts, rc: parts[:2]))),
    exact("first part", "versions compared by their first part", misread(fits=compared(lambda parts, rc: parts[:1]))),
    exact("limits of two parts cover", "a limit of two parts covers all versions that start with them", misread(fits=two_parts_cover)),
    exact("pre-releases as final", "the mark of a pre-release unread", misread(fits=compared(without_rc))),
    exact("pre-releases after", "a pre-release comes after its final version", misread(fits=compared(rc_after))),
    exact("pre-releases by custom", "a pre-release of the version named is not below it", misread(fits=rc_by_custom)),
    exact("pre-releases left aside", "a pre-release fits only a limit that names one", misread(fits=rc_left_aside)),
    exact("~= without an end", "~= read as >=", misread(fits=compared(solver.key, {"~=": ">="}))),
    exact("~= to the next first part", "~= keeps the first part only", misread(fits=same_major)),
    exact("first limit alone", "of two limits the first", misread(joined=first_limit)),
    exact("last limit alone", "of two limits the last", misread(joined=last_limit)),
    exact("either limit", "one of two limits will do", misread(joined=any_limit)),
    exact("entries with conditions left out", "they never count", misread(counts=unconditional)),
    exact("conditions over the list", "a condition at the end of a list covers all of it", misread(counts=over_the_list)),
    exact("conditions the other way", "an entry counts where its condition fails", misread(counts=other_way)),
    exact("conditions of the class alone", "conditions of the platform version unread", misread(counts=reading_only(True))),
    exact("conditions of the version alone", "conditions of the class unread", misread(counts=reading_only(False))),
    exact("newest versions", "the newest version of every pinned name", misread(rows=newest_versions)),
    exact("first half of the pins", "the entries of the pins listed first", misread(rows=first_half)),
)
MORE = {
    "more newest pins": "newest pins", "more oldest pins": "oldest pins", "more versions of the pins": "listed versions of the pins",
    "larger last parts": "third parts", "longer versions": "length of versions", "more mentions": "mentions in the index", "more entries": "entries",
    "more limits that include": "limits that include", "more classes listed": "classes listed", "later in the index": "places in the index",
}
FEWER = {
    "fewer pre-releases": "pre-releases", "smaller second parts": "second parts", "fewer minor versions of nine": "minor versions of nine",
    "fewer mentions by other versions": "mentions by other versions", "fewer limits that name a pinned version": "limits that name a pinned version",
    "fewer limits of the index that name one": "limits of the index that name a pinned version", "fewer odd ones": "odd ones", "fewer twins": "twins",
    "fewer with the same needs": "same needs", "fewer entries than others": "more entries than others",
}
TALLIES = (
    *(Tally(name, "the member with more of it is the yes one", pick(COUNTS[count], max), 0.5) for name, count in MORE.items()),
    *(Tally(name, "the member with less of it is the yes one", pick(COUNTS[count], min), 0.5) for name, count in FEWER.items()),
    *(Tally(f"fewer {name}", "the member with fewer of them is the yes one", pick(NAMED[name], min), 0.5) for name in NAMED if "absent" in name),
    Tally("fewer pins without mention", "of which no pinned version speaks, the member with fewer is the yes one",
          pick(NAMED["pins that pinned versions do not mention"], min), 0.5),
    Tally("fewer pins without need", "the member with fewer pins that nothing needs is the yes one, which tells a missing pin", pick(unneeded, min),
          0.5 + MISSING / 2),
    Tally("more needs met", "the member whose pins meet more needs of the whole index is the yes one", pick(met_in_index, max), 0.5, False),
    Tally("more limits that include a pin they name", "the member with more of them is the yes one",
          pick(JOINED["including limits that name a pinned version"], max), 0.5, False),
)
FITS = (
    Fit("fit on single counts", f"linear, {len(COUNTS)} counts of the pins", of_case(COUNTS), 0.5),
    Fit("fit on names too", "linear, these and which names pinned versions speak of", of_case({**COUNTS, **NAMED}), 0.5),
    Fit("fit on needs too", "linear, these and counts of two conditions", of_case({**COUNTS, **NAMED, **JOINED}), only("missing"), False),
)
