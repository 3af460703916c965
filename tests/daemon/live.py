#!/usr/bin/env python3
"""The live stream: calls of other processes and changes are told, a broken stream goes on, bursts are summed up (L3)."""

import json
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lib"))
from outcome import check, run  # noqa: E402
from server import Server  # noqa: E402
from world import World  # noqa: E402


class Stream:
    def __init__(self, server, headers=None):
        self.connection = server.connection(timeout=60)
        self.connection.request("GET", "/api/v1/live", headers=headers or {})
        self.response = self.connection.getresponse()
        check(self.response.status == 200, f"status {self.response.status}")
        check(self.response.getheader("Content-Type") == "text/event-stream", "it is an event stream")

    def next(self, wanted):
        """The next event of one of these names: its name, its number, what it says."""
        while True:
            event = {}
            while True:
                line = self.response.readline().decode()
                check(line, "the stream ended")
                if line == "\n":
                    break
                name, _, value = line.rstrip("\n").partition(": ")
                event[name] = value
            if event.get("event") in wanted:
                return event["event"], event.get("id"), json.loads(event["data"])

    def close(self):
        self.connection.close()


def tell(world):
    """Every door's calls are kept."""
    world.environment.pop("AI_MEMORY_NO_CONFIG")
    check(world.run("config", "set", "access_log.enabled", "always").returncode == 0, "the log is on")
    return world


def live(binary, options):
    with World(binary) as world, Server(tell(world)) as server:
        stream = Stream(server)
        check(world.run("store", "-T", "Database", "-c", "PostgreSQL 16").returncode == 0, "stored")
        seen = {stream.next({"changed", "recent"})[0] for _ in range(2)}
        check(seen == {"changed", "recent"}, f"a store is a change and a call, got {seen}")
        check(world.run("recall", "which database").returncode == 0, "recalled")
        _, number, call = stream.next({"recent"})
        check((call["kind"], call["door"], call["query"]) == ("recall", "cli", "which database"), f"{call}")
        check(call["results"][0]["title"] == "Database" and str(call["number"]) == number, f"{call}")

        # The kernel reports commits: nobody waits for a next look.
        lags = []
        for i in range(5):
            check(world.run("recall", f"soon {i}").returncode == 0, "recalled")
            ended = time.monotonic()
            _, number, _ = stream.next({"recent"})
            lags.append(time.monotonic() - ended)
        check(min(lags) < 1, f"told after {lags} s")

        # The next stream reports what happened while one was broken.
        stream.close()
        for i in range(3):
            check(world.run("search", f"word{i}").returncode == 0, "searched")
        stream = Stream(server, {"Last-Event-ID": number})
        queries = [stream.next({"recent"})[2]["query"] for _ in range(3)]
        check(queries == ["word0", "word1", "word2"], f"{queries}")
        stream.close()

        # After a burst the last ones are reported, and the number of earlier ones.
        with world.mcp() as client:
            for i in range(40):
                client.tool("memory_search", {"query": f"burst{i}"})
        stream = Stream(server, {"Last-Event-ID": "0"})
        name, _, said = stream.next({"summary", "recent"})
        check(name == "summary" and said["skipped"] == said["to"] - said["from"] + 1 and said["from"] == 1, f"{name} {said}")
        last = stream.next({"recent"})[2]["number"]
        check(last == said["to"] + 1, f"it goes on at {said['to'] + 1}, got {last}")
        stream.close()

        # A server that ends ends its streams.
        stream = Stream(server)
        check(server.stop() == 0, "the server ends")
        check(stream.response.read() is not None, "so does the stream")
        return f"live stream: calls, changes, resumption, bursts and the end; told {min(lags) * 1000:.0f} to {max(lags) * 1000:.0f} ms after a recall"


if __name__ == "__main__":
    run(live, __doc__)
