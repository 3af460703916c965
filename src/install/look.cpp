#include "install/look.h"

#include "base/file.h"
#include "base/platform/system.h"
#include "config/config.h"
#include "install/entries.h"
#include "install/json_edit.h"

namespace aim::install {
namespace {

std::string text_of(const std::filesystem::path& path) {
  if (!path_exists(path))
    return {};
  return read_regular_file(path, max_client_file_bytes).value_or(std::string());
}

void add(std::string& all, const std::string& one) {
  all.append(all.empty() ? "" : "; ").append(one);
}

// The key in the client's settings that keeps every hook from being run; empty: none does.
std::string key_against_hooks(std::string_view settings) {
  const auto root = parse_json_text(settings);
  if (!root)
    return {};
  const auto says = [&](const JsonNode* value, std::string_view word) {
    return value && value->kind == JsonNode::Kind::other &&
           settings.substr(value->begin, value->end - value->begin) == word;
  };
  if (says(root->find("disableAllHooks"), "true"))  // Claude Code
    return "disableAllHooks";
  const JsonNode* const hooks = root->find("hooksConfig");  // Gemini CLI
  return hooks && says(hooks->find("enabled"), "false") ? "hooksConfig.enabled" : "";
}

// The same of Codex CLI. The second name is the older one, and the first one counts.
std::string toml_key_against_hooks(std::string_view settings) {
  for (const std::string_view key : {"features.hooks", "features.codex_hooks"})
    if (const auto allowed = toml_truth(settings, key))
      return *allowed ? std::string() : std::string(key);
  return {};
}

}  // namespace

Ours ours_by(const Receipts& receipts) {
  return Ours(receipts.programs()).with(running_program().native());
}

ClientConnection look(const Client& client, const Places& places, const Ours& ours) {
  ClientConnection found;
  found.there = path_exists(client.folder(places));
  const std::filesystem::path servers = client.servers(places), hooks = client.hooks(places);
  const std::string text = text_of(servers);
  if (client.toml) {
    const auto less = without_toml_server(text, check_toml, ours);
    if (less && *less != text)
      found.server = "in " + servers.native();
  } else {
    found.server = our_server(text, ours);
  }
  const std::string settings = text_of(hooks);
  found.hooks = our_commands(settings, ours);
  if (!found.hooks.empty())
    if (const std::string key = key_against_hooks(settings); !key.empty())
      found.forbidden = key + " in " + hooks.native();
  if (client.toml) {
    for (std::string& command : our_toml_commands(text, ours))
      found.hooks.push_back(std::move(command));
    if (const std::string key = toml_key_against_hooks(text); !found.hooks.empty() && !key.empty())
      found.forbidden = key + " in " + servers.native();
    const auto is_trusted = [&](const std::filesystem::path& file) {
      return text.find("[hooks.state.\"" + file.native() + ":") != text.npos;
    };
    if (!found.hooks.empty() && !is_trusted(hooks) && !is_trusted(servers))
      found.untrusted = client.trust;
  }
  return found;
}

Wrong wrong_with(const ClientConnection& connection, HookTrial* trial) {
  std::string forbidden, bad;
  if (!connection.forbidden.empty())
    forbidden = connection.forbidden + " disables all hooks until it is changed there";
  if (!connection.untrusted.empty())
    add(forbidden, std::string(connection.untrusted));
  if (trial)
    for (const std::string& command : connection.hooks)
      if (const std::string wrong = runs_more(command)
                                        ? "a shell runs more than its program; it was not tried"
                                        : trial->run(command);
          !wrong.empty())
        add(bad, "\"" + command + "\": " + wrong);
  if (connection.server.starts_with('/') && !path_exists(connection.server))
    add(bad, connection.server + " does not exist");
  const bool is_broken = !bad.empty();
  if (is_broken)
    add(forbidden, bad);
  return {std::move(forbidden), is_broken};
}

}  // namespace aim::install
