"""The picture of changes under variants, and a page that holds it with the tables. Plain data in, text out."""
from __future__ import annotations

import math

from scoring import page, pictures, tables

LEFT, ROW, STEP = 190, 12, 10
"""Width of the labels, space around the marks of a row, height of a mark's line."""
GRID = 0.1


def bounds(measures) -> tuple:
    """The ends of the axis: multiples of a tenth that hold 0 and every interval, never the same."""
    ends = [end for measure in measures for end in (measure["interval"] or (measure["value"], measure["value"]))]
    low, high = math.floor(min([0, *ends]) / GRID) * GRID, math.ceil(max([0, *ends]) / GRID) * GRID
    return (low - GRID, high + GRID) if high - low < GRID / 2 else (low, high)


def signed(value: float) -> str:
    """A fraction as whole points with its sign; 0 has none."""
    points = round(100 * value)
    return f"{points:+d}" if points else "0"


def changes(key: str, systems: dict) -> str:
    """Change of pair accuracy with its interval: one row a run beside the base, one mark a system. systems: {system: {label: row of stability.py}}."""
    names, labels = list(systems), list(dict.fromkeys(label for rows in systems.values() for label in rows))
    shown = min(len(names), pictures.SHAPES)
    size = ROW + STEP * shown
    height = pictures.TOP + pictures.BOTTOM + size * len(labels)
    low, high = bounds([row["pair_accuracy_change"] for rows in systems.values() for row in rows.values()])
    frame = pictures.Frame(low, high, 0, 1, height=height, left=LEFT)
    bottom = height - pictures.BOTTOM
    body = [part for value in pictures.ticks(low, high, GRID)
            for part in (pictures.line(frame.x(value), pictures.TOP, frame.x(value), bottom, "grid"), pictures.words(frame.x(value), bottom + 16, signed(value)))]
    body.append(pictures.line(frame.x(0), pictures.TOP, frame.x(0), bottom, "even"))
    body.append(pictures.words((LEFT + frame.width - frame.right) / 2, height - 8, "change of pair accuracy, points", class_="name"))
    for number, label in enumerate(labels):
        top = pictures.TOP + size * number
        body.append(pictures.words(LEFT - 8, top + size / 2 + 4, label, "end"))
        body.append(pictures.line(LEFT, top, frame.width - frame.right, top, "grid"))
        for place, name in reversed(list(enumerate(names))):
            if label in systems[name]:
                y = top + ROW / 2 + STEP * (place + 0.5) if place < pictures.SHAPES else top + size / 2
                body += marks(frame, place, y, f"{name}, {label}", systems[name][label]["pair_accuracy_change"])
    return pictures.picture(key, "Changes of pair accuracy", f"{len(labels)} rows, one mark a system with its 95 % interval: pair accuracy minus that of the base run, in points. "
                            "The dashed line is no change; rows of the noise floor are reruns of the same items.", frame.width, height, body)


def marks(frame, place: int, y: float, title: str, change: dict) -> list:
    """The interval and the mark of one system in one row."""
    bar = []
    if place < pictures.SHAPES and change["interval"]:
        bar = [pictures.line(frame.x(change["interval"][0]), y, frame.x(change["interval"][1]), y, f"bar {pictures.series(place)}")]
    return [*bar, pictures.mark(place, frame.x(change["value"]), y, f"{title}: {tables.with_bounds(change)}", size=4.0)]


def section(systems: dict, note: str) -> str:
    """The picture with the marks of the systems and a note under it, as the HTML of a section of a page."""
    return page.legend(list(systems)) + page.scrolling(changes("changes", systems), "Changes of pair accuracy, picture") + page.paragraph(note)


def document(found: dict, systems: dict, shown) -> str:
    """A page with the picture and the tables of a call of stability.py. shown: its tables."""
    sections = [("picture", "Changes (published as figure 7)", section(systems, shown[0].legend)), ("tables", "Tables", "".join(map(page.text_table, shown)))]
    return page.document("Stability under variants", [], sections, found)
