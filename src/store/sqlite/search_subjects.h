// What finds memories, and what tells what has changed, on one connection: each function is one of
// the folders beside this one, which say what it does and costs.
// Knows: names. Must not know: SQL.
// Threads: those of the connection.
#pragma once
#include "store/sqlite/tables/sync_rows.h"
#include "store/sync.h"

namespace aim::store::sqlite {

class SqliteSync final : public Sync {
 public:
  explicit SqliteSync(Connection& connection) : connection_(connection) {}
  Result<std::vector<SyncMemory>> memories(std::int64_t& too_long) const override {
    return sqlite::sync_memories(connection_, too_long);
  }
  Result<std::vector<SyncTombstone>> tombstones(std::int64_t& too_long) const override {
    return sqlite::sync_tombstones(connection_, too_long);
  }
  Result<std::vector<SyncArchived>> archive(std::int64_t& too_long) const override {
    return sqlite::sync_archive(connection_, too_long);
  }
  Result<std::vector<SyncLink>> links(std::int64_t& too_long) const override {
    return sqlite::sync_links(connection_, too_long);
  }
  Result<std::vector<SyncLink>> link_tombstones(std::int64_t& too_long) const override {
    return sqlite::sync_link_tombstones(connection_, too_long);
  }
  Result<std::int64_t> deleted_at(std::string_view id) const override {
    return sqlite::deleted_at(connection_, id);
  }
  Result<void> note_deletion(const SyncTombstone& tombstone) override {
    return sqlite::note_deletion(connection_, tombstone);
  }
  Result<void> note_link_deletion(const SyncLink& link) override {
    return sqlite::note_link_deletion(connection_, link);
  }
  Result<void> drop_dead_links(Key key) override {
    return sqlite::drop_dead_links(connection_, key);
  }
  Result<void> move_relations(Key from, Key to) override {
    return sqlite::move_relations(connection_, from, to);
  }

 private:
  Connection& connection_;
};

}  // namespace aim::store::sqlite
