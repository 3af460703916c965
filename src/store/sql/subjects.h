// Subjects of a Reader and a Writer that are the same on every database: each function is one of
// the folder tables/, whose headers say what it does and costs.
// Knows: names. Must not know: SQL.
// Threads: those of the connection.
#pragma once
#include "store/changes.h"
#include "store/events.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/meta.h"
#include "store/sql/tables/archive.h"
#include "store/sql/tables/beginnings.h"
#include "store/sql/tables/changes.h"
#include "store/sql/tables/counts.h"
#include "store/sql/tables/events.h"
#include "store/sql/tables/golden_questions.h"
#include "store/sql/tables/links.h"
#include "store/sql/tables/meta.h"
#include "store/sql/tables/pages.h"
#include "store/sql/tables/reflections.h"
#include "store/sql/tables/review.h"
#include "store/sql/tables/standards.h"
#include "store/sql/tables/tokens.h"
#include "store/sql/tables/undo.h"
#include "store/sql/tables/usage.h"
#include "store/stats.h"

namespace aim::store::sql {

// The part of memories that is the same on every database.
class SqlMemories : public Memories {
 public:
  explicit SqlMemories(Connection& connection) : connection_(connection) {}
  Result<std::vector<KeyPair>> contradictions(Time now, Page page) const override {
    return sql::contradictions(connection_, now, page);
  }
  Result<std::vector<KeyPair>> same_content(Time now, Page page) const override {
    return sql::same_content(connection_, now, page);
  }
  Result<std::vector<Key>> unconfirmed(Time now, Page page) const override {
    return sql::unconfirmed(connection_, now, page);
  }
  Result<std::vector<Key>> expiring(Time now, Time until, Page page) const override {
    return sql::expiring(connection_, now, until, page);
  }
  Result<std::vector<Key>> newest_keys(Time now, Key before, std::int64_t limit) const override {
    return sql::newest_keys(connection_, now, before, limit);
  }
  Result<bool> are_linked(KeyPair pair) const override {
    return sql::are_linked(connection_, pair);
  }
  Result<std::vector<PageRow>> page_after(Key after, Time now, std::int64_t limit) const override {
    return sql::page_after(connection_, after, now, limit);
  }
  Result<std::vector<std::string>> name_spaces_beginning(std::string_view beginning,
                                                         std::size_t limit) const override {
    return sql::name_spaces_beginning(connection_, beginning, limit);
  }
  Result<std::vector<std::string>> tags_beginning(std::string_view beginning,
                                                  std::size_t limit) const override {
    return sql::tags_beginning(connection_, beginning, limit);
  }
  Result<std::vector<UsageRow>> usage_of(std::span<const Key> keys) const override {
    return sql::usage_of(connection_, keys);
  }
  Result<void> set_usage(Key key, std::int64_t access_count, Time last_accessed_at) override {
    return sql::set_usage(connection_, key, access_count, last_accessed_at);
  }
  Result<void> set_life(const UsageRow& row, std::optional<Time> updated_at) override {
    return sql::set_life(connection_, row, updated_at);
  }
  Result<std::optional<Archived>> find_archived(std::string_view id) const override {
    return sql::find_archived(connection_, id);
  }
  Result<std::vector<std::string>> archived_ids_with_prefix(std::string_view prefix,
                                                            std::size_t limit) const override {
    return sql::archived_ids_with_prefix(connection_, prefix, limit);
  }
  Result<std::vector<Archived>> list_archived(std::string_view name_space, std::int64_t limit,
                                              std::int64_t offset) const override {
    return sql::list_archived(connection_, name_space, limit, offset);
  }
  Result<std::int64_t> count_archived(std::optional<Time> before) const override {
    return sql::count_archived(connection_, before);
  }
  Result<ArchiveStats> archive_stats() const override { return sql::archive_stats(connection_); }
  Result<void> each_archived(
      const std::function<Result<void>(const Archived&)>& take) const override {
    return sql::each_archived(connection_, take);
  }
  Result<void> add_archived(const Archived& archived) override {
    return sql::add_archived(connection_, archived);
  }
  Result<void> keep_archived_link(std::string_view archived, const Link& link) override {
    return sql::keep_archived_link(connection_, archived, link);
  }
  Result<std::vector<Archived>> newest_archived(std::string_view name_space,
                                                std::int64_t limit) const override {
    return sql::newest_archived(connection_, name_space, limit);
  }
  Result<bool> remove_archived(std::string_view id) override {
    return sql::remove_archived(connection_, id);
  }
  Result<std::vector<std::string>> purge_archived(std::optional<Time> before) override {
    return sql::purge_archived(connection_, before);
  }
  Result<std::optional<UndoStep>> last_undo(std::string_view id, Time since) const override {
    return sql::last_undo(connection_, id, since);
  }
  Result<bool> any_undo_before(Time time) const override {
    return sql::any_undo_before(connection_, time);
  }
  Result<void> add_undo(const UndoStep& step) override { return sql::add_undo(connection_, step); }
  Result<void> remove_undo(std::int64_t number) override {
    return sql::remove_undo(connection_, number);
  }
  Result<void> prune_undo(Time before) override { return sql::prune_undo(connection_, before); }
  Result<bool> has_standards() const override { return sql::has_standards(connection_); }
  Result<std::optional<StandardRow>> find_standard(std::string_view name_space) const override {
    return sql::find_standard(connection_, name_space);
  }
  Result<std::vector<ClearedStandard>> cleared_standards() const override {
    return sql::cleared_standards(connection_);
  }
  Result<void> each_standard(
      const std::function<Result<void>(const StandardRow&)>& take) const override {
    return sql::each_standard(connection_, take);
  }
  Result<void> set_standard(std::string_view name_space, std::optional<Key> key,
                            const std::optional<std::string>& parent, Time now) override {
    return sql::set_standard(connection_, name_space, key, parent, now);
  }
  Result<void> put_standard(const StandardRow& row, std::optional<Key> key) override {
    return sql::put_standard(connection_, row, key);
  }
  Result<bool> clear_standard(std::string_view name_space, Time now) override {
    return sql::clear_standard(connection_, name_space, now);
  }
  Result<void> doubt_standard(std::string_view name_space) override {
    return sql::doubt_standard(connection_, name_space);
  }
  Result<void> doubt_standards_of(Key memory) override {
    return sql::doubt_standards_of(connection_, memory);
  }

