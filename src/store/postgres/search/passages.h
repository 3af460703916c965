// Slots of passages, with what ranking knows of each (PassageMeta), a row a slot. Changes are told
// by the block, as a process that keeps them in memory asks (vectors.h).
// Every function runs inside the caller's read() or write(); those that change something need
// write().
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "store/postgres/core/connection.h"
#include "store/postgres/search/hooks.h"
#include "store/search.h"
#include "store/sql/blocks.h"

namespace aim::store::postgres {

Result<void> remove_passages(Connection& connection, Key key);
// Writes the PassageMeta of a memory anew, where they are not what they should be; in their places,
// where the vectors are.
Result<void> renew_passages(Connection& connection, std::int64_t name_space, const Memory& memory);
// Frees every slot. Vectors stay: what is added again to the same slots need not be embedded again.
Result<void> clear_passages(Connection& connection);

// Whether the PassageMeta of a memory are those of its passages. For checks.
Result<bool> is_signed(Connection& connection, const Memory& memory);
Result<std::vector<Key>> keys_without_passage_meta(Connection& connection);
// In the order of `keys`.
Result<std::vector<std::vector<Slot>>> slots_of(Connection& connection, std::span<const Key> keys);
Result<Slot> end_of_slots(Connection& connection);

// Gives this transaction its number of changes of passages and vectors: from then on it stands in
// vector_clock.seq.
Result<void> tick(Connection& connection);
// What a column holds; empty where it is none.
PassageMeta meta_of(std::string_view bytes);

// `connection` must outlive it.
std::unique_ptr<BlockReader> block_reader(Connection& connection);

}  // namespace aim::store::postgres
