// Facts about the database and its processes, by name (docs/formats/database.md).
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"

namespace aim::store {

// When the processes that use the database last began their maintenance, in nanoseconds since 1970.
inline constexpr std::string_view maintenance_at = "upkeep_at";

// The change number up to which the autonomous tier has looked at memories
// (engine/language_model/autonomous.h).
inline constexpr std::string_view enriched_to = "enriched_to";

// When the last copy of the database was made by `backup`, in nanoseconds since 1970.
inline constexpr std::string_view backup_at = "backup_at";

// When a process last noticed that the log of the database was lost while in use, in nanoseconds
// since 1970.
inline constexpr std::string_view log_lost_at = "log_lost_at";

class Meta {
 public:
  virtual ~Meta() = default;
  // Nothing when there is none.
  virtual Result<std::optional<std::int64_t>> number(std::string_view name) const = 0;
  virtual Result<void> set(std::string_view name, std::int64_t value) = 0;
  virtual Result<void> clear(std::string_view name) = 0;
};

}  // namespace aim::store
