// Rows of the tables as they are (store/table_rows.h), on one connection.
// Threads: those of the connection.
#pragma once
#include "store/sql/row_statements.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

class SqliteTableRows final : public TableRows {
 public:
  explicit SqliteTableRows(Connection& connection) : connection_(connection) {}
  Result<std::vector<Row>> after(const Table& table, std::span<const Value> key,
                                 std::int64_t limit) const override {
    return sql::rows_after(connection_, table, key, limit);
  }
  Result<Row> last_key(const Table& table) const override {
    return sql::last_key_of(connection_, table);
  }
  Result<std::int64_t> count(const Table& table) const override {
    return TRY(connection_.number("SELECT count(*) FROM " + std::string(table.name))).value_or(0);
  }
  Result<void> add(const Table& table, std::span<const Row> rows) override;
  // The highest number that is there is looked up for each that is given.
  Result<void> finish() override { return {}; }

 private:
  Connection& connection_;
};

}  // namespace aim::store::sqlite
