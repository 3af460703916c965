// Facts about the file and its processes, by name (docs/formats/database.md).
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "store/records.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

Result<std::optional<std::int64_t>> meta_number(Connection& connection, std::string_view name);
Result<void> set_meta(Connection& connection, std::string_view name, std::int64_t value);
Result<void> clear_meta(Connection& connection, std::string_view name);

}  // namespace aim::store::sql
