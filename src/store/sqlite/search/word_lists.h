// The whole list of each phrase: every memory of the index that holds it, and how often; and the
// lengths of those memories. Long lists
// are kept with the connection, packed, from the second time they are asked for until the index
// changes: the words that stand everywhere stand in most questions, too, and reading their lists is
// most of what a search costs.
// Knows: FTS5. Must not know: which memories are meant, what waits
// for the index. Threads: those of the connection. Cost: reading about 80 ns a memory, unpacking 4
// ns; kept are 32 bytes a memory, from 0.9 to 3.2 MB a connection.
#pragma once
#include <unordered_map>

#include "store/sqlite/core/connection.h"
#include "store/types.h"

namespace aim::store::sqlite {

// Of one phrase in one memory, more are not told apart.
inline constexpr int max_listed = 255;

// A list for each phrase, by rising doc, title and body counted up to `most` together. Phrases are
// no beginnings of words.
Result<std::vector<std::vector<Posting>>> whole_lists(Connection& connection,
                                                      std::span<const Phrase> phrases, int most);

// How many tokens rows of the text index have: after whole_lists(), within the same read() or
// write(). Hundreds are asked for a question: what was read is kept for the next one, as long as
// the lists are.
class TextLengths {
 public:
  static Result<TextLengths> open(Connection& connection);
  // 0 for a row that is not there. Errors: those of the database.
  Result<std::int64_t> tokens(std::int64_t doc);

 private:
  using Kept = std::unordered_map<std::int64_t, std::int64_t>;
  TextLengths(Statement row, Kept* kept) : row_(std::move(row)), kept_(kept) {}

  Statement row_;
  Kept* kept_;  // null where nothing may be kept
};

}  // namespace aim::store::sqlite
