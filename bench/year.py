#!/usr/bin/env python3
"""What a year of ten assistants leaves in a database: a tenth of their 365,000 changes is made, and the bytes counted ten times.

Of a hundred changes 30 are new memories, 45 other words, 5 other tags, 5 promotions, 10 links and 5 deletions.
"""

import random

from store_mcp import SENT
from support import Bench, check, new_memories

ASSISTANTS, CHANGES, PART = 10, 365_000, 10
SHARES = {"store": 30, "update": 45, "tags": 5, "promote": 5, "link": 10, "delete": 5}


def call_of(kind, ids, fresh, rng):
    """(tool, arguments) of one change; of memories that are there."""
    memory = next(fresh)
    if kind == "store" or len(ids) < 2:
        return "memory_store", {key: memory[key] for key in SENT if key != "metadata"}
    one, other = rng.sample(range(len(ids)), 2)
    if kind == "update":
        return "memory_update", {"id": ids[one], "content": memory["content"]}
    if kind == "tags":
        return "memory_update", {"id": ids[one], "tags": [*memory["tags"], memory["id"][:8]]}
    if kind == "promote":
        return "memory_promote", {"id": ids[one]}
    if kind == "link":
        return "memory_link", {"source_id": ids[one], "target_id": ids[other], "relation": "related_to"}
    ids[one], ids[-1] = ids[-1], ids[one]
    return "memory_delete", {"id": ids.pop()}


def main(bench):
    world, rng, ids = bench.use_database(0), random.Random(1), []
    count = CHANGES // PART
    fresh = new_memories(0, count)
    clients = [world.mcp("--tier", "keyword") for _ in range(ASSISTANTS)]
    for number in range(count):
        tool, arguments = call_of(rng.choices(list(SHARES), list(SHARES.values()))[0], ids, fresh, rng)
        reply = clients[number % ASSISTANTS].call(tool, arguments)
        if tool == "memory_store":
            ids.append(reply["id"])
    for client in clients:
        check(client.close() == 0, "a server did not end well")
    check(world.json("stats")["total"] == len(ids), "memories are missing")
    bench.figure("a year of ten assistants", "MB", CHANGES, world.database.stat().st_size * PART / 1e6, 300)
    world.json("gc", "--compact")
    bench.figure("a year of ten assistants, compacted", "MB", CHANGES, world.database.stat().st_size * PART / 1e6, 300)


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        main(bench)
