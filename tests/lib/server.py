"""A daemon for one test: `serve` on a free port, HTTP to it through the library's client and through bare sockets, its end.

Knows: HTTP, the line that tells where it listens. Must not know: what is served.
A Server may be used by several threads; a Client, which keeps its connection, by one.
"""

import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import tempfile
import time

TOLD = re.compile(r"^ai-memory \S+ serves (?P<database>.+) at (?P<scheme>https?)://(?P<host>[^ ]+):(?P<port>\d+)(?: and (?P<socket>.+))?$", re.M)
API = "/api/v1"


class NotServing(Exception):
    """The daemon ended, or did not listen in time. `status`: None while it still ran."""

    def __init__(self, why, status=None, said=""):
        super().__init__(f"{why}; it said: {said.strip() or '(nothing)'}")
        self.status, self.said = status, said


class Reply:
    """A whole answer. Header names in lower case; `json` reads the body."""

    def __init__(self, status, headers, body, head=b""):
        self.status, self.body, self.head = status, body, head
        self.headers = {name.lower(): value for name, value in headers}

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    def __str__(self):
        return f"{self.status} {self.text[:300]}"


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self.path))


class Client:
    """One connection that stays open; opened again when the server has closed it between requests."""

    def __init__(self, make, headers=None):
        self._make, self.headers, self._connection = make, headers or {}, None

    def ask(self, method, target, body=None, headers=None):
        """`body`: bytes as they are, everything else as JSON."""
        sent = {**self.headers, **(headers or {})}
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        if self._connection is None:
            self._connection = self._make()
        try:
            self._connection.request(method, target, body, sent)
            response = self._connection.getresponse()
            reply = Reply(response.status, response.getheaders(), response.read())
        except BaseException:
            self.close()
            raise
        if response.will_close:
            self.close()
        return reply

    def api(self, method, path, body=None, expected=None):
        """What the REST door says; AssertionError for another status than `expected` (without: any below 400)."""
        reply = self.ask(method, API + path, body)
        if reply.status != expected if expected else reply.status >= 400:
            raise AssertionError(f"{method} {path[:100]}: {reply}")
        return reply.json

    def close(self):
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Server:
    """`serve` in a world. `environment`: added to the world's. NotServing when it does not come to listen."""

    def __init__(self, world, *arguments, environment=None, patience=30.0, certificate=None, port=0):
        self._stderr = tempfile.TemporaryFile(dir=world.folder)
        started = time.perf_counter()
        self.process = subprocess.Popen(
            [world.binary, "serve", "--port", str(port), *map(str, arguments)], cwd=world.work,
            env={**world.environment, **(environment or {})}, stdin=subprocess.DEVNULL, stdout=self._stderr, stderr=self._stderr,
        )
        told = self._told(started + patience)
        self.seconds_to_start = time.perf_counter() - started
        self.scheme, self.host, self.port, self.unix_socket = told["scheme"], told["host"].strip("[]"), int(told["port"]), told["socket"]
        self.database = told["database"]
        self.tls = ssl.create_default_context(cafile=certificate) if self.scheme == "https" else None

    def _told(self, deadline):
        while True:
            said, status = self.said(), self.process.poll()
            told = TOLD.search(said)
            if told and said.endswith("\n"):
                return told
            if status is not None:
                raise NotServing(f"serve ended with status {status}", status, self.said())
            if time.perf_counter() > deadline:
                self.kill()
                raise NotServing("serve does not listen", None, said)
            time.sleep(0.002)

    @property
    def pid(self):
        return self.process.pid

    @property
    def url(self):
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def said(self):
        """Everything on its standard output and error so far."""
        size = os.fstat(self._stderr.fileno()).st_size
        return os.pread(self._stderr.fileno(), size, 0).decode("utf-8", "replace")

    # ---- HTTP ----
    def connection(self, timeout=60.0):
        if self.tls:
            return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=timeout, context=self.tls)
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def client(self, timeout=60.0, headers=None):
        return Client(lambda: self.connection(timeout), headers)

    def unix_client(self, timeout=60.0):
        return Client(lambda: UnixConnection(self.unix_socket, timeout))

    def ask(self, method, target, body=None, headers=None, timeout=60.0):
        """One request on a connection of its own."""
        with self.client(timeout) as client:
            return client.ask(method, target, body, headers)

    def api(self, method, path, body=None, expected=None):
        with self.client() as client:
            return client.api(method, path, body, expected)

    # ---- bare sockets ----
    def socket(self, timeout=10.0):
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def raw(self, data, timeout=10.0, half_close=False):
        """The answers to these bytes, until the server closes or is silent for a moment after a whole answer."""
        with self.socket(timeout) as wire:
            try:
                wire.sendall(data)
                if half_close:
                    wire.shutdown(socket.SHUT_WR)
            except (BrokenPipeError, ConnectionResetError):
                pass  # it has answered early, and closed
            return replies_in(receive(wire, timeout))

    # ---- the end ----
    def stop(self, by=signal.SIGTERM, timeout=30.0):
        """Ends it gracefully; its exit status. `by` None: it has been told, and is waited for."""
        if by is not None and self.process.poll() is None:
            self.process.send_signal(by)
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise NotServing(f"serve did not stop within {timeout:g} s", None, self.said()) from None

    def kill(self):
        """SIGKILL to the process that this object started."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()


def receive(wire, timeout):
    """What comes until the other side closes; a silence of 0.3 s after a whole answer ends it too."""
    said, deadline = b"", time.monotonic() + timeout
    while (left := deadline - time.monotonic()) > 0:
        wire.settimeout(min(left, 0.3) if replies_in(said) else left)
        try:
            piece = wire.recv(1 << 16)
        except (TimeoutError, ConnectionResetError):
            break
        if not piece:
            break
        said += piece
    return said


def replies_in(said):
    """The whole answers in what came, those with a length only."""
    replies = []
    while b"\r\n\r\n" in said:
        head, said = said.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        headers = [(name, value.strip()) for name, _, value in (line.partition(":") for line in lines[1:])]
        status = int(lines[0].split(" ")[1])
        length = int(dict((name.lower(), value) for name, value in headers).get("content-length", 0))
        if status == 100:
            continue
        if len(said) < length:
            break
        replies.append(Reply(status, headers, said[:length], head))
        said = said[length:]
    return replies
