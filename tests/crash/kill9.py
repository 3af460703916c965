#!/usr/bin/env python3
"""An MCP server that stores is killed by SIGKILL at random moments: everything it acknowledged must be there afterwards.

Each round starts a server, stores, updates and deletes, kills the server, and compares the database with what was acknowledged.
The one call that was under way may have happened or not. What was deleted, and nothing else, must have left a signed event (H2).
Each acknowledged change, and no other, must have left the state before it as a version (T1).
Servers reach the database also through links. AIM_LONG=1: 1000 rounds.
"""

import json
import random
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp_client import Gone  # noqa: E402
from outcome import LONG, check, run  # noqa: E402
from world import World, complaints  # noqa: E402

TITLES = 300


class Model:
    """What the database must hold: title to (id, content); None for a title that is not there."""

    def __init__(self):
        self.kept = {}
        self.deleted = set()  # ids
        self.former = {}  # id to the contents that changes have ended, oldest first
        self.under_way = None  # (title, content or None): acknowledged neither way
        self.acknowledged = 0

    def compare(self, memories):
        found = {each["title"]: (each["id"], each["content"]) for each in memories}
        check(len(found) == len(memories), "a title is there twice")
        if self.under_way:
            title, content = self.under_way
            if (found.get(title) or (None, None))[1] == content:
                self.set(title, found.get(title))
            self.under_way = None
        for title in sorted(self.kept.keys() | found.keys()):
            check(self.kept.get(title) == found.get(title), f"{title}: acknowledged {self.kept.get(title)}, found {found.get(title)}")

    def set(self, title, state):
        if title in self.kept:
            old_id, content = self.kept[title]
            self.former.setdefault(old_id, []).append(content)
        if state:
            self.kept[title] = state
        elif title in self.kept:
            self.deleted.add(self.kept.pop(title)[0])

    def compare_versions(self, versions):
        found = {}
        for each in versions:
            found.setdefault(each["id"], []).append(each["memory"]["content"])
        for name in found.keys() | self.former.keys():
            check(found.get(name) == self.former.get(name), f"{name}: the versions are not those of the acknowledged changes")


def deletions(world):
    """The ids that the chain of signed events tells of, which must be whole."""
    check(world.json("audit", "verify")["valid"], "the chain of events is broken")
    events = [each for each in json.loads(world.run("audit", "export").stdout) if each["type"] == "memory_deleted"]
    ids = {name for each in events for name in json.loads(each["payload"])["ids"]}
    check(len(ids) == len(events), "a deletion left two events")
    return ids


def work(client, model, chance, serial):
    """Calls until the server is gone."""
    while True:
        title = f"Title {chance.randrange(TITLES)}"
        if title in model.kept and chance.random() < 0.15:
            model.under_way = title, None
            client.call("memory_delete", {"id": model.kept[title][0]})
            model.set(title, None)
        else:
            content = f"content {serial[0]} " + "x" * chance.randrange(2000)
            serial[0] += 1
            model.under_way = title, content
            reply = client.call("memory_store", {"title": title, "content": content, "namespace": "kill"})
            check(title not in model.kept or model.kept[title][0] == reply["id"], f"{title}: a second store gave another id")
            model.set(title, (reply["id"], content))
        model.under_way = None
        model.acknowledged += 1


def kill9(binary, options):
    chance, model, serial = random.Random(options.seed), Model(), [0]
    with World(binary) as world:
        on_disk = world.environment["AI_MEMORY_DB"] == str(world.database)
        file_link, folder_link = world.folder / "link.db", world.folder / "link"
        file_link.symlink_to(world.database)
        folder_link.symlink_to(world.database.parent)
        for number in range(options.rounds):
            if on_disk:  # in turn by its name, by a link to it, and through a linked folder
                world.environment["AI_MEMORY_DB"] = str((world.database, file_link, folder_link / world.database.name)[number % 3])
            client = world.mcp("--tier", "keyword")
            timer = threading.Timer(chance.uniform(0.005, options.within), client.process.kill)
            timer.start()
            try:
                work(client, model, chance, serial)
            except Gone:
                check(client.process.wait() == -9, f"round {number}: the server ended by itself: {client.stderr_text()}")
            finally:
                timer.cancel()
                client.kill()
            export = world.json("export", "--versions")
            model.compare(export["memories"])
            model.compare_versions(export["versions"])
            check(deletions(world) == model.deleted, f"round {number}: the events are not those of what was deleted")
            trouble = complaints(world)
            check(not trouble, f"round {number}: {trouble}")
    check(model.acknowledged > options.rounds, f"only {model.acknowledged} calls were acknowledged")
    return f"{options.rounds} rounds, {model.acknowledged} acknowledged calls, none lost"


if __name__ == "__main__":
    run(kill9, __doc__, rounds=1000 if LONG else 15, seed=1, within=0.3)
