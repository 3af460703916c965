#include "app/install/look.h"

#include <sys/wait.h>

#include <cstdio>

#include "app/install/entries.h"
#include "base/file.h"
#include "config/config.h"

namespace aim::install {
namespace {

std::string text_of(const std::filesystem::path& path) {
  if (!path_exists(path))
    return {};
  return read_regular_file(path, max_client_file_bytes).value_or(std::string());
}

std::string fire(const std::string& command) {
  // A prompt that is to be skipped, of a subagent: nothing is injected and nothing is kept.
  constexpr std::string_view event =
      "{\"hook_event_name\":\"Doctor\",\"session_id\":\"ai-memory-doctor\",\"prompt\":\"#skip\","
      "\"agent_id\":\"doctor\",\"cwd\":\"/\"}";
  std::FILE* pipe = ::popen((command + " >/dev/null 2>&1").c_str(), "w");  // NOLINT(cert-env33-c)
  if (pipe == nullptr)
    return "it cannot be started";
  std::fwrite(event.data(), 1, event.size(), pipe);
  const int status = ::pclose(pipe);
  if (!WIFEXITED(status))
    return "it was ended by a signal";
  if (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 126)
    return "the program is not there";
  return WEXITSTATUS(status) == 0 ? std::string()
                                  : "it ended with status " + std::to_string(WEXITSTATUS(status));
}

void add(std::string& all, const std::string& one) {
  all.append(all.empty() ? "" : "; ").append(one);
}

}  // namespace

Connection look(const Client& client, const Places& places) {
  Connection found;
  found.there = path_exists(client.folder(places));
  const std::filesystem::path servers = client.servers(places), hooks = client.hooks(places);
  const std::string text = text_of(servers);
  if (client.toml) {
    const auto less = without_toml_server(text, check_toml);
    if (less && *less != text)
      found.server = "in " + servers.native();
  } else {
    found.server = our_server(text);
  }
  found.hooks = our_commands(text_of(hooks));
  if (client.toml)
    for (std::string& command : our_toml_commands(text)) found.hooks.push_back(std::move(command));
  return found;
}

std::string HookTrial::run(const std::string& command) {
  const auto known = tried_.find(command);
  if (known != tried_.end())
    return known->second;
  return tried_.emplace(command, fire(command)).first->second;
}

std::string wrong_with(const Connection& connection, HookTrial* trial) {
  std::string bad;
  if (trial)
    for (const std::string& command : connection.hooks)
      if (const std::string wrong = trial->run(command); !wrong.empty())
        add(bad, "\"" + command + "\": " + wrong);
  if (connection.server.starts_with('/') && !path_exists(connection.server))
    add(bad, connection.server + " is not there");
  return bad;
}

}  // namespace aim::install
