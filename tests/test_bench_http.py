"""The HTTP runner as a command: whole runs, interruptions, what a folder is bound to, keys, shards, looking before running."""
from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from runner import asking, doctor, keys
from tests import chaos_server, small_root
from tests.http_case import PASSING, SCRIPT, Case


class WholeRuns(Case):
    def test_every_item_gets_its_own_answer(self):
        made = small_root.make_root(self.root, {"alpha": 40, "beta": 21})
        server = self.serve()
        status, out, err = self.run_here(server.url)
        self.assertEqual(status, 0, err)
        self.assert_right(made)
        self.assertIn("in all    61 of 61 items answered, 0 failed, 0 not asked", out)
        self.assertIn(f"asking {server.url}/v1/systemone", err)
        marks = json.loads((self.out / "_items.json").read_text())
        self.assertEqual(sorted(marks), ["alpha", "beta"])
        self.assertEqual((marks["alpha"]["items"], marks["alpha"]["bytes"]), (40, (self.root / "tasks/alpha/items.jsonl").stat().st_size))
        run = self.run_file()
        self.assertEqual((run["state"], run["model"], run["counts"]["answered"], run["starts"][0]["tokens"]["input"]), ("finished", "m", 61, 61 * 7))

    def test_a_second_start_asks_nothing(self):
        small_root.make_root(self.root, {"alpha": 12})
        server = self.serve()
        self.run_here(server.url)
        before = (self.out / "alpha.jsonl").read_bytes()
        status, out, _ = self.run_here(server.url)
        self.assertEqual((status, sum(server.requests.values())), (0, 12))
        self.assertEqual((self.out / "alpha.jsonl").read_bytes(), before)
        self.assertEqual(len(self.run_file()["starts"]), 1)

    def test_limit_then_the_rest(self):
        made = small_root.make_root(self.root, {"alpha": 10})
        server = self.serve()
        self.run_here(server.url, "--limit", 4)
        self.assertEqual(len(small_root.read_run(self.out, "alpha")[0]), 4)
        self.assertEqual(self.run_here(server.url)[0], 0)
        self.assert_right(made)
        self.assertEqual(sum(server.requests.values()), 10)

    def test_the_other_dialect(self):
        made = small_root.make_root(self.root, {"alpha": 9})
        status, _, err = self.run_here(self.serve().url, "--api", "decisions")
        self.assertEqual(status, 0, err)
        self.assert_right(made)

    def test_concurrency_changes_no_answer(self):
        made = small_root.make_root(self.root, {"alpha": 150})
        for concurrency in (1, 32):
            self.out = self.folder / f"run{concurrency}"
            server = self.serve(seed=concurrency, share=0.3, faults=PASSING, manners=chaos_server.MANNERS)
            self.assertEqual(self.run_here(server.url, "--concurrency", concurrency)[0], 0)
            self.assert_right(made)

    def test_two_thousand_items_through_thirty_percent_faults(self):
        made = small_root.make_root(self.root, {"alpha": 2000})
        server = self.serve(seed=7, share=0.3, faults=PASSING, manners=chaos_server.MANNERS)
        status, out, err = self.run_here(server.url, "--concurrency", 16)
        self.assertEqual(status, 0, out + err)
        self.assert_right(made)
        self.assertEqual(set(PASSING), set(server.seen), "every fault has occurred")


