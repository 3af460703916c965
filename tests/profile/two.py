"""What the tests of the profile vector-memory share: a world with a project and its store beside the user's, and words for calling
the tools."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import tiny_model  # noqa: E402
from outcome import check  # noqa: E402
from world import World  # noqa: E402


def same(got, wanted, what):
    check(got == wanted, f"{what}:\n{got}\n--- wanted\n{wanted}")


class Two:
    """A world with a project P, and words for calling the tools in it or beside it."""

    def __init__(self, binary):
        self.world = World(binary)
        self.world.environment.update(AI_MEMORY_PROFILE="vector-memory")
        self.project = self.world.work / "shop"
        self.project.mkdir()
        self.users = self.world.home / ".local/share/vector-memory-mcp/memories.db"
        self.projects = self.project / ".memory/db"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.world.remove()

    def init(self):
        done = self.world.run("init", self.project)
        check(done.returncode == 0, f"{done}")
        return self

    def raw(self, tool, arguments, *flags):
        return self.world.run("call", tool, json.dumps(arguments), *flags)

    def call(self, tool, _where=None, **arguments):
        done = self.raw(tool, arguments, "--project", _where or self.project)
        check(done.returncode == 0, f"{tool} {arguments}: {done}")
        return json.loads(done.stdout)

    def refused(self, tool, _where=None, **arguments):
        done = self.raw(tool, arguments, "--project", _where or self.project)
        check(done.returncode == 1, f"{tool} {arguments}: {done}")
        said = json.loads(done.stdout)
        check(said["success"] is False and said["error"]["suggestion"], f"{said}")
        return said["error"]

    def store(self, content, **more):
        return self.call("store_memory", content=content, **more)

    def search(self, query, **more):
        return self.call("search_memory", query=query, **more)

    def ids(self, query, **more):
        return [each["memory_id"] for each in self.search(query, **more)["memories"]]

    def with_model(self):
        folder = tiny_model.write(self.world.folder / "tiny")
        done = self.world.run("model", "import", folder, "--name", "tiny")
        check(done.returncode == 0, f"{done}")
        return self.configure('[embedding]\nmodel = "tiny"\n')

    def configure(self, text):
        self.world.environment["AI_MEMORY_NO_CONFIG"] = "0"
        config = self.world.home / ".config/ai-memory/config.toml"
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text(text)
        return self
