// Whether the index, the words of titles and PassageMeta are as the rules of this program make
// them, and how they are made
// anew when not: in the order of keys, a batch at a time. Memories whose turn has not come are read
// and cut into words by each question instead (text_places.h). The old index is emptied with the
// first write: an entry is removed by the words it was made of. Daemons of two versions whose rules
// differ must not write to one database for long: each empties what the other made. Every function
// runs inside the caller's read() or write().
#pragma once
#include "memory/memory.h"
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

// The words of the memories stored last, a row a memory: a store writes one row and not one a word.
// Every question reads them all; when their places are taken they go to the index together
// (text_index.h), which is several times cheaper a memory. Every function runs inside the caller's
// read() or write().
inline constexpr std::int64_t max_new_texts = 256;
inline constexpr std::size_t max_new_text_bytes = 1'500;  // a longer one goes to the index at once

struct NewText {
  Key key = 0;
  std::int64_t name_space = 0;
  int length_code = 0;
  std::string words;  // pack_words()
};

// Asks ahead for what add_new_texts() has to know.
Result<void> ask_for_places(Connection& connection);
// False: there are not places left for all of them, and none was added.
Result<bool> add_new_texts(Connection& connection, std::span<const NewText> texts);
// False: it is not here.
Result<bool> remove_new_text(Connection& connection, Key key);
// By key.
Result<std::vector<NewText>> take_new_texts(Connection& connection);

}  // namespace aim::store::postgres
