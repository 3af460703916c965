"""Sessions of the real assistants: what ai-memory is to bring about in them, and what reached the model.

    suite.py HOST --binary PROGRAM --programs FOLDER [--show]

FOLDER gets the assistants by npm, once. Each session runs in a network namespace of its own that has loopback only."""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "lib")]
from model import Model  # noqa: E402
from world import SKIPPED, World  # noqa: E402

ISOLATED = "AIM_HOSTS_ISOLATED"
BUILD = """#!/bin/sh
[ -d out ] || { echo "build.sh: error: cannot create out/app: No such file or directory" >&2; exit 2; }
echo built
"""


class Host:
    resumes = writes = True

    def prepare(self, home):
        pass

    def trust(self, home, folder):
        """As the user does once, in a session of the terminal."""

    def compact(self, world):
        """The host cuts the conversation now, or at the next prompt."""
        world.run_host("/compact", True)


class Claude(Host):
    name, program, folder = "claude-code", "claude", ".claude"

    def command(self, prompt, again):
        return ["claude", "-p", prompt, "--allowedTools", "mcp__ai-memory,mcp__memory,Bash,Write", *(["--continue"] if again else [])]

    def environment(self, url):
        return {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "none", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}


class Codex(Host):
    writes, more = False, []
    name, program, folder = "codex", "codex", ".codex"

    def command(self, prompt, again):
        return ["codex", "exec", *(["resume", "--last"] if again else []), *self.more, "--dangerously-bypass-approvals-and-sandbox",
                "--dangerously-bypass-hook-trust", "--skip-git-repo-check", prompt]

    def environment(self, url):
        self.url = url
        return {"SCRIPTED_KEY": "none"}

    def prepare(self, home):
        (home / self.folder / "config.toml").write_text(
            f'model = "scripted"\nmodel_provider = "scripted"\n\n[model_providers.scripted]\nname = "scripted"\nbase_url = "{self.url}/v1"\n'
            'env_key = "SCRIPTED_KEY"\nwire_api = "responses"\n')

    def trust(self, home, folder):
        with (home / self.folder / "config.toml").open("a") as file:
            file.write(f'\n[projects."{folder}"]\ntrust_level = "trusted"\n')

    def compact(self, world):
        self.more = ["-c", "model_auto_compact_token_limit=1"]  # exec knows no commands


class Gemini(Host):
    resumes = False  # with -p it starts over
    name, program, folder = "gemini", "gemini", ".gemini"

    def command(self, prompt, again):
        return ["gemini", "--approval-mode", "yolo", "-m", "gemini-2.5-flash", "-p", prompt]

    def environment(self, url):
        return {"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_CLI_TRUST_WORKSPACE": "true"}

    def prepare(self, home):
        (home / self.folder / "settings.json").write_text('{"security": {"auth": {"selectedType": "gemini-api-key"}}}\n')


class Copilot(Host):
    name, program, folder = "copilot-cli", "copilot", ".copilot"

    def command(self, prompt, again):
        return ["copilot", "--allow-all", *(["--continue"] if again else []), "-p", prompt]

    def environment(self, url):
        return {"COPILOT_PROVIDER_BASE_URL": url + "/v1", "COPILOT_PROVIDER_TYPE": "openai", "COPILOT_PROVIDER_API_KEY": "none",
                "COPILOT_MODEL": "scripted", "COPILOT_OFFLINE": "true"}

    def trust(self, home, folder):
        (home / self.folder / "config.json").write_text(json.dumps({"trustedFolders": [str(folder)], "trusted_folders": [str(folder)]}))


HOSTS = {each.name: each for each in (Claude, Codex, Gemini, Copilot)}


