"""`install` and `uninstall` on the files that clients really have: with comments, foreign servers and hooks, links, odd modes, broken
ones; and what doctor says of it."""

import hashlib
import json
import os
import shutil
import stat
import subprocess

from hook_world import main

CLAUDE_JSON = '{\n  "numStartups": 12,\n  "mcpServers": {\n    "other": { "command": "npx", "args": ["-y", "other"] }\n  },\n  "projects": {"/x": {"history": ["é", "\\u0001"]}}\n}\n'
SETTINGS = """{
\t// my own
\t"model": "opus", /* kept */
\t"hooks": {
\t\t"UserPromptSubmit": [
\t\t\t{"hooks": [{"type": "command", "command": "echo mine"}]}, // first
\t\t],
\t\t"Stop": [],
\t},
}
"""
CODEX = '# mine\nmodel = "gpt-5"  # the best\n\n[mcp_servers.other]\ncommand = "npx"\n# the end without a line end'
ALL = ("claude-code", "codex", "gemini", "cursor", "vscode", "copilot-cli", "antigravity", "claude-desktop")


def tree(folder):
    """Every file with its bytes and mode; links as links."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = os.readlink(path)
        elif path.is_file():
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest(), stat.S_IMODE(path.stat().st_mode)
    return found


def theirs(folder):
    """Without what is ours to keep: backups, receipts."""
    return {name: what for name, what in tree(folder).items() if "ai-memory-backup" not in name and not name.startswith(".local/")}


def put(path, text, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    path.chmod(mode)


def plain(text):
    """JSON with comments as JSON."""
    import re
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    return json.loads(re.sub(r",(\s*[}\]])", r"\1", text))


def existing_files(world):
    home = world.home
    put(home / ".claude.json", CLAUDE_JSON, 0o600)
    put(home / ".claude/settings.json", SETTINGS.replace("\n", "\r\n"))
    put(home / ".codex/config.toml", CODEX)
    put(home / "dotfiles/gemini.json", '{"theme":"dark"}')
    (home / ".gemini").mkdir()
    (home / ".gemini/settings.json").symlink_to("../dotfiles/gemini.json")
    put(home / ".cursor/mcp.json", "\ufeff{}")
    put(home / ".cursor/hooks.json", '{"version":1,"hooks":{"stop":[{"command":"say done"}]}}\n')
    put(home / ".copilot/mcp-config.json", "")
    before = theirs(home)

    dry = world.run("install", *ALL, "--dry-run")
    world.equal(dry.returncode, 0, f"a dry run: {dry.stderr}")
    world.check("+++ " in dry.stdout and "would write" in dry.stdout and "@@ " in dry.stdout, "it shows a diff")
    world.equal(tree(home), before, "a dry run writes nothing, not even folders")

    done = world.run("install", *ALL)
    world.equal(done.returncode, 0, f"install: {done.stdout} {done.stderr}")
    settings = (home / ".claude/settings.json").read_bytes().decode()
    world.check("\n" not in settings.replace("\r\n", ""), "its line ends stay")
    hooks = plain(settings)["hooks"]
    world.equal(hooks["UserPromptSubmit"][0]["hooks"][0]["command"], "echo mine", "others come first, as they were")
    world.check(hooks["UserPromptSubmit"][1]["hooks"][0]["command"].endswith("ai-memory hook user-prompt"), "ours comes behind")
    world.equal(set(hooks), {"UserPromptSubmit", "Stop", "SessionStart", "PreToolUse", "PostToolUse", "PostToolUseFailure", "PreCompact", "SessionEnd"}, "the events")
    servers = json.loads((home / ".claude.json").read_text())["mcpServers"]
    world.equal(list(servers), ["other", "ai-memory"], "the servers")
    world.equal(servers["ai-memory"]["args"], ["mcp", "--namespace", "auto", "--tools", "core"], "the server's arguments")
    world.equal(stat.S_IMODE((home / ".claude.json").stat().st_mode), 0o600, "its mode stays")
    world.check((home / ".gemini/settings.json").is_symlink(), "a link stays one")
    gemini = json.loads((home / "dotfiles/gemini.json").read_text())
    world.equal(gemini["hooks"]["BeforeAgent"][0]["hooks"][0]["timeout"], 5000, "Gemini counts milliseconds")
    world.check('[mcp_servers.ai-memory]' in (home / ".codex/config.toml").read_text(), "TOML has its table")
    copilot = json.loads((home / ".copilot/hooks/ai-memory.json").read_text())["hooks"]
    world.equal({event: entries[0]["bash"].split(" hook ")[1] for event, entries in copilot.items()},
                {"sessionStart": "session-start", "userPromptSubmitted": "user-prompt", "postToolUse": "tool", "postToolUseFailure": "tool",
                 "agentStop": "stop", "preCompact": "compact", "sessionEnd": "session-end"}, "Copilot's events")
    world.check(any("ai-memory-backup" in name for name in tree(home)), "there are backups")
    stamp = {name: (home / name).stat().st_mtime_ns for name in theirs(home)}
    after = tree(home)
    again = world.run("install", *ALL)
    world.check(all("nothing to change" in line or "note:" in line for line in again.stdout.splitlines()), f"a second run: {again.stdout}")
    world.equal({name: what for name, what in tree(home).items() if ".local" not in name}, {name: what for name, what in after.items() if ".local" not in name},
                "a second run changes nothing, and keeps nothing")
    world.equal({name: (home / name).stat().st_mtime_ns for name in theirs(home)}, stamp, "and touches nothing")

    listed = world.run("install").stdout
    world.equal(listed.count("connected"), 8, f"the list: {listed}")
    doctor = world.run("doctor").stdout
    world.check("claude-code" in doctor and "all of them answer" in doctor, f"doctor tries the hooks: {doctor}")
    gone = world.run("uninstall", *ALL)
    world.equal(gone.returncode, 0, f"uninstall: {gone.stdout} {gone.stderr}")
    for name, what in before.items():
        world.equal(theirs(home).get(name), what, f"{name} is as it was")
    world.equal(theirs(home), before, "and nothing else is there")


def hooks_in_toml(world):
    """A configuration of Codex that has hooks already gets ours beside them."""
    config = world.home / ".codex/config.toml"
    put(config, CODEX + '\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "say done"\n')
    before = theirs(world.home)
    world.equal(world.run("install", "codex").returncode, 0, "install")
    text = config.read_text()
    world.equal(text.count("ai-memory hook "), 7, f"seven events: {text}")
    world.check(not (world.home / ".codex/hooks.json").exists(), "not in two places")
    world.check("nothing to change" in world.run("install", "codex").stdout, "a second run")
    world.check("connected, with hooks" in world.run("install").stdout, "the list knows them")
    listed = world.run("install").stdout
    world.check("cursor          found, not connected" in listed, f"and the others: {listed}")
    world.run("uninstall", "codex")
    world.equal(theirs(world.home), before, "to the byte")


def forbidden(world):
    """Clients that are told to run no hooks: doctor says where."""
    def told(client):
        return [each["detail"] for each in json.loads(world.run("--json", "doctor").stdout)["checks"] if each["name"] == client]

    config, settings = world.home / ".codex/config.toml", world.home / ".claude/settings.json"
    toml_hooks = '\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "say done"\n'
    for text, key in (("", None), ("[features]\nhooks = true\ncodex_hooks = false\n", None), ("features.hooks=false\n", "features.hooks"),
                      ("[features]\nother = 1\nhooks = false # off\n", "features.hooks"), ("features = { codex_hooks = false }\n", "features.codex_hooks"),
                      ("[features]\nhooks = false\n" + toml_hooks, "features.hooks")):
        put(config, text)
        world.equal(world.run("install", "codex").returncode, 0, "install")
        (detail,) = told("codex")
        world.check("open /hooks" in detail, f"hooks that Codex was not told to trust: {detail}")
        world.run("uninstall", "codex")
        text += f'\n[hooks.state."{world.home}/.codex/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:0"\n'
        text += f'[hooks.state."{config}:stop:0:0"]\ntrusted_hash = "sha256:0"\n'
        put(config, text)
        world.run("install", "codex")
        (detail,) = told("codex")
        world.check("all of them answer" in detail if key is None else f"{key} in {config} disables all hooks" in detail, f"{text!r}: {detail}")
        world.check("ai-memory install" not in detail, f"an installation does not change that: {detail}")
        world.run("uninstall", "codex")
        world.equal(config.read_text(), text, "to the byte")
    put(settings, '{"disableAllHooks": true}')
    world.run("install", "claude-code")
    (detail,) = told("claude-code")
    world.check(f"disableAllHooks in {settings} disables all hooks" in detail and "ai-memory install" not in detail, detail)
    world.run("install", "claude-code", "--binary", "/gone/ai-memory")
    (detail,) = told("claude-code")
    world.check("disableAllHooks" in detail and detail.endswith("put it right with: ai-memory install claude-code"), detail)
    world.run("uninstall", "claude-code")
    config.unlink()
    settings.unlink()


def refusals(world):
    home = world.home
    put(home / ".claude/settings.json", '{\n  "hooks": {\n    "Stop": [1,,]\n  }\n}\n')
    put(home / ".claude.json", CLAUDE_JSON)
    before = theirs(home)
    done = world.run("install", "claude-code")
    world.equal(done.returncode, 1, "a broken file")
    world.check("line 3, column 16" in done.stdout, f"names its place: {done.stdout}")
    world.check("error: " in done.stderr and "line 3, column 16" in done.stderr, f"and is an error: {done.stderr}")
    world.equal(theirs(home), before, "nothing is written anywhere")
    world.check("wrote" not in done.stdout and "nothing was written" in done.stdout, f"nor is it said to be: {done.stdout}")
    done = world.run("--json", "install", "gemini", "claude-code")
    world.equal(done.returncode, 1, "nor for another client in the same call")
    world.equal(theirs(home), before, "nor for another client in the same call")
    actions = [file["action"] for client in json.loads(done.stdout)["clients"] for file in client["files"]]
    world.equal(sorted(set(actions)), ["none", "refused"], "what becomes of each file")
    put(home / ".codex/config.toml", "model = \n")
    done = world.run("install", "codex")
    world.check(done.returncode == 1 and "line 1" in done.stdout, f"broken TOML: {done.stdout}")
    put(home / ".codex/config.toml", "")
    put(home / ".claude/settings.json", "{}")
    put(home / ".claude.json", '{"mcpServers":{"ai-memory":{"command":"somebody-elses"}}}')
    done = world.run("install", "claude-code")
    world.check(done.returncode == 1 and "--name" in done.stdout, f"a foreign server of that name: {done.stdout}")
    done = world.run("install", "claude-code", "--name", "memory", "--no-hooks")
    world.equal(done.returncode, 0, f"another name: {done.stdout}")
    world.check(world.run("install", "nobody").returncode != 0, "an unknown client is refused")
    link = world.folder / "bin" / "ai-memory"
    moved = world.folder / "with blank" / "ai-memory"
    moved.parent.mkdir()
    moved.symlink_to(link)
    world.run("uninstall", "claude-code")
    put(home / ".claude.json", CLAUDE_JSON)
    world.run("install", "claude-code", "--binary", "/old/place/ai-memory")
    world.run("install", "claude-code", "--binary", str(moved))
    text = (home / ".claude/settings.json").read_text()
    world.check("/old/place" not in text and text.count("hook user-prompt") == 1, f"another path takes the place of the old one: {text}")
    world.check("claude-code" in world.run("doctor").stdout, "a path with a blank works")
    world.run("uninstall", "claude-code")
    world.equal((home / ".claude.json").read_text(), CLAUDE_JSON, "and goes")
    if os.geteuid() != 0:
        (home / ".cursor").mkdir(exist_ok=True)
        (home / ".cursor").chmod(0o500)
        done = world.run("install", "cursor")
        world.check(done.returncode == 1 and "cannot" in done.stdout, f"a folder that is read-only: {done.stdout}")
        (home / ".cursor").chmod(0o700)


def other_names(world):
    """A program under another name knows its entries again, by what it has noted, and takes nothing of others for its own."""
    home, program = world.home, world.binary
    first, second = world.folder / "opt/aim", world.folder / "opt/with blank/memory-bin"
    for copy in (first, second):
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(program, copy)
    theirs_too = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": f"{first} hook deploy"}, {"type": "command", "command": f"{first} stop"},
                                                {"type": "command", "command": "/elsewhere/aim hook stop"}]}]}}
    put(home / ".claude/settings.json", json.dumps(theirs_too))
    put(home / ".claude.json", json.dumps({"mcpServers": {"web": {"command": str(first), "args": ["serve"]}, "far": {"command": "/elsewhere/aim", "args": ["mcp"]}}}))
    put(home / ".codex/config.toml", f'[mcp_servers.web]\ncommand = "{first}"\nargs = ["serve"]\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "{first} stop"\n')
    before, receipts = theirs(home), home / ".local/state/ai-memory/installed.json"

    def by(binary, *words):
        world.binary = binary
        done = world.run(*words)
        world.binary = program
        return done

    world.equal(by(first, "install", *ALL).returncode, 0, "install under another name")
    after, stamp = theirs(home), receipts.stat().st_mtime_ns
    again = by(first, "install", *ALL)
    world.check("wrote" not in again.stdout and again.stdout.count("nothing to change") == 8, f"a second run: {again.stdout} {again.stderr}")
    world.equal((theirs(home), receipts.stat().st_mtime_ns), (after, stamp), "which changes nothing")
    for each in (first, program):
        world.equal(by(each, "install").stdout.count("connected"), 8, f"the list of {each.name}")
    world.check("all of them answer" in by(first, "doctor").stdout, "doctor tries them")
    world.equal(by(second, "install", *ALL).returncode, 0, "install under a third name")
    text = (home / ".claude/settings.json").read_text()
    world.equal((text.count(f"{first} hook"), text.count("memory-bin")), (1, 8), f"it takes the place of the other: {text}")
    world.equal(list(json.loads((home / ".claude.json").read_text())["mcpServers"]), ["web", "far", "ai-memory"], "among the servers, too")
    world.check(str(first) + " hook" not in (home / ".copilot/hooks/ai-memory.json").read_text(), "for each shell")
    toml = (home / ".codex/config.toml").read_text()
    world.equal((toml.count("memory-bin"), toml.count(f'"{first}')), (8, 2), f"and in TOML: {toml}")
    by(program, "uninstall", *ALL)
    world.equal(theirs(home), before, "the program under its own name takes them out")
    by(first, "install", *ALL)
    receipts.unlink()
    by(first, "uninstall", *ALL)
    world.equal({name: theirs(home).get(name) for name in (".claude.json", ".claude/settings.json", ".codex/config.toml")},
                {name: before[name] for name in (".claude.json", ".claude/settings.json", ".codex/config.toml")}, "without a receipt it knows its own path")
    for name in before:
        (home / name).unlink()


def projects(world):
    project = world.work / "shop"
    put(project / ".vscode/mcp.json", '{\n    "servers": {\n        // none yet\n    },\n}\n')
    before = theirs(project)
    done = world.run("--json", "install", "claude-code", "vscode", "cursor", "--project", str(project))
    reply = json.loads(done.stdout)
    world.equal(done.returncode, 0, f"a project: {done.stdout}")
    world.equal([each["client"] for each in reply["clients"]], ["claude-code", "vscode", "cursor"], "the reply names the clients")
    world.check((project / ".claude/settings.local.json").exists() and (project / ".mcp.json").exists(), "the project's files")
    code = json.loads((project / ".github/hooks/ai-memory.json").read_text())["hooks"]
    world.equal(set(code), {"SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "PreCompact"}, "VS Code's events")
    world.equal(stat.S_IMODE((project / ".mcp.json").stat().st_mode), 0o644, "a project's files are for all")
    done = world.run("uninstall", "claude-code", "vscode", "cursor", "--project", str(project))
    world.equal(theirs(project), before, f"the project is as it was: {done.stdout}")
    for clients in (("claude-code", "copilot-cli"), ("copilot-cli", "claude-code")):
        world.run("install", *clients, "--project", str(project))
        world.run("install", clients[0], "--project", str(project))
        entry = json.loads((project / ".mcp.json").read_text())["mcpServers"]["ai-memory"]
        world.equal((entry["type"], entry.get("tools")), ("stdio", ["*"]), f"what both clients of one file take: {clients}")
        world.run("uninstall", *clients, "--project", str(project))
        world.equal(theirs(project), before, "and gone")
        # The entry that two have in common stays as long as one of them needs it.
        world.run("install", clients[0], "--project", str(project))
        world.run("install", clients[1], "--project", str(project))
        world.run("uninstall", clients[0], "--project", str(project))
        world.check("ai-memory" in json.loads((project / ".mcp.json").read_text())["mcpServers"], f"{clients[1]} is still connected")
        world.run("uninstall", clients[1], "--project", str(project))
        world.equal(theirs(project), before, "and gone with the other")
    links(world, project)


def links(world, project):
    """No link in a project has anything written elsewhere."""
    outside = world.work / "outside"
    put(outside / "settings.local.json", "{}")
    put(outside / "mcp.json", "{}")
    before = theirs(outside)
    for name, target in ((".claude", outside), (".mcp.json", outside / "mcp.json"), (".cursor", outside / "new"), (".mcp.json", outside / "new.json")):
        link = project / name
        link.symlink_to(target)
        world.run("install", "claude-code", "cursor", "--project", str(project))
        world.equal(theirs(outside), before, f"{name} leads out of the project")
        link.unlink()
        world.run("uninstall", "claude-code", "cursor", "--project", str(project))
    inside = project / "settings"
    inside.mkdir()
    (project / ".claude").symlink_to(inside)
    done = world.run("install", "claude-code", "--project", str(project))
    world.check(done.returncode == 0 and (inside / "settings.local.json").exists(), f"a link within it is followed: {done.stdout}")
    world.run("uninstall", "claude-code", "--project", str(project))


def nothing_in_a_path_runs(world):
    """Whatever the folder of the program is called."""
    for number, name in enumerate(("$(touch ran)", "`touch ran`", "it's $HOME \"x\"", "a;touch ran", "a b\\c")):
        program = world.work / f"odd{number}" / name / "ai-memory"
        program.parent.mkdir(parents=True)
        program.symlink_to(world.binary)
        world.run("install", "claude-code", "codex", "--binary", str(program))
        for group in json.loads((world.home / ".claude/settings.json").read_text())["hooks"].values():
            for hook in group[0]["hooks"]:
                done = subprocess.run(["sh", "-c", hook["command"]], cwd=program.parent, env=world.environment, input="{}", capture_output=True, text=True, timeout=60)
                world.check(done.returncode == 0 and not list(program.parent.glob("ran")), f"{hook['command']}: {done}")
        done = world.run("doctor")
        world.check("all of them answer" in done.stdout, f"doctor tries them: {done.stdout}")
        world.run("uninstall", "claude-code", "codex")
        put(world.home / ".claude/settings.json", json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": f'"{name}/ai-memory" hook stop; touch {world.work}/ran'}]}]}}))
        world.run("doctor")
        world.check(not (world.work / "ran").exists(), "doctor runs nothing beside the program")
        (world.home / ".claude/settings.json").unlink()


def clients_that_are_not_there(world):
    """No folder of theirs is made without a word."""
    shutil.rmtree(world.home / ".cursor", ignore_errors=True)
    done = world.run("install", "cursor")
    world.check(done.returncode == 0 and "is Cursor installed?" in done.stdout and ".cursor was not there" in done.stdout, f"{done.stdout}")
    world.check("is Cursor installed?" not in world.run("install", "cursor").stdout, "told once")
    world.run("uninstall", "cursor")


CLAUDE = """#!/usr/bin/env python3
import json, pathlib, sys
file = pathlib.Path.home() / ".claude.json"
config = json.loads(file.read_text()) if file.exists() else {}
if sys.argv[1:5] != ["mcp", "add-json", "--scope", "user"] or sys.argv[5] in config.get("mcpServers", {}):
    sys.exit(1)
