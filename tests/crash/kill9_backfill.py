#!/usr/bin/env python3
"""A backfill is killed by SIGKILL at random moments, again and again: the database stays sound, no vector that was kept is
lost, a later backfill finishes, and the answers are those of before (B5).

AIM_LONG=1: 300 rounds.
"""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import LONG, SLOWER, check, run  # noqa: E402
from subjects import answers, export_of, wrong_answers  # noqa: E402
from vectors import count_vectors, lose_vectors  # noqa: E402
from world import World, complaints  # noqa: E402


def recall_of(world):
    return lambda asked: world.json("recall", asked, "--limit", "20", "--min-score", "0")["memories"]


def killed(world, seconds, share):
    """Whether it was still at work."""
    process = subprocess.Popen(
        [world.binary, "--json", "backfill", "--share", str(share)], env=world.environment, cwd=world.work,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        _, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return True
    check(process.returncode == 0, f"backfill: exit {process.returncode}: {errors.decode('utf-8', 'replace')[:1000]}")
    return False


def finish(world, memories):
    kept = count_vectors(world)
    reply = world.json("backfill", timeout=600)
    check(reply["left"] == 0 and reply["failed"] == 0, f"backfill left something: {reply}")
    check(reply["embedded"] == memories - kept, f"{kept} of {memories} were done, and then {reply['embedded']} were made")
    check(count_vectors(world) == memories, f"{count_vectors(world)} of {memories} have a vector")
    check(world.json("backfill")["embedded"] == 0, "a second backfill found something to do")


def kill9_backfill(binary, options):
    chance, kills, lives = random.Random(options.seed), 0, 0
    with World(binary) as world:
        world.json("import", input=json.dumps(export_of(options.memories)))
        check(count_vectors(world) == options.memories, "an import makes no vectors")
        before = answers(recall_of(world))
        check(not wrong_answers(before, options.memories), wrong_answers(before, options.memories))
        started = time.monotonic()
        lose_vectors(world)
        world.json("backfill", timeout=600)
        usual = time.monotonic() - started
        check(answers(recall_of(world)) == before, "made anew, the vectors give other answers")
        lose_vectors(world)
        for number in range(options.rounds):
            kept = count_vectors(world)
            slow = chance.random() < 0.5
            kills += killed(world, chance.uniform(0.005, usual) * (3 if slow else 1), 0.25 if slow else 1)
            check(count_vectors(world) >= kept, f"round {number}: {kept} vectors before, {count_vectors(world)} after")
            trouble = complaints(world)
            check(not trouble, f"round {number}: {trouble}")
            if count_vectors(world) == options.memories or chance.random() < 0.15:
                finish(world, options.memories)
                check(answers(recall_of(world)) == before, f"round {number}: the answers are others")
                lose_vectors(world)
                lives += 1
        finish(world, options.memories)
        check(answers(recall_of(world)) == before, "the answers are others at the end")
    check(kills > options.rounds / 4 or SLOWER > 1, f"only {kills} of {options.rounds} were killed at work")
    return f"{options.rounds} rounds, {kills} killed at work, {lives + 1} times to the end"


if __name__ == "__main__":
    run(kill9_backfill, __doc__, rounds=300 if LONG else 25, memories=20_000 if LONG else 9_000, seed=1)
