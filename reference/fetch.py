"""Fetching one file over HTTP: resumed where it was cut, checked against size and hash, put in place only when whole."""
from __future__ import annotations

import hashlib
import http.client
import os
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from reference.sources import HUB, TOKEN_VARIABLE, File, SourceError

CHUNK_BYTES = 1 << 20
TIMEOUT_SECONDS = 60
USER_AGENT = "DecisionPivot"
PAGE_TYPES = ("text/html", "application/xhtml+xml")


class KeepToken(urllib.request.HTTPRedirectHandler):
    """Follows redirects; the token stays behind unless the next host is the hub again, over https."""

    def redirect_request(self, request, reply, code, message, headers, url):
        following = super().redirect_request(request, reply, code, message, headers, url)
        if following is not None:
            add_token(following)
        return following


def add_token(request) -> None:
    """Give a request to the hub the user's token, as a header that no redirect takes along."""
    parts, token = urllib.parse.urlsplit(request.full_url), os.environ.get(TOKEN_VARIABLE)
    if token and parts.scheme == "https" and parts.hostname == HUB:
        request.add_unredirected_header("Authorization", f"Bearer {token.strip()}")


def refusal(file: File, status: int) -> str:
    """What to do about a reply that is not the file."""
    gate = file.address.gate
    if status in (401, 403):
        page = gate or "the page of the data set"
        return f"access was refused (HTTP {status}); accept the terms at {page}, make a read token and set {TOKEN_VARIABLE} to it"
    if status == 404:
        return "is no longer at its address (HTTP 404); get it elsewhere and put it under --source (its SHA-256 is checked)"
    return f"the server answered HTTP {status}; try again later, or put the file under --source"


def ask(file: File, start: int):
    """The open reply for a file from byte `start` on. Raises SourceError with what to do."""
    request = urllib.request.Request(file.address.url, headers={"User-Agent": USER_AGENT, "Accept-Encoding": "identity"})
    add_token(request)
    if start:
        request.add_header("Range", f"bytes={start}-")
    try:
        reply = urllib.request.build_opener(KeepToken).open(request, timeout=TIMEOUT_SECONDS)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 416:
            return None
        raise SourceError(f"{file.name}: {refusal(file, error.code)}: {file.address.url}") from None
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise SourceError(f"{file.name}: cannot be fetched ({getattr(error, 'reason', error)}): {file.address.url}") from None
    if reply.headers.get_content_type() in PAGE_TYPES and not file.name.endswith((".html", ".htm")):
        place = urllib.parse.urlsplit(reply.geturl())
        reply.close()
        raise SourceError(f"{file.name}: {place.scheme}://{place.netloc}{place.path} gave a web page, not the file, as login pages do; "
                          + (f"accept the terms at {file.address.gate} and set {TOKEN_VARIABLE}" if file.address.gate else "fetch it by hand and put it under --source"))
    return reply


def whole_size(reply, start: int):
    """How long the file is by the reply's own word, or None."""
    length = reply.headers.get("Content-Length")
    return start + int(length) if length is not None and length.isdigit() else None


def append(file: File, part: Path, reply, start: int) -> None:
    """Write the rest of a reply behind the first `start` bytes of the part. Raises SourceError where it ends early."""
    expected, done = whole_size(reply, start), start
    with open(part, "r+b" if start else "wb") as out:
        out.seek(start)
        out.truncate()
        while True:
            try:
                chunk = reply.read(CHUNK_BYTES)
            except (OSError, ValueError, http.client.HTTPException) as error:
                raise SourceError(f"{file.name}: the connection broke after {done:,} bytes ({error}); run again, it goes on from there") from None
            if not chunk:
                break
            out.write(chunk)
            done += len(chunk)
    if expected is not None and done != expected:
        raise SourceError(f"{file.name}: the connection ended after {done:,} of {expected:,} bytes; run again, it goes on from there")


def digest(path: Path) -> tuple:
    """(SHA-256, size) of a file's bytes."""
    found, size = hashlib.sha256(), 0
    with open(path, "rb") as handle:
        for chunk in iter(lambda: handle.read(CHUNK_BYTES), b""):
            found.update(chunk)
            size += len(chunk)
    return found.hexdigest(), size


def disagreement(file: File, mark: tuple):
    """How the (SHA-256, size) of a file's raw bytes differs from the source table, or None."""
    sha256, size = mark
    if file.size is not None and size != file.size:
        return f"{file.name}: has {size:,} bytes, expected {file.size:,}"
    if file.sha256 is not None and sha256 != file.sha256:
        return f"{file.name}: has the SHA-256 {sha256}, expected {file.sha256}"
    return None


def receive(file: File, part: Path) -> None:
    """Bring the part of a file to its whole length. Raises SourceError."""
    start = part.stat().st_size if part.exists() else 0
    reply = ask(file, start)
    if reply is None:
        start, reply = 0, ask(file, 0)
    with reply:
        if start and not (reply.status == 206 and (reply.headers.get("Content-Range") or "").startswith(f"bytes {start}-")):
            start = 0
        print(f"fetching {file.name} from {file.address.url}" + (f", from byte {start:,} on" if start else ""), file=sys.stderr)
        append(file, part, reply, start)


def fetch(file: File, folder: Path) -> Path:
    """Fetch a file into a folder; returns its path. A cut file stays as `<name>.part` and is resumed. Raises SourceError."""
    path, part = folder / file.name, folder / f"{file.name}.part"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        receive(file, part)
        found = disagreement(file, digest(part))
        if found is not None:
            part.unlink()
            raise SourceError(f"{found}; the source has changed or the file was damaged on its way; it was not kept, run again")
        os.replace(part, path)
    except OSError as error:
        raise SourceError(f"{file.name}: cannot be written to {path.parent} ({error.strerror or error}); make room or name another cache, then run again") from None
    return path
