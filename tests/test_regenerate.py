"""regenerate.py: its table, its exit codes, the release it compares with and writes, and what it installs.

Most tests give it made-up families under real names; the last class runs two real ones from the published seed and seeds 1 and 2.
"""
from __future__ import annotations

import contextlib
import functools
import io
import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import solve_all
from generators import draws, families, items, regenerate
from tests import made_family

ROOT = Path(__file__).resolve().parent.parent
REAL = ("log_count_check", "policy_case")
PAIRS, TRIPLES = made_family.PAIRS.name, made_family.TRIPLES.name


def broken(draw):
    raise RuntimeError("no candidate fits\nlevel 2")


def wrong_gold(draw):
    rows = made_family.build(made_family.PAIRS, draw)
    return [rows[0]._replace(gold="no" if rows[0].gold == "yes" else "yes"), *rows[1:]]


def slow(draw):
    time.sleep(1.5)
    return made_family.build(made_family.PAIRS, draw)


def dying(draw):
    os._exit(3)


class Case(unittest.TestCase):
    """A folder of its own for every test, the release in it, and made-up generators and solvers for two families."""

    def setUp(self):
        if "fork" not in multiprocessing.get_all_start_methods():
            self.skipTest("processes cannot be forked here, so they do not see the made-up families")
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.release = self.folder / "release"
        self.made = {PAIRS: functools.partial(made_family.build, made_family.PAIRS), TRIPLES: functools.partial(made_family.build, made_family.TRIPLES)}
        for patch in (mock.patch.object(multiprocessing, "Process", multiprocessing.get_context("fork").Process),
                      mock.patch.object(regenerate, "RELEASE_FOLDER", self.release),
                      mock.patch.object(regenerate, "has_generator", lambda name: name in self.made),
                      mock.patch.object(solve_all, "solver_of", lambda task: made_family.solve),
                      mock.patch.dict(sys.modules, {f"generators.{name}": self.module(name) for name in self.made})):
            patch.start()
            self.addCleanup(patch.stop)

    def module(self, name: str):
        module = types.ModuleType(f"generators.{name}", "Made-up items.")
        module.build = lambda draw: self.made[name](draw)
        return module

    def run_main(self, *argv):
        """(exit code, lines of stdout, stderr); everything is written into the test's folder."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = regenerate.main([*argv, "--out", str(self.folder / "out")])
        return code, out.getvalue().splitlines(), err.getvalue()


class Table(Case):
    def test_columns_and_closing_line(self):
        code, lines, err = self.run_main("--check")
        self.assertEqual((code, lines[-1], len(lines)), (0, "ALL CHECKS PASSED", 4))
        self.assertEqual(lines[0].split(), "family seed seconds items release 1.1 hash solver validate audit keys".split())
        cells = {line.split()[0]: line.split() for line in lines[1:3]}
        self.assertEqual(set(cells), {PAIRS, TRIPLES})
        self.assertEqual(cells[PAIRS][1:2] + cells[PAIRS][3:], "published 600 not in release 600/600 OK no flag PASS".split())
        self.assertIn("skipped, no generator: answerable_facts, perm_inherit", err)

    def test_without_check(self):
        code, lines, _ = self.run_main(PAIRS)
        self.assertEqual((code, lines[-1]), (0, "1 GENERATED, 0 IDENTICAL WITH RELEASE 1.1"))
        self.assertEqual(lines[1].split()[3:], "600 not in release - - - -".split())

    def test_families_after_an_option(self):
        self.assertEqual(len(self.run_main(PAIRS, "--check", TRIPLES)[1]), 4)

    def test_fresh_draw(self):
        code, lines, _ = self.run_main("--seed", "7", "--check")
        self.assertEqual((code, lines[-1]), (0, "ALL CHECKS PASSED"))
        self.assertEqual(lines[1].split()[1], "7")
        self.assertIn("fresh draw", lines[1])
        rows = items.read_items(self.folder / "out" / "seed_7" / "tasks" / PAIRS / "items.jsonl")
        self.assertEqual(rows[0].id, f"{PAIRS}:s7:00000")
        self.assertFalse((self.folder / "out" / "tasks").exists())

    def test_the_published_seed_number_is_another_draw(self):
        self.run_main(PAIRS)
        self.run_main(PAIRS, "--seed", str(families.PUBLISHED_SEED))
        states = [{item.state for item in items.read_items(self.folder / "out" / part / "tasks" / PAIRS / "items.jsonl")}
                  for part in ("", f"seed_{families.PUBLISHED_SEED}")]
        self.assertFalse(states[0] & states[1])

    def test_a_row_comes_as_its_family_ends(self):
        self.made[PAIRS] = slow
        _, lines, _ = self.run_main(PAIRS, TRIPLES, "--jobs", "2")
        self.assertEqual([line.split()[0] for line in lines[1:3]], [TRIPLES, PAIRS])
        self.made[TRIPLES] = slow
        _, lines, _ = self.run_main(PAIRS, TRIPLES, "--jobs", "1")
        self.assertEqual([line.split()[0] for line in lines[1:3]], [TRIPLES, PAIRS])


class Failures(Case):
    def assert_refused(self, *argv, part):
        code, lines, err = self.run_main(*argv)
        self.assertEqual((code, lines), (2, []))
        self.assertTrue(err.startswith("regenerate.py: error: "), err)
        self.assertIn(part, err)

    def test_arguments(self):
        for seed in ("-1", "1.5", "x", "", "9223372036854775808", "1" * 5000, "١"):
            self.assert_refused("--seed", seed, part="is not a whole number from 0 to 9223372036854775807")
        self.assert_refused("no_family", part="unknown family no_family; there are answerable_facts")
        self.assert_refused("dep_resolve", part="no generator generators/dep_resolve.py")
        self.assert_refused("--jobs", "0", part="--jobs 0")
        self.assert_refused("--install", "x", "--seed", "3", part="needs --check")
        self.assert_refused("--write-release", PAIRS, "--seed", "3", part="--write-release")
        self.assert_refused(PAIRS, "--write-release", TRIPLES, part="--write-release")
        self.assert_refused("--write-release", "no_family", part="unknown family")

    def test_the_largest_seed(self):
        self.assertEqual(self.run_main(PAIRS, "--seed", str(draws.MAX_SEED))[0], 0)

    def test_a_folder_that_cannot_be_written(self):
        (self.folder / "out").write_text("a file")
        self.assert_refused(PAIRS, part="File exists")

    def test_an_unreadable_release(self):
        self.release.mkdir()
        (self.release / "items.json").write_text("{")
        self.assert_refused(PAIRS, part="items.json")

    def test_broken_generator(self):
        self.made[PAIRS] = broken
        code, lines, err = self.run_main("--check")
        row = next(line for line in lines if line.startswith(PAIRS))
        self.assertIn("FAILED RuntimeError: no candidate fits", row)
        self.assertEqual((code, lines[-1]), (1, f"FAILED: {PAIRS}"))
        self.assertNotIn("Traceback", err)

    def test_a_process_that_dies(self):
        self.made[PAIRS] = dying
        code, lines, _ = self.run_main()
        self.assertIn("FAILED its process ended without a result (exit code 3)", "\n".join(lines))
        self.assertEqual((code, lines[-1]), (1, f"FAILED: {PAIRS}"))

    def test_wrong_gold(self):
        self.made[PAIRS] = wrong_gold
        code, lines, err = self.run_main("--check", PAIRS)
        self.assertEqual((code, lines[-1]), (1, f"FAILED: {PAIRS}"))
        for part in ("599/600", "2 findings", "FAIL"):
            self.assertIn(part, lines[1])
        self.assertIn("the solver says", err)
        self.assertIn("not pairwise different", err)

    def test_a_family_without_a_solver(self):
        with mock.patch.object(solve_all, "solver_of", side_effect=items.ItemsError("no solver solvers/x.py")):
            code, lines, _ = self.run_main("--check", PAIRS)
        self.assertEqual((code, lines[-1]), (1, f"FAILED: {PAIRS}"))
        self.assertEqual(" ".join(lines[1].split()[7:]), "no solver OK no flag PASS")


class Release(Case):
    def test_write_then_compare(self):
        code, _, err = self.run_main("--write-release", PAIRS)
        self.assertEqual(code, 0)
        data = (self.folder / "out" / "tasks" / PAIRS / "items.jsonl").read_bytes()
        mark = {**items.fingerprint(data), "items": 600}
        self.assertEqual(json.loads((self.release / "items.json").read_text()), {PAIRS: mark})
        self.assertIn(mark["sha256"], err)
        card = (self.release / "tasks" / PAIRS / "task.json").read_bytes()
        self.assertEqual(card, (self.folder / "out" / "tasks" / PAIRS / "task.json").read_bytes())
        code, lines, _ = self.run_main(PAIRS, "--check")
        self.assertEqual((code, lines[1].split()[4], lines[-1]), (0, "identical", "ALL CHECKS PASSED"))
        self.assertEqual(self.run_main(PAIRS)[1][-1], "1 GENERATED, 1 IDENTICAL WITH RELEASE 1.1")

    def test_families_stand_in_their_order(self):
        self.run_main("--write-release", PAIRS)
        self.run_main("--write-release", TRIPLES)
        self.assertEqual(list(json.loads((self.release / "items.json").read_text())), [TRIPLES, PAIRS])

    def test_nothing_is_written_where_a_check_fails(self):
        self.made[PAIRS] = wrong_gold
        code, lines, _ = self.run_main("--write-release", PAIRS, TRIPLES)
        self.assertEqual((code, lines[-1]), (1, f"FAILED: {PAIRS}"))
        self.assertEqual(list(json.loads((self.release / "items.json").read_text())), [TRIPLES])

    def test_another_hash(self):
        self.run_main("--write-release", PAIRS)
        self.made[PAIRS] = lambda draw: made_family.build(made_family.PAIRS, draws.Draw("another", "", families.PUBLISHED_SEED))
        for argv in ((PAIRS,), (PAIRS, "--check")):
            code, lines, err = self.run_main(*argv)
            self.assertEqual((code, lines[1].split()[4], lines[-1]), (1, "differs", f"FAILED: {PAIRS}"))
            self.assertEqual(err.count("SHA-256"), 2)
        self.assertEqual(self.run_main("--write-release", PAIRS)[0], 0)
        self.assertEqual(self.run_main(PAIRS, "--check")[0], 0)

    def test_another_card(self):
        self.run_main("--write-release", PAIRS)
        path = self.release / "tasks" / PAIRS / "task.json"
        path.write_bytes(path.read_bytes().replace(b'"layer": "G"', b'"layer": "A"'))
        code, _, err = self.run_main(PAIRS, "--check")
        self.assertEqual(code, 1)
        self.assertIn("the card task.json of the release differs", err)


class Install(Case):
    def setUp(self):
        super().setUp()
        self.data = self.folder / "data"

    def test_what_matches_the_release(self):
        self.run_main("--write-release", PAIRS)
        code, _, err = self.run_main("--install", str(self.data))
        self.assertEqual((code, os.listdir(self.data / "tasks")), (1, [PAIRS]))
        self.assertIn(f"{TRIPLES}: not installed", err)
        for name in ("items.jsonl", "task.json", "README.md"):
            self.assertEqual((self.data / "tasks" / PAIRS / name).read_bytes(), (self.folder / "out" / "tasks" / PAIRS / name).read_bytes())
        self.assertEqual(self.run_main(PAIRS, "--install", str(self.data))[0], 0)

    def test_a_fresh_draw_whose_checks_passed(self):
        self.made[PAIRS] = wrong_gold
        code, _, err = self.run_main("--seed", "2", "--check", "--install", str(self.data))
        self.assertEqual((code, os.listdir(self.data / "tasks")), (1, [TRIPLES]))
        self.assertIn(f"{PAIRS}: not installed", err)

    def test_a_fresh_draw_never_replaces_released_items(self):
        self.run_main("--write-release", PAIRS)
        self.run_main(PAIRS, "--install", str(self.data))
        path = self.data / "tasks" / PAIRS / "items.jsonl"
        before = path.read_bytes()
        code, lines, err = self.run_main(PAIRS, "--seed", "2", "--check", "--install", str(self.data))
        self.assertEqual((code, lines[-1]), (1, f"FAILED: {PAIRS}"))
        self.assertIn("holds the released items", err)
        self.assertEqual(path.read_bytes(), before)


class Interrupt(unittest.TestCase):
    def test_ctrl_c_ends_the_processes(self):
        code = ("import os, sys, time, types\n"
                "from generators import regenerate\n"
                "def build(draw):\n    print('begun', os.getpid(), file=sys.stderr, flush=True)\n    time.sleep(60)\n"
                "regenerate.has_generator = lambda name: name == 'filter_match'\n"
                "sys.modules['generators.filter_match'] = types.ModuleType('m', 'x')\n"
                "sys.modules['generators.filter_match'].build = build\n"
                "import multiprocessing\nmultiprocessing.set_start_method('fork')\n"
                "sys.exit(regenerate.main(['--out', sys.argv[1]]))\n")
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.Popen([sys.executable, "-c", code, folder], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                       preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # a shell may have had it ignored
            with process.stderr:
                line = process.stderr.readline()
                while not line.startswith("begun"):
                    self.assertTrue(line, "the family did not begin")
                    line = process.stderr.readline()
                process.send_signal(signal.SIGINT)
                rest = process.stderr.read()
            self.assertEqual(process.wait(20), 2)
        self.assertIn("stopped", rest)
        self.assertNotIn("Traceback", rest)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(line.split()[1]), 0)


class Repository(unittest.TestCase):
    def test_every_hash_has_its_line_of_reason(self):
        released = regenerate.read_release(regenerate.RELEASE_FOLDER)
        text = (ROOT / "docs" / "CHANGES.md").read_text(encoding="utf-8")
        self.assertIn("--write-release", text)
        for name, mark in released.items():
            rows = [line for line in text.splitlines() if line.startswith(f"| {name} | {mark['sha256'][:12]} | ")]
            self.assertTrue(rows, f"docs/CHANGES.md has no line '| {name} | {mark['sha256'][:12]} | reason |'")

    def test_every_released_family_has_its_card(self):
        for name, mark in regenerate.read_release(regenerate.RELEASE_FOLDER).items():
            card = json.loads((regenerate.RELEASE_FOLDER / "tasks" / name / "task.json").read_text(encoding="utf-8"))
            self.assertEqual((card["items_sha256"], card["items_bytes"], card["items"]), (mark["sha256"], mark["bytes"], mark["items"]))


class RealFamilies(unittest.TestCase):
    def test_published_draw_and_two_fresh_ones(self):
        there = [name for name in REAL if regenerate.has_generator(name)]
        if not there:
            self.skipTest(f"no generator of {', '.join(REAL)}")
        with tempfile.TemporaryDirectory() as folder:
            for seed in ([], ["--seed", "1"], ["--seed", "2"]):
                with self.subTest(seed=seed):
                    done = subprocess.run([sys.executable, str(ROOT / "generators" / "regenerate.py"), *there, *seed, "--check", "--out", folder],
                                          cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                    self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, "ALL CHECKS PASSED"), done.stdout)
                    self.assertEqual(done.stdout.count("600/600"), len(there))
                    released = set() if seed else set(there) & set(regenerate.read_release(regenerate.RELEASE_FOLDER))
                    self.assertEqual(done.stdout.count("identical"), len(released), done.stdout)
            for name in there:
                drawn = {mark: items.read_items(Path(folder, *mark, "tasks", name, "items.jsonl")) for mark in ((), ("seed_1",), ("seed_2",))}
                self.assertEqual(len({item.state for rows in drawn.values() for item in rows}), 3 * 600, f"{name}: a state stands in two draws")
                self.assertEqual([rows[0].id for rows in drawn.values()], [f"{name}:00000", f"{name}:s1:00000", f"{name}:s2:00000"])


if __name__ == "__main__":
    unittest.main()
