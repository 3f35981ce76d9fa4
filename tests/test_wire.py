"""Addresses, request bodies, reading of answers, statuses and waits, keys: the pure parts of the HTTP runner."""
from __future__ import annotations

import json
import os
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import items
from runner import faults, keys, probabilities, transport, wire
from runner.probabilities import AnswerError

NOUL = items.noul("Is it so?", "it is", "it is not")
CHOICE = items.choice("Which?", {"Deny": "no", "approve": None, "escalate": "ask"})
SCORE = {"type": "score", "instructions": "How much?", "criteria": ["calm", "annoyed", "furious"]}
OPTIONS = ("Deny", "approve", "escalate")
LEVELS = ("0", "1", "2")


def read(answer, question=CHOICE, **top):
    options = items.options_of(question)
    return wire.read_reply(json.dumps({"model": "m", "answers": {"q": answer}, **top}).encode(), question, options)


def choice(**p):
    return {"type": "choice", "choice": max(p, key=p.get), "probabilities": p}


class Addresses(unittest.TestCase):
    JOINED = (
        ("http://h", "http://h/v1/systemone"),
        ("http://h/", "http://h/v1/systemone"),
        ("HTTP://H:80/v1", "http://h/v1/systemone"),
        ("http://h/v1/", "http://h/v1/systemone"),
        ("http://h/v1/systemone", "http://h/v1/systemone"),
        ("http://h/v1/systemone/", "http://h/v1/systemone"),
        ("http://h/v1/decisions", "http://h/v1/decisions"),
        ("http://h/v2", "http://h/v2/systemone"),
        ("https://h/inference", "https://h/inference/v1/systemone"),
        ("https://h/inference/v1", "https://h/inference/v1/systemone"),
        ("https://h/api/alpha", "https://h/api/alpha/decisions"),
        ("https://h:8443/serving-endpoints/x/invocations", "https://h:8443/serving-endpoints/x/invocations"),
        ("http://127.0.0.1:9701", "http://127.0.0.1:9701/v1/systemone"),
        ("http://[::1]:9701/v1", "http://[::1]:9701/v1/systemone"),
        ("http://bücher.example/a b".replace(" ", "%20"), "http://xn--bcher-kva.example/a%20b/v1/systemone"),
    )

    def test_join(self):
        for given, expected in self.JOINED:
            with self.subTest(given):
                self.assertEqual(wire.join_address(given, "systemone").shown(), expected)

    def test_a_query_is_kept_and_not_shown(self):
        address = wire.join_address("https://h/v1?api-version=2&code=s3cret", "decisions")
        self.assertEqual((address.target, address.shown()), ("/v1/decisions?api-version=2&code=s3cret", "https://h/v1/decisions"))

    def test_refused_without_repeating_them(self):
        for given in ("h:80", "ftp://h", "http://", "http://h:0", "http://h:99999", "http://user:s3cret@h", "http://h/a b", "http://h/\r\nX: y"):
            with self.subTest(given), self.assertRaises(transport.TransportError) as caught:
                wire.join_address(given, "systemone")
            self.assertNotIn("s3cret", str(caught.exception))

    def test_proxies_of_the_environment_but_not_for_loopback(self):
        settings = {"http_proxy": "http://u:p%40w@proxy.example:3128", "https_proxy": "proxy2.example:8080", "no_proxy": "inside.example"}
        with mock.patch.dict(os.environ, settings, clear=True):
            found = [transport.proxy_for(transport.parse_address(url)) for url in
                     ("http://h", "https://h", "http://inside.example", "http://127.0.0.1:1", "http://localhost", "http://[::1]")]
        self.assertEqual(found[0], ("proxy.example", 3128, "Basic dTpwQHc="))
        self.assertEqual(found[1], ("proxy2.example", 8080, None))
        self.assertEqual(found[2:], [None] * 4)

    def test_a_proxy_of_another_kind_is_refused(self):
        with mock.patch.dict(os.environ, {"all_proxy": "socks5://user:s3cret@h:1"}, clear=True), self.assertRaises(transport.TransportError) as caught:
            transport.proxy_for(transport.parse_address("http://h"))
        self.assertNotIn("s3cret", str(caught.exception))


