// How often phrases stand in a memory, read from its texts where no index says so: the same counts
// as an index gives.
// Cost: about 100 MB of texts a second.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "store/types.h"

namespace aim::store {

class PhraseCounts {
 public:
  struct Count {
    std::uint8_t title = 0, body = 0;
    bool any() const { return title + body > 0; }
  };

  // `phrases` must outlive it.
  PhraseCounts(std::span<const Phrase> phrases, Terms terms);

  // Of each phrase, bounded as a Posting's. Reads title, content, tags and metadata of the memory.
  const std::vector<Count>& of(const Memory& memory);

 private:
  // Positions of the terms of each phrase.
  using Places = std::vector<std::vector<std::vector<std::size_t>>>;

  void read(std::string_view text);
  std::uint8_t count(std::size_t phrase) const;

  std::span<const Phrase> phrases_;
  Terms terms_;
  Places places_;
  std::vector<Count> counts_;
};

}  // namespace aim::store
