// How often values come, as facets show them: the most frequent first, of equals by their text; and
// the memories that they are counted of.
// Knows: columns of memories. Must not know: how a backend counts.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "store/records.h"
#include "store/sql/where.h"

namespace aim::store::sql {

inline constexpr std::size_t max_facet_values = 100;

using Counted = std::map<std::string, std::int64_t>;

NamedCounts most_frequent(const Counted& counted);

// The memories that facets are asked of: those that pass the filter, of these keys where some are
// named. False: nothing can pass.
Result<bool> narrow_facets(Connection& connection, Where& where, const Filter& filter,
                           std::optional<std::span<const Key>> keys, Time now);

}  // namespace aim::store::sql
