// The subjects of this backend that only differ from the shared ones (store/sql) in how they keep
// something, and all of them as one unit of work on one connection (store/sql/unit.h).
// Knows: blocks of texts, the size of the file. Must not know: who said what, policy.
// Threads: those of the connection.
#pragma once
#include "store/sql/sync.h"
#include "store/sql/table_rows.h"
#include "store/sql/transcripts.h"
#include "store/sql/unit.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/transcripts/turn_texts.h"

namespace aim::store::sqlite {

// Texts of turns are compressed in blocks (turn_texts.h).
class SqliteTranscripts final : public sql::SqlTranscripts {
 public:
  explicit SqliteTranscripts(Connection& connection)
      : SqlTranscripts(connection),
        connection_(connection),
        reader_(connection),
        writer_(connection) {}
  Result<std::string> text(std::int64_t number) const override;

 private:
  Result<std::int64_t> add_text(const std::string& hash, std::string_view text, Time now) override;
  Result<void> drop_unused(std::span<const std::int64_t> texts) override;

  Connection& connection_;
  mutable TextReader reader_;
  TextWriter writer_;
};

// It has no more rows than fit into the file.
class SqliteSync final : public sql::SqlSync {
 public:
  explicit SqliteSync(Connection& connection) : SqlSync(connection), connection_(connection) {}

 private:
  // A tree that was made to have no end would fill the memory long before its steps are used up
  // (guard.h).
  std::uintmax_t max_rows(std::uintmax_t bytes_a_row) const override;

  Connection& connection_;
};

// Rows of the tables as they are (store/table_rows.h).
class SqliteTableRows final : public sql::SqlTableRows {
 public:
  explicit SqliteTableRows(Connection& connection)
      : SqlTableRows(connection), connection_(connection) {}
  Result<void> finish() override;

 private:
  Result<void> add_made(std::span<const Key> memories) override;

  Connection& connection_;
};

using Unit = sql::Unit<SqliteMemories, SqliteSearch, SqliteTranscripts, SqliteSync>;

}  // namespace aim::store::sqlite
