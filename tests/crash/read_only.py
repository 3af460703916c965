#!/usr/bin/env python3
"""A database that may only be read (its file, its folder, or both; with and without a log): recall works, a store says why not.

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


def lock(world, user, file_mode, folder_mode):
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
        path.chmod(file_mode if path.is_file() else folder_mode)


def unlock(world):
    world.database.parent.chmod(0o700)
    for path in world.database.parent.iterdir():
        path.chmod(0o600)


def command_line(world, as_user):
    for command in (("recall", "kept words"), ("search", "kept words"), ("list",)):
        done = world.run("--json", *command, **as_user)
        check(done.returncode == 0, f"{command[0]}: exit {done.returncode}: {done.stderr}")
        check('"count":3' in done.stdout.replace(" ", ""), f"{command[0]} answers {done.stdout[:300]}")
        check("cannot be written" not in done.stderr, f"{command[0]} warns: {done.stderr}")
    done = world.run("store", "-T", "New", "-c", "does not fit", "-n", "read", **as_user)
    check(done.returncode == 1, f"a store into a read-only file: exit {done.returncode}: {done.stdout}")
    check_explained(done.stderr)


def server(world, as_user):
    with world.mcp("--tier", "keyword", **as_user) as client:
        for _ in range(2):
            count = client.call("memory_recall", {"context": "kept words", "format": "json"})["count"]
            check(count == 3, f"the recall finds {count} of 3")
        try:
            client.call("memory_store", {"title": "New", "content": "does not fit"})
            check(False, "a store into a read-only file succeeded")
        except ToolError as error:
            check_explained(str(error))
        check(client.close() == 0, "the server did not end well")


def one_case(binary, name, file_mode, folder_mode, with_log):
    user = NOBODY if os.geteuid() == 0 else None
    as_user = {} if user is None else {"user": user, "group": user, "extra_groups": []}
    with World(binary) as world:
        for number in range(3):
            world.json("store", "-T", f"Kept {number}", "-c", "kept words", "-n", "read")
        if with_log:
            client = world.mcp("--tier", "keyword")
            client.call("memory_store", {"title": "Kept 0", "content": "kept words of the log", "namespace": "read"})
            client.kill()
        before = world.database.read_bytes()
        lock(world, user, file_mode, folder_mode)
        try:
            command_line(world, as_user)
            server(world, as_user)
            check(world.database.read_bytes() == before, f"{name}: the file was changed")
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from None
        finally:
            unlock(world)
        check(world.json("stats")["total"] == 3, f"{name}: not all are there afterwards")
        check(not complaints(world), complaints(world))


def read_only(binary, _):
    one_case(binary, "file and folder", 0o400, 0o500, False)
    one_case(binary, "file and folder, with a log", 0o400, 0o500, True)
    one_case(binary, "folder", 0o600, 0o500, False)
    one_case(binary, "file", 0o400, 0o700, False)


if __name__ == "__main__":
    run(read_only, __doc__)
