// What finds memories in PostgreSQL (store/search.h): the inverted index of words, passages and
// vectors, a row a slot.
// Must not know: weights and scores of the engine.
// Every function runs inside the caller's read() or write().
// Threads: those of the connection.
// Cost: a round trip a question; of signals that were announced one for all.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/postgres/core/connection.h"
#include "store/sql/search.h"

namespace aim::store::postgres {

class PostgresSearch final : public sql::SqlSearch {
 public:
  explicit PostgresSearch(Connection& connection)
      : SqlSearch(connection), connection_(connection) {}

  // candidates.cpp
  Result<std::vector<NamespaceRow>> name_spaces(std::string_view filter) const override;
  Result<std::vector<NamespaceRow>> name_spaces_of(const Filter& filter) const override;
  Result<std::vector<std::string>> name_spaces_of(std::span<const Key> keys) const override;
  Result<std::vector<Key>> keys_of_agent(std::string_view agent_id) const override;
  Result<std::vector<Key>> keys_with_content(std::string_view name_space, std::string_view content,
                                             Time now, std::size_t limit) const override;
  Result<void> expect_content(std::string_view name_space, std::string_view content, Time now,
                              std::size_t limit) const override;
  Result<std::optional<Memory>> signals_of(Key key) const override;
  Result<std::string> title_of(Key key) const override;
  Result<void> expect_signals(std::span<const Key> keys) const override;
  Result<std::vector<UseSignals>> use_signals(const Filter& filter, Time now) const override;

  // word_queries.cpp, text_index.cpp, reindex.cpp
  Result<std::vector<std::vector<Posting>>> postings(const TextQuery& query) const override;
  Result<std::vector<Ranked>> bm25(const WordQuery& query,
                                   std::span<const std::int64_t> name_spaces,
                                   std::size_t most) const override;
  Result<std::int64_t> outdated_texts() const override;
  Result<void> merge_text_index() override;
  Result<Reindexed> reindex_texts(std::int64_t most) override;

  // passages.cpp, block_reader.cpp
  Result<std::vector<Key>> keys_without_passage_meta() const override;
  Result<std::vector<Slot>> slots_of(Key key) const override;
  Result<std::vector<std::vector<Slot>>> slots_of_all(std::span<const Key> keys) const override;
  Result<void> renew_passages(const Memory& memory) override;
  std::unique_ptr<BlockReader> block_reader() const override;

  // vectors.cpp
  std::uint64_t epoch() const override { return connection_.epoch(); }
  Result<std::int64_t> last_vector_change() const override;
  // Changes are noted by row, and told by block.
  Result<std::vector<BlockChange>> vector_changes_after(std::int64_t seq) const override;
  Result<std::vector<MemoryVectors>> vectors_of(const Channel& channel,
                                                std::span<const Key> keys) const override;
  Result<Channel> channel_for(const Channel& wanted) override;
  Result<void> drop_channel(std::int64_t number) override;
  Result<void> write_vector_rows(const Channel& channel, std::span<const SlotRow> rows) override;
  Result<void> write_vectors(const Channel& channel,
                             std::span<const MemoryVectors> memories) override;

 private:
  Result<const Memory*> known(Key key) const;

  Connection& connection_;
  mutable std::unordered_map<Key, std::optional<Memory>> expected_;  // with titles
};

}  // namespace aim::store::postgres
