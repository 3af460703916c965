#!/usr/bin/env python3
"""Mining: how fast exports are read (a dry run) and stored, and what memory that takes, whatever their size."""

import json
import os
import random
import subprocess
import time

from support import Bench, check

MEGABYTE = 1_000_000
SIZES = (50, 400)  # MB of export


def claude(path, megabytes, words):
    """An export of about that size, of conversations of 4 to 40 messages; each text stands in it twice, as in real ones."""
    chance, conversations = random.Random(megabytes), 0
    with open(path, "w", encoding="utf-8") as out:
        out.write("[")
        while out.tell() < megabytes * MEGABYTE:
            messages = []
            for place in range(chance.randint(4, 40)):
                text = " ".join(chance.choices(words, k=chance.randint(5, 150)))
                messages.append({"uuid": f"{conversations}-{place}", "text": text, "content": [{"type": "text", "text": text}],
                                 "sender": "human" if place % 2 == 0 else "assistant",
                                 "created_at": f"2025-03-01T10:{place:02}:00.000000Z", "attachments": [], "files": []})
            out.write(("," if conversations else "") + json.dumps(
                {"uuid": f"c{conversations}", "name": " ".join(chance.choices(words, k=5)), "created_at": "2025-03-01T10:00:00Z",
                 "chat_messages": messages}))
            conversations += 1
        out.write("]")
    return conversations


def chatgpt(path, megabytes, words):
    chance, conversations = random.Random(megabytes), 0
    with open(path, "w", encoding="utf-8") as out:
        out.write("[")
        while out.tell() < megabytes * MEGABYTE:
            mapping, parent = {}, None
            for place in range(chance.randint(4, 40)):
                name = f"{conversations}-{place}"
                mapping[name] = {"id": name, "parent": parent, "children": [], "message": {
                    "id": name, "author": {"role": "user" if place % 2 == 0 else "assistant"}, "create_time": 1.7e9 + place,
                    "content": {"content_type": "text", "parts": [" ".join(chance.choices(words, k=chance.randint(5, 150)))]}}}
                parent = name
            out.write(("," if conversations else "") + json.dumps(
                {"conversation_id": f"g{conversations}", "title": " ".join(chance.choices(words, k=5)), "create_time": 1.7e9,
                 "current_node": parent, "mapping": mapping}))
            conversations += 1
        out.write("]")
    return conversations


def mine(bench, path, *flags):
    """Reply, wall seconds, CPU seconds, largest resident set in MB."""
    begin = time.monotonic()
    process = subprocess.Popen([bench.world.binary, "--json", "mine", path, *flags], stdout=subprocess.PIPE,
                               env=bench.world.environment, cwd=bench.world.work)
    printed = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    check(process.returncode == 0, f"mine exits {process.returncode}")
    return json.loads(printed), time.monotonic() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main(bench):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "vocabulary.txt"), encoding="utf-8") as file:
        words = file.read().split()
    for name, make in (("claude", claude), ("chatgpt", chatgpt)):
        for megabytes in SIZES:
            path = bench.world.folder / "conversations.json"
            count = make(path, megabytes, words)
            size = path.stat().st_size / MEGABYTE
            label = f"{name} export of {megabytes} MB"
            bench.use_database(0)
            reply, wall, cpu, resident = mine(bench, path, "--dry-run")
            check(reply["would_import"] >= count, f"{reply['would_import']} of {count} conversations")
            bench.figure(f"{label}, dry run, wall", "MB/s", megabytes, size / wall, 30, 1)
            bench.figure(f"{label}, dry run, CPU", "MB/s", megabytes, size / cpu, 30, 1)
            bench.figure(f"{label}, dry run, resident", "MB", megabytes, resident, 100, 1)
            if megabytes == SIZES[0] or bench.has(100_000):
                reply, wall, cpu, resident = mine(bench, path)
                check(reply["imported"] >= count, f"{reply['imported']} of {count} conversations")
                bench.figure(f"{label}, stored, wall", "MB/s", megabytes, size / wall, 5, 1)
                bench.figure(f"{label}, stored, CPU", "MB/s", megabytes, size / cpu, None, 1)
                bench.figure(f"{label}, stored, resident", "MB", megabytes, resident, 100, 1)
                reply, wall, _, _ = mine(bench, path)
                check(reply["imported"] == 0, f"{reply['imported']} came twice")
                bench.figure(f"{label}, again, wall", "MB/s", megabytes, size / wall, None, 1)
            path.unlink()


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        main(bench)
