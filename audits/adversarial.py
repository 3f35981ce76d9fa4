"""An adversary trained on fresh draws: can a linear model over words, pairs of words and counts tell the answers of the release? Needs numpy.

Seeds 1 to 5 and the release of each family are generated for the purpose. The model is fitted on four fresh draws, its penalty chosen on the fifth, then
fitted on all five and tested once on the release. Its accuracy may be 3 points plus two standard errors (groups as clusters) above chance.
In families whose options move, a second model over the features of each option is held to the same bound.
Counts: lines, words, digits, capitals, punctuation by sign, repeated words, words and numbers that the first and last part share with the rest.
Example: python3 audits/adversarial.py triage_order --explain
"""
from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from collections import Counter
from concurrent import futures
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import audit, audit_v3, linear
from generators import console, draws, families, items, regenerate

DRAWS = 5
MARGIN, ERRORS = 0.03, 2
"""How far above chance the adversary may be, beside so many standard errors."""
PENALTIES = (0.3, 3.0, 30.0)
WEIGHT = 0.2
"""Standard deviation that a count is brought to; the words of an item together have length 1."""
SHOWN = 12
SIGNS = ".,:;()[]{}-/|\"'%#=<>*_+"
NUMBER = re.compile(r"[0-9]+")


class Outcome(NamedTuple):
    """What one model reached on the release; `parts` has its accuracy with some features alone, `carriers` the features that weigh most."""

    measure: audit.Measure
    penalty: float
    parts: tuple
    carriers: tuple


# Features

def pairs_of(words) -> list:
    """Neighbouring words, numbers as #; equal pairs are one object, since a family has millions."""
    masked = ["#" if word.isdigit() else word for word in words]
    return [sys.intern(f"{one} {other}") for one, other in zip(masked, masked[1:])]


def shared(name: str, part: str, rest: str) -> dict:
    """How many different words, and numbers, of one part of a text the rest has too, and their shares."""
    found = {}
    for what, pattern in (("words", audit.WORD), ("numbers", NUMBER)):
        here, there = set(pattern.findall(part.lower())), set(pattern.findall(rest.lower()))
        found[f"{what} shared by {name}"] = len(here & there)
        found[f"share of {what} shared by {name}"] = len(here & there) / max(1, len(here))
    return found


def signs_of(text: str) -> dict:
    """How often each sign of punctuation stands in a text, and its digits and capitals."""
    return {"digits": sum(map(str.isdigit, text)), "capitals": sum(map(str.isupper, text)), **{f"sign {sign}": text.count(sign) for sign in SIGNS}}


def counts_of(text: str) -> dict:
    """The structural counts of a text."""
    lines, words = text.split("\n"), audit_v3.words_of(text)
    parts = [part for part in text.split("\n\n") if part.strip()] or [text]
    found = {"lines": len(lines), "empty lines": sum(not line for line in lines), "length": len(text), "longest line": max(map(len, lines)),
             "words": len(words), "repeated words": len(words) - len(set(words)), "numbers": len(NUMBER.findall(text)),
             "different numbers": len(set(NUMBER.findall(text))), **signs_of(text)}
    return {**found, **{f"{name} a word": value / (1 + len(words)) for name, value in found.items()},
            **shared("the first part", parts[0], "\n\n".join(parts[1:])), **shared("the last part", parts[-1], "\n\n".join(parts[:-1]))}


def item_bags(rows) -> tuple:
    """(words, pairs of words, counts) of every item: its state and its question."""
    texts = [f"{audit.state_text(item)}\n\n{audit.question_text(item)}" for item in rows]
    words = [list(map(sys.intern, audit_v3.words_of(text))) for text in texts]
    return [Counter(found) for found in words], [Counter(pairs_of(found)) for found in words], [counts_of(text) for text in texts]


def option_counts(item: items.Item, position: int) -> dict:
    """Where an option stands, how often and where the state names it, and the counts of the first line that does."""
    name, text = item.options[position], audit.state_text(item)
    lines = text.split("\n")
    naming = [place for place, line in enumerate(lines) if name in line]
    line = lines[naming[0]] if naming else ""
    earlier = sum(text.find(other) < text.find(name) for other in item.options)
    return {"position": position, "lines that name it": len(naming), "first of them": naming[0] if naming else -1, "last of them": naming[-1] if naming else -1,
            "options named earlier": earlier, "length": len(line), **signs_of(line), **shared("its line", line, text.replace(line, "", 1))}


def option_bags(rows) -> tuple:
    """(words, pairs of words, counts) of every option of every item: what the question says of it and the lines that name it."""
    places = linear.option_rows(rows)
    texts = [[audit_v3.option_text(rows[place], position), *(line for line in audit.state_text(rows[place]).split("\n") if rows[place].options[position] in line)]
             for place, position in places]
    words = [[audit_v3.words_of(line) for line in lines] for lines in texts]
    return ([Counter(word for line in lines for word in line) for lines in words],
            [Counter(pair for line in lines for pair in pairs_of(line)) for lines in words],
            [option_counts(rows[place], position) for place, position in places])


# Training and testing

def matrices(numpy, bags) -> tuple:
    """({part: matrix}, {part: names of its columns}) of words, pairs of words and counts."""
    words, pairs, counts = bags
    columns = {"words": linear.columns_of(words), "pairs": linear.columns_of(pairs)}
    made = {"words": linear.matrix(numpy, words, columns["words"]), "pairs": linear.matrix(numpy, pairs, columns["pairs"]),
            "counts": linear.standard(numpy, [list(found.values()) for found in counts], WEIGHT)}
    return made, {**{part: list(found) for part, found in columns.items()}, "counts": [f"({name})" for name in counts[0]]}


