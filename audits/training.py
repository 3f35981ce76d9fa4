"""Which items of a data root do training files hold? The search behind `audits/overlap.py --train`.

Text is compared as runs of WORDS words of ASCII letters and digits in lower case, so that spaces, punctuation, letter case, JSON escapes and bare tags make no
difference. Of every item up to KEPT runs are looked for: none across two sections of its state, none with fewer than LETTERS letters (rows of numbers stand
everywhere), and none that more than COMMON items hold where it has others. An item is held by a file where at least the asked share of its runs, and LEAST of
them, stand within a stretch of text twice as long as the item; one with fewer runs needs all. A file is read once, in pieces; what is kept in memory depends on
the items alone. Texts without ASCII words, or with fewer than WORDS words in every section, cannot be looked for and are counted.
`tests/bench_overlap.py` measures the speed: beside a model server on a 2-core machine 23 to 27 MB of text a processor second in text and JSON lines, plain or gz,
17 to 19 where all of 15,000 items are found and 31 once they are, 13 to 15 where parts just too short to be found stand everywhere.
"""
from __future__ import annotations

import csv
import heapq
import io
import os
import re
import sys
import time
import zlib
from collections import Counter
from itertools import chain, compress
from pathlib import Path
from typing import NamedTuple

from audits import audit, canary
from generators import console, english, items
from scoring import derive_v13
from scoring.tasks import ScoringError

WORDS = 5
"""Words in a run: short questions have runs of their own at this length."""
KEPT = 32
LEAST = 4
COMMON = 50
LETTERS = 8
DIGITS = b"0123456789"
STRETCH = 2
MARKUP = (
    (b"<", re.compile(rb"</?[a-zA-Z]{1,10} ?/?>")),
    (b"&", re.compile(rb"&#?[a-zA-Z0-9]{1,8};")),
    (b"\\", re.compile(rb'\\\\*(?:u[0-9a-fA-F]{4}|[bfnrt"/])(?:\\+(?:u[0-9a-fA-F]{4}|[bfnrt"/]))*')),
)
"""What may stand between two words and is none, with its first byte: bare tags, entities, characters as JSON escapes them, once or more often.
One after the other these find what canary.MARKUP finds, in less time."""
BLOCK = 1 << 14
"""Bytes whose words are hashed at once: few enough that they stay in the processor's cache."""
OPEN_TAG, LONGEST_TAG = re.compile(rb"</?[a-zA-Z]{1,10} \Z"), 13
PARQUET_ROWS = 256
LOWER = bytes(code if chr(code).isalnum() and code < 128 and not 65 <= code <= 90 else code + 32 if 65 <= code <= 90 else 32 for code in range(256))
"""Letters and digits of ASCII in lower case, anything else a space."""
HEADING = re.compile(r"(?:\A|\n\n)[^\n]{1,80}:\n")
"""What stands before a section of a state and in no training file."""
PARQUET = b"PAR1"
HEAD = b"task,id,reason\n"
"""The first line of the table of reasons."""


class NoText(canary.CanaryError):
    """A file that was read to its end and holds nothing to search."""


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

def spaced(data: bytes) -> bytes:
    r"""Some bytes with nothing but words in lower case and spaces.

    >>> spaced(b'A<br />"b&amp;c\\\\n\\u00e9D</b>')
    b'a  b c d '
    """
    for first, pattern in MARKUP:
        if first in data:
            data = pattern.sub(b" ", data)
    return data.translate(LOWER)


def words_of(data: bytes) -> list:
    """The words of some bytes."""
    return spaced(data).split()


def blocks_of(text: bytes):
    """The words of a spaced text, those of about BLOCK bytes at a time.

    >>> list(blocks_of(b" one two  " + b"x" * BLOCK + b" three"))[1:]
    [[b'three']]
    """
    start = 0
    while start < len(text):
        end = text.find(b" ", start + BLOCK)
        end = len(text) if end < 0 else end
        yield text[start:end].split()
        start = end


def open_tag(data: bytes) -> int:
    """Where a tag begins that goes on in the next piece, the one place between words at which a piece can end inside markup; else the length.

    >>> [open_tag(data) for data in (b"a <br ", b"a <br />", b"a < ")]
    [2, 8, 4]
    """
    found = OPEN_TAG.search(data, max(0, len(data) - LONGEST_TAG))
    return found.start() if found else len(data)


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
    most, first, inside = 0, 0, {}
    for place, run in places:
        inside[run] = inside.get(run, 0) + 1
        while places[first][0] < place - stretch:
            left = places[first][1]
            inside[left] -= 1
            if not inside[left]:
                del inside[left]
            first += 1
        if len(inside) > most:
            most = len(inside)
    return most


def together_of(one: Wanted, places: dict) -> int:
    """How many different runs of an item stand together, 0 where nowhere so many as it needs. places: {run: its places}."""
    mine = one.runs & places.keys()
    order = sorted([at for run in mine for at in places[run]])
    if all(last - first > one.stretch for first, last in zip(order, order[one.needed - 1:])):
        return 0
    if order[-1] - order[0] <= one.stretch:
        return len(mine)
    return most_together(sorted([(at, run) for run in mine for at in places[run]]), one.stretch)


