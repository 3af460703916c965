#!/usr/bin/env python3
"""What transcripts cost: a turn over MCP and as a process of its own, how small texts become, and replays of many ancestors.


Compression is that of --text; of generated texts, which are used without it, it says little."""

import json
import sqlite3
import time

from support import Bench, check, cpu_seconds, median, run_timed

TURN_BYTES, APPENDS, ALONE, ANCESTORS = 2_000, 400, 40, 10_000


def turns_of(bench):
    if not bench.options.text:
        return [each["content"][:TURN_BYTES] for each in json.loads(bench.data_file(1_000).read_text())["memories"]]
    turns, joined = [], ""
    for line in bench.options.text.read_text().splitlines():
        joined += line + "\n"
        if len(joined) >= TURN_BYTES:
            turns.append(joined)
            joined = ""
    return turns


def appending(bench, turns):
    with bench.world.mcp("--tier", "keyword") as client:
        client.call("memory_capture_turn", {"session_id": "warm", "content": "x"})
        before, begin = cpu_seconds(client.pid), time.perf_counter()
        for number in range(APPENDS):
            client.call("memory_capture_turn", {"session_id": "bench", "content": f"{number} {turns[number % len(turns)]}"})
        bench.figure("append of a turn of 2 KB over MCP, CPU", "ms", 0, (cpu_seconds(client.pid) - before) * 1000 / APPENDS, 1, APPENDS)
        bench.figure("append of a turn of 2 KB over MCP, wall", "ms", 0, (time.perf_counter() - begin) * 1000 / APPENDS, None, APPENDS)
    walls, event = [], bench.folder / "event.json"
    for number in range(ALONE):
        event.write_text(json.dumps({"session_id": "hook", "cwd": str(bench.folder), "prompt": f"{number} again {turns[number % len(turns)]}"}))
        with open(event, "rb") as said:
            wall, _, status = run_timed([bench.options.binary, "hook", "user-prompt"], bench.world, said.fileno())
        check(status == 0, f"the hook ended with status {status}")
        walls.append(wall)
    bench.figure("append of a turn of 2 KB as its own process, wall", "ms", 0, median(walls) * 1000, 8, ALONE)


def compressing(bench, turns):
    world = bench.world
    world.json("transcript", "prune", "-n", "*")
    with world.mcp("--tier", "keyword") as client:
        for number, turn in enumerate(turns):
            client.call("memory_capture_turn", {"session_id": f"s-{number // 60}", "content": turn})
    stats = world.json("stats")
    ratio = stats["transcript_original_size"] / stats["transcript_compressed_size"]
    bench.figure("compression of turns of 2 KB as they are appended", "times", len(turns), ratio, 3.3)
    # Blocks that were written last an hour ago are packed, however few they are.
    with sqlite3.connect(world.database) as database:
        database.execute("UPDATE text_blocks SET written_at = 0")
    world.json("gc")
    packed = sqlite3.connect(world.database).execute(
        "SELECT sum(bytes), sum(length(data)) FROM text_blocks WHERE data IS NOT NULL").fetchone()
    check(packed[1], "nothing was packed")
    bench.figure("compression of them once packed", "times", len(turns), packed[0] / packed[1], 4)


def replaying(bench):
    world = bench.world
    path = world.folder / "ancestors.json"
    memories = [{"id": f"m-{n}", "title": f"Memory {n}", "content": "x", "tier": "long", "created_at": "2026-01-01T00:00:00Z",
                 "memory_kind": "observation" if n else "reflection", "reflection_depth": 0 if n else 1} for n in range(ANCESTORS + 1)]
    links = [{"source_id": "m-0", "target_id": f"m-{n}", "relation": "reflects_on"} for n in range(1, ANCESTORS + 1)]
    turns = [{"namespace": "global", "session_id": f"r-{n}", "turn": 1, "role": "user", "said_at": "2026-01-01T00:00:00Z",
              "content": f"said {n}"} for n in range(100)]
    world.json("import", input=json.dumps({"exported_at": "2026-01-01T00:00:00Z", "memories": memories, "links": links, "turns": turns}), timeout=600)
    for n in range(100):
        world.run("transcript", "link", f"m-{n * 99 + 1}", f"r-{n}")
    with world.mcp("--tier", "keyword") as client:
        walls = []
        for _ in range(10):
            begin = time.perf_counter()
            reply = client.call("memory_replay", {"memory_id": "m-0"})
            walls.append(time.perf_counter() - begin)
    check(reply["memories"] == ANCESTORS + 1 and reply["count"] == 100, f"{reply['memories']} ancestors, {reply['count']} transcripts")
    bench.figure("replay over 10,000 ancestors, wall", "ms", ANCESTORS, median(walls) * 1000, 50, 10)


def main(bench):
    turns = turns_of(bench)
    appending(bench, turns)
    compressing(bench, turns)
    replaying(bench)


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        main(bench)
