#include "install/toml_blocks.h"

#include "base/ascii.h"

namespace aim::install {
namespace {

std::string_view line_of(std::string_view text, std::size_t at) {
  return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
}

// The line above the one that begins at `at`.
std::string_view line_before(std::string_view text, std::size_t at) {
  const std::size_t end = at < 2 ? std::string_view::npos : text.rfind('\n', at - 2);
  return line_of(text, end == std::string_view::npos ? 0 : end + 1);
}

// A string of one line, from its quote on.
std::string string_at(std::string_view text) {
  const char quote = text.front();
  std::string out;
  for (std::size_t i = 1; i < text.size() && text[i] != quote; ++i) {
    if (quote == '"' && text[i] == '\\' && i + 1 < text.size())
      ++i;
    out += text[i];
  }
  return out;
}

// The first string in the line of a key; empty: there is none.
std::string string_of(std::string_view block, std::string_view key) {
  for (std::size_t at = 0; at < block.size(); at += line_of(block, at).size() + 1) {
    const std::string_view line = ascii::trimmed(line_of(block, at));
    const std::size_t from = line.find_first_of("\"'");
    if (line.starts_with(key) && from != line.npos)
      return string_at(line.substr(from));
  }
  return {};
}

}  // namespace

std::vector<TomlBlock> toml_blocks(std::string_view text) {
  std::vector<TomlBlock> blocks;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = line_of(text, at), header = ascii::trimmed(line);
    std::size_t next = std::min(at + line.size() + 1, text.size());
    const std::size_t close = header.rfind(']', std::min(header.find('#'), header.size()));
    if (header.starts_with('[') && close != header.npos) {
      TomlBlock block{at, next, std::string(header.substr(0, close + 1))};
      while (next < text.size()) {
        const std::string_view below = ascii::trimmed(line_of(text, next));
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

std::string toml_command(std::string_view block) {
  return string_of(block, "command");
}

std::string toml_first_argument(std::string_view block) {
  return string_of(block, "args");
}

std::string without_block(std::string text, std::size_t begin, std::size_t end) {
  if (begin > 0 && (end == text.size() || ascii::trimmed(line_before(text, begin)).empty()))
    begin -= begin > 1 && text[begin - 2] == '\r' ? std::size_t{2} : std::size_t{1};
  text.erase(begin, end - begin);
  return text;
}

}  // namespace aim::install
