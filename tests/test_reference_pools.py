"""The fourteen question sets over made-up files of their layouts: questions and answers by hand, renamed fields, changed labels, cut files."""
from __future__ import annotations

import contextlib
import io
import json
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reference import pools, store
from reference.build import cap_boundary
from reference.sources import SourceError, without_hashes
from tests import made_sources, reference_case

ROWS = {
    "NQ": [{"question": "who won", "answer": ["Ann", "Ann B"]}, {"question": "Who  won", "answer": ["Ann"]}],
    "PopQA": [{"id": "4222362", "subj": "Ann", "question": 'What is "Ann"?', "possible_answers": '["politician", "pol"]', "s_pop": "12"}],
    "WebQuestions": [{"qId": "wqs000000", "answers": ["Lima"], "qText": "what is peru's capital?"}],
    "TriviaQA": [{"Answer": {"Aliases": ["SHOW-NOT"], "NormalizedAliases": ["sunset blvd"], "HumanAnswers": ["Sunset!"], "Value": "SHOW-NOT"},
                  "Question": "Which street?", "QuestionId": "tc_33", "SearchResults": []},
                 {"Answer": {"NormalizedAliases": ["oslo"]}, "Question": "Which city?", "QuestionId": "tc_34"}],
    "BBH": [{"input": "not ( True ) is", "target": "False"}],
    "StrategyQA": [{"qid": "e0", "term": "T", "question": "Is ice cold?", "answer": True, "facts": ["SHOW-NOT"]}, {"qid": "e1", "question": "Is fire cold?", "answer": False}],
    "FOLIO": [{"premises": ["All A are B.", "x is A."], "premises-FOL": ["SHOW-NOT"], "conclusion": "x is B.", "label": "True"},
              {"premises": ["All A are B.", "x is A."], "conclusion": "x is C.", "label": "Uncertain"}],
    "ProofWriter": [{"id": "AttNeg-1", "theory": "Bob is big.", "questions": {"Q1": {"question": "Bob is big.", "answer": True, "QDep": 0},
                                                                          "Q2": {"question": "Bob is red.", "answer": "Unknown"}}}],
    "DROP": [{"question": "How many?", "answer": {"number": "3", "spans": [], "date": {}}, "query_id": "q1",
              "validated_answers": [{"number": "", "spans": ["three", "goals"], "date": {}}, {"number": "", "spans": [], "date": {"day": "", "month": "", "year": ""}}]},
             {"question": "When?", "answer": {"number": "", "spans": [], "date": {"day": "1", "month": "May", "year": "1900"}}, "query_id": "q2"}],
    "SVAMP": [{"ID": "chal-1", "Body": "Each pack costs 76 dollars", "Question": "What does a pack cost?", "Equation": "SHOW-NOT", "Answer": 51.0, "Type": "T"}],
    "ASDiv": [{"ID": "n1", "Body": "Two birds sat.", "Question": "How many birds?", "Answer": "1,200.5 (birds)"},
              {"ID": "n2", "Body": "Two & one.", "Question": "What is the share?", "Answer": "2:1"}],
    "GSM-Hard": [{"input": "How much?", "code": "SHOW-NOT", "target": -9867630.0}],
    "GSM-Plus": [{"question": "How many now?", "answer": "1,200", "seed_question": "How many?", "seed_answer": "SHOW-NOT"},
                 {"question": "How many then?", "answer": "None", "seed_question": "How many?"}],
    "MAWPS": [{"input": "Two and two?", "target": 4}],
}
RECORDS = {
    "NQ": [("NQ/00000", None, "who won", ["Ann", "Ann B"])],
    "PopQA": [("PopQA/4222362", None, 'What is "Ann"?', ["politician", "pol"])],
    "WebQuestions": [("WebQuestions/wqs000000", None, "what is peru's capital?", ["Lima"])],
    "TriviaQA": [("TriviaQA/tc_33", None, "Which street?", ["sunset blvd", "Sunset!"]), ("TriviaQA/tc_34", None, "Which city?", ["oslo"])],
    "BBH": [("BBH/boolean_expressions-000", None, "not ( True ) is", ["False"])],
    "StrategyQA": [("StrategyQA/e0", None, "Is ice cold?\nAnswer yes or no.", ["yes"]), ("StrategyQA/e1", None, "Is fire cold?\nAnswer yes or no.", ["no"])],
    "FOLIO": [(f"FOLIO/{place}", "All A are B.\nx is A.",
               f"All A are B.\nx is A.\n\nFrom these premises alone: is the following true, false or uncertain?\n{text}", [gold])
              for place, text, gold in (("00000", "x is B.", "true"), ("00001", "x is C.", "uncertain"))],
    "ProofWriter": [(f"ProofWriter/AttNeg-1/{name}", "AttNeg-1", f"Bob is big.\n\nFrom these statements alone: is the following true, false or unknown?\n{text}", [gold])
                    for name, text, gold in (("Q1", "Bob is big.", "true"), ("Q2", "Bob is red.", "unknown"))],
    "DROP": [("DROP/q1", "p1", "Red won.\n\nHow many?", [["3"], ["three", "goals"]]), ("DROP/q2", "p1", "Red won.\n\nWhen?", [["1 May 1900"]])],
    "SVAMP": [("SVAMP/chal-1", None, "Each pack costs 76 dollars. What does a pack cost?", ["51.0"])],
    "ASDiv": [("ASDiv/n1", None, "Two birds sat. How many birds?", ["1200.5"])],
    "GSM-Hard": [("GSM-Hard/00000", None, "How much?", ["-9867630.0"])],
    "GSM-Plus": [("GSM-Plus/00000", "How many?", "How many now?", ["1200"])],
    "MAWPS": [("MAWPS/00000", None, "Two and two?", ["4"])],
}
NEEDED = {"NQ": ("question", "answer"), "PopQA": ("id", "question", "possible_answers"), "WebQuestions": ("qId", "qText", "answers"),
          "TriviaQA": ("QuestionId", "Question", "Answer"), "BBH": ("input", "target"), "StrategyQA": ("qid", "question", "answer"),
          "FOLIO": ("premises", "conclusion", "label"), "ProofWriter": ("id", "theory", "questions"), "DROP": ("question", "answer", "query_id"),
          "SVAMP": ("ID", "Body", "Question", "Answer"), "ASDiv": ("Body", "Question", "Answer"), "GSM-Hard": ("input", "target"),
          "GSM-Plus": ("question", "answer", "seed_question"), "MAWPS": ("input", "target")}
