"""Write docs/AUDIT.md, the page of what every audit measures on the release and on fresh draws made for the purpose.

Each family is generated, solved and measured in a process of its own. Where families are named, the page of these goes to standard output.
Example: python3 audits/report.py --work generated/audit
"""
from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import sys
import tempfile
from collections import Counter
from concurrent import futures
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import adversarial, audit, audit_v3, findings, heuristics, key_balance, linear, overlap, solve_all
from generators import cards, console, draws, families, items, regenerate

PAGE = Path(__file__).resolve().parent.parent / "docs" / "AUDIT.md"
FIRST_RUNS = Path(__file__).resolve().parent / "first_runs.json"
SOURCE = "arXiv:2610.28522"
DRAWS = 10
"""Fresh draws beside the release."""
LEAST_BUILDS = 3
"""Draws that the adversary needs: the release, one to fit on and one to choose its penalty on."""
SHOWN = 10
"""Findings of one kind written out for a family; the rest is counted."""


class Figure(NamedTuple):
    """A published figure of a partial reader, 0 to 1, over one level or all, and our rules of the same idea."""

    says: str
    level: int | None
    value: float
    rules: tuple


class Published(NamedTuple):
    """What the publication gives for a family: accuracy of a content-blind rule, 0 to 1, median length of a state, partial readers,
    and accuracy of a bag of words over the options alone, which its text has for one family."""

    content_blind: float
    median_chars: int
    figures: tuple = ()
    options: float | None = None


# Source: arXiv:2610.28522. Its items are others than ours, so these are figures to compare with, not to reproduce.
PUBLISHED = {
    "answerable_facts": Published(0.507, 2470),
    "perm_inherit": Published(0.503, 3930, (Figure("logistic fit on structural counts", None, 0.561, ("fit on single counts",)),)),
    "policy_case": Published(0.333, 1700, (Figure("the least risky-looking case of a triple is the approve case", None, 0.44, (
        "least flags is approve", "least amount is approve", "least adverse conditions is approve")),)),
    "log_count_check": Published(0.505, 2290),
    "sched_conflict": Published(0.502, 3030, (Figure("the room is exactly full, so yes", 1, 0.665, ("exactly full",)),)),
    "state_goal": Published(0.505, 2480),
    "toolcall_valid": Published(0.507, 4980, (Figure("the schema alone", None, 0.917, ("schema alone",)),)),
    "triage_order": Published(0.200, 2260, (
        Figure("lowest listed class, then earliest arrival", 2, 0.125, ("lowest class, earliest arrival",)),
        Figure("lowest listed class, then earliest arrival", 3, 0.075, ("lowest class, earliest arrival",))), 0.213),
    "clause_change": Published(0.333, 3730, (Figure("versions and point at issue, without the facts", None, 0.667, ("facts unread",)),)),
    "dep_resolve": Published(0.503, 3350),
    "ledger_reconcile": Published(0.167, 2760),
    "record_rule": Published(0.122, 4750),
    "filter_match": Published(0.505, 1650),
}


class Solved(NamedTuple):
    """How many answers of one draw the solver gives as gold has them."""

    draw: str
    agreed: int
    items: int


class Span(NamedTuple):
    """One level: items of the pool, median length of a state in the release and in the pool, and {answer or position: items} of the pool."""

    level: int
    items: int
    release_median: float
    pool_median: float
    answers: dict


class Measured(NamedTuple):
    """Everything measured of one family. `readers` is None without a module of partial readers; `nearest` is None below half;
    `ridge` and `adversary` are None where they are left out."""

    family: str
    release: str
    sha256: str
    release_median: float
    solved: tuple
    blind: tuple
    words_tried: int
    words: tuple
    spans: tuple
    repeated: tuple
    near: tuple
    nearest: float | None
    unbalanced: tuple
    readers: tuple | None
    reasons: dict
    left_out: tuple
    ridge: tuple | None
    adversary: tuple | None


# Measuring one family

