"""Tests of checking a data root against a release, and of deriving a root without dropped items."""
from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import cards, items
from scoring import check_data, derive_v13, tasks
from tests import made


def run(main, *arguments) -> tuple:
    """(exit code, standard output, standard error) of a command's main function."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(argument) for argument in arguments])
    return code, out.getvalue(), err.getvalue()


class Case(unittest.TestCase):
    """A data root with one pair family, and releases made from it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.base = Path(folder.name)
        self.root, self.releases = self.base / "data", self.base / "releases"
        self.folder = made.write_task(self.root, "perm_inherit", made.pairs("perm_inherit", 6))
        self.release("1.1", "perm_inherit")

    def release(self, version, *names):
        """Write the hashes and cards of tasks of the root as a release."""
        marks = {name: {**items.fingerprint((self.root / "tasks" / name / "items.jsonl").read_bytes()), "items": 12} for name in names}
        items.write_json(self.releases / version / "items.json", marks)
        for name in names:
            items.write_bytes(self.releases / version / "tasks" / name / "task.json", (self.root / "tasks" / name / "task.json").read_bytes())

    def findings(self, version="1.1"):
        return check_data.check(self.root, version, self.releases)


class CheckData(Case):
    def test_a_root_that_agrees(self):
        self.assertEqual(self.findings(), ([], 1, {"custom": [], "reference": []}))
        self.assertEqual(self.findings("1.3"), ([], 1, {"custom": [], "reference": []}))  # 1.3 lists only what differs from 1.1

    def test_missing_changed_and_extra_files_are_named(self):
        path = self.folder / "items.jsonl"
        data = path.read_bytes()
        path.write_bytes(data.replace(b"case 3", b"case 4", 1))
        (self.folder / "notes.txt").write_text("x")
        (self.root / "tasks" / "stray").mkdir()
        (self.folder / "task.json").unlink()
        found = self.findings()[0]
        self.assertEqual([line.split(":")[0] for line in found], ["missing", "changed", "extra", "extra"])
        self.assertIn("task.json", found[0])
        self.assertIn("items.jsonl", found[1])
        self.assertTrue(found[2].endswith("notes.txt") and found[3].endswith("stray"))

    def test_a_family_that_is_not_there_is_one_line(self):
        shutil.rmtree(self.folder)
        self.assertEqual(self.findings()[0], [f"missing: {self.folder} (items.jsonl and task.json)"])
        self.folder.mkdir()
        self.assertEqual(len(self.findings()[0]), 1)

    def test_one_byte_more_and_a_changed_card(self):
        path = self.folder / "items.jsonl"
        path.write_bytes(path.read_bytes() + b"\n")
        card = self.folder / "task.json"
        card.write_bytes(card.read_bytes() + b"\n")
        self.assertEqual(len(self.findings()[0]), 2)

    def test_a_custom_task_is_named_but_no_fault(self):
        made.write_task(self.root, "mine", [made.noul_item("mine", 0, "yes")], track="custom", metric="accuracy", chance=0.5)
        self.assertEqual(self.findings(), ([], 1, {"custom": ["mine"], "reference": []}))

    def test_reference_tasks_are_compared_where_they_are_there(self):
        """Absent: no fault. Present without a released hash: named. With one: a changed file is a finding."""
        path = self.releases / "1.1" / "reference.json"
        items.write_json(path, {"paws": {"sha256": "0" * 64, "bytes": 1, "items": 1}})
        self.assertEqual(self.findings()[:2], ([], 1))
        made.write_task(self.root, "nevir", [made.noul_item("nevir", 0, "yes", 0)], track="reference", metric="pair_accuracy", layer="G")
        self.assertEqual(self.findings(), ([], 1, {"custom": [], "reference": ["nevir"]}))
        made.write_task(self.root, "paws", [made.noul_item("paws", 0, "yes")], track="reference", metric="accuracy", layer="G", chance=0.5)
        found, count, _ = self.findings()
        self.assertEqual((len(found), found[0].split(":")[0], count), (1, "changed", 2))
        items.write_json(path, {"paws": {**items.fingerprint((self.root / "tasks/paws/items.jsonl").read_bytes()), "items": 1}})
        self.assertEqual(self.findings()[:2], ([], 2))

    def test_what_makes_a_task_anew_is_said_where_one_differs(self):
        """A reference task alone, a core family with it, a folder that is no task alone."""
        items.write_json(self.releases / "1.1" / "reference.json", {"paws": {"sha256": "0" * 64, "bytes": 1, "items": 1}})
        self.addCleanup(mock.patch.stopall)
        mock.patch.object(check_data, "RELEASES", self.releases).start()
        rebuild = rf"`\S+ \S*reference/rebuild\.py paws cache --version 1\.1 --out {self.root}`"
        made.write_task(self.root, "paws", [made.noul_item("paws", 0, "yes")], track="reference", metric="accuracy", layer="G", chance=0.5)
        text = run(check_data.main, "--root", self.root)[1]
        self.assertRegex(text, rf"\n1 finding: what is missing, changed or extra; {rebuild} makes the reference tasks anew\n$")
        (self.folder / "notes.txt").write_text("x")
        text = run(check_data.main, "--root", self.root)[1]
        self.assertRegex(text, rf"\n2 findings: .*--check --install {self.root}` makes the core items anew; {rebuild} makes the reference tasks anew\n$")
        for path in ((self.folder / "notes.txt"), *(self.root / "tasks" / "paws").iterdir()):
            path.unlink()
        (self.root / "tasks" / "paws").rename(self.root / "tasks" / "stray")
        self.assertTrue(run(check_data.main, "--root", self.root)[1].endswith("\n1 finding: what is missing, changed or extra\n"))

    def test_commands(self):
        self.assertEqual(run(check_data.main, "--root", self.base / "nowhere")[0], 2)
        self.assertIn(f"--check --install {self.base / 'nowhere'}`", run(check_data.main, "--root", self.base / "nowhere")[2])
        self.assertRegex(run(check_data.main, "--root", self.root)[1], f"findings: .*--check --install {self.root}` makes the core items anew\n$")
        with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as stop:
            check_data.main(["--version", "9"])
        self.assertEqual(stop.exception.code, 2)


