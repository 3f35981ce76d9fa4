"""What tests of the HTTP runner share: a data root, a run folder, an endpoint, and runs in this process or one of their own."""
from __future__ import annotations

import contextlib
import io
import json
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from runner import bench_http, faults
from tests import chaos_server, small_root

SCRIPT = Path(bench_http.__file__)
PASSING = tuple(name for name in chaos_server.AGAIN if name not in ("429 seconds", "503 date"))
"""The faults that pass, without those that ask for a whole second."""


class Case(unittest.TestCase):
    """A temporary data root and run folder, and short waits between attempts. program: the runner under test."""

    program = bench_http

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.root, self.out = self.folder / "data", self.folder / "run"
        for name, value in (("FIRST_WAIT", 0.002), ("LONGEST_BACKOFF", 0.05)):
            patch = mock.patch.object(faults, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        self.addCleanup(lambda: [signal.signal(number, handler) for number, handler in kept.items()])

    def serve(self, **chaos) -> chaos_server.ChaosServer:
        server = chaos_server.ChaosServer(chaos_server.Chaos(**chaos))
        self.addCleanup(server.stop)
        return server

    def words(self, url, *more):
        return ["--url", url, "--model", "m", "--out", str(self.out), "--root", str(self.root), *map(str, more)]

    def run_here(self, url, *more):
        """(exit status, standard output, standard error) of a run in this process."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = self.program.main(self.words(url, *more))
            except SystemExit as end:
                status = end.code
        return status, out.getvalue(), err.getvalue()

    def start(self, url, *more, **options) -> subprocess.Popen:
        """A run in a process of its own."""
        return subprocess.Popen([sys.executable, self.program.__file__, *self.words(url, *more)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)

    def assert_right(self, made: dict):
        """Every item has exactly one valid answer, its own."""
        for task, rows in made.items():
            answers, _ = small_root.read_run(self.out, task)
            self.assertEqual(sorted(answers), sorted(item.id for item in rows))
            for item in rows:
                self.assertEqual(answers[item.id], [chaos_server.right_answer(item.state, item.question)])

    def run_file(self) -> dict:
        return json.loads((self.out / "_run.json").read_text(encoding="utf-8"))
