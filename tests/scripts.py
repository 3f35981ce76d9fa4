"""The scripts of the project and their parsers, taken as a script makes them, before it does anything else."""
from __future__ import annotations

import argparse
import contextlib
import io
import re
import runpy
import sys
from pathlib import Path
from unittest import mock

from runner import asking

ROOT = Path(__file__).resolve().parent.parent
ENTRIES = ((argparse.ArgumentParser, "parse_args"), (argparse.ArgumentParser, "parse_intermixed_args"), (asking.Parser, "parse_args"))
"""Where scripts hand their words to a parser."""
IS_SCRIPT = re.compile(r"^if __name__ == ", re.M)


class Parsed(BaseException):
    """Ends a script once its command line is parsed; no script catches it."""


def all_scripts() -> list:
    """Paths from the root of every file that does something when it is started, but for the files of tests."""
    found = (path for path in ROOT.rglob("*.py") if IS_SCRIPT.search(path.read_text(encoding="utf-8")))
    names = (path.relative_to(ROOT) for path in found)
    return sorted(name.as_posix() for name in names if not name.name.startswith("test_") and not name.parts[0].startswith("."))


def parse(script: str, words) -> tuple:
    """(parser, error) of a script that is started with these words: error is None where they are a command that it takes.

    The script runs in this process up to its parser. `parser` is None where it made none.
    """
    seen, said = [], io.StringIO()

    def stopping(original):
        def run(parser, args=None, namespace=None):
            seen.append(parser)
            original(parser, args, namespace)
            if parser is seen[0]:
                raise Parsed
        return run

    with contextlib.ExitStack() as stack:
        for owner, name in ENTRIES:
            stack.enter_context(mock.patch.object(owner, name, stopping(getattr(owner, name))))
        stack.enter_context(mock.patch.object(sys, "argv", [str(ROOT / script), *words]))
        stack.enter_context(mock.patch.object(sys, "path", list(sys.path)))
        stack.enter_context(contextlib.redirect_stderr(said))
        stack.enter_context(contextlib.redirect_stdout(said))
        try:
            runpy.run_path(str(ROOT / script), run_name="__main__")
        except Parsed:
            return seen[0], None
        except SystemExit as ended:
            return (seen[0] if seen else None), (None if ended.code == 0 else said.getvalue())
    return (seen[0] if seen else None), "it ended without a parser"


def parsers_of(parser) -> list:
    """A parser and those of its subcommands."""
    below = [step for action in parser._actions if isinstance(action, argparse._SubParsersAction) for step in action.choices.values()]
    return [parser, *below]


def options_of(parser) -> list:
    """The actions of a parser that are options with a help, but for -h."""
    return [action for action in parser._actions if action.option_strings and action.dest != "help" and action.help != argparse.SUPPRESS]
