"""Serve the built-in baselines as a typed-decision endpoint: POST /v1/systemone, GET /v1/models, GET /health.

Example: python3 runner/baseline_server.py --port 9701 --models words,uniform

The field `model` of a request chooses the baseline; `jev-latest` stands for the first one served. State, questions and answers
are those of the System One dialect; errors have the bodies and status codes that its clients expect.
"""
from __future__ import annotations

import argparse
import hmac
import json
import math
import os
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import console
from runner import baselines

PATH = "/v1/systemone"
ALIAS = "jev-latest"
MAX_BODY = 32 * 2 ** 20  # bytes, the largest body that a documented endpoint takes
MAX_OPTIONS, MAX_LEVELS = 255, 10
TEXT = (str, dict, list)


class Refusal(Exception):
    """A request that gets an error answer: HTTP status and the value of `detail`."""

    def __init__(self, status: int, detail):
        super().__init__(status, detail)
        self.status, self.detail = status, detail


def refuse(status: int, error_type: str, message: str) -> Refusal:
    """An error of the kind that names a type and a message."""
    return Refusal(status, {"error_type": error_type, "message": message})


def invalid(place, message: str, kind: str = "value_error") -> Refusal:
    """A validation error: 422 with the place in the body."""
    return Refusal(422, [{"loc": ["body", *place], "msg": message, "type": kind}])


# Reading a request

def parse_body(data: bytes) -> dict:
    """The request object of a body. Raises Refusal (422) unless it is a JSON object in UTF-8 without NaN or Infinity."""
    try:
        body = json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise invalid((), f"body is not JSON: {error}", "json_invalid") from None
    if not isinstance(body, dict):
        raise invalid((), "body must be an object", "dict_type")
    for key in ("model", "state", "questions"):
        if key not in body:
            raise invalid((key,), "field required", "missing")
    if not isinstance(body["model"], str):
        raise invalid(("model",), "model must be a string", "string_type")
    if not isinstance(body["state"], TEXT):
        raise invalid(("state",), "state must be a string, an object or an array")
    if not isinstance(body["questions"], dict) or not body["questions"]:
        raise invalid(("questions",), "questions must be an object with at least one question")
    for name, question in body["questions"].items():
        check_question(name, question)
    return body


def _no_constant(name):
    raise ValueError(f"{name} is not a JSON number")


def check_question(name: str, question) -> None:
    """Raise Refusal (422) unless a question is one that the endpoint can answer."""
    place = ("questions", name)
    if not name:
        raise invalid(place, "a question needs a non-empty id")
    if not isinstance(question, dict):
        raise invalid(place, "a question must be an object", "dict_type")
    if "type" not in question:
        raise invalid((*place, "type"), "field required", "missing")
    checks = {"noul": check_noul, "choice": check_choice, "score": check_score}
    if not isinstance(question["type"], str) or question["type"] not in checks:
        raise invalid((*place, "type"), "type must be noul, choice or score", "union_tag_invalid")
    if not isinstance(question.get("instructions"), (*TEXT, type(None))):
        raise invalid((*place, question["type"], "instructions"), "instructions must be a string, an object or an array")
    checks[question["type"]](question.get("criteria"), (*place, question["type"], "criteria"))


def check_noul(criteria, place) -> None:
    """criteria is null, or an object with no other keys than true and false."""
    if criteria is None:
        return
    if not isinstance(criteria, dict) or not set(criteria) <= {"true", "false"}:
        raise invalid(place, "criteria of a noul must be null or an object with the keys true and false")
    check_meanings(criteria.values(), place, (*TEXT, type(None)))


def check_choice(criteria, place) -> None:
    """criteria is an object of 1 to 255 options with meanings or null."""
    if not isinstance(criteria, dict):
        raise invalid(place, "criteria of a choice must be an object of options", "dict_type" if criteria is not None else "missing")
    if not 1 <= len(criteria) <= MAX_OPTIONS:
        raise invalid(place, f"a choice has 1 to {MAX_OPTIONS} options, not {len(criteria)}")
    check_meanings(criteria.values(), place, (*TEXT, type(None)))


