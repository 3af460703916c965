#!/usr/bin/env python3
"""Power cuts: what was acknowledged is there afterwards, whatever the disk did with what was not synced.

A library in the program (disk_log.cpp) writes down each write and sync of the database's files. From that log the files are
made as they may be found after a cut at any moment, with what was not synced lost, kept or torn, and the program opens them.
Scenarios: stores and deletes, turns, imports, syncs, migration, collecting, doctor. AIM_LONG=1: many more cuts.
"""

import json
import random
import shutil
import sqlite3
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from disk import MODES, SYNC, WRITE, Disk, records, write_image  # noqa: E402
from outcome import LONG, Findings, Skipped, check, eventually, run  # noqa: E402
from vectors import without_lost_words  # noqa: E402
from world import World, complaints  # noqa: E402


class Logged:
    """A world whose program writes down what it does to the database's folder, from here on."""

    def __init__(self, world, library):
        self.world = world
        self.folder = world.database.parent
        self.log = world.folder / "disk.log"
        self.log.touch()
        self.disk_before = Disk(self.folder)
        self.environment = dict(world.environment, LD_PRELOAD=str(Path(library).resolve()), AIM_DISK_FOLDER=str(self.folder), AIM_DISK_LOG=str(self.log))

    def place(self):
        return self.log.stat().st_size

    def run(self, *arguments, **options):
        plain, self.world.environment = self.world.environment, self.environment
        try:
            return self.world.run(*arguments, **options)
        finally:
            self.world.environment = plain

    def mcp(self):
        return self.world.mcp("--tier", "keyword", env=self.environment)

    def images(self, chance, cuts, modes=MODES):
        """(place of the cut, mode, image) in the order of the log."""
        log = list(records(self.log))
        check(len(log) > 3, "nothing was logged: is the program linked statically?")
        places = sorted(chance.sample(range(1, len(log) + 1), min(cuts, len(log))))
        disk, done = self.disk_before, 0
        for upto in places:
            for record in log[done:upto]:
                disk.take(record)
            done = upto
            for mode in modes:
                yield log[upto - 1][0], mode, disk.after(mode, chance)


class After:
    """The world after a cut: other files, the same program. Its own log is off."""

    def __init__(self, binary, source, image):
        self.world = World(binary)
        write_image(image, source, self.world.database.parent)

    def __enter__(self):
        return self.world

    def __exit__(self, *_):
        self.world.remove()


def memories_of(world, database=None):
    given = ("--db", database) if database else ()
    return {each["title"]: each["content"] for each in world.json(*given, "export", timeout=120)["memories"]}


def sound(world, what):
    trouble = complaints(world)
    check(not trouble, f"{what}: {trouble}")


def sequence(binary, options, work, state_of, findings, name):
    """`work(client, acknowledge)` calls acknowledge(state) with what must be there from then on. The states are in order, and a
    cut leaves the one acknowledged last before it, or the next."""
    chance = random.Random(options.seed)
    with World(binary) as world:
        world.json("store", "-T", "First", "-c", "was there before", "-n", "cut")
        logged = Logged(world, options.preload)
        states = []
        with logged.mcp() as client:
            work(client, lambda state: states.append((logged.place(), state)))
            client.close()
        for place, mode, image in logged.images(chance, options.cuts):
            with findings, After(binary, logged.folder, image) as after:
                what = f"{name}, cut at {place}, {mode}"
                known = [state for at, state in states if at <= place]
                index = len(known) - 1
                allowed = [known[-1] if known else None, states[index + 1][1] if index + 1 < len(states) else None]
                found = state_of(after)
                check(found in allowed or (not known and found in (states[0][1], initial(state_of, binary))),
                      f"{what}: {describe(found)} is neither {describe(allowed[0])} nor {describe(allowed[1])}")
                sound(after, what)


def describe(state):
    return f"{len(state)} items, the last {list(state)[-1:]}" if state is not None else "nothing yet"


def initial(state_of, binary):
    with World(binary) as world:
        world.json("store", "-T", "First", "-c", "was there before", "-n", "cut")
        return state_of(world)


# ---- one call after the other ----
def stores_and_deletes(binary, options, findings):
    chance = random.Random(options.seed)

    def work(client, acknowledge):
        kept, ids = {"First": "was there before"}, {}
        for number in range(options.calls):
            title = f"Title {chance.randrange(options.calls // 2)}"
            if title in ids and chance.random() < 0.3:
                client.call("memory_delete", {"id": ids.pop(title)})
                del kept[title]
            else:
                content = f"content {number} " + "x" * chance.randrange(6000)
                ids[title] = client.call("memory_store", {"title": title, "content": content, "namespace": "cut"})["id"]
                kept[title] = content
            acknowledge(dict(kept))

    sequence(binary, options, work, memories_of, findings, "stores and deletes")


