// Rows of the tables as they are (store/table_rows.h), on one connection.
// Threads: those of the connection.
#pragma once
#include "store/sql/table_rows.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

class SqliteTableRows final : public sql::SqlTableRows {
 public:
  explicit SqliteTableRows(Connection& connection)
      : SqlTableRows(connection), connection_(connection) {}

 private:
  Result<void> add_made(std::span<const Key> memories) override;

  Connection& connection_;
};

}  // namespace aim::store::sqlite
