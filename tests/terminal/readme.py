#!/usr/bin/env python3
"""The documents: docs/settings.md lists the keys of the program and the variables that the source reads; the commands of README.md and of
the pages of docs/ exist, and README.md's first ones find what they store; each page of docs/ is linked from docs/README.md, and no guide is longer than 200 lines."""

import json
import re
import shlex
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lib"))
from outcome import Findings, check, run  # noqa: E402
from world import World  # noqa: E402

SETTINGS = "docs/settings.md"
LONGEST = 200
REFERENCES = ("architecture.md", "requirements.md", "wire.md")  # may be longer than a guide

# Read to find out where the program runs, not set for it.
OF_THE_SYSTEM = {"HOME", "TERM", "COLUMNS", "PATH", "TMPDIR"}


def keys_in(page):
    """The keys of the list of settings, those that are commented out too."""
    block = next(each for each in re.findall(r"```toml\n(.*?)```", page, re.S) if "archive_on_gc" in each)
    keys, section = {}, ""
    for line in block.splitlines():
        if found := re.match(r"\[([\w.]+)\]", line):
            section = found[1] + "."
        elif found := re.match(r"(#\s*)?([a-z_]+) = (.*)", line):
            keys[section + found[2]] = (found[1] is None, found[3])
    return keys


def settings(world, page, findings):
    listed = keys_in(page)
    known = {each["key"]: each for each in world.json("config", "show")["settings"]}
    with findings:
        check(not known.keys() - listed.keys(), f"{SETTINGS} does not list {sorted(known.keys() - listed.keys())}")
        check(not listed.keys() - known.keys(), f"{SETTINGS} lists {sorted(listed.keys() - known.keys())}, which there are not")
    for key, (is_set, shown) in listed.items():
        default = known.get(key, {}).get("value", "")
        with findings:
            if is_set:
                check(shown.startswith(json.dumps(default)), f"{SETTINGS}: {key} = {shown}, its default is {default}")


def variables(page, findings):
    read = set()
    for file in (ROOT / "src").rglob("*.cpp"):
        if file.name.endswith("_test.cpp"):
            continue
        text = file.read_text()
        read.update(re.findall(r'(?:environment|getenv|number_of|threshold)\("([A-Z][A-Z_]+)"', text))
        for names in re.findall(r"for \(const char\* name :\s*\{([^}]*)\}", text):
            read.update(re.findall(r'"([A-Z][A-Z_]+)"', names))
    read -= OF_THE_SYSTEM
    named = set(re.findall(r"`\$?([A-Z][A-Z_]{3,})(?:=1)?`", page))
    with findings:
        check(len(read) > 15, f"only {read}")
        check(not read - named, f"{SETTINGS} does not name {sorted(read - named)}")


def commands(world, name_of_page, page, findings):
    """Every `ai-memory COMMAND` and `./run COMMAND` of the blocks to be typed."""
    names = set(re.findall(r"^  (\S+(?: \S+)?)(?:  |$)", world.run("help", "--all").stdout, re.M))
    families = {name.split()[0] for name in names if " " in name}
    for block in re.findall(r"```(?:sh)?\n(.*?)```", page, re.S):
        for line in block.splitlines():
            found = re.match(r"(?:\$ )?(?:ai-memory|\./run) ((?:--json )?)([a-z][a-z-]*)(?: ([a-z-]+))?", line)
            if not found:
                continue
            name = f"{found[2]} {found[3]}" if found[2] in families else found[2]
            with findings:
                check(name in names, f"{name_of_page}: there is no command {name!r}: {line}")


def first_commands(world, page, findings):
    """The commands that a new user types first find what they stored."""
    block = re.search(r"## Five commands\n+```\n(.*?)```", page, re.S)[1]
    world.run("store", "Deploys go out on Tuesdays, never on Fridays")
    for line in block.splitlines():
        done = world.run(*shlex.split(line, comments=True)[1:])
        with findings:
            check("nothing found" not in done.stdout + done.stderr, f"README.md: nothing is found by {line!r}")
    with findings:
        found = world.run("recall", "which database do we use").stdout
        check("PostgreSQL" in found, f"README.md: the database is not found: {found!r}")


def links(pages, findings):
    """Every page is reached from docs/README.md, every link to a file of the repository leads to one."""
    index = (ROOT / "docs" / "README.md").read_text()
    for path in pages:
        text = path.read_text()
        with findings:
            if path.parent == ROOT / "docs" and path.name != "README.md":
                check(f"]({path.name})" in index, f"docs/README.md does not link to {path.name}")
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            with findings:
                check((path.parent / target).exists(), f"{path.relative_to(ROOT)}: there is no {target}")
        with findings:
            check(path.name in REFERENCES or len(text.splitlines()) <= LONGEST, f"{path.relative_to(ROOT)} has more than {LONGEST} lines")


def readme(binary, options):
    findings = Findings()
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    with World(binary) as world:
        page = (ROOT / SETTINGS).read_text()
        settings(world, page, findings)
        variables(page, findings)
        first_commands(world, (ROOT / "README.md").read_text(), findings)
        for path in pages:
            commands(world, path.relative_to(ROOT), path.read_text(), findings)
    links(pages, findings)
    findings.raise_any()
    return "README.md and docs/ match the program"


if __name__ == "__main__":
    run(readme, __doc__)
