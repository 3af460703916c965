"""`install` and `uninstall` over random homes and projects: a second run touches nothing, and after the last uninstallation every file
and every folder is as it was, byte for byte; backups alone are left, beside the files that were changed."""

import json
import os
import random
import stat

from hook_world import main

USERS = {
    ".claude.json": "json", ".claude/settings.json": "hooks", ".codex/config.toml": "toml", ".codex/hooks.json": "hooks",
    ".gemini/settings.json": "hooks", ".cursor/mcp.json": "json", ".cursor/hooks.json": "flat", ".copilot/mcp-config.json": "json",
    ".config/Code/User/mcp.json": "json", ".config/Claude/claude_desktop_config.json": "json", ".gemini/config/mcp_config.json": "json",
    ".gemini/config/hooks.json": "json", ".copilot/hooks/other.json": "flat",
}
PROJECTS = {
    ".mcp.json": "json", ".claude/settings.local.json": "hooks", ".codex/config.toml": "toml", ".gemini/settings.json": "hooks",
    ".cursor/mcp.json": "json", ".vscode/mcp.json": "json", ".github/hooks/other.json": "flat", ".agents/mcp_config.json": "json",
    ".github/workflows/test.yml": "other",
}
TEXTS = {
    "json": ("", "{}", "{}\n", '{\n\t"mcpServers": {}\n}\n', '{"mcpServers":{"other":{"command":"npx","args":["mcp"]}}}', '\ufeff{ // mine\r\n  "a": [1,],\r\n}\r\n',
             '{"servers": {"x": {"command": "y"}}, "theme": "é"}'),
    "hooks": ("{}", '{"hooks":{}}\n', '{\n  "hooks": {\n    "Stop": [\n      {"hooks": [{"type": "command", "command": "say done"}]} // mine\n    ],\n  },\n}\n',
              '{"hooks":{"SessionStart":[],"AfterAgent":[]},"mcpServers":{}}'),
    "flat": ('{"version":1,"hooks":{"stop":[{"command":"say done"}]}}\n', '{"hooks":{}}', "{}\n"),
    "toml": ("", 'model = "x" # mine', '[mcp_servers.other]\ncommand = "npx"\n', '# c\n\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "say done"\n[x]\ny = 1\n'),
    "other": ("on: push\n",),
}
FOLDERS = (".claude", ".codex", ".copilot/hooks", ".cursor", ".config/Code/User", ".config", ".github", ".vscode", ".local/state", ".gemini/config")
CLIENTS = ("claude-code", "codex", "gemini", "cursor", "vscode", "copilot-cli", "antigravity", "claude-desktop")
FLAGS = ((), (), ("--rules",), ("--no-hooks",), ("--no-mcp",), ("--profile", "vector-memory"), ("--binary", "/opt/x y/aim"), ("--rules", "--binary", "/opt/aim"))


def tree(folder, times=False):
    """Folders with their modes, files with their bytes and modes, links as links; without backups."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        what = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else "a folder"
        if "ai-memory-backup" not in path.name:
            found[str(path.relative_to(folder))] = (what, stat.S_IMODE(status.st_mode), *((status.st_mtime_ns,) if times else ()))
    return found


def furnish(chance, folder, files):
    for name in chance.sample(FOLDERS, chance.randrange(4)):
        path = folder / name
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(chance.choice((0o700, 0o755)))
    for name in chance.sample(sorted(files), chance.randrange(len(files))):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = chance.choice(TEXTS[files[name]]).encode()
        if chance.random() < 0.1:
            path.symlink_to(folder / f"dotfiles-{path.name}")
            path = folder / f"dotfiles-{path.name}"
        path.write_bytes(text)
        path.chmod(chance.choice((0o600, 0o644, 0o640)))


def parts(chance, clients):
    """The same in random order, in one call or several."""
    clients = chance.sample(clients, len(clients))
    while clients:
        count = chance.randint(1, len(clients))
        yield clients[:count]
        clients = clients[count:]


def one(world, seed):
    chance = random.Random(seed)
    place = world.folder / f"place-{seed}"
    home, project = place / "home", place / "project"
    for folder in (home, project):
        folder.mkdir(parents=True)
    world.environment.update(HOME=str(home), XDG_CONFIG_HOME=str(home / ".config"), XDG_STATE_HOME=str(home / ".local/state"))
    furnish(chance, home, USERS)
    furnish(chance, project, PROJECTS)
    before = tree(place)
    calls = []

    def run(*words):
        calls.append(" ".join(map(str, words)))
        done = world.run(*words)
        world.check(done.returncode == 0, f"{seed}: {calls}: {done.stdout} {done.stderr}")
        return done

    installed = []
    for _ in range(chance.randint(1, 3)):
        clients = chance.sample(CLIENTS, chance.randint(1, len(CLIENTS)))
        where = ("--project", str(project)) if chance.random() < 0.4 else ()
        words = *chance.choice(FLAGS), *where
        for some in parts(chance, clients):
            run("install", *some, *words)
            after = tree(place, times=True)
            again = run("install", *some, *words)
            world.check("wrote" not in again.stdout, f"{seed}: a second run: {calls}: {again.stdout}")
            world.check(tree(place, times=True) == after, f"{seed}: a second run leaves all alone: {calls}")
        installed.append((clients, where))
    for clients, where in chance.sample(installed, len(installed)):
        for some in parts(chance, clients):
            run("uninstall", *some, *where)
    after = tree(place)
    different = {name: (before.get(name), after.get(name)) for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    world.check(not different, f"{seed}: {json.dumps(calls)}: before and after: {different}")


def what_others_put_there(world):
    """A folder that somebody uses stays, one that was there stays empty; what has gone is forgotten."""
    home = world.folder / "used"
    (home / ".cursor").mkdir(parents=True)
    world.environment.update(HOME=str(home), XDG_CONFIG_HOME=str(home / ".config"), XDG_STATE_HOME=str(home / ".local/state"))
    world.run("install", "copilot-cli", "cursor", "antigravity", "vscode")
    receipts = home / ".local/state/ai-memory/installed.json"
    world.check(str(home / ".copilot") in receipts.read_text() and str(home / ".cursor") + '"' not in receipts.read_text(), receipts.read_text())
    (home / ".copilot/mine.txt").write_text("mine")
    for path in ((home / ".gemini/config").iterdir()):
        path.unlink()
    world.run("uninstall", "copilot-cli", "cursor")
    world.equal([path.name for path in (home / ".copilot").iterdir()], ["mine.txt"], "a folder in use stays")
    world.equal(list((home / ".cursor").iterdir()), [], "one that was there stays, empty")
    world.run("uninstall", "antigravity")
    world.check(not (home / ".gemini").exists(), "one whose files somebody else removed goes")
    world.check(receipts.exists() and ".gemini" not in receipts.read_text() and ".copilot" not in receipts.read_text(), "and is forgotten")
    world.run("uninstall", "vscode", "--dry-run")
    world.check(receipts.exists() and (home / ".config/Code").exists(), "a dry run removes nothing")
    world.run("uninstall", "vscode")
    world.equal(sorted(path.name for path in home.iterdir()), [".copilot", ".cursor"], "and with the last the receipts")


def test(world):
    what_others_put_there(world)
    for seed in range(1_000 if os.environ.get("AIM_LONG") else 40):
        one(world, seed)


if __name__ == "__main__":
    main(test)
