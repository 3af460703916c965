// The whole list of each phrase: every memory of the index that holds it, and how often. Long lists
// are kept with the connection, packed, from the second time they are asked for until the index
// changes: the words that stand everywhere stand in most questions, too, and reading their lists is
// most of what a search costs.
// Must not know: which memories are meant, what waits for the index.
// Threads: those of the connection.
// Cost: reading about 80 ns a memory, unpacking 4 ns; kept are 32 bytes a memory, from
// 0.9 to 3.2 MB a connection.
#pragma once
#include <span>
#include <vector>

#include "store/sqlite/core/connection.h"
#include "store/sqlite/search/text_lengths.h"
#include "store/types.h"

namespace aim::store::sqlite {

// Of one phrase in one memory, more are not told apart.
inline constexpr int max_listed = 255;

// A list for each phrase, by rising doc, title and body counted up to `most` together. Phrases are
// no beginnings of words.
Result<std::vector<std::vector<Posting>>> whole_lists(Connection& connection,
                                                      std::span<const Phrase> phrases, int most);

// Lengths of rows, kept as long as the lists are: after whole_lists(), within the same read(). Null
// where nothing may be kept.
Result<KeptLengths*> kept_lengths(Connection& connection);

}  // namespace aim::store::sqlite
