#!/usr/bin/env python3
"""What a hostile client can try on the daemon's places and memory: each attack is driven to its bound, and what held is printed.

Memory is looked at from outside (VmHWM of the process that this test started), files of the temporary folder by the
descriptors that it holds.
"""

import contextlib
import json
import os
import socket
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from attack import TOKEN, HEALTH, HOST, JSON, MODERN, held, at_most, answered, many, close, times, server_answers, run_attacks  # noqa: E402
from mcp_http import BOTH, McpHttp  # noqa: E402
from outcome import SLOWER, check, eventually, run  # noqa: E402
from proper import proper  # noqa: E402
from server import Server, receive  # noqa: E402

# ---- locking others out ----


def lock_out(world):
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    with Server(world, environment={"AI_MEMORY_TOKEN": TOKEN}) as server:
        for what, data in (
            ("1,030 connections that say nothing", b""),
            ("1,030 half heads", b"GET /api/v1/stats HTTP/1.1\r\nX-A: "),
            ("1,030 connections without the token", b"GET /api/v1/stats HTTP/1.1\r\n" + HOST + b"\r\n"),
            ("1,030 connections that ask for health only", b"GET /api/v1/health HTTP/1.1\r\n" + HOST + b"\r\n"),
        ):
            with server.client(headers=bearer) as inside:
                proper(inside.ask("GET", "/api/v1/stats"), "who is in", 200)
                wires = many(server, 1_030, data)
                answered(server, what, bearer)
                proper(inside.ask("GET", "/api/v1/stats"), f"who was in before {what}", 200)
            close(wires)
        check(server.stop() == 0, "it did not end well")
    with Server(world) as server:
        post = b"POST /api/v1/import HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 5000\r\n\r\n{"
        wires = many(server, 1_030, post)
        check(eventually(lambda: server_answers(server), 12 * SLOWER), "half bodies shut others out for more than 12 s")
        held("1,030 half bodies", "a normal client was answered")
        close(wires)


def sessions(world):
    """A thousand sessions and more do not push out the one that somebody uses."""
    with Server(world) as server, McpHttp(server) as victim:
        victim.call("memory_list", {"format": "json"})
        opening = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}}
        statuses = {}
        with server.client(headers={"Accept": BOTH}) as client:
            for _ in range(1_005):
                status = client.ask("POST", "/mcp", opening).status
                statuses[status] = statuses.get(status, 0) + 1
        check(set(statuses) <= {200, 503}, f"initialize: {statuses}")
        victim.call("memory_list", {"format": "json"})
        held("1,005 times initialize", f"the session of another client lives; answers {statuses}")


# ---- memory ----


def modern_meta():
    return {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}


def subscriptions(world):
    long_uri = "memory://tag/" + "x" * 8_000
    with Server(world) as server:
        server.ask("GET", HEALTH)
        with at_most(server, "subscriptions to long addresses, 8 MB a request", 96):
            wires = []
            for number in range(5):
                body = json.dumps({"jsonrpc": "2.0", "id": number, "method": "subscriptions/listen", "params": {
                    "_meta": modern_meta(), "notifications": {"resourceSubscriptions": [f"{long_uri}{each}" for each in range(990)]}}}).encode()
                wires.append(listen(server, body))
            close(wires)
        short = [f"memory://tag/{'y' * 900}{each}" for each in range(60)]
        with at_most(server, "200 subscriptions to 60 long addresses each, as many as one may", 128):
            wires = []
            for number in range(200):
                body = json.dumps({"jsonrpc": "2.0", "id": number, "method": "subscriptions/listen", "params": {
                    "_meta": modern_meta(), "notifications": {"resourceSubscriptions": short}}}).encode()
                wires.append(listen(server, body))
            close(wires)
        with at_most(server, "30 sessions with as many subscriptions as they get", 64):
            refused = 0
            for _ in range(30):
                with McpHttp(server) as session:
                    for each in range(300):
                        uri = f"memory://tag/{'z' * 900}{each}"
                        reply = session.post({"jsonrpc": "2.0", "id": each, "method": "resources/subscribe", "params": {"uri": uri}})
                        if "error" in reply.json:
                            refused += 1
                            break
        check(refused == 30, f"only {refused} of 30 sessions were stopped")


def listen(server, body):
    wire = server.socket(20)
    head = f"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: {BOTH}\r\nMCP-Protocol-Version: {MODERN}\r\nMcp-Method: subscriptions/listen\r\nContent-Length: {len(body)}\r\n\r\n"
    with contextlib.suppress(OSError):
        wire.sendall(head.encode() + body)
        wire.recv(64)
    return wire


def batches(world):
    with Server(world) as server, McpHttp(server, protocol="2025-03-26") as session:
        for each in range(40):
            session.call("memory_store", {"title": f"Large {each}", "content": "c" * 60_000, "tier": "long"})
        call = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "memory_list", "arguments": {"limit": 200, "format": "json"}}}
        for count, what in ((times(5_000), "a batch of 5,000 lists"), (100, "a batch of 100 lists of 2.4 MB each")):
            with at_most(server, what, 160):
                reply = session.post([{**call, "id": number} for number in range(count)])
                check(len(reply.body) < 24 << 20, f"{what}: {len(reply.body)} bytes were answered")
                held(what, f"answered with {reply.status} and {len(reply.body)} bytes")


