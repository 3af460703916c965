// Which memory is the standard of a namespace, and which parent it names (C3, wire.md 2.6).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "memory/standard.h"
#include "store/sqlite/connection.h"

namespace aim::store {

Result<bool> has_standards(Connection& connection);
Result<std::optional<StandardRow>> find_standard(Connection& connection, std::string_view name_space);
Result<void> set_standard(Connection& connection, std::string_view name_space, std::optional<Key> key,
                          const std::optional<std::string>& parent, Time now);
// Of a sync: all of a row but its memory's id, in the place of what is there.
Result<void> put_standard(Connection& connection, const StandardRow& row, std::optional<Key> key);
// False: there was none. Leaves a tombstone (S12).
Result<bool> clear_standard(Connection& connection, std::string_view name_space, Time now);
struct ClearedStandard {
  std::string name_space;
  Time cleared_at{};
};
Result<std::vector<ClearedStandard>> cleared_standards(Connection& connection);
Result<void> each_standard(Connection& connection,
                           const std::function<Result<void>(const StandardRow&)>& take);

}  // namespace aim::store
