"""The files of a call over every run: scores, the tables T1 to T4, a report, and what is missing.

T1 main table, T2 pair accuracy by core family, T3 reference score by layer, T4 corrected score by reference task.
"""
from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from generators import english, families, items
from scoring import sealed, tables, tasks

SYSTEM_KEYS = {"name": str, "table": bool}
MAIN_COLUMNS = ("accuracy", "pair_accuracy", "level3_pair_accuracy", "pair_direction", "automation_5", "accuracy_90", "share_90", "calibration_error")
POOLED_COLUMNS = ("accuracy_90", "share_90", "calibration_error")


class Shown(NamedTuple):
    """A system that enters the tables: its folder under runs/ and its printed name."""

    folder: str
    name: str


class Grid(NamedTuple):
    """A table of {"value", "interval"} objects: rows are (label, cells), `forms` print the cells of each column."""

    title: str
    corner: str
    columns: tuple
    forms: tuple
    rows: list
    legend: str


# systems.json

def _unique(pairs) -> dict:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [key for key, _ in pairs]
        raise tasks.ScoringError(f"the key {next(name for name in names if names.count(name) > 1)!r} stands twice in one object")
    return found


def read_systems(path, folders) -> list:
    """The systems to show, in file order. Raises ScoringError for a file that is not what it should be."""
    if not Path(path).exists():
        raise tasks.ScoringError(f'{path}: no such file; it says which run folders enter the tables: {{"my-decider": {{"name": "My Decider 4B", "table": true}}}}')
    try:
        value = json.loads(items.read_bytes(path).decode("utf-8-sig"), object_pairs_hook=_unique)
    except tasks.ScoringError as error:
        raise tasks.ScoringError(f"{path}: {error}; one folder has one name") from None
    except (ValueError, RecursionError) as error:
        raise tasks.ScoringError(f"{path}: is not JSON ({error})") from None
    if not isinstance(value, dict):
        raise tasks.ScoringError(f"{path}: is not an object {{folder: {{...}}}}")
    for folder, entry in value.items():
        check_entry(path, folder, entry)
    shown = [Shown(folder, entry.get("name", folder)) for folder, entry in value.items() if entry.get("table", False)]
    check_distinct(path, shown, folders)
    return shown


def check_entry(path, folder: str, entry) -> None:
    """An entry is an object with the keys name and table; its own key is the plain name of a folder."""
    if Path(folder).name != folder:
        raise tasks.ScoringError(f"{path}: {folder!r} is not the plain name of a folder of runs")
    if not isinstance(entry, dict):
        raise tasks.ScoringError(f"{path}: {folder}: is not an object")
    for key, value in entry.items():
        if key not in SYSTEM_KEYS:
            raise tasks.ScoringError(f"{path}: {folder}: unknown key {key!r}; the keys are {', '.join(SYSTEM_KEYS)}")
        if not isinstance(value, SYSTEM_KEYS[key]):
            raise tasks.ScoringError(f"{path}: {folder}: {key} is {value!r}, not a {SYSTEM_KEYS[key].__name__}")


def check_distinct(path, shown, folders: dict) -> None:
    """Names differ, and no folder of runs is shown under two names."""
    names, places = {}, {}
    for folder, name in shown:
        if name in names:
            raise tasks.ScoringError(f"{path}: {names[name]} and {folder} both have the name {name!r}")
        names[name] = folder
        place = Path(folders[folder]).resolve() if folder in folders else folder
        if place in places:
            raise tasks.ScoringError(f"{path}: {places[place]} and {folder} are two names for one folder, {place}")
        places[place] = folder


def run_folders(runs_folder) -> dict:
    """{name: path} of the run folders under a folder, by name."""
    if not Path(runs_folder).is_dir():
        raise tasks.ScoringError(f"{runs_folder}: no such folder; name the folder of runs with --runs")
    found = {entry.name: str(entry) for entry in sorted(Path(runs_folder).iterdir()) if entry.is_dir() and not entry.name.startswith((".", "_"))}
    if not found:
        raise tasks.ScoringError(f"{runs_folder}: holds no run; a run is a folder with one <task>.jsonl a task")
    return found


# Grids

