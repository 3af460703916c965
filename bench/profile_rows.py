#!/usr/bin/env python3
"""What profiles promise beside the speed of their tools (profiles.py, indexer.py, start.py): calls under faults, steps of the triggers,
a hash over the longest text; with a model where AI_MEMORY_MODELS names one, how long the files of a workspace take to get their vectors."""

import json
import os
import subprocess

from support import ROOT, Bench, check, cpu_of_calls, median, percentile, run_timed

CALLS, KILLS, LOCKS, LOCKED_S = 10_000, 8, 8, 0.2
LONGEST, SHORT, GETS = 65_536, 100, 200
FILES, FILE_BYTES = 1_000, 4_000


def killed_in_flight(client, tool, arguments):
    """A call whose server dies while it works: nobody hears of its end."""
    client.send({"jsonrpc": "2.0", "id": client.next_id(), "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
    client.process.kill()
    client.process.wait()


def under_faults(bench):
    """Stores and searches while servers are killed and other programs hold the database. What was acknowledged must be there."""
    world = bench.use_database(0)
    users = bench.folder / "faults.db"
    world.environment["VECTOR_MEMORY_DB_PATH"] = str(users)
    face, acknowledged, answered = ("--profile", "vector-memory"), set(), 0
    client = world.mcp(*face)
    for number in range(CALLS):
        tool, arguments = (("search_memory", {"query": f"fact {number // 2}"}) if number % 4 else
                           ("store_memory", {"content": f"fact number {number} of the faults", "on_duplicate": "warn"}))  # fmt: skip
        if number % (CALLS // KILLS) == CALLS // KILLS // 2:
            killed_in_flight(client, tool, arguments)
            client = world.mcp(*face)
            continue
        holder = None
        if number % (CALLS // LOCKS) == CALLS // LOCKS - 4:
            script = f"import sqlite3,time; c=sqlite3.connect({str(users)!r},isolation_level=None); c.execute('BEGIN IMMEDIATE'); print(flush=True); time.sleep({LOCKED_S})"
            holder = subprocess.Popen(["python3", "-c", script], stdout=subprocess.PIPE)
            holder.stdout.readline()
        result = client.tool(tool, arguments)
        answered += bool(result["content"])
        if tool == "store_memory" and not result.get("isError"):
            acknowledged.add(json.loads(result["content"][0]["text"])["memory_id"])
        if holder:
            holder.communicate()
    check(client.close() == 0, "the server did not end well")
    listed = json.loads(world.run("--db", users, "export").stdout)["memories"]
    lost = acknowledged - {each["id"] for each in listed}
    check(not lost, f"acknowledged and lost: {sorted(lost)[:3]}")
    bench.figure("vector-memory under kills and locks, calls answered", "share", CALLS, answered / CALLS, 0.999, CALLS)
    for each in bench.folder.glob("faults.db*"):
        each.unlink()


def steps(bench):
    """The steps of a prompt's triggers: what the rules alone take, and with the memories of a labelled item."""
    items = [json.loads(line) for line in (ROOT / "tests/triggers/dev.jsonl").read_text(encoding="utf-8").splitlines()]
    worlds = json.loads((ROOT / "tests/triggers/worlds.json").read_text(encoding="utf-8"))
    for name, target in (("rules alone", 1), ("words and table over up to 200 memories", 10)):
        lines = []
        for item in items:
            memories = [] if target == 1 or item["task"] != "recall" else [{"id": key, "text": text} for key, text in worlds[item["memories"]].items()]
            lines.append(json.dumps({"events": item["events"], "memories": memories}))
        done = bench.world.run("detect", "--json", input="\n".join(lines) + "\n", timeout=600)
        spent = [json.loads(line)["ms"] for line in done.stdout.splitlines()]
        check(len(spent) == len(items), f"detect: {done}"[:300])
        bench.figure(f"triggers, {name}, P50", "ms", len(items), median(spent), None, len(spent))
        bench.figure(f"triggers, {name}, P99", "ms", len(items), percentile(spent, 99), target, len(spent))


def longest_text(bench):
    """An entry is hashed when it is read: what the longest one takes more than a short one holds its JSON too."""
    world = bench.use_database(0)
    with world.mcp("--profile", "mudpuppy") as client:
        costs = []
        for size in (SHORT, LONGEST):
            key = client.call("memory_add", {"content": "x" * size})["id"]
            calls = [("memory_get", {"id": key})] * GETS
            cpu_of_calls(client, calls[:20])
            costs.append(cpu_of_calls(client, calls)[0])
        check(client.close() == 0, "the server did not end well")
    bench.figure("mudpuppy memory_get of 64 KiB, CPU more than of 100 bytes: SHA-256 and JSON", "ms", 0, costs[1] - costs[0], None, GETS)


def vectors_of_files(bench):
    world = bench.use_database(0)
    workspace = world.home / ".mudpuppy/workspace"
    workspace.mkdir(parents=True)
    words = (ROOT / "bench/vocabulary.txt").read_text(encoding="utf-8").split()
    for number in range(FILES):
        text = " ".join(words[(number * 7 + at * 13) % len(words)] for at in range(FILE_BYTES // 6))
        (workspace / f"{number}.md").write_text(f"# File {number}\n\n{text[:FILE_BYTES]}\n")
    _, _, status = run_timed([bench.options.binary, "index"], world)
    check(status == 0, "index")
    wall, cpu, status = run_timed([bench.options.binary, "backfill"], world)
    check(status == 0 and world.json("backfill")["embedded"] == 0, "backfill")
    bench.figure("file indexer, vectors of 1,000 files of 4 KB, wall", "s", FILES, wall, 15)
    bench.figure("file indexer, vectors of 1,000 files of 4 KB, CPU", "s", FILES, cpu)


def main():
    models = os.environ.get("AI_MEMORY_MODELS")
    with Bench(__doc__) as bench:
        steps(bench)
        longest_text(bench)
        under_faults(bench)
        if models:
            bench.world.environment["AI_MEMORY_MODELS"] = models
            vectors_of_files(bench)


if __name__ == "__main__":
    main()