class Requests(unittest.TestCase):
    def test_systemone(self):
        body = wire.request_body("systemone", "m", "é", CHOICE)
        self.assertEqual(body, b'{"model":"m","state":"\\u00e9","questions":{"q":{"type":"choice","instructions":"Which?",'
                               b'"criteria":{"Deny":"no","approve":null,"escalate":"ask"}}}}')

    def test_decisions(self):
        sent = [json.loads(wire.request_body("decisions", "m", {"a": 1}, question)) for question in (NOUL, CHOICE, SCORE)]
        self.assertEqual(sent[0], {"model": "m", "input": '{"a": 1}', "questions": [
            {"type": "predicate", "name": "q", "instructions": "Is it so?\nTrue: it is\nFalse: it is not"}]})
        self.assertEqual(sent[1]["questions"][0]["choices"], [{"value": "Deny", "description": "no"}, {"value": "approve"}, {"value": "escalate", "description": "ask"}])
        self.assertEqual(sent[2]["questions"][0]["levels"], [{"label": "calm"}, {"label": "annoyed"}, {"label": "furious"}])

    def test_half_a_surrogate_pair_is_not_sent(self):
        self.assertIn(b"\\ud83d\\ude00", wire.request_body("systemone", "m", "\U0001f600", NOUL))
        with self.assertRaises(wire.WireError):
            wire.request_body("systemone", "m", "\ud83d", NOUL)


