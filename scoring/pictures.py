"""Pictures of scores as inline SVG. Plain data in, text out; colours and shapes come from the page's style sheet.

Every picture has a title and a description, and every mark a title of its own that a pointer shows. Shares are fractions 0 to 1.
"""
from __future__ import annotations

import html
import math
from typing import NamedTuple

from generators import english
from scoring import tables

WIDTH = 760
SHAPES = 8
"""Systems with a colour and a shape of their own; further ones are drawn in grey."""
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 14, 46
SMALL = 250
"""Width and height of a picture that stands beside others of its kind."""


class Frame(NamedTuple):
    """A plot area with linear axes: data from x0 to x1 and y0 to y1, the picture's size, its margins."""

    x0: float
    x1: float
    y0: float
    y1: float
    width: float = WIDTH
    height: float = 360
    left: float = LEFT
    right: float = RIGHT
    top: float = TOP
    bottom: float = BOTTOM

    def x(self, value) -> float:
        return self.left + (value - self.x0) / (self.x1 - self.x0) * (self.width - self.left - self.right)

    def y(self, value) -> float:
        return self.height - self.bottom - (value - self.y0) / (self.y1 - self.y0) * (self.height - self.top - self.bottom)


# Pieces

def text_of(value) -> str:
    """Text for the content of an element or an attribute in double quotes."""
    return html.escape(str(value), quote=True)


