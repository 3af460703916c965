// Gemini CLI's sessions (~/.gemini/tmp/…/chats, versions 0.1 to 0.30; read 2026-03): one object, or
// records of what changes: a message of a known id replaces it, $set.messages replaces all,
// $rewindTo takes back that message and all behind it. So a session is read whole before it is
// handed on. And the sessions of Qwen Code, whose messages hold the same parts.
#include <boost/json.hpp>
#include <unordered_map>

#include "base/hash.h"
#include "mine/blocks.h"
#include "mine/fit.h"
#include "mine/format.h"
#include "mine/places.h"
#include "mine/values.h"
#include "text/json_text.h"

namespace aim::mine {
namespace {

constexpr std::string_view files_begin = "--- Content from referenced files ---";

// Parts behind `files_begin` are files that the program put in because the prompt names them.
std::vector<TalkPiece> pieces_of_content(const json::value& content, const TalkPiece& like) {
  std::vector<TalkPiece> pieces;
  bool of_files = false;
  const auto add = [&](TalkPiece piece) {
    if (piece.text.find(files_begin) != std::string::npos)
      of_files = true;
    if (of_files)
      piece.kind = PieceKind::tool_result;
    if (piece.kind != PieceKind::person)
      return pieces.push_back(std::move(piece));
    for (TalkPiece& each : pieces_of_prompt(piece)) pieces.push_back(std::move(each));
  };
  if (content.is_array())
    for (const json::value& part : content.get_array()) add(piece_of_part(part, like));
  else if (content.is_string() || content.is_object())
    add(piece_of_part(content, like));
  if (pieces.empty()) {
    pieces.push_back(like);
    pieces.back().kind = PieceKind::blank;
  }
  return pieces;
}

using ByHash = std::optional<std::map<std::string, std::string>>;

// Versions before 0.20 keep the hash of the folder alone: one of those in the same home folder.
// `known` is filled when it is first needed.
std::string folder_of_hash(const std::filesystem::path& session, const std::string& hash,
                           ByHash& known) {
  const auto program = session.parent_path().parent_path().parent_path().parent_path();
  if (hash.size() != sha256_hex({}).size() || program.filename() != ".gemini")
    return {};
  if (!known) {
    known.emplace();
    for (std::string& each : likely_projects(program.parent_path())) {
      std::string its_hash = sha256_hex(each);
      known->try_emplace(std::move(its_hash), std::move(each));
    }
  }
  const auto found = known->find(hash);
  return found == known->end() ? std::string() : found->second;
}

// The folder of "tmp/NAME/chats/session.json": it is in tmp/NAME/.project_root, or among the
// folders that the program knows, by its name or its hash.
std::string folder_of_project(const Source& source, const SourceFile& file, ByHash& known_hashes) {
  const std::string root = source.text_beside(file, "../.project_root");
  if (!trimmed(root).empty())
    return std::string(trimmed(root));
  const auto path = source.path_of(file);
  const auto name = (path.empty() ? std::filesystem::path(file.name) : path)
                        .parent_path()
                        .parent_path()
                        .filename();
  for (const char* list : {"../../../projects.json", "../../../trustedFolders.json"}) {
    const auto parsed = text::parse_json(source.text_beside(file, list));
    const json::value* projects = parsed ? member(*parsed, "projects") : nullptr;
    const json::value* known = projects || !parsed ? projects : &*parsed;
    if (known && known->is_object())
      for (const auto& [folder, called] : known->get_object())
        if ((called.is_string() && called.get_string() == name.string()) ||
            sha256_hex(folder) == name.string())
          return folder;
  }
  return folder_of_hash(path, name.string(), known_hashes);
}

class GeminiSession {
 public:
  GeminiSession(std::string id, std::string_view folder) {
    head_.id = std::move(id);
    add_place(head_, folder);
  }

  void take(const json::value& record) {
    if (const std::string_view target = text_at(record, "$rewindTo"); !target.empty())
      return rewind(target);
    const json::value* set = member(record, "$set");
    take_head(set ? *set : record);
    const json::value* all = member(set ? *set : record, "messages");
    if (all && all->is_array()) {
      ++states_;
      messages_.clear();
      places_.clear();
      for (const json::value& each : all->get_array()) take_message(each);
      return;
    }
    if (member(record, "type"))
      take_message(record);
    else
      ++states_;
  }

  // Of a file that is one object, member by member.
  void take_member(std::string_view name, const json::value& value) {
    if (name == "messages")
      return take_message(value);
    ++states_;
    take_head(json::object{{name, value}});
  }

  Result<void> finish(const ConversationSink& sink) {
    ConversationBuilder gathering(std::move(head_), sink);
    for (; states_ > 0; --states_) TRY_VOID(gathering.add({.kind = PieceKind::state}));
    for (auto& [id, pieces] : messages_)
      for (TalkPiece& each : pieces) {
        if (sub_agent_)
          each.kind = PieceKind::sub_agent;
        TRY_VOID(gathering.add(std::move(each)));
      }
    return gathering.finish();
  }

