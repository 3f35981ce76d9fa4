"""Time the scorer as whole processes on made-up tasks of the published sizes, and against a plain implementation.

Example: python3 tests/bench_score.py --systems 3
Prints seconds and peak memory with and without numpy, the ratio to recomputing every measure for every resample, how time
grows with systems, items and resamples.
"""
from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import made
from generators import console, families, items
from scoring import bootstrap, evaluate, metrics, runs, tasks

SCORE = Path(__file__).resolve().parent.parent / "scoring" / "score.py"
SIZES = {
    "ambigqa": 990, "cap_boundary_card": 911, "cap_boundary_record": 774, "freshqa_premise": 495, "known_unknown": 972, "selfaware": 970,
    "aegis2_prompt": 836, "bipia_injection": 88, "browsesafe": 1000, "cosapien_policy": 148, "jailbreak_wild": 796, "jbb_judge": 250,
    "xstest": 445, "contextual_judge": 877, "faithbench": 298, "judgebench": 619, "llmbar": 355, "processbench": 939, "rewardbench": 888,
    "rewardbench2": 953, "squad2_answerable": 916, "agentreward_success": 552, "bfcl_relevance": 144, "mind2web_element": 901,
    "cuad_clause": 192, "folio_validation": 203, "legalbench_mix": 910, "primevul_pair": 996, "label_errors": 996,
    "entity_match_abt_buy": 996, "entity_match_amazon_google": 999, "nevir": 998, "paws": 976, "rerank_nfcorpus": 4950, "rerank_scifact": 3900,
}
"""Items of every reference task in release 1.3."""
METRIC = {"cap_boundary_card": "skill", "cap_boundary_record": "skill", "freshqa_premise": "auroc", "jbb_judge": "auroc", "xstest": "auroc",
          "primevul_pair": "pair_accuracy", "nevir": "pair_accuracy", "entity_match_abt_buy": "auroc", "entity_match_amazon_google": "auroc",
          "rerank_nfcorpus": "ndcg@10", "rerank_scifact": "ndcg@10"}
"""Metrics other than accuracy."""
STATE = "One line of a state of about the usual length, with some words in it.\n" * 22
RANKED = {"type": "score", "instructions": "How well does the passage answer the query?", "criteria": ["not", "partly", "well"]}


# Made-up tasks

