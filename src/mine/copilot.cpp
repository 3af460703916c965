// GitHub Copilot's sessions: those of the command line (~/.copilot/session-state, versions 0.0.369
// to 1.0; read 2026-03), an event a line; and those of its chat in VS Code (chatSessions, version
// 3; read 2026-03), an object, or a log of changes to one.
#include <boost/json.hpp>
#include <charconv>

#include "base/ascii.h"
#include "mine/blocks.h"
#include "mine/format.h"
#include "mine/values.h"
#include "text/json_text.h"

namespace aim::mine {
namespace {

// {type, data, id, timestamp, parentId}
Result<void> take_event(const json::value& event, ConversationBuilder& gathering, std::size_t) {
  const std::string_view type = text_at(event, "type");
  const json::value& data = value_at(event, "data");
  Conversation& head = gathering.head();
  TalkPiece piece{
      PieceKind::state, std::string(text_at(event, "id")), {}, {}, time_at(event, "timestamp"), {}};
  if (type == "session.start") {
    if (const std::string_view id = text_at(data, "sessionId"); !id.empty())
      head.id = id;
    head.started = time_at(data, "startTime");
    add_place(head, text_at(value_at(data, "context"), "cwd"));
  } else if (type == "session.title_changed") {
    head.title = text_at(data, "title");
  } else if (type == "user.message") {
    piece.kind = PieceKind::person;
    piece.speaker = "user";
    piece.text = text_at(data, "content");
    return add_prompt(piece, gathering);
  } else if (type == "assistant.message") {
    piece.kind = PieceKind::assistant;
    piece.speaker = "assistant";
    piece.text = text_at(data, "content");
  } else if (type == "tool.execution_start" || type == "tool.user_requested") {
    piece.kind = PieceKind::tool_call;
    piece.text = call_text(text_at(data, "toolName"), value_at(data, "arguments"));
  } else if (type == "tool.execution_complete") {
    piece.kind = PieceKind::tool_result;
    piece.text = result_text(value_at(data, member(data, "result") ? "result" : "error"));
  } else if (type == "assistant.reasoning") {
    piece.kind = PieceKind::thought;
  } else if (type == "system.message" || type == "system.notification") {
    piece.kind = PieceKind::program;
  } else if (type == "session.compaction_complete") {
    piece.kind = PieceKind::summary;
  } else if (!type.starts_with("session.") && !type.starts_with("assistant.") &&
             !type.starts_with("tool.") && !type.starts_with("hook.") &&
             !type.starts_with("subagent.") && !type.starts_with("skill.") && type != "abort") {
    piece.kind = PieceKind::unknown;
    piece.text = "event " + std::string(type);
  }
  return gathering.add(std::move(piece));
}

// ---- VS Code ----

// The folder of "workspaceStorage/HASH", by {folder: "file:///home/u/my%20boat"} in it, or by
// {workspace: …}, a file in the folder of several.
std::string folder_of_editor(const Source& source, const SourceFile& file) {
  const auto parsed = text::parse_json(source.text_beside(file, "../workspace.json"));
  if (!parsed)
    return {};
  std::string_view uri = text_at(*parsed, "folder");
  if (uri.empty())
    uri = text_at(*parsed, "workspace").substr(0, text_at(*parsed, "workspace").rfind('/'));
  const std::size_t host = uri.find("://");
  if (host == uri.npos)
    return {};
  std::string folder;
  for (std::string_view rest = uri.substr(std::min(uri.find('/', host + 3), uri.size()));
       !rest.empty();) {
    unsigned char byte = 0;
    const bool escaped =
        rest.size() > 2 && rest[0] == '%' &&
        std::from_chars(rest.data() + 1, rest.data() + 3, byte, 16).ptr == rest.data() + 3;
    folder += escaped ? static_cast<char>(byte) : rest[0];
    rest.remove_prefix(escaped ? 3 : 1);
  }
  return folder;
}

class EditorSession {
 public:
  // A line of a log: {kind: 0, v: all}, {kind: 1, k: path, v: value}, {kind: 2, k: path, v: added}.
  void take(const json::value& line) {
    const json::value* kind = member(line, "kind");
    const json::value* value = member(line, "v");
    if (!kind || !kind->is_int64() || !value) {
      session_ = line;
      return;
    }
    json::value* place = kind->get_int64() == 0 ? &session_ : place_of(value_at(line, "k"));
    if (!place)
      return;
    if (kind->get_int64() != 2 || !value->is_array()) {
      *place = *value;
      return;
    }
    if (!place->is_array())
      *place = json::array();
    json::array& list = place->get_array();
    list.insert(list.end(), value->get_array().begin(), value->get_array().end());
  }
  void take_member(std::string_view name, const json::value& value) {
    if (!session_.is_object())
      session_ = json::object();
    json::value& place = session_.get_object()[name];
    if (name != "requests") {
      place = value;
      return;
    }
    if (!place.is_array())
      place = json::array();
    place.get_array().push_back(value);
  }

  Result<void> finish(std::string id, std::string_view folder, const ConversationSink& sink) {
    Conversation head;
    add_place(head, folder);
    head.id = text_at(session_, "sessionId");
    if (head.id.empty())
      head.id = std::move(id);
    head.title = text_at(session_, "customTitle");
    head.started = time_at(session_, "creationDate");
    ConversationBuilder gathering(std::move(head), sink);
    for (const json::value& each : list_at(session_, "requests"))
      TRY_VOID(take_request(each, gathering));
    return gathering.finish();
  }

