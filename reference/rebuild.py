"""Rebuild tasks of the reference track from their sources: fetch, check, convert, compare with the release, write.

Example: python3 reference/rebuild.py paws nevir cache --source files --offline
CACHE and every --source folder hold `<task>/<file>`. Exit code 0: built, and equal to the release where it knows a hash; 1: an items file
differs from the release; 2: a task could not be built.
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import cards, console, english, items
from reference import building, page, sources, store
from scoring import check_data, derive_v13, tasks

NEVER_SEEN = "SHA-256 {} ({:,} bytes), never seen before"


# Releases

def without_dropped(task: str, built: building.Built, version: str) -> building.Built:
    """The items that a release holds. Drop lists name items of the whole source, so items from a part are all kept."""
    if version == check_data.VERSIONS[0] or not built.is_complete:
        return built
    dropped = derive_v13.read_list(check_data.RELEASES / version / "dropped.json").get(task, set())
    return built._replace(rows=derive_v13.keep(built.rows, dropped, task)) if dropped else built


def agreement(task: str, built: building.Built, data: bytes, version: str) -> tuple:
    """(whether the items may stand beside the release, what to say about it)."""
    mark = check_data.listed_marks(version, check_data.RELEASES, check_data.REFERENCE_MARKS).get(task)
    if built.status != "pinned":
        return True, f"{built.status}, no released hash"
    if mark is None:
        return True, f"pinned, release {version} holds no hash yet"
    found = items.fingerprint(data)
    if (found["sha256"], found["bytes"]) == (mark["sha256"], mark["bytes"]):
        return True, f"agrees with release {version}"
    return False, f"DIFFERS from release {version}: SHA-256 {found['sha256'][:12]}..., released {mark['sha256'][:12]}..."


def record_mark(task: str, built: building.Built, data: bytes, version: str) -> None:
    """Write the hash of a task into the release, tasks in the order of the table. Raises SourceError for items that cannot have one."""
    if built.status != "pinned":
        raise sources.SourceError(f"{task}: is {built.status}; only items from whole sources with known hashes are recorded")
    path = check_data.RELEASES / version / check_data.REFERENCE_MARKS
    marks = tasks.read_json(path) if path.exists() else {}
    marks[task] = {**items.fingerprint(data), "items": len(built.rows)}
    items.write_json(path, {name: marks[name] for name in building.read_facts() if name in marks})


# Writing

def print_unknown(task: str, built: building.Built) -> None:
    """Print the hashes that the source table does not know, so that they can be compared and entered."""
    for given in built.files.values():
        for file in given.form.files:
            if file.sha256 is None:
                print(f"{task}: unpinned: {file.name}: {NEVER_SEEN.format(*given.marks[file.name])}")


def rebuild(task: str, stock: store.Store, args) -> bool:
    """Build, compare and write one task; returns whether it agrees with the release. Raises SourceError, ScoringError or ItemsError."""
    folder = items.task_folder(args.out, task)
    cards.refuse_strangers(folder, check_data.KNOWN)
    builder = building.load(task)
    built = without_dropped(task, building.build(builder, stock), args.version)
    files = page.folder_files(builder, built, args.version)
    print_unknown(task, built)
    if args.record:
        record_mark(task, built, files["items.jsonl"], args.version)
    is_fine, what = agreement(task, built, files["items.jsonl"], args.version)
    cards.replace_folder(folder, files)
    print(f"{task}: {english.counted(len(built.rows), 'item')} in {folder}; {what}")
    return is_fine


def rebuild_all(names, stock: store.Store, args) -> int:
    """Rebuild tasks one after the other; a task that fails is named and the others go on. Returns the exit code."""
    failed, differing = [], []
    for task in names:
        try:
            if not rebuild(task, stock, args):
                differing.append(task)
        except (sources.SourceError, tasks.ScoringError, items.ItemsError, OSError) as error:
            print(f"rebuild.py: error: {named(task, console.text_of(error))}", file=sys.stderr)
            failed.append(task)
    if len(names) > 1:
        print(f"{len(names) - len(failed)} of {len(names)} tasks built" + (f"; not built: {', '.join(failed)}" if failed else ""))
    return 2 if failed else 1 if differing else 0


def named(task: str, text: str) -> str:
    """A message that begins with its task."""
    return text if text.startswith(task) else f"{task}: {text}"


# Lists

def list_tasks() -> str:
    """The tasks of the track: layer, metric, release route, files of the best form, whether all hashes are known, licence."""
    lines = []
    for task, facts in building.read_facts().items():
        if not building.has_builder(task):
            lines.append([task, facts.layer, facts.metric, facts.route, "", "no builder yet", facts.licence])
            continue
        best = [source.forms[0] for source in building.load(task).sources]
        files = [file for form in best for file in form.files]
        pinned = "pinned" if all(file.sha256 for file in files) else "unpinned"
        lines.append([task, facts.layer, facts.metric, facts.route, len(files), pinned, facts.licence])
    return cards.table(["task", "layer", "metric", "route", "files", "hashes", "licence"], lines)


def list_sources() -> str:
    """Every accepted file of every task."""
    lines = [line for task in building.read_facts() if building.has_builder(task) for line in sources.table_rows(task, building.load(task).sources)]
    return cards.table(["task", "source", "form", "file", "SHA-256", "bytes", "address"], lines)


def list_forms() -> str:
    """Every accepted form of every source."""
    lines = [line for task in building.read_facts() if building.has_builder(task) for line in sources.form_rows(task, building.load(task).sources)]
    return cards.table(["task", "source", "form", "files", "stands for", "released hash"], lines)


def sizes_of(draw) -> str:
    """How many units a draw takes at most, part by part where parts differ."""
    if isinstance(draw.size, dict):
        return ", ".join(f"{part}: {size}" for part, size in draw.size.items())
    return "all" if draw.size is None else str(draw.size)


def list_choices() -> str:
    """The draw of every task and the reason for it."""
    lines = []
    for task in building.read_facts():
        if building.has_builder(task):
            draw = building.load(task).draw
            lines.append([task, sizes_of(draw), {"gold": "each label", "stratum": "each part"}.get(draw.over, "all at once"), draw.unit, draw.reason])
    return cards.table(["task", "at most", "drawn from", "unit", "reason"], lines)


LISTS = {"tasks": list_tasks, "sources": list_sources, "forms": list_forms, "choices": list_choices}


# Command line

def wanted(names) -> list:
    """The tasks to build; `all` stands for every task that has a builder. Raises SourceError for an unknown one."""
    known = [task for task in building.read_facts() if building.has_builder(task)]
    for name in names:
        if name != "all" and name not in known:
            raise sources.SourceError(f"no builder for {name!r}; there are {', '.join(known)}")
    return known if "all" in names else list(dict.fromkeys(names))


def run(args) -> int:
    if args.list:
        print(LISTS[args.list](), end="")
        return 0
    if len(args.task) < 2:
        raise sources.SourceError("name one or more tasks, or all, and then the cache folder; --list shows the tasks")
    *names, cache = args.task
    if cache == "all" or cache in building.read_facts():
        raise sources.SourceError(f"the last word is the cache folder, and {cache} is a task; name a folder after the tasks, such as cache (or ./{cache})")
    folders = [Path(folder) for folder in args.source]
    for folder in folders:
        if not folder.is_dir():
            raise sources.SourceError(f"{folder}: --source is no folder")
    return rebuild_all(wanted(names), store.Store(Path(cache), tuple(folders), args.offline), args)


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="rebuild.py", **console.about(__doc__),
                                     usage="%(prog)s [options] TASK [TASK ...] CACHE")
    parser.add_argument("task", nargs="*", metavar="TASK", help="tasks to rebuild, or all; the last word is the cache folder")
    parser.add_argument("--list", nargs="?", const="tasks", choices=tuple(LISTS), help="print a table and stop; docs/TASKS.md says what a route is (default: tasks)")
    parser.add_argument("--version", choices=check_data.VERSIONS, default=check_data.VERSIONS[0], help="release to build (default: %(default)s)")
    parser.add_argument("--source", action="append", default=[], metavar="DIR",
                        help="folder with files already on disk, as DIR/<task>/<file>[.gz]; may be repeated (default: none)")
    parser.add_argument("--out", default="data", help="data root to write to (default: %(default)s)")
    parser.add_argument("--offline", action="store_true", help="fetch nothing (default: fetch what is missing)")
    parser.add_argument("--record", action="store_true", help="enter the hash of pinned items into the release, for maintainers (default: compare only)")
    args = parser.parse_args(argv)
    return console.guarded("rebuild.py", lambda: run(args), (sources.SourceError, tasks.ScoringError, items.ItemsError))


if __name__ == "__main__":
    sys.exit(main())
