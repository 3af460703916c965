#!/usr/bin/env python3
"""Where the bytes of a write go: pages of each table and index that a store, an update, a promotion, a link and a deletion
put into the write-ahead log. A line of JSON each; sizes as --sizes.

A reader holds its snapshot meanwhile, so that the log is not begun anew and holds every commit.
"""

import collections
import shutil
import sqlite3
import struct

from store_mcp import SENT
from support import Bench, check, cpu_of_calls, new_memories, size_name, written_bytes

CALLS = 256
LEAST_SHOWN = 0.05  # pages a call


def frames(log):
    """(page, whether it ends a commit) of every frame of the log's one run."""
    header = log[:32]
    page_size, salt = struct.unpack(">I", header[8:12])[0], header[16:24]
    at = 32
    while at + 24 + page_size <= len(log) and log[at + 8 : at + 16] == salt:
        page, size = struct.unpack(">II", log[at : at + 8])
        yield page, size != 0
        at += 24 + page_size


def owners(folder, database):
    """page -> the table or index it is of, the log included. SQLite's dbstat says it."""
    copy = folder / "copy.db"
    for suffix in ("", "-wal"):
        shutil.copyfile(f"{database}{suffix}", f"{copy}{suffix}")
    connection = sqlite3.connect(copy)
    pages = dict(connection.execute("SELECT pageno, name FROM dbstat"))
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    for each in folder.glob("copy.db*"):
        each.unlink()
    return pages, size


def measured(bench, size, what, client, calls):
    """Says what the calls cost, and gives back their replies."""
    database = bench.world.database
    before = sqlite3.connect(database)
    before.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before.execute("BEGIN")
    before.execute("SELECT count(*) FROM memories").fetchone()
    _, _, replies = cpu_of_calls(client, calls)
    with open(f"{database}-wal", "rb") as file:
        log = file.read()
    pages, page_size = owners(bench.folder, database)
    before.close()
    written = list(frames(log))
    commits = sum(ends for _, ends in written)
    check(commits > 0, f"nothing was written by {what}")
    count = len(calls)
    by_owner = collections.Counter(pages.get(page, "free pages") for page, _ in written)
    place = f"{what} into {size_name(size)}"
    bench.figure(f"{place}, commits a call", "commits", size, commits / count, None, count)
    bench.figure(f"{place}, log", "KB", size, len(written) * (page_size + 24) / 1024 / count, 30 if what == "store" else None, count)
    bench.figure(f"{place}, pages a call", "pages", size, len(written) / count, None, count)
    for name, frames_of in by_owner.most_common():
        if frames_of / count >= LEAST_SHOWN:
            bench.figure(f"{place}, pages of {name}", "pages", size, frames_of / count, None, count)
    return replies


def changes(bench, size, client, ids):
    some = ids[: CALLS // 2]
    measured(bench, size, "update", client, [("memory_update", {"id": each, "content": f"Changed words of {each}."}) for each in some])
    measured(bench, size, "promote", client, [("memory_promote", {"id": each}) for each in some])
    pairs = list(zip(some, some[1:]))
    measured(bench, size, "link", client, [("memory_link", {"source_id": a, "target_id": b, "relation": "related_to"}) for a, b in pairs])
    measured(bench, size, "delete", client, [("memory_delete", {"id": each}) for each in some])


def stored(size):
    return [("memory_store", {key: memory[key] for key in SENT}) for memory in new_memories(size, CALLS)]


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        for size in bench.sizes:
            with bench.server(size) as client:
                replies = measured(bench, size, "store", client, stored(size))
                changes(bench, size, client, [reply["id"] for reply in replies])
            # Undisturbed: checkpoints run as they would.
            with bench.server(size) as client:
                cpu, _, _ = cpu_of_calls(client, stored(size))
                written = written_bytes(client)
            bench.figure(f"store into {size_name(size)}, CPU a call", "ms", size, cpu, 0.3, CALLS)
            bench.figure(f"store into {size_name(size)}, written with checkpoints", "KB", size, written / 1024 / CALLS, 30, CALLS)
