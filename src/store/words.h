// The full-text index: which memories hold which words, how often, in title or body.
// Must not know: weights and scores (engine/search, memory/score.h).
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/types.h"

namespace aim::store {

// A memory of the index: its namespace, key and the code of its length (memory/length_code.h),
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

struct Ranked {
  Key key;
  double bm25;  // smaller is better, negative
};

inline constexpr std::size_t all_ranked = SIZE_MAX;
// Leaves the best `most`, and all that are as good as the last of them; in no order.
void keep_best(std::vector<Ranked>& ranked, std::size_t most);

class Words {
 public:
  virtual ~Words() = default;
  virtual Result<std::vector<std::vector<Posting>>> postings(const TextQuery& query) const = 0;
  // The best `most` of those that are meant, and all that are as good as the last of them; in no
  // order.
  virtual Result<std::vector<Ranked>> bm25(const WordQuery& query,
                                           std::span<const std::int64_t> name_spaces,
                                           std::size_t most) const = 0;
  // How the index is asked, for people; empty when there is nothing to look for.
  virtual std::string expression(const WordQuery& query) const = 0;
  // How many memories are still to be put there by the rules of this program; those that others
  // made, or none: 0 is the rule.
  virtual Result<std::int64_t> outdated() const = 0;
  // Merges the index into one piece, after a bulk change: finding is fastest then, and small
  // changes stay cheap.
  virtual Result<void> settle() = 0;
  // Makes entries anew that older rules of words made, at most so many. Nothing is done where
  // nothing is left to do; meanwhile those memories are found all the same, only slower.
  virtual Result<Reindexed> reindex(std::int64_t most) = 0;
};

}  // namespace aim::store
