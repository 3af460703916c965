#!/usr/bin/env python3
"""What a database on a PostgreSQL server costs, and the same in a file beside it: import, size, start, memory, recalls over HTTP in all and
within one namespace of about a hundredth, stores by one writer and by eight, recalls by two daemons, a migration.

CPU is that of the daemon and of all the server's processes together. The server is started here, with fsync; its programs come from
AI_MEMORY_TEST_POSTGRES, as in tests/postgres.
"""

import json
import os
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path

from support import ROOT, Bench, check, data, median, percentile, resident_mb, settle

sys.path.insert(0, str(ROOT / "tests" / "postgres"))
import with_server  # noqa: E402
import wrk  # noqa: E402
from server import Server  # noqa: E402

RECALLS, WRITERS, SECONDS = 200, 8, 6
TICK = os.sysconf("SC_CLK_TCK")
SETTINGS = {"fsync": "on", "autovacuum": "on", "shared_buffers": "512MB", "max_wal_size": "4GB"}


def stat(pid):
    """(parent, CPU seconds of it, of its children that have ended)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    user, system, ended_user, ended_system = (int(each) / TICK for each in fields[11:15])
    return int(fields[1]), user + system, ended_user + ended_system


def server_cpu(postmaster):
    _, own, ended = stat(postmaster)
    total = own + ended
    for each in Path("/proc").iterdir():
        if each.name.isdigit():
            try:
                parent, own, _ = stat(each.name)
            except OSError:
                continue
            total += own if parent == postmaster else 0
    return total


class Place:
    """A database of one size: in a file, or on the server."""

    def __init__(self, bench, name, address, postmaster=None):
        self.bench, self.name, self.address, self.postmaster = bench, name, str(address), postmaster
        bench.world.environment["AI_MEMORY_DB"] = self.address

    def cpu(self, *daemons):
        spent = sum(sum(stat(each.pid)[1:2]) for each in daemons)
        return spent + (server_cpu(self.postmaster) if self.postmaster else 0)

    def figure(self, name, unit, size, value, target=None, runs=1):
        self.bench.figure(f"{name}, {self.name}", unit, size, value, target, runs)


def imported(place, size):
    before, began = place.cpu(), time.perf_counter()
    _, cpu = place.bench.import_file(place.bench.data_file(size), size)
    seconds = time.perf_counter() - began
    place.figure("import", "memories/s", size, size / seconds, 5_000)
    place.figure("import, CPU a memory", "us", size, (cpu + place.cpu() - before) / size * 1e6)


def recall_paths(size, name_space=None):
    more = f"&namespace={urllib.parse.quote(name_space, safe='')}" if name_space else ""
    return [f"/api/v1/recall?context={urllib.parse.quote(each)}&limit=10{more}" for each in data.queries(RECALLS)]


def recalls(place, daemon, size, what, name_space=None, target=None):
    paths, walls = recall_paths(size, name_space), []
    with daemon.client() as client:
        for path in paths[:20]:
            check(client.ask("GET", path).status == 200, path)
        settle(daemon.pid)
        before = place.cpu(daemon)
        for path in paths:
            began = time.perf_counter()
            answer = client.ask("GET", path)
            walls.append((time.perf_counter() - began) * 1000)
            check(answer.status == 200, f"{path}: {answer}")
        settle(daemon.pid)
        cpu = (place.cpu(daemon) - before) * 1000 / len(paths)
    place.figure(f"recall {what}, p50", "ms", size, median(walls), target, len(paths))
    place.figure(f"recall {what}, p95", "ms", size, percentile(walls, 95), None, len(paths))
    place.figure(f"recall {what}, CPU", "ms", size, cpu, None, len(paths))


def texts(place):
    """What wrk asks and stores, a line each."""
    path = place.bench.folder / "texts.txt"
    path.write_text("".join(" ".join(line.split()) + "\n" for line in data.queries(RECALLS)), encoding="utf-8")
    return path


def measured(place, daemons, clients, kind):
    """Of so many clients in all: figures of each daemon's load, CPU ms a request."""
    asked, before = texts(place), place.cpu(*daemons)
    running = [wrk.start(each.url, clients // len(daemons), SECONDS, kind, clients * 10 + number, asked) for number, each in enumerate(daemons)]
    figures = [wrk.finish(each, 60) for each in running]
    check(not any(each["wrong"] or each["broken"] for each in figures), f"{kind}: {figures}")
    for each in daemons:
        settle(each.pid)
    return figures, (place.cpu(*daemons) - before) * 1000 / sum(each["requests"] for each in figures)


def stores(place, daemon, size, writers, target):
    (figures,), cpu = measured(place, [daemon], writers, "store")
    what = f"store, {writers} writer{'s' if writers > 1 else ''}"
    place.figure(f"{what}, p50", "ms", size, figures["p50_ms"], target if writers == 1 else None, figures["requests"])
    place.figure(what, "stores/s", size, wrk.rate(figures), target if writers > 1 else None, figures["requests"])
    place.figure(f"{what}, CPU", "ms", size, cpu, None, figures["requests"])


def together(place, size, count):
    """Recalls a second and CPU each, with so many daemons and four clients in all."""
    daemons = [Server(place.bench.world) for _ in range(count)]
    try:
        for daemon in daemons:
            daemon.ask("GET", recall_paths(size)[0])
        figures, cpu = measured(place, daemons, 4, wrk.RECALL)
        what = f"recalls by {count} daemon{'s' if count > 1 else ''}"
        place.figure(what, "recalls/s", size, sum(map(wrk.rate, figures)), None, sum(each["requests"] for each in figures))
        place.figure(f"{what}, CPU", "ms", size, cpu)
    finally:
        for daemon in daemons:
            daemon.kill()


def served(place, size):
    began = time.perf_counter()
    with Server(place.bench.world) as daemon:
        answer = daemon.ask("GET", recall_paths(size)[0])
        check(answer.status == 200, str(answer))
        place.figure("start to the first recall", "ms", size, (time.perf_counter() - began) * 1000)
        counts = {each["namespace"]: each["count"] for each in daemon.api("GET", "/namespaces")["namespaces"]}
        small = min(counts, key=lambda name: abs(counts[name] - size / 100))
        recalls(place, daemon, size, "in all", None, {10_000: 8, 100_000: 25, 1_000_000: 60}.get(size))
        recalls(place, daemon, size, f"in a namespace of {counts[small] * 100 / size:.1f} %", small, 8)
        stores(place, daemon, size, 1, 5)
        stores(place, daemon, size, WRITERS, 1_000)
        place.figure("memory of the daemon", "MiB", size, resident_mb(daemon.pid))
    for count in (1, 2):
        together(place, size, count)


def server_size(variables):
    done = subprocess.run([variables["AIM_TEST_PSQL"], "-XqAt", "-c", "SELECT pg_database_size(current_database())", variables["address"]],
                          capture_output=True, text=True, check=True)
    return int(done.stdout) / 2**20


def main():
    with Bench(__doc__.splitlines()[0]) as bench, with_server.Server(**SETTINGS) as variables:
        import postgres
        postgres.SERVER = variables["AIM_TEST_POSTGRES"]
        os.environ["AIM_TEST_PSQL"] = variables["AIM_TEST_PSQL"]
        for size in bench.sizes:
            file = Place(bench, "SQLite", bench.world.database)
            imported(file, size)
            file.figure("size", "MiB", size, bench.world.database.stat().st_size / 2**20)
            address = postgres.new_database()
            server = Place(bench, "PostgreSQL", address, with_server_pid(variables))
            migrate = [bench.options.binary, "--json", "migrate", bench.world.database, address]
            before, began = server.cpu(), time.perf_counter()
            copied = subprocess.run(migrate, env=bench.world.environment, capture_output=True, text=True, check=False)
            check(copied.returncode == 0, copied.stderr)
            rows = sum(each["rows"] for each in json.loads(copied.stdout)["tables"])
            server.figure("migrate to", "rows/s", size, rows / (time.perf_counter() - began))
            server.figure("migrate to, server's CPU a row", "us", size, (server.cpu() - before) / rows * 1e6)
            postgres.drop_database(address)
            server.address = bench.world.environment["AI_MEMORY_DB"] = postgres.new_database()
            imported(server, size)
            server.figure("size", "MiB", size, server_size({**variables, "address": server.address}))
            served(server, size)
            postgres.drop_database(server.address)
            bench.world.environment["AI_MEMORY_DB"] = file.address
            served(file, size)
            for old in bench.world.database.parent.glob(bench.world.database.name + "*"):
                old.unlink()


def with_server_pid(variables):
    folder = urllib.parse.parse_qs(urllib.parse.urlsplit(variables["AIM_TEST_POSTGRES"]).query)["host"][0]
    return int((Path(folder) / "data" / "postmaster.pid").read_text().splitlines()[0])


if __name__ == "__main__":
    main()