def name_of(draw: draws.Draw) -> str:
    """'release', or the seed of a fresh draw."""
    return "release" if draw == draws.PUBLISHED else f"seed {draw.seed}"


def root_of(work, draw: draws.Draw) -> Path:
    """The data root of a draw in the work folder, laid out as the generators lay it out."""
    return Path(work, *([] if draw == draws.PUBLISHED else [f"seed_{draw.seed}"]))


def make(family: str, draw: draws.Draw, work) -> tuple:
    """(fingerprint, items as the written file holds them) of one draw."""
    root = root_of(work, draw)
    mark = regenerate.generate(regenerate.Job(family, draw, str(root), False))[1]
    return mark, findings.read_rows(root, family)


def release_state(family: str, mark: dict, released: dict) -> str:
    """Whether the generated release is the one whose hash is on record."""
    if family not in released:
        return regenerate.NOT_RELEASED
    return regenerate.IDENTICAL if released[family] == mark else regenerate.DIFFERS


def median_length(rows) -> float:
    return cards.median(map(audit.state_length, rows))


def answers_of(family: families.Family, rows) -> dict:
    """{answer: items}, or {position of gold from 1: items} where the options move."""
    return cards.counted(item.gold if family.options is not None else audit.position(item) + 1 for item in rows)


def spans_of(family: families.Family, release, pool) -> tuple:
    """The Span of every level."""
    found = []
    for level in families.LEVELS:
        ours, all_of = ([item for item in rows if item.level == level] for rows in (release, pool))
        found.append(Span(level, len(all_of), median_length(ours), median_length(all_of), answers_of(family, all_of)))
    return tuple(found)


def marking(family: families.Family, rows, words, count: int) -> tuple:
    """(words frequent enough to be judged, what marks an answer); nothing is judged where the options move."""
    if family.options is None:
        return 0, ()
    frequent = sum(n >= audit.WORD_ITEMS * count for n in Counter(word for found in words for word in found).values())
    return frequent, (*audit.marking_words(rows, words, count), *audit.longer_members(rows))


def near_of(rows) -> tuple:
    """(one line for every two groups that are near-duplicates, likeness of the two most alike groups or None)."""
    pairs = overlap.near_pairs([overlap.shape_of(item) for item in overlap.first_members(rows)])
    lines = tuple(f"{one} and {other}: {100 * share:.0f} % of their shingles are common"
                  for share, one, other in pairs if 100 * share >= overlap.NEAR_PERCENT)
    return lines, pairs[0][0] if pairs else None


def readers_of(family: str, rows) -> tuple:
    """(results of the partial readers or None, {name: reason}, names of fits left out)."""
    if not heuristics.has_rules(family):
        return None, {}, ()
    results, left_out = heuristics.results(family, rows)
    module = importlib.import_module(f"audits.partial.{family}")
    parts = [part for kind in ("RULES", "TALLIES", "FITS") for part in getattr(module, kind, ())]
    return tuple(results), {part.name: part.reason for part in parts if part.reason is not None}, tuple(left_out)


def linear_of(family: families.Family, builds, pool) -> tuple:
    """(ridge regressions over the words of the pool, adversaries trained on fresh draws and tested on the release); None for what is left out."""
    try:
        numpy = linear.need_numpy("report.py")
    except items.ItemsError:
        return None, None
    known = builds[:adversarial.DRAWS + 1]
    return (tuple(audit_v3.measures(numpy, family, pool, len(builds))),
            tuple(adversarial.attack_rows(numpy, family, known, False)) if len(known) >= LEAST_BUILDS else None)