def number(value) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def element(name: str, content: str = "", **attributes) -> str:
    """An SVG element; attributes with a trailing underscore lose it, other underscores become hyphens, numbers are shortened."""
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{number(value) if isinstance(value, float) else text_of(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def titled(name: str, title: str, **attributes) -> str:
    """An element with a title that a pointer shows."""
    return element(name, f"<title>{text_of(title)}</title>", **attributes)


def words(x, y, text, anchor="middle", class_="label", **more) -> str:
    return element("text", text_of(text), x=float(x), y=float(y), text_anchor=anchor, class_=class_, **more)


def line(x1, y1, x2, y2, class_) -> str:
    return element("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), class_=class_)


def picture(key: str, title: str, description: str, width, height, body, class_="picture") -> str:
    """A whole picture. key: a word that no other picture of the page has."""
    head = element("title", text_of(title), id=f"{key}-title") + element("desc", text_of(description), id=f"{key}-desc")
    return element("svg", head + "".join(body), viewBox=f"0 0 {number(width)} {number(height)}", role="img", aria_labelledby=f"{key}-title {key}-desc",
                   class_=class_, width=number(width), height=number(height))


def series(place: int) -> str:
    """The class of a system by its place in the order."""
    return f"s{place}" if place < SHAPES else "rest"


def mark(place: int, x, y, title: str, is_open=False, size=5.0) -> str:
    """The mark of a system: circle, square, diamond, triangles, hexagon, plus, bar; a small circle for those without a shape."""
    kind = f"mark {series(place)}{' open' if is_open else ''}"
    if place >= SHAPES or place == 0:
        return titled("circle", title, cx=float(x), cy=float(y), r=size if place == 0 else size * 0.6, class_=kind)
    corners = {1: ((-1, -1), (1, -1), (1, 1), (-1, 1)), 2: ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)), 3: ((0, -1.2), (1.2, 1), (-1.2, 1)),
               4: ((0, 1.2), (1.2, -1), (-1.2, -1)), 5: ((-1.2, 0), (-.6, -1), (.6, -1), (1.2, 0), (.6, 1), (-.6, 1)),
               6: ((-.4, -1.2), (.4, -1.2), (.4, -.4), (1.2, -.4), (1.2, .4), (.4, .4), (.4, 1.2), (-.4, 1.2), (-.4, .4), (-1.2, .4), (-1.2, -.4), (-.4, -.4)),
               7: ((-1.3, -.5), (1.3, -.5), (1.3, .5), (-1.3, .5))}[place]
    points = " ".join(f"{number(x + size * 0.9 * dx)},{number(y + size * 0.9 * dy)}" for dx, dy in corners)
    return titled("polygon", title, points=points, class_=kind)


def key_of(place: int, name: str) -> str:
    """An entry of a legend, as HTML."""
    shape = element("svg", mark(place, 8, 8, name).replace(f"<title>{text_of(name)}</title>", ""), viewBox="0 0 16 16", width="16", height="16", aria_hidden="true")
    return f"<li>{shape} {text_of(name)}</li>"


def ticks(low: float, high: float, step: float) -> list:
    """The multiples of a step from low to high."""
    return [step * place for place in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def axes(frame: Frame, x_ticks, y_ticks, x_form, y_form, x_name: str, y_name: str) -> list:
    """Grid lines, tick labels and names of both axes."""
    bottom, top = frame.height - frame.bottom, frame.top
    made = [line(frame.x(value), top, frame.x(value), bottom, "grid") + words(frame.x(value), bottom + 16, x_form(value)) for value in x_ticks]
    made += [line(frame.left, frame.y(value), frame.width - frame.right, frame.y(value), "grid") + words(frame.left - 6, frame.y(value) + 4, y_form(value), "end")
             for value in y_ticks]
    middle = (top + bottom) / 2
    made.append(words((frame.left + frame.width - frame.right) / 2, frame.height - 8, x_name, class_="name"))
    made.append(words(12, middle, y_name, class_="name", transform=f"rotate(-90 12 {number(middle)})"))
    return made


def whole_percent(value) -> str:
    """A fraction as whole percent."""
    return f"{100 * value:.0f}"


def bounds_text(measure, form=tables.percent) -> str:
    return tables.with_bounds(measure, form)


# Core against reference

def scatter(key: str, points) -> str:
    """Core pair accuracy (upwards, 0 to 1) against the reference total (0 to 100), with intervals. points: (name, reference, core) measures."""
    values = [end for _, reference, _ in points for end in (reference["interval"] or (reference["value"], reference["value"]))]
    low, high = min(0, 10 * math.floor(min(values) / 10)), max(10, 10 * math.ceil(max(values) / 10))
    frame = Frame(low, high, 0, 1)
    body = axes(frame, ticks(low, high, 10), ticks(0, 1, 0.2), lambda value: f"{value:.0f}", whole_percent, "reference score", "core pair accuracy, %")
    for place, (name, reference, core) in reversed(list(enumerate(points))):
        x, y, kind = frame.x(reference["value"]), frame.y(core["value"]), f"bar {series(place)}"
        if reference["interval"]:
            body.append(line(frame.x(reference["interval"][0]), y, frame.x(reference["interval"][1]), y, kind))
        if core["interval"]:
            body.append(line(x, frame.y(core["interval"][0]), x, frame.y(core["interval"][1]), kind))
        body.append(mark(place, x, y, f"{name}: core {bounds_text(core)}, reference {bounds_text(reference, tables.points)}"))
    return picture(key, "Core against reference", f"One mark a system with 95 % intervals: reference score to the right, core pair accuracy upwards, {english.counted(len(points), 'system')}.",
                   frame.width, frame.height, body)


# One row a family

def dots(key: str, title: str, rows, names, cell) -> str:
    """Measures 0 to 1 with intervals, one row a label, one mark a system. cell(name, label) gives a measure or None."""
    shown = min(len(names), SHAPES)
    step, left = 10 if shown > 1 else 14, 170
    height = TOP + BOTTOM + len(rows) * (step * shown + 12)
    frame = Frame(0, 1, 0, 1, height=height, left=left)
    body = [line(frame.x(value), TOP, frame.x(value), height - BOTTOM, "grid") + words(frame.x(value), height - BOTTOM + 16, whole_percent(value)) for value in ticks(0, 1, 0.1)]
    body.append(words((left + WIDTH - RIGHT) / 2, height - 8, "percent", class_="name"))
    for row, label in enumerate(rows):
        top = TOP + row * (step * shown + 12)
        middle = top + (step * shown + 12) / 2
        body.append(words(left - 8, middle + 4, label, "end"))
        body.append(line(left, top, WIDTH - RIGHT, top, "grid"))
        for place, name in reversed(list(enumerate(names))):
            measure = cell(name, label)
            if measure is None or measure["value"] is None:
                continue
            y = top + 6 + step * (place + 0.5) if place < SHAPES else middle
            if place < SHAPES and measure["interval"]:
                body.append(line(frame.x(measure["interval"][0]), y, frame.x(measure["interval"][1]), y, f"bar {series(place)}"))
            body.append(mark(place, frame.x(measure["value"]), y, f"{name}, {label}: {bounds_text(measure)}", size=4.0))
    return picture(key, title, f"{english.counted(len(rows), 'row')}, one mark a system with its 95 % interval, 0 to 100 percent.", WIDTH, height, body)


# Levels

def slopes(key: str, systems) -> str:
    """Pair accuracy at levels 1, 2 and 3. systems: (name, values of the three levels, None where missing)."""
    frame = Frame(0.8, 3.2, 0, 1, height=340, right=190)
    body = axes(frame, (1, 2, 3), ticks(0, 1, 0.2), lambda value: f"level {value:.0f}", whole_percent, "", "pair accuracy, %")
    labels = []
    for place, (name, values) in reversed(list(enumerate(systems))):
        there = [(level, value) for level, value in zip((1, 2, 3), values) if value is not None]
        points = " ".join(f"{number(frame.x(level))},{number(frame.y(value))}" for level, value in there)
        body.append(element("polyline", points=points, class_=f"curve {series(place)}"))
        body += [mark(place, frame.x(level), frame.y(value), f"{name}, level {level}: {tables.percent(value)}", is_open=level < 3) for level, value in there]
        if place < SHAPES and len(there) == 3:
            labels.append((frame.y(values[2]), f"{name}  {100 * (values[2] - values[0]):+.1f}"))
    body += [words(frame.width - 180, y + 4, shortened(text, 26), "start") for y, text in spread(sorted(labels), 15, frame.height - frame.bottom)]
    return picture(key, "From level 1 to level 3", "Mean pair accuracy over families at each level, one line a system; at the right the change from level 1 to level 3 in points.",
                   frame.width, frame.height, body)


def spread(labels, gap: float, lowest: float) -> list:
    """(y, text) moved apart so that none stand closer than the gap, none below the lowest place."""
    placed = []
    for y, text in labels:
        placed.append([max(y, placed[-1][0] + gap) if placed else y, text])
    limit = lowest
    for entry in reversed(placed):
        entry[0] = min(entry[0], limit)
        limit = entry[0] - gap
    return [tuple(entry) for entry in placed]


def shortened(text: str, size: int) -> str:
    """Text of at most so many characters; the end stays, which holds the number."""
    return text if len(text) <= size else f"{text[:size - 9]}…{text[-8:]}"


# Confidence

def reliability(key: str, name: str, place: int, bins) -> str:
    """Accuracy against mean confidence in every bin; the area of a mark grows with its items. bins: (items, right, sum of confidences)."""
    frame = Frame(0, 1, 0, 1, SMALL, SMALL, 44, 16, 10, 44)
    body = axes(frame, ticks(0, 1, 0.2), ticks(0, 1, 0.2), whole_percent, whole_percent, "mean confidence, %", "accuracy, %")
    body.append(line(frame.x(0), frame.y(0), frame.x(1), frame.y(1), "even"))
    total = sum(count for count, _, _ in bins) or 1
    for place_of_bin, (count, right, confidence) in enumerate(bins, 1):
        if count:
            title = f"bin {place_of_bin} of {len(bins)}: {english.counted(round(count), 'item')}, mean confidence {tables.percent(confidence / count)}, accuracy {tables.percent(right / count)}"
            body.append(titled("circle", title, cx=frame.x(confidence / count), cy=frame.y(right / count), r=2 + 12 * math.sqrt(count / total), class_=f"mark see {series(place)}"))
    return picture(key, f"Reliability of {name}", f"{len(bins)} bins of confidence with {english.counted(round(total), 'item')}; marks below the diagonal are overconfident. The area of a mark grows with the items of its bin.",
                   SMALL, SMALL, body, "picture small")


def histogram(key: str, name: str, place: int, right, wrong) -> str:
    """Right and wrong items by confidence; both are counts by bin of equal width from 0 to 1."""
    highest = max(map(sum, zip(right, wrong))) or 1
    frame = Frame(0, 1, 0, highest, SMALL, SMALL, 44, 16, 10, 44)
    body = axes(frame, ticks(0, 1, 0.2), (0, highest), whole_percent, lambda value: f"{value:,.0f}", "confidence, %", "items")
    for number_of_bin, (good, bad) in enumerate(zip(right, wrong)):
        x, width = frame.x(number_of_bin / len(right)), frame.x(1 / len(right)) - frame.x(0) - 1
        title = f"confidence {100 * number_of_bin / len(right):.1f} to {100 * (number_of_bin + 1) / len(right):.1f} %: {good:,} right, {bad:,} wrong"
        for low, high, kind in ((0, bad, "wrong"), (bad, bad + good, "right")):
            if high > low:
                body.append(titled("rect", title, x=x, y=frame.y(high), width=width, height=frame.y(low) - frame.y(high), class_=f"part {kind}"))
    return picture(key, f"Confidence of {name}", f"Items by confidence, wrong ones below, right ones above them: {sum(right):,} right, {sum(wrong):,} wrong.",
                   SMALL, SMALL, body, "picture small")


def coverage(key: str, systems) -> str:
    """Share of wrong items among those decided (risk) against the share decided (coverage). systems: (name, [(coverage, risk)])."""
    highest = max([0.1] + [risk for _, curve in systems for _, risk in curve])
    top = math.ceil(highest * 10) / 10
    frame = Frame(0, 1, 0, top)
    body = axes(frame, ticks(0, 1, 0.1), ticks(0, top, 0.1), whole_percent, whole_percent, "share decided alone (coverage), %", "errors among them (risk), %")
    body.append(line(frame.x(0), frame.y(0.05), frame.x(1), frame.y(0.05), "limit") + words(frame.width - RIGHT - 4, frame.y(0.05) - 5, "5 % errors", "end"))
    for place, (name, curve) in reversed(list(enumerate(systems))):
        points = " ".join(f"{number(frame.x(share))},{number(frame.y(risk))}" for share, risk in curve)
        body.append(titled("polyline", f"{name}: {tables.percent(curve[-1][1])} errors when everything is decided", points=points, class_=f"curve {series(place)}"))
        if curve:
            body.append(mark(place, frame.x(curve[-1][0]), frame.y(curve[-1][1]), f"{name}: all items, {tables.percent(curve[-1][1])} wrong"))
    return picture(key, "Risk and coverage", "All core items together, the most confident first: how many of the items decided so far are wrong. The line marks 5 percent errors.",
                   frame.width, frame.height, body)


# Kinds

def heat(key: str, title: str, rows, names, cell) -> str:
    """Shares as coloured cells with their number, one row a label, one column a system. cell(name, label) gives 0 to 1 or None."""
    left, size = 220, max(26, min(64, (WIDTH - 220) // max(1, len(names))))
    width, height, top = left + size * len(names) + 4, 30 + 18 * len(rows), 26
    body = [words(left + size * (place + 0.5), 16, f"{place + 1}", class_="label") for place in range(len(names))]
    for row, label in enumerate(rows):
        y = top + 18 * row
        body.append(words(left - 8, y + 13, label, "end"))
        for place, name in enumerate(names):
            value = cell(name, label)
            if value is not None:
                x, step = left + size * place, min(9, int(value * 10))
                body.append(titled("rect", f"{name}, {label}: {tables.percent(value)}", x=float(x), y=float(y), width=float(size - 2), height=16.0, class_=f"cell h{step}"))
                body.append(words(x + size / 2 - 1, y + 12, whole_percent(value), class_=f"cellnumber {'onlight' if step > 5 else 'ondark'}"))
    return picture(key, title, f"{english.counted(len(rows), 'kind')}, {english.counted(len(names), 'system')}, numbered in the order of the legend: pair accuracy in percent, darker is lower.", width, height, body, "picture natural")
