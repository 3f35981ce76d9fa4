"""Does a state of one draw come again, word for word or nearly, in the same draw or another?

Near-duplicates are looked for among the groups of a family, each shown by its first member: the members of one group are alike by design.
Example: python3 audits/overlap.py --root generated --root generated/seed_1 --root generated/seed_2
With --train, the items that training files hold are looked for instead; with --duplicates, the items of reference and custom tasks
that repeat another or have no usable label. --out gets a list of them for scoring/derive_v13.py --drop.
"""
from __future__ import annotations

import heapq
import sys
import zlib
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import audit, canary, duplicates, findings, training
from generators import console, items

WORDS = 5
"""Words in a shingle."""
SKETCH = 64
"""Smallest shingle hashes kept of a state; two states are compared in full where their sketches agree in half of them."""
NEAR_PERCENT = 80
"""Share of common shingles, of all that two states hold, from which they are near-duplicates."""


class Shape(NamedTuple):
    """The shingles of one group's first member."""

    item: items.Item
    shingles: frozenset
    sketch: frozenset


def shingles_of(text: str) -> frozenset:
    """The hashes of every run of WORDS words; of the whole text where it is shorter."""
    words = text.split()
    return frozenset(zlib.crc32(" ".join(words[start:start + WORDS]).encode("utf-8", "surrogatepass")) for start in range(max(1, len(words) - WORDS + 1)))


def shape_of(item: items.Item) -> Shape:
    shingles = shingles_of(audit.state_text(item))
    return Shape(item, shingles, frozenset(heapq.nsmallest(SKETCH, shingles)))


def likeness(one: frozenset, other: frozenset) -> float:
    """The share of common elements among all elements of two sets, 0 to 1."""
    return len(one & other) / len(one | other)


def first_members(rows) -> list:
    """The first item of every group."""
    seen = {}
    for item in rows:
        seen.setdefault(audit.unit(item), item)
    return list(seen.values())


def near_pairs(shapes) -> list:
    """(likeness, id, id) of every two groups whose sketches agree in half or more, the most alike first."""
    found = []
    for place, one in enumerate(shapes):
        sketch = one.sketch
        for other in shapes[:place]:
            if 2 * len(sketch & other.sketch) >= min(len(sketch), len(other.sketch)):
                found.append((likeness(one.shingles, other.shingles), other.item.id, one.item.id))
    return sorted(found, reverse=True)


def compare(rows):
    """(what to say where all is well, findings) for the items of one or several draws, their groups named apart."""
    pairs = near_pairs([shape_of(item) for item in first_members(rows)])
    found = audit.repeated_states(rows)
    found += [f"{one} and {other}: {100 * share:.0f} % of their shingles are common" for share, one, other in pairs if 100 * share >= NEAR_PERCENT]
    nearest = f"{100 * pairs[0][0]:.0f} % ({pairs[0][1]}, {pairs[0][2]})" if pairs else "below half"
    return f"{len(rows)} states, none twice; most common shingles of two groups: {nearest}", found


def audit_all(roots, wanted) -> int:
    """Print what is found in the families of the roots; 1 where there is a finding, else 0. Raises ItemsError."""
    total = 0
    for task in findings.core_tasks(roots[0], wanted):
        fine, found = compare(audit.pooled([findings.read_rows(root, task) for root in roots]))
        findings.print_findings(task, found, fine)
        total += len(found)
    print(f"overlap.py: {total} finding{'' if total == 1 else 's'}" if total else "overlap.py: all passed")
    return 1 if total else 0


def run(args) -> int:
    """Make a list where one is asked for, else audit. Raises ItemsError or CanaryError."""
    if not args.train and not args.duplicates:
        if args.out is not None:
            raise items.ItemsError("--out is the list of --train or --duplicates; give one of them")
        return audit_all(args.root or ["generated"], args.tasks)
    if len(args.root or ()) > 1:
        raise items.ItemsError("a list is made of one --root")
    root, out = (args.root or ["data"])[0], args.out or "drop.json"
    if args.duplicates:
        return duplicates.make_list(root, args.tasks, out)
    return training.make_list(root, args.tasks, args.train, args.share, out)


def main(argv=None) -> int:
    parser = findings.arguments(__doc__, several_roots=True)
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--duplicates", action="store_true",
                       help="list the items of one root that repeat another item, core families left out (default: audit the core families)")
    asked.add_argument("--train", nargs="+", default=[], metavar="FILE",
                        help="training files to search for the items of one root (default root then: data): text or JSON lines, plain or gz, or parquet; "
                             "- for standard input (default: none)")
    parser.add_argument("--share", type=int, default=50, metavar="PERCENT", choices=range(1, 101),
                        help="with --train: the share of an item's runs of words from which it counts as held (default: 50)")
    parser.add_argument("--out", metavar="LIST",
                        help="the list to write, its reasons beside it as .csv; an older list is replaced, no other file is (default: drop.json)")
    args = parser.parse_args(argv)
    return console.guarded("overlap.py", lambda: run(args), (items.ItemsError, canary.CanaryError))


if __name__ == "__main__":
    sys.exit(main())
