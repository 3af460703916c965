// The messages of a channel that its memories hold. An export of a channel holds the days that
// somebody chose: neither its place in the file nor its number says whether a message is known, its
// day and its words do.
// Knows: how memories show messages (mine/memories.h). Must not know: the database.
// Threads: each object by one at a time. Cost: linear in the texts.
#pragma once
#include <unordered_map>

#include "mine/conversation.h"

namespace aim::mine {

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
