#include "install/look.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sstream>

#include "base/child_process.h"
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
  return Ours(receipts.programs()).with(running_program().string());
}

ClientConnection look(const Client& client, const Places& places, const Ours& ours) {
  ClientConnection found;
  found.there = path_exists(client.folder(places));
  const std::filesystem::path servers = client.servers(places), hooks = client.hooks(places);
  const std::string text = text_of(servers);
  if (client.toml) {
    const auto less = without_toml_server(text, ours);
    if (less && *less != text)
      found.server = "in " + servers.string();
  } else {
    found.server = our_server(text, ours);
  }
  const std::string settings = text_of(hooks);
  found.hooks = our_commands(settings, ours);
  if (!found.hooks.empty())
    if (const std::string key = key_against_hooks(settings); !key.empty())
      found.forbidden = key + " in " + hooks.string();
  if (client.toml) {
    for (std::string& command : our_toml_commands(text, ours))
      found.hooks.push_back(std::move(command));
    if (const std::string key = toml_key_against_hooks(text); !found.hooks.empty() && !key.empty())
      found.forbidden = key + " in " + servers.string();
    const auto is_trusted = [&](const std::filesystem::path& file) {
      return text.find("[hooks.state.\"" + file.string() + ":") != text.npos;
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
  if (std::filesystem::path(connection.server).is_absolute() && !path_exists(connection.server))
    add(bad, connection.server + " does not exist");
  const bool is_broken = !bad.empty();
  if (is_broken)
    add(forbidden, bad);
  return {std::move(forbidden), is_broken};
}

namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

// A prompt that is to be skipped, of a subagent: nothing is injected and nothing is kept.
constexpr std::string_view event =
    "{\"hook_event_name\":\"Doctor\",\"session_id\":\"ai-memory-doctor\",\"prompt\":\"#skip\","
    "\"agent_id\":\"doctor\",\"cwd\":\"/\"}";

// Its input is a pipe that holds the event and has nobody left to write to it. An event is shorter
// than what any pipe holds, so writing never waits.
std::optional<pid_t> start_hook(const std::string& command) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return std::nullopt;
  const Descriptor given(ends[0]);
  if (Descriptor writer(ends[1]);
      ::write(writer.number(), event.data(), event.size()) != std::ssize(event))
    return std::nullopt;
  return start_program({.file = "/bin/sh",
                        .words = {"sh", "-c", command},
                        .input = given.number(),
                        .apart = Apart::group});
}

std::string seconds(Milliseconds time) {
  std::ostringstream text;
  text << static_cast<double>(time.count()) / 1000 << " s";
  return text.str();
}

std::string fire(const std::string& command, Milliseconds limit) {
  const auto process = start_hook(command);
  if (!process)
    return "it cannot be started";
  const std::optional<int> status = ended_within(*process, limit);
  if (!status) {
    end_group(*process);
    return "it did not answer in " + seconds(limit) + " and was stopped";
  }
  if (*status == unwatched)
    return "it cannot be observed: this program was started with SIGCHLD ignored";
  if (!WIFEXITED(*status))
    return "it was terminated by a signal";
  if (WEXITSTATUS(*status) == 127 || WEXITSTATUS(*status) == 126)
    return "the program does not exist";
  return WEXITSTATUS(*status) == 0
             ? std::string()
             : "it exited with status " + std::to_string(WEXITSTATUS(*status));
}

}  // namespace

std::string HookTrial::run(const std::string& command) {
  const auto known = tried_.find(command);
  if (known != tried_.end())
    return known->second;
  if (spent_ >= limit_ * max_spent)
    return "it was not run: others took too long";
  const auto from = Clock::now();
  std::string wrong = fire(command, limit_);
  // No more than the limit: to end one takes time, too.
  spent_ += std::min(std::chrono::duration_cast<Milliseconds>(Clock::now() - from), limit_);
  return tried_.emplace(command, std::move(wrong)).first->second;
}

}  // namespace aim::install
