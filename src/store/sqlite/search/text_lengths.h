// How many tokens rows of the text index have. Hundreds are asked for a question: a blob that moves
// from row to row takes half the time of a statement, and what was read is kept for the next
// question.
// Knows: how FTS5 writes numbers. Must not know: scores.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "store/sqlite/core/blob.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

// FTS5 writes numbers as SQLite does, seven bits a byte. The first is cut off.
std::int64_t take_varint(std::string_view& bytes);
std::int64_t sum_of_varints(std::string_view bytes);

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
  TextLengths(Connection& connection, KeptLengths* kept) : connection_(connection), kept_(kept) {}
  // 0 for a row that is not there. Errors: those of the database.
  Result<std::int64_t> tokens(std::int64_t doc);

 private:
  Result<std::int64_t> read(std::int64_t doc);
  bool is_at(std::int64_t doc);

  Connection& connection_;
  KeptLengths* kept_;
  std::optional<Blob> row_;
};

}  // namespace aim::store::sqlite
