#!/usr/bin/env python3
"""What a store costs an MCP server as its database grows: new memories with titles like those already there. And what changes
of what was stored cost."""

from support import Bench, check, cpu_of_calls, median, new_memories, size_name

CALLS = 500
TARGETS, CHANGE_TARGET, GROWTH_TARGET = {1_000: 0.25, 10_000: 0.3, 100_000: 0.35}, 0.3, 1.5
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
        changes = changed(client, [reply["id"] for reply in replies])
        left = client.call("memory_stats")["total"]
        check(left == total - CALLS, f"{left} of {total} memories after {CALLS} deletions")
        check(client.close() == 0, "the server did not end well")
    bench.figure(f"MCP store into {size_name(size)}, CPU a call", "ms", size, cpu, TARGETS.get(size), CALLS)
    bench.figure(f"MCP store into {size_name(size)}, wall P50", "ms", size, median(walls), None, CALLS)
    for name, (each, count) in changes.items():
        bench.figure(f"MCP {name} in {size_name(size)}, CPU a call", "ms", size, each, CHANGE_TARGET if size == 10_000 else None, count)
    return cpu


def changed(client, ids):
    """name: (CPU ms a call, calls)"""
    calls = {
        "update": [("memory_update", {"id": each, "content": f"Other words of {each}, which nobody has said before."}) for each in ids],
        "promote": [("memory_promote", {"id": each}) for each in ids],
        "link": [("memory_link", {"source_id": a, "target_id": b, "relation": "related_to"}) for a, b in zip(ids, ids[1:])],
        "delete": [("memory_delete", {"id": each}) for each in ids],
    }
    figures = {name: (cpu_of_calls(client, some)[0], len(some)) for name, some in calls.items()}
    return figures


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        figures = {size: store(bench, size) for size in bench.sizes}
        small, large = min(figures), max(figures)
        if small != large:
            bench.figure(f"MCP store, {size_name(large)} against {size_name(small)}", "times", large, figures[large] / figures[small], GROWTH_TARGET, CALLS)