def core_rows(family, scale: int):
    """The rows of a family: 600 items times scale."""
    size = max(family.shape.groups_per_level)
    return made.family_items(family, scale * items_per_family() // size)


def items_per_family() -> int:
    return families.ITEMS_PER_LEVEL * len(families.LEVELS)


def reference_rows(name: str):
    """The rows of a reference task, labels in turn."""
    metric = METRIC.get(name, "accuracy")
    if metric == "ndcg@10":
        return [items.Item(f"{name}:{number:05d}", "", RANKED, ("0", "1", "2"), relevance=int(number % 7 == 0), query=f"q{number // 30}", ideal=2.0)
                for number in range(SIZES[name])]
    if metric == "skill":
        return [made.noul_item(name, number, None, level=None)._replace(rate=number % 9 / 8) for number in range(SIZES[name])]
    return [made.noul_item(name, number, ("yes", "no")[number % 2], number // 2 if metric == "pair_accuracy" else None, None) for number in range(SIZES[name])]


def answer(rng, item) -> dict:
    """A noisy answer: the gold option is somewhat favoured."""
    weights = [rng.random() + (0.6 if option == item.gold else 0) for option in item.options]
    total = sum(weights)
    return {option: round(weight / total, 6) for option, weight in zip(item.options, weights)}


def make_root(folder: Path, systems: int, with_reference: bool, scale: int = 1) -> Path:
    """A data root with runs/s0, runs/s1, ... beside it; returns the root."""
    root, answers = folder / "data", [{} for _ in range(systems)]
    rng = random.Random(1)
    rows = {family.name: core_rows(family, scale) for family in families.FAMILIES}
    if with_reference:
        rows.update((name, reference_rows(name)) for name in SIZES)
    for name, found in rows.items():
        found = [item._replace(state=STATE) for item in found]
        layer = tasks.LAYER_OF.get(name)
        card = {"track": "reference", "metric": METRIC.get(name, "accuracy"), "layer": layer, "chance": 0.0} if layer else {}
        made.write_task(root, name, found, **card)
        for given in answers:
            given[name] = {item.id: {"p": answer(rng, item)} for item in found}
    for number, given in enumerate(answers):
        made.write_run(root, folder / "runs" / f"s{number}", given)
    return root


# Whole processes

MEASURED = """
import resource, subprocess, sys, time
start = time.monotonic()
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(code, time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""
"""A small process between the bench and the scorer: a child's peak memory is never below that of the process that starts it."""


def run_score(root: Path, systems: int, jobs: int, resamples: int, hide: Path | None):
    """(seconds, processor seconds, peak megabytes of the largest process) of one call of score.py; `hide` is a folder that hides numpy."""
    command = [sys.executable, str(SCORE), *(f"s{number}={root.parent / 'runs' / f's{number}'}" for number in range(systems)),
               "--root", str(root), "--jobs", str(jobs), "--resamples", str(resamples)]
    environment = dict(os.environ, **({"PYTHONPATH": str(hide)} if hide else {}))
    done = subprocess.run([sys.executable, "-c", MEASURED, *command], env=environment, stdout=subprocess.PIPE, check=True)
    status, seconds, used, megabytes = map(float, done.stdout.split())
    if status != 0:
        raise SystemExit(f"bench_score.py: error: score.py ended with status {status:.0f}")
    return seconds, used, megabytes


def hide_numpy(folder: Path) -> Path:
    """A folder whose numpy cannot be imported."""
    folder.mkdir()
    (folder / "numpy.py").write_text("raise ImportError('hidden for the bench')\n", encoding="utf-8")
    return folder


def line(what: str, seconds: float, more: str = "") -> None:
    print(f"{what:66} {seconds:7.2f} s  {more}", flush=True)


def timed(what: str, root: Path, systems: int = 1, jobs: int = 1, resamples: int = bootstrap.RESAMPLES, hide=None) -> None:
    """Run and print one call."""
    seconds, used, megabytes = run_score(root, systems, jobs, resamples, hide)
    line(what, seconds, f"{used:7.2f} s of processor, {megabytes:4.0f} MB")


def time_processes(folder: Path, systems: int) -> None:
    """Print the goals: 13 families, 48 tasks, many systems, each without and with numpy."""
    hide = hide_numpy(folder / "hide")
    small, large = make_root(folder / "core", 1, False), make_root(folder / "all", systems, True)
    ways = [("standard library", hide)] + ([("numpy", None)] if bootstrap.load_numpy() else [])
    for label, hidden in ways:
        for what, root, count, jobs in (("13 families, 1 system", small, 1, 1), ("13 families, 1 system", small, 1, 2), ("48 tasks, 1 system", large, 1, 1),
                                        ("48 tasks, 1 system", large, 1, 2), (f"48 tasks, {systems} systems", large, systems, 2)):
            timed(f"{label}: {what}, {jobs} process{'es' if jobs > 1 else ''}", root, count, jobs, hide=hidden)
    for count in range(1, systems + 1):
        timed(f"growth: 48 tasks, {count} systems, 1 process", large, count, hide=hide)
    for resamples in (250, 500, 1000, 2000):
        timed(f"growth: 13 families, {resamples} resamples", small, resamples=resamples, hide=hide)
    for scale in (1, 2, 4):
        root = small if scale == 1 else make_root(folder / f"core{scale}", 1, False, scale)
        timed(f"growth: 13 families of {scale * items_per_family()} items", root, hide=hide)


# Against a plain implementation

def plain_values(task, answers, outcomes, row) -> dict:
    """Every measure of one resample from the definition: the items drawn, then metrics.py."""
    places = [place for place, unit in enumerate(task.units) for _ in range(row[unit])]
    copies, units = {}, []
    for place in places:
        copies[place] = copies.get(place, 0) + 1
        units.append((task.units[place], copies[place]))
    right, confidence = [outcomes.correct[place] for place in places], [outcomes.confidence[place] for place in places]
    level3 = [number for number, place in enumerate(places) if task.items[place].level == 3]
    pairs = [pair for pair, count in zip(evaluate.direction_pairs(task, answers), row) for _ in range(count)]
    share = metrics.accuracy_at(confidence, right)
    given, golds = [outcomes.probabilities[place] for place in places], [outcomes.golds[place] for place in places]
    return {"accuracy": metrics.accuracy(right), "pair_accuracy": metrics.pair_accuracy(right, units),
            "level3_pair_accuracy": metrics.pair_accuracy([right[number] for number in level3], [units[number] for number in level3]),
            "pair_direction": metrics.pair_direction(pairs), "automation_5": metrics.automation(confidence, right),
            "accuracy_90": share[0], "share_90": share[1], "brier": metrics.brier(given, golds), "log_loss": metrics.log_loss(given, golds),
            "aurc": metrics.aurc(confidence, right)}


def against_plain(count: int) -> None:
    """Print the ratio of times over `count` resamples of one pair family; the values must agree."""
    family = families.BY_NAME["log_count_check"]
    rows, rng = tuple(core_rows(family, 1)), random.Random(1)
    task = tasks.Task(family.name, "core", "C", "pair_accuracy", 0.25, "", rows, tasks.number_units([item.group for item in rows]), len(rows) // 2)
    answers = runs.Answers(tuple(runs.normalise(answer(rng, item), item.options) for item in rows))
    outcomes = evaluate.settle(task, answers)
    rows_drawn = list(bootstrap.multiplicities(bootstrap.draw_resamples(task.name, task.unit_count, count)))
    start = time.monotonic()
    expected = [plain_values(task, answers, outcomes, row) for row in rows_drawn]
    plain_seconds = (time.monotonic() - start) * bootstrap.RESAMPLES / count
    numpy = bootstrap.load_numpy
    for label, load in (("standard library", lambda: None), ("numpy", numpy)):
        if load() is None and label == "numpy":
            continue
        bootstrap.load_numpy = load
        start = time.monotonic()
        resamples = bootstrap.draw_resamples(task.name, task.unit_count)
        found = evaluate.resampled_values(task, answers, outcomes, resamples, set(expected[0]))
        seconds = time.monotonic() - start
        gap = max(abs(found[name][place] - value) for place, values in enumerate(expected) for name, value in values.items() if value is not None)
        line(f"{label}: every measure of one family, {bootstrap.RESAMPLES} resamples", seconds,
             f"{plain_seconds / seconds:.0f} times faster than plain ({plain_seconds:.1f} s); largest gap {gap:.1e}")
        if gap > 1e-9:
            raise SystemExit("bench_score.py: error: the re-weighted values are not those of the plain implementation")
    bootstrap.load_numpy = numpy


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(**console.about(__doc__))
    parser.add_argument("--systems", type=int, default=3, help="systems of the largest call (default: 3)")
    parser.add_argument("--plain", type=int, default=40, help="resamples of the plain implementation (default: 40)")
    args = parser.parse_args(argv)
    against_plain(args.plain)
    with tempfile.TemporaryDirectory() as folder:
        time_processes(Path(folder), args.systems)
    return 0


if __name__ == "__main__":
    sys.exit(main())
