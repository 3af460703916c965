"""Hooks while others write: every event is kept, once and in its order, whoever holds the database; what cannot be kept is counted."""

import json
import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time

from hook_world import SKIPPED, main

LONG = os.environ.get("AIM_LONG") == "1"
SECRET = "ghp_Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6Hj1KpS0aUeX"


def prompt(session, text):
    return {"session_id": session, "hook_event_name": "UserPromptSubmit", "prompt": text}


def stop(session, text):
    return {"session_id": session, "hook_event_name": "Stop", "last_assistant_message": text}


def turns(world, session):
    found = json.loads(world.run("--json", "transcript", "list", "--limit", "1000").stdout)["transcripts"]
    said = []
    for each in found:
        if each["session_id"] == session:
            shown = json.loads(world.run("--json", "transcript", "show", each["id"], "--limit", "1000").stdout)
            said += [(turn["role"], turn["content"]) for turn in shown["turns"]]
    return said


def spooled(world):
    return sorted((world.home / ".local/state/ai-memory/spool").glob("*/*.json"))


def lines_of_log(world):
    log = world.home / ".local/state/ai-memory/hooks.log"
    return log.read_text() if log.exists() else ""


def lost(world):
    """As doctor counts it."""
    checks = json.loads(world.run("--json", "doctor").stdout)["checks"]
    told = [re.match(r"(\d+) events could not be kept", each["detail"]) for each in checks if each["name"] == "hooks"]
    return sum(int(each[1]) for each in told if each)


class Lock:
    """Another process's write transaction."""

    def __init__(self, world):
        self.connection = sqlite3.connect(world.database, isolation_level=None, timeout=60, check_same_thread=False)

    def __enter__(self):
        self.connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, *_):
        self.connection.execute("ROLLBACK")


def one_at_a_time(world):
    world.hook("user-prompt", prompt("l-0", "The first prompt of all"))
    world.equal(lost(world), 0, "nothing is lost until then")
    with Lock(world):
        began = time.monotonic()
        world.hook("user-prompt", prompt("l-1", f"My token is {SECRET}, use it for the deploy"))
        world.check(1.5 < time.monotonic() - began < 4, "a hook waits about two seconds for the lock")
        world.equal(len(spooled(world)), 1, "then the event is put aside")
        world.hook("stop", stop("l-1", "Deployed."))
        said = world.hook("user-prompt", prompt("l-2", "#remember The staging password rotates on Fridays"))
        world.check("will be stored" in said["hookSpecificOutput"]["additionalContext"], f"what is to be remembered waits, too: {said}")
    for file in spooled(world):
        world.equal(stat.S_IMODE(file.stat().st_mode), 0o600, "the mode of an event that waits")
        world.check(SECRET not in file.read_text(), "an event waits without its secrets")
    kept = {file: file.read_text() for file in spooled(world)}
    world.hook("user-prompt", prompt("l-1", "And now the next one"))
    world.equal(spooled(world), [], "the next hook takes in what waits")
    said = turns(world, "l-1")
    world.equal([role for role, _ in said], ["user", "assistant", "user"], "in the order of the events")
    world.check(any("rotates on Fridays" in each["content"] for each in world.memories()), "and what is to be remembered is there")
    # A process that ended before it could take the files away.
    for file, text in kept.items():
        file.write_text(text)
    told = json.loads(world.run("--json", "doctor").stdout)
    world.check(any(each["name"] == "hooks" and "3 events" in each["detail"] for each in told["checks"]), f"doctor takes in what waits: {told}")
    world.equal(turns(world, "l-1"), said, "nothing is doubled")
    for file in kept:
        file.write_text('{"half')
    world.hook("user-prompt", prompt("l-3", "Go on, please, with the rest"))
    world.equal(spooled(world), [], "what cannot be read does not stay")
    world.equal(lost(world), len(kept), "and is counted")


