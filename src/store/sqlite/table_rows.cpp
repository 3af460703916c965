#include "store/sqlite/table_rows.h"

#include "store/sql/memories.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/tables/namespaces.h"
#include "store/sqlite/tables/titles.h"
#include "store/sqlite/vectors/vectors.h"

namespace aim::store::sqlite {

Result<void> SqliteTableRows::add_made(std::span<const Key> memories) {
  for (const Memory& memory : TRY(sql::memories_by_keys(connection_, memories))) {
    const std::int64_t name_space = TRY(name_space_number(connection_, memory.name_space));
    for (const std::string& tag : memory.tags)
      TRY_VOID(
          connection_.run("INSERT OR IGNORE INTO tags(tag, key) VALUES (?1, ?2)", tag, memory.key));
    TRY_VOID(add_passages(connection_, name_space, memory));
    TRY_VOID(add_text(connection_, doc_of(name_space, memory), memory));
    TRY_VOID(add_title(connection_, name_space, memory));
  }
  return {};
}

}  // namespace aim::store::sqlite
