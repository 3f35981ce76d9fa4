"""Worker threads over a stream of jobs, and the one flag that stops them. Knows neither HTTP nor what a job is."""
from __future__ import annotations

import os
import signal
import threading
import time

from generators import console

TICK_SECONDS = 0.2
INTERRUPTED = "interrupted"


class Halt:
    """The order to stop: given once, with its reason; jobs that have begun are ended, none is begun."""

    def __init__(self):
        self._event = threading.Event()
        self._lock = threading.Lock()
        self.reason = None

    def order(self, reason: str) -> None:
        """Stop; the first reason stays."""
        with self._lock:
            if self.reason is None:
                self.reason = reason
        self._event.set()

    def is_ordered(self) -> bool:
        return self._event.is_set()

    def wait(self, seconds: float) -> bool:
        """Sleep, or less where a stop is ordered; True where it is."""
        return self._event.wait(max(0.0, seconds))


class _Feed:
    """A stream of jobs that several threads take from."""

    def __init__(self, jobs):
        self._jobs = iter(jobs)
        self._lock = threading.Lock()

    def take(self):
        """The next job, or None at the end."""
        with self._lock:
            return next(self._jobs, None)


def run(jobs, do, threads: int, halt: Halt, tick) -> None:
    """Call do(job) for every job in so many threads, and tick() in this one about five times a second, until all are done or a stop is ordered.

    An exception in a job or in the stream of jobs orders a stop with its text.
    """
    feed = _Feed(jobs)
    workers = [threading.Thread(target=_work, args=(feed, do, halt), daemon=True) for _ in range(threads)]
    for worker in workers:
        worker.start()
    last = time.monotonic()
    for worker in workers:
        while worker.is_alive():
            worker.join(TICK_SECONDS)
            if time.monotonic() - last >= TICK_SECONDS:
                _tick(tick, halt)
                last = time.monotonic()
    _tick(tick, halt)


def _tick(tick, halt: Halt) -> None:
    try:
        tick()
    except OSError as error:
        halt.order(console.reason_of(error))


def _work(feed: _Feed, do, halt: Halt) -> None:
    try:
        while not halt.is_ordered():
            job = feed.take()
            if job is None:
                return
            do(job)
    except OSError as error:
        halt.order(console.reason_of(error))
    except BaseException as error:
        halt.order(str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}")


def stop_on_signals(halt: Halt) -> None:
    """Ctrl-C and SIGTERM order a stop; a second one ends the process at once with 130."""

    def handle(number, frame):
        if halt.is_ordered():
            os._exit(130)
        halt.order(INTERRUPTED)
        os.write(2, b"\nstopping: waiting for what is under way; Ctrl-C again stops at once\n")

    signal.signal(signal.SIGINT, handle)
    signal.signal(signal.SIGTERM, handle)
