// The assistants that can be connected: where their files are and which shape ours has in them.
// Knows: paths and names of clients. Must not know: how a text is edited, or written.
#pragma once
#include <filesystem>

#include "install/entries.h"

namespace aim::install {

// Of a file of theirs: a larger one is not read.
inline constexpr std::size_t max_client_file_bytes = std::size_t{64} * 1024 * 1024;

// What places depend on; of the environment, read once.
struct Places {
  std::filesystem::path home, config_home;  // of the user
  std::filesystem::path claude, codex,
      copilot;                    // CLAUDE_CONFIG_DIR, CODEX_HOME, COPILOT_HOME, or their defaults
  std::filesystem::path project;  // empty: for the user
  bool shared = false;            // in a project: for all who work in it
};
Places places_of_environment();

struct Client {
  std::string_view name, title;
  // Empty: there is none of that kind.
  std::filesystem::path (*servers)(const Places&);
  std::filesystem::path (*hooks)(const Places&);
  std::filesystem::path (*folder)(const Places&);  // that says whether the client is there
  std::string_view container;                      // of servers
  bool toml = false;                               // the servers' file is
  std::string_view type;                           // of a server
  bool tools = false;
  HookShape shape = HookShape::groups;
  std::vector<HookLine> lines = {};
  std::string_view afterwards;  // what is left for the user to do
  std::string_view remark = {};
  // The rule file, where a prompt takes no text; null: it takes one, or there is no such file.
  std::filesystem::path (*rules)(const Places&) = nullptr;
  // Where the client runs our entries only once its user has allowed it: how.
  std::string_view trust = {};
};
std::span<const Client> clients();
const Client* find_client(std::string_view name);

}  // namespace aim::install
