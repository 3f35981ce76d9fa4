"""What the documents show is so: commands are taken by their scripts, outputs come out, links resolve, figures are those of the files behind them."""
from __future__ import annotations

import ast
import csv
import gzip
import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import families, items
from releases import croissant
from scoring import subset
from tests import damage, scripts

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")), "runner/README.md", "reference/README.md")
TEXTS = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
README, DATASHEET, CONTRIBUTING = (TEXTS[page] for page in ("README.md", "docs/DATASHEET.md", "docs/CONTRIBUTING.md"))
SCRIPTS = scripts.all_scripts()
IN_WALK = {"lift_load", "colours"}
"""What docs/CONTRIBUTING.md makes and a checkout does not hold."""

COMMAND = re.compile(r"python3 (?P<script>[\w./-]+\.py)(?P<rest>[^\n`]*)")
MENTION = re.compile(r"`(?:python3 )?(?P<script>[\w/]+\.py)(?P<rest>(?: [^`\n]+)?)`")
END = re.compile(r"\s+#.*|\s*(?:&&|\||;).*")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CARDS = {name: json.loads((ROOT / "releases" / families.RELEASE / "tasks" / name / "task.json").read_text(encoding="utf-8")) for name in families.BY_NAME}


def blocks(text: str, kind: str) -> list:
    """The contents of the fenced blocks of a kind."""
    return [content for found, content in BLOCK.findall(text) if found == kind]


def words_of(rest: str) -> list:
    """The words behind a script's name: up to a comment or the next command, with a number for each placeholder."""
    words = shlex.split(END.sub("", rest.replace("...", "")))
    return [re.sub(r"\$\w+|\$\{[^}]*\}|\{\}|\b[KN]\b", "1", word) for word in words]


def commands_of(text: str) -> list:
    """(script, words) of every command that stands in a block of a page, fenced or indented, continued lines joined."""
    joined = re.sub(r" \\\n\s*|\n\s+(?=--)", " ", text)
    code = "\n".join([*(content for _, content in BLOCK.findall(joined)), *re.findall(r"^    \S.*$", BLOCK.sub("", joined), re.M)])
    return [(found["script"], words_of(found["rest"])) for found in COMMAND.finditer(code)]


def script_named(name: str):
    """The one script with this path, or with this name in some folder; None where there is none or several."""
    found = [path for path in SCRIPTS if path == name or Path(path).name == name]
    return found[0] if len(found) == 1 else None


def pattern_of(shown: str) -> str:
    """The regular expression of an output as a page shows it: a line of three dots stands for lines, three dots inside for text with the blanks beside it."""
    lines = ["(?:.*\n)*?" if line == "..." else re.sub(r"(\\ )*\\\.\\\.\\\.(\\ )*", ".*?", re.escape(line)) + r"[ ]*\n" for line in shown.splitlines()]
    return "".join(lines)


def sessions(text: str) -> list:
    """(command line, output shown) of every console block, in their order."""
    return [(line, shown) for block in blocks(text, "console") for line, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)]


def run(line: str, folder: Path, root: Path) -> subprocess.CompletedProcess:
    """Run a command of a page in a folder, with its script taken from a root; its words must hold no shell syntax."""
    words = shlex.split(END.sub("", line))
    environment = {key: value for key, value in os.environ.items() if not key.startswith("BENCH_")}
    return subprocess.run([sys.executable, str(root / words[1]), *words[2:]], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, encoding="utf-8")


