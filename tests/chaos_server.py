"""A typed-decision endpoint that misbehaves by a seeded plan. Every right answer is a function of the item alone.

Which fault the n-th request of an item meets is drawn from (seed, item, n), so that a plan does not depend on order or speed.
Example: python3 tests/chaos_server.py --port 9700 --seed 1 --share 0.3
"""
from __future__ import annotations

import argparse
import email.utils
import gzip
import hashlib
import json
import socket
import struct
import sys
import threading
import time
from collections import Counter
from typing import NamedTuple

DRIP_SECONDS = 0.05
LATE_SECONDS = 0.01


class Chaos(NamedTuple):
    """What to do. share: part of requests that meet a fault; faults: their names; most: faults per item at most; delay: seconds before
    each reply; always: the name of one fault for every request; key: bearer token to ask for."""

    seed: int = 0
    share: float = 0.0
    faults: tuple = ()
    manners: tuple = ("plain",)
    most: int = 6
    delay: float = 0.0
    always: str | None = None
    key: str | None = None
    usage: dict | None = {"input_tokens": 7, "output_tokens": 1}


# Right answers

def fraction(*parts) -> float:
    """A number from 0 to 1 that depends on the parts alone."""
    digest = hashlib.sha256("|".join(map(str, parts)).encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:6], "big") / 2 ** 48


def options_of(question: dict):
    kind, criteria = question["type"], question.get("criteria")
    return ["yes", "no"] if kind == "noul" else list(criteria) if kind == "choice" else [str(level) for level in range(len(criteria))]


def right_answer(state, question: dict) -> dict:
    """{option: probability} of an item."""
    text = state if isinstance(state, str) else json.dumps(state)
    options = options_of(question)
    if question["type"] == "noul":
        yes = fraction(text, "yes")
        return {"yes": yes, "no": 1 - yes}
    weights = [0.01 + fraction(text, option) for option in options]
    return {option: weight / sum(weights) for option, weight in zip(options, weights)}


def answer_object(state, question: dict) -> dict:
    """The answer of the systemone dialect."""
    p = right_answer(state, question)
    if question["type"] == "noul":
        return {"type": "noul", "noul": p["yes"]}
    if question["type"] == "choice":
        return {"type": "choice", "choice": max(p, key=p.get), "confidence": 0.5, "probabilities": p}
    return {"type": "score", "score": sum(int(level) * value for level, value in p.items()), "confidence": 0.5,
            "legend": {str(place): text for place, text in enumerate(question["criteria"])}, "probabilities": p}


def typed_question(question: dict) -> dict:
    """A question of the decisions dialect as one of the systemone dialect."""
    if question["type"] == "predicate":
        return {"type": "noul"}
    if question["type"] == "choice":
        return {"type": "choice", "criteria": {choice["value"]: choice.get("description") for choice in question["choices"]}}
    return {"type": "score", "criteria": [level["label"] for level in question["levels"]]}


def decisions_answer(state, question: dict) -> dict:
    p = right_answer(state, typed_question(question))
    if question["type"] == "predicate":
        return {"type": "predicate", "name": question["name"], "probability": p["yes"]}
    if question["type"] == "choice":
        return {"type": "choice", "name": question["name"], "choice": max(p, key=p.get), "probabilities": [{"value": key, "probability": value} for key, value in p.items()]}
    entries = [{"value": int(key), "label": question["levels"][int(key)]["label"], "probability": value} for key, value in p.items()]
    return {"type": "score", "name": question["name"], "probabilities": entries}


# Faults of the answer: the body behind status 200

def changed(body: dict, change) -> bytes:
    """The reply with its first answer changed."""
    body = json.loads(json.dumps(body))
    answers = body["answers"]
    change(answers["q"] if isinstance(answers, dict) else answers[0])
    return json.dumps(body).encode()


def set_probabilities(change):
    """A change of the probabilities, or of the one number."""
    def apply(answer):
        for name in ("noul", "probability"):
            if name in answer:
                answer[name] = change({"yes": answer[name]}).get("yes")
        given = answer.get("probabilities")
        if isinstance(given, dict):
            answer["probabilities"] = change(given)
        elif given:
            for entry, value in zip(given, change({str(entry["value"]): entry["probability"] for entry in given}).values()):
                entry["probability"] = value
    return apply


