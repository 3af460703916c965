// What the text index, the words of titles and PassageMeta were made by: the rules of this program
// (words, lines, the libraries behind them). The database keeps a fingerprint of them. When it is
// another, those are made anew, in the order of keys, a batch at a time; the memories whose turn
// has not come are read and cut into words by each question instead (text_places.h), so that every
// one is found meanwhile, only slower. Where the rules are others, the old index is emptied with
// the first write: it could not be kept up any more, because an entry is removed by the words it
// was made of. Memories that were just stored wait in the same way, for a short time
// (waiting_texts.h). Every function runs inside the caller's read() or write(); those that change
// something need write().
// Format: docs/formats/database.md, "meta".
#pragma once
#include "memory/memory.h"
#include "store/index_rules.h"
#include "store/sqlite/core/connection.h"
#include "store/types.h"

namespace aim::store::sqlite {

// The memories up to this key are in the index as the rules of this program make it. all_indexed:
// all are; 0: none.
Result<Key> indexed_to(Connection& connection);

// The same before a change of the index: it is emptied if other rules made it.
Result<Key> indexed_to_for_change(Connection& connection);

// A database whose index is empty, or just made anew as a whole.
Result<void> adopt_rules(Connection& connection);

// How often the index was emptied and made again as a whole: with another number, lists that were
// read before are no longer those of the index.
Result<std::int64_t> index_build(Connection& connection);

// Every memory is in the index from here on.
Result<void> end_waiting(Connection& connection);

// Whether upkeep has to make the index anew. False where memories only wait.
Result<bool> is_behind(Connection& connection);

// From here on, memories with this key and higher ones wait. They are made by the rules of this
// program but for the index.
Result<void> begin_waiting(Connection& connection, Key first);
// Up to this key passages and titles may be by other rules; all_indexed: all may be.
Result<Key> outdated_to(Connection& connection);

}  // namespace aim::store::sqlite
