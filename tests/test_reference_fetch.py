"""Fetching a source file from a server on this machine: whole, cut and resumed, refused, gone, a login page, other bytes, a full disk."""
from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import os
import re
import sys
import tempfile
import threading
import unittest
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reference import fetch, readers, store
from reference.sources import OFFICIAL, Address, File, Form, Source, SourceError, hub

DATA = b'{"a": 1}\n' * 40000
SHA256 = hashlib.sha256(DATA).hexdigest()
CUT = 100000


class Handler(BaseHTTPRequestHandler):
    """Serves DATA by path: /whole, /cut (ends early on the first request), /stubborn (ignores ranges), /login, and statuses by number."""

    seen = []

    def log_message(self, *_):
        pass

    def reply(self, status: int, data: bytes, kind="application/octet-stream", length=None, **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data) if length is None else length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        Handler.seen.append((self.path, self.headers.get("Range"), self.headers.get("Authorization")))
        found = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range") or "")
        start = int(found[1]) if found else 0
        if self.path.strip("/").isdigit():
            self.reply(int(self.path.strip("/")), b"no")
        elif self.path == "/moved":
            self.reply(302, b"", Location="/login")
        elif self.path == "/login":
            self.reply(200, b"<html>Sign in</html>", "text/html; charset=utf-8")
        elif self.path == "/cut" and not start:
            self.reply(200, DATA[:CUT], length=len(DATA))
        elif start >= len(DATA):
            self.reply(416, b"")
        elif start and self.path != "/stubborn":
            self.reply(206, DATA[start:], Content_Range=f"bytes {start}-{len(DATA) - 1}/{len(DATA)}")
        else:
            self.reply(200, DATA)


