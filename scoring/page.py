"""One self-contained HTML page: its frame, style, script, tables and contrast groups. All text is escaped where it enters."""
from __future__ import annotations

import base64
import hashlib
import json

from scoring import contrast, pictures, tables
from scoring.pictures import text_of

STYLE = """
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--soft:#57606a;--rule:#d0d7de;--shade:#f3f5f7;--link:#0550ae;--mark:#fff1b8;--gone:#ffe3df;--new:#d9f2e3;
--c0:#0060a8;--c1:#c04a00;--c2:#007a56;--c3:#a03a7a;--c4:#7a6000;--c5:#4a4ab8;--c6:#b01030;--c7:#30707e;--rest:#8a9199}
@media (prefers-color-scheme:dark){:root{--paper:#14181d;--ink:#e6eaee;--soft:#a5afb9;--rule:#3a424b;--shade:#1e242b;--link:#7ab7ff;--mark:#5c4a00;--gone:#4d2420;--new:#153d2a;
--c0:#5aa9ee;--c1:#f08a4b;--c2:#3fbf94;--c3:#de86bd;--c4:#cdb13c;--c5:#9c9cf5;--c6:#f06a84;--c7:#6bbccb;--rest:#77808a}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header,main,footer,nav{max-width:1180px;margin:0 auto;padding:0 16px}
h1{font-size:26px;margin:24px 0 4px}h2{font-size:20px;margin:40px 0 8px;border-top:1px solid var(--rule);padding-top:16px}h3{font-size:16px;margin:20px 0 6px}.member{font-size:14px;margin:14px 0 4px}
a{color:var(--link)}nav ul,.legend{list-style:none;margin:8px 0;padding:0;display:flex;flex-wrap:wrap;gap:4px 18px}
.legend li{display:flex;align-items:center;gap:5px}.note{color:var(--soft);font-size:13px;max-width:980px}
.wide{overflow-x:auto;margin:8px 0}.row{display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}
table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}th,td{overflow-wrap:normal;padding:3px 9px;border-bottom:1px solid var(--rule);text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}thead th{background:var(--shade);vertical-align:bottom}tbody th{font-weight:normal}
th button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer;text-align:inherit}th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}
[title]{text-decoration-skip-ink:none}th[title]{text-decoration:underline dotted;text-underline-offset:3px}
.picture{display:block;max-width:none;height:auto}.picture:not(.small):not(.natural){min-width:640px;width:100%;max-width:900px}
.label,.name,.cellnumber{font:12px system-ui,sans-serif;fill:var(--ink)}.name{fill:var(--soft)}.grid{stroke:var(--rule);stroke-width:1}.even{stroke:var(--soft);stroke-dasharray:4 4}.limit{stroke:var(--c6);stroke-dasharray:6 3}
.mark{stroke:var(--paper);stroke-width:1}.mark.open{fill:var(--paper)!important;stroke-width:2}.see{fill-opacity:.75}.bar{stroke-width:2;stroke-opacity:.75}.curve{fill:none;stroke-width:2}
.rest{fill:var(--rest);stroke:var(--rest)}.curve.rest{fill:none;stroke-width:1;stroke-opacity:.6}
.part.right{fill:var(--c0)}.part.wrong{fill:var(--c1)}.ondark{fill:#fff}.onlight{fill:#1b1f24}
.h0{fill:#3b0f5c}.h1{fill:#46206c}.h2{fill:#45347a}.h3{fill:#3d4a82}.h4{fill:#345f86}.h5{fill:#2b7187}.h6{fill:#3fb58a}.h7{fill:#70c96f}.h8{fill:#b0da4f}.h9{fill:#f1e44c}
details{border:1px solid var(--rule);border-radius:6px;margin:6px 0;padding:4px 10px;content-visibility:auto;contain-intrinsic-size:auto 34px}summary{cursor:pointer}summary code{font-weight:600}
pre{background:var(--shade);padding:8px 10px;overflow-x:auto;font:12px/1.45 ui-monospace,monospace;border-radius:4px;margin:4px 0;white-space:pre-wrap;overflow-wrap:anywhere}
pre del{background:var(--gone);text-decoration:none;display:block}pre ins{background:var(--new);text-decoration:none;display:block}pre b{text-decoration:underline;text-underline-offset:2px}
.verdicts{margin:2px 0;padding-left:18px}.verdicts .no{font-weight:600}
.tools{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:end;margin:8px 0}.tools label{max-width:100%;display:flex;flex-direction:column;font-size:13px;color:var(--soft)}.tools select,.tools input{max-width:100%;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--rule);border-radius:4px;padding:3px 6px}
[hidden]{display:none!important}:focus-visible{outline:3px solid var(--link);outline-offset:1px}dt{font-weight:600}dd{margin:0 0 6px 18px}
@media print{:root{--paper:#fff;--ink:#000;--soft:#333;--rule:#bbb;--shade:#f4f4f4}nav,.tools{display:none}h2{break-after:avoid}.wide{overflow:visible}details,svg,tr{break-inside:avoid}body{font-size:11px}table{font-size:9px}th,td{padding:2px 4px}}
""" + "".join(f".s{place}{{fill:var(--c{place});stroke:var(--c{place})}}.mark.s{place}{{stroke:var(--paper)}}.mark.open.s{place}{{stroke:var(--c{place})}}.curve.s{place}{{fill:none}}"
               for place in range(pictures.SHAPES))

