"""Time the report page of many systems: writing it, its size, opening it in Chromium where that is installed.

Example: python3 tests/bench_report.py --systems 40
Targets: under 10 MB, open in under 2 s.
"""
from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import browser
import made
from generators import console, families
from scoring import report


def make_runs(folder: Path, systems: int) -> list:
    """A root with the 13 families in full size and runs of rising skill; NAME=DIR of every run."""
    rows = {}
    for family in families.FAMILIES:
        groups = families.ITEMS_PER_LEVEL * len(families.LEVELS) // max(family.shape.groups_per_level)
        rows[family.name] = [item._replace(state="A line of a state, of about the usual length.\n" * 60 + item.id) for item in made.family_items(family, groups)]
        made.write_task(folder / "data", family.name, rows[family.name])
    return [f"system {number}={made.write_run(folder / 'data', folder / f'run{number}', {task: made.random_answers(task, some, 100 + 30 * number) for task, some in rows.items()})}"
            for number in range(systems)]


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="bench_report.py", **console.about(__doc__))
    parser.add_argument("--systems", type=int, default=40, help="systems on the page (default: 40)")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        runs, page = make_runs(Path(folder), args.systems), Path(folder, "report.html")
        begin = time.monotonic()
        report.main([*runs, "--root", f"{folder}/data", "--out", str(page)])
        print(f"written in {time.monotonic() - begin:.1f} s, {page.stat().st_size / 1e6:.1f} MB")
        if not browser.is_there():
            print("chromium and chromedriver are not installed, so the page was not opened")
            return 0
        with browser.opened() as window:
            for _ in range(3):
                window.open(page)
                took = window.run("return performance.timing.loadEventEnd - performance.timing.navigationStart")
                print(f"opened in {took / 1000:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
