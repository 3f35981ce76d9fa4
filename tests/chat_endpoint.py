"""An OpenAI-compatible endpoint for tests: answers chat completions with what a function makes of the prompt, and counts what it was sent."""
from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.requests.append((self.path, dict(self.headers), body))
            number = len(self.server.requests)
        status, value = self.server.answer(body["messages"][-1]["content"], number)
        data = value if isinstance(value, bytes) else json.dumps(value).encode("utf-8")
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *unused):
        pass


class ChatEndpoint:
    """answer(prompt, number of the request) gives (status, JSON value or bytes). `requests` holds (path, headers, body)."""

    def __init__(self, answer):
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.answer, self._server.requests, self._server.lock = answer, [], threading.Lock()
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def requests(self) -> list:
        return self._server.requests

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def reply(text) -> tuple:
    """A good reply with a text."""
    return 200, {"choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]}
