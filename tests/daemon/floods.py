#!/usr/bin/env python3
"""Clients that want too much of the daemon, or give it too little (D5): it stays up, and others are answered meanwhile.

Half heads and half bodies by the hundred, as many connections as this process may open (10,000 at most), bodies and heads
without an end. AIM_LONG=1: also waits until the daemon has thrown the half heads out.
"""

import resource
import socket
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import LONG, SLOWER, check, eventually, run  # noqa: E402
from proper import proper  # noqa: E402
from server import Server, receive, replies_in  # noqa: E402
from world import World, complaints  # noqa: E402

HALVES = 200
MOST_CONNECTIONS = 10_000
BOUND = 1_024  # the daemon's own, where its process may open so many
IN_THE_KERNEL = 16 << 20  # capacity of both ends' buffers
HOST = b"Host: localhost\r\n"
JSON = b"Content-Type: application/json\r\n"


def answered(server, most=1.0):
    """A normal client is answered, in time."""
    started = time.monotonic()
    proper(server.ask("GET", "/api/v1/health"), "health beside the flood", 200)
    proper(server.ask("GET", "/api/v1/recall?context=flood"), "recall beside the flood", 200)
    proper(server.ask("POST", "/api/v1/memories", {"title": "Beside", "content": "the flood"}), "store beside the flood", 201)
    seconds = time.monotonic() - started
    check(seconds < most * SLOWER, f"a normal client waited {seconds:.2f} s")


def opened(server, data, count=HALVES):
    wires = []
    for _ in range(count):
        wire = server.socket()
        wire.sendall(data)
        wires.append(wire)
    return wires


def is_closed(wire, seconds=0.0):
    """Whether the other side ends the connection in time; an answer before that is well."""
    deadline = time.monotonic() + seconds
    while True:
        wire.settimeout(max(0.01, deadline - time.monotonic()))
        try:
            if not wire.recv(1 << 16):
                return True
        except ConnectionError:
            return True
        except TimeoutError:
            return False


def half_heads(server):
    """Slow-loris: a byte now and then must not keep a head from its time limit."""
    wires = opened(server, b"GET /api/v1/recall?context=x HTTP/1.1\r\n" + HOST)
    began = time.monotonic()
    for _ in range(5):
        for wire in wires:
            wire.sendall(b"X-A: b\r\n")
        answered(server)
        time.sleep(0.2)
    check(not is_closed(wires[0]), "a head was thrown out before its time")
    if LONG:
        for wire in wires[:20]:
            while not is_closed(wire) and time.monotonic() - began < 20:
                try:
                    wire.sendall(b"X-A: b\r\n")
                except OSError:
                    break
                time.sleep(0.5)
        check(all(is_closed(wire, 1) for wire in wires), "half heads are still there after 20 s")
    close(wires)


