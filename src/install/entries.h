// Our entries in the files of clients: a server among the MCP servers, commands among the hooks.
// Put in, found again by the program that they name, taken out; whatever else the file holds stays
// as it is, to the byte.
// Knows: the shapes of clients' files. Must not know: where the files are.
// Pure functions; any thread.
#pragma once
#include "base/result.h"
#include "install/ours.h"

namespace aim::install {

struct Server {
  std::string name = "ai-memory", command;  // command: the path of the program
  std::vector<std::string> args;
  std::string type;    // "stdio", "local"; empty: not said
  bool tools = false;  // "tools": ["*"]
};

enum class HookShape { groups, groups_with_name, flat, two_shells, of_one_key };
struct HookLine {
  std::string event, kind, matcher;  // "SessionStart", "session-start", ""
  int timeout = 5;                   // in the client's unit; 0: not said
};
struct Hooks {
  HookShape shape = HookShape::groups;
  std::string program;  // its path
  std::vector<HookLine> lines;
  std::string profile = {};  // whose memories; empty: the configured one's
};

// The object of a server in JSON, as with_server() writes it.
std::string server_object(const Server& server);

// What has become of a text; `made`: containers that were not there before, as
// "hooks/SessionStart"; "" is the whole text.
struct Edited {
  std::string text;
  std::vector<std::string> made = {};
};

// Errors: the text is no JSON (line and column); the name holds something that is not ours.
Result<Edited> with_server(std::string_view text, std::string_view container, const Server& server,
                           const Ours& ours = {});
Result<Edited> with_hooks(std::string_view text, const Hooks& hooks, const Ours& ours = {});

// Without every entry of ours, and without the containers of `made` that hold nothing then.
Result<std::string> without_ours(std::string_view text, const std::vector<std::string>& made,
                                 const Ours& ours = {});

// The same in TOML, for a client whose servers stand there. Errors: as above.
Result<Edited> with_toml_server(std::string_view text, const Server& server, const Ours& ours = {});
Result<std::string> without_toml_server(std::string_view text, const Ours& ours = {});

// Its hooks, where it has them there already. Errors: its hooks are written so that none can be
// added.
bool has_toml_hooks(std::string_view text);
Result<Edited> with_toml_hooks(std::string_view text, const Hooks& hooks, const Ours& ours = {});
Result<std::string> without_toml_hooks(std::string_view text, const Ours& ours = {});

// The command of a hook.
std::string hook_command(const Hooks& hooks, const HookLine& line);

// The commands of our hooks in a text, for those who try them; and the program that a server of
// ours names.
std::vector<std::string> our_commands(std::string_view text, const Ours& ours = {});
std::vector<std::string> our_toml_commands(std::string_view text, const Ours& ours = {});
std::string our_server(std::string_view text, const Ours& ours = {});

// The rule file of clients that take no text at a prompt: memory comes to those through the tools,
// so it tells the assistant to search first. The whole file is ours, and bears a mark that says so.
// `search` and `store`: names of tools.
std::string rules_text(std::string_view search, std::string_view store);

// Errors: the file is somebody else's.
Result<Edited> with_rules(const std::string& text, const std::string& rules);
// Empty when it is ours; else as it was.
Edited without_rules(const std::string& text);

}  // namespace aim::install
