#include "store/postgres/tables/namespaces.h"

#include <algorithm>

#include "store/types.h"

namespace aim::store::postgres {
namespace {

// A namespace keeps its number for ever.
std::string fact_of(std::string_view name) {
  return "namespace " + std::string(name);
}

}  // namespace

Result<std::int64_t> name_space_number(Connection& connection, std::string_view name) {
  if (const auto known = connection.facts().find(fact_of(name)))
    return *known;
  if (const auto found =
          TRY(connection.number("SELECT number FROM namespaces WHERE name = $1", name))) {
    connection.facts().keep(fact_of(name), *found);
    return *found;
  }
  const std::int64_t number =
      TRY(connection.number("INSERT INTO namespaces(number, name) SELECT coalesce(max(number), 0) "
                            "+ 1, $1 FROM namespaces RETURNING number",
                            name))
          .value_or(0);
  if (number >= std::int64_t{1} << Doc::name_space_bits)
    return Failure(refuse("namespace", "is one too many: a database holds 1,048,575 of them"));
  return number;
}

Result<std::map<std::string, std::int64_t, std::less<>>> name_space_numbers(
    Connection& connection, std::span<const std::string> names) {
  std::map<std::string, std::int64_t, std::less<>> numbers;
  for (const std::string& name : names)
    if (const auto known = connection.facts().find(fact_of(name)))
      numbers.emplace(name, *known);
  if (std::ranges::all_of(names, [&](const std::string& name) { return numbers.contains(name); }))
    return numbers;
  auto rows =
      TRY(connection.prepare("SELECT name, number FROM namespaces WHERE name = ANY($1::text[])"));
  rows.bind(names);
  while (TRY(rows.step())) {
    connection.facts().keep(fact_of(rows.text(0)), rows.integer(1));
    numbers.emplace(rows.string(0), rows.integer(1));
  }
  return numbers;
}

Result<std::vector<NamespaceRow>> name_spaces_matching(Connection& connection,
                                                       std::string_view filter) {
  static constexpr std::string_view columns =
      "SELECT number, name, memories, bytes FROM namespaces";
  const bool subtree = filter.ends_with("/*");
  const std::string root(subtree ? filter.substr(0, filter.size() - 2) : filter);
  std::string sql(columns);
  if (subtree)
    sql += " WHERE name = $1 OR (name > $1 || '/' AND name < $1 || '0')";  // '0' follows '/'
  else if (!filter.empty())
    sql += " WHERE name = $1";
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
  auto rows = TRY(connection.prepare(
      "SELECT n.name FROM unnest($1::bigint[]) WITH ORDINALITY AS asked(key, place) "
      "LEFT JOIN memories m ON m.key = asked.key LEFT JOIN namespaces n ON n.number = m.namespace "
      "ORDER BY asked.place"));
  rows.bind(keys);
  std::vector<std::string> names;
  while (TRY(rows.step())) names.push_back(rows.string(0));
  return names;
}

Result<void> count_texts(Connection& connection,
                         const std::map<std::int64_t, TextCounts>& by_number) {
  std::vector<std::int64_t> numbers, memories, bytes;
  for (const auto& [number, counted] : by_number) {
    numbers.push_back(number);
    memories.push_back(counted.memories);
    bytes.push_back(counted.bytes);
  }
  return connection.run_later(
      "UPDATE namespaces n SET memories = n.memories + u.memories, bytes = n.bytes + u.bytes FROM "
      "unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS u(number, memories, bytes) WHERE "
      "n.number = u.number",
      numbers, memories, bytes);
}

}  // namespace aim::store::postgres
