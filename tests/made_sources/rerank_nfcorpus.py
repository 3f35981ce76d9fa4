"""Two queries with three candidates each, one of them for both; grades 0, 1 and 2, a judged passage that is no candidate, other arms, a query of no list."""
from __future__ import annotations

from tests import made_sources


def document(name: str, title: str, text: str) -> dict:
    return {"_id": name, "title": title, "text": text, "metadata": {"url": "URL-D"}}


ROWS = {
    "corpus": [document("D1", "Tea", "Tea was drunk."), document("D2", "Figs", "Figs were eaten."), document("D3", "", "No title here. "),
               document("D4", "Rice", "Rice was cooked."), document("D5", "UNLISTED", "It was judged.")],
    "queries": [{"_id": "Q1", "text": "tea and health", "metadata": {"url": "URL-Q"}}, {"_id": "Q2", "text": "figs", "metadata": {"url": "URL-Q"}},
                {"_id": "Q3", "text": "UNASKED", "metadata": {"url": "URL-Q"}}],
    "judgments": [{"query-id": query, "corpus-id": name, "score": grade}
                  for query, name, grade in (("Q1", "D1", "2"), ("Q1", "D5", "1"), ("Q2", "D4", "1"), ("Q3", "D2", "1"))],
    "lists": [{"arm": arm, "query_id": query, "ranking": ranking} for arm, query, ranking in (
        ("bm25", "Q1", []), ("hybrid", "Q1", ["D2", "D1", "D3"]), ("hybrid", "Q2", ["D4", "D2", "D1"]), ("some-reranker", "Q2", ["D2"]))],
}
NEEDED = {"corpus": ("_id", "title", "text"), "queries": ("_id", "text"), "judgments": ("query-id", "corpus-id", "score"), "lists": ("arm", "query_id", "ranking")}
LABEL = ("judgments", 0, "score", "high")
ITEMS, GOLDS = 6, None
SHOWN = {
    "Query:\ntea and health\n\nPassage:\nTea\nTea was drunk.": 2, "Query:\ntea and health\n\nPassage:\nNo title here.": 0,
    "Query:\nfigs\n\nPassage:\nTea\nTea was drunk.": 0, "Query:\nfigs\n\nPassage:\nRice\nRice was cooked.": 1,
}
ABSENT = ("UNLISTED", "UNASKED", "URL-")


def judged(rows) -> bytes:
    """The judgments with the line ends that the owner's file has."""
    return made_sources.csv_rows(rows["judgments"], "\t").replace(b"\n", b"\r\n")


def archive(rows) -> bytes:
    """The owner's archive, with a part that no task reads."""
    return made_sources.zipped({"made/corpus.jsonl": made_sources.json_lines(rows["corpus"]), "made/queries.jsonl": made_sources.json_lines(rows["queries"]),
                                "made/qrels/train.tsv": b"TRAIN", "made/qrels/test.tsv": judged(rows)})


def official(rows) -> dict:
    return {"nfcorpus.zip": archive(rows), "nfcorpus.jsonl": made_sources.json_lines(rows["lists"])}


def sample(rows) -> dict:
    return {"nfcorpus.zip": archive(rows), "hybrid_candidates.sample.jsonl": made_sources.json_lines(rows["lists"])}


PACKS = (official, sample)
