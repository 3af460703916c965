#!/usr/bin/env python3
"""Reads as of a time over a database whose memories have ten versions each; the history of one; a rewind of all."""

import sqlite3
import time
from datetime import datetime, timezone

from support import Bench, check, median, run_timed, size_name

VERSIONS = 10
DAYS = 100  # over which the changes are spread, evenly, memory after memory
RUNS = 5
DAY = 86_400 * 1_000_000_000
# The columns of a memory that its versions keep.
COLUMNS = ("tier priority reinforcement confidence source created_at updated_at expires_at given_times title tags metadata content kind "
           "reflection_depth").split()


def add_versions(world, size, now):
    """Ten former states of each memory, each with a word of its own more: as plain texts, which a copy by the program packs and indexes."""
    plain = world.database.with_name("plain.db")
    world.database.rename(plain)
    members = ", ".join(f"'{name}', m.{name}" for name in COLUMNS if name != "content")
    step = DAYS * DAY // (VERSIONS * size)
    with sqlite3.connect(plain) as connection:
        for version in range(1, VERSIONS + 1):
            connection.execute(
                "INSERT INTO versions(until, change, id, version, state) "
                "SELECT ?1 + ?2 * (row_number() OVER (ORDER BY m.key)), 'update', m.id, ?3, "
                f"json_object('namespace', n.name, 'deadline', m.deadline, 'id', m.id, {members}, 'content', m.content || ' revision' || ?3) "
                "FROM memories m JOIN namespaces n ON n.number = m.namespace ORDER BY m.key",
                (now - DAYS * DAY + (version - 1) * step * size, step, version))
    connection.close()
    check(world.run("migrate", plain, world.database, timeout=3600).returncode == 0, "the database could not be copied")
    plain.unlink()


def moment(now, days):
    return datetime.fromtimestamp((now - days * DAY) / 1e9, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def walls(client, tool, arguments, runs=RUNS):
    taken = []
    for _ in range(runs):
        began = time.perf_counter()
        reply = client.call(tool, arguments)
        taken.append((time.perf_counter() - began) * 1000)
    return median(taken), reply


def main(bench):
    size = max(bench.sizes)
    bench.use_database(size)
    now = time.time_ns()
    add_versions(bench.world, size, now)
    name = size_name(size)
    with bench.world.mcp("--tier", "keyword") as client:
        asked = {"context": "why does the migration fail", "format": "json"}
        client.call("memory_recall", asked)
        present, _ = walls(client, "memory_recall", asked)
        bench.figure(f"recall of now over {name}", "ms", size, present)
        for days, share in ((0.01, "0.1 %"), (0.1, "1 %"), (1, "10 %"), (50, "all")):
            wall, reply = walls(client, "memory_recall", asked | {"as_of": moment(now, days)})
            check(reply["count"] > 0, "nothing was found")
            bench.figure(f"recall as of a time since which {share} of {name} were changed", "ms", size, wall, 3 * present, RUNS)
        one = reply["memories"][0]["id"]
        wall, reply = walls(client, "memory_get", {"id": one, "as_of": moment(now, 50)})
        check("revision" in str(reply), "it is not as it was")
        bench.figure("get as of a time", "ms", size, wall, None, RUNS)
        wall, reply = walls(client, "memory_history", {"id": one})
        check(reply["count"] == VERSIONS + 1, f"{reply['count']} states")
        bench.figure("history of one memory", "ms", size, wall, 2, RUNS)
    out = bench.folder / "then.db"
    wall, _, status = run_timed([bench.options.binary, "rewind", "--to", moment(now, 50), str(out)], bench.world)
    check(status == 0, f"rewind ended with status {status}")
    bench.figure(f"rewind of {name}", "s", size, wall, 10)
    check(bench.world.json("--db", out, "stats")["total"] == size, "memories are missing")


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        main(bench)
