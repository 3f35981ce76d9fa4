"""Items of the real families for tests: each draw is built once in a process and, under tests/run_all.py, once in all its processes.

run_all.py makes a folder for the time of one run and names it in the environment; what stands there was built by a test file of the same run.
"""
from __future__ import annotations

import functools
import importlib
import os
from pathlib import Path

from generators import draws, items

FOLDER = "BENCH_TEST_BUILDS"
"""The environment variable with the folder that the test files of one run share; unset where a file runs alone."""


def build(name: str, draw: draws.Draw) -> list:
    """The items of a draw of a family, built or read from the shared folder."""
    make = importlib.import_module(f"generators.{name}").build
    if not os.environ.get(FOLDER):
        return make(draw)
    path = Path(os.environ[FOLDER], f"{name}.{draw.mark.strip(':') or 'published'}.jsonl")
    if not path.is_file():
        items.write_bytes(path, "".join(map(items.to_line, make(draw))).encode("utf-8"))
    return items.read_items(path)


@functools.lru_cache(maxsize=None)
def published(name: str) -> list:
    """The items of the published draw of a family."""
    return build(name, draws.PUBLISHED)