def check_score(criteria, place) -> None:
    """criteria is an array of 1 to 10 levels."""
    if not isinstance(criteria, list):
        raise invalid(place, "criteria of a score must be an array of levels", "list_type" if criteria is not None else "missing")
    if not 1 <= len(criteria) <= MAX_LEVELS:
        raise invalid(place, f"a score has 1 to {MAX_LEVELS} levels, not {len(criteria)}")
    check_meanings(criteria, place, TEXT)


def check_meanings(meanings, place, kinds) -> None:
    """Raise Refusal (422) unless every meaning has one of the JSON types allowed here."""
    if not all(isinstance(meaning, kinds) for meaning in meanings):
        raise invalid(place, "a meaning must be a string, an object or an array")


# Answering

def answer(question: dict, shares: dict) -> dict:
    """The answer object of a question whose options have these probabilities."""
    if question["type"] == "noul":
        return {"type": "noul", "noul": shares["yes"]}
    if question["type"] == "choice":
        top = max(shares, key=shares.get)
        return {"type": "choice", "choice": top, "confidence": choice_confidence(shares), "probabilities": shares}
    return {"type": "score", "score": math.fsum(int(level) * share for level, share in shares.items()),
            "confidence": score_confidence(list(shares.values())),
            "legend": {str(level): baselines.as_text(meaning) for level, meaning in enumerate(question["criteria"])}, "probabilities": shares}


def choice_confidence(shares: dict) -> float:
    """The largest probability rescaled from 1/n..1 to 0..1; 1 for a single option."""
    count = len(shares)
    return 1.0 if count == 1 else min(1.0, max(0.0, (count * max(shares.values()) - 1) / (count - 1)))


def score_confidence(shares: list) -> float:
    """1 minus the mean distance from the most probable level over that of equal probabilities; 1 for a single level."""
    count = len(shares)
    spread = math.fsum(abs(level - (count - 1) / 2) for level in range(count)) / count
    if spread == 0:
        return 1.0
    mode = shares.index(max(shares))
    return min(1.0, max(0.0, 1 - math.fsum(share * abs(level - mode) for level, share in enumerate(shares)) / spread))


def respond(body: dict, deciders: dict) -> dict:
    """The response object of a checked request. Raises Refusal (400) for a model that is not served."""
    model = next(iter(deciders)) if body["model"] == ALIAS else body["model"]
    if model not in deciders:
        raise refuse(400, "api_usage_error", f"Unknown model: {model}")
    answers = {name: answer(question, deciders[model](body["state"], question)) for name, question in body["questions"].items()}
    return {"model": model, "answers": answers,
            "usage": {"input_tokens": len(baselines.as_text(body["state"]).split()), "output_tokens": len(answers)}}


