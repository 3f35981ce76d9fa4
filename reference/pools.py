"""Questions of public sets with their accepted answers, for sampling what chat models answer: one Pool a set.

The files lie in the folder `cap_boundary_card/pool/`. Where no file was seen, the fields are those that the owner's own code reads, and no hash is known.
"""
from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from typing import Any, NamedTuple

from reference import cases, grading, readers
from reference.sources import COPY, OFFICIAL, SAMPLE, Address, File, Form, Source, SourceError, github, hub

FOLDER = "cap_boundary_card"


class Question(NamedTuple):
    """One question. group: what belongs together in the set (a passage, a seed problem), None where nothing does."""

    id: str
    group: str | None
    text: str
    gold: list


class Pool(NamedTuple):
    """A set of questions, its matching rule, its source, and questions(records) that makes Questions of its records."""

    name: str
    rule: str
    source: Source
    questions: Any


# Questions of records

def numbered(records):
    """(place as text, record) of the records of a set that gives no ids."""
    for place, row in enumerate(records):
        yield f"{place:05d}", row


def nq(records):
    for place, row in numbered(records):
        yield Question(place, None, row["question"], row["answer"])


def webquestions(records):
    for row in records:
        yield Question(row["qId"], None, row["qText"], row["answers"])


def popqa(records):
    for row in records:
        yield Question(row["id"], None, row["question"], readers.parsed(row["possible_answers"], f"PopQA: question {row['id']}: possible_answers"))


def triviaqa(records):
    for row in records:
        answer = readers.pick(row["Answer"], ("NormalizedAliases",), ("HumanAnswers",), f"TriviaQA: question {row['QuestionId']}")
        yield Question(row["QuestionId"], None, row["Question"], [*answer["NormalizedAliases"], *answer.get("HumanAnswers", [])])


def bbh(records):
    for row in records:
        yield Question(row["name"], None, row["input"], [row["target"]])


def strategyqa(records):
    for row in records:
        gold = cases.label({True: "yes", False: "no"}, row["answer"], f"StrategyQA: question {row['qid']}")
        yield Question(row["qid"], None, f"{row['question']}\nAnswer yes or no.", [gold])


def folio(records):
    for place, row in numbered(records):
        premises = "\n".join(row["premises"])
        text = f"{premises}\n\nFrom these premises alone: is the following true, false or uncertain?\n{row['conclusion']}"
        gold = cases.label({"True": "true", "False": "false", "Uncertain": "uncertain"}, row["label"], f"FOLIO: row {place}")
        yield Question(place, premises, text, [gold])


def proofwriter(records):
    for row in records:
        for name, asked in row["questions"].items():
            where = f"ProofWriter: {row['id']}: {name}"
            asked = readers.pick(asked, ("question", "answer"), (), where)
            gold = cases.label({True: "true", False: "false", "Unknown": "unknown"}, asked["answer"], where)
            text = f"{row['theory']}\n\nFrom these statements alone: is the following true, false or unknown?\n{asked['question']}"
            yield Question(f"{row['id']}/{name}", row["id"], text, [gold])


def drop_spans(answer, where: str) -> list:
    """The parts of an answer of DROP: a number, spans, or a date as one text."""
    answer = readers.pick(answer, ("number", "spans", "date"), (), where)
    if answer["number"]:
        return [str(answer["number"])]
    if answer["spans"]:
        return answer["spans"]
    return [" ".join(str(answer["date"].get(part, "")) for part in ("day", "month", "year")).strip()]


def drop(records):
    for row in records:
        answers = [row["answer"], *row.get("validated_answers", ())]
        spans = [drop_spans(answer, f"DROP: question {row['query_id']}") for answer in answers]
        yield Question(row["query_id"], row["passage_id"], f"{row['passage']}\n\n{row['question']}", [found for found in spans if all(found)])


def svamp(records):
    for row in records:
        body = row["Body"].strip()
        yield Question(row["ID"], None, f"{body}{'' if body.endswith(('.', '?', '!')) else '.'} {row['Question'].strip()}", [str(row["Answer"])])


def asdiv(records):
    for row in records:
        number = re.match(r"\s*(-?\d[\d,]*(?:\.\d+)?)(?=\s*(?:\(|$))", row["Answer"])
        if number:
            yield Question(row["ID"], None, f"{row['Body'].strip()} {row['Question'].strip()}", [number[1].replace(",", "")])


def program_sums(records):
    for place, row in numbered(records):
        yield Question(place, None, row["input"], [str(row["target"])])


def gsm_plus(records):
    """The questions that have a number for an answer; those without one ask what no rule here can judge."""
    for place, row in numbered(records):
        number = str(row["answer"]).replace(",", "")
        if grading.is_plain_number(number):
            yield Question(place, row["seed_question"], row["question"], [number])


