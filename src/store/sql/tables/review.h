// Memories that a person may want to look at. What each function does is said in store/memories.h.
#pragma once
#include <vector>

#include "store/memories.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

Result<std::vector<KeyPair>> contradictions(Connection& connection, Time now, Page page);
Result<std::vector<KeyPair>> same_content(Connection& connection, Time now, Page page);
Result<std::vector<Key>> unconfirmed(Connection& connection, Time now, Page page);
Result<std::vector<Key>> expiring(Connection& connection, Time now, Time until, Page page);
Result<std::vector<Key>> newest_keys(Connection& connection, Time now, Key before,
                                     std::int64_t limit);
Result<bool> are_linked(Connection& connection, KeyPair pair);

}  // namespace aim::store::sql
