#!/usr/bin/env python3
"""How a browser gets in where a token is asked for: an address that is good once, a cookie, a header for changes; `ui` (L12)."""

import json
import os
import signal
import socket
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import check, eventually, run  # noqa: E402
from server import API, Server  # noqa: E402
from world import World  # noqa: E402

TOKEN = "0123456789abcdef0123456789abcdef"


def ask(server, method, path, body=None, **headers):
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        sent["Content-Type"] = "application/json"
    return server.ask(method, path, None if body is None else json.dumps(body).encode(), sent, 60)


def cookie_of(reply):
    path, mark, proof = reply.headers.get("location", "").partition("#proof=")
    check(reply.status == 303 and path == "/" and mark and len(proof) >= 32, f"it leads on to the page, with its proof: {reply}")
    cookie = reply.headers.get("set-cookie", "")
    check("HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie, cookie)
    check(proof not in cookie, "the cookie tells the proof")
    return cookie.partition(";")[0], proof


def sessions(world):
    with Server(world, environment={"AI_MEMORY_TOKEN": TOKEN}) as server:
        check(ask(server, "POST", f"{API}/ui/ticket", {}).status == 401, "a ticket needs the token")
        check(ask(server, "GET", "/enter?ticket=made-up").status == 403, "a ticket that is none")
        given = ask(server, "POST", f"{API}/ui/ticket", {}, Authorization=f"Bearer {TOKEN}")
        check(given.status == 201, f"{given}")
        path = given.json["path"]
        cookie, proof = cookie_of(ask(server, "GET", path))
        check(ask(server, "GET", path).status == 403, "the address is good once")
        page = {"Cookie": cookie, "X_AI_Memory_Proof": proof, "X_AI_Memory": "page"}
        check(ask(server, "GET", f"{API}/stats", **page).status == 200, "the cookie lets in")
        # A browser sends the cookie to every port of 127.0.0.1: who has it from there can do nothing with it.
        for way, path in (("GET", f"{API}/stats"), ("GET", f"{API}/memories"), ("GET", f"{API}/live"), ("GET", f"{API}/export"), ("POST", f"{API}/ui/ticket")):
            for more in ({}, {"X_AI_Memory": "page"}, {"X_AI_Memory_Proof": "0" * 32}):
                reply = ask(server, way, path, {} if way == "POST" else None, Cookie=cookie, **more)
                check(reply.status == 401, f"{way} {path} with the cookie alone: {reply}")
        check(ask(server, "GET", "/", Cookie=cookie).status == 200, "but for the files of the page")
        check(ask(server, "GET", f"{API}/stats").status == 401, "nothing else does")
        memory = {"title": "Page", "content": "made on the page"}
        check(ask(server, "POST", f"{API}/memories", memory, Cookie=cookie, X_AI_Memory="page").status == 401, "a change needs the proof")
        check(ask(server, "POST", f"{API}/memories", memory, **page).status == 201, "and is made with it")
        check(ask(server, "POST", f"{API}/memories", memory, **page, Origin="https://evil.example").status == 403,
              "not from another site's page")
    with Server(world, environment={"AI_MEMORY_TOKEN": TOKEN}) as server:
        check(ask(server, "GET", f"{API}/stats", **page).status == 401, "the session ends with the server")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def server_on(port, binary):
    """The process that `ui` has started."""
    for process in Path("/proc").iterdir():
        try:
            words = (process / "cmdline").read_bytes().split(b"\0") if process.name.isdigit() else []
            if f"--port={port}".encode() in words and b"serve" in words and Path(os.readlink(process / "exe")) == binary:
                return int(process.name)
        except OSError:
            continue
    return None


def by_command(world):
    port = free_port()
    try:
        done = world.run("ui", "--port", port)
        check(done.returncode == 0 and done.stdout == f"http://127.0.0.1:{port}/\n", f"{done}")
        again = world.run("ui", "--port", port)
        check(again.returncode == 0 and again.stdout == done.stdout, f"the server that runs is used: {again}")
    finally:
        started = server_on(port, world.binary)
        if started:
            os.kill(started, signal.SIGTERM)
    check(started, "a server was started")
    check(eventually(lambda: server_on(port, world.binary) is None), "and ends when told")
    with Server(world, environment={"AI_MEMORY_TOKEN": TOKEN}) as server:
        world.environment["AI_MEMORY_TOKEN"] = TOKEN
        done = world.run("ui", "--port", server.port)
        check(done.returncode == 0 and done.stdout.startswith(f"{server.url}/enter?ticket="), f"{done}")
        cookie_of(ask(server, "GET", done.stdout.strip().removeprefix(server.url)))
        world.environment["AI_MEMORY_TOKEN"] = "another-token-of-enough-length"
        refused = world.run("ui", "--port", server.port)
        check(refused.returncode == 1 and "token" in refused.stderr, f"{refused}")
    del world.environment["AI_MEMORY_TOKEN"]


def entrance(binary, options):
    with World(binary) as world:
        sessions(world)
        by_command(world)
    return "one address, one cookie, one proof"


if __name__ == "__main__":
    run(entrance, __doc__)
