// What is kept of a conversation: memories, each at most as long as a memory may be, in order
// (S12). The same conversation always gives memories of the same ids, so that what was mined before
// is known again; one that has grown gives the same ones, the last of them longer, and perhaps
// more.
// Knows: memories and their limits. Must not know: formats of exports, the database.
// Pure. Source: S12, S14, S21; wire.md 4.3.
#pragma once
#include "memory/memory.h"
#include "mine/conversation.h"
#include "mine/format.h"

namespace aim::mine {

struct Message;

// A message as a memory shows it: "[Ann]: …".
std::string shown_line(const Message& message);

struct Mined {
  Memory memory;
  std::size_t messages = 0, pieces = 0;
  std::optional<Time> last_said;
};

struct Wanted {
  std::string name_space;
  Tier tier = Tier::mid_term;
  // The namespace's name that ids are made of, where an earlier one made them; empty: its own.
  std::string name_in_ids = {};
};

// Memories of a conversation or the next stretch of one; `parts` came before them. Every text fits
// the limits of A4.
std::vector<Mined> memories_of(const Conversation& conversation, const Wanted& wanted,
                               std::size_t parts = 0);

// The id of a part of a conversation, counted from 1, and its title here.
std::string id_of_part(Format format, const std::string& name_space,
                       const std::string& conversation, std::size_t part);
std::string title_here(const Conversation& conversation);

// How many pieces at the beginning of a conversation stand in a memory, behind so many bytes of it,
// which grow by them; as messages, whole.
std::size_t pieces_in(const Conversation& conversation, std::string_view content,
                      std::size_t& bytes);

// "claude-export", "slack-export", …
std::string default_name_space(Format format);

// Its messages, and the bytes of their text, copies of other sessions included.
struct Size {
  std::size_t messages = 0, bytes = 0;
};
Size size_of(const Conversation& conversation);

}  // namespace aim::mine
