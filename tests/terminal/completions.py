#!/usr/bin/env python3
"""Completions in a real shell: the script is loaded, a line is completed as the tab key would, the candidates are looked at."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import Findings, Skipped, check, run  # noqa: E402
from world import World  # noqa: E402

# The line so far; what must be offered; what must not be. {id} is the id of the one memory of namespace "api".
CASES = [
    ("ai-memory rec", ["recall"], ["store"]),
    ("ai-memory archive ", ["list", "restore", "purge", "stats"], ["recall"]),
    ("ai-memory store --ti", ["--title", "--tier"], ["--tags"]),
    ("ai-memory store --tier ", ["short", "mid", "long"], ["--tier"]),
    ("ai-memory list -n ", ["api", "team/web"], ["gone"]),
    ("ai-memory get {id4}", ["{id}"], []),
    ("ai-memory list --tags rules,c", ["rules,ci"], []),
    ("ai-memory completions ", ["bash", "zsh", "fish", "elvish", "powershell"], []),
    ("ai-memory --db {other} list -n ", ["elsewhere"], ["api"]),
    ("ai-memory import back", ["backup.json"], ["recall"]),
]
JOINED = ("ai-memory store --tier=l", "long")  # whether all of the word is offered or its end, the shell says


def by_bash(world, line):
    words = line.split(" ")
    script = f"""
source <(ai-memory completions bash) || exit 3
COMP_WORDS=({' '.join(f"'{w}'" for w in words)}) COMP_CWORD={len(words) - 1}
complete -p ai-memory >/dev/null || exit 4
_ai_memory 2>&1
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    return lines_of(world, ["bash", "--norc", "--noprofile", "-c", script])


def by_fish(world, line):
    script = "ai-memory completions fish | source; or exit 3; complete -C $argv[1]"
    return [each.split("\t")[0] for each in lines_of(world, ["fish", "--no-config", "-c", script, line])]


def lines_of(world, words):
    done = subprocess.run(words, capture_output=True, encoding="utf-8", env=world.environment, cwd=world.work, timeout=60)
    check(done.returncode == 0 and not done.stderr, f"exit {done.returncode}: {done.stderr}")
    return done.stdout.splitlines()


# zsh completes in its line editor only: a terminal is made for it. What it would offer goes through compadd.
ZSH = """
unsetopt PROMPT_SP; PROMPT=; autoload -Uz compinit; compinit -u -d $HOME/dump
source <(ai-memory completions zsh)
compadd() {
  local -a found; builtin compadd -O found "$@"; print -rl -- $found >> $HOME/offered
  builtin compadd "$@"
}
print -r -- ready
"""


def by_zsh(world, line):
    offered, answer = world.home / "offered", b""
    offered.unlink(missing_ok=True)
    (world.home / "setup.zsh").write_text(ZSH)
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(world.work)
        os.execvpe("zsh", ["zsh", "-f", "-i"], world.environment | {"TERM": "dumb"})

    def read_until(done, seconds):
        nonlocal answer
        deadline = time.monotonic() + seconds
        while not done() and time.monotonic() < deadline:
            if select.select([terminal], [], [], 0.05)[0]:
                answer += os.read(terminal, 65536)

    try:
        os.write(terminal, b"source $HOME/setup.zsh\n")
        read_until(lambda: b"ready" in answer.replace(b"r -- ready", b""), 20)
        os.write(terminal, line.encode() + b"\t")
        read_until(lambda: offered.exists() and offered.stat().st_size > 1, 10)
        time.sleep(0.1)
        check(offered.exists(), f"zsh offered nothing; the terminal shows {answer!r}")
        return [each for each in offered.read_text().splitlines() if each]
    finally:
        os.kill(pid, 9)
        os.close(terminal)
        os.waitpid(pid, 0)


SHELLS = {"bash": by_bash, "zsh": by_zsh, "fish": by_fish}


def memories(world):
    kept = world.json("store", "-T", "Deploys", "-c", "Tuesdays", "-n", "api", "--tags", "ci,rules")
    world.json("store", "-T", "Pages", "-c", "c", "-n", "team/web")
    other = world.folder / "other.db"
    world.json("--db", other, "store", "-T", "t", "-c", "c", "-n", "elsewhere")
    (world.work / "backup.json").write_text("{}")
    return {"id": kept["id"], "id4": kept["id"][:4], "other": str(other)}


def silent_without_a_database(world):
    missing = world.folder / "missing" / "m.db"
    for words in (["get", ""], ["list", "-n", ""], ["--db", "/proc/none", "get", ""], ["get", "\x01"], []):
        done = world.run("--db", missing, "list", "--help")
        done = world.run("complete", "--db", missing, *words)
        check(done.returncode == 0 and not done.stderr, f"complete {words}: exit {done.returncode}, {done.stderr!r}")
    check(not missing.parent.exists(), "completing made a database")
    foreign = world.folder / "foreign.db"
    subprocess.run([sys.executable, "-c", f"import sqlite3; c = sqlite3.connect({str(foreign)!r}); c.execute('create table t(a)'); c.close()"], check=True)
    before = foreign.read_bytes()
    done = world.run("complete", "--db", foreign, "get", "")
    check(done.returncode == 0 and not done.stdout + done.stderr, f"a foreign database: {done.stdout} {done.stderr}")
    check(foreign.read_bytes() == before, "completing changed a foreign database")


def completions(binary, options):
    if not shutil.which(options.shell):
        raise Skipped(f"{options.shell} is not installed")
    findings, complete = Findings(), SHELLS[options.shell]
    with World(binary) as world:
        silent_without_a_database(world)
        names = memories(world)
        for line, wanted, unwanted in CASES:
            line = line.format(**names)
            with findings:
                offered = complete(world, line)
                for each in wanted:
                    check(each.format(**names) in offered, f"{line!r}: {each} is not offered, but {offered}")
                for each in unwanted:
                    check(each not in offered, f"{line!r}: {each} is offered: {offered}")
        with findings:
            offered = complete(world, JOINED[0])
            check(any(each.endswith(JOINED[1]) for each in offered), f"{JOINED[0]!r}: {offered}")
        with findings:
            check(world.run("completions", "tcsh").returncode == 1, "completions for tcsh did not fail")
    findings.raise_any()
    return f"{options.shell}: {len(CASES) + 1} lines completed"


if __name__ == "__main__":
    run(completions, __doc__, shell="bash")
