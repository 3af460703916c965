#!/usr/bin/env python3
"""Where there is no database, a command that has nothing to put there makes neither it nor a folder (S29): all commands, one by one."""

import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lib"))
from outcome import Findings, check, run  # noqa: E402
from world import World  # noqa: E402

ID, OTHER = "1a2b3c4d", "5e6f7a8b"

# Arguments of a command that has nothing to put into a database, several ways where they differ.
NOTHING_TO_PUT = {
    "update": [f"{ID} -p 9"], "promote": [ID],
    "recall": ["deploys", f"deploys --why {ID}", "deploys --tier keyword"], "search": ["deploys"], "why": [f"{ID} deploys"], "get": [ID], "list": [""],
    "session-start": [""], "namespaces": [""], "namespace rename": ["shop acme/shop"], "namespace merge": ["shop acme/shop"], "stats": [""], "facets": [""], "series": [""], "recent": [""], "access-log": [""],
    "link": [f"{ID} {OTHER}"], "links": [ID], "resolve": [f"{ID} {OTHER}"], "consolidate": [f"{ID},{OTHER} -T a -s b"],
    "reflect": [f"{ID} -T a -c b"], "auto-consolidate": ["", "--dry-run"], "deduplicate": ["", "--merge", "--profile vector-memory"],
    "history": [ID], "diff": ["yesterday"], "rewind": ["--to yesterday then.db"], "restore-version": [f"{ID} 1"], "standard confirm": [ID], "transcript search": ["deploys"],
    "transcript files": [ID], "transcript touched": ["a.cpp"], "session digest": [ID],
    "neighbourhood": [ID], "review": [""], "review-settle": ["duplicate-12-34 merge"],
    "delete": [ID], "forget": ["-n x", "-n x --dry-run"], "gc": [""], "backfill": ["", "--profile vector-memory"], "export": [""], "backup": [""],
    "import": ["--from mcp-memory none.jsonl --dry-run"], "sync": ["other.db --dry-run"], "undo": [""], "doctor": [""],
    "archive list": [""], "archive restore": [ID], "archive purge": [""], "archive stats": [""],
    "adopt": ["", "--status", "--dry-run"],
    "bridge list": [""],
    "sync-folder status": [""], "sync-folder devices": [""], "sync-folder code": [""], "sync-folder now": [""], "sync-folder leave": [""],
    "sync-folder remove": ["laptop"], "upgrade": ["--check"],
    "bridge remove": ["agents"],
    "bridge sync": ["", "--dry-run"],
    "transcript list": [""], "transcript show": [ID], "transcript link": [f"{ID} {OTHER}"], "transcript prune": ["--older-than-days 9"],
    "replay": [ID], "audit verify": [""], "audit show": [""], "audit head": [""], "audit export": [""], "token list": [""], "token revoke": ["ci"],
    "identity show": [""], "identity export-public": [""],
    "bench quality": ["", "--dry-run"], "bench add": [f"question {ID}", "question --rank 1"], "bench list": [""], "bench remove": ["1"],
    "standard set": [f"api {ID}"], "standard get": ["api"], "standard clear": ["api"],
    "model list": [""], "model verify": [""], "hook-preview": ["deploys"], "call": ["memory_list", "memory_undo", "no_such_tool"],
    "context": [""], "export-markdown": [""], "trust": ["--list"], "detect": [""], "install": ["--list"],
    "hook session-start": [""], "hook user-prompt": [""], "hook edit": [""], "hook tool": [""], "hook stop": [""], "hook compact": [""], "hook session-end": [""],
    "capabilities": [""], "expand-query": ["deploys"], "auto-tag": [ID], "detect-contradiction": [f"{ID} {OTHER}"],
    "config show": [""], "config path": [""], "config check": [""], "completions": ["bash"], "man": [""],
}  # fmt: skip
# Commands that have something to put there, serve, or change other files.
MAKES = {
    "store", "restore", "import", "mine", "sync", "transcript append", "transcript import", "token create", "namespace alias", "identity create", "identity rotate",
    "model get", "model import", "model remove", "model use", "model embed", "ui", "mcp", "init", "summarise-session", "import-markdown", "serve",
    "uninstall", "index", "shell", "config set", "migrate", "memory-tool", "bridge add", "sync-folder init", "sync-folder join", "encrypt", "decrypt", "rekey", "unlock", "lock", "key show-recovery",
}  # fmt: skip


def made_by(world, words):
    """The databases and folders for them that are there after the command; they are removed."""
    done = world.run(*words, input="")
    check(done.returncode in (0, 1), f"exit {done.returncode}: {done.stderr.strip()}")
    there = [each for each in world.folder.rglob("*") if each.name in ("nowhere", ".memory") or each.suffix == ".db"]
    for each in there:
        shutil.rmtree(each) if each.is_dir() else each.unlink(missing_ok=True)
    return sorted(str(each.relative_to(world.folder)) for each in there)


def nothing_made(binary, options):
    findings, calls = Findings(), 0
    with World(binary) as world:
        world.environment["AI_MEMORY_DB"] = str(world.folder / "nowhere" / "memory.db")
        names = set(re.findall(r"^  ([a-z]\S*(?: \S+)?)(?:  |$)", world.run("help", "--all").stdout, re.M))
        with findings:
            new = names - NOTHING_TO_PUT.keys() - MAKES
            check(not new, f"{sorted(new)}: has it something to put into a database that is not there?")
        for name, ways in NOTHING_TO_PUT.items():
            for way in ways:
                calls += 1
                with findings:
                    try:
                        made = made_by(world, [*name.split(), *way.split()])
                    except AssertionError as error:
                        raise AssertionError(f"{name} {way}: {error}") from None
                    check(not made, f"{name} {way}: makes {', '.join(made)}")
    findings.raise_any()
    return f"{calls} calls"


if __name__ == "__main__":
    run(nothing_made, __doc__)
