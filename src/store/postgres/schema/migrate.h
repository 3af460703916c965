// The tables of a database: made when there are none, migrated from any older layout. Migrations
// hold a lock: other processes wait for it and find nothing left to do.
// And whether they are still as the migrations make them: what was dropped, altered or hung on them
// by others breaks or changes writes.
// Knows: the layouts of this backend, the server's catalogue. Must not know: what the tables hold.
#pragma once
#include "base/result.h"
#include "store/postgres/core/connection.h"

namespace aim::store::postgres {

// migrations()[i] brings layout i to layout i + 1: the SQL of migrations/NNN_name.sql, in order.
std::span<const std::string_view> migrations();

std::int64_t newest_layout();
// Errors: the layout is of a newer program.
Result<void> check_version(std::int64_t layout);
// 0: there are no tables of ours.
Result<std::int64_t> layout_of(Connection& connection);
// Errors: the database keeps texts in another encoding than UTF-8.
Result<void> check_encoding(Connection& connection);
// Errors: the server or its pgvector is too old, the encoding is wrong, the layout is of a newer
// program, the user may not make tables.
Result<void> migrate(Connection& connection);
// The number that the database was given when its tables were made.
Result<std::uint64_t> epoch_of(Connection& connection);

// One sentence for each difference: tables, columns, constraints, indexes, triggers, rules,
// policies and functions that are missing or altered, and foreign ones on our tables. Foreign
// tables and indexes that are not unique are left alone. The migrations run in a schema of a
// transaction that is rolled back; the layout must be the newest. Cost: about 0.2 s. Errors: the
// user may not make a schema.
Result<std::vector<std::string>> schema_differences(Connection& connection);

// Tables of ours that the user may not read, insert into, update or delete from.
Result<std::vector<std::string>> tables_without_rights(Connection& connection);

}  // namespace aim::store::postgres
