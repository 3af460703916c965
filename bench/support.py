"""What the benchmarks share: prepared databases, clocks of other processes, and one JSON line a figure.

Prepared files live in the folder of --work: data-N.json, and db-HASH-N.db made by importing it with the binary of
that hash. A benchmark works on a copy of its own. Targets never fail a benchmark; wrong results do (check()).
"""

import argparse
import hashlib
import itertools
import json
import os
import platform
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "lib"))
import data  # noqa: E402
from mcp_client import McpClient  # noqa: E402,F401
from world import World  # noqa: E402

SIZES = (1_000, 10_000, 100_000)


def check(holds, text):
    if not holds:
        raise SystemExit(f"wrong result: {text}")


def size_name(size):
    return f"{size // 1000}K" if size else "0"


def machine():
    model = "unknown processor"
    try:
        for line in open("/proc/cpuinfo", encoding="utf-8"):
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


def median(values):
    return percentile(values, 50)


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part / 100))]


def copy_database(source, target):
    shutil.copyfile(source, target)
    Path(target).chmod(0o600)


class Bench:
    """Arguments, prepared databases, figures of one benchmark."""

    def __init__(self, description):
        arguments = argparse.ArgumentParser(description=description)
        arguments.add_argument("--binary", type=Path, default=ROOT / "build" / "release" / "ai-memory", help="the program to measure")
        arguments.add_argument("--work", type=Path, default=ROOT / "build" / "bench", help="folder of prepared files")
        arguments.add_argument("--sizes", type=lambda text: tuple(int(each) for each in text.split(",")), default=SIZES,
                               help="sizes of databases, for a quicker run: 1000,10000")
        arguments.add_argument("--text", type=Path, help="real conversations, a turn a line, to measure compression with")
        self.options = arguments.parse_args()
        self.options.work.mkdir(parents=True, exist_ok=True)
        if not os.access(self.options.binary, os.X_OK):
            raise SystemExit(f"{self.options.binary} is not there; build it first, or name another with --binary")
        self.machine = machine()
        self.folder = Path(tempfile.mkdtemp(prefix="run-", dir=self.options.work))
        self.world = World(self.options.binary, self.folder)
        self.sizes = self.options.sizes

    def has(self, size):
        return size in self.sizes

    def figure(self, name, unit, size, value, target=None, runs=1):
        line = {"figure": name, "unit": unit, "size": size, "value": round(value, 4), "target": target, "runs": runs, "machine": self.machine}
        print(json.dumps(line), flush=True)

    def data_file(self, size, start=0):
        path = self.options.work / (f"data-{size}.json" if not start else f"data-{start}-{size}.json")
        source = hashlib.sha256(b"".join((ROOT / "bench" / each).read_bytes() for each in ("data.py", "vocabulary.txt"))).hexdigest()
        stamp = path.with_suffix(".stamp")
        if not path.exists() or not stamp.exists() or stamp.read_text().split()[0] != source:
            text_bytes = data.write_export(path, size, start)
            stamp.write_text(f"{source} {text_bytes}\n")
        return path

    def text_bytes(self, size):
        return int(self.data_file(size).with_suffix(".stamp").read_text().split()[1])

    def use_database(self, size):
        """Puts a fresh database of `size` memories in the place of the world's. 0: none."""
        for old in self.world.database.parent.glob(self.world.database.name + "*"):
            old.unlink()
        if size:
            copy_database(self.prepared(size), self.world.database)
        return self.world

    def prepared(self, size):
        source = self.data_file(size)
        binary = hashlib.sha256(self.options.binary.read_bytes() + source.with_suffix(".stamp").read_bytes()).hexdigest()[:12]
        path = self.options.work / f"db-{binary}-{size}.db"
        if not path.exists():
            for old in self.options.work.glob(f"db-*-{size}.db*"):
                old.unlink()
            self.use_database(0)
            self.import_file(source, size)
            check(not Path(f"{self.world.database}-wal").exists(), "the write-ahead log was left behind after an import")
            copy_database(self.world.database, path)
        return path

    def import_file(self, path, size):
        """(seconds of wall, seconds of CPU) of importing a file; everything in it must arrive."""
        with open(path, "rb") as source, open(self.folder / "imported.json", "wb+") as reply:
            wall, cpu, status = run_timed([self.options.binary, "--json", "import"], self.world, source.fileno(), reply.fileno())
            reply.seek(0)
            said = reply.read().decode("utf-8", "replace")
        check(status == 0, f"import ended with status {status}: {said[:300]}")
        done = json.loads(said)
        check(done["imported"] == size and not done["errors"], f"{done['imported']} of {size} imported, errors: {done['errors'][:3]}")
        return wall, cpu

    def server(self, size, **options):
        """An MCP server on a fresh database of that size, its count checked."""
        client = self.use_database(size).mcp("--tier", "keyword", **options)
        total = client.call("memory_stats")["total"]
        check(total == size, f"the database holds {total} memories, not {size}")
        return client

    def finish(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.finish()


def run_timed(command, world, stdin=None, stdout=None):
    """(wall seconds, CPU seconds, exit status) of one process, from its start to its end."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    try:
        files = [(os.POSIX_SPAWN_DUP2, nowhere if stdin is None else stdin, 0), (os.POSIX_SPAWN_DUP2, nowhere if stdout is None else stdout, 1)]
        started = time.perf_counter()
        pid = os.posix_spawn(os.fspath(command[0]), [os.fspath(each) for each in command], world.environment, file_actions=files)
        _, status, usage = os.wait4(pid, 0)
        wall = time.perf_counter() - started
    finally:
        os.close(nowhere)
    return wall, usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status)


def cpu_seconds(pid):
    """CPU time of all threads of a process so far, to the nanosecond: its POSIX process clock."""
    return time.clock_gettime_ns(((~pid) << 3) | 2) / 1e9


def settle(pid, seconds=1.0):
    """Waits until a process has been idle for 50 ms: what it does after its last answer counts too."""
    deadline = time.monotonic() + seconds
    before = cpu_seconds(pid)
    while time.monotonic() < deadline:
        time.sleep(0.05)
        now = cpu_seconds(pid)
        if now - before < 20e-6:
            return
        before = now


def cpu_of_calls(client, calls):
    """(CPU ms a call, wall ms of each call, replies) of (tool, arguments) pairs, the work after the answers included."""
    walls, replies = [], []
    settle(client.pid)
    before = cpu_seconds(client.pid)
    for name, arguments in calls:
        started = time.perf_counter()
        replies.append(client.call(name, arguments))
        walls.append((time.perf_counter() - started) * 1000)
    settle(client.pid)
    return (cpu_seconds(client.pid) - before) * 1000 / len(calls), walls, replies


def written_bytes(client, timeout=60):
    """Ends a server; the bytes it caused to be written to disk in its whole life, the last checkpoint included."""
    client.process.stdin.close()
    deadline = time.monotonic() + timeout
    while os.waitid(os.P_PID, client.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        check(time.monotonic() < deadline, "the server did not end")
        time.sleep(0.01)
    counts = dict(line.split(": ") for line in open(f"/proc/{client.pid}/io", encoding="ascii").read().splitlines())
    check(client.process.wait() == 0, f"the server ended with status {client.process.returncode}")
    return int(counts["write_bytes"])


def kernel_mb(pid, file, name):
    for line in open(f"/proc/{pid}/{file}", encoding="ascii", errors="replace"):
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) / 1024
    raise SystemExit(f"{name} is not there")


def resident_mb(pid):
    return kernel_mb(pid, "status", "VmRSS")


def proportional_mb(pid):
    """A process's share of memory: a page that n processes have counts an n-th."""
    return kernel_mb(pid, "smaps_rollup", "Pss")


def new_memories(size, count):
    """What comes after the first `size` memories: titles like those already there."""
    return itertools.islice(data.memories(), size, size + count)


def known_question():
    """(the first memory, words that only it answers well)"""
    known = next(data.memories())
    return known, known["title"] + " " + known["content"][:150]


def first_reply(world):
    """Wall ms from starting `mcp` to the first reply, the one to initialize."""
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}}).encode() + b"\n"  # fmt: skip
    read_end, write_end = os.pipe()
    answer, said = os.pipe()
    files = [(os.POSIX_SPAWN_DUP2, read_end, 0), (os.POSIX_SPAWN_DUP2, said, 1)]
    files += [(os.POSIX_SPAWN_CLOSE, each) for each in (write_end, answer)]
    started = time.perf_counter()
    binary = os.fspath(world.binary)
    pid = os.posix_spawn(binary, [binary, "mcp"], world.environment, file_actions=files)
    os.write(write_end, request)
    os.close(said)
    ready = select.select([answer], [], [], 30)[0]
    line = os.read(answer, 1 << 16) if ready else b""
    wall = (time.perf_counter() - started) * 1000
    for each in (read_end, write_end):
        os.close(each)
    _, status = os.waitpid(pid, 0)
    os.close(answer)
    check(b'"serverInfo"' in line, f"the first reply is {line[:200]!r}")
    check(status == 0, f"mcp ended with status {status}")
    return wall


def run_quietly(command):
    """For run.py: the lines a benchmark prints; None when it failed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8")
    return done.stdout.splitlines() if done.returncode == 0 else None
