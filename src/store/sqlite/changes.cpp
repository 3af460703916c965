#include "store/sqlite/changes.h"

namespace aim::store {

Result<std::int64_t> next_change(Connection& connection) {
  return TRY(connection.number("SELECT max(ifnull((SELECT max(seq) FROM memories), 0), "
                               "ifnull((SELECT max(seq) FROM tombstones), 0)) + 1"))
      .value_or(1);
}

Result<void> add_tombstone(Connection& connection, const Memory& memory, Time now) {
  return connection.run(
      "INSERT INTO tombstones(seq, id, namespace, title, deleted_at) VALUES (?1, ?2, ?3, ?4, ?5)",
      TRY(next_change(connection)), memory.id, memory.name_space, memory.title,
      now.time_since_epoch().count());
}

}  // namespace aim::store
