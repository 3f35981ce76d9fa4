"""Partial readers of state_goal: goals or operations left out, notes misread, steps run in part; or no run, but what steps and goals name."""
from __future__ import annotations

from collections import Counter

from audits.partial.rules import Fit, Reading, Rule, Tally, exact, pick, yes_if
from solvers import state_goal as solver

OPERATION_NAMES = {"set": "putting all parts", "add": "adding a part", "copy": "copying", "move": "moving", "del": "deleting",
                   "rest": "bringing back", "mk": "giving a mark", "unmk": "taking a mark", "lock": "locking", "unlock": "unlocking"}
GOAL_KINDS = {"absence": ("absent",), "presence": ("present",), "parts": ("parts",), "marks": ("marked", "unmarked"), "locks": ("locked", "unlocked")}
LANDING = ("set", "add", "copy", "move", "rest")
"""Operations that can put an item at a path."""
NOTES = ("add_creates", "copy_carries_marks", "copy_replaces", "move_replaces", "rest_replaces")
"""Rules that differ from text to text."""
CHAINS = (0, 1, 2)
"""How many sources back a reader of some of the steps goes."""


# Runs

def met(goal, store) -> bool:
    """Whether a goal holds; one that only denies something does not hold where nothing is."""
    return not (goal.bare and goal.path not in store) and solver.holds(goal, store)


def all_met(goals, store) -> bool:
    return all(met(goal, store) for goal in goals)


def verdict(case) -> str:
    """The full reader's option, or what it makes of a changed case."""
    return yes_if(all_met(case.goals, solver.run(case).store))


def traced(case) -> list:
    """(step, whether it succeeds, the store after it) of every step."""
    now, found = solver.Result(dict(case.content), {}), []
    for step in case.steps:
        succeeds = solver.carry_out(now, step, case.rules)
        found.append((step, succeeds, dict(now.store)))
    return found


def failing(case) -> int:
    return sum(not succeeds for _, succeeds, _ in traced(case))


# Floors

def pairs_of(readings) -> list:
    """(yes case, no case) of every pair."""
    found = {}
    for item, case in readings:
        found.setdefault(item.group, {})[item.gold] = case
    return [(pair["yes"], pair["no"]) for pair in found.values()]


def share_of_pairs(readings, holds) -> float:
    """The share of pairs of which something holds: holds(yes case, no case)."""
    pairs = pairs_of(readings)
    return sum(holds(*pair) for pair in pairs) / len(pairs)


def failing_goal(case):
    """The one goal that a `no` case does not meet."""
    store = solver.run(case).store
    return next(goal for goal in case.goals if not met(goal, store))


def is_direct(yes, no) -> bool:
    """Whether a step that differs names the path of the goal that fails."""
    path = failing_goal(no).path
    return any(path in places(step) for pair in zip(yes.steps, no.steps) if pair[0] != pair[1] for step in pair)


def direct_read(readings) -> float:
    """Floor of a reader of the last step on each goal path: those steps are alike in both members unless the change is on the path itself."""
    return 0.5 + share_of_pairs(readings, is_direct) / 2


def only_goals(kinds):
    """Floor of a reader of goals of these kinds alone: it decides the pairs whose failing goal is one."""
    return lambda readings: 0.5 + share_of_pairs(readings, lambda yes, no: failing_goal(no).kind in kinds) / 2


def without_goals(kinds):
    """Floor of a reader of all goals but those of these kinds."""
    return lambda readings: 1.5 - only_goals(kinds)(readings)


def one_goal(readings) -> float:
    """Floor of a reader of one goal in n, each of which is the failing one equally often."""
    return sum(0.5 + 1 / len(case.goals) / 2 for _, case in readings) / len(readings)


# The full reader with something left out or changed

def as_if(change):
    """The full reader of a changed case: change(case) gives it."""
    return lambda reading: verdict(change(reading.case))


def with_goals(choose):
    """A change to the goals that choose(case) gives."""
    return lambda case: case._replace(goals=tuple(choose(case)))


def goals_of(kinds):
    return with_goals(lambda case: [goal for goal in case.goals if goal.kind in kinds])


def goals_without(kinds):
    return with_goals(lambda case: [goal for goal in case.goals if goal.kind not in kinds])


def with_steps(choose):
    """A change to the steps that choose(case) gives."""
    return lambda case: case._replace(steps=tuple(choose(case)))


def steps_without(*operations):
    return with_steps(lambda case: [step for step in case.steps if step.operation not in operations])


def always(field: str, value: bool):
    """A change of one rule to one meaning for every text."""
    return lambda case: case._replace(rules=case.rules._replace(**{field: value}))