class Help(unittest.TestCase):
    """--help of every script reads well alone."""

    def test_every_script(self):
        self.assertTrue({"runner/quickstart.py", "scoring/score.py", "generators/policy_case.py", "releases/seal.py"} <= set(SCRIPTS))
        for name in SCRIPTS:
            top, error = scripts.parse(name, ["--help"])
            self.assertIsNone(error, name)
            self.assertIsNotNone(top, f"{name} takes no --help")
            for parser in scripts.parsers_of(top):
                with self.subTest(script=name, parser=parser.prog):
                    self.check(name, parser)

    def check(self, name: str, parser) -> None:
        """One passage that says what it does, an example that the script takes, and the default of every option."""
        self.assertRegex(parser.description or "", r"^\S(?:.*\S)?(?:\n\S.*)*$")
        shown = parser.format_help()
        examples = re.findall(rf"^.*python3 {re.escape(name)}(.*)$", shown, re.M)
        self.assertIn("Example: ", shown)
        self.assertTrue(examples, "the example does not name the script, or is broken over lines")
        for words in examples:
            self.assertIsNone(scripts.parse(name, shlex.split(words))[1], words)
        for action in scripts.options_of(parser):
            if not action.required:
                self.assertIn("default", action.help or "", f"{action.option_strings} says no default")

    def test_a_real_process(self):
        """The same help comes from the command line, and a generator refuses words that it would not heed."""
        done = run("python3 generators/policy_case.py --help", ROOT, ROOT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("Example: BENCH_SEED=7 python3 generators/policy_case.py", done.stdout)
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(run("python3 generators/policy_case.py --seed 7", Path(folder), ROOT).returncode, 2)
            self.assertEqual(os.listdir(folder), [])


class Commands(unittest.TestCase):
    """Every command shown is one that its script takes."""

    def test_every_command(self):
        counted = Counter()
        for page, text in TEXTS.items():
            for script, words in commands_of(text):
                counted[page] += 1
                if IN_WALK & {Path(script).stem}:
                    continue
                with self.subTest(page=page, script=script, words=words):
                    self.assertTrue((ROOT / script).is_file(), "no such script")
                    if not Path(script).name.startswith("test_"):
                        self.assertIsNone(scripts.parse(script, words)[1])
        for page in ("README.md", "docs/CONTRIBUTING.md", "docs/SCALE.md", "runner/README.md", "reference/README.md"):
            self.assertGreater(counted[page], 3, page)

    def test_every_script_named_with_options(self):
        """`bench_http.py --dry-run` in a sentence: the script has the option."""
        found = 0
        for page, text in TEXTS.items():
            for mention in MENTION.finditer(BLOCK.sub("", text)):
                options = re.findall(r"--[a-z][\w-]*", mention["rest"])
                if options:
                    found += 1
                    with self.subTest(page=page, mention=mention[0]):
                        script = script_named(mention["script"])
                        self.assertIsNotNone(script, "no such script")
                        known = {option for parser in scripts.parsers_of(scripts.parse(script, ["--help"])[0]) for option in parser._option_string_actions}
                        self.assertEqual(set(options) - known, set())
        self.assertGreater(found, 3)

    def test_what_a_wrong_command_looks_like(self):
        """The reading of pages finds commands, and the parsers refuse an option that is not theirs."""
        self.assertEqual(commands_of("```\npython3 scoring/score.py a=b --root data\n```\nand\n\n    python3 a/b.py --x 1 \\\n        --shard {}/4   # why\n"),
                         [("scoring/score.py", ["a=b", "--root", "data"]), ("a/b.py", ["--x", "1", "--shard", "1/4"])])
        self.assertIn("--rot", scripts.parse("scoring/score.py", ["a=b", "--rot", "data"])[1])
        self.assertIn("required", scripts.parse("runner/bench_http.py", ["--model", "x"])[1])


class Links(unittest.TestCase):
    def anchors(self, path: Path) -> set:
        """The anchors of the headings of a page."""
        heads = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.M)
        return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}

    def test_every_relative_link(self):
        found = 0
        for page, text in TEXTS.items():
            for target in LINK.findall(BLOCK.sub("", text)):
                if not re.match(r"[a-z]+:", target):
                    found += 1
                    with self.subTest(page=page, target=target):
                        name, _, anchor = target.partition("#")
                        path = (ROOT / page).parent / name if name else ROOT / page
                        self.assertTrue(path.exists(), "no such file")
                        self.assertTrue(not anchor or anchor in self.anchors(path), "no such heading")
        self.assertGreater(found, 15)

    def test_paths_of_the_repository(self):
        """A path in code style that begins with a folder of the repository is there."""
        folders = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name not in ("data", "runs", "results", "generated", "data_fresh")}
        for page in ("README.md", "docs/DATASHEET.md", "docs/CONTRIBUTING.md"):
            for path in re.findall(r"`([\w.-]+/[\w./-]*)`", BLOCK.sub("", TEXTS[page])):
                if path.split("/")[0] in folders and Path(path).stem not in IN_WALK:
                    with self.subTest(page=page, path=path):
                        self.assertTrue((ROOT / path).exists())