SCRIPT = """
"use strict";
for (const tools of document.querySelectorAll(".tools")) tools.hidden = false;
const value = (cell) => {
  const text = cell.dataset.value !== undefined ? cell.dataset.value : cell.textContent.replace(/,(?=\\d{3})/g, "");
  const found = parseFloat(text);
  return Number.isNaN(found) ? null : found;
};
for (const table of document.querySelectorAll("table.sortable")) {
  table.querySelectorAll("thead th").forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") !== "descending" && column > 0 || head.getAttribute("aria-sort") === "ascending";
      for (const other of table.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = Array.from(table.tBodies[0].rows).map((row) => [value(row.cells[column]), row.cells[column].textContent, row]);
      const sign = down ? -1 : 1;
      rows.sort((a, b) => {
        if (column > 0 && (a[0] === null) !== (b[0] === null)) return a[0] === null ? 1 : -1;
        return sign * (column > 0 && a[0] !== null ? a[0] - b[0] : a[1].localeCompare(b[1]));
      });
      table.tBodies[0].append(...rows.map((row) => row[2]));
    });
  });
}
const list = document.getElementById("groups");
if (list) {
  const groups = Array.from(list.querySelectorAll("details"));
  const fields = Array.from(document.querySelectorAll("#filter select, #filter input"));
  const shown = document.getElementById("shown");
  const filter = () => {
    let count = 0;
    for (const group of groups) {
      const fits = fields.every((field) => !field.value || (field.type === "search"
        ? group.textContent.toLowerCase().includes(field.value.toLowerCase())
        : (" " + group.dataset[field.name] + " ").includes(" " + field.value + " ")));
      group.hidden = !fits;
      count += fits;
    }
    shown.textContent = count + " of " + groups.length + " groups";
  };
  for (const field of fields) field.addEventListener("input", filter);
  filter();
}
"""


# The frame

def script_hash() -> str:
    """The hash of the page's one script, as its content security policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(SCRIPT.encode("utf-8")).digest()).decode("ascii")


def data_block(value) -> str:
    """A JSON object in the page that no text inside can end."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return f'<script type="application/json" id="scores">{text.replace("<", chr(92) + "u003c").replace(">", chr(92) + "u003e").replace("&", chr(92) + "u0026")}</script>'