def with_barred(choose):
    """A change of the operations that fail on a locked item: choose(those that do) gives them."""
    return lambda case: case._replace(rules=case.rules._replace(barred=frozenset(choose(case.rules.barred))))


def up_to_first_failure(case):
    """The steps before the first that fails."""
    steps = []
    for step, succeeds, _ in traced(case):
        if not succeeds:
            break
        steps.append(step)
    return case._replace(steps=tuple(steps))


def places(step) -> tuple:
    return (step.path,) if step.target is None else (step.path, step.target)


def goal_paths(case) -> set:
    return {goal.path for goal in case.goals}


def chain(sources: int):
    """Function of a case: the steps that name a goal path, or a path that copies and moves lead from to one, so many sources back."""
    def steps(case) -> list:
        paths = goal_paths(case)
        for _ in range(sources):
            paths |= {step.path for step in case.steps if step.target in paths}
        return [step for step in case.steps if paths & set(places(step))]

    return steps


def last_on(case, path: str):
    """The last step that names a path."""
    return next((step for step in reversed(case.steps) if path in places(step)), None)


def last_steps(case) -> list:
    """The last step on each goal path, in their order."""
    last = [last_on(case, path) for path in goal_paths(case)]
    return [step for step in case.steps if step in last]


def by_name(case) -> list:
    """The steps sorted by what they say: their order unread."""
    return sorted(case.steps, key=lambda step: (step.operation, step.path, step.target or "", step.parts, step.label or ""))


def contents_alike(case):
    """All parts and all marks taken for the same ones."""
    def blank(item):
        return item._replace(parts=("part",) * len(item.parts), marks=frozenset("mark" for _ in item.marks))

    return case._replace(
        content={path: blank(item) for path, item in case.content.items()},
        steps=tuple(step._replace(parts=("part",) * len(step.parts), label=step.label and "mark") for step in case.steps),
        goals=tuple(goal._replace(parts=("part",) * len(goal.parts), label=goal.label and "mark") for goal in case.goals))


def names_alike(case):
    """All items of one name taken for the same one, whatever their folder."""
    def short(path):
        return path and path.split("/")[1]

    steps = [step._replace(path=short(step.path), target=short(step.target)) for step in case.steps]
    return case._replace(
        content={short(path): item for path, item in case.content.items()},
        steps=tuple(step for step in steps if step.path != step.target),
        goals=tuple(goal._replace(path=short(goal.path)) for goal in case.goals))


def at_any_time(reading: Reading) -> str:
    """Yes where every goal holds after some step or before the first."""
    case = reading.case
    stores = [case.content] + [store for _, _, store in traced(case)]
    return yes_if(all(any(met(goal, store) for store in stores) for goal in case.goals))


# The last step on a path against its goal, without a run

def agrees(goal, step) -> bool:
    """Whether the goal looks met after the step, taken as successful and alone."""
    is_gone = step.operation == "del" or step.operation == "move" and step.path == goal.path
    if is_gone or goal.kind == "absent":
        return is_gone and goal.kind == "absent"
    if goal.kind == "parts" and step.operation in ("set", "add"):
        return goal.parts[-len(step.parts):] == step.parts if step.operation == "add" else goal.parts == step.parts
    if goal.kind in ("marked", "unmarked") and step.operation in ("mk", "unmk") and goal.label == step.label:
        return (step.operation == "mk") == (goal.kind == "marked")
    if goal.kind in ("locked", "unlocked") and step.operation in ("lock", "unlock"):
        return (step.operation == "lock") == (goal.kind == "locked")
    return True


def last_agrees(case) -> bool:
    last = {goal: last_on(case, goal.path) for goal in case.goals}
    return all(step is not None and agrees(goal, step) for goal, step in last.items())


def last_fits_alone(case) -> bool:
    """Whether each goal holds after the last step on its path, run alone on what is there at the start."""
    return all(met(goal, solver.run(case._replace(steps=(last_on(case, goal.path),))).store) for goal in case.goals)


def last_succeed(case) -> bool:
    """Whether the last step on each goal path succeeds."""
    succeeded = {step.number for step, succeeds, _ in traced(case) if succeeds}
    return all(step.number in succeeded for step in last_steps(case))


def last_success_agrees(case) -> bool:
    """Whether the last step on each goal path that succeeds says what the goal asks."""
    return last_agrees(case._replace(steps=tuple(step for step, succeeds, _ in traced(case) if succeeds)))


def failing_on_goal_paths(case) -> int:
    """How many of the steps that fail name a goal path."""
    return sum(not succeeds and bool(goal_paths(case) & set(places(step))) for step, succeeds, _ in traced(case))


