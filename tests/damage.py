"""Kinds of damage to the text of a state, and what becomes of the case that a solver reads from it.

A damaged text is unread (the solver raises), shows in the case, or is passed over: the solver reads the very case of the sound text. Some kinds may
leave a text that can be read: a name with another letter is another name, a document without a remark is a document. Where such a text is passed over,
the solver has read the line by its form and kept nothing of it. tests/samples/read_by_form.json holds all such lines of the samples.
Run as a script it damages the samples in every way and prints what came of it.
Example: python3 tests/damage.py policy_case
"""
from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import cards, console, items, regenerate
from solvers import reading

SAMPLES = Path(__file__).resolve().parent / "samples"
READ_BY_FORM = SAMPLES / "read_by_form.json"
PHRASE, LINE = "quibbling zorn", "The zorn quibbles at noon."
NUMBER, LONG_WORD = re.compile(r"(?<![\w.,:/-])\d+(?![\w/:-]|[.,]\d)"), re.compile(r"[A-Za-z]{4,}")
RAISED, BROKE, SHOWN, PASSED = "unread", "broke off", "shows in the case", "passed over"


# Kinds of damage: each takes the lines and a place and gives new lines, or None where the line does not allow it

def changed(lines, place: int, *new) -> list:
    """The lines with others in one line's place."""
    return [*lines[:place], *new, *lines[place + 1:]]


def middle_of(line: str):
    """The words of a line, as (start, end), and the number of the middle one."""
    words = [found.span() for found in re.finditer(r"\S+", line)]
    return words, len(words) // 2


