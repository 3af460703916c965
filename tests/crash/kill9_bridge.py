#!/usr/bin/env python3
"""A sync of bridges is killed by SIGKILL at random moments, while both sides change: the next sync completes it, and nothing is lost."""

import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bridge"))
from bridge_world import BridgeWorld, topic  # noqa: E402
from outcome import LONG, check, run  # noqa: E402
from world import complaints  # noqa: E402


def body(text):
    return text.split("---\n", 2)[2].strip()


def change(world, chance, number):
    """On either side; the texts that a sync must keep."""
    said = set()
    files = sorted(each for each in world.memory.glob("*.md") if each.name != "MEMORY.md")
    for each in chance.sample(files, min(len(files), 6)):
        text = f"file {number} {each.stem} {chance.random()}"
        each.write_text(topic(each.stem, text))
        said.add(text)
    for fresh in range(6):
        text = f"new {number} {fresh}"
        world.write(world.memory / f"n{number}-{fresh}.md", topic(f"n{number}-{fresh}", text))
        said.add(text)
    memories = world.json("list", "-n", "shop", "--limit", "200")["memories"]
    for each in chance.sample(memories, min(len(memories), 3)):
        text = f"memory {number} {each['id']}"
        world.json("update", each["id"], "-c", text)
        said.add(text)
    said.add(f"stored {number}")
    world.store(f"stored {number}", f"stored {number}")
    return said


def kill9_bridge(binary, options):
    chance, killed, said = random.Random(options.seed), 0, set()
    with BridgeWorld(binary) as world:
        for number in range(20):
            world.write(world.memory / f"f{number}.md", topic(f"f{number}", f"first {number}"))
        world.json("bridge", "add", "claude-code", "agents")
        whole = 0.2
        for number in range(options.rounds):
            said |= change(world, chance, number)
            process = subprocess.Popen([world.binary, "bridge", "sync"], env=world.environment, cwd=world.work,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0.01, whole))
            killed += process.poll() is None
            process.kill()
            process.wait()
            trouble = complaints(world)
            check(not trouble, f"round {number}, killed: {trouble}")
            started = time.monotonic()
            world.json("bridge", "sync")
            world.json("bridge", "sync")
            whole = max(0.05, (time.monotonic() - started) / 2)
            files = {body(each.read_text()) for each in world.memory.glob("*.md") if each.name != "MEMORY.md"}
            contents = world.contents()
            check(files == set(contents.values()), f"round {number}: the sides differ: {sorted(files ^ set(contents.values()))[:5]}")
            left = [each.name for each in (*world.memory.iterdir(), *world.project.iterdir()) if ".md." in each.name]
            check(not left, f"round {number}: left behind: {left}")
        ever = json.dumps(world.json("export", "--versions"))
        lost = sorted(each for each in said if json.dumps(each)[1:-1] not in ever)
        check(not lost, f"{len(lost)} texts are lost: {lost[:5]}")
        before = world.files(world.memory)
        shutil.rmtree(world.home / ".local/state/ai-memory/bridges")
        world.json("bridge", "add", "claude-code", "agents")
        after = world.files(world.memory)
        check(after == before, f"without its notes a bridge changes files: {[each for each in after.items() if each not in before.items()][:3]}")
        check(len(world.contents()) == len(before) - 1, f"without its notes a bridge doubles facts: {len(world.contents())} of {len(before) - 1} files")
    check(killed > options.rounds / 4, f"only {killed} syncs were killed")
    return f"{options.rounds} rounds, {killed} killed in the middle, all completed"


if __name__ == "__main__":
    run(kill9_bridge, __doc__, rounds=60 if LONG else 10, seed=1)