LABELS = {"StrategyQA": ("answer", "perhaps"), "FOLIO": ("label", "Maybe"), "GSM-Hard": ("target", "x"), "SVAMP": ("Answer", None), "NQ": ("answer", "Ann")}


def asdiv(rows) -> bytes:
    problems = "".join(f'<Problem ID="{row["ID"]}" Grade="1">' + "".join(f"<{tag}>{text.replace('&', '&amp;')}</{tag}>" for tag, text in row.items() if tag != "ID")
                       + "</Problem>" for row in rows)
    return f'<?xml version="1.0" encoding="UTF-8" ?>\n<File><ProblemSet>{problems}</ProblemSet></File>'.encode("utf-8")


def bbh(rows) -> dict:
    """Twenty-seven files, the first with the rows, the others with none."""
    return {file.name: made_sources.json_value({"canary": "c", "examples": rows if number == 0 else []})
            for number, file in enumerate(pool_of("BBH").source.forms[0].files)}


WRITERS = {
    "NQ": lambda rows: {"pool/nq_open.dev.jsonl": made_sources.json_lines(rows)},
    "PopQA": lambda rows: {"pool/popQA.tsv": made_sources.csv_rows(rows, "\t")},
    "WebQuestions": lambda rows: {"pool/webquestions.main.test.json": made_sources.json_value(rows)},
    "TriviaQA": lambda rows: {"pool/triviaqa-unfiltered.tar.gz": made_sources.tarred({"triviaqa-unfiltered/unfiltered-web-dev.json": made_sources.json_value({"Data": rows})})},
    "BBH": bbh,
    "StrategyQA": lambda rows: {"pool/strategyqa.dev.json": made_sources.json_value(rows)},
    "FOLIO": lambda rows: {"../folio_validation/folio-validation.jsonl": made_sources.json_lines(rows)},
    "ProofWriter": lambda rows: {"pool/proofwriter-dataset-V2020.12.3.zip": made_sources.zipped({"proofwriter/OWA/depth-5/meta-test.jsonl": made_sources.json_lines(rows)})},
    "DROP": lambda rows: {"pool/drop_dataset_dev.json": made_sources.json_value({"p1": {"passage": "Red won.", "qa_pairs": rows, "wiki_url": "u"}})},
    "SVAMP": lambda rows: {"pool/SVAMP.json": made_sources.json_value(rows)},
    "ASDiv": lambda rows: {"pool/ASDiv.xml": asdiv(rows)},
    "GSM-Hard": lambda rows: {"pool/gsmhardv2.jsonl": made_sources.json_lines(rows)},
    "GSM-Plus": lambda rows: {"pool/gsmplus_testmini.jsonl": made_sources.json_lines(rows)},
    "MAWPS": lambda rows: {f"pool/mawps{part}.jsonl": made_sources.json_lines(rows if part == "addsub" else []) for part in pools.MAWPS_FILES},
}


def pool_of(name: str) -> pools.Pool:
    return next(pool for pool in pools.POOLS if pool.name == name)