config.setdefault("mcpServers", {})[sys.argv[5]] = json.loads(sys.argv[6])
config["byClaude"] = True
file.write_text(json.dumps(config))
"""


def profiles(world):
    home = world.home
    put(home / ".claude.json", CLAUDE_JSON)
    put(home / ".claude/settings.json", "{}")
    done = world.run("install", "claude-code", "--profile", "vector-memory")
    world.equal(done.returncode, 0, f"a profile: {done.stdout} {done.stderr}")
    server = json.loads((home / ".claude.json").read_text())["mcpServers"]["memory"]
    world.equal(server["args"], ["mcp", "--profile", "vector-memory"], "its server")
    hooks = json.loads((home / ".claude/settings.json").read_text())["hooks"]
    command = hooks["SessionStart"][0]["hooks"][0]["command"]
    world.check(command.endswith(" hook session-start --profile vector-memory"), f"its hooks: {command}")
    world.run("install", "claude-code", "--profile", "mudpuppy", "--no-mcp")
    text = (home / ".claude/settings.json").read_text()
    world.check("vector-memory" not in text and text.count("hook stop --profile mudpuppy") == 1, "another one takes the place")
    world.run("uninstall", "claude-code")
    world.equal((home / ".claude.json").read_text(), CLAUDE_JSON, "and goes")
    program = world.folder / "path" / "claude"
    put(program, CLAUDE, 0o755)
    world.environment["PATH"] = f"{program.parent}:{world.environment.get('PATH', os.environ['PATH'])}"
    done = world.run("install", "claude-code")
    world.equal(done.returncode, 0, f"by the client itself: {done.stdout} {done.stderr}")
    config = json.loads((home / ".claude.json").read_text())
    world.check(config.get("byClaude") and "ai-memory" in config["mcpServers"], "it has written its own file")
    again = world.run("install", "claude-code")
    world.check("nothing to change" in again.stdout, f"a second run: {again.stdout}")
    put(home / ".claude.json", CLAUDE_JSON)
    put(program, "#!/bin/sh\nexit 1\n", 0o755)
    done = world.run("install", "claude-code")
    world.check(done.returncode == 0 and "ai-memory" in (home / ".claude.json").read_text(), "where it cannot, the file is edited")
    world.run("uninstall", "claude-code")
    program.unlink()


def rule_files(world):
    users = world.home / ".config/Code/User/prompts/ai-memory.instructions.md"
    copilots = world.home / ".copilot/instructions/ai-memory.instructions.md"
    clients = "vscode", "copilot-cli", "gemini"
    world.equal(world.run("install", *clients).returncode, 0, "without --rules")
    world.check(not users.exists() and not copilots.exists(), "a rule file is only made when it is asked for")
    done = world.run("install", *clients, "--rules", "--profile", "vector-memory", "--dry-run")
    world.check("search_memory" in done.stdout and not users.exists(), f"a dry run shows it: {done.stdout}")
    done = world.run("install", *clients, "--rules", "--profile", "vector-memory")
    world.equal(done.returncode, 0, f"rules: {done.stdout} {done.stderr}")
    for file in (users, copilots):
        world.check(file.read_text().startswith('---\napplyTo: "**"\n---\n') and "`search_memory`" in file.read_text(), f"{file}")
    world.check("nothing to change" in world.run("install", "vscode", "--rules", "--profile", "vector-memory").stdout, "a second run")
    world.run("install", "copilot-cli", "--rules")
    world.check("`memory_recall`" in copilots.read_text(), "another profile has other tools")
    world.run("uninstall", *clients)
    world.check(not users.exists() and not copilots.exists(), "it goes with the rest")
    world.equal(world.run("install", *clients, "--rules").returncode, 0, "once more")
    (world.home / ".local/state/ai-memory/installed.json").unlink()
    world.run("uninstall", *clients)
    hooks = world.home / ".copilot/hooks/ai-memory.json"
    world.check(not users.exists() and not copilots.exists() and not hooks.exists(), "and without a receipt, as all in it is ours")
    put(users, "my own\n")
    refused = world.run("install", "vscode", "--rules")
    world.check(refused.returncode == 1 and users.read_text() == "my own\n" and "not ai-memory's" in refused.stdout, f"{refused.stdout}")
    world.run("uninstall", "vscode")
    world.equal(users.read_text(), "my own\n", "what is not ours stays")
    users.unlink()
    project = world.work / "rules"
    project.mkdir()
    world.run("install", "vscode", "copilot-cli", "--rules", "--project", str(project))
    world.check((project / ".github/instructions/ai-memory.instructions.md").exists(), "a project's")
    world.run("uninstall", "vscode", "copilot-cli", "--project", str(project))
    world.equal(theirs(project), {}, "and gone")


def test(world):
    existing_files(world)
    hooks_in_toml(world)
    forbidden(world)
    refusals(world)
    other_names(world)
    projects(world)
    nothing_in_a_path_runs(world)
    clients_that_are_not_there(world)
    profiles(world)
    rule_files(world)


if __name__ == "__main__":
    main(test)
