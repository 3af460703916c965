#!/usr/bin/env python3
"""The database goes, or another takes its place, under running servers: what is acknowledged is in the file that is there, calls fail
with a sentence while there is none, and neither file is damaged."""

import os
import shutil
import sqlite3
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp_client import ToolError  # noqa: E402
from outcome import check, run, run_cases  # noqa: E402
from world import World, complaints  # noqa: E402


class Case:
    """Two servers on one database, and a copy of it as it was before their last stores."""

    def __init__(self, binary):
        self.world = World(binary)
        self.world.json("store", "-T", "Old", "-c", "in both files", "-n", "r")
        self.copy = self.world.folder / "copy.db"
        shutil.copyfile(self.world.database, self.copy)
        self.copy.chmod(0o600)
        self.servers = [self.world.mcp("--tier", "keyword") for _ in range(2)]
        for number, server in enumerate(self.servers):
            for each in range(40):
                self.store(server, f"Lost {number} {each}")

    @staticmethod
    def store(server, title):
        return server.call("memory_store", {"title": title, "content": "content " * 100, "namespace": "r"})["id"]

    def refused(self, server):
        try:
            self.store(server, "Nowhere")
        except ToolError as error:
            check("removed or replaced" in str(error), f"no clear sentence: {error}")
            return
        check(False, "a store into nothing was acknowledged")

    def titles(self):
        return {each["title"] for each in self.world.json("export")["memories"]}

    def finish(self, expected):
        for server in self.servers:
            check(server.close() == 0, f"a server did not end well: {server.stderr_text()[-300:]}")
        check(self.titles() == expected, f"found {sorted(self.titles())[:5]}, expected {sorted(expected)[:5]}")
        trouble = complaints(self.world)
        check(not trouble, trouble)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.kill()
        self.world.remove()


def removed(binary):
    with Case(binary) as case:
        for each in case.world.database.parent.iterdir():
            each.unlink()
        for server in case.servers:
            case.refused(server)
        check(not case.world.database.exists(), "an empty database was made in its place")
        os.rename(case.copy, case.world.database)
        for number, server in enumerate(case.servers):
            case.store(server, f"After {number}")
        case.finish({"Old", "After 0", "After 1"})


def moved_away(binary):
    with Case(binary) as case:
        os.rename(case.world.database, case.world.database.parent / "elsewhere.db")
        for server in case.servers:
            case.refused(server)
        os.rename(case.world.database.parent / "elsewhere.db", case.world.database)
        for number, server in enumerate(case.servers):
            case.store(server, f"After {number}")
        for server in case.servers:
            server.close()
        check({"Old", "After 0", "After 1"} <= case.titles(), "what was stored afterwards is not there")
        trouble = complaints(case.world)
        check(not trouble, trouble)


def restored_by_mv(binary):
    with Case(binary) as case:
        os.rename(case.copy, case.world.database)
        for number, server in enumerate(case.servers):
            case.store(server, f"After {number}")
        case.finish({"Old", "After 0", "After 1"})


def restored_by_cp(binary):
    with Case(binary) as case:
        # So much that the file itself has grown.
        for each in range(100):
            case.store(case.servers[0], f"More {each}")
        with sqlite3.connect(case.world.database) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        connection.close()
        case.store(case.servers[0], "Seen")
        case.store(case.servers[1], "Seen too")
        shutil.copyfile(case.copy, case.world.database)
        for number, server in enumerate(case.servers):
            case.store(server, f"After {number}")
        case.finish({"Old", "After 0", "After 1"})


def replaced(binary, _):
    return run_cases((removed, moved_away, restored_by_mv, restored_by_cp), binary)


if __name__ == "__main__":
    run(replaced, __doc__)
