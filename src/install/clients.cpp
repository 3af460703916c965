#include "install/clients.h"

#include "base/environment.h"
#include "base/platform/system.h"

namespace aim::install {
namespace {

namespace fs = std::filesystem;

fs::path nowhere(const Places&) {
  return {};
}
bool in_project(const Places& at) {
  return !at.project.empty();
}

fs::path claude_servers(const Places& at) {
  if (in_project(at))
    return at.project / ".mcp.json";
  // Beside the folder of settings, unless that was moved.
  return at.claude == at.home / ".claude" ? at.home / ".claude.json" : at.claude / ".claude.json";
}
fs::path claude_hooks(const Places& at) {
  if (in_project(at))
    return at.project / ".claude" / (at.shared ? "settings.json" : "settings.local.json");
  return at.claude / "settings.json";
}
fs::path codex_servers(const Places& at) {
  return (in_project(at) ? at.project / ".codex" : at.codex) / "config.toml";
}
fs::path codex_hooks(const Places& at) {
  return (in_project(at) ? at.project / ".codex" : at.codex) / "hooks.json";
}
fs::path gemini_settings(const Places& at) {
  return (in_project(at) ? at.project : at.home) / ".gemini" / "settings.json";
}
fs::path cursor_servers(const Places& at) {
  return (in_project(at) ? at.project : at.home) / ".cursor" / "mcp.json";
}
fs::path cursor_hooks(const Places& at) {
  return (in_project(at) ? at.project : at.home) / ".cursor" / "hooks.json";
}
// Where programs with windows keep their settings.
fs::path application_support(const Places& at) {
  return this_system == System::macos ? at.home / "Library/Application Support" : at.config_home;
}
fs::path code_folder(const Places& at) {
  return application_support(at) / "Code/User";
}
fs::path code_servers(const Places& at) {
  return in_project(at) ? at.project / ".vscode" / "mcp.json" : code_folder(at) / "mcp.json";
}
fs::path project_hooks(const Places& at) {
  return in_project(at) ? at.project / ".github/hooks/ai-memory.json" : fs::path();
}
fs::path copilot_servers(const Places& at) {
  return in_project(at) ? at.project / ".mcp.json" : at.copilot / "mcp-config.json";
}
fs::path copilot_hooks(const Places& at) {
  return in_project(at) ? project_hooks(at) : at.copilot / "hooks/ai-memory.json";
}
fs::path rules_in(const fs::path& project, const fs::path& users) {
  constexpr std::string_view name = "ai-memory.instructions.md";
  return (project.empty() ? users : project / ".github/instructions") / name;
}
fs::path code_rules(const Places& at) {
  return rules_in(at.project, code_folder(at) / "prompts");
}
fs::path copilot_rules(const Places& at) {
  return rules_in(at.project, at.copilot / "instructions");
}
fs::path antigravity_folder(const Places& at) {
  return in_project(at) ? at.project / ".agents" : at.home / ".gemini/config";
}
fs::path antigravity_servers(const Places& at) {
  return antigravity_folder(at) / "mcp_config.json";
}
fs::path antigravity_hooks(const Places& at) {
  return antigravity_folder(at) / "hooks.json";
}
fs::path desktop_folder(const Places& at) {
  return application_support(at) / "Claude";
}
fs::path desktop_servers(const Places& at) {
  return in_project(at) ? fs::path() : desktop_folder(at) / "claude_desktop_config.json";
}

fs::path claude_folder(const Places& at) {
  return at.claude;
}
fs::path codex_folder(const Places& at) {
  return at.codex;
}
fs::path gemini_folder(const Places& at) {
  return at.home / ".gemini";
}
fs::path cursor_folder(const Places& at) {
  return at.home / ".cursor";
}
fs::path copilot_folder(const Places& at) {
  return at.copilot;
}

// Event, our word for it, which tools, time-out in the client's unit.
const std::vector<HookLine> claude_lines = {
    {"SessionStart", "session-start", "", 5},
    {"UserPromptSubmit", "user-prompt", "", 5},
    {"PreToolUse", "edit", "Edit|Write|MultiEdit|NotebookEdit", 5},
    // Waited for: Claude Code ends the others with itself, and mixes up their order.
    {"PostToolUse", "tool", "Bash|Edit|Write|MultiEdit|NotebookEdit", 5},
    {"PostToolUseFailure", "tool", "Bash", 5},
    {"Stop", "stop", "", 5},
    {"PreCompact", "compact", "", 5},
    {"SessionEnd", "session-end", "", 3}};
const std::vector<HookLine> codex_lines = {{"SessionStart", "session-start", "", 5},
                                           {"UserPromptSubmit", "user-prompt", "", 5},
                                           {"PreToolUse", "edit", "apply_patch|Edit|Write", 5},
                                           {"PostToolUse", "tool", "", 5},
                                           {"Stop", "stop", "", 5},
                                           {"PreCompact", "compact", "", 5},
                                           {"SessionEnd", "session-end", "", 3}};
const std::vector<HookLine> gemini_lines = {
    {"SessionStart", "session-start", "", 5'000},
    {"BeforeAgent", "user-prompt", "", 5'000},
    {"AfterTool", "tool", "run_shell_command|replace|write_file", 5'000},
    {"AfterAgent", "stop", "", 5'000},
    {"PreCompress", "compact", "", 5'000},
    {"SessionEnd", "session-end", "", 3'000}};
const std::vector<HookLine> cursor_lines = {
    {"sessionStart", "session-start", "", 0}, {"beforeSubmitPrompt", "user-prompt", "", 0},
    {"postToolUse", "tool", "", 0},           {"postToolUseFailure", "tool", "", 0},
    {"afterAgentResponse", "stop", "", 0},    {"preCompact", "compact", "", 0},
    {"sessionEnd", "session-end", "", 0}};
const std::vector<HookLine> copilot_lines = {{"sessionStart", "session-start", "", 5},
                                             {"userPromptSubmitted", "user-prompt", "", 5},
                                             {"postToolUse", "tool", "", 5},
                                             {"postToolUseFailure", "tool", "", 5},
                                             {"agentStop", "stop", "", 5},
                                             {"preCompact", "compact", "", 5},
                                             {"sessionEnd", "session-end", "", 3}};
const std::vector<HookLine> code_lines = {{"SessionStart", "session-start", "", 5},
                                          {"UserPromptSubmit", "user-prompt", "", 5},
                                          {"PreToolUse", "edit", "", 5},
                                          {"PostToolUse", "tool", "", 5},
                                          {"Stop", "stop", "", 5},
                                          {"PreCompact", "compact", "", 5}};
const std::vector<HookLine> antigravity_lines = {{"PreInvocation", "user-prompt", "", 5},
                                                 {"PostToolUse", "tool", "run_command", 5},
                                                 {"Stop", "stop", "", 5}};
const std::vector<HookLine> desktop_lines = {};

}  // namespace

Places places_of_environment() {
  const auto folder = [](const char* name, fs::path otherwise) {
    const fs::path said = environment(name);
    return said.is_absolute() ? said : otherwise;
  };
  Places at;
  at.home = environment("HOME");
  at.config_home = folder("XDG_CONFIG_HOME", at.home / ".config");
  at.claude = folder("CLAUDE_CONFIG_DIR", at.home / ".claude");
  at.codex = folder("CODEX_HOME", at.home / ".codex");
  at.copilot = folder("COPILOT_HOME", at.home / ".copilot");
  return at;
}

namespace {

constexpr std::string_view trust_codex =
    "Codex runs hooks only when they are trusted: open /hooks once and trust the hooks of "
    "ai-memory. Until then it skips them, and codex exec does so without a word. The files of a "
    "project count only in a folder that Codex trusts";
constexpr std::string_view trust_gemini =
    "In a folder that is not trusted Gemini CLI starts neither servers nor hooks: trust it when "
    "asked, or with /permissions";
constexpr std::string_view trust_copilot =
    "In a folder that is not trusted Copilot CLI leaves out the files of a project, with -p "
    "without a word: start it there once without -p and trust the folder";

}  // namespace

std::span<const Client> clients() {
  static const std::vector<Client> table = {
      {"claude-code", "Claude Code", claude_servers, claude_hooks, claude_folder, "mcpServers",
       false, "stdio", false, HookShape::groups, claude_lines, "restart Claude Code, or type /mcp"},
      {"codex",
       "Codex CLI",
       codex_servers,
       codex_hooks,
       codex_folder,
       "mcp_servers",
       true,
       "",
       false,
       HookShape::groups,
       codex_lines,
       "restart Codex",
       {},
       nullptr,
       trust_codex},
      {"gemini",
       "Gemini CLI",
       gemini_settings,
       gemini_settings,
       gemini_folder,
       "mcpServers",
       false,
       "",
       false,
       HookShape::groups_with_name,
       gemini_lines,
       "restart Gemini CLI",
       {},
       nullptr,
       trust_gemini},
      {"cursor", "Cursor", cursor_servers, cursor_hooks, cursor_folder, "mcpServers", false, "",
       false, HookShape::flat, cursor_lines, "restart Cursor"},
      {"vscode", "VS Code", code_servers, project_hooks, code_folder, "servers", false, "stdio",
       false, HookShape::groups, code_lines, "start the server in VS Code: MCP: List Servers",
       "its hooks for a user are those of Claude Code", code_rules},
      {"copilot-cli",
       "Copilot CLI",
       copilot_servers,
       copilot_hooks,
       copilot_folder,
       "mcpServers",
       false,
       "local",
       true,
       HookShape::two_shells,
       copilot_lines,
       "restart Copilot CLI",
       {},
       copilot_rules,
       trust_copilot},
      {"antigravity", "Antigravity", antigravity_servers, antigravity_hooks, antigravity_folder,
       "mcpServers", false, "", false, HookShape::of_one_key, antigravity_lines,
       "restart Antigravity", "not tried with the client itself"},
      {"claude-desktop", "Claude Desktop", desktop_servers, nowhere, desktop_folder, "mcpServers",
       false, "", false, HookShape::groups, desktop_lines, "restart Claude Desktop"},
  };
  return table;
}

const Client* find_client(std::string_view name) {
  const auto found = std::ranges::find(clients(), name, &Client::name);
  return found == clients().end() ? nullptr : &*found;
}

}  // namespace aim::install
