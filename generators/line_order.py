"""Which lines of a state may change places by the state's own rules, for every family and layout, and the state with these lines moved.

A block is a stretch of lines of one form: the rows of a table, the entries of a list. Only rows of one block change places, in all members of a group
alike. Where rows are listed by a running number that nothing else names, the numbers stay in their order and the rest of the rows moves.
"""
from __future__ import annotations

import re
from typing import NamedTuple

from generators import draws, items

LEFT_OUT = {"clause_change": "its clauses are numbered and name one another, and its facts are a numbered list or sentences of one line"}
"""{family: why none of its lines can change places}."""


class Block(NamedTuple):
    """Where rows stand that may change places: `lines` matches the stretch, its group `rows` the rows themselves.

    held: the start of every row that stays where it is; apart: rows change places only with those in which it finds the same text.
    """

    lines: re.Pattern
    held: re.Pattern = re.compile("")
    apart: re.Pattern = re.compile("")


def run(row: str, held: str = "", apart: str = "") -> Block:
    """Two or more lines of one form, one after the other."""
    return Block(re.compile(rf"(?P<rows>(?:^{row}\n){{2,}})", re.M), re.compile(held), re.compile(apart))


def after(head: str, row: str, held: str = "", apart: str = "", end: str = "") -> Block:
    """Two or more lines of one form under a line of another; `end` is what must follow them."""
    return Block(re.compile(rf"^{head}\n(?P<rows>(?:{row}\n){{2,}}){end}", re.M), re.compile(held), re.compile(apart))


PLACE = "(?:page|jetty|fund|store|studio|sub[-_]account|terminal)"
"""What the second list of ledger_reconcile is sorted by; its rows change places within one value of it."""
SEMICOLONS = after(r"(?:[a-z_ .-]+;)+[a-z_ .-]+", r"[^#\n;]+;[^\n]*")
TABLE = after(r"\| ?-[-| :]*", r"\|[^\n]*")
BLOCKS = {
    "answerable_facts": {"bulletin": (run(r"- [^\n:]+: [^\n]+"),), "csv": (SEMICOLONS,), "json": (run(r"\[[^\n]*\],?"),),
                         "mail": (after(r"[A-Z][^\n]{1,9}\d{4}:", r"[^\n]*(?: / |: )[^\n]*"),)},
    "perm_inherit": {"console": (run(r"      (?:allow|deny) [^\n]*"), after(r"[A-Z][A-Z ]*", r"  [^\s\d][^\n]*", end=r"(?=\n|\Z)")),
                     "markdown": (after(r"\| ?-[-| :]*", r"\|[^\n]*", held=r"\| \d+ \|"),),
                     "mail": (after(r"[A-Z][^\n]*:", r"[^\s\d(*>-][^\n]*(?:: | = )[^\n]*", end=r"(?=\n|\Z)"),),
                     "yaml": (run(r"  - \{[^\n]*\}"), run(r"      - \{[^\n]*\}"), run(r"  [\w-]+: \[[^\n]*\]"))},
    "policy_case": {"handbook": (run(r"- [^\n:]+: [^\n]+"),), "memo": (run(r"  [^\n]+ \.{2,} [^\n]+"),), "table": (run(r"[A-Z][^\n|]*\S  +\S[^\n|]*"),),
                    "yaml": (Block(re.compile(r"(?P<rows>^  file: [^\n]*\n(?:  \w+: [^\n]*\n)+)", re.M)),)},
    "sched_conflict": {"csv": (after(r"number,[^\n]*", r"[A-Z]?\d+,[^\n]*", held=r"[A-Z]?\d+,"),),
                       "list": (run(r"[A-Z]?\d{4,} [^\n]*\d\d:\d\d[^\n]*", held=r"[A-Z]?\d+ "),),
                       "mail": (run(r"> [A-Z]?\d[^\n]*", held=r"> [A-Z]?\d+"),),
                       "wiki": (after(r"\| ?-[-| :]*", r"\| [A-Z]?\d+ \|[^\n]*", held=r"\| [A-Z]?\d+ \|"),)},
    "state_goal": {"console": (run(r"\S+/\S+ +\| [^\n]*"), after(r"path +[^\n]*", r"\S+/\S+ +[^\n]*")),
                   "csv": (after(r"(?=[^\n]*\bstate\b)[a-z;,_]+", r"[^#\n][^\n]*"),), "runbook": (TABLE,),
                   "yaml": (run(r"  - \[[^\n]*\]"), run(r"  [\w-]+/[\w-]+: \{[^\n]*\}"))},
    "toolcall_valid": {"fixture": (run(r'  - "[^\n]*"'),), "page": (run(r"- [^\n]*"),)},
    "triage_order": {"board": (after(r"-[- |]+", r"[^\n]*\|[^\n]*"),), "csv": (SEMICOLONS,), "mail": (run(r"(?:[->] )?[A-Z]+-\d+[^\n]*"),),
                     "yaml": (run(r"  - \{id: [^\n]*\}"),)},
    "dep_resolve": {"console": (run(r"[\w-]+==[^\n]*"), run(r"  [\w-]+ \d[\w.-]*")), "mail": (run(r"[+*] [^\n]*"),), "page": (TABLE,),
                    "yaml": (after("(?:pins|pinned|proposed):", r"  [\w-]+: [^\n]*"), run(r"    \d[^\n:]*: \{[^\n]*\}"), run(r"    - \{[^\n]*\}"))},
    "ledger_reconcile": {"csv": (after(rf"no;date;{PLACE};[^\n]*", r"\d[^\n]*", held=r"\d+;", apart=r"(?<=;)[^;]*(?=;[^;]*;[^;]*$)"),),
                         "mail": (run(r"> \d[^\n]*", held=r"> \d+", apart=rf"{PLACE} [^\s:,]+"),),
                         "page": (after(rf"\|[^\n]*\| (?i:{PLACE}) \|[^\n]*\n\| ?-[-| :]*", r"\|[^\n]*", held=r"\| \d+ \|", apart=r"(?<=\| )[^|]*(?=\|[^|]*\|[^|]*\|$)"),),
                         "report": (after(rf"No\. +Date +(?i:{PLACE}) [^\n]*", r"\d[^\n]*", held=r"\d+ ", apart=r"(?<= \w\w\w  )\S+"),)},
    "record_rule": {"csv": (after(r"[a-z_]+(?:[|;,\t][a-z_]+)+", r"[^#\n]+"),), "json_lines": (run(r"\{[^\n]*\}"),), "table": (after(r"-+(?:  -+)+", r"[^\n]+"),)},
    "filter_match": {"mail": (run(r'  "[^\n]*,'),), "search": (run(r'\{"[a-z]+":"[^\n]*\}'),)},
}
"""{family: {layout: its blocks}}; a layout that is not named has no lines that can change places. log_count_check is turned round instead."""
KEPT = {"record_rule": re.compile(r"order listed|Going down the|next one listed")}
"""{family: what a state says where the order of its lines does matter; such a state stays as it is}."""
LOG = re.compile(r"(?P<rows>(?:^(?=[^\n]*\d\d:\d\d)[^#\n][^\n]*\n){20,})", re.M)
TURNED = {"oldest first": "newest first", "newest first": "oldest first", "Oldest first": "Newest first", "Newest first": "Oldest first"}


