"""An endpoint that may have several replicas: which one to ask, how fast, how often again. Knows no dialect.

`Endpoint.ask` comes back with an Outcome for every request, or with None where a stop was ordered meanwhile.
"""
from __future__ import annotations

import threading
import time
from typing import Any, NamedTuple

from runner import faults, transport
from runner.probabilities import AnswerError
from runner.work import Halt

TROUBLES = 3
"""A replica that can be reached rests after so many faults without an answer between them; one that fails fast would draw all requests."""
DEAD_SECONDS = 1.0
LONGEST_DEAD_SECONDS = 60.0
CUT_SECONDS = 1.0
"""Concurrency is halved at most once in this time."""


class Outcome(NamedTuple):
    """How asking ended: value is what `read` made of the reply, or problem says why there is none."""

    value: Any
    problem: faults.Problem | None
    attempts: int
    ms: float | None
    raw: Any = None


class Policy(NamedTuple):
    """retries: attempts after the first; max_wait: longest Retry-After obeyed, in seconds; patience: seconds without any connection at the start."""

    retries: int
    max_wait: float
    patience: float


class Replica:
    """One address, with what is known about it."""

    def __init__(self, address: transport.Address):
        self.address = address
        self.inside = 0
        self.troubles = 0
        self.rests = 0
        self.rests_until = 0.0

    def rest(self, seconds: float) -> None:
        self.rests_until = max(self.rests_until, time.monotonic() + seconds)


