#!/usr/bin/env python3
"""README.md: its list of keys is that of the program, its variables are those that the source reads, its commands exist."""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lib"))
from outcome import Findings, check, run  # noqa: E402
from world import World  # noqa: E402

# Read to find out where the program runs, not set for it.
OF_THE_SYSTEM = {"HOME", "TERM", "COLUMNS", "PATH", "TMPDIR"}


def keys_in(readme):
    """The keys of the list of settings, those that are commented out too."""
    block = next(each for each in re.findall(r"```toml\n(.*?)```", readme, re.S) if "archive_on_gc" in each)
    keys, section = {}, ""
    for line in block.splitlines():
        if found := re.match(r"\[([\w.]+)\]", line):
            section = found[1] + "."
        elif found := re.match(r"(#\s*)?([a-z_]+) = (.*)", line):
            keys[section + found[2]] = (found[1] is None, found[3])
    return keys


def settings(world, readme, findings):
    listed = keys_in(readme)
    known = {each["key"]: each for each in world.json("config", "show")["settings"]}
    with findings:
        check(not known.keys() - listed.keys(), f"README.md does not list {sorted(known.keys() - listed.keys())}")
        check(not listed.keys() - known.keys(), f"README.md lists {sorted(listed.keys() - known.keys())}, which there are not")
    for key, (is_set, shown) in listed.items():
        default = known.get(key, {}).get("value", "")
        with findings:
            if is_set:
                check(shown.startswith(json.dumps(default)), f"README.md: {key} = {shown}, its default is {default}")


def variables(readme, findings):
    read = set()
    for file in (ROOT / "src").rglob("*.cpp"):
        if file.name.endswith("_test.cpp"):
            continue
        text = file.read_text()
        read.update(re.findall(r'(?:environment|getenv|number_of|threshold)\("([A-Z][A-Z_]+)"', text))
        for names in re.findall(r"for \(const char\* name :\s*\{([^}]*)\}", text):
            read.update(re.findall(r'"([A-Z][A-Z_]+)"', names))
    read -= OF_THE_SYSTEM
    named = set(re.findall(r"`\$?([A-Z][A-Z_]{3,})(?:=1)?`", readme))
    with findings:
        check(len(read) > 15, f"only {read}")
        check(not read - named, f"README.md does not name {sorted(read - named)}")


def commands(world, readme, findings):
    """Every `ai-memory COMMAND` and `./run COMMAND` of the blocks to be typed."""
    names = set(re.findall(r"^  (\S+(?: \S+)?)(?:  |$)", world.run("help", "--all").stdout, re.M))
    families = {name.split()[0] for name in names if " " in name}
    for block in re.findall(r"```\n(.*?)```", readme, re.S):
        for line in block.splitlines():
            found = re.match(r"(?:\$ )?(?:ai-memory|\./run) ((?:--json )?)([a-z][a-z-]*)(?: ([a-z-]+))?", line)
            if not found:
                continue
            name = f"{found[2]} {found[3]}" if found[2] in families else found[2]
            with findings:
                check(name in names, f"README.md: there is no command {name!r}: {line}")


def readme(binary, options):
    findings = Findings()
    text = (ROOT / "README.md").read_text()
    with World(binary) as world:
        settings(world, text, findings)
        variables(text, findings)
        commands(world, text, findings)
    findings.raise_any()
    return "README.md says what there is"


if __name__ == "__main__":
    run(readme, __doc__)
