// Which memory is the standard of a namespace, and which parent it names (C3, wire.md 2.6).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "memory/standard.h"
#include "store/memories.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

Result<bool> has_standards(Connection& connection);
Result<std::optional<StandardRow>> find_standard(Connection& connection,
                                                 std::string_view name_space);
Result<void> set_standard(Connection& connection, std::string_view name_space,
                          std::optional<Key> key, const std::optional<std::string>& parent,
                          Time now);
Result<void> doubt_standard(Connection& connection, std::string_view name_space);
Result<void> doubt_standards_of(Connection& connection, Key memory);
Result<void> put_standard(Connection& connection, const StandardRow& row, std::optional<Key> key);
Result<bool> clear_standard(Connection& connection, std::string_view name_space, Time now);
Result<std::vector<ClearedStandard>> cleared_standards(Connection& connection);
Result<void> each_standard(Connection& connection,
                           const std::function<Result<void>(const StandardRow&)>& take);

}  // namespace aim::store::sql
