"""The HTTP runner against an endpoint that misbehaves: statuses, limits, quotas, replicas, speed."""
from __future__ import annotations

import json
import os
import random
import sys
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from runner import endpoint, progress, transport, wire, work
from tests import chaos_server, small_root
from tests.http_case import PASSING, Case


class Faults(Case):
    def setUp(self):
        super().setUp()
        self.made = small_root.make_root(self.root, {"alpha": 6})

    def errors(self):
        return small_root.read_run(self.out, "alpha")[1]

    def records(self):
        return [json.loads(line) for line in (self.out / "alpha.jsonl").read_text(encoding="utf-8").splitlines()]

    def test_statuses_that_are_not_asked_again(self):
        for status in (400, 405, 409, 413, 422, 501):
            self.out = self.folder / f"run{status}"
            server = self.serve(always=f"status {status}")
            self.assertEqual(self.run_here(server.url)[0], 1)
            self.assertEqual([texts for texts in self.errors().values()], [[f"HTTP {status}: as planned"]] * 6)
            self.assertEqual(sum(server.requests.values()), 6)

    def test_a_setup_fault_on_the_first_requests_stops_the_run(self):
        for status in (401, 402, 403, 404):
            self.out = self.folder / f"run{status}"
            server = self.serve(always=f"status {status}")
            code, out, err = self.run_here(server.url, "--concurrency", 3)
            self.assertEqual((code, err.count(f"HTTP {status}"), (self.out / "alpha.jsonl").exists()), (2, 1, False))
            self.assertLessEqual(sum(server.requests.values()), 3)

    def test_the_same_fault_later_is_an_error_row(self):
        server = self.serve(delay=0.02)

        def spoil():
            while sum(server.requests.values()) < 3:
                time.sleep(0.001)
            server.chaos = server.chaos._replace(always="status 404")
        threading.Thread(target=spoil).start()
        self.assertEqual(self.run_here(server.url, "--concurrency", 1)[0], 1)
        self.assertEqual(set(map(tuple, self.errors().values())), {("HTTP 404: as planned",)})

    def test_every_passing_fault_is_asked_again_up_to_the_bound(self):
        for fault in PASSING:
            self.out = self.folder / f"run {fault}"
            server = self.serve(always=fault)
            self.assertEqual(self.run_here(server.url, "--limit", 1, "--retries", 2)[0], 1, fault)
            self.assertEqual((sum(server.requests.values()), self.records()[0]["attempts"]), (3, 3), fault)

    def test_error_rows_are_asked_again_or_kept(self):
        server = self.serve(always="status 422")
        self.run_here(server.url)
        server.chaos = server.chaos._replace(always=None)
        code, out, _ = self.run_here(server.url, "--retry-errors", "no")
        self.assertEqual((code, sum(server.requests.values())), (1, 6))
        self.assertIn("0 of 6 items answered, 6 failed, 0 not asked", out)
        self.assertEqual(self.run_here(server.url)[0], 0)
        self.assert_right(self.made)

    def test_the_limits(self):
        for fault, limits, text in (("stall", ("--read-timeout", 0.2), "timeout: no bytes for 0.2 s"),
                                    ("drip", ("--timeout", 0.5), "timeout: no complete reply within 0.5 s"),
                                    ("late stall", ("--read-timeout", 0.5, "--timeout", 0.6), "timeout: no complete reply within 0.6 s")):
            self.out = self.folder / f"run {fault}"
            server = self.serve(always=fault)
            begin = time.monotonic()
            self.assertEqual(self.run_here(server.url, "--retries", 0, *limits)[0], 1)
            self.assertLess(time.monotonic() - begin, 1.5)
            self.assertEqual(set(map(tuple, self.errors().values())), {(text,)})

    def test_a_used_up_quota_and_a_long_wait_stop_the_run(self):
        for fault, text in (("quota", "the quota is used up"), ("long wait", "3600 s, longer than --max-wait 60")):
            self.out = self.folder / f"run {fault}"
            code, _, err = self.run_here(self.serve(always=fault).url)
            self.assertEqual((code, err.count(text)), (2, 1), err)

    def test_retry_after_is_waited_for(self):
        server = self.serve(seed=1, share=1.0, faults=("429 seconds",), most=1)
        begin = time.monotonic()
        self.assertEqual(self.run_here(server.url)[0], 0)
        self.assertGreaterEqual(time.monotonic() - begin, 1.0)
        self.assert_right(self.made)

    def test_nobody_asks_while_the_endpoint_wants_rest(self):
        moments = {}

        class Client:
            """Answers everything but the first request, which it tells to wait."""

            def post(self, address, body):
                moments.setdefault(body, []).append(time.monotonic())
                if len(moments) == 1 and len(moments[body]) == 1:
                    return transport.Reply(429, {"retry-after": "0.5"}, b"", "1.1", 1.0)
                return transport.Reply(200, {}, body, "1.1", 1.0)
        asked = endpoint.Endpoint([None], Client(), endpoint.Pace(4, None), endpoint.Policy(3, 60, 30), work.Halt(), progress.Tally(), str)
        first = threading.Thread(target=asked.ask, args=(b"first", bytes))
        first.start()
        time.sleep(0.1)
        self.assertEqual(asked.ask(b"second", bytes).value, b"second")
        first.join()
        begin = moments[b"first"][0]
        self.assertEqual([len(moments[b"first"]), len(moments[b"second"])], [2, 1])
        self.assertGreaterEqual(moments[b"second"][0] - begin, 0.5)

    def test_failures_in_a_row_stop_the_run(self):
        small_root.make_root(self.root, {"alpha": 60})
        code, out, err = self.run_here(self.serve(always="status 400").url, "--max-failures", 5, "--concurrency", 1)
        self.assertEqual((code, len(self.errors())), (2, 5))
        self.assertIn("5 items in a row failed", err)

    def test_an_endpoint_that_is_not_there(self):
        server = self.serve()
        server.stop()
        code, _, err = self.run_here(server.url, "--patience", 0.2)
        self.assertEqual(code, 2)
        self.assertIn("the endpoint cannot be reached: no connection: Connection refused", err)

    def test_an_endpoint_that_comes_late(self):
        gone = self.serve()
        gone.stop()
        late = []
        timer = threading.Timer(0.5, lambda: late.append(chaos_server.ChaosServer(port=gone.port)))
        timer.start()
        code, _, err = self.run_here(gone.url, "--retries", 100)
        late[0].stop()
        self.assertEqual(code, 0, err)
        self.assert_right(self.made)

    def test_readable_oddities_are_counted_and_shown(self):
        choices = [small_root.make_item("alpha", number)._replace(id=f"alpha:{number:05d}") for number in range(20) if number % 3 == 1]
        small_root.write_task(self.root, "alpha", choices)
        for fault, remark in (("percent", "percent"), ("upper case", "keys folded")):
            self.out = self.folder / f"run {fault}"
            code, out, err = self.run_here(self.serve(always=fault).url)
            self.assertEqual((code, self.run_file()["starts"][0]["remarks"]), (0, {remark: len(choices)}), err)
            self.assertIn(f"remark    {remark}: {len(choices)}", out)
            for record, item in zip(sorted(self.records(), key=lambda record: record["id"]), choices):
                right = chaos_server.right_answer(item.state, item.question)
                self.assertEqual(list(record["p"]), list(item.options))
                self.assertTrue(all(abs(record["p"][key] - right[key]) < 1e-12 for key in right))
                self.assertNotEqual(record["raw"]["probabilities"], record["p"])

    def test_half_a_surrogate_pair_in_a_reply_is_kept_as_an_escape(self):
        self.assertEqual(self.run_here(self.serve(always="lone surrogate").url)[0], 0)
        self.assert_right(self.made)
        self.assertEqual(self.records()[0]["raw"]["note"], "\ud83d")

    def test_a_model_name_for_no_terminal(self):
        process = self.start(self.serve(always="odd model").url, env={**os.environ, "PYTHONIOENCODING": "ascii"})
        out, err = process.communicate(timeout=20)
        self.assertEqual((process.returncode, "Traceback" in err), (0, False), err)
        self.assertIn("model     [31m\\u540d: 6", out)

    def test_an_item_that_cannot_be_sent(self):
        text = (self.root / "tasks/alpha/items.jsonl").read_text(encoding="utf-8").replace("alpha case 3 ", "alpha case 3 \\ud83d ")
        (self.root / "tasks/alpha/items.jsonl").write_text(text, encoding="utf-8")
        server = self.serve()
        self.assertEqual(self.run_here(server.url)[0], 1)
        self.assertEqual((list(self.errors()), sum(server.requests.values())), (["alpha:00003"], 5))

    def test_the_clock_jumps(self):
        server = self.serve(seed=3, share=0.5, faults=("status 503", "reset"))
        real, rng = time.time, random.Random(4)
        with mock.patch.object(time, "time", lambda: real() + rng.choice((-1e9, 0, 1e9))):
            self.assertEqual(self.run_here(server.url)[0], 0)
        self.assert_right(self.made)
        self.assertTrue(all(0 <= record["ms"] < 5000 for record in self.records()))
        self.assertLess(self.run_file()["starts"][0]["seconds"], 10)

    def test_tokens_and_cost(self):
        _, out, _ = self.run_here(self.serve().url, "--price-in", 1, "--price-out", 10)
        # 6 answers with 7 tokens in at 1 and 1 out at 10 a million: (42 + 60) / 1e6.
        self.assertIn("tokens    42 in, 6 out", out)
        self.assertEqual(self.run_file()["starts"][0]["cost"], 0.000102)
        for usage in (None, {"input_tokens": 0, "output_tokens": 0}, {"input_tokens": None}):
            self.out = self.folder / f"run {usage}"
            _, out, _ = self.run_here(self.serve(usage=usage).url, "--price-in", 1, "--price-out", 10)
            self.assertIn("tokens    unknown\ncost      unknown", out)


