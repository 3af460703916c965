#!/usr/bin/env python3
"""Bridges are synced without being asked: when a session begins or ends, and by a server (X5)."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from bridge_world import in_worlds, topic  # noqa: E402
from outcome import check, eventually, run  # noqa: E402


def hook(world, name, event):
    done = subprocess.run([world.binary, "hook", name], env=world.environment, cwd=world.work, capture_output=True, text=True, timeout=60,
                          input=json.dumps({"session_id": "s1", "cwd": str(world.project), "hook_event_name": event, "source": "startup"}))
    check(done.returncode == 0, f"{done}")


def hooks_sync(world):
    world.store("Deploys", "Only on Tuesdays.")
    world.json("bridge", "add", "claude-code")
    world.write(world.memory / "port.md", topic("port", "Billing listens on 9417."))
    hook(world, "session-start", "SessionStart")
    check(eventually(lambda: "port" in world.contents()), "the beginning of a session did not sync")
    world.store("Queue", "It drains at night.")
    hook(world, "session-end", "SessionEnd")
    check(eventually(lambda: (world.memory / "queue.md").exists()), "the end of a session did not sync")


def hooks_leave_other_projects_alone(world):
    world.json("bridge", "add", "claude-code")
    other = world.home / "other"
    other.mkdir()
    subprocess.run(["git", "init", "-q", other], check=True)
    world.write(world.memory / "port.md", topic("port", "Billing listens on 9417."))
    subprocess.run([world.binary, "hook", "session-start"], env=world.environment, cwd=other, capture_output=True, timeout=60, check=True,
                   input=json.dumps({"session_id": "s2", "cwd": str(other), "hook_event_name": "SessionStart"}).encode())
    time.sleep(0.5)
    check("port" not in world.contents(), "a session elsewhere synced this project")


def a_server_syncs(world):
    world.json("bridge", "add", "claude-code")
    world.store("Deploys", "Only on Tuesdays.")
    server = subprocess.Popen([world.binary, "serve", "--port", "0"], env=world.environment, cwd=world.work, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    try:
        check(eventually(lambda: (world.memory / "deploys.md").exists(), 30), "the server did not write a file")
        world.write(world.memory / "port.md", topic("port", "Billing listens on 9417."))
        check(eventually(lambda: "port" in world.contents(), 30), "the server did not read a file")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def two_bridges_pass_on(world):
    world.json("bridge", "add", "claude-code", "agents")
    world.write(world.memory / "port.md", topic("port", "Billing listens on 9417."))
    world.sync()
    text = (world.project / "AGENTS.md").read_text()
    check("Billing listens on 9417." in text, text)
    (world.project / "AGENTS.md").write_text(text.replace("9417", "9418"))
    world.sync()
    check("9418" in (world.memory / "port.md").read_text(), "a change in one file did not reach the other")


CASES = (hooks_sync, hooks_leave_other_projects_alone, a_server_syncs, two_bridges_pass_on)

if __name__ == "__main__":
    run(lambda binary, options: in_worlds(CASES, binary, options.only), __doc__, only="")
