#!/usr/bin/env python3
"""The REST door against its own OpenAPI document, by schemathesis (D1, D2): no 5xx, no undeclared status, no other shape.

setup.sh installs schemathesis and starts this. A fresh database; a fixed seed. AIM_LONG=1: ten times as many requests, for four times as long.
"""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import LONG, check, run  # noqa: E402
from server import Server  # noqa: E402
from world import World, complaints  # noqa: E402

# All checks but these. A schema cannot say everything that is refused: bytes, dates, "at least one of". No token is asked
# for here (tests/daemon/strangers.py tries it). And not every operation gives an id to go on with.
LEFT_OUT = ("positive_data_acceptance", "ignored_auth", "object_level_authorization", "ensure_resource_availability")
# Input that is accepted though it violates the schema: items of bulk and import, which are reported one by one in the answer;
# and a flag without a value in the query, which is set.
TOLERANT = ("/api/v1/import", "/api/v1/memories/bulk", "/api/v1/health", "/api/v1/gc")
# How what violates the schema may be refused: a text longer than its limit makes a head or a body that is too long.
REFUSED = [400, 401, 403, 404, 405, 409, 413, 415, 431, 503]
SECONDS = 120 if LONG else 30


def settings(world):
    lines = ["[checks]", *(f"{each}.enabled = false" for each in LEFT_OUT)]
    lines.append(f"negative_data_rejection.expected-statuses = {REFUSED}")
    for each in TOLERANT:
        lines += ["[[operations]]", f'include-path = "{each}"', "checks.negative_data_rejection.enabled = false"]
    path = world.folder / "schemathesis.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


def schema(binary, options):
    with World(binary) as world, Server(world) as server:
        for number in range(5):
            server.api("POST", "/memories", {"title": f"Seed {number}", "content": "something to find", "tier": "long"}, 201)
        # One worker: hypothesis moves Python's recursion limit, and where another thread is parsing just then, CPython 3.11
        # ends that with "SystemError: AST constructor recursion depth mismatch", which is no finding about the door.
        command = [
            Path(sys.executable).parent / "schemathesis", "--no-color", "--config-file", settings(world), "run", f"{server.url}/api/v1/openapi.json",
            "--seed", str(options.seed), "--max-examples", str(options.examples),
            "--phases", "examples,coverage,fuzzing,stateful", "--workers", "1", "--request-timeout", "20", "--generation-database", "none",
            "--exclude-deprecated", "--max-time", str(SECONDS),
        ]  # fmt: skip
        try:
            done = subprocess.run(command, cwd=world.work, env={**os.environ, "NO_COLOR": "1"}, capture_output=True, encoding="utf-8", timeout=options.seconds)
            status, said = done.returncode, done.stdout + done.stderr
        except subprocess.TimeoutExpired as late:
            raise AssertionError(f"schemathesis took more than {options.seconds:g} s: {(late.stdout or b'')[-1500:]}") from None
        if status != 0:
            lines = [line if len(line) < 300 else line[:200] + f" … {len(line)} characters" for line in said.splitlines()]
            print("\n".join(lines)[-20_000:])
        check(server.process.poll() is None, f"the daemon is gone: {server.said()[-2000:]}")
        check(status == 0, f"schemathesis ended with status {status}; what it found is above")
        check(server.stop() == 0, f"the daemon did not end well: {server.said()[-2000:]}")
        trouble = complaints(world)
        check(not trouble, trouble)
    tail = [line.strip() for line in said.splitlines() if "generated" in line or "Test cases" in line or "passed" in line]
    return "; ".join(tail[-2:]) or "no findings"


if __name__ == "__main__":
    run(schema, __doc__, seed=1, examples=200 if LONG else 20, seconds=1200.0 if LONG else 240.0)
