#!/usr/bin/env python3
"""An MCP server that captures turns and links them is killed by SIGKILL at random moments: what it acknowledged is there, word by
word; a turn and the links that came with it are there both, or neither. AIM_LONG=1: 300 rounds."""

import random
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp_client import Gone  # noqa: E402
from outcome import LONG, check, run  # noqa: E402
from world import World, complaints  # noqa: E402

SESSIONS = 4


def capture(client, said, linked, under_way, memories, chance, serial):
    while True:
        session = f"s-{chance.randrange(SESSIONS)}"
        number = len(said.setdefault(session, [])) + 1
        text = f"{serial[0]} " + " ".join(str(chance.randrange(1000)) for _ in range(chance.randrange(400)))
        serial[0] += 1
        memory = memories[serial[0] % len(memories)] if chance.random() < 0.3 else None
        under_way[:] = [session, text, memory]
        arguments = {"session_id": session, "turn": number, "content": text, "namespace": "kill"}
        client.call("memory_capture_turn", arguments | ({"memory_ids": [memory]} if memory else {}))
        said[session].append(text)
        if memory:
            linked.add((memory, session))
        under_way.clear()


def compare(world, said, linked, under_way, memories):
    found = {}
    for each in world.json("transcript", "list")["transcripts"]:
        turns, at = [], 0
        while at is not None:
            shown = world.json("transcript", "show", each["id"], "--from", str(at), "--limit", "1000")
            turns += shown["turns"]
            at = shown.get("next")
        found[each["session_id"]] = [turn["content"] for turn in turns]
    if under_way:
        session, text, memory = under_way
        if found.get(session, [])[len(said[session]):] == [text]:
            said[session].append(text)
            if memory:
                linked.add((memory, session))
        under_way.clear()
    check({s: t for s, t in said.items() if t} == found, "what is there is not what was acknowledged")
    for memory in memories:
        there = {each["session_id"] for each in world.json("replay", memory)["transcripts"]}
        check(there == {s for m, s in linked if m == memory}, f"the links of {memory} are {there}")


def kill9_transcripts(binary, options):
    chance, said, linked, under_way, serial = random.Random(options.seed), {}, set(), [], [0]
    with World(binary) as world:
        memories = [world.json("store", "-T", f"M{i}", "-c", "x", "-n", "kill")["id"] for i in range(30)]
        for number in range(options.rounds):
            client = world.mcp("--tier", "keyword")
            timer = threading.Timer(chance.uniform(0.02, 0.35), client.process.kill)
            timer.start()
            try:
                capture(client, said, linked, under_way, memories, chance, serial)
            except Gone:
                check(client.process.wait() == -9, f"round {number}: the server ended by itself: {client.stderr_text()}")
            finally:
                timer.cancel()
                client.kill()
            compare(world, said, linked, under_way, memories)
            trouble = complaints(world)
            check(not trouble, f"round {number}: {trouble}")
    check(serial[0] > options.rounds, f"only {serial[0]} turns were captured")
    return f"{options.rounds} rounds, {sum(map(len, said.values()))} acknowledged turns, none lost"


if __name__ == "__main__":
    run(kill9_transcripts, __doc__, rounds=300 if LONG else 12, seed=11)
