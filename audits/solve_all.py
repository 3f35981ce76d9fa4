"""Does the independent solver of every core family agree with the gold answers? It sees state, question and options alone.

Example: python3 audits/solve_all.py log_count_check --root generated
"""
from __future__ import annotations

import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import findings
from generators import items
from solvers import reading

SOLVERS = Path(__file__).resolve().parent.parent / "solvers"


def solver_of(task: str):
    """The solve function of a family. Raises ItemsError where there is no solver."""
    if not (SOLVERS / f"{task}.py").is_file():
        raise items.ItemsError(f"{task}: no solver solvers/{task}.py")
    return importlib.import_module(f"solvers.{task}").solve


def finding(item: items.Item, solve):
    """What is wrong with the solver's answer to one item, in one line; None where it agrees."""
    try:
        answer = solve(item.state, item.question, item.options)
    except reading.Unread as error:
        return f"{item.id}: unread: {error}"
    except Exception as error:  # a solver that breaks off is a finding about that item, whatever it raised
        return f"{item.id}: the solver broke off with {type(error).__name__}: {error}"
    if answer not in item.options:
        return f"{item.id}: the solver's answer {answer!r} is none of the options"
    if answer != item.gold:
        return f"{item.id}: the solver says {answer!r}, gold is {item.gold!r}"
    return None


def solve_rows(rows, solve) -> list:
    """One line for every item that the solver does not read or answers otherwise."""
    return [line for line in (finding(item, solve) for item in rows) if line is not None]


def agreement(rows, found) -> str:
    """'598/600' from the items and the findings about them."""
    return f"{len(rows) - len(found)}/{len(rows)}"


def check(root, task: str):
    """(agreement, findings) of one family under a root."""
    rows = findings.read_rows(root, task)
    found = solve_rows(rows, solver_of(task))
    return agreement(rows, found), found


def main(argv=None) -> int:
    return findings.run("solve_all.py", __doc__, check, argv)


if __name__ == "__main__":
    sys.exit(main())
