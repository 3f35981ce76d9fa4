"""Command lines under odd circumstances: closed streams, devices, workers without a parent, files of another form."""
from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from generators import console, items
from runner import answers, progress
from tests import made, small_root

HUGE = b"1" + b"0" * 400
"""A whole number that no float can hold."""
BINDING = {"format": 1, "runner": "bench_http.py", "model": "m", "api": "systemone"}


class Commands(unittest.TestCase):
    """Runs scripts of the project in a folder of their own; a traceback fails whatever else is expected."""

    def setUp(self):
        self._temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self._temporary.cleanup)
        self.folder = Path(self._temporary.name)

    def run_shell(self, line: str):
        """(exit code, standard output, standard error) of a shell line in which $P stands for this Python and $R for the root."""
        if shutil.which("bash") is None:
            self.skipTest("needs bash")
        done = subprocess.run(["bash", "-c", f"set -o pipefail; {line}"], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env={**os.environ, "P": sys.executable, "R": str(ROOT)})
        err = done.stderr.decode("utf-8", "replace")
        self.assertNotIn("Traceback", err)
        self.assertNotIn("Exception ignored", err)
        return done.returncode, done.stdout.decode("utf-8", "replace"), err

    def make_scored(self):
        """A data root `d` with one core task, and a run `r` on it."""
        rows = made.pairs("state_goal", 6)
        made.write_task(self.folder / "d", "state_goal", rows)
        made.write_run(self.folder / "d", self.folder / "r", {"state_goal": made.random_answers("state_goal", rows)})

    def make_part(self, name: str, run=None, marks=None, lines=b""):
        """A run folder whose three files hold what is given."""
        (self.folder / name).mkdir()
        (self.folder / name / "_run.json").write_text(json.dumps({**BINDING, **(run or {})}), encoding="utf-8")
        (self.folder / name / "_items.json").write_text(json.dumps(marks or {"a": {"sha256": "0" * 64, "bytes": 1, "items": 2}}), encoding="utf-8")
        (self.folder / name / "a.jsonl").write_bytes(lines)


class Streams(Commands):
    def test_closed_standard_output(self):
        self.make_scored()
        for line in ("scoring/score.py A=r --root d", "scoring/check_data.py --root d", "audits/validate.py --root d"):
            with self.subTest(line):
                self.assertIn(self.run_shell(f"$P $R/{line} >&-")[0], (0, 1, 2))

    def test_a_reader_that_goes_away(self):
        self.make_scored()
        self.assertEqual(self.run_shell("$P $R/scoring/score.py A=r --root d | head -n 0")[0], 0)
        for line in ("audits/validate.py --root d", "audits/key_balance.py --root d", "audits/audit.py --root d"):
            with self.subTest(line):
                code, _, err = self.run_shell(f"(sleep 1; $P $R/{line}) | head -n 0")
                self.assertEqual((code, "standard output was closed" in err), (2, True), err)

    def test_messages_do_not_go_into_a_file_of_the_run(self):
        code = ("import os, sys\nfrom generators import console\n"
                "def run():\n    with open('answers', 'w') as file:\n        print('message', file=sys.stderr, flush=True)\n        os.write(2, b'message')\n    return 0\n"
                "sys.exit(console.guarded('x', run, ()))")
        (self.folder / "x.py").write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{code}", encoding="utf-8")
        self.assertEqual(self.run_shell("$P x.py 2>&-")[0], 0)
        self.assertEqual((self.folder / "answers").read_bytes(), b"")

    def test_ids_that_are_no_text(self):
        rows = [row._replace(id="state_goal:\ud800") if place == 0 else row for place, row in enumerate(made.pairs("state_goal", 6))]
        data = "".join(json.dumps(items.to_object(row)) + "\n" for row in rows).encode("ascii")
        items.write_bytes(self.folder / "d/tasks/state_goal/items.jsonl", data)
        items.write_bytes(self.folder / "d/tasks/state_goal/task.json", b"{}")
        items.write_bytes(self.folder / "d/tasks/state_goal/README.md", b"")
        code, out, _ = self.run_shell("$P $R/audits/validate.py --root d")
        self.assertEqual((code, "\\ud800" in out), (1, True))


