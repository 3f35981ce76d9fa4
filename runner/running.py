"""What the commands of all runners share: their common options, binding a run folder, carrying out a run, `_run.json`, the exit status."""
from __future__ import annotations

import datetime
import math
import platform
import sys
import time

from generators import console, english, families, items
from runner import answers, plan, progress, transport, work
from scoring import subset

ERRORS = (items.ItemsError, answers.AnswersError, plan.PlanError, transport.TransportError, subset.SubsetError)
OUT = ("DIR", "run folder to write, for example runs/NAME (no default; needed unless nothing is written)")
"""What --out takes, and its help."""


# Arguments

def positive(text: str) -> float:
    """A number over 0, for argparse."""
    value = float(text)
    if not (math.isfinite(value) and value > 0):
        raise ValueError
    return value


def not_negative(text: str) -> float:
    """A number from 0 on, for argparse."""
    value = float(text)
    if not (math.isfinite(value) and value >= 0):
        raise ValueError
    return value


def count(text: str) -> int:
    """A whole number from 1 on, for argparse."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def count_or_zero(text: str) -> int:
    """A whole number from 0 on, for argparse."""
    value = int(text)
    if value < 0:
        raise ValueError
    return value


def add_choice_of_items(parser, out=OUT) -> None:
    """The options that every runner has: which items, where to, how to go on."""
    parser.add_argument("--out", metavar=out[0], help=out[1])
    parser.add_argument("--root", default="data", help="data root with the items (default: data)")
    parser.add_argument("--tasks", metavar="A,B", help="only these tasks (default: all of the data root)")
    parser.add_argument("--limit", type=count, metavar="N", help="only the first N items of each task (default: all)")
    subset.add_options(parser)
    parser.add_argument("--shard", default="1/1", metavar="K/N", help="only part K of N, whole groups and queries; auto takes K and N from a Slurm or Kubernetes array job (default: 1/1)")
    parser.add_argument("--retry-errors", choices=("yes", "no"), default="yes", help="whether a start asks failed items of earlier starts again (default: yes)")
    parser.add_argument("--fsync-seconds", type=not_negative, default=5.0, metavar="S", help="have answers on the disk at least this often (default: 5)")


def split_names(text: str | None):
    """The names of a comma-separated list, or None."""
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


def choose_tasks(args) -> list:
    """The names of the chosen tasks; with --subset the core families alone."""
    wanted = split_names(args.tasks)
    chosen = items.choose_tasks(args.root, wanted)
    return chosen if subset.chosen_size(args) is None else subset.only_core(args.root, chosen, bool(wanted))


def make_plans(args, load, is_answer=answers.is_valid) -> list:
    """The plan of every chosen task; load(task) gives the bytes of its answers."""
    choice = plan.Choice(args.limit, plan.read_shard(args.shard), args.retry_errors == "yes", subset.chosen_size(args))
    return [plan.plan_task(args.root, task, choice, load, is_answer) for task in choose_tasks(args)]


def check_choice(args) -> None:
    """Raise for a place to write, tasks or a shard that cannot be had, before anything is written."""
    if args.out is None:
        raise plan.PlanError("--out is needed, where to write")
    plan.read_shard(args.shard)
    choose_tasks(args)


def parameters(args) -> dict:
    """The common options as `_run.json` holds them."""
    return {**{name: getattr(args, name) for name in ("limit", "shard", "tasks", "retry_errors")}, "per_family": subset.chosen_size(args)}


# The run folder

def now() -> str:
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def versions() -> dict:
    return {"release": families.RELEASE, "python": platform.python_version(), "platform": platform.platform()}


def bind(folder: answers.RunFolder, program: str, binding: dict, described: dict, plans) -> dict:
    """Check the folder against the binding and the items, write `_items.json` and `_run.json`; the content of the latter comes back. Raises AnswersError."""
    known = answers.read_run(folder.path)
    binding = {"format": 1, "runner": program, **binding}
    answers.check_binding(folder.path / answers.RUN_FILE, known, binding)
    marks = answers.check_items(folder.path / answers.ITEMS_FILE, answers.read_marks(folder.path), {one.task: one.mark for one in plans})
    folder.write_json(answers.ITEMS_FILE, marks)
    run = {**binding, **described, "versions": versions(), "started": now(), "ended": None, "state": "running", "starts": known.get("starts", [])}
    folder.write_json(answers.RUN_FILE, run)
    return run


# Carrying out

def count_failure(tally: progress.Tally, halt: work.Halt, kind: str, text: str, max_failures: int) -> None:
    """Count a failed item, and order a stop after too many in a row."""
    in_a_row = tally.failed(kind)
    if 0 < max_failures <= in_a_row:
        halt.order(f"{in_a_row} items in a row failed (--max-failures), the last one with: {text}")


def carry_out(folder: answers.RunFolder, run: dict, plans, jobs, asker, threads: int, halt: work.Halt, tally: progress.Tally, prices=(None, None)) -> int:
    """Have every job done, keep `_run.json`, print the summary; the exit status comes back."""
    total = sum(len(one.to_ask) for one in plans)
    shown, begin = progress.Progress(total, tally), time.monotonic()
    work.stop_on_signals(halt)

    def tick():
        shown.tick()
        folder.sync_if_due()

    work.run(jobs, asker, min(threads, max(1, total)), halt, tick)
    folder.sync()
    if total:
        shown.end()
    found = progress.figures(tally, time.monotonic() - begin, prices)
    state = "finished" if halt.reason is None else "interrupted" if halt.reason == work.INTERRUPTED else "stopped"
    run = {**run, "ended": now(), "state": state, "counts": counts_of(plans, tally)}
    if total:
        run["starts"] = run["starts"] + [{"started": run["started"], "ended": run["ended"], "state": state, **found}]
    folder.write_json(answers.RUN_FILE, run)
    print(progress.summary(found))
    return report_end(run["runner"], run["counts"], halt)


def counts_of(plans, tally: progress.Tally) -> dict:
    """How many of the chosen items the folder now answers, counts as failed, and lacks."""
    chosen = sum(one.chosen for one in plans)
    answered = sum(one.answered for one in plans) + tally.answered
    failed = sum(one.kept_failures for one in plans) + tally.failed_items
    return {"items": chosen, "answered": answered, "failed": failed, "missing": chosen - answered - failed}


def report_end(program: str, counts: dict, halt: work.Halt) -> int:
    """Say what the folder lacks; the exit status comes back."""
    print(f"in all    {counts['answered']:,} of {english.counted(counts['items'], 'item')} answered, {counts['failed']:,} failed, {counts['missing']:,} not asked")
    if halt.reason == work.INTERRUPTED:
        say(program, "interrupted; the same command goes on from here")
        return 130
    if halt.reason is not None:
        say(program, f"stopped: {halt.reason}")
        return 2
    return 0 if counts["answered"] == counts["items"] else 1


def say(program: str, text: str) -> None:
    """A line on standard error."""
    print(f"{program}: {text}", file=sys.stderr, flush=True)


def guarded(program: str, run, args, errors=()) -> int:
    """run(args), with every expected error as one line and status 2; text that the terminal cannot show is shown as escapes."""
    def attempt() -> int:
        try:
            return run(args)
        except KeyboardInterrupt:
            say(program, "interrupted before anything was asked")
            return 130

    return console.guarded(program, attempt, ERRORS + tuple(errors))
