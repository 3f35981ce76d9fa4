"""The reranking tasks: ideal DCG by hand, candidate order, files that do not belong together, and rankings of three forms as answers."""
from __future__ import annotations

import contextlib
import doctest
import gzip
import io
import json
import math
import re
import sys
import unittest
import unittest.mock
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import cards, items
from reference import building, page, ranking, ranking_to_run
from reference.sources import SourceError
from scoring import evaluate, runs, tasks
from tests import made_sources, reference_case
from tests.made_sources import paws, rerank_nfcorpus as made

TASK = "rerank_nfcorpus"
THIRD = 1 / math.log2(3)
"""The discount of the second place."""


def load_tests(loader, found, pattern):
    """The unit tests and the examples in docstrings."""
    found.addTests(doctest.DocTestSuite(ranking))
    found.addTests(doctest.DocTestSuite(ranking_to_run))
    return found


class Items(reference_case.ReferenceCase):
    def changed(self, name: str, table: str, place: int, **fields):
        """What is built where one row was changed."""
        rows = {**made.ROWS, table: [{**row, **fields} if place == number else row for number, row in enumerate(made.ROWS[table])]}
        return self.build(TASK, made.official(rows), name)

    def test_ideal(self):
        """Of Q1 grade 2 stands before the grade 1 that is no candidate; ten grades count, the eleventh does not."""
        built = self.build(TASK, made.official(made.ROWS))
        self.assertEqual({item.query: item.ideal for item in built.rows}, {"Q1": 2 + THIRD, "Q2": 1.0})
        self.assertEqual(ranking.ideal_dcg([0] * 20 + [1] * 10), ranking.ideal_dcg([1] * 11))
        self.assertLess(ranking.ideal_dcg([1] * 9), ranking.ideal_dcg([1] * 10))
        self.assertEqual(ranking.ideal_dcg([]), 0.0)

    def test_order(self):
        """The items of a query stand together, in the order of its list."""
        rows = self.build(TASK, made.official(made.ROWS)).rows
        found = {query: [item.state.rpartition("Passage:\n")[2].split("\n")[0] for item in rows if item.query == query] for query in ("Q1", "Q2")}
        self.assertEqual(found, {"Q1": ["Figs", "Tea", "No title here."], "Q2": ["Rice", "Figs", "Tea"]})
        self.assertEqual(len({item.query for item in rows[:3]}), 1)

    def test_counts(self):
        """The README counts grades and queries; a task with labels has no such rows."""
        def counts(task, files):
            made_page = page.folder_files(building.load(task), self.build(task, files))["README.md"].decode("utf-8")
            return re.findall(r"^\| (.*?) \| (\d+) \|$", made_page.partition("## Counts\n")[2].partition("## Source files")[0], re.M)
        self.assertEqual(counts(TASK, made.official(made.ROWS)),
                         [("items", "6"), ("relevance 0", "4"), ("relevance 1", "1"), ("relevance 2", "1"), ("queries", "2")])
        self.assertEqual([name for name, _ in counts("paws", paws.PACKS[0](paws.ROWS))], ["items", "label no", "label yes"])

    def test_files_that_do_not_belong_together(self):
        cut = "lists of 2 and of 3 documents"
        for name, table, place, fields, message in (
                ("document", "lists", 1, {"ranking": ["D2", "D1", "D9"]}, "nfcorpus.jsonl: names document 'D9'"), ("query", "lists", 1, {"query_id": "Q9"}, "names query 'Q9'"),
                ("short", "lists", 1, {"ranking": ["D2", "D1"]}, cut), ("twice", "lists", 1, {"ranking": ["D2", "D1", "D1"]}, "no list of different document ids"),
                ("number", "lists", 1, {"ranking": [1, 2, 3]}, "no list of different document ids"), ("again", "lists", 2, {"query_id": "Q1"}, "id 'Q1' comes twice"),
                ("title", "corpus", 0, {"title": None}, "title None is no text"), ("grade", "judgments", 0, {"score": "-1"}, "label '-1', expected a whole number"),
                ("power", "judgments", 0, {"score": "\u00b2"}, "label '\u00b2', expected a whole number"),
                ("corpus", "corpus", 0, {"_id": "D2"}, "id 'D2' comes twice")):
            with self.subTest(name=name), self.assertRaises(SourceError) as caught:
                self.changed(name, table, place, **fields)
            self.assertIn(message, str(caught.exception))

    def test_no_such_arm(self):
        rows = {**made.ROWS, "lists": [{**row, "arm": "bm25"} for row in made.ROWS["lists"]]}
        with self.assertRaisesRegex(SourceError, "no line of arm 'hybrid'"):
            self.build(TASK, made.official(rows))