class Interruptions(Case):
    def test_killed_at_twenty_random_moments(self):
        made = small_root.make_root(self.root, {"alpha": 400, "beta": 200})
        server = self.serve(delay=0.03)
        rng = random.Random(5)
        kills = 0
        for _ in range(20):
            process = self.start(server.url, "--concurrency", 4)
            time.sleep(0.15 + 0.25 * rng.random())
            kills += process.poll() is None
            process.kill()
            process.communicate()
        self.assertGreater(kills, 15)
        self.assertEqual(self.run_here(server.url, "--concurrency", 32)[0], 0)
        self.assert_right(made)

    def test_control_c_ends_cleanly_and_the_next_start_goes_on(self):
        made = small_root.make_root(self.root, {"alpha": 300})
        server = self.serve(delay=0.05)
        process = self.start(server.url, "--concurrency", 4)
        while sum(server.requests.values()) < 20:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 130)
        self.assertIn("the same command goes on from here", err)
        self.assertNotIn("Traceback", err)
        self.assertEqual(self.run_file()["state"], "interrupted")
        answered = len(small_root.read_run(self.out, "alpha")[0])
        self.assertEqual(answered, sum(server.requests.values()), "what was under way is not lost")
        self.assertEqual(self.run_here(server.url)[0], 0)
        self.assert_right(made)

    def test_a_second_control_c_stops_at_once(self):
        small_root.make_root(self.root, {"alpha": 8})
        server = self.serve(delay=30)
        process = self.start(server.url)
        while server.inside < 8:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertIn("stopping", "".join(process.stderr.readline() for _ in range(3)))
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)
        self.assertEqual(process.returncode, 130)
        self.assertLess(time.monotonic() - begin, 2)


class Binding(Case):
    def setUp(self):
        super().setUp()
        small_root.make_root(self.root, {"alpha": 6})
        self.server = self.serve()
        self.run_here(self.server.url, "--limit", 2)

    def test_another_model_api_or_host_is_refused(self):
        other = self.server.url.replace("127.0.0.1", "localhost")
        for url, more, text in ((self.server.url, ("--model", "n"), "model was 'm', now 'n'"), (self.server.url + "/v1/systemone", ("--api", "decisions"), "api was"),
                                (other, (), "not at localhost/v1/systemone; say --same-model")):
            status, _, err = self.run_here(url, *more)
            self.assertEqual(status, 2)
            self.assertIn(text, err)
        self.assertEqual(sum(self.server.requests.values()), 2)
        self.assertEqual(self.run_here(other, "--same-model")[0], 0)
        self.assertEqual((self.run_file()["places"], self.run_file()["same_model"]), (["127.0.0.1/v1/systemone", "localhost/v1/systemone"], True))

    def test_another_port_goes_on(self):
        self.assertEqual(self.run_here(self.serve().url)[0], 0)

    def test_other_items_are_refused(self):
        small_root.make_root(self.root, {"alpha": 7})
        status, _, err = self.run_here(self.server.url)
        self.assertEqual(status, 2)
        self.assertIn("alpha was run on other items", err)

    def test_a_folder_in_use_is_refused(self):
        slow = self.serve(delay=0.3)
        process = self.start(slow.url, "--concurrency", 1)
        while not slow.requests:
            time.sleep(0.01)
        status, _, err = self.run_here(slow.url)
        process.kill()
        process.communicate()
        self.assertEqual(status, 2)
        self.assertIn(f"is in use by another run (process {process.pid})", err)


