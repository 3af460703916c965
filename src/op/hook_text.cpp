#include "op/hook_text.h"

#include <boost/json.hpp>

#include "base/utf8.h"
#include "op/fence.h"
#include "text/json_members.h"

namespace aim::op {
namespace {

namespace json = boost::json;

constexpr std::size_t shown_title = 160, long_content = 600, short_content = 200,
                      shown_notice = 1'000, shown_id = 8, date_bytes = 10;

using text::text_at;

// A title that was made from the content is not said twice.
void add_text(std::string_view title, std::string_view content, std::size_t most,
              std::string& out) {
  if (!content.starts_with(title))
    out.append(utf8::excerpt(title, shown_title)).append(": ");
  out.append(utf8::excerpt(content, most)).append("\n");
}

void add_memory(const json::object& memory, std::string_view mark, std::size_t most,
                std::string& out) {
  out.append(mark);
  add_text(text_at(memory, "title"), text_at(memory, "content"), most, out);
}

void add_memories(const json::object& reply, std::string_view list, std::string_view mark,
                  std::size_t most, std::string& out) {
  if (const json::value* memories = reply.if_contains(list); memories && memories->is_array())
    for (const json::value& each : memories->get_array())
      add_memory(each.as_object(), mark, most, out);
}

std::string context_within(const json::object& reply, std::size_t most) {
  std::string out;
  if (const json::value* standard = reply.if_contains("standard");
      standard && standard->is_object())
    add_memory(standard->get_object(), "* ", most, out);
  add_memories(reply, "standards", "* ", most, out);
  if (!out.empty())
    out.insert(0, "Standards of ai-memory, which the user has set and which always apply:\n");
  std::string lines;
  add_memories(reply, "memories", "- ", most, lines);
  if (!lines.empty())
    out.append(fenced("From ai-memory, recent memories", lines));
  if (const auto notice = text_at(reply, "notice"); !notice.empty())
    out.append(utf8::excerpt(notice, shown_notice)).append("\n");
  return out;
}

}  // namespace

std::string context_text(const json::object& reply) {
  for (const std::size_t most : {long_content, short_content}) {
    std::string text = context_within(reply, most);
    if (utf8::count_characters(text) <= max_injected_characters)
      return text;
  }
  return context_within(reply, short_content / 4);
}

std::string memories_text(std::string_view heading, const std::vector<Memory>& memories,
                          std::int64_t budget_tokens, std::vector<std::string>& shown) {
  std::string lines;
  auto left = static_cast<std::size_t>(std::max<std::int64_t>(0, budget_tokens)) * 4;
  for (const Memory& memory : memories) {
    std::string line = "- [";
    line.append(format_rfc3339(memory.updated_at.time).substr(0, date_bytes)).append(" ");
    line.append(utf8::excerpt(memory.id.substr(0, shown_id), shown_id)).append("] ");
    add_text(memory.title, memory.content, long_content, line);
    if (line.size() > left || lines.size() + line.size() > max_injected_characters / 2)
      continue;
    left -= line.size();
    lines.append(line);
    shown.push_back(memory.id);
  }
  return lines.empty() ? lines : fenced(heading, lines);
}

}  // namespace aim::op
