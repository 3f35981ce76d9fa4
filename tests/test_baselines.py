"""Tests of the baselines and of the endpoint that serves them."""
from __future__ import annotations

import http.client
import json
import math
import shutil
import socket
import subprocess
import sys
import threading
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import items
from runner import baseline_server, baselines

YES_NO = items.noul("Is it so?", "it is so", "no")
DESK = items.choice("Which desk?", {"billing": "money", "tech": "errors and logins", "other": None})
MOOD = {"type": "score", "instructions": "How upset?", "criteria": ["calm", "annoyed", "furious"]}


class Baselines(unittest.TestCase):
    def test_uniform_gives_every_option_the_same(self):
        self.assertEqual(baselines.uniform("x", YES_NO), {"yes": 0.5, "no": 0.5})
        self.assertEqual(baselines.uniform("x", MOOD), {"0": 1 / 3, "1": 1 / 3, "2": 1 / 3})

    def test_first_option_is_certain_of_the_first(self):
        self.assertEqual(baselines.first_option("x", DESK), {"billing": 1.0, "tech": 0.0, "other": 0.0})
        self.assertEqual(baselines.first_option("x", YES_NO), {"yes": 1.0, "no": 0.0})

    def test_longest_option_counts_key_and_meaning(self):
        # billing + money = 12, tech + errors and logins = 21, other = 5
        self.assertEqual(baselines.longest_option("x", DESK), {"billing": 0.0, "tech": 1.0, "other": 0.0})
        # yes + it is so = 11, no + no = 4
        self.assertEqual(baselines.longest_option("x", YES_NO)["yes"], 1.0)
        # 0 + calm = 5, 1 + annoyed = 8, 2 + furious = 8: the first of the longest
        self.assertEqual(baselines.longest_option("x", MOOD), {"0": 0.0, "1": 1.0, "2": 0.0})

    def test_features_are_words_and_neighbours(self):
        self.assertEqual(baselines.features("Pay 20 now"), {"pay", "20", "now", "pay 20", "20 now"})
        self.assertEqual(baselines.features({"a": None}), {"a", "null", "a null"})

    def test_words_by_hand(self):
        # two items a class; "good" in both of yes and none of no, "day" in one of each:
        # p(good | yes) = (2 + 1) / (2 + 2) = 3/4, p(good | no) = 1/4, p(day | either) = 2/4; equal priors.
        # one known feature: odds 3 to 1. Two known features, averaged: odds (3/4 * 2/4)^(1/2) : (1/4 * 2/4)^(1/2) = sqrt(3) : 1.
        counts = {("yes", "no"): {"items": {"yes": 2, "no": 2}, "features": {"good": {"yes": 2}, "day": {"yes": 1, "no": 1}}}}
        decide = baselines.fit(counts).decide
        self.assertAlmostEqual(decide("good", YES_NO)["yes"], 0.75)
        self.assertAlmostEqual(decide("day good", YES_NO)["yes"], math.sqrt(3) / (math.sqrt(3) + 1))
        self.assertEqual(decide("unknown", YES_NO), {"yes": 0.5, "no": 0.5})
        self.assertEqual(decide("good", DESK), baselines.uniform("good", DESK))

    def test_rare_features_are_left_out(self):
        rows = [items.Item(f"t:{n}", "often " + "rare " * (n < 2), YES_NO, ("yes", "no"), ("yes", "no")[n % 2]) for n in range(4)]
        kept = baselines.count_features(rows)[("yes", "no")]
        self.assertEqual(kept["features"], {"often": {"yes": 2, "no": 2}})
        self.assertEqual(kept["items"], {"yes": 2, "no": 2})


class Confidence(unittest.TestCase):
    def test_choice(self):
        # (3 * 0.6 - 1) / 2 = 0.4
        self.assertAlmostEqual(baseline_server.choice_confidence({"a": 0.6, "b": 0.3, "c": 0.1}), 0.4)
        self.assertEqual(baseline_server.choice_confidence({"a": 1.0}), 1.0)

    def test_score(self):
        # mode 1; mean distance 0.1 + 0.2 = 0.3; equal probabilities: (1 + 0 + 1) / 3 = 2/3; 1 - 0.3 / (2/3) = 0.55
        self.assertAlmostEqual(baseline_server.score_confidence([0.1, 0.7, 0.2]), 0.55)
        self.assertEqual(baseline_server.score_confidence([1.0]), 1.0)