class KeysAndRedirects(Case):
    SECRET = "sk-a1b2c3d4e5"

    def setUp(self):
        super().setUp()
        self.made = small_root.make_root(self.root, {"alpha": 6})
        patch = mock.patch.dict(os.environ, {"DECIDER_KEY": self.SECRET, "WRONG_KEY": "sk-wr0ng-9z8y7x"})
        patch.start()
        self.addCleanup(patch.stop)

    def everything(self):
        return b"".join(path.read_bytes() for path in self.out.rglob("*") if path.is_file())

    def test_a_key_is_sent_and_stands_nowhere(self):
        server = self.serve(key=self.SECRET)
        status, out, err = self.run_here(server.url, "--api-key-env", "DECIDER_KEY")
        self.assertEqual(status, 0, err)
        self.assert_right(self.made)
        self.assertIn(b"Authorization: Bearer " + self.SECRET.encode(), server.heads[0])
        self.assertNotIn(self.SECRET.encode(), self.everything() + (out + err).encode())

    def test_an_echoed_key_is_taken_out(self):
        status, out, err = self.run_here(self.serve(key=self.SECRET).url, "--api-key-env", "WRONG_KEY")
        self.assertEqual(status, 2)
        self.assertIn("HTTP 401: key not accepted: [key]", err)
        self.assertNotIn(b"wr0ng", self.everything() + (out + err).encode())

    def test_a_key_is_taken_out_of_what_was_said_alone(self):
        secrets = keys.read_keys("DECIDER_KEY", [])
        record = {"id": "t:00000", "p": {self.SECRET: 1.0}, "raw": {"note": f"you sent {self.SECRET}"}, "ms": 1.0}
        self.assertEqual(asking.to_line(record, secrets), '{"id":"t:00000","p":{"sk-a1b2c3d4e5":1.0},"raw":{"note":"you sent [key]"},"ms":1.0}\n')

    def test_a_missing_key(self):
        status, _, err = self.run_here(self.serve(key=self.SECRET).url)
        self.assertEqual((status, "HTTP 403" in err), (2, True))
        status, _, err = self.run_here(self.serve().url, "--api-key-env", "NO_SUCH_KEY")
        self.assertEqual((status, "NO_SUCH_KEY is not set" in err), (2, True))

    def test_a_key_on_the_command_line_is_not_repeated(self):
        for words in (("--api-key", self.SECRET), ("--api-key=" + self.SECRET,), (self.SECRET,), ("--api-key-env", self.SECRET), ("--header", "X-Key=" + self.SECRET),
                      ("--url", f"http://u:{self.SECRET}@h")):
            status, out, err = self.run_here("http://127.0.0.1:1", *words)
            self.assertEqual((status, self.SECRET in out + err, "Traceback" in err), (2, False, False), words)

    def test_redirects_are_followed_without_a_key_alone(self):
        server = self.serve(share=1.0, faults=("moved",), most=1)
        self.assertEqual(self.run_here(server.url)[0], 0)
        self.assert_right(self.made)
        self.out = self.folder / "with key"
        server = self.serve(share=1.0, faults=("moved",), most=1)
        status, _, err = self.run_here(server.url, "--api-key-env", "DECIDER_KEY")
        self.assertEqual(status, 2)
        self.assertIn("HTTP 307: moved to /moved/v1/systemone; name the final address with --url", err)

    def test_a_proxy_is_used_for_other_hosts(self):
        server = self.serve()
        with mock.patch.dict(os.environ, {"http_proxy": f"http://user:pa55word@127.0.0.1:{server.port}"}):
            status, _, err = self.run_here("http://decider.invalid/x", "--header", "X-Key=DECIDER_KEY")
        self.assertEqual(status, 0, err)
        self.assertTrue(server.heads[0].startswith(b"POST http://decider.invalid/x/v1/systemone HTTP/1.1\r\nHost: decider.invalid\r\n"))
        self.assertIn(b"Proxy-Authorization: Basic dXNlcjpwYTU1d29yZA==", server.heads[0])
        self.assertNotIn("pa55word", err)


class Places(Case):
    def test_a_disk_that_fills_up(self):
        made = small_root.make_root(self.root, {"alpha": 60})
        server = self.serve()
        process = self.start(server.url, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000)))
        out, err = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 2, err)
        self.assertIn("alpha.jsonl: cannot be written (File too large)", err)
        self.assertNotIn("Traceback", err)
        self.assertTrue((self.out / "alpha.jsonl").read_bytes().endswith(b"\n"))
        self.assertEqual(self.run_here(server.url)[0], 0)
        self.assert_right(made)

    def test_a_folder_that_cannot_be_written(self):
        small_root.make_root(self.root, {"alpha": 6})
        server = self.serve()
        locked = self.folder / "locked"
        locked.mkdir(mode=0o555)
        self.out = locked / "run" if os.geteuid() else Path("/proc/no-run")
        status, _, err = self.run_here(server.url)
        self.assertEqual((status, "cannot be written" in err, sum(server.requests.values())), (2, True, 0), err)

    def test_no_items(self):
        for words in ((), ("--tasks", "beta")):
            status, _, err = self.run_here("http://127.0.0.1:1", *words)
            self.assertEqual((status, "Traceback" in err), (2, False))
            small_root.make_root(self.root, {"alpha": 6})
        self.assertIn("no items of beta", err)
        self.assertFalse(self.out.exists())


