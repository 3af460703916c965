"""A small MCP client over streamable HTTP, of the revisions with sessions: calls, and the stream of what the server tells.

Knows: JSON-RPC over POST, session ids, events. Must not know: what the tools do. One client, one thread.
"""

import contextlib
import json
import time

from mcp_client import McpError, ToolError

BOTH = "application/json, text/event-stream"


class McpHttp:
    def __init__(self, server, protocol="2025-11-25", headers=None, path="/mcp"):
        self.server, self.protocol, self.path = server, protocol, path
        self._client, self._next_id = server.client(), 0
        self.headers = {"Accept": BOTH, **(headers or {})}
        information = {"name": "ai-memory-tests", "version": "1"}
        self.about = self.request("initialize", {"protocolVersion": protocol, "capabilities": {}, "clientInfo": information})
        self.headers["MCP-Protocol-Version"] = protocol
        self.notify("notifications/initialized")

    def post(self, message):
        reply = self._client.ask("POST", self.path, message, self.headers)
        if "mcp-session-id" in reply.headers:
            self.headers["Mcp-Session-Id"] = reply.headers["mcp-session-id"]
        return reply

    def notify(self, method, params=None):
        reply = self.post({"jsonrpc": "2.0", "method": method, **({"params": params} if params else {})})
        if reply.status != 202:
            raise AssertionError(f"{method}: {reply}")

    def request(self, method, params=None):
        self._next_id += 1
        reply = self.post({"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params or {}})
        if reply.status != 200:
            raise AssertionError(f"{method}: {reply}")
        if reply.headers["content-type"].startswith("text/event-stream"):
            answers = [each for each in events_in(reply.text) if each.get("id") == self._next_id and "method" not in each]
            answer = answers[0]
        else:
            answer = reply.json
        if "error" in answer:
            raise McpError(answer["error"])
        return answer["result"]

    def call(self, name, arguments=None):
        """What a tool says: JSON read where it is JSON, else the text. ToolError when it refuses."""
        result = self.request("tools/call", {"name": name, "arguments": arguments or {}})
        text = result["content"][0]["text"]
        if result.get("isError"):
            raise ToolError(text)
        return json.loads(text) if text[:1] in ("{", "[") else text

    @contextlib.contextmanager
    def events(self, timeout=20.0):
        """The stream of what the server tells unasked; next_event() of what this gives waits for one."""
        connection = self.server.connection(timeout)
        connection.request("GET", self.path, headers={**self.headers, "Accept": "text/event-stream"})
        response = connection.getresponse()
        if response.status != 200:
            raise AssertionError(f"GET {self.path}: {response.status} {response.read()[:200]}")
        try:
            yield Events(response)
        finally:
            connection.close()

    def close(self):
        self._client.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Events:
    def __init__(self, response):
        self.response = response

    def next_event(self, timeout=20.0):
        """The next message; comments and empty events are passed over. None: the stream has ended."""
        deadline, data = time.monotonic() + timeout, []
        while time.monotonic() < deadline:
            line = self.response.readline()
            if not line:
                return None
            line = line.decode().rstrip("\r\n")
            if line.startswith("data:"):
                data.append(line[5:].removeprefix(" "))
            elif not line and any(data):
                return json.loads("\n".join(data))
        raise TimeoutError("no event in time")


def events_in(text):
    """The messages of a whole event stream."""
    messages = []
    for event in text.replace("\r\n", "\n").split("\n\n"):
        data = "\n".join(line[5:].removeprefix(" ") for line in event.split("\n") if line.startswith("data:"))
        if data:
            messages.append(json.loads(data))
    return messages
