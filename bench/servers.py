#!/usr/bin/env python3
"""What several assistants at once take of a machine: five MCP servers on one database, their first recalls, and their memory once they are idle."""

import time

from support import Bench, check, data, median, proportional_mb, size_name

SERVERS, RECALLS = 5, 20
IDLE_SECONDS = 5  # until a server has given memory back
MEMORY, FIRST = {100_000: 320}, {100_000: 60}


def servers(bench, size):
    world = bench.use_database(size)
    clients, firsts, found = [world.mcp() for _ in range(SERVERS)], [], 0
    try:
        for number, client in enumerate(clients):
            for query in data.queries(RECALLS + 1, data.SEED + number):
                began = time.perf_counter()
                reply = client.call("memory_recall", {"context": query, "format": "json"})
                firsts.append((time.perf_counter() - began) * 1000)
                found += reply["count"] > 0
        check(found > len(firsts) / 2, f"{found} of {len(firsts)} questions find something")
        time.sleep(IDLE_SECONDS)
        where = f"{SERVERS} MCP servers, {size_name(size)}"
        bench.figure(f"{where}, first recall", "ms", size, median(firsts[:: RECALLS + 1]), FIRST.get(size), SERVERS)
        bench.figure(f"{where}, memory together (Pss)", "MB", size, sum(proportional_mb(each.pid) for each in clients), MEMORY.get(size), SERVERS)
    finally:
        for client in clients:
            check(client.close() == 0, "a server did not end well")


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        for size in bench.sizes:
            servers(bench, size)
