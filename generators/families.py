"""The 13 core families and the release they belong to: the only list of families in the project."""
from __future__ import annotations

from typing import NamedTuple

RELEASE = "1.1"
PUBLISHED_SEED = 20261007
CANARY = "decisionpivot-canary 7f0c2d4e-5b1a-4c8e-9d36-8a1e60b7c2f5"
"""Stands in every card and README of a task, so that leaked copies of the items can be found."""

LEVELS = (1, 2, 3)
ITEMS_PER_LEVEL = 200
YES_NO = ("yes", "no")


class Shape(NamedTuple):
    """How the 200 items of a level fall into contrast groups: {members: groups}."""

    name: str
    groups_per_level: dict


PAIRS = Shape("pairs", {2: 100})
TRIPLES = Shape("triples", {3: 66, 2: 1})
FOURS = Shape("fours", {4: 50})


class Family(NamedTuple):
    """One core family: `options` is None where the options differ from item to item."""

    name: str
    layer: str
    question_type: str
    shape: Shape
    options: tuple | None
    title: str


FAMILIES = (
    Family("answerable_facts", "A", "noul", PAIRS, YES_NO, "Can the question be answered from the facts listed?"),
    Family("perm_inherit", "B", "noul", PAIRS, YES_NO, "Is the request allowed under the written access rules?"),
    Family("policy_case", "B", "choice", TRIPLES, ("approve", "deny", "escalate"), "What does the policy require for this case?"),
    Family("log_count_check", "C", "noul", PAIRS, YES_NO, "Is the claim about this log correct?"),
    Family("sched_conflict", "D", "noul", PAIRS, YES_NO, "Can the requested booking be confirmed as it stands?"),
    Family("state_goal", "D", "noul", PAIRS, YES_NO, "After these operations, are all goal conditions satisfied?"),
    Family("toolcall_valid", "D", "noul", PAIRS, YES_NO, "Is the proposed call correct for the request under this schema?"),
    Family("triage_order", "D", "choice", TRIPLES, None, "Which waiting case stands at the position asked for?"),
    Family("clause_change", "E", "choice", TRIPLES, ("same", "yes_only_A", "yes_only_B"), "Does the change between the two versions alter the answer?"),
    Family("dep_resolve", "E", "noul", PAIRS, YES_NO, "Does the proposed set install cleanly in the target environment?"),
    Family("ledger_reconcile", "F", "choice", TRIPLES, None, "Which entry of ledger A does not reconcile with ledger B?"),
    Family("record_rule", "F", "choice", FOURS, None, "Which rule does the batch violate?"),
    Family("filter_match", "G", "noul", PAIRS, YES_NO, "Does the record satisfy every constraint of the request?"),
)
BY_NAME = {family.name: family for family in FAMILIES}
