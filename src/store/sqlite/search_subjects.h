// What finds memories, and what tells what has changed, on one connection: each function is one of
// the folders beside this one, which say what it does and costs.
// Knows: names. Must not know: SQL.
// Threads: those of the connection.
#pragma once
#include "store/search.h"
#include "store/sql/word_expression.h"
#include "store/sqlite/search/bm25_search.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/search/reindex.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/tables/memories.h"
#include "store/sqlite/tables/namespaces.h"
#include "store/sqlite/tables/sync_rows.h"
#include "store/sqlite/tables/use_signals.h"
#include "store/sqlite/vectors/vectors.h"
#include "store/sync.h"

namespace aim::store::sqlite {

class SqliteSearch final : public Search {
 public:
  explicit SqliteSearch(Connection& connection) : connection_(connection) {}
  Result<std::vector<NamespaceRow>> name_spaces(std::string_view filter) const override {
    return sqlite::name_spaces_matching(connection_, filter);
  }
  Result<std::vector<NamespaceRow>> name_spaces_of(const Filter& filter) const override {
    return sqlite::name_spaces_of(connection_, filter);
  }
  Result<std::vector<std::string>> name_spaces_of(std::span<const Key> keys) const override {
    return sqlite::name_spaces_of(connection_, keys);
  }
  Result<std::optional<Memory>> signals_of(Key key) const override {
    return sqlite::signals_of(connection_, key);
  }
  Result<std::vector<UseSignals>> use_signals(const Filter& filter, Time now) const override {
    return sqlite::use_signals(connection_, filter, now);
  }
  Result<std::string> title_of(Key key) const override {
    return sqlite::title_of(connection_, key);
  }
  Result<std::vector<Key>> keys_with_tag(std::string_view tag) const override {
    return sqlite::keys_with_tag(connection_, tag);
  }
  Result<std::vector<Key>> keys_of_reflections() const override {
    return sqlite::keys_of_reflections(connection_);
  }
  Result<std::vector<Key>> keys_of_agent(std::string_view agent_id) const override {
    return sqlite::keys_of_agent(connection_, agent_id);
  }
  Result<std::vector<Key>> keys_with_content(std::string_view name_space, std::string_view content,
                                             Time now, std::size_t limit) const override {
    return sqlite::keys_with_content(connection_, name_space, content, now, limit);
  }
  Result<std::vector<Key>> keys_created_between(std::optional<Time> since,
                                                std::optional<Time> until) const override {
    return sqlite::keys_created_between(connection_, since, until);
  }

  Result<std::vector<std::vector<Posting>>> postings(const TextQuery& query) const override {
    return sqlite::postings(connection_, query);
  }
  Result<std::vector<Ranked>> bm25(const WordQuery& query,
                                   std::span<const std::int64_t> name_spaces,
                                   std::size_t most) const override {
    return sqlite::match_bm25(connection_, query, name_spaces, most);
  }
  std::string expression(const WordQuery& query) const override {
    return sql::expression_of(query);
  }
  Result<std::int64_t> outdated_texts() const override {
    return sqlite::count_outdated(connection_);
  }
  Result<void> merge_text_index() override { return sqlite::settle_text(connection_); }
  Result<Reindexed> reindex_texts(std::int64_t most) override {
    return sqlite::reindex_some(connection_, most);
  }

  Result<std::vector<Key>> keys_without_passage_meta() const override {
    return sqlite::keys_without_passage_meta(connection_);
  }
  Result<std::vector<Slot>> slots_of(Key key) const override {
    return sqlite::slots_of(connection_, key);
  }
  Result<std::vector<std::vector<Slot>>> slots_of_all(std::span<const Key> keys) const override {
    return sqlite::slots_of_all(connection_, keys);
  }
  Result<Slot> end_of_slots() const override { return sqlite::end_of_slots(connection_); }
  Block block_of(Slot slot) const override { return store::block_of(slot); }
  Result<void> renew_passages(const Memory& memory) override {
    return sqlite::renew_passages(connection_,
                                  TRY(name_space_number(connection_, memory.name_space)), memory);
  }
  std::filesystem::path passages_copy_file() const override {
    return sqlite::copy_file(connection_);
  }
  std::unique_ptr<store::BlockReader> block_reader() const override {
    return std::make_unique<sqlite::BlockReader>(connection_);
  }

  std::uint64_t epoch() const override { return connection_.epoch(); }
  Result<std::vector<Channel>> channels() const override { return sqlite::channels(connection_); }
  Result<std::int64_t> last_vector_change() const override {
    return sqlite::last_vector_change(connection_);
  }
  Result<std::vector<BlockChange>> vector_changes_after(std::int64_t seq) const override {
    return sqlite::vector_changes_after(connection_, seq);
  }
  Result<Channel> channel_for(const Channel& wanted) override {
    return sqlite::channel_for(connection_, wanted);
  }
  Result<void> drop_channel(std::int64_t number) override {
    return sqlite::drop_channel(connection_, number);
  }
  Result<void> write_vector_rows(const Channel& channel, std::span<const SlotRow> rows) override {
    return sqlite::write_rows(connection_, channel, rows);
  }
  Result<void> write_vectors(const Channel& channel,
                             std::span<const MemoryVectors> memories) override {
    return sqlite::write_vectors(connection_, channel, memories);
  }
  Result<std::vector<MemoryVectors>> vectors_of(const Channel& channel,
                                                std::span<const Key> keys) const override {
    return sqlite::vectors_of(connection_, channel, keys);
  }

 private:
  Connection& connection_;
};

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
