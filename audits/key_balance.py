"""Are answer classes and gold positions balanced at every level, and does the order of the items say nothing?

Example: python3 audits/key_balance.py --root generated
"""
from __future__ import annotations

import math
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import findings
from generators import families

ORDER_ERRORS = 5
"""Standard errors by which an order statistic may miss what a random order gives."""


def share_findings(where: str, counts: Counter, values) -> list:
    """One line for every value whose count is more than one item from an equal share."""
    total, parts = sum(counts.values()), len(values)
    return [f"{where}: {value} {counts[value]} times, an equal share is {total / parts:.1f}"
            for value in values if abs(parts * counts[value] - total) > parts]


def class_findings(family: families.Family, rows) -> list:
    """Answer classes of a family with fixed options: equal in the family and at every level, as far as the items divide."""
    found = []
    for where, part in [("all levels", rows)] + [(f"level {level}", [item for item in rows if item.level == level]) for level in families.LEVELS]:
        counts = Counter(item.gold for item in part)
        numbers = [counts[option] for option in family.options]
        if max(numbers) - min(numbers) > (1 if len(part) % len(numbers) else 0):
            found.append(f"{where}: answers {', '.join(f'{option} {counts[option]}' for option in family.options)} are not balanced")
    return found


def position_findings(rows) -> list:
    """Gold positions of a family whose options move: within one item of an equal share.

    At every level where all items have equally many options, else for every number of options.
    """
    sizes = sorted({len(item.options) for item in rows})
    if len(sizes) == 1:
        strata = [(f"level {level}", [item for item in rows if item.level == level]) for level in families.LEVELS]
    else:
        strata = [(f"{size} options", [item for item in rows if len(item.options) == size]) for size in sizes]
    found = []
    for where, part in strata:
        counts = Counter(item.options.index(item.gold) for item in part)
        found += share_findings(f"gold position, {where}", counts, range(len(part[0].options)) if part else ())
    return found


def neighbour_findings(rows) -> list:
    """Whether neighbours in the file share their group, level or gold position more or less often than in a random order."""
    found = []
    pairs = len(rows) - 1
    if pairs < 1:
        return found
    for name, key in (("group", lambda item: item.group), ("level", lambda item: item.level),
                      ("gold position", lambda item: item.options.index(item.gold))):
        values = [key(item) for item in rows]
        equal = sum(one == other for one, other in zip(values, values[1:]))
        share = sum(n * (n - 1) for n in Counter(values).values()) / (len(rows) * pairs)
        error = math.sqrt(max(pairs * share * (1 - share), 1))
        if abs(equal - pairs * share) > ORDER_ERRORS * error:
            found.append(f"order of the file: {equal} neighbours share their {name}, a random order gives {pairs * share:.0f}")
    return found


def first_findings(rows) -> list:
    """Whether one answer stands first in its group more often than chance allows; groups of two answers are compared."""
    first = {}
    ahead = Counter()
    for item in rows:
        for earlier in first.setdefault(item.group, []):
            ahead[earlier, item.options.index(item.gold)] += 1
        first[item.group].append(item.options.index(item.gold))
    found = []
    for one, other in sorted(pair for pair in ahead if pair[0] < pair[1] or pair[::-1] not in ahead):
        before, after = ahead[one, other], ahead[other, one]
        if abs(before - after) > ORDER_ERRORS * math.sqrt(before + after):
            found.append(f"order in the groups: gold position {one} stands before {other} in {before} of {before + after} groups")
    return found


def check_rows(family: families.Family, rows) -> list:
    """Every finding about the balance and order of one draw of a family."""
    by_answer = position_findings(rows) if family.options is None else class_findings(family, rows)
    return by_answer + neighbour_findings(rows) + first_findings(rows)


def check(root, task: str):
    """('balanced', findings) of one family under a root."""
    return "balanced", check_rows(families.BY_NAME[task], findings.read_rows(root, task))


def main(argv=None) -> int:
    return findings.run("key_balance.py", __doc__, check, argv)


if __name__ == "__main__":
    sys.exit(main())
