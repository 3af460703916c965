// Counts over the whole database, for stats.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "store/sql/connection.h"
#include "store/stats.h"

namespace aim::store::sql {

// Bytes of the database.
Result<std::int64_t> size_of_all(Connection& connection);
Result<Counts> count_all(Connection& connection, Time now);

Result<Stats::Growth> growth(Connection& connection, Time since);
Result<NamedCounts> count_name_spaces(Connection& connection);

}  // namespace aim::store::sql
