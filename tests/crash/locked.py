#!/usr/bin/env python3
"""Another process holds the database's write lock for 12 s (S3, S18).

An MCP recall answers in its usual time and its touches are applied once the lock is gone; a recall of the command
line returns within about half a second, drops its touch and counts that; a store waits and succeeds.
"""

import sqlite3
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import check, eventually, run  # noqa: E402
from world import World, complaints  # noqa: E402

RECALLS = 10


def timed(call):
    started = time.monotonic()
    value = call()
    return value, time.monotonic() - started


def locked(binary, options):
    with World(binary) as world:
        kept = world.json("store", "-T", "Kept", "-c", "kept words", "-n", "locked", "-t", "long")["id"]
        told = world.json("store", "-T", "Other", "-c", "something else", "-n", "locked", "-t", "long")["id"]
        client = world.mcp("--tier", "keyword")
        client.call("memory_list", {"format": "json"})
        holder = sqlite3.connect(world.database, isolation_level=None, timeout=10)
        holder.execute("BEGIN IMMEDIATE")
        locked_at = time.monotonic()

        stored = {}
        waiting = threading.Thread(target=lambda: stored.update(done=world.run("--json", "store", "-T", "Late", "-c", "waited", "-n", "locked"), at=time.monotonic()))
        waiting.start()
        server_times = []
        for _ in range(RECALLS):
            reply, seconds = timed(lambda: client.call("memory_recall", {"context": "kept words", "format": "json"}))
            server_times.append(seconds)
            check(reply["count"] == 1 and reply["memories"][0]["id"] == kept, f"a recall under the lock answers {reply}")
        line_times = []
        for _ in range(3):
            reply, seconds = timed(lambda: world.json("recall", "something else"))
            line_times.append(seconds)
            check(reply["count"] == 1 and reply["memories"][0]["id"] == told, f"a recall under the lock answers {reply}")
        time.sleep(max(0.0, options.seconds - (time.monotonic() - locked_at)))
        check(waiting.is_alive(), f"the store did not wait: {stored.get('done')}")
        holder.execute("ROLLBACK")
        released_at = time.monotonic()
        holder.close()
        waiting.join()

        done = stored["done"]
        check(done.returncode == 0, f"the store that waited: exit {done.returncode}: {done.stderr}")
        # The machine may be busy: the usual time is that of most calls, and none may wait for the lock.
        check(sorted(server_times)[RECALLS // 2] < 0.1, f"MCP recalls took {[round(each, 3) for each in server_times]} s")
        check(max(server_times) < 2, f"an MCP recall took {max(server_times):.1f} s")
        check(min(line_times) < 0.6 and max(line_times) < 2.5, f"command line recalls took {[round(each, 2) for each in line_times]} s")
        count = lambda name: client.call("memory_get", {"id": name})["access_count"]  # noqa: E731
        check(eventually(lambda: count(kept) == RECALLS, 15), f"{count(kept)} of {RECALLS} touches were applied")
        check(count(told) == 0, f"{count(told)} touches of the command line were applied")
        dropped = world.json("stats")["dropped_touches"]
        check(dropped == len(line_times), f"{dropped} dropped touches are counted, not {len(line_times)}")
        check(client.close() == 0, "the server did not end well")
        check(world.json("stats")["total"] == 3, "not all are there")
        trouble = complaints(world)
        check(not trouble, trouble)
    return (
        f"MCP recall {sorted(server_times)[RECALLS // 2] * 1000:.0f} ms, command line {sorted(line_times)[1] * 1000:.0f} ms, "
        f"store {(stored['at'] - released_at) * 1000:.0f} ms after the lock"
    )


if __name__ == "__main__":
    run(locked, __doc__, seconds=12.0)
