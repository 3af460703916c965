#!/usr/bin/env python3
"""How long one waits for the program: --version, the first reply of an MCP server, a recall from the command line."""

import json

from support import Bench, check, copy_database, data, first_reply, known_question, median, run_timed, size_name

RUNS = 40


def version(bench):
    said = bench.world.run("--version")
    check(said.returncode == 0 and said.stdout.startswith("ai-memory "), f"--version says {said.stdout!r}")
    command = [bench.options.binary, "--version"]
    timed = [run_timed(command, bench.world) for _ in range(RUNS + 5)][5:]
    check(all(status == 0 for _, _, status in timed), "--version failed")
    bench.figure("--version, wall", "ms", 0, median([wall for wall, _, _ in timed]) * 1000, 3, RUNS)
    bench.figure("--version, CPU", "ms", 0, median([cpu for _, cpu, _ in timed]) * 1000, None, RUNS)


def initialize(bench, size):
    world = bench.use_database(size)
    walls = [first_reply(world) for _ in range(22)][2:]
    bench.figure(f"MCP start to first reply, {size_name(size)}", "ms", size, median(walls), 5, len(walls))


def recall(bench, size):
    world = bench.use_database(size)
    queries = list(data.queries(RUNS + 5))
    known, question = known_question()
    found = world.json("recall", question)
    check(found["count"] > 0 and len(found["memories"]) == found["count"], f"recall answers {json.dumps(found)[:200]}")
    check(any(each["id"] == known["id"] for each in found["memories"]), "recall of a memory's own words does not find it")
    timed = [run_timed([bench.options.binary, "--json", "recall", query], world) for query in queries][5:]
    check(all(status == 0 for _, _, status in timed), "a recall failed")
    bench.figure(f"recall, command line, {size_name(size)}, CPU", "ms", size, median([cpu for _, cpu, _ in timed]) * 1000, 10, RUNS)
    bench.figure(f"recall, command line, {size_name(size)}, wall", "ms", size, median([wall for wall, _, _ in timed]) * 1000, None, RUNS)
    encrypted(bench, size, queries)


def encrypted(bench, size, queries):
    """In turn with the plain file, as both depend on what else the machine does (Y1)."""
    world, other = bench.world, bench.folder / "encrypted.db"
    copy_database(bench.prepared(size), other)
    world.environment["AI_MEMORY_KEY_FILE"] = str(bench.folder / "key")
    done = world.run("--db", other, "encrypt", "--key-file", world.environment["AI_MEMORY_KEY_FILE"])
    check(done.returncode == 0, f"encrypt: {done.stderr}")
    taken = {file: [] for file in (world.database, other)}
    for query in queries:
        for file, cpus in taken.items():
            cpus.append(run_timed([bench.options.binary, "--db", str(file), "--json", "recall", query], world)[1])
    plain, sealed = (median(cpus) for cpus in taken.values())
    bench.figure(f"recall, command line, {size_name(size)}, CPU with an encrypted database", "times", size, sealed / plain, 1.15, RUNS)


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        version(bench)
        for size in (0, *bench.sizes):
            initialize(bench, size)
        if bench.has(10_000):
            recall(bench, 10_000)