def by_pair_accuracy(found: dict, shown) -> list:
    """The shown systems from the highest macro pair accuracy down, those without one last, in file order where equal."""
    def key(system):
        value = found[system.folder]["core"]["measures"]["pair_accuracy"]["value"]
        return (value is None, -(value or 0))

    return sorted((system for system in shown if system.folder in found), key=key)


def label_of(system: Shown, core: dict) -> str:
    """The name of a system, with the number of its families where these are not all."""
    return system.name if core["partial"] is None else f"{system.name} ({core['families_counted']} of {len(families.FAMILIES)} families)"


def gaps_of(found: dict, shown) -> str:
    """Passages of a legend that say which systems have no headline or no reference score, and why; empty where all have both."""
    partial, without = {}, {}
    for folder, name in shown:
        core, reference = found[folder]["core"], found[folder]["reference"]
        if core["families_counted"] < len(families.FAMILIES):
            partial.setdefault(", ".join((core["partial"] or {"families": ("none",)})["families"]), []).append(name)
        if reference["total"] is None:
            without.setdefault(reference["tasks_counted"], []).append(name)
    passages = []
    if partial:
        passages.append(f"A row that names a number of families is no headline but the mean of those families alone, not to be compared with rows of other families. "
                        f"Families that count: {'; '.join(f'{counted} ({english.listing(names)})' for counted, names in partial.items())}.")
    if without:
        passages.append(f"The reference score needs all {len(tasks.LAYER_OF)} reference tasks. Reference tasks that count: "
                        f"{'; '.join(f'{counted} ({english.listing(names)})' for counted, names in without.items())}.")
    return "".join(f"{passage}\n" for passage in passages)


def main_grid(found: dict, shown, made: str) -> Grid:
    """T1: core headline (or the mean of the families that count) and pooled measures of every system, and its reference score."""
    def cells(system):
        return ([(system["core"]["partial"] or system["core"])["measures"][name] for name in MAIN_COLUMNS] + [system["core"]["pooled"][name] for name in POOLED_COLUMNS]
                + [system["reference"]["total"]])

    columns = (*(tables.SHOWN[name] for name in MAIN_COLUMNS), *(f"pooled {tables.SHOWN[name]}" for name in POOLED_COLUMNS), "reference score")
    forms = (tables.percent,) * (len(columns) - 1) + (tables.points,)
    legend = (f"{tables.MEANS_LEGEND}; pooled: all core items together; reference score: mean of "
              f"seven layers. Sorted by pair accuracy.\n{gaps_of(found, shown)}{tables.ANSWER_LEGEND}\n{tables.CONFIDENCE_LEGEND}\n{made}")
    return Grid("T1 Main table", "system", columns, forms, [(label_of(system, found[system.folder]["core"]), cells(found[system.folder])) for system in shown], legend)


def by_system(title: str, corner: str, shown, labels, cell, form, legend: str) -> Grid:
    """A grid with one column a system; cell(folder, label) gives its object or None."""
    rows = [(label, [cell(system.folder, label) for system in shown]) for label in labels]
    return Grid(title, corner, tuple(system.name for system in shown), (form,) * len(shown), rows, legend)


def family_grid(found: dict, shown, made: str) -> Grid:
    """T2: pair accuracy by core family."""
    def cell(folder, label):
        system = found[folder]
        if label == "mean":
            return system["core"]["measures"]["pair_accuracy"]
        task = system["tasks"].get(label)
        return task["measures"]["pair_accuracy"] if task and task["counted"] else None

    return by_system("T2 Pair accuracy by core family", "family", shown, [*families.BY_NAME, "mean"], cell, tables.percent, f"{tables.ANSWER_LEGEND}\n{made}")


def layer_grid(found: dict, shown, made: str) -> Grid:
    """T3: reference score by layer; a layer with a missing task has none here."""
    def cell(folder, label):
        reference = found[folder]["reference"]
        if label == "total":
            return reference["total"]
        return reference["layers"][label] if reference["layers"][label]["complete"] else None

    legend = f"Corrected values floored at 0, mean in a layer, total: mean of the seven layers. Layers with a missing task are left empty.\n{made}"
    return by_system("T3 Reference score by layer", "layer", shown, [*tasks.REFERENCE, "total"], cell, tables.points, legend)


