"""docs/RESULTS.md is what the files of runs give, and its commands name scripts that exist."""
from __future__ import annotations

import contextlib
import copy
import io
import json
import shutil
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from generators import families
from scoring import results_page

REPLIES = {"items": 9, "without_reply": 1, "strict": 3, "repaired": 2, "refused": 1, "empty": 2, "cut": 0, "disagreeing": 1, "certain": 4, "ways": {"code fence": 2}, "reasons": {"no object": 1}}


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = results_page.read_runs()

    def test_the_page_is_current(self):
        self.assertEqual(results_page.PAGE.read_text(encoding="utf-8"), results_page.page_text())

    def test_every_run_is_on_items_of_the_release(self):
        for run in self.runs:
            with self.subTest(run=run.about["title"]):
                for system in run.scores["systems"].values():
                    self.assertEqual(set(system["tasks"]), set(families.BY_NAME))
                    self.assertTrue(all(task["counted"] for task in system["tasks"].values()))

    def test_commands_name_scripts_that_exist(self):
        for run in self.runs:
            for command in run.about["commands"]:
                with self.subTest(command=command):
                    python, script = command.split()[:2]
                    self.assertEqual(python, "python3")
                    self.assertTrue((ROOT / script).is_file())

    def test_the_mean_of_direction_is_over_fewer_families(self):
        self.assertRegex(results_page.headline_table(self.runs).legend, r"^Means of 13 families \(direction: of its eight pair families\)\. ")

    def test_how_a_run_went(self):
        start = {"answered": 3, "seconds": 2.0, "failed": {"x": 1}, "latency_ms": {"p50": 1.4}, "remarks": {"odd": 2}}
        run = self.runs[0]._replace(runs={"": {"starts": [start, start], "started": "2026-01-02T00:00:00Z"}}, replies={"all": REPLIES})
        self.assertEqual(results_page.how_it_went(run)[:3], [
            "- 6 answers in 4 s, 2 failed, started 2026-01-02; latency of the last start: p50 1 ms.", "- Remark of the runner: odd, 4 answers.",
            "- 9 items and their replies: 3 strict, 2 repaired (code fence: 2), 1 refused (no object: 1), 2 empty, 0 cut, 1 without reply. "
            "Of the readings 1 choose another option than their most probable one, and 4 give one option 0.99 or more."])


def places_in(value, path=()):
    """Yield the path to every value inside a JSON value; of what stands deep inside, the first two of an object or list."""
    inner = list(value.items())[:9 if len(path) < 3 else 2] if isinstance(value, dict) else list(enumerate(value))[:2] if isinstance(value, list) else ()
    for key, one in inner:
        yield (*path, key)
        yield from places_in(one, (*path, key))


def changed(value, path, new):
    """A copy of a JSON value with another value at a path; ... takes the entry away."""
    made = copy.deepcopy(value)
    holder = made
    for key in path[:-1]:
        holder = holder[key]
    if new is ...:
        del holder[path[-1]]
    else:
        holder[path[-1]] = new
    return made