ANSWERS = {
    "empty body": lambda body: b"",
    "html": lambda body: b"<!DOCTYPE html><html><body>busy</body></html>",
    "not json": lambda body: json.dumps(body).encode()[:-3],
    "not utf-8": lambda body: json.dumps(body).encode()[:-1] + b', "x": "\xff\xfe"}',
    "error object": lambda body: b'{"error": {"code": "loading", "message": "the model is loading"}}',
    "failed envelope": lambda body: b'{"success": false, "errors": [{"code": 1, "message": "inference failed"}], "result": null}',
    "no answers": lambda body: b'{"model": "chaos", "answers": {}}',
    "other question": lambda body: json.dumps({"answers": {"x": {"type": "noul", "noul": 0.5}}}).encode(),
    "no probabilities": lambda body: changed(body, lambda answer: [answer.pop(name, None) for name in ("probabilities", "noul", "probability")]),
    "nan": lambda body: changed(body, set_probabilities(lambda p: {key: float("nan") for key in p})),
    "null": lambda body: changed(body, set_probabilities(lambda p: {key: None for key in p})),
    "text": lambda body: changed(body, set_probabilities(lambda p: {key: str(value) for key, value in p.items()})),
    "boolean": lambda body: changed(body, set_probabilities(lambda p: {key: True for key in p})),
    "negative": lambda body: changed(body, set_probabilities(lambda p: {key: -0.25 for key in p})),
    "sum 1.2": lambda body: changed(body, set_probabilities(lambda p: {key: value * 1.2 + (1 if len(p) == 1 else 0) for key, value in p.items()})),
    "infinite": lambda body: json.dumps(body).encode()[:-1] + b', "x": Infinity}',
    "array": lambda body: b"[1, 2, 3]",
    "twice": lambda body: json.dumps(body).encode()[:-1] + b', "answers": {}}',
}
ODD = {
    "percent": lambda body: changed(body, set_probabilities(lambda p: {key: value * 100 for key, value in p.items()})),
    "upper case": lambda body: changed(body, lambda answer: answer.update({"probabilities": {key.upper(): value for key, value in answer["probabilities"].items()}})),
    "odd model": lambda body: json.dumps({**body, "model": "\x1b[31m\u540d\n"}).encode(),
    "lone surrogate": lambda body: json.dumps({**body, "answers": {"q": {**body["answers"]["q"], "note": "\ud83d"}}}).encode(),
}
"""Unusual replies that can be read."""
STATUSES = {f"status {number}": number for number in (400, 401, 402, 403, 404, 405, 408, 409, 413, 422, 425, 429, 500, 501, 502, 503, 504, 529)}
WAITS = {
    "429 seconds": lambda: {"Retry-After": "1"},
    "429 fraction": lambda: {"Retry-After": "0.05"},
    "429 milliseconds": lambda: {"retry-after-ms": "40"},
    "503 date": lambda: {"Retry-After": email.utils.formatdate(time.time() + 1, usegmt=True), "Date": email.utils.formatdate(usegmt=True)},
}
BREAKS = ("reset", "close", "stall", "drip", "cut body", "cut chunks", "long length", "short length", "half head", "garbage", "two replies")
AGAIN = tuple(ANSWERS) + BREAKS[:2] + BREAKS[4:] + tuple(WAITS) + tuple(f"status {number}" for number in (408, 425, 429, 500, 502, 503, 504, 529))
"""The faults that pass and take no long time; stall and drip are left out since they last as long as the client's limits."""
MANNERS = ("plain", "chunked", "gzip", "close", "http/1.0", "pieces", "continue", "envelope")


