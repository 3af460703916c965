#include "store/sqlite/unit.h"

#include <sqlite3.h>

#include "store/sql/namespaces.h"
#include "store/sql/statement.h"
#include "store/sql/version_rows.h"
#include "store/sqlite/foreign/guard.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/tables/titles.h"
#include "store/sqlite/vectors/vectors.h"

namespace aim::store::sqlite {

Result<std::string> SqliteTranscripts::text(std::int64_t number) const {
  return std::string(TRY(reader_.read(number)));
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

std::uintmax_t SqliteSync::max_rows(std::uintmax_t bytes_a_row) const {
  return bytes_with_log(sqlite3_db_filename(connection_.handle(), "main")) / bytes_a_row;
}

Result<void> SqliteTableRows::finish() {
  return sql::fill_lost_words(SqliteMemories(connection_), connection_);
}

Result<void> SqliteTableRows::add_made(std::span<const Key> memories) {
  for (const Memory& memory : TRY(sql::memories_by_keys(connection_, memories))) {
    const std::int64_t name_space = TRY(sql::name_space_number(connection_, memory.name_space));
    TRY_VOID(sql::add_tags(connection_, memory));
    TRY_VOID(add_passages(connection_, name_space, memory));
    TRY_VOID(add_text(connection_, doc_of(name_space, memory), memory));
    TRY_VOID(add_title(connection_, name_space, memory));
  }
  return {};
}

}  // namespace aim::store::sqlite
