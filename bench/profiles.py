#!/usr/bin/env python3
"""What other faces of the program cost: searches and the import of mudpuppy, searches over two stores, duplicates, hooks as processes
of their own. With a model where AI_MEMORY_MODELS names one; else by the table alone, and duplicates by words alone."""

import hashlib
import itertools
import json
import os
import sqlite3
import time

from support import Bench, check, cpu_of_calls, data, median, percentile, run_timed, size_name

CALLS, WARM_UP, STARTS, STORES = 300, 20, 30, 100
HOOKS = {10_000: 1_000}  # where a hundredth is to be known; else 200
HOOK_TARGETS = {10_000: (10, 30), 100_000: (20, 60)}
THOROUGH = (10, 50)
TWO_STORES = {1_000: 2, 10_000: 5}
DUPLICATES = {1_000: 0.05, 10_000: 1}


def mudpuppys_database(bench, size):
    path = bench.folder / "memory.db"
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as database:
        database.execute(
            "CREATE TABLE memory_entries (id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL, content_hash TEXT UNIQUE NOT NULL, "
            "entry_type TEXT NOT NULL DEFAULT 'fact', source TEXT DEFAULT 'manual', context TEXT, confidence REAL DEFAULT 1.0, "
            "importance INTEGER DEFAULT 5, tags TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, expires_at INTEGER, "
            "access_count INTEGER DEFAULT 0, last_accessed_at INTEGER)")
        for number, memory in enumerate(itertools.islice(data.memories(), size)):
            content = f"{memory['title']}\n{memory['content']}"
            database.execute(
                "INSERT INTO memory_entries (content, content_hash, tags, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
                (content, hashlib.sha256(content.encode()).hexdigest(), json.dumps(memory.get("tags", [])),
                 1_700_000_000_000 + number, 1_700_000_000_000 + number))
    return path


def mudpuppy(bench, size):
    world = bench.use_database(0)
    file = mudpuppys_database(bench, size)
    wall, cpu, status = run_timed([bench.options.binary, "--json", "import", file, "--from", "mudpuppy"], world)
    check(status == 0 and world.json("stats")["total"] == size, f"the import ended with {status}")
    bench.figure("mudpuppy, import of 10K entries, wall", "s", size, wall, 0.412)
    bench.figure("mudpuppy, import of 10K entries, CPU", "s", size, cpu)
    if os.environ.get("AI_MEMORY_MODELS"):
        world.json("backfill", timeout=3_600)
    with world.mcp("--profile", "mudpuppy") as client:
        for mode, target in (("hybrid", 1.5), ("vector", 1), ("keyword", 0.8)):
            calls = [("memory_search", {"query": query, "mode": mode}) for query in data.queries(CALLS + WARM_UP, data.SEED + 5)]
            cpu_of_calls(client, calls[:WARM_UP])
            cpu, walls, replies = cpu_of_calls(client, calls[WARM_UP:])
            check(sum(reply["total"] == 10 for reply in replies) > CALLS * 0.8, "most searches should find ten")
            bench.figure(f"mudpuppy memory_search, {mode}, {size_name(size)}, wall P50", "ms", size, median(walls), target, CALLS)
            bench.figure(f"mudpuppy memory_search, {mode}, {size_name(size)}, wall P95", "ms", size, percentile(walls, 95), 2.5 if mode == "hybrid" else None, CALLS)
            bench.figure(f"mudpuppy memory_search, {mode}, {size_name(size)}, CPU a call", "ms", size, cpu, None, CALLS)
        check(client.close() == 0, "the server did not end well")


def in_one_namespace(bench, size, name_space):
    """The prepared memories as an export of one namespace."""
    document = json.loads(bench.data_file(size).read_text())
    for number, memory in enumerate(document["memories"]):
        memory["namespace"] = name_space
        memory["title"] = f"{number} {memory['title']}"[:500]
    document["links"] = []
    path = bench.folder / "one.json"
    path.write_text(json.dumps(document))
    return path


def bytes_of(world, users, own):
    """Of both stores and of what the profile logged."""
    logs = (world.home / ".local/share/vector-memory-mcp/logs").glob("*")
    return sum(each.stat().st_size for files in (users.parent.glob(users.name + "*"), own.parent.glob("db*"), logs) for each in files)


