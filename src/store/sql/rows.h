// What stands in columns of our tables, and what rows of one column are made into.
// Knows: times, keys. Must not know: which table.
#pragma once
#include <optional>
#include <string>
#include <string_view>
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

// "?4, ?5, ?6"
inline std::string marks(std::size_t from, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text.append(i == 0 ? "?" : ", ?").append(std::to_string(from + i));
  return text;
}

// Sorts after every text that begins with `prefix`: it ends with the last character of Unicode.
inline std::string after_prefix(std::string_view prefix) {
  return std::string(prefix).append("\xf4\x8f\xbf\xbf");
}

// The first column of a row.
inline std::int64_t integer_of(const Row& row) {
  return row.integer(0);
}
inline std::string string_of(const Row& row) {
  return row.string(0);
}

// All that the statement still gives, of its first column.
inline Result<std::vector<std::int64_t>> integers(Statement& statement) {
  return all_rows(statement, integer_of);
}
inline Result<std::vector<std::string>> strings(Statement& statement) {
  return all_rows(statement, string_of);
}

}  // namespace aim::store::sql
