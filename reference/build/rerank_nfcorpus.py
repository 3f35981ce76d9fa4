"""rerank_nfcorpus: how well does the passage answer the query?  Layer G.

One item a query and one of its candidates: titles of pages about food and health, and abstracts of medical papers. The items of a query stand in the order of
the candidate list, which is a first ranking; the score is nDCG@10 of the order by expected level, over all judged passages of the query.
"""
from __future__ import annotations

from reference import ranking, sampling
from reference.sources import OFFICIAL, SAMPLE, Address, File, Form, Source, github

COMMIT = "c56723e3544500b42bd59c89e0868b4ed1662269"
SOURCES = (
    Source("collection", (
        Form(OFFICIAL, (File("nfcorpus.zip", Address("https://public.ukp.informatik.tu-darmstadt.de/thakur/BEIR/datasets/nfcorpus.zip"),
                             "efe5be03f8c5b86a5870102d0599d227c8c6e2484328e68c6522560385671b0b", 2448432),), ranking.from_archive),
    )),
    Source("candidates", (
        Form(OFFICIAL, (File("nfcorpus.jsonl", github("dchristopoulos/system1-rerank-bench", COMMIT, "results/rankings/nfcorpus.jsonl")),), ranking.LISTS),
        Form(SAMPLE, (File("hybrid_candidates.sample.jsonl", None, "1df37013c463c260d38d1af4f5e3c39e6f816742b6c104d63de07dba6247f690", 3268),), ranking.LISTS,
             "the candidate lists of five queries of the hundred"),
    )),
)
DRAW = sampling.Draw("Every query of the candidate lists with all its candidates, 50 each of 100 queries (the published 4,950 items are 99 whole queries). The lists are "
                     f"those of arm hybrid, which every reranker was given. {ranking.GRADES} The collection holds 40 texts twice, under two "
                     "ids each; the two may have unequal grades for a query, as they have for at least one such text in 114 of the 323 judged test queries.")
CITATION = ("Boteva et al.: A Full-Text Learning to Rank Dataset for Medical Information Retrieval, ECIR 2016 (NFCorpus); Thakur et al.: BEIR, NeurIPS 2021 "
            "Datasets and Benchmarks; candidate lists of system1-rerank-bench.")
QUESTION = {"type": "score", "instructions": "How well does the passage answer the query? The query may be a question, a topic or a headline about food and health; "
                                             "what it seeks is research on its subject.", "criteria": ranking.LEVELS}


def records(files):
    """The queries with their candidates."""
    return ranking.records(files)


def convert(candidates) -> list:
    """The items of a query."""
    return ranking.cases_of(candidates, QUESTION, "Query")
