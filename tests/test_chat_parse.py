"""The reader of chat replies: replies with the reading that is expected of them, form by form, refusal by refusal."""
from __future__ import annotations

import json
import random
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from runner.chat import lenient, reader

YN = ("yes", "no")
DESKS = ("Billing desk", "Tech", "\u00c4rztin")
THREE = ("approve", "deny", "escalate")
ASKED = '{"choice": "yes", "probabilities": {"yes": 0.8, "no": 0.2}}'
P = {"yes": 0.8, "no": 0.2}
DENY = {"approve": 0.1, "deny": 0.7, "escalate": 0.2}
DESK_P = {"Billing desk": 0.6, "Tech": 0.3, "\u00c4rztin": 0.1}

STRICT = (
    (ASKED, YN, P),
    ('{"probabilities":{"no":0.2,"yes":0.8},"choice":"yes"}', YN, P),
    ('\n {"choice": "deny",\n  "probabilities": {"approve": 0.1, "deny": 0.7, "escalate": 0.2}}\n', THREE, DENY),
    ('{"choice": "yes", "probabilities": {"yes": 1, "no": 0}}', YN, {"yes": 1, "no": 0}),
    ('{"choice": "yes", "probabilities": {"yes": 8e-1, "no": 2e-1}}', YN, P),
    ('{"choice": "Billing desk", "probabilities": {"Billing desk": 0.6, "Tech": 0.3, "\\u00c4rztin": 0.1}}', DESKS, DESK_P),
)

