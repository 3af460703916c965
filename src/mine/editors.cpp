// Sessions of Cursor's agent (agent-transcripts, 2026-02; read 2026-03), a message a line; of Cline
// and its relatives (api_conversation_history.json, version 3; read 2026-03), a list of messages;
// and of Aider (.aider.chat.history.md, version 0.86; read 2026-03), Markdown.
#include <boost/json.hpp>

#include "base/timestamp.h"
#include "mine/blocks.h"
#include "mine/fit.h"
#include "mine/format.h"
#include "mine/program_text.h"
#include "mine/values.h"

namespace aim::mine {
namespace {

namespace json = boost::json;

// Cline puts words of the person into elements and results of tools, and the state of its editor
// behind them.
std::string_view words_of_person(std::string_view text) {
  for (const std::string_view name : {"task", "feedback", "answer", "user_message"}) {
    const std::string open = "<" + std::string(name) + ">", close = "</" + std::string(name) + ">";
    const std::size_t begin = text.find(open), end = text.find(close);
    if (begin != text.npos && end != text.npos && begin < end)
      return trimmed(text.substr(begin + open.size(), end - begin - open.size()));
  }
  return {};
}

// {role, content} or {role, message: {content}}, the content a text or blocks.
Result<void> take_message(const json::value& record, ConversationBuilder& gathering,
                          std::size_t number) {
  const std::string_view role = text_at(record, "role");
  const json::value* message = member(record, "message");
  const json::value* content = member(message ? *message : record, "content");
  TalkPiece like{role == "assistant" ? PieceKind::assistant : PieceKind::person,
                 std::to_string(number),
                 std::string(role),
                 {},
                 time_at(record, "ts"),
                 {}};
  if (!content || (role != "user" && role != "assistant")) {
    like.kind = PieceKind::unknown;
    like.text = "message of " + std::string(role);
    return gathering.add(std::move(like));
  }
  const auto take_block = [&](const json::value& block) -> Result<void> {
    TalkPiece piece = piece_of_block(block, like);
    if (piece.kind == PieceKind::tool_result)
      if (const std::string_view said = words_of_person(piece.text); !said.empty()) {
        piece.kind = PieceKind::person;
        piece.text = std::string(said);
      }
    if (piece.kind != PieceKind::person || role != "user")
      return gathering.add(std::move(piece));
    if (const std::string_view said = words_of_person(piece.text); !said.empty())
      piece.text = std::string(said);
    else if (piece.text.starts_with("["))  // "[read_file for 'x'] Result:"
      if (piece.text.find("] Result:") != std::string::npos)
        piece.kind = PieceKind::tool_result;
    return piece.kind == PieceKind::person ? add_prompt(piece, gathering)
                                           : gathering.add(std::move(piece));
  };
  if (!content->is_array())
    return take_block(*content);
  for (const json::value& block : content->get_array()) TRY_VOID(take_block(block));
  return {};
}

Result<void> read_messages(const Source& source, const SourceFile& file, std::string id,
                           const ConversationSink& sink) {
  Conversation head;
  head.id = std::move(id);
  ConversationBuilder gathering(std::move(head), sink);
  std::size_t number = 0;
  return read_session(source, file, sink, gathering, [&](const json::value& record) {
    return take_message(record, gathering, ++number);
  });
}

// "# aider chat started at 2025-03-01 10:00:00" begins a session; "#### " is what the person said,
// "> " what the program said, the rest the assistant.
class AiderHistory {
 public:
  AiderHistory(const SourceFile& file, const ConversationSink& sink) : file_(file), sink_(sink) {}

  Result<void> take(std::string_view line) {
    constexpr std::string_view start = "# aider chat started at ";
    if (line.starts_with(start)) {
      TRY_VOID(finish());
      started_ = line.substr(start.size());
      return {};
    }
    if (line.starts_with("####"))
      return append(PieceKind::person, trimmed(line.substr(4)));
    if (line.starts_with("> "))
      return append(PieceKind::program, line.substr(2));
    return append(
        kind_ == PieceKind::person || kind_ == PieceKind::program ? PieceKind::assistant : kind_,
        line);
  }

  Result<void> finish() {
    TRY_VOID(end_piece());
    if (pieces_.empty())
      return {};
    Conversation head;
    head.id = file_.name + "#" + started_;
    if (const auto time = parse_date_or_time(std::string(started_.substr(0, 10)), "started"))
      head.started = time->time;
    ConversationBuilder gathering(std::move(head), sink_);
    for (TalkPiece& piece : std::exchange(pieces_, {})) TRY_VOID(gathering.add(std::move(piece)));
    return gathering.finish();
  }

 private:
  Result<void> append(PieceKind kind, std::string_view line) {
    if (kind == PieceKind::assistant && kind_ != kind && trimmed(line).empty())
      return {};
    if (kind != kind_)
      TRY_VOID(end_piece());
    kind_ = kind;
    text_.append(line).append("\n");
    return {};
  }
  Result<void> end_piece() {
    if (!trimmed(text_).empty())
      pieces_.push_back({kind_,
                         {},
                         kind_ == PieceKind::person ? "user" : "assistant",
                         std::string(trimmed(text_)),
                         {},
                         {}});
    text_.clear();
    kind_ = PieceKind::assistant;
    return {};
  }

  const SourceFile& file_;
  const ConversationSink& sink_;
  std::string started_, text_;
  PieceKind kind_ = PieceKind::assistant;
  std::vector<TalkPiece> pieces_;
};

}  // namespace

Result<void> read_cursor(const Source& source, const Files& files, const ConversationSink& sink) {
  for (const SourceFile* file : files) TRY_VOID(read_messages(source, *file, stem(*file), sink));
  return {};
}

Result<void> read_cline(const Source& source, const Files& files, const ConversationSink& sink) {
  // "tasks/1700000000000/api_conversation_history.json": the folder is the task.
  for (const SourceFile* file : files)
    TRY_VOID(read_messages(
        source, *file,
        file->folder().empty() ? stem(*file) : std::string(last_part(file->folder())), sink));
  return {};
}

Result<void> read_aider(const Source& source, const Files& files, const ConversationSink& sink) {
  for (const SourceFile* file : files) {
    AiderHistory history(*file, sink);
    LineCutter lines(
        max_value_bytes, [&](std::string_view line) { return history.take(line); },
        [&] { return sink.unreadable(file->name, "a line is too long"); });
    TRY_VOID(source.read(*file, [&](std::string_view piece) {
      if (sink.read)
        sink.read(piece.size());
      return lines.feed(piece);
    }));
    TRY_VOID(lines.finish());
    TRY_VOID(history.finish());
  }
  return {};
}

}  // namespace aim::mine
