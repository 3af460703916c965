#!/usr/bin/env python3
"""A daemon, two MCP servers and the command line on one database (A11, D5): each sees at once what another wrote.

And while a further process holds the write lock, every read is answered in its usual time; a write waits and succeeds.
"""

import json
import sqlite3
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp_http import McpHttp  # noqa: E402
from outcome import SLOWER, check, run  # noqa: E402
from server import Server  # noqa: E402
from world import World, complaints  # noqa: E402

# The machine may be busy: usual times are those of most calls.
USUAL, WORST = 0.2 * SLOWER, 1.0 * SLOWER


class Rest:
    name = "rest"

    def __init__(self, world, server):
        self.client = server.client()

    def store(self, title, content):
        return self.client.api("POST", "/memories", {"title": title, "content": content, "namespace": "together"}, 201)["id"]

    def content(self, memory):
        reply = self.client.ask("GET", f"/api/v1/memories/{memory}")
        return reply.json["memory"]["content"] if reply.status == 200 else None

    def found(self, words):
        return {each["id"] for each in self.client.api("GET", f"/search?q={words}&limit=200")["results"]}

    def update(self, memory, content):
        self.client.api("PUT", f"/memories/{memory}", {"content": content})

    def delete(self, memory):
        self.client.api("DELETE", f"/memories/{memory}")

    def close(self):
        self.client.close()


class Mcp:
    """Over stdio, or over HTTP of the daemon."""

    def __init__(self, name, client):
        self.name, self.client = name, client

    def store(self, title, content):
        return self.client.call("memory_store", {"title": title, "content": content, "namespace": "together"})["id"]

    def content(self, memory):
        try:
            return self.client.call("memory_get", {"id": memory})["content"]
        except Exception as error:
            check("not found" in str(error) or memory in str(error), f"{self.name}: {error}")
            return None

    def found(self, words):
        return {each["id"] for each in self.client.call("memory_search", {"query": words, "limit": 200, "format": "json"})["results"]}

    def update(self, memory, content):
        self.client.call("memory_update", {"id": memory, "content": content})

    def delete(self, memory):
        self.client.call("memory_delete", {"id": memory})

    def close(self):
        self.client.close()


class Line:
    name = "line"

    def __init__(self, world):
        self.world = world

    def store(self, title, content):
        return self.world.json("store", "-T", title, "-c", content, "-n", "together")["id"]

    def content(self, memory):
        done = self.world.run("--json", "get", memory)
        return None if done.returncode else json.loads(done.stdout)["memory"]["content"]

    def found(self, words):
        return {each["id"] for each in self.world.json("search", words, "--limit", "200")["results"]}

    def update(self, memory, content):
        self.world.json("update", memory, "-c", content)

    def delete(self, memory):
        self.world.json("delete", memory)

    def close(self):
        pass


def see_each_other(doors, rounds):
    for number in range(rounds):
        for writer in doors:
            word = f"{writer.name}word{number}"
            memory = writer.store(f"Of {writer.name} {number}", f"first {word}")
            for reader in doors:
                check(reader.content(memory) == f"first {word}", f"{reader.name} does not see what {writer.name} stored")
                check(reader.found(word) == {memory}, f"{reader.name} does not find what {writer.name} stored")
            other = doors[(doors.index(writer) + 1 + number) % len(doors)]
            other.update(memory, f"second {word}")
            for reader in doors:
                check(reader.content(memory) == f"second {word}", f"{reader.name} does not see what {other.name} changed")
            if number % 2:
                other.delete(memory)
                for reader in doors:
                    check(reader.content(memory) is None and not reader.found(word), f"{reader.name} still has what {other.name} deleted")


def under_lock(world, server, doors, seconds):
    """(usual, longest) of the reads while another process writes for so long."""
    rest, client = doors[0], doors[0].client
    kept = rest.store("Kept", "kept words under the lock")
    mcp = [each.client for each in doors if isinstance(each, Mcp)]
    reads = [lambda path=path: client.api("GET", path) for path in
             ("/recall?context=kept%20words", "/search?q=kept", "/memories?limit=50", f"/memories/{kept}", "/health", "/stats", "/namespaces", f"/links/{kept}", "/archive")]  # fmt: skip
    reads += [lambda client=client, call=call: client.call(*call) for client in mcp for call in
              (("memory_recall", {"context": "kept words", "format": "json"}), ("memory_search", {"query": "kept", "format": "json"}), ("memory_get", {"id": kept}), ("memory_stats", {}))]  # fmt: skip
    reads.append(lambda: server.ask("GET", "/metrics"))
    for each in reads:
        each()
    before = len(rest.found("late"))
    holder = sqlite3.connect(world.database, isolation_level=None, timeout=10)
    holder.execute("BEGIN IMMEDIATE")
    locked_at = time.monotonic()
    answers = {}
    waiting = [threading.Thread(target=lambda number=number: answers.update({number: server.ask("POST", "/api/v1/memories", {"title": f"Late {number}", "content": "late"})})) for number in range(4)]
    for each in waiting:
        each.start()
    times = []
    while time.monotonic() - locked_at < seconds:
        for number, read in enumerate(reads):
            started = time.monotonic()
            read()
            times.append((time.monotonic() - started, number))
        time.sleep(0.02)
    check(all(each.is_alive() for each in waiting), f"a store did not wait: {[str(each) for each in answers.values()]}")
    holder.execute("ROLLBACK")
    holder.close()
    for each in waiting:
        each.join(20)
    check(sorted(each.status for each in answers.values()) == [201] * 4, f"the stores that waited: {[str(each) for each in answers.values()]}")
    check(len(rest.found("late")) == before + 4, "a store that waited is not there")
    for number in range(len(reads)):
        of_one = sorted(each for each, which in times if which == number)
        check(of_one[len(of_one) // 2] < USUAL, f"read {number} under the lock usually took {of_one[len(of_one) // 2]:.3f} s")
    slow = max(times)
    check(slow[0] < WORST, f"read {slow[1]} under the lock took {slow[0]:.2f} s")
    return sorted(times)[len(times) // 2][0], slow[0]


def together(binary, options):
    with World(binary) as world, Server(world) as server:
        doors = [Rest(world, server), Mcp("stdio one", world.mcp("--tier", "keyword")), Mcp("stdio two", world.mcp("--tier", "keyword")), Mcp("http", McpHttp(server)), Line(world)]
        for number, each in enumerate(doors):
            each.name = each.name.replace(" ", "") + "abcde"[number]
        try:
            see_each_other(doors, options.rounds)
            usual, longest = under_lock(world, server, doors, options.seconds)
        finally:
            for each in doors:
                each.close()
        check(server.stop() == 0, f"the daemon did not end well: {server.said()[-1000:]}")
        trouble = complaints(world)
        check(not trouble, trouble)
    return f"{len(doors)} doors, {options.rounds} rounds; reads under a lock of {options.seconds:g} s: {usual * 1000:.1f} ms usually, {longest * 1000:.0f} ms at most"


if __name__ == "__main__":
    run(together, __doc__, rounds=4, seconds=3.0)
