#include "store/postgres/unit.h"

#include "base/compress.h"
#include "store/postgres/new_memories.h"
#include "store/postgres/search/text_index.h"
#include "store/sql/memory_row.h"

namespace aim::store::postgres {

Result<std::string> PostgresTranscripts::text(std::int64_t number) const {
  constexpr std::int64_t max_bytes = 16 * 1024 * 1024;
  auto statement = TRY(connection_.prepare("SELECT bytes, data FROM turn_texts WHERE number = $1"));
  statement.bind(number);
  if (!TRY(statement.step()))
    return Failure(database_error("text of a turn is missing: " + std::to_string(number)));
  if (statement.integer(0) < 0 || statement.integer(0) > max_bytes)
    return Failure(database_error("text of a turn has a size that cannot be"));
  return expand(statement.text(1), {}, static_cast<std::size_t>(statement.integer(0)));
}

Result<std::int64_t> PostgresTranscripts::add_text(const std::string& hash, std::string_view text,
                                                   Time /*now*/) {
  const std::string data = compress(text, {}, Effort::at_once);
  return TRY(connection_.number(
                 "INSERT INTO turn_texts(hash, bytes, data) VALUES ($1, $2, $3) RETURNING number",
                 hash, static_cast<std::int64_t>(text.size()), Bytes{data}))
      .value_or(0);
}

Result<void> PostgresTranscripts::drop_unused(std::span<const std::int64_t> texts) {
  return connection_.run(
      "DELETE FROM turn_texts x WHERE x.number = ANY($1) AND NOT EXISTS (SELECT 1 FROM turns t "
      "WHERE t.text = x.number)",
      texts);
}

Result<void> PostgresTableRows::add_made(std::span<const Key> keys) {
  const auto memories = TRY(sql::memories_by_keys(connection_, keys));
  std::vector<std::string> names;
  for (const Memory& memory : memories) names.push_back(memory.name_space);
  const auto numbers = TRY(sql::name_space_numbers(connection_, names));
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
  for (const std::string table :
       {"accesses", "golden_questions", "undo", "versions", "link_versions"})
    TRY(connection_.number("SELECT setval(pg_get_serial_sequence('" + table +
                           "', 'number'), coalesce(max(number), 0) + 1, false) FROM " + table));
  return {};
}

}  // namespace aim::store::postgres
