#!/usr/bin/env python3
"""The program for Windows, driven under Wine: command line, MCP over stdio, daemon, hooks, installation, kills, several processes on one
file, and long names of files and such with blanks. --binary names ai-memory.exe.

What Wine cannot show: the antivirus that holds a file open, sleep, the Windows that refuses long paths, real power cuts.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import LONG, Skipped, check, run, run_cases  # noqa: E402
from server import Server  # noqa: E402
from world import WINE, World, complaints, windows_path  # noqa: E402

TEXT = "Grüße — 記憶 🧠 naïve"
TESTS = Path(__file__).resolve().parent.parent


def says_its_version(binary):
    with World(binary) as world:
        done = world.run("--version")
        check(done.returncode == 0 and done.stdout.startswith("ai-memory "), f"{done.returncode}: {done.stdout}{done.stderr}")


def stores_and_recalls(binary):
    with World(binary) as world:
        made = world.json("store", "-T", "Über den Bau", "-c", TEXT)
        check(world.json("get", made["id"])["memory"]["content"] == TEXT, "the text came back changed")
        check(world.json("recall", "Grüße naïve")["count"] == 1, "it was not recalled")
        trouble = complaints(world)
        check(not trouble, trouble)


def speaks_mcp(binary):
    """Lines of a client may end with CR LF; answers end with LF alone."""
    with World(binary) as world:
        lines = [
            {"jsonrpc": "2.0", "id": 1, "method": "initialize",
             "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "smoke", "version": "1"}}},
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
             "params": {"name": "memory_store", "arguments": {"title": "Über MCP", "content": TEXT}}},
        ]
        said = subprocess.run(
            [world.binary, "mcp"], input="".join(json.dumps(each, ensure_ascii=False) + "\r\n" for each in lines).encode(),
            env=world.environment, cwd=world.work, capture_output=True, timeout=120,
        ).stdout
        check(b"\r" not in said, "an answer has a CR")
        replies = {each["id"]: each for each in map(json.loads, said.decode().splitlines()) if "id" in each}
        check("error" not in replies[2] and not replies[2]["result"].get("isError"), f"{replies[2]}")
        check([each["content"] for each in world.json("export")["memories"]] == [TEXT], "the text came back changed")
        with world.mcp() as client:
            check("Über MCP" in json.dumps(client.call("memory_recall", {"context": "Grüße", "format": "json"}), ensure_ascii=False), "no recall")
            check(client.close() == 0, "the server did not end well")


def serves(binary):
    with World(binary) as world:
        server = Server(world, patience=60)
        try:
            reply = server.ask("GET", "/api/v1/health", timeout=30)
            check(reply.status == 200, f"{reply}")
            reply = server.ask("POST", "/api/v1/memories", {"title": "Over HTTP", "content": TEXT}, timeout=30)
            check(reply.status == 201, f"{reply}")
            check(world.json("recall", "Grüße")["count"] == 1, "the command line beside the daemon does not see it")
            check(server.ask("GET", "/", timeout=30).status == 200, "no page")
        finally:
            server.kill()
        check(world.json("recall", "Grüße")["count"] == 1, "lost by the end of the daemon")


def remembers_by_hooks(binary):
    with World(binary) as world:
        world.json("store", "-T", "Deployments", "-c", "Deploy with the blue script, never on Fridays.")
        event = {"session_id": "s1", "cwd": windows_path(world.work), "hook_event_name": "UserPromptSubmit", "prompt": "What do you know of deployments with the blue script?"}
        for server in (None, Server(world, patience=60)):
            done = world.run("hook", "user-prompt", input=json.dumps({**event, "session_id": f"s{server is None}"}))
            check(done.returncode == 0 and "blue script" in done.stdout, f"hook: {done.returncode} {done.stdout}{done.stderr}")
            if server:
                server.kill()


def installs(binary):
    """Into the folder of applications' data of the person, where Claude Desktop looks."""
    with World(binary) as world:
        for name in [each for each in world.environment if each.startswith("XDG_")]:
            del world.environment[name]
        done = world.json("install", "claude-desktop")
        places = list(Path(os.environ["WINEPREFIX"]).glob("drive_c/users/*/AppData/Roaming/Claude/claude_desktop_config.json"))
        check(len(places) == 1, f"no file of Claude Desktop; it said {done}")
        command = json.loads(places[0].read_text())["mcpServers"]
        check(any(each["command"].endswith("/ai-memory.exe") and each["command"][1:3] == ":/" for each in command.values()), f"{command}")
        places[0].unlink()


