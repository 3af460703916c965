#!/usr/bin/env python3
"""A full disk: a store fails with a sentence and exit status 1, and the database stays whole and usable afterwards.

RLIMIT_FSIZE on the child is the portable form: writing beyond the limit fails; the signal that comes with it must not end the program.
"""

import resource
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp_client import ToolError  # noqa: E402
from outcome import check, run  # noqa: E402
from world import World, complaints  # noqa: E402

LIMIT_BYTES = 40 * 1024  # less than one large memory takes in the write-ahead log


def full():
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT_BYTES, LIMIT_BYTES))


def check_sentence(text):
    check(len(text) > 20 and "\n" not in text.strip(), f"no clear sentence: {text!r}")
    for internal in ("SQLITE_", "std::", "terminate", "errno", "assert"):
        check(internal not in text, f"names internals: {text!r}")


def command_line(world):
    done = world.run("store", "-T", "Too large", "-c", "-", "-n", "disk", input="large " * 10_000, preexec_fn=full)
    check(done.returncode == 1, f"exit {done.returncode} on a full disk: {done.stdout} {done.stderr}")
    check(done.stdout == "", f"something was printed: {done.stdout!r}")
    check_sentence(done.stderr)


def fresh(binary):
    """Not even a new database fits."""
    with World(binary) as world:
        done = world.run("store", "-T", "First", "-c", "large " * 10_000, "-n", "disk", preexec_fn=full)
        check(done.returncode == 1, f"exit {done.returncode} when creating on a full disk: {done.stdout} {done.stderr}")
        check_sentence(done.stderr)
        world.json("store", "-T", "First", "-c", "fits now", "-n", "disk")
        check(world.json("stats")["total"] == 1, "not one memory after the disk had room again")
        check(not complaints(world), complaints(world))


def server(world):
    """Stores until one fails: what was acknowledged before is kept, and the server goes on answering."""
    kept, refused = [], None
    with world.mcp("--tier", "keyword", preexec_fn=full) as client:
        for number in range(200):
            arguments = {"title": f"Small {number}", "content": f"small {number} " * 100, "namespace": "disk"}
            try:
                kept.append(client.call("memory_store", arguments)["id"])
            except ToolError as error:
                refused = str(error)
                break
        check(refused, "200 stores fit on a full disk")
        check_sentence(refused)
        total = client.call("memory_stats")["total"]
        check(client.call("memory_list", {"format": "json", "namespace": "disk"})["count"] > 0, "the list is empty after the failure")
        client.close()
    return kept, total


def full_disk(binary, _):
    with World(binary) as world:
        first = [world.json("store", "-T", f"Before {number}", "-c", "was there before", "-n", "disk")["id"] for number in range(20)]
        command_line(world)
        check(world.json("stats")["total"] == len(first), "the failed store left something")
        kept, total = server(world)
        check(total == len(first) + len(kept), f"the server counts {total}, acknowledged were {len(first) + len(kept)}")
        found = {each["id"] for each in world.json("export")["memories"]}
        check(found == {*first, *kept}, f"{len({*first, *kept} - found)} lost, {len(found - {*first, *kept})} too many")
        world.json("store", "-T", "Too large", "-c", "-", "-n", "disk", input="large " * 10_000)
        check(world.json("stats")["total"] == len(found) + 1, "the store did not work afterwards")
        trouble = complaints(world)
        check(not trouble, trouble)
    fresh(binary)
    return f"{len(kept)} stores fit before the limit"


if __name__ == "__main__":
    run(full_disk, __doc__)
