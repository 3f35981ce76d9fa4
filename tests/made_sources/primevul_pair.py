"""Two pairs in the test part and one in the validation part; left out: one with a function too long by a character, one whose rows have one label, one of
which a function is there again. Projects, commits and descriptions must not show.
"""
from __future__ import annotations

from tests import made_sources

LONG = "int big(void) {" + 47984 * " " + "}"


def row(number: int, target: int, func: str) -> dict:
    return {"idx": number, "project": "PROJECT-A", "commit_id": "COMMIT-A", "project_url": "URL-A", "commit_url": "URL-B", "commit_message": "MESSAGE-A",
            "target": target, "func": func, "func_hash": 1, "file_name": "FILE-A", "file_hash": 2, "cwe": ["CWE-787"], "cve": "CVE-2020-1", "cve_desc": "TEXT-A",
            "nvd_url": "URL-C"}


ROWS = {
    "test": [
        row(1, 1, "int a(int i) { return t[i]; }"), row(2, 0, "int a(int i) { return i < 9 ? t[i] : 0; }"),
        row(3, 0, LONG), row(4, 1, "int big(void) { return 1; }"),
        row(5, 1, "int c(void) { return 1; }"), row(6, 0, LONG + "\n"),
        row(7, 1, "int d(void) { return 1; }"), row(8, 1, "int d(void) { return 2; }"),
    ],
    "valid": [row(9, 1, "int a(int i) {  return t[i]; }"), row(10, 0, "int a(int i) { return 0; }"),
              row(11, 1, "void e(char *s) { gets(s); }"), row(12, 0, "void e(char *s) { fgets(s, 9, stdin); }")],
}
NEEDED = {part: ("idx", "target", "func") for part in ROWS}
LABEL = ("valid", 2, "target", 2)
ITEMS, GOLDS = 6, {"yes": 3, "no": 3}
SHOWN = {"Function:\nint a(int i) { return t[i]; }": "yes", "Function:\nint a(int i) { return i < 9 ? t[i] : 0; }": "no", f"Function:\n{LONG}": "no",
         "Function:\nvoid e(char *s) { gets(s); }": "yes"}
ABSENT = ("PROJECT-", "COMMIT-", "URL-", "MESSAGE-", "FILE-", "CWE-", "CVE-", "TEXT-", "int c(", "int d(", "{ return 0; }")
PACKS = (lambda rows: {f"primevul_{part}_paired.jsonl": made_sources.json_lines(rows[part]) for part in rows},)
