// What tells what has happened and what there is, on one connection: each function is one of the folder tables/, whose
// headers say what it does and costs.
// Knows: names. Must not know: SQL.
// Threads: those of the connection.
#pragma once
#include "store/changes.h"
#include "store/events.h"
#include "store/meta.h"
#include "store/postgres/tables/changes.h"
#include "store/postgres/tables/counts.h"
#include "store/postgres/tables/events.h"
#include "store/postgres/tables/meta.h"
#include "store/postgres/tables/sync_rows.h"
#include "store/stats.h"
#include "store/sync.h"

namespace aim::store::postgres {

class PostgresEvents final : public Events {
 public:
  explicit PostgresEvents(Connection& connection) : connection_(connection) {}
  Result<ChainHead> head() const override { return postgres::chain_head(connection_); }
  Result<std::optional<Event>> find(std::int64_t sequence) const override {
    return postgres::find_event(connection_, sequence);
  }
  Result<void> each(std::int64_t after,
                    const std::function<Result<bool>(const Event&)>& take) const override {
    return postgres::each_event(connection_, after, take);
  }
  Result<std::vector<Event>> newest(std::string_view type, std::optional<std::int64_t> before,
                                    std::int64_t limit) const override {
    return postgres::newest_events(connection_, type, before, limit);
  }
  Result<EventCounts> count() const override { return postgres::count_events(connection_); }
  Result<Event> append(Time at, std::string_view type, const Payload& payload,
                       const SigningKey* key) override {
    return postgres::append_event(connection_, at, type, payload, key);
  }

 private:
  Connection& connection_;
};

class PostgresChanges final : public Changes {
 public:
  explicit PostgresChanges(Connection& connection) : connection_(connection) {}
  Result<std::int64_t> last() const override { return postgres::last_change(connection_); }
  Result<std::optional<std::int64_t>> before_since(Time time) const override {
    return postgres::before_changes_since(connection_, time);
  }
  Result<std::vector<ChangeRow>> after(std::int64_t after, std::int64_t limit) const override {
    return postgres::changes_after(connection_, after, limit);
  }

 private:
  Connection& connection_;
};

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

class PostgresStats final : public Stats {
 public:
  explicit PostgresStats(Connection& connection) : connection_(connection) {}
  Result<Counts> all(Time now) const override { return postgres::count_all(connection_, now); }
  Result<Growth> growth(Time since) const override { return postgres::growth(connection_, since); }
  Result<NamedCounts> name_spaces() const override {
    return postgres::count_name_spaces(connection_);
  }

 private:
  Connection& connection_;
};

class PostgresMeta final : public Meta {
 public:
  explicit PostgresMeta(Connection& connection) : connection_(connection) {}
  Result<std::optional<std::int64_t>> number(std::string_view name) const override {
    return postgres::meta_number(connection_, name);
  }
  Result<void> set(std::string_view name, std::int64_t value) override {
    return postgres::set_meta(connection_, name, value);
  }
  Result<void> clear(std::string_view name) override {
    return postgres::clear_meta(connection_, name);
  }

 private:
  Connection& connection_;
};

}  // namespace aim::store::postgres
