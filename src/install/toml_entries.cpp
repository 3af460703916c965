// Our server among those of a client that keeps them in TOML: tables by lines, and the whole text
// checked after every change.
#include <algorithm>

#include "base/quoting.h"
#include "install/entries.h"
#include "install/json_edit.h"
#include "install/toml_blocks.h"

namespace aim::install {
namespace {

constexpr std::string_view toml_servers = "[mcp_servers.";

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

std::string toml_list(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts)
    out.append(out.size() > 1 ? ", " : "").append(in_quotes(text));
  return out + "]";
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
      .append(newline);
}

bool is_our_server(std::string_view block, const Ours& ours) {
  return ours.is_server(toml_command(block), toml_first_argument(block));
}

}  // namespace

Result<Edited> with_toml_server(std::string_view text, const Server& server, CheckToml check,
                                const Ours& ours) {
  TRY_VOID(check(text));
  const std::string block = toml_block(server, toml_newline(text));
  for (const TomlBlock& each : toml_blocks(text)) {
    if (server_name(each) != server.name)
      continue;
    const std::string_view now = lines_of(text, each);
    if (!is_our_server(now, ours.with(server.command)))
      return Failure(Error{Code::validation_failed,
                           "the name " + in_quotes(server.name) + " belongs to another server",
                           {},
                           {},
                           {},
                           {{"choose one", Means::option, "name"}}});
    // What else somebody has set for our server stays.
    if (now.find("command = " + in_quotes(server.command)) != now.npos &&
        now.find("args = " + toml_list(server.args)) != now.npos)
      return Edited{std::string(text)};
    Edited edited{std::string(text.substr(0, each.begin)) + block +
                  std::string(text.substr(each.end))};
    TRY_VOID(check(edited.text));
    return edited;
  }
  Edited edited{std::string(text)};
  if (!text.empty())
    edited.text.append(toml_newline(text));
  else
    edited.made.emplace_back();
  edited.text.append(block);
  TRY_VOID(check(edited.text));
  return edited;
}

Result<std::string> without_toml_server(std::string_view given, CheckToml check, const Ours& ours) {
  TRY_VOID(check(given));
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
  TRY_VOID(check(text));
  return text;
}

}  // namespace aim::install
