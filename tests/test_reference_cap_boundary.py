"""Sampling replies of a chat model into a file, and the file that the two cap_boundary tasks are built from."""
from __future__ import annotations

import contextlib
import io
import json
import signal
import subprocess
import sys
import time
import unittest
from collections import Counter
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reference import replies
from reference.build import cap_boundary
from reference.sources import SourceError
from runner import faults
from runner.probabilities import AnswerError
from tests import chat_endpoint, made_sources, reference_case
from tests.made_sources import cap_boundary_card as made

SCRIPT = Path(cap_boundary.__file__)
KEY = "sk-made-up-9f3a"
SUMS = {f"SVAMP/chal-{number}": f"What is {number} and {number}?" for number in range(1, 7)}


def question(name: str, text: str, gold: str) -> dict:
    return {"id": name, "set": "SVAMP", "group": None, "rule": "number", "question": text, "gold": [gold]}


def solve(prompt: str, number: int) -> tuple:
    """The right sum, and a wrong one for the number 3."""
    one = int(prompt.split("What is ")[1].split()[0])
    return chat_endpoint.reply(f"Let me see.\nAnswer: {0 if one == 3 else 2 * one}")


class Case(reference_case.ReferenceCase):
    def setUp(self):
        super().setUp()
        for name, value in (("FIRST_WAIT", 0.002), ("LONGEST_BACKOFF", 0.02)):
            patch = mock.patch.object(faults, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        self.addCleanup(lambda: [signal.signal(number, handler) for number, handler in kept.items()])
        self.questions, self.answers = self.folder / "questions.jsonl", self.folder / "answers.jsonl"
        self.questions.write_bytes(made_sources.json_lines([question(name, text, str(2 * int(name[-1]))) for name, text in SUMS.items()]))

    def serve(self, answer) -> chat_endpoint.ChatEndpoint:
        server = chat_endpoint.ChatEndpoint(answer)
        self.addCleanup(server.stop)
        return server

    def words(self, url, *more) -> list:
        return ["sample", str(self.questions), str(self.answers), "--url", url, "--model", "served-m", "--name", "M One", "--about", "a made-up model",
                "--samples", "3", *more]

    def run_here(self, *words):
        """(exit code, standard output, standard error) of the command in this process."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cap_boundary.main(list(words))
        return code, out.getvalue(), err.getvalue()

    def lines(self) -> list:
        return [json.loads(line) for line in self.answers.read_bytes().splitlines()]

    def counts(self) -> Counter:
        """{question: number of replies} in the file."""
        found = Counter()
        for line in self.lines():
            found[line["id"]] += len(line["replies"])
        return found


class Sampling(Case):
    def test_all(self):
        """Every question gets its replies; what is sent and what is written is as documented."""
        server = self.serve(solve)
        code, out, _ = self.run_here(*self.words(server.url, "--temperature", "0.7", "--max-tokens", "50"))
        self.assertEqual((code, out), (0, "18 of 18 replies\n"))
        self.assertEqual(self.counts(), {name: 3 for name in SUMS})
        path, _, body = server.requests[0]
        self.assertEqual(path, "/v1/chat/completions")
        self.assertEqual({key: body[key] for key in ("model", "temperature", "max_tokens")}, {"model": "served-m", "temperature": 0.7, "max_tokens": 50})
        line = next(line for line in self.lines() if line["id"] == "SVAMP/chal-2")
        self.assertEqual(line, {**question("SVAMP/chal-2", "What is 2 and 2?", "4"), "model": "M One", "about": "a made-up model", "served": "served-m",
                                "temperature": 0.7, "max_tokens": 50, "replies": ["Let me see.\nAnswer: 4"] * 3})

    def test_grading_after_sampling(self):
        self.run_here(*self.words(self.serve(solve).url))
        code, out, _ = self.run_here("rates", str(self.answers))
        self.assertEqual(code, 0)
        self.assertIn("0.833", out)  # five of six sums are right
        rates = {pair.id: (pair.right, pair.n) for pair in cap_boundary.pairs_of(cap_boundary.read_lines(self.answers, cap_boundary.FIELDS))}
        self.assertEqual(rates, {name: (0 if name.endswith("3") else 3, 3) for name in SUMS})

    def test_going_on(self):
        """A second start asks only what the first could not have, and more samples only the difference."""
        broken = self.serve(lambda prompt, number: (400, {"error": {"message": "too long"}}) if "What is 5" in prompt else solve(prompt, number))
        code, out, _ = self.run_here(*self.words(broken.url))
        self.assertEqual((code, out), (1, "15 of 18 replies, 1 questions failed (HTTP 400)\n"))
        server = self.serve(solve)
        self.assertEqual(self.run_here(*self.words(server.url))[0], 0)
        self.assertEqual(len(server.requests), 3)
        self.assertEqual(self.run_here(*self.words(server.url, "--samples", "4"))[0], 0)
        self.assertEqual(len(server.requests), 9)
        self.assertEqual(self.counts(), {name: 4 for name in SUMS})
        self.assertEqual(self.run_here(*self.words(server.url, "--samples", "4"))[1], "0 of 0 replies\n")

    def test_passing_faults(self):
        """Faults that pass are asked again: server errors, a cut JSON, an empty choice."""
        def answer(prompt, number):
            bad = {1: (500, {}), 2: (200, b'{"choices": [{'), 3: (200, {"choices": []}), 4: (200, {"choices": [{"message": {"content": None}}]}), 5: (503, b"busy")}
            return bad.get(number) or solve(prompt, number)
        server = self.serve(answer)
        code, out, _ = self.run_here(*self.words(server.url, "--concurrency", "2"))
        self.assertEqual((code, out), (0, "18 of 18 replies\n"))
        self.assertEqual(len(server.requests), 23)

    def test_torn_line(self):
        """A line that a crash cut is taken off; its replies are asked for again."""
        server = self.serve(solve)
        self.run_here(*self.words(server.url))
        data = self.answers.read_bytes()
        self.answers.write_bytes(data[:-20])
        self.assertEqual(self.run_here(*self.words(server.url))[0], 0)
        self.assertEqual(len(server.requests), 21)
        self.assertEqual(self.counts(), {name: 3 for name in SUMS})

    def test_other_settings(self):
        server = self.serve(solve)
        self.run_here(*self.words(server.url))
        for words, text in ((("--temperature", "0"), "temperature was 1.0, now 0.0"), (("--about", "another"), "about was"), (("--max-tokens", "7"), "max_tokens was")):
            with self.subTest(words=words):
                code, _, err = self.run_here(*self.words(server.url, *words))
                self.assertEqual(code, 2)
                self.assertIn(text, err)
        self.assertEqual(self.run_here(*self.words(server.url, "--temperature", "0", "--name", "M Two"))[0], 0)

    def test_key(self):
        """The key is sent and stays out of what the model says back."""
        server = self.serve(lambda prompt, number: chat_endpoint.reply(f"Answer: {KEY}"))
        with mock.patch.dict("os.environ", {"SOME_KEY": KEY}):
            code, out, err = self.run_here(*self.words(server.url, "--api-key-env", "SOME_KEY"))
        self.assertEqual(code, 0)
        self.assertEqual({headers["Authorization"] for _, headers, _ in server.requests}, {f"Bearer {KEY}"})
        self.assertNotIn(KEY, self.answers.read_text(encoding="utf-8") + out + err)

    def test_stops(self):
        """A wrong key, an unknown model and an endpoint that is not there stop the run with what to do."""
        for status, advice in ((401, "--api-key-env"), (404, "--model")):
            server = self.serve(lambda prompt, number, status=status: (status, {"error": "no"}))
            code, _, err = self.run_here(*self.words(server.url, "--concurrency", "1"))
            self.assertEqual((code, len(server.requests)), (2, 1))
            self.assertIn(advice, err)
        server.stop()
        with mock.patch.object(replies, "PATIENCE_SECONDS", 0.1):
            code, _, err = self.run_here(*self.words(server.url))
        self.assertEqual(code, 2)
        self.assertIn("cannot be reached", err)

    def test_many_failures(self):
        """Twenty questions in a row that fail stop the run."""
        self.questions.write_bytes(made_sources.json_lines([question(f"SVAMP/{number}", f"What is {number} and 1?", "1") for number in range(40)]))
        server = self.serve(lambda prompt, number: (400, {"error": "no"}))
        code, out, err = self.run_here(*self.words(server.url, "--concurrency", "1"))
        self.assertEqual((code, len(server.requests)), (2, 20))
        self.assertIn("20 questions in a row failed", err)

    def test_interrupted(self):
        """A stop by signal ends with 130; the same command goes on, and no reply is lost or asked twice."""
        server = self.serve(lambda prompt, number: (time.sleep(0.05), solve(prompt, number))[1])
        process = subprocess.Popen([sys.executable, str(SCRIPT), *self.words(server.url, "--samples", "20", "--concurrency", "2")], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        while len(server.requests) < 10:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130)
        self.assertIn("goes on from here", err)
        before = sum(self.counts().values())
        self.assertTrue(0 < before < 120)
        asked = len(server.requests)
        self.assertEqual(self.run_here(*self.words(server.url, "--samples", "20"))[0], 0)
        self.assertEqual(self.counts(), {name: 20 for name in SUMS})
        self.assertEqual(len(server.requests) - asked, 120 - before)

    def test_bad_arguments(self):
        self.assertIn("--about", self.run_here("sample", str(self.questions), str(self.answers), "--url", "http://127.0.0.1:1", "--model", "m", "--name", "Unknown")[2])
        self.assertIn("address", self.run_here(*self.words("127.0.0.1:1"))[2])
        self.questions.write_text('{"id": "a"}\n', encoding="utf-8")
        self.assertIn("questions.jsonl:1: no field 'set'", self.run_here(*self.words("http://127.0.0.1:1"))[2])
        self.assertIn("no-such-file", self.run_here("rates", str(self.folder / "no-such-file"))[2])


class Replies(unittest.TestCase):
    def test_addresses(self):
        for url, target in (("http://h:1", "/v1/chat/completions"), ("http://h:1/", "/v1/chat/completions"), ("http://h:1/v1/", "/v1/chat/completions"),
                            ("http://h:1/api/v4", "/api/v4/chat/completions"), ("http://h:1/v1/chat/completions", "/v1/chat/completions"),
                            ("http://h:1/v1?a=b", "/v1/chat/completions?a=b")):
            self.assertEqual(replies.address_of(url).target, target)

    def test_texts(self):
        for message, text in (({"content": "a"}, "a"), ({"content": ""}, ""), ({"content": None, "refusal": "no"}, "no"), ({"content": "\ud800"}, "?")):
            self.assertEqual(replies.read_reply(json.dumps({"choices": [{"message": message}]}).encode()), text)

    def test_unusable(self):
        for body in (b"[]", b"<html>", b'{"choices": [1]}', b'{"choices": [{"message": {"content": [1]}}]}', b'{"error": {"message": "no room"}}'):
            with self.subTest(body=body), self.assertRaises(AnswerError):
                replies.read_reply(body)

    def test_prompt(self):
        text = replies.prompt_of(question("a", "What is 1 and 1?", "2"))
        self.assertTrue(text.startswith("What is 1 and 1?\n\n"))
        self.assertIn("one number", text)
        self.assertIn("`Answer:`", text)


class Answers(Case):
    def build_rows(self, rows, task="cap_boundary_card", name="source"):
        return self.build(task, {f"../cap_boundary_card/{made.FILE}": made_sources.json_lines(rows)}, name)

    def test_card_and_record_share_items(self):
        """Both tasks ask the same, about questions that no record shows; all models' items on a question are one group."""
        rows = made.ROWS["answers"]
        card, record = (self.build_rows(rows, task, task) for task in ("cap_boundary_card", "cap_boundary_record"))
        asked = {item.state.split("Question put to the model:")[1] for item in card.rows}
        shown = {line[2:] for item in record.rows for line in item.state.splitlines() if line.startswith("- ")}
        self.assertEqual(shown & {text.split("\n")[1] for text in asked}, set())
        self.assertLessEqual({item.rate for item in record.rows}, {item.rate for item in card.rows})
        groups = Counter(item.group for item in card.rows)
        self.assertEqual(sorted(groups.values()), [1, 1, 1, 2])

    def test_bad_lines(self):
        row = made.ROWS["answers"][0]
        for number, (change, words) in enumerate((({"replies": "7"}, "replies is no list"), ({"replies": [7]}, "replies is no list"), ({"gold": []}, "gold holds no list"),
                                                  ({"gold": ["seven"]}, "no number"), ({"group": 7}, "group is neither"), ({"model": " "}, "model is no text"))):
            with self.subTest(change=change), self.assertRaisesRegex(SourceError, f"record 1: .*{words}"):
                self.build_rows([{**row, **change}], name=f"bad{number}")

    def test_lines_that_disagree(self):
        row = made.ROWS["answers"][0]
        for number, (change, words) in enumerate((({"question": "Another?"}, "another text or answer"), ({"about": "another"}, "described in two ways"))):
            with self.subTest(change=change), self.assertRaisesRegex(SourceError, f"record 2: .*{words}"):
                self.build_rows([row, {**row, **change}], name=f"other{number}")

    def test_too_few_replies(self):
        """Four replies give no item, five do."""
        row = made.ROWS["answers"][0]
        built = self.build_rows([{**row, "replies": ["7"] * 4}, {**row, "id": "SVAMP/chal-4", "question": "Else?", "replies": ["7"] * 5}])
        self.assertEqual(len(built.rows), 1)
        self.assertEqual(built.left, {"fewer than 5 replies": 1})

    def test_history_share(self):
        """About a third of many questions is kept for records, and whole groups together."""
        def pair(number):
            return cap_boundary.Pair(f"NQ/{number}", "NQ", f"NQ/{number // 2}", "exact", "q", "m", "a", 0, 5)
        kept = [cap_boundary.is_history(pair(number)) for number in range(3000)]
        self.assertTrue(900 < sum(kept) < 1100)
        self.assertEqual(kept[::2], kept[1::2])

    def test_from_endpoint_to_items(self):
        """Questions, sampled replies and a built task, one after the other."""
        self.run_here(*self.words(self.serve(solve).url, "--samples", "5"))
        built = self.build_rows(self.lines())
        self.assertEqual({item.rate for item in built.rows}, {1.0})  # the one wrong sum, 3 and 3, is kept for records
        self.assertEqual(len(built.rows), 4)


if __name__ == "__main__":
    unittest.main()
