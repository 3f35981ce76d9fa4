"""Fetching a source file from a server on this machine: whole, cut and resumed, refused, gone, a login page, other bytes, a full disk."""
from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest import mock

try:
    import resource
except ImportError:
    resource = None

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reference import building, fetch, readers, rebuild, store
from reference.sources import OFFICIAL, Address, File, Form, Source, SourceError, hub

ROOT = Path(__file__).resolve().parent.parent
DATA = b'{"a": 1}\n' * 40000
SHA256 = hashlib.sha256(DATA).hexdigest()
CUT = 100000


class Handler(BaseHTTPRequestHandler):
    """Serves DATA by path, each a way of its own to fail; a path of digits is a status."""

    protocol_version = "HTTP/1.1"
    seen = []
    wait = threading.Event()

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
        self.close_connection = True

    def pieces(self, data: bytes, **headers):
        """Send bytes as they are, with no length but one among the headers, and close behind them."""
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = True

    def do_GET(self):
        Handler.seen.append((self.path, self.headers.get("Range"), self.headers.get("Authorization")))
        found = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range") or "")
        start = int(found[1]) if found else 0
        if self.path.rpartition("/")[2].isdigit():
            self.reply(int(self.path.rpartition("/")[2]), b"no")
        elif self.path == "/moved":
            self.reply(302, b"", Location="/login")
        elif self.path.startswith("/to/"):
            self.reply(302, b"", Location=self.path[4:])
        elif self.path == "/unsized":
            self.pieces(DATA[:CUT])
        elif self.path in ("/chunks", "/cut-chunks"):
            self.pieces(b"%x\r\n%s\r\n" % (CUT, DATA[:CUT]) + (b"" if "cut" in self.path else b"%x\r\n%s\r\n0\r\n\r\n" % (len(DATA) - CUT, DATA[CUT:])),
                        Transfer_Encoding="chunked")
        elif self.path == "/small-ranges" and start:
            self.reply(206, DATA[start:start + CUT], Content_Range=f"bytes {start}-{min(start + CUT, len(DATA)) - 1}/{len(DATA)}")
        elif self.path == "/other-range" and start:
            self.reply(206, DATA[start + 9:], Content_Range=f"bytes {start + 9}-{len(DATA) - 1}/{len(DATA)}")
        elif self.path == "/stalled":
            self.pieces(DATA[:CUT], Content_Length=str(len(DATA)))
            Handler.wait.wait(60)
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


class Served(unittest.TestCase):
    """A server on this machine, and a folder of its own."""

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
        Handler.wait.clear()
        unset = mock.patch.dict(os.environ, {"no_proxy": "127.0.0.1,localhost", "HF_TOKEN": ""})
        unset.start()
        self.addCleanup(unset.stop)

    def file(self, path: str, sha256=SHA256, size=len(DATA), gate=None, revision=None) -> File:
        return File("t.jsonl", Address(f"http://127.0.0.1:{self.server.server_port}/{path}", revision, gate), sha256, size)


