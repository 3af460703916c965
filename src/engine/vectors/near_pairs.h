// Which memories have passages that mean nearly the same, of all there are: each compared with each
// of its namespace, but for what the first numbers of two vectors rule out. Exact for vectors as
// they lie in memory.
// Knows: passages in memory. Must not know: the database, what is done with the pairs.
// Cost: 10,000 × 384 about a tenth of a second.
#pragma once
#include "engine/vectors/passage_index.h"
#include "memory/memory.h"

namespace aim::engine {

struct NearPairs {
  float threshold = 1;                    // of cosines
  std::size_t most = 1'000'000;           // pairs; thousands of copies of one text are told by some
  std::function<bool(Row row)> is_asked;  // of rows that have a vector
  std::function<Result<void>()> go_on = {};  // asked now and then; its error ends it
};
// The smaller key first.
Result<std::set<std::pair<Key, Key>>> near_pairs(const Passages& passages, const Vectors& vectors,
                                                 const NearPairs& request);

}  // namespace aim::engine
