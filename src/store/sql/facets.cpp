#include "store/sql/facets.h"

#include <algorithm>
#include <functional>

namespace aim::store::sql {

NamedCounts most_frequent(const Counted& counted) {
  NamedCounts counts(counted.begin(), counted.end());
  std::ranges::stable_sort(counts, std::ranges::greater(),
                           [](const auto& each) { return each.second; });
  counts.resize(std::min(counts.size(), max_facet_values));
  return counts;
}

Result<bool> narrow_facets(Connection& connection, Where& where, const Filter& filter,
                           std::optional<std::span<const Key>> keys, Time now) {
  if (!TRY(where.add_filter(connection, filter)))
    return false;
  where.hide_expired(now);
  if (keys)
    where.add("m.key" + connection.dialect().in_list("?"),
              {std::vector<std::int64_t>(keys->begin(), keys->end())});
  return true;
}

}  // namespace aim::store::sql
