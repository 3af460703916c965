#include "bridge/topic_file.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "mine/fit.h"
#include "mine/markdown_lines.h"

namespace aim::bridge {
namespace {

using mine::indexed_file;
using mine::trimmed;

constexpr std::array<std::string_view, 4> types{"user", "feedback", "project", "reference"};
constexpr std::size_t max_name_bytes = 60, max_shown_bytes = 150;

std::string on_one_line(std::string_view text) {
  std::string line(trimmed(text));
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return line;
}

// As a head's value: quoted where YAML would read something else than the text.
std::string as_value(std::string_view text) {
  const std::string line = on_one_line(text);
  const bool plain = !line.empty() && (ascii::is_alnum(line.front()) || (line.front() & 0x80)) &&
                     line.find_first_of(":#\"'") == line.npos && line.back() != ',';
  if (plain)
    return line;
  const char quote = line.find('"') == line.npos ? '"' : '\'';
  return quote + line + quote;
}

// The type stands at the top of the head, or in its `metadata`.
std::string type_in(std::string_view head) {
  while (!head.empty()) {
    std::string_view line = trimmed(ascii::take_part(head, '\n'));
    if (!line.starts_with("type:"))
      continue;
    line = trimmed(line.substr(5));
    if (is_topic_type(line))
      return std::string(line);
  }
  return {};
}

void set_value(std::string& head, std::string_view key, std::string_view value) {
  const std::string begin = std::string(key) + ":";
  for (std::size_t at = 0; at < head.size();) {
    const std::size_t end = std::min(head.find('\n', at), head.size());
    if (std::string_view(head).substr(at).starts_with(begin)) {
      head.replace(at, end - at, begin + " " + as_value(value));
      return;
    }
    at = end + 1;
  }
}

std::string index_line(const IndexEntry& entry) {
  std::string title = on_one_line(utf8::cut(entry.title, max_shown_bytes));
  std::ranges::replace_if(
      title, [](char c) { return c == '[' || c == ']'; }, ' ');
  std::string line = "- [" + title + "](" + entry.file + ")";
  const std::string about = on_one_line(utf8::cut(entry.description, max_shown_bytes));
  if (!about.empty() && about != title)
    line.append(" — ").append(about);
  return line;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) lines.emplace_back(ascii::take_part(text, '\n'));
  return lines;
}

}  // namespace

bool is_topic_type(std::string_view type) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

FileFact read_topic(std::string_view name, std::string_view text) {
  const mine::Note note = mine::note_of(text);
  FileFact item;
  item.title = mine::title_for(note.text("name"), "", name.substr(0, name.rfind('.')));
  item.content = trimmed(note.body);
  item.description = note.text("description");
  item.type = type_in(text.substr(0, text.size() - note.body.size()));
  return item;
}

std::string new_topic(const Fact& fact) {
  std::string text = "---\nname: " + as_value(fact.title);
  text.append("\ndescription: ").append(as_value(fact.description));
  text.append("\nmetadata:\n  type: ").append(fact.type.empty() ? "project" : fact.type);
  return text.append("\n---\n\n").append(trimmed(fact.content)).append("\n");
}

std::string changed_topic(std::string_view text, const Fact& fact, bool with_description) {
  const mine::Note note = mine::note_of(text);
  std::string head(text.substr(0, text.size() - note.body.size()));
  const std::string_view body = trimmed(note.body);
  const std::size_t before = body.empty() ? 0 : note.body.find(body);
  if (note.text("name") != fact.title)
    set_value(head, "name", fact.title);
  if (with_description)
    set_value(head, "description", fact.description);
  head.append(note.body.substr(0, before)).append(trimmed(fact.content));
  const std::string_view after = note.body.substr(before + body.size());
  return head.append(after.empty() ? "\n" : after);
}

