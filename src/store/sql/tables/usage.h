// What recalls write: counts and last accesses, in a narrow table of their own (S2, S3).
#pragma once
#include <span>

#include "memory/memory.h"
#include "store/memories.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

Result<std::vector<UsageRow>> usage_of(Connection& connection, std::span<const Key> keys);

Result<void> set_usage(Connection& connection, Key key, std::int64_t access_count,
                       Time last_accessed_at);

Result<void> set_life(Connection& connection, const UsageRow& row, std::optional<Time> updated_at);

}  // namespace aim::store::sql
