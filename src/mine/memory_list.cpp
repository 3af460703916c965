// A list of memories that a person has copied as text: "Manage memories" of ChatGPT, the memories
// that Claude.ai shows. A memory is a paragraph; a line, where there are no blank lines between.
#include "base/timestamp.h"
#include "mine/fit.h"
#include "mine/stores.h"
#include "mine/values.h"

namespace aim::mine {
namespace {

// Counts the bytes of a bullet, or of a number with a full stop.
std::size_t size_of_bullet(std::string_view text) {
  for (const std::string_view bullet : {"- ", "* ", "• ", "– "})
    if (text.starts_with(bullet))
      return bullet.size();
  const std::size_t digits = text.find_first_not_of("0123456789");
  const bool is_numbered =
      digits != text.npos && digits > 0 &&
      (text.substr(digits).starts_with(". ") || text.substr(digits).starts_with(") "));
  return is_numbered ? digits + 2 : 0;
}

// "[2025-03-01] - " before a memory.
std::optional<Time> take_date(std::string_view& text) {
  const std::size_t end = text.starts_with('[') ? text.find(']') : text.npos;
  if (end == text.npos)
    return std::nullopt;
  const auto time = parse_foreign_time(text.substr(1, end - 1), "date");
  if (!time)
    return std::nullopt;
  text = trimmed(text.substr(end + 1));
  text = trimmed(text.substr(size_of_bullet(text)));
  return time->time;
}

Result<void> take(std::string_view text, const StoreSink& sink) {
  text = trimmed(text);
  text = trimmed(text.substr(size_of_bullet(text)));
  ForeignMemory memory;
  memory.created = take_date(text);
  if (text.empty())
    return {};
  memory.id = memory.content = std::string(text);
  memory.untitled = true;
  return sink.take(std::move(memory));
}

}  // namespace

Result<void> read_memory_list(const Source& source, const StoreSink& sink) {
  for (const SourceFile* file : TRY(files_ending(source, {".txt", ".md"}))) {
    if (sink.read)
      sink.read(file->bytes);
    const std::string text = TRY(source.read_whole(*file, max_value_bytes));
    bool by_paragraph = false;
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const auto line = trimmed(std::string_view(text).substr(begin, end - begin));
      const bool is_heading = line == "Manage memories" || line == "Saved memories";
      lines.emplace_back(is_heading ? std::string_view() : line);
      begin = end + 1;
    }
    for (std::size_t i = 0; i + 1 < lines.size(); ++i)
      by_paragraph = by_paragraph || (lines[i].empty() && i > 0 && !lines[i + 1].empty());
    std::string paragraph;
    for (const std::string& line : lines) {
      const bool goes_on = by_paragraph && !line.empty() && size_of_bullet(line) == 0;
      if (!goes_on) {
        TRY_VOID(take(paragraph, sink));
        paragraph.clear();
      }
      paragraph.append(paragraph.empty() ? "" : "\n").append(line);
    }
    TRY_VOID(take(paragraph, sink));
  }
  return {};
}

}  // namespace aim::mine
