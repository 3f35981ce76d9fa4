"""cuad_clause: does the contract hold a clause of the named category?  Layer E.

One item a contract and a category of clauses, whole contracts only. Questions on one contract form a group.
"""
from __future__ import annotations

from generators import draws, items
from reference import cases, readers, sampling
from reference.sources import DERIVED, OFFICIAL, File, Form, Source, SourceError, github

TASK = "cuad_clause"
COMMIT = "67faa0e6023b04fcaae6cc09497ab00e5d63a2a2"
CATEGORIES = (
    "Most Favored Nation", "Competitive Restriction Exception", "Non-Compete", "Exclusivity", "No-Solicit Of Customers", "No-Solicit Of Employees",
    "Non-Disparagement", "Termination For Convenience", "Rofr/Rofo/Rofn", "Change Of Control", "Anti-Assignment", "Revenue/Profit Sharing",
    "Price Restrictions", "Minimum Commitment", "Volume Restriction", "Ip Ownership Assignment", "Joint Ip Ownership", "License Grant",
    "Non-Transferable License", "Affiliate License-Licensor", "Affiliate License-Licensee", "Unlimited/All-You-Can-Eat-License",
    "Irrevocable Or Perpetual License", "Source Code Escrow", "Post-Termination Services", "Audit Rights", "Uncapped Liability", "Cap On Liability",
    "Liquidated Damages", "Warranty Duration", "Insurance", "Covenant Not To Sue", "Third Party Beneficiary",
)
"""The 33 categories that are answered by yes or no, as the table of clauses spells them; the other eight are dates, names, places and terms."""
NAME, DESCRIPTION = "Category (incl. context and answer)", "Description"
ALIASES = {"harpoontherapeuticsinc2020031210kex101812051356ex1018developmentagreementoptionagreement": "harpoontherapeuticsinc2020031210kex101812051356ex1018developmentagreement"}
"""Names of the table of clauses that go further than those of the texts."""
MAX_CHARS = 48000
"""The longest contract taken: about 12,000 tokens at four characters a token."""
PER_LABEL = 17
"""How many contracts of each label a category gets at most: 33 categories then give just under 1,000 items."""


# Sources

def plain(name: str) -> str:
    """The name of a contract by which table, texts and JSON agree: letters and digits alone, no ending."""
    stem = name.strip().strip("'")
    stem = stem[:-4] if stem.lower().endswith((".pdf", ".txt")) else stem
    found = "".join(letter for letter in stem.lower() if letter.isalnum())
    return ALIASES.get(found, found)


def from_json(value, name: str):
    """The contracts of a JSON file in the layout of SQuAD 2.0."""
    for entry in readers.pick(value, ("data",), (), name)["data"]:
        found = readers.pick(entry, ("title", "paragraphs"), (), name)
        where = f"{name}: {found['title']}"
        paragraph = readers.pick(found["paragraphs"][0], ("context", "qas"), (), where)
        asked = [readers.pick(question, ("id", "is_impossible"), (), where) for question in paragraph["qas"]]
        clauses = {question["id"].rpartition("__")[2].lower(): cases.label({False: "yes", True: "no"}, question["is_impossible"], question["id"])
                   for question in asked}
        yield {"name": plain(found["title"]), "text": paragraph["context"], "clauses": clauses}


def has_clause(cell: str, where: str) -> str:
    """Whether a cell, a printed list of clauses, holds one."""
    if not (cell.startswith("[") and cell.endswith("]")):
        raise SourceError(f"{where}: label {cell!r:.60} is no printed list of clauses; the layout of the source has changed")
    return "no" if cell == "[]" else "yes"


def from_table(table, texts):
    """The contracts of the table of clauses, each with its text from the archive."""
    there = {plain(found["name"].rpartition("/")[2]): found["text"] for found in readers.member("*.txt", readers.texts)(texts)}
    for row in readers.csv_rows(("Filename", *CATEGORIES), errors="mac_roman")(table):
        where, name = f"{table.name}: {row['Filename']}", plain(row["Filename"])
        if name not in there:
            raise SourceError(f"{where}: no text of this name in {texts.name}; the sources are of two versions")
        yield {"name": name, "text": there[name],
               "clauses": {category.lower(): has_clause(row[category].strip(), f"{where}, {category}") for category in CATEGORIES}}


