// Rows of the access log. What each function does is said in store/accesses.h.
#pragma once
#include "store/accesses.h"
#include "store/postgres/core/connection.h"

namespace aim::store::postgres {

Result<std::int64_t> last_access(Connection& connection);
Result<std::vector<AccessRow>> newest_accesses(Connection& connection, std::int64_t before,
                                               std::span<const std::string> kinds,
                                               std::int64_t limit);
Result<std::vector<AccessRow>> accesses_after(Connection& connection, std::int64_t after,
                                              std::int64_t limit);
Result<std::vector<ShownMemory>> shown_by(Connection& connection, std::int64_t number);
Result<std::vector<AccessCost>> access_costs(Connection& connection, Time since,
                                             std::int64_t limit);
Result<std::vector<LoggedAccess>> access_log(Connection& connection, const AccessFilter& filter);
Result<void> add_access(Connection& connection, const AccessRow& row,
                        std::span<const ShownKey> shown);
Result<std::int64_t> prune_accesses(Connection& connection, Time before, std::int64_t limit);

}  // namespace aim::store::postgres
