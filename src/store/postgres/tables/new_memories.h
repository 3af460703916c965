// What is kept of memories besides their rows, one or many at a time: it is written once a table
// and not once a memory, and little of it is waited for.
// Every function runs inside the caller's write().
// Knows: rows. Must not know: who wins an upsert.
#pragma once
#include <span>

#include "memory/memory.h"
#include "store/postgres/core/connection.h"
#include "store/postgres/search/hooks.h"

namespace aim::store::postgres {

// Of memories whose rows are there: tags, passages and title words.
Result<void> add_beside(Connection& connection, std::span<const Numbered> memories);
// Of memories that have none yet.
Result<void> add_tags(Connection& connection, std::span<const Numbered> memories);
// What depends on words: the text index, title words, the counts of namespaces.
Result<void> add_words(Connection& connection, std::span<const Numbered> memories);

// The column of memories by which lengths of texts are known.
int length_code_of(const Memory& memory);

}  // namespace aim::store::postgres