class Endpoint(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = baselines.deciders(("uniform", "first-option"))
        cls.servers = [baseline_server.make_server(made), baseline_server.make_server(made, key="secret")]
        for server in cls.servers:
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @classmethod
    def tearDownClass(cls):
        for server in cls.servers:
            server.shutdown()
            server.server_close()

    def connect(self, keyed=False):
        connection = http.client.HTTPConnection(*self.servers[keyed].server_address, timeout=10)
        self.addCleanup(connection.close)
        return connection

    def send(self, body, headers=None, method="POST", path="/v1/systemone", keyed=False, connection=None):
        connection = connection or self.connect(keyed)
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        connection.request(method, path, data, headers or {})
        reply = connection.getresponse()
        return reply.status, json.loads(reply.read())

    def body(self, **changes):
        return {"model": "uniform", "state": "s", "questions": {"q": YES_NO}, **changes}

    def test_three_question_types_in_one_request(self):
        status, reply = self.send(self.body(questions={"a": YES_NO, "b": DESK, "c": MOOD}))
        self.assertEqual(status, 200)
        self.assertEqual(reply["model"], "uniform")
        self.assertEqual(reply["answers"]["a"], {"type": "noul", "noul": 0.5})
        self.assertEqual(reply["answers"]["b"]["choice"], "billing")
        self.assertEqual(reply["answers"]["c"]["score"], 1.0)
        self.assertEqual(reply["answers"]["c"]["legend"], {"0": "calm", "1": "annoyed", "2": "furious"})
        self.assertEqual(reply["usage"], {"input_tokens": 1, "output_tokens": 3})

    def test_alias_means_the_first_model(self):
        self.assertEqual(self.send(self.body(model="jev-latest"))[1]["model"], "uniform")

    def test_connection_is_kept(self):
        connection = self.connect()
        first = self.send(self.body(), connection=connection)
        local = connection.sock.getsockname()
        self.assertEqual(self.send(self.body(), connection=connection), first)
        self.assertEqual(connection.sock.getsockname(), local)

    def test_bad_requests_get_a_place_and_422(self):
        bad = {
            "no model": {"state": "s", "questions": {"q": YES_NO}},
            "no questions": {"model": "uniform", "state": "s"},
            "empty questions": self.body(questions={}),
            "null state": self.body(state=None),
            "unknown type": self.body(questions={"q": {"type": "guess"}}),
            "choice list": self.body(questions={"q": {"type": "choice", "criteria": ["a", "b"]}}),
            "256 options": self.body(questions={"q": {"type": "choice", "criteria": {str(n): None for n in range(256)}}}),
            "11 levels": self.body(questions={"q": {"type": "score", "criteria": ["x"] * 11}}),
            "level map": self.body(questions={"q": {"type": "score", "criteria": {"0": "x"}}}),
            "not JSON": b"{",
            "NaN": b'{"model": "uniform", "state": [NaN], "questions": {"q": {"type": "noul"}}}',
            "byte order mark": b"\xef\xbb\xbf{}",
            "array": b"[]",
        }
        for name, body in bad.items():
            with self.subTest(name):
                status, reply = self.send(body)
                self.assertEqual(status, 422)
                self.assertEqual(set(reply["detail"][0]), {"loc", "msg", "type"})

    def test_255_options_and_10_levels_are_taken(self):
        questions = {"a": {"type": "choice", "criteria": {str(n): None for n in range(255)}}, "b": {"type": "score", "criteria": ["x"] * 10}}
        self.assertEqual(self.send(self.body(questions=questions))[0], 200)

    def test_other_errors(self):
        self.assertEqual(self.send(self.body(model="nobody"))[0], 400)
        self.assertEqual(self.send(self.body(), path="/v1/other")[0], 404)
        self.assertEqual(self.send(None, method="GET")[0], 405)
        self.assertEqual(self.send(b"", headers={"Content-Length": str(2 ** 40)})[0], 413)
        for reply in (self.send(self.body(model="nobody"))[1], self.send(self.body(), path="/v1/other")[1]):
            self.assertEqual(set(reply["detail"]), {"error_type", "message"})

    def test_key(self):
        self.assertEqual(self.send(self.body(), keyed=True)[0], 403)
        self.assertEqual(self.send(self.body(), {"Authorization": "Bearer wrong"}, keyed=True)[0], 401)
        self.assertEqual(self.send(self.body(), {"Authorization": "Bearer secret"}, keyed=True)[0], 200)
        self.assertEqual(self.send(self.body(), {"Authorization": "Bearer anything"})[0], 200)

    def test_health_and_models(self):
        self.assertEqual(self.send(None, method="GET", path="/health"), (200, {"status": "ok"}))
        names = [model["name"] for model in self.send(None, method="GET", path="/v1/models")[1]["models"]]
        self.assertEqual(names, ["uniform", "first-option"])

    def test_chunked_body_is_refused_and_the_connection_ends(self):
        with socket.create_connection(self.servers[0].server_address, timeout=10) as raw:
            raw.sendall(b"POST /v1/systemone HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
            data = b""
            while True:
                part = raw.recv(4096)
                if not part:
                    break
                data += part
        self.assertTrue(data.startswith(b"HTTP/1.1 411"))

    def test_public_conformance_tester(self):
        tester = shutil.which("jevcompat")
        if tester is None:
            self.skipTest("the conformance tester jevcompat is not installed")
        address = "http://{}:{}".format(*self.servers[0].server_address)
        done = subprocess.run([tester, "test", address], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100)
        self.assertEqual(done.returncode, 0, done.stdout.decode("utf-8", "replace"))


class Command(unittest.TestCase):
    def test_unknown_baseline_and_missing_key_are_usage_errors(self):
        script = Path(baseline_server.__file__)
        for arguments, words in ((["--models", "oracle"], "no baseline named oracle"), (["--api-key-env", "NOT_SET_HERE"], "NOT_SET_HERE is not set")):
            done = subprocess.run([sys.executable, str(script), *arguments], stderr=subprocess.PIPE, stdout=subprocess.PIPE, timeout=30)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
