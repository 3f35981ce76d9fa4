"""The made-up collection of rerank_nfcorpus, as an archive and as three files."""
from __future__ import annotations

from tests import made_sources
from tests.made_sources import rerank_nfcorpus
from tests.made_sources.rerank_nfcorpus import ABSENT, GOLDS, ITEMS, LABEL, NEEDED, ROWS, SHOWN  # noqa: F401


def official(rows) -> dict:
    return {"scifact.zip": rerank_nfcorpus.archive(rows), "scifact.jsonl": made_sources.json_lines(rows["lists"])}


def copies(rows) -> dict:
    return {"corpus.jsonl": made_sources.json_lines(rows["corpus"]), "queries.jsonl": made_sources.json_lines(rows["queries"]),
            "qrels.test.tsv": rerank_nfcorpus.judged(rows), "hybrid_candidates.sample.jsonl": made_sources.json_lines(rows["lists"])}


PACKS = (official, copies)
