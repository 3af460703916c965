#include "store/sql/namespaces.h"

#include "store/sql/statement.h"

namespace aim::store::sql {
namespace {

std::string fact_of(std::string_view name) {
  return "namespace " + std::string(name);
}

Result<std::int64_t> add_name_space(Connection& connection, std::string_view name) {
  const std::int64_t number = TRY(connection.number_or_zero(
      "INSERT INTO namespaces(number, name) SELECT coalesce(max(number), 0) "
      "+ 1, ?1 FROM namespaces RETURNING number",
      name));
  if (number >= std::int64_t{1} << Doc::name_space_bits)
    return Failure(refuse("namespace", "is one too many: a database holds 1,048,575 of them"));
  return number;
}

}  // namespace

Result<std::int64_t> name_space_number(Connection& connection, std::string_view name) {
  if (const auto known = connection.facts().find(fact_of(name)))
    return *known;
  const auto found = TRY(connection.number("SELECT number FROM namespaces WHERE name = ?1", name));
  if (!found)
    return add_name_space(connection, name);
  connection.facts().keep(fact_of(name), *found);
  return *found;
}

Result<std::map<std::string, std::int64_t, std::less<>>> name_space_numbers(
    Connection& connection, std::span<const std::string> names) {
  std::map<std::string, std::int64_t, std::less<>> numbers;
  for (const std::string& name : names)
    if (const auto known = connection.facts().find(fact_of(name)))
      numbers.emplace(name, *known);
  if (std::ranges::all_of(names, [&](const std::string& name) { return numbers.contains(name); }))
    return numbers;
  const auto rows = TRY(connection.statement("SELECT name, number FROM namespaces WHERE name" +
                                             connection.dialect().in_list("?1")));
  rows->bind(names);
  while (TRY(rows->step())) {
    connection.facts().keep(fact_of(rows->text(0)), rows->integer(1));
    numbers.emplace(rows->string(0), rows->integer(1));
  }
  return numbers;
}

Result<void> count_texts(Connection& connection,
                         const std::map<std::int64_t, TextCounts>& by_number) {
  for (const auto& [number, counted] : by_number)
    TRY_VOID(connection.run_later(
        "UPDATE namespaces SET memories = memories + ?2, bytes = bytes + ?3 WHERE number = ?1",
        number, counted.memories, counted.bytes));
  return {};
}

std::string NameSpacePart::condition(const std::string& column, const std::string& mark) const {
  if (subtree)  // '0' follows '/'
    return "(" + column + " = " + mark + " OR (" + column + " > " + mark + " || '/' AND " + column +
           " < " + mark + " || '0')) AND ";
  return root.empty() ? std::string() : column + " = " + mark + " AND ";
}

Result<std::vector<NamespaceRow>> name_spaces_matching(Connection& connection,
                                                       std::string_view filter) {
  const NameSpacePart part(filter);
  const auto statement =
      TRY(connection.statement("SELECT number, name, memories, bytes FROM namespaces WHERE " +
                               part.condition("name", "?1") + "1 = 1"));
  if (!filter.empty())
    statement->bind(part.root);
  return all_rows(*statement, [](const Row& row) {
    return NamespaceRow{row.integer(0), row.string(1), row.integer(2), row.integer(3)};
  });
}

Result<std::vector<NamespaceRow>> name_spaces_of(Connection& connection, const Filter& filter) {
  auto rows = TRY(name_spaces_matching(connection, filter.name_space));
  for (const std::string& other : filter.or_in)
    for (NamespaceRow& row : TRY(name_spaces_matching(connection, other)))
      if (std::ranges::find(rows, row.number, &NamespaceRow::number) == rows.end())
        rows.push_back(std::move(row));
  if (!filter.beside.empty() && !matches_filter(filter.beside, filter.name_space))
    for (NamespaceRow& row : TRY(name_spaces_matching(connection, filter.beside)))
      rows.push_back(std::move(row));
  std::erase_if(rows, [&](const NamespaceRow& row) { return !is_within(row.name, filter); });
  return rows;
}

Result<std::vector<std::string>> name_spaces_of(Connection& connection, std::span<const Key> keys) {
  return connection.all(
      "SELECT n.name FROM " + connection.dialect().listed("?1") +
          " LEFT JOIN memories m ON m.key = listed.value LEFT JOIN namespaces n ON n.number = "
          "m.namespace ORDER BY listed.key",
      string_of, keys);
}

}  // namespace aim::store::sql
