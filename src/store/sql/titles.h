// Words of titles, by which similar titles are found (A9, S17): numbers in a table, and how much
// two titles have in common. Bounded: of each word the newest memories are looked at, so that the
// cost does not grow with the database. Knows: titles. Must not know: rows. Pure.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aim::store::sql {

inline constexpr std::int64_t newest_looked_at = 128;  // memories a word
inline constexpr std::size_t titles_compared = 24;     // in full

// The number of a stem. 32 bits: four bytes in the table; a false match only adds a candidate,
// whose title is then compared in full.
std::int64_t title_word(std::string_view stem);

// The share of stems that a title with these stems and another title have in common, of those of
// the longer one; nothing below one half.
std::optional<double> shared_by_title(const std::vector<std::string>& stems,
                                      std::string_view other);

}  // namespace aim::store::sql