class Speed(Case):
    def test_concurrency_and_rate_are_bounds(self):
        small_root.make_root(self.root, {"alpha": 30})
        server = self.serve(delay=0.01)
        begin = time.monotonic()
        self.assertEqual(self.run_here(server.url, "--concurrency", 5, "--rps", 40)[0], 0)
        # The 30th request starts 29 / 40 s after the first.
        self.assertGreaterEqual(time.monotonic() - begin, 29 / 40)
        self.assertLessEqual(server.most_inside, 5)

    def test_connections_are_kept(self):
        small_root.make_root(self.root, {"alpha": 100})
        server = self.serve()
        self.run_here(server.url, "--concurrency", 4)
        self.assertLessEqual(server.connections, 4)

    def test_a_connection_with_an_unasked_reply_is_not_used_again(self):
        server = self.serve(always="late reply")
        client = transport.Client(transport.Limits(1, 1, 1), {}, follow=False)
        self.addCleanup(client.close)
        question = small_root.QUESTIONS[0]
        for state in ("one", "two", "three"):
            reply = client.post(wire.join_address(server.url, "systemone"), wire.request_body("systemone", "m", state, question))
            self.assertEqual(wire.read_reply(reply.body, question, ("yes", "no")).p, chaos_server.right_answer(state, question))
            time.sleep(10 * chaos_server.LATE_SECONDS)
        self.assertEqual(server.connections, 3)

    def test_fewer_at_once_after_429(self):
        pace = endpoint.Pace(8, None)
        pace.slow_down()
        pace.slow_down()
        self.assertEqual(pace.limit, 4, "halved once a second at most")
        for _ in range(2 * (4 + 5 + 6 + 7)):
            pace.went_well()
        self.assertEqual(pace.limit, 8)

    def test_429_and_nothing_else_slows_down(self):
        small_root.make_root(self.root, {"alpha": 6})
        for fault, times in (("status 429", 6), ("status 503", 0)):
            self.out = self.folder / f"run {fault}"
            with mock.patch.object(endpoint.Pace, "slow_down") as slow_down:
                self.assertEqual(self.run_here(self.serve(share=1.0, faults=(fault,), most=1).url)[0], 0)
            self.assertEqual(slow_down.call_count, times)