class HostWorld(World):
    def __init__(self, binary, host, programs, show):
        super().__init__(binary)
        self.host, self.model, self.show, self.failures = host, Model(), show, 0
        self.work = self.folder / "shop"
        self.work.mkdir()
        (self.work / "build.sh").write_text(BUILD)
        (self.work / "build.sh").chmod(0o755)
        for words in (["init", "-q"], ["remote", "add", "origin", "git@example.invalid:acme/shop.git"]):
            subprocess.run(["git", *words], cwd=self.work, check=True)
        extra = host.environment(self.model.url)
        self.environment.update(extra, PATH=f"{programs}/node_modules/.bin:{self.environment['PATH']}", TERM="dumb")
        (self.home / host.folder).mkdir()
        host.prepare(self.home)

    def run_host(self, prompt, again):
        return subprocess.run(self.host.command(prompt, again), env=self.environment, cwd=self.work, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=120, check=False)

    def session(self, prompt, *steps, again=False):
        """What reached the model last."""
        self.model.expect(prompt, list(steps) or [{"text": "ok"}])
        done = self.run_host(prompt, again)
        asked = self.model.asked
        if self.show or not asked:
            print(f"--- {prompt}\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
            for each in asked:
                print("\n".join(f"  {who}: {text}" for who, text in each.said if "ai-memory" in text or who == "result"))
        self.check(bool(asked), f"{self.host.name} asked the model about {prompt!r}")
        return asked[-1].texts() if asked else ""

    def memories(self):
        return self.json("list")["memories"]

    def turns(self, text):
        """Of the session in which somebody said so."""
        for each in self.json("transcript", "list", "--limit", "100")["transcripts"]:
            said = [(turn["role"], turn["content"]) for turn in self.json("transcript", "show", each["id"])["turns"]]
            if any(text in content for _, content in said):
                return said
        return []

    def check(self, holds, what):
        if not holds:
            self.failures += 1
            print("FAILED:", what)


def store_and_recall(world):
    world.session("Remember how we deploy, please", {"tool": "memory_store", "args": {
        "title": "Deploy window of billing", "content": "Deploys of the billing service go out on Tuesdays, never on Fridays", "tier": "long"}}, {"text": "Stored."})
    kept = world.memories()
    world.check(len(kept) == 1 and "Tuesdays" in kept[0]["content"], f"a store by the assistant: {kept}")
    seen = world.session("On which weekday do we deploy billing?", {"text": "On Tuesdays."})
    world.check("never on Fridays" in seen, "the next session begins with what is known")
    seen = world.session("Please look up the weekday of releases", {"tool": "memory_recall", "args": {"context": "weekday of billing releases"}}, {"text": "On Tuesdays."})
    world.check("Fridays" in seen, "and a recall finds it")


def once(world):
    """A memory comes once a session, and not at a prompt after a recall has returned it."""
    seen = world.session("How did we decide the deploy day of billing?", {"text": "On Tuesdays."})
    world.check(seen.count("never on Fridays") == 1, f"a memory comes once: {seen.count('never on Fridays')}")


def transcript(world):
    world.run("doctor")  # takes in what a host writes to its own transcript only after its hooks
    said = world.turns("How did we decide the deploy day of billing?")
    world.check(said[:1] == [("user", "How did we decide the deploy day of billing?")], f"the prompt as it was typed: {said}")
    world.check(("assistant", "On Tuesdays.") in said, f"and what was answered: {said}")


def decision(world):
    seen = world.session("We decided to use NATS instead of Kafka because of its size.", {"text": "Noted."})
    world.check("A decision was detected" in seen and "NATS instead of Kafka" in seen.split("A decision was detected")[-1], "a decision is asked about, and quoted")


def remember(world):
    seen = world.session("#remember We decided to rotate the staging password on Fridays.", {"text": "Noted."})
    world.check("stored as" in seen and "A decision was detected" not in seen, "what is stored at once is not asked about")


def error_and_fix(world):
    shutil.rmtree(world.work / "out", ignore_errors=True)
    world.session("Build the project, please", {"shell": "./build.sh"}, {"shell": "cat build.sh"}, {"shell": "mkdir -p out"}, {"shell": "./build.sh"},
                  {"text": "Built. The build needs the folder out."})
    kept = [each["content"] for each in world.memories() if each["title"].startswith("Error: ")]
    world.check(len(kept) == 1 and kept[0].startswith("Error: build.sh: error: cannot create") and "mkdir -p out" in kept[0] and "cat build.sh" not in kept[0],
                f"what solved it is kept: {kept}")
    shutil.rmtree(world.work / "out", ignore_errors=True)
    seen = world.session("Build the project once more", {"shell": "./build.sh"}, {"text": "It failed again; I look at what helped."})
    world.check("solved before" in seen or "mkdir -p out" in seen, "and brought when it returns")


def before_an_edit(world):
    """What is known of a file is told with the edit, once. Codex edits by a text of its own, which no scripted model can send."""
    if not world.host.writes:
        return
    world.run("store", "-T", "Till", "-c", "till.sh must stay POSIX: the tills have no bash", "-t", "long")
    for number in range(12):  # more than a session begins with
        world.run("store", "-T", f"Shelf {number}", "-c", f"Shelf {number} holds {number * 7} boxes", "-t", "long")
    write = {"write": str(world.work / "till.sh"), "content": "#!/bin/sh\n"}
    seen = world.session("Write something new, please", write, {"text": "Written."})
    world.check(seen.count("the tills have no bash") == 1, f"what is known of a file comes with its edit: {seen.count('the tills have no bash')}")
    world.check((world.work / "till.sh").exists(), "and the edit takes place")


def resumed(world):
    if not world.host.resumes:
        return
    world.session("Say pong, and nothing else", {"text": "pong"})
    seen = world.session("And now say ping, as before", {"text": "ping"}, again=True)
    world.run("doctor")
    world.check("Say pong" in seen, "the host goes on with its session")
    said = world.turns("Say pong, and nothing else")
    world.check([text for _, text in said if text in ("pong", "ping")] == ["pong", "ping"], f"and so does its transcript: {said}")


def compacted(world):
    """Once after a compaction the assistant is reminded of turns that no memory holds."""
    if not world.host.resumes:
        return
    reminder = "turns that no memory holds"
    for number in range(6):
        seen = world.session(f"Go through step {number} of the long plan", {"text": f"Step {number} is done."}, again=number > 0)
    world.check(reminder not in seen, "no reminder without a compaction")
    world.host.compact(world)
    for prompt in ("Go on with the plan now", "And now with the rest of it"):
        seen = world.session(prompt, {"text": "Done."}, again=True)
    world.host.more = []
    world.check(seen.count(reminder) == 1, f"one reminder after a compaction: {seen.count(reminder)}")


def elsewhere(world):
    """Hooks and server find the same database, wherever the environment says it is."""
    world.environment["AI_MEMORY_DB"] = str(world.folder / "elsewhere.db")
    world.session("Remember the colour of the shop", {"tool": "memory_store", "args": {"title": "Colour", "content": "The shop is painted green", "tier": "long"}},
                  {"text": "Stored."})
    world.check(any("green" in each["content"] for each in world.memories()), "the server's memory is in the database of the environment")
    world.check(bool(world.turns("Remember the colour of the shop")), "and so is the turn of the hooks")


def uninstalled(world):
    world.run("uninstall", world.host.name)
    left = [str(path) for path in (world.home / world.host.folder).rglob("*")
            if path.suffix in (".json", ".toml") and path.is_file() and "sessions" not in str(path) and "projects" not in str(path)
            and "/hook " in path.read_text(errors="replace").replace("ai-memory hook ", "/hook ")]
    world.check(not [path for path in left if "backup" not in path], f"nothing of ours is left: {left}")
    seen = world.session("Say pong without a memory", {"text": "pong"})
    world.check("From ai-memory" not in seen, "a session after that has nothing of ours")


def vector_memory(world):
    """The profile of that name: its tools, its hooks, and the project's own memory."""
    done = world.run("install", world.host.name, "--profile", "vector-memory")
    world.check(done.returncode == 0, f"install: {done.stdout}{done.stderr}")
    world.session("Keep in mind where the shop is", {"tool": "store_memory", "args": {"content": "The shop is at the corner of Mill Lane and always closes at six"}},
                  {"text": "Stored."})
    seen = world.session("When does the shop close, as we said?", {"text": "At six."})
    world.check("Mill Lane" in seen, "the next session begins with what is known")
    seen = world.session("Search for the corner", {"tool": "search_memory", "args": {"query": "corner of the shop"}}, {"text": "Mill Lane."})
    world.check("always closes at six" in seen, "and a search finds it")
    world.run("uninstall", world.host.name)


def in_project(world):
    """Installed for one project, in a folder that the user trusts."""
    world.host.trust(world.home, world.work)
    done = world.run("install", world.host.name, "--project", str(world.work))
    world.check(done.returncode == 0, f"install: {done.stdout}{done.stderr}")
    seen = world.session("Remember the door of the shop", {"tool": "memory_store", "args": {"title": "Door", "content": "The door of the shop is blue", "tier": "long"}},
                         {"text": "Stored."})
    world.check("From ai-memory" in seen, "hooks of a project run")
    world.check(any("is blue" in each["content"] for each in world.memories()), "and so does its server")
    world.run("uninstall", world.host.name, "--project", str(world.work))


def test(world):
    done = world.run("install", world.host.name)
    world.check(done.returncode == 0, f"install: {done.stdout}{done.stderr}")
    for scenario in (store_and_recall, once, transcript, decision, remember, error_and_fix, before_an_edit, resumed, compacted, elsewhere, uninstalled, vector_memory, in_project):
        print("==", scenario.__name__)
        scenario(world)


def skip(why):
    print("skipped:", why)
    sys.exit(SKIPPED)


def obtain(programs, program):
    """The assistants by npm, whole or not at all."""
    if (programs / "node_modules/.bin" / program).exists():
        return
    programs.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "package.json", programs)
    done = subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=programs, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not (programs / "node_modules/.bin" / program).exists():
        skip(f"npm cannot install {program}: {done.stderr.strip()[-200:]}")


