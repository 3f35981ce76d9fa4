"""HTTP POST over keep-alive connections: addresses, proxies, redirects, time limits. Knows nothing of what is sent.

A request either comes back as a Reply, whatever its status, or raises a Fault. Connections are shared by threads.
"""
from __future__ import annotations

import base64
import ipaddress
import re
import select
import socket
import ssl
import threading
import time
import urllib.parse
import urllib.request
import zlib
from typing import NamedTuple

USER_AGENT = "DecisionPivot"
PORTS = {"http": 80, "https": 443}
MAX_HEAD_BYTES = 64 * 1024
MAX_BODY_BYTES = 32 * 1024 * 1024
MAX_REDIRECTS = 3
RECEIVE_BYTES = 65536
HEAD_END = re.compile(rb"\r?\n\r?\n")
STATUS_LINE = re.compile(rb"HTTP/(1\.[01]) ([1-5][0-9][0-9])(?: |\r|\n|$)")
KEEPING_REDIRECTS = (307, 308)
"""The redirects that keep method and body; the others turn a POST into a GET."""


class TransportError(ValueError):
    """An address or a proxy that cannot be used; the message says why and repeats no user name, password or query."""


class Fault(Exception):
    """A request without a usable reply. kind: connect, tls, timeout, cut or reply; untouched: no byte of a reply came."""

    def __init__(self, kind: str, text: str, untouched: bool = False):
        super().__init__(text)
        self.kind = kind
        self.untouched = untouched


class Address(NamedTuple):
    """Where a request goes; target is the path with its query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]

    def place(self) -> str:
        """Host and port as a Host header holds them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    def shown(self) -> str:
        """The address as text that may be shown and stored: without the query's values."""
        return f"{self.scheme}://{self.place()}{self.path}"


class Limits(NamedTuple):
    """Seconds: to connect, between two arrivals of bytes, and for one request as a whole."""

    connect: float
    read: float
    total: float


class Proxy(NamedTuple):
    """A proxy of the environment; credentials is the value of Proxy-Authorization or None."""

    host: str
    port: int
    credentials: str | None


class Reply(NamedTuple):
    """A complete reply. headers: names in lower case; ms: from sending to the last byte, connecting left out."""

    status: int
    headers: dict
    body: bytes
    version: str
    ms: float


# Addresses and proxies

def parse_address(url: str) -> Address:
    """The Address of an http or https URL. Raises TransportError."""
    if not re.match(r"https?://", url, re.I):
        raise TransportError("the address does not begin with http:// or https://")
    if re.search(r"[\x00-\x20\x7f]", url):
        raise TransportError("the address holds a space or a control character")
    try:
        parts = urllib.parse.urlsplit(url)
        host, port = parts.hostname, parts.port
        host = host if host is None or ":" in host else host.encode("idna").decode("ascii")
    except (ValueError, UnicodeError):
        raise TransportError("the address has no valid host and port") from None
    if not host or port == 0:
        raise TransportError("the address has no valid host and port")
    if "@" in parts.netloc:
        raise TransportError("the address holds a user name or password; give keys through the environment (--api-key-env, --header)")
    target = urllib.parse.quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    if parts.query:
        target += "?" + urllib.parse.quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
    return Address(parts.scheme, host, port or PORTS[parts.scheme], target)


