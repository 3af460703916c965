// Whether the tables of a database are as the migrations make them: what was dropped, altered or
// hung on them by others breaks or changes writes.
// Knows: the migrations, the server's catalogue. Must not know: rows.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "store/postgres/core/connection.h"

namespace aim::store::postgres {

// One sentence for each difference: tables, columns, constraints, indexes, triggers, rules,
// policies and functions that are missing or altered, and foreign ones on our tables. Foreign
// tables and indexes that are not unique are left alone. The migrations run in a schema of a
// transaction that is rolled back; the layout must be the newest. Cost: about 0.2 s. Errors: the
// user may not make a schema.
Result<std::vector<std::string>> schema_differences(Connection& connection);

// Tables of ours that the user may not read, insert into, update or delete from.
Result<std::vector<std::string>> tables_without_rights(Connection& connection);

}  // namespace aim::store::postgres
