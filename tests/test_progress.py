"""Counting, the progress line, the closing summary, and what the doctor compares."""
from __future__ import annotations

import io
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from runner import doctor, progress, transport


class Counting(unittest.TestCase):
    def tally(self):
        tally = progress.Tally()
        for ms in range(1, 101):
            tally.succeeded(float(ms), usage={"input_tokens": 1000, "output_tokens": 10})
        return tally

    def test_percentiles(self):
        self.assertEqual([progress.percentile(range(1, 101), percent) for percent in (50, 95, 99)], [50, 95, 99])
        self.assertEqual([progress.percentile([7, 3], percent) for percent in (50, 51)], [3, 7])
        self.assertIsNone(progress.percentile([], 50))

    def test_cost(self):
        # 100 answers with 1,000 tokens in at 2 a million and 10 out at 5 a million: 0.2 + 0.005.
        self.assertEqual(progress.figures(self.tally(), 1.0, (2, 5))["cost"], 0.205)
        self.assertIsNone(progress.figures(self.tally(), 1.0, (2, None))["cost"])

    def test_cost_is_unknown_where_one_answer_tells_no_tokens(self):
        tally = self.tally()
        tally.succeeded(1.0)
        found = progress.figures(tally, 1.0, (2, 5))
        self.assertIsNone(found["cost"])
        self.assertIn("tokens    100,000 in, 1,000 out, unknown for 1 answer\n", progress.summary(found))

    def test_usage_that_says_nothing(self):
        for usage in (None, {}, {"input_tokens": 0, "output_tokens": 0}, {"input_tokens": 5}, {"input_tokens": 5.0, "output_tokens": 1}, {"input_tokens": True, "output_tokens": 1}):
            self.assertIsNone(progress.tokens_of(usage), usage)
        self.assertEqual(progress.tokens_of({"input_tokens": 5, "output_tokens": 0}), (5, 0))

    def test_failures_in_a_row(self):
        tally = progress.Tally()
        self.assertEqual([tally.failed("timeout"), tally.failed("HTTP 422")], [1, 2])
        tally.succeeded(1.0)
        self.assertEqual(tally.failed("timeout"), 1)
        found = progress.figures(tally, 1.0, (None, None))
        text = progress.summary(found)
        self.assertIn("failed    3 (HTTP 422: 1, timeout: 2)\n", text)
        self.assertNotIn("unsent", text)

    def test_failed_is_apart_from_what_no_endpoint_was_asked(self):
        tally = progress.Tally()
        for kind in ("HTTP 422", "no connection", "not sent", "no connection"):
            tally.failed(kind)
        found = progress.figures(tally, 1.0, (None, None))
        self.assertEqual(found["failed"], {"HTTP 422": 1, "no connection": 2, "not sent": 1})
        self.assertIn("failed    1 (HTTP 422: 1)\nunsent    3 (no connection: 2, not sent: 1), in the run folder as failed and asked again by the same command\n", progress.summary(found))

    def test_duration(self):
        self.assertEqual([progress.duration(seconds) for seconds in (0, 59.4, 59.5, 3599, 3600, 36061)], ["0:00", "0:59", "1:00", "59:59", "1:00:00", "10:01:01"])


class Showing(unittest.TestCase):
    def shown(self, terminal: bool, moments):
        """What is shown by ticks at these seconds after the start, with 5 of 20 items done."""
        stream = io.StringIO()
        stream.isatty = lambda: terminal
        tally = progress.Tally()
        with mock.patch.object(progress.time, "monotonic", return_value=0.0) as clock:
            line = progress.Progress(20, tally, stream)
            for _ in range(5):
                tally.succeeded(1.0)
            for moment in moments:
                clock.return_value = moment
                line.tick()
        return stream.getvalue()

    def test_a_line_every_thirty_seconds(self):
        # 5 of 20 in 30 s: 15 more take 90 s.
        self.assertEqual(self.shown(False, (1, 29.9, 30, 31, 59.9)), "5/20  0.2/s  0 failed  0 retries  ETA 1:30\n")
        self.assertEqual(self.shown(False, (30, 60)).count("\n"), 2)

    def test_one_line_on_a_terminal(self):
        text = self.shown(True, (0.5, 1.0))
        self.assertEqual((text.count("\r"), text.count("\n")), (2, 0))


class Doctor(unittest.TestCase):
    def test_the_usual_confidence(self):
        self.assertAlmostEqual(doctor.usual_confidence("choice", [0.95, 0.05]), 0.9)
        # Four options: (4 x 0.78 - 1) / 3.
        self.assertAlmostEqual(doctor.usual_confidence("choice", [0.78, 0.1, 0.1, 0.02]), 0.70667, 5)
        # Three levels, mode 1: mean distance 0.01 + 0.08 = 0.09, of 2/3 from the middle: 1 - 0.135.
        self.assertAlmostEqual(doctor.usual_confidence("score", [0.01, 0.91, 0.08]), 0.865)
        self.assertEqual(doctor.usual_confidence("score", [1 / 3, 1 / 3, 1 / 3]), 0)

    def test_what_differs_in_the_transport(self):
        usual = transport.Reply(200, {"content-type": "application/json; charset=utf-8"}, b"", "1.1", 1.0)
        self.assertEqual(doctor.transport_differences(usual), [])
        odd = usual._replace(version="1.0", headers={"content-type": "text/plain", "content-encoding": "gzip"})
        self.assertEqual(len(doctor.transport_differences(odd)), 3)

    def test_what_differs_at_the_top(self):
        usual = {"model": "m", "answers": {}, "usage": {"input_tokens": 3, "output_tokens": 0}}
        self.assertEqual(doctor.top_differences("systemone", "m", usual), [])
        self.assertEqual(len(doctor.top_differences("decisions", "m", {"result": {**usual, "id": 1, "model": "n", "usage": None}})), 5)


if __name__ == "__main__":
    unittest.main()
