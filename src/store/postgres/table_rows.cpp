#include "store/postgres/table_rows.h"

#include <algorithm>

#include "store/postgres/search/hooks.h"
#include "store/postgres/search/text_index.h"
#include "store/postgres/tables/namespaces.h"
#include "store/postgres/tables/new_memories.h"
#include "store/sql/memories.h"
#include "store/sql/memory_row.h"

namespace aim::store::postgres {
namespace {

constexpr std::size_t rows_a_statement = 100;  // one text of SQL for all but the last

// What is made of memories when they are stored.
Result<void> add_made(Connection& connection, std::span<const Row> rows) {
  std::vector<Key> keys;
  for (const Row& row : rows) keys.push_back(std::get<std::int64_t>(row.front()));
  const auto memories = TRY(sql::memories_by_keys(connection, keys));
  std::vector<std::string> names;
  for (const Memory& memory : memories) names.push_back(memory.name_space);
  const auto numbers = TRY(name_space_numbers(connection, names));
  std::vector<Numbered> made;
  for (const Memory& memory : memories) {
    made.push_back({numbers.at(memory.name_space), &memory});
    if (const auto agent = sql::agent_of(memory))
      TRY_VOID(connection.run_later("UPDATE memories SET agent = $2 WHERE key = $1", memory.key,
                                    *agent));
  }
  TRY_VOID(add_beside(connection, made));
  return index_texts(connection, made);
}

Result<void> add_some(Connection& connection, const Table& table, std::span<const Row> rows) {
  const std::size_t columns = table.columns.size();
  std::string text = "INSERT INTO " + std::string(table.name) + "(" + sql::names_of(table.columns) +
                     ") OVERRIDING SYSTEM VALUE VALUES ";
  for (std::size_t i = 0; i < rows.size(); ++i)
    text += (i == 0 ? "(" : ", (") + sql::marks(i * columns + 1, columns) + ")";
  if (table.name == "meta")
    text += " ON CONFLICT (name) DO UPDATE SET value = excluded.value";
  const auto statement = TRY(connection.statement(text));
  for (int place = 0; const Row& row : rows)
    for (std::size_t i = 0; i < columns; ++i)
      sql::bind_value(*statement, ++place, table.columns[i], row[i]);
  return statement->run();
}

}  // namespace

Result<void> PostgresTableRows::add(const Table& table, std::span<const Row> rows) {
  connection_.forget();
  for (auto left = rows; !left.empty();) {
    const auto some = left.first(std::min(left.size(), rows_a_statement));
    TRY_VOID(add_some(connection_, table, some));
    left = left.subspan(some.size());
  }
  return table.name == "memories" ? add_made(connection_, rows) : Result<void>();
}

Result<void> PostgresTableRows::finish() {
  TRY_VOID(connection_.run(
      "UPDATE change_number SET last = greatest(last, (SELECT max(seq) FROM memories), "
      "(SELECT max(seq) FROM tombstones))"));
  for (const std::string table : {"accesses", "golden_questions", "undo"})
    TRY(connection_.number("SELECT setval(pg_get_serial_sequence('" + table +
                           "', 'number'), coalesce(max(number), 0) + 1, false) FROM " + table));
  return {};
}

}  // namespace aim::store::postgres
