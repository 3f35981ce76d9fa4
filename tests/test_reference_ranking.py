"""The reranking tasks: ideal DCG by hand, candidate order, files that do not belong together, and rankings of three forms as answers."""
from __future__ import annotations

import contextlib
import doctest
import gzip
import io
import json
import math
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
from tests.made_sources import rerank_nfcorpus as made

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

    def test_files_that_do_not_belong_together(self):
        cut = "lists of 2 and of 3 documents"
        for name, table, place, fields, message in (
                ("document", "lists", 1, {"ranking": ["D2", "D1", "D9"]}, "nfcorpus.jsonl: names document 'D9'"), ("query", "lists", 1, {"query_id": "Q9"}, "names query 'Q9'"),
                ("short", "lists", 1, {"ranking": ["D2", "D1"]}, cut), ("twice", "lists", 1, {"ranking": ["D2", "D1", "D1"]}, "no list of different document ids"),
                ("number", "lists", 1, {"ranking": [1, 2, 3]}, "no list of different document ids"), ("again", "lists", 2, {"query_id": "Q1"}, "id 'Q1' comes twice"),
                ("title", "corpus", 0, {"title": None}, "title None is no text"), ("grade", "judgments", 0, {"score": "-1"}, "label '-1', expected a whole number"),
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
        self.assertIn("2 of 2 queries ranked; 3 candidates of theirs not in the ranking, put behind; 1 ranked documents are no items", said)
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
        for name, data, message in (
                ("columns", b"Q1 D1 1 2.0\n", "columns:1: 4 columns, expected the 6"), ("score", b"Q1 Q0 D1 1 high t\n", "score 'high' is no finite number"),
                ("infinite", b"Q1 Q0 D1 1 inf t\n", "no finite number"), ("nan", b'{"Q1": {"D1": NaN}}', "no finite number"), ("bool", b'{"Q1": {"D1": true}}', "no finite number"),
                ("twice", b"Q1 Q0 D1 1 1 t\nQ1 Q0 D1 2 0 t\n", "twice:2: document D1 stands twice"), ("list", b'{"Q1": ["D1"]}', "query Q1: is not an object"),
                ("cut", b'{"Q1": {"D1": 1', "cut:1: is not JSON"), ("bytes", b"\xff\xfe", "is not UTF-8"), ("arm", b'{"query_id": "Q1", "ranking": []}', "no field 'arm'"),
                ("damaged.gz", gzip.compress(b"Q1 Q0 D1 1 1 t\n" * 99)[:40], "damaged")):
            with self.subTest(name=name):
                code, _, error = self.turn(data, name=name)
                self.assertEqual((code, message in error, "Traceback" in error), (2, True, False), error)
        self.assertFalse((self.folder / "run").exists())

    def test_other_items(self):
        """Items of other sources are refused, since documents could be mixed up."""
        rows = {**made.ROWS, "lists": [{**row, "ranking": row["ranking"][::-1]} for row in made.ROWS["lists"]]}
        reference_case.write_files(self.folder / "source", TASK, made.official(rows))
        code, _, error = self.turn(b"Q1 Q0 D1 1 1 t\n")
        self.assertEqual((code, "query Q1: its items are not those that the source files give" in error or "query Q2: its items" in error), (2, True))


if __name__ == "__main__":
    unittest.main()