class Figures(unittest.TestCase):
    """Figures come from the files that hold them."""

    def test_the_table_of_families(self):
        for family in families.FAMILIES:
            card = CARDS[family.name]
            row = (f"| `{family.name}` | {family.layer} | {family.title} | {card['groups']} | {len(card['kinds'])} | {100 * card['chance_accuracy']:.1f} | "
                   f"{100 * card['chance']:.1f} | {card['median_state_chars']:,} |\n")
            self.assertIn(row, README)
        self.assertEqual(len(re.findall(r"^\| `\w+` \| [A-G] \|", README, re.M)), len(families.FAMILIES))

    def test_the_baselines(self):
        """The two baselines that README.md opens with."""
        scores = json.loads((ROOT / "docs/measured/1-baselines/scores.json").read_text(encoding="utf-8"))
        shown = {name: [f"{100 * scores['systems'][name]['core']['measures'][measure]['value']:.1f} %" for measure in ("accuracy", "pair_accuracy")] for name in ("words", "uniform")}
        said = re.search(r"A naive Bayes model over words.*?\(\[docs/RESULTS", README, re.S)[0]
        self.assertEqual(re.findall(r"[\d.]+ %", said), [*shown["words"], *shown["uniform"]])

    def test_counts(self):
        """Items, families, groups, bytes, lengths and label kinds in README.md and the data sheet."""
        marks = json.loads((ROOT / "releases" / families.RELEASE / "items.json").read_text(encoding="utf-8"))
        total, groups = sum(mark["items"] for mark in marks.values()), sum(card["groups"] for card in CARDS.values())
        lengths = [card["median_state_chars"] for card in CARDS.values()]
        per_family = [99 if 3 in family.shape.groups_per_level else 100 for family in families.FAMILIES]
        with (ROOT / "reference/tasks.csv").open(encoding="utf-8", newline="") as file:
            labels = Counter(row["labels"] for row in csv.DictReader(file) if row["layer"])
        for text in (f"{total:,} core items in {len(marks)} families", f"{groups:,} contrast groups; {sum(mark['bytes'] for mark in marks.values()):,} bytes",
                     f"{min(lengths):,} to {max(lengths):,} characters", f"for all {total:,} items", f"subset of {sum(per_family):,} core items",
                     f"{labels['human']} have labels by people, {labels['programmatic']} by program, {labels['mixed']} of both kinds", f"has {sum(labels.values())} tasks"):
            self.assertIn(text, DATASHEET)
        with (ROOT / "releases/1.3/dropped.csv").open(encoding="utf-8", newline="") as file:
            dropped = len(list(csv.DictReader(file)))
        self.assertIn(f"leaves out {dropped} reference items", DATASHEET)
        for text in (f"without {dropped} that repeat another", f"{total:,} of {len(marks)} families", f"{sum(per_family):,} core items of all families", f"{sum(labels.values())} public test sets"):
            self.assertIn(text, README)
        self.assertEqual(subset.PER_FAMILY, 100)

    def test_the_contrast_group(self):
        """The state and the changed line of README.md are those of the samples, and the sums are right."""
        by_id = {item.id: item for item in items.read_items(damage.sample_path("filter_match"))}
        yes, no = by_id["filter_match:00235"], by_id["filter_match:00000"]
        self.assertEqual((yes.gold, no.gold, yes.group), ("yes", "no", no.group))
        self.assertEqual(blocks(README, "text")[0], yes.state + "\n")
        old, new = (line[2:] for line in blocks(README, "diff")[0].splitlines())
        self.assertEqual(yes.state.replace(old, new), no.state)
        self.assertIn(f"*{yes.question['instructions']}*", README)
        self.assertEqual([19 * 2501, 19 * 2500], [47519, 47500])


