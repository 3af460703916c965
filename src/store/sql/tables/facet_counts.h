// How often values come, as facets show them: the most frequent first, of equals by their text.
// Pure.
#pragma once
#include <cstdint>
#include <map>
#include <string>

#include "store/records.h"

namespace aim::store::sql {

inline constexpr std::size_t max_facet_values = 100;

using Counted = std::map<std::string, std::int64_t>;

NamedCounts most_frequent(const Counted& counted);

}  // namespace aim::store::sql