class Answers(unittest.TestCase):
    def test_the_three_types(self):
        self.assertEqual(read({"type": "noul", "noul": 0.75}, NOUL).p, {"yes": 0.75, "no": 0.25})
        reading = read(choice(approve=0.5, Deny=0.25, escalate=0.25), usage={"input_tokens": 3, "output_tokens": 1})
        self.assertEqual((list(reading.p.items()), reading.remarks), ([("Deny", 0.25), ("approve", 0.5), ("escalate", 0.25)], ()))
        self.assertEqual((reading.model, reading.usage), ("m", {"input_tokens": 3, "output_tokens": 1}))
        self.assertEqual(read({"type": "score", "score": 1, "probabilities": {"0": 0.25, "1": 0.5, "2": 0.25}}, SCORE).p, {"0": 0.25, "1": 0.5, "2": 0.25})

    def test_the_answer_stands_beside_as_it_came(self):
        answer = {**choice(approve=50, Deny=25, escalate=25), "confidence": 0.1, "note": [1, None]}
        reading = read(answer)
        self.assertEqual((reading.raw, reading.p, reading.remarks), (answer, {"Deny": 0.25, "approve": 0.5, "escalate": 0.25}, ("percent",)))

    def test_arrays_and_envelopes(self):
        answers = [{"type": "predicate", "name": "q", "probability": 0.75}], [{"type": "predicate", "name": None, "probability": 0.75}]
        for answer in answers:
            self.assertEqual(wire.read_reply(json.dumps({"answers": answer}).encode(), NOUL, ("yes", "no")).p, {"yes": 0.75, "no": 0.25})
        entries = [{"value": level, "label": "x", "probability": value} for level, value in enumerate((0.5, 0.25, 0.25))]
        body = {"result": {"answers": [{"type": "score", "name": "q", "probabilities": entries}]}, "success": True}
        self.assertEqual(wire.read_reply(json.dumps(body).encode(), SCORE, LEVELS).p, {"0": 0.5, "1": 0.25, "2": 0.25})

    def test_keys_after_trimming_and_folding(self):
        reading = read({"type": "choice", "choice": " DENY", "probabilities": {"deny ": 0.5, "APPROVE": 0.25, "escalate": 0.25}})
        self.assertEqual((reading.p, reading.remarks), ({"Deny": 0.5, "approve": 0.25, "escalate": 0.25}, ("keys folded",)))
        self.assertEqual(probabilities.check({"a\u0308": 0.5, "b": 0.5}, ("\u00e4", "b")).p, {"\u00e4": 0.5, "b": 0.5})
        with self.assertRaisesRegex(AnswerError, "more than one option"):
            probabilities.check({"A": 0.5, "b": 0.5}, ("a", "a ", "b"))
        with self.assertRaisesRegex(AnswerError, "two keys stand for"):
            probabilities.check({"a": 0.5, "A": 0.5, "b": 0}, ("a", "b"))

    def test_sums_within_rounding(self):
        accepted = (
            {"Deny": 0.33, "approve": 0.33, "escalate": 0.33},
            {"Deny": 0.95, "approve": 0, "escalate": 0},
            {"Deny": 1.05, "approve": 0.0, "escalate": 0.0},
            {"Deny": 0.4, "approve": 0.5, "escalate": 0.4},
        )
        # Tolerance 0.05 with two decimals and three options (3 x 0.01 is less), 0.3 with one decimal. 1.05 itself is over 1.
        for given in accepted[:2] + accepted[3:]:
            self.assertIn("sum is not 1", read(choice(**given)).remarks)
        for given in (accepted[2], {"Deny": 0.94, "approve": 0, "escalate": 0}, {"Deny": 0.6, "approve": 0.46, "escalate": 0},
                      {"Deny": 0.6, "approve": 0.6, "escalate": 0.2}, {"Deny": 1, "approve": 1, "escalate": 0}, {"Deny": 0, "approve": 0, "escalate": 0}):
            with self.subTest(given), self.assertRaises(AnswerError):
                read(choice(**given))

    def test_many_options_at_two_decimals(self):
        options = tuple(f"o{place}" for place in range(30))
        # 30 x 0.01 = 0.3 of tolerance: 30 options of 0.03 sum to 0.9, thirty of 0.02 to 0.6.
        self.assertEqual(probabilities.check(dict.fromkeys(options, 0.03), options).remarks, ("sum is not 1",))
        with self.assertRaises(AnswerError):
            probabilities.check(dict.fromkeys(options, 0.02), options)

    def test_decimals(self):
        self.assertEqual([probabilities.decimals(values) for values in ([0.1, 0.9], [0.25, 0.5], [0.19999999999999998, 0.81], [1 / 3, 2 / 3], [1, 0])], [1, 2, 2, None, None])

    def test_percent_only_where_nothing_else_is_possible(self):
        self.assertEqual(read(choice(Deny=95, approve=0, escalate=0)).p["Deny"], 0.95)
        self.assertEqual(read(choice(Deny=60, approve=40, escalate=5)).p["escalate"], 0.05)
        for given in ({"Deny": 98, "approve": 1, "escalate": 1}, {"Deny": 94.9, "approve": 0, "escalate": 0}, {"Deny": 60, "approve": 40, "escalate": 5.1},
                      {"Deny": 99.5, "approve": 0.5, "escalate": 0}):
            with self.subTest(given), self.assertRaises(AnswerError):
                read(choice(**given))
        with self.assertRaises(AnswerError):
            read({"type": "noul", "noul": 81}, NOUL)

    def test_a_missing_option(self):
        reading = read(choice(Deny=0.75, approve=0.25))
        self.assertEqual((reading.p, reading.remarks), ({"Deny": 0.75, "approve": 0.25}, ("missing option of no weight",)))
        # Two decimals, three options: 3 x 0.01 / 2 = 0.015 may be lost in rounding.
        self.assertEqual(read(choice(Deny=0.74, approve=0.25)).p, {"Deny": 0.74, "approve": 0.25})
        for given in ({"Deny": 0.73, "approve": 0.25}, {"Deny": 0.5}, {"Deny": 0.990001, "approve": 0.0000001}):
            with self.subTest(given), self.assertRaisesRegex(AnswerError, "no probability for"):
                read(choice(**given))

    def test_choice_and_probabilities(self):
        answer = choice(Deny=0.5, approve=0.25, escalate=0.25)
        self.assertEqual(read({**answer, "choice": "approve"}).remarks, ("choice is not the most probable",))
        close = {"Deny": 0.4, "approve": 0.395, "escalate": 0.205}
        self.assertEqual(read({**choice(**close), "choice": "approve"}).remarks, ())
        self.assertEqual(read({**choice(Deny=0.4, approve=0.394, escalate=0.206), "choice": "approve"}).remarks, ("choice is not the most probable",))
        self.assertEqual(read({"probabilities": close}).remarks, ())
        for wrong in ("reject", 3):
            with self.assertRaises(AnswerError):
                read({**answer, "choice": wrong})

    def test_unusable_answers(self):
        unusable = (
            ({"type": "noul", "noul": True}, NOUL), ({"type": "noul", "noul": "0.5"}, NOUL), ({"type": "noul", "noul": -0.1}, NOUL), ({"type": "noul", "noul": 1.01}, NOUL),
            ({"type": "noul"}, NOUL), ({"type": "choice", "choice": "yes"}, NOUL), ({"type": "noul", "probabilities": {"true": 0.5, "false": 0.5}}, NOUL),
            ({"type": "choice", "choice": "Deny"}, CHOICE), ({"type": "choice", "choice": "Deny", "probabilities": {}}, CHOICE), (choice(Deny=0.5, approve=0.25, other=0.25), CHOICE),
            (choice(Deny=0.5, approve=0.25, escalate=0.25, other=0.0), CHOICE), ({"type": "choice", "probabilities": {"Deny": None, "approve": 0.5, "escalate": 0.5}}, CHOICE),
            ({"type": "score", "probabilities": {"calm": 0.5, "annoyed": 0.25, "furious": 0.25}, "legend": {"0": "calm", "1": "annoyed", "2": "furious"}}, SCORE),
            ({"type": "score", "probabilities": {"1": 0.5, "2": 0.25, "3": 0.25}}, SCORE), ("Deny", CHOICE), (None, CHOICE),
        )
        for answer, question in unusable:
            with self.subTest(answer), self.assertRaises(AnswerError) as caught:
                read(answer, question)
            self.assertTrue(caught.exception.again)

    def test_the_reason_is_named(self):
        reasons = (({"type": "score", "probabilities": {"1": 0.5, "2": 0.25, "3": 0.25}}, "counted from 1"),
                   ({"type": "score", "probabilities": {"calm": 0.5, "annoyed": 0.5}, "legend": ["calm", "annoyed", "furious"]}, "levels' texts"))
        for answer, reason in reasons:
            with self.assertRaisesRegex(AnswerError, reason):
                read(answer, SCORE)

    def test_refusals_are_not_asked_again(self):
        for answer in ({"type": "unsupported", "reason": "no scores"}, {"type": "refusal"}):
            with self.assertRaises(AnswerError) as caught:
                read(answer, SCORE)
            self.assertFalse(caught.exception.again)

    def test_yes_and_no_as_a_map(self):
        self.assertEqual(read({"type": "noul", "probabilities": {"yes": 0.75, "no": 0.25}}, NOUL).remarks, ("noul given as a map",))
        self.assertEqual(read({"type": "noul", "noul": 0.5, "probabilities": {"yes": 0.75, "no": 0.25}}, NOUL).p, {"yes": 0.5, "no": 0.5})

    def test_bodies_that_are_no_reply(self):
        for body in (b"", b"<html>", b"{", b"[]", b"3", b"\xff", b'{"answers":{"q":{"noul":NaN}}}', b'{"error":"x","answers":null}', b'{"answers":{}}', b'{"answers":{"q":{"noul":0.5},"q":{"noul":0.6}}}',
                     b'{"success":false,"result":{"answers":{}}}', b"[" * 100000, b'{"answers":{"q":{"noul":1e999}}}', b'{"x":-1e999,"answers":{"q":{"noul":0.5}}}', b'{"answers":{"q":{"noul":' + b"9" * 5000 + b"}}}"):
            with self.subTest(body[:40]), self.assertRaises(AnswerError):
                wire.read_reply(body, NOUL, ("yes", "no"))


