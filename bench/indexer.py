#!/usr/bin/env python3
"""Files as entries: a first and a second look at 1,000 files, from a change to its being found, a storm, doing nothing."""

import itertools
import json
import time

from support import Bench, check, cpu_seconds, data, median, percentile, resident_mb, run_timed, settle

FILES, FILE_BYTES = 1_000, 4_000
STARTS, CHANGES, STORM_FILES, STORM_ROUNDS, IDLE_SECONDS = 20, 20, 400, 25, 20


def workspace(bench):
    folder = bench.world.home / ".mudpuppy/workspace"
    texts = itertools.cycle(each["content"] for each in itertools.islice(data.memories(), 1_000))
    for number in range(FILES):
        file = folder / f"{number % 40}" / f"note-{number}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        text = f"# Note {number}\n\n"
        while len(text) < FILE_BYTES - 900:
            text += next(texts) + "\n\n"
        file.write_text(text)
    return folder


def timed_index(bench):
    with open(bench.folder / "said.json", "wb+") as reply:
        wall, cpu, status = run_timed([bench.options.binary, "--json", "index"], bench.world, stdout=reply.fileno())
        reply.seek(0)
        said = json.loads(reply.read())
    check(status == 0 and said["files"] == FILES, f"{status} {said}")
    return wall, cpu, said


def starts(bench):
    wall, cpu, said = timed_index(bench)
    check(said["added"] == FILES, f"{said}")
    bench.figure("file indexer, first look at 1,000 files of 4 KB, process, wall", "s", FILES, wall, 1)
    bench.figure("file indexer, first look at 1,000 files of 4 KB, process, CPU", "s", FILES, cpu)
    again = [timed_index(bench) for _ in range(STARTS)]
    check(all(said["unchanged"] == FILES for _, _, said in again), "an unchanged file was taken for another")
    bench.figure("file indexer, second start, 1,000 unchanged files, process, wall P50", "ms", FILES, median([each[0] for each in again]) * 1000, 20, STARTS)
    bench.figure("file indexer, second start, 1,000 unchanged files, process, CPU", "ms", FILES, median([each[1] for each in again]) * 1000, None, STARTS)


def found(client, query):
    results = client.call("memory_search", {"query": query, "mode": "keyword", "limit": 5})["results"]
    return any(query in each["content"] for each in results)


def changes(bench, folder, client):
    waits = []
    for number in range(CHANGES):
        word = f"zyxq{number}"
        (folder / f"{number}" / f"note-{number}.md").write_text(f"# Changed\n\n{word}\n")
        started = time.perf_counter()
        while not found(client, word):
            check(time.perf_counter() - started < 10, "a change is not found")
            time.sleep(0.002)
        waits.append((time.perf_counter() - started) * 1000)
    bench.figure("file indexer, change to found, P50", "ms", FILES, median(waits), 700, CHANGES)
    bench.figure("file indexer, change to found, slowest", "ms", FILES, max(waits), None, CHANGES)


def idle(bench, client):
    settle(client.pid, 10)
    before = cpu_seconds(client.pid)
    time.sleep(IDLE_SECONDS)
    bench.figure("file indexer, CPU while nothing changes", "%", FILES, (cpu_seconds(client.pid) - before) * 100 / IDLE_SECONDS, 0.1)


def storm(bench, folder, client):
    before = cpu_seconds(client.pid)
    for change in range(STORM_ROUNDS):
        for number in range(STORM_FILES):
            (folder / f"{number % 40}" / f"storm-{number}.md").write_text(f"storm{change} of {number}\n")
    started = time.perf_counter()
    last = f"storm{STORM_ROUNDS - 1}"
    query = {"query": last, "mode": "keyword", "limit": 1_000}
    while sum(last in each["content"] for each in client.call("memory_search", query)["results"]) < STORM_FILES:
        check(time.perf_counter() - started < 120, "the storm's last state is not found")
        time.sleep(0.1)
    bench.figure("file indexer, 10,000 changes of 400 files, last to found", "s", FILES, time.perf_counter() - started, 5)
    bench.figure("file indexer, 10,000 changes of 400 files, CPU", "s", FILES, cpu_seconds(client.pid) - before, 5)
    bench.figure("server that indexes, after the storm, resident", "MB", FILES, resident_mb(client.pid), 60)


def main():
    with Bench(__doc__) as bench:
        bench.use_database(0)
        folder = workspace(bench)
        starts(bench)
        with bench.world.mcp("--profile", "mudpuppy", "--tier", "keyword") as client:
            client.call("memory_stats", {})
            changes(bench, folder, client)
            idle(bench, client)
            storm(bench, folder, client)
            check(client.close() == 0, "the server did not end well")


if __name__ == "__main__":
    main()
