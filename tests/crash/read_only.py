#!/usr/bin/env python3
"""A database that may only be read (0400 in a 0500 folder): recall works or says why not, a store says why not.

Root may write everywhere, so as root the program runs as nobody, who then owns the file.
"""

import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp_client import ToolError  # noqa: E402
from outcome import check, run  # noqa: E402
from world import World, complaints  # noqa: E402

NOBODY = 65534


def check_explained(text):
    check(len(text.strip()) > 20 and len(text.strip().splitlines()) == 1, f"no clear sentence: {text!r}")


def own(path, user):
    if user is not None:
        os.chown(path, user, user)


def lock(world, user):
    """The binary and the folders where the other user can reach them; the database where nobody can write."""
    world.folder.chmod(0o755)
    program = world.folder / "program"
    shutil.copyfile(world.binary, program)
    program.chmod(0o755)
    world.binary = program
    for path in (world.home, world.work, world.folder / "run"):
        own(path, user)
    for path in (*world.database.parent.iterdir(), world.database.parent):
        own(path, user)
        path.chmod(0o400 if path.is_file() else 0o500)


def unlock(world):
    world.database.parent.chmod(0o700)
    for path in world.database.parent.iterdir():
        path.chmod(0o600)


def command_line(world, as_user):
    outcome = []
    for command in (("recall", "kept words"), ("search", "kept words"), ("list",)):
        done = world.run("--json", *command, **as_user)
        outcome.append(done.returncode)
        if done.returncode == 0:
            check('"count":3' in done.stdout.replace(" ", ""), f"{command[0]} answers {done.stdout[:300]}")
        else:
            check(done.returncode == 1, f"{command[0]}: exit {done.returncode}: {done.stderr}")
            check_explained(done.stderr)
    done = world.run("store", "-T", "New", "-c", "does not fit", "-n", "read", **as_user)
    check(done.returncode == 1, f"a store into a read-only file: exit {done.returncode}: {done.stdout}")
    check_explained(done.stderr)
    return outcome


def server(world, as_user):
    with world.mcp("--tier", "keyword", **as_user) as client:
        try:
            count = client.call("memory_recall", {"context": "kept words", "format": "json"})["count"]
            check(count == 3, f"the recall finds {count} of 3")
        except ToolError as error:
            check_explained(str(error))
        try:
            client.call("memory_store", {"title": "New", "content": "does not fit"})
            check(False, "a store into a read-only file succeeded")
        except ToolError as error:
            check_explained(str(error))
        check(client.close() == 0, "the server did not end well")


def read_only(binary, _):
    user = NOBODY if os.geteuid() == 0 else None
    as_user = {} if user is None else {"user": user, "group": user, "extra_groups": []}
    with World(binary) as world:
        for number in range(3):
            world.json("store", "-T", f"Kept {number}", "-c", "kept words", "-n", "read")
        before = world.database.read_bytes()
        lock(world, user)
        try:
            outcome = command_line(world, as_user)
            server(world, as_user)
            check(world.database.read_bytes() == before, "the file was changed")
        finally:
            unlock(world)
        check(world.json("stats")["total"] == 3, "not all are there afterwards")
        check(not complaints(world), complaints(world))
    return "recall works" if not any(outcome) else "recall explains"


if __name__ == "__main__":
    run(read_only, __doc__)