# Readers of nested files

def named(reader):
    """A reader of several contents whose records get `name`: the file's stem and their place in it."""
    def read(*contents):
        for content in contents:
            stem = content.name.rpartition("/")[2].partition(".")[0]
            for place, row in enumerate(reader(content)):
                yield {**row, "name": f"{stem}-{place:03d}"}
    return read


def drop_walk(value, name: str):
    """The questions of DROP, each with its passage."""
    if not isinstance(value, dict):
        raise SourceError(f"{name}: holds no object of passages; the layout of the source has changed")
    for passage_id, passage in value.items():
        passage = readers.pick(passage, ("passage", "qa_pairs"), (), f"{name}: {passage_id}")
        for asked in passage["qa_pairs"]:
            found = readers.pick(asked, ("question", "answer", "query_id"), ("validated_answers",), f"{name}: {passage_id}")
            yield {**found, "passage": passage["passage"], "passage_id": passage_id}


def xml_problems(content):
    """The problems of ASDiv as {ID, Body, Question, Answer}."""
    try:
        root = ElementTree.fromstring(readers.text_of(content))
    except ElementTree.ParseError as error:
        raise SourceError(f"{content.name}: is cut or damaged XML ({error}); fetch it again") from None
    for problem in root.iter("Problem"):
        row = {"ID": problem.get("ID"), **{part.tag: part.text or "" for part in problem}}
        yield readers.pick(row, ("ID", "Body", "Question", "Answer"), (), f"{content.name}: {row['ID']}")


# The sets

BBH_FILES = {
    "boolean_expressions": ("ea6c754ec005e2d3f2d085d349a740f593b5764f32ea4638ffed4cfc0061b12a", 17172),
    "causal_judgement": ("6e8bca44dd402008ed41c07a3d0a1d5e7b03db7001a7e002fcdf4c60985ea081", 202943),
    "date_understanding": ("0148d4ac5fca05b2f82373e5fef7208e15363b9c6079493034d77b3dab496bf5", 61760),
    "disambiguation_qa": ("cf06df9ebf911b883671cb1b35d3fbd1a1c306b19b9e9a012407e596c85fe8c6", 85255),
    "dyck_languages": ("3f9badedf15c2be1ce53d94fdf016299bb30ba231ef087ab9f51a7ed6d0bdc25", 43814),
    "formal_fallacies": ("4c1adb664821157faade1d4153685403afcc02648f3c180a608a18f17f589629", 145562),
    "geometric_shapes": ("07be68a124420caa2ebc0b2c858ad79fc55c5c8806170e496e1e17ebfb11f31c", 77242),
    "hyperbaton": ("b6d7f55c75f5d02f2987a4f3123802dfa093872089a56a334144aae8a7264fdc", 44706),
    "logical_deduction_five_objects": ("d2df31394b903b7f0e085d42a69572a092987856eac076799017d70ef266fa8f", 155477),
    "logical_deduction_seven_objects": ("2896c7e3482eea318dd37bcc370d24ec3cc91e8374c1784287b5dbd38a529e33", 198404),
    "logical_deduction_three_objects": ("e590fae72e3a6041fbd23bd8ff6b74baf44ca563f6ba40a041c55e7b867c1681", 112213),
    "movie_recommendation": ("a8b53a87ee21a865b7248e694f388a9b8f7cf6b839b11d44796a2dd3fc088983", 57684),
    "multistep_arithmetic_two": ("c9d5a6433c9b78256422a15c78463949c8bec8d85607aa28b52d7234ad4a8595", 18325),
    "navigate": ("b7944dfd3c81da5c4815bd75b00d6fa3c64140823498e78ed496f4c3d36f7f0d", 55163),
    "object_counting": ("8acef14dbbdd40d2326ef7755750b6b5fe919fef06276af1bab3f1c297f022ff", 35890),
    "penguins_in_a_table": ("bb87ee449698eee51215e025a453b1bcb2f5e6589c2063b2c79e68b8f0655228", 74516),
    "reasoning_about_colored_objects": ("0a8850cf95166020fce7a78244026ceedd7ea839302471512b4f8744e85a6a49", 98694),
    "ruin_names": ("b6f723aef2bafdd4c7bfc3c7e0329c7e8a8279391a609969c8ed76c9319f5f7f", 53178),
    "salient_translation_error_detection": ("becf3eb8dd53c821a555ecd5c1334ecd93eb25f980e63be963c518e7138de5da", 286443),
    "snarks": ("54a0661fe2de06167645a4965e6bcf963c4ba307e76262a7c750998b0e3d0d0e", 42646),
    "sports_understanding": ("63ca262858f6176864515cd8cf53cdaa40839ebecc155b726d77930855d167bf", 28617),
    "temporal_sequences": ("92a1189faaa84aacc4c405aaa13f13f48c2992eb884772eedb622505252baef5", 148176),
    "tracking_shuffled_objects_five_objects": ("2063a46a4fb484236ed4310523606543a3e1dd4a4dc34eda65d407910ece25a5", 169722),
    "tracking_shuffled_objects_seven_objects": ("b59fd05b850c37cf57cb514ae1e6975c00b1638ade2291722056b2af3c54084d", 214906),
    "tracking_shuffled_objects_three_objects": ("546cc7bf10c6a01a6a4c17ae28a4966485f21f29fd5d111f37858ec78e354f6b", 128736),
    "web_of_lies": ("3e60323f8514a107fdb4edf35f8832a9171c5a09c0eaa47823559de905e8ab8b", 52964),
    "word_sorting": ("2a6132d2c99f00d0d2eb1113ac6b4a918bd969d863c48749210d969713db8d43", 66300),
}
"""{task: SHA-256 and size of its file}."""
MAWPS_FILES = {
    "addsub": ("2fae2c92530cdf1ac0487db9a90e68d6af84049d755c07c4486411c1d7f43e75", 70911),
    "multiarith": ("12e8295088364af21fb6591dbdbd1dda452aade57227f63d725677471ded2951", 109522),
    "singleeq": ("07bec92bae226dd5231a966e907a0f097ba3170a1557c73ceeb135caad8d09f8", 86536),
    "singleop": ("feb012e7ed5503cdb96fd127d539692b033000e9134655acaf4f4e0091328e94", 75278),
}
PAL = ("reasoning-machines/pal", "f81ca2a9777f002f98a6b4d0f10b61bd5c8feb02")
SUMS = readers.json_lines(("input", "target"))


