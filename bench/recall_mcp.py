#!/usr/bin/env python3
"""What a recall costs an MCP server: CPU, bytes written to disk, memory; search and list beside it."""

from support import Bench, check, cpu_of_calls, data, known_question, median, percentile, resident_mb, size_name, written_bytes

CALLS = 400
CALLS_FOR_DISK = 1000
TARGETS = {1_000: 0.4, 10_000: 1.0, 100_000: 6}
WARM_UP = 20


def recalls(count, seed=data.SEED + 1):
    return [("memory_recall", {"context": query, "format": "json"}) for query in data.queries(count, seed)]


def check_recall(client):
    """A known memory is found by its own words, in its namespace only."""
    known, question = known_question()
    arguments = {"context": question, "namespace": known["namespace"], "format": "json"}
    found = client.call("memory_recall", arguments)
    check(any(each["id"] == known["id"] for each in found["memories"]), "recall of a memory's own words does not find it")
    check({each["namespace"] for each in found["memories"]} == {known["namespace"]}, "recall left its namespace")


def check_replies(replies, key, most):
    counts = [len(reply[key]) for reply in replies]
    check(all(reply["count"] == count for reply, count in zip(replies, counts)), "count differs from the list")
    check(max(counts) <= most and sum(count == most for count in counts) > len(counts) // 2, f"most answers should hold {most}: {sorted(counts)[::40]}")
    for reply in replies:
        check(len({each["id"] for each in reply[key]}) == len(reply[key]), "an id came twice in one answer")


def recall(bench, size):
    with bench.server(size) as client:
        check_recall(client)
        cpu_of_calls(client, recalls(WARM_UP, seed=7))
        cpu, walls, replies = cpu_of_calls(client, recalls(CALLS))
        check_replies(replies, "memories", 10)
        name = f"MCP recall, {size_name(size)}"
        bench.figure(f"{name}, CPU a call", "ms", size, cpu, TARGETS.get(size), CALLS)
        bench.figure(f"{name}, wall P50", "ms", size, median(walls), None, CALLS)
        bench.figure(f"{name}, wall P95", "ms", size, percentile(walls, 95), None, CALLS)
        if size == 10_000:
            bench.figure(f"MCP server after recalls, {size_name(size)}, resident", "MB", size, resident_mb(client.pid), 15, 1)
        check(client.close() == 0, "the server did not end well")


def disk(bench, size):
    client = bench.server(size)
    for name, arguments in recalls(CALLS_FOR_DISK, seed=11):
        client.call(name, arguments)
    kilobytes = written_bytes(client) / 1024 / CALLS_FOR_DISK
    touched = bench.world.json("stats")["total"]
    check(touched == size, f"{touched} memories after the recalls, {size} before")
    bench.figure(f"MCP recall, {size_name(size)}, written to disk a call", "KB", size, kilobytes, 60, CALLS_FOR_DISK)


def search_and_list(bench, size):
    target = {10_000: 0.3, 100_000: 1.5}.get(size)
    with bench.server(size) as client:
        two_words = [" ".join(each["title"].split()[:2]) for each, _ in zip(data.memories(), range(220))]
        searches = [("memory_search", {"query": query, "format": "json"}) for query in two_words]
        cpu_of_calls(client, searches[:WARM_UP])
        cpu, _, replies = cpu_of_calls(client, searches[WARM_UP:])
        check(all(reply["count"] == len(reply["results"]) >= 1 for reply in replies), "a search for words of a title finds nothing")
        bench.figure(f"MCP search, {size_name(size)}, CPU a call", "ms", size, cpu, target, len(replies))
        lists = [("memory_list", {"limit": 20, "format": "json", **({"namespace": each} if each else {})}) for each in ("", *data.NAMESPACES)] * 10
        cpu_of_calls(client, lists[:WARM_UP])
        cpu, _, replies = cpu_of_calls(client, lists)
        check_replies(replies, "memories", 20)
        bench.figure(f"MCP list of 20, {size_name(size)}, CPU a call", "ms", size, cpu, 0.3, len(replies))
        check(client.close() == 0, "the server did not end well")


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        for each in bench.sizes:
            recall(bench, each)
        if bench.has(10_000):
            disk(bench, 10_000)
        for each in (10_000, 100_000):
            if bench.has(each):
                search_and_list(bench, each)
