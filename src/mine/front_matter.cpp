#include "mine/front_matter.h"

#include "base/ascii.h"
#include "mine/fit.h"

namespace aim::mine {
namespace {

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  if (line.ends_with('\r'))
    line.remove_suffix(1);
  return line;
}

std::string unquoted(std::string_view text) {
  text = trimmed(text);
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
      text.back() == text.front())
    text = text.substr(1, text.size() - 2);
  return std::string(text);
}

std::vector<std::string> values_of(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('[') || !text.ends_with(']'))
    return text.empty() ? std::vector<std::string>() : std::vector{unquoted(text)};
  std::vector<std::string> out;
  text = text.substr(1, text.size() - 2);
  while (!text.empty())
    if (std::string value = unquoted(ascii::take_part(text, ',')); !value.empty())
      out.push_back(std::move(value));
  return out;
}

}  // namespace

std::string Note::text(std::string_view key) const {
  const auto found = head.find(key);
  return found == head.end() || found->second.empty() ? std::string() : found->second.front();
}

Note note_of(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark))
    text.remove_prefix(mark.size());
  Note note;
  note.body = text;
  std::string_view rest = text;
  if (trimmed(next_line(rest)) != "---")
    return note;
  std::string key;
  Note with_head;
  while (!rest.empty()) {
    const std::string_view line = next_line(rest);
    if (trimmed(line) == "---") {
      with_head.body = rest;
      return with_head;
    }
    const std::string_view content = trimmed(line);
    const std::size_t colon = content.find(':');
    if (content.starts_with("- ") && !key.empty()) {
      with_head.head[key].push_back(unquoted(content.substr(2)));
    } else if (colon != content.npos && !line.starts_with(' ')) {
      key = trimmed(content.substr(0, colon));
      with_head.head[key] = values_of(content.substr(colon + 1));
    }
  }
  return note;  // a head without an end is none
}

}  // namespace aim::mine