class Guarded(unittest.TestCase):
    def test_a_file_is_named_with_the_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(IsADirectoryError) as caught:
                items.write_bytes(folder, b"x")
            self.assertEqual(console.reason_of(caught.exception), f"{folder}: Is a directory")
            self.assertEqual(os.listdir(Path(folder).parent).count(f".{Path(folder).name}.{os.getpid()}.tmp"), 0)
        self.assertEqual(console.text_of(UnicodeEncodeError("utf-8", "a\ud800", 1, 2, "x")), r"'\ud800' in a name or path cannot be written as UTF-8")

    def test_a_full_disk_names_the_file(self):
        """A device that is always full, and a file at the limit of its process: the message has the name asked for, and nothing stays."""
        if Path("/dev/full").exists():
            with self.assertRaises(OSError) as caught:
                items.write_bytes("/dev/full", b"x")
            self.assertEqual(console.reason_of(caught.exception), "/dev/full: No space left on device")
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "new" / "x.json"
            text = ("import resource, sys\nsys.path.insert(0, sys.argv[1])\nfrom generators import console, items\n"
                    "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\nsys.exit(console.guarded('try', lambda: items.write_bytes(sys.argv[2], b'x' * 5000), ()))\n")
            done = subprocess.run([sys.executable, "-c", text, str(ROOT), str(target)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
            self.assertEqual((done.returncode, done.stderr), (2, f"try: error: {target}: File too large\n"))
            self.assertEqual(os.listdir(target.parent), [])

    def test_a_pipe_is_written_to_and_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = Path(folder) / "pipe"
            os.mkfifo(pipe)
            reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
            self.addCleanup(os.close, reader)
            items.write_bytes(pipe, b"data")
            self.assertEqual((os.read(reader, 10), pipe.is_fifo()), (b"data", True))

    def test_values_that_no_file_can_hold(self):
        for value in ("\ud800", float("nan"), float("inf")):
            with self.assertRaises(items.ItemsError):
                items.to_json({"key": value})


class Workers(Commands):
    def test_workers_end_with_a_parent_that_is_killed(self):
        code = (f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n"
                "import os, time\nfrom scoring import evaluate\n"
                "def work(name):\n    open(f'{name}.pid', 'w').write(str(os.getpid()))\n    time.sleep(0.1)\n    return name\n"
                "if __name__ == '__main__':\n    found = evaluate.run_jobs(work, ['a', 'b', 'c'], 2)\n    next(found)\n    open('ready', 'w').close()\n    time.sleep(60)\n")
        (self.folder / "parent.py").write_text(code, encoding="utf-8")
        parent = subprocess.Popen([sys.executable, "parent.py"], cwd=self.folder)
        self.wait_for((self.folder / "ready").exists)
        workers = {int(path.read_text()) for path in self.folder.glob("*.pid")} - {parent.pid}
        self.assertTrue(workers)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        self.wait_for(lambda: not any(map(is_running, workers)))

    def wait_for(self, claim):
        end = time.monotonic() + 15
        while not claim():
            self.assertLess(time.monotonic(), end, "waited 15 s in vain")
            time.sleep(0.05)


def is_running(process: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return not Path("/proc/self").exists() and subprocess.run(["ps", "-p", str(process)], stdout=subprocess.DEVNULL).returncode == 0


class Items(Commands):
    def test_an_ideal_that_no_float_can_hold(self):
        line = items.to_line(made.pairs("state_goal", 1)[0]).encode().replace(b'"gold":"yes"', b'"gold":"yes","ideal":' + HUGE)
        with self.assertRaisesRegex(items.ItemsError, "x:1: ideal"):
            items.parse_items(line, "x")

    def test_core_items_without_what_the_audits_read(self):
        rows = made.pairs("state_goal", 6)
        rated = rows[0]._replace(gold=None, rate=0.5)
        wordless = rows[0]._replace(question={**rows[0].question, "instructions": {"a": 1}})
        for odd in (rated, wordless):
            small_root.write_task(self.folder / "d", "state_goal", [odd, *rows[1:]])
            for script in ("audit", "key_balance", "overlap", "solve_all"):
                code, _, err = self.run_shell(f"$P $R/audits/{script}.py --root d")
                self.assertEqual(code, 2)
                self.assertIn(f"{script}.py: error: d/tasks/state_goal/items.jsonl:1: state_goal:00000 has no gold answer, or instructions that are no text", err)

    def test_a_single_item(self):
        small_root.write_task(self.folder / "d", "state_goal", made.pairs("state_goal", 1)[:1])
        for script in ("audit", "key_balance"):
            self.assertIn(self.run_shell(f"$P $R/audits/{script}.py --root d")[0], (0, 1))

    def test_a_name_that_is_too_long(self):
        self.assertEqual(self.run_shell(f"$P $R/audits/validate.py --root {'n' * 300}")[0], 2)

    def test_cards_that_cannot_be_read_or_written(self):
        rows = made.pairs("state_goal", 6)
        small_root.write_task(self.folder / "d", "own", [row._replace(id=row.id.replace("state_goal", "own")) for row in rows])
        items.write_bytes(self.folder / "d/tasks/own/README.md", b"")
        for card in ("[" * 100000, '{"chance": NaN}', '{"title": "\\ud800"}'):
            (self.folder / "d/tasks/own/task.json").write_text(card, encoding="utf-8")
            self.assertEqual(self.run_shell("$P $R/audits/validate.py --root d")[0], 1)


class RunFolders(Commands):
    def test_numbers_that_no_float_can_hold_are_no_answer(self):
        data = b'{"id":"a:1","p":{"yes":' + HUGE + b',"no":1}}\n{"id":"a:2","p":{"yes":1.7e308,"no":1.7e308}}\n'
        found = answers.standing(data, {"a:1": ("yes", "no"), "a:2": ("yes", "no")})
        self.assertEqual((found.answered, found.failed), ({"a:2"}, {"a:1"}))

    def test_descriptions_of_another_form(self):
        odd = ({"run": {"places": 5}}, {"run": {"places": [1]}}, {"run": {"starts": {}}}, {"run": {"started": 5, "ended": "x"}}, {"marks": {"a": 5}},
               {"marks": {"a": {"sha256": 5, "items": 1}}}, {"marks": {"a": {"sha256": "0", "items": "x"}}}, {"marks": {"a\0": {"sha256": "0", "items": 1}}},
               {"run": {"starts": [{"x": float("nan")}]}}, {"run": {"model": "\ud800"}})
        for number, parts in enumerate(odd):
            with self.subTest(parts):
                self.make_part(f"r{number}", **parts)
                code, _, err = self.run_shell(f"$P $R/runner/merge.py r{number} --out out")
                self.assertEqual((code, (self.folder / "out").exists()), (2, False), err)

    def test_a_task_is_no_path(self):
        for number, task in enumerate(("../evil", f"{self.folder}/evil", "..", "")):
            self.make_part(f"r{number}", marks={task: {"sha256": "0" * 64, "bytes": 1, "items": 1}})
            code, _, err = self.run_shell(f"$P $R/runner/merge.py r{number} --out out")
            self.assertEqual((code, "is not the plain name of a task" in err), (2, True), err)
        self.assertFalse((self.folder / "evil.jsonl").exists())

    def test_a_merge_is_whole_where_nobody_reads_its_report(self):
        self.make_part("r0", lines=b'{"id":"a:00000","p":{"yes":1,"no":0}}\n')
        self.assertEqual(self.run_shell("(sleep 1; $P -u $R/runner/merge.py r0 --out out) | head -n 0")[0], 2)
        self.assertEqual(sorted(os.listdir(self.folder / "out")), ["_items.json", "_run.json", "a.jsonl"])

    def test_a_module_that_exits_when_it_is_loaded(self):
        small_root.make_root(self.folder / "data", {"a": 2})
        (self.folder / "leaves.py").write_text("import sys\nsys.exit(0)\n", encoding="utf-8")
        code, _, err = self.run_shell("$P $R/runner/bench_python.py leaves:decide --out runs/x")
        self.assertEqual((code, "leaves:decide: cannot be loaded (SystemExit: 0)" in err), (2, True), err)

    def test_a_model_whose_name_is_no_text(self):
        small_root.make_root(self.folder / "data", {"a": 2})
        code, _, err = self.run_shell(r"$P $R/runner/bench_http.py --url http://127.0.0.1:1 --model $'m\xe9' --out runs/x --patience 0")
        self.assertEqual((code, "cannot be written as UTF-8" in err), (2, True), err)

    def test_a_price_that_no_number_can_hold(self):
        tally = progress.Tally()
        tally.succeeded(1.0, usage={"input_tokens": 9 * 10 ** 6, "output_tokens": 1})
        self.assertIsNone(progress.cost(tally, (1e308, 1e308)))


class Other(Commands):
    def test_a_host_that_is_no_text(self):
        self.assertEqual(self.run_shell(r"$P $R/runner/baseline_server.py --models uniform --port 0 --host $'h\xe9'")[0], 2)

    def test_a_server_whose_address_nobody_reads(self):
        self.assertEqual(self.run_shell("(sleep 1; $P $R/runner/baseline_server.py --models uniform --port 0) | head -n 0")[0], 2)

    def test_a_drop_list_with_a_task_that_is_no_text(self):
        self.make_scored()
        (self.folder / "drop.json").write_text('{"\\ud800": ["x"]}', encoding="utf-8")
        self.assertEqual(self.run_shell("$P $R/scoring/derive_v13.py --root d --out o --drop drop.json")[0], 0)


if __name__ == "__main__":
    unittest.main()
