#!/usr/bin/env python3
"""Two daemons on one database (M3): what one commits the other serves at once, tells its subscribers and its live stream; a session of
MCP that began at one is told by the other to begin anew; jobs are not done twice; one killed leaves the other serving.

Run by with_server.py.
"""

import json
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import postgres  # noqa: E402
from outcome import SLOWER, check, eventually, run  # noqa: E402
from server import Server  # noqa: E402
from world import World  # noqa: E402

MCP = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


class Stream:
    """Server-sent events of one GET, read by a thread."""

    def __init__(self, daemon, path, headers=None):
        self.connection = daemon.connection(timeout=120)
        self.connection.request("GET", path, headers={"Accept": "text/event-stream", **(headers or {})})
        self.answer = self.connection.getresponse()
        check(self.answer.status == 200, f"{path}: {self.answer.status} {self.answer.read()[:200] if self.answer.status != 200 else ''}")
        self.lines = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            for line in self.answer:
                self.lines.append((time.monotonic(), line.decode().strip()))
        except (OSError, ValueError, AttributeError):
            pass

    def first(self, words, since):
        return next((moment - since for moment, line in list(self.lines) if words in line and moment >= since), None)


def rpc(daemon, method, params, session=None, number=1):
    headers = {**MCP, "MCP-Protocol-Version": "2025-06-18", **({"Mcp-Session-Id": session} if session else {})}
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    if number is not None:
        message["id"] = number
    return daemon.ask("POST", "/mcp", message, headers)


def begin(daemon):
    hello = rpc(daemon, "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
    session = hello.headers["mcp-session-id"]
    check(rpc(daemon, "notifications/initialized", {}, session, None).status == 202, "initialized")
    return session


def served_at_once(one, other):
    """Read your neighbour's writes, without a pause between."""
    for number in range(20):
        stored = one.api("POST", "/memories", {"title": f"Seen {number}", "content": f"harbour {number}", "tier": "long"})
        found = other.api("GET", f"/recall?context=harbour%20{number}&limit=50")["memories"]
        check(any(each["id"] == stored["id"] for each in found), f"what one stored the other does not find: {number}")
        one, other = other, one


def told(one, other):
    session = begin(other)
    check(rpc(other, "resources/subscribe", {"uri": "memory://stats"}, session, 2).status == 200, "subscribe")
    events = Stream(other, "/mcp", {"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-06-18"})
    live = Stream(other, "/api/v1/live")
    slowest = 0.0
    for number in range(3):
        began = time.monotonic()
        one.api("POST", "/memories", {"title": f"Told {number}", "content": "of the other", "tier": "long"})
        for stream, words in ((events, "notifications/resources/updated"), (live, "changed")):
            check(eventually(lambda s=stream, w=words, b=began: s.first(w, b) is not None, 10.0 * SLOWER, 0.01),
                  f"the other did not tell of it: {words}")
            slowest = max(slowest, stream.first(words, began))
    return slowest


def begun_anew(one, other):
    session = begin(one)
    check(rpc(one, "tools/list", {}, session, 3).status == 200, "the session's own daemon")
    said = rpc(other, "tools/list", {}, session, 3)
    check(said.status == 404, f"a session of another daemon: {said}")
    begin(other)


def test(binary, _):
    with World(binary) as world, Server(world) as one, Server(world) as other:
        served_at_once(one, other)
        slowest = told(one, other)
        begun_anew(one, other)
        one.kill()
        check(other.ask("GET", "/api/v1/health").status == 200, "one killed, the other is not well")
        stored = other.api("POST", "/memories", {"title": "Alone", "content": "still here", "tier": "long"})
        check(stored["id"], "no store after the other's end")
        return f"told after {slowest * 1000:.0f} ms at most"


if __name__ == "__main__":
    check(postgres.SERVER, "with_server.py starts it")
    run(test, __doc__.splitlines()[0])
