// What the search subjects keep of memories and links, as the functions that write those call it: the text index and
// passages. Every function runs inside the caller's write.
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

}  // namespace aim::store::postgres