class Faults(unittest.TestCase):
    def reply(self, status, body=b"", **headers):
        return transport.Reply(status, {key.replace("_", "-"): value for key, value in headers.items()}, body, "1.1", 1.0)

    def test_which_statuses_are_asked_again(self):
        again = {status for status in range(300, 600) if faults.of_status(self.reply(status)).again}
        self.assertEqual(again, {408, 425, 429, 500, 502, 503, 504, 529})
        self.assertIsNone(faults.of_status(self.reply(200)))

    def test_messages(self):
        bodies = {b'{"error":"a"}': "a", b'{"error":{"message":"b"}}': "b", b'{"detail":"c"}': "c", b'{"detail":{"message":"d"}}': "d", b'{"detail":{"error_type":"e"}}': "e",
                  b'{"detail":[{"loc":["body"],"msg":"f"}]}': "f", b'{"errors":[{"code":1,"message":"g"}]}': "g", b'{"message":"h"}': "h", b"plain\n \x1b[31mtext": "plain [31mtext",
                  b"<!doctype html><p>": "an HTML page", b'{"x":1}': '{"x":1}', b"": ""}
        for body, message in bodies.items():
            self.assertEqual(faults.message_of(body), message)

    def test_quota(self):
        for body in (b'{"error":{"code":"insufficient_quota","message":"x"}}', b'{"error":{"code":"quota_exhausted"}}', b'{"errors":[{"code":4006,"message":"x"}]}',
                     b'{"error":{"message":"You exceeded your current quota, check your plan"}}'):
            problem = faults.of_status(self.reply(429, body))
            self.assertEqual((problem.quota, problem.again), (True, False), body)
        for body in (b'{"error":{"code":"rate_limited"}}', b'{"errors":[{"code":3040,"message":"capacity"}]}', b"slow down"):
            self.assertFalse(faults.of_status(self.reply(429, body)).quota, body)

    def test_retry_after(self):
        self.assertEqual(faults.retry_after({"retry-after": "7"}), 7)
        self.assertEqual(faults.retry_after({"retry-after": "0.25"}), 0.25)
        self.assertEqual(faults.retry_after({"retry-after-ms": "1500", "retry-after": "9"}), 1.5)
        self.assertEqual(faults.retry_after({"llm_provider-retry-after": "3"}), 3)
        dates = {"retry-after": "Wed, 21 Oct 2026 07:28:10 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"}
        self.assertEqual(faults.retry_after(dates), 10)
        self.assertEqual(faults.retry_after({**dates, "date": "Wed, 21 Oct 2026 07:29:00 GMT"}), 0)
        for text in ("", "soon", "-3", "nan", "1e3"):
            self.assertIsNone(faults.retry_after({"retry-after": text}), text)

    def test_backoff_doubles_up_to_its_bound(self):
        with mock.patch.object(faults.random, "random", return_value=0.0):
            self.assertEqual([faults.backoff(n) for n in (1, 2, 3, 6, 7, 8, 99)], [0.5, 1, 2, 16, 30, 30, 30])
        with mock.patch.object(faults.random, "random", return_value=1.0):
            self.assertEqual(faults.backoff(1), 0.375)


