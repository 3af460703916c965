// What tells what has happened and what there is, on one connection: each function is one of the
// folder tables/, whose headers say what it does and costs.
// Knows: names. Must not know: SQL.
// Threads: those of the connection.
#pragma once
#include "store/postgres/tables/sync_rows.h"
#include "store/sync.h"

namespace aim::store::postgres {

class PostgresSync final : public Sync {
 public:
  explicit PostgresSync(Connection& connection) : connection_(connection) {}
  Result<std::vector<SyncMemory>> memories(std::int64_t& too_long) const override {
    return postgres::sync_memories(connection_, too_long);
  }
  Result<std::vector<SyncTombstone>> tombstones(std::int64_t& too_long) const override {
    return postgres::sync_tombstones(connection_, too_long);
  }
  Result<std::vector<SyncArchived>> archive(std::int64_t& too_long) const override {
    return postgres::sync_archive(connection_, too_long);
  }
  Result<std::vector<SyncLink>> links(std::int64_t& too_long) const override {
    return postgres::sync_links(connection_, too_long);
  }
  Result<std::vector<SyncLink>> link_tombstones(std::int64_t& too_long) const override {
    return postgres::sync_link_tombstones(connection_, too_long);
  }
  Result<std::int64_t> deleted_at(std::string_view id) const override {
    return postgres::deleted_at(connection_, id);
  }
  Result<void> note_deletion(const SyncTombstone& tombstone) override {
    return postgres::note_deletion(connection_, tombstone);
  }
  Result<void> note_link_deletion(const SyncLink& link) override {
    return postgres::note_link_deletion(connection_, link);
  }
  Result<void> drop_dead_links(Key key) override {
    return postgres::drop_dead_links(connection_, key);
  }
  Result<void> move_relations(Key from, Key to) override {
    return postgres::move_relations(connection_, from, to);
  }

 private:
  Connection& connection_;
};

}  // namespace aim::store::postgres
