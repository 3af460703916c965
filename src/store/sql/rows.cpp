#include "store/sql/rows.h"

namespace aim::store::sql {

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
