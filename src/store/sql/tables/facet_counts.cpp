#include "store/sql/tables/facet_counts.h"

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

}  // namespace aim::store::sql
