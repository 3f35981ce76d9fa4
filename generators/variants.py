"""Write variants of a data root: the same cases with another presentation, to see whether decisions stay.

Writes <out>/<VARIANT>/tasks/<task>/ with the ids, groups, levels and right answers of the root; scoring/stability.py compares the runs.
Example: python3 generators/variants.py --root data --out data_variants option_order_1 bare_labels
"""
from __future__ import annotations

import argparse
import json
import os
import sys
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import solve_all
from generators import cards, console, draws, families, items, line_order, variant_texts

NOTES = {
    "option_order_1": "The options stand in another order (order 1: the first one last, of two options the second first).",
    "option_order_2": "The options stand in another order (order 2: the first half after the second, of two options the original order).",
    "irrelevant_paragraph": "An unrelated paragraph stands before the state.",
    "question_paraphrase": "The question is asked in other words.",
    "bare_labels": "The options have no meanings.",
    "natural_wording": "Question and options are in plain speech; option_map gives each option its original name.",
    "line_order": "Lines whose order does not matter stand in another order.",
}
"""{variant: what it changes, as its cards say it}."""
ORDERS = {"option_order_1": 1, "option_order_2": 2}
PARAPHRASES = 3


class VariantError(ValueError):
    """A root, task or item that a variant cannot be made of; the message says where and why."""


class Made(NamedTuple):
    """What became of one task: the folder of the variant, a remark, or why the task is left out."""

    variant: str
    task: str
    items: int = 0
    remark: str = ""
    left_out: str | None = None


# Options and questions

