#include "mine/conversation.h"

#include "base/utf8.h"

namespace aim::mine {
namespace {

constexpr std::size_t stretch_bytes = std::size_t{16} * 1'024 * 1'024;

bool needs_text(PieceKind kind) {
  return kind == PieceKind::person || kind == PieceKind::assistant ||
         kind == PieceKind::attachment || kind == PieceKind::document ||
         kind == PieceKind::tool_call || kind == PieceKind::tool_result ||
         kind == PieceKind::unknown;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(std::string_view(" \t\r\n\0", 5)) == text.npos;
}

void cut_tool_text(std::string& text) {
  constexpr std::size_t room = 40;
  if (text.size() <= max_tool_bytes)
    return;
  const std::size_t kept = utf8::cut(text, max_tool_bytes - room).size();
  const std::string rest = std::to_string(text.size() - kept);
  text.resize(kept);
  text.append("\n… (").append(rest).append(" bytes more)");
}

}  // namespace

void clean(Conversation& conversation, Cleaner& cleaner) {
  conversation.title = cleaner.text(conversation.title);
  conversation.summary = cleaner.text(conversation.summary);
  for (std::string& tag : conversation.tags) tag = cleaner.text(tag);
  for (TalkPiece& piece : conversation.pieces) {
    piece.speaker = cleaner.text(piece.speaker);
    piece.text = cleaner.text(piece.text);
  }
}

ConversationBuilder::ConversationBuilder(Conversation head, const ConversationSink& sink)
    : sink_(sink), conversation_(std::move(head)) {}

Result<void> ConversationBuilder::add_like(TalkPiece piece, PieceKind kind, std::string text) {
  piece.kind = kind;
  piece.text = std::move(text);
  return add(std::move(piece));
}

Result<void> ConversationBuilder::add(TalkPiece piece) {
  if (piece.kind == PieceKind::tool_call || piece.kind == PieceKind::tool_result)
    cut_tool_text(piece.text);
  if (!needs_text(piece.kind))
    piece.text = {};
  else if (is_blank(piece.text) && piece.kind != PieceKind::unknown)
    piece.kind = PieceKind::blank;
  bytes_ += piece.text.size() + piece.id.size() + piece.parent.size() + sizeof(TalkPiece);
  conversation_.pieces.push_back(std::move(piece));
  return bytes_ < stretch_bytes ? Result<void>() : hand_on();
}

Result<void> ConversationBuilder::finish() {
  return conversation_.pieces.empty() ? Result<void>() : hand_on();
}

Result<void> ConversationBuilder::hand_on() {
  std::vector<TalkPiece> pieces = std::exchange(conversation_.pieces, {});
  Conversation stretch = conversation_;
  stretch.pieces = std::move(pieces);
  stretch.continues = std::exchange(handed_on_, true);
  bytes_ = 0;
  return sink_.take(std::move(stretch));
}

}  // namespace aim::mine
