"""Write a data root without the items that a list drops, whole groups and whole queries together; by default the list of release 1.3.

Example: python3 scoring/derive_v13.py --root data --out data_v13
Tasks without a dropped item are copied as they are. Cards are computed again, and the new files are compared with releases/1.3/.
A task of which another list (--drop) leaves nothing is not written. The root appears when all of it is written; tasks of an older one are replaced then.
"""
from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from audits import audit
from generators import cards, console, english, items
from scoring import check_data, metrics, tasks

VERSION = "1.3"
CLOSE = 1e-9


def read_list(path) -> dict:
    """{task: set of ids} of a drop list, {task: [ids]} as JSON; an id that stands twice counts once. Raises ScoringError for anything else."""
    value = tasks.read_json(path)
    if not isinstance(value, dict) or not all(isinstance(ids, list) and all(isinstance(name, str) for name in ids) for ids in value.values()):
        raise tasks.ScoringError(f"{path}: is not an object {{task: [ids]}}; give the .json list that audits/overlap.py writes")
    return {task: set(ids) for task, ids in value.items()}


def unit_of(item: items.Item) -> tuple:
    """What is dropped as a whole: the query of a passage, the group of an item, else the item."""
    return ("query", item.query) if item.query is not None else ("group", item.group) if item.group is not None else ("item", item.id)


def kept_of(rows, ids, where: str) -> list:
    """The items whose unit holds no dropped id. Raises ScoringError for an id that is not there."""
    strangers = sorted(ids - {item.id for item in rows})
    if strangers:
        raise tasks.ScoringError(f"{where}: the drop list names {english.counted(len(strangers), 'id')} that {'are' if len(strangers) > 1 else 'is'} not there, "
                                 f"{strangers[0]!r:.60} the first; make the list anew from these items")
    gone = {unit_of(item) for item in rows if item.id in ids}
    return [item for item in rows if unit_of(item) not in gone]


def keep(rows, ids, where: str) -> list:
    """The items whose unit holds no dropped id. Raises ScoringError for an id that is not there, or where nothing stays."""
    kept = kept_of(rows, ids, where)
    if not kept:
        raise tasks.ScoringError(f"{where}: the drop list leaves no item")
    return kept


def tied_ndcg(rows):
    """The nDCG@10 of a run that ties every passage, 0 to 1; None where no query has an ideal above 0."""
    queries = {}
    for item in rows:
        queries.setdefault(item.query, []).append(item)
    return metrics.ndcg([([0.0] * len(listed), [item.relevance for item in listed], listed[0].ideal) for listed in queries.values()])


def chance_of(metric: str, rows):
    """The chance of a metric on some items, or None where it does not depend on them."""
    made = {"accuracy": cards.chance_accuracy, "pair_accuracy": cards.chance_pair_accuracy, "ndcg@10": tied_ndcg}
    return made[metric](rows) if metric in made else None


def new_card(card: dict, before, rows, data: bytes) -> dict:
    """The card of the items that stay. A chance that the old items gave is computed again; one set otherwise is kept."""
    mark, groups = items.fingerprint(data), cards.groups_of(rows)
    made = {"release": VERSION, "items": len(rows), "levels": cards.counted(item.level for item in rows), "kinds": cards.counted(item.kind for item in rows),
            "items_sha256": mark["sha256"], "items_bytes": mark["bytes"]}
    if card.get("groups") is not None:
        made.update(groups=len(groups), group_sizes=cards.counted(len(members) for members in groups.values()))
    if card.get("median_state_chars") is not None:
        made["median_state_chars"] = cards.median(len(audit.state_text(item)) for item in rows)
    old, new = chance_of(card["metric"], before), chance_of(card["metric"], rows)
    if None not in (old, new) and abs(old - card["chance"]) < CLOSE:
        made["chance"] = round(new, 12)
    if card.get("chance_accuracy") is not None:
        made["chance_accuracy"] = round(cards.chance_accuracy(rows), 12)
    if card.get("content_blind") is not None:
        made["content_blind"] = audit.best_content_blind(rows)
    return {key: made.get(key, value) for key, value in card.items()}


