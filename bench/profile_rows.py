#!/usr/bin/env python3
"""What profiles promise beside the speed of their tools (profiles.py, indexer.py, start.py): calls under faults, steps of the triggers,
a hash over the longest text; with a model where AI_MEMORY_MODELS names one, how long the files of a workspace take to get their vectors."""

import json
import os
import subprocess
import sys
import time

from support import ROOT, Bench, check, cpu_of_calls, median, percentile, run_timed
from mcp_client import Gone, McpError  # after support, which knows where it is

CALLS, KILLS, LOCKS, LOCKED_S = 10_000, 8, 8, 0.2
LONGEST, SHORT, GETS = 65_536, 100, 200
FILES, FILE_BYTES = 1_000, 4_000


# Every fourth call is a store; kills and locks meet stores only, half a distance apart.
STORES = 4
KILLED = {CALLS * (2 * at + 1) // (2 * KILLS) // STORES * STORES for at in range(KILLS)}
LOCKED = {CALLS * at // LOCKS // STORES * STORES for at in range(LOCKS)}
STEP_S = 0.0005  # the servers that die live so much longer, one after the other: before, in and after the store's transaction


def of_stored(result):
    """The id of what a reply says was stored; nothing when it refuses."""
    return None if result.get("isError") else json.loads(result["content"][0]["text"])["memory_id"]


def killed_in_flight(client, arguments, lived):
    """The id of a store whose server dies while it works, if it still said that it had stored; most often nobody hears of its end."""
    number = client.next_id()
    client.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "store_memory", "arguments": arguments}})
    time.sleep(lived)
    client.process.kill()
    client.process.wait()
    try:
        while True:
            said = client.read()
            if said.get("id") == number:
                return of_stored(said["result"])
    except (Gone, ValueError):  # the pipe's end, within a line or not
        return None


def holder_of(users):
    script = f"import sqlite3,time; c=sqlite3.connect({str(users)!r},isolation_level=None); c.execute('BEGIN IMMEDIATE'); print(flush=True); time.sleep({LOCKED_S})"
    holder = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    check(holder.stdout.readline() == b"\n", "the database could not be locked")
    return holder


def under_faults(bench):
    """Stores and searches while servers are killed and other programs hold the database. What was acknowledged must be there."""
    world = bench.use_database(0)
    users = bench.folder / "faults.db"
    world.environment["VECTOR_MEMORY_DB_PATH"] = str(users)
    face, acknowledged, answered, killed = ("--profile", "vector-memory"), set(), 0, 0
    client = world.mcp(*face)
    acknowledged.add(of_stored(client.tool("store_memory", {"content": "The first, before all faults"})))
    for number in range(CALLS):
        stores = number % STORES == 0
        tool, arguments = (("store_memory", {"content": f"fact number {number} of the faults", "on_duplicate": "warn"}) if stores else
                           ("search_memory", {"query": f"fact {number // 2}"}))  # fmt: skip
        if number in KILLED:
            acknowledged.add(killed_in_flight(client, arguments, killed * STEP_S))
            killed += 1
            client = world.mcp(*face)
            continue
        holder = holder_of(users) if number in LOCKED else None
        try:
            result = client.tool(tool, arguments)
            answered += not result.get("isError")
            if stores:
                acknowledged.add(of_stored(result))
        except McpError:
            pass  # an answer, and none that helps
        except Gone:
            client.kill()
            client = world.mcp(*face)
        if holder:
            holder.communicate()
    check(client.close() == 0, "the server did not end well")
    acknowledged.discard(None)
    check(killed == KILLS == len(KILLED - LOCKED), f"{killed} servers were killed")
    listed = json.loads(world.run("--db", users, "export").stdout)["memories"]
    lost = acknowledged - {each["id"] for each in listed}
    check(not lost, f"acknowledged and lost: {sorted(lost)[:3]}")
    alive = CALLS - killed  # who was killed cannot answer, and is no failure to
    bench.figure("vector-memory under kills of stores and locks, other calls answered", "share", CALLS, answered / alive, 0.999, alive)
    bench.figure("vector-memory under kills of stores and locks, acknowledged and lost", "memories", len(acknowledged), len(lost), 0, killed)
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
    bench.figure("mudpuppy memory_get of 64 KiB, CPU more than of 100 bytes: SHA-256 and JSON", "ms", 0, costs[1] - costs[0], 0.2, GETS)


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
