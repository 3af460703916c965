#include "store/postgres/table_rows.h"

#include "store/postgres/search/hooks.h"
#include "store/postgres/search/text_index.h"
#include "store/postgres/tables/namespaces.h"
#include "store/postgres/tables/new_memories.h"
#include "store/sql/memories.h"
#include "store/sql/memory_row.h"

namespace aim::store::postgres {

Result<void> PostgresTableRows::add_made(std::span<const Key> keys) {
  const auto memories = TRY(sql::memories_by_keys(connection_, keys));
  std::vector<std::string> names;
  for (const Memory& memory : memories) names.push_back(memory.name_space);
  const auto numbers = TRY(name_space_numbers(connection_, names));
  std::vector<Numbered> made;
  for (const Memory& memory : memories) {
    made.push_back({numbers.at(memory.name_space), &memory});
    if (const auto agent = sql::agent_of(memory))
      TRY_VOID(connection_.run_later("UPDATE memories SET agent = $2 WHERE key = $1", memory.key,
                                     *agent));
  }
  TRY_VOID(add_beside(connection_, made));
  return index_texts(connection_, made);
}

Result<void> PostgresTableRows::add(const Table& table, std::span<const Row> rows) {
  connection_.forget();
  return SqlTableRows::add(table, rows);
}

Result<void> PostgresTableRows::finish() {
  TRY_VOID(connection_.run(
      "UPDATE change_number SET last = greatest(last, (SELECT max(seq) FROM memories), "
      "(SELECT max(seq) FROM tombstones))"));
  for (const std::string table : {"accesses", "golden_questions", "undo", "versions"})
    TRY(connection_.number("SELECT setval(pg_get_serial_sequence('" + table +
                           "', 'number'), coalesce(max(number), 0) + 1, false) FROM " + table));
  return {};
}

}  // namespace aim::store::postgres