def accuracy(numpy, rows, predicted, test) -> float:
    """The share of right predictions among the items under the mask."""
    return float(numpy.mean([place == audit.position(item) for place, item in zip(predicted, (item for item, wanted in zip(rows, test) if wanted))]))


def train_and_test(numpy, model, whole, rows, draw_of):
    """(predictions on draw 0, penalty): the penalty is the one that serves best on the last draw."""
    last = draw_of.max()
    tuning, held = (draw_of > 0) & (draw_of < last), draw_of == last
    best = max(PENALTIES, key=lambda penalty: accuracy(numpy, rows, model(numpy, whole, rows, tuning, held, penalty), held))
    return model(numpy, whole, rows, draw_of > 0, draw_of == 0, best), best


def carriers_of(numpy, whole, names, rows, draw_of, penalty: float) -> tuple:
    """The features whose weight, times how much they vary, is largest for one of the classes: (feature, weight for its class, class)."""
    places = numpy.array([audit.position(item) for item in rows])
    train = draw_of > 0
    known = linear.take(numpy, whole, train)
    found = []
    for place, (weights, _) in enumerate(linear.class_weights(numpy, known, places[train], int(places.max()) + 1, penalty)):
        spread = numpy.sqrt(numpy.bincount(known.columns, known.values ** 2, minlength=whole.shape[1]) / known.shape[0])
        found += [(float(weights[column] * spread[column]), names[column], place) for column in numpy.argsort(-weights * spread)[:SHOWN]]
    return tuple((name, weight, place) for weight, name, place in sorted(found, reverse=True)[:SHOWN])


def judge(numpy, family: families.Family, rows, draw_of, rule: str, model, bags, explain: bool) -> Outcome:
    """The Outcome of one model."""
    made, names = matrices(numpy, bags)
    whole = linear.beside(numpy, list(made.values()))
    release = [item for item, draw in zip(rows, draw_of) if draw == 0]
    predicted, penalty = train_and_test(numpy, model, whole, rows, draw_of)
    measured = audit.measure(family.name, audit.BAG, release, predicted.tolist())
    measured = measured._replace(rule=rule, bound=measured.chance + MARGIN + ERRORS * measured.error)
    parts = carriers = ()
    if explain or measured.is_flagged:
        parts = tuple((part, accuracy(numpy, rows, train_and_test(numpy, model, one, rows, draw_of)[0], draw_of == 0)) for part, one in made.items())
        if model is linear.by_class:
            carriers = carriers_of(numpy, whole, [name for part in made for name in names[part]], rows, draw_of, penalty)
    return Outcome(measured, penalty, parts, carriers)


def attack(name: str, count: int, explain: bool) -> list:
    """The Outcome of every model on the release of a family, trained on `count` fresh draws."""
    build = importlib.import_module(f"generators.{name}").build
    builds = [build(draw) for draw in [draws.PUBLISHED, *map(draws.fresh, range(1, count + 1))]]
    return attack_rows(linear.need_numpy("adversarial.py"), families.BY_NAME[name], builds, explain)


def attack_rows(numpy, family: families.Family, builds, explain: bool) -> list:
    """The Outcome of every model on the first of several draws, trained on the others, of which the last chooses the penalty."""
    rows = audit.pooled(builds)
    draw_of = numpy.repeat(numpy.arange(len(builds)), [len(made) for made in builds])
    found = [judge(numpy, family, rows, draw_of, "adversary", linear.by_class, item_bags(rows), explain)]
    if family.options is None:
        found.append(judge(numpy, family, rows, draw_of, "adversary by option", linear.by_option, option_bags(rows), explain))
    return found


# Output

def print_outcome(name: str, one: Outcome) -> None:
    """The measure of a model, and where it was asked for or is flagged, what carries it."""
    audit.print_measures(name, [one.measure])
    if one.parts:
        print("    alone: " + ", ".join(f"{part} {100 * share:.1f}" for part, share in one.parts))
    for feature, weight, place in one.carriers:
        print(f"    {weight:.4f} towards option {place + 1}: {feature}")


def attack_all(names, count: int, jobs: int, explain: bool) -> int:
    """Attack the families, print what comes of it in their order; the number of models above their bound."""
    flags = 0
    with futures.ProcessPoolExecutor(max_workers=jobs, initializer=console.end_with_parent) as pool:
        for name, waiting in [(name, pool.submit(attack, name, count, explain)) for name in names]:
            for one in waiting.result():
                print_outcome(name, one)
                flags += one.measure.is_flagged
            sys.stdout.flush()
    return flags


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="adversarial.py", **console.about(__doc__))
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="only these families (default: all that have a generator)")
    parser.add_argument("--draws", type=int, default=DRAWS, metavar="N", help=f"fresh draws to train on, from 2 (default: {DRAWS})")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="families at once (default: the number of cores)")
    parser.add_argument("--explain", action="store_true", help="show what carries every model (default: only those above their bound)")
    args = parser.parse_intermixed_args(argv)

    def attempt() -> int:
        if args.draws < 2 or args.jobs < 1:
            raise regenerate.CannotRun("--draws is a whole number from 2, --jobs one from 1")
        linear.need_numpy("adversarial.py")
        flags = attack_all(regenerate.choose_families(args.families), args.draws, args.jobs, args.explain)
        print(f"adversarial.py: {flags} flag{'' if flags == 1 else 's'}" if flags else "adversarial.py: all within their bounds")
        return 1 if flags else 0

    return console.guarded("adversarial.py", attempt, (ValueError,))


if __name__ == "__main__":
    sys.exit(main())
