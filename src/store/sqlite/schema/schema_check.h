// Whether a database is what our migrations make, word for word: in one that came from elsewhere
// anything else could run inside our statements (a view or a trigger under the name of a table of
// ours, an index over an expression).
// Knows: migrations. Must not know: rows.
#pragma once
#include "base/result.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

// Every table and index of that layout is there as it was made, and nothing else hangs on them.
// Tables of others beside
// ours are let be: nothing of ours asks them. Errors: validation_failed, naming what is not ours.
Result<void> check_schema(Connection& connection, std::int64_t layout);

}  // namespace aim::store::sqlite
