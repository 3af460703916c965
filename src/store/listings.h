// Memories in some order, a page at a time, and names by their beginning.
// Cost: by what is returned, not by the size of the database; name beginnings also by the ways
// their letters can be written.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/filter.h"
#include "memory/memory.h"
#include "store/stats.h"

namespace aim::store {

// Where a list goes on: behind a memory of this shown priority and change.
struct ListPlace {
  std::int64_t priority = 0, updated_at = 0;  // nanoseconds
  Key key = 0;
};
struct Page {
  std::int64_t limit = 20, offset = 0;
  std::optional<ListPlace> after = {};
};

// How many memories have each value, most first; of each facet the first hundred.
struct Facets {
  std::int64_t total = 0;
  NamedCounts name_spaces, tiers, kinds, tags, sources, agents;
};

struct PageRow {
  Key key = 0;
  std::string id, title, name_space;
  std::int64_t size_bytes = 0;  // of the content
  Time updated_at{};
};

class Listings {
 public:
  virtual ~Listings() = default;
  // By shown priority, then updated_at, both descending, then key. Expired memories are hidden.
  virtual Result<std::vector<Memory>> list(const Filter& filter, Time now, Page page) const = 0;
  // Of the memories that pass, or of those among `keys`. Expired memories do not count.
  virtual Result<Facets> facets(const Filter& filter, std::optional<std::span<const Key>> keys,
                                Time now) const = 0;
  // Last stored, changed or used first.
  virtual Result<std::vector<Memory>> recent(const Filter& filter, Time now,
                                             std::int64_t limit) const = 0;
  // By age.
  virtual Result<std::vector<Memory>> matching(const Filter& filter, std::int64_t limit,
                                               Key after) const = 0;
  // Memories that have expired, oldest expiry first.
  virtual Result<std::vector<Memory>> expired(Time now, std::int64_t limit) const = 0;
  virtual Result<std::int64_t> count_expired(Time now) const = 0;
  // Those after `after`, at most `limit`; expired ones are hidden.
  virtual Result<std::vector<PageRow>> page_after(Key after, Time now,
                                                  std::int64_t limit) const = 0;
  // Sorted by bytes, at most `limit`. Of namespaces, those that hold memories.
  virtual Result<std::vector<std::string>> name_spaces_beginning(std::string_view beginning,
                                                                 std::size_t limit) const = 0;
  virtual Result<std::vector<std::string>> tags_beginning(std::string_view beginning,
                                                          std::size_t limit) const = 0;
};

}  // namespace aim::store
