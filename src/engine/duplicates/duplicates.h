// Memories that say the same (J4): found by the model's vectors, or without a model by their words
// in order; and united when somebody wants it.
// The similarity of two memories: for each passage of one the nearest of the other, the mean of
// that, and the smaller mean of the two. So one common paragraph in two long texts is no duplicate;
// of short texts it is their cosine.
// Knows: vectors in memory, words. Must not know: who asks, other stores.
// Threads: any. Cost: 10,000 × 384 some tenths of a second (vectors/near_pairs.h).
#pragma once
#include "engine/engine.h"
#include "engine/vectors/embeddings.h"
#include "memory/memory.h"

namespace aim::engine {

inline constexpr double default_duplicate_similarity = 0.95;

struct DuplicatesRequest {
  std::string name_space;  // empty: all, each by itself
  double threshold = default_duplicate_similarity;
  std::size_t max_groups = 20;
};
// A memory is in one group at most, and there only with such as are alike each other.
struct DuplicateGroup {
  double similarity = 1;         // the smallest of its pairs
  std::vector<Memory> memories;  // the one to keep first, then the nearest to it
  std::vector<double> to_kept;   // of each, in their order
  std::vector<std::string_view>
      differs;  // in what some of them differ (memory/differs.h): not to be united unasked
};
struct Duplicates {
  std::int64_t compared = 0;
  std::int64_t without_vector = 0;  // of the model: not compared
  bool by_model = false;            // else by words alone
  std::size_t found = 0;            // groups, of which these are the nearest
  std::vector<DuplicateGroup> groups;
};
// Errors: those of the database; unavailable when stopped.
Result<Duplicates> find_duplicates(Engine& engine, const DuplicatesRequest& request);

// Which live memories of the namespace are more alike a text that is not there yet than `above`,
// nearest first.
struct NearDuplicate {
  Memory memory;
  double similarity = 0;
  std::vector<std::string_view> differs;
};
struct NearRequest {
  std::string name_space;  // empty: all
  double above = 0.9;
  std::size_t limit = 5;
  std::string except = {};      // id
  TextVectors* made = nullptr;  // taken where they are of the text, else left for the next who asks
};
Result<std::vector<NearDuplicate>> near_duplicates(Engine& engine, const Memory& memory,
                                                   const NearRequest& request);

// The one to keep first: changed last, then made last.
inline bool is_kept_before(const Memory& one, const Memory& other) {
  return std::pair(one.updated_at.time, one.key) > std::pair(other.updated_at.time, other.key);
}

// The memory changed last keeps its id, title and texts; a content that holds all its words and
// more takes the place of its own. Tags and metadata are united, the highest priority wins, uses
// are added, links move, the others go to the archive with `superseded_by` in their metadata. One
// transaction. Errors: not_found; validation_failed when they are not of one namespace, or one is
// named twice.
struct MergedDuplicates {
  Memory survivor;
  std::vector<std::string> superseded;  // ids
};
Result<MergedDuplicates> merge_duplicates(Engine& engine, const std::vector<std::string>& ids);

// What uniting would make of them, the survivor first; nothing is written. At least one.
Memory united_duplicates(const std::vector<Memory>& memories);

}  // namespace aim::engine
