#include "store/sqlite/table_rows.h"

#include "store/sql/memories.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/tables/namespaces.h"
#include "store/sqlite/tables/titles.h"
#include "store/sqlite/vectors/vectors.h"

namespace aim::store::sqlite {
namespace {

// What is made of memories when they are stored.
Result<void> add_made(Connection& connection, std::span<const Row> rows) {
  std::vector<Key> keys;
  for (const Row& row : rows) keys.push_back(std::get<std::int64_t>(row.front()));
  for (const Memory& memory : TRY(sql::memories_by_keys(connection, keys))) {
    const std::int64_t name_space = TRY(name_space_number(connection, memory.name_space));
    for (const std::string& tag : memory.tags)
      TRY_VOID(
          connection.run("INSERT OR IGNORE INTO tags(tag, key) VALUES (?1, ?2)", tag, memory.key));
    TRY_VOID(add_passages(connection, name_space, memory));
    TRY_VOID(add_text(connection, doc_of(name_space, memory), memory));
    TRY_VOID(add_title(connection, name_space, memory));
  }
  return {};
}

}  // namespace

Result<void> SqliteTableRows::add(const Table& table, std::span<const Row> rows) {
  {
    const bool replaces = table.name == "meta";
    const auto statement = TRY(
        connection_.statement(std::string(replaces ? "INSERT OR REPLACE" : "INSERT") + " INTO " +
                              std::string(table.name) + "(" + sql::names_of(table.columns) +
                              ") VALUES (" + sql::marks(1, table.columns.size()) + ")"));
    for (const Row& row : rows) {
      for (std::size_t i = 0; i < row.size(); ++i)
        sql::bind_value(*statement, static_cast<int>(i) + 1, table.columns[i], row[i]);
      TRY_VOID(statement->run());
      statement->rewind();
    }
  }
  return table.name == "memories" ? add_made(connection_, rows) : Result<void>();
}

}  // namespace aim::store::sqlite
