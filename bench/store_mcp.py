#!/usr/bin/env python3
"""What a store costs an MCP server as its database grows: new memories with titles like those already there."""

from support import Bench, check, cpu_of_calls, median, new_memories, size_name

CALLS = 500
TARGET, GROWTH_TARGET = 0.4, 1.5
SENT = ("title", "content", "namespace", "tier", "tags", "priority", "confidence", "metadata")


def store(bench, size):
    calls = [("memory_store", {key: memory[key] for key in SENT}) for memory in new_memories(size, CALLS + 20)]
    with bench.server(size) as client:
        cpu_of_calls(client, calls[:20])
        cpu, walls, replies = cpu_of_calls(client, calls[20:])
        check(len({reply["id"] for reply in replies}) == CALLS, "two stores gave one id")
        check(not any(reply.get("duplicate") for reply in replies), "a new title was taken for an old one")
        total = client.call("memory_stats")["total"]
        check(total == size + CALLS + 20, f"{total} memories after {CALLS + 20} stores into {size}")
        kept = client.call("memory_get", {"id": replies[-1]["id"]})
        check(kept["content"] == calls[-1][1]["content"], "the last one stored reads otherwise")
        check(client.close() == 0, "the server did not end well")
    bench.figure(f"MCP store into {size_name(size)}, CPU a call", "ms", size, cpu, TARGET, CALLS)
    bench.figure(f"MCP store into {size_name(size)}, wall P50", "ms", size, median(walls), None, CALLS)
    return cpu


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        figures = {size: store(bench, size) for size in bench.sizes}
        small, large = min(figures), max(figures)
        if small != large:
            bench.figure(f"MCP store, {size_name(large)} against {size_name(small)}", "times", large, figures[large] / figures[small], GROWTH_TARGET, CALLS)
