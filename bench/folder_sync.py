#!/usr/bin/env python3
"""Two devices over a folder (Y2): the first file, joining, a change between two servers, and a server that shares a folder and has nothing to do."""

import time

from support import Bench, World, check, cpu_seconds, median, run_timed, settle, size_name

CHANGES = 10
IDLE_SECONDS = 30


def timed(world, *arguments):
    wall, cpu, status = run_timed([world.binary, *map(str, arguments)], world)
    check(status == 0, f"{arguments} ended with status {status}")
    return wall, cpu


def idle(bench, name, size, client):
    settle(client.pid, 20)
    before = cpu_seconds(client.pid)
    time.sleep(IDLE_SECONDS)
    bench.figure(f"{name}, CPU a minute", "ms", size, (cpu_seconds(client.pid) - before) * 1000 * 60 / IDLE_SECONDS)


def changes(bench, size, one, two, folder):
    """From the answer of a store at one device until the other's server has it; the second part of that from when the file is there."""
    waits, after_file = [], []
    for number in range(CHANGES):
        before = set(folder.glob("*.part"))
        one.call("memory_store", {"title": f"change {number}", "content": "from the other device", "namespace": "sync"})
        started, there = time.monotonic(), None
        while f"change {number}" not in str(two.call("memory_list", {"namespace": "sync", "limit": 50})):
            check(time.monotonic() - started < 60, "a change has not arrived for a minute")
            there = there or (time.monotonic() if set(folder.glob("*.part")) - before else None)
            time.sleep(0.02)
        waits.append(time.monotonic() - started)
        after_file.append(time.monotonic() - (there or started))
    bench.figure(f"a change is on the other device after its file is there, {size_name(size)}, longest", "s", size, max(after_file), 5, CHANGES)
    bench.figure(f"a change on one device is on the other, {size_name(size)}, median", "s", size, median(waits), None, CHANGES)
    bench.figure(f"a change on one device is on the other, {size_name(size)}, longest", "s", size, max(waits), None, CHANGES)


def main(bench, size):
    one = bench.use_database(size)
    two = World(bench.options.binary, bench.folder / "second")
    folder = bench.folder / "shared"
    folder.mkdir()
    with one.mcp("--tier", "keyword") as client:
        client.call("memory_stats")
        idle(bench, f"a server without a folder, {size_name(size)}", size, client)
    started = time.monotonic()
    code = one.json("sync", "folder", "init", folder, timeout=600)["code"]
    bench.figure(f"sync folder init of {size_name(size)}, wall", "s", size, time.monotonic() - started)
    bench.figure(f"the folder, {size_name(size)}", "MB", size, sum(each.stat().st_size for each in folder.iterdir()) / 1e6)
    wall, cpu = timed(two, "sync", "folder", "join", folder, code)
    bench.figure(f"sync folder join of {size_name(size)}, wall", "s", size, wall, 60)
    bench.figure(f"sync folder join of {size_name(size)}, CPU", "s", size, cpu)
    check(two.json("stats")["total"] == size, "not all has come")
    bench.figure(f"sync folder now with nothing new, {size_name(size)}, CPU", "ms", size, timed(one, "sync", "folder", "now")[1] * 1000)
    with one.mcp("--tier", "keyword") as first, two.mcp("--tier", "keyword") as second:
        idle(bench, f"a server that shares a folder, {size_name(size)}", size, first)
        changes(bench, size, first, second, folder)


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        main(bench, max(bench.sizes))
