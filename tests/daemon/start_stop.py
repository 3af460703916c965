#!/usr/bin/env python3
"""How the daemon begins and ends (D5, F1): one clear sentence for what is wrong, nothing lost when it is asked to stop."""

import os
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp_http import McpHttp  # noqa: E402
from outcome import SLOWER, check, eventually, run  # noqa: E402
from proper import proper  # noqa: E402
from server import NotServing, Server  # noqa: E402
from world import World, complaints  # noqa: E402

TOKEN = "correct-horse-battery-staple-4242"


def refused(world, *arguments, words=(), status=(1, 2), environment=None, port=0):
    """serve must end at once, with one sentence that has these words."""
    try:
        with Server(world, *arguments, environment=environment, patience=10, port=port):
            pass
    except NotServing as ended:
        what = f"serve {' '.join(map(str, arguments))}"
        check(ended.status in status, f"{what}: {ended}")
        lines = [line for line in ended.said.splitlines() if line.strip()]
        check(1 <= len(lines) <= 2, f"{what}: not one sentence but {ended.said!r}")
        for word in words:
            check(word in ended.said, f"{what}: \"{word}\" is not in {ended.said!r}")
        check(TOKEN not in ended.said, f"{what}: the token is told")
        return
    raise AssertionError(f"serve {' '.join(map(str, arguments))} runs")


def openssl(world, name, *arguments):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout", world.folder / f"{name}.key", "-out", world.folder / f"{name}.pem", *arguments],
        check=True, capture_output=True,
    )  # fmt: skip
    return world.folder / f"{name}.pem", world.folder / f"{name}.key"


def wrong_starts(world):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused(world, port=port, words=(str(port), "in use"))
    refused(world, port=99999, words=("--port",))
    refused(world, port="eighty", words=("port",))
    refused(world, "--host", "no.such.host.invalid", words=("no.such.host.invalid",))
    refused(world, "--host", "0.0.0.0", words=("token",))
    refused(world, "--host", "::", words=("token",))
    refused(world, "--mcp", "--no-mcp", words=("--no-mcp",))
    refused(world, "--tls-certificate", world.folder / "none.pem", words=("--tls-key",))
    refused(world, "--unix-socket", world.folder / ("x" * 120), words=("--unix-socket",))
    refused(world, "--token-file", world.folder / "no-such-token", words=("no-such-token",))
    refused(world, environment={"AI_MEMORY_TOKEN": "short"}, words=("AI_MEMORY_TOKEN",))
    empty = world.folder / "empty-token"
    empty.write_text("\n")
    refused(world, "--token-file", empty, words=("token",))
    text = world.folder / "text.db"
    text.write_text("These are notes, not a database. " * 100)
    refused(world, "--db", text, words=("no database",))
    check(text.read_text().startswith("These are notes"), "the text file was changed")
    refused(world, "--db", world.folder, words=("database",))
    certificate, key = openssl(world, "server")
    _, other = openssl(world, "other")
    refused(world, "--tls-certificate", text, "--tls-key", key, words=("certificate", "text.db"))
    refused(world, "--tls-certificate", certificate, "--tls-key", text, words=("key", "text.db"))
    refused(world, "--tls-certificate", certificate, "--tls-key", other, words=("key",))
    refused(world, "--tls-certificate", world.folder / "none.pem", "--tls-key", key, words=("none.pem",))