class Readme(unittest.TestCase):
    """The walk of README.md, and its commands that need neither a server nor long, in a folder of their own."""

    CODES = {"python3 scoring/check_data.py": 1, "python3 audits/overlap.py --root data --out drop.json --duplicates": 2}
    """Exit codes other than 0: only one family is there, and no reference task."""
    SLOW = ("audits/adversarial.py", "audits/audit_v3.py", "audits/heuristics.py", "audits/report.py", "generators/regenerate.py", "generators/policy_case.py",
            "releases/seal.py", "reference/rebuild.py", "runner/", "tests/")
    IN_CHECK = ("audits/validate.py", "audits/solve_all.py", "audits/audit.py", "audits/key_balance.py")
    """Run by the first command of the walk."""
    SERVED = re.compile(r"runs\w*/my-decider-small|runs_fresh/|runs_sealed/")
    """Runs that the tests with an endpoint make and score."""

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = Path(cls.temporary.name)
        (cls.folder / "mymodel.py").write_text(blocks(README, "python")[0], encoding="utf-8")
        cls.done = [(line, shown, run(line, cls.folder, ROOT)) for line, shown in sessions(README)]

    def test_outputs(self):
        self.assertGreater(len(self.done), 2)
        for line, shown, done in self.done:
            with self.subTest(line=line):
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stdout, rf"\A{pattern_of(shown)}\Z")

    def test_the_other_commands(self):
        """Scoring, pages and audits over the family of the walk."""
        for name in ("my-decider", "other", "model-a", "model-b", "think", "think-again", "think-third", "fast", "fast-again"):
            shutil.copytree(self.folder / "runs/mymodel", self.folder / "runs" / name)
        (self.folder / "systems.json").write_text(re.search(r"`(\{\"my-decider\".*?\})`", README)[1], encoding="utf-8")
        items.write_json(self.folder / "drop.json", {})
        (self.folder / "corpus.jsonl.gz").write_bytes(gzip.compress(b'{"text": "nothing of the kind"}\n'))
        lines = [line for block in blocks(README, "") for line in block.splitlines() if line.startswith("python3 ")]
        wanted = list(dict.fromkeys(END.sub("", line) for line in lines if not line.split()[1].startswith(self.SLOW + self.IN_CHECK) and not self.SERVED.search(line)))
        self.assertGreater(len(wanted), 12)
        with ThreadPoolExecutor(2) as pool:
            for line, done in zip(wanted, pool.map(lambda line: run(line, self.folder, ROOT), wanted)):
                with self.subTest(line=line):
                    self.assertEqual(done.returncode, next((code for start, code in self.CODES.items() if line.startswith(start)), 0), done.stdout[-500:] + done.stderr)
        self.the_page()

    def the_page(self):
        """The report page has the sections that README.md names, in their order."""
        page = (self.folder / "results/report.html").read_text(encoding="utf-8")
        said = README[README.index("writes one page that opens"):]
        named = re.findall(r"\*([A-Z][\w ]+)\*", said[:said.index("```")])
        places = [page.find(f">{name}</h2>") for name in named]
        self.assertEqual(len(named), 9)
        self.assertNotIn(-1, places, dict(zip(named, places)))
        self.assertEqual(places, sorted(places))


