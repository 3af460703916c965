#!/usr/bin/env python3
"""Vectors that are damaged or missing are never an error, neither for a command line nor for a server that runs; backfill makes
them anew, and the answers are those of before (B5, S6). A database from before vectors is found by meaning, too.
"""

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import Findings, check, run  # noqa: E402
from subjects import answers, export_of, memory, wrong_answers  # noqa: E402
from vectors import DAMAGES, as_layout_1, change_blocks, count_vectors, database, lose_vectors  # noqa: E402
from world import World, complaints  # noqa: E402


def by_line(world):
    return lambda asked: world.json("recall", asked, "-n", "subjects", "--limit", "20", "--min-score", "0")["memories"]


def by_server(client):
    return lambda asked: client.call("memory_recall", {"context": asked, "namespace": "subjects", "limit": 20, "min_score": 0, "format": "json"})["memories"]


def change_channels(statement):
    def change(world):
        with database(world) as connection:
            connection.execute(statement)

    return change


def damages(chance):
    """(name, a function of the world)"""
    for name, how in DAMAGES.items():
        yield f"blocks: {name}", lambda world, how=how: change_blocks(world, lambda data: how(data, chance))
    yield "all gone", lose_vectors
    yield "no channel", change_channels("DELETE FROM vector_channels")
    newest = "WHERE channel = (SELECT max(channel) FROM vector_channels)"
    yield "another dimension", change_channels(f"UPDATE vector_channels SET dimension = dimension + 1 {newest}")
    yield "an impossible dimension", change_channels(f"UPDATE vector_channels SET dimension = -1 {newest}")
    yield "another engine", change_channels(f"UPDATE vector_channels SET engine = 'unheard of' {newest}")
    yield "a block of no passages", change_channels(f"INSERT INTO vector_blocks VALUES ({(1 << 33) - 1}, zeroblob(100))")
    yield "an unknown channel", change_channels(f"INSERT INTO vector_changes SELECT {77 << 32}, 1 + max(seq) FROM vector_changes")


def damaged(world, name, damage, expected, memories):
    """Each time with a server that has seen the sound vectors, and one that starts on the damaged ones."""
    with world.mcp() as before:
        answers(by_server(before))
        damage(world)
        said = answers(by_server(before))
        check(not wrong_answers(said, memories), f"{name}: in a server that runs, {wrong_answers(said, memories)}")
    said = answers(by_line(world))
    check(said == expected, f"{name}: other answers before the backfill")
    check(not complaints(world), f"{name}: {complaints(world)}")
    with world.mcp() as after:
        check(answers(by_server(after)) == expected, f"{name}: other answers in a server that starts on it")
        reply = world.json("backfill")
        check(reply["left"] == reply["failed"] == 0, f"{name}: backfill left something: {reply}")
        check(count_vectors(world) == memories, f"{name}: {count_vectors(world)} of {memories} have a vector")
        check(answers(by_server(after)) == expected, f"{name}: other answers in a server that saw the backfill")
    check(answers(by_line(world)) == expected, f"{name}: other answers after the backfill")


def stores_go_on(world, chance):
    """A store into a damaged block is kept, found, and its neighbours are made anew."""
    change_blocks(world, lambda data: DAMAGES["too short"](data, chance))
    kept = world.json("store", "-T", "one more", "-c", memory(0)[2], "-n", "more")
    found = world.json("recall", "dog", "-n", "more", "--min-score", "0")["memories"]
    check([each["id"] for each in found] == [kept["id"]], "a memory stored into a damaged block is not found")
    world.json("delete", kept["id"])
    world.json("backfill")


def of_layout_1(binary, memories):
    with World(binary) as world:
        world.json("import", input=json.dumps(export_of(memories)))
        expected = answers(by_line(world))
        as_layout_1(world)
        check(answers(by_line(world)) == expected, "layout 1: other answers")
        check(not complaints(world), f"layout 1: {complaints(world)}")
        check(world.json("backfill")["left"] == 0 and count_vectors(world) == memories, "layout 1: not all have a vector")
        check(answers(by_line(world)) == expected, "layout 1: other answers after the backfill")


def damaged_vectors(binary, options):
    chance, findings, count = random.Random(options.seed), Findings(), 0
    with World(binary) as world:
        world.json("import", input=json.dumps(export_of(options.memories)))
        expected = answers(by_line(world))
        check(not wrong_answers(expected, options.memories), wrong_answers(expected, options.memories))
        for name, damage in damages(chance):
            with findings:
                damaged(world, name, damage, expected, options.memories)
            count += 1
        with findings:
            stores_go_on(world, chance)
            check(answers(by_line(world)) == expected, "other answers after a store into a damaged block")
    with findings:
        of_layout_1(binary, options.memories)
    findings.raise_any()
    return f"{count} kinds of damage, {options.memories} memories"


if __name__ == "__main__":
    run(damaged_vectors, __doc__, memories=300, seed=1)