class Refused(unittest.TestCase):
    """A folder of runs that is not as it should be: one line with file and advice, and no page."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.page = Path(folder.name, "measured"), Path(folder.name, "RESULTS.md")
        self.addCleanup(mock.patch.stopall)
        mock.patch.object(results_page, "FOLDER", self.folder).start()
        mock.patch.object(results_page, "PAGE", self.page).start()

    def fill(self):
        """One whole run with all four files; its folder comes back."""
        shutil.copytree(ROOT / "docs" / "measured" / "2-sparrow", self.folder / "one")
        (self.folder / "one" / "_replies.json").write_text(json.dumps({"all": REPLIES}), encoding="utf-8")
        return self.folder / "one"

    def call(self, *argv):
        """(exit status, standard error) of a call."""
        err = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
            code = results_page.main(list(argv))
        return code, err.getvalue()

    def test_a_run_of_each_system(self):
        folder = self.fill()
        run = json.loads((folder / "_run.json").read_bytes())
        (folder / "_run.json").unlink()
        scores = json.loads((folder / "scores.json").read_bytes())
        scores["systems"]["other"] = scores["systems"]["sparrow"]
        scores["per_family"] = 10
        (folder / "scores.json").write_text(json.dumps(scores), encoding="utf-8")
        (folder / "_run.other.json").write_text(json.dumps(changed(run, ("starts", 0, "answered"), 12)), encoding="utf-8")
        self.assertEqual(self.call(), (0, ""))
        text = self.page.read_text(encoding="utf-8")
        self.assertIn("\n- other: 12 answers in 57 s, 0 failed", text)
        self.assertEqual(text.count(" answers in "), 1)
        self.assertIn("(subset): complete groups, levels balanced, about 10 items a family.", text)
        (folder / "_run.sparrow.json").write_bytes(b"{}")
        code, err = self.call()
        self.assertEqual((code, "_run.sparrow.json: the whole is missing" in err), (2, True), err)

    def test_a_run_of_no_system(self):
        path = self.fill() / "_run.sparow.json"
        shutil.copy(path.with_name("_run.json"), path)
        self.assertEqual(self.call(), (2, f"results_page.py: error: {path}: is named for no system of scores.json; the systems are sparrow\n"))
        self.assertFalse(self.page.exists())

    def test_no_run(self):
        for make in (lambda: None, self.folder.mkdir, (self.folder / ".hidden").mkdir):
            make()
            code, err = self.call()
            self.assertEqual((code, err), (2, f"results_page.py: error: {self.folder}: holds no run; make a folder there with about.json and scores.json\n"))
        self.assertFalse(self.page.exists())

    def test_a_file_that_is_missing_or_no_json(self):
        folder = self.fill()
        self.assertEqual(self.call(), (0, ""))
        for name, data, wanted in (("about.json", None, "cannot be read"), ("scores.json", None, "cannot be read"), ("scores.json", b"{", "is not JSON"), ("_run.json", b"\xff", "is not JSON in UTF-8")):
            whole = (folder / name).read_bytes()
            (folder / name).unlink() if data is None else (folder / name).write_bytes(data)
            code, err = self.call()
            self.assertEqual((code, str(folder / name) in err, wanted in err), (2, True, True), err)
            (folder / name).write_bytes(whole)

    def test_a_file_of_another_form(self):
        folder = self.fill()
        for name, change, place in (
                ("about.json", lambda value: [], "the whole"), ("about.json", lambda value: changed(value, ("title",), 5), "title"),
                ("about.json", lambda value: changed(value, ("commands",), ["a", 1]), "commands[1]"), ("about.json", lambda value: changed(value, ("sentences",), ...), "sentences"),
                ("scores.json", lambda value: changed(value, ("systems",), {}), "systems"), ("scores.json", lambda value: changed(value, ("systems", "sparrow", "core"), None), "systems.sparrow.core"),
                ("scores.json", lambda value: changed(value, ("systems", "sparrow", "core", "measures", "accuracy"), {"value": 1, "interval": [0]}), "systems.sparrow.core.measures.accuracy"),
                ("scores.json", lambda value: changed(value, ("systems", "sparrow", "readout"), {"mass": {}}), "systems.sparrow.readout"),
                ("_run.json", lambda value: changed(value, ("starts",), []), "starts"), ("_run.json", lambda value: changed(value, ("starts", 0, "seconds"), "x"), "starts[0].seconds"),
                ("_replies.json", lambda value: {"all": 3}, "all"), ("_replies.json", lambda value: None, "the whole")):
            whole = (folder / name).read_bytes()
            (folder / name).write_text(json.dumps(change(json.loads(whole))), encoding="utf-8")
            code, err = self.call()
            self.assertEqual((code, err), (2, f"results_page.py: error: {folder / name}: {place} is missing or of another form; {results_page.FORMS[name][1]}\n"))
            (folder / name).write_bytes(whole)
        self.assertFalse(self.page.exists())

    def test_systems_with_other_tasks(self):
        path = self.fill() / "scores.json"
        scores = json.loads(path.read_text(encoding="utf-8"))
        scores["systems"]["other"] = changed(scores["systems"]["sparrow"], ("tasks", "filter_match"), ...)
        path.write_text(json.dumps(scores), encoding="utf-8")
        code, err = self.call()
        self.assertEqual((code, "sparrow and other have other tasks" in err), (2, True), err)

    def test_any_value_of_another_form_is_one_line(self):
        folder, seen = self.fill(), Counter()
        for name in results_page.FORMS:
            whole = json.loads((folder / name).read_bytes())
            for path in places_in(whole):
                for new in (None, [], {}, "x", True, -1, [[None]], {"x": {}}, 10 ** 400, ...):
                    (folder / name).write_text(json.dumps(changed(whole, path, new)), encoding="utf-8")
                    code, err = self.call("--check") if self.page.exists() else self.call()
                    self.assertIn(code, (0, 1, 2))
                    self.assertEqual(err.count("\n"), int(code == 2), err)
                    seen[code] += 1
            (folder / name).write_text(json.dumps(whole), encoding="utf-8")
        self.assertGreater(seen[2], 100)


if __name__ == "__main__":
    unittest.main()
