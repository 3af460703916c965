// Memories that wait to be put into the text index. A store only notes that its memory waits, which
// costs no page of the index; when enough wait they are put there together, sorted, by whoever
// commits then. Questions read those that wait beside the index, with the same answers to the last
// bit; a connection keeps their words, cut once. Which they are is a mark in the database (meta
// "indexed_to", index_rules.h), so that mark, index and memories are of one transaction, and every
// process sees the same.
// Must not know: weights and scores of the engine.
// Threads: those of the connection.
#pragma once
#include "store/sqlite/core/connection.h"
#include "store/text_places.h"
#include "store/types.h"

namespace aim::store::sqlite {

// So many memories, or so many bytes of text, wait at the most.
inline constexpr std::int64_t max_waiting = 64, max_waiting_bytes = 48 * 1'024;

// Notes that a new memory waits. Needs write().
Result<void> let_wait(Connection& connection, Key key);

// At the end of a transaction: whether so many wait by now that they belong into the index. Cheap
// when nothing was added; asked once a transaction.
Result<bool> many_wait(Connection& connection);

// Puts those into the index that only wait. False: there was none. Needs write().
Result<bool> index_waiting(Connection& connection);
// The same at the end of a transaction, if many wait.
Result<void> index_if_many_wait(Connection& connection);

// Those whose key is above `after`, by rising key.
Result<void> each_waiting(Connection& connection, Key after,
                          const std::function<void(std::int64_t doc, const TextPlaces&)>& use);

}  // namespace aim::store::sqlite