 private:
  Connection& connection_;
};

class SqlLinks final : public Links {
 public:
  explicit SqlLinks(Connection& connection) : connection_(connection) {}
  Result<std::optional<Link>> find(std::string_view source_id, std::string_view target_id,
                                   std::string_view relation) const override {
    return sql::find_link(connection_, source_id, target_id, relation);
  }
  Result<std::vector<Link>> of(Key key) const override { return sql::links_of(connection_, key); }
  Result<void> each(const std::function<Result<void>(const Link&)>& take) const override {
    return sql::each_link(connection_, take);
  }
  Result<bool> add(Key source, Key target, const Link& link) override {
    return sql::add_link(connection_, source, target, link);
  }
  Result<void> move(Key from, Key to) override { return sql::move_links(connection_, from, to); }
  Result<std::unordered_map<Key, std::string>> superseded_by(
      std::span<const Key> keys) const override {
    return sql::superseded_by(connection_, keys);
  }
  Result<std::vector<Key>> superseded_keys() const override {
    return sql::superseded_keys(connection_);
  }
  Result<bool> remove(Key source, Key target, std::string_view relation, Time now) override {
    return sql::remove_link(connection_, source, target, relation, now);
  }
  Result<bool> put(Key source, Key target, const Link& link) override {
    return sql::put_link(connection_, source, target, link);
  }
  Result<bool> remove_before(Key source, Key target, std::string_view relation,
                             std::int64_t nanoseconds) override {
    return sql::remove_link_before(connection_, source, target, relation, nanoseconds);
  }
  Result<std::vector<Key>> reflections_above(Key key) const override {
    return sql::reflections_above(connection_, key);
  }
  Result<bool> closes_cycle(Key source, Key target) const override {
    return sql::closes_cycle(connection_, source, target);
  }
  Result<std::vector<std::string>> source_ids_of(Key key) const override {
    return sql::source_ids_of(connection_, key);
  }
  Result<std::vector<Key>> sources_of(Key key) const override {
    return sql::sources_of(connection_, key);
  }
  Result<std::vector<Source>> sources_of(std::span<const Key> reflections) const override {
    return sql::sources_of(connection_, reflections);
  }
  Result<std::vector<std::string>> break_cycles(Key key) override {
    return sql::break_cycles(connection_, key);
  }
  Result<bool> raise_depth(Key key, std::int64_t depth, std::int64_t most) override {
    return sql::raise_depth(connection_, key, depth, most);
  }
  Result<void> raise_depths(std::int64_t most) override {
    return sql::raise_depths(connection_, most);
  }
  Result<std::vector<LostSource>> lost_sources_of(Key reflection) const override {
    return sql::lost_sources_of(connection_, reflection);
  }
  Result<std::vector<Key>> reflections_that_lost(std::string_view id) const override {
    return sql::reflections_that_lost(connection_, id);
  }
  Result<std::vector<Found>> found_again() const override { return sql::found_again(connection_); }
  Result<std::optional<LostSource>> find_lost_source(std::string_view id) const override {
    return sql::find_lost_source(connection_, id);
  }
  Result<void> put_lost_source(Key reflection, const LostSource& lost) override {
    return sql::put_lost_source(connection_, reflection, lost);
  }
  Result<void> clear_lost_sources(Key reflection, Time now) override {
    return sql::clear_lost_sources(connection_, reflection, now);
  }
  Result<void> each_lost_source(
      const std::function<Result<void>(const std::string& reflection_id, const LostSource&)>& take)
      const override {
    return sql::each_lost_source(connection_, take);
  }

