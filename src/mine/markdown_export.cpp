#include "base/append.h"
#include "base/ascii.h"
#include "memory/priority_names.h"
#include "mine/markdown.h"

namespace aim::mine {
namespace {

constexpr std::string_view first_line = "<!-- ai-memory export -->", before = "<!-- memory ",
                           behind = " -->", between = " \u00b7 ", tags_word = "tags ",
                           heading_mark = "## ";
constexpr std::size_t date_bytes = 10;

// What in a content would end its section, or the comment of one, gets a backslash.
bool needs_mark(std::string_view line) {
  const std::size_t from = line.find_first_not_of('\\');
  return from != line.npos && line.substr(from).starts_with(before);
}

std::string one_line(std::string_view text) {
  std::string out(text.substr(0, 512));
  std::ranges::replace(out, '\n', ' ');
  return out;
}

std::vector<std::string_view> cut(std::string_view text, std::string_view mark) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(mark, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + mark.size();
  }
  return parts;
}

// "<!-- memory 0199… · HIGH · tags a,b · 2026-11-01 -->"
bool read_comment(std::string_view line, MarkdownMemory& memory) {
  if (!line.starts_with(before) || !line.ends_with(behind))
    return false;
  line.remove_prefix(before.size());
  line.remove_suffix(behind.size());
  const auto parts = cut(line, between);
  memory.id = parts[0];
  for (const std::string_view part : parts) {
    if (const auto band = band_named(part))
      memory.band = *band;
    if (part.starts_with(tags_word))
      for (const std::string_view tag : cut(part.substr(tags_word.size()), ","))
        if (!tag.empty())
          memory.tags.emplace_back(tag);
  }
  return !memory.id.empty();
}

void end_section(std::string& content, std::vector<MarkdownMemory>& memories) {
  while (content.ends_with('\n')) content.pop_back();
  if (memories.empty())
    return;
  memories.back().content = std::move(content);
  content.clear();
}

}  // namespace

std::string markdown_document(std::string_view heading, const std::vector<Memory>& memories) {
  std::string out(first_line);
  out.append("\n# ").append(one_line(heading)).append("\n");
  for (const Memory& memory : memories) {
    out.append("\n").append(heading_mark).append(one_line(memory.title)).append("\n");
    out.append(before).append(memory.id).append(between);
    out.append(name_of(band_of(memory.priority)));
    if (const std::string tags = join_texts(memory.tags, ","); !tags.empty())
      out.append(between).append(tags_word).append(one_line(tags));
    out.append(between).append(format_rfc3339(memory.updated_at.time).substr(0, date_bytes));
    out.append(behind).append("\n\n");
    std::string_view rest = memory.content;
    while (!rest.empty()) {
      const std::string_view line = ascii::take_part(rest, '\n');
      out.append(needs_mark(line) ? "\\" : "").append(line).append("\n");
    }
  }
  return out;
}

std::optional<std::vector<MarkdownMemory>> memories_of_export(std::string_view text) {
  std::string_view rest = text;
  if (ascii::take_line(rest) != first_line)
    return std::nullopt;
  std::vector<MarkdownMemory> memories;
  std::string content;
  std::size_t number = 1;
  bool begins = false;
  while (!rest.empty()) {
    ++number;
    std::string_view line = ascii::take_line(rest);
    std::string_view ahead = rest;
    MarkdownMemory next;
    if (line.starts_with(heading_mark) && read_comment(ascii::take_line(ahead), next)) {
      end_section(content, memories);
      next.title = line.substr(heading_mark.size());
      next.identity = next.id;
      next.line_from = next.line_to = number;
      memories.push_back(std::move(next));
      rest = ahead;
      ++number;
      begins = true;
      continue;
    }
    if (memories.empty() || (begins && line.empty())) {
      begins = false;
      continue;
    }
    begins = false;
    if (line.starts_with('\\') && needs_mark(line))
      line.remove_prefix(1);
    content.append(line).append("\n");
    if (!line.empty())
      memories.back().line_to = number;
  }
  end_section(content, memories);
  std::erase_if(memories, [](const MarkdownMemory& each) { return each.content.empty(); });
  return memories;
}

}  // namespace aim::mine
