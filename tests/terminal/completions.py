#!/usr/bin/env python3
"""Completions in a real shell: the script is loaded, a line is completed as the tab key would, the candidates are looked at."""

import contextlib
import os
import pty
import re
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


# Elvish has its completers in interactive mode only, so what asks the one of ours stands where its settings do.
ELVISH = """
eval (ai-memory completions elvish | slurp)
var words = [(from-lines < $E:HOME/words)]
$edit:completion:arg-completer[ai-memory] $@words | each {|c|
  try { echo $c[stem] } catch e { echo $c }
} > $E:HOME/offered
exit 0
"""


def by_elvish(world, line):
    offered, answer = world.home / "offered", b""
    offered.unlink(missing_ok=True)
    (world.home / "words").write_text("".join(f"{word}\n" for word in line.split(" ")))
    (world.home / "setup.elv").write_text(ELVISH)
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(world.work)
        os.execvpe("elvish", ["elvish", "-rc", str(world.home / "setup.elv")], world.environment | {"TERM": "xterm"})
    deadline = time.monotonic() + 60
    try:
        while time.monotonic() < deadline:
            if select.select([terminal], [], [], 0.05)[0]:
                answer += os.read(terminal, 65536)
    except OSError:  # it has ended
        pass
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, 9)
        os.close(terminal)
        os.waitpid(pid, 0)
    check(offered.exists(), f"elvish offered nothing; the terminal shows {answer!r}")
    return offered.read_text().splitlines()


def in_strings(text):
    """The text without what stands in quotes or behind #, as PowerShell reads them."""
    return re.sub(r"'(?:''|[^'])*'|\"(?:`.|\"\"|[^\"`])*\"|#[^\n]*", "", text)


def powershell(world):
    """No PowerShell is at hand where this is tested: its script is looked at as far as that goes without one."""
    script = world.run("completions", "powershell").stdout
    bare, open_ones = in_strings(script), []
    for character in bare:
        if character in "({[":
            open_ones.append(character)
        elif character in ")}]":
            check(open_ones and "({[".index(open_ones.pop()) == ")}]".index(character), f"unbalanced: {character}")
    check(not open_ones and "'" not in bare and '"' not in bare, f"left open: {open_ones}")
    check("Register-ArgumentCompleter -Native -CommandName ai-memory -ScriptBlock" in bare, "it registers nothing")
    given = set(re.findall(r"\$(\w+)", bare))
    # Each variable is a parameter, is set, or is PowerShell's own.
    params = set(re.findall(r"\$(\w+)", re.search(r"param\(([^)]*)\)", bare)[1]))
    made = set(re.findall(r"\$(\w+)(?:, \$\w+)? (?:=|\+=|in) ", bare)) | set(re.findall(r"\$\w+, \$(\w+) =", bare))
    known = params | made | {"_", "null", "PSVersionTable", "wordToComplete"}
    check(given <= known, f"nobody sets {given - known}")
    check("\t" not in script and all(ord(each) < 128 for each in script), "Windows reads it in another encoding")


SHELLS = {"bash": by_bash, "zsh": by_zsh, "fish": by_fish, "elvish": by_elvish}


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
    if options.shell == "powershell":
        with World(binary) as world:
            powershell(world)
        return "powershell: the script was read"
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