class Watch:
    """The items not found so far: `runs` of them all, `owners` {run: numbers of the items that hold it}. What is found is no longer looked for."""

    def __init__(self, wanted):
        self.wanted, self.owners = wanted, {}
        for number, one in enumerate(wanted):
            for run in one.runs:
                self.owners[run] = (*self.owners.get(run, ()), number)
        self.runs = set(self.owners)

    def counts_of(self, runs) -> Counter:
        """{number of an item: how many of these different runs are its}."""
        return Counter(chain.from_iterable(map(self.owners.__getitem__, runs)))

    def forget(self, number: int) -> None:
        """Take an item out; runs that no other item holds are no longer looked for."""
        shared = {run: self.owners[run] for run in self.wanted[number].runs if len(self.owners[run]) > 1}
        self.runs.difference_update(self.wanted[number].runs - shared.keys())
        for run, owners in shared.items():
            self.owners[run] = tuple(other for other in owners if other != number)


class Spots(NamedTuple):
    """The runs in a piece that are looked for: each of them once, and (place in words, run) in their order."""

    runs: set
    places: list


class Search:
    """A file being searched: the number of words so far, the end of the piece before, its spots, and {item: how many of its runs} stood in it."""

    def __init__(self, watch: Watch):
        self._watch = watch
        self.count, self._tail, self._open = 0, [], b""
        self._before, self._counts = Spots(set(), []), Counter()

    def feed(self, place: int, data: bytes) -> list:
        """What a further piece shows: Held for each item not found before."""
        before, now = self._before, self._spots_in(self._open + data)
        counts = self._watch.counts_of(now.runs)
        likely = [number for number, count in counts.items() if count + self._counts.get(number, 0) >= self._watch.wanted[number].needed]
        self._before, self._counts = now, counts
        return self._held(sorted(likely), before.places + now.places, place) if likely else []

    def _spots_in(self, data: bytes) -> Spots:
        """The spots of a piece, runs that begin in the piece before among them."""
        start, found = open_tag(data), Spots(set(), [])
        self._open = data[start:]
        for block in blocks_of(spaced(data[:start])):
            words = self._tail + block
            hashes, begin = list(map(hash, runs_of(words))), self.count - len(self._tail)
            hits = self._watch.runs.intersection(hashes)
            if hits:
                is_hit = list(map(hits.__contains__, hashes))
                found.places.extend(zip(compress(range(begin, begin + len(hashes)), is_hit), compress(hashes, is_hit)))
                found.runs.update(hits)
            self.count += len(block)
            self._tail = words[-(WORDS - 1):]
        return found

    def _held(self, likely, spots, place: int) -> list:
        """Those of the likely items whose runs stand together; they are forgotten."""
        looked_for, places, held = set().union(*(self._watch.wanted[number].runs for number in likely)), {}, []
        for at, run in spots:
            if run in looked_for:
                places.setdefault(run, []).append(at)
        for number in likely:
            one = self._watch.wanted[number]
            together = together_of(one, places)
            if together >= one.needed:
                self._watch.forget(number)
                held.append(Held(number, together, place))
        return held


# Reading

