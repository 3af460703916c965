// How many tokens rows of the text index have. Hundreds are asked for a question: a blob that moves from row to row takes half
// the time of a statement.
// Knows: how FTS5 writes numbers. Must not know: scores.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "store/sqlite/core/blob.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

// FTS5 writes numbers as SQLite does, seven bits a byte. The first is cut off.
std::int64_t take_varint(std::string_view& bytes);
std::int64_t sum_of_varints(std::string_view bytes);

// Inside one read() or write().
class TextLengths {
 public:
  explicit TextLengths(Connection& connection) : connection_(connection) {}
  // 0 for a row that is not there. Errors: those of the database.
  Result<std::int64_t> tokens(std::int64_t doc);

 private:
  bool is_at(std::int64_t doc);

  Connection& connection_;
  std::optional<Blob> row_;
};

}  // namespace aim::store::sqlite
