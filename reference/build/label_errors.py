"""label_errors: is the label of the text correct?  Layer F.

One item a text whose label in a well-known data set a model doubted, and which five people then labelled anew: film reviews of IMDB, product reviews of
Amazon, posts of 20 Newsgroups. The state holds the text and the label it has in its data set. The texts of the last two are one small file each.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from generators import items
from reference import cases, readers, sampling
from reference.sources import DERIVED, OFFICIAL, SAMPLE, Address, File, Form, Source, SourceError, github

COMMIT = "6d5d6b31a13216290afc40e5c6319399c4d15c06"
MAJORITY = 3
"""Votes of the five that settle an answer."""


class Part(NamedTuple):
    """One of the three data sets: its annotation file with SHA-256 and size, the field of the given label, the answers voted on, words for the state.

    own: the answer that means the given label, for the given label. choices: the labels a text of it can have, None where they are newsgroups.
    """

    sha256: str
    size: int
    field: str
    votes: tuple
    own: Any
    kind: str
    choices: tuple | None


SENTIMENTS = ("Negative", "Neutral", "Positive")
PARTS = {
    "imdb": Part("80c15f04208276a4433b8f3d76405203487e38e95397709f762133fa10e82486", 373974, "given_original_label",
                 ("given", "guessed", "neutral", "off-topic"), lambda label: "given", "a film review", ("Negative", "Positive")),
    "amazon": Part("24ddaa631c9b57dcfff0992a22ebfa497939f65b8c12e3facd7f37d431855946", 271965, "given_original_label",
                   ("positive", "negative", "neutral", "off-topic"), str.lower, "a product review", SENTIMENTS),
    "20news": Part("0f14cda08aedfa79e883aaf6db43adfbf91b4affd5947cd832b7ccfb2d4dafc4", 32013, "given_original_label_name",
                   ("given", "guessed", "neither", "both"), lambda label: "given", "a post to a newsgroup", None),
}
SINGLE = {"amazon": "an Amazon review", "20news": "a newsgroup post"}
"""Parts whose texts are one file each, and what one is called."""


def annotations(part: str):
    """A reader of the annotations of a part: id, given label, votes."""
    def walk(value, name):
        if not isinstance(value, list):
            raise SourceError(f"{name}: holds no array of records; the layout of the source has changed")
        for number, row in enumerate(value, 1):
            where = f"{name}: record {number}"
            found = readers.pick(row, ("id", PARTS[part].field, "mturk"), (), where)
            votes = readers.pick(found["mturk"], PARTS[part].votes, (), f"{where}: mturk")
            if not all(type(count) is int for count in votes.values()):
                raise SourceError(f"{where}: mturk holds votes that are no whole numbers; the layout of the source has changed")
            yield {"part": part, "id": str(found["id"]), "given": found[PARTS[part].field], "votes": votes}
    return readers.json_tree(walk)


REVIEWS = readers.member("aclImdb/test/*/*.txt", readers.texts)
SOURCES = (
    *(Source(part, (Form(OFFICIAL, (File(f"{part}_mturk.json", github("cleanlab/label-errors", COMMIT, f"mturk/{part}_mturk.json"), facts.sha256, facts.size),),
                         annotations(part)),)) for part, facts in PARTS.items()),
    Source("reviews", (
        Form(OFFICIAL, (File("aclImdb_v1.tar.gz", Address("https://ai.stanford.edu/~amaas/data/sentiment/aclImdb_v1.tar.gz"),
                             "c40f74a18d3b61f90feba1e17730e0d38e8b97c05fde7008942e91923d1658fe", 84125825),), REVIEWS),
        Form(DERIVED, (File("aclImdb_v1.mturk_subset.tar", None, "593fa9058749de6ef9a3276424ed4415e9e7d760c96a7593e756d4ea12277c1b", 2478080),), REVIEWS,
             "a third party's copies of the annotated IMDB reviews, in a tar of their own"),
    )),
)
DRAW = sampling.Draw("1,000 of the usable texts of all three sets together, in their natural shares. `yes` where at least three of the five people chose the given "
                     "label, `no` where at least three chose one other answer, neutral and off-topic among them; texts without such a majority, and posts that most "
                     "people put under both labels, are left out. By this rule 864 of 1,677 texts are `yes` (0.515), near the best constant answer published, 0.524; "
                     "IMDB alone would give 585 of 966 (0.606). `no` covers given labels that most of the five found wrong, neutral or off-topic: of the 381 IMDB "
                     "texts with `no`, 173 have the other label by majority and 208 neutral (200) or off-topic (8).", size=1000)
CITATION = ("Northcutt, Athalye and Mueller: Pervasive Label Errors in Test Sets Destabilize Machine Learning Benchmarks, NeurIPS 2021 Datasets and Benchmarks "
            "(cleanlab); IMDB reviews by Maas et al., 2011.")
QUESTION = items.noul("A data set gave this text the label shown. Is the label right?", "a careful reader would give the text this label",
                      "a careful reader would give it another label, or would find it mixed, neutral or off topic where the label does not say so")


# Labels

def checked_label(record) -> str:
    """The given label. Raises SourceError for one that the source did not have."""
    choices, given = PARTS[record["part"]].choices, record["given"]
    if choices is not None:
        return cases.label(dict(zip(choices, choices)), given, f"{record['part']} record {record['id']}")
    if not isinstance(given, str) or not given.strip():
        raise SourceError(f"{record['part']} record {record['id']}: label {given!r:.60} is no name of a newsgroup; the label set of the source has changed")
    return given


def verdict(record) -> str:
    """`yes` or `no`, as the people say. Raises LeftOut where they do not settle it."""
    own = PARTS[record["part"]].own(checked_label(record))
    settled = [answer for answer, count in record["votes"].items() if count >= MAJORITY]
    if not settled:
        raise cases.LeftOut("no answer with three of five votes")
    if settled == ["both"]:
        raise cases.LeftOut("both labels fit, most people say")
    return "yes" if settled == [own] else "no"


def is_settled(record) -> bool:
    """Whether a record can become an item."""
    try:
        verdict(record)
    except cases.LeftOut:
        return False
    return True


# Texts

def path_of(record) -> str:
    """Where a text of its own file is looked for on disk."""
    return f"{record['part']}/{record['id']}.txt"


def more_sources(files) -> tuple:
    """The texts of the settled records that are a file each; where one is not at hand, its record is left out."""
    return tuple(
        Source(path_of(record), (
            Form(OFFICIAL, (File(path_of(record), Address(f"https://labelerrors.com/static/{path_of(record)}")),), readers.texts),
            Form(SAMPLE, (), readers.nothing, f"annotations alone where {name} was not at hand")))
        for part, name in SINGLE.items() for record in files[part].read() if is_settled(record))


def film_reviews(files) -> dict:
    """{id: text} of the annotated film reviews. Raises SourceError where the archive lacks one."""
    wanted = {f"aclImdb/{record['id']}.txt": record["id"] for record in files["imdb"].read()}
    found = {wanted[row["name"]]: row["text"] for row in files["reviews"].read() if row["name"] in wanted}
    missing = sorted(set(wanted.values()) - set(found))
    if missing:
        raise SourceError(f"{files['reviews'].contents[0].name}: holds no {missing[0]}, which imdb_mturk.json names; use the pinned version")
    return found


def records(files):
    """Every annotation with its text, None where that was not at hand or not asked for."""
    reviews = film_reviews(files)
    for record in files["imdb"].read():
        yield {**record, "text": reviews[record["id"]]}
    for part in SINGLE:
        for record in files[part].read():
            given = files.get(path_of(record))
            texts = [] if given is None else [row["text"] for row in given.read()]
            yield {**record, "text": texts[0] if texts else None}


def convert(record) -> cases.Case:
    """The item of an annotated text."""
    part, gold = PARTS[record["part"]], verdict(record)
    if record["text"] is None:
        raise cases.LeftOut(f"{SINGLE[record['part']]} that was not at hand")
    choices = "the 20 newsgroups" if part.choices is None else f"{', '.join(part.choices[:-1])} and {part.choices[-1]}"
    state = cases.sections((f"Text ({part.kind})", record["text"]), (f"Label it was given (out of {choices})", record["given"]))
    return cases.Case(f"{record['part']}/{record['id']}", state, QUESTION, gold, domain=record["part"])