def turns(binary, options, findings):
    def work(client, acknowledge):
        said = []
        for number in range(options.calls // 2):
            text = f"turn {number} " + "said " * (number * 37 % 400)
            client.call("memory_capture_turn", {"session_id": "s", "role": "user", "content": text, "namespace": "cut"})
            said.append(text)
            acknowledge(list(said))

    def state_of(world):
        return [each["content"] for each in world.json("export")["turns"]]

    sequence(binary, options, work, state_of, findings, "turns")


# ---- a command that is cut and repeated ----
def repeated(binary, options, findings, name, prepare, command, result, between=None):
    """A cut leaves a sound database without loss, and the command, given again, ends as if nothing had been."""
    chance = random.Random(options.seed)
    with World(binary) as world:
        prepare(world)
        logged = Logged(world, options.preload)
        done = logged.run(*command(world), timeout=120)
        check(done.returncode == 0, f"{name}: exit {done.returncode}: {done.stderr}{done.stdout}")
        expected = result(world)
        for place, mode, image in logged.images(chance, options.cuts):
            what = f"{name}, cut at {place}, {mode}"
            with findings, After(binary, logged.folder, image) as after:
                (between or sound)(after, what)
                again = after.run(*command(after), timeout=120)
                check(again.returncode == 0, f"{what}: again: exit {again.returncode}: {again.stderr}{again.stdout}")
                check(result(after) == expected, f"{what}: the repeated command left something else")
                sound(after, what + ", again")


def export_document(count):
    return json.dumps({"memories": [
        {"id": f"m-{number}", "title": f"Title {number}", "content": f"content {number} " * 30, "namespace": f"n{number % 3}", "tier": "long",
         "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z"} for number in range(count)],
        "links": [{"source_id": f"m-{number}", "target_id": f"m-{number + 1}"} for number in range(0, count - 1, 7)]})


def imports(binary, options, findings):
    def prepare(world):
        world.json("store", "-T", "First", "-c", "was there before", "-n", "cut")
        (world.folder / "export.json").write_text(export_document(200))

    repeated(binary, options, findings, "import", prepare, lambda world: ("import", world_export(world)), memories_of)


def world_export(world):
    path = world.folder / "export.json"
    if not path.exists():
        path.write_text(export_document(200))
    return path


def syncs(binary, options, findings):
    def prepare(world):
        world.json("import", input=export_document(150))
        shutil.copyfile(world.database, world.database.parent / "other.db")
        world.json("store", "-T", "Here", "-c", "only here", "-n", "cut")
        world.json("delete", "m-3")
        other = world.database.parent / "other.db"
        world.json("--db", other, "store", "-T", "There", "-c", "only there", "-n", "cut")
        world.json("--db", other, "delete", "m-5")

    def command(world):
        return ("sync", world.database.parent / "other.db")

    def result(world):
        other = world.database.parent / "other.db"
        return memories_of(world), memories_of(world, other)

    repeated(binary, options, findings, "sync", prepare, command, result)


def migration(binary, options, findings):
    """A database of layout 5 becomes one of the newest."""

    def prepare(world):
        world.json("import", input=export_document(100))
        world.json("stats")
        with sqlite3.connect(world.database) as connection:
            connection.executescript(
                f"PRAGMA foreign_keys=OFF; PRAGMA secure_delete=ON; {'; '.join(without_lost_words)}; DROP TABLE link_versions; DROP TABLE versions; DROP TABLE namespace_keys; DROP TABLE file_mark; DROP TABLE tokens; DROP TABLE undo; DROP TABLE golden_questions; DROP TABLE access_log; DROP TABLE accesses; DROP TABLE archived_links; DROP INDEX memories_content; DROP INDEX memories_agent;"
                "DROP INDEX links_superseded; ALTER TABLE memories DROP COLUMN deadline; DROP TABLE transcript_links; DROP TABLE transcript_tombstones; DROP TABLE turns;"
                "DROP TABLE turn_texts; DROP TABLE text_blocks; DROP TABLE transcripts; PRAGMA user_version=5; PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()

    repeated(binary, options, findings, "migration", prepare, lambda world: ("stats",), memories_of, between=lambda *_: None)


def collecting(binary, options, findings):
    def prepare(world):
        world.json("import", input=json.dumps({"format": "ai-memory-export/1", "memories": [
            {"id": f"x-{number}", "title": f"Short {number}", "content": "gone soon " * 50, "namespace": "cut", "tier": "short",
             "created_at": "2026-01-01T00:00:00Z", "expires_at": "2026-01-02T00:00:00Z"} for number in range(60)]}))
        world.json("store", "-T", "First", "-c", "was there before", "-n", "cut")

    def result(world):
        return memories_of(world), {each["title"] for each in world.json("export")["archive"]}

    repeated(binary, options, findings, "gc", prepare, lambda world: ("gc",), result)


def mending(binary, options, findings):
    """doctor --fix of a damaged database: at every moment there is one, and giving the command again ends it."""

    def prepare(world):
        world.json("import", input=export_document(120))
        damage(world.database)

    def damage(path):
        with sqlite3.connect(path) as connection:
            root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'memory_text_data'").fetchone()[0]
            size = connection.execute("PRAGMA page_size").fetchone()[0]
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        data = bytearray(path.read_bytes())
        data[(root - 1) * size : root * size] = b"\xa5" * size
        path.write_bytes(data)

    def result(world):
        left = [each.name for each in world.database.parent.iterdir() if ".rescued-" in each.name]
        check(not left, f"left behind: {left}")
        return memories_of(world)

    def twice(world, what):
        world.run("doctor", "--fix", timeout=120)

    repeated(binary, options, findings, "doctor --fix", prepare, lambda world: ("doctor", "--fix"), result, between=twice)


def normal(binary, options, findings):
    """With synchronous = "normal" the log is synced some seconds after the last write, though nothing more happens."""
    with findings, World(binary) as world:
        world.json("store", "-T", "First", "-c", "was there before", "-n", "cut")
        config = world.home / ".config" / "ai-memory"
        config.mkdir(parents=True)
        (config / "config.toml").write_text('[storage]\nsynchronous = "normal"\n')
        logged = Logged(world, options.preload)
        logged.environment.pop("AI_MEMORY_NO_CONFIG")
        with logged.mcp() as client:
            client.call("memory_store", {"title": "Second", "content": "x" * 3000, "namespace": "cut"})

            def is_synced():
                log = list(records(logged.log))
                writes = [place for place, kind, _, _, name, _ in log if kind == WRITE and name.endswith("-wal")]
                syncs = [struct.unpack("<Q", data)[0] for _, kind, _, _, name, data in log if kind == SYNC and name.endswith("-wal")]
                check(writes, "the store wrote no log")
                return any(begun >= writes[-1] for begun in syncs)

            check(not is_synced(), "it was synced at once: that is not what normal means")
            check(eventually(is_synced, seconds=30), "the log was not synced")
            client.close()


def little_room(binary, options, findings):
    """A full disk stops an import, which tells how much is in, and leaves the room that deleting needs."""
    with findings, World(binary) as world:
        world.json("store", "-T", "First", "-c", "was there before", "-n", "cut")
        (world.folder / "export.json").write_text(export_document(20_000))
        logged = Logged(world, options.preload)
        logged.environment["AIM_DISK_ROOM"] = str(30 << 20)
        done = logged.run("import", world.folder / "export.json", timeout=300)
        check(done.returncode == 1, f"an import onto a full disk: exit {done.returncode}: {done.stdout}")
        check("nothing was changed" not in done.stderr and "memories" in done.stderr, f"it does not say what is in: {done.stderr}")
        told = int(done.stderr.split("stopped with ")[1].split()[0])
        kept = len(memories_of(world)) - 1
        check(told == kept > 0, f"{told} memories are said to be in, there are {kept}")
        logged.environment["AIM_DISK_ROOM"] = str((4 << 20) - 4096)
        done = logged.run("store", "-T", "Second", "-c", "no room", "-n", "cut")
        check(done.returncode == 1 and "full" in done.stderr, f"a store on a full disk: {done.returncode} {done.stderr}")
        for number in range(5):
            done = logged.run("delete", f"m-{number}")
            check(done.returncode == 0, f"nothing can be deleted from a full disk: {done.stderr}")
        sound(world, "little room")
        check(world.run("import", world.folder / "export.json", timeout=300).returncode == 0, "the import could not be completed")
        check(len(memories_of(world)) >= 20_000 - 5, "the completed import lacks memories")
        sound(world, "little room, afterwards")


SCENARIOS = (stores_and_deletes, turns, imports, syncs, migration, collecting, mending, normal, little_room)


def power_cut(binary, options):
    if not Path(options.preload).exists():
        raise Skipped("the library that logs writes is not built")
    findings = Findings()
    for scenario in SCENARIOS:
        if not options.only or options.only == scenario.__name__:
            scenario(binary, options, findings)
    findings.raise_any()
    return f"{len(SCENARIOS)} scenarios, {options.cuts} cuts each, {len(MODES)} kinds of loss"


if __name__ == "__main__":
    run(power_cut, __doc__, preload="", cuts=100 if LONG else 6, calls=60 if LONG else 30, seed=1, only="")
