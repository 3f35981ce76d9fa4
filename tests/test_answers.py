"""The run folder: torn lines, the lock, what counts as answered, what binds a folder, full disks; and the choice of items."""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import items
from runner import answers, plan
from tests import small_root

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = {"t:00000": ("yes", "no"), "t:00001": ("yes", "no"), "t:00002": ("yes", "no")}


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.out = self.folder / "run"


class Reading(Case):
    def test_what_counts_as_answered(self):
        lines = ['{"id":"t:00000","error":"x"}', '{"id":"t:00000","p":{"yes":0.5,"no":0.5}}', '{"id":"t:00000","error":"later"}',
                 '{"id":"t:00001","error":"x"}', '{"id":"t:00002","p":{"yes":true,"no":0}}', '{"id":"other","p":{"yes":1}}', "no json", '["t"]', "",
                 '{"id":"t:00002","p":{"yes":-1,"no":2}}', '{"id":"t:00002","p":{"yes":0,"no":0}}', '{"id":"t:00002","p":{"maybe":1}}']
        found = answers.standing("\n".join(lines).encode(), OPTIONS)
        self.assertEqual(found, ({"t:00000"}, {"t:00001", "t:00002"}, 2))

    def test_an_absent_option_counts_as_zero(self):
        self.assertTrue(answers.is_valid({"p": {"yes": 1}}, ("yes", "no")))

    def test_only_a_line_feed_ends_a_line(self):
        data = '{"id":"t:00000","p":{"yes":1},"raw":"a\u2028b\u0085c"}\r\n'.encode()
        self.assertEqual(answers.standing(b"\xef\xbb\xbf" + data, OPTIONS).answered, {"t:00000"})


class Torn(Case):
    WHOLE = '{"id":"t:00000","p":{"yes":1}}\n'.encode()

    def torn(self, data: bytes):
        """(what is loaded, what stays in the file, what is set aside)."""
        self.out.mkdir(exist_ok=True)
        (self.out / answers.RUN_FILE).write_text("{}")
        path = self.out / "t.jsonl"
        path.write_bytes(data)
        with answers.RunFolder(self.out) as folder:
            loaded = folder.load("t")
        aside = self.out / "t.jsonl.torn"
        return loaded, path.read_bytes(), aside.read_bytes() if aside.exists() else None

    def test_answers_of_an_unknown_run_are_left_alone(self):
        self.out.mkdir(exist_ok=True)
        (self.out / "t.jsonl").write_bytes(b"some notes")
        with answers.RunFolder(self.out) as folder, self.assertRaisesRegex(answers.AnswersError, "says of which run"):
            folder.load("t")
        self.assertEqual((self.out / "t.jsonl").read_bytes(), b"some notes")

    def test_numbers_that_are_none(self):
        self.assertIsNone(answers.parse_record(b'{"id":"t:00000","ms":NaN}'))

    def test_a_whole_file_is_left_alone(self):
        self.assertEqual(self.torn(self.WHOLE), (self.WHOLE, self.WHOLE, None))

    def test_a_torn_last_line(self):
        self.assertEqual(self.torn(self.WHOLE + b'{"id":"t:0'), (self.WHOLE, self.WHOLE, b'{"id":"t:0\n'))

    def test_torn_within_a_character(self):
        torn = '{"id":"t:00001","raw":"é'.encode()[:-1]
        self.assertEqual(self.torn(self.WHOLE + torn), (self.WHOLE, self.WHOLE, torn + b"\n"))

    def test_the_first_line_torn(self):
        self.assertEqual(self.torn(b'{"id":"t:0'), (b"", b"", b'{"id":"t:0\n'))

    def test_torn_twice(self):
        self.torn(b"one")
        self.assertEqual(self.torn(b"two")[2], b"one\ntwo\n")

    def test_a_missing_line_end_alone(self):
        self.assertEqual(self.torn(self.WHOLE[:-1])[0], b"")


