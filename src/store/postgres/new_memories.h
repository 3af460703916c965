// Memories that come: their rows, and what is kept of them besides (tags, passages, words). One or
// many at a time: it is written once a table and not once a memory, and little of it is waited for.
// Every function runs inside the caller's write().
// Knows: rows. Must not know: who wins an upsert.
#pragma once
#include "memory/memory.h"
#include "store/memories.h"
#include "store/postgres/core/connection.h"
#include "store/sql/namespaces.h"

namespace aim::store::postgres {

using sql::Numbered;

// As Memories::insert_all().
Result<std::vector<std::optional<Error>>> insert_memories(Connection& connection,
                                                          std::span<const NewMemory> memories);

// Of memories whose rows are there: tags, passages and title words.
Result<void> add_beside(Connection& connection, std::span<const Numbered> memories);
// What depends on words: the text index, title words, the counts of namespaces.
Result<void> add_words(Connection& connection, std::span<const Numbered> memories);

// Words of titles by namespace (store/sql/memory_row.h), of memories that have none yet.
Result<void> add_titles(Connection& connection, std::span<const Numbered> memories);
Result<void> remove_titles(Connection& connection, std::span<const Key> keys);

}  // namespace aim::store::postgres