def doors(world):
    """Tokens, TLS, the Unix socket, REST only."""
    token = world.folder / "token"
    token.write_text(TOKEN + "\n")
    token.chmod(0o600)
    with Server(world, "--token-file", token) as server:
        proper(server.ask("GET", "/api/v1/stats"), "without the token", 401)
        proper(server.ask("GET", "/api/v1/stats", headers={"Authorization": f"Bearer {TOKEN}"}), "with the token", 200)
        check(server.stop() == 0, "with a token it did not end well")
    with Server(world, "--host", "0.0.0.0", environment={"AI_MEMORY_TOKEN": TOKEN}) as server:
        check("TLS" in server.said(), f"no warning of listening everywhere without TLS: {server.said()!r}")
        proper(server.ask("GET", "/api/v1/stats", headers={"Authorization": f"Bearer {TOKEN}"}), "everywhere", 200)
        proper(server.ask("GET", "/api/v1/health", headers={"Host": "evil.example"}), "everywhere, of another host", 403)
    certificate, key = openssl(world, "tls")
    with Server(world, "--tls-certificate", certificate, "--tls-key", key, certificate=certificate) as server:
        check(server.scheme == "https", "it does not say that it serves TLS")
        with server.client() as client:
            for _ in range(3):
                proper(client.ask("GET", "/api/v1/health"), "over TLS", 200)
            client.api("POST", "/memories", {"title": "TLS", "content": "x" * 60_000}, 201)
        check(not server.raw(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"), "TLS is served in the clear")
        proper(server.ask("GET", "/api/v1/health"), "over TLS after a client in the clear", 200)
        check(server.stop() == 0, "with TLS it did not end well")
    path = world.folder / "run" / "ai-memory.sock"
    for left_over in (False, True):
        with Server(world, "--unix-socket", path) as server:
            mode = os.stat(path).st_mode
            check(stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600, f"the socket has the mode {stat.S_IMODE(mode):o}")
            with server.unix_client() as client:
                proper(client.ask("GET", "/api/v1/health", headers={"Host": "anything"}), "over the socket", 200)
                client.api("POST", "/memories", {"title": "Socket", "content": "over a socket"}, 201)
            refused(world, "--unix-socket", path, words=("in use",))
            if not left_over:
                server.kill()
                check(path.exists(), "kill -9 removed the socket")
            else:
                check(server.stop() == 0 and not path.exists(), "the socket is still there after the end")
    path.write_text("precious")
    refused(world, "--unix-socket", path, words=(path.name,))
    check(path.read_text() == "precious", "a file in the socket's place was removed")
    with Server(world, "--no-mcp") as server:
        proper(server.ask("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"}), "/mcp with --no-mcp", 404)
        proper(server.ask("GET", "/api/v1/health"), "REST with --no-mcp", 200)
        check(server.stop() == 0, "with --no-mcp it did not end well")


def connections(server):
    """That the daemon holds, the one that asks among them."""
    lines = server.ask("GET", "/metrics").text.splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("ai_memory_http_connections "))


def takes_nothing_new(server):
    try:
        return server.ask("GET", "/api/v1/health", timeout=2).status == 503
    except OSError:
        return True


def graceful(world, by):
    """With a write that waits, idle connections and open event streams: all that was acknowledged is kept, exit 0."""
    name = f"Stopped by {by.name}"
    before = world.json("stats")["total"]
    with Server(world) as server:
        told = server.api("POST", "/memories", {"title": name, "content": "touched before the end", "tier": "long"}, 201)["id"]
        idle = [server.client() for _ in range(5)]
        for each in idle:
            each.api("GET", "/health")
        with McpHttp(server) as session, session.events():
            count = len(server.api("GET", "/recall?context=touched")["memories"])
            check(count >= 1, "the recall found nothing")
            holder = sqlite3.connect(world.database, isolation_level=None, timeout=10)
            holder.execute("BEGIN IMMEDIATE")
            answer = {}
            storing = threading.Thread(target=lambda: answer.update(reply=server.ask("POST", "/api/v1/memories", {"title": f"{name}, waited", "content": "in flight"})))
            held = connections(server)
            storing.start()
            check(eventually(lambda: connections(server) > held, 20 * SLOWER), "the store is not in flight")
            for _ in range(20):  # earlier input has been read by then
                connections(server)
            check(storing.is_alive(), f"the store did not wait: {answer}")
            server.process.send_signal(by)
            check(eventually(lambda: takes_nothing_new(server), 20 * SLOWER), "new requests are taken while stopping")
            check(server.process.poll() is None, "it did not wait for the request in flight")
            holder.execute("ROLLBACK")
            holder.close()
            started = time.monotonic()
            status = server.stop(by=None, timeout=20)
            storing.join()
            check(status == 0, f"{by.name}: exit {status}: {server.said()[-1000:]}")
            check(time.monotonic() - started < 5 * SLOWER, f"{by.name}: the end took {time.monotonic() - started:.1f} s")
        check("reply" in answer and answer["reply"].status == 201, f"the request in flight: {answer.get('reply')}")
        for each in idle:
            each.close()
    wal = Path(f"{world.database}-wal")
    check(not wal.exists() or wal.stat().st_size == 0, f"{wal.stat().st_size if wal.exists() else 0} bytes of WAL are left")
    check(world.json("stats")["total"] == before + 2, "not all that was acknowledged is there")
    check(world.json("get", told)["memory"]["access_count"] == 1, f"{by.name}: the touch was not written")


def few_threads(server):
    """Two for the signals and the end, two for connections, one a lane, five for what is done beside calls; a sanitizer has one of its own."""
    count = len(os.listdir(f"/proc/{server.process.pid}/task"))
    check(count <= 12, f"an idle daemon has {count} threads")


def start_stop(binary, options):
    with World(binary) as world:
        wrong_starts(world)
        doors(world)
        for by in (signal.SIGTERM, signal.SIGINT):
            graceful(world, by)
        with Server(world) as server:  # nobody ever spoke to it
            few_threads(server)
            began = time.monotonic()
            check(server.stop() == 0 and time.monotonic() - began < 2 * SLOWER, "an idle daemon does not end at once")
        check(eventually(lambda: not complaints(world), 5), complaints(world))
    return "all as it should be"


if __name__ == "__main__":
    run(start_stop, __doc__)