class Folder(Case):
    def test_a_second_process_is_kept_out(self):
        code = f"import sys; sys.path.insert(0, {str(ROOT)!r})\nfrom runner import answers\ntry:\n    answers.RunFolder({str(self.out)!r})\nexcept answers.AnswersError as error:\n    print(error)"
        with answers.RunFolder(self.out):
            done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, timeout=20)
            self.assertIn(f"is in use by another run (process {os.getpid()})", done.stdout)
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, timeout=20)
        self.assertEqual(done.stdout, "")

    def test_a_file_in_the_way(self):
        self.out.write_text("x")
        with self.assertRaisesRegex(answers.AnswersError, "cannot be written"):
            answers.RunFolder(self.out)

    def test_a_full_disk_leaves_whole_lines(self):
        code = f"""import sys, resource; sys.path.insert(0, {str(ROOT)!r})
from runner import answers
folder = answers.RunFolder({str(self.out)!r})
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
written = 0
try:
    while True:
        folder.write("t", '{{"id":"t:00000","p":{{"yes":1}}}}\\n')
        written += 1
except OSError as error:
    print(written, error.filename, error.strerror)
"""
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=20)
        data = (self.out / "t.jsonl").read_bytes()
        # A line has 31 bytes: 32 of them fit into 1,000.
        self.assertEqual(done.stdout.split()[0], "32", done.stderr)
        self.assertIn("t.jsonl cannot be written", done.stdout)
        self.assertEqual((len(data), data[-1:]), (32 * 31, b"\n"))

    def test_binding(self):
        path = Path("runs/x/_run.json")
        answers.check_binding(path, {}, {"model": "a", "api": "systemone"})
        answers.check_binding(path, {"model": "a", "other": 1}, {"model": "a"})
        with self.assertRaisesRegex(answers.AnswersError, "model was 'a', now 'b'"):
            answers.check_binding(path, {"model": "a"}, {"model": "b"})
        self.assertEqual(answers.check_places(path, [], ["h1", "h2"], False), ["h1", "h2"])
        self.assertEqual(answers.check_places(path, ["h1", "h2"], ["h2"], False), ["h1", "h2"])
        with self.assertRaisesRegex(answers.AnswersError, "h1, not at h3; say --same-model"):
            answers.check_places(path, ["h1"], ["h1", "h3"], False)
        self.assertEqual(answers.check_places(path, ["h1"], ["h3"], True), ["h1", "h3"])

    def test_items_of_before(self):
        known = {"a": {"sha256": "1" * 64, "bytes": 1, "items": 1}}
        self.assertEqual(sorted(answers.check_items("x", known, {"b": {"sha256": "2" * 64}})), ["a", "b"])
        with self.assertRaisesRegex(answers.AnswersError, "a was run on other items"):
            answers.check_items("x", known, {"a": {"sha256": "2" * 64}})


class Choosing(Case):
    def plan(self, rows, text="1/1", limit=None, retry=True, data=b""):
        root = self.folder / "data"
        small_root.write_task(root, "t", rows)
        return plan.plan_task(root, "t", plan.Choice(limit, plan.read_shard(text), retry), lambda task: data)

    def test_shards_are_whole_groups_and_cover_everything_once(self):
        rows = [small_root.make_item("t", number) for number in range(31)]
        rows = [row._replace(group=None, query=None) if number > 25 else row for number, row in enumerate(rows)]
        rows = [row._replace(group=None, query=f"q{number % 3}") if number < 9 else row for number, row in enumerate(rows)]
        units = {row.id: plan.unit_of(row) for row in rows}
        parts = [self.plan(rows, f"{k}/4").to_ask for k in (1, 2, 3, 4)]
        self.assertEqual(sorted(name for part in parts for name in part), sorted(units))
        for unit in set(units.values()):
            self.assertEqual(sum(any(units[name] == unit for name in part) for part in parts), 1, unit)
        self.assertLessEqual(max(map(len, parts)) - min(map(len, parts)), 4)

    def test_limit_and_earlier_answers(self):
        rows = [small_root.make_item("t", number) for number in range(6)]
        data = b'{"id":"t:00000","p":{"yes":1}}\n{"id":"t:00001","error":"x"}\n{"id":"t:00005","p":{"0":1}}\n'
        self.assertEqual(self.plan(rows, limit=3, data=data).to_ask, {"t:00001", "t:00002"})
        kept = self.plan(rows, limit=3, retry=False, data=data)
        self.assertEqual((kept.to_ask, kept.chosen, kept.answered, kept.kept_failures), ({"t:00002"}, 3, 1, 1))

    def test_jobs_come_in_file_order_and_notice_a_change(self):
        rows = [small_root.make_item("t", number) for number in (2, 0, 1)]
        found = self.plan(rows)
        self.assertEqual([item.id for _, item in plan.jobs([found])], ["t:00002", "t:00000", "t:00001"])
        small_root.write_task(self.folder / "data", "t", rows[:2])
        with self.assertRaisesRegex(items.ItemsError, "has changed"):
            list(plan.jobs([found]))

    def test_reading_a_shard(self):
        self.assertEqual(plan.read_shard("3/8", {}), (3, 8))
        slurm = {"SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_STEP": "2", "SLURM_ARRAY_TASK_COUNT": "4"}
        self.assertEqual(plan.read_shard("auto", slurm), (2, 4))
        self.assertEqual(plan.read_shard("auto", {"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "4"}), (1, 4))
        self.assertEqual(plan.read_shard("auto", {"JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "5"}), (1, 5))
        self.assertEqual(plan.read_shard("auto/5", {"JOB_COMPLETION_INDEX": "4"}), (5, 5))
        for text, environment in (("0/3", {}), ("4/3", {}), ("1", {}), ("a/b", {}), ("-1/2", {}), ("auto", {}), ("auto", {"JOB_COMPLETION_INDEX": "1"}),
                                  ("auto", {"SLURM_ARRAY_TASK_ID": "x", "SLURM_ARRAY_TASK_COUNT": "4"}), ("auto/2", {"JOB_COMPLETION_INDEX": "2"})):
            with self.subTest(text), self.assertRaises(plan.PlanError):
                plan.read_shard(text, environment)


if __name__ == "__main__":
    unittest.main()
