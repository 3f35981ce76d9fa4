"""overlap.py --train: what training files hold is found whatever it is wrapped in, what only looks like it is not, and the list can be applied."""
from __future__ import annotations

import contextlib
import csv
import doctest
import gzip
import io
import json
import os
import random
import sys
import tempfile
import threading
import tracemalloc
import types
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import canary, overlap, training
from generators import items
from scoring import derive_v13
from tests import made

FILLER = "Nothing of any item stands in these lines, which go on and on.\n"
QUESTION = "who wrote the old song about grey ships"
"""Eight words: four runs."""


def load_tests(loader, found, pattern):
    """The unit tests and the examples in docstrings."""
    found.addTests(doctest.DocTestSuite(training))
    return found


def words(name: str, count: int) -> str:
    """So many words of a text's own."""
    return " ".join(f"{name}word{number}" for number in range(count))


class Case(unittest.TestCase):
    """A data root with one task, and training files."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def root(self, *states, task="paws", **more):
        """Write a task with these states; its ids are paws:00000 and on."""
        rows = [made.noul_item(task, n, "yes", level=None)._replace(state=state, group=more.get("group")) for n, state in enumerate(states)]
        made.write_task(self.folder / "data", task, rows, track="reference", metric="accuracy", layer="G", chance=0.5)

    def train(self, *texts, options=()):
        """(exit code, numbers of the items found, standard output, standard error) of overlap.py on training files of these texts or bytes."""
        names = []
        for number, text in enumerate(texts):
            names.append(self.folder / f"train{number}")
            names[-1].write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = overlap.main(["--root", str(self.folder / "data"), "--out", str(self.folder / "drop.json"), *options, "--train", *map(str, names)])
        dropped = derive_v13.read_list(self.folder / "drop.json") if (self.folder / "drop.json").exists() else {}
        return code, sorted(int(name[-5:]) for ids in dropped.values() for name in ids), out.getvalue(), err.getvalue()

    def found(self, *texts, options=()):
        return self.train(*texts, options=options)[1]


class Finding(Case):
    def test_wrappings(self):
        """An item of two sections is found in plain text, other letter case, JSON, HTML, gz, and across pieces."""
        first, second = "The cat's tail, \"long\" and\n\tgrey, was seen by all of us.", "Nobody saw the small café behind the northern wall that day."
        self.root(f"Sentence 1:\n{first}\n\nSentence 2:\n{second}")
        row = json.dumps({"a": first, "b": second})
        for name, text in (("plain", f"{first}\n{second}"), ("upper", f"{first} {second}".upper()), ("json", row), ("json in json", json.dumps({"c": row})),
                           ("html", f"<p>{first}</p><br/>{second}".replace('"', "&quot;")), ("gz", gzip.compress(row.encode())),
                           *((f"at {at}", "x" * (canary.PIECE - at - 1) + " " + row) for at in (0, 1, 60, 140, 200)),
                           ("third piece", FILLER * (3 * canary.PIECE // len(FILLER)) + row)):
            with self.subTest(name=name):
                self.assertEqual(self.found(text), [0])
        self.assertEqual(self.found(FILLER * 9000), [])

    def test_share(self):
        """Of 24 words 20 runs: 14 words in a row hold 10 of them, 13 hold 9; 17 words hold 13, which is 65 %."""
        text = words("a", 24)
        self.root(text)
        prefix = {count: " ".join(text.split()[:count]) for count in (13, 14, 16, 17)}
        self.assertEqual([self.found(prefix[count]) for count in (13, 14)], [[], [0]])
        self.assertEqual([self.found(prefix[count], options=("--share", "65")) for count in (16, 17)], [[], [0]])

    def test_stretch(self):
        """Sixteen of 32 runs in two halves of 12 words: found where at most 72 words lie from the first run to the last, else not."""
        text = words("a", 36).split()
        self.root(" ".join(text))
        # the last run of the second half begins 7 words after its start: 12 + filler + 7 words after the first
        apart = {count: " ".join([*text[:12], words("filler", count), *text[-12:]]) for count in (53, 54)}
        self.assertEqual([self.found(apart[count]) for count in (53, 54)], [[0], []])

    def test_short_items_need_all_their_runs(self):
        self.root(f"Question:\n{QUESTION}?")
        self.assertEqual(self.found(QUESTION), [0])
        self.assertEqual(self.found(QUESTION.rpartition(" ")[0], QUESTION.partition(" ")[2]), [])
        self.root(words("a", 5))
        self.assertEqual(self.found(words("a", 5)), [0])
        self.assertIn(",the one run of 5 words looked for stands in ", (self.folder / "drop.csv").read_text())

    def test_too_short(self):
        """Four words hold no run: counted, never found."""
        self.root("Question:\nWho wrote this song?", QUESTION)
        code, found, out, _ = self.train("Question: Who wrote this song?\n" + QUESTION)
        self.assertEqual((code, found), (1, [1]))
        self.assertIn("1 of 1 found, 1 too short to be looked for", out)

    def test_common_text(self):
        """What more than 50 items hold finds none of them, where they have text of their own; what 50 hold does."""
        policy = words("policy", 60)
        self.root(*(f"Policy:\n{policy}\n\nPrompt:\n{words(f'p{number}', 12)}" for number in range(51)))
        self.assertEqual(self.found(policy), [])
        self.assertEqual(self.found(words("p7", 12)), [7])
        self.root(*(f"Policy:\n{policy}\n\nPrompt:\n{words(f'p{number}', 12)}" for number in range(50)))
        self.assertEqual(self.found(policy), list(range(50)))

    def test_rows_of_numbers(self):
        """Runs with fewer than eight letters are not looked for."""
        self.root("Add them: 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 gives what in the end please")
        self.assertEqual(self.found("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"), [])

    def test_once(self):
        """An item is named with the first file that holds it."""
        self.root(QUESTION)
        _, _, out, err = self.train(FILLER + QUESTION, QUESTION)
        self.assertEqual(("train0: 1 item found, " in err, "train1: 0 items found, " in err, "overlap.py: 1 item found in " in out), (True, True, True))
        with open(self.folder / "drop.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], ["task", "id", "reason"])
        self.assertEqual(rows[1][:2], ["paws", "paws:00000"])
        self.assertIn(f"4 of the 4 runs of 5 words looked for stand together in {self.folder / 'train0'} near byte ", rows[1][2])
        self.assertEqual(len(rows), 2)


def plainly_held(wanted, pieces) -> list:
    """What a search must show, from the definition: each piece read together with the one before, run by run, markup found by the pattern of canary.py."""
    def runs_in(data):
        words = canary.MARKUP.sub(b" ", data).translate(training.LOWER).split()
        return [hash(tuple(words[at:at + training.WORDS])) for at in range(len(words) - training.WORDS + 1)]
    held, found, before = [], set(), b""
    for place, data in pieces:
        runs = runs_in(before + data)
        for number in sorted(set(range(len(wanted))) - found):
            one = wanted[number]
            places = [(at, run) for at, run in enumerate(runs) if run in one.runs]
            together = max((len({run for at, run in places[first:] if at <= places[first][0] + one.stretch}) for first in range(len(places))), default=0)
            if together >= one.needed:
                held.append(training.Held(number, together, place))
                found.add(number)
        before = data
    return held


class AgainstThePlainSearch(Case):
    MARKS = (" ", " ", " ", " ", "\n", ", ", "\\n", "\\\\u00e9", " <br /> ", "<br />", "</i> ", "&amp;", "é", '\\" ', "<b", " /> ", "\\x")

    def text(self, rng, states) -> bytes:
        """Items whole, cut and twice, among other words, parted by all sorts of marks."""
        words = []
        while len(words) < 6000:
            part = states[rng.randrange(len(states))].split()
            first = rng.randrange(len(part) // 2) if rng.random() < 0.7 else 0
            words += part[first:first + rng.randrange(len(part) // 3, len(part))] + [f"other{rng.randrange(40)}" for _ in range(rng.randrange(60))]
        return "".join(word + self.MARKS[rng.randrange(len(self.MARKS))] for word in words).encode()

    def test_same_as_plain(self):
        """Pieces of any size, also such as end inside a tag, and blocks of a few words give what the definition gives."""
        rng = random.Random(4)
        states = [words(f"s{number}", rng.randrange(9, 70)) for number in range(30)] + [f"{words('common', 20)} {words(f't{number}', 15)}" for number in range(60)]
        self.root(*states)
        wanted = training.index_of(self.folder / "data", ["paws"], 50).wanted
        total = 0
        for size in (3000, 7001, 20000):
            data = self.text(rng, states)
            with mock.patch.object(canary, "PIECE", size), mock.patch.object(training, "BLOCK", size // 9):
                pieces = list(canary.pieces(io.BytesIO(data), "made"))
                search = training.Search(training.Watch(wanted))
                held = [one for place, piece in pieces for one in search.feed(place, piece)]
            self.assertEqual(held, plainly_held(wanted, pieces))
            total += len(held)
        self.assertGreater(total, 60)

    def test_a_piece_that_ends_inside_a_tag(self):
        """The tag is no word, whichever piece it is read with."""
        self.root(QUESTION)
        wanted = training.index_of(self.folder / "data", ["paws"], 50).wanted
        first, second = QUESTION.encode().split(b" old ")
        search = training.Search(training.Watch(wanted))
        self.assertEqual(search.feed(0, first + b" <br "), [])
        self.assertEqual(search.feed(9, b"/>old " + second), [training.Held(0, 4, 9)])


class Files(Case):
    def test_exit_codes(self):
        self.root(QUESTION)
        self.assertEqual([self.train(FILLER)[0], self.train(QUESTION)[0]], [0, 1])
        self.assertEqual(json.loads((self.folder / "drop.json").read_text()), {"paws": ["paws:00000"]})

    def test_broken_gz(self):
        """What stands before the break is listed, and the exit code says that a file was not searched to its end."""
        self.root(QUESTION, words("b", 20))
        data = gzip.compress((QUESTION + "\n" + FILLER * 9000 + words("b", 20)).encode(), compresslevel=0)
        code, found, out, err = self.train(data[:-2000], FILLER)
        self.assertEqual((code, found), (2, [0]))
        self.assertIn("; 1 file not searched", out)
        self.assertIn("what was not read of it is not in the list", err)

    def test_a_list_is_kept_where_no_file_could_be_searched(self):
        (self.folder / "drop.json").write_text('{"t": ["t:00001"]}')
        self.assertEqual(self.train(b"\x00\x01" * 50)[:2], (2, [1]))
        self.assertEqual(self.train("text", options=("--out", str(self.folder / "drop.csv")))[0], 2)

    def test_unreadable(self):
        self.root(QUESTION)
        self.assertEqual(self.train(b"\x00\x01" * 50)[0], 2)
        self.assertEqual(self.train(b"BZh91AY")[0], 2)
        self.assertEqual(self.train(QUESTION)[0], 1)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as err:
            code = overlap.main(["--root", str(self.folder / "data"), "--out", str(self.folder / "drop.json"), "--train", str(self.folder / "nothing")])
        self.assertEqual((code, "nothing: No such file or directory" in err.getvalue()), (2, True))

    def listed(self, *more) -> tuple:
        """(exit code, standard error) of overlap.py with the list of the folder."""
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as err:
            code = overlap.main(["--root", str(self.folder / "data"), "--out", str(self.folder / "drop.json"), *map(str, more)])
        return code, err.getvalue()

    def test_files_without_text(self):
        """What holds nothing to search is said so, not that nothing was found; a folder is one of them."""
        self.root(QUESTION)
        for data in (b"", b" \n\n", gzip.compress(b""), "四字熟語。\n".encode() * 99, b"only four words here"):
            code, _, _, err = self.train(data)
            self.assertEqual((code, "train0: holds no text to search" in err), (2, True), err)
        code, err = self.listed("--train", self.folder)
        self.assertEqual((code, f"{self.folder}: is a folder; name the files in it" in err), (2, True), err)
        self.assertFalse((self.folder / "drop.json").exists())

    def test_an_empty_file_among_others(self):
        """It is a warning, and the exit code is that of the others."""
        self.root(QUESTION)
        for text, expected in ((FILLER, (0, [])), (QUESTION, (1, [0]))):
            code, found, out, err = self.train("", text)
            self.assertEqual((code, found), expected)
            self.assertRegex(err, r"overlap.py: warning: \S*train0: holds no text to search: 0 bytes with fewer than 5 words of ASCII letters or digits\n$")
            self.assertNotIn("not searched", out)
        code, _, _, err = self.train("", b"\x00\x01" * 50)
        self.assertEqual((code, "train0: holds no text" in err, "train1: " in err, "no file could be searched" in err), (2, True, True, True), err)

    def test_broken_lines_are_searched(self):
        self.root(QUESTION)
        self.assertEqual(self.train('{"a": "cut\n{"b": "' + QUESTION + '\n')[:2], (1, [0]))

    def test_a_file_named_twice(self):
        self.root(QUESTION)
        self.assertNotIn("more than once", self.train(QUESTION)[3])
        code, err = self.listed("--train", self.folder / "train0", self.folder / "train0")
        self.assertEqual((code, "train0: is named more than once and searched once" in err, err.count("MB/s")), (1, True, 1), err)

    def test_a_pipe_is_read_from_its_first_byte(self):
        self.root(QUESTION)
        os.mkfifo(self.folder / "pipe")
        threading.Thread(target=(self.folder / "pipe").write_bytes, args=(QUESTION.encode(),), daemon=True).start()
        self.assertEqual(self.listed("--train", self.folder / "pipe")[0], 1)

    def test_files_of_others_are_not_replaced(self):
        """The list replaces a list and its table alone; --out without a list to make is refused."""
        self.root(QUESTION)
        for name, text in (("drop.json", '{"a": 1}'), ("drop.json", "no JSON"), ("drop.csv", "id,label\n1,2\n"), ("drop.csv", "")):
            (self.folder / name).write_text(text)
            for asked in (["--duplicates"], ["--train", self.folder / name]):
                code, err = self.listed(*asked)
                self.assertEqual((code, f"{name}: is there and was not written by this program" in err), (2, True), err)
            self.assertEqual((self.folder / name).read_text(), text)
            (self.folder / name).unlink()
        self.assertEqual([self.train(QUESTION)[0], self.train(QUESTION)[0]], [1, 1])
        code, err = self.listed()
        self.assertEqual((code, "--out is the list of --train or --duplicates" in err), (2, True), err)

    def test_a_full_disk(self):
        """Neither the list nor its table is replaced where one of them finds no place."""
        self.root(QUESTION)
        self.train(QUESTION)
        before = {name: (self.folder / name).read_bytes() for name in ("drop.json", "drop.csv")}
        (self.folder / "other").write_text(FILLER * 9)
        write = Path.write_bytes
        for full in before:
            def failing(path, data, full=full):
                if full in path.name:
                    write(path, data[:5])
                    raise OSError(28, "No space left on device")
                return write(path, data)
            with mock.patch.object(Path, "write_bytes", failing):
                code, err = self.listed("--train", self.folder / "other")
            self.assertEqual((code, f"{full}: No space left on device" in err), (2, True), err)
            self.assertEqual({name: (self.folder / name).read_bytes() for name in before}, before)

    def test_two_roots(self):
        self.root(QUESTION)
        self.assertEqual(self.train(QUESTION, options=("--root", str(self.folder)))[0], 2)

    def test_parquet(self):
        """Texts of any depth are searched, a batch at a time; without pyarrow the message says what to install."""
        self.root(QUESTION, words("b", 20))
        with mock.patch.dict(sys.modules, {"pyarrow": None}):
            code, _, _, err = self.train(b"PAR1....")
        self.assertEqual((code, "needs the package pyarrow" in err), (2, True))
        rows = [{"n": 1, "text": FILLER}, {"turns": [{"text": QUESTION}, {"text": None}]}, {"raw": words("b", 20).encode()}]
        modules = stand_in(rows)
        with mock.patch.dict(sys.modules, modules):
            self.assertEqual(self.train(b"PAR1....")[:2], (1, [0, 1]))
        self.assertEqual(modules["pyarrow.parquet"].asked, ["text", "turns", "raw"])

    def test_broken_parquet(self):
        self.root(QUESTION)
        for error in (None, OSError("cut\nhere"), ValueError("a time"), OverflowError("a date")):
            with mock.patch.dict(sys.modules, stand_in([{"text": QUESTION}], breaks=True, error=error)):
                code, _, _, err = self.train(b"PAR1....")
            self.assertEqual((code, "train0: the parquet file is broken near row 1" in err, "cut\n" in err), (2, True, False), err)

    def test_memory(self):
        """Eight times the text takes no more memory."""
        self.root(*(words(f"q{number}", 30) for number in range(20)))
        index = training.index_of(self.folder / "data", ["paws"], 50)
        peaks = []
        for times in (1, 8):
            path = self.folder / "long.txt"
            path.write_bytes((FILLER * 30 + words("q3", 9) + "\n").encode() * (times * 500))
            watch = training.Watch(index.wanted)
            tracemalloc.start()
            training.search(str(path), watch, {})
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        self.assertLess(peaks[1], 1.1 * peaks[0])


def stand_in(rows, breaks: bool = False, error=None) -> dict:
    """Modules in the place of pyarrow that give the rows in batches of one, and then break or end; `asked` gets the columns asked for. Numbers are primitive."""
    class Broken(Exception):
        pass

    schema = [types.SimpleNamespace(name=name, type=kind) for name, kind in {name: type(value) for row in rows for name, value in row.items()}.items()]

    def batches(size, columns):
        package.parquet.asked.extend(columns)
        yield from (types.SimpleNamespace(to_pylist=lambda row=row: [row]) for row in rows)
        if breaks:
            raise error or Broken("cut")

    package = types.ModuleType("pyarrow")
    package.ArrowException = Broken
    package.types = types.SimpleNamespace(is_primitive=lambda kind: kind is int)
    package.parquet = types.ModuleType("pyarrow.parquet")
    package.parquet.asked = []
    package.parquet.ParquetFile = lambda name: types.SimpleNamespace(schema_arrow=schema, iter_batches=batches)
    return {"pyarrow": package, "pyarrow.parquet": package.parquet}


class Applied(Case):
    def test_the_list_drops_whole_groups(self):
        """Two items of one group and one of none: the one that is found takes the other of its group along."""
        rows = [made.noul_item("nevir", n, ("yes", "no")[n % 2], group=n // 2, level=None)._replace(state=words(f"n{n}", 20)) for n in range(6)]
        made.write_task(self.folder / "data", "nevir", rows, track="reference", metric="pair_accuracy", layer="G")
        self.assertEqual(self.found(words("n3", 20)), [3])
        with contextlib.redirect_stdout(io.StringIO()):
            code = derive_v13.main(["--root", str(self.folder / "data"), "--out", str(self.folder / "out"), "--drop", str(self.folder / "drop.json")])
        self.assertEqual(code, 0)
        self.assertEqual([item.id for item in items.read_items(self.folder / "out" / "tasks" / "nevir" / "items.jsonl")],
                         ["nevir:00000", "nevir:00001", "nevir:00004", "nevir:00005"])


if __name__ == "__main__":
    unittest.main()
