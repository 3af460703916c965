// Counts over the whole database, for stats.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "store/sqlite/connection.h"

namespace aim::store {

using NamedCounts = std::vector<std::pair<std::string, std::int64_t>>;  // most first

struct Counts {
  std::int64_t memories = 0, reflections = 0, links = 0, archived = 0;
  std::int64_t expiring_soon = 0;  // within the hour
  std::int64_t size_bytes = 0;     // of the file, the WAL not counted
  NamedCounts by_tier;
};
Result<Counts> count_all(Connection& connection, Time now);

// Only namespaces that hold memories.
Result<NamedCounts> count_name_spaces(Connection& connection);

}  // namespace aim::store
