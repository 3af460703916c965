// How many tokens rows of the text index have. Hundreds are asked for a question: what was read is
// kept for the next one.
// Knows: the documented table of FTS5 for them. Must not know: scores.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

// Of rows that were read, as long as the index does not change. A row takes the place of another
// one.
class KeptLengths {
 public:
  std::optional<std::int64_t> find(std::int64_t doc) const;
  void keep(std::int64_t doc, std::int64_t tokens);
  void clear() { rows_.clear(); }

 private:
  struct Row {
    std::int64_t doc = -1, tokens = 0;
  };
  static std::size_t place_of(std::int64_t doc);

  std::vector<Row> rows_;
};

// Inside one read() or write().
class TextLengths {
 public:
  // `kept` may be null.
  static Result<TextLengths> open(Connection& connection, KeptLengths* kept);
  // 0 for a row that is not there. Errors: those of the database.
  Result<std::int64_t> tokens(std::int64_t doc);

 private:
  TextLengths(Statement row, KeptLengths* kept) : row_(std::move(row)), kept_(kept) {}

  Statement row_;
  KeptLengths* kept_;
};

}  // namespace aim::store::sqlite
