#include "op/hook_text.h"

#include <boost/json.hpp>

#include "base/numbers.h"
#include "base/utf8.h"
#include "memory/memory.h"
#include "op/fence.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

constexpr std::size_t shown_title = 160, shown_notice = 1'000, shown_id = 8, date_bytes = 10;
// A content at a prompt is shortened before it is left out (V2).
constexpr std::size_t lengths_at_prompt[] = {600, 300, 150, 60};
// At the start of a session contents get the longest of these that keeps all of them within the
// tokens (V11).
constexpr std::size_t lengths_at_start[] = {600, 300, 200, 120, 90, 70, 50};
constexpr std::size_t tokens_at_start = 300, bytes_a_token = 4;

using text::text_at;

// A title that was made from the content is not said twice.
void add_text(std::string_view title, std::string_view content, std::size_t most,
              std::string& out) {
  if (!content.starts_with(title))
    out.append(utf8::excerpt(title, shown_title)).append(": ");
  out.append(utf8::excerpt(content, most)).append("\n");
}

// A memory that is superseded, contradicted or former says so (V3).
std::string doubt_of(std::string_view superseded_by, std::string_view contradicted_by,
                     std::string_view former) {
  if (!superseded_by.empty())
    return "(superseded by " + utf8::excerpt(superseded_by.substr(0, shown_id), shown_id) + ") ";
  if (!contradicted_by.empty())
    return "(contradicted by " + utf8::excerpt(contradicted_by.substr(0, shown_id), shown_id) +
           ") ";
  return former.empty() ? std::string() : "(former: " + utf8::excerpt(former, shown_title) + ") ";
}

void add_memory(const json::object& memory, std::string_view mark, std::size_t most,
                std::string& out) {
  out.append(mark).append(doubt_of(text_at(memory, "superseded_by"),
                                   text_at(memory, "contradicted_by"), text_at(memory, "former")));
  add_text(text_at(memory, "title"), text_at(memory, "content"), most, out);
}

void add_memories(const json::object& reply, std::string_view list, std::string_view mark,
                  std::size_t most, std::string& out) {
  for (const json::value& each : text::items_at(reply, list))
    add_memory(each.as_object(), mark, most, out);
}

std::string standards_text(const json::object& reply, std::size_t most) {
  std::string out;
  if (const json::object* standard = text::object_at(reply, "standard"))
    add_memory(*standard, "* ", most, out);
  add_memories(reply, "standards", "* ", most, out);
  if (!out.empty())
    out.insert(0,
               "Standards of ai-memory, which the user has set and which "
               "always apply:\n");
  return out;
}

std::string recent_text(const json::object& reply, std::size_t most) {
  std::string lines;
  add_memories(reply, "memories", "- ", most, lines);
  return lines.empty() ? lines : fenced("From ai-memory, recent memories", lines);
}

// Ids of the memories in a list of a reply whose contents have at most `most` characters.
void add_whole(const json::object& reply, std::string_view list, std::size_t most,
               std::vector<std::string>& ids) {
  for (const json::value& each : text::items_at(reply, list))
    if (utf8::count_characters(text_at(each.as_object(), "content")) <= most)
      ids.emplace_back(text_at(each.as_object(), "id"));
}

std::string line_of(const Memory& memory, std::size_t most) {
  std::string line = "- [";
  line.append(format_rfc3339(content_time(memory)).substr(0, date_bytes)).append(" ");
  line.append(utf8::excerpt(memory.id.substr(0, shown_id), shown_id)).append("] ");
  line.append(doubt_of(memory.superseded_by, memory.contradicted_by, memory.former));
  add_text(memory.title, memory.content, most, line);
  return line;
}

}  // namespace

std::string context_text(const json::object& reply, std::vector<std::string>& shown) {
  std::string standards;
  for (const std::size_t most : lengths_at_start)
    if (standards = standards_text(reply, most);
        utf8::count_characters(standards) <= max_injected_characters / 2)
      break;
  std::string recent;
  std::size_t longest = 0;
  for (const std::size_t most : lengths_at_start) {
    longest = most;
    if (recent = recent_text(reply, most); recent.size() <= tokens_at_start * bytes_a_token)
      break;
  }
  if (const json::object* standard = text::object_at(reply, "standard"))
    shown.emplace_back(text_at(*standard, "id"));
  add_whole(reply, "standards", std::string::npos, shown);
  add_whole(reply, "memories", longest, shown);
  std::string notice;
  if (const auto text = text_at(reply, "notice"); !text.empty())
    notice = utf8::excerpt(text, shown_notice) + "\n";
  return standards + recent + notice;
}

std::string memories_text(std::string_view heading, const std::vector<Memory>& memories,
                          std::int64_t budget_tokens, std::vector<std::string>& shown) {
  std::string lines;
  auto left = static_cast<std::size_t>(std::max<std::int64_t>(0, budget_tokens)) * 4;
  std::int64_t left_out = 0;
  for (const Memory& memory : memories) {
    const std::size_t room = std::min(left, max_injected_characters / 2 - lines.size());
    std::string line;
    for (const std::size_t most : lengths_at_prompt)
      if (line = line_of(memory, most); line.size() <= room)
        break;
    if (line.size() > room) {
      ++left_out;
      continue;
    }
    left -= line.size();
    lines.append(line);
    shown.push_back(memory.id);
  }
  if (left_out > 0 && !lines.empty())
    lines.append("- ")
        .append(counted(left_out, "more memory", "more memories"))
        .append(" had no room\n");
  return lines.empty() ? lines : fenced(heading, lines);
}

}  // namespace aim::op
