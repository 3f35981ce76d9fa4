"""The chat runners against a server with the habits of llama.cpp's: whatever it does, no wrong number is written."""
from __future__ import annotations

import json
import math
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import items
from runner import option_keys
from runner.chat import prompts, reader
from tests import chaos_server, chat_server, small_root
from tests.test_chat_run import ChatCase
from tests.test_option_keys import KeysCase

EXAMPLE = re.compile(r": [01]?\.[0-9]")
SCHEMA_SUMS = {1: (0.0, 0.0, 0.0), 2: (0.5, 0.5, 0.5), 3: (0.25, 0.25), 4: (0.5, 0.0, 0.0)}
"""{number of the item: what the model states under a schema}: valid by the schema, but no distribution."""


class LlamaServer(chat_server.ChatServer):
    """Chat and completions as llama.cpp serves them; unlike it, it answers right wherever it is not asked in a way that makes it answer wrong."""

    def _reply(self, link, head: bytes, body: bytes) -> bool:
        if not head.startswith(b"POST"):
            return chaos_server.send(link, 415, b"") if b"gzip" not in head.lower() else chaos_server.send(link, 200, b"{}")
        request = json.loads(body)
        if "top_logprobs" in request and not request.get("logprobs"):
            return chaos_server.send(link, 400, b'{"error": {"code": 400, "message": "top_logprobs requires logprobs to be set to true", "type": "invalid_request_error"}}')
        return super()._reply(link, head, body)

    def build(self, request: dict):
        reply, name = super().build(request)
        choice = reply["choices"][0]
        if request.get("logprobs"):
            choice["logprobs"]["content"] = [self.odd_entry(entry) for entry in choice["logprobs"]["content"]]
        else:
            choice["message"]["content"] = self.stated(request, choice["message"]["content"])
        return reply, name

    @staticmethod
    def odd_entry(entry: dict) -> dict:
        """The token taken was drawn: it is the least probable label and not listed. A token of a part of a character has bytes alone."""
        listed = [part_of_character(one) for one in sorted(entry["top_logprobs"], key=lambda one: one["logprob"])]
        taken = next(one for one in listed if one["token"] != "The")
        return {**taken, "top_logprobs": [one for one in listed[::-1] if one is not taken]}

    @staticmethod
    def stated(request: dict, content: str) -> str:
        """A copy of the numbers in the prompt where there are some; drawn numbers where no temperature is given; odd sums under a schema."""
        form = chat_server.text_of(request).rsplit("\n", 1)[-1]
        if EXAMPLE.search(form):
            return form
        p = json.loads(content)["probabilities"]
        number = int(re.search(r"case ([0-9]+)", chat_server.text_of(request))[1])
        if "temperature" not in request:
            p = dict(zip(p, [0.9, *[0.1 / (len(p) - 1)] * (len(p) - 1)]))
        if "response_format" in request and number in SCHEMA_SUMS:
            p = dict(zip(p, SCHEMA_SUMS[number]))
        return json.dumps({"choice": next(iter(p)), "probabilities": p}, ensure_ascii=False)


def part_of_character(one: dict) -> dict:
    """A listed token, cut within its first character where that has several bytes."""
    return one if one["bytes"][0] < 128 else {**one, "token": "", "bytes": one["bytes"][:1]}


def serve(case) -> LlamaServer:
    server = LlamaServer(chaos_server.Chaos())
    case.addCleanup(server.stop)
    return server


class Stated(ChatCase):
    def setUp(self):
        super().setUp()
        self.made = small_root.make_root(self.root, {"alpha": 6})

    def test_numbers_of_the_prompt_are_not_copied_and_the_temperature_is_sent(self):
        server = serve(self)
        status, _, err = self.run_here(server.url)
        self.assertEqual((status, "temperature" in err), (0, False), err)
        self.assert_right(self.made)
        self.assertEqual({request["temperature"] for request in server.bodies}, {0})
        self.assertEqual(self.run_file()["temperature_sent"], 0)
        self.assertTrue(all(head.startswith(b"POST /v1/chat/completions ") for head in server.heads))

    def test_a_server_that_chooses_the_temperature_is_named(self):
        status, _, err = self.run_here(serve(self).url, "--temperature", "none")
        self.assertEqual((status, "no temperature is sent with reasoning off; the server's own holds (0.8 at llama.cpp)" in err), (0, True), err)
        self.assertIsNone(self.run_file()["temperature_sent"])

    def test_sums_under_a_schema_that_are_no_distribution_are_refused(self):
        self.assertEqual(self.run_here(serve(self).url, "--json-schema")[0], 0)
        status, out, _ = self.collect()
        self.assertEqual((status, self.report()["all"]["strict"], self.report()["all"]["refused"]), (1, 2, 4), out)
        found = self.collected()
        self.assertEqual({name: record["error"] for name, record in found.items() if "error" in record}, {
            f"alpha:{number:05d}": f"refused: the probabilities sum to {sum(values):g}" for number, values in SCHEMA_SUMS.items()})
        for item in (self.made["alpha"][0], self.made["alpha"][5]):
            self.assertEqual(found[item.id]["p"], chat_server.right_answer(item.state, item.options))

    def test_the_form_in_the_prompt_holds_no_number(self):
        for item in self.made["alpha"]:
            form = prompts.stated_messages(item)[1]["content"].rsplit("\n", 1)[-1]
            self.assertEqual(form, reader.form_to_fill(item.options))
            self.assertIsNone(EXAMPLE.search(form), form)


class Keys(KeysCase):
    def setUp(self):
        super().setUp()
        self.made = small_root.make_root(self.root, {"alpha": 12})["alpha"]

    def check(self, *more):
        """Every item gets its own answer, whole, from one POST."""
        server = serve(self)
        self.out = self.folder / f"run {more}"
        status, _, err = self.run_here(server.url, *more)
        self.assertEqual((status, len(server.bodies)), (0, 12), err)
        for item in self.made:
            record = self.records()[item.id]
            self.assert_p(record, item)
            self.assertAlmostEqual(record["mass"], 0.8, 5)
            self.assertNotIn("missing", record)
        self.assertTrue(all(head.startswith(b"POST ") for head in server.heads))
        return server

    def test_the_taken_token_is_not_among_those_listed(self):
        server = self.check()
        self.assertEqual({(request["logprobs"], request["top_logprobs"]) for request in server.bodies}, {(True, 20)})

    def test_tokens_that_are_part_of_a_character(self):
        self.check("--labels", "keys")

    def test_completions_in_the_shape_of_chat(self):
        server = self.check("--api", "completions")
        self.assertEqual({("top_logprobs" in request, request["logprobs"]) for request in server.bodies}, {(False, 20)})

    def test_a_taken_token_that_is_no_option_takes_nothing_from_them(self):
        entry = chat_server.entry("A", {"A": 0.5, "B": 0.3})
        drawn = {**entry, **chat_server.token("So", math.log(0.05))}
        found = option_keys.read_first(json.dumps({"choices": [{"message": {"content": "So"}, "logprobs": {"content": [drawn]}}]}).encode(),
                                       option_keys.make_order(items.Item("x", "s", items.noul("?", "a", "b"), ("yes", "no")), 0, "letters"))
        self.assertEqual({option: round(value, 9) for option, value in found.p.items()}, {"yes": 0.625, "no": 0.375})


if __name__ == "__main__":
    unittest.main()
