"""Option probabilities from logprobs: reading them, and the runner against a chat API that misbehaves."""
from __future__ import annotations

import json
import math
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import items
from runner import option_keys, wire
from runner.chat import logprobs
from runner.probabilities import AnswerError
from tests import chaos_server, chat_server, small_root
from tests.http_case import Case
from tests.test_chat_run import FAULTS, MANNERS

YN = {"yes": "A", "no": "B"}


def one(text, p, given=True):
    """A listed token; without its bytes where not given."""
    return {"token": text, "bytes": list(text.encode("utf-8")) if given else None, "logprob": math.log(p)}


def content(taken, *listed):
    return {"content": [{**taken, "top_logprobs": list(listed)}]}


def read(given, labels=YN, whole=True):
    return logprobs.shares(logprobs.entries(given)[0], labels, whole)


class Reading(unittest.TestCase):
    def assert_shares(self, found, expected, bound=None, missing=()):
        self.assertEqual(list(found.found), list(expected))
        for option, value in expected.items():
            self.assertAlmostEqual(found.found[option], value, 12)
        self.assertAlmostEqual(found.mass, math.fsum(expected.values()), 12)
        self.assertEqual(found.missing, missing)
        if bound is not None:
            self.assertAlmostEqual(found.bound, bound, 12)

    def test_letters(self):
        self.assert_shares(read(content(one("A", 0.6), one("A", 0.6), one("B", 0.3), one("The", 0.05))), {"yes": 0.6, "no": 0.3})

    def test_blanks_before_a_letter_are_the_same_letter(self):
        self.assert_shares(read(content(one(" A", 0.5), one(" A", 0.5), one("A", 0.1), one("\u2581B", 0.2), one("\nB", 0.1), one("a", 0.05))), {"yes": 0.6, "no": 0.3})

    def test_what_is_not_listed_is_bounded_by_the_smallest_and_by_the_rest(self):
        # Listed: 0.6 and 0.2, so 0.2 is left and none of the others can be over the smallest, 0.2; then 0.6, 0.3 and 0.05, so 0.05 is left.
        self.assert_shares(read(content(one("A", 0.6), one("A", 0.6), one("x", 0.2))), {"yes": 0.6}, 0.2, ("no",))
        self.assert_shares(read(content(one("A", 0.6), one("A", 0.6), one("x", 0.3), one("y", 0.05))), {"yes": 0.6}, 0.05, ("no",))
        self.assert_shares(read(content(one("A", 0.7), one("A", 0.7), one("x", 0.299))), {"yes": 0.7}, 0.001, ("no",))

    def test_a_taken_token_that_is_not_listed_counts_once(self):
        self.assert_shares(read(content(one("B", 0.05), one("A", 0.8), one("x", 0.1))), {"yes": 0.8, "no": 0.05})
        self.assert_shares(read(content(one("A", 0.8), one("A", 0.8), one("x", 0.1))), {"yes": 0.8}, 0.1, ("no",))

    def test_a_taken_token_of_unknown_probability_counts_for_nothing(self):
        taken = {"token": "B", "bytes": [66], "logprob": -9999.0}
        self.assert_shares(read(content(taken, one("A", 0.8), one("x", 0.1))), {"yes": 0.8}, 0.1, ("no",))
        for unknown in (None, True, "x"):
            self.assert_shares(read(content({**taken, "logprob": unknown}, one("A", 0.8), one("x", 0.1))), {"yes": 0.8}, 0.1, ("no",))

    def test_parts_of_characters_match_by_their_bytes(self):
        labels = {"\U0001f600 good": "\U0001f600 good", "bad": "bad"}
        part = {"token": "", "bytes": [240, 159], "logprob": math.log(0.7)}
        self.assert_shares(read(content(part, part, one("b", 0.2)), labels, False), {"\U0001f600 good": 0.7, "bad": 0.2})
        text_alone = {"token": "\ufffd", "bytes": None, "logprob": math.log(0.1)}
        self.assert_shares(read(content(one("b", 0.2), one("b", 0.2), text_alone), labels, False), {"bad": 0.2}, 0.1, ("\U0001f600 good",))

    def test_tokens_of_no_bytes_are_no_label(self):
        nothing = {"token": "", "bytes": [], "logprob": math.log(0.5)}
        self.assert_shares(read(content(nothing, nothing, one(" ", 0.1), one("A", 0.2), one("B", 0.1))), {"yes": 0.2, "no": 0.1})

    def test_text_without_bytes(self):
        self.assert_shares(read(content(one("A", 0.6, False), one("A", 0.6, False), one("B", 0.3, False))), {"yes": 0.6, "no": 0.3})

    def test_keys(self):
        labels = {key: key for key in ("approve", "deny", "escalate")}
        found = read(content(one("appro", 0.4), one("appro", 0.4), one(" deny", 0.3), one("d", 0.1), one("esc", 0.1), one("denying", 0.05), one("Approve", 0.02)), labels, False)
        self.assert_shares(found, {"approve": 0.4, "deny": 0.4, "escalate": 0.1})

    def test_the_beginning_of_two_keys_counts_for_none(self):
        labels = {key: key for key in ("same", "yes_only_A", "yes_only_B")}
        self.assert_shares(read(content(one("yes", 0.6), one("yes", 0.6), one("same", 0.2)), labels, False), {"same": 0.2}, 0.2, ("yes_only_A", "yes_only_B"))

    def test_which_keys_begin_apart(self):
        for options, expected in ((("yes", "no"), True), (("approve", "deny", "escalate"), True), (("same", "yes_only_A", "yes_only_B"), False), (("R1", "R2"), False), (("\u00c9", "\u00e8"), False)):
            self.assertEqual(logprobs.begin_apart(options), expected)

    def test_both_shapes_of_completions(self):
        old = {"tokens": [" A"], "token_logprobs": [math.log(0.6)], "top_logprobs": [{" A": math.log(0.6), " B": math.log(0.3), "B": math.log(0.05)}]}
        self.assert_shares(read(old), {"yes": 0.6, "no": 0.35})
        self.assert_shares(read(content(one(" A", 0.6), one(" A", 0.6), one(" B", 0.3), one("B", 0.05))), {"yes": 0.6, "no": 0.35})
        self.assert_shares(read({**old, "tokens": [" B"], "token_logprobs": [math.log(0.02)], "top_logprobs": [{" A": math.log(0.6)}]}), {"yes": 0.6, "no": 0.02})

    def test_what_cannot_be_read(self):
        for given, text in ((None, "has no logprobs"), ({}, "has no logprobs"), ({"content": [{"token": "A"}]}, "no top_logprobs"), ({"content": ["A"]}, "no top_logprobs"),
                            ({"tokens": ["A"], "token_logprobs": [-1], "top_logprobs": [None]}, "no top_logprobs"),
                            (content(one("x", 0.9), one("x", 0.9), one("y", 0.05)), "none of the options is among the 2 tokens listed; each has a probability of 0.05 at most"),
                            (content(one("A", 0.9), {**one("A", 0.9), "logprob": 3.0}), "over 0"), (content(one("A", 0.9), one("A", 0.9), one("B", 0.9)), "sum to over 1")):
            with self.assertRaises(AnswerError) as caught:
                read(given)
            self.assertIn(text, str(caught.exception))
            self.assertFalse(caught.exception.again)

    def test_rounding_over_one_is_forgiven(self):
        self.assert_shares(read(content(one("A", 1.0), {**one("A", 1.0), "logprob": 1e-7})), {"yes": 1.0}, 0.0, ("no",))

    def test_the_place_of_the_answer(self):
        def place(tokens, text):
            return logprobs.answer_place([logprobs.Entry(token.encode(), (), 1.0) for token in tokens], text)
        for tokens, text, expected in (
                (("<think>", "A", "</think>", "\n\n", "B"), "B", 4), (("<think>", "A", "</think>\n", "B"), "B", 3), (("A", " is", "</think>", " B", ""), None, 3),
                (("so", " A", "B", ""), "B", 2), (("B", ""), "B", 0), (("\n", "B"), "B", 1), (("<think>", "A", "</think>"), "", None), (("<think>", "A"), "", None),
                (("so", "A"), None, None), ((), "B", None), (("[THINK]", "x", "[/THINK]", "B"), "B", 3), (("x", "y"), "B", None)):
            self.assertEqual(place(tokens, text), expected, tokens)