# What steps and goals name

def ends(case) -> list:
    """The paths at which steps can put an item, one a step."""
    return [step.target or step.path for step in case.steps if step.operation in LANDING]


def all_written(case) -> bool:
    return goal_paths(case) <= set(ends(case))


def touching(*operations):
    """How many steps of these operations name a goal path first."""
    return lambda case: sum(step.operation in operations and step.path in goal_paths(case) for step in case.steps)


def on_goal_paths(case) -> int:
    """How often steps name a goal path."""
    return sum(path in goal_paths(case) for step in case.steps for path in places(step))


def on_other_paths(case) -> int:
    return sum(not goal_paths(case) & set(places(step)) for step in case.steps)


def named(case) -> Counter:
    """{path: how often steps and the store at the start name it}."""
    return Counter([path for step in case.steps for path in places(step)] + list(case.content))


def named_once(case) -> int:
    return sum(number == 1 for number in named(case).values())


def goal_parts(case) -> int:
    """How often steps write a part that a goal asks for."""
    asked = {part for goal in case.goals for part in goal.parts}
    return sum(part in asked for step in case.steps for part in step.parts)


def goal_marks(case) -> int:
    """How often steps give or take a mark that a goal speaks of."""
    asked = {goal.label for goal in case.goals if goal.label}
    return sum(step.label in asked for step in case.steps)


def parts_unwritten(case) -> int:
    """How many parts that goals ask for stand in no step and in no item at the start."""
    there = {part for step in case.steps for part in step.parts} | {part for item in case.content.values() for part in item.parts}
    return len({part for goal in case.goals for part in goal.parts} - there)


def marks_ungiven(case) -> int:
    """How many marks that goals ask for are given by no step and attached to no item at the start."""
    there = {step.label for step in case.steps if step.operation == "mk"} | {mark for item in case.content.values() for mark in item.marks}
    return len({goal.label for goal in case.goals if goal.kind == "marked"} - there)


def namesakes(case) -> int:
    """Copies and moves to the same name in another folder."""
    return sum(step.target is not None and step.path.split("/")[1] == step.target.split("/")[1] for step in case.steps)


def same_folder(case) -> int:
    """Copies and moves within a folder."""
    return sum(step.target is not None and step.path.split("/")[0] == step.target.split("/")[0] for step in case.steps)


def repeats(case) -> int:
    """Steps that say what another one says."""
    return len(case.steps) - len({step._replace(number=0) for step in case.steps})


def flow(case) -> int:
    """Steps that name a path which the step before them names."""
    return sum(bool(set(places(one)) & set(places(two))) for one, two in zip(case.steps, case.steps[1:]))


def missing_at_start(case) -> int:
    """Steps that name first a path without an item at the start which no earlier step can have filled."""
    there, found = set(case.content), 0
    for step in case.steps:
        found += step.path not in there and step.operation not in ("set", "add")
        there |= {step.target or step.path} if step.operation in LANDING else set()
    return found


def taken_targets(case) -> int:
    """Copies and moves to a path that the store has at the start."""
    return sum(step.target in case.content for step in case.steps if step.target)


def on_locked(case) -> int:
    """Steps on an item that is locked at the start."""
    return sum(path in case.content and case.content[path].locked for step in case.steps for path in places(step))


def last_place(case) -> int:
    """The number of the last step that names a goal path."""
    return max(step.number for step in case.steps if goal_paths(case) & set(places(step)))


def yes_where(holds):
    return lambda reading: yes_if(holds(reading.case))


def no_where(holds):
    return lambda reading: yes_if(not holds(reading.case))


def per_step(measure, tenths: int):
    """Yes where a measure is more than so many tenths of the number of steps."""
    return yes_where(lambda case: 10 * measure(case) > tenths * len(case.steps))


def at_path(choose):
    """The goals of the path that choose picks among those of the goals, by how often steps name it; the first of several."""
    def goals(case):
        numbers = named(case)
        path = choose(sorted(goal_paths(case)), key=lambda path: numbers[path])
        return [goal for goal in case.goals if goal.path == path]

    return goals


def of_case(measure):
    return lambda reading: float(measure(reading.case))