def isolate():
    """This program once more, where there is no network but loopback."""
    up = "import fcntl, socket, struct, sys, os; s = socket.socket(); fcntl.ioctl(s, 0x8914, struct.pack('16sh', b'lo', 0x49)); os.execv(sys.executable, [sys.executable] + sys.argv[1:])"
    alone = ["unshare", *([] if os.geteuid() == 0 else ["--map-root-user"]), "--net"]
    if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode != 0:
        skip("no network namespace can be made here")
    os.execvpe(alone[0], [*alone, sys.executable, "-c", up, *sys.argv], {**os.environ, ISOLATED: "1"})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("host", choices=HOSTS)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--programs", required=True, type=Path)
    parser.add_argument("--show", action="store_true", help="print what reached the model")
    options = parser.parse_args()
    if not (options.show or os.environ.get("AIM_HOSTS") == "1" or os.environ.get("AIM_LONG") == "1"):
        skip("real assistants are driven by ./test --hosts and ./test --long")
    for needed in ("npm", "node", "unshare", "git"):
        if not shutil.which(needed):
            skip(f"there is no {needed}")
    host = HOSTS[options.host]()
    if os.environ.get(ISOLATED) != "1":
        obtain(options.programs.resolve(), host.program)
        isolate()
    with HostWorld(options.binary, host, options.programs.resolve(), options.show) as world:
        test(world)
    print("failed" if world.failures else "passed")
    sys.exit(1 if world.failures else 0)


if __name__ == "__main__":
    main()
