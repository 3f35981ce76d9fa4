"""The HTTP runner against an endpoint that misbehaves by plan."""
from __future__ import annotations

import contextlib
import io
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from runner import bench_http, faults
from tests import chaos_server, small_root

SCRIPT = Path(bench_http.__file__)
PASSING = tuple(name for name in chaos_server.AGAIN if name not in ("429 seconds", "503 date"))
"""The faults that pass, without those that ask for a whole second."""


class Case(unittest.TestCase):
    """A temporary data root and run folder, and short waits between attempts."""

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
                status = bench_http.main(self.words(url, *more))
            except SystemExit as end:
                status = end.code
        return status, out.getvalue(), err.getvalue()

    def start(self, url, *more, **options) -> subprocess.Popen:
        """A run in a process of its own."""
        return subprocess.Popen([sys.executable, str(SCRIPT), *self.words(url, *more)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)

    def assert_right(self, made: dict):
        """Every item has exactly one valid answer, its own."""
        for task, rows in made.items():
            answers, _ = small_root.read_run(self.out, task)
            self.assertEqual(sorted(answers), sorted(item.id for item in rows))
            for item in rows:
                self.assertEqual(answers[item.id], [chaos_server.right_answer(item.state, item.question)])

    def run_file(self) -> dict:
        return json.loads((self.out / "_run.json").read_text(encoding="utf-8"))


class WholeRuns(Case):
    def test_every_item_gets_its_own_answer(self):
        made = small_root.make_root(self.root, {"alpha": 40, "beta": 21})
        server = self.serve()
        status, out, err = self.run_here(server.url)
        self.assertEqual(status, 0, err)
        self.assert_right(made)
        self.assertIn("in all    61 of 61 items answered, 0 failed, 0 not asked", out)
        self.assertIn(f"asking {server.url}/v1/systemone", err)
        marks = json.loads((self.out / "_items.json").read_text())
        self.assertEqual(sorted(marks), ["alpha", "beta"])
        self.assertEqual((marks["alpha"]["items"], marks["alpha"]["bytes"]), (40, (self.root / "tasks/alpha/items.jsonl").stat().st_size))
        run = self.run_file()
        self.assertEqual((run["state"], run["model"], run["counts"]["answered"], run["starts"][0]["tokens"]["input"]), ("finished", "m", 61, 61 * 7))

    def test_a_second_start_asks_nothing(self):
        small_root.make_root(self.root, {"alpha": 12})
        server = self.serve()
        self.run_here(server.url)
        before = (self.out / "alpha.jsonl").read_bytes()
        status, out, _ = self.run_here(server.url)
        self.assertEqual((status, sum(server.requests.values())), (0, 12))
        self.assertEqual((self.out / "alpha.jsonl").read_bytes(), before)
        self.assertEqual(len(self.run_file()["starts"]), 1)

    def test_limit_then_the_rest(self):
        made = small_root.make_root(self.root, {"alpha": 10})
        server = self.serve()
        self.run_here(server.url, "--limit", 4)
        self.assertEqual(len(small_root.read_run(self.out, "alpha")[0]), 4)
        self.assertEqual(self.run_here(server.url)[0], 0)
        self.assert_right(made)
        self.assertEqual(sum(server.requests.values()), 10)

    def test_the_other_dialect(self):
        made = small_root.make_root(self.root, {"alpha": 9})
        status, _, err = self.run_here(self.serve().url, "--api", "decisions")
        self.assertEqual(status, 0, err)
        self.assert_right(made)

    def test_concurrency_changes_no_answer(self):
        made = small_root.make_root(self.root, {"alpha": 150})
        for concurrency in (1, 32):
            self.out = self.folder / f"run{concurrency}"
            server = self.serve(seed=concurrency, share=0.3, faults=PASSING, manners=chaos_server.MANNERS)
            self.assertEqual(self.run_here(server.url, "--concurrency", concurrency)[0], 0)
            self.assert_right(made)

    def test_two_thousand_items_through_thirty_percent_faults(self):
        made = small_root.make_root(self.root, {"alpha": 2000})
        server = self.serve(seed=7, share=0.3, faults=PASSING, manners=chaos_server.MANNERS)
        status, out, err = self.run_here(server.url, "--concurrency", 16)
        self.assertEqual(status, 0, out + err)
        self.assert_right(made)
        self.assertEqual(set(PASSING), set(server.seen), "every fault has occurred")


class Interruptions(Case):
    def test_killed_at_twenty_random_moments(self):
        made = small_root.make_root(self.root, {"alpha": 400, "beta": 200})
        server = self.serve(delay=0.03)
        rng = random.Random(5)
        kills = 0
        for _ in range(20):
            process = self.start(server.url, "--concurrency", 4)
            time.sleep(0.15 + 0.25 * rng.random())
            kills += process.poll() is None
            process.kill()
            process.communicate()
        self.assertGreater(kills, 15)
        self.assertEqual(self.run_here(server.url, "--concurrency", 32)[0], 0)
        self.assert_right(made)

    def test_control_c_ends_cleanly_and_the_next_start_goes_on(self):
        made = small_root.make_root(self.root, {"alpha": 300})
        server = self.serve(delay=0.05)
        process = self.start(server.url, "--concurrency", 4)
        while sum(server.requests.values()) < 20:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 130)
        self.assertIn("the same command goes on from here", err)
        self.assertNotIn("Traceback", err)
        self.assertEqual(self.run_file()["state"], "interrupted")
        answered = len(small_root.read_run(self.out, "alpha")[0])
        self.assertEqual(answered, sum(server.requests.values()), "what was under way is not lost")
        self.assertEqual(self.run_here(server.url)[0], 0)
        self.assert_right(made)

    def test_a_second_control_c_stops_at_once(self):
        small_root.make_root(self.root, {"alpha": 8})
        server = self.serve(delay=30)
        process = self.start(server.url)
        while server.inside < 8:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertIn("stopping", process.stderr.readline() + process.stderr.readline())
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)
        self.assertEqual(process.returncode, 130)
        self.assertLess(time.monotonic() - begin, 2)


if __name__ == "__main__":
    unittest.main()
