// Words of titles by namespace: which memories have a similar title (A9, S17).
// Bounded: of each word the newest memories are looked at, so that the cost does not grow with the
// database.
#pragma once
#include <compare>

#include "memory/memory.h"
#include "store/memories.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

Result<void> add_title(Connection& connection, std::int64_t name_space, const Memory& memory);

// A word of a title, as it is kept.
struct TitleWord {
  std::int64_t name_space, word;
  Key key;
  auto operator<=>(const TitleWord&) const = default;
};
// Of many titles; sorts them as the table has them.
Result<void> add_title_words(Connection& connection, std::span<TitleWord> words);

Result<void> remove_title(Connection& connection, std::int64_t name_space, const Memory& memory);

// As Memories::similar_titles().
Result<std::vector<SimilarTitle>> similar_titles(Connection& connection,
                                                 std::string_view name_space,
                                                 std::string_view title, Key except, Time now,
                                                 std::size_t limit);

}  // namespace aim::store::sqlite
