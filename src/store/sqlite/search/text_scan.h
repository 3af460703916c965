// Memories that the text index does not hold, because they wait for it (waiting_texts.h) or because
// its rules have changed (index_rules.h): asked one by one, with the answers that the index would
// give.
// Cost: of those that wait, a few binary searches each; of others, about 80 MB of texts a second.
#pragma once
#include <vector>

#include "store/sqlite/core/connection.h"
#include "store/types.h"

namespace aim::store::sqlite {

// Adds the postings of memories whose key is above `after` to the lists of the phrases, which stay
// in the order of docs.
Result<void> scan_texts(Connection& connection, const TextQuery& query, Key after,
                        std::vector<std::vector<Posting>>& lists);

}  // namespace aim::store::sqlite
