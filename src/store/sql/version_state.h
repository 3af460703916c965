// The state of a memory that a version keeps: a text of JSON with the columns that have not their
// usual value, its namespace and whether it has a deadline.
// Knows: columns of a memory. Must not know: how a database keeps the text
// (Dialect::packed_state). Pure. Threads: any.
#pragma once
#include "memory/memory.h"

namespace aim::store::sql {

std::string state_of(const Memory& memory);

// Without id and key, which stand beside it. A column that the text leaves out has its usual value.
Memory memory_in(std::string_view state);

}  // namespace aim::store::sql
