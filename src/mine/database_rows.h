// Rows of others' SQLite databases, as they are handed to their readers.
// Must not know: SQL, files.
#pragma once
#include "base/result.h"

namespace aim::mine {

// Values by column; those that are null are not there.
using Row = std::map<std::string, std::string, std::less<>>;
// Hands on every row of a table; false: there is no such table.
using TableRows = std::function<Result<bool>(
    std::string_view table, const std::function<Result<void>(const Row& row)>& take)>;

inline std::string_view cell(const Row& row, std::string_view column) {
  const auto found = row.find(column);
  return found == row.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace aim::mine