def parquet_pieces(name: str):
    """(row number, bytes of its texts) of the rows of a parquet file, a batch at a time; columns of numbers and times are not read. Raises CanaryError."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise canary.CanaryError(f"{name}: reading parquet needs the package pyarrow; install it (pip install pyarrow) and run again") from None
    row = 0
    try:
        file = parquet.ParquetFile(name)
        columns = [field.name for field in file.schema_arrow if not pyarrow.types.is_primitive(field.type)]
        for batch in file.iter_batches(PARQUET_ROWS, columns=columns):
            for record in batch.to_pylist():
                yield row, b"\n".join(texts_of(record)) + b"\n"
                row += 1
    except (pyarrow.ArrowException, OSError, ValueError, OverflowError) as error:
        raise canary.CanaryError(f"{name}: the parquet file is broken near row {row:,}, or cannot be read from there on ({' '.join(str(error).split())})") from None


def texts_of(value):
    """The texts in a record of any depth, as bytes."""
    if isinstance(value, (dict, list, tuple)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts_of(inner)
    elif isinstance(value, (str, bytes)):
        yield value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")


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


def pieces_of(file, name: str) -> tuple:
    """(what places count, (place, bytes) of the pieces) of an open file. The pieces raise CanaryError or OSError."""
    if Path(name).is_file() and file.peek(len(PARQUET)).startswith(PARQUET):
        return "row", gathered(parquet_pieces(name))
    return "byte", canary.pieces(canary.unpacked(file, name), name)


# The list

def reason_of(one: Wanted, held: Held, name: str, unit: str) -> str:
    runs = "the one run" if len(one.runs) == 1 else f"{held.together} of the {len(one.runs)} runs"
    return f"{runs} of {WORDS} words looked for {'stands' if len(one.runs) == 1 else 'stand together'} in {name} near {unit} {held.place:,}"


def check_place(path: Path) -> None:
    """Raise CanaryError where a list cannot be written: under another name, or over a file that is no list."""
    if path.suffix != ".json":
        raise canary.CanaryError(f"{path}: is no name for a list; it ends in .json, and the reasons stand beside it as .csv")
    for place, is_ours in ((path, is_list), (path.with_suffix(".csv"), is_table)):
        if place.exists() and not (place.is_file() and is_ours(place)):
            raise canary.CanaryError(f"{place}: is there and was not written by this program; move it away, or name another list with --out")


def is_list(path: Path) -> bool:
    try:
        derive_v13.read_list(path)
    except ScoringError:
        return False
    return True


def is_table(path: Path) -> bool:
    with open(path, "rb") as file:
        return file.readline(len(HEAD) + 1) == HEAD


def write_list(path: Path, reasons: dict) -> Path:
    """Write {task: [ids]} and beside it the reasons as a table, or neither; returns the path of the table. reasons: {(task, id): text}. Raises CanaryError."""
    check_place(path)
    dropped = {}
    for task, name in sorted(reasons):
        dropped.setdefault(task, []).append(name)
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows([*key, reasons[key]] for key in sorted(reasons))
    table = path.with_suffix(".csv")
    items.write_files({table: HEAD + out.getvalue().encode("utf-8", "surrogateescape"), path: items.to_json(dropped)})
    return table


def search(name: str, watch: Watch, reasons: dict) -> int:
    """Enter the items that a file holds, as they are found; returns the bytes read. Raises NoText, CanaryError or OSError."""
    size, one = 0, Search(watch)
    if Path(name).is_dir():
        raise canary.CanaryError(f"{name}: is a folder; name the files in it")
    with canary.opened(name) as file:
        unit, pieces = pieces_of(file, name)
        for place, data in pieces:
            size += len(data)
            for held in one.feed(place, data):
                wanted = watch.wanted[held.number]
                reasons[wanted.task, wanted.id] = reason_of(wanted, held, name, unit)
    if one.count < WORDS:
        raise NoText(f"{name}: holds no text to search: {size:,} bytes with fewer than {WORDS} words of ASCII letters or digits")
    return size


def search_files(names, index: Index) -> tuple:
    """({(task, id): reason}, messages about files that could not be searched to their end, messages about files without text, bytes read)."""
    reasons, unread, empty, total, watch = {}, [], [], 0, Watch(index.wanted)
    for name in names:
        begin, before = time.monotonic(), len(reasons)
        try:
            size = search(name, watch, reasons)
        except NoText as error:
            empty.append(str(error))
            continue
        except (canary.CanaryError, OSError) as error:
            unread.append(console.text_of(error))
            continue
        total += size
        seconds = max(time.monotonic() - begin, 1e-9)
        speed = f"{size / 1e6:,.1f} MB in {seconds:.1f} s, {size / 1e6 / seconds:.1f} MB/s"
        print(f"overlap.py: {name}: {english.counted(len(reasons) - before, 'item')} found, {speed}", file=sys.stderr)
    return reasons, unread, empty, total


def once(names) -> list:
    """The files without those that are named again, which are said."""
    kept = {}
    for name in names:
        place = name if name == "-" else os.path.realpath(name)
        if place in kept:
            print(f"overlap.py: {name}: is named more than once and searched once", file=sys.stderr)
        kept.setdefault(place, name)
    return list(kept.values())


def make_list(root, wanted, names, share_percent: int, out) -> int:
    """Search training files for the items of a root and write the list; returns 0, 1 where something is found, 2 where a file could not be searched."""
    check_place(Path(out))
    tasks, names = items.choose_tasks(root, wanted), once(names)
    index = index_of(root, tasks, share_percent)
    reasons, unread, empty, total = search_files(names, index)
    if len(unread) + len(empty) == len(names):
        raise canary.CanaryError(f"{'; '.join(unread + empty)}; no file could be searched, and {out} is left as it is")
    table = write_list(Path(out), reasons)
    looked_for, found = Counter(one.task for one in index.wanted), Counter(task for task, _ in reasons)
    for task in tasks:
        short = f", {index.too_short[task]:,} too short to be looked for" if index.too_short[task] else ""
        print(f"{task:28} {found[task]:6,} of {looked_for[task]:,} found{short}")
    for message in empty:
        print(f"overlap.py: warning: {message}", file=sys.stderr)
    for message in unread:
        print(f"overlap.py: error: {message}; what was not read of it is not in the list", file=sys.stderr)
    print(f"overlap.py: {english.counted(len(reasons), 'item')} found in {total / 1e6:,.1f} MB, listed in {out}, reasons in {table}"
          + (f"; {english.counted(len(unread), 'file')} not searched" if unread else ""))
    return 2 if unread else 1 if reasons else 0