# Moving

def moved_rows(rows, block: Block, rng) -> list:
    """The rows in a new order; what is held and the commas at their ends stay in place."""
    heads = [block.held.match(row) for row in rows]
    starts = [head.end() if head else 0 for head in heads]
    bodies = [row[start:].rstrip(",") for row, start in zip(rows, starts)]
    places = {}
    for place, row in enumerate(rows):
        found = block.apart.search(row)
        places.setdefault(found and found[0].strip(), []).append(place)
    source = {}
    for ours in places.values():
        drawn = rng.shuffled(ours)
        source.update(zip(ours, drawn if drawn != ours else ours[1:] + ours[:1]))
    return [row[:start] + bodies[source[place]] + row[start + len(bodies[place]):] for place, (row, start) in enumerate(zip(rows, starts))]


def replace_rows(text: str, pattern, change) -> str:
    """The text with the rows of every stretch that the pattern matches put through change(rows, number of the stretch)."""
    parts, end = [], 0
    for number, match in enumerate(pattern.finditer(text)):
        start, stop = match.span("rows")
        rows = text[start:stop].split("\n")[:-1]
        parts += [text[end:start], *(f"{row}\n" for row in change(rows, number))]
        end = stop
    return "".join([*parts, text[end:]])


def turn_log(text: str) -> str:
    """A log that runs the other way, its heading with it; a text that is not such a log comes back as it is."""
    heading = re.search("|".join(TURNED), text)
    if not heading or len(LOG.findall(text)) != 1:
        return text
    text = f"{text[:heading.start()]}{TURNED[heading[0]]}{text[heading.end():]}"
    return replace_rows(text, LOG, lambda rows, _: rows[::-1])


def reordered(family: str, item: items.Item) -> str:
    """The state of an item with its movable lines in another order, the same in all members of its group."""
    text = f"{item.state}\n"
    if family == "log_count_check":
        return turn_log(text)[:-1]
    if family in KEPT and KEPT[family].search(text):
        return item.state
    for place, block in enumerate(BLOCKS[family].get(item.layout, ())):
        def change(rows, number, block=block, place=place):
            return moved_rows(rows, block, draws.stream(draws.PUBLISHED, "line_order", item.group, place, number))
        text = replace_rows(text, block.lines, change)
    return text[:-1]
