#!/usr/bin/env python3
"""Six processes create the same database at the same moment: all succeed, all their memories are there."""

import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import LONG, check, run  # noqa: E402
from world import World, complaints  # noqa: E402


def command_line(world, number):
    return world.json("store", "-T", f"Creator {number}", "-c", "first", "-n", "six", timeout=120)["id"]


def server(world, number):
    with world.mcp("--tier", "keyword", timeout=120) as client:
        return client.call("memory_store", {"title": f"Creator {number}", "content": "first", "namespace": "six"})["id"]


def one_round(binary):
    with World(binary) as world:
        ids, errors, together = {}, [], threading.Barrier(6)

        def create(number):
            together.wait()
            try:
                ids[number] = (command_line if number % 2 else server)(world, number)
            except Exception as error:  # told by the main thread
                errors.append(f"creator {number}: {type(error).__name__}: {error}")

        creators = [threading.Thread(target=create, args=(number,)) for number in range(6)]
        for each in creators:
            each.start()
        for each in creators:
            each.join()
        check(not errors, "; ".join(errors))
        found = sorted(each["id"] for each in world.json("export")["memories"])
        check(found == sorted(ids.values()), f"{len(found)} of 6 memories are there")
        trouble = complaints(world)
        check(not trouble, trouble)


def six_creators(binary, options):
    for _ in range(options.rounds):
        one_round(binary)
    return f"{options.rounds} rounds"


if __name__ == "__main__":
    run(six_creators, __doc__, rounds=50 if LONG else 5)
