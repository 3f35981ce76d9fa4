"""Reading source files: CSV, TSV, JSON, JSON lines, parquet, and members of zip and tar archives, read in place.

Every maker here returns a reader: a function from one Content to records. A record holds the declared fields alone; a declared field
that the file lacks is an error with the file's name, a field in `optional` may be absent.
"""
from __future__ import annotations

import codecs
import csv
import fnmatch
import gzip
import io
import json
import lzma
import tarfile
import zipfile
import zlib
from typing import Any, NamedTuple

from reference.sources import SourceError

FIELD_BYTES = 1 << 30
"""The longest field of a CSV file that is read; the limit of the csv module would cut web pages and contracts."""
PARQUET_ROWS = 256
"""Rows of a parquet file in memory at once; web pages make them large."""
DAMAGE = (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile, zipfile.BadZipFile, tarfile.TarError)
ARCHIVE_DAMAGE = (*DAMAGE, OSError, RuntimeError, ValueError)
"""What zipfile and tarfile raise besides: places before the start of the file, unknown methods, names that are no text."""


class Content(NamedTuple):
    """The bytes of a file or of a member of an archive: a name for messages, and a function that opens them."""

    name: str
    open: Any


def mac_roman(error):
    """The error handler `mac_roman`: bytes that are not UTF-8 read as Mac Roman."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start:error.end].decode("mac_roman"), error.end


codecs.register_error("mac_roman", mac_roman)


# Fields

def pick(row, fields, optional, where: str) -> dict:
    """The declared fields of a row. Raises SourceError that names a missing one and what is there instead."""
    if not isinstance(row, dict):
        raise SourceError(f"{where}: is not an object with the fields {', '.join(fields)}; the layout of the source has changed")
    for name in fields:
        if name not in row:
            raise SourceError(f"{where}: no field {name!r}, found {', '.join(map(str, row)) or 'none'}; the layout of the source has changed, "
                              "use the pinned version")
    return {name: row[name] for name in (*fields, *optional) if name in row}


def listed(value, where: str) -> list:
    """A value that must be a list. Raises SourceError for anything else."""
    if not isinstance(value, list):
        raise SourceError(f"{where}: found {value!r:.60}, expected a list; the layout of the source has changed")
    return value


def text_of(content: Content, errors: str = "strict") -> str:
    """A content as text without byte order mark. Raises SourceError where it is damaged or not UTF-8."""
    try:
        with content.open() as handle:
            return handle.read().decode("utf-8-sig", errors)
    except UnicodeDecodeError as error:
        raise SourceError(f"{content.name}: is not UTF-8 at byte {error.start:,}") from None
    except DAMAGE as error:
        raise SourceError(f"{content.name}: is cut or damaged ({error}); fetch it again") from None


# Flat files

def table(content: Content, delimiter: str, quoting: int, skip: int, errors: str):
    """(line number, {column: cell}) of every row of a delimited file, `skip` lines left out before the header."""
    csv.field_size_limit(FIELD_BYTES)
    rows = csv.reader(io.StringIO(text_of(content, errors), newline=""), delimiter=delimiter, quoting=quoting, strict=True)
    try:
        for _ in range(skip):
            next(rows, None)
        head = next(rows, None)
        if not head:
            raise SourceError(f"{content.name}: holds no header line")
        for row in rows:
            if row and len(row) != len(head):
                raise SourceError(f"{content.name}:{rows.line_num}: {len(row)} columns, the header has {len(head)}; the file may be cut")
            if row:
                yield rows.line_num, dict(zip(head, row))
    except csv.Error as error:
        raise SourceError(f"{content.name}:{rows.line_num}: {error}; the file may be cut") from None


def csv_rows(fields, optional=(), delimiter=",", quoting=csv.QUOTE_MINIMAL, skip=0, errors="strict"):
    """A reader of comma-separated rows as {field: text}."""
    def read(content):
        for line, row in table(content, delimiter, quoting, skip, errors):
            yield pick(row, fields, optional, f"{content.name}:{line}")
    return read


def tsv_rows(fields, optional=(), quoting=csv.QUOTE_MINIMAL):
    """A reader of tab-separated rows; `quoting=csv.QUOTE_NONE` where quotation marks are plain text."""
    return csv_rows(fields, optional, "\t", quoting)


def parsed(text: str, where: str):
    """A JSON value. Raises SourceError with the place."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SourceError(f"{where}: is not JSON ({error}); the file may be cut") from None


def json_lines(fields, optional=()):
    """A reader of one JSON object a line."""
    def read(content):
        for number, line in enumerate(text_of(content).split("\n"), 1):
            if line.strip():
                where = f"{content.name}:{number}"
                yield pick(parsed(line, where), fields, optional, where)
    return read