class Looking(Case):
    def test_dry_run_sends_and_writes_nothing(self):
        small_root.make_root(self.root, {"alpha": 9, "beta": 6})
        with mock.patch.dict(os.environ, {"DECIDER_KEY": "sk-a1b2c3"}):
            status, out, _ = self.run_here("http://127.0.0.1:1/v1", "--dry-run", "--shard", "1/3", "--api-key-env", "DECIDER_KEY")
        self.assertEqual((status, self.out.exists(), "sk-a1b2c3" in out), (0, False, False))
        # Nine items in groups of two are groups 0 to 4; shard 1 of 3 has groups 0 and 3: items 0, 1, 6, 7. Six items: groups 0 to 2, items 0 and 1.
        self.assertIn("alpha: 4 items chosen of 9", out)
        self.assertIn("6 requests in all; nothing was sent", out)
        self.assertIn('POST http://127.0.0.1:1/v1/systemone\nAuthorization: [key]\n{"model":"m","state":"alpha case 0 \\u00e9', out)

    def test_dry_run_of_an_item_that_cannot_be_sent(self):
        small_root.write_task(self.root, "alpha", [small_root.make_item("alpha", 0)])
        path = self.root / "tasks/alpha/items.jsonl"
        path.write_text(path.read_text(encoding="utf-8").replace("case 0", "case \\ud83d"), encoding="utf-8")
        status, _, err = self.run_here("http://127.0.0.1:1", "--dry-run")
        self.assertEqual((status, "half of a surrogate pair" in err), (2, True), err)

    def test_doctor(self):
        status, out, err = self.run_here(self.serve(manners=("http/1.0",)).url, "--doctor")
        self.assertEqual((status, out.count(" copes: "), self.out.exists()), (0, 3, False))
        information = out.partition("  for information; the runner copes, nothing has to be changed:\n")[2]
        self.assertIn("    noul, choice, score: the connection is closed after each reply", information)
        self.assertIn("    noul, choice, score: the model names itself chaos-1", information)
        self.assertNotIn("to be changed, or", out)
        self.assertEqual(out.splitlines()[-1], "ready: the runner reads the answers to all three types of question")
        status, out, _ = self.run_here(self.serve(always="nan").url, "--doctor")
        self.assertEqual((status, out.count("FAILS: unusable answer: the reply holds NaN")), (1, 3))
        self.assertIn("  to be changed, or these questions fail:\n    noul: unusable answer: the reply holds NaN", out)
        self.assertRegex(out.splitlines()[-1], r"^not ready: http://127\.0\.0\.1:\d+/v1/systemone fails with noul, choice and score$")
        status, out, _ = self.run_here("http://127.0.0.1:1", "--doctor")
        self.assertEqual((status, out.count("FAILS: no connection"), out.splitlines()[-1]), (2, 3, "not ready: no address could be reached"))

    def test_doctor_tells_what_to_change_from_what_is_merely_different(self):
        """An endpoint that answers two types in its own way and fails with the third."""
        finding = doctor.Finding
        lines = doctor.lines_of([finding("noul", True, "yes 0.8", ("rounded",)), finding("choice", False, "sums to 2", ("the raw answer",)), finding("score", True, "0 1", ("rounded", "own name"))], str)
        self.assertEqual(lines, ["  noul    copes: yes 0.8", "  choice  FAILS: sums to 2", "  score   copes: 0 1", "  to be changed, or these questions fail:", "    choice: sums to 2",
                                 "    choice: the raw answer", "  for information; the runner copes, nothing has to be changed:", "    noul, score: rounded", "    score: own name"])

    def test_help(self):
        done = subprocess.run([sys.executable, str(SCRIPT), "--help"], stdout=subprocess.PIPE, text=True, timeout=20)
        self.assertEqual(done.returncode, 0)
        self.assertIn("--api-key-env", done.stdout)


if __name__ == "__main__":
    unittest.main()
