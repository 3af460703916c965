// Counts over the whole database, for stats.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "store/postgres/core/connection.h"
#include "store/stats.h"

namespace aim::store::postgres {

Result<Counts> count_all(Connection& connection, Time now);

Result<Stats::Growth> growth(Connection& connection, Time since);
Result<NamedCounts> count_name_spaces(Connection& connection);

// Bytes of all tables and indexes.
Result<std::int64_t> size_of_all(Connection& connection);

}  // namespace aim::store::postgres