def corrected_grid(found: dict, shown, made: str) -> Grid:
    """T4: corrected score by reference task, not floored."""
    def cell(folder, label):
        task = found[folder]["tasks"].get(label)
        return {"value": task["corrected"], "interval": task["corrected_interval"]} if task and task["counted"] else None

    legend = f"Corrected: 100 (value - chance) / (1 - chance), not floored.\n{made}"
    return by_system("T4 Corrected score by reference task", "task", shown, list(tasks.LAYER_OF), cell, tables.points, legend)


def grids(found: dict, shown, made: str) -> dict:
    """{file stem: Grid} of the four tables."""
    order = by_pair_accuracy(found, shown)
    makers = {"T1_main": main_grid, "T2_core_by_family": family_grid, "T3_reference_by_layer": layer_grid, "T4_corrected_by_task": corrected_grid}
    return {stem: make(found, order, made) for stem, make in makers.items()}


def to_table(grid: Grid) -> tables.Table:
    """The grid with intervals beside the values."""
    rows = [[label, *(tables.MISSING if cell is None else tables.with_bounds(cell, form) for cell, form in zip(cells, grid.forms))] for label, cells in grid.rows]
    return tables.Table(grid.title, (grid.corner, *grid.columns), rows, grid.legend)


def to_wide(grid: Grid) -> tables.Table:
    """The grid with columns of their own for the ends of the intervals."""
    head = [name for column in grid.columns for name in (column, f"{column} low", f"{column} high")]
    rows = [[label, *(text for cell, form in zip(cells, grid.forms) for text in wide_cells(cell, form))] for label, cells in grid.rows]
    return tables.Table(grid.title, (grid.corner, *head), rows, grid.legend)


def wide_cells(cell, form) -> list:
    """Value, low, high as text."""
    low, high = (cell or {}).get("interval") or (None, None)
    return [form((cell or {}).get("value")), form(low), form(high)]


# Files

def missing_rows(found: dict, listed) -> list:
    """(system, why, tasks) of everything that is missing or does not count; one row for all tasks with the same reason."""
    rows = [[system.folder, "marked for the tables, but there is no run folder of this name", "all"] for system in listed if system.folder not in found]
    for name, system in found.items():
        reasons = {}
        for task, score in system["tasks"].items():
            if not score["counted"]:
                reasons.setdefault(score["reason"], []).append(task)
        rows += [[name, reason, ", ".join(names)] for reason, names in reasons.items()]
    return rows


def missing_text(rows) -> str:
    """MISSING_RUNS.md."""
    if not rows:
        return "# Missing runs\n\nNothing is missing: every task of every run counts.\n"
    table = tables.Table("Tasks that are missing or do not count", ("system", "why", "tasks"), rows, "Tasks that do not count enter no mean.")
    return f"# Missing runs\n\n{tables.to_markdown(table)}"


def report_text(found: dict, commitments: dict, made_grids: dict, names: dict, made: str, notes: dict) -> str:
    """report.md: the four tables, then everything about every system."""
    said = set()
    parts = ["# Scores\n", *(f"{line}\n" for line in sealed.lines(commitments)), *map(tables.to_markdown, tables.say_once(map(to_table, made_grids.values()), said))]
    for folder, system in found.items():
        shown = tables.say_once(tables.system_tables(names.get(folder, folder), system, made), said)
        parts += [*map(tables.to_markdown, shown), *(f"- {tables.escape_markdown(line.strip())}" for line in notes[folder])]
    return "\n".join(parts) + "\n"


def write_all(out, scores: dict, shown, notes: dict, made: str) -> list:
    """Write every file under `out`, none where a name cannot be written; returns the rows of MISSING_RUNS.md."""
    found, out = scores["systems"], Path(out)
    made_grids = grids(found, shown, made)
    missing = missing_rows(found, shown)
    names = {system.folder: system.name for system in shown}
    texts = {"report.md": report_text(found, scores["commitments"], made_grids, names, made, notes), "MISSING_RUNS.md": missing_text(missing)}
    for stem, grid in made_grids.items():
        texts[f"{stem}.csv"], texts[f"{stem}.tex"] = tables.to_csv(to_wide(grid)), tables.to_latex(to_table(grid))
    files = {name: text.encode("utf-8", "backslashreplace") for name, text in texts.items()}
    files["scores.json"] = items.to_json(scores)
    for name, data in files.items():
        items.write_bytes(out / name, data)
    return missing
