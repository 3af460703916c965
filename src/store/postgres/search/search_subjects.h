// What finds memories, on one connection: each function is one of the files beside this one, which
// say what it does and costs.
// Knows: names. Must not know: SQL.
// Threads: those of the connection.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/postgres/search/index_rules.h"
#include "store/postgres/search/passages.h"
#include "store/postgres/search/reindex.h"
#include "store/postgres/search/text_index.h"
#include "store/postgres/search/vectors.h"
#include "store/postgres/tables/namespaces.h"
#include "store/search.h"
#include "store/sql/word_expression.h"

namespace aim::store::postgres {

class PostgresSearch final : public Search {
 public:
  explicit PostgresSearch(Connection& connection) : connection_(connection) {}
  Result<std::vector<NamespaceRow>> name_spaces(std::string_view filter) const override;
  Result<std::vector<NamespaceRow>> name_spaces_of(const Filter& filter) const override;
  Result<std::vector<std::string>> name_spaces_of(std::span<const Key> keys) const override;
  Result<std::optional<Memory>> signals_of(Key key) const override;
  Result<std::vector<UseSignals>> use_signals(const Filter& filter, Time now) const override;
  Result<std::string> title_of(Key key) const override;
  Result<void> expect_signals(std::span<const Key> keys) const override;
  Result<std::vector<Key>> keys_with_tag(std::string_view tag) const override;
  Result<std::vector<Key>> keys_of_reflections() const override;
  Result<std::vector<Key>> keys_of_agent(std::string_view agent_id) const override;
  Result<std::vector<Key>> keys_created_between(std::optional<Time> since,
                                                std::optional<Time> until) const override;
  Result<std::vector<Key>> keys_with_content(std::string_view name_space, std::string_view content,
                                             Time now, std::size_t limit) const override;
  Result<void> expect_content(std::string_view name_space, std::string_view content, Time now,
                              std::size_t limit) const override;
  Result<std::vector<std::vector<Posting>>> postings(const TextQuery& query) const override {
    return postgres::postings(connection_, query);
  }
  Result<std::vector<Ranked>> bm25(const WordQuery& query,
                                   std::span<const std::int64_t> name_spaces,
                                   std::size_t most) const override {
    auto ranked = TRY(postgres::match_bm25(connection_, query, name_spaces));
    keep_best(ranked, most);
    return ranked;
  }
  std::string expression(const WordQuery& query) const override {
    return sql::expression_of(query);
  }
  Result<std::int64_t> outdated_texts() const override {
    return postgres::count_outdated(connection_);
  }
  Result<void> merge_text_index() override { return postgres::settle_text(connection_); }
  Result<Reindexed> reindex_texts(std::int64_t most) override {
    return postgres::reindex_some(connection_, most);
  }

  Result<std::vector<Key>> keys_without_passage_meta() const override {
    return postgres::keys_without_passage_meta(connection_);
  }
  Result<std::vector<Slot>> slots_of(Key key) const override {
    return std::move(TRY(postgres::slots_of(connection_, {&key, 1})).front());
  }
  Result<std::vector<std::vector<Slot>>> slots_of_all(std::span<const Key> keys) const override {
    return postgres::slots_of(connection_, keys);
  }
  Result<Slot> end_of_slots() const override { return postgres::end_of_slots(connection_); }
  Block block_of(Slot slot) const override { return store::block_of(slot); }
  Result<void> renew_passages(const Memory& memory) override {
    return postgres::renew_passages(connection_,
                                    TRY(name_space_number(connection_, memory.name_space)), memory);
  }
  std::unique_ptr<BlockReader> block_reader() const override {
    return postgres::block_reader(connection_);
  }

  std::uint64_t epoch() const override { return connection_.epoch(); }
  Result<std::vector<Channel>> channels() const override { return postgres::channels(connection_); }
  Result<std::int64_t> last_vector_change() const override {
    return postgres::last_vector_change(connection_);
  }
  Result<std::vector<BlockChange>> vector_changes_after(std::int64_t seq) const override {
    return postgres::vector_changes_after(connection_, seq);
  }
  Result<Channel> channel_for(const Channel& wanted) override {
    return postgres::channel_for(connection_, wanted);
  }
  Result<void> drop_channel(std::int64_t number) override {
    return postgres::drop_channel(connection_, number);
  }
  Result<void> write_vector_rows(const Channel& channel, std::span<const SlotRow> rows) override {
    return postgres::write_rows(connection_, channel, rows);
  }
  Result<void> write_vectors(const Channel& channel,
                             std::span<const MemoryVectors> memories) override {
    return postgres::write_vectors(connection_, channel, memories);
  }
  Result<std::vector<MemoryVectors>> vectors_of(const Channel& channel,
                                                std::span<const Key> keys) const override {
    return postgres::vectors_of(connection_, channel, keys);
  }

 private:
  Result<const Memory*> known(Key key) const;

  Connection& connection_;
  mutable std::unordered_map<Key, std::optional<Memory>> expected_;  // with titles
};

}  // namespace aim::store::postgres