def cut(lines, place):
    line = lines[place]
    return changed(lines, place, line[:len(line) // 2].rstrip()) if len(line) > 5 else None


def unknown_phrase(lines, place):
    line, (words, middle) = lines[place], middle_of(lines[place])
    return changed(lines, place, f"{line[:words[middle][0]]}{PHRASE} {line[words[middle][0]:]}")


def unknown_line(lines, place):
    return changed(lines, place, lines[place], LINE)


def number_as_word(lines, place):
    found = NUMBER.search(lines[place])
    return changed(lines, place, lines[place][:found.start()] + "seven" + lines[place][found.end():]) if found else None


def broken(lines, place):
    line, (words, middle) = lines[place], middle_of(lines[place])
    return changed(lines, place, line[:words[middle - 1][1]], line[words[middle][0]:]) if len(words) > 3 else None


def letter_doubled(lines, place):
    found = LONG_WORD.search(lines[place], len(lines[place]) // 3)
    return changed(lines, place, lines[place][:found.start() + 2] + lines[place][found.start() + 1:]) if found else None


def repeated(lines, place):
    return changed(lines, place, lines[place], lines[place])


def dropped(lines, place):
    return changed(lines, place)


def words_exchanged(lines, place):
    line, (words, middle) = lines[place], middle_of(lines[place])
    if len(words) < 4:
        return None
    (start, end), (later, last) = words[middle - 1], words[middle]
    return None if line[start:end] == line[later:last] else changed(lines, place, line[:start] + line[later:last] + line[end:later] + line[start:end] + line[last:])


def word_dropped(lines, place):
    line, (words, middle) = lines[place], middle_of(lines[place])
    return changed(lines, place, line[:words[middle - 1][1]] + line[words[middle][1]:]) if len(words) > 3 else None


KINDS = {"line cut off": cut, "unknown phrase put in": unknown_phrase, "unknown line put in": unknown_line, "number as a word": number_as_word,
         "line broken in two": broken, "letter doubled": letter_doubled, "line repeated": repeated, "line dropped": dropped,
         "words exchanged": words_exchanged, "word dropped": word_dropped}
READABLE = ("letter doubled", "line dropped", "word dropped")
"""Kinds that may leave a text with a reading of its own; after any other the text must be unread or show in the case."""
NUMBER_CHANGED = "number changed"


# Readable changes

def deciding_places(members) -> list:
    """The numbers of the lines in which any two of a group's members differ."""
    columns = zip(*(member.state.split("\n") for member in members))
    return [place for place, column in enumerate(columns) if len(set(column)) > 1]


def with_lines_of(item: items.Item, other: items.Item) -> str:
    """The state of an item with the deciding lines of another member of its group."""
    lines, theirs = item.state.split("\n"), other.state.split("\n")
    for place in deciding_places([item, other]):
        lines[place] = theirs[place]
    return "\n".join(lines)


def other_numbers(line: str) -> list:
    """The line with the last digit of one of its numbers one higher (9 becomes 8), once for each number."""
    return [line[:end - 1] + str(8 if digit == 9 else digit + 1) + line[end:]
            for end in (found.end() for found in re.finditer(r"\d+", line)) for digit in [int(line[end - 1])]]


def decoy_changes(item: items.Item, members):
    """The item's state with one number changed in one line that does not decide, again and again."""
    lines, deciding = item.state.split("\n"), deciding_places(members)
    for place in places_of(item.state):
        if place not in deciding:
            for line in other_numbers(lines[place]):
                yield place, "\n".join(changed(lines, place, line))


# What a solver makes of it

def places_of(state: str) -> list:
    """The numbers, from 0, of the lines that say something: a lone mark such as # is as good as an empty line."""
    return [place for place, line in enumerate(state.split("\n")) if re.search(r"\w", line)]


def damaged(state: str, kind: str, place: int):
    """The state with one line damaged; None where that line does not allow it."""
    lines = KINDS[kind](state.split("\n"), place)
    return None if lines is None else "\n".join(lines)


def outcome(solver, case, text: str) -> str:
    """What becomes of a damaged text: unread, broke off with another error, shown in the case read, or passed over."""
    try:
        found = solver.read_case(text)
    except reading.Unread:
        return RAISED
    except Exception:  # any other error stops too, but says less
        return BROKE
    return PASSED if found == case else SHOWN


class Trial(NamedTuple):
    """One change of one line (from 0) of an item, and what a solver made of it."""

    item: items.Item
    kind: str
    place: int
    outcome: str
    text: str

    @property
    def line(self) -> str:
        return self.item.state.split("\n")[self.place]


def sample_path(family: str) -> Path:
    """Where the samples of a family stand."""
    return SAMPLES / f"{family}.jsonl"


def sample_groups(family: str) -> list:
    """The sample groups of a family, each a list of items."""
    return list(cards.groups_of(items.read_items(sample_path(family))).values())


def changes_of(item: items.Item, members):
    """(kind, place, text) of every damage to every line, and of every changed number in a line that does not decide.

    Lines that all members share are damaged and changed in the first member of a group alone: in the others they are the same lines among the same.
    """
    is_first, deciding = item.id == members[0].id, deciding_places(members)
    for kind in KINDS:
        for place in places_of(item.state):
            text = damaged(item.state, kind, place) if is_first or place in deciding else None
            if text is not None:
                yield kind, place, text
    for place, text in decoy_changes(item, members) if is_first else ():
        yield NUMBER_CHANGED, place, text


def trials(family: str) -> list:
    """Every Trial on the samples of a family."""
    solver, found = importlib.import_module(f"solvers.{family}"), []
    for members in sample_groups(family):
        for item in members:
            case = solver.read_case(item.state)
            found += [Trial(item, kind, place, outcome(solver, case, text), text) for kind, place, text in changes_of(item, members)]
    return found


def read_by_form(made) -> dict:
    """{line: kinds of change} of what was passed over where the kind may leave a readable text."""
    lines = {}
    for trial in made:
        if trial.outcome == PASSED and trial.kind in (*READABLE, NUMBER_CHANGED):
            lines.setdefault(trial.line, set()).add(trial.kind)
    return {line: sorted(kinds) for line, kinds in sorted(lines.items())}


def report(family: str) -> int:
    """Print how often each kind of change came to what, and what should not be; returns how many these are."""
    made = trials(family)
    counts = Counter((trial.kind, trial.outcome) for trial in made)
    for kind in (*KINDS, NUMBER_CHANGED):
        print(f"{family:17} {kind:22} " + ", ".join(f"{name} {counts[kind, name]}" for name in (RAISED, SHOWN, BROKE, PASSED)))
    wrong = [trial for trial in made if trial.outcome == BROKE or trial.outcome == PASSED and trial.kind not in (*READABLE, NUMBER_CHANGED)]
    for trial in wrong:
        print(f"  {trial.item.id} line {trial.place + 1}, {trial.kind}, {trial.outcome}: {trial.line!r}")
    return len(wrong)


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(**console.about(__doc__))
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="only these families (default: all that have a generator)")
    args = parser.parse_args(argv)
    return console.guarded("damage.py", lambda: int(sum(map(report, regenerate.choose_families(args.families))) > 0), (ValueError,))


if __name__ == "__main__":
    sys.exit(main())