FORMS = {
    "code fence": (
        (f"```json\n{ASKED}\n```", YN, P, ("code fence",)),
        (f"```\n{ASKED}\n```\n", YN, P, ("code fence",)),
        (f"Here it is:\n```JSON\n{ASKED}\n```", YN, P, ("code fence", "text around")),
    ),
    "text around": (
        (f"My answer is {ASKED}.", YN, P, ("text around",)),
        (f"The log shows 3 errors, not 4. Therefore:\n\n{ASKED}\n\nI hope that {{this}} helps!", YN, P, ("text around",)),
        (f"First I thought {ASKED.replace('0.8', '0.3').replace('0.2', '0.7')} but then {ASKED}", YN, P, ("text around",)),
        (f'{ASKED}\n{{"note": "done"}}', YN, P, ("text around",)),
        ('[{"choice": "yes", "probabilities": {"yes": 0.8, "no": 0.2}}]', YN, P, ("text around",)),
    ),
    "reasoning before": (
        (f"<think>The claim says 4.</think>{ASKED}", YN, P, ("reasoning before",)),
        (f'<think>maybe {{"yes": 0.1, "no": 0.9}}</think>\n\n{ASKED}', YN, P, ("reasoning before",)),
        (f"The template opened the block itself.\n</think>\n{ASKED}", YN, P, ("reasoning before",)),
        (f"[THINK]one[/THINK][THINK]two[/THINK]{ASKED}", YN, P, ("reasoning before",)),
        (f"<|channel|>analysis<|message|>Count.<|end|><|start|>assistant<|channel|>final<|message|>{ASKED}", YN, P, ("reasoning before", "text around")),
    ),
    "single quotes": (
        ("{'choice': 'yes', 'probabilities': {'yes': 0.8, 'no': 0.2}}", YN, P, ("single quotes",)),
        ("{'choice': \"yes\", \"probabilities\": {'yes': 0.8, 'no': 0.2}}", YN, P, ("single quotes",)),
        ("{'choice': 'Tech\\'s', 'probabilities': {'Tech\\'s': 0.75, \"no\": 0.25}}", ("Tech's", "no"), {"Tech's": 0.75, "no": 0.25}, ("single quotes",)),
    ),
    "trailing comma": (
        ('{"choice": "yes", "probabilities": {"yes": 0.8, "no": 0.2,}}', YN, P, ("trailing comma",)),
        ('{"choice": "yes", "probabilities": {"yes": 0.8, "no": 0.2},}', YN, P, ("trailing comma",)),
        ('{"choice": "yes", "probabilities": {\n"yes": 0.8,\n"no": 0.2,\n},\n}', YN, P, ("trailing comma",)),
    ),
    "percent": (
        ('{"choice": "yes", "probabilities": {"yes": 85%, "no": 15%}}', YN, {"yes": 0.85, "no": 0.15}, ("percent",)),
        ('{"choice": "yes", "probabilities": {"yes": "85%", "no": "15 %"}}', YN, {"yes": 0.85, "no": 0.15}, ("percent",)),
        ('{"choice": "yes", "probabilities": {"yes": 85, "no": 15}}', YN, {"yes": 0.85, "no": 0.15}, ("percent",)),
        ('{"choice": "yes", "probabilities": {"yes": "100%", "no": 0}}', YN, {"yes": 1, "no": 0}, ("percent",)),
        ('{"choice": "yes", "probabilities": {"yes": 99.5%, "no": 0.5%}}', YN, {"yes": 0.995, "no": 0.005}, ("percent",)),
    ),
    "keys folded": (
        ('{"choice": "YES", "probabilities": {"Yes": 0.8, "NO": 0.2}}', YN, P, ("keys folded",)),
        ('{"choice": "yes", "probabilities": {" yes": 0.8, "no ": 0.2}}', YN, P, ("keys folded",)),
        ('{"choice": "billing  desk", "probabilities": {"billing desk": 0.6, "tech": 0.3, "\u00e4rztin": 0.1}}', DESKS, DESK_P, ("keys folded",)),
    ),
    "NFC and NFD": (
        ('{"choice": "Tech", "probabilities": {"Billing desk": 0.3, "Tech": 0.6, "A\u0308rztin": 0.1}}', DESKS, {"Billing desk": 0.3, "Tech": 0.6, "\u00c4rztin": 0.1}, ("keys folded",)),
        ('{"choice": "A\u0308rztin", "probabilities": {"Billing desk": 0.1, "Tech": 0.2, "\u00c4rztin": 0.7}}', DESKS, {"Billing desk": 0.1, "Tech": 0.2, "\u00c4rztin": 0.7}, ("keys folded",)),
        ('{"choice": "caf\u00e9", "probabilities": {"caf\u00e9": 0.5, "bar": 0.5}}', ("cafe\u0301", "bar"), {"cafe\u0301": 0.5, "bar": 0.5}, ("keys folded",)),
    ),
    "nested": (
        ('{"answer": {"choice": "yes", "probabilities": {"yes": 0.8, "no": 0.2}}}', YN, P, ("nested",)),
        ('{"choice": "yes", "probabilities": {"probabilities": {"yes": 0.8, "no": 0.2}}}', YN, P, ("no choice", "nested")),
        ('{"result": {"decision": {"choice": "yes", "values": {"yes": 0.8, "no": 0.2}}}}', YN, P, ("nested",)),
        ('{"choice": "yes", "Probabilities": {"yes": 0.8, "no": 0.2}}', YN, P, ("nested",)),
    ),
    "flat": (
        ('{"yes": 0.8, "no": 0.2}', YN, P, ("no choice", "flat")),
        ('{"choice": "yes", "yes": 0.8, "no": 0.2}', YN, P, ("flat",)),
        ('{"approve": 0.1, "deny": 0.7, "escalate": 0.2, "choice": "deny", "why": "over the limit"}', THREE, DENY, ("flat",)),
    ),
    "list of pairs": (
        ('{"choice": "yes", "probabilities": [["yes", 0.8], ["no", 0.2]]}', YN, P, ("list of pairs",)),
        ('{"choice": "yes", "probabilities": [{"key": "yes", "probability": 0.8}, {"key": "no", "probability": 0.2}]}', YN, P, ("list of pairs",)),
        ('{"choice": "yes", "probabilities": [{"yes": 0.8}, {"no": 0.2}]}', YN, P, ("list of pairs",)),
        ('{"choice": "yes", "probabilities": [{"option": "yes", "p": "80%"}, {"option": "no", "p": "20%"}]}', YN, P, ("percent", "list of pairs")),
    ),
    "line break in a string": (
        ('{"choice": "yes", "why": "first\nsecond", "probabilities": {"yes": 0.8, "no": 0.2}}', YN, P, ("line break in a string", "other fields")),
        ('{"why": "a\r\nb\tc", "choice": "yes", "probabilities": {"yes": 0.8, "no": 0.2}}', YN, P, ("line break in a string", "other fields")),
        ('{"choice": "yes\n", "probabilities": {"yes": 0.8, "no": 0.2}}', YN, P, ("keys folded", "line break in a string")),
    ),
    "number as text": (
        ('{"choice": "yes", "probabilities": {"yes": "0.8", "no": "0.2"}}', YN, P, ("number as text",)),
        ('{"choice": "yes", "probabilities": {"yes": "0.8", "no": 0.2}}', YN, P, ("number as text",)),
        ('{"yes": "0.8", "no": "0.2"}', YN, P, ("number as text", "no choice", "flat")),
    ),
    "within rounding": (
        ('{"choice": "deny", "probabilities": {"approve": 0.33, "deny": 0.33, "escalate": 0.33}}', THREE, {"approve": 0.33, "deny": 0.33, "escalate": 0.33}, ("sum is not 1",)),
        ('{"choice": "deny", "probabilities": {"deny": 0.9, "escalate": 0.1}}', THREE, {"deny": 0.9, "escalate": 0.1}, ("missing option of no weight",)),
        ('{"choice": "maybe", "probabilities": {"yes": 0.8, "no": 0.2}}', YN, P, ("choice is no option",)),
        ('{"probabilities": {"yes": 0.8, "no": 0.2}}', YN, P, ("no choice",)),
    ),
}

