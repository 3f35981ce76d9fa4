"""releases/seal.py: the secret stays secret, the commitment holds the set, and results on the set name it.

The sets are made of made-up families under real names; one real family is sealed from the command line while its processes are watched.
"""
from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import json
import multiprocessing
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import overlap, solve_all, validate
from generators import draws, families, items, regenerate
from releases import seal
from scoring import compare, score, sealed
from tests import made, made_family

ROOT = Path(__file__).resolve().parent.parent
SEED, SALT = "0123456789abcdef" * 2, "f" * 32
COMMITMENT = hashlib.sha256(f"decisionpivot sealed draw|{SEED}|{SALT}".encode()).hexdigest()
PAIRS, TRIPLES = made_family.PAIRS.name, made_family.TRIPLES.name


class Case(unittest.TestCase):
    """A folder of its own for every test, two made-up families, and a seed that is known."""

    def setUp(self):
        if "fork" not in multiprocessing.get_all_start_methods():
            self.skipTest("processes cannot be forked here, so they do not see the made-up families")
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.set, self.secret = self.folder / "set", self.folder / "secret.json"
        self.made = {name: functools.partial(made_family.build, family) for name, family in ((PAIRS, made_family.PAIRS), (TRIPLES, made_family.TRIPLES))}
        for patch in (mock.patch.object(multiprocessing, "Process", multiprocessing.get_context("fork").Process),
                      mock.patch.object(regenerate, "has_generator", lambda name: name in self.made),
                      mock.patch.object(solve_all, "solver_of", lambda task: made_family.solve),
                      mock.patch.object(seal.secrets, "token_hex", mock.Mock(side_effect=[SEED, SALT])),
                      mock.patch.dict(sys.modules, {f"generators.{name}": self.module(name) for name in self.made})):
            patch.start()
            self.addCleanup(patch.stop)

    def module(self, name: str):
        module = types.ModuleType(f"generators.{name}", "Made-up items.")
        module.build = lambda draw: self.made[name](draw)
        return module

    def run_main(self, *argv):
        """(exit code, stdout, stderr) of seal.py."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = seal.main([str(part) for part in argv])
        return code, out.getvalue(), err.getvalue()

    def new(self, *more):
        return self.run_main("new", "--out", self.set, "--secret", self.secret, *more)

    def open(self, *more):
        return self.run_main("open", "--secret", self.secret, "--commitment", self.set / "commitment.json", *more)


class New(Case):
    def test_what_is_written(self):
        code, out, err = self.new()
        self.assertEqual(code, 0, err)
        self.assertIn(f"SEALED: commitment {COMMITMENT}", out)
        self.assertEqual(json.loads(self.secret.read_text()), {"format": 1, "seed": SEED, "salt": SALT, "commitment": COMMITMENT})
        self.assertEqual(stat.S_IMODE(self.secret.stat().st_mode), 0o600)
        record = json.loads((self.set / "commitment.json").read_text())
        self.assertEqual((list(record), list(record["families"]), record["commitment"], record["release"]),
                         (list(seal.COMMITMENT_KEYS), [TRIPLES, PAIRS], COMMITMENT, families.RELEASE))
        for name, mark in record["families"].items():
            path = self.set / "tasks" / name / "items.jsonl"
            self.assertEqual(mark, {**items.fingerprint(path.read_bytes()), "items": 600})
            rows, card = items.read_items(path), json.loads((path.parent / "task.json").read_text())
            self.assertEqual([item.id for item in rows[:2]], [f"{name}:x{COMMITMENT[:8]}:00000", f"{name}:x{COMMITMENT[:8]}:00001"])
            self.assertEqual((card["generator"]["seed"], COMMITMENT in card["note"]), (None, True))
            self.assertEqual(validate.check_folder(path.parent, name), [])

    def test_the_seed_is_nowhere_else(self):
        _, out, err = self.new()
        self.assertNotIn(SEED, out + err)
        self.assertNotIn(SALT, out + err)
        for path in [path for path in self.folder.rglob("*") if path != self.secret]:
            self.assertNotIn(SEED, path.name)
            if path.is_file():
                self.assertFalse(SEED.encode() in path.read_bytes() or SALT.encode() in path.read_bytes(), path)

    def test_another_seed_gives_another_set(self):
        one = made_family.build(made_family.PAIRS, draws.sealed(SEED, COMMITMENT))
        for other in (draws.sealed(SEED[::-1], COMMITMENT), draws.PUBLISHED, draws.fresh(0)):
            rows = [item._replace(id=f"{item.id} again") for item in made_family.build(made_family.PAIRS, other)]
            self.assertEqual(overlap.audit.repeated_states(one + rows), [])

    def test_an_error_that_holds_the_seed(self):
        def broken(draw):
            raise RuntimeError(f"no candidate fits {draw}")
        self.made[PAIRS] = broken
        code, out, err = self.new()
        self.assertEqual(code, 1)
        self.assertIn("FAILED RuntimeError: no candidate fits", out)
        self.assertNotIn(SEED, out + err)
        self.assertEqual((self.secret.exists(), os.listdir(self.set)), (False, []))

    def test_a_set_that_fails_a_check_is_thrown_away(self):
        rows = made_family.build(made_family.PAIRS, draws.sealed(SEED, COMMITMENT))
        self.made[PAIRS] = lambda draw: [rows[0]._replace(gold="no" if rows[0].gold == "yes" else "yes"), *rows[1:]]
        code, out, _ = self.new()
        self.assertEqual((code, "thrown away" in out, self.secret.exists(), os.listdir(self.set)), (1, True, False, []))

    def test_a_mask_does_not_open_the_secret(self):
        before = os.umask(0)
        self.addCleanup(os.umask, before)
        seal.write_secret(self.secret, {})
        self.assertEqual(stat.S_IMODE(self.secret.stat().st_mode), 0o600)


class Refused(Case):
    def assert_refused(self, part: str, out, secret):
        code, printed, err = self.run_main("new", "--out", out, "--secret", secret)
        self.assertEqual((code, printed), (2, ""))
        self.assertIn(part, err)

    def test_a_secret_inside_a_repository(self):
        (self.folder / "work" / ".git").mkdir(parents=True)
        (self.folder / "link").symlink_to(ROOT / "docs")
        for secret in (ROOT / "secret.json", ROOT / "generated" / "x.json", self.folder / "link" / "x.json", self.folder / "work" / "x.json"):
            self.assert_refused("inside the repository", self.set, secret)
            self.assertFalse(secret.exists())

    def test_other_places(self):
        self.assert_refused("lies inside the set", self.set, self.set / "secret.json")
        self.assert_refused("no such folder", self.set, self.folder / "no" / "secret.json")
        (self.folder / "there.json").write_text("kept")
        self.assert_refused("never written over", self.set, self.folder / "there.json")
        self.assertEqual((self.folder / "there.json").read_text(), "kept")
        self.assert_refused("not an empty folder", self.folder, Path(tempfile.gettempdir()) / "decisionpivot-secret.json")

    def test_arguments(self):
        self.assertIn("unknown family no", self.new("no")[2])
        self.assertIn("--jobs 0", self.new("--jobs", "0")[2])
        self.assertFalse(self.secret.exists())


class Open(Case):
    def setUp(self):
        super().setUp()
        self.assertEqual(self.new(PAIRS)[0], 0)

    def test_a_set_that_agrees(self):
        code, out, err = self.open("--root", self.set)
        self.assertEqual((code, out.splitlines()[:3]), (0, [f"seed {SEED}", f"salt {SALT}", f"commitment {COMMITMENT}: agrees"]), err)
        self.assertIn("OPENED: 1 family agrees with the commitment", out)

    def test_a_secret_of_another_set_reveals_nothing(self):
        record = json.loads(self.secret.read_text())
        for key in ("seed", "salt"):
            self.secret.write_text(json.dumps({**record, key: "e" * 32}))
            code, out, err = self.open()
            self.assertEqual((code, "nothing is revealed" in out), (1, True))
            self.assertNotIn("e" * 32, out + err)

    def test_items_changed_after_sealing(self):
        path = self.set / "tasks" / PAIRS / "items.jsonl"
        path.write_bytes(path.read_bytes().replace(b"limit", b"limits", 1))
        code, out, _ = self.open("--root", self.set)
        self.assertEqual((code, "is not the items file of the commitment" in out), (1, True))
        self.assertEqual(self.open()[0], 0)
        path.unlink()
        self.assertIn("missing", self.open("--root", self.set)[1])

    def test_a_commitment_to_other_items(self):
        path = self.set / "commitment.json"
        record = json.loads(path.read_text())
        record["families"][PAIRS]["sha256"] = "0" * 64
        path.write_text(json.dumps(record))
        code, out, _ = self.open()
        self.assertEqual((code, f"{PAIRS}: generated again" in out, "are not those of this checkout" in out), (1, True, False))
        self.assertEqual(out.splitlines()[-1], "FAILED: 1 difference")
        path.write_text(json.dumps({**record, "generators_sha256": "0" * 64}))
        self.assertIn("are not those of this checkout", self.open()[1])

    def test_files_of_another_form(self):
        secret, commitment = self.secret.read_text(), (self.set / "commitment.json").read_text()
        odd = json.loads(commitment)
        odd["families"][PAIRS]["bytes"] = "many"
        for path, texts in ((self.secret, ("", "[" * 99999, "{}", secret.replace(SEED, SEED.upper()), secret.replace(SEED, SEED[1:]), commitment)),
                            (self.set / "commitment.json", ("[]", secret, json.dumps(odd), json.dumps({**odd, "families": {}})))):
            good = path.read_text()
            for text in texts:
                path.write_text(text)
                code, out, err = self.open()
                self.assertEqual((code, out), (2, ""), text[:60])
                self.assertNotIn(SEED, err)
            path.write_text(good)


class Results(Case):
    """Scores of a run on a sealed set."""

    def setUp(self):
        super().setUp()
        self.assertEqual(self.new()[0], 0)
        rows = items.read_items(self.set / "tasks" / PAIRS / "items.jsonl")
        for name in ("one", "two"):
            made.write_run(self.set, self.folder / "runs" / name, {PAIRS: {item.id: {"p": made.yes(0.7)} for item in rows}})

    def run_script(self, script, *argv):
        """(exit code, stdout, stderr) of a script of scoring."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = script.main([*argv, "--root", str(self.set), "--tasks", PAIRS, "--jobs", "1", "--resamples", "20", "--json", str(self.folder / "found.json")])
        return code, out.getvalue(), err.getvalue()

    def found(self) -> dict:
        return json.loads((self.folder / "found.json").read_text())

    def test_printed_and_written(self):
        runs = [f"{name}={self.folder / 'runs' / name}" for name in ("one", "two")]
        for script, argv in ((score, runs[:1]), (compare, runs)):
            code, out, err = self.run_script(script, *argv)
            self.assertEqual(code, 0, err)
            self.assertIn(f"Sealed draw, commitment {COMMITMENT}: {PAIRS}\n", out)
            self.assertEqual(self.found()["commitments"], {COMMITMENT: [PAIRS]})

    def test_the_files_over_all_runs(self):
        (self.folder / "systems.json").write_text("{}")
        code, _, err = self.run_script(score, "--all", "--runs", str(self.folder / "runs"), "--out", str(self.folder / "results"),
                                       "--systems", str(self.folder / "systems.json"))
        self.assertEqual(code, 0, err)
        self.assertIn(f"Sealed draw, commitment {COMMITMENT}: {PAIRS}\n", (self.folder / "results" / "report.md").read_text())

    def test_items_that_the_commitment_does_not_hold(self):
        record = json.loads((self.set / "commitment.json").read_text())
        record["families"][PAIRS]["sha256"] = "0" * 64
        (self.set / "commitment.json").write_text(json.dumps(record))
        code, _, err = self.run_script(score, f"one={self.folder / 'runs' / 'one'}")
        self.assertEqual((code, "is not what" in err and "commits to" in err), (2, True), err)

    def test_a_card_without_its_commitment(self):
        path = self.set / "tasks" / PAIRS / "task.json"
        path.write_text(path.read_text().replace(COMMITMENT, "0" * 64))
        code, _, err = self.run_script(score, f"one={self.folder / 'runs' / 'one'}")
        self.assertEqual((code, "does not name the commitment" in err), (2, True), err)

    def test_other_draws_have_none(self):
        root = self.folder / "fresh"
        made_family.write(root, made_family.PAIRS, made_family.build(made_family.PAIRS, draws.fresh(3)), draws.fresh(3))
        self.assertEqual(sealed.commitments(root, [PAIRS]), {})


