#include "mine/databases.h"

#include <boost/json.hpp>
#include <boost/json/fwd.hpp>
#include <unordered_map>

#include "mine/blocks.h"
#include "mine/fit.h"
#include "mine/format.h"
#include "mine/values.h"
#include "text/json_text.h"

namespace aim::mine {
namespace {

// Messages of Goose, as its session files and its database keep them.

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
Result<void> take_step(const json::value& step, ConversationBuilder& gathering, std::size_t) {
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

// {role, created, content: [{type: "text" | "toolRequest" | …}], metadata: {userVisible}}
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

}  // namespace

Result<void> read_goose(const Source& source, const Files& files, const ConversationSink& sink) {
  const auto take = [](const json::value& record, ConversationBuilder& gathering,
                       std::size_t) -> Result<void> {
    if (member(record, "role"))
      return take_goose_message(record, gathering);
    gathering.head().title = text_at(record, "description");
    add_place(gathering.head(), text_at(record, "working_dir"));
    return gathering.add({.kind = PieceKind::state});
  };
  return read_sessions(source, files, sink, named_by_file, take);
}

// The session is named by its folder: brain/ID/.system_generated/logs/transcript.jsonl.
Result<void> read_antigravity(const Source& source, const Files& files,
                              const ConversationSink& sink) {
  const auto begin = [&](const SourceFile& file) {
    const auto path = source.path_of(file);
    Conversation head = named_by_file(file);
    const auto session = (path.empty() ? std::filesystem::path(file.name) : path)
                             .parent_path()
                             .parent_path()
                             .parent_path()
                             .filename();
    if (!session.empty())
      head.id = session.string();
    return head;
  };
  return read_sessions(source, files, sink, begin, take_step);
}

namespace {

json::value value_in(std::string_view text) {
  auto parsed = text::parse_json(text, text::fair_bytes(text.size()));
  return parsed ? std::move(*parsed) : json::value();
}

Failure no_tables(std::string_view what) {
  return Failure(invalid("the database has no sessions of " + std::string(what)));
}

// "composerData:ID" is a conversation with the order of its messages, "bubbleId:ID:MESSAGE" a
// message.
class CursorSessions {
 public:
  Result<void> take_composer(const Row& row) {
    constexpr std::string_view prefix = "composerData:";
    if (!cell(row, "key").starts_with(prefix))
      return {};
    const json::value data = value_in(cell(row, "value"));
    Composer composer;
    composer.head.id = cell(row, "key").substr(prefix.size());
    composer.head.title = text_at(data, "name");
    composer.head.started = time_at(data, "createdAt");
    add_place(composer.head,
              text_at(value_at(value_at(data, "workspaceIdentifier"), "uri"), "fsPath"));
    for (const json::value& each : list_at(data, "fullConversationHeadersOnly"))
      composer.order.emplace_back(text_at(each, "bubbleId"));
    for (const json::value& each : list_at(data, "conversation")) {  // before 2025
      composer.order.emplace_back(text_at(each, "bubbleId"));
      bubbles_[composer.head.id + ":" + composer.order.back()] = pieces_of(each);
    }
    composers_.push_back(std::move(composer));
    return {};
  }

  Result<void> take_bubble(const Row& row) {
    constexpr std::string_view prefix = "bubbleId:";
    if (cell(row, "key").starts_with(prefix))
      bubbles_[std::string(cell(row, "key").substr(prefix.size()))] =
          pieces_of(value_in(cell(row, "value")));
    return {};
  }

  Result<void> finish(const ConversationSink& sink) {
    for (Composer& composer : composers_) {
      const std::string id = composer.head.id;
      ConversationBuilder gathering(std::move(composer.head), sink);
      for (const std::string& each : composer.order)
        if (const auto found = bubbles_.find(id + ":" + each); found != bubbles_.end())
          for (TalkPiece& piece : found->second) TRY_VOID(gathering.add(std::move(piece)));
      TRY_VOID(gathering.finish());
    }
    return {};
  }

 private:
  struct Composer {
    Conversation head;
    std::vector<std::string> order;  // of messages
  };

  static std::vector<TalkPiece> pieces_of(const json::value& bubble) {
    const json::value& type = value_at(bubble, "type");
    const bool person = type.is_int64() && type.get_int64() == 1;
    TalkPiece like{person ? PieceKind::person : PieceKind::assistant,
                   std::string(text_at(bubble, "bubbleId")),
                   person ? "user" : "assistant",
                   std::string(text_at(bubble, "text")),
                   time_at(bubble, "createdAt"),
                   {}};
    std::vector<TalkPiece> pieces = person ? pieces_of_prompt(like) : std::vector<TalkPiece>{like};
    const json::value& tool = value_at(bubble, "toolFormerData");
    if (const std::string_view name = text_at(tool, "name"); !name.empty()) {
      like.kind = PieceKind::tool_call;
      like.text = call_text(name, value_at(tool, member(tool, "rawArgs") ? "rawArgs" : "params"));
      pieces.push_back(like);
      like.kind = PieceKind::tool_result;
      like.text = result_text(value_at(tool, "result"));
      pieces.push_back(like);
    }
    return pieces;
  }

