"""Print contrast groups with their planted difference, the right answers, and what systems answered.

Example: python3 scoring/show.py my-decider=runs/my-decider --task sched_conflict --failed --limit 3
"""
from __future__ import annotations

import argparse
import os
import pydoc
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, items
from scoring import call, contrast, runs, subset, tasks

LIMIT = 10
CONTEXT = 2
COLOURS = {contrast.GONE: "31", contrast.NEW: "32", "head": "1", "right": "32", "wrong": "31"}
CHANGED = "7"
"""Terminal codes: red and green for lines, reversed for the words that changed, bold for headings."""


class Answered(NamedTuple):
    """What a system answered: {item id: probabilities in option order, None where it failed}."""

    name: str
    answers: dict


class Style(NamedTuple):
    """Whether colours are written."""

    colour: bool

    def paint(self, text: str, code: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.colour and text else text


# What to show

def group_key(item) -> str:
    """The group of an item; an item without one stands alone."""
    return item.group or item.id


def groups_of(rows) -> dict:
    """{group: its items, the base first} in file order."""
    found = {}
    for item in rows:
        found.setdefault(group_key(item), []).append(item)
    return {name: contrast.base_first(members) for name, members in found.items()}


def is_right(item, probabilities) -> bool:
    """Whether the most probable option is the right one, the first listed on a tie."""
    return probabilities is not None and item.options[probabilities.index(max(probabilities))] == item.gold


def is_wanted(args, name: str, members, systems) -> bool:
    """Whether a group passes the filters of the command line."""
    names = {name, name.rpartition(":g")[2].lstrip("0") or "0", name.rpartition(":")[2], *(item.id for item in members)}
    if args.group is not None and args.group not in names:
        return False
    if args.level is not None and members[0].level != args.level:
        return False
    if args.kind is not None and all(args.kind not in (item.kind, item.contrast) for item in members):
        return False
    return not args.failed or any(not is_right(item, system.answers[item.id]) for system in systems for item in members)


def check_filters(args, rows) -> None:
    """Raises ScoringError for a kind that the task does not have."""
    there = sorted({kind for item in rows for kind in (item.kind, item.contrast) if kind is not None})
    if args.kind is not None and args.kind not in there:
        raise tasks.ScoringError(f"--kind {args.kind}: {args.task} has the kinds {', '.join(there) or '(none)'}")


# Text

def safe(text: str) -> str:
    """Text without control characters that a terminal would obey."""
    return "".join(sign if sign in "\n\t" or sign >= " " and not "\x7f" <= sign < "\xa0" else ascii(sign)[1:-1] for sign in text)


def state_lines(base, item, context: int, style: Style) -> list:
    """A member's state: the base's in full, the others as what differs from it."""
    text = contrast.state_text(item.state)
    if item is base:
        return [f"    {line}" for line in safe(text).split("\n")]
    lines = contrast.with_context(contrast.compare_lines(contrast.state_text(base.state), text), context)
    return ["    ..." if line is None else f"  {diff_line(line, style)}" for line in lines]


def diff_line(line: contrast.Line, style: Style) -> str:
    """One line of a comparison with its mark."""
    if line.mark == contrast.SAME:
        return f"{line.mark} {safe(line.parts[0][0])}"
    code = COLOURS[line.mark]
    words = "".join(style.paint(safe(text), f"{code};{CHANGED}" if changed else code) for text, changed in line.parts)
    return f"{style.paint(line.mark, code)} {words}"


def verdict_line(system: Answered, item, style: Style) -> str:
    """What a system answered to an item, and whether that is right."""
    probabilities = system.answers[item.id]
    if probabilities is None:
        return f"  {safe(system.name)}: {style.paint('FAILED', COLOURS['wrong'])}, no valid answer"
    shown = ", ".join(f"{safe(option)} {value:.3f}" for option, value in zip(item.options, probabilities))
    chosen = item.options[probabilities.index(max(probabilities))]
    word = style.paint("right", COLOURS["right"]) if chosen == item.gold else style.paint("WRONG", COLOURS["wrong"])
    return f"  {safe(system.name)}: {word}, {safe(chosen)}  ({shown})"


def question_lines(item) -> list:
    """The typed question with its options."""
    meanings = item.question.get("criteria") or {}
    pairs = meanings.items() if isinstance(meanings, dict) else enumerate(meanings)
    return [f"  question: {safe(item.question['instructions'])}", *(f"    {safe(str(key))}: {safe(str(value or ''))}".rstrip(": ") for key, value in pairs)]


def group_text(name: str, members, systems, context: int, style: Style) -> str:
    """Everything about one group."""
    base = members[0]
    facts = [f"{label} {value}" for label, value in (("level", base.level), ("domain", base.domain), ("layout", base.layout), ("about", base.contrast)) if value is not None]
    facts = list(map(safe, facts))
    lines = [style.paint(f"{safe(name)}  {'  '.join(facts)}", COLOURS["head"]), *question_lines(base)]
    for item in members:
        planted = f", planted: {safe(item.kind)}" if item.kind else ""
        lines += ["", style.paint(f"  {safe(item.id)}: gold {safe(str(item.gold))}{planted}", COLOURS["head"]),
                  *(verdict_line(system, item, style) for system in systems), *state_lines(base, item, context, style)]
    return "\n".join(lines) + "\n"


# Command line

def read_systems(args, rows) -> list:
    """The answers of every system to the task."""
    whole, found = tasks.read_task(args.root, args.task), []
    task = tasks.cut(whole, {item.id for item in rows})
    outside = frozenset(item.id for item in whole.items) - {item.id for item in rows}
    for name, folder in call.parse_systems(args.systems).items():
        answers = runs.read_answers(task, folder, outside)
        if answers.records < len(rows):
            print(f"show.py: warning: {name}: {len(rows) - answers.records:,} of {len(rows):,} items have no record and are shown as failed; "
                  "a run on the subset is shown with --subset", file=sys.stderr)
        for message in answers.warnings:
            print(f"show.py: warning: {name}: {message}", file=sys.stderr)
        found.append(Answered(name, {item.id: one for item, one in zip(rows, answers.probabilities)}))
    return found


def shown_text(args, style: Style) -> str:
    """The groups that were asked for, and how many more there are."""
    items.choose_tasks(args.root, [args.task])
    rows = call.chosen_items(args, args.task)
    systems = read_systems(args, rows)
    check_filters(args, rows)
    wanted = [(name, members) for name, members in groups_of(rows).items() if is_wanted(args, name, members, systems)]
    shown = wanted[:args.limit] if args.limit else wanted
    parts = [group_text(name, members, systems, args.context, style) for name, members in shown]
    more = len(wanted) - len(shown)
    parts.append(f"{len(wanted):,} {'group' if len(wanted) == 1 else 'groups'} found" + (f", {more:,} not shown (--limit 0 shows all)" if more else "") + "\n")
    return "\n".join(parts)


def run(args) -> int:
    """Print the groups; 1 where none passes the filters."""
    is_terminal = sys.stdout.isatty()
    style = Style(args.colour == "always" or args.colour == "auto" and is_terminal and "NO_COLOR" not in os.environ)
    text = shown_text(args, style)
    if args.pager and is_terminal:
        os.environ.setdefault("LESS", "-R")
        pydoc.pager(text)
    else:
        print(text, end="")
    return 1 if text.startswith("0 groups") else 0


def whole_number(text: str) -> int:
    """A whole number from 0 on."""
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 0 to 9,999,999")
    return int(text)


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="show.py", **console.about(__doc__))
    parser.add_argument("systems", nargs="*", metavar="NAME=DIR", help="a name and the run folder of a system (default: none, the groups alone)")
    parser.add_argument("--root", default="data", help="data root with tasks/<task>/items.jsonl (default: data)")
    parser.add_argument("--task", required=True, help="the task to show")
    subset.add_options(parser)
    parser.add_argument("--failed", action="store_true", help="only groups in which a system is wrong (default: all groups)")
    parser.add_argument("--kind", help="only groups with this planted kind (default: every kind)")
    parser.add_argument("--level", type=int, choices=(1, 2, 3), help="only groups of this level (default: every level)")
    parser.add_argument("--group", help="only this group: its name, its number, or the id of a member (default: every group)")
    parser.add_argument("--limit", type=whole_number, default=LIMIT, help=f"at most so many groups, 0 for all (default: {LIMIT})")
    parser.add_argument("--context", type=whole_number, default=CONTEXT, help=f"shared lines around a difference (default: {CONTEXT})")
    parser.add_argument("--colour", "--color", choices=("auto", "always", "never"), default="auto", help="colours (default: auto, on a terminal)")
    parser.add_argument("--pager", action="store_true", help="show the groups in a pager where standard output is a terminal (default: print them)")
    return parser


def main(argv=None) -> int:
    return call.guarded("show.py", run, make_parser().parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
