// Slots of passages, with what ranking knows of each (PassageMeta), a row a slot. Changes are told
// by the block, as a process that keeps them in memory asks (vectors.h).
// Every function runs inside the caller's read() or write(); those that change something need
// write().
#pragma once
#include "memory/memory.h"
#include "store/postgres/core/connection.h"
#include "store/sql/namespaces.h"
#include "store/sql/search.h"
#include "store/types.h"

namespace aim::store::postgres {

Result<void> add_passages(Connection& connection, std::span<const sql::Numbered> memories);
Result<void> remove_passages(Connection& connection, Key key);

// Gives this transaction its number of changes of passages and vectors: from then on it stands in
// vector_clock.seq.
Result<void> tick(Connection& connection);
// What a column holds; empty where it is none.
PassageMeta meta_of(std::string_view bytes);

}  // namespace aim::store::postgres
