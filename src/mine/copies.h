// Messages that stand in several sessions: forks and resumed sessions begin with the messages of
// the session they came from. Each counts once, in the session that is read first.
// Knows: conversations. Must not know: formats.
// Memory: two hashes a piece.
#pragma once
#include <unordered_map>
#include <unordered_set>

#include "mine/conversation.h"
#include "mine/source.h"

namespace aim::mine {

class Copies {
 public:
  // Pieces that were seen before become PieceKind::copy: by id, time and text, and in a fork also
  // by the text and all that was said before.
  void mark(Conversation& conversation);

 private:
  std::unordered_set<std::uint64_t> seen_;
  std::uint64_t said_before_ = 0;  // hash of the session at hand so far
};

// Sessions that say they are forks come behind those that do not.
Result<Files> originals_first(const Source& source, const Files& files);

// Marks the pieces of a conversation that were rewritten: where a question was edited or an answer
// asked for again, the version counts that leads to the last message.
// Pure.

// Pieces of left branches become PieceKind::branch. Messages whose parents are not known stay.
void follow_branches(Conversation& conversation);

// The messages of a channel that its memories hold (known_messages.cpp). An export of a channel
// holds the days that somebody chose: neither its place in the file nor its number says whether a
// message is known, its day and its words do. Cost: linear in the texts.

class KnownMessages {
 public:
  // The content of a memory, as memories_of() made it.
  void add(std::string_view content);

  // Messages that are known become copies, each as often as memories hold it. Returns how many
  // pieces became copies.
  std::size_t mark(Conversation& conversation);

 private:
  std::unordered_map<std::uint64_t, std::size_t> left_;  // how often, by day and text
};

}  // namespace aim::mine
