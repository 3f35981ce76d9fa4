"""Task card and README of a reference task."""
from __future__ import annotations

import json

from audits import audit
from generators import cards, families, items
from reference.building import Built, Builder
from scoring import derive_v13, tasks

FIXED_CHANCE = {"auroc": 0.5, "skill": 0.0}
EXAMPLE_CHARS = 4000
OWN_DRAW = "The publication does not list its items, so this draw is the toolkit's own: items and hash are not the published ones."


# The note

def source_sentences(built: Built) -> list:
    """What a reader must know about the files: copies, changed or partial ones, hashes nobody knew before."""
    found = list(dict.fromkeys(f"Built from {given.form.note}." for given in built.files.values() if given.form.note))
    if not built.is_complete:
        found.append("These are not the items of the whole official source, and no released hash stands for them.")
    if built.unknown_files:
        named = built.unknown_files[:3] + ([f"{len(built.unknown_files) - 3} more"] if len(built.unknown_files) > 3 else [])
        found.append(f"Unpinned: no hash of {', '.join(named)} was known; the one that was found stands under source.")
    return found


def left_sentence(built: Built) -> list:
    """How many records were left out, by reason."""
    if not built.left:
        return []
    return ["Left out: " + ", ".join(f"{n:,} ({reason})" for reason, n in sorted(built.left.items())) + "."]


def note(builder: Builder, built: Built) -> str:
    """The card's note: draw and reason, what was left out, what the files are, how the publication's count differs."""
    published = builder.facts.published_items
    parts = [builder.draw.reason.strip(), *left_sentence(built), *source_sentences(built)]
    if published is not None:
        parts.append(f"The publication has {published:,} items in release 1.3.")
    return " ".join([*parts, OWN_DRAW])


# The card

def chance(metric: str, rows) -> float:
    """The chance of the metric, computed from the items where it depends on them."""
    value = FIXED_CHANCE[metric] if metric in FIXED_CHANCE else derive_v13.chance_of(metric, rows)
    return round(0.0 if value is None else value, 12)


def shared(values):
    """The one value that all items have, or None."""
    found = list(dict.fromkeys(values))
    return found[0] if len(found) == 1 else None


def source_list(built: Built) -> list:
    """The source entries of the card: one a file that was read."""
    return [{"name": file.name, "url": file.address.url if file.address else "", "revision": file.address.revision if file.address else None,
             "sha256": given.marks[file.name][0], "bytes": given.marks[file.name][1]}
            for given in built.files.values() for file in given.form.files]


def card(builder: Builder, built: Built, data: bytes, release: str) -> dict:
    """The task card; keys in the order of cards.CARD_KEYS."""
    rows, facts, mark = built.rows, builder.facts, items.fingerprint(data)
    is_grouped = any(item.group is not None for item in rows)
    groups = cards.groups_of(rows)
    has_gold = all(item.gold is not None for item in rows)
    options = shared(item.options for item in rows)
    is_reference = builder.task in tasks.LAYER_OF
    return {
        "task": builder.task, "title": facts.title, "track": "reference" if is_reference else "custom", "layer": facts.layer if is_reference else None,
        "release": release, "question": shared(item.question["instructions"] for item in rows) or facts.title,
        "question_type": shared(item.question["type"] for item in rows), "options": list(options) if options else None,
        "metric": facts.metric, "chance": chance(facts.metric, rows), "chance_accuracy": round(cards.chance_accuracy(rows), 12) if has_gold else None,
        "items": len(rows), "groups": len(groups) if is_grouped else None,
        "group_sizes": cards.counted(len(members) for members in groups.values()) if is_grouped else None,
        "levels": None, "kinds": cards.counted(item.kind for item in rows) or None, "labels": facts.labels,
        "median_state_chars": cards.median(len(audit.state_text(item)) for item in rows),
        "items_sha256": mark["sha256"], "items_bytes": mark["bytes"], "generator": None, "source": source_list(built),
        "licence": {"items": facts.licence, "note": f"source: {facts.source}"}, "release_route": facts.route,
        "content_blind": audit.best_content_blind(rows) if has_gold else None, "citation": builder.citation, "canary": families.CANARY,
        "note": note(builder, built),
    }


# The README

def answer_of(item: items.Item) -> str:
    """The label of an item in words."""
    return next(f"{name} `{value}`" for name, value in (("gold", item.gold), ("rate", item.rate), ("relevance", item.relevance)) if value is not None)


def example(item: items.Item) -> str:
    """One item as Markdown, a long state cut."""
    text = item.state if isinstance(item.state, str) else json.dumps(item.state, ensure_ascii=False, indent=2)
    shown = text if len(text) <= EXAMPLE_CHARS else f"{text[:EXAMPLE_CHARS]}\n[cut here: {len(text):,} characters in all]"
    pairs = zip(item.options, audit.meanings(item))
    options = "\n".join(f"- `{option}`: {meaning}" if meaning else f"- `{option}`" for option, meaning in pairs)
    return f"State:\n\n{cards.fenced(shown)}\nQuestion: {item.question['instructions']}\n\n{options}\n\nLabel: {answer_of(item)}\n"


def readme(builder: Builder, built: Built, made: dict) -> str:
    """The README of a task folder: what it is, its sources and licence, counts, one example."""
    rows, facts = built.rows, builder.facts
    counts = [["items", len(rows)], *([f"label {value}", n] for value, n in cards.counted(item.gold for item in rows).items())]
    counts += [[f"relevance {value}", n] for value, n in cards.counted(item.relevance for item in rows).items()]
    counts += [["queries", n] for n in [len(cards.counted(item.query for item in rows))] if n]
    counts += [[f"domain {value}", n] for value, n in cards.counted(item.domain for item in rows).items()]
    files = [[entry["name"], f"{entry['bytes']:,}", entry["sha256"], entry["url"]] for entry in made["source"]]
    return "\n".join([
        f"# {builder.task}\n", f"{facts.title}. Layer {facts.layer or 'none'}; metric {facts.metric}, chance {made['chance']:.3f}.\n", f"{builder.about.strip()}\n",
        f"Source: {facts.source}. Licence: {facts.licence}. {builder.citation}\n", f"{made['note']}\n", f"Evaluation only: never train on them. {families.CANARY}\n",
        "## Counts\n", cards.table(["what", "number"], counts), "## Source files\n", cards.table(["file", "bytes", "SHA-256", "address"], files),
        "## An example\n", example(rows[0])])


def folder_files(builder: Builder, built: Built, release: str = families.RELEASE) -> dict:
    """{file name: bytes} of the task folder."""
    data = "".join(map(items.to_line, built.rows)).encode("utf-8")
    made = card(builder, built, data, release)
    return {"items.jsonl": data, "task.json": items.to_json(made), "README.md": readme(builder, built, made).encode("utf-8")}
