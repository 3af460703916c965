#include "store/sqlite/tables/extent.h"

#include <algorithm>

#include "store/sql/tables/changes.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

Result<Extent> extent_of(Connection& connection) {
  return Extent{TRY(sql::last_change(connection)),
                TRY(connection.number("SELECT sum(memories) FROM namespaces")).value_or(0),
                TRY(connection.number("SELECT max(key) FROM memories")).value_or(0)};
}

Result<std::vector<Key>> expired_keys(Connection& connection, Time now) {
  std::vector<Key> keys;
  auto statement = TRY(connection.prepare("SELECT key FROM memories WHERE expires_at <= ?1"));
  statement.bind(now.time_since_epoch().count());
  while (TRY(statement.step())) keys.push_back(statement.integer(0));
  std::ranges::sort(keys);
  return keys;
}

}  // namespace aim::store::sqlite