COUNTS = {
    **{f"steps of {name}": lambda case, operation=operation: sum(step.operation == operation for step in case.steps)
       for operation, name in OPERATION_NAMES.items()},
    "steps on goal paths": on_goal_paths,
    "steps on other paths": on_other_paths,
    "goal paths as ends": lambda case: sum(path in goal_paths(case) for path in ends(case)),
    "deletions of goal paths": touching("del"),
    "moves off goal paths": touching("move"),
    "marks on goal paths": touching("mk", "unmk"),
    "locks on goal paths": touching("lock", "unlock"),
    "different paths": lambda case: len(named(case)),
    "paths named once": named_once,
    "parts asked for": goal_parts,
    "marks asked for": goal_marks,
    "namesakes": namesakes,
    "within a folder": same_folder,
    "repeats": repeats,
    "flow": flow,
    "taken targets": taken_targets,
    "missing sources": missing_at_start,
    "steps on locked items": on_locked,
    "last step on a goal path": last_place,
    "items at the start": lambda case: len(case.content),
    "different goal paths": lambda case: len(goal_paths(case)),
}
RUN = {
    "failing steps": failing,
    "items at the end": lambda case: len(solver.run(case).store),
    "first failing step": lambda case: next((step.number for step, succeeds, _ in traced(case) if not succeeds), 0),
    "failing steps on goal paths": failing_on_goal_paths,
    "last step succeeds": lambda case: traced(case)[-1][1],
    "goals met at the start": lambda case: sum(met(goal, case.content) for goal in case.goals),
    "goals agreeing with the last step": lambda case: sum(agrees(goal, last_on(case, goal.path)) for goal in case.goals),
}

