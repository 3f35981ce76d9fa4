"""Bag of words by ridge regression: how far the words of options, question and state alone give the answer. Needs numpy.

Five folds by contrast group: no item is judged by a model that saw a member of its group. Several roots are judged as one pool. `options` and `question
and options` are held to the bound of the content-blind rules, words of the state to that of the bag of words; one draw is flagged
only for what exceeds a bound by more than three standard errors (audits/audit.py has the figures).
Example: python3 audits/audit_v3.py --root generated
"""
from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audits import audit, findings, linear
from generators import console, families, items

PENALTY = 1.0
QUESTION_RULE = "options: usual answer"
"""The rule of audit.py whose bound holds for what reads no state."""


def words_of(text: str) -> list:
    """The words and numbers of a text in lower case, in order."""
    return audit.WORD.findall(text.lower())


# Bags

def option_text(item: items.Item, position: int) -> str:
    """An option and what the question says about it."""
    return f"{item.options[position]} {(audit.meanings(item) or [''] * len(item.options))[position]}"


def option_bag(item: items.Item, position: int) -> Counter:
    """The words of an option."""
    return Counter(words_of(option_text(item, position)))


def question_bag(item: items.Item, position: int) -> Counter:
    """The words of an option, and which of them the question's wording has too."""
    asked, bag = set(words_of(item.question["instructions"])), option_bag(item, position)
    bag.update(["(in the question)" for word in bag if word in asked])
    return bag


def line_bag(item: items.Item, position: int) -> Counter:
    """The words of the state's lines that name an option."""
    name = item.options[position]
    return Counter(word for line in audit.state_text(item).split("\n") if name in line for word in words_of(line))


def bags_by_class(rows) -> dict:
    """{rule: a bag for every item}."""
    return {"question and options": [Counter(words_of(audit.question_text(item))) for item in rows],
            "state words": [Counter(words_of(audit.state_text(item))) for item in rows]}


def bags_by_option(rows) -> dict:
    """{rule: a bag for every option of every item}."""
    makers = {"options": option_bag, "options and the question": question_bag, "lines that name the option": line_bag}
    return {rule: [maker(rows[place], position) for place, position in linear.option_rows(rows)] for rule, maker in makers.items()}


# Judging

def predictions(numpy, rows, bags, model) -> list:
    """The position predicted for each item by a model that saw no item of its fold."""
    whole = linear.matrix(numpy, bags, linear.columns_of(bags))
    folds, predicted = numpy.array(audit.fold_numbers(rows)), numpy.zeros(len(rows), dtype=int)
    for fold in sorted(set(folds.tolist())):
        if (folds != fold).any():
            predicted[folds == fold] = model(numpy, whole, rows, folds != fold, folds == fold, PENALTY)
    return predicted.tolist()


def measures(numpy, family: families.Family, rows, draws: int) -> list:
    """The Measure of every rule. Options that never change give nothing to fit: the rules by option are for families whose options move."""
    ways = [(linear.by_class, bags_by_class(rows))] + ([(linear.by_option, bags_by_option(rows))] if family.options is None else [])
    found = []
    for model, bags_of in ways:
        for rule, bags in bags_of.items():
            bound_of = audit.BAG if rule in ("state words", "lines that name the option") else QUESTION_RULE
            found.append(audit.measure(family.name, bound_of, rows, predictions(numpy, rows, bags, model), draws)._replace(rule=rule))
    return found


def audit_all(roots, wanted) -> int:
    """Print what is found in the families of the roots; 1 where there is a finding, else 0. Raises ItemsError."""
    numpy, total = linear.need_numpy("audit_v3.py"), 0
    for task in findings.core_tasks(roots[0], wanted):
        rows = audit.pooled([findings.read_rows(root, task) for root in roots])
        measured = measures(numpy, families.BY_NAME[task], rows, len(roots))
        audit.print_measures(task, measured)
        total += sum(one.is_flagged for one in measured)
    print(f"audit_v3.py: {total} flag{'' if total == 1 else 's'}" if total else "audit_v3.py: all passed")
    return 1 if total else 0


def main(argv=None) -> int:
    args = findings.arguments(__doc__, several_roots=True).parse_args(argv)
    return console.guarded("audit_v3.py", lambda: audit_all(args.root or ["generated"], args.tasks), (items.ItemsError,))


if __name__ == "__main__":
    sys.exit(main())
