#!/usr/bin/env python3
"""Syncing two databases that differ in 1 %, two that are alike, and a whole database into an empty one; start of the shell."""

import json
import shutil

from support import Bench, check, median, run_timed, size_name

START_RUNS = 40


def differ(bench, side, size, database):
    """Changes half a percent of the memories, and adds as many; the memories are others on each side."""
    exported = json.loads(bench.data_file(size).read_text())["memories"]
    step = max(1, size // max(1, size // 200))
    changed = [each | {"content": each["content"] + f" changed by {side}", "updated_at": f"2027-01-01T00:00:0{side}Z"}
               for each in exported[side::step]]
    fresh = [{"title": f"New memory {number} of {side}", "content": "something new " * 10, "namespace": "sync",
              "tier": "long", "created_at": "2027-01-01T00:00:00Z", "updated_at": "2027-01-01T00:00:00Z"} for number in range(len(changed))]
    bench.world.json("--db", database, "import", input=json.dumps({"memories": changed + fresh}), timeout=600)
    return len(changed) + len(fresh)


def timed(bench, *arguments):
    wall, cpu, status = run_timed([bench.options.binary, *map(str, arguments)], bench.world)
    check(status == 0, f"{arguments} ended with status {status}")
    return wall, cpu


def syncing(bench, size):
    bench.use_database(size)
    other = bench.folder / "other.db"
    shutil.copyfile(bench.world.database, other)
    different = [differ(bench, side, size, database) for side, database in ((1, bench.world.database), (2, other))]
    wall, cpu = timed(bench, "sync", other)
    name = f"sync of two {size_name(size)} that differ by {sum(different)} memories"
    bench.figure(f"{name}, wall", "s", size, wall, 2)
    bench.figure(f"{name}, CPU", "s", size, cpu, 2)
    totals = [bench.world.json("--db", each, "stats")["total"] for each in (bench.world.database, other)]
    check(totals[0] == totals[1] == size + sum(different) // 2, f"{totals} memories are there")
    bench.figure(f"sync of two {size_name(size)} that are alike, wall", "s", size, timed(bench, "sync", other)[0])
    empty = bench.folder / "empty.db"
    bench.figure(f"push of {size_name(size)} into an empty database, wall", "s", size, timed(bench, "sync", empty, "-d", "push")[0])


def main(bench):
    syncing(bench, max(bench.sizes))
    bench.use_database(min(bench.sizes))
    walls = [timed(bench, "shell")[0] for _ in range(START_RUNS)]
    bench.figure("shell on an ended input, from start to end, wall", "ms", min(bench.sizes), median(walls) * 1000, 10, START_RUNS)


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        main(bench)
