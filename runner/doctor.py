"""Three probe questions to an endpoint, and what its replies do differently from the usual form of a typed-decision API."""
from __future__ import annotations

import math
from typing import NamedTuple

from generators import english, items
from runner import faults, keys, probabilities, transport, wire

STATE = "Message to the shop: I was charged twice for my order last week. Please send one of the two payments back today."
PROBES = (
    items.noul("Does the writer ask for money back?", "the writer wants a payment returned", "the writer wants something else"),
    items.choice("Which desk should handle this?", {"billing": "payments, charges and refunds", "shipping": "parcels and addresses", "technical": None}),
    {"type": "score", "instructions": "How urgent is this?", "criteria": ["can wait", "this week", "today"]},
)
USUAL = {"noul": ("noul",), "choice": ("choice", "confidence", "probabilities"), "score": ("score", "confidence", "legend", "probabilities")}
USUAL_TOP = ("model", "answers", "usage")
SCORE_TOLERANCE = 0.02
CONFIDENCE_TOLERANCE = 0.02


class Finding(NamedTuple):
    """What one probe showed: whether the runner reads the answer, its probabilities or the error, and the differences."""

    kind: str
    copes: bool
    text: str
    differences: tuple


def examine(api: str, model: str, addresses, client: transport.Client, secrets: keys.Keys) -> int:
    """Probe every address and print the findings and a verdict; 0 where the runner copes with all, 1 where it does not, 2 where none was reached."""
    failing, reached = {}, False
    for address in addresses:
        findings = [probe(api, model, address, client, question) for question in PROBES]
        print("\n".join([address.shown(), *lines_of(findings, lambda text: faults.cut(secrets.clean(text)))]))
        reached = reached or any(not finding.text.startswith("no connection") for finding in findings)
        kinds = [finding.kind for finding in findings if not finding.copes]
        if kinds:
            failing[address.shown()] = kinds
    print(verdict(failing, reached))
    return 2 if not reached else 1 if failing else 0


def lines_of(findings, clean) -> list:
    """What is printed about one address: each question, what must be changed, and what is merely different."""
    lines = [f"  {finding.kind:7} {'copes' if finding.copes else 'FAILS'}: {clean(finding.text)}" for finding in findings]
    wrong = [f"    {finding.kind}: {clean(text)}" for finding in findings if not finding.copes for text in (finding.text, *finding.differences)]
    differing = {}
    for finding in findings:
        for text in finding.differences if finding.copes else ():
            differing.setdefault(text, []).append(finding.kind)
    if wrong:
        lines += ["  to be changed, or these questions fail:", *wrong]
    if differing:
        lines += ["  for information; the runner copes, nothing has to be changed:", *(f"    {', '.join(kinds)}: {clean(text)}" for text, kinds in differing.items())]
    return lines


def verdict(failing: dict, reached: bool) -> str:
    """The last line. failing: {address: question types that failed there}."""
    if not reached:
        return "not ready: no address could be reached"
    if failing:
        return f"not ready: {'; '.join(f'{address} fails with {english.listing(kinds)}' for address, kinds in failing.items())}"
    return "ready: the runner reads the answers to all three types of question"


def probe(api: str, model: str, address: transport.Address, client: transport.Client, question: dict) -> Finding:
    """The finding of one question."""
    kind, options = question["type"], items.options_of(question)
    try:
        reply = client.post(address, wire.request_body(api, model, STATE, question))
    except transport.Fault as fault:
        return Finding(kind, False, faults.of_fault(fault).text, ())
    problem = faults.of_status(reply)
    if problem is not None:
        return Finding(kind, False, problem.text, tuple(transport_differences(reply)))
    try:
        reading = wire.read_reply(reply.body, question, options)
    except probabilities.AnswerError as error:
        raw = getattr(error, "raw", None)
        found = transport_differences(reply) + ([] if raw is None else [f"the answer as it came: {faults.printable(wire.as_text(raw))}"])
        return Finding(kind, False, f"unusable answer: {error}", tuple(found))
    found = transport_differences(reply) + top_differences(api, model, wire.parse_json(reply.body)) + answer_differences(kind, question, reading)
    return Finding(kind, True, ", ".join(f"{option} {value:.4g}" for option, value in reading.p.items()) + f"  ({reply.ms:.0f} ms)", tuple(found))


