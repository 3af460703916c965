#!/usr/bin/env python3
"""A sync is killed by SIGKILL at random moments: both databases stay sound, nothing is there twice, the next sync completes it."""

import json
import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import LONG, check, run  # noqa: E402
from world import World, complaints  # noqa: E402

MEMORIES = 3000


def document(chance, side, count):
    memories = [
        {"id": f"{chance.getrandbits(32):08x}-0000-4000-8000-{side}{number:011d}", "title": f"{side} {number}" if number % 3 else f"shared {number}",
         "content": f"content {side} {number} " + "word " * chance.randrange(40), "namespace": "sync", "tier": "long", "tags": ["t"],
         "created_at": f"2026-01-{1 + number % 28:02d}T00:00:00Z", "updated_at": f"2026-02-{1 + chance.randrange(28):02d}T00:00:0{side}Z"}
        for number in range(count)
    ]
    links = [{"source_id": memories[n]["id"], "target_id": memories[n + 1]["id"], "relation": "related_to", "created_at": "2026-03-01T00:00:00Z"}
             for n in range(0, count - 1, 5)]
    return json.dumps({"memories": memories, "links": links})


def state(world, database):
    """What an export tells, but for the time of it."""
    exported = world.json("--db", database, "export", timeout=120)
    return {each["id"]: (each["title"], each["content"], each["updated_at"]) for each in exported["memories"]}, sorted(
        (each["source_id"], each["target_id"], each["relation"]) for each in exported["links"])


def sound(world, database, when):
    world.environment["AI_MEMORY_DB"] = str(database)
    trouble = complaints(world)
    world.environment["AI_MEMORY_DB"] = str(world.database)
    check(not trouble, f"{when}: {database.name}: {trouble}")
    with sqlite3.connect(database) as connection:
        twice = connection.execute("SELECT title FROM memories GROUP BY namespace, title HAVING count(*) > 1").fetchall()
    check(not twice, f"{when}: {database.name}: twice: {twice[:3]}")


def kill9_sync(binary, options):
    chance, killed = random.Random(options.seed), 0
    with World(binary) as world:
        other = world.folder / "other.db"
        for side, database in ((1, world.database), (2, other)):
            world.json("--db", database, "import", input=document(chance, side, options.memories), timeout=120)
        whole = time.monotonic()
        pattern = {}
        for database in (world.database, other):
            pattern[database] = database.read_bytes()
        done = world.json("sync", other, timeout=120)
        whole = time.monotonic() - whole
        check(done["pulled"] > 0 and done["pushed"] > 0, f"nothing was synced: {done}")
        expected = state(world, world.database)
        check(state(world, other) == expected, "the databases differ after an undisturbed sync")
        for number in range(options.rounds):
            for database in (world.database, other):
                for extra in ("-wal", "-shm"):
                    Path(str(database) + extra).unlink(missing_ok=True)
                database.write_bytes(pattern[database])
            process = subprocess.Popen([world.binary, "sync", str(other)], env=world.environment, cwd=world.work,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0.02, whole))
            killed += process.poll() is None
            process.kill()
            process.wait()
            for database in (world.database, other):
                sound(world, database, f"round {number}, killed")
            world.json("sync", other, timeout=120)
            check(state(world, world.database) == state(world, other), f"round {number}: they differ after the second sync")
            check(state(world, other)[0].keys() == expected[0].keys(), f"round {number}: other memories than of a sync in one piece")
            again = world.json("sync", other, timeout=120)
            check(again == {"direction": "merge", "pulled": 0, "pushed": 0}, f"round {number}: a third sync still did something: {again}")
        for database in (world.database, other):
            sound(world, database, "at the end")
    check(killed > options.rounds / 3, f"only {killed} syncs were killed")
    return f"{options.rounds} rounds, {killed} killed in the middle, all completed; a whole sync took {whole * 1000:.0f} ms"


if __name__ == "__main__":
    run(kill9_sync, __doc__, rounds=100 if LONG else 8, seed=1, memories=MEMORIES)