def is_loopback(host: str) -> bool:
    """True for localhost and the loopback networks."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def proxy_for(address: Address) -> Proxy | None:
    """The proxy that the environment names for an address; never one for loopback."""
    if is_loopback(address.host):
        return None
    named = urllib.request.getproxies_environment()
    url = named.get(address.scheme) or named.get("all")
    if not url or urllib.request.proxy_bypass_environment(f"{address.host}:{address.port}"):
        return None
    variable = f"{address.scheme}_proxy or all_proxy"
    try:
        parts = urllib.parse.urlsplit(url if "://" in url else "http://" + url)
        host, port = parts.hostname, parts.port or 80
    except ValueError:
        raise TransportError(f"the proxy in {variable} has no valid host and port") from None
    if parts.scheme != "http" or not host:
        raise TransportError(f"the proxy in {variable} is not an http:// proxy")
    credentials = None
    if parts.username is not None:
        pair = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
        credentials = "Basic " + base64.b64encode(pair.encode("utf-8")).decode("ascii")
    return Proxy(host, port, credentials)


def redirected(address: Address, location: str) -> Address:
    """Where a redirect of a request to an address leads. Raises Fault for one that cannot be followed."""
    base = f"{address.scheme}://{address.place()}{address.target}"
    try:
        target = parse_address(urllib.parse.urljoin(base, location))
    except ValueError:
        raise Fault("reply", "the redirect has no usable address") from None
    if address.scheme == "https" and target.scheme == "http":
        raise Fault("reply", "the redirect leads from https to http")
    return target


# One connection

class Connection:
    """An open connection to the origin of an address. Not shared: whoever took it has it alone."""

    def __init__(self, address: Address, limits: Limits, deadline: float, proxy: Proxy | None, context):
        self.limits = limits
        self.keep = False
        self._buffer = b""
        self._poll = None
        self._socket = connect(address, limits, deadline, proxy, context)
        self._timeout = None

    def close(self) -> None:
        self._socket.close()

    def is_clean(self) -> bool:
        """True while the other side has neither closed the connection nor sent anything unasked."""
        if isinstance(self._socket, ssl.SSLSocket):
            return self._is_clean_tls()
        if self._poll is None:
            self._poll = select.poll()
            self._poll.register(self._socket, select.POLLIN)
        return not self._poll.poll(0)

    def _is_clean_tls(self) -> bool:
        self._socket.settimeout(0)
        self._timeout = 0
        try:
            self._socket.recv(1)
        except ssl.SSLWantReadError:
            return True
        except OSError:
            pass
        return False

    def exchange(self, request: bytes, deadline: float):
        """(status, headers, body, HTTP version) of one request. Raises Fault; then the connection is of no more use.

        Nor is it kept after an error status: where a server is in trouble, what comes next may belong to the last request.
        """
        self.keep = False
        problem = self._send(request, deadline)
        try:
            return self._read_reply(deadline)
        except Fault as fault:
            if problem is not None and fault.kind == "cut":
                raise Fault("cut", f"connection lost while sending ({problem})", fault.untouched) from None
            raise

    def _send(self, request: bytes, deadline: float):
        """None, or why sending broke off: a server may answer and close before it has read everything."""
        self._limit(deadline)
        try:
            self._socket.sendall(request)
        except socket.timeout:
            raise Fault("timeout", f"the request could not be sent within {self._timeout:g} s") from None
        except OSError as error:
            return reason_of(error)
        return None

    def _limit(self, deadline: float) -> None:
        """Set the socket's time limit to the read limit, or to what is left of the total."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise Fault("timeout", f"no complete reply within {self.limits.total:g} s")
        wait = min(self.limits.read, left)
        if wait != self._timeout:
            self._socket.settimeout(wait)
            self._timeout = wait

    def _receive(self, deadline: float) -> bytes:
        """The next bytes; b"" at the end of the connection."""
        self._limit(deadline)
        try:
            return self._socket.recv(RECEIVE_BYTES)
        except socket.timeout:
            total = self._timeout < self.limits.read
            text = f"no complete reply within {self.limits.total:g} s" if total else f"no bytes for {self.limits.read:g} s"
            raise Fault("timeout", text) from None
        except OSError as error:
            raise Fault("cut", reason_of(error), not self._buffer) from None

    def _read_reply(self, deadline: float):
        while True:
            version, status, headers = self._read_head(deadline)
            if status >= 200:
                break
        body, framed = self._read_body(status, headers, deadline)
        wish = headers.get("connection", "").lower()
        stays = "close" not in wish if version == "1.1" else "keep-alive" in wish
        self.keep = framed and stays and not self._buffer and 200 <= status < 300
        self._buffer = b""
        return status, headers, decoded(body, headers.get("content-encoding", "")), version

    def _read_head(self, deadline: float):
        end = HEAD_END.search(self._buffer)
        while end is None:
            if len(self._buffer) > MAX_HEAD_BYTES:
                raise Fault("reply", f"the head of the reply is over {MAX_HEAD_BYTES} bytes")
            data = self._receive(deadline)
            if not data:
                raise Fault("cut", "connection closed " + ("within the head of the reply" if self._buffer else "without a reply"), not self._buffer)
            self._buffer += data
            end = HEAD_END.search(self._buffer)
        head, self._buffer = self._buffer[:end.start()], self._buffer[end.end():]
        return parse_head(head)

    def _read_body(self, status: int, headers: dict, deadline: float):
        """(body, whether its end was known from the head)."""
        if status in (204, 304):
            return b"", True
        if "chunked" in headers.get("transfer-encoding", "").lower():
            return self._read_chunks(deadline), True
        length = headers.get("content-length")
        if length is None:
            return self._read_to_end(deadline), False
        if not (length.isascii() and length.isdigit()):
            raise Fault("reply", "the reply's Content-Length is no number")
        return self._take(int(length), deadline), True

    def _take(self, length: int, deadline: float) -> bytes:
        if length > MAX_BODY_BYTES:
            raise Fault("reply", f"the reply is over {MAX_BODY_BYTES} bytes")
        have, parts = len(self._buffer), [self._buffer]
        while have < length:
            data = self._receive(deadline)
            if not data:
                raise Fault("cut", f"reply cut: {have} of {length} bytes")
            parts.append(data)
            have += len(data)
        whole = b"".join(parts)
        self._buffer = whole[length:]
        return whole[:length]

    def _read_to_end(self, deadline: float) -> bytes:
        parts, have = [self._buffer], len(self._buffer)
        while True:
            data = self._receive(deadline)
            if not data:
                self._buffer = b""
                return b"".join(parts)
            parts.append(data)
            have += len(data)
            if have > MAX_BODY_BYTES:
                raise Fault("reply", f"the reply is over {MAX_BODY_BYTES} bytes")

    def _read_line(self, deadline: float) -> bytes:
        while b"\n" not in self._buffer:
            data = self._receive(deadline)
            if not data or len(self._buffer) > MAX_HEAD_BYTES:
                raise Fault("cut", "reply cut within a chunk")
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.rstrip(b"\r")

    def _read_chunks(self, deadline: float) -> bytes:
        parts, have = [], 0
        while True:
            size = self._read_line(deadline).partition(b";")[0].strip()
            if not re.fullmatch(rb"[0-9A-Fa-f]{1,8}", size):
                raise Fault("reply", "the reply has a chunk without a size")
            if int(size, 16) == 0:
                break
            have += int(size, 16)
            if have > MAX_BODY_BYTES:
                raise Fault("reply", f"the reply is over {MAX_BODY_BYTES} bytes")
            parts.append(self._take(int(size, 16), deadline))
            if self._read_line(deadline):
                raise Fault("reply", "the reply has a chunk longer than its size")
        while self._read_line(deadline):
            pass
        return b"".join(parts)


