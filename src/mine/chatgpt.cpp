// ChatGPT's export (read 2025-11): conversations.json, a list of conversations;
// each a tree of messages, since an answer can be asked for again and a
// question rewritten. The branch that was shown last counts: from current_node
// up to the root.
#include <boost/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "mine/blocks.h"
#include "mine/fit.h"
#include "mine/format.h"
#include "mine/values.h"
#include "text/json_text.h"

namespace aim::mine {
namespace {

// The node before each, as nodes say it of themselves, or of those that follow them.
using Parents = std::unordered_map<std::string_view, std::string_view>;
Parents parents_in(const json::object& mapping) {
  Parents parents;
  for (const auto& [id, node] : mapping) {
    for (const json::value& child : list_at(node, "children"))
      if (child.is_string())
        parents.emplace(child.get_string(), id);
    if (const std::string_view parent = text_at(node, "parent"); mapping.contains(parent))
      parents.insert_or_assign(id, parent);
  }
  return parents;
}

using Nodes = std::vector<const json::value*>;

// Messages in the order of time; one without a time belongs behind the one before it.
Nodes by_time(const json::object& mapping) {
  std::vector<std::pair<std::optional<Time>, const json::value*>> timed;
  std::optional<Time> last;
  for (const auto& [id, node] : mapping)
    if (const json::value* message = member(node, "message"); message && message->is_object()) {
      if (const auto time = time_at(*message, "create_time"))
        last = time;
      timed.emplace_back(last, &node);
    }
  std::ranges::stable_sort(timed, {}, [](const auto& each) { return each.first; });
  Nodes nodes;
  for (const auto& [time, node] : timed) nodes.push_back(node);
  return nodes;
}

// Without a current_node: the youngest message that nothing follows.
std::string_view youngest_leaf(const json::object& mapping, const Parents& parents) {
  std::unordered_set<std::string_view> followed;
  for (const auto& [id, parent] : parents) followed.insert(parent);
  std::string_view best;
  std::optional<Time> best_time;
  for (const auto& [id, node] : mapping) {
    const json::value* message = member(node, "message");
    if (!message || followed.contains(id))
      continue;
    const auto time = time_at(*message, "create_time");
    if (best.empty() || best_time < time) {
      best = id;
      best_time = time;
    }
  }
  return best;
}

// From the first message to the last. A tree whose parents go round in a circle ends where it would
// begin again; a mapping that is no tree is a list.
Nodes branch(const json::value& conversation, const json::object& mapping) {
  const Parents parents = parents_in(mapping);
  std::string_view id = text_at(conversation, "current_node");
  if (!mapping.contains(id))
    id = youngest_leaf(mapping, parents);
  if (parents.empty() || id.empty())
    return by_time(mapping);
  Nodes nodes;
  while (mapping.contains(id) && nodes.size() < mapping.size()) {
    nodes.push_back(mapping.if_contains(id));
    const auto before = parents.find(id);
    id = before == parents.end() ? std::string_view() : before->second;
  }
  std::ranges::reverse(nodes);
  return nodes;
}

// A text next to the conversations: saved memories and instructions,
// each once.
struct Note {
  std::string title, text;
  std::optional<Time> time;
};

class Talk {
 public:
  Talk(Conversation head, const ConversationSink& sink, std::vector<Note>& notes)
      : gathering_(std::move(head), sink), notes_(notes) {}

  Result<void> take(const json::value& message) {
    const std::string_view role = text_at(value_at(message, "author"), "role");
    const std::string_view to = text_at(message, "recipient");
    const json::value& metadata = value_at(message, "metadata");
    const json::value* content = member(message, "content");
    const std::string_view type =
        content ? text_at(*content, "content_type") : std::string_view("text");
    like_ = {PieceKind::program,
             std::string(text_at(message, "id")),
             std::string(role),
             {},
             time_at(message, "create_time"),
             {}};
    if (type == "user_editable_context")
      return take_instructions(*content);
    if (type == "model_editable_context") {
      note("ChatGPT's memory", text_at(*content, "model_set_context"));
      return add(PieceKind::program);
    }
    // Before 2024 the instructions stood next to a message of the system.
    if (const json::value* context = member(metadata, "user_context_message_data"))
      note_instructions(text_at(*context, "about_user_message"),
                        text_at(*context, "about_model_message"));
    if (role == "tool")
      return add(PieceKind::tool_result, content ? text_of(*content) : std::string());
    if (flag_at(metadata, "is_visually_hidden_from_conversation") ||
        (role != "user" && role != "assistant"))
      return add(PieceKind::program);
    if (!content)
      return add(PieceKind::blank);
    if (!to.empty() && to != "all")
      return take_call(to, text_of(*content));
    like_.kind = role == "user" ? PieceKind::person : PieceKind::assistant;
    TRY_VOID(take_said(*content, type));
    return take_attached(metadata);
  }

  Result<void> add_left() {
    like_ = {};
    return add(PieceKind::branch);
  }
  Result<void> finish() { return gathering_.finish(); }

 private:
  Result<void> add(PieceKind kind, std::string text = {}) {
    return gathering_.add_like(like_, kind, std::move(text));
  }

  void note(std::string title, std::string_view text) {
    const auto time = title.empty() ? like_.said_at : gathering_.head().started;
    if (!trimmed(text).empty())
      notes_.push_back({std::move(title), std::string(trimmed(text)), time});
  }

