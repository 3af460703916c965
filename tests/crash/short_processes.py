#!/usr/bin/env python3
"""Processes that open the database and end at once, as hooks and the command line do, five at a time: the last to close one moment
deletes the log, the next begins another. None fails or warns, and all that was stored is there."""

import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import LONG, check, run  # noqa: E402
from world import World  # noqa: E402

EACH = 200 if LONG else 40


def test(binary, _):
    complaints = []

    def use(world, worker):
        for number in range(EACH):
            words = ("stats",) if worker > 1 else ("store", "-T", f"Note {worker} {number}", "-c", f"Number {number} of {worker}")
            done = world.run("--json", *words)
            if done.returncode != 0 or "replaced" in done.stderr:
                complaints.append(f"{words[0]}: exit {done.returncode}: {done.stderr.strip()[:200]}")

    with World(binary) as world:
        world.json("store", "-T", "First", "-c", "Makes the database")
        workers = [threading.Thread(target=use, args=(world, worker)) for worker in range(5)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        check(not complaints, f"{len(complaints)} of {5 * EACH}: {complaints[:3]}")
        total = world.json("stats")["total"]
        check(total == 2 * EACH + 1, f"{total} memories of {2 * EACH + 1}")
    return f"{5 * EACH} processes"


if __name__ == "__main__":
    run(test, __doc__)
