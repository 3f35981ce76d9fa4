"""Ask a Python function every item of a data root and write its answers to a run folder; no server is needed.

Example: python3 runner/bench_python.py mymodel:decide --out runs/mymodel

The function is `decide(state, question, options) -> {option: probability}`. With --batch N it gets three lists of up to N
entries, `decide(states, questions, options)`, and returns a list of such maps in the same order. An exception is a failed
item with its text, and the run goes on. Exit status as for bench_http.py.
"""
from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, english, items
from runner import answers, faults, plan, probabilities, progress, running, work

PROGRAM = "bench_python.py"


class FunctionError(ValueError):
    """A function that cannot be loaded; the message says why."""


def load_function(name: str):
    """The function that MODULE:FUNCTION names; the folder the command was started in is searched first. Raises FunctionError."""
    module, colon, function = name.partition(":")
    if not (colon and module and function):
        raise FunctionError(f"{name!r} does not read MODULE:FUNCTION")
    if module.endswith(".py"):
        raise FunctionError(f"{name}: name the module without .py, as {module[:-3].replace('/', '.')}:{function}")
    sys.path.insert(0, str(Path.cwd()))
    try:
        found = getattr(importlib.import_module(module), function)
    except (Exception, SystemExit) as error:
        is_absent = isinstance(error, ModuleNotFoundError) and error.name == module.partition(".")[0]
        hint = f"; start the command in the folder that holds {error.name}.py, here it is {Path.cwd()}" if is_absent else ""
        raise FunctionError(f"{name}: cannot be loaded ({text_of(error)}){hint}") from None
    if not callable(found):
        raise FunctionError(f"{name}: is no function")
    return found


def text_of(error: BaseException) -> str:
    """The name and text of an exception on one line."""
    return faults.cut(faults.printable(f"{type(error).__name__}: {error}"))


def as_map(value) -> dict:
    """A returned map with plain numbers; what is no number stays as it is. Raises probabilities.AnswerError for anything but a map."""
    if not hasattr(value, "items"):
        raise probabilities.AnswerError(f"the function returned {type(value).__name__}, not a map from options to probabilities")
    return {key if isinstance(key, str) else str(key): as_number(number) for key, number in value.items()}


def as_number(value):
    """A number of another library (of an array or tensor) as a float."""
    if isinstance(value, (bool, int, float, str)) or not hasattr(value, "__float__"):
        return value
    try:
        return float(value)
    except Exception as error:
        raise probabilities.AnswerError(f"a probability is no number ({text_of(error)})") from None


class Asker:
    """Calls the function with a batch of items and writes their records."""

    def __init__(self, function, batch: int, folder: answers.RunFolder, tally: progress.Tally, halt: work.Halt, max_failures: int):
        self._function = function
        self._batch = batch
        self._folder = folder
        self._tally = tally
        self._halt = halt
        self._max_failures = max_failures

    def __call__(self, jobs) -> None:
        begin = time.monotonic()
        try:
            returned = self._call([item for _, item in jobs])
        except Exception as error:
            if len(jobs) > 1:
                for job in jobs:
                    self([job])
                return
            returned = [error]
        ms = (time.monotonic() - begin) * 1000 / len(jobs)
        for (task, item), value in zip(jobs, returned):
            self._record(task, item, value, ms)

    def _call(self, rows) -> list:
        """One returned value an item."""
        if self._batch == 1:
            return [self._function(item.state, item.question, list(item.options)) for item in rows]
        returned = list(self._function([item.state for item in rows], [item.question for item in rows], [list(item.options) for item in rows]))
        if len(returned) != len(rows):
            raise probabilities.AnswerError(f"the function returned {english.counted(len(returned), 'answer')} for {english.counted(len(rows), 'item')}")
        return returned

    def _record(self, task: str, item: items.Item, value, ms: float) -> None:
        try:
            if isinstance(value, Exception):
                raise value
            checked = probabilities.check(as_map(value), item.options)
        except Exception as error:
            kind = "unusable answer" if isinstance(error, probabilities.AnswerError) else "exception"
            text = f"{kind}: {error if kind == 'unusable answer' else text_of(error)}"
            self._write(task, {"id": item.id, "error": text, "ms": round(ms, 2)})
            running.count_failure(self._tally, self._halt, kind, text, self._max_failures)
            return
        self._write(task, {"id": item.id, "p": checked.p, "ms": round(ms, 2)})
        self._tally.succeeded(ms, checked.remarks)

    def _write(self, task: str, record: dict) -> None:
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
        self._folder.write(task, text.encode("utf-8", "backslashreplace").decode("utf-8"))


def batches(jobs, size: int):
    """Yield lists of up to so many jobs."""
    batch = []
    for job in jobs:
        batch.append(job)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=PROGRAM, **console.about(__doc__), allow_abbrev=False)
    parser.add_argument("function", metavar="MODULE:FUNCTION", help="the function to ask, for example mymodel:decide")
    running.add_choice_of_items(parser)
    parser.add_argument("--batch", type=running.count, default=1, metavar="N", help="items given to the function at once, as lists (default: 1)")
    parser.add_argument("--max-failures", type=running.count_or_zero, default=50, metavar="N", help="stop after N failed items in a row; 0 for never (default: 50)")
    return parser


def run(args) -> int:
    """Ask everything that is left; the exit status comes back."""
    running.check_choice(args)
    function = load_function(args.function)
    with answers.RunFolder(args.out, args.fsync_seconds) as folder:
        plans = running.make_plans(args, folder.load)
        described = {"parameters": {"batch": args.batch, "max_failures": args.max_failures, **running.parameters(args)}}
        bound = running.bind(folder, PROGRAM, {"function": args.function}, described, plans)
        halt, tally = work.Halt(), progress.Tally()
        asker = Asker(function, args.batch, folder, tally, halt, args.max_failures)
        return running.carry_out(folder, bound, plans, batches(plan.jobs(plans), args.batch), asker, 1, halt, tally)


def main(argv=None) -> int:
    return running.guarded(PROGRAM, run, build_parser().parse_args(argv), (FunctionError,))


if __name__ == "__main__":
    sys.exit(main())
