// What the search subjects keep of memories and links, as the functions that write those call it:
// the text index and passages. Every function runs inside the caller's write.
// Knows: names. Must not know: when they are called.
#pragma once
#include <span>

#include "memory/memory.h"
#include "store/postgres/core/connection.h"

namespace aim::store::postgres {

// A memory with the number of its namespace.
struct Numbered {
  std::int64_t name_space = 0;
  const Memory* memory = nullptr;
};

// ---- words: a memory stands in the index as it was when it was added ----
// Asks ahead for what add_texts() of so many has to know.
Result<void> ask_for_texts(Connection& connection, std::size_t count);
Result<void> add_texts(Connection& connection, std::span<const Numbered> memories);
Result<void> remove_text(Connection& connection, std::int64_t name_space, const Memory& memory);

// ---- passages ----
Result<void> add_passages(Connection& connection, std::span<const Numbered> memories);
Result<void> remove_passages(Connection& connection, Key key);

}  // namespace aim::store::postgres
