#include "store/sql/tables/changes.h"

namespace aim::store::sql {

Result<std::int64_t> last_change(Connection& connection) {
  return connection.number_or_zero(connection.dialect().last_change);
}

Result<std::int64_t> next_change(Connection& connection) {
  return connection.number_or_zero(connection.dialect().next_change);
}

Result<void> add_tombstone(Connection& connection, const Memory& memory, Time now) {
  return connection.run(
      "INSERT INTO tombstones(seq, id, namespace, title, deleted_at) VALUES (?1, ?2, ?3, ?4, ?5)",
      TRY(next_change(connection)), memory.id, memory.name_space, memory.title,
      now.time_since_epoch().count());
}

Result<Extent> extent_of(Connection& connection) {
  return Extent{TRY(last_change(connection)),
                TRY(connection.number_or_zero("SELECT sum(memories) FROM namespaces")),
                TRY(connection.number_or_zero("SELECT max(key) FROM memories"))};
}

Result<std::optional<std::int64_t>> meta_number(Connection& connection, std::string_view name) {
  return connection.number("SELECT CAST(value AS bigint) FROM meta WHERE name = ?1", name);
}

Result<void> set_meta(Connection& connection, std::string_view name, std::int64_t value) {
  return connection.run(
      "INSERT INTO meta(name, value) VALUES (?1, CAST(?2 AS TEXT)) "
      "ON CONFLICT(name) DO UPDATE SET value = excluded.value",
      name, value);
}

Result<void> clear_meta(Connection& connection, std::string_view name) {
  return connection.run("DELETE FROM meta WHERE name = ?1", name);
}

}  // namespace aim::store::sql
