"""What an assistant installs by itself: the server as a bundle, and a plugin with its hooks. Both are made of what
`ai-memory install` would write. Each function takes a release and returns {file name: bytes}."""

from archives import Entry, as_json, gzipped, tar, zipped
from release import FILES, SUMMARY

SYSTEMS = {"linux": "linux", "macos": "darwin", "windows": "win32"}
PLUGIN = "${CLAUDE_PLUGIN_ROOT}/bin/ai-memory"


def mcpb(release):
    """An MCP bundle: Claude Desktop and others install it by opening the file."""
    program = f"server/{release.command}"
    manifest = {
        "manifest_version": "0.3", "name": "ai-memory", "display_name": "ai-memory", "version": release.version, "description": SUMMARY,
        "author": {"name": release.maintainer.partition(" <")[0]}, "license": "Apache-2.0", "keywords": ["memory"],
        "server": {"type": "binary", "entry_point": program,
                   "mcp_config": {"command": "${__dirname}/" + program, "args": release.server_arguments, "env": {}}},
        "tools_generated": True, "prompts_generated": True, "compatibility": {"platforms": [SYSTEMS[release.machine["os"]]]},
    }
    entries = [Entry("manifest.json", as_json(manifest)), Entry(program, release.binary(), 0o755), Entry("LICENSE", release.text("LICENSE")),
               Entry("third-party.txt", release.notices())]
    return {f"{release.name}.mcpb": zipped(entries, release.epoch, release.level)}


def plugin(release):
    """A folder in the form of a Claude Code marketplace with one plugin: server, hooks, commands. The program is not part of it."""
    written = release.installed("claude-code")
    own = {"name": "ai-memory", "description": SUMMARY, "version": release.version}
    about = {**own, "author": {"name": release.maintainer.partition(" <")[0]}, "license": "Apache-2.0", "keywords": ["memory", "mcp"]}
    hooks = with_program(f'"{PLUGIN}"', written["settings.json"])
    servers = with_program(PLUGIN, written[".claude.json"])
    marketplace = {"name": "ai-memory", "description": SUMMARY, "owner": about["author"], "plugins": [{**own, "source": "./plugin"}]}
    commands = sorted((FILES / "commands").iterdir())
    entries = [
        Entry(".claude-plugin/marketplace.json", as_json(marketplace)),
        Entry("plugin/.claude-plugin/plugin.json", as_json(about)),
        Entry("plugin/hooks/hooks.json", as_json(hooks)),
        Entry("plugin/.mcp.json", as_json(servers)),
        Entry("plugin/bin/ai-memory", release.template("plugin-launcher.sh"), 0o755),
        *(Entry(f"plugin/commands/{each.name}", each.read_bytes()) for each in commands),
        Entry("LICENSE", release.text("LICENSE")),
    ]
    name = f"ai-memory-{release.version}-claude-plugin"
    return {f"{name}.tar.gz": gzipped(tar(entries, release.epoch, root=f"{name}/"), release.level)}


def with_program(program, value):
    """The value, its commands beginning with that program."""
    if isinstance(value, list):
        return [with_program(program, each) for each in value]
    if not isinstance(value, dict):
        return value
    value = {key: with_program(program, each) for key, each in value.items()}
    if "command" in value:
        value["command"] = program + "".join(value["command"].partition(" hook ")[1:])
    return value
