// Memories that come in, one or many at a time: whatever hangs on them is written once a table and
// not once a memory, and little of it is waited for.
// Every function runs inside the caller's write().
// Knows: rows. Must not know: who wins an upsert.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "store/new_memory.h"
#include "store/postgres/core/connection.h"
#include "store/postgres/search/hooks.h"

namespace aim::store::postgres {

// As Memories::insert_all().
Result<std::vector<std::optional<Error>>> insert_all(Connection& connection,
                                                     std::span<const NewMemory> memories);

// Of memories whose rows are there: tags, passages and title words.
Result<void> add_beside(Connection& connection, std::span<const Numbered> memories);
// Of memories that have none yet.
Result<void> add_tags(Connection& connection, std::span<const Numbered> memories);
// What depends on words: the text index, title words, the counts of namespaces.
Result<void> add_words(Connection& connection, std::span<const Numbered> memories);

Result<void> write_usage(Connection& connection, const Memory& memory);

// Columns of a row.
std::optional<std::string> agent_of(const Memory& memory);  // who stored it, as its metadata says
int length_code_of(const Memory& memory);

}  // namespace aim::store::postgres
