"""audits/canary.py finds the canary string and items of a data root in files, whatever they are wrapped in, and nothing in a fresh draw."""
from __future__ import annotations

import contextlib
import gzip
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tracemalloc
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import canary
from generators import draws, families, items, regenerate

ROOT = Path(__file__).resolve().parent.parent
FAMILY = next((name for name in ("policy_case", *families.BY_NAME) if regenerate.has_generator(name)), None)


def mixed(text: str) -> str:
    """The text with other letter case and spaces."""
    return "  \t".join(text.upper().split(" ")).replace("\n", "\r\n\r\n")


def setUpModule():
    """A data root with one real family, and its index, made once."""
    if FAMILY is None:
        raise unittest.SkipTest("no family has a generator")
    Case.folder = Path(tempfile.mkdtemp())
    unittest.addModuleCleanup(shutil.rmtree, Case.folder)
    for draw in (draws.PUBLISHED, draws.fresh(1)):
        regenerate.generate(regenerate.Job(FAMILY, draw, str(Case.folder / (draw.mark.rstrip(":") or "data")), False))
    Case.rows = items.read_items(Case.path("data"))
    Case.index = canary.index_of(Case.folder / "data")


class Case(unittest.TestCase):
    """What the tests share."""

    @classmethod
    def path(cls, root: str) -> Path:
        return items.task_folder(cls.folder / root, FAMILY) / "items.jsonl"

    def run_main(self, *files, root="data"):
        """(exit code, lines of stdout, stderr) of canary.py."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = canary.main([*map(str, files), "--root", str(self.folder / root)])
        return code, out.getvalue().splitlines(), err.getvalue()

    def file(self, name: str, data) -> Path:
        path = self.folder / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
        return path

    def groups(self, data) -> set:
        """The groups that are found in some text or bytes."""
        one, stream = canary.Search(self.index), io.BytesIO(data if isinstance(data, bytes) else data.encode("utf-8"))
        return {found.says.split(" ")[0] for _, piece in canary.pieces(stream, "x") for found in one.feed(piece)}


class Finding(Case):
    def test_the_items_file_itself(self):
        code, lines, _ = self.run_main(self.path("data"))
        self.assertEqual((code, len(lines) - 1), (1, len({item.group for item in self.rows})))

    def test_a_fresh_draw_is_not_the_release(self):
        self.assertEqual(self.run_main(self.path("s1"))[:2], (0, [f"canary.py: 0 found in 1 file, {len(self.index.names)} groups looked for"]))

    def test_one_member_in_many_wrappings(self):
        noise = "Nothing to see in this line of words, which stands here again and again.\n" * 3000
        for number in range(0, 600, 60):
            state, group = self.rows[number].state, self.rows[number].group
            texts = (state, mixed(state), noise + state + noise, noise * 2 + state, json.dumps({"text": state}),
                     json.dumps({"messages": [{"content": json.dumps({"t": state})}]}), json.dumps(state, ensure_ascii=False), f"<p>{state}</p>".replace("\n", "<br/>"))
            for place, text in enumerate(texts):
                with self.subTest(id=self.rows[number].id, wrapping=place):
                    self.assertEqual(self.groups(text), {group})

    def test_every_single_item(self):
        """Each item alone, far from its twins, is found as its own group and as no other."""
        for item in self.rows:
            self.assertEqual(self.groups(item.state), {item.group})

    def test_an_item_across_pieces(self):
        state = self.rows[0].state.encode("utf-8")
        for before in (canary.PIECE - 1, canary.PIECE - len(state) // 2, canary.PIECE - len(state)):
            self.assertEqual(self.groups(b"x " * (before // 2) + state), {self.rows[0].group})

    def test_the_canary_string(self):
        guid = canary.GUID.decode()
        for before in (0, 5, *range(canary.PIECE - 60, canary.PIECE + 10, 3), 3 * canary.PIECE - 30):
            for text in (families.CANARY, f"x{guid.upper()}x", f"x{guid}"):
                self.assertEqual(self.groups("ab " * (before // 3) + text), {"the"}, (before, text))
        self.assertEqual(self.groups(guid[:-1] + "0"), set())
        self.assertEqual(self.run_main(self.path("data").with_name("task.json"), self.path("data").with_name("README.md"))[0], 1)

    def test_each_find_names_its_line(self):
        """In the items file a group is named with the line of its first member; text that is spread over lines with the line where it begins."""
        code, lines, _ = self.run_main(self.path("data"))
        first = {}
        for number, item in enumerate(self.rows, 1):
            first.setdefault(item.group, number)
        found = dict(re.match(r".*items\.jsonl:(\d+): (\S+) \(", line).groups()[::-1] for line in lines[:-1])
        self.assertEqual({group: int(number) for group, number in found.items()}, first)
        state, filler = self.rows[5].state, "Nothing of the kind stands in this line.\n"
        for before in (0, 1, 7, canary.PIECE // len(filler) - 10, canary.PIECE // len(filler) - 2, 3 * canary.PIECE // len(filler)):
            for text in (state, families.CANARY):
                path = self.file("spread.txt", filler * before + text + "\n" + filler * 9)
                with self.subTest(before=before, text=text[:9]):
                    number = int(re.search(r"spread\.txt:(\d+): ", self.run_main(path)[1][0])[1])
                    self.assertTrue(before + 1 <= number <= before + 1 + 6 * (text is state), number)

    def test_gz_and_standard_input(self):
        packed = self.file("x.gz", gzip.compress(self.path("data").read_bytes()))
        self.assertEqual(self.run_main(packed)[:2], self.run_main(self.path("data"))[:2][:1] + (
            [line.replace(str(self.path("data")), str(packed)) for line in self.run_main(self.path("data"))[1]],))
        for data in (packed.read_bytes(), self.rows[0].state.encode("utf-8")):
            done = subprocess.run([sys.executable, str(ROOT / "audits" / "canary.py"), "-", "--root", str(self.folder / "data")], input=data,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual((done.returncode, self.rows[0].group in done.stdout.decode()), (1, True), done.stderr)
            self.assertIn(b"MB/s", done.stderr)


class Refusing(Case):
    def test_what_is_not_text(self):
        whole = gzip.compress(self.path("data").read_bytes())
        for data, part in ((b"BZh91AY&SY", "bzip2"), (b"\x28\xb5\x2f\xfd1234", "zstd"), (b"PAR1....", "parquet"), (b"PK\x03\x04...", "zip"),
                           ("text".encode("utf-16"), "zero bytes"), (whole[:len(whole) // 2], "broken"), (b"\x1f\x8bnot gz", "broken")):
            code, lines, err = self.run_main(self.file("odd", data))
            self.assertEqual((code, part in err, "1 file not searched" in lines[-1]), (2, True, True), (part, err))
            self.assertNotIn("Traceback", err)

    def test_the_other_files_are_searched(self):
        code, lines, err = self.run_main(self.folder / "no such file", self.folder, self.file("one.txt", self.rows[0].state))
        self.assertEqual((code, len(lines), err.count("error: ")), (2, 2, 2))

    def test_a_root_without_items(self):
        self.assertEqual(self.run_main(self.path("data"), root="nowhere")[0], 2)

    def test_groups_that_could_not_be_found(self):
        for number, row in enumerate(self.rows[:2]):
            items.write_bytes(items.task_folder(self.folder / "poor", FAMILY) / "items.jsonl", items.to_line(row._replace(state="a short text")).encode())
        self.assertIn("could not be found", self.run_main(self.path("data"), root="poor")[2])


class Memory(Case):
    def peak(self, data: bytes, times: int) -> int:
        """The most bytes in use while a file of some bytes, so many times over, is searched."""
        class Endless(io.RawIOBase):
            left = len(data) * times

            def readable(self):
                return True

            def readinto(self, buffer):
                size = min(len(buffer), self.left, len(data))
                buffer[:size] = data[:size]
                self.left -= size
                return size

        one = canary.Search(self.index)
        tracemalloc.start()
        for _, piece in canary.pieces(io.BufferedReader(Endless(), canary.PIECE), "x"):
            one.feed(piece)
        top = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return top

    def test_it_does_not_grow(self):
        """Lines of items, words without a line end, and one endless word: four times the text takes no more than 5 % more memory."""
        with mock.patch.object(canary, "PIECE", 1 << 14):
            for data in (self.path("data").read_bytes()[:canary.PIECE], b"word " * 3000, b"w" * canary.PIECE):
                few, many = self.peak(data, 12), self.peak(data, 48)
                self.assertLess(many, 1.05 * few)


if __name__ == "__main__":
    unittest.main()
