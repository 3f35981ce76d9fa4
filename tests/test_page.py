"""The report page: complete without scripts, nothing runs that should not, and in a real browser it sorts, filters and says the right numbers."""
from __future__ import annotations

import html
import html.parser
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import browser
import made
from generators import families
from scoring import page, pictures, report, tasks

EVIL = "</script></pre><img src=x onerror=\"window.hit=1\">'\"&<b>"
VOID = {"meta", "img", "input", "br", "hr", "link"}


class Parsed(html.parser.HTMLParser):
    """A page as a browser without scripts reads it: elements in order, elements left open, text."""

    def __init__(self, text: str):
        super().__init__(convert_charrefs=True)
        self.elements, self.open, self.texts, self.crossed = [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.crossed.append(tag)

    def handle_data(self, data):
        self.texts.append(data)

    def all(self, tag: str) -> list:
        return [attributes for name, attributes in self.elements if name == tag]


class Made(unittest.TestCase):
    """A root with all tasks, three systems, and their page."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder, cls.root = Path(folder.name), Path(folder.name, "data")
        rows = {family.name: made.family_items(family, 24) for family in families.FAMILIES}
        rows["filter_match"] = [item._replace(state=f"{EVIL}\nfee {item.gold}", kind=EVIL if item.gold == "no" else None, planted=item.gold == "no")
                                for item in made.pairs("filter_match", 24)]
        for layer, names in tasks.REFERENCE.items():
            rows.update({name: [made.noul_item(name, number, gold) for number, gold in enumerate(("yes", "no") * 10)] for name in names})
        for name, some in rows.items():
            more = {} if name in families.BY_NAME else {"track": "reference", "metric": "accuracy", "layer": tasks.LAYER_OF[name], "chance": 0.5}
            made.write_task(cls.root, name, some, **more)
        cls.systems = {"strong" + EVIL.replace("=", ""): 700, "middle": 400, "weak": 100}
        runs = [f"{name}={made.write_run(cls.root, cls.folder / str(strength), {task: made.random_answers(task, some, strength) for task, some in rows.items()})}"
                for name, strength in cls.systems.items()]
        cls.path = cls.folder / "report.html"
        cls.call = made.run(report, *runs, "--root", cls.root, "--out", cls.path, "--json", cls.folder / "scores.json", "--resamples", 40, "--groups", 3)
        cls.scores = json.loads((cls.folder / "scores.json").read_text(encoding="utf-8"))
        cls.text = cls.path.read_text(encoding="utf-8")
        cls.parsed = Parsed(cls.text)


class Text(Made):
    def test_the_call(self):
        code, out, err = self.call
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, r"report\.html: 3 systems, 48 tasks, 0\.\d MB\n")

    def test_every_element_is_closed_where_it_should_be(self):
        self.assertEqual((self.parsed.open, self.parsed.crossed), ([], []))

    def test_text_stays_text(self):
        self.assertEqual(self.parsed.all("img"), [])
        self.assertEqual(len(self.parsed.all("script")), 2)
        self.assertIn(EVIL, "".join(self.parsed.texts))
        self.assertNotIn("onerror=\"window", self.text)
        handlers = [key for _, attributes in self.parsed.elements for key in attributes if key.startswith("on")]
        self.assertEqual(handlers, [])

    def test_nothing_comes_from_elsewhere(self):
        addresses = [value for _, attributes in self.parsed.elements for key, value in attributes.items() if key in ("src", "href", "action", "data")]
        self.assertTrue(addresses)
        self.assertTrue(all(value.startswith("#") for value in addresses))
        self.assertNotIn("url(", page.STYLE)

    def test_links_lead_somewhere_and_ids_are_single(self):
        ids = [attributes["id"] for _, attributes in self.parsed.elements if "id" in attributes]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertTrue({link["href"][1:] for link in self.parsed.all("a")} <= set(ids))
        named = [key for attributes in self.parsed.all("svg") for key in attributes.get("aria-labelledby", "").split()]
        self.assertTrue(set(named) <= set(ids))

    def test_every_number_of_a_table_has_its_definition(self):
        cells = [attributes for attributes in self.parsed.all("td") if "data-value" in attributes]
        self.assertGreater(len(cells), 200)
        self.assertTrue(all(attributes.get("title") for attributes in cells))

    def test_the_data_block_is_the_scores(self):
        block = re.search(r'<script type="application/json" id="scores">(.*?)</script>', self.text, re.S)[1]
        self.assertEqual(json.loads(block), self.scores)

    def test_it_is_complete_without_scripts(self):
        self.assertEqual([attributes for attributes in self.parsed.all("div") if attributes.get("id") == "filter"][0].get("hidden", "no"), None)
        groups = [attributes for attributes in self.parsed.all("details") if "data-task" in attributes]
        self.assertEqual({attributes["data-task"] for attributes in groups} >= set(families.BY_NAME), True)
        per_task = [sum(group["data-task"] == task for group in groups) for task in families.BY_NAME]
        self.assertTrue(all(0 < count <= 3 for count in per_task))
        self.assertFalse(any("open" in attributes for attributes in groups))

    def test_numbers_are_those_of_the_scores(self):
        rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', re.search(r"<caption hidden>T1 Main table</caption>(.*?)</table>", self.text, re.S)[1], re.S)
        found = {html.unescape(label): [float(value) for value in re.findall(r'data-value="([^"]+)"', cells)] for label, cells in rows}
        self.assertEqual(list(found), list(self.systems))
        for name, values in found.items():
            system = self.scores["systems"][name]
            wanted = [system["core"]["measures"][key]["value"] for key in report.summary.MAIN_COLUMNS] + [system["core"]["pooled"][key]["value"] for key in report.summary.POOLED_COLUMNS]
            self.assertEqual(values, [value for value in [*wanted, system["reference"]["total"]["value"]] if value is not None])

    def test_a_planted_detail_is_marked(self):
        self.assertIn("<del>− fee <b>yes</b></del><ins>+ fee <b>no</b></ins>", self.text)


class Small(unittest.TestCase):
    def test_pieces(self):
        self.assertEqual(pictures.number(3.04), "3")
        self.assertEqual(pictures.ticks(0, 1, 0.5), [0.0, 0.5, 1.0])
        self.assertEqual(pictures.spread([(10, "a"), (11, "b"), (12, "c")], 15, 30), [(0, "a"), (15, "b"), (30, "c")])
        self.assertEqual(pictures.element("line", x1=1.0, class_="a\"b"), '<line x1="1" class="a&quot;b"/>')
        self.assertEqual(pictures.series(8), "rest")

    def test_risk_and_coverage(self):
        one = report.Looked(None, None, None, [0.9, 0.8, 0.8, 0.6], bytes([1, 0, 1, 0]))
        # blocks of equal confidence: 1 item, 3 items with one wrong, 4 with two wrong
        self.assertEqual(report.curve_of([one]), [(0.25, 0.0), (0.75, 1 / 3), (1.0, 0.5)])
        many = report.Looked(None, None, None, [place / 1000 for place in range(1000)], bytes([1] * 1000))
        self.assertLess(len(report.curve_of([many])), 205)
        self.assertEqual(report.curve_of([many])[-1], (1.0, 0.0))

    def test_one_system_with_one_task(self):
        with tempfile.TemporaryDirectory() as folder:
            rows = made.pairs("filter_match", 4)
            made.write_task(Path(folder, "data"), "filter_match", rows)
            made.write_run(Path(folder, "data"), Path(folder, "run"), {"filter_match": {item.id: {"p": made.yes(0.9 if item.gold == "yes" else 0.1)} for item in rows}})
            code, _, err = made.run(report, f"all={folder}/run", "--root", f"{folder}/data", "--out", f"{folder}/page.html", "--resamples", 20)
            text = Path(folder, "page.html").read_text(encoding="utf-8")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("No group is failed by a system.", text)
        self.assertIn("only 1 of 13 core families count", text)

    def test_other_files_are_not_written_over(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "notes.txt")
            path.write_text("notes")
            with self.assertRaisesRegex(tasks.ScoringError, "no HTML page"):
                report.write(path, None)
            self.assertEqual(path.read_text(), "notes")

    def test_a_run_that_counts_nowhere(self):
        with tempfile.TemporaryDirectory() as folder:
            made.write_task(Path(folder, "data"), "filter_match", made.pairs("filter_match", 4))
            Path(folder, "run").mkdir()
            code, _, _ = made.run(report, f"none={folder}/run", "--root", f"{folder}/data", "--out", f"{folder}/page.html", "--resamples", 20)
            text = Path(folder, "page.html").read_text(encoding="utf-8")
        self.assertEqual(code, 0)
        self.assertIn("no answer file", text)
        self.assertEqual(Parsed(text).crossed, [])


@unittest.skipUnless(browser.is_there(), "needs chromium and chromedriver (Debian packages chromium, chromium-driver)")
class InABrowser(Made):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        context = browser.opened()
        cls.browser = context.__enter__()
        cls.addClassCleanup(context.__exit__, None, None, None)

    def setUp(self):
        self.browser.open(self.path)

    def test_nothing_runs_and_nothing_is_complained_of(self):
        self.assertIsNone(self.browser.run("return window.hit"))
        self.assertEqual(self.browser.console(), [])
        self.assertEqual(self.browser.run("return document.images.length"), 0)

    def test_sorting(self):
        def order():
            return self.browser.run("return [...document.querySelectorAll('#summary ~ * table tbody th')].map(cell => cell.textContent)")

        first = order()
        self.browser.click("#summary ~ * table thead th:nth-child(3) button")
        self.assertEqual(order(), first)  # pair accuracy from the highest down: the order of the page
        self.browser.click("#summary ~ * table thead th:nth-child(3) button")
        self.assertEqual(order(), first[::-1])
        self.assertEqual(self.browser.run("return document.querySelector('#summary ~ * table thead th:nth-child(3)').getAttribute('aria-sort')"), "ascending")
        self.browser.click("#summary ~ * table thead th:nth-child(1) button")
        self.assertEqual(order(), sorted(first))

    def test_filtering(self):
        def shown():
            return self.browser.run("return [...document.querySelectorAll('#groups details')].filter(group => !group.hidden).map(group => group.dataset.task)")

        everything = shown()
        self.browser.run("const field = document.querySelector('#filter select[name=task]'); field.value = 'policy_case'; field.dispatchEvent(new Event('input'))")
        self.assertEqual(set(shown()), {"policy_case"})
        self.assertEqual(self.browser.run("return document.getElementById('shown').textContent"), f"{len(shown())} of {len(everything)} groups")
        self.browser.keys("#filter input[type=search]", "no such text")
        self.assertEqual(shown(), [])

    def test_pictures_have_titles_and_descriptions(self):
        found = self.browser.run("return [...document.querySelectorAll('svg[role=img]')].map(svg => svg.getAttribute('aria-labelledby').split(' ')"
                                 ".map(id => document.getElementById(id).textContent))")
        self.assertGreaterEqual(len(found), 5 + 2 * len(self.systems))
        self.assertTrue(all(title and description for title, description in found))
        self.assertEqual(len({title for title, _ in found}), len(found))

    def test_the_page_is_never_wider_than_the_window(self):
        for width in (400, 1000, 1600):
            with self.subTest(width=width):
                self.browser.open(self.path, width)
                self.assertLessEqual(*self.browser.run("return [document.documentElement.scrollWidth, window.innerWidth]"))

    def test_a_group_opens_by_key(self):
        self.browser.run("document.querySelector('#groups summary').focus()")
        self.browser.keys("#groups summary", "\ue007")
        self.assertTrue(self.browser.run("return document.querySelector('#groups details').open"))


if __name__ == "__main__":
    unittest.main()