def identifiers(world):
    """Whatever a client names itself or its requests by is not kept at any length."""
    with Server(world) as server:
        server.ask("GET", HEALTH)
        with at_most(server, "100 sessions of clients with names of 1 MB", 96), server.client(headers={"Accept": BOTH}) as client:
            for _ in range(times(100)):
                client.ask("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "n" * (1 << 20), "version": "1"}}})
        with at_most(server, "50 subscriptions with ids of 4 MB", 128):
            wires = [listen(server, json.dumps({"jsonrpc": "2.0", "id": "i" * (4 << 20), "method": "subscriptions/listen", "params": {
                "_meta": modern_meta(), "notifications": {"resourcesListChanged": True}}}).encode()) for _ in range(50)]
            close(wires)


def outboxes(world):
    """What is kept for streams that nobody opens."""
    with Server(world) as server:
        stored = [server.api("POST", "/memories", {"title": f"Watched {each}", "content": "first"}, 201)["id"] for each in range(20)]
        with at_most(server, "100 sessions that subscribe and never listen, 20 changes each of 15 rounds", 64):
            for _ in range(times(100)):
                session = McpHttp(server)
                for each in range(50):
                    session.post({"jsonrpc": "2.0", "id": each, "method": "resources/subscribe", "params": {"uri": f"memory://tag/{'t' * 900}{each}"}})
                session.close()
            for number in range(times(15)):
                for each in stored:
                    server.api("PUT", f"/memories/{each}", {"content": f"change {number}"})
                time.sleep(0.2)


def trees(world):
    """JSON that needs many times its size as a tree, from many at once."""
    body = b"[" + b"[0]," * ((2 << 20) - 8) + b"0]"
    head = b"POST /mcp HTTP/1.1\r\n" + HOST + JSON + b"Accept: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    with Server(world) as server:
        server.ask("GET", HEALTH)
        with at_most(server, "24 bodies of 8 MB of nested lists at once", 320):
            threads = [threading.Thread(target=pour, args=(server, head, body)) for _ in range(times(24))]
            for each in threads:
                each.start()
            for each in threads:
                each.join(120)


def pour(server, head, body):
    with contextlib.suppress(OSError), server.socket(60) as wire:
        wire.sendall(head)
        wire.sendall(body)
        receive(wire, 30)


def spooled(server):
    """MiB of files without a name that the process holds."""
    total = 0
    for each in Path(f"/proc/{server.pid}/fd").iterdir():
        if each.name in ("1", "2"):
            continue  # its message
        with contextlib.suppress(OSError):
            if "(deleted)" in os.readlink(each) or "/#" in os.readlink(each):
                total += os.stat(each).st_size
    return total / (1 << 20)


def is_begun(wire):
    """Whether an answer has begun to arrive; it stays to be read."""
    try:
        return bool(wire.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
    except OSError:
        return False


def settled_spools(server, wires):
    """What is spooled when neither it nor the number of answers that have begun has changed for a second."""
    seen = []

    def is_settled():
        seen.append((spooled(server), sum(map(is_begun, wires))))
        return seen[-1][1] > 0 and len(seen) > 10 and len(set(seen[-10:])) == 1

    check(eventually(is_settled, 60 * SLOWER, 0.1), f"exports do not settle, MiB spooled and answers: {seen[-10:]}")
    return seen[-1][0]


def spools(world):
    piece = b" " * (1 << 20)
    head = b"POST /api/v1/import HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 67000000\r\n\r\n"
    with Server(world) as server:
        with at_most(server, "10 imports of 64 MB that stop before their end", 64):
            wires = many(server, 10, head)
            for wire in wires:
                with contextlib.suppress(OSError):
                    for _ in range(55):
                        wire.sendall(piece)
            size = spooled(server)
            check(size <= 257, f"stalled imports hold {size:.0f} MiB of the temporary folder")
            held("10 imports that stop before their end", f"{size:.0f} MiB in the temporary folder, bound 256")
            answered(server, "stalled imports")
        close(wires)
        check(eventually(lambda: spooled(server) == 0, 10), "what was spooled stays after its client has gone")
        for each in range(60):
            server.api("POST", "/memories", {"title": f"Export {each}", "content": "e" * 60_000, "tier": "long"}, 201)
        get = b"GET /api/v1/export HTTP/1.1\r\n" + HOST + b"\r\n"
        with at_most(server, "200 exports that nobody reads", 128):
            wires = many(server, times(200), get)
            size = settled_spools(server, wires)
            check(size <= 300, f"exports that nobody reads hold {size:.0f} MiB")
            held("200 exports that nobody reads", f"{size:.0f} MiB in the temporary folder")
            close(wires)
        check(eventually(lambda: server_answers(server), 10), "no answer after the exports")


def attacks(binary, options):
    return run_attacks((lock_out, sessions, subscriptions, batches, identifiers, outboxes, trees, spools), binary, options.only)


if __name__ == "__main__":
    run(attacks, __doc__, only="")