def parse_head(head: bytes):
    """(HTTP version, status, headers) of the head of a reply; of a header that stands twice, the first."""
    lines = head.replace(b"\r\n", b"\n").split(b"\n")
    first = STATUS_LINE.match(lines[0])
    if first is None:
        raise Fault("reply", "the reply does not begin with an HTTP/1 status line")
    headers = {}
    for line in lines[1:]:
        name, colon, value = line.decode("latin-1").partition(":")
        if colon:
            known = headers.setdefault(name.strip().lower(), value.strip())
            if known != value.strip() and name.strip().lower() == "content-length":
                raise Fault("reply", "the reply has two values of Content-Length")
    return first[1].decode("ascii"), int(first[2]), headers


def decoded(body: bytes, encoding: str) -> bytes:
    """A body with its content encoding taken off. Raises Fault where that cannot be done."""
    encoding = encoding.strip().lower()
    if encoding in ("", "identity") or not body:
        return body
    if encoding not in ("gzip", "x-gzip", "deflate"):
        raise Fault("reply", "the reply has a content encoding that was not asked for")
    for window in (47, -15) if encoding == "deflate" else (47,):
        try:
            unpacker = zlib.decompressobj(window)
            plain = unpacker.decompress(body, MAX_BODY_BYTES)
        except zlib.error:
            continue
        if unpacker.eof:
            return plain
        break
    raise Fault("reply", "the compressed reply is damaged, cut or too large")


def reason_of(error: OSError) -> str:
    """The system's short text for an error."""
    return error.strerror or str(error) or type(error).__name__


# Opening

def connect(address: Address, limits: Limits, deadline: float, proxy: Proxy | None, context):
    """A connected socket, through the proxy and with TLS where they apply. Raises Fault."""
    deadline = min(deadline, time.monotonic() + limits.connect)
    where = proxy or address
    link = _dial(where.host, where.port, limits, deadline)
    try:
        if address.scheme == "https":
            if proxy is not None:
                _open_tunnel(link, address, proxy)
            link = context.wrap_socket(link, server_hostname=address.host)
    except ssl.SSLCertVerificationError as error:
        link.close()
        raise Fault("tls", f"the certificate of {address.host} is not accepted: {error.verify_message}") from None
    except (OSError, Fault) as error:
        link.close()
        if isinstance(error, Fault):
            raise
        raise Fault("connect", f"no secure connection: {reason_of(error)}") from None
    return link


