#!/usr/bin/env python3
"""A filled database is copied from a file to a server and back, each copy killed on the way and begun again (M5): all rows are alike,
the chain of events holds, answers are the same, and what is not empty is refused.

Run by with_server.py.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import postgres  # noqa: E402
from outcome import check, run  # noqa: E402
from world import World, complaints  # noqa: E402

MEMORIES = 1200
WORDS = "deploy canteen harbour window ledger orchid python release rollback invoice weather kernel".split()


def memories():
    for number in range(MEMORIES):
        words = [WORDS[(number * step + step) % len(WORDS)] for step in (1, 5, 7)]
        yield {"id": f"m-{number:05}", "title": f"Note {number} on {words[0]}", "content": " ".join(words) + f", case {number} \u00e9\u4e2d",
               "namespace": f"team/{number % 7}", "tier": "long", "tags": [words[0], f"t{number % 11}"],
               "priority": 1 + number % 9, "created_at": f"2024-01-01T00:{number // 60 % 60:02}:{number % 60:02}Z",
               "metadata": {"agent_id": f"agent-{number % 3}"}}


def fill(world):
    """Something in every table."""
    world.json("import", input=json.dumps({"memories": list(memories()), "links": []}), timeout=300)
    world.run("link", "m-00001", "m-00002", "--relation", "supersedes")
    world.json("standard", "set", "team/1", "m-00008")
    world.json("reflect", "-T", "Insight", "-c", "they belong together", "-n", "team/3", "m-00003", "m-00004")
    for number in range(5):
        world.json("delete", f"m-{number + 10:05}")
    world.json("forget", "-n", "team/6", "--pattern", "orchid")
    world.json("update", "m-00020", "-c", "changed later")
    world.json("bench", "add", "which harbour", "m-00030")
    for turn in range(9):
        world.json("transcript", "append", "-s", f"s-{turn % 2}", "-n", "team/2", "-c", f"turn {turn} says: " + "what is it " * 40,
                   "--memory-ids", f"m-{35 + 7 * turn:05}")
    for words in ("harbour window", "release rollback"):
        world.json("recall", words)


def address(world, database):
    world.environment["AI_MEMORY_DB"] = str(database)


def killed_on_the_way(world, source, target, has_come):
    """Begins a copy and kills it when some memories have come."""
    process = subprocess.Popen([world.binary, "migrate", str(source), str(target)], env=world.environment, cwd=world.work,
                               stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    try:
        while not has_come():
            check(process.poll() is None and time.monotonic() < deadline, "nothing comes, or all came before it could be killed")
            time.sleep(0.01)
    finally:
        process.kill()
        process.wait()


def rows_there(world, target):
    import sqlite3
    if "://" in str(target):
        name = str(target)
        done = subprocess.run([world.environment_of_test["AIM_TEST_PSQL"], "-XqAt", "-c", "SELECT count(*) FROM ai_memory.memories", name],
                              capture_output=True, text=True, check=False)
        return int(done.stdout or 0) if done.returncode == 0 else 0
    try:
        with sqlite3.connect(f"file:{target}?mode=ro", uri=True) as database:
            return database.execute("SELECT count(*) FROM memories").fetchone()[0]
    except sqlite3.Error:
        return 0


def copied(world, source, target):
    killed_on_the_way(world, source, target, lambda: rows_there(world, target) > 0)
    some = rows_there(world, target)
    check(0 < some, "nothing had come")
    reply = world.json("migrate", source, target, timeout=300)
    check(reply["resumed"], "it began anew")
    check(reply["vectors"] > 0 and reply["vectors_left_out"] == 0, f"vectors: {reply['vectors']}, left out {reply['vectors_left_out']}")
    return {each["table"]: (each["rows"], each["sha256"]) for each in reply["tables"]}


def less_uses(reply):
    """Without what looking at it changes, and how small each backend keeps texts."""
    if isinstance(reply, dict):
        return {name: less_uses(each) for name, each in reply.items() if not any(part in name for part in ("access", "stored", "compress", "expires"))}
    return [less_uses(each) for each in reply] if isinstance(reply, list) else reply


def differing(one, other):
    """The place where two texts begin to differ."""
    at = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return f"…{one[max(0, at - 150):at + 150]}\n…{other[max(0, at - 150):at + 150]}"


def said_by(world, database):
    """What people see of a database."""
    address(world, database)
    found = [[(each["id"], round(each["score"], 6)) for each in world.json("recall", words, "--limit", "20")["memories"]]
             for words in ("harbour window", "case 77", "release of python", "agent of weather")]
    same = [world.json("audit", "head"), world.json("archive", "list"), world.json("standard", "get", "team/1"),
            world.json("links", "m-00001"), world.json("bench", "list"), world.json("transcript", "show", world.json("transcript", "list")["transcripts"][0]["id"]),
            world.json("facets"), world.json("list", "-n", "team/3", "--limit", "50")["memories"]]
    check(world.json("audit", "verify")["valid"], f"{database}: the chain of events is broken")
    return json.dumps(less_uses([found, same]), sort_keys=True)


def refusals(world, source, target):
    done = world.run("migrate", source, target)
    check(done.returncode == 1 and "not empty" in done.stderr, f"a filled target: {done}")
    done = world.run("migrate", world.folder / "nowhere.db", target)
    check(done.returncode == 1 and "no such database" in done.stderr, f"no source: {done}")
    check(not (world.folder / "nowhere.db").exists(), "the missing source was made")
    done = world.run("migrate", source, source)
    check(done.returncode == 1 and "must not be the database" in done.stderr, f"itself: {done}")


def test(binary, _):
    with World(binary) as world:
        import os
        world.environment_of_test = os.environ
        world.environment["AI_MEMORY_AGENT_ID"] = "tester"
        file, back = world.folder / "first.db", world.folder / "back.db"
        address(world, file)
        fill(world)
        server = world._postgres
        before = rows_there(world, file)
        there = copied(world, file, server)
        check(there["memories"][0] == before, f"{there['memories'][0]} memories of {before}")
        empty = [name for name, (rows, _) in there.items() if rows == 0]
        said = said_by(world, file), said_by(world, server)
        check(said[0] == said[1], f"the answers differ:\n{differing(*said)}")
        # Looking at it has changed what is noted of uses, so the way back is compared with itself.
        again = copied(world, server, back)
        for name in ("memories", "signed_events", "links", "archive", "turns", "transcripts", "tombstones", "standards"):
            check(again[name] == there[name], f"{name}: {there[name]} became {again[name]}")
        check(said_by(world, back) == said[0], "the answers of what came back differ")
        for database in (server, back):
            refusals(world, file, database)
            address(world, database)
            check(not complaints(world), f"{database}: {complaints(world)}")
            new = world.json("store", "-T", "After", "-c", "what comes later", "-n", "team/1")
            check(world.json("get", new["id"])["memory"]["title"] == "After", "a store after the copy")
        return f"{before} memories both ways, 2 kills, empty tables: {', '.join(empty) or 'none'}"


if __name__ == "__main__":
    check(postgres.SERVER, "with_server.py starts it")
    run(test, __doc__.splitlines()[0])
