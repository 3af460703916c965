#!/usr/bin/env python3
"""Exports that hold other days, or an older state, take away nothing that is stored: `mine`, `transcript import` (X1)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from mining import claude, write  # noqa: E402
from outcome import check, run  # noqa: E402
from world import World  # noqa: E402

NOON = {5: 1709640000, 6: 1709726400, 7: 1709812800}  # on days in March 2024


def channel(world, name, *days, messages=4):
    top = world.folder / name
    write(top / "users.json", [{"id": "U1", "name": "ann"}])
    write(top / "channels.json", [{"id": "C1", "name": "general"}])
    for day in days:
        write(top / f"general/2024-03-0{day}.json", [
            {"type": "message", "user": "U1", "text": f"GNU{day} says {i}", "ts": f"{NOON[day] + i}.0"} for i in range(messages)])
    return top


def stored(world, space="slack-export"):
    return sorted(world.json("list", "-n", space, "--limit", "200")["memories"], key=lambda each: each["title"])


def lines(world):
    return sorted(line for each in stored(world) for line in each["content"].splitlines() if line.startswith("["))


def channels_of_other_days(world):
    first, second = channel(world, "a", 5, 6), channel(world, "b", 6, 7, messages=2)
    wanted = sorted(f"[ann]: GNU{day} says {i}" for day, count in ((5, 4), (6, 4), (7, 2)) for i in range(count))
    world.json("mine", first)
    before = stored(world)
    done = world.json("mine", second)
    check(done["imported"] == 1 and lines(world) == wanted, f"{done} {lines(world)}")
    check(stored(world)[0] == before[0], "what was stored has changed")
    check("— 2024-03-07 —" in stored(world)[1]["content"], f"{stored(world)[1]}")
    for each in (first, second, channel(world, "all", 5, 6, 7)):
        world.json("mine", each)
    check(sum(line.startswith("[ann]: GNU7 says 3") for line in lines(world)) == 1, f"{lines(world)}")
    check(len(lines(world)) == 12, f"{lines(world)}")
    check(world.json("mine", second)["imported"] == 0, "a later run adds something")


def channels_in_one_folder(world):
    both = world.folder / "both"
    for name, days in (("one", (5,)), ("two", (6,))):
        channel(world, f"both/{name}", *days)
    world.json("mine", both, "-n", "both")
    found = "\n".join(each["content"] for each in stored(world, "both"))
    check("GNU5 says 3" in found and "GNU6 says 3" in found, found)


def turns_of_other_days(world):
    later, earlier = channel(world, "later", 6), channel(world, "earlier", 5, 6)
    for path, captured in ((later, 4), (earlier, 4), (later, 0), (earlier, 0)):
        done = world.json("transcript", "import", path, "-n", "turns")
        check(done["captured"] == captured and done["different"] == 0, f"{path}: {done}")
    shown = world.json("transcript", "show", world.json("transcript", "list", "-n", "turns")["transcripts"][0]["id"])
    check([each["turn"] for each in shown["turns"]] == list(range(1, 9)), f"{shown}")


def older_states(world):
    long = "and so on " * 60
    new, old = claude(1, messages=260, words=long), claude(1, messages=200, words=long)
    old["name"] = "Former name"
    world.json("mine", write(world.folder / "new/conversations.json", [new, claude(2, messages=5)]))
    before = stored(world, "claude-export")
    check(len(before) > 3, f"{len(before)} parts")
    done = world.json("mine", write(world.folder / "old/conversations.json", [old, claude(2)]))
    check(stored(world, "claude-export") == before and done["imported"] == 0, f"{done}")
    grown = claude(2, messages=6)
    check(world.json("mine", write(world.folder / "grown/conversations.json", [grown]))["updated"] == 1, "it does not grow")


def ranges(binary, options):
    for part in (channels_of_other_days, channels_in_one_folder, turns_of_other_days, older_states):
        with World(binary) as world:
            part(world)
    return "exports of other days and older ones take nothing away"


if __name__ == "__main__":
    run(ranges, __doc__)
