"""What the tests of the reference track share: made-up sources on disk, and a builder that reads them without hashes."""
from __future__ import annotations

import importlib
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from reference import building, readers, store
from reference.sources import without_hashes
from tests import made_sources

BUILT_TASKS = tuple(task for task in building.read_facts() if building.has_builder(task))


def made_of(task: str):
    """The module of made-up sources of a task."""
    return importlib.import_module(f"tests.made_sources.{task}")


def write_files(folder, task: str, files: dict) -> None:
    """Put source files where a store finds them."""
    for name, data in files.items():
        path = Path(folder) / task / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


class ReferenceCase(unittest.TestCase):
    """A folder of its own, and the stand-in for parquet where pyarrow is not installed."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        if not made_sources.has_pyarrow():
            patch = mock.patch.object(readers, "parquet_batches", made_sources.stand_in)
            patch.start()
            self.addCleanup(patch.stop)

    def stock(self, name: str) -> store.Store:
        """A store of files on disk that fetches nothing."""
        return store.Store(self.folder / "cache", (self.folder / name,), is_offline=True)

    def build(self, task: str, files: dict, name: str = "source", hashes: bool = False) -> building.Built:
        """What a builder makes of the given files, its pins put aside unless `hashes`."""
        write_files(self.folder / name, task, files)
        builder = building.load(task)
        more = builder.more_sources
        if not hashes:
            builder = builder._replace(sources=without_hashes(builder.sources),
                                       more_sources=None if more is None else lambda found: without_hashes(more(found)))
        return building.build(builder, self.stock(name))
