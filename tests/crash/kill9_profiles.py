#!/usr/bin/env python3
"""What profiles do in many transactions is killed by SIGKILL at moments spread over its course: merging (J4), the import of a mudpuppy's
own database (K1) and of Markdown (J7), the indexing of a folder (K4).

After each kill the database is sound, every memory that was there is there, whole or in the archive; what is done was done in whole
steps; a second run ends in the state that a run in one piece leaves, without a memory twice, and a third has nothing to do.
AIM_LONG=1: ten times as many kills.
"""

import json
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "lib"), str(HERE.parent / "profile")]
from outcome import LONG, SLOWER, check, run, run_cases  # noqa: E402
from two import Two, same  # noqa: E402

PARTS = ("-wal", "-shm")
SECONDS = 60 * SLOWER


class Work:
    """Something that takes many transactions. What each kind says: the command, how to count its steps, what must hold of a part."""

    command, counted = (), "SELECT count(*) FROM memories"
    name_space = "shop"

    def __init__(self, binary):
        self.two = Two(binary)
        self.world = self.two.world
        self.database = self.two.projects
        self.two.init()

    def run(self):
        done = self.world.run(*self.command, timeout=SECONDS)
        check(done.returncode == 0, f"{self.command[:2]}: {done.stderr[-500:]} {done.stdout[-500:]}")
        return json.loads(done.stdout)

    def state(self):
        """Of every memory what does not differ from run to run; of those in the archive too."""
        exported = self.world.json("--db", self.database, "export", "--with-indexed", timeout=SECONDS)
        live = sorted((each["title"], each["content"], tuple(sorted(each["tags"]))) for each in exported["memories"])
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as connection:
            archived = sorted(connection.execute("SELECT title, content FROM archive").fetchall())
        connection.close()
        return live, archived

    def steps(self):
        try:
            connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=0)
        except sqlite3.OperationalError:
            return 0
        try:
            return connection.execute(self.counted).fetchone()[0]
        except sqlite3.Error:
            return 0  # it is just being made, or is locked
        finally:
            connection.close()

    def kill_at(self, steps, delay):
        """Whether it was killed while it worked."""
        process = subprocess.Popen([self.world.binary, *map(str, self.command)], env=self.world.environment, cwd=self.world.work,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + SECONDS
        while process.poll() is None and self.steps() < steps:
            check(time.monotonic() < end, f"only {self.steps()} of {steps} steps in time")
        time.sleep(delay)  # into the next step
        killed = process.poll() is None
        process.kill()
        process.wait()
        return killed

    def sound(self, when):
        done = self.world.run("--db", self.database, "--json", "doctor", timeout=SECONDS)
        check(done.returncode == 0, f"{when}: doctor: {(done.stdout + done.stderr)[-1500:]}")

    def keep_pattern(self):
        """What is there before the work, to begin anew from; nothing, where the work makes the database."""
        self.pattern = self.world.folder / "pattern.db"
        if self.database.exists():
            check(not self.world.run("--db", self.database, "backup", self.pattern).returncode, "no backup")

    def begin_anew(self):
        for part in ("", *PARTS):
            Path(str(self.database) + part).unlink(missing_ok=True)
        if self.pattern.exists():
            shutil.copyfile(self.pattern, self.database)

    def is_whole(self, when):
        """Fails where a step was done in part."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.world.remove()


class Merging(Work):
    """Groups of three that say the same."""

    groups, counted = 60, "SELECT count(*) / 2 FROM archive"
    command = ("call", "deduplicate_memories", '{"auto_merge":true,"limit":100}')

    def __init__(self, binary):
        super().__init__(binary)
        self.command = (*self.command, "--project", self.two.project)
        memories = [{"id": f"{group:08d}-0000-4000-8000-{copy:012d}", "title": f"Fact {group}, copy {copy}", "tags": [f"t{copy}"],
                     "content": f"The till number {group} opens at nine and is closed at six.", "namespace": self.name_space, "tier": "long",
                     "created_at": f"2026-01-0{1 + copy}T00:00:00Z", "updated_at": f"2026-02-0{1 + copy}T00:00:00Z"}
                    for group in range(self.groups) for copy in range(3)]  # fmt: skip
        self.world.json("--db", self.database, "import", input=json.dumps({"memories": memories}))

    def whole(self):
        return self.groups

    def is_whole(self, when):
        live, archived = self.state()
        for group in range(self.groups):
            here = [(title, tags) for title, _, tags in live if title.startswith(f"Fact {group},")]
            there = [title for title, _ in archived if title.startswith(f"Fact {group},")]
            merged = here == [(f"Fact {group}, copy 2", ("t0", "t1", "t2"))] and len(there) == 2
            check(merged or (len(here) == 3 and not there), f"{when}: group {group}: {here}, archived {there}")

    def is_idle(self, said):
        return not said.get("merged") and said["groups_found"] == 0


class FromMudpuppy(Work):
    entries = 4000

    def __init__(self, binary):
        super().__init__(binary)
        self.database = self.world.database
        source = self.world.folder / "memory.db"
        with sqlite3.connect(source) as connection:
            connection.execute(
                "CREATE TABLE memory_entries (id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL, content_hash TEXT UNIQUE NOT NULL, "
                "entry_type TEXT NOT NULL DEFAULT 'fact', source TEXT DEFAULT 'manual', context TEXT, confidence REAL DEFAULT 1.0, "
                "importance INTEGER DEFAULT 5, tags TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, expires_at INTEGER, "
                "access_count INTEGER DEFAULT 0, last_accessed_at INTEGER)")
            connection.executemany("INSERT INTO memory_entries (content, content_hash, tags, created_at, updated_at) VALUES (?, ?, '[\"a\"]', ?, ?)",
                                   ((f"entry {n} likes tea " + "word " * (n % 30), f"h{n}", 1_700_000_000_000 + n, 1_700_000_000_000 + n)
                                    for n in range(self.entries)))
        connection.close()
        self.command = ("--json", "import", "--from", "mudpuppy", source)

    def whole(self):
        return self.entries

    def is_idle(self, said):
        return said["imported"] == 0 and said["skipped"] == self.entries


class FromMarkdown(Work):
    files, sections = 40, 25

    def __init__(self, binary):
        super().__init__(binary)
        for file in range(self.files):
            (self.two.project / f"notes{file}.md").write_text(
                "".join(f"## Section {file}-{section}\n\nThe till {file} of floor {section} is open. {'word ' * 40}\n\n" for section in range(self.sections)))
        paths = [f"notes{file}.md" for file in range(self.files)]
        self.command = ("call", "import_markdown_memories", json.dumps({"file_paths": paths, "confirm_import": True}), "--project", self.two.project)

    def whole(self):
        return self.files * self.sections

    def is_whole(self, when):
        live, _ = self.state()
        for file in range(self.files):
            count = sum(title.startswith(f"Section {file}-") for title, _, _ in live)
            check(count in (0, self.sections), f"{when}: {count} of {self.sections} sections of a file")

    def is_idle(self, said):
        return (said["imported"], said["updated"], said["unchanged"]) == (0, 0, self.files * self.sections)


class Indexing(Work):
    files, parts = 80, 6

    def __init__(self, binary):
        super().__init__(binary)
        self.database = self.world.database
        folder = self.world.folder / "notes"
        for file in range(self.files):
            path = folder / f"{file % 7}/{file}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"# Part {part}\n\nokapi{file} {'word ' * 700}\n" for part in range(self.parts)))
        self.command = ("--json", "index", folder, "--namespace", "notes")

    def whole(self):
        return self.files * self.parts

    def is_whole(self, when):
        live, _ = self.state()
        for file in range(self.files):
            count = sum(f"okapi{file} " in content for _, content, _ in live)
            check(count in (0, self.parts), f"{when}: {count} of {self.parts} parts of a file")

    def is_idle(self, said):
        return (said["added"], said["changed"], said["unchanged"]) == (0, 0, self.files)


def killed_and_finished(work, rounds, chance):
    work.keep_pattern()
    before = {title for title, *_ in work.state()[0]} if work.pattern.exists() else set()
    work.run()
    wanted, in_the_middle = work.state(), 0
    check(work.is_idle(work.run()), "a second run in peace still does something")
    for number in range(rounds):
        work.begin_anew()
        when = f"kill {number + 1} of {rounds}"
        killed = work.kill_at(work.whole() * number // rounds, chance.uniform(0, 0.006))
        if work.database.exists():
            work.sound(when)
            in_the_middle += killed and 0 < work.steps() < work.whole()
            live, archived = work.state()
            lost = before - {title for title, *_ in live} - {title for title, _ in archived}
            check(not lost, f"{when}: lost: {sorted(lost)[:3]}")
            work.is_whole(when)
        work.run()
        same(work.state() == wanted, True, f"{when}: the second run ends like one in one piece")
        check(work.is_idle(work.run()), f"{when}: a third run still does something")
        work.sound(when)
    check(in_the_middle > rounds / 3, f"only {in_the_middle} of {rounds} kills came in the middle")
    return in_the_middle


def case_of(kind):
    def case(binary):
        with kind(binary) as work:
            killed_and_finished(work, 50 if LONG else 5, random.Random(1))

    case.__name__ = kind.__name__.lower()
    return case


CASES = tuple(case_of(kind) for kind in (Merging, FromMudpuppy, FromMarkdown, Indexing))


def test(binary, options):
    return run_cases(CASES, binary, options.case)


if __name__ == "__main__":
    run(test, __doc__, case="")