REFUSED = {
    "mixed scales": (
        ('{"choice": "yes", "probabilities": {"yes": "85%", "no": 0.15}}', YN, "some probabilities are percentages"),
        ('{"choice": "yes", "probabilities": {"yes": 85, "no": 0.15}}', YN, "over 1, and the values are no percentages"),
        ('{"choice": "yes", "probabilities": {"yes": 85%, "no": 15}}', YN, "some probabilities are percentages"),
        ('{"choice": "yes", "probabilities": {"yes": "8500%", "no": "1500%"}}', YN, "over 100 %"),
    ),
    "negative": (
        ('{"choice": "yes", "probabilities": {"yes": 1.2, "no": -0.2}}', YN, "'no' is negative"),
        ('{"choice": "yes", "probabilities": {"yes": "110%", "no": "-10%"}}', YN, "over 100 %"),
        ('{"yes": -0.5, "no": 1.5}', YN, "'yes' is negative"),
    ),
    "not finite": (
        ('{"choice": "yes", "probabilities": {"yes": NaN, "no": 0.2}}', YN, "'yes' is not finite"),
        ('{"choice": "yes", "probabilities": {"yes": 1e999, "no": 0.2}}', YN, "'yes' is not finite"),
        ('{"choice": "yes", "probabilities": {"yes": 0.8, "no": -Infinity}}', YN, "'no' is not finite"),
        ('{"choice": "yes", "probabilities": {"yes": ' + "9" * 5000 + ', "no": 0.2}}', YN, "'yes' is not finite"),
    ),
    "open reasoning": (
        (f"<think>It could be {ASKED}", YN, "a reasoning block is not closed"),
        (f"<think>a</think>{ASKED}<think>or", YN, "a reasoning block is not closed"),
        (f"[THINK]so {ASKED}", YN, "a reasoning block is not closed"),
    ),
    "open object": (
        ('{"choice": "yes", "probabilities": {"yes": 0.8, "no": 0.2}', YN, "an object is not closed"),
        ('{"choice": "yes", "probabilities": {"yes": 0.8, "n', YN, "an object is not closed"),
        (f'{ASKED} No, rather {{"choice": "no", "probabilities": {{"yes": 0.1', YN, "an object is not closed"),
    ),
    "prose": (
        ("The answer is yes.", YN, "no object with the option keys"),
        ("yes: 0.8, no: 0.2", YN, "no object with the option keys"),
        ('{"choice": "yes"}', YN, "no object with the option keys"),
        ('{"choice": "yes", "confidence": 0.9}', YN, "no object with the option keys"),
        ("I'm sorry, but I can't help with that.", YN, "no object with the option keys"),
    ),
    "no distribution": (
        ('{"choice": "approve", "probabilities": {"approve": 0.0, "deny": 0.0, "escalate": 0.0}}', THREE, "sum to 0"),
        ('{"choice": "approve", "probabilities": {"approve": 0.5, "deny": 0.5, "escalate": 0.5}}', THREE, "sum to 1.5"),
        ('{"choice": "yes", "probabilities": {"yes": 0.25, "no": 0.25}}', YN, "sum to 0.5"),
        ('{"choice": "yes", "probabilities": {"yes": 0.8}}', YN, "no probability for 'no'"),
        ('{"yes": 1.0}', YN, "some options have no probability"),
        ('{"choice": "a", "probabilities": {"a": 0.5, "b": 0.5, "c": 0.5, "d": 0, "e": 0}}', tuple("abcde"), "sum to 1.5"),
        ('{"choice": "a", "probabilities": {"a": 0.2, "b": 0.2, "c": 0.1, "d": 0, "e": 0}}', tuple("abcde"), "sum to 0.5"),
    ),
    "foreign keys": (
        ('{"choice": "yes", "probabilities": {"yes": 0.8, "no": 0.2, "unknown": 0.0}}', YN, "'unknown' is no option"),
        ('{"yes": 0.8, "no": 0.2, "confidence": 0.9}', YN, "'confidence' is no option"),
        ('{"choice": "A", "probabilities": {"A": 0.8, "B": 0.2}}', YN, "no object with the option keys"),
    ),
    "two sets": (
        ('{"before": {"yes": 0.3, "no": 0.7}, "probabilities": {"yes": 0.8, "no": 0.2}}', YN, "two different sets"),
        ('{"yes": 0.3, "no": 0.7, "probabilities": {"yes": 0.8, "no": 0.2}}', YN, "two different sets"),
        ('{"choice": "yes", "probabilities": {"yes": 0.8, "YES": 0.1, "no": 0.1}}', YN, "two keys stand for the option 'yes'"),
        ('{"choice": "yes", "probabilities": [["yes", 0.8], ["yes", 0.2]]}', YN, "an option stands twice"),
        ('{"choice": "a", "probabilities": {"A ": 0.5, "a": 0.5}}', ("a", "A"), "more than one option"),
    ),
    "malformed": (
        ('{"choice": yes, "probabilities": {"yes": 0.8, "no": 0.2}}', YN, "the last object is malformed"),
        ('{"choice": "<key>", "probabilities": {"yes": <probability>, "no": <probability>}}', YN, "the last object is malformed"),
        (f'{ASKED} {{"choice": "no" "probabilities": {{"yes": 0.1, "no": 0.9}}}}', YN, "the last object is malformed"),
        ('{"choice": "yes", "probabilities": {"yes": 0.8, "no": 0.2, "yes": 0.1}}', YN, "the last object is malformed"),
        ('{"choice": "yes", "probabilities": {"yes": 0,8, "no": 0,2}}', YN, "the last object is malformed"),
    ),
    "no numbers": (
        ('{"choice": "yes", "probabilities": {"yes": true, "no": false}}', YN, "'yes' is no number"),
        ('{"choice": "yes", "probabilities": {"yes": null, "no": 1}}', YN, "'yes' is no number"),
        ('{"choice": "yes", "probabilities": {"yes": "high", "no": "low"}}', YN, "no object with the option keys"),
    ),
}


