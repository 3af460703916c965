#include "store/sqlite/tables/namespaces.h"

#include "store/sql/namespaces.h"

namespace aim::store::sqlite {

Result<std::int64_t> name_space_number(Connection& connection, std::string_view name) {
  if (const auto found =
          TRY(connection.number("SELECT number FROM namespaces WHERE name = ?1", name)))
    return *found;
  return sql::add_name_space(connection, name);
}

Result<void> count_text(Connection& connection, std::int64_t name_space, int memories,
                        std::int64_t bytes) {
  return connection.run(
      "UPDATE namespaces SET memories = memories + ?2, bytes = bytes + ?3 WHERE number = ?1",
      name_space, memories, bytes);
}

}  // namespace aim::store::sqlite
