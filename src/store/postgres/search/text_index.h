// The inverted index: which memories hold which words, how often, in title or body. Rows of the
// table `words` hold some postings each (posting_bytes.h); a store adds a row a word, and settling
// joins small rows. What the index cannot say, runs of words and beginnings of words, it narrows
// down; the texts of those memories tell the rest.
// Knows: the engine's words. Must not know: weights and scores (engine and memory/score.h).
// Every function runs inside the caller's read() or write(); writes come one after the other
// (core/database.h).
// Cost: a round trip a question; 8 bytes a posting on the way.
#pragma once
#include "memory/memory.h"
#include "store/postgres/core/connection.h"
#include "store/sql/namespaces.h"
#include "store/types.h"

namespace aim::store::postgres {

// Asks ahead for what add_texts() of so many has to know.
Result<void> ask_for_texts(Connection& connection, std::size_t count);
// add_texts() and remove_text() do nothing to a memory whose turn to be indexed by new rules has
// not come (index_rules.h). `memory` must be as it was when its text was added.
Result<void> add_texts(Connection& connection, std::span<const sql::Numbered> memories);
Result<void> remove_text(Connection& connection, std::int64_t name_space, const Memory& memory);
// Of many memories at once, which is several times cheaper a memory; whoever's turn it is.
Result<void> index_texts(Connection& connection, std::span<const sql::Numbered> memories);

// Joins the small rows of some words, the ones with most of them first. False: nothing is left that
// is worth it.
Result<bool> tend_text(Connection& connection, std::int64_t words);

}  // namespace aim::store::postgres