def one(name: str, kind: str, file: str, address, read, mark=(None, None), note: str = "", how: str = "", folder: str = FOLDER) -> Source:
    """The source of a set that is one file, in its one form."""
    return Source(name, (Form(kind, (File(file, address, *mark),), read, note),), how, folder)


POOLS = (
    Pool("NQ", "exact", one("NQ", OFFICIAL, "pool/nq_open.dev.jsonl",
                            github("google-research-datasets/natural-questions", "fb26a3073b1fe636c97302890a27b491d6530130", "nq_open/NQ-open.dev.jsonl"),
                            readers.json_lines(("question", "answer")), ("f15567f38099f3615f5b8a685c0aef449c11ad90d3da3735e8d1b98115b40616", 391316)), nq),
    Pool("PopQA", "contains", one("PopQA", OFFICIAL, "pool/popQA.tsv", hub("akariasai/PopQA", "main", "test.tsv"),
                                  readers.tsv_rows(("id", "question", "possible_answers"))), popqa),
    Pool("WebQuestions", "exact", one("WebQuestions", COPY, "pool/webquestions.main.test.json",
                                      github("brmson/dataset-factoid-webquestions", "668890853388010fe6ae9a5eb035a7917b88933b", "main/test.json"),
                                      readers.json_list(("qId", "qText", "answers")),
                                      ("de320953700cd08300b9bcd2e60399da43b458a1be02db3f93c40344729fed39", 274219), "a re-issue of the test part"), webquestions),
    Pool("TriviaQA", "alias", one("TriviaQA", OFFICIAL, "pool/triviaqa-unfiltered.tar.gz",
                                  Address("http://nlp.cs.washington.edu/triviaqa/data/triviaqa-unfiltered.tar.gz"),
                                  readers.member("*unfiltered-web-dev.json", readers.json_list(("QuestionId", "Question", "Answer"), key="Data")),
                                  ("7f0c94207fd0a1eb7bba3d52cdfe0735c98de850b9e5aa4e75f2776ef9a531d0", 632549060)), triviaqa),
    Pool("BBH", "target", Source("BBH", (Form(OFFICIAL, tuple(
        File(f"pool/bbh/{task}.json", github("suzgunmirac/BIG-Bench-Hard", "9ee07bd481feebf959a6b59d61ea57bdcf30964d", f"bbh/{task}.json"), *mark)
        for task, mark in BBH_FILES.items()), named(readers.json_list(("input", "target"), key="examples"))),), folder=FOLDER), bbh),
    Pool("StrategyQA", "word", one("StrategyQA", OFFICIAL, "pool/strategyqa.dev.json",
                                   github("eladsegal/strategyqa", "1ba1e97452e189569357876f2854b01357ffbe37", "data/strategyqa/dev.json"),
                                   readers.json_list(("qid", "question", "answer")),
                                   ("0d94842ffb022db8fd5ecd2168b785d5cf67f6faf64f665476bad544a3eb9dde", 424195)), strategyqa),
    Pool("FOLIO", "word", one("FOLIO", OFFICIAL, "folio-validation.jsonl",
                              github("Yale-LILY/FOLIO", "5d7bb84c7edab3fb358e057d2807f19cf5cf5e2d", "data/v0.0/folio-validation.jsonl"),
                              readers.json_lines(("premises", "conclusion", "label")), ("6922c988ef10987bd6545568ee8e63e897af80994591fa20539767da58f8e3d1", 173456),
                              folder="folio_validation"), folio),
    Pool("ProofWriter", "word", one("ProofWriter", OFFICIAL, "pool/proofwriter-dataset-V2020.12.3.zip",
                                    Address("https://aristo-data-public.s3.amazonaws.com/proofwriter/proofwriter-dataset-V2020.12.3.zip"),
                                    readers.member("*/OWA/depth-5/meta-test.jsonl", readers.json_lines(("id", "theory", "questions")))), proofwriter),
    Pool("DROP", "spans", one("DROP", OFFICIAL, "pool/drop_dataset_dev.json", None, readers.json_tree(drop_walk),
                              how="take drop_dataset_dev.json from the archive that AI2 offers on its page of DROP"), drop),
    Pool("SVAMP", "number", one("SVAMP", OFFICIAL, "pool/SVAMP.json", github("arkilpatel/SVAMP", "689d7ccac74b9983a2ac7cc3b264f441b99e7c53", "SVAMP.json"),
                                readers.json_list(("ID", "Body", "Question", "Answer")),
                                ("5be77703a6d891ae476d7c082787ad361392aa02453b132516cdd5f4e7934e3e", 339970)), svamp),
    Pool("ASDiv", "number", one("ASDiv", OFFICIAL, "pool/ASDiv.xml",
                                github("chaochun/nlu-asdiv-dataset", "883f90a9a65bf00304ba8f37423910fe743abc47", "dataset/ASDiv.xml"),
                                xml_problems, ("ef8904068482919ac48c8eeaaf6df344b8a308ba66d048c2d4d87eab82dc4929", 947401)), asdiv),
    Pool("GSM-Hard", "number", one("GSM-Hard", OFFICIAL, "pool/gsmhardv2.jsonl", github(*PAL, "datasets/gsmhardv2.jsonl"), SUMS,
                                   ("2032b0188a49ac0ec38cbe1e695e7d62d6dddc44bbb64f920728aca710e9ddef", 1138151)), program_sums),
    Pool("GSM-Plus", "number", one("GSM-Plus", SAMPLE, "pool/gsmplus_testmini.jsonl",
                                   github("qtli/GSM-Plus", "3474129ec12fcd3e8ac08cb037aca1928efca98c", "dataset/gsmplus_testmini.jsonl"),
                                   readers.json_lines(("question", "answer", "seed_question")),
                                   ("6653b4b941956da12ba0af2eae660800db13a901123553b163b77be2d20eb7d5", 3128556),
                                   "the owner's small test part"), gsm_plus),
    Pool("MAWPS", "number", Source("MAWPS", (Form(COPY, tuple(
        File(f"pool/mawps{part}.jsonl", github(*PAL, f"datasets/mawps{part}.jsonl"), *mark) for part, mark in MAWPS_FILES.items()),
        readers.each(SUMS), "the four subset files of another project"),), folder=FOLDER), program_sums),
)
"""The fourteen sets, in the order in which the publication names them."""


def record_of(pool: Pool, asked: Question) -> dict:
    """A question as the answers file holds it. Raises SourceError for gold answers that its rule cannot use."""
    name = f"{pool.name}/{asked.id}"
    fault = grading.fault_of(pool.rule, asked.gold)
    if fault is not None:
        raise SourceError(f"{name}: the accepted answer {json.dumps(asked.gold)[:60]} {fault}; the layout of the source has changed")
    return {"id": name, "set": pool.name, "group": asked.group, "rule": pool.rule, "question": asked.text.strip(), "gold": asked.gold}


def records_of(pool: Pool, given):
    """The questions of a set as the answers file holds them. Raises SourceError, also where a value has another form than its set is known to have."""
    try:
        for asked in pool.questions(given.read()):
            yield record_of(pool, asked)
    except (TypeError, AttributeError) as error:
        raise SourceError(f"{pool.name}: a record has another form than expected ({error}); the layout of the source has changed") from None


def questions_of(pool: Pool, given) -> list:
    """The distinct questions of a set, in the order of the source. Raises SourceError."""
    found, seen = [], set()
    for record in records_of(pool, given):
        same = " ".join(record["question"].lower().split())
        if same not in seen:
            seen.add(same)
            found.append(record)
    return found