def measure(name: str, count: int, work) -> Measured:
    """Generate the release and `count` fresh draws of a family under the work folder, and measure them."""
    family, solve = families.BY_NAME[name], solve_all.solver_of(name)
    made = {draw: make(name, draw, work) for draw in [draws.PUBLISHED, *map(draws.fresh, range(1, count + 1))]}
    mark, release = made[draws.PUBLISHED]
    solved = tuple(Solved(name_of(draw), len(rows) - len(solve_all.solve_rows(rows, solve)), len(rows)) for draw, (_, rows) in made.items())
    unbalanced = tuple(f"{name_of(draw)}: {line}" for draw, (_, rows) in made.items() for line in key_balance.check_rows(family, rows))
    builds = [rows for _, rows in made.values()]
    pool = audit.pooled(builds)
    words = [audit.words_of(audit.state_text(item)) for item in pool]
    near, nearest = near_of(pool)
    return Measured(
        name, release_state(name, mark, regenerate.read_release(regenerate.RELEASE_FOLDER)), mark["sha256"], median_length(release), solved,
        tuple(audit.measures(name, pool, words, len(made))), *marking(family, pool, words, len(made)), spans_of(family, release, pool),
        tuple(audit.repeated_states(pool)), near, nearest, unbalanced, *readers_of(name, pool), *linear_of(family, builds, pool))


# Judging what was measured

def points_above(result: heuristics.Result) -> float:
    """Points by which a reader stands above its floor."""
    return 100 * (result.value - result.floor)


def status(result: heuristics.Result, count: int) -> str:
    """'published', 'bounded', 'noted' or 'DEFECT'."""
    return heuristics.line(result, count)[8] or "bounded"


def above_floor(one: Measured) -> list:
    """The results that are noted or a defect."""
    return [result for result in one.readers or () if status(result, len(one.solved)) in ("noted", "DEFECT")]


def best_blind(one: Measured) -> audit.Measure:
    """The content-blind rule with the highest accuracy, the first of equals; the bag of words, which reads states, is another matter."""
    return max((rule for rule in one.blind if rule.rule != audit.BAG), key=lambda rule: rule.accuracy)


def state_words(one: Measured):
    """The Measure of the ridge regression over the words of the state, or None."""
    return next((rule for rule in one.ridge or () if rule.rule == "state words"), None)


def closest_adversary(one: Measured):
    """The Measure of the adversary that comes closest to its bound, or goes furthest above it; None where it is left out."""
    return max((outcome.measure for outcome in one.adversary or ()), key=lambda rule: rule.accuracy - rule.bound, default=None)


def measures_of(one: Measured) -> list:
    """(what the rule is called in a finding, Measure) of everything that is held to a bound of its own."""
    return [*((rule.rule, rule) for rule in one.blind), *((f"ridge regression over {rule.rule}", rule) for rule in one.ridge or ()),
            *((outcome.measure.rule, outcome.measure) for outcome in one.adversary or ())]


def findings_of(one: Measured) -> list:
    """One line for everything about a family that should not be so."""
    lines = [f"the generated release is not the released one: SHA-256 {one.sha256}"] if one.release == regenerate.DIFFERS else []
    lines += [f"{draw}: the solver agrees on {agreed} of {total} items" for draw, agreed, total in one.solved if agreed != total]
    lines += [f"{name}: {percent(rule.accuracy)} %, bound {percent(rule.bound)} %" for name, rule in measures_of(one) if rule.is_flagged]
    lines += [*one.words, *one.repeated, *one.near, *one.unbalanced]
    for result in above_floor(one):
        if heuristics.is_flagged(result, len(one.solved)):
            lines.append(f"{result.rule}: {points_above(result):.1f} points above its floor")
        elif result.rule not in one.reasons:
            lines.append(f"{result.rule}: {points_above(result):.1f} points above its floor, and no reason is given")
    return lines


# Text

def percent(share: float) -> str:
    return f"{100 * share:.1f}"


def whole(number) -> str:
    """A number with thousands apart."""
    return f"{number:,}"


