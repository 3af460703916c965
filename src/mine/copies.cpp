#include "mine/copies.h"

#include <algorithm>

#include "base/hash.h"

namespace aim::mine {
namespace {

constexpr std::size_t looked_at = 16 * 1'024;  // of a file's beginning

std::uint64_t hash_of(std::string before, const TalkPiece& piece) {
  before.append(1, static_cast<char>('a' + static_cast<int>(piece.kind)));
  return stable_hash(before.append(piece.text));
}

}  // namespace

void Copies::mark(Conversation& conversation) {
  if (!conversation.continues)
    said_before_ = 0;
  for (TalkPiece& piece : conversation.pieces) {
    if (piece.text.empty())
      continue;
    const std::string time =
        piece.said_at ? std::to_string(piece.said_at->time_since_epoch().count()) : "";
    const std::uint64_t own = hash_of(piece.id + '\n' + time + '\n', piece);
    const std::uint64_t chain = hash_of(std::to_string(said_before_) + '\n', piece);
    said_before_ = chain;
    const bool known = !piece.id.empty() && !seen_.insert(own).second;
    if ((!seen_.insert(chain).second && conversation.forked) || known) {
      piece.kind = PieceKind::copy;
      piece.text = {};
    }
  }
}

Result<Files> originals_first(const Source& source, const Files& files) {
  Files originals, forks;
  for (const SourceFile* file : files) {
    const auto begin = source.beginning(*file, looked_at);
    const bool fork = begin && (begin->find("\"forkedFrom\"") != std::string::npos ||
                                begin->find("\"forked_from_id\":\"") != std::string::npos ||
                                begin->find("\"forked_from_id\": \"") != std::string::npos);
    (fork ? forks : originals).push_back(file);
  }
  originals.insert(originals.end(), forks.begin(), forks.end());
  return originals;
}

}  // namespace aim::mine
