"""The chat runner against a chat API that misbehaves, and the collecting of its raw replies."""
from __future__ import annotations

import contextlib
import io
import json
import os
import random
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from runner import answers, merge
from runner.chat import api, collect, prompts, run_api
from tests import chaos_server, chat_server, small_root
from tests.http_case import PASSING, Case

SHAPED = ("no answers", "other question", "no probabilities", "nan", "null", "text", "boolean", "negative", "sum 1.2", "twice")
"""Faults that change the answers of the typed endpoint."""
FAULTS = tuple(name for name in PASSING if name not in SHAPED) + tuple(chat_server.USELESS)
MANNERS = tuple(name for name in chaos_server.MANNERS if name != "envelope")


class ChatCase(Case):
    program = run_api

    def setUp(self):
        super().setUp()
        self.out = self.folder / "raw.jsonl"

    def words(self, url, *more):
        return ["--base-url", url + "/v1", "--model", "m", "--reasoning", "off", "--out", str(self.out), "--root", str(self.root), *map(str, more)]

    def serve(self, style="apart", **chaos) -> chat_server.ChatServer:
        server = chat_server.ChatServer(chaos_server.Chaos(**chaos), style)
        self.addCleanup(server.stop)
        return server

    def collect(self, name="mine"):
        """(exit status, standard output, standard error) of collecting."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = collect.main([str(self.out), name, "--runs", str(self.folder / "runs")])
        return status, out.getvalue(), err.getvalue()

    def records(self):
        return [json.loads(line) for line in self.out.read_bytes().decode("utf-8").split("\n")[:-1]]

    def collected(self, task="alpha", name="mine"):
        return {record["id"]: record for record in map(json.loads, (self.folder / f"runs/{name}/{task}.jsonl").read_text(encoding="utf-8").splitlines())}

    def report(self):
        return json.loads((self.folder / "runs/mine/_replies.json").read_text())

    def assert_right(self, made, right=chat_server.right_answer):
        """Every item has exactly one reply, and collecting gives its own answer."""
        self.assertEqual(sorted(record["id"] for record in self.records() if "reply" in record), sorted(item.id for rows in made.values() for item in rows))
        self.assertEqual(self.collect()[0], 0)
        for task, rows in made.items():
            found = self.collected(task)
            self.assertEqual({name: record["p"] for name, record in found.items()}, {item.id: right(item.state, item.options) for item in rows})

    def run_file(self):
        return json.loads((self.folder / "raw.jsonl.run/_run.json").read_text(encoding="utf-8"))


class WholeRuns(ChatCase):
    def test_every_item_gets_its_own_reply(self):
        made = small_root.make_root(self.root, {"alpha": 12, "beta": 7})
        server = self.serve()
        status, out, err = self.run_here(server.url)
        self.assertEqual(status, 0, err)
        self.assertIn(f"asking {server.url}/v1/chat/completions", err)
        self.assertIn("in all    19 of 19 items answered", out)
        # 19 replies with 70 tokens in and 12 out.
        self.assertIn("tokens    1,330 in, 228 out", out)
        self.assert_right(made)
        record = self.records()[0]
        self.assertEqual(list(record), ["id", "task", "options", "reply", "ms", "attempts"])
        self.assertEqual(record["reply"]["finish_reason"], "stop")
        self.assertEqual(self.report()["all"]["strict"], 19)
        self.assertEqual(answers.read_marks(self.folder / "runs/mine"), answers.read_marks(self.folder / "raw.jsonl.run"))

    def test_a_second_start_asks_nothing_and_other_parameters_are_refused(self):
        small_root.make_root(self.root, {"alpha": 4})
        server = self.serve()
        self.run_here(server.url)
        before = self.out.read_bytes()
        self.assertEqual((self.run_here(server.url)[0], len(server.bodies), self.out.read_bytes()), (0, 4, before))
        for more, text in ((("--reasoning", "low"), "reasoning was 'off', now 'low'"), (("--temperature", "0.5"), "temperature was None, now 0.5"),
                           (("--max-tokens", "5"), "max_tokens was"), (("--json-schema",), "json_schema was"), (("--extra-body", '{"seed": 1}'), "extra_body was")):
            status, _, err = self.run_here(server.url, *more)
            self.assertEqual((status, text in err), (2, True), err)

    def test_faults_of_every_kind(self):
        made = small_root.make_root(self.root, {"alpha": 400})
        server = self.serve(seed=3, share=0.4, faults=FAULTS, manners=MANNERS)
        status, out, err = self.run_here(server.url, "--concurrency", 16)
        self.assertEqual(status, 0, out + err)
        self.assert_right(made)
        self.assertEqual(set(FAULTS), set(server.seen), "every fault has occurred")

    def test_killed_at_random_moments(self):
        made = small_root.make_root(self.root, {"alpha": 150, "beta": 60})
        server = self.serve(delay=0.03)
        rng, kills = random.Random(6), 0
        for _ in range(8):
            process = self.start(server.url, "--concurrency", 4)
            time.sleep(0.2 + 0.25 * rng.random())
            kills += process.poll() is None
            process.kill()
            process.communicate()
        self.assertGreater(kills, 5)
        self.assertEqual(self.run_here(server.url, "--concurrency", 32)[0], 0)
        self.assert_right(made)

    def test_control_c_ends_cleanly(self):
        made = small_root.make_root(self.root, {"alpha": 200})
        server = self.serve(delay=0.05)
        process = self.start(server.url, "--concurrency", 4)
        while len(server.bodies) < 12:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
        self.assertEqual((process.returncode, "Traceback" in err), (130, False), err)
        self.assertEqual(self.run_here(server.url, "--concurrency", 32)[0], 0)
        self.assert_right(made)

    def test_a_file_in_use_is_refused(self):
        small_root.make_root(self.root, {"alpha": 4})
        slow = self.serve(delay=0.5)
        process = self.start(slow.url, "--concurrency", 1)
        while not slow.bodies:
            time.sleep(0.01)
        status, _, err = self.run_here(slow.url)
        process.kill()
        process.communicate()
        self.assertEqual((status, f"is in use by another run (process {process.pid})" in err), (2, True), err)

    def test_a_torn_line_is_set_aside(self):
        made = small_root.make_root(self.root, {"alpha": 4, "beta": 4})
        server = self.serve()
        self.run_here(server.url)
        data = self.out.read_bytes()
        self.out.write_bytes(data[:-30])
        self.assertEqual(self.run_here(server.url)[0], 0)
        self.assertTrue((self.folder / "raw.jsonl.torn").exists())
        self.assert_right(made)

    def test_shards_are_collected_and_merged(self):
        made = small_root.make_root(self.root, {"alpha": 11})["alpha"]
        server = self.serve()
        for shard in (1, 2):
            self.out = self.folder / f"raw{shard}.jsonl"
            self.assertEqual((self.run_here(server.url, "--shard", f"{shard}/2")[0], self.collect(f"part{shard}")[0]), (0, 0))
        runs = self.folder / "runs"
        with contextlib.redirect_stdout(io.StringIO()):
            status = merge.main([str(runs / "part1"), str(runs / "part2"), "--out", str(runs / "mine"), "--root", str(self.root)])
        self.assertEqual((status, len(server.bodies)), (0, 11))
        self.assertEqual({name: record["p"] for name, record in self.collected().items()}, {item.id: chat_server.right_answer(item.state, item.options) for item in made})
        self.out = self.folder / "other.jsonl"
        self.run_here(server.url, "--shard", "2/2", "--temperature", "1")
        self.collect("part3")
        err = io.StringIO()
        with contextlib.redirect_stderr(err):
            status = merge.main([str(runs / "part1"), str(runs / "part3"), "--out", str(runs / "both")])
        self.assertEqual((status, "temperature None and 1.0" in err.getvalue()), (2, True), err.getvalue())

    def test_collecting_without_a_reply(self):
        small_root.make_root(self.root, {"alpha": 4})
        self.run_here(self.serve().url)
        self.out.unlink()
        status, _, err = self.collect()
        self.assertEqual((status, "name the file of replies that run_api.py wrote with --out" in err), (2, True), err)

    def test_a_folder_is_no_raw_file(self):
        small_root.make_root(self.root, {"alpha": 4})
        self.out.mkdir()
        status, _, err = self.run_here("http://127.0.0.1:1")
        self.assertEqual((status, "is a folder; name the file of raw replies" in err), (2, True), err)

    def test_failed_items_have_a_line_and_are_asked_again(self):
        made = small_root.make_root(self.root, {"alpha": 6})
        server = self.serve(always="status 422")
        self.assertEqual(self.run_here(server.url)[0], 1)
        self.assertEqual(self.collect()[0], 1)
        self.assertEqual({record["error"] for record in self.collected().values()}, {"HTTP 422: as planned"})
        self.assertEqual((self.report()["all"]["without_reply"], self.report()["all"]["strict"]), (6, 0))
        server.chaos = server.chaos._replace(always=None)
        self.assertEqual(self.run_here(server.url)[0], 0)
        self.assert_right(made)


class Keys(ChatCase):
    SECRET = "sk-z9y8x7w6v5"

    def test_a_key_from_a_file_is_sent_and_stands_nowhere(self):
        made = small_root.make_root(self.root, {"alpha": 4})
        keyfile = self.folder / "key.txt"
        keyfile.write_text(f"\ufeff{self.SECRET}\n", encoding="utf-8")
        server = self.serve(key=self.SECRET)
        status, out, err = self.run_here(server.url, "--keyfile", keyfile)
        self.assertEqual(status, 0, err)
        self.assertIn(b"Authorization: Bearer " + self.SECRET.encode(), server.heads[0])
        self.assert_right(made)
        everything = b"".join(path.read_bytes() for path in self.folder.rglob("*") if path.is_file() and path != keyfile)
        self.assertNotIn(self.SECRET.encode(), everything + (out + err).encode())

    def test_a_key_that_a_reply_repeats_is_taken_out(self):
        small_root.make_root(self.root, {"alpha": 3})
        server = self.serve(always="repeats the key", key=self.SECRET)
        server.misbehave = lambda link, fault, reply: chaos_server.send(link, 200, json.dumps(reply).encode().replace(b'"content": "', b'"content": "%s ' % self.SECRET.encode()))
        with mock.patch.dict(os.environ, {"CHAT_KEY": self.SECRET}):
            self.assertEqual(self.run_here(server.url, "--api-key-env", "CHAT_KEY")[0], 0)
        self.assertTrue(self.records()[0]["reply"]["content"].startswith("[key] {"))
        self.assertNotIn(self.SECRET.encode(), self.out.read_bytes())

    def test_a_key_that_cannot_be_used(self):
        small_root.make_root(self.root, {"alpha": 4})
        empty = self.folder / "empty"
        empty.write_text(" \n")
        with mock.patch.dict(os.environ, {"CHAT_KEY": self.SECRET}):
            for words, text in ((("--keyfile", self.SECRET), "there is no file"), (("--keyfile", self.folder), "cannot be read"), (("--keyfile", empty), "is empty"), (("--keyfile", empty, "--api-key-env", "CHAT_KEY"), "give one of them"),
                                ((self.SECRET,), "not understood"), (("--key", self.SECRET), "not understood")):
                status, out, err = self.run_here("http://127.0.0.1:1", *words)
                self.assertEqual((status, text in err, self.SECRET in out + err), (2, True, False), err)

    def test_a_wrong_key_stops_the_run(self):
        small_root.make_root(self.root, {"alpha": 4})
        with mock.patch.dict(os.environ, {"CHAT_KEY": self.SECRET}):
            status, out, err = self.run_here(self.serve(key="other").url, "--api-key-env", "CHAT_KEY")
        self.assertEqual((status, "HTTP 401: key not accepted: [key]" in err, self.SECRET in out + err), (2, True, False), err)


class Requests(ChatCase):
    def body(self, *more, url="http://127.0.0.1:1"):
        """The first request of a dry run."""
        small_root.make_root(self.root, {"alpha": 3})
        status, out, err = self.run_here(url, "--dry-run", *more)
        self.assertEqual(status, 0, err)
        return json.loads(next(line for line in out.splitlines() if line.startswith('{"model"')))

    def test_the_messages(self):
        system, user = self.body()["messages"]
        self.assertEqual((system["role"], user["role"]), ("system", "user"))
        self.assertTrue(user["content"].startswith("STATE\nalpha case 0 "))
        self.assertTrue(user["content"].endswith(
            "\n\nQUESTION\nIs the claim correct?\n\nOPTIONS (key: meaning)\nyes: the claim holds\nno: the claim does not hold\n\n"
            'Reply with the JSON object, in this form:\n{"choice": "<key>", "probabilities": {"yes": <probability>, "no": <probability>}}'))

    def test_options_of_every_type_and_a_structured_state(self):
        item = small_root.make_item("alpha", 1)._replace(state={"a": [1, "\u00e9"]})
        user = prompts.stated_messages(item)[1]["content"]
        self.assertIn('STATE\n{\n  "a": [\n    1,\n    "\u00e9"\n  ]\n}\n\nQUESTION\nWhich desk?', user)
        self.assertIn("\nBilling desk: payments\nTech\n\u00c4rztin: health\n", user)
        self.assertIn("\n0: can wait\n1: this week\n2: today\n", prompts.stated_messages(small_root.make_item("alpha", 2))[1]["content"])

    def test_dialects(self):
        for dialect, setting, expected in (
                ("plain", "off", {"max_tokens": 2048, "temperature": 0}), ("openai", "off", {"max_completion_tokens": 2048, "temperature": 0, "reasoning_effort": "none"}),
                ("openai", "high", {"max_completion_tokens": 32768, "reasoning_effort": "high"}), ("thinking", "low", {"max_tokens": 8192, "temperature": 0, "thinking": {"type": "enabled"}, "reasoning_effort": "low"}),
                ("template", "off", {"max_tokens": 2048, "temperature": 0, "chat_template_kwargs": {"enable_thinking": False, "thinking": False}}),
                ("openrouter", "off", {"max_tokens": 2048, "temperature": 0, "reasoning": {"enabled": False}}), ("switch", "high", {"max_tokens": 32768, "enable_thinking": True}),
                ("thinking", "default", {"max_tokens": 32768})):
            body = self.body("--dialect", dialect, "--reasoning", setting)
            self.assertEqual({key: body[key] for key in body if key not in ("model", "messages")}, expected)
        small_root.make_root(self.root, {"alpha": 3})
        status, _, err = self.run_here("http://127.0.0.1:1", "--dry-run", "--dialect", "switch", "--reasoning", "low")
        self.assertEqual((status, "the dialect switch has no reasoning low" in err), (2, True), err)

    def test_dialect_by_host(self):
        for url, expected in (("https://api.openai.com/v1", "openai"), ("https://api.deepseek.com", "thinking"), ("http://localhost:8000/v1", "template"), ("https://other.example/v1", "plain")):
            self.assertEqual(api.choose_dialect("auto", [api.join_address(url, "chat/completions")]), expected)
        self.assertEqual(api.choose_dialect("plain", [api.join_address("https://openrouter.ai/api/v1", "chat/completions")]), "plain")

    def test_addresses(self):
        for url, expected in (("https://h/v1", "/v1/chat/completions"), ("https://h/v1/", "/v1/chat/completions"), ("https://h", "/chat/completions"),
                              ("https://h/v1/chat/completions", "/v1/chat/completions"), ("https://h/x?version=2", "/x/chat/completions?version=2")):
            self.assertEqual(api.join_address(url, "chat/completions").target, expected)

    def test_extra_body_and_temperature(self):
        body = self.body("--extra-body", '{"seed": 7, "max_tokens": null, "chat_template_kwargs": {"x": 1}}', "--temperature", "none")
        self.assertEqual((body["seed"], "max_tokens" in body, body["chat_template_kwargs"], "temperature" in body), (7, False, {"x": 1}, False))
        self.assertEqual(self.body("--temperature", "0.7")["temperature"], 0.7)
        for text, why in (('{"model": "x"}', "cannot set model"), ("[1]", "is no JSON object"), ("{", "is not JSON"), ('{"a": NaN}', "is not JSON")):
            status, _, err = self.run_here("http://127.0.0.1:1", "--dry-run", "--extra-body", text)
            self.assertEqual((status, why in err), (2, True), err)

    def test_json_schema(self):
        form = self.body("--json-schema")["response_format"]
        self.assertEqual((form["type"], form["json_schema"]["strict"]), ("json_schema", True))
        schema = form["json_schema"]["schema"]
        self.assertEqual((schema["required"], schema["properties"]["choice"]["enum"]), (["choice", "probabilities"], ["yes", "no"]))
        self.assertEqual(schema["properties"]["probabilities"]["required"], ["yes", "no"])


class Readings(ChatCase):
    def setUp(self):
        super().setUp()
        self.made = small_root.make_root(self.root, {"alpha": 6})

    def test_replies_of_no_use_are_kept_and_counted(self):
        for fault, how, remark in (("prose", "refused", None), ("cut", "cut", "ended by length"), ("nothing", "empty", None), ("filter", "refused", "ended by content_filter")):
            with self.subTest(fault):
                self.out = self.folder / f"{fault}.jsonl"
                server = self.serve(always=fault)
                status, out, err = self.run_here(server.url)
                self.assertEqual((status, len(server.bodies)), (0, 6), err)
                self.assertEqual(f"remark    {remark}: 6" in out, remark is not None, out)
                status, out, _ = self.collect(fault)
                self.assertEqual(status, 1)
                self.assertIn(f" {how} 6", out)
                self.assertTrue(all(record["error"].startswith(f"{how}: ") for record in self.collected(name=fault).values()))

    def test_replies_that_are_repaired(self):
        for fault, ways in (("fence", {"code fence": 6}), ("parts", {}), ("surrogate", {"text around": 6})):
            with self.subTest(fault):
                self.out = self.folder / f"{fault}.jsonl"
                self.assertEqual(self.run_here(self.serve(always=fault).url)[0], 0)
                self.assert_right(self.made)
                self.assertEqual(self.report()["all"]["ways"], ways)
                for path in (self.folder / "runs/mine").iterdir():
                    path.unlink()

    def test_reasoning_apart_and_inline(self):
        for style, known in (("apart", {"tokens": 9, "closed": True}), ("inline", {"tokens": 9, "closed": True})):
            with self.subTest(style):
                self.out = self.folder / f"{style}.jsonl"
                self.assertEqual(self.run_here(self.serve(style).url, "--reasoning", "high")[0], 0)
                self.assertEqual(self.collect(style)[0], 0)
                found = self.collected(name=style)
                self.assertEqual([{key: record[key] for key in known} for record in found.values()], [known] * 6)
                self.assertEqual(found["alpha:00000"]["p"], chat_server.after_thought(self.made["alpha"][0].state, ("yes", "no")))
        self.assertEqual(self.records()[0]["reply"]["reasoning_chars"], 0, "inline reasoning stays in the content")

    def test_thinking_below_a_cut(self):
        cut = 0.6
        tops = {item.id: max(chat_server.right_answer(item.state, item.options).values()) for item in self.made["alpha"]}
        low = {name for name, top in tops.items() if top < cut}
        self.assertTrue(0 < len(low) < 6, "the made items lie on both sides of the cut")
        server = self.serve()
        status, out, err = self.run_here(server.url, "--think-below", cut)
        self.assertEqual((status, len(server.bodies)), (0, 6 + len(low)), err)
        self.assertIn(f"remark    asked again with reasoning: {len(low)}", out)
        self.assertEqual(self.collect()[0], 0)
        for item in self.made["alpha"]:
            record, thought = self.collected()[item.id], item.id in low
            self.assertEqual(record["p"], (chat_server.after_thought if thought else chat_server.right_answer)(item.state, item.options))
            self.assertEqual((record["tokens"], record.get("closed")), (9, True) if thought else (0, None))

    def test_reasoning_that_does_not_end_leaves_the_first_reply(self):
        raw = {"id": "alpha:00000", "task": "alpha", "options": ["yes", "no"], "first": {"content": '{"yes": 0.6, "no": 0.4}', "finish_reason": "stop", "usage": None},
               "reply": {"content": "<think>and so", "reasoning_chars": 0, "finish_reason": "length", "usage": None}}
        record = collect.read_record(raw).record
        self.assertEqual((record["p"], record["closed"], "tokens" in record), ({"yes": 0.6, "no": 0.4}, False, False))
        raw["reply"] = {"content": "", "reasoning_chars": 70, "finish_reason": "length", "usage": {"completion_tokens_details": {"reasoning_tokens": 20}}}
        record = collect.read_record(raw).record
        self.assertEqual((record["p"], record["closed"], record["tokens"]), ({"yes": 0.6, "no": 0.4}, False, 20))

    def test_of_several_records_the_last_reply_counts(self):
        def line(content=None, **more):
            reply = {} if content is None else {"reply": {"content": content, "finish_reason": "stop", "usage": None, "reasoning_chars": 0}}
            return json.dumps({"id": "t:0", "task": "t", "options": ["yes", "no"], **reply, **more}) + "\n"
        self.out.write_text(line(error="x") + line('{"yes": 1, "no": 0}') + line(error="y") + "torn", encoding="utf-8")
        found, malformed = collect.read_raw(collect.read_bytes(self.out))
        self.assertEqual((found["t"]["t:0"].record["p"], malformed), ({"yes": 1, "no": 0}, 0))
        self.out.write_text(line(error="x") + "no json\n" + '{"id": "t:1", "task": "t", "options": [], "error": "x"}\n' + line(reply=3) + line(error="y"), encoding="utf-8")
        found, malformed = collect.read_raw(collect.read_bytes(self.out))
        self.assertEqual((found["t"]["t:0"].record["error"], malformed), ("y", 3))

    def test_collecting_again_and_what_it_does_not_overwrite(self):
        server = self.serve()
        self.run_here(server.url, "--limit", 3)
        whole = self.out.read_bytes()
        self.out.write_bytes(whole[:20])
        self.assertEqual(self.collect()[0], 1)
        self.out.write_bytes(whole)
        self.assertEqual((self.collect()[0], len(self.collected())), (0, 3))
        self.run_here(server.url)
        self.assertEqual((self.collect()[0], len(self.collected())), (0, 6))
        other = self.folder / "runs/other"
        other.mkdir()
        (other / "alpha.jsonl").write_text("{}\n")
        status, _, err = self.collect("other")
        self.assertEqual((status, "holds something else than collected replies" in err), (2, True), err)
        self.assertEqual((other / "alpha.jsonl").read_text(), "{}\n")
        self.assertEqual(self.collect("../x")[0], 2)

    def killed_collecting(self, place: int, name: str) -> bool:
        """Collect in a process that is killed before (even place) or after (odd place) one of its files gets its name; whether it was."""
        words = ["collect.py", str(self.out), name, "--runs", str(self.folder / "runs")]
        script = ("import os, signal, sys\nfrom runner.chat import collect\nreplace, calls = os.replace, []\n"
                  "def replaced(*paths):\n    calls.append(paths)\n    for number in (0, 1):\n"
                  f"        if 2 * len(calls) - 2 + number == {place}:\n            os.kill(os.getpid(), signal.SIGKILL)\n"
                  "        number or replace(*paths)\nos.replace = replaced\n"
                  f"sys.exit(collect.main({words[1:]!r}))\n")
        done = subprocess.run([sys.executable, "-c", script], cwd=Path(__file__).resolve().parent.parent, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertIn(done.returncode, (0, -signal.SIGKILL), done.stderr)
        return done.returncode != 0

    def test_a_folder_whose_collecting_was_killed_is_completed_and_stays_with_its_run(self):
        small_root.make_root(self.root, {"alpha": 4, "beta": 3})
        server, files = self.serve(), {}
        for name in ("one", "two"):
            self.out = self.folder / name / "raw.jsonl"
            self.out.parent.mkdir()
            self.assertEqual((self.run_here(server.url)[0], self.collect(name)[0]), (0, 0))
            files[name] = {path.name: path.read_bytes() for path in (self.folder / "runs" / name).iterdir()}
        self.assertEqual(sorted(files["one"]), ["_items.json", "_replies.json", "_run.json", "alpha.jsonl", "beta.jsonl"])
        kills = 0
        while self.killed_collecting(kills, f"cut{kills}"):
            folder = self.folder / f"runs/cut{kills}"
            self.out = self.folder / "one" / "raw.jsonl"
            if kills:  # nothing of a run is there before the first file
                before = {path.name: path.read_bytes() for path in folder.iterdir()}
                status, _, err = self.collect(folder.name)
                self.assertEqual((status, f"{folder}: holds the replies of another raw file (raw.jsonl); choose another name" in err), (2, True), (kills, err))
                self.assertEqual({path.name: path.read_bytes() for path in folder.iterdir()}, before)
            self.out = self.folder / "two" / "raw.jsonl"
            self.assertEqual(self.collect(folder.name)[0], 0, kills)
            self.assertEqual({path.name: path.read_bytes() for path in folder.iterdir()}, files["two"], kills)
            kills += 1
        self.assertEqual(kills, 12)  # six files get their name, and _run.json is two of them

    def test_numbers_that_come_again_and_again_are_shown(self):
        rows = [collect.read_record({"id": f"t:{n}", "task": "t", "options": ["yes", "no"],
                                     "reply": {"content": '{"choice": "no", "probabilities": {"yes": 0.995, "no": 0.005}}' if n else '{"yes": 0.5, "no": 0.5}'}}) for n in range(4)]
        found = collect.summarise(rows)
        self.assertEqual((found["commonest_numbers"], found["certain"], found["disagreeing"]), ({"numbers": [0.995, 0.005], "times": 3}, 3, 3))


class Commands(unittest.TestCase):
    def test_help(self):
        for script in (run_api.__file__, collect.__file__):
            done = subprocess.run([sys.executable, script, "--help"], stdout=subprocess.PIPE, text=True, timeout=20)
            self.assertEqual(done.returncode, 0)
            self.assertIn("raw", done.stdout)


if __name__ == "__main__":
    unittest.main()
