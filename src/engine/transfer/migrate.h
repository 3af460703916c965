// A whole database copied into an empty one of another kind: between a file and a PostgreSQL
// server, both ways. Keys, numbers of changes and times stay what they are, so that whoever knows a
// memory, a change or an event knows it there too.
//
// In batches, each a transaction of the target. One that was killed goes on behind the last row
// that came; the target says in its table meta whose copy it is, and is refused when it holds
// anything else. At the end both are read again, and compared by counts and by a digest a table.
// Threads, processes: nobody may write to either database meanwhile; what somebody did is found at
// the end.
#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "engine/transfer/migration_rows.h"

namespace aim::engine {

struct Migration {
  store::Store& from;
  store::Store& to;
  const Clock& clock;
  store::Stop stop = {};
  // What is done now, how many rows of how many it has done.
  std::function<void(std::string_view what, std::int64_t done, std::int64_t total)> tell = {};
};

// Errors: conflict when the target holds something that is not an earlier part of this migration,
// or when the two differ at the end; those of either database.
Result<Migrated> migrate(const Migration& migration);

}  // namespace aim::engine
