// What finds memories: the questions of store::Search that two databases answer with the same SQL.
// A driver's own class answers the rest.
// Knows: SQL. Must not know: which database, weights and scores.
// Threads: those of the connection.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/search.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

// A query of words in the notation of FTS5, which people are shown whatever the index is: phrases
// in quotes, an asterisk after beginnings, joined by OR or AND; `title :` before those of titles.
// Empty when there is no phrase.
std::string expression_of(const WordQuery& query);

class SqlSearch : public Search {
 public:
  Result<std::vector<Key>> keys_with_tag(std::string_view tag) const override;
  Result<std::vector<Key>> keys_of_reflections() const override;
  Result<std::vector<Key>> keys_created_between(std::optional<Time> since,
                                                std::optional<Time> until) const override;
  std::string expression(const WordQuery& query) const override { return expression_of(query); }
  Result<Slot> end_of_slots() const override;
  Block block_of(Slot slot) const override;
  Result<std::vector<Channel>> channels() const override;

 protected:
  explicit SqlSearch(Connection& connection) : sql_(connection) {}
  // For making an index again in the order of keys: the next keys, and how many come after one.
  Result<std::vector<Key>> keys_after(Key after, std::int64_t most) const;
  Result<std::int64_t> count_after(Key key) const;

 private:
  Connection& sql_;
};

}  // namespace aim::store::sql