class Served(unittest.TestCase):
    """Commands of README.md and runner/README.md that ask an endpoint, against a baseline on a free port; fresh and sealed draws from their making to their scores."""

    FAMILY = "filter_match"
    MAKERS = re.compile(r"^python3 (?:generators/regenerate\.py|releases/seal\.py new)(?= )")
    """What makes items; here of one family, to be done sooner."""

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name) / "here"
        cls.folder.mkdir()
        said = re.search(r"start `python3 (runner/baseline_server\.py .*?)`.*?write `--model (\w+)`", README, re.S)
        words = said[1].replace("--port 9701", "--port 0").split()
        server = subprocess.Popen([sys.executable, str(ROOT / words[0]), *words[1:]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, universal_newlines=True)
        cls.addClassCleanup(server.stdout.close)
        cls.addClassCleanup(server.wait)
        cls.addClassCleanup(server.terminate)
        cls.address, cls.model = re.search(r"http://\S+", server.stdout.readline())[0], said[2]

    def carry_out(self, lines) -> dict:
        """{line: standard output} of commands, each of which must end well; they stand as in the document but for address, model and family."""
        found = {}
        for line in lines:
            changed = line.replace("http://127.0.0.1:9701", self.address).replace("--model my-decider", f"--model {self.model}")
            done = run(self.MAKERS.sub(rf"\g<0> {self.FAMILY}", changed), self.folder, ROOT)
            with self.subTest(line=line):
                self.assertEqual(done.returncode, 0, done.stdout[-500:] + done.stderr)
            found[line] = done.stdout
        return found

    def commands(self, text: str, begin: str) -> list:
        """The commands of the first block behind some words of a page."""
        return [line for line in blocks(text[text.index(begin):], "")[0].splitlines() if line.startswith("python3 ")]

    def test_endpoints(self):
        """The items first; then look, run and score; a smaller run; and those of the runners' page."""
        self.carry_out([f"python3 generators/regenerate.py {self.FAMILY} --install data"])
        done = self.carry_out([*self.commands(README, "**An endpoint** that"), *self.commands(README, "**A smaller run.**"),
                               *(line.strip() for line in re.findall(r"^    python3 .*$", TEXTS["runner/README.md"].partition("## The subset")[2], re.M))])
        texts = list(done.values())
        self.assertEqual(len(texts), 8)
        self.assertTrue(texts[0].endswith("ready: the runner reads the answers to all three types of question\n"), texts[0])
        self.assertEqual(["600 items answered" in texts[1], "10 of 10 items answered" in texts[3], "Scores on a subset" in texts[4], "100 of 100 items answered" in texts[6]], [True] * 4, texts)

    def test_fresh_and_sealed_draws(self):
        for begin, wanted in (("**Fresh draws.**", 3), ("**Sealed draws** are", 4)):
            done = self.carry_out(self.commands(README, begin))
            self.assertEqual(len(done), wanted)
            scored = next(text for line, text in done.items() if "score.py" in line)
            self.assertRegex(scored, rf"\n{self.FAMILY} +600 +100\.0 +0\.0 ")
            self.assertEqual("sealed" in scored.lower(), begin.startswith("**Sealed"))


class Contributing(unittest.TestCase):
    """The three walks of docs/CONTRIBUTING.md, carried out in a copy of the checkout."""

    COPIED = ("audits", "generators", "reference", "releases", "runner", "scoring", "solvers")

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name) / "checkout"
        for folder in self.COPIED:
            shutil.copytree(ROOT / folder, self.root / folder, ignore=shutil.ignore_patterns("__pycache__"))
        for path in (self.root, *self.root.rglob("*")):
            path.chmod(path.stat().st_mode | stat.S_IWUSR)  # the checkout may be one that cannot be written to

    def change(self, block: str) -> None:
        """Apply a change as the page shows it: its old lines stand in the file exactly once."""
        head, *lines = block.splitlines()
        path = self.root / head[len("--- "):]
        old, new = ("".join(f"{line[1:]}\n" for line in lines if line[0] != sign) for sign in "+-")
        text = path.read_text(encoding="utf-8")
        self.assertEqual(text.count(old), 1, f"{path.name} does not hold once:\n{old}")
        path.write_text(text.replace(old, new), encoding="utf-8")

    def test_the_walks(self):
        for block in blocks(CONTRIBUTING, "diff"):
            self.change(block)
        for path, content in re.findall(r"`([\w/]+\.(?:py|csv))`[:.]\n\n```\w+\n(.*?)^```$", CONTRIBUTING, re.M | re.S):
            self.assertFalse((self.root / path).exists(), path)
            items.write_bytes(self.root / path, content.encode("utf-8"))
            if path.endswith(".py"):
                ast.parse(content)
        items.write_bytes(self.root / "mymodel.py", blocks(README, "python")[0].encode("utf-8"))
        self.assertEqual(len(sessions(CONTRIBUTING)), 7)
        for line, shown in sessions(CONTRIBUTING):
            with self.subTest(line=line):
                done = run(line, self.root, self.root)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stdout, rf"\A{pattern_of(shown)}\Z")
        doctest = subprocess.run([sys.executable, "-m", "doctest", "scoring/metrics.py"], cwd=self.root, stdout=subprocess.PIPE, universal_newlines=True)
        self.assertEqual((doctest.returncode, doctest.stdout), (0, ""))