def turned_order(count: int, number: int) -> list:
    """The places of the original options in order 1 or 2; neither leaves an option where it was, but for order 2 of two options.

    >>> turned_order(3, 1), turned_order(3, 2), turned_order(2, 1), turned_order(2, 2)
    ([1, 2, 0], [2, 0, 1], [1, 0], [0, 1])
    """
    start = (1 if number == 1 else count // 2 + count % 2) if count > 2 else number % 2
    return [*range(start, count), *range(start)]


def meanings(question: dict) -> dict:
    """{option: meaning or None} of a noul or choice question, in the order of the options."""
    criteria = question.get("criteria") or {}
    return {"yes": criteria.get("true"), "no": criteria.get("false")} if question["type"] == "noul" else criteria


def reorder(item: items.Item, number: int) -> items.Item:
    """The item with its options in order 1 or 2; a noul question becomes a choice between yes and no."""
    given = meanings(item.question)
    options = tuple(item.options[place] for place in turned_order(len(item.options), number))
    return item._replace(question=items.choice(item.question["instructions"], {option: given[option] for option in options}), options=options)


def strip_meanings(item: items.Item) -> items.Item:
    """The item with options that have no meanings; a noul question then has no criteria."""
    criteria = None if item.question["type"] == "noul" else dict.fromkeys(item.options)
    return item._replace(question={**item.question, "criteria": criteria})


def natural_key(family: str, option: str) -> str:
    """What one would say instead of an option; names and numbers of a case stay."""
    keys = variant_texts.NATURAL[family][1]
    return keys.get(option) or (variant_texts.RULE_KEY.format(option) if family == "record_rule" else option)


def speak_plainly(family: str, item: items.Item) -> items.Item:
    """The item with question and options in plain speech; meanings stay as they are."""
    criteria = {natural_key(family, option): meaning for option, meaning in meanings(item.question).items()}
    question = items.choice(variant_texts.NATURAL[family][0], criteria)
    return item._replace(question=question, options=tuple(criteria), gold=natural_key(family, item.gold))


def paraphrase(family: str, item: items.Item) -> items.Item:
    """The item with one of three other wordings of its question, the same one for its whole group."""
    place = draws.stream(draws.PUBLISHED, "question_paraphrase", item.group).below(PARAPHRASES)
    return item._replace(question={**item.question, "instructions": variant_texts.PARAPHRASES[family][place]})


# States

def paragraph_of(family: str, item: items.Item) -> str:
    """What stands before the state of an item in the variant with the irrelevant paragraph. Raises VariantError for an unknown domain."""
    text = variant_texts.PARAGRAPHS[family].get(item.domain)
    if text is None:
        raise VariantError(f"{item.id}: there is no paragraph for the domain {item.domain} of {family}")
    return f"{text}\n\n"


def prepend(family: str, item: items.Item) -> items.Item:
    """The item with an unrelated paragraph before its state."""
    return item._replace(state=paragraph_of(family, item) + item.state)


def move_lines(family: str, item: items.Item) -> items.Item:
    """The item with its movable lines in another order."""
    return item._replace(state=line_order.reordered(family, item))


MAKERS = {
    "option_order_1": lambda family, item: reorder(item, 1),
    "option_order_2": lambda family, item: reorder(item, 2),
    "irrelevant_paragraph": prepend,
    "question_paraphrase": paraphrase,
    "bare_labels": lambda family, item: strip_meanings(item),
    "natural_wording": speak_plainly,
    "line_order": move_lines,
}
"""{variant: function of (family, item) that gives the changed item}."""


# Checks

def to_solve(variant: str, family: str, item: items.Item, changed: items.Item) -> items.Item:
    """What the family's solver gets to read: the changed state with the paragraph taken off again, under the original question."""
    state = changed.state
    if variant == "irrelevant_paragraph":
        head = paragraph_of(family, item).encode("utf-8")
        data = state.encode("utf-8")
        if not data.startswith(head) or data[len(head):] != item.state.encode("utf-8"):
            raise VariantError(f"{item.id}: without its paragraph the state is not the original one")
        state = data[len(head):].decode("utf-8")
    return item._replace(state=state)


def check(variant: str, family: str, rows, changed, option_map: dict) -> None:
    """Raises VariantError unless ids, groups, levels and answers are those of the original, and the solver agrees where a state changed."""
    for item, other in zip(rows, changed):
        same = other._replace(state=item.state, question=item.question, options=item.options, gold=option_map.get(other.gold, other.gold))
        if same != item or sorted(option_map.get(option, option) for option in other.options) != sorted(item.options):
            raise VariantError(f"{item.id}: {variant} changed more than the presentation")
    if any(item.state != other.state for item, other in zip(rows, changed)):
        found = solve_all.solve_rows([to_solve(variant, family, item, other) for item, other in zip(rows, changed)], solve_all.solver_of(family))
        if found:
            raise VariantError(f"{variant}: the solver of {family} does not agree on {len(found)} of {len(rows)} items, first {found[0]}")


# Files

def read_base(root, task: str):
    """(items, card) of a core task. Raises VariantError for a card or items that no variant can be made of."""
    folder = items.task_folder(root, task)
    data = items.read_bytes(folder / "items.jsonl")
    rows = items.parse_items(data, folder / "items.jsonl")
    path = folder / "task.json"
    try:
        card = json.loads(items.read_bytes(path).decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise VariantError(f"{path}: is not JSON in UTF-8 ({error})") from None
    if not isinstance(card, dict) or card.get("items_sha256") != items.fingerprint(data)["sha256"]:
        raise VariantError(f"{path}: does not name the SHA-256 of the items beside it; generate the task again")
    if card.get("variant") is not None:
        raise VariantError(f"{path}: is a variant already ({card['variant']}); make variants of the original items")
    items.check_core(rows, folder / "items.jsonl")
    absent = [str(level) for level in families.LEVELS if all(item.level != level for item in rows)]
    if absent:
        raise VariantError(f"{folder / 'items.jsonl'}: holds no item of level {', '.join(absent)}; variants are made of whole families, so generate the task again")
    return rows, card


def option_map_of(variant: str, family: str, rows) -> dict | None:
    """{option: original name} of the options that the variant renames; None where it renames none."""
    if variant != "natural_wording":
        return None
    names = {natural_key(family, option): option for item in rows for option in item.options}
    return {key: option for key, option in names.items() if key != option} or None


def card_of(variant: str, family: families.Family, card: dict, changed, data: bytes, option_map) -> dict:
    """The card of a variant: that of the original with what the variant changes."""
    moved = sum(change for _, change in changed)
    rows = [item for item, _ in changed]
    note = f"Variant {variant}. {NOTES[variant]}"
    if variant == "line_order":
        note += f" Lines moved in {moved} of {len(rows)} items."
        note += "".join(f" Left out is {name}: {reason}." for name, reason in line_order.LEFT_OUT.items())
    made = cards.core_card(family, draws.PUBLISHED, rows, data)
    fresh = ("question", "question_type", "options", "median_state_chars", "items_sha256", "items_bytes", "content_blind")
    return {**card, **{key: made[key] for key in fresh}, "note": " ".join(filter(None, [card.get("note"), note])), "option_map": option_map, "variant": variant}


def make_task(variant: str, root, out, task: str) -> Made:
    """Write one task of one variant, unless its family is left out."""
    if variant == "line_order" and task in line_order.LEFT_OUT:
        return Made(variant, task, left_out=line_order.LEFT_OUT[task])
    rows, card = read_base(root, task)
    family = families.BY_NAME[task]
    changed = [MAKERS[variant](task, item) for item in rows]
    option_map = option_map_of(variant, task, rows)
    check(variant, task, rows, changed, option_map or {})
    data = "".join(map(items.to_line, changed)).encode("utf-8")
    moved = [(other, item.state != other.state) for item, other in zip(rows, changed)]
    made = card_of(variant, family, card, moved, data, option_map)
    files = {"items.jsonl": data, "task.json": items.to_json(made), "README.md": cards.core_readme(family, changed, made["note"]).encode("utf-8")}
    cards.replace_folder(items.task_folder(Path(out, variant), task), files)
    return Made(variant, task, len(rows), f", lines moved in {sum(change for _, change in moved)}" if variant == "line_order" else "")


# Command line

def choose(args) -> list:
    """[(variant, task)] to make. Raises VariantError for an unknown variant or a root without core tasks."""
    unknown = [name for name in args.variants if name not in NOTES]
    if unknown:
        raise VariantError(f"unknown variant {', '.join(unknown)}; there are {', '.join(NOTES)}")
    there = items.choose_tasks(args.root, ())
    core = [name for name in there if name in families.BY_NAME]
    if not core:
        raise VariantError(f"{args.root}: no core family in {Path(args.root, 'tasks')}; only these have variants")
    other = [name for name in there if name not in core]
    if other:
        print(f"variants.py: skipped, no core family: {', '.join(other)}", file=sys.stderr)
    return [(variant, task) for variant in NOTES if not args.variants or variant in args.variants for task in core]


def report(made: Made) -> None:
    """One line about a task of a variant."""
    said = f"left out: {made.left_out}" if made.left_out else f"{made.items} items{made.remark}"
    print(f"{made.variant:<20}  {made.task:<18}  {said}", flush=True)


def run(args) -> int:
    """Make the variants, print a line for each task."""
    chosen = choose(args)
    if args.jobs == 1 or len(chosen) == 1:
        for variant, task in chosen:
            report(make_task(variant, args.root, args.out, task))
        return 0
    waiting = {}
    try:
        make_at_once(args, chosen, waiting)
    except BrokenExecutor:
        raise VariantError(after_break(args, chosen, waiting)) from None
    return 0


def make_at_once(args, chosen, waiting: dict) -> None:
    """Make the variants in several processes and print a line for each task; waiting gets {(variant, task): its future}. Raises BrokenExecutor."""
    with ProcessPoolExecutor(min(args.jobs, len(chosen)), initializer=console.end_with_parent) as pool:
        for variant, task in chosen:
            waiting[variant, task] = pool.submit(make_task, variant, args.root, args.out, task)
        try:
            for future in waiting.values():
                report(future.result())
        finally:
            for future in waiting.values():
                future.cancel()


def after_break(args, chosen, waiting: dict) -> str:
    """What to say once a process was ended from outside; what it was writing is removed."""
    left = [pair for pair in chosen if pair not in waiting or waiting[pair].cancelled() or waiting[pair].exception() is not None]
    for variant, task in left:
        cards.clear_beside(items.task_folder(Path(args.out, variant), task))
    names = list(dict.fromkeys(variant for variant, _ in left))
    return (f"a process was ended from outside, perhaps for want of memory. {len(chosen) - len(left)} of {len(chosen)} task folders are made; the others are not there or as they "
            f"were before, none is half written. Go on with the same command and the variants {' '.join(names)} alone, with --jobs 1 where memory is short")


def count(text: str) -> int:
    """A number of processes, from 1 to 999."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 1000):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 1 to 999")
    return int(text)


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="variants.py", description=__doc__.split("\n")[0], epilog="\n".join(__doc__.split("\n")[2:]),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help=f"only these (default: all): {', '.join(NOTES)}")
    parser.add_argument("--root", default="data", help="data root of the original items (default: data)")
    parser.add_argument("--out", default="data_variants", metavar="DIR", help="folder that gets one data root a variant (default: data_variants)")
    parser.add_argument("--jobs", type=count, default=os.cpu_count() or 1, metavar="N", help="processes (default: the number of cores)")
    args = parser.parse_args(argv)
    return console.guarded("variants.py", lambda: run(args), (VariantError, items.ItemsError))


if __name__ == "__main__":
    sys.exit(main())
