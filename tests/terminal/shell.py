#!/usr/bin/env python3
"""The shell: from a pipe, and at a terminal with editing, completion, history and Ctrl-C; how soon it is ready."""

import os
import pty
import re
import select
import stat
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import Findings, check, run  # noqa: E402
from world import World  # noqa: E402

PROMPT = "ai-memory> "


class Terminal:
    """The shell at a terminal of its own."""

    def __init__(self, world, **environment):
        self.text, self.raw = "", ""
        self.status = None
        begun = time.monotonic()
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.chdir(world.work)
            os.execve(world.binary, ["ai-memory", "shell"], world.environment | {"TERM": "xterm"} | (environment or {"NO_COLOR": "1"}))
        self.wait_for_prompt()
        self.ready_ms = (time.monotonic() - begun) * 1000

    def read(self, seconds):
        if not select.select([self.file], [], [], seconds)[0]:
            return False
        try:
            got = os.read(self.file, 65536)
        except OSError:  # the other end is closed, and will be; its process needs the time to end
            time.sleep(seconds)
            got = b""
        self.raw += got.decode(errors="replace")
        self.text += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", got.decode(errors="replace"))
        return bool(got)

    def wait_for(self, text, seconds=60):
        deadline = time.monotonic() + seconds
        while text not in self.text and time.monotonic() < deadline:
            self.read(0.002)
        check(text in self.text, f"{text!r} did not come; the terminal shows {self.text!r}")

    def wait_for_prompt(self, seconds=60):
        """The last thing shown, and nothing to come: keys that come while a command runs would reach the terminal, not the editor."""
        deadline = time.monotonic() + seconds
        while (self.read(0.002) or not self.text.endswith(PROMPT)) and time.monotonic() < deadline:
            pass
        check(self.text.endswith(PROMPT), f"no prompt came; the terminal shows {self.text!r}")

    def type(self, text, wanted):
        self.text = ""
        os.write(self.file, text.encode())
        self.wait_for(wanted)
        return self.text

    def end(self, keys):
        os.write(self.file, keys.encode())
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            self.read(0.01)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.file)
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        return "still there"


def from_a_pipe(world, findings):
    lines = """
# a comment, and an empty line above
store -T "Two words" -c 'It listens on 8080' -n api --tags ci
recall listens
search 8080 --json
list api
list nowhere
namespaces
stats
get
get nothing-like-this
nonsense
recall 'no end
serve
--db other.db list
help recall
auto-consolidate --dry-run
forget --pattern listens
quit
list
"""
    done = world.run("shell", input=lines)
    with findings:
        check(done.returncode == 0, f"exit {done.returncode}")
        for part in ("Two words", '"count":1', "listens on 8080", "api", "--budget-tokens", "1 memory"):
            check(part in done.stdout, f"{part!r} is not in {done.stdout!r}")
        check(PROMPT not in done.stdout and done.stderr.count(PROMPT) == len(lines.splitlines()) - 1,
              f"{done.stderr.count(PROMPT)} prompts in {done.stderr!r}")
        for part in ("ID is missing", "nothing-like-this", 'unknown command "nonsense"', "unterminated quote",
                     "serve cannot be used", "--db cannot be used"):
            check(done.stderr.count(part) == 1, f"{part!r} is not in {done.stderr!r}")
        check("see: ai-memory" not in done.stderr, "a mistake takes more than one line")
    with findings:
        done = world.run("shell", input="store -T t -c -\nthe rest of the input\nis the content")
        check(done.returncode == 0 and world.json("list")["memories"][0]["content"] == "the rest of the input\nis the content", f"{done}")
    with findings:
        check(world.run("shell", input="").returncode == 0, "the end of the input is no failure")
        check(world.run("--db", "/proc/nothing/x.db", "shell", input="").returncode == 1, "a database that cannot be")


def at_a_terminal(world, findings):
    times = []
    terminal = Terminal(world)
    with findings:
        kept = world.json("store", "-T", "Deploys", "-c", "Deploys go out on Tuesdays", "-n", "team/web", "--tags", "ci")
        check("Tuesdays" in terminal.type("recall deploys\r", "memory"), "recall shows nothing")
        terminal.type("namespaces\r", "team/web")
        terminal.wait_for_prompt()
        terminal.type("list te\t\r", "Deploys")
        terminal.wait_for_prompt()
        terminal.type(f"get {kept['id'][:4]}\t\r", "namespace  team/web")
        terminal.wait_for_prompt()
        listed = terminal.type("archive \t", "purge")
        check("restore" in listed and "stats" in listed, f"candidates: {listed!r}")
        terminal.type("\x03", "^C")  # clears the line
        terminal.wait_for_prompt()
        terminal.type("search Grüße\r", "nothing found")
        terminal.wait_for_prompt()
        terminal.type(" list --limit 3\r", "Deploys")  # with a blank in front: not for the history
        terminal.wait_for_prompt()
        # To the beginning of the line, and all of it away: what follows is a line of its own.
        terminal.type("namespaces\x01\x0bstats --js\t\r", '"total"')
        terminal.wait_for_prompt()
    with findings:
        status = terminal.end("\x04")
        check(status == 0, f"Ctrl-D: {status}, the terminal shows {terminal.text!r}")
    history = world.home / ".local" / "state" / "ai-memory" / "history"
    with findings:
        check(stat.S_IMODE(history.stat().st_mode) == 0o600, "the history can be read by others")
        lines = history.read_text(encoding="utf-8").splitlines()
        check("recall deploys" in lines and "search Grüße" in lines and " list --limit 3" not in lines, f"history: {lines}")
    for _ in range(10):
        terminal = Terminal(world)
        times.append(terminal.ready_ms)
        with findings:
            terminal.type("\x1b[A\r", '"total"')
            terminal.wait_for_prompt()
            status = terminal.end("quit\r")
            check(status == 0, f"quit: {status}, the terminal shows {terminal.text!r}")
    return sorted(times)[len(times) // 2]


def colours_end_with_the_prompt(world, findings):
    """What is typed is not painted, nor is what comes after the shell has gone."""
    terminal = Terminal(world, COLORTERM="1")
    with findings:
        prompt = terminal.raw[terminal.raw.rindex("\x1b[36m"):]
        check(prompt.startswith("\x1b[36mai-memory>\x1b[0m "), f"the prompt is {prompt!r}")
        terminal.end("\x04")
        check(terminal.raw.rindex("\x1b[0m") > terminal.raw.rindex("\x1b[36m"), f"it stays cyan: {terminal.raw!r}")


def shell(binary, options):
    findings = Findings()
    with World(binary) as world:
        from_a_pipe(world, findings)
        median = at_a_terminal(world, findings)
        colours_end_with_the_prompt(world, findings)
    findings.raise_any()
    return f"ready after {median:.1f} ms (median)"


if __name__ == "__main__":
    run(shell, __doc__)
