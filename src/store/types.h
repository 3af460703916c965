// What a store and ranking say to each other: namespaces by number, words and where they stand,
// passages and vectors.
// Knows: numbers. Must not know: how a backend keeps them.
#pragma once
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

// A memory of the index: its namespace, key and the code of its length (memory/score.h),
// packed.
struct Doc {
  static constexpr int length_bits = 7, key_bits = 36, name_space_bits = 20;
  static constexpr std::int64_t pack(std::int64_t name_space, std::int64_t key, int length_code) {
    return (name_space << (key_bits + length_bits)) | (key << length_bits) | length_code;
  }
  static constexpr std::int64_t key(std::int64_t doc) {
    return (doc >> length_bits) & ((std::int64_t{1} << key_bits) - 1);
  }
  static constexpr std::int64_t name_space(std::int64_t doc) {
    return doc >> (key_bits + length_bits);
  }
  static constexpr int length_code(std::int64_t doc) { return static_cast<int>(doc & 127); }
  // Whether a key can be one; 0, which is nobody's, included.
  static constexpr bool is_key(Key key) { return key >= 0 && key < (Key{1} << key_bits); }
};

// Whether a namespace is among these; where none is named, all are.
bool is_named(std::int64_t name_space, std::span<const std::int64_t> name_spaces);

// One term in one memory: how often it stands in the title, and in content and tags together;
// counted up to max_counted.
inline constexpr int max_counted = 12;  // BM25 hardly feels more, and "the" stands everywhere

struct Posting {
  std::int64_t doc;
  std::uint8_t title, body;
};

// What the terms of phrases are.
enum class Terms { words, beginnings, beginnings_in_titles };

// Which memories are meant: those that hold any of the phrases, or all of them.
struct WordQuery {
  std::span<const Phrase> phrases = {};
  bool all = false;
  Terms terms = Terms::words;
};

// The postings of each phrase in the memories that are meant, of the namespaces named (none: of
// all). With `whole_lists` the phrases' whole lists are walked, which is several times faster a row
// when most of the index is asked for; the lists then also hold memories that are not meant.
struct TextQuery {
  WordQuery words;
  std::span<const std::int64_t> name_spaces = {};
  bool whole_lists = false;  // only for phrases of words
};

// The next memories whose entries were made by older rules of words, at most so many, get new ones.
struct Reindexed {
  std::int64_t done = 0, left = 0;
};

struct Scored {
  Key key;
  double bm25;  // smaller is better, negative
};

inline constexpr std::size_t all_ranked = SIZE_MAX;
// Leaves the best `most`, and all that are as good as the last of them; in no order.
void keep_best(std::vector<Scored>& ranked, std::size_t most);

// ---- passages ----

// The place of a passage and of its vectors.
using Slot = std::int64_t;

// Slots that follow each other, which a store reads and notes changes of at once.
struct Block {
  Slot begin = 0, count = 0;
  auto operator<=>(const Block&) const = default;
};
inline constexpr Slot slots_a_block = 64;
constexpr Block block_of(Slot slot) {
  return {slot - slot % slots_a_block, slots_a_block};
}
// By its number: the first is 0.
constexpr Block block_at(std::int64_t number) {
  return {number * slots_a_block, slots_a_block};
}

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

// Bytes of one slot in a block of BlockReader::rows().
constexpr std::size_t vector_row_bytes(const Channel& channel) {
  return sizeof(VectorHead) + channel.dimension;
}

// How often a vector could not be made, and when that is to be tried again: twice as late each
// time.
struct Failed {
  std::uint32_t times = 0;
  std::int64_t next_try = 0;  // minutes since 1970
};
Failed failed_of(const VectorHead& head);
std::uint32_t failed_again(const VectorHead& head, std::int64_t minute);

struct BlockChange {
  std::int64_t channel = 0;
  Block block;
  std::int64_t seq = 0;
};

// The vectors of a memory, one a passage.
struct MemoryVectors {
  Key key = 0;
  std::vector<VectorRow> rows;
};

// The order in which many memories are written at once: the text index takes them best namespace by
// namespace (each backend keeps the words of one together), and within one as they came, so that of
// two of one title the later one holds.

// `name_space_of`: of one row.
template <class Rows, class NameSpaceOf>
void put_in_write_order(Rows& rows, NameSpaceOf name_space_of) {
  std::ranges::stable_sort(rows, {}, name_space_of);
}

}  // namespace aim::store
