// Vectors of passages, a row a slot and channel. Comparing them is the engine's, which keeps those
// of a scope in memory and asks
// what has changed since: a change is told by the block.
// A vector carries the hash of the text it was made from: one whose hash is not that of its slot's
// PassageMeta is out of date. Every function runs inside the caller's read() or write(); those that
// change something need write().
#pragma once
#include <span>
#include <vector>

#include "store/postgres/core/connection.h"
#include "store/types.h"

namespace aim::store::postgres {

Result<std::vector<Channel>> channels(Connection& connection);
Result<Channel> channel_for(Connection& connection, const Channel& wanted);
Result<void> drop_channel(Connection& connection, std::int64_t number);

Result<void> write_rows(Connection& connection, const Channel& channel,
                        std::span<const SlotRow> rows);
Result<void> write_vectors(Connection& connection, const Channel& channel,
                           std::span<const MemoryVectors> memories);
Result<std::vector<MemoryVectors>> vectors_of(Connection& connection, const Channel& channel,
                                              std::span<const Key> keys);

Result<std::int64_t> last_vector_change(Connection& connection);
Result<std::vector<BlockChange>> vector_changes_after(Connection& connection, std::int64_t seq);

}  // namespace aim::store::postgres
