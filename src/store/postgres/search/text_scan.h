// Memories that the text index does not hold yet, because its rules have changed (index_rules.h):
// read and cut into words for one question.
#pragma once
#include <vector>

#include "memory/memory.h"
#include "store/postgres/core/connection.h"
#include "store/types.h"

namespace aim::store::postgres {

// Adds the postings of memories whose key is above `after` to the lists of the phrases, which stay
// in the order of docs.
Result<void> scan_texts(Connection& connection, const TextQuery& query, Key after,
                        std::vector<std::vector<Posting>>& lists);

}  // namespace aim::store::postgres
