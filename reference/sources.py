"""Sources of the reference track: files, their pinned addresses, sizes and hashes, and the forms in which a source is accepted.

A source is given in one of several forms, tried in their order: the owner's files, an unchanged copy, a changed copy, a part.
"""
from __future__ import annotations

from typing import Any, NamedTuple

HUB = "huggingface.co"
TOKEN_VARIABLE = "HF_TOKEN"
OFFICIAL, COPY, DERIVED, SAMPLE = "official", "copy", "derived", "sample"
COMPLETE = (OFFICIAL, COPY)
"""Kinds of form that hold the owner's content whole and unchanged; only their items can have a released hash."""


class SourceError(ValueError):
    """A source that cannot be had or read as its builder expects; the message says which file, what was found, and what to do."""


class Address(NamedTuple):
    """Where a file is fetched; `revision` is the commit that the address names, `gate` the page where terms must be accepted first."""

    url: str
    revision: str | None = None
    gate: str | None = None


class File(NamedTuple):
    """One file of a source, found on disk under `name` or `name`.gz. `sha256` and `size` are those of the raw bytes, None where never seen."""

    name: str
    address: Address | None = None
    sha256: str | None = None
    size: int | None = None


class Form(NamedTuple):
    """One accepted form of a source. `read` turns the contents of its files into records; `note` says how it differs from the owner's."""

    kind: str
    files: tuple
    read: Any
    note: str = ""


class Source(NamedTuple):
    """A named input of a task and its accepted forms, the best first.

    how: what a user does to get it, where it has no address. folder: the task whose folder holds it, None for the task itself.
    """

    name: str
    forms: tuple
    how: str = ""
    folder: str | None = None


class Given(NamedTuple):
    """A source as it was found: the form, its files' contents in order, and {file name: (SHA-256, size)} of what was read."""

    source: Source
    form: Form
    contents: tuple
    marks: dict

    @property
    def kind(self) -> str:
        return self.form.kind

    def read(self):
        """The records of the form that was found."""
        return self.form.read(*self.contents)


# Addresses

def github(repository: str, commit: str, path: str) -> Address:
    """A file of a GitHub repository at a commit."""
    return Address(f"https://raw.githubusercontent.com/{repository}/{commit}/{path}", commit)


def hub(dataset: str, revision: str, path: str, is_gated: bool = False) -> Address:
    """A file of a Hugging Face data set at a revision; `main` counts as no revision."""
    page = f"https://{HUB}/datasets/{dataset}"
    return Address(f"{page}/resolve/{revision}/{path}", None if revision == "main" else revision, page if is_gated else None)


# Tables

def without_hashes(sources) -> tuple:
    """The same sources with no hash or size known: what tests read made-up files with."""
    return tuple(source._replace(forms=tuple(form._replace(files=tuple(file._replace(sha256=None, size=None) for file in form.files))
                                             for form in source.forms)) for source in sources)


def table_rows(task: str, sources) -> list:
    """One line a file of the sources: task, source, kind of form, file, SHA-256, bytes, address."""
    return [[task, source.name, form.kind, file.name, file.sha256 or "not known", "" if file.size is None else f"{file.size:,}",
             file.address.url if file.address else ""]
            for source in sources for form in source.forms for file in form.files]


def released(form: Form) -> str:
    """Whether items built from a form can have a released hash, as far as it is up to this form."""
    if form.kind not in COMPLETE:
        return "no"
    return "yes" if all(file.sha256 for file in form.files) else "once its hashes are known"


def form_rows(task: str, sources) -> list:
    """One line a form of the sources: task, source, kind of form, files, what it stands for, whether its items can have a released hash."""
    return [[task, source.name, form.kind, ", ".join(file.name for file in form.files) or "none", form.note or "the owner's files", released(form)]
            for source in sources for form in source.forms]