 private:
  static constexpr std::size_t most_items = 100'000;

  json::value* place_of(const json::value& path) {
    json::value* place = &session_;
    if (!path.is_array())
      return nullptr;
    for (const json::value& key : path.get_array()) {
      if (key.is_string()) {
        if (!place->is_object())
          *place = json::object();
        place = &place->get_object()[key.get_string()];
      } else if (key.is_int64() && key.get_int64() >= 0 &&
                 key.get_int64() < static_cast<std::int64_t>(most_items)) {
        const auto at = static_cast<std::size_t>(key.get_int64());
        if (!place->is_array())
          *place = json::array();
        if (place->get_array().size() <= at)
          place->get_array().resize(at + 1);
        place = &place->get_array()[at];
      } else {
        return nullptr;
      }
    }
    return place;
  }

  static Result<void> take_request(const json::value& request, ConversationBuilder& gathering) {
    TalkPiece like{PieceKind::person,
                   std::string(text_at(request, "requestId")),
                   "user",
                   {},
                   time_at(request, "timestamp"),
                   {}};
    const json::value& message = value_at(request, "message");
    like.text =
        message.is_string() ? std::string_view(message.get_string()) : text_at(message, "text");
    TRY_VOID(add_prompt(like, gathering));
    like.speaker = "assistant";
    like.kind = PieceKind::assistant;
    like.text.clear();
    for (const json::value& part : list_at(request, "response")) {
      const std::string said = said_in(part);
      like.text.append(said);
      if (!said.empty())
        continue;
      if (!like.text.empty())
        TRY_VOID(gathering.add(like));
      like.text.clear();
      TRY_VOID(take_part(part, like, gathering));
    }
    return like.text.empty() ? Result<void>() : gathering.add(std::move(like));
  }

  // A part of a sentence: text, or the name of a file or a symbol in it.
  static std::string said_in(const json::value& part) {
    const std::string_view kind = text_at(part, "kind");
    if (kind == "inlineReference") {
      const json::value& meant = value_at(part, "inlineReference");
      const json::value* uri = member(value_at(meant, "location"), "uri");
      for (const std::string_view name :
           {text_at(part, "name"), text_at(meant, "name"),
            last_part(text_at(uri                    ? *uri
                              : member(meant, "uri") ? value_at(meant, "uri")
                                                     : meant,
                              "path"))})
        if (!name.empty())
          return std::string(name);
      return {};
    }
    if (!kind.empty() && kind != "markdownContent" && kind != "markdownVuln")
      return {};
    const json::value& said =
        value_at(part, kind.empty() || !member(part, "content") ? "value" : "content");
    return std::string(said.is_string() ? std::string_view(said.get_string())
                                        : text_at(said, "value"));
  }

  static Result<void> take_part(const json::value& part, TalkPiece piece,
                                ConversationBuilder& gathering) {
    const std::string_view kind = text_at(part, "kind");
    piece.kind = PieceKind::state;
    if (kind.empty() || kind == "markdownContent" || kind == "markdownVuln") {
      piece.kind = PieceKind::blank;
    } else if (kind == "thinking") {
      piece.kind = PieceKind::thought;
    } else if (kind == "toolInvocationSerialized" || kind == "toolInvocation") {
      piece.kind = PieceKind::tool_call;
      piece.text = call_text(text_at(part, "toolId"), value_at(part, "toolSpecificData"));
      const json::value& said = value_at(part, "pastTenseMessage");
      piece.text.append("\n").append(said.is_string() ? std::string_view(said.get_string())
                                                      : text_at(said, "value"));
    } else if (kind == "textEditGroup" || kind == "notebookEditGroup") {
      piece.kind = PieceKind::tool_call;
      piece.text =
          call_text("edit", json::object{{"path", text_at(value_at(part, "uri"), "path")}});
    } else if (kind == "progressMessage" || kind == "warning" || kind == "errorMessage") {
      piece.kind = PieceKind::program;
    } else if (!ascii::is_one_of(kind, state_kinds)) {
      piece.kind = PieceKind::unknown;
      piece.text = "part " + std::string(kind);
    }
    return gathering.add(std::move(piece));
  }

  // Parts without words, which the editor shows besides.
  static constexpr std::string_view state_kinds =
      "agentDetection|clearToPreviousToolInvocation|codeCitation|codeblockUri|command|"
      "confirmation|contentReference|elicitation|elicitation2|elicitationSerialized|extensions|"
      "hook|inlineReference|mcpServersStarting|move|multiDiffData|prepareToolInvocation|"
      "progressTask|progressTaskResult|progressTaskSerialized|pullRequest|reference|references|"
      "treeData|undoStop|usedContext";

  json::value session_;
};

}  // namespace

Result<void> read_copilot(const Source& source, const Files& files, const ConversationSink& sink) {
  const auto begin = [&](const SourceFile& file) {
    Conversation head;
    // "session-state/ID/events.jsonl", before "session-state/ID.jsonl".
    head.id = file.base_name() == "events.jsonl" ? source.folder_name(file) : stem(file);
    return head;
  };
  return read_sessions(source, files, sink, begin, take_event);
}

Result<void> read_vscode(const Source& source, const Files& files, const ConversationSink& sink) {
  for (const SourceFile* file : files) {
    EditorSession session;
    TRY_VOID(take_file(source, *file, sink, session));
    TRY_VOID(session.finish(stem(*file), folder_of_editor(source, *file), sink));
  }
  return {};
}

}  // namespace aim::mine