 private:
  Connection& connection_;
};

class SqlEvents final : public Events {
 public:
  explicit SqlEvents(Connection& connection) : connection_(connection) {}
  Result<ChainHead> head() const override { return sql::chain_head(connection_); }
  Result<std::optional<Event>> find(std::int64_t sequence) const override {
    return sql::find_event(connection_, sequence);
  }
  Result<void> each(std::int64_t after,
                    const std::function<Result<bool>(const Event&)>& take) const override {
    return sql::each_event(connection_, after, take);
  }
  Result<std::vector<Event>> newest(std::string_view type, std::optional<std::int64_t> before,
                                    std::int64_t limit) const override {
    return sql::newest_events(connection_, type, before, limit);
  }
  Result<EventCounts> count() const override { return sql::count_events(connection_); }
  Result<Event> append(Time at, std::string_view type, const Payload& payload,
                       const SigningKey* key) override {
    return sql::append_event(connection_, at, type, payload, key);
  }

 private:
  Connection& connection_;
};

class SqlChanges final : public Changes {
 public:
  explicit SqlChanges(Connection& connection) : connection_(connection) {}
  Result<std::int64_t> last() const override { return sql::last_change(connection_); }
  Result<std::optional<std::int64_t>> before_since(Time time) const override {
    return sql::before_changes_since(connection_, time);
  }
  Result<std::vector<ChangeRow>> after(std::int64_t after, std::int64_t limit) const override {
    return sql::changes_after(connection_, after, limit);
  }

 private:
  Connection& connection_;
};

class SqlMeta final : public Meta {
 public:
  explicit SqlMeta(Connection& connection) : connection_(connection) {}
  Result<std::optional<std::int64_t>> number(std::string_view name) const override {
    return sql::meta_number(connection_, name);
  }
  Result<void> set(std::string_view name, std::int64_t value) override {
    return sql::set_meta(connection_, name, value);
  }
  Result<void> clear(std::string_view name) override { return sql::clear_meta(connection_, name); }

 private:
  Connection& connection_;
};

class SqlStats final : public Stats {
 public:
  explicit SqlStats(Connection& connection) : connection_(connection) {}
  Result<Counts> all(Time now) const override { return sql::count_all(connection_, now); }
  Result<Growth> growth(Time since) const override { return sql::growth(connection_, since); }
  Result<NamedCounts> name_spaces() const override { return sql::count_name_spaces(connection_); }

 private:
  Connection& connection_;
};

}  // namespace aim::store::sql
