"""Reading answers: what is a record, what is a probability, which record counts, and what every oddity is counted as."""
from __future__ import annotations

import gzip
import json
import sys
import tempfile
import tracemalloc
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import made
from generators import items
from scoring import runs, tasks

SCORE = {"type": "score", "instructions": "How well?", "criteria": ["not", "well"]}


def line(key="t:00000", **body) -> bytes:
    return json.dumps({"id": key, **body}).encode() + b"\n"


YES = line(p={"yes": 0.8, "no": 0.2})


class Reading(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def task(self, rows=None):
        rows = rows or made.pairs("t", 1)
        return tasks.Task("t", "custom", None, "accuracy", 0.5, "", tuple(rows), tuple(range(len(rows))), len(rows))

    def read(self, data: bytes, name="t.jsonl", rows=None, dropped=frozenset()):
        (self.folder / name).write_bytes(data)
        return runs.read_answers(self.task(rows), self.folder, dropped)

    def first(self, **body):
        """What a record for the first item is read as, and whether it is invalid."""
        answers = self.read(line(**body))
        return answers.probabilities[0], answers.invalid

    # Lines

    def test_byte_order_mark_and_carriage_returns_are_taken_off(self):
        answers = self.read(b"\xef\xbb\xbf" + YES.replace(b"\n", b"\r\n") + line("t:00001", error="x").replace(b"\n", b"\r\n"))
        self.assertEqual((answers.probabilities, answers.records, answers.malformed_lines), (((0.8, 0.2), None), 2, 0))

    def test_a_byte_order_mark_further_down_is_malformed(self):
        self.assertEqual(self.read(YES + b"\xef\xbb\xbf" + YES).malformed_lines, 1)

    def test_other_line_separators_inside_strings_end_no_line(self):
        for sign in ("\u2028", "\u2029", "\u0085", "\x0c", "\x1c"):
            text = json.dumps({"id": "t:00000", "p": {"yes": 1}, "raw": f"a{sign}b"}, ensure_ascii=False)
            answers = self.read(text.encode("utf-8") + b"\n")
            self.assertEqual((answers.records, answers.malformed_lines), (1, 0), ascii(sign))

    def test_empty_lines_are_nothing(self):
        answers = self.read(b"\n\r\n" + YES + b"\n")
        self.assertEqual((answers.records, answers.malformed_lines), (1, 0))

    def test_what_is_no_record_is_counted_with_its_line(self):
        bad = [b"null", b"[]", b"3", b'"x"', b"{", b'{"p": {"yes": 1}}', b'{"id": 7}', b'{"id": null}', b"\xff", b" ", b"not json"]
        answers = self.read(YES + b"\n".join(bad) + b"\n")
        self.assertEqual((answers.malformed_lines, answers.records, answers.failed), (len(bad), 1, 1))
        self.assertIn("t.jsonl:2: is not a JSON object with a string id", answers.warnings[0])
        self.assertIn(f"{len(bad) - 5} more lines", answers.warnings[-1])

    def test_a_torn_last_line_is_named(self):
        answers = self.read(YES + line("t:00001", p={"yes": 1})[:-9])
        self.assertEqual((answers.malformed_lines, answers.records), (1, 1))
        self.assertIn("t.jsonl:2: the last line is torn", answers.warnings[0])

    def test_a_whole_last_line_without_line_end_is_read(self):
        answers = self.read(YES[:-1])
        self.assertEqual((answers.malformed_lines, answers.records), (0, 1))

    def test_gzip(self):
        answers = self.read(gzip.compress(YES), "t.jsonl.gz")
        self.assertEqual((answers.probabilities[0], answers.records), ((0.8, 0.2), 1))

    def test_a_gzip_file_that_breaks_off(self):
        whole = gzip.compress(b"".join(line("t:00000", p={"yes": 1}, raw=str(number) * 50) for number in range(300)))
        answers = self.read(whole[:len(whole) // 2], "t.jsonl.gz")
        self.assertEqual(answers.malformed_lines, 1)
        self.assertIn("breaks off", answers.warnings[0])

    def test_no_gzip_at_all(self):
        self.assertEqual(self.read(b"plain text", "t.jsonl.gz").malformed_lines, 1)

    def test_both_forms_are_an_error(self):
        (self.folder / "t.jsonl.gz").write_bytes(gzip.compress(YES))
        with self.assertRaisesRegex(tasks.ScoringError, "keep one of the two"):
            self.read(YES)

    def test_no_file(self):
        answers = runs.read_answers(self.task(), self.folder)
        self.assertEqual((answers.has_file, answers.failed, answers.records), (False, 2, 0))

    def test_lone_surrogates_are_read_and_shown_safely(self):
        answers = self.read(b'{"id": "\\ud800", "p": {"yes": 1}}\n' + b'{"id": "t:00000", "p": {"\\udfff": 1, "yes": 1}}\n')
        self.assertEqual((answers.unknown_ids, answers.foreign_keys, answers.probabilities[0]), (1, 1, (1.0, 0.0)))
        self.assertIn("\\ud800", answers.warnings[0])

    def test_a_raw_surrogate_is_no_utf_8(self):
        self.assertEqual(self.read(b'{"id": "t:00000", "raw": "\xed\xa0\x80"}\n').malformed_lines, 1)

    def test_deep_nesting_is_malformed(self):
        self.assertEqual(self.read(b'{"id":"t:00000","raw":' + b"[" * 200000 + b"]" * 200000 + b"}\n").malformed_lines, 1)

    # Which record counts

    def test_the_last_valid_record_counts(self):
        answers = self.read(YES + line(p={"yes": 1, "no": 3}))
        self.assertEqual((answers.probabilities[0], answers.duplicates, answers.records), ((0.25, 0.75), 1, 1))

    def test_an_error_or_invalid_record_never_replaces_a_valid_one(self):
        answers = self.read(YES + line(error="late") + line(p={"yes": "0.9"}))
        self.assertEqual((answers.probabilities[0], answers.duplicates, answers.invalid, answers.failed), ((0.8, 0.2), 1, 0, 1))

    def test_the_last_state_of_a_failed_item(self):
        self.assertEqual(self.read(line(error="x") + line(p={})).invalid, 1)
        self.assertEqual(self.read(line(p={}) + line(error="x")).invalid, 0)

    def test_p_counts_beside_an_error_and_beside_answers(self):
        self.assertEqual(self.first(p={"yes": 1}, error="x"), ((1.0, 0.0), 0))
        self.assertEqual(self.first(p={"yes": 1}, answers={"q": {"type": "noul", "noul": 0.1}}), ((1.0, 0.0), 0))

    def test_a_record_with_neither_is_an_error(self):
        for body in ({}, {"error": "x"}, {"answers": None}, {"answers": {"r": {}}}, {"answers": []}):
            self.assertEqual(self.first(**body), (None, 0), body)

    def test_unknown_and_outside(self):
        answers = self.read(line("t:00009", p={}) + line("t:00007", p={}) + line("t:00007", p={}), dropped=frozenset({"t:00007"}))
        self.assertEqual((answers.unknown_ids, answers.outside, answers.records), (1, 2, 0))
        self.assertIn("t.jsonl:1: id t:00009 is not an item of t (2 items)", answers.warnings[0])

    # Probabilities

    def test_valid(self):
        for given, expected in (({"yes": 3, "no": 1}, (0.75, 0.25)), ({"no": 0.2}, (0.0, 1.0)), ({"yes": 1e-320, "no": 0}, (1.0, 0.0)),
                                ({"yes": 1e308, "no": 1e308}, (0.5, 0.5)), ({"yes": 0.33, "no": 0.66}, (0.333333333333, 0.666666666667))):
            self.assertEqual(self.first(p=given), (expected, 0), given)

    def test_invalid(self):
        for given in ({}, None, [], 0.8, "yes", {"yes": 0, "no": 0}, {"yes": -0.1, "no": 1.1}, {"yes": True}, {"yes": "0.8", "no": 0.2},
                      {"yes": None, "no": 1}, {"yes": float("nan"), "no": 1}, {"yes": float("inf")}, {"Yes": 1}, {"yes ": 1}, {"yes": [1]}):
            self.assertEqual(self.first(p=given), (None, 1), given)

    def test_whole_numbers_of_any_length(self):
        for digits, valid in ((200, True), (400, False), (5000, False)):
            answers = self.read(b'{"id":"t:00000","p":{"yes":' + b"9" * digits + b',"no":1}}\n')
            self.assertEqual((answers.failed == 1, answers.malformed_lines), (valid, 0), digits)

    def test_foreign_keys_are_counted_and_left_out(self):
        answers = self.read(line(p={"yes": 0.6, "no": 0.2, "maybe": 9, "Yes": 1}))
        self.assertEqual((answers.probabilities[0], answers.foreign_keys), ((0.75, 0.25), 2))

    def test_rounding_makes_the_noise_of_a_division_a_tie(self):
        # .1 + .2 is not .3 in doubles; after rounding to 12 decimals both halves are .5
        answers = self.read(line(p={"yes": 0.1 + 0.2, "no": 0.3}))
        self.assertEqual((answers.probabilities[0], answers.tied), ((0.5, 0.5), 1))

    def test_a_difference_in_the_twelfth_decimal_is_no_tie(self):
        answers = self.read(line(p={"yes": 0.499999999999, "no": 0.500000000001}))
        self.assertEqual((answers.probabilities[0], answers.tied), ((0.499999999999, 0.500000000001), 0))

    def test_a_failed_item_is_not_decided_by_a_tie(self):
        self.assertEqual(self.read(line(error="x")).tied, 0)

    def test_uniform_is_rounded_alike(self):
        self.assertEqual(runs.uniform("abc"), (0.333333333333,) * 3)

    # Answer objects

    def answer(self, **body):
        return self.first(answers={"q": body})

    def test_noul(self):
        self.assertEqual(self.answer(type="noul", noul=0.81), ((0.81, 0.19), 0))
        self.assertEqual(self.answer(noul=0), ((0.0, 1.0), 0))
        self.assertEqual(self.answer(type="noul", noul=1, probabilities={"yes": 0.2, "no": 0.8}), ((1.0, 0.0), 0))

    def test_noul_outside_0_to_1_is_invalid(self):
        for value in (-0.1, 1.0000001, True, "0.5", None, float("nan")):
            self.assertEqual(self.answer(type="noul", noul=value, probabilities={"yes": 1}), (None, 1), value)

    def test_a_choice_without_probabilities_is_invalid_not_certain(self):
        self.assertEqual(self.answer(type="choice", choice="yes", confidence=1.0), (None, 1))

    def test_an_unknown_type_is_invalid(self):
        self.assertEqual(self.answer(type="text", probabilities={"yes": 1}), (None, 1))
        self.assertEqual(self.first(answers={"q": "yes"}), (None, 1))

    def test_choice_and_score(self):
        rows = [made.choice_item("t", 0, "b", ("a", "b")), items.Item("t:00001", "s", SCORE, ("0", "1"), "1")]
        answers = self.read(line(answers={"q": {"type": "choice", "choice": "b", "probabilities": {"a": 0.3, "b": 0.7}}})
                            + line("t:00001", answers={"q": {"type": "score", "score": 0.6, "probabilities": {"0": 0.4, "1": 0.6}}}), rows=rows)
        self.assertEqual(answers.probabilities, ((0.3, 0.7), (0.4, 0.6)))

    # The run's own files

    def test_hashes(self):
        self.assertEqual(runs.read_hashes(self.folder), ({}, None))
        path = self.folder / "_items.json"
        path.write_text('{"t": {"sha256": "ab"}, "u": 3}')
        self.assertEqual(runs.read_hashes(self.folder), ({"t": "ab", "u": None}, None))
        for bad in ("[1]", "{", "\udcff"):
            path.write_bytes(bad.encode("utf-8", "surrogateescape"))
            self.assertIn("_items.json", runs.read_hashes(self.folder)[1])

    def test_answered_tasks(self):
        for name in ("b.jsonl", "a.jsonl.gz", "_items.json", "notes.txt", ".c.jsonl"):
            (self.folder / name).write_text("")
        self.assertEqual(runs.answered_tasks(self.folder), ["a", "b"])


class Streaming(unittest.TestCase):
    def test_a_large_file_is_read_line_by_line(self):
        rows = made.pairs("t", 1)
        task = tasks.Task("t", "custom", None, "accuracy", 0.5, "", tuple(rows), (0, 1), 2)
        with tempfile.TemporaryDirectory() as folder:
            filler = line(p={"yes": 1}, raw="x" * 100000)
            with open(Path(folder) / "t.jsonl", "wb") as handle:
                for _ in range(200):
                    handle.write(filler)
            tracemalloc.start()
            answers = runs.read_answers(task, folder)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        self.assertEqual((answers.records, answers.duplicates), (1, 1))
        self.assertLess(peak, 3_000_000)  # the file has 20 MB, a line 0.1 MB


if __name__ == "__main__":
    unittest.main()