class Fetching(Served):
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

    def test_ranges_that_are_not_as_asked(self):
        """A server that sends a piece at a time needs several runs, one that sends another piece is asked for the whole."""
        self.folder.mkdir()
        path, part = self.folder / "t.jsonl", self.folder / "t.jsonl.part"
        for sha256 in (SHA256, None):
            part.write_bytes(DATA[:CUT])
            for done in (2 * CUT, 3 * CUT):
                self.fails(self.file("small-ranges", sha256, None, revision="abc"), f"ended after {done:,} of {len(DATA):,} bytes", "run again")
                self.assertEqual(self.names(), ["t.jsonl.part"])
            self.assertEqual(self.fetch(self.file("small-ranges", sha256, None, revision="abc")).read_bytes(), DATA)
            path.unlink()
        part.write_bytes(DATA[:CUT])
        self.assertEqual(self.fetch(self.file("other-range", None, None, revision="abc")).read_bytes(), DATA)

    def test_no_pin(self):
        """Where neither hash nor revision is known, the file may have changed since the part was fetched: it is fetched anew."""
        self.folder.mkdir()
        (self.folder / "t.jsonl.part").write_bytes(b"x" * CUT)
        self.assertEqual(self.fetch(self.file("whole", None, None)).read_bytes(), DATA)
        self.assertIsNone(Handler.seen[-1][1])

    def test_whole_part(self):
        """A part that is the whole file, as after a kill before the renaming, is not fetched again."""
        self.folder.mkdir()
        (self.folder / "t.jsonl.part").write_bytes(DATA)
        self.assertEqual(self.fetch(self.file("404")).read_bytes(), DATA)
        self.assertEqual((Handler.seen, self.names()), ([], ["t.jsonl"]))

    def test_unsized(self):
        """Without a length, chunks or a known hash nobody could tell a cut; with one of them it is told."""
        self.fails(self.file("unsized", None, None), "does not say how long it is", "--source")
        self.assertEqual(self.fetch(self.file("chunks", None, None)).read_bytes(), DATA)
        (self.folder / "t.jsonl").unlink()
        self.fails(self.file("cut-chunks", None, None), "the connection broke after", "run again")
        self.assertEqual(self.names(), ["t.jsonl.part"])
        (self.folder / "t.jsonl.part").unlink()
        self.fails(self.file("unsized"), f"has {CUT:,} bytes, expected {len(DATA):,}", "run again")
        self.assertEqual(self.names(), [])

    def test_killed(self):
        """A process that is killed in the middle of a file leaves a part alone, and the next goes on from there."""
        file = self.file("stalled")
        script = f"import sys; sys.path.insert(0, {str(ROOT)!r})\nfrom pathlib import Path\nfrom reference import fetch\nfrom reference.sources import *\n"
        script += f"fetch.CHUNK_BYTES = 1000\nfetch.fetch({file!r}, Path({str(self.folder)!r}))"
        with subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.DEVNULL) as process:
            part = self.folder / "t.jsonl.part"
            end = time.monotonic() + 60
            while not (part.exists() and part.stat().st_size) and time.monotonic() < end:
                time.sleep(0.05)
            process.kill()
        Handler.wait.set()
        self.assertEqual(self.names(), ["t.jsonl.part"])
        self.assertLess(0, part.stat().st_size)
        self.assertEqual(self.fetch(self.file("whole")).read_bytes(), DATA)
        self.assertRegex(Handler.seen[-1][1], r"bytes=[1-9]\d*-")

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
        self.fails(self.file("416"), "HTTP 416", "try again later")
        self.fails(self.file("403"), "HTTP 403", "by hand", "--source")
        with mock.patch.object(fetch, "HUB", "127.0.0.1"):
            self.fails(self.file("resolve/1/403"), "HTTP 403", f"accept the terms at http://127.0.0.1:{self.server.server_port}, make a read token and set HF_TOKEN")
            with mock.patch.dict(os.environ, {"HF_TOKEN": "secret"}):
                self.fails(self.file("resolve/1/403"), "the token in HF_TOKEN does not open it")
        self.fails(self.file("500"), "HTTP 500", "try again later")
        self.fails(self.file("moved"), "/login gave a web page", "--source")
        self.fails(self.file("moved", gate="https://huggingface.co/datasets/a/b"), "accept the terms at https://huggingface.co/datasets/a/b")
        self.fails(File("t.jsonl", Address("http://127.0.0.1:1/x")), "cannot be fetched")
        self.assertEqual(self.names(), [])

    def test_full_disk(self):
        with mock.patch.object(fetch, "append", side_effect=OSError(errno.ENOSPC, "No space left on device")):
            self.fails(self.file("whole"), f"cannot be written to {self.folder} (No space left on device)", "make room")

    @unittest.skipIf(resource is None, "needs a limit on the size of files")
    def test_no_room_in_the_middle(self):
        """A file that stops growing stays a part under no final name, and is gone on with once there is room."""
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (CUT, limits[1]))
        try:
            self.fails(self.file("whole"), f"cannot be written to {self.folder} (File too large)", "make room")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        self.assertEqual(self.names(), ["t.jsonl.part"])
        self.assertEqual((self.folder / "t.jsonl.part").read_bytes(), DATA[:CUT])
        self.assertEqual(self.fetch(self.file("whole")).read_bytes(), DATA)
        self.assertEqual(Handler.seen[-1][1], f"bytes={CUT}-")

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
        self.assertIn("is another version or damaged; move it away", str(caught.exception))


