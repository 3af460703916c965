#!/usr/bin/env python3
"""Six processes at a time on one file, three command lines and three MCP servers: no error, nothing acknowledged lost.

Each stores memories of its own and one that all share, recalls, and deletes some of its own.
"""

import random
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import LONG, check, run  # noqa: E402
from world import World, complaints  # noqa: E402


class Line:
    """The calls of a worker, each a process of its own."""

    def __init__(self, world):
        self.world = world

    def store(self, title, content):
        return self.world.json("store", "-T", title, "-c", content, "-n", "six", timeout=120)["id"]

    def recall(self, words):
        return self.world.json("recall", words, "-n", "six", timeout=120)["count"]

    def delete(self, name):
        self.world.json("delete", name, timeout=120)

    def close(self):
        return 0


class Server:
    """The same, over one MCP server."""

    def __init__(self, world):
        self.client = world.mcp("--tier", "keyword", timeout=120)

    def store(self, title, content):
        return self.client.call("memory_store", {"title": title, "content": content, "namespace": "six"})["id"]

    def recall(self, words):
        return self.client.call("memory_recall", {"context": words, "namespace": "six", "format": "json"})["count"]

    def delete(self, name):
        self.client.call("memory_delete", {"id": name})

    def close(self):
        return self.client.close()


class Worker(threading.Thread):
    def __init__(self, number, world, door, deadline):
        super().__init__()
        self.number, self.world, self.door, self.deadline = number, world, door, deadline
        self.kept, self.shared, self.calls, self.error = {}, set(), 0, None

    def run(self):
        try:
            door = self.door(self.world)
            chance = random.Random(self.number)
            while time.monotonic() < self.deadline:
                self.step(door, chance)
                self.calls += 1
            check(door.close() == 0, "the server did not end well")
        except Exception as error:  # told by the main thread
            self.error = f"worker {self.number} after {self.calls} calls: {type(error).__name__}: {error}"

    def step(self, door, chance):
        kind = chance.random()
        if kind < 0.2:
            check(door.recall("worker content shared") > 0 or not self.kept, "a recall found nothing")
        elif kind < 0.3 and self.kept:
            door.delete(self.kept.pop(chance.choice(sorted(self.kept))))
        elif kind < 0.4:
            self.shared.add(door.store("Shared by all", f"shared content of worker {self.number}, call {self.calls}"))
        else:
            title = f"Worker {self.number} call {self.calls}"
            self.kept[title] = door.store(title, f"content of worker {self.number} " + "y" * chance.randrange(1000))


def six_processes(binary, options):
    with World(binary) as world:
        world.json("store", "-T", "First", "-c", "shared content", "-n", "six")
        deadline = time.monotonic() + options.seconds
        workers = [Worker(number, world, Line if number < 3 else Server, deadline) for number in range(6)]
        for each in workers:
            each.start()
        for each in workers:
            each.join()
        errors = [each.error for each in workers if each.error]
        check(not errors, "; ".join(errors))
        found = {each["title"]: each["id"] for each in world.json("export")["memories"]}
        found.pop("First")
        shared = set().union(*(each.shared for each in workers))
        check(len(shared) == 1 and found.pop("Shared by all") in shared, f"the shared memory had the ids {shared}")
        kept = {title: name for each in workers for title, name in each.kept.items()}
        check(found == kept, f"{len(kept.keys() - found.keys())} lost, {len(found.keys() - kept.keys())} came back")
        chain = world.json("audit", "verify")
        check(chain["valid"] and len(chain["keys"]) == 1 and chain["unsigned_events"] == 0, f"the chain of events: {chain}")
        trouble = complaints(world)
        check(not trouble, trouble)
    return f"{sum(each.calls for each in workers)} calls of six processes ({', '.join(str(each.calls) for each in workers)})"


if __name__ == "__main__":
    run(six_processes, __doc__, seconds=60.0 if LONG else 10.0)
