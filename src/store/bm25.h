// FTS5's bm25() (sqlite.org/fts5.html, "The bm25() function") of words that stand in an index, or
// in memories that are not in it yet: all columns count alike, frequencies and lengths are those of
// the whole index. Must not know: SQL. Pure.
#pragma once
#include <cstdint>
#include <vector>

namespace aim::store {

struct Bm25 {
  static constexpr const char* pointer_type = "aim_bm25";

  std::int64_t rows = 0, tokens = 0;  // of all
  std::vector<std::int64_t> hits;     // rows that hold each phrase
  std::vector<double> weights;        // of each phrase, by weigh()
  std::vector<double> counts;         // of each phrase in one row

  // Once rows, tokens and hits are known.
  void weigh();
  // Of a row with `counts` and so many tokens.
  double score(std::int64_t row_tokens) const;
  // What phrase `phrase` adds to the score of such a row, before the sign is changed.
  double part(std::size_t phrase, double count, std::int64_t row_tokens) const;
};

}  // namespace aim::store
