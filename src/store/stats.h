// Counts over the whole database, for stats.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace aim::store {

using NamedCounts = std::vector<std::pair<std::string, std::int64_t>>;  // most first

struct Counts {
  std::int64_t memories = 0, reflections = 0, links = 0, archived = 0;
  std::int64_t expiring_soon = 0;  // within the hour
  std::int64_t size_bytes = 0;     // of the database, what is not yet moved into it not counted
  NamedCounts by_tier;
};

class Stats {
 public:
  virtual ~Stats() = default;
  virtual Result<Counts> all(Time now) const = 0;
  // How many memories that are still there were created on each day (days since 1970, UTC) from
  // that of `since` on; and how many before.
  struct Growth {
    std::int64_t before = 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> days;
  };
  virtual Result<Growth> growth(Time since) const = 0;
  // Only namespaces that hold memories.
  virtual Result<NamedCounts> name_spaces() const = 0;
};

}  // namespace aim::store
