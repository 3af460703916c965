"""What tests of attacks have in common: looking at the daemon's process from outside, many connections at once, and a report of what
held. Under a sanitizer the figures say nothing and are not judged."""

import contextlib
import resource
import time

from outcome import SLOWER, check
from proper import proper
from world import World, complaints

TOKEN = "correct-horse-battery-staple-4242"
HEALTH = "/api/v1/health"
HOST = b"Host: localhost\r\n"
JSON = b"Content-Type: application/json\r\n"
MODERN = "2026-07-28"
REPORT = []


def mebibytes(server, name="VmHWM"):
    """Of the process: the most it ever had (VmHWM), or has now (VmRSS)."""
    return next(int(line.split()[1]) / 1024 for line in open(f"/proc/{server.pid}/status") if line.startswith(name))


def times(count):
    """How often something is done: a fifth under a sanitizer, which looks at each time and not at the sum."""
    return count if SLOWER <= 1 else max(1, count // 5)


def held(what, text):
    REPORT.append(f"  {what}: {text}")


@contextlib.contextmanager
def at_most(server, what, most):
    """What happens inside makes the process larger by at most so many MiB."""
    before = mebibytes(server, "VmRSS")
    yield
    grown = mebibytes(server) - before
    check(server.process.poll() is None, f"{what}: the daemon is gone: {server.said()[-2000:]}")
    check(SLOWER > 1 or grown < most, f"{what}: {grown:.0f} MiB more, at most {most} are allowed")
    held(what, f"{grown:.0f} MiB more at the most, bound {most}")


def descriptors():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard > 0 else 8192, hard))


def answered(server, what, headers=None, most=2.0):
    """A normal client gets in and is answered in time."""
    began = time.monotonic()
    reply = server.ask("GET", "/api/v1/stats", headers=headers, timeout=20)
    proper(reply, f"a normal client beside {what}", 200)
    seconds = time.monotonic() - began
    check(seconds < most * SLOWER, f"a normal client beside {what} waited {seconds:.1f} s")
    held(what, f"a normal client was answered in {seconds:.2f} s")


def many(server, count, data=b""):
    wires = []
    for _ in range(count):
        wire = server.socket(20)
        with contextlib.suppress(OSError):
            if data:
                wire.sendall(data)
        wires.append(wire)
    return wires


def close(wires):
    for wire in wires:
        wire.close()


def server_answers(server):
    try:
        return server.ask("GET", HEALTH, timeout=5).status == 200
    except OSError:
        return False


def run_attacks(attacks, binary, only, unfit=(), damaging=()):
    """Each in a world of its own, after which all is well there, but after the `damaging`; `unfit`: those that a sanitizer cannot bear."""
    descriptors()
    for each in attacks:
        if only and each.__name__ not in only.split(","):
            continue
        if SLOWER > 1 and each in unfit:
            continue
        REPORT.append(each.__name__.replace("_", " "))
        with World(binary) as world:
            try:
                each(world)
            except AssertionError as error:
                raise AssertionError(f"{each.__name__}: {error}") from None
            if each not in damaging:
                trouble = complaints(world)
                check(not trouble, f"{each.__name__}: {trouble}")
    print("\n".join(REPORT))
    return f"{sum(line.startswith('  ') for line in REPORT)} attacks held"
