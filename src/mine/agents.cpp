// Sessions of Goose (~/.local/share/goose/sessions, a message a line before version 1.10, then
// sessions.db; read 2026-08), and of Antigravity (~/.gemini/antigravity/brain, versions of 2026-05;
// read 2026-08), a step a line.
#include "mine/agents.h"

#include <boost/json.hpp>

#include "mine/blocks.h"
#include "mine/fit.h"
#include "mine/format.h"
#include "mine/program_text.h"
#include "mine/values.h"
#include "text/json_text.h"

namespace aim::mine {
namespace {

namespace json = boost::json;

TalkPiece goose_piece(const json::value& block, const TalkPiece& like) {
  TalkPiece piece = like;
  const std::string_view type = text_at(block, "type");
  if (type == "toolRequest" || type == "frontendToolRequest") {
    const json::value& call = value_at(value_at(block, "toolCall"), "value");
    piece.kind = PieceKind::tool_call;
    piece.text = call_text(text_at(call, "name"), value_at(call, "arguments"));
  } else if (type == "toolResponse") {
    const json::value& result = value_at(block, "toolResult");
    const json::value& value = value_at(result, "value");
    const json::value* content = member(value, "content");
    piece.kind = PieceKind::tool_result;
    piece.text = result_text(content ? *content : value);
    if (piece.text.empty())
      piece.text = result_text(value_at(result, "error"));
  } else if (type == "redactedThinking" || type == "reasoning") {
    piece.kind = PieceKind::thought;
  } else if (type == "conversationCompacted" || type == "summarizationRequested") {
    piece.kind = PieceKind::summary;
  } else if (type == "toolConfirmationRequest" || type == "actionRequired" ||
             type == "systemNotification" || type == "contextLengthExceeded" || type == "error") {
    piece.kind = PieceKind::program;
  } else {
    return piece_of_block(block, like);
  }
  return piece;
}

// The text of an argument, which may be JSON within JSON.
json::value plain(const json::value& argument) {
  if (argument.is_string() && argument.get_string().starts_with('"'))
    if (auto parsed = text::parse_json(std::string_view(argument.get_string())))
      return std::move(*parsed);
  return argument;
}

// The words of the person are between <USER_REQUEST> and its end.
Result<void> take_request(TalkPiece like, ConversationBuilder& gathering) {
  constexpr std::string_view begin = "<USER_REQUEST>", end = "</USER_REQUEST>";
  const std::string text = std::move(like.text);
  const std::size_t first = text.find(begin), last = text.find(end);
  like.kind = PieceKind::person;
  if (first == text.npos || last == text.npos || last < first) {
    like.text = text;
    return add_prompt(like, gathering);
  }
  like.text =
      trimmed(std::string_view(text).substr(first + begin.size(), last - first - begin.size()));
  TRY_VOID(add_prompt(like, gathering));
  return text.size() == last + end.size()
             ? Result<void>()
             : gathering.add_like(like, PieceKind::program, text.substr(last + end.size()));
}

// {step_index, source, type, created_at, content, thinking, tool_calls: [{name, args}]}
Result<void> take_step(const json::value& step, ConversationBuilder& gathering) {
  const std::string_view source = text_at(step, "source"), type = text_at(step, "type");
  const json::value& index = value_at(step, "step_index");
  TalkPiece like{PieceKind::program,
                 index.is_int64() ? std::to_string(index.get_int64()) : std::string(),
                 source == "MODEL" ? "assistant" : "user",
                 std::string(text_at(step, "content")),
                 time_at(step, "created_at"),
                 {}};
  if (type == "USER_INPUT")
    return take_request(std::move(like), gathering);
  if (source != "MODEL")
    return source.starts_with("USER") || source == "SYSTEM"
               ? gathering.add(std::move(like))
               : gathering.add_like(std::move(like), PieceKind::unknown,
                                    "step of " + std::string(source));
  if (type != "PLANNER_RESPONSE") {
    like.kind = PieceKind::tool_result;
    return gathering.add(std::move(like));
  }
  if (member(step, "thinking"))
    TRY_VOID(gathering.add_like(like, PieceKind::thought, std::string(text_at(step, "thinking"))));
  for (const json::value& call : list_at(step, "tool_calls")) {
    json::object input;
    if (const json::value* args = member(call, "args"); args && args->is_object())
      for (const auto& [name, value] : args->get_object()) input[name] = plain(value);
    add_place(gathering.head(), text_at(input, "Cwd"));
    TRY_VOID(
        gathering.add_like(like, PieceKind::tool_call, call_text(text_at(call, "name"), input)));
  }
  if (like.text.empty() && (member(step, "thinking") || member(step, "tool_calls")))
    return {};
  like.kind = PieceKind::assistant;
  return gathering.add(std::move(like));
}

}  // namespace

Result<void> take_goose_message(const json::value& message, ConversationBuilder& gathering) {
  const std::string_view role = text_at(message, "role");
  const json::value* shown = member(value_at(message, "metadata"), "userVisible");
  const bool hidden = shown && shown->is_bool() && !shown->get_bool();
  TalkPiece like{hidden                ? PieceKind::program
                 : role == "assistant" ? PieceKind::assistant
                                       : PieceKind::person,
                 std::string(text_at(message, "id")),
                 std::string(role),
                 {},
                 time_at(message, "created"),
                 {}};
  if (role != "user" && role != "assistant")
    return gathering.add_like(std::move(like), PieceKind::unknown,
                              "message of " + std::string(role));
  const json::array& blocks = list_at(message, "content");
  if (blocks.empty())
    return gathering.add_like(std::move(like), PieceKind::blank, {});
  for (const json::value& block : blocks) {
    TalkPiece piece = goose_piece(block, like);
    TRY_VOID(piece.kind == PieceKind::person ? add_prompt(piece, gathering)
                                             : gathering.add(std::move(piece)));
  }
  return {};
}

Result<void> read_goose(const Source& source, const Files& files, const ConversationSink& sink) {
  for (const SourceFile* file : files) {
    Conversation head;
    head.id = stem(*file);
    ConversationBuilder gathering(std::move(head), sink);
    TRY_VOID(read_session(source, *file, sink, gathering,
                          [&](const json::value& record) -> Result<void> {
                            if (member(record, "role"))
                              return take_goose_message(record, gathering);
                            gathering.head().title = text_at(record, "description");
                            add_place(gathering.head(), text_at(record, "working_dir"));
                            return gathering.add({.kind = PieceKind::state});
                          }));
  }
  return {};
}

// The session is named by its folder: brain/ID/.system_generated/logs/transcript.jsonl.
Result<void> read_antigravity(const Source& source, const Files& files,
                              const ConversationSink& sink) {
  for (const SourceFile* file : files) {
    const auto path = source.path_of(*file);
    Conversation head;
    head.id = (path.empty() ? std::filesystem::path(file->name) : path)
                  .parent_path()
                  .parent_path()
                  .parent_path()
                  .filename()
                  .string();
    if (head.id.empty())
      head.id = stem(*file);
    ConversationBuilder gathering(std::move(head), sink);
    TRY_VOID(read_session(source, *file, sink, gathering,
                          [&](const json::value& step) { return take_step(step, gathering); }));
  }
  return {};
}

}  // namespace aim::mine
