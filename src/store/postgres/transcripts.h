// Transcripts on a server: each text of a turn is compressed by itself.
// Knows: bytes of texts. Must not know: who said what.
// Threads: those of the connection.
#pragma once
#include "store/postgres/core/connection.h"
#include "store/sql/transcripts.h"

namespace aim::store::postgres {

class PostgresTranscripts final : public sql::SqlTranscripts {
 public:
  explicit PostgresTranscripts(Connection& connection)
      : SqlTranscripts(connection), connection_(connection) {}
  Result<std::string> text(std::int64_t number) const override;

 private:
  Result<std::int64_t> name_space_number(std::string_view name) override;
  Result<std::int64_t> add_text(const std::string& hash, std::string_view text, Time now) override;
  Result<void> drop_unused(std::span<const std::int64_t> texts) override;
  std::string_view stored_bytes() const override { return "length(x.data)"; }

  Connection& connection_;
};

}  // namespace aim::store::postgres
