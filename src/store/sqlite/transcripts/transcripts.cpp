#include "store/sqlite/transcripts/transcripts.h"

#include "store/sql/rows.h"
#include "store/sqlite/tables/namespaces.h"

namespace aim::store::sqlite {

Result<std::string> SqliteTranscripts::text(std::int64_t number) const {
  return std::string(TRY(reader_.read(number)));
}

Result<std::int64_t> SqliteTranscripts::name_space_number(std::string_view name) {
  return sqlite::name_space_number(connection_, name);
}

Result<std::int64_t> SqliteTranscripts::add_text(const std::string& hash, std::string_view text,
                                                 Time now) {
  reader_.forget();
  return writer_.add(hash, text, now);
}

Result<void> SqliteTranscripts::drop_unused(std::span<const std::int64_t> texts) {
  std::vector<std::int64_t> blocks;
  {
    auto rows = TRY(connection_.prepare(
        "SELECT DISTINCT block FROM turn_texts WHERE number IN (SELECT value FROM json_each(?1))"));
    rows.bind_one(1, texts);
    blocks = TRY(sql::integers(rows));
  }
  return drop_unused_texts(connection_, blocks);
}

}  // namespace aim::store::sqlite
