"""How fast the families are generated, how time grows with the number of draws, and what the full check takes in time and memory.

Every family is built in this process, one after the other, for 1, 2 and 4 fresh draws; the best of --repeat runs counts. The full check is run as
`regenerate.py --check` in its own processes, whose memory in use (proportional set size) is added up over and over; Linux only.
Example: python3 tests/bench_generate.py policy_case --repeat 3
"""
from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import console, draws, regenerate

ROOT = Path(__file__).resolve().parent.parent
COUNTS = (1, 2, 4)
PAUSE_SECONDS = 0.1
LIMITS = {"seconds": 40, "megabytes": 500}
"""What the full check of all 13 families may take on two cores."""


def seconds_of(build, count: int) -> float:
    """The processor time of building `count` fresh draws."""
    start = time.process_time()
    for seed in range(1, count + 1):
        build(draws.fresh(seed))
    return time.process_time() - start


def bench_family(name: str, repeat: int) -> list:
    """The cells of a family: items a second, seconds for each number of draws, growth from the first to the last."""
    build = importlib.import_module(f"generators.{name}").build
    items = len(build(draws.fresh(0)))
    taken = [min(seconds_of(build, count) for _ in range(repeat)) for count in COUNTS]
    rate = items * COUNTS[-1] / taken[-1]
    return [name, f"{rate:.0f}", *(f"{seconds:.2f}" for seconds in taken), f"{taken[-1] / taken[0]:.2f}"]


# Time and memory of the full check

def family_tree(process: int) -> list:
    """A process and all that it started, directly or not."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents.setdefault(int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1]), []).append(int(entry.name))
            except OSError:
                continue  # it has ended
    found, waiting = [], [process]
    while waiting:
        found.append(waiting.pop())
        waiting += parents.get(found[-1], [])
    return found


def kilobytes_of(process: int) -> int:
    """The proportional set size of a process; 0 where it has ended."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    except (OSError, StopIteration):
        return 0


def bench_check(names, jobs: int) -> tuple:
    """(last line, seconds, highest memory of all its processes together in MB or None) of a full check."""
    can_measure, peak = Path("/proc/self/smaps_rollup").exists(), 0
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as output:
        start = time.monotonic()
        process = subprocess.Popen([sys.executable, str(ROOT / "generators" / "regenerate.py"), *names, "--check", "--jobs", str(jobs), "--out", folder],
                                   stdout=output, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            if can_measure:
                peak = max(peak, sum(map(kilobytes_of, family_tree(process.pid))))
            time.sleep(PAUSE_SECONDS)
        seconds = time.monotonic() - start
        output.seek(0)
        last = output.read().decode("utf-8", "replace").strip().split("\n")[-1]
    return last, seconds, peak / 1024 if can_measure else None


def bench(args) -> int:
    """Print everything; returns 0."""
    names = regenerate.choose_families(args.families)
    print(f"{'family':18} {'items/s':>8} " + " ".join(f"{f'{count} draws':>8}" for count in COUNTS) + "  growth (4 would be straight)")
    for name in names:
        family, rate, *rest = bench_family(name, args.repeat)
        print(f"{family:18} {rate:>8} " + " ".join(f"{cell:>8}" for cell in rest), flush=True)
    last, seconds, megabytes = bench_check(names, args.jobs)
    memory = "memory not measured on this system" if megabytes is None else f"at most {megabytes:.0f} MB in all its processes"
    print(f"full check of {len(names)} families, {args.jobs} at once: {seconds:.1f} s, {memory}: {last}")
    print(f"(allowed for all families on two cores: {LIMITS['seconds']} s, {LIMITS['megabytes']} MB)")
    return 0


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(**console.about(__doc__))
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="only these families (default: all that have a generator)")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="runs of which the fastest counts (default: 1)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="families at once in the full check (default: 2)")
    args = parser.parse_args(argv)
    return console.guarded("bench_generate.py", lambda: bench(args), (ValueError,))


if __name__ == "__main__":
    sys.exit(main())
