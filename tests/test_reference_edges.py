"""The shared edges of the reference track: reading damaged and changed files, the choice of a form, the draw, repetitions, rebuild.py."""
from __future__ import annotations

import contextlib
import errno
import io
import json
import shutil
import subprocess
import sys
import unittest
from collections import Counter
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import cards, items
from reference import building, cases, readers, readme, rebuild, sampling, sources, store
from reference.sources import COPY, DERIVED, OFFICIAL, SAMPLE, Address, File, Form, Source, SourceError
from scoring import check_data, tasks
from tests import made, made_sources, reference_case

ROOT = Path(__file__).resolve().parent.parent
ASK = items.noul("Is it so?", "it is", "it is not")


def content(name: str, data: bytes) -> readers.Content:
    return readers.Content(name, lambda: io.BytesIO(data))


def case(key: str, state: str, gold: str = "yes", **more) -> cases.Case:
    return cases.Case(key, state, ASK, gold, **more)


class Reading(unittest.TestCase):
    def fails(self, reader, name: str, data: bytes, *words: str) -> None:
        with self.assertRaises(SourceError) as caught:
            list(reader(content(name, data)))
        for word in (name, *words):
            self.assertIn(word, str(caught.exception))

    def test_csv(self):
        """A byte order mark, quotes, line breaks in a cell and a preamble of two lines."""
        data = "\ufeffabout\n,,\na,b\n1,\"x, \"\"y\"\"\nz\"\n".encode("utf-8")
        self.assertEqual(list(readers.csv_rows(("b",), skip=2)(content("t.csv", data))), [{"b": 'x, "y"\nz'}])

    def test_csv_damage(self):
        self.fails(readers.csv_rows(("a",)), "t.csv", b"a,b\n1,2\n3\n", ":3", "1 columns, the header has 2")
        self.fails(readers.csv_rows(("a",)), "t.csv", b'a,b\n1,"open\n', "cut")
        self.fails(readers.csv_rows(("a",)), "t.csv", b"", "no header")
        self.fails(readers.csv_rows(("c",)), "t.csv", b"a,b\n1,2\n", "no field 'c', found a, b")
        self.fails(readers.csv_rows(("a",)), "t.csv", b"a\n\xff\n", "not UTF-8 at byte 2")

    def test_mac_roman(self):
        """Byte 8e is an e with an acute accent in Mac Roman."""
        data = "a\ncaf".encode() + b"\x8e " + "é\n".encode("utf-8")
        self.assertEqual(list(readers.csv_rows(("a",), errors="mac_roman")(content("t.csv", data))), [{"a": "café é"}])

    def test_long_cell(self):
        """A cell above the limit of the csv module, 131,072 characters."""
        self.assertEqual(len(next(readers.csv_rows(("a",))(content("t.csv", b"a\n" + b"x" * 200000 + b"\n")))["a"]), 200000)

    def test_json(self):
        self.assertEqual(list(readers.json_lines(("a",), ("b",))(content("t.jsonl", b'{"a": 1, "z": 2}\n\n{"a": 3, "b": 4}'))), [{"a": 1}, {"a": 3, "b": 4}])
        self.assertEqual(list(readers.json_list(("a",), key="rows")(content("t.json", b'{"rows": [{"a": "x\xe2\x80\xa8y"}]}'))), [{"a": "x\u2028y"}])
        self.fails(readers.json_lines(("a",)), "t.jsonl", b'{"a": 1}\n{"a": ', ":2", "cut")
        self.fails(readers.json_list(("a",)), "t.json", b'[{"a": 1}, 7]', "record 2", "not an object")
        self.fails(readers.json_list(("a",)), "t.json", b'{"rows": []}', "no array")
        self.fails(readers.json_list(("a",), key="data"), "t.json", b'{"rows": []}', "no field 'data'")

    def test_archives(self):
        """Members are found by pattern in zip and tar; a path that points outside is only a name."""
        reader = readers.member("*.txt", readers.texts)
        members = {"../../outside.txt": b"one", "b/two.txt": b"two", "c.csv": b"three"}
        for name, data in (("a.zip", made_sources.zipped(members)), ("a.tar.gz", made_sources.tarred(members))):
            self.assertEqual(list(reader(content(name, data))), [{"name": "../../outside.txt", "text": "one"}, {"name": "b/two.txt", "text": "two"}])
            self.fails(readers.member("*.tsv", readers.texts), name, data, "no member *.tsv")
            for part in (3, 2):
                self.fails(reader, name, data[:len(data) * part // 4], "cut or damaged")

    def test_damaged_member(self):
        """A zip whose directory is whole but whose member was changed."""
        data = bytearray(made_sources.zipped({"a.txt": b"hello " * 200}))
        data[40] ^= 0xFF
        self.fails(readers.member("*.txt", readers.texts), "a.zip", bytes(data), "damaged")

    def test_damaged_directory(self):
        """A zip whose directory names another method, another place, or a name that is no UTF-8: zipfile raises other errors for each."""
        data = made_sources.zipped({"a.txt": b"hello " * 200})
        head = data.index(b"PK\x01\x02")
        for place, change in ((head + 10, b"\x63"), (len(data) - 6, b"\xff\xff\xff\x00"), (head + 42, b"\x00\xff"), (head + 8, b"\x01"), (head + 9, b"\x08")):
            damaged = bytearray(data)
            damaged[place:place + len(change)] = change
            if place == head + 9:
                damaged[head + 46] = 0xFF
            self.fails(readers.member("*.txt", readers.texts), "a.zip", bytes(damaged), "damaged")

    def test_parquet(self):
        """Without pyarrow the message says what to install; with it, a cut file is named."""
        with mock.patch.dict(sys.modules, {"pyarrow": None}):
            self.fails(readers.parquet_rows(("a",)), "t.parquet", b"PAR1", "pyarrow")
        if not made_sources.has_pyarrow():
            self.skipTest("pyarrow is not installed; its own reading is not tested")
        data = made_sources.parquet([{"a": number, "b": "x"} for number in range(1000)])
        self.assertEqual(list(readers.parquet_rows(("a",))(content("t.parquet", data)))[999], {"a": 999})
        self.fails(readers.parquet_rows(("c",)), "t.parquet", data, "no field 'c'")
        self.fails(readers.parquet_rows(("a",)), "t.parquet", data[:len(data) // 2], "damaged")
        data = made_sources.parquet([{"a": "needle"}])
        self.fails(readers.parquet_rows(("a",)), "t.parquet", data.replace(b"needle", b"n\xffedle"), "damaged")


class Drawing(unittest.TestCase):
    MADE = [case(f"k{number}", f"text {number}", "yes" if number % 3 else "no", group=f"g{number // 2}", stratum="ab"[number % 2]) for number in range(12)]

    def draw(self, made=None, is_complete=True, **more) -> list:
        made = self.MADE if made is None else made
        one = sampling.Draw("because", **more)
        return sampling.drawn("t", one, sampling.whole_units(one, made, made)[0], is_complete)

    def test_sizes(self):
        """Of 12 cases four are `no` and six lie in each stratum."""
        self.assertEqual(len(self.draw()), 12)
        self.assertEqual(len(self.draw(size=5)), 5)
        self.assertEqual(Counter(one.gold for one in self.draw(size=3, over="gold")), {"yes": 3, "no": 3})
        self.assertEqual(Counter(one.gold for one in self.draw(size={"yes": 2, "no": 4}, over="gold")), {"yes": 2, "no": 4})
        self.assertEqual(Counter(one.gold for one in self.draw(size=5, over="gold")), {"yes": 5, "no": 4})
        self.assertEqual(Counter(one.stratum for one in self.draw(size=2, over="stratum")), {"a": 2, "b": 2})

    def test_groups(self):
        drawn = self.draw(size=2, unit="group")
        self.assertEqual(sorted(Counter(one.group for one in drawn).values()), [2, 2])

    def test_order_of_the_file(self):
        """Which cases are drawn does not depend on where they stand."""
        self.assertEqual({one.key for one in self.draw(size=5)}, {one.key for one in self.draw(self.MADE[::-1], size=5)})

    def test_parts(self):
        """A part that is not in the draw stops it; one that is not in the source only where that is whole."""
        for size, is_complete in (({"yes": 2}, True), ({"yes": 2}, False), ({"yes": 1, "no": 1, "maybe": 1}, True)):
            with self.assertRaises(SourceError):
                self.draw(size=size, over="gold", is_complete=is_complete)
        self.assertEqual(len(self.draw(size={"yes": 1, "no": 1, "maybe": 1}, over="gold", is_complete=False)), 2)
        with self.assertRaises(SourceError):
            sampling.check(sampling.Draw("because", {"yes": 1}))

    def test_broken_groups(self):
        """A group that lost a member goes as a whole where groups are drawn, and only there."""
        one = sampling.Draw("because", unit="group")
        units, left = sampling.whole_units(one, self.MADE, self.MADE[1:])
        self.assertEqual((sum(map(len, units.values())), sum(left.values())), (10, 1))
        units, left = sampling.whole_units(sampling.Draw("because"), self.MADE, self.MADE[1:])
        self.assertEqual((len(units), sum(left.values())), (11, 0))


class Cases(unittest.TestCase):
    def test_distinct(self):
        """Of equal cases the first stays; contradicting ones all go; passages of queries are left alone."""
        made = [case("1", "A b"), case("2", "a  B"), case("3", "c"), case("4", "C", "no"), case("5", "d")]
        kept, left = cases.distinct(made)
        self.assertEqual([one.key for one in kept], ["1", "5"])
        self.assertEqual(left, {"the same text again": 1, "the same text with another label": 2})
        passages = [case(str(number), "same", None, relevance=number % 2, query="q") for number in range(4)]
        self.assertEqual(cases.distinct(passages), (passages, Counter()))

    def test_convert(self):
        def convert(record):
            if record == "odd":
                raise cases.LeftOut("is odd")
            return [case(f"{record}/1", "x"), case(f"{record}/2", "y")]
        made, left = cases.converted(["a", "odd", "odd"], convert)
        self.assertEqual(([one.key for one in made], left), (["a/1", "a/2"], {"is odd": 2}))
        for bad, words in ((lambda record: case("k", "x"), "record k comes twice"), (lambda record: case(record, " "), "its state is empty"),
                           (lambda record: case(record, "x", "maybe"), "label 'maybe' is none of"),
                           (lambda record: case(record, "\ud800"), "half of a surrogate pair"),
                           (lambda record: case(record, "x", domain="\ud800"), "half of a surrogate pair"), (lambda record: case(7, "x"), "its key 7 is no text"),
                           (lambda record: case(record, "x", stratum=True), "its stratum True is no text"),
                           (lambda record: case(record, cases.sections(("Step 1", "x" if record == "a" else 7))), "^record 2: Step 1: found 7, expected a text"),
                           (lambda record: case(record, "x", cases.label({}, "y", f"row {record}")), "^row a: label 'y'"),
                           (lambda record: record["a"], r"record 1 \('a'\): a value is not of the kind that the builder reads \(TypeError: "),
                           (lambda record: (case(record, part.strip()) for part in ("x", None)), r"record 1 \('a'\): .*'NoneType' object has no attribute 'strip'")):
            with self.assertRaisesRegex(SourceError, words):
                cases.converted(["a", "b"], bad)

    def test_helpers(self):
        self.assertEqual(cases.sections(("A", " x "), ("B", "y")), "A:\nx\n\nB:\ny")
        for empty in (" ", None):
            with self.assertRaises(cases.LeftOut):
                cases.sections(("A", "x"), ("B", empty))
        with self.assertRaisesRegex(SourceError, "B: found 7, expected a text"):
            cases.sections(("A", "x"), ("B", 7))
        self.assertEqual(cases.label({"1": "yes"}, "1", "row"), "yes")
        for value in ("2", ["1"], None):
            with self.assertRaises(SourceError):
                cases.label({"1": "yes"}, value, "row")
        self.assertEqual(sorted(cases.order("t", "k", "abc")), ["a", "b", "c"])
        firsts = Counter(cases.order("t", str(number), "ab")[0] for number in range(1000))
        self.assertLess(abs(firsts["a"] - 500), 64)  # four standard errors of 16

    def test_numbers(self):
        """Ids by place, groups in order of appearance, the passages of a query together in their order."""
        rows = cases.number("t", [case(str(number), f"x{number}", group=f"source {number % 2}") for number in range(6)])
        self.assertEqual(([row.id for row in rows][-1], rows[0].group, {row.group for row in rows}), ("t:00005", "t:g0000", {"t:g0000", "t:g0001"}))
        passages = [case(f"{query}{place}", f"{place}", None, relevance=0, ideal=1.0, query=query) for query in "abc" for place in range(4)]
        rows = cases.number("t", passages)
        self.assertEqual([row.state for row in rows], ["0", "1", "2", "3"] * 3)


class Forms(reference_case.ReferenceCase):
    ROWS = readers.json_lines(("a",))
    FORMS = (Form(OFFICIAL, (File("whole.jsonl", Address("http://127.0.0.1:9/whole.jsonl")),), ROWS), Form(SAMPLE, (File("part.jsonl"),), ROWS, "a part"))

    def test_order(self):
        """The best form on disk is taken; offline nothing is fetched; a form without files is the last resort."""
        source = Source("s", self.FORMS)
        reference_case.write_files(self.folder / "source", "t", {"part.jsonl": b'{"a": 1}\n'})
        self.assertEqual(store.find(self.stock("source"), "t", source).kind, SAMPLE)
        reference_case.write_files(self.folder / "source", "t", {"whole.jsonl.gz": made_sources.packed(b'{"a": 2}\n')})
        given = store.find(self.stock("source"), "t", source)
        self.assertEqual((given.kind, list(given.read())), (OFFICIAL, [{"a": 2}]))
        with self.assertRaises(SourceError) as caught:
            store.find(self.stock("empty"), "t", source)
        self.assertIn("whole.jsonl (official); or part.jsonl (sample); run without --offline", str(caught.exception))
        empty = Source("s", (*self.FORMS, Form(SAMPLE, (), readers.nothing, "nothing")))
        self.assertEqual(list(store.find(self.stock("empty"), "t", empty).read()), [])

    def test_folder(self):
        """A source may lie in the folder of another task."""
        reference_case.write_files(self.folder / "source", "other", {"part.jsonl": b'{"a": 1}\n'})
        self.assertEqual(store.find(self.stock("source"), "t", Source("s", self.FORMS, folder="other")).kind, SAMPLE)


class Rebuild(reference_case.ReferenceCase):
    def run_it(self, *args: str):
        """(exit code, standard output, standard error) of rebuild.py over made-up sources, pins put aside."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = rebuild.main([*args, "--source", str(self.folder / "source"), "--out", str(self.folder / "data"), "--offline"])
        return code, out.getvalue(), err.getvalue()

    def setUp(self):
        super().setUp()
        (self.folder / "source").mkdir()
        load = building.load
        def loaded(task):
            return load(task)._replace(sources=reference_case.without_hashes(load(task).sources))
        patch = mock.patch.object(building, "load", loaded)
        patch.start()
        self.addCleanup(patch.stop)

    def put(self, task: str) -> None:
        made = reference_case.made_of(task)
        reference_case.write_files(self.folder / "source", task, made.PACKS[0](made.ROWS))

    def test_unpinned(self):
        """A hash that the source table does not know is printed, and the task is marked."""
        self.put("nevir")
        code, out, err = self.run_it("nevir", str(self.folder / "cache"))
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, r"nevir: unpinned: test\.jsonl: SHA-256 [0-9a-f]{64} \(\d+ bytes\), never seen before")
        card = json.loads((self.folder / "data/tasks/nevir/task.json").read_text(encoding="utf-8"))
        self.assertIn("Unpinned: no hash of test.jsonl was known", card["note"])
        self.assertRegex(out, card["source"][0]["sha256"])

    def test_one_item(self):
        self.put("nevir")
        build = building.build
        with mock.patch.object(building, "build", lambda *given: build(*given)._replace(rows=build(*given).rows[:1])):
            self.assertIn("nevir: 1 item in ", self.run_it("nevir", str(self.folder / "cache"))[1])

    def test_failure_leaves_nothing(self):
        """A task that fails writes no folder, is named, and the others are built; the exit code is 2."""
        self.put("nevir")
        reference_case.write_files(self.folder / "source", "paws", {"paws_wiki_labeled_final.tar.gz": b"cut"})
        code, out, err = self.run_it("paws", "nevir", str(self.folder / "cache"))
        self.assertEqual(code, 2)
        self.assertIn("rebuild.py: error: paws: paws_wiki_labeled_final.tar.gz: is a cut or damaged archive", err)
        self.assertIn("1 of 2 tasks built; not built: paws", out)
        self.assertEqual([path.name for path in (self.folder / "data/tasks").iterdir()], ["nevir"])

    def test_full_disk(self):
        """Where the new files cannot be written, the old folder stays whole and nothing is left beside it."""
        self.put("nevir")
        self.run_it("nevir", str(self.folder / "cache"))
        folder = self.folder / "data/tasks/nevir"
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        with mock.patch.object(rebuild.cards, "write_folder", side_effect=OSError(errno.ENOSPC, "No space left on device")):
            code, _, err = self.run_it("nevir", str(self.folder / "cache"))
        self.assertEqual(code, 2)
        self.assertIn(f"{folder}: cannot be written (No space left on device)", err)
        self.assertEqual({path.name: path.read_bytes() for path in folder.iterdir()}, before)
        self.assertEqual([path.name for path in folder.parent.iterdir()], ["nevir"])

    def test_killed(self):
        """Wherever the process ends while a folder is written, the folder is the old one, the new one, or not there; the next run clears what is left."""
        self.put("nevir")
        folder = self.folder / "data/tasks/nevir"
        new, old = {"items.jsonl": b"new", "README.md": b"new", "task.json": b"new"}, dict.fromkeys(("items.jsonl", "README.md", "task.json"), b"old")
        script = f"import os, sys; sys.path.insert(0, {str(ROOT)!r})\nfrom pathlib import Path\nfrom generators import cards\nleft = int(sys.argv[1])\n"
        script += "def replace(*names, move=os.replace):\n    global left\n    left -= 1\n    move(*names) if left >= 0 else os._exit(9)\n"
        script += f"os.replace = replace\ncards.replace_folder(Path({str(folder)!r}), {new!r})\n"
        for is_there in (False, True):
            for moves in range(6):
                shutil.rmtree(folder.parent, ignore_errors=True)
                if is_there:
                    cards.replace_folder(folder, old)
                done = subprocess.run([sys.executable, "-c", script, str(moves)], check=False)
                found = {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}
                self.assertEqual(done.returncode, 0 if moves == 5 or (moves == 4 and not is_there) else 9)
                self.assertIn(found, (old, new) if is_there and moves != 4 else ({}, new))
                self.assertEqual(items.list_tasks(self.folder / "data"), ["nevir"] if found else [])
                self.assertEqual(self.run_it("nevir", str(self.folder / "cache"))[0], 0)
                self.assertEqual([path.name for path in folder.parent.iterdir()], ["nevir"])

    def test_old_folder_comes_back(self):
        """An old folder that was moved away by a process that was killed comes back where no new one can be written."""
        self.put("nevir")
        self.run_it("nevir", str(self.folder / "cache"))
        folder = self.folder / "data/tasks/nevir"
        folder.rename(folder.with_name(f".nevir.{made.ended_process()}.old"))
        with mock.patch.object(rebuild.cards, "write_folder", side_effect=OSError(errno.ENOSPC, "No space left on device")):
            self.assertEqual(self.run_it("nevir", str(self.folder / "cache"))[0], 2)
        self.assertEqual([path.name for path in folder.parent.iterdir()], ["nevir"])

    def test_other_files(self):
        """A folder that holds anything else, hidden or not, is not replaced; what a killed program left of a file of the task goes."""
        self.put("nevir")
        folder = self.folder / "data/tasks/nevir"
        for name in ("notes.txt", ".notes", ".items.jsonl.tmp"):
            reference_case.write_files(self.folder / "data/tasks", "nevir", {name: b"mine"})
            code, _, err = self.run_it("nevir", str(self.folder / "cache"))
            self.assertEqual(code, 2)
            self.assertIn(f"nevir: holds {name}, which no task has; move that away", err)
            self.assertEqual([path.name for path in folder.iterdir()], [name])
            (folder / name).unlink()
        (folder / ".items.jsonl.123.tmp").write_bytes(b"{")
        self.assertEqual(self.run_it("nevir", str(self.folder / "cache"))[0], 0)
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["README.md", "items.jsonl", "task.json"])

    def test_other_files_are_seen_first(self):
        """Before anything is fetched or built, and before a hash is written into the release."""
        self.put("nevir")
        reference_case.write_files(self.folder / "data/tasks", "nevir", {"notes.txt": b"mine"})
        with self.released({}), mock.patch.object(building.Built, "unknown_files", []):
            code, out, err = self.run_it("nevir", str(self.folder / "cache"), "--record")
            self.assertEqual((code, out, "holds notes.txt" in err, tasks.read_json(self.folder / "releases/1.1/reference.json")), (2, "", True, {}))
            (self.folder / "source/nevir/test.jsonl").unlink()
            self.assertIn("holds notes.txt", self.run_it("nevir", str(self.folder / "cache"))[2])

    def test_a_link(self):
        """Where the task folder is a link, what it leads to is replaced, also where that is not there yet."""
        self.put("nevir")
        folder, disk = self.folder / "data/tasks/nevir", self.folder / "disk/nevir"
        folder.parent.mkdir(parents=True)
        folder.symlink_to(disk)
        for _ in range(2):
            self.assertEqual(self.run_it("nevir", str(self.folder / "cache"))[0], 0)
            self.assertEqual((folder.is_symlink(), items.list_tasks(self.folder / "data")), (True, ["nevir"]))
            self.assertEqual([path.name for path in (*folder.parent.iterdir(), *disk.parent.iterdir())], ["nevir", "nevir"])
        folder.unlink()
        folder.symlink_to(folder)
        code, _, err = self.run_it("nevir", str(self.folder / "cache"))
        self.assertEqual((code, "cannot be written" in err, err.count("\n")), (2, True, 1), err)

    def test_two_at_once(self):
        """A process that replaces the same folder meanwhile neither mixes files in nor takes any away; the later one stays."""
        folder, write = self.folder / "data/tasks/nevir", cards.write_folder
        script = f"import sys; sys.path.insert(0, {str(ROOT)!r})\nfrom pathlib import Path\nfrom generators import cards\n"
        script += f"cards.replace_folder(Path({str(folder)!r}), {{'items.jsonl': b'theirs', 'README.md': b'theirs'}})\n"

        def write_both(part, files):
            write(part, files)
            subprocess.run([sys.executable, "-c", script], check=True)
        for _ in range(2):
            with mock.patch.object(cards, "write_folder", write_both):
                cards.replace_folder(folder, {"items.jsonl": b"ours", "README.md": b"ours"})
            self.assertEqual({path.name: path.read_bytes() for path in folder.iterdir()}, {"items.jsonl": b"ours", "README.md": b"ours"})
            self.assertEqual([path.name for path in folder.parent.iterdir()], ["nevir"])

    def released(self, marks: dict, dropped=None):
        """A folder of releases that holds these marks, and lists for 1.3."""
        for version in check_data.VERSIONS:
            items.write_json(self.folder / "releases" / version / "reference.json", marks if version == "1.1" else {})
        items.write_json(self.folder / "releases/1.3/dropped.json", dropped or {})
        return mock.patch.object(check_data, "RELEASES", self.folder / "releases")

    def test_differs(self):
        """Pinned items that are not the released ones: exit code 1. Here the pins are put aside by saying that all are known."""
        self.put("nevir")
        with self.released({"nevir": {"sha256": "0" * 64, "bytes": 1, "items": 4}}), mock.patch.object(building.Built, "unknown_files", []):
            code, out, _ = self.run_it("nevir", str(self.folder / "cache"))
            self.assertEqual(code, 1)
            self.assertIn("DIFFERS from release 1.1", out)
            code, _, _ = self.run_it("nevir", str(self.folder / "cache"), "--record")
            self.assertEqual(code, 0)

    def test_version(self):
        """Release 1.3 leaves out the whole pair of a dropped item; the card's counts follow."""
        self.put("nevir")
        with self.released({}, {"nevir": ["nevir:00000"]}):
            code, out, _ = self.run_it("nevir", str(self.folder / "cache"), "--version", "1.3")
        card = json.loads((self.folder / "data/tasks/nevir/task.json").read_text(encoding="utf-8"))
        self.assertEqual((code, card["items"], card["groups"], card["release"]), (0, 2, 1, "1.3"))

    def test_the_tables_of_the_page_are_current(self):
        page = readme.PAGE.read_text(encoding="utf-8")
        self.assertEqual(page, readme.filled(page, readme.PAGE), "python3 reference/readme.py writes them anew")

    def test_forms(self):
        """A form that is not the owner's says what it stands for; only whole and unchanged ones with known hashes have a released one."""
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in rebuild.list_forms().splitlines()[2:]]
        known = {task: building.load(task).sources for task in building.read_facts() if building.has_builder(task)}
        self.assertEqual([row[:3] for row in rows], [[task, source.name, form.kind] for task, found in known.items() for source in found for form in source.forms])
        self.assertEqual([row for row in rows if not row[4] or (row[2] != OFFICIAL and row[4] == "the owner's files")], [])
        by_form = {(row[0], row[1], row[2]): row[3:] for row in rows}
        self.assertEqual(by_form["nevir", "rows", SAMPLE], ["nevir_test_1000.jsonl", "a third party's sample of 1,000 of the 1,383 test rows", "no"])
        pins = {("a", None): "once its hashes are known", ("a",): "yes"}
        for kind, texts in ((OFFICIAL, pins), (COPY, pins), (DERIVED, dict.fromkeys(pins, "no")), (SAMPLE, dict.fromkeys(pins, "no"))):
            for hashes, text in texts.items():
                self.assertEqual(sources.released(Form(kind, tuple(File("f", None, one) for one in hashes), None)), text)

    def test_words(self):
        self.assertEqual(self.run_it("nevir")[0], 2)
        self.assertIn("no builder for 'nevirr'", self.run_it("nevirr", str(self.folder))[2])
        for last in ("paws", "all"):
            self.assertIn(f"the last word is the cache folder, and {last} is a task", self.run_it("nevir", last)[2])
        for table in rebuild.LISTS:
            code, out, _ = self.run_it("--list", table)
            self.assertEqual(code, 0)
            self.assertIn("| nevir |", out)


if __name__ == "__main__":
    unittest.main()
