#!/usr/bin/env python3
"""An encrypted database (Y1): nothing readable in any file that commands, servers, hooks and kills leave; locked, it tells how to unlock it and loses
nothing; encrypt, rekey and decrypt that are killed by SIGKILL leave all memories."""

import json
import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import LONG, SLOWER, Skipped, check, eventually, run  # noqa: E402
from mcp_client import ToolError  # noqa: E402
from server import Server  # noqa: E402
from world import World, complaints  # noqa: E402

WORD = "Zanzibarmark"


def readable(world):
    """Files with the marked word in them, but for those in memory ($XDG_RUNTIME_DIR)."""
    return sorted(str(each.relative_to(world.folder)) for each in world.folder.rglob("*")
                  if each.is_file() and not each.is_relative_to(world.folder / "run") and WORD.encode() in each.read_bytes())


def encrypt(world, passphrase="a good passphrase"):
    done = world.run("encrypt", input=passphrase + "\n")
    if "keyring" in done.stderr:
        raise Skipped(done.stderr.strip())
    check(done.returncode == 0, f"encrypt: {done.stderr}")
    check("unlocked on this machine" in done.stdout, done.stdout)


def hook(world, event, session, **fields):
    frame = {"hook_event_name": event, "session_id": session, "cwd": str(world.work), **fields}
    name = {"UserPromptSubmit": "user-prompt", "Stop": "stop"}[event]
    return world.run("hook", name, input=json.dumps(frame))


def total(world):
    return world.json("stats")["total"]


def nothing_is_readable(binary, options):
    chance = random.Random(options.seed)
    with World(binary) as world:
        world.json("store", "--title", "first", f"{WORD} first")
        encrypt(world)
        check(readable(world) == [], f"after encrypting: {readable(world)}")
        with world.mcp() as client:
            for number in range(options.operations):
                what = chance.randrange(6)
                text = f"{WORD} {number} {'word ' * chance.randrange(30)}"
                if what < 3:
                    client.call("memory_store", {"title": f"t{number}", "content": text})
                elif what == 3:
                    client.call("memory_recall", {"context": f"{WORD} {chance.randrange(number + 1)}"})
                elif what == 4:
                    hook(world, "UserPromptSubmit", f"s{number % 5}", prompt=f"Please note {WORD} number {number}: npm test failed with error E{number}")
                    hook(world, "Stop", f"s{number % 5}", last_assistant_message=f"We decided to use {WORD} {number} from now on.")
                else:
                    world.run("store", "--title", f"c{number}", text)
                if number % 50 == 0:
                    found = readable(world)
                    check(found == [], f"after {number} operations: {found}")
        server = subprocess.Popen([world.binary, "mcp"], env=world.environment, cwd=world.work, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        server.stdin.write((json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "memory_store", "arguments": {"title": "last", "content": f"{WORD} last"}}}) + "\n").encode())
        server.stdin.flush()
        time.sleep(0.3)
        server.kill()
        server.wait()
        check(readable(world) == [], f"after a kill: {readable(world)}")
        check(complaints(world) == "", f"doctor: {complaints(world)}")
        world.json("rewind", "--to", "now", str(world.work / "then.db"))
        check(readable(world) == [], f"after a rewind: {readable(world)}")
        check(world.json("--db", str(world.work / "then.db"), "stats")["total"] == total(world), "the rewound file opens with the same key")
        copy = world.json("backup")["file"]
        check(readable(world) == [], f"after a backup: {readable(world)}")
        check(world.run("recall", f"{WORD} first").stdout.count(WORD) > 0, "what was stored is found")
        before = total(world)
        world.json("store", "--title", "later", f"{WORD} later")
        world.json("restore", copy)
        check(total(world) == before, "the backup was restored")
        # The other database of a sync is as its owner has it: plain where it is new, and that is said.
        for _ in range(2):
            done = world.run("sync", str(world.work / "other.db"))
            check("not encrypted, as this one is" in done.stderr, f"sync: {done.stderr}")
        world.run("--db", str(world.work / "other.db"), "encrypt", input="another one\n")
        done = world.run("sync", str(world.work / "other.db"))
        check(done.returncode == 0 and done.stderr == "", f"sync of two that are encrypted: {done.stderr}")


