"""tests/bench_generate.py measures what it says: counts of draws, the processes under a process, their memory."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import types
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import bench_generate


class Bench(unittest.TestCase):
    def test_draws_are_counted(self):
        """One draw to count the items, then 1 + 2 + 4 of seeds from 1 on, twice over."""
        built = []
        module = types.SimpleNamespace(build=lambda draw: built.append(draw.seed) or sum(range(200000)) and [None] * 600)
        with mock.patch.dict(sys.modules, {"generators.made_up": module}):
            cells = bench_generate.bench_family("made_up", 2)
        self.assertEqual(built, [0] + [1] * 2 + [1, 2] * 2 + [1, 2, 3, 4] * 2)
        self.assertEqual((cells[0], len(cells)), ("made_up", 6))

    @unittest.skipUnless(Path("/proc/self/smaps_rollup").exists(), "needs /proc")
    def test_processes_and_their_memory(self):
        code = "import subprocess, sys; data = bytearray(40 << 20); print('there', flush=True); subprocess.run([sys.executable, '-c', 'import time; time.sleep(30)'])"
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        process.stdout.readline()
        end = time.monotonic() + 20
        while len(bench_generate.family_tree(process.pid)) < 2 and time.monotonic() < end:
            time.sleep(0.02)
        tree = bench_generate.family_tree(process.pid)
        self.assertEqual((tree[0], len(tree)), (process.pid, 2))
        self.assertGreater(bench_generate.kilobytes_of(process.pid), 40 << 10)
        os.kill(tree[1], signal.SIGTERM)
        process.wait(20)
        self.assertEqual(bench_generate.kilobytes_of(process.pid), 0)


if __name__ == "__main__":
    unittest.main()
