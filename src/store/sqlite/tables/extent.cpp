#include "store/sqlite/tables/extent.h"

#include "store/sql/tables/changes.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

Result<Extent> extent_of(Connection& connection) {
  return Extent{TRY(sql::last_change(connection)),
                TRY(connection.number("SELECT sum(memories) FROM namespaces")).value_or(0),
                TRY(connection.number("SELECT max(key) FROM memories")).value_or(0)};
}

}  // namespace aim::store::sqlite
