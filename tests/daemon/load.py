#!/usr/bin/env python3
"""Recalls by eight clients as fast as they can, while others store and `gc` runs again and again (D5).

No answer but 200 and 201, nothing acknowledged is lost, the database is sound. AIM_LONG=1: 60 s.
"""

import os
import random
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import wrk  # noqa: E402
from outcome import LONG, Skipped, check, run  # noqa: E402
from server import Server  # noqa: E402
from world import World, complaints  # noqa: E402

WORDS = "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango".split()
FIRST = 2_000


def memory(chance, title, **more):
    return {"title": title, "content": " ".join(chance.choices(WORDS, k=40)), "namespace": "load", **more}


def fill(server):
    chance = random.Random(1)
    for begin in range(0, FIRST, 500):
        reply = server.api("POST", "/memories/bulk", [memory(chance, f"First {number}", tier="long") for number in range(begin, begin + 500)])
        check(reply["created"] == 500, f"bulk: {reply}")


class Worker(threading.Thread):
    """Does one thing until told to stop; its error is told by the main thread."""

    def __init__(self, step):
        super().__init__()
        self.step, self.ending, self.count, self.error = step, threading.Event(), 0, None

    def run(self):
        try:
            while not self.ending.is_set():
                self.step(self.count)
                self.count += 1
        except Exception as error:
            self.error = f"{self.step.__name__} after {self.count} rounds: {type(error).__name__}: {error}"

    def end(self):
        self.ending.set()
        self.join(60)
        check(not self.error and not self.is_alive(), self.error or "a worker does not end")


def load(binary, options):
    if not wrk.is_there():
        raise Skipped("wrk is not installed")
    acknowledged, chance = {}, random.Random(2)
    with World(binary) as world, Server(world) as server:
        fill(server)
        client = server.client()

        def store(number):
            # Some expire within the test, so that gc has work; those are not looked for afterwards.
            brief = number % 5 == 0
            given = memory(chance, f"Stored {number}", **({"ttl_secs": 1} if brief else {}))
            kept = client.api("POST", "/memories", given, 201)
            if not brief:
                acknowledged[kept["id"]] = given["content"]
            if number % 20 == 0:
                many = [memory(chance, f"Bulk {number} {each}") for each in range(20)]
                check(client.api("POST", "/memories/bulk", many)["created"] == 20, "bulk did not store all")
            time.sleep(0.002)

        def collect(number):
            world.json("gc", timeout=120)
            time.sleep(0.1)

        workers = [Worker(store), Worker(collect)]
        for each in workers:
            each.start()
        recalls = wrk.start(server.url, 8, options.seconds, seed=options.seed)
        try:
            figures = wrk.finish(recalls, options.seconds + 60)
        finally:
            recalls.kill()
            for each in workers:
                each.end()
        check(figures["wrong"] == 0 and figures["broken"] == 0, f"{figures['wrong']} answers were not 200, {figures['broken']} connections broke: {figures['told']}")
        check(server.process.poll() is None, f"the daemon is gone: {server.said()[-3000:]}")
        for name, content in acknowledged.items():
            check(client.api("GET", f"/memories/{name}")["memory"]["content"] == content, f"{name} was acknowledged and is not there")
        bulks = sum(1 for number in range(workers[0].count) if number % 20 == 0)
        client.close()
        check(server.stop() == 0, f"the daemon did not end well: {server.said()[-3000:]}")
        kept = {each["id"]: each for each in world.json("export", timeout=300)["memories"]}
        check(acknowledged.keys() <= kept.keys(), f"{len(acknowledged.keys() - kept.keys())} acknowledged memories are lost")
        check(sum(each["title"].startswith("Bulk ") for each in kept.values()) == 20 * bulks, "memories of a bulk are lost")
        check(sum(each["title"].startswith("First ") for each in kept.values()) == FIRST, "memories of the beginning are lost")
        trouble = complaints(world)
        check(not trouble, trouble)
    return f"{wrk.rate(figures):,.0f} recalls a second (P99 {figures['p99_ms']:.1f} ms) beside {workers[0].count} stores and {workers[1].count} rounds of gc on {os.cpu_count()} cores"


if __name__ == "__main__":
    run(load, __doc__, seconds=60.0 if LONG else 6.0, seed=1)
