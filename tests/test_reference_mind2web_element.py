"""mind2web_element: how a page is read, and which elements are shown."""
from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reference.build import mind2web_element as builder
from reference.sources import SourceError
from tests import reference_case
from tests.made_sources import mind2web_element as made


class Pages(unittest.TestCase):
    def test_texts(self):
        """Tag, attributes and text; entities resolved, repetitions and white space taken out, inner attributes that tell something read as text."""
        page = builder.elements_of('<div backend_node_id="1">\n <a backend_node_id="2" title="A &quot;b&quot;" x>\n <img backend_node_id="3" alt="Tea > Co">Tea\n Tea</a>'
                                   '<p backend_node_id="4">low &lt; high</p></div>')
        self.assertEqual({number: element.text for number, element in page.items()}, {
            "1": '<div> A "b" Tea > Co Tea Tea low < high', "2": '<a title="A "b""> Tea > Co Tea Tea', "3": '<img alt="Tea > Co">', "4": "<p> low < high"})
        self.assertEqual(page["2"].words, {"a", '"b"', "tea", ">", "co"})
        self.assertEqual(builder.elements_of('<a backend_node_id="2"><b title="Go"/><i>Go</i></a>')["2"].text, "<a> Go")

    def test_long(self):
        """A text of 200 characters stays whole, one of 201 is cut."""
        for length, expected in ((200, "<p> " + 200 * "x"), (201, "<p> " + 200 * "x" + " ...")):
            self.assertEqual(builder.elements_of(f'<p backend_node_id="1">{length * "x"}</p>')["1"].text, expected)

    def test_unclosed(self):
        """An element left open ends with the one around it or the page; an end without a start ends nothing."""
        page = '<ul backend_node_id="1"><li backend_node_id="2">one<li backend_node_id="3">two</ul></b><p backend_node_id="4">end'
        found = builder.elements_of(page)
        self.assertEqual({number: page[element.start:element.end] for number, element in found.items()}, {
            "1": page[:page.index("</b>")], "2": '<li backend_node_id="2">one<li backend_node_id="3">two', "3": '<li backend_node_id="3">two',
            "4": '<p backend_node_id="4">end'})


class Actions(reference_case.ReferenceCase):
    def shown(self, item) -> list:
        """The elements of an item, in order."""
        return [line.partition(". ")[2] for line in item.state.partition("Elements of the page:\n")[2].splitlines()]

    def test_elements(self):
        """Ten unlike elements, the right one at the place of the label; none around it or in it, none known by the same words, those with its tag first."""
        rows = self.build("mind2web_element", made.PACKS[0](made.ROWS)).rows
        links = [f"<a> Link {number} & co" for number in range(20, 31)]
        for right, tagged, place in (('<input type="text" placeholder="Where to?">', (), "none"),
                                     ('<button type="submit"> Search', ('<button type="button"> Help',), "[textbox]  Where to? -> TYPE: Rome")):
            item = next(item for item in rows if f"Actions so far:\n{place}\n" in item.state)
            shown = self.shown(item)
            self.assertEqual((len(shown), len(set(shown)), shown[int(item.gold) - 1]), (10, 10, right))
            self.assertEqual([text for text in tagged if text not in shown], [])
            self.assertEqual([text for text in shown if text not in (right, *tagged, *links, '<input type="text" placeholder="Where to?">')], [])

    def test_place(self):
        """A place of the action that is no number stops the build."""
        for place in ("first", "\u00b2"):
            rows = {"actions": [{**made.ROWS["actions"][0], "target_action_index": place}, *made.ROWS["actions"][1:]]}
            with self.subTest(place=place), self.assertRaisesRegex(SourceError, f"action a-0: target_action_index '{place}' is no number"):
                self.build("mind2web_element", made.PACKS[0](rows))


if __name__ == "__main__":
    unittest.main()
