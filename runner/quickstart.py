"""The whole path in one command: generate and check the core items, serve the built-in baselines, run them over HTTP, score, report.

Example: python3 runner/quickstart.py
"""
from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from generators import console, items
from runner import baselines
from scoring import tables, tasks

SYSTEMS = ("words", "uniform")
OVERVIEW = ("accuracy", "pair_accuracy", "automation_5", "calibration_error")


class StepFailed(ValueError):
    """A step of the path ended with an error; the message names it."""


def python(script: str, *arguments) -> list:
    """The command line that runs a script of the project with this Python."""
    return [sys.executable, str(ROOT / script), *map(str, arguments)]


def step(title: str, command) -> None:
    """Run one step with its output shown; raises StepFailed where it does not end well."""
    print(f"\n== {title}", flush=True)
    code = subprocess.run(command, stdin=subprocess.DEVNULL).returncode
    if code:
        raise StepFailed(f"{title}: {Path(command[1]).name} ended with exit code {code}")


def start_endpoint(jobs: int):
    """(process, address) of a baseline endpoint on a free loopback port, once it serves."""
    process = subprocess.Popen(python("runner/baseline_server.py", "--port", 0, "--models", ",".join(SYSTEMS), "--jobs", jobs),
                               stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    line = process.stdout.readline().decode("utf-8", "replace").strip()
    if " on http://" not in line:
        stop_endpoint(process)
        raise StepFailed("the baseline endpoint did not start")
    print(line, flush=True)
    return process, line.rsplit(" ", 1)[1]


def stop_endpoint(process) -> None:
    """End the endpoint and wait for it."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()


def run_folder(work: Path, system: str) -> Path:
    """The folder that holds the answers of a baseline."""
    return work / "runs" / f"quickstart-{system}"


def ask_baselines(work: Path, address: str) -> None:
    """Run every baseline over HTTP into a fresh run folder of its own."""
    for system in SYSTEMS:
        folder = run_folder(work, system)
        if folder.is_dir():
            shutil.rmtree(folder)
        step(f"Run {system} over HTTP", python("runner/bench_http.py", "--url", address, "--model", system, "--out", folder,
                                               "--root", work / "data", "--concurrency", 8))


def check_place(work: Path) -> None:
    """Make the folder `work`. Raises StepFailed where nothing can be written there."""
    work.mkdir(parents=True, exist_ok=True)
    if not os.access(work, os.W_OK | os.X_OK):
        raise StepFailed(f"{work.resolve()}: cannot be written to; name another folder with --work")


def quickstart(work: Path, jobs: int) -> None:
    """The path from nothing to the report, under the folder `work`."""
    check_place(work)
    names = baselines.generated_families()
    results = work / "results" / "quickstart"
    step("Generate and check the core items", python("generators/regenerate.py", *names, "--check", "--out", work / "generated",
                                                     "--install", work / "data", "--jobs", jobs))
    print("\n== Start the baseline endpoint (`words` learns from a fresh draw of its own)", flush=True)
    process, address = start_endpoint(jobs)
    try:
        ask_baselines(work, address)
    finally:
        stop_endpoint(process)
    results.mkdir(parents=True, exist_ok=True)
    scored = (*(f"{system}={run_folder(work, system)}" for system in SYSTEMS), "--root", work / "data", "--tasks", ",".join(names), "--jobs", jobs)
    step("Score", python("scoring/score.py", *scored, "--json", results / "scores.json"))
    items.write_bytes(results / "report.md", report_text(tasks.read_json(results / "scores.json")).encode("utf-8"))
    step("Write the page", python("scoring/report.py", *scored, "--out", results / "report.html"))


def overview(scores: dict, made: str) -> tables.Table:
    """The main measures of both baselines side by side, one row a family."""
    systems = scores["systems"]
    head = ["task", *(f"{system}: {tables.SHOWN[measure]}" for measure in OVERVIEW for system in systems)]
    rows = [[task, *(tables.with_bounds(systems[system]["tasks"][task]["measures"][measure]) for measure in OVERVIEW for system in systems)]
            for task in next(iter(systems.values()))["tasks"]]
    chance = ("uniform answers every item alike, since its ties go to the first option: half of a pair, never both. A coin thrown for each item gets half of "
              "the items and a quarter of the pairs of a yes/no family, less where there are more options; a model has to leave that behind.")
    return tables.Table("Built-in baselines side by side", head, rows, f"Percent. {chance}\n{made}")


def report_text(scores: dict) -> str:
    """report.md: both baselines side by side, then every table of each."""
    made = tables.interval_legend(scores["resamples"], scores["seed"])
    said = set()
    parts = ["# Quickstart report\n", "Two baselines that do not read the case: `words` is a naive Bayes model over words, learnt from a fresh draw; `uniform` "
             "gives every option the same probability. They show the path and the look of a report, not a level worth reaching.\n",
             *map(tables.to_markdown, tables.say_once([overview(scores, made)], said))]
    for name, system in scores["systems"].items():
        parts += map(tables.to_markdown, tables.say_once(tables.system_tables(name, system, made), said))
        parts += [f"- {tables.escape_markdown(line.strip())}" for line in tables.oddity_lines(system)] + [""]
    return "\n".join(parts)


def next_commands(work: Path) -> list:
    """The commands that run and score an endpoint on the items of `work`, to be typed where this was started."""
    root = [] if work == Path(".") else ["--root", work / "data"]
    answers = work / "runs" / "my-decider"
    return [console.command("runner/bench_http.py", "--url", "http://127.0.0.1:9701", "--model", "my-decider", *root, "--out", answers),
            console.command("scoring/score.py", f"my-decider={answers}", *root)]


def closing(work: Path, seconds: float) -> str:
    """What to look at and what to type next."""
    shown = "" if work == Path(".") else f"{work}/"
    ask, score = next_commands(work)
    return f"""
Done in {seconds:.0f} s.
  page     {shown}results/quickstart/report.html (open it in a browser)
  tables   {shown}results/quickstart/report.md
  numbers  {shown}results/quickstart/scores.json
  items    {shown}data/tasks/
  answers  {shown}runs/quickstart-words/, {shown}runs/quickstart-uniform/

Next, with the address of your own endpoint (POST <url>/v1/systemone) and the name of its model:
  {ask}
  {score}"""


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(**console.about(__doc__))
    parser.add_argument("--work", type=Path, default=Path("."), help="folder for generated/, data/, runs/ and results/ (default: this folder)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once (default: the number of cores)")
    args = parser.parse_args(argv)
    start = time.monotonic()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))

    def attempt() -> int:
        try:
            quickstart(args.work, max(1, args.jobs))
        except KeyboardInterrupt:
            print("quickstart.py: interrupted; start it again to run it whole", file=sys.stderr)
            return 130
        print(closing(args.work, time.monotonic() - start))
        return 0

    return console.guarded("quickstart.py", attempt, (StepFailed, items.ItemsError, tasks.ScoringError))


if __name__ == "__main__":
    sys.exit(main())
