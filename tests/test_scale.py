"""The recipes of docs/SCALE.md, as they stand there, and the join of their parts."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests import small_root
from tests.http_case import Case

ROOT = Path(__file__).resolve().parent.parent
RECIPES = (ROOT / "docs/SCALE.md").read_text(encoding="utf-8")


def recipe(heading: str) -> str:
    """The fenced block under a heading."""
    return re.search(rf"^## {heading}$.*?^```\w+\n(.*?)^```$", RECIPES, re.M | re.S)[1]


def slurm_works() -> bool:
    """True where jobs can be submitted and a node takes them."""
    if not shutil.which("sbatch"):
        return False
    done = subprocess.run(["sinfo", "--noheader", "--format=%a %t"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return any(line.split()[1:] in (["idle"], ["mix"]) for line in done.stdout.splitlines())


class Recipes(Case):
    def setUp(self):
        super().setUp()
        self.made = small_root.make_root(self.root, {"alpha": 21, "beta": 8})
        self.server = self.serve()
        (self.folder / "runner").symlink_to(ROOT / "runner")
        self.out = self.folder / "runs/mine"
        self.parts = self.folder / "runs/mine.parts"
        self.settings = {**os.environ, "URL": self.server.url, "MODEL": "m", "NAME": "mine"}

    def run_in_folder(self, words, **more):
        done = subprocess.run(words, cwd=self.folder, env={**self.settings, **more}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=35)
        self.assertEqual(done.returncode, 0, done.stdout)

    def merge(self, parts: int):
        folders = sorted(map(str, self.parts.iterdir()))
        self.assertEqual(len(folders), parts)
        self.run_in_folder([sys.executable, "runner/merge.py", *folders, "--out", "runs/mine", "--root", "data"])
        self.assert_right(self.made)
        self.assertEqual(sum(self.server.requests.values()), 29, "no item was asked twice")

    @unittest.skipUnless(shutil.which("bash"), "needs bash")
    def test_the_script_of_the_slurm_array_without_slurm(self):
        for task in range(1, 5):
            settings = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "4"}
            self.run_in_folder(["bash", "-c", recipe("Slurm job array")], **settings)
        self.merge(4)

    @unittest.skipUnless(slurm_works(), "needs Slurm with a node that takes jobs")
    def test_the_slurm_array(self):
        (self.folder / "decide.sbatch").write_text(recipe("Slurm job array"))
        name = f"decisionpivot-test-{os.getpid()}"
        self.addCleanup(subprocess.run, ["scancel", f"--name={name}"])
        self.run_in_folder(["sbatch", "--wait", f"--job-name={name}", "decide.sbatch"])
        self.merge(4)

    @unittest.skipUnless(shutil.which("parallel"), "needs GNU parallel")
    def test_gnu_parallel(self):
        self.run_in_folder(["bash", "-c", recipe("GNU parallel")])
        self.merge(4)

    def test_the_command_of_the_kubernetes_job_without_kubernetes(self):
        block = recipe("Kubernetes indexed job")
        command = " ".join(re.search(r">-\n(.*?)\n +env:", block, re.S)[1].split()).replace("/store", str(self.folder))
        count = re.search(r'JOB_COMPLETIONS, value: "(\d+)"', block)[1]
        self.assertEqual(re.search(r"completions: (\d+)", block)[1], count)
        for index in range(int(count)):
            self.run_in_folder(["sh", "-c", command], JOB_COMPLETION_INDEX=str(index), JOB_COMPLETIONS=count, DECIDER_API_KEY="sk-a1b2c3")
        self.merge(int(count))


if __name__ == "__main__":
    unittest.main()