class ChaosServer:
    """The endpoint on a free loopback port. `requests` counts requests by item, `seen` faults by name, `connections` connections."""

    def __init__(self, chaos: Chaos = Chaos(), port: int = 0, context=None):
        self.chaos = chaos
        self._context = context
        self.requests = Counter()
        self.seen = Counter()
        self.heads = []
        self.connections = 0
        self.inside = self.most_inside = 0
        self._lock = threading.Lock()
        self._open = set()
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", port))
        self._socket.listen(512)
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.stop()

    def stop(self) -> None:
        """Close the listening socket and every connection."""
        self._socket.close()
        try:
            socket.create_connection(("127.0.0.1", self.port), 0.2).close()
        except OSError:
            pass
        for link in list(self._open):
            try:
                link.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def _accept(self) -> None:
        while True:
            try:
                link, _ = self._socket.accept()
            except OSError:
                return
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self.connections += 1
                self._open.add(link)
            threading.Thread(target=self._serve, args=(link,), daemon=True).start()

    def _serve(self, link) -> None:
        buffer = b""
        try:
            if self._context is not None:
                link = self._context.wrap_socket(link, server_side=True)
            while True:
                head, body, buffer = read_request(link, buffer)
                if head is None or not self._answer(link, head, body):
                    return
        except OSError:
            pass
        finally:
            with self._lock:
                self._open.discard(link)
            link.close()

    def _answer(self, link, head: bytes, body: bytes) -> bool:
        """Reply to one request; True where the connection stays open."""
        with self._lock:
            self.inside += 1
            self.most_inside = max(self.most_inside, self.inside)
            if len(self.heads) < 1000:
                self.heads.append(head)
        try:
            if self.chaos.delay:
                time.sleep(self.chaos.delay)
            return self._reply(link, head, body)
        finally:
            with self._lock:
                self.inside -= 1

    def _reply(self, link, head: bytes, body: bytes) -> bool:
        refused = self._refused(head)
        if refused:
            return send(link, refused, b'{"detail": {"error_type": "authentication_error", "message": "key not accepted: %s"}}' % given_key(head))
        request = json.loads(body)
        reply, name = self.build(request)
        with self._lock:
            number = self.requests[name]
            self.requests[name] += 1
        fault = self._fault(name, number)
        if fault is None:
            manners = self.chaos.manners
            return send_as(link, manners[int(fraction(self.chaos.seed, name, number, "manner") * len(manners))], reply)
        with self._lock:
            self.seen[fault] += 1
        return self.misbehave(link, fault, reply)

    def build(self, request: dict):
        """(the right reply, the item's name) for a request."""
        return build_reply(request, self.chaos.usage)

    def misbehave(self, link, fault: str, reply: dict) -> bool:
        """Commit a fault; True where the connection stays open."""
        return misbehave(link, fault, reply)

    def _refused(self, head: bytes):
        if self.chaos.key is None:
            return None
        given = given_key(head)
        return None if given == self.chaos.key.encode() else 401 if given else 403

    def _fault(self, name: str, number: int):
        if self.chaos.always is not None:
            return self.chaos.always
        if number >= self.chaos.most or fraction(self.chaos.seed, name, number) >= self.chaos.share:
            return None
        return self.chaos.faults[int(fraction(self.chaos.seed, name, number, "which") * len(self.chaos.faults))]


# HTTP

def read_request(link, buffer: bytes):
    """(head, body, rest) of the next request; (None, b"", b"") at the end of the connection."""
    while b"\r\n\r\n" not in buffer:
        data = link.recv(65536)
        if not data:
            return None, b"", b""
        buffer += data
    head, _, rest = buffer.partition(b"\r\n\r\n")
    lower = head.lower()
    start = lower.find(b"content-length:")
    length = int(lower[start + 15:].split(b"\r\n", 1)[0]) if start >= 0 else 0
    while len(rest) < length:
        data = link.recv(65536)
        if not data:
            return None, b"", b""
        rest += data
    return head, rest[:length], rest[length:]


def given_key(head: bytes) -> bytes:
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"authorization: bearer "):
            return line[22:]
    return b""


def build_reply(request: dict, usage):
    """(the right reply, the item's name) for a request of either dialect."""
    if "input" in request:
        body = {"model": "chaos-1", "answers": [decisions_answer(request["input"], question) for question in request["questions"]]}
        name = request["input"]
    else:
        state = request.get("state")
        body = {"model": "chaos-1", "answers": {key: answer_object(state, question) for key, question in request["questions"].items()}}
        name = state if isinstance(state, str) else json.dumps(state)
    if usage is not None:
        body["usage"] = usage
    return body, name