def _dial(host: str, port: int, limits: Limits, deadline: float):
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Fault("connect", f"the host name is not found ({getattr(error, 'strerror', None) or 'invalid'})") from None
    problem = f"no connection within {limits.connect:g} s"
    for family, kind, protocol, _, place in found:
        left = deadline - time.monotonic()
        if left <= 0:
            break
        link = socket.socket(family, kind, protocol)
        try:
            link.settimeout(left)
            link.connect(place)
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            return link
        except OSError as error:
            link.close()
            problem = f"no connection within {limits.connect:g} s" if isinstance(error, socket.timeout) else reason_of(error)
    raise Fault("connect", problem)


def _open_tunnel(link, address: Address, proxy: Proxy) -> None:
    host = f"[{address.host}]" if ":" in address.host else address.host
    place = f"{host}:{address.port}"
    lines = [f"CONNECT {place} HTTP/1.1", f"Host: {place}", f"User-Agent: {USER_AGENT}"]
    if proxy.credentials:
        lines.append(f"Proxy-Authorization: {proxy.credentials}")
    link.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("ascii"))
    head = b""
    while not HEAD_END.search(head):
        data = link.recv(1)
        if not data or len(head) > MAX_HEAD_BYTES:
            raise Fault("connect", "the proxy closed the connection")
        head += data
    status = parse_head(HEAD_END.split(head)[0])[1]
    if not 200 <= status < 300:
        raise Fault("connect", f"the proxy refused the connection with status {status}")


# The client

class Client:
    """Posts JSON bodies. headers: {name: value} sent with every request; follow: whether redirects that keep a POST are followed."""

    def __init__(self, limits: Limits, headers: dict, follow: bool):
        self._limits = limits
        self._headers = dict(headers)
        self._follow = follow
        self._context = None
        self._context_lock = threading.Lock()
        self._idle = {}
        self._heads = {}

    def post(self, address: Address, body: bytes) -> Reply:
        """The reply to a request, within the limits. Raises Fault."""
        deadline = time.monotonic() + self._limits.total
        for _ in range(MAX_REDIRECTS):
            reply = self._post_once(address, body, deadline)
            if not (self._follow and reply.status in KEEPING_REDIRECTS and reply.headers.get("location")):
                return reply
            address = redirected(address, reply.headers["location"])
        return self._post_once(address, body, deadline)

    def close(self) -> None:
        """Close the idle connections."""
        for connections in list(self._idle.values()):
            while connections:
                connections.pop().close()

    def _post_once(self, address: Address, body: bytes, deadline: float) -> Reply:
        head, proxy = self._head(address)
        request = b"%b%d\r\n\r\n%b" % (head, len(body), body)
        idle = self._idle.setdefault(address[:3], [])
        connection = _take_clean(idle)
        while True:
            reused = connection is not None
            if not reused:
                connection = Connection(address, self._limits, deadline, proxy, self._tls(address))
            start = time.monotonic()
            try:
                status, headers, reply, version = connection.exchange(request, deadline)
            except Fault as fault:
                connection.close()
                if not (reused and fault.untouched):
                    raise
                connection = None
                continue
            if connection.keep:
                idle.append(connection)
            else:
                connection.close()
            return Reply(status, headers, reply, version, (time.monotonic() - start) * 1000)

    def _head(self, address: Address):
        """(the head of a request up to the number of its Content-Length, the proxy to use)."""
        if address not in self._heads:
            proxy = proxy_for(address)
            through = proxy is not None and address.scheme == "http"
            target = f"http://{address.place()}{address.target}" if through else address.target
            headers = {"Host": address.place(), "User-Agent": USER_AGENT, "Accept": "application/json", "Accept-Encoding": "identity",
                       "Content-Type": "application/json", **self._headers}
            if through and proxy.credentials:
                headers["Proxy-Authorization"] = proxy.credentials
            lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "Content-Length: "]
            self._heads[address] = "\r\n".join(lines).encode("latin-1"), proxy
        return self._heads[address]

    def _tls(self, address: Address):
        if address.scheme == "http":
            return None
        with self._context_lock:
            if self._context is None:
                self._context = ssl.create_default_context()
                self._context.set_alpn_protocols(["http/1.1"])
            return self._context


def _take_clean(idle: list):
    """An idle connection that is still clean, or None; the others are closed."""
    while True:
        try:
            connection = idle.pop()
        except IndexError:
            return None
        if connection.is_clean():
            return connection
        connection.close()
