// Sessions of Cursor's agent (agent-transcripts, 2026-02; read 2026-03), a message a line; and of
// Aider (.aider.chat.history.md, version 0.86; read 2026-03), Markdown.
#include <boost/json.hpp>

#include "base/timestamp.h"
#include "mine/blocks.h"
#include "mine/fit.h"
#include "mine/format.h"
#include "mine/values.h"

namespace aim::mine {
namespace {

namespace json = boost::json;

// {role, message: {content}}, the content a text or blocks.
Result<void> take_cursor(const json::value& record, ConversationBuilder& gathering,
                         std::size_t number) {
  const std::string_view role = text_at(record, "role");
  const json::value* content = member(value_at(record, "message"), "content");
  TalkPiece like{role == "assistant" ? PieceKind::assistant : PieceKind::person,
                 std::to_string(number),
                 std::string(role),
                 {},
                 time_at(record, "ts"),
                 {}};
  if (!content || (role != "user" && role != "assistant"))
    return gathering.add_like(std::move(like), PieceKind::unknown,
                              "message of " + std::string(role));
  const auto take_block = [&](const json::value& block) {
    TalkPiece piece = piece_of_block(block, like);
    return piece.kind == PieceKind::person ? add_prompt(piece, gathering)
                                           : gathering.add(std::move(piece));
  };
  if (!content->is_array())
    return take_block(*content);
  for (const json::value& block : content->get_array()) TRY_VOID(take_block(block));
  return {};
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
      fenced_ = false;
      started_ = line.substr(start.size());
      return {};
    }
    constexpr std::string_view edited = "> Applied edit to ";
    if (line.starts_with("```"))
      fenced_ = !fenced_;
    else if (line.starts_with("> "))
      fenced_ = false;
    if (line.starts_with(edited)) {
      TRY_VOID(end_piece());
      pieces_.push_back({PieceKind::tool_call,
                         {},
                         "assistant",
                         "edit\n" + std::string(trimmed(line.substr(edited.size()))),
                         {},
                         {}});
      return {};
    }
    if (line.starts_with("####") && !fenced_)
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
    if (const auto time = parse_foreign_time(trimmed(started_), "started"))
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
  bool fenced_ = false;  // in code of the assistant
  PieceKind kind_ = PieceKind::assistant;
  std::vector<TalkPiece> pieces_;
};

}  // namespace

Result<void> read_cursor(const Source& source, const Files& files, const ConversationSink& sink) {
  return read_sessions(source, files, sink, named_by_file, take_cursor);
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