class Command(Served):
    """rebuild.py over a server that fails: task, file and what to do on one line, exit code 2, no task folder, no file in the cache but a whole one."""

    def rebuild(self, file: File):
        """(exit code, standard error, names in the cache) of rebuilding nevir from a file."""
        builder = building.load("nevir")
        form = builder.sources[0].forms[0]._replace(files=(file,))
        builder = builder._replace(sources=(builder.sources[0]._replace(forms=(form,)),))
        out, err = io.StringIO(), io.StringIO()
        with mock.patch.object(building, "load", return_value=builder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = rebuild.main(["nevir", str(self.folder), "--out", str(self.folder.parent / "data")])
        self.assertFalse((self.folder.parent / "data").exists())
        lines = [line for line in err.getvalue().splitlines() if not line.startswith("fetching ")]
        self.assertEqual(len(lines), 1, lines)
        return code, lines[0], sorted(path.name for path in (self.folder / "nevir").iterdir())

    def test_failures(self):
        for path, more, words, left in (
                ("404", {}, "HTTP 404.*--source", []), ("401", {"gate": "https://x.test/d"}, "accept the terms at https://x.test/d.*set HF_TOKEN", []),
                ("403", {"gate": "https://x.test/d"}, "accept the terms at https://x.test/d.*set HF_TOKEN", []), ("503", {}, "try again later", []),
                ("moved", {"gate": "https://x.test/d"}, "gave a web page.*set HF_TOKEN", []), ("login", {}, "gave a web page.*by hand", []),
                ("cut", {}, "run again", ["t.jsonl.part"]), ("cut-chunks", {"sha256": None, "size": None}, "run again", []),
                ("unsized", {"sha256": None, "size": None}, "could not be told.*by hand", []),
                ("whole", {"sha256": "0" * 64}, "has the SHA-256.*expected 0{64}.*run again", []),
                ("whole", {"size": 7}, "expected 7.*run again", []), ("whole", {}, "no field 'id', found a; the layout of the source has changed", ["t.jsonl"])):
            with self.subTest(path=path, **more):
                shutil.rmtree(self.folder, ignore_errors=True)
                code, line, names = self.rebuild(self.file(path, **more))
                self.assertEqual(code, 2)
                self.assertRegex(line, rf"^rebuild\.py: error: nevir: t\.jsonl:(1:)? .*{words}")
                self.assertEqual([name for name in names if path != "cut-chunks"], left)
                self.assertEqual("t.jsonl" in names, left == ["t.jsonl"])


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


@unittest.skipUnless(shutil.which("openssl"), "needs the openssl command")
class Hub(Served):
    """The hub played by a server on this machine, over TLS, and another host beside it."""

    def setUp(self):
        super().setUp()
        self.folder.mkdir()
        certificate, key = self.folder / "certificate.pem", self.folder / "key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                        "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)], check=True, stderr=subprocess.DEVNULL)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        secure = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        secure.socket = context.wrap_socket(secure.socket, server_side=True)
        thread = threading.Thread(target=secure.serve_forever, daemon=True)
        thread.start()
        for end in (secure.server_close, thread.join, secure.shutdown):
            self.addCleanup(end)
        self.hub, self.other = f"https://127.0.0.1:{secure.server_port}", f"https://localhost:{secure.server_port}"
        for patch in (mock.patch.object(fetch, "HUB", "127.0.0.1"), mock.patch.dict(os.environ, {"HF_TOKEN": "secret", "SSL_CERT_FILE": str(certificate)})):
            patch.start()
            self.addCleanup(patch.stop)

    def seen_by(self, url: str) -> list:
        """The authorizations of the requests that fetching a file took."""
        Handler.seen.clear()
        with contextlib.redirect_stderr(io.StringIO()):
            path = fetch.fetch(File("t.jsonl", Address(url), SHA256), self.folder / "cache")
        self.assertEqual(path.read_bytes(), DATA)
        return [seen[2] for seen in Handler.seen]

    def test_the_token_stays(self):
        """It goes to the hub and along with a redirect within it; not to another host, not over plain HTTP, and not from another host's first request."""
        plain = f"http://127.0.0.1:{self.server.server_port}"
        self.assertEqual(self.seen_by(f"{self.hub}/to//whole"), ["Bearer secret", "Bearer secret"])
        self.assertEqual(self.seen_by(f"{self.hub}/to/{self.other}/whole"), ["Bearer secret", None])
        self.assertEqual(self.seen_by(f"{self.hub}/to/{plain}/whole"), ["Bearer secret", None])
        self.assertEqual(self.seen_by(f"{self.other}/whole"), [None])


if __name__ == "__main__":
    unittest.main()
