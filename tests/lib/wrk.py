"""wrk as tests and benchmarks use it: the script beside this file, figures from its last line."""

import re
import shutil
import subprocess
from pathlib import Path

REQUESTS = Path(__file__).resolve().parent / "requests.lua"
RECALL = "/api/v1/recall?context=%s&limit=10"
FIGURES = re.compile(r"^figures requests=(\d+) seconds=(\S+) p50_ms=(\S+) p99_ms=(\S+) wrong=(\d+) broken=(\d+) told=(.*)$", re.M)


def is_there():
    return shutil.which("wrk") is not None


def start(url, connections, seconds, kind=RECALL, seed=1, texts=None):
    """`kind`, `texts` (a file): see requests.lua."""
    command = ["wrk", "-t", min(2, connections), "-c", connections, "-d", f"{max(1, round(seconds))}s", "-s", REQUESTS, url, "--", kind, seed]
    return subprocess.Popen([str(each) for each in [*command, *([texts] if texts else [])]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")


def finish(process, patience):
    """What it measured: requests, seconds, p50_ms, p99_ms, wrong (not 200), broken (connections), told (the first wrong answer)."""
    said, _ = process.communicate(timeout=patience)
    found = FIGURES.search(said)
    if process.returncode != 0 or not found:
        raise AssertionError(f"wrk ended with status {process.returncode}: {said[-500:]}")
    requests, seconds, p50, p99, wrong, broken, told = found.groups()
    return {"requests": int(requests), "seconds": float(seconds), "p50_ms": float(p50), "p99_ms": float(p99), "wrong": int(wrong), "broken": int(broken), "told": told}


def measure(url, connections, seconds, kind=RECALL, **options):
    """The figures of a run in which every answer is well; AssertionError else."""
    figures = finish(start(url, connections, seconds, kind, **options), seconds + 30)
    if figures["wrong"] or figures["broken"]:
        raise AssertionError(f"{kind}: {figures['wrong']} answers were not well, {figures['broken']} connections broke: {figures['told']}")
    return figures


def rate(figures):
    return figures["requests"] / figures["seconds"]
