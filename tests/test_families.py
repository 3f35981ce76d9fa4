"""What holds for every family that has a generator: shapes, balance, unique states, audits, solvers, imports, chance levels."""
from __future__ import annotations

import ast
import os
import sys
import tempfile
import types
import unittest
from fractions import Fraction
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import audit, key_balance, solve_all, validate
from generators import cards, draws, families, items, regenerate
from tests import builds

ROOT = Path(__file__).resolve().parent.parent
THERE = [family for family in families.FAMILIES if regenerate.has_generator(family.name)]
DRAWS = (draws.PUBLISHED, draws.fresh(1), draws.fresh(2))
SHAPES = {"pairs": (300, {2: 300}), "triples": (201, {2: 3, 3: 198}), "fours": (150, {4: 150})}
SIDES = ("generators", "solvers")


def imported(path: Path) -> set:
    """The modules that a source file imports, as dotted names."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


class TheList(unittest.TestCase):
    def test_counts(self):
        """8 pair families, 4 of triples, 1 of fours; 600 items each."""
        self.assertEqual(sorted(family.shape.name for family in families.FAMILIES), ["fours"] + ["pairs"] * 8 + ["triples"] * 4)
        for family in families.FAMILIES:
            of_a_level = sum(size * n for size, n in family.shape.groups_per_level.items())
            self.assertEqual((of_a_level, sum(family.shape.groups_per_level.values()) * 3), (200, SHAPES[family.shape.name][0]))


class Sources(unittest.TestCase):
    def test_generators_and_solvers_do_not_import_each_other(self):
        found = 0
        for side, other in (SIDES, SIDES[::-1]):
            for family in families.FAMILIES:
                path = ROOT / side / f"{family.name}.py"
                if path.is_file():
                    found += 1
                    crossing = [name for name in imported(path) if name.split(".")[0] in (other, "audits")]
                    self.assertEqual(crossing, [], f"{path} imports from {other}")
                    alone = [name for name in imported(path) if name.split(".")[-1] in families.BY_NAME]
                    self.assertEqual(alone, [], f"{path} imports a family")
        if not found:
            self.skipTest("no family has a generator or solver")

    def test_no_family_uses_the_random_module_or_assert(self):
        for family in THERE:
            path = ROOT / "generators" / f"{family.name}.py"
            self.assertFalse(imported(path) & {"random", "time", "locale", "uuid", "secrets"}, path)
            self.assertFalse([node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Assert)], path)


@unittest.skipUnless(THERE, "no family has a generator")
class Draws(unittest.TestCase):
    def test_three_draws_of_every_family(self):
        for family in THERE:
            states = set()
            for draw in DRAWS:
                rows = builds.published(family.name) if draw == draws.PUBLISHED else builds.build(family.name, draw)
                states |= {item.state for item in rows}
                with self.subTest(family=family.name, draw=draw.label):
                    self.check_draw(family, draw, rows)
            with self.subTest(family=family.name):
                self.assertEqual(len(states), 600 * len(DRAWS), "a state stands in two items or two draws")

    def check_draw(self, family, draw, rows):
        """Counts and balance of one draw; of the published one also what else the audits find."""
        groups = cards.groups_of(rows)
        sizes = {}
        for members in groups.values():
            sizes[len(members)] = sizes.get(len(members), 0) + 1
        self.assertEqual((len(rows), len(groups), sizes), (600, *SHAPES[family.shape.name]))
        self.assertEqual([sum(item.level == level for item in rows) for level in families.LEVELS], [200] * 3)
        if family.options:
            self.assertEqual({sum(item.gold == option for item in rows) for option in family.options}, {600 // len(family.options)})
        self.assertEqual({validate.draw_mark(family.name, item) for item in rows}, {draw.mark})
        self.assertEqual(key_balance.check_rows(family, rows), [])
        if draw == draws.PUBLISHED:
            self.assertEqual(validate.core_findings(family, rows), [])
            self.assertEqual(audit.judge(family, rows)[1], [])


@unittest.skipUnless(THERE, "no family has a generator")
class Shared(unittest.TestCase):
    """The folder that the files of one run share (tests/builds.py)."""

    def test_a_draw_is_built_once_and_read_as_it_was_built(self):
        name = THERE[-1].name
        with tempfile.TemporaryDirectory() as folder:
            with mock.patch.dict(os.environ, {builds.FOLDER: folder}):
                first = [builds.build(name, draw) for draw in (draws.PUBLISHED, draws.fresh(1))]
                self.assertEqual(sorted(path.name for path in Path(folder).iterdir()), [f"{name}.published.jsonl", f"{name}.s1.jsonl"])
                with mock.patch.dict(sys.modules, {f"generators.{name}": types.SimpleNamespace(build=None)}):
                    self.assertEqual([builds.build(name, draw) for draw in (draws.PUBLISHED, draws.fresh(1))], first)
        with mock.patch.dict(os.environ, {builds.FOLDER: ""}):
            self.assertEqual(builds.build(name, draws.PUBLISHED), first[0])


@unittest.skipUnless(THERE, "no family has a generator")
class Solvers(unittest.TestCase):
    def test_agreement_on_the_published_draw(self):
        lacking = []
        for family in THERE:
            if not (solve_all.SOLVERS / f"{family.name}.py").is_file():
                lacking.append(family.name)
                continue
            with self.subTest(family=family.name):
                self.assertEqual(solve_all.solve_rows(builds.published(family.name), solve_all.solver_of(family.name))[:5], [])
        if lacking:
            self.skipTest(f"no solver of {', '.join(lacking)}")


class Chance(unittest.TestCase):
    def test_by_shape(self):
        """Two options: 1/2 and 1/4. Triples of three: 198 groups at 1/27 and 3 at 1/9 make (22/3 + 1/3) / 201 = 23/603."""
        for name, options, accuracy, pair in (("pairs", 2, Fraction(1, 2), Fraction(1, 4)), ("triples", 3, Fraction(1, 3), Fraction(23, 603)),
                                              ("triples", 5, Fraction(1, 5), (Fraction(198, 125) + Fraction(3, 25)) / 201)):
            shape = next(family.shape for family in families.FAMILIES if family.shape.name == name)
            rows = made_rows(shape, options)
            self.assertAlmostEqual(cards.chance_accuracy(rows), float(accuracy), places=12)
            self.assertAlmostEqual(cards.chance_pair_accuracy(rows), float(pair), places=12)

    def test_macro_average_of_all_families(self):
        """Uniform guessing: 39.6 % of the items and 16.1 % of the groups, each family counting the same."""
        if len(THERE) < len(families.FAMILIES):
            self.skipTest(f"{len(THERE)} of {len(families.FAMILIES)} families have a generator")
        rows = [builds.published(family.name) for family in THERE]
        self.assertEqual(round(100 * sum(map(cards.chance_accuracy, rows)) / 13, 1), 39.6)
        self.assertEqual(round(100 * sum(map(cards.chance_pair_accuracy, rows)) / 13, 1), 16.1)


def made_rows(shape, options: int) -> list:
    """Bare items in a shape: ids, groups and options alone."""
    names = tuple(f"o{number}" for number in range(options))
    rows = []
    for level in families.LEVELS:
        for size, groups in shape.groups_per_level.items():
            for number in range(groups):
                group = f"{level}|{size}|{number}"
                rows += [items.Item(f"t:{len(rows) + step}", "s", {}, names, names[0], group=group, level=level) for step in range(size)]
    return rows


if __name__ == "__main__":
    unittest.main()