class Metadata(unittest.TestCase):
    def test_croissant_is_current(self):
        self.assertEqual(croissant.DEFAULT.read_bytes(), items.to_json(croissant.metadata()), "python3 releases/croissant.py writes it anew")

    def test_croissant_describes_the_release(self):
        """Hash, size and number of every items file; fields whose sources are keys of an item; identifiers that are unique and resolve."""
        page = json.loads(croissant.DEFAULT.read_text(encoding="utf-8"))
        marks = json.loads((ROOT / "releases" / families.RELEASE / "items.json").read_text(encoding="utf-8"))
        files = {one["@id"]: one for one in page["distribution"]}
        self.assertEqual({name: (one["sha256"], one["contentSize"], one["description"].split()[0]) for name, one in files.items()},
                         {f"{name}.jsonl": (mark["sha256"], f"{mark['bytes']} B", str(mark["items"])) for name, mark in marks.items()})
        names = [one["@id"] for one in (*page["distribution"], *page["recordSet"], *(field for record in page["recordSet"] for field in record["field"]))]
        self.assertEqual(len(names), len(set(names)))
        for record in page["recordSet"]:
            sample = items.to_object(items.read_items(damage.sample_path(record["@id"]))[0])
            self.assertEqual({field["source"]["extract"]["column"] for field in record["field"]}, (set(sample) - {"options"}) | {"options"})
            self.assertEqual({field["source"]["fileObject"]["@id"] for field in record["field"]}, {f"{record['@id']}.jsonl"})
            self.assertIn(record["key"]["@id"], names)
        self.assertEqual(page["license"], "https://creativecommons.org/licenses/by/4.0/")
        self.assertIn(families.CANARY, page["description"])

    def test_notice_names_every_source(self):
        """Source and terms of each reference task as the table of tasks has them, and a work to cite."""
        notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
        parts = dict(re.findall(r"^(\w+)\n((?:  .*\n)+)", notice, re.M))
        with (ROOT / "reference/tasks.csv").open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["layer"]]
        self.assertEqual(list(parts), [row["task"] for row in rows])
        for row in rows:
            text = " ".join(parts[row["task"]].split())
            self.assertTrue(text.startswith(f"Source: {row['source']} Terms: {row['licence']} Work: "), row["task"])

    def test_citation(self):
        text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
        for line in ("cff-version: 1.2.0", f'version: "{families.RELEASE}"', "license: Apache-2.0", f"date-released: {croissant.DATE}"):
            self.assertIn(f"{line}\n", text)
        authors = re.findall(r"\{family-names: (\w+), given-names: ([\w-]+)\}", text)
        self.assertEqual(" and ".join(", ".join(author) for author in authors), re.search(r"author = \{(.*)\}", README)[1])


if __name__ == "__main__":
    unittest.main()
