"""Time the search of training files for items, kind of text by kind, as whole processes.

Example: python3 tests/bench_overlap.py --megabytes 100
Prints megabytes of text a processor second (user and system time of the process while it searches; reading the items is a line of its own), the items found
and the peak memory. Run it once with more megabytes to see that memory does not grow.
"""
from __future__ import annotations

import argparse
import gzip
import itertools
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import console
from tests import made

ROOT = Path(__file__).resolve().parent.parent
COMMON = ("the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would "
          "their we him been has when who will no more if out so said what up its about than into them can only other time new some could these two may first").split()
SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]
OTHER_LETTERS = str.maketrans("abcdefghijklmnopqrstuvwxyz", "абцдефгхийклмнопярстувжшзь")
PARAGRAPHS = 20000
ITEMS = 15000
TASK = "paws"


# Text

def vocabulary(rng) -> tuple:
    """(words, cumulated weights): few short words come often, many long ones seldom."""
    words = COMMON + ["".join(rng.choices(SYLLABLES, k=rng.randint(2, 4))) for _ in range(30000)]
    return words, list(itertools.accumulate(1 / (place + 3) for place in range(len(words))))


def sentence(rng, words, weights) -> str:
    return " ".join(rng.choices(words, cum_weights=weights, k=rng.randint(6, 25))).capitalize() + rng.choice(". . . ? ,".split())


def paragraphs_of(rng, words, weights) -> list:
    return [" ".join(sentence(rng, words, weights) for _ in range(rng.randint(3, 9))) for _ in range(PARAGRAPHS)]


def with_markup(text: str) -> str:
    return "<p>" + text.replace(" the ", " <b>the</b> ").replace(" of ", "&nbsp;of<br />") + "</p>"


def part_of(state: str) -> str:
    """So much of a state that it is nearly found."""
    words = state.split()
    return " ".join(words[:len(words) * 45 // 100])


# Kinds: functions of (rng, paragraphs, states) that give text without end

def repeated(text_of, things):
    return (text_of(thing) for _ in itertools.count() for thing in things)


def drawn(text_of, count: int = 1):
    return lambda rng, paragraphs, states: (text_of("\n".join(rng.choices(paragraphs, k=count))) for _ in itertools.count())


KINDS = {
    "plain text": drawn(lambda text: text + "\n\n"),
    "JSON lines, long texts": drawn(lambda text: json.dumps({"id": len(text), "text": text}) + "\n", 12),
    "JSON lines, short rows": drawn(lambda text: json.dumps({"prompt": text[:80], "label": len(text) % 2}) + "\n"),
    "gz": drawn(lambda text: text + "\n\n"),
    "other letters": drawn(lambda text: text.translate(OTHER_LETTERS) + "\n"),
    "other letters, escaped": drawn(lambda text: json.dumps({"text": text.translate(OTHER_LETTERS)}) + "\n"),
    "markup": drawn(lambda text: with_markup(text) + "\n"),
    "every item, again and again": lambda rng, paragraphs, states: repeated(lambda state: json.dumps({"text": state}) + "\n", states),
    "parts of every item": lambda rng, paragraphs, states: repeated(lambda state: part_of(state) + "\n", states),
}


def write(path: Path, texts, size: int, opener) -> int:
    """Write so many bytes of text or a little more; returns how many."""
    done = 0
    with opener(path, "wb") as file:
        for text in texts:
            done += file.write(text.encode("utf-8"))
            if done >= size:
                return done


# Whole processes

MEASURED = """
import resource, sys, time
from audits import training
root, task, train = sys.argv[1:]
index = training.index_of(root, [task], 50)
read, reasons = time.process_time(), {}
training.search(train, training.Watch(index.wanted), reasons)
print(read, time.process_time() - read, len(reasons), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def measured(folder: Path, train: Path) -> list:
    """Processor seconds to read the items and to search, items found, peak megabytes."""
    done = subprocess.run([sys.executable, "-c", MEASURED, str(folder / "data"), TASK, str(train)], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    return list(map(float, done.stdout.split()))


def measure_kinds(folder: Path, size: int, kinds) -> None:
    """Print the line of every kind."""
    rng = random.Random(1)
    words, weights = vocabulary(rng)
    paragraphs = paragraphs_of(rng, words, weights)
    states = [" ".join(sentence(rng, words, weights) for _ in range(rng.randint(2, 30))) for _ in range(ITEMS)]
    rows = [made.noul_item(TASK, number, ("yes", "no")[number % 2], level=None)._replace(state=state) for number, state in enumerate(states)]
    made.write_task(folder / "data", TASK, rows, track="reference", metric="accuracy", layer="G", chance=0.5)
    train = folder / "train"
    for kind in kinds:
        done = write(train, KINDS[kind](rng, paragraphs, states), size, gzip.open if kind == "gz" else open)
        reading, seconds, found, megabytes = measured(folder, train)
        print(f"{kind:28} {done / 1e6:7.1f} MB {seconds:6.2f} s {done / 1e6 / seconds:6.1f} MB/s {found:9,.0f} found, "
              f"at most {megabytes:4.0f} MB of memory; items read in {reading:.1f} s", flush=True)


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(**console.about(__doc__))
    parser.add_argument("--megabytes", type=float, default=100, help="text of every kind, in millions of bytes (default: %(default)s)")
    parser.add_argument("--kind", action="append", choices=tuple(KINDS), help="a kind to measure; may be repeated (default: all)")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        measure_kinds(Path(folder), int(args.megabytes * 1e6), args.kind or KINDS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
