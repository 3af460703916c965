// What finds memories in PostgreSQL (store/search.h): the inverted index of words, passages and
// vectors, a row a slot.
// Must not know: weights and scores of the engine.
// Every function runs inside the caller's read() or write().
// Threads: those of the connection.
// Cost: a round trip a question.
#pragma once
#include "memory/memory.h"
#include "store/postgres/core/connection.h"
#include "store/postgres/search/posting_bytes.h"
#include "store/sql/namespaces.h"
#include "store/sql/search.h"
#include "store/types.h"

namespace aim::store::postgres {

class PostgresSearch final : public sql::SqlSearch {
 public:
  explicit PostgresSearch(Connection& connection)
      : SqlSearch(connection), connection_(connection) {}

  // word_queries.cpp
  Result<std::vector<std::vector<Posting>>> postings(const TextQuery& query) const override;
  Result<std::vector<Scored>> bm25(const WordQuery& query,
                                   std::span<const std::int64_t> name_spaces,
                                   std::size_t most) const override;
  // reindex.cpp, text_index.cpp
  Result<std::int64_t> outdated_texts() const override;
  Result<Reindexed> reindex_texts(std::int64_t most) override;
  Result<void> merge_text_index(std::int64_t added) override;

  // passages.cpp, block_reader.cpp
  Result<void> renew_passages(const Memory& memory) override;
  Result<std::vector<Key>> keys_without_passage_meta() const override;
  Result<std::vector<std::vector<Slot>>> slots_of_all(std::span<const Key> keys) const override;
  std::unique_ptr<BlockReader> block_reader() const override;

  // vectors.cpp. Changes are noted by row, and told by block.
  Result<std::vector<BlockChange>> vector_changes_after(std::int64_t seq) const override;
  Result<std::vector<MemoryVectors>> vectors_of(const Channel& channel,
                                                std::span<const Key> keys) const override;
  Result<void> write_vectors(const Channel& channel,
                             std::span<const MemoryVectors> memories) override;
  Result<void> write_vector_rows(const Channel& channel, std::span<const SlotRow> rows) override;
  Result<void> drop_channel(std::int64_t number) override;

 private:
  Connection& connection_;
};

// Slots of passages, with what ranking knows of each (PassageMeta), a row a slot. Changes are told
// by the block, as a process that keeps them in memory asks (vectors.h).
// Every function runs inside the caller's read() or write(); those that change something need
// write().

Result<void> add_passages(Connection& connection, std::span<const sql::Numbered> memories);
Result<void> remove_passages(Connection& connection, Key key);

// Gives this transaction its number of changes of passages and vectors: from then on it stands in
// vector_clock.seq.
Result<void> tick(Connection& connection);
// What a column holds; empty where it is none.
PassageMeta meta_of(std::string_view bytes);

// Lists of postings as the index and, where it cannot say, the texts give them.
// Must not know: how an expression joins phrases, scores.

struct Held {
  std::int64_t name_space = 0;
  KeptPosting posting;
};
// By namespace and key.
using HeldList = std::vector<Held>;

// The memories that hold each phrase, of the namespaces named (none: of all).
Result<std::vector<HeldList>> held_lists(Connection& connection, std::span<const Phrase> phrases,
                                         std::span<const std::int64_t> name_spaces, Terms terms);

}  // namespace aim::store::postgres
