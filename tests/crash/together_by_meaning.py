#!/usr/bin/env python3
"""Several processes store, change, delete and recall on one file: each finds by meaning at once what another wrote, and no more
what another deleted (B7).

Two MCP servers and the command line take turns, while two more servers store and backfill without pause. AIM_LONG=1: long.
"""

import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import LONG, check, run  # noqa: E402
from subjects import SUBJECTS, memory  # noqa: E402
from world import World, complaints  # noqa: E402


class Line:
    name = "line"

    def __init__(self, world):
        self.world = world

    def store(self, title, content, name_space):
        return self.world.json("store", "-T", title, "-c", content, "-n", name_space)["id"]

    def update(self, name, content):
        self.world.json("update", name, "-c", content)

    def delete(self, name):
        self.world.json("delete", name)

    def found(self, asked, name_space):
        return [each["id"] for each in self.world.json("recall", asked, "-n", name_space, "--limit", "1")["memories"]]


class Server:
    def __init__(self, name, client):
        self.name, self.client = name, client

    def store(self, title, content, name_space):
        return self.client.call("memory_store", {"title": title, "content": content, "namespace": name_space})["id"]

    def update(self, name, content):
        self.client.call("memory_update", {"id": name, "content": content})

    def delete(self, name):
        self.client.call("memory_delete", {"id": name})

    def found(self, asked, name_space):
        arguments = {"context": asked, "namespace": name_space, "limit": 1, "format": "json"}
        return [each["id"] for each in self.client.call("memory_recall", arguments)["memories"]]


def busy(client, number, ending, errors):
    """Stores, overwrites and deletes beside the others, in a namespace of its own."""
    serial, kept = 0, []
    try:
        while not ending.is_set():
            _, title, content = memory(serial * 7 + number)
            kept.append(client.call("memory_store", {"title": f"{title} {serial % 90}", "content": content * (1 + serial % 9), "namespace": f"busy{number}"})["id"])
            if serial % 3 == 2:
                client.tool("memory_delete", {"id": kept.pop(0)})
            serial += 1
    except Exception as error:  # told by the main thread
        errors.append(f"busy server {number} after {serial} calls: {type(error).__name__}: {error}")


def turn(doors, number):
    subjects = list(SUBJECTS)
    writer, other = doors[number % len(doors)], doors[(number // len(doors) + number + 1) % len(doors)]
    subject, _, content = memory(number)
    next_subject = subjects[(subjects.index(subject) + 1) % len(subjects)]
    asked, asked_next = SUBJECTS[subject][1], SUBJECTS[next_subject][1]
    place = f"turn{number}"
    kept = writer.store(f"m{number}", content, place)
    for door in doors:
        check(door.found(asked, place) == [kept], f"turn {number}: {door.name} does not find what {writer.name} stored")
        check(door.found(asked_next, place) == [], f"turn {number}: {door.name} finds {content!r} by {asked_next!r}")
    other.update(kept, SUBJECTS[next_subject][0])
    for door in doors:
        check(door.found(asked_next, place) == [kept], f"turn {number}: {door.name} does not find what {other.name} changed")
        check(door.found(asked, place) == [], f"turn {number}: {door.name} still finds what {other.name} changed")
    if number % 3:
        other.delete(kept)
        for door in doors:
            check(door.found(asked_next, place) == [], f"turn {number}: {door.name} still finds what {other.name} deleted")


def together_by_meaning(binary, options):
    ending, errors, turns = threading.Event(), [], 0
    with World(binary) as world, world.mcp() as one, world.mcp() as two, world.mcp() as three, world.mcp() as four:
        doors = [Server("the first server", one), Line(world), Server("the second server", two)]
        threads = [threading.Thread(target=busy, args=(client, number, ending, errors)) for number, client in enumerate((three, four))]
        for each in threads:
            each.start()
        try:
            deadline = time.monotonic() + options.seconds
            while time.monotonic() < deadline and not errors:
                turn(doors, turns)
                turns += 1
                if turns % 10 == 0:
                    reply = world.json("backfill")
                    check(reply["failed"] == 0, f"backfill: {reply}")
        finally:
            ending.set()
            for each in threads:
                each.join()
        check(not errors, "; ".join(errors))
        check(not complaints(world), complaints(world))
    return f"{turns} turns of three doors"


if __name__ == "__main__":
    run(together_by_meaning, __doc__, seconds=60.0 if LONG else 8.0)
