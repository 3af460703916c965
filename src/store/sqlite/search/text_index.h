// The full-text index: which memories hold which words, how often, in title or body.
// A memory stands in it under its Doc (text_functions.h); only a change of text or namespace
// rewrites its entry.
// Knows: FTS5. Must not know: weights and scores (engine and memory/score.h).
#pragma once
#include "memory/memory.h"
#include "store/new_memory.h"
#include "store/sqlite/core/connection.h"
#include "store/sqlite/search/text_functions.h"
#include "store/types.h"

namespace aim::store::sqlite {

std::int64_t doc_of(std::int64_t name_space, const Memory& memory);

Result<void> add_text(Connection& connection, std::int64_t doc, const Memory& memory);
// The same of words that were cut before.
Result<void> add_text(Connection& connection, std::int64_t doc, const CutMemory& cut);
// `memory` must be as it was when its text was added.
Result<void> remove_text(Connection& connection, std::int64_t doc, const Memory& memory);

// Merges a few pieces of the index, at most about `pages` pages of them. False: nothing is left to
// merge.
Result<bool> tend_text(Connection& connection, std::int64_t pages);

// The rowids of a namespace.
struct DocRange {
  std::int64_t first, last;
};
// None: everything.
std::vector<DocRange> ranges_of(std::span<const std::int64_t> name_spaces);

}  // namespace aim::store::sqlite