def locked(binary, _):
    with World(binary) as world:
        world.json("store", "--title", "first", f"{WORD} first")
        encrypt(world)
        recovery = world.run("key", "show-recovery").stdout.strip()
        check(world.run("lock").returncode == 0, "lock")
        for command in (["list"], ["recall", "first"], ["store", f"{WORD} x"], ["rekey"], ["decrypt"], ["key", "show-recovery"]):
            done = world.run(*command, input="a passphrase\n")
            check(done.returncode != 0 and "ai-memory unlock" in done.stderr, f"{command}: {done.returncode} {done.stderr}")
        with world.mcp() as client:
            try:
                client.call("memory_list", {})
                check(False, "MCP: a locked database was listed")
            except ToolError as error:
                check("ai-memory unlock" in str(error), f"MCP: {error}")
        # Hooks stay silent, and what they would have kept waits, unreadable.
        said = hook(world, "UserPromptSubmit", "s", prompt=f"{WORD}: remember this\n#remember {WORD} is the word")
        check(said.returncode == 0 and said.stdout.strip() in ("", "{}") and not said.stderr, f"hook: {said}")
        check(readable(world) == [], f"what hooks put aside: {readable(world)}")
        # Waiting events follow a change of the key, and come in under the new one.
        world.run("unlock", input="a good passphrase\n")
        check(world.run("rekey", input="another passphrase\n").returncode == 0, "rekey")
        check(readable(world) == [], f"what waits after a rekey: {readable(world)}")
        recovery = world.run("key", "show-recovery").stdout.strip()
        world.run("lock")
        check(world.run("unlock", input="not this one\n").returncode != 0, "a wrong passphrase")
        check(world.run("list").returncode != 0, "a wrong passphrase unlocks nothing")
        check(world.run("unlock", "--recovery", input=recovery.replace("-", " ") + "\n").returncode == 0, "the recovery key")
        hook(world, "UserPromptSubmit", "s2", prompt="hello there")
        check(WORD in world.run("recall", "what is the word").stdout, "what hooks put aside was taken in")
        world.run("lock")
        hook(world, "UserPromptSubmit", "s3", prompt=f"#remember {WORD} is what came last")
        check(world.run("unlock", "--for", "1h", input="another passphrase\n").returncode == 0, "the passphrase")
        world.run("decrypt")
        hook(world, "UserPromptSubmit", "s4", prompt="hello again")
        check("came last" in world.run("recall", "what came last").stdout, "what waited when the database was decrypted was taken in")
        with sqlite3.connect(world.database) as connection:
            check(connection.execute("SELECT count(*) FROM memories").fetchone()[0] >= 1, "decrypted")


def by_key_file(binary, _):
    """A key in a file has no passphrase: `unlock` takes the file's, where it opens the database, and asks nobody."""
    with World(binary) as world:
        world.json("store", "--title", "first", f"{WORD} first")
        file = world.folder / "stick"
        done = world.run("encrypt", "--key-file", file)
        if "keyring" in done.stderr:
            raise Skipped(done.stderr.strip())
        check(done.returncode == 0, f"encrypt: {done.stderr}")
        check(world.json("lock") == {"locked": True, "was_unlocked": True}, "lock")
        check(world.run("list").returncode != 0, "locked")
        check(world.run("unlock", "--key-file", world.folder / "nowhere").returncode == 1, "no such file")
        check(world.json("unlock", "--key-file", file, "--for", "1h") == {"unlocked": True}, "unlock --key-file")
        check(total(world) == 1, "unlocked by the file")
        check("is not encrypted" in world.run("migrate", world.database, world.folder / "copy.db").stderr, "a plain copy is told of")
        world.run("lock")
        world.environment["AI_MEMORY_KEY_FILE"] = str(file)
        done = world.run("unlock", "--for", "1h")
        check(done.returncode == 0, f"unlock by the file of the settings: {done.stderr}")
        check("ai-memory config show" in world.run("lock").stdout, "lock tells that a key file opens it")
        check(world.run("unlock").returncode == 0, "unlock again")
        del world.environment["AI_MEMORY_KEY_FILE"]
        check(total(world) == 1, "unlocked by the file of the settings")
        check(world.run("rekey", input="a good passphrase\n").returncode == 0, "rekey")
        world.run("lock")
        done = world.run("export")
        check((done.returncode, done.stdout) == (1, ""), f"an export of a locked database: {done}")
        world.environment["AI_MEMORY_KEY_FILE"] = str(file)
        check(world.run("unlock", "--key-file", file).returncode == 1, "the former key")
        check(world.run("unlock", input="a good passphrase\n").returncode == 0, "a file that no longer fits: the passphrase is asked for")


# Behaves as secret-tool does: a secret for each set of attributes; none: status 1.
SECRET_TOOL = """#!/bin/sh
test -n "$DBUS_SESSION_BUS_ADDRESS" || exit 1
verb=$1; shift
case $1 in --label=*) shift;; esac
item=$(dirname "$0")/../run/$(echo "$*" | tr ' /:' '___')
echo "$verb" >> "$(dirname "$0")/../run/asked"
case $verb in
  store) cat > "$item";;
  lookup) cat "$item" 2>&-;;
  clear) rm "$item";;
esac
"""


