// How a migration (migrate.h) walks over a database, while it copies and while it compares.
// Knows: which rows are copied. Must not know: where to.
#pragma once
#include "base/result.h"
#include "memory/memory.h"
#include "memory/transcript.h"
#include "store/store.h"
#include "store/table_rows.h"

namespace aim::engine {

// What was copied.
struct MigratedTable {
  std::string name;
  std::int64_t rows = 0;
  std::string digest;  // SHA-256 of its rows
};
struct Migrated {
  bool resumed = false;
  std::vector<MigratedTable> tables;
  std::int64_t vectors = 0;
  std::int64_t vectors_left_out =
      0;  // of texts that have changed since: the target makes them anew
};

// Rows that are done, under a name for them. Errors: unavailable when stopped.
using Came = std::function<Result<void>(std::string_view what, std::int64_t rows)>;

// The rows of a table behind this key (empty: all), in batches; those that are not copied are left
// out.
Result<void> each_batch(const store::TableRows& rows, const store::Table& table, store::Row after,
                        const std::function<Result<void>(std::vector<store::Row>)>& take);
Result<std::vector<Transcript>> all_transcripts(const store::Reader& reader);
// Some turns with their texts, from turn number `from` on; none behind the last.
Result<std::vector<Turn>> some_turns(const store::Reader& reader, std::int64_t transcript,
                                     std::int64_t from);
// The keys of some memories, by number.
Result<std::vector<Key>> some_keys(const store::TableRows& rows, Key after);

// Reads both. Errors: conflict when they differ.
Result<void> compare_copy(const store::Reader& source, const store::TableRows& source_rows,
                          const store::Reader& copy, const store::TableRows& copy_rows,
                          const Came& came, Migrated& migrated);

}  // namespace aim::engine
