// Our server among those of a client that keeps them in TOML: tables by lines, and the whole text checked after every change.
#include <algorithm>

#include "app/install/entries.h"
#include "app/install/json_edit.h"

namespace aim::install {
namespace {

constexpr std::string_view toml_servers = "[mcp_servers.";

struct Block {
  std::size_t begin = 0, end = 0;  // whole lines
  std::string name;
};

std::string_view line_of(std::string_view text, std::size_t at) {
  return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
}

// The line above the one that begins at `at`.
std::string_view line_before(std::string_view text, std::size_t at) {
  const std::size_t end = at < 2 ? std::string_view::npos : text.rfind('\n', at - 2);
  return line_of(text, end == std::string_view::npos ? 0 : end + 1);
}

std::string_view trimmed(std::string_view line) {
  const std::size_t from = line.find_first_not_of(" \t\r");
  return from == line.npos ? std::string_view()
                           : line.substr(from, line.find_last_not_of(" \t\r") - from + 1);
}

// A table of a server: its header, and the lines of keys right below it.
std::vector<Block> server_blocks(std::string_view text) {
  std::vector<Block> blocks;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = line_of(text, at), header = trimmed(line);
    std::size_t next = std::min(at + line.size() + 1, text.size());
    const std::size_t close = header.find(']');
    if (header.starts_with(toml_servers) && close != header.npos) {
      Block block{at, next,
                  std::string(header.substr(toml_servers.size(), close - toml_servers.size()))};
      std::erase(block.name, '"');
      while (next < text.size()) {
        const std::string_view below = trimmed(line_of(text, next));
        if (below.empty() || below.front() == '#' || below.front() == '[')
          break;
        next = std::min(next + line_of(text, next).size() + 1, text.size());
      }
      block.end = next;
      blocks.push_back(std::move(block));
    }
    at = next;
  }
  return blocks;
}

// The text of a string behind "command =" in a block.
std::string command_in(std::string_view block) {
  for (std::size_t at = 0; at < block.size(); at += line_of(block, at).size() + 1) {
    const std::string_view line = trimmed(line_of(block, at));
    const std::size_t from = line.find_first_of("\"'");
    if (line.starts_with("command") && from != line.npos)
      return std::string(line.substr(from + 1, line.find(line[from], from + 1) - from - 1));
  }
  return {};
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

}  // namespace

Result<Edited> with_toml_server(std::string_view text, const Server& server, CheckToml check) {
  TRY_VOID(check(text));
  const std::size_t first = text.find('\n');
  const std::string_view newline =
      first != text.npos && first > 0 && text[first - 1] == '\r' ? "\r\n" : "\n";
  const std::string block = toml_block(server, newline);
  for (const Block& each : server_blocks(text)) {
    if (each.name != server.name)
      continue;
    const std::string_view now = text.substr(each.begin, each.end - each.begin);
    if (!is_our_program(command_in(now)))
      return Failure(Error{Code::validation_failed,
                           "the name " + in_quotes(server.name) +
                               " stands for another server; choose one with --name",
                           {},
                           {},
                           {}});
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
    edited.text.append(newline);
  else
    edited.made.emplace_back();
  edited.text.append(block);
  TRY_VOID(check(edited.text));
  return edited;
}

Result<std::string> without_toml_server(std::string_view given, CheckToml check) {
  TRY_VOID(check(given));
  std::string text(given);
  for (;;) {
    const auto blocks = server_blocks(text);
    const auto ours = std::ranges::find_if(blocks, [&](const Block& each) {
      return is_our_program(
          command_in(std::string_view(text).substr(each.begin, each.end - each.begin)));
    });
    if (ours == blocks.end())
      break;
    // The line end before it came with it, but where it ends a line that others follow.
    std::size_t begin = ours->begin;
    if (begin > 0 && (ours->end == text.size() || trimmed(line_before(text, begin)).empty()))
      begin -= begin > 1 && text[begin - 2] == '\r' ? std::size_t{2} : std::size_t{1};
    text.erase(begin, ours->end - begin);
  }
  TRY_VOID(check(text));
  return text;
}

}  // namespace aim::install
