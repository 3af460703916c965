#include "cli/hook.h"

#include <boost/json.hpp>
#include <string>

#include "base/environment.h"
#include "base/utf8.h"
#include "cli/fields.h"
#include "cli/name_space.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

constexpr std::size_t shown_title = 160, shown_content = 2'000;

void add_memory(const json::object& memory, std::string_view mark, Page& page) {
  page.out.append(mark).append(utf8::excerpt(text_at(memory, "title"), shown_title)).append(": ");
  page.out.append(utf8::excerpt(text_at(memory, "content"), shown_content)).append("\n");
}

void add_memories(const json::object& reply, std::string_view list, std::string_view mark,
                  Page& page) {
  if (const json::array* memories = list_at(reply, list))
    for (const json::value& each : *memories) add_memory(each.as_object(), mark, page);
}

}  // namespace

Result<json::object> event_of(std::string_view text) {
  auto event = text::parse_json(text);
  if (!event || !event->is_object())
    return Failure(refuse(
        "the event", "must be a JSON object on standard input, as assistants give it to hooks"));
  return std::move(event->get_object());
}

void session_arguments(const json::object& event, json::object& arguments) {
  if (const auto session = text_at(event, "session_id"); !session.empty())
    arguments["session_id"] = session;
  if (const auto folder = text_at(event, "cwd"); !folder.empty())
    arguments["namespace"] =
        name_space_of(std::string(folder), environment("GIT_CEILING_DIRECTORIES"));
}

void prompt_arguments(const json::object& event, json::object& arguments) {
  session_arguments(event, arguments);
  for (const std::string_view name : {"user_prompt", "prompt"})
    if (const auto said = text_at(event, name); !said.empty())
      arguments["content"] = said;
  arguments["role"] = "user";
}

void render_context(const json::object& reply, Page& page) {
  if (const json::object* standard = object_at(reply, "standard"))
    add_memory(*standard, "* ", page);
  add_memories(reply, "standards", "* ", page);
  add_memories(reply, "memories", "- ", page);
  if (!page.out.empty())
    page.out.insert(0, "From ai-memory (* standards, which always hold; - what was used last):\n");
  if (const auto notice = text_at(reply, "notice"); !notice.empty())
    page.out.append(utf8::excerpt(notice, shown_content)).append("\n");
}

void render_nothing(const json::object&, Page&) {}

}  // namespace aim::cli