def document(title: str, lead, sections, scores) -> str:
    """The whole page. lead: paragraphs as HTML; sections: (id, heading, HTML); scores: the object that stands in the data block."""
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src '{script_hash()}'; img-src data:; base-uri 'none'; form-action 'none'"
    links = "".join(f'<li><a href="#{key}">{text_of(heading)}</a></li>' for key, heading, _ in sections)
    body = "".join(f'<section aria-labelledby="{key}"><h2 id="{key}">{text_of(heading)}</h2>\n{content}</section>\n' for key, heading, content in sections)
    return (f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{text_of(policy)}">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{text_of(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n'
            f'<header><h1>{text_of(title)}</h1>\n{"".join(lead)}</header>\n<nav aria-label="Sections"><ul>{links}</ul></nav>\n<main>\n{body}</main>\n'
            f"{data_block(scores)}\n<script>{SCRIPT}</script>\n</body>\n</html>\n")


# Pieces

def paragraph(text: str, class_="note") -> str:
    return f'<p class="{class_}">{text_of(text)}</p>\n'


def scrolling(content: str, label: str) -> str:
    """Content that may be wider than the page; a keyboard can scroll it."""
    return f'<div class="wide" role="region" tabindex="0" aria-label="{text_of(label)}">{content}</div>\n'


def legend(names) -> str:
    """The marks of the systems in their order."""
    rest = f"<li>further systems in grey: {len(names) - pictures.SHAPES}</li>" if len(names) > pictures.SHAPES else ""
    return f'<ul class="legend">{"".join(pictures.key_of(place, name) for place, name in enumerate(names[:pictures.SHAPES]))}{rest}</ul>\n'


def cell(text: str, says: str, value=None) -> str:
    """A cell of a table with the definition of its number; value: the full number, on which sorting goes."""
    exact = "" if value is None else f' data-value="{value!r}"'
    shown = f' title="{text_of(says)}"' if says and text != tables.MISSING else ""
    return f"<td{exact}{shown}>{text_of(text)}</td>"


def table(title: str, head, rows, says, note: str) -> str:
    """A table that can be sorted. rows: (label, [(text, value or None)]); says: the definition of every column but the first."""
    heads = f'<th scope="col">{text_of(head[0])}</th>' + "".join(
        f'<th scope="col"{f" title={chr(34)}{text_of(what)}{chr(34)}" if what else ""}>{text_of(name)}</th>' for name, what in zip(head[1:], says))
    body = "".join(f'<tr><th scope="row">{text_of(label)}</th>{"".join(cell(text, what, value) for (text, value), what in zip(cells, says))}</tr>\n' for label, cells in rows)
    made = f'<table class="sortable"><caption hidden>{text_of(title)}</caption><thead><tr>{heads}</tr></thead><tbody>\n{body}</tbody></table>'
    return f"<h3>{text_of(title)}</h3>\n{scrolling(made, title)}{paragraph(note)}"


def text_table(shown: tables.Table, says=None) -> str:
    """A table of text cells that can be sorted. says: the definition of every column but the first (default: none)."""
    rows = [(row[0], [(text, None) for text in row[1:]]) for row in shown.rows]
    return table(shown.title, shown.head, rows, says or [""] * (len(shown.head) - 1), shown.legend)


def definitions(pairs) -> str:
    """A list of terms and what they mean."""
    return "<dl>" + "".join(f"<dt>{text_of(term)}</dt><dd>{text_of(meaning)}</dd>" for term, meaning in pairs) + "</dl>\n"


# Contrast groups

def marked(parts) -> str:
    """The parts of a line, changed ones in bold."""
    return "".join(f"<b>{text_of(text)}</b>" if changed else text_of(text) for text, changed in parts)


def comparison(lines) -> str:
    """A member's state as what differs from the base."""
    tags = {contrast.GONE: ("del", "− "), contrast.NEW: ("ins", "+ ")}
    written = []
    for line in lines:
        if line is None:
            written.append("  …\n")
        elif line.mark == contrast.SAME:
            written.append(f"  {marked(((line.parts[0][0], False),))}\n")
        else:
            tag, sign = tags[line.mark]
            written.append(f"<{tag}>{sign}{marked(line.parts)}</{tag}>")
    return "".join(written)


def preformatted(content: str, label: str) -> str:
    return f'<pre tabindex="0" role="group" aria-label="{text_of(label)}">{content}</pre>\n'
