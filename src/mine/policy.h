// Decides what becomes of each kind of piece: a part of a memory, a turn of a transcript, a title,
// or a count of what was left out. The one place that decides so, for every format. Knows:
// conversations, roles of turns. Must not know: formats of exports, the database. Pure. Source: X1,
// X2.
#pragma once
#include "memory/transcript.h"
#include "mine/conversation.h"

namespace aim::mine {

enum class Use { memories, turns, turns_without_tools };

// Pieces that are taken, those of one message joined.
struct Message {
  std::string id, speaker, text;
  std::optional<Time> said_at;
  Role role = Role::user;
  std::size_t pieces = 1;
};
bool is_taken(PieceKind kind, Use use);
std::vector<Message> messages_of(const Conversation& conversation, Use use);

// The first of the pieces that are taken become PieceKind::copy.
void mark_copies(Conversation& conversation, Use use, std::size_t pieces);

// Whether it holds words that belong into memory however few they are.
bool is_document(const Conversation& conversation);

// The title that a person gave, else a summary, else the first line a person said; may be empty.
std::string_view title_of(const Conversation& conversation);

// Every piece of what was read is counted in one of these.
struct Tally {
  std::int64_t taken = 0;
  std::map<std::string, std::int64_t, std::less<>> skipped;         // by reason
  std::map<std::string, std::int64_t, std::less<>> not_understood;  // by the name of their type

  // Counts the pieces that are not taken.
  void add_rest(const Conversation& conversation, Use use);
  void skip(std::string_view reason, std::int64_t count);
  std::int64_t total() const;
};

}  // namespace aim::mine
