// A list of memories that a person has copied as text: "Manage memories" of ChatGPT, the memories
// that Claude.ai shows. A memory is a paragraph; a line, where there are no blank lines between.
#include <boost/json.hpp>

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

// Letta's agent files (.af, 2025; read 2026-03): an object with "blocks", or "core_memory" before;
// each block of memory is a label and a text. Messages of the agent are not taken.

namespace {

namespace json = boost::json;

Result<void> take_block(const json::value& block, const StoreSink& sink) {
  ForeignMemory memory;
  memory.title = text_at(block, "label");
  memory.content = text_at(block, "value");
  memory.id = text_at(block, "id");
  if (memory.id.empty())
    memory.id = memory.title;
  if (trimmed(memory.content).empty())
    return sink.left_out("block " + memory.title, "it has no text");
  if (memory.id.empty())
    memory.id = memory.content;
  memory.tags = {"letta"};
  memory.created = memory.time_of({text_at(block, "created_at")});
  memory.updated = memory.time_of({text_at(block, "updated_at")});
  memory.metadata = {{"description", std::string(text_at(block, "description"))}};
  return sink.take(std::move(memory));
}

}  // namespace

Result<void> read_letta(const Source& source, const StoreSink& sink) {
  for (const SourceFile* file : TRY(files_ending(source, {".af", ".json"}))) {
    std::size_t messages = 0;
    const auto take = [&](std::string_view name, const json::value& value) -> Result<void> {
      if (name == "blocks" || name == "core_memory")
        return value.is_object() ? take_block(value, sink) : Result<void>();
      if (name == "messages")
        ++messages;
      else if (name == "agents")
        messages += list_at(value, "messages").size();
      return {};
    };
    const ValueSink values{[](const json::value&) { return Result<void>(); },
                           [&](std::string_view place, std::string_view reason) {
                             return sink.left_out(
                                 file->name + (place.empty() ? "" : ", ") + std::string(place),
                                 std::string(reason));
                           },
                           sink.read};
    TRY_VOID(each_member(source, *file, values, take));
    if (messages > 0)
      TRY_VOID(sink.left_out(file->name, std::to_string(messages) + " messages are not imported"));
  }
  return {};
}

}  // namespace aim::mine
