"""What the two reranking tasks share: reading a BEIR collection and candidate lists, the items of a query, its ideal DCG@10."""
from __future__ import annotations

import math
from typing import NamedTuple

from reference import cases, readers
from reference.sources import SourceError

CUT = 10
ARM = "hybrid"
"""The arm of the ranking file whose lists every reranker was given."""
LEVELS = ["off topic", "on a related topic, but without the information that is sought", "holds a part of the information that is sought",
          "holds all of the information that is sought"]
GRADES = ("The relevance is the judged grade, 0 where a passage was not judged. It orders the passages of a query and is no step of the option scale, "
          "which has four levels of its own.")
"""What the notes of both tasks say of the labels."""
DOCUMENT, JUDGMENT = ("_id", "title", "text"), ("query-id", "corpus-id", "score")


class Collection(NamedTuple):
    """A BEIR collection: {document id: (title, text)}, {query id: text}, {query id: {document id: grade}}."""

    documents: dict
    queries: dict
    judgments: dict


class Candidates(NamedTuple):
    """A query with its candidates: (document id, title, text, grade) each, in the order of the list."""

    query: str
    text: str
    passages: tuple
    ideal: float


# The measure's ideal

def ideal_dcg(grades) -> float:
    """The DCG@10 of the best order of all judged documents, listed or not; the gain is the grade.

    >>> ideal_dcg([0, 1, 2]) == 2 + 1 / math.log2(3)
    True
    """
    return math.fsum(grade / math.log2(rank + 1) for rank, grade in enumerate(sorted(grades, reverse=True)[:CUT], 1))


# Reading

def keyed(rows, name: str, key: str, texts=()) -> dict:
    """{id: row}. Raises SourceError for an id that comes twice, and for an id or one of `texts` that is no text."""
    found = {}
    for row in rows:
        for field in (key, *texts):
            if not isinstance(row[field], str):
                raise SourceError(f"{name}: {field} {row[field]!r:.60} is no text; the layout of the source has changed")
        if row[key] in found:
            raise SourceError(f"{name}: id {row[key]!r:.60} comes twice; the layout of the source has changed")
        found[row[key]] = row
    return found


def grade_of(row, name: str) -> int:
    """The grade of a judgment. Raises SourceError for one that is no whole number."""
    if not row["score"].isdecimal():
        raise SourceError(f"{name}: label {row['score']!r:.60}, expected a whole number from 0; the label set of the source has changed")
    return int(row["score"])


def collection(corpus, queries, judgments) -> Collection:
    """The collection of three files: documents, queries, test judgments."""
    documents = keyed(readers.json_lines(DOCUMENT)(corpus), corpus.name, "_id", ("title", "text"))
    texts = keyed(readers.json_lines(("_id", "text"))(queries), queries.name, "_id", ("text",))
    grades = {}
    for row in readers.tsv_rows(JUDGMENT)(judgments):
        grades.setdefault(row["query-id"], {})[row["corpus-id"]] = grade_of(row, judgments.name)
    return Collection({name: (row["title"], row["text"]) for name, row in documents.items()}, {name: row["text"] for name, row in texts.items()}, grades)


def from_archive(archive) -> Collection:
    """The collection of a BEIR zip archive."""
    return collection(*(readers.only(archive, pattern) for pattern in ("*/corpus.jsonl", "*/queries.jsonl", "*/qrels/test.tsv")))


LISTS = readers.json_lines(("arm", "query_id", "ranking"))


# Records and items

def candidate_lists(rows, name: str) -> dict:
    """{query id: document ids} of the arm that every reranker was given. Raises SourceError for lists that cannot be whole."""
    lists = {query: row["ranking"] for query, row in keyed((row for row in rows if row["arm"] == ARM), name, "query_id").items()}
    if not lists:
        raise SourceError(f"{name}: holds no line of arm {ARM!r}; the layout of the source has changed")
    for query, documents in lists.items():
        if not isinstance(documents, list) or not all(isinstance(document, str) for document in documents) or len(set(documents)) < len(documents):
            raise SourceError(f"{name}: the ranking of query {query} is no list of different document ids; the layout of the source has changed")
    lengths = sorted({len(documents) for documents in lists.values()})
    if len(lengths) > 1 or lengths == [0]:
        raise SourceError(f"{name}: lists of {lengths[0]} and of {lengths[-1]} documents, expected lists of one length; the file may be cut")
    return lists


def of(table: dict, key: str, name: str, what: str):
    """What a table holds for a key. Raises SourceError that names the file with the key."""
    if key not in table:
        raise SourceError(f"{name}: names {what} {key!r:.60}, which the collection does not hold; the files do not belong together")
    return table[key]


def records(files):
    """The candidates of every query of the lists, in their order."""
    held, name = files["collection"].read(), files["candidates"].contents[0].name
    for query, documents in candidate_lists(files["candidates"].read(), name).items():
        text, grades = of(held.queries, query, name, "query"), of(held.judgments, query, name, "the judged query")
        passages = tuple((document, *of(held.documents, document, name, "document"), grades.get(document, 0)) for document in documents)
        yield Candidates(query, text, passages, ideal_dcg(grades.values()))


def cases_of(candidates: Candidates, question: dict, heading: str) -> list:
    """The items of a query, one a candidate; the key ends with the document's id."""
    return [cases.Case(f"{candidates.query}/{document}", cases.sections((heading, candidates.text), ("Passage", f"{title.strip()}\n{text.strip()}")), question,
                       relevance=grade, query=candidates.query, ideal=candidates.ideal) for document, title, text, grade in candidates.passages]