class Replicas(Case):
    def test_a_dead_replica_is_left_out_and_tried_again(self):
        made = small_root.make_root(self.root, {"alpha": 200})
        first, second = self.serve(delay=0.05), self.serve(delay=0.05)
        returned = []

        def come_and_go():
            while sum(second.requests.values()) < 10:
                time.sleep(0.005)
            second.stop()
            time.sleep(0.3)
            returned.append(chaos_server.ChaosServer(chaos_server.Chaos(delay=0.05), second.port))
        thread = threading.Thread(target=come_and_go)
        thread.start()
        status, _, err = self.run_here(first.url, "--url", second.url, "--concurrency", 4)
        thread.join()
        returned[0].stop()
        self.assertEqual(status, 0, err)
        self.assert_right(made)
        self.assertGreater(sum(returned[0].requests.values()), 0)

    def test_the_load_is_spread(self):
        small_root.make_root(self.root, {"alpha": 60})
        servers = [self.serve(delay=0.01) for _ in range(3)]
        self.run_here(servers[0].url, "--url", servers[1].url, "--url", servers[2].url, "--concurrency", 6)
        self.assertEqual(sum(sum(server.requests.values()) for server in servers), 60)
        self.assertTrue(all(sum(server.requests.values()) > 10 for server in servers))


if __name__ == "__main__":
    unittest.main()
