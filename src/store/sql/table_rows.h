// Rows of the tables as they are (store/table_rows.h), in SQL that both databases understand.
// Knows: tables and columns. Must not know: what is in them, which database it is.
// Threads: those of the connection.
#pragma once
#include "memory/memory.h"
#include "store/sql/connection.h"
#include "store/table_rows.h"

namespace aim::store::sql {

class SqlTableRows : public TableRows {
 public:
  explicit SqlTableRows(Connection& connection) : connection_(connection) {}
  Result<std::vector<store::Row>> after(const Table& table, std::span<const Value> key,
                                        std::int64_t limit) const override;
  Result<store::Row> last_key(const Table& table) const override;
  Result<std::int64_t> count(const Table& table) const override;
  Result<void> add(const Table& table, std::span<const store::Row> rows) override;
  Result<void> finish() override { return {}; }

 private:
  // Adds what is made of the memories with these keys when they are stored: tags, words, passages.
  virtual Result<void> add_made(std::span<const Key> memories) = 0;
  Result<void> add_some(const Table& table, std::span<const store::Row> rows);

  Connection& connection_;
};

}  // namespace aim::store::sql
