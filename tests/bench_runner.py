"""Measure the HTTP runner: requests a second, processor time and memory, beside a plain urllib loop and (where installed) httpx.

Example: python3 tests/bench_runner.py --items 40000

The endpoint is a process of its own on the same machine. The targets stand in the last column; exit status 1 where one is missed.
"""
from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console, items
from runner import bench_http, wire
from tests import chaos_server, small_root

REPLY_BODY = b'{"model":"m","answers":{"q":{"type":"noul","noul":0.75}},"usage":{"input_tokens":9,"output_tokens":1}}'
REPLY = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(REPLY_BODY), REPLY_BODY)
LATENCY_SECONDS = 0.1
SLOW_ITEMS = 3200
PLAIN_REQUESTS = 2000
STATE_CHARACTERS = 1500


# The endpoint

def serve(delay: float) -> None:
    """Answer every request with the same reply, after a delay; prints the port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(128)
    print(listener.getsockname()[1], flush=True)
    while True:
        link, _ = listener.accept()
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=reply_to_all, args=(link, delay), daemon=True).start()


def reply_to_all(link, delay: float) -> None:
    buffer = b""
    with link:
        while True:
            try:
                head, _, buffer = chaos_server.read_request(link, buffer)
                if head is None:
                    return
                if delay:
                    time.sleep(delay)
                link.sendall(REPLY)
            except OSError:
                return


class Endpoint:
    """The endpoint as a process."""

    def __init__(self, delay: float):
        self._process = subprocess.Popen([sys.executable, __file__, "--serve", str(delay)], stdout=subprocess.PIPE, text=True)
        self.url = f"http://127.0.0.1:{int(self._process.stdout.readline())}"

    def __enter__(self):
        return self.url

    def __exit__(self, *unused):
        self._process.kill()
        self._process.communicate()


# Measuring

def make_root(root, count: int) -> None:
    question = small_root.QUESTIONS[0]
    state = "with some words " * (STATE_CHARACTERS // 16)
    small_root.write_task(root, "alpha", (items.Item(f"alpha:{n:05d}", f"case {n} {state}", question, ("yes", "no"), gold="yes") for n in range(count)))


def resident_kb(pid: int) -> int | None:
    """The resident memory of a process in kB, or None where the system does not tell."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    except OSError:
        pass
    return None


def count_lines(path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def run_runner(url: str, root, out, count: int, concurrency: int) -> dict:
    """Requests a second of the asking itself, processor milliseconds a request of the whole process, memory at a quarter and at the end."""
    command = [sys.executable, bench_http.__file__, "--url", url, "--model", "m", "--out", str(out), "--root", str(root), "--concurrency", str(concurrency)]
    before = os.times()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    quarter = last = None
    while process.poll() is None:
        size = (out / "alpha.jsonl").stat().st_size if (out / "alpha.jsonl").exists() else 0
        last = resident_kb(process.pid) or last
        if quarter is None and size > count * len(REPLY_BODY) / 4:
            quarter = last
        time.sleep(0.1)
    process.communicate()
    after = os.times()
    if process.returncode or count_lines(out / "alpha.jsonl") != count:
        raise SystemExit(f"bench_runner.py: error: the runner ended with {process.returncode}")
    run = json.loads((out / "_run.json").read_text())["starts"][0]
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return {"rate": count / run["seconds"], "cpu_ms": cpu * 1000 / count, "quarter_kb": quarter, "last_kb": last}


def bodies(count: int):
    state = "with some words " * (STATE_CHARACTERS // 16)
    return [wire.request_body("systemone", "m", f"case {n} {state}", small_root.QUESTIONS[0]) for n in range(count)]


def plain_rate(url: str) -> float:
    """Requests a second of a loop over urllib."""
    begin = time.monotonic()
    for body in bodies(PLAIN_REQUESTS):
        with urllib.request.urlopen(urllib.request.Request(url + "/v1/systemone", body, {"Content-Type": "application/json"})) as reply:
            reply.read()
    return PLAIN_REQUESTS / (time.monotonic() - begin)


def httpx_rate(url: str) -> float | None:
    """Requests a second of a loop over one httpx client, or None where httpx is not installed."""
    try:
        import httpx
    except ImportError:
        return None
    begin = time.monotonic()
    with httpx.Client() as client:
        for body in bodies(PLAIN_REQUESTS):
            client.post(url + "/v1/systemone", content=body, headers={"Content-Type": "application/json"}).json()
    return PLAIN_REQUESTS / (time.monotonic() - begin)


def show(name: str, value, target=None, met: bool | None = None) -> bool:
    """Print one row; False where the target is missed."""
    print(f"{name:58}{value:>14}   {'' if target is None else ('met    ' if met else 'MISSED ') + target}", flush=True)
    return met is not False


def measure(count: int, concurrency: int) -> int:
    fine = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_root(folder / "data", count)
        make_root(folder / "few", SLOW_ITEMS)
        with Endpoint(0) as url:
            found = run_runner(url, folder / "data", folder / "fast", count, concurrency)
            fine &= show(f"runner, endpoint answers at once, concurrency {concurrency}", f"{found['rate']:,.0f}/s", "at least 1,500/s", found["rate"] >= 1500)
            fine &= show("its processor time, reading the items included", f"{found['cpu_ms']:.3f} ms", "under 0.5 ms a request", found["cpu_ms"] < 0.5)
            if found["quarter_kb"] and found["last_kb"]:
                growth = found["last_kb"] - found["quarter_kb"]
                fine &= show("its memory at a quarter, at the end", f"{found['quarter_kb'] // 1024}, {found['last_kb'] // 1024} MiB", "grows under 16 MiB", growth < 16 * 1024)
            show("a loop over urllib", f"{plain_rate(url):,.0f}/s")
            rate = httpx_rate(url)
            show("a loop over httpx", "not installed" if rate is None else f"{rate:,.0f}/s")
        with Endpoint(LATENCY_SECONDS) as url:
            found = run_runner(url, folder / "few", folder / "slow", SLOW_ITEMS, 32)
            fine &= show("runner, endpoint answers after 100 ms, concurrency 32", f"{found['rate']:,.1f}/s", "at least 304/s (95 % of 320)", found["rate"] >= 304)
    return 0 if fine else 1


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(**console.about(__doc__))
    parser.add_argument("--items", type=int, default=40000, help="items for the first measurement (default: 40000)")
    parser.add_argument("--concurrency", type=int, default=8, help="requests at once in the first measurement (default: 8)")
    parser.add_argument("--serve", type=float, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.serve is not None:
        serve(args.serve)
    return measure(args.items, args.concurrency)


if __name__ == "__main__":
    sys.exit(main())
