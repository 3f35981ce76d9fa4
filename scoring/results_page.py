"""Write docs/RESULTS.md, the page of runs that were made with this toolkit, from the files in docs/measured/.

Each run is one folder there: `about.json` (title, sentences, the commands that were typed), `scores.json` (what score.py --json wrote),
and where they exist `_run.json` and `_replies.json` as the runner and the reader of replies left them; of several systems in one folder `_run.SYSTEM.json`.
Example: python3 scoring/results_page.py --check
"""
from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import english, items
from scoring import call, tables, tasks

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "measured"
PAGE = FOLDER.parent / "RESULTS.md"
COLUMNS = ("accuracy", "pair_accuracy", "level3_pair_accuracy", "pair_direction", "automation_5", "accuracy_90", "share_90", "calibration_error")
HEAD = """# Results

Runs made with this toolkit on the items of release 1.1. Written by `python3 scoring/results_page.py` from the files in `docs/measured/`; no figure on this page is typed by hand.
The items are this toolkit's own: figures here are not comparable with published ones digit by digit.
"""


# What the page needs of each file

def is_text(value) -> bool:
    return isinstance(value, str)


def is_number(value) -> bool:
    """Whether a value is a number that can be printed: finite, and no longer than a float."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def is_count(value) -> bool:
    return isinstance(value, int) and is_number(value)


def is_count_or_null(value) -> bool:
    return value is None or is_count(value)


def are_counts(value) -> bool:
    """Whether a value is an object of counts; it may be empty."""
    return isinstance(value, dict) and all(map(is_count, value.values()))


def are_numbers(value) -> bool:
    """Whether a value is an object of numbers; it may be empty."""
    return isinstance(value, dict) and all(map(is_number, value.values()))


def is_measure(value) -> bool:
    """Whether a value is null or a measure with its interval, as score.py writes them."""
    if value is None:
        return True
    if not isinstance(value, dict) or "value" not in value or not (value["value"] is None or is_number(value["value"])):
        return False
    interval = value.get("interval")
    return interval is None or isinstance(interval, list) and len(interval) == 2 and all(map(is_number, interval))


def is_readout(value) -> bool:
    """Whether a value is null or a readout, its mass null or complete."""
    mass = value.get("mass") if isinstance(value, dict) else None
    return isinstance(value, (dict, type(None))) and (mass is None or are_numbers(mass) and {"items", "median", "below_half"} <= set(mass))


KINDS_OF_REPLIES = ("strict", "repaired", "refused", "empty", "cut", "without_reply")
FORMS = {
    "about.json": ({"title": is_text, "sentences": [is_text], "commands": [is_text]}, "correct it there"),
    "scores.json": ({"per_family": is_count_or_null, "systems": {...: {
        "core": {"measures": {name: is_measure for name in COLUMNS}}, "readout": is_readout, "tasks": {...: {"items": is_count, "measures": {...: is_measure}}}}}},
        "write it again with score.py --json"),
    "_run.json": ({"started": is_text, "starts": [{"answered": is_count, "seconds": is_number, "failed": are_counts, "remarks": are_counts, "latency_ms": are_numbers}]},
                  "copy it again from the run folder, or take it away"),
    "_replies.json": ({"all": {**dict.fromkeys(("items", *KINDS_OF_REPLIES, "disagreeing", "certain"), is_count), "ways": are_counts, "reasons": are_counts}}, "copy it again from the folder that collect.py wrote, or take it away"),
}
"""{file: (its form, what to do where it has another)}. A form is a function of a value, a list of one form for entries that are there, an object of forms
in which a missing key is null, or {...: form} for one key or more of any name."""


class Run(NamedTuple):
    """One folder of docs/measured/: what it is about, its scores, and how it went: {system: run}, and the replies (None where no such file stands there).

    The run of a folder without names of systems stands under ""."""

    about: dict
    scores: dict
    runs: dict
    replies: dict | None


# Reading

def misfit(value, form, place: str = "") -> str | None:
    """The first place at which a value has not the form, None where it has it."""
    if callable(form):
        return None if form(value) else place
    if not isinstance(value, list if isinstance(form, list) else dict) or not value:
        return place
    if isinstance(form, list):
        parts = [(f"{place}[{number}]", one, form[0]) for number, one in enumerate(value)]
    elif ... in form:
        parts = [(f"{place}.{key}", one, form[...]) for key, one in value.items()]
    else:
        parts = [(f"{place}.{key}", value.get(key), inner) for key, inner in form.items()]
    return next((found for where, one, inner in parts for found in [misfit(one, inner, where)] if found is not None), None)


def read_file(path: Path, kind: str | None = None):
    """The JSON value of one of the files of a run, of the kind that its name says where none is given.

    Raises ScoringError where it has another form than the page needs.
    """
    value, (form, advice) = tasks.read_json(path), FORMS[kind or path.name]
    place = misfit(value, form)
    if place is not None:
        raise tasks.ScoringError(f"{path}: {place.lstrip('.') or 'the whole'} is missing or of another form; {advice}")
    return value


def read_run(folder: Path) -> Run:
    """The Run in a folder. Raises ScoringError."""
    about, scores = (read_file(folder / name) for name in ("about.json", "scores.json"))
    runs = {system: read_file(path, "_run.json")
            for system in ("", *scores["systems"]) for path in [folder / f"_run{system and '.'}{system}.json"] if path.exists()}
    for path in sorted(folder.glob("_run.*.json")):
        if path.name[len("_run."):-len(".json")] not in runs:
            raise tasks.ScoringError(f"{path}: is named for no system of scores.json; the systems are {', '.join(scores['systems'])}")
    made = Run(about, scores, runs, read_file(folder / "_replies.json") if (folder / "_replies.json").exists() else None)
    systems = list(made.scores["systems"].items())
    for name, system in systems[1:]:
        if set(system["tasks"]) != set(systems[0][1]["tasks"]):
            raise tasks.ScoringError(f"{folder / 'scores.json'}: {systems[0][0]} and {name} have other tasks; write one file for each with score.py --json")
    return made


def read_runs() -> list:
    """The Runs of all folders, by name. Raises ScoringError where there is none."""
    found = [read_run(folder) for folder in sorted(FOLDER.iterdir()) if folder.is_dir() and not folder.name.startswith(".")] if FOLDER.is_dir() else []
    if not found:
        raise tasks.ScoringError(f"{FOLDER}: holds no run; make a folder there with about.json and scores.json")
    return found


# Parts

def headline_table(runs) -> tables.Table:
    """One row a system: means over families, where all count."""
    rows = []
    for run in runs:
        for name, system in run.scores["systems"].items():
            rows.append([name, subset_text(run), *(tables.with_bounds(system["core"]["measures"].get(column)) for column in COLUMNS)])
    head = ("system", "items", *(tables.SHOWN[column] for column in COLUMNS))
    sizes = sorted({run.scores["per_family"] for run in runs if run.scores.get("per_family")})
    subsets = f"(subset): {tables.subset_words(*sizes)}. " if sizes else ""
    return tables.Table("Core headline", head, rows, f"{tables.MEANS_LEGEND}. {subsets}{tables.ANSWER_LEGEND} {tables.CONFIDENCE_LEGEND}")


def subset_text(run: Run) -> str:
    """How many items a run is scored on."""
    first = next(iter(run.scores["systems"].values()))
    count = sum(task["items"] for task in first["tasks"].values())
    return f"{count:,}" + (" (subset)" if run.scores.get("per_family") else "")


def family_table(run: Run) -> tables.Table:
    """Accuracy and pair accuracy by family for the systems of a run."""
    systems = run.scores["systems"]
    head = ["family", *(f"{name}: {tables.SHOWN[measure]}" for measure in ("accuracy", "pair_accuracy") for name in systems)]
    rows = [[task, *(tables.with_bounds(system["tasks"][task]["measures"].get(measure)) for measure in ("accuracy", "pair_accuracy") for system in systems.values())]
            for task in next(iter(systems.values()))["tasks"]]
    return tables.Table(f"{run.about['title']}: by family", head, rows, "Percent, with 95 % intervals.")


def lines_of_starts(run: dict, lead: str) -> list:
    """Lines on answers, latency and remarks of the starts of one run."""
    starts = run["starts"]
    answered, seconds = (sum(start[key] for start in starts) for key in ("answered", "seconds"))
    failed = sum(sum(start["failed"].values()) for start in starts)
    remarks = Counter()
    for start in starts:
        remarks.update(start["remarks"])
    return [f"- {lead}{answered:,} answers in {seconds:,.0f} s, {failed:,} failed, started {run['started'][:10]}; latency of the last start: "
            + ", ".join(f"{name} {value:,.0f} ms" for name, value in starts[-1]["latency_ms"].items()) + ".",
            *(f"- {lead}Remark of the runner: {text}, {count:,} answers." for text, count in sorted(remarks.items()))]


def line_of_replies(read: dict) -> str:
    """How the replies of a chat model were read: how many in which way, and why some were not."""
    why = {kind: "".join(f" ({what}: {count:,})" for what, count in read[key].items()) for kind, key in (("repaired", "ways"), ("refused", "reasons"))}
    counts = ", ".join(f"{read[kind]:,} {kind.replace('_', ' ')}{why.get(kind, '')}" for kind in KINDS_OF_REPLIES)
    return (f"- {english.counted(read['items'], 'item')} and their replies: {counts}. Of the readings {read['disagreeing']:,} choose another option than their most "
            f"probable one, and {read['certain']:,} give one option 0.99 or more.")


def how_it_went(run: Run) -> list:
    """Lines on answers, remarks, latency and how replies were read."""
    lines = [line for system, one in run.runs.items() for line in lines_of_starts(one, system and f"{system}: ")]
    if run.replies:
        lines.append(line_of_replies(run.replies["all"]))
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
    runs = read_runs()
    return "\n".join([HEAD, tables.to_markdown(headline_table(runs)), *map(run_text, runs)])


# Command line

def write(args) -> int:
    """Write the page, or with --check say whether it is current."""
    text = page_text()
    if not args.check:
        items.write_bytes(PAGE, text.encode("utf-8"))
        print(f"{PAGE.name}: {len(text):,} characters")
        return 0
    is_current = items.read_bytes(PAGE) == text.encode("utf-8")
    print(f"{PAGE.name} is {'current' if is_current else 'not what docs/measured/ gives; write it with python3 scoring/results_page.py'}")
    return 0 if is_current else 1


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="results_page.py", description=__doc__.split("\n")[0], epilog=__doc__.split("\n")[-2])
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 where the page is not current (default: write it)")
    return call.guarded("results_page.py", write, parser.parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
