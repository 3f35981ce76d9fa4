"""Run all tests, the full check of every family, and the search for repeated states over the release and three fresh draws.

The last line is N passed, N failed[, N skipped].
"""
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = [sys.executable, "tests/run_all.py"]
REGENERATE = [sys.executable, "generators/regenerate.py", "--jobs", "2"]
SEEDS = ("1", "2", "3")
CHECKS = ([*REGENERATE, "--check"], *([*REGENERATE, "--seed", seed] for seed in SEEDS),
          [sys.executable, "audits/overlap.py", "--root", "generated", *(part for seed in SEEDS for part in ("--root", f"generated/seed_{seed}"))])
"""Commands beside the tests; each counts as one, passed where it exits 0."""
SUMMARY = re.compile(r"(\d+) passed, (\d+) failed(?:, (\d+) skipped)?")


def stream(command) -> tuple:
    """(exit code, last line) of a command whose output is passed on as it comes."""
    print("$", " ".join(["python3", *command[1:]]), flush=True)
    last = ""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL) as process:
        for line in process.stdout:
            text = line.decode("utf-8", "replace")
            print(text, end="", flush=True)
            last = text.strip() or last
    return process.returncode, last


def main() -> int:
    code, last = stream(TESTS)
    found = SUMMARY.fullmatch(last)
    passed, failed, skipped = (int(number or 0) for number in found.groups()) if found else (0, 1, 0)
    if code and not failed:
        failed = 1
    for command in CHECKS:
        ok = stream(command)[0] == 0
        passed, failed = passed + ok, failed + (not ok)
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