def remembered(binary, _):
    """The secret service of a desktop opens the database after a restart, and is asked only then."""
    with World(binary) as world:
        tool = world.folder / "bin" / "secret-tool"
        tool.write_text(SECRET_TOOL)
        tool.chmod(0o755)
        asked = world.folder / "run" / "asked"
        world.json("store", "--title", "first", f"{WORD} first")
        encrypt(world)
        check(not asked.exists(), "nobody asked for the secret service")
        done = world.run("unlock", "--remember", input="a good passphrase\n")
        check(done.returncode != 0 and "desktop session" in done.stderr, f"without a session: {done.stderr}")
        world.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent"
        done = world.run("unlock", "--remember", "--for", "1s", input="a good passphrase\n")
        check(done.returncode == 0, f"unlock --remember: {done.stderr}")
        shown = world.run("doctor").stdout
        check("the kernel's keyring, the secret service" in shown, shown)
        time.sleep(1.5)  # as a restart would, time takes the key out of the keyring
        check(total(world) == 1, "the secret service has the key")
        count = asked.read_text().count("lookup")
        check(total(world) == 1 and asked.read_text().count("lookup") == count, "it is not asked again")
        check(world.run("lock").returncode == 0, "lock")
        done = world.run("list")
        check(done.returncode != 0 and "ai-memory unlock" in done.stderr, f"locked: {done.stderr}")
        check("is locked" in world.run("doctor").stdout, "doctor says so")
        check(world.run("unlock", input="a good passphrase\n").returncode == 0, "unlock")
        check(world.run("rekey", "--remember", input="another passphrase\n").returncode == 0, "rekey")
        check(total(world) == 1, "the new key")
        tool.write_text("#!/bin/sh\nexec sleep 600\n")
        world.run("lock")
        began = time.monotonic()
        check(world.run("list").returncode != 0 and time.monotonic() - began < 20, "a service that does not answer")
        command = time.monotonic() - began
        began = time.monotonic()
        hook(world, "UserPromptSubmit", "s1", prompt=f"what is {WORD}")
        check(time.monotonic() - began < command, "a hook waits longer than a command for a service that does not answer")


def beside_servers(binary, options):
    """Servers and commands store while the database is encrypted, gets another key, and is decrypted."""
    with World(binary) as world:
        world.json("store", "--title", "first", "text")
        kept = 1
        with world.mcp() as one, world.mcp() as two:
            for turn, (command, passphrase) in enumerate((("encrypt", "passphrase one"), ("rekey", "passphrase two"), ("decrypt", ""))):
                changing = subprocess.Popen([world.binary, command], env=world.environment, cwd=world.work, stdin=subprocess.PIPE,
                                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                changing.stdin.write(passphrase + "\n")
                changing.stdin.close()
                number = 0
                while changing.poll() is None or number < 20:
                    (one, two)[number % 2].call("memory_store", {"title": f"{turn} {number}", "content": f"text {turn} {number}"})
                    kept += 1
                    number += 1
                error = changing.stderr.read()
                if "keyring" in error:
                    raise Skipped(error.strip())
                check(changing.returncode == 0, f"{command}: {error}")
        check(total(world) == kept, f"{total(world)} of {kept} memories are there")
        check(complaints(world) == "", f"doctor: {complaints(world)}")


def examined(binary, _):
    """A server that cannot examine a locked database has found no fault in it."""
    with World(binary) as world:
        world.json("store", "--title", "first", "text")
        encrypt(world)
        with Server(world) as server:
            world.run("lock")
            health = lambda query="": server.ask("GET", f"/api/v1/health{query}").json  # noqa: E731
            check(eventually(lambda: health("?deep=true")["deep"]["status"] not in ("never", "running"), 30 * SLOWER), "it is not examined")
            check("integrity check" not in health().get("error", ""), f"locked: {health()}")
            world.run("unlock", input="a good passphrase\n")
            check(health()["status"] == "ok", f"unlocked again: {health()}")


def killed(binary, options):
    chance = random.Random(options.seed)
    with World(binary) as world:
        lines = [{"id": f"{n:08x}-0000-4000-8000-000000000000", "title": f"t{n}", "content": f"{WORD} {n} " + "word " * 40, "namespace": "n", "tier": "long"}
                 for n in range(options.memories)]
        world.json("import", input=json.dumps({"memories": lines}), timeout=120)
        world.json("store", "--title", "probe", "text")
        encrypt(world)
        world.run("decrypt")
        begun = time.monotonic()
        encrypt(world)
        whole = time.monotonic() - begun
        encrypted, ended = True, 0
        for number in range(options.rounds):
            command = chance.choice(["rekey", "decrypt"]) if encrypted else "encrypt"
            process = subprocess.Popen([world.binary, command], env=world.environment, cwd=world.work, stdin=subprocess.PIPE,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
            process.stdin.write(f"passphrase {number}\n")
            process.stdin.close()
            time.sleep(chance.uniform(0.0 if command == "decrypt" else whole * 0.6, whole * 1.1))
            ended += process.poll() is not None
            process.kill()
            process.wait()
            check(total(world) == options.memories + 1, f"round {number}: {command}: memories are missing")
            encrypted = not world.database.read_bytes()[:15] == b"SQLite format 3"
            if number % 5 == 0:
                check(complaints(world) == "", f"round {number}: {command}: {complaints(world)}")
        return f"{options.rounds} rounds of kills, {ended} ended before"


def campaign(binary, options):
    nothing_is_readable(binary, options)
    locked(binary, options)
    by_key_file(binary, options)
    remembered(binary, options)
    beside_servers(binary, options)
    examined(binary, options)
    return killed(binary, options)


if __name__ == "__main__":
    run(campaign, __doc__, seed=1, operations=500 if LONG else 120, rounds=200 if LONG else 12, memories=3000 if LONG else 1500)
