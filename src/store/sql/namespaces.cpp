#include "store/sql/namespaces.h"

#include "store/sql/rows.h"
#include "store/types.h"

namespace aim::store::sql {

Result<std::int64_t> add_name_space(Connection& connection, std::string_view name) {
  const std::int64_t number =
      TRY(connection.number("INSERT INTO namespaces(number, name) SELECT coalesce(max(number), 0) "
                            "+ 1, ?1 FROM namespaces RETURNING number",
                            name))
          .value_or(0);
  if (number >= std::int64_t{1} << Doc::name_space_bits)
    return Failure(refuse("namespace", "is one too many: a database holds 1,048,575 of them"));
  return number;
}

Result<std::vector<NamespaceRow>> name_spaces_matching(Connection& connection,
                                                       std::string_view filter) {
  const bool subtree = filter.ends_with("/*");
  const std::string root(subtree ? filter.substr(0, filter.size() - 2) : filter);
  std::string sql = "SELECT number, name, memories, bytes FROM namespaces";
  if (subtree)
    sql += " WHERE name = ?1 OR (name > ?1 || '/' AND name < ?1 || '0')";  // '0' follows '/'
  else if (!filter.empty())
    sql += " WHERE name = ?1";
  const auto statement = TRY(connection.statement(sql));
  if (!filter.empty())
    statement->bind(root);
  std::vector<NamespaceRow> rows;
  while (TRY(statement->step()))
    rows.push_back({statement->integer(0), statement->string(1), statement->integer(2),
                    statement->integer(3)});
  return rows;
}

Result<std::vector<NamespaceRow>> name_spaces_of(Connection& connection, const Filter& filter) {
  auto rows = TRY(name_spaces_matching(connection, filter.name_space));
  if (!filter.beside.empty() && !matches_filter(filter.beside, filter.name_space))
    for (NamespaceRow& row : TRY(name_spaces_matching(connection, filter.beside)))
      rows.push_back(std::move(row));
  std::erase_if(rows, [&](const NamespaceRow& row) { return !is_within(row.name, filter); });
  return rows;
}

Result<std::vector<std::string>> name_spaces_of(Connection& connection, std::span<const Key> keys) {
  const auto statement = TRY(connection.statement(
      "SELECT n.name FROM " + connection.dialect().listed("?1") +
      " LEFT JOIN memories m ON m.key = listed.value LEFT JOIN namespaces n ON n.number = "
      "m.namespace ORDER BY listed.key"));
  statement->bind(keys);
  return strings(*statement);
}

}  // namespace aim::store::sql