def send(link, status: int, body: bytes, headers=(), version: str = "1.1") -> bool:
    lines = [f"HTTP/{version} {status} x", "Content-Type: application/json", *(f"{key}: {value}" for key, value in dict(headers).items())]
    if "Content-Length" not in dict(headers):
        lines.append(f"Content-Length: {len(body)}")
    link.sendall("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)
    return True


def chunks(body: bytes) -> bytes:
    half = len(body) // 2
    return b"%x\r\n%b\r\n%x;note=1\r\n%b\r\n" % (half, body[:half], len(body) - half, body[half:])


def send_as(link, manner: str, reply: dict) -> bool:
    """Send a right reply in one of the MANNERS."""
    body = json.dumps(reply).encode()
    if manner == "chunked":
        link.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks(body) + b"0\r\nTrailer: x\r\n\r\n")
    elif manner == "gzip":
        send(link, 200, gzip.compress(body), {"Content-Encoding": "gzip"})
    elif manner == "close":
        send(link, 200, body, {"Connection": "close"})
        return False
    elif manner == "http/1.0":
        link.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n" + body)
        return False
    elif manner == "pieces":
        for piece in (b"HTTP/1.1 200 OK\r\nCon", b"tent-Length: %d\r" % len(body), b"\n\r\n", body[:9], body[9:]):
            link.sendall(piece)
            time.sleep(0.002)
    elif manner == "continue":
        link.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        send(link, 200, body)
    else:
        send(link, 200, json.dumps({"result": reply, "success": True, "errors": []}).encode() if manner == "envelope" else body)
    return True


def misbehave(link, fault: str, reply: dict) -> bool:
    """Commit a fault; True where the connection stays open."""
    if fault in ANSWERS or fault in ODD:
        return send(link, 200, {**ANSWERS, **ODD}[fault](reply))
    if fault in STATUSES:
        return send(link, STATUSES[fault], b'{"detail": {"error_type": "chaos", "message": "as planned"}}')
    if fault in WAITS:
        return send(link, int(fault[:3]), b'{"error": "slow down"}', WAITS[fault]())
    if fault == "quota":
        return send(link, 429, b'{"error": {"code": "quota_exhausted", "message": "no more today"}}')
    if fault == "long wait":
        return send(link, 429, b'{"error": "slow down"}', {"Retry-After": "3600"})
    if fault == "moved":
        return send(link, 307, b"", {"Location": "/moved/v1/systemone"})
    return break_off(link, fault, json.dumps(reply).encode())


def break_off(link, fault: str, body: bytes) -> bool:
    """Commit one of BREAKS."""
    if fault == "reset":
        link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    elif fault == "stall":
        link.recv(1)
    elif fault == "drip":
        drip(link, body)
    elif fault == "late stall":
        time.sleep(0.3)
        link.sendall(b"H")
        link.recv(1)
    elif fault == "cut body":
        send(link, 200, body[:len(body) // 2], {"Content-Length": len(body)})
    elif fault == "cut chunks":
        link.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks(body))
    elif fault == "long length":
        send(link, 200, body, {"Content-Length": len(body) + 9})
    elif fault == "short length":
        return send(link, 200, body, {"Content-Length": len(body) - 5})
    elif fault == "half head":
        link.sendall(b"HTTP/1.1 200 OK\r\nContent-Le")
    elif fault == "garbage":
        link.sendall(b"\x16\x03\x01 what?\r\n\r\n")
    elif fault == "late reply":
        send(link, 200, body)
        time.sleep(LATE_SECONDS)
        return send(link, 200, body)
    elif fault == "two replies":
        send(link, 503, b'{"error": "first"}')
        return send(link, 200, body)
    return False


def drip(link, body: bytes) -> None:
    send(link, 200, b"", {"Content-Length": len(body)})
    for place in range(len(body)):
        link.sendall(body[place:place + 1])
        time.sleep(DRIP_SECONDS)


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], epilog=__doc__.split("\n")[3])
    parser.add_argument("--port", type=int, default=0, help="port on the loopback address (default: a free one)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the plan (default: 0)")
    parser.add_argument("--share", type=float, default=0.3, help="share of requests that meet a fault (default: 0.3)")
    parser.add_argument("--faults", default=",".join(AGAIN), help="names of faults, with commas (default: all that pass)")
    parser.add_argument("--manners", default=",".join(MANNERS), help="ways to send right replies (default: all)")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before each reply (default: 0)")
    args = parser.parse_args(argv)
    server = ChaosServer(Chaos(args.seed, args.share, tuple(args.faults.split(",")), tuple(args.manners.split(",")), delay=args.delay), args.port)
    print(server.url, flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
