"""The runner for a Python function."""
from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from runner import bench_python
from tests import small_root

MODEL = '''
import time
def uniform(state, question, options):
    return {option: 1 / len(options) for option in options}
def many(states, questions, options):
    assert len(states) == len(questions) == len(options) <= 4
    if any("case 5 " in state for state in states):
        raise RuntimeError("case 5 is too hard\\nreally")
    return [uniform(*one) for one in zip(states, questions, options)]
def short(states, questions, options):
    return [{}]
def odd(state, question, options):
    number = int(state.split()[2])
    if number == 0: raise KeyError("gone")
    if number == 1: return [0.5, 0.5]
    if number == 2: return {options[0]: float("nan")}
    if number == 3: return {option: 60 if option == options[0] else 40 for option in options}
    if number == 4: return {option.upper(): 1 / len(options) for option in options}
    return {option: Single(1 / len(options)) for option in options}
class Single:
    def __init__(self, value): self.value = value
    def __float__(self): return self.value
def leave(state, question, options):
    raise SystemExit(3)
def slow(state, question, options):
    time.sleep(0.05)
    return uniform(state, question, options)
number = 3
'''


class Function(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "mymodel.py").write_text(MODEL)
        self.made = small_root.make_root(self.folder / "data", {"alpha": 12})["alpha"]

    def start(self, function: str, *more) -> subprocess.Popen:
        command = [sys.executable, bench_python.__file__, f"mymodel:{function}" if ":" not in function else function, "--out", "run", *map(str, more)]
        return subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run_it(self, function: str, *more):
        """(exit status, standard output, standard error)."""
        process = self.start(function, *more)
        out, err = process.communicate(timeout=20)
        self.assertNotIn("Traceback", err)
        return process.returncode, out, err

    def records(self):
        return small_root.read_run(self.folder / "run", "alpha")

    def test_one_item_at_a_time(self):
        status, out, err = self.run_it("uniform")
        self.assertEqual(status, 0, err)
        self.assertIn("12 of 12 items answered", out)
        self.assertEqual(self.records(), ({item.id: [{option: 1 / len(item.options) for option in item.options}] for item in self.made}, {}))
        run = json.loads((self.folder / "run/_run.json").read_text())
        self.assertEqual((run["runner"], run["function"], run["state"]), ("bench_python.py", "mymodel:uniform", "finished"))

    def test_a_batch_with_one_hard_item(self):
        status, _, err = self.run_it("many", "--batch", 4)
        self.assertEqual(status, 1, err)
        answered, failed = self.records()
        self.assertEqual((len(answered), failed), (11, {"alpha:00005": ["exception: RuntimeError: case 5 is too hard really"]}))

    def test_a_batch_of_the_wrong_length(self):
        self.assertEqual(self.run_it("short", "--batch", 4)[0], 1)
        self.assertEqual(len(self.records()[1]), 12)

    def test_what_comes_back_is_checked(self):
        status, out, err = self.run_it("odd")
        answered, failed = self.records()
        self.assertEqual(status, 1, err)
        self.assertEqual({name[-1]: texts[0] for name, texts in failed.items()}, {
            "0": "exception: KeyError: 'gone'", "1": "unusable answer: the function returned list, not a map from options to probabilities",
            "2": "unusable answer: the probability of '0' is not finite"})
        self.assertEqual((answered["alpha:00003"], answered["alpha:00005"]), ([{"yes": 0.6, "no": 0.4}], [{"0": 1 / 3, "1": 1 / 3, "2": 1 / 3}]))
        self.assertEqual(list(answered["alpha:00004"][0]), ["Billing desk", "Tech", "Ärztin"])
        self.assertIn("remark    percent: 1", out)

    def test_a_function_that_leaves(self):
        status, _, err = self.run_it("leave")
        self.assertEqual((status, "stopped: SystemExit: 3" in err), (2, True))

    def test_what_cannot_be_loaded(self):
        for name, text in (("nomodule:f", "start the command in the folder that holds nomodule.py"), ("mymodel:nothing", "AttributeError"), ("mymodel:number", "is no function"), ("mymodel:", "MODULE:FUNCTION"), ("mymodel.py:uniform", "without .py, as mymodel:uniform")):
            status, _, err = self.run_it(name)
            self.assertEqual((status, text in err), (2, True), err)
        self.assertFalse((self.folder / "run").exists())

    def test_another_function_is_refused(self):
        self.run_it("uniform", "--limit", 2)
        status, _, err = self.run_it("odd")
        self.assertEqual(status, 2)
        self.assertIn("function was 'mymodel:uniform', now 'mymodel:odd'", err)

    def test_control_c(self):
        process = self.start("slow")
        path = self.folder / "run/alpha.jsonl"
        while not path.exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130)
        self.assertEqual(self.run_it("slow")[0], 0)
        self.assertEqual([len(found) for found in self.records()[0].values()], [1] * 12)


if __name__ == "__main__":
    unittest.main()
