#include "store/sql/tables/changes.h"

namespace aim::store::sql {

Result<std::int64_t> last_change(Connection& connection) {
  return TRY(connection.number(connection.dialect().last_change)).value_or(0);
}

Result<std::int64_t> next_change(Connection& connection) {
  return TRY(connection.number(connection.dialect().next_change)).value_or(0);
}

Result<void> add_tombstone(Connection& connection, const Memory& memory, Time now) {
  return connection.run(
      "INSERT INTO tombstones(seq, id, namespace, title, deleted_at) VALUES (?1, ?2, ?3, ?4, ?5)",
      TRY(next_change(connection)), memory.id, memory.name_space, memory.title,
      now.time_since_epoch().count());
}

}  // namespace aim::store::sql