class Handler(BaseHTTPRequestHandler):
    """One connection; the server carries `deciders` and `key` (None: no key asked for)."""

    protocol_version = "HTTP/1.1"
    server_version = "decisionpivot-baseline"
    sys_version = ""
    disable_nagle_algorithm = True
    wbufsize = -1  # headers and body leave in one packet
    timeout = 120  # seconds that an idle connection is kept

    def do_POST(self):
        self.reply(lambda: self.decide(self.read_body()))

    def do_GET(self):
        self.reply(self.look_up)

    def decide(self, data: bytes) -> dict:
        """The response object to a POST."""
        self.check_route(PATH)
        self.check_key()
        try:
            return respond(parse_body(data), self.server.deciders)
        except RecursionError:
            raise invalid((), "body is nested too deeply", "json_invalid") from None

    def look_up(self) -> dict:
        """The response object to a GET."""
        path = self.path.split("?")[0]
        if path == "/health":
            return {"status": "ok"}
        if path == PATH:
            raise refuse(405, "method_not_allowed", f"{PATH} takes POST")
        self.check_route("/v1/models")
        self.check_key()
        return {"models": [{"name": name, "description": f"built-in baseline {name}", "release_date": None} for name in self.server.deciders]}

    def check_route(self, path: str) -> None:
        if self.path.split("?")[0].rstrip("/") != path:
            raise refuse(404, "not_found", f"no such path: {self.path[:200]}")

    def check_key(self) -> None:
        if self.server.key is None:
            return
        scheme, _, key = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not key.strip():
            raise refuse(403, "authentication_error", "Must supply an API key!")
        if not hmac.compare_digest(key.strip().encode("latin-1"), os.fsencode(self.server.key)):
            raise refuse(401, "authentication_error", "Invalid API key")

    def read_body(self) -> bytes:
        """The body of the request. Raises Refusal where its length is missing, wrong or too large; then the connection ends."""
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()) or "Transfer-Encoding" in self.headers:
            self.close_connection = True
            raise refuse(411, "length_required", "send Content-Length and no Transfer-Encoding")
        if len(length) > 18 or int(length) > MAX_BODY:
            self.close_connection = True
            raise refuse(413, "request_too_large", f"the body has more than {MAX_BODY} bytes")
        data = self.rfile.read(int(length))
        if len(data) < int(length):
            self.close_connection = True
            raise refuse(400, "api_usage_error", "the body is shorter than Content-Length")
        return data

    def reply(self, make) -> None:
        """Send what `make` returns, or the error it raises."""
        try:
            status, value = 200, make()
        except Refusal as refusal:
            status, value = refusal.status, {"detail": refusal.detail}
        data = json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode("ascii")
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        if status == 405:
            self.send_header("Allow", "POST")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()

    def log_message(self, format, *args):
        """Nothing: a request is not logged."""


class Server(ThreadingHTTPServer):
    """A thread a connection."""

    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, client_address):
        """A client that went away is no fault of the server; anything else is told in one line."""
        error = sys.exc_info()[1]
        if not isinstance(error, (ConnectionError, TimeoutError)):
            print(f"baseline_server.py: {type(error).__name__}: {error}", file=sys.stderr)


def make_server(deciders: dict, host: str = "127.0.0.1", port: int = 0, key: str | None = None) -> Server:
    """A server bound to its port, not yet serving; `server_address` tells the port that was free."""
    server = Server((host, port), Handler)
    server.deciders, server.key = deciders, key
    return server


def serve(server: Server, names, jobs: int) -> int:
    """Train, say the address and serve until Ctrl-C or SIGTERM; the exit code comes back."""
    try:
        server.deciders = baselines.deciders(names, jobs)
        signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
        print(f"serving {', '.join(names)} on http://{server.server_address[0]}:{server.server_address[1]}", flush=True)
        server.serve_forever(poll_interval=0.1)
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
    return 0


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(**console.about(__doc__))
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=9701, help="port to listen on, 0 for a free one (default: %(default)s)")
    parser.add_argument("--models", default=",".join(baselines.NAMES), help="baselines to serve, the first is the default model (default: %(default)s)")
    parser.add_argument("--api-key-env", metavar="VAR", help="ask for the bearer key held in this environment variable (default: no key)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that generate the training draw of `words` (default: the number of cores)")
    args = parser.parse_args(argv)
    names = [name.strip() for name in args.models.split(",") if name.strip()]
    unknown = [name for name in names if name not in baselines.NAMES]
    key = os.environ.get(args.api_key_env) if args.api_key_env else None
    if unknown or not names:
        parser.error(f"no baseline named {', '.join(unknown) or '(nothing)'}; there are {', '.join(baselines.NAMES)}")
    if args.api_key_env and not key:
        parser.error(f"the environment variable {args.api_key_env} is not set")
    try:
        server = make_server({}, args.host, args.port, key)
    except (OSError, OverflowError, TypeError, UnicodeError) as error:
        print(f"baseline_server.py: error: cannot listen on {args.host}:{args.port} ({error})", file=sys.stderr)
        return 2
    return console.guarded("baseline_server.py", lambda: serve(server, names, args.jobs), ())


if __name__ == "__main__":
    sys.exit(main())
