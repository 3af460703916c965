#include "store/sqlite/tables/namespaces.h"

#include "store/sqlite/search/text_functions.h"

namespace aim::store::sqlite {

Result<std::int64_t> name_space_number(Connection& connection, std::string_view name) {
  if (const auto found =
          TRY(connection.number("SELECT number FROM namespaces WHERE name = ?1", name)))
    return *found;
  const std::int64_t number =
      TRY(connection.number("INSERT INTO namespaces(name) VALUES (?1) RETURNING number", name))
          .value_or(0);
  if (number >= std::int64_t{1} << Doc::name_space_bits)
    return Failure(refuse("namespace", "is one too many: a database holds 1,048,575 of them"));
  return number;
}

Result<std::vector<NamespaceRow>> name_spaces_matching(Connection& connection,
                                                       std::string_view filter) {
  static constexpr std::string_view columns =
      "SELECT number, name, memories, bytes FROM namespaces";
  const bool subtree = filter.ends_with("/*");
  const std::string root(subtree ? filter.substr(0, filter.size() - 2) : filter);
  std::string sql(columns);
  if (subtree)
    sql += " WHERE name = ?1 OR (name > ?1 || '/' AND name < ?1 || '0')";  // '0' follows '/'
  else if (!filter.empty())
    sql += " WHERE name = ?1";
  auto statement = TRY(connection.prepare(sql));
  if (!filter.empty())
    statement.bind(root);
  std::vector<NamespaceRow> rows;
  while (TRY(statement.step()))
    rows.push_back(
        {statement.integer(0), statement.string(1), statement.integer(2), statement.integer(3)});
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
  auto statement =
      TRY(connection.prepare("SELECT n.name FROM memories m JOIN namespaces n ON n.number = "
                             "m.namespace WHERE m.key = ?1"));
  std::vector<std::string> names;
  for (const Key key : keys) {
    statement.bind(key);
    names.push_back(TRY(statement.step()) ? statement.string(0) : std::string());
    statement.rewind();
  }
  return names;
}

Result<void> count_text(Connection& connection, std::int64_t name_space, int memories,
                        std::int64_t bytes) {
  return connection.run(
      "UPDATE namespaces SET memories = memories + ?2, bytes = bytes + ?3 WHERE number = ?1",
      name_space, memories, bytes);
}

}  // namespace aim::store::sqlite