def derive_task(root, base, out, task: str, ids, choose=keep) -> tuple:
    """Write one task without the dropped units beside its place under `base`, unless nothing stays: (items before, items that stay). choose: keep or kept_of."""
    folder, into = items.task_folder(root, task), items.task_folder(out, task)
    if os.path.realpath(folder) == os.path.realpath(into):
        raise tasks.ScoringError(f"{into}: is the folder of the data root itself; name another data root with --out")
    cards.refuse_strangers(into, check_data.KNOWN)
    names = [name for name in check_data.KNOWN if (folder / name).is_file()]
    files = {name: items.read_bytes(folder / name) for name in names}
    rows = items.parse_items(files["items.jsonl"], folder / "items.jsonl")
    kept = choose(rows, ids, str(folder / "items.jsonl"))
    if not kept:
        if into.exists():
            raise tasks.ScoringError(f"{into}: is an older folder of a task of which the drop list leaves nothing; delete it or name another folder with --out")
        return len(rows), 0
    if len(kept) < len(rows):
        card = tasks.read_card(root, task)
        files["items.jsonl"] = "".join(map(items.to_line, kept)).encode("utf-8")
        files["task.json"] = items.to_json(new_card(card, rows, kept, files["items.jsonl"]))
    cards.write_beside(items.task_folder(base, task), files)
    return len(rows), len(kept)


def derive(root, out, dropped: dict, choose=keep) -> list:
    """Write every task of a root of which something stays; returns (task, items before, items that stay). Raises ScoringError for a list that does not fit.

    A new root is written beside its place; in one that is there, every task is written before the first is put in its place.
    """
    there, out = items.list_tasks(root), Path(out)
    if out.exists() and not out.is_dir():
        raise tasks.ScoringError(f"{out}: is no folder; name another with --out")
    place, base = cards.places_of(out)[:2]
    base = place if place.exists() else base
    folders = {task: items.task_folder(base, task) for task in there}
    try:
        for folder in (place, *folders.values()):
            cards.clear_beside(folder)
        done = [(task, *derive_task(root, base, out, task, dropped.get(task, set()), choose)) for task in there]
        for task, _, kept in done:
            if kept:
                cards.put_in_place(folders[task])
        if base != place and base.exists():
            os.replace(base, place)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(error.filename or out).replace(str(base), str(out), 1)) from None
    finally:
        for folder in (*folders.values(), place):
            cards.clear_beside(folder)
    return done


def run(args) -> int:
    """Write the data root and compare it with the release; 1 where they differ, else 0. Raises ScoringError or ItemsError."""
    dropped = read_list(args.drop or check_data.RELEASES / VERSION / "dropped.json")
    done = derive(args.root, args.out, dropped, kept_of if args.drop else keep)
    for task, before, kept in done:
        print(f"{task:28} {english.counted(before, 'item'):>12}, {before - kept:5,} dropped, {kept:6,} stay" + ("" if kept else ": not written"))
    if not any(dropped.values()):
        print("the list is empty, so nothing dropped")
    there = {task for task, _, _ in done}
    absent = sorted(set(dropped) - there)
    if args.drop:
        if absent:
            print(f"not in {args.root}, so nothing dropped: {', '.join(absent)}")
        return 0
    found, count, _ = check_data.check(args.out, VERSION, check_data.RELEASES, there)
    print("\n".join(found) if found else f"{english.counted(count, 'task')} agree{'s' * (count == 1)} with release {VERSION}")
    return 1 if found else 0


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="derive_v13.py", **console.about(__doc__))
    parser.add_argument("--root", default="data", help="data root of release 1.1 (default: data)")
    parser.add_argument("--out", default="data_v13", help="data root to write (default: data_v13)")
    parser.add_argument("--drop", metavar="LIST", help=f"another list, {{task: [ids]}} as JSON (default: releases/{VERSION}/dropped.json)")
    args = parser.parse_args(argv)
    return console.guarded("derive_v13.py", lambda: run(args), (tasks.ScoringError, items.ItemsError))


if __name__ == "__main__":
    sys.exit(main())