  static std::string text_of(const json::value& content) {
    if (const json::value* parts = member(content, "parts"))
      return text_of_blocks(*parts, {"text"});
    return std::string(text_at(content, "text"));
  }

  void note_instructions(std::string_view about, std::string_view instructions) {
    note("ChatGPT: about the user", about);
    note("ChatGPT: custom instructions", instructions);
  }

  Result<void> take_instructions(const json::value& content) {
    note_instructions(text_at(content, "user_profile"), text_at(content, "user_instructions"));
    return add(PieceKind::program);
  }

  // The assistant speaks to its tools. "bio" saves a memory, "canmore" writes a
  // canvas.
  Result<void> take_call(std::string_view to, const std::string& text) {
    if (to == "bio") {
      note("", text);
      return add(PieceKind::tool_call, call_text(to, json::value(text)));
    }
    const auto arguments = text::parse_json(text);
    if (to == "canmore.create_textdoc" && arguments && !text_at(*arguments, "content").empty()) {
      canvas_ = text_at(*arguments, "name");
      return add(PieceKind::attachment,
                 "(canvas: " + canvas_ + ")\n" + std::string(text_at(*arguments, "content")));
    }
    const json::value* updates = arguments ? member(*arguments, "updates") : nullptr;
    if (to != "canmore.update_textdoc" || !updates || !updates->is_array())
      return add(PieceKind::tool_call, call_text(to, json::value(text)));
    std::string changed;
    for (const json::value& each : updates->get_array())
      changed.append("\n").append(text_at(each, "replacement"));
    return add(PieceKind::attachment, "(canvas: " + canvas_ + ", changed)" + changed);
  }

  Result<void> take_said(const json::value& content, std::string_view type) {
    if (type == "thoughts" || type == "reasoning_recap")
      return add(PieceKind::thought);
    if (type == "execution_output" || type.starts_with("tether_"))
      return add(PieceKind::tool_result, text_of(content));
    const json::value* parts = member(content, "parts");
    if (!parts || !parts->is_array()) {
      const std::string text = text_of(content);
      return text.empty() && type != "text" && type != "code"
                 ? add(PieceKind::unknown, "content " + std::string(type))
                 : add(like_.kind, text);
    }
    if (parts->get_array().empty())
      return add(PieceKind::blank);
    for (const json::value& part : parts->get_array()) {
      const std::string_view text =
          part.is_string() ? std::string_view(part.get_string()) : text_at(part, "text");
      TRY_VOID(part.is_string() || !text.empty() ? add(like_.kind, std::string(text))
                                                 : add(PieceKind::media));
    }
    return {};
  }

  Result<void> take_attached(const json::value& metadata) {
    for (const json::value& file : list_at(metadata, "attachments")) {
      const std::string name(text_at(file, "name"));
      TRY_VOID(name.empty() ? add(PieceKind::media)
                            : add(PieceKind::attachment, "(attached: " + name + ")"));
    }
    return {};
  }

  ConversationBuilder gathering_;
  std::vector<Note>& notes_;
  TalkPiece like_;
  std::string canvas_;
};

Result<void> take_talk(const json::value& value, const ConversationSink& sink,
                       const std::function<Result<void>(std::string_view)>& unreadable,
                       std::vector<Note>& notes) {
  const json::value* mapping = member(value, "mapping");
  if (!mapping || !mapping->is_object())
    return unreadable("not a conversation: it has no object \"mapping\"");
  Conversation head;
  head.id = text_at(value, "conversation_id");
  if (head.id.empty())
    head.id = text_at(value, "id");
  head.title = text_at(value, "title");
  head.started = time_at(value, "create_time");
  const Nodes shown = branch(value, mapping->get_object());
  std::vector<const json::value*> messages;
  for (const json::value* node : shown)
    if (const json::value* message = member(*node, "message"); message && message->is_object())
      messages.push_back(message);
  if (head.id.empty())
    head.id = id_of_beginning(head, messages.empty() ? json::value() : *messages.front());
  Talk talk(std::move(head), sink, notes);
  for (const json::value* message : messages) TRY_VOID(talk.take(*message));
  const std::unordered_set<const json::value*> on_branch(shown.begin(), shown.end());
  for (const auto& [id, node] : mapping->get_object())
    if (const json::value* message = member(node, "message");
        message && message->is_object() && !on_branch.contains(&node))
      TRY_VOID(talk.add_left());
  return talk.finish();
}

}  // namespace

Result<void> read_chatgpt(const Source& source, const Files& files, const ConversationSink& sink) {
  std::unordered_set<std::uint64_t> known;  // notes: each conversation repeats the instructions
  return each_conversation(
      source, files, sink,
      [&](const json::value& value, const ConversationSink& to,
          const auto& unreadable) -> Result<void> {
        std::vector<Note> notes;
        TRY_VOID(take_talk(value, to, unreadable, notes));
        for (Note& each : notes) {
          const std::uint64_t hash = stable_hash(each.title + "\n" + each.text);
          if (!known.insert(hash).second)
            continue;
          Conversation head;
          head.id = "note-" + std::to_string(hash);
          head.title = each.title;
          head.started = each.time;
          head.tags = {"saved-memory"};
          ConversationBuilder gathering(std::move(head), to);
          TRY_VOID(gathering.add({PieceKind::document, {}, {}, each.text, each.time, {}}));
          TRY_VOID(gathering.finish());
        }
        return {};
      });
}

}  // namespace aim::mine
