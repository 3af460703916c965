#!/usr/bin/env python3
"""How fast `adopt` takes in sessions of Claude Code as they are on disk: mostly results of tools, some prompts and answers (X4).

--sizes says how many megabytes are made; the requirement is 1 GB within 60 s of two cores and 200 MB of memory."""

import json
import random
import resource
import shutil

from support import SIZES, Bench, check, run_timed

WORDS = ("server queue invoice deploy branch schema cache token retry latency customer report index migration socket parser region bucket "
         "worker thread lock price order stock page label query backup mirror certificate").split()


def sentence(chance, words):
    return " ".join(chance.choices(WORDS, k=words))


def session(folder, number, chance, megabytes):
    """One file of about so many megabytes: per prompt an answer, four calls of tools and their results."""
    path = folder / f"session-{number}.jsonl"
    written, turn, parent = 0, 0, None
    with path.open("w") as out:
        def record(role, content):
            nonlocal written, turn, parent
            uid = f"{number}-{turn}"
            line = json.dumps({"parentUuid": parent, "isSidechain": False, "cwd": f"/home/x/project-{number % 7}", "sessionId": path.stem, "version": "2.1.0",
                               "type": role, "message": {"role": role, "content": content}, "uuid": uid,
                               "timestamp": f"2026-01-{number % 28 + 1:02}T{turn // 3600 % 24:02}:{turn // 60 % 60:02}:{turn % 60:02}.000Z"}) + "\n"
            out.write(line)
            written, turn, parent = written + len(line), turn + 1, uid
        while written < megabytes * 1e6:
            record("user", f"Please look at the {sentence(chance, 12)} ({turn})")
            for call in range(4):
                record("assistant", [{"type": "tool_use", "id": f"t{turn}", "name": "Read", "input": {"file_path": f"/home/x/src/{chance.choice(WORDS)}.cpp"}}])
                record("user", [{"type": "tool_result", "tool_use_id": f"t{turn - 1}", "content": sentence(chance, chance.randrange(200, 2500))}])
            record("assistant", [{"type": "text", "text": f"It is the {sentence(chance, 60)}."}])


def measure(bench, megabytes):
    chance, world = random.Random(1), bench.use_database(0)
    folder = world.home / ".claude" / "projects" / "-home-x"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for number in range(max(1, megabytes // 2)):
        session(folder, number, chance, 2)
    wall, _, status = run_timed([bench.options.binary, "adopt", "--yes"], world)
    check(status == 0, f"adopt ended with status {status}")
    bench.figure("adopt, wall", "s", megabytes, wall, 0.06 * megabytes)
    bench.figure("adopt, memory", "MB", megabytes, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, 200)
    again, _, status = run_timed([bench.options.binary, "adopt", "--yes"], world)
    check(status == 0, f"adopt ended with status {status}")
    bench.figure("adopt again, nothing new", "ms", megabytes, again * 1000)


if __name__ == "__main__":
    with Bench(__doc__) as bench:
        for size in bench.sizes if bench.sizes != SIZES else (200,):
            measure(bench, size)