class KeysCase(Case):
    program = option_keys

    def words(self, url, *more):
        return ["--base-url", url + "/v1", "--model", "m", "--out", str(self.out), "--root", str(self.root), *map(str, more)]

    def serve(self, style="apart", mass=0.8, **chaos):
        server = chat_server.ChatServer(chaos_server.Chaos(**chaos), style, mass)
        self.addCleanup(server.stop)
        return server

    def records(self, task="alpha"):
        return {record["id"]: record for record in map(json.loads, (self.out / f"{task}.jsonl").read_text(encoding="utf-8").splitlines())}

    def assert_p(self, record, item, right=chat_server.right_answer, places=9):
        expected = right(item.state, item.options)
        self.assertEqual(list(record["p"]), list(item.options))
        for option in item.options:
            self.assertAlmostEqual(record["p"][option], expected[option] / math.fsum(expected.values()), places)


class WholeRuns(KeysCase):
    def test_every_item_gets_its_own_answer(self):
        made = small_root.make_root(self.root, {"alpha": 12})["alpha"]
        for more, style in (((), "apart"), (("--labels", "keys"), "apart"), (("--api", "completions"), "apart"), (("--api", "completions", "--labels", "keys"), "old"), (("--calls", 3), "apart")):
            with self.subTest(more):
                self.out = self.folder / f"run {more}"
                server = self.serve(style)
                status, out, err = self.run_here(server.url, *more)
                self.assertEqual(status, 0, err)
                for item in made:
                    self.assert_p(self.records()[item.id], item)
                    self.assertAlmostEqual(self.records()[item.id]["mass"], 0.8, 5)
                # Twelve items: four each with two, three and three options; so 12 calls, or 4 * 2 + 8 * 3 = 32 with up to three orders.
                self.assertEqual(len(server.bodies), 32 if "--calls" in more else 12)

    def test_the_request(self):
        small_root.make_root(self.root, {"alpha": 3})
        server = self.serve()
        self.run_here(server.url, "--concurrency", 1, "--top-logprobs", 7)
        body = server.bodies[1]
        self.assertEqual({key: body[key] for key in body if key not in ("model", "messages")},
                         {"max_tokens": 1, "chat_template_kwargs": {"enable_thinking": False, "thinking": False}, "logprobs": True, "top_logprobs": 7, "temperature": 0})
        self.assertIn("OPTIONS (letter. key: meaning)\nA. Billing desk: payments\nB. Tech\nC. \u00c4rztin: health\n\nReply with the letter of one option.", body["messages"][1]["content"])
        server = self.serve()
        self.out = self.folder / "plain"
        self.run_here(server.url, "--api", "completions", "--limit", 1)
        self.assertEqual((server.bodies[0]["logprobs"], server.bodies[0]["prompt"][-9:], b"POST /v1/completions " in server.heads[0]), (20, "\n\nAnswer:", True))

    def test_orders_are_turned(self):
        item = small_root.make_item("alpha", 1)
        shown = [option_keys.make_order(item, turn, "letters").labels for turn in range(3)]
        self.assertEqual(shown, [{"Billing desk": "A", "Tech": "B", "\u00c4rztin": "C"}, {"Tech": "A", "\u00c4rztin": "B", "Billing desk": "C"}, {"\u00c4rztin": "A", "Billing desk": "B", "Tech": "C"}])

    def test_an_average_over_orders(self):
        # A position of 0.9 for the first letter and 0.1 for the second, whatever stands there: both orders together give one half each.
        def reply(p):
            return option_keys.Pass(p, 0.8, {}, None)
        self.assertEqual(option_keys.average([reply({"yes": 0.9, "no": 0.1}), reply({"no": 0.9, "yes": 0.1})]), {"yes": 0.5, "no": 0.5})
        self.assertEqual(option_keys.average([reply({"yes": 1.0}), reply({"no": 0.5, "yes": 0.5})]), {"yes": 0.75, "no": 0.25})

    def test_keys_that_begin_alike_are_lettered_and_counted(self):
        question = items.choice("Which rule?", {"R1": "one", "R2": "two"})
        rows = [items.Item(f"alpha:{n:05d}", f"case {n}", question, ("R1", "R2"), gold="R1", group=f"alpha:g{n:04d}", level=1) for n in range(3)]
        small_root.write_task(self.root, "alpha", rows)
        status, out, err = self.run_here(self.serve().url, "--labels", "keys")
        self.assertEqual((status, "remark    options lettered: their keys begin alike: 3" in out), (0, True), err)
        self.assert_p(self.records()["alpha:00000"], rows[0])

    def test_more_options_than_letters(self):
        many = {f"option {n}": None for n in range(53)}
        item = items.Item("alpha:00000", "case", items.choice("Which?", many), tuple(many), gold="option 0")
        with self.assertRaises(wire.WireError):
            option_keys.make_order(item, 0, "letters")
        small_root.write_task(self.root, "alpha", [item])
        self.assertEqual(self.run_here(self.serve().url)[0], 1)
        self.assertEqual(self.records()["alpha:00000"]["error"], "not sent: the item has 53 options, more than the 52 letters")

    def test_low_mass_is_shown(self):
        small_root.make_root(self.root, {"alpha": 6})
        _, out, _ = self.run_here(self.serve(mass=0.3).url)
        self.assertIn("remark    mass below 0.5: 6", out)

    def test_a_server_without_logprobs(self):
        small_root.make_root(self.root, {"alpha": 6})
        server = self.serve(always="no logprobs")
        server.misbehave = lambda link, fault, reply: chaos_server.send(link, 200, json.dumps({**reply, "choices": [{**reply["choices"][0], "logprobs": None}]}).encode())
        self.assertEqual((self.run_here(server.url)[0], len(server.bodies)), (1, 6))
        self.assertIn("the reply has no logprobs", self.records()["alpha:00000"]["error"])

    def test_faults_and_going_on(self):
        made = small_root.make_root(self.root, {"alpha": 200})["alpha"]
        server = self.serve(seed=2, share=0.4, faults=FAULTS, manners=MANNERS)
        self.assertEqual(self.run_here(server.url, "--limit", 90, "--concurrency", 16)[0], 0)
        self.assertEqual(self.run_here(server.url, "--concurrency", 16)[0], 0)
        found = self.records()
        self.assertEqual(len((self.out / "alpha.jsonl").read_bytes().splitlines()), 200)
        for item in made:
            self.assert_p(found[item.id], item)

    def test_other_parameters_are_refused(self):
        small_root.make_root(self.root, {"alpha": 3})
        server = self.serve()
        self.run_here(server.url)
        for more, text in ((("--labels", "keys"), "labels was"), (("--calls", 2), "calls was"), (("--think-below", 0.9), "think_below was"), (("--top-logprobs", 5), "top_logprobs was")):
            status, _, err = self.run_here(server.url, *more)
            self.assertEqual((status, text in err), (2, True), err)