class Readings(unittest.TestCase):
    def test_there_are_enough(self):
        self.assertGreaterEqual(len(STRICT) + sum(map(len, FORMS.values())) + sum(map(len, REFUSED.values())), 80)
        self.assertTrue(all(len(cases) >= 3 for cases in FORMS.values()))
        self.assertTrue(all(len(cases) >= 2 for cases in REFUSED.values()))

    def assert_p(self, reading, expected, options):
        self.assertIsNotNone(reading.p, reading)
        self.assertEqual([key for key in options if key in expected], list(reading.p))
        for key, value in expected.items():
            self.assertAlmostEqual(reading.p[key], value, 12)

    def test_strict(self):
        for content, options, expected in STRICT:
            with self.subTest(content):
                found = reader.read(content, options, "stop")
                self.assertEqual((found.how, found.ways, found.disagrees), ("strict", (), False))
                self.assert_p(found, expected, options)
                json.loads(content)

    def test_forms(self):
        for form, cases in FORMS.items():
            for content, options, expected, ways in cases:
                with self.subTest(f"{form}: {content}"):
                    found = reader.read(content, options, "stop")
                    self.assertEqual((found.how, set(found.ways)), ("repaired", set(ways)))
                    self.assert_p(found, expected, options)

    def test_refusals(self):
        for kind, cases in REFUSED.items():
            for content, options, reason in cases:
                with self.subTest(f"{kind}: {content[:200]}"):
                    found = reader.read(content, options, "stop")
                    self.assertEqual((found.how, found.p), ("refused", None))
                    self.assertIn(reason, found.reason)

    def test_empty(self):
        for content in (None, "", " \n\t", "<think>all of it</think>\n"):
            self.assertEqual(reader.read(content, YN, "stop").how, "empty", content)

    def test_cut(self):
        for content in (None, "", "Let me see: the log", "<think>First", ASKED[:-1], ASKED[:40], "<think>a</think>", ASKED[:-1].replace('"', "'")):
            found = reader.read(content, YN, "length")
            self.assertEqual((found.how, found.p, found.reason.endswith("at the token limit")), ("cut", None, True), content)

    def test_a_whole_object_at_the_token_limit_counts(self):
        self.assertEqual(reader.read(ASKED + " I chose this because", YN, "length").p, P)

    def test_a_wrong_object_is_wrong_at_the_token_limit_too(self):
        self.assertEqual(reader.read('{"choice": "yes", "probabilities": {"yes": 0.5, "no": 0.25}}', YN, "length").how, "refused")

    def test_declined(self):
        for reading in (reader.read(ASKED, YN, "content_filter"), reader.read(None, YN, "stop", "I cannot judge this.")):
            self.assertEqual((reading.how, reading.p), ("refused", None))
            self.assertIn("declines", reading.reason)

    def test_disagreeing(self):
        for content, options, expected in (
                ('{"choice": "no", "probabilities": {"yes": 0.8, "no": 0.2}}', YN, P), ('{"choice": "NO", "yes": 0.8, "no": 0.2}', YN, P),
                ('{"answer": {"choice": "approve", "probabilities": {"approve": 0.1, "deny": 0.7, "escalate": 0.2}}}', THREE, DENY)):
            found = reader.read(content, options)
            self.assertTrue(found.disagrees, content)
            self.assert_p(found, expected, options)
        self.assertFalse(reader.read('{"choice": "no", "probabilities": {"yes": 0.5, "no": 0.5}}', YN).disagrees)
        # 0.8 against 0.795 is within the rounding of 0.005 that names are forgiven; 0.8 against 0.794 is not.
        self.assertFalse(reader.read('{"choice": "b", "probabilities": {"a": 0.4, "b": 0.395, "c": 0.205}}', ("a", "b", "c")).disagrees)
        self.assertTrue(reader.read('{"choice": "b", "probabilities": {"a": 0.4, "b": 0.394, "c": 0.206}}', ("a", "b", "c")).disagrees)

    def test_the_border_of_the_sum(self):
        # Two numbers may be off by 0.05; three with one decimal by (3 - 1) * 0.1 / 2 = 0.1; more numbers by no more than that.
        for values, is_read in (((0.8, 0.15), True), ((0.8, 0.149), False), ((0.8, 0.25), True), ((0.8, 0.1), False), ((0.8, 0.0), False), ((0.3, 0.3, 0.3), True),
                                ((0.3, 0.3, 0.2), False), ((0.4, 0.4, 0.3), True), ((0.4, 0.4, 0.4), False), ((0.2, 0.2, 0.2, 0.2, 0.1), True),
                                ((0.2, 0.2, 0.2, 0.1, 0.1), False), ((0.31, 0.31, 0.31), False), ((0.31, 0.32, 0.32), True)):
            p = dict(zip("abcde", values))
            found = reader.read(json.dumps({"choice": "a", "probabilities": p}), tuple(p))
            self.assertEqual(found.p is not None, is_read, values)

    def test_the_form_to_fill_is_no_answer(self):
        for options in (YN, THREE, DESKS, ('quote "x"', "b\\c")):
            form = reader.form_to_fill(options)
            self.assertEqual(reader.read(form, options).how, "refused")
            filled = form.replace("<probability>", str(1 / len(options))).replace("<key>", options[0].replace("\\", "\\\\").replace('"', '\\"'))
            found = reader.read(filled, options)
            self.assertEqual((found.how, set(found.p), found.choice), ("strict", set(options), options[0]))


