// Transcripts in a file: texts of turns are compressed in blocks (turn_texts.h).
// Knows: blocks. Must not know: who said what.
// Threads: those of the connection.
#pragma once
#include "store/sql/transcripts.h"
#include "store/sqlite/transcripts/turn_texts.h"

namespace aim::store::sqlite {

class SqliteTranscripts final : public sql::SqlTranscripts {
 public:
  explicit SqliteTranscripts(Connection& connection)
      : SqlTranscripts(connection),
        connection_(connection),
        reader_(connection),
        writer_(connection) {}
  Result<std::string> text(std::int64_t number) const override;

 private:
  Result<std::int64_t> name_space_number(std::string_view name) override;
  Result<std::int64_t> add_text(const std::string& hash, std::string_view text, Time now) override;
  Result<void> drop_unused(std::span<const std::int64_t> texts) override;
  std::string_view stored_bytes() const override { return "x.stored"; }

  Connection& connection_;
  mutable TextReader reader_;
  TextWriter writer_;
};

}  // namespace aim::store::sqlite
