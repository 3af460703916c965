#!/usr/bin/env python3
"""The manual: formatters take it without a warning, it names everything that the program knows, docs/manual is up to date."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lib"))
from outcome import Findings, check, run  # noqa: E402
from world import World  # noqa: E402

FORMATTERS = {
    "man": ["man", "--warnings", "-l", "-E", "UTF-8", "FILE"],
    "groff": ["groff", "-man", "-ww", "-z", "FILE"],
    "mandoc": ["mandoc", "-T", "lint", "-W", "warning", "FILE"],
}


def format_by(name, file, world):
    words = [str(file) if word == "FILE" else word for word in FORMATTERS[name]]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", env=world.environment | {"MANWIDTH": "100"}, timeout=60)
    check(done.returncode == 0 and not done.stderr.strip(), f"{name}: exit {done.returncode}: {done.stderr[:1000]}")
    if name != "man":
        check(not done.stdout.strip(), f"{name}: {done.stdout[:1000]}")
    return re.sub(r".\x08|\x1b\[[0-9;]*m", "", done.stdout)


def commands_of(world):
    """The names in the help's groups."""
    groups = world.run("help", "--all").stdout.split("\nFlags\n")[0].split("\n\n")[2:]
    return [re.match(r"  (\S+(?: \S+)?)(?:  |$)", line)[1] for group in groups for line in group.splitlines()[1:]
            if re.match(r"  \S", line)]


def everything_is_there(world, page):
    text = " ".join(page.split())
    names = commands_of(world)
    check(len(names) > 30, f"only {names}")
    for name in names:
        check(f" {name} " in text, f"{name} has no entry")
        for flag in re.findall(r"^  (?:-\w, )?(--[a-z0-9-]+)", world.run(*name.split(), "--help").stdout, re.M):
            check(flag in text, f"{flag} of {name} is missing")
    for key in ("gc.interval_secs", "serve.token_file", "AI_MEMORY_NO_CONFIG", "EXIT STATUS", "config.toml"):
        check(key in text, f"{key} is missing")


def manual(binary, options):
    findings, tried = Findings(), []
    with World(binary) as world:
        done = world.run("man")
        check(done.returncode == 0 and done.stdout.startswith('.\\"'), f"exit {done.returncode}: {done.stderr}")
        check(done.stdout.isascii(), "the roff has other characters than ASCII")
        page = world.folder / "ai-memory.1"
        page.write_text(done.stdout)
        for name in FORMATTERS:
            if not shutil.which(name):
                continue
            tried.append(name)
            with findings:
                shown = format_by(name, page, world)
                if name == "man":
                    everything_is_there(world, shown)
        with findings:
            made = world.run("man", "--markdown").stdout
            everything_is_there(world, made.replace("`", " ").replace("\\", "").replace("## Exit status", "EXIT STATUS").replace("<br>", ""))
            file = ROOT / "docs" / "manual" / "ai-memory.md"
            check(file.read_text() == made, "docs/manual/ai-memory.md is old; make it anew: ai-memory man --markdown > docs/manual/ai-memory.md")
    findings.raise_any()
    return f"docs/manual is up to date; formatted by: {', '.join(tried) or 'nothing, none is installed'}"


if __name__ == "__main__":
    run(manual, __doc__)