class Keys(unittest.TestCase):
    def setUp(self):
        patch = mock.patch.dict(os.environ, {"MY_KEY": ' sk-"abc/def ', "BASIC": "Basic dXNlcjpwYXNz", "EMPTY": "", "BAD": "a\nb"})
        patch.start()
        self.addCleanup(patch.stop)

    def test_headers(self):
        found = keys.read_keys("MY_KEY", ["X-Other=BASIC"])
        self.assertEqual(found.headers, {"Authorization": 'Bearer sk-"abc/def', "X-Other": "Basic dXNlcjpwYXNz"})

    def test_every_form_is_taken_out(self):
        found = keys.read_keys("MY_KEY", ["X-Other=BASIC"])
        for text in ('bad key sk-"abc/def', r'{"m": "sk-\"abc/def"}', "?key=sk-%22abc%2Fdef", "Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"):
            cleaned = found.clean(text)
            self.assertIn("[key]", cleaned)
            self.assertNotIn("abc", cleaned)
            self.assertNotIn("dXNl", cleaned)
        self.assertEqual(found.clean("Bearer of Basic news"), "Bearer of Basic news")

    def test_refused_without_repeating_them(self):
        for name, headers in (("sk-live-s3cret", []), ("sklives3cret", []), ("EMPTY", []), ("BAD", []), (None, ["X=sk-s3cret"]), (None, ["s3cret"]), (None, ["Host=MY_KEY"]),
                              ("MY_KEY", ["authorization=BASIC"])):
            with self.subTest(name), self.assertRaises(keys.KeysError) as caught:
                keys.read_keys(name, headers)
            self.assertNotIn("s3cret", str(caught.exception))
        with self.assertRaisesRegex(keys.KeysError, "EMPTY is not set"):
            keys.read_keys("EMPTY", [])


if __name__ == "__main__":
    unittest.main()
