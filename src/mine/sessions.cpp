// Transcripts that assistants on the command line keep of their sessions: Claude Code, Codex and
// Gemini CLI. What people and the assistant said is taken; calls of tools, their results, and what
// the program itself put in are left out.
#include <algorithm>
#include <boost/json.hpp>
#include <unordered_map>

#include "mine/fields.h"
#include "mine/format.h"
#include "mine/values.h"

namespace aim::mine {
namespace {

namespace json = boost::json;

// "…/1a2b3c.jsonl" is the session 1a2b3c, unless the file says otherwise.
std::string stem(const SourceFile& file) {
  const std::string_view name = file.base_name();
  return std::string(name.substr(0, name.rfind('.')));
}

// Programs speak in the user's name in tags of their own.
bool is_put_in(std::string_view text) {
  constexpr std::array<std::string_view, 14> beginnings{
      "<command-",
      "<local-command-",
      "<system-reminder>",
      "<environment_context>",
      "<user_instructions>",
      "<permissions",
      "<session_context>",
      "<turn_aborted>",
      "<task-notification>",
      "<INSTRUCTIONS>",
      "# AGENTS.md instructions",
      "Caveat: The messages below",
      "[Request interrupted by user",
      "This session is being continued from a previous conversation"};
  text.remove_prefix(std::min(text.find_first_not_of(" \n\r\t"), text.size()));
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view each) { return text.starts_with(each); });
}

void add_place(Conversation& head, const json::value& object) {
  if (head.folder.empty())
    head.folder = text_at(object, "cwd");
  const std::string_view folder = last_part(text_at(object, "cwd"));
  if (head.tags.empty() && !folder.empty())
    head.tags.emplace_back(folder);
}

using TakeLine = Result<void> (*)(const json::value& line, ConversationBuilder& gathering);

Result<void> read_sessions(const Source& source, const ConversationSink& sink, TakeLine take) {
  for (const SourceFile* file : TRY(files_ending(source, {".jsonl"}))) {
    Conversation head;
    head.id = stem(*file);
    ConversationBuilder gathering(std::move(head), sink);
    TRY_VOID(each_value(source, *file, values_for(*file, sink, [&](const json::value& line) {
                          return take(line, gathering);
                        })));
    TRY_VOID(gathering.finish());
  }
  return {};
}

Result<void> take_claude_code(const json::value& line, ConversationBuilder& gathering) {
  Conversation& head = gathering.head();
  const std::string_view kind = text_at(line, "type");
  if (kind == "summary" && head.title.empty() && head.messages.empty())
    head.title = text_at(line, "summary");
  if ((kind != "user" && kind != "assistant") || flag_at(line, "isMeta") ||
      flag_at(line, "isSidechain") || flag_at(line, "isCompactSummary"))
    return {};
  const json::value* message = member(line, "message");
  const json::value* content = message ? member(*message, "content") : nullptr;
  if (!content)
    return {};
  add_place(head, line);
  Message said{std::string(text_at(line, "uuid")), std::string(kind),
               text_of_blocks(*content, {"text"}), time_at(line, "timestamp")};
  return is_put_in(said.text) ? Result<void>() : gathering.add(std::move(said));
}

// Since 2025-08 each line is {timestamp, type, payload}; before, it was the payload itself.
Result<void> take_codex(const json::value& line, ConversationBuilder& gathering) {
  Conversation& head = gathering.head();
  const json::value* payload = member(line, "payload");
  const json::value& item = payload ? *payload : line;
  const std::string_view kind = text_at(item, "type");
  const bool first_line = text_at(line, "type") == "session_meta" ||
                          (!payload && kind.empty() && member(line, "instructions"));
  if (first_line && head.messages.empty()) {
    if (const std::string_view id = text_at(item, "id"); !id.empty())
      head.id = id;
    head.started = time_at(item, "timestamp");
  }
  add_place(head, item);
  const std::string_view role = text_at(item, "role");
  const json::value* content = member(item, "content");
  if (kind != "message" || !content || (role != "user" && role != "assistant") ||
      (payload && text_at(line, "type") != "response_item"))
    return {};
  Message said{std::string(text_at(item, "id")), std::string(role),
               text_of_blocks(*content, {"input_text", "output_text", "text"}),
               time_at(line, "timestamp")};
  return is_put_in(said.text) ? Result<void>() : gathering.add(std::move(said));
}