class Rankings(reference_case.ReferenceCase):
    """Q1 lists D2, D1, D3 with grades 0, 2, 0; Q2 lists D4, D2, D1 with grades 1, 0, 0."""

    def setUp(self):
        super().setUp()
        built = self.build(TASK, made.official(made.ROWS))
        cards.write_folder(items.task_folder(self.folder / "data", TASK), page.folder_files(building.load(TASK), built))
        self.built = built
        builder = building.load(TASK)
        loaded = unittest.mock.patch.object(building, "load", return_value=builder._replace(sources=reference_case.without_hashes(builder.sources)))
        loaded.start()
        self.addCleanup(loaded.stop)

    def turn(self, data: bytes, *more: str, name: str = "ranking", out: str = "run") -> tuple:
        """(exit code, standard output, standard error) of the command on a ranking file of these bytes."""
        path = self.folder / name
        path.write_bytes(data)
        texts = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(texts[0]), contextlib.redirect_stderr(texts[1]):
            code = ranking_to_run.main([TASK, str(path), str(self.folder / "cache"), "--source", str(self.folder / "source"), "--offline",
                                        "--root", str(self.folder / "data"), "--out", str(self.folder / out), *more])
        return code, texts[0].getvalue(), texts[1].getvalue()

    def shares(self, out: str = "run") -> dict:
        """{(query, first line of the passage): probability of the highest level, None where there is an error} of the answers."""
        by_id = {item.id: (item.query, item.state.rpartition("Passage:\n")[2].split("\n")[0]) for item in self.built.rows}
        lines = (self.folder / out / f"{TASK}.jsonl").read_text(encoding="utf-8").splitlines()
        return {by_id[record["id"]]: record["p"]["3"] if "p" in record else None for record in map(json.loads, lines)}

    def value(self, out: str = "run") -> float:
        """The nDCG@10 that the scorer gives the answers."""
        task = tasks.read_task(self.folder / "data", TASK)
        outcomes = runs.read_answers(task, self.folder / out)
        return evaluate.metrics.ndcg(evaluate.queries_of(task, outcomes))

    def test_trec_run(self):
        """By score, not by rank or line: D1 and D3 tie at the top of Q1, D2 is not ranked; of Q2 only D1 is. D9 is no candidate.

        Q1: grade 2 shares the places 1 and 2: 2 (1 + 1/log2 3) / 2 over 2 + 1/log2 3. Q2: grade 1 shares 2 and 3: (1/log2 3 + 1/2) / 2 over 1.
        """
        text = "Q1 Q0 D9 1 9.5 t\nQ1 Q0 D1 3 2.5 t\nQ1 Q0 D3 2 2.5 t\n\nQ2\tQ0\tD1\t1\t-4e-1\tt\n"
        code, said, _ = self.turn(text.encode())
        self.assertEqual(code, 0)
        self.assertIn("2 of 2 queries ranked; 3 candidates of theirs not in the ranking, put behind; passed over what the task does not hold: "
                      "1 ranked document, 0 queries", said)
        self.assertEqual(self.shares(), {("Q1", "Tea"): 1.0, ("Q1", "No title here."): 1.0, ("Q1", "Figs"): 0.0, ("Q2", "Tea"): 1.0, ("Q2", "Rice"): 0.0, ("Q2", "Figs"): 0.0})
        self.assertAlmostEqual(self.value(), ((1 + THIRD) / (2 + THIRD) + (THIRD + 0.5) / 2) / 2, places=12)

    def test_beir_result(self):
        """A perfect order: Q1 gets 2 of 2 + 1/log2 3, for a judged passage is no candidate; Q2 gets 1."""
        data = json.dumps({"Q1": {"D1": 3, "D2": 2.5, "D3": -1}, "Q2": {"D4": 0.9, "D1": 0.2, "D2": 0.1}}).encode()
        self.assertEqual(self.turn(gzip.compress(data), name="result.json.gz")[0], 0)
        self.assertEqual([self.shares()["Q1", name] for name in ("Tea", "Figs", "No title here.")], [1.0, 2 / 3, 1 / 3])
        self.assertAlmostEqual(self.value(), (2 / (2 + THIRD) + 1) / 2, places=12)

    def test_arms(self):
        """The list of the arm is the order; the arm must be named where there are several."""
        data = made_sources.json_lines(made.ROWS["lists"])
        code, _, error = self.turn(data)
        self.assertEqual((code, "choose one of the arms with --arm: bm25, hybrid, some-reranker" in error), (2, True))
        self.assertEqual(self.turn(data, "--arm", "nothing")[0], 2)
        self.assertEqual(self.turn(data, "--arm", "hybrid")[0], 0)
        self.assertAlmostEqual(self.value(), (2 * THIRD / (2 + THIRD) + 1) / 2, places=12)

    def test_unranked_query(self):
        """An empty ranking of Q1 gives its items errors; exit code 1."""
        data = made_sources.json_lines([{"arm": "a", "query_id": "Q1", "ranking": []}, {"arm": "a", "query_id": "Q2", "ranking": ["D4"]}])
        code, said, _ = self.turn(data)
        self.assertEqual((code, "1 of 2 queries ranked" in said), (1, True))
        self.assertEqual([self.shares()["Q1", "Tea"], self.shares()["Q2", "Rice"]], [None, 1.0])
        task = tasks.read_task(self.folder / "data", TASK)
        self.assertEqual(runs.read_answers(task, self.folder / "run").failed, 3)

    def test_run_folder(self):
        """The items are marked, so that a score can be tied to them; another runner's folder is left alone."""
        self.turn(b"Q1 Q0 D1 1 1 t\nQ2 Q0 D1 1 1 t\n")
        mark = json.loads((self.folder / "run" / "_items.json").read_text())[TASK]
        self.assertEqual(mark["sha256"], items.fingerprint((items.task_folder(self.folder / "data", TASK) / "items.jsonl").read_bytes())["sha256"])
        (self.folder / "theirs").mkdir()
        (self.folder / "theirs" / f"{TASK}.jsonl").write_text("kept")
        code, _, error = self.turn(b"Q1 Q0 D1 1 1 t\n", out="theirs")
        self.assertEqual((code, (self.folder / "theirs" / f"{TASK}.jsonl").read_text(), "not made from rankings" in error), (2, "kept", True))

    def test_bad_rankings(self):
        """Exit code 2, the file and where there is one the line, and no run folder."""
        number, twice = "is no finite number", "stands twice in one object"
        lists = [{"arm": "a", "query_id": "Q1", "ranking": ["D1"]}]
        for name, data, message in (
                ("columns", b"Q1 D1 1 2.0\n", "columns:1: 4 columns, expected the 6"), ("score", b"Q1 Q0 D1 1 high t\n", f"score:1: score 'high' {number}"),
                ("infinite", b"Q1 Q0 D1 1 inf t\n", number), ("underscore", b"Q1 Q0 D1 1 1_0 t\n", number), ("nan", b'{"Q1": {"D1": NaN}}', number),
                ("bool", b'{"Q1": {"D1": true}}', number), ("string", b'{"Q1": {"D1": "1.5"}}', f"document D1: score '1.5' {number}"),
                ("huge", b'{"Q1": {"D1": 1%s}}' % (b"0" * 400), number),
                ("twice", b"Q1 Q0 D1 1 1 t\nQ1 Q0 D1 2 0 t\n", "twice:2: document D1 stands twice"), ("key", b'{"Q1": {"D1": 1, "D1": 2}}', f"key:1: 'D1' {twice}"),
                ("keys", b'{"Q1":\n{"D1": 1, "D1": 2}}', f"keys: 'D1' {twice}"),
                ("field", made_sources.json_lines(lists) + b'{"arm": "a", "query_id": "Q2", "ranking": [], "arm": "b"}\n', f"field:2: 'arm' {twice}"),
                ("query", b'{"Q1": {"D1": 1}, "Q1": {"D2": 2}}', f"query:1: 'Q1' {twice}"), ("list", b'{"Q1": ["D1"]}', "query Q1: is not an object"),
                ("records", b'\n[{"arm": "a"}]', "records:2: begins with a JSON list"), ("cut", b'{"Q1": {"D1": 1', "cut:1: is not JSON"),
                ("comma", b'{"Q1": {\n"D1": 1\n"D2": 2}}', "comma:3: is not JSON"), ("deep", b'{"a":' * 99999, "deep:1: is not JSON"),
                ("empty", b"", "ranks no document; expected a TREC run"), ("nobody", b'{"Q1": {}}', "ranks no document"),
                ("bytes", b"\xff\xfe", "is not UTF-8 at byte 0; give it as text"), ("wide", "Q1 Q0 D1 1 1 t\n".encode("utf-16-le"), "wide:1: holds a zero byte"),
                ("arm", b'{"query_id": "Q1", "ranking": []}', "arm:1: is no object with the fields arm, query_id, ranking"),
                ("lines", made_sources.json_lines(lists) + b"[1]\n", "lines:2: is no object"),
                *((f"{field}{n}", made_sources.json_lines([{**lists[0], field: value}]), f"{field}{n}:1: {field} {problem}") for field, problem, values in (
                    ("arm", "", (3, None, ["x"], {})), ("query_id", "", (1, ["Q1"])), ("ranking", "is no list", ([1], {"D1": 1}, "D1")))
                  for n, value in enumerate(values)),
                ("again", made_sources.json_lines(lists * 2), "again:2: query Q1 comes twice"),
                ("pair", made_sources.json_lines([{**lists[0], "ranking": ["D1", "D1"]}]), "pair:1: document D1 stands twice"),
                ("others", b"X1 Q0 Z1 1 1 t\n", "others: holds no query of rerank_nfcorpus (1 query, 'X1' the first)"),
                ("foreign", b"Q1 Q0 Z1 1 1 t\n", "ranks no candidate of any query"),
                ("damaged.gz", gzip.compress(b"Q1 Q0 D1 1 1 t\n" * 99)[:40], "is no whole gz file, cut or damaged"),
                ("plain.gz", b"Q1 Q0 D1 1 1 t\n", "is no whole gz file")):
            with self.subTest(name=name):
                code, _, error = self.turn(data, name=name)
                self.assertEqual((code, message in error, "Traceback" in error), (2, True, False), error)
        self.assertFalse((self.folder / "run").exists())

    def test_an_arm_of_what_has_none(self):
        for data, message in ((b"Q1 Q0 D1 1 1 t\n", "is a TREC run, which has no arms"), (b'{"Q1": {"D1": 1}}', "is a BEIR result, which has no arms")):
            code, _, error = self.turn(data, "--arm", "x")
            self.assertEqual((code, message in error), (2, True), error)

    def test_marks_and_line_ends(self):
        """A byte order mark and the line ends of other systems change nothing; a query of another task is passed over and counted."""
        code, said, _ = self.turn(b"\xef\xbb\xbfQ1 Q0 D1 1 1 t\r\nQ2 Q0 D1 1 1 t\r\nX1 Q0 D1 1 1 t\r\n")
        self.assertEqual((code, "2 of 2 queries ranked" in said, "1 ranked document, 1 query\n" in said), (0, True, True), said)

    def test_folders_of_others(self):
        """What was not made from rankings is refused and stays as it is; other files do not matter."""
        ours = json.dumps({"format": 1, "runner": "ranking_to_run.py", "rankings": {"rerank_scifact": {}}})
        mark = json.dumps({"paws": {"sha256": "0", "items": 1}})
        for number, (files, message) in enumerate((
                ({"_run.json": '{"format": 1, "model": "m"}'}, "holds a run that was not made from rankings"), ({"_run.json": "{}"}, "not made from rankings"),
                ({"paws.jsonl": "x"}, "holds answers to paws"), ({f"{TASK}.jsonl.gz": "x"}, f"holds answers to {TASK}"),
                ({"_items.json": mark}, "holds answers to paws"),
                ({"_run.json": ours, "paws.jsonl": "x"}, "holds answers to paws"),
                ({"_run.json": '{"runner": "ranking_to_run.py", "rankings": []}'}, "not made from rankings"),
                ({"_run.json": ours, "_items.json": "[]"}, "is no JSON object"), ({"_run.json": "{"}, "is not JSON"))):
            with self.subTest(message=message, number=number):
                folder = self.folder / f"out{number}"
                folder.mkdir()
                for name, text in files.items():
                    (folder / name).write_text(text)
                code, _, error = self.turn(b"Q1 Q0 D1 1 1 t\nQ2 Q0 D1 1 1 t\n", out=folder.name)
                self.assertEqual((code, message in error, folder.name in error), (2, True, True), error)
                self.assertEqual({path.name: path.read_text() for path in folder.iterdir()}, files)
        (self.folder / "own").mkdir()
        for name, text in (("notes.txt", "kept"), ("_run.json", ours), ("rerank_scifact.jsonl", "kept")):
            (self.folder / "own" / name).write_text(text)
        self.assertEqual(self.turn(b"Q1 Q0 D1 1 1 t\nQ2 Q0 D1 1 1 t\n", out="own")[0], 0)
        self.assertEqual([(self.folder / "own" / name).read_text() for name in ("notes.txt", "rerank_scifact.jsonl")], ["kept", "kept"])
        self.assertEqual(list(json.loads((self.folder / "own" / "_run.json").read_text())["rankings"]), ["rerank_scifact", TASK])

    def test_places(self):
        """A folder in the place of the ranking, a file in the place of the run folder, a root without the task: named, with what to do."""
        good = b"Q1 Q0 D1 1 1 t\n"
        (self.folder / "file").write_text("kept")
        (self.folder / "folder").mkdir()
        code, _, error = self.turn(good, out="file")
        self.assertEqual((code, "file: is no folder; name a run folder with --out" in error, (self.folder / "file").read_text()), (2, True, "kept"), error)
        code, _, error = self.turn(good, "--root", str(self.folder / "nowhere"))
        self.assertEqual((code, f"rebuild the task with reference/rebuild.py {TASK}" in error), (2, True), error)
        with contextlib.redirect_stderr(io.StringIO()) as text:
            code = ranking_to_run.main([TASK, str(self.folder / "folder"), "cache", "--root", str(self.folder / "data"), "--out", str(self.folder / "run")])
        self.assertEqual((code, "folder: cannot be read (Is a directory)" in text.getvalue()), (2, True))

    def test_a_full_disk(self):
        """The run of before stays whole, whichever of the files finds no place."""
        self.turn(b"Q1 Q0 D1 1 1 t\nQ2 Q0 D1 1 1 t\n")
        before = {path.name: path.read_bytes() for path in (self.folder / "run").iterdir()}
        write = Path.write_bytes
        for full in (f"{TASK}.jsonl", "_items.json", "_run.json"):
            def failing(path, data, full=full):
                if full in path.name:
                    write(path, data[:5])
                    raise OSError(28, "No space left on device")
                return write(path, data)
            with unittest.mock.patch.object(Path, "write_bytes", failing):
                path = self.folder / "ranking2"
                write(path, b"Q1 Q0 D3 1 1 t\nQ2 Q0 D2 1 1 t\n")
                with contextlib.redirect_stderr(io.StringIO()) as text:
                    code = ranking_to_run.main([TASK, str(path), str(self.folder / "cache"), "--source", str(self.folder / "source"), "--offline",
                                                "--root", str(self.folder / "data"), "--out", str(self.folder / "run")])
            self.assertEqual((code, f"run/{full}: No space left on device" in text.getvalue()), (2, True), text.getvalue())
            self.assertEqual({path.name: path.read_bytes() for path in (self.folder / "run").iterdir()}, before)

    def test_a_source_that_cannot_be_read(self):
        """A value of another kind in a source file is one line that names the file."""
        with unittest.mock.patch.object(ranking, "grade_of", side_effect=ValueError("too long")):
            code, _, error = self.turn(b"Q1 Q0 D1 1 1 t\n")
        self.assertRegex(error, r"^ranking_to_run.py: error: .*nfcorpus.*: a value is not of the kind that the builder reads \(ValueError: too long\).*\n$")
        self.assertEqual(code, 2)

    def test_other_items(self):
        """Items of other sources are refused, since documents could be mixed up."""
        rows = {**made.ROWS, "lists": [{**row, "ranking": row["ranking"][::-1]} for row in made.ROWS["lists"]]}
        reference_case.write_files(self.folder / "source", TASK, made.official(rows))
        code, _, error = self.turn(b"Q1 Q0 D1 1 1 t\n")
        self.assertEqual((code, "query Q1: its items are not those that the source files give" in error or "query Q2: its items" in error), (2, True))


if __name__ == "__main__":
    unittest.main()
