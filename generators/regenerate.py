"""Generate core families again, compare their hashes with the release, and with --check run every audit on them.

Writes <out>/tasks/<family>/, or <out>/seed_K/tasks/<family>/ for a fresh draw. Prints one row as each family ends.
Example: python3 generators/regenerate.py perm_inherit dep_resolve --check
"""
from __future__ import annotations

import argparse
import importlib
import json
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import audit, key_balance, solve_all, validate
from generators import cards, console, draws, families, items

HERE = Path(__file__).resolve().parent
RELEASE_FOLDER = HERE.parent / "releases" / families.RELEASE
IDENTICAL, DIFFERS, NOT_RELEASED, FRESH = "identical", "differs", "not in release", "fresh draw"
COLUMNS = (("family", 18, "<"), ("seed", 9, ">"), ("seconds", 7, ">"), ("items", 5, ">"), (f"release {families.RELEASE} hash", 16, "<"),
           ("solver", 9, "<"), ("validate", 11, "<"), ("audit", 8, "<"), ("keys", 4, "<"))
MARK_KEYS = {"sha256", "bytes", "items"}
SHOWN = 5
"""Findings printed under a row; the audits themselves print more."""


class Job(NamedTuple):
    """One family to generate: where its data root is, and whether to check it."""

    family: str
    draw: draws.Draw
    root: str
    is_checked: bool


class Row(NamedTuple):
    """What came of one family. `failure` is None unless it could not be generated or checked at all."""

    job: Job
    seconds: float
    items: int = 0
    mark: dict | None = None
    release: str = "-"
    solver: str = "-"
    validate: str = "-"
    audit: str = "-"
    keys: str = "-"
    findings: tuple = ()
    failure: str | None = None

    @property
    def is_sound(self) -> bool:
        """Generated, and without a finding in whatever was checked."""
        return self.failure is None and not self.findings

    @property
    def is_passed(self) -> bool:
        """Sound, and not different from the release."""
        return self.is_sound and self.release != DIFFERS


class CannotRun(ValueError):
    """Arguments that cannot be worked on."""


# One family

def has_generator(family: str) -> bool:
    """Whether the project holds a generator of the family."""
    return (HERE / f"{family}.py").is_file()


def generate(job: Job):
    """Build a family, write its folder, and return (folder, items file fingerprint with the number of items)."""
    module = importlib.import_module(f"generators.{job.family}")
    rows = module.build(job.draw)
    files = cards.family_files(families.BY_NAME[job.family], job.draw, rows, module.__doc__, job.draw.note)
    folder = items.task_folder(job.root, job.family)
    cards.write_folder(folder, files)
    return folder, {**items.fingerprint(files["items.jsonl"]), "items": len(rows)}


def number_of(found, noun: str, fine: str) -> str:
    """'2 flags', or the word for none."""
    return f"{len(found)} {noun}{'' if len(found) == 1 else 's'}" if found else fine


def solve(rows, family: str):
    """(agreement, findings) of a family's solver; a family without one is a finding."""
    try:
        found = solve_all.solve_rows(rows, solve_all.solver_of(family))
    except items.ItemsError as error:
        return "no solver", [str(error)]
    return solve_all.agreement(rows, found), found


def check_folder(folder: Path, family: families.Family) -> dict:
    """The columns of a checked family and its findings, each after the name of its audit. Reads the files as written."""
    validated = validate.check_folder(folder, family.name)
    rows = items.read_items(folder / "items.jsonl")
    agreement, unsolved = solve(rows, family.name)
    flags = audit.judge(family, rows)[1]
    unbalanced = key_balance.check_rows(family, rows)
    named = (("solver", unsolved), ("validate", validated), ("audit", flags), ("keys", unbalanced))
    return {"solver": agreement, "validate": number_of(validated, "finding", "OK"),
            "audit": number_of(flags, "flag", "no flag"), "keys": "FAIL" if unbalanced else "PASS",
            "findings": tuple(f"{name}: {line}" for name, found in named for line in found)}


def run_family(job: Job, released: dict) -> Row:
    """Generate a family, compare it with the release, and check it where asked. A failure becomes a row."""
    start = time.monotonic()
    try:
        folder, mark = generate(job)
        release = FRESH if job.draw != draws.PUBLISHED else NOT_RELEASED if job.family not in released else (
            IDENTICAL if released[job.family] == mark else DIFFERS)
        checked = check_folder(folder, families.BY_NAME[job.family]) if job.is_checked else {}
        return Row(job, time.monotonic() - start, mark["items"], mark, release, **checked)
    except Exception as error:  # whatever a generator or solver raises is the outcome of that family, not the end of the run
        line = (str(error).strip().splitlines() or [""])[0]
        return Row(job, time.monotonic() - start, failure=f"{type(error).__name__}: {line}"[:300])


# All families

