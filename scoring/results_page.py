"""Write docs/RESULTS.md, the page of runs that were made with this toolkit, from the files in docs/measured/.

Each run is one folder there: `about.json` (title, sentences, the commands that were typed), `scores.json` (what score.py --json wrote),
and where they exist `_run.json` and `_replies.json` as the runner and the reader of replies left them.
Example: python3 scoring/results_page.py --check
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import families, items
from scoring import call, tables, tasks

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "measured"
PAGE = FOLDER.parent / "RESULTS.md"
COLUMNS = ("accuracy", "pair_accuracy", "level3_pair_accuracy", "pair_direction", "automation_5", "accuracy_90", "share_90", "calibration_error")
HEAD = """# Results

Runs made with this toolkit on the items of release 1.1. Written by `python3 scoring/results_page.py` from the files in `docs/measured/`; no figure on this page is typed by hand.
The items are this toolkit's own: figures here are not comparable with published ones digit by digit.
"""


class Run(NamedTuple):
    """One folder of docs/measured/: what it is about, its scores, and how it went (None where no such file stands there)."""

    about: dict
    scores: dict
    run: dict | None
    replies: dict | None


def read_run(folder: Path) -> Run:
    """The Run in a folder."""
    wanted = [tasks.read_json(folder / name) for name in ("about.json", "scores.json")]
    return Run(*wanted, *(tasks.read_json(folder / name) if (folder / name).exists() else None for name in ("_run.json", "_replies.json")))


# Parts

def headline_table(runs) -> tables.Table:
    """One row a system: means over families, where all count."""
    rows = []
    for run in runs:
        for name, system in run.scores["systems"].items():
            rows.append([name, subset_text(run), *(tables.with_bounds(system["core"]["measures"][column]) for column in COLUMNS)])
    head = ("system", "items", *(tables.SHOWN[column] for column in COLUMNS))
    return tables.Table("Core headline", head, rows, f"Means of {len(families.FAMILIES)} families. {tables.ANSWER_LEGEND} {tables.CONFIDENCE_LEGEND}")


def subset_text(run: Run) -> str:
    """How many items a run is scored on."""
    first = next(iter(run.scores["systems"].values()))
    count = sum(task["items"] for task in first["tasks"].values())
    return f"{count:,}" + (" (subset)" if run.scores["per_family"] else "")


def family_table(run: Run) -> tables.Table:
    """Accuracy and pair accuracy by family for the systems of a run."""
    systems = run.scores["systems"]
    head = ["family", *(f"{name}: {tables.SHOWN[measure]}" for measure in ("accuracy", "pair_accuracy") for name in systems)]
    rows = [[task, *(tables.with_bounds(system["tasks"][task]["measures"].get(measure)) for measure in ("accuracy", "pair_accuracy") for system in systems.values())]
            for task in next(iter(systems.values()))["tasks"]]
    return tables.Table(f"{run.about['title']}: by family", head, rows, "Percent, with 95 % intervals.")


def how_it_went(run: Run) -> list:
    """Lines on answers, remarks, latency and how replies were read."""
    lines = []
    if run.run:
        starts = run.run["starts"]
        answered, seconds = (sum(start[key] for start in starts) for key in ("answered", "seconds"))
        failed = sum(sum(start["failed"].values()) for start in starts)
        lines.append(f"- {answered:,} answers in {seconds:,.0f} s, {failed:,} failed, started {run.run['started'][:10]}; latency of the last start: "
                     + ", ".join(f"{name} {value:,.0f} ms" for name, value in starts[-1]["latency_ms"].items()) + ".")
        remarks = {}
        for start in starts:
            for text, count in start["remarks"].items():
                remarks[text] = remarks.get(text, 0) + count
        lines += [f"- Remark of the runner: {text}, {count:,} answers." for text, count in sorted(remarks.items())]
    if run.replies:
        lines += [f"- Replies, {key.replace('_', ' ')}: {count:,}." for key, count in run.replies["all"].items() if isinstance(count, int)]
        lines += [f"- Replies read {way}: {count:,}." for way, count in run.replies["all"]["ways"].items()]
    for name, system in run.scores["systems"].items():
        mass = (system.get("readout") or {}).get("mass")
        if mass:
            lines.append(f"- {name}: median mass on the options {tables.fixed(mass['median'], 2)}, below 0.5 in {tables.percent(mass['below_half'])} % of {mass['items']:,} answers.")
    return lines


def run_text(run: Run) -> str:
    """The section of a run."""
    parts = [f"## {run.about['title']}\n", *(f"{sentence}\n" for sentence in run.about["sentences"]), "```\n" + "\n".join(run.about["commands"]) + "\n```\n"]
    went = how_it_went(run)
    return "\n".join(parts + (["\n".join(went) + "\n"] if went else []) + [tables.to_markdown(family_table(run)).replace("## ", "### ", 1)])


def page_text() -> str:
    """The whole page."""
    runs = [read_run(folder) for folder in sorted(FOLDER.iterdir()) if (folder / "about.json").exists()]
    return "\n".join([HEAD, tables.to_markdown(headline_table(runs)), *map(run_text, runs)])


# Command line

def write(args) -> int:
    """Write the page, or with --check say whether it is current."""
    text = page_text()
    if not args.check:
        items.write_bytes(PAGE, text.encode("utf-8"))
        print(f"{PAGE.name}: {len(text):,} characters")
        return 0
    is_current = items.read_bytes(PAGE).decode("utf-8") == text
    print(f"{PAGE.name} is {'current' if is_current else 'not what docs/measured/ gives; write it with python3 scoring/results_page.py'}")
    return 0 if is_current else 1


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="results_page.py", description=__doc__.split("\n")[0], epilog=__doc__.split("\n")[-2])
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 where the page is not current (default: write it)")
    return call.guarded("results_page.py", write, parser.parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
