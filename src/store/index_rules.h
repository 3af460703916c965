// What indexes of words and PassageMeta are made by: the rules of this program (words, lines, the
// libraries behind them). A database keeps the fingerprint of those that made its own; with another
// one they are made anew.
// Must not know: where a backend keeps it.
// Threads: any.
#pragma once
#include <limits>

#include "memory/memory.h"

namespace aim::store {

// Names in Meta: the fingerprint, and the key up to which memories are indexed by it; absent when
// all are.
inline constexpr std::string_view meta_index_rules = "index_rules", meta_indexed_to = "indexed_to";
inline constexpr Key all_indexed = std::numeric_limits<Key>::max();

// Of this program.
std::int64_t rules_fingerprint();

}  // namespace aim::store
