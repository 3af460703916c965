#!/usr/bin/env python3
"""Files as entries of the profile mudpuppy: found, followed, moved and removed, by servers and by `index` (K4)."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import LONG, check, eventually, run, run_cases  # noqa: E402
from world import World, complaints  # noqa: E402


class Notes:
    """A world with a workspace, and words for what tests do all the time."""

    def __init__(self, binary, **settings):
        self.world = World(binary)
        self.folder = self.world.home / ".mudpuppy/workspace"
        self.folder.mkdir(parents=True)
        if settings:
            (self.folder.parent / "config.json").write_text(json.dumps({"memory": settings}))

    def configure(self, text):
        del self.world.environment["AI_MEMORY_NO_CONFIG"]
        file = self.world.home / ".config/ai-memory/config.toml"
        file.parent.mkdir(parents=True)
        file.write_text(text)

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def server(self):
        client = self.world.mcp("--profile", "mudpuppy", "--tier", "keyword")
        client.call("memory_stats", {})
        return client

    def index(self, *arguments):
        return self.world.json("index", *arguments)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            check(complaints(self.world) == "", complaints(self.world))
        finally:
            self.world.remove()


def found(client, query):
    """Entries whose text has the word, as (context, id, content)."""
    results = client.call("memory_search", {"query": query, "mode": "keyword", "limit": 1000})["results"]
    return sorted((each.get("context", ""), each["id"], each["content"]) for each in results if query in each["content"])


def total(client):
    return client.call("memory_stats", {})["totalEntries"]


def wait(holds, what):
    check(eventually(holds, seconds=30), what)


def follows_the_files(binary):
    with Notes(binary) as notes:
        notes.write("deep/er/first.md", "# First\n\nzebra stripes\n")
        with notes.server() as client:
            wait(lambda: found(client, "zebra"), "a file that was there is not found")
            (entry,) = client.call("memory_search", {"query": "zebra", "mode": "keyword"})["results"]
            wanted = {"entryType": "fact", "source": "file-index", "context": "Indexed from deep/er/first.md",
                      "confidence": 1, "importance": 5, "tags": ["deep/er/first.md"], "content": "# First\n\nzebra stripes\n"}  # fmt: skip
            check({key: entry[key] for key in wanted} == wanted, f"{entry}")
            for save in range(20):
                notes.write("second.md", f"quagga number {save}\n")
            wait(lambda: [text for _, _, text in found(client, "quagga")] == ["quagga number 19\n"], "a new file is not found")
            number = found(client, "quagga")[0][1]
            notes.write("second.md", "quagga changed\n")
            wait(lambda: found(client, "quagga") == [("Indexed from second.md", number, "quagga changed\n")], "a change is not found")
            (notes.folder / "second.md").rename(notes.folder / "deep/moved.md")
            wait(lambda: found(client, "quagga") == [("Indexed from deep/moved.md", number, "quagga changed\n")], "a move is not seen")
            (notes.folder / "deep").rename(notes.folder / "other")
            wait(lambda: found(client, "quagga") == [("Indexed from other/moved.md", number, "quagga changed\n")], "a folder's move is not seen")
            (notes.folder / "other/moved.md").unlink()
            wait(lambda: not found(client, "quagga"), "what is gone is still found")
            notes.write("new/folder/third.md", "okapi\n")
            wait(lambda: found(client, "okapi"), "a file in a new folder is not found")
            notes.write(".indexignore", "new/\n")
            wait(lambda: not found(client, "okapi"), "what is ignored now is still found")
            check(total(client) == 1, "something else was indexed")
            check(not (notes.folder / "memory").exists(), "indexing wrote a daily log")


def leaves_out_our_own_lines(binary):
    with Notes(binary) as notes, notes.server() as client:
        client.call("memory_add", {"content": "an ibex in the hills"})
        (log,) = (notes.folder / "memory").iterdir()
        with log.open("a") as file:
            file.write("\nA gazelle that somebody saw.\n")
        wait(lambda: found(client, "gazelle"), "what a person wrote is not found")
        check(len(found(client, "ibex")) == 1 and total(client) == 2, f"{found(client, 'ibex')}")
        check("ibex" not in found(client, "gazelle")[0][2], "our own line was indexed")
        # A text of a file is not the agent's own: it can be added all the same.
        notes.write("a.md", "kudu")
        wait(lambda: found(client, "kudu"), "a file is not found")
        check(client.call("memory_add", {"content": "kudu"})["created"], "the entry of a file is taken for a duplicate")


def looks_by_itself_where_it_cannot_watch(binary):
    with Notes(binary, indexInterval=100) as notes:
        notes.configure("[mudpuppy]\nindex_watch = false\n")
        with notes.server() as client:
            notes.write("a/b.md", "tapir")
            wait(lambda: found(client, "tapir"), "a new file is not found")
            (notes.folder / "a/b.md").unlink()
            wait(lambda: not found(client, "tapir"), "what is gone is still found")


def reads_nothing_that_has_not_changed(binary):
    with Notes(binary, autoIndex=False) as notes:
        for number in range(20):
            notes.write(f"{number}.md", f"tapir {number}")
        notes.index()
        notes.write("7.md", "okapi")
        trace = notes.world.folder / "trace"
        traced = subprocess.run(["strace", "-f", "-e", "trace=open,openat", "-o", trace, binary, "index"] if shutil.which("strace") else ["true"],
                                env=notes.world.environment, cwd=notes.world.work, capture_output=True, text=True, timeout=120)  # fmt: skip
        if not trace.exists() or "ptrace" in traced.stderr:
            return  # not allowed here
        check(traced.returncode == 0, f"{traced}")
        opened = {word for line in trace.read_text().splitlines() for word in line.split('"') if word.endswith(".md")}
        check({Path(each).name for each in opened} == {"7.md"}, f"{opened}")


def can_be_turned_off(binary):
    with Notes(binary, autoIndex=False) as notes:
        notes.write("a.md", "tapir")
        with notes.server() as client:
            check(notes.index("--dry-run")["added"] == 1 and total(client) == 0, "a dry run stored something")
            done = notes.index()
            check((done["files"], done["added"], done["entries"]) == (1, 1, 1) and total(client) == 1, f"{done}")
            again = notes.index()
            check((again["unchanged"], again["added"], again["changed"]) == (1, 0, 0), f"{again}")
        other = notes.world.folder / "other"
        other.mkdir()
        (other / "b.md").write_text("okapi")
        said = notes.world.run("index", other, "--namespace", "notes")
        check(said.returncode == 0 and said.stdout == "indexed: 1 files, 1 entries, 1 added\n", f"{said}")
        (memory,) = notes.world.json("list", "-n", "notes")["memories"]
        check(memory["title"] == "b.md" and memory["source"] == "file-index", f"{memory}")
        for arguments, what in ((("nowhere",), "there is no folder nowhere"), ((str(other / "b.md"),), "folder must be a folder"),
                                (("--namespace", "a b"), "--namespace")):  # fmt: skip
            said = notes.world.run("index", *arguments)
            check(said.returncode == 1 and what in said.stderr, f"{arguments}: {said}")


def one_at_a_time(binary):
    with Notes(binary, indexInterval=100) as notes:
        notes.write("a.md", "tapir")
        first = notes.server()
        wait(lambda: found(first, "tapir"), "a file is not found")
        with notes.server() as second:
            said = notes.world.run("index")
            check(said.returncode == 1 and "another process" in said.stderr, f"{said}")
            first.process.send_signal(signal.SIGKILL)
            first.process.wait()
            notes.write("b.md", "okapi")
            check(eventually(lambda: found(second, "okapi"), seconds=10), "nobody takes over")
            check(total(second) == 2, "entries came twice")


def a_kill_leaves_no_half_files(binary):
    def text(version):
        return "".join(f"# Part {part}\n\nversion{version} {'word ' * 600}\n" for part in range(12))

    with Notes(binary, indexInterval=100) as notes:
        notes.configure("[mudpuppy]\nindex_debounce_ms = 0\n")
        notes.write("a.md", text(0))
        last = 100 if LONG else 8
        for version in range(1, last + 1):
            with notes.server() as client:
                notes.write("a.md", text(version))
                if version % 2:
                    eventually(lambda: found(client, f"version{version}"), seconds=0.02 * (version % 9))
                client.process.send_signal(signal.SIGKILL)
                client.process.wait()
            kept = notes.world.json("list", "-n", "mudpuppy", "--limit", "100")["memories"]
            versions = {word for each in kept for word in each["content"].split() if word.startswith("version")}
            check(len(versions) <= 1, f"half a file is there: {versions}")
        notes.index()
        kept = notes.world.json("list", "-n", "mudpuppy", "--limit", "100")["memories"]
        check(len(kept) == 12 and all(f"version{last}" in each["content"] for each in kept), f"{len(kept)} entries")


def a_storm(binary):
    def kilobytes(client, name):
        status = Path(f"/proc/{client.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith(name)).split()[1])

    with Notes(binary) as notes, notes.server() as client:
        before = kilobytes(client, "VmRSS")
        for change in range(25):
            for file in range(400):
                notes.write(f"{file % 20}/{file}.md", f"storm{change} of file {file}\n")
        check(client.call("memory_stats", {}) is not None, "no answer in the storm")
        wait(lambda: total(client) == 400 and len(found(client, "storm24")) == 400, "the last state is not found")
        check(kilobytes(client, "VmHWM") - before < 60_000, f"{kilobytes(client, 'VmHWM')} KB after {before}")
        for file in range(400):
            (notes.folder / f"{file % 20}/{file}.md").unlink()
        wait(lambda: total(client) == 0, "what is gone is still found")


def strange_files(binary):
    with Notes(binary) as notes:
        notes.write("good.md", "tapir")
        notes.write("large.md", "x" * 102_401)
        notes.write("latin.md", b"caf\xe9")
        notes.write("binary.md", b"a\0b")
        os.mkfifo(notes.folder / "pipe.md")
        (notes.folder / "link.md").symlink_to("/etc/passwd")
        (notes.folder / "loop").symlink_to(".")
        os.mkdir(os.fsencode(notes.folder) + b"/\xff")
        Path(os.fsdecode(os.fsencode(notes.folder) + b"/\xff/a.md")).write_text("no")
        done = notes.index()
        wanted = {"files": 2, "added": 2, "too_large": 1, "no_text": 1, "empty": 0}
        check({key: done[key] for key in wanted} == wanted, f"{done}")
        with notes.server() as client:
            (notes.folder / "pipe.md").unlink()
            notes.write("pipe.md", "okapi")
            wait(lambda: found(client, "okapi"), "a file in the place of a pipe is not found")
            (notes.folder / "good.md").unlink()
            (notes.folder / "good.md").symlink_to("pipe.md")
            wait(lambda: not found(client, "tapir"), "a link was taken for the file")


CASES = (follows_the_files, leaves_out_our_own_lines, looks_by_itself_where_it_cannot_watch, reads_nothing_that_has_not_changed,
         can_be_turned_off, one_at_a_time, a_kill_leaves_no_half_files, a_storm, strange_files)


def test(binary, options):
    return run_cases(CASES, binary, options.case)


if __name__ == "__main__":
    run(test, __doc__, case="")
