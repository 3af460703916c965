// The tables of a database: made when there are none, migrated from any older layout. Migrations
// hold a lock: other processes wait for it and find nothing left to do.
// Knows: the layouts of this backend. Must not know: what the tables hold.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.h"
#include "store/postgres/core/connection.h"

namespace aim::store::postgres {

// The texts of migrations/*.sql, in order, which the build puts into the program.
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

}  // namespace aim::store::postgres
