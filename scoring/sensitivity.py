"""Write result files of stability.py and agreement.py as tables into a section of docs/SENSITIVITY.md, so that no figure is typed.

A section is what stands between the lines <!-- figures: NAME --> and <!-- end of figures -->; the rest of the page stays as it is.
Example: python3 scoring/sensitivity.py results/variants.json results/draws.json --section baselines
"""
from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generators import items
from scoring import agreement, call, stability, tables, tasks

PAGE = Path(__file__).resolve().parent.parent / "docs" / "SENSITIVITY.md"
END = "<!-- end of figures -->"


def legend_of(found: dict) -> str:
    """Which items were scored, where these are not all, and how the intervals of a result file were made."""
    return tables.subset_legend(found["per_family"]) + tables.interval_legend(found["resamples"], found["seed"])


def tables_of(path) -> list:
    """The tables of one result file, whichever of the three kinds it is. Raises ScoringError for any other file."""
    found = tasks.read_json(path)
    try:
        if "ranges" in found:
            return stability.variant_tables(found, legend_of(found))
        if "pairs_in_order" in found:
            return [stability.draw_table(found, legend_of(found))]
        if "runs" in found:
            return agreement.make_tables(found, legend_of(found))
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        raise tasks.ScoringError(f"{path}: is not as stability.py or agreement.py writes it ({type(error).__name__}: {error}); write it again with --json") from None
    raise tasks.ScoringError(f"{path}: is no result file of stability.py or agreement.py")


def fill(page: str, section: str, text: str, where) -> str:
    """The page with the text in a section. Raises ScoringError where the page does not have the section once."""
    pattern = re.compile(rf"^<!-- figures: {re.escape(section)} -->\n(.*?)^{re.escape(END)}$", re.M | re.S)
    if len(pattern.findall(page)) != 1:
        there = ", ".join(re.findall(r"^<!-- figures: (.+) -->$", page, re.M)) or "none"
        raise tasks.ScoringError(f"{where}: has no one section {section}; there are {there}")
    return pattern.sub(lambda _: f"<!-- figures: {section} -->\n{text}{END}", page)


def read_page(path) -> str:
    """The text of the page. Raises ScoringError where it is not UTF-8."""
    try:
        return items.read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise tasks.ScoringError(f"{path}: is not UTF-8 ({error})") from None


def run(args) -> int:
    """Fill the section, say what was written."""
    made = [table for path in args.files for table in tables_of(path)]
    text = "\n".join(tables.to_markdown(table).replace("## ", "### ", 1) for table in made)
    page = read_page(args.page)
    items.write_bytes(args.page, fill(page, args.section, f"\n{text}\n", args.page).encode("utf-8"))
    print(f"{args.page}: {len(made)} tables in section {args.section}")
    return 0


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="sensitivity.py", description=__doc__.split("\n")[0], epilog="\n".join(__doc__.split("\n")[2:]),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help="JSON that stability.py or agreement.py wrote with --json; the tables stand in this order")
    parser.add_argument("--section", required=True, help="the section to fill: baselines, systems, or another one that the page has (no default)")
    parser.add_argument("--page", default=PAGE, type=Path, help="the page (default: docs/SENSITIVITY.md)")
    return call.guarded("sensitivity.py", run, parser.parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