 private:
  struct Entry {
    std::string id;
    std::vector<TalkPiece> pieces;
  };

  void take_head(const json::value& record) {
    if (const std::string_view id = text_at(record, "sessionId"); !id.empty())
      head_.id = id;
    if (const std::string_view summary = text_at(record, "summary"); !summary.empty())
      head_.summary = summary;
    if (const auto time = time_at(record, "startTime"))
      head_.started = time;
    if (const json::array& folders = list_at(record, "directories");
        !folders.empty() && folders.front().is_string())
      add_place(head_, folders.front().get_string());
    sub_agent_ = sub_agent_ || text_at(record, "kind") == "subagent";
  }

  void take_message(const json::value& record) {
    const std::string_view kind = text_at(record, "type");
    Entry entry{std::string(text_at(record, "id")), {}};
    TalkPiece like{PieceKind::program,           entry.id, std::string(kind), {},
                   time_at(record, "timestamp"), {}};
    if (kind == "user" || kind == "gemini") {
      like.kind = kind == "user" ? PieceKind::person : PieceKind::assistant;
      entry.pieces = pieces_of_content(value_at(record, "content"), like);
      add_tools(record, like, entry.pieces);
    } else {
      if (kind != "info" && kind != "error" && kind != "warning") {
        like.kind = PieceKind::unknown;
        like.text = "message " + std::string(kind);
      }
      entry.pieces.push_back(like);
    }
    const auto [place, fresh] = places_.try_emplace(entry.id, messages_.size());
    if (fresh || entry.id.empty())
      messages_.push_back(std::move(entry));
    else
      messages_[place->second] = std::move(entry);
  }

  static void add_tools(const json::value& record, TalkPiece like, std::vector<TalkPiece>& pieces) {
    like.kind = PieceKind::thought;
    pieces.insert(pieces.end(), list_at(record, "thoughts").size(), like);
    for (const json::value& call : list_at(record, "toolCalls")) {
      like.kind = PieceKind::tool_call;
      like.text = call_text(text_at(call, "name"), value_at(call, "args"));
      pieces.push_back(like);
      for (const json::value& each : list_at(call, "result")) {
        pieces.push_back(piece_of_part(each, like));
        pieces.back().kind = PieceKind::tool_result;
      }
    }
  }

  void rewind(std::string_view id) {
    ++states_;
    const auto place = places_.find(std::string(id));
    if (place == places_.end())
      return;
    const std::size_t first = place->second;
    for (std::size_t at = first; at < messages_.size(); ++at)
      for (TalkPiece& piece : messages_[at].pieces) piece.kind = PieceKind::branch;
    std::erase_if(places_, [&](const auto& each) { return each.second >= first; });
  }

  Conversation head_;
  std::vector<Entry> messages_;
  std::unordered_map<std::string, std::size_t> places_;  // of messages, by id
  std::size_t states_ = 0;
  bool sub_agent_ = false;
};

// {uuid, parentUuid, sessionId, type, cwd, message: {role, parts}}
Result<void> take_qwen(const json::value& record, ConversationBuilder& gathering, std::size_t) {
  const std::string_view kind = text_at(record, "type");
  TalkPiece like{PieceKind::program,
                 std::string(text_at(record, "uuid")),
                 std::string(kind),
                 {},
                 time_at(record, "timestamp"),
                 std::string(text_at(record, "parentUuid"))};
  Conversation& head = gathering.head();
  add_place(head, text_at(record, "cwd"));
  if (text_at(record, "subtype") == "custom_title")
    head.title = text_at(value_at(record, "systemPayload"), "customTitle");
  const json::value* parts = member(value_at(record, "message"), "parts");
  if (kind == "user")
    like.kind = PieceKind::person;
  else if (kind == "assistant")
    like.kind = PieceKind::assistant;
  else if (kind == "tool_result")
    like.kind = PieceKind::tool_result;
  else if (kind != "system") {
    like.kind = PieceKind::unknown;
    like.text = "record " + std::string(kind);
  }
  if (!parts || like.kind == PieceKind::program || like.kind == PieceKind::unknown)
    return gathering.add(std::move(like));
  for (TalkPiece& each : pieces_of_content(*parts, like)) TRY_VOID(gathering.add(std::move(each)));
  return {};
}

}  // namespace

Result<void> read_gemini(const Source& source, const Files& files, const ConversationSink& sink) {
  ByHash known_hashes;
  for (const SourceFile* file : files) {
    GeminiSession session(stem(*file), folder_of_project(source, *file, known_hashes));
    TRY_VOID(take_file(source, *file, sink, session));
    TRY_VOID(session.finish(sink));
  }
  return {};
}

Result<void> read_qwen(const Source& source, const Files& files, const ConversationSink& sink) {
  const auto begin = [](const SourceFile& file) {
    Conversation head = named_by_file(file);
    head.branches = Branches::of_prompts;
    return head;
  };
  return read_sessions(source, files, sink, begin, take_qwen);
}

}  // namespace aim::mine
