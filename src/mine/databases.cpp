#include "mine/databases.h"

#include <boost/json.hpp>
#include <unordered_map>

#include "mine/agents.h"
#include "mine/blocks.h"
#include "mine/format.h"
#include "mine/opencode.h"
#include "mine/program_text.h"
#include "mine/values.h"
#include "text/json_text.h"

namespace aim::mine {
namespace {

namespace json = boost::json;

std::string_view cell(const SessionRow& row, std::string_view column) {
  const auto found = row.find(column);
  return found == row.end() ? std::string_view() : std::string_view(found->second);
}

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
  Result<void> take_composer(const SessionRow& row) {
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

  Result<void> take_bubble(const SessionRow& row) {
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

Result<void> read_cursor_rows(const SessionRows& rows, const ConversationSink& sink) {
  CursorSessions sessions;
  constexpr std::string_view table = "cursorDiskKV";
  if (!TRY(rows(table, [&](const SessionRow& row) { return sessions.take_composer(row); })))
    return no_tables("Cursor");
  static_cast<void>(
      TRY(rows(table, [&](const SessionRow& row) { return sessions.take_bubble(row); })));
  return sessions.finish(sink);
}

// Tables session, message and part; the last two have their JSON in `data`.
Result<void> read_opencode_rows(const SessionRows& rows, const ConversationSink& sink) {
  std::vector<Conversation> heads;
  std::map<std::string, std::vector<TalkPiece>, std::less<>>
      messages;  // by session, in order of ids
  std::map<std::string, std::map<std::string, json::value>, std::less<>> parts;  // by message
  if (!TRY(rows("session", [&](const SessionRow& row) -> Result<void> {
        heads.push_back(opencode_head(
            json::object{{"id", cell(row, "id")},
                         {"title", cell(row, "title")},
                         {"directory", cell(row, "directory")},
                         {"time", json::object{{"created", cell(row, "time_created")}}}},
            std::string(cell(row, "id"))));
        return {};
      })))
    return no_tables("OpenCode");
  static_cast<void>(TRY(rows("message", [&](const SessionRow& row) -> Result<void> {
    json::value info = value_in(cell(row, "data"));
    if (info.is_object())
      info.get_object()["id"] = cell(row, "id");
    messages[std::string(cell(row, "session_id"))].push_back(opencode_message(info));
    return {};
  })));
  static_cast<void>(TRY(rows("part", [&](const SessionRow& row) -> Result<void> {
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
Result<void> read_goose_rows(const SessionRows& rows, const ConversationSink& sink) {
  std::map<std::string, std::vector<json::value>, std::less<>> messages;  // by session
  if (!TRY(rows("messages", [&](const SessionRow& row) -> Result<void> {
        messages[std::string(cell(row, "session_id"))].push_back(
            json::object{{"id", "row " + std::string(cell(row, "id"))},
                         {"role", cell(row, "role")},
                         {"created", cell(row, "created_timestamp")},
                         {"content", value_in(cell(row, "content_json"))},
                         {"metadata", value_in(cell(row, "metadata_json"))}});
        return {};
      })))
    return no_tables("Goose");
  static_cast<void>(TRY(rows("sessions", [&](const SessionRow& row) -> Result<void> {
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

Result<void> read_database(Format format, const SessionRows& rows, const ConversationSink& sink) {
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