def bears_names(binary):
    """Blanks, other scripts, more than 260 characters."""
    with World(binary) as world:
        for name in ("with blanks and Ünïcödé", "/".join(["f" * 60] * 5)):
            world.environment["AI_MEMORY_DB"] = windows_path(world.folder / name / "memories.db")
            made = world.json("store", "-T", "Here", "-c", TEXT)
            check(world.json("get", made["id"])["memory"]["content"] == TEXT, f"{name}: the text came back changed")
            check((world.folder / name / "memories.db").exists(), f"{name}: the database is elsewhere")


def refuses_names(binary):
    """Names that Windows takes for a device or for another file: each is told before anything is written."""
    with World(binary) as world:
        for name in ("CON", "nul", "aux.txt", "com1.db", "ends.", "ends ", "a:b", "what?"):
            world.environment["AI_MEMORY_DB"] = windows_path(world.folder) + "\\" + name
            done = world.run("store", "-T", "Nowhere", "-c", TEXT)
            check(done.returncode != 0 and "choose a name" in done.stderr, f"database {name!r}: {done.returncode} {done.stderr}")
        world.environment["AI_MEMORY_DB"] = "\\\\nowhere.invalid\\share\\memories.db"
        done = world.run("store", "-T", "Nowhere", "-c", TEXT)
        check(done.returncode != 0 and "nowhere.invalid" in done.stderr, f"a share that is not there: {done.returncode} {done.stderr}")
        world.environment["AI_MEMORY_DB"] = "\\\\?\\" + windows_path(world.database)
        made = world.json("store", "-T", "Here", "-c", TEXT)
        check(world.json("get", made["id"])["memory"]["content"] == TEXT and world.database.exists(), "the database is elsewhere")
        for name in ("nul", "\\\\nowhere.invalid\\share\\memories.json"):
            done = world.run("import", name)
            check(done.returncode != 0 and done.stderr, f"import of {name}: {done.returncode} {done.stdout}{done.stderr}")


def other_test(name, *options):
    def case(binary):
        done = subprocess.run([sys.executable, TESTS / name, "--binary", binary, *options], capture_output=True, text=True, timeout=900)
        check(done.returncode == 0, f"{name}: {done.stdout[-1500:]}{done.stderr[-1500:]}")

    case.__name__ = Path(name).stem
    return case


def smoke(binary, options):
    if not os.access(WINE, os.X_OK):
        raise Skipped("there is no wine: apt-get install wine64")
    if not binary.exists():
        raise Skipped(f"there is no {binary}: scripts/package windows makes it")
    cases = [says_its_version, stores_and_recalls, speaks_mcp, serves, remembers_by_hooks, installs, bears_names, refuses_names,
             other_test("crash/kill9.py", "--rounds", "200" if LONG else "10", "--within", "3"), other_test("crash/six_processes.py", "--seconds", "10")]
    with tempfile.TemporaryDirectory(prefix="ai-memory-wine-") as prefix:
        os.environ.setdefault("WINEPREFIX", prefix)
        subprocess.run([WINE, "wineboot", "-i"], env={**os.environ, "WINEDEBUG": "-all"}, capture_output=True, timeout=300)
        try:
            return run_cases(cases, binary, options.only)
        finally:
            if os.environ["WINEPREFIX"] == prefix:
                subprocess.run(["wineserver", "-k"], env=os.environ, capture_output=True)


if __name__ == "__main__":
    run(smoke, __doc__, only="")
