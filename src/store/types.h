// What a store and ranking say to each other: namespaces by number, words and where they stand,
// passages and vectors.
// Knows: numbers. Must not know: how a backend keeps them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memory/memory.h"

namespace aim::store {

struct NamespaceRow {
  std::int64_t number = 0;
  std::string name;
  std::int64_t memories = 0;
  std::int64_t bytes = 0;  // of text, as the length codes say
};

// What a ranking by age, priority and use reads of a memory, without its texts.
struct UseSignals {
  Key key = 0;
  std::int64_t priority = 5, access_count = 0;
  Time created_at{};
};

// ---- words ----

// A phrase: terms that follow each other; most have one.
using Phrase = std::vector<std::string>;
inline constexpr std::size_t max_terms = 64;  // of a question: texts without spaces have many

// ---- passages ----

// The place of a passage and of its vectors.
using Slot = std::int64_t;

// Slots that follow each other and that a store reads at once; how many is the store's to say.
struct Block {
  Slot begin = 0, count = 0;
  auto operator<=>(const Block&) const = default;
};

// What ranking knows of one passage. Kept as it is, little endian.
struct PassageMeta {
  static constexpr std::uint16_t dialogue =
      1;  // a line that leans on its neighbours (memory/conversation_line.h)

  Key key = 0;                   // 0: the slot is free
  std::uint64_t text = 0;        // hash of the text to embed
  std::uint32_t name_space = 0;  // its number
  std::uint32_t session = 0;     // hash; 0: none
  std::uint32_t speaker = 0;     // hash; 0: not known
  std::int32_t minute = 0;       // when it was said, since 1970
  std::uint16_t part = 0;        // which passage of its memory
  std::uint8_t flags = 0;
  std::uint8_t asks = 0;  // share of questions in a line of dialogue, in 255ths
  std::uint32_t spare = 0;

  friend bool operator==(const PassageMeta&, const PassageMeta&) = default;
};
static_assert(sizeof(PassageMeta) == 40);

// ---- vectors ----

// The vectors of one model.
struct Channel {
  std::int64_t number = 0;
  std::string model, engine;
  std::size_t dimension = 0;
  bool precise = false;  // a second byte a number is kept for scoring the best again

  // Whether its vectors may be compared with those.
  bool is_of(std::string_view by_model, std::string_view by_engine, std::size_t numbers) const {
    return model == by_model && engine == by_engine && dimension == numbers;
  }
};

struct VectorHead {
  std::uint64_t text = 0;  // hash of the text it was made from; 0: there is none
  float scale =
      0;  // number = scale · (high + low / 256); 0: the text means nothing, or it could not be made
  std::uint32_t failed = 0;  // see Failed; 0: it was made

  friend bool operator==(const VectorHead&, const VectorHead&) = default;
};
static_assert(sizeof(VectorHead) == 16);

struct VectorRow {
  VectorHead head;
  std::vector<std::int8_t> high, low;  // low: of precise channels only
};
using SlotRow = std::pair<Slot, const VectorRow*>;

}  // namespace aim::store
