#!/usr/bin/env python3
"""What recall by meaning costs: the first answer of a new process, a warm recall, a store, memory; with the table and a model.

A model is used when AI_MEMORY_MODELS names a folder that holds one (ai-memory model get, or import); else the table alone.
"""

import json
import os
import time

from support import Bench, check, cpu_of_calls, data, median, resident_mb, run_timed, size_name

CALLS = 300
WARM_UP = 20
STORES = 40
SIXTY_TOKENS = ("We decided to keep the nightly export of the billing service on the old machine until the new storage is paid for, "
                "because moving it twice would cost a week of work and nobody has time for that before the audit in March, number ")


def fill(world):
    done = world.json("backfill", timeout=1_800)
    check(done["left"] == 0 and done["failed"] == 0, f"backfill left something: {done}")
    return done


def cold(bench, name, size, limit):
    queries = list(data.queries(25))
    timed = [run_timed([bench.options.binary, "--json", "recall", query], bench.world) for query in queries][5:]
    check(all(status == 0 for _, _, status in timed), "a recall failed")
    bench.figure(f"{name}, recall, command line, wall", "ms", size, median([wall for wall, _, _ in timed]) * 1000, limit and 40, 20)
    bench.figure(f"{name}, recall, command line, CPU", "ms", size, median([cpu for _, cpu, _ in timed]) * 1000, limit and 30, 20)


def warm(bench, name, size, target):
    recalls = [("memory_recall", {"context": query, "format": "json"}) for query in data.queries(CALLS + WARM_UP, data.SEED + 3)]
    with bench.world.mcp("--tier", "semantic") as client:
        started = time.perf_counter()
        first = client.call(*recalls[0])
        bench.figure(f"{name}, first recall of a server", "ms", size, (time.perf_counter() - started) * 1000, 30, 1)
        check(first["mode"] == "hybrid", f"the mode is {first['mode']}")
        cpu_of_calls(client, recalls[:WARM_UP])
        cpu, walls, replies = cpu_of_calls(client, recalls[WARM_UP:])
        # Words drawn at random are now and then a question that nothing answers: the floor is part of what is measured.
        check(sum(reply["count"] > 0 for reply in replies) >= CALLS * 0.95, "questions of known words should find something")
        bench.figure(f"{name}, MCP recall, CPU a call", "ms", size, cpu, target, CALLS)
        bench.figure(f"{name}, MCP recall, wall P50", "ms", size, median(walls), None, CALLS)
        bench.figure(f"{name}, MCP server after recalls, resident", "MB", size, resident_mb(client.pid), 60, 1)
        stores = [("memory_store", {"title": f"export {i}", "content": SIXTY_TOKENS + str(i)}) for i in range(STORES)]
        cpu, walls, _ = cpu_of_calls(client, stores)
        bench.figure(f"{name}, MCP store of 60 tokens, wall P50", "ms", size, median(walls), 5, STORES)
        bench.figure(f"{name}, MCP store of 60 tokens, CPU a call", "ms", size, cpu, None, STORES)
        check(client.close() == 0, "the server did not end well")


def main():
    models = os.environ.get("AI_MEMORY_MODELS")
    with Bench(__doc__) as bench:
        for name in ("table", "model") if models else ("table",):
            if name == "model":
                bench.world.environment["AI_MEMORY_MODELS"] = models
            for size in bench.sizes:
                if name == "model" and size > 10_000:
                    continue  # minutes of embedding
                before = bench.use_database(size).database.stat().st_size
                started = time.perf_counter()
                done = fill(bench.world)
                if name == "model":
                    check(done["model"] != "none", f"no model was used: {json.dumps(done)}")
                    bench.figure("model, backfill of 1,000, wall", "s", size, (time.perf_counter() - started) * 1000 / size, None, 1)
                    bench.figure("model, file larger by 1,000", "MB", size, (bench.world.database.stat().st_size - before) / 1000 / size, 1.3, 1)
                if size == 10_000:
                    cold(bench, name, size, name == "model")
                warm(bench, f"{name}, {size_name(size)}", size, {1_000: 1.2, 10_000: 1.8, 100_000: 8}[size])


if __name__ == "__main__":
    main()
