// Rows of the tables as they are (store/table_rows.h), on one connection.
// Threads: those of the connection.
#pragma once
#include "store/postgres/core/connection.h"
#include "store/sql/table_rows.h"

namespace aim::store::postgres {

class PostgresTableRows final : public sql::SqlTableRows {
 public:
  explicit PostgresTableRows(Connection& connection)
      : SqlTableRows(connection), connection_(connection) {}
  Result<void> add(const Table& table, std::span<const Row> rows) override;
  Result<void> finish() override;

 private:
  Result<void> add_made(std::span<const Key> memories) override;

  Connection& connection_;
};

}  // namespace aim::store::postgres