def work(sender, job: Job, released: dict) -> None:
    """The body of a family's process: send its row. The parent alone answers Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    console.end_with_parent()
    sender.send(run_family(job, released))
    sender.close()


def receive(reader, process, job: Job) -> Row:
    """The row of a family's process, or a failure where the process ended without one."""
    try:
        row = reader.recv()
        process.join()
        return row
    except EOFError:
        process.join()
        return Row(job, 0.0, failure=f"its process ended without a result (exit code {process.exitcode})")


def run_families(jobs, limit: int, released: dict):
    """The row of each family as it ends, at most `limit` families at once, each in a process of its own."""
    waiting, running = list(jobs), {}
    try:
        while waiting or running:
            while waiting and len(running) < limit:
                job = waiting.pop(0)
                reader, sender = multiprocessing.Pipe(duplex=False)
                process = multiprocessing.Process(target=work, args=(sender, job, released), daemon=True)
                process.start()
                sender.close()
                running[reader] = (process, job)
            for reader in multiprocessing.connection.wait(list(running)):
                process, job = running.pop(reader)
                yield receive(reader, process, job)
    finally:
        for process, _ in running.values():
            process.terminate()
            process.join()


# The release

def read_release(folder: Path) -> dict:
    """{family: {"sha256", "bytes", "items"}} of the release; empty where nothing is released yet."""
    path = folder / "items.json"
    if not path.is_file():
        return {}
    try:
        released = json.loads(items.read_bytes(path).decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise CannotRun(f"{path}: cannot be read: {error}") from None
    if not isinstance(released, dict) or not all(isinstance(mark, dict) and set(mark) == MARK_KEYS for mark in released.values()):
        raise CannotRun(f"{path}: is not an object of families with {', '.join(sorted(MARK_KEYS))}")
    return released


def write_release(row: Row, folder: Path) -> None:
    """Write a family's card and its line in items.json, families in their order."""
    released = {**read_release(folder), row.job.family: row.mark}
    card = items.read_bytes(items.task_folder(row.job.root, row.job.family) / "task.json")
    items.write_bytes(folder / "tasks" / row.job.family / "task.json", card)
    items.write_json(folder / "items.json", {name: released[name] for name in families.BY_NAME if name in released})


def card_finding(row: Row, folder: Path):
    """What differs between the release's card and the generated one of a family whose items are identical; None for nothing."""
    if row.release != IDENTICAL:
        return None
    ours = items.read_bytes(items.task_folder(row.job.root, row.job.family) / "task.json")
    path = folder / "tasks" / row.job.family / "task.json"
    if path.is_file() and items.read_bytes(path) == ours:
        return None
    return f"release: the card {path.name} of the release differs from the generated one; write the release again"


def holds_release(target, family: str, released: dict) -> bool:
    """Whether a data root holds the released items of a family."""
    path = items.task_folder(target, family) / "items.jsonl"
    return family in released and path.is_file() and items.fingerprint(items.read_bytes(path))["sha256"] == released[family]["sha256"]


def install(row: Row, target) -> None:
    """Copy the folder of a generated family into a data root."""
    folder = items.task_folder(row.job.root, row.job.family)
    files = {name: items.read_bytes(folder / name) for name in ("items.jsonl", "task.json", "README.md")}
    cards.write_folder(items.task_folder(target, row.job.family), files)


def is_installable(row: Row) -> bool:
    """A family of the published draw that matches the release, or one of a fresh draw whose checks passed."""
    return row.is_sound and row.release in (IDENTICAL, FRESH)


# Output

def draw_name(draw: draws.Draw) -> str:
    """A draw in the table: 'published', the seed of a fresh draw, the mark of a sealed one."""
    if draw == draws.PUBLISHED:
        return "published"
    return draw.mark.rstrip(":") if draw.seed is None else str(draw.seed)


def table_line(cells) -> str:
    """One line of the table."""
    return "  ".join(f"{cell:{align}{width}}" for cell, (_, width, align) in zip(cells, COLUMNS)).rstrip()


def print_row(row: Row) -> None:
    """The row of a family, and its first findings on stderr."""
    job = row.job
    start = (job.family, draw_name(job.draw), f"{row.seconds:.1f}")
    if row.failure is not None:
        print(table_line(start) + f"  FAILED {row.failure}", flush=True)
        return
    print(table_line((*start, row.items, row.release, row.solver, row.validate, row.audit, row.keys)), flush=True)
    for line in row.findings[:SHOWN]:
        print(f"  {job.family}: {line}", file=sys.stderr)
    if len(row.findings) > SHOWN:
        print(f"  {job.family}: and {len(row.findings) - SHOWN} more findings", file=sys.stderr, flush=True)


def described(mark: dict) -> str:
    """A fingerprint in words."""
    return f"{mark['items']} items, {mark['bytes']:,} bytes, SHA-256 {mark['sha256']}"


def closing_line(rows, is_checked: bool, is_release: bool) -> str:
    """What the run came to, in one line."""
    bad = [row.job.family for row in rows if not (row.is_sound if is_release else row.is_passed)]
    if bad:
        return f"FAILED: {', '.join(bad)}"
    if is_checked:
        return "ALL CHECKS PASSED"
    compared = [row for row in rows if row.release != FRESH]
    same = sum(row.release == IDENTICAL for row in compared)
    return f"{len(rows)} GENERATED" + (f", {same} IDENTICAL WITH RELEASE {families.RELEASE}" if compared else "")


# Command line

def parse(argv) -> argparse.Namespace:
    parser = argparse.ArgumentParser(**console.about(__doc__))
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="only these families (default: all that have a generator)")
    parser.add_argument("--check", action="store_true", help="run solver, format check, content-blind rules and key balance (default: no)")
    parser.add_argument("--seed", metavar="K", help="a fresh draw with this seed, a whole number from 0 (default: the published draw)")
    parser.add_argument("--out", default="generated", metavar="DIR", help="where to write (default: generated)")
    parser.add_argument("--install", metavar="DIR", help="copy the families that match the release into DIR/tasks/; "
                        "with --seed and --check those whose checks passed (default: copy nothing)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="families at once (default: the number of cores)")
    parser.add_argument("--write-release", nargs="+", metavar="FAMILY", default=[],
                        help="check these families and write those that pass into the release (default: none)")
    return parser.parse_intermixed_args(argv)


def choose_families(wanted) -> list:
    """The wanted families in the order of the list, or all that have a generator. Raises CannotRun for one that cannot be made."""
    unknown = [name for name in wanted if name not in families.BY_NAME]
    if unknown:
        raise CannotRun(f"unknown family {', '.join(unknown)}; there are {', '.join(families.BY_NAME)}")
    lacking = [name for name in wanted or families.BY_NAME if not has_generator(name)]
    if wanted and lacking:
        raise CannotRun(f"no generator generators/{lacking[0]}.py")
    if lacking:
        print(f"regenerate.py: skipped, no generator: {', '.join(lacking)}", file=sys.stderr)
    chosen = [name for name in families.BY_NAME if name not in lacking and (not wanted or name in wanted)]
    if not chosen:
        raise CannotRun("no family has a generator")
    return chosen


def choose_draw(args) -> draws.Draw:
    """The draw that the arguments name. Raises CannotRun where they do not go together."""
    if args.jobs < 1:
        raise CannotRun(f"--jobs {args.jobs} is less than 1")
    if args.write_release and (args.families or args.seed is not None or args.install):
        raise CannotRun("--write-release goes with neither families before it, --seed nor --install")
    if args.install and args.seed is not None and not args.check:
        raise CannotRun("--install with --seed needs --check: a fresh draw is in no release, so only its checks vouch for it")
    return draws.PUBLISHED if args.seed is None else draws.from_text(args.seed)


def finish(row: Row, args, released: dict) -> Row:
    """Print a row, then install or release its family where asked. Returns the row with what that found."""
    if args.check and not args.write_release:
        finding = card_finding(row, RELEASE_FOLDER)
        row = row._replace(findings=(*row.findings, *([finding] if finding else [])))
    print_row(row)
    if row.release == DIFFERS:
        print(f"  {row.job.family}: {described(row.mark)}; release {families.RELEASE} has {described(released[row.job.family])}", file=sys.stderr)
    if args.install and row.release == FRESH and holds_release(args.install, row.job.family, released):
        row = row._replace(findings=(*row.findings, f"not installed: {args.install} holds the released items; install a fresh draw into a folder of its own"))
        print(f"  {row.job.family}: {row.findings[-1]}", file=sys.stderr)
    elif args.install and is_installable(row):
        install(row, args.install)
    elif args.install:
        print(f"  {row.job.family}: not installed", file=sys.stderr)
    if args.write_release and row.is_sound:
        write_release(row, RELEASE_FOLDER)
        print(f"  {row.job.family}: released with SHA-256 {row.mark['sha256']}; docs/CHANGES.md names the reason", file=sys.stderr)
    return row


def regenerate(args) -> int:
    """Run what the arguments ask for; returns 0, or 1 where a check failed, a hash differs or nothing could be installed."""
    draw = choose_draw(args)
    chosen = choose_families(args.families or args.write_release)
    args.check = args.check or bool(args.write_release)
    root = Path(args.out, *([] if draw == draws.PUBLISHED else [f"seed_{draw.seed}"]))
    root.mkdir(parents=True, exist_ok=True)
    released = read_release(RELEASE_FOLDER)
    print(table_line([name for name, _, _ in COLUMNS]), flush=True)
    jobs = [Job(name, draw, str(root), args.check) for name in chosen]
    rows = [finish(row, args, released) for row in run_families(jobs, args.jobs, released)]
    print(closing_line(rows, args.check, bool(args.write_release)), flush=True)
    passed = all(row.is_sound if args.write_release else row.is_passed for row in rows)
    return 0 if passed and (not args.install or all(map(is_installable, rows))) else 1


def main(argv=None) -> int:
    args = parse(argv)

    def attempt() -> int:
        try:
            return regenerate(args)
        except KeyboardInterrupt:
            raise CannotRun("stopped; the families without a row are not written or not checked") from None

    return console.guarded("regenerate.py", attempt, (ValueError,))


if __name__ == "__main__":
    sys.exit(main())