def ended(world):
    """Hooks that something ends while they wait for the database: by their own alarm, once they get the processor again, or by their host."""
    world.hook("user-prompt", prompt("e-0", "The first prompt of all"))
    for name, send in (("e-1", (signal.SIGSTOP, signal.SIGCONT)), ("e-2", (signal.SIGKILL,)), ("e-3", (signal.SIGTERM,))):
        with Lock(world):
            process = subprocess.Popen([world.binary, "hook", "user-prompt"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=world.environment, cwd=world.work)
            process.stdin.write(json.dumps(prompt(name, f"Words of {name}, with {SECRET}")).encode())
            process.stdin.close()
            end = time.monotonic() + 10
            while not spooled(world) and time.monotonic() < end:
                time.sleep(0.02)
            for each in send:
                process.send_signal(each)
                time.sleep(5 if each == signal.SIGSTOP else 0)
            process.wait(timeout=30)
            world.equal(len(spooled(world)), 1, f"the event of {name} waits")
            world.check(SECRET not in spooled(world)[0].read_text(), f"without its secrets: {name}")
        world.run("doctor")
        world.equal([text.split(",")[0] for _, text in turns(world, name)], [f"Words of {name}"], f"and is taken in: {name}")
    world.equal(lost(world), 0, "nothing is lost")
    # Where it could not be set aside, the loss is counted.
    shutil.rmtree(world.home / ".local/state/ai-memory/spool")
    world.hook("user-prompt", "no event at all")
    world.equal(lost(world), 1, "what cannot be kept is counted, also where no event has waited before")
    shutil.rmtree(world.home / ".local/state/ai-memory/spool")


def a_server_takes_in(world):
    with Lock(world):
        world.hook("user-prompt", prompt("s-1", "A prompt beside a writer"))
    world.equal(len(spooled(world)), 1, "an event waits")
    with world.mcp() as client:
        client.call("memory_stats", {})
        end = time.monotonic() + 20
        while spooled(world) and time.monotonic() < end:
            time.sleep(0.2)
    world.equal([text for _, text in turns(world, "s-1")], ["A prompt beside a writer"], "a server takes it in")


def many(world):
    """Sessions of prompts and answers beside imports and a writer that holds the database for seconds."""
    sessions, rounds = (20, 13) if LONG else (6, 6)
    notes = world.folder / "notes.jsonl"
    notes.write_text("".join(json.dumps({"title": f"Note {number}", "content": f"Component {number} of the plant " * 40, "namespace": "bulk"}) + "\n"
                             for number in range(4_000 if LONG else 1_000)))
    over = threading.Event()

    def hold():
        lock, number = Lock(world), 0
        while not over.is_set():
            number += 1
            with lock:
                over.wait(2.6 if number % 4 == 0 else 0.4)
            over.wait(0.05)

    def bring_in():
        while not over.is_set():
            subprocess.run([world.binary, "import", str(notes)], env=world.environment, cwd=world.work, capture_output=True, check=False)

    def session(name):
        for number in range(rounds):
            for kind, event in (("user-prompt", prompt(name, f"Prompt {number} of {name}")), ("stop", stop(name, f"Answer {number} of {name}"))):
                subprocess.run([world.binary, "hook", kind], input=json.dumps(event), env=world.environment, cwd=world.work, text=True,
                               capture_output=True, check=True, timeout=60)

    others = [threading.Thread(target=hold), threading.Thread(target=bring_in)]
    talking = [threading.Thread(target=session, args=(f"m-{number}",)) for number in range(sessions)]
    for thread in others + talking:
        thread.start()
    for thread in talking:
        thread.join()
    over.set()
    for thread in others:
        thread.join()
    waited = len(spooled(world))
    for _ in range(20):
        if spooled(world):
            world.run("doctor", timeout=300)
    world.equal(len(spooled(world)), 0, "all is taken in")
    kept = 0
    for number in range(sessions):
        name = f"m-{number}"
        wanted = [each for at in range(rounds) for each in (("user", f"Prompt {at} of {name}"), ("assistant", f"Answer {at} of {name}"))]
        got = turns(world, name)
        kept += len(got)
        world.equal(got, wanted, f"the turns of {name}")
    print(f"{kept} of {2 * sessions * rounds} events kept, {waited} of them waited at the end")


def large(world):
    world.hook("user-prompt", prompt("b-1", "Look at this: " + "x" * 20_000_000))
    said = turns(world, "b-1")
    world.check(len(said) == 1 and 1_000_000 < len(said[0][1]) <= 1_048_576, f"the beginning of a large prompt is kept: {[len(text) for _, text in said]}")
    world.check("20000014 bytes" in lines_of_log(world), "and the log says so")
    lines, before = len(lines_of_log(world)), lost(world)
    world.hook("user-prompt", prompt("b-2", "y" * 40_000_000))
    world.check("larger than 32 MiB" in lines_of_log(world)[lines:], "of one beyond all bounds the log says what happened")
    world.equal(lost(world), before + 1, "and doctor counts it")


def nowhere(world):
    """A home that cannot be written."""
    before = world.environment["XDG_STATE_HOME"]
    world.environment["XDG_STATE_HOME"] = "/dev/null/state"
    world.hook("user-prompt", prompt("n-1", "A prompt without a place for the state"))
    done = world.run("--json", "doctor")
    world.check(done.returncode == 1 and not json.loads(done.stdout)["ok"], f"doctor is not content: {done.stdout}")
    world.environment["XDG_STATE_HOME"] = before


def test(world):
    if not str(world.environment["AI_MEMORY_DB"]).startswith("/"):
        sys.exit(SKIPPED)  # a lock of SQLite's
    ended(world)
    one_at_a_time(world)
    a_server_takes_in(world)
    many(world)
    large(world)
    nowhere(world)


if __name__ == "__main__":
    main(test)
