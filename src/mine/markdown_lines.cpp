#include "mine/markdown_lines.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "mine/fit.h"

namespace aim::mine {
namespace {

// Three or more of ` or ~, after at most three blanks: which, or nothing.
std::string_view fence_of(std::string_view line) {
  const std::size_t indent = line.find_first_not_of(' ');
  if (indent == line.npos || indent > 3)
    return {};
  line.remove_prefix(indent);
  for (const char mark : {'`', '~'}) {
    const std::size_t count = std::min(line.find_first_not_of(mark), line.size());
    if (count >= 3)
      return line.substr(0, count);
  }
  return {};
}

// The line that ends a fence holds nothing else.
bool only_fence(std::string_view line, char mark) {
  return trimmed(line).find_first_not_of(mark) == line.npos;
}

// Whether a comment is open behind the line.
bool comment_goes_on(std::string_view line, bool open) {
  for (std::string_view rest = line;;) {
    const std::size_t at = rest.find(open ? "-->" : "<!--");
    if (at == rest.npos)
      return open;
    rest.remove_prefix(at + 3);
    open = !open;
  }
}

}  // namespace

std::vector<MarkdownLine> markdown_lines(std::string_view text, std::size_t first_number) {
  std::vector<MarkdownLine> lines;
  std::string_view open;  // fence
  bool comment = false;   // HTML's
  for (std::size_t number = first_number; !text.empty(); ++number) {
    const std::string_view line = ascii::take_line(text);
    const std::string_view fence = comment ? std::string_view() : fence_of(line);
    const bool ends = !open.empty() && fence.size() >= open.size() &&
                      fence.front() == open.front() && only_fence(line, fence.front());
    const bool in_comment = comment || (open.empty() && trimmed(line).starts_with("<!--"));
    lines.push_back({line, number, !open.empty() || !fence.empty() || in_comment});
    if (open.empty())
      comment = comment_goes_on(line, comment);
    if (ends)
      open = {};
    else if (open.empty())
      open = fence;
  }
  return lines;
}

std::size_t level_of(const MarkdownLine& line) {
  if (line.fenced)
    return 0;
  const std::size_t level = std::min(line.text.find_first_not_of('#'), line.text.size());
  const bool ends =
      level == line.text.size() || line.text[level] == ' ' || line.text[level] == '\t';
  return level >= 1 && level <= 6 && ends ? level : 0;
}

std::string heading_of(std::string_view line) {
  line = trimmed(line.substr(std::min(line.find_first_not_of('#'), line.size())));
  if (const std::size_t end = line.find_last_not_of('#');
      end != line.npos && end + 1 < line.size() && line[end] == ' ')
    line = trimmed(line.substr(0, end));
  return std::string(line);
}

std::string title_of_path(const std::vector<std::pair<std::size_t, std::string>>& path) {
  std::string title;
  const std::size_t from = path.size() > 1 && path.front().first == 1 ? 1 : 0;
  for (std::size_t at = from; at < path.size(); ++at)
    title.append(title.empty() ? "" : between_titles).append(path[at].second);
  return title;
}

namespace {

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

std::string indexed_file(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("- [") && !line.starts_with("* ["))
    return {};
  const std::size_t at = line.find("](");
  const std::size_t end = at == line.npos ? at : line.find(')', at);
  if (end == line.npos)
    return {};
  std::string_view file = line.substr(at + 2, end - at - 2);
  file.remove_prefix(file.starts_with("./") ? 2 : 0);
  return file.ends_with(".md") && file.find('/') == file.npos ? std::string(file) : std::string();
}

Note note_of(std::string_view text) {
  text = utf8::without_mark(text);
  Note note;
  note.body = text;
  std::string_view rest = text;
  if (trimmed(ascii::take_line(rest)) != "---")
    return note;
  std::string key;
  Note with_head;
  while (!rest.empty()) {
    const std::string_view line = ascii::take_line(rest);
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
