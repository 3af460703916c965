#!/usr/bin/env python3
"""A recall writes nothing before its answer is out: whoever asks waits for no disk and no lock. What it notes comes afterwards, also where
memories have lost their vectors; answers of a server that follow each other closely share a commit.

The answer goes into a pipe that is full long before its end, so the program stands in the middle of it while the files are looked at.
"""

import fcntl
import json
import sqlite3
import struct
import subprocess
import sys
import termios
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import SLOWER, check, eventually, run  # noqa: E402
from world import World  # noqa: E402

PIPE_BYTES = 4_096
LISTS = 60
COMMITS_APART = 0.02  # seconds at least
MEMORIES = 1_200  # so many without vectors were once made up for within a recall


def files(world):
    """What the database and its log hold; a log that is not there holds nothing."""
    log = Path(f"{world.database}-wal")
    return world.database.read_bytes(), log.read_bytes() if log.exists() else b""


def waiting_bytes(pipe):
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"\0" * 4))[0]


def looked_at_midway(world, what, *words):
    before = files(world)
    process = subprocess.Popen([world.binary, *words], env=world.environment, cwd=world.work, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with process:
        fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        check(eventually(lambda: waiting_bytes(process.stdout) >= PIPE_BYTES or process.poll() is not None, 30 * SLOWER, 0.002), f"{what}: no answer")
        check(process.poll() is None, f"{what}: it ended with {process.returncode} within {PIPE_BYTES} bytes")
        midway = files(world)
        answer = process.stdout.read()
        said = process.stderr.read()
    check(process.returncode == 0, f"{what}: exit {process.returncode}: {said}")
    check(len(answer) > 4 * PIPE_BYTES, f"{what}: an answer of {len(answer)} bytes is too short to be stopped in")
    check(midway == before, f"{what}: it wrote before its answer was out")
    check(files(world) != before, f"{what}: nothing was noted afterwards, so nothing was shown")


def commits(world):
    """Those in the log: the last page of each says how large the database is by then."""
    log = files(world)[1]
    page_bytes = int.from_bytes(log[8:12], "big")
    return sum(log[at + 4 : at + 8] != bytes(4) for at in range(32, len(log), 24 + page_bytes))


def shared_commits(world):
    with world.mcp("--features", "keyword") as client:
        client.call("memory_list", {"format": "json"})
        check(eventually(lambda: noted(world, "list") == 1, 30 * SLOWER), "a list is not noted")
        before, started = commits(world), time.monotonic()
        for _ in range(LISTS):
            client.call("memory_list", {"format": "json"})
        check(eventually(lambda: noted(world, "list") == 1 + LISTS, 30 * SLOWER), f"{noted(world, 'list')} lists are noted, not {1 + LISTS}")
        made, most = commits(world) - before, 2 + (time.monotonic() - started) / COMMITS_APART
        check(0 < made <= most, f"{made} commits for {LISTS} lists; {most:.1f} at most in that time")


def noted(world, kind):
    with closing(sqlite3.connect(world.database)) as connection:
        return connection.execute("SELECT count(*) FROM accesses WHERE kind = ?", (kind,)).fetchone()[0]


def answer_first(binary, options):
    with World(binary) as world:
        memories = [{"title": f"Deploys {each}", "content": f"Deploys of service {each} go out on Tuesdays. " * 20, "namespace": "api", "tier": "long"}
                    for each in range(MEMORIES)]
        world.run("import", input=json.dumps({"memories": memories}))
        ways = {"recall": ("--json", "recall", "when do deploys go out", "--limit", "50"),
                "call": ("call", "memory_recall", '{"context":"when do deploys go out","limit":50,"format":"json"}')}
        for what, words in ways.items():
            looked_at_midway(world, what, *words)
        shared_commits(world)
        with sqlite3.connect(world.database) as connection:
            for table in ("vector_blocks", "vector_changes", "vector_channels"):
                connection.execute(f"DELETE FROM {table}")
        connection.close()
        looked_at_midway(world, "recall without vectors", *ways["recall"])
    return f"{len(ways) + 1} answers came before anything was written"


if __name__ == "__main__":
    run(answer_first, __doc__)