@unittest.skipUnless(regenerate.has_generator(PAIRS) and Path("/proc/self/cmdline").exists(), "needs a generator and /proc")
class CommandLine(unittest.TestCase):
    def test_the_seed_is_in_no_argument_and_no_environment(self):
        """Every process of a real run is looked at again and again while it makes a family."""
        with tempfile.TemporaryDirectory() as folder:
            secret = Path(folder, "secret.json")
            process = subprocess.Popen([sys.executable, str(ROOT / "releases" / "seal.py"), "new", PAIRS, "--out", f"{folder}/set", "--secret", str(secret)],
                                       cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            seen = {}
            with process.stdout:
                while process.poll() is None:
                    for entry in Path("/proc").iterdir():
                        if entry.name.isdigit():
                            with contextlib.suppress(OSError):
                                seen[entry.name] = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                printed = process.stdout.read()
            self.assertEqual(process.returncode, 0, printed)
            seed = json.loads(secret.read_text())["seed"].encode()
            self.assertTrue(any(b"seal.py" in data for data in seen.values()))
            self.assertFalse(any(seed in data for data in [printed, *seen.values()]))
            self.assertEqual(secret.stat().st_mode & 0o777, 0o600)


class Claims(unittest.TestCase):
    def test_a_folder_belongs_to_one_process(self):
        with tempfile.TemporaryDirectory() as folder:
            seal.claim_folder(Path(folder, "set"))
            with self.assertRaisesRegex(seal.SealError, "another process"):
                seal.claim_folder(Path(folder, "set"))


if __name__ == "__main__":
    unittest.main()
