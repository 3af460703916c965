#!/usr/bin/env python3
"""The daemon over HTTP: recalls and stores a second with one and eight clients, import, health, start, memory, and the
HTTP layer alone against the library's bare server. Needs wrk, and for the last the target http_layer of the same build.
"""

import itertools
import json
import os
import socket
import sqlite3
import subprocess
import time

from support import Bench, check, cpu_seconds, data, median, resident_mb, settle, size_name
import wrk
from server import Server

SECONDS = 6.0
SIZE = 10_000
ITEMS = 1_000  # a request of import


def daemon(bench, size):
    server = Server(bench.use_database(size), "--tier", "keyword")
    total = server.api("GET", "/stats")["total"]
    check(total == size, f"the database holds {total} memories, not {size}")
    return server


def texts(bench, name, lines):
    path = bench.folder / name
    path.write_text("".join(" ".join(line.split()) + "\n" for line in lines), encoding="utf-8")
    return path


def recalls(bench, clients):
    """CPU ms a request."""
    questions = texts(bench, "questions.txt", data.queries(400))
    name = f"HTTP recall, {size_name(SIZE)}, {clients} client{'s' if clients > 1 else ''}"
    with daemon(bench, SIZE) as server:
        wrk.measure(server.url, clients, 1, texts=questions, seed=7)
        settle(server.pid, 3)
        before, running = cpu_seconds(server.pid), wrk.start(server.url, clients, SECONDS, texts=questions)
        most = 0
        while running.poll() is None:
            most = max(most, resident_mb(server.pid))
            time.sleep(0.05)
        figures = wrk.finish(running, 30)
        settle(server.pid, 3)
        cpu = (cpu_seconds(server.pid) - before) * 1000 / figures["requests"]
        check(figures["wrong"] == 0 and figures["broken"] == 0, f"{name}: {figures}")
        found = server.api("GET", "/recall?context=" + next(data.memories())["title"].replace(" ", "%20"))
        check(found["count"] > 0, "a recall of a title finds nothing")
        bench.figure(name, "a second", SIZE, wrk.rate(figures), {1: 1500, 8: 2500}[clients], figures["requests"])
        bench.figure(f"{name}, CPU a request", "ms", SIZE, cpu, None, figures["requests"])
        bench.figure(f"{name}, wall P99", "ms", SIZE, figures["p99_ms"], None, figures["requests"])
        if clients > 1:
            bench.figure(f"daemon under {clients} clients' recalls, {size_name(SIZE)}, resident at most", "MB", SIZE, most, 30)
        check(server.stop() == 0, "the daemon did not end well")
    return cpu


def searches(bench):
    words = texts(bench, "words.txt", (" ".join(each["title"].split()[:2]) for each in itertools.islice(data.memories(), 400)))
    with daemon(bench, SIZE) as server:
        kind = "/api/v1/search?q=%s"
        wrk.measure(server.url, 1, 1, kind, texts=words, seed=7)
        figures = wrk.measure(server.url, 1, SECONDS, kind, texts=words)
        found = server.api("GET", "/search?q=" + next(data.memories())["title"].replace(" ", "%20"))
        check(found["count"] > 0, "a search for a title finds nothing")
        bench.figure(f"HTTP search, {size_name(SIZE)}, 1 client", "a second", SIZE, wrk.rate(figures), 2500, figures["requests"])
        check(server.stop() == 0, "the daemon did not end well")


def fsync_ms(bench):
    """What one fsync costs where the databases lie."""
    times = []
    with open(bench.folder / "synced", "wb", buffering=0) as file:
        for _ in range(50):
            file.write(b"x" * 4096)
            started = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - started) * 1000)
    return median(times)


def bare_sqlite(bench, contents, name):
    """One-row commits a second of Python's sqlite3: WAL, synchronous FULL, the columns of a memory and no index but two."""
    path = bench.folder / name
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    columns = "id TEXT PRIMARY KEY, tier TEXT, namespace TEXT, title TEXT, content TEXT, tags TEXT, priority INTEGER, created_at TEXT, updated_at TEXT"
    database.execute(f"CREATE TABLE memories ({columns}, UNIQUE(title, namespace))")
    insert = "INSERT INTO memories VALUES (?,?,?,?,?,?,?,?,?)"
    rows = ((f"{number:036}", "mid", "bench", f"Stored {number}", contents[number % len(contents)], "[]", 5, "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z") for number in itertools.count())
    # First some in one transaction, so that the log has its size: growing a file costs more than writing into it.
    database.execute("BEGIN")
    database.executemany(insert, itertools.islice(rows, 2_000))
    database.execute("COMMIT")
    database.execute("PRAGMA wal_checkpoint(PASSIVE)")
    count, started = 0, time.perf_counter()
    while time.perf_counter() - started < SECONDS / 2:
        database.execute(insert, next(rows))
        count += 1
    seconds = time.perf_counter() - started
    database.close()
    return count / seconds


