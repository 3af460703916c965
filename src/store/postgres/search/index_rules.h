// Whether the index, the words of titles and PassageMeta are as the rules of this program make
// them, and how they are made
// anew when not: in the order of keys, a batch at a time. Memories whose turn has not come are read
// and cut into words by each question instead (text_places.h). The old index is emptied with the
// first write: an entry is removed by the words it was made of. Daemons of two versions whose rules
// differ must not write to one database for long: each empties what the other made. Every function
// runs inside the caller's read() or write().
#pragma once
#include <cstdint>

#include "store/index_rules.h"
#include "store/postgres/core/connection.h"
#include "store/types.h"

namespace aim::store::postgres {

// The memories up to this key are in the index as the rules of this program make it. all_indexed:
// all are; 0: none.
Result<Key> indexed_to(Connection& connection);
// Asks ahead for what indexed_to_for_change() has to know.
Result<void> ask_for_rules(Connection& connection);
// The same before a change of the index: it is emptied if other rules made it.
Result<Key> indexed_to_for_change(Connection& connection);
// A database whose index is empty, or just made anew as a whole.
Result<void> adopt_rules(Connection& connection);

}  // namespace aim::store::postgres
