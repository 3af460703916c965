// What finds memories in SQLite (store/search.h): FTS5's index of words and the memories that wait
// to be put there, passages and vectors in blocks of 64 slots (vectors/vectors.h). Must not know:
// weights and scores of the engine. Every function runs inside the caller's read() or write().
// Threads: those of the connection.
// Cost: bm25() of all 0.6 µs a row, of the best few less than a quarter of it.
#pragma once
#include <filesystem>

#include "store/sql/search.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

class SqliteSearch final : public sql::SqlSearch {
 public:
  explicit SqliteSearch(Connection& connection) : SqlSearch(connection), connection_(connection) {}

  // text_index.cpp, bm25_search.cpp
  Result<std::vector<std::vector<Posting>>> postings(const TextQuery& query) const override;
  Result<std::vector<Scored>> bm25(const WordQuery& query,
                                   std::span<const std::int64_t> name_spaces,
                                   std::size_t most) const override;
  // text_index.cpp. Memories that only wait are not outdated.
  Result<Reindexed> reindex_texts(std::int64_t most) override;
  Result<std::int64_t> outdated_texts() const override;
  Result<void> merge_text_index(std::int64_t added) override;
  Result<void> merge_whole_text_index();

  // vectors/vectors.cpp
  // The slots of one memory, in the order of its passages.
  Result<std::vector<Slot>> slots_of(Key key) const;
  Result<std::vector<std::vector<Slot>>> slots_of_all(std::span<const Key> keys) const override;
  Result<void> renew_passages(const Memory& memory) override;
  Result<std::vector<Key>> keys_without_passage_meta() const override;
  // Empty for a database in memory, and for one that another program may have made.
  std::unique_ptr<BlockReader> block_reader() const override;
  Result<void> drop_channel(std::int64_t number) override;
  Result<void> write_vector_rows(const Channel& channel, std::span<const SlotRow> rows) override;
  Result<void> write_vectors(const Channel& channel,
                             std::span<const MemoryVectors> memories) override;
  Result<std::vector<MemoryVectors>> vectors_of(const Channel& channel,
                                                std::span<const Key> keys) const override;
  Result<std::vector<BlockChange>> vector_changes_after(std::int64_t seq) const override;

 private:
  Connection& connection_;
};

}  // namespace aim::store::sqlite
