"""Where the bytes of a source come from: folders on disk, the cache, or the address, each file checked every time it is used."""
from __future__ import annotations

import gzip
import hashlib
import zlib
from pathlib import Path
from typing import NamedTuple

from reference import fetch, readers
from reference.sources import Form, Given, Source, SourceError


class Store(NamedTuple):
    """Folders that hold `<task>/<file>`: where users put files, and the cache that fetched ones go to. Offline, nothing is fetched."""

    cache: Path
    folders: tuple = ()
    is_offline: bool = False


def on_disk(store: Store, task: str, name: str):
    """The path of a file as it is or gzipped, in the folders first and then in the cache; None where it is not there."""
    for folder in (*store.folders, store.cache):
        for path in (Path(folder) / task / name, Path(folder) / task / f"{name}.gz"):
            if path.is_file():
                return path
    return None


def is_there(store: Store, task: str, form: Form) -> bool:
    """Whether every file of a form is on disk; a form without files is not."""
    return bool(form.files) and all(on_disk(store, task, file.name) for file in form.files)


def opener(path: Path, name: str):
    """A function that opens the raw bytes of a file found under `name` or `name`.gz."""
    return (lambda: gzip.open(path, "rb")) if path.name == f"{Path(name).name}.gz" else (lambda: open(path, "rb"))


def raw_mark(path: Path, name: str) -> tuple:
    """(SHA-256, size) of the raw bytes of a file. Raises SourceError where its gzip is cut or damaged."""
    found, size = hashlib.sha256(), 0
    try:
        with opener(path, name)() as handle:
            for chunk in iter(lambda: handle.read(fetch.CHUNK_BYTES), b""):
                found.update(chunk)
                size += len(chunk)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise SourceError(f"{path}: is cut or damaged ({error}); fetch it again") from None
    return found.hexdigest(), size


def open_form(store: Store, task: str, source: Source, form: Form) -> Given:
    """A form whose files are on disk, hashes checked."""
    contents, marks = [], {}
    for file in form.files:
        path = on_disk(store, task, file.name)
        marks[file.name] = raw_mark(path, file.name)
        found = fetch.disagreement(file, marks[file.name])
        if found is not None:
            raise SourceError(f"{found}; {path} is another version or damaged; move it away and run again without --offline to fetch it, "
                              "or put the version there that rebuild.py --list sources names")
        contents.append(readers.Content(file.name, opener(path, file.name)))
    return Given(source, form, tuple(contents), marks)


def is_fetchable(form: Form) -> bool:
    return bool(form.files) and all(file.address is not None for file in form.files)


def absence(store: Store, task: str, source: Source) -> str:
    """What to do about a source that is nowhere."""
    wanted = "; or ".join(", ".join(file.name for file in form.files) + f" ({form.kind})" for form in source.forms if form.files)
    places = " and ".join(f"{Path(folder) / task}" for folder in (*store.folders, store.cache))
    advice = source.how or ("run without --offline to fetch it" if any(map(is_fetchable, source.forms)) else "put one of them there")
    return f"{source.name}: no form of it is in {places}; looked for {wanted}; {advice}"


def find(store: Store, task: str, source: Source) -> Given:
    """A source in the first form on disk, else the first that can be fetched, else a form without files. Raises SourceError."""
    task = source.folder or task
    for form in source.forms:
        if is_there(store, task, form):
            return open_form(store, task, source, form)
    for form in source.forms:
        if is_fetchable(form) and not store.is_offline:
            for file in form.files:
                if on_disk(store, task, file.name) is None:
                    fetch.fetch(file, store.cache / task)
            return open_form(store, task, source, form)
    for form in source.forms:
        if not form.files:
            return Given(source, form, (), {})
    raise SourceError(absence(store, task, source))


def find_all(store: Store, task: str, sources) -> dict:
    """{source name: Given} of every source of a task."""
    return {source.name: find(store, task, source) for source in sources}
