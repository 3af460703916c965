#include "store/sql/rows.h"

namespace aim::store::sql {

std::string marks(std::size_t from, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text.append(i == 0 ? "?" : ", ?").append(std::to_string(from + i));
  return text;
}

Result<std::vector<std::int64_t>> integers(Statement& statement) {
  std::vector<std::int64_t> all;
  while (TRY(statement.step())) all.push_back(statement.integer(0));
  return all;
}

Result<std::vector<std::string>> strings(Statement& statement) {
  std::vector<std::string> all;
  while (TRY(statement.step())) all.push_back(statement.string(0));
  return all;
}

}  // namespace aim::store::sql
