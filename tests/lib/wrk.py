"""wrk as tests and benchmarks use it: a script beside it, figures from its last line."""

import re
import shutil
import subprocess
from pathlib import Path

RECALLS = Path(__file__).resolve().parent.parent / "daemon" / "recalls.lua"
FIGURES = re.compile(r"^figures requests=(\d+) seconds=(\S+) p50_ms=(\S+) p99_ms=(\S+) wrong=(\d+) broken=(\d+) told=(.*)$", re.M)


def is_there():
    return shutil.which("wrk") is not None


def start(url, connections, seconds, *arguments, script=RECALLS, threads=None):
    command = ["wrk", "-t", str(threads or min(2, connections)), "-c", str(connections), "-d", f"{seconds:g}s", "-s", str(script), url]
    return subprocess.Popen([*command, "--", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")


def finish(process, patience):
    """What it measured: requests, seconds, p50_ms, p99_ms, wrong (not 200), broken (connections), told (the first wrong answer)."""
    said, _ = process.communicate(timeout=patience)
    found = FIGURES.search(said)
    if process.returncode != 0 or not found:
        raise AssertionError(f"wrk ended with status {process.returncode}: {said[-500:]}")
    requests, seconds, p50, p99, wrong, broken, told = found.groups()
    return {"requests": int(requests), "seconds": float(seconds), "p50_ms": float(p50), "p99_ms": float(p99), "wrong": int(wrong), "broken": int(broken), "told": told}


def measure(url, connections, seconds, *arguments, **options):
    return finish(start(url, connections, seconds, *arguments, **options), seconds + 30)
