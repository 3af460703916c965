// ChatGPT's export: conversations.json, a list of conversations; each a tree of messages, since an
// answer can be asked for again and a question rewritten. What counts is the branch that was shown
// last: from current_node up to the root.
#include <algorithm>
#include <boost/json.hpp>
#include <vector>

#include "mine/fields.h"
#include "mine/format.h"
#include "mine/values.h"

namespace aim::mine {
namespace {

namespace json = boost::json;

// Without a current_node: the youngest message that nothing follows.
const json::value* youngest_leaf(const json::object& mapping) {
  const json::value* best = nullptr;
  std::optional<Time> best_time;
  for (const auto& [id, node] : mapping) {
    const json::value* children = member(node, "children");
    const json::value* message = member(node, "message");
    if (!message || (children && children->is_array() && !children->get_array().empty()))
      continue;
    const auto time = time_at(*message, "create_time");
    if (best == nullptr || best_time < time) {
      best = &node;
      best_time = time;
    }
  }
  return best;
}

// From the first message to the last. A tree whose parents go round in a circle ends where it would
// begin again.
std::vector<const json::value*> branch(const json::value& conversation,
                                       const json::object& mapping) {
  std::vector<const json::value*> nodes;
  const json::value* node = mapping.if_contains(text_at(conversation, "current_node"));
  if (node == nullptr)
    node = youngest_leaf(mapping);
  while (node != nullptr && nodes.size() < mapping.size()) {
    nodes.push_back(node);
    node = mapping.if_contains(text_at(*node, "parent"));
  }
  std::reverse(nodes.begin(), nodes.end());
  return nodes;
}

std::string text_of(const json::value& message) {
  const json::value* content = member(message, "content");
  const std::string_view kind = content ? text_at(*content, "content_type") : std::string_view();
  if (kind != "text" && kind != "multimodal_text")
    return {};
  const json::value* parts = member(*content, "parts");
  return parts ? text_of_blocks(*parts, {"text"}) : std::string();
}

bool was_seen(const json::value& message) {
  const json::value* metadata = member(message, "metadata");
  const std::string_view to = text_at(message, "recipient");
  return (to.empty() || to == "all") &&
         !(metadata && flag_at(*metadata, "is_visually_hidden_from_conversation"));
}

Result<void> take(const json::value& value, const ConversationSink& sink,
                  const std::function<Result<void>(std::string_view)>& unreadable) {
  const json::value* mapping = member(value, "mapping");
  if (!mapping || !mapping->is_object())
    return unreadable("not a conversation: it has no object \"mapping\"");
  Conversation head;
  head.id = text_at(value, "conversation_id");
  if (head.id.empty())
    head.id = text_at(value, "id");
  if (head.id.empty())
    return unreadable("not a conversation: it has no id");
  head.title = text_at(value, "title");
  head.started = time_at(value, "create_time");
  ConversationBuilder gathering(std::move(head), sink);
  for (const json::value* node : branch(value, mapping->get_object())) {
    const json::value* message = member(*node, "message");
    const json::value* author = message ? member(*message, "author") : nullptr;
    const std::string_view role = author ? text_at(*author, "role") : std::string_view();
    if ((role == "user" || role == "assistant") && was_seen(*message))
      TRY_VOID(gathering.add({std::string(text_at(*message, "id")), std::string(role),
                              text_of(*message), time_at(*message, "create_time")}));
  }
  return gathering.finish();
}

}  // namespace

Result<void> read_chatgpt(const Source& source, const ConversationSink& sink) {
  return each_conversation(source, sink, take);
}

}  // namespace aim::mine
