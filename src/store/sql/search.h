// What finds memories: the questions of store::Search that two databases answer with the same SQL.
// A driver's own class answers the rest.
// Knows: SQL. Must not know: which database, weights and scores.
// Threads: those of the connection.
#pragma once
#include "store/search.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

// A query of words in the notation of FTS5, which people are shown whatever the index is: phrases
// in quotes, an asterisk after beginnings, joined by OR or AND; `title :` before those of titles.
// Empty when there is no phrase.
std::string expression_of(const WordQuery& query);

class SqlSearch : public Search {
 public:
  Result<std::vector<NamespaceRow>> name_spaces(std::string_view filter) const override;
  Result<std::vector<NamespaceRow>> name_spaces_of(const Filter& filter) const override;
  Result<std::vector<std::string>> name_spaces_of(std::span<const Key> keys) const override;
  Result<std::vector<Key>> keys_with_tag(std::string_view tag) const override;
  Result<std::vector<Key>> keys_of_reflections() const override;
  Result<std::vector<Key>> keys_of_agent(std::string_view agent_id) const override;
  Result<std::vector<Key>> keys_created_between(std::optional<Time> since,
                                                std::optional<Time> until,
                                                std::int64_t most) const override;
  Result<std::vector<Key>> keys_with_content(std::string_view name_space, std::string_view content,
                                             Time now, std::size_t limit) const override;
  Result<void> expect_content(std::string_view name_space, std::string_view content, Time now,
                              std::size_t limit) const override;
  Result<std::vector<std::optional<Memory>>> signals_of(std::span<const Key> keys) const override;
  Result<std::vector<UseSignals>> use_signals(const Filter& filter, Time now) const override;
  std::string expression(const WordQuery& query) const override { return expression_of(query); }
  Result<Slot> end_of_slots() const override;
  std::uint64_t epoch() const override { return sql_.epoch(); }
  Result<std::vector<Channel>> channels() const override;
  Result<Channel> channel_for(const Channel& wanted) override;
  Result<std::int64_t> last_vector_change() const override;

 protected:
  explicit SqlSearch(Connection& connection) : sql_(connection) {}
  // How many memories come after one in the order of keys.
  Result<std::int64_t> count_after(Key key) const;
  // Makes the index again for the next memories after `from`, at most so many: `index` adds them,
  // `end` notes that all are indexed.
  Result<Reindexed> index_next(Key from, std::int64_t most,
                               const std::function<Result<void>(std::span<const Memory>)>& index,
                               const std::function<Result<void>()>& end);

 private:
  Result<std::unique_ptr<Statement>> same_content(std::string_view name_space,
                                                  std::string_view content, Time now,
                                                  std::size_t limit) const;

  Connection& sql_;
};

}  // namespace aim::store::sql