def transport_differences(reply: transport.Reply) -> list:
    found = []
    if reply.version == "1.0" or "close" in reply.headers.get("connection", "").lower():
        found.append("the connection is closed after each reply; the runner opens a new one for each request")
    if "json" not in reply.headers.get("content-type", ""):
        found.append(f"Content-Type is {faults.printable(reply.headers.get('content-type', 'missing'))}; not looked at")
    if reply.headers.get("content-encoding", "identity").lower() != "identity":
        found.append("the reply is compressed though that was not asked for; unpacked")
    return found


def top_differences(api: str, model: str, data) -> list:
    found = []
    if "answers" not in data:
        found.append("the answers come inside an envelope; taken out")
        data = wire.unwrap(data)
    if isinstance(data["answers"], list) != (api == "decisions"):
        found.append(f"the answers are {'an array' if api == 'systemone' else 'an object'}, as in the other dialect; read all the same")
    named = data.get("model")
    if not isinstance(named, str):
        found.append("no model is named")
    elif named != model:
        found.append(f"the model names itself {faults.printable(named)}; recorded")
    usage = data.get("usage")
    if not isinstance(usage, dict) or not usage.get("input_tokens"):
        found.append("no token counts; tokens and cost are shown as unknown")
    extra = [key for key in data if key not in USUAL_TOP]
    return found + ([f"further fields {faults.printable(', '.join(extra))}; passed over"] if extra else [])


def answer_differences(kind: str, question: dict, reading: wire.Reading) -> list:
    answer = reading.raw
    found = [f"{remark}; counted" for remark in reading.remarks]
    missing = [key for key in USUAL[kind] if answer.get(key) is None and key != "legend"]
    extra = [key for key in answer if key not in USUAL[kind] + ("type", "name", "probability")]
    if "type" not in answer:
        found.append("the answer names no type")
    if missing and "probability" not in answer:
        found.append(f"no {', '.join(missing)}; not needed" if "noul" not in missing else "noul is missing; read from the map")
    if extra:
        found.append(f"further fields {faults.printable(', '.join(extra))} in the answer; kept in raw")
    if kind == "noul":
        return found
    places = probabilities.decimals(reading.p.values())
    if places is not None and places <= 4:
        found.append(f"probabilities are rounded to {places} decimals; sums near 1 are accepted")
    return found + (score_differences(question, reading) if kind == "score" else []) + confidence_differences(kind, reading)


def score_differences(question: dict, reading: wire.Reading) -> list:
    answer, found = reading.raw, []
    expected = math.fsum(int(level) * value for level, value in reading.p.items())
    score, legend = answer.get("score"), answer.get("legend")
    if isinstance(score, (int, float)) and abs(score - expected) > SCORE_TOLERANCE:
        found.append(f"score is {score:g} where the probabilities give {expected:.4g}; the probabilities are used")
    if isinstance(answer["probabilities"], dict) and legend != {str(place): text for place, text in enumerate(question["criteria"])}:
        found.append("the legend is missing or does not repeat the levels; not used")
    return found


def confidence_differences(kind: str, reading: wire.Reading) -> list:
    given, n = reading.raw.get("confidence"), len(reading.p)
    if isinstance(given, bool) or not isinstance(given, (int, float)) or n < 2:
        return []
    if abs(given - usual_confidence(kind, list(reading.p.values()))) <= CONFIDENCE_TOLERANCE:
        return []
    return [f"confidence {given:g} follows a formula of its own; not used"]


def usual_confidence(kind: str, values) -> float:
    """The confidence as it is usually defined.

    choice: the top probability rescaled from 1/n..1 to 0..1. score: 1 less the mean distance from the mode, as a share of
    the mean distance of the levels from their middle, and not below 0.
    """
    n, top = len(values), max(values)
    if kind == "choice":
        return (n * top - 1) / (n - 1)
    mode = values.index(top)
    spread = math.fsum(abs(place - (n - 1) / 2) for place in range(n)) / n
    return max(0.0, 1 - math.fsum(value * abs(place - mode) for place, value in enumerate(values)) / spread)
