// OpenCode's sessions (version 1.0; read 2026-03): the object that `opencode export` writes, {info,
// messages: [{info, parts}]}, or its storage: storage/session/PROJECT/ses_1.json,
// storage/message/ses_1/msg_1.json, storage/part/msg_1/prt_1.json.
#include <boost/json.hpp>

#include "mine/blocks.h"
#include "mine/databases.h"
#include "mine/format.h"
#include "mine/values.h"
#include "text/json_text.h"

namespace aim::mine {

Conversation opencode_head(const json::value& info, std::string otherwise) {
  Conversation head;
  head.id = text_at(info, "id");
  if (head.id.empty())
    head.id = std::move(otherwise);
  head.title = text_at(info, "title");
  if (head.title.starts_with("New session - "))  // its own, before there is a better one
    head.title.clear();
  head.started = time_at(value_at(info, "time"), "created");
  add_place(head, text_at(info, "directory"));
  return head;
}

Result<void> take_opencode_part(const json::value& part, TalkPiece piece,
                                ConversationBuilder& gathering) {
  const std::string_view type = text_at(part, "type");
  if (type == "text") {
    piece.text = text_at(part, "text");
    if (flag_at(part, "synthetic") || flag_at(part, "ignored"))
      piece.kind = PieceKind::program;
    return piece.kind == PieceKind::person ? add_prompt(piece, gathering)
                                           : gathering.add(std::move(piece));
  }
  if (type == "tool") {
    const json::value& state = value_at(part, "state");
    piece.kind = PieceKind::tool_call;
    piece.text = call_text(text_at(part, "tool"), value_at(state, "input"));
    TRY_VOID(gathering.add(piece));
    piece.kind = PieceKind::tool_result;
    piece.text = result_text(value_at(state, member(state, "output") ? "output" : "error"));
  } else if (type == "reasoning") {
    piece.kind = PieceKind::thought;
  } else if (type == "file") {
    const std::string name(text_at(part, "filename"));
    piece.kind = name.empty() ? PieceKind::media : PieceKind::attachment;
    piece.text = "(attached: " + name + ")";
  } else if (type == "compaction") {
    piece.kind = PieceKind::summary;
  } else if (type.starts_with("step-") || type == "snapshot" || type == "patch" ||
             type == "agent" || type == "retry" || type == "subtask") {
    piece.kind = PieceKind::state;
  } else {
    piece.kind = PieceKind::unknown;
    piece.text = "part " + std::string(type);
  }
  return gathering.add(std::move(piece));
}

TalkPiece opencode_message(const json::value& info) {
  const std::string_view role = text_at(info, "role");
  TalkPiece like{role == "assistant" ? PieceKind::assistant : PieceKind::person,
                 std::string(text_at(info, "id")),
                 std::string(role),
                 {},
                 time_at(value_at(info, "time"), "created"),
                 {}};
  if (flag_at(info, "summary"))
    like.kind = PieceKind::summary;
  return like;
}

namespace {

class Storage {
 public:
  Storage(const Source& source, const ConversationSink& sink) : source_(source), sink_(sink) {}

  // Remembers where each thing lies; names of ids are in the order they were made in.
  void add(const SourceFile* file) {
    const std::string parent(last_part(file->folder()));
    if (file->base_name().starts_with("prt_"))
      parts_[parent].push_back(file);
    else if (file->base_name().starts_with("msg_"))
      messages_[parent].push_back(file);
    else
      sessions_.push_back(file);
  }

  Result<void> read() {
    for (const SourceFile* session : sessions_) TRY_VOID(read_one(*session));
    return {};
  }

 private:
  Result<json::value> value_of(const SourceFile& file) {
    const std::string text = TRY(source_.read_whole(file, max_value_bytes));
    if (sink_.read)
      sink_.read(text.size());
    return text::parse_json(text, text::fair_bytes(text.size()));
  }

  Result<void> read_one(const SourceFile& file) {
    const auto info = value_of(file);
    if (!info)
      return sink_.unreadable(file.name, info.error().message);
    const json::value* messages = member(*info, "messages");
    if (messages && messages->is_array())
      return take_export(*info, messages->get_array(), stem(file));
    ConversationBuilder gathering(opencode_head(*info, stem(file)), sink_);
    for (const SourceFile* each : messages_[gathering.head().id]) {
      const auto message = value_of(*each);
      if (!message) {
        TRY_VOID(sink_.unreadable(each->name, message.error().message));
        continue;
      }
      const TalkPiece like = opencode_message(*message);
      for (const SourceFile* part : parts_[like.id]) {
        const auto value = value_of(*part);
        TRY_VOID(value ? take_opencode_part(*value, like, gathering)
                       : sink_.unreadable(part->name, value.error().message));
      }
    }
    return gathering.finish();
  }

  Result<void> take_export(const json::value& exported, const json::array& messages,
                           std::string otherwise) {
    ConversationBuilder gathering(opencode_head(value_at(exported, "info"), std::move(otherwise)),
                                  sink_);
    for (const json::value& message : messages) {
      const TalkPiece like = opencode_message(value_at(message, "info"));
      for (const json::value& part : list_at(message, "parts"))
        TRY_VOID(take_opencode_part(part, like, gathering));
    }
    return gathering.finish();
  }

  const Source& source_;
  const ConversationSink& sink_;
  Files sessions_;
  std::map<std::string, Files> messages_,
      parts_;  // by the session, by the message
};

}  // namespace

Result<void> read_opencode(const Source& source, const Files& files, const ConversationSink& sink) {
  Storage storage(source, sink);
  for (const SourceFile* file : files) storage.add(file);
  return storage.read();
}

}  // namespace aim::mine
