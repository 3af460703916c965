#include "store/postgres/tables/namespaces.h"

#include <algorithm>

#include "store/sql/namespaces.h"

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
  return sql::add_name_space(connection, name);
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
