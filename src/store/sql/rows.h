// What stands in columns of our tables, and what rows of one column are made into.
// Knows: times, keys. Must not know: which table.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/timestamp.h"
#include "store/rows.h"
#include "store/sql/statement.h"

namespace aim::store::sql {

inline Time time_in(const Row& row, int column) {
  return time_from_nanoseconds(row.integer(column));
}
inline Timestamp timestamp_in(const Row& row, int column) {
  return at(time_in(row, column));
}
inline std::optional<Timestamp> maybe_timestamp_in(const Row& row, int column) {
  return row.is_null(column) ? std::nullopt : std::optional(timestamp_in(row, column));
}

// All that the statement still gives, of its first column.
Result<std::vector<std::int64_t>> integers(Statement& statement);
Result<std::vector<std::string>> strings(Statement& statement);

}  // namespace aim::store::sql
