"""Which items of a data root do training files hold? The search behind `audits/overlap.py --train`.

Text is compared as runs of WORDS words of ASCII letters and digits in lower case, so that spaces, punctuation, letter case, JSON escapes and bare tags make no
difference. Of every item up to KEPT runs are looked for: none across two sections of its state, none with fewer than LETTERS letters (rows of numbers stand
everywhere), and none that more than COMMON items hold where it has others. An item is held by a file where at least the asked share of its runs, and LEAST of
them, stand within a stretch of text twice as long as the item; one with fewer runs needs all. A file is read once, in pieces; what is kept in memory depends on
the items alone. Texts without ASCII words, or with fewer than WORDS words in every section, cannot be looked for and are counted.
"""
from __future__ import annotations

import csv
import heapq
import io
import re
import sys
import time
import zlib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from audits import audit, canary
from generators import console, items

WORDS = 5
"""Words in a run: short questions have runs of their own at this length."""
KEPT = 32
LEAST = 4
COMMON = 50
LETTERS = 8
DIGITS = b"0123456789"
STRETCH = 2
PARQUET_ROWS = 256
LOWER = bytes(code if chr(code).isalnum() and code < 128 and not 65 <= code <= 90 else code + 32 if 65 <= code <= 90 else 32 for code in range(256))
"""Letters and digits of ASCII in lower case, anything else a space."""
HEADING = re.compile(r"(?:\A|\n\n)[^\n]{1,80}:\n")
"""What stands before a section of a state and in no training file."""
PARQUET = b"PAR1"


class Wanted(NamedTuple):
    """An item that is looked for: its runs as hashes, how many must stand together, within how many words."""

    task: str
    id: str
    runs: frozenset
    needed: int
    stretch: int


class Index(NamedTuple):
    """The items that are looked for, and {task: items too short to be looked for}."""

    wanted: tuple
    too_short: Counter


class Held(NamedTuple):
    """An item that a file holds: the number of the item, how many of its runs stand together, and the byte near which they do."""

    number: int
    together: int
    place: int


# Runs

def words_of(data: bytes) -> list:
    """The words of some bytes."""
    return canary.MARKUP.sub(b" ", data).translate(LOWER).split()


def runs_of(words):
    """Every run of WORDS words, in order."""
    return zip(*(words[start:] for start in range(WORDS)))


def sample_of(text: str) -> tuple:
    """(hashes of the 2 KEPT runs of a state with the smallest checksums, in that order; number of words). Hashes hold within one process only."""
    parts = [words_of(part.encode("utf-8", "surrogatepass")) for part in HEADING.split(text)]
    runs = {run for words in parts for run in runs_of(words) if len(b"".join(run).translate(None, DIGITS)) >= LETTERS}
    smallest = heapq.nsmallest(2 * KEPT, ((zlib.crc32(b" ".join(run)), run) for run in runs))
    return [hash(run) for _, run in smallest], sum(map(len, parts))


def chosen(sample, counts: Counter) -> list:
    """The runs of a sample that are looked for: rare ones, or any where there are fewer than LEAST rare ones."""
    rare = [run for run in sample if counts[run] <= COMMON]
    return (rare if len(rare) >= LEAST else sample)[:KEPT]


