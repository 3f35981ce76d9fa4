"""rerank_scifact: how well does the passage answer the query?  Layer G.

One item a query, which is a scientific claim, and one of its candidates, abstracts of papers. The items of a query stand in the order of the candidate list,
which is a first ranking; the score is nDCG@10 of the order by expected level, over all judged passages of the query.
"""
from __future__ import annotations

from reference import ranking, sampling
from reference.sources import COPY, OFFICIAL, SAMPLE, Address, File, Form, Source, github

COMMIT = "c56723e3544500b42bd59c89e0868b4ed1662269"
SOURCES = (
    Source("collection", (
        Form(OFFICIAL, (File("scifact.zip", Address("https://public.ukp.informatik.tu-darmstadt.de/thakur/BEIR/datasets/scifact.zip"),
                             "536e14446a0ba56ed1398ab1055f39fe852686ecad24a6306c80c490fa8e0165", 2816079),), ranking.from_archive),
        Form(COPY, (File("corpus.jsonl", None, "dec31c8182f3d744c7d2c09423756fd1d17cbef75808db13ba01cc0aab4d1ac6", 8106566),
                    File("queries.jsonl", None, "8ff84a7c903f722981cd8d595c022660140c51867b27608a6d4910db86080313", 209731),
                    File("qrels.test.tsv", None, "0864bb985e0ca2367ba217977e72004d549054b2b06666ed9d4825ac7c21284c", 5389)), ranking.collection,
             "a third party's copies of the three files of the archive (the judgments agree with those of another copy, their bytes with no known hash)"),
    )),
    Source("candidates", (
        Form(OFFICIAL, (File("scifact.jsonl", github("dchristopoulos/system1-rerank-bench", COMMIT, "results/rankings/scifact.jsonl")),), ranking.LISTS),
        Form(SAMPLE, (File("hybrid_candidates.sample.jsonl", None, "0c3f7059941db4eef659be6fefb21584e8268ccebeb234c6657515fcbb1a3598", 5042),), ranking.LISTS,
             "the candidate lists of eight queries of the hundred"),
    )),
)
DRAW = sampling.Draw("Every query of the candidate lists with all its candidates, 50 each of 100 queries (the published 3,900 items are 78 whole queries). The lists are "
                     f"those of arm hybrid, which every reranker was given. {ranking.GRADES}")
CITATION = ("Wadden et al.: Fact or Fiction, Verifying Scientific Claims, EMNLP 2020 (SciFact); Thakur et al.: BEIR, NeurIPS 2021 Datasets and Benchmarks; "
            "candidate lists of system1-rerank-bench.")
QUESTION = {"type": "score", "instructions": "How well does the passage answer the query? The query is a scientific claim; what it seeks is evidence for the claim "
                                             "or against it.", "criteria": ranking.LEVELS}


def records(files):
    """The queries with their candidates."""
    return ranking.records(files)


def convert(candidates) -> list:
    """The items of a query."""
    return ranking.cases_of(candidates, QUESTION, "Query")