class Robustness(unittest.TestCase):
    def test_every_cut_of_a_reply_is_refused(self):
        for content in (ASKED, f"<think>hm</think>```json\n{ASKED}\n```", FORMS["list of pairs"][1][0], FORMS["nested"][0][0]):
            end = content.rindex("}")
            for place in range(end):
                self.assertIsNone(reader.read(content[:place], YN, "stop").p, content[:place])

    def test_damaged_replies_raise_nothing_and_give_no_odd_number(self):
        rng = random.Random(11)
        contents = [case[0] for cases in (*FORMS.values(), *REFUSED.values()) for case in cases if len(case[0]) < 400]
        for _ in range(20000):
            content = list(rng.choice(contents))
            for _ in range(1 + int(rng.random() * 3)):
                place = int(rng.random() * len(content))
                content[place] = rng.choice("{}[]\",':0.8%\\\n<e-")
            found = reader.read("".join(content), YN, rng.choice(("stop", "length", None)))
            self.assertIn(found.how, reader.HOW)
            if found.p is not None:
                self.assertLessEqual(set(found.p), set(YN))
                self.assertTrue(all(0 <= value <= 1.0001 for value in found.p.values()) and 0.95 <= round(sum(found.p.values()), 9) <= 1.05, found)

    def test_deep_and_long_texts(self):
        for content in ('{"a":' * 5000, "[" * 5000 + ASKED, '{"a":' * 5000 + "1" + "}" * 5000, "{" * 200000, '{"' * 50000, "'" * 100000, '{"x": "' + "y" * 300000):
            self.assertIn(reader.read(content, YN).how, reader.HOW)

    def test_the_lenient_reader_agrees_with_json(self):
        rng = random.Random(3)

        def made(depth):
            kind = int(rng.random() * (7 if depth < 4 else 5))
            if kind == 5:
                return [made(depth + 1) for _ in range(int(rng.random() * 4))]
            if kind == 6:
                return {f"k{place} \"\\\n\u00e9\U0001f600": made(depth + 1) for place in range(int(rng.random() * 4))}
            return (None, True, rng.random() * 10 ** int(rng.random() * 9 - 4), -int(rng.random() * 1e6), "it's {\"\u2028")[kind]
        for _ in range(500):
            value = {"v": made(0)}
            for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
                found = lenient.objects("x " + text + " y")
                self.assertEqual([(one.value, one.slips, one.problem) for one in found], [(value, (), None)])


if __name__ == "__main__":
    unittest.main()