class Pace:
    """Admits at most so many requests at once and so many a second; fewer at once for a while after it was told to slow down."""

    def __init__(self, most: int, rps: float | None):
        self._condition = threading.Condition()
        self._most = most
        self._gap = None if rps is None else 1.0 / rps
        self._next = 0.0
        self._last_cut = float("-inf")
        self._credit = 0
        self.limit = most
        self.inside = 0

    def enter(self, halt: Halt) -> bool:
        """Wait for admission; False where a stop was ordered."""
        with self._condition:
            while self.inside >= self.limit and not halt.is_ordered():
                self._condition.wait(0.2)
            if halt.is_ordered():
                return False
            self.inside += 1
            start = self._turn()
        if start is not None and halt.wait(start - time.monotonic()):
            self.leave()
            return False
        return True

    def _turn(self) -> float | None:
        """When the next request may start, or None for at once."""
        if self._gap is None:
            return None
        start = max(time.monotonic(), self._next)
        self._next = start + self._gap
        return start

    def leave(self) -> None:
        with self._condition:
            self.inside -= 1
            if self.limit < self._most:
                self._condition.notify()

    def slow_down(self) -> None:
        """Halve the number admitted at once."""
        with self._condition:
            if time.monotonic() - self._last_cut >= CUT_SECONDS:
                self.limit = max(1, self.limit // 2)
                self._last_cut = time.monotonic()
                self._credit = 0

    def went_well(self) -> None:
        """Admit one more after as many answers as are admitted at once, until all are again."""
        if self.limit == self._most:
            return
        with self._condition:
            self._credit += 1
            if self._credit >= 2 * self.limit and self.limit < self._most:
                self.limit += 1
                self._credit = 0
                self._condition.notify()


class Endpoint:
    """The replicas behind one run. clean(text) takes the keys out of a text before it is shown or stored."""

    def __init__(self, addresses, client: transport.Client, pace: Pace, policy: Policy, halt: Halt, tally, clean):
        self._replicas = [Replica(address) for address in addresses]
        self._client = client
        self._pace = pace
        self._policy = policy
        self._halt = halt
        self._tally = tally
        self._clean = clean
        self._lock = threading.Lock()
        self._turn = 0
        self._begin = time.monotonic()
        self._reached = False
        self._answered = False

    def ask(self, body: bytes, read) -> Outcome | None:
        """The outcome of one request. read(bytes of a reply) gives its value or raises AnswerError."""
        attempts = 0
        while self._pace.enter(self._halt):
            attempts += 1
            replica = None
            try:
                replica = self._choose()
                if replica is None:
                    return None
                outcome = self._try(replica, body, read, attempts)
            finally:
                self._pace.leave()
                self._release(replica)
            if outcome.problem is None:
                self._went_well(replica)
                return outcome
            if self._must_stop(outcome.problem):
                return None
            spent = attempts > self._policy.retries and not self._is_awaited(outcome.problem)
            if not outcome.problem.again or spent:
                return outcome
            self._tally.retried(outcome.problem.kind)
            if self._halt.wait(self._delay(replica, outcome.problem, attempts)):
                return None
        return None

    def _try(self, replica: Replica, body: bytes, read, attempts: int) -> Outcome:
        raw = None
        start = time.monotonic()
        try:
            reply = self._client.post(replica.address, body)
            self._reached = True
            problem = faults.of_status(reply)
            if problem is None:
                return Outcome(read(reply.body), None, attempts, reply.ms)
        except transport.Fault as fault:
            self._reached = self._reached or fault.kind not in ("connect", "tls")
            problem = faults.of_fault(fault)
        except AnswerError as error:
            raw = getattr(error, "raw", None)
            problem = faults.Problem("unusable answer", f"unusable answer: {error}", error.again)
        problem = problem._replace(text=faults.cut(self._clean(problem.text)))
        return Outcome(None, problem, attempts, (time.monotonic() - start) * 1000, raw)

    # Replicas

    def _choose(self) -> Replica | None:
        """The least loaded of the replicas that do not rest; waits while all rest; None where a stop is ordered."""
        while True:
            with self._lock:
                now = time.monotonic()
                awake = [replica for replica in self._replicas if replica.rests_until <= now]
                if awake:
                    self._turn += 1
                    chosen = min(awake, key=lambda replica: (replica.inside, (self._replicas.index(replica) + self._turn) % len(self._replicas)))
                    chosen.inside += 1
                    return chosen
                wake = min(replica.rests_until for replica in self._replicas)
            if self._halt.wait(min(wake - now, 1.0)):
                return None

    def _release(self, replica: Replica | None) -> None:
        if replica is not None:
            with self._lock:
                replica.inside -= 1

    def _went_well(self, replica: Replica) -> None:
        self._answered = True
        replica.troubles = replica.rests = 0
        self._pace.went_well()

    def _delay(self, replica: Replica, problem: faults.Problem, attempts: int) -> float:
        """Seconds before the next attempt; a replica in trouble rests, and another takes over at once."""
        if problem.status == 429:
            self._pace.slow_down()
        with self._lock:
            now = time.monotonic()
            replica.troubles += 1
            if problem.wait is not None:
                replica.rest(problem.wait)
            elif len(self._replicas) > 1 and replica.rests_until <= now and (problem.kind == "no connection" or replica.troubles >= TROUBLES):
                replica.rest(min(LONGEST_DEAD_SECONDS, DEAD_SECONDS * 2 ** min(replica.rests, 10)))
                replica.rests += 1
            if replica.rests_until > now and any(other.rests_until <= now for other in self._replicas):
                return 0.0
        return problem.wait or faults.backoff(attempts)

    # Stopping

    def _is_awaited(self, problem: faults.Problem) -> bool:
        """True while no replica has been reached since the start."""
        return problem.kind == "no connection" and not self._reached

    def _must_stop(self, problem: faults.Problem) -> bool:
        """True, with the stop ordered, where going on cannot help."""
        hopeless = problem.status in faults.STOP_AT_START or problem.status in faults.REDIRECTS or problem.kind == "certificate"
        if hopeless and not self._answered:
            self._halt.order(f"{problem.text.rstrip('.')}. {ADVICE.get(problem.status, '')}".rstrip())
        elif problem.quota:
            self._halt.order(f"the quota is used up: {problem.text}. The same command goes on when there is quota again.")
        elif problem.wait is not None and problem.wait > self._policy.max_wait and problem.again:
            wish = f"the endpoint asks to wait {problem.wait:.0f} s, longer than --max-wait {self._policy.max_wait:g}"
            self._halt.order(f"{wish}: {problem.text}. The same command goes on later.")
        elif self._is_awaited(problem) and time.monotonic() - self._begin > self._policy.patience:
            self._halt.order(f"the endpoint cannot be reached: {problem.text}")
        return self._halt.is_ordered() and (problem.again or not self._answered or problem.quota)


ADVICE = {
    401: "The key is wrong, or none was sent (--api-key-env, --header).",
    402: "The account has no credit.",
    403: "No key was sent, or it may not do this (--api-key-env, --header).",
    404: "Check the address and --model: one of them is unknown there.",
}
