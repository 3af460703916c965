// A database as a sync sees it: of everything just enough to tell what differs from another
// database (S12), by one walk over each table. Contents are not read.
// Every function runs inside the caller's read() or write().
#pragma once
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "memory/memory.h"
#include "store/postgres/core/connection.h"
#include "store/sync.h"

namespace aim::store::postgres {

Result<std::vector<SyncMemory>> sync_memories(Connection& connection, std::int64_t& too_long);
Result<std::vector<SyncTombstone>> sync_tombstones(Connection& connection, std::int64_t& too_long);
Result<std::vector<SyncArchived>> sync_archive(Connection& connection, std::int64_t& too_long);
Result<std::vector<SyncLink>> sync_links(Connection& connection, std::int64_t& too_long);
Result<std::vector<SyncLink>> sync_link_tombstones(Connection& connection, std::int64_t& too_long);

// ---- what only a sync writes ----

Result<void> note_deletion(Connection& connection, const SyncTombstone& tombstone);
Result<std::int64_t> deleted_at(Connection& connection, std::string_view id);
Result<void> note_link_deletion(Connection& connection, const SyncLink& link);
Result<void> drop_dead_links(Connection& connection, Key key);
Result<void> move_relations(Connection& connection, Key from, Key to);

}  // namespace aim::store::postgres
