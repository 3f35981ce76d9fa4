"""Run every tests/test_*.py, each in a process of its own, and print one closing line: N passed, N failed.

Files that take long begin first, so that none is left over at the end; the lines come in the order of the names.
Example: python3 tests/run_all.py --jobs 2
"""
from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import builds

TESTS = Path(__file__).resolve().parent
LONG = ("test_families", "test_determinism")
"""Files that build all families several times; together they take half of a run."""
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


def run_file(path: Path, shared: str):
    """(path, seconds, counts, output) of one test file; `shared` is the folder of tests/builds.py."""
    start = time.monotonic()
    done = subprocess.run([sys.executable, str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          env={**os.environ, builds.FOLDER: shared})
    output = done.stdout.decode("utf-8", "replace")
    return path, time.monotonic() - start, counts(output, done.returncode), output


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], epilog=__doc__.split("\n")[3])
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
    with tempfile.TemporaryDirectory() as shared, ThreadPoolExecutor(max(1, args.jobs)) as pool:
        waiting = {path: pool.submit(run_file, path, shared) for path in sorted(paths, key=lambda path: path.stem not in LONG)}
        for path, seconds, numbers, output in (waiting[path].result() for path in paths):
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