// Gemini's records say what changes: a message of a known id replaces it, $set.messages replaces
// all, $rewindTo takes back that message and all behind it. So a session is read whole before it is
// handed on.
class GeminiSession {
 public:
  explicit GeminiSession(std::string id) { head_.id = std::move(id); }

  void take(const json::value& record) {
    if (const std::string_view target = text_at(record, "$rewindTo"); !target.empty())
      return rewind(target);
    const json::value* set = member(record, "$set");
    take_head(set ? *set : record);
    const json::value* all = member(set ? *set : record, "messages");
    if (all && all->is_array()) {
      messages_.clear();
      places_.clear();
      for (const json::value& each : all->get_array()) take_message(each);
      return;
    }
    take_message(record);
  }

  // Of a file that is one object, member by member.
  void take_member(std::string_view name, const json::value& value) {
    if (name == "messages")
      take_message(value);
    else
      take_head(json::object{{name, value}});
  }

  Result<void> finish(const ConversationSink& sink) {
    if (sub_agent_)
      return {};
    ConversationBuilder gathering(std::move(head_), sink);
    for (Message& each : messages_) TRY_VOID(gathering.add(std::move(each)));
    return gathering.finish();
  }

 private:
  void take_head(const json::value& record) {
    if (const std::string_view id = text_at(record, "sessionId"); !id.empty())
      head_.id = id;
    if (const std::string_view summary = text_at(record, "summary"); !summary.empty())
      head_.title = summary;
    if (const auto time = time_at(record, "startTime"))
      head_.started = time;
    sub_agent_ = sub_agent_ || text_at(record, "kind") == "subagent";
  }

  void take_message(const json::value& record) {
    const std::string_view kind = text_at(record, "type");
    const json::value* content = member(record, "content");
    if (!content || (kind != "user" && kind != "gemini"))
      return;
    Message said{std::string(text_at(record, "id")), std::string(kind),
                 text_of_blocks(*content, {"text"}), time_at(record, "timestamp")};
    if (is_put_in(said.text))
      return;
    const auto [place, fresh] = places_.try_emplace(said.id, messages_.size());
    if (fresh || said.id.empty())
      messages_.push_back(std::move(said));
    else
      messages_[place->second] = std::move(said);
  }

  void rewind(std::string_view id) {
    const auto place = places_.find(std::string(id));
    if (place == places_.end())
      return;
    messages_.resize(place->second);
    std::erase_if(places_, [&](const auto& each) { return each.second >= messages_.size(); });
  }

  Conversation head_;
  std::vector<Message> messages_;
  std::unordered_map<std::string, std::size_t> places_;  // of messages, by id
  bool sub_agent_ = false;
};

}  // namespace

Result<void> read_claude_code(const Source& source, const ConversationSink& sink) {
  return read_sessions(source, sink, take_claude_code);
}

Result<void> read_codex(const Source& source, const ConversationSink& sink) {
  return read_sessions(source, sink, take_codex);
}

Result<void> read_gemini(const Source& source, const ConversationSink& sink) {
  for (const SourceFile* file : TRY(files_ending(source, {".jsonl", ".json"}))) {
    if (source.files().size() > 1 && !file->base_name().starts_with("session-") &&
        file->name.find("chats/") == std::string::npos)
      continue;
    GeminiSession session(stem(*file));
    const auto values = values_for(*file, sink, [&](const json::value& record) -> Result<void> {
      session.take(record);
      return {};
    });
    if (file->name.ends_with(".jsonl"))
      TRY_VOID(each_value(source, *file, values));
    else
      TRY_VOID(each_member(source, *file, values,
                           [&](std::string_view name, const json::value& value) -> Result<void> {
                             session.take_member(name, value);
                             return {};
                           }));
    TRY_VOID(session.finish(sink));
  }
  return {};
}

}  // namespace aim::mine