RULES = (
    Rule("every goal path written", "some step can put an item at every goal path, so yes", yes_where(all_written), 0.5),
    Rule("a goal path deleted", "a step deletes at a goal path, so no", no_where(touching("del")), 0.5),
    Rule("a goal path moved away", "a step moves an item off a goal path, so no", no_where(touching("move")), 0.5),
    Rule("last steps agree", "the last step on each goal path says what the goal asks, so yes", yes_where(last_agrees), direct_read),
    Rule("last steps alone", "each goal after the last step on its path, run alone", yes_where(last_fits_alone), direct_read),
    *(Rule(f"steps on goal paths above {tenths / 10:g}", "more of them for each step, so yes", per_step(on_goal_paths, tenths), 0.5)
      for tenths in (5, 7, 9)),
    *(Rule(f"other paths above {tenths / 10:g}", "more steps for each step that name no goal path, so yes", per_step(on_other_paths, tenths), 0.5)
      for tenths in (3, 5)),
    Rule("no step fails", "a step fails, so no", no_where(failing), 0.5),
    Rule("a step fails", "a step fails, so yes", yes_where(failing), 0.5),
    *(Rule(f"failing steps above {tenths / 10:g}", "more of them for each step, so yes", per_step(failing, tenths), 0.5) for tenths in (1, 2, 3)),
    Rule("no step on a goal path fails", "one fails, so no", no_where(failing_on_goal_paths), 0.5),
    Rule("last steps succeed", "the last step on some goal path fails, so no", yes_where(last_succeed), 0.5),
    Rule("last step succeeds", "the last step of the run succeeds, so yes", yes_where(lambda case: traced(case)[-1][1]), 0.5),
    Rule("no path named once", "a path named once, so no", no_where(named_once), 0.5),
    Rule("few paths named once", "two of them or more, so no", no_where(lambda case: named_once(case) > 1), 0.5),
    Rule("parts and marks all there", "a part or mark asked for that stands nowhere, so no",
         no_where(lambda case: parts_unwritten(case) + marks_ungiven(case)), 0.5),
    Rule("sources there", "a step on a path that nothing can have filled, so no", no_where(missing_at_start), 0.5),
    Rule("targets free", "a copy or move to a path taken at the start, so no", no_where(taken_targets), 0.5),
    Rule("no step on a locked item", "a step names an item locked at the start, so no", no_where(on_locked), 0.5),
    Rule("same name kept", "a copy or move to another name, so no",
         no_where(lambda case: sum(step.target is not None for step in case.steps) > namesakes(case)), 0.5),
    Rule("no step repeated", "two steps say the same, so no", no_where(repeats), 0.5),
    Rule("goals met at the start", "nothing run", lambda reading: yes_if(all_met(reading.case.goals, reading.case.content)), 0.5),
    Rule("first goal alone", "the full run for one goal", as_if(with_goals(lambda case: case.goals[:1])), one_goal),
    Rule("last goal alone", "the full run for one goal", as_if(with_goals(lambda case: case.goals[-1:])), one_goal),
    *(Rule(f"{name} left out", "everything but such goals", as_if(goals_without(kinds)), without_goals(kinds)) for name, kinds in GOAL_KINDS.items()),
    *(Rule(f"{name} alone", "the full run for such goals", as_if(goals_of(kinds)), only_goals(kinds)) for name, kinds in GOAL_KINDS.items()),
    exact("goals of the path named most", "the full run for one path", as_if(with_goals(at_path(max)))),
    exact("goals of the path named least", "the full run for one path", as_if(with_goals(at_path(min)))),
    exact("order unread", "the steps run in the order of their words", as_if(with_steps(by_name))),
    exact("steps backwards", "the last step run first", as_if(with_steps(lambda case: case.steps[::-1]))),
    exact("parts and marks alike", "every part and every mark taken for the same one", as_if(contents_alike)),
    exact("folders unread", "items of one name taken for the same one", as_if(names_alike)),
    *(exact(f"{name} left out", "the run without such steps", as_if(steps_without(operation))) for operation, name in OPERATION_NAMES.items()),
    exact("marks left out of the run", "the run without giving and taking marks", as_if(steps_without("mk", "unmk"))),
    exact("locks left out of the run", "the run without locking and unlocking", as_if(steps_without("lock", "unlock"))),
    *(exact(f"{field.replace('_', ' ')}: {'always' if value else 'never'}", "one note alike in every text", as_if(always(field, value)))
      for field in NOTES for value in (True, False)),
    exact("locks stop nothing", "every step works on locked items", as_if(with_barred(lambda barred: ()))),
    exact("locks stop marks", "marks of locked items never change", as_if(with_barred(lambda barred: barred | {"mk", "unmk"}))),
    exact("locks leave marks", "marks of locked items always change", as_if(with_barred(lambda barred: barred - {"mk", "unmk"}))),
    exact("the run stops at a failure", "nothing after the first step that fails", as_if(up_to_first_failure)),
    exact("at any time", "every goal holds at some moment", at_any_time),
    exact("last successes agree", "the last step on each goal path that succeeds says what the goal asks", yes_where(last_success_agrees)),
    exact("last step on each goal path", "no other steps run", as_if(with_steps(last_steps))),
    *(exact(f"chains of {sources}", f"steps on goal paths and on their sources, {sources} back", as_if(with_steps(chain(sources))))
      for sources in CHAINS),
    exact("second half of the run", "the first half of the steps unread", as_if(with_steps(lambda case: case.steps[len(case.steps) // 2:]))),
    exact("first half of the run", "the second half of the steps unread", as_if(with_steps(lambda case: case.steps[:len(case.steps) // 2 + 1]))),
)
TALLIES = (
    Tally("fewer failing steps", "the member with fewer of them is the yes one", pick(failing, min), 0.5),
    Tally("fewer failing steps on goal paths", "the member with fewer of them is the yes one", pick(failing_on_goal_paths, min), 0.5),
    Tally("fewer items at the end", "the member with fewer of them is the yes one", pick(RUN["items at the end"], min), 0.5),
    Tally("more steps on goal paths", "the member with more of them is the yes one", pick(on_goal_paths, max), 0.5),
    Tally("more goal paths as ends", "the member with more of them is the yes one", pick(COUNTS["goal paths as ends"], max), 0.5),
    Tally("fewer paths named once", "the member with fewer of them is the yes one", pick(named_once, min), 0.5),
    Tally("fewer different paths", "the member with fewer of them is the yes one", pick(COUNTS["different paths"], min), 0.5),
    Tally("more parts asked for", "the member whose steps name them more often is the yes one", pick(goal_parts, max), 0.5),
    Tally("more marks asked for", "the member whose steps name them more often is the yes one", pick(goal_marks, max), 0.5),
    Tally("more namesakes", "the member with more copies to the same name is the yes one", pick(namesakes, max), 0.5),
    Tally("fewer repeats", "the member with fewer of them is the yes one", pick(repeats, min), 0.5),
    Tally("more flow", "the member whose neighbouring steps share paths more often is the yes one", pick(flow, max), 0.5),
    Tally("fewer missing sources", "the member with fewer of them is the yes one", pick(missing_at_start, min), 0.5),
    *(Tally(f"less {name}", "the member with fewer such steps is the yes one", pick(COUNTS[f"steps of {name}"], min, "replaced_step"), 0.5,
            reason="the choice among candidates weighs many totals at once, and this one only lightly")
      for name in OPERATION_NAMES.values()),
)
FITS = (
    Fit(f"fit on {len(COUNTS)} counts", "linear, what steps and goals name", {name: of_case(measure) for name, measure in COUNTS.items()}, 0.5),
    Fit("fit on counts and the run", "linear, these, and which steps fail",
        {name: of_case(measure) for name, measure in {**COUNTS, **RUN}.items()}, 0.5),
)
