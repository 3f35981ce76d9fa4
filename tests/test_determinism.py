"""The same seed gives the same bytes under any hash seed, locale, time zone, working directory, -O and Python version.

All families are written once in an even setting and once in an odd one that differs in everything at once; each other
Python on the PATH writes two families, another two for each version.
"""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import families, regenerate

ROOT = Path(__file__).resolve().parent.parent
THERE = [name for name in families.BY_NAME if regenerate.has_generator(name)]
EVEN = {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
ODD = {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Kathmandu", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
VERSIONS = ("3.9", "3.10", "3.11", "3.12", "3.13")


def written(setting: dict, names, python: str = sys.executable, options=(), seed: int | None = None) -> dict:
    """{family/file: bytes} of families written by a process of its own, started in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON", "BENCH_"))}
        command = [python, "-B", *options, str(ROOT / "generators" / "regenerate.py"), *names, "--out", "out", "--jobs", "1"]
        done = subprocess.run(command + ([] if seed is None else ["--seed", str(seed)]), cwd=folder, env={**environment, **setting},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        tasks = Path(folder, "out", *([] if seed is None else [f"seed_{seed}"]), "tasks")
        files = {path.relative_to(tasks).as_posix(): path.read_bytes() for path in sorted(tasks.glob("*/*"))}
    if done.returncode not in (0, 1) or len(files) != 3 * len(names):
        raise AssertionError(f"{' '.join(command)} ended with {done.returncode}: {done.stdout.decode('utf-8', 'replace')[-2000:]}")
    return files


@unittest.skipUnless(THERE, "no family has a generator")
class EqualBytes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with ThreadPoolExecutor(2) as pool:
            even, odd = pool.submit(written, EVEN, THERE), pool.submit(written, ODD, THERE, options=["-O"])
            cls.usual, cls.odd = even.result(), odd.result()

    def assert_equal(self, files: dict):
        """The files are those of the even setting; a difference is named by its file."""
        self.assertEqual([name for name, data in files.items() if data != self.usual[name]], [])

    def test_hash_seed_locale_zone_folder_and_optimisation(self):
        self.assert_equal(self.odd)

    def test_the_script_of_a_family(self):
        """A family's own script writes the same files as regenerate.py, published and fresh."""
        for seed, name in ((None, THERE[-1]), (5, THERE[0])):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as folder:
                subprocess.run([sys.executable, str(ROOT / "generators" / f"{name}.py")], cwd=folder, stdout=subprocess.DEVNULL, check=True,
                               env={**os.environ, **ODD, "BENCH_OUT": folder, "BENCH_SEED": "" if seed is None else str(seed)})
                files = {f"{name}/{path.name}": path.read_bytes() for path in Path(folder, name).iterdir()}
                if seed is None:
                    self.assert_equal(files)
                else:
                    self.assertEqual(files, written(EVEN, [name], seed=seed))

    def test_hash_seed_changes_the_order_of_sets(self):
        """The odd setting is odd: a set of the same twelve words comes in another order."""
        code = "print(list({'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'}))"
        printed = [subprocess.run([sys.executable, "-c", code], env={**os.environ, **setting}, stdout=subprocess.PIPE, check=True).stdout
                   for setting in (EVEN, ODD)]
        self.assertNotEqual(*printed)


def version_test(number: int, version: str):
    """A test that another Python writes the same bytes of two families."""
    def test(self):
        if version == ".".join(map(str, sys.version_info[:2])):
            self.skipTest(f"python{version} runs this file itself")
        python = shutil.which(f"python{version}")
        if python is None or subprocess.run([python, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
            self.skipTest(f"no python{version} on the PATH")
        names = [THERE[(2 * number + step) % len(THERE)] for step in range(min(2, len(THERE)))]
        self.assert_equal(written(ODD, names, python))
    return test


for _number, _version in enumerate(VERSIONS):
    setattr(EqualBytes, f"test_python_{_version.replace('.', '_')}", version_test(_number, _version))


if __name__ == "__main__":
    unittest.main()
