// Puts memories into the text index that are not in it: those that wait (waiting_texts.h), and all
// when the rules of this program are others (index_rules.h). Every function needs write().
#pragma once
#include <cstdint>

#include "store/sqlite/core/connection.h"
#include "store/types.h"

namespace aim::store::sqlite {

// Puts those into the index that only wait. False: there was none.
Result<bool> index_waiting(Connection& connection);
// The same at the end of a transaction, if many wait.
Result<void> index_if_many_wait(Connection& connection);

}  // namespace aim::store::sqlite
