// Facts about the file and its processes, by name (docs/formats/database.md).
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "store/sqlite/connection.h"

namespace aim::store {

// When the processes that use the file last began their upkeep, in nanoseconds since 1970.
inline constexpr std::string_view upkeep_at = "upkeep_at";

// The change number up to which the autonomous tier has looked at memories (engine/autonomous.h).
inline constexpr std::string_view enriched_to = "enriched_to";

// Nothing when there is none.
Result<std::optional<std::int64_t>> meta_number(Connection& connection, std::string_view name);
Result<void> set_meta(Connection& connection, std::string_view name, std::int64_t value);
Result<void> clear_meta(Connection& connection, std::string_view name);

}  // namespace aim::store
