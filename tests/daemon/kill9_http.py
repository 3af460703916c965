#!/usr/bin/env python3
"""The daemon is killed by SIGKILL while eight clients write: everything it acknowledged is there after the next start.

What was under way may have happened or not, a bulk as a whole or in part. AIM_LONG=1: 100 rounds.
"""

import http.client
import random
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import LONG, check, run  # noqa: E402
from server import Server  # noqa: E402
from world import World, complaints  # noqa: E402

WRITERS = 8
BULK = 25
A_DATABASE = 5  # rounds: all of it is compared after each


class Writer(threading.Thread):
    """Writes until the daemon is gone. `kept`: titles and contents that were acknowledged; `open`: those under way."""

    def __init__(self, server, number, round_number, seed):
        super().__init__()
        self.client, self.chance = server.client(), random.Random(seed)
        self.prefix, self.kept, self.open, self.error = f"r{round_number} w{number}", {}, {}, None

    def run(self):
        serial = 0
        try:
            while True:
                if self.chance.random() < 0.2:
                    self.open = {f"{self.prefix} {serial} b{each}": "y" * self.chance.randrange(1, 500) for each in range(BULK)}
                    reply = self.client.api("POST", "/memories/bulk", [self.memory(*each) for each in self.open.items()])
                    check(reply["created"] == BULK and not reply["errors"], f"bulk: {reply}")
                else:
                    # A title again now and then: the later content is what was acknowledged.
                    title = f"{self.prefix} {self.chance.randrange(serial + 1)}"
                    self.open = {title: f"content {serial} " + "x" * self.chance.randrange(2000)}
                    self.client.api("POST", "/memories", self.memory(title, self.open[title]), 201)
                self.kept.update(self.open)
                self.open = {}
                serial += 1
        except (OSError, http.client.HTTPException):
            pass  # killed
        except Exception as error:
            self.error = f"{self.prefix}: {type(error).__name__}: {error}"
        self.client.close()

    @staticmethod
    def memory(title, content):
        return {"title": title, "content": content, "namespace": "kill", "tier": "long"}


def rounds_on(binary, numbers, chance):
    """Rounds on one database; (how many memories were acknowledged, how many requests were under way)."""
    everything, open_now = {}, 0
    with World(binary) as world:
        for number in numbers:
            with Server(world) as server:
                writers = [Writer(server, each, number, chance.random()) for each in range(WRITERS)]
                timer = threading.Timer(chance.uniform(0.05, 0.6), server.process.kill)
                for each in (*writers, timer):
                    each.start()
                for each in (*writers, timer):
                    each.join(60)
                check(server.process.wait() == -9, f"round {number}: the daemon ended by itself: {server.said()[-2000:]}")
                errors = [each.error for each in writers if each.error]
                check(not errors, f"round {number}: {errors}")
            under_way = {title: content for each in writers for title, content in each.open.items()}
            for each in writers:
                everything.update(each.kept)
            with Server(world) as server:
                found = {each["title"]: each["content"] for each in server.api("GET", "/export")["memories"]}
                check(server.stop() == 0, f"round {number}: the daemon did not end well")
            for title, content in everything.items():
                check(found.get(title) in (content, under_way.get(title, content)), f"round {number}: {title} was acknowledged, and is {str(found.get(title))[:80]}")
            for title in found.keys() - everything.keys():
                check(found[title] == under_way.get(title), f"round {number}: {title} was never sent like this")
            open_now += len(under_way)
            everything = found
            trouble = complaints(world)
            check(not trouble, f"round {number}: {trouble}")
    return len(everything), open_now


def kill9_http(binary, options):
    chance, kept, open_now = random.Random(options.seed), 0, 0
    for begin in range(0, options.rounds, A_DATABASE):
        more = rounds_on(binary, range(begin, min(begin + A_DATABASE, options.rounds)), chance)
        kept, open_now = kept + more[0], open_now + more[1]
    check(kept > options.rounds, f"only {kept} memories were acknowledged")
    return f"{options.rounds} rounds, {kept} acknowledged, {open_now} under way, none lost"


if __name__ == "__main__":
    run(kill9_http, __doc__, rounds=100 if LONG else 5, seed=1)
