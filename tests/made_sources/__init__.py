"""Made-up source files of the reference tasks, one module a task, and the writers they share.

A module holds ROWS {table: [row]}, NEEDED {table: fields the builder needs}, LABEL (table, row, field, unknown value) or None,
PACKS (functions from such rows to {file name: bytes}; the first writes the owner's form), ITEMS (number of items), GOLDS {gold: n} or None,
SHOWN {state: label} worked out by hand, ABSENT (texts that no item may hold).
"""
from __future__ import annotations

import csv
import gzip
import io
import json
import tarfile
import zipfile


def json_lines(rows) -> bytes:
    """One JSON object a line."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8")


def json_value(value) -> bytes:
    """One JSON value."""
    return json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8")


def csv_rows(rows, delimiter=",", quoting=csv.QUOTE_MINIMAL, preamble="") -> bytes:
    """A header and the rows, after a preamble."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator="\n", quotechar=None if quoting == csv.QUOTE_NONE else '"')
    writer.writerow(list(rows[0]))
    writer.writerows([list(row.values()) for row in rows])
    return (preamble + out.getvalue()).encode("utf-8")


def zipped(members: dict) -> bytes:
    """A zip archive of {name: bytes}."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(members: dict) -> bytes:
    """A gzipped tar archive of {name: bytes}."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def packed(data: bytes) -> bytes:
    """Gzipped bytes."""
    return gzip.compress(data)


# Parquet: written and read with pyarrow where it is installed, else JSON lines stand in for it on both sides

def has_pyarrow() -> bool:
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        return False
    return True


def parquet(rows) -> bytes:
    """A parquet file of the rows, or its stand-in."""
    if not has_pyarrow():
        return json_lines(rows)
    import pyarrow
    from pyarrow import parquet as writer
    out = io.BytesIO()
    writer.write_table(pyarrow.Table.from_pylist(rows), out)
    return out.getvalue()


def stand_in(content, columns):
    """What readers.parquet_batches gives, from the stand-in."""
    from reference.sources import SourceError
    try:
        with content.open() as handle:
            rows = [json.loads(line) for line in handle.read().decode("utf-8").splitlines()]
    except (ValueError, EOFError) as error:
        raise SourceError(f"{content.name}: is a cut or damaged parquet file ({error}); fetch it again") from None
    yield list(rows[0])
    yield [{name: row[name] for name in columns if name in row} for row in rows]