class Thinking(KeysCase):
    CUT = 0.6

    def setUp(self):
        super().setUp()
        self.made = small_root.make_root(self.root, {"alpha": 6})["alpha"]
        self.low = {item.id for item in self.made if max(chat_server.right_answer(item.state, item.options).values()) < self.CUT}
        self.assertTrue(0 < len(self.low) < 6, "the made items lie on both sides of the cut")

    def test_items_below_the_cut_are_asked_again(self):
        for style, tokens in (("apart", chat_server.REASONING_TOKENS), ("bare", chat_server.REASONING_TOKENS)):
            self.out = self.folder / style
            server = self.serve(style)
            status, out, err = self.run_here(server.url, "--think-below", self.CUT)
            self.assertEqual((status, len(server.bodies)), (0, 6 + len(self.low)), err)
            self.assertIn(f"remark    thought about, closed: {len(self.low)}", out)
            for item in self.made:
                record = self.records()[item.id]
                if item.id in self.low:
                    self.assert_p(record, item, chat_server.after_thought)
                    self.assertEqual((record["tokens"], record["closed"], set(record["first"])), (tokens, True, set(item.options)))
                else:
                    self.assert_p(record, item)
                    self.assertEqual((record["tokens"], "closed" in record), (0, False))

    def test_tokens_are_counted_where_usage_does_not_tell(self):
        self.run_here(self.serve(usage=None).url, "--think-below", self.CUT)
        # <think>, six words, </think>, a line break: nine tokens stand before the answer.
        self.assertEqual({self.records()[name]["tokens"] for name in self.low}, {9})
        self.out = self.folder / "bare"
        self.run_here(self.serve("bare", usage=None).url, "--think-below", self.CUT)
        self.assertEqual(["tokens" in self.records()[name] for name in self.low], [False] * len(self.low), "reasoning that is not listed has no known length")

    def test_reasoning_that_does_not_end_leaves_the_first_pass(self):
        server = self.serve()
        plain = server.build

        def build(request):
            reply, name = plain(request)
            choice = reply["choices"][0]
            if chat_server.is_thinking(request):
                choice["logprobs"]["content"] = choice["logprobs"]["content"][:5]
                choice["message"] = {"role": "assistant", "content": "", "reasoning_content": chat_server.REASONING}
                reply.pop("usage")
            return reply, name
        server.build = build
        status, out, _ = self.run_here(server.url, "--think-below", self.CUT)
        self.assertEqual((status, f"remark    thought about, not closed: {len(self.low)}" in out), (0, True))
        for item in self.made:
            self.assert_p(self.records()[item.id], item)
        self.assertEqual({(self.records()[name]["tokens"], self.records()[name]["closed"]) for name in self.low}, {(5, False)})

    def test_an_answer_that_is_no_option_leaves_the_first_pass(self):
        entries = {"content": [{**one(word, 0.9), "top_logprobs": [one(word, 0.9)]} for word in ("<think>", "</think>", "**")]}
        body = json.dumps({"choices": [{"message": {"content": "**"}, "finish_reason": "stop", "logprobs": entries}]}).encode()
        found = option_keys.read_thought(body, option_keys.make_order(self.made[0], 0, "letters"))
        self.assertEqual((found.tokens, found.closed, found.answer), (2, True, None))

    def test_a_model_that_does_not_reason_when_asked(self):
        body = json.dumps({"choices": [{"message": {"content": "A"}, "finish_reason": "stop", "logprobs": {"content": [{**one("A", 0.9), "top_logprobs": [one("A", 0.9)]}]}}]}).encode()
        found = option_keys.read_thought(body, option_keys.make_order(self.made[0], 0, "letters"))
        self.assertEqual((found.tokens, found.closed, found.answer.p), (0, None, {"yes": 1.0}))

    def test_completions_do_not_think(self):
        status, _, err = self.run_here("http://127.0.0.1:1", "--api", "completions", "--think-below", 0.9)
        self.assertEqual((status, "--think-below needs --api chat" in err), (2, True), err)


class Command(unittest.TestCase):
    def test_help(self):
        done = subprocess.run([sys.executable, option_keys.__file__, "--help"], stdout=subprocess.PIPE, text=True, timeout=20)
        self.assertEqual((done.returncode, "--top-logprobs" in done.stdout), (0, True))


if __name__ == "__main__":
    unittest.main()
