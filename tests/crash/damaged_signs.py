#!/usr/bin/env python3
"""What ranking knows of passages (channel 0) is damaged: no command crashes or hangs, what holds a word of the question is found
all the same, `doctor` says what is wrong, and `doctor --fix` brings all answers back (B5, S6).
"""

import json
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import Findings, check, run  # noqa: E402
from subjects import answers, export_of  # noqa: E402
from vectors import DAMAGES, FIRST, SIGN, change_blocks, database  # noqa: E402
from world import World, complaints  # noqa: E402

MEMORIES = 100
SECONDS = 30


def in_sign(offset, value):
    """Bytes of the second sign of each block."""

    def how(data):
        at = SIGN.size + offset
        return data[:at] + value + data[at + len(value) :]

    return lambda world: change_blocks(world, how, f"block < {FIRST}")


def change(statement):
    def how(world):
        with database(world) as connection:
            connection.execute(statement)

    return how


def damages(chance):
    for name, how in DAMAGES.items():
        if name not in ("some bytes", "too long"):
            yield f"signs: {name}", lambda world, how=how: change_blocks(world, lambda data: how(data, chance), f"block < {FIRST}")
    yield "a sign's key is negative", in_sign(7, b"\x80")
    yield "a sign's key is another's", in_sign(0, b"\x05")
    yield "a sign's text is another", in_sign(8, b"\x5a\xa5")
    yield "a sign's part is another", in_sign(32, b"\x01")
    yield "no change is known", change(f"DELETE FROM vector_changes WHERE block < {FIRST}")
    yield "a change of a block that cannot be", change(f"INSERT INTO vector_changes SELECT {FIRST - 1}, 1 + max(seq) FROM vector_changes")


def recalled(world, asked):
    done = world.run("--json", "recall", asked, "-n", "subjects", "--limit", "20", timeout=SECONDS)
    check(done.returncode == 0, f"recall: exit {done.returncode}: {done.stderr.strip()[-300:]}")
    return json.loads(done.stdout)["memories"]


def damaged(binary, name, damage, findings):
    with World(binary) as world:
        world.json("import", input=json.dumps(export_of(MEMORIES)))
        expected = answers(lambda asked: recalled(world, asked))
        damage(world)
        with findings:
            check(len(recalled(world, "automobile")) > 0, f"{name}: what holds the word is not found")
        with findings:
            check(complaints(world), f"{name}: doctor finds nothing wrong")
        with findings:
            try:
                done = world.run("--json", "backfill", timeout=SECONDS)
                check(done.returncode == 0, f"{name}: backfill: exit {done.returncode}: {done.stderr.strip()[-300:]}")
            except subprocess.TimeoutExpired:
                check(False, f"{name}: backfill does not end")
        with findings:
            world.run("doctor", "--fix", timeout=120)
            check(not complaints(world), f"{name}: after --fix, {complaints(world)}")
            check(answers(lambda asked: recalled(world, asked)) == expected, f"{name}: other answers after --fix")


def damaged_signs(binary, options):
    chance, findings, count = random.Random(options.seed), Findings(), 0
    for name, damage in damages(chance):
        with findings:
            damaged(binary, name, damage, findings)
        count += 1
    findings.raise_any()
    return f"{count} kinds of damage"


if __name__ == "__main__":
    run(damaged_signs, __doc__, seed=1)
