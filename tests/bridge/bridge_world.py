"""A world with a project that has a memory folder of Claude Code, and words for what the tests of bridges do with it."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import run_cases  # noqa: E402
from world import World  # noqa: E402


def topic(name, body, description="about it", kind="project"):
    return f"---\nname: {name}\ndescription: {description}\nmetadata:\n  type: {kind}\n---\n\n{body}\n"


class BridgeWorld(World):
    """Works in the project `shop`, which is a git repository."""

    def __init__(self, binary):
        super().__init__(binary)
        self.work = self.project = self.home / "shop"
        self.project.mkdir()
        subprocess.run(["git", "init", "-q", self.project], check=True)
        slug = "".join(c if c.isascii() and c.isalnum() else "-" for c in str(self.project))
        self.memory = self.home / ".claude/projects" / slug / "memory"

    def write(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def store(self, title, content, *more):
        return self.json("store", "-T", title, "-c", content, "-n", "shop", *more)["id"]

    def contents(self):
        """Contents of the project's memories by title."""
        return {each["title"]: each["content"] for each in self.json("list", "-n", "shop", "--limit", "200")["memories"]}

    def sync(self, *words):
        """The report of the first bridge."""
        return self.json("bridge", "sync", *words)["bridges"][0]

    def files(self, folder):
        return {str(each.relative_to(folder)): each.read_text() for each in folder.rglob("*") if each.is_file()} if folder.exists() else {}


def in_worlds(cases, binary, only=""):
    """Runs each case in a world of its own."""
    def alone(case):
        def on(binary):
            with BridgeWorld(binary) as world:
                case(world)
        on.__name__ = case.__name__
        return on
    return run_cases([alone(case) for case in cases], binary, only)