def stores(bench):
    contents = [each["content"] for each in itertools.islice(data.memories(), 400)]
    lines = texts(bench, "contents.txt", contents)
    sync = fsync_ms(bench)
    bench.figure("fdatasync of 4 KB", "ms", 0, sync, None, 50)
    rates = {}
    with daemon(bench, SIZE) as server:
        before, sent = server.api("GET", "/stats")["total"], 0
        # The disk's moods change: the bare database is measured before and after the one client.
        bare = [bare_sqlite(bench, contents, "before.db")]
        for clients in (1, 8):
            figures = wrk.measure(server.url, clients, SECONDS, "store", seed=clients, texts=lines)
            rates[clients], sent = wrk.rate(figures), sent + figures["requests"]
            if clients == 1:
                bare.append(bare_sqlite(bench, contents, "after.db"))
            bench.figure(f"HTTP store, {size_name(SIZE)}, {clients} client{'s' if clients > 1 else ''}", "a second", SIZE, rates[clients], None, figures["requests"])
        bare = sum(bare) / len(bare)
        bench.figure("bare SQLite, WAL, FULL, one-row commits (Python's sqlite3)", "a second", 0, bare, None, 2)
        total = server.api("GET", "/stats")["total"]
        # wrk ends with requests under way: those may be stored and not counted.
        check(before + sent <= total <= before + sent + 9, f"{sent} stores were answered, {total - before} are there")
        check(server.stop() == 0, "the daemon did not end well")
    bench.figure("HTTP store, 1 client, against bare SQLite", "of bare", SIZE, rates[1] / bare, 0.6)
    bench.figure("HTTP store, 8 clients, against bare SQLite", "of bare", SIZE, rates[8] / bare, 2)
    bench.figure("HTTP store, 8 clients, against 1", "of one", SIZE, rates[8] / rates[1], 3 if sync >= 1 else None)


def imports(bench):
    memories = json.loads(bench.data_file(SIZE).read_bytes())["memories"]
    bodies = [json.dumps({"memories": memories[begin : begin + ITEMS]}).encode() for begin in range(0, SIZE, ITEMS)]
    with daemon(bench, 0) as server, server.client(headers={"Content-Type": "application/json"}) as client:
        started = time.perf_counter()
        replies = [client.ask("POST", "/api/v1/import", body) for body in bodies]
        seconds = time.perf_counter() - started
        done = sum(each.json["imported"] for each in replies)
        check(done == SIZE and server.api("GET", "/stats")["total"] == SIZE, f"{done} of {SIZE} imported")
        bench.figure(f"HTTP import of {size_name(SIZE)} in {ITEMS:,}s", "s", SIZE, seconds, 1.2)
        check(server.stop() == 0, "the daemon did not end well")


def health(bench):
    with daemon(bench, SIZE) as server:
        wrk.measure(server.url, 1, 1, "/api/v1/health")
        figures = wrk.measure(server.url, 1, SECONDS / 2, "/api/v1/health")
        bench.figure(f"HTTP health, {size_name(SIZE)}, wall P50", "ms", SIZE, figures["p50_ms"], 0.3, figures["requests"])
        check(server.stop() == 0, "the daemon did not end well")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def first_answer(world):
    """Wall ms from starting `serve` to the first 200 of /health."""
    port, binary, request = free_port(), os.fspath(world.binary), b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    nowhere = [(os.POSIX_SPAWN_OPEN, each, os.devnull, os.O_WRONLY, 0) for each in (1, 2)]
    started = time.perf_counter()
    pid = os.posix_spawn(binary, [binary, "serve", "--port", str(port)], world.environment, file_actions=nowhere)
    try:
        while True:
            check(time.perf_counter() - started < 20, "serve does not answer")
            try:
                with socket.create_connection(("127.0.0.1", port), 5) as wire:
                    wire.sendall(request)
                    said = wire.recv(4096)
                break
            except ConnectionError:
                time.sleep(0.0002)
        wall = (time.perf_counter() - started) * 1000
    finally:
        os.kill(pid, 15)
        _, status = os.waitpid(pid, 0)
    check(said.startswith(b"HTTP/1.1 200"), f"the first answer is {said[:200]!r}")
    check(status == 0, f"serve ended with status {status}")
    return wall


def starts(bench, size, runs=15):
    world = bench.use_database(size)
    walls = [first_answer(world) for _ in range(runs + 2)][2:]
    bench.figure(f"serve ready, {size_name(size)}", "ms", size, median(walls), 15, runs)


def layer(bench):
    """Requests a second for a constant answer of 2 KB."""
    build = bench.options.binary.resolve().parent
    program = next((each for each in (build / "http_layer", build / "bench" / "http_layer") if each.exists()), None)
    if (build / "build.ninja").exists():
        subprocess.run(["cmake", "--build", build, "--target", "http_layer"], check=True, stdout=subprocess.DEVNULL)
        program = next(build.glob("**/http_layer"))
    if program is None:
        return
    rates = {"bare": [], "ours": []}
    for which in ("bare", "ours") * 3:  # in turns, so that what else the machine does falls on both
        port = free_port()
        process = subprocess.Popen([program, which, str(port)])
        try:
            deadline = time.monotonic() + 10
            while socket.socket().connect_ex(("127.0.0.1", port)):
                check(time.monotonic() < deadline, f"http_layer {which} does not listen")
                time.sleep(0.01)
            rates[which].append(wrk.rate(wrk.measure(f"http://127.0.0.1:{port}", 8, 2, "/")))
        finally:
            process.kill()
            process.wait()
    for which, several in rates.items():
        bench.figure(f"HTTP layer alone, 2 KB, 8 clients, {which}", "a second", 0, median(several), None, len(several))
    bench.figure("HTTP layer alone, ours against bare", "of bare", 0, median(rates["ours"]) / median(rates["bare"]), 0.8, 3)


def main():
    with Bench(__doc__.splitlines()[0]) as bench:
        check(wrk.is_there(), "wrk is not installed")
        if bench.has(SIZE):
            one, eight = recalls(bench, 1), recalls(bench, 8)
            bench.figure("HTTP recall, CPU a request, 8 clients against 1", "times", SIZE, eight / one, 1.2)
            searches(bench)
            stores(bench)
            imports(bench)
            health(bench)
        for size in bench.sizes:
            if size >= SIZE:
                starts(bench, size)
        layer(bench)


if __name__ == "__main__":
    main()