class Pools(reference_case.ReferenceCase):
    def questions(self, name: str, rows, folder: str) -> list:
        """What a set gives of made-up rows, its pins put aside."""
        reference_case.write_files(self.folder / folder, pools.FOLDER, WRITERS[name](rows))
        pool = pool_of(name)
        return pools.questions_of(pool, store.find(self.stock(folder), pools.FOLDER, without_hashes([pool.source])[0]))

    def test_names(self):
        self.assertEqual([pool.name for pool in pools.POOLS], list(ROWS))

    def test_questions(self):
        for pool in pools.POOLS:
            with self.subTest(pool=pool.name):
                found = self.questions(pool.name, ROWS[pool.name], pool.name)
                self.assertEqual([(row["id"], row["group"], row["question"], row["gold"]) for row in found], RECORDS[pool.name])
                self.assertEqual({(row["set"], row["rule"]) for row in found}, {(pool.name, pool.rule)})
                self.assertNotIn("SHOW-NOT", json.dumps(found))

    def test_fields(self):
        """A renamed field that is needed stops the reading and is named; any other changes nothing."""
        for name, rows in ROWS.items():
            for field in dict.fromkeys(key for row in rows for key in row):
                with self.subTest(set=name, field=field):
                    changed = [{f"{field}_new" if key == field else key: value for key, value in row.items()} for row in rows]
                    if field in NEEDED[name]:
                        with self.assertRaisesRegex(SourceError, repr(field)):
                            self.questions(name, changed, f"{name}-{field}")
                    elif field not in ("ID", "validated_answers"):
                        found = self.questions(name, changed, f"{name}-{field}")
                        self.assertEqual([row["id"] for row in found], [row[0] for row in RECORDS[name]])

    def test_labels(self):
        for name, (field, value) in LABELS.items():
            with self.subTest(set=name), self.assertRaises(SourceError):
                self.questions(name, [{**ROWS[name][0], field: value}], name)

    def test_nested_labels(self):
        nested = {"ProofWriter": [{"id": "a", "theory": "t", "questions": {"Q1": {"question": "q", "answer": "Perhaps"}}}],
                  "DROP": [{"question": "q", "answer": {"number": "1"}, "query_id": "q1"}],
                  "TriviaQA": [{"Answer": {"Aliases": ["a"]}, "Question": "q", "QuestionId": "t"}],
                  "PopQA": [{"id": "1", "question": "q", "possible_answers": "['a']"}]}
        for name, rows in nested.items():
            with self.subTest(set=name), self.assertRaises(SourceError):
                self.questions(name, rows, name)

    def test_other_forms(self):
        """A nested value of another form stops the reading with the set's name."""
        changes = {"TriviaQA": ("Answer", {"NormalizedAliases": None}), "ProofWriter": ("questions", []), "FOLIO": ("premises", None), "SVAMP": ("Body", 7),
                   "DROP": ("answer", {"number": "", "spans": [], "date": None}), "WebQuestions": ("qText", None)}
        for name, (field, value) in changes.items():
            with self.subTest(set=name), self.assertRaisesRegex(SourceError, f"{name}: .*layout of the source has changed"):
                self.questions(name, [{**ROWS[name][0], field: value}], name)

    def test_cut(self):
        for name in ROWS:
            with self.subTest(set=name):
                files = WRITERS[name](ROWS[name])
                first = next(iter(files))
                reference_case.write_files(self.folder / f"cut-{name}", pools.FOLDER, {**files, first: files[first][:len(files[first]) // 2]})
                pool = pool_of(name)
                with self.assertRaisesRegex(SourceError, Path(first).name.replace(".", r"\.")):
                    pools.questions_of(pool, store.find(self.stock(f"cut-{name}"), pools.FOLDER, without_hashes([pool.source])[0]))


class Command(reference_case.ReferenceCase):
    def setUp(self):
        super().setUp()
        plain = tuple(pool._replace(source=without_hashes([pool.source])[0]) for pool in pools.POOLS)
        patch = mock.patch.object(pools, "POOLS", plain)
        patch.start()
        self.addCleanup(patch.stop)
        self.made = self.folder / "questions.jsonl"

    def run_it(self, *words):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cap_boundary.main(["questions", str(self.folder / "cache"), str(self.made), "--source", str(self.folder / "source"), "--offline", *words])
        return code, out.getvalue(), err.getvalue()

    def put(self, *names):
        for name in names:
            reference_case.write_files(self.folder / "source", pools.FOLDER, WRITERS[name](ROWS[name]))

    def test_what_is_there(self):
        """Without --set, the sets on disk are taken; the draw is the same every time."""
        self.put("StrategyQA", "FOLIO", "BBH")
        code, out, _ = self.run_it("--per-set", "1")
        self.assertEqual((code, out), (0, "BBH: 1 of 1 questions\nStrategyQA: 1 of 2 questions\nFOLIO: 1 of 2 questions\n"))
        first = self.made.read_bytes()
        self.run_it("--per-set", "1")
        self.assertEqual(self.made.read_bytes(), first)
        self.assertEqual([row["set"] for row in map(json.loads, first.splitlines())], ["BBH", "StrategyQA", "FOLIO"])

    def test_named(self):
        self.put("StrategyQA", "SVAMP")
        self.assertEqual(self.run_it("--set", "SVAMP")[1], "SVAMP: 1 of 1 questions\n")
        self.assertIn("popQA.tsv", self.run_it("--set", "PopQA")[2])
        self.assertIn("no set XYZ", self.run_it("--set", "XYZ")[2])

    def test_nothing(self):
        code, _, err = self.run_it()
        self.assertEqual(code, 2)
        self.assertIn("--set", err)
        self.assertFalse(self.made.exists())


if __name__ == "__main__":
    unittest.main()
