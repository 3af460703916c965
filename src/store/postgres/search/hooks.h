// What the search subjects keep of memories and links, as the functions that write those call it: the text index, passages,
// and what reflections have lost. Every function runs inside the caller's write.
// Knows: names. Must not know: when they are called.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "store/postgres/core/connection.h"

namespace aim::store::postgres {

// ---- words: a memory stands in the index as it was when it was added ----
Result<void> add_text(Connection& connection, std::int64_t name_space, const Memory& memory);
Result<void> remove_text(Connection& connection, std::int64_t name_space, const Memory& memory);

// ---- passages ----
Result<void> add_passages(Connection& connection, std::int64_t name_space, const Memory& memory);
Result<void> remove_passages(Connection& connection, Key key);

// ---- reflections ----
// Ids of what a memory reflects on, those that are gone included.
Result<std::vector<std::string>> source_ids_of(Connection& connection, Key key);
// A memory goes: the memories that reflect on it note that.
Result<void> lose_source(Connection& connection, const Memory& memory, Time now);
// A link was made: what was lost is there again. Does nothing for other relations.
Result<void> find_source(Connection& connection, Key reflection, Key source,
                         std::string_view relation);

}  // namespace aim::store::postgres