SOURCES = (
    Source("categories", (
        Form(OFFICIAL, (File("category_descriptions.csv", github("TheAtticusProject/cuad", COMMIT, "category_descriptions.csv"),
                             "7499950ee04d2ed2841c0f8ec2ef96b91be039bc2ea3c4edcc36334a465b1f36", 8987),), readers.csv_rows((NAME, DESCRIPTION))),
    )),
    Source("contracts", (
        Form(OFFICIAL, (File("data.zip", github("TheAtticusProject/cuad", COMMIT, "data.zip"),
                             "f8161d18bea4e9c05e78fa6dda61c19c846fb8087ea969c172753bc2f45b999a", 18309308),),
             readers.member("*CUADv1.json", readers.json_tree(from_json))),
        Form(DERIVED, (File("master_clauses.csv", None, "d5481503c53701bc4e72c196d3984e5501c891eb74a3c2021601afb0f4f94e93", 3955952),
                    File("full_contract_txt.tar", None, "cab99ac9c1997c0a3ca46fdc0426de11f709f572e65dafab875d48e806da02a1", 27473920)),
             from_table, "a third party's copy of the release's table of clauses and contract texts"),
    )),
)
DRAW = sampling.Draw(f"Contracts of at most {MAX_CHARS:,} characters (about 12,000 tokens), never an excerpt, of equal ones the first, and the 33 yes/no "
                     "categories. The best content-blind rule published, 0.562, shows roughly even labels out of a pool that the published counts put at about "
                     "3,254; twice the 1,588 clauses of such contracts comes near that, as other limits and pools do, so the limit is the toolkit's own. Of each "
                     f"category as many contracts with a clause as without, at most {PER_LABEL}, so that the category alone tells nothing; each with a clause has "
                     "one without that is about as long beside it.")
CITATION = "Hendrycks et al.: CUAD, An Expert-Annotated NLP Dataset for Legal Contract Review, NeurIPS 2021; data by The Atticus Project."
QUESTION = items.noul("Does the contract hold a clause of the named category?", "some passage of the contract is a clause of this category",
                      "no passage of the contract is a clause of this category")


# The draw

def described(files) -> dict:
    """{category in lower case: (name, description)}. Raises SourceError where one is missing."""
    found = {}
    for row in files["categories"].read():
        name, meaning = (" ".join(row[field].partition(":")[2].split()) for field in (NAME, DESCRIPTION))
        found[name.lower()] = (name, meaning)
    for category in CATEGORIES:
        if category.lower() not in found:
            raise SourceError(f"category_descriptions.csv: no category {category!r}; the layout of the source has changed")
    return found


def matched(rng, having, lacking) -> list:
    """Contracts drawn from those with a clause, each followed by the one without that is nearest in length."""
    rest, chosen = sorted(lacking, key=lambda contract: contract["name"]), []
    count = min(len(having), len(lacking), PER_LABEL)
    for contract in rng.sample(sorted(having, key=lambda contract: contract["name"]), count):
        nearest = min(rest, key=lambda other: abs(len(other["text"]) - len(contract["text"])))
        rest.remove(nearest)
        chosen += [contract, nearest]
    return chosen


def labelled(contract, category: str) -> str:
    """The label of a contract for a category. Raises SourceError where the source does not ask about it."""
    if category.lower() not in contract["clauses"]:
        raise SourceError(f"{contract['name']}: no answer for {category!r}; the layout of the source has changed")
    return contract["clauses"][category.lower()]


def distinct(contracts) -> list:
    """The contracts without those whose text an earlier one has."""
    firsts = {}
    for contract in contracts:
        firsts.setdefault(" ".join(contract["text"].lower().split()), contract)
    return list(firsts.values())


def records(files):
    """The drawn contracts of every category, and those that are too long."""
    descriptions, contracts = described(files), distinct(files["contracts"].read())
    short = [contract for contract in contracts if len(contract["text"]) <= MAX_CHARS]
    yield from ({"contract": contract} for contract in contracts if len(contract["text"]) > MAX_CHARS)
    for category in CATEGORIES:
        parts = {gold: [contract for contract in short if labelled(contract, category) == gold] for gold in ("yes", "no")}
        for contract in matched(draws.stream(draws.PUBLISHED, TASK, "contracts", category), parts["yes"], parts["no"]):
            yield {"contract": contract, "category": descriptions[category.lower()], "gold": labelled(contract, category)}


def convert(record) -> cases.Case:
    """The item of a contract and a category."""
    contract = record["contract"]
    if "category" not in record:
        raise cases.LeftOut(f"a contract of more than {MAX_CHARS:,} characters")
    name, meaning = record["category"]
    state = cases.sections(("Category", f"{name}. {meaning}"), ("Contract", contract["text"]))
    return cases.Case(f"{contract['name']}/{name}", state, QUESTION, record["gold"], group=contract["name"], domain=name)
