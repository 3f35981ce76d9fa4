"""Write tests/samples/: two contrast groups of each family, and the record of the lines in them that solvers read by their form alone.

The groups are of the published draw, one of level 1 and one of level 3 in another layout. The record (tests/damage.py says what stands in it) is part of
what tests/test_mutation.py holds the solvers to, so a change of it wants a look.

Example: python3 tests/make_samples.py dep_resolve
"""
from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import cards, console, families, items, regenerate
from tests import builds, damage


def choose(rows) -> list:
    """The first group of level 1, and the first of level 3 in another layout: their items, in file order within a group."""
    groups = list(cards.groups_of(rows).values())
    first = next(members for members in groups if members[0].level == 1)
    return [*first, *next(members for members in groups if members[0].level == 3 and members[0].layout != first[0].layout)]


def sample_bytes(family: str) -> bytes:
    """The samples file of a family, made anew."""
    return "".join(map(items.to_line, choose(builds.published(family)))).encode("utf-8")


def write_all(wanted) -> int:
    """Write the samples of the wanted families, or of all that have a generator."""
    record = json.loads(items.read_bytes(damage.READ_BY_FORM)) if damage.READ_BY_FORM.exists() else {}
    for family in regenerate.choose_families(wanted):
        data = sample_bytes(family)
        items.write_bytes(damage.sample_path(family), data)
        record[family] = damage.read_by_form(damage.trials(family))
        print(f"{damage.sample_path(family)}: {len(data):,} bytes, {len(record[family])} lines read by their form alone")
    items.write_json(damage.READ_BY_FORM, {family: record[family] for family in families.BY_NAME if family in record})
    return 0


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(**console.about(__doc__))
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="only these families (default: all that have a generator)")
    args = parser.parse_args(argv)
    return console.guarded("make_samples.py", lambda: write_all(args.families), (ValueError,))


if __name__ == "__main__":
    sys.exit(main())
