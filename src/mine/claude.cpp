// Claude's export: conversations.json, a list of conversations or one a line.
#include <boost/json.hpp>

#include "mine/fields.h"
#include "mine/format.h"
#include "mine/values.h"

namespace aim::mine {
namespace {

namespace json = boost::json;

// What stands in `text` for a block that the export has no text for.
constexpr std::string_view no_text = "This block is not supported on your current device yet.";

std::string text_of(const json::value& message) {
  const json::value* content = member(message, "content");
  std::string text = content ? text_of_blocks(*content, {"text"}) : std::string();
  if (text.empty())
    text = text_at(message, "text");
  if (text.find(no_text) != std::string::npos && text.size() < no_text.size() + 16)
    text.clear();
  for (const std::string_view list : {"attachments", "files"})
    if (const json::value* files = member(message, list); files && files->is_array())
      for (const json::value& file : files->get_array())
        if (const std::string_view name = text_at(file, "file_name"); !name.empty())
          text.append(text.empty() ? "(attached: " : "\n(attached: ").append(name).append(")");
  return text;
}

Result<void> take(const json::value& value, const ConversationSink& sink,
                  const std::function<Result<void>(std::string_view)>& unreadable) {
  const json::value* messages = member(value, "chat_messages");
  Conversation head;
  head.id = text_at(value, "uuid");
  if (!messages || !messages->is_array())
    return unreadable("not a conversation: it has no list \"chat_messages\"");
  if (head.id.empty())
    return unreadable("not a conversation: it has no uuid");
  head.title = text_at(value, "name");
  head.started = time_at(value, "created_at");
  ConversationBuilder gathering(std::move(head), sink);
  for (const json::value& each : messages->get_array())
    TRY_VOID(
        gathering.add({std::string(text_at(each, "uuid")), std::string(text_at(each, "sender")),
                       text_of(each), time_at(each, "created_at")}));
  return gathering.finish();
}

}  // namespace

Result<void> read_claude(const Source& source, const ConversationSink& sink) {
  return each_conversation(source, sink, take);
}

}  // namespace aim::mine