def json_list(fields, optional=(), key=None):
    """A reader of a JSON array of objects, or of the array under `key` of a JSON object."""
    def read(content):
        value = parsed(text_of(content), content.name)
        if key is not None:
            value = pick(value, (key,), (), content.name)[key]
        if not isinstance(value, list):
            raise SourceError(f"{content.name}: holds no array of records; the layout of the source has changed")
        for number, row in enumerate(value, 1):
            yield pick(row, fields, optional, f"{content.name}: record {number}")
    return read


def json_value(content: Content):
    """The reader of a whole JSON value."""
    return parsed(text_of(content), content.name)


def json_tree(walk):
    """A reader of records that lie deeper in a JSON value: those of `walk(value, name)`, which takes fields with `pick`."""
    def read(content):
        yield from walk(json_value(content), content.name)
    return read


def each(reader):
    """A reader of several contents one after the other."""
    def read(*contents):
        for content in contents:
            yield from reader(content)
    return read


# Parquet

def open_parquet(content: Content, handle):
    """The parquet file of an open handle; needs the package pyarrow."""
    try:
        from pyarrow import parquet
    except ImportError:
        raise SourceError(f"{content.name}: reading parquet needs the package pyarrow; install it (pip install pyarrow) and run again") from None
    return parquet.ParquetFile(handle)


def parquet_failures() -> tuple:
    """The exceptions of a damaged parquet file; pyarrow's own where it is installed."""
    try:
        from pyarrow import ArrowException
    except ImportError:
        return DAMAGE
    return (ArrowException, *DAMAGE)


def parquet_batches(content: Content, columns):
    """The column names of a parquet file, then its rows batch by batch, the wanted columns alone."""
    try:
        with content.open() as handle:
            file = open_parquet(content, handle)
            there = list(file.schema_arrow.names)
            yield there
            for batch in file.iter_batches(PARQUET_ROWS, columns=[name for name in columns if name in there]):
                yield batch.to_pylist()
    except (*parquet_failures(), OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{content.name}: is a cut or damaged parquet file ({error}); fetch it again") from None


def parquet_rows(fields, optional=()):
    """A reader of the declared columns of a parquet file; other columns are never read, rows only as they are asked for."""
    def read(content):
        batches = parquet_batches(content, (*fields, *optional))
        pick(dict.fromkeys(next(batches)), fields, optional, content.name)
        for batch in batches:
            for row in batch:
                yield pick(row, fields, optional, content.name)
    return read


# Archives: members are read in place, their paths only compared

def zip_members(content: Content, pattern: str):
    """(name, bytes) of the files of a zip archive whose names fit."""
    with content.open() as handle, zipfile.ZipFile(handle) as archive:
        for info in archive.infolist():
            if not info.is_dir() and fnmatch.fnmatchcase(info.filename, pattern):
                yield info.filename, archive.read(info)


def tar_members(content: Content, pattern: str):
    """(name, bytes) of the files of a tar archive, gzipped or not, whose names fit.

    The gzip layer is opened apart: tarfile's own does not notice a cut.
    """
    is_packed = content.name.endswith((".gz", ".tgz"))
    with content.open() as handle, (gzip.open(handle) if is_packed else handle) as raw, tarfile.open(fileobj=raw, mode="r|") as archive:
        for info in archive:
            if info.isfile() and fnmatch.fnmatchcase(info.name, pattern):
                yield info.name, archive.extractfile(info).read()


def members(content: Content, pattern: str):
    """The contents of the members of an archive whose names fit a pattern. Raises SourceError where none does or the archive is damaged."""
    found = 0
    try:
        for name, data in (zip_members if content.name.endswith(".zip") else tar_members)(content, pattern):
            found += 1
            yield Content(f"{content.name}: {name}", lambda data=data: io.BytesIO(data))
    except ARCHIVE_DAMAGE as error:
        raise SourceError(f"{content.name}: is a cut or damaged archive ({error}); fetch it again") from None
    if not found:
        raise SourceError(f"{content.name}: no member {pattern}; the layout of the source has changed, use the pinned version")


def only(content: Content, pattern: str) -> Content:
    """The one member that fits a pattern. Raises SourceError where there are several."""
    found = list(members(content, pattern))
    if len(found) > 1:
        raise SourceError(f"{content.name}: {len(found)} members {pattern}, expected one; the layout of the source has changed")
    return found[0]


def member(pattern: str, reader):
    """A reader of what `reader` finds in the members of an archive that fit the pattern."""
    def read(content):
        for inner in members(content, pattern):
            yield from reader(inner)
    return read


def texts(content: Content):
    """A reader of one record, name and text of the whole content; with `member`, one a member."""
    yield {"name": content.name.rpartition(": ")[2], "text": text_of(content)}


def nothing():
    """The reader of a form without files."""
    return iter(())