def needed_of(count: int, share_percent: int) -> int:
    """How many of so many runs must stand together.

    >>> [needed_of(count, 50) for count in (1, 3, 5, 9, 32)]
    [1, 3, 4, 5, 16]
    """
    return max(min(count, LEAST), -(-count * share_percent // 100))


def index_of(root, tasks, share_percent: int) -> Index:
    """The index of the items of some tasks. Raises ItemsError for an items file that cannot be read."""
    rows = [(task, item.id, *sample_of(audit.state_text(item))) for task in tasks for item in items.read_items(items.task_folder(root, task) / "items.jsonl")]
    counts = Counter(run for _, _, sample, _ in rows for run in sample)
    wanted, too_short = [], Counter()
    for task, name, sample, words in rows:
        runs = frozenset(chosen(sample, counts))
        if not runs:
            too_short[task] += 1
            continue
        wanted.append(Wanted(task, name, runs, needed_of(len(runs), share_percent), STRETCH * words))
    return Index(tuple(wanted), too_short)


# Searching

def most_together(places, stretch: int) -> int:
    """The largest number of different runs whose places lie within a stretch. places: (place, run), in order.

    >>> most_together([(0, "a"), (1, "a"), (2, "b"), (9, "c"), (11, "b")], 7)
    2
    """
    most, first, inside = 0, 0, Counter()
    for place, run in places:
        inside[run] += 1
        while places[first][0] < place - stretch:
            inside[places[first][1]] -= 1
            if not inside[places[first][1]]:
                del inside[places[first][1]]
            first += 1
        most = max(most, len(inside))
    return most


class Watch:
    """The items not found so far: `runs` of them all, `owners` {run: numbers of the items that hold it}. What is found is no longer looked for."""

    def __init__(self, wanted):
        self.wanted, self.owners = wanted, {}
        for number, one in enumerate(wanted):
            for run in one.runs:
                self.owners.setdefault(run, []).append(number)
        self.runs = set(self.owners)

    def hits_of(self, runs) -> dict:
        """{number of an item: those of its runs that are there}."""
        hits = {}
        for run in self.runs.intersection(runs):
            for number in self.owners[run]:
                hits.setdefault(number, set()).add(run)
        return hits

    def forget(self, number: int) -> None:
        """Take an item out."""
        for run in self.wanted[number].runs:
            self.owners[run].remove(number)
            if not self.owners[run]:
                self.runs.discard(run)


class Search:
    """A file being searched: what the piece before held."""

    def __init__(self, watch: Watch):
        self._watch = watch
        self._tail, self._data, self._hits = [], b"", {}

    def feed(self, place: int, data: bytes) -> list:
        """What a further piece shows: Held for each item not found before."""
        words = self._tail + words_of(data)
        hits = self._watch.hits_of(list(map(hash, runs_of(words))))
        suspects = [number for number, mine in hits.items()
                    if len(mine | self._hits.get(number, frozenset())) >= self._watch.wanted[number].needed]
        held = self._held(sorted(suspects), self._data + data, place) if suspects else []
        self._tail, self._data, self._hits = words[-(WORDS - 1):], data, hits
        return held

    def _held(self, suspects, data: bytes, place: int) -> list:
        """Those of the suspects whose runs stand together in this piece and the one before."""
        looked_for = frozenset().union(*(self._watch.wanted[number].runs for number in suspects))
        places, held = {}, []
        for at, run in enumerate(map(hash, runs_of(words_of(data)))):
            if run in looked_for:
                places.setdefault(run, []).append(at)
        for number in suspects:
            one = self._watch.wanted[number]
            together = most_together(sorted((at, run) for run in one.runs for at in places.get(run, ())), one.stretch)
            if together >= one.needed:
                self._watch.forget(number)
                held.append(Held(number, together, place))
        return held


# Reading

def parquet_pieces(name: str):
    """(row number, bytes of its texts) of the rows of a parquet file, a batch at a time. Raises CanaryError where it cannot be read."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise canary.CanaryError(f"{name}: reading parquet needs the package pyarrow; install it (pip install pyarrow) and run again") from None
    row = 0
    try:
        for batch in parquet.ParquetFile(name).iter_batches(PARQUET_ROWS):
            for record in batch.to_pylist():
                yield row, b"\n".join(texts_of(record)) + b"\n"
                row += 1
    except pyarrow.ArrowException as error:
        raise canary.CanaryError(f"{name}: the parquet file is broken near row {row:,} ({error})") from None


def texts_of(value):
    """The texts in a record of any depth, as bytes."""
    if isinstance(value, (dict, list, tuple)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts_of(inner)
    elif isinstance(value, (str, bytes)):
        yield value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")


def is_parquet(name: str) -> bool:
    """Whether a file is parquet; standard input never is."""
    if name == "-":
        return False
    with open(name, "rb") as file:
        return file.read(len(PARQUET)) == PARQUET


def gathered(pieces):
    """Small pieces joined until they have the size that text is read in; the place is that of the first."""
    held, size, start = [], 0, 0
    for place, data in pieces:
        start = start if held else place
        held.append(data)
        size += len(data)
        if size >= canary.PIECE:
            yield start, b"".join(held)
            held, size = [], 0
    if held:
        yield start, b"".join(held)


def pieces_of(name: str):
    """(place, bytes) of the pieces of a file; - is standard input. Raises CanaryError or OSError."""
    if is_parquet(name):
        yield from gathered(parquet_pieces(name))
        return
    with canary.opened(name) as file:
        yield from canary.pieces(canary.unpacked(file, name), name)


# The list

def reason_of(one: Wanted, held: Held, name: str, unit: str) -> str:
    return f"{held.together} of the {len(one.runs)} runs of {WORDS} words looked for stand together in {name} near {unit} {held.place:,}"


def write_list(path: Path, reasons: dict) -> Path:
    """Write {task: [ids]} and beside it the reasons as a table; returns the path of the table. reasons: {(task, id): text}."""
    dropped = {}
    for task, name in sorted(reasons):
        dropped.setdefault(task, []).append(name)
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["task", "id", "reason"])
    writer.writerows([*key, reasons[key]] for key in sorted(reasons))
    table = path.with_suffix(".csv")
    items.write_bytes(table, out.getvalue().encode("utf-8", "surrogateescape"))
    items.write_json(path, dropped)
    return table


def search(name: str, watch: Watch, reasons: dict) -> int:
    """Enter the items that a file holds, as they are found; returns the bytes read. Raises CanaryError or OSError."""
    size, one = 0, Search(watch)
    unit = "row" if is_parquet(name) else "byte"
    for place, data in pieces_of(name):
        size += len(data)
        for held in one.feed(place, data):
            wanted = watch.wanted[held.number]
            reasons[wanted.task, wanted.id] = reason_of(wanted, held, name, unit)
    return size


def search_files(names, index: Index) -> tuple:
    """({(task, id): reason}, messages about files that could not be searched to their end, bytes read)."""
    reasons, unread, total, watch = {}, [], 0, Watch(index.wanted)
    for name in names:
        begin, before = time.monotonic(), len(reasons)
        try:
            size = search(name, watch, reasons)
        except (canary.CanaryError, OSError) as error:
            unread.append(console.text_of(error))
            continue
        total += size
        seconds = max(time.monotonic() - begin, 1e-9)
        speed = f"{size / 1e6:,.1f} MB in {seconds:.1f} s, {size / 1e6 / seconds:.1f} MB/s"
        print(f"overlap.py: {name}: {len(reasons) - before:,} items found, {speed}", file=sys.stderr)
    return reasons, unread, total


def make_list(root, wanted, names, share_percent: int, out) -> int:
    """Search training files for the items of a root and write the list; returns 0, 1 where something is found, 2 where a file could not be searched."""
    if Path(out).suffix != ".json":
        raise canary.CanaryError(f"{out}: is no name for a list; it ends in .json, and the reasons stand beside it as .csv")
    tasks = items.choose_tasks(root, wanted)
    index = index_of(root, tasks, share_percent)
    reasons, unread, total = search_files(names, index)
    if len(unread) == len(names):
        raise canary.CanaryError(f"{'; '.join(unread)}; no file could be searched, and {out} is left as it is")
    table = write_list(Path(out), reasons)
    looked_for, found = Counter(one.task for one in index.wanted), Counter(task for task, _ in reasons)
    for task in tasks:
        short = f", {index.too_short[task]:,} too short to be looked for" if index.too_short[task] else ""
        print(f"{task:28} {found[task]:6,} of {looked_for[task]:,} found{short}")
    for message in unread:
        print(f"overlap.py: error: {message}; what it holds from there on is not in the list", file=sys.stderr)
    print(f"overlap.py: {len(reasons):,} items of {total / 1e6:,.1f} MB in {out}, reasons in {table}" + (f"; {len(unread)} files not searched" if unread else ""))
    return 2 if unread else 1 if reasons else 0
