#include "store/sql/tables/meta.h"

namespace aim::store::sql {

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
