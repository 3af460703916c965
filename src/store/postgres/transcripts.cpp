#include "store/postgres/transcripts.h"

#include "base/compress.h"
#include "store/postgres/tables/namespaces.h"

namespace aim::store::postgres {

Result<std::string> PostgresTranscripts::text(std::int64_t number) const {
  constexpr std::int64_t max_bytes = 16 * 1024 * 1024;
  auto statement = TRY(connection_.prepare("SELECT bytes, data FROM turn_texts WHERE number = $1"));
  statement.bind(number);
  if (!TRY(statement.step()))
    return Failure(database_error("text of a turn is missing: " + std::to_string(number)));
  if (statement.integer(0) < 0 || statement.integer(0) > max_bytes)
    return Failure(database_error("text of a turn has a size that cannot be"));
  return expand(statement.text(1), {}, static_cast<std::size_t>(statement.integer(0)));
}

Result<std::int64_t> PostgresTranscripts::name_space_number(std::string_view name) {
  return postgres::name_space_number(connection_, name);
}

Result<std::int64_t> PostgresTranscripts::add_text(const std::string& hash, std::string_view text,
                                                   Time /*now*/) {
  const std::string data = compress(text, {}, Effort::at_once);
  return TRY(connection_.number(
                 "INSERT INTO turn_texts(hash, bytes, data) VALUES ($1, $2, $3) RETURNING number",
                 hash, static_cast<std::int64_t>(text.size()), Bytes{data}))
      .value_or(0);
}

Result<void> PostgresTranscripts::drop_unused(std::span<const std::int64_t> texts) {
  return connection_.run(
      "DELETE FROM turn_texts x WHERE x.number = ANY($1) AND NOT EXISTS (SELECT 1 FROM turns t "
      "WHERE t.text = x.number)",
      texts);
}

}  // namespace aim::store::postgres
