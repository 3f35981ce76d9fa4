"""How a command line starts and ends: streams that take any text, one line for an error, no process left behind."""
from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
import textwrap
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WATCH_SECONDS = 0.5


def about(doc: str) -> dict:
    """What a parser takes from the docstring of its script: the first line, and the example in a line that can be copied."""
    example = re.search(r"Example: (.+)", doc)
    return {"description": textwrap.fill(doc.split("\n")[0], 78), "epilog": example and f"Example: {example[1]}",
            "formatter_class": argparse.RawDescriptionHelpFormatter}


def command(script: str, *words) -> str:
    """The command line of a script of the project, to be typed in the folder in which this one was started."""
    path = script if Path.cwd() == ROOT else ROOT / script
    return " ".join(["python3", *(shlex.quote(str(word)) for word in (path, *words))])


def open_streams() -> None:
    """Put the null device in the place of a closed standard stream, and have output streams show any text.

    Otherwise the first file that a command opens would take the number of the closed stream, and messages would go into it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for name, number in (("stdout", 1), ("stderr", 2)):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "w", encoding="utf-8", closefd=False))
        if hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="backslashreplace")


def settle_output() -> None:
    """Write out what waits for standard output, or let it go where that cannot be."""
    try:
        sys.stdout.flush()
    except OSError:
        drop_output()


def drop_output() -> None:
    """Send what is left for standard output nowhere, so that closing it at the end does not fail."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        pass  # a stream without a file has nothing left


def reason_of(error: OSError) -> str:
    """Where and why a file could not be used."""
    place = error.filename2 or error.filename
    if isinstance(place, bytes):
        place = os.fsdecode(place)
    return f"{place}: {error.strerror}" if place else error.strerror or str(error)


def text_of(error: Exception) -> str:
    """An expected error as the text after 'error: '."""
    if isinstance(error, UnicodeEncodeError):
        return f"{error.object[error.start:error.end]!a} in a name or path cannot be written as UTF-8"
    return reason_of(error) if isinstance(error, OSError) else str(error)


def guarded(program: str, run, errors: tuple) -> int:
    """The exit code of run(). Expected errors and a closed output are one line on standard error and code 2, Ctrl-C gives 130."""
    open_streams()
    try:
        code = run()
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        drop_output()
        message, code = "standard output was closed before the end", 2
    except KeyboardInterrupt:
        message, code = "stopped", 130
    except (*errors, OSError, UnicodeEncodeError) as error:
        message, code = f"error: {text_of(error)}", 2
        settle_output()
    print(f"{program}: {message}", file=sys.stderr)
    return code


def end_with_parent() -> None:
    """For a worker process: end when the process that started it has gone, however it went."""
    parent = os.getppid()

    def watch():
        while os.getppid() == parent:
            time.sleep(WATCH_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