def stores(bench, size, project, checks):
    """What 100 stores cost with the look for duplicates, or without it."""
    config = bench.world.home / ".config/ai-memory/config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(f"[vector_memory]\ndedup_auto_check = {str(checks).lower()}\n")
    bench.world.environment["AI_MEMORY_NO_CONFIG"] = "0"
    with bench.world.mcp("--profile", "vector-memory", "--project", project) as client:
        client.call("search_memory", {"query": "what opens the stores and the model"})
        calls = [("store_memory", {"content": f"{query}, as number {number} of them has it, {'looked for' if checks else 'as it is'}"})
                 for number, query in enumerate(data.queries(STORES, data.SEED + 7))]
        cpu, walls, replies = cpu_of_calls(client, calls)
        check(all(reply["success"] for reply in replies), "a store failed")
        check(client.close() == 0, "the server did not end well")
    config.unlink()
    bench.world.environment["AI_MEMORY_NO_CONFIG"] = "1"
    name = f"store_memory {'with' if checks else 'without'} a look for duplicates, {size_name(size)}"
    bench.figure(f"{name}, wall P50", "ms", size, median(walls), 5 if checks and size == 10_000 else None, STORES)
    bench.figure(f"{name}, CPU a call", "ms", size, cpu, None, STORES)
    return median(walls)


