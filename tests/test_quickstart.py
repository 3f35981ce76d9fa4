"""The commands that quickstart.py prints at its end work as they stand, wherever its folder lies and wherever it was started."""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import families
from runner import quickstart
from tests import made

ROOT = Path(__file__).resolve().parent.parent


class NextCommands(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        bin_folder = self.folder / "bin"
        bin_folder.mkdir()
        (bin_folder / "python3").symlink_to(sys.executable)
        self.environment = {**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"}

    def shown(self, work, start: Path) -> list:
        """The two commands at the end of the closing text of a quickstart that was started in a folder."""
        with mock.patch.object(Path, "cwd", return_value=start):
            return [line.strip() for line in quickstart.closing(Path(work), 1.0).splitlines()[-2:]]

    def shell(self, line: str, start: Path):
        return subprocess.run(line, shell=True, cwd=start, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)

    def test_a_place_that_cannot_be_written_to(self):
        with mock.patch.object(os, "access", return_value=False), self.assertRaisesRegex(quickstart.StepFailed, "cannot be written to; name another folder with --work"):
            quickstart.quickstart(self.folder, 1)

    def test_from_the_checkout(self):
        self.assertEqual(self.shown(".", ROOT), ["python3 runner/bench_http.py --url http://127.0.0.1:9701 --model my-decider --out runs/my-decider",
                                                 "python3 scoring/score.py my-decider=runs/my-decider"])

    def test_pasted(self):
        """With --work, from a folder of its own and from the checkout, by a relative path and by one with a space."""
        rows = made.family_items(families.FAMILIES[0], 2)
        for work, start in (("elsewhere", self.folder), ("a folder", self.folder), (self.folder / "whole", ROOT)):
            root = self.folder / work / "data"
            made.write_task(root, families.FAMILIES[0].name, rows)
            ask, score = self.shown(work, start)
            with self.subTest(work=work):
                done = self.shell(f"{ask} --dry-run", start)
                self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, f"{len(rows)} requests in all; nothing was sent"), done.stderr)
                made.write_run(root, self.folder / work / "runs/my-decider", {families.FAMILIES[0].name: {item.id: {"p": {item.gold: 1}} for item in rows}})
                done = self.shell(f"{score} --resamples 5", start)
                self.assertEqual((done.returncode, "my-decider: core tasks" in done.stdout), (0, True), done.stderr)


if __name__ == "__main__":
    unittest.main()
