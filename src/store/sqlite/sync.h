// A database in a file as a sync sees it: it has no more rows than fit into the file.
// Knows: the file. Must not know: tables.
// Threads: those of the connection.
#pragma once
#include "store/sql/sync.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

class SqliteSync final : public sql::SqlSync {
 public:
  explicit SqliteSync(Connection& connection) : SqlSync(connection), connection_(connection) {}

 private:
  // A tree that was made to have no end would fill the memory long before its steps are used up
  // (guard.h).
  std::uintmax_t max_rows(std::uintmax_t bytes_a_row) const override;

  Connection& connection_;
};

}  // namespace aim::store::sqlite
