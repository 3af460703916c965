#!/usr/bin/env python3
"""Databases made to do harm, by every way in: `doctor --fix`, sync in each direction, taking over, import.

Whatever they hold, no command crashes, hangs or takes much memory; another database beside them stays as it was, ours stays
sound, and no file is left behind. AIM_LONG=1: also larger values, and cases combined.
"""

import contextlib
import hashlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import hostile  # noqa: E402
from outcome import LONG, SLOWER, Findings, check, run  # noqa: E402
from world import World, complaints  # noqa: E402

SECONDS = 60 * SLOWER
MAX_MIB = 700 * SLOWER
INTERNAL = ("SQLITE_", "std::", "terminate", "assert", "what()")


def fingerprint(path):
    """Of what the file holds, past the log."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        rows = connection.execute("SELECT key, id, title, content FROM memories ORDER BY key").fetchall()
    connection.close()
    return hashlib.sha256(repr(rows).encode()).hexdigest()


class Trial:
    """One world with our database, the victim's, and a hostile one."""

    def __init__(self, binary, pattern, name, spoil):
        self.name = name
        self.world = World(binary)
        self.folder = self.world.folder / "db"
        for each in ("memories", "victim", "hostile"):
            shutil.copyfile(pattern, self.folder / f"{each}.db")
            (self.folder / f"{each}.db").chmod(0o600)
        self.ours, self.victim, self.hostile = (self.folder / f"{each}.db" for each in ("memories", "victim", "hostile"))
        self.world.json("store", "-T", "Ours alone", "-c", "not theirs", "-n", "ours")
        self.before = fingerprint(self.victim)
        # In a process of its own: what it takes would count as what the program under test takes.
        child = os.fork()
        if child == 0:
            status = 1
            try:
                spoil(self.hostile, self.victim)
                status = 0
            finally:
                os._exit(status)
        check(os.waitpid(child, 0)[1] == 0, f"{name}: the case could not be made")

    def run(self, *arguments):
        """Status and what was said; fails when the program crashed, hung or took too much."""
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen([self.world.binary, *map(str, arguments)], stdout=out, stderr=subprocess.STDOUT,
                                       stdin=subprocess.DEVNULL, env=self.world.environment, cwd=self.world.work)
            late = threading.Timer(SECONDS, process.kill)
            late.start()
            try:
                _, status, usage = os.wait4(process.pid, 0)
            finally:
                late.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            said = out.read().decode(errors="replace")
        what = f"{self.name}: {' '.join(map(str, arguments))[:80]}"
        check(process.returncode in (0, 1), f"{what}: exit {process.returncode}: {said[-300:]}")
        check(usage.ru_maxrss < MAX_MIB * 1024, f"{what}: took {usage.ru_maxrss >> 10} MiB")
        for internal in INTERNAL:
            check(internal not in said, f"{what}: names internals: {said[-300:]}")
        return process.returncode, said

    def finish(self, sound=True):
        check(fingerprint(self.victim) == self.before, f"{self.name}: the other database was changed")
        check(not list(self.world.folder.glob("**/passwd*")), f"{self.name}: a file was made by an id")
        if sound:
            trouble = complaints(self.world)
            check(not trouble, f"{self.name}: ours is not sound afterwards: {trouble}")
            found = {each["title"] for each in self.world.json("export")["memories"]}
            check("Ours alone" in found, f"{self.name}: ours is gone")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.world.remove()


def rescue(trial):
    status, said = trial.run("--db", trial.hostile, "doctor", "--fix")
    left = [each.name for each in trial.folder.iterdir() if ".rescued-" in each.name]
    check(not left, f"{trial.name}: left behind: {left}")
    if status == 0 or "saved" in said:
        status, said = trial.run("--db", trial.hostile, "doctor")
        check(status == 0, f"{trial.name}: what was rescued is not sound: {said[-600:]}")
    trial.finish()


def synced(direction):
    def way(trial):
        trial.run("--json", "sync", trial.hostile, "-d", direction)
        trial.finish()

    way.__name__ = f"sync_{direction}"
    return way


def taken_over(trial):
    status, said = trial.run("--db", trial.hostile, "stats")
    if trial.name.startswith("nothing_wrong"):
        check(status == 0 and "30" in said, f"a sound one was not taken over: {said}")
    trial.finish()


def imported(trial):
    status, said = trial.run("--json", "import", trial.hostile, "--from", "mcp-memory-service", "-n", "theirs")
    if trial.name.startswith("nothing_wrong"):
        check(status == 0 and '"imported":30' in said, f"a sound one was not imported: {said}")
    trial.finish()


def shown(trial):
    """Opened as ours: somebody may have put it there."""
    trial.run("--db", trial.hostile, "--json", "stats")
    trial.finish()


WAYS = (rescue, synced("pull"), synced("merge"))


def make_pattern(binary, folder):
    with World(binary) as world:
        ids = [world.json("store", "-T", f"Title {number}", "-c", f"content of number {number} " * 10, "-n", "shop", "--tags", "a,b")["id"]
               for number in range(40)]
        world.json("link", ids[0], ids[1])
        world.json("delete", ids[2])
        shutil.copyfile(world.database, folder / "pattern.db")
    return folder / "pattern.db"


def hostile_databases(binary, options):
    findings, tried = Findings(), 0
    with tempfile.TemporaryDirectory() as folder:
        pattern = make_pattern(binary, Path(folder))
        chance = random.Random(options.seed)
        for number, (name, spoil) in enumerate(hostile.CASES.items()):
            if options.only and options.only != name:
                continue
            # Each way in, by turns; all of them when there is time.
            ways = [*WAYS, shown] if LONG or options.only else [WAYS[number % len(WAYS)]]
            if name.startswith("an_endless_tree") and shown not in ways:
                ways.append(shown)
            for way in ways:
                with findings, Trial(binary, pattern, f"{name}, {way.__name__}", spoil) as trial:
                    tried += 1
                    way(trial)
        for cases, way, make in ((hostile.REFERENCE_CASES, taken_over, hostile.make_reference), (hostile.STORE_CASES, imported, hostile.make_store)):
            for name, spoil in cases.items():
                if options.only and options.only != name:
                    continue

                def make_and_spoil(path, victim, make=make, spoil=spoil):
                    path.unlink()
                    make(path)
                    spoil(path, victim)

                with findings, Trial(binary, pattern, f"{name}, {way.__name__}", make_and_spoil) as trial:
                    tried += 1
                    way(trial)
        for number in range(options.combined if not options.only else 0):
            names = chance.sample(sorted(hostile.CASES), 3)

            def spoil(path, victim, names=names):
                for each in names:
                    with contextlib.suppress(sqlite3.Error, TypeError):
                        hostile.CASES[each](path, victim)

            with findings, Trial(binary, pattern, f"{number}: {' + '.join(names)}", spoil) as trial:
                tried += 1
                chance.choice(WAYS)(trial)
    findings.raise_any()
    return f"{len(hostile.CASES)} cases, {tried} trials"


if __name__ == "__main__":
    run(hostile_databases, __doc__, seed=1, combined=200 if LONG else 10, only="")