  std::vector<Composer> composers_;
  std::unordered_map<std::string, std::vector<TalkPiece>> bubbles_;
};

Result<void> read_cursor_rows(const TableRows& rows, const ConversationSink& sink) {
  CursorSessions sessions;
  constexpr std::string_view table = "cursorDiskKV";
  if (!TRY(rows(table, [&](const Row& row) { return sessions.take_composer(row); })))
    return no_tables("Cursor");
  static_cast<void>(TRY(rows(table, [&](const Row& row) { return sessions.take_bubble(row); })));
  return sessions.finish(sink);
}

// Tables session, message and part; the last two have their JSON in `data`.
Result<void> read_opencode_rows(const TableRows& rows, const ConversationSink& sink) {
  std::vector<Conversation> heads;
  std::map<std::string, std::vector<TalkPiece>, std::less<>>
      messages;  // by session, in order of ids
  std::map<std::string, std::map<std::string, json::value>, std::less<>> parts;  // by message
  if (!TRY(rows("session", [&](const Row& row) -> Result<void> {
        heads.push_back(opencode_head(
            json::object{{"id", cell(row, "id")},
                         {"title", cell(row, "title")},
                         {"directory", cell(row, "directory")},
                         {"time", json::object{{"created", cell(row, "time_created")}}}},
            std::string(cell(row, "id"))));
        return {};
      })))
    return no_tables("OpenCode");
  static_cast<void>(TRY(rows("message", [&](const Row& row) -> Result<void> {
    json::value info = value_in(cell(row, "data"));
    if (info.is_object())
      info.get_object()["id"] = cell(row, "id");
    messages[std::string(cell(row, "session_id"))].push_back(opencode_message(info));
    return {};
  })));
  static_cast<void>(TRY(rows("part", [&](const Row& row) -> Result<void> {
    parts[std::string(cell(row, "message_id"))][std::string(cell(row, "id"))] =
        value_in(cell(row, "data"));
    return {};
  })));
  for (Conversation& head : heads) {
    auto& said = messages[head.id];
    std::sort(said.begin(), said.end(),
              [](const TalkPiece& a, const TalkPiece& b) { return a.id < b.id; });
    ConversationBuilder gathering(std::move(head), sink);
    for (const TalkPiece& like : said)
      for (const auto& [id, part] : parts[like.id])
        TRY_VOID(take_opencode_part(part, like, gathering));
    TRY_VOID(gathering.finish());
  }
  return {};
}

// Tables sessions and messages; these have their content and what is said of them as JSON.
Result<void> read_goose_rows(const TableRows& rows, const ConversationSink& sink) {
  std::map<std::string, std::vector<json::value>, std::less<>> messages;  // by session
  if (!TRY(rows("messages", [&](const Row& row) -> Result<void> {
        messages[std::string(cell(row, "session_id"))].push_back(
            json::object{{"id", "row " + std::string(cell(row, "id"))},
                         {"role", cell(row, "role")},
                         {"created", cell(row, "created_timestamp")},
                         {"content", value_in(cell(row, "content_json"))},
                         {"metadata", value_in(cell(row, "metadata_json"))}});
        return {};
      })))
    return no_tables("Goose");
  static_cast<void>(TRY(rows("sessions", [&](const Row& row) -> Result<void> {
    Conversation head;
    head.id = cell(row, "id");
    head.title = cell(row, row.contains("name") ? "name" : "description");
    add_place(head, cell(row, "working_dir"));
    ConversationBuilder gathering(std::move(head), sink);
    for (const json::value& each : messages[std::string(cell(row, "id"))])
      TRY_VOID(take_goose_message(each, gathering));
    return gathering.finish();
  })));
  return {};
}

}  // namespace

Result<void> read_database(Format format, const TableRows& rows, const ConversationSink& sink) {
  ConversationSink named = sink;
  named.take = [&](Conversation conversation) {
    conversation.format = format;
    return sink.take(std::move(conversation));
  };
  return format == Format::cursor  ? read_cursor_rows(rows, named)
         : format == Format::goose ? read_goose_rows(rows, named)
                                   : read_opencode_rows(rows, named);
}

}  // namespace aim::mine
