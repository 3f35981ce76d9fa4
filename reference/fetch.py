"""Fetching one file over HTTP: resumed where it was cut if its hash or revision is known, checked against size and hash, put in place only when whole."""
from __future__ import annotations

import hashlib
import http.client
import os
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from reference.sources import HUB, TOKEN_VARIABLE, File, SourceError

CHUNK_BYTES = 1 << 20
TIMEOUT_SECONDS = 60
USER_AGENT = "DecisionPivot"
BY_HAND = "get it by hand and put it into the folder of the task under --source"
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


def admission(file: File) -> str:
    """What to do where a file is kept from those who may not have it: terms and token at the hub, by hand elsewhere."""
    url, gate = file.address.url, file.address.gate
    if gate is None and urllib.parse.urlsplit(url).hostname != HUB:
        return BY_HAND
    page = gate or url.partition("/resolve/")[0]
    if os.environ.get(TOKEN_VARIABLE):
        return f"the token in {TOKEN_VARIABLE} does not open it: accept the terms at {page} with the account of the token, or make another read token"
    return f"accept the terms at {page}, make a read token and set {TOKEN_VARIABLE} to it"


def refusal(file: File, status: int) -> str:
    """What to do about a reply that is not the file."""
    if status in (401, 403):
        return f"access was refused (HTTP {status}); {admission(file)}"
    if status in (404, 410):
        return f"is no longer at its address (HTTP {status}); {BY_HAND}"
    return f"the server answered HTTP {status}; try again later, or {BY_HAND}"


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
        if error.code == 416 and start:
            return None
        raise SourceError(f"{file.name}: {refusal(file, error.code)}: {file.address.url}") from None
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise SourceError(f"{file.name}: cannot be fetched ({getattr(error, 'reason', error)}); run again, or {BY_HAND}: {file.address.url}") from None
    if reply.headers.get_content_type() in PAGE_TYPES and not file.name.endswith((".html", ".htm")):
        place = urllib.parse.urlsplit(reply.geturl())
        reply.close()
        raise SourceError(f"{file.name}: {place.scheme}://{place.netloc}{place.path} gave a web page, not the file, as login pages do; {admission(file)}")
    return reply


def continues(reply, start: int) -> bool:
    """Whether a reply begins at a byte."""
    return reply is not None and reply.status == 206 and (reply.headers.get("Content-Range") or "").startswith(f"bytes {start}-")


def from_start(file: File, reply):
    """The open reply for the whole file: the one at hand where it is that, else a new one."""
    if reply is not None and reply.status != 206:
        return reply
    if reply is not None:
        reply.close()
    return ask(file, 0)


def whole_size(file: File, reply, start: int):
    """How long the file is by the reply's own word, None where its chunks or hash will tell. Raises SourceError where nothing can."""
    length, ranged = reply.headers.get("Content-Length"), re.fullmatch(r"bytes \d+-\d+/(\d+)", reply.headers.get("Content-Range") or "")
    if ranged:
        return int(ranged[1])
    if length is not None and length.isdigit():
        return start + int(length)
    if file.sha256 is None and not reply.chunked:
        raise SourceError(f"{file.name}: the server does not say how long it is and its hash is not known, so a cut could not be told; {BY_HAND}")
    return None


def is_fixed(file: File) -> bool:
    """Whether nothing else can come from the address of a file, so that a part of it can be gone on with."""
    return file.sha256 is not None or file.address.revision is not None


def append(file: File, part: Path, reply, start: int) -> None:
    """Write the rest of a reply behind the first `start` bytes of the part. Raises SourceError where it ends early."""
    expected, done = whole_size(file, reply, start), start
    again = "run again, it goes on from there" if is_fixed(file) else "run again"
    with open(part, "r+b" if start else "wb") as out:
        out.seek(start)
        out.truncate()
        while True:
            try:
                chunk = reply.read(CHUNK_BYTES)
            except (OSError, ValueError, http.client.HTTPException) as error:
                raise SourceError(f"{file.name}: the connection broke after {done:,} bytes ({error}); {again}") from None
            if not chunk:
                break
            out.write(chunk)
            done += len(chunk)
    if expected is not None and done != expected:
        raise SourceError(f"{file.name}: the connection ended after {done:,} of {expected:,} bytes; {again}")


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
    start = part.stat().st_size if part.exists() and is_fixed(file) else 0
    if file.sha256 is not None and start == file.size and disagreement(file, digest(part)) is None:
        return
    reply = ask(file, start)
    if start and not continues(reply, start):
        start, reply = 0, from_start(file, reply)
    with reply:
        print(f"fetching {file.name} from {file.address.url}" + (f", from byte {start:,} on" if start else ""), file=sys.stderr)
        append(file, part, reply, start)


def fetch(file: File, folder: Path) -> Path:
    """Fetch a file into a folder; returns its path. A cut file stays as `<name>.part` and is resumed, or fetched anew unless is_fixed. Raises SourceError."""
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
