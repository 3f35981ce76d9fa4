"""Do training data or other files hold items of the release? Looks for the canary string and for the text of items.

Example: python3 audits/canary.py corpus.jsonl.gz --root data

A file is read once, in pieces, as bytes; memory does not grow with it, nor with the length of its lines. Text is compared as runs of ASCII
letters and digits in lower case, so that spaces, punctuation, line ends, letter case,
JSON escapes and bare tags make no difference.
Of every contrast group the runs of WORDS such words that no other group of the release has are known by their hashes. A group is reported where
at least SHARE_PERCENT of these stand within two neighbouring pieces of a file. Members of a group are alike but for one element, so the group is named.
Exit code 0: nothing found; 1: something found; 2: a file could not be read, or not as text.
"""
from __future__ import annotations

import argparse
import gzip
import io
import re
import sys
import time
import zlib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import audit, findings
from generators import cards, console, english, families, items

GUID = families.CANARY.split()[-1].encode("ascii")
WORDS = 8
"""Words in a shingle."""
KEEP = 2
"""One of so many shingles is looked for, chosen by its checksum, which keeps the index small."""
SHARE_PERCENT = 42
LEAST = 12
"""A group is found by that share of its own shingles and at least so many of them. In the families measured one whole member holds at least 52 % of its
group's own shingles, and 80 items of a fresh draw at most 31 % of those of any group."""
PIECE = 1 << 17
"""Bytes read at once; an item is shorter."""
LONGEST = 256
"""Bytes without a separator after which a piece is cut all the same."""
WORD = re.compile(rb"[0-9a-z]+")
MARKUP = re.compile(rb'[\\<&](?:(?<=\\)\\*(?:u[0-9a-fA-F]{4}|[bfnrt"/])|(?<=<)/?[a-zA-Z]{1,10} ?/?>|(?<=&)#?[a-zA-Z0-9]{1,8};)')
"""What may stand between two words and is none: characters as JSON escapes them, once or more often, bare tags, entities."""
SEPARATOR = re.compile(rb"[\s,:;\"'}\]]")
GZIP, PACKED = b"\x1f\x8b", {b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstd", b"PK\x03\x04": "zip", b"PAR1": "parquet"}


class CanaryError(ValueError):
    """A file that cannot be searched; the message says where and why."""


class Index(NamedTuple):
    """{shingle: number of its group}, and of each group its name, the ids of its items and how many shingles are its own."""

    owners: dict
    names: tuple
    ids: tuple
    sizes: tuple


class Found(NamedTuple):
    """Something found in a file: the line of the unpacked text, from 1 on, in which it begins, so far as two neighbouring pieces show it."""

    line: int
    says: str


class Piece(NamedTuple):
    """A part of a file as it is searched: the line in which it begins, and its bytes."""

    line: int
    data: bytes


# Shingles

def words_of(data: bytes) -> list:
    """The words of some bytes."""
    return WORD.findall(MARKUP.sub(b" ", data).lower())


def runs_of(words):
    """Every run of WORDS words, in order."""
    return zip(*(words[start:] for start in range(WORDS)))


def kept_of(words) -> set:
    """The shingles of an item that are looked for: hashes of 64 bits, equal within one process only."""
    return {hash(run) for run in runs_of(words) if zlib.crc32(b" ".join(run)) % KEEP == 0}


def index_of(root) -> Index:
    """The index of all core items under a data root."""
    shingles, groups = [], []
    for task in findings.core_tasks(root):
        for name, members in cards.groups_of(findings.read_rows(root, task)).items():
            groups.append((name, tuple(item.id for item in members)))
            shingles.append(set().union(*(kept_of(words_of(audit.state_text(item).encode("utf-8"))) for item in members)))
    counts = Counter(shingle for one in shingles for shingle in one)
    own = [[shingle for shingle in one if counts[shingle] == 1] for one in shingles]
    poor = [name for (name, _), mine in zip(groups, own) if len(mine) < LEAST]
    if poor:
        raise CanaryError(f"{root}: {len(poor)} groups have fewer than {LEAST} shingles of their own, {poor[0]} the first; they could not be found")
    return Index({shingle: number for number, mine in enumerate(own) for shingle in mine}, *zip(*groups), tuple(map(len, own)))


# Reading

def unpacked(file, name: str):
    """The text of an open file, unpacked where it is gz. Raises CanaryError for what is packed in another way."""
    start = file.peek(8)
    for magic, kind in PACKED.items():
        if start.startswith(magic):
            raise CanaryError(f"{name}: is a {kind} file; unpack it and give its text, for example on standard input as -")
    return io.BufferedReader(gzip.GzipFile(fileobj=file), PIECE) if start.startswith(GZIP) else file


def pieces(stream, name: str):
    """(place, bytes) of the pieces of a stream, each ending between two words. Raises CanaryError where it is broken or begins like no text."""
    rest, place = b"", 0
    try:
        while True:
            data = stream.read(PIECE)
            if place == 0 and b"\0" in data:
                raise CanaryError(f"{name}: begins with zero bytes; give text in UTF-8 or another code that ASCII is part of")
            whole = rest + data
            cut = len(whole) if not data else cut_of(whole)
            if whole[:cut]:
                yield place, whole[:cut]
            place, rest = place + cut, whole[cut:]
            if not data:
                return
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise CanaryError(f"{name}: the gz file is broken near byte {place} of its text ({error})") from None


def cut_of(data: bytes) -> int:
    """Where to cut some bytes so that no word is parted: after the last separator in their end, else at their end."""
    found = list(SEPARATOR.finditer(data, max(0, len(data) - LONGEST)))
    return found[-1].end() if found else len(data)


# Searching

class Search:
    """A file being searched: the words, hits and text carried over from the piece before, and what has been reported."""

    def __init__(self, index: Index):
        self._index = index
        self._tail, self._before, self._end = [], {}, b""
        self._last, self._line = Piece(1, b""), 1
        self._reported = set()

    def feed(self, data: bytes) -> list:
        """What a further piece shows: Found for the canary and for each group not reported before."""
        here = Piece(self._line, data)
        lower = self._end + data.lower()
        place = lower.find(GUID)
        found = [] if place < 0 else [Found(here.line - self._end.count(b"\n") + lower.count(b"\n", 0, place), "the canary string")]
        self._end = lower[-(len(GUID) - 1):]
        words = self._tail + words_of(data)
        self._tail = words[-(WORDS - 1):]
        hits = {}
        for shingle in filter(self._index.owners.__contains__, map(hash, runs_of(words))):
            hits.setdefault(self._index.owners[shingle], set()).add(shingle)
        both = {group: mine | self._before.get(group, set()) for group, mine in hits.items() if group not in self._reported}
        shown = {group: mine for group, mine in both.items() if len(mine) >= LEAST and 100 * len(mine) >= SHARE_PERCENT * self._index.sizes[group]}
        lines = self._lines_of(shown, here) if shown else {}
        for group, mine in shown.items():
            ids = ", ".join(self._index.ids[group])
            found.append(Found(lines[group], f"{self._index.names[group]} ({ids}): {len(mine)} of {self._index.sizes[group]} shingles"))
        self._reported.update(shown)
        self._before, self._last, self._line = hits, here, here.line + data.count(b"\n")
        return found

    def _lines_of(self, shown: dict, here: Piece) -> dict:
        """{group: the line in which the first of its shingles begins} in the piece before and this one."""
        words, lines = [], []
        for piece in (self._last, here):
            for number, text in enumerate(piece.data.split(b"\n"), piece.line):
                there = words_of(text)
                words += there
                lines += [number] * len(there)
        first = {}
        for number, shingle in zip(lines, map(hash, runs_of(words))):
            group = self._index.owners.get(shingle)
            if group in shown:
                first.setdefault(group, number)
        return {group: first.get(group, here.line) for group in shown}


def opened(name: str):
    """A file to read, as a context; - is standard input, once. Raises CanaryError or OSError."""
    if name != "-":
        return open(name, "rb")
    if sys.stdin is None or sys.stdin.closed:
        raise CanaryError("-: standard input is closed, or was read already")
    return sys.stdin.buffer


def search(name: str, index: Index):
    """(number of things found, bytes read) of one file; prints a line for each."""
    total = size = 0
    one = Search(index)
    with opened(name) as file:
        for _, data in pieces(unpacked(file, name), name):
            size += len(data)
            for found in one.feed(data):
                total += 1
                print(f"{name}:{found.line}: {found.says}", flush=True)
    return total, size


def search_all(args) -> int:
    """Search every file; returns 0, 1 where something is found, 2 where a file could not be searched."""
    index = index_of(args.root)
    start, total, size, unread = time.monotonic(), 0, 0, 0
    for name in args.files:
        try:
            found, length = search(name, index)
            total, size = total + found, size + length
        except (CanaryError, OSError) as error:
            unread += 1
            print(f"canary.py: error: {console.text_of(error)}", file=sys.stderr)
    seconds = time.monotonic() - start
    print(f"canary.py: {size / 1e6:.1f} MB in {seconds:.1f} s, {size / 1e6 / max(seconds, 1e-9):.1f} MB/s", file=sys.stderr)
    print(f"canary.py: {total} found in {english.counted(len(args.files), 'file')}, {english.counted(len(index.names), 'group')} looked for"
          + (f"; {english.counted(unread, 'file')} not searched" if unread else ""))
    return 2 if unread else 1 if total else 0


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="canary.py", **console.about(__doc__))
    parser.add_argument("files", nargs="+", metavar="FILE", help="text or JSON lines, plain or gz; - for standard input")
    parser.add_argument("--root", default="data", metavar="DIR", help="data root with the items to look for (default: data)")
    args = parser.parse_args(argv)
    return console.guarded("canary.py", lambda: search_all(args), (CanaryError, items.ItemsError))


if __name__ == "__main__":
    sys.exit(main())
