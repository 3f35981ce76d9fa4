"""overlap.py --duplicates: what repeats another item inside a task and between tasks, what only looks like it, and queries without a relevant passage."""
from __future__ import annotations

import contextlib
import csv
import doctest
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import duplicates, overlap
from generators import items
from scoring import derive_v13
from tests import made


def load_tests(loader, found, pattern):
    """The unit tests and the examples in docstrings."""
    found.addTests(doctest.DocTestSuite(duplicates))
    return found


def text(name: str, count: int, start: int = 0) -> str:
    """So many words of a text's own, numbered from `start`."""
    return " ".join(f"{name}{number}" for number in range(start, start + count))


class Duplicates(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def task(self, name: str, *rows) -> None:
        """Write a task of (state, gold) or (state, gold, group) rows."""
        made.write_task(self.folder / "data", name, [made.noul_item(name, n, gold, level=None, group=group[0] if group else None)._replace(state=state)
                                                     for n, (state, gold, *group) in enumerate(rows)], track="reference", metric="accuracy", layer="G", chance=0.5)

    def listed(self, *more) -> tuple:
        """(exit code, {id: reason}) of the command; the list itself names the same ids."""
        with contextlib.redirect_stdout(io.StringIO()) as out:
            code = overlap.main(["--root", str(self.folder / "data"), "--out", str(self.folder / "drop.json"), "--duplicates", *more])
        with open(self.folder / "drop.csv", encoding="utf-8", newline="") as file:
            reasons = {row["id"]: row["reason"] for row in csv.DictReader(file)}
        self.assertIn(f"overlap.py: {len(reasons)} item{'' if len(reasons) == 1 else 's'} in ", out.getvalue())
        self.assertEqual({name for ids in derive_v13.read_list(self.folder / "drop.json").values() for name in ids}, set(reasons))
        return code, reasons

    def test_near(self):
        """Of 40 words, 36 runs: with 4 other words at the end 32 are common of 40, 80 %; with 5 others 31 of 41. The later goes, in other letters as well."""
        base = text("a", 40)
        self.task("paws", (base, "yes"), (f"{text('a', 36)} {text('b', 4)}", "yes"), (f"{text('a', 35)} {text('c', 5)}", "yes"), (base.upper() + " !", "yes"))
        self.assertEqual(self.listed(), (1, {"paws:00001": "repeats paws:00000", "paws:00003": "repeats paws:00000"}))

    def test_labels(self):
        """A near item with another label stays; an equal one with another label takes the first along."""
        base, edited = text("a", 40), text("a", 39) + " b"
        self.task("paws", (base, "yes"), (edited, "no"))
        self.assertEqual(self.listed(), (0, {}))
        self.task("paws", (base, "yes"), (base + ".", "no"))
        self.assertEqual(self.listed()[1], dict.fromkeys(("paws:00000", "paws:00001"), "has the words of an item with another label"))

    def test_sections(self):
        """A long passage in common is no repetition where the question is another one, nor are two sides changed inside a task."""
        passage, one, other = text("p", 60), text("q", 7), text("r", 7)
        self.task("paws", (f"Passage:\n{passage}\n\nQuestion:\n{one}", "yes"), (f"Passage:\n{passage}\n\nQuestion:\n{other}", "yes"),
                  (f"Passage:\n{one}\n\nQuestion:\n{passage}", "yes"))
        self.assertEqual(self.listed(), (0, {}))

    def test_short(self):
        """Texts without a run repeat one another where their words are equal."""
        self.task("xstest", ("Question:\nWho is it?", "yes"), ("Prompt:\nwho IS it", "yes"), ("Question:\nWho was it?", "yes"))
        self.assertEqual(self.listed()[1], {"xstest:00001": "repeats xstest:00000"})

    def test_groups(self):
        """Members of a group are never compared; those of two groups are."""
        base = text("a", 30)
        self.task("nevir", (base, "yes", 0), (base, "yes", 0), (base, "yes", 1))
        self.assertEqual(self.listed()[1], {"nevir:00002": "repeats nevir:00000"})

    def test_between_tasks(self):
        """Sections in another order and another label: the later task's item goes. A named task alone is compared with nothing else."""
        one, other = text("a", 20), text("b", 20)
        self.task("llmbar", (f"Output 1:\n{one}\n\nOutput 2:\n{other}", "yes"))
        self.task("rewardbench", (f"Response 1:\n{other}\n\nResponse 2:\n{one}", "no"), (f"Response 1:\n{other}\n\nResponse 2:\n{other}", "no"))
        self.assertEqual(self.listed(), (1, {"rewardbench:00000": "repeats llmbar:00000"}))
        self.assertEqual(self.listed_of("rewardbench"), (0, {}))

    def listed_of(self, task: str) -> tuple:
        with contextlib.redirect_stdout(io.StringIO()):
            code = overlap.main([task, "--root", str(self.folder / "data"), "--out", str(self.folder / "one.json"), "--duplicates"])
        return code, derive_v13.read_list(self.folder / "one.json")

    def test_core_families_are_left_out(self):
        """Of a root the other tasks are compared; a core family named is refused."""
        base = text("a", 40)
        self.task("paws", (base, "yes"), (text("b", 40), "yes"))
        made.write_task(self.folder / "data", "perm_inherit", [item._replace(state=base) for item in made.pairs("perm_inherit", 2)])
        self.assertEqual(self.listed(), (0, {}))
        with contextlib.redirect_stderr(io.StringIO()) as err:
            code = overlap.main(["perm_inherit", "--root", str(self.folder / "data"), "--out", str(self.folder / "one.json"), "--duplicates"])
        self.assertEqual((code, "--duplicates compares reference and custom tasks" in err.getvalue()), (2, True))

    def test_a_root_without_tasks(self):
        """The advice makes reference tasks, those named or all."""
        for named, wanted in (((), "all"), (("paws", "nevir"), "paws nevir")):
            code, _, err = made.run(overlap, *named, "--root", self.folder / "none", "--out", self.folder / "one.json", "--duplicates")
            self.assertEqual((code, "regenerate.py" in err), (2, False))
            self.assertIn(f"reference/rebuild.py {wanted} cache --out {self.folder / 'none'}`, or name another data root with --root\n", err)

    def test_chain(self):
        """The third is like the second alone, which goes: the third stays."""
        self.task("paws", *((text("a", 40, start), "yes") for start in (0, 4, 8)))
        self.assertEqual(self.listed()[1], {"paws:00001": "repeats paws:00000"})

    def test_queries(self):
        """Queries share passages and stay; one without a relevant judged passage goes."""
        ask = {"type": "score", "instructions": "How relevant?", "criteria": ["not", "fully"]}
        rows = [items.Item(f"rerank_scifact:{n:05d}", text("a", 30), ask, ("0", "1"), relevance=0, query=f"q{n // 2}", ideal=float(n < 2)) for n in range(4)]
        made.write_task(self.folder / "data", "rerank_scifact", rows, track="reference", metric="ndcg@10", layer="G", chance=0.5)
        self.assertEqual(self.listed()[1], {"rerank_scifact:00002": "no judged passage of its query is relevant"})


if __name__ == "__main__":
    unittest.main()