def listed(lines, none: str) -> str:
    """The first lines as a list, with the number of the rest, or the word for none."""
    if not lines:
        return f"{none}\n"
    rest = [f"and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    return "".join(f"- {line}\n" for line in [*lines[:SHOWN], *rest])


def beside(rule) -> str:
    """Accuracy and bound of a Measure, or that it is left out."""
    return "left out" if rule is None else f"{percent(rule.accuracy)} / {percent(rule.bound)}"


def summary_row(one: Measured, run) -> list:
    """The cells of a family in the summary."""
    blind, published, count = best_blind(one), PUBLISHED[one.family], len(one.solved)
    bag = next(rule for rule in one.blind if rule.rule == audit.BAG)
    marks = Counter(status(result, count) for result in one.readers or ())
    readers = "none yet" if one.readers is None else f"{len(one.readers)}: {marks['noted']} noted, {marks['DEFECT']} defects"
    return [one.family, f"`{one.sha256[:12]}` {one.release}", f"{whole(sum(draw.agreed for draw in one.solved))}/{whole(sum(draw.items for draw in one.solved))}",
            "no record" if run is None else f"{run['differed']} of {whole(run['items'])}", f"{percent(blind.accuracy)} / {percent(blind.chance)}",
            percent(published.content_blind), percent(bag.accuracy), beside(state_words(one)), beside(closest_adversary(one)),
            f"{whole(one.release_median)} / {whole(published.median_chars)}",
            len(one.words), f"{len(one.repeated)} / {len(one.near)}", len(one.unbalanced), readers, len(findings_of(one))]


SUMMARY = ("family", "items of the release", "solver", "first run", "content-blind / chance", "published", "bag of words", "ridge / bound",
           "adversary / bound", "median length / published",
           "words", "repeated / near", "balance", "partial readers", "findings")

MEASURE_HEADS = ("rule", "accuracy", "chance", "standard error", "bound", "")

COLUMNS = f"""- **items of the release**: the first 12 digits of the SHA-256 of `items.jsonl` as generated for this page, and whether the whole hash, the size and
  the number of items are those on record in `releases/{families.RELEASE}/items.json`.
- **solver**: answers of the family's solver that agree with gold, over all draws. A solver reads state, question and options and takes nothing from the generator.
- **first run**: answers that differed from gold when the solver first ran through. This column alone comes from a record (`audits/first_runs.json`), since a first run cannot be repeated.
- **content-blind / chance**: accuracy in percent, over the pool, of the best of the rules that read no state but its length, beside guessing among the options.
  It is the highest of {len(audit.RULES)} figures, so a little more than chance is what chance gives. **published** is the figure of {SOURCE} for its own items.
- **bag of words**: accuracy in percent of a naive Bayes model over the words of the state, five-fold by group.
- **ridge / bound**: accuracy in percent of ridge regression over the words of the state (`audits/audit_v3.py`), five-fold by group over the pool, beside its bound.
- **adversary / bound**: accuracy in percent, on the release, of a linear model over words, pairs of words and counts that was trained on fresh draws (`audits/adversarial.py`), beside its
  bound: chance, {100 * adversarial.MARGIN:.0f} points and {adversarial.ERRORS} standard errors. Where the options move there are two models; the one closer to its bound is shown.
- **median length / published**: characters of a state in the release, and in {SOURCE}.
- **words**: words that mark an answer, and answers whose member is usually the longer one. A word marks an answer if it is more than {audit.WORD_FACTOR} times as frequent there as
  under another answer at a binomial p below {audit.WORD_P}; words in fewer than {audit.WORD_ITEMS} items a draw are not judged.
- **repeated / near**: states that stand in more than one item of the pool, and pairs of groups whose first members have {overlap.NEAR_PERCENT} % or more of their runs of {overlap.WORDS} words in common.
- **balance**: findings about answers, gold positions and the order of the file, each draw by itself.
- **partial readers**: rules that read part of a case, and how many of them are noted or a defect. Each has a floor: what reading that part is worth by arithmetic. A bounded rule
  more than {100 * heuristics.NOTED:.0f} points above its floor is noted, with the reason; more than {100 * heuristics.MARGIN:.0f} points is a defect. A published rule has no bound: it is shown because somebody would ask.
- **findings**: everything in the row that should not be so; each stands in the family's section."""

CAUTIONS = f"""- That a solver agrees everywhere shows that the text holds what the answer needs and that two programs read it alike. It does not show that every reader would find that one reading, and a solver
  and a generator can share a mistake about the rules.
- A rule at its floor shows that this rule gains nothing. It says nothing of rules that nobody thought of, nor of what a large model finds when it is trained on many draws.
- A difference of less than two standard errors is what chance gives, and among hundreds of rules some are further off by chance alone; the standard errors stand beside the figures.
- A published figure is about other items, made by another generator and measured by its authors' probe. Where ours is lower, that is a comparison of constructions, not a repetition of theirs.
- Nothing here says how hard the items are for a model, or how natural they read.
- Fresh draws come from the same generators. What is wrong with a generator is wrong in all of them."""


def opening(count: int, versions: str) -> str:
    """How the page was made."""
    fresh = "one fresh draw (seed 1)" if count == 1 else f"{count} fresh draws (seeds 1 to {count})"
    return (f"# Audit of the core items\n\nWritten by `python3 audits/report.py{'' if count == DRAWS else f' --draws {count}'}` and never by hand: "
            f"release {families.RELEASE} of the toolkit, {versions}. The command generates the release and {fresh} of every family "
            f"that has a generator, measures them, and writes this page. "
            f"The pool of a family is its release and its fresh draws together. {cards.OWN_ITEMS} Published figures are those of {SOURCE}.\n")


def solver_text(one: Measured, run) -> str:
    """The solver's agreement on each draw, and its first run."""
    first = "There is no record of the solver's first complete run." if run is None else (
        f"In the solver's first complete run, over {run['draws']} draws with {whole(run['items'])} items, {run['differed']} answers differed from gold. {run['note']}")
    return f"{cards.table([draw.draw for draw in one.solved], [[f'{draw.agreed}/{draw.items}' for draw in one.solved]])}\n{first}\n"


def measure_cells(rule: audit.Measure) -> list:
    """The cells of a Measure, under MEASURE_HEADS."""
    return [rule.rule, percent(rule.accuracy), percent(rule.chance), f"{100 * rule.error:.2f}", percent(rule.bound), "FLAG" if rule.is_flagged else ""]


def blind_text(one: Measured) -> str:
    """The content-blind rules on the pool, and the published figure."""
    best = best_blind(one)
    return (f"{cards.table(MEASURE_HEADS, map(measure_cells, one.blind))}\nPublished: {percent(PUBLISHED[one.family].content_blind)}. "
            f"Ours, the best rule without the bag of words: {percent(best.accuracy)} ({best.rule}).\n")


def ridge_text(one: Measured) -> str:
    """The ridge regressions over words, and the published figure where there is one."""
    if one.ridge is None:
        return "Left out for want of numpy.\n"
    published = PUBLISHED[one.family].options
    return f"{cards.table(MEASURE_HEADS, map(measure_cells, one.ridge))}" + ("" if published is None else f"\nPublished, for the options alone: {percent(published)}.\n")


def carrier_text(outcome: adversarial.Outcome) -> str:
    """What carries an adversary: its accuracy with some features alone, and the features that weigh most."""
    parts = ", ".join(f"{part} {percent(share)}" for part, share in outcome.parts)
    return f"{outcome.measure.rule}, with some features alone: {parts}" + "".join(f"; `{feature}` towards option {place + 1}" for feature, _, place in outcome.carriers)


def adversary_text(one: Measured) -> str:
    """The adversaries on the release, and what carries those above their bounds."""
    if one.adversary is None:
        return "Left out: it needs numpy and at least two fresh draws.\n"
    seeds = min(len(one.solved) - 1, adversarial.DRAWS)
    rows = [[*measure_cells(outcome.measure), f"{outcome.penalty:g}"] for outcome in one.adversary]
    text = cards.table([*MEASURE_HEADS, "penalty"], rows)
    text += f"\nTrained on seeds 1 to {seeds}, of which seed {seeds} chose the penalty, and tested once, on the release.\n"
    carriers = "".join(f"- {carrier_text(outcome)}\n" for outcome in one.adversary if outcome.parts)
    return f"{text}\n{carriers}" if carriers else text


def words_text(one: Measured) -> str:
    """Words that mark an answer."""
    if families.BY_NAME[one.family].options is None:
        return "The options differ from item to item, so there is no class for a word to mark.\n"
    return listed(one.words, f"None of the {whole(one.words_tried)} words that are frequent enough marks an answer, and no answer's member is usually the longer one.")


def spans_text(one: Measured) -> str:
    """Lengths and answers by level."""
    counted = "answers in the pool" if families.BY_NAME[one.family].options is not None else "position of gold in the pool"
    rows = [[span.level, whole(span.items), whole(span.release_median), whole(span.pool_median), ", ".join(f"{answer} {whole(n)}" for answer, n in span.answers.items())]
            for span in one.spans]
    return (f"{cards.table(['level', 'items', 'median length, release', 'median length, pool', counted], rows)}\n"
            f"Over all levels of the release the median state has {whole(one.release_median)} characters (published: {whole(PUBLISHED[one.family].median_chars)}).\n\n"
            + listed(one.unbalanced, "Answers, gold positions and the order of the file are balanced in every draw."))


def repetition_text(one: Measured) -> str:
    """Repeated and nearly repeated states."""
    nearest = "no two groups come near half" if one.nearest is None else f"the two most alike groups have {100 * one.nearest:.0f} % in common"
    total = whole(sum(draw.items for draw in one.solved))
    return listed([*one.repeated, *one.near], f"None of {total} states stands twice, and no two groups are near-duplicates: of runs of {overlap.WORDS} words, {nearest}.")


def reached(one: Measured, figure: Figure, name: str) -> str:
    """What our rule of a published figure reached, in percent, over the figure's level."""
    for result in one.readers or ():
        if result.rule == name:
            value = result.value if figure.level is None else result.levels[figure.level - 1]
            return "-" if value is None else percent(value)
    return "left out" if name in one.left_out else "not measured"


def figures_text(one: Measured) -> str:
    """The published partial readers beside ours; empty where there are none."""
    rows = [[figure.says, figure.level or "all", percent(figure.value), name, reached(one, figure, name)]
            for figure in PUBLISHED[one.family].figures for name in figure.rules]
    return f"\n{cards.table(['published reader', 'level', 'published', 'our rule', 'ours'], rows)}" if rows else ""


def reader_row(result: heuristics.Result, count: int) -> list:
    """The cells of a partial reader."""
    cells = heuristics.line(result, count)
    return [*cells[:3], f"{100 * result.error:.1f}", *cells[3:8], status(result, count), cells[9]]


def readers_text(one: Measured) -> str:
    """The partial readers on the pool, with the reasons of those above their floors."""
    if one.readers is None:
        return f"The family has no partial readers yet: how far reading part of a case leads is not measured.\n{figures_text(one)}"
    head = ["rule", "floor", "reached", "standard error", "items", "groups", *heuristics.LEVEL_HEADS, "", "how it reads"]
    reasons = [f"{result.rule} ({status(result, len(one.solved))}, {points_above(result):.1f} points above): {one.reasons.get(result.rule, 'no reason is given.')}"
               for result in above_floor(one)]
    text = cards.table(head, [reader_row(result, len(one.solved)) for result in one.readers])
    text += "\n" + ("".join(f"- {reason}\n" for reason in reasons) or f"No bounded rule is more than {100 * heuristics.NOTED:.0f} points above its floor.\n")
    if one.left_out:
        text += f"\nLeft out for want of numpy: {', '.join(one.left_out)}.\n"
    return text + figures_text(one)


def section(one: Measured, run) -> str:
    """The section of a family."""
    parts = [f"## {one.family}\n", f"{families.BY_NAME[one.family].title} Items of the release: SHA-256 `{one.sha256}`, {one.release}"
             f"{f' with release {families.RELEASE}' if one.release == regenerate.IDENTICAL else ''}.\n"]
    for title, text in (("Solver", solver_text(one, run)), ("Content-blind rules", blind_text(one)), ("Bag of words by ridge regression", ridge_text(one)),
                        ("An adversary trained on fresh draws", adversary_text(one)), ("Words that mark an answer", words_text(one)),
                        ("Lengths and balance", spans_text(one)), ("Repeated states", repetition_text(one)), ("Partial readers", readers_text(one))):
        parts += [f"### {title}\n", text]
    found = findings_of(one)
    return "\n".join(parts + (["### Findings\n", listed(found, "")] if found else []))


def page(measured, runs: dict, versions: str) -> str:
    """The whole page as Markdown."""
    count = len(measured[0].solved) - 1
    parts = [opening(count, versions), "## Summary\n", cards.table(SUMMARY, [summary_row(one, runs.get(one.family)) for one in measured]),
             f"{COLUMNS}\n", "## What not to conclude\n", f"{CAUTIONS}\n", *(section(one, runs.get(one.family)) for one in measured)]
    return "\n".join(parts)


def made_with() -> str:
    """The versions that the figures depend on, in words."""
    try:
        import numpy
    except ImportError:
        return f"Python {platform.python_version()}, without numpy, so that linear fits, the bag of words by ridge regression and the adversary are left out"
    return f"Python {platform.python_version()}, numpy {numpy.__version__}"


# Command line

def read_first_runs() -> dict:
    """{family: record of its solver's first complete run}."""
    try:
        return json.loads(items.read_bytes(FIRST_RUNS).decode("utf-8"))
    except ValueError as error:
        raise items.ItemsError(f"{FIRST_RUNS}: cannot be read: {error}") from None


def measure_all(names, count: int, work, jobs: int) -> list:
    """The Measured of each family, in the order given; says on stderr when one is done. Raises CannotRun with the first family that fails."""
    with futures.ProcessPoolExecutor(max_workers=jobs) as pool:
        waiting = {pool.submit(measure, name, count, work): name for name in names}
        for done in futures.as_completed(waiting):
            error = done.exception()
            if error is not None:  # whatever a generator or a solver raised
                pool.shutdown(wait=False, cancel_futures=True)
                raise regenerate.CannotRun(f"{waiting[done]}: {type(error).__name__}: {error}") from error
            print(f"report.py: {waiting[done]} measured", file=sys.stderr, flush=True)
        return [job.result() for job in waiting]


def parse(argv) -> argparse.Namespace:
    parser = argparse.ArgumentParser(**console.about(__doc__))
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="only these families (default: all that have a generator)")
    parser.add_argument("--work", metavar="DIR", help="where the draws are written (default: a temporary folder)")
    parser.add_argument("--draws", type=int, default=DRAWS, metavar="N", help=f"fresh draws beside the release (default: {DRAWS})")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="families at once (default: the number of cores)")
    parser.add_argument("--out", metavar="FILE", help="where the page goes (default: docs/AUDIT.md, for named families standard output)")
    return parser.parse_intermixed_args(argv)


def report(args) -> int:
    """Measure and write the page; returns 0, or 1 where there are findings."""
    if args.draws < 1 or args.jobs < 1:
        raise regenerate.CannotRun("--draws and --jobs are whole numbers from 1")
    names = regenerate.choose_families(args.families)
    with tempfile.TemporaryDirectory() as folder:
        measured = measure_all(names, args.draws, args.work or folder, args.jobs)
    text = page(measured, read_first_runs(), made_with())
    if args.families and args.out is None:
        print(text, end="")
    else:
        items.write_bytes(Path(args.out or PAGE), text.encode("utf-8"))
    found = [f"{one.family}: {line}" for one in measured for line in findings_of(one)]
    for line in found:
        print(f"report.py: {line}", file=sys.stderr)
    return 1 if found else 0


def main(argv=None) -> int:
    args = parse(argv)
    try:
        return report(args)
    except (OSError, ValueError) as error:
        print(f"report.py: error: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print("report.py: stopped; nothing is written", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