std::string file_name_for(std::string_view title, std::string_view id) {
  std::string name;
  for (const char c : title) {
    if (ascii::is_alnum(c))
      name += ascii::lower(c);
    else if (!name.empty() && name.back() != '-')
      name += '-';
    if (name.size() == max_name_bytes)
      break;
  }
  while (name.ends_with('-')) name.pop_back();
  if (name.empty())
    name = "memory-" + std::string(id.substr(id.size() - std::min<std::size_t>(id.size(), 8)));
  return (name == "memory" ? "memory-file" : name) + ".md";
}

std::string line_of_topic(std::string_view file, std::string_view text) {
  const FileFact item = read_topic(file, text);
  return index_line({std::string(file), item.title, item.description});
}

FileFacts facts_of_index(std::string_view text) {
  FileFacts items;
  std::string heading, content;
  const auto end_section = [&] {
    if (trimmed(content).empty())
      return;
    FileFact item;
    item.content = trimmed(content);
    item.title = mine::title_for(heading, item.content, index_file);
    item.sign = sha256_hex(item.title + '\n' + item.content);
    item.read_only = true;
    items.emplace(std::string(index_file) + '#' + heading, std::move(item));
  };
  for (const mine::MarkdownLine& line : mine::markdown_lines(text, 1)) {
    if (!line.text.empty() && mine::level_of(line) > 0) {
      end_section();
      content.clear();
      heading = mine::heading_of(line.text);
    } else if (line.fenced || indexed_file(line.text).empty()) {
      content.append(line.text).append("\n");
    }
  }
  end_section();
  return items;
}

namespace {

// The lines that stay, and those of the entries that have none, behind the last line of the index.
std::vector<std::string> with_all(std::string_view text, const std::vector<IndexEntry>& entries,
                                  const std::vector<std::string>& gone,
                                  std::map<std::string, std::string>& dropped) {
  std::vector<std::string> lines = lines_of(text);
  std::erase_if(lines, [&](const std::string& line) {
    const std::string file = indexed_file(line);
    return !file.empty() && std::find(gone.begin(), gone.end(), file) != gone.end();
  });
  std::set<std::string> there;
  std::size_t place = lines.size();
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (const std::string file = indexed_file(lines[i]); !file.empty()) {
      there.insert(file);
      place = i + 1;
    }
  for (const std::string& file : gone) dropped.erase(file);
  std::vector<std::string> fresh;
  for (const IndexEntry& entry : entries)
    if (!there.contains(entry.file)) {
      const auto known = dropped.find(entry.file);
      fresh.push_back(known == dropped.end() ? index_line(entry) : known->second);
    }
  if (!fresh.empty() && there.empty() && !lines.empty() && !trimmed(lines.back()).empty())
    fresh.insert(fresh.begin(), "");
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(std::min(place, lines.size())),
               fresh.begin(), fresh.end());
  return lines;
}

}  // namespace

std::string indexed(std::string_view text, const std::vector<IndexEntry>& entries,
                    const std::vector<std::string>& gone,
                    std::map<std::string, std::string>& dropped) {
  std::vector<std::string> lines = with_all(text, entries, gone, dropped);
  std::size_t bytes = 0;
  for (const std::string& line : lines) bytes += line.size() + 1;
  std::map<std::string, std::string> left_out;
  for (auto entry = entries.rbegin();
       entry != entries.rend() && (lines.size() > max_index_lines || bytes > max_index_bytes);
       ++entry) {
    const auto line = std::find_if(lines.begin(), lines.end(), [&](const std::string& each) {
      return indexed_file(each) == entry->file;
    });
    if (line == lines.end())
      continue;
    bytes -= line->size() + 1;
    if (*line != index_line(*entry))
      left_out.emplace(entry->file, *line);
    lines.erase(line);
  }
  dropped = std::move(left_out);
  std::string out;
  for (const std::string& line : lines) out.append(line).append("\n");
  return out == std::string(text) + "\n" ? std::string(text) : out;
}

}  // namespace aim::bridge
