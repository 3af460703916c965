#include "store/sql/tables/beginnings.h"

#include "text/any_case.h"

namespace aim::store::sql {
namespace {

// Jumps through a sorted list from one that begins so to the next. `sql` gives the first name that
// is not below ?1.
Result<std::vector<std::string>> walk(Connection& connection, std::string_view sql,
                                      std::string_view beginning, std::size_t limit) {
  const text::AnyCase cases(beginning);
  const auto first = TRY(connection.statement(sql));
  std::vector<std::string> names;
  auto next = cases.at_least("");
  while (next && names.size() < limit) {
    first->bind(*next);
    if (!TRY(first->step()))
      break;
    const std::string name = first->string(0);
    first->rewind();
    next = cases.at_least(name);
    if (next == name) {
      names.push_back(name);
      // What comes right after it; PostgreSQL cannot be asked for a text with a NUL.
      next = cases.at_least(name + '\x01');
    }
  }
  return names;
}

}  // namespace

Result<std::vector<std::string>> name_spaces_beginning(Connection& connection,
                                                       std::string_view beginning,
                                                       std::size_t limit) {
  return walk(connection,
              "SELECT name FROM namespaces WHERE name >= ?1 AND memories > 0 ORDER BY name LIMIT 1",
              beginning, limit);
}

Result<std::vector<std::string>> tags_beginning(Connection& connection, std::string_view beginning,
                                                std::size_t limit) {
  return walk(connection, "SELECT tag FROM tags WHERE tag >= ?1 ORDER BY tag LIMIT 1", beginning,
              limit);
}

}  // namespace aim::store::sql