class Derive(Case):
    def setUp(self):
        super().setUp()
        rows = [made.noul_item("nevir", n, ("yes", "no")[n % 2], group=n // 2, level=None) for n in range(8)]
        made.write_task(self.root, "nevir", rows, track="reference", metric="pair_accuracy", layer="G")
        ask = {"type": "score", "instructions": "How relevant?", "criteria": ["not", "partly", "fully"]}
        ranked = [items.Item(f"rerank_scifact:{n:05d}", f"passage {n}", ask, ("0", "1", "2"), relevance=(2, 0, 0)[n % 3], query=f"q{n // 3}", ideal=3.0)
                  for n in range(9)]
        made.write_task(self.root, "rerank_scifact", ranked, track="reference", metric="ndcg@10", layer="G", chance=derive_v13.tied_ndcg(ranked))
        self.out = self.base / "out"
        self.list = self.base / "drop.json"

    def drop(self, value):
        self.list.write_text(json.dumps(value))
        return run(derive_v13.main, "--root", self.root, "--out", self.out, "--drop", self.list)

    def ids(self, task):
        return [item.id for item in items.read_items(self.out / "tasks" / task / "items.jsonl")]

    def test_whole_groups_and_queries_go_together(self):
        code, text, _ = self.drop({"nevir": ["nevir:00003"], "rerank_scifact": ["rerank_scifact:00004"]})
        self.assertEqual(code, 0, text)
        self.assertEqual(self.ids("nevir"), [f"nevir:{n:05d}" for n in (0, 1, 4, 5, 6, 7)])
        self.assertEqual(self.ids("rerank_scifact"), [f"rerank_scifact:{n:05d}" for n in (0, 1, 2, 6, 7, 8)])
        card = tasks.read_card(self.out, "nevir")
        self.assertEqual(card["items_sha256"], items.fingerprint((self.out / "tasks" / "nevir" / "items.jsonl").read_bytes())["sha256"])
        self.assertEqual(card["chance"], 0.25)
        self.assertIn("2 dropped,      6 stay", text)

    def test_tasks_without_dropped_items_keep_their_bytes(self):
        self.drop({"nevir": ["nevir:00003"]})
        for name in ("items.jsonl", "task.json"):
            self.assertEqual((self.out / "tasks" / "perm_inherit" / name).read_bytes(), (self.folder / name).read_bytes())

    def test_chance_of_a_ranking(self):
        # three tied passages, one relevant (label 2), ideal 3: mean of 1, 1/log2 3 and 1/2 is (1 + 0.63093 + 0.5) / 3 = 0.71031; times 2 / 3
        rows = items.read_items(self.root / "tasks" / "rerank_scifact" / "items.jsonl")
        self.assertAlmostEqual(derive_v13.tied_ndcg(rows), 0.4735400, places=6)

    def test_a_chance_set_otherwise_is_kept(self):
        rows = [made.noul_item("paws", n, "yes", level=None) for n in range(4)]
        made.write_task(self.root, "paws", rows, track="reference", metric="accuracy", layer="G", chance=0.6)
        self.drop({"paws": ["paws:00000"]})
        self.assertEqual(tasks.read_card(self.out, "paws")["chance"], 0.6)

    def test_lists_that_do_not_fit(self):
        for value, words in (({"nevir": ["nevir:99999", "nevir:99998"]}, "names 2 ids that are not there, 'nevir:99998' the first"),
                             ({"rerank_scifact": ["x"]}, "names 1 id that is not there"), (["x"], "is not an object"), ({"nevir": [3]}, "is not an object")):
            with self.subTest(words):
                code, _, err = self.drop(value)
                self.assertEqual(code, 2)
                self.assertIn(words, err)
                self.assertEqual([path.name for path in self.base.iterdir() if "out" in path.name], [])
        self.assertEqual(run(derive_v13.main, "--root", self.root, "--out", self.root, "--drop", self.list)[0], 2)

    def test_empty_lists_and_ids_twice(self):
        for value in ({}, {"nevir": []}):
            code, text, _ = self.drop(value)
            self.assertEqual((code, "the list is empty, so nothing dropped" in text), (0, True), text)
        code, text, _ = self.drop({"nevir": ["nevir:00003", "nevir:00003"]})
        self.assertEqual((code, len(self.ids("nevir")), "is empty" in text), (0, 6, False))

    def test_stopped_in_the_middle(self):
        """The last task finds no place, or the program is stopped there: no root is left, and an older one stays as it was."""
        write = Path.write_bytes
        for older in (False, True):
            for error, expected in ((OSError(28, "No space left on device"), 2), (KeyboardInterrupt(), 130)):
                def failing(path, data, error=error):
                    if "rerank_scifact" in str(path):
                        raise error
                    return write(path, data)
                before = {path: path.read_bytes() for path in self.out.rglob("*.json*")}
                items.write_json(self.list, {"nevir": ["nevir:00005"]})
                with mock.patch.object(Path, "write_bytes", failing):
                    code, _, err = run(derive_v13.main, "--root", self.root, "--out", self.out, "--drop", self.list)
                self.assertEqual((code, self.out.exists()), (expected, older), err)
                if expected == 2:
                    self.assertIn(f"{self.out}/tasks/rerank_scifact/", err)
                self.assertEqual({path: path.read_bytes() for path in self.out.rglob("*.json*")}, before)
                self.assertEqual([path for path in self.base.rglob(".*")], [])
            self.drop({"nevir": ["nevir:00003"]})

    def test_a_root_that_is_a_link_to_another_disk(self):
        """Nothing is written beside the link or beside the root it leads to; links of tasks are followed too, but not into the data root."""
        disk, rename, seen = Path(os.path.realpath(self.base)) / "disk" / "root", os.replace, set()
        disk.mkdir(parents=True)
        self.out.symlink_to(disk)

        def replace(source, target):
            seen.update(path.name for folder in (self.base, disk.parent) for path in folder.iterdir())
            if len({disk in Path(os.path.realpath(path)).parents for path in (source, target)}) > 1:
                raise OSError(18, "Invalid cross-device link", str(source), None, str(target))
            rename(source, target)
        with mock.patch.object(os, "replace", replace):
            for _ in range(2):
                code, _, err = self.drop({"nevir": ["nevir:00003"]})
                self.assertEqual((code, len(self.ids("nevir")), self.out.is_symlink()), (0, 6, True), err)
                self.assertEqual(({path.name for path in (disk / "tasks").iterdir()}, seen),
                                 (set(items.list_tasks(self.root)), {"data", "disk", "drop.json", "out", "releases", "root"}))
        shutil.rmtree(disk / "tasks" / "nevir")
        (disk / "tasks" / "nevir").symlink_to(self.root / "tasks" / "nevir")
        code, _, err = self.drop({"nevir": ["nevir:00003"]})
        self.assertEqual((code, "is the folder of the data root itself" in err, len(self.ids("nevir"))), (2, True, 8), err)

    def test_the_root_of_the_disk(self):
        with mock.patch.object(cards, "write_folder", side_effect=PermissionError(13, "Permission denied", "/tasks")):
            self.list.write_text("{}")
            code, _, err = run(derive_v13.main, "--root", self.root, "--out", "/", "--drop", self.list)
        self.assertEqual((code, err), (2, "derive_v13.py: error: /tasks: Permission denied\n"))

    def test_what_a_killed_program_left(self):
        """It is cleared, unless the process lives; an older task that was moved away comes back where the list does not fit."""
        self.drop({})
        gone, alive = made.ended_process(), os.getppid()
        for name in (f".out.{gone}.part/tasks", f".out.{alive}.part/tasks", f"out/tasks/.nevir.{gone}.part"):
            (self.base / name).mkdir(parents=True)
        (self.out / "tasks" / "nevir").rename(self.out / "tasks" / f".nevir.{gone}.old")
        self.assertEqual(self.drop({"nevir": ["x"]})[0], 2)
        self.assertEqual((len(self.ids("nevir")), [path.name for path in self.base.rglob(".*")]), (8, [f".out.{alive}.part"]))

    def test_other_files_in_an_older_root(self):
        self.drop({})
        notes = self.out / "tasks" / "nevir" / ".notes"
        notes.write_text("mine")
        code, _, err = self.drop({"nevir": ["nevir:00003"]})
        self.assertEqual((code, "nevir: holds .notes, which no task has" in err, notes.read_text(), len(self.ids("nevir"))), (2, True, "mine", 8), err)

    def test_a_file_in_the_place_of_the_root(self):
        self.out.write_text("kept")
        code, _, err = self.drop({})
        self.assertEqual((code, "is no folder; name another with --out" in err, self.out.read_text()), (2, True, "kept"), err)

    def test_a_task_of_which_nothing_stays(self):
        """It is not written and said to be so; an older folder of it stops the program; the list of the release may not do this."""
        whole = {"nevir": [f"nevir:{n:05d}" for n in range(0, 8, 2)]}
        code, text, _ = self.drop(whole)
        self.assertEqual((code, (self.out / "tasks" / "nevir").exists(), len(self.ids("rerank_scifact"))), (0, False, 9))
        self.assertIn("8 dropped,      0 stay: not written", text)
        self.drop({"nevir": ["nevir:00003"]})
        code, _, err = self.drop(whole)
        self.assertEqual((code, "older folder" in err), (2, True))
        items.write_json(self.releases / "1.3" / "dropped.json", whole)
        with mock.patch.object(check_data, "RELEASES", self.releases):
            code, _, err = run(derive_v13.main, "--root", self.root, "--out", self.base / "other")
        self.assertEqual((code, "leaves no item" in err), (2, True))

    def test_a_task_of_the_list_that_is_not_there_is_named(self):
        code, text, _ = self.drop({"xstest": ["xstest:00000"]})
        self.assertEqual(code, 0)
        self.assertIn("nothing dropped: xstest", text)

    def test_the_list_of_the_release_is_applied_and_compared(self):
        items.write_json(self.releases / "1.3" / "dropped.json", {"nevir": ["nevir:00003"]})
        with mock.patch.object(check_data, "RELEASES", self.releases):
            self.release("1.1", "perm_inherit", "nevir", "rerank_scifact")
            code, text, _ = run(derive_v13.main, "--root", self.root, "--out", self.out)
            self.assertEqual(code, 1)  # release 1.3 has no hash of the shorter task yet
            self.assertIn("changed: ", text)
            mark = {**items.fingerprint((self.out / "tasks" / "nevir" / "items.jsonl").read_bytes()), "items": 6}
            items.write_json(self.releases / "1.3" / "items.json", {"nevir": mark})
            items.write_bytes(self.releases / "1.3" / "tasks" / "nevir" / "task.json", (self.out / "tasks" / "nevir" / "task.json").read_bytes())
            code, text, _ = run(derive_v13.main, "--root", self.root, "--out", self.out)
            self.assertEqual((code, text.splitlines()[-1]), (0, "3 tasks agree with release 1.3"))

    def test_tasks_that_are_not_in_the_root_are_not_spoken_of(self):
        """The release has another family and drops items of another task; a root without them is compared by what it holds."""
        items.write_json(self.releases / "1.3" / "dropped.json", {"xstest": ["xstest:00000"]})
        with mock.patch.object(check_data, "RELEASES", self.releases):
            self.release("1.1", "perm_inherit", "nevir", "rerank_scifact")
            marks = json.loads((self.releases / "1.1" / "items.json").read_text())
            items.write_json(self.releases / "1.1" / "items.json", {**marks, "policy_case": marks["perm_inherit"]})
            code, text, _ = run(derive_v13.main, "--root", self.root, "--out", self.out)
            self.assertEqual((code, text.splitlines()[-1]), (0, "3 tasks agree with release 1.3"), text)
            self.assertNotRegex(text, "xstest|policy_case")
            (self.out / "tasks/nevir/task.json").write_text("{}")
            found, _, _ = check_data.check(self.out, "1.3", self.releases, {"perm_inherit", "nevir", "rerank_scifact"})
        self.assertEqual(len(found), 1)


if __name__ == "__main__":
    unittest.main()
