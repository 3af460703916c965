// Counts over the whole database, for stats.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "store/sqlite/core/connection.h"
#include "store/stats.h"

namespace aim::store::sqlite {

Result<Counts> count_all(Connection& connection, Time now);

Result<Stats::Growth> growth(Connection& connection, Time since);
Result<NamedCounts> count_name_spaces(Connection& connection);

}  // namespace aim::store::sqlite
