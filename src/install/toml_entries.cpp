// Our server among those of a client that keeps them in TOML: tables by lines, and the whole text
// checked after every change.
#include "base/append.h"
#include "base/quoting.h"
#include "config/config.h"
#include "install/entries.h"
#include "install/json_edit.h"
#include "install/toml_blocks.h"

namespace aim::install {
namespace {

constexpr std::string_view toml_servers = "[mcp_servers.";

// The client gives a server nothing else of its environment, and a hook all of it: both must find
// the same database.
constexpr std::array<std::string_view, 29> passed_on{"AI_MEMORY_DB",
                                                     "AI_MEMORY_READ_DB",
                                                     "AI_MEMORY_KEY_FILE",
                                                     "AI_MEMORY_PROJECT",
                                                     "AI_MEMORY_PROFILE",
                                                     "AI_MEMORY_FEATURES",
                                                     "AI_MEMORY_NO_CONFIG",
                                                     "AI_MEMORY_IDENTITY",
                                                     "AI_MEMORY_MODELS",
                                                     "AI_MEMORY_HUB",
                                                     "AI_MEMORY_OFFLINE",
                                                     "AI_MEMORY_LOG",
                                                     "AI_MEMORY_AGENT_ID",
                                                     "AI_MEMORY_SESSION_ID",
                                                     "AI_MEMORY_LLM_URL",
                                                     "AI_MEMORY_LLM_KEY",
                                                     "AI_MEMORY_EMBEDDING_URL",
                                                     "AI_MEMORY_EMBEDDING_KEY",
                                                     "AI_MEMORY_REFLECTION_MAX_DEPTH",
                                                     "AI_MEMORY_CAPTURE_NAG_THRESHOLD",
                                                     "AI_MEMORY_CAPTURE_NAG_ESCALATE_THRESHOLD",
                                                     "VECTOR_MEMORY_DB_PATH",
                                                     "VECTOR_MEMORY_MODEL",
                                                     "MUDPUPPY_HOME",
                                                     "MEMORY_FILE_PATH",
                                                     "XDG_CONFIG_HOME",
                                                     "XDG_DATA_HOME",
                                                     "XDG_STATE_HOME",
                                                     "XDG_CACHE_HOME"};

// The name of a server's table; empty: it is none.
std::string server_name(const TomlBlock& block) {
  if (!block.header.starts_with(toml_servers))
    return {};
  std::string name =
      block.header.substr(toml_servers.size(), block.header.find(']') - toml_servers.size());
  std::erase(name, '"');
  return name;
}

std::string toml_key(std::string_view name) {
  const bool bare =
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
      name.npos;
  return bare ? std::string(name) : in_quotes(name);
}

template <class Texts>
std::string toml_list(const Texts& texts) {
  return "[" + join_texts(texts, ", ", in_quotes) + "]";
}

std::string toml_block(const Server& server, std::string_view newline) {
  return std::string(toml_servers)
      .append(toml_key(server.name))
      .append("]")
      .append(newline)
      .append("command = ")
      .append(in_quotes(server.command))
      .append(newline)
      .append("args = ")
      .append(toml_list(server.args))
      .append(newline)
      .append("env_vars = ")
      .append(toml_list(passed_on))
      .append(newline);
}

// The block with that line, behind the one that names the arguments. A list of one line, as an
// older version or somebody else wrote it, gets the names that it lacks.
std::string with_variables(std::string_view block, std::string_view newline) {
  std::string text(block);
  const std::size_t there = text.find("env_vars = [");
  if (there == text.npos && text.find("env_vars") == text.npos) {
    const std::size_t end = text.find('\n', text.find("args = "));
    const std::size_t at = end == text.npos ? text.size() : end + 1;
    return text.insert(at, (end == text.npos ? std::string(newline) : std::string()) +
                               "env_vars = " + toml_list(passed_on) + std::string(newline));
  }
  const std::size_t close = text.find_first_of("]#\n", there);
  if (there == text.npos || close == text.npos || text[close] != ']')
    return text;
  const std::string list = text.substr(there, close - there);
  std::string lacking;
  for (const std::string_view name : passed_on)
    if (list.find(in_quotes(name)) == list.npos)
      lacking.append(", ").append(in_quotes(name));
  return list.find('"') == list.npos ? text : text.insert(text.rfind('"', close) + 1, lacking);
}

bool is_our_server(std::string_view block, const Ours& ours) {
  return ours.is_server(toml_command(block), toml_first_argument(block));
}

}  // namespace

Result<Edited> with_toml_server(std::string_view text, const Server& server, const Ours& ours) {
  TRY_VOID(check_toml(text));
  const std::string block = toml_block(server, line_end(text));
  for (const TomlBlock& each : toml_blocks(text)) {
    if (server_name(each) != server.name)
      continue;
    const std::string_view now = lines_of(text, each);
    if (!is_our_server(now, ours.with(server.command)))
      return Failure(
          helped_by(invalid("the name " + in_quotes(server.name) + " belongs to another server"),
                    {"choose one", Means::option, "name"}));
    // What else somebody has set for our server stays.
    const bool same = now.find("command = " + in_quotes(server.command)) != now.npos &&
                      now.find("args = " + toml_list(server.args)) != now.npos;
    Edited edited{std::string(text.substr(0, each.begin)) +
                  (same ? with_variables(now, line_end(text)) : block) +
                  std::string(text.substr(each.end))};
    TRY_VOID(check_toml(edited.text));
    return edited;
  }
  Edited edited{std::string(text)};
  if (!text.empty())
    edited.text.append(line_end(text));
  else
    edited.made.emplace_back();
  edited.text.append(block);
  TRY_VOID(check_toml(edited.text));
  return edited;
}

Result<std::string> without_toml_server(std::string_view given, const Ours& ours) {
  TRY_VOID(check_toml(given));
  std::string text(given);
  for (;;) {
    const auto blocks = toml_blocks(text);
    const auto found = std::ranges::find_if(blocks, [&](const TomlBlock& each) {
      return !server_name(each).empty() && is_our_server(lines_of(text, each), ours);
    });
    if (found == blocks.end())
      break;
    text = without_block(std::move(text), found->begin, found->end);
  }
  TRY_VOID(check_toml(text));
  return text;
}

}  // namespace aim::install
