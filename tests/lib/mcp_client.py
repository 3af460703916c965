"""A small MCP client over stdio: one JSON object a line, time-outs, and raw bytes where a test wants them.

Knows: JSON-RPC frames, the handshake of each protocol revision. Must not know: what the tools do.
Not for several threads: one client, one thread.
"""

import json
import os
import select
import subprocess
import tempfile
import time

MODERN = "2026-07-28"  # from here on there is no handshake; every request carries its revision
META = "io.modelcontextprotocol/"


class McpError(Exception):
    """The server answered with a JSON-RPC error."""

    def __init__(self, error):
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.error = error


class ToolError(Exception):
    """The tool answered with isError; the text is the sentence."""


class Gone(Exception):
    """The server ended, or did not answer in time."""


class McpClient:
    """One server process. `protocol` None: no handshake, for clients that skip it."""

    def __init__(self, command, env=None, cwd=None, protocol="2025-11-25", timeout=60.0, **popen):
        self.timeout = timeout
        self.protocol = protocol
        self._buffer = b""
        self._next_id = 0
        self._stderr = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, env=env, cwd=cwd, bufsize=0, **popen
        )
        self.server = None
        if protocol and protocol < MODERN:
            try:
                self.server = self.handshake(protocol)
            except BaseException:
                self.kill()
                raise

    @property
    def pid(self):
        return self.process.pid

    def handshake(self, protocol):
        result = self.request(
            "initialize",
            {"protocolVersion": protocol, "capabilities": {}, "clientInfo": {"name": "ai-memory-tests", "version": "1"}},
        )
        self.notify("notifications/initialized")
        return result

    # ---- frames ----
    def send_raw(self, data):
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(self.process.stdin.fileno(), view) :]
        except BrokenPipeError:
            raise Gone(self._epitaph()) from None

    def send(self, message):
        self.send_raw(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    def read(self, timeout=None):
        """The next message; Gone when there is none in time."""
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        descriptor = self.process.stdout.fileno()
        while b"\n" not in self._buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                raise Gone(f"no answer within {self.timeout if timeout is None else timeout:g} s")
            piece = os.read(descriptor, 1 << 20)
            if not piece:
                raise Gone(self._epitaph())
            self._buffer += piece
        line, self._buffer = self._buffer.split(b"\n", 1)
        return json.loads(line)

    def next_id(self):
        self._next_id += 1
        return self._next_id

    def with_meta(self, params):
        """The parameters as the revision in use wants them."""
        if self.protocol is None or self.protocol < MODERN:
            return params
        meta = {META + "protocolVersion": self.protocol, META + "clientCapabilities": {}}
        return {**(params or {}), "_meta": {**meta, **(params or {}).get("_meta", {})}}

    def exchange(self, method, params=None, timeout=None):
        """The whole reply to a request; messages without its id that come before are passed over."""
        number = self.next_id()
        message = {"jsonrpc": "2.0", "id": number, "method": method}
        params = self.with_meta(params)
        if params is not None:
            message["params"] = params
        self.send(message)
        while True:
            reply = self.read(timeout)
            if reply.get("id") == number and "method" not in reply:
                return reply

    def request(self, method, params=None, timeout=None):
        reply = self.exchange(method, params, timeout)
        if "error" in reply:
            raise McpError(reply["error"])
        return reply["result"]

    def notify(self, method, params=None):
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)

    # ---- tools ----
    def tool(self, name, arguments=None, timeout=None):
        """The result object of a tool, isError or not."""
        return self.request("tools/call", {"name": name, "arguments": arguments or {}}, timeout)

    def call(self, name, arguments=None, timeout=None):
        """What a tool says: JSON read where it is JSON, else the text. ToolError when it refuses."""
        result = self.tool(name, arguments, timeout)
        text = result["content"][0]["text"]
        if result.get("isError"):
            raise ToolError(text)
        return json.loads(text) if text[:1] in ("{", "[") else text

    # ---- the end ----
    def close(self, timeout=20.0):
        """Ends the input, waits, gives the exit status."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            status = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Gone(f"still running {timeout:g} s after the end of its input") from None
        self.process.stdout.close()
        return status

    def kill(self):
        """SIGKILL to the process that this client started."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            stream.close()

    def stderr_text(self):
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - 4000))
        return self._stderr.read().decode("utf-8", "replace")

    def _epitaph(self):
        try:
            status = self.process.wait(5)
        except subprocess.TimeoutExpired:
            return "the server closed its output"
        return f"the server ended with status {status}; its last words: {self.stderr_text().strip() or '(none)'}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            try:
                self.close()
            except Gone:
                pass
        else:
            self.kill()