def half_bodies(server):
    announced = b"POST /api/v1/memories HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 1000\r\n\r\n{\"title\": "
    wires = opened(server, announced)
    wires += opened(server, b"POST /api/v1/import HTTP/1.1\r\n" + HOST + JSON + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{\"mem", 50)
    for _ in range(3):
        answered(server)
        time.sleep(0.1)
    close(wires)
    replies = server.raw(announced, half_close=True)
    if replies:
        proper(replies[0], "a body that ends early", 400)
    check(server.api("GET", "/stats")["total"] == 1, "half a body was stored")


def close(wires):
    for wire in wires:
        wire.close()


def connections(server):
    """Beyond the bound strangers that say nothing have to go for others; who is in and known stays in."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    most = min(MOST_CONNECTIONS, (hard if hard > 0 else MOST_CONNECTIONS + 100) - 100)
    wires, inside = [], server.client()
    proper(inside.ask("GET", "/api/v1/health"), "the first one in", 200)
    # The kernel queues what is not yet accepted; a full queue is its answer, not the daemon's.
    for _ in range(most):
        wire = socket.socket()
        wire.setblocking(False)
        wire.connect_ex(("127.0.0.1", server.port))
        wires.append(wire)
    # The daemon has met them all once it reports as many connections as it holds, or as there are.
    check(eventually(lambda: met(inside) >= min(most, BOUND), 20 * SLOWER), f"the daemon met only {met(inside)} connections")
    if most > BOUND + 500:
        check(eventually(lambda: any(has_word(each) for each in wires), 20 * SLOWER), f"{most} connections, and all of them are open")
    proper(inside.ask("GET", "/api/v1/health"), "who was in before the flood", 200)
    told = closed = 0
    for wire in wires:
        try:
            said = wire.recv(1 << 12)
        except BlockingIOError:
            continue
        except ConnectionError:
            said = b""
        closed += not said
        replies = replies_in(said)
        if replies:
            proper(replies[0], "one connection too many", 503)
            told += 1
    metrics = inside.ask("GET", "/metrics").text
    close(wires)
    check(eventually(lambda: is_answered(server), 15), "the daemon does not answer after the flood")
    answered(server)
    inside.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    refused = next((float(line.split()[-1]) for line in metrics.splitlines() if line.startswith("ai_memory_http_refused_connections_total")), 0)
    check(refused >= told, f"{told} were refused, the metrics say {refused}")
    return most, told + closed


def met(client):
    """Connections that the daemon holds or has refused."""
    figures = dict(line.rsplit(" ", 1) for line in client.ask("GET", "/metrics").text.splitlines() if not line.startswith("#"))
    return sum(float(figures.get(f"ai_memory_http_{each}", 0)) for each in ("connections", "refused_connections_total"))


def has_word(wire):
    """Whether it was answered or closed; what was said stays to be read."""
    try:
        wire.recv(1, socket.MSG_PEEK)
        return True
    except BlockingIOError:
        return False
    except OSError:
        return True


def is_answered(server):
    try:
        return server.ask("GET", "/api/v1/health", timeout=5).status == 200
    except OSError:
        return False


def pour(server, head, piece, most):
    """Sends a piece again and again until the daemon answers; (the answer, how much went out)."""
    sent = 0
    with server.socket(20) as wire:
        wire.sendall(head)
        wire.settimeout(20)
        try:
            while sent < most:
                wire.sendall(piece)
                sent += len(piece)
                wire.setblocking(False)
                try:
                    said = wire.recv(1, socket.MSG_PEEK)
                except BlockingIOError:
                    said = b""
                wire.settimeout(20)
                if said:
                    break
        except (BrokenPipeError, ConnectionResetError):
            pass
        replies = replies_in(receive(wire, 10))
    return (replies[0] if replies else None), sent


def huge_bodies(server):
    for path, most in (("memories", 2 << 20), ("import", 64 << 20), ("memories/bulk", 64 << 20), ("recall", 2 << 20)):
        post = b"POST /api/v1/" + path.encode() + b" HTTP/1.1\r\n" + HOST + JSON
        announced = server.raw(post + b"Content-Length: 104857600\r\n\r\n")
        check(announced, f"{path}: no answer to 100 MB announced")
        proper(announced[0], f"{path}: 100 MB announced", 413)
        expecting = server.raw(post + b"Expect: 100-continue\r\nContent-Length: 104857600\r\n\r\n")
        proper(expecting[0], f"{path}: 100 MB announced with Expect", 413)
        reply, sent = pour(server, post + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b" " * 0x10000 + b"\r\n", most + 4 * IN_THE_KERNEL)
        check(reply is not None, f"{path}: no answer to a body without an end, {sent} bytes sent")
        proper(reply, f"{path}: a body without an end", 413)
        check(sent < most + IN_THE_KERNEL, f"{path}: {sent} bytes were taken before the refusal")
    # An answer that needs no body does not wait for one either.
    reply = server.raw(b"DELETE /api/v1/memories HTTP/1.1\r\n" + HOST + b"Content-Length: 104857600\r\n\r\n")
    proper(reply[0], "a wrong method with a huge body", 405)
    for size in (b"-1", b"99999999999999999999999", b"0x10", b"1e3", b"", b"12abc"):
        for each in server.raw(b"POST /api/v1/gc HTTP/1.1\r\n" + HOST + b"Content-Length: " + size + b"\r\n\r\n"):
            proper(each, f"a length of {size!r}", (400, 413))


def huge_heads(server):
    get = b"GET /api/v1/health HTTP/1.1\r\n" + HOST
    for what, data in {
        "one long header": get + b"X-Long: " + b"a" * (1 << 20) + b"\r\n\r\n",
        "many headers": get + b"X-Many: a\r\n" * 10_000 + b"\r\n",
        "a long target": b"GET /api/v1/recall?context=" + b"a" * (1 << 20) + b" HTTP/1.1\r\n" + HOST + b"\r\n",
        "a long method": b"G" * (1 << 20) + b" / HTTP/1.1\r\n" + HOST + b"\r\n",
    }.items():
        replies = server.raw(data)
        check(replies, f"{what}: no answer")
        proper(replies[0], what, (400, 431) if what == "a long method" else 431)
    proper(server.raw(get + b"X-Fair: " + b"a" * 8_000 + b"\r\n\r\n")[0], "a head of 8 KB", 200)


def floods(binary, options):
    with World(binary) as world, Server(world) as server:
        answered(server, 5)
        for each in (half_heads, half_bodies, huge_bodies, huge_heads):
            each(server)
            check(server.process.poll() is None, f"{each.__name__}: the daemon is gone: {server.said()[-2000:]}")
            answered(server)
        most, told = connections(server)
        resident = next(int(line.split()[1]) // 1024 for line in open(f"/proc/{server.pid}/status") if line.startswith("VmRSS"))
        check(server.stop() == 0, f"the daemon did not end well: {server.said()[-2000:]}")
        trouble = complaints(world)
        check(not trouble, trouble)
    return f"{most} connections, {told} of them sent away, {resident} MB resident afterwards"


if __name__ == "__main__":
    run(floods, __doc__)
