// Memories in PostgreSQL: how they are inserted, counted by facets, and what is
// kept of them besides their rows (text index, words of titles, tags, passages).
// Knows: tables. Must not know: policy (memory/).
// Threads: those of the connection.
#pragma once
#include "store/postgres/core/connection.h"
#include "store/sql/memories.h"

namespace aim::store::postgres {

class PostgresMemories final : public sql::SqlMemories {
 public:
  explicit PostgresMemories(Connection& connection)
      : sql::SqlMemories(connection), connection_(connection) {}

  Result<std::vector<Memory>> holders(std::span<const Memory> of) const override;
  Result<std::vector<std::optional<Error>>> insert_all(
      std::span<const NewMemory> memories) override;
  Result<Facets> facets(const Filter& filter, std::optional<std::span<const Key>> keys,
                        Time now) const override;
  Result<std::vector<SimilarTitle>> similar_titles(std::string_view name_space,
                                                   std::string_view title, Key except, Time now,
                                                   std::size_t limit) const override;

 private:
  Result<void> add_passages(std::int64_t name_space, const Memory& memory) override;
  Result<void> remove_passages(Key key) override;
  Result<void> add_words(std::int64_t name_space, const Memory& memory) override;
  Result<void> remove_words(std::int64_t name_space, const Memory& memory) override;

  Connection& connection_;
};

}  // namespace aim::store::postgres
