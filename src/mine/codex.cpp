// Codex's sessions (~/.codex/sessions, versions 0.1 to 0.60; read 2026-03). Since 2025-08 each
// record is {timestamp, type, payload}; before, it was the payload itself.
#include <boost/json.hpp>
#include <unordered_map>

#include "mine/blocks.h"
#include "mine/format.h"
#include "mine/values.h"
#include "text/json_text.h"

namespace aim::mine {
namespace {

class CodexSession {
 public:
  CodexSession(const SourceFile& file, const ConversationSink& sink)
      : gathering_(named_by_file(file), sink) {}

  ConversationBuilder& gathering() { return gathering_; }

  Result<void> take(const json::value& record) {
    const json::value* payload = member(record, "payload");
    const json::value& item = payload ? *payload : record;
    const std::string_view type = payload ? text_at(record, "type") : "response_item";
    const std::string_view kind = text_at(item, "type");
    like_ = {PieceKind::state,
             std::string(text_at(item, "id")),
             {},
             {},
             time_at(record, "timestamp"),
             {}};
    const bool head =
        type == "session_meta" || (!payload && kind.empty() && member(record, "instructions"));
    if (head)
      return take_head(item);
    add_place(gathering_.head(), text_at(item, "cwd"));
    if (type == "event_msg") {
      if (kind == "thread_name_updated")
        gathering_.head().title = text_at(item, "thread_name");
      return add(PieceKind::state);  // messages stand in a record of their own, too
    }
    if (type == "compacted" || kind == "compaction" || kind == "context_compaction")
      return add(PieceKind::summary);
    if (type == "turn_context" || member(item, "record_type"))
      return add(PieceKind::state);
    return type == "response_item" ? take_item(item, kind)
                                   : add(PieceKind::unknown, "record " + std::string(type));
  }

 private:
  Result<void> add(PieceKind kind, std::string text = {}) {
    return gathering_.add_like(like_, kind, std::move(text));
  }

  // A fork repeats the head of the session that it came from.
  Result<void> take_head(const json::value& item) {
    Conversation& head = gathering_.head();
    if (!has_head_) {
      if (const std::string_view id = text_at(item, "id"); !id.empty())
        head.id = id;
      head.started = time_at(item, "timestamp");
      head.forked_from = text_at(item, "forked_from_id");
      add_place(head, text_at(item, "cwd"));
    }
    has_head_ = true;
    return add(PieceKind::state);
  }

  Result<void> take_item(const json::value& item, std::string_view kind) {
    if (kind == "message")
      return take_message(item, value_at(item, "content"));
    if (kind == "reasoning")
      return add(PieceKind::thought);
    if (kind == "function_call" || kind == "custom_tool_call") {
      TRY_VOID(take_questions(item));
      return add(PieceKind::tool_call,
                 call_text(text_at(item, "name"),
                           value_at(item, kind == "function_call" ? "arguments" : "input")));
    }
    if (kind == "local_shell_call" || kind == "web_search_call")
      return add(PieceKind::tool_call, call_text(kind, value_at(item, "action")));
    if (kind == "function_call_output" || kind == "custom_tool_call_output") {
      TRY_VOID(take_answers(item, value_at(item, "output")));
      return add(PieceKind::tool_result, result_text(value_at(item, "output")));
    }
    if (kind.ends_with("_call") || kind.ends_with("_output"))
      return add(PieceKind::tool_call, std::string(kind));
    return kind == "ghost_snapshot" ? add(PieceKind::state)
                                    : add(PieceKind::unknown, "item " + std::string(kind));
  }

  Result<void> take_message(const json::value& item, const json::value& content) {
    const std::string_view role = text_at(item, "role");
    like_.speaker = role;
    like_.kind = role == "user"        ? PieceKind::person
                 : role == "assistant" ? PieceKind::assistant
                                       : PieceKind::program;
    if (!content.is_array())
      return take_block(content);
    if (content.get_array().empty())
      return add(PieceKind::blank);
    for (const json::value& block : content.get_array()) TRY_VOID(take_block(block));
    return {};
  }

  Result<void> take_block(const json::value& block) {
    TalkPiece piece = piece_of_block(block, like_);
    // A picture stands between two texts of its own.
    if (piece.text.starts_with("<image") || piece.text == "</image>")
      if (piece.text.find('>') == piece.text.size() - 1)
        piece.kind = PieceKind::media;
    if (piece.kind != PieceKind::person)
      return gathering_.add(std::move(piece));
    return add_prompt(piece, gathering_);
  }

  // Questions of the assistant to the person: {"questions": [{id, question}]}.
  Result<void> take_questions(const json::value& item) {
    if (text_at(item, "name") != "request_user_input")
      return {};
    const auto asked = text::parse_json(text_at(item, "arguments"));
    if (!asked || !value_at(*asked, "questions").is_array())
      return {};
    auto& questions = asked_[std::string(text_at(item, "call_id"))];
    std::string text;
    for (const json::value& each : list_at(*asked, "questions")) {
      questions[std::string(text_at(each, "id"))] = text_at(each, "question");
      text.append(text.empty() ? "" : "\n").append(text_at(each, "question"));
    }
    like_.speaker = "assistant";
    return add(PieceKind::assistant, std::move(text));
  }

  // {"answers": {id: {"answers": [text…]}}}
  Result<void> take_answers(const json::value& item, const json::value& output) {
    const auto asked = asked_.find(std::string(text_at(item, "call_id")));
    if (asked == asked_.end())
      return {};
    const auto parsed = text::parse_json(result_text(output));
    const json::value* answers = parsed ? member(*parsed, "answers") : nullptr;
    std::string text;
    if (answers && answers->is_object())
      for (const auto& [id, answer] : answers->get_object()) {
        if (!value_at(answer, "answers").is_array())
          continue;
        text.append(text.empty() ? "" : "\n").append(asked->second[std::string(id)]);
        for (const json::value& each : list_at(answer, "answers"))
          text.append(" ").append(result_text(each));
      }
    like_.speaker = "user";
    return text.empty() ? Result<void>() : add(PieceKind::person, std::move(text));
  }

  ConversationBuilder gathering_;
  TalkPiece like_;
  bool has_head_ = false;
  // Questions by their id, by the id of the call.
  std::unordered_map<std::string, std::unordered_map<std::string, std::string>> asked_;
};

}  // namespace

Result<void> read_codex(const Source& source, const Files& files, const ConversationSink& sink) {
  for (const SourceFile* file : files) {
    CodexSession session(*file, sink);
    TRY_VOID(read_session(source, *file, sink, session.gathering(),
                          [&](const json::value& record) { return session.take(record); }));
  }
  return {};
}

}  // namespace aim::mine
