#!/usr/bin/env python3
"""A replica serves reads (M4), and whoever writes sees it at once: while the replica keeps up, while it is behind, when it is gone; and
reads go on where only the primary is gone.

Starts two servers of its own, the second a streaming replica of the first.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import with_server  # noqa: E402
from outcome import SLOWER, Skipped, check, eventually, run  # noqa: E402
from server import Server  # noqa: E402
from world import World  # noqa: E402

STORES = 20


class Replica(with_server.Server):
    """Of the server whose socket lies in that folder."""

    def __init__(self, primary):
        super().__init__()
        self.primary = primary

    def __enter__(self):
        copied = subprocess.run(
            [*self.prefix(), str(self.programs() / "pg_basebackup"), "-h", str(self.primary), "-U", "aim", "-D", str(self.folder / "data"),
             "-R", "-X", "stream", "-c", "fast", "--no-sync"],
            env=with_server.ENVIRONMENT, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if copied.returncode != 0:
            raise with_server.NoServer("pg_basebackup failed: " + copied.stderr.strip()[-300:])
        self.start()
        return f"postgresql://aim@/postgres?host={self.folder}"


def asker(psql, address):
    def ask(sql):
        return subprocess.run([psql, "-XqAt", "-c", sql, address], capture_output=True, text=True, check=True).stdout.strip()
    return ask


def reads_of(ask):
    """What the daemon has read here, as a text that changes with each read."""
    return ask("SELECT max(state_change) FROM pg_stat_activity WHERE application_name = 'ai-memory' AND query = 'COMMIT'")


def stored_and_seen(daemon, title):
    daemon.api("POST", "/memories", {"title": title, "content": f"what {title} says", "tier": "long"})
    return seen(daemon, title)


def seen(daemon, title):
    found = daemon.api("GET", f"/recall?context={title.replace(' ', '%20')}&limit=50")
    return any(each["title"] == title for each in found["memories"])


def serves(daemon, ask):
    """Whether a read comes to it, now or soon."""
    def read():
        before = reads_of(ask)
        seen(daemon, "anything")
        return reads_of(ask) != before
    return eventually(read, 10.0 * SLOWER)


def test(binary, _):
    primary = with_server.Server()
    try:
        with primary as variables, World(binary) as world:
            world.environment["AI_MEMORY_DB"] = variables["AIM_TEST_POSTGRES"]
            world.json("stats")
            with Replica(primary.folder) as address:
                return walk(world, primary, asker(variables["AIM_TEST_PSQL"], address), address)
    except with_server.NoServer as why:
        primary.__exit__()
        raise Skipped(str(why)) from None


def walk(world, primary, ask, address):
    world.environment["AI_MEMORY_READ_DB"] = address
    with Server(world) as daemon:
        for number in range(STORES):
            check(stored_and_seen(daemon, f"Own {number}"), f"store {number} was not seen")
        check(serves(daemon, ask), "the replica serves no read")
        ask("SELECT pg_wal_replay_pause()")
        check(stored_and_seen(daemon, "Heron behind"), "a store is not seen while the replica is behind")
        ask("SELECT pg_wal_replay_resume()")
        check(serves(daemon, ask), "the replica serves no read after it was behind")
        world.json("store", "Lighthouse elsewhere", "--tier", "long")
        check(eventually(lambda: seen(daemon, "Lighthouse elsewhere"), 10.0 * SLOWER), "what another process wrote is never seen")
        primary.stop(signal.SIGINT)
        check(seen(daemon, "Heron behind"), "no read while the primary is away")
        refused = daemon.ask("POST", "/api/v1/memories", {"title": "Away", "content": "nobody is there", "tier": "long"})
        check(refused.status == 503, f"a store without a primary: {refused}")
        primary.start()
        check(eventually(lambda: daemon.ask("POST", "/api/v1/memories", {"title": "Back", "content": "again", "tier": "long"}).status < 300,
                         10.0 * SLOWER), "no store after the primary came back")
    world.environment["AI_MEMORY_READ_DB"] = address.replace("/postgres?", "/nothing_here?")
    with Server(world) as daemon:
        check(stored_and_seen(daemon, "Lone heron"), "a store is not seen without a replica")
    return f"{STORES + 3} stores seen at once, by a replica where it had them"


if __name__ == "__main__":
    os.environ.pop("AIM_TEST_POSTGRES", None)
    run(test, __doc__.splitlines()[0])
