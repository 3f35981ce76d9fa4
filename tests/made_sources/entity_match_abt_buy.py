"""Four pairs of two shops: one match, two others, and one that has the words of the first again; records in no pair must not show."""
from __future__ import annotations

from tests import made_sources


def product(name: str, title: str, description: str, price: str) -> dict:
    return {"id": name, "name": title, "description": description, "price": price}


ROWS = {
    "tableA": [product("0", "acme kettle k1", "acme kettle k1 , 1.7 l \" steel \"", ""), product("1", "acme lamp", "lamp with shade", "12.0"),
               product("2", "UNPAIRED", "d", "1.0")],
    "tableB": [product("0", "kettle k1 acme", "", "19.5"), product("1", "acme kettle k2", "kettle", ""), product("7", "Kettle  K1 acme", "", "19.5")],
    "test": [{"ltable_id": left, "rtable_id": right, "label": label} for left, right, label in (("0", "0", "1"), ("0", "1", "0"), ("1", "0", "0"), ("0", "7", "1"))],
}
NEEDED = {"tableA": ("id", "name", "description", "price"), "tableB": ("id", "name", "description", "price"), "test": ("ltable_id", "rtable_id", "label")}
LABEL = ("test", 1, "label", "2")
ITEMS, GOLDS = 3, {"yes": 1, "no": 2}
SHOWN = {
    "Record A:\nname: acme kettle k1\ndescription: acme kettle k1 , 1.7 l \" steel \"\nprice: not given\n\n"
    "Record B:\nname: kettle k1 acme\ndescription: not given\nprice: 19.5": "yes",
}
ABSENT = ("UNPAIRED",)
PACKS = (lambda rows: {f"{table}.csv": made_sources.csv_rows(rows[table]) for table in rows},)
