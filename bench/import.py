#!/usr/bin/env python3
"""Importing: memories a second into an empty and into a filled database, and how large the database gets."""

from support import Bench, check, size_name


def database_bytes(world):
    return sum(each.stat().st_size for each in world.database.parent.glob(world.database.name + "*"))


def rates(bench, name, size, wall, cpu, target):
    bench.figure(f"import of {size_name(size)} into {name}, wall", "memories/s", size, size / wall, target, 1)
    bench.figure(f"import of {size_name(size)} into {name}, CPU", "memories/s", size, size / cpu, target, 1)


def main(bench):
    size = max(bench.sizes)
    first, second = bench.data_file(size), bench.data_file(size, start=size)
    bench.use_database(0)
    rates(bench, "an empty database", size, *bench.import_file(first, size), 15_000)
    total = bench.world.json("stats")["total"]
    check(total == size, f"{total} of {size} memories are there")
    bench.figure(f"database bytes for 1,000 memories, {size_name(size)}", "MB", size, database_bytes(bench.world) / size / 1000, 1.5, 1)
    bench.figure("text bytes of 1,000 memories", "MB", size, bench.text_bytes(size) / size / 1000, None, 1)
    rates(bench, f"a database of {size_name(size)}", size, *bench.import_file(second, size), 8_000)
    total = bench.world.json("stats")["total"]
    check(total == 2 * size, f"{total} of {2 * size} memories are there")


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        main(bench)
