"""Run every tests/test_*.py, each in a process of its own, and print one closing line: N passed, N failed.

Example: python3 tests/run_all.py --jobs 2
"""
from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).resolve().parent
RAN = re.compile(r"^Ran (\d+) tests? in", re.M)
OUTCOME = re.compile(r"^(?:OK|FAILED)(?: \((.*)\))?$", re.M)


def counts(output: str, returncode: int):
    """(passed, failed, skipped) of one file's unittest output; a file that ran no test or ended oddly is one failure."""
    ran, outcome = RAN.search(output), OUTCOME.search(output)
    if not ran or not outcome or int(ran[1]) == 0:
        return 0, 1, 0
    parts = dict(re.findall(r"(\w+(?: \w+)?)=(\d+)", outcome[1] or ""))
    failed = sum(int(parts.get(name, 0)) for name in ("failures", "errors", "unexpected successes"))
    skipped = int(parts.get("skipped", 0))
    if returncode and not failed:
        failed = 1
    return max(int(ran[1]) - failed - skipped, 0), failed, skipped


def run_file(path: Path):
    """(path, seconds, counts, output) of one test file."""
    start = time.monotonic()
    done = subprocess.run([sys.executable, str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    output = done.stdout.decode("utf-8", "replace")
    return path, time.monotonic() - start, counts(output, done.returncode), output


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="only these files, as test_score or tests/test_score.py (default: all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="files run at once (default: the number of cores)")
    args = parser.parse_args(argv)
    wanted = {Path(name).stem for name in args.names}
    paths = [path for path in sorted(TESTS.glob("test_*.py")) if not wanted or path.stem in wanted]
    missing = wanted - {path.stem for path in paths}
    if missing or not paths:
        print(f"run_all.py: error: no test file named {', '.join(sorted(missing)) or 'test_*.py'}", file=sys.stderr)
        return 2
    totals = [0, 0, 0]
    with ThreadPoolExecutor(max(1, args.jobs)) as pool:
        for path, seconds, numbers, output in pool.map(run_file, paths):
            if numbers[1]:
                print(output, end="")
            print(f"{path.name:32} {seconds:6.1f} s  {numbers[0]} passed, {numbers[1]} failed" + (f", {numbers[2]} skipped" if numbers[2] else ""), flush=True)
            if numbers[2]:
                print("\n".join(f"    {line}" for line in dict.fromkeys(re.findall(r"skipped .*", output))))
            totals = [total + number for total, number in zip(totals, numbers)]
    print(f"{totals[0]} passed, {totals[1]} failed" + (f", {totals[2]} skipped" if totals[2] else ""))
    return 1 if totals[1] else 0


if __name__ == "__main__":
    sys.exit(main())
