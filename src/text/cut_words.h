// The tokens of a text as an index takes them, kept: they may be cut before it is their turn, and
// by another thread.
// Knows: words.h. Must not know: who indexes.
// Threads: cut_words() from any thread. Cost: as tokenize(), but each word is looked at once.
#pragma once
#include <cstring>

#include "base/std.h"

namespace aim::text {

class CutWords {
 public:
  void add(std::string_view term, bool colocated) {
    const std::uint32_t head = static_cast<std::uint32_t>(term.size()) << 1U | (colocated ? 1 : 0);
    bytes_.append(reinterpret_cast<const char*>(&head), sizeof head);
    bytes_.append(term);
  }
  void clear() { bytes_.clear(); }
  bool empty() const { return bytes_.empty(); }

  // Each token in order, as use(term, colocated), which says false to end. False: it did.
  template <class Use>
  bool each(Use use) const {
    for (std::size_t at = 0; at < bytes_.size();) {
      std::uint32_t head = 0;
      std::memcpy(&head, bytes_.data() + at, sizeof head);
      at += sizeof head;
      if (!use(std::string_view(bytes_).substr(at, head >> 1U), (head & 1U) != 0))
        return false;
      at += head >> 1U;
    }
    return true;
  }

 private:
  std::string bytes_;  // of each token its size and whether it is colocated, and the token
};

// The tokens of tokenize() (words.h) but for the fillers (stop_words.h), which no index holds.
void cut_words(std::string_view text, CutWords& into);

}  // namespace aim::text
