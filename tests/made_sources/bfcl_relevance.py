"""Three positive and three negative requests; left out: one without functions, one with six, one that is there again with the other label.

The functions of a request and the messages of a turn are tables of their own; the whole conversation and list of each request are put together here.
"""
from __future__ import annotations

from reference.build.bfcl_relevance import PINS
from tests import made_sources


def row(name: str, speech: str, tools: str) -> dict:
    """A request; `speech` and `tools` name the messages and functions, by number, that it gets."""
    return {"id": name, "question": speech, "function": tools, "extra": "EXTRA-A"}


def function(name: str, description: str) -> dict:
    return {"name": name, "description": description, "parameters": {"type": "dict", "properties": {}}, "strict": "EXTRA-B"}


ROWS = {
    "live_relevance": [row("live_relevance_0-0-0", "01", "01")],
    "live_simple": [row("live_simple_0-0-0", "3", "1"), row("live_simple_1-0-0", "1", "1")],
    "multiple": [row("multiple_0", "1", "01")],
    "irrelevance": [row("irrelevance_0", "2", "0")],
    "live_irrelevance": [row("live_irrelevance_0-0-0", "2", "01"), row("live_irrelevance_1-0-0", "1", ""), row("live_irrelevance_2-0-0", "2", "010101"),
                         row("live_irrelevance_3-0-0", "3", "1"), row("live_irrelevance_4-0-0", "1", "0")],
    "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Turn the lamp on."}, {"role": "user", "content": "Sing to me."},
                 {"role": "user", "content": "Lamp, please."}],
    "functions": [function("door.open", "Opens the door."), function("lamp.on", "Lights the lamp — at once.")],
}
NEEDED = {**{category: ("id", "question", "function") for category in PINS}, "messages": ("role", "content"), "functions": ("name", "description", "parameters")}
LABEL = None  # the label is the file
ITEMS, GOLDS = 6, {"yes": 3, "no": 3}
DOOR = 'name: door.open\ndescription: Opens the door.\nparameters: {"type": "dict", "properties": {}}'
LAMP = 'name: lamp.on\ndescription: Lights the lamp — at once.\nparameters: {"type": "dict", "properties": {}}'
SHOWN = {f"System:\nBe brief.\n\nUser:\nTurn the lamp on.\n\nFunction 1:\n{DOOR}\n\nFunction 2:\n{LAMP}": "yes",
         f"User:\nSing to me.\n\nFunction 1:\n{DOOR}": "no"}
ABSENT = ("EXTRA-", "Lamp, please", "Function 6")


def filled(rows, table: str) -> list:
    """The requests of a table with their messages and functions in place, whatever the fields are called."""
    found = []
    for request in rows[table]:
        keys = list(request)
        found.append({keys[0]: request[keys[0]], keys[1]: [[rows["messages"][int(place)] for place in request[keys[1]]]],
                      keys[2]: [rows["functions"][int(place)] for place in request[keys[2]]], keys[3]: request[keys[3]]})
    return found


PACKS = (lambda rows: {f"BFCL_v4_{category}.json": made_sources.json_lines(filled(rows, category)) for category in PINS},)