class Fetching(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        cls.thread = threading.Thread(target=cls.server.serve_forever, daemon=True)
        cls.thread.start()

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()
        cls.thread.join()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "cache"
        Handler.seen.clear()
        unset = mock.patch.dict(os.environ, {"no_proxy": "127.0.0.1"})
        unset.start()
        self.addCleanup(unset.stop)

    def file(self, path: str, sha256=SHA256, size=len(DATA), gate=None) -> File:
        return File("t.jsonl", Address(f"http://127.0.0.1:{self.server.server_port}/{path}", None, gate), sha256, size)

    def fetch(self, file: File) -> Path:
        with contextlib.redirect_stderr(io.StringIO()):
            return fetch.fetch(file, self.folder)

    def fails(self, file: File, *words: str) -> None:
        with self.assertRaises(SourceError) as caught:
            self.fetch(file)
        for word in ("t.jsonl: ", *words):
            self.assertIn(word, str(caught.exception))

    def names(self) -> list:
        return sorted(path.name for path in self.folder.iterdir())

    def test_whole(self):
        self.assertEqual(self.fetch(self.file("whole")).read_bytes(), DATA)
        self.assertEqual(self.names(), ["t.jsonl"])

    def test_resume(self):
        """A cut download stays as a part; the next run asks for the rest alone."""
        self.fails(self.file("cut"), f"ended after {CUT:,} of {len(DATA):,} bytes", "run again")
        self.assertEqual(self.names(), ["t.jsonl.part"])
        self.assertEqual(self.fetch(self.file("cut")).read_bytes(), DATA)
        self.assertEqual(Handler.seen[-1][1], f"bytes={CUT}-")
        self.assertEqual(self.names(), ["t.jsonl"])

    def test_no_ranges(self):
        """A server that sends the whole file again replaces the part; a part that is too long is started again."""
        for length in (CUT, len(DATA)):
            self.folder.mkdir(exist_ok=True)
            (self.folder / "t.jsonl.part").write_bytes(b"x" * length)
            self.assertEqual(self.fetch(self.file("stubborn")).read_bytes(), DATA)

    def test_other_bytes(self):
        """A part of other bytes, or a changed file: nothing is kept, so that the next run starts afresh."""
        self.folder.mkdir()
        (self.folder / "t.jsonl.part").write_bytes(b"x" * CUT)
        self.fails(self.file("whole"), "has the SHA-256", f"expected {SHA256}", "not kept")
        self.assertEqual(self.names(), [])
        self.fails(self.file("whole", "0" * 64), f"has the SHA-256 {SHA256}")
        self.fails(self.file("whole", size=7), f"has {len(DATA):,} bytes, expected 7")

    def test_refusals(self):
        """Gone, refused, broken, and pages in place of files, each with what to do."""
        self.fails(self.file("404"), "HTTP 404", "--source")
        self.fails(self.file("401", gate="https://huggingface.co/datasets/a/b"), "accept the terms at https://huggingface.co/datasets/a/b", "set HF_TOKEN")
        self.fails(self.file("403"), "HTTP 403", "HF_TOKEN")
        self.fails(self.file("500"), "HTTP 500", "try again later")
        self.fails(self.file("moved"), "/login gave a web page", "--source")
        self.fails(self.file("moved", gate="https://huggingface.co/datasets/a/b"), "accept the terms at https://huggingface.co/datasets/a/b")
        self.fails(File("t.jsonl", Address("http://127.0.0.1:1/x")), "cannot be fetched")
        self.assertEqual(self.names(), [])

    def test_full_disk(self):
        with mock.patch.object(fetch, "append", side_effect=OSError(errno.ENOSPC, "No space left on device")):
            self.fails(self.file("whole"), f"cannot be written to {self.folder} (No space left on device)", "make room")

    def test_checked_at_every_use(self):
        """A fetched file is used from the cache, and refused once its bytes change."""
        source = Source("s", (Form(OFFICIAL, (self.file("whole"),), readers.json_lines(("a",))),))
        stock = store.Store(self.folder)
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(len(list(store.find(stock, "t", source).read())), 40000)
        self.assertEqual(store.find(stock, "t", source).marks, {"t.jsonl": (SHA256, len(DATA))})
        self.assertEqual(len(Handler.seen), 1)
        (self.folder / "t/t.jsonl").write_bytes(DATA.replace(b"1", b"2"))
        with self.assertRaises(SourceError) as caught:
            store.find(stock, "t", source)
        self.assertIn("is another version or damaged; delete it", str(caught.exception))


class Token(unittest.TestCase):
    """The user's token goes to the hub alone, and only over https."""

    def header(self, url: str):
        request = urllib.request.Request(url)
        with mock.patch.dict(os.environ, {"HF_TOKEN": "secret\n"}):
            fetch.add_token(request)
        self.assertNotIn("Authorization", request.headers)
        return request.unredirected_hdrs.get("Authorization")

    def test_hosts(self):
        address = hub("a/b", "0" * 40, "test.jsonl", is_gated=True)
        self.assertEqual((address.url, address.revision, address.gate),
                         (f"https://huggingface.co/datasets/a/b/resolve/{'0' * 40}/test.jsonl", "0" * 40, "https://huggingface.co/datasets/a/b"))
        self.assertEqual(self.header(address.url), "Bearer secret")
        for url in ("http://huggingface.co/x", "https://huggingface.co.example.org/x", "https://example.org/huggingface.co", "https://cdn.huggingface.co/x"):
            self.assertIsNone(self.header(url), url)

    def test_redirect(self):
        """A redirect to another host goes without the token, one to the hub with it."""
        request = urllib.request.Request("https://huggingface.co/a", headers={"Range": "bytes=5-"})
        with mock.patch.dict(os.environ, {"HF_TOKEN": "secret"}):
            fetch.add_token(request)
            for url, token in (("https://example.org/a", None), ("https://huggingface.co/b", "Bearer secret")):
                following = fetch.KeepToken().redirect_request(request, None, 302, "Found", {}, url)
                self.assertEqual({**following.headers, **following.unredirected_hdrs}.get("Authorization"), token)
                self.assertEqual(following.get_header("Range"), "bytes=5-")


if __name__ == "__main__":
    unittest.main()
