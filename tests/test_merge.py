"""Joining the parts of a run."""
from __future__ import annotations

import contextlib
import io
import json
import shutil
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from runner import merge
from tests import small_root
from tests.http_case import Case


class Merging(Case):
    def setUp(self):
        super().setUp()
        self.made = small_root.make_root(self.root, {"alpha": 21, "beta": 8})
        self.server = self.serve()
        self.parts = [self.folder / f"part{k}" for k in (1, 2, 3)]

    def run_parts(self):
        for k, part in enumerate(self.parts, 1):
            self.out = part
            self.assertEqual(self.run_here(self.server.url, "--shard", f"{k}/3")[0], 0)
        self.out = self.folder / "whole"

    def merge(self, *parts, root=True):
        """(exit status, standard output, standard error)."""
        out, err = io.StringIO(), io.StringIO()
        words = [*map(str, parts or self.parts), "--out", str(self.out)] + (["--root", str(self.root)] if root else [])
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = merge.main(words)
        return status, out.getvalue(), err.getvalue()

    def edit(self, part: Path, name: str, change):
        """Change one JSON file of a part."""
        value = json.loads((part / name).read_text())
        change(value)
        (part / name).write_text(json.dumps(value))

    def test_three_shards_give_the_whole(self):
        self.run_parts()
        status, out, err = self.merge()
        self.assertEqual(status, 0, err)
        self.assert_right(self.made)
        self.assertIn("29 of 29 items answered, 0 failed, 0 missing", out)
        for task, rows in self.made.items():
            ids = [json.loads(line)["id"] for line in (self.out / f"{task}.jsonl").read_text(encoding="utf-8").splitlines()]
            self.assertEqual(ids, [item.id for item in rows])
        run = self.run_file()
        self.assertEqual((run["model"], run["merged"], len(run["starts"]), run["counts"]["answered"]), ("m", ["part1", "part2", "part3"], 3, 29))
        self.assertEqual((self.out / "_items.json").read_bytes(), (self.parts[0] / "_items.json").read_bytes())

    def test_the_merged_folder_is_a_run_folder(self):
        self.run_parts()
        self.merge(self.parts[0], self.parts[1])
        self.assertEqual(self.run_here(self.server.url)[0], 0)
        self.assert_right(self.made)

    def test_what_is_missing_is_said(self):
        self.run_parts()
        status, out, _ = self.merge(self.parts[0], self.parts[2])
        self.assertEqual(status, 1)
        # Shard 2 of 3 has groups 1, 4, 7 and 10 of alpha (items 2, 3, 8, 9, 14, 15, 20) and group 1 of beta (items 2, 3).
        self.assertIn("alpha                    14 of 21 answered, 0 failed, 7 missing", out)
        self.assertIn("without an answer: alpha:00002, alpha:00003, alpha:00008, alpha:00009, alpha:00014 ...", out)
        self.assertIn("without an answer: beta:00002, beta:00003\n", out)
        shutil.rmtree(self.out)
        self.assertNotIn("without an answer", self.merge(self.parts[0], self.parts[2], root=False)[1])

    def test_an_answer_beats_a_failure_and_equal_overlaps_are_joined(self):
        self.run_parts()
        line = (self.parts[0] / "alpha.jsonl").read_bytes().split(b"\n")[0]
        name = json.loads(line)["id"]
        with open(self.parts[1] / "alpha.jsonl", "ab") as file:
            file.write(line + b"\n" + json.dumps({"id": name, "error": "x"}).encode() + b"\n{\"torn")
        self.assertEqual(self.merge()[0], 0)
        self.assert_right(self.made)

    def test_failures_are_kept_and_counted(self):
        self.run_parts()
        path = self.parts[1] / "beta.jsonl"
        path.write_text('{"id":"beta:00002","error":"HTTP 413"}\n')
        status, out, _ = self.merge()
        self.assertEqual(status, 1)
        self.assertIn("beta                     6 of 8 answered, 1 failed, 1 missing", out)
        self.assertEqual(small_root.read_run(self.out, "beta")[1], {"beta:00002": ["HTTP 413"]})

    def test_refusals(self):
        self.run_parts()
        changes = (
            ("model 'm' and 'n'", lambda part: self.edit(part, "_run.json", lambda run: run.update(model="n"))),
            ("alpha was run on other items", lambda part: self.edit(part, "_items.json", lambda marks: marks["alpha"].update(sha256="0" * 64))),
            ("has no _run.json", lambda part: (part / "_run.json").unlink()),
            ("is not JSON", lambda part: (part / "_items.json").write_text("{")),
            ("answer alpha:00000 differently", lambda part: (part / "alpha.jsonl").write_text('{"id":"alpha:00000","p":{"yes":1,"no":0}}\n')),
            ("zeta:1 is no item of", lambda part: (part / "alpha.jsonl").write_text('{"id":"zeta:1","p":{"yes":1,"no":0}}\n')),
            ("is no folder", shutil.rmtree),
        )
        for text, change in changes:
            with self.subTest(text):
                bad = self.folder / "bad"
                shutil.rmtree(bad, ignore_errors=True)
                shutil.copytree(self.parts[1], bad)
                change(bad)
                status, _, err = self.merge(self.parts[0], bad)
                self.assertEqual((status, text in err, self.out.exists()), (2, True, False), err)

    def test_the_same_folder_twice_and_a_full_target(self):
        self.run_parts()
        status, _, err = self.merge(self.parts[0], self.parts[0])
        self.assertEqual((status, "named twice" in err), (2, True))
        self.out = self.parts[2]
        status, _, err = self.merge(self.parts[0], self.parts[1])
        self.assertEqual((status, "is not empty" in err), (2, True))


if __name__ == "__main__":
    unittest.main()
