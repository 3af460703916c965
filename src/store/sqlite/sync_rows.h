// A database as a sync sees it: of everything just enough to tell what differs from another database (S12), by one walk
// over each table. Contents are not read.
// Every function runs inside the caller's read() or write().
#pragma once
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "memory/memory.h"
#include "store/sqlite/connection.h"

namespace aim::store {

struct SyncMemory {
  std::string id;
  Key key = 0;
  std::int64_t updated_at = 0;  // nanoseconds, as all times here
  std::uint64_t state = 0;      // hash of everything but the texts
};
struct SyncTombstone {
  std::string id, name_space, title;
  std::int64_t deleted_at = 0;
};
struct SyncArchived {
  std::string id;
  std::int64_t archived_at = 0;
};
struct SyncLink {
  std::string source, target, relation;
  std::int64_t at = 0;  // created, or deleted

  auto name() const { return std::tie(source, target, relation); }
};

// By id; of tombstones the last of those that no longer live.
Result<std::vector<SyncMemory>> sync_memories(Connection& connection);
Result<std::vector<SyncTombstone>> sync_tombstones(Connection& connection);
Result<std::vector<SyncArchived>> sync_archive(Connection& connection);
// By name.
Result<std::vector<SyncLink>> sync_links(Connection& connection);
Result<std::vector<SyncLink>> sync_link_tombstones(Connection& connection);

// ---- what only a sync writes ----

// A deletion that was made elsewhere.
Result<void> note_deletion(Connection& connection, const SyncTombstone& tombstone);
// The last deletion of an id, unless it lives; 0: there is none.
Result<std::int64_t> deleted_at(Connection& connection, std::string_view id);
Result<void> note_link_deletion(Connection& connection, const SyncLink& link);
// Links of a memory that were removed after they were made.
Result<void> drop_dead_links(Connection& connection, Key key);
// Links, lost sources and standards of one memory become those of another; links between the two go.
Result<void> move_relations(Connection& connection, Key from, Key to);
// Vectors of memories whose texts are the same in both databases: {key there, key here}. Of the channels that are here,
// or of all.
Result<void> copy_vectors(Connection& from, Connection& to,
                          std::vector<std::pair<Key, Key>> memories, bool all_channels);

}  // namespace aim::store
