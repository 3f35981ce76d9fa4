"""Three pairs of two shops, one a match; ids are those of the source, not places, and a record in no pair must not show."""
from __future__ import annotations

from tests import made_sources


def product(name: str, title: str, maker: str, price: str) -> dict:
    return {"id": name, "title": title, "manufacturer": maker, "price": price}


ROWS = {
    "tableA": [product("4", "draw it 2 ( mac )", "acme", "9.99"), product("3", "UNPAIRED", "m", "")],
    "tableB": [product("9", "acme draw it 2.0 mac", "", "8.5"), product("8", "draw it 2 ( pc )", "acme", ""), product("5", "sing it , deluxe", "", "1.0")],
    "test": [{"ltable_id": "4", "rtable_id": right, "label": label} for right, label in (("9", "1"), ("8", "0"), ("5", "0"))],
}
NEEDED = {"tableA": ("id", "title", "manufacturer", "price"), "tableB": ("id", "title", "manufacturer", "price"), "test": ("ltable_id", "rtable_id", "label")}
LABEL = ("test", 0, "label", "yes")
ITEMS, GOLDS = 3, {"yes": 1, "no": 2}
SHOWN = {
    "Record A:\ntitle: draw it 2 ( mac )\nmanufacturer: acme\nprice: 9.99\n\nRecord B:\ntitle: acme draw it 2.0 mac\nmanufacturer: not given\nprice: 8.5": "yes",
    "Record A:\ntitle: draw it 2 ( mac )\nmanufacturer: acme\nprice: 9.99\n\nRecord B:\ntitle: sing it , deluxe\nmanufacturer: not given\nprice: 1.0": "no",
}
ABSENT = ("UNPAIRED",)
PACKS = (lambda rows: {f"{table}.csv": made_sources.csv_rows(rows[table]) for table in rows},)
