// The subjects of this backend that only differ from the shared ones (store/sql) in how they keep
// something, and all of them as one unit of work on one connection (store/sql/unit.h).
// Knows: texts of turns, columns that only this backend has. Must not know: who said what, policy.
// Threads: those of the connection.
#pragma once
#include "store/postgres/memories.h"
#include "store/postgres/search/postgres_search.h"
#include "store/sql/sync.h"
#include "store/sql/table_rows.h"
#include "store/sql/transcripts.h"
#include "store/sql/unit.h"

namespace aim::store::postgres {

class PostgresTranscripts final : public sql::SqlTranscripts {
 public:
  explicit PostgresTranscripts(Connection& connection)
      : SqlTranscripts(connection), connection_(connection) {}
  Result<std::string> text(std::int64_t number) const override;

 private:
  Result<std::int64_t> add_text(const std::string& hash, std::string_view text, Time now) override;
  Result<void> drop_unused(std::span<const std::int64_t> texts) override;

  Connection& connection_;
};

// Rows of the tables as they are (store/table_rows.h).
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

using Unit = sql::Unit<PostgresMemories, PostgresSearch, PostgresTranscripts, sql::SqlSync>;

}  // namespace aim::store::postgres