def two_stores(bench, size):
    world = bench.use_database(0)
    project = bench.folder / "shop"
    project.mkdir(exist_ok=True)
    users, own = bench.folder / f"users-{size}.db", project / ".memory/db"
    embedding = 0.0
    world.environment["VECTOR_MEMORY_DB_PATH"] = str(users)
    check(world.run("init", project).returncode == 0, "no project")
    for place in ("project", "global"):
        said = world.run("call", "store_memory", json.dumps({"content": f"the first of {place}", "location": place}),
                         "--profile", "vector-memory", "--project", project)  # fmt: skip
        check(said.returncode == 0, f"{said}")
    for store in (users, own):
        listed = json.loads(world.run("--db", store, "--json", "list").stdout)["memories"]
        with open(in_one_namespace(bench, size // 2, listed[0]["namespace"]), "rb") as document:
            _, _, status = run_timed([bench.options.binary, "--db", store, "import"], world, document.fileno())
        check(status == 0, "import")
        if os.environ.get("AI_MEMORY_MODELS"):
            wall, _, status = run_timed([bench.options.binary, "--db", store, "backfill"], world)
            check(status == 0, "backfill")
            embedding += wall
    if embedding:
        bench.figure(f"vectors made anew, a thousand of {size_name(size)}", "s", size, embedding * 1_000 / size, 2.5)
    bench.figure(f"two stores of {size_name(size)} with {'vectors' if embedding else 'the table'}, and logs, on disk", "MB", size,
                 bytes_of(world, users, own) / 1e6, 2.6 if embedding and size == 1_000 else None)  # fmt: skip
    with world.mcp("--profile", "vector-memory", "--project", project) as client:
        calls = [("search_memory", {"query": query}) for query in data.queries(CALLS + WARM_UP, data.SEED + 6)]
        cpu_of_calls(client, calls[:WARM_UP])
        cpu, walls, replies = cpu_of_calls(client, calls[WARM_UP:])
        check(sum(bool(reply["memories"]) for reply in replies) > CALLS // 2, "most searches should find something")
        name = f"search_memory over two stores, {size_name(size)} together"
        bench.figure(f"{name}, wall P50", "ms", size, median(walls), TWO_STORES.get(size), CALLS)
        bench.figure(f"{name}, wall P99", "ms", size, percentile(walls, 99), 5 if size == 1_000 else None, CALLS)
        bench.figure(f"{name}, CPU a call", "ms", size, cpu, None, CALLS)
        check(client.close() == 0, "the server did not end well")
    without, with_them = (stores(bench, size, project, checks) for checks in (False, True))
    bench.figure(f"store_memory, what the look for duplicates takes of it, {size_name(size)}, wall P50", "ms", size, with_them - without,
                 0.3 if size == 10_000 else None, STORES)  # fmt: skip
    for each in bench.folder.glob("users-*"):
        each.unlink()
    for each in own.parent.glob("db*"):
        each.unlink()


def starts(bench, size):
    """Each on a store of that size: mudpuppy's is the core's."""
    world = bench.use_database(size)
    world.environment["VECTOR_MEMORY_DB_PATH"] = str(world.database)
    for profile in ("vector-memory", "mudpuppy"):
        walls = []
        for _ in range(STARTS):
            began = time.monotonic()
            with world.mcp("--profile", profile) as client:  # until initialize is answered
                walls.append((time.monotonic() - began) * 1000)
                check(client.close() == 0, "the server did not end well")
        bench.figure(f"server of {profile}, start to initialize, {size_name(size)}, wall P50", "ms", size, median(walls), 5, STARTS)


def duplicates(bench, size):
    world = bench.use_database(size)
    by_model = bool(os.environ.get("AI_MEMORY_MODELS"))
    if by_model:
        world.json("backfill", timeout=3_600)
    runs = []
    for _ in range(5):
        with open(bench.folder / "said.json", "wb+") as reply:
            wall, cpu, status = run_timed([bench.options.binary, "--json", "deduplicate"], world, stdout=reply.fileno())
            reply.seek(0)
            said = json.loads(reply.read())
        check(status == 0 and said["compared"] + said["without_vector"] == size and said["by_model"] == by_model, f"{said}"[:300])
        runs.append((wall, cpu))
    how = "by model" if by_model else "by words"
    bench.figure(f"deduplicate {size_name(size)} {how}, process, CPU", "s", size, median([cpu for _, cpu in runs]), DUPLICATES.get(size), len(runs))
    bench.figure(f"deduplicate {size_name(size)} {how}, process, wall", "s", size, median([wall for wall, _ in runs]), None, len(runs))


def hooks(bench, size, by_model=False):
    """With memories that a model has embedded, where `by_model`: a prompt may then be looked at in its thorough step too."""
    world = bench.use_database(size)
    if by_model:
        world.json("backfill", timeout=3_600)
    folder = bench.folder / "webshop"
    folder.mkdir(exist_ok=True)
    event = bench.folder / "event.json"
    usual = HOOK_TARGETS.get(size)
    for name, target in (("user-prompt", THOROUGH),) if by_model else (("user-prompt", usual), ("session-start", usual)):
        timed, told, runs = [], 0, HOOKS.get(size, 200)
        for number, query in enumerate(data.queries(runs + WARM_UP, data.SEED + 8)):
            event.write_text(json.dumps({"session_id": f"s-{number}", "cwd": str(folder), "prompt": f"Do you remember: {query}", "source": "startup",
                                         "hook_event_name": "UserPromptSubmit" if name == "user-prompt" else "SessionStart"}))  # fmt: skip
            with open(event, "rb") as said, open(bench.folder / "said.txt", "wb+") as reply:
                timed.append(run_timed([bench.options.binary, "hook", name], world, said.fileno(), reply.fileno()))
                told += reply.seek(0, os.SEEK_END) > 0
        check(all(status == 0 for _, _, status in timed), "a hook failed")
        walls = [wall * 1000 for wall, _, _ in timed[WARM_UP:]]
        what = f"hook {name}, cold process, {size_name(size)}{' by model' if by_model else ''}"
        bench.figure(f"{what}, wall P50", "ms", size, median(walls), target and target[0], runs)
        bench.figure(f"{what}, wall P99", "ms", size, percentile(walls, 99), target and target[1], runs)
        bench.figure(f"{what}, CPU", "ms", size, median([cpu for _, cpu, _ in timed]) * 1000, None, runs)
        bench.figure(f"{what}, said something", "% of runs", size, told * 100 / len(timed), None, runs)


def main():
    models = os.environ.get("AI_MEMORY_MODELS")
    with Bench(__doc__) as bench:
        if models:
            bench.world.environment["AI_MEMORY_MODELS"] = models
        if bench.has(10_000):
            mudpuppy(bench, 10_000)
        for size in bench.sizes:
            if size in TWO_STORES:
                two_stores(bench, size)
        for size in (0, *bench.sizes):
            starts(bench, size)
        for size in bench.sizes:
            if size in DUPLICATES:
                duplicates(bench, size)
        for size in bench.sizes:
            if size in HOOK_TARGETS:
                hooks(bench, size)
        if models and bench.has(10_000):
            hooks(bench, 10_000, by_model=True)


if __name__ == "__main__":
    main()
